//! One game: the referee is asked whose turn it is, the engine of that seat for a turn, and the other one is told it.

use std::convert::Infallible;
use std::time::Duration;

use super::engine::Fault;
use super::player::{Found, Player, Setting, StartError};
use super::referee::{Adjudication, Referee, Verdict};
use super::results::{Ending, GameRecord};
use crate::game;
use crate::protocol::command::parse_limits;
use crate::protocol::error::CommandError;

/// What all games of a match have in common.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The game's id.
    pub game: String,
    /// Rule options as name and value.
    pub rules: Vec<(String, String)>,
    /// When a game is ended that the rules would go on with.
    pub adjudication: Adjudication,
    /// Wall-clock time by which an answer may be late before the game is lost on time.
    pub margin: Duration,
    /// How long an engine may be silent, beyond its time, before it has stalled.
    pub patience: Duration,
}

impl Terms {
    /// The line by which an engine is told game and rule options.
    pub fn new_game(&self) -> String {
        let rules: String = self.rules.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        format!("new_game {}{rules}", self.game)
    }

    /// The rule options as pairs of references.
    pub fn rule_pairs(&self) -> Vec<(&str, &str)> {
        self.rules.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 1.
    pub game: u64,
    /// Which of the two engines has the first seat.
    pub first: usize,
    /// The turns that come first.
    pub opening: Vec<String>,
    /// The seed for the engines.
    pub seed: u64,
}

/// Why a game has no result.
#[derive(Debug, thiserror::Error)]
pub enum Abandoned {
    /// The match is to end.
    #[error("interrupted")]
    Interrupted,
    /// An engine does not get as far as the game.
    #[error("{name}: {error}")]
    Start {
        /// The engine.
        name: String,
        /// Why.
        error: StartError,
    },
    /// The referee does not know the game.
    #[error("{0}")]
    Referee(#[from] CommandError),
}

/// How a game ended, before it is written down.
struct End {
    winner: Option<game::Player>,
    ending: Ending,
    reason: String,
    score: Option<String>,
    at_fault: Option<game::Player>,
    exit_code: Option<i32>,
}

impl End {
    fn lost(loser: game::Player, ending: Ending, reason: String) -> Self {
        End { winner: Some(loser.other()), ending, reason, score: None, at_fault: Some(loser), exit_code: None }
    }
}

/// What ends the play of a game.
enum Stop {
    /// Its end.
    End(End),
    /// Something that leaves it without a result.
    Abandoned(Abandoned),
}

impl Stop {
    fn settled(verdict: Verdict, ending: Ending) -> Self {
        let Verdict { winner, reason, score } = verdict;
        Stop::End(End { winner, ending, reason, score, at_fault: None, exit_code: None })
    }

    fn lost(loser: game::Player, ending: Ending, reason: String) -> Self {
        Stop::End(End::lost(loser, ending, reason))
    }

    fn by_fault(loser: game::Player, fault: Fault) -> Self {
        let (ending, exit_code) = match &fault {
            Fault::Crash { code, .. } => (Ending::Crash, *code),
            Fault::Stall { .. } => (Ending::Stall, None),
            Fault::Protocol(_) => (Ending::Protocol, None),
            Fault::Interrupted => return Stop::Abandoned(Abandoned::Interrupted),
        };
        Stop::End(End { exit_code, ..End::lost(loser, ending, fault.to_string()) })
    }
}

/// One side of the table.
struct Seat<'a, 'p> {
    player: &'a mut Player<'p>,
    /// What is left on its clock, if it has one.
    clock: Option<Duration>,
    /// What its turns took.
    times_ms: Vec<f64>,
    /// Its last turns in a row of which it expects nothing.
    hopeless: u32,
}

impl<'a, 'p> Seat<'a, 'p> {
    fn new(player: &'a mut Player<'p>) -> Self {
        let clock = player.spec().clock.map(|clock| clock.main);
        Seat { player, clock, times_ms: Vec::new(), hopeless: 0 }
    }

    fn name(&self) -> String {
        self.player.spec().name.clone()
    }
}

/// A game under way.
struct Table<'a, 'p> {
    terms: &'a Terms,
    first: Seat<'a, 'p>,
    second: Seat<'a, 'p>,
    referee: Referee,
}

/// Plays a game between two engines, given in the order in which the match names them.
pub fn play(terms: &Terms, fixture: &Fixture, players: &mut [Player<'_>; 2]) -> Result<GameRecord, Abandoned> {
    let [a, b] = players;
    let setting = Setting { new_game: &terms.new_game(), seed: fixture.seed, patience: terms.patience };
    for player in [&mut *a, &mut *b] {
        player.begin(&setting).map_err(|error| match error {
            StartError::Interrupted => Abandoned::Interrupted,
            error => Abandoned::Start { name: player.spec().name.clone(), error },
        })?;
    }
    let referee = Referee::new(&terms.game, &terms.rule_pairs(), terms.adjudication)?;
    let (first, second) = if fixture.first == 0 { (a, b) } else { (b, a) };
    let (first, second) = (Seat::new(first), Seat::new(second));
    let mut table = Table { terms, first, second, referee };
    let Err(stop) = table.turns(&fixture.opening);
    match stop {
        Stop::End(end) => Ok(table.record(fixture, end)),
        Stop::Abandoned(why) => Err(why),
    }
}

impl<'a, 'p> Table<'a, 'p> {
    /// Plays turn after turn, until something stops it.
    fn turns(&mut self, opening: &[String]) -> Result<Infallible, Stop> {
        for turn in opening {
            let Some((_, side)) = self.referee.to_move() else { break };
            self.referee.play(turn).map_err(|error| Stop::Abandoned(error.into()))?;
            for seat in game::Player::ALL {
                self.tell(seat, &side, turn)?;
            }
        }
        loop {
            self.turn()?;
        }
    }

    /// Has one turn played.
    fn turn(&mut self) -> Result<(), Stop> {
        if let Some(verdict) = self.referee.verdict() {
            return Err(Stop::settled(verdict, Ending::Rules));
        }
        if let Some(verdict) = self.referee.adjudicated() {
            return Err(Stop::settled(verdict, Ending::Adjudication));
        }
        // Before the end it is always somebody's turn.
        let Some((seat, side)) = self.referee.to_move() else { return Ok(()) };
        let Found { turn: text, winrate, .. } = self.ask(seat, &side)?;
        if text.eq_ignore_ascii_case("resign") {
            return Err(Stop::lost(seat, Ending::Resign, "resigned".to_owned()));
        }
        self.give_up(seat, winrate)?;
        let played = self.referee.play(&text);
        played.map_err(|error| Stop::lost(seat, Ending::IllegalMove, error.to_string()))?;
        let told = self.tell(seat.other(), &side, &text);
        // What an engine does once the game is over changes nothing any more.
        if self.referee.verdict().is_some() { Ok(()) } else { told }
    }

    /// Ends a game that its engine has long thought lost, if that is asked for.
    fn give_up(&mut self, mover: game::Player, winrate: Option<f64>) -> Result<(), Stop> {
        let (Some(limit), Some(winrate)) = (self.terms.adjudication.resignation, winrate) else { return Ok(()) };
        let seat = self.seat(mover);
        seat.hopeless = if winrate <= limit.winrate { seat.hopeless + 1 } else { 0 };
        if seat.hopeless < limit.turns {
            return Ok(());
        }
        let verdict = Verdict { winner: Some(mover.other()), reason: "resign".to_owned(), score: None };
        Err(Stop::settled(verdict, Ending::Adjudication))
    }

    fn tell(&mut self, seat: game::Player, side: &str, turn: &str) -> Result<(), Stop> {
        let patience = self.terms.patience;
        self.seat(seat).player.play(side, turn, patience).map_err(|fault| Stop::by_fault(seat, fault))
    }

    /// Has the engine of a seat find a turn, and stops its time.
    fn ask(&mut self, mover: game::Player, side: &str) -> Result<Found, Stop> {
        let Terms { patience, margin, adjudication, .. } = *self.terms;
        let judge = adjudication.resignation.is_some();
        let lost_by = |fault| Stop::by_fault(mover, fault);
        let seat = self.seat(mover);
        let spec = seat.player.spec();
        let allowed = seat.clock.or_else(|| movetime(&spec.limit));
        let longest = patience.saturating_add(allowed.map_or(Duration::ZERO, |time| time.saturating_add(margin)));
        if let Some(left) = seat.clock {
            seat.player.time_left(side, left, patience).map_err(lost_by)?;
        }
        let found = seat.player.genmove(side, judge, longest).map_err(lost_by)?;
        seat.times_ms.push((found.time.as_secs_f64() * 1e4).round() / 10.0);
        if let Some(time) = allowed.filter(|time| found.time > time.saturating_add(margin)) {
            let late = found.time.saturating_sub(time).as_millis();
            return Err(Stop::lost(mover, Ending::Time, format!("answered {late} ms late")));
        }
        let increment = spec.clock.map(|clock| clock.increment).unwrap_or_default();
        seat.clock = seat.clock.map(|left| left.saturating_sub(found.time).saturating_add(increment));
        Ok(found)
    }

    fn seat(&mut self, seat: game::Player) -> &mut Seat<'a, 'p> {
        match seat {
            game::Player::First => &mut self.first,
            game::Player::Second => &mut self.second,
        }
    }

    /// Writes the game down. Where the rules have ended it the engines are asked what they take the result to be.
    fn record(&mut self, fixture: &Fixture, end: End) -> GameRecord {
        let mut disputes = Vec::new();
        if let (Ending::Rules, Some(score)) = (end.ending, &end.score) {
            for Seat { player, .. } in [&mut self.first, &mut self.second] {
                let claim = player.final_score(self.terms.patience).filter(|claim| !same_score(claim, score));
                disputes.extend(
                    claim.map(|claim| {
                        format!("{} claims the result {claim}, the rules give {score}", player.spec().name)
                    }),
                );
            }
        }
        let mut moves = self.referee.session().history();
        let engines = moves.split_off(fixture.opening.len().min(moves.len()));
        let names = [self.first.name(), self.second.name()];
        let mut name = |seat| self.seat(seat).name();
        GameRecord {
            game: fixture.game,
            winner: end.winner.map(&mut name),
            score: end.score,
            ending: end.ending,
            reason: end.reason,
            fault: end.at_fault.map(&mut name),
            seats: names,
            exit_code: end.exit_code,
            disputes,
            seed: fixture.seed,
            opening: moves,
            moves: engines,
            times_ms: [&mut self.first, &mut self.second].map(|seat| std::mem::take(&mut seat.times_ms)),
        }
    }
}

/// The time that a `movetime` limit allows.
fn movetime(limit: &str) -> Option<Duration> {
    parse_limits(limit).ok()?.limits.movetime
}

/// Whether two results in GTP form say the same; `W+3` and `w+3.0` do.
fn same_score(a: &str, b: &str) -> bool {
    let split = |text: &str| {
        let (winner, margin) = text.split_once('+')?;
        Some((winner.to_ascii_lowercase(), margin.parse::<f64>().ok()?))
    };
    a.eq_ignore_ascii_case(b) || split(a).zip(split(b)).is_some_and(|(a, b)| a == b)
}

#[cfg(test)]
mod tests {
    use super::same_score;

    #[test]
    fn results_are_compared_by_what_they_say() {
        assert!(same_score("W+3", "w+3.0") && same_score("0", "0") && same_score("B+0.5", "B+0.5"));
        assert!(!same_score("W+3", "B+3") && !same_score("W+3", "W+4") && !same_score("0", "W+1"));
        assert!(!same_score("W+Resign", "W+3"));
    }
}
