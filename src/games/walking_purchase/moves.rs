//! Decisions (rules: A turn): finding them set-wise, counting them, making them.

use std::ops::ControlFlow;

use super::{Lines, Phase, WalkingPurchase, line, opponent};
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

/// The number of squares in reach across the lines from all the squares `bends` of line `across` together.
#[inline]
fn count_arrivals(lines: &Lines, bends: u16, across: u8) -> u32 {
    let sweep = |order: &mut dyn Iterator<Item = usize>| {
        let (mut open, mut count) = (bends, 0);
        for index in order {
            open &= !lines[index & 15];
            if open == 0 {
                break;
            }
            count += open.count_ones();
        }
        count
    };
    sweep(&mut (line(across) + 1..16)) + sweep(&mut (0..line(across)).rev())
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

/// The index of the `n`-th bit that is set, from the lowest.
#[inline]
fn nth_bit(mut bits: u16, n: u32) -> u8 {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros() as u8
}

impl WalkingPurchase {
    /// The squares on which the runner on `at` can turn: those on its rank (a bit a file), and those on its file (a bit a rank).
    #[inline]
    fn bends_of(&self, at: Square) -> [u16; 2] {
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
        let foe = &self.stones[opponent(self.to_move).index()];
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
        (to.file < 16 && to.rank < 16 && self.has_stone(opponent(colour), over) && !self.is_taken(to)).then_some(to)
    }

    fn landings(&self, from: Square) -> impl Iterator<Item = Square> {
        DIRECTIONS.into_iter().filter_map(move |direction| self.landing(self.to_move, from, direction))
    }

    /// Whether the side to move can neither walk nor capture.
    pub(super) fn is_stuck(&self) -> bool {
        let walks = self.runners[self.to_move.index()].iter().any(|&at| self.bends_of(at) != [0; 2]);
        !walks && self.jumpers().as_flattened().iter().all(|&rank| rank == 0)
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
        for (jumpers, direction) in self.jumpers().iter().zip(DIRECTIONS) {
            for (rank, &files) in (0..).zip(jumpers) {
                for_each_bit(files, |file| visit(jump(Square::new(file, rank), direction)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of legal walks, without looking at them one by one.
    pub(super) fn count_walks(&self) -> u64 {
        let count = |at: Square| {
            let [on_rank, on_file] = self.bends_of(at);
            count_arrivals(&self.taken_by_rank, on_rank, at.rank)
                + count_arrivals(&self.taken_by_file, on_file, at.file)
        };
        self.runners[self.to_move.index()].iter().map(|&at| u64::from(count(at))).sum()
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
                self.remove_stone(opponent(self.to_move), over);
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
                let arrivals = self.arrivals(from, turn);
                let index = nth_bit(arrivals, rng.below(arrivals.count_ones()));
                Some(Move::Arrive(on_second_leg(from, turn, index)))
            }
            Phase::Jumping(from) => {
                let count = self.landings(from).count() as u32;
                let jump = self.landings(from).nth(rng.below(count + 1) as usize);
                Some(jump.map_or(Move::Stop, |to| Move::Jump { from, to }))
            }
        }
    }

    fn pick_first(&self, rng: &mut Rng) -> Option<Move> {
        let runners = self.runners[self.to_move.index()];
        let bends = runners.map(|at| self.bends_of(at));
        let jumpers = self.jumpers();
        let walks: u32 = bends.as_flattened().iter().map(|bits| bits.count_ones()).sum();
        let jumps: u32 = jumpers.as_flattened().iter().map(|bits| bits.count_ones()).sum();
        let mut n = rng.below(walks + jumps);
        for (from, [on_rank, on_file]) in runners.into_iter().zip(bends) {
            if n < on_rank.count_ones() {
                return Some(Move::Bend { from, turn: Square::new(nth_bit(on_rank, n), from.rank) });
            }
            n -= on_rank.count_ones();
            if n < on_file.count_ones() {
                return Some(Move::Bend { from, turn: Square::new(from.file, nth_bit(on_file, n)) });
            }
            n -= on_file.count_ones();
        }
        for (lines, direction) in jumpers.iter().zip(DIRECTIONS) {
            for (rank, &files) in (0..).zip(lines) {
                if n < files.count_ones() {
                    return Some(jump(Square::new(nth_bit(files, n), rank), direction));
                }
                n -= files.count_ones();
            }
        }
        None
    }
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
