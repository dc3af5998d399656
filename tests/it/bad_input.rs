//! What no client should be able to do to the engine: every input gets a clear answer, changes nothing when it fails, and the session
//! goes on.

use crate::engine::{Engine, run};

/// The answers to some bytes, the session being shown to be alive behind them.
pub(crate) fn answers(input: impl AsRef<[u8]>) -> Vec<String> {
    let mut bytes = input.as_ref().to_vec();
    bytes.extend_from_slice(b"\n99 echo alive\n");
    let outcome = run(&[], bytes);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    let mut answers: Vec<String> = outcome.answers().into_iter().map(str::to_owned).collect();
    assert_eq!(answers.pop().as_deref(), Some("=99 alive"), "{}", outcome.stdout);
    answers
}

#[test]
fn empty_input_gives_nothing() {
    let outcome = run(&[], "");
    assert_eq!((outcome.stdout.as_str(), outcome.code), ("", Some(0)));
    assert_eq!(answers("\n\n   \n\t\n# a comment\n"), [""; 0]);
}

#[test]
fn crlf_ends_lines_as_lf_does() {
    assert_eq!(answers("1 protocol_version\r\nname\r\n"), ["=1 2", "= coureur"]);
}

#[test]
fn the_last_line_needs_no_line_end() {
    assert_eq!(run(&[], "name").stdout, "= coureur\n\n");
}

#[test]
fn tabs_are_blanks_and_control_characters_are_dropped() {
    assert_eq!(answers("7\techo\ta\tb\u{0}\u{1}\u{7f}\n"), ["=7 a b"]);
}

#[test]
fn a_line_just_short_enough_is_read() {
    let text = "y".repeat((1 << 20) - "echo ".len());
    assert_eq!(answers(format!("echo {text}\n")), [format!("= {text}")]);
}

#[test]
fn ids_have_to_be_followed_by_a_command_and_be_short_enough() {
    assert_eq!(answers("12\n"), ["? syntax error: expected a command at column 3, found the end"]);
    let [answer] = &answers("1234567890123456789 name\n")[..] else { panic!() };
    assert!(answer.starts_with("? syntax error: expected an id of 1 to 18 digits at column 1"), "{answer}");
    assert_eq!(answers("000123456789012345 name\n"), ["=000123456789012345 coureur"]);
}

#[test]
fn unknown_commands_are_said_to_be_so() {
    assert_eq!(answers("3 nonsense 1 2\n"), ["?3 unknown command: 'nonsense': see list_commands"]);
    assert_eq!(answers("NAME\n"), ["? unknown command: 'NAME': see list_commands"]);
}

#[test]
fn commands_that_need_a_game_say_how_to_start_one() {
    for line in
        ["play a1-b2", "showboard", "genmove", "position", "undo", "boardsize 16", "komi 0", "rules", "moves a1-b2"]
    {
        assert_eq!(answers(format!("{line}\n")), ["? no game: start one with new_game GAME"], "{line}");
    }
}

/// Sends lines to a running game; each has to fail with this text and to leave the position as it was.
pub(crate) fn refused(before: &str, line: &str, text: &str) {
    let mut engine = Engine::start(&["--game", "walking-purchase"]);
    for line in before.lines() {
        engine.get(line);
    }
    let state = |engine: &mut Engine| ["position", "history", "rules", "side_to_move"].map(|ask| engine.get(ask));
    let old = state(&mut engine);
    assert_eq!(engine.ask(line), format!("? {text}"));
    assert_eq!(state(&mut engine), old, "{line} has changed something");
}

const OVER: &str = "moves a16-n3(a) p16-a2(p) p1-b2(b)";

#[test]
fn bad_moves_are_refused_and_change_nothing() {
    refused("", "play black a1-h8(a)", "wrong side: white to move");
    refused("", "play second a1-h8(a)", "wrong side: first to move");
    refused("", "play a1-h8(a)", "illegal move: a1-h8(a): no white runner on a1");
    refused("", "play p1-p9", "illegal move: p1-p9: a walk turns a right angle, and p9 lies on a line with p1");
    refused("", "play p1-h8", "ambiguous move: p1-h8 can turn on p8 or h1: write p1-h8(p) or p1-h8(h)");
    refused("", "play c3xc5", "illegal move: c3xc5: no white stone on c3");
    refused("", "play p1-h8(g)", "illegal move: p1-h8(g): this walk turns on file p or h, not on g");
    refused(
        "",
        "play nonsense",
        "illegal move: nonsense: expected a walk such as a1-h8 or a1-h8(a), or a capture such as d3xd5xf5 at \
         column 1, found 'nonsense'",
    );
    refused("", "play p1-h17", "illegal move: p1-h17: expected a square from a1 to p16 at column 4, found 'h17'");
    refused(
        "",
        "moves p1-h8(h) a1-z9",
        "illegal move: a1-z9: expected a square from a1 to p16 at column 4, found 'z9'",
    );
    refused("", "genmove black nodes=5", "wrong side: white to move");
}

#[test]
fn after_the_end_only_pass_is_accepted() {
    refused(OVER, "play a1-h8(a)", "game over: stuck: no turn but pass is accepted");
    refused(OVER, "play resign", "game over: stuck: no turn but pass is accepted");
    let mut engine = Engine::start(&["--game", "walking-purchase"]);
    engine.get(OVER);
    for line in ["play white pass", "play black PASS", "play pass"] {
        assert_eq!(engine.ask(line), "= ", "{line}");
    }
    assert_eq!(engine.get("genmove"), "pass");
    assert_eq!(engine.get("genmove white"), "pass");
    assert_eq!(engine.get("final_score"), "W+0.5");
    assert_eq!(engine.get("history"), "a16-n3(a) p16-a2 p1-b2");
}

#[test]
fn undo_stops_at_the_start() {
    refused("", "undo", "cannot undo: no turn has been played since the start or the set position");
    refused("play p1-h8(h)", "undo 2", "cannot undo: 2 turns asked for, expected 1 to 1");
    refused("play p1-h8(h)", "undo 0", "cannot undo: 0 turns asked for, expected 1 to 1");
    refused("", "undo x", "syntax error: expected a number of turns at column 1, found 'x'");
    refused("", "undo 99999999999", "syntax error: expected a number of turns at column 1, found '99999999999'");
}

#[test]
fn broken_positions_are_refused_and_the_old_one_stays() {
    let empty = "16/".repeat(14);
    let refuse = |string: String, text: &str| refused("play p1-h8(h)", &format!("position {string}"), text);
    refuse(
        format!("W14B/{empty}B13W w 0 0 -"),
        "invalid position: expected a stone, or a number of empty squares that fits the rank and does not follow another at \
         column 52, found ' w 0 0 -'",
    );
    refuse(format!("W14B/{empty}B14w w 0 0 -"), "invalid position: white has 1 runners instead of 2");
    refuse(format!("W14B/{empty}BB13W w 0 0 -"), "invalid position: black has 3 runners instead of 2");
    refuse(
        format!("W14B/{empty}B14W w 0 0 w"),
        "invalid position: the last turn was made by the side to move (w): expected the other side or -",
    );
    refuse(
        format!("W14B/{empty}B14W W 0 0 -"),
        "invalid position: expected the side to move, w or b at column 53, found 'W 0 0 -'",
    );
    refuse(
        format!("W14B/{empty}B14W w 65536 0 -"),
        "invalid position: expected white's prisoners, 0 to 65535 at column 55, found '65536 0 -'",
    );
    refuse(
        format!("W14B/{empty}B14W w 0 0"),
        "invalid position: expected one blank and the next field at column 58, found the end",
    );
    refuse(format!("W14B/{empty}B14W w 0 0 - x"), "invalid position: expected the end at column 60, found ' x'");
}

#[test]
fn bad_options_and_values_keep_the_old_ones() {
    let games: Vec<&str> = coureur::games::GAMES.iter().map(|game| game.id).collect();
    refused("", "new_game chess", &format!("unknown game: 'chess': expected one of {}", games.join(", ")));
    refused(
        "",
        "new_game walking-purchase komi=3",
        "unknown option: 'komi': expected one of edge, corners, repetition",
    );
    refused("", "new_game walking-purchase edge=3", "invalid value: edge=3: expected 2|1");
    refused("", "new_game walking-purchase repetition=1", "invalid value: repetition=1: expected 0|2..9");
    refused(
        "",
        "new_game walking-purchase edge=1 edge=2",
        "syntax error: edge is given twice: expected each option once",
    );
    refused("", "new_game walking-purchase edge", "syntax error: expected '=' and a value at column 5, found the end");
    refused("", "boardsize 19", "unacceptable size: 19: expected 16 16");
    refused("", "boardsize x", "syntax error: expected a number of squares at column 1, found 'x'");
    refused("", "komi 6.5", "invalid value: '6.5': these games know no komi, expected 0");
    refused("", "genmove nodes=0", "syntax error: expected a number of nodes from 1 at column 7, found '0'");
    refused("", "genmove green", "syntax error: expected a side or limits, found 'green'");
    refused("", "perft 100", "syntax error: expected a depth from 0 to 99 at column 1, found '100'");
    refused("", "perft 2 x", "syntax error: expected divide or nothing after the depth, found 'x'");
    refused("", "final_score", "cannot score: the game is not over, see score");
    let mut engine = Engine::start(&[]);
    for (line, text) in [
        ("option hash 0", "invalid value: hash='0': expected a whole number from 1 to 65536"),
        ("option seed -1", "invalid value: seed='-1': expected a whole number from 0 to 18446744073709551615"),
        (
            "option strength x",
            "unknown option: 'strength': expected one of algorithm, contempt, hash, level, movetime, overhead, resign, seed, threads",
        ),
    ] {
        let before = engine.get("options");
        assert_eq!(engine.ask(line), format!("? {text}"));
        assert_eq!(engine.get("options"), before);
    }
}

/// A white stone on b2 that can jump on and on through a lattice of black stones: every trail through a grid of 7×7 is a turn.
pub(crate) fn lattice() -> String {
    let landings = "2b1b1b1b1b1b3";
    let stones = "1b1b1b1b1b1b1b2";
    let rows = format!("{landings}/{stones}/").repeat(6);
    format!("W14B/16/{rows}1wb1b1b1b1b1b3/B14W w 0 0 -")
}

#[test]
fn a_board_with_more_turns_than_memory_is_refused_quickly_and_still_played_on() {
    let mut engine = Engine::start(&["--game", "walking-purchase"]);
    engine.get(&format!("position {}", lattice()));
    assert_eq!(engine.ask("legal_moves"), "? too many moves: more than 100000");
    assert_eq!(engine.ask("perft 1 divide"), "? too many moves: more than 100000");
    let series = "b2xd2xf2xf4xd4xb4xb6";
    assert_eq!(engine.get(&format!("explain {series}")), "legal");
    engine.get(&format!("play {series}"));
    assert!(engine.get("score").contains(" white_prisoners=6 "));
    engine.get("undo");
    let turn = engine.get("genmove movetime=200");
    engine.get("undo");
    assert_eq!(engine.get(&format!("explain {turn}")), "legal");
    engine.send("perft 1\n");
    std::thread::sleep(std::time::Duration::from_millis(50));
    engine.send("stop\n");
    assert_eq!((engine.receive().as_str(), engine.receive().as_str()), ("= stopped", "= "));
}

#[test]
fn random_bytes_never_end_the_session() {
    let mut state = 12345u32;
    let mut bytes = Vec::new();
    let words: [&[u8]; 12] = [
        b"play ",
        b"genmove nodes=3 ",
        b"white ",
        b"a1-h8(a)",
        b"position ",
        b"W14B/16",
        b"new_game walking-purchase",
        b"undo ",
        b"7 ",
        b"\n",
        b"legal_moves",
        b"perft 1 ",
    ];
    for _ in 0..3000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let pick = (state >> 16) as usize;
        if pick.is_multiple_of(3) {
            bytes.push((state >> 24) as u8);
        } else {
            bytes.extend_from_slice(words[pick % words.len()]);
        }
    }
    bytes.extend_from_slice(b"\n");
    for answer in answers(bytes.split(|b| b == &b'q').collect::<Vec<_>>().concat()) {
        assert!(answer.starts_with(['=', '?']), "{answer}");
    }
}
