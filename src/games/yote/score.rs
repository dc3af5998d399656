//! The ends of a game (rules: End, checked after every turn in this order).

use std::cmp::Ordering;

use super::{FEW, Yote};
use crate::game::Outcome;

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
    #[inline(always)]
    pub(super) fn ending_on_stones(&self) -> Option<Ending> {
        let (own, foe) = (self.own.left, self.foe.left);
        if own == 0 || foe == 0 {
            return Some(Ending { outcome: self.most_wins(own, foe), reason: "no-stones" });
        }
        if own <= FEW && foe <= FEW && !self.anyone_can_capture() {
            return Some(Ending { outcome: Outcome::Draw, reason: "few-stones" });
        }
        None
    }

    /// End 3: nobody can do anything.
    fn ending_without_action(&self) -> Option<Ending> {
        if self.anyone_can_act() {
            return None;
        }
        let outcome = self.most_wins(self.own.on_board(), self.foe.on_board());
        Some(Ending { outcome, reason: "no-action" })
    }

    /// The side with the most of something wins.
    fn most_wins(&self, own: u8, foe: u8) -> Outcome {
        match own.cmp(&foe) {
            Ordering::Greater => Outcome::Win(self.to_move.usual_seat()),
            Ordering::Less => Outcome::Win(self.to_move.other().usual_seat()),
            Ordering::Equal => Outcome::Draw,
        }
    }
}
