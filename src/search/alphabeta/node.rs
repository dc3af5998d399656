//! The search below the root: nodes, the order of trying, and the quiet end.

use std::ops::ControlFlow;
use std::time::Duration;

use super::Worker;
use super::value::{At, Found, INFINITY, OPEN, SURE, WIN, Window, from_table, to_table};
use crate::game::{Game, MOST_VALUE, Outcome, Rules};
use crate::rng::mix;
use crate::search::ordering::{Candidate, Candidates, next_best};
use crate::search::table::{Bound, Entry};
use crate::search::{MOST_TURNS, value_of};

/// Most tactical turns in a row beyond the depth.
const MOST_TACTICAL: u32 = 8;
/// The rank of what the table remembers: before all but what is expected, and whatever chance adds.
const REMEMBERED: i32 = i32::MAX - 0x100;
/// Nodes, and positions judged at once, between two looks at the clock.
const CLOCK: u64 = 256;

/// A position to be searched, and how.
struct Task<'t, G> {
    position: &'t G,
    /// Turns to look ahead.
    depth: u32,
    window: Window,
    at: At,
}

impl<G: Game> Worker<'_, G> {
    /// The value of a position for the side to move, exact within the window. Sets the variation at its ply when it lies above alpha.
    pub(super) fn search(&mut self, position: &G, depth: u32, window: Window, at: At) -> Found {
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
        // No end is nearer than that of the next turn.
        let nearest = WIN - at.turns as i32 - 1;
        if at.ply > 0 && (window.alpha >= nearest || window.beta <= -nearest) {
            return Found::guess(window.alpha.max(-nearest));
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
        let found = self.try_all(Task { position, depth, window, at }, candidates, key);
        match entry.and_then(|entry| proven_end(entry, at.turns)) {
            // Looked at less far, or along another path, the same end may not be seen again.
            Some(end) if !found.proven && !in_first_turn && !self.stopped => {
                self.clear_variation(at.ply);
                end
            }
            _ => found,
        }
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
            let found = match self.try_one(&task, &next, candidate, tried) {
                Some(found) if !self.stopped => found,
                partial => {
                    let open = candidates.get(tried..).unwrap_or_default();
                    return self.break_off(&task, best, partial, open);
                }
            };
            all_proven &= found.proven;
            tried += 1;
            if found.value > best.value {
                best = found;
                best_place = Some(candidate.place);
            }
            if found.value > task.window.alpha {
                task.window.alpha = found.value;
                self.extend_variation(at.ply, candidate.mv);
                if at.ply == 0 {
                    self.stand_by(found);
                }
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

    /// What a node is worth that could not be searched to its end, with what is known of the decision that was being looked at, the first of
    /// those that are open. Only in the root's turn does that matter.
    fn break_off(
        &mut self,
        task: &Task<'_, G>,
        mut best: Found,
        partial: Option<Found>,
        open: &[Candidate<G::Move>],
    ) -> Found {
        let Task { at, window, position, .. } = *task;
        let lost = |found: Found| found.value <= -SURE;
        let mut taken = None;
        if let (Some(partial), [candidate, ..]) = (partial, open)
            && (partial.value > window.alpha.max(best.value) || partial.value == OPEN && lost(best))
        {
            taken = Some((candidate.mv, partial));
        }
        let nothing_seen = best.value == -INFINITY && partial.is_none();
        if at.turns == 0 && !nothing_seen && lost(best) && partial.is_none_or(lost) {
            let mut untouched = open.iter().skip(partial.is_some().into()).map(|candidate| candidate.mv);
            if let Some(mv) = untouched.find(|&mv| !self.is_known_to_lose(position, mv)) {
                self.clear_variation(at.ply + 1);
                taken = Some((mv, Found::guess(OPEN)));
            }
        }
        if let Some((mv, found)) = taken {
            best = found;
            self.extend_variation(at.ply, mv);
        }
        // What has not been tried may be better: only a win is certain.
        best.proven = best.value >= SURE;
        best
    }

    /// Whether the table tells for certain that a decision in the root's turn loses.
    fn is_known_to_lose(&self, position: &G, mv: G::Move) -> bool {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let same = next.to_move() == position.to_move();
        let end = self.table.probe(next.key()).and_then(|entry| proven_end(entry, 1));
        end.is_some_and(|end| end.seen_by(same).value <= -SURE)
    }

    /// The value of one decision for who makes it: the first with the whole window, the others first with the smallest one, late ones looked
    /// at less far.
    fn try_one(&mut self, task: &Task<'_, G>, next: &G, candidate: Candidate<G::Move>, tried: usize) -> Option<Found> {
        let Task { depth, at, .. } = *task;
        let completes = !next.in_turn();
        let rest = depth - u32::from(completes).min(depth);
        let at = At { ply: at.ply + 1, turns: at.turns + u32::from(completes) };
        if completes {
            self.path.push(next.repetition_key());
        }
        let found = self.look(task, next, at, rest, self.reduction(task, candidate, tried), tried == 0);
        if completes {
            self.path.pop();
        }
        found
    }

    /// The searches of [`try_one`](Self::try_one).
    fn look(
        &mut self,
        task: &Task<'_, G>,
        next: &G,
        at: At,
        depth: u32,
        reduction: u32,
        is_first: bool,
    ) -> Option<Found> {
        let window = task.window;
        let same = next.to_move() == task.position.to_move();
        // What a search that was stopped says holds for the root's own turn only: there it has gone through whole turns.
        let in_first_turn = at.turns == 0;
        let known =
            |worker: &Self, found| (!worker.stopped || in_first_turn && worker.has_variation(at.ply)).then_some(found);
        let search = |worker: &mut Self, depth, window: Window| {
            let found = worker.search(next, depth, window.seen_by(same), at).seen_by(same);
            known(worker, found)
        };
        if is_first {
            return search(self, depth, window);
        }
        // The last decision of a turn is not reduced into nothing.
        let less = reduction.min(depth.saturating_sub(u32::from(next.in_turn())));
        let mut found = search(self, depth - less, window.null());
        if less > 0 {
            if self.stopped {
                return None;
            }
            if found?.value > window.alpha {
                found = search(self, depth, window.null());
            }
        }
        let beyond = found?;
        if beyond.value <= window.alpha || beyond.value >= window.beta || self.stopped {
            return found;
        }
        // Better than all before, as far as the smallest window tells: that is to outlast a stop.
        let kept = if task.at.turns == 0 { self.variations.get(at.ply).cloned() } else { None };
        let closer = search(self, depth, window);
        match (closer, kept) {
            (Some(closer), _) if !self.stopped || closer.value > beyond.value => Some(closer),
            (_, Some(kept)) => {
                if let Some(variation) = self.variations.get_mut(at.ply) {
                    *variation = kept;
                }
                found
            }
            _ => None,
        }
    }

    /// By how many turns a late decision is looked at less far.
    fn reduction(&self, task: &Task<'_, G>, candidate: Candidate<G::Move>, tried: usize) -> u32 {
        if task.depth < 2 || tried < 3 || task.position.is_tactical(candidate.mv) {
            return 0;
        }
        let very_late = tried >= 12 && task.depth >= 4 && task.window.is_null();
        1 + u32::from(very_late)
    }

    /// Follows tactical turns until the position, whose game goes on, can be judged. They change too much for a position to come again.
    fn quiesce(&mut self, position: &G, mut window: Window, at: At, left: u32) -> Found {
        self.clear_variation(at.ply);
        let between = !position.in_turn();
        let mut best = Found::guess(-INFINITY);
        if between {
            best.value = self.evaluate(position);
            if best.value >= window.beta || left == 0 {
                self.glance();
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
            let end = completes
                .then(|| self.end_by_rules(&next, below.turns).or_else(|| self.end_by_tables(&next, below.turns)));
            let found = match end.flatten() {
                Some(end) => {
                    self.clear_variation(below.ply);
                    end
                }
                None => self.quiesce(&next, window.seen_by(same), below, left),
            };
            let found = found.seen_by(same);
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

    /// What ends the game here: the rules, a repetition, or tables. A position that comes again within the search counts as if play went
    /// round in circles from there.
    fn end_of(&self, position: &G, turns: u32) -> Option<Found> {
        self.end_by_rules(position, turns)
            .or_else(|| self.end_by_repetition(position))
            .or_else(|| self.end_by_tables(position, turns))
    }

    fn end_by_rules(&self, position: &G, turns: u32) -> Option<Found> {
        let value = |outcome| value_of(outcome, position.to_move()) * (WIN - turns as i32);
        position.outcome().map(|outcome| Found { value: value(outcome), proven: true })
    }

    fn end_by_repetition(&self, position: &G) -> Option<Found> {
        let mover = position.to_move();
        let (last, before) = self.path.split_last()?;
        let here = before.iter().filter(|&key| key == last).count();
        let earlier = self.occurred.get(last).copied().unwrap_or_default();
        // The root is the last position of the game so far, and the first of the path.
        let limit = position.rules().repetition();
        let repeats = limit > 0
            && usize::from(earlier) + before.iter().skip(1).filter(|&key| key == last).count() + 1
                >= usize::from(limit);
        let settled = position.settle();
        let draw = if mover == self.root.to_move() { -self.contempt } else { self.contempt };
        let value = || match settled {
            Outcome::Draw => draw,
            // A game without end is nobody's.
            Outcome::Win(_) if limit == 0 => draw,
            Outcome::Win(_) if repeats => value_of(settled, mover) * MOST_VALUE,
            Outcome::Win(_) => self.evaluate(position),
        };
        (repeats || here > 0).then(|| Found::guess(value()))
    }

    fn end_by_tables(&self, position: &G, turns: u32) -> Option<Found> {
        self.ends.known(position).map(|known| Found {
            value: value_of(known.outcome, position.to_move()) * (WIN - (turns + known.turns).min(MOST_TURNS) as i32),
            proven: true,
        })
    }

    pub(super) fn evaluate(&self, position: &G) -> i32 {
        self.budget.seen(position.evaluate())
    }

    pub(super) fn candidates(&mut self, position: &G, at: At, remembered: Option<u16>) -> Candidates<G::Move> {
        let mover = position.to_move();
        let expected = if at.turns == 0 { self.expected(at.ply) } else { None };
        let mut candidates = Candidates::new();
        let mut place = 0u16;
        let _ = position.for_each_move(|mv| {
            let rank = if expected == Some(mv) {
                i32::MAX
            } else if remembered == Some(place) {
                REMEMBERED
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

    /// The decision at this ply of the turn that the iteration before found best, of those that are still to be reported on: to be looked at
    /// first, so that an iteration that is cut short says something of it.
    fn expected(&self, ply: usize) -> Option<G::Move> {
        let turn = self.lines.get(self.excluded.len())?.turns.first()?;
        let begins_alike = self.first_turn.get(..ply) == turn.get(..ply);
        turn.get(ply).copied().filter(|_| begins_alike)
    }

    /// Counts a node; whether it was the last one.
    #[inline]
    fn enough(&mut self) -> bool {
        self.pending += 1;
        if self.pending >= self.batch {
            self.flush();
        }
        // A weak player looks at all its turns, too.
        let nodes = self.budget.nodes() + self.pending;
        self.stopped |= self.depth > 0 && (self.budget.suffices(nodes) || nodes >= self.most_nodes);
        self.glance();
        self.stopped
    }

    /// Looks at the clock now and then.
    #[inline]
    fn glance(&mut self) {
        self.until_clock = self.until_clock.saturating_sub(1);
        if self.until_clock == 0 {
            self.until_clock = CLOCK;
            self.stopped |= self.budget.is_late(Duration::ZERO);
            self.tell(false);
        }
    }

    pub(super) fn flush(&mut self) {
        self.stopped |= self.budget.spend(std::mem::take(&mut self.pending));
    }

    fn has_variation(&self, ply: usize) -> bool {
        self.variations.get(ply).is_some_and(|variation| !variation.is_empty())
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
}

/// The win or the loss that the table tells of, if that is certain.
fn proven_end(entry: Entry, turns: u32) -> Option<Found> {
    let value = from_table(entry.value, turns);
    (entry.is_final() && value.abs() >= SURE).then_some(Found { value, proven: true })
}
