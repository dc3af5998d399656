//! Squares and sets of squares, a bit a square in 256: 16 to a rank, of which the board has 13, and room for 16 ranks.
//!
//! The three files and three ranks that are left over are in no set of free squares. They stop whatever leaves the board, at any edge: a way of
//! up to three squares in any direction, in wrapping arithmetic, meets one of them first.

use std::fmt;
use std::ops::{BitAnd, BitOr, ControlFlow, Not};

use super::SIDE;
use crate::bits::nth_bit;
use crate::geometry::Square;

/// A square of the board by its bit: 16 × rank + file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell of a square of the board.
    pub(super) const fn new(square: Square) -> Cell {
        Cell((square.rank & 15) << 4 | square.file & 15)
    }

    /// Its name for people.
    pub(super) const fn square(self) -> Square {
        Square::new(self.0 & 15, self.0 >> 4)
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell this many bits further, round the end of the 256.
    #[inline]
    pub(super) const fn plus(self, bits: u8) -> Cell {
        Cell(self.0.wrapping_add(bits))
    }

    #[inline]
    pub(super) const fn minus(self, bits: u8) -> Cell {
        Cell(self.0.wrapping_sub(bits))
    }

    /// Bits between two cells.
    #[inline]
    pub(super) const fn distance(self, other: Cell) -> u8 {
        self.0.abs_diff(other.0)
    }

    /// Whether the cell lies behind the other in the order of bits.
    #[inline]
    pub(super) const fn is_beyond(self, other: Cell) -> bool {
        self.0 > other.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.square().fmt(f)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Squares(pub(super) [u64; 4]);

impl Squares {
    /// All squares of the board.
    pub(super) const BOARD: Squares = Squares::block(0, SIDE, 0, SIDE);

    /// The squares from one file and rank up to, and without, others.
    pub(super) const fn block(left: u8, right: u8, bottom: u8, top: u8) -> Squares {
        let mut words = [0; 4];
        let mut rank = bottom;
        while rank < top {
            let mut file = left;
            while file < right {
                words[(rank >> 2) as usize] |= 1 << ((rank & 3) * 16 + file);
                file += 1;
            }
            rank += 1;
        }
        Squares(words)
    }

    /// 1 if the cell is in the set, else 0.
    #[inline]
    pub(super) fn bit(&self, cell: Cell) -> u8 {
        (self.0[cell.index() >> 6] >> (cell.0 & 63)) as u8 & 1
    }

    #[inline]
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.bit(cell) == 1
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: Cell) {
        self.0[cell.index() >> 6] &= !(1 << (cell.0 & 63));
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The set, or the empty one; without a branch.
    #[inline]
    pub(super) fn only_if(self, condition: bool) -> Squares {
        let mask = u64::from(condition).wrapping_neg();
        Squares(self.0.map(|word| word & mask))
    }

    /// Every square moved this many bits (1 to 63) towards the first: cell `c + bits` becomes `c`.
    #[inline]
    pub(super) fn lowered(self, bits: u8) -> Squares {
        let [a, b, c, d] = self.0;
        let join = |low: u64, high: u64| low >> bits | high << (64 - bits);
        Squares([join(a, b), join(b, c), join(c, d), d >> bits])
    }

    /// Every square moved this many bits (1 to 63) away from the first: cell `c` becomes `c + bits`.
    #[inline]
    pub(super) fn raised(self, bits: u8) -> Squares {
        let [a, b, c, d] = self.0;
        let join = |low: u64, high: u64| high << bits | low >> (64 - bits);
        Squares([a << bits, join(a, b), join(b, c), join(c, d)])
    }

    /// The three by three squares round a cell, lowest rank first and in it lowest file, a bit each.
    #[inline]
    pub(super) fn around(&self, cell: Cell) -> u16 {
        let (file, rank) = (cell.0 & 15, cell.0 >> 4);
        let three = |rank: u8| {
            let line = (self.0[usize::from(rank >> 2 & 3)] >> ((rank & 3) * 16)) as u16;
            // One file to the left of the first there is nothing.
            (u32::from(line) << 1 >> file) as u16 & 7
        };
        three(rank.wrapping_sub(1) & 15) | three(rank) << 3 | three((rank + 1) & 15) << 6
    }

    /// The `n`-th cell of the set from 0, in the order of bits; some cell if the set has no more than `n`.
    #[inline]
    pub(super) fn nth(&self, mut n: u32) -> Cell {
        let mut base = 0u8;
        for word in self.0 {
            let count = word.count_ones();
            if n < count {
                return Cell(base + nth_bit(word, n) as u8);
            }
            n -= count;
            base = base.wrapping_add(64);
        }
        Cell(0)
    }

    /// Calls `visit` with each cell.
    #[inline]
    pub(super) fn for_each<B>(self, mut visit: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B> {
        for (base, mut word) in [0, 64, 128, 192].into_iter().zip(self.0) {
            while word != 0 {
                visit(Cell(base + word.trailing_zeros() as u8))?;
                word &= word - 1;
            }
        }
        ControlFlow::Continue(())
    }
}

impl BitAnd for Squares {
    type Output = Squares;

    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Squares {
    type Output = Squares;

    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

/// The other squares of the board.
impl Not for Squares {
    type Output = Squares;

    #[inline]
    fn not(self) -> Squares {
        Squares(std::array::from_fn(|i| Squares::BOARD.0[i] & !self.0[i]))
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut set = f.debug_set();
        let _ = self.for_each(|cell| {
            set.entry(&cell);
            ControlFlow::<()>::Continue(())
        });
        set.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_cell_is_the_one_that_counting_finds() {
        let mut rng = crate::rng::Rng::new(1);
        for density in 0..4 {
            for _ in 0..500 {
                let word = |rng: &mut crate::rng::Rng| (0..density).fold(u64::MAX, |word, _| word & rng.next_u64());
                let set = Squares(std::array::from_fn(|_| word(&mut rng)));
                let mut n = 0;
                let _ = set.for_each(|cell| {
                    assert_eq!(set.nth(n), cell);
                    n += 1;
                    ControlFlow::<()>::Continue(())
                });
                assert_eq!(n, set.len());
            }
        }
    }
}
