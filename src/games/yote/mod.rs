//! Yoté: stones are dropped, stepped and jumped with on 6×5 squares, and a jump may take a second stone.
//!
//! Decisions: a *drop*, a *step* or a *pass* is a whole turn. A capture is a *jump*, then the *bonus* or none, then another jump or a
//! *stop*, as long as there is something to decide.

mod clicks;
mod eval;
mod moves;
mod notation;
mod picture;
mod score;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use crate::game::{Features, Game, Method, Outcome, Player, RuleOption, RuleValues, Rules, weigh};
use crate::geometry::{Size, Square};
use crate::notation::Colour;
use crate::rng::{Rng, mix};

pub use moves::{Cell, Move};
pub use notation::{Hop, Invalid, Refusal, Written};

const FILES: u8 = 6;
const SIZE: Size = Size::new(FILES, 5);

/// Stones of a side at the start, all in hand.
const STONES: u8 = 12;

/// Both sides having this many stones or fewer, with nothing to capture, is a draw (rules: End, 2).
const FEW: u32 = 3;

/// The extra removal after a jump (rules: Variants).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Bonus {
    #[default]
    Optional,
    Forced,
    None,
}

/// The rule options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YoteRules {
    bonus: Bonus,
    multijump: bool,
    repetition: u8,
}

impl Default for YoteRules {
    fn default() -> Self {
        YoteRules { bonus: Bonus::Optional, multijump: true, repetition: 0 }
    }
}

impl Rules for YoteRules {
    const OPTIONS: &'static [RuleOption<Self>] = &[
        RuleOption {
            name: "bonus",
            about: "whether a jump may, must or cannot take a second stone off the board",
            values: RuleValues::Words(&["optional", "forced", "none"]),
            get: |rules| rules.bonus as u8,
            set: |rules, value| {
                rules.bonus = match value {
                    0 => Bonus::Optional,
                    1 => Bonus::Forced,
                    _ => Bonus::None,
                }
            },
        },
        RuleOption {
            name: "multijump",
            about: "whether a stone may jump on in the same turn",
            values: RuleValues::Words(&["on", "off"]),
            get: |rules| u8::from(!rules.multijump),
            set: |rules, value| rules.multijump = value == 0,
        },
        RuleOption {
            name: "repetition",
            about: "the occurrence of the same position and side to move that is a draw; 0: never",
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
    /// The stone on this square has jumped; the bonus is open.
    Bonus(Cell),
    /// The stone on this square may jump on.
    Jumping(Cell),
}

/// A position of Yoté.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yote {
    /// White's and Black's stones on the board, a bit a square.
    stones: [u32; 2],
    /// White's and Black's stones in hand.
    hands: [u8; 2],
    to_move: Colour,
    phase: Phase,
    rules: YoteRules,
}

impl Yote {
    fn own(&self) -> u32 {
        self.stones[self.to_move.index()]
    }

    fn foe(&self) -> u32 {
        self.stones[1 - self.to_move.index()]
    }

    fn stones_of(&self, colour: Colour) -> u32 {
        self.stones[colour.index()]
    }

    fn hand_of(&self, colour: Colour) -> u8 {
        self.hands[colour.index()]
    }

    /// Stones that a side has left, on the board and in hand.
    fn left(&self, colour: Colour) -> u32 {
        self.stones_of(colour).count_ones() + u32::from(self.hand_of(colour))
    }

    fn end_turn(&mut self) {
        self.phase = Phase::Start;
        self.to_move = self.to_move.other();
    }
}

impl Game for Yote {
    type Move = Move;
    type Rules = YoteRules;

    fn start(rules: YoteRules) -> Self {
        Yote { stones: [0; 2], hands: [STONES; 2], to_move: Colour::White, phase: Phase::Start, rules }
    }

    fn rules(&self) -> YoteRules {
        self.rules
    }

    fn to_move(&self) -> Player {
        self.to_move.usual_seat()
    }

    fn in_turn(&self) -> bool {
        self.phase != Phase::Start
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.in_turn() { None } else { self.ending().map(|ending| ending.outcome) }
    }

    /// A repetition is a draw (rules: End).
    fn settle(&self) -> Outcome {
        Outcome::Draw
    }

    fn for_each_move<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_moves(visit)
    }

    #[inline(always)]
    fn play_unchecked(&mut self, mv: Move) {
        self.make(mv);
    }

    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Start => 0,
            Phase::Bonus(at) => 1 << 8 | u64::from(at.index()),
            Phase::Jumping(at) => 2 << 8 | u64::from(at.index()),
        };
        let [white, black] = self.hands;
        let board = u64::from(self.stones[0]) << 30 | u64::from(self.stones[1]);
        let rest = phase << 16 | u64::from(white) << 8 | u64::from(black);
        mix(mix(self.to_move.index() as u64, board), rest)
    }

    fn count_turns(&self, limit: u64) -> u64 {
        self.count(limit)
    }

    #[inline(always)]
    fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        self.pick_random(rng)
    }

    const METHOD: Method = Method::AlphaBeta;

    fn evaluate(&self) -> i32 {
        weigh(&self.judgements(), &eval::WEIGHTS)
    }

    fn features(&self) -> Features {
        self.judgements()
    }

    fn promise(&self, mv: Move) -> i32 {
        match mv {
            Move::Jump { .. } => 3,
            Move::Bonus(_) => 2,
            _ => 0,
        }
    }

    fn is_tactical(&self, mv: Move) -> bool {
        matches!(mv, Move::Jump { .. })
    }
}

/// All squares, a bit each.
const BOARD: u32 = (1 << (SIZE.files * SIZE.ranks)) - 1;

impl Cell {
    fn on(square: Square) -> Cell {
        Cell::new(square.rank * FILES + square.file)
    }

    fn square(self) -> Square {
        Square::new(self.index() % FILES, self.index() / FILES)
    }
}
