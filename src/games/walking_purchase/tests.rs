//! The rules of Walking Purchase, sentence by sentence: board, turns and notation. Ends, score,
//! repetition and position strings are in `ends`.

mod ends;
mod reference;

use crate::games::testkit::{Reference, Table};

/// A fresh game with default options.
fn table() -> Table {
    Table::new("walking-purchase", "")
}

/// The position string of pieces such as `Wp1 wd4` (letter as in the string, then the square)
/// followed by its other four fields.
fn string(pieces: &str, rest: &str) -> String {
    let mut board = vec![vec!['.'; 16]; 16];
    for piece in pieces.split_whitespace() {
        let file = piece.as_bytes()[1] - b'a';
        let rank: usize = piece[2..].parse().unwrap();
        let square = &mut board[16 - rank][usize::from(file)];
        assert_eq!(*square, '.', "{piece} stands on another piece");
        *square = piece.chars().next().unwrap();
    }
    let mut ranks = Vec::new();
    for rank in board {
        let mut text: String = rank.into_iter().collect();
        for run in (1..=16).rev() {
            text = text.replace(&".".repeat(run), &run.to_string());
        }
        ranks.push(text);
    }
    ranks.join("/") + " " + rest
}

/// A table with these pieces on it and default options.
fn set(pieces: &str, rest: &str) -> Table {
    Table::at("walking-purchase", "", &string(pieces, rest))
}

/// A table with these pieces on it, under rule options.
fn set_with(options: &str, pieces: &str, rest: &str) -> Table {
    Table::at("walking-purchase", options, &string(pieces, rest))
}

/// White's runners shut in for good behind four own stones on the edge (8 points): none of them can
/// be jumped, for behind each is a runner or the end of the board.
const WHITE_SHUT: &str = "Wa16 wa15 wb16 Wp1 wo1 wp2";

/// The same for Black.
const BLACK_SHUT: &str = "Ba1 ba2 bb1 Bp16 bo16 bp15";

/// Both sides shut in, and some stones between them: only captures are left.
fn captures_of(stones: &str) -> Table {
    set(&format!("{WHITE_SHUT} {BLACK_SHUT} {stones}"), "w 0 0 b")
}

/// The runners of the start, for positions in which they do not matter.
const CORNERS: &str = "Wp1 Wa16 Ba1 Bp16";

/// The pieces given and the runners which they lack (of two a side), put into corners, and besides
/// one piece of the given kind on the given square. `pieces` has no Black runner and one White at most.
fn with_blocker(pieces: &str, kind: &str, square: &str) -> Table {
    let mut all = format!("{pieces} {kind}{square} Bp16");
    let mut white = all.matches('W').count();
    for corner in ["Wp1", "Wa16"] {
        if white < 2 {
            all = format!("{all} {corner}");
            white += 1;
        }
    }
    if kind != "B" {
        all += " Ba1";
    }
    set(&all, "w 0 0 -")
}

/// Everything that can stand in the way: stones and runners of both sides.
const KINDS: [&str; 4] = ["w", "b", "W", "B"];

// ---- Board and sides ----

#[test]
fn runners_start_in_opposite_corners() {
    table().position_is("W14B/16/16/16/16/16/16/16/16/16/16/16/16/16/16/B14W w 0 0 -");
    Table::new("walking-purchase", "corners=opposite")
        .position_is("W14B/16/16/16/16/16/16/16/16/16/16/16/16/16/16/B14W w 0 0 -");
}

#[test]
fn runners_start_on_own_sides_with_corners_sides() {
    let mut t = Table::new("walking-purchase", "corners=sides");
    t.position_is("B14W/16/16/16/16/16/16/16/16/16/16/16/16/16/16/B14W w 0 0 -");
    // Each runner still has 14 turning squares on either edge and 15 squares beyond each.
    t.turn_count(840).legal("p16-o2(o)").illegal("a16-b2(b)").play("p16-o2(o)").legal("a16-b2(b)");
}

#[test]
fn white_begins_and_sides_alternate() {
    let mut t = table();
    t.side_is("white").illegal("a1-c3(a)").play("p1-n3(p)");
    t.side_is("black").illegal("a16-c14(a)").play("a1-c3(a)");
    t.side_is("white");
}

#[test]
fn board_is_sixteen_squares_each_way() {
    // From p1 up to p15 and across to a15; from a16 across to b16 and down to b1.
    let mut t = table();
    t.legal("p1-a15").legal("a16-b1").legal("p1-a2");
    t.illegal("p1-q2").illegal("p1-o17").illegal("p1-o0");
}

#[test]
fn any_number_of_stones() {
    // A board full of white stones. Rings: 60 x 2 + 52 x 4 + 44 x 8 + 36 x 16 + 28 x 32 + 20 x 64
    // + 12 x 128 + 4 x 256 = 5992; the runners take the corners, 4 x 2 = 8.
    let full = "w".repeat(16);
    let edge = |left, right| format!("{left}{}{right}", "w".repeat(14));
    let middle = vec![full; 14].join("/");
    let position = format!("{}/{middle}/{} w 0 0 -", edge("W", "B"), edge("B", "W"));
    let mut t = Table::at("walking-purchase", "", &position);
    t.position_is(&position).over_with("W+5856");
    t.score_has("white_stones=252 black_stones=0 white_points=5984 compensation=128");
}

// ---- A turn, 1: walk ----

#[test]
fn walk_leaves_an_own_stone_where_it_turns() {
    let mut t = table();
    t.play("p1-h8(h)");
    t.position_is("W14B/16/16/16/16/16/16/16/7W8/16/16/16/16/16/16/B6w8 b 0 0 w");
    t.undo().play("p1-h8(p)");
    t.position_is("W14B/16/16/16/16/16/16/16/7W7w/16/16/16/16/16/16/B15 b 0 0 w");
    t.play("a1-c4(a)");
    t.position_is("W14B/16/16/16/16/16/16/16/7W7w/16/16/16/b1B13/16/16/16 w 0 0 b");
}

#[test]
fn walk_is_made_by_either_own_runner_and_no_other() {
    let mut t = table();
    t.legal("p1-n3(n)").legal("a16-c14(c)");
    t.illegal("a1-c3(c)").illegal("p16-n14(n)");
    t.play("a16-c14(c)").legal("a1-d3(d)").legal("p16-n14(n)");
    t.illegal("p1-n3(n)");
}

#[test]
fn stone_does_not_walk() {
    let mut t = set(&format!("{CORNERS} wd4"), "w 0 0 -");
    t.illegal("d4-f6(d)").legal("p1-f6(p)");
}

#[test]
fn both_legs_are_at_least_one_square() {
    let mut t = table();
    t.illegal("p1-p2").illegal("p1-o1").illegal("p1-p1");
    t.illegal("p1-p2(p)").illegal("p1-h1(h)").illegal("p1-h1(p)");
    t.legal("p1-o2(o)").legal("p1-o2(p)");
}

#[test]
fn straight_way_alone_is_no_walk() {
    // 2 . w w w      White can go to o1 and n1 but cannot turn there.
    // 1 w . . W
    //   m n o p
    let pieces = "Wa16 wa15 wb16 Wp1 wp2 wo2 wn2 wm1 Ba1 Bp16";
    set(pieces, "w 0 0 b").turns_are("").side_is("none");
    // With n2 and n3 free it turns on n1.
    let pieces = "Wa16 wa15 wb16 Wp1 wp2 wo2 wn4 wm1 Ba1 Bp16";
    set(pieces, "w 0 0 b").turns_are("p1-n2 p1-n3");
}

#[test]
fn walk_turns_exactly_once() {
    // 3 . w .        From o2 the runner would have to turn again to reach n2.
    // 2 . . w
    // 1 w . W
    //   n o p
    let pieces = "Wa16 wa15 wb16 Wp1 wp2 wo3 wn1 Ba1 Bp16";
    let mut t = set(pieces, "w 0 0 b");
    t.turns_are("p1-o2").illegal("p1-n2").illegal("p1-n2(o)");
}

#[test]
fn legs_have_any_length() {
    // From d4 over d8: every length of either leg, in all directions.
    let mut t = set("Wd4 Wa16 Ba1 Bp16", "w 0 0 -");
    for to in ["e5", "e16", "p5", "p15", "c5", "b16", "e3", "e1", "p3", "c3", "a3", "b1"] {
        t.legal(&format!("d4-{to}(d)"));
    }
}

#[test]
fn nothing_may_stand_on_the_first_leg() {
    for kind in KINDS {
        let mut t = with_blocker("Wd4", kind, "d6");
        t.illegal("d4-h8(d)").legal("d4-h8(h)").legal("d4-h5(d)");
        let mut t = with_blocker("Wd4", kind, "f4");
        t.illegal("d4-h8(h)").legal("d4-h8(d)").legal("d4-e8(e)");
    }
}

#[test]
fn nothing_may_stand_on_the_turning_square() {
    for kind in KINDS {
        let mut t = with_blocker("Wd4", kind, "d8");
        t.illegal("d4-h8(d)").legal("d4-h8(h)");
        let mut t = with_blocker("Wd4", kind, "h4");
        t.illegal("d4-h8(h)").legal("d4-h8(d)");
    }
}

#[test]
fn nothing_may_stand_on_the_second_leg() {
    for kind in KINDS {
        let mut t = with_blocker("Wd4", kind, "f8");
        t.illegal("d4-h8(d)").legal("d4-h8(h)").legal("d4-e8(d)");
        let mut t = with_blocker("Wd4", kind, "h7");
        t.illegal("d4-h8(h)").legal("d4-h8(d)").legal("d4-h6(h)");
    }
}

#[test]
fn nothing_may_stand_on_the_arrival_square() {
    for kind in KINDS {
        let mut t = with_blocker("Wd4", kind, "h8");
        t.illegal("d4-h8(d)").illegal("d4-h8(h)").illegal("d4-h8");
        t.legal("d4-g8(d)").legal("d4-h7(h)");
        // Nor can it be passed over.
        t.illegal("d4-i8(d)").illegal("d4-h9(h)");
    }
}

// ---- A turn, 2: capture ----

#[test]
fn stone_jumps_over_adjacent_enemy_stone_and_takes_it() {
    let mut t = captures_of("wd3 bd4");
    t.turns_are("d3xd5").play("d3xd5");
    let after = format!("{WHITE_SHUT} {BLACK_SHUT} wd5");
    t.position_is(&string(&after, "b 1 0 w"));
}

#[test]
fn black_captures_alike() {
    let mut t = set(&format!("{CORNERS} bd3 wd4 we5"), "b 7 2 w");
    t.legal("d3xd5").play("d3xd5xf5");
    t.position_is(&string(&format!("{CORNERS} bf5"), "w 7 4 b"));
    t.score_has("white_prisoners=7 black_prisoners=4");
}

#[test]
fn jumps_go_in_all_four_directions() {
    captures_of("wd4 bd5 bd3 bc4 be4").turns_are("d4xd6 d4xd2 d4xb4 d4xf4");
}

#[test]
fn jumps_are_not_diagonal() {
    captures_of("wd4 be5").turns_are("").illegal("d4xf6");
    captures_of("wd4 be4").turns_are("d4xf4");
}

#[test]
fn own_stones_are_not_jumped() {
    captures_of("wd3 wd4").turns_are("");
    captures_of("wd3 wd4 bd5").turns_are("d4xd6");
}

#[test]
fn jumped_stone_is_adjacent_and_landing_is_right_behind_it() {
    let mut t = captures_of("wd3 bd5");
    t.turns_are("").illegal("d3xd7").illegal("d3xd6");
    let mut t = captures_of("wd3 bd4");
    t.legal("d3xd5").illegal("d3xd6").illegal("d3xd4").illegal("d3-d5");
}

#[test]
fn only_own_stones_capture() {
    let mut t = captures_of("wd3 bd4");
    t.illegal("d4xd2").legal("d3xd5");
    captures_of("bd4").turns_are("").illegal("d3xd5");
}

#[test]
fn landing_square_is_empty() {
    for kind in KINDS {
        let mut t = with_blocker("wd3 bd4 be3", kind, "d5");
        t.illegal("d3xd5").legal("d3xf3");
    }
}

#[test]
fn later_landing_squares_are_empty_too() {
    for kind in KINDS {
        let mut t = with_blocker("wd3 bd4 be5", kind, "f5");
        t.illegal("d3xd5xf5").legal("d3xd5");
    }
    captures_of("wd3 bd4 be5").legal("d3xd5xf5");
}

#[test]
fn no_jump_leaves_the_board() {
    // One pair against each edge.
    captures_of("wd15 bd16 wd2 bd1 wb8 ba8 wo8 bp8").turns_are("");
    // Each a square further in.
    captures_of("wd14 bd15 wd3 bd2 wc8 bb8 wn8 bo8").turns_are("d14xd16 d3xd1 c8xa8 n8xp8");
}

#[test]
fn series_turn_or_go_on_and_stop_after_any_jump() {
    captures_of("wd3 bd4 be5").turns_are("d3xd5 d3xd5xf5");
    captures_of("wd3 bd4 bd6").turns_are("d3xd5 d3xd5xd7");
    captures_of("wd3 bd4 bc5 be5").turns_are("d3xd5 d3xd5xb5 d3xd5xf5");
    // d3, d5, then right, down, right.
    captures_of("wd3 bd4 be5 bf4 bg3")
        .turns_are("d3xd5 d3xd5xf5 d3xd5xf5xf3 d3xd5xf5xf3xh3")
        .play("d3xd5xf5xf3xh3")
        .side_is("none")
        .score_has("white_prisoners=4 black_stones=4");
}

#[test]
fn a_prefix_is_a_whole_turn() {
    let mut t = set(&format!("{CORNERS} wd3 bd4 be5"), "w 0 0 -");
    t.play("d3xd5").side_is("black").illegal("d5xf5");
    t.position_is(&string(&format!("{CORNERS} wd5 be5"), "b 1 0 w"));
}

#[test]
fn each_stone_is_jumped_once() {
    // The start counts as empty, so only the second jump over d4 forbids the way back.
    captures_of("wd3 bd4").turns_are("d3xd5").illegal("d3xd5xd3");
    captures_of("wd3 bd4 be5").illegal("d3xd5xf5xd5").illegal("d3xd5xf5xd5xd3");
}

#[test]
fn starting_square_counts_as_empty() {
    // 5 . b .      The ring around e4, both ways round.
    // 4 b . b
    // 3 w b .
    //   d e f
    let mut t = captures_of("wd3 bd4 be5 bf4 be3");
    t.turns_are(
        "d3xd5 d3xd5xf5 d3xd5xf5xf3 d3xd5xf5xf3xd3 \
         d3xf3 d3xf3xf5 d3xf3xf5xd5 d3xf3xf5xd5xd3",
    );
    t.play("d3xd5xf5xf3xd3");
    t.position_is(&string(&format!("{WHITE_SHUT} {BLACK_SHUT} wd3"), "b 4 0 w"));
}

#[test]
fn series_to_the_same_position_are_different_turns() {
    let after = string(&format!("{WHITE_SHUT} {BLACK_SHUT} wd3"), "b 4 0 w");
    let mut t = captures_of("wd3 bd4 be5 bf4 be3");
    t.turn_count(8);
    t.play("d3xd5xf5xf3xd3").position_is(&after).undo();
    t.play("d3xf3xf5xd5xd3").position_is(&after);
    // To the opposite corner of the ring there are two ways, but they take different stones.
    let mut t = captures_of("wd3 bd4 be5 bf4 be3");
    let left = string(&format!("{WHITE_SHUT} {BLACK_SHUT} wf5 bf4 be3"), "b 2 0 w");
    let right = string(&format!("{WHITE_SHUT} {BLACK_SHUT} wf5 bd4 be5"), "b 2 0 w");
    t.play("d3xd5xf5").position_is(&left).undo();
    t.play("d3xf3xf5").position_is(&right);
}

#[test]
fn series_goes_on_over_its_starting_square() {
    let mut t = captures_of("wd3 bd4 be5 bf4 be3 bc3");
    // The eight of the ring, the short way to b3, and both ways round and on to b3.
    t.turn_count(11).legal("d3xb3");
    t.legal("d3xf3xf5xd5xd3xb3").play("d3xd5xf5xf3xd3xb3");
    t.position_is(&string(&format!("{WHITE_SHUT} {BLACK_SHUT} wb3"), "b 5 0 w"));
}

#[test]
fn squares_may_be_visited_several_times() {
    // Up to d3, once around e4, and on to b3.
    let mut t = captures_of("wd1 bd2 bd4 be5 bf4 be3 bc3");
    t.legal("d1xd3xd5xf5xf3xd3").legal("d1xd3xf3xf5xd5xd3xb3");
    t.illegal("d1xd3xd5xf5xf3xd3xd5").illegal("d1xd3xd5xf5xf3xd3xd1");
    t.play("d1xd3xd5xf5xf3xd3xb3");
    t.score_has("white_prisoners=6 black_stones=4");
}

#[test]
fn runners_are_not_captured() {
    for runner in ["W", "B"] {
        let mut t = with_blocker("wd3 be3", runner, "d4");
        t.illegal("d3xd5").legal("d3xf3");
        // Nor in the middle of a series.
        let mut t = with_blocker("wd3 bd4", runner, "e5");
        t.illegal("d3xd5xf5").legal("d3xd5");
    }
    with_blocker("wd3 be3", "b", "d4").legal("d3xd5");
}

#[test]
fn runners_do_not_capture() {
    let mut t = with_blocker("Wd3", "b", "d4");
    t.illegal("d3xd5").legal("d3-e5(e)");
    with_blocker("wd3", "b", "d4").legal("d3xd5");
}

#[test]
fn capturing_is_never_compulsory() {
    let pieces = "Wa16 wa15 wb16 Wp1 wp2 wo3 wn1 Ba1 Bp16 wd8 bd9";
    let mut t = set(pieces, "w 0 0 b");
    t.turns_are("p1-o2 d8xd10").play("p1-o2").side_is("black");
}

#[test]
fn a_side_without_a_walk_captures() {
    let mut t = captures_of("wd8 bd9");
    t.unfinished().side_is("white");
    t.turns_are("d8xd10").illegal("pass").illegal("p1-o2");
}

#[test]
fn there_is_no_passing() {
    table().illegal("pass").legal("p1-o2(o)");
}

// ---- Notation ----

#[test]
fn ambiguous_walk_needs_the_turning_file() {
    let mut t = table();
    t.ambiguous("p1-h8").legal("p1-h8(h)").legal("p1-h8(p)");
    t.legal("p1-h8 (h)").legal("p1-h8 (p)");
    t.illegal("p1-h8(c)").illegal("p1-h8(a)");
}

#[test]
fn the_worked_walk() {
    let mut t = set("Wa1 Wa16 Bp1 Bp16", "w 0 0 -");
    t.ambiguous("a1-h8").legal("a1-h8 (a)").play("a1-h8(a)");
    t.position_is(&string("Wh8 Wa16 Bp1 Bp16 wa8", "b 0 0 w"));
    t.undo().play("a1-h8(h)");
    t.position_is(&string("Wh8 Wa16 Bp1 Bp16 wh1", "b 0 0 w"));
}

#[test]
fn needless_parentheses_are_taken_if_true() {
    let mut t = set("Wd4 Wa16 Ba1 Bp16 bf8", "w 0 0 -");
    t.legal("d4-h8").legal("d4-h8(h)").legal("d4-h8 (h)");
    t.illegal("d4-h8(d)").illegal("d4-h8 (d)").illegal("d4-h8(e)");
    let after = string("Wh8 Wa16 Ba1 Bp16 bf8 wh4", "b 0 0 w");
    t.play("d4-h8(h)").position_is(&after).undo();
    t.play("d4-h8").position_is(&after);
}

#[test]
fn parentheses_are_written_exactly_when_needed() {
    // 3 . w w      Two ways to o2; when p2 is taken, one.
    // 2 w . .
    // 1 w . W
    //   n o p
    let pieces = "Wa16 wa15 wb16 Wp1 wn1 wn2 wo3 Ba1 Bp16";
    set(&format!("{pieces} wp3"), "w 0 0 b").turns_are("p1-o2(o) p1-o2(p)");
    set(&format!("{pieces} wp2"), "w 0 0 b").turns_are("p1-o2");
}

#[test]
fn moves_are_read_without_regard_to_case() {
    table().legal("P1-H8(H)").legal("A16-B1").illegal("P1-H8(A)");
    captures_of("wd3 bd4 be5").legal("D3XD5XF5").illegal("D3XF3");
}

// ---- Facts to reproduce ----

#[test]
fn turns_of_the_first_two_plies() {
    let mut t = table();
    t.turn_count(840);
    for (first, replies) in [("p1-h8(h)", 702), ("p1-h8(p)", 715), ("p1-o16(o)", 615), ("p1-a15(p)", 628)] {
        t.play(first).turn_count(replies).undo();
    }
}

// ---- The reference ----

#[test]
fn reference_agrees_move_by_move() {
    let mut random: u64 = 1;
    for options in [vec![], vec![("edge", "1"), ("corners", "sides"), ("repetition", "2")]] {
        let words: Vec<String> = options.iter().map(|(n, v)| format!("{n}={v}")).collect();
        let mut t = Table::new("walking-purchase", &words.join(" "));
        let mut slow = reference::Slow::start(&options);
        while slow.final_score().is_none() {
            let turns = slow.turns();
            t.unfinished().turns_are(&turns.join(" "));
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let turn = &turns[(random >> 33) as usize % turns.len()];
            t.play(turn);
            slow.play(turn);
            t.position_is(&slow.position());
            for (key, value) in slow.score() {
                t.score_has(&format!("{key}={value}"));
            }
            let again = reference::Slow::at(&slow.position(), &options);
            assert_eq!(again.score(), slow.score());
        }
        t.over_with(&slow.final_score().unwrap());
    }
}

/// Random games and set-ups: turn lists, positions, results, score facts.
#[test]
fn agrees_with_the_slow_reference_in_20000_positions() {
    for (seed, options, count) in [
        (1, "", 12_000),
        (2, "edge=1 repetition=2", 4_000),
        (3, "corners=sides", 2_000),
        (4, "edge=1 corners=sides repetition=3", 2_000),
    ] {
        crate::games::testkit::compare::<reference::Slow>("walking-purchase", options, count, seed);
    }
}
