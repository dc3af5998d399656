//! `coureur regress`.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use super::{Error, interrupt};
use crate::client::Invocation;
use crate::regress::junit;
use crate::regress::report::{self, Counts};
use crate::regress::run::{Case, Outcome, Runner, Verdict};
use crate::regress::suite::Suite;
use crate::regress::tap::Tap;

/// Run transcripts (FILE.txt) and GNU Go or GoGui style tests (FILE.tst), and report every answer that is not as expected
#[derive(Args, Debug)]
#[command(
    after_help = "Exit code 0: all as expected; 1: something was not; 2: wrong usage, a file that cannot be read, an \
    engine that cannot be started."
)]
pub(super) struct RegressArguments {
    /// Transcripts and files of tests
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Longest time for an answer
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    timeout: Duration,
    /// Rewrite the transcripts with the answers as they are
    #[arg(long)]
    update: bool,
    /// Write the results in the Test Anything Protocol
    #[arg(long)]
    tap: bool,
    /// Write the results to this file too, as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// The engine and its arguments; this program when left out
    #[arg(last = true, value_name = "ENGINE")]
    engine: Vec<String>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    seconds
        .and_then(|s| Duration::try_from_secs_f64(s).ok())
        .ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

/// Where the results of each file go.
enum Output<'a, W: Write> {
    People(&'a mut W),
    Tap(Tap<&'a mut W>),
}

impl<W: Write> Output<'_, W> {
    fn file(&mut self, path: &Path, cases: &[Case]) -> io::Result<()> {
        match self {
            Output::People(out) => report::file(out, path, cases).and_then(|()| out.flush()),
            Output::Tap(tap) => tap.file(path, cases),
        }
    }

    /// A remark between the files, which TAP has no place for.
    fn remark(&mut self, text: std::fmt::Arguments<'_>) -> io::Result<()> {
        match self {
            Output::People(out) => writeln!(out, "{text}"),
            Output::Tap(_) => Ok(()),
        }
    }

    fn finish(self, files: usize, counts: &Counts) -> io::Result<()> {
        match self {
            Output::People(out) => report::summary(out, files, counts),
            Output::Tap(tap) => tap.finish(),
        }
    }
}

/// Runs the files and reports.
pub(super) fn run(arguments: &RegressArguments, out: &mut impl Write) -> Result<ExitCode, Error> {
    let suites: Vec<Suite> = arguments.files.iter().map(|path| Suite::read(path)).collect::<Result<_, _>>()?;
    // Before the long part, so that a wrong path costs nothing.
    let junit = arguments.junit.as_deref().map(create).transpose()?;
    let stop = interrupt::watch();
    let runner = Runner { engine: Invocation::new(&arguments.engine)?, timeout: arguments.timeout, stop: stop.clone() };
    let mut output = if arguments.tap { Output::Tap(Tap::begin(out)?) } else { Output::People(out) };
    let mut counts = Counts::default();
    let mut results = Vec::new();
    for suite in &suites {
        let mut outcome = runner.run(suite)?;
        if stop.is_raised() {
            return Err(Error::Interrupted);
        }
        if arguments.update && update(suite, &mut outcome)? {
            output.remark(format_args!("{}: rewritten", suite.path.display()))?;
        }
        output.file(&suite.path, &outcome.cases)?;
        counts = counts.plus(Counts::of(&outcome.cases));
        results.push((suite.path.clone(), outcome.cases));
    }
    output.finish(suites.len(), &counts)?;
    if let Some((path, file)) = junit {
        let mut file = BufWriter::new(file);
        junit::write(&mut file, &results).and_then(|()| file.flush()).map_err(|error| named(path, &error))?;
    }
    Ok(if counts.as_expected() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn create(path: &Path) -> Result<(&Path, File), Error> {
    let file = File::create(path).map_err(|error| Error::Usage(format!("cannot write {}: {error}", path.display())))?;
    Ok((path, file))
}

/// An error of output that says where.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Rewrites a transcript whose answers have changed; what differed is then as expected.
fn update(suite: &Suite, outcome: &mut Outcome) -> io::Result<bool> {
    let Some(answered) = &outcome.answered else { return Ok(false) };
    // Beside the file and then in its place: at no moment is there half a transcript.
    let path = fs::canonicalize(&suite.path)?;
    let mut beside = path.clone().into_os_string();
    beside.push(".new");
    fs::write(&beside, answered.to_string())
        .and_then(|()| fs::set_permissions(&beside, fs::metadata(&path)?.permissions()))
        .and_then(|()| fs::rename(&beside, &path))
        .inspect_err(|_| drop(fs::remove_file(&beside)))
        .map_err(|error| named(&suite.path, &error))?;
    for case in &mut outcome.cases {
        if answered.exchanges.iter().any(|exchange| exchange.line == case.line && exchange.command == case.command) {
            case.verdict = Verdict::Pass;
        }
    }
    Ok(true)
}
