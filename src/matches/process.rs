//! An engine as a child process: one line in, one framed answer out, each with a deadline.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nom::branch::alt;
use nom::character::complete::{char, digit1, space0};
use nom::combinator::{opt, rest};
use nom::{IResult, Parser};

use crate::notation::{Expected, parse_all, quote};

/// Longest line and longest answer that are read, in bytes; more is not an answer but a flood.
const MOST_BYTES: u64 = 1 << 20;
/// Lines that may wait to be looked at. More block the engine, not this program's memory.
const WAITING_LINES: usize = 1024;
/// How often the wait for an answer looks whether the child has exited or the match is to end.
const TICK: Duration = Duration::from_millis(20);
/// How long a child may take to exit by itself once its output has ended, or after `quit`.
const GRACE: Duration = Duration::from_millis(1000);

/// What an engine can do instead of answering.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It ended, or closed its pipes.
    #[error("{how}{}", last_words(.stderr))]
    Crash {
        /// How it ended, in words.
        how: String,
        /// Its exit code, when it exited by itself.
        code: Option<i32>,
        /// The last line that it wrote to standard error.
        stderr: String,
    },
    /// It did not answer in time.
    #[error("no answer to '{command}' within {:.1} s", .waited.as_secs_f64())]
    Stall {
        /// What it was asked.
        command: String,
        /// How long was waited.
        waited: Duration,
    },
    /// It wrote something that is no answer to what it was asked.
    #[error("{0}")]
    Protocol(String),
    /// The match is to end: nobody's fault.
    #[error("interrupted")]
    Interrupted,
}

fn last_words(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!(", its last words: {}", quote(stderr)) }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// `=`, not `?`.
    pub success: bool,
    /// The text behind sign and id, its lines joined by line feeds.
    pub text: String,
    /// Wall-clock time from the command's last byte out to the answer's last byte in.
    pub time: Duration,
}

/// A line that came in, and when.
struct Line {
    text: String,
    at: Instant,
}

/// A running engine. Dropping it ends the process and all that it has started.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    stderr: Arc<Mutex<String>>,
    /// Reads standard error, until that ends.
    listener: Option<JoinHandle<()>>,
    id: u64,
}

impl Process {
    /// Starts a program.
    pub fn start(program: &str, arguments: &[String]) -> io::Result<Process> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        in_a_group_of_its_own(&mut command);
        let mut child = command.spawn()?;
        let stdin = child.stdin.take();
        let (sender, lines) = sync_channel(WAITING_LINES);
        if let Some(stdout) = child.stdout.take() {
            thread::Builder::new().name("engine output".to_owned()).spawn(move || read_lines(stdout, &sender))?;
        }
        let stderr = Arc::new(Mutex::new(String::new()));
        let mut listener = None;
        if let Some(pipe) = child.stderr.take() {
            let last = Arc::clone(&stderr);
            // Read at all times: an engine must not block on a full pipe.
            let thread = thread::Builder::new().name("engine errors".to_owned());
            listener = Some(thread.spawn(move || keep_last_line(pipe, &last))?);
        }
        Ok(Process { child, stdin, lines, stderr, listener, id: 0 })
    }

    /// Sends a command, with an id, and waits for its answer, at most `patience`.
    pub fn ask(&mut self, command: &str, patience: Duration, stop: &AtomicBool) -> Result<Answer, Fault> {
        self.id += 1;
        let line = format!("{} {command}\n", self.id);
        log::debug!("> {}", line.trim_end());
        let written = match &mut self.stdin {
            Some(stdin) => stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        let asked = Instant::now();
        // An engine that no longer reads may have said why: its output is looked at all the same.
        if let Err(error) = written {
            log::info!("{command}: {error}");
        }
        let mut frame = Frame::new(self.id, command);
        loop {
            let line = self.next_line(command, asked, patience, stop)?;
            log::debug!("< {}", line.text);
            if let Some((success, text)) = frame.take(&line.text)? {
                return Ok(Answer { success, text, time: line.at.saturating_duration_since(asked) });
            }
        }
    }

    fn next_line(
        &mut self,
        command: &str,
        asked: Instant,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Line, Fault> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Fault::Interrupted);
            }
            let left = patience.saturating_sub(asked.elapsed());
            match self.lines.recv_timeout(left.min(TICK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                // Something that the child started may hold its output open.
                Err(RecvTimeoutError::Timeout) if self.has_exited() => {
                    return self.lines.recv_timeout(GRACE).map_err(|_| self.crash());
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Fault::Stall { command: command.to_owned(), waited: patience });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn has_exited(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    fn exits_within(&mut self, grace: Duration) -> Option<ExitStatus> {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if begun.elapsed() < grace => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    fn crash(&mut self) -> Fault {
        self.stdin = None;
        let status = self.exits_within(GRACE);
        let how = match status {
            Some(status) => match status.code() {
                Some(code) => format!("ended with exit code {code}"),
                None => format!("ended by {status}"),
            },
            None => "closed its output".to_owned(),
        };
        let stderr = self.last_words();
        Fault::Crash { how, code: status.and_then(|status| status.code()), stderr }
    }

    /// The last line on standard error, once all of it has been read or a moment has passed.
    fn last_words(&self) -> String {
        let begun = Instant::now();
        while self.listener.as_ref().is_some_and(|listener| !listener.is_finished()) && begun.elapsed() < GRACE / 2 {
            thread::sleep(Duration::from_millis(2));
        }
        self.stderr.lock().map(|last| last.clone()).unwrap_or_default()
    }

    /// Says `quit` and gives the engine a moment to end by itself.
    pub fn quit(mut self) {
        if let Some(mut stdin) = self.stdin.take() {
            // Whether it hears that or not: it is ended when this value is dropped.
            let _ = stdin.write_all(b"quit\n");
        }
        let _ = self.exits_within(GRACE);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stdin = None;
        kill_group(&self.child);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Keeps the keyboard's interrupt from the engine: it is this program's to decide what becomes of the game.
#[cfg(unix)]
fn in_a_group_of_its_own(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_a_group_of_its_own(_: &mut Command) {}

/// Ends the child and what it has started, such as the engine behind a shell script.
#[cfg(unix)]
fn kill_group(child: &Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(child.id()) {
        // It fails when nothing is left of the group: then all is well.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// One line without its end; `None` at the end of the input. What is too long comes in pieces.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    match input.take(MOST_BYTES).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()),
    }
}

fn read_lines(pipe: impl Read, sender: &SyncSender<Line>) {
    let mut input = BufReader::new(pipe);
    while let Some(text) = read_line(&mut input) {
        if sender.send(Line { text, at: Instant::now() }).is_err() {
            return;
        }
    }
}

fn keep_last_line(pipe: impl Read, last: &Mutex<String>) {
    let mut input = BufReader::new(pipe);
    while let Some(text) = read_line(&mut input) {
        log::debug!("engine: {text}");
        if let Ok(mut last) = last.lock()
            && !text.trim().is_empty()
        {
            *last = text.trim().to_owned();
        }
    }
}

/// An answer while its lines come in.
struct Frame<'a> {
    id: u64,
    command: &'a str,
    success: Option<bool>,
    text: String,
}

fn head(input: &str) -> IResult<&str, (char, Option<&str>, &str), Expected<'_>> {
    let (input, (sign, id)) = (alt((char('='), char('?'))), opt(digit1)).parse(input)?;
    let (input, (_, text)) = (space0, rest).parse(input)?;
    Ok((input, (sign, id, text)))
}

impl<'a> Frame<'a> {
    fn new(id: u64, command: &'a str) -> Self {
        Frame { id, command, success: None, text: String::new() }
    }

    /// Takes the next line; gives sign and text when it was the last one.
    fn take(&mut self, line: &str) -> Result<Option<(bool, String)>, Fault> {
        match self.success {
            // Empty lines between answers are nothing.
            None if line.trim().is_empty() => Ok(None),
            None => {
                let (sign, id, text) = parse_all(line, head).map_err(|_| {
                    Fault::Protocol(format!("printed {} where the answer to '{}' was due", quote(line), self.command))
                })?;
                self.check_id(id)?;
                self.success = Some(sign == '=');
                text.trim_end().clone_into(&mut self.text);
                Ok(None)
            }
            Some(success) if line.is_empty() => Ok(Some((success, std::mem::take(&mut self.text)))),
            Some(_) if self.text.len() as u64 + line.len() as u64 > MOST_BYTES => {
                Err(Fault::Protocol(format!("answered '{}' with more than {MOST_BYTES} bytes", self.command)))
            }
            Some(_) => {
                self.text.push('\n');
                self.text.push_str(line.trim_end());
                Ok(None)
            }
        }
    }

    fn check_id(&self, id: Option<&str>) -> Result<(), Fault> {
        let Frame { id: wanted, command, .. } = self;
        match id {
            Some(id) if id.parse() == Ok(*wanted) => Ok(()),
            Some(id) => Err(Fault::Protocol(format!("answered with the id {id} to '{wanted} {command}'"))),
            None => Err(Fault::Protocol(format!("answered without an id to '{wanted} {command}'"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(lines: &[&str]) -> Result<Option<(bool, String)>, Fault> {
        let mut frame = Frame::new(7, "name");
        let mut last = Ok(None);
        for line in lines {
            last = frame.take(line);
            last.as_ref().map_err(Clone::clone)?;
        }
        last
    }

    #[test]
    fn answers_end_at_their_empty_line() {
        assert_eq!(frame(&["=7 a", "b ", ""]), Ok(Some((true, "a\nb".to_owned()))));
        assert_eq!(frame(&["", "?7 no", ""]), Ok(Some((false, "no".to_owned()))));
        assert_eq!(frame(&["=7", ""]), Ok(Some((true, String::new()))));
        assert_eq!(frame(&["=7 a"]), Ok(None));
    }

    #[test]
    fn what_is_no_answer_is_named() {
        let said = |lines: &[&str]| frame(lines).unwrap_err().to_string();
        assert_eq!(said(&["hello"]), "printed 'hello' where the answer to 'name' was due");
        assert_eq!(said(&["=8 a", ""]), "answered with the id 8 to '7 name'");
        assert_eq!(said(&["= 7", ""]), "answered without an id to '7 name'");
    }
}
