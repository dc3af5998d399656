//! A game at the terminal: people and the engine at one table.
//!
//! The rules are the session's business and thinking is the search's; here is only who sits where, and what is said.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod command;
mod keep;
pub mod lines;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::ProgressBar;

use crate::game::Player;
use crate::notation::{fold_case, quote};
use crate::picture::text::{self, Look};
use crate::protocol::session::{Question, Session};
use crate::search::{Limits, Settings};
use command::Command;
use lines::{Lines, Read};

/// Turns that are listed at once.
const MOST_LISTED: usize = 200;

/// Columns of a list.
const COLUMNS: usize = 78;

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// Somebody who types.
    Person,
    /// The program.
    Engine,
}

/// What reaches a table from outside while somebody thinks.
#[derive(Debug, Default)]
pub struct Interrupt {
    /// Raised to end a search, and the game with it.
    pub stop: Arc<AtomicBool>,
    /// Whether a search is running.
    pub thinking: AtomicBool,
}

/// Who plays, and how.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The first and the second seat.
    pub seats: [Sitter; 2],
    /// How long the engine thinks.
    pub limits: Limits,
    /// How it thinks.
    pub settings: Settings,
    /// How boards are drawn.
    pub look: Look,
    /// Whether somebody watches who wants to see that the engine thinks.
    pub watched: bool,
}

/// A game being played.
pub struct Table {
    session: Box<dyn Session>,
    setting: Setting,
    interrupt: Arc<Interrupt>,
    /// The position string with which the game began, unless that was the start.
    begun_from: Option<String>,
    /// Who has made each turn.
    movers: Vec<Player>,
    /// Whether the engine says its turns aloud, because the person does.
    aloud: bool,
    /// The file to which the game has been saved, and how many turns it had.
    saved: Option<(PathBuf, usize)>,
    /// Whether the board has changed since it was shown.
    changed: bool,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    Leave,
}

impl Table {
    /// A table with this game on it.
    pub fn new(session: Box<dyn Session>, setting: Setting, interrupt: Arc<Interrupt>) -> Self {
        let (begun_from, movers) = (None, Vec::new());
        Table { session, setting, interrupt, begun_from, movers, aloud: false, saved: None, changed: true }
    }

    /// The same, the game on it having begun from a set position.
    pub fn begun_from(self, position: Option<String>) -> Self {
        Table { begun_from: position, ..self }
    }

    /// Plays until somebody leaves, or until there is nobody to type.
    pub fn run(&mut self, input: &mut dyn Lines, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: type a turn, or help.", self.session.info().title)?;
        let attended = self.setting.seats.contains(&Sitter::Person);
        loop {
            let over = self.session.game_over().is_some();
            if over && !attended {
                return self.show(out);
            }
            let next = match self.to_move() {
                (Some(seat), name) if !over && self.sitter(seat) == Sitter::Engine => self.think(seat, &name, out)?,
                (seat, name) => self.ask(seat, &name, input, out)?,
            };
            out.flush()?;
            if next == Next::Leave {
                return self.part(out);
            }
        }
    }

    fn sitter(&self, seat: Player) -> Sitter {
        let [first, second] = self.setting.seats;
        match seat {
            Player::First => first,
            Player::Second => second,
        }
    }

    /// The seat to move, if any is, and what it is called.
    fn to_move(&self) -> (Option<Player>, String) {
        let (text, seat) = (self.session.side_to_move(), self.session.seat_to_move());
        let name = match (text.split_once(' '), seat) {
            (Some((colour, _)), _) if colour != "-" => colour.to_owned(),
            (_, Some(seat)) => seat.to_string(),
            (_, None) => "over".to_owned(),
        };
        (seat, name)
    }

    /// Shows the board if it is not the one that was shown last.
    fn show(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.changed {
            return Ok(());
        }
        self.changed = false;
        writeln!(out)?;
        let board = text::draw(&self.session.picture(), self.setting.look);
        board.lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))?;
        if let Some(score) = self.session.final_score(false) {
            writeln!(out, "result {score}")?;
        }
        writeln!(out)
    }

    /// Lets the engine make a turn.
    fn think(&mut self, seat: Player, name: &str, out: &mut dyn Write) -> io::Result<Next> {
        out.flush()?;
        let Some(turn) = self.search(true) else { return Ok(Next::Leave) };
        self.movers.push(seat);
        self.changed = true;
        match self.session.say(&turn).filter(|_| self.aloud) {
            Some(said) => writeln!(out, "{name} says: {said}")?,
            None => writeln!(out, "{name} plays {turn}")?,
        }
        // An interrupt ends the search, and the evening.
        Ok(if self.interrupt.stop.load(Ordering::Relaxed) { Next::Leave } else { Next::Continue })
    }

    fn search(&mut self, play: bool) -> Option<String> {
        let spinner = self.setting.watched.then(|| ProgressBar::new_spinner().with_message("thinking"));
        if let Some(spinner) = &spinner {
            spinner.enable_steady_tick(Duration::from_millis(100));
        }
        self.interrupt.thinking.store(true, Ordering::Relaxed);
        let Setting { limits, settings, .. } = self.setting;
        let question = Question { limits, settings, stop: &self.interrupt.stop };
        let thought = self.session.think(&question, &mut |_| {});
        self.interrupt.thinking.store(false, Ordering::Relaxed);
        if let Some(spinner) = spinner {
            spinner.finish_and_clear();
        }
        let thought = thought?;
        if play {
            self.session.play_thought().ok()?;
        }
        Some(thought.turn)
    }

    /// Lets a person type.
    fn ask(
        &mut self,
        seat: Option<Player>,
        name: &str,
        input: &mut dyn Lines,
        out: &mut dyn Write,
    ) -> io::Result<Next> {
        self.show(out)?;
        out.flush()?;
        let line = match input.read(&format!("{name}> "), self.session.as_ref())? {
            Read::Line(line) => line,
            Read::End => return Ok(Next::Leave),
        };
        let line = crate::protocol::command::clean(&line);
        if line.is_empty() {
            return Ok(Next::Continue);
        }
        match Command::of(&line) {
            Some(Ok(command)) => self.obey(&command, name, out),
            Some(Err(error)) => {
                writeln!(out, "I cannot read that: {error}.")?;
                Ok(Next::Continue)
            }
            None => {
                self.play(seat, &line, out)?;
                Ok(Next::Continue)
            }
        }
    }

    /// Plays what was typed, or says which rule forbids it.
    fn play(&mut self, seat: Option<Player>, typed: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(seat) = seat else {
            return writeln!(out, "The game is over: you may undo, save FILE, or quit.");
        };
        let verdict = self.session.explain(typed);
        if let Err(error) = self.session.play(typed) {
            let reason = verdict.split_once(": ").map_or(error.to_string(), |(_, reason)| reason.to_owned());
            let help = if reason.starts_with("expected") { " Type help for what else can be typed." } else { "" };
            return writeln!(out, "That cannot be played: {reason}.{help}");
        }
        self.movers.push(seat);
        self.changed = true;
        if self.session.say(typed).is_some() {
            self.aloud = self.session.history().last().is_some_and(|written| *written != fold_case(typed));
        }
        Ok(())
    }

    fn obey(&mut self, command: &Command<'_>, name: &str, out: &mut dyn Write) -> io::Result<Next> {
        match *command {
            Command::Help => out.write_all(command::HELP.as_bytes())?,
            Command::Board => {
                self.changed = true;
                self.show(out)?;
            }
            Command::Hint => match self.search(false) {
                Some(turn) => writeln!(out, "The engine would play {turn}.")?,
                None => writeln!(out, "The game is over.")?,
            },
            Command::Moves(beginning) => self.list(beginning, out)?,
            Command::Undo(count) => self.undo(count, out)?,
            Command::Why => match self.session.explain_last() {
                Some(reasons) => writeln!(out, "{reasons}")?,
                None => writeln!(out, "The engine has not thought about a turn yet.")?,
            },
            Command::Score => writeln!(out, "{}", self.session.score())?,
            Command::History => writeln!(out, "{}", self.session.history().join(" "))?,
            Command::Rules => self.rules(out)?,
            Command::Save(path) => self.save(path, out)?,
            Command::Resign => {
                writeln!(out, "{name} resigns.")?;
                return Ok(Next::Leave);
            }
            Command::Quit => return Ok(Next::Leave),
        }
        // A hint may have been interrupted.
        Ok(if self.interrupt.stop.load(Ordering::Relaxed) { Next::Leave } else { Next::Continue })
    }

    /// The rule options, and where the rules stand.
    fn rules(&self, out: &mut dyn Write) -> io::Result<()> {
        for rule in self.session.rules() {
            writeln!(out, "{}={} ({}): {}", rule.name, rule.value, rule.values, rule.about)?;
        }
        writeln!(out, "'coureur rules {}' prints the rules of the game.", self.session.info().id)
    }

    /// Lists the legal turns that begin like this.
    fn list(&self, beginning: &str, out: &mut dyn Write) -> io::Result<()> {
        let turns = match self.session.legal_turns() {
            Ok(turns) => turns,
            Err(error) => return writeln!(out, "They cannot be listed: {error}."),
        };
        let beginning = fold_case(beginning);
        let fitting: Vec<&String> = turns.iter().filter(|turn| turn.starts_with(&beginning)).collect();
        let mut line = String::new();
        for turn in fitting.iter().take(MOST_LISTED) {
            if line.len() + turn.len() >= COLUMNS && !line.is_empty() {
                writeln!(out, "{line}")?;
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(turn);
        }
        if !line.is_empty() {
            writeln!(out, "{line}")?;
        }
        match (fitting.len(), fitting.len().saturating_sub(MOST_LISTED)) {
            (0, _) if beginning.is_empty() => writeln!(out, "There is no legal turn: the game is over."),
            (0, _) => writeln!(out, "No legal turn begins with {}.", quote(&beginning)),
            (count, 0) => writeln!(out, "{count} in all."),
            (count, _) => writeln!(out, "{count} in all; 'moves TEXT' lists those that begin with TEXT."),
        }
    }

    /// Takes back turns until so many of people have been taken back.
    fn undo(&mut self, count: usize, out: &mut dyn Write) -> io::Result<()> {
        let persons = |(index, seat): (usize, &Player)| (self.sitter(*seat) == Sitter::Person).then_some(index);
        let mut theirs = self.movers.iter().enumerate().rev().filter_map(persons);
        let Some(keep) = count.checked_sub(1).and_then(|before| theirs.nth(before)) else {
            let played = self.movers.iter().filter(|&&seat| self.sitter(seat) == Sitter::Person).count();
            return match played {
                0 => writeln!(out, "That cannot be taken back: you have not played a turn."),
                1 => writeln!(out, "That cannot be taken back: you have played one turn."),
                _ => writeln!(out, "That cannot be taken back: you have played {played} turns."),
            };
        };
        match self.session.undo(self.movers.len() - keep) {
            Ok(()) => {
                self.movers.truncate(keep);
                self.changed = true;
                Ok(())
            }
            Err(error) => writeln!(out, "That cannot be taken back: {error}."),
        }
    }

    /// Writes the game to a file. Only one that this game was saved to is written over.
    fn save(&mut self, path: &str, out: &mut dyn Write) -> io::Result<()> {
        let path = PathBuf::from(path);
        let again = self.saved.as_ref().is_some_and(|(saved, _)| *saved == path);
        let game = keep::transcript(self.session.as_ref(), self.begun_from.as_deref());
        match keep::write(&path, &game, again) {
            Ok(()) => {
                let turns = self.movers.len();
                let noun = if turns == 1 { "turn" } else { "turns" };
                writeln!(out, "Saved {turns} {noun}. 'coureur show {}' shows them.", path.display())?;
                self.saved = Some((path, turns));
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                writeln!(out, "{} exists already: name another file.", path.display())
            }
            Err(error) => writeln!(out, "{} cannot be written: {error}.", path.display()),
        }
    }

    /// Says good-bye, and which turns would otherwise be lost.
    fn part(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let turns = self.session.history();
        if !turns.is_empty() && self.saved.as_ref().is_none_or(|(_, saved)| *saved != turns.len()) {
            writeln!(out, "The turns of this game: {}", turns.join(" "))?;
        }
        writeln!(out, "Good-bye.")?;
        out.flush()
    }
}
