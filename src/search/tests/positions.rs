//! Positions in which a search could go astray.

use std::time::Duration;

use super::super::Line;
use super::*;
use crate::notation::read_turn;

fn position_of<G: Notation>(text: &str, repetition: u8) -> Record<G> {
    let mut rules = G::Rules::default();
    if let Some(option) = G::Rules::OPTIONS.iter().find(|option| option.name == "repetition") {
        (option.set)(&mut rules, repetition);
    }
    Record::new(G::parse_position(text, rules).expect("a position"))
}

fn best_text<G: Notation>(record: &Record<G>, report: &Report<G>) -> String {
    record.position().write_turn(&report.best())
}

/// What an iteration has found worse than another turn is not played for its value of the iteration before, wherever the stop comes.
#[test]
fn a_stop_does_not_bring_back_what_has_been_refuted() {
    let record = position_of::<Yote>("1w4/w3b1/1bb2w/w5/4ww w 6 6", 3);
    let mut seen = Vec::new();
    for limit in 400..1400 {
        let report = search_with(&record, &nodes(limit), &Settings { seed: 0, ..settings(Method::AlphaBeta) });
        let found = (best_text(&record, &report), report.depth);
        if seen.last() != Some(&found) {
            seen.push(found);
        }
    }
    let bests: Vec<&str> = seen.iter().map(|(best, _)| best.as_str()).collect();
    let goes_back = bests.windows(3).any(|turns| turns[0] == turns[2] && turns[0] != turns[1]);
    assert!(!goes_back && bests.last() == Some(&"f3-f4"), "{seen:?}");
}

/// `d5-d4` loses in four turns; that is found as soon as the fourth is looked at, before the other turn has been.
#[test]
fn a_turn_that_loses_is_not_played_while_another_is_open() {
    let record = position_of::<Yote>("1b1w2/5b/b5/3b2/1b4 w 0 2", 0);
    let deep = Limits { depth: Some(4), ..nodes(100_000) };
    let truth = search_with(&record, &deep, &Settings { lines: 30, ..settings(Method::AlphaBeta) });
    let lost = |line: &&Line<Yote>| line.proven.is_some_and(|proof| proof.outcome == Outcome::Win(Player::Second));
    let losing: Vec<_> = truth.lines.iter().filter(lost).map(|line| line.turns[0].clone()).collect();
    assert!(!losing.is_empty() && losing.len() < truth.lines.len());
    for limit in 230..2000 {
        let report = search_with(&record, &nodes(limit), &Settings { seed: 0, ..settings(Method::AlphaBeta) });
        // Beyond that depth it comes out that the other turn loses, too, but later.
        assert!(!losing.contains(&report.best()), "nodes={limit}");
    }
}

/// The promise of a win is kept: each turn on the way brings its end nearer.
#[test]
fn a_win_comes_nearer_with_each_turn() {
    let mut record = position_of::<Yote>("6/6/2wbw1/3w2/1b1wb1 w 2 0", 2);
    let mut promised = u32::MAX;
    while record.outcome().is_none() {
        let report = search(&record, &nodes(20_000), Method::AlphaBeta);
        let proof = report.proven().expect("proven");
        assert_eq!(proof.outcome, Outcome::Win(Player::First));
        if record.position().to_move() == Player::First {
            assert!(proof.turns < promised, "{} after {promised}", proof.turns);
            promised = proof.turns;
        }
        record.play(report.best());
    }
    assert_eq!(record.outcome(), Some(Outcome::Win(Player::First)));
}

#[test]
fn several_lines_do_not_hide_a_win() {
    let board =
        "oxxoxooxoo/xoxoxx1oxx/ox1x1oxo1o/xx1xoo1xxo/2xoxx1xoo/xooxoxo1xx/2xx1o1o1x/xooo1xx1oo/xxx1oox1o1/o1oox1xoxo";
    let record = position_of::<Ponte>(&format!("{board} ob3-b5,oh9-j7,oj1-j3,xe1-g1 d l -"), 0);
    for (lines, limit) in (1..=4).flat_map(|lines| [1, 300, 3000].map(|limit| (lines, limit))) {
        let report = search_with(&record, &nodes(limit), &Settings { lines, ..settings(Method::Mcts) });
        let won = Outcome::Win(record.position().to_move());
        assert_eq!(report.proven(), Some(Proof { outcome: won, turns: 1 }), "{lines} lines, nodes={limit}");
    }
}

/// Only one turn is legal: nothing is gained by looking at it for long, unless that was asked for.
#[test]
fn a_forced_turn_takes_no_time_off_the_clock() {
    let record = position_of::<EcouteMoi>(
        "13/13/6xx5/7x5/2x2x7/2xx3xx4/1x6xx3/2x1x8/2x2C1xx4/2x1x3x4/2x8x1/1x6x1x2/13 w c deux-positive 2",
        0,
    );
    assert_eq!(record.position().count_turns(9), 1);
    let clock = Limits { target: Some(Duration::from_secs(3600)), ..nodes(20_000) };
    for method in METHODS {
        assert!(search(&record, &clock, method).nodes <= 1000, "{method:?}");
    }
    let on_a_clock = search(&Matches::heap(90), &clock, Method::Uct);
    assert_eq!(on_a_clock.nodes, 20_000);
}

/// A game that was given up to repetition, both sides having nine stones in hand.
#[test]
fn contempt_looks_for_more_where_the_game_would_be_drawn() {
    let start = position_of::<Yote>("6/6/6/6/6 w 12 12", 3);
    let best = |contempt: u16| {
        let mut record = start.clone();
        for text in "b5 c1 b5-a5 f1 a1 f5 d5 c1-d1 d5-c5 d1-c1 c5-d5 c1-d1 d5-c5 d1-c1".split(' ') {
            let turn = read_turn(record.position(), text).expect("legal");
            record.play(turn);
        }
        let report = search_with(&record, &nodes(5000), &Settings { contempt, ..settings(Method::AlphaBeta) });
        best_text(&record, &report)
    };
    assert_eq!(best(0), "c5-d5");
    assert_ne!(best(CONTEMPT), "c5-d5");
}
