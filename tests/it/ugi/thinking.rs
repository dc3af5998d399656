//! What happens while the engine thinks, what it tells, and what ends it.

use std::io::Write;
use std::time::{Duration, Instant};

use super::{Ugi, answers, number};
use crate::engine::command;

#[test]
fn a_search_says_what_it_found_before_its_turn() {
    let mut engine = Ugi::start(&["--game", "yote"]);
    let (told, turn) = engine.go("nodes 500");
    for info in &told {
        let _ = ["depth", "nodes", "nps", "time", "hashfull"].map(|name| number(info, name));
    }
    let last = told.last().expect("a line");
    assert_eq!(number(last, "nodes"), 500);
    assert!(last.contains(" score cp ") && last.contains(&format!(" pv {turn}")), "{last}");
    engine.tell("setoption name MultiPV value 3");
    let (told, turn) = engine.go("depth 2");
    let ranks: Vec<u64> = told[told.len() - 3..].iter().map(|info| number(info, "multipv")).collect();
    assert_eq!(ranks, [1, 2, 3]);
    assert!(told[told.len() - 3].contains(&format!(" pv {turn}")), "{told:?}");
}

/// Whoever plays would rather drop a stone than draw by going back once more; whoever only wants to know is told of the draw.
#[test]
fn an_infinite_search_judges_without_contempt() {
    let mut engine = Ugi::start(&["--game", "yote", "--rule", "repetition=3"]);
    let moves = "b5 c1 b5-a5 f1 a1 f5 d5 c1-d1 d5-c5 d1-c1 c5-d5 c1-d1 d5-c5 d1-c1";
    engine.tell(&format!("position startpos moves {moves}"));
    assert_eq!(engine.go("nodes 5000").1, "b1");
    let (told, turn) = engine.go("infinite nodes 5000");
    assert!(turn == "c5-d5" && told.last().is_some_and(|info| info.contains(" score cp 0 ")), "{told:?}");
    engine.tell("setoption name Contempt value 0");
    assert_eq!(engine.go("nodes 5000").1, "c5-d5");
}

#[test]
fn a_depth_alone_ends_a_search() {
    for algorithm in ["alphabeta", "mcts", "uct"] {
        let mut engine = Ugi::start(&["--game", "yote"]);
        engine.tell(&format!("setoption name Algorithm value {algorithm}"));
        let depth = |told: &[String]| told.last().map(|info| number(info, "depth"));
        assert_eq!(depth(&engine.go("depth 3").0), Some(3), "{algorithm}");
        assert!(depth(&engine.go("depth 0").0) <= Some(1), "{algorithm}");
        // A level that looks less far ahead ends it too.
        engine.tell("setoption name Level value 1");
        engine.go("depth 50");
    }
}

#[test]
fn equal_seeds_and_node_limits_give_equal_lines() {
    let play = || {
        let mut engine = Ugi::start(&["--game", "walking-purchase"]);
        (0..4).map(|_| engine.go("nodes 300").1).collect::<Vec<_>>()
    };
    assert_eq!(play(), play());
}

#[test]
fn each_seat_has_its_own_clock() {
    let mut engine = Ugi::start(&["--game", "ponte"]);
    for (position, clocks) in [
        ("startpos", "p1time 1000 p2time 90000000 p1inc 10 p2inc 90000000"),
        ("startpos moves a1,c3", "p1time 90000000 p2time 1000 p1inc 90000000 p2inc 10"),
        ("startpos", "p1time 1 p2time 1"),
        ("startpos", "p1time 0 p2time 0 p1inc 0 p2inc 0"),
        ("startpos", "p1time -250 p2time 90000000"),
    ] {
        engine.tell(&format!("position {position}"));
        let begun = Instant::now();
        engine.go(clocks);
        assert!(begun.elapsed() < Duration::from_secs(60), "{position} {clocks}");
    }
    // The clocks were those of one search: the next has the option's time again.
    engine.tell("setoption name Movetime value 20");
    engine.go("");
}

#[test]
fn isready_is_answered_while_the_engine_thinks() {
    let mut engine = Ugi::start(&["--game", "ponte"]);
    for limits in ["movetime 600000", "infinite"] {
        engine.think(limits);
        for _ in 0..3 {
            engine.send("isready");
            let (before, _) = engine.until("readyok");
            assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:?}");
        }
        engine.send("stop");
        engine.best();
    }
    // Sent in one piece, it must not wait for the end of a search that has none.
    engine.send("go infinite\nisready");
    let (before, _) = engine.until("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:?}");
    engine.send("stop");
    engine.best();
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn stop_ends_a_search_and_nothing_else_does() {
    let mut engine = Ugi::start(&["--game", "ponte"]);
    engine.tell("stop");
    engine.think("infinite");
    engine
        .send("nonsense\nquery p1turn\nposition startpos moves a1,c3\nsetoption name Hash value 0\nstop now\n\n# stop");
    engine.send("isready");
    let (before, _) = engine.until("readyok");
    assert!(before.iter().all(|line| line.starts_with("info depth")), "{before:?}");
    engine.send("stop");
    engine.best();
    // What waited is done, in its order.
    assert!(engine.line().starts_with("info string error: unknown command: 'nonsense'"));
    assert_eq!(engine.line(), "response true");
    assert!(engine.line().starts_with("info string error: invalid value: hash='0'"));
    assert!(engine.line().starts_with("info string error: syntax error"));
    assert_eq!(engine.query("p1turn"), "false");
    // A stop that comes when nothing runs does not reach the next search.
    engine.tell("stop");
    assert_eq!(number(engine.go("nodes 300").0.last().expect("a line"), "nodes"), 300);
    // Nor does one reach what was sent after it, in one piece.
    engine.send("go infinite\nstop\ngo nodes 300");
    engine.best();
    assert_eq!(number(engine.best().0.last().expect("a line"), "nodes"), 300);
}

#[test]
fn another_go_ends_an_infinite_search() {
    let mut engine = Ugi::start(&["--game", "ponte"]);
    engine.think("infinite");
    engine.send("position startpos moves a1,c3\ngo nodes 50");
    engine.best();
    engine.best();
    assert_eq!(engine.query("p1turn"), "false");
}

#[test]
fn quit_while_thinking_ends_the_program() {
    for limits in ["movetime 600000", "infinite", "depth 60"] {
        let mut engine = Ugi::start(&["--game", "ponte"]);
        engine.think(limits);
        engine.send("quit");
        engine.best();
        // The input stays open: the program has to end by itself.
        assert!(engine.ended().success(), "{limits}");
    }
}

#[test]
fn a_script_is_done_to_its_end() {
    let script = "position startpos\ngo nodes 400\nisready\nposition startpos moves c3\ngo nodes 400\nquery p1turn\n";
    let nodes = |lines: &[String]| lines.iter().filter(|line| line.contains(" nodes 400 ")).count();
    for end in ["", "quit\n", "quit"] {
        let lines = answers(&["--game", "yote"], format!("{script}{end}"));
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{lines:?}");
        assert!(nodes(&lines) >= 2, "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("response false"));
        assert!(lines.contains(&"readyok".to_owned()), "{lines:?}");
    }
    assert!(answers(&[], "quit\nisready\n").is_empty());
}

#[test]
fn the_end_of_the_input_lets_a_search_finish() {
    let lines = answers(&["--game", "yote"], "go depth 3");
    assert_eq!(lines.iter().rev().nth(1).map(|info| number(info, "depth")), Some(3));
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")));
    for limits in ["movetime 200", "nodes 100", "infinite", "p1time 500 p2time 500", ""] {
        let mut engine = Ugi::start(&["--game", "ponte"]);
        engine.send(&format!("go {limits}"));
        engine.stdin = None;
        engine.best();
        assert!(engine.ended().success(), "{limits}");
    }
    // While it runs already, too.
    let mut engine = Ugi::start(&["--game", "ponte"]);
    engine.think("infinite");
    engine.stdin = None;
    engine.best();
    assert!(engine.ended().success());
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = command(&["--protocol", "ugi", "--game", "yote"]).spawn().expect("the engine starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(b"go infinite\nisready\n");
    let output = child.wait_with_output().expect("the engine ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &[][..]));
}
