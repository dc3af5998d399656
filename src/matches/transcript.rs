//! Games as transcripts: commands with their exact answers, which can be replayed against the engine as a test.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::game::Terms;
use super::referee::to_move;
use super::results::GameRecord;
use crate::protocol::engine::Engine;
use crate::protocol::error::CommandError;
use crate::protocol::response::Responder;
use crate::transcript::{command_line, remark_line};

/// Why a game could not be written.
#[derive(Debug, thiserror::Error)]
pub enum TranscriptError {
    /// The file.
    #[error("cannot write {}: {error}", .path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The folder cannot be made.
    #[error("cannot make the folder {}: {error}", .path.display())]
    Folder {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// There is a record already.
    #[error("{} is there already: record this match in a folder of its own", .path.display())]
    Taken {
        /// Which one.
        path: PathBuf,
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

/// Makes the folder, if it is not there, and sees to it that no record of another match stands where these games are to be written.
pub fn prepare(folder: &Path, games: &[u64]) -> Result<(), TranscriptError> {
    fs::create_dir_all(folder).map_err(|error| TranscriptError::Folder { path: folder.to_owned(), error })?;
    match games.iter().map(|&game| path(folder, game)).find(|path| path.exists()) {
        Some(path) => Err(TranscriptError::Taken { path }),
        None => Ok(()),
    }
}

fn path(folder: &Path, game: u64) -> PathBuf {
    folder.join(format!("game-{game:06}.txt"))
}

/// Writes a game as `game-NUMBER.txt`.
pub fn save(folder: &Path, terms: &Terms, record: &GameRecord) -> Result<(), TranscriptError> {
    let text = transcript(terms, record).map_err(|error| TranscriptError::Replay { game: record.game, error })?;
    let path = path(folder, record.game);
    fs::write(&path, text).map_err(|error| TranscriptError::File { path, error })
}

/// The transcript of a game: the turns, and what is asked at the end, with the answers of the engine in this program.
fn transcript(terms: &Terms, record: &GameRecord) -> Result<String, CommandError> {
    let mut engine = Engine::default();
    let mut text = remark_line(&record.to_string()).into_bytes();
    exchange(&mut engine, &mut text, &terms.new_game())?;
    for turn in record.opening.iter().chain(&record.moves) {
        let (_, side) = to_move(engine.session()?).unzip();
        exchange(&mut engine, &mut text, &format!("play {} {turn}", side.unwrap_or_default()))?;
    }
    exchange(&mut engine, &mut text, "position")?;
    exchange(&mut engine, &mut text, "game_over")?;
    if engine.session()?.game_over().is_some() {
        exchange(&mut engine, &mut text, "final_score")?;
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn exchange(engine: &mut Engine, text: &mut Vec<u8>, command: &str) -> Result<(), CommandError> {
    let answer = engine.run_line(command)?;
    text.extend(command_line(command).bytes());
    // Writing to memory cannot fail.
    let _ = Responder::new(text, None).answer(None, &Ok(answer));
    Ok(())
}
