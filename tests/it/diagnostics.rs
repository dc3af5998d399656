//! The log, on standard error or in a file.

use crate::engine::{Engine, command, run, run_command};
use crate::folder::Folder;

#[test]
fn nothing_is_logged_unless_asked_for() {
    assert_eq!(run(&[], "nonsense\n").stderr, "");
}

#[test]
fn the_log_goes_to_standard_error_as_rust_log_says() {
    let input = "name\nnonsense\n";
    let logged = |level| {
        let mut engine = Engine::of(command(&[]).env("RUST_LOG", level));
        engine.send(input);
        // Before the input is closed: the end of the session does not wait for its log.
        let mut log = String::new();
        while !log.contains("INFO  coureur::protocol: nonsense: unknown command") {
            log.push_str(&engine.error_line());
        }
        assert_eq!(engine.finish().0, run(&[], input).stdout);
        log
    };
    let [info, debug] = ["info", "debug"].map(logged);
    assert!(!info.contains("< name"), "{info}");
    for line in ["< name\n", "> = coureur\n"] {
        assert!(debug.contains(line), "{debug}");
    }
}

#[test]
fn the_log_goes_to_a_file_at_level_info_unless_rust_log_says_otherwise() {
    let folder = Folder::new("log-file");
    let file = folder.path("engine.log");
    let outcome = run(&["--log-file", &file], "nonsense\n");
    assert_eq!((outcome.stderr.as_str(), outcome.code), ("", Some(0)));
    let first = folder.read("engine.log");
    assert!(first.contains(" serves commands\n") && first.contains("nonsense: unknown command"), "{first}");
    assert!(!first.contains("< nonsense"), "{first}");

    // Behind what is there.
    let outcome = run_command(command(&["--log-file", &file]).env("RUST_LOG", "debug"), "name\n");
    assert_eq!(outcome.stderr, "");
    let second = folder.read("engine.log");
    assert!(second.starts_with(&first) && second.contains("< name\n"), "{second}");
}

#[test]
fn other_subcommands_log_too() {
    let folder = Folder::new("log-match");
    let file = folder.path("match.log");
    let outcome = run_command(
        command(&["match", "yote", "--games", "1", "--limit", "nodes=2", "--log-file", &file]).env("RUST_LOG", "debug"),
        "",
    );
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(folder.read("match.log").contains("new_game yote"));
}

#[test]
fn a_log_that_cannot_be_written_is_said_at_the_start() {
    let folder = Folder::new("log-bad");
    let outcome = run(&["--log-file", &folder.path("no/such/file")], "name\n");
    assert_eq!((outcome.stdout.as_str(), outcome.code), ("", Some(2)));
    assert!(outcome.stderr.starts_with("coureur: cannot log to ") && outcome.stderr.contains("No such file"));
}

#[test]
fn what_nobody_reads_is_dropped() {
    let mut engine = Engine::of(command(&["--log-file", "/dev/stderr"]).env("RUST_LOG", "trace"));
    let text = "x".repeat(1000);
    for _ in 0..10_000 {
        engine.get(&format!("echo {text}"));
    }
    let said = engine.finish_with_stderr();
    // What a pipe and the buffer hold, of twenty times as much.
    assert!(said.len() < 3 << 20, "{}", said.len());
    assert!(said.contains(" serves commands"));
}
