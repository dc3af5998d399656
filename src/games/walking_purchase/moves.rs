//! Decisions (rules: A turn): finding them set-wise, counting them, making them.

use std::ops::ControlFlow;

use super::{Lines, Phase, WalkingPurchase, line};
use crate::bits::{Choice, byte_counts, sum_of_bytes};
use crate::game::{Game, for_each_turn};
use crate::geometry::Square;
use crate::notation::Colour;
use crate::rng::Rng;

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The runner on `from` walks to `turn` and will turn there.
    Bend {
        /// Where the runner stands.
        from: Square,
        /// Where it turns, and a stone will lie.
        turn: Square,
    },
    /// The runner that has bent arrives here.
    Arrive(Square),
    /// A stone jumps over the enemy stone between.
    Jump {
        /// Where the stone stands.
        from: Square,
        /// Where it lands, two squares away.
        to: Square,
    },
    /// The stone that has jumped stays where it is.
    Stop,
}

/// The four directions of a jump, as (files, ranks).
pub(super) const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// The free squares of a line that can be reached from `at` without passing a taken one.
#[inline]
fn reach(taken: u16, at: u8) -> u16 {
    let taken = u32::from(taken);
    let below = taken & ((1 << at) - 1);
    let above = (taken | 1 << 16) & !((2 << at) - 1);
    let bottom = u32::BITS - below.leading_zeros();
    let down = (1u32 << at) - (1 << bottom);
    let up = (1u32 << above.trailing_zeros()) - (2 << at);
    (down | up) as u16
}

/// The taken squares of the line at `index + step`, all of them beyond the board's edge.
#[inline]
fn neighbour(lines: &Lines, index: u8, step: i8) -> u16 {
    let at = index.wrapping_add_signed(step);
    if at < 16 { lines[line(at)] } else { u16::MAX }
}

/// The squares at which a runner on (`along`, `across`) can turn off its line: reached along it, with a free square beside them.
#[inline]
fn bends(lines: &Lines, along: u8, across: u8) -> u16 {
    reach(lines[line(across)], along) & !(neighbour(lines, across, 1) & neighbour(lines, across, -1))
}

/// Four lines side by side.
#[inline]
fn lanes([a, b, c, d]: [u16; 4]) -> u64 {
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

/// Calls `visit` with the index of each bit that is set.
#[inline]
fn for_each_bit<B>(mut bits: u16, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
    while bits != 0 {
        visit(bits.trailing_zeros() as u8)?;
        bits &= bits - 1;
    }
    ControlFlow::Continue(())
}

impl WalkingPurchase {
    /// The squares on which the runner on `at` can turn: those on its rank (a bit a file), and those on its file (a bit a rank).
    #[inline]
    pub(super) fn bends_of(&self, at: Square) -> [u16; 2] {
        [bends(&self.taken_by_rank, at.file, at.rank), bends(&self.taken_by_file, at.rank, at.file)]
    }

    /// The squares at which a walk from `from` that turns on `turn` can arrive, a bit a square of the second leg's line.
    fn arrivals(&self, from: Square, turn: Square) -> u16 {
        if from.rank == turn.rank {
            reach(self.taken_by_file[line(turn.file)], turn.rank)
        } else {
            reach(self.taken_by_rank[line(turn.rank)], turn.file)
        }
    }

    /// The stones of the side to move that can jump, a set of lines for each of [`DIRECTIONS`].
    fn jumpers(&self) -> [Lines; 4] {
        let own = &self.stones[self.to_move.index()];
        let foe = &self.stones[self.to_move.other().index()];
        let mut free: Lines = self.taken_by_rank;
        for rank in &mut free {
            *rank = !*rank;
        }
        let mut jumpers = [[0; 16]; 4];
        for rank in 0..16 {
            jumpers[0][rank] = own[rank] & foe[rank] >> 1 & free[rank] >> 2;
            jumpers[1][rank] = own[rank] & foe[rank] << 1 & free[rank] << 2;
        }
        for rank in 0..14 {
            jumpers[2][rank] = own[rank] & foe[rank + 1] & free[rank + 2];
            jumpers[3][rank + 2] = own[rank + 2] & foe[rank + 1] & free[rank];
        }
        jumpers
    }

    /// Where a stone of `colour` on `from` lands if it jumps in this direction, `None` when it cannot.
    fn landing(&self, colour: Colour, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        let over = from.offset(files, ranks)?;
        let to = over.offset(files, ranks)?;
        (to.file < 16 && to.rank < 16 && self.has_stone(colour.other(), over) && !self.is_taken(to)).then_some(to)
    }

    fn landings(&self, from: Square) -> impl Iterator<Item = Square> {
        DIRECTIONS.into_iter().filter_map(move |direction| self.landing(self.to_move, from, direction))
    }

    /// Whether the side to move can neither walk nor capture.
    pub(super) fn is_stuck(&self) -> bool {
        let walks = self.runners[self.to_move.index()].iter().any(|&at| self.bends_of(at) != [0; 2]);
        !walks && none(&self.jumpers())
    }

    pub(super) fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.phase {
            Phase::Start => {
                for from in self.runners[self.to_move.index()] {
                    let [on_rank, on_file] = self.bends_of(from);
                    for_each_bit(on_rank, |file| visit(Move::Bend { from, turn: Square::new(file, from.rank) }))?;
                    for_each_bit(on_file, |rank| visit(Move::Bend { from, turn: Square::new(from.file, rank) }))?;
                }
                self.visit_jumps(visit)
            }
            Phase::Bent { from, turn } => {
                for_each_bit(self.arrivals(from, turn), |index| visit(Move::Arrive(on_second_leg(from, turn, index))))
            }
            Phase::Jumping(from) => {
                for to in self.landings(from) {
                    visit(Move::Jump { from, to })?;
                }
                visit(Move::Stop)
            }
        }
    }

    /// The first jumps of capture series.
    fn visit_jumps<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let jumpers = self.jumpers();
        if none(&jumpers) {
            return ControlFlow::Continue(());
        }
        for (jumpers, direction) in jumpers.iter().zip(DIRECTIONS) {
            for (rank, &files) in (0..).zip(jumpers) {
                for_each_bit(files, |file| visit(jump(Square::new(file, rank), direction)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of legal walks, without looking at them one by one.
    pub(super) fn count_walks(&self) -> u64 {
        self.runners[self.to_move.index()].iter().map(|&at| self.count_walks_of(at)).sum()
    }

    /// From all the turning squares of a runner at once, upwards and downwards, rightwards and leftwards, one square further at a time: what is
    /// still open is counted in four lanes of one word.
    #[inline]
    fn count_walks_of(&self, at: Square) -> u64 {
        let [on_rank, on_file] = self.bends_of(at);
        let mut open = lanes([on_rank, on_rank, on_file, on_file]);
        let mut counts = 0;
        for step in 1..16 {
            open &= !lanes([
                neighbour(&self.taken_by_rank, at.rank, step),
                neighbour(&self.taken_by_rank, at.rank, -step),
                neighbour(&self.taken_by_file, at.file, step),
                neighbour(&self.taken_by_file, at.file, -step),
            ]);
            if open == 0 {
                break;
            }
            counts += byte_counts(open);
        }
        sum_of_bytes(counts)
    }

    /// The number of legal capture series, exact below `limit`.
    pub(super) fn count_captures(&self, limit: u64) -> u64 {
        let mut count = 0;
        let mut another = || {
            count += 1;
            if count >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let _ = self.visit_jumps(|first| {
            let mut next = self.clone();
            next.make(first);
            if next.in_turn() { for_each_turn(&next, &mut |_, _| another()) } else { another() }
        });
        count
    }

    pub(super) fn make(&mut self, mv: Move) {
        match mv {
            Move::Bend { from, turn } => self.phase = Phase::Bent { from, turn },
            Move::Arrive(to) => {
                if let Phase::Bent { from, turn } = self.phase {
                    self.walk(from, turn, to);
                    self.end_turn();
                }
            }
            Move::Jump { from, to } => {
                let over = Square::new((from.file + to.file) / 2, (from.rank + to.rank) / 2);
                self.remove_stone(self.to_move, from);
                self.remove_stone(self.to_move.other(), over);
                self.put_stone(self.to_move, to);
                let prisoners = &mut self.prisoners[self.to_move.index()];
                // The position string holds no more; no game gets near it.
                *prisoners = prisoners.saturating_add(1);
                if self.landings(to).next().is_some() {
                    self.phase = Phase::Jumping(to);
                } else {
                    self.end_turn();
                }
            }
            Move::Stop => self.end_turn(),
        }
    }

    fn walk(&mut self, from: Square, turn: Square, to: Square) {
        self.free(from);
        self.take(to);
        self.put_stone(self.to_move, turn);
        let pair = &mut self.runners[self.to_move.index()];
        let stays = if pair[0] == from { pair[1] } else { pair[0] };
        *pair = if stays < to { [stays, to] } else { [to, stays] };
    }

    pub(super) fn pick_random(&self, rng: &mut Rng) -> Option<Move> {
        match self.phase {
            Phase::Start => self.pick_first(rng),
            Phase::Bent { from, turn } => {
                let arrivals = Choice::new([u64::from(self.arrivals(from, turn))]);
                let index = arrivals.nth(rng.below(arrivals.count())).1;
                Some(Move::Arrive(on_second_leg(from, turn, index as u8)))
            }
            Phase::Jumping(from) => {
                let count = self.landings(from).count() as u32;
                let jump = self.landings(from).nth(rng.below(count + 1) as usize);
                Some(jump.map_or(Move::Stop, |to| Move::Jump { from, to }))
            }
        }
    }

    fn pick_first(&self, rng: &mut Rng) -> Option<Move> {
        let [first, second] = self.runners[self.to_move.index()];
        let ([a, b], [c, d]) = (self.bends_of(first), self.bends_of(second));
        let bends = Choice::new([lanes([a, b, c, d])]);
        let jumpers = self.jumpers();
        let mut words = [0; 16];
        for (word, four) in words.iter_mut().zip(jumpers.as_flattened().as_chunks::<4>().0) {
            *word = lanes(*four);
        }
        if words == [0; 16] {
            // As mostly: nothing to capture.
            let count = bends.count();
            return (count > 0).then(|| self.bend(bends.nth(rng.below(count)).1));
        }
        let jumps = Choice::new(words);
        let n = rng.below(bends.count() + jumps.count());
        if n < bends.count() {
            return Some(self.bend(bends.nth(n).1));
        }
        let (word, bit) = jumps.nth(n - bends.count());
        let (direction, rank) = (word / 4, (word as u8 % 4) * 4 + (bit / 16) as u8);
        Some(jump(Square::new(bit as u8 % 16, rank), DIRECTIONS[direction & 3]))
    }

    /// The bend that a bit of the four lines stands for: the first runner's rank and file, then the second's.
    fn bend(&self, bit: u32) -> Move {
        let from = self.runners[self.to_move.index()][(bit / 32) as usize & 1];
        let index = bit as u8 % 16;
        let turn =
            if (bit / 16).is_multiple_of(2) { Square::new(index, from.rank) } else { Square::new(from.file, index) };
        Move::Bend { from, turn }
    }
}

/// Whether nobody jumps, as mostly.
#[inline]
fn none(jumpers: &[Lines; 4]) -> bool {
    jumpers.as_flattened().iter().fold(0, |all, &rank| all | rank) == 0
}

/// The square with this index on the line of the second leg.
fn on_second_leg(from: Square, turn: Square, index: u8) -> Square {
    if from.rank == turn.rank { Square::new(turn.file, index) } else { Square::new(index, turn.rank) }
}

/// The jump from a square from which it stays on the board.
fn jump(from: Square, (files, ranks): (i8, i8)) -> Move {
    let to = Square::new(from.file.wrapping_add_signed(2 * files), from.rank.wrapping_add_signed(2 * ranks));
    Move::Jump { from, to }
}
