//! Reading a line.

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{anychar, char, digit1, space0, space1};
use nom::combinator::{cut, eof, map, map_opt, opt, peek, recognize, rest, success, value, verify};
use nom::error::context;
use nom::multi::{many_till, many0, many1};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use crate::game::Player;
use crate::notation::{Expected, number, parse_all, quote};
use crate::protocol::command::{GivenLimits, MOST_SECONDS, blank_or_end, blank_separated, word};
use crate::protocol::error::CommandError;

/// A line that could be read.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command<'a> {
    Ugi,
    SetOption {
        name: &'a str,
        value: &'a str,
    },
    IsReady,
    NewGame,
    /// From the start, or from a position string.
    Position {
        from: Option<&'a str>,
        moves: Vec<&'a str>,
    },
    /// Moves that follow those of the position.
    Moves(Vec<&'a str>),
    Go(Go),
    Query(Query),
    Stop,
    Quit,
    Unknown(&'a str),
}

/// How long to search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Go {
    pub(super) given: GivenLimits,
    /// What the seats have left.
    pub(super) times: [Option<Duration>; 2],
    /// What they get for a turn.
    pub(super) increments: [Option<Duration>; 2],
}

/// What a runner may ask about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    FirstToMove,
    GameOver,
    Result,
}

const COMMANDS: &str = "ugi, setoption, isready, uginewgame, position, moves, go, query, stop, quit";

/// Reads a cleaned line that is not empty.
pub(super) fn parse(line: &str) -> Result<Command<'_>, CommandError> {
    match parse_all(line, a_command) {
        Ok(Command::Unknown(name)) => {
            Err(CommandError::UnknownCommand(format!("{}: expected one of {COMMANDS}", quote(name))))
        }
        Ok(command) => Ok(command),
        Err(error) => Err(CommandError::Syntax(error.to_string())),
    }
}

fn a_command(input: &str) -> IResult<&str, Command<'_>, Expected<'_>> {
    let (arguments, name) = terminated(context("a command", word), space0).parse(input)?;
    let alone = |command| value(command, success(())).parse(arguments);
    match name {
        "ugi" => alone(Command::Ugi),
        "isready" => alone(Command::IsReady),
        "uginewgame" => alone(Command::NewGame),
        "stop" => alone(Command::Stop),
        "quit" => alone(Command::Quit),
        "setoption" => set_option(arguments),
        "position" => position(arguments),
        "moves" => map(separated_words, Command::Moves).parse(arguments),
        "go" => map(blank_separated(context(LIMITS, limit)), |limits| Command::Go(gather(limits))).parse(arguments),
        "query" => map(context("p1turn, gameover or result", query), Command::Query).parse(arguments),
        _ => map(rest, |_| Command::Unknown(name)).parse(arguments),
    }
}

fn keyword<'a>(text: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = Expected<'a>> {
    terminated(tag_no_case(text), peek(blank_or_end))
}

/// A text with blanks in it, which ends before this word or with the line.
fn text_before<'a>(
    end: &'static str,
    what: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Expected<'a>> {
    let end = alt((value((), eof), value((), (space1, keyword(end)))));
    context(what, verify(recognize(many_till(anychar, peek(end))), |text: &str| !text.is_empty()))
}

fn separated_words(input: &str) -> IResult<&str, Vec<&str>, Expected<'_>> {
    many1(terminated(context("a turn", word), space0)).parse(input)
}

fn set_option(input: &str) -> IResult<&str, Command<'_>, Expected<'_>> {
    let name = preceded(
        context("name and the name of an option", (keyword("name"), space1)),
        text_before("value", "the name of an option"),
    );
    let value = context("value and the value of the option", (space1, keyword("value"), space0));
    map((name, preceded(value, rest)), |(name, value)| Command::SetOption { name, value }).parse(input)
}

fn position(input: &str) -> IResult<&str, Command<'_>, Expected<'_>> {
    let string = preceded((keyword("fen"), space0), cut(text_before("moves", "a position string")));
    let from = alt((value(None, keyword("startpos")), map(string, Some)));
    let moves = preceded((space1, keyword("moves")), many0(preceded(space1, word)));
    map((context("startpos or fen", from), opt(moves)), |(from, moves)| Command::Position {
        from,
        moves: moves.unwrap_or_default(),
    })
    .parse(input)
}

fn query(input: &str) -> IResult<&str, Query, Expected<'_>> {
    alt((
        value(Query::FirstToMove, keyword("p1turn")),
        value(Query::GameOver, keyword("gameover")),
        value(Query::Result, keyword("result")),
    ))
    .parse(input)
}

/// One word of `go`, with its number.
#[derive(Clone, Copy)]
enum Limit {
    Movetime(Duration),
    Nodes(u64),
    Depth(u32),
    Infinite,
    Time(Player, Duration),
    Increment(Player, Duration),
}

const LIMITS: &str = "movetime MS, nodes N, depth N, infinite, p1time MS, p2time MS, p1inc MS or p2inc MS";

/// Milliseconds. A clock that has run out may be told as a negative one.
fn time(input: &str) -> IResult<&str, Duration, Expected<'_>> {
    let most = Duration::from_secs_f64(MOST_SECONDS);
    let amount = map((opt(char('-')), digit1), move |(sign, digits): (Option<char>, &str)| match sign {
        Some(_) => Duration::ZERO,
        None => digits.parse().map_or(most, Duration::from_millis).min(most),
    });
    context("milliseconds, a whole number", cut(terminated(amount, peek(blank_or_end)))).parse(input)
}

fn limit(input: &str) -> IResult<&str, Limit, Expected<'_>> {
    let named = |name| preceded(keyword(name), space0);
    let nodes =
        context("a number of nodes from 1", cut(map_opt(digit1, |d: &str| d.parse::<u64>().ok().filter(|&n| n > 0))));
    let depth = context("a number of turns", cut(number(u32::MAX)));
    terminated(
        alt((
            map(preceded(named("movetime"), time), Limit::Movetime),
            map(preceded(named("nodes"), nodes), Limit::Nodes),
            // There is no turn to find without looking at least one ahead.
            map(preceded(named("depth"), depth), |depth| Limit::Depth(depth.max(1))),
            value(Limit::Infinite, keyword("infinite")),
            map(preceded(named("p1time"), time), |time| Limit::Time(Player::First, time)),
            map(preceded(named("p2time"), time), |time| Limit::Time(Player::Second, time)),
            map(preceded(named("p1inc"), time), |time| Limit::Increment(Player::First, time)),
            map(preceded(named("p2inc"), time), |time| Limit::Increment(Player::Second, time)),
        )),
        blank_or_end,
    )
    .parse(input)
}

fn gather(limits: Vec<Limit>) -> Go {
    let set = |times: &mut [Option<Duration>; 2], seat: Player, time| match seat {
        Player::First => times[0] = Some(time),
        Player::Second => times[1] = Some(time),
    };
    limits.into_iter().fold(Go::default(), |mut go, limit| {
        match limit {
            Limit::Movetime(time) => go.given.limits.movetime = Some(time),
            Limit::Nodes(nodes) => go.given.limits.nodes = Some(nodes),
            Limit::Depth(depth) => go.given.limits.depth = Some(depth),
            Limit::Infinite => go.given.infinite = true,
            Limit::Time(seat, time) => set(&mut go.times, seat, time),
            Limit::Increment(seat, time) => set(&mut go.increments, seat, time),
        }
        go
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn position_strings_have_blanks_and_end_before_the_moves() {
        let position = |from, moves: &[&'static str]| Ok(Command::Position { from, moves: moves.to_vec() });
        assert_eq!(parse("position startpos"), position(None, &[]));
        assert_eq!(parse("position  startpos  moves  c3 c4"), position(None, &["c3", "c4"]));
        let yote = "6/6/6/6/6 w 12 12";
        assert_eq!(parse(&format!("position fen {yote}")), position(Some(yote), &[]));
        assert_eq!(parse(&format!("position fen {yote} moves c3 d4")), position(Some(yote), &["c3", "d4"]));
        assert_eq!(parse(&format!("position fen {yote} moves")), position(Some(yote), &[]));
        assert_eq!(error("position"), "syntax error: expected startpos or fen at column 9, found the end");
        assert_eq!(error("position fen"), "syntax error: expected a position string at column 13, found the end");
        assert_eq!(error("position startpos c3"), "syntax error: expected the end at column 18, found ' c3'");
    }

    #[test]
    fn limits_come_in_any_order() {
        let Ok(Command::Go(go)) = parse("go p2time 5 P1TIME 1000 p1inc 20 p2inc -3 depth 0") else { panic!() };
        assert_eq!(go.times, [Some(Duration::from_secs(1)), Some(Duration::from_millis(5))]);
        assert_eq!(go.increments, [Some(Duration::from_millis(20)), Some(Duration::ZERO)]);
        assert_eq!(go.given.limits.depth, Some(1));
        let Ok(Command::Go(go)) = parse("go p1time 99999999999999999999") else { panic!() };
        assert_eq!(go.times[0], Some(Duration::from_secs_f64(MOST_SECONDS)));
        assert_eq!(parse("go"), Ok(Command::Go(Go::default())));
        assert_eq!(error("go nodes 0"), "syntax error: expected a number of nodes from 1 at column 10, found '0'");
        assert_eq!(error("go depth"), "syntax error: expected a number of turns at column 9, found the end");
        assert_eq!(error("go movetime 5s"), "syntax error: expected a blank or the end at column 14, found 's'");
        assert_eq!(error("go far"), format!("syntax error: expected {LIMITS} at column 4, found 'far'"));
    }

    #[test]
    fn options_have_a_name_and_a_value() {
        let set = |name, value| Ok(Command::SetOption { name, value });
        assert_eq!(parse("setoption name Hash value 16"), set("Hash", "16"));
        assert_eq!(parse("setoption name a b value c d"), set("a b", "c d"));
        assert_eq!(parse("setoption name Hash value"), set("Hash", ""));
        let wanted = "syntax error: expected value and the value of the option at column 20, found the end";
        assert_eq!(error("setoption name Hash"), wanted);
        assert_eq!(
            error("setoption Hash 16"),
            "syntax error: expected name and the name of an option at column 11, found 'Hash 16'"
        );
    }

    #[test]
    fn unknown_and_overlong_commands_are_refused() {
        assert_eq!(error("uci"), format!("unknown command: 'uci': expected one of {COMMANDS}"));
        assert_eq!(error("stop now"), "syntax error: expected the end at column 6, found 'now'");
        assert_eq!(
            error("query p2turn"),
            "syntax error: expected p1turn, gameover or result at column 7, found 'p2turn'"
        );
        assert_eq!(error("moves"), "syntax error: expected a turn at column 6, found the end");
    }
}
