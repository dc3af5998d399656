//! Random games: the search's judge of positions, and a measure of how fast a game is.

use crate::game::{Game, Outcome};
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
