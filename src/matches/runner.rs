//! Many games: a queue of them, slots that play them at the same time, and one place where their results arrive.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::game::{Abandoned, Fixture, Terms, play};
use super::openings::{OpeningError, Openings};
use super::player::{EngineSpec, Player};
use super::results::GameRecord;
use crate::client::Stop;
use crate::rng::mix;

/// Bits of a seed: as many as every reader of JSON keeps exactly.
const SEED_BITS: u32 = 53;

/// A match: two engines, and all that their games follow from.
#[derive(Clone, Debug)]
pub struct Match {
    /// What all games have in common.
    pub terms: Terms,
    /// The engines, in the order in which the report names them.
    pub engines: [EngineSpec; 2],
    /// Where openings come from.
    pub openings: Openings,
    /// What openings and the engines' seeds follow from.
    pub seed: u64,
}

/// Why a match ends before its last game.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// An engine does not start, or the referee cannot.
    #[error(transparent)]
    Game(Abandoned),
    /// An opening cannot be had.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

/// How a match went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All games have been played.
    Complete,
    /// Whoever watches the results has seen enough.
    Enough,
    /// The stop was raised from outside.
    Interrupted,
}

impl Match {
    /// The game with this number, from 1. Odd numbers and the even ones behind them are pairs: the same opening, seats exchanged.
    pub fn fixture(&self, game: u64) -> Result<Fixture, OpeningError> {
        let index = game.saturating_sub(1);
        let opening = self.openings.of_pair(index / 2, self.seed, &self.terms.game, &self.terms.rule_pairs())?;
        let seed = mix(mix(self.seed, index), 1) >> (u64::BITS - SEED_BITS);
        Ok(Fixture { game, first: usize::from(index % 2 == 1), opening, seed })
    }

    /// Plays the games with these numbers, so many at a time, and gives each result to `each` as it comes in, until that breaks or
    /// `stop` is raised. Games that are then under way are lost.
    pub fn run(
        &self,
        games: &[u64],
        concurrency: usize,
        stop: &Stop,
        mut each: impl FnMut(GameRecord) -> ControlFlow<()>,
    ) -> Result<Finish, RunError> {
        let queue = Mutex::new(games.iter());
        let (sender, results) = channel();
        let mut played = 0;
        let mut enough = false;
        let mut failed = None;
        thread::scope(|scope| {
            for _ in 0..concurrency.clamp(1, games.len().max(1)) {
                let sender = sender.clone();
                scope.spawn(|| self.slot(&queue, stop, sender));
            }
            drop(sender);
            for result in results {
                match result {
                    Ok(record) => {
                        played += 1;
                        enough |= each(record).is_break();
                    }
                    Err(RunError::Game(Abandoned::Interrupted)) => {}
                    Err(error) => failed = failed.take().or(Some(error)),
                }
                if enough || failed.is_some() {
                    stop.raise();
                }
            }
        });
        match failed {
            Some(error) => Err(error),
            None if enough => Ok(Finish::Enough),
            None if played == games.len() => Ok(Finish::Complete),
            None => Ok(Finish::Interrupted),
        }
    }

    /// Plays games from the queue with two engines of its own.
    fn slot(
        &self,
        queue: &Mutex<std::slice::Iter<'_, u64>>,
        stop: &Stop,
        results: Sender<Result<GameRecord, RunError>>,
    ) {
        let mut players = self.engines.each_ref().map(|spec| Player::new(spec, stop));
        let next = || queue.lock().ok().and_then(|mut queue| queue.next().copied());
        while !stop.is_raised() {
            let Some(game) = next() else { break };
            let result = self
                .fixture(game)
                .map_err(RunError::from)
                .and_then(|fixture| play(&self.terms, &fixture, &mut players).map_err(RunError::Game));
            let failed = result.is_err();
            if results.send(result).is_err() || failed {
                break;
            }
        }
        for player in &mut players {
            player.quit();
        }
    }
}
