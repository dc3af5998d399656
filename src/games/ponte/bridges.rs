//! Bridges (rules: Bridges): their shapes, the squares under them, what they cross.
//!
//! A bridge is known by its lower end and its shape. Two bridges of different shapes that lie over a common square always cross, two of
//! one shape never do; and two diagonals may cross off their middle squares, when these lie side by side. Nothing else crosses.

use std::fmt;

use super::bits::{Set, beside, bit, square};
use crate::geometry::Square;

/// Number of shapes.
pub(super) const SHAPES: usize = 8;

/// The way from the lower end to the upper one, in files and ranks; diagonals first, then those whose squares in between are two.
const STEPS: [(u8, i8); SHAPES] = [(2, 2), (2, -2), (0, 2), (2, 0), (1, 2), (1, -2), (2, 1), (2, -1)];

/// The same in bits.
const SPANS: [u32; SHAPES] = [26, 22, 2, 24, 14, 10, 25, 23];

/// The squares under the bridge, in bits from its lower end.
const UNDER: [[i32; 2]; SHAPES] = [[13, 13], [11, 11], [1, 1], [12, 12], [1, 13], [-1, 11], [12, 13], [12, 11]];

/// The first shape with two squares under it.
const KNIGHTS: usize = 4;

#[inline]
fn shift(set: Set, by: i32) -> Set {
    if by < 0 { set >> by.unsigned_abs() } else { set << by }
}

/// The squares under bridges of this shape with these lower ends.
#[inline]
fn under_all(shape: usize, lower: Set) -> Set {
    let [one, other] = UNDER[shape];
    shift(lower, one) | shift(lower, other)
}

/// A bridge between two squares, without regard to whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bridge {
    pub(super) lower: Square,
    pub(super) upper: Square,
    pub(super) shape: usize,
}

impl Bridge {
    /// The bridge between these squares of the board in either order, if there is one of that shape.
    #[inline]
    pub(super) fn between(a: Square, b: Square) -> Option<Self> {
        let (lower, upper) = if a < b { (a, b) } else { (b, a) };
        let (files, ranks) = lower.delta(upper);
        let shape = STEPS.iter().position(|&(f, r)| (i16::from(f), i16::from(r)) == (files, ranks))?;
        Some(Bridge { lower, upper, shape })
    }

    /// The bridge of this shape from this lower end, which has room on the board.
    #[inline]
    pub(super) fn from_lower(shape: usize, lower: Square) -> Self {
        let (files, ranks) = STEPS[shape & 7];
        let upper = Square::new(lower.file.wrapping_add(files), lower.rank.wrapping_add_signed(ranks));
        Bridge { lower, upper, shape }
    }

    /// Its two ends.
    #[inline]
    pub(super) fn ends(self) -> Set {
        bit(self.lower) | bit(self.upper)
    }

    /// The squares under it.
    #[inline]
    pub(super) fn under(self) -> Set {
        under_all(self.shape, bit(self.lower))
    }

    /// Whether the straight lines between the ends cross within both.
    pub(super) fn crosses(self, other: Bridge) -> bool {
        let side = |line: Bridge, point: Square| {
            let (files, ranks) = line.lower.delta(line.upper);
            let (to_files, to_ranks) = line.lower.delta(point);
            (files * to_ranks - ranks * to_files).signum()
        };
        let parted = |line: Bridge, by: Bridge| side(by, line.lower) * side(by, line.upper) < 0;
        parted(self, other) && parted(other, self)
    }
}

impl fmt::Display for Bridge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.lower, self.upper)
    }
}

/// Why there can be no such bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the case means")]
pub enum BridgeFault {
    #[error("no {colour} stone on {at}")]
    NoStone { colour: &'static str, at: Square },
    #[error(
        "no bridge joins {from} and {to}: its ends are two squares apart, straight or diagonally, or a knight's move"
    )]
    Shape { from: Square, to: Square },
    #[error("the stone on {at} carries the bridge {bridge} already")]
    Carries { at: Square, bridge: Bridge },
    #[error("the {colour} stone on {at} is in the way")]
    Over { colour: &'static str, at: Square },
    #[error("it would cross the bridge {0}")]
    Crosses(Bridge),
}

/// All bridges of a position: the lower ends of each shape, and what follows from them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bridges {
    pub(super) lower: [Set; SHAPES],
    /// Stones that carry an end.
    pub(super) ends: Set,
    /// Squares under bridges.
    pub(super) under: Set,
}

impl Bridges {
    #[inline]
    pub(super) fn add(&mut self, bridge: Bridge) {
        self.lower[bridge.shape & 7] |= bit(bridge.lower);
        self.ends |= bridge.ends();
        self.under |= bridge.under();
    }

    /// The bridges that the stones `own` can still carry on a board with the stones `taken`: the lower ends of each shape.
    #[inline]
    pub(super) fn open(&self, own: Set, taken: Set) -> [Set; SHAPES] {
        let free_ends = own & !self.ends;
        let clear = !(taken | self.under);
        let mut open = [0; SHAPES];
        for shape in 0..SHAPES {
            let pairs = free_ends & free_ends >> SPANS[shape];
            let [one, other] = UNDER[shape];
            // Parallel bridges may share a square.
            let clear = if shape < KNIGHTS { clear } else { clear | under_all(shape, self.lower[shape]) };
            open[shape] = pairs & shift(clear, -one) & shift(clear, -other);
        }
        for (shape, across) in [(0, 1), (1, 0)] {
            if open[shape] != 0 && self.lower[across] != 0 {
                let middles = under_all(across, self.lower[across]);
                open[shape] &= !shift(beside(middles), -UNDER[shape][0]);
            }
        }
        open
    }

    /// The squares joined by a bridge to those of the set.
    pub(super) fn across(&self, set: Set) -> Set {
        let mut joined = 0;
        for (&lower, span) in self.lower.iter().zip(SPANS) {
            joined |= (set & lower) << span | set >> span & lower;
        }
        joined
    }

    /// The bridges, ordered by their lower end.
    pub(super) fn iter(&self) -> impl Iterator<Item = Bridge> {
        let mut rest = self.lower.iter().fold(0, |all, &lower| all | lower);
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let at = rest & rest.wrapping_neg();
            rest ^= at;
            let shape = self.lower.iter().position(|&lower| lower & at != 0)?;
            Some(Bridge::from_lower(shape, square(at.trailing_zeros())))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::SIZE;
    use super::super::bits::{BOARD, count};
    use super::*;

    fn all() -> impl Iterator<Item = Bridge> {
        SIZE.squares()
            .flat_map(|at| SIZE.squares().filter(move |&b| at < b).filter_map(move |b| Bridge::between(at, b)))
    }

    #[test]
    fn a_bridge_has_the_squares_between_its_ends_under_it() {
        assert_eq!(all().count(), 2 * (8 * 10 + 8 * 8 + 2 * 9 * 8));
        for bridge in all() {
            assert_eq!(Bridge::from_lower(bridge.shape, bridge.lower), bridge);
            let between = |at: &Square| {
                let twice = |a: u8, b: u8, c: u8| (i16::from(2 * c) - i16::from(a) - i16::from(b)).abs();
                let (files, ranks) = bridge.lower.delta(bridge.upper);
                let off = (
                    twice(bridge.lower.file, bridge.upper.file, at.file),
                    twice(bridge.lower.rank, bridge.upper.rank, at.rank),
                );
                off == (files % 2, (ranks % 2).abs())
            };
            let squares = SIZE.squares().filter(between).fold(0, |set, at| set | bit(at));
            assert_eq!(bridge.under(), squares, "{bridge}");
            assert_eq!(count(bridge.under() & BOARD), if bridge.shape < KNIGHTS { 1 } else { 2 });
        }
    }

    /// The sets against the geometry, for every pair of bridges.
    #[test]
    fn open_bridges_cross_none() {
        for first in all() {
            let mut built = Bridges::default();
            built.add(first);
            for second in all() {
                let stones = first.ends() | second.ends();
                let possible = first.ends() & second.ends() == 0
                    && (first.under() | second.under()) & stones == 0
                    && !first.crosses(second);
                let open = built.open(second.ends(), stones)[second.shape] & bit(second.lower) != 0;
                // Stones under the first bridge cannot come about.
                if first.under() & stones == 0 {
                    assert_eq!(open, possible, "{first} {second}");
                }
            }
        }
    }
}
