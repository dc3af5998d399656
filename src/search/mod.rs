//! Thinking: limits in, the best turn and what was seen on the way out.

mod alphabeta;
mod budget;
mod ends;
mod ordering;
pub mod playout;
mod table;
mod tree;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::game::{Game, Method, Outcome, Player, Turn, for_each_turn};
use crate::record::Record;

use budget::Budget;
use ends::Ends;
use table::Table;

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

/// Turns below which an end may be in sight.
const FEW_TURNS: u64 = 200;
/// The part of time, nodes and memory that goes into looking for a proof then, and the most nodes of it.
const PROOF_PART: u32 = 4;
const PROOF_NODES: u64 = 200_000;
/// Nodes for the only turn there is, where a clock runs.
const FORCED: u64 = 1000;
/// The longest wait that later searches are prepared for.
const MOST_WAIT: Duration = Duration::from_millis(50);
/// Turns among which a win at once is looked for.
const MANY_TURNS: u32 = 10_000;

/// Memory that one search after another uses. It makes no difference to what they find, only to how soon they begin, and how long before
/// their time is up they end.
#[derive(Default)]
pub struct Memory {
    table: Option<Table>,
    trees: tree::Trees,
    /// How long the machine has let searches wait lately.
    waits: Duration,
}

/// Thinks about the game so far until a limit is reached or `stop` is raised; `None` when the game is over.
pub fn think<G: Game>(
    record: &Record<G>,
    limits: &Limits,
    settings: &Settings,
    stop: &AtomicBool,
    watch: Watch<'_, G>,
) -> Option<Report<G>> {
    Memory::default().think(record, limits, settings, stop, watch)
}

impl Memory {
    /// [`think`], in this memory.
    pub fn think<G: Game>(
        &mut self,
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
        let position = record.position();
        if limits.target.is_some() && !position.in_turn() && position.count_turns(2) == 1 {
            // The clock has better uses.
            limits.nodes = Some(limits.nodes.map_or(FORCED, |nodes| nodes.min(FORCED)));
        }
        let budget = Budget::new(limits, begun, stop, strength).expecting(self.waits);
        // A level is so much work, by whatever settings.
        let threads = if strength.is_some() { 1 } else { settings.threads };
        let settings = &Settings { threads, ..*settings };
        // Weak players see less.
        let knows = strength.is_none_or(|strength| strength.tables);
        let ends = if knows { Ends::after(record) } else { Ends::UNKNOWN };
        let method = strength.and_then(|strength| strength.method).or(settings.method).unwrap_or(G::METHOD);
        let report = match method {
            Method::Uct => {
                self.keep_only(0);
                self.trees.keep_only(settings.hash, settings.threads);
                let judge = tree::Judge::Playout;
                tree::think(record, &budget, settings, judge, Ends::UNKNOWN, &mut self.trees, watch)
            }
            // A tree is content with any win; where the way to it is known, the shortest one is taken.
            Method::Mcts if ends.known(record.position()).is_none() => {
                let hash = settings.hash / PROOF_PART as usize;
                self.keep_only(hash);
                self.trees.keep_only(settings.hash, settings.threads);
                match self.proof_at_hand(record, &budget, &Settings { hash, contempt: 0, ..*settings }, ends) {
                    Some(report) => report,
                    None => {
                        let settings = Settings { hash: settings.hash - hash, ..*settings };
                        let judge = if G::AMAF > 0 { tree::Judge::Guided } else { tree::Judge::Evaluation };
                        tree::think(record, &budget, &settings, judge, ends, &mut self.trees, watch)
                    }
                }
            }
            Method::Mcts | Method::AlphaBeta => {
                self.trees = tree::Trees::default();
                self.keep_only(settings.hash);
                let table = Table::renewed(&mut self.table, settings.hash);
                alphabeta::think(record, &budget, settings, ends, table, watch)
            }
        };
        if limits.movetime.is_some() {
            self.waits = budget.longest_gap().max(self.waits * 7 / 8).min(MOST_WAIT);
        }
        Some(report)
    }

    /// What a tree would take long to see: the turn that wins at once, and with few turns left what alpha-beta can prove. Also what there is
    /// when that has taken all the time.
    fn proof_at_hand<G: Game>(
        &mut self,
        record: &Record<G>,
        budget: &Budget<'_>,
        settings: &Settings,
        ends: Ends,
    ) -> Option<Report<G>> {
        let position = record.position();
        if position.in_turn() {
            return None;
        }
        let many = position.count_turns(FEW_TURNS) >= FEW_TURNS;
        let at_once = win_at_once(position).map(|turn| {
            let proof = Proof { outcome: Outcome::Win(position.to_move()), turns: 1 };
            Line { turns: vec![turn], score: proof.score(position.to_move()), winrate: 1.0, proven: Some(proof) }
        });
        if let Some(line) = &at_once
            && (settings.lines <= 1 || many)
        {
            budget.spend(1);
            return Some(Self::found_at_once(line.clone(), budget));
        }
        if many {
            return None;
        }
        let Some(part) = budget.part(PROOF_PART, PROOF_NODES) else {
            return at_once.map(|line| Self::found_at_once(line, budget));
        };
        let table = Table::renewed(&mut self.table, settings.hash);
        let report = alphabeta::think(record, &part, settings, ends, table, &mut |_| {});
        budget.resume();
        let over = budget.spend(report.nodes) || budget.is_late() || budget.has_reached_target();
        let asked = position.count_turns(settings.lines as u64).min(settings.lines as u64);
        let settled = report.lines.len() as u64 >= asked && report.lines.iter().all(|line| line.proven.is_some());
        let won = report.proven().is_some_and(|proof| proof.outcome == Outcome::Win(position.to_move()));
        match at_once {
            Some(line) if !won => Some(Self::found_at_once(line, budget)),
            _ => (over || settled || won).then_some(report),
        }
    }

    /// A turn that needs no further search.
    fn found_at_once<G: Game>(line: Line<G>, budget: &Budget<'_>) -> Report<G> {
        let (nodes, time) = (budget.nodes(), budget.elapsed());
        Report { lines: vec![line], nodes, positions: nodes, depth: 1, time, hashfull: 0 }
    }

    /// Gives back a table of another size, so that no more memory is held than is used.
    fn keep_only(&mut self, bytes: usize) {
        if self.table.as_ref().is_some_and(|table| table.bytes() != bytes) {
            self.table = None;
        }
    }
}

/// A turn that ends the game with a win, if there is one among the first [`MANY_TURNS`].
fn win_at_once<G: Game>(position: &G) -> Option<Turn<G>> {
    let won = Some(Outcome::Win(position.to_move()));
    let mut left = MANY_TURNS;
    let found = for_each_turn(position, &mut |turn, next| {
        left -= 1;
        match next.outcome() {
            outcome if outcome == won => ControlFlow::Break(Some(Turn::<G>::from(turn))),
            _ if left == 0 => ControlFlow::Break(None),
            _ => ControlFlow::Continue(()),
        }
    });
    found.break_value().flatten()
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
