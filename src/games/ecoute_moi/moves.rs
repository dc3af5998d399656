//! Decisions (rules: A cycle, Moving): finding them, set-wise where the runner is put elsewhere, counting them, making them.

use std::fmt;
use std::ops::ControlFlow;

use super::board::{Cell, Squares};
use super::{EcouteMoi, Phase};
use crate::rng::Rng;

/// The number of an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// One square or three.
    Un,
    /// Two squares.
    Deux,
}

/// The direction of an announcement: a line that the runner may go along either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// Along a rank, perpendicular to Black's sides.
    Noir,
    /// Along a file, perpendicular to White's sides.
    Blanc,
    /// Along a diagonal that rises to the right.
    Positive,
    /// Along a diagonal that falls to the right.
    Negative,
}

impl Line {
    pub(super) const ALL: [Line; 4] = [Line::Noir, Line::Blanc, Line::Positive, Line::Negative];

    /// Bits from a cell to the next one on the line.
    #[inline]
    pub(super) const fn step(self) -> u8 {
        match self {
            Line::Noir => 1,
            Line::Blanc => 16,
            Line::Positive => 17,
            Line::Negative => 15,
        }
    }

    /// The line of the complementary move.
    #[inline]
    pub(super) const fn complement(self) -> Line {
        match self {
            Line::Noir => Line::Blanc,
            Line::Blanc => Line::Noir,
            Line::Positive => Line::Negative,
            Line::Negative => Line::Positive,
        }
    }

    /// The word of the announcement.
    pub(super) const fn word(self) -> &'static str {
        ["noir", "blanc", "positive", "negative"][self as usize]
    }
}

/// An announcement (rules: A cycle).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Announcement {
    /// How far.
    pub number: Number,
    /// Along which line.
    pub line: Line,
}

impl Announcement {
    /// All eight.
    pub(super) const ALL: [Announcement; 8] = {
        let mut all = [Announcement { number: Number::Un, line: Line::Noir }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Announcement { number: if i < 4 { Number::Un } else { Number::Deux }, line: Line::ALL[i % 4] };
            i += 1;
        }
        all
    };

    /// The place among all eight.
    pub(super) const fn index(self) -> usize {
        (self.number as usize) << 2 | self.line as usize
    }
}

impl fmt::Display for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = match self.number {
            Number::Un => "un",
            Number::Deux => "deux",
        };
        write!(f, "{number}-{}", self.line.word())
    }
}

/// One decision, which is a whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// An announcement.
    Announce(Announcement),
    /// The runner goes straight from one square to another, as the action asks. If it does not stand on the first, it is put there.
    Run {
        /// Start.
        from: Cell,
        /// Arrival.
        to: Cell,
    },
    /// The complementary move is possible from nowhere.
    Pass,
}

/// Distances that an action allows: bit 0 for one square, bit 2 for three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distances(u8);

impl Distances {
    const fn of(number: Number) -> Self {
        match number {
            Number::Un => Distances(0b101),
            Number::Deux => Distances(0b010),
        }
    }

    /// What remains of four squares.
    const fn complementary(distance: u8) -> Self {
        Distances(0b1000 >> (distance & 3))
    }

    pub(super) const fn contains(self, distance: u8) -> bool {
        matches!(distance, 1..=3) && self.0 >> (distance - 1) & 1 == 1
    }

    fn iter(self) -> impl Iterator<Item = u8> {
        (1..=3).filter(move |&distance| self.contains(distance))
    }
}

/// What the runner has to do in an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    pub(super) line: Line,
    pub(super) distances: Distances,
}

/// The ways that are open to a runner: bits 0 to 2 for one to three squares towards higher cells, 3 to 5 for as many towards lower ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ways(u8);

/// For each set of ways how many there are, and which; no action leaves more than four open.
const WAYS: [(u8, [u8; 4]); 64] = {
    let mut table = [(0u8, [0; 4]); 64];
    let mut ways = 0;
    while ways < 64 {
        let mut way = 0;
        while way < 6 {
            if ways >> way & 1 == 1 {
                if table[ways].0 < 4 {
                    table[ways].1[table[ways].0 as usize] = way;
                }
                table[ways].0 += 1;
            }
            way += 1;
        }
        ways += 1;
    }
    table
};

impl Ways {
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn len(self) -> u32 {
        u32::from(WAYS[usize::from(self.0 & 63)].0)
    }

    /// The square at the end of the `n`-th way.
    #[inline]
    fn arrival(self, n: u32, from: Cell, line: Line) -> Cell {
        // Steps that add up modulo 256, backwards too.
        const STEPS: [u8; 8] = [1, 2, 3, 255, 254, 253, 0, 0];
        let way = WAYS[usize::from(self.0 & 63)].1[n as usize & 3];
        from.plus(line.step().wrapping_mul(STEPS[usize::from(way & 7)]))
    }
}

impl EcouteMoi {
    /// What the runner has to do now, `None` when it is time to announce.
    #[inline]
    pub(super) fn demand(&self) -> Option<Demand> {
        match self.phase {
            Phase::Announce => None,
            Phase::Move(announcement) => {
                Some(Demand { line: announcement.line, distances: Distances::of(announcement.number) })
            }
            Phase::Complement(announcement, distance) => {
                Some(Demand { line: announcement.line.complement(), distances: Distances::complementary(distance) })
            }
        }
    }

    /// The ways that are open to the runner where it stands.
    #[inline]
    pub(super) fn ways(&self, demand: Demand) -> Ways {
        let step = demand.line.step();
        let open = |cells: [Cell; 3]| {
            let [one, two, three] = cells.map(|cell| self.free.bit(cell));
            one | (one & two) << 1 | (one & two & three) << 2
        };
        let up = open([1, 2, 3].map(|n| self.runner.plus(n * step)));
        let down = open([1, 2, 3].map(|n| self.runner.minus(n * step)));
        Ways((up | down << 3) & (demand.distances.0 | demand.distances.0 << 3))
    }

    /// The lower ends of all ways of this length on the board, whether or not the runner is near. Each way can be gone from both ends.
    #[inline]
    pub(super) fn lower_ends(&self, line: Line, distance: u8) -> Squares {
        let step = line.step();
        let pairs = self.free & self.free.lowered(step);
        match distance {
            1 => pairs,
            2 => pairs & pairs.lowered(step),
            _ => pairs & pairs.lowered(2 * step),
        }
    }

    /// Whether the first move after the announcement is possible from some square (rules: Cases the text does not name). The runner's own
    /// square is as good as any: it is put elsewhere only if it cannot move there.
    #[inline]
    pub(super) fn is_possible(&self, announcement: Announcement) -> bool {
        let distance = match announcement.number {
            Number::Un => 1,
            Number::Deux => 2,
        };
        !self.lower_ends(announcement.line, distance).is_empty()
    }

    /// A move that meets the demand, as start and arrival: the runner's own if it has one, else one of a runner that is put elsewhere.
    pub(super) fn example(&self, demand: Demand) -> Option<(Cell, Cell)> {
        let ways = self.ways(demand);
        if !ways.is_empty() {
            return Some((self.runner, ways.arrival(0, self.runner, demand.line)));
        }
        demand.distances.iter().find_map(|distance| {
            let ends = self.lower_ends(demand.line, distance);
            let low = ends.nth(0);
            (!ends.is_empty()).then(|| (low, low.plus(distance * demand.line.step())))
        })
    }

    pub(super) fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_joined() {
            return ControlFlow::Continue(());
        }
        let Some(demand) = self.demand() else {
            return Announcement::ALL
                .into_iter()
                .filter(|&announcement| self.is_possible(announcement))
                .try_for_each(|announcement| visit(Move::Announce(announcement)));
        };
        let ways = self.ways(demand);
        if !ways.is_empty() {
            let from = self.runner;
            return (0..ways.len()).try_for_each(|n| visit(Move::Run { from, to: ways.arrival(n, from, demand.line) }));
        }
        let mut blocked = true;
        for distance in demand.distances.iter() {
            let length = distance * demand.line.step();
            self.lower_ends(demand.line, distance).for_each(|low| {
                blocked = false;
                let high = low.plus(length);
                visit(Move::Run { from: low, to: high })?;
                visit(Move::Run { from: high, to: low })
            })?;
        }
        if blocked { visit(Move::Pass) } else { ControlFlow::Continue(()) }
    }

    pub(super) fn count_moves(&self) -> u32 {
        if self.is_joined() {
            return 0;
        }
        let Some(demand) = self.demand() else {
            return Announcement::ALL.iter().map(|&announcement| u32::from(self.is_possible(announcement))).sum();
        };
        let ways = self.ways(demand);
        if !ways.is_empty() {
            return ways.len();
        }
        let ends: u32 = demand.distances.iter().map(|distance| self.lower_ends(demand.line, distance).len()).sum();
        // Nothing at all: the pass.
        (2 * ends).max(1)
    }

    pub(super) fn pick_random(&self, rng: &mut Rng) -> Option<Move> {
        if self.is_joined() {
            return None;
        }
        let Some(demand) = self.demand() else { return self.pick_announcement(rng) };
        let ways = self.ways(demand);
        if ways.is_empty() {
            return Some(self.pick_elsewhere(demand, rng));
        }
        let from = self.runner;
        Some(Move::Run { from, to: ways.arrival(rng.below(ways.len()), from, demand.line) })
    }

    /// One of the possible announcements. Most often all are: one is drawn, and only if it is not possible the others are looked at.
    #[inline]
    fn pick_announcement(&self, rng: &mut Rng) -> Option<Move> {
        let drawn = Announcement::ALL[rng.below(8) as usize & 7];
        if self.is_possible(drawn) {
            return Some(Move::Announce(drawn));
        }
        let possible = || Announcement::ALL.into_iter().filter(|&announcement| self.is_possible(announcement));
        possible().nth(rng.below(possible().count() as u32) as usize).map(Move::Announce)
    }

    /// One of the moves of a runner that is put elsewhere.
    fn pick_elsewhere(&self, demand: Demand, rng: &mut Rng) -> Move {
        let step = demand.line.step();
        let pairs = self.free & self.free.lowered(step);
        let longer = if demand.distances.contains(2) { step } else { 2 * step };
        // At most one longer distance goes with a distance of one.
        let shorts = pairs.only_if(demand.distances.contains(1));
        let longs = (pairs & pairs.lowered(longer)).only_if(demand.distances != Distances(0b001));
        let few = shorts.len();
        let ends = few + longs.len();
        if ends == 0 {
            return Move::Pass;
        }
        let drawn = rng.below(2 * ends);
        let n = drawn / 2;
        let (low, length) = if n < few { (shorts.nth(n), step) } else { (longs.nth(n - few), step + longer) };
        let high = low.plus(length);
        if drawn.is_multiple_of(2) { Move::Run { from: low, to: high } } else { Move::Run { from: high, to: low } }
    }

    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        self.phase = match (self.phase, mv) {
            (_, Move::Announce(announcement)) => Phase::Move(announcement),
            (Phase::Move(announcement), Move::Run { from, to }) => {
                self.run(announcement.line, from, to);
                let distance = match announcement.number {
                    Number::Un if from.distance(to) == announcement.line.step() => 1,
                    Number::Un => 3,
                    Number::Deux => 2,
                };
                Phase::Complement(announcement, distance)
            }
            (Phase::Complement(announcement, _), Move::Run { from, to }) => {
                self.run(announcement.line.complement(), from, to);
                Phase::Announce
            }
            (_, Move::Pass) | (Phase::Announce, Move::Run { .. }) => Phase::Announce,
        };
        self.to_move = self.to_move.other();
    }

    /// The runner arrives, and a stone is put right behind it.
    #[inline]
    fn run(&mut self, line: Line, from: Cell, to: Cell) {
        let behind = if to.is_beyond(from) { to.minus(line.step()) } else { to.plus(line.step()) };
        self.runner = to;
        self.put_stone(behind);
    }
}
