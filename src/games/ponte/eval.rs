//! What a position is worth before it is decided.

use super::bits::{Set, beside, bit, count, count_all};
use super::{Move, Ponte, groups};
use crate::game::Features;
use crate::notation::Colour;

/// Fitted to games of the engine against itself (`scripts/tune`).
pub(super) const WEIGHTS: [i32; 10] = [84, 10, 11, 40, 12, 36, 18, 14, 80, -70];

/// What the weights weigh.
pub(super) const NAMES: [&str; WEIGHTS.len()] = [
    "points",
    "islands",
    "squares that complete an island",
    "groups of three",
    "groups of two",
    "bridges",
    "bridges that can be built",
    "squares to place on",
    "the move",
    "light",
];

impl Ponte {
    pub(super) fn judgements(&self) -> Features {
        let colours = [self.turn, self.turn.other()];
        let [own, foe] = colours.map(|colour| self.side_judgements(colour));
        let mut features: Features = own.iter().zip(foe).map(|(own, foe)| own - foe).collect();
        features.push(1);
        features.push(if self.turn == Colour::White { 1 } else { 0 });
        features
    }

    fn side_judgements(&self, colour: Colour) -> [i32; 8] {
        let own: Set = self.stones[colour.index()];
        let room = self.room[colour.index()];
        let islands = groups::islands(own);
        let outlook = groups::outlook(own, room);
        let open = count_all(&self.bridges.open(own, self.stones[0] | self.stones[1])) as i32;
        let points = self.points(own, islands) as i32;
        let number = |set: Set| count(set) as i32;
        [
            points,
            number(islands) / 4,
            number(outlook.completing).min(4),
            outlook.threes as i32,
            outlook.twos as i32,
            number(own & self.bridges.ends) / 2,
            open.min(6),
            number(room & !beside(self.stones[colour.other().index()])) / 4,
        ]
    }
}

impl Ponte {
    /// How promising a decision looks: bridges, stones beside one another, islands of either side that it completes or forbids.
    pub(super) fn look_at(&self, mv: Move) -> i32 {
        match mv {
            Move::Bridge { .. } => 6,
            Move::First(at) | Move::Second(at) => {
                let foe = self.turn.other();
                let at = bit(at);
                let around = beside(at);
                let (own, other) = (around & self.stones_of(self.turn), around & self.stones_of(foe));
                let mut promise = 2 * count(own) as i32 + i32::from(other != 0);
                if own != 0 && groups::completes(self.stones_of(self.turn), at) {
                    promise += 12;
                }
                if other != 0 && self.room[foe.index()] & at != 0 && groups::completes(self.stones_of(foe), at) {
                    promise += 6;
                }
                promise
            }
            Move::Pass | Move::Choose(_) => 0,
        }
    }
}
