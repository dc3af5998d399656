//! Searching for the rest of a turn that somebody has begun to click.

use std::ops::ControlFlow;

use super::{Click, Clicking, Clicks};
use crate::game::{Features, Game, Known, LEVELS, Method, Outcome, Player, Strength};
use crate::rng::{Rng, mix};

/// A game that begins within a turn: first the clicks that complete it, then the game's own decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion<G: Clicks> {
    /// The turn is not complete.
    Clicking(Clicking<G>),
    /// It is.
    Playing(G),
}

/// A decision of a [`Completion`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step<M> {
    /// A click of the turn that had been begun.
    Click(Click),
    /// A decision after it.
    Move(M),
}

impl<G: Clicks> Completion<G> {
    fn position(&self) -> &G {
        match self {
            Completion::Clicking(turn) => turn.position(),
            Completion::Playing(position) => position,
        }
    }
}

impl<G: Clicks> Game for Completion<G> {
    type Move = Step<G::Move>;
    type Rules = G::Rules;

    fn start(rules: G::Rules) -> Self {
        Completion::Playing(G::start(rules))
    }

    fn rules(&self) -> G::Rules {
        self.position().rules()
    }

    fn to_move(&self) -> Player {
        self.position().to_move()
    }

    fn in_turn(&self) -> bool {
        match self {
            Completion::Clicking(_) => true,
            Completion::Playing(position) => position.in_turn(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self {
            Completion::Clicking(_) => None,
            Completion::Playing(position) => position.outcome(),
        }
    }

    fn settle(&self) -> Outcome {
        self.position().settle()
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        match self {
            Completion::Clicking(turn) => turn.next().into_iter().try_for_each(|(click, _)| visit(Step::Click(click))),
            Completion::Playing(position) => position.for_each_move(|mv| visit(Step::Move(mv))),
        }
    }

    fn play_unchecked(&mut self, step: Self::Move) {
        match (&mut *self, step) {
            (Completion::Clicking(turn), Step::Click(click)) => {
                turn.click(click);
                if !turn.is_half_made() {
                    *self = Completion::Playing(turn.position().clone());
                }
            }
            (Completion::Playing(position), Step::Move(mv)) => position.play_unchecked(mv),
            // Never legal.
            (Completion::Clicking(_), Step::Move(_)) | (Completion::Playing(_), Step::Click(_)) => {}
        }
    }

    fn key(&self) -> u64 {
        let Completion::Clicking(turn) = self else { return self.position().key() };
        turn.clicks().iter().fold(turn.position().key(), |key, click| match click {
            Click::On(square) => mix(key, u64::from(square.file) << 8 | u64::from(square.rank)),
            Click::Pass => mix(key, u64::MAX),
        })
    }

    fn repetition_key(&self) -> u64 {
        self.position().repetition_key()
    }

    fn random_move(&self, rng: &mut Rng) -> Option<Self::Move> {
        match self {
            Completion::Clicking(turn) => {
                let next = turn.next();
                next.get(rng.below(next.len() as u32) as usize).map(|&(click, _)| Step::Click(click))
            }
            Completion::Playing(position) => position.random_move(rng).map(Step::Move),
        }
    }

    const METHOD: Method = G::METHOD;
    const LEVELS: [Strength; LEVELS] = G::LEVELS;
    const WEIGHTS: &'static [i32] = G::WEIGHTS;
    const JUDGEMENTS: &'static [&'static str] = G::JUDGEMENTS;

    fn evaluate(&self) -> i32 {
        self.position().evaluate()
    }

    fn features(&self) -> Features {
        self.position().features()
    }

    const AMAF: usize = G::AMAF;

    fn amaf(step: Self::Move) -> Option<u16> {
        match step {
            Step::Move(mv) => G::amaf(mv),
            Step::Click(_) => None,
        }
    }

    fn promise(&self, step: Self::Move) -> i32 {
        match (self, step) {
            (Completion::Playing(position), Step::Move(mv)) => position.promise(mv),
            _ => 0,
        }
    }

    fn is_tactical(&self, step: Self::Move) -> bool {
        match (self, step) {
            (Completion::Playing(position), Step::Move(mv)) => position.is_tactical(mv),
            _ => false,
        }
    }

    fn prepare() {
        G::prepare();
    }

    fn known(&self) -> Option<Known> {
        self.position().known()
    }
}
