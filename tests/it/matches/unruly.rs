//! Engines that are missing, unruly, or know little: each costs its game and no more.

use std::fs;

use super::{answering, games, line, play, played, refused};
use crate::folder::Folder;

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
    let folder = Folder::new("match-refuses");
    let engine = folder.engine("sed -u 's/new_game yote/new_game chess/' | ENGINE\n");
    refused(&play("yote", &["--first", &engine]), "first: it refuses 'new_game yote repetition=3': unknown game");
}

/// A match of two games against an engine that loses both in the same way; the runner goes on after each.
fn loses(test: &str, script: &str, words: &str, ending: &str, said: &str) {
    let folder = Folder::new(&format!("match-{test}"));
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
    loses("silent", &answering("genmove) sleep 1000;;"), "--timeout 5", "stall", "no answer to 'genmove ");
}

#[test]
fn death_in_the_middle_loses_the_game() {
    let script = answering("genmove) echo 'out of ideas' >&2; exit 7;;");
    loses("dies", &script, "", "crash", "ended with exit code 7, its last words: 'out of ideas'");
    let folder = Folder::new("match-dies-code");
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
    let folder = Folder::new("match-claims");
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
    let folder = Folder::new("match-start");
    let engine = folder.engine("echo 'no licence' >&2; exit 3\n");
    let outcome = play("yote --games 4", &["--first", &engine]);
    refused(
        &outcome,
        "first: 3 starts in a row have failed, at last so: ended with exit code 3, its last words: 'no licence'",
    );
    let folder = Folder::new("match-start-silent");
    let engine = folder.engine("sleep 1000\n");
    refused(
        &play("yote --timeout 1", &["--second", &engine]),
        "no answer to 'new_game yote repetition=3' within 1.0 s",
    );
    let folder = Folder::new("match-start-equals");
    let engine = folder.engine("while read -r line; do printf '=1 a\\n\\nb\\tc\\n\\n'; done\n");
    let outcome = play("yote --games 4", &["--first", &engine]);
    refused(&outcome, "at last so: printed 'b c' where the answer to");
    let folder = Folder::new("match-start-garbage");
    let engine = folder.engine("echo 'Welcome to my engine!'; cat > /dev/null\n");
    refused(&play("yote --games 4", &["--first", &engine]), "printed 'Welcome to my engine!' where the answer to");
}

#[test]
fn an_engine_that_fails_at_one_start_is_started_again() {
    let folder = Folder::new("match-start-once");
    let flag = folder.path("flag");
    let engine = folder.engine(&format!("if test ! -e '{flag}'; then touch '{flag}'; exit 1; fi; exec ENGINE\n"));
    let outcome = played("yote --games 2 --limit nodes=5", &["--first", &engine]);
    assert!(line(&outcome, "Endings").starts_with("Endings: rules 2"), "{}", outcome.stdout);
}

#[test]
fn engines_that_know_only_play_and_genmove_can_take_part() {
    let folder = Folder::new("match-simple");
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
    let folder = Folder::new("match-init");
    // Its word for a new game is another one.
    let engine = folder.engine("sed -u -E -e 's/ new_game/ no/' -e 's/ load_rules/ new_game/' | ENGINE\n");
    let init = ["--first", &engine, "--first-init", "load_rules yote repetition=3"];
    let outcome = played("yote --games 4 --limit nodes=5", &init);
    assert!(line(&outcome, "Endings").starts_with("Endings: rules 4"), "{}", outcome.stdout);
}

#[test]
fn clocks_are_told_to_engines_that_listen() {
    let folder = Folder::new("match-clocks");
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
