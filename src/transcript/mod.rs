//! Sessions as text that can be read, compared and replayed:
//!
//! ```text
//! # A comment.
//! #! --game yote --rule repetition=3
//! > play c3
//! =
//!
//! > genmove nodes=100
//! = {any}
//! ```
//!
//! `> command`, then the answer to the empty line that ends it. In an answer `{any}` stands for any text within a line. `#! ARGUMENTS`
//! begins a session: an engine started with these arguments; without such a line the first command begins one without arguments.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod recorder;

pub use recorder::{RecordError, Recorder};

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1};
use nom::character::complete::{char, space0, space1};
use nom::combinator::{eof, map, rest, value};
use nom::error::context;
use nom::multi::many0;
use nom::sequence::{preceded, terminated};

use crate::notation::{ParseError, Parsed, parse_all};

/// The line of a comment. Whatever its text holds, it stays one line.
pub fn remark_line(text: &str) -> String {
    format!("# {}\n", text.replace(char::is_control, " "))
}

/// The line of a command.
pub fn command_line(text: &str) -> String {
    format!("> {text}\n")
}

/// What stands for any text within a line of an answer.
pub const ANY: &str = "{any}";

/// A whole transcript; it has at least one exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// Commands and answers in their order.
    pub exchanges: Vec<Exchange>,
    /// What follows the last answer, line by line as it stands.
    pub after: String,
}

/// One command and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The line of the command in the text, from 1.
    pub line: usize,
    /// Comments and empty lines before the command, line by line as they stand.
    pub before: String,
    /// The arguments of the engine, where this command is the first of a session.
    pub session: Option<Vec<String>>,
    /// The command, without the sign before it.
    pub command: String,
    /// The answer with its final empty line, every line ended by LF.
    pub answer: String,
}

/// Why a text is no transcript.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranscriptError {
    /// A line outside of an answer that has no meaning.
    #[error("line {line}: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        error: ParseError,
    },
    /// No command in the whole text.
    #[error("no command in it: expected lines such as '> name'")]
    Empty,
}

/// A line outside of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Line<'a> {
    Remark,
    Session(Vec<&'a str>),
    Command(&'a str),
}

fn arguments(input: &str) -> Parsed<'_, Vec<&str>> {
    let word = take_till1(|c: char| c.is_whitespace());
    terminated(many0(preceded(space1, word)), (space0, eof)).parse(input)
}

fn a_line(input: &str) -> Parsed<'_, Line<'_>> {
    context(
        "'> COMMAND', a comment or an empty line",
        alt((
            map(preceded(tag("> "), rest), Line::Command),
            map(preceded(tag("#!"), arguments), Line::Session),
            value(Line::Remark, (char('#'), rest)),
            value(Line::Remark, (space0, eof)),
        )),
    )
    .parse(input)
}

impl Transcript {
    /// Reads a transcript. Lines end in LF or CRLF.
    pub fn parse(text: &str) -> Result<Transcript, TranscriptError> {
        let mut exchanges: Vec<Exchange> = Vec::new();
        let mut before = String::new();
        let mut session = Some(Vec::new());
        let mut in_answer = false;
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(exchange) = exchanges.last_mut().filter(|_| in_answer && !line.starts_with("> ")) {
                exchange.answer.push_str(line);
                exchange.answer.push('\n');
                in_answer = !line.is_empty();
                continue;
            }
            match parse_all(line, a_line).map_err(|error| TranscriptError::Line { line: number, error })? {
                Line::Command(command) => {
                    exchanges.push(Exchange {
                        line: number,
                        before: std::mem::take(&mut before),
                        session: session.take(),
                        command: command.to_owned(),
                        answer: String::new(),
                    });
                    in_answer = true;
                    continue;
                }
                Line::Session(arguments) => session = Some(arguments.into_iter().map(str::to_owned).collect()),
                Line::Remark => {}
            }
            before.push_str(line);
            before.push('\n');
        }
        if exchanges.is_empty() {
            return Err(TranscriptError::Empty);
        }
        Ok(Transcript { exchanges, after: before })
    }

    /// The sessions in it: the first exchange of each names the engine's arguments.
    pub fn sessions(&self) -> impl Iterator<Item = &[Exchange]> {
        self.exchanges.chunk_by(|_, next| next.session.is_none())
    }

    /// The transcript with these answers to its commands; one that fits what was expected leaves that as it stands.
    pub fn with_answers(&self, answers: impl IntoIterator<Item = String>) -> Transcript {
        let mut updated = self.clone();
        for (exchange, answer) in updated.exchanges.iter_mut().zip(answers) {
            if !fits(&exchange.answer, &answer) {
                exchange.answer = answer;
            }
        }
        updated
    }
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.before, command_line(&self.command), self.answer)
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.exchanges.iter().try_for_each(|exchange| exchange.fmt(f))?;
        f.write_str(&self.after)
    }
}

/// Whether an answer fits a pattern line by line. What editors strip from line ends is no difference.
pub fn fits(pattern: &str, answer: &str) -> bool {
    let lines = |text| str::lines(str::trim_end(text)).map(str::trim_end);
    let (mut pattern, mut answer) = (lines(pattern), lines(answer));
    loop {
        match (pattern.next(), answer.next()) {
            (None, None) => return true,
            (Some(pattern), Some(line)) if line_fits(pattern, line) => {}
            _ => return false,
        }
    }
}

fn line_fits(pattern: &str, line: &str) -> bool {
    let Some((first, others)) = pattern.split_once(ANY) else { return pattern == line };
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let (middle, last) = others.rsplit_once(ANY).unwrap_or(("", others));
    for piece in middle.split(ANY) {
        match rest.split_once(piece) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# What it shows.\n\n> name\n= coureur\n\n# More.\n#! --seats\n> 1 nonsense\n?1 no\nmore of it\n\n# The end.\n";

    #[test]
    fn texts_are_read_and_written_as_they_were() {
        let transcript = Transcript::parse(TEXT).unwrap();
        let [first, second] = &transcript.exchanges[..] else { panic!("{transcript:?}") };
        assert_eq!((first.line, first.command.as_str(), first.answer.as_str()), (3, "name", "= coureur\n\n"));
        assert_eq!((second.line, second.command.as_str()), (8, "1 nonsense"));
        assert_eq!(second.answer, "?1 no\nmore of it\n\n");
        assert_eq!(transcript.after, "# The end.\n");
        assert_eq!(transcript.to_string(), TEXT);
        assert_eq!(Transcript::parse(&TEXT.replace('\n', "\r\n")).unwrap(), transcript);
    }

    #[test]
    fn a_line_of_arguments_begins_a_session() {
        let transcript = Transcript::parse(TEXT).unwrap();
        let sessions: Vec<_> = transcript.sessions().map(|s| (s[0].session.clone().unwrap(), s.len())).collect();
        assert_eq!(sessions, [(vec![], 1), (vec!["--seats".to_owned()], 1)]);
        let at_the_top = Transcript::parse("#! --game  yote\n> a\n=\n\n> b\n=\n\n").unwrap();
        let sessions: Vec<_> =
            at_the_top.sessions().map(|s| (s[0].session.clone().unwrap().join("|"), s.len())).collect();
        assert_eq!(sessions, [("--game|yote".to_owned(), 2)]);
    }

    #[test]
    fn an_answer_ends_at_the_next_command_when_its_empty_line_is_missing() {
        let transcript = Transcript::parse("> a\n= 1\n> b").unwrap();
        let answers: Vec<&str> = transcript.exchanges.iter().map(|e| e.answer.as_str()).collect();
        assert_eq!(answers, ["= 1\n", ""]);
    }

    #[test]
    fn other_texts_are_refused_with_the_line() {
        let error = |text| Transcript::parse(text).unwrap_err().to_string();
        assert_eq!(
            error("> name\n= coureur\n\nname\n"),
            "line 4: expected '> COMMAND', a comment or an empty line at column 1, found 'name'"
        );
        assert_eq!(
            error(">name\n"),
            "line 1: expected '> COMMAND', a comment or an empty line at column 1, found '>name'"
        );
        assert_eq!(error("# only\n\n"), "no command in it: expected lines such as '> name'");
    }

    #[test]
    fn patterns_fit_any_text_within_a_line() {
        assert!(line_fits("nodes {any} time {any} ms", "nodes 12 time 7 ms"));
        assert!(line_fits("{any}", "whatever"));
        assert!(line_fits("{any}{any}b", "ab") && line_fits("a{any}b{any}", "ab"));
        assert!(!line_fits("nodes {any} ms", "nodes 12 s"));
        assert!(!line_fits("a{any}b{any}c", "abc b"));
        assert!(!line_fits("a{any}a", "a"));
        assert!(!line_fits("= 2", "= 20"));
        assert!(fits("= \n\n", "= \n\n") && fits("=\n\n", "= \n\n") && !fits("= \na\n\n", "= \n\n"));
    }

    #[test]
    fn answers_that_fit_leave_their_pattern() {
        let transcript = Transcript::parse("> a\n= {any}\n\n> b\n= 1\n\n").unwrap();
        let answered = transcript.with_answers(["= x\n\n".to_owned(), "= 2\n\n".to_owned()]);
        assert_eq!(answered.to_string(), "> a\n= {any}\n\n> b\n= 2\n\n");
    }
}
