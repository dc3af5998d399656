//! An engine that plays: how it is started, set up for a game, and asked for turns. It is started again whenever it is gone.

use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::clock::Clock;
use super::engine::{Engine, Fault};
use crate::client::{Answer, Invocation, Reply, Stop};
use crate::notation::quote;

/// How often in a row an engine may fail before its game has begun.
const START_ATTEMPTS: u32 = 3;

/// An engine and how it is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// What reports call it.
    pub name: String,
    /// Program and arguments; `None` stands for this program itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
    /// Lines that are sent as they are, once it has started.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<String>,
    /// Options as name and value, sent after those lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The limits sent with each `genmove`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub limit: String,
    /// Its clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
}

/// What an engine is set up for.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The line that starts the game.
    pub new_game: &'a str,
    /// The seed of this game.
    pub seed: u64,
    /// How long an answer may take that no clock or limit is set for.
    pub patience: Duration,
}

/// What keeps an engine from beginning a game.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The program does not start.
    #[error("cannot start {program}: {error}")]
    Program {
        /// Its name.
        program: String,
        /// What the system said.
        error: io::Error,
    },
    /// It refuses what it has to be told.
    #[error("it refuses '{command}': {answer}")]
    Refused {
        /// The command.
        command: String,
        /// Its answer.
        answer: String,
    },
    /// It fails whenever it is started.
    #[error("{START_ATTEMPTS} starts in a row have failed, at last so: {0}")]
    Failing(Fault),
    /// The match is to end.
    #[error("interrupted")]
    Interrupted,
}

/// A turn that an engine has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The turn, as the engine writes it.
    pub turn: String,
    /// What the engine expects of it, 1 a win and 0 a loss, if it says so.
    pub winrate: Option<f64>,
    /// The time that it took.
    pub time: Duration,
}

impl Found {
    /// Reads `info … winrate W …` lines and the `play TURN` behind them; the last word counts.
    fn judged(answer: &Answer, time: Duration) -> Self {
        let info = answer.text.lines().rfind(|line| line.starts_with("info "));
        let mut words = info.unwrap_or_default().split_whitespace().skip_while(|&word| word != "winrate").skip(1);
        let winrate = words.next().and_then(|word| word.parse().ok()).filter(|rate| (0.0..=1.0).contains(rate));
        let last = answer.text.lines().last().unwrap_or_default();
        let turn = last.strip_prefix("play ").unwrap_or(last).trim().to_owned();
        Found { turn, winrate, time }
    }
}

/// An engine that plays.
pub struct Player<'a> {
    spec: &'a EngineSpec,
    stop: &'a Stop,
    engine: Option<Engine>,
    /// Whether its engine has begun no game yet.
    fresh: bool,
    /// Commands that it has refused, so that it is not asked again.
    unknown: Vec<&'static str>,
}

impl<'a> Player<'a> {
    /// A player whose engine is started when it is first needed; `stop` ends all waits.
    pub fn new(spec: &'a EngineSpec, stop: &'a Stop) -> Self {
        Player { spec, stop, engine: None, fresh: true, unknown: Vec::new() }
    }

    /// How it was set up.
    pub fn spec(&self) -> &'a EngineSpec {
        self.spec
    }

    /// Gets the engine to the start of a game, by as many starts as that takes.
    pub fn begin(&mut self, setting: &Setting<'_>) -> Result<(), StartError> {
        let mut failures = 0;
        loop {
            match self.try_to_begin(setting) {
                Err(StartError::Failing(Fault::Interrupted)) => return Err(StartError::Interrupted),
                Err(StartError::Failing(fault)) => {
                    failures += 1;
                    log::warn!("{}: {fault}", self.spec.name);
                    if failures >= START_ATTEMPTS {
                        return Err(StartError::Failing(fault));
                    }
                }
                ended => return ended,
            }
        }
    }

    fn try_to_begin(&mut self, setting: &Setting<'_>) -> Result<(), StartError> {
        if self.engine.is_none() {
            self.start(setting.patience)?;
        }
        if !self.clear(setting)? {
            // It knows no way back to the start: only a new process is there.
            self.quit();
            self.start(setting.patience)?;
            self.clear(setting)?;
        }
        self.fresh = false;
        let chosen = self.spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("seed"));
        if !chosen {
            self.offer("option seed", &format!("option seed {}", setting.seed), setting.patience)?;
        }
        if let Some(clock) = self.spec.clock {
            self.set_clock(clock, setting.patience)?;
        }
        Ok(())
    }

    fn start(&mut self, patience: Duration) -> Result<(), StartError> {
        let words = self.spec.command.as_deref().unwrap_or_default();
        let no_start = |program: &str, error| StartError::Program { program: program.to_owned(), error };
        let invocation = Invocation::new(words).map_err(|error| no_start("this program itself", error))?;
        let engine = Engine::start(&invocation, self.stop);
        let engine = engine.map_err(|error| no_start(&invocation.program, error))?;
        (self.engine, self.fresh) = (Some(engine), true);
        self.unknown.clear();
        for line in &self.spec.init {
            self.demand(line, patience)?;
        }
        for (name, value) in &self.spec.options {
            self.demand(&format!("option {name} {value}"), patience)?;
        }
        Ok(())
    }

    /// Puts the game at its start; `false` when the engine cannot do that without a new process.
    fn clear(&mut self, setting: &Setting<'_>) -> Result<bool, StartError> {
        let refused_before = self.unknown.contains(&"new_game");
        let Some(refusal) = self.offer("new_game", setting.new_game, setting.patience)? else { return Ok(true) };
        // Start-up lines, or an engine that does not have the command: it has learnt its game in another way.
        let knows_its_game = refused_before || !self.spec.init.is_empty() || !self.has("new_game", setting.patience)?;
        if !knows_its_game {
            return Err(StartError::Refused { command: setting.new_game.to_owned(), answer: refusal });
        }
        let cleared = self.offer("clear_board", "clear_board", setting.patience)?.is_none();
        Ok(cleared || self.fresh)
    }

    /// Whether the engine says that it has a command.
    fn has(&mut self, command: &str, patience: Duration) -> Result<bool, StartError> {
        let answer = self.ask(&format!("known_command {command}"), patience).map_err(StartError::Failing)?.answer;
        Ok(answer.success && answer.text.eq_ignore_ascii_case("true"))
    }

    fn set_clock(&mut self, clock: Clock, patience: Duration) -> Result<(), StartError> {
        let (main, increment) = (clock.main.as_secs_f64(), clock.increment.as_secs_f64());
        if !clock.increment.is_zero() {
            let settings = format!("kata-time_settings fischer {main} {increment}");
            if self.offer("kata-time_settings", &settings, patience)?.is_none() {
                return Ok(());
            }
        }
        // No byo-yomi: the increment then is a present that it does not count on. GTP knows whole seconds only.
        let settings = format!("time_settings {} 0 0", clock.main.as_secs().max(1));
        self.offer("time_settings", &settings, patience).map(|_| ())
    }

    /// Sends what the engine must accept.
    fn demand(&mut self, command: &str, patience: Duration) -> Result<(), StartError> {
        let answer = self.ask(command, patience).map_err(StartError::Failing)?.answer;
        if answer.success {
            return Ok(());
        }
        Err(StartError::Refused { command: command.to_owned(), answer: answer.text })
    }

    /// Sends what the engine may refuse, unless it has refused this kind before; gives the refusal, empty if it is an old one.
    fn offer(&mut self, kind: &'static str, command: &str, patience: Duration) -> Result<Option<String>, StartError> {
        if self.unknown.contains(&kind) {
            return Ok(Some(String::new()));
        }
        let answer = self.ask(command, patience).map_err(StartError::Failing)?.answer;
        if answer.success {
            return Ok(None);
        }
        log::info!("{}: {command}: {}", self.spec.name, answer.text);
        self.unknown.push(kind);
        Ok(Some(answer.text))
    }

    /// Tells the engine a turn.
    pub fn play(&mut self, side: &str, turn: &str, patience: Duration) -> Result<(), Fault> {
        let command = format!("play {side} {turn}");
        let answer = self.ask(&command, patience)?.answer;
        if answer.success {
            return Ok(());
        }
        self.engine = None;
        Err(Fault::Protocol(format!("refused the legal turn '{command}': {}", answer.text)))
    }

    /// Tells the engine what is left on its clock, if it listens.
    pub fn time_left(&mut self, side: &str, left: Duration, patience: Duration) -> Result<(), Fault> {
        const KIND: &str = "time_left";
        if self.unknown.contains(&KIND) {
            return Ok(());
        }
        // In tenths where the engine reads them; else in the whole seconds of GTP.
        let exact = format!("time_left {side} {:.2} 0", left.as_secs_f64());
        let whole = format!("time_left {side} {} 0", left.as_secs());
        let (first, second) =
            if self.unknown.contains(&"time fractions") { (whole, None) } else { (exact, Some(whole)) };
        if self.ask(&first, patience)?.answer.success {
            return Ok(());
        }
        if let Some(whole) = second {
            self.unknown.push("time fractions");
            if self.ask(&whole, patience)?.answer.success {
                return Ok(());
            }
        }
        self.unknown.push(KIND);
        Ok(())
    }

    /// Asks for a turn; with `judge` also for what the engine expects of it, if it can say.
    pub fn genmove(&mut self, side: &str, judge: bool, patience: Duration) -> Result<Found, Fault> {
        const JUDGING: &str = "genmove_analyze";
        let Self { spec, .. } = *self;
        let command = |name: &str| format!("{name} {side} {}", spec.limit).trim_end().to_owned();
        if judge && !self.unknown.contains(&JUDGING) {
            let Reply { answer, time, .. } = self.ask(&command(JUDGING), patience)?;
            if answer.success {
                return Ok(Found::judged(&answer, time));
            }
            self.unknown.push(JUDGING);
        }
        let Reply { answer, time, .. } = self.ask(&command("genmove"), patience)?;
        if answer.success {
            return Ok(Found { turn: answer.text, winrate: None, time });
        }
        self.engine = None;
        Err(Fault::Protocol(format!("refused '{}': {}", command("genmove"), answer.text)))
    }

    /// What the engine takes the result to be, if it says so.
    pub fn final_score(&mut self, patience: Duration) -> Option<String> {
        let answer = self.ask("final_score", patience).ok()?.answer;
        answer.success.then_some(answer.text)
    }

    /// Sends a command; an engine that fails at it is gone.
    fn ask(&mut self, command: &str, patience: Duration) -> Result<Reply, Fault> {
        let Some(engine) = &mut self.engine else {
            return Err(Fault::Protocol(format!("is not there to be asked {}", quote(command))));
        };
        engine.ask(command, patience).inspect_err(|_| self.engine = None)
    }

    /// Ends the engine; it is started again when needed.
    pub fn quit(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.quit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judgements_are_read_from_the_last_line_that_has_one() {
        let text = "\ninfo move a1 winrate 0.5 depth 1\ninfo move b2 score 3 winrate 0.02 pv b2 c3\nplay b2";
        let judged = |text: &str| Found::judged(&Answer::parse(&format!("= {text}\n\n")).unwrap(), Duration::ZERO);
        let found = judged(text);
        assert_eq!((found.turn.as_str(), found.winrate), ("b2", Some(0.02)));
        let found = judged("play c3");
        assert_eq!((found.turn.as_str(), found.winrate), ("c3", None));
    }
}
