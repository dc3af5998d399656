//! What is seen of a match while it runs: a bar on a terminal, lines otherwise, both on standard error.

use std::io::{self, Write};

use indicatif::ProgressBar;

use crate::cli::bar::bar;
use crate::matches::results::GameRecord;
use crate::matches::sprt::Sprt;
use crate::matches::statistics::tidy;
use crate::matches::tally::Tally;

/// Where the match stands.
fn standing(tally: &Tally, sprt: Option<&Sprt>) -> String {
    let [name, _] = &tally.names;
    let points = format!("{name} {:.1}/{}", tally.points(), tally.games());
    let Some(sprt) = sprt else { return points };
    let (low, high) = sprt.bounds();
    format!("{points}, LLR {:.2} ({low:.2}, {high:.2})", tidy(sprt.llr(tally.pentanomial())))
}

/// The progress of a match.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    games: u64,
}

impl Progress {
    /// The progress towards so many games, beginning with those that have been played before.
    pub(super) fn new(games: u64, tally: &Tally, sprt: Option<&Sprt>) -> Self {
        Progress { bar: bar(games, tally.games(), standing(tally, sprt)), games }
    }

    /// Shows a game that has been played, and where the match stands.
    pub(super) fn show(&self, record: &GameRecord, tally: &Tally, sprt: Option<&Sprt>) {
        let standing = standing(tally, sprt);
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
