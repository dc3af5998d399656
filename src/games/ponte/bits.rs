//! Sets of squares as bits of one word: file by file, each file with two guard bits above its ten ranks, so that no step of a stone or a
//! bridge leaves the board unnoticed.

use super::SIDE;
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

/// The position of the `n`-th bit that is set in a byte.
const NTH_IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
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
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let bytes = sets.iter().map(|&set| byte_counts(set as u64) + byte_counts((set >> 64) as u64)).sum::<u64>();
    (((bytes & EVEN) + (bytes >> 8 & EVEN)).wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

/// How many bits are set in each byte.
#[inline]
fn byte_counts(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
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

/// The index of the `n`-th bit that is set: the byte by comparing all eight running sums of bits with `n` at once, then by table.
#[inline]
fn nth_bit(word: u64, n: u32) -> u32 {
    const BYTES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = BYTES << 7;
    let sums = byte_counts(word).wrapping_mul(BYTES);
    let n = u64::from(n & 63);
    let passed = (((n * BYTES) | TOPS) - sums) & TOPS;
    let shift = (((passed >> 7).wrapping_mul(BYTES) >> 56) as u32 * 8) & 63;
    let rank = n.wrapping_sub((sums << 8) >> shift) & 7;
    shift + u32::from(NTH_IN_BYTE[(word >> shift) as usize & 255][rank as usize])
}

#[cfg(test)]
mod tests {
    use super::super::SIZE;
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn bits_follow_the_order_of_squares() {
        let all: Vec<Square> = SIZE.squares().collect();
        assert_eq!(squares(BOARD).collect::<Vec<_>>(), all);
        for (n, &at) in all.iter().enumerate() {
            assert_eq!(nth(BOARD, n as u32), at);
            assert_eq!(squares(above(at) & BOARD).collect::<Vec<_>>(), &all[n + 1..]);
        }
    }

    #[test]
    fn the_nth_bit_is_found_in_any_word() {
        let mut rng = Rng::new(1);
        for round in 0..1000 {
            let mut word = rng.next_u64();
            for _ in 0..round % 5 {
                word &= rng.next_u64();
            }
            let bits: Vec<u32> = (0..64).filter(|&bit| word >> bit & 1 == 1).collect();
            for (n, &bit) in bits.iter().enumerate() {
                assert_eq!(nth_bit(word, n as u32), bit, "{word:x}");
            }
        }
    }
}
