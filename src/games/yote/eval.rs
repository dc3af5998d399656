//! What a position is worth before it is decided.

use super::{BOARD, FILES, Yote};
use crate::game::Features;

/// Fitted to games of the engine against itself (`scripts/tune`).
pub(super) const WEIGHTS: [i32; 12] = [-30, 52, 1, 42, -106, 76, 31, 6, 21, 102, -34, -43];

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

/// The squares of the files from `first` to `last`.
const fn files(first: u8, last: u8) -> u32 {
    let rank = (1 << (last + 1)) - (1 << first);
    rank | rank << FILES | rank << (2 * FILES) | rank << (3 * FILES) | rank << (4 * FILES)
}

const INNER_FILES: u32 = files(1, FILES - 2);
const INNER_RANKS: u32 = BOARD & BOARD >> FILES & BOARD << FILES;
const UP: u32 = FILES as u32;

/// The stones of `them` that one of `own` could jump over now.
#[inline]
fn targets(own: u32, them: u32, empty: u32) -> u32 {
    let across = INNER_FILES & (own << 1 & empty >> 1 | own >> 1 & empty << 1);
    let along = INNER_RANKS & (own << UP & empty >> UP | own >> UP & empty << UP);
    them & (across | along)
}

/// How many steps these stones can make.
#[inline]
fn steps(own: u32, empty: u32) -> u32 {
    let right = own & files(0, FILES - 2) & empty >> 1;
    let left = own & files(1, FILES - 1) & empty << 1;
    (right.count_ones() + left.count_ones()) + ((own & empty >> UP).count_ones() + (own & empty << UP).count_ones())
}

impl Yote {
    pub(super) fn judgements(&self) -> Features {
        let (own, foe) = (self.own(), self.foe());
        let empty = BOARD & !(own | foe);
        let hands = [self.to_move, self.to_move.other()].map(|colour| i32::from(self.hand_of(colour)));
        let count = |set: u32| set.count_ones() as i32;
        let (board, foe_board) = (count(own), count(foe));
        let (left, foe_left) = (board + hands[0], foe_board + hands[1]);
        let edges = |set: u32| count(set & !INNER_FILES) + count(set & !INNER_RANKS);
        let (attacks, threats) = (targets(own, foe, empty), targets(foe, own, empty));
        [
            board - foe_board,
            hands[0] - hands[1],
            1,
            32 * (left - foe_left) / (left + foe_left).max(1),
            count(threats).min(3),
            i32::from(threats != 0),
            i32::from(attacks != 0),
            steps(own, empty) as i32 - steps(foe, empty) as i32,
            edges(own) - edges(foe),
            count(attacks).min(3),
            i32::from(hands[0] == 0) - i32::from(hands[1] == 0),
            // Whose turn it will be when the hands are empty.
            if hands[0] + hands[1] > 0 { (hands[0] - hands[1]).signum() } else { 0 },
        ]
        .into_iter()
        .collect()
    }
}
