//! `coureur play`.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::Error;
use super::look::LookArguments;
use crate::play::lines::{Lines, Piped, Typed};
use crate::play::{Interrupt, Setting, Sitter, Table};
use crate::protocol::options::{MOST_LEVEL, Options};
use crate::protocol::session::open;
use crate::search::{CONTEMPT, Limits, Settings};

/// Play in the terminal, against the engine or another person
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  coureur play yote                                    play the first seat (white) against the engine
  coureur play ponte --white engine --black human      let the engine begin
  coureur play ecoute-moi --level 3
  coureur play yote --black human                      two people
  coureur play walking-purchase --rule edge=1 --nodes 500

Turns are typed as the rules write them ('coureur rules GAME'); 'help' lists what else can be typed.
In Ponte del Diavolo 'white' is whoever places the first two stones.")]
pub(super) struct PlayArguments {
    /// Id of the game: yote, ponte, walking-purchase or ecoute-moi
    game: String,
    /// Who plays the first seat
    #[arg(long, visible_alias = "first", value_name = "WHO", value_enum, default_value_t = Who::Human)]
    white: Who,
    /// Who plays the second seat; the engine unless --white is the engine
    #[arg(long, visible_alias = "second", value_name = "WHO", value_enum)]
    black: Option<Who>,
    /// A rule option of the game; may be repeated
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,
    /// A position string to begin with
    #[arg(long, value_name = "STRING")]
    position: Option<String>,
    /// How strong the engine is, from 1 to 10; 10 is all it can
    #[arg(long, value_name = "N", default_value_t = MOST_LEVEL, value_parser = clap::value_parser!(u64).range(1..=MOST_LEVEL))]
    level: u64,
    /// How long the engine thinks about a turn, in milliseconds; 1000 unless --nodes is given
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// How many nodes the engine looks at for a turn: fewer are weaker
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Where the engine's random numbers begin
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    look: LookArguments,
}

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Who {
    // Somebody who types.
    Human,
    // This program.
    Engine,
}

impl From<Who> for Sitter {
    fn from(who: Who) -> Sitter {
        match who {
            Who::Human => Sitter::Person,
            Who::Engine => Sitter::Engine,
        }
    }
}

/// Plays until somebody leaves.
pub(super) fn run(arguments: &PlayArguments, out: &mut impl Write) -> Result<(), Error> {
    let usage = |error: crate::protocol::error::CommandError| Error::Usage(error.to_string());
    let mut session = open(&arguments.game, &super::rule_pairs(&arguments.rules)?).map_err(usage)?;
    if let Some(position) = &arguments.position {
        session.set_position(position).map_err(usage)?;
    }
    let begun_from = arguments.position.as_ref().map(|_| session.position());
    let interrupt = Arc::new(Interrupt::default());
    listen(Arc::clone(&interrupt))?;
    let mut table = Table::new(session, setting(arguments), interrupt).begun_from(begun_from);
    let mut input: Box<dyn Lines> = if io::stdin().is_terminal() && io::stdout().is_terminal() {
        Box::new(Typed::new()?)
    } else {
        Box::new(Piped(io::stdin().lock()))
    };
    Ok(table.run(input.as_mut(), out)?)
}

fn setting(arguments: &PlayArguments) -> Setting {
    let other = match arguments.white {
        Who::Human => Who::Engine,
        Who::Engine => Who::Human,
    };
    let level = Options { level: arguments.level, ..Options::default() }.level();
    let movetime = arguments.movetime.or(arguments.nodes.is_none().then_some(1000));
    Setting {
        seats: [arguments.white.into(), arguments.black.unwrap_or(other).into()],
        limits: Limits { movetime: movetime.map(Duration::from_millis), nodes: arguments.nodes, ..Limits::default() },
        settings: Settings { seed: arguments.seed, level, contempt: CONTEMPT, ..Settings::default() },
        look: arguments.look.look(),
        watched: io::stderr().is_terminal() && io::stdout().is_terminal(),
    }
}

/// Lets Ctrl-C end a search and the game with it; where nobody thinks, the program.
fn listen(interrupt: Arc<Interrupt>) -> Result<(), Error> {
    ctrlc::set_handler(move || {
        if interrupt.thinking.load(Ordering::Relaxed) {
            interrupt.stop.store(true, Ordering::Relaxed);
        } else {
            process::exit(130);
        }
    })
    .map_err(|error| Error::Io(io::Error::other(error)))
}
