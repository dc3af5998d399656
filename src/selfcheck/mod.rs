//! Tests of other engines: whether a program that claims to speak the Go Text Protocol, version 2, keeps to it.
//!
//! Every check starts the engine anew, so that none suffers from another's failure.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod checks;
mod process;

use std::fmt;

pub use checks::CHECKS;
pub use process::Setup;

/// What a check has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The engine keeps to the protocol.
    Pass,
    /// It does not.
    Fail,
    /// It could not be seen.
    Skip,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Pass => "pass",
            Verdict::Fail => "FAIL",
            Verdict::Skip => "skip",
        })
    }
}

/// A verdict and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// What was seen, on one line.
    pub seen: String,
}

/// One check.
pub struct Check {
    /// A word to name it by.
    pub name: &'static str,
    /// What the protocol asks for.
    pub about: &'static str,
    run: fn(&Setup) -> Result<Finding, process::Trouble>,
}

impl Check {
    /// Tests the engine.
    pub fn run(&self, setup: &Setup) -> Finding {
        (self.run)(setup).unwrap_or_else(|trouble| Finding { verdict: Verdict::Fail, seen: trouble.to_string() })
    }
}

/// The check of this name.
pub fn find(name: &str) -> Option<&'static Check> {
    CHECKS.iter().find(|check| check.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_words() {
        for (index, check) in CHECKS.iter().enumerate() {
            assert!(
                check.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
                "{}",
                check.name
            );
            assert!(CHECKS.iter().skip(index + 1).all(|other| other.name != check.name), "{}", check.name);
        }
    }
}
