//! Sets of squares. Each set is held twice in one word, rank by rank in the low half and file by file in the high half: the next square
//! along a line is always the next bit, so that the same few operations look along ranks and files at once.

use super::{FILES, RANKS};
use crate::geometry::Square;

/// A square as its index, rank by rank from the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    pub(super) fn on(square: Square) -> Cell {
        Cell::of_bit(square.rank * FILES + square.file)
    }

    /// The square of a bit in the low half.
    pub(super) const fn of_bit(bit: u8) -> Cell {
        Cell(bit & 31)
    }

    /// The only square of a set.
    #[inline]
    pub(super) const fn of_set(set: u64) -> Cell {
        Cell::of_bit(set.trailing_zeros() as u8)
    }

    pub(super) const fn index(self) -> u8 {
        self.0
    }

    /// The set of this square alone.
    #[inline]
    pub(super) const fn set(self) -> u64 {
        SQUARES[self.0 as usize]
    }

    pub(super) fn square(self) -> Square {
        Square::new(self.0 % FILES, self.0 / FILES)
    }
}

/// The half of a set that has each square once.
pub(super) const BY_RANKS: u64 = (1 << 32) - 1;

/// For each bit of either half what it stands for, as a set; nothing for an index that is no such bit.
pub(super) type ByBit = [u64; 256];

/// The square of a bit.
pub(super) const SQUARES: ByBit = pairs(0, 0);

/// The two squares of a step. A step goes by the bit of the lower one, in the half of its line.
pub(super) const STEP_ENDS: ByBit = pairs(0, 1);

/// The two squares at the ends of a jump. A jump goes by the bit of the square jumped over, in the half of its line.
pub(super) const JUMP_ENDS: ByBit = pairs(-1, 1);

pub(super) const BOARD: u64 = bits_of(&SQUARES);
const STEPS: u64 = bits_of(&STEP_ENDS);
const JUMPS: u64 = bits_of(&JUMP_ENDS);

/// The number of squares.
pub(super) const CELLS: u8 = FILES * RANKS;

/// The set of the square that lies `distance` from that of a bit, along the line of the bit's half; empty where the board ends.
const fn along(bit: u8, distance: i8) -> u64 {
    let (file, rank) = match bit {
        0..CELLS => ((bit % FILES) as i8 + distance, (bit / FILES) as i8),
        32.. if bit < 32 + CELLS => (((bit - 32) / RANKS) as i8, ((bit - 32) % RANKS) as i8 + distance),
        _ => return 0,
    };
    if file < 0 || file >= FILES as i8 || rank < 0 || rank >= RANKS as i8 {
        return 0;
    }
    let (file, rank) = (file as u8, rank as u8);
    1 << (rank * FILES + file) | 1 << (32 + file * RANKS + rank)
}

/// For each bit the squares at these distances from it, where both are on the board.
const fn pairs(first: i8, second: i8) -> ByBit {
    let mut table = [0; 256];
    let mut bit = 0;
    while bit < 64 {
        let (one, other) = (along(bit, first), along(bit, second));
        if one != 0 && other != 0 {
            table[bit as usize] = one | other;
        }
        bit += 1;
    }
    table
}

/// The bits for which there is something in the table.
const fn bits_of(table: &ByBit) -> u64 {
    let (mut bits, mut bit) = (0, 0);
    while bit < 64 {
        if table[bit] != 0 {
            bits |= 1 << bit;
        }
        bit += 1;
    }
    bits
}

/// The steps of `own`: an own stone at one end and nothing at the other.
#[inline(always)]
pub(super) fn steps(own: u64, foe: u64) -> u64 {
    let free = BOARD ^ foe;
    (own ^ own >> 1) & free & free >> 1 & STEPS
}

/// The jumps of `own`: over an enemy stone, an own stone at one end and nothing at the other.
#[inline(always)]
pub(super) fn jumps(own: u64, foe: u64) -> u64 {
    let free = BOARD ^ foe;
    (own << 1 ^ own >> 1) & free << 1 & free >> 1 & foe & JUMPS
}

/// The jumps over `foe` from one of the squares `from` to one of the squares `to`.
#[inline(always)]
pub(super) fn jumps_between(from: u64, foe: u64, to: u64) -> u64 {
    (from << 1 & to >> 1 | from >> 1 & to << 1) & foe & JUMPS
}

/// The board as a number to the base 3, a digit a square.
pub(super) fn ternary(own: u64, foe: u64) -> u64 {
    /// For each set of squares of a rank the number whose digits are its bits.
    const DIGITS: [u16; 1 << FILES] = {
        let mut table = [0; 1 << FILES];
        let mut set = 1;
        while set < table.len() {
            table[set] = 3 * table[set >> 1] + (set & 1) as u16;
            set += 1;
        }
        table
    };
    let rank_of = |set: u64, rank: u8| u64::from(DIGITS[(set >> (rank * FILES)) as usize % DIGITS.len()]);
    (0..RANKS).fold(0, |number, rank| number * 3u64.pow(u32::from(FILES)) + rank_of(own, rank) + 2 * rank_of(foe, rank))
}
