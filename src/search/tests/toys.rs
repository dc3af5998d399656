//! Small games whose results are known.

use std::ops::ControlFlow;

use crate::game::{Game, Outcome, Player, RuleOption, Rules};
use crate::record::Record;

/// Take one to three matches from the heap; who takes the last one wins. With `Rules` at their default. The heap is lost by the side
/// to move exactly when it is a multiple of four. Taking two or three is two decisions: one match, then the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Matches {
    pub(super) heap: u32,
    to_move: Player,
    taken: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct NoRules;

impl Rules for NoRules {
    const OPTIONS: &'static [RuleOption<Self>] = &[];
}

impl Matches {
    pub(in crate::search) fn heap(heap: u32) -> Record<Matches> {
        Record::new(Matches { heap, to_move: Player::First, taken: 0 })
    }
}

impl Game for Matches {
    /// How many more to take in this turn: 1 to begin with, then 0, 1 or 2.
    type Move = u32;
    type Rules = NoRules;

    fn start(_: NoRules) -> Self {
        Matches { heap: 10, to_move: Player::First, taken: 0 }
    }

    fn rules(&self) -> NoRules {
        NoRules
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn in_turn(&self) -> bool {
        self.taken > 0
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.heap == 0 && self.taken == 0).then(|| Outcome::Win(self.to_move.other()))
    }

    fn settle(&self) -> Outcome {
        Outcome::Draw
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        let choices = if self.taken == 0 { 1..=self.heap.min(1) } else { 0..=self.heap.min(2) };
        for count in choices {
            visit(count)?;
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&mut self, count: u32) {
        self.heap -= count;
        if self.taken == 0 && self.heap > 0 {
            self.taken = 1;
        } else {
            self.taken = 0;
            self.to_move = self.to_move.other();
        }
    }

    fn key(&self) -> u64 {
        u64::from(self.heap) << 8 | u64::from(self.taken) << 4 | self.to_move.index() as u64
    }
}

/// Go in, then go round, until who may goes out and both go on for good. How often a position may occur is a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rounds {
    /// Before the round 0, in it 1, and what comes after it.
    pub(super) place: u32,
    pub(super) to_move: Player,
    /// Who may go out.
    pub(super) leaver: Option<Player>,
    /// What every position is worth to the first seat.
    pub(super) worth: i32,
    /// The result if it were ended.
    pub(super) settled: Outcome,
    pub(super) rules: Repetition,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Repetition(pub(super) u8);

impl Rules for Repetition {
    const OPTIONS: &'static [RuleOption<Self>] = &[];

    fn repetition(&self) -> u8 {
        self.0
    }
}

impl Game for Rounds {
    /// The next place.
    type Move = u32;
    type Rules = Repetition;

    fn start(rules: Repetition) -> Self {
        Rounds { place: 0, to_move: Player::First, leaver: None, worth: 0, settled: Outcome::Draw, rules }
    }

    fn rules(&self) -> Repetition {
        self.rules
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn in_turn(&self) -> bool {
        false
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn settle(&self) -> Outcome {
        self.settled
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.place == 1 {
            visit(1)?;
            if self.leaver != Some(self.to_move) {
                return ControlFlow::Continue(());
            }
        }
        visit(self.place + 1)
    }

    fn play_unchecked(&mut self, place: u32) {
        self.place = place;
        self.to_move = self.to_move.other();
    }

    fn key(&self) -> u64 {
        u64::from(self.place) << 1 | self.to_move.index() as u64
    }

    fn evaluate(&self) -> i32 {
        if self.to_move == Player::First { self.worth } else { -self.worth }
    }
}

/// Two ways, each entered in two decisions, of which the second makes no difference. The one that looks better is a trap: the other side wins with
/// its next turn. The other one goes on without end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trap {
    place: u32,
    to_move: Player,
    /// How many second decisions there are.
    ways: u32,
}

impl Trap {
    const TRAP: u32 = 1;
    const WAY: u32 = 2;
    const TRAPPED: u32 = 3;
    const LOST: u32 = 4;
    /// From here on one place follows another.
    const OUT: u32 = 5;

    /// The decision to enter the trap.
    pub(super) const ENTER: (u32, u32) = (Self::TRAP, 0);

    pub(super) fn with_ways(ways: u32) -> Record<Trap> {
        Record::new(Trap { ways, ..Trap::start(NoRules) })
    }
}

impl Game for Trap {
    /// The next place, and which of several decisions leads to it.
    type Move = (u32, u32);
    type Rules = NoRules;

    fn start(_: NoRules) -> Self {
        Trap { place: 0, to_move: Player::First, ways: 1 }
    }

    fn rules(&self) -> NoRules {
        NoRules
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn in_turn(&self) -> bool {
        [Self::TRAP, Self::WAY].contains(&self.place)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.place == Self::LOST).then_some(Outcome::Win(Player::Second))
    }

    fn settle(&self) -> Outcome {
        Outcome::Draw
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut((u32, u32)) -> ControlFlow<B>) -> ControlFlow<B> {
        let (ways, next): (u32, &[u32]) = match self.place {
            0 => (1, &[Self::TRAP, Self::WAY]),
            Self::TRAP => (self.ways, &[Self::TRAPPED]),
            Self::WAY => (self.ways, &[Self::OUT]),
            Self::TRAPPED => (1, &[Self::OUT, Self::LOST]),
            Self::LOST => (0, &[]),
            place => return visit((place + 1, 0)),
        };
        for mv in next.iter().flat_map(|&place| (0..ways).map(move |way| (place, way))) {
            visit(mv)?;
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&mut self, (place, _): (u32, u32)) {
        self.place = place;
        if !self.in_turn() {
            self.to_move = self.to_move.other();
        }
    }

    fn key(&self) -> u64 {
        u64::from(self.place) << 1 | self.to_move.index() as u64
    }

    /// To the first seat the trap is worth a lot.
    fn evaluate(&self) -> i32 {
        if self.place == Self::TRAPPED { -100 } else { 0 }
    }

    fn promise(&self, (place, _): (u32, u32)) -> i32 {
        i32::from(place == Self::TRAP)
    }
}
