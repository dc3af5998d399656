//! Everything that is tested from outside: against the binary through pipes, or against the library with data files.

/// A running engine, spoken to through pipes.
mod engine;
/// Folders for the files of a test.
mod folder;
/// Commands with their exact answers, as files and in the documentation.
mod transcripts;

/// What no client should be able to do to the engine.
mod bad_input;
/// Positions with known counts, verdicts and results, as files.
mod cases;
/// The command line.
mod command_line;
/// What users of other engines complain about.
mod complaints;
/// The log.
mod diagnostics;
/// Stop, quit, end of input: what has to happen while the engine thinks.
mod flow;
/// GoGui's stream of commands, and games that are played by clicking.
mod gogui;
/// Matches between engines, well-behaved ones and others.
mod matches;
/// What a search takes of the machine's memory.
#[cfg(target_os = "linux")]
mod memory;
/// Boards and pages as people see them.
mod pictures;
/// Games with people.
mod play;
/// Positions with a proven result.
mod problems;
/// What holds for random lines, turns, positions and sessions.
mod properties;
/// Sessions that are recorded, and games that are shown.
mod records;
/// What every registered game has to bring along.
mod registry;
/// Transcripts and tests from the shell.
mod regress;
/// The scripts around matches and clients.
mod scripts;
/// Tests of other engines.
mod selfcheck;
/// The other protocol.
mod ugi;
