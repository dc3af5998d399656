//! What is seen of a match while it runs: a bar on a terminal, lines otherwise, both on standard error.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};

use crate::matches::results::GameRecord;
use crate::matches::sprt::Sprt;
use crate::matches::tally::Tally;

/// The progress of a match.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    games: u64,
}

impl Progress {
    /// The progress towards so many games, of which some have been played before.
    pub(super) fn new(games: u64, played: u64) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}  {msg}");
            let bar = ProgressBar::new(games).with_position(played);
            // An estimate that counts games of an earlier run would be wrong.
            bar.reset_eta();
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Progress { bar, games }
    }

    /// Shows a game that has been played, and where the match stands.
    pub(super) fn show(&self, record: &GameRecord, tally: &Tally, sprt: Option<&Sprt>) {
        let [name, _] = &tally.names;
        let mut standing = format!("{name} {:.1}/{}", tally.points(), tally.games());
        if let Some(sprt) = sprt {
            let (low, high) = sprt.bounds();
            standing.push_str(&format!(", LLR {:.2} ({low:.2}, {high:.2})", sprt.llr(tally.pentanomial())));
        }
        match &self.bar {
            Some(bar) => {
                bar.set_position(tally.games());
                bar.set_message(standing);
                if record.fault.is_some() {
                    bar.println(record.to_string());
                }
            }
            None => self.say(&format!("{record} [{}/{}] {standing}", tally.games(), self.games)),
        }
        for dispute in &record.disputes {
            self.say(&format!("game {}: {dispute}", record.game));
        }
    }

    /// Says a sentence.
    pub(super) fn say(&self, text: &str) {
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        match &self.bar {
            Some(bar) => bar.println(text),
            // Where standard error cannot be written nobody watches.
            None => drop(writeln!(io::stderr(), "{text}")),
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
