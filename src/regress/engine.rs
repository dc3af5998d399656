//! An engine in a process of its own: commands in, answers out, each with a deadline.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use nom::Parser;
use nom::character::complete::{digit0, one_of, space0};
use nom::combinator::{map, rest};
use nom::error::context;

use crate::notation::{Parsed, parse_all, quote};

/// Longest answer that is read, in bytes.
const MAX_ANSWER: usize = 64 << 20;

/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// Chunks that may wait: an engine that writes without end is held up, not kept.
const MAX_CHUNKS: usize = 64;

/// How long an engine that has closed its output may take to end.
const ENDING: Duration = Duration::from_secs(1);

/// How an engine is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// Name or path of the program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Why no answer came.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// There is no such program, or it cannot be run.
    #[error("cannot start the engine {program}: {error}")]
    Start {
        /// What was to be run.
        program: String,
        /// Why it was not.
        error: io::Error,
    },
    /// The process has ended, or closed its output.
    #[error("the engine ended before it answered ({0})")]
    Ended(String),
    /// Nothing came in time.
    #[error("the engine did not answer within {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// Something came that is no answer.
    #[error("the engine wrote {0}, which is no answer: expected a line that begins with = or ?")]
    Garbage(String),
    /// An answer does not end.
    #[error("the engine's answer is longer than {MAX_ANSWER} bytes")]
    Endless,
}

/// A running engine. It is killed when dropped.
pub struct Engine {
    child: Child,
    /// Lines for the engine; a thread writes them, so that an engine that does not read holds up nobody.
    commands: Option<Sender<String>>,
    /// What the engine wrote; a thread reads it.
    output: Receiver<Vec<u8>>,
    /// The chunks received last.
    received: Vec<u8>,
    /// How much of it has been used.
    used: usize,
}

impl Engine {
    /// Starts the engine, with more arguments behind its own.
    pub fn start(invocation: &Invocation, more: &[String]) -> Result<Engine, EngineError> {
        let start = |error| EngineError::Start { program: quote(&invocation.program), error };
        let mut child = Command::new(&invocation.program)
            .args(&invocation.arguments)
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(start)?;
        let (commands, lines) = channel();
        let (chunks, output) = sync_channel(MAX_CHUNKS);
        // Neither is joined: each may hang as long as a process holds the other end of its pipe.
        if let Some(stdin) = child.stdin.take() {
            thread::Builder::new().name("to engine".to_owned()).spawn(move || write(stdin, &lines)).map_err(start)?;
        }
        if let Some(stdout) = child.stdout.take() {
            thread::Builder::new()
                .name("from engine".to_owned())
                .spawn(move || read(stdout, &chunks))
                .map_err(start)?;
        }
        Ok(Engine { child, commands: Some(commands), output, received: Vec::new(), used: 0 })
    }

    /// Sends a line to which no answer belongs.
    pub fn tell(&mut self, line: &str) {
        if let Some(commands) = &self.commands {
            // Where nobody takes it any more the missing answer will say so.
            let _ = commands.send(format!("{line}\n"));
        }
    }

    /// Sends a command; gives its answer with the empty line that ends it, all line ends LF.
    pub fn ask(&mut self, command: &str, timeout: Duration) -> Result<String, EngineError> {
        self.tell(command);
        // Times too long to be added up are as good as none.
        let deadline = Instant::now().checked_add(timeout);
        let mut answer = String::new();
        loop {
            let line = self.line(deadline, timeout)?;
            if answer.is_empty() {
                // Empty lines between answers are common, and harmless.
                if line.is_empty() {
                    continue;
                }
                if !line.starts_with(['=', '?']) {
                    return Err(EngineError::Garbage(quote(&line)));
                }
            }
            answer.push_str(&line);
            answer.push('\n');
            if line.is_empty() {
                return Ok(answer);
            }
            if answer.len() > MAX_ANSWER {
                return Err(EngineError::Endless);
            }
        }
    }

    /// Closes the engine's input, and gives what else it writes; an engine that goes on for longer than `grace` is killed.
    pub fn finish(mut self, grace: Duration) -> String {
        self.commands = None;
        let deadline = Instant::now() + grace;
        while let Ok(chunk) = self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            self.received.extend(chunk);
            if self.received.len() > MAX_ANSWER {
                break;
            }
        }
        self.ended_within(deadline.saturating_duration_since(Instant::now()));
        String::from_utf8_lossy(self.received.get(self.used..).unwrap_or_default()).into_owned()
    }

    /// The next line without its end.
    fn line(&mut self, deadline: Option<Instant>, timeout: Duration) -> Result<String, EngineError> {
        let mut searched = 0;
        loop {
            let unused = self.received.get(self.used..).unwrap_or_default();
            if let Some(found) = unused.iter().skip(searched).position(|&byte| byte == b'\n') {
                let line = unused.get(..searched + found).unwrap_or_default();
                let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned();
                self.used += searched + found + 1;
                return Ok(text);
            }
            searched = unused.len();
            if searched > MAX_ANSWER {
                return Err(EngineError::Endless);
            }
            let left = deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
            match self.output.recv_timeout(left) {
                Ok(chunk) => {
                    self.received.drain(..self.used);
                    self.used = 0;
                    self.received.extend(chunk);
                }
                Err(RecvTimeoutError::Timeout) => return Err(EngineError::Silent(timeout)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    fn ended(&mut self) -> EngineError {
        EngineError::Ended(match self.ended_within(ENDING) {
            Some(status) => status,
            None => "its output is closed".to_owned(),
        })
    }

    /// The exit status, if the process ends in this time.
    fn ended_within(&mut self, limit: Duration) -> Option<String> {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if begun.elapsed() < limit => thread::sleep(Duration::from_millis(1)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read(mut stdout: ChildStdout, chunks: &SyncSender<Vec<u8>>) {
    let mut chunk = vec![0; CHUNK];
    loop {
        match stdout.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
            Ok(count) => {
                if chunks.send(chunk.get(..count).unwrap_or_default().to_vec()).is_err() {
                    return;
                }
            }
        }
    }
}

/// An answer taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<'a> {
    /// Whether the command failed.
    pub failed: bool,
    /// The id, empty when there is none.
    pub id: &'a str,
    /// The text, without blanks and line ends around it.
    pub text: &'a str,
}

impl<'a> Answer<'a> {
    /// Reads an answer; `None` when it does not begin like one.
    pub fn parse(answer: &'a str) -> Option<Answer<'a>> {
        fn an_answer(input: &str) -> Parsed<'_, Answer<'_>> {
            let sign = context("= or ?", one_of("=?"));
            map((sign, digit0, space0, rest), |(sign, id, _, text): (char, &str, &str, &str)| Answer {
                failed: sign == '?',
                id,
                text: text.trim(),
            })
            .parse(input)
        }
        parse_all(answer, an_answer).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Engine {
        let arguments = vec!["-c".to_owned(), script.to_owned()];
        Engine::start(&Invocation { program: "sh".to_owned(), arguments }, &[]).unwrap()
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn answers_are_taken_apart() {
        let answer = |failed, id, text| Some(Answer { failed, id, text });
        assert_eq!(Answer::parse("=12 a b\nc\n\n"), answer(false, "12", "a b\nc"));
        assert_eq!(Answer::parse("= \n\n"), answer(false, "", ""));
        assert_eq!(Answer::parse("? no\n\n"), answer(true, "", "no"));
        assert_eq!(Answer::parse("="), answer(false, "", ""));
        assert_eq!(Answer::parse("x"), None);
    }

    #[test]
    fn answers_are_read_to_their_empty_line_whatever_ends_the_lines() {
        let mut engine = shell(r"read a; printf '\n\n= one\r\ntwo\r\n\r\n'; read a; printf '= 2\n\nrest'");
        assert_eq!(engine.ask("a", LONG).unwrap(), "= one\ntwo\n\n");
        assert_eq!(engine.ask("b", LONG).unwrap(), "= 2\n\n");
        assert_eq!(engine.finish(LONG), "rest");
    }

    #[test]
    fn what_is_no_answer_is_told_apart() {
        let error = |script, timeout| shell(script).ask("name", timeout).unwrap_err().to_string();
        assert_eq!(
            error("echo hello; cat", LONG),
            "the engine wrote 'hello', which is no answer: expected a line that begins with = or ?"
        );
        assert_eq!(error("read a; exit 3", LONG), "the engine ended before it answered (exit status: 3)");
        assert_eq!(error("read a; printf '= half'", LONG), "the engine ended before it answered (exit status: 0)");
        assert_eq!(error("exec sleep 60", Duration::from_millis(50)), "the engine did not answer within 0.05 s");
    }

    #[test]
    fn an_engine_that_does_not_read_holds_up_nobody() {
        let mut engine = shell("exec sleep 60");
        let error = engine.ask(&"x".repeat(1 << 20), Duration::from_millis(50)).unwrap_err();
        assert!(matches!(error, EngineError::Silent(_)), "{error}");
    }
}
