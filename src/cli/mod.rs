//! The command line.

mod bar;
mod bench;
mod interrupt;
mod matches;
mod perft;
mod regress;
mod selfcheck;
mod show;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use crate::diagnostics::{self, LogError};
use crate::protocol::engine::Engine;
use crate::protocol::{Ending, serve, session, ugi};
use crate::regress::engine::EngineError;
use crate::regress::suite::SuiteError;
pub use show::ShowError;

use crate::transcript::{RecordError, Recorder};

/// Exit code for wrong usage.
const USAGE: u8 = 2;

/// A game engine that speaks a text protocol: commands come in on standard input, answers go out on standard output.
#[derive(Parser, Debug)]
#[command(
    version,
    after_help = "Try: printf 'new_game walking-purchase\\ngenmove\\nshowboard\\n' | coureur\nType 'help' in a session for its commands; protocol.md describes them all."
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// What is spoken
    #[arg(long, value_enum, value_name = "PROTOCOL", default_value_t = Protocol::Gtp)]
    protocol: Protocol,

    /// Start with this game on the table
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// A rule option of that game; may be repeated
    #[arg(long = "rule", value_name = "NAME=VALUE", requires = "game")]
    rules: Vec<String>,

    /// Let black mean the first seat and white the second, as match runners for GTP do
    #[arg(long)]
    seats: bool,

    /// Play click by click, as GoGui does: play, undo and genmove deal with single points
    #[arg(long, requires = "game", conflicts_with = "seats")]
    gogui: bool,

    /// End with exit code 1 at the first command that fails
    #[arg(long)]
    fatal: bool,

    /// Append the session to this file, as a transcript
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Append the log to this file instead of standard error; RUST_LOG says how much of it (info)
    #[arg(long, value_name = "FILE", global = true)]
    log_file: Option<PathBuf>,
}

/// The protocols that the engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Protocol {
    /// The program's own, framed as the Go Text Protocol
    Gtp,
    /// The Universal Game Interface
    Ugi,
}

/// What else the program does than serve commands.
#[derive(Subcommand, Debug)]
enum Command {
    /// Measure speed on fixed work, and print the node signature
    Bench,
    Perft(perft::PerftArguments),
    Regress(regress::RegressArguments),
    Show(show::ShowArguments),
    Selfcheck(selfcheck::SelfcheckArguments),
    Match(Box<matches::MatchArguments>),
}

/// What keeps the program from starting or going on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The arguments make no sense together.
    #[error("{0}")]
    Usage(String),
    /// There is no log.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A session cannot be recorded.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A game cannot be shown.
    #[error(transparent)]
    Show(#[from] ShowError),
    /// A transcript, or a file of tests, cannot be read.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// An engine cannot be started.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A match cannot begin or go on.
    #[error(transparent)]
    Match(#[from] crate::matches::MatchError),
    /// The user has ended it.
    #[error("interrupted")]
    Interrupted,
    /// Standard input or output failed.
    #[error("input or output failed: {0}")]
    Io(#[from] io::Error),
}

impl Error {
    /// The exit code that tells it.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Error::Io(_) => ExitCode::FAILURE,
            Error::Interrupted => ExitCode::from(interrupt::INTERRUPTED),
            _ => ExitCode::from(USAGE),
        }
    }
}

impl Arguments {
    /// Those that the same commands need to have the same answers.
    fn to_replay(&self) -> Vec<String> {
        let game = self.game.iter().flat_map(|game| ["--game".to_owned(), game.clone()]);
        let rules = self.rules.iter().flat_map(|rule| ["--rule".to_owned(), rule.clone()]);
        let flags = [(self.seats, "--seats"), (self.gogui, "--gogui")];
        let flags = flags.into_iter().filter(|(given, _)| *given).map(|(_, flag)| flag.to_owned());
        game.chain(rules).chain(flags).collect()
    }
}

/// `NAME=VALUE` arguments as pairs.
fn rule_pairs(rules: &[String]) -> Result<Vec<(&str, &str)>, Error> {
    let wrong = |rule: &str| Error::Usage(format!("--rule {rule}: expected NAME=VALUE"));
    rules.iter().map(|rule| rule.split_once('=').ok_or_else(|| wrong(rule))).collect()
}

/// Runs the program.
pub fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    diagnostics::log_to(arguments.log_file.as_deref())?;
    match &arguments.command {
        None => {
            let ended = match arguments.protocol {
                Protocol::Gtp => serve_commands(arguments),
                Protocol::Ugi => serve_ugi(arguments),
            };
            Ok(match ended? {
                Ending::Finished => ExitCode::SUCCESS,
                Ending::CommandFailed => ExitCode::FAILURE,
            })
        }
        Some(command) => match command.run() {
            // Nobody reads any more: no fault of ours.
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
            ended => ended,
        },
    }
}

impl Command {
    fn run(&self) -> Result<ExitCode, Error> {
        let out = &mut io::stdout().lock();
        match self {
            Command::Bench => bench::bench(out)?,
            Command::Perft(arguments) => perft::run(arguments, out)?,
            Command::Show(arguments) => show::run(arguments, out)?,
            Command::Regress(arguments) => return regress::run(arguments, out),
            Command::Selfcheck(arguments) => return selfcheck::run(arguments, out),
            Command::Match(arguments) => return matches::run(arguments, out),
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The engine that these arguments ask for.
fn engine(arguments: &Arguments) -> Result<Engine, Error> {
    let session = match &arguments.game {
        None => None,
        Some(game) => {
            let rules = rule_pairs(&arguments.rules)?;
            Some(session::open(game, &rules).map_err(|error| Error::Usage(error.to_string()))?)
        }
    };
    Ok(Engine::new(session, arguments.seats).with_clicks(arguments.gogui))
}

/// Ends the program once nobody can read its answers any more, whatever it is thinking about: otherwise what a dying GUI
/// leaves behind would think to the end of its limit.
#[cfg(unix)]
fn end_with_the_reader() {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let wait = || {
        let out = io::stdout();
        // Nothing is asked for but errors, which always come: a file or a terminal that is there has none.
        let mut fds = [PollFd::new(out.as_fd(), PollFlags::empty())];
        let polled =
            std::iter::repeat_with(|| poll(&mut fds, PollTimeout::NONE)).find(|&p| p != Err(nix::Error::EINTR));
        if polled.is_some_and(|polled| polled.is_ok()) {
            log::info!("nobody reads the answers any more");
            diagnostics::finish();
            std::process::exit(0);
        }
    };
    if let Err(error) = std::thread::Builder::new().name("hang-up".to_owned()).spawn(wait) {
        log::warn!("a closed pipe will be noticed late: {error}");
    }
}

#[cfg(not(unix))]
fn end_with_the_reader() {}

fn serve_commands(arguments: &Arguments) -> Result<Ending, Error> {
    let mut engine = engine(arguments)?;
    let program = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
    let start = |path| Recorder::append(path, program, &arguments.to_replay());
    let record = arguments.record.as_deref().map(start).transpose()?;
    end_with_the_reader();
    Ok(serve(&mut engine, io::stdin(), io::stdout(), arguments.fatal, record)?)
}

fn serve_ugi(arguments: &Arguments) -> Result<Ending, Error> {
    let Arguments { seats, gogui, record, .. } = arguments;
    let others = [(*seats, "--seats"), (*gogui, "--gogui"), (record.is_some(), "--record")];
    if let Some((_, flag)) = others.iter().find(|(given, _)| *given) {
        return Err(Error::Usage(format!("{flag} cannot be had with --protocol ugi, which has nothing of the kind")));
    }
    let table = ugi::Table::new(arguments.game.as_deref(), &rule_pairs(&arguments.rules)?);
    let mut table = table.map_err(|error| Error::Usage(error.to_string()))?;
    end_with_the_reader();
    Ok(ugi::serve(&mut table, io::stdin(), io::stdout(), arguments.fatal)?)
}
