//! A tree of decisions grown by upper confidence bounds, whose leaves are judged by uniformly random playouts (UCT) or by the game's
//! evaluation. Results that the rules decide are propagated as proofs (MCTS-Solver, Winands and others 2008).

use std::ops::ControlFlow;
use std::time::Duration;

use super::budget::Budget;
use super::ends::Ends;
use super::playout::playout;
use super::{Line, Proof, Report, Settings, Watch, score_of, winrate_of};
use crate::game::{Game, Outcome, Player, Turn};
use crate::record::{Record, repetition_reached};
use crate::rng::{Rng, mix};

/// The weight of the confidence bound, for results between 0 and 1.
const EXPLORATION: f32 = 0.7;
/// The same where an evaluation judges, which errs less at random.
const EVALUATED_EXPLORATION: f32 = 0.3;
/// Simulations between two looks at the clock.
const CLOCK: u64 = 16;
/// Simulations before the first report where no interval is asked for; then at twice as many, and so on.
const FIRST_REPORT: u64 = 1 << 10;

const ROOT: usize = 0;

/// Who judges the leaves of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judge {
    /// A random game to its end.
    Playout,
    /// The game's evaluation.
    Evaluation,
}

/// A decision in the tree, and what is known of the position behind it.
struct Node<M> {
    /// The decision; none at the root.
    mv: Option<M>,
    /// Index of the first child, 0 while the node has none.
    first_child: u32,
    children: u32,
    visits: u32,
    /// How promising the decision looked, where an evaluation judges.
    promise: i16,
    /// Turns from here to the proven end.
    turns: u16,
    /// Whether the decision completes a turn; known once it has been tried.
    completes: bool,
    /// Sum of the results, for the player who made the decision.
    value: f64,
    proven: Option<Outcome>,
}

impl<M> Node<M> {
    fn new(mv: Option<M>, promise: i32) -> Self {
        let promise = promise.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        Node {
            mv,
            first_child: 0,
            children: 0,
            visits: 0,
            promise,
            turns: 0,
            completes: false,
            value: 0.0,
            proven: None,
        }
    }

    fn child_range(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + self.children as usize
    }

    fn mean(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { (self.value / f64::from(self.visits)) as f32 }
    }

    /// Turns to the proven end, with that of the decision itself.
    fn turns_with_it(&self) -> u16 {
        self.turns.saturating_add(self.completes.into())
    }
}

/// Searches the record's position. Threads grow trees of their own, which are added up at the end.
pub(super) fn think<G: Game>(
    record: &Record<G>,
    budget: &Budget<'_>,
    settings: &Settings,
    judge: Judge,
    ends: Ends,
    watch: Watch<'_, G>,
) -> Report<G> {
    let threads = settings.threads.max(1);
    let share = Settings { hash: settings.hash / threads, ..*settings };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .filter_map(|helper| {
                let settings = Settings { seed: mix(settings.seed, helper as u64), ..share };
                let name = format!("search {helper}");
                let grow = move || {
                    let mut search = Search::new(record, budget, settings, judge, ends);
                    search.run(&mut |_| {});
                    search.turns()
                };
                let spawned = std::thread::Builder::new().name(name).spawn_scoped(scope, grow);
                spawned.inspect_err(|error| log::warn!("no thread {helper}: {error}")).ok()
            })
            .collect();
        let mut search = Search::new(record, budget, share, judge, ends);
        search.run(watch);
        budget.end();
        let mut turns = search.turns();
        for helper in helpers {
            for other in helper.join().unwrap_or_default() {
                match turns.iter_mut().find(|turn| turn.turn == other.turn) {
                    Some(turn) => turn.add(&other),
                    None => turns.push(other),
                }
            }
        }
        search.report(turns)
    })
}

/// A turn from the root, or the beginning of one beyond which the tree has not grown, and what its tree says of it.
struct Considered<G: Game> {
    turn: Turn<G>,
    complete: bool,
    visits: u64,
    /// Sum of the results, for the side to move.
    value: f64,
    proven: Option<Proof>,
}

impl<G: Game> Considered<G> {
    fn add(&mut self, other: &Self) {
        self.visits += other.visits;
        self.value += other.value;
        self.proven = self.proven.or(other.proven);
    }

    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.value / self.visits as f64 }
    }
}

/// One thread's search.
struct Search<'a, G: Game> {
    root: &'a G,
    budget: &'a Budget<'a>,
    /// Repetition keys of the game so far, and, during a simulation, of the path through the tree.
    keys: Vec<u64>,
    game_keys: usize,
    nodes: Vec<Node<G::Move>>,
    /// The tree's size in nodes, however much memory would still be free.
    capacity: usize,
    rng: Rng,
    judge: Judge,
    ends: Ends,
    settings: Settings,
    positions: u64,
    depth: u32,
}

impl<'a, G: Game> Search<'a, G> {
    fn new(record: &'a Record<G>, budget: &'a Budget<'a>, settings: Settings, judge: Judge, ends: Ends) -> Self {
        let mut capacity = (settings.hash / size_of::<Node<G::Move>>()).clamp(1, u32::MAX as usize);
        let mut nodes = vec![Node::new(None, 0)];
        // Had at once, so that growing never needs more than the limit; where memory is short the tree has to do with less.
        while nodes.try_reserve_exact(capacity).is_err() && capacity > 1 {
            capacity /= 2;
            log::warn!("memory is short: a tree of {capacity} nodes");
        }
        Search {
            root: record.position(),
            budget,
            keys: record.repetition_keys().to_vec(),
            game_keys: record.repetition_keys().len(),
            nodes,
            capacity,
            rng: Rng::new(settings.seed),
            judge,
            ends,
            settings,
            positions: 0,
            depth: 0,
        }
    }

    fn run(&mut self, watch: Watch<'_, G>) {
        let budget = self.budget;
        let (mut simulations, mut told) = (0u64, Duration::ZERO);
        loop {
            self.simulate(budget.depth());
            simulations += 1;
            let late = simulations.is_multiple_of(CLOCK) || simulations == 1;
            let enough = budget.spend(1)
                || budget.suffices(simulations)
                || (late && (budget.is_late() || budget.has_reached_target()));
            if enough || self.nodes[ROOT].proven.is_some() {
                return;
            }
            let due = match self.settings.interval {
                None => simulations >= FIRST_REPORT && simulations.is_power_of_two(),
                Some(interval) => late && budget.elapsed().saturating_sub(told) >= interval,
            };
            if due {
                told = budget.elapsed();
                watch(&self.report(self.turns()));
            }
        }
    }

    /// One simulated game: down the tree, one new level, a judgement, and back.
    fn simulate(&mut self, depth_limit: Option<u32>) {
        let mut position = self.root.clone();
        let mut path = vec![(ROOT, position.to_move())];
        let mut turns = 0;
        self.keys.truncate(self.game_keys);
        let mut at = ROOT;
        let result = loop {
            if let Some(outcome) = self.nodes[at].proven {
                break result_of(outcome);
            }
            let leaf = self.nodes[at].children == 0;
            if leaf {
                if at != ROOT {
                    // At the root the caller has seen to it that the game goes on.
                    if let Some((outcome, turns)) = self.outcome(&position) {
                        self.nodes[at].proven = Some(outcome);
                        self.nodes[at].turns = turns;
                        break result_of(outcome);
                    }
                    let deep_enough = depth_limit.is_some_and(|limit| turns >= limit);
                    if self.nodes[at].visits == 0 || deep_enough {
                        break self.judge(position);
                    }
                }
                if !self.expand(at, &position) {
                    break self.judge(position);
                }
            }
            let mover = position.to_move();
            at = self.select(at, mover);
            if let Some(mv) = self.nodes[at].mv {
                position.play_unchecked(mv);
                self.positions += 1;
            }
            path.push((at, mover));
            if !position.in_turn() {
                self.nodes[at].completes = true;
                turns += 1;
                self.depth = self.depth.max(turns);
                self.keys.push(position.repetition_key());
            }
        };
        self.back_up(&path, result);
    }

    /// How the game ends here, and in how many turns.
    fn outcome(&self, position: &G) -> Option<(Outcome, u16)> {
        if position.in_turn() {
            return None;
        }
        // A tree node has one path to it, so that a repetition on that path is as certain as the rules' own ends.
        let ended = position.outcome().or_else(|| repetition_reached(position, &self.keys).then(|| position.settle()));
        match ended {
            Some(outcome) => Some((outcome, 0)),
            None => self.ends.known(position).map(|known| (known.outcome, known.turns.min(u16::MAX.into()) as u16)),
        }
    }

    /// Gives the node its children; `false` when the tree has no room for them.
    fn expand(&mut self, at: usize, position: &G) -> bool {
        let first = self.nodes.len();
        let looks = self.judge == Judge::Evaluation;
        let flow = position.for_each_move(|mv| {
            self.nodes.push(Node::new(Some(mv), if looks { position.promise(mv) } else { 0 }));
            if self.nodes.len() > self.capacity && at != ROOT {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if flow.is_break() || self.nodes.len() == first {
            self.nodes.truncate(first);
            return false;
        }
        self.nodes[at].first_child = first as u32;
        self.nodes[at].children = (self.nodes.len() - first) as u32;
        true
    }

    /// The child to look at next. Children that are proven losses for the mover are left aside.
    fn select(&mut self, at: usize, mover: Player) -> usize {
        match self.judge {
            Judge::Playout => self.select_unvisited_first(at, mover),
            Judge::Evaluation => self.select_promising(at, mover),
        }
    }

    /// One not yet visited, at random, or else the one with the greatest upper confidence bound.
    fn select_unvisited_first(&mut self, at: usize, mover: Player) -> usize {
        let lost = Some(Outcome::Win(mover.other()));
        let log = log2(self.nodes[at].visits.max(1));
        let mut fresh = 0;
        let mut best = (f32::NEG_INFINITY, self.nodes[at].first_child as usize);
        for index in self.nodes[at].child_range() {
            let child = &self.nodes[index];
            if child.proven == lost {
                continue;
            }
            if child.visits == 0 {
                fresh += 1;
                if self.rng.below(fresh) == 0 {
                    best = (f32::INFINITY, index);
                }
            } else if fresh == 0 {
                let bound = child.mean() + EXPLORATION * (log / child.visits as f32).sqrt();
                if bound > best.0 {
                    best = (bound, index);
                }
            }
        }
        best.1
    }

    /// The one with the greatest upper confidence bound; those not yet visited count as good as what has been seen, the more the more they
    /// promise.
    fn select_promising(&mut self, at: usize, mover: Player) -> usize {
        let lost = Some(Outcome::Win(mover.other()));
        let node = &self.nodes[at];
        let log = log2(node.visits.max(1));
        let range = node.child_range();
        let (value, visits) = self.nodes[range.clone()]
            .iter()
            .fold((0.0, 0u32), |(value, visits), child| (value + child.value, visits + child.visits));
        let seen = if visits == 0 { 0.5 } else { (value / f64::from(visits)) as f32 };
        let mut best = (f32::NEG_INFINITY, range.start);
        for index in range {
            let child = &self.nodes[index];
            if child.proven == lost {
                continue;
            }
            let bound = match child.visits {
                0 => {
                    seen + EVALUATED_EXPLORATION * 0.8
                        + f32::from(child.promise) / 1000.0
                        + self.rng.below(16) as f32 / 4096.0
                }
                visits => child.mean() + EVALUATED_EXPLORATION * (log / visits as f32).sqrt(),
            };
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// What the position is worth for the first seat.
    fn judge(&mut self, mut position: G) -> f64 {
        if self.judge == Judge::Playout {
            let playout = playout(position, &mut self.rng);
            self.positions += u64::from(playout.moves);
            return result_of(playout.outcome);
        }
        while position.in_turn() {
            let Some(mv) = position.random_move(&mut self.rng) else { break };
            position.play_unchecked(mv);
            self.positions += 1;
        }
        if let Some(outcome) = position.outcome() {
            return result_of(outcome);
        }
        let value = winrate_of(self.budget.seen(position.evaluate()));
        if position.to_move() == Player::First { value } else { 1.0 - value }
    }

    /// Credits the result along the path and carries proofs towards the root. Each path entry holds the player who chose that node.
    fn back_up(&mut self, path: &[(usize, Player)], result: f64) {
        for (step, &(index, chooser)) in path.iter().enumerate().rev() {
            // The player to choose below a node is the one who chose the next node of the path.
            if let Some(&(below, mover)) = path.get(step + 1)
                && self.nodes[below].proven.is_some()
                && let Some((outcome, turns)) = self.prove(index, below, mover)
            {
                self.nodes[index].proven = Some(outcome);
                self.nodes[index].turns = turns;
            }
            let node = &mut self.nodes[index];
            node.visits = node.visits.saturating_add(1);
            node.value += if chooser == Player::First { result } else { 1.0 - result };
        }
    }

    /// What a node is worth for certain after its child `below` has been proven, and in how many turns.
    fn prove(&self, index: usize, below: usize, mover: Player) -> Option<(Outcome, u16)> {
        let won = Outcome::Win(mover);
        if self.nodes[below].proven == Some(won) {
            return Some((won, self.nodes[below].turns_with_it()));
        }
        let children = &self.nodes[self.nodes[index].child_range()];
        if !children.iter().all(|child| child.proven.is_some()) {
            return None;
        }
        let drawn = children.iter().any(|child| child.proven == Some(Outcome::Draw));
        let longest = children.iter().map(Node::turns_with_it).max().unwrap_or_default();
        Some((if drawn { Outcome::Draw } else { Outcome::Win(mover.other()) }, longest))
    }

    /// The child that `mover` should play: a proven win, else the most visited that is no proven loss, else the loss that takes longest.
    fn best_child(&self, at: usize, mover: Player) -> Option<usize> {
        let rank = |child: &Node<G::Move>| match child.proven {
            Some(Outcome::Win(winner)) if winner == mover => (2, u32::from(u16::MAX - child.turns)),
            Some(Outcome::Win(_)) => (0, u32::from(child.turns)),
            _ => (1, child.visits),
        };
        // Backwards, since `max_by_key` takes the last of equals.
        self.nodes[at].child_range().rev().max_by_key(|&index| rank(&self.nodes[index]))
    }

    /// The turns from the root that have been looked at.
    fn turns(&self) -> Vec<Considered<G>> {
        let mut turns = Vec::new();
        self.collect_turns(ROOT, &self.root.clone(), &mut Turn::<G>::new(), &mut turns);
        turns
    }

    fn collect_turns(&self, at: usize, position: &G, made: &mut Turn<G>, turns: &mut Vec<Considered<G>>) {
        for index in self.nodes[at].child_range() {
            let child = &self.nodes[index];
            let Some(mv) = child.mv.filter(|_| child.visits > 0) else { continue };
            let mut next = position.clone();
            next.play_unchecked(mv);
            made.push(mv);
            if child.children > 0 && next.in_turn() {
                self.collect_turns(index, &next, made, turns);
            } else {
                let proven = child.proven.map(|outcome| Proof { outcome, turns: child.turns_with_it().into() });
                turns.push(Considered {
                    turn: made.clone(),
                    complete: !next.in_turn(),
                    visits: child.visits.into(),
                    value: child.value,
                    proven,
                });
            }
            made.pop();
        }
    }

    /// The most expected turns of the tree behind a turn of the root.
    fn variation(&mut self, first: &Turn<G>) -> Vec<Turn<G>> {
        let mut position = self.root.clone();
        let mut at = Some(ROOT);
        for &mv in first {
            at = at.and_then(|at| self.nodes[at].child_range().find(|&index| self.nodes[index].mv == Some(mv)));
            position.play_unchecked(mv);
        }
        let mut variation = vec![first.clone()];
        let mut turn = Turn::<G>::new();
        while position.in_turn() || position.outcome().is_none() {
            let next =
                at.and_then(|at| self.best_child(at, position.to_move())).filter(|&next| self.nodes[next].visits > 0);
            let Some((next, mv)) = next.and_then(|next| Some((next, self.nodes[next].mv?))) else { break };
            position.play_unchecked(mv);
            turn.push(mv);
            at = Some(next);
            if !position.in_turn() {
                variation.push(std::mem::take(&mut turn));
            }
        }
        variation
    }

    /// The turn to play: decision by decision what has been looked at most, since whole turns have been looked at too seldom. What the tree
    /// leaves open is completed at random.
    fn best_turn(&mut self, turns: &[Considered<G>]) -> Considered<G> {
        let mover = self.root.to_move();
        let mut left: Vec<&Considered<G>> = turns.iter().collect();
        let mut best = Considered { turn: Turn::<G>::new(), complete: false, visits: 0, value: 0.0, proven: None };
        let mut position = self.root.clone();
        while !best.complete {
            let made = best.turn.len();
            let mut groups: Vec<(G::Move, Vec<&Considered<G>>)> = Vec::new();
            for considered in left.drain(..) {
                let Some(&mv) = considered.turn.get(made) else { continue };
                match groups.iter_mut().find(|(other, _)| *other == mv) {
                    Some((_, group)) => group.push(considered),
                    None => groups.push((mv, vec![considered])),
                }
            }
            // Backwards, since `max_by_key` takes the last of equals.
            let chosen = groups.into_iter().rev().max_by_key(|(_, group)| rank(group, mover));
            let mv = match chosen {
                Some((mv, group)) => {
                    left = group;
                    mv
                }
                None => match position.random_move(&mut self.rng) {
                    Some(mv) => mv,
                    None => break,
                },
            };
            position.play_unchecked(mv);
            best.turn.push(mv);
            best.complete = !position.in_turn();
        }
        for considered in left {
            best.visits += considered.visits;
            best.value += considered.value;
            best.proven = considered.proven;
        }
        best
    }

    fn report(&mut self, mut turns: Vec<Considered<G>>) -> Report<G> {
        let mover = self.root.to_move();
        let best = self.best_turn(&turns);
        turns.retain(|turn| turn.complete && turn.turn != best.turn);
        turns.sort_by_key(|turn| std::cmp::Reverse(rank(&[turn], mover)));
        turns.insert(0, best);
        turns.truncate(self.settings.lines.max(1));
        // The root may be proven where the turn that proves it is only one of many.
        let root = self.nodes[ROOT].proven.map(|outcome| Proof { outcome, turns: self.nodes[ROOT].turns.into() });
        let lines = turns.iter().enumerate().map(|(index, considered)| {
            let proven = considered.proven.or(root.filter(|_| index == 0));
            let winrate = proven.map_or(considered.mean(), |proof| f64::from(proof.outcome.value_for(mover)));
            Line { turns: self.variation(&considered.turn), score: score_of(winrate), winrate: winrate as f32, proven }
        });
        Report {
            lines: lines.collect(),
            nodes: self.budget.nodes(),
            positions: self.positions,
            depth: self.depth,
            time: self.budget.elapsed(),
            hashfull: (self.nodes.len() * 1000 / self.capacity.max(1)).min(1000) as u32,
        }
    }
}

/// How much speaks for turns that begin alike: a proven win, the sooner the better; else how often they have been looked at, those apart that
/// are proven losses; else the loss that takes longest.
fn rank<G: Game>(turns: &[&Considered<G>], mover: Player) -> (u8, u64) {
    let won = |turn: &&Considered<G>| turn.proven.filter(|proof| proof.outcome == Outcome::Win(mover));
    let lost = |turn: &&Considered<G>| turn.proven.filter(|proof| proof.outcome == Outcome::Win(mover.other()));
    if let Some(soonest) = turns.iter().filter_map(won).map(|proof| proof.turns).min() {
        return (2, u64::from(u32::MAX - soonest));
    }
    if let Some(longest) = turns.iter().map(lost).try_fold(0, |most, proof| Some(proof?.turns.max(most))) {
        return (0, u64::from(longest));
    }
    (1, turns.iter().filter(|turn| lost(turn).is_none()).map(|turn| turn.visits).sum())
}

/// 1 for a win of the first seat, 0 for a loss, ½ for a draw.
fn result_of(outcome: Outcome) -> f64 {
    f64::from(outcome.value_for(Player::First))
}

/// The binary logarithm, linear between powers of two: made of exact operations only, so that it is the same on every machine.
fn log2(n: u32) -> f32 {
    let exponent = n.ilog2();
    exponent as f32 + (n as f32 / (1u64 << exponent) as f32 - 1.0)
}
