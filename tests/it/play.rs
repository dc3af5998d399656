//! Games in the terminal, with the lines coming through a pipe.

use std::fs;

use crate::engine::{Outcome, run};
use crate::folder::Folder;

/// What is said when these lines are typed.
fn play(arguments: &[&str], lines: &str) -> Outcome {
    let outcome = run(&[&["play"], arguments].concat(), lines);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{arguments:?} {lines}");
    assert!(outcome.stdout.ends_with("Good-bye.\n"), "{}", outcome.stdout);
    outcome
}

#[test]
fn the_engine_answers_each_turn() {
    for (game, turn) in [("yote", "c3"), ("walking-purchase", "p1-h8(h)"), ("ponte", "d4,f4")] {
        let said = play(&[game, "--nodes", "20"], &format!("{turn}\nhistory\nquit\n")).stdout;
        let answer = said.lines().find_map(|line| line.split_once(" plays ")).unwrap_or_else(|| panic!("{said}"));
        let kept = said.lines().find_map(|line| line.strip_prefix("The turns of this game: ")).unwrap();
        assert!(kept.starts_with(&format!("{turn} {}", answer.1)), "{said}");
    }
    let begun = play(&["yote", "--white", "engine", "--nodes", "20"], "quit\n").stdout;
    assert!(begun.contains("white plays ") && begun.contains("black to move"), "{begun}");
}

#[test]
fn refusals_say_which_rule_and_change_nothing() {
    let lines = "c3\nc3\nc9\nc4\nd3-c3\npass\nundo x\nsave\n\u{1b}[A\u{0}\nhistory\nquit\n";
    let said = play(&["yote", "--black", "human"], lines).stdout;
    for refusal in [
        "That cannot be played: c3 is taken.\n",
        "That cannot be played: expected a drop such as c3, a step such as c3-c4, a capture such as c3xc5(e2), or pass at column 1, found 'c9'. \
         Type help for what else can be typed.\n",
        "That cannot be played: no white stone on d3.\n",
        "That cannot be played: a side that can drop, step or capture does not pass.\n",
        "I cannot read that: expected a number of turns, 1 or more at column 6, found 'x'.\n",
        "I cannot read that: expected a blank and the name of a file at column 5, found the end.\n",
        "The turns of this game: c3 c4\n",
    ] {
        assert!(said.contains(refusal), "{refusal} not in {said}");
    }
}

#[test]
fn turns_are_listed_hinted_at_and_taken_back() {
    let said = play(
        &["yote", "--nodes", "30"],
        "moves\nmoves C3\nmoves zz\nhint\nundo\nc3\nd1\nundo\nhistory\nundo 2\nundo\nhistory\n",
    )
    .stdout;
    assert!(said.contains("a1 a2 a3 a4 a5 b1") && said.contains("30 in all.\n"), "{said}");
    assert!(said.contains("\nc3\n1 in all.\n") && said.contains("No legal turn begins with 'zz'.\n"), "{said}");
    assert!(said.contains("The engine would play "), "{said}");
    assert!(said.contains("cannot be taken back: you have not played a turn.\n"), "{said}");
    assert!(said.contains("cannot be taken back: you have played one turn.\n"), "{said}");
    // Two turns are left after the first undo, none after the second.
    let histories: Vec<usize> =
        said.lines().filter(|line| line.starts_with("c3 ")).map(|line| line.split(' ').count()).collect();
    assert_eq!(histories, [2], "{said}");
    let many = play(&["walking-purchase"], "moves\nmoves p1-h\n").stdout;
    assert!(many.contains("840 in all; 'moves TEXT' lists those that begin with TEXT.\n"), "{many}");
    assert!(many.contains("p1-h8(h) ") && many.contains("29 in all.\n"), "{many}");
}

/// Whoever asks for a hint is not told to repeat the position and draw.
#[test]
fn a_hint_looks_for_more_than_a_draw() {
    let game = "b5 c1 b5-a5 f1 a1 f5 d5 c1-d1 d5-c5 d1-c1 c5-d5 c1-d1 d5-c5 d1-c1".replace(' ', "\n");
    let arguments = ["yote", "--black", "human", "--rule", "repetition=3", "--nodes", "5000"];
    let said = play(&arguments, &format!("{game}\nhint\nquit\n")).stdout;
    assert!(said.contains("The engine would play ") && !said.contains("would play c5-d5"), "{said}");
}

#[test]
fn levels_and_reasons_are_the_engine_s() {
    let said = play(&["yote", "--level", "1", "--nodes", "50"], "why\nc3\nwhy\nquit\n").stdout;
    assert!(said.contains("The engine has not thought about a turn yet.\n"), "{said}");
    let answer = said.lines().find_map(|line| line.strip_prefix("black plays ")).unwrap();
    // What `explain_last_move` says in a session.
    assert!(said.contains(&format!("\n{answer}: score ")), "{said}");
    assert_eq!(run(&["play", "yote", "--level", "11"], "").code, Some(2));
}

#[test]
fn saved_games_are_transcripts_that_show_and_regress_read() {
    let folder = Folder::new("play-save");
    let file = folder.path("my game.txt");
    let kept = folder.path("kept.txt");
    fs::write(&kept, "mine\n").expect("written");
    let lines = format!("c3\nsave {file}\nd4\nsave {file}\nsave {kept}\nsave {}\nquit\n", folder.path("no/folder.txt"));
    let arguments = ["yote", "--black", "human", "--rule", "repetition=3", "--position", "6/6/6/6/6 b 9 9"];
    let said = play(&arguments, &lines).stdout;
    assert!(said.contains("Saved 1 turn. ") && said.contains("Saved 2 turns. "), "{said}");
    assert!(said.contains("kept.txt exists already: name another file.\n"), "{said}");
    assert!(said.contains("no/folder.txt cannot be written: No such file or directory"), "{said}");
    assert!(!said.contains("The turns of this game"), "nothing would be lost: {said}");
    assert_eq!(fs::read_to_string(&kept).unwrap(), "mine\n");
    assert!(run(&["show", &file], "").stdout.starts_with("turn 2 of 2: d4\n"));
    let judged = run(&["regress", &file], "");
    assert_eq!(judged.code, Some(0), "{}", judged.stdout);
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.contains("> new_game yote bonus=optional multijump=on repetition=3\n= \n\n> position 6/6/6/6/6 b 9 9\n"),
        "{text}"
    );
}

#[test]
fn who_announces_aloud_is_answered_aloud() {
    let spoken = "Un noir, s'il vous plaît!\n";
    let game = |first: &str| format!("{first}moves\n");
    let arguments = ["ecoute-moi", "--nodes", "20"];
    // The runner's moves are the engine's choice: whichever it takes, one of these is the answer to it.
    let answers = "g7-g6\nd7-d8\nf7-f8\nf7-f10\nh7-h8\nh7-h10\nj7-j8\nd7-d6\n";
    let said = play(&arguments, &(game(spoken) + answers)).stdout;
    assert!(said.contains("black says: ") && said.contains(", s'il vous plaît!\n"), "{said}");
    let said = play(&arguments, &(game("un-noir\n") + answers)).stdout;
    assert!(!said.contains("says:") && said.matches("black plays ").count() >= 2, "{said}");
}

#[test]
fn games_end_and_may_be_taken_up_again() {
    let stuck = "16/16/16/16/16/16/16/16/16/16/16/16/16/w12W2/BW13b/Bw14 b 0 0 w";
    let said =
        play(&["walking-purchase", "--black", "human", "--position", stuck], "a1-b2\nscore\nmoves\nhint\n").stdout;
    assert!(said.contains("game over (stuck)") && said.contains("\nresult "), "{said}");
    assert!(said.contains("The game is over: you may undo, save FILE, or quit.\n"), "{said}");
    assert!(said.contains("There is no legal turn: the game is over.\n"), "{said}");
    let both = play_to_the_end(&["ecoute-moi", "--white", "engine", "--black", "engine", "--nodes", "5"]);
    assert!(both.contains("game over (chain): "), "{both}");
    let left = play(&["yote"], "resign\nc3\n").stdout;
    assert!(left.contains("white resigns.\n") && !left.contains("black plays"), "{left}");
}

/// A game without people ends by itself.
fn play_to_the_end(arguments: &[&str]) -> String {
    let outcome = run(&[&["play"], arguments].concat(), "");
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    outcome.stdout
}

#[test]
fn wrong_arguments_are_said() {
    for (arguments, said) in [
        (&["play", "chess"][..], "coureur: unknown game: 'chess'"),
        (&["play", "yote", "--rule", "size=3"], "coureur: unknown option: 'size'"),
        (&["play", "yote", "--position", "6 w"], "coureur: invalid position: "),
        (&["play", "yote", "--white", "nobody"], "error: invalid value 'nobody' for '--white <WHO>'"),
        (&["play"], "error: the following required arguments"),
    ] {
        let outcome = run(arguments, "");
        assert_eq!(outcome.code, Some(2), "{arguments:?}");
        assert!(outcome.stderr.starts_with(said), "{arguments:?}: {}", outcome.stderr);
    }
}

#[test]
fn whatever_is_typed_the_table_stands() {
    let mut lines: Vec<u8> = Vec::new();
    let mut state = 7u32;
    for _ in 0..3000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let byte = (state >> 24) as u8;
        lines.extend_from_slice(match byte % 8 {
            0 => b"undo ",
            1 => b"moves ",
            2 => "é".as_bytes(),
            3 => b"\n",
            4 => b"un noir",
            _ => std::slice::from_ref(&byte),
        });
    }
    lines.extend_from_slice(&b"x".repeat(3 << 20));
    for game in coureur::games::GAMES {
        let outcome = run(&["play", game.id, "--black", "human"], &lines);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{}", game.id);
    }
}
