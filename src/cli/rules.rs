//! `coureur rules`.

use std::io::{self, Write};

use clap::{Args, Parser};

use super::look::LookArguments;
use super::{Arguments, Command, Error, show};
use crate::games::{GameVisitor, with_game};
use crate::notation::Notation;
use crate::picture::text::Look;

/// Print the rules of a game, for a player who has never seen it
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  coureur rules ecoute-moi
  coureur rules yote --color always | less -R")]
pub(super) struct RulesArguments {
    /// Id of the game
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    look: LookArguments,
}

/// Prints the page, its pictures drawn as text.
pub(super) fn run(arguments: &RulesArguments, out: &mut impl Write) -> Result<(), Error> {
    struct Page;
    impl GameVisitor for Page {
        type Output = &'static str;

        fn visit<G: crate::clicks::Clicks>(self) -> &'static str {
            <G as Notation>::RULES
        }
    }
    let page = with_game(&arguments.game, Page).ok_or_else(|| super::unknown_game(&arguments.game))?;
    let look = Look { marks: true, ..arguments.look.look() };
    page.lines().try_for_each(|line| print_line(line, look, out))
}

/// Prints a line: the words for a picture in brackets; for the command that makes the picture, the board.
fn print_line(line: &str, look: Look, out: &mut impl Write) -> Result<(), Error> {
    if let Some((words, _)) = line.strip_prefix("![").and_then(|rest| rest.split_once("](")) {
        return Ok(writeln!(out, "[{words}]\n")?);
    }
    let Some(command) = picture_command(line) else { return Ok(writeln!(out, "{line}")?) };
    match Arguments::try_parse_from(command).map(|arguments| arguments.command) {
        Ok(Some(Command::Show(arguments))) => show::board(&arguments, look, out),
        _ => Err(Error::Io(io::Error::other(format!("no picture can be made of {line}")))),
    }
}

/// The command line in a comment that stands below a picture.
fn picture_command(line: &str) -> Option<Vec<String>> {
    let command = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    shlex::split(command).filter(|words| words.first().is_some_and(|word| word == env!("CARGO_PKG_NAME")))
}
