//! Matches between two engines: processes that are watched, a referee of this program's own, results that are kept, and statistics.
//!
//! An engine is any program that speaks the protocol. What it plays is opaque to the runner: the [`referee`], a session of the game,
//! judges legality, end and result.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod clock;
pub mod engine;
pub mod file;
pub mod game;
pub mod openings;
pub mod player;
pub mod referee;
pub mod report;
pub mod results;
pub mod runner;
pub mod sprt;
pub mod statistics;
pub mod tally;
pub mod transcript;

use std::path::PathBuf;

use crate::rng::mix;

/// A number that stands for a sequence of words.
fn hash_of<'a>(words: impl Iterator<Item = &'a str>) -> u64 {
    words.flat_map(|word| word.bytes().chain([b' '])).fold(0, |hash, byte| mix(hash, u64::from(byte)))
}

/// What ends a match with a sentence instead of a report alone.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the message is the meaning")]
pub enum MatchError {
    #[error("{0}")]
    Rules(crate::protocol::error::CommandError),
    #[error("{}: {error}", .path.display())]
    OpeningsFile { path: PathBuf, error: std::io::Error },
    #[error(transparent)]
    Openings(#[from] openings::OpeningError),
    #[error(transparent)]
    Run(#[from] runner::RunError),
    #[error(transparent)]
    File(#[from] file::FileError),
    #[error(transparent)]
    Transcript(#[from] transcript::TranscriptError),
}
