//! `coureur regress`, against this engine and against small engines with single faults.

use std::process::Command;

use crate::engine::{Outcome, run};
use crate::folder::Folder;
use crate::transcripts::{files_below, project};

fn regress(arguments: &[&str]) -> Outcome {
    run(&[&["regress"], arguments].concat(), "")
}

/// Runs files against an engine that is a shell script.
fn against(script: &str, arguments: &[&str]) -> Outcome {
    regress(&[arguments, &["--", "sh", "-c", script]].concat())
}

/// An engine that answers whatever it is sent with its number of arguments, until a word makes it misbehave.
const ECHO: &str = r#"
while read -r id command rest; do
  case "$command" in
    die) exit 3 ;;
    hang) exec sleep 60 ;;
    garbage) echo hello ;;
    other) printf '=99 yes\n\n' ;;
    twice) printf '=%s yes\n\n= more\n\n' "$id" ;;
    fail) printf '?%s no such luck\n\n' "$id" ;;
    *) printf '=%s %s\n\n' "$id" "$rest" ;;
  esac
done"#;

#[test]
fn the_suites_of_all_games_hold() {
    let files = files_below(&project("tests/regression"), "tst");
    let games: Vec<_> = files.iter().map(|file| file.file_stem().unwrap().to_str().unwrap()).collect();
    let ids: Vec<_> = coureur::games::GAMES.iter().map(|game| game.id).collect();
    assert_eq!(games, ids, "one file a game");
    let files: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    let outcome = regress(&files);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{}", outcome.stdout);
}

#[test]
fn transcripts_are_compared_to_the_letter_error_texts_too() {
    let folder = Folder::new("regress-exact");
    let good =
        folder.write("good.txt", "> 1 echo a\n=1 a\n\n> x\n? unknown command: {any}\n\n# interrupt\n> # a comment\n\n");
    let outcome = regress(&[&good]);
    assert_eq!(outcome.stdout, format!("{good}: 3 passed\n1 file, 3 commands judged: 3 passed\n"));
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));

    let bad =
        folder.write("bad.txt", "#! --game yote\n> x\n? unknown command: 'y'\n\n> side_to_move\n= white first\n\n");
    let outcome = regress(&[&bad, &good]);
    let expected = format!(
        "FAIL {bad}:2: x\n  --- expected\n  +++ answered\n  @@ -1 +1 @@\n  -? unknown command: 'y'\n  \
         +? unknown command: 'x': see list_commands\n{bad}: 1 passed, 1 FAILED\n{good}: 3 passed\n\
         2 files, 5 commands judged: 4 passed, 1 FAILED\n"
    );
    assert_eq!((outcome.stdout, outcome.code), (expected, Some(1)));
}

#[test]
fn update_rewrites_what_differs_and_nothing_else() {
    let folder = Folder::new("regress-update");
    let text =
        "# About.\n> version\n= {any}\n\n> x\n? old\n\n\n#! --game yote\n> side_to_move\n= black\n\n# The end.\n";
    let file = folder.write("a.txt", text);
    let outcome = regress(&["--update", &file]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{}", outcome.stdout);
    assert!(outcome.stdout.starts_with(&format!("{file}: rewritten\n{file}: 3 passed\n")), "{}", outcome.stdout);
    let updated =
        text.replace("? old", "? unknown command: 'x': see list_commands").replace("= black", "= white first");
    assert_eq!(folder.read("a.txt"), updated);
    assert!(!regress(&["--update", &file]).stdout.contains("rewritten"));

    // A transcript of which a part was not answered stays as it is.
    let lost = folder.write("lost.txt", "> 1 x a\n=1 b\n\n> 2 die\n=2\n\n");
    assert_eq!(against(ECHO, &["--update", &lost]).code, Some(1));
    assert_eq!(folder.read("lost.txt"), "> 1 x a\n=1 b\n\n> 2 die\n=2\n\n");
}

#[test]
fn tests_pass_and_fail_as_their_patterns_and_marks_say() {
    let folder = Folder::new("regress-tst");
    let good = "# As expected.\n1 x a\n#? [a]\n2 x a b\n#? [a .*]\n3 x a\n#? [!b]\n4 x a\n#? [b]*\n5 x a\n#? [b]&\n6 x a\n\
         7 fail\n#? [?no such .*]\n8 fail\n#? [.*]*\n9 x\n#? []\n10 x\n#?\n";
    let bad = "# Not.\n11 x a\n#? [b]\n12 x a\n#? [a]*\n13 fail\n#? [no such luck]\n14 fail\n15 x\n#? [?.*]\n";
    let good = folder.write("good.tst", good);
    let bad = folder.write("bad.tst", bad);
    let outcome = against(ECHO, &[&good, &bad]);
    let expected = format!(
        "{good}: 8 passed, 2 failed as known\n\
         FAIL {bad}:2: 11 x a\n  expected: [b]\n  answered: a\n\
         PASS {bad}:4: 12 x a\n  passed, though it is marked as a known failure\n\
         FAIL {bad}:6: 13 fail\n  expected: [no such luck]\n  answered: ? no such luck\n\
         FAIL {bad}:8: 14 fail\n  failed: no such luck\n\
         FAIL {bad}:9: 15 x\n  expected: [?.*]\n  answered:\n\
         {bad}: 0 passed, 1 PASSED unexpectedly, 4 FAILED\n\
         2 files, 15 commands judged: 8 passed, 2 failed as known, 1 PASSED unexpectedly, 4 FAILED\n"
    );
    assert_eq!(outcome.stdout, expected);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(1), ""));
    assert_eq!(against(ECHO, &[&good]).code, Some(0));
}

/// The verdicts of gogui-regress 1.6 on the same file: pass and fail as expected, PASS and FAIL not.
#[test]
fn verdicts_are_those_of_gogui_regress() {
    let cases = [
        ("1 echo a", "#? [a]", "pass"),
        ("2 echo a", "#? [b]", "FAIL"),
        ("3 echo a", "#? [b]*", "fail"),
        ("4 echo a", "#? [a]*", "PASS"),
        ("5 echo a", "#? [!a]", "FAIL"),
        ("6 echo a", "#? [!b]", "pass"),
        ("7 nonsense", "#? [unknown .*]", "FAIL"),
        ("8 nonsense", "#? [.*]*", "fail"),
        ("9 nonsense", "#? [!x]", "FAIL"),
        ("10 nonsense", "", "FAIL"),
        ("11 echo a", "", "pass"),
        ("nonsense", "", "FAIL"),
        ("12 help", "#? [Admin.*perft .*]", "pass"),
        ("13 help", "#? [.*^Play$.*]", "pass"),
        ("14 echo  a b ", "#? [ a b ]", "pass"),
        ("15 echo", "#? []", "pass"),
        ("echo x", "#? [x]", "pass"),
        ("16 name", "#?", "pass"),
    ];
    let folder = Folder::new("regress-gogui");
    let text: String = cases.iter().map(|(command, pattern, _)| format!("{command}\n{pattern}\n")).collect();
    let file = folder.write("a.tst", text);
    let outcome = regress(&["--tap", &file]);
    let points: Vec<&str> = outcome.stdout.lines().filter(|line| line.contains("ok ")).collect();
    assert_eq!(points.len(), cases.len(), "{}", outcome.stdout);
    for (at, (point, (command, _, verdict))) in points.iter().zip(cases).enumerate() {
        let known = point.ends_with(" # TODO known failure");
        // An unexpected pass is a failure to TAP; the message below it tells the two apart.
        let lines: Vec<&str> = outcome.stdout.lines().skip_while(|line| line != point).take(4).collect();
        let passed = lines.get(3).is_some_and(|line| line.contains("passed, though"));
        let seen = match (point.starts_with("ok"), known, passed) {
            (true, false, _) => "pass",
            (false, true, _) => "fail",
            (false, false, true) => "PASS",
            (false, false, false) => "FAIL",
            (true, true, _) => "wrong",
        };
        assert_eq!(seen, verdict, "{}: {command}", at + 1);
    }
}

#[test]
fn the_script_runs_every_file_of_a_folder() {
    let folder = Folder::new("regress-script");
    folder.write("a.tst", "1 protocol_version\n#? [2]\n");
    folder.write("b c.txt", "> name\n= coureur\n\n");
    let script = |arguments: &[&str]| {
        let mut command = Command::new(project("scripts/regress-all"));
        let output = command
            .args(arguments)
            .env_remove("RUST_LOG")
            .env("COUREUR", env!("CARGO_BIN_EXE_coureur"))
            .output()
            .expect("sh runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, stdout, stderr) = script(&["--folder", &folder.path("")]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.ends_with("2 files, 2 commands judged: 2 passed\n"), "{stdout}");
    let (code, stdout, _) = script(&["--folder", &folder.path(""), "--tap", "--", "sh", "-c", "exit 1"]);
    assert_eq!((code, stdout.lines().last()), (Some(1), Some("1..2")));
    let (code, stdout, _) = script(&["--help"]);
    assert!(code == Some(0) && stdout.starts_with("Usage: scripts/regress-all "), "{stdout}");
    assert_eq!(script(&["--folder", &folder.path("nowhere")]).0, Some(2));
}

#[test]
fn commands_without_an_id_are_judged_only_when_they_fail() {
    let folder = Folder::new("regress-plain");
    let file =
        folder.write("a.tst", "new_game yote\nplay c3\n10 side_to_move\n#? [black second]\nside_to_move\n#? [.*]\n");
    assert_eq!(regress(&[&file]).stdout, format!("{file}: 2 passed\n1 file, 2 commands judged: 2 passed\n"));
    let file = folder.write("b.tst", "new_game yote\nplay c9\n");
    let outcome = regress(&[&file]);
    assert!(
        outcome.stdout.starts_with(&format!("FAIL {file}:2: play c9\n  failed: illegal move: c9")),
        "{}",
        outcome.stdout
    );
    assert_eq!(outcome.code, Some(1));
}

/// What goes wrong in a file is one sentence; the rest of the file fails, and the next file is run with a fresh engine.
#[test]
fn an_engine_that_fails_costs_its_file_and_no_other() {
    let folder = Folder::new("regress-faults");
    let good = folder.write("good.tst", "1 x a\n#? [a]\n");
    for (fault, said) in [
        ("die", "the engine ended before it answered (exit status: 3)"),
        ("hang", "the engine did not answer within 10 s"),
        ("garbage", "the engine wrote 'hello', which is no answer: expected a line that begins with = or ?"),
        ("other", "the engine answered the id 2 with the id 99"),
    ] {
        let tests = folder.write("bad.tst", format!("1 x a\n#? [a]\n2 {fault}\n3 x a\n#? [a]\n4 x b\n#? [c]*\n"));
        let timeout = if fault == "hang" { "10" } else { "60" };
        let outcome = against(ECHO, &["--timeout", timeout, &tests, &good]);
        let expected = format!(
            "FAIL {tests}:3: 2 {fault}\n  {said}\nFAIL {tests}:4: 3 x a\n  not run, nor what follows, because of line 3\n\
             {tests}: 1 passed, 3 FAILED\n{good}: 1 passed\n2 files, 5 commands judged: 2 passed, 3 FAILED\n"
        );
        assert_eq!((outcome.stdout, outcome.stderr, outcome.code), (expected, String::new(), Some(1)));
    }
    let exact = folder.write("bad.txt", "> 1 x a\n=1 a\n\n> 2 die\n=2\n\n> 3 x a\n=3 a\n\n");
    let outcome = against(ECHO, &[&exact, &good]);
    assert!(outcome.stdout.contains(&format!("{exact}: 1 passed, 2 FAILED\n{good}: 1 passed\n")), "{}", outcome.stdout);
}

#[test]
fn more_output_than_commands_is_not_overlooked() {
    let folder = Folder::new("regress-more");
    let file = folder.write("a.txt", "> 1 twice\n=1 yes\n\n");
    let outcome = against(ECHO, &[&file]);
    let expected =
        format!("FAIL {file}:1: (end)\n  output behind the last answer:\n  = more\n{file}: 1 passed, 1 FAILED\n");
    assert!(outcome.stdout.starts_with(&expected), "{}", outcome.stdout);
    assert_eq!(outcome.code, Some(1));
}

#[test]
fn what_cannot_be_run_is_one_sentence_and_exit_code_2() {
    let folder = Folder::new("regress-usage");
    let good = folder.write("good.tst", "1 x a\n#? [a]\n");
    let missing = folder.path("missing.tst");
    let kind = folder.write("a.dat", "> name\n");
    let broken = folder.write("broken.tst", "1 a\n#? [(]\n");
    let stray = folder.write("stray.txt", "> name\n= coureur\n\nname\n");
    let bytes = folder.write("bytes.txt", b"> name\n= \xff\n\n");
    let nowhere = folder.path("no/such/folder.xml");
    for (arguments, said) in [
        (&[good.as_str(), &missing][..], format!("cannot read {missing}: No such file")),
        (&[&kind], format!("{kind}: expected a transcript, named FILE.txt, or a file of tests, named FILE.tst")),
        (&[&broken], format!("{broken}: line 2: '(' is no regular expression: unclosed group")),
        (
            &[&stray],
            format!("{stray}: line 4: expected '> COMMAND', a comment or an empty line at column 1, found 'name'"),
        ),
        (&[&bytes], format!("cannot read {bytes}: stream did not contain valid UTF-8")),
        (&[&good, "--", "/no/such/engine"], "cannot start the engine '/no/such/engine': No such file".to_owned()),
        (&[&good, "--junit", &nowhere], format!("cannot write {nowhere}: No such file")),
        (&[&good, "--timeout", "0"], "expected a number of seconds above 0".to_owned()),
        (&[], "<FILE>".to_owned()),
    ] {
        let outcome = regress(arguments);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(outcome.stderr.contains(&said), "{arguments:?}: {}", outcome.stderr);
    }
}

const MIXED: &str = "1 x a\n#? [a]\n2 x #\n#? [b]*\n3 x a\n#? [a]*\n4 x <&>\n#? [\"b\"]\n5 die\n6 x a\n";

#[test]
fn tap_is_written_on_request() {
    let folder = Folder::new("regress-tap");
    let file = folder.write("a.tst", MIXED);
    let outcome = against(ECHO, &["--tap", &file]);
    let expected = format!(
        "TAP version 13\nok 1 - {file}:1: 1 x a\nnot ok 2 - {file}:3: 2 x \\# # TODO known failure\n  ---\n  message: |\n    \
         expected: [b]*\n    answered: #\n  ...\nnot ok 3 - {file}:5: 3 x a\n  ---\n  message: |\n    \
         passed, though it is marked as a known failure\n  ...\nnot ok 4 - {file}:7: 4 x <&>\n  ---\n  message: |\n    \
         expected: [\"b\"]\n    answered: <&>\n  ...\nnot ok 5 - {file}:9: 5 die\n  ---\n  message: |\n    \
         the engine ended before it answered (exit status: 3)\n  ...\nnot ok 6 - {file}:10: 6 x a\n  ---\n  message: |\n    \
         not run because of line 9\n  ...\n1..6\n"
    );
    assert_eq!((outcome.stdout, outcome.code), (expected, Some(1)));
}

#[test]
fn junit_is_written_on_request() {
    let folder = Folder::new("regress-junit");
    let file = folder.write("a.tst", MIXED);
    let report = folder.path("report.xml");
    let outcome = against(ECHO, &["--junit", &report, &file]);
    assert!(
        outcome.stdout.ends_with("1 passed, 1 failed as known, 1 PASSED unexpectedly, 3 FAILED\n"),
        "{}",
        outcome.stdout
    );
    let xml = folder.read("report.xml");
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "), "{xml}");
    let counts = "tests=\"6\" failures=\"4\" errors=\"0\" skipped=\"1\" time=\"";
    assert!(xml.contains(&format!("<testsuite name=\"{file}\" {counts}")), "{xml}");
    for (name, inside) in [
        ("1: 1 x a", ""),
        ("3: 2 x #", "<skipped message=\"known failure\">expected: [b]*\nanswered: #</skipped>"),
        ("5: 3 x a", "<failure message=\"passed, though it is marked as a known failure\"></failure>"),
        ("7: 4 x &lt;&amp;&gt;", "answered: &lt;&amp;&gt;</failure>"),
        ("9: 5 die", "the engine ended before it answered (exit status: 3)</failure>"),
        ("10: 6 x a", "<failure message=\"not run because of line 9\"></failure>"),
    ] {
        let case = xml.split("<testcase ").find(|case| case.contains(&format!(" name=\"{name}\" time=\"")));
        let case = case.unwrap_or_else(|| panic!("{name} is not in {xml}"));
        assert!(case.contains(inside), "{name}: {case}");
        assert_eq!(case.contains("</"), !inside.is_empty(), "{name}: {case}");
    }
}
