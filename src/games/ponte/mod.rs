//! Ponte del Diavolo: islands of four stones on 10×10 squares, and bridges between them.
//!
//! Decisions: two stones are a *first* and a *second*, the lower square first, so that no pair is looked at twice; a *bridge*, a *pass* and the
//! *choice* of colour are whole turns. What the source text leaves open is filled from the published game: the size of the board, the shapes
//! of bridges, that bridges never cross, and that dark may decline a bridge by passing.

mod board;
mod groups;
mod moves;
mod notation;
mod score;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use crate::game::{Game, Outcome, Player, RuleOption, RuleValues, Rules};
use crate::notation::Colour;
use crate::rng::{Rng, mix};
use board::Set;

pub use board::{Cell, Span};
pub use moves::Move;
pub use notation::{Invalid, Refusal, Written};

/// The rule options (rules: Variants).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PonteRules {
    /// Stones a colour, 0 for no limit.
    tiles: u8,
    /// Bridges for both together, 0 for no limit.
    bridges: u8,
    /// The first seat has light, and no choice is made.
    fixed: bool,
    /// Equal points are decided by islands before bridges.
    islands_first: bool,
}

impl Rules for PonteRules {
    const OPTIONS: &'static [RuleOption<Self>] = &[
        RuleOption {
            name: "tiles",
            about: "stones a colour; fewer than two left means that two cannot be placed; 0: no limit",
            values: RuleValues::OffOr { min: 2, max: 50 },
            get: |rules| rules.tiles,
            set: |rules, value| rules.tiles = value,
        },
        RuleOption {
            name: "bridges",
            about: "bridges for both sides together; 0: no limit",
            values: RuleValues::OffOr { min: 1, max: 50 },
            get: |rules| rules.bridges,
            set: |rules, value| rules.bridges = value,
        },
        RuleOption {
            name: "opening",
            about: "the second seat chooses a colour after the first two stones, or the first seat has light",
            values: RuleValues::Words(&["swap", "fixed"]),
            get: |rules| u8::from(rules.fixed),
            set: |rules, value| rules.fixed = value == 1,
        },
        RuleOption {
            name: "tiebreak",
            about: "what decides between equal points: more bridges, or more islands and then more bridges",
            values: RuleValues::Words(&["bridges", "islands"]),
            get: |rules| u8::from(rules.islands_first),
            set: |rules, value| rules.islands_first = value == 1,
        },
    ];
}

/// How far the current turn has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing decided yet.
    Start,
    /// The lower of two stones is placed, in thought.
    Second(Cell),
    /// The second seat is to choose a colour.
    Choice,
}

/// Who has passed last (rules: End).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passed {
    Nobody,
    /// Dark has one more turn, or has had it.
    Light,
    /// The game is over.
    Dark,
}

/// A position of Ponte del Diavolo. White is light and black is dark throughout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ponte {
    /// The stones of light and of dark.
    stones: [Set; 2],
    /// The lower ends of the bridges of each shape.
    bridges: [Set; 8],
    /// Stones that carry an end of a bridge.
    ends: Set,
    /// Squares under bridges.
    under: Set,
    /// The lower ends from which a bridge of each shape would meet one that stands.
    crossed: [Set; 8],
    turn: Colour,
    /// The first seat's colour, once it is settled.
    first_seat: Option<Colour>,
    passed: Passed,
    phase: Phase,
    rules: PonteRules,
}

impl Ponte {
    /// An empty board.
    fn empty(rules: PonteRules) -> Self {
        Ponte {
            stones: [0; 2],
            bridges: [0; 8],
            ends: 0,
            under: 0,
            crossed: [0; 8],
            turn: Colour::White,
            first_seat: rules.fixed.then_some(Colour::White),
            passed: Passed::Nobody,
            phase: Phase::Start,
            rules,
        }
    }

    fn stones_of(&self, colour: Colour) -> Set {
        self.stones[colour.index()]
    }

    /// All bridges with the colour of their ends.
    fn spans_built(&self) -> impl Iterator<Item = (Colour, Span)> {
        let spans = self.bridges.into_iter().enumerate();
        let spans = spans.flat_map(|(shape, lowers)| board::cells(lowers).map(move |lower| Span::new(lower, shape)));
        let light = self.stones_of(Colour::White);
        spans.map(move |span| {
            let colour = if span.lower().bit() & light != 0 { Colour::White } else { Colour::Black };
            (colour, span)
        })
    }

    fn bridge_count(&self) -> u32 {
        self.bridges.iter().map(|lowers| lowers.count_ones()).sum()
    }

    fn end_turn(&mut self) {
        self.phase = Phase::Start;
        // After the first two stones the second seat chooses a colour (rules: Opening).
        if self.first_seat.is_none() {
            self.phase = Phase::Choice;
        } else {
            self.turn = self.turn.other();
        }
    }

    /// Whether a pass has ended the game.
    fn is_ended(&self) -> bool {
        match self.passed {
            Passed::Nobody => false,
            Passed::Light => self.turn == Colour::White,
            Passed::Dark => true,
        }
    }
}

impl Game for Ponte {
    type Move = Move;
    type Rules = PonteRules;

    fn start(rules: PonteRules) -> Self {
        Ponte::empty(rules)
    }

    fn rules(&self) -> PonteRules {
        self.rules
    }

    fn to_move(&self) -> Player {
        match (self.phase, self.first_seat) {
            (Phase::Choice, _) => Player::Second,
            (_, Some(first)) if first != self.turn => Player::Second,
            _ => Player::First,
        }
    }

    fn in_turn(&self) -> bool {
        matches!(self.phase, Phase::Second(_))
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.phase != Phase::Start {
            return None;
        }
        let stuck = || self.turn == Colour::Black && !self.can_build(self.turn) && !self.can_place_two(self.turn);
        (self.is_ended() || stuck()).then(|| self.settle())
    }

    fn settle(&self) -> Outcome {
        let winner = self.result().winner;
        winner.and_then(|colour| self.seat_of_colour(colour)).map_or(Outcome::Draw, Outcome::Win)
    }

    fn for_each_move<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_moves(visit)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        self.make(mv);
    }

    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Start => 0,
            Phase::Choice => 1,
            Phase::Second(first) => 2 + u64::from(first.index()),
        };
        let seat = self.first_seat.map_or(0, |colour| 1 + colour.index() as u64);
        let small = phase << 16 | seat << 8 | (self.passed as u64) << 4 | self.turn.index() as u64;
        let sets = self.stones.iter().chain(&self.bridges);
        sets.fold(small, |key, set| mix(mix(key, *set as u64), (*set >> 64) as u64))
    }

    fn count_turns(&self, _: u64) -> u64 {
        self.count()
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        self.pick_random(rng)
    }
}
