//! What nobody should send: each gets its line, and changes nothing.

use super::{Ugi, answers};
use crate::engine::run;

#[test]
fn a_wrong_position_keeps_the_old_one() {
    let mut engine = Ugi::start(&["--game", "yote"]);
    engine.tell("position startpos moves c3 d4 e5");
    let (_, before) = engine.go("nodes 200");
    for (line, error) in [
        ("position startpos moves c3 d4 c3", "illegal move: c3: "),
        ("position startpos moves c3 d4 nonsense", "illegal move: nonsense: "),
        ("position startpos moves c3xc5(", "illegal move: c3xc5(: "),
        ("position fen 6/6/6/6 w 12 12", "invalid position: "),
        ("position fen 6/6/6/6/6 w 99 12 moves c3", "invalid position: "),
        ("position fen 6/6/6/6/6 w 12 12 moves c3 c3", "illegal move: c3: "),
        ("position fen", "syntax error: expected a position string "),
        ("position", "syntax error: expected startpos or fen "),
        ("position startpos c3", "syntax error: expected the end "),
        ("moves c3", "illegal move: c3: "),
        ("moves a1 a1", "illegal move: a1: "),
        ("moves", "syntax error: expected a turn "),
    ] {
        let answer = engine.ask(line);
        assert!(answer.starts_with(&format!("info string error: {error}")), "{line}: {answer}");
        assert_eq!(engine.query("p1turn"), "false", "{line}");
        assert_eq!(engine.go("nodes 200").1, before, "{line}");
    }
}

#[test]
fn what_is_wrong_is_said_in_one_line_and_changes_nothing() {
    let mut engine = Ugi::start(&["--game", "ponte"]);
    let options = engine.options();
    for (line, error) in [
        ("uci", "unknown command: 'uci': expected one of ugi, "),
        ("genmove", "unknown command: 'genmove'"),
        ("Ugi", "unknown command: 'Ugi'"),
        ("ugi please", "syntax error: expected the end at column 5, found 'please'"),
        ("isready 1", "syntax error: "),
        ("stop now", "syntax error: "),
        ("quit now", "syntax error: "),
        ("query", "syntax error: expected p1turn, gameover or result "),
        ("query p2turn", "syntax error: expected p1turn, gameover or result "),
        ("go fast", "syntax error: expected movetime MS, "),
        ("go nodes", "syntax error: expected a number of nodes from 1 "),
        ("go nodes 0", "syntax error: expected a number of nodes from 1 "),
        ("go nodes -5", "syntax error: expected a number of nodes from 1 "),
        ("go depth x", "syntax error: expected a number of turns "),
        ("go movetime 1.5", "syntax error: expected a blank or the end at column 14, found '.5'"),
        ("go movetime soon", "syntax error: expected milliseconds, a whole number at column 13, found 'soon'"),
        ("go movetime 99 nodes", "syntax error: expected a number of nodes from 1 "),
        ("go p2time 1000 p1inc 10", "syntax error: expected p1time, the time of the side to move, among the clocks"),
        ("setoption", "syntax error: expected name and the name of an option "),
        ("setoption name Hash", "syntax error: expected value and the value of the option "),
        ("setoption name Hash value", "invalid value: hash='': expected a whole number from 1 to 65536"),
        ("setoption name Hash value 0", "invalid value: hash='0': expected a whole number from 1 to 65536"),
        ("setoption name Hash value 65537", "invalid value: hash='65537'"),
        ("setoption name Hash value -1", "invalid value: hash='-1'"),
        ("setoption name Threads value many", "invalid value: threads='many'"),
        ("setoption name Level value 11", "invalid value: level='11'"),
        ("setoption name Algorithm value magic", "invalid value: algorithm='magic': expected one of auto, "),
        ("setoption name MultiPV value 0", "invalid value: MultiPV='0': expected a whole number from 1 to 100"),
        ("setoption name MultiPV value 101", "invalid value: MultiPV='101'"),
        ("setoption name Game value chess", "unknown game: 'chess': expected one of "),
        ("setoption name Resign value on", "unknown option: 'Resign': expected one of Game, MultiPV, Algorithm, "),
        ("setoption name opening value fixed", "unknown option: 'opening'"),
        ("setoption name chess.opening value fixed", "unknown option: 'chess.opening'"),
        ("setoption name ponte.komi value 5", "unknown option: 'komi': expected one of "),
        ("setoption name ponte.opening value open", "invalid value: opening=open: expected "),
        ("setoption name ponte.opening value fixed open", "invalid value: opening=fixed open: expected "),
        ("setoption name yote.repetition value 1", "invalid value: repetition=1: expected "),
    ] {
        let answer = engine.ask(line);
        assert!(answer.starts_with(&format!("info string error: {error}")), "{line}: {answer}");
        assert_eq!(engine.options(), options, "{line}");
    }
}

#[test]
fn bytes_of_any_kind_are_read() {
    let mut input = b"\r\n# a comment\n  isready \t\r\nis\0ready\x07\n\xff\xfe\nquery\tp1turn # is it?\r\n".to_vec();
    input.extend(vec![b'x'; (1 << 20) + 1]);
    input.extend(b"\nisready");
    let lines = answers(&["--game", "yote"], input);
    assert_eq!(lines[..2], ["readyok", "readyok"]);
    assert!(lines[2].starts_with("info string error: unknown command: '\u{fffd}\u{fffd}'"), "{}", lines[2]);
    assert_eq!(lines[3..], ["response true", "info string error: line too long: more than 1048576 bytes", "readyok"]);
}

#[test]
fn the_command_line_is_checked() {
    for (arguments, said) in [
        (&["--game", "chess"][..], "unknown game: 'chess'"),
        (&["--game", "yote", "--rule", "bonus=3"], "invalid value: bonus=3: expected "),
        (&["--seats"], "--seats cannot be had with --protocol ugi"),
        (&["--gogui", "--game", "yote"], "--gogui cannot be had with --protocol ugi"),
        (&["--record", "file"], "--record cannot be had with --protocol ugi"),
        (&["--protocol", "uci"], "[possible values: gtp, ugi]"),
    ] {
        let mut all = arguments.to_vec();
        if !all.contains(&"--protocol") {
            all.extend(["--protocol", "ugi"]);
        }
        let outcome = run(&all, "isready\n");
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(outcome.stderr.contains(said), "{arguments:?}: {}", outcome.stderr);
    }
    let fatal = run(&["--protocol", "ugi", "--fatal"], "isready\nnonsense\nisready\n");
    assert_eq!(fatal.code, Some(1));
    assert_eq!(fatal.stdout.lines().count(), 2);
    assert_eq!(run(&["--protocol", "gtp"], "name\n").stdout, "= coureur\n\n");
}
