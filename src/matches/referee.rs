//! The referee: a session of the game that judges every turn, and the adjudications that its rules do not know.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::game::Player;
use crate::notation::Colour;
use crate::protocol::error::CommandError;
use crate::protocol::session::{Session, open};

/// How a game came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who has won; nobody in a draw.
    pub winner: Option<Player>,
    /// One word or a few for why it is over.
    pub reason: String,
    /// The result in GTP form, by colours, when the rules have ended the game.
    pub score: Option<String>,
}

/// When a game counts as lost because its engine thinks so.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resignation {
    /// Turns in a row.
    pub turns: u32,
    /// The most that the engine expects of them, where 1 is a win.
    pub winrate: f64,
}

/// When a game is ended that its rules would go on with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adjudication {
    /// Turns after which a game is drawn.
    pub max_turns: Option<u64>,
    /// The occurrence of a position that makes a draw, in games that have no rule option for it.
    pub repetition: Option<u32>,
    /// When engines are spared a lost game.
    pub resignation: Option<Resignation>,
}

/// The seat to move, and the word by which engines are told it: its colour, or the seat while the colours are not settled.
/// `None` when the game is over.
pub fn to_move(session: &dyn Session) -> Option<(Player, String)> {
    let answer = session.side_to_move();
    let (colour, seat) = answer.split_once(' ')?;
    let player = Player::ALL.into_iter().find(|player| player.to_string() == seat)?;
    Some((player, if colour == "-" { seat } else { colour }.to_owned()))
}

/// The referee of one game.
pub struct Referee {
    session: Box<dyn Session>,
    adjudication: Adjudication,
    turns: u64,
    seen: HashMap<String, u32>,
}

impl Referee {
    /// A referee with the game at its start.
    pub fn new(game: &str, rules: &[(&str, &str)], adjudication: Adjudication) -> Result<Self, CommandError> {
        let mut referee = Referee { session: open(game, rules)?, adjudication, turns: 0, seen: HashMap::new() };
        referee.remember();
        Ok(referee)
    }

    /// The seat to move, and the word by which engines are told it. `None` when the rules have ended the game.
    pub fn to_move(&self) -> Option<(Player, String)> {
        to_move(self.session())
    }

    /// Plays a turn, or says why it is none. To resign is none: it leaves the position alone.
    pub fn play(&mut self, text: &str) -> Result<(), CommandError> {
        if text.eq_ignore_ascii_case("resign") {
            return Err(CommandError::IllegalMove("resign: expected a turn".to_owned()));
        }
        self.session.play(text)?;
        self.turns += 1;
        self.remember();
        Ok(())
    }

    fn remember(&mut self) {
        if self.adjudication.repetition.is_some() {
            *self.seen.entry(self.session.position()).or_default() += 1;
        }
    }

    /// The result, if the rules have ended the game.
    pub fn verdict(&self) -> Option<Verdict> {
        let reason = self.session.game_over()?.to_owned();
        let by_seat = self.session.final_score(true).unwrap_or_default();
        let winner = match by_seat.chars().next() {
            Some(letter) if letter == Colour::Black.letter() => Some(Player::First),
            Some(letter) if letter == Colour::White.letter() => Some(Player::Second),
            _ => None,
        };
        Some(Verdict { winner, reason, score: self.session.final_score(false) })
    }

    /// The draw that an adjudication makes of the game now, if one does.
    pub fn adjudicated(&self) -> Option<Verdict> {
        let draw = |reason: &str| Some(Verdict { winner: None, reason: reason.to_owned(), score: None });
        if self.adjudication.max_turns.is_some_and(|most| self.turns >= most) {
            return draw("max-turns");
        }
        let times = self.adjudication.repetition?;
        if self.seen.get(&self.session.position()).is_some_and(|&seen| seen >= times) {
            return draw("repetition");
        }
        None
    }

    /// The game being judged.
    pub fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_is_a_seat_and_the_score_names_colours() {
        let mut referee = Referee::new("walking-purchase", &[], Adjudication::default()).unwrap();
        assert_eq!(referee.to_move(), Some((Player::First, "white".to_owned())));
        for turn in ["a16-n3(a)", "p16-a2", "p1-b2(b)"] {
            assert_eq!(referee.verdict(), None);
            referee.play(turn).unwrap();
        }
        let verdict = referee.verdict().unwrap();
        assert_eq!((verdict.winner, verdict.score.as_deref()), (Some(Player::First), Some("W+0.5")));
        assert_eq!((verdict.reason.as_str(), referee.to_move()), ("stuck", None));
    }

    #[test]
    fn while_colours_are_not_settled_the_seat_is_named() {
        let referee = Referee::new("ponte", &[], Adjudication::default()).unwrap();
        let (player, word) = referee.to_move().unwrap();
        assert_eq!(player, Player::First);
        let mut referee = Referee::new("ponte", &[], Adjudication::default()).unwrap();
        let first = referee.session().legal_turns().unwrap().swap_remove(0);
        referee.play(&first).unwrap();
        let (player, choice) = referee.to_move().unwrap();
        assert_eq!((player, choice.as_str()), (Player::Second, "second"), "{word}");
    }

    #[test]
    fn adjudications_make_draws() {
        let short = Adjudication { max_turns: Some(2), ..Adjudication::default() };
        let mut referee = Referee::new("walking-purchase", &[], short).unwrap();
        referee.play("p1-h8(h)").unwrap();
        assert_eq!(referee.adjudicated(), None);
        referee.play("a1-b5(a)").unwrap();
        assert_eq!(referee.adjudicated().unwrap().reason, "max-turns");

        // The start counts as the first occurrence: with 1 the game is drawn at once.
        let repeated = Adjudication { repetition: Some(1), ..Adjudication::default() };
        let referee = Referee::new("ponte", &[], repeated).unwrap();
        assert_eq!(referee.adjudicated().unwrap(), Verdict { winner: None, reason: "repetition".into(), score: None });
    }
}
