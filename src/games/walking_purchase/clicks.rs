//! Turns as clicked points, and what a board of plain stones does not show.

use super::moves::Move;
use super::score::ring;
use super::{Phase, SIZE, WalkingPurchase};
use crate::clicks::{Clicks, Mark, Path, path};
use crate::geometry::Square;
use crate::notation::{Colour, colour_word};

/// The backgrounds of alternating rings, the light edge first.
const RINGS: [&str; 2] = ["#e8d8a8", "#c8a868"];

impl Clicks for WalkingPurchase {
    /// A walk is the runner, the square where it turns, its arrival; a capture series the stone and every square on which it lands. "Stop" is the
    /// square from which the last jump came: it is empty, and no jump leads back to it.
    fn clicks(&self, made: &[Move], mv: Move) -> Path {
        match (mv, made.last()) {
            (Move::Bend { from, turn }, _) => path([from, turn]),
            (Move::Arrive(to), _) => path([to]),
            (Move::Jump { from, to }, None) => path([from, to]),
            (Move::Jump { to, .. }, Some(_)) => path([to]),
            (Move::Stop, Some(&Move::Jump { from, .. })) => path([from]),
            // Nothing is stopped without a jump.
            (Move::Stop, _) => Path::new(),
        }
    }

    fn label(&self, mv: Move) -> Option<&'static str> {
        (mv == Move::Stop).then_some("stop")
    }

    fn stone_on(&self, at: Square) -> Option<Colour> {
        let shown = |&colour: &Colour| self.has_stone(colour, at) || self.runners_of(colour).contains(&at);
        [Colour::White, Colour::Black].iter().find(|colour| shown(colour)).copied()
    }

    fn marks(&self) -> Vec<Mark> {
        let tint = |at| Mark::Tint(at, RINGS[usize::from(ring(at) % 2)]);
        let mut marks: Vec<Mark> = SIZE.squares().map(tint).collect();
        marks.extend(self.runners.into_iter().flatten().map(|at| Mark::Label(at, "R".to_owned())));
        if let Phase::Bent { turn, .. } = self.phase {
            marks.push(Mark::Ghost(turn));
        }
        marks
    }

    fn note(&self) -> String {
        let mover = colour_word::<Self>(self.to_move);
        let action = match self.phase {
            Phase::Start => "to move",
            Phase::Bent { .. } => "to choose where the runner arrives",
            Phase::Jumping(_) => "may jump on (stop: the square it came from)",
        };
        format!("{mover} {action}; settled as it stands: {}", self.settlement().text())
    }
}
