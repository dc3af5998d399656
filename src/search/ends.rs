//! The ends that a game knows from tables, as far as a search may rely on them.

use std::collections::HashMap;

use crate::game::{Game, Known, Outcome, Player, Rules};
use crate::record::Record;

/// Which known ends hold in the game so far. Tables do not see that a repetition can cut the way to a win short: a win counts only if it is
/// nearer than every position of the way to it that may not come once more. Draws stay draws.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// The greatest number of turns that a win of each seat may take; `None` when tables are not asked at all.
    most_turns: Option<[u32; 2]>,
}

impl Ends {
    /// No tables: for players who are not to know so much.
    pub(super) const UNKNOWN: Ends = Ends { most_turns: None };

    /// The tables, for the game so far.
    pub(super) fn after<G: Game>(record: &Record<G>) -> Self {
        let mut most_turns = [u32::MAX; 2];
        let limit = usize::from(record.position().rules().repetition());
        if limit > 0 {
            let mut occurred: HashMap<u64, usize> = HashMap::new();
            for (position, &key) in record.positions().zip(record.repetition_keys()) {
                let count = occurred.entry(key).or_default();
                *count += 1;
                if *count + 1 >= limit
                    && let Some(Known { outcome: Outcome::Win(winner), turns }) = position.known()
                {
                    let most = &mut most_turns[winner.index()];
                    *most = turns.min(*most);
                }
            }
        }
        Ends { most_turns: Some(most_turns) }
    }

    /// What is known of a position between turns, of a game that is not over.
    #[inline]
    pub(super) fn known<G: Game>(&self, position: &G) -> Option<Known> {
        let most_turns = self.most_turns?;
        position.known().filter(|known| match known.outcome {
            Outcome::Draw => true,
            Outcome::Win(Player::First) => known.turns <= most_turns[0],
            Outcome::Win(Player::Second) => known.turns <= most_turns[1],
        })
    }
}
