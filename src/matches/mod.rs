//! Matches between two engines: processes that are watched, a referee of this program's own, results that are kept, and statistics.
//!
//! An engine is any program that speaks the protocol. What it plays is opaque to the runner: the [`referee`], a session of the game,
//! judges legality, end and result.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod clock;
pub mod game;
pub mod openings;
pub mod player;
pub mod process;
pub mod referee;
pub mod results;
pub mod runner;
