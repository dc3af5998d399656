//! Domineering, a fifth game for the unit tests: what a new game consists of, as small as it gets.
//!
//! White puts dominoes upright, Black flat, on 6×5 squares; who cannot put one has lost. This folder, its `mod` line and its line in the registry
//! of `src/games/mod.rs` are all there is of it: every test over the registered games runs over this one too.

mod clicks;
mod notation;
mod picture;
mod tests;

use std::ops::ControlFlow;

use crate::game::{Game, Outcome, Player, RuleOption, RuleValues, Rules};
use crate::geometry::{Size, Square};
use crate::notation::Colour;
use crate::rng::mix;

const SIZE: Size = Size::new(6, 5);

/// The rule options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DomineeringRules {
    misere: bool,
}

impl Rules for DomineeringRules {
    const OPTIONS: &'static [RuleOption<Self>] = &[RuleOption {
        name: "misere",
        about: "whether who cannot put a domino has won instead",
        values: RuleValues::Words(&["off", "on"]),
        get: |rules| u8::from(rules.misere),
        set: |rules, value| rules.misere = value == 1,
    }];
}

/// A domino by its lower square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Domino {
    at: Square,
    colour: Colour,
}

impl Domino {
    /// Its two squares, the second of which may lie off the board.
    fn squares(self) -> [Square; 2] {
        let Square { file, rank } = self.at;
        match self.colour {
            Colour::White => [self.at, Square::new(file, rank + 1)],
            Colour::Black => [self.at, Square::new(file + 1, rank)],
        }
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Domineering {
    /// White's and Black's squares, a bit each.
    taken: [u64; 2],
    to_move: Colour,
    rules: DomineeringRules,
}

fn bit(at: Square) -> u64 {
    1 << (at.rank * SIZE.files + at.file)
}

impl Domineering {
    fn owner(&self, at: Square) -> Option<Colour> {
        [Colour::White, Colour::Black].into_iter().find(|colour| self.taken[colour.index()] & bit(at) != 0)
    }

    /// The first of a domino's squares that is taken or off the board.
    fn hindrance(&self, domino: Domino) -> Option<Square> {
        domino.squares().into_iter().find(|&at| !SIZE.contains(at) || self.owner(at).is_some())
    }
}

impl Game for Domineering {
    type Move = Domino;
    type Rules = DomineeringRules;

    fn start(rules: DomineeringRules) -> Self {
        Domineering { taken: [0; 2], to_move: Colour::White, rules }
    }

    fn rules(&self) -> DomineeringRules {
        self.rules
    }

    fn to_move(&self) -> Player {
        self.to_move.usual_seat()
    }

    fn in_turn(&self) -> bool {
        false
    }

    fn outcome(&self) -> Option<Outcome> {
        let stuck = self.for_each_move(ControlFlow::Break).is_continue();
        let winner = if self.rules.misere { self.to_move } else { self.to_move.other() };
        stuck.then(|| Outcome::Win(winner.usual_seat()))
    }

    fn settle(&self) -> Outcome {
        Outcome::Draw
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Domino) -> ControlFlow<B>) -> ControlFlow<B> {
        let dominoes = SIZE.squares().map(|at| Domino { at, colour: self.to_move });
        dominoes.filter(|&domino| self.hindrance(domino).is_none()).try_for_each(&mut visit)
    }

    fn play_unchecked(&mut self, domino: Domino) {
        self.taken[self.to_move.index()] |= domino.squares().into_iter().fold(0, |set, at| set | bit(at));
        self.to_move = self.to_move.other();
    }

    fn key(&self) -> u64 {
        self.taken.iter().fold(self.to_move.index() as u64, |key, &set| mix(key, set))
    }
}
