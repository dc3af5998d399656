//! Reading a line: id, command name, arguments. And the arguments that several commands share.

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_till1, take_while1};
use nom::character::complete::{char, digit1, space0};
use nom::combinator::{cut, eof, map, map_opt, opt, peek, recognize, rest, value, verify};
use nom::error::context;
use nom::multi::many_till;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use crate::notation::{Expected, ParseError, number, parse_all};
use crate::search::Limits;

/// Most digits of an id.
const ID_DIGITS: usize = 18;

/// A line that holds a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The id, as written.
    pub id: Option<&'a str>,
    /// The command's name.
    pub name: &'a str,
    /// What follows the name, without blanks at its ends.
    pub arguments: &'a str,
}

impl<'a> Line<'a> {
    /// The arguments one by one.
    pub fn words(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.arguments.split(' ').filter(|word| !word.is_empty())
    }
}

pub(super) fn word(input: &str) -> IResult<&str, &str, Expected<'_>> {
    take_till1(|c| c == ' ').parse(input)
}

pub(super) fn blank_or_end(input: &str) -> IResult<&str, (), Expected<'_>> {
    context("a blank or the end", alt((value((), char(' ')), value((), eof)))).parse(input)
}

/// Items with blanks between them, up to the end of the text.
pub(super) fn blank_separated<'a, T>(
    item: impl Parser<&'a str, Output = T, Error = Expected<'a>>,
) -> impl Parser<&'a str, Output = Vec<T>, Error = Expected<'a>> {
    preceded(space0, many_till(terminated(item, space0), eof)).map(|(items, _)| items)
}

fn an_id(input: &str) -> IResult<&str, &str, Expected<'_>> {
    let digits = peek(terminated(digit1, blank_or_end));
    let short = verify(digit1, |digits: &str| digits.len() <= ID_DIGITS);
    preceded(digits, context("an id of 1 to 18 digits", cut(short))).parse(input)
}

fn a_line(input: &str) -> IResult<&str, Line<'_>, Expected<'_>> {
    map(
        (opt(terminated(an_id, space0)), context("a command", word), space0, rest),
        |(id, name, _, arguments): (_, _, _, &str)| Line { id, name, arguments: arguments.trim_end() },
    )
    .parse(input)
}

/// Parses a line that is neither empty nor only a comment.
pub fn parse_line(line: &str) -> Result<Line<'_>, ParseError> {
    parse_all(line, preceded(space0, a_line))
}

/// A line as commands are read from it: tabs are blanks, other control characters are dropped, `#` begins a comment.
pub fn clean(line: &str) -> String {
    let commented = line.split('#').next().unwrap_or("");
    let cleaned: String =
        commented.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
    cleaned.trim().to_owned()
}

/// `key=value` as written.
pub fn key_value(input: &str) -> IResult<&str, (&str, &str), Expected<'_>> {
    let key = context("an option as NAME=VALUE", take_while1(|c: char| c != '=' && c != ' '));
    let assigned = context("'=' and a value", (char('='), take_till1(|c| c == ' ')));
    map((key, assigned), |(key, (_, value))| (key, value)).parse(input)
}

/// One or more pairs of `key=value`, or none.
pub fn key_values(text: &str) -> Result<Vec<(&str, &str)>, ParseError> {
    parse_all(text, blank_separated(key_value))
}

/// One limit of a search.
#[derive(Clone, Copy)]
enum Limit {
    Movetime(Duration),
    Nodes(u64),
    Depth(u32),
    Infinite,
    Interval(Duration),
    Lines(usize),
    Json,
}

/// Most different turns that an analysis reports on.
pub(super) const MOST_LINES: u32 = 100;

fn a_limit(input: &str) -> IResult<&str, Limit, Expected<'_>> {
    let named = |name| preceded(tag_no_case(name), char('='));
    let milliseconds = context("milliseconds, a whole number", cut(number(u32::MAX)));
    let nodes =
        context("a number of nodes from 1", cut(map_opt(digit1, |d: &str| d.parse::<u64>().ok().filter(|&n| n > 0))));
    let depth = context("a number of turns from 1", cut(map_opt(number(u32::MAX), |n| Some(n).filter(|&n| n > 0))));
    terminated(
        alt((
            map(preceded(named("movetime"), milliseconds), |ms| Limit::Movetime(Duration::from_millis(u64::from(ms)))),
            map(preceded(named("nodes"), nodes), Limit::Nodes),
            map(preceded(named("depth"), depth), Limit::Depth),
            value(Limit::Infinite, tag_no_case("infinite")),
        )),
        blank_or_end,
    )
    .parse(input)
}

fn how_to_report(input: &str) -> IResult<&str, Limit, Expected<'_>> {
    let named = |name| preceded(tag_no_case(name), char('='));
    let milliseconds = context("milliseconds from 1", cut(map_opt(number(u32::MAX), |n| Some(n).filter(|&n| n > 0))));
    let lines = context("a number from 1 to 100", cut(map_opt(number(MOST_LINES), |n| Some(n).filter(|&n| n > 0))));
    terminated(
        alt((
            map(preceded(named("interval"), milliseconds), |ms| Limit::Interval(Duration::from_millis(u64::from(ms)))),
            map(preceded(named("multipv"), lines), |lines| Limit::Lines(lines as usize)),
            value(Limit::Json, tag_no_case("json")),
        )),
        blank_or_end,
    )
    .parse(input)
}

/// The limits given with a command: what they are, and whether `infinite` was among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenLimits {
    /// The limits themselves.
    pub limits: Limits,
    /// `infinite`: no limit is to be put in where none is given.
    pub infinite: bool,
    /// How often to report, for an analysis.
    pub interval: Option<Duration>,
    /// How many turns to report on, for an analysis.
    pub lines: Option<usize>,
    /// Whether to report in JSON.
    pub json: bool,
}

/// Parses `movetime=MS`, `nodes=N`, `depth=N`, `infinite`, in any order; of one named twice the last counts.
pub fn parse_limits(text: &str) -> Result<GivenLimits, ParseError> {
    let limit = context("movetime=MS, nodes=N, depth=N or infinite", a_limit);
    Ok(gather(parse_all(text, blank_separated(limit))?))
}

/// The same, and `interval=MS`, `multipv=N`, `json`.
pub fn parse_analysis(text: &str) -> Result<GivenLimits, ParseError> {
    let word = context(
        "movetime=MS, nodes=N, depth=N, infinite, interval=MS, multipv=N or json",
        alt((a_limit, how_to_report)),
    );
    Ok(gather(parse_all(text, blank_separated(word))?))
}

fn gather(all: Vec<Limit>) -> GivenLimits {
    all.into_iter().fold(GivenLimits::default(), |mut given, limit| {
        match limit {
            Limit::Movetime(time) => given.limits.movetime = Some(time),
            Limit::Nodes(nodes) => given.limits.nodes = Some(nodes),
            Limit::Depth(depth) => given.limits.depth = Some(depth),
            Limit::Infinite => given.infinite = true,
            Limit::Interval(interval) => given.interval = Some(interval),
            Limit::Lines(lines) => given.lines = Some(lines),
            Limit::Json => given.json = true,
        }
        given
    })
}

/// Most seconds that a clock holds.
pub(super) const MOST_SECONDS: f64 = 1e8;

/// A time in seconds, whole or with a fraction; a negative one counts as none.
pub fn parse_seconds(text: &str) -> Result<Duration, ParseError> {
    let sign = opt(char('-'));
    let amount = recognize((digit1, opt((char('.'), digit1))));
    let seconds = context(
        "seconds, such as 300 or 0.5",
        map_opt((sign, amount), |(sign, amount): (Option<char>, &str)| {
            let seconds: f64 = amount.parse().ok()?;
            let seconds = if sign.is_some() { 0.0 } else { seconds.min(MOST_SECONDS) };
            Duration::try_from_secs_f64(seconds).ok()
        }),
    );
    parse_all(text, seconds)
}

/// A whole number of up to 64 bits that is all of `text`.
pub fn parse_whole_number(text: &str) -> Result<u64, ParseError> {
    parse_all(text, context("a whole number", map_opt(digit1, |digits: &str| digits.parse().ok())))
}

/// A whole number that is all of `text`.
pub fn parse_number(text: &str, max: u32, what: &'static str) -> Result<u32, ParseError> {
    parse_all(text, context(what, number(max)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<(Option<&str>, &str, &str), String> {
        let line = parse_line(line).map_err(|error| error.to_string())?;
        Ok((line.id, line.name, line.arguments))
    }

    #[test]
    fn lines_have_an_optional_id_a_name_and_arguments() {
        assert_eq!(read("name"), Ok((None, "name", "")));
        assert_eq!(read("  12   play  white   a1-b2 (a) "), Ok((Some("12"), "play", "white   a1-b2 (a)")));
        assert_eq!(read("007 name"), Ok((Some("007"), "name", "")));
        assert_eq!(read("1name x"), Ok((None, "1name", "x")));
        assert_eq!(read("123456789012345678 name"), Ok((Some("123456789012345678"), "name", "")));
    }

    #[test]
    fn ids_alone_and_ids_too_long_are_no_lines() {
        assert_eq!(read("12").unwrap_err(), "expected a command at column 3, found the end");
        assert_eq!(
            read("1234567890123456789 name").unwrap_err(),
            "expected an id of 1 to 18 digits at column 1, found '1234567890123456789 name'"
        );
    }

    #[test]
    fn cleaning_drops_comments_and_control_characters() {
        assert_eq!(clean("a\tb\u{0}c\u{7f} \r"), "a bc");
        assert_eq!(clean("name # what is it"), "name");
        assert_eq!(clean(" \t # only a comment"), "");
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let given = parse_limits("nodes=500 MOVETIME=20 depth=3").unwrap();
        assert_eq!(given.limits.nodes, Some(500));
        assert_eq!(given.limits.movetime, Some(Duration::from_millis(20)));
        assert_eq!((given.limits.depth, given.infinite), (Some(3), false));
        assert!(parse_limits("infinite").unwrap().infinite);
        assert_eq!(parse_limits("").unwrap(), GivenLimits::default());
    }

    #[test]
    fn bad_limits_say_what_was_expected() {
        let error = |text| parse_limits(text).unwrap_err().to_string();
        assert_eq!(error("nodes=0"), "expected a number of nodes from 1 at column 7, found '0'");
        assert_eq!(error("movetime=-5"), "expected milliseconds, a whole number at column 10, found '-5'");
        assert_eq!(error("nods=5"), "expected movetime=MS, nodes=N, depth=N or infinite at column 1, found 'nods=5'");
        assert_eq!(error("nodes=1 depth=2x"), "expected a blank or the end at column 16, found 'x'");
    }

    #[test]
    fn seconds_have_fractions_and_negative_ones_are_none() {
        for (text, millis) in
            [("300", 300_000), ("0.25", 250), ("-5", 0), ("-0.5", 0), ("99999999999", 100_000_000_000)]
        {
            assert_eq!(parse_seconds(text).unwrap(), Duration::from_millis(millis), "{text}");
        }
        for text in ["", "x", "1.", ".5", "1e3", "nan", "inf", "+3", "--1", "1 "] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_analysis_takes_words_on_how_to_report() {
        let given = parse_analysis("interval=50 nodes=10 JSON multipv=3").unwrap();
        assert_eq!((given.interval, given.lines, given.json), (Some(Duration::from_millis(50)), Some(3), true));
        assert!(parse_limits("json").is_err());
        let error = |text| parse_analysis(text).unwrap_err().to_string();
        assert_eq!(error("multipv=0"), "expected a number from 1 to 100 at column 9, found '0'");
        assert_eq!(error("interval=x"), "expected milliseconds from 1 at column 10, found 'x'");
    }

    #[test]
    fn key_values_are_split_at_the_equals_sign() {
        assert_eq!(key_values("a=b  c=d").unwrap(), [("a", "b"), ("c", "d")]);
        assert_eq!(key_values("a").unwrap_err().to_string(), "expected '=' and a value at column 2, found the end");
    }
}
