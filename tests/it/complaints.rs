//! What users of other engines complain about, a test each: all of it has been seen in programs that people use.

use std::io::Write;
use std::thread::sleep;
use std::time::{Duration, Instant};

use coureur::games::GAMES;

use crate::bad_input::{answers, refused};
use crate::engine::{Engine, command, run};
use crate::transcripts::project;

/// Long enough for a search to have begun, and for what follows to be no part of a script.
const MOMENT: Duration = Duration::from_millis(150);

fn playing(game: &str) -> Engine {
    let mut engine = Engine::start(&["--game", game]);
    assert_eq!(engine.ask("isready"), "= ");
    engine
}

/// An engine that thinks, and has been doing so for a moment.
fn thinking(command: &str) -> Engine {
    let mut engine = playing("walking-purchase");
    // In one piece, and the first of it answered: so it has been read, and what follows is no part of a script.
    engine.send(format!("echo begun\n{command}\n"));
    assert_eq!(engine.receive(), "= begun");
    sleep(MOMENT);
    engine
}

#[test]
fn illegal_set_up_keeps_the_old_position() {
    for game in GAMES {
        let mut engine = playing(game.id);
        engine.get("genmove nodes=2");
        let state = |engine: &mut Engine| ["position", "history", "side_to_move", "score"].map(|ask| engine.get(ask));
        let before = state(&mut engine);
        for wrong in [format!("{} x", before[0]), before[0][1..].to_owned(), "8/8 w".to_owned(), "\u{e9}".to_owned()] {
            let answer = engine.ask(&format!("position {wrong}"));
            assert!(answer.starts_with("? invalid position: "), "{}: {wrong}: {answer}", game.id);
            assert_eq!(state(&mut engine), before, "{}: {wrong}", game.id);
        }
    }
}

#[test]
fn half_applied_move_list() {
    for game in GAMES {
        let mut engine = playing(game.id);
        let turns: Vec<String> = (0..4).map(|_| engine.get("genmove nodes=2")).collect();
        engine.get("undo 3");
        let before = engine.get("position");
        let answer = engine.ask(&format!("moves {} {} zz9 {}", turns[1], turns[2], turns[3]));
        assert!(answer.starts_with("? illegal move: zz9: "), "{answer}");
        assert_eq!((engine.get("position"), engine.get("history")), (before, turns[0].clone()), "{}", game.id);
        engine.get(&format!("moves {}", turns[1..].join(" ")));
        assert_eq!(engine.get("history"), turns.join(" "));
    }
}

#[test]
fn end_of_input_after_genmove() {
    let outcome = run(&[], "new_game walking-purchase\ngenmove nodes=100");
    assert_eq!(outcome.answers().len(), 2);
    assert!(outcome.answers()[1].starts_with("= ") && outcome.answers()[1].contains('-'), "{}", outcome.stdout);
    assert_eq!(outcome.code, Some(0));
}

#[test]
fn orphan_when_the_gui_dies() {
    for command in
        ["genmove infinite", "genmove movetime=3600000", "analyze movetime=3600000 interval=3600000", "perft 9"]
    {
        let mut child = crate::engine::command(&["--game", "walking-purchase"]).spawn().expect("the engine starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(format!("{command}\n").as_bytes()).expect("the engine reads");
        sleep(MOMENT);
        // What the death of the GUI does: all ends of the pipes that it held are closed.
        drop((stdin, child.stdout.take(), child.stderr.take()));
        let mut engine = Engine::adopt(child);
        assert!(engine.ended().success(), "{command}");
    }
}

#[test]
fn empty_line_inside_an_answer() {
    for game in GAMES {
        let mut engine = playing(game.id);
        engine.get("option movetime 10");
        engine.get("genmove nodes=2");
        for command in coureur::protocol::commands::all().filter(|command| command.name != "quit") {
            let arguments: &[&str] = if command.min == 0 { &[""] } else { &[" 1", " a1"] };
            for arguments in arguments {
                engine.send(format!("{}{arguments}\n77 echo next\n", command.name));
                engine.receive();
                assert_eq!(engine.receive(), "=77 next", "{}: {}", game.id, command.name);
            }
        }
    }
}

#[test]
fn logs_on_stdout() {
    let input = "new_game yote\nplay zz\ngenmove nodes=5\nnonsense\nshowboard\n";
    let mut engine = Engine::of(command(&[]).env("RUST_LOG", "trace"));
    engine.send(input);
    while !engine.error_line().contains("nonsense: unknown command") {}
    assert_eq!(engine.finish().0, run(&[], input).stdout);
}

#[test]
fn stderr_pipe_full() {
    const COMMANDS: usize = 30_000;
    let mut engine = Engine::of(command(&[]).env("RUST_LOG", "trace"));
    engine.send_aside("echo something to be logged\n".repeat(COMMANDS));
    for _ in 0..COMMANDS {
        assert_eq!(engine.receive(), "= something to be logged");
    }
    // Nor is there room for the words at its end.
    let (_, status) = engine.finish();
    assert!(status.success());
}

#[test]
fn missing_flush() {
    let mut engine = Engine::start(&[]);
    for id in 0..200 {
        assert_eq!(engine.ask(&format!("{id} protocol_version")), format!("={id} 2"));
    }
}

#[test]
fn pass_in_capitals() {
    // At the end of a game, where every game knows it, and where it is a turn.
    let over = "moves a16-n3(a) p16-a2(p) p1-b2(b)\n";
    let outcome = run(&["--game", "walking-purchase"], format!("{over}play white PASS\nplay black pAsS\nplay PASS\n"));
    assert_eq!(outcome.answers(), ["= "; 4]);
    let stuck = "position bbbbb1/bbbbbb/6/6/w5 w 0 1\nmoves a1-a2 PASS\n";
    for answer in run(&["--game", "yote"], stuck).answers() {
        assert!(!answer.contains("expected"), "pass was not read: {answer}");
    }
}

#[test]
fn argument_counts() {
    for command in coureur::protocol::commands::all() {
        let with = |count: usize| format!("{}{}\n", command.name, " x".repeat(count));
        let counts = [command.min.checked_sub(1), command.max.map(|max| max + 1)];
        for count in counts.into_iter().flatten() {
            let [answer] = &answers(with(count))[..] else { panic!("{}", command.name) };
            assert!(answer.starts_with("? syntax error: ") && answer.ends_with(&command.synopsis()), "{answer}");
        }
    }
}

#[test]
fn wrong_side() {
    for game in GAMES {
        let mut engine = playing(game.id);
        let turn = engine.get("reg_genmove nodes=2");
        for line in
            [format!("play second {turn}"), "genmove second nodes=2".to_owned(), "reg_genmove second".to_owned()]
        {
            assert_eq!(engine.ask(&line), "? wrong side: first to move", "{}", game.id);
        }
        assert_eq!(engine.get("history"), "", "{}", game.id);
        engine.get(&format!("play first {turn}"));
        assert_eq!(engine.ask(&format!("play first {turn}")), "? wrong side: second to move", "{}", game.id);
    }
}

#[test]
fn resign_stored_as_a_move() {
    for game in GAMES {
        let mut engine = playing(game.id);
        for line in ["play first resign", "play second RESIGN", "play Resign"] {
            assert_eq!(engine.ask(line), "= ", "{}", game.id);
        }
        assert_eq!(engine.get("history"), "");
        assert!(engine.get("side_to_move").ends_with(" first"));
        assert_eq!(engine.get("game_over"), "false");
    }
}

/// Every text of the documentation's table is one that comes, and nothing else comes.
#[test]
fn changed_error_texts() {
    let reference = std::fs::read_to_string(project("protocol.md")).expect("readable");
    let errors = reference.split("\n## ").find(|section| section.starts_with("Errors")).expect("a section on errors");
    let mut documented: Vec<&str> =
        errors.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`')).map(|(text, _)| text).collect();
    let long = "x".repeat((1 << 20) + 1);
    let over = "moves a16-n3(a) p16-a2(p) p1-b2(b)";
    let many = format!("position {}", crate::bad_input::lattice());
    let lines = [
        "undo",
        "nonsense",
        "name x",
        "new_game chess",
        "new_game yote x=1",
        "option hash 0",
        "new_game walking-purchase",
        "play a1-b9x",
        "play p1-h8",
        "play second a1-b2(a)",
        "final_score",
        "position x",
        "boardsize 19",
        &long,
        over,
        "play a1-b2",
        "clear_board",
        "undo",
        &many,
        "legal_moves",
    ];
    let outcome = run(&[], lines.join("\n"));
    let mut seen: Vec<&str> =
        outcome.answers().iter().filter_map(|answer| answer.strip_prefix("? ")?.split(':').next()).collect();
    for texts in [&mut documented, &mut seen] {
        texts.sort_unstable();
        texts.dedup();
    }
    assert_eq!(seen, documented);
}

/// The answer to a `genmove` on the clock alone, at once.
fn moves_at_once(engine: &mut Engine, why: &str) {
    let begun = Instant::now();
    engine.get("reg_genmove");
    // With the time it is taken to have it would think for minutes.
    assert!(begun.elapsed() < Duration::from_secs(30), "{why}");
}

/// Thinks until it is told to stop.
fn takes_its_time(engine: &mut Engine, why: &str) {
    engine.send("reg_genmove\n");
    assert!(engine.is_silent_for(MOMENT), "{why}");
    engine.send("stop\n");
    let _ = (engine.receive(), engine.receive());
}

/// It counts as none, and does not become a long one.
#[test]
fn negative_time() {
    let mut engine = playing("walking-purchase");
    for clock in ["time_settings -3600 0 0", "time_settings -1 -1 1", "kata-time_settings fischer -5 -5"] {
        assert_eq!(engine.ask(clock), "= ");
        moves_at_once(&mut engine, clock);
    }
    engine.get("time_settings 36000 0 0");
    engine.get("time_left first -0.5 0");
    moves_at_once(&mut engine, "time_left");
}

/// The overhead is kept back from the time that is given: with all of it kept back there is an answer at once.
#[test]
fn overhead() {
    let mut engine = playing("walking-purchase");
    engine.get("option overhead 10000");
    for movetime in ["analyze movetime=10000", "option movetime 9000\nanalyze"] {
        let said = movetime.lines().map(|line| engine.get(line)).last().unwrap();
        let nodes = said.rsplit_once(" nodes ").and_then(|(_, rest)| rest.split(' ').next()).unwrap();
        assert!(nodes.parse::<u64>().unwrap() < 1000, "{said}");
    }
}

/// What a clock was before makes no difference, whether a controller sets it higher or lower.
#[test]
fn clock_raised_and_lowered() {
    let mut engine = playing("walking-purchase");
    for _ in 0..2 {
        engine.get("time_settings 36000 0 0");
        takes_its_time(&mut engine, "a new clock");
        engine.get("time_left first 0 0");
        moves_at_once(&mut engine, "lowered");
        engine.get("time_left first 36000 0");
        takes_its_time(&mut engine, "raised");
        engine.get("time_settings 0 0 0");
        moves_at_once(&mut engine, "a lower clock");
    }
}

#[test]
fn long_lines() {
    let mut input = vec![b'x'; 2 << 20];
    input.extend_from_slice(b"\nname\n");
    assert_eq!(answers(input), ["? line too long: more than 1048576 bytes", "= coureur"]);
    let turns = "moves ".to_owned() + &"a1-b2 ".repeat(100_000);
    let mut engine = playing("walking-purchase");
    assert!(engine.ask(&turns).starts_with("? "));
    assert_eq!(engine.get("history"), "");
}

#[test]
fn ping_while_thinking() {
    let begun = Instant::now();
    let mut engine = thinking("1 genmove movetime=500");
    engine.send("2 isready\n3 name\n");
    assert!(engine.receive().starts_with("=1 "));
    assert!(begun.elapsed() >= Duration::from_millis(450), "the search was cut short");
    assert_eq!((engine.receive().as_str(), engine.receive().as_str()), ("=2 ", "=3 coureur"));
}

#[test]
fn idle_stop() {
    let mut engine = playing("yote");
    assert_eq!(engine.ask("1 stop"), "=1 ");
    assert_eq!(engine.ask("2 echo here"), "=2 here");
}

#[test]
fn two_answers_for_one_search() {
    let mut engine = thinking("1 genmove movetime=600000");
    engine.send("2 stop\n3 stop\n# interrupt\n4 name\n");
    assert!(engine.receive().starts_with("=1 "));
    let rest = [engine.receive(), engine.receive(), engine.receive()];
    assert_eq!(rest, ["=2 ", "=3 ", "=4 coureur"]);
    assert_eq!(engine.get("history").split(' ').count(), 1);
    let (rest, _) = engine.finish();
    assert_eq!(rest, "");
}

#[test]
fn stale_stop() {
    let mut engine = playing("walking-purchase");
    engine.send("genmove nodes=1\nstop\n# interrupt\n");
    let _ = (engine.receive(), engine.receive());
    let begun = Instant::now();
    engine.get("genmove movetime=300");
    assert!(begun.elapsed() >= Duration::from_millis(250), "the search was cut short");
}

#[test]
fn quit_while_thinking() {
    for command in ["1 genmove movetime=600000", "1 reg_genmove infinite", "1 analyze movetime=600000", "1 perft 9"] {
        let mut engine = thinking(command);
        engine.send("2 quit\n");
        assert!(engine.receive().starts_with("=1 "), "{command}");
        assert_eq!(engine.receive(), "=2 ");
        // The input stays open: the program has to end by itself.
        assert!(engine.ended().success(), "{command}");
    }
}

/// They wait for the search, and do not disturb it.
#[test]
fn new_game_or_hash_resize_during_a_search() {
    let mut engine = thinking("1 genmove movetime=500");
    engine.send("2 option hash 3\n3 new_game yote\n4 genmove nodes=20\n5 option hash\n6 history\n");
    assert!(engine.receive().starts_with("=1 "));
    assert_eq!((engine.receive().as_str(), engine.receive().as_str()), ("=2 ", "=3 "));
    let turn = engine.receive().replacen("=4 ", "=6 ", 1);
    assert_eq!((engine.receive().as_str(), engine.receive()), ("=5 3", turn));
}

#[test]
fn bad_hash_values() {
    let mut engine = Engine::start(&["--game", "yote"]);
    for value in ["0", "-1", "65537", "1e9", "99999999999999999999", "64MB", "", "1 2"] {
        let answer = engine.ask(&format!("option hash {value}"));
        assert!(answer.starts_with("? ") != value.is_empty(), "{value}: {answer}");
        assert_eq!(engine.get("option hash"), "64", "{value}");
    }
    engine.get("genmove nodes=10");
}

/// However early it is stopped, and however few turns there are, it says something.
#[test]
fn analysis_with_nothing_to_say() {
    for game in GAMES {
        let mut engine = playing(game.id);
        for command in ["analyze nodes=1", "analyze movetime=0", "analyze infinite\nstop", "genmove_analyze nodes=1"] {
            engine.send(format!("{command}\n"));
            let answer = engine.receive();
            let lines: Vec<&str> = answer.lines().skip(1).collect();
            let [told @ .., last] = lines.as_slice() else { panic!("{}: {command}: {answer}", game.id) };
            assert!(!told.is_empty() && told.iter().all(|line| line.starts_with("info move ")), "{answer}");
            assert!(last.starts_with("bestmove ") || last.starts_with("play "), "{answer}");
            if command.ends_with("stop") {
                assert_eq!(engine.receive(), "= ");
            }
        }
    }
    // Of a game that is over there is nothing to say, and that is said.
    let over = "moves a16-n3(a) p16-a2(p) p1-b2(b)\nanalyze\ngenmove_analyze\n";
    let outcome = run(&["--game", "walking-purchase"], over);
    assert!(outcome.answers()[1].starts_with("? game over: "), "{}", outcome.stdout);
    assert!(outcome.answers()[2].ends_with("play pass"), "{}", outcome.stdout);
}

/// By any line, which is then done; and by the end of the input. The last line is the answer, and nothing comes after it.
#[test]
fn end_of_analysis() {
    for line in ["stop", "echo here", "nonsense", "genmove nodes=1", "analyze nodes=1"] {
        let mut engine = thinking("1 analyze infinite");
        engine.send(format!("2 {line}\n3 name\n"));
        let answer = engine.receive();
        assert!(answer.starts_with("=1 \ninfo move "), "{answer}");
        assert!(answer.lines().last().is_some_and(|last| last.starts_with("bestmove ")), "{answer}");
        assert!(engine.receive().get(1..2) == Some("2"), "{line}");
        assert_eq!(engine.receive(), "=3 coureur");
    }
    let (rest, status) = thinking("analyze infinite").finish();
    assert!(
        rest.matches("\n\n").count() == 1 && rest.lines().nth_back(1).is_some_and(|l| l.starts_with("bestmove ")),
        "{rest}"
    );
    assert!(status.success());
}

#[test]
fn non_square_boards() {
    let mut engine = playing("yote");
    for (line, answer) in [
        ("boardsize 6", "= "),
        ("boardsize 6 5", "= "),
        ("rectangular_boardsize 6 5", "= "),
        ("boardsize 5", "? unacceptable size: 5: expected 6 5"),
        ("boardsize 5 6", "? unacceptable size: 5 6: expected 6 5"),
        ("rectangular_boardsize 6 6", "? unacceptable size: 6 6: expected 6 5"),
        ("moves a1 f5 f1 a5", "= "),
        ("position", "= b4b/6/6/6/w4w w 10 10"),
    ] {
        assert_eq!(engine.ask(line), answer, "{line}");
    }
    for beyond in ["a6", "g1"] {
        assert!(engine.ask(&format!("play {beyond}")).contains("expected"), "{beyond}");
    }
    assert!(engine.ask("position 5/5/5/5/5/5 w 12 12").starts_with("? invalid position: "));
}

#[test]
fn closed_pipe() {
    let mut child = command(&["--game", "walking-purchase"]).spawn().expect("the engine starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all("showboard\n".repeat(100).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the engine ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn invalid_utf8() {
    assert_eq!(answers(b"echo \xff\xfe\n"), ["= \u{fffd}\u{fffd}"]);
    assert_eq!(answers(b"\xc3\x28\n"), ["? unknown command: '\u{fffd}(': see list_commands"]);
    let mut engine = playing("ecoute-moi");
    engine.send(b"play \xe9coute\n");
    assert!(engine.receive().starts_with("? illegal move: \u{fffd}coute: "));
}

#[test]
fn trailing_blanks() {
    assert_eq!(answers("1 name  \t \r\n2 echo a  \n"), ["=1 coureur", "=2 a"]);
    refused("", "play a1-h8 (a)   ", "illegal move: a1-h8 (a): no white runner on a1");
    for game in GAMES {
        let outcome = run(&["--game", game.id], "help\nshowboard\nrules\nscore\nlist_commands\nhistory\n");
        for line in outcome.stdout.lines().filter(|line| !matches!(*line, "= " | "? ")) {
            assert_eq!(line, line.trim_end(), "{}", game.id);
        }
    }
}
