//! The ends of a game (rules: End, checked after every turn in this order).

use std::cmp::Ordering;

use super::{FEW, Yote};
use crate::game::{Outcome, Player};
use crate::notation::Colour;

/// How a position ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    pub(super) outcome: Outcome,
    /// One word for it.
    pub(super) reason: &'static str,
}

impl Yote {
    /// The end that this position is, between turns.
    pub(super) fn ending(&self) -> Option<Ending> {
        self.ending_on_stones().or_else(|| self.ending_without_action())
    }

    /// Ends 1 and 2: by the stones that are left.
    #[inline]
    pub(super) fn ending_on_stones(&self) -> Option<Ending> {
        let [none_white, none_black] = [Colour::White, Colour::Black].map(|colour| self.has_at_most(colour, 0));
        if none_white || none_black {
            let outcome = match (none_white, none_black) {
                (true, true) => Outcome::Draw,
                (false, _) => Outcome::Win(Player::First),
                (true, false) => Outcome::Win(Player::Second),
            };
            return Some(Ending { outcome, reason: "no-stones" });
        }
        let few = |colour| self.has_at_most(colour, FEW);
        if few(Colour::White) && few(Colour::Black) && !self.anyone_can_capture() {
            return Some(Ending { outcome: Outcome::Draw, reason: "few-stones" });
        }
        None
    }

    /// Whether a side has at most so many stones left; without counting them all.
    #[inline]
    pub(super) fn has_at_most(&self, colour: Colour, most: u32) -> bool {
        let Some(on_board) = most.checked_sub(u32::from(self.hand_of(colour))) else { return false };
        let stones = self.stones_of(colour);
        (0..on_board).fold(stones, |left, _| left & left.wrapping_sub(1)) == 0
    }

    /// End 3: nobody can do anything.
    fn ending_without_action(&self) -> Option<Ending> {
        if self.anyone_can_act() {
            return None;
        }
        let [white, black] = [Colour::White, Colour::Black].map(|colour| self.stones_of(colour).count_ones());
        let outcome = match white.cmp(&black) {
            Ordering::Greater => Outcome::Win(Player::First),
            Ordering::Less => Outcome::Win(Player::Second),
            Ordering::Equal => Outcome::Draw,
        };
        Some(Ending { outcome, reason: "no-action" })
    }
}
