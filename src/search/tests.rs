//! The search on a toy game whose results are known, and on every registered game against a random mover.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::budget::Budget;
use super::{
    CONTEMPT, CONTEMPT_TURNS, Limits, MOST_CONTEMPT, Memory, Proof, Report, Settings, score_of, think, winrate_of,
};
use crate::game::{Game, LEVELS, Method, Outcome, Player, Rules, Turn, for_each_turn};
use crate::games::ecoute_moi::EcouteMoi;
use crate::games::ponte::Ponte;
use crate::games::yote::Yote;
use crate::games::{GAMES, GameVisitor, with_game};
use crate::notation::Notation;
use crate::record::Record;
use crate::rng::Rng;

mod positions;
pub(super) mod toys;

use toys::{Matches, Repetition, Rounds, Trap};

const METHODS: [Method; 3] = [Method::Uct, Method::Mcts, Method::AlphaBeta];

fn settings(method: Method) -> Settings {
    Settings { seed: 1, hash: 1 << 20, method: Some(method), ..Settings::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn search_with<G: Game>(record: &Record<G>, limits: &Limits, settings: &Settings) -> Report<G> {
    think(record, limits, settings, &Arc::default(), &mut |_| {}).expect("the game goes on")
}

fn search<G: Game>(record: &Record<G>, limits: &Limits, method: Method) -> Report<G> {
    search_with(record, limits, &settings(method))
}

/// Turns to the end: who can win takes what leaves a multiple of four, who cannot makes it last.
fn turns_to_the_end(heap: u32) -> u32 {
    if heap == 0 {
        return 0;
    }
    let after = (1..=heap.min(3)).map(|taken| heap - taken);
    let (won, lost): (Vec<u32>, Vec<u32>) = after.partition(|rest| rest % 4 == 0);
    let best = if won.is_empty() {
        lost.into_iter().map(turns_to_the_end).max()
    } else {
        won.into_iter().map(turns_to_the_end).min()
    };
    best.unwrap() + 1
}

#[test]
fn small_heaps_are_proven_won_or_lost() {
    for method in METHODS {
        for heap in 1..=9 {
            let report = search(&Matches::heap(heap), &nodes(50_000), method);
            let winner = if heap % 4 == 0 { Player::Second } else { Player::First };
            let proof = report.proven().expect("proven");
            assert_eq!(proof.outcome, Outcome::Win(winner), "{method:?} heap {heap}");
            assert_eq!(report.winrate(), if winner == Player::First { 1.0 } else { 0.0 });
            let taken: u32 = report.best().iter().sum();
            if heap % 4 != 0 {
                assert_eq!(taken, heap % 4, "{method:?} heap {heap}: {:?}", report.lines);
            }
            assert!(proof.turns >= heap.div_ceil(3) && proof.turns <= heap, "{method:?} heap {heap}: {proof:?}");
        }
    }
}

#[test]
fn alpha_beta_finds_the_shortest_way_to_win() {
    for heap in 1..=9 {
        let report = search(&Matches::heap(heap), &nodes(50_000), Method::AlphaBeta);
        assert_eq!(report.proven().unwrap().turns, turns_to_the_end(heap), "heap {heap}");
    }
}

#[test]
fn a_win_in_one_turn_is_never_missed() {
    for method in METHODS {
        for (heap, seed) in (1..=3).flat_map(|heap| (0..50).map(move |seed| (heap, seed))) {
            let report = search_with(&Matches::heap(heap), &nodes(40), &Settings { seed, ..settings(method) });
            assert_eq!(report.best().iter().sum::<u32>(), heap, "{method:?} seed {seed}");
        }
    }
}

/// Otherwise one lost game were reason to resign.
#[test]
fn a_single_game_says_little() {
    for (method, seed) in
        [Method::Uct, Method::Mcts].into_iter().flat_map(|method| (0..20).map(move |seed| (method, seed)))
    {
        let report = search_with(&Matches::heap(60), &nodes(1), &Settings { seed, ..settings(method) });
        assert!((0.25..=0.75).contains(&report.winrate()), "{method:?} {seed}: {}", report.winrate());
    }
}

#[test]
fn the_node_limit_is_exact_and_a_proof_ends_the_search() {
    for method in METHODS {
        for limit in [1, 3, 4, 77] {
            assert_eq!(search(&Matches::heap(90), &nodes(limit), method).nodes, limit, "{method:?}");
        }
        assert!(search(&Matches::heap(2), &nodes(1_000_000), method).nodes < 100, "{method:?}");
    }
}

#[test]
fn even_one_node_or_no_time_gives_a_whole_legal_turn() {
    let now = Limits { movetime: Some(Duration::ZERO), ..Limits::default() };
    for (method, limits) in METHODS.into_iter().flat_map(|method| [(method, nodes(1)), (method, now)]) {
        let record = Matches::heap(30);
        let mut position = record.position().clone();
        for mv in search(&record, &limits, method).best() {
            assert!(position.is_legal(mv));
            position.play_unchecked(mv);
        }
        assert!(!position.in_turn() && position.to_move() == Player::Second, "{method:?}");
    }
}

#[test]
fn a_raised_stop_ends_an_unlimited_search() {
    for method in METHODS {
        let stop = Arc::new(AtomicBool::new(true));
        let limits = Limits::default();
        let report = think(&Matches::heap(200), &limits, &settings(method), &stop, &mut |_| {}).unwrap();
        assert!(report.nodes <= 64, "{method:?}: {}", report.nodes);
    }
}

#[test]
fn the_depth_limit_holds_the_search_back() {
    for method in METHODS {
        let limits = Limits { depth: Some(2), ..nodes(3000) };
        assert_eq!(search(&Matches::heap(60), &limits, method).depth, 2, "{method:?}");
        assert!(search(&Matches::heap(60), &nodes(3000), method).depth > 2, "{method:?}");
    }
}

#[test]
fn nobody_thinks_about_a_finished_game() {
    for method in METHODS {
        let stop = Arc::default();
        assert!(think(&Matches::heap(0), &nodes(5), &settings(method), &stop, &mut |_| {}).is_none());
    }
}

#[test]
fn a_full_tree_or_table_still_answers() {
    for method in METHODS {
        let report = search_with(&Matches::heap(90), &nodes(2000), &Settings { hash: 1, ..settings(method) });
        assert_eq!(report.nodes, 2000, "{method:?}");
        assert!(!report.best().is_empty());
    }
}

#[test]
fn several_lines_are_different_turns_best_first() {
    for method in METHODS {
        let wide = Settings { lines: 5, ..settings(method) };
        let report = search_with(&Matches::heap(10), &nodes(20_000), &wide);
        let taken: Vec<u32> = report.lines.iter().map(|line| line.turns[0].iter().sum()).collect();
        assert_eq!(taken[0], 2, "{method:?}: {taken:?}");
        assert!(taken.contains(&1) && taken.contains(&3) && taken.len() == 3, "{method:?}: {taken:?}");
        assert!(report.lines.windows(2).all(|pair| pair[0].winrate >= pair[1].winrate), "{method:?}");
    }
}

#[test]
fn two_threads_agree_with_one_and_end_together() {
    for method in METHODS {
        let report = search_with(&Matches::heap(9), &nodes(100_000), &Settings { threads: 2, ..settings(method) });
        assert_eq!(report.proven().map(|proof| proof.outcome), Some(Outcome::Win(Player::First)), "{method:?}");
        assert_eq!(report.best().iter().sum::<u32>(), 1, "{method:?}");
    }
}

#[test]
fn values_and_expected_results_belong_together() {
    assert_eq!(winrate_of(0), 0.5);
    assert!(winrate_of(400) > 0.85 && winrate_of(400) < 0.95);
    for score in [-2000, -400, -1, 0, 7, 400, 2000] {
        assert!((score_of(winrate_of(score)) - score).abs() <= 1, "{score}");
        assert!((winrate_of(score) + winrate_of(-score) - 1.0).abs() < 1e-12);
    }
}

/// The engine's points in `games` games against a mover that picks among whole turns at random.
fn points_against_random<G: Notation>(games: u64, limit: u64, method: Option<Method>) -> f32 {
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
                search_with(&record, &nodes(limit), &Settings { seed, method, ..Settings::default() }).best()
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
    struct Play(Option<Method>, u64);
    impl GameVisitor for Play {
        type Output = f32;

        fn visit<G: Notation>(self) -> f32 {
            points_against_random::<G>(20, self.1, self.0)
        }
    }
    for game in GAMES {
        for (method, nodes) in [(Some(Method::Uct), 250), (None, 1000)] {
            let points = with_game(game.id, Play(method, nodes)).unwrap();
            assert!(points >= 19.0, "{} {method:?}: {points} of 20", game.id);
        }
    }
}

/// Positions in which a turn wins at once, from the ends of random games.
fn before_a_win<G: Notation>(count: usize) -> Vec<Record<G>> {
    let mut found = Vec::new();
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let mut record = Record::new(G::start(G::Rules::default()));
        while record.outcome().is_none() && record.turns().count() < 400 {
            let position = record.position();
            let won = Some(Outcome::Win(position.to_move()));
            let wins =
                |next: &G| if next.outcome() == won { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            if for_each_turn(position, &mut |_, next| wins(next)).is_break() {
                found.push(record.clone());
                break;
            }
            let mut position = position.clone();
            let mut turn = Turn::<G>::new();
            while turn.is_empty() || position.in_turn() {
                let mv = position.random_move(&mut rng).unwrap();
                position.play_unchecked(mv);
                turn.push(mv);
            }
            record.play(turn);
        }
        if found.len() == count {
            break;
        }
    }
    found
}

#[test]
fn no_level_misses_a_win_in_one_turn() {
    struct Check;
    impl GameVisitor for Check {
        type Output = ();

        fn visit<G: Notation>(self) {
            for record in before_a_win::<G>(8) {
                let levels = (0..LEVELS).map(Some).chain([None]);
                let methods = [None, Some(Method::AlphaBeta), Some(Method::Mcts)];
                for (level, method) in levels.flat_map(|level| methods.map(|method| (level, method))) {
                    let settings = Settings { level, method, hash: 1 << 20, ..Settings::default() };
                    // Alpha-beta wants the nodes for one turn ahead.
                    let own = level.and_then(|level| G::LEVELS[level].method).or(method).unwrap_or(G::METHOD);
                    let few = if own == Method::Mcts { 1 } else { 40_000 };
                    let report = search_with(&record, &nodes(few), &settings);
                    let mut position = record.position().clone();
                    report.best().iter().for_each(|&mv| position.play_unchecked(mv));
                    let won = Outcome::Win(record.position().to_move());
                    assert_eq!(position.outcome(), Some(won), "{level:?} {method:?}: {:?}", record.position());
                    assert_eq!(report.proven(), Some(Proof { outcome: won, turns: 1 }), "{level:?} {method:?}");
                }
            }
        }
    }
    for game in GAMES {
        with_game(game.id, Check).unwrap();
    }
}

#[test]
fn memory_that_is_used_again_changes_nothing() {
    let limits = nodes(3000);
    let settings = settings(Method::AlphaBeta);
    let stop = Arc::default();
    let mut memory = Memory::default();
    for heap in (20..40).chain(20..40) {
        let record = Matches::heap(heap);
        let used = memory.think(&record, &limits, &settings, &stop, &mut |_| {}).unwrap();
        let fresh = search(&record, &limits, Method::AlphaBeta);
        let seen =
            |report: &Report<_>| (report.best(), report.lines[0].score, report.nodes, report.depth, report.hashfull);
        assert_eq!(seen(&used), seen(&fresh), "heap {heap}");
    }
}

/// Where a search of any length ends, what it calls proven is so.
#[test]
fn what_is_proven_is_so_wherever_the_search_ends() {
    struct Check;
    impl GameVisitor for Check {
        type Output = ();

        fn visit<G: Notation>(self) {
            for record in before_a_win::<G>(40) {
                // A few turns before the end, where proofs come and go.
                let length = record.turns().count();
                for back in 1..=4.min(length) {
                    let mut shorter = Record::new(record.positions().next().unwrap().clone());
                    let turns: Vec<Turn<G>> = record.turns().map(|(_, turn)| turn.clone()).collect();
                    turns.iter().take(length - back).for_each(|turn| shorter.play(turn.clone()));
                    let truth = search(&shorter, &nodes(60_000), Method::AlphaBeta).proven();
                    let Some(truth) = truth else { continue };
                    for (limit, method) in (1..=12).flat_map(|n| METHODS.map(|method| (1u64 << n, method))) {
                        let found = search(&shorter, &nodes(limit + limit / 3), method).proven();
                        assert!(
                            found.is_none_or(|found| found.outcome == truth.outcome),
                            "{method:?} {limit}: {found:?}, not {truth:?} in {:?}",
                            shorter.position()
                        );
                    }
                }
            }
        }
    }
    // The longest of the tests.
    std::thread::scope(|scope| {
        for game in GAMES {
            scope.spawn(|| with_game(game.id, Check).unwrap());
        }
    });
}

#[test]
fn nobody_is_shown_the_search_within_the_search() {
    let start = Record::new(Yote::start(Default::default()));
    let mut shown = Vec::new();
    let mut watch = |report: &Report<Yote>| shown.push(report.nodes);
    think(&start, &nodes(3000), &settings(Method::Mcts), &Arc::default(), &mut watch);
    // A tree tells first of 1024 games, after what a proof was looked for with.
    assert!(!shown.is_empty() && shown.iter().all(|&nodes| nodes >= 1024), "{shown:?}");
}

#[test]
fn a_tree_that_is_as_deep_as_asked_for_or_full_ends_the_search() {
    let until = |depth| Limits { depth: Some(depth), until_depth: Some(depth), ..Limits::default() };
    let nodes_for = |depth, hash| {
        let settings = Settings { hash, ..settings(Method::Uct) };
        let report = search_with(&Matches::heap(400), &until(depth), &settings);
        (report.nodes, report.depth)
    };
    assert_eq!(nodes_for(4, 1 << 20), (1024, 4));
    let (nodes, depth) = nodes_for(12, 1 << 20);
    assert!(nodes > 1024 && nodes.is_power_of_two() && depth == 12, "{nodes}, {depth}");
    let (_, depth) = nodes_for(100, 1 << 18);
    assert!((5..100).contains(&depth), "{depth}");
    // With a search for a proof before it, twice the same.
    let start = Record::new(Yote::start(Default::default()));
    let found = || search(&start, &until(2), Method::Mcts);
    assert_eq!((found().nodes, found().best(), found().depth), (found().nodes, found().best(), 2));
}

#[test]
fn a_guided_tree_answers_alike_in_any_memory() {
    struct Check;
    impl GameVisitor for Check {
        type Output = ();

        fn visit<G: Notation>(self) {
            let settings = settings(Method::Mcts);
            let (limits, stop) = (nodes(300), Arc::default());
            let mut memory = Memory::default();
            for record in before_a_win::<G>(3).into_iter().chain([Record::new(G::start(G::Rules::default()))]) {
                let seen = |report: &Report<G>| (report.best(), report.lines[0].score, report.nodes);
                let fresh = seen(&search(&record, &limits, Method::Mcts));
                for _ in 0..2 {
                    let used = memory.think(&record, &limits, &settings, &stop, &mut |_| {}).unwrap();
                    assert_eq!(seen(&used), fresh);
                }
            }
        }
    }
    for game in GAMES {
        with_game(game.id, Check).unwrap();
    }
}

#[test]
fn a_part_of_a_budget_keeps_to_the_target() {
    let minutes = |n: u64| Some(Duration::from_secs(60 * n));
    let stop = Arc::default();
    let limits = Limits { movetime: minutes(600), target: minutes(20), ..nodes(1000) };
    let part_of = |gone: Duration| {
        let budget = Budget::new(limits, Instant::now() - gone, &stop, None);
        (budget.part(4, 100).unwrap(), budget)
    };
    let (part, budget) = part_of(Duration::ZERO);
    assert!(part.spend(100) && !part.has_reached_target() && !budget.has_reached_target());
    // A quarter of the 20 minutes is over, not all of them.
    let (part, budget) = part_of(Duration::from_secs(600));
    assert!(part.is_late(Duration::ZERO) && !budget.has_reached_target());
    assert!(Budget::new(nodes(3), Instant::now(), &stop, None).part(4, 100).is_none());
}

#[test]
fn what_was_waited_for_once_is_kept_back() {
    let stop = Arc::default();
    let limits = Limits { movetime: Some(Duration::from_secs(1000)), ..Limits::default() };
    let begun = Instant::now() - Duration::from_secs(950);
    let (rested, busy) = (Budget::new(limits, begun, &stop, None), Budget::new(limits, begun, &stop, None));
    rested.resume();
    // The first look of the other comes 950 s late, a quarter of the time of which counts.
    assert!(busy.is_late(Duration::ZERO) && !rested.is_late(Duration::ZERO));
}

/// Once the table knows that what is left of a turn's decisions loses, too, others are played, without a look at each of them.
#[test]
fn what_has_been_refuted_is_not_played_while_another_turn_is_open() {
    let nodes_to_see_through = |ways| {
        let record = Trap::with_ways(ways);
        let first = |sees: &dyn Fn(Report<Trap>) -> bool| {
            (1..200).find(|&limit| sees(search(&record, &nodes(limit), Method::AlphaBeta))).expect("seen at last")
        };
        let falls_for_it = first(&|report| report.depth == 1 && report.best()[0] == Trap::ENTER);
        first(&|report| report.best()[0] != Trap::ENTER) - falls_for_it
    };
    let nodes = [1, 2, 3, 4].map(nodes_to_see_through);
    assert!(nodes.iter().all(|&count| count == nodes[0]), "{nodes:?}");
}

/// The score of what alpha-beta finds in a round with this much contempt, six turns deep.
fn score_in(record: &Record<Rounds>, contempt: u16) -> i32 {
    let settings = Settings { contempt, ..settings(Method::AlphaBeta) };
    search_with(record, &Limits { depth: Some(6), ..nodes(1000) }, &settings).lines[0].score
}

/// For either side to move, and whatever the result would be.
#[test]
fn play_without_end_is_worth_nothing_to_either() {
    for (settled, to_move) in [Outcome::Draw, Outcome::Win(Player::First)].map(|s| Player::ALL.map(|p| (s, p))).concat()
    {
        let round = Rounds { place: 1, to_move, worth: 50, settled, ..Rounds::start(Repetition(0)) };
        let record = Record::new(round);
        assert_eq!([score_in(&record, 0), score_in(&record, 30)], [0, -30], "{settled:?} {to_move:?}");
    }
}

/// The side that thinks would rather be a little worse off than repeat, and takes the other side to be content with it.
#[test]
fn contempt_is_for_the_side_that_thinks() {
    for repetition in [0, 2, 3] {
        let score = |leaver, contempt| {
            let rules = Repetition(repetition);
            let round = Rounds { leaver: Some(leaver), worth: -20, ..Rounds::start(rules) };
            score_in(&Record::new(round), contempt)
        };
        // Going out costs the first seat 20, whoever does it.
        assert_eq!([0, 10, 30].map(|contempt| score(Player::First, contempt)), [0, -10, -20], "{repetition}");
        assert_eq!([0, 10, 30].map(|contempt| score(Player::Second, contempt)), [-20, -20, -30], "{repetition}");
    }
}

#[test]
fn contempt_is_for_the_first_turns_of_a_record() {
    let round = Rounds { place: 1, ..Rounds::start(Repetition(0)) };
    let mut record = Record::new(round);
    while record.len() < CONTEMPT_TURNS {
        assert_eq!(score_in(&record, 30), -30, "{}", record.len());
        record.play([1].into_iter().collect());
    }
    assert_eq!(score_in(&record, 30), 0);
}

#[test]
fn no_contempt_makes_a_draw_look_lost() {
    let record = Record::new(Rounds { place: 1, ..Rounds::start(Repetition(0)) });
    let least = score_in(&record, u16::MAX);
    assert_eq!(least, -i32::from(MOST_CONTEMPT));
    assert!(winrate_of(least) > 0.1);
}

#[test]
fn what_earlier_searches_waited_for_is_expected_again() {
    let stop = Arc::default();
    let limits = Limits { movetime: Some(Duration::from_secs(1000)), ..Limits::default() };
    let begun = Instant::now() - Duration::from_secs(950);
    for (gap, late) in [(40, false), (60, true), (600, true)] {
        let budget = Budget::new(limits, begun, &stop, None).expecting(Duration::from_secs(gap));
        budget.resume();
        assert_eq!(budget.is_late(Duration::ZERO), late, "{gap}");
    }
    // Never more than a quarter of the time.
    let early = Instant::now() - Duration::from_secs(700);
    let budget = Budget::new(limits, early, &stop, None).expecting(Duration::from_secs(600));
    budget.resume();
    assert!(!budget.is_late(Duration::ZERO));
}
