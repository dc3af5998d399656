//! Results files: nothing that was played is lost, and nothing foreign is touched.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use super::{games, line, play, played, refused};
use crate::engine::{alive, command, interrupt, wait_for};
use crate::folder::{Folder, has_full_disk};

#[test]
fn shards_are_disjoint_and_merge_into_the_whole_match() {
    let folder = Folder::new("match-shards");
    let words = "yote --games 12 --limit nodes=10 --random-plies 2";
    let whole = folder.path("whole");
    let outcome = played(words, &["--results", &whole]);
    let parts = ["1/3", "2/3", "3/3"].map(|shard| {
        let file = folder.path(&format!("part{}", &shard[..1]));
        played(words, &["--shard", shard, "--results", &file]);
        file
    });
    let all: Vec<_> = parts.iter().flat_map(|part| games(part)).collect();
    assert_eq!(all.len(), 12);
    assert_eq!(all.into_iter().collect::<BTreeMap<_, _>>(), games(&whole));
    let merged = played("--report", &parts.each_ref().map(String::as_str));
    // The same match, however its game and rules are spelt.
    let again = played(&words.replace("yote", "YOTE --rule Repetition=3"), &["--resume", &whole]);
    assert!(line(&again, "Games: 12,").contains("Points"));
    let without_times =
        |report: &str| report.lines().filter(|line| !line.starts_with("Time")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(without_times(&merged.stdout), without_times(&outcome.stdout));

    let twice = played("--report", &[&parts[0], &whole]);
    assert_eq!(line(&twice, "Given more"), "Given more than once: 4 games, counted once");
    assert!(line(&twice, "Games: 12,").contains("Points"));
}

#[test]
fn a_results_file_of_another_match_is_refused() {
    let folder = Folder::new("match-another");
    let file = folder.path("results");
    played("yote --games 2 --limit nodes=5", &["--results", &file]);
    let before = fs::read(&file).unwrap();
    refused(
        &play("yote --games 4 --limit nodes=5 --seed 2", &["--resume", &file]),
        "belongs to another match: its seed is 1, here it is 2",
    );
    refused(
        &play("ponte --games 4 --limit nodes=5", &["--results", &file]),
        r#"its game is "yote", here it is "ponte""#,
    );
    refused(
        &play("yote --games 2 --limit nodes=5", &["--results", &file]),
        "holds 2 games of this match: go on with --resume",
    );
    let other = folder.path("other");
    played("yote --games 2 --limit nodes=6", &["--results", &other]);
    refused(&play("--report", &[&file, &other]), "belongs to another match: its engines are");
    let foreign = folder.write("foreign", "my diary\n");
    refused(&play("yote --games 2", &["--resume", &foreign]), "is not a results file");
    refused(&play("--report", &[&foreign]), "is not a results file");
    refused(&play("--report", &[&folder.path("none")]), "cannot read results file");
    assert_eq!((fs::read(&file).unwrap(), fs::read_to_string(&foreign).unwrap().as_str()), (before, "my diary\n"));
}

#[test]
fn a_torn_last_line_is_recognised_and_its_game_played_again() {
    let folder = Folder::new("match-torn");
    let words = "yote --games 6 --limit nodes=10 --random-plies 2";
    let file = folder.path("results");
    played(words, &["--results", &file]);
    let whole = games(&file);
    let bytes = fs::read(&file).unwrap();
    let header = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    // In the last line, at its line feed, in the header, and nothing at all.
    for keep in [bytes.len() - 40, bytes.len() - 1, header - 10, 0] {
        fs::write(&file, &bytes[..keep]).unwrap();
        if keep > header {
            let report = played("--report", &[&file]);
            assert!(line(&report, "Games: 5,").contains("Points") && report.stderr.contains("the last line is torn"));
        }
        let outcome = played(words, &["--resume", &file]);
        assert_eq!(outcome.stderr.contains("torn"), keep > 0, "{}", outcome.stderr);
        assert_eq!(games(&file), whole);
    }
    let mut damaged = bytes.clone();
    damaged[header + 5] = b'\n';
    fs::write(&file, &damaged).unwrap();
    refused(&play(words, &["--resume", &file]), "has been damaged: line 2");
    assert_eq!(fs::read(&file).unwrap(), damaged);
}

#[test]
fn killed_at_any_moment_a_match_loses_only_the_games_under_way() {
    let folder = Folder::new("match-killed");
    let words = "yote --games 30 --limit nodes=40 --random-plies 2 --concurrency 2";
    let whole = folder.path("whole");
    played(words, &["--results", &whole]);

    let file = folder.path("results");
    for lines in [3, 9] {
        let mut arguments: Vec<&str> = ["match"].into_iter().chain(words.split(' ')).collect();
        arguments.extend(["--resume", &file]);
        let mut child = command(&arguments).stderr(Stdio::null()).spawn().unwrap();
        wait_for("games", || fs::read_to_string(&file).is_ok_and(|text| text.lines().count() >= lines));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let outcome = played(words, &["--resume", &file]);
    assert!(line(&outcome, "Games: 30,").contains("Points"));
    assert_eq!(games(&file), games(&whole));
}

#[test]
fn an_interrupt_reports_what_is_done_and_leaves_no_engine_behind() {
    let folder = Folder::new("match-interrupted");
    let (ready, results) = (folder.path("ready"), folder.path("results"));
    // The first game is played; in the second, from its fourth turn on, the engine thinks for ever, by a process of its own.
    let script = format!(
        "echo $$ > '{ready}.pid'\nasked=0\nwhile read -r line; do case \"$line\" in\n*genmove*) asked=$((asked + 1))\n\
         if test $asked -gt 3; then : > '{ready}'; sleep 1000; fi;; esac; echo \"$line\"; done | ENGINE\n"
    );
    let engine = folder.engine(&script);
    let arguments = [
        "match",
        "yote",
        "--games",
        "9",
        "--max-turns",
        "6",
        "--limit",
        "nodes=5",
        "--first",
        &engine,
        "--results",
        &results,
    ];
    let child = command(&arguments).spawn().unwrap();
    wait_for("the second game", || Path::new(&ready).exists());
    let pid = fs::read_to_string(format!("{ready}.pid")).unwrap();
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.ends_with(&format!("\ninterrupted: go on with --resume {results}\n")), "{said}");
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains("Games: 1,") && !report.contains("crash") && !report.contains("stall"), "{report}");
    wait_for("the engine's end", || !alive(pid.trim()));
}

#[test]
fn a_full_disk_ends_the_match_and_keeps_what_is_written() {
    if has_full_disk() {
        refused(
            &play("yote --games 2", &["--results", "/dev/full"]),
            "cannot write results file /dev/full: No space left",
        );
    }
    // A limit on the size of files, in blocks of 512 or 1024 bytes: the header fits, the games do not.
    let folder = Folder::new("match-full");
    let file = folder.path("results");
    let words = "yote --games 20 --limit nodes=10 --random-plies 2";
    let script =
        format!("trap '' XFSZ; ulimit -f 4; exec '{}' match {words} --results '{file}'", env!("CARGO_BIN_EXE_coureur"));
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write results file") && said.contains("too large"), "{said}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("Games: "), "what is done is reported");
    let outcome = played(words, &["--resume", &file]);
    assert!(line(&outcome, "Games: 20,").contains("Points"));
    assert_eq!(games(&file).len(), 20);
}
