//! The engine's options: settings that change how it answers, not what the rules are.

use std::fmt;

use super::command::parse_whole_number;
use super::error::CommandError;
use crate::game::{LEVELS, Method};
use crate::notation::quote;
use crate::search::{CONTEMPT, MOST_CONTEMPT};

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How to search, an index in [`ALGORITHMS`].
    pub algorithm: u64,
    /// How much less than nothing a draw by repetition is worth to the side that thinks, on the scale of scores.
    pub contempt: u64,
    /// Memory for the search, in MiB.
    pub hash: u64,
    /// Strength, from 1 to [`MOST_LEVEL`].
    pub level: u64,
    /// Time for a turn where no limit is given, in milliseconds.
    pub movetime: u64,
    /// Time kept back from every limit, in milliseconds.
    pub overhead: u64,
    /// Whether `genmove` resigns, an index in `OFF_ON`.
    pub resign: u64,
    /// Where random numbers begin.
    pub seed: u64,
    /// Threads that think.
    pub threads: u64,
}

/// Full strength.
pub const MOST_LEVEL: u64 = LEVELS as u64 + 1;

/// Names of the methods of search, and the method each stands for.
pub const ALGORITHMS: [(&str, Option<Method>); 4] =
    [("auto", None), ("alphabeta", Some(Method::AlphaBeta)), ("mcts", Some(Method::Mcts)), ("uct", Some(Method::Uct))];

const ALGORITHM_NAMES: [&str; ALGORITHMS.len()] = {
    let [(auto, _), (alphabeta, _), (mcts, _), (uct, _)] = ALGORITHMS;
    [auto, alphabeta, mcts, uct]
};

const OFF_ON: [&str; 2] = ["off", "on"];

impl Default for Options {
    fn default() -> Self {
        Options {
            algorithm: 0,
            contempt: CONTEMPT as u64,
            hash: 64,
            level: MOST_LEVEL,
            movetime: 1000,
            overhead: 10,
            resign: 0,
            seed: 0,
            threads: 1,
        }
    }
}

impl Options {
    /// The level below full strength, from 0, or `None`.
    pub fn level(&self) -> Option<usize> {
        (self.level < MOST_LEVEL).then(|| usize::try_from(self.level.saturating_sub(1)).unwrap_or_default())
    }

    /// The method of search, `None` for the game's own.
    pub fn method(&self) -> Option<Method> {
        usize::try_from(self.algorithm).ok().and_then(|index| ALGORITHMS.get(index)).and_then(|(_, method)| *method)
    }
}

/// What an option may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number in a range, both ends included.
    Integer(u64, u64),
    /// One of some words, kept as its index.
    Word(&'static [&'static str]),
}

impl Kind {
    fn parse(self, text: &str) -> Option<u64> {
        match self {
            Kind::Integer(min, max) => parse_whole_number(text).ok().filter(|value| (min..=max).contains(value)),
            Kind::Word(words) => {
                let index = words.iter().position(|word| word.eq_ignore_ascii_case(text))?;
                u64::try_from(index).ok()
            }
        }
    }

    fn show(self, value: u64) -> String {
        let word =
            |words: &[&str]| usize::try_from(value).ok().and_then(|index| words.get(index).map(|&w| w.to_owned()));
        match self {
            Kind::Integer(..) => value.to_string(),
            Kind::Word(words) => word(words).unwrap_or_default(),
        }
    }

    fn expected(self) -> String {
        match self {
            Kind::Integer(min, max) => format!("a whole number from {min} to {max}"),
            Kind::Word(words) => format!("one of {}", words.join(", ")),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Integer(min, max) => write!(f, "integer {min}..{max}"),
            Kind::Word(words) => write!(f, "word {}", words.join("|")),
        }
    }
}

/// One option.
pub struct OptionSpec {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it does.
    pub about: &'static str,
    get: fn(&Options) -> u64,
    set: fn(&mut Options, u64),
}

/// All options, in the order in which they are listed.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "algorithm",
        kind: Kind::Word(&ALGORITHM_NAMES),
        about: "how to search; auto is what has measured best for the game, uct plain and without knowledge",
        get: |options| options.algorithm,
        set: |options, value| options.algorithm = value,
    },
    OptionSpec {
        name: "contempt",
        kind: Kind::Integer(0, MOST_CONTEMPT as u64),
        about: "what a draw by repetition early in a game is worth less than 0 to the side that thinks, on the scale of score",
        get: |options| options.contempt,
        set: |options, value| options.contempt = value,
    },
    OptionSpec {
        name: "hash",
        kind: Kind::Integer(1, 65_536),
        about: "memory for the search, in MiB",
        get: |options| options.hash,
        set: |options, value| options.hash = value,
    },
    OptionSpec {
        name: "level",
        kind: Kind::Integer(1, MOST_LEVEL),
        about: "strength: 1 for beginners, 10 for all the engine can",
        get: |options| options.level,
        set: |options, value| options.level = value,
    },
    OptionSpec {
        name: "movetime",
        kind: Kind::Integer(0, 86_400_000),
        about: "time for a turn where no limit is given, in milliseconds",
        get: |options| options.movetime,
        set: |options, value| options.movetime = value,
    },
    OptionSpec {
        name: "overhead",
        kind: Kind::Integer(0, 10_000),
        about: "time kept back from every time limit, in milliseconds",
        get: |options| options.overhead,
        set: |options, value| options.overhead = value,
    },
    OptionSpec {
        name: "resign",
        kind: Kind::Word(&OFF_ON),
        about: "whether genmove answers resign where the game is lost",
        get: |options| options.resign,
        set: |options, value| options.resign = value,
    },
    OptionSpec {
        name: "seed",
        kind: Kind::Integer(0, u64::MAX),
        about: "where random numbers begin: equal seeds and node limits give equal answers, with one thread",
        get: |options| options.seed,
        set: |options, value| options.seed = value,
    },
    OptionSpec {
        name: "threads",
        kind: Kind::Integer(1, 256),
        about: "threads that think",
        get: |options| options.threads,
        set: |options, value| options.threads = value,
    },
];

/// The option of this name.
pub fn find(name: &str) -> Result<&'static OptionSpec, CommandError> {
    OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names: Vec<&str> = OPTIONS.iter().map(|option| option.name).collect();
        CommandError::UnknownOption(format!("{}: expected one of {}", quote(name), names.join(", ")))
    })
}

impl OptionSpec {
    /// Its value as text.
    pub fn show(&self, options: &Options) -> String {
        self.kind.show((self.get)(options))
    }

    /// Sets the option from text; the old value stays when the text is no value of it.
    pub fn set(&self, options: &mut Options, text: &str) -> Result<(), CommandError> {
        let invalid = |expected: String| {
            CommandError::InvalidValue(format!("{}={}: expected {expected}", self.name, quote(text)))
        };
        let value = self.kind.parse(text).ok_or_else(|| invalid(self.kind.expected()))?;
        let mut changed = options.clone();
        (self.set)(&mut changed, value);
        if changed.hash != options.hash && !can_be_had(changed.hash) {
            return Err(invalid("a number of MiB that this machine can give".to_owned()));
        }
        *options = changed;
        Ok(())
    }
}

/// Whether so many MiB can be allocated now.
fn can_be_had(mib: u64) -> bool {
    let bytes = usize::try_from(mib << 20);
    bytes.is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_take_what_their_range_allows_and_keep_the_old_value_otherwise() {
        for spec in OPTIONS {
            let mut options = Options::default();
            let values = match spec.kind {
                Kind::Integer(min, max) => vec![min.to_string(), max.min(1 << 12).to_string()],
                Kind::Word(words) => words.iter().map(|&word| word.to_owned()).collect(),
            };
            for value in values {
                spec.set(&mut options, &value).unwrap();
                assert_eq!(spec.show(&options), value, "{}", spec.name);
            }
            let kept = options.clone();
            for text in ["", "-1", "x", "1.5", "+1", "99999999999999999999"] {
                let error = spec.set(&mut options, text).unwrap_err().to_string();
                assert!(error.starts_with(&format!("invalid value: {}=", spec.name)), "{error}");
                assert_eq!(options, kept);
            }
        }
    }

    #[test]
    fn algorithms_are_named_as_the_option_lists_them() {
        let spec = find("algorithm").unwrap();
        let names: Vec<&str> = ALGORITHMS.iter().map(|(name, _)| *name).collect();
        assert_eq!(spec.kind, Kind::Word(&["auto", "alphabeta", "mcts", "uct"]));
        assert_eq!(names, ["auto", "alphabeta", "mcts", "uct"]);
        let mut options = Options::default();
        assert_eq!(options.method(), None);
        spec.set(&mut options, "UCT").unwrap();
        assert_eq!(options.method(), Some(Method::Uct));
    }
}
