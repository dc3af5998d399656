//! The Universal Game Interface, as runners of matches speak it and as nobody should.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use crate::engine::{Engine, command, run};
use crate::transcripts::project;

/// What happens while the engine thinks.
mod thinking;
/// What nobody should send.
mod wrong;

/// How long anything may take. Only what hangs takes so long.
const DEADLINE: Duration = Duration::from_secs(120);

/// An engine that speaks lines.
struct Ugi {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Ugi {
    fn start(arguments: &[&str]) -> Ugi {
        let arguments = [&["--protocol", "ugi"], arguments].concat();
        let mut child = command(&arguments).spawn().expect("the engine starts");
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        spawn(move || stdout.lines().try_for_each(|line| sender.send(line.expect("UTF-8"))));
        Ugi { child, stdin, lines }
    }

    fn send(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().expect("not yet closed");
        writeln!(stdin, "{text}").and_then(|()| stdin.flush()).expect("the engine reads");
    }

    fn line(&mut self) -> String {
        self.lines.recv_timeout(DEADLINE).expect("another line")
    }

    fn ask(&mut self, text: &str) -> String {
        self.send(text);
        self.line()
    }

    /// Sends what has no answer, and sees that it has none.
    fn tell(&mut self, text: &str) {
        self.send(text);
        assert_eq!(self.ask("isready"), "readyok", "{text}");
    }

    fn query(&mut self, what: &str) -> String {
        let answer = self.ask(&format!("query {what}"));
        answer.strip_prefix("response ").unwrap_or_else(|| panic!("{what}: {answer}")).to_owned()
    }

    /// The lines up to this one, and the rest of this one.
    fn until(&mut self, first: &str) -> (Vec<String>, String) {
        let mut before = Vec::new();
        loop {
            let line = self.line();
            if let Some(rest) = line.strip_prefix(first) {
                return (before, rest.to_owned());
            }
            before.push(line);
        }
    }

    /// What is told on the way to a turn, and the turn.
    fn best(&mut self) -> (Vec<String>, String) {
        let (told, best) = self.until("bestmove ");
        assert!(told.iter().all(|line| line.starts_with("info depth ")), "{told:?}");
        (told, best)
    }

    fn go(&mut self, limits: &str) -> (Vec<String>, String) {
        self.send(&format!("go {limits}"));
        self.best()
    }

    /// Begins a search and waits until it has something to tell.
    fn think(&mut self, limits: &str) {
        self.send(&format!("go {limits}"));
        assert!(self.line().starts_with("info depth "));
    }

    fn options(&mut self) -> Vec<String> {
        self.send("ugi");
        self.until("ugiok").0
    }

    /// Waits for the end, whether the input is open or closed.
    fn ended(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(begun.elapsed() < DEADLINE, "the engine does not end");
            sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Ugi {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The answers to everything sent at once.
fn answers(arguments: &[&str], input: impl AsRef<[u8]>) -> Vec<String> {
    let outcome = run(&[&["--protocol", "ugi"], arguments].concat(), input);
    assert_eq!((outcome.stderr.as_str(), outcome.code), ("", Some(0)));
    outcome.stdout.lines().map(str::to_owned).collect()
}

fn number(info: &str, name: &str) -> u64 {
    let mut words = info.split(' ').skip_while(|word| *word != name);
    let number = words.nth(1).unwrap_or_else(|| panic!("no {name}: {info}"));
    number.parse().unwrap_or_else(|_| panic!("{name}: {info}"))
}

#[test]
fn the_engine_names_itself_and_its_options() {
    let mut engine = Ugi::start(&["--game", "yote", "--rule", "repetition=3"]);
    let lines = engine.options();
    assert_eq!(lines[..2], ["id name coureur", "id author the coureur authors"]);
    for line in &lines[2..] {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words[0], words[1], words[3], words[5]), ("option", "name", "type", "default"), "{line}");
        match words[4] {
            "spin" => {
                let value = number(line, "default");
                assert!((number(line, "min")..=number(line, "max")).contains(&value), "{line}");
            }
            "combo" => assert!(words[7..].chunks(2).any(|var| var == ["var", words[6]]), "{line}"),
            kind => panic!("{kind}: {line}"),
        }
    }
    let names: Vec<&str> = lines[2..].iter().filter_map(|line| line.split(' ').nth(2)).collect();
    for name in ["Game", "Hash", "Threads", "MultiPV", "yote.bonus", "ponte.opening", "ecoute-moi.chain"] {
        assert!(names.contains(&name), "{name}");
    }
    assert!(lines.iter().any(|line| line.starts_with("option name yote.repetition type combo default 3 var 0 ")));
    assert!(lines.iter().any(|line| line.starts_with("option name Game type combo default yote var none ")));
}

/// As cutegames runs them: the position to both, questions to both, a turn from one. A third process knows the rules.
#[test]
fn two_engines_play_every_game_by_the_rules() {
    for game in coureur::games::GAMES {
        let rule = match game.id {
            "yote" | "walking-purchase" => Some(("repetition", "3")),
            "ponte" => Some(("opening", "fixed")),
            _ => None,
        };
        let pair = rule.map(|(name, value)| format!("{name}={value}"));
        let mut arguments = vec!["--game", game.id];
        arguments.extend(pair.iter().flat_map(|pair| ["--rule", pair.as_str()]));
        let mut referee = Engine::start(&[&["--seats"], arguments.as_slice()].concat());
        // One is told the game on the command line, one by options; in an order that must not matter.
        let mut engines = [Ugi::start(&arguments), Ugi::start(&[])];
        if let Some((name, value)) = rule {
            engines[1].send(&format!("setoption name {}.{name} value {value}", game.id));
        }
        engines[1].send(&format!("setoption name Game value {}", game.id));
        engines.iter_mut().for_each(|engine| engine.tell("uginewgame"));
        let mut turns = String::new();
        for ply in 0.. {
            let moves = if turns.is_empty() { String::new() } else { format!(" moves{turns}") };
            let over = referee.get("game_over") != "false";
            let first = referee.get("side_to_move").ends_with(" first");
            for engine in &mut engines {
                engine.tell(&format!("position startpos{moves}"));
                assert_eq!(engine.query("p1turn"), first.to_string(), "{}:{turns}", game.id);
                assert_eq!(engine.query("gameover"), over.to_string(), "{}:{turns}", game.id);
            }
            if over {
                break;
            }
            engines.iter_mut().for_each(|engine| assert_eq!(engine.query("result"), "none"));
            let (told, turn) = engines[ply % 2].go("nodes 30");
            assert!(told.last().is_some_and(|info| info.contains(&format!(" pv {turn}"))), "{told:?}");
            assert_eq!(referee.ask(&format!("play {turn}")), "= ", "{}:{turns}", game.id);
            turns.push_str(&format!(" {turn}"));
        }
        let result = match referee.get("final_score").split('+').next() {
            Some("B") => "p1win",
            Some("W") => "p2win",
            _ => "draw",
        };
        for engine in &mut engines {
            assert_eq!(engine.query("result"), result, "{}", game.id);
            // A runner that asks all the same gets an answer, which can be told as a move.
            assert_eq!(engine.ask("go nodes 30"), "bestmove pass");
            engine.tell("moves pass");
            // The same position from its string has the same result, whoever got there.
            if !referee.get("game_over").ends_with("repetition") {
                engine.tell(&format!("position fen {}", referee.get("position")));
                assert_eq!((engine.query("gameover"), engine.query("result")), ("true".to_owned(), result.to_owned()));
            }
            engine.send("quit");
            assert!(engine.ended().success());
        }
    }
}

/// As cutergames runs them: moves come one by one, the first engine is asked everything, and there is no new game.
#[test]
fn moves_can_be_told_one_by_one() {
    let mut engines = [(); 2].map(|()| Ugi::start(&["--game", "yote", "--rule", "repetition=3"]));
    for engine in &mut engines {
        engine.options();
        engine.tell("position startpos");
    }
    while engines[0].query("gameover") == "false" {
        let mover = usize::from(engines[0].query("p1turn") == "false");
        assert_eq!(engines[mover].ask("isready"), "readyok");
        let (_, turn) = engines[mover].go("nodes 10");
        engines.iter_mut().for_each(|engine| engine.tell(&format!("moves {turn}")));
    }
    assert_ne!(engines[0].query("result"), "none");
    assert_eq!(engines[0].query("result"), engines[1].query("result"));
    for mut engine in engines {
        engine.send("stop\nquit");
        assert!(engine.ended().success());
    }
}

#[test]
fn positions_can_be_asked_about_at_every_stage() {
    let mut engine = Ugi::start(&[]);
    for what in ["p1turn", "gameover", "result"] {
        let error = "info string error: no game: choose one with setoption name Game value GAME";
        assert_eq!(engine.ask(&format!("query {what}")), error);
    }
    engine.tell("uginewgame");
    engine.tell("setoption name Game value walking-purchase");
    let moves = ["a16-n3(a)", "p16-a2"];
    for ply in 0..=moves.len() {
        let moves = [&["moves"], &moves[..ply]].concat().join(" ");
        engine.tell(&format!("position startpos {moves}"));
        assert_eq!(engine.query("p1turn"), (ply % 2 == 0).to_string());
        assert_eq!((engine.query("gameover"), engine.query("result")), ("false".to_owned(), "none".to_owned()));
    }
    // Moves are read in any case.
    engine.tell("moves P1-B2(B)");
    assert_eq!((engine.query("gameover"), engine.query("result")), ("true".to_owned(), "p1win".to_owned()));
    assert_eq!(engine.query("p1turn"), "false");
    engine.tell("uginewgame");
    assert_eq!((engine.query("gameover"), engine.query("p1turn")), ("false".to_owned(), "true".to_owned()));
    engine.tell("setoption name Game value none");
    assert!(engine.ask("query result").starts_with("info string error: no game"));
}

#[test]
fn position_strings_have_blanks_and_moves_behind_them() {
    let mut engine = Ugi::start(&["--game", "yote"]);
    engine.tell("position fen 6/6/6/6/6 w 12 12 moves c3 d4");
    assert_eq!(engine.query("p1turn"), "true");
    engine.tell("position fen 6/6/6/6/6 b 12 12");
    assert_eq!(engine.query("p1turn"), "false");
    // White takes black's last stone, and wins.
    engine.tell("position fen 6/2w3/2b3/6/6 w 0 0");
    let (told, turn) = engine.go("depth 5");
    assert!(told.last().is_some_and(|info| info.contains(" score mate 1 ")), "{told:?}");
    assert_eq!(turn, "c4xc2");
    engine.tell("position fen 6/2w3/2b3/6/6 w 0 0 moves c4xc2");
    assert_eq!((engine.query("gameover"), engine.query("result")), ("true".to_owned(), "p1win".to_owned()));
    engine.tell("position fen 6/2w3/2b3/6/6 b 0 0 moves c3xc5");
    assert_eq!(engine.query("result"), "p2win");
}

#[test]
fn options_hold_and_rules_wait_for_their_game() {
    let mut engine = Ugi::start(&[]);
    engine.send("setoption name YOTE.Repetition value 2");
    engine.send("setoption name hash value 16");
    engine.tell("setoption name game value Yote");
    let options = engine.options();
    assert!(options.contains(&"option name Hash type spin default 16 min 1 max 65536".to_owned()), "{options:?}");
    let there_and_back = "position startpos moves a1 a5 a1-b1 a5-b5 b1-a1 b5-a5";
    engine.tell(there_and_back);
    assert_eq!((engine.query("gameover"), engine.query("result")), ("true".to_owned(), "draw".to_owned()));
    // A rule takes the game back to its start.
    engine.tell("setoption name yote.repetition value 0");
    assert_eq!(engine.query("gameover"), "false");
    engine.tell(there_and_back);
    assert_eq!((engine.query("gameover"), engine.query("result")), ("false".to_owned(), "none".to_owned()));
    // A rule of another game does not.
    engine.tell("setoption name ponte.opening value fixed");
    engine.tell("moves a1-b1");
    assert_eq!(engine.query("p1turn"), "false");
}

#[test]
fn a_long_game_is_read() {
    let moves = " a1-b1 a5-b5 b1-a1 b5-a5".repeat(2000);
    let lines = answers(&["--game", "yote"], format!("position startpos moves a1 a5{moves}\nquery p1turn\nisready\n"));
    assert_eq!(lines, ["response true", "readyok"]);
}

/// The block of the documentation that shows a session, with the speed and the time left open.
#[test]
fn the_example_in_the_documentation_is_true() {
    let text = std::fs::read_to_string(project("protocol.md")).expect("readable");
    let block = text.split("```text\n").find(|block| block.starts_with("> ugi\n")).expect("an example");
    let block = block.split("```").next().unwrap_or_default();
    let open = |line: &str| line.split(" nps ").next().unwrap_or_default().to_owned();
    let mut engine = Ugi::start(&[]);
    let mut lines = block.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(command) = line.strip_prefix("> ") {
            engine.send(command);
        } else if line == "..." {
            let next = lines.peek().expect("a line behind the dots");
            while engine.line() != **next {}
            lines.next();
        } else {
            assert_eq!(open(&engine.line()), open(line));
        }
    }
    assert_eq!(engine.ask("isready"), "readyok", "all is shown");
}
