//! Reading and writing turns and positions (rules: A turn, Position string).
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, space0};
use nom::combinator::{cut, map, opt, value};
use nom::error::context;
use nom::multi::many1;
use nom::sequence::{delimited, preceded};

use super::board::Cell;
use super::moves::Move;
use super::{Bonus, Phase, SIZE, STONES, Side, Yote, YoteRules};
use crate::game::{Game, Outcome, Turn};
use crate::geometry::{Size, Square};
use crate::notation::{
    Colour, MoveError, Notation, ParseError, Parsed, Points, PositionError, blank, colour_word, number, parse_all,
    placement, white_or_black, write_placement,
};

/// A jump as written: where it lands, and the second stone that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The landing square.
    pub to: Square,
    /// The square in parentheses.
    pub bonus: Option<Square>,
}

/// A turn as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// `c3`.
    Drop(Square),
    /// `c3-c4`.
    Step(Square, Square),
    /// `c3xc5(e2)xe5`: start, and one jump or more.
    Capture(Square, Vec<Hop>),
    /// `pass`.
    Pass,
}

/// Why a turn is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the case means")]
pub enum Refusal {
    #[error("no {colour} stone is left in hand")]
    EmptyHand { colour: &'static str },
    #[error("{0} is taken")]
    Taken(Square),
    #[error("no {colour} stone on {at}")]
    NoStone { colour: &'static str, at: Square },
    #[error("a step goes to a square beside, along a rank or file, and {from} to {to} does not")]
    NoStep { from: Square, to: Square },
    #[error("a jump goes two squares along a rank or file, and {from} to {to} does not")]
    NoJump { from: Square, to: Square },
    #[error("only one jump a turn is played")]
    OneJump,
    #[error("the last {colour} stone is taken, the turn ends there")]
    TurnOver { colour: &'static str },
    #[error("no second stone is taken in this variant")]
    NoBonus,
    #[error("no {colour} stone is left on the board to be taken, and none is taken from the hand")]
    NothingToTake { colour: &'static str },
    #[error("the jump to {0} has to take a second stone: write its square in parentheses")]
    BonusForced(Square),
    #[error("a side that can drop, step or capture does not pass")]
    NoPass,
}

/// The validity checks of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the case means")]
pub enum Invalid {
    #[error("{colour} has {count} stones on the board and in hand: expected 12 at most")]
    TooManyStones { colour: &'static str, count: u32 },
}

fn a_square(input: &str) -> Parsed<'_, Square> {
    crate::notation::square(SIZE, "a square from a1 to f5").parse(input)
}

fn a_hop(input: &str) -> Parsed<'_, Hop> {
    let close = context("')'", char(')'));
    let bonus = delimited((space0, char('(')), cut(a_square), cut(close));
    map(preceded(char('x'), (cut(a_square), opt(bonus))), |(to, bonus)| Hop { to, bonus }).parse(input)
}

fn a_turn(input: &str) -> Parsed<'_, Written> {
    let step = map((a_square, char('-'), cut(a_square)), |(from, _, to)| Written::Step(from, to));
    let capture = map((a_square, many1(a_hop)), |(from, hops)| Written::Capture(from, hops));
    context(
        "a drop such as c3, a step such as c3-c4, a capture such as c3xc5(e2), or pass",
        alt((step, capture, map(a_square, Written::Drop), value(Written::Pass, tag("pass")))),
    )
    .parse(input)
}

/// The fields of a position string.
struct Fields {
    stones: Vec<(Square, char)>,
    to_move: Colour,
    hands: [u32; 2],
}

fn fields(input: &str) -> Parsed<'_, Fields> {
    let to_move = context("the side to move, w or b", white_or_black);
    let white = context("white's hand, 0 to 12", number(u32::from(STONES)));
    let black = context("black's hand, 0 to 12", number(u32::from(STONES)));
    map(
        (placement(SIZE, "wb"), preceded(blank, to_move), preceded(blank, white), preceded(blank, black)),
        |(stones, to_move, white, black)| Fields { stones, to_move, hands: [white, black] },
    )
    .parse(input)
}

impl Yote {
    /// Whose stone stands on this square.
    pub(super) fn owner(&self, at: Square) -> Option<Colour> {
        let set = Cell::on(at).set();
        [Colour::White, Colour::Black].into_iter().find(|&colour| self.side(colour).stones & set != 0)
    }

    fn piece_on(&self, at: Square) -> Option<char> {
        self.owner(at).map(Colour::lower_letter)
    }

    fn require_stone(&self, colour: Colour, at: Square) -> Result<(), Refusal> {
        if self.side(colour).stones & Cell::on(at).set() != 0 {
            return Ok(());
        }
        Err(Refusal::NoStone { colour: colour_word::<Self>(colour), at })
    }

    fn require_empty(&self, at: Square) -> Result<(), Refusal> {
        if self.piece_on(at).is_none() { Ok(()) } else { Err(Refusal::Taken(at)) }
    }

    fn resolve_single(&self, written: &Written) -> Result<Move, Refusal> {
        match *written {
            Written::Drop(at) => {
                self.require_empty(at)?;
                if self.own.hand == 0 {
                    return Err(Refusal::EmptyHand { colour: colour_word::<Self>(self.to_move) });
                }
                Ok(Move::Drop(Cell::on(at)))
            }
            Written::Step(from, to) => {
                self.require_stone(self.to_move, from)?;
                if !matches!(from.delta(to), (1 | -1, 0) | (0, 1 | -1)) {
                    return Err(Refusal::NoStep { from, to });
                }
                self.require_empty(to)?;
                Ok(Move::Step { from: Cell::on(from), to: Cell::on(to) })
            }
            Written::Pass | Written::Capture(..) => {
                if self.mover_can_act() {
                    Err(Refusal::NoPass)
                } else {
                    Ok(Move::Pass)
                }
            }
        }
    }

    fn resolve_capture(&self, from: Square, hops: &[Hop]) -> Result<Turn<Self>, Refusal> {
        self.require_stone(self.to_move, from)?;
        let foe = self.to_move.other();
        let mut position = self.clone();
        let mut turn = Turn::<Self>::new();
        let mut from = from;
        let mut play = |position: &mut Self, mv| {
            turn.push(mv);
            position.play_unchecked(mv);
        };
        for (index, hop) in hops.iter().enumerate() {
            if index > 0 && position.foe.left == 0 {
                return Err(Refusal::TurnOver { colour: colour_word::<Self>(foe) });
            }
            if index > 0 && !self.rules.multijump {
                return Err(Refusal::OneJump);
            }
            let over = match from.delta(hop.to) {
                (2 | -2, 0) | (0, 2 | -2) => Square::new((from.file + hop.to.file) / 2, (from.rank + hop.to.rank) / 2),
                _ => return Err(Refusal::NoJump { from, to: hop.to }),
            };
            position.require_stone(foe, over)?;
            position.require_empty(hop.to)?;
            play(&mut position, Move::Jump { from: Cell::on(from), to: Cell::on(hop.to) });
            let open = matches!(position.phase, Phase::Bonus(_));
            match hop.bonus {
                Some(at) if open => {
                    position.require_stone(foe, at)?;
                    play(&mut position, Move::Bonus(Cell::on(at)));
                }
                Some(_) if self.rules.bonus == Bonus::None => return Err(Refusal::NoBonus),
                Some(_) => return Err(Refusal::NothingToTake { colour: colour_word::<Self>(foe) }),
                None if open && self.rules.bonus == Bonus::Forced => return Err(Refusal::BonusForced(hop.to)),
                None if open => play(&mut position, Move::NoBonus),
                None => {}
            }
            from = hop.to;
        }
        if position.in_turn() {
            play(&mut position, Move::Stop);
        }
        Ok(turn)
    }
}

impl Notation for Yote {
    const ID: &'static str = "yote";
    const TITLE: &'static str = "Yoté";
    const SIZE: Size = SIZE;
    const RULES: &'static str = include_str!("rules.md");

    type Written = Written;
    type Refusal = Refusal;
    type Invalid = Invalid;

    fn parse_turn(text: &str) -> Result<Written, ParseError> {
        parse_all(text, a_turn)
    }

    fn resolve(&self, written: &Written) -> Result<Turn<Self>, MoveError<Refusal>> {
        let turn = match written {
            Written::Capture(from, hops) => self.resolve_capture(*from, hops),
            single => self.resolve_single(single).map(|mv| [mv].into_iter().collect()),
        };
        turn.map_err(MoveError::Illegal)
    }

    fn write_turn(&self, turn: &[Move]) -> String {
        let mut text = String::new();
        for mv in turn {
            match mv {
                Move::Drop(at) => text.push_str(&at.square().to_string()),
                Move::Step { from, to } => text.push_str(&format!("{}-{}", from.square(), to.square())),
                Move::Jump { from, to } => {
                    if text.is_empty() {
                        text = from.square().to_string();
                    }
                    text.push_str(&format!("x{}", to.square()));
                }
                Move::Bonus(at) => text.push_str(&format!("({})", at.square())),
                Move::Pass => text.push_str("pass"),
                Move::NoBonus | Move::Stop => {}
            }
        }
        text
    }

    fn parse_position(text: &str, rules: YoteRules) -> Result<Self, PositionError<Invalid>> {
        let fields = parse_all(text, fields)?;
        let board =
            |piece| fields.stones.iter().filter(|(_, p)| *p == piece).fold(0, |set, (at, _)| set | Cell::on(*at).set());
        let [white, black] = fields.hands.map(|count| u8::try_from(count).unwrap_or(STONES));
        let sides = [Side::new(board('w'), white), Side::new(board('b'), black)];
        let position = Yote::set_up(sides, fields.to_move, rules);
        for colour in [Colour::White, Colour::Black] {
            let count = position.side(colour).left;
            if count > STONES {
                let colour = colour_word::<Self>(colour);
                return Err(PositionError::Invalid(Invalid::TooManyStones { colour, count: u32::from(count) }));
            }
        }
        Ok(position)
    }

    fn write_position(&self) -> String {
        let stones = write_placement(SIZE, |at| self.piece_on(at));
        let side = self.to_move.lower_letter();
        format!("{stones} {side} {} {}", self.side(Colour::White).hand, self.side(Colour::Black).hand)
    }

    fn end_reason(&self) -> &'static str {
        self.ending().map_or("unfinished", |ending| ending.reason)
    }

    fn margin(&self, _: Outcome) -> Option<Points> {
        None
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let board = |colour| self.side(colour).on_board().to_string();
        let hand = |colour| self.side(colour).hand.to_string();
        vec![
            ("white_board", board(Colour::White)),
            ("white_hand", hand(Colour::White)),
            ("black_board", board(Colour::Black)),
            ("black_hand", hand(Colour::Black)),
        ]
    }
}
