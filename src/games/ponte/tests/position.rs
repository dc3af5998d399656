//! Rule tests of the section "Position string": how it is printed, and each check when one is read.

use super::{Table, set, string, table};

/// Checks that a position of these stones is refused under these options, and that the table keeps its own.
fn refused(options: &str, light: &str, dark: &str, rest: &str) {
    let mut t = Table::new("ponte", options);
    t.play("d4,f4").refuses_position(&string(light, dark, rest));
    let kept = if options.contains("fixed") { "- d l -" } else { "- c ? -" };
    t.position_is(&string("d4 f4", "", kept));
}

/// Checks that such a position is accepted and printed again to the letter.
fn accepted(options: &str, light: &str, dark: &str, rest: &str) {
    let position = string(light, dark, rest);
    Table::at("ponte", options, &position).position_is(&position);
}

/// Checks that this string is refused.
fn unreadable(position: &str) {
    table().refuses_position(position).position_is("10/10/10/10/10/10/10/10/10/10 - l ? -");
}

// Printing.

#[test]
fn start_is_printed_as_in_the_rules() {
    table().position_is("10/10/10/10/10/10/10/10/10/10 - l ? -");
}

#[test]
fn first_turn_is_printed_as_in_the_rules() {
    table().play("d4,f4").position_is("10/10/10/10/10/10/3o1o4/10/10/10 - c ? -");
}

#[test]
fn ranks_are_printed_from_the_top_and_files_from_the_left() {
    table()
        .play("a1,j10 choose-dark j1,a10")
        .position_is("x8o/10/10/10/10/10/10/10/10/o8x - l l -")
        .play("b10,c9 d1,i1")
        .position_is("xo7o/2o7/10/10/10/10/10/10/10/o2x4xx - l l -");
}

#[test]
fn bridges_are_printed_light_first_and_by_lower_square() {
    let mut t = set("a2 c2 a10 c10 b5 d5 b9 b7", "a1 c1 g1 g3 f1 f3", "- d l -");
    t.play("g3-g1 b9-b7 a1-c1 d5-b5 f1-f3 c10-a10");
    t.position_is(&string(
        "a2 c2 a10 c10 b5 d5 b9 b7",
        "a1 c1 g1 g3 f1 f3",
        "oa10-c10,ob5-d5,ob7-b9,xa1-c1,xf1-f3,xg1-g3 d l -",
    ));
    // a2 before a10: ranks are numbers.
    t.play("h8,h9 a2-c2").position_is(&string(
        "a2 c2 a10 c10 b5 d5 b9 b7",
        "a1 c1 g1 g3 f1 f3 h8 h9",
        "oa2-c2,oa10-c10,ob5-d5,ob7-b9,xa1-c1,xf1-f3,xg1-g3 d l -",
    ));
}

#[test]
fn the_string_holds_all_that_the_rules_need() {
    let position = string("a1 c1 e1 e3", "a5 b5 a6 b6", "oa1-c1 l d -");
    Table::at("ponte", "", &position)
        .position_is(&position)
        .side_is("light")
        .score_has("light_seat=second dark_seat=first dark_points=1 light_bridges=1")
        .illegal("b1,h8")
        .legal("e1-e3");
}

#[test]
fn either_side_may_be_to_move_whatever_the_counts() {
    accepted("", "a1 c1", "j1 j3", "- l l -");
    accepted("", "a1 c1", "j1 j3", "- d l -");
    accepted("", "a1 c1", "j1 j3", "- d d -");
    accepted("", "a1 c1 e1 g1", "j1", "- l d -");
}

// Groups.

#[test]
fn a_group_of_five_is_refused() {
    refused("", "a1 b1 c1 d1 e1", "j1 j3", "- l l -");
    refused("", "j1 j3", "a1 b1 a2 b2 b3", "- l l -");
    accepted("", "a1 b1 c1 d1", "j1 j3", "- l l -");
    accepted("", "a1 b1 c1 d1", "e1 j3", "- l l -");
}

#[test]
fn an_island_in_contact_with_an_own_stone_is_refused() {
    refused("", "a1 b1 a2 b2 c3", "j1 j3", "- l l -");
    refused("", "j1 j3", "a1 b2 b3 b4 b5", "- l l -");
    refused("", "a1 b1 a2 b2 c3 d3 c4 d4", "j1 j3", "- l l -");
    accepted("", "a1 b1 a2 b2 c4", "j1 j3", "- l l -");
    accepted("", "a1 b1 a2 b2", "c3 j3", "- l l -");
    accepted("", "a1 b1 a2 c3", "j1 j3", "- l l -");
}

// Bridges.

#[test]
fn a_bridge_of_another_shape_is_refused() {
    for end in ["b1", "b2", "d1", "d2", "d3", "d4", "b4", "a4", "a1"] {
        let light = if end == "a1" { "a1 c1".to_string() } else { format!("a1 {end}") };
        refused("", &light, "j1 j3", &format!("oa1-{end} l l -"));
    }
    for end in ["c1", "c2", "c3", "b3", "a3"] {
        accepted("", &format!("a1 {end}"), "j1 j3", &format!("oa1-{end} l l -"));
    }
}

#[test]
fn a_bridge_without_a_stone_at_an_end_is_refused() {
    refused("", "a1 e1", "j1 j3", "oa1-c1 l l -");
    refused("", "c1 e1", "j1 j3", "oa1-c1 l l -");
    accepted("", "a1 c1", "j1 j3", "oa1-c1 l l -");
}

#[test]
fn a_bridge_on_stones_of_another_colour_is_refused() {
    refused("", "a1 c1", "j1 j3", "xa1-c1 l l -");
    refused("", "a1 c1", "j1 j3", "oj1-j3 l l -");
    refused("", "a1 e1", "c1 j3", "oa1-c1 l l -");
    accepted("", "a1 c1", "j1 j3", "xj1-j3 l l -");
}

#[test]
fn a_stone_under_a_bridge_is_refused() {
    refused("", "a1 c1 b1", "j1 j3", "oa1-c1 l l -");
    refused("", "a1 c1", "b1 j3", "oa1-c1 l l -");
    refused("", "a1 b3", "a2 j3", "oa1-b3 l l -");
    refused("", "a1 b3", "b2 j3", "oa1-b3 l l -");
    refused("", "a1 c3", "b2 j3", "oa1-c3 l l -");
    accepted("", "a1 c3", "b1 j3", "oa1-c3 l l -");
    accepted("", "a1 b3", "b1 j3", "oa1-b3 l l -");
}

#[test]
fn two_bridge_ends_on_a_stone_are_refused() {
    refused("", "a1 c1 a3", "j1 j3", "oa1-a3,oa1-c1 l l -");
    refused("", "a1 c1 e1", "j1 j3", "oa1-c1,oc1-e1 l l -");
    refused("", "a1 c1", "j1 j3", "oa1-c1,oa1-c1 l l -");
    accepted("", "a1 c1 e1 g1", "j1 j3", "oa1-c1,oe1-g1 l l -");
}

#[test]
fn crossing_bridges_are_refused() {
    refused("", "a1 a3 c1 c3", "j1 j3", "oa1-c3,oa3-c1 l l -");
    refused("", "a1 c3", "a4 c2", "oa1-c3,xa4-c2 l l -");
    refused("", "a2 c2", "b1 b3", "oa2-c2,xb1-b3 l l -");
    accepted("", "a1 c3", "a4 c2", "oa1-c3 l l -");
    accepted("", "a1 b3", "b1 c3", "oa1-b3,xb1-c3 l l -");
    accepted("", "a1 c3", "a2 c4", "oa1-c3,xa2-c4 l l -");
}

// Turn, seat.

#[test]
fn choice_is_refused_without_exactly_two_light_stones() {
    refused("", "a1", "", "- c ? -");
    refused("", "a1 a3 a5", "", "- c ? -");
    refused("", "", "", "- c ? -");
    refused("", "", "a1 a3", "- c ? -");
    accepted("", "a1 a3", "", "- c ? -");
}

#[test]
fn choice_is_refused_with_anything_else_there() {
    refused("", "a1 a3", "j1", "- c ? -");
    refused("", "a1 a3", "", "oa1-a3 c ? -");
    refused("tiles=2", "a1 a3", "", "- c ? p");
    refused("tiles=2", "a1 a3", "", "- c ? x");
    accepted("tiles=2", "a1 a3", "", "- c ? -");
}

#[test]
fn choice_is_refused_with_a_colour_already_given() {
    refused("", "a1 a3", "", "- c l -");
    refused("", "a1 a3", "", "- c d -");
}

#[test]
fn open_colours_are_refused_but_at_the_start_and_the_choice() {
    refused("", "a1 a3", "", "- d ? -");
    refused("", "a1 a3", "", "- l ? -");
    refused("", "a1 a3", "j1 j3", "- l ? -");
    refused("", "", "", "- d ? -");
    accepted("", "", "", "- l ? -");
    accepted("", "a1 a3", "", "- d l -");
    accepted("", "a1 a3", "j1 j3", "- l d -");
}

#[test]
fn without_a_choice_nothing_is_open() {
    // Under opening=fixed there is no choice, and the first seat has light.
    refused("opening=fixed", "a1 a3", "", "- c ? -");
    refused("opening=fixed", "", "", "- l ? -");
    refused("opening=fixed", "a1 a3", "", "- d d -");
    accepted("opening=fixed", "", "", "- l l -");
    accepted("opening=fixed", "a1 a3", "", "- d l -");
}

// Passed.

#[test]
fn lights_pass_is_refused_where_light_can_place_two() {
    for turn in ["d", "l"] {
        refused("", "a1 c1", "j1 j3", &format!("- {turn} l p"));
        refused("tiles=4", "a1 c1", "j1 j3 j5 j7", &format!("- {turn} l p"));
        accepted("tiles=2", "a1 c1", "j1 j3", &format!("- {turn} l p"));
        accepted("tiles=4", "a1 c1 e1 g1", "j1 j3", &format!("- {turn} l p"));
    }
}

#[test]
fn darks_pass_is_refused_where_dark_can_place_two() {
    refused("", "a1 c1", "j1 j3", "- l l x");
    refused("tiles=4", "a1 c1 e1 g1", "j1 j3", "- l l x");
    accepted("tiles=2", "a1 c1", "j1 j3", "- l l x");
    accepted("tiles=4", "a1 c1", "j1 j3 j5 j7", "- l l x");
}

#[test]
fn a_pass_on_the_turn_of_dark_leaves_it_one_more() {
    let at = |rest: &str| Table::at("ponte", "tiles=2", &string("a1 c1", "j1 j3", rest));
    at("- d l p").unfinished().turns_are("j1-j3 pass");
    at("- l l p").over_with("0");
    at("- l l x").over_with("0");
    at("oa1-c1 l l x").over_with("W+0.5");
    at("- l l -").unfinished().turns_are("a1-c1 pass");
    // Nothing to build: the one more turn is none.
    at("xj1-j3 d l p").over_with("B+0.5");
}

// The stock.

#[test]
fn more_stones_than_the_stock_are_refused() {
    refused("tiles=3", "a1 c1 e1 g1", "j1 j3", "- l l -");
    refused("tiles=3", "a1 c1", "j1 j3 j5 j7", "- l l -");
    accepted("tiles=4", "a1 c1 e1 g1", "j1 j3 j5 j7", "- l l -");
    accepted("", "a1 c1 e1 g1", "j1 j3 j5 j7", "- l l -");
}

#[test]
fn more_bridges_than_the_stock_are_refused() {
    refused("bridges=1", "a1 c1", "j1 j3", "oa1-c1,xj1-j3 l l -");
    accepted("bridges=1", "a1 c1", "j1 j3", "oa1-c1 l l -");
    accepted("bridges=2", "a1 c1", "j1 j3", "oa1-c1,xj1-j3 l l -");
    accepted("", "a1 c1", "j1 j3", "oa1-c1,xj1-j3 l l -");
}

// Grammar common to all games.

#[test]
fn ranks_must_be_ten_of_ten_squares() {
    unreadable("10/10/10/10/10/10/10/10/10 - l ? -");
    unreadable("10/10/10/10/10/10/10/10/10/10/10 - l ? -");
    unreadable("9/10/10/10/10/10/3o1o4/10/10/10 - d l -");
    unreadable("10/10/10/10/10/10/3o1o3/10/10/10 - d l -");
    unreadable("10/10/10/10/10/10/3o1o5/10/10/10 - d l -");
    unreadable("11/10/10/10/10/10/3o1o4/10/10/10 - d l -");
    unreadable("10//10/10/10/10/3o1o4/10/10/10 - d l -");
    table().play("d4,f4 choose-dark").position_is("10/10/10/10/10/10/3o1o4/10/10/10 - d l -");
}

#[test]
fn a_run_of_empty_squares_is_one_number_and_never_0() {
    unreadable("10/10/10/10/10/10/3o1o31/10/10/10 - d l -");
    unreadable("10/10/10/10/10/10/3oo05/10/10/10 - d l -");
    unreadable("10/10/10/10/10/10/3o0o5/10/10/10 - d l -");
    unreadable("91/10/10/10/10/10/3o1o4/10/10/10 - d l -");
}

#[test]
fn position_strings_are_case_sensitive() {
    unreadable("10/10/10/10/10/10/3O1o4/10/10/10 - d l -");
    unreadable("10/10/10/10/10/10/3o1o4/10/10/10 - D l -");
    unreadable("10/10/10/10/10/10/3o1o4/10/10/10 - d L -");
    unreadable("10/10/10/10/10/10/3o1o4/10/10/10 Od4-f4 d l -");
    unreadable("10/10/10/10/10/10/3o1o4/10/10/10 oD4-F4 d l -");
}

#[test]
fn there_are_five_fields() {
    unreadable("10/10/10/10/10/10/3o1o4/10/10/10 - d l");
    unreadable("10/10/10/10/10/10/3o1o4/10/10/10 - d l - -");
    unreadable("10/10/10/10/10/10/3o1o4/10/10/10");
}

#[test]
fn signs_the_fields_do_not_know_are_refused() {
    unreadable("10/10/10/10/10/10/3o1w4/10/10/10 - d l -");
    unreadable("10/10/10/10/10/10/3o1o4/10/10/10 - w l -");
    unreadable("10/10/10/10/10/10/3o1o4/10/10/10 - - l -");
    unreadable("10/10/10/10/10/10/3o1o4/10/10/10 - d c -");
    unreadable("10/10/10/10/10/10/3o1o4/10/10/10 - d - -");
    unreadable("10/10/10/10/10/10/3o1o4/10/10/10 - d l d");
    unreadable("10/10/10/10/10/10/3o1o4/10/10/10 - d l ?");
}

#[test]
fn bridges_that_are_not_written_as_bridges_are_refused() {
    for word in ["d4-f4", "od4", "od4f4", "od4,f4", "od4-f4,", "od4-f4,-", "od4-k4", "od4-f11", "?"] {
        unreadable(&format!("10/10/10/10/10/10/3o1o4/10/10/10 {word} d l -"));
    }
    accepted("", "d4 f4", "", "od4-f4 d l -");
}
