//! Écoute-moi!: one runner, walked by both sides, leaves stones behind it; a side wins when stones join its two edges of the board.
//!
//! An action (announcing, moving, the complementary move) is a turn of one decision. The sides take turns action by action, so that
//! the announcer changes from cycle to cycle (rules: A cycle).

mod board;
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

use self::board::Squares;
use self::groups::Groups;
use crate::game::{Features, Game, LEVELS, Method, Outcome, Player, RuleOption, RuleValues, Rules, Strength};
use crate::geometry::{Size, Square};
use crate::notation::Colour;
use crate::rng::{Rng, mix};

pub use board::Cell;
pub use moves::{Announcement, Demand, Distances, Line, Move, Number};
pub use notation::{Invalid, PutAndMove, Refusal, Written};

/// Files and ranks of the board.
const SIDE: u8 = 13;
const SIZE: Size = Size::new(SIDE, SIDE);

/// The square on which the runner starts.
const CENTRE: Cell = Cell::new(Square::new(SIDE / 2, SIDE / 2));

/// Which stones are adjacent (rules: End).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Chain {
    /// In any of the eight directions.
    #[default]
    Eight,
    /// Along ranks and diagonals only, as the game's text has it.
    Literal,
}

/// The rule options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EcouteMoiRules {
    chain: Chain,
}

impl Rules for EcouteMoiRules {
    const OPTIONS: &'static [RuleOption<Self>] = &[RuleOption {
        name: "chain",
        about: "how stones of a chain are adjacent: in all eight directions, or never vertically as the text literally says",
        values: RuleValues::Words(&["eight", "literal"]),
        get: |rules| rules.chain as u8,
        set: |rules, value| rules.chain = if value == 0 { Chain::Eight } else { Chain::Literal },
    }];
}

/// Which action of the cycle is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Announcing.
    Announce,
    /// The move that the announcement asks for.
    Move(Announcement),
    /// The complementary move, after a move of this many squares.
    Complement(Announcement, u8),
}

/// A position of Écoute-moi!.
#[derive(Clone, Copy, Debug)]
pub struct EcouteMoi {
    /// The squares of the board without a stone, the runner's among them.
    free: Squares,
    /// The groups that the stones form.
    groups: Groups,
    runner: Cell,
    to_move: Colour,
    phase: Phase,
    /// Whether White's and whether Black's sides are joined.
    joined: [bool; 2],
    rules: EcouteMoiRules,
}

/// Positions are equal when players see no difference; the groups follow from the stones.
impl PartialEq for EcouteMoi {
    fn eq(&self, other: &Self) -> bool {
        self.free == other.free
            && self.runner == other.runner
            && self.to_move == other.to_move
            && self.phase == other.phase
            && self.rules == other.rules
    }
}

impl Eq for EcouteMoi {}

impl EcouteMoi {
    /// A board without stones.
    fn empty(runner: Cell, to_move: Colour, phase: Phase, rules: EcouteMoiRules) -> Self {
        EcouteMoi { free: Squares::BOARD, groups: Groups::NONE, runner, to_move, phase, joined: [false; 2], rules }
    }

    #[inline]
    fn put_stone(&mut self, at: Cell) {
        let sides = self.groups.add(at, &self.free, self.rules.chain);
        self.free.remove(at);
        let has = |both: u8| sides & both == both;
        self.joined[0] |= has(groups::TOP | groups::BOTTOM);
        self.joined[1] |= has(groups::LEFT | groups::RIGHT);
    }

    /// Whether a chain has ended the game.
    #[inline]
    fn is_joined(&self) -> bool {
        self.joined != [false; 2]
    }

    /// Whether the side to move should announce and cannot, which the rules foresee where stones do not hang together vertically (rules:
    /// Cases the text does not name). Otherwise, as long as no chain joins two sides, a way of free squares, step by step, joins the other two.
    /// No such position is known: with no two free squares one above the other, a stone always has another in the next file to
    /// hang together with, and Black's sides are joined.
    #[inline]
    fn is_speechless(&self) -> bool {
        self.rules.chain == Chain::Literal
            && self.phase == Phase::Announce
            && Line::ALL.iter().all(|&line| self.lower_ends(line, 1).is_empty())
    }
}

impl Game for EcouteMoi {
    type Move = Move;
    type Rules = EcouteMoiRules;

    fn start(rules: EcouteMoiRules) -> Self {
        EcouteMoi::empty(CENTRE, Colour::White, Phase::Announce, rules)
    }

    fn rules(&self) -> EcouteMoiRules {
        self.rules
    }

    fn to_move(&self) -> Player {
        self.to_move.usual_seat()
    }

    /// Never: every action is a turn.
    fn in_turn(&self) -> bool {
        false
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = match self.joined {
            [true, false] => Colour::White,
            [false, true] => Colour::Black,
            // The side that made the action loses: the other one is to move now.
            [true, true] => self.to_move,
            [false, false] if self.is_speechless() => self.to_move.other(),
            [false, false] => return None,
        };
        Some(Outcome::Win(winner.usual_seat()))
    }

    /// Never asked before the end: every cycle adds a stone, so that no position comes twice.
    fn settle(&self) -> Outcome {
        self.outcome().unwrap_or(Outcome::Draw)
    }

    fn for_each_move<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_moves(visit)
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.make(mv);
    }

    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Announce => 0,
            Phase::Move(announcement) => 0x10 | announcement.index(),
            Phase::Complement(announcement, distance) => usize::from(distance) << 8 | 0x20 | announcement.index(),
        };
        let rest = phase << 16 | self.to_move.index() << 8 | self.runner.index();
        self.free.0.iter().fold(mix(0, rest as u64), |key, &word| mix(key, word))
    }

    fn count_turns(&self, _: u64) -> u64 {
        u64::from(self.count_moves())
    }

    fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        self.pick_random(rng)
    }

    const METHOD: Method = Method::AlphaBeta;
    const LEVELS: [Strength; LEVELS] = [
        Strength::alpha_beta(1, 1, 400),
        Strength::alpha_beta(1, 1, 1),
        Strength::alpha_beta(2, 100, 80),
        Strength::alpha_beta(2, 300, 1),
        Strength::alpha_beta(3, 600, 1),
        Strength::alpha_beta(4, 1_200, 1),
        Strength::alpha_beta(5, 2_000, 1),
        Strength::alpha_beta(8, 5_000, 1),
        Strength::alpha_beta(32, 15_000, 1),
    ];

    const WEIGHTS: &'static [i32] = &eval::WEIGHTS;
    const JUDGEMENTS: &'static [&'static str] = &eval::NAMES;

    fn features(&self) -> Features {
        self.judgements()
    }
}
