//! Points (rules: Score).

use super::board::Squares;
use super::{Chain, EcouteMoi, SIDE};
use crate::notation::{Colour, Points};

/// The squares along a colour's two sides.
fn sides(colour: Colour) -> [Squares; 2] {
    const LAST: u8 = SIDE - 1;
    match colour {
        Colour::White => [Squares::block(0, SIDE, LAST, SIDE), Squares::block(0, SIDE, 0, 1)],
        Colour::Black => [Squares::block(0, 1, 0, SIDE), Squares::block(LAST, SIDE, 0, SIDE)],
    }
}

impl EcouteMoi {
    /// The squares adjacent to the set, by the chain option, and the set itself.
    fn spread(&self, set: Squares) -> Squares {
        let beside = set.lowered(1) | set.raised(1);
        let moved = match self.rules.chain {
            Chain::Eight => set | beside,
            Chain::Literal => beside,
        };
        (set | beside | moved.lowered(16) | moved.raised(16)) & Squares::BOARD
    }

    /// The set and the stones that hang together with it.
    fn flood(&self, mut set: Squares) -> Squares {
        loop {
            let next = set | self.spread(set) & !self.free;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// The fewest stones with which the colour's sides would be joined, 0 when they are. The runner's square can take one.
    pub(super) fn needs(&self, colour: Colour) -> u32 {
        let [start, goal] = sides(colour);
        let mut needs = 0;
        // What can be reached from the first side with that many stones more.
        let mut reached = self.flood(start & !self.free);
        while (reached & goal).is_empty() {
            needs += 1;
            reached = self.flood(self.spread(reached) | start);
        }
        needs
    }

    /// What the winner gets.
    pub(super) fn points(&self) -> Points {
        const HALF: Points = Points::quarters(2);
        match self.joined {
            [true, false] => Points::whole(self.needs(Colour::Black).into()),
            [false, true] => Points::whole(self.needs(Colour::White).into()),
            [true, true] | [false, false] => HALF,
        }
    }
}
