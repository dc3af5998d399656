//! The Universal Game Interface: a second way to speak to the same sessions and the same search.
//!
//! It has no answer to every command and no channel for errors: what is wrong is said in one line `info string error: …`.

mod command;
mod options;
mod output;
mod table;

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::command::clean;
use super::engine::Engine;
use super::error::CommandError;
use super::input::{Inbox, Incoming, Job, Kind};
use super::{Ending, quiet_if_closed, read_aside};
use command::{Command, parse};
use output::Out;
pub use table::Table;
use table::Thinking;

/// Why a command was refused. It has changed nothing.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error("no game: choose one with setoption name Game value GAME")]
    NoGame,
}

/// Serves commands from `input` until it ends or `quit` comes; with `fatal` until the first that is refused.
pub fn serve(
    table: &mut Table,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    fatal: bool,
) -> io::Result<Ending> {
    let out = Arc::new(Out::new(output));
    let searches = Arc::new(AtomicUsize::new(0));
    let sort = sorter(Arc::clone(&out), Arc::clone(&searches));
    let inbox = Arc::new(Inbox::sorted_by(sort));
    read_aside(&inbox, input)?;
    quiet_if_closed(work(table, &inbox, &out, &searches, fatal))
}

/// What the reader does with a line as soon as it is in: it counts the searches that have been asked for and not ended, and answers
/// `isready` while there are any.
fn sorter<W: Write>(out: Arc<Out<W>>, searches: Arc<AtomicUsize>) -> impl Fn(&Incoming) -> Kind {
    move |line| {
        let Incoming::Text(text) = line else { return Kind::Patient };
        let text = clean(text);
        if text.is_empty() {
            return Kind::Nothing;
        }
        // Long lines are positions, which are read when their turn comes.
        let signal = ["go", "isready", "quit", "stop"].contains(&text.split(' ').next().unwrap_or_default());
        match signal.then(|| parse(&text)) {
            Some(Ok(Command::Go(_))) => {
                searches.fetch_add(1, Ordering::SeqCst);
                Kind::Thinking
            }
            Some(Ok(Command::Stop)) => Kind::Interrupt,
            Some(Ok(Command::Quit)) => Kind::Quit,
            Some(Ok(Command::IsReady)) if searches.load(Ordering::SeqCst) > 0 => match out.line(READY) {
                Ok(()) => Kind::Nothing,
                // Nobody reads any more: no use in going on.
                Err(_) => Kind::Interrupt,
            },
            _ => Kind::Patient,
        }
    }
}

const READY: &str = "readyok";

fn work<W: Write>(
    table: &mut Table,
    inbox: &Inbox,
    out: &Out<W>,
    searches: &AtomicUsize,
    fatal: bool,
) -> io::Result<Ending> {
    while let Some(job) = inbox.next() {
        let text = match &job.line {
            Incoming::Text(text) => clean(text),
            Incoming::TooLong => String::new(),
        };
        log::debug!("< {text}");
        let command = Engine::unreadable(&job.line).map_or_else(|| parse(&text), Err);
        let thinks = matches!(command, Ok(Command::Go(_)));
        let quits = matches!(command, Ok(Command::Quit));
        let refused = answer(table, command, &job, inbox, out)?;
        if thinks {
            searches.fetch_sub(1, Ordering::SeqCst);
        }
        if let Some(refusal) = refused {
            log::info!("{text}: {refusal}");
            out.line(&format!("info string error: {refusal}"))?;
            if fatal {
                return Ok(Ending::CommandFailed);
            }
        }
        if quits {
            return Ok(Ending::Finished);
        }
    }
    inbox.take_error().map_or(Ok(Ending::Finished), Err)
}

/// Does what a command says, and prints what it has to say; gives why it was refused, if it was.
fn answer<W: Write>(
    table: &mut Table,
    command: Result<Command<'_>, CommandError>,
    job: &Job,
    inbox: &Inbox,
    out: &Out<W>,
) -> io::Result<Option<Refusal>> {
    let broken = Cell::new(None);
    let tell = |text: &str| {
        if let Err(error) = out.line(text) {
            job.stop.store(true, Ordering::Relaxed);
            broken.set(Some(error));
        }
    };
    let thinking = Thinking { stop: &job.stop, since: job.since, inbox, tell: &tell };
    let done = command.map_err(Refusal::from).and_then(|command| table.run(&command, &thinking));
    if let Some(error) = broken.take() {
        return Err(error);
    }
    match done {
        Ok(lines) => lines.iter().try_for_each(|line| out.line(line)).map(|()| None),
        Err(refusal) => Ok(Some(refusal)),
    }
}
