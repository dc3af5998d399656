//! The engine `coureur`, from the ground up:
//!
//! 1. [`geometry`], [`bits`], [`rng`]: squares, sets of them, and random numbers;
//! 2. [`game`], [`record`], [`notation`]: what a game is to the search, to a table and to people;
//! 3. [`games`]: the games, a folder each, and their registry;
//! 4. [`search`], [`perft`], [`mod@bench`]: thinking, counting and measuring, generic over the game;
//! 5. [`protocol`]: commands in, answers out;
//! 6. [`mod@matches`]: games between engines, spoken to through the protocol, and what they prove;
//! 7. [`cli`]: the command line.
//!
//! Each layer uses those above it in this list and none below: a game knows nothing of the search or the protocol, and neither
//! of these names a game.

pub mod bits;
pub mod geometry;
pub mod rng;

pub mod game;
pub mod notation;
pub mod record;

pub mod games;

pub mod bench;
pub mod perft;
pub mod search;

pub mod protocol;

pub mod matches;

pub mod cli;
