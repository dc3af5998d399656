//! One search from beginning to end: by which method, within which limits, and in the memory of those before.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::budget::Budget;
use super::ends::Ends;
use super::table::Table;
use super::{Limits, Line, Proof, Report, Settings, Tell, Word, alphabeta, tree};
use crate::game::{Game, Method, Outcome, Turn, for_each_turn};
use crate::record::Record;

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

/// Memory of a thread besides the table or its tree: its stack, small lists, and what the C library keeps for it.
const PER_THREAD: usize = 128 << 10;
/// Memory below which another thread is more of a loss than a gain.
const LEAST_SHARE: usize = 2 * PER_THREAD;

/// What is to be searched, and what ends it.
#[derive(Clone, Copy)]
pub(super) struct Question<'a, G: Game> {
    /// A game that is not over.
    pub(super) record: &'a Record<G>,
    pub(super) limits: Limits,
    pub(super) settings: Settings,
    /// Where its time begins.
    pub(super) begun: Instant,
    /// Raised by the user.
    pub(super) stop: &'a AtomicBool,
    /// Raised when nobody waits for the end any more, if somebody does now.
    pub(super) overdue: Option<&'a AtomicBool>,
}

/// What one search leaves to the next. It makes no difference to what they find, only to how soon they begin, and how long before their time
/// is up they end.
#[derive(Default)]
pub(super) struct Searcher {
    table: Option<Table>,
    trees: tree::Trees,
    /// How long the machine has let searches wait lately.
    waits: Duration,
}

impl Searcher {
    /// Searches until a limit is reached or an end is called.
    pub(super) fn search<G: Game>(&mut self, question: &Question<'_, G>, tell: Tell<'_, G>) -> Report<G> {
        let Question { record, mut limits, settings, .. } = *question;
        let strength = settings.level.and_then(|level| G::LEVELS.get(level)).copied();
        if let Some(strength) = strength {
            limits.depth = Some(limits.depth.unwrap_or(u32::MAX).min(strength.depth));
        }
        let position = record.position();
        if limits.target.is_some() && !position.in_turn() && position.count_turns(2) == 1 {
            // The clock has better uses.
            limits.nodes = Some(limits.nodes.map_or(FORCED, |nodes| nodes.min(FORCED)));
        }
        let budget = Budget::new(limits, question.begun, question.stop, strength)
            .expecting(self.waits)
            .awaited_by(question.overdue);
        // A level is so much work, by whatever settings.
        let threads = if strength.is_some() { 1 } else { settings.threads };
        let settings = &within_hash(Settings { threads, ..settings });
        // Weak players see less.
        let knows = strength.is_none_or(|strength| strength.tables);
        let ends = if knows { Ends::after(record) } else { Ends::UNKNOWN };
        let method = strength.and_then(|strength| strength.method).or(settings.method).unwrap_or(G::METHOD);
        let report = match method {
            Method::Uct => {
                self.keep_only(0);
                self.trees.keep_only(settings.hash, settings.threads);
                let judge = tree::Judge::Playout;
                tree::think(record, &budget, settings, judge, Ends::UNKNOWN, &mut self.trees, tell)
            }
            // A tree is content with any win; where the way to it is known, the shortest one is taken.
            Method::Mcts if ends.known(record.position()).is_none() => {
                let hash = settings.hash / PROOF_PART as usize;
                self.keep_only(hash);
                self.trees.keep_only(settings.hash - hash, settings.threads);
                match self.proof_at_hand(record, &budget, &Settings { hash, contempt: 0, ..*settings }, ends, tell) {
                    Some(report) => report,
                    None => {
                        let settings = Settings { hash: settings.hash - hash, ..*settings };
                        let judge = if G::AMAF > 0 { tree::Judge::Guided } else { tree::Judge::Evaluation };
                        tree::think(record, &budget, &settings, judge, ends, &mut self.trees, tell)
                    }
                }
            }
            Method::Mcts | Method::AlphaBeta => {
                self.trees = tree::Trees::default();
                self.keep_only(settings.hash);
                let table = Table::renewed(&mut self.table, settings.hash);
                alphabeta::think(record, &budget, settings, ends, table, tell)
            }
        };
        if limits.movetime.is_some() {
            // A search that was given up has not looked since.
            budget.is_late(Duration::ZERO);
            self.waits = budget.longest_gap().max(self.waits * 7 / 8).min(MOST_WAIT);
        }
        report
    }

    /// What a tree would take long to see: the turn that wins at once, and with few turns left what alpha-beta can prove. Also what there is
    /// when that has taken all the time.
    fn proof_at_hand<G: Game>(
        &mut self,
        record: &Record<G>,
        budget: &Budget<'_>,
        settings: &Settings,
        ends: Ends,
        tell: Tell<'_, G>,
    ) -> Option<Report<G>> {
        let position = record.position();
        if position.in_turn() {
            return None;
        }
        let many = position.count_turns(FEW_TURNS) >= FEW_TURNS;
        let at_once = win_at_once(position);
        if let Some(line) = &at_once {
            if settings.lines <= 1 || many {
                budget.spend(1);
                return Some(Self::found_at_once(line.clone(), budget));
            }
            tell(Word::Standby, &Self::found_at_once(line.clone(), budget));
        }
        if many {
            return None;
        }
        let Some(part) = budget.part(PROOF_PART, PROOF_NODES) else {
            return at_once.map(|line| Self::found_at_once(line, budget));
        };
        let table = Table::renewed(&mut self.table, settings.hash);
        // Nobody is shown the search within the search.
        let mut standby = |_, report: &Report<G>| tell(Word::Standby, report);
        let report = alphabeta::think(record, &part, settings, ends, table, &mut standby);
        budget.resume();
        let over = budget.spend(report.nodes) || budget.is_late(Duration::ZERO) || budget.has_reached_target();
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

/// The threads that the memory is enough for, and what they leave of it for the table or trees.
fn within_hash(settings: Settings) -> Settings {
    let threads = settings.threads.clamp(1, (settings.hash / LEAST_SHARE).max(1));
    if threads < settings.threads {
        log::info!("{} bytes are enough for {threads} threads, not for {}", settings.hash, settings.threads);
    }
    let hash = settings.hash.saturating_sub(threads * PER_THREAD).max(settings.hash / 2);
    Settings { hash, threads, ..settings }
}

/// A turn that ends the game with a win, if there is one among the first [`MANY_TURNS`].
pub(super) fn win_at_once<G: Game>(position: &G) -> Option<Line<G>> {
    let proof = Proof { outcome: Outcome::Win(position.to_move()), turns: 1 };
    let won = Some(proof.outcome);
    let mut left = MANY_TURNS;
    let found = for_each_turn(position, &mut |turn, next| {
        left -= 1;
        match next.outcome() {
            outcome if outcome == won => ControlFlow::Break(Some(vec![Turn::<G>::from(turn)])),
            _ if left == 0 => ControlFlow::Break(None),
            _ => ControlFlow::Continue(()),
        }
    });
    let turns = found.break_value().flatten()?;
    Some(Line { turns, score: proof.score(position.to_move()), winrate: 1.0, proven: Some(proof) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_and_what_they_take_fit_into_the_memory() {
        const MIB: usize = 1 << 20;
        let within = |hash, threads| {
            let Settings { hash, threads, .. } = within_hash(Settings { hash, threads, ..Settings::default() });
            (hash, threads)
        };
        assert_eq!(within(64 * MIB, 1), (64 * MIB - MIB / 8, 1));
        assert_eq!(within(64 * MIB, 2), (64 * MIB - MIB / 4, 2));
        assert_eq!(within(MIB, 4), (MIB / 2, 4));
        // More get nothing, and one is the least.
        assert_eq!(within(MIB, 5), (MIB / 2, 4));
        assert_eq!(within(MIB / 8, 0), (MIB / 16, 1));
    }
}
