//! Reading and writing turns and positions (rules: A turn, Position string).
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::char;
use nom::combinator::{cut, eof, map, value};
use nom::error::context;
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::bits::{Set, bit};
use super::bridges::Bridge;
use super::checks::{Invalid, Refusal};
use super::moves::Move;
use super::{Phase, Ponte, PonteRules, SIZE};
use crate::game::{Game, Outcome, Player, Turn};
use crate::geometry::{Size, Square};
use crate::notation::{
    Colour, Expected, MoveError, Notation, ParseError, Parsed, Points, PositionError, blank, parse_all, placement,
    write_placement,
};

/// A turn as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// `c3,f7`: two stones, in either order.
    Stones(Square, Square),
    /// `c3`: one stone, which is no turn.
    Stone(Square),
    /// `c3-e4`: a bridge, from either end.
    Bridge(Square, Square),
    /// `pass`.
    Pass,
    /// `choose-light` or `choose-dark`.
    Choose(Colour),
}

fn a_square(input: &str) -> Parsed<'_, Square> {
    crate::notation::square(SIZE, "a square from a1 to j10").parse(input)
}

fn a_turn(input: &str) -> Parsed<'_, Written> {
    let word = alt((
        value(Written::Pass, tag("pass")),
        value(Written::Choose(Colour::White), tag("choose-light")),
        value(Written::Choose(Colour::Black), tag("choose-dark")),
    ));
    context(
        "two squares such as c3,f7, a bridge such as c3-e4, pass, choose-dark or choose-light",
        alt((word, a_square.flat_map(a_turn_from))),
    )
    .parse(input)
}

/// What follows the first square of a turn.
fn a_turn_from<'a>(first: Square) -> impl Parser<&'a str, Output = Written, Error = Expected<'a>> {
    context(
        "',' and a second square, or '-' and the bridge's other end",
        alt((
            map(preceded(char(','), cut(a_square)), move |second| Written::Stones(first, second)),
            map(preceded(char('-'), cut(a_square)), move |other| Written::Bridge(first, other)),
            value(Written::Stone(first), eof),
        )),
    )
}

/// A bridge as a position string writes it.
pub(super) struct WrittenBridge {
    pub(super) letter: char,
    pub(super) colour: Colour,
    pub(super) from: Square,
    pub(super) to: Square,
}

fn a_bridge(input: &str) -> Parsed<'_, WrittenBridge> {
    let owner = alt((value(('o', Colour::White), char('o')), value(('x', Colour::Black), char('x'))));
    let between = context("'-' between the ends of a bridge", char('-'));
    map((owner, cut((a_square, between, a_square))), |((letter, colour), (from, _, to))| WrittenBridge {
        letter,
        colour,
        from,
        to,
    })
    .parse(input)
}

fn a_colour(input: &str) -> Parsed<'_, Colour> {
    alt((value(Colour::White, char('l')), value(Colour::Black, char('d')))).parse(input)
}

/// The fields of a position string.
struct Fields {
    stones: Vec<(Square, char)>,
    bridges: Vec<WrittenBridge>,
    /// None during the choice of colour.
    turn: Option<Colour>,
    first_seat: Option<Colour>,
    passed: Option<Colour>,
}

fn fields(input: &str) -> IResult<&str, Fields, Expected<'_>> {
    let bridges = context(
        "bridges such as oa1-c2,xd4-f4, or -",
        alt((map(char('-'), |_| Vec::new()), separated_list1(char(','), a_bridge))),
    );
    let turn = context("whose turn it is, l, d or c", alt((map(a_colour, Some), value(None, char('c')))));
    let seat = context("the first seat's colour, l, d or ?", alt((map(a_colour, Some), value(None, char('?')))));
    let passed = context(
        "who has passed, p (light), x (dark) or -",
        alt((value(Some(Colour::White), char('p')), value(Some(Colour::Black), char('x')), value(None, char('-')))),
    );
    map(
        (placement(SIZE, "ox"), delimited(blank, bridges, blank), turn, delimited(blank, seat, blank), passed),
        |(stones, bridges, turn, first_seat, passed)| Fields { stones, bridges, turn, first_seat, passed },
    )
    .parse(input)
}

impl Ponte {
    /// Whose stone stands on this square.
    pub(super) fn owner(&self, at: Set) -> Option<Colour> {
        [Colour::White, Colour::Black].into_iter().find(|&colour| self.stones_of(colour) & at != 0)
    }

    fn parse(text: &str, rules: PonteRules) -> Result<Self, PositionError<Invalid>> {
        let fields = parse_all(text, fields)?;
        let mut position = Ponte::start(rules);
        for (at, piece) in fields.stones {
            let colour = if piece == 'o' { Colour::White } else { Colour::Black };
            position.put(colour, at);
        }
        position.phase = if fields.turn.is_none() { Phase::Choice } else { Phase::Turn };
        position.turn = fields.turn.unwrap_or(Colour::Black);
        position.first_seat = fields.first_seat;
        position.passed = fields.passed;
        let checked = [Colour::White, Colour::Black]
            .into_iter()
            .try_for_each(|colour| position.check_stones(colour))
            .and_then(|()| position.add_bridges(&fields.bridges))
            .and_then(|()| {
                position.settle_room();
                position.check_course(fields.turn)
            });
        checked.map(|()| position).map_err(PositionError::Invalid)
    }

    pub(super) fn bridges_of(&self, colour: Colour) -> impl Iterator<Item = Bridge> {
        self.bridges.iter().filter(move |bridge| bridge.ends() & self.stones_of(colour) != 0)
    }

    pub(super) fn turn_note(&self) -> String {
        match (self.phase, self.passed) {
            (Phase::Choice, _) => "the second seat to choose its colour".to_owned(),
            (Phase::Placed(first), _) => format!("{} to place a second stone after {first}", word(self.turn)),
            (Phase::Turn, _) if self.is_over() => "no more turns".to_owned(),
            (Phase::Turn, Some(_)) => format!("{} to move for the last time", word(self.turn)),
            (Phase::Turn, None) => format!("{} to move", word(self.turn)),
        }
    }

    pub(super) fn seat_word(&self, colour: Colour) -> &'static str {
        match self.first_seat {
            None => "-",
            Some(first) if first == colour => "first",
            Some(_) => "second",
        }
    }
}

/// What a colour is called.
pub(super) fn word(colour: Colour) -> &'static str {
    crate::notation::colour_word::<Ponte>(colour)
}

pub(super) fn stone_letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'o',
        Colour::Black => 'x',
    }
}

fn side_letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'l',
        Colour::Black => 'd',
    }
}

impl Notation for Ponte {
    const ID: &'static str = "ponte";
    const TITLE: &'static str = "Ponte del Diavolo";
    const SIZE: Size = SIZE;
    const RULES: &'static str = include_str!("rules.md");
    const COLOURS: [&'static [&'static str]; 2] = [&["light", "l", "white", "w"], &["dark", "d", "black", "b"]];

    type Written = Written;
    type Refusal = Refusal;
    type Invalid = Invalid;

    fn parse_turn(text: &str) -> Result<Written, ParseError> {
        parse_all(text, a_turn)
    }

    fn resolve(&self, written: &Written) -> Result<Turn<Self>, MoveError<Refusal>> {
        self.resolve_turn(*written).map_err(MoveError::Illegal)
    }

    fn write_turn(&self, turn: &[Move]) -> String {
        match *turn {
            [Move::First(first), Move::Second(second)] => format!("{first},{second}"),
            [Move::Bridge { from, to }] => format!("{from}-{to}"),
            [Move::Choose(colour)] => format!("choose-{}", word(colour)),
            _ => "pass".to_owned(),
        }
    }

    fn parse_position(text: &str, rules: PonteRules) -> Result<Self, PositionError<Invalid>> {
        Ponte::parse(text, rules)
    }

    fn write_position(&self) -> String {
        let stones = write_placement(SIZE, |at| self.owner(bit(at)).map(stone_letter));
        let bridges: Vec<String> = [Colour::White, Colour::Black]
            .into_iter()
            .flat_map(|colour| self.bridges_of(colour).map(move |bridge| format!("{}{bridge}", stone_letter(colour))))
            .collect();
        let bridges = if bridges.is_empty() { "-".to_owned() } else { bridges.join(",") };
        let turn = if self.phase == Phase::Choice { 'c' } else { side_letter(self.turn) };
        let seat = self.first_seat.map_or('?', side_letter);
        let passed = match self.passed {
            None => '-',
            Some(Colour::White) => 'p',
            Some(Colour::Black) => 'x',
        };
        format!("{stones} {bridges} {turn} {seat} {passed}")
    }

    fn colour_of(&self, seat: Player) -> Option<Colour> {
        match (self.first_seat, self.phase, seat) {
            (Some(first), _, Player::First) => Some(first),
            (Some(first), _, Player::Second) => Some(first.other()),
            // The first turn is Light's, whoever will have that colour.
            (None, Phase::Turn | Phase::Placed(_), Player::First) => Some(Colour::White),
            (None, _, _) => None,
        }
    }

    fn end_reason(&self) -> &'static str {
        match self.passed {
            Some(Colour::Black) => "dark-passed",
            Some(Colour::White) if self.turn == Colour::White => "light-passed",
            _ => "dark-stuck",
        }
    }

    fn margin(&self, _: Outcome) -> Option<Points> {
        Some(self.verdict().map_or(Points::whole(0), |(_, margin)| margin))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let [light, dark] = [Colour::White, Colour::Black].map(|colour| self.tally(colour));
        vec![
            ("light_points", light.points.to_string()),
            ("dark_points", dark.points.to_string()),
            ("light_islands", light.islands.to_string()),
            ("dark_islands", dark.islands.to_string()),
            ("light_bridges", light.bridges.to_string()),
            ("dark_bridges", dark.bridges.to_string()),
            ("light_seat", self.seat_word(Colour::White).to_owned()),
            ("dark_seat", self.seat_word(Colour::Black).to_owned()),
        ]
    }
}
