//! The scripts around matches and clients, each on a tiny case.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use crate::folder::Folder;
use crate::transcripts::project;

/// A script, with the engine under test and an empty folder for its results.
fn script(name: &str, folder: &Folder) -> Command {
    let mut command = Command::new(project("scripts").join(name));
    command.env("COUREUR", env!("CARGO_BIN_EXE_coureur")).env_remove("RUST_LOG").current_dir(folder);
    command
}

fn stdout(output: Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_script_has_help_and_refuses_too_few_arguments() {
    let folder = Folder::new("script-help");
    for name in ["compare-options", "tournament", "match-parallel", "match.slurm"] {
        let help = stdout(script(name, &folder).arg("--help").output().unwrap());
        assert!(help.contains(&format!("scripts/{name} ")) && !help.contains("set -e"), "{help}");
        assert_eq!(script(name, &folder).arg("alone").output().unwrap().status.code(), Some(2), "{name}");
    }
}

#[test]
fn compare_options_plays_a_match_of_two_settings() {
    let folder = Folder::new("script-compare");
    let arguments = ["yote", "hash=1 seed=5", "", "--games", "2", "--limit", "nodes=5"];
    let report = stdout(script("compare-options", &folder).args(arguments).output().unwrap());
    assert!(report.starts_with("Results of hash=1 seed=5 vs defaults (yote, "), "{report}");
    assert!(report.contains("\nGames: 2, "), "{report}");
}

#[test]
fn a_tournament_has_a_cross_table_and_can_be_resumed() {
    let folder = Folder::new("script-tournament");
    let arguments = [
        "results",
        "yote",
        "weak --limit nodes=2",
        "middle --limit nodes=10",
        "strong --limit nodes=40 --option hash=2",
        "--",
        "--games",
        "4",
        "--random-plies",
        "2",
    ];
    let play = || stdout(script("tournament", &folder).args(arguments).output().unwrap());
    let table = play();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["weak", "middle", "strong", "total"]);
    let points = |row: usize, column: usize| rows[row][column].parse::<f64>().unwrap();
    assert_eq!([1, 2, 3].map(|engine| rows[engine][engine]), ["-"; 3]);
    for (one, other) in [(1, 2), (1, 3), (2, 3)] {
        assert_eq!(points(one, other) + points(other, one), 4.0, "{table}");
    }
    assert_eq!([1, 2, 3].map(|row| points(row, 4)).iter().sum::<f64>(), 12.0, "{table}");
    assert_eq!(play(), table);
    assert_eq!(folder.read("results/weak-strong.jsonl").lines().count(), 5);
}

#[test]
fn a_match_runs_in_parts_under_gnu_parallel() {
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel")) {
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: GNU parallel is missing (apt install parallel): scripts/match-parallel is not tested"
        );
        return;
    }
    let folder = Folder::new("script-parallel");
    let arguments = ["3", "parts", "yote", "--games", "12", "--limit", "nodes=5 depth=9", "--random-plies", "2"];
    let report = stdout(script("match-parallel", &folder).args(arguments).output().unwrap());
    assert!(report.contains("\nGames: 12, "), "{report}");
    assert!(!report.contains("games without their pair") && !report.contains("Given more than once"), "{report}");
    let hosts = ["--sshlogin", "2/:"];
    let again = stdout(script("match-parallel", &folder).args(hosts).args(arguments).output().unwrap());
    assert_eq!(again, report);
}

#[test]
fn a_job_array_plays_a_match_in_parts() {
    let folder = Folder::new("script-slurm");
    for task in 1..=2 {
        let mut part = script("match.slurm", &folder);
        part.args(["parts", "yote", "--games", "8", "--limit", "nodes=5", "--random-plies", "2"]);
        part.env("SLURM_ARRAY_TASK_ID", task.to_string());
        part.env("SLURM_ARRAY_TASK_COUNT", "2").env("SLURM_CPUS_PER_TASK", "2");
        assert!(stdout(part.output().unwrap()).contains("\nGames: 4, "));
    }
    let parts = ["match", "--report", "parts/part1.jsonl", "parts/part2.jsonl"];
    let report = Command::new(env!("CARGO_BIN_EXE_coureur")).args(parts).current_dir(&folder).output().unwrap();
    assert!(stdout(report).contains("\nGames: 8, "));
}

#[test]
fn whole_games_are_played_through_sabakis_client() {
    let packages = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sabaki");
    let mut games = script("sabaki-games", &Folder::new("sabaki-games"));
    let output = games.args(["1", "nodes=10"]).env("SABAKI_PACKAGES", packages).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if said.contains("SKIPPED") {
        let _ = writeln!(std::io::stderr(), "{said}");
        assert!(output.status.success());
        return;
    }
    let games = stdout(output);
    let played: Vec<&str> = games.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(played, coureur::games::GAMES.iter().map(|game| game.id).collect::<Vec<_>>(), "{said}");
}
