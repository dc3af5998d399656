//! Which branch of the tree to look at next.

use super::node::Node;
use super::{Judge, Search};
use crate::game::{Game, Outcome, Player};
use crate::rng::Rng;

/// The weight of the confidence bound, for results between 0 and 1.
const EXPLORATION: f32 = 0.7;
/// The same where an evaluation judges, which errs less at random.
const EVALUATED_EXPLORATION: f32 = 0.3;
/// The same where decisions made later speak for a branch, too.
const GUIDED_EXPLORATION: f32 = 0.04;
/// Visits at which they count for as much as a branch's own results.
const EQUIVALENCE: f32 = 1000.0;
/// Games that what a decision promises stands for, and what a point of it adds to an even result.
const PRIOR: f32 = 5.0;
const PRIOR_STEP: f32 = 0.01;

impl<G: Game> Search<'_, G> {
    /// The child to look at next. Children that are proven losses for the mover are left aside.
    pub(super) fn select(&mut self, at: usize, mover: Player) -> usize {
        match self.judge {
            Judge::Playout => self.select_unvisited_first(at, mover),
            Judge::Evaluation => self.select_promising(at, mover),
            Judge::Guided => self.select_as_first(at, mover),
        }
    }

    /// One not yet visited, at random, or else the one with the greatest upper confidence bound.
    fn select_unvisited_first(&mut self, at: usize, mover: Player) -> usize {
        let lost = Some(Outcome::Win(mover.other()));
        let log = log2(self.nodes[at].visits.max(1));
        let mut fresh = 0;
        let mut best = (f32::NEG_INFINITY, self.nodes[at].child_range().start);
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
        let log = log2(self.nodes[at].visits.max(1));
        let (value, visits) = self.nodes[self.nodes[at].child_range()]
            .iter()
            .fold((0.0, 0u32), |(value, visits), child| (value + child.value, visits + child.visits));
        let seen = if visits == 0 { 0.5 } else { (value / f64::from(visits)) as f32 };
        self.select_greatest(at, mover, |child, rng| match child.visits {
            0 => seen + EVALUATED_EXPLORATION * 0.8 + f32::from(child.promise) / 1000.0 + rng.below(16) as f32 / 4096.0,
            visits => child.mean() + EVALUATED_EXPLORATION * (log / visits as f32).sqrt(),
        })
    }

    /// The one with the greatest bound, where all moves as first stand in for a branch's own results while these are few.
    fn select_as_first(&mut self, at: usize, mover: Player) -> usize {
        let log = log2(self.nodes[at].visits.max(1));
        self.select_greatest(at, mover, |child, rng| {
            let visits = child.visits as f32;
            let prior = 0.5 + PRIOR_STEP * f32::from(child.promise);
            let as_first = (child.amaf_value + PRIOR * prior) / (child.amaf_visits as f32 + PRIOR);
            let share = (EQUIVALENCE / (3.0 * visits + EQUIVALENCE)).sqrt();
            let tie = rng.below(16) as f32 / 65_536.0;
            let explored = GUIDED_EXPLORATION * (log / (visits + 1.0)).sqrt();
            share * as_first + (1.0 - share) * child.mean() + explored + tie
        })
    }

    /// The first child with the greatest bound.
    fn select_greatest(
        &mut self,
        at: usize,
        mover: Player,
        mut bound: impl FnMut(&Node<G::Move>, &mut Rng) -> f32,
    ) -> usize {
        let lost = Some(Outcome::Win(mover.other()));
        let range = self.nodes[at].child_range();
        let mut best = (f32::NEG_INFINITY, range.start);
        for index in range {
            let child = &self.nodes[index];
            if child.proven != lost {
                let bound = bound(child, &mut self.rng);
                if bound > best.0 {
                    best = (bound, index);
                }
            }
        }
        best.1
    }
}

/// The binary logarithm, linear between powers of two: made of exact operations only, so that it is the same on every machine.
fn log2(n: u32) -> f32 {
    let exponent = n.ilog2();
    exponent as f32 + (n as f32 / (1u64 << exponent) as f32 - 1.0)
}
