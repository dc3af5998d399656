//! The engine that is tested: whatever it writes is kept, and read as leniently as can be.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use crate::client::{self, Answer, Errors, Invocation, Silence, Stop, within};

/// Output, in bytes, beyond which an engine is given up.
const MAX_OUTPUT: usize = 4 << 20;

/// How to start the engine that is tested, and how patient to be.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program and its arguments.
    pub engine: Invocation,
    /// How long to wait for an answer, and for the end of the process.
    pub timeout: Duration,
    /// Lines to send before the engine is asked to think, such as one that starts a game.
    pub init: Vec<String>,
    /// The line that makes the engine think.
    pub think: String,
    /// Ends all waits.
    pub stop: Stop,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Trouble {
    /// The process could not be started again.
    #[error("the engine did not start: {0}")]
    NoStart(io::ErrorKind),
    /// Nothing came in time.
    #[error("no answer within {:.1} s, seen so far: {seen:?}", .waited.as_secs_f64())]
    Silent { waited: Duration, seen: String },
    /// The output ended.
    #[error("the engine's output ended before an answer, seen so far: {seen:?}")]
    Ended { seen: String },
    /// There is no end of output.
    #[error("more than {MAX_OUTPUT} bytes came out")]
    Floods,
    /// The process goes on although it should end.
    #[error("the process was still there after {:.1} s", .0.as_secs_f64())]
    Lingers(Duration),
    /// The checks are to end.
    #[error("interrupted")]
    Interrupted,
}

/// Answers as reports look at them.
impl Answer {
    /// The answer on one line, as a report quotes it.
    pub(super) fn shown(&self) -> String {
        let sign = if self.success { '=' } else { '?' };
        let first = self.text.lines().next().unwrap_or_default();
        let more = if self.text.lines().count() > 1 { " …" } else { "" };
        format!("'{sign}{} {}{more}'", self.id, shorten(first))
    }

    pub(super) fn is(&self, text: &str) -> bool {
        self.success && self.text == text
    }
}

/// Text as it may stand in a report: short and on one line.
pub(super) fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    let mut short: String = text.chars().take(MOST).map(|c| if c.is_control() { '·' } else { c }).collect();
    if text.chars().count() > MOST {
        short.push('…');
    }
    short
}

/// A running engine.
pub(super) struct Process {
    process: client::Process,
    timeout: Duration,
    /// Lines between the answers.
    noise: Vec<String>,
}

impl Setup {
    /// Starts the engine.
    pub(super) fn start(&self) -> Result<Process, Trouble> {
        self.spawn().map_err(|error| Trouble::NoStart(error.kind()))
    }

    /// Whether the engine can be started at all.
    pub fn try_start(&self) -> io::Result<()> {
        self.spawn().map(drop)
    }

    fn spawn(&self) -> io::Result<Process> {
        // What goes to standard error is nobody's business here.
        let process = client::Process::start(&self.engine, Errors::Dropped, &self.stop)?;
        Ok(Process { process: process.keeping(MAX_OUTPUT), timeout: self.timeout, noise: Vec::new() })
    }
}

impl Process {
    /// Sends bytes as they are.
    pub(super) fn send(&self, bytes: impl Into<Vec<u8>>) {
        self.process.send(bytes);
    }

    /// Sends a line and reads an answer.
    pub(super) fn ask(&mut self, line: &str) -> Result<Answer, Trouble> {
        self.send(format!("{line}\n"));
        self.answer()
    }

    /// Closes the engine's input, once all is written.
    pub(super) fn close(&mut self) {
        self.process.close();
    }

    /// All that came out so far.
    pub(super) fn seen(&self) -> &[u8] {
        self.process.seen()
    }

    fn unread_text(&self) -> String {
        shorten(&self.process.unread_text())
    }

    /// Whatever comes within this time.
    pub(super) fn listen(&mut self, time: Duration) {
        let deadline = within(time);
        while let Ok(true) = self.process.more(deadline) {}
    }

    /// The next answer. What is wrong with its form is for one check to find, not for all.
    pub(super) fn answer(&mut self) -> Result<Answer, Trouble> {
        let deadline = within(self.timeout);
        loop {
            return match self.process.answer(deadline) {
                Ok(reply) => Ok(reply.answer),
                Err(Silence::Stray(line)) => {
                    self.noise.push(line);
                    continue;
                }
                Err(Silence::Late) => Err(Trouble::Silent { waited: self.timeout, seen: self.unread_text() }),
                Err(Silence::Ended) => Err(Trouble::Ended { seen: self.unread_text() }),
                Err(Silence::Endless) => Err(Trouble::Floods),
                Err(Silence::Interrupted) => Err(Trouble::Interrupted),
            };
        }
    }

    /// The lines so far that stood before an answer and belong to none.
    pub(super) fn take_noise(&mut self) -> Vec<String> {
        std::mem::take(&mut self.noise)
    }

    /// Waits for the process to end.
    pub(super) fn end(&mut self) -> Result<ExitStatus, Trouble> {
        self.process.end(within(self.timeout)).ok_or(Trouble::Lingers(self.timeout))
    }

    /// The lines that have come and belong to none of the answers read, without the empty ones.
    pub(super) fn left_over(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.process.line_seen() {
            lines.push(line);
        }
        lines.push(self.unread_text());
        lines.retain(|line| !line.trim().is_empty());
        lines
    }
}
