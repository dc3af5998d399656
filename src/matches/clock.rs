//! Clocks: a time for the game and an increment for each turn.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use nom::Parser;
use nom::character::complete::char;
use nom::combinator::{map_opt, opt};
use nom::error::context;
use nom::number::complete::recognize_float;
use nom::sequence::preceded;
use serde::{Deserialize, Serialize};

use crate::notation::{Expected, ParseError, parse_all};

/// Most seconds that a clock may begin with, or add: more than a year.
const MOST_SECONDS: f64 = 4e7;

/// A clock as set at the start of a game, written `MAIN+INCREMENT` in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Clock {
    /// Time for the whole game.
    pub main: Duration,
    /// Time added after each turn.
    pub increment: Duration,
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.main.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl From<Clock> for String {
    fn from(clock: Clock) -> String {
        clock.to_string()
    }
}

impl TryFrom<String> for Clock {
    type Error = ParseError;

    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}

impl FromStr for Clock {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let main = context("seconds for the game, such as 10 or 10+0.1", seconds());
        let increment = preceded(char('+'), context("seconds for each turn", seconds()));
        let (main, increment) = parse_all(text, (main, opt(increment)))?;
        Ok(Clock { main, increment: increment.unwrap_or_default() })
    }
}

fn seconds<'a>() -> impl Parser<&'a str, Output = Duration, Error = Expected<'a>> {
    map_opt(recognize_float, |text: &str| {
        let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds))?;
        // Whole milliseconds, so that a clock prints as it was written.
        Some(Duration::from_millis((seconds * 1000.0).round() as u64))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written_alike() {
        for (text, main, increment) in [("10+0.1", 10_000, 100), ("0.5+0", 500, 0), ("60+1.5", 60_000, 1_500)] {
            let clock: Clock = text.parse().unwrap();
            assert_eq!((clock.main.as_millis(), clock.increment.as_millis()), (main, increment));
            assert_eq!(clock.to_string(), text);
        }
        assert_eq!("5".parse::<Clock>().unwrap().to_string(), "5+0");
    }

    #[test]
    fn bad_clocks_say_what_was_expected() {
        let error = |text: &str| text.parse::<Clock>().unwrap_err().to_string();
        assert_eq!(error("x"), "expected seconds for the game, such as 10 or 10+0.1 at column 1, found 'x'");
        assert_eq!(error("-3"), "expected seconds for the game, such as 10 or 10+0.1 at column 1, found '-3'");
        assert_eq!(error("1e99"), "expected seconds for the game, such as 10 or 10+0.1 at column 1, found '1e99'");
        assert_eq!(error("3+"), "expected the end at column 2, found '+'");
    }
}
