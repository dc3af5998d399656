//! `coureur selfcheck`: on the engine itself, and on small engines with one fault each.

use std::process::{Command, Output};

use crate::engine::run;

/// A small GTP engine. `$1` names its fault, or `none`.
const ENGINE: &str = r#"
fault=$1
LC_ALL=C; export LC_ALL
set -f
tab=$(printf '\t'); cr=$(printf '\r')
commands='protocol_version name version known_command list_commands genmove quit'
[ $fault = banner ] && echo 'Welcome to the engine!'

answer() {
    case $fault in
        one-line-end) printf '%s%s %s\n' "$1" "$id" "$2" ;;
        extra-empty-line) printf '%s%s %s\n\n\n' "$1" "$id" "$2" ;;
        answers-in-crlf) printf '%s%s %s\r\n\r\n' "$1" "$id" "$2" ;;
        no-blank) printf '%s%s%s\n\n' "$1" "$id" "$2" ;;
        log) printf '%s%s %s\n\nlog: answered\n' "$1" "$id" "$2" ;;
        no-id) printf '%s %s\n\n' "$1" "$2" ;;
        no-id-in-failures) [ "$1" = = ] && printf '=%s %s\n\n' "$id" "$2" || printf '? %s\n\n' "$2" ;;
        *) printf '%s%s %s\n\n' "$1" "$id" "$2" ;;
    esac
}

listed() {
    case " $commands " in *" $1 "*) return 0 ;; esac
    return 1
}

while IFS= read -r line || [ -n "$line" ]; do
    case $line in
        *[!\ -~]*)
            [ $fault = dies-of-utf8 ] && case $line in *[!\ -~$tab$cr]*) exit 1 ;; esac
            [ $fault = keeps-cr ] || line=$(printf %s "$line" | tr -d '\r')
            [ $fault = keeps-tabs ] || line=$(printf %s "$line" | tr '\t' ' ')
            [ $fault = keeps-cr ] || [ $fault = keeps-tabs ] || line=$(printf %s "$line" | tr -d '\000-\037\177') ;;
    esac
    [ $fault = answers-comments ] || line=${line%%#*}
    if [ ${#line} -gt 1000 ] && [ $fault = many-for-long ]; then answer '?' 'unknown command'; fi
    if [ $fault = keeps-blanks ]; then
        case $line in *' ') [ -n "${line##* }" ] || { [ -n "${line%% *}" ] && { answer '?' 'unknown command'; continue; } } ;; esac
    fi
    set -- $line
    id=
    case $1 in
        '') [ $fault = answers-empty-lines ] && answer '?' 'empty line'; continue ;;
        *[!0-9]*) ;;
        *) id=$1; [ $fault = short-ids ] && [ ${#id} -gt 10 ] && id=; shift ;;
    esac
    if [ $# = 0 ]; then
        [ $fault = id-alone-succeeds ] && answer = '' || answer '?' 'syntax error'
        continue
    fi
    name=$1; shift
    if listed "$name" && [ $fault != lax ]; then
        case $name in known_command) wanted=1 ;; genmove) wanted=$# ;; *) wanted=0 ;; esac
        [ $# = $wanted ] || { answer '?' 'syntax error: arguments'; continue; }
    fi
    case $name in
        protocol_version) [ $fault = version-1 ] && answer = 1 || answer = 2 ;;
        name) answer = 'double' ;;
        version) [ $fault = no-version ] && answer = '' || answer = '1.0' ;;
        known_command) { listed "$1" || { [ $fault = knows-all ]; }; } && answer = true || answer = false ;;
        list_commands)
            list=$(echo "$commands" | tr ' ' '\n')
            [ $fault = gap-in-list ] && list=$(echo "$list" | sed 's/^version/\n&/')
            [ $fault = lists-too-much ] && list="$list
undo"
            answer = "$list" ;;
        genmove) [ $fault = deaf ] && sleep 600; answer = A1 ;;
        quit)
            [ $fault = stays ] || { [ $fault = silent-quit ] || answer = ''; exit $([ $fault = exit-3 ] && echo 3 || echo 0); }
            answer = '' ;;
        *)
            case $fault in
                other-text) answer '?' 'what?' ;;
                unknown-succeeds) answer = '' ;;
                *) answer '?' 'unknown command' ;;
            esac ;;
    esac
done
[ $fault = survives-end ] && exec sleep 600
exit 0
"#;

/// For engines that do answer, however busy the machine is.
const PATIENT: &[&str] = &["--timeout", "30"];

/// Checks the double with this fault; gives the names of the checks that failed, and the report.
fn failures(fault: &str, more: &[&str]) -> (Vec<String>, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_coureur"));
    command.env_remove("RUST_LOG").arg("selfcheck").args(more).args(["--", "sh", "-c", ENGINE, "sh", fault]);
    let Output { stdout, stderr, status } = command.output().expect("the check runs");
    let report = String::from_utf8(stdout).expect("UTF-8");
    assert_eq!(String::from_utf8_lossy(&stderr), "", "{fault}");
    let failed = report.lines().filter_map(|line| line.strip_prefix("FAIL ")?.split(':').next());
    (failed.map(str::to_owned).collect(), report.clone(), status.code())
}

#[test]
fn the_engine_passes_all_checks() {
    let think = ["--init", "new_game walking-purchase", "--think", "genmove movetime=600000"];
    let mut arguments = vec!["selfcheck", "--timeout", "30"];
    arguments.extend(think);
    arguments.extend(["--", env!("CARGO_BIN_EXE_coureur")]);
    let outcome = run(&arguments, "");
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    let (last, checks) = lines.split_last().expect("a report");
    assert!(checks.len() >= 20 && checks.iter().all(|line| line.starts_with("pass ")), "{}", outcome.stdout);
    assert_eq!(*last, format!("{} passed, 0 failed, 0 skipped", checks.len()));
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
}

#[test]
fn an_engine_without_a_fault_passes_all_checks() {
    let (failed, report, code) = failures("none", PATIENT);
    assert_eq!((failed.len(), code), (0, Some(0)), "{report}");
}

#[test]
fn each_fault_is_found_by_the_check_for_it() {
    let faults = [
        ("one-line-end", "framing"),
        ("extra-empty-line", "framing"),
        ("answers-in-crlf", "framing"),
        ("no-blank", "framing"),
        ("gap-in-list", "multi-line"),
        ("banner", "stdout-clean"),
        ("log", "stdout-clean"),
        ("other-text", "unknown-command"),
        ("unknown-succeeds", "unknown-command"),
        ("no-id", "pipelining"),
        ("no-id-in-failures", "id"),
        ("short-ids", "id-large"),
        ("id-alone-succeeds", "id-alone"),
        ("lax", "arguments"),
        ("keeps-cr", "crlf"),
        ("answers-comments", "comments"),
        ("answers-empty-lines", "empty-lines"),
        ("keeps-blanks", "blanks"),
        ("keeps-tabs", "control-characters"),
        ("dies-of-utf8", "invalid-utf8"),
        ("many-for-long", "long-line"),
        ("knows-all", "known-commands"),
        ("lists-too-much", "known-commands"),
        ("exit-3", "quit"),
        ("silent-quit", "quit"),
        ("stays", "quit"),
        ("survives-end", "end-of-input"),
        ("deaf", "quit-while-thinking"),
        ("version-1", "protocol-version"),
        ("no-version", "name-version"),
    ];
    // Some wait for their deadline, so they are looked at side by side.
    std::thread::scope(|scope| {
        for some in faults.chunks(6) {
            scope.spawn(move || {
                for &(fault, check) in some {
                    let (failed, report, code) = failures(fault, &["--timeout", "1", "--only", check]);
                    assert_eq!((failed.as_slice(), code), (&[check.to_owned()][..], Some(1)), "{fault}: {report}");
                }
            });
        }
    });
}

#[test]
fn a_fault_is_found_by_no_other_check_where_it_does_not_touch_the_rest() {
    let faults: [(&str, &[&str]); 5] = [
        ("lax", &["arguments"]),
        ("short-ids", &["id-large"]),
        ("extra-empty-line", &["framing"]),
        ("lists-too-much", &["known-commands"]),
        ("other-text", &["unknown-command"]),
    ];
    std::thread::scope(|scope| {
        for (fault, expected) in faults {
            scope.spawn(move || {
                let (failed, report, _) = failures(fault, PATIENT);
                assert_eq!(failed, expected, "{fault}: {report}");
            });
        }
    });
}

#[test]
fn answers_that_are_held_back_are_told_from_none() {
    let hold_back = "cat > /dev/null; printf '= 2\\n\\n'";
    let outcome = run(&["selfcheck", "--timeout", "5", "--only", "flush", "--", "sh", "-c", hold_back], "");
    assert!(
        outcome.stdout.starts_with("FAIL flush: an answer came only after the input had been closed"),
        "{}",
        outcome.stdout
    );
    let outcome = run(&["selfcheck", "--timeout", "1", "--only", "flush", "--", "sh", "-c", "cat > /dev/null"], "");
    assert!(outcome.stdout.starts_with("FAIL flush: no answer within 1.0 s"), "{}", outcome.stdout);
}

#[test]
fn programs_that_are_no_engines_fail_and_do_not_hang() {
    for program in [&["true"][..], &["yes"], &["yes", "="], &["cat"]] {
        let mut arguments = vec!["selfcheck", "--timeout", "1", "--only", "protocol-version", "--"];
        arguments.extend(program);
        let outcome = run(&arguments, "");
        assert!(outcome.stdout.ends_with("0 passed, 1 failed, 0 skipped\n"), "{program:?}: {}", outcome.stdout);
        assert_eq!(outcome.code, Some(1));
    }
}

#[test]
fn thinking_is_skipped_where_the_engine_cannot() {
    let binary = env!("CARGO_BIN_EXE_coureur");
    let only = ["selfcheck", "--timeout", "30", "--only", "quit-while-thinking"];
    let skipped = run(&[&only[..], &["--", binary]].concat(), "");
    assert!(
        skipped.stdout.starts_with("skip quit-while-thinking: 'genmove black' is answered '? no game"),
        "{}",
        skipped.stdout
    );
    assert_eq!(skipped.code, Some(0));
    let skipped = run(&[&only[..], &["--init", "new_game chess", "--", binary]].concat(), "");
    assert!(skipped.stdout.contains("'new_game chess' is answered '? unknown game"), "{}", skipped.stdout);
}

#[test]
fn wrong_usage_of_the_check_ends_with_2() {
    for (arguments, said) in [
        (&["selfcheck"][..], "ENGINE"),
        (&["selfcheck", "--", "/no/such/engine"], "cannot start /no/such/engine"),
        (&["selfcheck", "--only", "speed", "--", "true"], "unknown check: 'speed': expected one of protocol-version,"),
        (&["selfcheck", "--timeout", "0", "--", "true"], "--timeout"),
        (&["selfcheck", "--think", "a\nb", "--", "true"], "more than one line"),
    ] {
        let outcome = run(arguments, "");
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(outcome.stderr.contains(said), "{arguments:?}: {}", outcome.stderr);
    }
}

#[test]
fn the_checks_are_listed() {
    let outcome = run(&["selfcheck", "--list"], "");
    assert_eq!(outcome.stdout.lines().count(), coureur::selfcheck::CHECKS.len());
    assert!(outcome.stdout.contains("long-line: a long line gets one answer"), "{}", outcome.stdout);
}
