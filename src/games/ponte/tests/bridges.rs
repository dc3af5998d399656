//! Rule tests of the section "Bridges". Perhaps the easiest to get wrong: which bridges cross.

use super::{Table, light, set, string};

/// The sixteen squares a bridge from e5 can lead to.
const REACH: &str = "c5 g5 e3 e7 c3 c7 g3 g7 d3 d7 f3 f7 c4 c6 g4 g6";

#[test]
fn a_bridge_spans_two_squares_straight_diagonally_or_as_a_knight_moves() {
    for end in REACH.split(' ') {
        // 96 * 95 / 2 pairs, and the one bridge; read from either end.
        let mut t = light(&format!("e5 {end}"));
        t.legal(&format!("e5-{end}")).legal(&format!("{end}-e5")).turn_count(4561);
    }
}

#[test]
fn no_bridge_has_another_shape() {
    // (0,1), (1,1), (0,3), (3,0), (1,3), (3,1), (2,3), (3,2), (3,3), (0,4), (4,2)
    for end in "e6 f6 e8 h5 f8 h6 g8 h7 h8 e9 i7".split(' ') {
        let mut t = light(&format!("e5 {end}"));
        t.illegal(&format!("e5-{end}")).illegal(&format!("{end}-e5")).turn_count(4560);
    }
}

#[test]
fn order_of_the_ends_means_nothing() {
    let built = string("a1 c2", "j1 j3", "oa1-c2 d l -");
    let mut t = light("a1 c2");
    t.play("c2-a1").position_is(&built).undo().play("a1-c2").position_is(&built);
}

#[test]
fn a_bridge_from_a_square_to_itself_is_none() {
    light("a1 a3").illegal("a1-a1").legal("a1-a3");
}

#[test]
fn a_bridge_joins_two_own_stones() {
    // Own, the opponent's, mixed, and an empty end.
    set("a1 a3", "c1 c3", "- l l -").legal("a1-a3").illegal("c1-c3").illegal("a1-c1");
    set("a1 a3", "c1 c3", "- d l -").legal("c1-c3").illegal("a1-a3").illegal("a3-c3");
    light("a1 a4").illegal("a1-a3").illegal("a4-a2").illegal("c1-c3");
}

#[test]
fn a_bridge_may_start_from_any_group() {
    // Two islands; sandbank and island; two single stones.
    light("a1 b1 a2 b2 d1 e1 d2 e2").legal("b1-d1").legal("b2-d2").legal("b1-d2").legal("b2-d1");
    light("a1 b1 a2 b2 d1").legal("b1-d1");
    light("a1 c1").legal("a1-c1");
}

#[test]
fn a_bridge_takes_no_stones_and_ends_the_turn() {
    light("a1 a3").play("a1-a3").side_is("dark").position_is(&string("a1 a3", "j1 j3", "oa1-a3 d l -"));
}

/// Checks that `bridge` is illegal with a stone of either colour on one of `under`, legal with stones on all of `beside`.
fn stones_under(bridge: &str, under: &str, beside: &str) {
    let ends = bridge.replace('-', " ");
    for square in under.split(' ') {
        set(&format!("{ends} {square}"), "j1 j3", "- l l -").illegal(bridge);
        set(&ends, &format!("{square} j3"), "- l l -").illegal(bridge);
    }
    set(&ends, beside, "- l l -").legal(bridge);
    for square in beside.split(' ') {
        set(&format!("{ends} {square}"), "j1 j3", "- l l -").legal(bridge);
    }
}

#[test]
fn the_middle_square_of_a_straight_bridge_must_be_free() {
    stones_under("b2-d2", "c2", "b1 c1 d1 b3 c3 d3");
    stones_under("b2-b4", "b3", "a2 a3 a4 c2 c3 c4");
}

#[test]
fn the_middle_square_of_a_diagonal_bridge_must_be_free() {
    stones_under("b2-d4", "c3", "b3 b4 c4 c2 d2 d3");
    stones_under("b4-d2", "c3", "b2 b3 c2 c4 d3 d4");
}

#[test]
fn both_squares_between_the_ends_of_a_knight_bridge_must_be_free() {
    stones_under("a1-c2", "b1 b2", "a2 a3 c1 b3");
    stones_under("a2-c1", "b1 b2", "a1 b3 c2 a3");
    stones_under("a1-b3", "a2 b2", "b1 a3 c1 c2");
    stones_under("a3-b1", "a2 b2", "a1 b3 c1 c2");
}

/// Builds a bridge between light stones; then no stone of either colour stands on `under`, any may on `beside`.
fn covers(bridge: &str, under: &str, beside: &str) {
    let ends = bridge.replace('-', " ");
    let mut t = light(&ends);
    t.play(bridge);
    for round in 0..2 {
        for square in under.split(' ') {
            t.illegal(&format!("{square},h8"));
        }
        for square in beside.split(' ') {
            t.legal(&format!("{square},h8"));
        }
        // First dark is asked, then, after a dark turn far away, light.
        if round == 0 {
            t.play("g10,i10");
        }
    }
}

#[test]
fn no_stone_may_be_placed_under_a_bridge_afterwards() {
    covers("b2-d2", "c2", "c1 c3 b1 d3");
    covers("b2-b4", "b3", "a3 c3");
    covers("b2-d4", "c3", "b3 c2 c4 d3");
    covers("b4-d2", "c3", "b3 c2 c4 d3");
    covers("a1-c2", "b1 b2", "a2 c1 b3");
    covers("a2-c1", "b1 b2", "a1 c2 b3");
    covers("a1-b3", "a2 b2", "b1 a3 c2");
    covers("a3-b1", "a2 b2", "a1 b3 c2");
}

#[test]
fn each_stone_carries_at_most_one_bridge_end() {
    // 3 o . o . o     a3 and a1 are taken after a1-a3, whatever the direction; c1, c3 and e3 are not.
    // 2 . . . . .
    // 1 o . o . .
    let mut t = light("a1 a3 c1 c3 e3");
    t.legal("a1-c1").legal("a3-c3").legal("a1-c3").play("a1-a3 j1-j3");
    t.illegal("a3-c3").illegal("a1-c1").illegal("a1-c3").illegal("a3-c1");
    t.legal("c1-c3").legal("c3-e3");
}

#[test]
fn the_same_bridge_is_not_built_twice() {
    light("a1 a3").play("a1-a3 h6,h8").illegal("a1-a3").illegal("a3-a1");
}

#[test]
fn another_stone_of_the_same_group_may_carry_another_bridge() {
    light("a1 b1 a2 b2 d1 d2").play("b1-d1 j1-j3").illegal("b1-d2").legal("b2-d2");
}

/// Light has built `first`; whether `second` is legal then, for light and also for dark.
fn after(first: &str, second: &str, legal: bool) {
    let (f, s) = (first.replace('-', " "), second.replace('-', " "));
    let own = set(&format!("{f} {s}"), "j8 j10", &format!("o{first} l l -"));
    let opposing = set(&f, &format!("{s} j8"), &format!("o{first} d l -"));
    for mut t in [own, opposing] {
        if legal {
            t.legal(second)
        } else {
            t.illegal(second)
        };
    }
    // Without the first bridge the second is legal for both.
    let own = set(&format!("{f} {s}"), "j8 j10", "- l l -");
    for mut t in [own, set(&f, &format!("{s} j8"), "- d l -")] {
        t.legal(second);
    }
}

#[test]
fn straight_bridges_may_not_cross() {
    after("a2-c2", "b1-b3", false);
    after("b1-b3", "a2-c2", false);
    after("a2-c2", "d1-d3", true);
    after("a1-c1", "a2-c2", true);
}

#[test]
fn diagonal_bridges_may_not_cross_in_a_square() {
    after("a1-c3", "a3-c1", false);
    after("a3-c1", "a1-c3", false);
}

#[test]
fn diagonal_bridges_may_not_cross_off_centre() {
    // 4 o . .     The squares under them are b2 and b3; they cross where four squares meet.
    // 3 . . o
    // 2 . . o
    // 1 o . .
    after("a1-c3", "a4-c2", false);
    after("a4-c2", "a1-c3", false);
    after("a1-c3", "b3-d1", false);
    after("c3-e5", "c6-e4", false);
    after("c3-e5", "b5-d3", false);
}

#[test]
fn diagonal_bridges_that_only_come_near_are_legal() {
    // Side by side, one behind the other, and at right angles past the end.
    after("a1-c3", "b1-d3", true);
    after("a1-c3", "a2-c4", true);
    after("a1-c3", "d4-f6", true);
    after("a1-c3", "b5-d3", true);
}

#[test]
fn a_straight_bridge_may_not_cross_a_diagonal_one() {
    after("a1-c3", "a2-c2", false);
    after("a1-c3", "b1-b3", false);
    after("a1-c3", "a4-c4", true);
}

#[test]
fn knight_bridges_may_not_cross() {
    after("a1-b3", "a3-b1", false);
    after("a1-c2", "a2-c1", false);
    after("a1-b3", "c1-d3", true);
}

#[test]
fn a_knight_bridge_may_not_cross_a_diagonal_one() {
    after("a1-c3", "a3-b1", false);
    after("a3-b1", "a1-c3", false);
    after("a1-c3", "a2-b4", true);
}

#[test]
fn parallel_knight_bridges_may_share_a_square() {
    // 3 . o o     a1-b3 lies over a2 and b2, b1-c3 over b2 and c2: they share b2 and do not cross.
    // 2 . . .
    // 1 o o .
    after("a1-b3", "b1-c3", true);
    after("b1-c3", "a1-b3", true);
    after("a1-c2", "a2-c3", true);
    after("a3-c2", "a2-c1", true);
    after("b3-c1", "a3-b1", true);
}

#[test]
fn a_shared_square_stays_closed() {
    let position = string("a1 b3", "b1 c3", "oa1-b3,xb1-c3 l l -");
    let mut t = Table::at("ponte", "", &position);
    t.illegal("b2,h8").illegal("a2,h8").illegal("c2,h8").legal("b4,h8");
}

/// Every square as (file, rank) within `from..=to` in both directions.
fn squares(from: i32, to: i32) -> impl Iterator<Item = (i32, i32)> {
    (from..=to).flat_map(move |file| (from..=to).map(move |rank| (file, rank)))
}

/// A square's name; files and ranks count from 1.
fn name((file, rank): (i32, i32)) -> String {
    format!("{}{rank}", (b'a' + file as u8 - 1) as char)
}

/// The squares under a bridge of one of the allowed shapes: all within the rectangle of its ends that are nearer than 2
/// files and ranks to both; empty for any other shape.
fn squares_under(a: (i32, i32), b: (i32, i32)) -> Vec<(i32, i32)> {
    let (width, height) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    if width.max(height) != 2 {
        return Vec::new();
    }
    let middle = |s: &(i32, i32)| {
        let near = |e: (i32, i32)| (s.0 - e.0).abs() < 2 && (s.1 - e.1).abs() < 2;
        let inside = |s: i32, p: i32, q: i32| p.min(q) <= s && s <= p.max(q);
        near(a) && near(b) && inside(s.0, a.0, b.0) && inside(s.1, a.1, b.1)
    };
    squares(1, 10).filter(middle).collect()
}

#[test]
fn over_all_pairs_of_shapes_bridges_exclude_each_other_as_the_rules_say() {
    // rules: Bridges, last point: two bridges that share a square cross, unless they are parallel knight bridges; two
    // that share none cross only as off-centre diagonals: at right angles, middles one step apart.
    let shape = |(a, b): ((i32, i32), (i32, i32))| (b.0 - a.0, b.1 - a.1);
    let mut checked = 0;
    for first_end in REACH.split(' ').filter(|end| *end > "e5") {
        let (file, rank) = first_end.split_at(1);
        let first = ((5, 5), ((file.as_bytes()[0] - b'a') as i32 + 1, rank.parse().unwrap()));
        let first_under = squares_under(first.0, first.1);
        for a in squares(2, 9) {
            for b in squares(2, 9).filter(|&b| a < b) {
                let under = squares_under(a, b);
                let ends_meet = [a, b].iter().any(|&s| s == first.0 || s == first.1);
                let stone_under = under.iter().any(|&s| s == first.0 || s == first.1)
                    || first_under.iter().any(|&s| s == a || s == b);
                if under.is_empty() || ends_meet || stone_under {
                    continue;
                }
                let (s, t) = (shape(first), shape((a, b)));
                let shared = first_under.iter().any(|s| under.contains(s));
                let parallel_knights = s == t && s.0 * s.0 + s.1 * s.1 == 5;
                let (p, q) = (first_under[0], under[0]);
                let off_centre = s.0 * s.1 * t.0 * t.1 == -16 && (p.0 - q.0).abs() + (p.1 - q.1).abs() == 1;
                let bridge = format!("{}-{}", name(a), name(b));
                let rest = format!("oe5-{first_end} d l -");
                let dark = format!("{} {}", name(a), name(b));
                let mut table = set(&format!("e5 {first_end}"), &dark, &rest);
                if shared && !parallel_knights || off_centre {
                    table.illegal(&bridge);
                } else {
                    table.legal(&bridge);
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 1000);
}
