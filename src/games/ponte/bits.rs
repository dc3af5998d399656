//! Sets of squares as bits of one word: file by file, each file with two guard bits above its ten ranks, so that no step of a stone or a
//! bridge leaves the board unnoticed.

use super::SIDE;
use crate::bits::{byte_counts, nth_bit, sum_of_bytes};
use crate::geometry::Square;

/// A set of squares.
pub(super) type Set = u128;

/// The distance in bits from a square to its right neighbour.
pub(super) const STRIDE: u32 = 12;

/// All squares of the board.
pub(super) const BOARD: Set = {
    let mut all = 0;
    let mut file = 0;
    while file < SIDE as u32 {
        all |= ((1 << SIDE) - 1) << (file * STRIDE);
        file += 1;
    }
    all
};

/// For each bit the squares above it in the order of squares that are more than four files or four ranks away, and so out of its reach
/// whatever stones there are (see `groups::reach`).
const FAR: [Set; 128] = {
    let mut far = [0; 128];
    let mut at = 0;
    while at < 128 {
        let mut other = at + 1;
        while other < 128 {
            let files = other / STRIDE - at / STRIDE;
            let ranks = (other % STRIDE).abs_diff(at % STRIDE);
            if (files > 4 || ranks > 4) && BOARD >> other & 1 == 1 {
                far[at as usize] |= 1 << other;
            }
            other += 1;
        }
        at += 1;
    }
    far
};

/// The index of a square's bit. Off the board it has no meaning.
#[inline]
pub(super) fn index(at: Square) -> u32 {
    (u32::from(at.file) * STRIDE + u32::from(at.rank)) & 127
}

/// The square of a bit.
#[inline]
pub(super) fn square(index: u32) -> Square {
    Square::new((index / STRIDE) as u8, (index % STRIDE) as u8)
}

/// The set of this one square. Off the board it has no meaning.
#[inline]
pub(super) fn bit(at: Square) -> Set {
    1 << index(at)
}

/// The squares of a set, lowest first.
#[inline]
pub(super) fn squares(mut set: Set) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let at = lowest(set)?;
        set &= set - 1;
        Some(at)
    })
}

/// The lowest square of a set.
#[inline]
pub(super) fn lowest(set: Set) -> Option<Square> {
    (set != 0).then(|| square(set.trailing_zeros()))
}

/// The squares that come after this one.
#[inline]
pub(super) fn above(at: Square) -> Set {
    (!1) << index(at)
}

/// The squares after this one that are out of its reach whatever stones there are.
#[inline]
pub(super) fn far_above(at: Square) -> Set {
    FAR[index(at) as usize & 127]
}

/// The squares that have a square of the set beside, above or below them.
#[inline]
pub(super) fn beside(set: Set) -> Set {
    set << 1 | set >> 1 | set << STRIDE | set >> STRIDE
}

/// The set and all squares around it, diagonally too.
#[inline]
pub(super) fn around(set: Set) -> Set {
    let column = set | set << 1 | set >> 1;
    column | column << STRIDE | column >> STRIDE
}

/// The number of squares.
#[inline]
pub(super) fn count(set: Set) -> u32 {
    set.count_ones()
}

/// The number of squares of all eight sets together: bytes of counts are added up, at most 8·16 a byte.
#[inline]
pub(super) fn count_all(sets: &[Set; 8]) -> u32 {
    sum_of_bytes(sets.iter().map(|&set| byte_counts(set as u64) + byte_counts((set >> 64) as u64)).sum::<u64>()) as u32
}

/// The `n`-th square of the set from the lowest, which has more than `n`.
#[inline]
pub(super) fn nth(set: Set, n: u32) -> Square {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let below = low.count_ones();
    // Chosen without a branch, which would be a coin toss.
    let upper = n >= below;
    let word = if upper { high } else { low };
    let n = if upper { n - below } else { n };
    square(u32::from(upper) * 64 + nth_bit(word, n))
}

#[cfg(test)]
mod tests {
    use super::super::SIZE;
    use super::*;

    #[test]
    fn bits_follow_the_order_of_squares() {
        let all: Vec<Square> = SIZE.squares().collect();
        assert_eq!(squares(BOARD).collect::<Vec<_>>(), all);
        for (n, &at) in all.iter().enumerate() {
            assert_eq!(nth(BOARD, n as u32), at);
            assert_eq!(squares(above(at) & BOARD).collect::<Vec<_>>(), &all[n + 1..]);
        }
    }
}
