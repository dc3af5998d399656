//! The search on a toy game whose results are known, and on every registered game against a random mover.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Limits, Report, Settings, think};
use crate::game::{Game, Outcome, Player, RuleOption, Rules, Turn};
use crate::games::{GAMES, GameVisitor, with_game};
use crate::notation::Notation;
use crate::record::Record;
use crate::rng::Rng;

/// Take one to three matches from the heap; who takes the last one wins. With `Rules` at their default. The heap is lost by the side
/// to move exactly when it is a multiple of four. Taking two or three is two decisions: one match, then the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Matches {
    heap: u32,
    to_move: Player,
    taken: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct NoRules;

impl Rules for NoRules {
    const OPTIONS: &'static [RuleOption<Self>] = &[];
}

impl Matches {
    fn heap(heap: u32) -> Record<Matches> {
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

const SETTINGS: Settings = Settings { seed: 1, hash: 1 << 20 };

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn search<G: Game>(record: &Record<G>, limits: &Limits) -> Report<G> {
    think(record, limits, &SETTINGS, &AtomicBool::new(false)).expect("the game goes on")
}

#[test]
fn small_heaps_are_proven_won_or_lost() {
    for heap in 1..=9 {
        let report = search(&Matches::heap(heap), &nodes(50_000));
        let winner = if heap % 4 == 0 { Player::Second } else { Player::First };
        assert_eq!(report.proven, Some(Outcome::Win(winner)), "heap {heap}");
        assert_eq!(report.winrate, if winner == Player::First { 1.0 } else { 0.0 });
        let taken: u32 = report.best().iter().sum();
        if heap % 4 != 0 {
            assert_eq!(taken, heap % 4, "heap {heap}: {:?}", report.variation);
        }
    }
}

#[test]
fn a_win_in_one_turn_is_never_missed() {
    for heap in 1..=3 {
        for seed in 0..50 {
            let settings = Settings { seed, ..SETTINGS };
            let report = think(&Matches::heap(heap), &nodes(40), &settings, &AtomicBool::new(false)).unwrap();
            assert_eq!(report.best().iter().sum::<u32>(), heap, "seed {seed}");
        }
    }
}

#[test]
fn the_node_limit_is_exact_and_a_proof_ends_the_search() {
    assert_eq!(search(&Record::new(Matches { heap: 30, to_move: Player::First, taken: 0 }), &nodes(77)).nodes, 77);
    assert!(search(&Matches::heap(2), &nodes(1_000_000)).nodes < 100);
}

#[test]
fn even_one_node_or_no_time_gives_a_whole_legal_turn() {
    let now = Limits { movetime: Some(Duration::ZERO), ..Limits::default() };
    for limits in [nodes(1), now] {
        let record = Matches::heap(30);
        let mut position = record.position().clone();
        for mv in search(&record, &limits).best() {
            assert!(position.is_legal(mv));
            position.play_unchecked(mv);
        }
        assert!(!position.in_turn() && position.to_move() == Player::Second);
    }
}

#[test]
fn a_raised_stop_ends_an_unlimited_search() {
    let report = think(&Matches::heap(200), &Limits::default(), &SETTINGS, &AtomicBool::new(true)).unwrap();
    assert_eq!(report.nodes, 1);
}

#[test]
fn the_depth_limit_holds_the_tree_back() {
    let limits = Limits { depth: Some(2), ..nodes(3000) };
    assert_eq!(search(&Matches::heap(60), &limits).depth, 2);
    assert!(search(&Matches::heap(60), &nodes(3000)).depth > 2);
}

#[test]
fn nobody_thinks_about_a_finished_game() {
    assert!(think(&Matches::heap(0), &nodes(5), &SETTINGS, &AtomicBool::new(false)).is_none());
}

#[test]
fn a_full_tree_still_answers() {
    let settings = Settings { hash: 1, ..SETTINGS };
    let report = think(&Matches::heap(50), &nodes(2000), &settings, &AtomicBool::new(false)).unwrap();
    assert_eq!(report.nodes, 2000);
    assert!(!report.best().is_empty());
}

/// The engine's points in `games` games against a mover that picks among whole turns at random.
fn points_against_random<G: Notation>(games: u64, limit: u64) -> f32 {
    let mut points = 0.0;
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let engine = Player::ALL[(seed % 2) as usize];
        let mut rules = G::Rules::default();
        if let Some(option) = G::Rules::OPTIONS.iter().find(|option| option.name == "repetition") {
            (option.set)(&mut rules, 3);
        }
        let mut record = Record::new(G::start(rules));
        while record.outcome().is_none() {
            let turn = if record.position().to_move() == engine {
                think(&record, &nodes(limit), &Settings { seed, ..SETTINGS }, &AtomicBool::new(false)).unwrap().best()
            } else {
                let mut position = record.position().clone();
                let mut turn = Turn::<G>::new();
                while turn.is_empty() || position.in_turn() {
                    let mv = position.random_move(&mut rng).unwrap();
                    position.play_unchecked(mv);
                    turn.push(mv);
                }
                turn
            };
            record.play(turn);
        }
        points += record.outcome().unwrap().value_for(engine);
    }
    points
}

#[test]
fn the_search_beats_random_play_in_every_game() {
    struct Play;
    impl GameVisitor for Play {
        type Output = f32;

        fn visit<G: Notation>(self) -> f32 {
            points_against_random::<G>(20, 120)
        }
    }
    for game in GAMES {
        let points = with_game(game.id, Play).unwrap();
        assert!(points >= 19.0, "{}: {points} of 20", game.id);
    }
}
