//! The program: arguments, diagnostics, and the way out.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use coureur::cli::{Arguments, run};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Quiet unless RUST_LOG asks; standard error only, since standard output belongs to the protocol.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    run(&arguments).unwrap_or_else(|error| {
        report(&error);
        error.exit_code()
    })
}

/// The one sentence for the user when the program cannot go on.
fn report(error: &coureur::cli::Error) {
    // Where standard error cannot be written the exit code has to say it all.
    let _ = writeln!(std::io::stderr(), "coureur: {error}");
}
