//! What has to hold for any bytes at all: of lines, of each game's turns and positions, and of whole sessions.
//!
//! The fuzz targets and the property tests of `tests/it/properties.rs` call these with input of their own; each panics where something does
//! not hold.

mod game;
mod line;
mod session;

pub use game::game;
pub use line::line;
pub use session::session;
