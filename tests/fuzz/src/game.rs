//! Each game's turns and positions, as text.

use std::ops::ControlFlow;

use coureur::clicks::Clicks;
use coureur::game::{Game, Rules, Turn, for_each_turn};
use coureur::games::{GAMES, GameVisitor, with_game};
use coureur::notation::{Notation, read_turn};
use coureur::protocol::command::clean;
use coureur::rng::Rng;

use super::line::sentence;

/// Turns of a position that are looked at.
const LOOKED_AT: usize = 12;

/// Turns played on from a position that was read.
const PLAYED_ON: usize = 4;

/// Reads text as a turn and as a position.
///
/// The first byte chooses the game, the second its rules, the third how many random turns have been played, the fourth which ones. The
/// rest is the text. As a position it is also tried as changes of the one on the board.
pub fn game(data: &[u8]) {
    let [game, rules, turns, seed, text @ ..] = data else { return };
    let game = GAMES[usize::from(*game) % GAMES.len()];
    let text = clean(&String::from_utf8_lossy(text));
    let input = Input { rules: *rules, turns: *turns % 64, seed: *seed, text: &text };
    with_game(game.id, input).expect("it is registered");
}

struct Input<'a> {
    rules: u8,
    turns: u8,
    seed: u8,
    text: &'a str,
}

impl GameVisitor for Input<'_> {
    type Output = ();

    fn visit<G: Clicks>(self) {
        let mut rng = Rng::new(u64::from(self.seed));
        let mut position = G::start(rules_of::<G>(self.rules));
        for _ in 0..self.turns {
            if random_turn(&position, &mut rng).map(|turn| play(&mut position, &turn)).is_none() {
                break;
            }
        }
        hold(&position, &mut rng);
        read(&position, self.text);
        read(&position, &self.text.to_uppercase());
        for text in [self.text.to_owned(), changed(&position.write_position(), self.text)] {
            set_up::<G>(&text, position.rules(), &mut rng);
        }
    }
}

/// Rules in which each option has one of its values.
fn rules_of<G: Game>(mut choice: u8) -> G::Rules {
    let mut rules = G::Rules::default();
    for option in G::Rules::OPTIONS {
        let values: Vec<u8> = option.values.all().collect();
        (option.set)(&mut rules, values[usize::from(choice) % values.len()]);
        choice /= 3;
    }
    rules
}

fn random_turn<G: Game>(position: &G, rng: &mut Rng) -> Option<Turn<G>> {
    let mut turn = Turn::<G>::new();
    let mut next = position.clone();
    loop {
        let mv = next.random_move(rng)?;
        turn.push(mv);
        next.play_unchecked(mv);
        if !next.in_turn() {
            return Some(turn);
        }
    }
}

fn play<G: Game>(position: &mut G, turn: &[G::Move]) {
    for &mv in turn {
        assert!(position.is_legal(mv), "{mv:?} in {position:?}");
        position.play_unchecked(mv);
    }
    assert!(!position.in_turn());
}

/// What holds in every position between turns.
fn hold<G: Clicks>(position: &G, rng: &mut Rng) {
    let text = position.write_position();
    let again = G::parse_position(&text, position.rules()).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(again, *position, "{text}");
    assert_eq!((again.key(), again.repetition_key()), (position.key(), position.repetition_key()), "{text}");
    assert!(position.draw().lines().all(|line| !line.trim().is_empty()), "{text}");
    assert!(position.facts().iter().all(|(name, value)| !name.contains([' ', '=']) && !value.contains(' ')), "{text}");
    assert!(!position.note().contains('\n'), "{text}");
    let _ = (position.marks(), position.settle());
    if let Some(outcome) = position.outcome() {
        assert!(!position.end_reason().contains(' ') && position.random_move(rng).is_none(), "{text}");
        let _ = position.margin(outcome);
        return;
    }
    let _ = position.evaluate();
    let mut left = LOOKED_AT;
    let _ = for_each_turn(position, &mut |turn, _| {
        reads_as(position, turn);
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let turn = random_turn(position, rng).unwrap_or_else(|| panic!("no turn in {text}"));
    reads_as(position, &turn);
}

/// A turn is read as it is written, and in capitals too.
fn reads_as<G: Notation>(position: &G, turn: &[G::Move]) {
    let written = position.write_turn(turn);
    assert!(!written.is_empty() && !written.contains(' '), "{written:?}");
    for text in [written.clone(), written.to_uppercase()] {
        match read_turn(position, &text) {
            Ok(read) => assert_eq!(read.as_slice(), turn, "{text}"),
            Err(error) => panic!("{text} in {}: {error}", position.write_position()),
        }
    }
}

/// Any text is a legal turn or refused with a sentence.
fn read<G: Notation>(position: &G, text: &str) {
    if position.outcome().is_some() {
        return;
    }
    match read_turn(position, text) {
        Ok(turn) => {
            play(&mut position.clone(), &turn);
            reads_as(position, &turn);
        }
        Err(error) => sentence(&error.to_string()),
    }
}

/// Any text is a position, which then can be played on, or refused with a sentence.
fn set_up<G: Clicks>(text: &str, rules: G::Rules, rng: &mut Rng) {
    match G::parse_position(text, rules) {
        Err(error) => sentence(&error.to_string()),
        Ok(mut position) => {
            for _ in 0..PLAYED_ON {
                hold(&position, rng);
                match random_turn(&position, rng) {
                    Some(turn) => play(&mut position, &turn),
                    None => break,
                }
            }
        }
    }
}

/// The text with some of its characters replaced; each two characters of `changes` say where and by which.
fn changed(text: &str, changes: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let mut changes = changes.chars().take(32);
    while let (Some(at), Some(by)) = (changes.next(), changes.next()) {
        let at = at as usize % characters.len();
        // A second blank where one is hardly ever gives a position: it takes the place away instead.
        if by == ' ' {
            characters.remove(at);
        } else {
            characters[at] = by;
        }
        if characters.is_empty() {
            break;
        }
    }
    characters.into_iter().collect()
}
