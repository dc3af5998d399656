//! What makes a turn illegal (rules: A turn) and a position impossible (rules: Position string), told one rule at a time. Apart from
//! the set-wise generation: a stone's group and a bridge's line are looked at by themselves.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::bits::{Set, around, bit, count, lowest};
use super::bridges::{Bridge, BridgeFault};
use super::groups::{self, Break};
use super::moves::Move;
use super::notation::{Written, WrittenBridge, word};
use super::{Opening, Phase, Ponte};
use crate::game::Turn;
use crate::geometry::Square;
use crate::notation::Colour;

/// Why a stone may not stand on a square (rules: Where a stone may stand).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the case means")]
pub enum StoneFault {
    #[error("a {colour} stone stands on {at}")]
    Taken { colour: &'static str, at: Square },
    #[error("{at} is under the bridge {bridge}")]
    Under { at: Square, bridge: Bridge },
    #[error("a stone on {at} would touch the {colour} island with {island}")]
    Touches { colour: &'static str, at: Square, island: Square },
    #[error("a stone on {at} would make a {colour} group of {size}, and 4 are the most")]
    TooLarge { colour: &'static str, at: Square, size: u32 },
    #[error("a stone on {at} would complete an island that touches the {colour} stone on {stone}")]
    Touched { colour: &'static str, at: Square, stone: Square },
}

/// Why a turn is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the case means")]
pub enum Refusal {
    #[error("the second seat chooses its colour now: choose-dark or choose-light")]
    ChoiceDue,
    #[error("a colour is chosen only right after the first turn")]
    NoChoiceNow,
    #[error("with opening=fixed no colour is chosen: the first seat has light")]
    NoChoiceEver,
    #[error("a turn places two stones, not one: {0} needs a second square after a comma")]
    OneStone(Square),
    #[error("the two stones need two different squares, and {0} is named twice")]
    SameSquare(Square),
    #[error("{colour} has too few stones left: {left} of {tiles}, and a turn places two")]
    NoStones { colour: &'static str, left: u32, tiles: u8 },
    #[error(transparent)]
    Stone(StoneFault),
    #[error("with the other stone on {other}, {fault}")]
    Together { other: Square, fault: StoneFault },
    #[error("no bridge is left: all {0} are built")]
    NoBridges(u8),
    #[error(transparent)]
    Bridge(BridgeFault),
    #[error("only a side that cannot place two stones may pass, and {colour} can place {first},{second}")]
    CanPlace { colour: &'static str, first: Square, second: Square },
}

/// The validity checks of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the case means")]
pub enum Invalid {
    #[error("the {colour} group with {at} has {size} stones: 4 are the most")]
    GroupTooLarge { colour: &'static str, at: Square, size: u32 },
    #[error("the {colour} island with {at} touches the {colour} stone on {stone}: it must touch no other")]
    IslandTouched { colour: &'static str, at: Square, stone: Square },
    #[error("{colour} has {count} stones: tiles={tiles} allows no more than that")]
    Stones { colour: &'static str, count: u32, tiles: u8 },
    #[error("bridge {letter}{from}-{to}: {fault}")]
    Bridge { letter: char, from: Square, to: Square, fault: BridgeFault },
    #[error("there are {count} bridges: bridges={bridges} allows no more than that")]
    Bridges { count: u32, bridges: u8 },
    #[error("with opening=fixed the first seat has light and no colour is chosen: expected turn l or d and seat l")]
    Fixed,
    #[error("turn c, the choice of colour, comes after the first turn: expected two light stones and nothing else")]
    Choice,
    #[error("during the choice of colour the first seat's colour is open: expected seat ?")]
    ChoiceSeat,
    #[error("the first seat's colour is open only at the start and with turn c: expected seat l or d")]
    SeatOpen,
    #[error("p says that light cannot place two stones, and it can place {0},{1}: expected -")]
    LightCanPlace(Square, Square),
    #[error("x says that dark cannot place two stones, and it can place {0},{1}: expected -")]
    DarkCanPlace(Square, Square),
    #[error("x says that dark has passed, after which it is light's turn: expected turn l")]
    DarkPassed,
}

impl Ponte {
    /// Why this colour may not have a stone on `at`, beside its stones `own`.
    fn stone_fault(&self, colour: Colour, own: Set, at: Square) -> Option<StoneFault> {
        let word = word(colour);
        if let Some(owner) = self.owner(bit(at)) {
            return Some(StoneFault::Taken { colour: self::word(owner), at });
        }
        if let Some(bridge) = self.bridges.iter().find(|bridge| bridge.under() & bit(at) != 0) {
            return Some(StoneFault::Under { at, bridge });
        }
        Some(match groups::broken_by(own, bit(at))? {
            Break::Touches(island) => StoneFault::Touches { colour: word, at, island },
            Break::TooLarge(size) => StoneFault::TooLarge { colour: word, at, size },
            Break::Touched(stone) => StoneFault::Touched { colour: word, at, stone },
        })
    }

    fn resolve_stones(&self, a: Square, b: Square) -> Result<Turn<Self>, Refusal> {
        let own = self.stones_of(self.turn);
        if a == b {
            return Err(Refusal::SameSquare(a));
        }
        if !self.has_stones(self.turn) {
            let left = self.stones_left(self.turn);
            return Err(Refusal::NoStones { colour: word(self.turn), left, tiles: self.rules.tiles });
        }
        let (first, second) = if a < b { (a, b) } else { (b, a) };
        let fault = |own, at| self.stone_fault(self.turn, own, at);
        if let Some(fault) = fault(own, first).or_else(|| fault(own, second)) {
            return Err(Refusal::Stone(fault));
        }
        if let Some(fault) = fault(own | bit(first), second) {
            return Err(Refusal::Together { other: first, fault });
        }
        Ok([Move::First(first), Move::Second(second)].into_iter().collect())
    }

    /// The bridge between two squares, if this colour could have it.
    fn check_bridge(&self, colour: Colour, from: Square, to: Square) -> Result<Bridge, BridgeFault> {
        let own = self.stones_of(colour);
        if let Some(at) = [from, to].into_iter().find(|&at| own & bit(at) == 0) {
            return Err(BridgeFault::NoStone { colour: word(colour), at });
        }
        let bridge = Bridge::between(from, to).ok_or(BridgeFault::Shape { from, to })?;
        for at in [from, to] {
            if let Some(bridge) = self.bridges.iter().find(|bridge| bridge.ends() & bit(at) != 0) {
                return Err(BridgeFault::Carries { at, bridge });
            }
        }
        for colour in [Colour::White, Colour::Black] {
            if let Some(at) = lowest(bridge.under() & self.stones_of(colour)) {
                return Err(BridgeFault::Over { colour: word(colour), at });
            }
        }
        match self.bridges.iter().find(|&other| bridge.crosses(other)) {
            Some(other) => Err(BridgeFault::Crosses(other)),
            None => Ok(bridge),
        }
    }

    fn resolve_bridge(&self, from: Square, to: Square) -> Result<Turn<Self>, Refusal> {
        let bridge = self.check_bridge(self.turn, from, to).map_err(Refusal::Bridge)?;
        if self.rules.bridges != 0 && self.bridges_left() == 0 {
            return Err(Refusal::NoBridges(self.rules.bridges));
        }
        Ok([Move::Bridge { from: bridge.lower, to: bridge.upper }].into_iter().collect())
    }

    /// Finds the decisions of a written turn, or the rule that it breaks.
    pub(super) fn resolve_turn(&self, written: Written) -> Result<Turn<Self>, Refusal> {
        if let Written::Choose(colour) = written {
            return match self.phase {
                Phase::Choice => Ok([Move::Choose(colour)].into_iter().collect()),
                _ if self.rules.opening == Opening::Fixed => Err(Refusal::NoChoiceEver),
                _ => Err(Refusal::NoChoiceNow),
            };
        }
        if self.phase == Phase::Choice {
            return Err(Refusal::ChoiceDue);
        }
        match written {
            Written::Stones(a, b) => self.resolve_stones(a, b),
            Written::Stone(at) => Err(Refusal::OneStone(at)),
            Written::Bridge(from, to) => self.resolve_bridge(from, to),
            Written::Pass | Written::Choose(_) => match self.some_pair(self.turn) {
                Some((first, second)) => Err(Refusal::CanPlace { colour: word(self.turn), first, second }),
                None => Ok([Move::Pass].into_iter().collect()),
            },
        }
    }

    /// The checks of the stones alone: groups, islands, stock.
    pub(super) fn check_stones(&self, colour: Colour) -> Result<(), Invalid> {
        let own = self.stones_of(colour);
        let mut fault = None;
        groups::for_each_group(own, |group| {
            let (Some(at), size, colour) = (lowest(group), count(group), word(colour)) else { return };
            let beyond = around(group) & own & !group;
            if fault.is_none() && size > 4 {
                fault = Some(Invalid::GroupTooLarge { colour, at, size });
            } else if fault.is_none() && size == 4 {
                fault = lowest(beyond).map(|stone| Invalid::IslandTouched { colour, at, stone });
            }
        });
        let (count, tiles) = (count(own), self.rules.tiles);
        if fault.is_none() && tiles != 0 && count > u32::from(tiles) {
            fault = Some(Invalid::Stones { colour: word(colour), count, tiles });
        }
        fault.map_or(Ok(()), Err)
    }

    /// Builds the bridges of a position string one after the other; whether each could be built then says whether all can be.
    pub(super) fn add_bridges(&mut self, bridges: &[WrittenBridge]) -> Result<(), Invalid> {
        for &WrittenBridge { letter, colour, from, to } in bridges {
            let bridge =
                self.check_bridge(colour, from, to).map_err(|fault| Invalid::Bridge { letter, from, to, fault })?;
            self.bridges.add(bridge);
        }
        let (count, bridges) = (count(self.bridges.ends) / 2, self.rules.bridges);
        if bridges != 0 && count > u32::from(bridges) {
            return Err(Invalid::Bridges { count, bridges });
        }
        Ok(())
    }

    /// The checks of turn, seat and pass.
    pub(super) fn check_course(&self, turn: Option<Colour>) -> Result<(), Invalid> {
        if self.rules.opening == Opening::Fixed && (turn.is_none() || self.first_seat != Some(Colour::White)) {
            return Err(Invalid::Fixed);
        }
        let [light, dark] = self.stones.map(count);
        let at_start = (light, dark, turn, self.passed) == (0, 0, Some(Colour::White), None);
        match turn {
            None if (light, dark, self.bridges.ends, self.passed) != (2, 0, 0, None) => return Err(Invalid::Choice),
            None if self.first_seat.is_some() => return Err(Invalid::ChoiceSeat),
            Some(_) if self.first_seat.is_none() && !at_start => return Err(Invalid::SeatOpen),
            _ => {}
        }
        match (self.passed, self.passed.and_then(|colour| self.some_pair(colour))) {
            (Some(Colour::White), Some((first, second))) => Err(Invalid::LightCanPlace(first, second)),
            (Some(Colour::Black), Some((first, second))) => Err(Invalid::DarkCanPlace(first, second)),
            (Some(Colour::Black), None) if self.turn == Colour::Black => Err(Invalid::DarkPassed),
            _ => Ok(()),
        }
    }
}
