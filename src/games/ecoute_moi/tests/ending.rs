//! Écoute-moi!: the end of the game, the score, the variants, and whole games.

use super::{FILE_G, RANK_7, after, at, at_literal, set_up, table};
use crate::games::testkit::Table;

// [End]

#[test]
fn all_eight_directions_make_a_chain() {
    at("a1", "g1..g13", "w a - -").over_with("W+12");
    at("a1", "a7..m7", "w a - -").over_with("B+12");
    // A zigzag of slanting steps only, f and g in turn.
    let zigzag = "g1 f2 g3 f4 g5 f6 g7 f8 g9 f10 g11 f12 g13";
    at("a1", zigzag, "w a - -").over_with("W+11");
    // A gap of one square breaks it.
    at("a1", "g1..g5 g7..g13", "w a - -").unfinished();
}

#[test]
fn a_chain_may_wind_up_and_down() {
    // Up file c, over d12, down file e, under f2, up file g. The last stone missing is e7.
    let mut table = at("e7", "c1..c11 d12 e11..e8 e6..e3 f2 g3..g13", "b m un-noir -");
    table.unfinished().score_has("white_needs=1 black_needs=9");
    // Black then runs c11, d12, file e, f2, g3 and lacks a, b and h to m.
    table.play("e7-f7").over_with("W+8");
}

#[test]
fn the_runner_is_no_part_of_a_chain() {
    at("g7", FILE_G, "w a - -").unfinished().score_has("white_needs=1");
    at("g7", RANK_7, "w a - -").unfinished().score_has("black_needs=1");
}

#[test]
fn a_decided_game_ends_at_once_after_action_two() {
    let mut table = at("g7", FILE_G, "b m un-noir -");
    table.unfinished().play("g7-h7").over_with("W+12").turns_are("").side_is("none");
}

#[test]
fn the_opponents_stone_wins_for_the_side_that_is_joined() {
    // Black completes White's file in action 2, White completes Black's rank in action 3.
    at("g7", FILE_G, "b m un-noir -").play("g7-h7").over_with("W+12");
    at("g6", RANK_7, "w c deux-noir 2").play("g6-g8").over_with("B+12");
}

#[test]
fn the_own_stone_wins_too() {
    at("g6", RANK_7, "b m deux-blanc -").play("g6-g8").over_with("B+12");
    // a1-a12 and b1 lie; a13 becomes the last; Black lacks c to m.
    at("a13", "a1..a12 b1", "w c un-positive 3").play("a13-b12").over_with("W+11");
}

#[test]
fn both_pairs_at_once_lose_by_half_a_point_for_the_side_that_acted() {
    // Four arms that meet on g7; White's complementary move, then Black's move.
    let arms = "f1..f6 h8..h13 a8..f8 h6..m6";
    at("g7", arms, "w c un-blanc 3").play("g7-h7").over_with("B+0.5");
    at("g7", arms, "b m un-noir -").play("g7-f7").over_with("W+0.5");
    // The same by the other colour in the other action.
    at("g7", arms, "b c un-blanc 3").play("g7-h7").over_with("W+0.5");
    at("g7", arms, "w m un-noir -").play("g7-f7").over_with("B+0.5");
}

#[test]
fn the_long_diagonal_joins_both_pairs_through_the_corners() {
    let diagonal = "a1..d4 f6..m13";
    let mut table = at("e5", diagonal, "b m un-noir -");
    table.score_has("white_needs=1 black_needs=1").play("e5-f5").over_with("W+0.5");
    at_literal("e5", diagonal, "b m un-noir -").play("e5-f5").over_with("W+0.5");
}

#[test]
fn one_pair_joined_and_one_stone_short_is_no_double() {
    at("c3", "a3 b3 d3..m3 g4..g13 g1", "b m un-blanc -").play("c3-c4").over_with("B+1");
}

#[test]
fn a_relocated_move_may_decide() {
    // From m1 Black is blocked by edge and stone; Black then lacks e7, f7, h7, i7.
    let stones = "g1..g6 g8..g13 a7..d7 j7..m7 l1";
    at("m1", stones, "b m un-noir -").play("@e7-h7").over_with("W+4");
}

// [Score]

#[test]
fn thirteen_stones_are_needed_on_the_empty_board() {
    table().score_has("white_needs=13 black_needs=13");
    Table::new("ecoute-moi", "chain=literal").score_has("white_needs=13 black_needs=13");
}

#[test]
fn stones_on_the_board_lower_the_need_of_both() {
    after("un-noir g7-h7").score_has("white_needs=12 black_needs=12");
    // i7 and j7 in one rank: two files for Black, one rank for White.
    after("un-noir g7-j7 j7-j8").score_has("white_needs=12 black_needs=11");
}

#[test]
fn the_runners_square_counts_as_empty() {
    // Only g7 touches both f6 and h8 (f6 and h8 again for Black), so a way round the runner would cost two.
    at("g7", "f1..f6 h8..h13", "w a - -").score_has("white_needs=1");
    at("g7", "a6..f6 h8..m8", "w a - -").score_has("black_needs=1");
}

#[test]
fn the_joined_side_needs_nothing() {
    let mut table = at("g7", FILE_G, "b m un-noir -");
    table.play("g7-h7").score_has("white_needs=0 black_needs=12");
}

// [Variants]

#[test]
fn eight_is_the_default_for_chain() {
    let place = set_up("g7", FILE_G, "b m un-noir -");
    Table::at("ecoute-moi", "chain=eight", &place).play("g7-h7").over_with("W+12");
    Table::at("ecoute-moi", "", &place).play("g7-h7").over_with("W+12");
}

#[test]
fn literal_knows_no_upright_neighbours() {
    // File g alone joins nothing. Every second rank needs a stone at its side: f2, f4 ... f12.
    let mut table = at_literal("g7", FILE_G, "b m un-noir -");
    table.play("g7-h7").unfinished().score_has("white_needs=6 black_needs=12");
    // Black comes along rank 5 to e5, then f6, f7, and from g8 along rank 8: only f6 and f7 are not joined, g7 would
    // mend it. Under the default White lacks ranks 1 to 4 and 9 to 13.
    let broken = "a5..e5 f6 f7 g8..m8";
    at_literal("a1", broken, "w a - -").unfinished().score_has("black_needs=1");
    at("a1", broken, "w a - -").over_with("B+9");
}

#[test]
fn literal_knows_level_and_slanting_neighbours() {
    at_literal("g6", RANK_7, "b m deux-blanc -").play("g6-g8").over_with("B+12");
    let mut table = at_literal("g7", "g1 f2 g3 f4 g5 f6 f8 g9 f10 g11 f12 g13", "b m un-noir -");
    table.unfinished().score_has("white_needs=1").play("g7-h7").over_with("W+11");
}

// [Facts to reproduce]

#[test]
fn turn_counts_of_the_first_actions() {
    // 8 announcements; four answers to each of the four with `un`, two to each with `deux`: 24; two complements to
    // each of these: 48; then 8 announcements after each: 384.
    table().turn_count(8);
    for line in ["noir", "blanc", "positive", "negative"] {
        after(&format!("un-{line}")).turn_count(4);
        after(&format!("deux-{line}")).turn_count(2);
    }
    for turns in ["un-noir g7-d7", "un-blanc g7-g8", "un-positive g7-j10", "deux-negative g7-e9"] {
        after(turns).turn_count(2);
    }
    after("deux-blanc g7-g9 g9-e9").turn_count(8);
}

/// Plays a whole game, comparing the number of legal turns before each turn and the result.
fn replay(turns: &str, counts: &str, result: &str) {
    let mut table = table();
    assert_eq!(turns.split(' ').count(), counts.split(' ').count());
    for (turn, count) in turns.split(' ').zip(counts.split(' ')) {
        table.unfinished().turn_count(count.parse().unwrap()).play(turn);
    }
    table.over_with(result).turns_are("").side_is("none");
}

#[test]
fn the_shortest_game_has_twenty_actions() {
    replay(
        "deux-blanc g7-g9 g9-i9 deux-blanc i9-i11 i11-k11 deux-blanc k11-k13 k13-m13 deux-noir @g7-e7 e7-e5 deux-noir \
         e5-c5 c5-c3 deux-noir c3-a3 a3-a1 un-noir a1-b1",
        "8 2 2 8 2 2 8 2 2 8 252 2 8 2 2 8 2 2 8 2",
        "W+1",
    );
}

#[test]
fn the_shortest_game_reflected_is_won_by_black() {
    replay(
        "deux-noir g7-i7 i7-i9 deux-noir i9-k9 k9-k11 deux-noir k11-m11 m11-m13 deux-blanc @g7-g5 g5-e5 deux-blanc \
         e5-e3 e3-c3 deux-blanc c3-c1 c1-a1 un-blanc a1-a2",
        "8 2 2 8 2 2 8 2 2 8 252 2 8 2 2 8 2 2 8 2",
        "B+1",
    );
}

#[test]
fn a_game_in_which_white_joins_both_pairs() {
    replay(
        "deux-blanc g7-g9 g9-i9 deux-blanc i9-i11 i11-k11 deux-blanc k11-k13 k13-m13 un-positive m13-l12 @d9-g6 \
         deux-noir g6-e6 e6-e4 deux-noir e4-c4 c4-c2 un-noir c2-d2 @b4-b1 un-blanc @a1-a2",
        "8 2 2 8 2 2 8 2 2 8 2 168 8 2 2 8 2 2 8 3 190 8 450",
        "B+0.5",
    );
}

#[test]
fn a_game_in_which_black_joins_both_pairs() {
    replay(
        "deux-blanc g7-g9 g9-i9 deux-blanc i9-i11 i11-k11 deux-blanc k11-k13 k13-m13 un-positive m13-l12 @d9-g6 \
         deux-noir g6-e6 e6-e4 deux-noir e4-c4 c4-c2 deux-negative c2-a4 a4-c6 un-blanc c6-c5 @d2-a2 un-noir @a1-b1",
        "8 2 2 8 2 2 8 2 2 8 2 168 8 2 2 8 2 2 8 1 1 8 3 174 8 424",
        "W+0.5",
    );
}
