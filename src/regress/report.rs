//! Results for people: what went wrong, and the counts.

use std::io::{self, Write};
use std::path::Path;

use super::run::{Case, Verdict};

/// How many cases ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Passed as expected.
    pub passed: usize,
    /// Failed as is known.
    pub known_failures: usize,
    /// Passed, though marked as failures.
    pub unexpected_passes: usize,
    /// Failed, or not run.
    pub failures: usize,
}

impl Counts {
    /// Counts some cases.
    pub fn of(cases: &[Case]) -> Counts {
        cases.iter().fold(Counts::default(), |mut counts, case| {
            *match &case.verdict {
                Verdict::Pass => &mut counts.passed,
                Verdict::KnownFailure(_) => &mut counts.known_failures,
                Verdict::UnexpectedPass => &mut counts.unexpected_passes,
                Verdict::Fail(_) | Verdict::NotRun(_) => &mut counts.failures,
            } += 1;
            counts
        })
    }

    /// Both together.
    pub fn plus(self, other: Counts) -> Counts {
        Counts {
            passed: self.passed + other.passed,
            known_failures: self.known_failures + other.known_failures,
            unexpected_passes: self.unexpected_passes + other.unexpected_passes,
            failures: self.failures + other.failures,
        }
    }

    /// Whether nothing happened that was not to be expected.
    pub fn as_expected(&self) -> bool {
        self.unexpected_passes == 0 && self.failures == 0
    }

    /// All cases.
    pub fn total(&self) -> usize {
        self.passed + self.known_failures + self.unexpected_passes + self.failures
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed", self.passed)?;
        let others = [
            (self.known_failures, "failed as known"),
            (self.unexpected_passes, "PASSED unexpectedly"),
            (self.failures, "FAILED"),
        ];
        others.iter().filter(|(count, _)| *count > 0).try_for_each(|(count, what)| write!(f, ", {count} {what}"))
    }
}

/// One file's cases: a block for each that was not as expected, and a line of counts.
pub fn file(out: &mut impl Write, path: &Path, cases: &[Case]) -> io::Result<()> {
    let path = path.display();
    let mut not_run = 0;
    for case in cases {
        let place = format!("{path}:{}: {}", case.line, case.command);
        match &case.verdict {
            Verdict::Pass | Verdict::KnownFailure(_) => {}
            Verdict::UnexpectedPass => writeln!(out, "PASS {place}\n  passed, though it is marked as a known failure")?,
            Verdict::Fail(how) => {
                writeln!(out, "FAIL {place}")?;
                how.lines().try_for_each(|line| writeln!(out, "  {line}"))?;
            }
            Verdict::NotRun(line) => {
                if not_run == 0 {
                    writeln!(out, "FAIL {place}\n  not run, nor what follows, because of line {line}")?;
                }
                not_run += 1;
            }
        }
    }
    writeln!(out, "{path}: {}", Counts::of(cases))
}

/// The last line.
pub fn summary(out: &mut impl Write, files: usize, counts: &Counts) -> io::Result<()> {
    let of = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    writeln!(out, "{}, {} judged: {counts}", of(files, "file"), of(counts.total(), "command"))
}
