//! Decisions (rules: A turn): finding them set-wise, counting them, making them.

use std::ops::ControlFlow;

use super::board::{BOARD, Cell, OFFSETS, Set, Span, cells, look};
use super::groups::{entangled, far_after, legal_squares};
use super::{Passed, Phase, Ponte};
use crate::bits::Choice;
use crate::notation::Colour;
use crate::rng::Rng;

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The lower of the two stones.
    First(Cell),
    /// The other one.
    Second(Cell),
    /// A bridge.
    Bridge(Span),
    /// The second seat chooses a colour.
    Choose(Colour),
    /// Nothing, since two stones cannot be placed.
    Pass,
}

/// A set of squares as two words.
#[inline]
fn words(set: Set) -> [u64; 2] {
    [set as u64, (set >> 64) as u64]
}

impl Ponte {
    /// The squares on which the side to move may place one stone, not asking whether two can be placed.
    pub(super) fn singles(&self, colour: Colour) -> Set {
        legal_squares(self.stones_of(colour), self.free())
    }

    pub(super) fn free(&self) -> Set {
        BOARD & !(self.stones[0] | self.stones[1] | self.under)
    }

    /// Whether the supply holds two more stones of a colour.
    pub(super) fn has_two_tiles(&self, colour: Colour) -> bool {
        self.rules.tiles == 0 || self.stones_of(colour).count_ones() + 2 <= u32::from(self.rules.tiles)
    }

    pub(super) fn has_a_bridge_tile(&self) -> bool {
        self.rules.bridges == 0 || self.bridge_count() < u32::from(self.rules.bridges)
    }

    /// The squares on which a second stone may stand beside a first one, both orders.
    pub(super) fn partners(&self, colour: Colour, first: Cell) -> Set {
        legal_squares(self.stones_of(colour) | first.bit(), self.free() & !first.bit())
    }

    /// Whether a stone on `first`, one of `singles`, has a partner above it. Most squares are told by looking for one that has nothing to do
    /// with it, `entangled` being the squares near own stones.
    fn has_partner(&self, colour: Colour, first: Cell, singles: Set, entangled: Set) -> bool {
        let above = singles & first.above();
        if above == 0 {
            return false;
        }
        first.bit() & entangled == 0
            || above & !entangled != 0
            || above & far_after(first) != 0
            || self.partners(colour, first) & first.above() != 0
    }

    /// The squares for the lower stone of a turn.
    fn firsts(&self, colour: Colour) -> Set {
        if !self.has_two_tiles(colour) {
            return 0;
        }
        let singles = self.singles(colour);
        let entangled = entangled(self.stones_of(colour));
        let paired = |cell: &Cell| self.has_partner(colour, *cell, singles, entangled);
        cells(singles).filter(paired).fold(0, |set, cell| set | cell.bit())
    }

    /// Whether a colour can place two stones.
    pub(super) fn can_place_two(&self, colour: Colour) -> bool {
        if !self.has_two_tiles(colour) {
            return false;
        }
        let singles = self.singles(colour);
        let entangled = entangled(self.stones_of(colour));
        cells(singles).any(|cell| self.has_partner(colour, cell, singles, entangled))
    }

    /// The lower ends of the bridges of each shape that a colour can build.
    pub(super) fn spans(&self, colour: Colour) -> [Set; 8] {
        if !self.has_a_bridge_tile() {
            return [0; 8];
        }
        let own = self.stones_of(colour) & !self.ends;
        let stones = self.stones[0] | self.stones[1];
        let mut spans = [0; 8];
        for ((span, offsets), crossed) in spans.iter_mut().zip(&OFFSETS).zip(&self.crossed) {
            let [a, b] = offsets.under;
            let joined = own & look(own, offsets.upper) & offsets.lowers;
            if joined != 0 {
                *span = joined & !look(stones, a) & !look(stones, b) & !crossed;
            }
        }
        spans
    }

    pub(super) fn can_build(&self, colour: Colour) -> bool {
        self.spans(colour).iter().any(|&lowers| lowers != 0)
    }

    pub(super) fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.phase {
            Phase::Choice => {
                visit(Move::Choose(Colour::Black))?;
                visit(Move::Choose(Colour::White))
            }
            Phase::Second(first) => {
                cells(self.partners(self.turn, first) & first.above()).try_for_each(|cell| visit(Move::Second(cell)))
            }
            Phase::Start if self.is_ended() => ControlFlow::Continue(()),
            Phase::Start => {
                let firsts = self.firsts(self.turn);
                cells(firsts).try_for_each(|cell| visit(Move::First(cell)))?;
                let mut built = false;
                for (shape, lowers) in self.spans(self.turn).into_iter().enumerate() {
                    built |= lowers != 0;
                    cells(lowers).try_for_each(|lower| visit(Move::Bridge(Span::new(lower, shape))))?;
                }
                // Dark without anything to do has no pass: the game is over (rules: End).
                if firsts == 0 && (built || self.turn == Colour::White) {
                    return visit(Move::Pass);
                }
                ControlFlow::Continue(())
            }
        }
    }

    /// The number of ways to place two stones.
    fn count_pairs(&self, colour: Colour) -> u64 {
        if !self.has_two_tiles(colour) {
            return 0;
        }
        let singles = self.singles(colour);
        let near = singles & entangled(self.stones_of(colour));
        let count = u64::from(singles.count_ones());
        let mut pairs = count * count.saturating_sub(1) / 2;
        // Only pairs of squares near own stones can spoil each other.
        for cell in cells(near) {
            let others = near & cell.above() & !far_after(cell);
            if others != 0 {
                pairs -= u64::from((others & !self.partners(colour, cell)).count_ones());
            }
        }
        pairs
    }

    pub(super) fn count(&self) -> u64 {
        match self.phase {
            Phase::Choice => 2,
            _ if self.is_ended() => 0,
            _ => {
                let pairs = self.count_pairs(self.turn);
                let bridges: u64 = self.spans(self.turn).iter().map(|lowers| u64::from(lowers.count_ones())).sum();
                let pass = pairs == 0 && (bridges > 0 || self.turn == Colour::White);
                pairs + bridges + u64::from(pass)
            }
        }
    }

    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        match mv {
            Move::First(cell) => self.phase = Phase::Second(cell),
            Move::Second(cell) => {
                if let Phase::Second(first) = self.phase {
                    self.stones[self.turn.index()] |= first.bit() | cell.bit();
                }
                self.end_turn();
            }
            Move::Bridge(span) => {
                self.add_bridge(span);
                self.end_turn();
            }
            Move::Choose(colour) => {
                self.first_seat = Some(colour.other());
                self.phase = Phase::Start;
                self.turn = Colour::Black;
            }
            Move::Pass => {
                self.passed = if self.turn == Colour::White { Passed::Light } else { Passed::Dark };
                self.end_turn();
            }
        }
    }

    /// Lays a bridge and notes what it bars.
    pub(super) fn add_bridge(&mut self, span: Span) {
        self.bridges[span.shape()] |= span.lower().bit();
        self.ends |= span.ends();
        self.under |= span.under();
        span.for_each_crossing(|shape, lower| self.crossed[shape & 7] |= lower.bit());
    }

    #[inline]
    pub(super) fn pick_random(&self, rng: &mut Rng) -> Option<Move> {
        match self.phase {
            Phase::Choice => Some(Move::Choose(if rng.below(2) == 0 { Colour::Black } else { Colour::White })),
            Phase::Second(first) => {
                let seconds = Choice::new(words(self.partners(self.turn, first) & first.above()));
                Some(Move::Second(nth(&seconds, rng.below(seconds.count()))))
            }
            Phase::Start if self.is_ended() => None,
            Phase::Start => self.pick_first(rng),
        }
    }

    #[inline]
    fn pick_first(&self, rng: &mut Rng) -> Option<Move> {
        let spans = self.spans(self.turn);
        let bridges: u32 = if spans == [0; 8] { 0 } else { spans.iter().map(|lowers| lowers.count_ones()).sum() };
        let singles = if self.has_two_tiles(self.turn) { self.singles(self.turn) } else { 0 };
        let entangled = entangled(self.stones_of(self.turn));
        // A square without a partner is struck out and another one drawn, which leaves those that remain equally likely.
        let mut open = singles;
        loop {
            let squares = Choice::new(words(open));
            let n = rng.below(squares.count() + bridges);
            if n < squares.count() {
                let cell = nth(&squares, n);
                if self.has_partner(self.turn, cell, singles, entangled) {
                    return Some(Move::First(cell));
                }
                open &= !cell.bit();
            } else if bridges > 0 {
                return self.pick_bridge(spans, n - squares.count(), open, singles, entangled, rng);
            } else {
                return (self.turn == Colour::White).then_some(Move::Pass);
            }
        }
    }

    /// A bridge has been drawn, the `n`-th; where no two stones can be placed a pass would have been as likely.
    fn pick_bridge(
        &self,
        spans: [Set; 8],
        mut n: u32,
        open: Set,
        singles: Set,
        entangled: Set,
        rng: &mut Rng,
    ) -> Option<Move> {
        let placeable = cells(open).any(|cell| self.has_partner(self.turn, cell, singles, entangled));
        let bridges: u32 = spans.iter().map(|lowers| lowers.count_ones()).sum();
        if !placeable {
            n = rng.below(bridges + 1);
            if n == bridges {
                return Some(Move::Pass);
            }
        }
        for (shape, lowers) in spans.into_iter().enumerate() {
            let lower = cells(lowers).nth(n as usize);
            if let Some(lower) = lower {
                return Some(Move::Bridge(Span::new(lower, shape)));
            }
            n -= lowers.count_ones();
        }
        None
    }
}

#[inline]
fn nth(choice: &Choice<2>, n: u32) -> Cell {
    let (word, bit) = choice.nth(n);
    Cell::new((64 * word as u32 + bit) as u8)
}
