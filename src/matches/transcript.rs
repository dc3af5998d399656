//! Games as transcripts: commands with their exact answers, which can be replayed against the engine as a test.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::game::Terms;
use super::referee::{Adjudication, Referee};
use super::results::GameRecord;
use crate::protocol::error::CommandError;

/// Why a game could not be written.
#[derive(Debug, thiserror::Error)]
pub enum TranscriptError {
    /// The file or its folder.
    #[error("cannot write {}: {error}", .path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The game cannot be replayed.
    #[error("game {game} cannot be replayed: {error}")]
    Replay {
        /// Its number.
        game: u64,
        /// The turn at fault.
        error: CommandError,
    },
}

/// Makes the folder, if it is not there.
pub fn prepare(folder: &Path) -> Result<(), TranscriptError> {
    fs::create_dir_all(folder).map_err(|error| TranscriptError::File { path: folder.to_owned(), error })
}

/// Writes a game as `game-NUMBER.txt`.
pub fn save(folder: &Path, terms: &Terms, record: &GameRecord) -> Result<(), TranscriptError> {
    let text = transcript(terms, record).map_err(|error| TranscriptError::Replay { game: record.game, error })?;
    let path = folder.join(format!("game-{:06}.txt", record.game));
    fs::write(&path, text).map_err(|error| TranscriptError::File { path, error })
}

/// The transcript of a game: the turns, and what is asked at the end, with the answers that the referee gives.
fn transcript(terms: &Terms, record: &GameRecord) -> Result<String, CommandError> {
    let mut referee = Referee::new(&terms.game, &terms.rule_pairs(), Adjudication::default())?;
    let mut text = format!("# {}\n", one_line(&record.to_string()));
    let mut exchange = |command: &str, answer: &str| {
        // Writing to a string cannot fail.
        let _ = write!(text, "> {command}\n{answer}\n\n");
    };
    let rules: String = terms.rules.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    exchange(&format!("new_game {}{rules}", terms.game), "= ");
    for turn in record.opening.iter().chain(&record.moves) {
        let side = referee.to_move().map(|(_, side)| side).unwrap_or_default();
        referee.play(turn)?;
        exchange(&format!("play {side} {turn}"), "= ");
    }
    exchange("position", &format!("= {}", referee.session().position()));
    match referee.verdict() {
        None => exchange("game_over", "= false"),
        Some(verdict) => {
            exchange("game_over", &format!("= true {}", verdict.reason));
            exchange("final_score", &format!("= {}", verdict.score.unwrap_or_default()));
        }
    }
    Ok(text)
}

/// Engines may have said anything: in a comment it has to stay one.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
