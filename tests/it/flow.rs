//! Stop, quit, end of input: what has to happen while the engine thinks. The waits are long enough for a loaded machine; nothing here
//! depends on being quick but what the protocol promises.

use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::engine::{Engine, run};

fn thinking() -> Engine {
    let mut engine = Engine::start(&["--game", "walking-purchase"]);
    assert_eq!(engine.ask("isready"), "= ");
    engine
}

#[test]
fn end_of_input_after_genmove_still_gets_its_answer() {
    let outcome = run(&[], "new_game walking-purchase\ngenmove nodes=100");
    assert_eq!(outcome.answers().len(), 2);
    assert!(outcome.answers()[1].starts_with("= ") && outcome.answers()[1].contains('-'), "{}", outcome.stdout);
    assert_eq!(outcome.code, Some(0));
}

#[test]
fn stdin_closed_during_genmove_does_not_lose_the_answer() {
    let mut engine = thinking();
    engine.send("genmove movetime=300\n");
    sleep(Duration::from_millis(100));
    let (rest, status) = engine.finish();
    assert!(rest.starts_with("= ") && rest.ends_with("\n\n"), "{rest}");
    assert!(status.success());
}

#[test]
fn stdin_closed_during_an_unbounded_search_ends_it() {
    let mut engine = thinking();
    engine.send("genmove infinite\n");
    sleep(Duration::from_millis(100));
    let (rest, status) = engine.finish();
    assert!(rest.starts_with("= "), "{rest}");
    assert!(status.success());
}

#[test]
fn a_depth_alone_does_not_make_a_search_bounded() {
    let mut engine = thinking();
    engine.send("genmove infinite depth=2\n");
    sleep(Duration::from_millis(100));
    engine.send("echo here\n");
    assert!(engine.receive().starts_with("= "));
    assert_eq!(engine.receive(), "= here");
    engine.send("genmove infinite depth=2\n");
    let (rest, status) = engine.finish();
    assert!(rest.starts_with("= "), "{rest}");
    assert!(status.success());
}

#[test]
fn a_flood_of_stops_costs_no_more_than_other_lines() {
    let outcome = run(&[], "stop\n".repeat(200_000));
    assert_eq!(outcome.stdout.len(), "= \n\n".len() * 200_000);
}

#[test]
fn stop_ends_a_search_with_its_best_so_far() {
    let mut engine = thinking();
    engine.send("1 genmove movetime=600000\n");
    sleep(Duration::from_millis(100));
    engine.send("2 stop\n");
    assert!(engine.receive().starts_with("=1 "));
    assert_eq!(engine.receive(), "=2 ");
    assert_eq!(engine.get("side_to_move"), "black second");
}

#[test]
fn an_interrupt_comment_ends_a_search_without_an_answer_of_its_own() {
    let mut engine = thinking();
    engine.send("1 genmove movetime=600000\n");
    sleep(Duration::from_millis(100));
    engine.send("# interrupt\n");
    assert!(engine.receive().starts_with("=1 "));
    assert_eq!(engine.ask("echo next"), "= next");
}

#[test]
fn idle_stop_succeeds_and_stale_stop_does_not_reach_the_next_search() {
    let mut engine = thinking();
    assert_eq!(engine.ask("stop"), "= ");
    let begun = Instant::now();
    engine.get("genmove movetime=300");
    assert!(begun.elapsed() >= Duration::from_millis(200), "the search was cut short");
}

#[test]
fn any_line_ends_an_unbounded_search() {
    let mut engine = thinking();
    engine.send("genmove infinite\n");
    sleep(Duration::from_millis(100));
    engine.send("echo here\n");
    assert!(engine.receive().starts_with("= "));
    assert_eq!(engine.receive(), "= here");
}

#[test]
fn quit_while_thinking_is_answered_and_ends_the_program() {
    let mut engine = thinking();
    engine.send("1 genmove movetime=600000\n");
    sleep(Duration::from_millis(100));
    engine.send("2 quit\n");
    assert!(engine.receive().starts_with("=1 "));
    assert_eq!(engine.receive(), "=2 ");
    // The input stays open: the program has to end by itself.
    assert!(engine.ends_within(Duration::from_secs(10)));
}

#[test]
fn quit_ends_a_long_perft() {
    let mut engine = thinking();
    engine.send("perft 9\n");
    sleep(Duration::from_millis(100));
    engine.send("quit\n");
    assert_eq!(engine.receive(), "= stopped");
    assert_eq!(engine.receive(), "= ");
    assert!(engine.ends_within(Duration::from_secs(10)));
}

#[test]
fn a_quit_sent_together_with_a_search_lets_it_finish() {
    let script = "new_game walking-purchase\nreg_genmove nodes=2000\nquit\n";
    let alone = run(&[], script.replace("quit\n", ""));
    assert_eq!(alone.answers()[1], run(&[], script).answers()[1]);
}

#[test]
fn nothing_is_answered_after_quit() {
    let outcome = run(&[], "quit\nname\n");
    assert_eq!(outcome.stdout, "= \n\n");
    assert_eq!(outcome.code, Some(0));
}

#[test]
fn every_answer_arrives_before_the_next_command_is_sent() {
    let mut engine = Engine::start(&[]);
    for id in 0..200 {
        assert_eq!(engine.ask(&format!("{id} protocol_version")), format!("={id} 2"));
    }
}

#[test]
fn equal_seeds_and_node_limits_give_equal_answers() {
    let play = |seed: u32| {
        let game = "genmove nodes=60\n".repeat(12);
        run(&[], format!("new_game walking-purchase\noption seed {seed}\n{game}history\n")).stdout
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn a_search_respects_its_time() {
    let mut engine = thinking();
    for movetime in [0, 50, 200] {
        let begun = Instant::now();
        engine.get(&format!("reg_genmove movetime={movetime}"));
        // What is promised is the option's overhead; on a loaded machine the answer may be seen late.
        assert!(begun.elapsed() < Duration::from_millis(movetime + 2000));
    }
}
