//! Decisions (rules: A turn, End): finding them set-wise, counting them, making them.

use std::ops::ControlFlow;

use super::bits::{Set, above, bit, count, count_all, far_above, lowest, nth, squares};
use super::bridges::{Bridge, SHAPES};
use super::{Phase, Ponte, SIDE, groups};
use crate::geometry::Square;
use crate::notation::Colour;
use crate::rng::Rng;

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The lower stone of a pair.
    First(Square),
    /// The higher stone of a pair.
    Second(Square),
    /// A bridge.
    Bridge {
        /// Its lower end.
        from: Square,
        /// Its higher end.
        to: Square,
    },
    /// Neither stones nor a bridge.
    Pass,
    /// The second seat takes this colour.
    Choose(Colour),
}

/// Squares of the board.
const SQUARES: u16 = SIDE as u16 * SIDE as u16;

/// Differences between the ends of a bridge: up to two files on, two ranks up or down.
const SPANS: u16 = 3 * 5;

/// Kinds of decisions, see [`Move::kind`].
pub(super) const KINDS: usize = (SQUARES as usize) * (1 + SPANS as usize);

impl Move {
    /// What the decision does: a stone on a square, the first or the second alike, or a bridge. Below [`KINDS`].
    pub(super) fn kind(self) -> Option<u16> {
        let number = |at: Square| u16::from(at.file) * u16::from(SIDE) + u16::from(at.rank);
        match self {
            Move::First(at) | Move::Second(at) => Some(number(at)),
            Move::Bridge { from, to } => {
                let (files, ranks) = (to.file.wrapping_sub(from.file), (to.rank + 2).wrapping_sub(from.rank));
                Some(SQUARES + number(from) * SPANS + u16::from(files % 3) * 5 + u16::from(ranks % 5))
            }
            Move::Pass | Move::Choose(_) => None,
        }
    }
}

impl Ponte {
    /// Whether the colour's stock has the stones of one turn.
    #[inline]
    pub(super) fn has_stones(&self, colour: Colour) -> bool {
        self.rules.tiles == 0 || self.stones_left(colour) >= 2
    }

    /// Stones of this colour in stock, with limited stones.
    pub(super) fn stones_left(&self, colour: Colour) -> u32 {
        u32::from(self.rules.tiles).saturating_sub(count(self.stones[colour.index()]))
    }

    /// Bridges in stock, with limited bridges.
    pub(super) fn bridges_left(&self) -> u32 {
        u32::from(self.rules.bridges).saturating_sub(count(self.bridges.ends) / 2)
    }

    /// The squares on which the colour may place a stone, were it not for the second one. Asked for between turns.
    #[inline]
    pub(super) fn places(&self, colour: Colour) -> Set {
        if self.has_stones(colour) { self.room[colour.index()] } else { 0 }
    }

    /// The lower ends of the bridges that the side to move may build, by shape.
    #[inline]
    pub(super) fn open_bridges(&self) -> [Set; SHAPES] {
        if self.rules.bridges != 0 && self.bridges_left() == 0 {
            return [0; SHAPES];
        }
        self.bridges.open(self.stones[self.turn.index()], self.stones[0] | self.stones[1])
    }

    /// The squares above `first` that may take the second stone of this colour's pair.
    #[inline]
    fn partners(&self, colour: Colour, places: Set, first: Square) -> Set {
        groups::room(self.stones[colour.index()] | bit(first), places & above(first))
    }

    /// Whether a stone on `first` leaves a square for the second. Where squares out of its reach are left, the answer is cheap.
    #[inline]
    fn has_partner(&self, colour: Colour, places: Set, first: Square) -> bool {
        let (own, seconds) = (self.stones[colour.index()], places & above(first));
        seconds & far_above(first) != 0
            || seconds & !groups::reach(own, bit(first)) != 0
            || groups::room(own | bit(first), seconds) != 0
    }

    /// The squares for the first stone of a pair.
    fn firsts(&self, colour: Colour) -> impl Iterator<Item = Square> {
        let places = self.places(colour);
        squares(places).filter(move |&first| self.has_partner(colour, places, first))
    }

    /// The squares for the second stone, once the first is placed.
    fn seconds(&self, first: Square) -> Set {
        self.partners(self.turn, self.room[self.turn.index()], first)
    }

    /// A pair of stones that the colour can place, if it can place two at all.
    pub(super) fn some_pair(&self, colour: Colour) -> Option<(Square, Square)> {
        let first = self.firsts(colour).next()?;
        let second = lowest(self.partners(colour, self.places(colour), first))?;
        Some((first, second))
    }

    /// Whether the colour can place two stones.
    #[inline]
    pub(super) fn can_place(&self, colour: Colour) -> bool {
        self.firsts(colour).next().is_some()
    }

    /// Whether the game is over, between turns (rules: End).
    pub(super) fn is_over(&self) -> bool {
        match (self.passed, self.turn) {
            (Some(Colour::Black), _) | (Some(Colour::White), Colour::White) => true,
            (None, Colour::White) => false,
            (_, Colour::Black) => !self.can_place(Colour::Black) && self.open_bridges() == [0; SHAPES],
        }
    }

    pub(super) fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.phase {
            Phase::Choice => {
                visit(Move::Choose(Colour::Black))?;
                visit(Move::Choose(Colour::White))
            }
            Phase::Placed(first) => squares(self.seconds(first)).try_for_each(|at| visit(Move::Second(at))),
            Phase::Turn if self.is_over() => ControlFlow::Continue(()),
            Phase::Turn => {
                let mut can_place = false;
                for first in self.firsts(self.turn) {
                    can_place = true;
                    visit(Move::First(first))?;
                }
                for (shape, lower) in self.open_bridges().into_iter().enumerate() {
                    squares(lower).try_for_each(|lower| visit(bridge(shape, lower)))?;
                }
                if can_place { ControlFlow::Continue(()) } else { visit(Move::Pass) }
            }
        }
    }

    /// The number of legal turns.
    pub(super) fn count(&self) -> u64 {
        match self.phase {
            Phase::Choice => 2,
            Phase::Placed(first) => u64::from(count(self.seconds(first))),
            Phase::Turn if self.passed == Some(self.turn) || self.passed == Some(Colour::Black) => 0,
            Phase::Turn => {
                let pairs = groups::count_pairs(self.stones[self.turn.index()], self.places(self.turn));
                let bridges = u64::from(count_all(&self.open_bridges()));
                // A dark side that can do neither has lost its turn, and the game is over.
                let pass = pairs == 0 && (bridges > 0 || self.turn == Colour::White);
                pairs + bridges + u64::from(pass)
            }
        }
    }

    pub(super) fn make(&mut self, mv: Move) {
        match mv {
            Move::First(at) => {
                self.put_stone(at);
                self.phase = Phase::Placed(at);
                return;
            }
            Move::Second(at) => {
                self.put_stone(at);
                // More stones never make a square legal.
                let own = self.turn.index();
                self.room[own] = groups::room(self.stones[own], self.room[own]);
                if self.first_seat.is_none() {
                    self.phase = Phase::Choice;
                    self.turn = Colour::Black;
                    return;
                }
            }
            Move::Bridge { from, to } => {
                if let Some(bridge) = Bridge::between(from, to) {
                    self.bridges.add(bridge);
                    self.room = self.room.map(|room| room & !self.bridges.under);
                }
            }
            // When Dark passes in the turn that Light's pass has left it, only Dark's pass is remembered: both end the game.
            Move::Pass => self.passed = Some(self.turn),
            Move::Choose(second) => {
                self.first_seat = Some(second.other());
                self.phase = Phase::Turn;
                return;
            }
        }
        self.phase = Phase::Turn;
        self.turn = self.turn.other();
    }

    pub(super) fn pick_random(&self, rng: &mut Rng) -> Option<Move> {
        match self.phase {
            Phase::Choice => Some(Move::Choose(if rng.below(2) == 0 { Colour::Black } else { Colour::White })),
            Phase::Placed(first) => self.pick_second(rng, first),
            Phase::Turn => self.pick_turn(rng),
        }
    }

    /// Draws among all squares where a stone may stand, and again when the drawn one leaves no square for a second stone: so
    /// only squares that are drawn need be looked at closely.
    fn pick_turn(&self, rng: &mut Rng) -> Option<Move> {
        if self.passed.is_some_and(|passed| passed == self.turn || passed == Colour::Black) {
            return None;
        }
        let open = self.open_bridges();
        let bridges = count_all(&open);
        let places = self.places(self.turn);
        if places == 0 || !self.can_place(self.turn) {
            return match bridges {
                // Dark has no turn left, Light passes.
                0 => (self.turn == Colour::White).then_some(Move::Pass),
                _ => Some(nth_bridge(&open, rng.below(bridges + 1)).unwrap_or(Move::Pass)),
            };
        }
        let stones = count(places);
        loop {
            let drawn = rng.below(stones + bridges);
            if drawn >= stones {
                return nth_bridge(&open, drawn - stones);
            }
            let first = nth(places, drawn);
            if self.has_partner(self.turn, places, first) {
                return Some(Move::First(first));
            }
        }
    }

    /// Draws among the squares that the turn began with; only when that one is within reach of the first stone it has to be seen what
    /// they spoil.
    fn pick_second(&self, rng: &mut Rng, first: Square) -> Option<Move> {
        let places = self.room[self.turn.index()] & above(first);
        if places == 0 {
            return None;
        }
        let at = nth(places, rng.below(count(places)));
        let own = self.stones[self.turn.index()];
        if bit(at) & far_above(first) != 0 || bit(at) & groups::reach(own, bit(first)) == 0 {
            return Some(Move::Second(at));
        }
        let seconds = self.seconds(first);
        if bit(at) & seconds != 0 {
            return Some(Move::Second(at));
        }
        (seconds != 0).then(|| Move::Second(nth(seconds, rng.below(count(seconds)))))
    }
}

fn bridge(shape: usize, lower: Square) -> Move {
    let bridge = Bridge::from_lower(shape, lower);
    Move::Bridge { from: bridge.lower, to: bridge.upper }
}

fn nth_bridge(open: &[Set; SHAPES], mut n: u32) -> Option<Move> {
    for (shape, &lower) in open.iter().enumerate() {
        let here = count(lower);
        if n < here {
            return Some(bridge(shape, nth(lower, n)));
        }
        n -= here;
    }
    None
}
