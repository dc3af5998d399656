//! Games as transcripts.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

use crate::protocol::session::Session;
use crate::transcript::{Exchange, Transcript};

/// The game as a session that plays it again.
pub(super) fn transcript(session: &dyn Session, begun_from: Option<&str>) -> Transcript {
    let mut exchanges = Vec::new();
    let mut say = |command: String, answer: &str| {
        let answer = format!("= {answer}\n\n");
        exchanges.push(Exchange { line: 0, before: String::new(), session: None, command, answer });
    };
    let rules = session.rules().into_iter().map(|rule| format!(" {}={}", rule.name, rule.value));
    say(format!("new_game {}{}", session.info().id, rules.collect::<String>()), "");
    if let Some(position) = begun_from {
        say(format!("position {position}"), "");
    }
    for turn in session.history() {
        say(format!("play {turn}"), "");
    }
    say("position".to_owned(), &session.position());
    if let Some(score) = session.final_score(false) {
        say("final_score".to_owned(), &score);
    }
    if let Some(first) = exchanges.first_mut() {
        first.before = concat!("# ", env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"), "\n#!\n").to_owned();
    }
    Transcript { exchanges, after: String::new() }
}

/// Writes it, over a file only if that is said.
pub(super) fn write(path: &Path, transcript: &Transcript, over: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true);
    let options = if over { options.create(true).truncate(true) } else { options.create_new(true) };
    options.open(path)?.write_all(transcript.to_string().as_bytes())
}
