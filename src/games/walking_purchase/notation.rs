//! Reading and writing turns and positions (rules: Notation, Position string).
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use nom::branch::alt;
use nom::character::complete::{char, satisfy, space0};
use nom::combinator::{cut, map, opt, value};
use nom::error::context;
use nom::multi::many1;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::moves::Move;
use super::{SIZE, WalkingPurchase, WalkingPurchaseRules};
use crate::game::{Game, Outcome, Turn};
use crate::geometry::{Size, Square, file_letter};
use crate::notation::{
    Colour, Expected, MoveError, Notation, ParseError, Parsed, Points, PositionError, blank, colour_word, number,
    parse_all, placement, white_or_black, write_placement,
};

/// A turn as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// `a1-h8`, perhaps with the file of the turning square.
    Walk {
        /// Start.
        from: Square,
        /// Arrival.
        to: Square,
        /// The file in parentheses.
        turn_file: Option<u8>,
    },
    /// `d3xd5xf5`: all squares visited, two at least.
    Capture(Vec<Square>),
}

/// Why a turn is not legal, or what it could mean.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the case means")]
pub enum Refusal {
    #[error("no {colour} runner on {at}")]
    NoRunner { colour: &'static str, at: Square },
    #[error("a walk turns a right angle, and {to} lies on a line with {from}")]
    Straight { from: Square, to: Square },
    #[error("this walk turns on file {} or {}, not on {}", file_letter(*.own), file_letter(*.arrival), file_letter(*.named))]
    WrongFile { own: u8, arrival: u8, named: u8 },
    #[error("the way over {turn} is blocked on {blocked}")]
    Blocked { turn: Square, blocked: Square },
    #[error("the way over {first} is blocked on {first_blocked}, the way over {second} on {second_blocked}")]
    BothBlocked { first: Square, first_blocked: Square, second: Square, second_blocked: Square },
    #[error("{from}-{to} can turn on {first} or {second}: write {from}-{to}({}) or {from}-{to}({})", .first.file_letter(), .second.file_letter())]
    TwoWays { from: Square, to: Square, first: Square, second: Square },
    #[error("no {colour} stone on {at}")]
    NoStone { colour: &'static str, at: Square },
    #[error("a jump goes two squares along a rank or file, and {from} to {to} does not")]
    NoJump { from: Square, to: Square },
    #[error("the stone on {0} has been jumped already")]
    JumpedTwice(Square),
    #[error("the landing square {0} is taken")]
    Landing(Square),
}

/// The validity checks of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the case means")]
pub enum Invalid {
    #[error("{colour} has {count} runners instead of 2")]
    Runners { colour: &'static str, count: usize },
    #[error("the last turn was made by the side to move ({0}): expected the other side or -")]
    LastMover(char),
}

fn a_square(input: &str) -> Parsed<'_, Square> {
    crate::notation::square(SIZE, "a square from a1 to p16").parse(input)
}

fn a_walk(input: &str) -> Parsed<'_, Written> {
    let letter = context("the file of the turning square, a to p", satisfy(|c| ('a'..='p').contains(&c)));
    let close = context("')'", char(')'));
    let turn_file = preceded((space0, char('(')), cut((letter, close))).map(|(letter, _)| letter as u8 - b'a');
    map((a_square, char('-'), cut(a_square), opt(turn_file)), |(from, _, to, turn_file)| Written::Walk {
        from,
        to,
        turn_file,
    })
    .parse(input)
}

fn a_capture(input: &str) -> Parsed<'_, Written> {
    map((a_square, many1(preceded(char('x'), cut(a_square)))), |(from, mut squares)| {
        squares.insert(0, from);
        Written::Capture(squares)
    })
    .parse(input)
}

fn a_turn(input: &str) -> Parsed<'_, Written> {
    context("a walk such as a1-h8 or a1-h8(a), or a capture such as d3xd5xf5", alt((a_walk, a_capture))).parse(input)
}

/// The fields of a position string.
struct Fields {
    stones: Vec<(Square, char)>,
    to_move: Colour,
    prisoners: [u32; 2],
    last: Option<Colour>,
}

fn fields(input: &str) -> IResult<&str, Fields, Expected<'_>> {
    let to_move = context("the side to move, w or b", white_or_black);
    let white = context("white's prisoners, 0 to 65535", number(u32::from(u16::MAX)));
    let black = context("black's prisoners, 0 to 65535", number(u32::from(u16::MAX)));
    let last = context(
        "the side that made the last turn, w, b or -",
        alt((map(white_or_black, Some), value(None, char('-')))),
    );
    map(
        (placement(SIZE, "WBwb"), delimited(blank, to_move, blank), white, delimited(blank, black, blank), last),
        |(stones, to_move, white, black, last)| Fields { stones, to_move, prisoners: [white, black], last },
    )
    .parse(input)
}

/// The two squares a walk may turn on: on the start's file, and on the arrival's.
fn turning_squares(from: Square, to: Square) -> [Square; 2] {
    [Square::new(from.file, to.rank), Square::new(to.file, from.rank)]
}

impl WalkingPurchase {
    /// The first taken square on a walk's way, start excluded.
    fn blocked_at(&self, from: Square, turn: Square, to: Square) -> Option<Square> {
        [(from, turn), (turn, to)].into_iter().find_map(|(start, end)| {
            let (files, ranks) = start.delta(end);
            let mut at = start;
            while at != end {
                at = at.offset(files.signum() as i8, ranks.signum() as i8)?;
                if self.is_taken(at) {
                    return Some(at);
                }
            }
            None
        })
    }

    fn resolve_walk(&self, from: Square, to: Square, turn_file: Option<u8>) -> Result<Turn<Self>, MoveError<Refusal>> {
        if !self.runners_of(self.to_move).contains(&from) {
            let colour = colour_word::<Self>(self.to_move);
            return Err(MoveError::Illegal(Refusal::NoRunner { colour, at: from }));
        }
        if from.file == to.file || from.rank == to.rank {
            return Err(MoveError::Illegal(Refusal::Straight { from, to }));
        }
        let [first, second] = turning_squares(from, to);
        let turn = match (turn_file, self.blocked_at(from, first, to), self.blocked_at(from, second, to)) {
            (None, None, None) => return Err(MoveError::Ambiguous(Refusal::TwoWays { from, to, first, second })),
            (None, None, Some(_)) => Ok(first),
            (None, Some(_), None) => Ok(second),
            (None, Some(first_blocked), Some(second_blocked)) => {
                Err(Refusal::BothBlocked { first, first_blocked, second, second_blocked })
            }
            (Some(file), blocked, _) if file == first.file => match blocked {
                None => Ok(first),
                Some(blocked) => Err(Refusal::Blocked { turn: first, blocked }),
            },
            (Some(file), _, blocked) if file == second.file => match blocked {
                None => Ok(second),
                Some(blocked) => Err(Refusal::Blocked { turn: second, blocked }),
            },
            (Some(named), _, _) => Err(Refusal::WrongFile { own: from.file, arrival: to.file, named }),
        };
        let turn = turn.map_err(MoveError::Illegal)?;
        Ok([Move::Bend { from, turn }, Move::Arrive(to)].into_iter().collect())
    }

    fn resolve_capture(&self, squares: &[Square]) -> Result<Turn<Self>, Refusal> {
        let own = self.to_move;
        if let Some(&at) = squares.first().filter(|&&at| !self.has_stone(own, at)) {
            return Err(Refusal::NoStone { colour: colour_word::<Self>(own), at });
        }
        let mut position = self.clone();
        let mut turn = Turn::<Self>::new();
        for (&from, &to) in squares.iter().zip(squares.iter().skip(1)) {
            let over = match from.delta(to) {
                (2 | -2, 0) | (0, 2 | -2) => Square::new((from.file + to.file) / 2, (from.rank + to.rank) / 2),
                _ => return Err(Refusal::NoJump { from, to }),
            };
            let foe = own.other();
            if !position.has_stone(foe, over) {
                return Err(if self.has_stone(foe, over) {
                    Refusal::JumpedTwice(over)
                } else {
                    Refusal::NoStone { colour: colour_word::<Self>(foe), at: over }
                });
            }
            if position.is_taken(to) {
                return Err(Refusal::Landing(to));
            }
            let jump = Move::Jump { from, to };
            position.play_unchecked(jump);
            turn.push(jump);
        }
        if position.in_turn() {
            turn.push(Move::Stop);
        }
        Ok(turn)
    }
}

impl Notation for WalkingPurchase {
    const ID: &'static str = "walking-purchase";
    const TITLE: &'static str = "Walking Purchase";
    const SIZE: Size = SIZE;
    const RULES: &'static str = include_str!("rules.md");

    type Written = Written;
    type Refusal = Refusal;
    type Invalid = Invalid;

    fn parse_turn(text: &str) -> Result<Written, ParseError> {
        parse_all(text, a_turn)
    }

    fn resolve(&self, written: &Written) -> Result<Turn<Self>, MoveError<Refusal>> {
        match written {
            &Written::Walk { from, to, turn_file } => self.resolve_walk(from, to, turn_file),
            Written::Capture(squares) => self.resolve_capture(squares).map_err(MoveError::Illegal),
        }
    }

    fn write_turn(&self, turn: &[Move]) -> String {
        if let &[Move::Bend { from, turn }, Move::Arrive(to)] = turn {
            let open = |turn| self.blocked_at(from, turn, to).is_none();
            return if turning_squares(from, to).into_iter().all(open) {
                format!("{from}-{to}({})", turn.file_letter())
            } else {
                format!("{from}-{to}")
            };
        }
        let mut text = String::new();
        for mv in turn {
            if let Move::Jump { from, to } = mv {
                if text.is_empty() {
                    text = from.to_string();
                }
                text.push('x');
                text.push_str(&to.to_string());
            }
        }
        text
    }

    fn parse_position(text: &str, rules: WalkingPurchaseRules) -> Result<Self, PositionError<Invalid>> {
        let fields = parse_all(text, fields)?;
        let on = |piece: char| fields.stones.iter().filter(move |(_, p)| *p == piece).map(|(at, _)| *at);
        let runners = |piece, colour: Colour| {
            let found: Vec<Square> = on(piece).collect();
            <[Square; 2]>::try_from(found).map_err(|found| {
                PositionError::Invalid(Invalid::Runners { colour: colour_word::<Self>(colour), count: found.len() })
            })
        };
        let mut position =
            WalkingPurchase::with_runners([runners('W', Colour::White)?, runners('B', Colour::Black)?], rules);
        for (piece, colour) in [('w', Colour::White), ('b', Colour::Black)] {
            on(piece).for_each(|at| position.put_stone(colour, at));
        }
        if fields.last == Some(fields.to_move) {
            return Err(PositionError::Invalid(Invalid::LastMover(fields.to_move.lower_letter())));
        }
        position.to_move = fields.to_move;
        position.last = fields.last;
        position.prisoners = fields.prisoners.map(|count| u16::try_from(count).unwrap_or(u16::MAX));
        Ok(position)
    }

    fn write_position(&self) -> String {
        let stones = write_placement(SIZE, |at| self.piece_on(at).map(|piece| piece.letter));
        let [white, black] = self.prisoners;
        let last = self.last.map_or('-', Colour::lower_letter);
        format!("{stones} {} {white} {black} {last}", self.to_move.lower_letter())
    }

    fn end_reason(&self) -> &'static str {
        "stuck"
    }

    fn margin(&self, _: Outcome) -> Option<Points> {
        Some(Points::quarters(self.settlement().lead.abs()))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let settlement = self.settlement();
        vec![
            ("settled", settlement.text()),
            ("white_points", self.points_of(Colour::White).to_string()),
            ("black_points", self.points_of(Colour::Black).to_string()),
            ("compensation", Points::quarters(settlement.compensation).to_string()),
            ("white_prisoners", self.prisoners_of(Colour::White).to_string()),
            ("black_prisoners", self.prisoners_of(Colour::Black).to_string()),
            ("white_stones", self.stone_count(Colour::White).to_string()),
            ("black_stones", self.stone_count(Colour::Black).to_string()),
        ]
    }
}
