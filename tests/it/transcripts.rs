//! Transcripts: `> command`, then the exact answer with the empty line that ends it. In an answer `{any}` stands for any text within a
//! line. Lines that begin with `#` are comments; `#! ARGUMENTS` names the arguments that the engine is started with.
//!
//! `COUREUR_UPDATE=1 cargo test --release --test it transcripts` writes the answers as they are now, here and in the
//! documentation, where the same form stands in code blocks marked `transcript`. Review the change as a diff.

use std::fs;
use std::path::{Path, PathBuf};

use similar::TextDiff;

use crate::engine::{Engine, run};

/// One command and its answer.
struct Exchange {
    /// Comments and empty lines before the command, as they stand.
    before: String,
    command: String,
    answer: String,
}

/// A whole transcript.
struct Transcript {
    arguments: Vec<String>,
    exchanges: Vec<Exchange>,
    after: String,
}

impl Transcript {
    fn parse(text: &str) -> Transcript {
        let mut transcript = Transcript { arguments: Vec::new(), exchanges: Vec::new(), after: String::new() };
        let mut before = String::new();
        let mut in_answer = false;
        for line in text.lines() {
            match (line.strip_prefix("> "), transcript.exchanges.last_mut()) {
                (Some(command), _) => {
                    let before = std::mem::take(&mut before);
                    let exchange = Exchange { before, command: command.to_owned(), answer: String::new() };
                    transcript.exchanges.push(exchange);
                    in_answer = true;
                }
                (None, Some(exchange)) if in_answer => {
                    in_answer = !line.is_empty();
                    exchange.answer.push_str(line);
                    exchange.answer.push('\n');
                }
                _ => {
                    if let Some(arguments) = line.strip_prefix("#! ") {
                        transcript.arguments = arguments.split(' ').map(str::to_owned).collect();
                    }
                    before.push_str(line);
                    before.push('\n');
                }
            }
        }
        transcript.after = before;
        transcript
    }

    fn text(&self) -> String {
        let exchange = |e: &Exchange| format!("{}> {}\n{}", e.before, e.command, e.answer);
        self.exchanges.iter().map(exchange).collect::<String>() + &self.after
    }

    /// The transcript as the engine answers now; answers that fit their pattern stay as they are.
    fn replayed(&self) -> Transcript {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let mut engine = Engine::start(&arguments);
        let answers: Vec<String> = self.exchanges.iter().map(|e| format!("{}\n\n", engine.ask(&e.command))).collect();
        let (rest, _) = engine.finish();
        assert_eq!(rest, "", "more answers than commands");

        let commands: String = self.exchanges.iter().map(|e| format!("{}\n", e.command)).collect();
        let at_once = run(&arguments, commands);
        assert_eq!(at_once.stdout, answers.concat(), "sent at once, the same lines give the same bytes");
        assert_eq!((at_once.stderr.as_str(), at_once.code), ("", Some(0)));

        let exchanges = self.exchanges.iter().zip(answers).map(|(e, answer)| Exchange {
            before: e.before.clone(),
            command: e.command.clone(),
            answer: if fits(&e.answer, &answer) { e.answer.clone() } else { answer },
        });
        Transcript { arguments: Vec::new(), exchanges: exchanges.collect(), after: self.after.clone() }
    }
}

/// Whether an answer fits a pattern line by line. What editors strip from line ends is no difference.
fn fits(pattern: &str, answer: &str) -> bool {
    let lines = |text: &str| text.trim_end().lines().map(|l| l.trim_end().to_owned()).collect::<Vec<_>>();
    let (pattern, answer) = (lines(pattern), lines(answer));
    pattern.len() == answer.len() && pattern.iter().zip(&answer).all(|(pattern, line)| line_fits(pattern, line))
}

fn line_fits(pattern: &str, line: &str) -> bool {
    let mut pieces = pattern.split("{any}");
    let Some(mut rest) = pieces.next().and_then(|first| line.strip_prefix(first)) else { return false };
    let mut pieces = pieces.peekable();
    if pieces.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            return rest.ends_with(piece);
        }
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    true
}

/// Replays a text; gives what is different, or nothing.
fn difference(text: &str) -> Option<(String, String)> {
    let replayed = Transcript::parse(text).replayed().text();
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
        assert!(text.contains("\n> ") || text.starts_with("> "), "{}: no command", file.display());
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

#[test]
fn patterns_fit_any_text_within_a_line() {
    assert!(line_fits("nodes {any} time {any} ms", "nodes 12 time 7 ms"));
    assert!(line_fits("{any}", "whatever"));
    assert!(!line_fits("nodes {any} ms", "nodes 12 s"));
    assert!(!line_fits("= 2", "= 20"));
    assert!(fits("= \n\n", "= \n\n") && fits("=\n\n", "= \n\n") && !fits("= \na\n\n", "= \n\n"));
}
