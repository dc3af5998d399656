//! Positions with known counts, verdicts and results: `tests/perft/GAME.perft` and `tests/cases/GAME.cases`, both in one form. A block of
//! lines `key value`, ended by an empty line, is one case:
//!
//! | key | value |
//! |---|---|
//! | `#` | what the case shows |
//! | `rules` | rule options, `NAME=VALUE …` |
//! | `position` | a position string to begin with |
//! | `moves` | turns to play from there |
//! | `counts` | the number of legal turns before each of `moves` |
//! | `perft` | depth and count |
//! | `legal`, `illegal`, `ambiguous` | a turn and whether it is accepted |
//! | `turns` | the whole list of legal turns |
//! | `pairs`, `bridges` | the number of legal turns with a comma; the list of those with a hyphen (Ponte) |
//! | `over` | `false`, or `true` and the reason |
//! | `side` | the answer of `side_to_move` |
//! | `result` | the answer of `final_score` |
//! | `score` | words that `score` contains |
//! | `becomes` | the position string after `moves` |

use std::fs;
use std::sync::atomic::AtomicBool;

use coureur::protocol::session::{Session, open};

use crate::transcripts::{files_below, project};

/// One case: its lines as key and value.
struct Case<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Case<'a> {
    fn all(text: &'a str) -> Vec<Case<'a>> {
        text.split("\n\n")
            .map(|block| {
                Case(block.lines().filter(|l| !l.is_empty()).map(|l| l.split_once(' ').unwrap_or((l, ""))).collect())
            })
            .filter(|case| case.0.iter().any(|(key, _)| *key != "#"))
            .collect()
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|(k, _)| *k == key).map(|(_, value)| *value)
    }

    fn check(&self, game: &str) {
        let title = self.get("#").unwrap_or("untitled");
        let words = |key| self.get(key).unwrap_or("").split_whitespace();
        let rules: Vec<_> = words("rules").map(|rule| rule.split_once('=').expect("NAME=VALUE")).collect();
        let mut session = open(game, &rules).unwrap_or_else(|error| panic!("{title}: {error}"));
        if let Some(position) = self.get("position") {
            session.set_position(position).unwrap_or_else(|error| panic!("{title}: {error}"));
        }
        let counts: Option<Vec<usize>> =
            self.get("counts").map(|counts| counts.split(' ').map(|n| n.parse().expect("a count")).collect());
        for (ply, turn) in words("moves").enumerate() {
            if let Some(counts) = &counts {
                assert_eq!(
                    session.legal_turns().expect("few").len(),
                    counts[ply],
                    "{title}: before turn {ply}, {turn}"
                );
            }
            session.play(turn).unwrap_or_else(|error| panic!("{title}: turn {ply}: {error}"));
        }
        let known = self.0.iter().filter(|(key, value)| check_line(title, session.as_ref(), key, value)).count();
        assert!(known > 0 || counts.is_some(), "{title}: nothing is checked");
    }
}

/// Checks one line; `false` for lines that only lead to the position.
fn check_line(title: &str, session: &dyn Session, key: &str, value: &str) -> bool {
    let listed = || session.legal_turns().expect("few");
    let sorted = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    match key {
        "perft" => {
            let (depth, count) = value.split_once(' ').expect("depth and count");
            let depth = depth.parse().expect("a depth");
            let found = session.perft(depth, &AtomicBool::new(false)).map(|n| n.to_string());
            assert_eq!(found.as_deref(), Some(count), "{title}: perft {depth}");
        }
        "legal" | "illegal" | "ambiguous" => {
            let explained = session.explain(value);
            assert_eq!(explained.split(':').next(), Some(key), "{title}: {value}: {explained}");
        }
        "turns" => assert_eq!(listed(), sorted(value), "{title}"),
        "pairs" => {
            let pairs = listed().iter().filter(|turn| turn.contains(',')).count();
            assert_eq!(pairs.to_string(), value, "{title}");
        }
        "bridges" => {
            let bridges = listed().into_iter().filter(|turn| turn.contains('-')).collect::<Vec<_>>();
            assert_eq!(bridges, sorted(value), "{title}");
        }
        "over" => {
            let over = session.game_over().map_or("false".to_owned(), |reason| format!("true {reason}"));
            assert_eq!(over, value, "{title}");
        }
        "side" => assert_eq!(session.side_to_move(), value, "{title}"),
        "result" => assert_eq!(session.final_score(false).as_deref(), Some(value), "{title}"),
        "score" => {
            let score = session.score();
            for word in value.split(' ') {
                assert!(score.split(' ').any(|w| w == word), "{title}: {word} is not in {score}");
            }
        }
        "becomes" => assert_eq!(session.position(), value, "{title}"),
        "#" | "rules" | "position" | "moves" | "counts" => return false,
        _ => panic!("{title}: unknown key {key}"),
    }
    true
}

fn check_files(folder: &str, ending: &str) -> usize {
    let mut checked = 0;
    for file in files_below(&project(folder), ending) {
        let game = file.file_stem().and_then(|stem| stem.to_str()).expect("a game's id").to_owned();
        let text = fs::read_to_string(&file).expect("readable");
        let cases = Case::all(&text);
        cases.iter().for_each(|case| case.check(&game));
        checked += cases.len();
    }
    checked
}

#[test]
fn perft_files_hold() {
    assert!(check_files("tests/perft", "perft") > 0);
}

#[test]
fn case_files_hold() {
    assert!(check_files("tests/cases", "cases") > 0);
}
