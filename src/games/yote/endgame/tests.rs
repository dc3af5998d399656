//! The solved endgames against the rules, and as the search plays them.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::solver::{Class, boards, position};
use super::{ENDGAMES, End, one_turn_before, preference, squares};
use crate::game::{Game, Known, Method, Outcome, Rules, for_each_turn};
use crate::games::yote::{Yote, YoteRules};
use crate::notation::Notation;
use crate::record::Record;
use crate::rng::Rng;
use crate::search::{Limits, Report, Settings, think};

fn classes() -> impl Iterator<Item = Class> {
    ENDGAMES.iter().flat_map(|endgame| [(endgame.few, endgame.many), (endgame.many, endgame.few)])
}

/// Every `step`-th position of a class that is not over.
fn positions(class: Class, step: usize) -> impl Iterator<Item = Yote> {
    boards(class).step_by(step).map(|(_, own, foe)| position(own, foe)).filter(|position| position.outcome().is_none())
}

fn at(text: &str, options: &str) -> Yote {
    let mut rules = YoteRules::default();
    for option in options.split_whitespace() {
        let (name, value) = option.split_once('=').unwrap();
        let option = YoteRules::OPTIONS.iter().find(|option| option.name == name).unwrap();
        (option.set)(&mut rules, option.values.parse(value).unwrap());
    }
    Yote::parse_position(text, rules).unwrap()
}

/// The end of a position as the side to move sees it.
fn end_of(position: &Yote) -> End {
    let won = |outcome| match outcome {
        Outcome::Draw => None,
        Outcome::Win(winner) => Some(winner == position.to_move()),
    };
    if let Some(outcome) = position.outcome() {
        // The side to move has lost its last stone.
        assert_ne!(won(outcome), Some(true));
        return 0;
    }
    let Known { outcome, turns } = position.solved().unwrap();
    assert_eq!(won(outcome), (turns > 0).then_some(turns % 2 == 1), "{position:?}");
    turns as End
}

/// The best end that the turns of a position lead to.
fn best_turn(position: &Yote, mut end: impl FnMut(&Yote) -> End) -> End {
    let mut best: Option<End> = None;
    let _ = for_each_turn(position, &mut |_, next: &Yote| {
        let lost = matches!(next.outcome(), Some(Outcome::Win(_)));
        let end = if lost { 1 } else { one_turn_before(end(next)) };
        best = Some(best.map_or(end, |best| if preference(end) > preference(best) { end } else { best }));
        ControlFlow::<()>::Continue(())
    });
    best.unwrap()
}

/// Each win has a turn to a loss that is one turn nearer, each loss only turns to wins, the last of them one turn nearer, each draw a turn
/// to a draw and none to a loss. Were that so everywhere it would be a proof, which `solver` gives; here is a sample.
#[test]
fn ends_follow_from_the_turns() {
    for (class, step) in classes().map(|class| (class, 1 + 4 * usize::from(class.0 * class.1).pow(2))) {
        let mut looked_at = 0;
        for position in positions(class, step) {
            assert_eq!(end_of(&position), best_turn(&position, end_of), "{position:?}");
            looked_at += 1;
        }
        assert!(looked_at > 0, "{class:?}");
    }
}

/// Plain iteration over all boards, reflections and all, until nothing changes.
#[test]
fn ends_agree_with_plain_iteration() {
    let sets = |count: u32| (0u32..1 << 30).filter(move |set| set.count_ones() == count);
    let singles: Vec<u32> = sets(1).collect();
    let pairs: Vec<u32> =
        singles.iter().flat_map(|&a| singles.iter().filter(move |&&b| b > a).map(move |b| a | b)).collect();
    let mut ends: HashMap<(u32, u32), End> = HashMap::new();
    for (some, others) in [(&singles, &singles), (&singles, &pairs), (&pairs, &singles)] {
        for (own, foe) in some.iter().flat_map(|own| others.iter().map(move |foe| (*own, *foe))) {
            if own & foe == 0 && position(own, foe).outcome().is_none() {
                ends.insert((own, foe), 0);
            }
        }
    }
    let key = |position: &Yote| (squares(&position.own), squares(&position.foe));
    let boards: Vec<(u32, u32)> = ends.keys().copied().collect();
    for turns in 1..=20 {
        let found: Vec<_> = boards
            .iter()
            .filter(|board| ends[board] == 0)
            .map(|&(own, foe)| {
                let end = best_turn(&position(own, foe), |next| ends.get(&key(next)).copied().unwrap_or_default());
                ((own, foe), end)
            })
            .filter(|&(_, end)| end == turns)
            .collect();
        ends.extend(found);
    }
    assert!(ends.values().any(|&end| end == 1) && ends.values().any(|&end| end == 2));
    for (&(own, foe), &end) in &ends {
        assert_eq!(end_of(&position(own, foe)), end, "{own:#x} {foe:#x}");
    }
}

#[test]
fn reflections_and_colours_make_no_difference() {
    for (text, reflected) in [
        ("6/1w4/3b2/6/w1w2w w 0 0", "6/4w1/2b3/6/w2w1w w 0 0"),
        ("6/1w4/3b2/6/w1w2w w 0 0", "w1w2w/6/3b2/1w4/6 w 0 0"),
        ("6/1w4/3b2/6/w1w2w b 0 0", "6/1b4/3w2/6/b1b2b w 0 0"),
        ("w5/5b/1ww3/6/6 w 0 0", "6/6/3ww1/b5/5w w 0 0"),
    ] {
        assert_eq!(end_of(&at(text, "")), end_of(&at(reflected, "")), "{text}");
    }
}

#[test]
fn only_endgames_under_the_rules_of_the_text_are_known() {
    const WON: &str = "6/1w4/3b2/6/w1w2w w 0 0";
    assert!(at(WON, "").known().is_some() && at(WON, "repetition=2").known().is_some());
    for options in ["bonus=forced", "bonus=none", "multijump=off", "bonus=none multijump=off repetition=3"] {
        assert_eq!(at(WON, options).known(), None, "{options}");
    }
    for text in
        ["6/1w4/3b2/6/w1w2w w 1 0", "6/1w4/3b2/6/w1w2w w 0 1", "6/1w4/3b2/5b/w1w2w w 0 0", "6/ww4/3b2/6/wwww2 b 0 0"]
    {
        assert_eq!(at(text, "").known(), None, "{text}");
    }
    assert_eq!(Yote::start(YoteRules::default()).known(), None);
}

fn search(record: &Record<Yote>, nodes: u64, settings: &Settings) -> Report<Yote> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    think(record, &limits, settings, &Arc::default(), &mut |_| {}).unwrap()
}

/// From each position of a sample the search knows the end at once, and reaches it against the best defence in just as many turns.
#[test]
fn the_search_plays_solved_endgames_out() {
    let mut rng = Rng::new(7);
    let mut longest = 0;
    for method in [Method::AlphaBeta, Method::Mcts] {
        let settings = Settings { hash: 1 << 16, method: Some(method), ..Settings::default() };
        for class in classes() {
            let sample = positions(class, 997 + rng.below(400) as usize);
            for start in sample.take(25) {
                let mut record = Record::new(start);
                let Known { outcome, turns } = record.position().solved().unwrap();
                let proven = search(&record, 2_000, &settings).proven().unwrap();
                assert_eq!((proven.outcome, proven.turns), (outcome, turns), "{:?}", record.position());
                longest = longest.max(turns);
                for left in (1..=turns).rev() {
                    let report = search(&record, 2_000, &settings);
                    assert_eq!(report.proven().unwrap().turns, left, "{:?}", record.position());
                    record.play(report.best());
                }
                assert_eq!(record.outcome(), (turns > 0).then_some(outcome), "{:?}", record.position());
            }
        }
    }
    assert!(longest > 15);
}

/// The positions after each turn from which the game goes on.
fn after_each_turn(record: &Record<Yote>) -> Vec<Record<Yote>> {
    let mut after = Vec::new();
    let _ = for_each_turn(record.position(), &mut |turn, _: &Yote| {
        let mut next = record.clone();
        next.play(turn.iter().copied().collect());
        if next.outcome().is_none() {
            after.push(next);
        }
        ControlFlow::<()>::Continue(())
    });
    after
}

/// White could win, but has wasted turns: the way to the win may lead through a position that would be a draw were it to come again.
#[test]
fn no_win_is_claimed_across_positions_that_may_not_come_again() {
    let one_turn_ahead = Limits { depth: Some(1), ..Limits::default() };
    for (options, claimed) in [("", true), ("repetition=3", true), ("repetition=2", false)] {
        let start = Record::new(at("6/1w4/3b2/6/w1w2w w 0 0", options));
        let end = end_of(start.position());
        let mut games = after_each_turn(&start).into_iter().flat_map(|game| after_each_turn(&game));
        let longer = games.find(|game| end_of(game.position()) % 2 == 1 && end_of(game.position()) > end).unwrap();
        let settings = Settings { hash: 1 << 16, ..Settings::default() };
        let report = think(&longer, &one_turn_ahead, &settings, &Arc::default(), &mut |_| {}).unwrap();
        assert_eq!(report.proven().is_some(), claimed, "{options}");
    }
}

#[test]
fn weak_players_and_plain_uct_do_without_tables() {
    let record = Record::new(at("6/1w4/3b2/6/w1w2w w 0 0", ""));
    assert!(end_of(record.position()) > 5);
    for settings in [
        Settings { level: Some(0), ..Settings::default() },
        Settings { method: Some(Method::Uct), hash: 1 << 20, ..Settings::default() },
    ] {
        assert_eq!(search(&record, 50, &settings).proven(), None);
    }
}
