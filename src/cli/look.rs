//! How boards are drawn on standard output.

use std::io::{self, IsTerminal};

use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};

use crate::picture::text::{Colours, Look};

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    // Without descriptions of their own, which would make every help text long.
    #[default]
    Auto,
    Always,
    Never,
}

/// How boards are drawn.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct LookArguments {
    /// When boards are in colour; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum)]
    color: Option<When>,
    /// Draw boards with plain letters, as programs get them
    #[arg(long)]
    ascii: bool,
}

impl LookArguments {
    /// Symbols on a terminal or where colour is spoken of, letters elsewhere.
    pub(super) fn look(self) -> Look {
        let terminal = io::stdout().is_terminal();
        let symbols = !self.ascii && (terminal || self.color.is_some());
        let wanted = match self.color.unwrap_or_default() {
            When::Always => true,
            When::Never => false,
            When::Auto => terminal && AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        };
        let colours = if anstyle_query::truecolor() { Colours::All } else { Colours::Xterm };
        Look { symbols, marks: true, colours: (symbols && wanted).then_some(colours) }
    }

    /// The look of a session's boards: that of programs unless people read them.
    pub(super) fn in_session(self, recorded: bool) -> Look {
        let look = self.look();
        if look.symbols && !recorded { look } else { Look::PLAIN }
    }
}
