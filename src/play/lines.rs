//! Where lines come from: a terminal, on which they are edited and remembered, or anything else.

use std::io::{self, BufRead, Read as _};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::command::WORDS;
use crate::protocol::session::Session;

/// Longest line that is read whole, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// Completing stops short of lists that take long to make.
const MOST_TURNS: usize = 5_000;

/// What reading has given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// A line, without its end.
    Line(String),
    /// No more lines: the end of the input, Ctrl-C or Ctrl-D.
    End,
}

/// Something that lines come from.
pub trait Lines {
    /// The next line, asked for with a prompt.
    fn read(&mut self, prompt: &str, session: &dyn Session) -> io::Result<Read>;
}

/// Lines from a file or a pipe. Nobody sees a prompt.
pub struct Piped<R>(pub R);

impl<R: BufRead> Lines for Piped<R> {
    fn read(&mut self, _: &str, _: &dyn Session) -> io::Result<Read> {
        let mut bytes = Vec::new();
        if self.0.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(Read::End);
        }
        Ok(Read::Line(String::from_utf8_lossy(&bytes).into_owned()))
    }
}

/// Lines that are typed.
pub struct Typed {
    editor: Editor<Completion, MemHistory>,
}

impl Typed {
    /// Lines from the terminal.
    pub fn new() -> io::Result<Self> {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor =
            Editor::with_history(config.clone(), MemHistory::with_config(&config)).map_err(io::Error::other)?;
        editor.set_helper(Some(Completion::default()));
        Ok(Typed { editor })
    }
}

impl Lines for Typed {
    fn read(&mut self, prompt: &str, session: &dyn Session) -> io::Result<Read> {
        if let Some(completion) = self.editor.helper_mut() {
            completion.turns = session.first_turns(MOST_TURNS);
        }
        match self.editor.readline(prompt) {
            Ok(line) => Ok(Read::Line(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Read::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// Completes turns and the words of commands.
#[derive(Default)]
struct Completion {
    turns: Vec<String>,
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = crate::notation::fold_case(line.get(..pos).unwrap_or_default());
        let known = self.turns.iter().map(String::as_str).chain(WORDS);
        Ok((0, known.filter(|word| word.starts_with(&typed)).map(str::to_owned).collect()))
    }
}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}
