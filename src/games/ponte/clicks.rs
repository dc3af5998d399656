//! Turns as clicked points, and what a board of plain stones does not show.

use std::ops::ControlFlow;

use super::bits::{Set, bit, squares};
use super::moves::Move;
use super::{Phase, Ponte, groups};
use crate::clicks::{Click, Clicks, Mark, Path, for_each_click_of_decisions, pass, path};
use crate::game::Game;
use crate::geometry::Square;
use crate::notation::Colour;

/// The backgrounds of squares under a bridge of Light and of Dark.
const UNDER: [&str; 2] = ["#f0e4b8", "#a07848"];

impl Ponte {
    /// The squares that may take the other stone of a pair.
    fn partners_of(&self, one: Square) -> Set {
        groups::room(self.stones_of(self.turn) | bit(one), self.places(self.turn) & !bit(one))
    }

    /// The two stones of Light between which the second seat chooses, the lower one first.
    fn choice_squares(&self) -> Vec<Square> {
        squares(self.stones_of(Colour::White)).collect()
    }

    /// The first click of a turn: one of two stones, one end of a bridge, or a pass.
    fn for_each_first_click<B>(&self, mut visit: impl FnMut(Click, &[Move]) -> ControlFlow<B>) -> ControlFlow<B> {
        self.for_each_move(|mv| match mv {
            Move::Bridge { from, to } => {
                visit(Click::On(from), &[])?;
                visit(Click::On(to), &[])
            }
            Move::Pass => visit(Click::Pass, &[mv]),
            // Seen to below.
            _ => ControlFlow::Continue(()),
        })?;
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        squares(self.places(self.turn))
            .filter(|&at| self.partners_of(at) != 0)
            .try_for_each(|at| visit(Click::On(at), &[]))
    }

    /// The second click of a turn that began on `first`.
    fn for_each_second_click<B>(
        &self,
        first: Square,
        mut visit: impl FnMut(Click, &[Move]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.stones_of(self.turn) & bit(first) == 0 {
            return squares(self.partners_of(first)).try_for_each(|second| {
                let (low, high) = (first.min(second), first.max(second));
                visit(Click::On(second), &[Move::First(low), Move::Second(high)])
            });
        }
        self.for_each_move(|mv| match mv {
            Move::Bridge { from, to } if from == first => visit(Click::On(to), &[mv]),
            Move::Bridge { from, to } if to == first => visit(Click::On(from), &[mv]),
            _ => ControlFlow::Continue(()),
        })
    }
}

impl Clicks for Ponte {
    /// Two stones are their squares and a bridge is its ends, both in either order. The choice of a colour is a click on one of Light's two stones,
    /// where neither side can place a stone next.
    fn clicks(&self, _: &[Move], mv: Move) -> Path {
        match mv {
            Move::First(at) | Move::Second(at) => path([at]),
            Move::Bridge { from, to } => path([from, to]),
            Move::Pass => pass(),
            Move::Choose(colour) => {
                self.choice_squares().get(colour.index()).map(|&at| Click::On(at)).into_iter().collect()
            }
        }
    }

    fn label(&self, mv: Move) -> Option<&'static str> {
        match mv {
            Move::Choose(Colour::White) => Some("light"),
            Move::Choose(Colour::Black) => Some("dark"),
            _ => None,
        }
    }

    fn for_each_click<B>(
        &self,
        made: &[Move],
        open: &[Click],
        visit: impl FnMut(Click, &[Move]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match (self.phase, open) {
            (Phase::Turn, []) => self.for_each_first_click(visit),
            (Phase::Turn, &[Click::On(first)]) => self.for_each_second_click(first, visit),
            _ => for_each_click_of_decisions(self, made, open, visit),
        }
    }

    fn stone_on(&self, at: Square) -> Option<Colour> {
        self.owner(bit(at))
    }

    /// Bridges are numbered: the number stands on both ends.
    fn marks(&self) -> Vec<Mark> {
        let marks_of = |(number, bridge): (usize, super::Bridge)| {
            let owner = self.owner(bit(bridge.lower)).unwrap_or(Colour::White);
            let tints = squares(bridge.under()).map(move |at| Mark::Tint(at, UNDER[owner.index()]));
            let ends = [bridge.lower, bridge.upper].map(|at| Mark::Label(at, (number + 1).to_string()));
            tints.chain(ends).collect::<Vec<_>>()
        };
        self.bridges.iter().enumerate().flat_map(marks_of).collect()
    }

    fn note(&self) -> String {
        let [light, dark] = [Colour::White, Colour::Black].map(|colour| self.tally(colour).points);
        format!("{}; points: light {light}, dark {dark}", self.turn_note())
    }
}
