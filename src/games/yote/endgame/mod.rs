//! Endgames that are solved: nobody has stones in hand, and both sides have three stones or fewer, or one of them a lone stone against
//! four or five. The tables are part of the program, made by `solver` (`scripts/yote-endgames`) and unpacked before the first game.
//!
//! A table has a byte for each board with the side to move that has fewer stones; when the other one is to move all that follows its turns is in the
//! tables. The byte is the number of turns to the end: odd for a win of the side to move, even for a loss, since who takes the last
//! stone wins; 0 for a draw, by the rules or because play never ends.

mod index;
#[cfg(test)]
mod solver;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::{LazyLock, OnceLock};

use super::board::{BY_RANKS, CELLS};
use super::{Bonus, Side, Yote};
use crate::game::{Game, Known, Outcome, for_each_turn};
use index::{MOST, Shapes, choices};

/// Most stones of both sides in an endgame.
const MOST_LEFT: u8 = 6;

/// The endgame of a few stones, to move, against at least as many.
struct Endgame {
    few: u8,
    many: u8,
    /// The table, as DEFLATE data.
    packed: &'static [u8],
    /// The table, once it has been needed.
    unpacked: OnceLock<Vec<u8>>,
}

macro_rules! endgames {
    ($($few:literal $many:literal)*) => {
        [$(Endgame {
            few: $few,
            many: $many,
            packed: include_bytes!(concat!($few, "v", $many, ".deflate")),
            unpacked: OnceLock::new(),
        }),*]
    };
}

static ENDGAMES: [Endgame; 8] = endgames! { 1 1  1 2  1 3  1 4  1 5  2 2  2 3  3 3 };

impl Endgame {
    fn of(few: u8, many: u8) -> Option<&'static Endgame> {
        ENDGAMES.iter().find(|endgame| (endgame.few, endgame.many) == (few, many))
    }

    /// Bytes of the table.
    fn size(&self) -> usize {
        shapes(self.many).count() * choices(usize::from(CELLS - self.many), self.few.into())
    }

    fn table(&self) -> &[u8] {
        self.unpacked.get_or_init(|| {
            miniz_oxide::inflate::decompress_to_vec_with_limit(self.packed, self.size()).unwrap_or_default()
        })
    }
}

/// Unpacks all tables, for searches that have no time for it.
pub(super) fn unpack() {
    for endgame in &ENDGAMES {
        endgame.table();
        shapes(endgame.few);
    }
}

/// The shapes of so many stones.
fn shapes(stones: u8) -> &'static Shapes {
    static SHAPES: [LazyLock<Shapes>; MOST] = [
        LazyLock::new(|| Shapes::new(1)),
        LazyLock::new(|| Shapes::new(2)),
        LazyLock::new(|| Shapes::new(3)),
        LazyLock::new(|| Shapes::new(4)),
        LazyLock::new(|| Shapes::new(5)),
    ];
    &SHAPES[usize::from(stones) - 1]
}

/// The number of a board in its table. The fuller side gives the shape, of equals the one to move.
fn number(own: u32, foe: u32) -> usize {
    let (many, few) = if own.count_ones() >= foe.count_ones() { (own, foe) } else { (foe, own) };
    shapes(many.count_ones() as u8).number(many, few)
}

/// An end with best play as the tables have it: 0 a draw, else the turns to it, an odd number to a win.
type End = u8;

/// The same one turn earlier, for the other side.
fn one_turn_before(end: End) -> End {
    if end == 0 { 0 } else { end + 1 }
}

/// Soon is best for a win, late for a loss.
fn preference(end: End) -> (i8, Reverse<End>, End) {
    match (end, end % 2) {
        (0, _) => (0, Reverse(0), 0),
        (_, 1) => (1, Reverse(end), 0),
        _ => (-1, Reverse(0), end),
    }
}

fn squares(side: &Side) -> u32 {
    (side.stones & BY_RANKS) as u32
}

impl Yote {
    /// The end with best play, if the position belongs to an endgame that is solved. Asked for between turns, of games that are not over.
    pub(super) fn solved(&self) -> Option<Known> {
        let few_enough = self.own.left + self.foe.left <= MOST_LEFT && self.own.hand + self.foe.hand == 0;
        if !few_enough || self.rules.bonus != Bonus::Optional || !self.rules.multijump {
            return None;
        }
        let end = if self.own.left <= self.foe.left { self.looked_up() } else { self.looked_up_after_a_turn() }?;
        let (mover, foe) = (self.to_move(), self.to_move().other());
        let outcome = match (end, end % 2) {
            (0, _) => Outcome::Draw,
            (_, 1) => Outcome::Win(mover),
            _ => Outcome::Win(foe),
        };
        Some(Known { outcome, turns: end.into() })
    }

    /// The end if the side to move has no more stones than the other.
    fn looked_up(&self) -> Option<End> {
        let endgame = Endgame::of(self.own.left, self.foe.left)?;
        endgame.table().get(number(squares(&self.own), squares(&self.foe))).copied()
    }

    /// The end if the side to move has more stones than the other.
    fn looked_up_after_a_turn(&self) -> Option<End> {
        Endgame::of(self.foe.left, self.own.left)?;
        let mut best: Option<End> = None;
        let flow = for_each_turn(self, &mut |_, next: &Yote| {
            let end = match next.outcome() {
                Some(Outcome::Draw) => Some(0),
                // Nobody takes the own last stone.
                Some(Outcome::Win(_)) => Some(1),
                None => next.looked_up().map(one_turn_before),
            };
            let Some(end) = end else { return ControlFlow::Break(()) };
            if best.is_none_or(|best| preference(best) < preference(end)) {
                best = Some(end);
            }
            ControlFlow::Continue(())
        });
        if flow.is_break() { None } else { best }
    }
}
