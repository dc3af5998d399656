//! Islands and sandbanks, and where stones may stand (rules: Where a stone may stand), for all squares at once.

use super::board::{BOARD, Cell, Set, around, beside, cells, orthogonal};

/// The stones of a colour by the size of their group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Groups {
    pub(super) ones: Set,
    pub(super) twos: Set,
    pub(super) threes: Set,
    /// The islands.
    pub(super) fours: Set,
}

/// For four sets, the squares that are in at least one, two, three, and in all of them.
#[inline]
fn at_least([a, b, c, d]: [Set; 4]) -> [Set; 4] {
    let (ab, cd) = (a & b, c & d);
    let (any_ab, any_cd) = (a | b, c | d);
    [any_ab | any_cd, ab | cd | (any_ab & any_cd), (ab & any_cd) | (cd & any_ab), ab & cd]
}

impl Groups {
    /// Sorts stones whose groups have four stones at most. The number of neighbours tells the size: in a group of three, and only there, a stone
    /// with two neighbours is beside no other such stone.
    #[inline]
    pub(super) fn of(own: Set) -> Groups {
        let [one, two, three, _] = at_least(orthogonal(own));
        let ends = own & one & !two;
        let middles = own & two & !three;
        let ones = own & !one;
        let twos = ends & beside(ends);
        let centres = middles & !beside(middles);
        let threes = centres | (ends & beside(centres));
        Groups { ones, twos, threes, fours: own & !(ones | twos | threes) }
    }

    /// Number of sandbanks.
    pub(super) fn sandbanks(&self) -> u32 {
        self.ones.count_ones() + self.twos.count_ones() / 2 + self.threes.count_ones() / 3
    }

    /// Number of islands.
    pub(super) fn islands(&self) -> u32 {
        self.fours.count_ones() / 4
    }
}

/// The group of a stone.
pub(super) fn group(own: Set, stone: Set) -> Set {
    let mut found = stone & own;
    loop {
        let grown = found | (beside(found) & own);
        if grown == found {
            return found;
        }
        found = grown;
    }
}

/// Squares, taken or not, with an own stone on a diagonal that no own stone joins to them.
#[inline]
fn loose_contacts(own: Set) -> Set {
    let [up, down, right, left] = orthogonal(own);
    let column_up = up & BOARD;
    let column_down = down & BOARD;
    let [_, _, right_up, left_up] = orthogonal(column_up);
    let [_, _, right_down, left_down] = orthogonal(column_down);
    (right_up & !(right | up))
        | (left_up & !(left | up))
        | (right_down & !(right | down))
        | (left_down & !(left | down))
}

/// The squares of `free` on which one more stone may stand.
#[inline]
pub(super) fn legal_squares(own: Set, free: Set) -> Set {
    let groups = Groups::of(own);
    let mut open = free;
    if groups.fours != 0 {
        open &= !around(groups.fours);
    }
    let [one, two, three, four] = at_least(orthogonal(groups.ones));
    let [pair, pairs, ..] = at_least(orthogonal(groups.twos));
    // Joined groups have to stay within four stones.
    open &= !(four | pairs | (pair & two));
    // Squares that complete an island: out of several sandbanks, or out of one of three.
    let merging = open & ((three & !four) | (pair & one));
    if groups.threes != 0 {
        open = open_beside_threes(own, groups.threes, open, one | pair);
    }
    for cell in cells(merging & open) {
        let island = group(own | cell.bit(), cell.bit());
        if around(island) & own & !island != 0 {
            open &= !cell.bit();
        }
    }
    open
}

/// Takes from `open` the squares beside groups of three that would not complete a lawful island; `other` are squares beside smaller groups.
#[inline]
fn open_beside_threes(own: Set, threes: Set, open: Set, other: Set) -> Set {
    let sides @ [up, down, right, left] = orthogonal(threes);
    let [near, two, three, _] = at_least(sides);
    // Two of its stones beside one square are a corner, with the third stone on the diagonal between them; else they are two groups.
    let column_up = up & BOARD;
    let column_down = down & BOARD;
    let [_, _, right_up, left_up] = orthogonal(column_up);
    let [_, _, right_down, left_down] = orthogonal(column_down);
    let corner =
        (right & up & right_up) | (left & up & left_up) | (right & down & right_down) | (left & down & left_down);
    let loose = loose_contacts(own);
    // A group of three that touches another one can never become an island.
    let mut spoilt = threes & loose;
    spoilt |= beside(spoilt) & threes;
    spoilt |= beside(spoilt) & threes;
    let barred = other | three | (two & !corner) | loose | beside(spoilt);
    open & !(near & barred)
}

/// The squares from which a stone can have anything to do with a second stone placed in the same turn: those within two of an own stone.
#[inline]
pub(super) fn entangled(own: Set) -> Set {
    around(around(own))
}

/// The squares so far to the right of a cell that stones on both have nothing to do with each other.
pub(super) fn far_after(cell: Cell) -> Set {
    let far = cell.square().file + 5;
    if far >= 10 { 0 } else { BOARD & !((1 << (11 * u32::from(far))) - 1) }
}
