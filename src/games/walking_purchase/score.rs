//! The settlement (rules: End and score).

use super::{Edge, SIDE, WalkingPurchase, line};
use crate::game::{Outcome, Player};
use crate::geometry::Square;
use crate::notation::{Colour, Points};

/// What the stones and prisoners of a position come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settlement {
    /// What White's most valuable stone loses, in quarters of a point.
    pub(super) compensation: i64,
    /// White's lead, compensation and prisoners counted, in quarters of a point.
    pub(super) lead: i64,
}

impl Settlement {
    pub(super) fn outcome(&self) -> Outcome {
        match self.lead {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        }
    }

    /// The result as `final_score` writes it.
    pub(super) fn text(&self) -> String {
        let margin = Points::quarters(self.lead.abs());
        match self.lead {
            0 => "0".to_owned(),
            1.. => format!("W+{margin}"),
            _ => format!("B+{margin}"),
        }
    }
}

/// The ring of a square: 0 is the edge, 7 the centre.
pub(super) const fn ring(at: Square) -> u8 {
    let (files, ranks) = (depth(at.file), depth(at.rank));
    if files < ranks { files } else { ranks }
}

/// How far a line lies from the nearer edge.
const fn depth(coordinate: u8) -> u8 {
    let other = SIDE - 1 - coordinate;
    if coordinate < other { coordinate } else { other }
}

/// The points of a square.
pub(super) fn value(edge: Edge, at: Square) -> i64 {
    let corner = [at.file, at.rank].iter().all(|&c| c == 0 || c == SIDE - 1);
    match edge {
        Edge::Two => 2 << ring(at),
        Edge::One if corner => 2,
        Edge::One => 1 << ring(at),
    }
}

impl WalkingPurchase {
    /// Settles the position as it stands.
    pub(super) fn settlement(&self) -> Settlement {
        let [white, black] = [Colour::White, Colour::Black].map(|colour| self.stone_values(colour));
        // White's best stone keeps a quarter of its value when White made the last turn, else half (rules: End and score, compensation).
        let lost_quarters = if self.last == Some(Colour::White) { 3 } else { 2 };
        let compensation = white.best * lost_quarters;
        let prisoners = i64::from(self.prisoners[0]) - i64::from(self.prisoners[1]);
        let lead = 4 * (white.sum + prisoners - black.sum) - compensation;
        Settlement { compensation, lead }
    }

    /// The points of a side's stones on the board, before compensation.
    pub(super) fn points_of(&self, colour: Colour) -> i64 {
        self.stone_values(colour).sum
    }

    fn stone_values(&self, colour: Colour) -> Values {
        let mut values = Values { sum: 0, best: 0 };
        for rank in 0..SIDE {
            let mut files = self.stones[colour.index()][line(rank)];
            while files != 0 {
                let value = value(self.rules.edge, Square::new(files.trailing_zeros() as u8, rank));
                values.sum += value;
                values.best = values.best.max(value);
                files &= files - 1;
            }
        }
        values
    }
}

struct Values {
    sum: i64,
    best: i64,
}
