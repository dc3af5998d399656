//! Results in the Test Anything Protocol, version 13: the latest that common harnesses read.

use std::io::{self, Write};
use std::path::Path;

use super::run::{Case, Verdict};

/// Writes test points, numbered through all files.
pub struct Tap<W: Write> {
    out: W,
    points: usize,
}

impl<W: Write> Tap<W> {
    /// Begins the report.
    pub fn begin(mut out: W) -> io::Result<Self> {
        writeln!(out, "TAP version 13")?;
        Ok(Tap { out, points: 0 })
    }

    /// The test points of one file.
    pub fn file(&mut self, path: &Path, cases: &[Case]) -> io::Result<()> {
        for case in cases {
            self.points += 1;
            let (result, directive, how) = match &case.verdict {
                Verdict::Pass => ("ok", "", None),
                Verdict::KnownFailure(how) => ("not ok", " # TODO known failure", Some(how.clone())),
                // Without the directive: a harness that sees it would call the run a success.
                Verdict::UnexpectedPass => {
                    ("not ok", "", Some("passed, though it is marked as a known failure".to_owned()))
                }
                Verdict::Fail(how) => ("not ok", "", Some(how.clone())),
                Verdict::NotRun(line) => ("not ok", "", Some(format!("not run because of line {line}"))),
            };
            let description = escape(&format!("{}:{}: {}", path.display(), case.line, case.command));
            writeln!(self.out, "{result} {} - {description}{directive}", self.points)?;
            if let Some(how) = how {
                writeln!(self.out, "  ---\n  message: |")?;
                how.lines().try_for_each(|line| writeln!(self.out, "    {line}"))?;
                writeln!(self.out, "  ...")?;
            }
        }
        Ok(())
    }

    /// Ends the report.
    pub fn finish(mut self) -> io::Result<()> {
        writeln!(self.out, "1..{}", self.points)
    }
}

/// Text in which nothing begins a directive.
fn escape(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).fold(String::new(), |mut escaped, c| {
        if matches!(c, '\\' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
        escaped
    })
}
