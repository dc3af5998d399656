//! `coureur selfcheck`.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use super::{Error, interrupt};
use crate::client::Invocation;
use crate::selfcheck::{CHECKS, Check, Setup, find};

/// Test whether an engine keeps to the Go Text Protocol; exit code 1 when it does not
#[derive(Args, Debug)]
pub(super) struct SelfcheckArguments {
    /// Seconds to wait for an answer, and for the end of the process
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=3600))]
    timeout: u32,
    /// A line to send before the engine is asked to think, such as one that starts a game; may be repeated
    #[arg(long, value_name = "LINE")]
    init: Vec<String>,
    /// The line that makes the engine think
    #[arg(long, value_name = "LINE", default_value = "genmove black")]
    think: String,
    /// Run this check only; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// List the checks and what each looks at
    #[arg(long, exclusive = true)]
    list: bool,
    /// The engine and its arguments, behind --
    #[arg(value_name = "ENGINE", last = true, required_unless_present = "list")]
    engine: Vec<String>,
}

/// Runs the checks and prints a line for each.
pub(super) fn run(arguments: &SelfcheckArguments, out: &mut impl Write) -> Result<ExitCode, Error> {
    if arguments.list {
        for check in CHECKS {
            writeln!(out, "{}: {}", check.name, check.about)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let setup = setup(arguments)?;
    setup.try_start().map_err(|error| Error::Usage(format!("cannot start {}: {error}", setup.engine.program)))?;
    let mut counts = [0; 3];
    for check in chosen(&arguments.only)? {
        let finding = check.run(&setup);
        if setup.stop.is_raised() {
            return Err(Error::Interrupted);
        }
        writeln!(out, "{} {}: {}", finding.verdict, check.name, finding.seen)?;
        out.flush()?;
        if let Some(count) = counts.get_mut(finding.verdict as usize) {
            *count += 1;
        }
    }
    let [passed, failed, skipped] = counts;
    writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped")?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn setup(arguments: &SelfcheckArguments) -> Result<Setup, Error> {
    let one_line = |line: &String| !line.contains(['\n', '\r']);
    if let Some(line) = arguments.init.iter().chain([&arguments.think]).find(|line| !one_line(line)) {
        return Err(Error::Usage(format!("{line:?} is more than one line")));
    }
    Ok(Setup {
        engine: Invocation::new(&arguments.engine)?,
        timeout: Duration::from_secs(u64::from(arguments.timeout)),
        init: arguments.init.clone(),
        think: arguments.think.clone(),
        stop: interrupt::watch(),
    })
}

fn chosen(only: &[String]) -> Result<Vec<&'static Check>, Error> {
    if only.is_empty() {
        return Ok(CHECKS.iter().collect());
    }
    let names = || CHECKS.iter().map(|check| check.name).collect::<Vec<_>>().join(", ");
    let known = |name: &String| {
        find(name).ok_or_else(|| Error::Usage(format!("unknown check: '{name}': expected one of {}", names())))
    };
    only.iter().map(known).collect()
}
