//! Values, windows, and places in the tree.

pub(super) use crate::search::WIN;

/// Values beyond are ends that have been proven.
pub(super) const SURE: i32 = 31_000;
/// A turn that the search has not come to, where all others lose: better than they.
pub(super) const OPEN: i32 = 1 - SURE;
/// More than any value.
pub(super) const INFINITY: i32 = 32_500;

/// A value for the side to move, and whether it rests on ends of the game alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) value: i32,
    pub(super) proven: bool,
}

impl Found {
    pub(super) const fn guess(value: i32) -> Self {
        Found { value, proven: false }
    }

    /// The same, seen by the player whose decision led here.
    pub(super) fn seen_by(self, same: bool) -> Self {
        if same { self } else { Found { value: -self.value, proven: self.proven } }
    }
}

/// Where in the tree a position stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// Decisions from the root.
    pub(super) ply: usize,
    /// Turns completed since the root.
    pub(super) turns: u32,
}

/// What a window leaves open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const ALL: Window = Window { alpha: -INFINITY, beta: INFINITY };

    /// The smallest window above alpha.
    pub(super) fn null(self) -> Self {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// As the next player sees it.
    pub(super) fn seen_by(self, same: bool) -> Self {
        if same { self } else { Window { alpha: -self.beta, beta: -self.alpha } }
    }

    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }
}

/// A value as the table keeps it: ends are counted from the position itself.
pub(super) fn to_table(value: i32, turns: u32) -> i16 {
    let turns = turns as i32;
    let value = match value {
        SURE.. => value + turns,
        _ if value <= -SURE => value - turns,
        _ => value,
    };
    value.clamp(-WIN, WIN) as i16
}

pub(super) fn from_table(value: i16, turns: u32) -> i32 {
    let (value, turns) = (i32::from(value), turns as i32);
    match value {
        SURE.. => value - turns,
        _ if value <= -SURE => value + turns,
        _ => value,
    }
}
