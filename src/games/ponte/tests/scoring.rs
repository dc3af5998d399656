//! Rule tests of the sections "Score" and "Variants".

use super::{Table, set, string, table};

/// Nine square islands in the order of a snake: along the lower row, back along the middle one, along the upper one.
const ISLANDS: [&str; 9] = [
    "a1 b1 a2 b2",
    "d1 e1 d2 e2",
    "g1 h1 g2 h2",
    "g4 h4 g5 h5",
    "d4 e4 d5 e5",
    "a4 b4 a5 b5",
    "a7 b7 a8 b8",
    "d7 e7 d8 e8",
    "g7 h7 g8 h8",
];

/// The bridges along the snake.
const LINKS: [&str; 8] = ["b1-d1", "e1-g1", "h2-h4", "e4-g4", "b4-d4", "a5-a7", "b7-d7", "e7-g7"];

/// The first islands of the snake.
fn islands(count: usize) -> String {
    ISLANDS[..count].join(" ")
}

/// The field BRIDGES for some bridges of one colour.
fn bridges(sign: &str, links: &[&str]) -> String {
    let mut sorted = links.to_vec();
    sorted.sort();
    let words: Vec<String> = sorted.iter().map(|link| format!("{sign}{link}")).collect();
    if words.is_empty() { "-".to_string() } else { words.join(",") }
}

/// Light has these stones and bridges: checks its points, islands and bridges.
fn light_has(stones: &str, links: &[&str], points: usize, islands: usize) {
    let rest = format!("{} l l -", bridges("o", links));
    let count = links.len();
    set(stones, "j1 j3", &rest)
        .score_has(&format!("light_points={points} light_islands={islands} light_bridges={count}"))
        .score_has("dark_points=0 dark_islands=0 dark_bridges=0")
        .unfinished();
}

// Score.

#[test]
fn an_isolated_island_scores_one() {
    light_has("a1 b1 a2 b2", &[], 1, 1);
    light_has("a1 b1 c1 d1", &[], 1, 1);
    light_has("a1 b1 b2 c2", &[], 1, 1);
}

#[test]
fn sandbanks_score_nothing() {
    light_has("a1 b1 c1 e1 e2 g1", &[], 0, 0);
}

#[test]
fn linked_sandbanks_score_nothing() {
    light_has("a1 b1 d1 e1", &["b1-d1"], 0, 0);
}

#[test]
fn n_linked_islands_score_n_times_n_plus_one_over_two() {
    for (n, points) in (1..=9).zip([1, 3, 6, 10, 15, 21, 28, 36, 45]) {
        light_has(&islands(n), &LINKS[..n - 1], points, n);
    }
}

#[test]
fn unlinked_islands_score_one_each() {
    for n in 1..=9 {
        light_has(&islands(n), &[], n, n);
    }
}

#[test]
fn networks_are_added_up() {
    // Two and two: 3 + 3. Three, two and one alone: 6 + 3 + 1.
    light_has(&islands(4), &["b1-d1", "g2-g4"], 6, 4);
    light_has(&islands(6), &["b1-d1", "e1-g1", "e4-g4"], 10, 6);
}

#[test]
fn networks_joined_later_are_one() {
    // The two networks d1-b1 and b4-d4 score 3 + 3, joined by a2-a4 they score 10.
    let stones = [ISLANDS[0], ISLANDS[1], ISLANDS[4], ISLANDS[5]].join(" ");
    set(&stones, "j1 j3", "ob1-d1,ob4-d4 l l -")
        .score_has("light_points=6 light_islands=4 light_bridges=2")
        .play("a2-a4")
        .score_has("light_points=10 light_islands=4 light_bridges=3");
}

#[test]
fn a_network_with_a_cycle_counts_each_island_once() {
    let stones = [ISLANDS[0], ISLANDS[1], ISLANDS[4], ISLANDS[5]].join(" ");
    light_has(&stones, &["a2-a4", "b1-d1", "b4-d4", "e2-e4"], 10, 4);
}

#[test]
fn two_bridges_between_the_same_islands_count_once_for_points() {
    light_has(&islands(2), &["b1-d1", "b2-d2"], 3, 2);
}

#[test]
fn a_sandbank_links_islands() {
    // 2 o o . o . o o     Two bridges end on different stones of the sandbank d1 d2.
    // 1 o o . o . o o
    let stones = "a1 b1 a2 b2 d1 d2 f1 g1 f2 g2";
    light_has(stones, &["b1-d1"], 2, 2);
    light_has(stones, &["b1-d1", "d2-f2"], 3, 2);
    // Two sandbanks in a row.
    light_has("a1 b1 a2 b2 d1 d2 f2 f3 h3 i3 h4 i4", &["b1-d1", "d2-f2", "f3-h3"], 3, 2);
}

#[test]
fn a_sandbank_at_the_end_of_a_bridge_adds_nothing() {
    light_has("a1 b1 a2 b2 d1 d2", &["b1-d1"], 1, 1);
}

#[test]
fn diagonal_contact_of_sandbanks_links_nothing() {
    // d1 and e2 touch diagonally; b1-d1 and e2-g2 lead to them from two islands.
    light_has("a1 b1 a2 b2 d1 e2 g1 h1 g2 h2", &["b1-d1", "e2-g2"], 2, 2);
    light_has("a1 b1 a2 b2 d1 e1 g1 h1 g2 h2", &["b1-d1", "e1-g1"], 3, 2);
}

#[test]
fn the_opponents_bridges_link_nothing() {
    set(&islands(2), "c1 c3", "xc1-c3 l l -").score_has("light_points=2 dark_bridges=1");
    // Dark's groups with light's bridge beside them.
    set("c1 c3", &islands(2), "oc1-c3 l l -").score_has("dark_points=2 light_bridges=1");
}

#[test]
fn both_colours_are_counted_by_the_same_rule() {
    let light = [ISLANDS[0], ISLANDS[1]].join(" ");
    let dark = [ISLANDS[3], ISLANDS[4], ISLANDS[5], "i1"].join(" ");
    set(&light, &dark, "ob1-d1,xb4-d4,xe4-g4 l l -")
        .score_has("light_points=3 light_islands=2 light_bridges=1")
        .score_has("dark_points=6 dark_islands=3 dark_bridges=2");
}

/// Dark has passed under a stock of `tiles` stones a colour, so the game is over.
fn over_by_pass(options: &str, light: &str, dark: &str, links: &str) -> Table {
    Table::at("ponte", options, &string(light, dark, &format!("{links} l l x")))
}

#[test]
fn more_points_win_by_the_difference() {
    let (three, one) = ("a1 b1 a2 b2 d1 e1 d2 e2", "a5 b5 a6 b6 j1 j3 j5 j7");
    over_by_pass("tiles=8", three, one, "ob1-d1").over_with("W+2");
    over_by_pass("tiles=8", one, three, "xb1-d1").over_with("B+2");
}

#[test]
fn points_come_before_bridges_and_islands() {
    // Light: two linked islands, one bridge, 3 points. Dark: two islands, each with a bridge to a sandbank, 2 points.
    let light = "a1 b1 a2 b2 d1 e1 d2 e2 j1 j3";
    let dark = "a5 b5 a6 b6 d5 f5 g5 f6 g6 i5";
    let links = "ob1-d1,xb5-d5,xg5-i5";
    over_by_pass("tiles=10", light, dark, links).over_with("W+1");
    over_by_pass("tiles=10 tiebreak=islands", light, dark, links).over_with("W+1");
    // Light: 3 islands alone, 3 points; dark: 3 islands, two of them linked, 4 points.
    let dark = "a5 b5 a6 b6 d5 e5 d6 e6 g5 h5 g6 h6";
    over_by_pass("tiles=12", &islands(3), dark, "xb5-d5").over_with("B+1");
}

#[test]
fn equal_points_are_decided_by_more_bridges() {
    // One island each and a bridge to a single stone, which light has built or dark or both or neither.
    let (light, dark) = ("a1 b1 a2 b2 d1 j10", "a5 b5 a6 b6 d5 j1");
    over_by_pass("tiles=6", light, dark, "ob1-d1").over_with("W+0.5");
    over_by_pass("tiles=6", light, dark, "xb5-d5").over_with("B+0.5");
}

#[test]
fn equal_points_and_bridges_are_a_draw() {
    let (light, dark) = ("a1 b1 a2 b2 d1 j10", "a5 b5 a6 b6 d5 j1");
    over_by_pass("tiles=6", light, dark, "-").over_with("0");
    over_by_pass("tiles=6", light, dark, "ob1-d1,xb5-d5").over_with("0");
}

#[test]
fn two_bridges_between_the_same_islands_count_twice_in_the_tie() {
    // Light has two bridges between its islands, dark one: 3 points each.
    let dark = "a5 b5 a6 b6 d5 e5 d6 e6";
    over_by_pass("tiles=8", &islands(2), dark, "ob1-d1,ob2-d2,xb5-d5").over_with("W+0.5");
    over_by_pass("tiles=8", &islands(2), dark, "ob1-d1,xb5-d5").over_with("0");
}

// Variants: tiles.

/// A game in which each side has one possible bridge: light a1-c1, dark a5-c5.
fn small(options: &str) -> Table {
    let mut t = Table::new("ponte", options);
    t.play("a1,c1 choose-dark a5,c5");
    t
}

#[test]
fn tiles_with_fewer_than_two_left_a_side_cannot_place_two() {
    small("tiles=2").turns_are("a1-c1 pass");
    small("tiles=3").turns_are("a1-c1 pass");
    small("tiles=4").illegal("pass").legal("a1-c1").legal("e1,e2").turn_count(4561);
    small("tiles=0").illegal("pass").turn_count(4561);
    small("tiles=50").illegal("pass").turn_count(4561);
}

#[test]
fn tiles_are_counted_for_each_colour() {
    small("tiles=4").play("h1,h2").legal("h5,h6").illegal("pass");
    small("tiles=4").play("h1,h2 a5-c5").turns_are("a1-c1 pass");
    small("tiles=4").play("h1,h2 h5,h6").turns_are("a1-c1 pass");
}

#[test]
fn tiles_and_lights_pass_leave_dark_one_more_turn() {
    let mut t = small("tiles=2");
    t.play("pass").unfinished().side_is("dark").turns_are("a5-c5 pass");
    t.position_is(&string("a1 c1", "a5 c5", "- d l p"));
    t.play("a5-c5").over_with("B+0.5").position_is(&string("a1 c1", "a5 c5", "xa5-c5 l l p"));
    t.undo().unfinished().play("pass").over_with("0");
}

#[test]
fn tiles_and_darks_pass_end_the_game_at_once() {
    small("tiles=2").play("a1-c1").turns_are("a5-c5 pass").play("pass").over_with("W+0.5");
}

#[test]
fn tiles_and_a_stuck_dark_end_the_game_without_a_pass() {
    // After both bridges light has only its pass; then dark is stuck.
    let mut t = small("tiles=2");
    t.play("a1-c1 a5-c5").unfinished().turns_are("pass").play("pass").over_with("0");
    t.position_is(&string("a1 c1", "a5 c5", "oa1-c1,xa5-c5 d l p"));
    // Without a possible bridge dark is stuck right after light's turn.
    let mut t = Table::new("ponte", "tiles=2");
    t.play("a1,c1 choose-light a5,j5").turns_are("a1-c1 pass").play("a1-c1").over_with("W+0.5");
    t.position_is(&string("a1 c1", "a5 j5", "oa1-c1 d d -"));
}

// Variants: bridges.

#[test]
fn bridges_come_from_one_stock_for_both_sides() {
    small("bridges=1").legal("a1-c1").play("a1-c1").illegal("a5-c5").legal("e1,e2");
    small("bridges=2").play("a1-c1").legal("a5-c5");
    small("bridges=2").play("a1-c1 a5-c5 e1,g1 e5,g5").illegal("e1-g1").legal("h8,h9");
    small("bridges=3").play("a1-c1 a5-c5 e1,g1 e5,g5").legal("e1-g1");
    small("bridges=0").play("a1-c1 a5-c5 e1,g1 e5,g5").legal("e1-g1");
    small("bridges=50").play("a1-c1").legal("a5-c5");
}

#[test]
fn an_empty_stock_of_bridges_leaves_dark_stuck() {
    small("tiles=2 bridges=1").play("a1-c1").over_with("W+0.5");
    small("tiles=2 bridges=1").play("pass").turns_are("a5-c5 pass").play("a5-c5").over_with("B+0.5");
    small("tiles=2 bridges=2").play("a1-c1").turns_are("a5-c5 pass");
}

// Variants: opening.

#[test]
fn opening_fixed_has_no_choice() {
    let mut t = Table::new("ponte", "opening=fixed");
    t.position_is("10/10/10/10/10/10/10/10/10/10 - l l -").side_is("light").turn_count(4950);
    t.score_has("light_seat=first dark_seat=second").illegal("choose-dark");
    t.play("d4,f4").side_is("dark").turn_count(4753).illegal("choose-dark").illegal("choose-light");
    t.position_is("10/10/10/10/10/10/3o1o4/10/10/10 - d l -");
    t.play("a1,a3").side_is("light").play("d4-f4").side_is("dark");
    t.score_has("light_seat=first dark_seat=second");
}

#[test]
fn opening_swap_is_the_default() {
    Table::new("ponte", "opening=swap").play("d4,f4").turns_are("choose-dark choose-light");
    table().play("d4,f4").turns_are("choose-dark choose-light");
}

// Variants: tiebreak.

#[test]
fn tiebreak_islands_looks_at_islands_before_bridges() {
    // Light: three islands alone. Dark: two linked islands and four single stones. Three points each.
    let light = islands(3);
    let dark = "a5 b5 a6 b6 d5 e5 d6 e6 j1 j3 j5 j7";
    over_by_pass("tiles=12", &light, dark, "xb5-d5").over_with("B+0.5");
    over_by_pass("tiles=12 tiebreak=bridges", &light, dark, "xb5-d5").over_with("B+0.5");
    over_by_pass("tiles=12 tiebreak=islands", &light, dark, "xb5-d5").over_with("W+0.5");
    // The same with the colours exchanged.
    over_by_pass("tiles=12 tiebreak=bridges", dark, &light, "ob5-d5").over_with("W+0.5");
    over_by_pass("tiles=12 tiebreak=islands", dark, &light, "ob5-d5").over_with("B+0.5");
}

#[test]
fn tiebreak_islands_looks_at_bridges_when_islands_are_equal() {
    let (light, dark) = ("a1 b1 a2 b2 d1 j10", "a5 b5 a6 b6 d5 j1");
    for (links, result) in [("ob1-d1", "W+0.5"), ("xb5-d5", "B+0.5"), ("-", "0"), ("ob1-d1,xb5-d5", "0")] {
        over_by_pass("tiles=6 tiebreak=islands", light, dark, links).over_with(result);
    }
}
