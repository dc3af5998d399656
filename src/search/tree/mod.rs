//! A tree of decisions grown by upper confidence bounds, whose leaves are judged by uniformly random playouts (UCT), by the game's evaluation,
//! or by playouts that are guided by the game's knowledge and learnt from as a whole (RAVE). Results that the rules decide are propagated as
//! proofs (MCTS-Solver, Winands and others 2008).

mod amaf;
mod judge;
mod node;
mod select;
mod turns;

use std::any::Any;
use std::ops::ControlFlow;
use std::time::Duration;

use amaf::Later;
use node::Node;
use turns::Considered;

use super::budget::Budget;
use super::ends::Ends;
use super::{Report, Settings, Tell, Word, map_for};
use crate::game::{Game, Outcome, Player};
use crate::record::{Record, repetition_reached};
use crate::rng::{Rng, mix};

/// Simulations between two looks at the clock.
const CLOCK: u64 = 16;
/// Simulations before the first report where no interval is asked for; then at twice as many, and so on.
const FIRST_REPORT: u64 = 1 << 10;
/// The part of the time that goes into reports to those who would answer with them, and simulations before the first one: fewer say less than
/// knowledge of the game does.
const STANDBY_PART: u32 = 32;
const FIRST_STANDBY: u64 = 32;

/// Room for lists of first turns, in such lists: the turns, and their order in different ways.
const TELLING: usize = 2;

const ROOT: usize = 0;

/// Who judges the leaves of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judge {
    /// A random game to its end.
    Playout,
    /// The game's evaluation.
    Evaluation,
    /// A game to its end that the game's knowledge guides. Decisions in it speak for making them earlier, too.
    Guided,
}

/// The memory of trees, a tree a thread: to give it back takes longer than is left at the end of a search.
#[derive(Default)]
pub(super) struct Trees {
    memory: Vec<Box<dyn Any + Send>>,
    /// Bytes and threads that it was made for.
    made_for: (usize, usize),
}

impl Trees {
    /// Gives memory back that was made for other settings, so that no more is held than is used.
    pub(super) fn keep_only(&mut self, bytes: usize, threads: usize) {
        if self.made_for != (bytes, threads) {
            *self = Trees { memory: Vec::new(), made_for: (bytes, threads) };
        }
    }

    /// Memory of this kind, if there is some.
    fn take<M: Send + 'static>(&mut self) -> Vec<Node<M>> {
        self.memory.pop().and_then(|memory| memory.downcast().ok()).map_or_else(Vec::new, |nodes| *nodes)
    }

    fn keep<M: Send + 'static>(&mut self, nodes: Vec<Node<M>>) {
        self.memory.push(Box::new(nodes));
    }
}

/// Searches the record's position. Threads grow trees of their own, which are added up at the end.
pub(super) fn think<G: Game>(
    record: &Record<G>,
    budget: &Budget<'_>,
    settings: &Settings,
    judge: Judge,
    ends: Ends,
    trees: &mut Trees,
    tell: Tell<'_, G>,
) -> Report<G> {
    let threads = settings.threads.max(1);
    let share = Settings { hash: settings.hash / threads, ..*settings };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .filter_map(|helper| {
                let settings = Settings { seed: mix(settings.seed, helper as u64), ..share };
                let name = format!("search {helper}");
                let memory = trees.take();
                let grow = move || {
                    let mut search = Search::new(record, budget, settings, judge, ends, memory);
                    search.run(&mut |_, _| {});
                    (search.turns(), search.proof(), search.nodes)
                };
                let spawned = std::thread::Builder::new().name(name).spawn_scoped(scope, grow);
                spawned.inspect_err(|error| log::warn!("no thread {helper}: {error}")).ok()
            })
            .collect();
        let mut search = Search::new(record, budget, share, judge, ends, trees.take());
        search.run(tell);
        budget.end();
        let (mut turns, mut proof) = (search.turns(), search.proof());
        for helper in helpers {
            let Ok((others, other_proof, nodes)) = helper.join() else { continue };
            trees.keep(nodes);
            proof = proof.or(other_proof);
            turns::add_all(&mut turns, others);
        }
        let report = search.report(&turns, proof);
        trees.keep(search.nodes);
        report
    })
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
    /// What is kept of that for the list of first turns, in nodes.
    aside: usize,
    /// Whether there was no room for children some time.
    is_full: bool,
    rng: Rng,
    judge: Judge,
    ends: Ends,
    settings: Settings,
    /// The decisions of the simulated game below the node that is looked at.
    later: Later,
    positions: u64,
    depth: u32,
}

impl<'a, G: Game> Search<'a, G> {
    /// The memory, in nodes, that telling of one first turn takes.
    const ASIDE: usize = (TELLING * size_of::<Considered<G>>()).div_ceil(size_of::<Node<G::Move>>());

    fn new(
        record: &'a Record<G>,
        budget: &'a Budget<'a>,
        settings: Settings,
        judge: Judge,
        ends: Ends,
        mut nodes: Vec<Node<G::Move>>,
    ) -> Self {
        let mut capacity = (settings.hash / size_of::<Node<G::Move>>()).clamp(1, u32::MAX as usize);
        nodes.clear();
        nodes.push(Node::root());
        // Had at once, so that growing never needs more than the limit; where memory is short the tree has to do with less.
        while map_for(&mut nodes, capacity).is_err() && capacity > 1 {
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
            aside: 0,
            is_full: false,
            rng: Rng::new(settings.seed),
            judge,
            ends,
            settings,
            later: Later::new(G::AMAF),
            positions: 0,
            depth: 0,
        }
    }

    fn run(&mut self, tell: Tell<'_, G>) {
        let budget = self.budget;
        budget.resume();
        let (mut simulations, mut shown) = (0u64, Duration::ZERO);
        // When a report was made last, and how long that takes.
        let (mut told, mut telling) = (Duration::ZERO, Duration::ZERO);
        loop {
            self.simulate(budget.depth());
            simulations += 1;
            let looks = simulations.is_multiple_of(CLOCK) || simulations == 1;
            let enough = budget.spend(1)
                || budget.suffices(simulations)
                || (looks && (budget.is_late(telling) || budget.has_reached_target()));
            if self.nodes[ROOT].proven.is_some() {
                // The others need not go on either.
                budget.end();
                return;
            }
            if enough {
                return;
            }
            let reports = simulations >= FIRST_REPORT && simulations.is_power_of_two();
            if reports && budget.until_depth().is_some_and(|limit| self.is_full || self.depth >= limit) {
                budget.end();
                return;
            }
            let due = match self.settings.interval {
                None => reports,
                Some(interval) => looks && budget.elapsed().saturating_sub(shown) >= interval,
            };
            let stands_by = looks && simulations >= FIRST_STANDBY && budget.is_awaited();
            if due || stands_by && budget.elapsed().saturating_sub(told) >= telling * STANDBY_PART {
                let begun = budget.elapsed();
                // When something is told is to make no difference to the search.
                let rng = self.rng.clone();
                let report = self.report(&self.turns(), self.proof());
                self.rng = rng;
                tell(if due { Word::News } else { Word::Standby }, &report);
                told = budget.elapsed();
                // What the machine has made it wait is no measure.
                let took = told.saturating_sub(begun);
                telling = if telling.is_zero() { took } else { took.min(telling * 2) };
                if due {
                    shown = told;
                }
            }
        }
    }

    /// One simulated game: down the tree, one new level, a judgement, and back.
    fn simulate(&mut self, depth_limit: Option<u32>) {
        let mut position = self.root.clone();
        let mut path = vec![(ROOT, position.to_move())];
        let mut turns = 0;
        self.keys.truncate(self.game_keys);
        self.later.clear();
        let mut at = ROOT;
        let result = loop {
            if let Some(outcome) = self.nodes[at].proven {
                break result_of(outcome);
            }
            if self.nodes[at].is_leaf() {
                if at != ROOT {
                    // At the root the caller has seen to it that the game goes on.
                    if let Some((outcome, turns)) = self.outcome(&position) {
                        self.nodes[at].proven = Some(outcome);
                        self.nodes[at].turns = turns;
                        break result_of(outcome);
                    }
                    let deep_enough = depth_limit.is_some_and(|limit| turns >= limit);
                    if self.nodes[at].visits < self.visits_to_grow() || deep_enough {
                        break self.judge(position);
                    }
                }
                if !self.expand(at, &position, turns == 0) {
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

    /// Visits after which a leaf gets children: the fuller the tree, the more, so that a long search does not end with what it began with.
    fn visits_to_grow(&self) -> u32 {
        let sixteenths = (self.nodes.len() + self.aside) * 16 / self.capacity.max(1);
        if self.judge == Judge::Playout { 1 } else { 1 << (sixteenths / 2).min(8) }
    }

    /// Gives the node its children; `false` when the tree has no room for them.
    fn expand(&mut self, at: usize, position: &G, is_first_turn: bool) -> bool {
        let first = self.nodes.len();
        let knows = self.judge != Judge::Playout;
        let aside = self.aside;
        let flow = position.for_each_move(|mv| {
            self.nodes.push(Node::decision::<G>(mv, if knows { position.promise(mv) } else { 0 }));
            self.aside += if is_first_turn { Self::ASIDE } else { 0 };
            if self.nodes.len() + self.aside > self.capacity && at != ROOT {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if flow.is_break() || self.nodes.len() == first {
            self.nodes.truncate(first);
            self.aside = aside;
            self.is_full |= flow.is_break();
            return false;
        }
        let children = first..self.nodes.len();
        self.nodes[at].set_children(children);
        true
    }

    /// Credits the result along the path and carries proofs towards the root. Each path entry holds the player who chose that node.
    fn back_up(&mut self, path: &[(usize, Player)], result: f64) {
        for (step, &(index, chooser)) in path.iter().enumerate().rev() {
            // The player to choose below a node is the one who chose the next node of the path.
            if let Some(&(below, mover)) = path.get(step + 1) {
                if self.nodes[below].proven.is_some()
                    && let Some((outcome, turns)) = self.prove(index, below, mover)
                {
                    self.nodes[index].proven = Some(outcome);
                    self.nodes[index].turns = turns;
                }
                if self.judge == Judge::Guided {
                    self.later.note(mover, self.nodes[below].amaf());
                    self.credit_as_first(index, mover, result);
                }
            }
            let node = &mut self.nodes[index];
            node.visits = node.visits.saturating_add(1);
            node.value += if chooser == Player::First { result } else { 1.0 - result };
        }
    }

    /// Credits the result to all decisions below a node that the mover has made sooner or later.
    fn credit_as_first(&mut self, index: usize, mover: Player, result: f64) {
        let result = if mover == Player::First { result } else { 1.0 - result };
        let range = self.nodes[index].child_range();
        for child in &mut self.nodes[range] {
            if child.amaf().is_some_and(|kind| self.later.has(mover, kind)) {
                child.credit_as_first(result as f32);
            }
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
}

/// 1 for a win of the first seat, 0 for a loss, ½ for a draw.
fn result_of(outcome: Outcome) -> f64 {
    f64::from(outcome.value_for(Player::First))
}
