//! The files of a run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::tst::{TestFile, TstError};
use crate::transcript::{Transcript, TranscriptError};

/// A file to be run.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Where it is.
    pub path: PathBuf,
    /// What is in it.
    pub content: Content,
}

/// What a file holds; its ending says which.
#[derive(Clone, Debug)]
pub enum Content {
    /// `.txt`: commands with their exact answers.
    Transcript(Transcript),
    /// `.tst`: commands with patterns of answers.
    Tests(TestFile),
}

/// Why a file cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// It cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Its name does not say what it is.
    #[error("{}: expected a transcript, named FILE.txt, or a file of tests, named FILE.tst", .0.display())]
    Kind(PathBuf),
    /// It is no transcript.
    #[error("{}: {error}", path.display())]
    Transcript {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: TranscriptError,
    },
    /// It is no file of tests.
    #[error("{}: {error}", path.display())]
    Tests {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: TstError,
    },
}

/// Reads a text file.
pub fn read_text(path: &Path) -> Result<String, SuiteError> {
    fs::read_to_string(path).map_err(|error| SuiteError::Read { path: path.to_owned(), error })
}

/// Reads a transcript, whatever its name.
pub fn read_transcript(path: &Path) -> Result<Transcript, SuiteError> {
    let wrong = |error| SuiteError::Transcript { path: path.to_owned(), error };
    Transcript::parse(&read_text(path)?).map_err(wrong)
}

impl Suite {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Suite, SuiteError> {
        let content = match path.extension().and_then(|ending| ending.to_str()) {
            Some("txt") => Content::Transcript(read_transcript(path)?),
            Some("tst") => {
                let wrong = |error| SuiteError::Tests { path: path.to_owned(), error };
                Content::Tests(TestFile::parse(&read_text(path)?).map_err(wrong)?)
            }
            _ => return Err(SuiteError::Kind(path.to_owned())),
        };
        Ok(Suite { path: path.to_owned(), content })
    }
}
