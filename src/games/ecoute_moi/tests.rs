//! The rules of Écoute-moi!, one small test a sentence. The names in brackets are sections of `rules/ecoute-moi.md`.
//! The end, the score, the variants and whole games stand in `tests/ending.rs`, the position string and the forms of
//! input in `tests/notation.rs`.

mod ending;
mod notation;
mod reference;

use crate::games::testkit::Table;

/// The first position, default rules.
fn table() -> Table {
    Table::new("ecoute-moi", "")
}

/// A square as (file, rank), from 0.
fn square(name: &str) -> (i32, i32) {
    (i32::from(name.as_bytes()[0] - b'a'), name[1..].parse::<i32>().unwrap() - 1)
}

/// A position string from the runner's square, the stones (squares and straight runs such as `a1..d4`, separated by
/// blanks) and the four last fields.
fn set_up(runner: &str, stones: &str, rest: &str) -> String {
    let mut cells = [['.'; 13]; 13];
    for run in stones.split_whitespace() {
        let (from, to) = run.split_once("..").unwrap_or((run, run));
        let ((mut file, mut rank), end) = (square(from), square(to));
        cells[rank as usize][file as usize] = 'x';
        while (file, rank) != end {
            file += (end.0 - file).signum();
            rank += (end.1 - rank).signum();
            cells[rank as usize][file as usize] = 'x';
        }
    }
    let (file, rank) = square(runner);
    assert_eq!(cells[rank as usize][file as usize], '.', "runner on a stone");
    cells[rank as usize][file as usize] = 'C';
    let row = |row: &[char; 13]| {
        let mut text = String::new();
        for group in row.chunk_by(|one, two| one == two) {
            let empty = group[0] == '.';
            text += &if empty { group.len().to_string() } else { group.iter().collect() };
        }
        text
    };
    let rows: Vec<String> = cells.iter().rev().map(row).collect();
    format!("{} {rest}", rows.join("/"))
}

/// A table with this set-up, default rules.
fn at(runner: &str, stones: &str, rest: &str) -> Table {
    Table::at("ecoute-moi", "", &set_up(runner, stones, rest))
}

/// A table with this set-up under `chain=literal`.
fn at_literal(runner: &str, stones: &str, rest: &str) -> Table {
    Table::at("ecoute-moi", "chain=literal", &set_up(runner, stones, rest))
}

/// The first position after an announcement and a move.
fn after(turns: &str) -> Table {
    let mut table = table();
    table.play(turns);
    table
}

/// Four full blocks of 6×6 stones; only rank 7 and file g are free. On a diagonal no walk of 2 or 3 can be made here,
/// only single steps around the middle: f7-g8, g8-h7, h7-g6, g6-f7 and back. Neither side is joined: each lacks one.
const CROSS: &str = "a1..f1 a2..f2 a3..f3 a4..f4 a5..f5 a6..f6 h1..m1 h2..m2 h3..m3 h4..m4 h5..m5 h6..m6 \
    a8..f8 a9..f9 a10..f10 a11..f11 a12..f12 a13..f13 h8..m8 h9..m9 h10..m10 h11..m11 h12..m12 h13..m13";

/// File g but for g7.
const FILE_G: &str = "g1..g6 g8..g13";

/// Rank 7 but for g7.
const RANK_7: &str = "a7..f7 h7..m7";

/// Six full files with a free one on each side of each.
const SIX_FILES: &str = "b1..b13 d1..d13 f1..f13 h1..h13 j1..j13 l1..l13";

// [Board and sides]

#[test]
fn runner_starts_on_the_centre_of_an_empty_board_and_white_begins() {
    table().side_is("white").unfinished().position_is(&set_up("g7", "", "w a - -"));
}

#[test]
fn white_owns_bottom_and_top_black_left_and_right() {
    at("a1", "g2..g12", "w a - -").score_has("white_needs=2 black_needs=12");
    at("a1", "b7..l7", "w a - -").score_has("white_needs=12 black_needs=2");
}

#[test]
fn corner_squares_belong_to_both_sides() {
    // a1 is already on the bottom side and on the left side.
    at("g7", "a1", "w a - -").score_has("white_needs=12 black_needs=12");
    // a13 alone is missing on White's way up file a; for Black file a is one of thirteen files.
    at("g7", "a1..a12", "w a - -").score_has("white_needs=1 black_needs=12");
    at("g7", "a1..l1", "w a - -").score_has("white_needs=12 black_needs=1");
}

// [A cycle]

#[test]
fn sides_alternate_action_by_action_and_the_announcer_changes() {
    let mut table = table();
    table.side_is("white").play("deux-noir").side_is("black").play("g7-i7").side_is("white");
    table.play("i7-i9").side_is("black");
    table.play("deux-noir").side_is("white").play("i9-k9").side_is("black");
    table.play("k9-k11").side_is("white").legal("un-noir");
}

#[test]
fn eight_announcements_are_open_at_the_start() {
    table().turns_are("un-noir un-blanc un-positive un-negative deux-noir deux-blanc deux-positive deux-negative");
}

#[test]
fn each_action_only_in_its_place() {
    table().illegal("g7-h7").illegal("pass").legal("un-noir");
    after("un-noir").illegal("un-noir").illegal("deux-blanc").illegal("pass").legal("g7-h7");
    after("un-noir g7-h7").illegal("un-blanc").illegal("pass").legal("h7-h10");
    after("un-noir g7-h7 h7-h10").illegal("h10-h11").illegal("pass").legal("un-noir");
}

#[test]
fn after_un_one_or_three_squares() {
    after("un-noir").turns_are("g7-d7 g7-f7 g7-h7 g7-j7").illegal("g7-i7").illegal("g7-k7");
}

#[test]
fn after_deux_exactly_two_squares() {
    after("deux-noir").turns_are("g7-e7 g7-i7").illegal("g7-h7").illegal("g7-j7");
}

#[test]
fn noir_is_along_a_rank() {
    after("un-noir").legal("g7-h7").illegal("g7-g8").illegal("g7-h8").illegal("g7-h6");
}

#[test]
fn blanc_is_along_a_file() {
    after("un-blanc").turns_are("g7-g4 g7-g6 g7-g8 g7-g10");
    after("deux-blanc").turns_are("g7-g5 g7-g9");
}

#[test]
fn positive_is_along_the_rising_diagonal() {
    after("un-positive").turns_are("g7-d4 g7-f6 g7-h8 g7-j10");
    after("deux-positive").turns_are("g7-e5 g7-i9");
}

#[test]
fn negative_is_along_the_falling_diagonal() {
    after("un-negative").turns_are("g7-d10 g7-f8 g7-h6 g7-j4");
    after("deux-negative").turns_are("g7-e9 g7-i5");
}

#[test]
fn the_move_starts_from_the_runner() {
    after("un-noir").illegal("g6-h6").illegal("h7-i7").illegal("@g7-h7").legal("g7-h7");
}

#[test]
fn complement_of_one_is_three() {
    after("un-noir g7-h7").turns_are("h7-h4 h7-h10").illegal("h7-h8").illegal("h7-h9");
}

#[test]
fn complement_of_three_is_one() {
    after("un-noir g7-j7").turns_are("j7-j6 j7-j8").illegal("j7-j10").illegal("j7-j9");
}

#[test]
fn complement_of_two_is_two() {
    after("deux-noir g7-i7").turns_are("i7-i5 i7-i9").illegal("i7-i8").illegal("i7-i10");
}

#[test]
fn complement_of_noir_is_blanc_and_the_reverse() {
    after("un-noir g7-h7").legal("h7-h10").illegal("h7-k7");
    after("un-blanc g7-g8").turns_are("g8-d8 g8-j8");
}

#[test]
fn complement_of_positive_is_negative_and_the_reverse() {
    after("un-positive g7-h8").turns_are("h8-e11 h8-k5");
    after("un-negative g7-h6").turns_are("h6-e3 h6-k9");
}

// [Moving]

#[test]
fn squares_passed_over_must_be_free() {
    at("g7", "h7", "b m un-noir -").turns_are("g7-f7 g7-d7");
    at("g7", "i7", "b m un-noir -").turns_are("g7-f7 g7-d7 g7-h7");
    at("g7", "h7", "b m deux-noir -").turns_are("g7-e7");
}

#[test]
fn the_square_of_arrival_must_be_free() {
    at("g7", "j7", "b m un-noir -").turns_are("g7-f7 g7-d7 g7-h7");
    at("g7", "i7", "b m deux-noir -").turns_are("g7-e7");
    at("g7", "k7", "b m un-noir -").turns_are("g7-f7 g7-d7 g7-h7 g7-j7");
}

#[test]
fn the_board_ends_at_its_edge() {
    at("l7", "", "b m un-noir -").turns_are("l7-k7 l7-i7 l7-m7");
    at("a1", "", "b m deux-positive -").turns_are("a1-c3");
    at("b13", "", "b m un-blanc -").turns_are("b13-b12 b13-b10");
}

#[test]
fn stone_after_one_lies_where_the_runner_stood() {
    after("un-noir g7-h7").position_is(&set_up("h7", "g7", "w c un-noir 1"));
    after("un-noir g7-f7").position_is(&set_up("f7", "g7", "w c un-noir 1"));
    after("un-negative g7-f8").position_is(&set_up("f8", "g7", "w c un-negative 1"));
}

#[test]
fn stone_after_two_lies_on_the_middle_square() {
    after("deux-noir g7-i7").position_is(&set_up("i7", "h7", "w c deux-noir 2"));
    after("deux-negative g7-e9").position_is(&set_up("e9", "f8", "w c deux-negative 2"));
}

#[test]
fn stone_after_three_lies_on_the_second_square_passed() {
    after("un-noir g7-j7").position_is(&set_up("j7", "i7", "w c un-noir 3"));
    after("un-noir g7-d7").position_is(&set_up("d7", "e7", "w c un-noir 3"));
    after("un-blanc g7-g4").position_is(&set_up("g4", "g5", "w c un-blanc 3"));
    after("un-positive g7-j10").position_is(&set_up("j10", "i9", "w c un-positive 3"));
}

#[test]
fn the_complementary_move_puts_a_stone_too() {
    after("un-noir g7-j7 j7-j8").position_is(&set_up("j8", "i7 j7", "b a - -"));
    after("un-noir g7-h7 h7-h10").position_is(&set_up("h10", "g7 h9", "b a - -"));
    after("deux-noir g7-i7 i7-i5").position_is(&set_up("i5", "h7 i6", "b a - -"));
}

#[test]
fn un_is_blocked_only_when_neither_one_nor_three_is_possible() {
    // One way open for a single step is enough to forbid the lift.
    at("g7", "f7 i7", "b m un-noir -").turns_are("g7-h7").illegal("@a1-b1").illegal("@g7-h7");
    at("g7", "f7 h7", "b m un-noir -").legal("@a1-b1").legal("@a1-d1").illegal("@a1-c1");
}

#[test]
fn deux_is_blocked_when_two_is_impossible_though_one_is_not() {
    at("g7", "f7", "b m deux-noir -").turns_are("g7-i7").illegal("@a1-c1");
    at("g7", "f7 i7", "b m deux-noir -").legal("@a1-c1").illegal("g7-h7").illegal("@a1-b1");
}

#[test]
fn complement_of_one_is_blocked_though_a_single_step_is_free() {
    let mut table = at("h7", "h5 h9", "w c un-noir 1");
    table.illegal("h7-h8").illegal("h7-h6").illegal("@a1-a2").illegal("@a1-d1").legal("@a1-a4");
    // With one of the two ways open there is no lift.
    at("h7", "h5", "w c un-noir 1").turns_are("h7-h10").illegal("@a1-a4");
}

#[test]
fn complement_of_three_is_relocated_with_exactly_one() {
    at("j7", "j6 j8", "w c un-noir 3").legal("@a1-a2").illegal("@a1-a4").illegal("@a1-b1");
    at("j7", "j6", "w c un-noir 3").turns_are("j7-j8").illegal("@a1-a2");
}

#[test]
fn the_edge_blocks_too() {
    // The rising diagonal of a13 is that one square. Elsewhere 12×12 single steps and 10×10 walks of three, both ways.
    at("a13", "", "b m un-positive -").turn_count(488).legal("@g7-h8").illegal("a13-b12");
    // Edge and stone together: from m1 along the rank, with l1 taken.
    at("m1", "l1", "b m un-noir -").legal("@e7-h7").illegal("m1-m2");
    at("m1", "k1", "b m un-noir -").turns_are("m1-l1").illegal("@e7-h7");
}

#[test]
fn relocation_to_any_free_square_where_the_move_is_possible() {
    // In CROSS the middle has the only four diagonal steps of the kind h7-g8.
    at("g7", CROSS, "w c un-positive 3").turns_are("@f7-g6 @g6-f7 @g8-h7 @h7-g8");
}

#[test]
fn relocation_only_to_a_free_square() {
    at("g7", "f7 h7", "b m un-noir -").illegal("@f7-e7").illegal("@h7-i7").legal("@e7-d7");
}

#[test]
fn relocation_keeps_line_and_free_way() {
    let mut table = at("g7", "f7 h7 c1", "b m un-noir -");
    table.illegal("@a1-a2").illegal("@a1-b2").illegal("@b1-c1").illegal("@a1-d1").legal("@a1-b1");
}

#[test]
fn relocation_and_move_are_one_action_and_the_lift_puts_no_stone() {
    let mut table = at("g7", "f7 i7", "b m deux-noir -");
    table.play("@c3-e3").position_is(&set_up("e3", "f7 i7 d3", "w c deux-noir 2"));
    // The stone of a single step lies where the runner was put.
    let mut table = at("g7", "f7 h7", "b m un-noir -");
    table.play("@c3-d3").position_is(&set_up("d3", "f7 h7 c3", "w c un-noir 1"));
    table.turns_are("d3-d6").undo();
    table.play("@c3-f3").position_is(&set_up("f3", "f7 h7 e3", "w c un-noir 3"));
}

#[test]
fn the_lifted_runners_old_square_may_be_crossed() {
    // . . . . x . C . x . . . .   deux-noir: blocked both ways; the stone then lies on g7 itself.
    let mut table = at("g7", "e7 i7", "b m deux-noir -");
    table.legal("@h7-f7").play("@f7-h7").position_is(&set_up("h7", "e7 g7 i7", "w c deux-noir 2"));
    // . . . x . . C . . x . . .   noir by three: blocked both ways; g7 is the first square passed, or the second.
    let mut table = at("g7", "d7 j7", "w c un-blanc 1");
    table.play("@f7-i7").position_is(&set_up("i7", "d7 h7 j7", "b a - -")).undo();
    table.play("@e7-h7").position_is(&set_up("h7", "d7 g7 j7", "b a - -"));
}

#[test]
fn there_is_compulsion_to_move() {
    at("g7", "f7 i7", "b m un-noir -").turns_are("g7-h7").illegal("pass");
    at("g7", "g6 g8", "w c un-noir 3").illegal("pass").legal("@a1-a2");
}

#[test]
fn stones_beside_a_diagonal_step_do_not_block_it() {
    let mut table = at("g7", "g8 h7 h9 i8 i10 j9", "b m un-positive -");
    table.turns_are("g7-f6 g7-d4 g7-h8 g7-j10");
}

// [Cases the text does not name]

#[test]
fn an_announcement_that_blocks_the_runner_is_open() {
    at("g7", "f7 h7", "w a - -").turn_count(8).legal("un-noir").legal("deux-noir");
}

#[test]
fn an_announcement_that_no_square_allows_is_not_legal() {
    let mut table = at("g7", CROSS, "w a - -");
    table.turns_are("un-noir un-blanc un-positive un-negative deux-noir deux-blanc");
    table.illegal("deux-positive").illegal("deux-negative");
}

#[test]
fn pass_when_the_complement_is_possible_from_nowhere() {
    let mut table = at("g7", CROSS, "w c un-positive 1");
    table.turns_are("pass").side_is("white").play("pass");
    // No stone; the announcer has used the action, so the other side announces.
    table.position_is(&set_up("g7", CROSS, "b a - -")).side_is("black").legal("un-noir").undo();
    table.position_is(&set_up("g7", CROSS, "w c un-positive 1"));
    at("g7", CROSS, "b c deux-negative 2").turns_are("pass").play("pass").side_is("white");
}

#[test]
fn pass_only_then() {
    at("g7", CROSS, "w c un-positive 3").illegal("pass").legal("@g8-h7");
    at("g7", CROSS, "w c un-noir 1").turns_are("g7-g4 g7-g10").illegal("pass");
}

#[test]
fn literal_leaves_only_blanc_with_six_full_files() {
    // The files are not joined, for upright neighbours are none here; off the free files no step leads anywhere.
    let mut table = at_literal("g7", SIX_FILES, "w a - -");
    table.unfinished().turns_are("un-blanc deux-blanc").score_has("white_needs=6 black_needs=7");
    // Under the default the same set-up is over; Black lacks the seven free files.
    at("g7", SIX_FILES, "w a - -").over_with("W+7");
}

/// Random games and set-ups: turn lists, positions, results, score facts.
#[test]
fn agrees_with_the_slow_reference_in_20000_positions() {
    for (seed, options, count) in [(1, "", 12_000), (2, "chain=literal", 8_000)] {
        crate::games::testkit::compare::<reference::Slow>("ecoute-moi", options, count, seed);
    }
}
