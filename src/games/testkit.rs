//! What the games' tests are written with: a table to play at, slow references to compare with, and random positions.

use std::ops::ControlFlow;

use crate::game::{Game, Rules, for_each_turn};
use crate::games::{GameVisitor, with_game};
use crate::notation::Notation;
use crate::protocol::error::CommandError;
use crate::protocol::session::{Session, open};
use crate::record::Record;
use crate::rng::Rng;

/// The common face of the slow references: each written from a rules file alone, sharing no code with the game it checks.
pub(crate) trait Reference: Clone {
    /// The start position under rule options given as (name, value); options not named have their default.
    fn start(options: &[(&str, &str)]) -> Self;
    /// A valid position string under rule options.
    fn at(position: &str, options: &[(&str, &str)]) -> Self;
    /// The position string.
    fn position(&self) -> String;
    /// Every legal turn as the engine writes it, in any order; none when the game is over.
    fn turns(&self) -> Vec<String>;
    /// Plays one of `turns()`.
    fn play(&mut self, turn: &str);
    /// The result in GTP form, once the game is over.
    fn final_score(&self) -> Option<String>;
    /// Facts that hold at any time, named as in the `score` command.
    fn score(&self) -> Vec<(&'static str, String)>;
}

/// `a=b c=d` as pairs.
fn pairs(options: &str) -> Vec<(&str, &str)> {
    options.split_whitespace().map(|option| option.split_once('=').expect("NAME=VALUE")).collect()
}

/// A game on the table. All methods assert, and may be chained.
pub(crate) struct Table {
    session: Box<dyn Session>,
}

impl Table {
    /// A game from its start, under options such as `"a=b c=d"`.
    pub(crate) fn new(game: &str, options: &str) -> Table {
        Table { session: open(game, &pairs(options)).unwrap() }
    }

    /// A game from a position string.
    pub(crate) fn at(game: &str, options: &str, position: &str) -> Table {
        let mut table = Table::new(game, options);
        if let Err(error) = table.session.set_position(position) {
            panic!("{position}: {error}");
        }
        table.position_is(position);
        table
    }

    /// Plays turns separated by blanks.
    pub(crate) fn play(&mut self, turns: &str) -> &mut Self {
        for turn in turns.split_whitespace() {
            assert_eq!(self.session.explain(turn), "legal", "{turn} in {}", self.session.position());
            self.session.play(turn).unwrap();
        }
        self
    }

    /// This turn would be accepted.
    pub(crate) fn legal(&mut self, turn: &str) -> &mut Self {
        assert_eq!(self.session.explain(turn), "legal", "{turn} in {}", self.session.position());
        self
    }

    /// This turn is refused, and nothing changes.
    pub(crate) fn illegal(&mut self, turn: &str) -> &mut Self {
        self.refused(turn, |error| matches!(error, CommandError::IllegalMove(_) | CommandError::GameOver(_)))
    }

    /// This turn is refused as illegal with a reason that contains `reason`.
    #[allow(dead_code, reason = "for games whose tests look at reasons")]
    pub(crate) fn illegal_because(&mut self, turn: &str, reason: &str) -> &mut Self {
        let explained = self.session.explain(turn);
        assert!(explained.starts_with("illegal: ") && explained.contains(reason), "{turn}: {explained}");
        self.illegal(turn)
    }

    /// This turn is refused as ambiguous, and nothing changes.
    pub(crate) fn ambiguous(&mut self, turn: &str) -> &mut Self {
        self.refused(turn, |error| matches!(error, CommandError::AmbiguousMove(_)))
    }

    fn refused(&mut self, turn: &str, expected: impl Fn(&CommandError) -> bool) -> &mut Self {
        let before = self.session.position();
        match self.session.play(turn) {
            Err(error) if expected(&error) => {}
            other => panic!("{turn} in {before}: {other:?}"),
        }
        assert_ne!(self.session.explain(turn), "legal");
        self.position_is(&before)
    }

    /// The complete list of legal turns, in any order.
    pub(crate) fn turns_are(&mut self, turns: &str) -> &mut Self {
        let mut expected: Vec<&str> = turns.split_whitespace().collect();
        expected.sort_unstable();
        assert_eq!(self.session.legal_turns().unwrap(), expected, "in {}", self.session.position());
        self
    }

    /// The number of legal turns.
    pub(crate) fn turn_count(&mut self, count: usize) -> &mut Self {
        let turns = self.session.legal_turns().unwrap();
        assert_eq!(turns.len(), count, "in {}: {turns:?}", self.session.position());
        self
    }

    /// The position string, to the letter.
    pub(crate) fn position_is(&mut self, position: &str) -> &mut Self {
        assert_eq!(self.session.position(), position);
        self
    }

    /// The word for the side to move: a colour, `-`, or `none`.
    pub(crate) fn side_is(&mut self, side: &str) -> &mut Self {
        let to_move = self.session.side_to_move();
        assert_eq!(to_move.split(' ').next(), Some(side), "in {}", self.session.position());
        self
    }

    /// The game is over with this final score.
    pub(crate) fn over_with(&mut self, score: &str) -> &mut Self {
        assert_eq!(self.session.final_score(false).as_deref(), Some(score), "in {}", self.session.position());
        assert!(self.session.game_over().is_some());
        assert_eq!(self.session.legal_turns().unwrap(), [""; 0]);
        self
    }

    /// The game goes on.
    pub(crate) fn unfinished(&mut self) -> &mut Self {
        assert_eq!(self.session.final_score(false), None, "in {}", self.session.position());
        assert_eq!(self.session.game_over(), None);
        assert_ne!(self.session.legal_turns(), Ok(Vec::new()));
        self
    }

    /// These `key=value` words are among the score facts.
    pub(crate) fn score_has(&mut self, facts: &str) -> &mut Self {
        let score = self.session.score();
        for fact in facts.split_whitespace() {
            assert!(score.split(' ').any(|word| word == fact), "{fact} is not in {score}");
        }
        self
    }

    /// Takes back the last turn.
    pub(crate) fn undo(&mut self) -> &mut Self {
        self.session.undo(1).unwrap();
        self
    }

    /// This position string is refused, and the old position stays.
    pub(crate) fn refuses_position(&mut self, position: &str) -> &mut Self {
        let before = self.session.position();
        match self.session.set_position(position) {
            Err(CommandError::InvalidPosition(_)) => {}
            other => panic!("{position}: {other:?}"),
        }
        self.position_is(&before)
    }
}

/// Changes a few squares of a position string at random; the outcome may be no valid position.
pub(crate) fn mutate(position: &str, rng: &mut Rng) -> String {
    let (board, rest) = position.split_once(' ').unwrap();
    let ranks = board.split('/').map(|rank| {
        let mut squares = String::new();
        let mut run = String::new();
        for c in rank.chars().chain(['.']) {
            if c.is_ascii_digit() {
                run.push(c);
            } else {
                squares.push_str(&".".repeat(std::mem::take(&mut run).parse().unwrap_or(0)));
                squares.push(c);
            }
        }
        squares.pop();
        squares.chars().collect::<Vec<char>>()
    });
    let mut ranks: Vec<Vec<char>> = ranks.collect();
    let pieces: Vec<char> = ranks.concat();
    for _ in 0..=rng.below(12) {
        let rank = rng.below(ranks.len() as u32) as usize;
        let file = rng.below(ranks[rank].len() as u32) as usize;
        ranks[rank][file] = pieces[rng.below(pieces.len() as u32) as usize];
    }
    let write = |rank: &Vec<char>| {
        let mut text = String::new();
        let mut run = 0;
        for &c in rank.iter().chain(&['\n']) {
            if c == '.' {
                run += 1;
                continue;
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
            run = 0;
            text.push(c);
        }
        text.trim_end().to_owned()
    };
    format!("{} {rest}", ranks.iter().map(write).collect::<Vec<_>>().join("/"))
}

/// Positions with more turns than this are not listed when references are compared.
const MOST_COMPARED: u64 = 20_000;

/// Compares the game with its reference in `count` positions under these options: those of random games, and set-ups made from them by
/// changing squares. Turn lists, position strings, results and score facts have to agree.
pub(crate) fn compare<R: Reference>(game: &str, options: &str, count: usize, seed: u64) {
    struct Compare<'a, R> {
        options: &'a str,
        count: usize,
        seed: u64,
        reference: std::marker::PhantomData<R>,
    }
    impl<R: Reference> GameVisitor for Compare<'_, R> {
        type Output = ();

        fn visit<G: Notation>(self) {
            compare_with::<G, R>(self.options, self.count, self.seed);
        }
    }
    let compare = Compare { options, count, seed, reference: std::marker::PhantomData::<R> };
    with_game(game, compare).expect("a registered game");
}

/// The rules value for options such as `a=b c=d`.
pub(crate) fn rules<G: Game>(options: &str) -> G::Rules {
    let mut rules = G::Rules::default();
    for (name, value) in pairs(options) {
        let option = G::Rules::OPTIONS.iter().find(|option| option.name == name).expect("an option");
        (option.set)(&mut rules, option.values.parse(value).expect("a value"));
    }
    rules
}

fn compare_with<G: Notation, R: Reference>(options: &str, count: usize, seed: u64) {
    let rules = rules::<G>(options);
    let options = pairs(options);
    let mut rng = Rng::new(seed);
    let mut compared = 0;
    while compared < count {
        let mut record = Record::new(G::start(rules));
        let mut slow = R::start(&options);
        // Every other game goes on from a set-up somewhere within a random game.
        let set_up_after = (rng.below(2) == 0).then(|| rng.below(60));
        for ply in 0.. {
            if set_up_after == Some(ply) {
                let text = mutate(&record.position().write_position(), &mut rng);
                let Ok(position) = G::parse_position(&text, rules) else { break };
                record = Record::new(position);
                slow = R::at(&text, &options);
            }
            if record.outcome().is_none() && record.position().count_turns(MOST_COMPARED) >= MOST_COMPARED {
                break;
            }
            let turns = assert_same(&record, &slow);
            compared += 1;
            let Some(turn) = turns.get(rng.below(turns.len() as u32) as usize) else { break };
            record.play(crate::notation::read_turn(record.position(), turn).unwrap());
            slow.play(turn);
        }
    }
}

/// Asserts that both see the same position; gives its turns.
fn assert_same<G: Notation, R: Reference>(record: &Record<G>, slow: &R) -> Vec<String> {
    let position = record.position();
    let text = position.write_position();
    assert_eq!(text, slow.position());
    let outcome = record.outcome();
    let mut turns = Vec::new();
    if outcome.is_none() {
        let _ = for_each_turn(position, &mut |turn, _| {
            turns.push(position.write_turn(turn));
            ControlFlow::<()>::Continue(())
        });
    }
    turns.sort_unstable();
    let mut expected = slow.turns();
    expected.sort_unstable();
    assert_eq!(turns, expected, "legal turns of {text}");

    let session_score = outcome.map(|outcome| match outcome {
        crate::game::Outcome::Draw => "0".to_owned(),
        crate::game::Outcome::Win(seat) => {
            let letter = position.colour_of(seat).expect("colours are settled at the end").letter();
            format!("{letter}+{}", position.margin(outcome).unwrap_or(crate::notation::Points::whole(1)))
        }
    });
    assert_eq!(session_score, slow.final_score(), "final score of {text}");
    let facts = position.facts();
    for (name, value) in slow.score() {
        let ours = facts.iter().find(|(fact, _)| *fact == name).map(|(_, value)| value);
        assert_eq!(ours, Some(&value), "{name} of {text}");
    }
    turns
}
