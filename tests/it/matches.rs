//! Matches from the shell: what is reported and kept, and what becomes of a match when an engine, a file or this program misbehaves.
//!
//! Misbehaving engines are small shell scripts. Most stand between the runner and a real engine and change a command or two on the way.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::engine::{Outcome, command, run};

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("matches").join(test);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.0.join(name), text).expect("writable");
        self.path(name)
    }

    /// An engine that is a shell script; `ENGINE` in it stands for the real one.
    fn engine(&self, script: &str) -> String {
        let script = script.replace("ENGINE", &format!("'{}'", env!("CARGO_BIN_EXE_coureur")));
        format!("sh '{}'", self.write("engine.sh", &script))
    }
}

/// A script that answers each command with success and nothing, but for `case` branches of its own, in which `$id` is the command's id.
fn answering(branches: &str) -> String {
    format!(
        "while read -r id name rest; do case \"$name\" in {branches}\n\
         known_command) printf '=%s false\\n\\n' \"$id\";;\n*) printf '=%s \\n\\n' \"$id\";; esac; done\n"
    )
}

/// A match with arguments separated by blanks, and some that may contain blanks.
fn play(words: &str, more: &[&str]) -> Outcome {
    let arguments: Vec<&str> =
        ["match"].into_iter().chain(words.split_whitespace()).chain(more.iter().copied()).collect();
    run(&arguments, "")
}

fn played(words: &str, more: &[&str]) -> Outcome {
    let outcome = play(words, more);
    assert_eq!(outcome.code, Some(0), "{words} {more:?}: {}{}", outcome.stdout, outcome.stderr);
    assert!(!outcome.stdout.to_lowercase().contains("nan") && !outcome.stdout.contains("inf"), "{}", outcome.stdout);
    outcome
}

/// The line of a report that begins so.
fn line<'a>(outcome: &'a Outcome, start: &str) -> &'a str {
    let found = outcome.stdout.lines().find(|line| line.starts_with(start));
    found.unwrap_or_else(|| panic!("no line begins with {start}: {}{}", outcome.stdout, outcome.stderr))
}

/// The games of a results file by their number, without what depends on the clock.
fn games(file: &str) -> BTreeMap<u64, serde_json::Value> {
    let text = fs::read_to_string(file).expect("readable");
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<serde_json::Value>(line).expect("whole lines"));
    lines
        .map(|mut game| {
            game["times_ms"] = serde_json::Value::Null;
            (game["game"].as_u64().expect("a number"), game)
        })
        .collect()
}

fn refused(outcome: &Outcome, said: &str) {
    assert_eq!(outcome.code, Some(2), "{}{}", outcome.stdout, outcome.stderr);
    assert!(outcome.stderr.contains(said), "{said}: {}", outcome.stderr);
}

#[test]
fn every_game_can_be_played_from_both_seats() {
    for game in coureur::games::GAMES {
        let outcome = played(&format!("{} --games 4 --limit nodes=10 --random-plies 2 --concurrency 2", game.id), &[]);
        assert!(line(&outcome, "Games: 4,").contains("Points: "), "{}", outcome.stdout);
        assert!(line(&outcome, "Ptnml(0-2): [").ends_with(']'), "all games have their pair: {}", outcome.stdout);
        assert!(line(&outcome, "Endings: ").starts_with("Endings: rules 4 ("), "{}", outcome.stdout);
        assert_eq!(outcome.stderr.lines().filter(|line| line.starts_with("game ")).count(), 4, "{}", outcome.stderr);
    }
}

#[test]
fn the_same_seed_gives_the_same_match_and_pairs_share_their_opening() {
    let folder = Folder::new("deterministic");
    let of = |name: &str, seed: u32| {
        let file = folder.path(name);
        let words =
            format!("walking-purchase --games 6 --limit nodes=10 --random-plies 3 --seed {seed} --concurrency 2");
        played(&words, &["--results", &file]);
        games(&file)
    };
    let first = of("a", 1);
    assert_eq!(first, of("b", 1));
    assert_ne!(first, of("c", 2));
    for pair in 0..3 {
        let (one, other) = (&first[&(2 * pair + 1)], &first[&(2 * pair + 2)]);
        assert_eq!(one["opening"], other["opening"]);
        assert_eq!(one["opening"].as_array().map(Vec::len), Some(3));
        assert_eq!((&one["seats"][0], &one["seats"][1]), (&other["seats"][1], &other["seats"][0]));
        assert_ne!(one["seed"], other["seed"]);
    }
}

#[test]
fn openings_come_from_a_file() {
    let folder = Folder::new("openings");
    let lists = folder.write("openings", "c3 c4 # drops\nd3 d4 e2\n");
    let file = folder.path("results");
    played("yote --games 6 --limit nodes=5", &["--openings", &lists, "--results", &file]);
    let openings: Vec<_> = games(&file).values().map(|game| game["opening"].to_string()).collect();
    let (a, b) = (r#"["c3","c4"]"#, r#"["d3","d4","e2"]"#);
    assert_eq!(openings, [a, a, b, b, a, a]);

    let wrong = folder.write("wrong", "c3 c4\nc3 c3\n");
    refused(&play("yote", &["--openings", &wrong]), "opening 2, turn 'c3': illegal move: c3: ");
    refused(&play("yote", &["--openings", &folder.path("none")]), "No such file");
}

#[test]
fn identical_games_are_said_so() {
    // One seed as an option, no opening: the same two games over and over.
    let outcome = played("yote --games 6 --limit nodes=5 --option seed=7", &[]);
    assert!(line(&outcome, "Identical games: ").starts_with("Identical games: 5 of 6 "), "{}", outcome.stdout);
}

#[test]
fn repetition_is_3_where_the_game_has_that_option_unless_something_else_is_said() {
    let title = |words: &str| line(&played(words, &[]), "Results of").to_owned();
    assert!(title("yote -n 1 --limit nodes=5 --max-turns 4").contains("repetition=3"));
    assert!(title("yote -n 1 --limit nodes=5 --max-turns 4 --repetition 0").contains("repetition=0"));
    assert!(title("yote -n 1 --limit nodes=5 --max-turns 4 --rule repetition=5").contains("repetition=5"));
    assert!(!title("ponte -n 1 --limit nodes=5 --max-turns 4").contains("repetition"));
    refused(&play("yote --rule repetition=5 --repetition 4", &[]), "expected one of them");
    refused(&play("yote --repetition 1", &[]), "repetition=1: expected 0|2..9");
}

#[test]
fn long_games_can_be_adjudicated() {
    let outcome = played("yote --games 2 --limit nodes=5 --max-turns 7", &[]);
    assert_eq!(line(&outcome, "Endings"), "Endings: adjudication 2 (max-turns 2)");
    assert_eq!(line(&outcome, "Turns"), "Turns: mean 7.0, shortest 7, longest 7");
    assert!(line(&outcome, "Games").contains("Draws: 2, Points: 1.0 (50.00 %)"));
    // An occurrence of 1 is the start itself, in games whose rules know no repetition.
    let outcome = played("ponte --games 2 --limit nodes=5 --repetition 1", &[]);
    assert_eq!(line(&outcome, "Endings"), "Endings: adjudication 2 (repetition 2)");
}

#[test]
fn an_engine_that_expects_nothing_can_be_spared_the_rest() {
    let folder = Folder::new("resign");
    // It knows genmove_analyze: the real turn behind a line that says how little it expects.
    let engine = folder.engine(
        "sed -u -E 's/ genmove_analyze/ genmove/' | ENGINE | \
         sed -u -E 's/^=([0-9]+) ([a-f].*)/=\\1\\ninfo move \\2 score 0 winrate 0.01 depth 1\\nplay \\2/'\n",
    );
    let outcome = played("yote --games 2 --limit nodes=5 --resign 3", &["--first", &engine]);
    assert_eq!(line(&outcome, "Endings"), "Endings: adjudication 2 (resign 2)");
    assert!(line(&outcome, "Games").contains("Losses: 2"), "{}", outcome.stdout);
    let outcome = played("yote --games 2 --limit nodes=5 --resign 3 --resign-winrate 0.001", &["--first", &engine]);
    assert!(line(&outcome, "Endings").starts_with("Endings: rules 2"), "{}", outcome.stdout);
}

#[test]
fn a_test_stops_the_match_and_sets_the_exit_code() {
    let words = "yote --games 400 --first-limit nodes=60 --second-limit nodes=2 --random-plies 2 --sprt elo0=0 elo1=50";
    let outcome = played(words, &[]);
    assert!(line(&outcome, "LLR: ").ends_with("H1 accepted"), "{}", outcome.stdout);
    assert!(outcome.stderr.lines().count() < 400, "it stops early");
    let swapped =
        words.replace("--first-limit nodes=60 --second-limit nodes=2", "--first-limit nodes=2 --second-limit nodes=60");
    let outcome = play(&swapped, &[]);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stdout);
    assert!(line(&outcome, "LLR: ").ends_with("H0 accepted"), "{}", outcome.stdout);
    let outcome = play(&words.replace("400", "2"), &[]);
    assert_eq!(outcome.code, Some(3), "{}", outcome.stdout);
    assert!(line(&outcome, "LLR: ").ends_with("undecided"), "{}", outcome.stdout);
    refused(&play("yote --sprt elo0=3", &[]), "elo1 is missing");
}

#[test]
fn a_clean_sweep_has_a_one_sided_bound() {
    let folder = Folder::new("sweep");
    let engine = folder.engine("sed -u -E 's/ genmove.*/ echo resign/' | ENGINE\n");
    let outcome = played("yote --games 4 --first-limit nodes=5", &["--second", &engine]);
    assert!(line(&outcome, "Games: 4, Wins: 4,").contains("100.00 %"), "{}", outcome.stdout);
    assert!(line(&outcome, "Elo: above ").contains("(one-sided)"), "{}", outcome.stdout);
}

#[test]
fn shards_are_disjoint_and_merge_into_the_whole_match() {
    let folder = Folder::new("shards");
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
    let folder = Folder::new("another");
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
    refused(&play("--report", &[&file, &other]), "belongs to another match: its engines is");
    let foreign = folder.write("foreign", "my diary\n");
    refused(&play("yote --games 2", &["--resume", &foreign]), "is not a results file");
    refused(&play("--report", &[&foreign]), "is not a results file");
    refused(&play("--report", &[&folder.path("none")]), "cannot read results file");
    assert_eq!((fs::read(&file).unwrap(), fs::read_to_string(&foreign).unwrap().as_str()), (before, "my diary\n"));
}

#[test]
fn a_torn_last_line_is_recognised_and_its_game_played_again() {
    let folder = Folder::new("torn");
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

/// Waits until a condition holds; the limit only keeps a test from hanging.
fn wait_for(what: &str, condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < Duration::from_secs(60), "waiting for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn killed_at_any_moment_a_match_loses_only_the_games_under_way() {
    let folder = Folder::new("killed");
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

fn alive(pid: &str) -> bool {
    std::process::Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status().unwrap().success()
}

#[test]
fn an_interrupt_reports_what_is_done_and_leaves_no_engine_behind() {
    let folder = Folder::new("interrupted");
    let (ready, results) = (folder.path("ready"), folder.path("results"));
    // A first game is played; in the second the engine thinks for ever, by a process of its own.
    let script = format!(
        "echo $$ > '{ready}.pid'\nwhile read -r line; do case \"$line\" in\n*genmove*) if test -e '{ready}'; then sleep 1000; fi;; \
         esac; echo \"$line\"; done | ENGINE\n"
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
    wait_for("a game", || fs::read_to_string(&results).is_ok_and(|text| text.lines().count() >= 2));
    fs::write(&ready, "").unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let pid = fs::read_to_string(format!("{ready}.pid")).unwrap();
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains("Games: ") && !report.contains("crash") && !report.contains("stall"), "{report}");
    wait_for("the engine's end", || !alive(pid.trim()));
}

#[test]
fn records_replay_to_the_letter() {
    let folder = Folder::new("records");
    for game in coureur::games::GAMES {
        let records = folder.path(game.id);
        let words = format!("{} --games 2 --limit nodes=10 --random-plies 2", game.id);
        played(&words, &["--record", &records]);
        played(&words.replace("--games 2", "--games 1 --max-turns 5"), &["--record", &folder.path("short")]);
        let mut files: Vec<PathBuf> = fs::read_dir(&records).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.push(folder.0.join("short/game-000001.txt"));
        assert_eq!(files.len(), 3);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            assert!(text.starts_with("# game ") && text.contains("\n> game_over\n= "), "{text}");
            let commands: String =
                text.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| format!("{line}\n")).collect();
            let expected: String =
                text.lines().filter(|line| !line.starts_with(['>', '#'])).map(|line| format!("{line}\n")).collect();
            assert_eq!(run(&[], commands).stdout, expected, "{}", file.display());
        }
    }
    let file = folder.write("file", "");
    refused(&play("yote --games 1", &["--record", &file]), "cannot write ");
}

#[test]
fn an_engine_that_is_missing_is_one_sentence() {
    refused(
        &play("yote", &["--first", "/no/such/engine"]),
        "coureur: first: cannot start /no/such/engine: No such file",
    );
    refused(&play("yote", &["--second", "'open"]), "expected a program and its arguments");
    refused(&play("yote --first-name a --second-name a", &[]), "both engines are called a");
}

#[test]
fn an_engine_that_refuses_its_options_or_its_game_is_one_sentence() {
    refused(&play("yote --first-option level=99", &[]), "first: it refuses 'option level 99': ");
    refused(&play("yote", &["--second-init", "nonsense"]), "second: it refuses 'nonsense': unknown command");
    let folder = Folder::new("refuses");
    let engine = folder.engine("sed -u 's/new_game yote/new_game chess/' | ENGINE\n");
    refused(&play("yote", &["--first", &engine]), "first: it refuses 'new_game yote repetition=3': unknown game");
}

/// A match of two games against an engine that loses both in the same way; the runner goes on after each.
fn loses(test: &str, script: &str, words: &str, ending: &str, said: &str) {
    let folder = Folder::new(test);
    let engine = folder.engine(script);
    let words = format!("yote --games 2 --second-limit nodes=5 --random-plies 2 {words}");
    let outcome = played(&words, &["--first", &engine, "--results", &folder.path("results")]);
    assert_eq!(line(&outcome, "Endings"), format!("Endings: {ending} 2 (first 2)"), "{}", outcome.stderr);
    assert!(line(&outcome, "Games").contains("Losses: 2"), "{}", outcome.stdout);
    for game in outcome.stderr.lines().filter(|line| line.starts_with("game ")) {
        assert!(game.contains(said), "{game}");
    }
}

#[test]
fn garbage_loses_the_game() {
    loses(
        "garbage",
        &answering("genmove) echo 'Segmentation fault? No, just talking';;"),
        "",
        "protocol",
        "printed 'Segmentation fault? No, just talking' where the answer to 'genmove ",
    );
}

#[test]
fn a_flood_without_line_feeds_loses_the_game() {
    loses("flood", &answering("genmove) tr '\\0' x < /dev/zero;;"), "", "protocol", "printed 'xxxxxxx");
}

#[test]
fn silence_loses_the_game() {
    loses("silent", &answering("genmove) sleep 1000;;"), "--timeout 1", "stall", "no answer to 'genmove ");
}

#[test]
fn death_in_the_middle_loses_the_game() {
    let script = answering("genmove) echo 'out of ideas' >&2; exit 7;;");
    loses("dies", &script, "", "crash", "ended with exit code 7, its last words: 'out of ideas'");
    let folder = Folder::new("dies-code");
    let engine = folder.engine(&script);
    let outcome = played("yote --games 2 --limit nodes=5", &["--first", &engine]);
    assert_eq!(line(&outcome, "Exit codes"), "Exit codes of crashes: first 7 (2)");
}

#[test]
fn a_closed_output_loses_the_game() {
    loses("closes", &answering("genmove) exec >&-; sleep 1000;;"), "", "crash", "closed its output");
}

#[test]
fn a_wrong_id_loses_the_game() {
    let script = "sed -u -E 's/^([0-9]+) genmove/9\\1 genmove/' | ENGINE\n";
    loses("wrong-id", script, "--first-limit nodes=5", "protocol", "answered with the id 9");
}

#[test]
fn an_illegal_move_loses_the_game() {
    let script = "sed -u -E 's/ genmove.*/ echo z99/' | ENGINE\n";
    loses("illegal", script, "", "illegal move", "illegal move: z99: ");
}

#[test]
fn to_resign_loses_the_game() {
    loses("resigns", "sed -u -E 's/ genmove.*/ echo Resign/' | ENGINE\n", "", "resign", "resigned");
}

#[test]
fn a_pass_before_the_end_is_illegal_where_the_rules_know_none() {
    loses("passes", "sed -u -E 's/ genmove.*/ echo PASS/' | ENGINE\n", "", "illegal move", "illegal move: PASS");
}

#[test]
fn a_refusal_to_move_loses_the_game() {
    loses("refuses-genmove", "sed -u -E 's/ genmove.*/ no/' | ENGINE\n", "", "protocol", "refused 'genmove ");
    loses(
        "refuses-play",
        "sed -u -E 's/ play .*/ no/' | ENGINE\n",
        "--first-limit nodes=5",
        "protocol",
        "refused the legal turn 'play ",
    );
}

#[test]
fn time_over_loses_the_game() {
    let script =
        "while read -r line; do case \"$line\" in *genmove*) sleep 0.1;; esac; echo \"$line\"; done | ENGINE\n";
    loses("late-clock", script, "--first-clock 0.02 --margin 0", "time", " ms late");
    loses("late-movetime", script, "--first-limit movetime=20 --margin 10", "time", " ms late");
}

#[test]
fn a_wrong_claim_of_the_result_is_said_and_the_referee_counts() {
    let folder = Folder::new("claims");
    let engine = folder.engine("sed -u 's/ final_score/ echo B+99/' | ENGINE\n");
    let file = folder.path("results");
    let outcome = played("yote --games 2 --limit nodes=5", &["--first", &engine, "--results", &file]);
    assert!(line(&outcome, "Disputed results: 2 games").len() > 10);
    assert!(outcome.stderr.contains("first claims the result B+99, the rules give "), "{}", outcome.stderr);
    let honest = folder.path("honest");
    played("yote --games 2 --limit nodes=5", &["--results", &honest]);
    let results = |file: &str| games(file).values().map(|game| game["score"].clone()).collect::<Vec<_>>();
    assert_eq!(results(&file), results(&honest));
}

#[test]
fn an_engine_that_dies_at_every_start_ends_the_match() {
    let folder = Folder::new("start");
    let engine = folder.engine("echo 'no licence' >&2; exit 3\n");
    let outcome = play("yote --games 4", &["--first", &engine]);
    refused(
        &outcome,
        "first: 3 starts in a row have failed, at last so: ended with exit code 3, its last words: 'no licence'",
    );
    let folder = Folder::new("start-silent");
    let engine = folder.engine("sleep 1000\n");
    refused(
        &play("yote --timeout 1", &["--second", &engine]),
        "no answer to 'new_game yote repetition=3' within 1.0 s",
    );
    let folder = Folder::new("start-garbage");
    let engine = folder.engine("echo 'Welcome to my engine!'; cat > /dev/null\n");
    refused(&play("yote --games 4", &["--first", &engine]), "printed 'Welcome to my engine!' where the answer to");
}

#[test]
fn an_engine_that_fails_at_one_start_is_started_again() {
    let folder = Folder::new("start-once");
    let flag = folder.path("flag");
    let engine = folder.engine(&format!("if test ! -e '{flag}'; then touch '{flag}'; exit 1; fi; exec ENGINE\n"));
    let outcome = played("yote --games 2 --limit nodes=5", &["--first", &engine]);
    assert!(line(&outcome, "Endings").starts_with("Endings: rules 2"), "{}", outcome.stdout);
}

#[test]
fn engines_that_know_only_play_and_genmove_can_take_part() {
    let folder = Folder::new("simple");
    let engine = folder.engine(
        "sed -u -E 's/ (new_game|clear_board|option|known_command|final_score|time_settings|time_left)/ no_\\1/; s/ genmove .*/& nodes=5/' | \
         ENGINE --game yote --rule repetition=3\n",
    );
    let outcome =
        played("yote --games 4 --first-clock 60 --second-limit nodes=5", &["--first", &engine, "--max-turns", "5"]);
    assert_eq!(line(&outcome, "Endings"), "Endings: adjudication 4 (max-turns 4)", "{}", outcome.stderr);
}

#[test]
fn engines_may_learn_their_game_from_lines_of_their_own() {
    let folder = Folder::new("init");
    // Its word for a new game is another one.
    let engine = folder.engine("sed -u -E -e 's/ new_game/ no/' -e 's/ load_rules/ new_game/' | ENGINE\n");
    let init = ["--first", &engine, "--first-init", "load_rules yote repetition=3"];
    let outcome = played("yote --games 4 --limit nodes=5", &init);
    assert!(line(&outcome, "Endings").starts_with("Endings: rules 4"), "{}", outcome.stdout);
}

#[test]
fn clocks_are_told_to_engines_that_listen() {
    let folder = Folder::new("clocks");
    let log = folder.path("log");
    let script = format!(
        "while read -r line; do echo \"$line\" >> '{log}'; case \"$line\" in *time_settings*|*time_left*) line=\"${{line%% *}} wait\";; \
         esac; echo \"$line\"; done | ENGINE\n"
    );
    let engine = folder.engine(&script);
    let words = "yote --games 1 --max-turns 4 --option movetime=20 --first-clock 30+0.5 --second-limit nodes=5";
    played(words, &["--first", &engine]);
    let told = fs::read_to_string(&log).unwrap();
    assert!(told.contains(" kata-time_settings fischer 30 0.5\n"), "{told}");
    assert!(told.contains(" time_left white 30.00 0\n") && told.contains(" time_left white 30."), "{told}");
    assert_eq!(told.matches(" time_left white ").count(), 2, "{told}");
}

#[test]
fn a_full_disk_ends_the_match_and_keeps_what_is_written() {
    let full = Path::new("/dev/full");
    if full.exists() {
        refused(
            &play("yote --games 2", &["--results", "/dev/full"]),
            "cannot write results file /dev/full: No space left",
        );
    }
    // A limit on the size of files, in blocks of 512 or 1024 bytes: the header fits, the games do not.
    let folder = Folder::new("full");
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

#[test]
fn wrong_usage_is_one_sentence() {
    for (words, said) in [
        ("chess", "unknown game: 'chess'"),
        ("", "<GAME>"),
        ("yote --games 0", "0 is not in 1.."),
        ("yote --limit nods=3", "--limit nods=3: expected movetime=MS"),
        ("yote --limit infinite", "expected a limit that ends a search"),
        ("yote --clock x", "expected seconds for the game"),
        ("yote --shard 3/2", "expected I/N with I from 1 to N"),
        ("yote --option hash", "--option hash: expected '=' and a value"),
        ("yote --rule edge", "--rule edge: expected NAME=VALUE"),
        ("yote --rule edge=1", "unknown option: 'edge'"),
        ("yote --openings a --random-plies 3", "cannot be used with"),
        ("yote --report a", "cannot be used with"),
        ("yote --resign 2 --resign-winrate 0.7", "expected 0 to 0.5"),
        ("yote --random-plies 5000", "5000 random turns always end the game"),
    ] {
        refused(&play(words, &[]), said);
    }
}
