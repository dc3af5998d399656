//! Decisions (rules: A turn): finding them set-wise, counting them, making them.

use std::ops::ControlFlow;

use super::{BOARD, Bonus, FILES, Phase, Yote};
use crate::bits::Choice;
use crate::game::{Game, for_each_turn};
use crate::rng::Rng;

/// A square as the index of its bit: rank by rank from the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    pub(super) const fn new(index: u8) -> Cell {
        Cell(index & 31)
    }

    pub(super) const fn index(self) -> u8 {
        self.0
    }

    pub(super) const fn bit(self) -> u32 {
        1 << self.0
    }
}

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

/// One of the four directions: how far a bit moves, and from which squares the neighbour is on the board.
#[derive(Clone, Copy)]
struct Direction {
    step: i8,
    /// Squares with a neighbour in this direction.
    one: u32,
    /// Squares with two.
    two: u32,
}

/// The squares of the files from `first` to `last`.
const fn files(first: u8, last: u8) -> u32 {
    let rank = (1 << (last + 1)) - (1 << first);
    rank | rank << FILES | rank << (2 * FILES) | rank << (3 * FILES) | rank << (4 * FILES)
}

const DIRECTIONS: [Direction; 4] = [
    Direction { step: 1, one: files(0, FILES - 2), two: files(0, FILES - 3) },
    Direction { step: -1, one: files(1, FILES - 1), two: files(2, FILES - 1) },
    Direction { step: FILES as i8, one: BOARD >> FILES, two: BOARD >> (2 * FILES) },
    Direction { step: -(FILES as i8), one: BOARD & BOARD << FILES, two: BOARD & BOARD << (2 * FILES) },
];

impl Direction {
    /// For each square whether the square `times` away in this direction is in `set`.
    #[inline]
    fn look(self, set: u32, times: u32) -> u32 {
        let distance = u32::from(self.step.unsigned_abs()) * times;
        if self.step > 0 { set >> distance } else { set << distance }
    }

    #[inline]
    fn from(self, cell: Cell, times: i8) -> Cell {
        Cell::new(cell.0.wrapping_add_signed(self.step * times))
    }
}

/// Calls `visit` with each square of a set.
#[inline]
fn for_each_cell<B>(mut set: u32, mut visit: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B> {
    while set != 0 {
        visit(Cell::new(set.trailing_zeros() as u8))?;
        set &= set - 1;
    }
    ControlFlow::Continue(())
}

/// Two sets in one word.
#[inline]
fn pair(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

impl Yote {
    fn empty(&self) -> u32 {
        BOARD & !(self.stones[0] | self.stones[1])
    }

    fn drops(&self) -> u32 {
        if self.hands[self.to_move.index()] > 0 { self.empty() } else { 0 }
    }

    /// The stones of `own` that can step in this direction.
    #[inline]
    fn steppers(&self, own: u32, direction: Direction) -> u32 {
        own & direction.one & direction.look(self.empty(), 1)
    }

    /// The stones of `own` that can jump over one of `foe` in this direction.
    #[inline]
    fn jumpers(&self, own: u32, foe: u32, direction: Direction) -> u32 {
        own & direction.two & direction.look(foe, 1) & direction.look(self.empty(), 2)
    }

    fn can_jump(&self, own: u32, foe: u32) -> bool {
        DIRECTIONS.iter().any(|&direction| self.jumpers(own, foe, direction) != 0)
    }

    /// Whether either side could capture, were it to move.
    pub(super) fn anyone_can_capture(&self) -> bool {
        let [white, black] = self.stones;
        self.can_jump(white, black) || self.can_jump(black, white)
    }

    /// Whether the side with these stones and this hand can drop, step or jump.
    fn can_act(&self, own: u32, foe: u32, hand: u8) -> bool {
        (hand > 0 && self.empty() != 0)
            || DIRECTIONS.iter().any(|&direction| self.steppers(own, direction) != 0)
            || self.can_jump(own, foe)
    }

    /// Whether anyone can act.
    pub(super) fn anyone_can_act(&self) -> bool {
        let [white, black] = self.stones;
        self.can_act(white, black, self.hands[0]) || self.can_act(black, white, self.hands[1])
    }

    /// Whether the side to move can act.
    pub(super) fn mover_can_act(&self) -> bool {
        self.can_act(self.own(), self.foe(), self.hands[self.to_move.index()])
    }

    pub(super) fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.phase {
            Phase::Start if self.ending().is_some() => ControlFlow::Continue(()),
            Phase::Start => {
                for_each_cell(self.drops(), |at| visit(Move::Drop(at)))?;
                for direction in DIRECTIONS {
                    for_each_cell(self.steppers(self.own(), direction), |from| {
                        visit(Move::Step { from, to: direction.from(from, 1) })
                    })?;
                }
                self.visit_jumps(self.own(), &mut visit)?;
                if self.mover_can_act() { ControlFlow::Continue(()) } else { visit(Move::Pass) }
            }
            Phase::Bonus(_) => {
                for_each_cell(self.foe(), |at| visit(Move::Bonus(at)))?;
                if self.rules.bonus == Bonus::Forced { ControlFlow::Continue(()) } else { visit(Move::NoBonus) }
            }
            Phase::Jumping(at) => {
                self.visit_jumps(at.bit(), &mut visit)?;
                visit(Move::Stop)
            }
        }
    }

    /// The jumps of some of the mover's stones.
    fn visit_jumps<B>(&self, own: u32, visit: &mut impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        for direction in DIRECTIONS {
            for_each_cell(self.jumpers(own, self.foe(), direction), |from| {
                visit(Move::Jump { from, to: direction.from(from, 2) })
            })?;
        }
        ControlFlow::Continue(())
    }

    pub(super) fn count(&self, limit: u64) -> u64 {
        if self.ending_on_stones().is_some() {
            return 0;
        }
        let own = self.own();
        let [right, left, up, down] = DIRECTIONS.map(|direction| self.steppers(own, direction));
        let quiet = Choice::new([pair(right, left), pair(up, down), u64::from(self.drops())]);
        let mut count = u64::from(quiet.count());
        if self.can_jump(own, self.foe()) {
            let _ = self.visit_jumps(own, &mut |jump| {
                let mut next = self.clone();
                next.make(jump);
                let mut another = || {
                    count += 1;
                    if count >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                if next.in_turn() { for_each_turn(&next, &mut |_, _| another()) } else { another() }
            });
        }
        if count == 0 {
            // A side that cannot act passes, unless nobody can.
            return u64::from(self.ending().is_none());
        }
        count
    }

    #[inline(always)]
    pub(super) fn make(&mut self, mv: Move) {
        let own = self.to_move.index();
        match mv {
            Move::Drop(at) => {
                self.stones[own] |= at.bit();
                self.hands[own] = self.hands[own].saturating_sub(1);
                self.end_turn();
            }
            Move::Step { from, to } => {
                self.stones[own] ^= from.bit() | to.bit();
                self.end_turn();
            }
            Move::Jump { from, to } => {
                let over = Cell::new((from.0 + to.0) / 2);
                self.stones[own] ^= from.bit() | to.bit();
                self.stones[1 - own] &= !over.bit();
                if self.has_at_most(self.to_move.other(), 0) {
                    self.end_turn();
                } else if self.rules.bonus != Bonus::None && self.foe() != 0 {
                    self.phase = Phase::Bonus(to);
                } else {
                    self.go_on(to);
                }
            }
            Move::Bonus(at) => {
                self.stones[1 - own] &= !at.bit();
                self.after_bonus();
            }
            Move::NoBonus => self.after_bonus(),
            Move::Stop | Move::Pass => self.end_turn(),
        }
    }

    #[inline(always)]
    fn after_bonus(&mut self) {
        match self.phase {
            // A turn that takes the last stone is over (rules: End, 1).
            Phase::Bonus(at) if !self.has_at_most(self.to_move.other(), 0) => self.go_on(at),
            _ => self.end_turn(),
        }
    }

    /// After a jump and its bonus: the stone may jump on if it can.
    #[inline(always)]
    fn go_on(&mut self, at: Cell) {
        if self.rules.multijump && self.can_jump(at.bit(), self.foe()) {
            self.phase = Phase::Jumping(at);
        } else {
            self.end_turn();
        }
    }

    #[inline(always)]
    pub(super) fn pick_random(&self, rng: &mut Rng) -> Option<Move> {
        match self.phase {
            Phase::Start => self.pick_first(rng),
            Phase::Bonus(_) => {
                let stones = Choice::new([u64::from(self.foe())]);
                let none = u32::from(self.rules.bonus != Bonus::Forced);
                let n = rng.below(stones.count() + none);
                Some(if n == stones.count() { Move::NoBonus } else { Move::Bonus(Cell::new(stones.nth(n).1 as u8)) })
            }
            Phase::Jumping(at) => {
                let [a, b, c, d] = DIRECTIONS.map(|direction| self.jumpers(at.bit(), self.foe(), direction));
                let jumps = Choice::new([pair(a, b), pair(c, d)]);
                let n = rng.below(jumps.count() + 1);
                Some(if n == jumps.count() { Move::Stop } else { along(jumps.nth(n), 2) })
            }
        }
    }

    #[inline(always)]
    fn pick_first(&self, rng: &mut Rng) -> Option<Move> {
        let (own, foe) = (self.own(), self.foe());
        // In each direction a stone can step or jump, never both: one set holds them all.
        let [right, left, up, down] =
            DIRECTIONS.map(|direction| self.steppers(own, direction) | self.jumpers(own, foe, direction));
        let actions = Choice::new([u64::from(self.drops()), pair(right, left), pair(up, down)]);
        let count = actions.count();
        // What can be done is known by now, so that most ends need not be looked for.
        if self.ending_on_stones().is_some() || (count == 0 && self.ending().is_some()) {
            return None;
        }
        if count == 0 {
            return Some(Move::Pass);
        }
        let (word, at) = actions.nth(rng.below(count));
        Some(match word.checked_sub(1) {
            None => Move::Drop(Cell::new(at as u8)),
            Some(axis) => match along((axis, at), 1) {
                Move::Step { to, .. } if foe & to.bit() != 0 => along((axis, at), 2),
                step => step,
            },
        })
    }
}

/// The step (`times` 1) or jump (2) that a bit of the paired sets of [`DIRECTIONS`] stands for.
#[inline]
fn along((word, bit): (usize, u32), times: i8) -> Move {
    let direction = DIRECTIONS[(2 * word + (bit >> 5) as usize) & 3];
    let from = Cell::new(bit as u8);
    let to = direction.from(from, times);
    if times == 1 { Move::Step { from, to } } else { Move::Jump { from, to } }
}
