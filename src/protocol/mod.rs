//! The text protocol: GTP version 2 framing, one answer a command. `protocol.md` is its reference.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod clock;
pub mod command;
pub mod commands;
pub mod engine;
pub mod error;
pub mod gogui;
mod handlers;
pub mod input;
pub mod insight;
pub mod lines;
pub mod options;
pub mod response;
pub mod session;
mod thinking;
pub mod ugi;

use std::cell::{Cell, RefCell};
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use engine::Engine;
use input::{Inbox, Incoming};
use response::Responder;

use crate::transcript::Recorder;

/// How serving came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By `quit`, or because the input ended or nobody reads the output any more.
    Finished,
    /// A command failed, and failures were to be fatal.
    CommandFailed,
}

/// Serves commands from `input` until it ends or `quit` comes; with `fatal` until the first failure. What goes on is kept in `record`.
pub fn serve(
    engine: &mut Engine,
    input: impl Read + Send + 'static,
    output: impl Write,
    fatal: bool,
    record: Option<Recorder>,
) -> io::Result<Ending> {
    log::info!("{} {} serves commands", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    let inbox = Arc::new(Inbox::default());
    read_aside(&inbox, input)?;
    quiet_if_closed(work(engine, &inbox, &mut Responder::new(output, record), fatal))
}

/// Reads the input on a thread of its own.
fn read_aside(inbox: &Arc<Inbox>, input: impl Read + Send + 'static) -> io::Result<()> {
    let inbox = Arc::clone(inbox);
    // Not joined: it may block on an input that nobody closes.
    thread::Builder::new().name("reader".to_owned()).spawn(move || inbox.read_from(input)).map(drop)
}

/// Nobody reads any more: no fault of ours.
fn quiet_if_closed(ended: io::Result<Ending>) -> io::Result<Ending> {
    let ended = match ended {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Ending::Finished),
        ended => ended,
    };
    log::info!("ended: {ended:?}");
    ended
}

fn work<W: Write>(engine: &mut Engine, inbox: &Inbox, out: &mut Responder<W>, fatal: bool) -> io::Result<Ending> {
    while let Some(job) = inbox.next() {
        let text = match &job.line {
            Incoming::Text(text) => command::clean(text),
            Incoming::TooLong => String::new(),
        };
        log::debug!("< {text}");
        out.record(&job.line, &text);
        let (id, reply) = match Engine::unreadable(&job.line) {
            Some(error) => (None, Err(error)),
            None => {
                let (live, broken) = (RefCell::new(&mut *out), Cell::new(None));
                let emit = |id: Option<&str>, text: &str| {
                    if let Err(error) = live.borrow_mut().lines(id, text) {
                        // Nobody reads any more: no use in going on.
                        job.stop.store(true, Ordering::Relaxed);
                        broken.set(Some(error));
                    }
                };
                let answer = engine.run(&text, &job, inbox, &emit);
                if let Some(error) = broken.take() {
                    return Err(error);
                }
                answer
            }
        };
        out.answer(id, &reply)?;
        if let Err(error) = &reply {
            log::info!("{text}: {error}");
            if fatal {
                return Ok(Ending::CommandFailed);
            }
        }
        if engine.quit {
            return Ok(Ending::Finished);
        }
    }
    inbox.take_error().map_or(Ok(Ending::Finished), Err)
}
