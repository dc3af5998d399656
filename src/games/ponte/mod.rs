//! Ponte del Diavolo: stones become islands, and bridges join the islands, on 10×10 squares.
//!
//! Decisions: the *first* stone of a pair, which is the lower square and has a partner above it, and the *second*; or a bridge, a pass,
//! a choice of colour, each a turn of its own.
//!
//! The source text names neither the board nor the shapes of bridges. From the published game are: the size of the board, the shapes of bridges,
//! that bridges never cross, and that dark may decline a bridge by passing.

mod bits;
mod bridges;
mod checks;
mod clicks;
mod eval;
mod groups;
mod moves;
mod notation;
mod picture;
mod score;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use self::bits::{BOARD, Set, bit};
use self::bridges::Bridges;
use crate::game::{Features, Game, LEVELS, Method, Outcome, Player, RuleOption, RuleValues, Rules, Strength, weigh};
use crate::geometry::{Size, Square};
use crate::notation::Colour;
use crate::rng::{Rng, mix};

pub use bridges::{Bridge, BridgeFault};
pub use checks::{Invalid, Refusal, StoneFault};
pub use moves::Move;
pub use notation::Written;

/// Files and ranks of the board.
const SIDE: u8 = 10;
const SIZE: Size = Size::new(SIDE, SIDE);

/// How the seats come by their colours (rules: Opening).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Opening {
    /// The second seat chooses after the first turn.
    #[default]
    Swap,
    /// The first seat has light.
    Fixed,
}

/// What decides between equal points (rules: Score, Variants).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TieBreak {
    /// More bridges.
    #[default]
    Bridges,
    /// More islands, then more bridges.
    Islands,
}

/// The rule options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PonteRules {
    /// Stones a colour, 0 without limit.
    tiles: u8,
    /// Bridges of both colours together, 0 without limit.
    bridges: u8,
    opening: Opening,
    tiebreak: TieBreak,
}

impl Rules for PonteRules {
    const OPTIONS: &'static [RuleOption<Self>] = &[
        RuleOption {
            name: "tiles",
            about: "stones a colour; 0: no limit",
            values: RuleValues::OffOr { min: 2, max: 50 },
            get: |rules| rules.tiles,
            set: |rules, value| rules.tiles = value,
        },
        RuleOption {
            name: "bridges",
            about: "bridges in one stock for both sides; 0: no limit",
            values: RuleValues::OffOr { min: 1, max: 50 },
            get: |rules| rules.bridges,
            set: |rules, value| rules.bridges = value,
        },
        RuleOption {
            name: "opening",
            about: "whether the second seat chooses a colour after the first turn, or the first seat has light and seats alternate",
            values: RuleValues::Words(&["swap", "fixed"]),
            get: |rules| rules.opening as u8,
            set: |rules, value| rules.opening = if value == 0 { Opening::Swap } else { Opening::Fixed },
        },
        RuleOption {
            name: "tiebreak",
            about: "what decides between equal points: more bridges, or more islands and then more bridges",
            values: RuleValues::Words(&["bridges", "islands"]),
            get: |rules| rules.tiebreak as u8,
            set: |rules, value| rules.tiebreak = if value == 0 { TieBreak::Bridges } else { TieBreak::Islands },
        },
    ];
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// A turn of a colour begins.
    Turn,
    /// The lower stone of a pair is placed, the second is to come.
    Placed(Square),
    /// The second seat chooses its colour.
    Choice,
}

/// A position of Ponte del Diavolo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ponte {
    /// The stones of Light and of Dark.
    stones: [Set; 2],
    /// The free squares on which one more stone of Light, of Dark, may stand; between the stones of a turn those that are left of
    /// what the turn began with. It follows from the rest, and is kept because only own stones call for more than taking away the squares
    /// that are no longer free.
    room: [Set; 2],
    bridges: Bridges,
    phase: Phase,
    /// The colour whose turn it is; during the choice it is dark's next.
    turn: Colour,
    /// The colour of the first seat, once it is settled.
    first_seat: Option<Colour>,
    /// The colour that has passed. Dark's pass ends the game, Light's leaves Dark one turn (rules: End).
    passed: Option<Colour>,
    rules: PonteRules,
}

impl Ponte {
    /// Stones and squares under bridges.
    #[inline]
    fn taken(&self) -> Set {
        self.stones[0] | self.stones[1] | self.bridges.under
    }

    /// Works `room` out from the stones and bridges.
    fn settle_room(&mut self) {
        let free = BOARD & !self.taken();
        self.room = self.stones.map(|own| groups::room(own, free));
    }

    fn stones_of(&self, colour: Colour) -> Set {
        self.stones[colour.index()]
    }

    /// Puts a stone of a set-up; what follows from it is computed when all stand.
    fn put(&mut self, colour: Colour, at: Square) {
        self.stones[colour.index()] |= bit(at);
    }

    /// Puts a stone of the colour to move, and leaves its room to be looked at again.
    #[inline]
    fn put_stone(&mut self, at: Square) {
        let at = bit(at);
        self.stones[self.turn.index()] |= at;
        self.room = self.room.map(|room| room & !at);
    }

    /// The seat that plays this colour, in the first turn too.
    fn seat(&self, colour: Colour) -> Player {
        if self.first_seat.unwrap_or(Colour::White) == colour { Player::First } else { Player::Second }
    }
}

impl Game for Ponte {
    type Move = Move;
    type Rules = PonteRules;

    fn start(rules: PonteRules) -> Self {
        Ponte {
            stones: [0; 2],
            room: [BOARD; 2],
            bridges: Bridges::default(),
            phase: Phase::Turn,
            turn: Colour::White,
            first_seat: (rules.opening == Opening::Fixed).then_some(Colour::White),
            passed: None,
            rules,
        }
    }

    fn rules(&self) -> PonteRules {
        self.rules
    }

    fn to_move(&self) -> Player {
        if self.phase == Phase::Choice { Player::Second } else { self.seat(self.turn) }
    }

    fn in_turn(&self) -> bool {
        matches!(self.phase, Phase::Placed(_))
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.phase == Phase::Turn && self.is_over()).then(|| self.settle())
    }

    fn settle(&self) -> Outcome {
        match self.verdict() {
            Some((colour, _)) => Outcome::Win(self.seat(colour)),
            None => Outcome::Draw,
        }
    }

    fn for_each_move<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_moves(visit)
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.make(mv);
    }

    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Turn => 0,
            Phase::Choice => 1,
            Phase::Placed(at) => 2 + u64::from(bits::index(at)),
        };
        let colour = |colour: Option<Colour>| colour.map_or(0, |colour| 1 + colour.index() as u64);
        let small = phase << 8 | colour(Some(self.turn)) << 4 | colour(self.first_seat) << 2 | colour(self.passed);
        self.stones
            .iter()
            .chain(&self.bridges.lower)
            .fold(mix(0, small), |key, &set| mix(mix(key, set as u64), (set >> 64) as u64))
    }

    fn count_turns(&self, _: u64) -> u64 {
        self.count()
    }

    fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        self.pick_random(rng)
    }

    const METHOD: Method = Method::Mcts;
    const LEVELS: [Strength; LEVELS] = [
        Strength::alpha_beta(1, 1, 400),
        Strength::alpha_beta(1, 1, 100),
        Strength::alpha_beta(1, 1, 1),
        Strength::tree(100),
        Strength::tree(200),
        Strength::tree(400),
        Strength::tree(800),
        Strength::tree(1_600),
        Strength::tree(3_200),
    ];

    const WEIGHTS: &'static [i32] = &eval::WEIGHTS;
    const JUDGEMENTS: &'static [&'static str] = &eval::NAMES;

    fn features(&self) -> Features {
        self.judgements()
    }

    fn evaluate(&self) -> i32 {
        let value = weigh(&self.features(), Self::WEIGHTS);
        // Who chooses takes the better colour.
        if self.phase == Phase::Choice { value.abs() } else { value }
    }

    const AMAF: usize = moves::KINDS;

    fn amaf(mv: Move) -> Option<u16> {
        mv.kind()
    }

    fn promise(&self, mv: Move) -> i32 {
        self.look_at(mv)
    }
}
