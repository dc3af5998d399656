//! What lasts between two commands, and what each command does.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::command::{Command, Go, Query};
use super::output::info;
use super::{READY, Refusal, options};
use crate::game::{Outcome, Player};
use crate::protocol::clock::{Clock, Overtime, TimeControl};
use crate::protocol::command::GivenLimits;
use crate::protocol::engine::Engine;
use crate::protocol::error::CommandError;
use crate::protocol::input::Inbox;
use crate::protocol::insight::Insight;
use crate::protocol::session::{Question, Session, open};
use crate::protocol::thinking::{Aim, effective_limits, settings};
use crate::search::Limits;

/// The game on the table, the options, and the rules by which each game is played.
pub struct Table {
    pub(super) engine: Engine,
    game: Option<&'static str>,
    /// What has been said of the rules, by game, as names and values.
    rules: BTreeMap<&'static str, Vec<(String, String)>>,
    /// How many turns the search reports on.
    pub(super) lines: usize,
}

/// What a search needs to know of the world.
pub(super) struct Thinking<'a> {
    /// Raised when the search is to end with what it has.
    pub(super) stop: &'a Arc<AtomicBool>,
    /// When work on it could begin.
    pub(super) since: Instant,
    /// Where further lines arrive.
    pub(super) inbox: &'a Inbox,
    /// Takes lines while the search goes on.
    pub(super) tell: &'a dyn Fn(&str),
}

impl Table {
    /// A table with this game on it, or none, and rule options of it as names and values. Fails when there is no such game or rule.
    pub fn new(game: Option<&str>, rules: &[(&str, &str)]) -> Result<Self, CommandError> {
        let mut table = Table { engine: Engine::default(), game: None, rules: BTreeMap::new(), lines: 1 };
        if let Some(game) = game {
            let session = open(game, rules)?;
            let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
            table.rules.insert(session.info().id, rules.iter().map(own).collect());
            table.put(Some(session));
        }
        Ok(table)
    }

    pub(super) fn game(&self) -> Option<&'static str> {
        self.game
    }

    /// What has been said of the rules of a game.
    pub(super) fn rules_of(&self, game: &str) -> Vec<(&str, &str)> {
        let rules = self.rules.get(game).into_iter().flatten();
        rules.map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }

    /// Puts a game on the table, at its start, or takes it off.
    pub(super) fn choose(&mut self, game: Option<&str>) -> Result<(), CommandError> {
        let session = game.map(|game| open(game, &self.rules_of(&game.to_ascii_lowercase()))).transpose()?;
        self.put(session);
        Ok(())
    }

    /// Changes a rule of a game; if that is on the table it goes back to its start.
    pub(super) fn set_rule(&mut self, game: &'static str, name: &str, value: &str) -> Result<(), CommandError> {
        let mut rules = self.rules.get(game).cloned().unwrap_or_default();
        rules.retain(|(earlier, _)| !earlier.eq_ignore_ascii_case(name));
        rules.push((name.to_owned(), value.to_owned()));
        let pairs: Vec<(&str, &str)> = rules.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let session = open(game, &pairs)?;
        if self.game == Some(game) {
            self.put(Some(session));
        }
        self.rules.insert(game, rules);
        Ok(())
    }

    fn put(&mut self, session: Option<Box<dyn Session>>) {
        self.game = session.as_ref().map(|session| session.info().id);
        self.engine.set_session(session);
    }

    fn session(&mut self) -> Result<&mut dyn Session, Refusal> {
        self.engine.session().map_err(|_| Refusal::NoGame)
    }

    /// Does what a command says; gives the lines to print.
    pub(super) fn run(&mut self, command: &Command<'_>, thinking: &Thinking<'_>) -> Result<Vec<String>, Refusal> {
        match command {
            Command::Ugi => return self.introduce(),
            Command::SetOption { name, value } => options::set(self, name, value)?,
            Command::IsReady => return Ok(vec![READY.to_owned()]),
            Command::NewGame => self.engine.session().into_iter().for_each(|session| session.clear()),
            Command::Position { from, moves } => self.set_position(*from, moves)?,
            Command::Moves(moves) => self.session()?.play_all(moves)?,
            Command::Go(go) => return self.go(go, thinking),
            Command::Query(query) => return self.query(*query).map(|answer| vec![format!("response {answer}")]),
            // The reader has done it, or nothing was to be done.
            Command::Stop | Command::Quit | Command::Unknown(_) => {}
        }
        Ok(Vec::new())
    }

    fn introduce(&self) -> Result<Vec<String>, Refusal> {
        let mut lines = vec![
            concat!("id name ", env!("CARGO_PKG_NAME")).to_owned(),
            concat!("id author the ", env!("CARGO_PKG_NAME"), " authors").to_owned(),
        ];
        lines.extend(options::list(self)?);
        lines.push("ugiok".to_owned());
        Ok(lines)
    }

    /// The old position stays unless all of the new one, moves included, is right.
    fn set_position(&mut self, from: Option<&str>, moves: &[&str]) -> Result<(), Refusal> {
        let game = self.game.ok_or(Refusal::NoGame)?;
        let mut session = open(game, &self.rules_of(game))?;
        if let Some(position) = from {
            session.set_position(position)?;
        }
        session.play_all(moves)?;
        self.engine.set_session(session);
        Ok(())
    }

    fn query(&mut self, query: Query) -> Result<String, Refusal> {
        let session = self.session()?;
        Ok(match (query, session.outcome()) {
            (Query::FirstToMove, _) => (session.seat_to_move() == Some(Player::First)).to_string(),
            (Query::GameOver, outcome) => outcome.is_some().to_string(),
            (Query::Result, None) => "none".to_owned(),
            (Query::Result, Some(Outcome::Win(Player::First))) => "p1win".to_owned(),
            (Query::Result, Some(Outcome::Win(Player::Second))) => "p2win".to_owned(),
            (Query::Result, Some(Outcome::Draw)) => "draw".to_owned(),
        })
    }

    fn go(&mut self, go: &Go, thinking: &Thinking<'_>) -> Result<Vec<String>, Refusal> {
        let nothing = || vec!["bestmove pass".to_owned()];
        let Some(seat) = self.session()?.seat_to_move() else { return Ok(nothing()) };
        let limits = self.bound(go, seat, thinking.since)?;
        if limits.movetime.is_none() && limits.nodes.is_none() && limits.until_depth.is_none() {
            thinking.inbox.until_next_line();
        }
        let (ranked, lines) = (self.lines > 1, Some(self.lines));
        // Whoever asks without an end wants to know, not to play.
        let aim = if go.given.infinite { Aim::Judge } else { Aim::Suggest };
        let settings = settings(&self.engine.options, &GivenLimits { lines, ..go.given }, aim);
        let mut watch = |lines: &[Insight]| lines.iter().for_each(|line| (thinking.tell)(&info(line, ranked)));
        let question = Question { limits, settings, stop: thinking.stop };
        let Some(thought) = self.session()?.think(&question, &mut watch) else { return Ok(nothing()) };
        let last = thought.lines.iter().map(|line| info(line, ranked));
        Ok(last.chain([format!("bestmove {}", thought.turn)]).collect())
    }

    /// What ends a search: the limits given, or the clock of the side to move, or the option's time.
    fn bound(&mut self, go: &Go, seat: Player, since: Instant) -> Result<Limits, Refusal> {
        let mut given = go.given;
        let open_end = given.limits.movetime.is_none() && given.limits.nodes.is_none() && !given.infinite;
        let clock = if open_end { clock(go, seat)? } else { None };
        // Here, unlike in the other protocol, a depth is a limit like any other.
        let until_depth = given.limits.depth;
        given.infinite |= open_end && clock.is_none() && until_depth.is_some();
        self.engine.clocks = clock.map(|clock| [clock; 2]);
        let limits = effective_limits(&mut self.engine, given, since);
        self.engine.clocks = None;
        Ok(Limits { until_depth, ..limits })
    }
}

/// The clock of a seat, if `go` tells of clocks.
fn clock(go: &Go, seat: Player) -> Result<Option<Clock>, CommandError> {
    let own = |times: [Option<_>; 2]| times.into_iter().nth(seat.index()).flatten();
    let told = go.times.iter().chain(&go.increments).any(Option::is_some);
    match own(go.times) {
        None if told => {
            let name = if seat == Player::First { "p1time" } else { "p2time" };
            Err(CommandError::Syntax(format!("expected {name}, the time of the side to move, among the clocks")))
        }
        None => Ok(None),
        Some(main) => {
            let increment = own(go.increments).unwrap_or_default();
            Ok(Some(Clock::new(TimeControl { main, increment, overtime: Overtime::None })))
        }
    }
}
