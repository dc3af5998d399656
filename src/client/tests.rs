use std::thread;

use super::*;

const LONG: Duration = Duration::from_secs(60);

fn shell(script: &str) -> Process {
    let arguments = vec!["-c".to_owned(), script.to_owned()];
    let invocation = Invocation { program: "sh".to_owned(), arguments };
    Process::start(&invocation, Errors::LastLine, &Stop::default()).unwrap()
}

fn ask(process: &mut Process, command: &str) -> Result<String, Silence> {
    process.send(format!("{command}\n"));
    process.answer(within(LONG)).map(|reply| reply.raw)
}

#[test]
fn answers_are_read_to_their_empty_line_whatever_ends_the_lines() {
    let mut engine = shell(r"read a; printf '\n\n= one\r\ntwo\r\n\r\n'; read a; printf '=5\n\nrest'");
    assert_eq!(ask(&mut engine, "a").unwrap(), "= one\ntwo\n\n");
    engine.send("b\n");
    let reply = engine.answer(within(LONG)).unwrap();
    assert_eq!(reply.answer, Answer { success: true, id: "5".to_owned(), text: String::new() });
    assert!(engine.end(within(LONG)).unwrap().success());
    assert_eq!(engine.seen(), b"rest");
}

#[test]
fn what_is_no_answer_is_told_apart() {
    let silence = |script| ask(&mut shell(script), "name").unwrap_err();
    assert_eq!(silence("echo hello; cat"), Silence::Stray("hello".to_owned()));
    assert_eq!(silence("read a; exit 3"), Silence::Ended);
    assert_eq!(silence("read a; printf '= half'"), Silence::Ended);
    assert_eq!(shell("exec sleep 60").answer(within(Duration::from_millis(50))), Err(Silence::Late));
    // What the shell starts holds its output open.
    assert_eq!(silence("sleep 60 & exit 3"), Silence::Ended);
}

#[test]
fn floods_are_not_kept() {
    let silence = |script| shell(script).keeping(1 << 20).answer(within(LONG)).unwrap_err();
    assert_eq!(silence("yes = | tr -d '\\n'"), Silence::Endless);
    assert_eq!(silence("yes ="), Silence::Endless);
    let mut engine = shell("yes | tr -d '\\n'").keeping(1 << 20);
    assert_eq!(engine.answer(within(LONG)), Err(Silence::Endless));
    assert!(engine.unread_text().starts_with("yyy"));
}

#[test]
fn an_end_has_its_status_and_last_words() {
    let mut engine = shell("echo one >&2; printf 'two\\n\\n' >&2; exit 3");
    assert_eq!(engine.answer(within(LONG)), Err(Silence::Ended));
    assert_eq!((engine.status().unwrap().code(), engine.last_words().as_str()), (Some(3), "two"));
    let mut engine = shell("exec >&-; exec sleep 60");
    assert_eq!(engine.answer(within(LONG)), Err(Silence::Ended));
    assert_eq!(engine.status(), None);
}

#[test]
fn a_child_that_does_not_read_holds_up_nobody() {
    let engine = &mut shell("exec sleep 60");
    engine.send("x".repeat(1 << 20));
    assert_eq!(engine.answer(within(Duration::from_millis(50))), Err(Silence::Late));
}

#[test]
fn a_raised_flag_ends_the_wait() {
    let stop = Stop::default();
    let invocation = Invocation { program: "sleep".to_owned(), arguments: vec!["60".to_owned()] };
    let mut engine = Process::start(&invocation, Errors::Dropped, &stop).unwrap();
    thread::scope(|scope| {
        scope.spawn(|| stop.raise());
        assert_eq!(engine.answer(None), Err(Silence::Interrupted));
    });
}

/// Whether a process is there and not just waiting to be asked for its status.
fn is_alive(pid: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    state.is_ok_and(|state| !state.rsplit(')').next().unwrap_or_default().trim_start().starts_with('Z'))
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_child_has_started_ends_with_it() {
    let mut engine = shell("sleep 60 & echo = $!; echo; wait");
    let pid = engine.answer(within(LONG)).unwrap().answer.text;
    assert!(is_alive(&pid));
    drop(engine);
    let deadline = within(LONG);
    while is_alive(&pid) {
        assert!(!left_until(deadline).is_zero());
        thread::sleep(Duration::from_millis(2));
    }
}
