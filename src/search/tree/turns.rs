//! From the tree to whole turns: which to play, and what to say of them.

use super::node::Node;
use super::{Judge, ROOT, Search};
use crate::game::{Game, Outcome, Player, Turn};
use crate::search::ordering::{hash, most_promising};
use crate::search::{Line, Proof, Report, list_for, score_of};

/// A turn from the root, or the beginning of one beyond which the tree has not grown, and what its tree says of it.
pub(super) struct Considered<G: Game> {
    pub(super) turn: Turn<G>,
    complete: bool,
    visits: u64,
    /// Sum of the results, for the side to move.
    value: f64,
    proven: Option<Proof>,
}

/// Games that the expected result of all turns stands for in that of one, and an even result in that of all.
const SHRINK: f64 = 4.0;

impl<G: Game> Considered<G> {
    pub(super) fn add(&mut self, other: &Self) {
        self.visits += other.visits;
        self.value += other.value;
        self.proven = self.proven.or(other.proven);
    }

    /// The expected result. A few games say little: until there are more, it is that of all turns.
    fn mean(&self, of_all: f64) -> f64 {
        (self.value + SHRINK * of_all) / (self.visits as f64 + SHRINK)
    }
}

impl<G: Game> Search<'_, G> {
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
    pub(super) fn turns(&self) -> Vec<Considered<G>> {
        // As many as memory was put aside for: to grow would take more.
        let mut turns = list_for(self.aside / Self::ASIDE);
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
            if !child.is_leaf() && next.in_turn() {
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
                    best.visits = group.iter().map(|considered| considered.visits).sum();
                    best.value = group.iter().map(|considered| considered.value).sum();
                    best.proven = match group.as_slice() {
                        [only] if only.complete => only.proven,
                        _ => None,
                    };
                    left = group;
                    mv
                }
                None => match self.most_promising(&position) {
                    Some(mv) => mv,
                    None => break,
                },
            };
            position.play_unchecked(mv);
            best.turn.push(mv);
            best.complete = !position.in_turn();
        }
        best
    }

    /// One of the decisions that promise most, or one of all where the game's knowledge is not asked.
    fn most_promising(&mut self, position: &G) -> Option<G::Move> {
        let knows = self.judge != Judge::Playout;
        let promise = |mv| if knows { position.promise(mv) } else { 0 };
        most_promising(position, promise, |equals| self.rng.below(equals) == 0)
    }

    /// What is certain of the root.
    pub(super) fn proof(&self) -> Option<Proof> {
        self.nodes[ROOT].proven.map(|outcome| Proof { outcome, turns: self.nodes[ROOT].turns.into() })
    }

    /// What has been found: the turns that have been looked at, and what is certain of the root, by all threads.
    pub(super) fn report(&mut self, turns: &[Considered<G>], root: Option<Proof>) -> Report<G> {
        let mover = self.root.to_move();
        let visits: u64 = turns.iter().map(|turn| turn.visits).sum();
        let of_all = (turns.iter().map(|turn| turn.value).sum::<f64>() + SHRINK / 2.0) / (visits as f64 + SHRINK);
        let best = self.best_turn(turns);
        let others = turns.iter().filter(|turn| turn.complete && turn.turn != best.turn);
        let others = first_of(others, self.settings.lines.saturating_sub(1), mover);
        // The root may be proven where the turn that proves it is only one of many.
        let lines = std::iter::once(&best).chain(others).enumerate().map(|(index, considered)| {
            // Of the best turn only a win says what the position is worth while others are open.
            let proven = match index {
                0 => considered.proven.filter(|proof| proof.outcome == Outcome::Win(mover)).or(root),
                _ => considered.proven,
            };
            let winrate = considered.mean(of_all);
            let (winrate, score) = match proven {
                Some(proof) => (f64::from(proof.outcome.value_for(mover)), proof.score(mover)),
                None => (winrate, score_of(winrate)),
            };
            Line { turns: self.variation(&considered.turn), score, winrate: winrate as f32, proven }
        });
        Report {
            lines: lines.collect(),
            nodes: self.budget.nodes(),
            positions: self.positions,
            depth: self.depth,
            time: self.budget.elapsed(),
            hashfull: ((self.nodes.len() + self.aside) * 1000 / self.capacity.max(1)).min(1000) as u32,
        }
    }
}

/// Adds what another thread has found of its turns to these.
pub(super) fn add_all<G: Game>(turns: &mut Vec<Considered<G>>, others: Vec<Considered<G>>) {
    let mut places: Vec<(u64, usize)> = list_for(turns.len());
    places.extend(turns.iter().enumerate().map(|(place, considered)| (hash(&considered.turn), place)));
    places.sort_unstable();
    for other in others {
        let hash = hash(&other.turn);
        let first = places.partition_point(|&(earlier, _)| earlier < hash);
        let alike = places.iter().skip(first).take_while(|&&(same, _)| same == hash);
        match alike.map(|&(_, place)| place).find(|&place| turns[place].turn == other.turn) {
            Some(place) => turns[place].add(&other),
            None => turns.push(other),
        }
    }
}

/// So many of the turns that most speaks for, best first, and the first of equals.
fn first_of<'a, G: Game>(
    turns: impl Iterator<Item = &'a Considered<G>>,
    most: usize,
    mover: Player,
) -> Vec<&'a Considered<G>> {
    let mut best: Vec<(Rank, &Considered<G>)> = Vec::new();
    if most == 0 {
        return Vec::new();
    }
    for turn in turns {
        let rank = rank(&[turn], mover);
        let place = best.partition_point(|(earlier, _)| *earlier >= rank);
        if place < most {
            best.truncate(most - 1);
            best.insert(place, (rank, turn));
        }
    }
    best.into_iter().map(|(_, turn)| turn).collect()
}

/// The greater, the more speaks for a turn.
type Rank = (u8, u64, u64);

/// How much speaks for turns that begin alike: a proven win, the sooner the better; else how often they have been looked at, those apart that
/// are proven losses, and how well they did; else the loss that takes longest.
fn rank<G: Game>(turns: &[&Considered<G>], mover: Player) -> Rank {
    let won = |turn: &&Considered<G>| turn.proven.filter(|proof| proof.outcome == Outcome::Win(mover));
    let lost = |turn: &&Considered<G>| turn.proven.filter(|proof| proof.outcome == Outcome::Win(mover.other()));
    if let Some(soonest) = turns.iter().filter_map(won).map(|proof| proof.turns).min() {
        return (2, u64::from(u32::MAX - soonest), 0);
    }
    if let Some(longest) = turns.iter().map(lost).try_fold(0, |most, proof| Some(proof?.turns.max(most))) {
        return (0, u64::from(longest), 0);
    }
    let open = || turns.iter().filter(|turn| lost(turn).is_none());
    // Sums of halves and of what an evaluation says: thousandths tell all of them apart that matter.
    let results = open().map(|turn| turn.value).sum::<f64>() * 1000.0;
    (1, open().map(|turn| turn.visits).sum(), results as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tests::toys::Matches;

    fn considered(turn: u32, visits: u64) -> Considered<Matches> {
        Considered { turn: Turn::<Matches>::from_slice(&[turn, 1]), complete: true, visits, value: 0.5, proven: None }
    }

    #[test]
    fn what_threads_say_of_a_turn_is_added_up() {
        let list = |first: u32| (first..first + 100).map(|turn| considered(turn, turn.into())).collect();
        let mut turns: Vec<Considered<Matches>> = list(0);
        add_all(&mut turns, list(50));
        // What one has brought is known to the next.
        add_all(&mut turns, list(120));
        let found: Vec<(u32, u64, f64)> = turns.iter().map(|turn| (turn.turn[0], turn.visits, turn.value)).collect();
        let threads = |turn: u32| [0, 50, 120].iter().filter(|&&first| (first..first + 100).contains(&turn)).count();
        let wanted = (0..220).map(|turn| (turn, u64::from(turn) * threads(turn) as u64, threads(turn) as f64 * 0.5));
        assert_eq!(found, wanted.collect::<Vec<_>>());
    }

    #[test]
    fn the_best_come_first_and_equals_keep_their_order() {
        let turns: Vec<Considered<Matches>> = (0..60).map(|turn| considered(turn, u64::from(turn * 7 % 10))).collect();
        let mut sorted: Vec<&Considered<Matches>> = turns.iter().collect();
        sorted.sort_by_key(|turn| std::cmp::Reverse(turn.visits));
        let names = |turns: &[&Considered<Matches>]| turns.iter().map(|turn| turn.turn[0]).collect::<Vec<_>>();
        for most in [0, 1, 2, 7, 59, 60, 100] {
            let wanted = names(&sorted[..most.min(60)]);
            assert_eq!(names(&first_of(turns.iter(), most, Player::First)), wanted);
        }
    }
}
