//! An engine of a match: commands with ids, and what can come instead of an answer.

use std::io;
use std::time::Duration;

use crate::client::{Answer, Errors, Invocation, Process, Reply, Silence, Stop, within};
use crate::notation::quote;

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

/// A running engine.
pub struct Engine {
    process: Process,
    id: u64,
}

impl Engine {
    /// Starts an engine; `stop` ends all waits for it.
    pub fn start(invocation: &Invocation, stop: &Stop) -> io::Result<Engine> {
        Ok(Engine { process: Process::start(invocation, Errors::LastLine, stop)?, id: 0 })
    }

    /// Sends a command, with an id, and waits for its answer, at most `patience`.
    pub fn ask(&mut self, command: &str, patience: Duration) -> Result<Reply, Fault> {
        self.id += 1;
        let line = format!("{} {command}", self.id);
        log::debug!("> {line}");
        self.process.send(format!("{line}\n"));
        let reply = self.process.answer(within(patience)).map_err(|silence| self.fault(silence, command, patience))?;
        log::debug!("< {}", reply.raw.trim_end());
        check_id(&reply.answer, self.id, command)?;
        Ok(reply)
    }

    fn fault(&mut self, silence: Silence, command: &str, waited: Duration) -> Fault {
        match silence {
            Silence::Late => Fault::Stall { command: command.to_owned(), waited },
            Silence::Ended => self.crash(),
            Silence::Stray(line) => {
                Fault::Protocol(format!("printed {} where the answer to '{command}' was due", quote(&line)))
            }
            Silence::Endless => {
                let beginning = quote(&self.process.unread_text());
                Fault::Protocol(format!("printed {beginning} and no end of it where the answer to '{command}' was due"))
            }
            Silence::Interrupted => Fault::Interrupted,
        }
    }

    fn crash(&mut self) -> Fault {
        let status = self.process.status();
        let code = status.and_then(|status| status.code());
        let how = match (status, code) {
            (_, Some(code)) => format!("ended with exit code {code}"),
            (Some(status), None) => format!("ended by {status}"),
            (None, None) => "closed its output".to_owned(),
        };
        Fault::Crash { how, code, stderr: self.process.last_words() }
    }

    /// Says `quit` and gives the engine a moment to end by itself.
    pub fn quit(self) {
        self.process.quit();
    }
}

fn check_id(answer: &Answer, wanted: u64, command: &str) -> Result<(), Fault> {
    match answer.id.as_str() {
        "" => Err(Fault::Protocol(format!("answered without an id to '{wanted} {command}'"))),
        id if id.parse() == Ok(wanted) => Ok(()),
        id => Err(Fault::Protocol(format!("answered with the id {id} to '{wanted} {command}'"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_has_to_be_that_of_the_command() {
        let check = |raw| check_id(&Answer::parse(raw).unwrap(), 7, "name").map_err(|fault| fault.to_string());
        assert_eq!(check("=7 a\n\n"), Ok(()));
        assert_eq!(check("?7 no\n\n"), Ok(()));
        assert_eq!(check("=8 a\n\n"), Err("answered with the id 8 to '7 name'".to_owned()));
        assert_eq!(check("= 7\n\n"), Err("answered without an id to '7 name'".to_owned()));
    }
}
