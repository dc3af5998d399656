//! Sessions replayed: files of commands with the answers that are expected, against any engine; and records, to look at a game.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod engine;
pub mod junit;
pub mod replay;
pub mod report;
pub mod run;
pub mod suite;
pub mod tap;
pub mod tst;
