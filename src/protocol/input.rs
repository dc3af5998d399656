//! What comes in: bytes become lines, lines become jobs in a queue, and signals reach the job they were meant for.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::command::{clean, parse_line};
use super::commands;

/// Longest line that is read, in bytes without the line end.
pub const MAX_LINE: usize = 1 << 20;

/// Bytes of waiting lines beyond which reading pauses, so that memory stays bounded.
const MAX_WAITING: usize = 4 << 20;

/// Bytes read at once. Lines that arrive together are queued together.
const CHUNK: usize = 1 << 16;

/// A line as it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A line without its end, invalid UTF-8 replaced.
    Text(String),
    /// A line longer than [`MAX_LINE`]; its text is gone.
    TooLong,
}

/// Cuts a stream of bytes into lines.
#[derive(Debug, Default)]
pub struct LineSplitter {
    partial: Vec<u8>,
    /// Inside a line that has been reported as too long.
    skipping: bool,
}

impl LineSplitter {
    /// Takes the next bytes and gives the lines that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Incoming> {
        let mut lines = Vec::new();
        for piece in bytes.split_inclusive(|&b| b == b'\n') {
            let (text, ended) = match piece.split_last() {
                Some((b'\n', text)) => (text, true),
                _ => (piece, false),
            };
            if !self.skipping {
                self.partial.extend_from_slice(text);
                // The CR of a line end is no part of the line.
                let length = self.partial.strip_suffix(b"\r").unwrap_or(&self.partial).len();
                if length > MAX_LINE {
                    self.partial = Vec::new();
                    self.skipping = true;
                    lines.push(Incoming::TooLong);
                }
            }
            if ended {
                if !self.skipping {
                    lines.push(self.take());
                }
                self.skipping = false;
            }
        }
        lines
    }

    /// The last line, if the stream ended without a line end.
    pub fn finish(&mut self) -> Option<Incoming> {
        (!self.skipping && !self.partial.is_empty()).then(|| self.take())
    }

    fn take(&mut self) -> Incoming {
        let line = Incoming::Text(String::from_utf8_lossy(&self.partial).into_owned());
        self.partial.clear();
        line
    }
}

/// A line to be worked on, with the flag that ends it early.
#[derive(Debug)]
pub struct Job {
    /// The line.
    pub line: Incoming,
    /// Raised when the work is to end with the best so far.
    pub stop: Arc<AtomicBool>,
    /// Whether it is a command that thinks: those between a running search and a `quit` keep the `quit` waiting.
    thinks: bool,
    /// Whether it leaves a search without limit alone.
    patient: bool,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Job>,
    waiting_bytes: usize,
    /// How many of the waiting jobs, from the front, have been told to stop.
    stopped: usize,
    /// How many of the waiting jobs think.
    thinking: usize,
    /// The stop flag of the job being worked on.
    current: Option<Arc<AtomicBool>>,
    /// The job being worked on goes on until any line comes in.
    unbounded: bool,
    closed: bool,
    /// Why reading ended early.
    broken: Option<std::io::Error>,
}

impl State {
    fn raise_current(&self) {
        if let Some(stop) = &self.current {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops all that came so far; each job is told once, so that a flood of signals costs no more than one.
    fn raise_all(&mut self) {
        self.raise_current();
        self.waiting.iter().skip(self.stopped).for_each(|job| job.stop.store(true, Ordering::Relaxed));
        self.stopped = self.waiting.len();
    }
}

/// The queue between the reader and the worker.
pub struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
    sort: Box<dyn Fn(&Incoming) -> Kind + Send + Sync>,
}

impl Default for Inbox {
    /// One for this program's own protocol.
    fn default() -> Self {
        Inbox::sorted_by(Kind::of)
    }
}

impl Inbox {
    /// One for a protocol whose lines `sort` knows; it is called once a line, as soon as the line is in.
    pub fn sorted_by(sort: impl Fn(&Incoming) -> Kind + Send + Sync + 'static) -> Self {
        Inbox { state: Mutex::default(), changed: Condvar::new(), sort: Box::new(sort) }
    }

    /// Reads `input` to its end. Runs on a thread of its own.
    pub fn read_from(&self, mut input: impl Read) {
        let mut splitter = LineSplitter::default();
        let mut chunk = vec![0; CHUNK];
        loop {
            match input.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => self.push(splitter.push(chunk.get(..read).unwrap_or_default())),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.lock().broken = Some(error);
                    break;
                }
            }
        }
        self.push(splitter.finish().into_iter().collect());
        let mut state = self.lock();
        state.closed = true;
        if state.unbounded {
            state.raise_current();
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Queues lines that came in together, and delivers the signals among them.
    pub fn push(&self, lines: Vec<Incoming>) {
        let lines: Vec<_> = lines.into_iter().map(|line| ((self.sort)(&line), line)).collect();
        let mut state = self.lock();
        while state.waiting_bytes > MAX_WAITING {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let running = state.current.is_some();
        for (kind, line) in lines {
            match kind {
                Kind::Interrupt => {
                    state.raise_all();
                    continue;
                }
                Kind::Nothing => continue,
                Kind::Stop => state.raise_all(),
                // A quit that came together with the commands before it waits for them, and so does one that ends a script.
                Kind::Quit if running && state.thinking == 0 => state.raise_all(),
                Kind::Quit | Kind::Thinking | Kind::Patient | Kind::Other => {}
            }
            if state.unbounded && kind != Kind::Patient {
                state.raise_current();
            }
            state.waiting_bytes += line_bytes(&line);
            state.thinking += usize::from(kind == Kind::Thinking);
            state.waiting.push_back(Job {
                line,
                stop: Arc::new(AtomicBool::new(false)),
                thinks: kind == Kind::Thinking,
                patient: kind == Kind::Patient,
            });
        }
        drop(state);
        self.changed.notify_all();
    }

    /// The next job, waiting for it; `None` when the input has ended and all is done.
    pub fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        state.current = None;
        state.unbounded = false;
        loop {
            if let Some(job) = state.waiting.pop_front() {
                state.waiting_bytes = state.waiting_bytes.saturating_sub(line_bytes(&job.line));
                state.thinking = state.thinking.saturating_sub(usize::from(job.thinks));
                state.stopped = state.stopped.saturating_sub(1);
                state.current = Some(Arc::clone(&job.stop));
                drop(state);
                self.changed.notify_all();
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Declares that the current job goes on until a line comes in that is not patient; if one waits already, or none can come, it ends at
    /// once.
    pub fn until_next_line(&self) {
        let mut state = self.lock();
        state.unbounded = true;
        if state.closed || state.waiting.iter().any(|job| !job.patient) {
            state.raise_current();
        }
    }

    /// The error that ended the input, if one did.
    pub fn take_error(&self) -> Option<std::io::Error> {
        self.lock().broken.take()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn line_bytes(line: &Incoming) -> usize {
    match line {
        Incoming::Text(text) => text.len() + size_of::<Job>(),
        Incoming::TooLong => size_of::<Job>(),
    }
}

/// What the reader has to know of a line before its turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nobody has to work on it.
    Nothing,
    /// A stop that nobody has to answer.
    Interrupt,
    /// A stop that is answered.
    Stop,
    /// The end of the session.
    Quit,
    /// A command that thinks.
    Thinking,
    /// A command that waits for its turn, even behind a search without limit.
    Patient,
    /// A command that waits for its turn and ends a search without limit.
    Other,
}

impl Kind {
    fn of(line: &Incoming) -> Kind {
        let Incoming::Text(text) = line else { return Kind::Other };
        if text.trim_start().strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt") {
            return Kind::Interrupt;
        }
        let text = clean(text);
        if text.is_empty() {
            return Kind::Nothing;
        }
        match parse_line(&text).ok().and_then(|line| commands::find(line.name)) {
            Some(command) if command.name == "stop" => Kind::Stop,
            Some(command) if command.name == "quit" => Kind::Quit,
            Some(command) if command.thinks => Kind::Thinking,
            _ => Kind::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Incoming {
        Incoming::Text(text.to_owned())
    }

    #[test]
    fn lines_end_in_lf_or_crlf_and_the_last_needs_no_end() {
        let mut splitter = LineSplitter::default();
        assert_eq!(splitter.push(b"na"), []);
        assert_eq!(splitter.push(b"me\nversion\r\n\nqu"), [text("name"), text("version\r"), text("")]);
        assert_eq!(splitter.push(b"it"), []);
        assert_eq!(splitter.finish(), Some(text("quit")));
        assert_eq!(splitter.finish(), None);
    }

    #[test]
    fn a_long_line_is_reported_once_and_skipped() {
        let mut splitter = LineSplitter::default();
        let full = vec![b'x'; MAX_LINE];
        assert_eq!(splitter.push(&full), []);
        assert_eq!(splitter.push(b"x"), [Incoming::TooLong]);
        assert_eq!(splitter.push(&full), []);
        assert_eq!(splitter.push(b"x\nname\n"), [text("name")]);
        let mut just_fits = full;
        just_fits.push(b'\n');
        assert!(matches!(splitter.push(&just_fits).as_slice(), [Incoming::Text(_)]));
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        assert_eq!(LineSplitter::default().push(b"a\xff\n"), [text("a\u{fffd}")]);
    }

    fn inbox(lines: &[&str]) -> Inbox {
        let inbox = Inbox::default();
        inbox.push(lines.iter().map(|line| text(line)).collect());
        inbox
    }

    fn raised(job: &Job) -> bool {
        job.stop.load(Ordering::Relaxed)
    }

    #[test]
    fn a_stop_reaches_the_commands_before_it_and_none_after() {
        let inbox = inbox(&["genmove", "stop", "genmove"]);
        let jobs: Vec<Job> = (0..3).filter_map(|_| inbox.next()).collect();
        assert_eq!(jobs.iter().map(raised).collect::<Vec<_>>(), [true, false, false]);
    }

    #[test]
    fn an_interrupt_is_a_signal_without_an_answer() {
        let inbox = inbox(&["genmove"]);
        let running = inbox.next().unwrap();
        inbox.push(vec![text(" #  interrupt"), text("# just a comment"), text("name")]);
        assert!(raised(&running));
        assert_eq!(inbox.next().unwrap().line, text("name"));
    }

    #[test]
    fn a_quit_ends_the_running_search_but_not_commands_it_came_with() {
        let together = inbox(&["genmove", "showboard", "quit"]);
        assert!(!raised(&together.next().unwrap()));

        let running = inbox(&["genmove"]);
        let job = running.next().unwrap();
        running.push(vec![text("showboard"), text("3 quit")]);
        assert!(raised(&job));
    }

    #[test]
    fn a_quit_at_the_end_of_a_script_waits_for_the_searches_before_it() {
        let inbox = inbox(&["genmove", "genmove"]);
        let job = inbox.next().unwrap();
        inbox.push(vec![text("quit")]);
        assert!(!raised(&job));
    }

    #[test]
    fn an_unbounded_job_ends_with_any_line_or_the_end_of_input() {
        let busy = inbox(&["genmove infinite"]);
        let job = busy.next().unwrap();
        busy.until_next_line();
        assert!(!raised(&job));
        busy.push(vec![text("name")]);
        assert!(raised(&job));

        let closing = inbox(&["genmove infinite"]);
        let job = closing.next().unwrap();
        closing.until_next_line();
        closing.read_from(std::io::empty());
        assert!(raised(&job));

        let queued = inbox(&["genmove infinite", "name"]);
        let job = queued.next().unwrap();
        queued.until_next_line();
        assert!(raised(&job));
    }

    #[test]
    fn patient_lines_leave_an_unbounded_job_alone() {
        let inbox = Inbox::sorted_by(|line| match line {
            Incoming::Text(line) if line == "go" => Kind::Thinking,
            Incoming::Text(line) if line == "stop" => Kind::Interrupt,
            _ => Kind::Patient,
        });
        inbox.push(vec![text("go"), text("before")]);
        let job = inbox.next().unwrap();
        inbox.until_next_line();
        inbox.push(vec![text("after")]);
        assert!(!raised(&job));
        inbox.push(vec![text("stop")]);
        assert!(raised(&job));
        let waiting = [inbox.next().unwrap(), inbox.next().unwrap()];
        assert_eq!(waiting.each_ref().map(|job| job.line.clone()), [text("before"), text("after")]);
    }
}
