//! What every registered game promises, checked over random games and set-ups of each, under each value of each rule option.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use super::testkit::mutate;
use super::{GAMES, GameVisitor, with_game};
use crate::clicks::Clicks;
use crate::game::{Game, Rules, Turn, for_each_turn};
use crate::notation::{MoveError, Notation, read_turn};
use crate::picture::{Pictured, text};
use crate::record::Record;
use crate::rng::Rng;

/// Set-ups with more turns than this are not enumerated.
const MOST_TURNS: u64 = 6_000;

/// Positions looked at for each value of each option.
const POSITIONS: usize = 300;

#[test]
fn every_registered_game_keeps_its_promises() {
    struct Check;
    impl GameVisitor for Check {
        type Output = ();

        fn visit<G: Clicks>(self) {
            check_game::<G>();
        }
    }
    for game in GAMES {
        with_game(game.id, Check).unwrap();
    }
}

#[test]
fn ids_are_unique_words() {
    for (index, game) in GAMES.iter().enumerate() {
        assert!(game.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", game.id);
        assert!(GAMES.iter().skip(index + 1).all(|other| other.id != game.id), "{}", game.id);
    }
}

fn check_game<G: Pictured>() {
    for (index, option) in G::Rules::OPTIONS.iter().enumerate() {
        for value in option.values.all().take(4) {
            let mut rules = G::Rules::default();
            (option.set)(&mut rules, value);
            assert_eq!((option.get)(&rules), value, "{} {}", G::ID, option.name);
            check_rules::<G>(rules, index as u64 * 100 + u64::from(value));
        }
    }
}

fn check_rules<G: Pictured>(rules: G::Rules, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut seen = Seen::default();
    let mut looked_at = 0;
    while looked_at < POSITIONS {
        let mut record = Record::new(G::start(rules));
        let set_up_after = (rng.below(2) == 0).then(|| rng.below(60));
        for ply in 0.. {
            if set_up_after == Some(ply) {
                let text = mutate(&record.position().write_position(), &mut rng);
                let Ok(position) = G::parse_position(&text, rules) else { break };
                assert_eq!(position.write_position(), text, "a position string is written as it was read");
                record = Record::new(position);
            }
            let Some(turns) = check_position(record.position(), &mut seen, &mut rng) else { break };
            looked_at += 1;
            if record.outcome().is_some() {
                break;
            }
            let turn = turns[rng.below(turns.len() as u32) as usize].clone();
            check_undo(&mut record, turn);
        }
    }
}

/// What has been seen of a game so far: turns to try elsewhere, and keys.
#[derive(Default)]
struct Seen {
    texts: Vec<String>,
    keys: HashMap<u64, String>,
}

/// Checks one position between turns; gives its legal turns, or `None` if they are too many to look at.
fn check_position<G: Pictured>(position: &G, seen: &mut Seen, rng: &mut Rng) -> Option<Vec<Turn<G>>> {
    let text = position.write_position();
    let again = match G::parse_position(&text, position.rules()) {
        Ok(again) => again,
        Err(error) => panic!("{text}: {error}"),
    };
    assert_eq!(again, *position, "{text}");
    assert_eq!(again.key(), position.key(), "the key depends on the position alone: {text}");
    assert_eq!(again.repetition_key(), position.repetition_key(), "{text}");
    let other = seen.keys.entry(position.key()).or_insert_with(|| text.clone());
    assert_eq!(*other, text, "two positions share a key");
    assert!(!position.in_turn());
    let board = text::draw(&position.picture(), text::Look::PLAIN);
    assert!(!board.split('\n').any(|line| line.trim().is_empty()), "{board}");
    assert!(position.facts().iter().all(|(name, value)| !name.contains([' ', '=']) && !value.contains(' ')));

    if position.count_turns(MOST_TURNS) >= MOST_TURNS {
        assert_eq!(position.outcome(), None, "{text}");
        return None;
    }
    let mut turns: Vec<Turn<G>> = Vec::new();
    let mut texts = HashSet::new();
    let _ = for_each_turn(position, &mut |turn, _| {
        let written = position.write_turn(turn);
        assert!(!written.contains(' ') && !written.is_empty(), "{written:?}");
        assert_eq!(G::parse_turn(&written).map(|_| ()), Ok(()), "{written}");
        match position.resolve(&G::parse_turn(&written).unwrap()) {
            Ok(resolved) => assert_eq!(resolved.as_slice(), turn, "{written} in {text}"),
            Err(error) => panic!("{written} in {text}: {error}"),
        }
        assert!(texts.insert(written.clone()), "{written} is written twice in {text}");
        turns.push(Turn::<G>::from_slice(turn));
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(position.count_turns(u64::MAX), turns.len() as u64, "{text}");
    assert_eq!(position.outcome().is_none(), !turns.is_empty(), "{text}");
    check_decisions(position, rng);

    // Turns of other positions: accepted exactly where they are legal. An accepted text may be another way to write a legal turn.
    for _ in 0..40 {
        let Some(candidate) = seen.texts.get(rng.below(seen.texts.len() as u32) as usize) else { break };
        if position.outcome().is_some() {
            break;
        }
        match read_turn(position, candidate) {
            Ok(turn) => assert!(turns.contains(&turn), "{candidate} in {text}"),
            Err(MoveError::Ambiguous(_)) => assert!(!texts.contains(candidate), "{candidate} in {text}"),
            Err(error) => assert!(!texts.contains(candidate), "{candidate} in {text}: {error}"),
        }
    }
    if let Some(written) = texts.into_iter().min().filter(|_| rng.below(2) == 0) {
        seen.texts.push(written);
    }
    if let Some(turn) = turns.get(rng.below(turns.len() as u32) as usize) {
        seen.texts.push(position.write_turn(turn));
    }
    Some(turns)
}

/// Checks the decisions of a position and of those within a turn that begins there.
fn check_decisions<G: Game>(position: &G, rng: &mut Rng) {
    let mut moves = Vec::new();
    let _ = position.for_each_move(|mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    let distinct: HashSet<_> = moves.iter().copied().collect();
    assert_eq!(distinct.len(), moves.len(), "decisions are distinct: {moves:?}");
    assert!(moves.iter().all(|&mv| position.is_legal(mv)));
    assert_eq!(position.outcome().is_none(), !moves.is_empty(), "{position:?}");
    for _ in 0..3 {
        match position.random_move(rng) {
            Some(mv) => assert!(distinct.contains(&mv), "{mv:?} in {position:?}"),
            None => assert!(moves.is_empty(), "{position:?}"),
        }
        check_random_play(position, rng.clone());
    }
    let visited_until_break = position.for_each_move(ControlFlow::Break);
    assert_eq!(visited_until_break, moves.first().map_or(ControlFlow::Continue(()), |&mv| ControlFlow::Break(mv)));
    if let Some(&mv) = moves.get(rng.below(moves.len() as u32) as usize) {
        let mut next = position.clone();
        next.play_unchecked(mv);
        if next.in_turn() {
            assert_eq!(next.to_move(), position.to_move(), "a turn belongs to one player");
            assert_eq!(next.outcome(), None, "a game ends between turns");
            assert!(!next.is_legal(mv) || next != *position);
            check_decisions(&next, rng);
        }
    }
}

/// Playing at random is playing the random move, for the same random numbers.
fn check_random_play<G: Game>(position: &G, mut rng: Rng) {
    let mut numbers = rng.clone();
    let mut expected = position.clone();
    let mv = position.random_move(&mut numbers);
    if let Some(mv) = mv {
        expected.play_unchecked(mv);
    }
    let mut played = position.clone();
    assert_eq!(played.play_random(&mut rng), mv.is_some(), "{position:?}");
    assert_eq!(played, expected, "{mv:?} in {position:?}");
    assert_eq!(rng.next_u64(), numbers.next_u64(), "as many random numbers");
}

fn check_undo<G: Game>(record: &mut Record<G>, turn: Turn<G>) {
    let before = record.position().clone();
    record.play(turn.clone());
    assert!(record.undo(1));
    assert_eq!(*record.position(), before);
    record.play(turn);
}

#[test]
fn random_moves_are_uniform_over_decisions() {
    struct Check;
    impl GameVisitor for Check {
        type Output = ();

        fn visit<G: Notation>(self) {
            let mut rng = Rng::new(5);
            for depth in [0, 3, 10, 25] {
                let mut position = G::start(G::Rules::default());
                for _ in 0..depth {
                    let Some(mv) = position.random_move(&mut rng) else { break };
                    position.play_unchecked(mv);
                }
                check_uniform(&position, &mut rng);
            }
        }
    }
    for game in GAMES {
        with_game(game.id, Check).unwrap();
    }
}

fn check_uniform<G: Game>(position: &G, rng: &mut Rng) {
    const EACH: usize = 400;
    let mut counts = HashMap::new();
    let _ = position.for_each_move(|mv| {
        counts.insert(mv, 0usize);
        ControlFlow::<()>::Continue(())
    });
    for _ in 0..EACH * counts.len() {
        *counts.get_mut(&position.random_move(rng).unwrap()).unwrap() += 1;
    }
    // 400 ± 6 standard deviations.
    let off: Vec<_> = counts.iter().filter(|&(_, &n)| !(280..=520).contains(&n)).collect();
    assert!(off.is_empty(), "{off:?} in {position:?}");
}

/// Positions that differ in what a key easily mixes up: a side to move, and one square.
#[test]
fn similar_positions_have_different_keys() {
    fn key<G: Notation>(position: &str) -> [u64; 2] {
        let position = G::parse_position(position, G::Rules::default()).expect("a position");
        [position.key(), position.repetition_key()]
    }
    let empty = "16/".repeat(13);
    for (one, other) in [
        (
            key::<super::ponte::Ponte>("10/10/10/10/10/10/o9/10/7o2/10 - d d -"),
            key::<super::ponte::Ponte>("10/o9/10/10/10/10/10/10/7o2/10 - c ? -"),
        ),
        (
            key::<super::walking_purchase::WalkingPurchase>(&format!("W14B/{empty}16/B14W w 0 0 -")),
            key::<super::walking_purchase::WalkingPurchase>(&format!("W14B/{empty}15W/B15 b 0 0 -")),
        ),
        (
            key::<super::ecoute_moi::EcouteMoi>("13/13/13/13/13/13/6C6/13/13/13/13/13/13 w a - -"),
            key::<super::ecoute_moi::EcouteMoi>("13/13/13/13/13/13/7C5/13/13/13/13/13/12x b a - -"),
        ),
    ] {
        assert_ne!(one[0], other[0]);
        assert_ne!(one[1], other[1]);
    }
}
