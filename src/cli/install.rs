//! What a package of this program brings along: completions and manual pages.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Arguments;

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  coureur completions bash > ~/.local/share/bash-completion/completions/coureur
  coureur completions zsh > ~/.zfunc/_coureur
  coureur completions fish > ~/.config/fish/completions/coureur.fish")]
pub(super) struct CompletionsArguments {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual page, or write those of all subcommands to a folder
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  coureur man | man -l -
  coureur man ~/.local/share/man/man1")]
pub(super) struct ManArguments {
    /// The folder; the page of the program itself is printed when it is left out
    folder: Option<PathBuf>,
}

/// Prints completions.
pub(super) fn completions(arguments: &CompletionsArguments, out: &mut impl Write) -> io::Result<()> {
    // Not straight to the output: what is written there must be allowed to fail.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), env!("CARGO_PKG_NAME"), &mut script);
    out.write_all(&script)
}

/// Prints or writes manual pages.
pub(super) fn man(arguments: &ManArguments, out: &mut impl Write) -> io::Result<()> {
    match &arguments.folder {
        Some(folder) => {
            std::fs::create_dir_all(folder)?;
            clap_mangen::generate_to(Arguments::command(), folder)
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Arguments::command()).render(&mut page)?;
            out.write_all(&page)
        }
    }
}
