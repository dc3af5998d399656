//! A child process between two threads: bytes in, lines out, each with a deadline.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::group::Group;
use super::{Deadline, Errors, Invocation, Silence, Stop, left_until, within};

/// Longest line and longest answer that are read, in bytes.
const MOST_BYTES: usize = 64 << 20;
/// Longest line of standard error that is kept, in bytes.
const MOST_ERROR_BYTES: u64 = 1 << 16;
/// Bytes read at once.
const CHUNK: usize = 1 << 16;
/// Chunks that may wait: a child that writes without end is held up, not kept.
const MOST_CHUNKS: usize = 64;
/// How often the wait for output looks whether the child has ended or all waits are to.
const TICK: Duration = Duration::from_millis(20);
/// How often the wait for a child's end looks.
const POLL: Duration = Duration::from_millis(2);
/// How long output may still come once the child has ended.
const GRACE: Duration = Duration::from_secs(1);

/// Bytes that came in, and when.
struct Chunk {
    bytes: Vec<u8>,
    at: Instant,
}

/// A running child. Dropping it ends the process and all that it has started.
pub struct Process {
    child: Group,
    /// To the thread that writes.
    input: Option<Sender<Vec<u8>>>,
    /// When that thread began to write the last time.
    written: Arc<Mutex<Instant>>,
    /// From the thread that reads.
    output: Receiver<Chunk>,
    /// What came out and has not been dropped.
    seen: Vec<u8>,
    /// How much of it has been read as lines.
    read: usize,
    /// How much of it holds no line end behind what has been read.
    searched: usize,
    /// When the last of it came.
    at: Instant,
    /// Whether nothing of it is dropped.
    keeps: bool,
    most: usize,
    errors: Option<LastLine>,
    stop: Stop,
}

impl Process {
    /// Starts a program in a process group of its own. `stop` ends all waits for it.
    pub fn start(invocation: &Invocation, errors: Errors, stop: &Stop) -> io::Result<Process> {
        let mut command = Command::new(&invocation.program);
        command.args(&invocation.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(match errors {
            Errors::Shown => Stdio::inherit(),
            Errors::Dropped => Stdio::null(),
            Errors::LastLine => Stdio::piped(),
        });
        let child = Group::spawn(command)?;
        let now = Instant::now();
        let (input, to_write) = channel();
        let (chunks, output) = sync_channel(MOST_CHUNKS);
        let mut process = Process {
            child,
            input: Some(input),
            written: Arc::new(Mutex::new(now)),
            output,
            seen: Vec::new(),
            read: 0,
            searched: 0,
            at: now,
            keeps: false,
            most: MOST_BYTES,
            errors: None,
            stop: stop.clone(),
        };
        // No thread is joined: each may hang as long as some process holds the other end of its pipe.
        if let Some(stdin) = process.child.0.stdin.take() {
            let written = Arc::clone(&process.written);
            spawn("to engine", move || write(stdin, &to_write, &written))?;
        }
        if let Some(stdout) = process.child.0.stdout.take() {
            spawn("from engine", move || read(stdout, &chunks))?;
        }
        process.errors = process.child.0.stderr.take().map(LastLine::listen).transpose()?;
        Ok(process)
    }

    /// Keeps all output for [`Process::seen`], and takes more than `most` bytes of it for endless.
    pub fn keeping(self, most: usize) -> Process {
        Process { keeps: true, most, ..self }
    }

    /// Sends bytes as they are. That nobody reads them shows in what comes back.
    pub fn send(&self, bytes: impl Into<Vec<u8>>) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes.into());
        }
    }

    /// Closes the child's input, once all is written.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Longest line and longest answer that are read, in bytes.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// The time from the last bytes out to the last bytes in.
    pub(super) fn time(&self) -> Duration {
        let written = self.written.lock().map_or(self.at, |written| *written);
        self.at.saturating_duration_since(written)
    }

    /// What came out: all of it, if it is kept, else what has not been read.
    pub fn seen(&self) -> &[u8] {
        let from = if self.keeps { 0 } else { self.read };
        self.seen.get(from..).unwrap_or_default()
    }

    fn unread(&self) -> &[u8] {
        self.seen.get(self.read..).unwrap_or_default()
    }

    /// The beginning of what came out and has not been read as lines.
    pub fn unread_text(&self) -> String {
        const BEGINNING: usize = 1 << 12;
        let unread = self.unread();
        String::from_utf8_lossy(unread.get(..BEGINNING).unwrap_or(unread)).into_owned()
    }

    /// Waits for more output; `false` when there will be none.
    pub fn more(&mut self, deadline: Deadline) -> Result<bool, Silence> {
        if self.seen.len() > self.most {
            return Err(Silence::Endless);
        }
        loop {
            if self.stop.is_raised() {
                return Err(Silence::Interrupted);
            }
            let left = left_until(deadline);
            let chunk = match self.output.recv_timeout(left.min(TICK)) {
                Err(RecvTimeoutError::Timeout) if self.child.status().is_some() => {
                    // Something that it started may hold its output open for ever.
                    self.output.recv_timeout(GRACE).map_err(|_| RecvTimeoutError::Disconnected)
                }
                received => received,
            };
            match chunk {
                Ok(chunk) => {
                    self.take(chunk);
                    return Ok(true);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(false),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn take(&mut self, chunk: Chunk) {
        if !self.keeps {
            self.seen.drain(..self.read);
            self.read = 0;
        }
        self.seen.extend(chunk.bytes);
        self.at = chunk.at;
    }

    /// The next line, without its end.
    pub fn line(&mut self, deadline: Deadline) -> Result<String, Silence> {
        loop {
            if let Some(line) = self.line_seen() {
                return Ok(line);
            }
            if !self.more(deadline)? {
                return Err(Silence::Ended);
            }
        }
    }

    /// The next line, without its end, if it is there already.
    pub fn line_seen(&mut self) -> Option<String> {
        let unread = self.unread();
        let Some(end) = unread.iter().skip(self.searched).position(|&byte| byte == b'\n') else {
            self.searched = unread.len();
            return None;
        };
        let end = self.searched + end;
        let line = unread.get(..end).unwrap_or_default();
        let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned();
        (self.read, self.searched) = (self.read + end + 1, 0);
        Some(line)
    }

    /// Waits for the end of the process, whatever it writes until then; when all waits are to end, only a moment longer.
    pub fn end(&mut self, mut deadline: Deadline) -> Option<ExitStatus> {
        while let Ok(true) = self.more(deadline) {}
        let mut hurried = false;
        loop {
            let status = self.child.status();
            if status.is_some() || left_until(deadline).is_zero() {
                return status;
            }
            if self.stop.is_raised() && !hurried {
                (deadline, hurried) = (within(GRACE), true);
            }
            thread::sleep(POLL);
        }
    }

    /// The exit status of a child that has closed its output, if it ends soon.
    pub fn status(&mut self) -> Option<ExitStatus> {
        self.close();
        self.end(within(GRACE))
    }

    /// The last line of standard error, where that is kept; empty without one.
    pub fn last_words(&self) -> String {
        self.errors.as_ref().map(LastLine::get).unwrap_or_default()
    }

    /// Says `quit` and gives the child a moment to end by itself.
    pub fn quit(mut self) {
        self.send("quit\n");
        let _ = self.status();
    }
}

fn spawn<T: Send + 'static>(name: &str, work: impl FnOnce() -> T + Send + 'static) -> io::Result<JoinHandle<T>> {
    thread::Builder::new().name(name.to_owned()).spawn(work)
}

/// Writes what is to be written until there is no more, or nobody reads it.
fn write(mut to: impl Write, from: &Receiver<Vec<u8>>, written: &Mutex<Instant>) {
    for bytes in from {
        // Before: an answer must not come in earlier than this says that its command has gone out.
        if let Ok(mut written) = written.lock() {
            *written = Instant::now();
        }
        if let Err(error) = to.write_all(&bytes).and_then(|()| to.flush()) {
            log::info!("to engine: {error}");
            return;
        }
    }
}

/// Passes on what is read until there is no more, or nobody wants it.
fn read(mut from: impl Read, to: &SyncSender<Chunk>) {
    let mut buffer = vec![0; CHUNK];
    loop {
        match from.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
            Ok(count) => {
                let bytes = buffer.get(..count).unwrap_or_default().to_vec();
                if to.send(Chunk { bytes, at: Instant::now() }).is_err() {
                    return;
                }
            }
        }
    }
}

/// Standard error, read at all times so that the child never blocks on a full pipe.
struct LastLine {
    line: Arc<Mutex<String>>,
    reader: JoinHandle<()>,
}

impl LastLine {
    fn listen(pipe: ChildStderr) -> io::Result<LastLine> {
        let line = Arc::new(Mutex::new(String::new()));
        let last = Arc::clone(&line);
        let reader = spawn("engine errors", move || keep_last_line(pipe, &last))?;
        Ok(LastLine { line, reader })
    }

    /// The line, once all has been read or a moment has passed.
    fn get(&self) -> String {
        let deadline = within(GRACE);
        while !self.reader.is_finished() && !left_until(deadline).is_zero() {
            thread::sleep(POLL);
        }
        self.line.lock().map(|line| line.clone()).unwrap_or_default()
    }
}

fn keep_last_line(pipe: impl Read, last: &Mutex<String>) {
    let mut input = BufReader::new(pipe);
    let mut bytes = Vec::new();
    // What is too long comes in pieces.
    while matches!(input.by_ref().take(MOST_ERROR_BYTES).read_until(b'\n', &mut bytes), Ok(1..)) {
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim();
        log::debug!("engine: {text}");
        if let (Ok(mut last), false) = (last.lock(), text.is_empty()) {
            text.clone_into(&mut last);
        }
        bytes.clear();
    }
}
