//! An engine on pipes, read with a deadline.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes read at once.
const CHUNK: usize = 1 << 14;

/// Chunks that wait to be looked at; the engine waits when there are more.
const WAITING: usize = 16;

/// Output, in bytes, beyond which an engine is given up.
const MAX_OUTPUT: usize = 4 << 20;

/// How often a process is asked whether it has ended.
const POLL: Duration = Duration::from_millis(2);

/// How to start the engine that is tested, and how patient to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// How long to wait for an answer, and for the end of the process.
    pub timeout: Duration,
    /// Lines to send before the engine is asked to think, such as one that starts a game.
    pub init: Vec<String>,
    /// The line that makes the engine think.
    pub think: String,
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
}

/// One answer, read leniently: what is wrong with its form is for one check to find, not for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// Whether it begins with `=`.
    pub(super) success: bool,
    /// The digits behind the sign.
    pub(super) id: String,
    /// The text, without blanks at its ends; lines separated by LF.
    pub(super) text: String,
    /// Lines before it that belong to no answer.
    pub(super) noise: Vec<String>,
}

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

/// A running engine. It is killed when this is dropped.
pub(super) struct Process {
    child: Child,
    /// To the thread that writes, so that a full pipe never holds up the reading.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    /// All that came out.
    seen: Vec<u8>,
    /// How much of it has been read as lines.
    read: usize,
    timeout: Duration,
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
        let mut command = Command::new(&self.program);
        // What goes to standard error is nobody's business here; and it must not fill a pipe.
        command.args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (input, to_write) = channel::<Vec<u8>>();
        let (send, output) = sync_channel(WAITING);
        // From here on the process is killed whatever happens.
        let process = Process { child, input: Some(input), output, seen: Vec::new(), read: 0, timeout: self.timeout };
        if let Some(stdin) = stdin {
            thread::Builder::new().spawn(move || write_all(stdin, &to_write))?;
        }
        if let Some(stdout) = stdout {
            thread::Builder::new().spawn(move || forward(stdout, &send))?;
        }
        Ok(process)
    }
}

/// Writes what is to be written until there is no more, or nobody reads it.
fn write_all(mut to: impl Write, from: &Receiver<Vec<u8>>) {
    for bytes in from {
        if to.write_all(&bytes).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

/// Passes on what is read until there is no more, or nobody wants it.
fn forward(mut from: impl Read, to: &SyncSender<Vec<u8>>) {
    let mut chunk = vec![0; CHUNK];
    while let Ok(read @ 1..) = from.read(&mut chunk) {
        if to.send(chunk.get(..read).unwrap_or_default().to_vec()).is_err() {
            return;
        }
    }
}

impl Process {
    /// Sends bytes as they are. That nobody reads them shows in what comes back.
    pub(super) fn send(&self, bytes: impl AsRef<[u8]>) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes.as_ref().to_vec());
        }
    }

    /// Sends a line and reads an answer.
    pub(super) fn ask(&mut self, line: &str) -> Result<Answer, Trouble> {
        self.send(format!("{line}\n"));
        self.answer()
    }

    /// Closes the engine's input, once all is written.
    pub(super) fn close(&mut self) {
        self.input = None;
    }

    /// All that came out so far.
    pub(super) fn seen(&self) -> &[u8] {
        &self.seen
    }

    /// Waits for more output; `false` when there will be none.
    fn wait_for_output(&mut self, deadline: Instant) -> Result<bool, Trouble> {
        if self.seen.len() > MAX_OUTPUT {
            return Err(Trouble::Floods);
        }
        match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(bytes) => {
                self.seen.extend(bytes);
                Ok(true)
            }
            Err(RecvTimeoutError::Disconnected) => Ok(false),
            Err(RecvTimeoutError::Timeout) => Err(Trouble::Silent { waited: self.timeout, seen: self.unread_text() }),
        }
    }

    fn unread_text(&self) -> String {
        shorten(&String::from_utf8_lossy(self.seen.get(self.read..).unwrap_or_default()))
    }

    /// Whatever comes within this time.
    pub(super) fn listen(&mut self, time: Duration) {
        let deadline = Instant::now() + time;
        while let Ok(true) = self.wait_for_output(deadline) {}
    }

    /// The next line, without its end, if it is there already.
    fn line_read(&mut self) -> Option<String> {
        let rest = self.seen.get(self.read..)?;
        let line = rest.get(..rest.iter().position(|&b| b == b'\n')?)?;
        self.read += line.len() + 1;
        Some(String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned())
    }

    /// The next line, without its end.
    fn line(&mut self, deadline: Instant) -> Result<String, Trouble> {
        loop {
            if let Some(line) = self.line_read() {
                return Ok(line);
            }
            if !self.wait_for_output(deadline)? {
                return Err(Trouble::Ended { seen: self.unread_text() });
            }
        }
    }

    /// The next answer.
    pub(super) fn answer(&mut self) -> Result<Answer, Trouble> {
        let deadline = Instant::now() + self.timeout;
        let mut noise = Vec::new();
        let (success, first) = loop {
            let line = self.line(deadline)?;
            match (line.strip_prefix('='), line.strip_prefix('?')) {
                (Some(rest), _) => break (true, rest.to_owned()),
                (_, Some(rest)) => break (false, rest.to_owned()),
                _ if line.trim().is_empty() => {}
                _ => noise.push(line),
            }
        };
        let text = first.trim_start_matches(|c: char| c.is_ascii_digit());
        let id = first.get(..first.len() - text.len()).unwrap_or_default().to_owned();
        let mut lines = vec![text.to_owned()];
        loop {
            let line = self.line(deadline)?;
            if line.is_empty() {
                break;
            }
            lines.push(line);
        }
        Ok(Answer { success, id, text: lines.join("\n").trim().to_owned(), noise })
    }

    /// Waits for the process to end.
    pub(super) fn end(&mut self) -> Result<ExitStatus, Trouble> {
        let deadline = Instant::now() + self.timeout;
        while let Ok(true) = self.wait_for_output(deadline) {}
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Ok(status);
            }
            if Instant::now() >= deadline {
                return Err(Trouble::Lingers(self.timeout));
            }
            thread::sleep(POLL);
        }
    }

    /// The lines that have come and belong to none of the answers read, without the empty ones.
    pub(super) fn left_over(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.line_read() {
            lines.push(line);
        }
        lines.push(self.unread_text());
        lines.retain(|line| !line.trim().is_empty());
        lines
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
