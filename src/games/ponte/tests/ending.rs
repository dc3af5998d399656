//! Rule tests of the section "End", and of passing.

use super::{Table, set, string};

/// Seven light bridges of the crowded board; each closes a way to a dark one.
pub(super) const BRIDGES: &str = "oc2-c4,oc5-c7,oc8-c10,of2-f4,of5-f7,oi2-i4,oi8-i10";

/// A crowded board. Dark has nine square islands, and every free square of theirs is beside one; each dark bridge is
/// blocked by a light stone or would cross one of `BRIDGES`. Light cannot place a single stone either: each free square
/// would join more than four or, on a9 and b9, complete an island that touches d9.
const CROWDED: [&str; 10] = [
    "oooxoooxoo", // 10
    "...o...o.o",
    "xxoxxoxxox",
    "xxoxxoxxoo",
    "oo.oo.oo.x",
    "xxoxxoxxoo",
    "xxoxxoxxox",
    "oo.oo.oo.o",
    "xxoxxoxxox",
    "xxoxxoxxoo", // 1
];

/// The crowded board without the stones on the squares of `free`, `rest` being `BRIDGES TURN SEAT PASSED`.
pub(super) fn crowded(free: &str, rest: &str) -> String {
    let mut stones = [String::new(), String::new()];
    for (from_top, row) in CROWDED.iter().enumerate() {
        for (file, stone) in ('a'..='j').zip(row.chars()) {
            let name = format!("{file}{}", 10 - from_top);
            if stone != '.' && !free.split(' ').any(|square| square == name) {
                stones[(stone == 'x') as usize] += &format!("{name} ");
            }
        }
    }
    string(&stones[0], &stones[1], rest)
}

/// The crowded board, dark the crowded side, with all of `BRIDGES`.
fn dark_crowded(free: &str, rest: &str) -> Table {
    Table::at("ponte", "", &crowded(free, &format!("{BRIDGES} {rest}")))
}

/// The same with colours exchanged: light has the islands and is the crowded side.
fn light_crowded(free: &str, rest: &str) -> Table {
    let exchange = |c| match c {
        'o' => 'x',
        'x' => 'o',
        other => other,
    };
    let position = crowded(free, BRIDGES).chars().map(exchange).collect::<String>();
    Table::at("ponte", "", &format!("{position} {rest}"))
}

#[test]
fn pass_is_illegal_for_a_side_that_can_place_two() {
    set("a1 a3", "j1 j3", "- l l -").illegal("pass").legal("a5,a6");
    set("a1 a3", "j1 j3", "- d l -").illegal("pass").legal("a5,a6");
}

#[test]
fn pass_is_illegal_with_a_single_pair_left() {
    light_crowded("j9 j10", "l l -").turns_are("j9,j10");
    dark_crowded("j9 j10", "d l -").turns_are("j9,j10");
}

#[test]
fn pass_is_illegal_while_three_squares_allow_any_two() {
    // j2 and j6 stand; two of the three squares between make three stones at most.
    light_crowded("j3 j4 j5", "l l -").turns_are("j3,j4 j3,j5 j4,j5").illegal("pass");
    dark_crowded("j3 j4 j5", "d l -").turns_are("j3,j4 j3,j5 j4,j5").illegal("pass");
}

#[test]
fn one_legal_square_is_not_enough_to_place_two() {
    // j3 may be filled, but nothing with it; its being free allows the bridge j2-j4.
    light_crowded("j3", "l l -").turns_are("j2-j4 pass");
    dark_crowded("j3", "d l -").turns_are("j2-j4 pass");
}

#[test]
fn two_squares_legal_singly_but_not_together_are_not_enough() {
    // Either j3 or j5 joins two of j2, j4 and j6; both would make five.
    light_crowded("j3 j5", "l l -").turns_are("j2-j4 j4-j6 pass");
    dark_crowded("j3 j5", "d l -").turns_are("j2-j4 j4-j6 pass");
}

#[test]
fn a_side_that_cannot_place_two_may_build_instead_of_passing() {
    light_crowded("j3", "l l -").play("j2-j4").unfinished().side_is("dark");
    // Dark crosses the place of the light bridge i2-i4, which is not built here.
    let fewer = BRIDGES.replace("oi2-i4,", "");
    let position = crowded("", &format!("{fewer} d l -"));
    let mut t = Table::at("ponte", "", &position);
    t.turns_are("h2-j4 h4-j2 pass").play("h4-j2").unfinished().side_is("light");
}

#[test]
fn light_that_can_do_nothing_has_the_one_turn_pass() {
    light_crowded("", "l l -").unfinished().side_is("light").turns_are("pass");
}

#[test]
fn dark_that_can_do_nothing_ends_the_game_at_once() {
    dark_crowded("", "d l -").over_with("B+9").side_is("none").turns_are("");
}

#[test]
fn dark_that_is_stuck_after_a_turn_of_light_ends_the_game_without_a_pass() {
    let built = BRIDGES.replace("of5-f7,", "of5-f7,of8-f10,");
    dark_crowded("", "l l -")
        .unfinished()
        .play("f8-f10")
        .over_with("B+9")
        .position_is(&crowded("", &format!("{built} d l -")))
        .undo()
        .unfinished()
        .side_is("light");
}

#[test]
fn light_may_pass_though_it_could_build() {
    dark_crowded("", "l l -").legal("f8-f10").legal("i5-i7").legal("pass");
}

#[test]
fn dark_that_is_stuck_after_lights_pass_ends_the_game_at_once() {
    dark_crowded("", "l l -").play("pass").over_with("B+9").position_is(&crowded("", &format!("{BRIDGES} d l p")));
}

#[test]
fn after_lights_pass_the_game_goes_on() {
    light_crowded("", "l l -").play("pass").unfinished().side_is("dark");
}

#[test]
fn after_lights_pass_dark_has_one_more_turn_to_place() {
    // Dark's stones on a3 and b3 are gone: beside light's islands, so open to dark alone, and light may bridge there.
    let mut t = light_crowded("a3 b3", "l l -");
    t.turns_are("a2-a4 a2-b4 a4-b2 b2-b4 pass").play("pass").unfinished();
    t.legal("a3,b3").illegal("pass").play("a3,b3").over_with("W+9").turns_are("");
    t.score_has("light_points=9 light_islands=9 dark_points=0");
}

#[test]
fn after_lights_pass_dark_has_one_more_turn_to_build() {
    let mut t = light_crowded("j3", "l l -");
    t.play("pass").unfinished().play("f8-f10").over_with("W+9").turns_are("");
    t.undo().play("i5-i7").over_with("W+9");
}

#[test]
fn after_lights_pass_dark_may_pass_only_if_it_cannot_place_two() {
    light_crowded("a3 b3", "d l p").illegal("pass").unfinished();
    light_crowded("", "d l p").legal("pass").play("pass").over_with("W+9").side_is("none");
}

#[test]
fn lights_pass_and_darks_turn_are_in_the_position_string() {
    let mut t = light_crowded("", "l l -");
    let exchanged = "xxxoxxxoxx/3x3x1x/ooxooxooxo/ooxooxooxx/xx1xx1xx1o/ooxooxooxx/ooxooxooxo/xx1xx1xx1x/\
                     ooxooxooxo/ooxooxooxx xc2-c4,xc5-c7,xc8-c10,xf2-f4,xf5-f7";
    t.play("pass").position_is(&format!("{exchanged},xi2-i4,xi8-i10 d l p"));
    t.play("f8-f10").position_is(&format!("{exchanged},xf8-f10,xi2-i4,xi8-i10 l l p"));
}

#[test]
fn darks_pass_ends_the_game_at_once() {
    // With j3 free dark could build j2-j4 and declines; light could build f8-f10, but has no further turn.
    dark_crowded("j3", "d l -").play("pass").over_with("B+9").side_is("none").turns_are("");
}

#[test]
fn darks_pass_ends_the_game_also_when_light_could_place() {
    // j3 and j5 exclude each other for dark, but light may have both.
    dark_crowded("j3 j5", "l l -").legal("j3,j5").illegal("pass");
    dark_crowded("j3 j5", "d l -").play("pass").over_with("B+9").turns_are("");
}

#[test]
fn the_end_is_found_on_a_set_up_too() {
    light_crowded("", "l l p").over_with("W+9").side_is("none");
    light_crowded("", "l l -").unfinished();
    dark_crowded("", "l l x").over_with("B+9").side_is("none");
    dark_crowded("", "d l p").over_with("B+9").side_is("none");
}
