//! The games and their registry. A new game is a folder here, and its line in the registry below.

#[cfg(test)]
mod conformance;
pub mod ecoute_moi;
pub mod ponte;
#[cfg(test)]
pub(crate) mod testkit;
#[cfg(test)]
#[path = "../../tests/toy/mod.rs"]
mod toy;
pub mod walking_purchase;
pub mod yote;

use crate::clicks::Clicks;
use crate::geometry::Size;
use crate::notation::Notation;

/// What is known of a registered game without opening it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The id by which commands name it.
    pub id: &'static str,
    /// Its proper name.
    pub title: &'static str,
    /// Its board.
    pub size: Size,
}

impl GameInfo {
    /// What is known of `G`.
    pub const fn of<G: Notation>() -> Self {
        GameInfo { id: G::ID, title: G::TITLE, size: G::SIZE }
    }
}

/// Something to do with a game whose type is found by its id.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it with the game `G`.
    fn visit<G: Clicks>(self) -> Self::Output;
}

macro_rules! registry {
    ($($(#[$attribute:meta])* $game:ty),* $(,)?) => {
        /// All registered games.
        pub const GAMES: &[GameInfo] = &[$($(#[$attribute])* GameInfo::of::<$game>()),*];

        /// Gives the visitor the game with this id, in any case; `None` when there is no such game.
        pub fn with_game<V: GameVisitor>(id: &str, visitor: V) -> Option<V::Output> {
            $(
                $(#[$attribute])*
                {
                    if id.eq_ignore_ascii_case(<$game as Notation>::ID) {
                        return Some(visitor.visit::<$game>());
                    }
                }
            )*
            None
        }
    };
}

registry! {
    ecoute_moi::EcouteMoi,
    ponte::Ponte,
    walking_purchase::WalkingPurchase,
    yote::Yote,
    // A fifth game, which the unit tests have beside the others.
    #[cfg(test)]
    toy::Domineering,
}
