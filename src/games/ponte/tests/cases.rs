//! Counts of legal turns that independent programs agree on, and whole games to their end.

use super::{Table, table};

/// Plays a game written without the choice of colour; the second seat chooses dark.
fn game(options: &str, turns: &str) -> Table {
    let mut t = Table::new("ponte", options);
    for (number, turn) in turns.split_whitespace().enumerate() {
        t.play(turn);
        if number == 0 {
            t.play("choose-dark");
        }
    }
    t
}

/// The first turns of a game.
fn first(count: usize, turns: &str) -> String {
    turns.split_whitespace().take(count).collect::<Vec<_>>().join(" ")
}

/// Forty turns of a random game.
const GAME_0: &str = "j6,d9 b2,g5 c1,j10 c7,h9 h3,i4 d2,a5 i4-j6 f1,f9 b4,d5 f9-h9 e2,d7 a5-c7 i3,b5 i7,g8 h8,i10 b2-d2 \
    d5-d7 f3,c9 d1,a6 j2,d3 g1,b8 c4,a9 h8-j10 f3-g5 e7,g7 h5,f6 c3,j4 g2,e8 g1-i3 h5-i7 e7-g7 e5,e6 \
    a6-b8 c8,a10 h1,d10 b1,i2 a1,f8 a10-c8 i1,j9 d3-e5";

/// Forty turns of another.
const GAME_1: &str = "e2,j7 c4,f4 g7,i10 i6,c8 f6,g9 j5,e10 h1,h10 e6,c7 i1,j4 b3,c5 g8,d9 c2,e5 a2,a7 h4,e9 g8-i10 c2-c4 \
    h3,e4 g5,f8 h3-i1 c7-e5 e2-e4 e1,j8 b4,j9 g5-i6 d4,j6 h7,e8 j1,b2 g2,d3 d2,a6 h7-j8 a3,i3 f4-g2 \
    d1,b8 e6-f8 a10,c10 a1,j2 b6,d10 f1,b9 f2,a9 c8-e8";

/// A game after which light can only pass.
const LIGHT_STUCK: &str = "j2,e5 h2,c4 d3,b8 f5,b10 d3-e5 a3,f4 i2,h5 a3-c4 c2,f9 j9,g10 g3,a5 a2,g6 g3-h5 b6,e7 i3,e8 e3,i9 \
    a6,c10 e7-g6 e6,c9 h1,j5 i6,h7 g10-i9 j1,b7 g1,j3 f2,g5 d5,a8 a4,c6 i5,i7 a4-c6 f1,a10 c5,i8 d2,j4 \
    c10-e8 g8,h8 c1,j8 a9,d10 j6,i10 e10,j10 b2,f8 d1,j7 e2,g7 d1-f1 a1,d7 c3,d8 b7-d7 b1,e9";

/// A game after which dark can build or pass.
const DARK_BUILDS: &str = "g3,e5 i2,b8 f4,i5 h4,b7 b5,j10 f3,d4 i1,c5 h4-i2 e1,b3 d4-f3 f2,c6 g4,e9 a5,g5 j4,d9 j9,i10 e7,g9 \
    j5,g8 c2,h9 h7,e8 j7,j8 d2,f10 h9-j8 i6,h8 a8,h10 h2,b10 g7,f8 h1,d10 j1,b4 c6-e5 b7-d9 a9,a10 \
    a3,e10 a1,c9 e9-g9 b10-d10 f5,j6 a9-c9 j3,c7 b1,a2 f1,c4 d1,g6 b2,g2 c3,d8 h5,e6 b1-d1 e2,i7 f7,g10";

/// A game after which dark has squares for one stone but not for two.
const NO_PAIR: &str = "c1,g4 g2,i4 j4,d6 g2-i4 f5,b9 e8,h10 c7,d9 e2,j7 g3,b10 a6,i10 f2,e6 j8,i9 b7,a10 i3,e4 b7-d9 b5,d7 \
    g6,d8 f1,f3 a1,i5 g1,c3 g3-i5 c2,d4 e6-g6 h7,g8 c5,g9 a8,e10 a9,j9 a5,i6 h1,i1 i2,c6 a3,h6 b3,d10 \
    j3,i7 b1,d5 g4-h6 e7,h8 i8,h9 j5,b8 e1,b6 j1,f10 d3,f9 d1,a2 a3-c5";

/// A game that leaves dark stuck.
const OVER_0: &str = "i1,g2 i3,d9 d5,e7 c8,f10 c3,h9 d9-f10 g5,b7 g1,g3 a2,h7 b4,i5 e8,i10 e4,i8 j2,h5 c1,d8 i2,b5 g1-i3 \
    c5,b10 g3-i5 a7,j8 f3,a8 h5-h7 a8-c8 b7-d5 d1,j6 a7-c5 a6,g10 b2,b9 j1,c7 e7-g5 e3,h10 f5,j5 a9,i9 \
    h3,a4 a3,i4 a1,i6 d1-e3 g9,j10 g7,g8 f2,f9 i8-j6 j8-j10 f1,a10 e6,c10 g7-i9 d3,d10 b3,a5 e1,j4 \
    h1,c2 j2-j4 g6,f8 b5-d3";

/// A game that leaves dark stuck.
const OVER_1: &str = "a2,b10 b4,i10 e2,b5 i8,d10 e1,c7 i8-i10 c1,i2 h6,i6 c1-e2 h7,j8 b5-c7 h6-j8 g3,f6 a3,a7 h5,e7 h4,j4 \
    h1,a8 j2,e8 e1-g3 a6,c8 a8-b10 h4-j4 f6-h5 a1,g9 i3,b8 e3,j3 b1,b3 c8-d10 j7,h9 d7,g8 i1,g7 e8-g9 \
    c3,a4 f5,h10 d3,g4 c2,c10 c5,i5 b7,e9 f4,d8 g2,d4 c5-e7 j1,c4 j5,f10 d4-f5 e6,e10 h3,j9 d5,h8 h2,f7 \
    j5-j7 b2,a10 f1,j10";

#[test]
fn count_an_empty_board() {
    table().turn_count(4950); // 4950 pairs, 0 bridges
}

#[test]
fn count_after_two_distant_stones() {
    game("", "d4,f4").turn_count(4753); // 4753 pairs, 0 bridges
}

#[test]
fn count_after_two_adjacent_stones() {
    game("", "e5,e6").turn_count(4753); // 4753 pairs, 0 bridges
}

#[test]
fn count_with_one_bridge_possible() {
    game("", "d4,f4 a1,a3").turn_count(4561); // 4560 pairs, 1 bridge
}

#[test]
fn count_after_corner_stones() {
    game("", "a1,j10 a10,j1").turn_count(4560); // 4560 pairs, 0 bridges
}

#[test]
fn count_with_one_bridge_built() {
    game("", "d4,f4 a1,a3 d4-f4").turn_count(4466); // 4465 pairs, 1 bridge
}

#[test]
fn count_with_three_stone_groups_and_closed_squares() {
    game("", "e5,e6 c3,d3 f5,f7 c5,g3 f5-f7 c3-c5").turn_count(3486); // 3486 pairs, 0 bridges
}

#[test]
fn count_with_an_off_centre_crossing() {
    game("", "c3,e5 c6,e4 h2,h4 g7,i9 c3-e5").turn_count(4096); // 4095 pairs, 1 bridge
}

#[test]
fn count_with_parallel_knight_bridges() {
    game("", "a1,b3 h8,j6 b1,c3 j10,h10 a1-b3 f1,f3").turn_count(3823); // 3822 pairs, 1 bridge
}

#[test]
fn count_with_forbidden_completions() {
    game("", "a1,b1 h8,g8 c1,e2 h7,f6 e1,j3 b9,c9").turn_count(3725); // 3723 pairs, 2 bridges
}

#[test]
fn counts_in_random_game_0() {
    game("", &first(10, GAME_0)).turn_count(3241); // 3240 pairs, 1 bridge
    game("", &first(30, GAME_0)).turn_count(727); // 725 pairs, 2 bridges
    game("", &first(40, GAME_0)).turn_count(219); // 218 pairs, 1 bridge
}

#[test]
fn counts_in_random_game_1() {
    game("", &first(10, GAME_1)).turn_count(3129); // 3128 pairs, 1 bridge
    game("", &first(30, GAME_1)).turn_count(650); // 649 pairs, 1 bridge
    game("", &first(40, GAME_1)).turn_count(29); // 23 pairs, 6 bridges
}

#[test]
fn light_stuck_passes_and_dark_has_one_more_turn() {
    // Counts 1, 1, 0: the pass, dark's last pair (c8 joins d8, d6 joins d5, no island made or touched), the end.
    let mut t = game("", LIGHT_STUCK);
    t.turns_are("pass").score_has("light_points=1 dark_points=3 light_bridges=5 dark_bridges=4");
    t.play("pass").turns_are("c8,d6").play("c8,d6").turns_are("").over_with("B+2");
}

#[test]
fn dark_builds_or_passes() {
    // No pair, 5 bridges, pass.
    game("", DARK_BUILDS).turns_are("c4-e2 c7-e6 c7-e7 h5-j3 j1-j3 pass").play("pass").over_with("B+2");
}

#[test]
fn squares_for_one_stone_but_not_for_two() {
    game("", NO_PAIR).legal("pass").turn_count(14); // no pair, 13 bridges, pass
}

#[test]
fn first_game_that_leaves_dark_stuck() {
    for options in ["", "tiles=40 bridges=15"] {
        game(options, OVER_0).over_with("B+2").score_has("light_points=1 dark_points=3");
    }
}

#[test]
fn second_game_that_leaves_dark_stuck() {
    for options in ["", "tiles=40 bridges=15"] {
        game(options, OVER_1).over_with("B+2").score_has("light_points=1 dark_points=3");
    }
}
