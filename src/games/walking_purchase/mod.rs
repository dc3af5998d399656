//! Walking Purchase: runners walk round a corner on 16×16 squares and leave a territory stone where they turned.
//!
//! Decisions: a walk is a *bend* (which runner, and where it turns) followed by an *arrival*; a capture series is a *jump*, then further
//! jumps until a *stop* or until there is nothing left to jump.

mod clicks;
mod eval;
mod moves;
mod notation;
mod picture;
mod score;
#[cfg(test)]
mod tests;

use crate::game::{Features, Game, LEVELS, Method, Outcome, Player, RuleOption, RuleValues, Rules, Strength};
use crate::geometry::{Size, Square};
use crate::notation::Colour;
use crate::rng::{Rng, mix};
use std::ops::ControlFlow;

pub use moves::Move;
pub use notation::{Invalid, Refusal, Written};

/// Files and ranks of the board.
const SIDE: u8 = 16;
const SIZE: Size = Size::new(SIDE, SIDE);

/// One bit a square: 16 lines (ranks, or files) of 16 squares each.
type Lines = [u16; 16];

/// How much the squares of the edge are worth (rules: End and score).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Edge {
    /// Two points, the corners like the rest.
    #[default]
    Two,
    /// One point, the corners two.
    One,
}

/// Where the second runners start (rules: Board and sides).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Corners {
    /// Each side has two corners that lie opposite each other.
    #[default]
    Opposite,
    /// White has the right side's corners, Black the left side's.
    Sides,
}

/// The rule options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkingPurchaseRules {
    edge: Edge,
    corners: Corners,
    repetition: u8,
}

impl Rules for WalkingPurchaseRules {
    const OPTIONS: &'static [RuleOption<Self>] = &[
        RuleOption {
            name: "edge",
            about: "value of an edge square, doubling inwards; with 1 the corners are worth 2",
            values: RuleValues::Words(&["2", "1"]),
            get: |rules| rules.edge as u8,
            set: |rules, value| rules.edge = if value == 0 { Edge::Two } else { Edge::One },
        },
        RuleOption {
            name: "corners",
            about: "where the two runners of a side start: on opposite corners or along one side",
            values: RuleValues::Words(&["opposite", "sides"]),
            get: |rules| rules.corners as u8,
            set: |rules, value| rules.corners = if value == 0 { Corners::Opposite } else { Corners::Sides },
        },
        RuleOption {
            name: "repetition",
            about: "the occurrence of the same stones, runners and side to move that ends the game; 0: never",
            values: RuleValues::OffOr { min: 2, max: 9 },
            get: |rules| rules.repetition,
            set: |rules, value| rules.repetition = value,
        },
    ];

    fn repetition(&self) -> u8 {
        self.repetition
    }
}

/// How far the current turn has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing decided yet.
    Start,
    /// The runner on `from` will turn on `turn`; where it arrives is open.
    Bent { from: Square, turn: Square },
    /// The stone on this square has jumped and may jump on.
    Jumping(Square),
}

/// A position of Walking Purchase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkingPurchase {
    /// Territory stones of White and of Black: a word a rank, a bit a file.
    stones: [Lines; 2],
    /// All stones and runners, a word a rank.
    taken_by_rank: Lines,
    /// The same squares, a word a file: so that reaching along a file is as quick as along a rank.
    taken_by_file: Lines,
    /// The runners of White and of Black, the lower square first: which is which means nothing.
    runners: [[Square; 2]; 2],
    /// Stones captured by White and by Black.
    prisoners: [u16; 2],
    to_move: Colour,
    last: Option<Colour>,
    phase: Phase,
    rules: WalkingPurchaseRules,
}

impl WalkingPurchase {
    /// A board with runners only, White to move.
    fn with_runners(runners: [[Square; 2]; 2], rules: WalkingPurchaseRules) -> Self {
        let mut position = WalkingPurchase {
            stones: [[0; 16]; 2],
            taken_by_rank: [0; 16],
            taken_by_file: [0; 16],
            runners,
            prisoners: [0; 2],
            to_move: Colour::White,
            last: None,
            phase: Phase::Start,
            rules,
        };
        for pair in &mut position.runners {
            pair.sort_unstable();
        }
        for square in runners.into_iter().flatten() {
            position.take(square);
        }
        position
    }

    fn take(&mut self, at: Square) {
        self.taken_by_rank[line(at.rank)] |= 1 << at.file;
        self.taken_by_file[line(at.file)] |= 1 << at.rank;
    }

    fn free(&mut self, at: Square) {
        self.taken_by_rank[line(at.rank)] &= !(1 << at.file);
        self.taken_by_file[line(at.file)] &= !(1 << at.rank);
    }

    fn put_stone(&mut self, colour: Colour, at: Square) {
        self.stones[colour.index()][line(at.rank)] |= 1 << at.file;
        self.take(at);
    }

    fn remove_stone(&mut self, colour: Colour, at: Square) {
        self.stones[colour.index()][line(at.rank)] &= !(1 << at.file);
        self.free(at);
    }

    fn is_taken(&self, at: Square) -> bool {
        self.taken_by_rank[line(at.rank)] >> at.file & 1 == 1
    }

    fn has_stone(&self, colour: Colour, at: Square) -> bool {
        self.stones[colour.index()][line(at.rank)] >> at.file & 1 == 1
    }

    fn runners_of(&self, colour: Colour) -> [Square; 2] {
        self.runners[colour.index()]
    }

    fn prisoners_of(&self, colour: Colour) -> u16 {
        self.prisoners[colour.index()]
    }

    fn stone_count(&self, colour: Colour) -> u32 {
        self.stones[colour.index()].iter().map(|rank| rank.count_ones()).sum()
    }

    fn end_turn(&mut self) {
        self.phase = Phase::Start;
        self.last = Some(self.to_move);
        self.to_move = self.to_move.other();
    }
}

/// The index of a rank or file among its lines.
#[inline]
fn line(coordinate: u8) -> usize {
    usize::from(coordinate & 15)
}

impl Game for WalkingPurchase {
    type Move = Move;
    type Rules = WalkingPurchaseRules;

    fn start(rules: WalkingPurchaseRules) -> Self {
        let [a1, a16, p1, p16] = [(0, 0), (0, 15), (15, 0), (15, 15)].map(|(file, rank)| Square::new(file, rank));
        let runners = match rules.corners {
            Corners::Opposite => [[p1, a16], [a1, p16]],
            Corners::Sides => [[p1, p16], [a1, a16]],
        };
        WalkingPurchase::with_runners(runners, rules)
    }

    fn rules(&self) -> WalkingPurchaseRules {
        self.rules
    }

    fn to_move(&self) -> Player {
        self.to_move.usual_seat()
    }

    fn in_turn(&self) -> bool {
        self.phase != Phase::Start
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.phase == Phase::Start && self.is_stuck()).then(|| self.settle())
    }

    fn settle(&self) -> Outcome {
        self.settlement().outcome()
    }

    fn for_each_move<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_moves(visit)
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.make(mv);
    }

    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Start => 0,
            Phase::Bent { from, turn } => 1 << 32 | pack([from, turn]),
            Phase::Jumping(at) => 2 << 32 | pack([at, at]),
        };
        let last = self.last.map_or(0, |colour| colour.index() as u64 + 1);
        let counts = u64::from(self.prisoners[0]) << 32 | u64::from(self.prisoners[1]) << 16 | last;
        mix(mix(self.repetition_key(), counts), phase)
    }

    /// Prisoners are no part of what a repetition compares (rules: End and score).
    fn repetition_key(&self) -> u64 {
        let runners = pack(self.runners[0]) << 32 | pack(self.runners[1]);
        let mut key = mix(mix(0, self.to_move.index() as u64), runners);
        for quarter in self.stones.as_flattened().chunks_exact(4) {
            key = mix(key, quarter.iter().fold(0, |word, &rank| word << 16 | u64::from(rank)));
        }
        key
    }

    fn count_turns(&self, limit: u64) -> u64 {
        self.count_walks() + self.count_captures(limit)
    }

    fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        self.pick_random(rng)
    }

    const METHOD: Method = Method::AlphaBeta;
    const LEVELS: [Strength; LEVELS] = [
        Strength::alpha_beta(1, 1, 400),
        Strength::alpha_beta(1, 1, 60),
        Strength::alpha_beta(2, 300, 20),
        Strength::alpha_beta(3, 600, 20),
        Strength::alpha_beta(3, 2_000, 1),
        Strength::alpha_beta(4, 4_000, 1),
        Strength::alpha_beta(5, 8_000, 1),
        Strength::alpha_beta(6, 14_000, 1),
        Strength::alpha_beta(8, 28_000, 1),
    ];

    const WEIGHTS: &'static [i32] = &eval::WEIGHTS;
    const JUDGEMENTS: &'static [&'static str] = &eval::NAMES;

    fn features(&self) -> Features {
        self.judgements()
    }

    fn promise(&self, mv: Move) -> i32 {
        match mv {
            Move::Bend { turn, .. } => score::ring(turn).into(),
            Move::Jump { from, to } => {
                let over = Square::new((from.file + to.file) / 2, (from.rank + to.rank) / 2);
                4 + i32::from(score::ring(over))
            }
            Move::Arrive(_) | Move::Stop => 0,
        }
    }

    fn is_tactical(&self, mv: Move) -> bool {
        matches!(mv, Move::Jump { .. })
    }
}

/// Two squares in 32 bits.
fn pack(squares: [Square; 2]) -> u64 {
    squares.iter().fold(0, |word, s| word << 16 | u64::from(s.file) << 8 | u64::from(s.rank))
}
