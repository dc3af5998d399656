//! What comes in: lines become jobs in a queue, and signals reach the job they were meant for.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::command::{clean, parse_line};
use super::commands;
pub use super::lines::{Incoming, LineSplitter, MAX_LINE};

/// Bytes of waiting lines beyond which reading pauses, so that memory stays bounded.
const MAX_WAITING: usize = 4 << 20;

/// Bytes read at once. Lines that arrive together are queued together.
const CHUNK: usize = 1 << 16;

/// Input that comes after less than this has been on its way all the time: nobody has looked at an answer in between.
const PAUSE: Duration = Duration::from_millis(50);

/// How long the end of the input may be behind the `quit` of a script.
const GRACE: Duration = Duration::from_millis(30);

/// A line to be worked on, with the flag that ends it early.
#[derive(Debug)]
pub struct Job {
    /// The line.
    pub line: Incoming,
    /// Raised when the work is to end with the best so far.
    pub stop: Arc<AtomicBool>,
    /// When work on it could begin: when it came in, or when the job before it was done.
    pub since: Instant,
    /// Whether it is a command that thinks.
    thinks: bool,
    /// Whether it leaves a search without limit alone.
    patient: bool,
}

/// When something came in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Arrival {
    /// Counts what was read at once.
    piece: u64,
    /// Counts what came without a pause.
    burst: u64,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Job>,
    waiting_bytes: usize,
    /// How many of the waiting jobs, from the front, have been told to stop.
    stopped: usize,
    /// The stop flag of the job being worked on.
    current: Option<Arc<AtomicBool>>,
    /// Whether that job thinks.
    current_thinks: bool,
    /// When the thinking commands came that have not ended, oldest first.
    thinking: VecDeque<Arrival>,
    /// When the last lines came.
    arrival: Arrival,
    /// A `quit` has come: what follows it is never worked on.
    quit: bool,
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

    /// Stops what a `quit` that has just come should stop, as far as that can be told now.
    ///
    /// What came in one piece with the `quit` is a script, and is done in full. What came earlier is a search that is to end,
    /// unless it came in the same burst: then it may be a script that is sent in several pieces.
    fn meet_quit(&mut self) -> Quit {
        match self.thinking.front() {
            Some(oldest) if oldest.burst < self.arrival.burst => self.raise_all(),
            Some(oldest) if oldest.piece < self.arrival.piece => return Quit::OfAScript,
            _ => {}
        }
        Quit::None
    }

    /// Stops all that came so far; each job is told once, so that a flood of signals costs no more than one.
    fn raise_all(&mut self) {
        self.raise_current();
        self.waiting.iter().skip(self.stopped).for_each(|job| job.stop.store(true, Ordering::Relaxed));
        self.stopped = self.waiting.len();
    }
}

/// Whether lines hold a `quit`, and what it means for the thinking commands before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quit {
    /// No `quit`, or one whose meaning is settled.
    None,
    /// One that ends a script, if the input ends too.
    OfAScript,
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
        thread::scope(|scope| {
            loop {
                let asked = Instant::now();
                match input.read(&mut chunk) {
                    Ok(0) => break,
                    Ok(read) => {
                        let lines = splitter.push(chunk.get(..read).unwrap_or_default());
                        if self.take_in(lines, asked.elapsed() > PAUSE) == Quit::OfAScript {
                            scope.spawn(|| self.doubt_script());
                        }
                    }
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
        });
    }

    /// Stops everything, unless the input ends soon: then the `quit` was the end of a script, the commands of which are all done.
    fn doubt_script(&self) {
        let state = self.lock();
        let waited = self.changed.wait_timeout_while(state, GRACE, |state| !state.closed);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if !state.closed {
            state.raise_all();
        }
    }

    /// Queues lines that came in together, and delivers the signals among them.
    pub fn push(&self, lines: Vec<Incoming>) {
        self.take_in(lines, false);
    }

    /// The same for lines that may have come after a pause.
    fn take_in(&self, lines: Vec<Incoming>, paused: bool) -> Quit {
        let since = Instant::now();
        let lines: Vec<_> = lines.into_iter().map(|line| ((self.sort)(&line), line)).collect();
        let mut state = self.lock();
        while state.waiting_bytes > MAX_WAITING {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.arrival.piece += 1;
        state.arrival.burst += u64::from(paused);
        let mut quit = Quit::None;
        for (kind, line) in lines {
            if state.quit {
                break;
            }
            match kind {
                Kind::Interrupt => {
                    state.raise_all();
                    continue;
                }
                Kind::Nothing => continue,
                Kind::Stop => state.raise_all(),
                Kind::Quit => {
                    quit = state.meet_quit();
                    state.quit = true;
                }
                Kind::Thinking | Kind::Patient | Kind::Other => {}
            }
            if state.unbounded && kind != Kind::Patient {
                state.raise_current();
            }
            state.waiting_bytes += line_bytes(&line);
            let thinks = (kind == Kind::Thinking).then_some(state.arrival);
            state.thinking.extend(thinks);
            state.waiting.push_back(Job {
                line,
                stop: Arc::new(AtomicBool::new(false)),
                since,
                thinks: thinks.is_some(),
                patient: kind == Kind::Patient,
            });
        }
        drop(state);
        self.changed.notify_all();
        quit
    }

    /// The next job, waiting for it; `None` when the input has ended and all is done.
    pub fn next(&self) -> Option<Job> {
        let free = Instant::now();
        let mut state = self.lock();
        if state.current_thinks {
            state.thinking.pop_front();
        }
        state.current = None;
        state.current_thinks = false;
        state.unbounded = false;
        loop {
            if let Some(mut job) = state.waiting.pop_front() {
                job.since = job.since.max(free);
                state.waiting_bytes = state.waiting_bytes.saturating_sub(line_bytes(&job.line));
                state.stopped = state.stopped.saturating_sub(1);
                state.current = Some(Arc::clone(&job.stop));
                state.current_thinks = job.thinks;
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
        let Ok(line) = parse_line(&text) else { return Kind::Other };
        match commands::find(line.name) {
            // With arguments they fail, and what fails changes nothing.
            Some(command) if command.name == "stop" && line.arguments.is_empty() => Kind::Stop,
            Some(command) if command.name == "quit" && line.arguments.is_empty() => Kind::Quit,
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

    fn push(inbox: &Inbox, lines: &[&str], paused: bool) -> Quit {
        inbox.take_in(lines.iter().map(|line| text(line)).collect(), paused)
    }

    fn inbox(lines: &[&str]) -> Inbox {
        let inbox = Inbox::default();
        push(&inbox, lines, false);
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
        push(&inbox, &[" #  interrupt", "# just a comment", "name"], false);
        assert!(raised(&running));
        assert_eq!(inbox.next().unwrap().line, text("name"));
    }

    #[test]
    fn a_quit_lets_finish_what_it_came_with_in_one_piece() {
        let together = inbox(&["genmove", "showboard", "genmove", "quit"]);
        let jobs: Vec<Job> = (0..4).filter_map(|_| together.next()).collect();
        assert!(!jobs.iter().any(raised));
    }

    #[test]
    fn a_quit_after_a_pause_ends_the_running_search_and_those_that_wait() {
        let busy = inbox(&["genmove"]);
        let running = busy.next().unwrap();
        push(&busy, &["showboard", "genmove"], false);
        assert_eq!(push(&busy, &["reg_genmove", "3 quit"], true), Quit::None);
        assert!(raised(&running));
        let waiting: Vec<Job> = (0..4).filter_map(|_| busy.next()).collect();
        assert!(waiting.iter().take(3).all(raised));
    }

    #[test]
    fn searches_that_have_ended_do_not_count_for_a_quit() {
        let inbox = inbox(&["genmove"]);
        let _ended = inbox.next().unwrap();
        push(&inbox, &["genmove", "quit"], true);
        assert!(raised(&inbox.next().unwrap()), "the first was running when quit came");

        let idle = Inbox::default();
        push(&idle, &["genmove", "name"], false);
        let _ended = (idle.next(), idle.next());
        push(&idle, &["genmove", "quit"], true);
        assert!(!raised(&idle.next().unwrap()));
    }

    #[test]
    fn a_quit_in_another_piece_without_a_pause_is_doubted_until_the_input_ends() {
        for closed in [false, true] {
            let inbox = inbox(&["genmove"]);
            let running = inbox.next().unwrap();
            assert_eq!(push(&inbox, &["genmove", "quit"], false), Quit::OfAScript);
            assert!(!raised(&running));
            inbox.lock().closed = closed;
            inbox.doubt_script();
            assert_eq!(raised(&running), !closed);
            assert_eq!(raised(&inbox.next().unwrap()), !closed);
        }
    }

    #[test]
    fn nothing_behind_a_quit_is_kept() {
        let inbox = inbox(&["name", "quit", "genmove", "stop"]);
        assert_eq!(
            (inbox.next().map(|job| job.line), inbox.next().map(|job| job.line)),
            (Some(text("name")), Some(text("quit")))
        );
        inbox.read_from(&b"name\n"[..]);
        assert!(inbox.next().is_none());
    }

    #[test]
    fn signals_with_arguments_are_none() {
        let inbox = inbox(&["genmove"]);
        let running = inbox.next().unwrap();
        push(&inbox, &["stop now", "quit now", "name"], true);
        assert!(!raised(&running));
        assert!((0..3).all(|_| inbox.next().is_some()));
    }

    #[test]
    fn an_unbounded_job_ends_with_any_line_or_the_end_of_input() {
        let busy = inbox(&["genmove infinite"]);
        let job = busy.next().unwrap();
        busy.until_next_line();
        assert!(!raised(&job));
        push(&busy, &["name"], false);
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
