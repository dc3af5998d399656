//! What a position is worth before it is decided.

use super::score::ring;
use super::{Lines, SIDE, WalkingPurchase, line};
use crate::game::Features;
use crate::geometry::Square;
use crate::notation::Colour;

/// Fitted to games of the engine against itself (`scripts/tune`), and thinned out by matches. That prisoners count against their captor is
/// no slip: whoever captures does not walk, and a side that can only capture goes where the other likes. Counting them in their captor's favour,
/// 3 each and 9 where a side cannot walk, lost four games in five.
pub(super) const WEIGHTS: [i32; 15] = [-5, 2, -4, 8, 4, 20, 39, 66, -1, 2, -1, -1, 1, 5, -6];

/// What the weights weigh.
pub(super) const NAMES: [&str; WEIGHTS.len()] = [
    "stones on the edge",
    "stones on ring 2",
    "stones on ring 3",
    "stones on ring 4",
    "stones on ring 5",
    "stones on ring 6",
    "stones on ring 7",
    "stones in the centre",
    "prisoners",
    "the best square to turn on",
    "the best square the enemy can turn on",
    "own stones that can be captured",
    "enemy stones that can be captured",
    "squares to turn on",
    "the move",
];

/// Points of a square of this ring, as most games count them.
const fn points(ring: usize) -> i32 {
    2 << ring
}

/// Four lines side by side, four times.
fn words(lines: &Lines) -> [u64; 4] {
    std::array::from_fn(|i| (0..4).fold(0, |word, j| word | u64::from(lines[4 * i + j]) << (16 * j)))
}

fn count(lines: &[u64; 4]) -> i32 {
    lines.iter().map(|word| word.count_ones() as i32).sum()
}

/// The squares of each ring, in [`words`].
const RING_WORDS: [[u64; 4]; 8] = {
    let mut words = [[0; 4]; 8];
    let mut at = 0;
    while at < 256 {
        let (file, rank) = (at as u8 % SIDE, at as u8 / SIDE);
        words[ring(Square::new(file, rank)) as usize][rank as usize / 4] |= 1 << (16 * (rank % 4) + file);
        at += 1;
    }
    words
};

/// The sum of the points of a set of squares.
fn worth(set: &[u64; 4]) -> i32 {
    (0..8).map(|ring| points(ring) * count(&std::array::from_fn(|i| set[i] & RING_WORDS[ring][i]))).sum()
}

impl WalkingPurchase {
    pub(super) fn judgements(&self) -> Features {
        let (us, them) = (self.to_move, self.to_move.other());
        let [own, foe] = [us, them].map(|colour| words(&self.stones[colour.index()]));
        let mut features = Features::new();
        for ring in &RING_WORDS {
            let [own, foe] = [own, foe].map(|set| count(&std::array::from_fn(|i| set[i] & ring[i])));
            features.push(own - foe);
        }
        features.push(i32::from(self.prisoners_of(us)) - i32::from(self.prisoners_of(them)));
        let ([best, bends], [foe_best, foe_bends]) = (self.outlook(us), self.outlook(them));
        features.push(best / 4);
        features.push(foe_best / 4);
        let [attacks, threats] = [us, them].map(|colour| self.targets(colour));
        features.push(worth(&threats) / 4);
        features.push(worth(&attacks) / 4);
        features.push(bends - foe_bends);
        features.push(1);
        features
    }

    /// The points of the best square that a side's runners could turn on, and how many such squares there are.
    fn outlook(&self, colour: Colour) -> [i32; 2] {
        let (mut best, mut bends) = (0, 0);
        for at in self.runners_of(colour) {
            let [on_rank, on_file] = self.bends_of(at);
            bends += (on_rank.count_ones() + on_file.count_ones()) as i32;
            for (bits, across) in [(on_rank, at.rank), (on_file, at.file)] {
                best = best.max(best_on_line(bits, across));
            }
        }
        [best, bends]
    }

    /// The stones of the other side that `colour` could jump over now.
    fn targets(&self, colour: Colour) -> [u64; 4] {
        let own = &self.stones[colour.index()];
        let foe = &self.stones[colour.other().index()];
        let free = |rank: usize| !self.taken_by_rank[line(rank as u8)];
        let mut targets = [0; 16];
        for rank in 0..16 {
            let across = own[rank] << 1 & free(rank) >> 1 | own[rank] >> 1 & free(rank) << 1;
            let along = if (1..15).contains(&rank) {
                own[rank - 1] & free(rank + 1) | own[rank + 1] & free(rank - 1)
            } else {
                0
            };
            targets[rank] = foe[rank] & (across & 0x7ffe | along);
        }
        words(&targets)
    }
}

/// The points of the best of these squares of a line that lies so far from the edge.
fn best_on_line(bits: u16, across: u8) -> i32 {
    if bits == 0 {
        return 0;
    }
    let depth = across.min(SIDE - 1 - across);
    let mut mask: u16 = 0xffff;
    let mut deepest = 0;
    while deepest < depth {
        let inner = mask & (mask << 1) & (mask >> 1) & !(1 << deepest) & !(1 << (15 - deepest));
        if bits & inner == 0 {
            break;
        }
        mask = inner;
        deepest += 1;
    }
    points(deepest.into())
}
