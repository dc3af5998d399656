//! The program: arguments, diagnostics, and the way out.

use std::process::ExitCode;

use clap::Parser;
use coureur::cli::{Arguments, run};
use coureur::diagnostics;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let code = run(&arguments).unwrap_or_else(|error| {
        // The one sentence for the user when the program cannot go on.
        diagnostics::last_words(&error.to_string());
        error.exit_code()
    });
    diagnostics::finish();
    code
}
