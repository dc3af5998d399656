//! Random games: the search's judge of positions, and a measure of how fast a game is.

use crate::game::{Game, Outcome, Player};
use crate::rng::Rng;

/// Decisions after which a game is settled as it stands; none comes near it but one that goes round in circles.
const MOST_MOVES: u32 = 10_000;

/// A random game played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How it ended.
    pub outcome: Outcome,
    /// Decisions made.
    pub moves: u32,
}

/// Plays on from `position`, each decision with the same probability, until the game is over.
pub fn playout<G: Game>(mut position: G, rng: &mut Rng) -> Playout {
    for moves in 0..MOST_MOVES {
        if !position.play_random(rng) {
            return Playout { outcome: position.outcome().unwrap_or_else(|| position.settle()), moves };
        }
    }
    Playout { outcome: position.settle(), moves: MOST_MOVES }
}

/// Random decisions of which the most promising is made.
const DRAWS: usize = 3;

/// Plays on from `position`, each time the most promising of a few random decisions, until the game is over. Tells `made` who decides what.
pub(super) fn guided_playout<G: Game>(
    mut position: G,
    rng: &mut Rng,
    mut made: impl FnMut(Player, G::Move),
) -> Playout {
    for moves in 0..MOST_MOVES {
        let Some(mut best) = position.random_move(rng) else {
            return Playout { outcome: position.outcome().unwrap_or_else(|| position.settle()), moves };
        };
        let mut promise = position.promise(best);
        for mv in (1..DRAWS).filter_map(|_| position.random_move(rng)) {
            let other = position.promise(mv);
            if other > promise {
                (best, promise) = (mv, other);
            }
        }
        made(position.to_move(), best);
        position.play_unchecked(best);
    }
    Playout { outcome: position.settle(), moves: MOST_MOVES }
}
