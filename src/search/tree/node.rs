//! What the tree keeps of a decision.

use crate::game::{Game, Outcome};

/// In place of a number among all moves as first.
const NONE: u16 = u16::MAX;

/// Games that are summed up among all moves as first, before older ones count for half: a sum of more would lose its last places.
const MOST_AMAF: u32 = 1 << 22;

/// A decision in the tree, and what is known of the position behind it.
pub(super) struct Node<M> {
    /// The decision; none at the root.
    pub(super) mv: Option<M>,
    /// Index of the first child, 0 while the node has none.
    first_child: u32,
    children: u32,
    pub(super) visits: u32,
    /// How promising the decision looked, where the game's knowledge is asked.
    pub(super) promise: i16,
    /// Turns from here to the proven end.
    pub(super) turns: u16,
    /// Whether the decision completes a turn; known once it has been tried.
    pub(super) completes: bool,
    pub(super) proven: Option<Outcome>,
    /// The decision's [`amaf`](Game::amaf), or [`NONE`].
    amaf: u16,
    /// Games in which the player made this decision later on, and the sum of their results.
    pub(super) amaf_visits: u32,
    pub(super) amaf_value: f32,
    /// Sum of the results, for the player who made the decision.
    pub(super) value: f64,
}

impl<M: Copy> Node<M> {
    pub(super) fn root() -> Self {
        Node {
            mv: None,
            first_child: 0,
            children: 0,
            visits: 0,
            promise: 0,
            turns: 0,
            completes: false,
            proven: None,
            amaf: NONE,
            amaf_visits: 0,
            amaf_value: 0.0,
            value: 0.0,
        }
    }

    pub(super) fn decision<G: Game<Move = M>>(mv: M, promise: i32) -> Self {
        let promise = promise.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        Node { mv: Some(mv), promise, amaf: G::amaf(mv).unwrap_or(NONE), ..Node::root() }
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.children == 0
    }

    pub(super) fn set_children(&mut self, range: std::ops::Range<usize>) {
        self.first_child = range.start as u32;
        self.children = range.len() as u32;
    }

    pub(super) fn child_range(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + self.children as usize
    }

    pub(super) fn amaf(&self) -> Option<u16> {
        (self.amaf != NONE).then_some(self.amaf)
    }

    /// Counts a game in which the decision was made later on.
    pub(super) fn credit_as_first(&mut self, result: f32) {
        if self.amaf_visits >= MOST_AMAF {
            self.amaf_visits /= 2;
            self.amaf_value /= 2.0;
        }
        self.amaf_visits += 1;
        self.amaf_value += result;
    }

    pub(super) fn mean(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { (self.value / f64::from(self.visits)) as f32 }
    }

    /// Turns to the proven end, with that of the decision itself.
    pub(super) fn turns_with_it(&self) -> u16 {
        self.turns.saturating_add(self.completes.into())
    }
}
