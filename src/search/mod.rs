//! Thinking: limits in, the best turn and what was seen on the way out.

mod alphabeta;
mod budget;
mod ends;
mod ordering;
pub mod playout;
mod table;
mod tree;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::game::{Game, Method, Outcome, Player, Turn};
use crate::record::Record;

use budget::Budget;
use ends::Ends;

/// When to stop thinking. Whatever comes first ends it; with no limit at all only a stop, or a proven result, does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time from the call on.
    pub movetime: Option<Duration>,
    /// Wall-clock time after which nothing is begun that would need about as long again: what a clock wants to spend on this turn.
    pub target: Option<Duration>,
    /// Nodes: simulated games, or positions looked at, as the method has it.
    pub nodes: Option<u64>,
    /// How many turns ahead to look.
    pub depth: Option<u32>,
}

/// What does not change the question but the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where the random numbers begin: equal seeds and node limits give equal answers, with one thread.
    pub seed: u64,
    /// Memory for the tree or the table, in bytes.
    pub hash: usize,
    /// Threads that think.
    pub threads: usize,
    /// How to search; the game's own [`Method`] when nothing is said.
    pub method: Option<Method>,
    /// Which of the game's levels below full strength to play at, from 0; full strength when nothing is said.
    pub level: Option<usize>,
    /// How many different turns to report on.
    pub lines: usize,
    /// How often to tell what has been found so far; else whenever there is something new.
    pub interval: Option<Duration>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { seed: 0, hash: 64 << 20, threads: 1, method: None, level: None, lines: 1, interval: None }
    }
}

/// A result that is certain with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The result.
    pub outcome: Outcome,
    /// How many turns it takes at most, as far as is known; of no meaning for a draw.
    pub turns: u32,
}

/// A turn, what is expected to follow it, and what that is worth.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// The principal variation, turn by turn. Never empty.
    pub turns: Vec<Turn<G>>,
    /// Its value for the side to move, in hundredths of the game's unit; see [`winrate_of`].
    pub score: i32,
    /// Expected result for the side to move: 0 a loss, 1 a win.
    pub winrate: f32,
    /// The result with best play, when it has been proven.
    pub proven: Option<Proof>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report<G: Game> {
    /// The best turn, and further ones if they were asked for, best first. Never empty.
    pub lines: Vec<Line<G>>,
    /// Simulated games, or positions looked at.
    pub nodes: u64,
    /// Positions that were made on the way.
    pub positions: u64,
    /// The number of turns that the search looks ahead: the greatest in a tree, the last complete one of iterations.
    pub depth: u32,
    /// Time taken.
    pub time: Duration,
    /// How full the tree or the table is, in thousandths.
    pub hashfull: u32,
}

impl<G: Game> Report<G> {
    /// The turn to play.
    pub fn best(&self) -> Turn<G> {
        self.lines.first().and_then(|line| line.turns.first()).cloned().unwrap_or_default()
    }

    /// Expected result for the side to move.
    pub fn winrate(&self) -> f32 {
        self.lines.first().map_or(0.5, |line| line.winrate)
    }

    /// The result with best play, when it has been proven.
    pub fn proven(&self) -> Option<Proof> {
        self.lines.first().and_then(|line| line.proven)
    }
}

/// Gets what has been found so far, now and then during a search.
pub type Watch<'a, G> = &'a mut dyn FnMut(&Report<G>);

/// Thinks about the game so far until a limit is reached or `stop` is raised; `None` when the game is over.
pub fn think<G: Game>(
    record: &Record<G>,
    limits: &Limits,
    settings: &Settings,
    stop: &AtomicBool,
    watch: Watch<'_, G>,
) -> Option<Report<G>> {
    let begun = Instant::now();
    if record.outcome().is_some() {
        return None;
    }
    let strength = settings.level.and_then(|level| G::LEVELS.get(level)).copied();
    let mut limits = *limits;
    if let Some(strength) = strength {
        limits.depth = Some(limits.depth.unwrap_or(u32::MAX).min(strength.depth));
    }
    let budget = Budget::new(limits, begun, stop, strength);
    // Weak players see less.
    let ends = if strength.is_some() { Ends::UNKNOWN } else { Ends::after(record) };
    Some(match settings.method.unwrap_or(G::METHOD) {
        Method::Uct => tree::think(record, &budget, settings, tree::Judge::Playout, Ends::UNKNOWN, watch),
        // A tree is content with any win; where the way to it is known, the shortest one is taken.
        Method::Mcts if ends.known(record.position()).is_none() => {
            tree::think(record, &budget, settings, tree::Judge::Evaluation, ends, watch)
        }
        Method::Mcts | Method::AlphaBeta => alphabeta::think(record, &budget, settings, ends, watch),
    })
}

/// Half the value at which the expected result is about 0.85: fits the scale on which weights are fitted, 400 for odds of ten to one.
const SCALE: f64 = 347.4;

/// The expected result that belongs to a value. Made of exact operations only, so that it is the same on every machine.
pub fn winrate_of(score: i32) -> f64 {
    let score = f64::from(score);
    0.5 + 0.5 * score / (score * score + SCALE * SCALE).sqrt()
}

/// The value that belongs to an expected result; the inverse of [`winrate_of`].
pub fn score_of(winrate: f64) -> i32 {
    let lead = (2.0 * winrate - 1.0).clamp(-0.9999, 0.9999);
    (SCALE * lead / (1.0 - lead * lead).sqrt()).round() as i32
}

/// 1 for a win of the mover, -1 for a loss, 0 for a draw.
fn value_of(outcome: Outcome, mover: Player) -> i32 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == mover => 1,
        Outcome::Win(_) => -1,
    }
}

#[cfg(test)]
mod tests;
