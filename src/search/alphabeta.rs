//! Iterative deepening alpha-beta: principal variation search over decisions with a transposition table, late-move reductions, and a
//! quiescence search over tactical turns. Depth is counted in turns, so that the evaluation is asked between turns only; the sign of a value
//! follows from who is to move, never from the ply.
//!
//! Values beyond [`SURE`] are proven ends, less one for each turn on the way to them. Draws are proven when everything below rests on ends of the
//! game alone; that is tracked beside the value.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use super::budget::Budget;
use super::ends::Ends;
use super::ordering::{Candidate, Candidates, Cutters, next_best};
use super::table::{Bound, Entry, Table};
use super::{Line, Proof, Report, Settings, Watch, value_of, winrate_of};
use crate::game::{Game, MOST_VALUE, Outcome, Rules, Turn};
use crate::record::Record;
use crate::rng::mix;

/// A win now.
const WIN: i32 = 32_000;
/// Values beyond are ends that have been proven.
const SURE: i32 = 31_000;
/// More than any value.
const INFINITY: i32 = 32_500;

/// Most turns that an iteration looks ahead, reduced and tactical ones apart.
const MOST_DEPTH: u32 = 100;
/// Most tactical turns in a row beyond the depth.
const MOST_TACTICAL: u32 = 8;
/// Half the first window around the value of the iteration before.
const WINDOW: i32 = 40;
/// Nodes between two looks at the clock.
const CLOCK: u64 = 256;
/// Nodes that are counted together where no limit asks for an exact count.
const BATCH: u64 = 64;

/// A value for the side to move, and whether it rests on ends of the game alone.
#[derive(Clone, Copy, Debug)]
struct Found {
    value: i32,
    proven: bool,
}

impl Found {
    const fn guess(value: i32) -> Self {
        Found { value, proven: false }
    }

    /// The same, seen by the player whose decision led here.
    fn seen_by(self, same: bool) -> Self {
        if same { self } else { Found { value: -self.value, proven: self.proven } }
    }
}

/// Where in the tree a position stands.
#[derive(Clone, Copy, Debug)]
struct At {
    /// Decisions from the root.
    ply: usize,
    /// Turns completed since the root.
    turns: u32,
}

/// What a window leaves open.
#[derive(Clone, Copy, Debug)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const ALL: Window = Window { alpha: -INFINITY, beta: INFINITY };

    /// The smallest window above alpha.
    fn null(self) -> Self {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// As the next player sees it.
    fn seen_by(self, same: bool) -> Self {
        if same { self } else { Window { alpha: -self.beta, beta: -self.alpha } }
    }

    fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }
}

/// A position to be searched, and how.
struct Task<'t, G> {
    position: &'t G,
    /// Turns to look ahead.
    depth: u32,
    window: Window,
    at: At,
}

/// Stack of a thread that helps: a search goes down a level for each decision.
const STACK: usize = 16 << 20;

/// Searches the record's position.
pub(super) fn think<G: Game>(
    record: &Record<G>,
    budget: &Budget<'_>,
    settings: &Settings,
    ends: Ends,
    watch: Watch<'_, G>,
) -> Report<G> {
    let table = Table::new(settings.hash);
    std::thread::scope(|scope| {
        for helper in 1..settings.threads.max(1) {
            let table = &table;
            let builder = std::thread::Builder::new().name(format!("search {helper}")).stack_size(STACK);
            let spawned = builder.spawn_scoped(scope, move || {
                Worker::new(record, budget, settings, table, ends, helper as u64, &mut |_| {}).iterate();
            });
            if let Err(error) = spawned {
                log::warn!("no thread {helper}: {error}");
            }
        }
        let report = Worker::new(record, budget, settings, &table, ends, 0, watch).iterate();
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
    cutters: Cutters<G::Move>,
    /// The best continuation found at each ply.
    variations: Vec<Vec<G::Move>>,
    /// The decisions of the root's turn that led here, while it is not complete.
    first_turn: Turn<G>,
    /// First turns that have been reported on already.
    excluded: Vec<Turn<G>>,
    watch: Watch<'a, G>,
    /// When what has been found was last told.
    told: Duration,
    /// The best lines so far, and how far they look.
    lines: Vec<Line<G>>,
    depth: u32,
    pending: u64,
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
        watch: Watch<'a, G>,
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
            cutters: Cutters::new(),
            variations: Vec::new(),
            first_turn: Turn::<G>::new(),
            excluded: Vec::new(),
            watch,
            told: Duration::ZERO,
            lines: Vec::new(),
            depth: 0,
            pending: 0,
            until_clock: 0,
            batch: if budget.counts_exactly() { 1 } else { BATCH },
            stopped: false,
        }
    }

    /// Looks further turn by turn until the budget is spent or nothing is left open.
    fn iterate(mut self) -> Report<G> {
        let most = self.budget.depth().unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
        // Threads that help begin elsewhere, so that they find other things.
        for depth in (1 + self.number as u32 % 2).min(most)..=most {
            let complete = self.deepen(depth);
            if !complete {
                break;
            }
            self.depth = depth;
            self.tell(true);
            let settled = self.lines.iter().all(|line| line.proven.is_some());
            if settled || self.budget.is_short() || self.budget.is_over() {
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

    /// One iteration; what it has not come to before a stop stays as it was.
    fn deepen(&mut self, depth: u32) -> bool {
        let before = std::mem::take(&mut self.lines);
        let (found, complete) = self.iteration(depth, &before);
        self.lines = found;
        if !complete {
            let known: Vec<Turn<G>> = self.lines.iter().filter_map(|line| line.turns.first().cloned()).collect();
            let new = |line: &Line<G>| !known.iter().any(|turn| Some(turn) == line.turns.first());
            self.lines.extend(before.into_iter().filter(new));
            self.lines.truncate(self.settings.lines.max(1));
        }
        complete
    }

    /// Tells what has been found so far, when it is time to.
    fn tell(&mut self, is_new: bool) {
        let due = match self.settings.interval {
            None => is_new,
            Some(interval) => self.budget.elapsed().saturating_sub(self.told) >= interval,
        };
        if due && self.number == 0 && !self.lines.is_empty() {
            self.told = self.budget.elapsed();
            let report = self.report();
            (self.watch)(&report);
        }
    }

    /// One iteration for each line that is asked for; says whether it was completed.
    fn iteration(&mut self, depth: u32, before: &[Line<G>]) -> (Vec<Line<G>>, bool) {
        let mut lines: Vec<Line<G>> = Vec::new();
        self.excluded.clear();
        for index in 0..self.settings.lines.max(1) {
            let expected = before.get(index).map(|line| line.score).filter(|_| depth > 2);
            let Some(line) = self.widen(depth, expected) else { break };
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
        loop {
            self.first_turn.clear();
            self.path.truncate(1);
            let root = self.root.clone();
            let found = self.search(&root, depth, window, At { ply: 0, turns: 0 });
            let inside = window.alpha < found.value && found.value < window.beta;
            if self.stopped || inside || found.value.abs() >= INFINITY {
                let moves = self.variations.first().cloned().unwrap_or_default();
                return (!moves.is_empty()).then(|| self.line(&moves, found));
            }
            step *= 4;
            if found.value <= window.alpha {
                window.alpha = if step > 1000 { -INFINITY } else { found.value - step };
            } else {
                window.beta = if step > 1000 { INFINITY } else { found.value + step };
            }
        }
    }

    /// The value of a position for the side to move, exact within the window. Sets the variation at its ply when it lies above alpha.
    fn search(&mut self, position: &G, depth: u32, window: Window, at: At) -> Found {
        self.clear_variation(at.ply);
        let between = !position.in_turn();
        if between && at.ply > 0 {
            if let Some(found) = self.end_of(position, at.turns) {
                return found;
            }
            if depth == 0 {
                return self.quiesce(position, window, at, MOST_TACTICAL);
            }
        }
        if self.enough() {
            return Found::guess(0);
        }
        let key = position.key();
        let entry = self.table.probe(key);
        let in_first_turn = at.turns == 0;
        if let Some(entry) = entry
            && !in_first_turn
            && window.is_null()
            && (u32::from(entry.depth) >= depth || entry.proven)
        {
            let value = from_table(entry.value, at.turns);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= window.beta,
                Bound::Upper => value <= window.alpha,
            };
            if cuts {
                return Found { value, proven: entry.proven };
            }
        }
        let candidates = self.candidates(position, at, entry.and_then(|entry| entry.best));
        self.try_all(Task { position, depth, window, at }, candidates, key)
    }

    /// Tries the candidates of a node in the order of their promise.
    fn try_all(&mut self, mut task: Task<'_, G>, mut candidates: Candidates<G::Move>, key: u64) -> Found {
        let Task { position, depth, at, .. } = task;
        let in_first_turn = at.turns == 0;
        let floor = task.window.alpha;
        let mut best = Found::guess(-INFINITY);
        let mut best_place = None;
        let mut all_proven = true;
        let mut tried = 0;
        while let Some(candidate) = next_best(&mut candidates, tried) {
            let mut next = position.clone();
            next.play_unchecked(candidate.mv);
            if in_first_turn {
                self.first_turn.truncate(at.ply);
                self.first_turn.push(candidate.mv);
                if !next.in_turn() && self.excluded.contains(&self.first_turn) {
                    candidates.remove(tried);
                    all_proven = false;
                    continue;
                }
            }
            let found = self.try_one(&task, &next, candidate, tried);
            if self.stopped {
                return best;
            }
            all_proven &= found.proven;
            tried += 1;
            if found.value > best.value {
                best = found;
                best_place = Some(candidate.place);
            }
            if found.value > task.window.alpha {
                task.window.alpha = found.value;
                self.extend_variation(at.ply, candidate.mv);
            }
            if found.value >= task.window.beta {
                if !position.is_tactical(candidate.mv) {
                    let in_vain = candidates.get(..tried - 1).unwrap_or_default();
                    self.cutters.cut(candidate.mv, position.to_move(), at.ply, depth, in_vain);
                }
                break;
            }
        }
        if tried == 0 {
            // Every turn is excluded; nothing is worth less.
            return Found::guess(-INFINITY);
        }
        let cut = best.value >= task.window.beta;
        best.proven = best.value.abs() >= SURE || if cut { best.proven } else { all_proven };
        if !in_first_turn || self.excluded.is_empty() {
            let bound = match best.value {
                _ if cut => Bound::Lower,
                value if value > floor => Bound::Exact,
                _ => Bound::Upper,
            };
            let entry = Entry {
                value: to_table(best.value, at.turns),
                depth: depth.min(255) as u8,
                bound,
                proven: best.proven,
                best: best_place.filter(|_| best.value > floor || tried == 1),
            };
            self.table.store(key, entry);
        }
        best
    }

    /// The value of one decision for who makes it: the first with the whole window, the others first with the smallest one, late ones looked
    /// at less far.
    fn try_one(&mut self, task: &Task<'_, G>, next: &G, candidate: Candidate<G::Move>, tried: usize) -> Found {
        let Task { position, depth, window, at } = *task;
        let completes = !next.in_turn();
        let same = next.to_move() == position.to_move();
        let rest = depth - u32::from(completes).min(depth);
        let at = At { ply: at.ply + 1, turns: at.turns + u32::from(completes) };
        if completes {
            self.path.push(next.repetition_key());
        }
        let look = |worker: &mut Self, depth, window: Window| {
            worker.search(next, depth, window.seen_by(same), at).seen_by(same)
        };
        let found = if tried == 0 {
            look(self, rest, window)
        } else {
            let most = rest.saturating_sub(u32::from(!completes));
            let less = self.reduction(task, candidate, tried).min(most);
            let mut found = look(self, rest - less, window.null());
            if less > 0 && found.value > window.alpha && !self.stopped {
                found = look(self, rest, window.null());
            }
            if found.value > window.alpha && found.value < window.beta && !self.stopped {
                found = look(self, rest, window);
            }
            found
        };
        if completes {
            self.path.pop();
        }
        found
    }

    /// By how many turns a late decision is looked at less far.
    fn reduction(&self, task: &Task<'_, G>, candidate: Candidate<G::Move>, tried: usize) -> u32 {
        if task.depth < 2 || tried < 3 || task.position.is_tactical(candidate.mv) {
            return 0;
        }
        let very_late = tried >= 12 && task.depth >= 4 && task.window.is_null();
        1 + u32::from(very_late)
    }

    /// Follows tactical turns until the position can be judged.
    fn quiesce(&mut self, position: &G, mut window: Window, at: At, left: u32) -> Found {
        self.clear_variation(at.ply);
        let between = !position.in_turn();
        let mut best = Found::guess(-INFINITY);
        if between {
            if let Some(found) = self.end_of(position, at.turns) {
                return found;
            }
            best.value = self.evaluate(position);
            if best.value >= window.beta || left == 0 {
                return best;
            }
            window.alpha = window.alpha.max(best.value);
        }
        if self.enough() {
            return Found::guess(0);
        }
        let mut candidates = Candidates::new();
        let mut place = 0;
        let _ = position.for_each_move(|mv| {
            if !between || position.is_tactical(mv) {
                candidates.push(Candidate { mv, place, rank: position.promise(mv) });
            }
            place = place.saturating_add(1);
            ControlFlow::<()>::Continue(())
        });
        let mut tried = 0;
        while let Some(candidate) = next_best(&mut candidates, tried) {
            let mut next = position.clone();
            next.play_unchecked(candidate.mv);
            let completes = !next.in_turn();
            let same = next.to_move() == position.to_move();
            let below = At { ply: at.ply + 1, turns: at.turns + u32::from(completes) };
            let left = left - u32::from(completes).min(left);
            let found = self.quiesce(&next, window.seen_by(same), below, left).seen_by(same);
            if self.stopped {
                return best;
            }
            tried += 1;
            if found.value > best.value {
                best = Found::guess(found.value);
                if found.value > window.alpha {
                    window.alpha = found.value;
                    self.extend_variation(at.ply, candidate.mv);
                }
                if found.value >= window.beta {
                    break;
                }
            }
        }
        best
    }

    /// What ends the game here: the rules, tables, or a repetition. A position that comes again within the search counts as if play went
    /// round in circles from there.
    fn end_of(&self, position: &G, turns: u32) -> Option<Found> {
        let mover = position.to_move();
        if let Some(outcome) = position.outcome() {
            return Some(Found { value: value_of(outcome, mover) * (WIN - turns as i32), proven: true });
        }
        let (last, before) = self.path.split_last()?;
        let here = before.iter().filter(|&key| key == last).count();
        let earlier = self.occurred.get(last).copied().unwrap_or_default();
        // The root is the last position of the game so far, and the first of the path.
        let limit = position.rules().repetition();
        let repeats = limit > 0
            && usize::from(earlier) + before.iter().skip(1).filter(|&key| key == last).count() + 1
                >= usize::from(limit);
        if repeats {
            return Some(Found::guess(value_of(position.settle(), mover) * MOST_VALUE));
        }
        if here > 0 {
            return Some(Found::guess(if position.settle() == Outcome::Draw { 0 } else { self.evaluate(position) }));
        }
        self.ends.known(position).map(|known| Found {
            value: value_of(known.outcome, mover) * (WIN - (turns + known.turns).min(900) as i32),
            proven: true,
        })
    }

    fn evaluate(&self, position: &G) -> i32 {
        self.budget.seen(position.evaluate())
    }

    fn candidates(&mut self, position: &G, at: At, remembered: Option<u16>) -> Candidates<G::Move> {
        let mover = position.to_move();
        let mut candidates = Candidates::new();
        let mut place = 0u16;
        let _ = position.for_each_move(|mv| {
            let rank = if remembered == Some(place) {
                i32::MAX
            } else {
                (position.promise(mv) << 16) + self.cutters.rank(mv, mover, at.ply)
            };
            candidates.push(Candidate { mv, place, rank });
            place = place.saturating_add(1);
            ControlFlow::<()>::Continue(())
        });
        if at.turns == 0 {
            // Among equals the seed decides.
            let salt = mix(self.settings.seed, self.number);
            for candidate in &mut candidates {
                let chance = (mix(salt, u64::from(candidate.place) << 8 | at.ply as u64) & 0xff) as i32;
                candidate.rank = candidate.rank.saturating_add(chance);
            }
        }
        candidates
    }

    /// Counts a node; whether it was the last one.
    #[inline]
    fn enough(&mut self) -> bool {
        self.pending += 1;
        if self.pending >= self.batch {
            self.flush();
        }
        // A weak player looks at all its turns, too.
        self.stopped |= self.depth > 0 && self.budget.suffices(self.budget.nodes() + self.pending);
        self.until_clock = self.until_clock.saturating_sub(1);
        if self.until_clock == 0 {
            self.until_clock = CLOCK;
            self.stopped |= self.budget.is_late();
            self.tell(false);
        }
        self.stopped
    }

    fn flush(&mut self) {
        self.stopped |= self.budget.spend(std::mem::take(&mut self.pending));
    }

    fn clear_variation(&mut self, ply: usize) {
        if self.variations.len() <= ply {
            self.variations.resize(ply + 1, Vec::new());
        }
        if let Some(variation) = self.variations.get_mut(ply) {
            variation.clear();
        }
    }

    /// Puts a decision before the variation of the next ply.
    fn extend_variation(&mut self, ply: usize, mv: G::Move) {
        if self.variations.len() <= ply + 1 {
            self.variations.resize(ply + 2, Vec::new());
        }
        if let [.., here, below] = &mut self.variations[..ply + 2] {
            here.clear();
            here.push(mv);
            here.extend_from_slice(below);
        }
    }

    /// What stands for the result when there was not even time for one turn: the decisions that promise most.
    fn first_guess(&mut self) -> Line<G> {
        let value = if self.root.in_turn() { 0 } else { self.evaluate(self.root) };
        self.line(&[], Found::guess(value))
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
        let proven = (found.proven || sure).then(|| Proof {
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

/// A value as the table keeps it: ends are counted from the position itself.
fn to_table(value: i32, turns: u32) -> i16 {
    let turns = turns as i32;
    let value = match value {
        SURE.. => value + turns,
        _ if value <= -SURE => value - turns,
        _ => value,
    };
    value.clamp(-WIN, WIN) as i16
}

fn from_table(value: i16, turns: u32) -> i32 {
    let (value, turns) = (i32::from(value), turns as i32);
    match value {
        SURE.. => value - turns,
        _ if value <= -SURE => value + turns,
        _ => value,
    }
}
