//! The arguments of `coureur match`, and the match that they make.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use nom::Parser;
use nom::character::complete::char;
use nom::error::context;
use nom::sequence::separated_pair;

use crate::cli::{Error, rule_pairs};
use crate::matches::MatchError;
use crate::matches::clock::Clock;
use crate::matches::game::Terms;
use crate::matches::openings::Openings;
use crate::matches::player::EngineSpec;
use crate::matches::referee::{Adjudication, Resignation};
use crate::matches::runner::Match;
use crate::matches::sprt::Sprt;
use crate::notation::{number, parse_all};
use crate::protocol::command::{key_values, parse_limits};
use crate::protocol::session::open;

/// The rule option by which a game knows repetition itself.
const REPETITION: &str = "repetition";
/// The occurrence that ends a game by that option where nothing else is asked for.
const REPETITION_DEFAULT: u32 = 3;

/// Names with their values.
type Pairs = Vec<(String, String)>;

/// Play matches between two engines
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  coureur match yote --games 20 --limit movetime=50
  coureur match ponte --games 400 --limit nodes=2000 --first-option hash=1 --second-option hash=64 --results hash.jsonl
  coureur match yote --limit movetime=100 --random-plies 4 --sprt elo0=0 elo1=10
  coureur match yote --second 'other-engine --gtp' --limit movetime=100
  coureur match --report hash.jsonl

Exit code 0: all games played, or H1 accepted; 1: H0 accepted; 2: an error; 3: the test is undecided; 130: interrupted.")]
pub(in crate::cli) struct MatchArguments {
    /// Id of the game, such as yote
    #[arg(
        required_unless_present = "report",
        conflicts_with = "report",
        default_value = "",
        hide_default_value = true
    )]
    pub(super) game: String,
    /// A rule option of the game; may be repeated
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,
    /// Number of games; each opening is played twice, with seats exchanged
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,
    /// Games played at the same time, each by two engine processes of its own
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) concurrency: u16,
    /// Play only every N-th pair of games, beginning with the I-th: for matches on several machines
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,
    /// Stop as soon as the results decide: elo0=E elo1=E [alpha=P] [beta=P] [model=normalized|logistic]
    #[arg(long, value_name = "TEST", num_args = 1..=5)]
    sprt: Vec<String>,

    /// Append each game to this file, which has to be new
    #[arg(long, value_name = "FILE", conflicts_with_all = ["resume", "report"], help_heading = "Results")]
    pub(super) results: Option<PathBuf>,
    /// Go on with the match of this results file; begin it if there is none
    #[arg(long, value_name = "FILE", conflicts_with = "report", help_heading = "Results")]
    pub(super) resume: Option<PathBuf>,
    /// Play nothing: report on these results files, which belong to one match
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Results")]
    pub(super) report: Vec<PathBuf>,
    /// Write each game as a transcript into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "report", help_heading = "Results")]
    pub(super) record: Option<PathBuf>,

    /// Command line of the first engine [default: this program]
    #[arg(long, value_name = "CMD", help_heading = "Engines")]
    first: Option<String>,
    /// Command line of the second engine [default: this program]
    #[arg(long, value_name = "CMD", help_heading = "Engines")]
    second: Option<String>,
    /// What reports call the first engine
    #[arg(long, value_name = "NAME", default_value = "first", help_heading = "Engines")]
    first_name: String,
    /// What reports call the second engine
    #[arg(long, value_name = "NAME", default_value = "second", help_heading = "Engines")]
    second_name: String,
    /// Limits sent with each genmove, such as "movetime=100" or "nodes=1000"; without limit and clock engines take their own time
    #[arg(long, value_name = "LIMITS", help_heading = "Engines")]
    limit: Option<String>,
    /// Limits of the first engine alone
    #[arg(long, value_name = "LIMITS", help_heading = "Engines")]
    first_limit: Option<String>,
    /// Limits of the second engine alone
    #[arg(long, value_name = "LIMITS", help_heading = "Engines")]
    second_limit: Option<String>,
    /// Clock: seconds for the game and seconds added after each turn
    #[arg(long, value_name = "MAIN+INC", help_heading = "Engines")]
    clock: Option<Clock>,
    /// Clock of the first engine alone
    #[arg(long, value_name = "MAIN+INC", help_heading = "Engines")]
    first_clock: Option<Clock>,
    /// Clock of the second engine alone
    #[arg(long, value_name = "MAIN+INC", help_heading = "Engines")]
    second_clock: Option<Clock>,
    /// An engine option of both engines; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", help_heading = "Engines")]
    options: Vec<String>,
    /// An engine option of the first engine
    #[arg(long = "first-option", value_name = "NAME=VALUE", help_heading = "Engines")]
    first_options: Vec<String>,
    /// An engine option of the second engine
    #[arg(long = "second-option", value_name = "NAME=VALUE", help_heading = "Engines")]
    second_options: Vec<String>,
    /// A line sent to both engines when they have started, as it is; may be repeated
    #[arg(long, value_name = "LINE", help_heading = "Engines")]
    init: Vec<String>,
    /// A line sent to the first engine when it has started
    #[arg(long, value_name = "LINE", help_heading = "Engines")]
    first_init: Vec<String>,
    /// A line sent to the second engine when it has started
    #[arg(long, value_name = "LINE", help_heading = "Engines")]
    second_init: Vec<String>,

    /// Begin each pair of games with N random turns
    #[arg(long, value_name = "N", conflicts_with = "openings", help_heading = "Openings")]
    random_plies: Option<u32>,
    /// Begin each pair of games with a list of turns from this file, one list a line
    #[arg(long, value_name = "FILE", help_heading = "Openings")]
    openings: Option<PathBuf>,
    /// What openings and the engines' seeds follow from
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Openings")]
    seed: u64,

    /// A game is drawn after N turns
    #[arg(long, value_name = "N", help_heading = "Endings", value_parser = clap::value_parser!(u64).range(1..))]
    max_turns: Option<u64>,
    /// The occurrence of a position that ends a game, 0 for never [default: 3 where the game has this rule option]
    #[arg(long, value_name = "N", help_heading = "Endings")]
    repetition: Option<u32>,
    /// A game is lost when its engine has expected next to nothing of N of its turns in a row; needs genmove_analyze
    #[arg(long, value_name = "N", help_heading = "Endings", value_parser = clap::value_parser!(u32).range(1..))]
    resign: Option<u32>,
    /// What next to nothing is, where 1 is a win
    #[arg(long, value_name = "RATE", default_value_t = 0.02, requires = "resign", help_heading = "Endings")]
    resign_winrate: f64,
    /// Milliseconds by which an answer may be late before the game is lost on time
    #[arg(long, value_name = "MS", default_value_t = 500, help_heading = "Endings")]
    margin: u64,
    /// Seconds of silence, beyond its time, after which an engine has stalled
    #[arg(long, value_name = "SECONDS", default_value_t = 60, help_heading = "Endings", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
}

impl MatchArguments {
    /// The match.
    pub(super) fn the_match(&self) -> Result<Match, Error> {
        let (game, rules, repetition) = self.rules()?;
        if !(0.0..0.5).contains(&self.resign_winrate) {
            return Err(Error::Usage(format!("--resign-winrate {}: expected 0 to 0.5", self.resign_winrate)));
        }
        let resignation = self.resign.map(|turns| Resignation { turns, winrate: self.resign_winrate });
        let adjudication = Adjudication { max_turns: self.max_turns, repetition, resignation };
        let terms = Terms {
            game,
            rules,
            adjudication,
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.timeout),
        };
        let openings = self.openings(&terms)?;
        Ok(Match { terms, engines: self.engines()?, openings, seed: self.seed })
    }

    /// The game's id and the rule options that it is played with, both as the game itself writes them, and the repetition that is left to
    /// adjudicate.
    fn rules(&self) -> Result<(String, Pairs, Option<u32>), Error> {
        let mut given = rule_pairs(&self.rules)?;
        let mut session = open(&self.game, &given).map_err(MatchError::Rules)?;
        let has_option = session.rules().iter().any(|rule| rule.name == REPETITION);
        let chosen = given.iter().any(|(name, _)| name.eq_ignore_ascii_case(REPETITION));
        if has_option && chosen && self.repetition.is_some() {
            let said_twice = format!("--rule {REPETITION} and --{REPETITION} say the same: expected one of them");
            return Err(Error::Usage(said_twice));
        }
        let times = self.repetition.unwrap_or(REPETITION_DEFAULT).to_string();
        if has_option && !chosen {
            given.push((REPETITION, &times));
            session = open(&self.game, &given).map_err(MatchError::Rules)?;
        }
        let is_given = |name: &str| given.iter().any(|(given, _)| given.eq_ignore_ascii_case(name));
        let rules = session.rules().into_iter().filter(|rule| is_given(rule.name));
        let rules = rules.map(|rule| (rule.name.to_owned(), rule.value)).collect();
        let adjudicated = self.repetition.filter(|&times| times > 0 && !has_option);
        Ok((session.info().id.to_owned(), rules, adjudicated))
    }

    fn openings(&self, terms: &Terms) -> Result<Openings, Error> {
        let Some(path) = &self.openings else { return Ok(Openings::Random(self.random_plies.unwrap_or(0))) };
        let text =
            std::fs::read_to_string(path).map_err(|error| MatchError::OpeningsFile { path: path.clone(), error })?;
        Ok(Openings::read(&text, &terms.game, &terms.rule_pairs()).map_err(MatchError::from)?)
    }

    /// The test after which to stop.
    pub(super) fn test(&self) -> Result<Option<Sprt>, Error> {
        if self.sprt.is_empty() {
            return Ok(None);
        }
        let text = self.sprt.join(" ");
        text.parse().map(Some).map_err(|error| Error::Usage(format!("--sprt {text}: {error}")))
    }

    fn engines(&self) -> Result<[EngineSpec; 2], Error> {
        if self.first_name == self.second_name {
            return Err(Error::Usage(format!("both engines are called {}: expected two names", self.first_name)));
        }
        let engine = |name: &String, command: &Option<String>, init: &[String], options: &[String]| {
            Ok::<_, Error>(EngineSpec {
                name: name.clone(),
                command: command_words(command.as_deref())?,
                init: [&self.init, init].concat(),
                options: option_pairs(&self.options, options)?,
                limit: String::new(),
                clock: None,
            })
        };
        let own = |limits: &Option<String>| limit(limits.as_ref().or(self.limit.as_ref()));
        Ok([
            EngineSpec {
                limit: own(&self.first_limit)?,
                clock: self.first_clock.or(self.clock),
                ..engine(&self.first_name, &self.first, &self.first_init, &self.first_options)?
            },
            EngineSpec {
                limit: own(&self.second_limit)?,
                clock: self.second_clock.or(self.clock),
                ..engine(&self.second_name, &self.second, &self.second_init, &self.second_options)?
            },
        ])
    }
}

/// A command line split as a shell does.
fn command_words(command: Option<&str>) -> Result<Option<Vec<String>>, Error> {
    let Some(command) = command else { return Ok(None) };
    match shlex::split(command) {
        Some(words) if !words.is_empty() => Ok(Some(words)),
        _ => Err(Error::Usage(format!("engine '{command}': expected a program and its arguments, quotes closed"))),
    }
}

/// The options of both engines and of one; of one named twice the last counts.
fn option_pairs(both: &[String], own: &[String]) -> Result<Pairs, Error> {
    let mut pairs: Pairs = Vec::new();
    for text in both.iter().chain(own) {
        let read = key_values(text).map_err(|error| Error::Usage(format!("--option {text}: {error}")))?;
        for (name, value) in read {
            pairs.retain(|(earlier, _)| !earlier.eq_ignore_ascii_case(name));
            pairs.push((name.to_owned(), value.to_owned()));
        }
    }
    Ok(pairs)
}

fn limit(text: Option<&String>) -> Result<String, Error> {
    let Some(text) = text else { return Ok(String::new()) };
    let given = parse_limits(text).map_err(|error| Error::Usage(format!("--limit {text}: {error}")))?;
    if given.infinite {
        return Err(Error::Usage(format!("--limit {text}: expected a limit that ends a search")));
    }
    Ok(text.trim().to_owned())
}

/// A part of a match: every `of`-th pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    /// Which part, from 1.
    part: u32,
    /// Of how many.
    of: u32,
}

impl Shard {
    /// Whether a game, counted from 1, belongs to this part.
    pub(super) fn has(self, game: u64) -> bool {
        let pair = game.saturating_sub(1) / 2;
        pair % u64::from(self.of) == u64::from(self.part - 1)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let whole = || context("a whole number", number(u32::MAX));
        let (part, of) = parse_all(text, separated_pair(whole(), context("'/'", char('/')), whole()).map(|pair| pair))
            .map_err(|error| error.to_string())?;
        if (1..=of).contains(&part) {
            return Ok(Shard { part, of });
        }
        Err(format!("expected I/N with I from 1 to N, found {text}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_divide_the_pairs() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).to_vec();
        for game in 1..=60 {
            assert_eq!(shards.iter().filter(|shard| shard.has(game)).count(), 1);
        }
        assert!(shards[0].has(1) && shards[0].has(2) && shards[1].has(3) && shards[1].has(4) && shards[0].has(7));
        for wrong in ["0/3", "4/3", "1", "1/0", "a/b", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn of_an_option_given_twice_the_last_counts() {
        let both = ["hash=16".to_owned(), "seed=1".to_owned()];
        let pairs = option_pairs(&both, &["HASH=32".to_owned()]).unwrap();
        assert_eq!(pairs, [("seed".to_owned(), "1".to_owned()), ("HASH".to_owned(), "32".to_owned())]);
        assert!(option_pairs(&["hash".to_owned()], &[]).is_err());
    }

    #[test]
    fn command_lines_are_split_as_by_a_shell() {
        let words = command_words(Some("engine --name 'a b'")).unwrap().unwrap();
        assert_eq!(words, ["engine", "--name", "a b"]);
        assert!(command_words(Some("engine 'open")).is_err() && command_words(Some(" ")).is_err());
    }
}
