//! Openings: the turns that are played before the engines think, the same for both games of a pair.

use serde::{Deserialize, Serialize};

use super::hash_of;
use super::referee::{Adjudication, Referee};
use crate::notation::quote;
use crate::protocol::error::CommandError;
use crate::rng::{Rng, mix};

/// How often random turns are drawn anew when they have ended the game.
const ATTEMPTS: u64 = 20;

/// Why there is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// A list that cannot be played.
    #[error("opening {number}, turn {}: {error}", quote(.turn))]
    Turn {
        /// Which list, from 1.
        number: usize,
        /// The turn at fault.
        turn: String,
        /// What is wrong with it.
        error: CommandError,
    },
    /// A list that leaves nothing to play.
    #[error("opening {0} ends the game: expected turns after which it goes on")]
    Over(usize),
    /// A file without a list.
    #[error("the openings file holds no list of turns: expected one a line")]
    Empty,
    /// Random turns that always end the game.
    #[error("{0} random turns always end the game: expected fewer")]
    TooLong(u32),
    /// Too many turns to choose from.
    #[error("cannot draw a random turn: {0}")]
    Draw(CommandError),
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// So many random turns; with 0 every game begins at the start.
    Random(u32),
    /// Lists of turns, used in turn.
    Lists(Vec<Vec<String>>),
}

/// What a results file remembers of its openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpeningsId {
    /// So many random turns.
    RandomPlies(u32),
    /// A file.
    Lists {
        /// How many lists it has.
        count: usize,
        /// A hash of them.
        hash: String,
    },
}

impl Openings {
    /// Lists of turns from a file's text: one list a line, `#` begins a comment. Every list is played through, so that a wrong one
    /// is found before the match and not in it.
    pub fn read(text: &str, game: &str, rules: &[(&str, &str)]) -> Result<Self, OpeningError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
        let list = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let lists: Vec<_> = lines.map(list).filter(|list| !list.is_empty()).collect();
        if lists.is_empty() {
            return Err(OpeningError::Empty);
        }
        for (index, list) in lists.iter().enumerate() {
            check(index + 1, list, game, rules)?;
        }
        Ok(Openings::Lists(lists))
    }

    /// The opening of a pair of games, counted from 0.
    pub fn of_pair(
        &self,
        pair: u64,
        seed: u64,
        game: &str,
        rules: &[(&str, &str)],
    ) -> Result<Vec<String>, OpeningError> {
        match self {
            Openings::Lists(lists) => {
                let index = usize::try_from(pair % (lists.len().max(1) as u64)).unwrap_or_default();
                lists.get(index).cloned().ok_or(OpeningError::Empty)
            }
            Openings::Random(0) => Ok(Vec::new()),
            Openings::Random(plies) => {
                let tries = (0..ATTEMPTS).map(|attempt| Rng::new(mix(mix(seed, pair), attempt)));
                for mut rng in tries {
                    if let Some(turns) = random_turns(*plies, &mut rng, game, rules)? {
                        return Ok(turns);
                    }
                }
                Err(OpeningError::TooLong(*plies))
            }
        }
    }

    /// What tells these openings from others.
    pub fn id(&self) -> OpeningsId {
        match self {
            Openings::Random(plies) => OpeningsId::RandomPlies(*plies),
            Openings::Lists(lists) => {
                let words = lists.iter().flat_map(|list| list.iter().map(String::as_str).chain(["\n"]));
                OpeningsId::Lists { count: lists.len(), hash: format!("{:016x}", hash_of(words)) }
            }
        }
    }
}

fn referee(game: &str, rules: &[(&str, &str)]) -> Result<Referee, OpeningError> {
    Referee::new(game, rules, Adjudication::default()).map_err(OpeningError::Draw)
}

fn check(number: usize, list: &[String], game: &str, rules: &[(&str, &str)]) -> Result<(), OpeningError> {
    let mut referee = referee(game, rules)?;
    for turn in list {
        referee.play(turn).map_err(|error| OpeningError::Turn { number, turn: turn.clone(), error })?;
    }
    if referee.verdict().is_some() { Err(OpeningError::Over(number)) } else { Ok(()) }
}

/// Random turns, each legal one with the same probability; `None` when they end the game.
fn random_turns(
    plies: u32,
    rng: &mut Rng,
    game: &str,
    rules: &[(&str, &str)],
) -> Result<Option<Vec<String>>, OpeningError> {
    let mut referee = referee(game, rules)?;
    let mut turns = Vec::new();
    for _ in 0..plies {
        let mut legal = referee.session().legal_turns().map_err(OpeningError::Draw)?;
        let count = u32::try_from(legal.len()).unwrap_or(u32::MAX);
        if count == 0 {
            return Ok(None);
        }
        let turn = legal.swap_remove(rng.below(count) as usize);
        referee.play(&turn).map_err(OpeningError::Draw)?;
        turns.push(turn);
    }
    Ok(referee.verdict().is_none().then_some(turns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_follow_from_seed_and_pair() {
        let openings = Openings::Random(4);
        let of = |pair, seed| openings.of_pair(pair, seed, "yote", &[]).unwrap();
        assert_eq!(of(3, 1), of(3, 1));
        assert_ne!(of(3, 1), of(4, 1));
        assert_ne!(of(3, 1), of(3, 2));
        assert_eq!(of(0, 1).len(), 4);
        assert_eq!(Openings::Random(0).of_pair(5, 1, "yote", &[]), Ok(Vec::new()));
    }

    #[test]
    fn openings_that_always_end_the_game_are_refused() {
        let error = Openings::Random(5_000).of_pair(0, 1, "ponte", &[]).unwrap_err();
        assert_eq!(error, OpeningError::TooLong(5_000));
    }

    #[test]
    fn lists_are_read_checked_and_used_in_turn() {
        let text = "# two lists\nc3 c4 # four turns\n\n  d3  \n";
        let openings = Openings::read(text, "yote", &[]).unwrap();
        assert_eq!(openings, Openings::Lists(vec![vec!["c3".into(), "c4".into()], vec!["d3".into()]]));
        assert_eq!(openings.of_pair(2, 9, "yote", &[]).unwrap(), ["c3", "c4"]);
        assert_ne!(openings.id(), Openings::read("c3\nc4 d3", "yote", &[]).unwrap().id());

        let error = |text: &str| Openings::read(text, "yote", &[]).unwrap_err().to_string();
        assert_eq!(error("# none\n"), "the openings file holds no list of turns: expected one a line");
        assert!(error("c3\nc4 c4").starts_with("opening 2, turn 'c4': illegal move: c4: "), "{}", error("c3\nc4 c4"));
        let over = Openings::read("a16-n3(a) p16-a2 p1-b2(b)", "walking-purchase", &[]).unwrap_err();
        assert_eq!(over, OpeningError::Over(1));
    }
}
