//! Turns are a domino's two squares, `a1-a2`; positions `BOARD SIDE`.

use nom::Parser;
use nom::character::complete::char;
use nom::combinator::cut;
use nom::error::context;
use nom::sequence::separated_pair;

use super::{Domineering, DomineeringRules, Domino, SIZE};
use crate::game::{Game, Outcome, Turn};
use crate::geometry::{Size, Square};
use crate::notation::{
    Colour, MoveError, Notation, ParseError, Parsed, Points, PositionError, blank, parse_all, placement, square,
    white_or_black, write_placement,
};

/// Why a turn is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the case means")]
pub(crate) enum Refusal {
    #[error("{0} is taken")]
    Taken(Square),
    #[error("white's dominoes stand upright, as a1-a2, and black's lie flat, as a1-b1")]
    Shape,
}

/// There is nothing wrong with any position that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Invalid {}

fn a_square(input: &str) -> Parsed<'_, Square> {
    square(SIZE, "a square from a1 to f5").parse(input)
}

fn a_turn(input: &str) -> Parsed<'_, (Square, Square)> {
    let hyphen = context("'-' and the other square of the domino", char('-'));
    context("a domino such as a1-a2", separated_pair(a_square, cut(hyphen), cut(a_square))).parse(input)
}

impl Notation for Domineering {
    const ID: &'static str = "domineering";
    const TITLE: &'static str = "Domineering";
    const SIZE: Size = SIZE;
    const RULES: &'static str = include_str!("rules.md");

    type Written = (Square, Square);
    type Refusal = Refusal;
    type Invalid = Invalid;

    fn parse_turn(text: &str) -> Result<Self::Written, ParseError> {
        parse_all(text, a_turn)
    }

    fn resolve(&self, &(from, to): &Self::Written) -> Result<Turn<Self>, MoveError<Refusal>> {
        let domino = Domino { at: from.min(to), colour: self.to_move };
        if domino.squares() != [from.min(to), from.max(to)] {
            return Err(MoveError::Illegal(Refusal::Shape));
        }
        match self.hindrance(domino) {
            Some(at) => Err(MoveError::Illegal(Refusal::Taken(at))),
            None => Ok([domino].into_iter().collect()),
        }
    }

    fn write_turn(&self, turn: &[Domino]) -> String {
        turn.iter().map(|domino| domino.squares().map(|at| at.to_string()).join("-")).collect()
    }

    fn parse_position(text: &str, rules: DomineeringRules) -> Result<Self, PositionError<Invalid>> {
        let (stones, _, to_move) = parse_all(text, (placement(SIZE, "wb"), blank, white_or_black))?;
        let mut position = Domineering { to_move, ..Domineering::start(rules) };
        for (at, piece) in stones {
            position.taken[usize::from(piece == 'b')] |= super::bit(at);
        }
        Ok(position)
    }

    fn write_position(&self) -> String {
        let board = write_placement(SIZE, |at| self.owner(at).map(Colour::lower_letter));
        format!("{board} {}", self.to_move.lower_letter())
    }

    fn end_reason(&self) -> &'static str {
        "no-room"
    }

    fn margin(&self, _: Outcome) -> Option<Points> {
        None
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let count = |colour: Colour| (self.taken[colour.index()].count_ones() / 2).to_string();
        vec![("white_dominoes", count(Colour::White)), ("black_dominoes", count(Colour::Black))]
    }
}
