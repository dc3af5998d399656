//! The engine `coureur`, from the ground up:
//!
//! 1. [`geometry`], [`bits`], [`rng`]: squares, sets of them, and random numbers; [`diagnostics`]: the log;
//! 2. [`game`], [`record`], [`notation`], [`clicks`]: what a game is to the search, to a table, to people and to their mice;
//! 3. [`games`]: the games, a folder each, and their registry;
//! 4. [`search`], [`perft`], [`mod@bench`]: thinking, counting and measuring, generic over the game;
//! 5. [`transcript`], [`protocol`], [`client`]: sessions as text; commands in, answers out; other programs that answer;
//! 6. [`regress`], [`selfcheck`], [`mod@matches`]: sessions replayed, against engines and to look at a game; testing whether engines keep to
//!    the protocol; games between engines, and what they prove;
//! 7. [`cli`]: the command line.
//!
//! Each layer uses those above it in this list and none below: a game knows nothing of the search or the protocol, and neither
//! of these names a game.

pub mod bits;
pub mod diagnostics;
pub mod geometry;
pub mod rng;

pub mod clicks;
pub mod game;
pub mod notation;
pub mod record;

pub mod games;

pub mod bench;
pub mod perft;
pub mod search;

pub mod client;
pub mod protocol;
pub mod transcript;

pub mod regress;

pub mod selfcheck;

pub mod matches;

pub mod cli;
