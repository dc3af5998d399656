//! Numbers for the boards of an endgame, equal for boards that are reflections of each other.

use crate::games::yote::board::CELLS;
use crate::games::yote::{FILES, RANKS};

/// Most stones of a side.
pub(super) const MOST: usize = 5;

/// The views of the board: as it is, its files reversed, its ranks reversed, both. Each is its own opposite.
const VIEWS: usize = 4;

/// `CHOICES[n][k]`: the number of sets of `k` out of `n` squares.
const CHOICES: [[u32; MOST + 1]; CELLS as usize + 1] = {
    let mut table = [[0; MOST + 1]; CELLS as usize + 1];
    let mut n = 0;
    while n < table.len() {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `stones` out of `squares` squares.
pub(super) const fn choices(squares: usize, stones: usize) -> usize {
    CHOICES[squares][stones] as usize
}

/// The number of a set among the sets of as many squares: those with the lower highest square come first.
pub(super) fn rank(mut set: u32) -> usize {
    let (mut rank, mut k) = (0, 0);
    while set != 0 {
        k += 1;
        rank += choices(set.trailing_zeros() as usize, k);
        set &= set - 1;
    }
    rank
}

/// The sets of `stones` squares in the order of their numbers.
pub(super) fn sets(stones: usize) -> impl Iterator<Item = u32> {
    let next = |&set: &u32| {
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        Some(carried | ((set ^ carried) / lowest) >> 2)
    };
    std::iter::successors(Some((1 << stones) - 1), next).take(choices(CELLS.into(), stones))
}

/// A set seen in one of the [`VIEWS`].
fn seen(set: u32, view: usize) -> u32 {
    /// The bits of a rank in reverse.
    const REVERSED: [u32; 1 << FILES] = {
        let mut table = [0; 1 << FILES];
        let mut rank = 0;
        while rank < table.len() {
            table[rank] = (rank as u32).reverse_bits() >> (32 - FILES);
            rank += 1;
        }
        table
    };
    (0..RANKS).fold(0, |seen, rank| {
        let bits = set >> (rank * FILES) & ((1 << FILES) - 1);
        let bits = if view & 1 == 0 { bits } else { REVERSED[bits as usize] };
        let rank = if view & 2 == 0 { rank } else { RANKS - 1 - rank };
        seen | bits << (rank * FILES)
    })
}

/// `set` as a set of the squares that `others` leaves free, in their order.
fn squeezed(mut set: u32, others: u32) -> u32 {
    let mut squeezed = 0;
    while set != 0 {
        let square = set.trailing_zeros();
        squeezed |= 1 << (square - (others & ((1 << square) - 1)).count_ones());
        set &= set - 1;
    }
    squeezed
}

/// The sets of a number of squares, those that are reflections of each other as one.
pub(super) struct Shapes {
    /// For each set the number of its shape, and as bits the views in which it looks as the shape is held.
    shapes: Vec<(u16, u8)>,
    /// The sets as which the shapes are held.
    held: Vec<u32>,
}

impl Shapes {
    /// The shapes of `stones` squares, of which there are at least one and at most [`MOST`].
    pub(super) fn new(stones: usize) -> Self {
        let mut shapes = vec![(0, 0); choices(CELLS.into(), stones)];
        let mut held = Vec::new();
        for set in sets(stones).filter(|&set| (1..VIEWS).all(|view| seen(set, view) >= set)) {
            for view in 0..VIEWS {
                let (shape, views) = &mut shapes[rank(seen(set, view))];
                *shape = held.len() as u16;
                *views |= 1 << view;
            }
            held.push(set);
        }
        Shapes { shapes, held }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.held.len()
    }

    /// The set as which a shape is held.
    #[cfg(test)]
    pub(super) fn held(&self, shape: usize) -> u32 {
        self.held[shape]
    }

    /// The number of the board on which one side has the stones `many`, as many as the shapes have squares, and the other `few`. Of a board that
    /// looks like others of the same shape the lowest number counts; theirs stand for nothing.
    pub(super) fn number(&self, many: u32, few: u32) -> usize {
        let (shape, views) = self.shapes[rank(many)];
        let shape = usize::from(shape);
        let held = self.held[shape];
        let of = |view| rank(squeezed(seen(few, view), held));
        let few = (0..VIEWS).filter(|view| views >> view & 1 != 0).map(of).min().unwrap_or_default();
        // Boards of neighbouring shapes are much alike: side by side they pack best.
        few * self.held.len() + shape
    }
}
