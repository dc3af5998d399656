//! What a leaf of the tree is worth.

use super::{Judge, Search, result_of};
use crate::game::{Game, Player};
use crate::search::playout::{guided_playout, playout};
use crate::search::winrate_of;

impl<G: Game> Search<'_, G> {
    /// What the position is worth for the first seat.
    pub(super) fn judge(&mut self, position: G) -> f64 {
        match self.judge {
            Judge::Playout => {
                let playout = playout(position, &mut self.rng);
                self.positions += u64::from(playout.moves);
                result_of(playout.outcome)
            }
            Judge::Evaluation => self.evaluate(position),
            Judge::Guided => self.play_guided(position),
        }
    }

    /// The game's evaluation, after the turn has been completed at random.
    fn evaluate(&mut self, mut position: G) -> f64 {
        while position.in_turn() {
            let Some(mv) = position.random_move(&mut self.rng) else { break };
            position.play_unchecked(mv);
            self.positions += 1;
        }
        if let Some(outcome) = position.outcome() {
            return result_of(outcome);
        }
        let value = winrate_of(self.budget.seen(position.evaluate()));
        if position.to_move() == Player::First { value } else { 1.0 - value }
    }

    /// The result of a guided game.
    fn play_guided(&mut self, position: G) -> f64 {
        let later = &mut self.later;
        let playout = guided_playout(position, &mut self.rng, |player, mv| later.note(player, G::amaf(mv)));
        self.positions += u64::from(playout.moves);
        result_of(playout.outcome)
    }
}
