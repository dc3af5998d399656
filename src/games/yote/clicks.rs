//! Turns as clicked points, and what a board of plain stones does not show.

use super::moves::Move;
use super::{Phase, SIZE, Yote};
use crate::clicks::{Clicks, Mark, Path, pass, path};
use crate::geometry::Square;
use crate::notation::{Colour, colour_word};

/// The last jump of these decisions: from where to where.
fn last_jump(made: &[Move]) -> Option<(Square, Square)> {
    made.iter().rev().find_map(|mv| match mv {
        Move::Jump { from, to } => Some((from.square(), to.square())),
        _ => None,
    })
}

impl Clicks for Yote {
    /// A drop is its square; a step or a first jump start and arrival; a further jump its arrival; a second stone that square. "No second stone" is
    /// the square of the stone that was jumped, "stop" the one from which it was jumped: both are empty and nothing else can be meant.
    fn clicks(&self, made: &[Move], mv: Move) -> Path {
        match (mv, last_jump(made)) {
            (Move::Drop(at) | Move::Bonus(at), _) => path([at.square()]),
            // A square that has just been clicked to take the stone from it: the jumper first, lest it be clicked twice.
            (Move::Jump { from, to }, Some(_)) if made.last() == Some(&Move::Bonus(to)) => {
                path([from.square(), to.square()])
            }
            (Move::Jump { to, .. }, Some(_)) => path([to.square()]),
            (Move::Step { from, to } | Move::Jump { from, to }, _) => path([from.square(), to.square()]),
            (Move::NoBonus, Some((from, to))) => {
                path([Square::new((from.file + to.file) / 2, (from.rank + to.rank) / 2)])
            }
            (Move::Stop, Some((from, _))) => path([from]),
            // Nothing is declined or stopped without a jump.
            (Move::Pass | Move::NoBonus | Move::Stop, _) => pass(),
        }
    }

    fn label(&self, mv: Move) -> Option<&'static str> {
        match mv {
            Move::NoBonus => Some("no"),
            Move::Stop => Some("stop"),
            _ => None,
        }
    }

    fn stone_on(&self, at: Square) -> Option<Colour> {
        self.owner(at)
    }

    /// The stones in hand, on the rank that a square board has to spare.
    fn marks(&self) -> Vec<Mark> {
        let hand = |colour: Colour, file| {
            Mark::Label(Square::new(file, SIZE.ranks), format!("{}{}", colour.letter(), self.side(colour).hand))
        };
        vec![hand(Colour::White, 0), hand(Colour::Black, SIZE.files - 1)]
    }

    fn note(&self) -> String {
        let mover = colour_word::<Self>(self.to_move);
        let action = match self.phase {
            Phase::Start => "to move",
            Phase::Bonus(_) => "may take a second stone (no: the square that was jumped)",
            Phase::Jumping(_) => "may jump on (stop: the square it came from)",
        };
        let [white, black] = [Colour::White, Colour::Black].map(|colour| self.side(colour).hand);
        format!("{mover} {action}; in hand: white {white}, black {black}")
    }
}
