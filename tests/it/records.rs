//! `--record` and `coureur show`.

use std::io::Read;
use std::process::Command;

use crate::engine::{Engine, Outcome, run};
use crate::folder::{Folder, has_full_disk};
use crate::transcripts::project;

fn show(arguments: &[&str]) -> Outcome {
    run(&[&["show"], arguments].concat(), "")
}

/// The first line that `show` prints, which tells the turn.
fn turn_shown(arguments: &[&str]) -> String {
    let outcome = show(arguments);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    outcome.stdout.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_record_holds_what_was_sent_and_answered_and_replays_to_the_same() {
    let folder = Folder::new("record-replay");
    let file = folder.path("game.txt");
    let arguments = ["--game", "yote", "--rule", "repetition=3", "--seats", "--record", &file];
    let input = "7 play black c3\n\n# a comment\nplay\tzz # what is it\ngenmove nodes=40\necho \u{1}a\nundo\nposition\nshowboard\nquit\n";
    let outcome = run(&arguments, input);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    let answers = outcome.stdout.split_inclusive("\n\n");
    let commands =
        ["7 play black c3", "play zz", "genmove nodes=40", "echo a", "undo", "position", "showboard", "quit"];
    let exchanges: String =
        commands.iter().zip(answers).map(|(command, answer)| format!("> {command}\n{answer}")).collect();
    let header = format!("# coureur {}\n#! --game yote --rule repetition=3 --seats\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(folder.read("game.txt"), format!("{header}{exchanges}"));

    let replayed = run(&["regress", &file], "");
    assert_eq!(replayed.stdout, format!("{file}: 8 passed\n1 file, 8 commands judged: 8 passed\n"));
    assert_eq!(replayed.code, Some(0));
}

#[test]
fn sessions_are_appended_and_each_is_replayed_by_an_engine_of_its_own() {
    let folder = Folder::new("record-append");
    let file = folder.write("games.txt", "# Written before.\n> name\n= coureur");
    let first = format!("{}\nname\n", "x".repeat((1 << 20) + 1));
    let outcome = run(&["--game", "yote", "--record", &file], first);
    assert_eq!(outcome.answers()[0], "? line too long: more than 1048576 bytes");
    assert_eq!(run(&["--record", &file], "showboard\n").code, Some(0));
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "# Written before.\n> name\n= coureur\n\n\
         # coureur {version}\n#! --game yote\n# A line that was too long, and its answer, are not kept.\n> name\n= coureur\n\n\
         # coureur {version}\n#!\n> showboard\n? no game: start one with new_game GAME\n\n"
    );
    assert_eq!(folder.read("games.txt"), expected);
    assert!(run(&["regress", &file], "").stdout.contains("3 passed\n"));
    assert_eq!(turn_shown(&[&file]), "turn 0 of 0: the start", "the last session with a game");
}

#[test]
fn a_record_is_on_disk_before_the_next_command() {
    let folder = Folder::new("record-kill");
    let file = folder.path("game.txt");
    let mut engine = Engine::start(&["--game", "yote", "--record", &file]);
    engine.ask("play c3");
    engine.ask("play d3");
    // Dropping kills.
    drop(engine);
    assert!(folder.read("game.txt").ends_with("> play c3\n= \n\n> play d3\n= \n\n"));
    assert_eq!(turn_shown(&[&file]), "turn 2 of 2: d3");
}

#[test]
fn a_file_that_cannot_be_written_is_said_at_the_start() {
    let folder = Folder::new("record-bad");
    let nowhere = folder.path("no/such/folder.txt");
    let full = has_full_disk().then_some(("/dev/full", "No space left on device"));
    for (file, said) in [(nowhere.as_str(), "No such file or directory"), (folder.path("").as_str(), "Is a directory")]
        .into_iter()
        .chain(full)
    {
        let outcome = run(&["--record", file], "name\n");
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{file}");
        assert!(outcome.stderr.starts_with(&format!("coureur: cannot record to {file}: {said}")), "{}", outcome.stderr);
    }
    // Nothing is written for arguments that are wrong.
    let file = folder.path("game.txt");
    assert_eq!(run(&["--game", "chess", "--record", &file], "").code, Some(2));
    assert!(!std::path::Path::new(&file).exists());
}

/// The reader of a named pipe takes the header and leaves: from then on nothing can be recorded.
#[test]
fn a_record_that_fails_later_is_said_once_and_the_session_goes_on() {
    let folder = Folder::new("record-later");
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || {
            let mut file = std::fs::File::open(pipe).expect("a pipe");
            let mut header = [0; 10];
            file.read_exact(&mut header).expect("the header");
        })
    };
    let mut engine = Engine::start(&["--record", &pipe]);
    reader.join().expect("no panic");
    assert_eq!(engine.ask("name"), "= coureur");
    assert_eq!(engine.ask("protocol_version"), "= 2");
    let said = engine.error_line();
    assert_eq!(engine.finish_with_stderr(), "");
    assert!(said.starts_with(&format!("coureur: cannot record to {pipe}: Broken pipe")), "{said}");
    assert!(said.ends_with(": the record ends here, the session goes on\n"), "{said}");
}

#[test]
fn boards_of_a_game_are_shown_after_any_turn() {
    let board = |turn| {
        let outcome = show(&["yote", "--moves", "c3 d3  a1", "--turn", turn]);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
        outcome.stdout
    };
    assert!(board("0").starts_with("turn 0 of 3: the start\n   a b c d e f\n"), "{}", board("0"));
    assert!(board("2").starts_with("turn 2 of 3: d3\n"), "{}", board("2"));
    let rank = |turn, rank: &str| board(turn).lines().find(|line| line.starts_with(rank)).unwrap()[..15].to_owned();
    assert_eq!(
        [rank("0", " 3"), rank("1", " 3"), rank("2", " 3")],
        [" 3 . . . . . . ", " 3 . .(w). . . ", " 3 . . w(b). . "]
    );
    assert_eq!(turn_shown(&["yote", "--moves", "c3 d3 a1"]), "turn 3 of 3: a1");
    let documented = std::fs::read_to_string(project("protocol.md")).expect("readable");
    let example = show(&["yote", "--moves", "c3 d3", "--turn", "1"]).stdout;
    assert!(
        documented.contains(&format!("$ coureur show yote --moves \"c3 d3\" --turn 1\n{example}```\n")),
        "{example}"
    );
    let set = ["yote", "--position", "6/2b1b1/2w3/2b1b1/6 w 0 3", "--rule", "bonus=none", "--moves", "c3xc5"];
    assert_eq!(turn_shown(&set), "turn 1 of 1: c3xc5");
    assert!(show(&set).stdout.lines().all(|line| line == line.trim_end()), "{}", show(&set).stdout);
}

#[test]
fn a_record_is_shown_as_it_was_played_without_searching_again() {
    let folder = Folder::new("show-record");
    // No search with five nodes would find this; the record says it did.
    let text = "> new_game yote\n= \n\n> play c3\n= \n\n> genmove nodes=5\n= f5\n\n> play a1\n= \n\n> undo\n= \n\n> play b1\n= \n\n> play b1\n? no\n\n";
    let file = folder.write("game.txt", text);
    assert_eq!(turn_shown(&[&file]), "turn 3 of 3: b1");
    assert_eq!(turn_shown(&[&file, "--turn", "2"]), "turn 2 of 3: f5");
    assert_eq!(turn_shown(&[&file, "--moves", "a2"]), "turn 4 of 4: a2");
    let rules = folder.write("rules.txt", "#! --game ponte --rule opening=fixed --seats\n> play black d4,f4\n= \n\n");
    assert_eq!(turn_shown(&[&rules]), "turn 1 of 1: d4,f4");
}

#[test]
fn what_cannot_be_shown_is_one_sentence_and_exit_code_2() {
    let folder = Folder::new("show-bad");
    let game = folder.write("game.txt", "> new_game yote\n= \n\n> play c3\n= \n\n");
    let none = folder.write("none.txt", "> name\n= coureur\n\n");
    let lie = folder.write("lie.txt", "> new_game yote\n= \n\n> play c9\n= \n\n");
    let open = folder.write("open.txt", "#! --game yote\n> genmove\n= {any}\n\n");
    let foreign = folder.write("foreign.txt", "#! --nonsense\n> name\n= x\n\n");
    let chess = folder.write("chess.txt", "#! --game chess\n> name\n= x\n\n");
    let text = folder.write("text.txt", "Once upon a time\n");
    for (arguments, said) in [
        (
            &["chess.txt"][..],
            "chess.txt: no such file, and no such game: expected a recorded session, or one of".to_owned(),
        ),
        (&[&game, "--turn", "2"], "--turn 2: expected a number from 0 to 1, the turns played".to_owned()),
        (&["yote", "--turn", "1"], "--turn 1: expected a number from 0 to 0, the turns played".to_owned()),
        (&[&game, "--rule", "repetition=3"], "--rule goes with a game, not with a file".to_owned()),
        (&[&game, "--position", "6/6/6/6/6 w 12 12"], "--position goes with a game, not with a file".to_owned()),
        (&[&game, "--moves", "c3"], "illegal move: c3: ".to_owned()),
        (&["yote", "--moves", "c3 c9"], "illegal move: c9: ".to_owned()),
        (&["yote", "--position", "6 w"], "invalid position: ".to_owned()),
        (&["yote", "--rule", "size=3"], "unknown option: 'size'".to_owned()),
        (&[&none], format!("{none}: no game in it: expected new_game, or --game behind #!")),
        (&[&lie], format!("{lie}: line 4: play c9: illegal move: c9: ")),
        (&[&open], format!("{open}: line 2: expected the turn that genmove found, found '{{any}}'")),
        (&[&foreign], format!("{foreign}: line 2: expected this program's arguments behind #!, found '--nonsense'")),
        (&[&chess], "unknown game: 'chess'".to_owned()),
        (&[&text], format!("{text}: line 1: expected '> COMMAND', a comment or an empty line at column 1")),
    ] {
        let outcome = show(arguments);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(outcome.stderr.starts_with(&format!("coureur: {said}")), "{arguments:?}: {}", outcome.stderr);
        assert_eq!(outcome.stderr.lines().count(), 1, "{arguments:?}: {}", outcome.stderr);
    }
}
