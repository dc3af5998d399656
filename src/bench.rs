//! The benchmark: the same work on every machine, its speed, and a signature of what it did.
//!
//! The signature is a hash of counts only: positions that searches made, turns they chose, moves of random games, perft counts. It
//! changes when the engine plays differently, and must not when it only became faster.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::game::{Game, Outcome, Turn, for_each_turn};
use crate::games::{GAMES, GameInfo, GameVisitor, with_game};
use crate::notation::{Notation, read_turn};
use crate::perft::perft;
use crate::record::Record;
use crate::rng::{Rng, mix};
use crate::search::playout::playout;
use crate::search::{CONTEMPT, Limits, Memory, Settings};
use std::ops::ControlFlow;

/// The signature of this program: what [`run`] gives. `--version` prints it, and a test compares the two. A change of how the engine plays changes it:
/// then `coureur bench` prints the new one, to be put here and into the message of the commit.
pub const SIGNATURE: &str = "555f7fa362ba78af";

/// How many turns of a fixed game lie before each of the positions that are searched.
const PLIES: [usize; 4] = [0, 8, 20, 40];

/// Simulated games in each of them.
const SEARCH_NODES: u64 = 4_000;

/// Random games from the start.
const PLAYOUTS: u32 = 20_000;

/// Perft goes to the first depth with at least this count.
const PERFT_COUNT: u64 = 20_000_000;

/// Positions with more turns than this end the way to the positions that are searched.
const MOST_TURNS: u64 = 10_000;

/// Work done and the time it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// How much.
    pub count: u64,
    /// In what time.
    pub time: Duration,
}

impl Rate {
    /// Per second.
    pub fn per_second(&self) -> f64 {
        self.count as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// What the benchmark measured of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameBench {
    /// Which game.
    pub game: GameInfo,
    /// Simulated games of the searches.
    pub search: Rate,
    /// Random games from the start.
    pub playouts: Rate,
    /// Decisions in those random games.
    pub moves: u64,
    /// The perft count, and its depth.
    pub perft: Rate,
    /// See `perft`.
    pub perft_depth: u32,
    /// Hash of all counts.
    pub signature: u64,
}

/// Runs the benchmark of every registered game.
pub fn run(mut report: impl FnMut(&GameBench)) -> u64 {
    struct Bench;
    impl GameVisitor for Bench {
        type Output = GameBench;

        fn visit<G: Notation>(self) -> GameBench {
            bench::<G>()
        }
    }
    GAMES.iter().filter_map(|game| with_game(game.id, Bench)).fold(0, |signature, game| {
        report(&game);
        mix(signature, game.signature)
    })
}

/// Plays random games of `G` from the start; gives their number with the time, the decisions made, and a hash of the results.
pub fn random_games<G: Game>(count: u32) -> (Rate, u64, u64) {
    let start = G::start(G::Rules::default());
    let mut rng = Rng::new(1);
    let (mut moves, mut hash) = (0, 0);
    let begun = Instant::now();
    for _ in 0..count {
        let playout = playout(start.clone(), &mut rng);
        moves += u64::from(playout.moves);
        hash = mix(hash, u64::from(playout.moves) << 2 | outcome_code(playout.outcome));
    }
    (Rate { count: u64::from(count), time: begun.elapsed() }, moves, hash)
}

/// The rate of random games from the start of the game with this id.
pub fn random_games_of(id: &str, count: u32) -> Option<Rate> {
    struct Play(u32);
    impl GameVisitor for Play {
        type Output = Rate;

        fn visit<G: Notation>(self) -> Rate {
            random_games::<G>(self.0).0
        }
    }
    with_game(id, Play(count))
}

fn outcome_code(outcome: Outcome) -> u64 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(player) => 1 + player.index() as u64,
    }
}

fn bench<G: Notation>() -> GameBench {
    let stop = Arc::new(AtomicBool::new(false));
    let mut signature = 0;

    let mut search = Rate::default();
    let mut memory = Memory::default();
    for record in positions::<G>() {
        let limits = Limits { nodes: Some(SEARCH_NODES), ..Limits::default() };
        let settings = Settings { seed: 1, contempt: CONTEMPT, ..Settings::default() };
        let Some(report) = memory.think(&record, &limits, &settings, &stop, &mut |_| {}) else { continue };
        search.count += report.nodes;
        search.time += report.time;
        signature = mix(signature, report.positions);
        let turn = record.position().write_turn(&report.best());
        signature = turn.bytes().fold(signature, |hash, byte| mix(hash, u64::from(byte)));
    }

    let (playouts, moves, hash) = random_games::<G>(PLAYOUTS);
    signature = mix(mix(signature, moves), hash);

    let start = G::start(G::Rules::default());
    let mut perft_depth = 0;
    let perft = loop {
        perft_depth += 1;
        let begun = Instant::now();
        let count = perft(&start, perft_depth, &stop).unwrap_or_default();
        signature = mix(signature, count);
        if count >= PERFT_COUNT {
            break Rate { count, time: begun.elapsed() };
        }
    };
    GameBench { game: GameInfo::of::<G>(), search, playouts, moves, perft, perft_depth, signature }
}

/// The positions that are searched: on the way of one game, whose turns are picked from the sorted list so that they do not depend on the
/// order of generation.
fn positions<G: Notation>() -> Vec<Record<G>> {
    let mut rng = Rng::new(2);
    let mut record = Record::new(G::start(G::Rules::default()));
    let mut found = Vec::new();
    for ply in 0..=PLIES.into_iter().max().unwrap_or_default() {
        if record.outcome().is_some() || record.position().count_turns(MOST_TURNS) >= MOST_TURNS {
            break;
        }
        if PLIES.contains(&ply) {
            found.push(record.clone());
        }
        let Some(turn) = pick(record.position(), &mut rng) else { break };
        record.play(turn);
    }
    found
}

fn pick<G: Notation>(position: &G, rng: &mut Rng) -> Option<Turn<G>> {
    let mut texts = Vec::new();
    let _ = for_each_turn(position, &mut |turn, _| {
        texts.push(position.write_turn(turn));
        ControlFlow::<()>::Continue(())
    });
    texts.sort_unstable();
    read_turn(position, texts.get(rng.below(texts.len() as u32) as usize)?).ok()
}
