//! Where a stone may stand (rules: Where a stone may stand), for all squares at once.
//!
//! Only stones of the own colour matter here. Groups have at most four stones, so that the number of neighbours each stone has tells
//! its group's size; and a diagonal neighbour belongs to another group exactly when neither square between is an own stone, which
//! is called a *bare* corner.

use super::bits::{STRIDE, Set, around, beside, count, lowest};
use crate::geometry::Square;

/// What the own stones mean for every square of the board.
struct Shape {
    /// Squares with some own stone beside them; with exactly one, two, three.
    any: Set,
    one: Set,
    two: Set,
    three: Set,
    /// Squares with a bare corner.
    bare: Set,
    /// Middle stones of the groups of three.
    middles: Set,
    /// Stones in groups of three, in islands.
    threes: Set,
    islands: Set,
    /// Stones in groups of two.
    twos: Set,
    /// Squares beside a group of two, of three.
    by_two: Set,
    by_three: Set,
    /// Squares of islands and around them.
    near_island: Set,
}

impl Shape {
    #[inline(always)]
    fn of(own: Set) -> Self {
        let (up, down, right, left) = (own >> 1, own << 1, own >> STRIDE, own << STRIDE);
        // Adding the four up: `odd` is the sum's lowest bit.
        let (column, both, row, sides) = (up ^ down, up & down, right ^ left, right & left);
        let odd = column ^ row;
        let many = both | sides | column & row;
        let any = odd | many;
        let two = many & !odd & !(both & sides);
        let corner = |corner: Set, beside: Set| corner & !beside;
        let bare = corner(up >> STRIDE, up | right)
            | corner(up << STRIDE, up | left)
            | corner(down >> STRIDE, down | right)
            | corner(down << STRIDE, down | left);
        let ends = own & odd & !many;
        let twos = ends & beside(ends);
        let branching = own & many;
        let middles = own & two & !beside(branching);
        let threes = middles | own & beside(middles);
        let islands = own & any & !twos & !threes;
        Shape {
            any,
            one: odd & !many,
            two,
            three: odd & many,
            bare,
            middles,
            threes,
            islands,
            twos,
            by_two: beside(twos),
            by_three: beside(threes),
            near_island: around(islands),
        }
    }

    /// Squares on which a stone belongs to a sandbank, islands around left aside: it stands alone, or lengthens a group of one or two, or
    /// joins two single stones.
    #[inline]
    fn sandbanks(&self) -> Set {
        !self.any | (self.one | self.two & !self.by_two) & !self.by_three
    }

    /// The stones of the groups of three that touch no other group.
    fn clear_threes(&self) -> Set {
        let touched = self.threes & self.bare;
        if touched == 0 {
            return self.threes;
        }
        let middles = self.middles & (touched | beside(touched));
        self.threes & !(middles | beside(middles))
    }
}

/// The group that `seed` and the own stones connected to it form, as far as three steps go.
#[inline]
fn group(own: Set, seed: Set) -> Set {
    let mut group = seed;
    for _ in 0..3 {
        group |= beside(group) & own;
    }
    group
}

/// Whether a stone on `at` makes a group of exactly four that touches no further stone.
pub(super) fn completes(own: Set, at: Set) -> bool {
    let island = group(own, at);
    count(island) == 4 && around(island) & own & !island == 0
}

/// Calls `visit` with each square as a set of its own.
#[inline]
fn for_each(mut set: Set, mut visit: impl FnMut(Set)) {
    while set != 0 {
        let rest = set & (set - 1);
        visit(set ^ rest);
        set = rest;
    }
}

/// The squares among `free` on which one more stone may stand beside the own stones.
#[inline]
pub(super) fn room(own: Set, free: Set) -> Set {
    let shape = Shape::of(own);
    let open = free & !shape.near_island;
    let mut room = open & shape.sandbanks();
    let fit = open & !shape.bare;
    let tails = fit & shape.one & shape.by_three;
    if tails != 0 {
        room |= tails & beside(shape.clear_threes());
    }
    // Several own stones beside the square can make up an island too: the ends of one bent group of three, or two or three groups.
    // That is rare enough to look at each.
    let by_one = beside(own & !shape.any);
    let joins = fit
        & (shape.two & (shape.by_two & by_one & !shape.by_three | shape.by_three & !shape.by_two & !by_one)
            | shape.three & !(shape.by_two | shape.by_three));
    for_each(joins, |at| {
        if completes(own, at) {
            room |= at;
        }
    });
    room
}

/// The squares on which a stone may be forbidden by one on `at`, whatever else they say: those around it and around the groups that it
/// touches, which it may become one with.
#[inline]
pub(super) fn reach(own: Set, at: Set) -> Set {
    let mut touched = around(at) & own;
    touched |= beside(touched) & own;
    touched |= beside(touched) & own;
    around(touched | at)
}

/// The number of pairs of squares of `room`, which is that of the own stones, that two stones may take together: all pairs but those that
/// spoil each other.
pub(super) fn count_pairs(own: Set, room: Set) -> u64 {
    let shape = Shape::of(own);
    let squares = u64::from(count(room));
    let mut spoiled = 0;

    // An island keeps all other stones off.
    let banks = room & shape.sandbanks();
    let mut islands = room & !banks;
    for_each(islands, |at| {
        islands ^= at;
        spoiled += count(around(group(own, at)) & (banks | islands));
    });

    // Otherwise only stones of one group can spoil each other, by making it larger than four, or an island that is touched. The first
    // stone makes a group of three:
    let twos = banks & shape.one & !shape.by_two;
    let mut threes = banks & shape.any & !twos;
    let smaller = banks & !threes;
    for_each(threes, |at| {
        threes ^= at;
        let group = group(own, at);
        let others = own & !group;
        let beside = beside(group) & (smaller | threes);
        spoiled += count(if around(group) & others == 0 { beside & around(others) } else { beside });
    });
    // Or each lengthens a single stone, and they lie side by side.
    for step in [1, STRIDE] {
        for_each(twos & twos >> step, |at| {
            let island = group(own, at | at << step);
            spoiled += u32::from(around(island) & own & !island != 0);
        });
    }
    (squares * squares.saturating_sub(1) / 2).saturating_sub(u64::from(spoiled))
}

/// What the own stones may become.
pub(super) struct Outlook {
    /// Squares on which one more stone completes an island.
    pub(super) completing: Set,
    /// Groups of three that touch no other group, and groups of two.
    pub(super) threes: u32,
    pub(super) twos: u32,
}

/// Looks at the own stones, to which those of `room` may be added.
pub(super) fn outlook(own: Set, room: Set) -> Outlook {
    let shape = Shape::of(own);
    Outlook {
        completing: room & !shape.sandbanks(),
        threes: count(shape.clear_threes()) / 3,
        twos: count(shape.twos) / 2,
    }
}

/// The rule that one more stone breaks.
pub(super) enum Break {
    /// It would touch an island, of which this is a stone.
    Touches(Square),
    /// Its group would have this many stones.
    TooLarge(u32),
    /// It would complete an island that touches this stone.
    Touched(Square),
}

/// The whole group around a stone, of any size.
fn whole_group(own: Set, seed: Set) -> Set {
    let mut group = seed;
    loop {
        let larger = group | beside(group) & own;
        if larger == group {
            return group;
        }
        group = larger;
    }
}

/// The rule that a stone on the free square `at` would break, found by looking at its group alone.
pub(super) fn broken_by(own: Set, at: Set) -> Option<Break> {
    let mut touched = None;
    for_each(around(at) & own, |stone| {
        if touched.is_none() && count(whole_group(own, stone)) >= 4 {
            touched = lowest(stone);
        }
    });
    let group = whole_group(own, at);
    match (touched, count(group)) {
        (Some(stone), _) => Some(Break::Touches(stone)),
        (None, 4) => lowest(around(group) & own & !group).map(Break::Touched),
        (None, size) => (size > 4).then_some(Break::TooLarge(size)),
    }
}

/// Calls `visit` with each group of connected stones, of any size.
pub(super) fn for_each_group(mut stones: Set, mut visit: impl FnMut(Set)) {
    while stones != 0 {
        let group = whole_group(stones, stones & stones.wrapping_neg());
        visit(group);
        stones &= !group;
    }
}

/// The stones that belong to islands.
pub(super) fn islands(own: Set) -> Set {
    Shape::of(own).islands
}

#[cfg(test)]
mod tests {
    use super::super::bits::{BOARD, bit, far_above, nth, squares};
    use super::*;
    use crate::rng::Rng;

    /// The sets against looking at each group, on crowded corners of the board and on the whole of it.
    #[test]
    fn room_and_pairs_are_what_the_groups_allow() {
        let mut rng = Rng::new(1);
        for round in 0..400u32 {
            let region = squares(BOARD)
                .filter(|at| u32::from(at.file.max(at.rank)) < 4 + round % 7)
                .fold(0, |set, at| set | bit(at));
            let mut own = 0;
            for _ in 0..rng.below(60) {
                let at = bit(nth(region, rng.below(count(region))));
                if own & at == 0 && broken_by(own, at).is_none() {
                    own |= at;
                }
            }
            let allowed = |own: Set| squares(BOARD & !own).map(bit).filter(move |&at| broken_by(own, at).is_none());
            let room = room(own, BOARD & !own);
            assert_eq!(room, allowed(own).fold(0, |set, at| set | at), "{own:x}");
            let mut pairs = 0;
            for first in allowed(own) {
                let seconds = allowed(own | first).fold(0, |set, at| set | at);
                assert_eq!(super::room(own | first, room & !first), seconds, "{own:x} {first:x}");
                pairs += u64::from(count(seconds));
                let spoiled = room & !seconds & !first;
                assert_eq!(spoiled & !reach(own, first), 0, "{own:x} {first:x}");
                assert_eq!(spoiled & lowest(first).map_or(0, far_above), 0, "{own:x} {first:x}");
            }
            assert_eq!(count_pairs(own, room) * 2, pairs, "{own:x}");
        }
    }
}
