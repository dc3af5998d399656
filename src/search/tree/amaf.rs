//! All moves as first (Gelly and Silver 2007): what a player decides later in a game speaks for deciding it at once.

use crate::game::Player;

/// The decisions of a simulated game from some point on.
pub(super) struct Later {
    made: [Box<[bool]>; 2],
    /// What is set in `made`.
    noted: Vec<(Player, u16)>,
}

impl Later {
    /// For decisions with numbers below `kinds`.
    pub(super) fn new(kinds: usize) -> Self {
        let none = || vec![false; kinds].into_boxed_slice();
        Later { made: [none(), none()], noted: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        for (player, kind) in self.noted.drain(..) {
            self.made[player.index()][usize::from(kind)] = false;
        }
    }

    /// Notes a decision of this kind.
    #[inline]
    pub(super) fn note(&mut self, player: Player, kind: Option<u16>) {
        if let Some(kind) = kind
            && let Some(made) = self.made[player.index()].get_mut(usize::from(kind))
            && !std::mem::replace(made, true)
        {
            self.noted.push((player, kind));
        }
    }

    /// Whether the player has made a decision of this kind.
    #[inline]
    pub(super) fn has(&self, player: Player, kind: u16) -> bool {
        self.made[player.index()].get(usize::from(kind)) == Some(&true)
    }
}
