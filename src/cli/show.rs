//! `coureur show`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Parser};

use super::look::LookArguments;
use super::{Arguments, Error};
use crate::games::GAMES;
use crate::picture::text::{self, Look};
use crate::picture::{Picture, svg};
use crate::protocol::engine::Engine;
use crate::protocol::session::{Session, open};
use crate::regress::replay::{ReplayError, follow};
use crate::regress::suite::read_transcript;

/// Print the board after any turn of a game, or of a session recorded with --record
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  coureur show yote --moves 'c3 d3 c3-c4'              the board after these turns
  coureur show game.txt --turn 12                      a saved or recorded game after its twelfth turn
  coureur show ponte --position '10/10/10/10/10/10/3o1o4/10/10/10 - c ? -'
  coureur show game.txt --svg board.svg                a picture for a page or a printer")]
pub(super) struct ShowArguments {
    /// A recorded session, whose last game is shown; or the id of a game
    #[arg(value_name = "FILE|GAME")]
    source: String,
    /// Turns to play, or to play on with
    #[arg(long, value_name = "TURNS", default_value = "", hide_default_value = true)]
    moves: String,
    /// A position string to begin with; only with a game
    #[arg(long, value_name = "STRING")]
    position: Option<String>,
    /// A rule option of the game; may be repeated; only with a game
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,
    /// The number of turns after which the board is shown; all when left out
    #[arg(long, value_name = "N")]
    turn: Option<usize>,
    /// Write the board to this file as an SVG picture instead; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The board alone, without what stands beside it
    #[arg(long)]
    bare: bool,
    #[command(flatten)]
    look: LookArguments,
}

/// Why a game cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ShowError {
    /// Neither a game nor a file.
    #[error("{what}: no such file, and no such game: expected a recorded session, or one of {games}")]
    Unknown {
        /// What was asked for.
        what: String,
        /// The ids of the games.
        games: String,
    },
    /// A record has what a game may be given.
    #[error("{0} goes with a game, not with a file")]
    NotWithFile(&'static str),
    /// The arguments in a record are none of this program's.
    #[error("{file}: line {line}: expected this program's arguments behind #!, found '{arguments}'")]
    Arguments {
        /// The record.
        file: String,
        /// The line of the first command behind them.
        line: usize,
        /// The arguments.
        arguments: String,
    },
    /// The record is wrong.
    #[error("{file}: {error}")]
    Record {
        /// The record.
        file: String,
        /// What is wrong with it.
        error: ReplayError,
    },
    /// The picture cannot be kept.
    #[error("cannot write {}: {error}", file.display())]
    Write {
        /// Where it should have gone.
        file: PathBuf,
        /// Why it did not.
        error: io::Error,
    },
    /// There is nothing to be shown.
    #[error("{0}: no game in it: expected new_game, or --game behind #!")]
    NoGame(String),
    /// The game is not that long.
    #[error("--turn {asked}: expected a number from 0 to {played}, the turns played")]
    Turn {
        /// The number asked for.
        asked: usize,
        /// The number there is.
        played: usize,
    },
}

/// What is shown.
struct Shown {
    /// Which turn it is, of how many, and how it is written.
    turn: usize,
    turns: usize,
    text: String,
    title: &'static str,
    picture: Picture,
}

/// Prints a line about the turn and the board, or makes a picture of it.
pub(super) fn run(arguments: &ShowArguments, out: &mut impl Write) -> Result<(), Error> {
    let shown = find(arguments)?;
    let Some(path) = &arguments.svg else {
        writeln!(out, "turn {} of {}: {}", shown.turn, shown.turns, shown.text)?;
        return Ok(draw(&shown.picture, arguments.look.look(), out)?);
    };
    let svg = svg::draw(&shown.picture, &format!("{}, turn {}: {}", shown.title, shown.turn, shown.text));
    if path.as_os_str() == "-" {
        return Ok(out.write_all(svg.as_bytes())?);
    }
    Ok(fs::write(path, svg).map_err(|error| ShowError::Write { file: path.clone(), error })?)
}

/// Prints the board alone.
pub(super) fn board(arguments: &ShowArguments, look: Look, out: &mut impl Write) -> Result<(), Error> {
    Ok(draw(&find(arguments)?.picture, look, out)?)
}

/// As showboard prints it: without blanks at line ends.
fn draw(picture: &Picture, look: Look, out: &mut impl Write) -> io::Result<()> {
    text::draw(picture, look).lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}

/// Goes to the turn that is asked for.
fn find(arguments: &ShowArguments) -> Result<Shown, Error> {
    let mut engine = if GAMES.iter().any(|game| game.id.eq_ignore_ascii_case(&arguments.source)) {
        Engine::new(Some(set_up(arguments)?), false)
    } else {
        recorded(arguments)?
    };
    let usage = |error: crate::protocol::error::CommandError| Error::Usage(error.to_string());
    let session = engine.session().map_err(|_| ShowError::NoGame(arguments.source.clone()))?;
    let words: Vec<&str> = arguments.moves.split_whitespace().collect();
    session.play_all(&words).map_err(usage)?;

    let history = session.history();
    let (asked, played) = (arguments.turn.unwrap_or(history.len()), history.len());
    let back = played.checked_sub(asked).ok_or(ShowError::Turn { asked, played })?;
    if back > 0 {
        session.undo(back).map_err(usage)?;
    }
    let text = asked.checked_sub(1).and_then(|last| history.get(last)).map_or("the start", String::as_str);
    let picture = session.picture();
    Ok(Shown {
        turn: asked,
        turns: played,
        text: text.to_owned(),
        title: session.info().title,
        picture: if arguments.bare { picture.bare() } else { picture },
    })
}

fn set_up(arguments: &ShowArguments) -> Result<Box<dyn Session>, Error> {
    let rules = super::rule_pairs(&arguments.rules)?;
    let mut session = open(&arguments.source, &rules).map_err(|error| Error::Usage(error.to_string()))?;
    if let Some(position) = &arguments.position {
        session.set_position(position).map_err(|error| Error::Usage(error.to_string()))?;
    }
    Ok(session)
}

/// An engine with the last game of a record on the table, or with none.
fn recorded(arguments: &ShowArguments) -> Result<Engine, Error> {
    let file = || arguments.source.clone();
    let path = Path::new(&arguments.source);
    if !path.exists() {
        let games: Vec<&str> = GAMES.iter().map(|game| game.id).collect();
        return Err(ShowError::Unknown { what: file(), games: games.join(", ") }.into());
    }
    if arguments.position.is_some() || !arguments.rules.is_empty() {
        return Err(ShowError::NotWithFile(if arguments.position.is_some() { "--position" } else { "--rule" }).into());
    }
    let transcript = read_transcript(path)?;
    let sessions: Vec<_> = transcript.sessions().collect();
    let mut engine = Engine::default();
    for session in sessions.iter().rev() {
        let Some(first) = session.first() else { continue };
        engine = start(first.session.as_deref().unwrap_or_default(), &file(), first.line)?;
        follow(&mut engine, session).map_err(|error| ShowError::Record { file: file(), error })?;
        if engine.session().is_ok() {
            break;
        }
    }
    Ok(engine)
}

/// An engine as these arguments of this program start it.
fn start(words: &[String], file: &str, line: usize) -> Result<Engine, Error> {
    let name = [env!("CARGO_PKG_NAME").to_owned()];
    let arguments = Arguments::try_parse_from(name.iter().chain(words)).map_err(|_| ShowError::Arguments {
        file: file.to_owned(),
        line,
        arguments: words.join(" "),
    })?;
    super::engine(&arguments)
}
