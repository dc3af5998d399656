//! Points and the result (rules: Score).

use super::bits::{Set, beside, count};
use super::{Ponte, TieBreak, groups};
use crate::notation::{Colour, Points};

/// What a side has built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) points: u32,
    pub(super) islands: u32,
    /// Groups of fewer than four stones.
    pub(super) sandbanks: u32,
    pub(super) bridges: u32,
}

impl Ponte {
    /// What this side has built.
    pub(super) fn tally(&self, colour: Colour) -> Tally {
        let own = self.stones[colour.index()];
        let islands = groups::islands(own);
        let mut sandbanks = 0;
        groups::for_each_group(own & !islands, |_| sandbanks += 1);
        Tally {
            points: self.points(own, islands),
            islands: count(islands) / 4,
            sandbanks,
            bridges: self.bridge_count(own),
        }
    }

    /// The bridges that these stones, all of one colour, carry.
    pub(super) fn bridge_count(&self, own: Set) -> u32 {
        count(self.bridges.ends & own) / 2
    }

    /// n(n+1)/2 for each set of groups joined by bridges that has n islands.
    pub(super) fn points(&self, own: Set, islands: Set) -> u32 {
        let mut points = 0;
        let mut left = islands;
        while left != 0 {
            let joined = self.joined(own, left & left.wrapping_neg());
            let islands = count(joined & left) / 4;
            points += islands * (islands + 1) / 2;
            left &= !joined;
        }
        points
    }

    /// The groups joined to the stone `seed`, through sandbanks too.
    fn joined(&self, own: Set, seed: Set) -> Set {
        let (mut joined, mut crossed) = (seed, 0);
        loop {
            let group = joined | beside(joined) & own;
            if group != joined {
                joined = group;
                continue;
            }
            let ends = joined & self.bridges.ends & !crossed;
            if ends == 0 {
                return joined;
            }
            crossed |= ends;
            joined |= self.bridges.across(ends);
        }
    }

    /// Who leads and by how much, half a point where points are equal; `None` when nothing parts the sides.
    pub(super) fn verdict(&self) -> Option<(Colour, Points)> {
        let [light, dark] = self.stones;
        let islands = [light, dark].map(groups::islands);
        let points = [self.points(light, islands[0]), self.points(dark, islands[1])];
        let more = |[light, dark]: [u32; 2]| (if light > dark { Colour::White } else { Colour::Black }, light != dark);
        let (leader, decided) = more(points);
        if decided {
            return Some((leader, Points::whole(i64::from(points[0].abs_diff(points[1])))));
        }
        let by_islands = (self.rules.tiebreak == TieBreak::Islands).then(|| islands.map(count));
        let by_bridges = [light, dark].map(|own| self.bridge_count(own));
        let (leader, _) = by_islands.into_iter().chain([by_bridges]).map(more).find(|&(_, decided)| decided)?;
        Some((leader, Points::quarters(2)))
    }
}
