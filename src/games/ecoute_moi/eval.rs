//! What a position is worth before it is decided.

use super::{EcouteMoi, Phase};
use crate::game::Features;

/// Fitted to games of the engine against itself (`scripts/tune`).
pub(super) const WEIGHTS: [i32; 8] = [25, 3, -5, 8, 156, -151, 0, 2];

/// What the weights weigh.
pub(super) const NAMES: [&str; WEIGHTS.len()] = [
    "fewer stones needed",
    "the announcement",
    "the move",
    "the complementary move",
    "one stone from joining",
    "the enemy one stone from joining",
    "fewer stones needed, to announce",
    "fewer stones needed, to complement",
];

impl EcouteMoi {
    pub(super) fn judgements(&self) -> Features {
        let own = self.needs(self.to_move) as i32;
        let foe = self.needs(self.to_move.other()) as i32;
        let phase = match self.phase {
            Phase::Announce => 0,
            Phase::Move(_) => 1,
            Phase::Complement(..) => 2,
        };
        let is = |n| i32::from(phase == n);
        [
            foe - own,
            is(0),
            is(1),
            is(2),
            i32::from(own == 1),
            i32::from(foe == 1),
            is(0) * (foe - own),
            is(2) * (foe - own),
        ]
        .into_iter()
        .collect()
    }
}
