//! A game so far: where it began, the turns played, and the ends that need a memory of them.

use std::ops::ControlFlow;

use crate::game::{Game, Outcome, Rules, Turn};

/// Turns that a record remembers. A longer game forgets its oldest turns, so that memory stays bounded; they can then no
/// longer be taken back and no longer count as occurrences.
pub const MAX_TURNS: usize = 100_000;

/// A game from its first position on.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// The position before the first remembered turn and after each of them: one more than `turns`.
    positions: Vec<G>,
    turns: Vec<Turn<G>>,
    /// The repetition key of each position.
    keys: Vec<u64>,
}

impl<G: Game> Record<G> {
    /// A record that begins with `position`.
    pub fn new(position: G) -> Self {
        let key = position.repetition_key();
        Record { positions: vec![position], turns: Vec::new(), keys: vec![key] }
    }

    /// The position now.
    pub fn position(&self) -> &G {
        // Never empty: built with one, and `undo` keeps the first.
        &self.positions[self.positions.len() - 1]
    }

    /// The positions of the game so far, the current one last.
    pub fn positions(&self) -> impl Iterator<Item = &G> {
        self.positions.iter()
    }

    /// The turns played, each with the position before it.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = (&G, &Turn<G>)> {
        self.positions.iter().zip(&self.turns)
    }

    /// Number of turns that can be taken back.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether no turn has been played.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// The repetition keys of all positions, the current one last.
    pub fn repetition_keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a legal turn.
    pub fn play(&mut self, turn: Turn<G>) {
        let mut next = self.position().clone();
        for &mv in &turn {
            next.play_unchecked(mv);
        }
        self.keys.push(next.repetition_key());
        self.positions.push(next);
        self.turns.push(turn);
        if self.turns.len() > MAX_TURNS {
            let forgotten = MAX_TURNS / 2;
            self.positions.drain(..forgotten);
            self.turns.drain(..forgotten);
            self.keys.drain(..forgotten);
        }
    }

    /// Takes back `count` turns, or none and says `false` if there are fewer.
    pub fn undo(&mut self, count: usize) -> bool {
        let Some(left) = self.turns.len().checked_sub(count) else { return false };
        self.turns.truncate(left);
        self.positions.truncate(left + 1);
        self.keys.truncate(left + 1);
        true
    }

    /// Whether the current position has occurred as often as the rules allow.
    pub fn is_repetition(&self) -> bool {
        repetition_reached(self.position(), &self.keys)
    }

    /// The result, if the game is over: by its position, or else by repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        position.outcome().or_else(|| self.is_repetition().then(|| position.settle()))
    }
}

/// Whether the last of `keys`, which belongs to `position`, stands among them as often as the rules allow.
pub fn repetition_reached<G: Game>(position: &G, keys: &[u64]) -> bool {
    let limit = usize::from(position.rules().repetition());
    let Some((last, _)) = keys.split_last() else { return false };
    if limit == 0 {
        return false;
    }
    let mut seen = 0;
    keys.iter()
        .rev()
        .try_for_each(|key| {
            seen += usize::from(key == last);
            if seen >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
}
