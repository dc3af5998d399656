//! Results files: JSON lines, first a header that says which match it is, then one line a game.
//!
//! A line is written at once, so that the end of this program at any moment costs at most the line being written; such a torn last
//! line is recognised and cut when the match is resumed.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::openings::OpeningsId;
use super::player::EngineSpec;
use super::referee::Resignation;
use super::results::GameRecord;
use super::runner::Match;

/// The form of results files; it changes when older ones can no longer be read.
const FORMAT: u32 = 1;

/// What tells a match from all others: games of two files with equal headers belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Which form the file has.
    pub coureur_match: u32,
    /// The game.
    pub game: String,
    /// Its rule options, as far as they were given.
    pub rules: Vec<(String, String)>,
    /// The engines.
    pub engines: [EngineSpec; 2],
    /// What openings and seeds follow from.
    pub seed: u64,
    /// Where openings come from.
    pub openings: OpeningsId,
    /// Turns after which a game is drawn.
    pub max_turns: Option<u64>,
    /// The occurrence of a position that makes a draw, where the game has no rule option for it.
    pub repetition: Option<u32>,
    /// When engines are spared a lost game.
    pub resignation: Option<Resignation>,
}

impl Header {
    /// The header of a match.
    pub fn of(the_match: &Match) -> Self {
        let Match { terms, engines, openings, seed } = the_match;
        Header {
            coureur_match: FORMAT,
            game: terms.game.clone(),
            rules: terms.rules.clone(),
            engines: engines.clone(),
            seed: *seed,
            openings: openings.id(),
            max_turns: terms.adjudication.max_turns,
            repetition: terms.adjudication.repetition,
            resignation: terms.adjudication.resignation,
        }
    }

    /// Game, rules and limits in a few words.
    pub fn title(&self) -> String {
        let mut words = vec![self.game.clone()];
        words.extend(self.rules.iter().map(|(name, value)| format!("{name}={value}")));
        let conditions = |engine: &EngineSpec| {
            let clock = engine.clock.map(|clock| format!("clock {clock}"));
            [Some(engine.limit.clone()).filter(|limit| !limit.is_empty()), clock]
        };
        let [first, second] = self
            .engines
            .each_ref()
            .map(|engine| conditions(engine).into_iter().flatten().collect::<Vec<_>>().join(" "));
        let named = |text: String| if text.is_empty() { "no limit".to_owned() } else { text };
        if first != second {
            words.push(format!("{} against {}", named(first), named(second)));
        } else {
            words.push(named(first));
        }
        words.join(", ")
    }

    /// The first thing in which another header differs from this one, as it stands there and here.
    fn difference(&self, other: &Header) -> Option<String> {
        let field = |header: &Header| serde_json::to_value(header).ok().and_then(|value| value.as_object().cloned());
        let (here, there) = (field(self)?, field(other)?);
        here.iter().find_map(|(name, value)| {
            let found = there.get(name)?;
            let verbs = if name.ends_with('s') { ("are", "they are") } else { ("is", "it is") };
            (found != value).then(|| format!("its {name} {} {found}, here {} {value}", verbs.0, verbs.1))
        })
    }
}

/// What is wrong with a results file.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the message is the meaning")]
pub enum FileError {
    #[error("cannot read results file {}: {error}", .path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("cannot write results file {}: {error}", .path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{} is not a results file: its first line is no header of a match", .path.display())]
    NoHeader { path: PathBuf },
    #[error("{} has the form {found} of results files: expected {FORMAT}", .path.display())]
    Format { path: PathBuf, found: u32 },
    #[error("{} belongs to another match: {difference}", .path.display())]
    OtherMatch { path: PathBuf, difference: String },
    #[error("{} has been damaged: line {line}: {error}", .path.display())]
    Damaged { path: PathBuf, line: usize, error: serde_json::Error },
    #[error("{} holds {games} games of this match: go on with --resume {}", .path.display(), .path.display())]
    InUse { path: PathBuf, games: usize },
}

/// The content of a results file.
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    /// Its match.
    pub header: Header,
    /// Its games.
    pub games: Vec<GameRecord>,
    /// Whether its last line is not whole and was left out.
    pub torn: bool,
    /// Bytes up to the end of the last whole line.
    whole: u64,
}

/// Reads a results file.
pub fn read(path: &Path) -> Result<Content, FileError> {
    let bytes = std::fs::read(path).map_err(|error| FileError::Read { path: path.to_owned(), error })?;
    parse(&bytes, path)
}

fn parse(bytes: &[u8], path: &Path) -> Result<Content, FileError> {
    let path = || path.to_owned();
    // A line counts once its line feed has been written.
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut lines = bytes.get(..whole).unwrap_or_default().split(|&byte| byte == b'\n');
    let header: Header = (lines.next().and_then(|line| serde_json::from_slice(line).ok()))
        .ok_or_else(|| FileError::NoHeader { path: path() })?;
    if header.coureur_match != FORMAT {
        return Err(FileError::Format { path: path(), found: header.coureur_match });
    }
    let games = lines
        .enumerate()
        .filter(|(_, line)| !line.is_empty())
        .map(|(index, line)| {
            let damaged = |error| FileError::Damaged { path: path(), line: index + 2, error };
            serde_json::from_slice(line).map_err(damaged)
        })
        .collect::<Result<_, _>>()?;
    Ok(Content { header, games, torn: whole < bytes.len(), whole: whole as u64 })
}

/// A results file that games are appended to.
pub struct ResultsFile {
    path: PathBuf,
    file: File,
}

impl ResultsFile {
    /// Opens a new or empty file, and writes the header.
    pub fn create(path: &Path, header: &Header) -> Result<Self, FileError> {
        let (file, games) = Self::resume(path, header)?;
        match games.games.len() {
            0 => Ok(file),
            games => Err(FileError::InUse { path: path.to_owned(), games }),
        }
    }

    /// Opens a file of this match and gives its games; a torn last line is cut. A file that does not exist yet is begun.
    pub fn resume(path: &Path, header: &Header) -> Result<(Self, Content), FileError> {
        let write_error = |error| FileError::Write { path: path.to_owned(), error };
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).map_err(write_error)?;
        let mut results = ResultsFile { path: path.to_owned(), file };
        let begun = serde_json::to_string(header).map_err(|error| write_error(error.into()))?;
        let mut bytes = Vec::new();
        // A device that is full gives no end of bytes to read: nothing that is no regular file is looked at.
        if results.file.metadata().map_err(write_error)?.is_file() {
            let read = results.file.read_to_end(&mut bytes);
            read.map_err(|error| FileError::Read { path: path.to_owned(), error })?;
        }
        // Nothing yet, or the header torn.
        if begun.as_bytes().starts_with(&bytes) {
            if !bytes.is_empty() {
                results.file.set_len(0).map_err(write_error)?;
            }
            results.write_line(begun)?;
            let content = Content { header: header.clone(), games: Vec::new(), torn: !bytes.is_empty(), whole: 0 };
            return Ok((results, content));
        }
        let content = parse(&bytes, path)?;
        if let Some(difference) = header.difference(&content.header) {
            return Err(FileError::OtherMatch { path: path.to_owned(), difference });
        }
        if content.torn {
            results.file.set_len(content.whole).map_err(write_error)?;
        }
        Ok((results, content))
    }

    /// Appends a game.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), FileError> {
        let line = serde_json::to_string(record);
        self.write_line(line.map_err(|error| FileError::Write { path: self.path.clone(), error: error.into() })?)
    }

    fn write_line(&mut self, mut line: String) -> Result<(), FileError> {
        line.push('\n');
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| FileError::Write { path: self.path.clone(), error })
    }
}

/// Checks that files belong to one match.
pub fn same_match(path: &Path, header: &Header, other: &Header) -> Result<(), FileError> {
    match header.difference(other) {
        Some(difference) => Err(FileError::OtherMatch { path: path.to_owned(), difference }),
        None => Ok(()),
    }
}
