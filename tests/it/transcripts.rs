//! Transcripts, in the form that `src/transcript/mod.rs` describes.
//!
//! `COUREUR_UPDATE=1 cargo test --release --test it transcripts` writes the answers as they are now, here and in the
//! documentation, where the same form stands in code blocks marked `transcript`. Review the change as a diff.

use std::fs;
use std::path::{Path, PathBuf};

use coureur::transcript::{ANY, Transcript, fits};
use similar::TextDiff;

use crate::engine::{Engine, run};

/// The answers to the commands, given one by one, and the same when all are sent at once.
fn replayed(transcript: &Transcript) -> Transcript {
    let answers = transcript.sessions().flat_map(|session| {
        let arguments: Vec<&str> = session[0].session.iter().flatten().map(String::as_str).collect();
        let mut engine = Engine::start(&arguments);
        let answers: Vec<String> = session.iter().map(|e| format!("{}\n\n", engine.ask(&e.command))).collect();
        let (rest, _) = engine.finish();
        assert_eq!(rest, "", "more answers than commands");

        let commands: String = session.iter().map(|e| format!("{}\n", e.command)).collect();
        let at_once = run(&arguments, commands);
        let same: Vec<&str> = at_once.stdout.split_inclusive("\n\n").collect();
        assert_eq!(same.len(), answers.len(), "{}", at_once.stdout);
        for ((exchange, answer), same) in session.iter().zip(&answers).zip(same) {
            // What may differ from run to run may differ between these two as well, but only there.
            let free = exchange.answer.contains(ANY) && fits(&exchange.answer, answer) && fits(&exchange.answer, same);
            assert!(free || same == answer, "{}: sent at once: {same:?}, one by one: {answer:?}", exchange.command);
        }
        assert_eq!((at_once.stderr.as_str(), at_once.code), ("", Some(0)));
        answers
    });
    transcript.with_answers(answers)
}

/// Replays a text; gives what is different, or nothing.
fn difference(text: &str) -> Option<(String, String)> {
    let transcript = Transcript::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let replayed = replayed(&transcript).to_string();
    if replayed == text {
        return None;
    }
    let diff = TextDiff::from_lines(text, &replayed);
    Some((diff.unified_diff().context_radius(3).header("expected", "answered").to_string(), replayed))
}

/// All files with this ending below a folder.
pub(crate) fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            files.extend(files_below(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A path below the project's folder.
pub(crate) fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn transcripts_are_answered_to_the_letter() {
    let update = std::env::var_os("COUREUR_UPDATE").is_some();
    let files = files_below(&project("tests/transcripts"), "txt");
    assert!(!files.is_empty());
    let mut failures = String::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("readable");
        if let Some((diff, replayed)) = difference(&text) {
            if update {
                fs::write(&file, replayed).expect("writable");
            } else {
                failures.push_str(&format!("{}\n{diff}\n", file.display()));
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// The code blocks of a Markdown text that are marked `transcript`, each with an empty line at its end.
fn blocks(markdown: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut block: Option<String> = None;
    for line in markdown.lines() {
        match (&mut block, line) {
            (None, "```transcript") => block = Some(String::new()),
            (Some(text), "```") => {
                found.push(format!("{}\n\n", text.trim_end_matches('\n')));
                block = None;
            }
            (Some(text), line) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, _) => {}
        }
    }
    found
}

#[test]
fn examples_in_the_documentation_are_true() {
    let update = std::env::var_os("COUREUR_UPDATE").is_some();
    let mut failures = String::new();
    for document in ["README.md", "protocol.md"] {
        let text = fs::read_to_string(project(document)).expect("readable");
        let blocks = blocks(&text);
        assert!(!blocks.is_empty(), "{document} shows no session");
        let mut updated = text.clone();
        for block in blocks {
            if let Some((diff, replayed)) = difference(&block) {
                updated = updated.replacen(block.trim_end(), replayed.trim_end(), 1);
                failures.push_str(&format!("{document}\n{diff}\n"));
            }
        }
        if update {
            fs::write(project(document), updated).expect("writable");
            failures.clear();
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn every_command_is_documented_with_an_example() {
    let text = fs::read_to_string(project("protocol.md")).expect("readable");
    let shown: String = blocks(&text).concat();
    for command in coureur::protocol::commands::all() {
        let heading =
            text.lines().any(|line| line.starts_with("### ") && line.contains(&format!("`{}", command.synopsis())));
        assert!(heading, "protocol.md has no heading with `{}`", command.synopsis());
        let example = shown
            .lines()
            .any(|line| line.strip_prefix("> ").is_some_and(|line| line.split(' ').any(|word| word == command.name)));
        assert!(example, "protocol.md has no example of {}", command.name);
    }
}
