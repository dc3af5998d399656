//! Whole sessions: commands in, answers out.

use std::cell::RefCell;
use std::io::Cursor;

use coureur::games::GAMES;
use coureur::picture::text::{Look, draw};
use coureur::protocol::command::{clean, parse_line};
use coureur::protocol::engine::Engine;
use coureur::protocol::error::CommandError;
use coureur::protocol::input::{Inbox, Incoming};
use coureur::protocol::lines::LineSplitter;
use coureur::protocol::options::Options;
use coureur::protocol::response::Responder;
use coureur::protocol::session::{Session, open};
use coureur::protocol::{commands, serve};

use super::line::sentence;

/// Serves a session.
///
/// The first byte says how the engine was started: with a game or none, by seats, click by click. The rest are the lines. A word `@N` stands for the
/// N-th legal turn, `@p` for the position. What would think long is stopped at once, and what would take much memory left out.
pub fn session(data: &[u8]) {
    let [start, text @ ..] = data else { return };
    let mut lines = LineSplitter::default();
    let mut texts = lines.push(text);
    texts.extend(lines.finish());
    let texts = texts.into_iter().filter_map(|line| match line {
        Incoming::Text(text) => Some(text),
        Incoming::TooLong => None,
    });
    let mut engine = start_engine(*start);
    let mut sent = String::new();
    let mut answers = Vec::new();
    for line in texts.take(200) {
        let line = fill_in(&line, &mut engine);
        if takes_memory(&line) {
            continue;
        }
        step(&mut engine, &line, &mut answers);
        if engine.quit {
            break;
        }
        sent.push_str(&line);
        sent.push('\n');
    }
    let mut ids = framed(&answers);
    if engine.quit {
        ids.pop();
    }
    returns_to_its_position(&mut engine);
    // The same through the queue and its threads. The searches all end with the last line, and may find something else.
    let mut served = Vec::new();
    let input = Cursor::new((sent + "123 stop\n").into_bytes());
    serve(&mut start_engine(*start), input, &mut served, false, None).expect("memory can be written");
    ids.push("123".to_owned());
    assert_eq!(framed(&served), ids);
}

fn start_engine(start: u8) -> Engine {
    let game = GAMES.get(usize::from(start & 7));
    let session = game.map(|game| open(game.id, &[]).expect("it is registered"));
    let clicks = session.is_some() && start & 16 != 0;
    let mut engine = Engine::new(session, start & 8 != 0 && !clicks).with_clicks(clicks);
    engine.options = quick_options();
    engine
}

fn quick_options() -> Options {
    Options { hash: 1, ..Options::default() }
}

/// Puts legal turns and the position where they are asked for.
fn fill_in(line: &str, engine: &mut Engine) -> String {
    if !line.contains('@') {
        return line.to_owned();
    }
    let words = line.split(' ').map(|word| match (word.strip_prefix('@'), engine.session()) {
        (Some("p"), Ok(session)) => session.position(),
        (Some(number), Ok(session)) => {
            let turns = session.legal_turns().unwrap_or_default();
            let number = number.parse::<usize>().unwrap_or_default();
            turns.get(number % turns.len().max(1)).cloned().unwrap_or_default()
        }
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a line asks for much memory.
fn takes_memory(line: &str) -> bool {
    let line = clean(line);
    let Ok(line) = parse_line(&line) else { return false };
    let digits = line.arguments.chars().filter(char::is_ascii_digit).count();
    line.name == "option" && digits > 1 && ["hash", "threads"].iter().any(|name| line.arguments.starts_with(name))
}

/// Whether a line thinks, and not just for a few nodes.
fn thinks_long(line: &str) -> bool {
    let line = clean(line);
    let Ok(line) = parse_line(&line) else { return false };
    let few = |limit: &str| limit.strip_prefix("nodes=").is_some_and(|nodes| nodes.len() <= 3);
    commands::find(line.name).is_some_and(|command| command.thinks) && !line.words().any(few)
}

/// One command, its answer, and what it may have changed.
fn step(engine: &mut Engine, line: &str, answers: &mut Vec<u8>) {
    // The input ends behind the line, so that nothing goes on for ever.
    let inbox = Inbox::default();
    let stop = if thinks_long(line) { "\nstop" } else { "" };
    inbox.read_from(format!("{line}{stop}").as_bytes());
    let Some(job) = inbox.next() else {
        assert!(clean(line).is_empty());
        return;
    };
    let before = state(engine);
    let cleaned = clean(line);
    let responder = RefCell::new(Responder::new(answers, None));
    let emit = |id: Option<&str>, text: &str| responder.borrow_mut().lines(id, text).expect("memory can be written");
    let (id, reply) = engine.run(&cleaned, &job, &inbox, &emit);
    responder.borrow_mut().answer(id, &reply).expect("memory can be written");
    if let Err(error) = reply {
        sentence(&error.to_string());
        assert!(!engine.quit);
        assert_eq!(state(engine), before, "{cleaned} has failed and changed something");
    }
}

/// All that a command can change.
#[derive(PartialEq, Debug)]
struct State {
    options: Options,
    game: Option<[String; 7]>,
}

fn state(engine: &mut Engine) -> State {
    let options = engine.options.clone();
    let game = engine.session().ok().map(|session| {
        let rules: Vec<String> = session.rules().into_iter().map(|rule| rule.value).collect();
        [
            session.info().id.to_owned(),
            session.position(),
            session.history().join(" "),
            rules.join(" "),
            session.side_to_move(),
            session.score(),
            format!("{:?}", session.by_clicks().note()),
        ]
    });
    State { options, game }
}

/// Checks that bytes are answers; gives the sign and id of each.
fn framed(answers: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(answers).expect("answers are UTF-8");
    assert!(!text.contains('\r') && (text.is_empty() || text.ends_with("\n\n")), "{text:?}");
    let check = |answer: &str| {
        let head = answer.split(' ').next().unwrap_or_default();
        let (sign, id) = head.split_at(1);
        assert!(matches!(sign, "=" | "?") && id.bytes().all(|b| b.is_ascii_digit()), "{answer:?}");
        for (index, line) in answer.split('\n').enumerate() {
            let bare =
                if index == 0 { line.strip_suffix(' ').filter(|bare| *bare == head).unwrap_or(line) } else { line };
            assert!(!line.is_empty() && bare.trim_end() == bare && !bare.contains(char::is_control), "{answer:?}");
        }
        id.to_owned()
    };
    text.split_terminator("\n\n").map(check).collect()
}

/// The position at the end can be set again, in a game of the same rules, and is the same.
fn returns_to_its_position(engine: &mut Engine) {
    let Ok(session) = engine.session() else { return };
    let rules = session.rules();
    let options: Vec<(&str, &str)> = rules.iter().map(|rule| (rule.name, rule.value.as_str())).collect();
    let mut other = open(session.info().id, &options).expect("the same rules");
    let position = session.position();
    let set: Result<(), CommandError> = other.set_position(&position);
    assert_eq!(set, Ok(()), "{position}");
    assert_eq!(other.position(), position);
    let files = |session: &dyn Session| draw(&session.picture(), Look::PLAIN).lines().next().map(str::to_owned);
    assert_eq!(files(other.as_ref()), files(session));
    let undone = session.history().len();
    if undone > 0 {
        session.undo(undone).expect("as many as have been played");
    }
    assert!(session.history().is_empty());
}
