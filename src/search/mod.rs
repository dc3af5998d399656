//! Thinking: limits in, the best turn and what was seen on the way out.

pub mod playout;
mod uct;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::game::{Game, Outcome, Turn};
use crate::record::Record;

/// When to stop thinking. Whatever comes first ends it; with no limit at all only a stop, or a proven result, does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time from the call on.
    pub movetime: Option<Duration>,
    /// Nodes: simulated games.
    pub nodes: Option<u64>,
    /// How many turns ahead the tree may grow.
    pub depth: Option<u32>,
}

/// What does not change the question but the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where the random numbers begin: equal seeds and node limits give equal answers.
    pub seed: u64,
    /// Memory for the tree, in bytes.
    pub hash: usize,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report<G: Game> {
    /// The principal variation, turn by turn. Never empty: its first turn is the one to play.
    pub variation: Vec<Turn<G>>,
    /// Expected result for the side to move: 0 a loss, 1 a win.
    pub winrate: f32,
    /// The result with best play, when it has been proven.
    pub proven: Option<Outcome>,
    /// Simulated games.
    pub nodes: u64,
    /// Positions that were made on the way, in the tree and in playouts.
    pub positions: u64,
    /// The greatest number of turns that the tree looks ahead.
    pub depth: u32,
    /// Time taken.
    pub time: Duration,
}

impl<G: Game> Report<G> {
    /// The turn to play.
    pub fn best(&self) -> Turn<G> {
        self.variation.first().cloned().unwrap_or_default()
    }
}

/// Thinks about the game so far until a limit is reached or `stop` is raised; `None` when the game is over.
pub fn think<G: Game>(
    record: &Record<G>,
    limits: &Limits,
    settings: &Settings,
    stop: &AtomicBool,
) -> Option<Report<G>> {
    let begun = Instant::now();
    if record.outcome().is_some() {
        return None;
    }
    Some(uct::Search::new(record, *settings).run(limits, begun, stop))
}

#[cfg(test)]
mod tests;
