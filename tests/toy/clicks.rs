//! A domino is its two squares.

use super::{Domineering, Domino};
use crate::clicks::{Clicks, Mark, Path, path};
use crate::geometry::Square;
use crate::notation::{Colour, colour_word};

impl Clicks for Domineering {
    fn clicks(&self, _: &[Domino], domino: Domino) -> Path {
        path(domino.squares())
    }

    fn stone_on(&self, at: Square) -> Option<Colour> {
        self.owner(at)
    }

    fn marks(&self) -> Vec<Mark> {
        Vec::new()
    }

    fn note(&self) -> String {
        format!("{} to move", colour_word::<Self>(self.to_move))
    }
}
