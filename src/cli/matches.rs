//! `coureur match`.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;

use super::Error;
use crate::matches::clock::Clock;
use crate::matches::game::Terms;
use crate::matches::openings::Openings;
use crate::matches::player::EngineSpec;
use crate::matches::referee::Adjudication;
use crate::matches::runner::Match;
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
pub(super) struct MatchArguments {
    /// Id of the game
    game: String,
    /// A rule option of the game; may be repeated
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,
    /// Number of games; each opening is played twice, with seats exchanged
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Games played at the same time, each by two engine processes of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,

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
    /// Limits sent with each genmove, such as "movetime=100" or "nodes=1000"
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
    openings: Option<std::path::PathBuf>,
    /// What openings and the engines' seeds follow from
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Openings")]
    seed: u64,

    /// A game is drawn after N turns
    #[arg(long, value_name = "N", help_heading = "Endings", value_parser = clap::value_parser!(u64).range(1..))]
    max_turns: Option<u64>,
    /// The occurrence of a position that ends a game, 0 for never [default: 3 where the game has this rule option]
    #[arg(long, value_name = "N", help_heading = "Endings")]
    repetition: Option<u32>,
    /// Milliseconds by which an answer may be late before the game is lost on time
    #[arg(long, value_name = "MS", default_value_t = 500, help_heading = "Endings")]
    margin: u64,
    /// Seconds of silence, beyond its time, after which an engine has stalled
    #[arg(long, value_name = "SECONDS", default_value_t = 60, help_heading = "Endings", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
}

/// Plays and reports.
pub(super) fn run(arguments: &MatchArguments, out: &mut impl Write) -> Result<ExitCode, Error> {
    let the_match = arguments.the_match()?;
    let games: Vec<u64> = (1..=arguments.games).collect();
    let stop = AtomicBool::new(false);
    let mut half_points = 0;
    let mut played = 0;
    let name = &arguments.first_name;
    let ended = the_match.run(&games, usize::from(arguments.concurrency), &stop, |record| {
        half_points += record.half_points(name);
        played += 1;
        let points = half_points as f64 / 2.0;
        // Where standard error cannot be written nobody watches.
        let _ = writeln!(io::stderr(), "{record}; {name} {points}/{played}");
        ControlFlow::Continue(())
    });
    ended.map_err(|error| Error::Usage(error.to_string()))?;
    writeln!(out, "{name}: {} of {played} points", half_points as f64 / 2.0)?;
    Ok(ExitCode::SUCCESS)
}

impl MatchArguments {
    fn the_match(&self) -> Result<Match, Error> {
        let (rules, repetition) = self.rules()?;
        let adjudication = Adjudication { max_turns: self.max_turns, repetition };
        let terms = Terms {
            game: self.game.clone(),
            rules,
            adjudication,
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.timeout),
        };
        let openings = self.openings(&terms)?;
        Ok(Match { terms, engines: self.engines()?, openings, seed: self.seed })
    }

    /// The rule options that the game is played with, and the repetition that is left to adjudicate.
    fn rules(&self) -> Result<(Pairs, Option<u32>), Error> {
        let given = super::rule_pairs(&self.rules)?;
        let session = open(&self.game, &given).map_err(|error| Error::Usage(error.to_string()))?;
        let mut rules: Vec<_> = given.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let has_option = session.rules().iter().any(|rule| rule.name == REPETITION);
        let chosen = given.iter().any(|(name, _)| name.eq_ignore_ascii_case(REPETITION));
        if !has_option {
            return Ok((rules, self.repetition.filter(|&times| times > 0)));
        }
        if chosen && self.repetition.is_some() {
            return Err(Error::Usage(format!(
                "--rule {REPETITION} and --{REPETITION} say the same: expected one of them"
            )));
        }
        if !chosen {
            let times = self.repetition.unwrap_or(REPETITION_DEFAULT);
            rules.push((REPETITION.to_owned(), times.to_string()));
            let pairs: Vec<_> = rules.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            open(&self.game, &pairs).map_err(|error| Error::Usage(error.to_string()))?;
        }
        Ok((rules, None))
    }

    fn openings(&self, terms: &Terms) -> Result<Openings, Error> {
        let Some(path) = &self.openings else { return Ok(Openings::Random(self.random_plies.unwrap_or(0))) };
        let file = path.display();
        let text =
            std::fs::read_to_string(path).map_err(|error| Error::Usage(format!("cannot read {file}: {error}")))?;
        Openings::read(&text, &terms.game, &terms.rule_pairs())
            .map_err(|error| Error::Usage(format!("{file}: {error}")))
    }

    fn engines(&self) -> Result<[EngineSpec; 2], Error> {
        if self.first_name == self.second_name {
            return Err(Error::Usage(format!("both engines are called {}: expected two names", self.first_name)));
        }
        let first = EngineSpec {
            name: self.first_name.clone(),
            command: command_words(self.first.as_deref())?,
            init: [self.init.as_slice(), &self.first_init].concat(),
            options: option_pairs(&self.options, &self.first_options)?,
            limit: limit(self.first_limit.as_ref().or(self.limit.as_ref()))?,
            clock: self.first_clock.or(self.clock),
        };
        let second = EngineSpec {
            name: self.second_name.clone(),
            command: command_words(self.second.as_deref())?,
            init: [self.init.as_slice(), &self.second_init].concat(),
            options: option_pairs(&self.options, &self.second_options)?,
            limit: limit(self.second_limit.as_ref().or(self.limit.as_ref()))?,
            clock: self.second_clock.or(self.clock),
        };
        Ok([first, second])
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
