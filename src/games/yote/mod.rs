//! Yoté: stones are dropped, stepped and jumped with on 6×5 squares, and a jump may take a second stone.
//!
//! Decisions: a *drop*, a *step* or a *pass* is a whole turn. A capture is a *jump*, then the *bonus* or none, then another jump or a
//! *stop*, as long as there is something to decide.

mod board;
mod clicks;
mod endgame;
mod eval;
mod moves;
mod notation;
mod picture;
mod score;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use crate::game::{Features, Game, Known, LEVELS, Method, Outcome, Player, RuleOption, RuleValues, Rules, Strength};
use crate::geometry::Size;
use crate::notation::Colour;
use crate::rng::{Rng, mix};

use board::CELLS;
use moves::Change;

pub use board::Cell;
pub use moves::Move;
pub use notation::{Hop, Invalid, Refusal, Written};

const FILES: u8 = 6;
const RANKS: u8 = 5;
const SIZE: Size = Size::new(FILES, RANKS);

/// Stones of a side at the start, all in hand.
const STONES: u8 = 12;

/// Both sides having this many stones or fewer, with nothing to capture, is a draw (rules: End, 2).
const FEW: u8 = 3;

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

/// What a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    /// The squares of its stones on the board.
    stones: u64,
    /// Stones in hand.
    hand: u8,
    /// Stones left, on the board and in hand.
    left: u8,
}

impl Side {
    fn new(stones: u64, hand: u8) -> Self {
        Side { stones, hand, left: (stones & board::BY_RANKS).count_ones() as u8 + hand }
    }

    fn on_board(&self) -> u8 {
        self.left.saturating_sub(self.hand)
    }
}

/// A position of Yoté.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yote {
    /// The side to move. The two change places when a turn ends, so that all the rules are written for one side.
    own: Side,
    foe: Side,
    to_move: Colour,
    phase: Phase,
    rules: YoteRules,
}

impl Yote {
    fn set_up([white, black]: [Side; 2], to_move: Colour, rules: YoteRules) -> Self {
        let (own, foe) = match to_move {
            Colour::White => (white, black),
            Colour::Black => (black, white),
        };
        Yote { own, foe, to_move, phase: Phase::Start, rules }
    }

    fn side(&self, colour: Colour) -> &Side {
        if colour == self.to_move { &self.own } else { &self.foe }
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        self.phase = Phase::Start;
        self.to_move = self.to_move.other();
        std::mem::swap(&mut self.own, &mut self.foe);
    }
}

impl Game for Yote {
    type Move = Move;
    type Rules = YoteRules;

    fn start(rules: YoteRules) -> Self {
        Yote::set_up([Side::new(0, STONES); 2], Colour::White, rules)
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

    fn play_unchecked(&mut self, mv: Move) {
        self.apply(Change::of(mv));
    }

    /// Exact: a number of its own for every position, before it is mixed.
    fn key(&self) -> u64 {
        let board = board::ternary(self.own.stones, self.foe.stones);
        let phase = match self.phase {
            Phase::Start => 0,
            Phase::Bonus(at) => 1 + at.index(),
            Phase::Jumping(at) => 1 + CELLS + at.index(),
        };
        // Each after the number of its values: 3^30 * 2 * 13 * 13 * 61 < 2^62.
        let hands = u64::from(self.own.hand) * u64::from(STONES + 1) + u64::from(self.foe.hand);
        let sides = (board * 2 + self.to_move.index() as u64) * u64::from(STONES + 1).pow(2) + hands;
        mix(0, sides * u64::from(2 * CELLS + 1) + u64::from(phase))
    }

    fn count_turns(&self, limit: u64) -> u64 {
        self.count(limit)
    }

    fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        self.pick(rng).map(|change| self.decision(change))
    }

    #[inline(always)]
    fn play_random(&mut self, rng: &mut Rng) -> bool {
        let change = self.pick(rng);
        if let Some(change) = change {
            self.apply(change);
        }
        change.is_some()
    }

    const METHOD: Method = Method::AlphaBeta;
    const LEVELS: [Strength; LEVELS] = [
        Strength::alpha_beta(1, 1, 400),
        Strength::alpha_beta(1, 1, 150),
        Strength::alpha_beta(1, 1, 30),
        Strength::alpha_beta(2, 150, 50),
        Strength::alpha_beta(2, 300, 15),
        Strength::alpha_beta(3, 2_000, 1),
        Strength::alpha_beta(4, 6_000, 1),
        Strength::alpha_beta(5, 10_000, 1),
        Strength::alpha_beta(7, 15_000, 1).with_tables(),
    ];

    const WEIGHTS: &'static [i32] = &eval::WEIGHTS;
    const JUDGEMENTS: &'static [&'static str] = &eval::NAMES;

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

    fn prepare() {
        endgame::unpack();
    }

    #[inline]
    fn known(&self) -> Option<Known> {
        self.solved()
    }
}

#[cfg(test)]
mod key_tests {
    use super::*;
    use crate::notation::Notation;

    /// Positions that differ in little, in turn in each part of the key.
    #[test]
    fn no_two_positions_share_a_key() {
        let mut keys = std::collections::HashSet::new();
        let mut count = 0;
        for board in ["6/6/2w3/6/b5", "6/6/2w3/6/6", "6/6/2w3/6/w5", "b5/6/2w3/6/6", "5b/6/2w3/6/6", "6/6/2b3/6/b5"] {
            for side in ["w", "b"] {
                for hands in ["0 5", "5 0", "1 5", "0 6", "0 0"] {
                    let position =
                        Yote::parse_position(&format!("{board} {side} {hands}"), YoteRules::default()).unwrap();
                    for phase in [Phase::Start, Phase::Bonus(Cell::of_bit(0)), Phase::Bonus(Cell::of_bit(29))] {
                        keys.insert(Yote { phase, ..position.clone() }.key());
                        count += 1;
                    }
                    let phase = Phase::Jumping(Cell::of_bit(0));
                    keys.insert(Yote { phase, ..position }.key());
                    count += 1;
                }
            }
        }
        assert_eq!(keys.len(), count);
    }
}
