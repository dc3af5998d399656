//! Iterative deepening alpha-beta: principal variation search over decisions with a transposition table, late-move reductions, and a
//! quiescence search over tactical turns. Depth is counted in turns, so that the evaluation is asked between turns only; the sign of a value
//! follows from who is to move, never from the ply.
//!
//! Values beyond [`SURE`] are proven ends, less one for each turn on the way to them. Draws are proven when everything below rests on ends of the
//! game alone; that is tracked beside the value.

mod node;
mod value;

use std::collections::HashMap;
use std::time::Duration;

use value::{At, Found, INFINITY, OPEN, SURE, WIN, Window};

use super::budget::Budget;
use super::ends::Ends;
use super::ordering::{Cutters, next_best};
use super::table::Table;
use super::{CONTEMPT_TURNS, Line, MOST_CONTEMPT, Proof, Report, STACK, Settings, Tell, Word, winrate_of};
use crate::game::{Game, Outcome, Rules, Turn};
use crate::record::Record;

/// Most turns that an iteration looks ahead, reduced and tactical ones apart.
const MOST_DEPTH: u32 = 100;
/// Half the first window around the value of the iteration before.
const WINDOW: i32 = 40;
/// Nodes that a nearer win is worth at least.
const NEARER: u64 = 10_000;
/// Nodes that are counted together where no limit asks for an exact count.
const BATCH: u64 = 64;

/// Searches the record's position.
pub(super) fn think<G: Game>(
    record: &Record<G>,
    budget: &Budget<'_>,
    settings: &Settings,
    ends: Ends,
    table: &Table,
    tell: Tell<'_, G>,
) -> Report<G> {
    std::thread::scope(|scope| {
        for helper in 1..settings.threads.max(1) {
            let builder = std::thread::Builder::new().name(format!("search {helper}")).stack_size(STACK);
            let spawned = builder.spawn_scoped(scope, move || {
                Worker::new(record, budget, settings, table, ends, helper as u64, &mut |_, _| {}).iterate();
            });
            if let Err(error) = spawned {
                log::warn!("no thread {helper}: {error}");
            }
        }
        let report = Worker::new(record, budget, settings, table, ends, 0, tell).iterate();
        budget.end();
        report
    })
}

/// One thread's search.
struct Worker<'a, G: Game> {
    root: &'a G,
    budget: &'a Budget<'a>,
    table: &'a Table,
    settings: &'a Settings,
    ends: Ends,
    /// 0 for the thread whose result counts.
    number: u64,
    /// How often the positions of the game so far have occurred; empty where repetition ends nothing.
    occurred: HashMap<u64, u8>,
    /// Repetition keys from the root to here.
    path: Vec<u64>,
    /// What the side to move at the root gives for not going round in circles.
    contempt: i32,
    cutters: Cutters<G::Move>,
    /// The best continuation found at each ply.
    variations: Vec<Vec<G::Move>>,
    /// The decisions of the root's turn that led here, while it is not complete.
    first_turn: Turn<G>,
    /// First turns that have been reported on already.
    excluded: Vec<Turn<G>>,
    tell: Tell<'a, G>,
    /// When what has been found was last told.
    told: Duration,
    /// The best lines so far, and how far they look.
    lines: Vec<Line<G>>,
    depth: u32,
    pending: u64,
    /// Nodes after which no nearer win is looked for.
    most_nodes: u64,
    until_clock: u64,
    batch: u64,
    stopped: bool,
}

impl<'a, G: Game> Worker<'a, G> {
    fn new(
        record: &'a Record<G>,
        budget: &'a Budget<'a>,
        settings: &'a Settings,
        table: &'a Table,
        ends: Ends,
        number: u64,
        tell: Tell<'a, G>,
    ) -> Self {
        let repeats = record.position().rules().repetition() > 0;
        let mut occurred = HashMap::new();
        for &key in record.repetition_keys().iter().filter(|_| repeats) {
            let count: &mut u8 = occurred.entry(key).or_default();
            *count = count.saturating_add(1);
        }
        Worker {
            root: record.position(),
            budget,
            table,
            settings,
            ends,
            number,
            occurred,
            path: vec![record.position().repetition_key()],
            contempt: if record.len() < CONTEMPT_TURNS { settings.contempt.min(MOST_CONTEMPT).into() } else { 0 },
            cutters: Cutters::new(),
            variations: Vec::new(),
            first_turn: Turn::<G>::new(),
            excluded: Vec::new(),
            tell,
            told: Duration::ZERO,
            lines: Vec::new(),
            depth: 0,
            pending: 0,
            most_nodes: u64::MAX,
            until_clock: 0,
            batch: if budget.counts_exactly() { 1 } else { BATCH },
            stopped: false,
        }
    }

    /// Looks further turn by turn until the budget is spent or nothing is left open.
    fn iterate(mut self) -> Report<G> {
        let most = self.budget.depth().unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
        self.budget.resume();
        // Threads that help begin elsewhere, so that they find other things.
        for depth in (1 + self.number as u32 % 2).min(most)..=most {
            let complete = self.deepen(depth);
            if !complete {
                break;
            }
            self.depth = depth;
            self.tell(true);
            if self.lines.iter().all(|line| line.proven.is_some()) {
                if !self.may_win_sooner(depth) {
                    break;
                }
                // A nearer win is worth as much work again as the first one.
                let nodes = self.budget.nodes() + self.pending;
                self.most_nodes = self.most_nodes.min(nodes * 2 + NEARER);
            }
            if self.budget.is_short() || self.budget.is_over() {
                break;
            }
            self.cutters.fade();
        }
        self.flush();
        if self.lines.is_empty() {
            let guess = self.first_guess();
            self.lines.push(guess);
        }
        self.report()
    }

    /// Whether the best line wins, and an iteration that looks further than this one might find a shorter way. What tables tell of the root
    /// itself is the shortest.
    fn may_win_sooner(&self, depth: u32) -> bool {
        let known = !self.root.in_turn() && self.ends.known(self.root).is_some();
        let best = self.lines.first().and_then(|line| line.proven).filter(|_| !known);
        best.is_some_and(|proof| proof.outcome == Outcome::Win(self.root.to_move()) && proof.turns > depth)
    }

    /// One iteration. What it has not come to before a stop stays as it was, below what it has found.
    fn deepen(&mut self, depth: u32) -> bool {
        let before = self.lines.clone();
        let (found, complete) = self.iteration(depth, &before);
        let value = |lines: &[Line<G>]| lines.first().map_or(-INFINITY, |line| line.score);
        if value(&before) >= SURE && value(&found) < value(&before) {
            // A win stays one.
            return complete;
        }
        self.lines = found;
        if !complete {
            let wanted = self.settings.lines.max(1) - self.lines.len().min(self.settings.lines);
            let is_new = |line: &Line<G>| !self.lines.iter().any(|new| new.turns.first() == line.turns.first());
            let mut old: Vec<Line<G>> = before.into_iter().filter(is_new).take(wanted).collect();
            if let Some(last) = self.lines.last() {
                // They were worth no more than what has been found since, or have not been looked at again.
                old.iter_mut().filter(|line| line.score > last.score).for_each(|line| {
                    (line.score, line.winrate, line.proven) = (last.score, last.winrate, None);
                });
            }
            self.lines.extend(old);
        }
        complete
    }

    /// Tells what has been found so far, when it is time to.
    fn tell(&mut self, is_new: bool) {
        if self.number > 0 || self.lines.is_empty() {
            return;
        }
        let due = match self.settings.interval {
            None => is_new,
            Some(interval) => self.budget.elapsed().saturating_sub(self.told) >= interval,
        };
        if due {
            self.told = self.budget.elapsed();
        }
        if due || is_new && self.budget.is_awaited() {
            let report = self.report();
            (self.tell)(if due { Word::News } else { Word::Standby }, &report);
        }
    }

    /// Tells the best turn so far of an iteration that is not complete to who may have to answer with it.
    fn stand_by(&mut self, found: Found) {
        let is_won = self.lines.first().is_some_and(|line| line.score >= SURE);
        let is_heard = self.number == 0 && self.budget.is_awaited() && self.settings.lines <= 1;
        // While others are open nobody plays a turn that loses.
        if !is_heard || is_won || found.value <= -SURE {
            return;
        }
        let moves = self.variations.first().cloned().unwrap_or_default();
        let line = self.line(&moves, Found { proven: found.value >= SURE, ..found });
        let report = Report { lines: vec![line], ..self.report() };
        (self.tell)(Word::Standby, &report);
    }

    /// One iteration for each line that is asked for; says whether it was completed.
    fn iteration(&mut self, depth: u32, before: &[Line<G>]) -> (Vec<Line<G>>, bool) {
        let mut lines: Vec<Line<G>> = Vec::new();
        self.excluded.clear();
        for index in 0..self.settings.lines.max(1) {
            let expected = before.get(index).map(|line| line.score).filter(|_| depth > 2);
            let Some(line) = self.widen(depth, expected) else { break };
            if self.stopped && index > 0 {
                // What has been tried first need not be the best of what is left.
                break;
            }
            self.excluded.extend(line.turns.first().cloned());
            lines.push(line);
            if self.stopped {
                break;
            }
        }
        lines.sort_by_key(|line| -line.score);
        (lines, !self.stopped)
    }

    /// Searches the root with a window around what is expected, which is widened until the value lies within. `None` when all turns are
    /// excluded, or nothing was found before the stop.
    fn widen(&mut self, depth: u32, expected: Option<i32>) -> Option<Line<G>> {
        let mut window = match expected {
            Some(value) if value.abs() < SURE => Window { alpha: value - WINDOW, beta: value + WINDOW },
            _ => Window::ALL,
        };
        let mut step = WINDOW;
        let mut kept = None;
        loop {
            self.first_turn.clear();
            self.path.truncate(1);
            let root = self.root.clone();
            let mut found = self.search(&root, depth, window, At { ply: 0, turns: 0 });
            let inside = window.alpha < found.value && found.value < window.beta;
            let moves = self.variations.first().cloned().unwrap_or_default();
            if self.stopped || inside || found.value.abs() >= INFINITY {
                // A loss says nothing of the turns that have not been tried.
                let open = self.stopped && found.value <= -SURE && !found.proven;
                if moves.is_empty() || open || found.value == OPEN && kept.is_some() {
                    return kept;
                }
                if found.value == OPEN {
                    found = Found::guess(self.root_value());
                }
                return Some(self.line(&moves, found));
            }
            if found.value >= window.beta {
                // If there is no time to tell how good it is, it is better than what was expected. A draw may be more than that yet.
                kept = Some(self.line(&moves, Found { proven: found.value >= SURE, ..found }));
            }
            step *= 4;
            if found.value <= window.alpha {
                window.alpha = if step > 1000 { -INFINITY } else { found.value - step };
            } else {
                window.beta = if step > 1000 { INFINITY } else { found.value + step };
            }
        }
    }

    /// What stands for the result when there was not even time for one turn: the decisions that promise most.
    fn first_guess(&mut self) -> Line<G> {
        let value = self.root_value();
        self.line(&[], Found::guess(value))
    }

    /// What the root is worth at first sight.
    fn root_value(&self) -> i32 {
        if self.root.in_turn() { 0 } else { self.evaluate(self.root) }
    }

    /// A line from its decisions. A turn that the variation leaves unfinished is completed, a last one only begun is left out.
    fn line(&mut self, moves: &[G::Move], found: Found) -> Line<G> {
        let mut position = self.root.clone();
        let mut turns = Vec::new();
        let mut turn = Turn::<G>::new();
        let mut moves = moves.iter().copied();
        loop {
            let mv = match moves.next() {
                Some(mv) => mv,
                None if turns.is_empty() || position.in_turn() => {
                    let mut candidates =
                        self.candidates(&position, At { ply: turn.len(), turns: turns.len() as u32 }, None);
                    match next_best(&mut candidates, 0) {
                        Some(candidate) => candidate.mv,
                        None => break,
                    }
                }
                None => break,
            };
            position.play_unchecked(mv);
            turn.push(mv);
            if !position.in_turn() {
                turns.push(std::mem::take(&mut turn));
            }
        }
        let score = found.value;
        let sure = score.abs() >= SURE;
        let mover = self.root.to_move();
        let proven = found.proven.then(|| Proof {
            outcome: match score {
                SURE.. => Outcome::Win(mover),
                0 => Outcome::Draw,
                _ => Outcome::Win(mover.other()),
            },
            turns: if sure { (WIN - score.abs()) as u32 } else { 0 },
        });
        let winrate = match proven {
            Some(proof) => proof.outcome.value_for(mover),
            None => winrate_of(score) as f32,
        };
        Line { turns, score, winrate, proven }
    }

    fn report(&self) -> Report<G> {
        let nodes = self.budget.nodes() + self.pending;
        Report {
            lines: self.lines.clone(),
            nodes,
            positions: nodes,
            depth: self.depth,
            time: self.budget.elapsed(),
            hashfull: self.table.fullness(),
        }
    }
}
