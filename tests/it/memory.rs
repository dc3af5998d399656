//! That a search takes the memory that `hash` gives it, and no more, and gives it back. Where the system tells of it.

use crate::engine::Engine;

const ALGORITHMS: [&str; 3] = ["alphabeta", "mcts", "uct"];

/// What the engine has taken for itself, in KiB.
fn taken(engine: &Engine) -> u64 {
    let maps = std::fs::read_to_string(format!("/proc/{}/smaps_rollup", engine.id())).expect("it runs");
    let line = maps.lines().find_map(|line| line.strip_prefix("Anonymous:")).expect("a size");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// Whether the system rounds all that is taken up to huge pages.
fn only_huge_pages() -> bool {
    let setting = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled");
    setting.is_ok_and(|setting| setting.contains("[always]"))
}

/// An engine with such options at the start of a game, and what it has taken before it has searched.
fn at_start(game: &str, options: &[&str]) -> (Engine, u64) {
    let mut engine = Engine::start(&["--game", game]);
    engine.get("name");
    let before = taken(&engine);
    for option in options {
        engine.get(&format!("option {option}"));
    }
    (engine, before)
}

#[test]
fn a_search_takes_what_hash_gives_it_within_a_tenth() {
    if only_huge_pages() {
        return;
    }
    for game in Engine::start(&[]).get("list_games").lines().filter_map(|line| line.split_whitespace().next()) {
        for algorithm in ALGORITHMS {
            // Small sizes show what is taken besides the table or the trees.
            for (hash, threads) in [(1, 1), (1, 2), (4, 1)] {
                let options = [format!("algorithm {algorithm}"), format!("hash {hash}"), format!("threads {threads}")];
                let (mut engine, before) = at_start(game, &options.each_ref().map(String::as_str));
                let limits = hash * 1024 / 4..=hash * 1024 * 11 / 10;
                // More than fits; then with a clock beside it, and with more to tell.
                for limit in ["nodes=150000", "movetime=200", "movetime=100 multipv=20"] {
                    engine.get(&format!("analyze {limit}"));
                    let kib = taken(&engine).saturating_sub(before);
                    // A tree grows more slowly the fuller it is, and leaves room for lists of thousands of turns.
                    let what = format!("{game} {algorithm}, {hash} MiB, {threads} threads, {limit}: {kib} KiB");
                    assert!(limits.contains(&kib), "{what}");
                }
            }
        }
    }
}

/// What a search leaves must not add up, whatever came before.
#[test]
fn searches_in_turns_take_what_hash_gives_them() {
    if only_huge_pages() {
        return;
    }
    let mut engine = Engine::start(&[]);
    // What each game takes by itself is not the search's.
    let games = ["walking-purchase", "ecoute-moi", "ponte"];
    for game in games {
        engine.get(&format!("new_game {game}"));
        engine.get("showboard");
    }
    engine.get("option hash 4");
    let before = taken(&engine);
    for (round, game) in games.iter().cycle().take(12).enumerate() {
        engine.get(&format!("new_game {game}"));
        engine.get(&format!("option algorithm {}", ALGORITHMS[(round + round / 3) % 3]));
        engine.get(&format!("option threads {}", 1 + round % 2));
        for limit in ["nodes=20000", "movetime=40", "nodes=3000 multipv=50"] {
            engine.get(&format!("analyze {limit}"));
            let kib = taken(&engine).saturating_sub(before);
            assert!(kib <= 4096 * 11 / 10, "round {round}, {game}, {limit}: {kib} KiB");
        }
    }
}

#[test]
fn more_threads_than_memory_is_for_do_not_search() {
    if only_huge_pages() {
        return;
    }
    for algorithm in ALGORITHMS {
        let options = [&format!("algorithm {algorithm}"), "hash 1", "threads 64"];
        let (mut engine, before) = at_start("walking-purchase", &options);
        engine.get("analyze movetime=500");
        let kib = taken(&engine).saturating_sub(before);
        assert!(kib <= 1024 * 11 / 10, "{algorithm}: {kib} KiB");
    }
}

/// Small pieces of memory that are given back the C library would keep, and what it takes for small depends on what it has given back.
#[test]
fn memory_is_given_back_when_hash_or_algorithm_change() {
    if only_huge_pages() {
        return;
    }
    let (mut engine, before) = at_start("ecoute-moi", &[]);
    let settings = ALGORITHMS.map(|algorithm| [40, 24, 4, 1].map(|hash| (algorithm, hash))).concat();
    for (algorithm, hash) in settings {
        engine.get(&format!("option hash {hash}"));
        engine.get(&format!("option algorithm {algorithm}"));
        engine.get(if hash % 8 == 0 { "analyze nodes=100000" } else { "analyze movetime=300" });
        let kib = taken(&engine).saturating_sub(before);
        assert!(kib <= hash * 1024 * 11 / 10, "{algorithm} with {hash} MiB: {kib} KiB");
    }
}
