//! Framing of what goes out. Nothing else in the program writes to standard output while commands are served.

use std::io::{self, Write};

use super::error::CommandError;
use super::input::Incoming;
use crate::transcript::Recorder;

/// The only writer of answers: one `=` or `?`, the id, one blank, the text, an empty line, and a flush.
pub struct Responder<W: Write> {
    out: W,
    record: Option<Recorder>,
    /// Lines of the current answer have gone out already.
    begun: bool,
}

impl<W: Write> Responder<W> {
    /// A responder that writes to `out`, and to a record if there is one.
    pub fn new(out: W, record: Option<Recorder>) -> Self {
        Responder { out, record, begun: false }
    }

    /// Records the line that is answered next; `text` is what is left of it when cleaned.
    pub fn record(&mut self, line: &Incoming, text: &str) {
        let Some(record) = &mut self.record else { return };
        match line {
            Incoming::Text(_) => record.command(text),
            Incoming::TooLong => record.remark("A line that was too long, and its answer, are not kept."),
        }
    }

    /// Writes lines of an answer that is not complete yet; they stand below its sign.
    pub fn lines(&mut self, id: Option<&str>, text: &str) -> io::Result<()> {
        let sign = if self.begun { String::new() } else { format!("={} \n", id.unwrap_or("")) };
        self.begun = true;
        let lines: String =
            sanitise(text).lines().filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect();
        self.write(&(sign + &lines))
    }

    /// Writes one whole answer, or what is missing of one.
    pub fn answer(&mut self, id: Option<&str>, result: &Result<String, CommandError>) -> io::Result<()> {
        let (sign, text) = match result {
            Ok(text) => ('=', sanitise(text)),
            Err(error) => ('?', sanitise(&error.to_string())),
        };
        if std::mem::take(&mut self.begun) {
            return self.write(&format!("{text}\n\n"));
        }
        self.write(&format!("{sign}{} {text}\n\n", id.unwrap_or("")))
    }

    /// The one place from which anything goes out.
    fn write(&mut self, text: &str) -> io::Result<()> {
        log::debug!("> {}", text.trim_end());
        if let Some(record) = &mut self.record {
            record.answer(text);
        }
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

/// Text as it may stand in an answer: without empty lines (they would end it), control characters, or blanks at line ends.
/// A first line that is empty stays: the text then begins below the `=`.
fn sanitise(text: &str) -> String {
    let printable = |line: &str| line.chars().filter(|c| !c.is_control()).collect::<String>().trim_end().to_owned();
    text.lines()
        .enumerate()
        .map(|(index, line)| (index, printable(line)))
        .filter(|(index, line)| *index == 0 || !line.is_empty())
        .map(|(_, line)| line)
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(id: Option<&str>, result: Result<&str, CommandError>) -> String {
        let mut out = Vec::new();
        Responder::new(&mut out, None).answer(id, &result.map(str::to_owned)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_blank_follows_the_sign_and_id_even_when_nothing_follows_it() {
        assert_eq!(framed(None, Ok("")), "= \n\n");
        assert_eq!(framed(Some("007"), Ok("2")), "=007 2\n\n");
        assert_eq!(framed(Some("1"), Err(CommandError::NoGame)), "?1 no game: start one with new_game GAME\n\n");
    }

    #[test]
    fn an_answer_can_come_in_pieces() {
        let mut out = Vec::new();
        let mut responder = Responder::new(&mut out, None);
        responder.lines(Some("7"), "info a\n\ninfo b").unwrap();
        responder.lines(Some("7"), "info c ").unwrap();
        responder.answer(Some("7"), &Ok("play d".to_owned())).unwrap();
        responder.answer(None, &Ok("next".to_owned())).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "=7 \ninfo a\ninfo b\ninfo c\nplay d\n\n= next\n\n");
    }

    #[test]
    fn answers_hold_no_empty_lines_and_no_trailing_blanks() {
        assert_eq!(framed(None, Ok("\na  \n\n \nb\n\n")), "= \na\nb\n\n");
        assert_eq!(framed(None, Ok("a\r\nb\u{7}")), "= a\nb\n\n");
    }
}
