//! Matches from the shell: what is reported and kept, and what becomes of a match when an engine, a file or this program misbehaves.
//!
//! Misbehaving engines are small shell scripts. Most stand between the runner and a real engine and change a command or two on the way.

mod kept;
mod unruly;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::engine::{Outcome, run};
use crate::folder::Folder;

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
        let outcome = played(&format!("{} --games 4 --limit nodes=10 --random-plies 2 -c 2", game.id), &[]);
        assert!(line(&outcome, "Games: 4,").contains("Points: "), "{}", outcome.stdout);
        assert!(line(&outcome, "Ptnml(0-2): [").ends_with(']'), "all games have their pair: {}", outcome.stdout);
        assert!(line(&outcome, "Endings: ").starts_with("Endings: rules 4 ("), "{}", outcome.stdout);
        assert_eq!(outcome.stderr.lines().filter(|line| line.starts_with("game ")).count(), 4, "{}", outcome.stderr);
    }
}

#[test]
fn the_same_seed_gives_the_same_match_and_pairs_share_their_opening() {
    let folder = Folder::new("match-deterministic");
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
    let folder = Folder::new("match-openings");
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
fn the_shortest_command_says_that_it_has_no_limit() {
    let outcome = played("yote --games 2 --max-turns 1 --option movetime=1", &[]);
    assert_eq!(line(&outcome, "Results of"), "Results of first vs second (yote, repetition=3, no limit):");
    let said =
        "first, second: neither limit nor clock: a turn takes as long as the engine likes; see --limit\ngame 1: ";
    assert!(outcome.stderr.starts_with(said), "{}", outcome.stderr);
    assert!(outcome.stderr.contains(": a draw by adjudication (max-turns), 1 turn ["), "{}", outcome.stderr);
    assert!(!played("yote -n 1 --max-turns 1 --limit nodes=5", &[]).stderr.contains("neither"));
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
    let folder = Folder::new("match-resign");
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
    let folder = Folder::new("match-sweep");
    let engine = folder.engine("sed -u -E 's/ genmove.*/ echo resign/' | ENGINE\n");
    let outcome = played("yote --games 4 --first-limit nodes=5", &["--second", &engine]);
    assert!(line(&outcome, "Games: 4, Wins: 4,").contains("100.00 %"), "{}", outcome.stdout);
    assert!(line(&outcome, "Elo: above ").contains("(one-sided)"), "{}", outcome.stdout);
}

#[test]
fn records_replay_to_the_letter() {
    let folder = Folder::new("match-records");
    for game in coureur::games::GAMES {
        let records = folder.path(game.id);
        let words = format!("{} --games 2 --limit nodes=10 --random-plies 2", game.id);
        played(&words, &["--record", &records]);
        let short = folder.path(&format!("{}-short", game.id));
        played(&words.replace("--games 2", "--games 1 --max-turns 5"), &["--record", &short]);
        let mut files: Vec<PathBuf> = fs::read_dir(&records).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.push(format!("{short}/game-000001.txt").into());
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
    // Nothing is written over, but a match that goes on adds what is missing.
    let (records, results) = (folder.path("yote"), folder.path("results"));
    let record = ["--record", &records, "--resume", &results];
    refused(&play("yote --games 3 --limit nodes=10 --random-plies 2", &record), "game-000001.txt is there already: ");
    let records = folder.path("resumed");
    let record = ["--record", &records, "--resume", &results];
    for games in [2, 3] {
        played(&format!("yote --games {games} --limit nodes=10 --random-plies 2"), &record);
        assert_eq!(fs::read_dir(&records).unwrap().count(), games);
    }
    let file = folder.write("file", "");
    refused(&play("yote --games 1", &["--record", &file]), "cannot make the folder ");
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
