//! Turns as clicked points, and what a board of plain stones does not show.

use super::board::Cell;
use super::moves::{Announcement, Move};
use super::{EcouteMoi, SIDE, SIZE};
use crate::clicks::{Clicks, Mark, Path, pass, path};
use crate::geometry::Square;
use crate::notation::Colour;

/// The backgrounds of the sides that are White's, that are Black's, and of their corners.
const SIDES: [&str; 3] = ["#f4ecd8", "#8c7448", "#c0b090"];

/// The announcements in their order: the number, and the line as it lies on the board.
const LABELS: [&str; 8] = ["1-", "1|", "1/", "1\\", "2-", "2|", "2/", "2\\"];

/// The square that stands for an announcement: `un` on rank 2, `deux` on rank 1, both from the left `noir`, `blanc`, `positive`, `negative`.
/// What lies there does not matter.
fn square_of(announcement: Announcement) -> Square {
    let index = announcement.index() as u8;
    Square::new(index % 4, 1 - index / 4 % 2)
}

impl Clicks for EcouteMoi {
    /// An announcement is the square that stands for it; a move its arrival, and before that the square on which a blocked runner is put.
    fn clicks(&self, _: &[Move], mv: Move) -> Path {
        match mv {
            Move::Announce(announcement) => path([square_of(announcement)]),
            Move::Run { from, to } if from == self.runner => path([to.square()]),
            Move::Run { from, to } => path([from.square(), to.square()]),
            Move::Pass => pass(),
        }
    }

    fn label(&self, mv: Move) -> Option<&'static str> {
        match mv {
            Move::Announce(announcement) => LABELS.get(announcement.index()).copied(),
            _ => None,
        }
    }

    /// The runner is the only white piece.
    fn stone_on(&self, at: Square) -> Option<Colour> {
        let cell = Cell::new(at);
        if cell == self.runner { Some(Colour::White) } else { (!self.free.contains(cell)).then_some(Colour::Black) }
    }

    fn marks(&self) -> Vec<Mark> {
        let [whites, blacks, both] = SIDES;
        let tint = |at: Square| {
            let on_edge = |coordinate| coordinate == 0 || coordinate == SIDE - 1;
            match (on_edge(at.rank), on_edge(at.file)) {
                (true, true) => Some(Mark::Tint(at, both)),
                (true, false) => Some(Mark::Tint(at, whites)),
                (false, true) => Some(Mark::Tint(at, blacks)),
                (false, false) => None,
            }
        };
        SIZE.squares().filter_map(tint).collect()
    }

    fn note(&self) -> String {
        self.action_note()
    }
}
