//! Answers: a sign, an id, and a text up to an empty line.

use std::time::Duration;

use nom::Parser;
use nom::character::complete::{digit0, one_of, space0};
use nom::combinator::{map, rest};
use nom::error::context;

use super::{Deadline, Process, Silence};
use crate::notation::{Parsed, parse_all};

/// An answer taken apart. It is read leniently: whether its form is as it should be is another question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// `=`, not `?`.
    pub success: bool,
    /// The digits behind the sign.
    pub id: String,
    /// The text, without blanks and line ends around it; its lines end in LF.
    pub text: String,
}

impl Answer {
    /// Reads an answer; `None` when it does not begin like one.
    pub fn parse(text: &str) -> Option<Answer> {
        fn an_answer(input: &str) -> Parsed<'_, Answer> {
            let sign = context("= or ?", one_of("=?"));
            map((sign, digit0, space0, rest), |(sign, id, _, text): (char, &str, &str, &str)| Answer {
                success: sign == '=',
                id: id.to_owned(),
                text: text.trim().to_owned(),
            })
            .parse(input)
        }
        parse_all(text, an_answer).ok()
    }
}

/// An answer that came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// All of it, with the empty line at its end; every line ends in LF.
    pub raw: String,
    /// What it says.
    pub answer: Answer,
    /// Wall-clock time from the last command's way out to the answer's last byte in.
    pub time: Duration,
}

impl Process {
    /// The next answer.
    pub fn answer(&mut self, deadline: Deadline) -> Result<Reply, Silence> {
        let mut raw = self.first_line(deadline)?;
        loop {
            raw.push('\n');
            let line = self.line(deadline)?;
            if line.is_empty() {
                break;
            }
            raw.push_str(&line);
            if raw.len() > self.most() {
                return Err(Silence::Endless);
            }
        }
        raw.push('\n');
        match Answer::parse(&raw) {
            Some(answer) => Ok(Reply { raw, answer, time: self.time() }),
            None => Err(Silence::Stray(raw)),
        }
    }

    fn first_line(&mut self, deadline: Deadline) -> Result<String, Silence> {
        const SIGNS: [char; 2] = ['=', '?'];
        loop {
            let line = self.line(deadline)?;
            if line.starts_with(SIGNS) {
                return Ok(line);
            }
            // Empty lines between answers are common, and harmless.
            if !line.trim().is_empty() {
                return Err(Silence::Stray(line));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Answer;

    #[test]
    fn answers_are_taken_apart() {
        let answer = |success, id: &str, text: &str| Some(Answer { success, id: id.to_owned(), text: text.to_owned() });
        assert_eq!(Answer::parse("=12 a b\nc\n\n"), answer(true, "12", "a b\nc"));
        assert_eq!(Answer::parse("= \n\n"), answer(true, "", ""));
        assert_eq!(Answer::parse("? no\n\n"), answer(false, "", "no"));
        assert_eq!(Answer::parse("="), answer(true, "", ""));
        assert_eq!(Answer::parse("= 7\n\n"), answer(true, "", "7"), "behind a blank stands no id");
        assert_eq!(Answer::parse("x"), None);
    }
}
