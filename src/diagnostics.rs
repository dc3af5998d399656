//! What the program says beside its answers: the log, and notices to the user.
//!
//! Standard error is often a pipe that nobody reads. So nothing here waits for it: text goes through a bounded buffer to a thread that
//! writes it, and what finds the buffer full is dropped and counted.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use env_logger::fmt::Formatter;
use env_logger::{Builder, Env, Target};
use log::Record;

/// Bytes that may wait to be written.
const MOST_WAITING: usize = 1 << 20;

/// How long the end of the program waits for what has been said.
const PATIENCE: Duration = Duration::from_millis(50);
/// The same for why it ends: a busy machine may be slow to write it.
const LAST_PATIENCE: Duration = Duration::from_secs(5);

/// Why there is no log.
#[derive(Debug, thiserror::Error)]
#[error("cannot log to {}: {error}", path.display())]
pub struct LogError {
    path: PathBuf,
    error: io::Error,
}

/// Standard error, written to by a thread of its own from the first word on.
static STANDARD_ERROR: LazyLock<Outlet> = LazyLock::new(|| Outlet::into(io::stderr()));

/// Begins the log: at the end of `file`, or on standard error. `RUST_LOG` says how much of it; otherwise a file gets
/// what is of level `info`, and standard error nothing.
pub fn log_to(file: Option<&Path>) -> Result<(), LogError> {
    let (target, level): (Box<dyn Write + Send>, _) = match file {
        None => (Box::new(STANDARD_ERROR.clone()), "off"),
        Some(path) => {
            let failed = |error| LogError { path: path.to_owned(), error };
            (log_file(path).map_err(failed)?, "info")
        }
    };
    let begun = Instant::now();
    let line = move |out: &mut Formatter, record: &Record<'_>| {
        writeln!(
            out,
            "{:10.4} {:5} {}: {}",
            begun.elapsed().as_secs_f64(),
            record.level(),
            record.target(),
            record.args()
        )
    };
    let environment = Env::default().default_filter_or(level);
    // A program that has a log of its own keeps it.
    let _ = Builder::from_env(environment).format(line).target(Target::Pipe(target)).try_init();
    Ok(())
}

/// A file that is written directly; but not what may be a pipe.
fn log_file(path: &Path) -> io::Result<Box<dyn Write + Send>> {
    let file: File = OpenOptions::new().append(true).create(true).open(path)?;
    Ok(if file.metadata()?.is_file() { Box::new(file) } else { Box::new(Outlet::into(file)) })
}

/// Tells the user something on standard error, whether or not there is a log.
pub fn notify(text: &str) {
    STANDARD_ERROR.put(format!("coureur: {text}\n").as_bytes());
}

/// Tells standard error why the program ends, and waits until it is written.
pub fn last_words(text: &str) {
    notify(text);
    STANDARD_ERROR.wait(LAST_PATIENCE);
}

/// Waits until what has been said is written, but not long. To be called when the program ends.
pub fn finish() {
    STANDARD_ERROR.wait(PATIENCE);
}

/// A writer that never waits.
#[derive(Clone)]
struct Outlet(Arc<Buffer>);

#[derive(Default)]
struct Buffer {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<u8>,
    /// The thread holds text that is not yet written.
    writing: bool,
    /// How many texts found no room.
    dropped: u64,
}

impl Buffer {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what comes, for ever.
    fn pump(&self, mut out: impl Write) {
        let mut state = self.lock();
        loop {
            let mut text = std::mem::take(&mut state.waiting);
            let dropped = std::mem::take(&mut state.dropped);
            state.writing = !text.is_empty();
            self.changed.notify_all();
            if text.is_empty() {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            drop(state);
            if dropped > 0 {
                text.extend(format!("coureur: nobody read: {dropped} lines of the log are missing here\n").bytes());
            }
            // Where it cannot be written there is nowhere to say so.
            let _ = out.write_all(&text).and_then(|()| out.flush());
            state = self.lock();
        }
    }
}

impl Outlet {
    fn into(out: impl Write + Send + 'static) -> Outlet {
        let buffer = Arc::new(Buffer::default());
        let source = Arc::clone(&buffer);
        // Without the thread all is lost once the buffer is full, and the program goes on.
        let _ = thread::Builder::new().name("diagnostics".to_owned()).spawn(move || source.pump(out));
        Outlet(buffer)
    }

    fn put(&self, text: &[u8]) {
        let mut state = self.0.lock();
        if state.waiting.len() + text.len() > MOST_WAITING {
            state.dropped += 1;
            return;
        }
        state.waiting.extend_from_slice(text);
        drop(state);
        self.0.changed.notify_all();
    }

    fn wait(&self, limit: Duration) {
        let busy = |state: &mut State| state.writing || !state.waiting.is_empty();
        drop(self.0.changed.wait_timeout_while(self.0.lock(), limit, busy));
    }
}

impl Write for Outlet {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.put(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// Passes on what it is given, once it is let.
    struct Gate(Receiver<()>, Sender<Vec<u8>>);

    impl Write for Gate {
        fn write(&mut self, text: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(io::Error::other)?;
            self.1.send(text.to_vec()).map_err(io::Error::other)?;
            Ok(text.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_finds_no_room_is_dropped_and_counted() {
        let ((open, gate), (sent, arrived)) = (channel(), channel());
        let outlet = Outlet::into(Gate(gate, sent));
        outlet.put(b"first\n");
        // Taken out of the buffer, held by the writer.
        while !outlet.0.lock().waiting.is_empty() {
            thread::yield_now();
        }
        let line = vec![b'x'; MOST_WAITING / 2];
        (0..5).for_each(|_| outlet.put(&line));
        open.send(()).unwrap();
        open.send(()).unwrap();
        assert_eq!(arrived.recv().unwrap(), b"first\n");
        let rest = String::from_utf8(arrived.recv().unwrap()).unwrap();
        assert_eq!(rest.trim_start_matches('x'), "coureur: nobody read: 3 lines of the log are missing here\n");
        assert_eq!(rest.matches('x').count(), MOST_WAITING / 2 * 2);
    }

    #[test]
    fn the_end_waits_for_what_is_being_written() {
        let ((open, gate), (sent, arrived)) = (channel(), channel());
        let outlet = Outlet::into(Gate(gate, sent));
        outlet.put(b"last words\n");
        outlet.wait(Duration::from_millis(1));
        assert!(arrived.try_recv().is_err());
        open.send(()).unwrap();
        outlet.wait(Duration::from_secs(60));
        assert_eq!(arrived.recv().unwrap(), b"last words\n");
    }
}
