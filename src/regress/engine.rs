//! The engine of a regression run, and why it may give no answer.

use std::io;
use std::time::Duration;

use crate::client::{Errors, Invocation, Process, Reply, Silence, Stop, within};
use crate::notation::quote;

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
    #[error("the engine's answer does not end")]
    Endless,
    /// The run is to end.
    #[error("interrupted")]
    Interrupted,
}

/// A running engine.
pub struct Engine(Process);

impl Engine {
    /// Starts an engine, whose standard error is shown; `stop` ends all waits for it.
    pub fn start(invocation: &Invocation, stop: &Stop) -> Result<Engine, EngineError> {
        let process = Process::start(invocation, Errors::Shown, stop);
        process.map(Engine).map_err(|error| EngineError::Start { program: quote(&invocation.program), error })
    }

    /// Sends a line to which no answer belongs.
    pub fn tell(&mut self, line: &str) {
        self.0.send(format!("{line}\n"));
    }

    /// Sends a command and waits for its answer.
    pub fn ask(&mut self, command: &str, timeout: Duration) -> Result<Reply, EngineError> {
        self.tell(command);
        self.0.answer(within(timeout)).map_err(|silence| match silence {
            Silence::Late => EngineError::Silent(timeout),
            Silence::Ended => {
                let status = self.0.status().map(|status| status.to_string());
                EngineError::Ended(status.unwrap_or_else(|| "its output is closed".to_owned()))
            }
            Silence::Stray(line) => EngineError::Garbage(quote(&line)),
            Silence::Endless => EngineError::Endless,
            Silence::Interrupted => EngineError::Interrupted,
        })
    }

    /// Closes the engine's input, and gives what else it writes; an engine that goes on for longer than `grace` is ended.
    pub fn finish(mut self, grace: Duration) -> String {
        self.0.close();
        let _ = self.0.end(within(grace));
        String::from_utf8_lossy(self.0.seen()).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_answer_is_told_apart() {
        let error = |script: &str, timeout| {
            let arguments = vec!["-c".to_owned(), script.to_owned()];
            let invocation = Invocation { program: "sh".to_owned(), arguments };
            Engine::start(&invocation, &Stop::default()).unwrap().ask("name", timeout).unwrap_err().to_string()
        };
        const LONG: Duration = Duration::from_secs(60);
        assert_eq!(
            error("echo hello; cat", LONG),
            "the engine wrote 'hello', which is no answer: expected a line that begins with = or ?"
        );
        assert_eq!(error("read a; exit 3", LONG), "the engine ended before it answered (exit status: 3)");
        assert_eq!(error("read a; printf '= half'", LONG), "the engine ended before it answered (exit status: 0)");
        assert_eq!(error("exec sleep 60", Duration::from_millis(50)), "the engine did not answer within 0.05 s");
    }
}
