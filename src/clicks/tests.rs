//! What every registered game promises about clicks, over random games and set-ups under each value of each rule option.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::*;
use crate::game::{Rules, for_each_turn};
use crate::games::{GAMES, GameVisitor, with_game};
use crate::notation::read_turn;
use crate::record::Record;
use crate::rng::Rng;
use crate::search::{Limits, Settings, think};

/// Positions with more turns than this are not clicked through completely.
const MOST_TURNS: u64 = 800;

/// Turns looked at for each value of each option.
const TURNS: usize = 300;

fn visit_all_games(visitor: impl GameVisitor<Output = ()> + Copy) {
    for game in GAMES {
        with_game(game.id, visitor).unwrap();
    }
}

#[test]
fn every_registered_game_can_be_clicked() {
    #[derive(Clone, Copy)]
    struct Check;
    impl GameVisitor for Check {
        type Output = ();

        fn visit<G: Clicks>(self) {
            for (index, option) in G::Rules::OPTIONS.iter().enumerate() {
                for value in option.values.all().take(3) {
                    let mut rules = G::Rules::default();
                    (option.set)(&mut rules, value);
                    click_games::<G>(rules, index as u64 * 10 + u64::from(value));
                }
            }
        }
    }
    visit_all_games(Check);
}

/// Plays games of random clicks.
fn click_games<G: Clicks>(rules: G::Rules, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut turns = 0;
    while turns < TURNS {
        let mut position = G::start(rules);
        let mut last = None;
        for ply in 0..400 {
            if position.outcome().is_some() {
                assert_eq!(Clicking::new(position.clone()).next(), []);
                break;
            }
            if ply % 10 == 3 {
                check_completeness(&position, &mut rng);
            }
            let turn = click_turn(&position, last, &mut rng);
            last = turn.clicks().last().map(|&click| (click, shown_colour(&position)));
            assert!(position.resolve(&G::parse_turn(&position.write_turn(turn.turn())).unwrap()).is_ok());
            position = turn.position().clone();
            turns += 1;
        }
    }
}

/// Clicks one turn at random, and checks every point on the way.
fn click_turn<G: Clicks>(position: &G, last: Option<(Click, Colour)>, rng: &mut Rng) -> Clicking<G> {
    let mut turn = Clicking::new(position.clone());
    let mut last = last.filter(|&(_, colour)| colour == shown_colour(position));
    loop {
        let next = turn.next();
        let points: BTreeSet<Click> = next.iter().map(|&(click, _)| click).collect();
        assert_eq!(points.len(), next.len(), "every click has one meaning: {next:?} in {turn:?}");
        assert!(!next.is_empty(), "no click leads nowhere: {turn:?}");
        if let Some((click, _)) = last {
            assert!(!points.contains(&click), "{click:?} can be clicked twice in {turn:?}");
        }
        check_meanings(&turn);
        for square in G::SIZE.squares().map(Click::On).chain([Click::Pass]).filter(|click| !points.contains(click)) {
            let before = turn.clone();
            assert!(!turn.click(square));
            assert_eq!(turn, before);
        }
        let click = next[rng.below(next.len() as u32) as usize].0;
        assert!(turn.click(click));
        last = Some((click, shown_colour(position)));
        assert!(!turn.position().note().is_empty() && !turn.position().note().contains('\n'));
        if !turn.is_half_made() {
            return turn;
        }
    }
}

/// A click either makes these decisions or none yet, whichever way it is come by.
fn check_meanings<G: Clicks>(turn: &Clicking<G>) {
    let mut meanings: BTreeMap<Click, Vec<G::Move>> = BTreeMap::new();
    let _ = turn.position.for_each_click(&turn.made, turn.open_clicks(), |click, decided| {
        let meaning = meanings.entry(click).or_insert_with(|| decided.to_vec());
        assert_eq!(*meaning, decided, "{click:?} in {turn:?}");
        ControlFlow::<()>::Continue(())
    });
}

/// What can be clicked is exactly what is legal, and splitting a turn gives clicks that make it.
fn check_completeness<G: Clicks>(position: &G, rng: &mut Rng) {
    if position.count_turns(MOST_TURNS) >= MOST_TURNS {
        let mut random = Turn::<G>::new();
        let mut at = position.clone();
        while random.is_empty() || at.in_turn() {
            let mv = at.random_move(rng).unwrap();
            at.play_unchecked(mv);
            random.push(mv);
        }
        check_split(position, &random);
        return;
    }
    let mut legal = BTreeSet::new();
    let _ = for_each_turn(position, &mut |turn, _| {
        check_split(position, turn);
        legal.insert(position.write_turn(turn));
        ControlFlow::<()>::Continue(())
    });
    let mut clicked = BTreeSet::new();
    click_everything(&Clicking::new(position.clone()), &mut |turn| {
        clicked.insert(position.write_turn(turn.turn()));
    });
    assert_eq!(clicked, legal, "{}", position.write_position());
}

fn check_split<G: Clicks>(position: &G, turn: &[G::Move]) {
    let mut clicking = Clicking::new(position.clone());
    let clicks = split(position, turn);
    for (index, &click) in clicks.iter().enumerate() {
        assert!(index == 0 || clicking.is_half_made(), "{clicks:?}");
        assert!(clicking.click(click), "{clicks:?} of {} in {}", position.write_turn(turn), position.write_position());
    }
    assert!(!clicking.is_half_made());
    assert_eq!(clicking.turn().as_slice(), turn);
}

fn click_everything<G: Clicks>(turn: &Clicking<G>, visit: &mut impl FnMut(&Clicking<G>)) {
    for (click, _) in turn.next() {
        let mut longer = turn.clone();
        longer.click(click);
        if longer.is_half_made() { click_everything(&longer, visit) } else { visit(&longer) }
    }
}

#[test]
fn a_half_made_turn_can_be_searched_to_its_end() {
    #[derive(Clone, Copy)]
    struct Check;
    impl GameVisitor for Check {
        type Output = ();

        fn visit<G: Clicks>(self) {
            let mut rng = Rng::new(3);
            let mut position = G::start(G::Rules::default());
            for _ in 0..40 {
                if position.outcome().is_some() {
                    return;
                }
                let mut turn = Clicking::new(position.clone());
                let next = turn.next();
                turn.click(next[rng.below(next.len() as u32) as usize].0);
                if turn.is_half_made() {
                    complete(&mut turn);
                }
                position = turn.position().clone();
            }
        }
    }
    visit_all_games(Check);
}

fn complete<G: Clicks>(turn: &mut Clicking<G>) {
    let limits = Limits { nodes: Some(20), ..Limits::default() };
    let settings = Settings { seed: 1, hash: 1 << 20, ..Settings::default() };
    let record = Record::new(Completion::Clicking(turn.clone()));
    let found = think(&record, &limits, &settings, &Arc::default(), &mut |_| {}).unwrap().best();
    for step in found {
        let Step::Click(click) = step else { panic!("{step:?} in {turn:?}") };
        assert!(turn.click(click));
    }
    assert!(!turn.is_half_made());
}

/// The decisions that a click at the end of these would make, as a turn in text if it is complete.
fn clicked<G: Clicks>(position: &str, clicks: &str) -> Option<String> {
    let position = G::parse_position(position, G::Rules::default()).unwrap();
    let mut turn = Clicking::new(position.clone());
    for word in clicks.split(' ') {
        let at = Square::new(word.as_bytes()[0] - b'a', word[1..].parse::<u8>().unwrap() - 1);
        if !turn.click(Click::On(at)) {
            return None;
        }
    }
    let text = position.write_turn(turn.turn());
    if !turn.is_half_made() {
        assert_eq!(read_turn(&position, &text).as_ref().ok(), Some(turn.turn()));
    }
    (!turn.is_half_made()).then_some(text)
}

#[test]
fn a_second_stone_that_clears_the_landing_square_is_not_clicked_twice_running() {
    use crate::games::yote::Yote;
    let clicked = |clicks| clicked::<Yote>("6/6/6/6/wb1bb1 w 0 0", clicks);
    // After a1xc1 the stone on e1 is taken, and e1 jumped to over d1.
    assert_eq!(clicked("a1 c1 e1 e1"), None);
    assert_eq!(clicked("a1 c1 e1 c1 e1").as_deref(), Some("a1xc1(e1)xe1"));
    assert_eq!(clicked("a1 c1 e1 a1").as_deref(), Some("a1xc1(e1)"));
    assert_eq!(clicked("a1 c1 b1").as_deref(), Some("a1xc1"), "none, and no jump over d1 with e1 taken");
}

#[test]
fn the_two_stones_and_the_two_ends_of_a_bridge_are_clicked_in_either_order() {
    use crate::games::ponte::Ponte;
    let clicked = |clicks| clicked::<Ponte>("10/10/10/10/10/10/3o1o4/10/10/10 - l l -", clicks);
    assert_eq!(clicked("a1 j10").as_deref(), Some("a1,j10"));
    assert_eq!(clicked("j10 a1").as_deref(), Some("a1,j10"));
    assert_eq!(clicked("f4 d4").as_deref(), Some("d4-f4"));
    assert_eq!(clicked("f4 a1"), None);
    assert_eq!(clicked("a1 a1"), None);
}
