//! The command line: arguments and exit codes.

use std::fs;

use crate::engine::{alive, command, interrupt, run, wait_for};
use crate::folder::Folder;

#[test]
fn a_game_can_be_chosen_with_its_rules() {
    let arguments = ["--game", "walking-purchase", "--rule", "edge=1", "--rule", "corners=sides"];
    let outcome = run(&arguments, "rules\nposition\n");
    assert!(outcome.stdout.contains("edge 1 ") && outcome.stdout.contains("corners sides "), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("= B14W/"), "{}", outcome.stdout);
}

#[test]
fn wrong_usage_is_said_on_stderr_and_ends_with_2() {
    for (arguments, said) in [
        (&["--game", "chess"][..], "unknown game: 'chess'"),
        (&["--game", "walking-purchase", "--rule", "edge=3"], "invalid value: edge=3: expected 2|1"),
        (&["--game", "walking-purchase", "--rule", "komi=3"], "unknown option: 'komi'"),
        (&["--game", "walking-purchase", "--rule", "edge"], "--rule edge: expected NAME=VALUE"),
        (&["--rule", "edge=1"], "--game"),
        (&["--nonsense"], "--nonsense"),
    ] {
        let outcome = run(arguments, "name\n");
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(outcome.stderr.contains(said), "{arguments:?}: {}", outcome.stderr);
    }
}

#[test]
fn fatal_ends_with_1_at_the_first_failure() {
    let outcome = run(&["--fatal"], "name\nnonsense\nname\n");
    assert_eq!(outcome.answers().len(), 2);
    assert_eq!(outcome.code, Some(1));
    assert_eq!(run(&["--fatal"], "name\n").code, Some(0));
}

#[test]
fn seats_let_black_mean_the_first_seat() {
    let outcome = run(
        &["--game", "walking-purchase", "--seats"],
        "play black p1-h8(h)\nplay black a1-b2(a)\nplay white a1-b2(a)\n",
    );
    let answers = outcome.answers();
    assert_eq!(answers[0], "= ");
    assert_eq!(answers[1], "? wrong side: second to move");
    assert_eq!(answers[2], "= ");
    // The first seat has white in this game, and wins it.
    let game = "moves a16-n3(a) p16-a2 p1-b2(b)\nfinal_score\n";
    assert_eq!(run(&["--game", "walking-purchase", "--seats"], game).answers()[1], "= B+0.5");
    assert_eq!(run(&["--game", "walking-purchase"], game).answers()[1], "= W+0.5");
}

/// Strict alternation as match runners for GTP play: `genmove black` for the first seat, each turn told to the other engine, until both pass.
#[test]
fn two_engines_play_every_game_by_seats_and_agree_on_the_result() {
    use crate::engine::Engine;
    for game in coureur::games::GAMES {
        let mut arguments = vec!["--seats", "--game", game.id];
        match game.id {
            "ponte" => arguments.extend(["--rule", "opening=fixed"]),
            "yote" | "walking-purchase" => arguments.extend(["--rule", "repetition=3"]),
            _ => {}
        }
        let mut engines = [Engine::start(&arguments), Engine::start(&arguments)];
        engines.iter_mut().for_each(|engine| drop(engine.get("option movetime 12")));
        let mut passes = 0;
        for ply in 0.. {
            let colour = ["black", "white"][ply % 2];
            let turn = engines[ply % 2].get(&format!("genmove {colour}"));
            let told = engines[(ply + 1) % 2].ask(&format!("play {colour} {}", turn.to_uppercase()));
            assert_eq!(told, "= ", "{}: {turn}", game.id);
            passes = if turn == "pass" { passes + 1 } else { 0 };
            if passes == 2 {
                break;
            }
        }
        let [first, second] = &mut engines;
        let score = first.get("final_score");
        assert!(score.starts_with(['B', 'W', '0']), "{}: {score}", game.id);
        assert_eq!(second.get("final_score"), score, "{}", game.id);
    }
}

#[test]
fn perft_counts_from_the_shell() {
    let outcome = run(&["perft", "walking-purchase", "2"], "");
    let counts: Vec<&str> = outcome.stdout.lines().map(|line| line.split(" time").next().unwrap()).collect();
    assert_eq!(counts, ["depth 0 turns 1", "depth 1 turns 840", "depth 2 turns 590268"]);
    assert_eq!((outcome.stderr.as_str(), outcome.code), ("", Some(0)));

    let stuck = "16/16/16/16/16/16/16/16/16/16/16/16/16/w12W2/BW13b/Bw14 b 0 0 w";
    let mut arguments = vec!["perft", "walking-purchase", "1", "--divide", "--rule", "edge=1"];
    assert_eq!(run(&arguments, "").stdout.lines().filter(|line| line.ends_with(" 1")).count(), 840);
    arguments.push(stuck);
    assert!(run(&arguments, "").stdout.starts_with("depth 1 turns 0 "), "{}", run(&arguments, "").stdout);
}

#[test]
fn perft_says_what_is_wrong() {
    for (arguments, said) in [
        (&["perft", "chess", "2"][..], "unknown game: 'chess': expected one of"),
        (
            &["perft", "walking-purchase", "1", "W14B", "w"],
            "invalid position: expected '/' after a full rank at column 5",
        ),
        (&["perft", "walking-purchase", "x"], "invalid value 'x'"),
        (&["perft", "walking-purchase", "1", "--rule", "edge=9"], "invalid value: edge=9"),
        (&["perft", "walking-purchase"], "<DEPTH>"),
    ] {
        let outcome = run(arguments, "");
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(outcome.stderr.contains(said), "{arguments:?}: {}", outcome.stderr);
    }
}

#[test]
fn bench_gives_the_same_signature_every_time() {
    let signatures = || {
        let stdout = run(&["bench"], "").stdout;
        let last = |line: &str| line.rsplit(' ').next().map(str::to_owned);
        stdout.lines().skip(1).map(last).collect::<Vec<_>>()
    };
    let first = signatures();
    let [.., node_signature] = first.as_slice() else { panic!("{first:?}") };
    let version = run(&["--version"], "").stdout;
    let promised = format!("coureur {} (node signature {})\n", env!("CARGO_PKG_VERSION"), coureur::bench::SIGNATURE);
    assert_eq!(version, promised);
    assert_eq!(
        node_signature.as_deref(),
        Some(coureur::bench::SIGNATURE),
        "the engine plays differently: put the new signature into SIGNATURE in src/bench.rs, and say in the commit what changed and which \
         match backs it"
    );
    assert_eq!(first.len(), coureur::games::GAMES.len() + 1);
    assert_eq!(first, signatures());
}

#[test]
fn an_interrupt_ends_the_engines_too() {
    let folder = Folder::new("interrupt");
    let tests = folder.write("a.tst", "1 name\n");
    for program in [&["regress", &tests][..], &["selfcheck", "--only", "name-version"]] {
        let file = folder.path(program[0]);
        // An engine that neither answers nor ends by itself; `selfcheck` starts it once just to see that it starts.
        let engine = format!("read line && echo $$ > '{file}'; trap '' INT TERM HUP; while :; do sleep 1000; done");
        let child = command(&[program, &["--timeout", "3600", "--", "sh", "-c", &engine]].concat()).spawn().unwrap();
        wait_for("the engine", || fs::read_to_string(&file).is_ok_and(|pid| pid.ends_with('\n')));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.as_str()), (Some(130), "coureur: interrupted\n"), "{program:?}");
        wait_for("the engine's end", || !alive(folder.read(program[0]).trim()));
    }
}

#[test]
fn completions_and_manual_pages_cover_every_subcommand() {
    let help = run(&["--help"], "").stdout;
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .map_while(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty() && *name != "help")
        .collect();
    assert!(commands.contains(&"play") && commands.len() >= 10, "{commands:?}");
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell], "").stdout;
        assert!(commands.iter().all(|name| script.contains(name)), "{shell}");
    }
    let folder = Folder::new("manual-pages");
    assert_eq!(run(&["man", &folder.path("")], "").code, Some(0));
    for command in &commands {
        let page = folder.read(&format!("coureur-{command}.1"));
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
        assert_eq!(run(&[command, "--help"], "").code, Some(0));
    }
    assert!(run(&["man"], "").stdout.contains("coureur\\-play(1)"));
    assert_eq!(run(&["completions", "tcl"], "").code, Some(2));
}

#[test]
fn perft_counts_behind_turns_and_positions() {
    let last = |arguments: &[&str]| {
        let stdout = run(&[&["perft"], arguments].concat(), "").stdout;
        stdout.lines().last().and_then(|line| line.split(" time").next()).map(str::to_owned)
    };
    let turns = "c3 c4 d3 d4 b2 e5 b4 e2";
    assert_eq!(last(&["yote", "2", "--moves", turns]).as_deref(), Some("depth 2 turns 2411"));
    let position = "4b1/1wbb2/2ww2/1w2b1/6 w 8 8";
    assert_eq!(last(&["yote", "2", "--position", position]).as_deref(), Some("depth 2 turns 2411"));
    for (arguments, said) in [
        (&["--moves", "c3 c3"][..], "illegal move: 'c3': c3 is taken"),
        (&["--position", "w5/6/6/6/6 w 0 0", "--moves", "a1"], "game over: no turn can be played before 'a1'"),
        (&["--position", "6 w", "6 w"], "cannot be used with"),
    ] {
        let outcome = run(&[&["perft", "yote", "1"], arguments].concat(), "");
        assert_eq!(outcome.code, Some(2), "{arguments:?}");
        assert!(outcome.stderr.contains(said), "{arguments:?}: {}", outcome.stderr);
    }
}
