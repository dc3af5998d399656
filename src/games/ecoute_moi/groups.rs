//! Which stones hang together, and which sides of the board they reach (rules: End): a union-find over the squares.

use super::Chain;
use super::board::{Cell, Squares};

/// Sides of the board, a bit each.
pub(super) const TOP: u8 = 1;
pub(super) const BOTTOM: u8 = 2;
pub(super) const LEFT: u8 = 4;
pub(super) const RIGHT: u8 = 8;

/// The groups of stones. Which square is the root of a group depends on the order in which the stones came, so groups are not compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Groups {
    /// From a stone towards the root of its group, and from a root to itself. Of no meaning for other squares.
    links: [u8; 256],
    /// The sides that a group reaches, at its root.
    sides: [u8; 256],
}

impl Groups {
    pub(super) const NONE: Groups = Groups { links: [0; 256], sides: [0; 256] };

    /// Adds a stone among those that lie already and gives the sides that its group reaches then. `free` are the squares without
    /// a stone; whether `at` is one of them makes no difference.
    #[inline]
    pub(super) fn add(&mut self, at: Cell, free: &Squares, chain: Chain) -> u8 {
        let stones = !free.around(at) & ON_BOARD[at.index()];
        let mut links = LINKS[chain as usize][usize::from(stones & 0x1ff)];
        let mut next = || {
            // Beyond the last one comes `at` itself, with which linking changes nothing.
            let place = (links | ITSELF).trailing_zeros() as usize;
            links &= links.wrapping_sub(1);
            (at.plus(OFFSETS[place & 15]), links)
        };
        // Two neighbours without asking whether there are as many, since that could not be foretold; more are rare.
        let (first, _) = next();
        let (second, mut left) = next();
        self.links[at.index()] = at.index() as u8;
        // The first neighbour's root stays the root of all, which keeps the ways to it short.
        let root = self.root(first);
        let other = self.root(second);
        let mut sides = SIDES[at.index()] | self.sides[usize::from(root)] | self.sides[usize::from(other)];
        self.links[at.index()] = root;
        self.links[usize::from(other)] = root;
        while left != 0 {
            let neighbour;
            (neighbour, left) = next();
            let other = self.root(neighbour);
            sides |= self.sides[usize::from(other)];
            self.links[usize::from(other)] = root;
        }
        self.sides[usize::from(root)] = sides;
        sides
    }

    /// The root of a stone's group. Most are at most two links away, so that two are followed without asking.
    #[inline]
    fn root(&self, stone: Cell) -> u8 {
        let mut at = self.links[usize::from(self.links[stone.index()])];
        loop {
            let next = self.links[usize::from(at)];
            if next == at {
                return at;
            }
            at = next;
        }
    }
}

/// The bit that [`OFFSETS`] leads from a cell to itself.
const ITSELF: u16 = 1 << 9;

/// Cells by position in the three by three round a cell, as [`Squares::around`] counts them: what to add to it.
const OFFSETS: [u8; 16] = {
    let mut offsets = [0; 16];
    let mut i = 0;
    while i < 9 {
        offsets[i] = ((i as u8 / 3) * 16 + i as u8 % 3).wrapping_sub(17);
        i += 1;
    }
    offsets
};

/// The sides that a stone on a square touches.
const SIDES: [u8; 256] = {
    let mut sides = [0; 256];
    let mut i = 0;
    while i < 256 {
        let (file, rank) = (i as u8 & 15, i as u8 >> 4);
        sides[i] = on(rank == super::SIDE - 1, TOP)
            | on(rank == 0, BOTTOM)
            | on(file == 0, LEFT)
            | on(file == super::SIDE - 1, RIGHT);
        i += 1;
    }
    sides
};

const fn on(condition: bool, bit: u8) -> u8 {
    if condition { bit } else { 0 }
}

/// The neighbours of a square that are on the board, as bits of [`Squares::around`].
const ON_BOARD: [u16; 256] = {
    let mut masks = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut place = 0;
        while place < 9 {
            let (file, rank) = (i % 16 + place % 3, i / 16 + place / 3);
            let inside = 0 < file && file <= super::SIDE as usize && 0 < rank && rank <= super::SIDE as usize;
            if place != 4 && inside {
                masks[i] |= 1 << place;
            }
            place += 1;
        }
        i += 1;
    }
    masks
};

/// For each chain option and each set of stones round a square, those that a stone on the square has to be linked with: a neighbour of every
/// group that these stones form among themselves.
const LINKS: [[u16; 512]; 2] = [links(Chain::Eight), links(Chain::Literal)];

const fn links(chain: Chain) -> [u16; 512] {
    let mut table = [0; 512];
    let mut stones = 0;
    while stones < 512 {
        let mut left = stones as u16 & !(1 << 4);
        let mut place = 0;
        while place < 9 {
            if left >> place & 1 == 1 && touch(chain, place, 4) {
                table[stones] |= 1 << place;
                left &= !group(chain, stones as u16 & !(1 << 4), place);
            }
            place += 1;
        }
        stones += 1;
    }
    table
}

/// The stones that hang together with the one on `place`.
const fn group(chain: Chain, stones: u16, place: usize) -> u16 {
    let mut group = 1u16 << place;
    loop {
        let before = group;
        let mut a = 0;
        while a < 9 {
            let mut b = 0;
            while b < 9 {
                if group >> a & 1 == 1 && stones >> b & 1 == 1 && touch(chain, a, b) {
                    group |= 1 << b;
                }
                b += 1;
            }
            a += 1;
        }
        if group == before {
            return group;
        }
    }
}

/// Whether stones on two places of the three by three are adjacent (rules: End).
const fn touch(chain: Chain, a: usize, b: usize) -> bool {
    let (files, ranks) = ((a % 3).abs_diff(b % 3), (a / 3).abs_diff(b / 3));
    let near = files <= 1 && ranks <= 1 && files + ranks > 0;
    near && (matches!(chain, Chain::Eight) || files > 0)
}
