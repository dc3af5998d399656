//! The rules of Walking Purchase, sentence by sentence: ends, score, repetition, position strings.

use super::{BLACK_SHUT, CORNERS, WHITE_SHUT, captures_of, set, set_with, string, table};
use crate::games::testkit::Table;

// ---- End ----

/// Plays a game; before each turn the number of legal turns.
fn game(moves: &str, counts: &[usize], result: &str) {
    let mut t = table();
    for (turn, count) in moves.split(' ').zip(counts) {
        t.unfinished().turn_count(*count);
        t.play(turn);
    }
    assert_eq!(moves.split(' ').count(), counts.len());
    t.over_with(result).turns_are("").side_is("none");
}

#[test]
fn three_turns_can_end_the_game() {
    let moves = "a16-n3(a) p16-a2(p) p1-b2(b)";
    game(moves, &[840, 626, 625], "W+0.5");
}

#[test]
fn hand_checked_games_of_four_turns() {
    let moves = "a16-k2(k) a1-n9(n) k2-o1(o) p16-e3(p)";
    game(moves, &[840, 667, 618, 646], "0");
    let moves = "a16-c3(a) a1-o2(o) c3-p2(p) p16-c13(c)";
    game(moves, &[840, 637, 618, 803], "B+1");
}

#[test]
fn hand_checked_longer_games() {
    let moves = "a16-b8(b) p16-l4(p) p1-b2(b) l4-a3(a) b8-i3(b)";
    game(moves, &[840, 799, 637, 590, 663], "W+1");
    let moves = "a16-o9(o) a1-n7(n) o9-p11(p) n7-o15(n) p11-o14(p)";
    game(moves, &[840, 618, 585, 481, 398], "B+1.5");
    let moves = "a16-k11(a) a1-l10(l) k11-b2(b) p16-o3(p) b2-n1(n) l10-d3(l) n1-o2(o) d3-a5(d)";
    game(moves, &[840, 741, 644, 801, 349, 778, 18, 574], "B+18");
}

#[test]
fn stuck_side_to_move_ends_the_game() {
    // White: 4 stones on the edge, 8 points, less half a stone of 2.
    let mut t = set(&format!("{WHITE_SHUT} Ba1 Bp16"), "w 0 0 b");
    t.over_with("W+7").turns_are("").side_is("none");
    let mut t = set(&format!("{BLACK_SHUT} Wp1 Wa16"), "b 0 0 w");
    t.over_with("B+8").turns_are("").side_is("none");
}

#[test]
fn being_stuck_out_of_turn_ends_nothing() {
    let mut t = set(&format!("{WHITE_SHUT} Ba1 Bp16"), "b 0 0 w");
    t.unfinished().side_is("black").legal("a1-c3(a)");
    let mut t = set(&format!("{BLACK_SHUT} Wp1 Wa16"), "w 0 0 b");
    t.unfinished().side_is("white").legal("p1-n3(n)");
    // Black stays shut in: the game ends when it is Black's turn. White n1 2 x a quarter - 8.
    t.play("p1-n3(n)").over_with("B+7.5");
}

#[test]
fn a_capture_left_keeps_the_game_going() {
    let mut t = captures_of("wd8 bd9");
    t.unfinished().side_is("white").turn_count(1);
    // With the black stone out of reach White is stuck: 8 + 16 less 8, against 8 + 16.
    captures_of("wd8 bd10").over_with("B+8");
}

#[test]
fn a_walk_left_keeps_the_game_going() {
    let pieces = "Wa16 wa15 wb16 Wp1 wp2 wo3 wn1 Ba1 Bp16";
    set(pieces, "w 0 0 b").unfinished().turn_count(1);
    set(&format!("{pieces} wo2"), "w 0 0 b").turns_are("");
}

#[test]
fn being_shut_in_is_no_loss_in_itself() {
    // White is stuck and wins: 8 + 256 less 128.
    let mut t = set(&format!("{WHITE_SHUT} Ba1 Bp16 wh8"), "w 0 0 b");
    t.over_with("W+136");
    // Black is stuck and wins: 8 against d4, 16 less 12.
    let mut t = set(&format!("{BLACK_SHUT} Wp1 Wa16 wd4"), "b 0 0 w");
    t.over_with("B+4");
}

#[test]
fn last_turn_can_be_taken_back() {
    let mut t = table();
    t.play("a16-n3(a) p16-a2(p) p1-b2(b)").over_with("W+0.5");
    t.undo().unfinished().side_is("white").turn_count(625);
    t.undo().undo();
    t.position_is("W14B/16/16/16/16/16/16/16/16/16/16/16/16/16/16/B14W w 0 0 -");
}

// ---- Score ----

/// Values of the lower left quarter with `edge=2`; the other quarters mirror it.
const VALUES: [[u32; 8]; 8] = [
    [2, 2, 2, 2, 2, 2, 2, 2],
    [2, 4, 4, 4, 4, 4, 4, 4],
    [2, 4, 8, 8, 8, 8, 8, 8],
    [2, 4, 8, 16, 16, 16, 16, 16],
    [2, 4, 8, 16, 32, 32, 32, 32],
    [2, 4, 8, 16, 32, 64, 64, 64],
    [2, 4, 8, 16, 32, 64, 128, 128],
    [2, 4, 8, 16, 32, 64, 128, 256],
];

/// One stone of each colour in turn on every square, and its points.
fn each_square(options: &str, worth: impl Fn(u32, bool) -> u32) {
    for file in 0..16_usize {
        for rank in 0..16_usize {
            let (column, row) = (file.min(15 - file), rank.min(15 - rank));
            let value = worth(VALUES[row][column], row == 0 && column == 0);
            let square = format!("{}{}", (b'a' + file as u8) as char, rank + 1);
            // The runners stand wherever the stone does not.
            let spare = ["d8", "e8", "f8", "g8", "h8"].map(str::to_string);
            let mut free = spare.iter().filter(|spare| **spare != square);
            let mut runners = String::new();
            for letter in ["W", "W", "B", "B"] {
                runners += &format!("{letter}{} ", free.next().unwrap());
            }
            set_with(options, &format!("{runners} w{square}"), "w 0 0 -")
                .score_has(&format!("white_points={value} black_points=0"));
            set_with(options, &format!("{runners} b{square}"), "w 0 0 -")
                .score_has(&format!("white_points=0 black_points={value}"));
        }
    }
}

#[test]
fn values_double_from_ring_to_ring() {
    each_square("", |value, _corner| value);
    each_square("edge=2", |value, _corner| value);
}

#[test]
fn values_with_edge_1_double_from_one_and_corners_are_two() {
    each_square("edge=1", |value, corner| if corner { 2 } else { value / 2 });
}

#[test]
fn stones_of_a_side_add_up() {
    // a1 2 + d4 16 + i9 256; p8 2 + g2 4. White has not moved last: less half of 256.
    let mut t = set("Wp1 Wa16 Bp16 Ba2 wa1 wd4 wi9 bp8 bg2", "w 0 0 b");
    t.score_has("white_points=274 black_points=6 white_stones=3 black_stones=2");
    t.score_has("compensation=128 settled=W+140");
}

#[test]
fn runners_count_nothing() {
    let mut t = set("Wh8 Wi9 Bh9 Bi8", "w 0 0 -");
    t.score_has("white_points=0 black_points=0 white_stones=0 black_stones=0");
    t.score_has("compensation=0 settled=0");
}

#[test]
fn facts_of_the_start() {
    table().unfinished().score_has(
        "settled=0 white_points=0 black_points=0 compensation=0 \
         white_prisoners=0 black_prisoners=0 white_stones=0 black_stones=0",
    );
}

#[test]
fn prisoners_count_one_and_are_set_off() {
    let at = |rest| set(CORNERS, rest);
    at("w 3 1 b").score_has("white_prisoners=3 black_prisoners=1 settled=W+2");
    at("w 1 3 b").score_has("settled=B+2");
    at("w 3 3 b").score_has("settled=0");
    // Without a white stone there is no compensation, whoever moved last.
    at("b 5 0 w").score_has("settled=W+5 compensation=0");
}

#[test]
fn hand_checked_settlements() {
    let at = |pieces: &str, rest| set(&format!("Wa14 Wc16 Bn16 Bp14 {pieces}"), rest);
    at("wh8 wa2 bg7", "b 0 0 w").score_has("settled=B+62");
    at("wh8 wa2 bg7", "w 0 0 b").score_has("settled=W+2");
    at("wa5 bp1", "b 3 1 w").score_has("settled=W+0.5");
    at("bb2 bc3", "w 12 0 b").score_has("settled=0");
    at("wh8 wi9 wb2 bh9", "w 8 10 b").score_has("settled=W+130");
    let many = "wg7 wf6 wf11 we5 wa9 bg10 bf7 be12 bd4 bd13 bp8 bp9";
    at(many, "b 10 8 w").score_has("settled=B+64");
}

#[test]
fn best_white_stone_counts_a_quarter_if_white_moved_last() {
    // e5 is worth 32: 8 are left; b2 4 is not touched.
    let pieces = format!("{CORNERS} we5 wb2");
    set(&pieces, "b 0 0 w").score_has("white_points=36 compensation=24 settled=W+12");
}

#[test]
fn best_white_stone_counts_half_otherwise() {
    let pieces = format!("{CORNERS} we5 wb2");
    set(&pieces, "w 0 0 b").score_has("white_points=36 compensation=16 settled=W+20");
    // Nobody has moved yet.
    for side in ["w", "b"] {
        set(&pieces, &format!("{side} 0 0 -")).score_has("compensation=16 settled=W+20");
    }
}

#[test]
fn only_one_of_equally_good_stones_is_reduced() {
    let pieces = format!("{CORNERS} we5 we12 wl5");
    set(&pieces, "b 0 0 w").score_has("white_points=96 compensation=24 settled=W+72");
    // Black's stones are never reduced, however good.
    let pieces = format!("{CORNERS} bh8 wb2");
    set(&pieces, "b 0 0 w").score_has("compensation=3 settled=B+255");
}

#[test]
fn compensation_is_plain_arithmetic_on_the_outer_rings() {
    let at = |square: &str, rest| set(&format!("{CORNERS} w{square}"), rest);
    at("e1", "b 0 0 w").score_has("compensation=1.5 settled=W+0.5");
    at("e1", "w 0 0 b").score_has("compensation=1 settled=W+1");
    at("b2", "b 0 0 w").score_has("compensation=3 settled=W+1");
    at("b2", "w 0 0 b").score_has("compensation=2 settled=W+2");
}

#[test]
fn edge_1_has_quarter_points() {
    let at = |square: &str, rest| {
        let pieces = format!("Wa14 Wc16 Bn16 Bp14 w{square}");
        set_with("edge=1", &pieces, rest)
    };
    at("e1", "b 0 0 w").score_has("compensation=0.75 settled=W+0.25");
    at("e1", "w 0 0 b").score_has("compensation=0.5 settled=W+0.5");
    at("a1", "b 0 0 w").score_has("compensation=1.5 settled=W+0.5");
    at("h8", "b 0 1 w").score_has("compensation=96 settled=W+31");
    at("e1", "b 0 13 w").score_has("settled=B+12.75");
    // The three-turn game: a3 and b1 against p2, the better one less three quarters.
    let mut t = Table::new("walking-purchase", "edge=1");
    t.play("a16-n3(a) p16-a2(p) p1-b2(b)").over_with("W+0.25");
}

#[test]
fn a_last_capture_counts_as_the_last_turn() {
    // White takes d9 and lands on d10: 8 + 16 + 1 less 12, against 8.
    let mut t = captures_of("wd8 bd9");
    t.play("d8xd10").over_with("W+5");
    t.score_has("compensation=12 white_points=24 black_points=8 white_prisoners=1");
}

#[test]
fn equal_points_are_a_draw() {
    // 8 less 1 for White; Black 4 + 2 and 1 prisoner.
    let pieces = format!("{WHITE_SHUT} Ba1 Bp16 bb2 be1");
    set(&pieces, "w 0 1 b").over_with("0");
    set(&pieces, "w 0 2 b").over_with("B+1");
    set(&pieces, "w 1 1 b").over_with("W+1");
}

// ---- Repetition ----

/// The known cycle of the rules file: eight turns that come back to their start, but for prisoners.
const CYCLE: &str = "p4-d1(d) d5xd3 d8-a4(d) d3xd5 d1-p4(d) d5xd3 a4-d8(d) d3xd5";

/// Where the cycle begins.
const CYCLE_START: &str = "Wp4 Wd8 Ba1 Bp16 bd5";

#[test]
fn known_cycle_comes_back() {
    let mut t = set(CYCLE_START, "w 0 0 -");
    t.play(CYCLE).unfinished();
    t.position_is(&string(CYCLE_START, "w 0 4 b"));
}

#[test]
fn nothing_ends_a_cycle_by_default() {
    for options in ["", "repetition=0"] {
        let mut t = set_with(options, CYCLE_START, "w 0 0 -");
        for _round in 0..12 {
            t.play(CYCLE).unfinished();
        }
        t.position_is(&string(CYCLE_START, "w 0 48 b"));
    }
}

#[test]
fn nth_occurrence_ends_the_game_settled_as_it_stands() {
    let (most, last) = CYCLE.rsplit_once(' ').unwrap();
    for n in 2..=9 {
        let mut t = set_with(&format!("repetition={n}"), CYCLE_START, "w 0 0 -");
        for _round in 0..n - 2 {
            t.play(CYCLE).unfinished();
        }
        t.play(most).unfinished().play(last);
        // Black has d5, 16 points, and four prisoners more each time: they are not compared.
        t.over_with(&format!("B+{}", 16 + 4 * (n - 1)));
        t.turns_are("").side_is("none");
    }
}

#[test]
fn settlement_of_a_repetition_looks_at_the_last_turn() {
    // The cycle begun one turn later, so that White makes the turn that ends it: d4 16 less 12.
    let start = "Wd1 Wd8 Ba1 Bp16 bd5 wd4";
    let (first, rest) = CYCLE.split_once(' ').unwrap();
    let mut t = set_with("repetition=2", start, "b 0 0 w");
    t.play(rest).unfinished().play(first).over_with("B+16");
    t.score_has("white_points=16 compensation=12 black_points=16 black_prisoners=4");
}

#[test]
fn undo_takes_occurrences_back() {
    let (most, last) = CYCLE.rsplit_once(' ').unwrap();
    let mut t = set_with("repetition=3", CYCLE_START, "w 0 0 -");
    t.play(CYCLE).undo().play(last).undo().play(last).unfinished();
    t.play(most).play(last).over_with("B+24");
    t.undo().unfinished().side_is("black").play(last);
    t.over_with("B+24");
}

#[test]
fn earlier_positions_of_a_set_up_are_not_known() {
    // The same board with prisoners from before counts as a first occurrence only.
    let mut t = set_with("repetition=3", CYCLE_START, "w 0 4 b");
    t.play(CYCLE).unfinished().play(CYCLE).over_with("B+28");
}

#[test]
fn other_stones_are_no_repetition() {
    // The runners go out and home again; the stones they leave make the difference.
    let mut t = Table::new("walking-purchase", "repetition=2");
    t.play("p1-o2(o) p16-o15(o) o2-p1(p) o15-p16(p)");
    t.unfinished().side_is("white");
    t.position_is(&string(&format!("{CORNERS} wo1 wp2 bo16 bp15"), "w 0 0 b"));
}

#[test]
fn other_side_to_move_is_no_repetition() {
    // Seven turns bring the same board back: White's runner from d3 lays e3, f4, e5 and d4, the
    // black stone goes once around e4.
    let pieces = "Wd3 Wa16 Ba1 Bp16 wd4 bd5";
    let mut t = set_with("repetition=2", pieces, "w 0 0 -");
    t.play("d3-e4 d5xd3 e4-f5(f) d3xf3 f5-e4 f3xf5xd5 e4-d3(d)");
    t.position_is(&string(pieces, "b 0 4 w"));
    t.unfinished().side_is("black");
}

// ---- Position string ----

/// The second string is accepted and printed as it is, the first is refused.
fn refused(bad: &str, good: &str) {
    Table::at("walking-purchase", "", good).position_is(good);
    table().refuses_position(bad);
}

/// The board field of the start.
const START: &str = "W14B/16/16/16/16/16/16/16/16/16/16/16/16/16/16/B14W";

/// `refused` for two board fields.
fn refused_board(bad: &str, good: &str) {
    refused(&format!("{bad} w 0 0 -"), &format!("{good} w 0 0 -"));
}

/// `refused` for two ways to fill the fields after the board.
fn refused_rest(bad: &str, good: &str) {
    refused(&format!("{START}{bad}"), &format!("{START}{good}"));
}

#[test]
fn ranks_are_sixteen() {
    refused_board(&START.replacen("/16", "", 1), START);
    refused_board(&START.replacen("/16", "/16/16", 1), START);
    refused_board(&format!("{START}/"), START);
}

#[test]
fn ranks_have_sixteen_squares() {
    refused_board(&START.replacen("W14B", "W13B", 1), START);
    refused_board(&START.replacen("W14B", "W15B", 1), START);
    refused_board(&START.replacen("/16", "/15", 1), START);
    refused_board(&START.replacen("/16", "/17", 1), START);
    refused_board(&START.replacen("/16", "/", 1), START);
}

#[test]
fn runs_are_one_number_and_never_zero() {
    let good = START.replacen("/16", "/8w7", 1);
    refused_board(&START.replacen("/16", "/8w0b6", 1), &good);
    refused_board(&START.replacen("/16", "/88", 1), START);
    refused_board(&START.replacen("/16", "/8w43", 1), &good);
}

#[test]
fn pieces_have_four_letters() {
    refused_board(&START.replacen("/16", "/8x7", 1), &START.replacen("/16", "/8b7", 1));
}

#[test]
fn string_is_case_sensitive() {
    // A small letter is a stone, so a runner is missing; a big one is a runner too many.
    refused_board(&START.replacen('W', "w", 1), START);
    let good = START.replacen("/16", "/8w7", 1);
    refused_board(&good.replacen('w', "W", 1), &good);
    refused_rest(" W 0 0 -", " w 0 0 -");
    refused_rest(" w 0 0 B", " w 0 0 b");
}

#[test]
fn each_side_has_exactly_two_runners() {
    refused_board(&START.replacen('W', "1", 1).replace("114", "15"), START);
    refused_board(&START.replacen("14B", "15", 1), START);
    refused_board(&START.replacen("/16", "/W15", 1), START);
    refused_board(&START.replacen("/16", "/B15", 1), START);
    refused_board(&START.replacen('W', "B", 1), START);
}

#[test]
fn side_to_move_is_w_or_b() {
    refused_rest(" x 0 0 -", " b 0 0 -");
    refused_rest(" - 0 0 -", " w 0 0 -");
}

#[test]
fn prisoners_are_numbers_up_to_65535() {
    refused_rest(" w 65536 0 -", " w 65535 0 -");
    refused_rest(" w 0 65536 -", " w 0 65535 -");
    refused_rest(" w -1 0 -", " w 1 0 -");
    refused_rest(" w 0 x -", " w 0 1 -");
    refused_rest(" w 99999999999999999999 0 -", " w 9 0 -");
}

#[test]
fn last_turn_was_not_made_by_the_side_to_move() {
    refused_rest(" w 0 0 w", " w 0 0 b");
    refused_rest(" b 0 0 b", " b 0 0 w");
    refused_rest(" w 0 0 x", " w 0 0 -");
    refused_rest(" b 0 0 x", " b 0 0 -");
}

#[test]
fn fields_are_five_with_single_blanks() {
    refused_rest(" w 0 0", " w 0 0 -");
    refused_rest(" w 0 -", " w 0 0 -");
    refused_rest(" w 0 0 - -", " w 0 0 -");
    refused_rest(" w  0 0 -", " w 0 0 -");
    refused("w 0 0 -", &format!("{START} w 0 0 -"));
}

#[test]
fn prisoners_are_those_captured_by_the_side() {
    let mut t = set(CORNERS, "w 3 1 -");
    t.score_has("white_prisoners=3 black_prisoners=1");
}

#[test]
fn a_stuck_position_is_accepted_and_over() {
    let position = string(&format!("{WHITE_SHUT} {BLACK_SHUT}"), "w 0 0 -");
    let mut t = Table::at("walking-purchase", "", &position);
    t.position_is(&position).over_with("B+1").turns_are("");
    let black = string(&format!("{WHITE_SHUT} {BLACK_SHUT}"), "b 0 0 w");
    Table::at("walking-purchase", "", &black).over_with("B+1.5");
}

#[test]
fn the_end_of_a_game_round_trips() {
    let mut t = table();
    t.play("a16-n3(a) p16-a2(p) p1-b2(b)");
    // a3 and b1 are White's stones, p2 is Black's; runners n3, b2 and a1, a2.
    let end = string("Wn3 Wb2 Ba1 Ba2 wa3 wb1 bp2", "b 0 0 w");
    t.position_is(&end);
    Table::at("walking-purchase", "", &end).over_with("W+0.5");
}
