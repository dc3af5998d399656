//! The checks, in the order in which they are run.

use std::thread::sleep;
use std::time::Duration;

use super::process::{Process, Setup, Trouble, shorten};
use super::{Check, Finding, Verdict};
use crate::client::Answer;

/// Bytes of the line that is meant to be too long for careless engines.
const LONG_LINE: usize = 200_000;

/// Commands that are sent together.
const TOGETHER: usize = 50;

/// How long to listen for what should not come.
const QUIET: Duration = Duration::from_millis(200);

/// How long the engine is left to think.
const THINKING: Duration = Duration::from_millis(250);

/// Commands that the protocol requires of every engine, as far as they need no board.
const REQUIRED: [&str; 6] = ["protocol_version", "name", "version", "known_command", "list_commands", "quit"];

/// A name that no engine has a command of.
const UNKNOWN: &str = "no_engine_has_this_command";

const fn check(name: &'static str, about: &'static str, run: fn(&Setup) -> Result<Finding, Trouble>) -> Check {
    Check { name, about, run }
}

/// All checks.
pub const CHECKS: &[Check] = &[
    check("protocol-version", "protocol_version answers 2", protocol_version),
    check("name-version", "name and version are answered, and not empty", name_version),
    check("framing", "an answer is = or ?, its text, and one empty line; lines end in LF", framing),
    check("multi-line", "no empty line stands within an answer", multi_line),
    check("stdout-clean", "nothing but answers comes out", stdout_clean),
    check("unknown-command", "a command that is not known is answered ? unknown command", unknown_command),
    check("id", "an id is given back, in failures too", id),
    check("id-large", "an id of 18 digits is given back digit by digit", id_large),
    check("id-alone", "an id without a command is no success, and does no harm", id_alone),
    check("arguments", "too few and too many arguments are refused", arguments),
    check("crlf", "lines may end in CRLF", crlf),
    check("comments", "# begins a comment; a comment alone gets no answer", comments),
    check("empty-lines", "empty and blank lines get no answer", empty_lines),
    check("blanks", "blanks before, behind and between words do not count", blanks),
    check("control-characters", "control characters are dropped, tabs are blanks", control_characters),
    check("invalid-utf8", "bytes that are no UTF-8 get one answer and do no harm", invalid_utf8),
    check("long-line", "a long line gets one answer and does no harm", long_line),
    check(
        "known-commands",
        "list_commands and known_command agree, and the required commands are there",
        known_commands,
    ),
    check("flush", "an answer comes before the next command is sent", flush),
    check("pipelining", "commands sent together are answered in their order", pipelining),
    check("quit", "quit is answered, and the process ends with exit code 0", quit),
    check("end-of-input", "the end of the input ends the process, after all answers", end_of_input),
    check("quit-while-thinking", "quit ends the process while it thinks", quit_while_thinking),
];

fn finding(good: bool, seen: impl Into<String>) -> Result<Finding, Trouble> {
    let verdict = if good { Verdict::Pass } else { Verdict::Fail };
    Ok(Finding { verdict, seen: seen.into() })
}

fn skip(seen: impl Into<String>) -> Result<Finding, Trouble> {
    Ok(Finding { verdict: Verdict::Skip, seen: seen.into() })
}

/// Whether the engine still answers as it should.
fn is_well(engine: &mut Process) -> Result<bool, Trouble> {
    Ok(engine.ask("protocol_version")?.is("2"))
}

/// The answers to bytes, each of which should be one more than there are lines: `protocol_version` is sent behind them.
fn answers_before_the_next(engine: &mut Process, bytes: &[u8]) -> Result<Vec<Answer>, Trouble> {
    const LAST: &str = "424242";
    engine.send(bytes);
    engine.send(format!("{LAST} protocol_version\n"));
    let mut answers = Vec::new();
    loop {
        let answer = engine.answer()?;
        if answer.id == LAST {
            return Ok(answers);
        }
        answers.push(answer);
    }
}

fn shown(answers: &[Answer]) -> String {
    match answers {
        [] => "no answer".to_owned(),
        [one] => one.shown(),
        [first, ..] => format!("{} answers, the first {}", answers.len(), first.shown()),
    }
}

/// A line that is meant to be answered with 2 although something about it is unusual.
fn gives_two(setup: &Setup, bytes: &[u8]) -> Result<Finding, Trouble> {
    let answers = answers_before_the_next(&mut setup.start()?, bytes)?;
    finding(matches!(answers.as_slice(), [one] if one.is("2")), shown(&answers))
}

fn protocol_version(setup: &Setup) -> Result<Finding, Trouble> {
    let answer = setup.start()?.ask("protocol_version")?;
    finding(answer.is("2"), answer.shown())
}

fn name_version(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    let answers = [engine.ask("name")?, engine.ask("version")?];
    let good = answers.iter().all(|answer| answer.success && !answer.text.is_empty());
    finding(good, answers.map(|answer| answer.shown()).join(", "))
}

/// What is wrong with the bytes of these answers, of which the text and the id are known to be right.
fn framing_fault(bytes: &[u8]) -> Option<&'static str> {
    if bytes.contains(&b'\r') {
        return Some("a CR in an answer");
    }
    let text = String::from_utf8_lossy(bytes);
    let mut rest = text.as_ref();
    while !rest.is_empty() {
        if !rest.starts_with(['=', '?']) {
            return Some(if rest.starts_with('\n') {
                "more than one empty line behind an answer"
            } else {
                "text before an answer"
            });
        }
        let behind = rest.get(1..).unwrap_or_default().trim_start_matches(|c: char| c.is_ascii_digit());
        if !behind.starts_with([' ', '\n']) {
            return Some("no blank between the sign and the text");
        }
        let Some((_, next)) = rest.split_once("\n\n") else { return Some("no empty line behind an answer") };
        rest = next;
    }
    None
}

fn framing(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    for line in ["protocol_version", "name", UNKNOWN, "3 protocol_version"] {
        engine.ask(line)?;
    }
    engine.listen(QUIET);
    match framing_fault(engine.seen()) {
        Some(fault) => finding(false, format!("{fault}: '{}'", shorten(&String::from_utf8_lossy(engine.seen())))),
        None => finding(true, "four answers of the right form"),
    }
}

fn multi_line(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    let lines = engine.ask("list_commands")?.text.lines().count();
    engine.take_noise();
    engine.ask("protocol_version")?;
    match engine.take_noise().first() {
        Some(line) => {
            finding(false, format!("behind an empty line of the answer to list_commands: '{}'", shorten(line)))
        }
        None => finding(lines > 1, format!("list_commands gives {lines} lines")),
    }
}

fn stdout_clean(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    engine.listen(QUIET);
    for line in ["name", UNKNOWN, "version"] {
        engine.ask(line)?;
    }
    engine.listen(QUIET);
    let mut noise = engine.take_noise();
    noise.extend(engine.left_over());
    match noise.first() {
        Some(line) => finding(false, format!("'{}'", shorten(line))),
        None => finding(true, "three answers, and nothing else"),
    }
}

fn unknown_command(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    let answer = engine.ask(UNKNOWN)?;
    let said = answer.text.to_lowercase().starts_with("unknown command");
    finding(!answer.success && said && is_well(&mut engine)?, answer.shown())
}

fn id(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    for id in ["0", "1", "42", "2147483647"] {
        for command in ["protocol_version", UNKNOWN] {
            let answer = engine.ask(&format!("{id} {command}"))?;
            if answer.id != id || answer.success != (command != UNKNOWN) {
                return finding(false, format!("'{id} {command}' is answered {}", answer.shown()));
            }
        }
    }
    let without = engine.ask("protocol_version")?;
    finding(without.id.is_empty(), format!("0 to 2147483647 are given back; without an id {}", without.shown()))
}

fn id_large(setup: &Setup) -> Result<Finding, Trouble> {
    const LARGE: &str = "123456789012345678";
    let line = format!("{LARGE} protocol_version");
    let answer = setup.start()?.ask(&line)?;
    finding(answer.id == LARGE && answer.is("2"), format!("'{line}' is answered {}", answer.shown()))
}

fn id_alone(setup: &Setup) -> Result<Finding, Trouble> {
    let answers = answers_before_the_next(&mut setup.start()?, b"17\n")?;
    let harmless = match answers.as_slice() {
        [] => true,
        [one] => !one.success,
        _ => false,
    };
    finding(harmless, shown(&answers))
}

fn arguments(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    for line in ["known_command", "protocol_version surplus", "known_command name surplus", "quit surplus"] {
        let answer = engine.ask(line)?;
        if answer.success {
            return finding(false, format!("'{line}' is answered {}", answer.shown()));
        }
    }
    finding(is_well(&mut engine)?, "refused")
}

fn crlf(setup: &Setup) -> Result<Finding, Trouble> {
    gives_two(setup, b"protocol_version\r\n")
}

fn comments(setup: &Setup) -> Result<Finding, Trouble> {
    gives_two(setup, b"# a comment\n  # another\nprotocol_version # and one behind a command\n#\n")
}

fn empty_lines(setup: &Setup) -> Result<Finding, Trouble> {
    gives_two(setup, b"\n   \n\t\n\r\nprotocol_version\n\n\n")
}

fn blanks(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    for (bytes, id, text) in [
        ("protocol_version   \n", "", "2"),
        ("   protocol_version\n", "", "2"),
        (" 8   known_command    name  \n", "8", "true"),
    ] {
        let answers = answers_before_the_next(&mut engine, bytes.as_bytes())?;
        if !matches!(answers.as_slice(), [one] if one.is(text) && one.id == id) {
            return finding(false, format!("'{}' is answered {}", bytes.trim_end_matches('\n'), shown(&answers)));
        }
    }
    finding(true, "three lines with blanks are understood")
}

fn control_characters(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    for (bytes, text) in [("\u{1}protocol\u{2}_version\u{7f}\u{7}\n", "2"), ("known_command\tname\t\n", "true")] {
        let answers = answers_before_the_next(&mut engine, bytes.as_bytes())?;
        if !matches!(answers.as_slice(), [one] if one.is(text)) {
            return finding(false, format!("{bytes:?} is answered {}", shown(&answers)));
        }
    }
    finding(true, "dropped, and tabs are blanks")
}

/// A line that should get one failure and leave the engine well.
fn one_failure(setup: &Setup, bytes: &[u8]) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    let answers = answers_before_the_next(&mut engine, bytes)?;
    let refused = matches!(answers.as_slice(), [one] if !one.success);
    finding(refused && is_well(&mut engine)?, shown(&answers))
}

fn invalid_utf8(setup: &Setup) -> Result<Finding, Trouble> {
    one_failure(setup, b"no_command_\xff\xfe\xc3( of this name\n")
}

fn long_line(setup: &Setup) -> Result<Finding, Trouble> {
    let mut line = format!("{UNKNOWN} ").into_bytes();
    line.resize(LONG_LINE, b'x');
    line.push(b'\n');
    one_failure(setup, &line)
}

fn known_commands(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    let list = engine.ask("list_commands")?;
    let listed: Vec<&str> = list.text.split_whitespace().collect();
    if let Some(missing) = REQUIRED.iter().find(|name| !listed.contains(name)) {
        return finding(false, format!("{missing} is not in list_commands"));
    }
    for (name, known) in listed.iter().map(|name| (*name, "true")).chain([(UNKNOWN, "false")]) {
        let answer = engine.ask(&format!("known_command {name}"))?;
        if !answer.is(known) {
            return finding(false, format!("'known_command {name}' is answered {}", answer.shown()));
        }
    }
    finding(true, format!("{} commands", listed.len()))
}

fn flush(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    for command in ["protocol_version", "name", UNKNOWN, "version"] {
        if let Err(trouble) = engine.ask(command) {
            // Nothing at all, or only held back?
            engine.close();
            let late = engine.answer().is_ok();
            let seen = "an answer came only after the input had been closed";
            return if late { finding(false, seen) } else { Err(trouble) };
        }
    }
    finding(true, "four answers, each before the next command")
}

fn pipelining(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    let lines: String = (1..=TOGETHER).map(|id| format!("{id} protocol_version\n")).collect();
    engine.send(lines);
    for id in 1..=TOGETHER {
        let answer = engine.answer()?;
        if answer.id != id.to_string() {
            return finding(false, format!("answer {id} of {TOGETHER} is {}", answer.shown()));
        }
    }
    finding(true, format!("{TOGETHER} answers in order"))
}

/// Waits for the end of a process that has answered `quit`, or whose input has ended.
fn ends_well(mut engine: Process, seen: &str) -> Result<Finding, Trouble> {
    let status = engine.end()?;
    finding(status.success(), format!("{seen}; {status}"))
}

fn quit(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    let answer = engine.ask("quit")?;
    if !answer.success {
        return finding(false, answer.shown());
    }
    // The input stays open: the process has to end by itself.
    ends_well(engine, &answer.shown())
}

fn end_of_input(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    // The last line lacks its end.
    engine.send("1 protocol_version\n2 name\n3 protocol_version");
    engine.close();
    for id in ["1", "2", "3"] {
        let answer = engine.answer()?;
        if answer.id != id {
            return finding(false, format!("expected answer {id}, found {}", answer.shown()));
        }
    }
    ends_well(engine, "three answers")
}

fn quit_while_thinking(setup: &Setup) -> Result<Finding, Trouble> {
    let mut engine = setup.start()?;
    for line in &setup.init {
        let answer = engine.ask(line)?;
        if !answer.success {
            return skip(format!("'{line}' is answered {}", answer.shown()));
        }
    }
    // In one piece, and the first of it answered: so it has been read, and quit is no part of a script.
    engine.send(format!("98 protocol_version\n{}\n", setup.think));
    engine.answer()?;
    sleep(THINKING);
    engine.send("99 quit\n");
    let thought = engine.answer()?;
    if !thought.success && thought.id != "99" {
        return skip(format!("'{}' is answered {}", setup.think, thought.shown()));
    }
    let quit = if thought.id == "99" { thought.clone() } else { engine.answer()? };
    if !quit.success || quit.id != "99" {
        return finding(false, format!("quit is answered {}", quit.shown()));
    }
    ends_well(engine, &format!("'{}' is answered {}, quit {}", setup.think, thought.shown(), quit.shown()))
}
