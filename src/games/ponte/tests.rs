//! Rule tests of Ponte del Diavolo, one sentence of the rules file each. Here: board, opening, the kinds of turn and where
//! a stone may stand; the other sections have files of their own.

use crate::games::testkit::{Reference, Table};

mod bridges;
mod cases;
mod ending;
mod position;
mod reference;
mod scoring;

/// A new game under default rules.
fn table() -> Table {
    Table::new("ponte", "")
}

/// The position string of the named light and dark stones; `rest` is the string's end, `BRIDGES TURN SEAT PASSED`.
fn string(light: &str, dark: &str, rest: &str) -> String {
    let has = |list: &str, name: &str| list.split_whitespace().any(|word| word == name);
    let mut ranks = Vec::new();
    for rank in (1..=10).rev() {
        let (mut row, mut empty) = (String::new(), 0);
        for file in 'a'..='j' {
            let name = format!("{file}{rank}");
            let stone = match (has(light, &name), has(dark, &name)) {
                (true, false) => "o",
                (false, true) => "x",
                (false, false) => {
                    empty += 1;
                    continue;
                }
                (true, true) => panic!("two stones on {name}"),
            };
            if empty > 0 {
                row += &empty.to_string();
                empty = 0;
            }
            row += stone;
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        ranks.push(row);
    }
    format!("{} {rest}", ranks.join("/"))
}

/// A table with these stones under default rules; see `string`.
fn set(light: &str, dark: &str, rest: &str) -> Table {
    Table::at("ponte", "", &string(light, dark, rest))
}

/// Light to move with these light stones, two dark ones out of the way on j1 and j3, and nothing built.
fn light(stones: &str) -> Table {
    set(stones, "j1 j3", "- l l -")
}

// Board and sides.

#[test]
fn board_has_files_a_to_j_and_ranks_1_to_10() {
    table().legal("a1,j10").legal("a10,j1").illegal("a1,k1").illegal("a1,a11").illegal("a0,a1");
}

#[test]
fn start_is_empty_with_light_to_move_and_colours_open() {
    table()
        .position_is("10/10/10/10/10/10/10/10/10/10 - l ? -")
        .side_is("light")
        .unfinished()
        .score_has("light_seat=- dark_seat=-")
        .score_has("light_points=0 dark_points=0 light_islands=0 dark_islands=0")
        .score_has("light_bridges=0 dark_bridges=0");
}

#[test]
fn stones_are_not_limited_by_default() {
    // 42 dark and 43 light stones, more than the box holds; dark places two more.
    let position = ending::crowded("j9 j10", &format!("{} d l -", ending::BRIDGES));
    Table::at("ponte", "", &position).play("j9,j10");
}

#[test]
fn bridges_are_not_limited_by_default() {
    // Light stones on ranks 1, 3, 5, 7, dark ones on 2, 4, 6, 8; on each rank a-c and e-g are bridged: sixteen bridges.
    // The box has fifteen; light builds a seventeenth.
    let (mut stones, mut bridges) = ([String::new(), String::new()], Vec::new());
    for (colour, sign) in ["o", "x"].into_iter().enumerate() {
        for (low, high) in [("a", "c"), ("e", "g")] {
            for rank in (colour + 1..=8).step_by(2) {
                stones[colour] += &format!("{low}{rank} {high}{rank} ");
                bridges.push(format!("{sign}{low}{rank}-{high}{rank}"));
            }
        }
    }
    assert_eq!(bridges.len(), 16);
    let rest = format!("{} l l -", bridges.join(","));
    let light = format!("{} i1 i3", stones[0]);
    set(&light, &stones[1], &rest).play("i1-i3").score_has("light_bridges=9 dark_bridges=8");
}

// Opening.

#[test]
fn first_seat_places_two_light_stones_on_any_two_squares() {
    table()
        .turn_count(4950) // 100 * 99 / 2
        .legal("e5,e6")
        .legal("a1,b2")
        .play("d4,f4")
        .position_is("10/10/10/10/10/10/3o1o4/10/10/10 - c ? -");
}

#[test]
fn first_turn_is_neither_pass_nor_bridge() {
    table().illegal("pass").illegal("a1-a3");
}

#[test]
fn second_seat_then_chooses_a_colour() {
    table().play("d4,f4").side_is("-").unfinished().turns_are("choose-dark choose-light");
}

#[test]
fn nothing_but_the_choice_is_legal_during_the_choice() {
    table().play("d4,f4").illegal("a1,a2").illegal("d4-f4").illegal("pass");
}

#[test]
fn choice_is_legal_at_no_other_time() {
    let mut t = table();
    t.illegal("choose-dark").illegal("choose-light");
    t.play("d4,f4 choose-dark").illegal("choose-dark").illegal("choose-light");
    t.play("a1,a3").illegal("choose-dark").illegal("choose-light");
}

#[test]
fn seats_have_no_colour_before_the_choice() {
    table().play("d4,f4").score_has("light_seat=- dark_seat=-");
}

#[test]
fn choose_dark_gives_the_second_seat_dark_and_two_turns_running() {
    table()
        .play("d4,f4 choose-dark")
        .side_is("dark")
        .score_has("light_seat=first dark_seat=second")
        .position_is("10/10/10/10/10/10/3o1o4/10/10/10 - d l -");
}

#[test]
fn choose_light_gives_the_first_seat_dark_and_the_next_turn() {
    table()
        .play("d4,f4 choose-light")
        .side_is("dark")
        .score_has("light_seat=second dark_seat=first")
        .position_is("10/10/10/10/10/10/3o1o4/10/10/10 - d d -");
}

#[test]
fn dark_must_place_two_stones_in_its_first_turn() {
    for choice in ["choose-dark", "choose-light"] {
        table()
            .play("d4,f4")
            .play(choice)
            .turn_count(4753) // 98 * 97 / 2, nothing else
            .legal("e4,d5")
            .illegal("d4-f4")
            .illegal("pass")
            .illegal("d4,a1");
    }
}

#[test]
fn colours_alternate_after_the_choice() {
    let mut t = table();
    t.play("d4,f4 choose-light a1,a3").side_is("light");
    t.play("d4-f4").side_is("dark").play("a1-a3").side_is("light").play("h8,i8").side_is("dark");
    t.position_is("10/10/7oo1/10/10/10/3o1o4/x9/10/x9 od4-f4,xa1-a3 d d -");
}

#[test]
fn choice_is_a_turn_of_its_own_for_undo() {
    table()
        .play("d4,f4 choose-dark a1,a3")
        .undo()
        .position_is("10/10/10/10/10/10/3o1o4/10/10/10 - d l -")
        .undo()
        .position_is("10/10/10/10/10/10/3o1o4/10/10/10 - c ? -")
        .score_has("light_seat=- dark_seat=-")
        .undo()
        .position_is("10/10/10/10/10/10/10/10/10/10 - l ? -");
}

// A turn.

#[test]
fn two_stones_may_be_adjacent_or_not() {
    light("a1 a3").legal("e5,e6").legal("e5,f6").legal("e5,h9").legal("a2,b2");
}

#[test]
fn order_of_two_stones_means_nothing() {
    let both = "10/10/10/10/10/10/3o1o4/10/10/10 - c ? -";
    table().legal("f4,d4").play("f4,d4").position_is(both).undo().play("d4,f4").position_is(both);
}

#[test]
fn stones_are_written_lower_square_first_by_file_then_rank() {
    // Dark's only free squares; see `crowded`. File before rank: a10 before j9; ranks are numbers: j9 before j10.
    let bridges = ending::BRIDGES;
    let at = |free: &str| {
        let position = ending::crowded(free, &format!("{bridges} d l -"));
        Table::at("ponte", "", &position)
    };
    at("a10 j9").turns_are("a10,j9").legal("j9,a10");
    at("j9 j10").turns_are("j9,j10").legal("j10,j9");
}

#[test]
fn moves_are_read_without_regard_to_case() {
    table().legal("D4,F4").play("D4,f4").legal("CHOOSE-DARK").legal("Choose-Light");
}

#[test]
fn one_stone_alone_may_not_be_placed() {
    table().illegal("c3").legal("c3,c4");
    light("a1 a3").illegal("c3").legal("c3,c4");
}

#[test]
fn three_stones_may_not_be_placed() {
    table().illegal("c3,c4,c5").legal("c3,c4");
}

#[test]
fn two_stones_stand_on_two_different_squares() {
    table().illegal("c3,c3").legal("c3,c4");
}

#[test]
fn a_turn_is_stones_or_a_bridge_not_both() {
    light("a1 a3").legal("a1-a3").legal("g5,g6").illegal("a1-a3,g5").illegal("g5,a1-a3");
}

#[test]
fn a_turn_is_one_bridge_not_two() {
    light("a1 a3 c1 c3").legal("a1-a3").legal("c1-c3").illegal("a1-a3,c1-c3");
}

// Where a stone may stand.

#[test]
fn not_on_a_stone() {
    let mut t = set("c3 c5", "f6 h6", "- l l -");
    t.illegal("c3,a1").illegal("f6,a1").legal("c4,a1").legal("g6,a1");
}

#[test]
fn not_under_a_bridge_of_either_colour() {
    for turn in ["l", "d"] {
        let mut t = set("c3 c5", "f6 h6", &format!("oc3-c5,xf6-h6 {turn} l -"));
        t.illegal("c4,a1").illegal("g6,a1").illegal("c4,g6").legal("b4,d4").legal("g5,g7");
    }
    set("c3 c5", "f6 h6", "- l l -").legal("c4,g6");
}

#[test]
fn a_group_may_have_four_stones_but_not_five() {
    light("a1 b1").legal("c1,d1").legal("a2,b2").legal("a2,c1");
    light("a1 b1 c1").legal("d1,h8").illegal("d1,e1").illegal("d1,a2");
    light("a1 b1 c1 d1").illegal("e1,h8").legal("f1,h8");
}

#[test]
fn diagonal_contact_alone_makes_no_group() {
    // Five stones in a diagonal row are five sandbanks of one.
    light("a1 b2 c3").legal("d4,e5");
}

#[test]
fn a_group_touched_twice_by_one_stone_counts_once() {
    // 2 o .      b2 touches a2 and b1, which belong to the same three.
    // 1 o o
    //   a b
    light("a1 a2 b1").legal("b2,h8");
    // Also on the turn that lays the corner itself.
    light("a1 b1").legal("a2,b2");
    // With c2 there too, b2 joins 3 + 1 + 1.
    light("a1 a2 b1 c2").illegal("b2,h8").legal("b3,h8");
}

#[test]
fn a_group_touched_twice_at_the_right_edge_counts_once() {
    set("j1 j2 i1", "a1 a3", "- l l -").legal("i2,h8").legal("j3,h8").illegal("i2,j3");
}

#[test]
fn a_stone_may_join_two_groups_of_together_four() {
    light("a1 c1 d1").legal("b1,h8");
    light("a1 a2 c1 d1").illegal("b1,h8").legal("b3,h8");
    // 1 + 2 that touch diagonally already: a1, b2 c2.
    light("a1 b2 c2").legal("b1,h8").legal("a2,h8");
}

#[test]
fn a_stone_may_join_three_groups_of_together_four() {
    // 3 . . .    b2 joins b1, a2 and c2: four. With b3 they are five.
    // 2 o . o
    // 1 . o .
    light("b1 a2 c2").legal("b2,h8");
    light("b1 a2 c2 b3").illegal("b2,h8");
    light("b1 a2 c2 b4").legal("b2,h8");
}

#[test]
fn two_sandbanks_may_touch_diagonally() {
    light("a1").legal("b2,h8");
    // Three and three.
    light("a1 b1 c1 d2 e2").legal("f2,h8");
}

#[test]
fn no_stone_beside_an_own_island() {
    // 3 . . .
    // 2 o o .
    // 1 o o .    Every square round the island is closed to light; the next ones are open.
    let mut t = light("a1 b1 a2 b2");
    for square in ["c1", "c2", "c3", "b3", "a3"] {
        t.illegal(&format!("{square},h8"));
    }
    for square in ["d1", "d2", "d3", "d4", "c4", "b4", "a4"] {
        t.legal(&format!("{square},h8"));
    }
}

#[test]
fn no_stone_diagonal_to_an_own_island() {
    light("a1 b1 c1 d1").illegal("e2,h8").legal("f2,h8");
    // Three stones are no island.
    light("a1 b1 c1").legal("d2,h8");
}

#[test]
fn no_stone_beside_an_own_island_even_if_a_dark_stone_is_there_too() {
    set("a1 b1 c1 d1", "e1 e3", "- l l -").illegal("e2,h8").legal("f2,h8");
}

#[test]
fn an_island_is_not_completed_in_contact_with_another_own_stone() {
    // 2 . . . . o     d1 completes an island that touches e2.
    // 1 o o o . .
    //   a b c d e
    light("a1 b1 c1 e2").illegal("d1,h8");
    light("a1 b1 c1 f2").legal("d1,h8");
    set("a1 b1 c1", "e2 j1", "- l l -").legal("d1,h8");
}

#[test]
fn contact_at_the_far_end_of_the_island_counts() {
    // 5 . .     b5 completes an island whose other end b2 touches a1.
    // 4 . o
    // 3 . o
    // 2 . o
    // 1 o .
    light("a1 b2 b3 b4").illegal("b5,h8");
    light("b2 b3 b4").legal("b5,h8");
    set("b2 b3 b4", "a1 j1", "- l l -").legal("b5,h8");
    // The same in bent islands: c4 touches d5, wherever the fourth stone joins.
    light("c3 c4 b3 d5").illegal("b2,h8").illegal("a3,h8");
    light("c3 c4 b3 e5").legal("b2,h8").legal("a3,h8");
}

#[test]
fn a_group_absorbed_by_the_island_is_no_contact() {
    // a1 and b2 touch diagonally; b1 joins them to an island with c2.
    light("a1 b2 c2").legal("b1,h8");
    // d3 is a further group and touches c2.
    light("a1 b2 c2 d3").illegal("b1,h8");
}

#[test]
fn a_sandbank_and_an_island_both_diagonal_to_the_stone() {
    // 4 . o . . . . .     c3 touches the sandbank b4 and the island on rank 2.
    // 3 . . . . . . .
    // 2 . . . o o o o
    light("b4 d2 e2 f2 g2").illegal("c3,h8");
    light("b4 d2 e2 f2").legal("c3,h8");
    // The other way round: island lower left, sandbank upper right; and upper left, lower right.
    light("d4 a1 b1 a2 b2").illegal("c3,h8");
    light("d4 b1 a2 b2").legal("c3,h8");
    light("d2 a4 b4 a5 b5").illegal("c3,h8");
    light("d2 b4 a5 b5").legal("c3,h8");
    light("b2 d4 e4 d5 e5").illegal("c3,h8");
    light("b2 d4 d5 e5").legal("c3,h8");
}

#[test]
fn a_stone_that_joins_a_sandbank_may_not_touch_an_island() {
    // c3 joins d3 and touches b2; c4 stays clear of b2.
    light("a1 b1 a2 b2 d3").illegal("c3,h8").legal("c4,h8");
}

#[test]
fn stones_of_different_colours_touch_freely() {
    // Dark round a light island, and a dark island completed against it.
    let mut t = set("a1 b1 a2 b2", "c1 d1 e1", "- d l -");
    t.legal("c2,a3").legal("f1,h8").legal("b3,c3");
    // Two dark groups with light stones between them stay two.
    set("b1 b2", "a1 a2 c1 c2", "- d l -").legal("a3,c3");
}

#[test]
fn both_stones_must_be_legal_together_by_size() {
    let mut t = light("a1 b1 c1");
    t.legal("d1,h8").legal("a2,h8").illegal("a2,d1").illegal("d1,a2");
}

#[test]
fn both_stones_must_be_legal_together_by_contact() {
    // d1 makes an island, e2 beside it is closed then, in either order.
    let mut t = light("a1 b1 c1");
    t.legal("d1,h8").legal("e2,h8").illegal("d1,e2").illegal("e2,d1");
}

#[test]
fn two_islands_of_one_turn_may_not_touch() {
    // 3 . . . . . . o o o      e2 and f3 each complete an island; together these touch.
    // 2 . o o o . . . . .
    //   a b c d e f g h i
    let mut t = light("b2 c2 d2 g3 h3 i3");
    t.legal("e2,h8").legal("f3,h8").illegal("e2,f3").legal("a2,f3");
}

#[test]
fn two_islands_may_be_completed_in_one_turn() {
    light("a1 b1 c1 a5 b5 c5").play("d1,d5").score_has("light_islands=2 light_points=2");
}

// The reference itself.

#[test]
fn reference_starts_with_every_pair_of_squares() {
    let start = reference::Slow::start(&[]);
    assert_eq!(start.turns().len(), 4950);
    assert_eq!(start.final_score(), None);
}

#[test]
fn reference_reads_what_it_prints() {
    let mut slow = reference::Slow::start(&[("opening", "fixed")]);
    for turn in ["d4,f4", "a1,a3", "d4-f4"] {
        slow.play(turn);
        let again = reference::Slow::at(&slow.position(), &[("opening", "fixed")]);
        assert_eq!((again.position(), again.turns()), (slow.position(), slow.turns()));
        assert_eq!(again.score(), slow.score());
    }
}

/// Random games and set-ups: turn lists, positions, results, score facts.
#[test]
fn agrees_with_the_slow_reference_in_20000_positions() {
    for (seed, options, count) in [
        (1, "", 10_000),
        (2, "opening=fixed tiebreak=islands", 4_000),
        (3, "tiles=12 bridges=3", 3_000),
        (4, "tiles=40 bridges=15 opening=fixed", 3_000),
    ] {
        crate::games::testkit::compare::<reference::Slow>("ponte", options, count, seed);
    }
}

/// What the search takes for one and the same, whenever it is done: stones on a square, first or second, and bridges.
#[test]
fn kinds_of_decisions_tell_squares_and_bridges_apart() {
    use super::Move;
    use super::moves::KINDS;
    use crate::geometry::Square;
    use std::collections::HashSet;
    let squares: Vec<Square> = super::SIZE.squares().collect();
    let mut kinds = HashSet::new();
    for &at in &squares {
        assert_eq!(Move::First(at).kind(), Move::Second(at).kind());
        assert!(kinds.insert(Move::First(at).kind()));
        for &to in squares.iter().filter(|to| **to > at) {
            let (files, ranks) = (to.file - at.file, to.rank.abs_diff(at.rank));
            if matches!((files, ranks), (0, 2) | (1, 2) | (2, 0..=2)) {
                assert!(kinds.insert(Move::Bridge { from: at, to }.kind()), "{at:?} {to:?}");
            }
        }
    }
    assert!(kinds.iter().all(|kind| kind.is_some_and(|kind| usize::from(kind) < KINDS)));
    assert_eq!(Move::Pass.kind(), None);
}

/// The choice of a colour is worth at least nothing: who has it takes the better one.
#[test]
fn who_chooses_a_colour_is_never_behind() {
    use super::Ponte;
    use crate::game::{Game, for_each_turn};
    use std::ops::ControlFlow;
    let mut different = false;
    let _ = for_each_turn(&Ponte::start(Default::default()), &mut |_, next| {
        assert!(next.evaluate() >= 0);
        different |= next.evaluate() > 0;
        ControlFlow::<()>::Continue(())
    });
    assert!(different);
}
