//! Écoute-moi!: the position string, its checks, the forms of input, and taking back.

use super::{CROSS, FILE_G, RANK_7, after, at, at_literal, set_up, table};
use crate::games::testkit::Table;

/// The first position, written out.
const START: &str = "13/13/13/13/13/13/6C6/13/13/13/13/13/13 w a - -";

/// A set-up in the middle of a game, written out; the strings refused below differ from it in one point only.
const MIDDLE: &str = "13/13/13/13/13/9C3/6x1xx3/13/13/13/13/13/x12 b a - -";

/// Refused, and `MIDDLE` with the one change undone accepted.
fn refused(position: &str) {
    Table::at("ecoute-moi", "", MIDDLE).refuses_position(position).position_is(MIDDLE);
}

/// `MIDDLE` with other last fields is refused.
fn refused_fields(fields: &str) {
    refused(&MIDDLE.replace("b a - -", fields));
}

/// `MIDDLE` with other last fields is accepted and printed again.
fn accepted_fields(fields: &str) {
    let position = MIDDLE.replace("b a - -", fields);
    Table::at("ecoute-moi", "", &position).position_is(&position).unfinished();
}

// Spoken and written forms.

#[test]
fn spoken_announcements_of_the_rules_are_read() {
    table().legal("Un positive s'il vous plaît!").legal("Deux noir, s’il vous plait");
    table().legal("Un positive s’il vous plaît!").legal("Deux noir, s’il vous plaît!");
}

#[test]
fn spoken_announcement_is_the_written_one() {
    // `play` takes turns without blanks, so the forms that have none are played.
    let mut table = table();
    table.play("UN-POSITIVE!").position_is(&START.replace("w a - -", "b m un-positive -"));
    table.undo().play("Deux-Noir!").position_is(&START.replace("w a - -", "b m deux-noir -"));
}

#[test]
fn announcement_in_any_case() {
    table().legal("UN-NOIR").legal("Deux-Negative").legal("un BLANC").legal("dEUX pOSITIVE");
    table().legal("UN NOIR S'IL VOUS PLAIT!");
}

#[test]
fn announcement_with_or_without_hyphen() {
    table().legal("un-blanc").legal("un blanc").legal("deux negative s'il vous plait");
    table().legal("deux-negative s'il vous plait").legal("un-positive, s'il vous plait!");
}

#[test]
fn announcement_with_or_without_comma() {
    table().legal("deux blanc, s'il vous plait!").legal("deux blanc s'il vous plait!");
}

#[test]
fn announcement_with_or_without_courtesy_and_exclamation_mark() {
    table().legal("un negative").legal("un negative!").legal("un-negative!");
    table().legal("un negative s'il vous plait").legal("un negative s'il vous plait!");
}

#[test]
fn announcement_with_either_apostrophe() {
    table().legal("un noir s'il vous plait").legal("un noir s\u{2019}il vous plait");
}

#[test]
fn announcement_with_composed_decomposed_or_plain_i() {
    table().legal("un noir s'il vous pla\u{ee}t").legal("un noir s'il vous plai\u{302}t");
    table().legal("UN NOIR S'IL VOUS PLA\u{ce}T").legal("UN NOIR S'IL VOUS PLAI\u{302}T");
    table().legal("un noir s'il vous plait");
}

#[test]
fn spoken_announcement_that_cannot_be_carried_out_is_refused() {
    let mut table = at("g7", CROSS, "w a - -");
    table.illegal("Deux positive, s'il vous plaît!").legal("Un positive, s'il vous plaît!");
}

#[test]
fn spoken_announcement_only_in_its_place() {
    after("un-noir").illegal("Un noir, s'il vous plaît!").legal("g7-h7");
}

#[test]
fn other_words_are_no_announcement() {
    let mut table = table();
    table.illegal("trois-noir").illegal("un").illegal("noir").illegal("noir-un");
    table.illegal("un-rouge").illegal("un-deux-noir").illegal("un noir blanc").legal("un noir");
    table.illegal("s'il vous plait").illegal("deux, s'il vous plait").legal("deux noir");
}

#[test]
fn moves_in_any_case() {
    after("un-noir").legal("G7-H7").legal("g7-H7");
    at("g7", "f7 h7", "b m un-noir -").legal("@A1-B1");
    at("g7", CROSS, "w c un-positive 1").legal("PASS");
}

#[test]
fn a_relocation_needs_its_sign_and_a_move_has_none() {
    at("g7", "f7 h7", "b m un-noir -").illegal("a1-b1").legal("@a1-b1");
    at("g7", "", "b m un-noir -").illegal("@g7-h7").legal("g7-h7");
}

#[test]
fn squares_off_the_board_are_refused() {
    at("m13", "", "b m un-noir -").illegal("m13-n13").legal("m13-l13");
    at("m13", "", "b m un-blanc -").illegal("m13-m14").legal("m13-m12");
    at("a1", "", "b m un-blanc -").illegal("a1-a0").legal("a1-a2");
}

// The position string.

#[test]
fn the_start_to_the_letter() {
    table().position_is(START);
    Table::new("ecoute-moi", "chain=literal").position_is(START);
}

#[test]
fn position_string_through_a_cycle() {
    let mut table = table();
    table.play("un-negative");
    table.position_is("13/13/13/13/13/13/6C6/13/13/13/13/13/13 b m un-negative -");
    // Three down to the right: stone on i5, the runner on j4.
    table.play("g7-j4");
    table.position_is("13/13/13/13/13/13/13/13/8x4/9C3/13/13/13 w c un-negative 3");
    // One up to the right: stone on j4, the runner on k5. Then Black announces.
    table.play("j4-k5");
    table.position_is("13/13/13/13/13/13/13/13/8x1C2/9x3/13/13/13 b a - -");
}

#[test]
fn ranks_stand_from_the_top_and_files_from_the_left() {
    let mut table = Table::at("ecoute-moi", "", "C12/13/13/13/13/13/13/13/13/13/13/13/12x w a - -");
    table.play("un-negative").turns_are("a13-b12 a13-d10");
    at("l1", "m1", "b m un-noir -").turns_are("l1-k1 l1-i1");
    at("l1", "m1", "w a - -").position_is("13/13/13/13/13/13/13/13/13/13/13/13/11Cx w a - -");
}

#[test]
fn distance_walked_does_not_count_the_lift() {
    let mut table = at("g7", "f7 h7", "b m un-noir -");
    table.play("@m1-l1").position_is(&set_up("l1", "f7 h7 m1", "w c un-noir 1"));
}

#[test]
fn the_end_is_printed_with_all_fields_and_read_again() {
    let mut table = at("g7", FILE_G, "b m un-noir -");
    let end = set_up("h7", "g1..g13", "w c un-noir 1");
    table.play("g7-h7").position_is(&end);
    Table::at("ecoute-moi", "", &end).over_with("W+12").position_is(&end).turns_are("");
}

#[test]
fn phases_with_their_announcement_and_distance_are_accepted() {
    accepted_fields("w a - -");
    accepted_fields("b m un-noir -");
    accepted_fields("w m deux-positive -");
    accepted_fields("w c un-blanc 1");
    accepted_fields("b c un-negative 3");
    accepted_fields("w c deux-noir 2");
}

#[test]
fn set_up_in_phase_c_asks_for_the_complement_of_its_distance() {
    at("g7", "", "w c un-noir 1").turns_are("g7-g4 g7-g10");
    at("g7", "", "w c un-noir 3").turns_are("g7-g6 g7-g8");
    at("g7", "", "b c deux-positive 2").turns_are("g7-e9 g7-i5").side_is("black");
}

#[test]
fn no_runner_is_refused() {
    refused(&MIDDLE.replace("9C3", "13"));
}

#[test]
fn two_runners_are_refused() {
    refused(&MIDDLE.replace("9C3", "C8C3"));
}

#[test]
fn a_stone_in_place_of_the_runner_is_refused() {
    refused(&MIDDLE.replace("9C3", "9x3"));
}

#[test]
fn wrong_number_of_ranks_is_refused() {
    refused(&MIDDLE.replacen("13/", "", 1));
    refused(&MIDDLE.replacen("13/", "13/13/", 1));
}

#[test]
fn rank_of_wrong_length_is_refused() {
    refused(&MIDDLE.replace("9C3", "9C2"));
    refused(&MIDDLE.replace("9C3", "9C4"));
    refused(&MIDDLE.replace("9C3", "9C3x"));
    refused(&MIDDLE.replacen("13/", "/", 1));
    refused(&MIDDLE.replacen("13/", "14/", 1));
}

#[test]
fn a_run_of_no_squares_is_refused() {
    refused(&MIDDLE.replace("/x12", "/0x12"));
    refused(&MIDDLE.replace("6x1xx3", "6x1x0x3"));
}

#[test]
fn a_very_long_number_is_refused() {
    refused(&MIDDLE.replace("9C3", "99999999999999999999C3"));
}

#[test]
fn other_signs_on_the_board_are_refused() {
    refused(&MIDDLE.replace("/x12", "/o12"));
    refused(&MIDDLE.replace("/x12", "/X12"));
    refused(&MIDDLE.replace("9C3", "9c3"));
}

#[test]
fn unknown_side_is_refused() {
    refused_fields("B a - -");
    refused_fields("x a - -");
    refused_fields("- a - -");
}

#[test]
fn unknown_phase_is_refused() {
    refused_fields("b A - -");
    refused_fields("b x - -");
    refused_fields("b - - -");
}

#[test]
fn announcement_in_phase_a_is_refused() {
    refused_fields("b a un-noir -");
}

#[test]
fn phase_m_without_announcement_is_refused() {
    refused_fields("b m - -");
}

#[test]
fn phase_c_without_announcement_is_refused() {
    refused_fields("b c - 1");
}

#[test]
fn unknown_announcement_is_refused() {
    refused_fields("b m trois-noir -");
    refused_fields("b m UN-NOIR -");
    refused_fields("b m un -");
}

#[test]
fn distance_in_phase_a_is_refused() {
    refused_fields("b a - 1");
}

#[test]
fn distance_in_phase_m_is_refused() {
    refused_fields("b m un-noir 1");
}

#[test]
fn phase_c_without_distance_is_refused() {
    refused_fields("w c un-noir -");
}

#[test]
fn distance_that_does_not_fit_the_announcement_is_refused() {
    refused_fields("w c un-noir 2");
    refused_fields("w c deux-noir 1");
    refused_fields("w c deux-noir 3");
}

#[test]
fn unknown_distance_is_refused() {
    refused_fields("w c un-noir 0");
    refused_fields("w c un-noir 4");
}

#[test]
fn phase_m_with_an_announcement_that_cannot_be_carried_out_is_refused() {
    let good = set_up("g7", CROSS, "b m un-positive -");
    let bad = set_up("g7", CROSS, "b m deux-positive -");
    Table::at("ecoute-moi", "", &good).refuses_position(&bad).position_is(&good);
    // One that only blocks the runner is no hindrance.
    at("g7", "f7 h7", "b m un-noir -").unfinished().legal("@a1-b1");
}

#[test]
fn phase_c_with_a_complement_possible_from_nowhere_is_accepted() {
    at("g7", CROSS, "w c un-positive 1").unfinished().turns_are("pass");
}

#[test]
fn wrong_number_of_fields_is_refused() {
    refused_fields("b a -");
    refused_fields("b a - - -");
    refused_fields("b m un noir -");
}

#[test]
fn fields_are_separated_by_single_blanks() {
    refused_fields("b  a - -");
}

#[test]
fn joined_position_is_accepted_and_over() {
    // In each phase, and whichever side is named.
    for rest in ["w a - -", "b a - -", "w c un-noir 1", "b m un-noir -"] {
        let position = set_up("a1", "g1..g13", rest);
        let mut table = Table::at("ecoute-moi", "", &position);
        table.over_with("W+12").turns_are("").side_is("none").position_is(&position);
        at("a1", "a7..m7", rest).over_with("B+12").score_has("white_needs=12 black_needs=0");
    }
}

#[test]
fn in_a_position_with_both_pairs_joined_the_side_named_wins_half_a_point() {
    // The side not named made the last action and loses.
    let both = format!("{FILE_G} {RANK_7} g7");
    at("a1", &both, "w a - -").over_with("W+0.5").score_has("white_needs=0 black_needs=0");
    at("a1", &both, "b a - -").over_with("B+0.5");
    at("a1", &both, "w c un-noir 1").over_with("W+0.5");
    at("a1", &both, "b c deux-noir 2").over_with("B+0.5");
}

#[test]
fn literal_position_with_a_full_file_is_not_over() {
    at_literal("a1", "g1..g13", "w a - -").unfinished().turn_count(8);
}

// Taking back.

#[test]
fn each_kind_of_turn_is_taken_back() {
    let mut table = table();
    table.play("un-noir g7-h7 h7-h4").undo().position_is(&set_up("h7", "g7", "w c un-noir 1"));
    table.undo().position_is(&set_up("g7", "", "b m un-noir -"));
    table.undo().position_is(START).side_is("white").turn_count(8);
}

#[test]
fn relocation_pass_and_last_turn_are_taken_back() {
    let blocked = set_up("g7", "f7 h7", "b m un-noir -");
    let mut table = Table::at("ecoute-moi", "", &blocked);
    table.play("@a1-d1").undo().position_is(&blocked).legal("@a1-d1").illegal("g7-h7");
    at("g7", CROSS, "w c un-positive 1").play("pass").undo().turns_are("pass");
    let last = set_up("g7", FILE_G, "b m un-noir -");
    let mut table = Table::at("ecoute-moi", "", &last);
    table.play("g7-h7").undo().unfinished().position_is(&last).legal("g7-h7");
}
