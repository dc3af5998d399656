//! What can be typed beside turns.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_till1};
use nom::character::complete::{space0, space1};
use nom::combinator::{all_consuming, cut, map, opt, rest, value, verify};
use nom::error::context;
use nom::sequence::{preceded, terminated};

use crate::notation::{ParseError, Parsed, number, parse_all};

/// What `help` prints.
pub(super) const HELP: &str = "\
Type a turn as the rules write it, or one of:
  moves [TEXT]  the legal turns, or those that begin with TEXT
  hint          what the engine would play
  why           what the engine expected of the turn it thought of last
  undo [N]      takes back your last turn and what followed it, or N of yours
  board         shows the board
  score         how the game stands
  history       the turns played
  rules         the rule options of this game
  save FILE     writes the game to a file, for coureur show and coureur regress
  resign, quit  leaves the table; so do Ctrl-C and Ctrl-D
";

/// Something to do other than play a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Help,
    Hint,
    Why,
    Board,
    Score,
    History,
    Rules,
    Resign,
    Quit,
    /// Legal turns that begin like this.
    Moves(&'a str),
    /// Takes back so many turns.
    Undo(usize),
    /// Writes the game to this file.
    Save(&'a str),
}

/// The words that begin a command.
pub(super) const WORDS: [&str; 15] = [
    "board", "exit", "help", "hint", "history", "moves", "quit", "resign", "rules", "save", "score", "show", "undo",
    "why", "?",
];

fn a_command(input: &str) -> Parsed<'_, Command<'_>> {
    let plain = |word, command| value(command, tag_no_case(word));
    let moves = map(preceded(tag_no_case("moves"), (space0, rest)), |(_, beginning)| Command::Moves(beginning));
    let count = context("a number of turns, 1 or more", verify(number(u32::MAX), |count| *count > 0));
    let undo = map(preceded(tag_no_case("undo"), opt(preceded(space1, cut(count)))), |count| {
        Command::Undo(count.and_then(|count| usize::try_from(count).ok()).unwrap_or(1))
    });
    let file = context("a blank and the name of a file", preceded(space1, verify(rest, |name: &str| !name.is_empty())));
    let save = map(preceded(tag_no_case("save"), cut(file)), Command::Save);
    let simple = alt((
        plain("help", Command::Help),
        plain("?", Command::Help),
        plain("hint", Command::Hint),
        plain("why", Command::Why),
        plain("board", Command::Board),
        plain("show", Command::Board),
        plain("score", Command::Score),
        plain("history", Command::History),
        plain("rules", Command::Rules),
        plain("resign", Command::Resign),
        plain("quit", Command::Quit),
        plain("exit", Command::Quit),
    ));
    alt((simple, moves, undo, save)).parse(input)
}

/// The first word of a line.
fn word(input: &str) -> Parsed<'_, &str> {
    all_consuming(terminated(take_till1(char::is_whitespace), rest)).parse(input)
}

impl<'a> Command<'a> {
    /// The command on a line that has no blanks at its ends, or what is wrong with it; `None` if it does not begin with a command's word.
    pub(super) fn of(line: &'a str) -> Option<Result<Self, ParseError>> {
        let (_, word) = word(line).ok()?;
        WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)).then(|| parse_all(line, a_command))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_when_they_begin_with_a_word_for_one() {
        let read = |line| Command::of(line).map(|read| read.map_err(|error| error.to_string()));
        assert_eq!(read("Undo"), Some(Ok(Command::Undo(1))));
        assert_eq!(read("undo 12"), Some(Ok(Command::Undo(12))));
        assert_eq!(read("moves"), Some(Ok(Command::Moves(""))));
        assert_eq!(read("moves C3x"), Some(Ok(Command::Moves("C3x"))));
        assert_eq!(read("save my game.txt"), Some(Ok(Command::Save("my game.txt"))));
        assert_eq!(read("?"), Some(Ok(Command::Help)));
        for turn in ["c3", "un noir, s'il vous plaît!", "pass", "choose-dark", "undoing", "save-me"] {
            assert_eq!(read(turn), None, "{turn}");
        }
        for (line, error) in [
            ("undo 0", "expected a number of turns, 1 or more at column 6, found '0'"),
            ("undo x", "expected a number of turns, 1 or more at column 6, found 'x'"),
            ("save", "expected a blank and the name of a file at column 5, found the end"),
            ("help me", "expected the end at column 5, found ' me'"),
        ] {
            assert_eq!(read(line), Some(Err(error.to_owned())), "{line}");
        }
    }

    #[test]
    fn every_word_begins_a_command() {
        for word in WORDS {
            let line = if word == "save" { "save x" } else { word };
            assert!(Command::of(line).is_some_and(|read| read.is_ok()), "{word}");
        }
    }
}
