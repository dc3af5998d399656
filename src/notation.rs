//! What a game is to people: how its turns, positions and results are read and written. And the [`nom`] atoms that all games share.
//!
//! Reading a turn has two steps: *parsing* the text into a small tree, which needs no position, and *resolving* that tree
//! against a position, which finds the decisions it stands for or the rule it breaks.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

use std::error::Error;
use std::fmt;

use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{all_consuming, map, map_opt, value, verify};
use nom::error::{ContextError, ErrorKind, context};
use nom::{IResult, Parser};

use crate::game::{Game, Outcome, Player, Turn};
use crate::geometry::{Size, Square};

/// The two sides of a board. In most games the first seat has white for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// White, or what the game calls it (light).
    White,
    /// Black, or what the game calls it (dark).
    Black,
}

impl Colour {
    /// 0 for white, 1 for black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opposite colour.
    #[inline]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// The seat that has this colour in games in which the first seat has white for good.
    pub const fn usual_seat(self) -> Player {
        match self {
            Colour::White => Player::First,
            Colour::Black => Player::Second,
        }
    }

    /// The letter that position strings are written with, `w` or `b`.
    pub const fn lower_letter(self) -> char {
        match self {
            Colour::White => 'w',
            Colour::Black => 'b',
        }
    }

    /// The letter that results are written with, `W` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Colour::White => 'W',
            Colour::Black => 'B',
        }
    }
}

/// Points, held in quarters since that is the finest unit of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(i64);

impl Points {
    /// This many quarters of a point.
    pub const fn quarters(count: i64) -> Self {
        Points(count)
    }

    /// This many whole points.
    pub const fn whole(count: i64) -> Self {
        Points(count * 4)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let fraction = match self.0.unsigned_abs() % 4 {
            0 => "",
            1 => ".25",
            2 => ".5",
            _ => ".75",
        };
        write!(f, "{sign}{}{fraction}", self.0.unsigned_abs() / 4)
    }
}

/// A game that people can read and write.
pub trait Notation: Game {
    /// The id by which commands name the game: lower-case letters and hyphens.
    const ID: &'static str;
    /// The game's proper name.
    const TITLE: &'static str;
    /// The board.
    const SIZE: Size;
    /// The words for white and for black; the first of each is the one written.
    const COLOURS: [&'static [&'static str]; 2] = [&["white", "w"], &["black", "b"]];

    /// A turn as written, before a position is looked at.
    type Written: fmt::Debug;
    /// Why a turn is not legal, or which turns it could mean: a sentence without its full stop.
    type Refusal: Error;
    /// The validity check that a position fails.
    type Invalid: Error;

    /// Parses a turn from text in lower case.
    fn parse_turn(text: &str) -> Result<Self::Written, ParseError>;

    /// Finds the decisions that a written turn stands for in this position. The game is not over and no turn is begun.
    fn resolve(&self, written: &Self::Written) -> Result<Turn<Self>, MoveError<Self::Refusal>>;

    /// Writes a legal turn of this position in the one form that the engine uses.
    fn write_turn(&self, turn: &[Self::Move]) -> String;

    /// Reads a position string; what it leaves open (the rules) is given.
    fn parse_position(text: &str, rules: Self::Rules) -> Result<Self, PositionError<Self::Invalid>>;

    /// Writes the position string. Called between turns.
    fn write_position(&self) -> String;

    /// Draws the board and what else a player wants to see, in lines without a final line feed and without empty lines.
    fn draw(&self) -> String;

    /// The colour of a seat, `None` while it is not settled.
    fn colour_of(&self, seat: Player) -> Option<Colour> {
        Some(match seat {
            Player::First => Colour::White,
            Player::Second => Colour::Black,
        })
    }

    /// One word for the way in which this position ended the game.
    fn end_reason(&self) -> &'static str;

    /// The points by which `outcome`, which is this position's, is decided; `None` in games that know no margin.
    fn margin(&self, outcome: Outcome) -> Option<Points>;

    /// What `score` tells beside the result: names and values, neither with blanks in them.
    fn facts(&self) -> Vec<(&'static str, String)>;
}

/// The word that the game has for a colour.
pub fn colour_word<N: Notation>(colour: Colour) -> &'static str {
    N::COLOURS.get(colour.index()).and_then(|words| words.first()).copied().unwrap_or("?")
}

/// The colour that a word in lower case names: one of the game's own, or white, w, black, b.
pub fn read_colour<N: Notation>(word: &str) -> Option<Colour> {
    let common: [(Colour, &[&str]); 2] = [(Colour::White, &["white", "w"]), (Colour::Black, &["black", "b"])];
    let own = [Colour::White, Colour::Black].into_iter().zip(N::COLOURS);
    own.chain(common).find(|(_, words)| words.contains(&word)).map(|(colour, _)| colour)
}

/// The seat of a colour, `None` while it is not settled.
pub fn seat_of<N: Notation>(position: &N, colour: Colour) -> Option<Player> {
    Player::ALL.into_iter().find(|&seat| position.colour_of(seat) == Some(colour))
}

/// Reads a turn: parses it without regard to case, then resolves it.
pub fn read_turn<N: Notation>(position: &N, text: &str) -> Result<Turn<N>, MoveError<N::Refusal>> {
    position.resolve(&N::parse_turn(&fold_case(text))?)
}

/// Lower case, letter by letter, so that columns stay what they were.
pub fn fold_case(text: &str) -> String {
    text.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect()
}

/// Text that is not what a parser expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected} at column {column}, found {found}")]
pub struct ParseError {
    /// Column of the first character that did not fit, from 1.
    pub column: usize,
    /// What would have fitted.
    pub expected: &'static str,
    /// What stands there instead.
    pub found: String,
}

/// Why a turn could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError<R: Error> {
    /// The text is no turn of this game.
    #[error(transparent)]
    Unreadable(#[from] ParseError),
    /// A rule forbids it.
    #[error("{0}")]
    Illegal(R),
    /// It could mean more than one turn.
    #[error("{0}")]
    Ambiguous(R),
}

/// Why a position string was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError<I: Error> {
    /// The text is no position string of this game.
    #[error(transparent)]
    Unreadable(#[from] ParseError),
    /// It describes a position that cannot be.
    #[error("{0}")]
    Invalid(I),
}

/// What a nom parser in this crate returns.
pub type Parsed<'a, T> = IResult<&'a str, T, Expected<'a>>;

/// The error of the nom parsers: the place that could not be read and what was expected there. Of several it keeps the one furthest on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected<'a> {
    rest: &'a str,
    what: &'static str,
}

impl<'a> Expected<'a> {
    /// An error at `rest`, as one that more reading elsewhere cannot heal.
    pub fn failure(rest: &'a str, what: &'static str) -> nom::Err<Self> {
        nom::Err::Failure(Expected { rest, what })
    }
}

impl<'a> nom::error::ParseError<&'a str> for Expected<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        Expected { rest, what: "" }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }

    fn or(self, other: Self) -> Self {
        if self.rest.len() < other.rest.len() { self } else { other }
    }
}

impl<'a> ContextError<&'a str> for Expected<'a> {
    /// The outer context names the place, unless an inner one speaks of a place further on.
    fn add_context(input: &'a str, what: &'static str, inner: Self) -> Self {
        if inner.what.is_empty() || inner.rest.len() == input.len() { Expected { rest: input, what } } else { inner }
    }
}

/// Runs a parser over the whole of `text`.
pub fn parse_all<'a, T>(
    text: &'a str,
    parser: impl Parser<&'a str, Output = T, Error = Expected<'a>>,
) -> Result<T, ParseError> {
    match all_consuming(parser).parse(text) {
        Ok((_, value)) => Ok(value),
        Err(nom::Err::Error(error) | nom::Err::Failure(error)) => {
            let read = text.chars().count() - error.rest.chars().count();
            Err(ParseError {
                column: read + 1,
                expected: if error.what.is_empty() { "the end" } else { error.what },
                found: if error.rest.is_empty() { "the end".to_owned() } else { quote(error.rest) },
            })
        }
        // Only streaming parsers ask for more, and none is used.
        Err(nom::Err::Incomplete(_)) => {
            Err(ParseError { column: text.chars().count() + 1, expected: "more", found: "the end".to_owned() })
        }
    }
}

/// Text from outside as it may stand in a message: quoted, on one line, and cut when long.
pub fn quote(text: &str) -> String {
    const MOST: usize = 40;
    let more = if text.chars().nth(MOST).is_some() { "…" } else { "" };
    let shown: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("'{shown}{more}'")
}

/// A whole number without sign and leading zeros, at most `max`.
pub fn number<'a>(max: u32) -> impl Parser<&'a str, Output = u32, Error = Expected<'a>> {
    map_opt(
        verify(take_while1(|c: char| c.is_ascii_digit()), |digits: &str| digits == "0" || !digits.starts_with('0')),
        move |digits: &str| digits.parse().ok().filter(|&value: &u32| value <= max),
    )
}

/// A square of a board of this size; `what` tells which squares there are.
pub fn square<'a>(size: Size, what: &'static str) -> impl Parser<&'a str, Output = Square, Error = Expected<'a>> {
    let file = map(satisfy(|c| c.is_ascii_lowercase()), |c| c as u8 - b'a');
    let rank = map_opt(number(u32::from(u8::MAX)), |n| u8::try_from(n).ok()?.checked_sub(1));
    let on_board =
        verify((file, rank).map(|(file, rank)| Square::new(file, rank)), move |&square| size.contains(square));
    context(what, on_board)
}

/// The stones of a position string: ranks from the top, separated by `/`, each with exactly as many squares as there are files; numbers for
/// runs of empty squares, one of `pieces` for each other square.
pub fn placement<'a>(
    size: Size,
    pieces: &'static str,
) -> impl Parser<&'a str, Output = Vec<(Square, char)>, Error = Expected<'a>> {
    move |input: &'a str| {
        let mut rest = input;
        let mut stones = Vec::new();
        for rank in (0..size.ranks).rev() {
            if rank + 1 < size.ranks {
                rest = context("'/' after a full rank", char('/')).parse(rest)?.0;
            }
            rest =
                placement_rank(rest, size.files, pieces, |file, piece| stones.push((Square::new(file, rank), piece)))?;
        }
        Ok((rest, stones))
    }
}

fn placement_rank<'a>(
    input: &'a str,
    files: u8,
    pieces: &'static str,
    mut put: impl FnMut(u8, char),
) -> Result<&'a str, nom::Err<Expected<'a>>> {
    let mut rest = input;
    let mut file = 0;
    let mut after_run = false;
    while file < files {
        let run = map_opt(number(u32::from(files - file)), |n| u8::try_from(n).ok().filter(|&n| n > 0));
        let (next, (width, piece)) = context(
            "a stone, or a number of empty squares that fits the rank and does not follow another",
            alt((verify(map(run, |n| (n, None)), |_| !after_run), map(one_of(pieces), |piece| (1, Some(piece))))),
        )
        .parse(rest)?;
        if let Some(piece) = piece {
            put(file, piece);
        }
        after_run = piece.is_none();
        file += width;
        rest = next;
    }
    Ok(rest)
}

/// Writes the stones of a position string.
pub fn write_placement(size: Size, piece_on: impl Fn(Square) -> Option<char>) -> String {
    let mut text = String::new();
    for rank in (0..size.ranks).rev() {
        let mut run = 0u8;
        for file in 0..size.files {
            match piece_on(Square::new(file, rank)) {
                None => run += 1,
                Some(piece) => {
                    push_run(&mut text, &mut run);
                    text.push(piece);
                }
            }
        }
        push_run(&mut text, &mut run);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn push_run(text: &mut String, run: &mut u8) {
    if *run > 0 {
        text.push_str(&run.to_string());
        *run = 0;
    }
}

/// `w` or `b`.
pub fn white_or_black(input: &str) -> Parsed<'_, Colour> {
    alt((value(Colour::White, char('w')), value(Colour::Black, char('b')))).parse(input)
}

/// The blank between two fields of a position string.
pub fn blank(input: &str) -> Parsed<'_, char> {
    context("one blank and the next field", char(' ')).parse(input)
}

/// Draws a board with coordinates on all four sides, each square one character with a blank between; `notes` stand to the right of the
/// ranks, the first beside the top rank.
pub fn draw_board(size: Size, cell: impl Fn(Square) -> char, notes: &[String]) -> String {
    let files: String = (0..size.files).flat_map(|file| [' ', crate::geometry::file_letter(file)]).collect();
    let mut lines = vec![format!("  {files}")];
    for (row, rank) in (0..size.ranks).rev().enumerate() {
        let cells: String = (0..size.files).flat_map(|file| [' ', cell(Square::new(file, rank))]).collect();
        let label = u16::from(rank) + 1;
        let mut line = format!("{label:>2}{cells} {label}");
        if let Some(note) = notes.get(row).filter(|note| !note.is_empty()) {
            let width = 2 * usize::from(size.files) + 8;
            line = format!("{line:<width$}{note}");
        }
        lines.push(line);
    }
    lines.push(format!("  {files}"));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Size = Size::new(3, 2);

    fn stones(text: &str) -> Result<String, String> {
        match parse_all(text, placement(SMALL, "wb")) {
            Ok(stones) => Ok(stones.iter().map(|(square, piece)| format!("{piece}{square} ")).collect()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn placements_are_read_from_the_top_rank() {
        assert_eq!(stones("w1b/3").unwrap(), "wa2 bc2 ");
        assert_eq!(stones("3/2w").unwrap(), "wc1 ");
    }

    #[test]
    fn placements_have_exact_ranks_and_single_runs() {
        let stone = "expected a stone, or a number of empty squares that fits the rank and does not follow another";
        assert_eq!(stones("w11/3").unwrap_err(), format!("{stone} at column 2, found '11/3'"));
        assert_eq!(stones("2/3").unwrap_err(), format!("{stone} at column 2, found '/3'"));
        assert_eq!(stones("4/3").unwrap_err(), format!("{stone} at column 1, found '4/3'"));
        assert_eq!(stones("w0w1/3").unwrap_err(), format!("{stone} at column 2, found '0w1/3'"));
        assert_eq!(stones("wwww/3").unwrap_err(), "expected '/' after a full rank at column 4, found 'w/3'");
        assert_eq!(stones("3").unwrap_err(), "expected '/' after a full rank at column 2, found the end");
        assert_eq!(stones("3/3/3").unwrap_err(), "expected the end at column 4, found '/3'");
        assert_eq!(stones("W2/3").unwrap_err(), format!("{stone} at column 1, found 'W2/3'"));
    }

    #[test]
    fn placements_are_written_as_they_are_read() {
        for text in ["w1b/3", "3/2w", "3/3", "www/bbb"] {
            let stones = parse_all(text, placement(SMALL, "wb")).unwrap();
            let written = write_placement(SMALL, |s| stones.iter().find(|(at, _)| *at == s).map(|(_, p)| *p));
            assert_eq!(written, text);
        }
    }

    #[test]
    fn squares_off_the_board_say_what_is_on_it() {
        let read = |text| parse_all(text, square(SMALL, "a square from a1 to c2")).map_err(|e| e.to_string());
        assert_eq!(read("c2"), Ok(Square::new(2, 1)));
        for text in ["c3", "d1", "a0", "a01", "7", "", "a-1", "a999999999999"] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with("expected a square from a1 to c2 at column 1"), "{error}");
        }
    }

    #[test]
    fn points_are_written_without_superfluous_zeros() {
        let texts = [12, 2, 1, -3, 0].map(|n| Points::quarters(n).to_string());
        assert_eq!(texts, ["3", "0.5", "0.25", "-0.75", "0"]);
        assert_eq!(Points::whole(-2).to_string(), "-2");
    }
}
