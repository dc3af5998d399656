//! Follows a recorded session to the game that it leaves on the table. Nothing is searched again: what was found stands in the record.

use crate::client::Answer;
use crate::notation::quote;
use crate::protocol::command::{clean, parse_line};
use crate::protocol::engine::Engine;
use crate::protocol::error::CommandError;
use crate::transcript::{ANY, Exchange};

/// The commands that change what is on the table, but for those that find their turn themselves.
const CHANGES: [&str; 6] = ["new_game", "clear_board", "position", "play", "moves", "undo"];

/// Why a record cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A command fails that is recorded as done.
    #[error("line {line}: {command}: {error}; the record says that it was done")]
    Refused {
        /// Its line.
        line: usize,
        /// The command.
        command: String,
        /// Why it fails.
        error: CommandError,
    },
    /// A turn was found, and the answer does not say which.
    #[error("line {line}: expected the turn that {command} found, found {}", quote(.answer))]
    Turn {
        /// Its line.
        line: usize,
        /// The command.
        command: String,
        /// Its answer.
        answer: String,
    },
}

/// Does in `engine` what the record says was done. Commands that failed, and those without an answer, changed nothing.
pub fn follow(engine: &mut Engine, session: &[Exchange]) -> Result<(), ReplayError> {
    session.iter().try_for_each(|exchange| follow_one(engine, exchange))
}

fn follow_one(engine: &mut Engine, exchange: &Exchange) -> Result<(), ReplayError> {
    let command = clean(&exchange.command);
    let (Ok(line), Some(answer)) = (parse_line(&command), Answer::parse(&exchange.answer)) else { return Ok(()) };
    if !answer.success {
        return Ok(());
    }
    let done = match line.name {
        name if CHANGES.contains(&name) => engine.run_line(&command),
        "genmove_analyze" => match answer.text.lines().last().and_then(|last| last.strip_prefix("play ")) {
            Some(turn) => engine.run_line(&format!("play {turn}")),
            None => return Err(ReplayError::Turn { line: exchange.line, command, answer: answer.text }),
        },
        "genmove" if answer.text.is_empty() || answer.text.contains(ANY) => {
            return Err(ReplayError::Turn { line: exchange.line, command, answer: answer.text });
        }
        "genmove" => engine.run_line(&format!("play {}", answer.text)),
        _ => return Ok(()),
    };
    done.map(drop).map_err(|error| ReplayError::Refused { line: exchange.line, command, error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::Transcript;

    fn history(text: &str) -> Result<String, String> {
        let transcript = Transcript::parse(text).unwrap();
        let mut engine = Engine::default();
        follow(&mut engine, &transcript.exchanges).map_err(|error| error.to_string())?;
        Ok(engine.session().map_err(|error| error.to_string())?.history().join(" "))
    }

    #[test]
    fn a_record_is_followed_as_its_answers_say() {
        let record = "> new_game yote\n= \n\n> 7 play white c3\n=7 \n\n> genmove nodes=5\n= d3\n\n> play d3\n? no\n\n> moves a1 b1 c1\n= \n\n\
                      > undo 2\n= \n\n> reg_genmove\n= f5\n\n> showboard\n= \n  x\n\n> genmove\n";
        assert_eq!(history(record).unwrap(), "c3 d3 a1");
        assert_eq!(history("> name\n= coureur\n\n"), Err("no game: start one with new_game GAME".to_owned()));
    }

    #[test]
    fn a_record_that_cannot_be_true_is_refused_with_its_line() {
        let error = history("> new_game yote\n= \n\n> play c3\n= \n\n> play c3\n= \n\n").unwrap_err();
        assert!(error.starts_with("line 7: play c3: illegal move: c3: "), "{error}");
        assert!(error.ends_with("; the record says that it was done"), "{error}");
        let error = history("> new_game yote\n= \n\n> genmove nodes=5\n= {any}\n\n").unwrap_err();
        assert_eq!(error, "line 4: expected the turn that genmove nodes=5 found, found '{any}'");
    }
}
