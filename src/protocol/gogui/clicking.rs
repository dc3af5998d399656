//! A game at the table that is played click by click.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::super::error::CommandError;
use super::super::session::{GameSession, Question, Session, Side};
use super::point_name;
use crate::clicks::{Click, Clicking, Clicks, Completion, Mark, Step, shown_colour, split};
use crate::geometry::Square;
use crate::notation::{Colour, colour_word, read_turn};
use crate::record::{MAX_TURNS, Record};
use crate::search::{Limits, Settings};

/// Most points that a refusal names.
const MOST_NAMED: usize = 8;

/// A click that may come next, and what it stands for where that has a word.
pub type NextClick = (Click, Option<&'static str>);

/// A game as GoGui sees it. Whatever fails has changed nothing.
pub trait ByClicks {
    /// The clicks that may come next; none when the game is over.
    fn next_clicks(&self) -> Vec<NextClick>;
    /// The clicks of the turn that is half made.
    fn half_made(&self) -> Vec<Click>;
    /// Those of them that have not changed the board yet.
    fn open_clicks(&self) -> Vec<Click>;
    /// Makes a click of the side to move.
    fn click(&mut self, click: Click) -> Result<(), CommandError>;
    /// Takes back clicks, all or none.
    fn undo_clicks(&mut self, count: usize) -> Result<(), CommandError>;
    /// Fails unless it is this side's turn, or the game is over.
    fn check_clicker(&self, side: Side) -> Result<(), CommandError>;
    /// Finds the next click and, if asked to, makes it. `None` when the game is over. Only the first click of a turn takes thinking.
    fn think_click(
        &mut self,
        limits: &Limits,
        settings: &Settings,
        stop: &Arc<AtomicBool>,
        play: bool,
    ) -> Option<Click>;
    /// The colour that is to move; of a game that is over, the one that would be.
    fn colour_to_move(&self) -> Colour;
    /// The colour of the stone shown on a square.
    fn stone_on(&self, at: Square) -> Option<Colour>;
    /// What else the board shows.
    fn marks(&self) -> Vec<Mark>;
    /// One line about what is to do, or the result.
    fn note(&self) -> String;
    /// The last whole turn: in words, and the points that were clicked.
    fn last_turn(&self) -> Option<(String, Vec<Click>)>;
    /// The result in words, once the game is over.
    fn result(&self) -> Option<String>;
}

/// What a session remembers of clicks.
pub(in super::super) struct ClickMemory<G: Clicks> {
    /// The turn that is half made.
    half: Option<Clicking<G>>,
    /// How the last turns were clicked, the last one last. Turns that came otherwise are not here.
    log: Vec<Vec<Click>>,
    /// The turn that the search has found, of which clicks may still be open.
    plan: Option<Plan<G>>,
}

/// A turn to be clicked in a position.
struct Plan<G> {
    position: G,
    clicks: Vec<Click>,
}

impl<G: Clicks> Default for ClickMemory<G> {
    fn default() -> Self {
        ClickMemory { half: None, log: Vec::new(), plan: None }
    }
}

impl<G: Clicks> ClickMemory<G> {
    /// Forgets all clicks, since turns have come or gone otherwise. A plan is kept: it says itself where it belongs.
    pub(in super::super) fn forget(&mut self) {
        self.half = None;
        self.log.clear();
    }

    fn remember(&mut self, clicks: &[Click]) {
        if self.log.len() >= MAX_TURNS {
            self.log.drain(..MAX_TURNS / 2);
        }
        self.log.push(clicks.to_vec());
    }
}

impl<G: Clicks> GameSession<G> {
    /// The turn to be clicked on.
    fn clicking(&self) -> Clicking<G> {
        self.clicks.half.clone().unwrap_or_else(|| Clicking::new(self.record.position().clone()))
    }

    /// The board as it is shown, decisions of a half-made turn included.
    fn shown(&self) -> &G {
        self.clicks.half.as_ref().map_or(self.record.position(), Clicking::position)
    }

    /// The clicks of the turn that was played so many turns before the last one.
    fn clicks_of(&self, back: usize) -> Option<Vec<Click>> {
        let index = self.record.len().checked_sub(back + 1)?;
        let logged = self.clicks.log.len().checked_sub(back + 1).and_then(|index| self.clicks.log.get(index));
        logged.cloned().or_else(|| self.record.turns().nth(index).map(|(before, turn)| split(before, turn)))
    }

    /// Goes on clicking the turn that begins now.
    fn reclick(&mut self, clicks: &[Click]) {
        let mut turn = Clicking::new(self.record.position().clone());
        let made = clicks.iter().all(|&click| turn.click(click));
        self.clicks.half = Some(turn).filter(|turn| made && turn.is_half_made());
    }

    fn refusal(&self, click: Click) -> CommandError {
        let next = self.next_clicks();
        let name = |&(click, word): &NextClick| match word {
            Some(word) => format!("{} ({word})", point_name(click)),
            None => point_name(click),
        };
        let named: Vec<String> = next.iter().take(MOST_NAMED).map(name).collect();
        let more = match next.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!(" or one of {more} more"),
        };
        let clicked = point_name(click);
        CommandError::IllegalMove(format!(
            "{clicked}: no legal turn goes on there: expected {}{more}",
            named.join(", ")
        ))
    }

    /// The rest of a turn that was planned and has been clicked so far as planned.
    fn planned(&self, turn: &Clicking<G>) -> Option<Click> {
        let plan = self.clicks.plan.as_ref().filter(|plan| plan.position == *self.record.position())?;
        plan.clicks.strip_prefix(turn.clicks())?.first().copied()
    }

    /// Thinks about the turn, or what is left of it, and plans its clicks.
    fn plan(&mut self, limits: &Limits, settings: &Settings, stop: &Arc<AtomicBool>) -> Option<()> {
        let turn = self.clicking();
        let clicks = if turn.is_half_made() {
            let record = Record::new(Completion::Clicking(turn.clone()));
            // This record does not know how long the game has been.
            let settings = Settings { contempt: 0, ..*settings };
            let rest = self.memory.think(&record, limits, &settings, stop, &mut |_| {})?.best();
            let click = |step: &Step<G::Move>| match step {
                Step::Click(click) => Some(*click),
                Step::Move(_) => None,
            };
            turn.clicks().iter().copied().chain(rest.iter().filter_map(click)).collect()
        } else {
            let question = Question { limits: *limits, settings: *settings, stop };
            let turn = self.think(&question, &mut |_| {})?.turn;
            let position = self.record.position();
            split(position, &read_turn(position, &turn).ok()?)
        };
        self.clicks.plan = Some(Plan { position: self.record.position().clone(), clicks });
        Some(())
    }
}

impl<G: Clicks> ByClicks for GameSession<G> {
    fn next_clicks(&self) -> Vec<NextClick> {
        if self.record.outcome().is_some() { Vec::new() } else { self.clicking().next() }
    }

    fn half_made(&self) -> Vec<Click> {
        self.clicks.half.as_ref().map(|turn| turn.clicks().to_vec()).unwrap_or_default()
    }

    fn open_clicks(&self) -> Vec<Click> {
        self.clicks.half.as_ref().map(|turn| turn.open_clicks().to_vec()).unwrap_or_default()
    }

    fn click(&mut self, click: Click) -> Result<(), CommandError> {
        if self.record.outcome().is_some() {
            return match click {
                Click::Pass => Ok(()),
                Click::On(_) => self.play(&point_name(click)),
            };
        }
        let mut turn = self.clicking();
        if !turn.click(click) {
            return Err(self.refusal(click));
        }
        if turn.is_half_made() {
            self.clicks.half = Some(turn);
        } else {
            self.record.play(turn.turn().clone());
            self.clicks.half = None;
            self.clicks.remember(turn.clicks());
        }
        Ok(())
    }

    fn undo_clicks(&mut self, count: usize) -> Result<(), CommandError> {
        let mut clicks = self.half_made();
        let mut turns = 0;
        let mut missing = count;
        while missing > clicks.len() {
            missing -= clicks.len();
            clicks = self.clicks_of(turns).ok_or_else(|| match count - missing {
                0 => {
                    CommandError::CannotUndo("nothing has been clicked since the start or the set position".to_owned())
                }
                made => CommandError::CannotUndo(format!("{count} clicks asked for, expected 1 to {made}")),
            })?;
            turns += 1;
        }
        if count == 0 || !self.record.undo(turns) {
            return Err(CommandError::CannotUndo("0 clicks asked for, expected 1 or more".to_owned()));
        }
        let left = self.clicks.log.len().saturating_sub(turns);
        self.clicks.log.truncate(left);
        clicks.truncate(clicks.len() - missing);
        self.reclick(&clicks);
        Ok(())
    }

    fn check_clicker(&self, side: Side) -> Result<(), CommandError> {
        let to_move = self.record.position().to_move();
        let fits = match side {
            Side::Seat(seat) => seat == to_move,
            Side::Colour(colour) => colour == self.colour_to_move(),
        };
        if fits || self.record.outcome().is_some() {
            return Ok(());
        }
        let word = match side {
            Side::Seat(_) => to_move.to_string(),
            Side::Colour(_) => colour_word::<G>(self.colour_to_move()).to_owned(),
        };
        Err(CommandError::WrongSide(format!("{word} to move")))
    }

    fn think_click(
        &mut self,
        limits: &Limits,
        settings: &Settings,
        stop: &Arc<AtomicBool>,
        play: bool,
    ) -> Option<Click> {
        if self.record.outcome().is_some() {
            return None;
        }
        let turn = self.clicking();
        let begun = Some(&turn).filter(|turn| turn.is_half_made());
        let click = match begun.and_then(|turn| self.planned(turn)) {
            Some(click) => click,
            None => {
                self.plan(limits, settings, stop)?;
                self.planned(&turn)?
            }
        };
        if play {
            self.click(click).ok()?;
        }
        Some(click)
    }

    fn colour_to_move(&self) -> Colour {
        shown_colour(self.record.position())
    }

    fn stone_on(&self, at: Square) -> Option<Colour> {
        self.shown().stone_on(at)
    }

    fn marks(&self) -> Vec<Mark> {
        self.shown().marks()
    }

    fn note(&self) -> String {
        self.result().unwrap_or_else(|| self.shown().note())
    }

    fn last_turn(&self) -> Option<(String, Vec<Click>)> {
        let index = self.record.len().checked_sub(1)?;
        let text = self.record.turns().nth(index).map(|(before, turn)| before.write_turn(turn))?;
        Some((text, self.clicks_of(0)?))
    }

    fn result(&self) -> Option<String> {
        let outcome = self.record.outcome()?;
        let reason = Self::end_of(&self.record);
        let Some(colour) = self.winner(outcome) else { return Some(format!("A draw ({reason})")) };
        let margin = self.margin(outcome).map(|margin| format!(" by {margin}")).unwrap_or_default();
        let mut word = colour_word::<G>(colour).to_owned();
        if let Some(first) = word.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        Some(format!("{word} wins{margin} ({reason})"))
    }
}
