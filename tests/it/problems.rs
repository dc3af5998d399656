//! Positions with a proven result, which the search has to prove within so many nodes. `tests/problems/GAME.problems` holds lines
//! `POSITION ; RESULT`, the result being that of the side to move; `scripts/problems` finds more.

use std::sync::Arc;

use coureur::games::GAMES;
use coureur::protocol::session::{Question, open};
use coureur::search::{Limits, Settings};

use crate::transcripts::project;

/// Nodes within which each has to be proven.
const NODES: u64 = 60_000;

/// Fewest problems of a game.
const LEAST: usize = 20;

#[test]
fn problems_are_solved_in_every_game() {
    for game in GAMES {
        let file = project("tests/problems").join(format!("{}.problems", game.id));
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let problems: Vec<(&str, &str)> =
            text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" ; ")).collect();
        assert!(problems.len() >= LEAST, "{}: {} problems", game.id, problems.len());
        let mut session = open(game.id, &[]).expect("registered");
        for (position, result) in problems {
            session.set_position(position).unwrap_or_else(|error| panic!("{}: {position}: {error}", game.id));
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let question = Question { limits, settings: Settings::default(), stop: &Arc::default() };
            let thought = session.think(&question, &mut |_| {}).expect("the game goes on");
            let proven = thought.lines[0].proven.map_or("nothing".to_owned(), |proven| proven.to_string());
            let word = |text: &str| text.split(' ').next().map(str::to_owned);
            assert_eq!(word(&proven), word(result), "{}: {position}: {proven}, not {result}", game.id);
        }
    }
}
