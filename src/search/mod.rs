//! Thinking: limits in, the best turn and what was seen on the way out.

mod alphabeta;
mod budget;
mod ends;
mod memory;
mod ordering;
pub mod playout;
mod searcher;
mod table;
mod tree;

use std::collections::TryReserveError;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::game::{Game, Method, Outcome, Player, Turn};
use crate::record::Record;

pub use memory::Memory;

/// When to stop thinking. Whatever comes first ends it; with no limit at all only a stop, or a proven result, does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time from the call on.
    pub movetime: Option<Duration>,
    /// Wall-clock time after which nothing is begun that would need about as long again: what a clock wants to spend on this turn.
    pub target: Option<Duration>,
    /// What may be used of the time beyond `movetime` if there is nothing to answer with yet.
    pub grace: Duration,
    /// Nodes: simulated games, or positions looked at, as the method has it.
    pub nodes: Option<u64>,
    /// How many turns ahead to look.
    pub depth: Option<u32>,
    /// How many turns ahead a tree has to look somewhere for the search to end at its next report, where iterations end by themselves. One that
    /// has no room to grow any more ends as well.
    pub until_depth: Option<u32>,
}

/// What does not change the question but the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where the random numbers begin: equal seeds and node limits give equal answers, with one thread.
    pub seed: u64,
    /// Memory for the tree or the table and what threads take besides, in bytes.
    pub hash: usize,
    /// Threads that think, as far as the memory is enough for them.
    pub threads: usize,
    /// How to search; the game's own [`Method`] when nothing is said.
    pub method: Option<Method>,
    /// Which of the game's levels below full strength to play at, from 0; full strength when nothing is said.
    pub level: Option<usize>,
    /// How many different turns to report on.
    pub lines: usize,
    /// How often to tell what has been found so far; else whenever there is something new.
    pub interval: Option<Duration>,
    /// How much less than nothing a draw by repetition, or play without end, is worth to the side that thinks, on the scale of scores, up to
    /// [`MOST_CONTEMPT`]. Alpha-beta only, while the record has fewer than [`CONTEMPT_TURNS`].
    pub contempt: u16,
}

/// The contempt that players have.
pub const CONTEMPT: u16 = 50;
/// The greatest contempt: no draw looks like a lost game that one might resign.
pub const MOST_CONTEMPT: u16 = 400;
/// Turns of a record from which on there is no contempt any more: two sides neither of which can achieve anything would avoid the draw for
/// thousands of turns.
pub const CONTEMPT_TURNS: usize = 80;

impl Default for Settings {
    fn default() -> Self {
        Settings {
            seed: 0,
            hash: 64 << 20,
            threads: 1,
            method: None,
            level: None,
            lines: 1,
            interval: None,
            contempt: 0,
        }
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

/// The score of a win now; it is one less for each turn on the way to it, and negative for a loss.
const WIN: i32 = 32_000;
/// Most turns that are told apart in a score.
const MOST_TURNS: u32 = 900;

impl Proof {
    /// The score of a position with this result, for the mover.
    fn score(self, mover: Player) -> i32 {
        value_of(self.outcome, mover) * (WIN - self.turns.min(MOST_TURNS) as i32)
    }
}

/// A turn, what is expected to follow it, and what that is worth.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// The principal variation, turn by turn. Never empty.
    pub turns: Vec<Turn<G>>,
    /// Its value for the side to move, in hundredths of the game's unit, see [`winrate_of`]; beyond 31 000 for a proven win, below -31 000 for
    /// a proven loss.
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
    /// Simulated games and positions looked at, as the method has it.
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

/// What a report is given for before a search is at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// To be shown to who watches.
    News,
    /// To be the answer, if the time is up before the search has come to its end.
    Standby,
}

/// Address space of a tree or a table at least: so much memory the C library has from the system at once, and gives back at once, where smaller
/// pieces stay with it for later. Only what is used of it is memory; where the system does not take it so, less is asked for.
const LEAST_MAPPING: usize = 33 << 20;

/// Bytes from which on a list is large enough for a mapping of its own.
const LARGE: usize = 16 << 10;

/// A list with room for so many items, whose memory goes back to the system as soon as it is dropped, where it is large.
fn list_for<T>(items: usize) -> Vec<T> {
    let mut list = Vec::new();
    let is_large = items.saturating_mul(size_of::<T>()) >= LARGE;
    if !is_large || map_for(&mut list, items).is_err() {
        list.reserve_exact(items);
    }
    list
}

/// Has room for so many more items from the system at once, or just for them where it does not give that much.
fn map_for<T>(list: &mut Vec<T>, items: usize) -> Result<(), TryReserveError> {
    let mapping = items.max(LEAST_MAPPING / size_of::<T>().max(1));
    list.try_reserve_exact(mapping).or_else(|_| list.try_reserve_exact(items))
}

/// Stack of a thread that searches: alpha-beta goes down a level for each decision.
const STACK: usize = 16 << 20;

/// Gets reports during a search.
type Tell<'a, G> = &'a mut dyn FnMut(Word, &Report<G>);

/// Thinks about the game so far until a limit is reached or `stop` is raised; `None` when the game is over.
pub fn think<G: Game>(
    record: &Record<G>,
    limits: &Limits,
    settings: &Settings,
    stop: &Arc<AtomicBool>,
    watch: Watch<'_, G>,
) -> Option<Report<G>> {
    Memory::default().think(record, limits, settings, stop, watch)
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
