//! Sets of squares and the shapes of bridges.
//!
//! A square is the bit `11 * file + rank`: one guard square above each file keeps neighbours from running into the next one, and the order of
//! bits is the order in which squares are written, by file, then rank.

use crate::geometry::{Size, Square};

/// Files and ranks of the board.
pub(super) const SIZE: Size = Size::new(10, 10);

/// Bits from a square to its right neighbour.
const FILE: u32 = 11;

/// A set of squares.
pub(super) type Set = u128;

/// All squares.
pub(super) const BOARD: Set = {
    let file = (1 << SIZE.ranks) - 1;
    let mut board: Set = 0;
    let mut index = 0;
    while index < SIZE.files as u32 {
        board |= file << (FILE * index);
        index += 1;
    }
    board
};

/// A square of the board as the index of its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    pub(super) const fn new(index: u8) -> Cell {
        Cell(index & 127)
    }

    pub(super) const fn on(square: Square) -> Cell {
        Cell::new(square.file * FILE as u8 + square.rank)
    }

    pub(super) const fn square(self) -> Square {
        Square::new(self.0 / FILE as u8, self.0 % FILE as u8)
    }

    pub(super) const fn index(self) -> u8 {
        self.0
    }

    pub(super) const fn bit(self) -> Set {
        1 << self.0
    }

    /// The squares that come after this one.
    pub(super) const fn above(self) -> Set {
        BOARD & !(self.bit() | (self.bit() - 1))
    }

    /// The cell so many bits further.
    pub(super) const fn plus(self, bits: i8) -> Cell {
        Cell::new(self.0.wrapping_add_signed(bits))
    }
}

/// The cells of a set, from the lowest.
pub(super) fn cells(mut set: Set) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| Cell::new(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// The squares that have a square of the set above, below, to the right and to the left of them. May hold guard squares.
#[inline]
pub(super) fn orthogonal(set: Set) -> [Set; 4] {
    [set >> 1, set << 1, set >> FILE, set << FILE]
}

/// The squares beside a square of the set.
#[inline]
pub(super) fn beside(set: Set) -> Set {
    let [a, b, c, d] = orthogonal(set);
    (a | b | c | d) & BOARD
}

/// The squares around those of the set, and these, in all eight directions.
#[inline]
pub(super) fn around(set: Set) -> Set {
    let column = set | (set << 1 & BOARD) | (set >> 1 & BOARD);
    (column | column << FILE | column >> FILE) & BOARD
}

/// The shapes of bridges, seen from the lower end: files and ranks to the upper end.
pub(super) const SHAPES: [(i8, i8); 8] = [(2, 0), (0, 2), (2, 2), (2, -2), (2, 1), (2, -1), (1, 2), (1, -2)];

/// A bridge: its lower end and its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    lower: Cell,
    shape: u8,
}

/// Bits from the lower end of a shape to its upper end, and to the squares under it (twice the same where there is one).
#[derive(Clone, Copy)]
pub(super) struct Offsets {
    pub(super) upper: i8,
    pub(super) under: [i8; 2],
    /// The squares from which the upper end is on the board.
    pub(super) lowers: Set,
}

const fn bits(files: i8, ranks: i8) -> i8 {
    files * FILE as i8 + ranks
}

/// By shape.
pub(super) const OFFSETS: [Offsets; 8] = {
    let mut all = [Offsets { upper: 0, under: [0; 2], lowers: 0 }; 8];
    let mut shape = 0;
    while shape < 8 {
        let (files, ranks) = SHAPES[shape];
        let (half_files, half_ranks) = (files / 2, ranks / 2);
        // A knight's move has two squares between: those nearest to its middle.
        all[shape].under = match (files, ranks) {
            (2, 1 | -1) => [bits(1, 0), bits(1, ranks)],
            (1, 2 | -2) => [bits(0, half_ranks), bits(1, half_ranks)],
            _ => [bits(half_files, half_ranks); 2],
        };
        all[shape].upper = bits(files, ranks);
        let mut index = 0;
        while index < 110 {
            let square = Cell::new(index).square();
            let (file, rank) = (square.file as i8 + files, square.rank as i8 + ranks);
            if square.rank < 10 && file < 10 && rank >= 0 && rank < 10 {
                all[shape].lowers |= 1 << index;
            }
            index += 1;
        }
        shape += 1;
    }
    all
};

/// Twice the area of the triangle of three points, with its sign.
const fn turn(a: (i8, i8), b: (i8, i8), c: (i8, i8)) -> i32 {
    (b.0 - a.0) as i32 * (c.1 - a.1) as i32 - (b.1 - a.1) as i32 * (c.0 - a.0) as i32
}

/// Whether c, known to be on the line through a and b, lies between them.
const fn between(a: (i8, i8), b: (i8, i8), c: (i8, i8)) -> bool {
    let (low_x, high_x) = if a.0 < b.0 { (a.0, b.0) } else { (b.0, a.0) };
    let (low_y, high_y) = if a.1 < b.1 { (a.1, b.1) } else { (b.1, a.1) };
    low_x <= c.0 && c.0 <= high_x && low_y <= c.1 && c.1 <= high_y
}

/// Whether two segments have a point in common.
const fn segments_meet(a: (i8, i8), b: (i8, i8), c: (i8, i8), d: (i8, i8)) -> bool {
    let (abc, abd, cda, cdb) = (turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b));
    if (abc > 0 && abd < 0 || abc < 0 && abd > 0) && (cda > 0 && cdb < 0 || cda < 0 && cdb > 0) {
        return true;
    }
    (abc == 0 && between(a, b, c))
        || (abd == 0 && between(a, b, d))
        || (cda == 0 && between(c, d, a))
        || (cdb == 0 && between(c, d, b))
}

/// A bridge that crosses another: its shape, and its lower end seen from the other's.
#[derive(Clone, Copy)]
struct Crossing {
    shape: u8,
    files: i8,
    ranks: i8,
}

const MOST_CROSSINGS: usize = 128;

/// For each shape the bridges that meet one of it, and their number.
static CROSSINGS: [([Crossing; MOST_CROSSINGS], usize); 8] = {
    let mut all = [([Crossing { shape: 0, files: 0, ranks: 0 }; MOST_CROSSINGS], 0); 8];
    let mut one = 0;
    while one < 8 {
        let mut other = 0;
        while other < 8 {
            let mut files = -2;
            while files <= 2 {
                let mut ranks = -4;
                while ranks <= 4 {
                    let end = (files + SHAPES[other].0, ranks + SHAPES[other].1);
                    if segments_meet((0, 0), SHAPES[one], (files, ranks), end) {
                        let count = all[one].1;
                        all[one].0[count] = Crossing { shape: other as u8, files, ranks };
                        all[one].1 = count + 1;
                    }
                    ranks += 1;
                }
                files += 1;
            }
            other += 1;
        }
        one += 1;
    }
    all
};

impl Span {
    /// The bridge of this shape from this lower end.
    pub(super) const fn new(lower: Cell, shape: usize) -> Span {
        Span { lower, shape: (shape & 7) as u8 }
    }

    /// The bridge between two squares in either order, if one of the shapes joins them.
    pub(super) fn joining(a: Square, b: Square) -> Option<Span> {
        let (lower, upper) = if a < b { (a, b) } else { (b, a) };
        let (files, ranks) = lower.delta(upper);
        let shape = SHAPES.iter().position(|&(f, r)| (i16::from(f), i16::from(r)) == (files, ranks))?;
        Some(Span::new(Cell::on(lower), shape))
    }

    pub(super) const fn shape(self) -> usize {
        (self.shape & 7) as usize
    }

    pub(super) const fn lower(self) -> Cell {
        self.lower
    }

    pub(super) const fn upper(self) -> Cell {
        self.lower.plus(OFFSETS[self.shape()].upper)
    }

    /// Both ends.
    pub(super) const fn ends(self) -> Set {
        self.lower.bit() | self.upper().bit()
    }

    /// The squares under it.
    pub(super) const fn under(self) -> Set {
        let [a, b] = OFFSETS[self.shape()].under;
        self.lower.plus(a).bit() | self.lower.plus(b).bit()
    }

    /// Calls `mark` with the shape and lower end of each bridge that would meet this one.
    pub(super) fn for_each_crossing(self, mut mark: impl FnMut(usize, Cell)) {
        let at = self.lower.square();
        let (crossings, count) = &CROSSINGS[self.shape()];
        for crossing in crossings.iter().take(*count) {
            if let Some(square) = at.offset(crossing.files, crossing.ranks).filter(|&square| SIZE.contains(square)) {
                mark(usize::from(crossing.shape), Cell::on(square));
            }
        }
    }
}

/// The set moved so that each lower end becomes what lies `bits` further, seen from the lower end: whether that square is in `set`.
#[inline]
pub(super) fn look(set: Set, bits: i8) -> Set {
    if bits >= 0 { set >> bits } else { set << -bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(a: &str, b: &str) -> Span {
        let read = |text: &str| crate::notation::parse_all(text, crate::notation::square(SIZE, "a square")).unwrap();
        Span::joining(read(a), read(b)).unwrap()
    }

    fn names(set: Set) -> String {
        cells(set).map(|cell| cell.square().to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_squares_under_a_bridge_lie_between_its_ends() {
        for (a, b, under) in [
            ("a1", "c1", "b1"),
            ("a1", "a3", "a2"),
            ("a1", "c3", "b2"),
            ("a3", "c1", "b2"),
            ("a1", "c2", "b1 b2"),
            ("a2", "c1", "b1 b2"),
            ("a1", "b3", "a2 b2"),
            ("b1", "a3", "a2 b2"),
        ] {
            assert_eq!(names(span(a, b).under()), under, "{a}-{b}");
            assert_eq!(names(span(b, a).ends()), names(span(a, b).ends()));
        }
    }

    #[test]
    fn bridges_that_meet_are_found_from_both() {
        let meet = |one: Span, other: Span| {
            let mut found = false;
            one.for_each_crossing(|shape, lower| found |= Span::new(lower, shape) == other);
            found
        };
        for (one, other, expected) in [
            (span("a1", "c3"), span("a4", "c2"), true),
            (span("a1", "b3"), span("b1", "c3"), false),
            (span("a1", "c3"), span("a3", "c1"), true),
            (span("a1", "c1"), span("b1", "b3"), true),
            (span("a1", "c1"), span("a2", "c2"), false),
            (span("a1", "c2"), span("b1", "a3"), true),
        ] {
            assert_eq!((meet(one, other), meet(other, one)), (expected, expected), "{one:?} {other:?}");
        }
    }

    #[test]
    fn neighbours_do_not_run_over_the_edge() {
        let corner = Cell::on(Square::new(0, 9)).bit();
        assert_eq!(names(beside(corner)), "a9 b10");
        assert_eq!(names(around(corner)), "a9 a10 b9 b10");
        assert_eq!(BOARD.count_ones(), 100);
    }
}
