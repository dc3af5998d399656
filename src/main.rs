//! The program: arguments, diagnostics, and the way out.

use std::process::ExitCode;

use clap::Parser;
use coureur::cli::{Arguments, run};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Quiet unless RUST_LOG asks; standard error only, since standard output belongs to the protocol.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    run(&arguments).unwrap_or_else(|error| {
        eprintln_error(&error);
        error.exit_code()
    })
}

/// The one sentence for the user when the program cannot go on.
#[allow(clippy::print_stderr, reason = "the session is over, or has not begun")]
fn eprintln_error(error: &coureur::cli::Error) {
    eprintln!("coureur: {error}");
}
