//! What lasts between two commands: the game on the table, the options, and how the engine was started.

use super::clock::{Clock, TimeControl};
use super::command::parse_line;
use super::commands::{Reply, Request, find};
use super::error::CommandError;
use super::input::{Inbox, Incoming, Job, MAX_LINE};
use super::options::Options;
use super::session::{Session, Side};
use crate::game::Player;
use crate::notation::{Colour, quote};
use crate::picture::text::Look;

/// The engine as the protocol sees it.
#[derive(Default)]
pub struct Engine {
    session: Option<Box<dyn Session>>,
    /// The engine's options.
    pub options: Options,
    /// `black` means the first seat and `white` the second, as match runners for GTP expect.
    pub(super) seats: bool,
    /// Turns are played click by click, as GoGui does.
    pub(super) clicks: bool,
    /// How boards are drawn.
    pub(super) look: Look,
    /// The seats' clocks, if there is a time control.
    pub(super) clocks: Option<[Clock; 2]>,
    control: Option<TimeControl>,
    /// Set by `quit`.
    pub quit: bool,
}

impl Engine {
    /// An engine with a game or without one; `seats` makes black mean the first seat.
    pub fn new(session: Option<Box<dyn Session>>, seats: bool) -> Self {
        Engine { session, seats, ..Engine::default() }
    }

    /// Whether `play`, `undo` and `genmove` deal with single clicks.
    pub fn with_clicks(self, clicks: bool) -> Self {
        Engine { clicks, ..self }
    }

    /// How boards are drawn where nothing else reads the answers than eyes.
    pub fn with_look(self, look: Look) -> Self {
        Engine { look, ..self }
    }

    /// The game on the table.
    pub fn session(&mut self) -> Result<&mut dyn Session, CommandError> {
        match &mut self.session {
            Some(session) => Ok(session.as_mut()),
            None => Err(CommandError::NoGame),
        }
    }

    /// Puts another game on the table, or takes it off.
    pub fn set_session(&mut self, session: impl Into<Option<Box<dyn Session>>>) {
        let before = std::mem::replace(&mut self.session, session.into());
        if let (Some(session), Some(mut before)) = (&mut self.session, before) {
            // UGI sets up a game anew before each turn.
            *session.memory() = std::mem::take(before.memory());
        }
    }

    /// Sets a time control, or none; both clocks begin anew.
    pub(super) fn set_clocks(&mut self, control: Option<TimeControl>) {
        self.control = control;
        self.restart_clocks();
    }

    /// The clock of a seat, if there is a time control.
    pub(super) fn clock(&mut self, seat: Player) -> Option<&mut Clock> {
        self.clocks.as_mut()?.get_mut(seat.index())
    }

    /// Sets both clocks to the beginning of a game.
    pub(super) fn restart_clocks(&mut self) {
        self.clocks = self.control.map(|control| [Clock::new(control); 2]);
    }

    /// The side that a word names, in the game on the table.
    pub fn side(&mut self, word: &str) -> Result<Option<Side>, CommandError> {
        let seats = self.seats;
        Ok(self.session()?.side(word).map(|side| match side {
            Side::Colour(Colour::Black) if seats => Side::Seat(Player::First),
            Side::Colour(Colour::White) if seats => Side::Seat(Player::Second),
            side => side,
        }))
    }

    /// Runs the command on a cleaned line that is not empty; gives its id and its answer. Lines that come before the end of the answer go
    /// to `emit`, with the id.
    pub fn run<'a>(
        &mut self,
        line: &'a str,
        job: &Job,
        inbox: &Inbox,
        emit: &dyn Fn(Option<&str>, &str),
    ) -> (Option<&'a str>, Reply) {
        let line = match parse_line(line) {
            Ok(line) => line,
            Err(error) => return (None, Err(CommandError::Syntax(error.to_string()))),
        };
        let words: Vec<&str> = line.words().collect();
        let request = Request {
            words: &words,
            arguments: line.arguments,
            stop: &job.stop,
            since: job.since,
            inbox,
            emit: &|text| emit(line.id, text),
        };
        let reply = match find(line.name) {
            Some(command) => command.call(self, &request),
            None => Err(CommandError::UnknownCommand(format!("{}: see list_commands", quote(line.name)))),
        };
        (line.id, reply)
    }

    /// Runs the command on one line, here and now; a line without a command is nothing.
    pub fn run_line(&mut self, line: &str) -> Reply {
        let inbox = Inbox::default();
        inbox.push(vec![Incoming::Text(line.to_owned())]);
        inbox.next().map_or(Ok(String::new()), |job| self.run(line, &job, &inbox, &|_, _| {}).1)
    }

    /// The answer to a line that could not be kept.
    pub(super) fn unreadable(line: &Incoming) -> Option<CommandError> {
        match line {
            Incoming::TooLong => Some(CommandError::LineTooLong(MAX_LINE)),
            Incoming::Text(_) => None,
        }
    }
}
