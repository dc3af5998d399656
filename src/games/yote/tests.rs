//! Yoté: one small test for each sentence of the rules file. All expected values were worked out by hand
//! from the rules; where nothing else is said, White is to move. Many set-ups give a side stones in hand
//! only to keep the draw of "End, 2" away.

use crate::games::testkit::Table;

mod ending;
mod reference;
mod setup;

/// White c3; Black c4 and e2: one jump, one stone for the bonus.
const PAIR: &str = "6/2b3/2w3/4b1/6 w 0 0";

/// ```text
/// 5 . . . b . .
/// 4 . . b . . .
/// 3 . . w . . .   c3 jumps to c5 and on to e5;
/// 2 . . . . b .   e2 and a1 are there for the bonus only
/// 1 b . . . . .
///   a b c d e f
/// ```
const CHAIN: &str = "3b2/2b3/2w3/4b1/b5 w 0 0";

/// White c3 between four black stones on a round tour c3, c5, e5, e3, c3.
const TOUR: &str = "3b2/2b1b1/2wb2/6/6 w 0 4";

/// White's only stone a1 is walled in: a2 and b1 are black, and so are the squares behind them.
const BLOCKED: &str = "6/6/b5/b5/wbb3 w 0 0";

/// Two lone stones far apart with hands that keep the game going.
const LONE: &str = "5b/6/6/6/w5 w 3 3";
/// Both lone stones walk away and back.
const WALK: &str = "a1-a2 f5-f4 a2-a1 f4-f5";

/// White c3 on a grid of twelve black stones: 1,702,024 whole turns (counted by a program), too many to list.
const GRID: &str = "1b1b2/b1b1b1/1bwb2/b1b1b1/1b1b2 w 0 0";

/// The drops named in "Facts to reproduce".
const OPENING: &str = "c3 c4 d3 d4 b2 e5 b4 e2";

/// The board after these drops.
/// ```text
/// 5 . . . . b .
/// 4 . w b b . .
/// 3 . . w w . .
/// 2 . w . . b .
/// 1 . . . . . .
///   a b c d e f
/// ```
const OPENED: &str = "4b1/1wbb2/2ww2/1w2b1/6 w 8 8";

/// A new game under the rules of the text.
fn table() -> Table {
    Table::new("yote", "")
}

/// A set-up under the rules of the text.
fn at(position: &str) -> Table {
    Table::at("yote", "", position)
}

/// A set-up under rule options.
fn with(options: &str, position: &str) -> Table {
    Table::at("yote", options, position)
}

// Board and sides

#[test]
fn board_has_six_files_and_five_ranks() {
    table().turns_are("a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 f5");
    table().illegal("g1").illegal("a6").illegal("f6").illegal("a0").legal("f5");
}

#[test]
fn a1_is_at_the_lower_left() {
    table().play("a1").position_is("6/6/6/6/w5 b 11 12");
    table().play("f1").position_is("6/6/6/6/5w b 11 12");
    table().play("a5").position_is("w5/6/6/6/6 b 11 12");
}

#[test]
fn each_side_has_twelve_stones_all_in_hand() {
    table().position_is("6/6/6/6/6 w 12 12").score_has("white_board=0 white_hand=12 black_board=0 black_hand=12");
}

#[test]
fn white_starts_and_the_sides_alternate() {
    table().side_is("white").play("c3").side_is("black").play("c4").side_is("white");
}

// A turn, 1: drops

#[test]
fn drop_puts_a_stone_from_the_hand_on_the_board() {
    table()
        .play("c3")
        .position_is("6/6/2w3/6/6 b 11 12")
        .play("e2")
        .position_is("6/6/2w3/4b1/6 w 11 11")
        .score_has("white_board=1 white_hand=11 black_board=1 black_hand=11");
}

#[test]
fn drop_needs_an_empty_square() {
    table().play("c3 c4").illegal("c3").illegal("c4").legal("c5");
}

#[test]
fn drop_needs_a_stone_in_hand() {
    at("6/6/2w3/6/6 w 0 12").illegal("a1").turn_count(4);
    at("6/6/2w3/6/6 w 1 12").legal("a1").turn_count(4 + 29);
    // The other side's hand is of no help, and an own hand is enough for either side.
    at("6/6/2b3/6/6 b 12 0").illegal("a1").turn_count(4);
    at("6/6/2b3/6/6 b 12 1").legal("a1");
}

#[test]
fn a_turn_is_one_drop_not_two() {
    table().illegal("c3c4").illegal("c3,c4").legal("c3");
    table().play("c3").side_is("black").illegal("c3-c4").legal("c4");
}

// A turn, 2: steps

#[test]
fn step_goes_one_square_in_four_directions() {
    at("6/6/2w3/6/6 w 0 12").turns_are("c3-c4 c3-c2 c3-b3 c3-d3");
}

#[test]
fn step_moves_the_stone() {
    at("6/6/2w3/6/6 w 0 12").play("c3-c4").position_is("6/2w3/6/6/6 b 0 12");
}

#[test]
fn step_is_never_diagonal() {
    at("6/6/2w3/6/6 w 0 12").illegal("c3-d4").illegal("c3-b4").illegal("c3-d2").illegal("c3-b2").legal("c3-d3");
}

#[test]
fn step_is_no_longer_and_no_shorter_than_one_square() {
    at("6/6/2w3/6/6 w 0 12").illegal("c3-c5").illegal("c3-e3").illegal("c3-c3").legal("c3-c4");
}

#[test]
fn step_needs_an_empty_square() {
    // White c3 and d3, Black c4 (with c5 behind it occupied).
    at("2b3/2b3/2ww2/6/6 w 0 4").illegal("c3-c4").illegal("c3-d3").turns_are("c3-b3 c3-c2 d3-d4 d3-e3 d3-d2");
}

#[test]
fn step_needs_an_own_stone() {
    table().play("c3 e2").illegal("e2-e3").illegal("a1-a2").legal("c3-c2");
    table().play("c3 e2 a1").illegal("c3-c2").legal("e2-e3");
}

#[test]
fn step_stays_on_the_board() {
    at("6/6/6/6/w5 w 0 12").turns_are("a1-a2 a1-b1");
    at("5w/6/6/6/6 w 0 12").turns_are("f5-f4 f5-e5");
    at("6/6/5w/6/6 w 0 12").turns_are("f3-f4 f3-f2 f3-e3").illegal("f3-g3").illegal("f3-a4");
}

// A turn, 3: captures

#[test]
fn capture_jumps_in_four_directions() {
    with("bonus=none multijump=off", "6/2b3/1bwb2/2b3/6 w 0 0").turns_are("c3xa3 c3xe3 c3xc1 c3xc5");
}

#[test]
fn capture_is_never_diagonal() {
    // Black d3 can be jumped, Black d4 cannot.
    at("6/3b2/2wb2/6/6 w 0 8").illegal("c3xe5").turns_are("c3-b3 c3-c4 c3-c2 c3xe3 c3xe3(d4)");
    // With nothing but diagonal neighbours there is no capture at all.
    at("6/1b1b2/2w3/1b1b2/6 w 0 8").turns_are("c3-b3 c3-d3 c3-c4 c3-c2");
}

#[test]
fn a_chain_is_never_diagonal_either() {
    at("6/2bb2/2w3/6/6 w 0 8").illegal("c3xc5xe3").legal("c3xc5").legal("c3xc5(d4)");
}

#[test]
fn capture_needs_an_adjacent_enemy() {
    at("6/6/2b3/6/2w3 w 0 8").turns_are("c1-b1 c1-d1 c1-c2");
    at("6/6/6/2b3/2w3 w 0 8").turns_are("c1-b1 c1-d1 c1xc3");
    at("6/6/6/6/2w3 w 0 8").illegal("c1xc3").legal("c1-c2");
}

#[test]
fn capture_lands_directly_behind_the_jumped_stone() {
    at("6/6/6/2b3/2w3 w 0 8").illegal("c1xc2").illegal("c1xc4").illegal("c1xb3").illegal("c1xd3").legal("c1xc3");
}

#[test]
fn capture_needs_an_empty_landing_square() {
    at("2b3/2b3/2w3/6/6 w 0 8").illegal("c3xc5").turn_count(3);
    at("2w3/2b3/2w3/6/6 w 0 8").illegal("c3xc5").turn_count(5);
    at("6/2b3/2w3/6/6 w 0 8").legal("c3xc5").turn_count(4);
    // Two stones in a row are not jumped at once.
    at("6/2b3/2b3/2w3/6 w 0 8").illegal("c2xc5").illegal("c2xc4").turn_count(3);
}

#[test]
fn capture_lands_on_the_board() {
    at("2b3/2w3/6/6/6 w 0 8").illegal("c4xc6").turns_are("c4-b4 c4-d4 c4-c3");
    at("6/6/4wb/6/6 w 0 8").illegal("e3xg3").illegal("e3xa4").turns_are("e3-d3 e3-e4 e3-e2");
}

#[test]
fn capture_takes_no_own_stone() {
    at("6/2w3/2w3/6/6 w 0 8").illegal("c3xc5").legal("c4-c5");
}

#[test]
fn capture_is_made_with_an_own_stone() {
    at("6/2b3/2w3/6/6 w 0 8").illegal("c4xc2").illegal("b4xd4").legal("c3xc5");
    at("6/2b3/2w3/6/6 b 0 8").illegal("c3xc5").legal("c4xc2");
}

#[test]
fn jumped_stone_leaves_the_game_and_goes_to_no_hand() {
    at("6/2b3/2w3/6/6 w 2 8")
        .play("c3xc5")
        .position_is("2w3/6/6/6/6 b 2 8")
        .score_has("white_board=1 white_hand=2 black_board=0 black_hand=8");
}

#[test]
fn black_captures_as_white_does() {
    at("6/2w3/2b3/4w1/6 b 8 0").turns_are("c3-b3 c3-d3 c3-c2 c3xc5 c3xc5(e2)");
    at("6/2w3/2b3/4w1/6 b 8 0").play("c3xc5(e2)").position_is("2b3/6/6/6/6 w 8 0");
}

#[test]
fn capturing_is_never_compulsory() {
    at("6/2b3/2w3/6/6 w 2 8").legal("a1").legal("c3-b3").legal("c3xc5");
}

// The bonus

#[test]
fn bonus_is_optional() {
    at(PAIR).turns_are("c3-b3 c3-d3 c3-c2 c3xc5 c3xc5(e2)");
}

#[test]
fn bonus_takes_any_enemy_stone_on_the_board() {
    // Near, far, in a corner, or next to other black stones.
    at("b4b/1bb3/2w3/6/bb4 w 0 0")
        .legal("c3xc5(b4)")
        .legal("c3xc5(a5)")
        .legal("c3xc5(f5)")
        .legal("c3xc5(a1)")
        .play("c3xc5(b1)")
        .position_is("b1w2b/1b4/6/6/b5 b 0 0");
}

#[test]
fn bonus_is_one_stone_only() {
    at(CHAIN)
        .illegal("c3xc5(e2)(a1)")
        .illegal("c3xc5(e2,a1)")
        .illegal("c3xc5(e2a1)")
        .legal("c3xc5(e2)")
        .legal("c3xc5(a1)");
}

#[test]
fn bonus_names_an_enemy_stone_still_on_the_board() {
    // Not the stone just jumped, not an own one, not an empty square, not the jumping stone.
    at("6/2b3/2w3/4b1/w5 w 0 0")
        .illegal("c3xc5(c4)")
        .illegal("c3xc5(a1)")
        .illegal("c3xc5(f5)")
        .illegal("c3xc5(c3)")
        .illegal("c3xc5(c5)")
        .illegal("c3xc5(g7)")
        .legal("c3xc5(e2)");
}

#[test]
fn bonus_is_never_taken_from_the_hand() {
    // Black's board is empty after the jump: no bonus, though five stones are in hand.
    at("6/2b3/2w3/6/6 w 0 5")
        .turns_are("c3-b3 c3-d3 c3-c2 c3xc5")
        .illegal("c3xc5()")
        .illegal("c3xc5(hand)")
        .play("c3xc5")
        .score_has("black_board=0 black_hand=5");
    // A bonus on the board leaves the hand as it is.
    at("6/2b3/2w3/4b1/6 w 0 5")
        .turns_are("c3-b3 c3-d3 c3-c2 c3xc5 c3xc5(e2)")
        .play("c3xc5(e2)")
        .position_is("2w3/6/6/6/6 b 0 5");
}

#[test]
fn bonus_is_earned_by_a_jump_only() {
    at("6/2b3/2w3/4b1/6 w 1 0").illegal("c3-d3(e2)").illegal("a1(e2)").legal("c3-d3").legal("a1");
}

#[test]
fn bonus_is_earned_by_each_jump() {
    at(CHAIN).play("c3xc5(e2)xe5(a1)").position_is("4w1/6/6/6/6 b 0 0");
    at(CHAIN).legal("c3xc5(e2)xe5").legal("c3xc5xe5(a1)");
}

#[test]
fn bonus_stands_behind_the_jump_that_earned_it() {
    at(CHAIN).illegal("c3(e2)xc5").illegal("(e2)c3xc5").illegal("(e2)").legal("c3xc5(e2)");
    // The same stones can go by two turns that differ in the order.
    at(CHAIN).play("c3xc5(e2)xe5").position_is("4w1/6/6/6/b5 b 0 0");
    at(CHAIN).play("c3xc5xe5(e2)").position_is("4w1/6/6/6/b5 b 0 0");
}

// Jumping on

#[test]
fn a_chain_with_all_its_bonuses_written_out() {
    at(CHAIN).turns_are(
        "c3-b3 c3-d3 c3-c2 c3xc5 c3xc5(d5) c3xc5(e2) c3xc5(a1) c3xc5xe5 c3xc5xe5(e2) c3xc5xe5(a1) \
         c3xc5(e2)xe5 c3xc5(e2)xe5(a1) c3xc5(a1)xe5 c3xc5(a1)xe5(e2)",
    );
}

#[test]
fn a_chain_visits_every_square_it_names() {
    at("6/2b3/6/2b3/2w3 w 0 4").illegal("c1xc5").legal("c1xc3").legal("c1xc3xc5");
    at(CHAIN).illegal("c3xe5").legal("c3xc5xe5");
}

#[test]
fn jumping_on_is_optional_after_any_jump() {
    at(TOUR).legal("c3xc5").legal("c3xc5xe5").legal("c3xc5xe5xe3").legal("c3xc5xe5xe3xc3");
}

#[test]
fn a_chain_may_come_back_to_where_it_started() {
    at(TOUR).legal("c3xe3xe5xc5xc3").play("c3xc5xe5xe3xc3").position_is("6/6/2w3/6/6 b 0 4");
}

#[test]
fn a_stone_is_jumped_once_only() {
    at(TOUR).illegal("c3xc5xc3").illegal("c3xc5xe5xe3xc3xc5").legal("c3xc5xe5xe3xc3");
}

#[test]
fn only_the_same_stone_jumps_on() {
    // White c3 and e1, Black c4 and e2: two captures, but in two turns.
    at("6/2b3/2w3/4b1/4w1 w 0 0")
        .illegal("c3xc5xe3")
        .illegal("c3xc5e1xe3")
        .legal("e1xe3")
        .play("c3xc5")
        .side_is("black");
}

#[test]
fn a_bonus_may_clear_the_next_landing_square() {
    // c3 jumps c4 to c5; d5 could be jumped next, but for the stone on e5.
    at("3bb1/2b3/2w3/6/6 w 0 0")
        .turns_are("c3-b3 c3-d3 c3-c2 c3xc5 c3xc5(d5) c3xc5(e5) c3xc5(e5)xe5")
        .illegal("c3xc5xe5")
        .illegal("c3xc5xe5(e5)")
        .play("c3xc5(e5)xe5")
        .over_with("W+1");
}

#[test]
fn a_bonus_may_take_the_stone_that_could_have_been_jumped_next() {
    at("3b2/2b3/2w3/6/6 w 0 0").turns_are("c3-b3 c3-d3 c3-c2 c3xc5 c3xc5(d5) c3xc5xe5").illegal("c3xc5(d5)xe5");
}

#[test]
fn a_bonus_elsewhere_clears_nothing() {
    // Black c4, d5, e5, a1.
    at("3bb1/2b3/2w3/6/b5 w 0 0").illegal("c3xc5(a1)xe5").legal("c3xc5(a1)").legal("c3xc5(e5)xe5");
}

#[test]
fn one_turn_can_be_judged_and_played_among_more_than_a_million() {
    at(GRID)
        .illegal("c3xa3(a4)xa5")
        .illegal("c3xa3xa5xc5xc3xa3")
        .play("c3xa3(c2)xa5(e4)xc5(d5)xc3xe3xe1xc1xa1xa3")
        .over_with("W+1");
}

// Notation

#[test]
fn a_step_is_written_with_a_dash_and_a_jump_with_an_x() {
    at(PAIR).illegal("c3xd3").illegal("c3-c5").legal("c3-d3").legal("c3xc5");
}

#[test]
fn what_is_no_turn_is_illegal() {
    at(PAIR)
        .illegal("c3x")
        .illegal("c3-")
        .illegal("xc5")
        .illegal("33")
        .illegal("c3xc5(e2")
        .illegal("c3xc5(e)")
        .legal("c3xc5(e2)");
}

#[test]
fn turns_are_read_in_capitals_and_with_blanks() {
    at(PAIR).legal("C3XC5(E2)").legal("C3-B3").legal("c3xc5 (e2)");
    at(BLOCKED).legal("PASS");
    table().legal("C3");
}

/// Random games and set-ups: turn lists, positions, results, score facts.
#[test]
fn agrees_with_the_slow_reference_in_28000_positions() {
    for (seed, options, count) in [
        (1, "", 12_000),
        (2, "bonus=forced", 4_000),
        (3, "bonus=none repetition=2", 4_000),
        (4, "multijump=off repetition=3", 4_000),
        (5, "bonus=forced multijump=off", 4_000),
    ] {
        crate::games::testkit::compare::<reference::Slow>("yote", options, count, seed);
    }
}
