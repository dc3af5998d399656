//! Other programs that speak the protocol: started as child processes, sent commands, and read with deadlines.
//!
//! Two threads stand between this program and each child, so that neither a child that does not read nor one that does not write holds
//! up anybody. What a child is asked and how its failures are judged is for those who use it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod answer;
mod group;
mod process;

use std::env;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use answer::{Answer, Reply};
pub use process::Process;

/// How a program is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// Its name or path.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl Invocation {
    /// Program and arguments; without any word this very program.
    pub fn new(words: &[String]) -> io::Result<Invocation> {
        let (program, arguments) = match words.split_first() {
            Some((program, arguments)) => (program.clone(), arguments.to_vec()),
            None => (env::current_exe()?.to_string_lossy().into_owned(), Vec::new()),
        };
        Ok(Invocation { program, arguments })
    }

    /// The same with more arguments behind its own.
    pub fn with(&self, more: &[String]) -> Invocation {
        Invocation { program: self.program.clone(), arguments: [self.arguments.as_slice(), more].concat() }
    }
}

/// What becomes of a child's standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errors {
    /// It goes where this program's own goes.
    Shown,
    /// Nobody sees it.
    Dropped,
    /// Its last line is kept; all of it goes to the log.
    LastLine,
}

/// Why there is nothing more from a child.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Silence {
    /// Nothing came in time.
    #[error("no answer came in time")]
    Late,
    /// It has closed its output, or ended.
    #[error("the output has ended")]
    Ended,
    /// Something came that begins no answer.
    #[error("'{0}' is no answer")]
    Stray(String),
    /// Something came that has no end.
    #[error("there is no end of output")]
    Endless,
    /// All waiting was stopped.
    #[error("interrupted")]
    Interrupted,
}

/// A flag that ends all waits for children, whoever raises it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends all waits, now and later.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A moment after which no more is waited for; `None` for a time too long to be added up, which is as good as none.
pub type Deadline = Option<Instant>;

/// The deadline that lies so far from now.
pub fn within(time: Duration) -> Deadline {
    Instant::now().checked_add(time)
}

/// The time left until a deadline.
fn left_until(deadline: Deadline) -> Duration {
    deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()))
}

#[cfg(test)]
mod tests;
