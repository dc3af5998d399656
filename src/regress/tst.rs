//! `.tst` files, the form of GNU Go's regression tests that GoGui reads too: commands, mostly numbered, each followed by a line that
//! says what its answer has to be.
//!
//! | line | meaning |
//! |---|---|
//! | `#? [PATTERN]` | the whole answer matches the regular expression |
//! | `#? [!PATTERN]` | it does not |
//! | `#? [?PATTERN]` | the command fails, and its text matches; with the two forms above a failure never passes |
//! | `#? [...]*` | a known failure: not to pass is expected |
//! | `#? [...]&` | the answer is not judged |
//!
//! The third form is this program's own; it is no valid pattern elsewhere. Other lines that begin with `#` are comments.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, digit1, one_of, space0};
use nom::combinator::{cut, eof, map, opt, peek, rest, value, verify};
use nom::error::context;
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded, terminated};
use regex::{Regex, RegexBuilder};

use crate::client::Answer;
use crate::notation::{Expected, ParseError, Parsed, parse_all};

/// The commands of a file, in their order.
#[derive(Clone, Debug)]
pub struct TestFile {
    /// The commands; at least one.
    pub commands: Vec<TestCommand>,
}

/// One command, and what is expected of it.
#[derive(Clone, Debug)]
pub struct TestCommand {
    /// Its line in the file, from 1.
    pub line: usize,
    /// The line as it is sent.
    pub text: String,
    /// Its id, empty when it has none.
    pub id: String,
    /// The line of the file that judges its answer.
    pub expectation: Option<Expectation>,
}

/// What an answer has to be.
#[derive(Clone, Debug)]
pub struct Expectation {
    pattern: Regex,
    /// The pattern in its brackets, with its marks.
    source: String,
    negated: bool,
    fails: bool,
    /// Not to pass is expected.
    pub known_failure: bool,
    /// The answer is not judged.
    pub ignored: bool,
}

/// Why a text is no test file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TstError {
    /// A line that begins with `#?` and goes on wrongly.
    #[error("line {line}: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        error: ParseError,
    },
    /// A pattern that is no regular expression.
    #[error("line {line}: '{pattern}' is no regular expression: {}", last_line(.error))]
    Pattern {
        /// Its number, from 1.
        line: usize,
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        error: regex::Error,
    },
    /// A pattern that belongs to no command.
    #[error("line {0}: a line '#? [...]' has to follow its command directly")]
    Stray(usize),
    /// No command in the whole text.
    #[error("no command in it: expected lines such as '10 name' and '#? [coureur]'")]
    Empty,
}

/// The reason, without the drawing of the place that stands above it.
fn last_line(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}

/// A pattern's line, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Judgement<'a> {
    source: &'a str,
    negated: bool,
    fails: bool,
    pattern: &'a str,
    known_failure: bool,
    ignored: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Line<'a> {
    Remark,
    Judgement(Option<Judgement<'a>>),
    Command { id: &'a str },
}

/// Everything up to the last closing bracket, and the marks behind it.
fn bracketed(input: &str) -> Parsed<'_, (&str, &str)> {
    let Some((pattern, marks)) = input.rsplit_once(']') else {
        return Err(Expected::failure(input, "a pattern and ']'"));
    };
    let end = context("'*' (known failure), '&' (not judged) or the end", (space0, eof));
    terminated(many0_count(one_of("*&")), end).parse(marks).map(|(left, _)| (left, (pattern, marks)))
}

fn a_judgement(input: &str) -> Parsed<'_, Judgement<'_>> {
    let source = input.trim_end();
    let sign = |sign| map(opt(char(sign)), |sign| sign.is_some());
    let (left, (pattern, marks)) = preceded(context("'[' and a pattern", char('[')), bracketed).parse(input)?;
    let (_, (_, negated, fails, pattern)) = (space0, sign('!'), sign('?'), rest).parse(pattern)?;
    let (known_failure, ignored) = (marks.contains('*'), marks.contains('&'));
    Ok((left, Judgement { source, negated, fails, pattern: pattern.trim_end(), known_failure, ignored }))
}

fn a_line(input: &str) -> Parsed<'_, Line<'_>> {
    let nothing = value(None, (space0, eof));
    let judgement = preceded((tag("#?"), space0), cut(alt((nothing, map(a_judgement, Some)))));
    let id = terminated(digit1, peek(verify(rest, |rest: &str| rest.starts_with(' '))));
    alt((
        value(Line::Remark, eof),
        map(judgement, Line::Judgement),
        value(Line::Remark, (char('#'), rest)),
        map(delimited(space0, opt(id), rest), |id| Line::Command { id: id.unwrap_or("") }),
    ))
    .parse(input)
}

impl TestFile {
    /// Reads a test file. Lines end in LF or CRLF.
    pub fn parse(text: &str) -> Result<TestFile, TstError> {
        let mut commands: Vec<TestCommand> = Vec::new();
        // Whether the line before this one is a command.
        let mut judgeable = false;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim().replace('\t', " ");
            let judged = std::mem::take(&mut judgeable);
            match parse_all(&line, a_line).map_err(|error| TstError::Line { line: number, error })? {
                Line::Remark => {}
                Line::Command { id } => {
                    judgeable = true;
                    commands.push(TestCommand {
                        line: number,
                        id: id.to_owned(),
                        text: line.clone(),
                        expectation: None,
                    });
                }
                Line::Judgement(judgement) => {
                    let command = commands.last_mut().filter(|_| judged).ok_or(TstError::Stray(number))?;
                    command.expectation =
                        judgement.map(|judgement| Expectation::new(&judgement, number)).transpose()?;
                }
            }
        }
        if commands.is_empty() { Err(TstError::Empty) } else { Ok(TestFile { commands }) }
    }
}

impl Expectation {
    fn new(judgement: &Judgement<'_>, line: usize) -> Result<Expectation, TstError> {
        // By itself first, so that no bracket of the pattern can close the group that is put around it.
        let build = |pattern: &str| RegexBuilder::new(pattern).multi_line(true).dot_matches_new_line(true).build();
        let whole = |_| build(&format!(r"\A(?:{})\z", judgement.pattern));
        let wrong = |error| TstError::Pattern { line, pattern: judgement.pattern.to_owned(), error };
        Ok(Expectation {
            pattern: build(judgement.pattern).and_then(whole).map_err(wrong)?,
            source: judgement.source.to_owned(),
            negated: judgement.negated,
            fails: judgement.fails,
            known_failure: judgement.known_failure,
            ignored: judgement.ignored,
        })
    }

    /// Whether an answer is what it has to be, whatever is known about that.
    pub fn accepts(&self, answer: &Answer) -> bool {
        if !answer.success && !self.fails {
            return false;
        }
        let matched = answer.success != self.fails && self.pattern.is_match(&answer.text);
        matched != self.negated
    }

    /// The expectation as the file says it.
    pub fn source(&self) -> &str {
        &self.source
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &str) -> Expectation {
        TestFile::parse(&format!("10 name\n{text}\n")).unwrap().commands[0].expectation.clone().unwrap()
    }

    fn accepts(text: &str, answer: &str) -> bool {
        only(text).accepts(&Answer::parse(answer).unwrap())
    }

    #[test]
    fn files_hold_commands_and_what_is_expected_of_them() {
        let text =
            "# About.\nnew_game yote\n\n10 play c3\n\t20 legal_moves\t # all\r\n#? [.*]*\n## More.\n30 x\n#?\n1x y\n";
        let file = TestFile::parse(text).unwrap();
        let read: Vec<_> =
            file.commands.iter().map(|c| (c.line, c.id.as_str(), c.text.as_str(), c.expectation.is_some())).collect();
        let expected = [
            (2, "", "new_game yote", false),
            (4, "10", "10 play c3", false),
            (5, "20", "20 legal_moves  # all", true),
            (8, "30", "30 x", false),
            (10, "", "1x y", false),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn patterns_match_the_whole_answer() {
        assert!(accepts("#? [c3|d4]", "=10 d4\n\n"));
        assert!(!accepts("#? [c3|d]", "=10 d4\n\n"));
        assert!(accepts("#?[ a.*b ]", "= a\nb\n\n"), "a dot may be a line feed, blanks around do not count");
        assert!(accepts("#? [[a-c]3 [0-9]]", "= b3 7\n\n"));
        assert!(accepts("#? []", "= \n\n") && !accepts("#? []", "= a\n\n"));
        assert!(accepts("#? [^a$.^b$]", "= a\nb\n\n"), "^ and $ are ends of lines");
    }

    #[test]
    fn negated_patterns_match_what_others_do_not() {
        assert!(accepts("#? [!c3|d4]", "=10 e5\n\n") && !accepts("#? [!c3|d4]", "=10 c3\n\n"));
    }

    #[test]
    fn failures_pass_only_where_they_are_asked_for() {
        assert!(!accepts("#? [.*]", "?10 no\n\n") && !accepts("#? [!x]", "?10 no\n\n"));
        assert!(accepts("#? [?illegal .*]", "?10 illegal move\n\n"));
        assert!(!accepts("#? [?illegal .*]", "=10 illegal move\n\n") && !accepts("#? [?illegal .*]", "? other\n\n"));
        assert!(accepts("#? [!?illegal .*]", "? other\n\n") && accepts("#? [!?illegal .*]", "= fine\n\n"));
    }

    #[test]
    fn marks_are_read_behind_the_bracket() {
        let marks = |text| (only(text).known_failure, only(text).ignored);
        assert_eq!(marks("#? [a]"), (false, false));
        assert_eq!(marks("#? [a]*"), (true, false));
        assert_eq!(marks("#? [a]& "), (false, true));
        assert_eq!(marks("#? [a]&*"), (true, true));
        assert_eq!(only("#? [!a]*").source(), "[!a]*");
    }

    #[test]
    fn what_cannot_be_read_is_said_with_its_line() {
        let error = |text| TestFile::parse(text).unwrap_err().to_string();
        assert_eq!(error("1 a\n#? x\n"), "line 2: expected '[' and a pattern at column 4, found 'x'");
        assert_eq!(error("1 a\n#? [x\n"), "line 2: expected a pattern and ']' at column 5, found 'x'");
        assert_eq!(
            error("1 a\n#? [x]+\n"),
            "line 2: expected '*' (known failure), '&' (not judged) or the end at column 7, found '+'"
        );
        assert_eq!(error("1 a\n#? [(x]\n"), "line 2: '(x' is no regular expression: unclosed group");
        assert_eq!(error("1 a\n#? [x)|(y]\n"), "line 2: 'x)|(y' is no regular expression: unopened group");
        let stray = "a line '#? [...]' has to follow its command directly";
        assert_eq!(error("#? [x]\n"), format!("line 1: {stray}"));
        assert_eq!(error("1 a\n\n#? [x]\n"), format!("line 3: {stray}"));
        assert_eq!(error("1 a\n#? [x]\n#? [y]\n"), format!("line 3: {stray}"));
        assert_eq!(error("# nothing\n"), "no command in it: expected lines such as '10 name' and '#? [coureur]'");
    }
}
