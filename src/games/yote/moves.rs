//! Decisions (rules: A turn): finding them set-wise, counting them, making them.

use std::ops::ControlFlow;

use super::board::{self, BOARD, BY_RANKS, CELLS, Cell, JUMP_ENDS, SQUARES, STEP_ENDS};
use super::{Bonus, Phase, Yote};
use crate::bits::{Choice, Pair};
use crate::rng::Rng;

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone from the hand.
    Drop(Cell),
    /// A stone goes to a square beside it.
    Step {
        /// Where it stands.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// A stone jumps over an enemy stone and takes it.
    Jump {
        /// Where it stands.
        from: Cell,
        /// Where it lands, two squares away.
        to: Cell,
    },
    /// The jump takes this stone as well.
    Bonus(Cell),
    /// The jump takes no second stone.
    NoBonus,
    /// The stone that has jumped stays where it is.
    Stop,
    /// Nothing, since nothing else is possible.
    Pass,
}

/// What a decision changes on the board and in the hand: all that it takes to make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// Squares that a stone of the mover comes to or leaves.
    own: u64,
    /// Squares from which an enemy stone is taken.
    foe: u64,
    /// Stones that leave the mover's hand.
    dropped: u8,
}

impl Change {
    const NOTHING: Change = Change { own: 0, foe: 0, dropped: 0 };

    fn drop(bit: u8) -> Change {
        Change { own: SQUARES[usize::from(bit)], dropped: 1, ..Change::NOTHING }
    }

    fn step(bit: u8) -> Change {
        Change { own: STEP_ENDS[usize::from(bit)], ..Change::NOTHING }
    }

    #[inline(always)]
    fn jump(bit: u8) -> Change {
        Change { own: JUMP_ENDS[usize::from(bit)], foe: SQUARES[usize::from(bit)], dropped: 0 }
    }

    #[inline(always)]
    fn bonus(bit: u8) -> Change {
        Change { foe: SQUARES[usize::from(bit)], ..Change::NOTHING }
    }

    pub(super) fn of(mv: Move) -> Change {
        match mv {
            Move::Drop(at) => Change::drop(at.index()),
            Move::Step { from, to } => Change { own: from.set() ^ to.set(), ..Change::NOTHING },
            Move::Jump { from, to } => {
                let over = Cell::of_bit((from.index() + to.index()) / 2);
                Change { own: from.set() ^ to.set(), foe: over.set(), dropped: 0 }
            }
            Move::Bonus(at) => Change::bonus(at.index()),
            Move::NoBonus | Move::Stop | Move::Pass => Change::NOTHING,
        }
    }
}

/// Calls `visit` with the index of each bit.
#[inline]
fn for_each_bit<B>(mut set: u64, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
    while set != 0 {
        visit(set.trailing_zeros() as u8)?;
        set &= set - 1;
    }
    ControlFlow::Continue(())
}

impl Yote {
    fn empty(&self) -> u64 {
        BOARD ^ self.own.stones ^ self.foe.stones
    }

    #[inline(always)]
    fn drops(&self) -> u64 {
        if self.own.hand > 0 { self.empty() & BY_RANKS } else { 0 }
    }

    #[inline(always)]
    fn steps(&self) -> u64 {
        board::steps(self.own.stones, self.foe.stones)
    }

    #[inline(always)]
    fn jumps(&self) -> u64 {
        board::jumps(self.own.stones, self.foe.stones)
    }

    /// The jumps of one of the mover's stones.
    #[inline(always)]
    fn jumps_of(&self, at: Cell) -> u64 {
        board::jumps_between(at.set(), self.foe.stones, self.empty())
    }

    fn foe_jumps(&self) -> u64 {
        board::jumps(self.foe.stones, self.own.stones)
    }

    /// Whether either side could capture, were it to move.
    pub(super) fn anyone_can_capture(&self) -> bool {
        self.jumps() | self.foe_jumps() != 0
    }

    /// Whether the side to move can drop, step or jump.
    pub(super) fn mover_can_act(&self) -> bool {
        self.drops() | self.steps() | self.jumps() != 0
    }

    /// Whether either side could act, were it to move.
    pub(super) fn anyone_can_act(&self) -> bool {
        let foe_steps = board::steps(self.foe.stones, self.own.stones);
        self.mover_can_act() || foe_steps | self.foe_jumps() != 0 || (self.foe.hand > 0 && self.empty() != 0)
    }

    pub(super) fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_changes(|change| visit(self.decision(change)))
    }

    #[inline]
    fn visit_changes<B>(&self, mut visit: impl FnMut(Change) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.phase {
            Phase::Start if self.ending().is_some() => ControlFlow::Continue(()),
            Phase::Start => {
                for_each_bit(self.drops(), |bit| visit(Change::drop(bit)))?;
                for_each_bit(self.steps(), |bit| visit(Change::step(bit)))?;
                for_each_bit(self.jumps(), |bit| visit(Change::jump(bit)))?;
                if self.mover_can_act() { ControlFlow::Continue(()) } else { visit(Change::NOTHING) }
            }
            Phase::Bonus(_) => {
                for_each_bit(self.foe.stones & BY_RANKS, |bit| visit(Change::bonus(bit)))?;
                if self.rules.bonus == Bonus::Forced { ControlFlow::Continue(()) } else { visit(Change::NOTHING) }
            }
            Phase::Jumping(at) => {
                for_each_bit(self.jumps_of(at), |bit| visit(Change::jump(bit)))?;
                visit(Change::NOTHING)
            }
        }
    }

    /// The decision that makes this change here.
    pub(super) fn decision(&self, change: Change) -> Move {
        let from = Cell::of_set(change.own & self.own.stones);
        let to = Cell::of_set(change.own & !self.own.stones);
        match (change.own != 0, change.foe != 0, self.phase) {
            (true, true, _) => Move::Jump { from, to },
            (false, true, _) => Move::Bonus(Cell::of_set(change.foe)),
            (true, false, _) if change.dropped > 0 => Move::Drop(to),
            (true, false, _) => Move::Step { from, to },
            (false, false, Phase::Start) => Move::Pass,
            (false, false, Phase::Bonus(_)) => Move::NoBonus,
            (false, false, Phase::Jumping(_)) => Move::Stop,
        }
    }

    fn after(&self, change: Change) -> Self {
        let mut next = self.clone();
        next.apply(change);
        next
    }

    /// The number of turns, exact below `limit`.
    pub(super) fn count(&self, limit: u64) -> u64 {
        if self.ending_on_stones().is_some() {
            return 0;
        }
        let empty = CELLS.saturating_sub(self.own.on_board() + self.foe.on_board());
        let drops = if self.own.hand > 0 { empty } else { 0 };
        let mut count = u64::from(drops) + u64::from(Choice::new([self.steps()]).count());
        let _ = for_each_bit(self.jumps(), |bit| {
            count += self.after(Change::jump(bit)).count_rest(limit.saturating_sub(count));
            if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if count == 0 {
            // A side that cannot act passes, unless nobody can.
            return u64::from(self.ending().is_none());
        }
        count
    }

    /// The number of ways to complete the turn that has been begun, exact below `limit`.
    fn count_rest(&self, limit: u64) -> u64 {
        match self.phase {
            Phase::Start => 1,
            Phase::Bonus(at) if !self.may_come_to_jump(at) => {
                u64::from(self.foe.on_board()) + u64::from(self.rules.bonus != Bonus::Forced)
            }
            _ => {
                let mut count = 0;
                let _ = self.visit_changes(|change| {
                    count += self.after(change).count_rest(limit.saturating_sub(count));
                    if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                count
            }
        }
    }

    /// Whether this stone can jump on, now or once a bonus has cleared a square.
    fn may_come_to_jump(&self, at: Cell) -> bool {
        let landings = BOARD ^ self.own.stones;
        self.rules.multijump && board::jumps_between(at.set(), self.foe.stones, landings) != 0
    }

    #[inline(always)]
    pub(super) fn apply(&mut self, change: Change) {
        let landing = change.own & !self.own.stones;
        self.own.stones ^= change.own;
        self.own.hand = self.own.hand.saturating_sub(change.dropped);
        if change.foe == 0 {
            return match self.phase {
                Phase::Bonus(at) => self.go_on(at),
                Phase::Start | Phase::Jumping(_) => self.end_turn(),
            };
        }
        self.foe.stones &= !change.foe;
        self.foe.left = self.foe.left.saturating_sub(1);
        match self.phase {
            // A turn that takes the last stone is over (rules: End, 1).
            _ if self.foe.left == 0 => self.end_turn(),
            Phase::Bonus(at) => self.go_on(at),
            _ if self.rules.bonus != Bonus::None && self.foe.stones != 0 => {
                self.phase = Phase::Bonus(Cell::of_set(landing));
            }
            _ => self.go_on(Cell::of_set(landing)),
        }
    }

    /// After a jump and its bonus: the stone may jump on if it can.
    #[inline(always)]
    fn go_on(&mut self, at: Cell) {
        if self.rules.multijump && self.jumps_of(at) != 0 {
            self.phase = Phase::Jumping(at);
        } else {
            self.end_turn();
        }
    }

    /// One of the decisions, each with the same probability.
    #[inline(always)]
    pub(super) fn pick(&self, rng: &mut Rng) -> Option<Change> {
        match self.phase {
            Phase::Start => self.pick_first(rng),
            Phase::Bonus(_) => {
                let stones = Choice::new([self.foe.stones & BY_RANKS]);
                let none = u32::from(self.rules.bonus != Bonus::Forced);
                let n = rng.below(stones.count() + none);
                Some(if n == stones.count() { Change::NOTHING } else { Change::bonus(stones.nth(n).1 as u8) })
            }
            Phase::Jumping(at) => {
                let jumps = Choice::new([self.jumps_of(at)]);
                let n = rng.below(jumps.count() + 1);
                Some(if n == jumps.count() { Change::NOTHING } else { Change::jump(jumps.nth(n).1 as u8) })
            }
        }
    }

    #[inline(always)]
    fn pick_first(&self, rng: &mut Rng) -> Option<Change> {
        if self.ending_on_stones().is_some() {
            return None;
        }
        // A drop is on an empty square and a jump over an enemy stone: one word holds both.
        let actions = Pair::new([self.steps(), self.jumps() | self.drops()]);
        if actions.count() == 0 {
            return self.ending().is_none().then_some(Change::NOTHING);
        }
        let [step, other] = actions.nth(rng.below(actions.count()));
        let square = SQUARES[usize::from(other)];
        if square & self.foe.stones != 0 {
            return Some(Change::jump(other));
        }
        // A step or a drop, whichever it is: the other is nothing.
        Some(Change { own: STEP_ENDS[usize::from(step)] | square, foe: 0, dropped: u8::from(square != 0) })
    }
}
