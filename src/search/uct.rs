//! UCT: a tree of decisions grown by upper confidence bounds, whose leaves are judged by uniformly random playouts. Results that the
//! rules decide are propagated as proofs (MCTS-Solver, Winands and others 2008).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::playout::playout;
use super::{Limits, Report, Settings};
use crate::game::{Game, Outcome, Player, Turn};
use crate::record::{Record, repetition_reached};
use crate::rng::Rng;

/// The weight of the confidence bound, for results between 0 and 1.
const EXPLORATION: f32 = 0.7;

const ROOT: usize = 0;

/// A decision in the tree, and what is known of the position behind it.
struct Node<M> {
    /// The decision; none at the root.
    mv: Option<M>,
    /// Index of the first child, 0 while the node has none.
    first_child: u32,
    children: u32,
    visits: u32,
    /// Sum of the results, for the player who made the decision.
    value: f64,
    proven: Option<Outcome>,
}

impl<M> Node<M> {
    fn new(mv: Option<M>) -> Self {
        Node { mv, first_child: 0, children: 0, visits: 0, value: 0.0, proven: None }
    }

    fn child_range(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + self.children as usize
    }

    fn mean(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { (self.value / f64::from(self.visits)) as f32 }
    }
}

/// One search.
pub(super) struct Search<'a, G: Game> {
    root: &'a G,
    /// Repetition keys of the game so far, and, during a simulation, of the path through the tree.
    keys: Vec<u64>,
    game_keys: usize,
    nodes: Vec<Node<G::Move>>,
    /// The tree's size in nodes, however much memory would still be free.
    capacity: usize,
    rng: Rng,
    simulations: u64,
    positions: u64,
    depth: u32,
}

impl<'a, G: Game> Search<'a, G> {
    pub(super) fn new(record: &'a Record<G>, settings: Settings) -> Self {
        let capacity = (settings.hash / size_of::<Node<G::Move>>()).clamp(1, u32::MAX as usize);
        let mut capacity = capacity;
        let mut nodes = vec![Node::new(None)];
        // Had at once, so that growing never needs more than the limit; where memory is short the tree has to do with less.
        while nodes.try_reserve_exact(capacity).is_err() && capacity > 1 {
            capacity /= 2;
            log::warn!("memory is short: a tree of {capacity} nodes");
        }
        Search {
            root: record.position(),
            keys: record.repetition_keys().to_vec(),
            game_keys: record.repetition_keys().len(),
            nodes,
            capacity,
            rng: Rng::new(settings.seed),
            simulations: 0,
            positions: 0,
            depth: 0,
        }
    }

    pub(super) fn run(mut self, limits: &Limits, begun: Instant, stop: &AtomicBool) -> Report<G> {
        let out_of_time = || limits.movetime.is_some_and(|movetime| begun.elapsed() >= movetime);
        let nodes = limits.nodes.unwrap_or(u64::MAX).max(1);
        loop {
            self.simulate(limits.depth);
            self.simulations += 1;
            let proven = self.nodes[ROOT].proven.is_some();
            if proven || self.simulations >= nodes || stop.load(Ordering::Relaxed) || out_of_time() {
                return self.report(begun);
            }
        }
    }

    /// One simulated game: down the tree, one new level, a playout, and back.
    fn simulate(&mut self, depth_limit: Option<u32>) {
        let mut position = self.root.clone();
        let mut path = vec![(ROOT, position.to_move())];
        let mut turns = 0;
        self.keys.truncate(self.game_keys);
        let mut at = ROOT;
        let outcome = loop {
            if let Some(outcome) = self.nodes[at].proven {
                break outcome;
            }
            let leaf = self.nodes[at].children == 0;
            if leaf {
                if at != ROOT {
                    // At the root the caller has seen to it that the game goes on.
                    if let Some(outcome) = self.outcome(&position) {
                        self.nodes[at].proven = Some(outcome);
                        break outcome;
                    }
                    let deep_enough = depth_limit.is_some_and(|limit| turns >= limit);
                    if self.nodes[at].visits == 0 || deep_enough {
                        break self.playout(position);
                    }
                }
                if !self.expand(at, &position) {
                    break self.playout(position);
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
                turns += 1;
                self.depth = self.depth.max(turns);
                self.keys.push(position.repetition_key());
            }
        };
        self.back_up(&path, outcome);
    }

    fn outcome(&self, position: &G) -> Option<Outcome> {
        if position.in_turn() {
            return None;
        }
        // A tree node has one path to it, so that a repetition on that path is as certain as the rules' own ends.
        position.outcome().or_else(|| repetition_reached(position, &self.keys).then(|| position.settle()))
    }

    /// Gives the node its children; `false` when the tree has no room for them.
    fn expand(&mut self, at: usize, position: &G) -> bool {
        let first = self.nodes.len();
        let flow = position.for_each_move(|mv| {
            self.nodes.push(Node::new(Some(mv)));
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

    /// The child to look at next: one not yet visited, at random, or else the one with the greatest upper confidence bound.
    /// Children that are proven losses for the mover are left aside.
    fn select(&mut self, at: usize, mover: Player) -> usize {
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

    fn playout(&mut self, position: G) -> Outcome {
        let playout = playout(position, &mut self.rng);
        self.positions += u64::from(playout.moves);
        playout.outcome
    }

    /// Credits the result along the path and carries proofs towards the root. Each path entry holds the player who chose that node.
    fn back_up(&mut self, path: &[(usize, Player)], outcome: Outcome) {
        for (step, &(index, chooser)) in path.iter().enumerate().rev() {
            // The player to choose below a node is the one who chose the next node of the path.
            if let Some(&(below, mover)) = path.get(step + 1)
                && self.nodes[below].proven.is_some()
            {
                self.nodes[index].proven = self.prove(index, below, mover);
            }
            let node = &mut self.nodes[index];
            node.visits = node.visits.saturating_add(1);
            node.value += f64::from(outcome.value_for(chooser));
        }
    }

    /// What a node is worth for certain after its child `below` has been proven.
    fn prove(&self, index: usize, below: usize, mover: Player) -> Option<Outcome> {
        let won = Outcome::Win(mover);
        if self.nodes[below].proven == Some(won) {
            return Some(won);
        }
        let children = &self.nodes[self.nodes[index].child_range()];
        if !children.iter().all(|child| child.proven.is_some()) {
            return None;
        }
        let drawn = children.iter().any(|child| child.proven == Some(Outcome::Draw));
        Some(if drawn { Outcome::Draw } else { Outcome::Win(mover.other()) })
    }

    /// The child that `mover` should play: a proven win, else the most visited that is no proven loss.
    fn best_child(&self, at: usize, mover: Player) -> Option<usize> {
        let rank = |child: &Node<G::Move>| match child.proven {
            Some(Outcome::Win(winner)) if winner == mover => (2, 0),
            Some(Outcome::Win(_)) => (0, child.visits),
            _ => (1, child.visits),
        };
        // Backwards, since `max_by_key` takes the last of equals.
        self.nodes[at].child_range().rev().max_by_key(|&index| rank(&self.nodes[index]))
    }

    fn report(&mut self, begun: Instant) -> Report<G> {
        let mut position = self.root.clone();
        let mut variation = vec![Turn::<G>::new()];
        let mut at = Some(ROOT);
        loop {
            let next =
                at.and_then(|at| self.best_child(at, position.to_move())).filter(|&next| self.nodes[next].visits > 0);
            let mv = match next.and_then(|next| self.nodes[next].mv) {
                Some(mv) => mv,
                // A turn is completed even where the tree ends within it.
                None if position.in_turn() || variation.len() == 1 => match position.random_move(&mut self.rng) {
                    Some(mv) => mv,
                    None => break,
                },
                None => break,
            };
            position.play_unchecked(mv);
            if let Some(turn) = variation.last_mut() {
                turn.push(mv);
            }
            at = next;
            if !position.in_turn() {
                if position.outcome().is_some() {
                    break;
                }
                variation.push(Turn::<G>::new());
            }
        }
        variation.retain(|turn| !turn.is_empty());
        let mover = self.root.to_move();
        let proven = self.nodes[ROOT].proven;
        let best = self.best_child(ROOT, mover).map(|index| self.nodes[index].mean());
        Report {
            variation,
            winrate: proven.map_or(best.unwrap_or(0.5), |outcome| outcome.value_for(mover)),
            proven,
            nodes: self.simulations,
            positions: self.positions,
            depth: self.depth,
            time: begun.elapsed(),
        }
    }
}

/// The binary logarithm, linear between powers of two: made of exact operations only, so that it is the same on every machine.
fn log2(n: u32) -> f32 {
    let exponent = n.ilog2();
    exponent as f32 + (n as f32 / (1u64 << exponent) as f32 - 1.0)
}
