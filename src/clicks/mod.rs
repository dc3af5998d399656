//! How a game is played with the mouse: a turn as a sequence of clicked points.
//!
//! A decision of a game is made by one click or more ([`Clicks::clicks`]); a turn is the clicks of its decisions. GUIs tend to send the click
//! that has just been made a second time. So that the second one is refused, no turn goes on with the point that was clicked last.

mod completion;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::ControlFlow;

use smallvec::{SmallVec, smallvec};

use crate::game::{Player, Turn};
use crate::geometry::Square;
use crate::notation::Colour;
use crate::picture::Pictured;

pub use completion::{Completion, Step};

/// What can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Click {
    /// A point of the board.
    On(Square),
    /// The button that passes.
    Pass,
}

/// Clicks in their order.
pub type Path = SmallVec<[Click; 4]>;

/// The path of these squares.
pub fn path<const N: usize>(squares: [Square; N]) -> Path {
    squares.into_iter().map(Click::On).collect()
}

/// The path of passing.
pub fn pass() -> Path {
    smallvec![Click::Pass]
}

/// Something that a board of plain stones does not show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A few letters on a square.
    Label(Square, String),
    /// A background colour, as `#rrggbb`.
    Tint(Square, &'static str),
    /// A stone of the side to move that is not there yet.
    Ghost(Square),
}

impl Mark {
    /// Where it lies.
    pub fn square(&self) -> Square {
        match *self {
            Mark::Label(at, _) | Mark::Tint(at, _) | Mark::Ghost(at) => at,
        }
    }
}

/// A game that can be played by clicking.
///
/// Implementations promise, and the tests check for every registered game: every click that may come next leads to a legal turn and means
/// one thing only; every legal turn can be clicked; no turn goes on with the point that was clicked last by the same colour.
pub trait Clicks: Pictured {
    /// The clicks that make a decision which is legal here; `made` are the decisions of this turn before it.
    fn clicks(&self, made: &[Self::Move], mv: Self::Move) -> Path;

    /// A few letters that tell what the last click of a decision stands for, where the square does not.
    fn label(&self, _: Self::Move) -> Option<&'static str> {
        None
    }

    /// Calls `visit`, until it breaks, with each click that may follow the clicks `open`, which have not made a decision yet; and with
    /// the decisions that it makes, none when more clicks are needed. A click that several decisions begin with may be visited for each.
    fn for_each_click<B>(
        &self,
        made: &[Self::Move],
        open: &[Click],
        visit: impl FnMut(Click, &[Self::Move]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for_each_click_of_decisions(self, made, open, visit)
    }

    /// The colour of the stone that a board of plain stones shows here.
    fn stone_on(&self, at: Square) -> Option<Colour>;

    /// What is to be seen beside the stones. A mark may lie above the board or to its right: it is shown where a GUI with square boards has
    /// such points.
    fn marks(&self) -> Vec<Mark>;

    /// Who has to do what, and what else a player wants to know: one line.
    fn note(&self) -> String;
}

/// The clicks that follow from [`Clicks::clicks`] alone.
pub fn for_each_click_of_decisions<G: Clicks, B>(
    position: &G,
    made: &[G::Move],
    open: &[Click],
    mut visit: impl FnMut(Click, &[G::Move]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    position.for_each_move(|mv| {
        let path = position.clicks(made, mv);
        match path.strip_prefix(open) {
            Some(&[last]) => visit(last, &[mv]),
            Some(&[next, ..]) => visit(next, &[]),
            _ => ControlFlow::Continue(()),
        }
    })
}

/// The colour that is shown for the side to move. A side whose colour is not settled is shown with that of its seat in most games.
pub fn shown_colour<G: Clicks>(position: &G) -> Colour {
    let seat = position.to_move();
    position.colour_of(seat).unwrap_or(match seat {
        Player::First => Colour::White,
        Player::Second => Colour::Black,
    })
}

/// A whole turn as clicks, in this position between turns.
pub fn split<G: Clicks>(position: &G, turn: &[G::Move]) -> Vec<Click> {
    let mut position = position.clone();
    let mut clicks = Vec::new();
    for (index, &mv) in turn.iter().enumerate() {
        clicks.extend(position.clicks(turn.get(..index).unwrap_or_default(), mv));
        position.play_unchecked(mv);
    }
    clicks
}

/// A turn that is being clicked.
#[derive(Clone, PartialEq, Eq)]
pub struct Clicking<G: Clicks> {
    /// The position after the decisions made.
    position: G,
    /// The decisions of this turn.
    made: Turn<G>,
    /// All clicks of this turn.
    clicks: SmallVec<[Click; 8]>,
    /// How many of the last clicks have not made a decision yet.
    open: usize,
}

impl<G: Clicks> Clicking<G> {
    /// A turn without clicks, in a position between turns.
    pub fn new(position: G) -> Self {
        Clicking { position, made: Turn::<G>::new(), clicks: SmallVec::new(), open: 0 }
    }

    /// The position with the decisions that have been clicked.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// All clicks of the turn.
    pub fn clicks(&self) -> &[Click] {
        &self.clicks
    }

    /// The last clicks, which have not made a decision yet.
    pub fn open_clicks(&self) -> &[Click] {
        self.clicks.get(self.clicks.len() - self.open..).unwrap_or_default()
    }

    /// Whether the turn has begun and is not complete.
    pub fn is_half_made(&self) -> bool {
        self.open > 0 || self.position.in_turn()
    }

    /// The decisions of the turn.
    pub fn turn(&self) -> &Turn<G> {
        &self.made
    }

    /// The clicks that may come next, each once, in the order of their squares, with what they stand for.
    pub fn next(&self) -> Vec<(Click, Option<&'static str>)> {
        let mut next = Vec::new();
        let _ = self.position.for_each_click(&self.made, self.open_clicks(), |click, decided| {
            let label = decided.last().and_then(|&mv| self.position.label(mv));
            next.push((click, label));
            ControlFlow::<()>::Continue(())
        });
        next.sort_unstable();
        next.dedup();
        next
    }

    /// Makes a click; `false`, and nothing has changed, if no legal turn goes on with it. A turn that is complete takes no more clicks: the
    /// next one is another [`Clicking`].
    pub fn click(&mut self, click: Click) -> bool {
        let found = self.position.for_each_click(&self.made, self.open_clicks(), |next, decided| {
            if next == click { ControlFlow::Break(Turn::<G>::from_slice(decided)) } else { ControlFlow::Continue(()) }
        });
        let ControlFlow::Break(decided) = found else { return false };
        self.clicks.push(click);
        self.open = if decided.is_empty() { self.open + 1 } else { 0 };
        for mv in decided {
            self.position.play_unchecked(mv);
            self.made.push(mv);
        }
        true
    }
}

impl<G: Clicks> fmt::Debug for Clicking<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} after {:?}", self.position, self.clicks)
    }
}
