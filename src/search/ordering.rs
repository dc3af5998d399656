//! The order in which decisions are tried: what the table remembers, what looks promising, what has cut elsewhere.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::game::{Game, Player};

/// Entries of the history a player.
const SLOTS: usize = 4096;

/// The history goes up to this.
const MOST_HISTORY: i32 = 1 << 14;

/// A decision, its place in the order of generation, and how early to try it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) place: u16,
    pub(super) rank: i32,
}

/// The decisions of a position.
pub(super) type Candidates<M> = SmallVec<[Candidate<M>; 64]>;

/// Moves the candidate with the highest rank among those from `from` on to this place, and gives it.
pub(super) fn next_best<M: Copy>(candidates: &mut [Candidate<M>], from: usize) -> Option<Candidate<M>> {
    let rest = candidates.get_mut(from..)?;
    // The first of equals, so that the order is that of generation where nothing tells them apart.
    let best = rest.iter().enumerate().rev().max_by_key(|(_, candidate)| candidate.rank)?.0;
    rest.swap(0, best);
    rest.first().copied()
}

/// One of the decisions that promise most. `takes(n)` tells whether the n-th of equals takes the place of those before, the first included.
pub(super) fn most_promising<G: Game>(
    position: &G,
    promise: impl Fn(G::Move) -> i32,
    mut takes: impl FnMut(u32) -> bool,
) -> Option<G::Move> {
    let mut best = None;
    let mut equals = 0;
    let _ = position.for_each_move(|mv| {
        let promise = promise(mv);
        match best {
            Some((most, _)) if promise < most => return ControlFlow::<()>::Continue(()),
            Some((most, _)) if promise == most => equals += 1,
            _ => equals = 1,
        }
        if takes(equals) {
            best = Some((promise, mv));
        }
        ControlFlow::Continue(())
    });
    best.map(|(_, mv)| mv)
}

/// Decisions that have cut branches off: at the same distance from the root, and anywhere.
pub(super) struct Cutters<M> {
    /// Two for each number of decisions from the root.
    killers: Vec<[Option<M>; 2]>,
    /// Not boxed: what is on a thread's stack the system has back when the thread ends.
    history: [[i16; SLOTS]; 2],
}

impl<M: Copy + Eq + Hash> Cutters<M> {
    pub(super) fn new() -> Self {
        Cutters { killers: Vec::new(), history: [[0; SLOTS]; 2] }
    }

    /// What the memory adds to the rank of a decision.
    #[inline]
    pub(super) fn rank(&self, mv: M, mover: Player, ply: usize) -> i32 {
        let killer = match self.killers.get(ply) {
            Some([first, _]) if *first == Some(mv) => 2 * MOST_HISTORY,
            Some([_, second]) if *second == Some(mv) => MOST_HISTORY,
            _ => 0,
        };
        killer + i32::from(self.history[mover.index()][slot(mv)])
    }

    /// Remembers a decision that has cut a branch of so many turns off, and those that were tried before it in vain.
    pub(super) fn cut(&mut self, mv: M, mover: Player, ply: usize, depth: u32, in_vain: &[Candidate<M>]) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(mv)
        {
            *killers = [Some(mv), killers[0]];
        }
        let weight = (depth * depth + 1).min(400) as i32;
        let table = &mut self.history[mover.index()];
        let mut add = |mv: M, weight: i32| {
            let entry = &mut table[slot(mv)];
            *entry = (i32::from(*entry) + weight).clamp(-MOST_HISTORY, MOST_HISTORY) as i16;
        };
        add(mv, weight);
        in_vain.iter().for_each(|candidate| add(candidate.mv, -weight / 4));
    }

    /// Lets what was learned fade before the next iteration.
    pub(super) fn fade(&mut self) {
        self.history.as_flattened_mut().iter_mut().for_each(|entry| *entry /= 2);
    }
}

/// The place of a decision in the history; different ones may share it.
#[inline]
fn slot<M: Hash>(mv: M) -> usize {
    (hash(&mv) >> 32) as usize % SLOTS
}

/// A hash that is the same on every machine.
#[inline]
pub(super) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = Folding(0);
    value.hash(&mut hasher);
    hasher.finish()
}

/// A hash that is the same on every machine and as cheap as can be.
struct Folding(u64);

impl Folding {
    #[inline]
    fn fold(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Folding {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.fold(u64::from(byte)));
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.fold(u64::from(byte));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.fold(u64::from(word));
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        // The discriminants of enums: as wide as the machine's words, but small.
        self.fold(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_comes_first_and_equals_keep_their_order() {
        let mut candidates: Candidates<char> = SmallVec::new();
        for (place, (mv, rank)) in [('a', 1), ('b', 5), ('c', 5), ('d', 0)].into_iter().enumerate() {
            candidates.push(Candidate { mv, place: place as u16, rank });
        }
        let order: String = (0..4).filter_map(|from| next_best(&mut candidates, from)).map(|c| c.mv).collect();
        assert_eq!(order, "bcad");
        assert!(next_best(&mut candidates, 4).is_none());
    }

    #[test]
    fn what_has_cut_is_tried_earlier() {
        let mut cutters = Cutters::new();
        let tried = Candidate { mv: 3u32, place: 0, rank: 0 };
        cutters.cut(7u32, Player::First, 2, 5, &[tried]);
        assert!(cutters.rank(7, Player::First, 2) > cutters.rank(7, Player::First, 4));
        assert!(cutters.rank(7, Player::First, 4) > cutters.rank(8, Player::First, 4));
        assert!(cutters.rank(3, Player::First, 4) < 0);
        assert_eq!(cutters.rank(7, Player::Second, 4), 0);
    }
}
