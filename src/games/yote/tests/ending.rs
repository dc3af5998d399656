//! Yoté: passing, the ends of the game, score, undo and the rule option `repetition`.

use super::{BLOCKED, CHAIN, LONE, OPENING, PAIR, WALK, at, table, with};
use crate::games::testkit::Table;

// Passing

#[test]
fn a_side_without_any_action_passes() {
    at(BLOCKED)
        .unfinished()
        .turns_are("pass")
        .play("pass")
        .side_is("black")
        .position_is("6/6/b5/b5/wbb3 b 0 0")
        .turns_are("a3-a4 a3-b3 a2-b2 b1-b2 c1-c2 c1-d1");
    at("6/6/w5/w5/bww3 b 0 0").turns_are("pass").play("pass").side_is("white").unfinished();
}

#[test]
fn a_lone_blocked_side_does_not_end_the_game() {
    // White passes, Black opens the wall, and White acts again.
    at(BLOCKED).play("pass a3-a4").illegal("pass").legal("a1xa3").unfinished();
}

#[test]
fn pass_is_legal_only_without_any_action() {
    table().illegal("pass").legal("a1");
    table().play("a1").illegal("pass").legal("a2");
    // Walled in, but with a stone in hand: 25 empty squares to drop it on.
    at("6/6/b5/b5/wbb3 w 1 0").illegal("pass").turn_count(25);
    // No step, but a capture: a3 is empty.
    at("6/6/6/b5/wbb3 w 0 0").illegal("pass").turns_are("a1xa3 a1xa3(b1) a1xa3(c1)");
    // No capture, but a step: b1 is empty.
    at("6/6/b5/b5/w1bb2 w 0 0").illegal("pass").turns_are("a1-b1");
}

// End, 1: a side without stones

#[test]
fn the_side_without_any_stone_has_lost() {
    at("6/6/6/6/wwww2 b 0 0").over_with("W+1").turns_are("").side_is("none");
    at("6/6/6/6/wwww2 w 0 0").over_with("W+1");
    at("6/6/6/6/bbbb2 w 0 0").over_with("B+1").turns_are("").side_is("none");
    at("6/6/6/6/bbbb2 b 0 0").over_with("B+1");
    // The winner's stones may all be in hand.
    at("6/6/6/6/6 w 4 0").over_with("W+1");
    at("6/6/6/6/6 w 0 4").over_with("B+1");
}

#[test]
fn stones_in_hand_are_no_loss() {
    at("6/6/6/6/wwww2 b 0 1").unfinished().turn_count(26);
    at("6/6/6/6/bbbb2 w 1 0").unfinished().turn_count(26);
}

#[test]
fn the_last_stone_on_the_board_taken_is_no_win_against_a_hand() {
    at("6/2b3/2w3/6/6 w 3 1").play("c3xc5").unfinished().side_is("black").turn_count(29);
    at("6/2b3/2w3/4b1/6 w 3 1").play("c3xc5(e2)").unfinished().turn_count(29);
    at("6/2b3/2w3/6/6 w 3 0").play("c3xc5").over_with("W+1");
}

#[test]
fn the_empty_board_at_the_start_is_no_loss() {
    table().unfinished().play("a1").unfinished().play("a2").unfinished();
}

#[test]
fn the_last_stone_may_go_by_jump_bonus_or_second_jump() {
    at("6/2b3/2w3/6/6 w 0 0").play("c3xc5").over_with("W+1");
    at(PAIR).play("c3xc5(e2)").over_with("W+1");
    at("3b2/2b3/2w3/6/6 w 0 0").play("c3xc5xe5").over_with("W+1");
    at(CHAIN).play("c3xc5(e2)xe5(a1)").over_with("W+1");
    at("6/2w3/2b3/6/6 b 0 0").play("c3xc5").over_with("B+1");
    at("6/2w3/2b3/4w1/6 b 0 0").play("c3xc5(e2)").over_with("B+1");
}

#[test]
fn the_turn_ends_with_the_last_stone() {
    at("6/2b3/2w3/6/6 w 0 0").turns_are("c3-b3 c3-d3 c3-c2 c3xc5").illegal("c3xc5(c4)").illegal("c3xc5xe5");
    at(PAIR).illegal("c3xc5(e2)xe5").illegal("c3xc5(e2)xc3").legal("c3xc5(e2)");
}

// End, 2: the draw with few stones

#[test]
fn three_stones_or_fewer_each_and_no_capture_is_a_draw() {
    at("www3/6/6/6/bbb3 w 0 0").over_with("0").turns_are("").side_is("none");
    at("w5/6/6/6/5b w 0 0").over_with("0");
    at("w5/6/6/6/5b b 0 0").over_with("0");
}

#[test]
fn four_stones_of_either_side_are_no_draw() {
    at("wwww2/6/6/6/bbb3 w 0 0").unfinished();
    at("www3/6/6/6/bbbb2 w 0 0").unfinished();
    at("w5/6/6/6/bbbb2 b 0 0").unfinished();
}

#[test]
fn stones_left_for_the_draw_include_the_hand() {
    at("w5/6/6/6/5b w 2 2").over_with("0");
    at("w5/6/6/6/5b w 3 2").unfinished();
    at("w5/6/6/6/5b w 2 3").unfinished();
    at("6/6/6/6/6 w 3 3").over_with("0");
    at("6/6/6/6/6 w 4 3").unfinished();
    at("6/6/6/6/6 w 3 4").unfinished();
}

#[test]
fn a_capture_of_either_side_keeps_the_draw_away() {
    // In the corner only the outer stone can jump: a1 over a2 to a3. Whoever is to move.
    at("6/6/6/b5/w5 w 0 0").unfinished();
    at("6/6/6/b5/w5 b 0 0").unfinished();
    at("6/6/6/w5/b5 w 0 0").unfinished();
    at("6/6/6/w5/b5 b 0 0").unfinished();
}

#[test]
fn a_neighbour_that_cannot_be_captured_does_not_keep_the_draw_away() {
    at("6/6/b5/b5/w5 w 0 0").over_with("0");
    at("6/w5/w5/b5/w5 w 0 0").over_with("0");
    at("6/6/6/1b4/w5 w 0 0").over_with("0");
}

#[test]
fn the_draw_is_checked_after_every_kind_of_turn() {
    // A jump that leaves one stone each, a step out of reach, a drop behind the stone in danger.
    at(PAIR).play("c3xc5").over_with("0");
    at("6/6/6/b5/w5 b 0 0").play("a2-a3").over_with("0");
    at("6/6/6/b5/w5 b 0 1").play("a3").over_with("0");
    at("6/6/6/b5/w5 b 0 1").play("a4").unfinished().side_is("white").legal("a1xa3");
}

#[test]
fn the_draw_does_not_cut_a_turn_short() {
    // After the bare jump it would be a draw; bonus and further jump are still the player's.
    at(PAIR).legal("c3xc5").play("c3xc5(e2)").over_with("W+1");
    at(CHAIN).play("c3xc5(d5)").over_with("0");
    at(CHAIN).play("c3xc5(a1)xe5").over_with("0");
    at(CHAIN).play("c3xc5(a1)xe5(e2)").over_with("W+1");
}

#[test]
fn a_side_without_stones_has_lost_before_few_stones_are_a_draw() {
    at("6/6/6/6/b5 w 0 0").over_with("B+1");
    at("6/6/6/6/www3 w 0 0").over_with("W+1");
    at("6/6/6/6/6 b 1 0").over_with("W+1");
}

// End, 3 (no side has any action) cannot be reached and cannot be set up: with at most 24 stones on 30
// squares some stone has an empty neighbour, or some hand has an empty square to drop on.

// Score

#[test]
fn the_score_counts_board_and_hand_of_both_sides() {
    table().play(OPENING).score_has("white_board=4 white_hand=8 black_board=4 black_hand=8");
    at("b4b/1bb3/2w3/6/bb4 w 7 2").score_has("white_board=1 white_hand=7 black_board=6 black_hand=2");
    at("6/6/6/6/wwww2 b 3 0").over_with("W+1").score_has("white_board=4 white_hand=3 black_board=0 black_hand=0");
}

// Undo

#[test]
fn undo_gives_back_board_and_hand() {
    table().play("c3").undo().position_is("6/6/6/6/6 w 12 12").score_has("white_hand=12");
    let before = "3b2/2b3/2w3/4b1/b5 w 2 5";
    for turn in ["f1", "c3-b3", "c3xc5", "c3xc5(d5)", "c3xc5(e2)xe5(a1)"] {
        at(before).play(turn).side_is("black").undo().side_is("white").position_is(before);
    }
    at(before).play("f1 f2 e1").undo().undo().undo().position_is(before);
    at(BLOCKED).play("pass").undo().position_is(BLOCKED).turns_are("pass");
    at(PAIR).play("c3xc5(e2)").over_with("W+1").undo().unfinished().position_is(PAIR);
}

// Rule option repetition

#[test]
fn repetition_alone_never_ends_the_game_by_default() {
    for options in ["", "repetition=0"] {
        let mut game = with(options, LONE);
        for _ in 0..20 {
            game.play(WALK).unfinished().position_is(LONE);
        }
    }
}

#[test]
fn the_nth_occurrence_of_a_position_is_a_draw() {
    // The set-up is the first occurrence, each walk there and back makes one more.
    for n in 2..=9 {
        let mut game = with(&format!("repetition={n}"), LONE);
        for _ in 1..n - 1 {
            game.play(WALK).unfinished();
        }
        game.play("a1-a2 f5-f4 a2-a1").unfinished().play("f4-f5");
        game.over_with("0").turns_are("").side_is("none").position_is(LONE);
    }
}

#[test]
fn repetition_counts_positions_reached_in_play() {
    Table::new("yote", "repetition=2").play("a1 f5").play(WALK).over_with("0");
    Table::new("yote", "repetition=3").play("a1 f5").play(WALK).unfinished();
    // a2, f4 comes after the 2nd turn and, with other positions between, after the 6th.
    with("repetition=2", LONE).play("a1-a2 f5-f4 a2-a3 f4-f3 a3-a2").unfinished().play("f3-f4").over_with("0");
}

#[test]
fn repetition_needs_the_same_hands() {
    // One side gives a stone away, both walk back: the board of the set-up, but a smaller hand.
    with("repetition=2", "6/6/2b3/6/w5 w 3 4")
        .play("c4 c3xc5 a1-a2 c5-c4 a2-a1 c4-c3")
        .position_is("6/6/2b3/6/w5 w 2 4")
        .unfinished();
    with("repetition=2", "6/6/2w3/6/b5 b 4 3")
        .play("c4 c3xc5 a1-a2 c5-c4 a2-a1 c4-c3")
        .position_is("6/6/2w3/6/b5 b 4 2")
        .unfinished();
}

#[test]
fn repetition_needs_the_same_side_to_move() {
    with("repetition=2", BLOCKED).play("pass").position_is("6/6/b5/b5/wbb3 b 0 0").unfinished();
}

#[test]
fn repetition_counts_shrink_with_undo() {
    let mut game = with("repetition=2", LONE);
    game.play(WALK).over_with("0").undo().unfinished().play("f4-f5").over_with("0");
    game.undo().undo().undo().undo().position_is(LONE).unfinished();
    game.play("a1-a2").unfinished().play("f5-f4 a2-a1").unfinished().play("f4-f5").over_with("0");
}
