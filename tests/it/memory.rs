//! That a search takes the memory that `hash` gives it, and no more, and gives it back. Where the system tells of it.

use crate::engine::Engine;

const ALGORITHMS: [&str; 3] = ["alphabeta", "mcts", "uct"];

/// What the engine has taken for itself, in KiB.
fn taken(engine: &Engine) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("a size");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// An engine at the start of a game, and what it has taken before it has searched.
fn at_start(game: &str) -> (Engine, u64) {
    let mut engine = Engine::start(&["--game", game]);
    engine.get("name");
    let before = taken(&engine);
    (engine, before)
}

#[test]
fn a_search_takes_what_hash_gives_it_within_a_tenth() {
    for game in Engine::start(&[]).get("list_games").lines().filter_map(|line| line.split_whitespace().next()) {
        for algorithm in ALGORITHMS {
            let (mut engine, before) = at_start(game);
            for setting in ["hash 4", &format!("algorithm {algorithm}")] {
                engine.get(&format!("option {setting}"));
            }
            // More than fits.
            engine.get("analyze nodes=150000");
            let kib = taken(&engine) - before;
            assert!(kib <= 4096 * 11 / 10, "{game} {algorithm}: {kib} KiB");
            // A tree grows more slowly the fuller it is.
            assert!(kib >= 2048, "{game} {algorithm}: {kib} KiB");
        }
    }
}

/// Small pieces of memory that are given back the C library would keep, and what it takes for small depends on what it has given back.
#[test]
fn memory_is_given_back_when_hash_or_algorithm_change() {
    let (mut engine, before) = at_start("ecoute-moi");
    let settings = ALGORITHMS.map(|algorithm| [40, 24, 12, 4].map(|hash| (algorithm, hash))).concat();
    for (algorithm, hash) in settings {
        engine.get(&format!("option hash {hash}"));
        engine.get(&format!("option algorithm {algorithm}"));
        engine.get("analyze nodes=100000");
        let kib = taken(&engine) - before;
        assert!(kib <= hash * 1024 * 11 / 10, "{algorithm} with {hash} MiB: {kib} KiB");
    }
}
