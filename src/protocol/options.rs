//! The engine's options: settings that change how it answers, not what the rules are.

use super::error::CommandError;
use crate::notation::quote;

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory for the search, in MiB.
    pub hash: u64,
    /// Time for a turn where no limit is given, in milliseconds.
    pub movetime: u64,
    /// Time kept back from every limit, in milliseconds.
    pub overhead: u64,
    /// Where random numbers begin.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { hash: 64, movetime: 1000, overhead: 10, seed: 0 }
    }
}

/// One option: a whole number in a range.
pub struct OptionSpec {
    /// Its name.
    pub name: &'static str,
    /// Least value.
    pub min: u64,
    /// Greatest value.
    pub max: u64,
    /// What it does.
    pub about: &'static str,
    /// Reads it.
    pub get: fn(&Options) -> u64,
    /// Writes it.
    set: fn(&mut Options, u64),
}

/// All options, in the order in which they are listed.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "hash",
        min: 1,
        max: 65_536,
        about: "memory for the search, in MiB",
        get: |options| options.hash,
        set: |options, value| options.hash = value,
    },
    OptionSpec {
        name: "movetime",
        min: 0,
        max: 86_400_000,
        about: "time for a turn where no limit is given, in milliseconds",
        get: |options| options.movetime,
        set: |options, value| options.movetime = value,
    },
    OptionSpec {
        name: "overhead",
        min: 0,
        max: 10_000,
        about: "time kept back from every time limit, in milliseconds",
        get: |options| options.overhead,
        set: |options, value| options.overhead = value,
    },
    OptionSpec {
        name: "seed",
        min: 0,
        max: u64::MAX,
        about: "where random numbers begin: equal seeds and node limits give equal answers",
        get: |options| options.seed,
        set: |options, value| options.seed = value,
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
    /// Sets the option from text; the old value stays when the text is no value of it.
    pub fn set(&self, options: &mut Options, text: &str) -> Result<(), CommandError> {
        let invalid = |expected: String| {
            CommandError::InvalidValue(format!("{}={}: expected {expected}", self.name, quote(text)))
        };
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let value = (digits.then(|| text.parse::<u64>().ok()).flatten())
            .filter(|value| (self.min..=self.max).contains(value))
            .ok_or_else(|| invalid(format!("a whole number from {} to {}", self.min, self.max)))?;
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
            for value in [spec.min, spec.max.min(1 << 12)] {
                spec.set(&mut options, &value.to_string()).unwrap();
                assert_eq!((spec.get)(&options), value, "{}", spec.name);
            }
            let kept = options.clone();
            for text in ["", "-1", "x", "1.5", "+1", "99999999999999999999"] {
                let error = spec.set(&mut options, text).unwrap_err().to_string();
                assert!(error.starts_with(&format!("invalid value: {}=", spec.name)), "{error}");
                assert_eq!(options, kept);
            }
        }
    }
}
