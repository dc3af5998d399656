//! What a position is worth before it is decided.

use super::board::{jumps, steps};
use super::{FILES, RANKS, Yote};
use crate::game::Features;

/// Fitted to games of the engine against itself (`scripts/tune`).
pub(super) const WEIGHTS: [i32; 12] = [24, 84, 2, 36, -121, 92, 26, 10, 28, 114, -96, 4];

/// What the weights weigh.
pub(super) const NAMES: [&str; WEIGHTS.len()] = [
    "stones on the board",
    "stones in hand",
    "the move",
    "share of all stones",
    "own stones that can be taken",
    "any own stone that can be taken",
    "any enemy stone that can be taken",
    "steps",
    "stones at the edge",
    "enemy stones that can be taken",
    "an empty hand",
    "the fuller hand",
];

/// The squares along each edge of the board; a corner is on two of them.
const EDGES: [u64; 4] = {
    let mut edges = [0; 4];
    let mut at = 0;
    while at < FILES * RANKS {
        let (file, rank) = (at % FILES, at / FILES);
        edges[0] |= ((file == 0) as u64) << at;
        edges[1] |= ((file == FILES - 1) as u64) << at;
        edges[2] |= ((rank == 0) as u64) << at;
        edges[3] |= ((rank == RANKS - 1) as u64) << at;
        at += 1;
    }
    edges
};

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

impl Yote {
    pub(super) fn judgements(&self) -> Features {
        let (own, foe) = (self.own.stones, self.foe.stones);
        let [hand, foe_hand] = [self.own.hand, self.foe.hand].map(i32::from);
        let [left, foe_left] = [self.own.left, self.foe.left].map(i32::from);
        let (attacks, threats) = (count(jumps(own, foe)), count(jumps(foe, own)));
        let edges = |set: u64| EDGES.iter().map(|edge| count(set & edge)).sum::<i32>();
        [
            i32::from(self.own.on_board()) - i32::from(self.foe.on_board()),
            hand - foe_hand,
            1,
            32 * (left - foe_left) / (left + foe_left).max(1),
            threats.min(3),
            i32::from(threats != 0),
            i32::from(attacks != 0),
            count(steps(own, foe)) - count(steps(foe, own)),
            edges(own) - edges(foe),
            attacks.min(3),
            i32::from(hand == 0) - i32::from(foe_hand == 0),
            (hand - foe_hand).signum(),
        ]
        .into_iter()
        .collect()
    }
}
