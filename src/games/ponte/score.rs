//! Points, and who has won (rules: Score).

use super::Ponte;
use super::board::beside;
use super::groups::Groups;
use crate::game::Player;
use crate::notation::{Colour, Points};

/// What a side has on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) points: u32,
    pub(super) islands: u32,
    pub(super) sandbanks: u32,
    pub(super) bridges: u32,
}

/// Who has won, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ResultNow {
    pub(super) winner: Option<Colour>,
    pub(super) margin: Points,
}

impl Ponte {
    pub(super) fn count_of(&self, colour: Colour) -> Count {
        let own = self.stones_of(colour);
        let groups = Groups::of(own);
        let spans: Vec<_> = self.spans_built().filter(|(owner, _)| *owner == colour).map(|(_, span)| span).collect();
        let mut left = groups.fours;
        let mut points = 0;
        while left != 0 {
            // Everything that is joined to the first island left, over sandbanks too.
            let mut network = left & left.wrapping_neg();
            loop {
                let over =
                    spans.iter().filter(|span| span.ends() & network != 0).fold(0, |set, span| set | span.ends());
                let grown = network | (beside(network) & own) | over;
                if grown == network {
                    break;
                }
                network = grown;
            }
            let islands = (network & groups.fours).count_ones() / 4;
            points += islands * (islands + 1) / 2;
            left &= !network;
        }
        Count { points, islands: groups.islands(), sandbanks: groups.sandbanks(), bridges: spans.len() as u32 }
    }

    /// The result as the board stands.
    pub(super) fn result(&self) -> ResultNow {
        let [light, dark] = [Colour::White, Colour::Black].map(|colour| self.count_of(colour));
        let winner = |light: u32, dark: u32| match light.cmp(&dark) {
            std::cmp::Ordering::Greater => Some(Colour::White),
            std::cmp::Ordering::Less => Some(Colour::Black),
            std::cmp::Ordering::Equal => None,
        };
        if let Some(winner) = winner(light.points, dark.points) {
            let margin = Points::whole(i64::from(light.points.abs_diff(dark.points)));
            return ResultNow { winner: Some(winner), margin };
        }
        let by_islands = if self.rules.islands_first { winner(light.islands, dark.islands) } else { None };
        let tie = by_islands.or_else(|| winner(light.bridges, dark.bridges));
        // Half a point tells a tie that was broken from a win by points.
        ResultNow { winner: tie, margin: Points::quarters(if tie.is_some() { 2 } else { 0 }) }
    }

    /// The seat of a colour, once it is settled.
    pub(super) fn seat_of_colour(&self, colour: Colour) -> Option<Player> {
        let first = self.first_seat?;
        Some(if first == colour { Player::First } else { Player::Second })
    }

    /// The settled colour of a seat.
    pub(super) fn colour_of_seat(&self, seat: Player) -> Option<Colour> {
        let first = self.first_seat?;
        Some(if seat == Player::First { first } else { first.other() })
    }
}
