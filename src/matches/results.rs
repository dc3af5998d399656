//! What is known of a game that has been played, and of the match that it belongs to.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The way in which a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// A side has resigned.
    Resign,
    /// An engine gave a turn that is none, or not legal.
    IllegalMove,
    /// An engine has answered after its time was up.
    Time,
    /// An engine has ended in the middle of the game.
    Crash,
    /// An engine has not answered.
    Stall,
    /// An engine has written what is no answer, or refused what it has to do.
    Protocol,
    /// The match runner has ended the game.
    Adjudication,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Rules => "rules",
            Ending::Resign => "resign",
            Ending::IllegalMove => "illegal move",
            Ending::Time => "time",
            Ending::Crash => "crash",
            Ending::Stall => "stall",
            Ending::Protocol => "protocol",
            Ending::Adjudication => "adjudication",
        })
    }
}

/// A game that has been played: one line of a results file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 1. Games 1 and 2, 3 and 4 and so on are pairs with the same opening.
    pub game: u64,
    /// The engine in the first seat and the one in the second.
    pub seats: [String; 2],
    /// The engine that has won; none in a draw.
    pub winner: Option<String>,
    /// The result in GTP form, where the rules have ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// How it ended.
    pub ending: Ending,
    /// The rule, or what went wrong, in a few words.
    pub reason: String,
    /// The engine that has lost by something else than the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Exit code of an engine that has ended in the middle of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// What engines have claimed of the result that is not so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disputes: Vec<String>,
    /// The seed that the engines were given.
    pub seed: u64,
    /// The turns of the opening.
    pub opening: Vec<String>,
    /// The turns that the engines have found.
    pub moves: Vec<String>,
    /// Times that the engine in the first seat took, one a turn, and those of the other, in milliseconds.
    pub times_ms: [Vec<f64>; 2],
}

impl GameRecord {
    /// Turns, those of the opening included.
    pub fn turns(&self) -> usize {
        self.opening.len() + self.moves.len()
    }

    /// Points of an engine in half points: 2 for a win, 1 for a draw.
    pub fn half_points(&self, name: &str) -> u8 {
        match &self.winner {
            None => 1,
            Some(winner) if winner == name => 2,
            Some(_) => 0,
        }
    }
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.seats;
        write!(f, "game {}: {first} against {second}: ", self.game)?;
        match &self.winner {
            Some(winner) => write!(f, "{winner} wins")?,
            None => f.write_str("a draw")?,
        }
        match (&self.fault, &self.score) {
            (Some(fault), _) => write!(f, " by {}: {fault}: {}", self.ending, self.reason)?,
            (None, Some(score)) if self.winner.is_some() => {
                write!(f, " {score} by {} ({})", self.ending, self.reason)?;
            }
            (None, _) => write!(f, " by {} ({})", self.ending, self.reason)?,
        }
        let turns = self.turns();
        write!(f, ", {turns} turn{}", if turns == 1 { "" } else { "s" })
    }
}
