//! Yoté: the rule options `bonus` and `multijump`, position strings, and "Facts to reproduce".

use super::{BLOCKED, CHAIN, GRID, LONE, OPENED, OPENING, PAIR, TOUR, at, reference, table, with};
use crate::games::testkit::Table;

// Rule options bonus and multijump

#[test]
fn bonus_forced_must_be_taken_after_each_jump() {
    with("bonus=forced", CHAIN)
        .turns_are("c3-b3 c3-d3 c3-c2 c3xc5(d5) c3xc5(e2) c3xc5(a1) c3xc5(e2)xe5(a1) c3xc5(a1)xe5(e2)")
        .illegal("c3xc5")
        .illegal("c3xc5xe5")
        .illegal("c3xc5xe5(a1)")
        .illegal("c3xc5(e2)xe5");
}

#[test]
fn bonus_forced_asks_for_none_when_no_enemy_is_on_the_board() {
    // The hand does not matter.
    with("bonus=forced", "6/2b3/2w3/6/6 w 0 5").turns_are("c3-b3 c3-d3 c3-c2 c3xc5");
    with("bonus=forced", "6/2b3/2w3/6/6 w 0 0").play("c3xc5").over_with("W+1");
    // Nor is one due after the second jump here.
    with("bonus=forced", "3b2/2b3/2w3/4b1/6 w 0 0").turns_are("c3-b3 c3-d3 c3-c2 c3xc5(d5) c3xc5(e2) c3xc5(e2)xe5");
}

#[test]
fn bonus_forced_may_cost_the_next_jump_or_make_it_possible() {
    with("bonus=forced", "3b2/2b3/2w3/6/6 w 0 0").turns_are("c3-b3 c3-d3 c3-c2 c3xc5(d5)");
    with("bonus=forced", "3bb1/2b3/2w3/6/6 w 0 0").turns_are("c3-b3 c3-d3 c3-c2 c3xc5(d5) c3xc5(e5) c3xc5(e5)xe5");
}

#[test]
fn bonus_forced_does_not_force_the_capture() {
    with("bonus=forced", "6/2b3/2w3/4b1/6 w 1 0").legal("c3-b3").legal("a1").illegal("c3xc5");
}

#[test]
fn bonus_none_never_gives_one() {
    with("bonus=none", CHAIN).turns_are("c3-b3 c3-d3 c3-c2 c3xc5 c3xc5xe5").illegal("c3xc5(e2)");
}

#[test]
fn multijump_off_ends_the_turn_after_one_jump() {
    with("multijump=off", CHAIN).turns_are("c3-b3 c3-d3 c3-c2 c3xc5 c3xc5(d5) c3xc5(e2) c3xc5(a1)").illegal("c3xc5xe5");
    with("bonus=none multijump=off", CHAIN).turns_are("c3-b3 c3-d3 c3-c2 c3xc5");
    with("bonus=forced multijump=off", CHAIN).turns_are("c3-b3 c3-d3 c3-c2 c3xc5(d5) c3xc5(e2) c3xc5(a1)");
}

#[test]
fn the_defaults_are_an_optional_bonus_jumping_on_and_no_repetition_rule() {
    with("bonus=optional multijump=on repetition=0", CHAIN).turn_count(14);
    at(CHAIN).turn_count(14);
}

// Position string

#[test]
fn position_string_is_read_and_printed_alike() {
    for position in [PAIR, CHAIN, TOUR, BLOCKED, LONE, OPENED, GRID, "6/6/6/6/6 b 12 12"] {
        at(position).position_is(position).unfinished();
    }
    table().play(OPENING).position_is(OPENED);
}

#[test]
fn position_that_is_over_is_accepted() {
    for (position, score) in
        [("6/6/6/6/wwww2 b 3 0", "W+1"), ("6/6/6/6/6 w 0 4", "B+1"), ("www3/6/6/6/bbb3 b 0 0", "0")]
    {
        at(position).position_is(position).over_with(score);
    }
}

#[test]
fn position_may_have_fewer_than_twelve_stones_a_side() {
    at("wwwwww/wwwwww/6/bbbbbb/bbbbbb w 0 0").unfinished();
    at("wwwwww/wwwww1/6/1bbbbb/bbbbbb b 1 1").unfinished();
    at("6/6/2w3/6/3b2 w 3 7").unfinished();
}

#[test]
fn position_with_too_many_white_stones_is_refused() {
    table()
        .refuses_position("wwwwww/wwwwww/w5/6/6 w 0 12")
        .refuses_position("wwwwww/wwwwww/6/6/6 w 1 12")
        .refuses_position("6/6/2w3/6/6 w 12 12")
        .refuses_position("6/6/6/6/6 w 13 12");
}

#[test]
fn position_with_too_many_black_stones_is_refused() {
    table()
        .refuses_position("bbbbbb/bbbbbb/b5/6/6 w 12 0")
        .refuses_position("bbbbbb/bbbbbb/6/6/6 w 12 1")
        .refuses_position("6/6/2b3/6/6 w 12 12")
        .refuses_position("6/6/6/6/6 w 12 13");
}

/// One test for each way to spell a position string wrongly, each a small change of a right one.
macro_rules! refused {
    ($($name:ident: $position:expr;)*) => {
        $(#[test]
        fn $name() {
            table().play("c3").refuses_position($position).position_is("6/6/2w3/6/6 b 11 12");
        })*
    };
}

refused! {
    position_with_four_ranks_is_refused: "6/6/6/6 w 12 12";
    position_with_six_ranks_is_refused: "6/6/6/6/6/6 w 12 12";
    position_with_a_slash_at_the_end_is_refused: "6/6/6/6/6/ w 12 12";
    position_with_an_empty_rank_is_refused: "6/6//6/6 w 12 12";
    position_with_a_short_rank_is_refused: "6/6/2w2/6/6 w 11 12";
    position_with_a_long_rank_is_refused: "6/6/2w4/6/6 w 11 12";
    position_with_a_run_too_long_is_refused: "6/6/7/6/6 w 12 12";
    position_with_too_many_stones_in_a_rank_is_refused: "6/6/wwwwwww/6/6 w 5 12";
    position_with_a_zero_run_is_refused: "6/6/w05/6/6 w 11 12";
    position_with_two_numbers_side_by_side_is_refused: "6/6/33/6/6 w 12 12";
    position_with_an_unknown_stone_is_refused: "6/6/2x3/6/6 w 11 12";
    position_with_a_capital_white_stone_is_refused: "6/6/2W3/6/6 w 11 12";
    position_with_a_capital_black_stone_is_refused: "6/6/2B3/6/6 w 12 11";
    position_with_a_capital_side_is_refused: "6/6/6/6/6 W 12 12";
    position_with_an_unknown_side_is_refused: "6/6/6/6/6 x 12 12";
    position_with_the_side_written_out_is_refused: "6/6/6/6/6 white 12 12";
    position_without_a_side_is_refused: "6/6/6/6/6 12 12";
    position_without_hands_is_refused: "6/6/6/6/6 w";
    position_with_one_hand_is_refused: "6/6/6/6/6 w 12";
    position_with_a_white_hand_that_is_no_number_is_refused: "6/6/6/6/6 w x 12";
    position_with_a_black_hand_that_is_no_number_is_refused: "6/6/6/6/6 w 12 x";
    position_with_a_negative_white_hand_is_refused: "6/6/6/6/6 w -1 12";
    position_with_a_negative_black_hand_is_refused: "6/6/6/6/6 w 12 -1";
    position_with_a_fifth_field_is_refused: "6/6/6/6/6 w 12 12 1";
    position_with_a_double_blank_is_refused: "6/6/6/6/6  w 12 12";
}

// Facts to reproduce

#[test]
fn perft_of_one_and_two_turns() {
    let mut game = table();
    game.turn_count(30);
    for square in 0..30 {
        let name = format!("{}{}", (b'a' + square % 6) as char, square / 6 + 1);
        game.play(&name).turn_count(29).undo();
    }
}

/// White and Black have dropped one stone each. White then has 28 drops, and for each direction a step if
/// the neighbour is empty or a jump if it is black with a square behind. That makes 27,180 in all.
#[test]
fn perft_of_three_turns() {
    let name = |(file, rank): (i32, i32)| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
    let inside = |(file, rank): (i32, i32)| (0..6).contains(&file) && (0..5).contains(&rank);
    let squares: Vec<(i32, i32)> = (0..30).map(|square| (square % 6, square / 6)).collect();
    let mut game = table();
    let mut total = 0;
    for &white in &squares {
        game.play(&name(white));
        for &black in squares.iter().filter(|black| **black != white) {
            let mut turns = 28;
            for (df, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let next = (white.0 + df, white.1 + dr);
                let behind = (white.0 + 2 * df, white.1 + 2 * dr);
                if inside(if next == black { behind } else { next }) {
                    turns += 1;
                }
            }
            game.play(&name(black)).turn_count(turns).undo();
            total += turns;
        }
        game.undo();
    }
    assert_eq!(total, 27_180);
}

#[test]
fn the_opening_of_the_facts_has_48_turns() {
    table().play(OPENING).turn_count(48).turns_are(
        "a1 b1 c1 d1 e1 f1 a2 c2 d2 f2 a3 b3 e3 f3 a4 e4 f4 a5 b5 c5 d5 f5 \
         b2-a2 b2-c2 b2-b1 b2-b3 c3-b3 c3-c2 d3-e3 d3-d2 b4-a4 b4-b5 b4-b3 \
         c3xc5 c3xc5(d4) c3xc5(e5) c3xc5(e2) d3xd5 d3xd5(c4) d3xd5(e5) d3xd5(e2) \
         d3xd5xf5 d3xd5xf5(c4) d3xd5xf5(e2) d3xd5(c4)xf5 d3xd5(c4)xf5(e2) \
         d3xd5(e2)xf5 d3xd5(e2)xf5(c4)",
    );
    at(OPENED).turn_count(48);
}

/// Always 22 drops and 11 steps; the captures are those listed above, less what the options forbid.
#[test]
fn the_opening_of_the_facts_under_each_pair_of_options() {
    for (options, captures) in [
        ("bonus=optional multijump=on", 15),
        ("bonus=optional multijump=off", 8),
        ("bonus=forced multijump=on", 8),
        ("bonus=forced multijump=off", 6),
        ("bonus=none multijump=on", 3),
        ("bonus=none multijump=off", 2),
    ] {
        Table::new("yote", options).play(OPENING).turn_count(33 + captures);
    }
}

/// The slow reference itself meets the figures of the rules file.
#[test]
fn the_reference_meets_the_perft_figures() {
    use crate::games::testkit::Reference;
    /// Number of whole-turn lines of this length.
    fn perft(game: &reference::Slow, depth: u32) -> usize {
        let turns = game.turns();
        if depth == 1 {
            return turns.len();
        }
        let after = |turn: &String| {
            let mut next = game.clone();
            next.play(turn);
            perft(&next, depth - 1)
        };
        turns.iter().map(after).sum()
    }
    assert_eq!(perft(&reference::Slow::start(&[]), 3), 27_180);
    for (options, figures) in
        [(&[][..], [48, 2_411, 108_316]), (&[("bonus", "forced"), ("multijump", "off")][..], [39, 1_586, 61_748])]
    {
        let opened = reference::Slow::at(OPENED, options);
        for (depth, figure) in (1..).zip(figures) {
            assert_eq!(perft(&opened, depth), figure);
        }
    }
}
