//! Reading and writing turns and positions (rules: A cycle, Moving, Position string).

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of, space0, space1};
use nom::combinator::{cut, map, opt, value};
use nom::error::context;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::board::Cell;
use super::moves::{Announcement, Demand, Line, Move, Number};
use super::{EcouteMoi, EcouteMoiRules, Phase, SIZE};
use crate::game::{Game, Outcome, Turn};
use crate::geometry::{Size, Square};
use crate::notation::{
    Colour, Expected, MoveError, Notation, ParseError, Parsed, Points, PositionError, blank, parse_all, placement,
    white_or_black, write_placement,
};

/// A turn as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// `un-noir`, or as it is spoken.
    Announce(Announcement),
    /// `g7-h8` or `@c3-c5`.
    Run {
        /// Start.
        from: Square,
        /// Arrival.
        to: Square,
        /// Whether the runner is put on the start.
        put: bool,
    },
    /// `pass`.
    Pass,
}

/// Why a turn is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the case means")]
pub enum Refusal {
    #[error("{colour} has to announce, such as un-noir, before the runner moves")]
    Unannounced { colour: &'static str },
    #[error("{in_force} is announced already: {colour} has to move the runner")]
    Announced { in_force: Announcement, colour: &'static str },
    #[error("no free square allows a move of {} along a {}", squares_of(.0.number), line_name(.0.line))]
    Impossible(Announcement),
    #[error("announcing is compulsory")]
    PassedAnnouncement,
    #[error("moving is compulsory, and {0} can be done")]
    PassedMove(Demand),
    #[error("no free square allows {0}: only pass is legal")]
    OnlyPass(Demand),
    #[error("the runner is on {runner}, not on {from}")]
    NoRunner { runner: Cell, from: Square },
    #[error("the runner on {runner} is blocked: put it on a free square that allows {demand}, such as {example}")]
    Blocked { runner: Cell, demand: Demand, example: PutAndMove },
    #[error("the runner is put elsewhere only when it is blocked, and from {runner} it can move to {to}")]
    NotBlocked { runner: Cell, to: Cell },
    #[error("the runner is put on a free square, and on {0} is a stone")]
    NotFree(Square),
    #[error("the action asks for {demand}, and {from}-{to} does not lie on one")]
    Line { demand: Demand, from: Square, to: Square },
    #[error("the action asks for {demand}, and {from}-{to} goes {walked}")]
    Distance { demand: Demand, from: Square, to: Square, walked: u8 },
    #[error("a stone on {0} is in the way")]
    InTheWay(Square),
}

/// A move of a runner that is put elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PutAndMove {
    from: Cell,
    to: Cell,
}

impl std::fmt::Display for PutAndMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "@{}-{}", self.from, self.to)
    }
}

/// The validity checks of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the case means")]
pub enum Invalid {
    #[error("there are {0} runners instead of 1")]
    Runners(usize),
    #[error("phase {0} has no announcement in force: expected one such as un-noir instead of -")]
    NoAnnouncement(char),
    #[error("{0} is in force before it is announced: expected - in phase a")]
    EarlyAnnouncement(Announcement),
    #[error("phase c has no distance walked: expected {} instead of -", distances_of(.0.number))]
    NoDistance(Announcement),
    #[error("a distance ({0}) is walked before the move: expected - in phases a and m")]
    EarlyDistance(u8),
    #[error("{announcement} is not walked {distance}: expected {}", distances_of(.announcement.number))]
    WrongDistance { announcement: Announcement, distance: u8 },
    #[error("{0} cannot be carried out: expected an announcement whose move some free square allows")]
    Impossible(Announcement),
}

fn distances_of(number: Number) -> &'static str {
    match number {
        Number::Un => "1 or 3",
        Number::Deux => "2",
    }
}

fn squares_of(number: Number) -> &'static str {
    match number {
        Number::Un => "1 or 3 squares",
        Number::Deux => "2 squares",
    }
}

fn line_name(line: Line) -> &'static str {
    match line {
        Line::Noir => "rank (noir)",
        Line::Blanc => "file (blanc)",
        Line::Positive => "rising diagonal (positive)",
        Line::Negative => "falling diagonal (negative)",
    }
}

impl std::fmt::Display for Demand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let has = |distance| self.distances.contains(distance);
        let distances = match (has(1), has(2), has(3)) {
            (true, _, true) => "1 or 3 squares",
            (true, _, _) => "1 square",
            (_, true, _) => "2 squares",
            _ => "3 squares",
        };
        write!(f, "{distances} along a {}", line_name(self.line))
    }
}

fn a_square(input: &str) -> Parsed<'_, Square> {
    crate::notation::square(SIZE, "a square from a1 to m13").parse(input)
}

fn a_run(input: &str) -> Parsed<'_, Written> {
    let to = || preceded(context("'-'", char('-')), a_square);
    let put = map(preceded(char('@'), cut((a_square, to()))), |(from, to)| Written::Run { from, to, put: true });
    let go = map((a_square, cut(to())), |(from, to)| Written::Run { from, to, put: false });
    alt((put, go)).parse(input)
}

fn a_number(input: &str) -> Parsed<'_, Number> {
    alt((value(Number::Un, tag("un")), value(Number::Deux, tag("deux")))).parse(input)
}

fn a_line(input: &str) -> Parsed<'_, Line> {
    let word = |line: Line| value(line, tag(line.word()));
    let [noir, blanc, positive, negative] = Line::ALL.map(word);
    context("noir, blanc, positive or negative", alt((noir, blanc, positive, negative))).parse(input)
}

/// An announcement, written or spoken.
fn an_announcement(input: &str) -> Parsed<'_, Announcement> {
    let between = context("'-' or a blank", alt((value((), (space0, char('-'), space0)), value((), space1))));
    let courtesy = (
        alt((value((), (space0, char(','), space0)), value((), space1))),
        (char('s'), one_of("'\u{2019}"), tag("il"), space1, tag("vous"), space1),
        alt((tag("pla\u{ee}t"), tag("plai\u{302}t"), tag("plait"))),
    );
    let end = (alt((value((), courtesy), value((), opt((space0, char(',')))))), opt((space0, char('!'))));
    map((a_number, cut((between, a_line)), end), |(number, (_, line), _)| Announcement { number, line }).parse(input)
}

fn a_turn(input: &str) -> Parsed<'_, Written> {
    let pass = value(Written::Pass, tag("pass"));
    context(
        "an announcement such as un-noir, a move such as g7-h8 or @c3-c5, or pass",
        alt((pass, a_run, map(an_announcement, Written::Announce))),
    )
    .parse(input)
}

/// The fields of a position string.
struct Fields {
    stones: Vec<(Square, char)>,
    to_move: Colour,
    phase: char,
    announcement: Option<Announcement>,
    distance: Option<u8>,
}

fn fields(input: &str) -> IResult<&str, Fields, Expected<'_>> {
    let in_force = map((a_number, char('-'), a_line), |(number, _, line)| Announcement { number, line });
    let distance = map(one_of("123"), |digit| digit as u8 - b'0');
    map(
        (
            placement(SIZE, "xC"),
            delimited(blank, context("the side whose action it is, w or b", white_or_black), blank),
            context("the phase, a, m or c", one_of("amc")),
            delimited(
                blank,
                context(
                    "the announcement in force, such as un-noir, or -",
                    alt((map(in_force, Some), value(None, char('-')))),
                ),
                blank,
            ),
            context("the distance walked, 1, 2, 3 or -", alt((map(distance, Some), value(None, char('-'))))),
        ),
        |(stones, to_move, phase, announcement, distance)| Fields { stones, to_move, phase, announcement, distance },
    )
    .parse(input)
}

impl Fields {
    /// The phase, if it and what is in force fit one another.
    fn checked_phase(&self) -> Result<Phase, Invalid> {
        let early_distance = self.distance.filter(|_| self.phase != 'c').map(Invalid::EarlyDistance);
        let phase = match (self.phase, self.announcement) {
            ('a', Some(announcement)) => return Err(Invalid::EarlyAnnouncement(announcement)),
            ('a', None) => Phase::Announce,
            (phase, None) => return Err(Invalid::NoAnnouncement(phase)),
            ('m', Some(announcement)) => Phase::Move(announcement),
            (_, Some(announcement)) => {
                let distance = self.distance.ok_or(Invalid::NoDistance(announcement))?;
                if (announcement.number == Number::Deux) != (distance == 2) {
                    return Err(Invalid::WrongDistance { announcement, distance });
                }
                Phase::Complement(announcement, distance)
            }
        };
        early_distance.map_or(Ok(phase), Err)
    }
}

impl EcouteMoi {
    pub(super) fn colour_word(colour: Colour) -> &'static str {
        Self::COLOURS[colour.index()][0]
    }

    fn resolve_announcement(&self, announcement: Announcement) -> Result<Move, Refusal> {
        match self.phase {
            Phase::Announce if self.is_possible(announcement) => Ok(Move::Announce(announcement)),
            Phase::Announce => Err(Refusal::Impossible(announcement)),
            Phase::Move(in_force) | Phase::Complement(in_force, _) => {
                Err(Refusal::Announced { in_force, colour: Self::colour_word(self.to_move) })
            }
        }
    }

    fn resolve_run(&self, from: Square, to: Square, put: bool) -> Result<Move, Refusal> {
        let Some(demand) = self.demand() else {
            return Err(Refusal::Unannounced { colour: Self::colour_word(self.to_move) });
        };
        // Where the runner could go instead; a move of a runner that is put elsewhere when it is blocked.
        let Some((start, end)) = self.example(demand) else { return Err(Refusal::OnlyPass(demand)) };
        let runner = self.runner;
        let blocked = start != runner;
        match (put, blocked) {
            (true, false) => return Err(Refusal::NotBlocked { runner, to: end }),
            (false, true) => {
                return Err(Refusal::Blocked { runner, demand, example: PutAndMove { from: start, to: end } });
            }
            (true, true) if !self.free.contains(Cell::new(from)) => return Err(Refusal::NotFree(from)),
            (false, false) if from != runner.square() => return Err(Refusal::NoRunner { runner, from }),
            _ => {}
        }
        let way = way(demand.line, from, to).ok_or(Refusal::Line { demand, from, to })?;
        let walked = way.len() as u8;
        if !demand.distances.contains(walked) {
            return Err(Refusal::Distance { demand, from, to, walked });
        }
        match way.into_iter().find(|&at| !self.free.contains(Cell::new(at))) {
            Some(at) => Err(Refusal::InTheWay(at)),
            None => Ok(Move::Run { from: Cell::new(from), to: Cell::new(to) }),
        }
    }

    fn resolve_pass(&self) -> Result<Move, Refusal> {
        match self.demand() {
            None => Err(Refusal::PassedAnnouncement),
            Some(demand) if self.example(demand).is_some() => Err(Refusal::PassedMove(demand)),
            Some(_) => Ok(Move::Pass),
        }
    }

    /// What the next action is.
    pub(super) fn action_note(&self) -> String {
        let colour = Self::colour_word(self.to_move);
        match (self.phase, self.demand()) {
            _ if self.outcome().is_some() => "no action: the game is over".to_owned(),
            (Phase::Move(announcement), Some(demand)) => {
                format!("{colour} moves after {announcement}: {demand}")
            }
            (Phase::Complement(announcement, distance), Some(demand)) => {
                format!("{colour}'s complementary move after {announcement}, walked {distance}: {demand}")
            }
            _ => format!("{colour} announces"),
        }
    }
}

/// The squares from one to another along the line, the first left out; `None` if the other is not on it, or the same.
fn way(line: Line, from: Square, to: Square) -> Option<Vec<Square>> {
    let (files, ranks) = from.delta(to);
    let fits = match line {
        Line::Noir => ranks == 0,
        Line::Blanc => files == 0,
        Line::Positive => files == ranks,
        Line::Negative => files == -ranks,
    };
    if !fits || from == to {
        return None;
    }
    let mut at = from;
    let mut way = Vec::new();
    while at != to {
        at = at.offset(files.signum() as i8, ranks.signum() as i8)?;
        way.push(at);
    }
    Some(way)
}

impl Notation for EcouteMoi {
    const ID: &'static str = "ecoute-moi";
    const TITLE: &'static str = "Écoute-moi!";
    const SIZE: Size = SIZE;
    const RULES: &'static str = include_str!("rules.md");

    type Written = Written;
    type Refusal = Refusal;
    type Invalid = Invalid;

    fn parse_turn(text: &str) -> Result<Written, ParseError> {
        parse_all(text, a_turn)
    }

    fn say(written: &Written) -> Option<String> {
        let Written::Announce(Announcement { number, line }) = written else { return None };
        let number = match number {
            Number::Un => "Un",
            Number::Deux => "Deux",
        };
        Some(format!("{number} {}, s'il vous plaît!", line.word()))
    }

    fn resolve(&self, written: &Written) -> Result<Turn<Self>, MoveError<Refusal>> {
        let mv = match *written {
            Written::Announce(announcement) => self.resolve_announcement(announcement),
            Written::Run { from, to, put } => self.resolve_run(from, to, put),
            Written::Pass => self.resolve_pass(),
        };
        mv.map(|mv| [mv].into_iter().collect()).map_err(MoveError::Illegal)
    }

    fn write_turn(&self, turn: &[Move]) -> String {
        match *turn {
            [Move::Announce(announcement)] => announcement.to_string(),
            [Move::Run { from, to }] if from == self.runner => format!("{from}-{to}"),
            [Move::Run { from, to }] => PutAndMove { from, to }.to_string(),
            _ => "pass".to_owned(),
        }
    }

    fn parse_position(text: &str, rules: EcouteMoiRules) -> Result<Self, PositionError<Invalid>> {
        let fields = parse_all(text, fields)?;
        let on = |piece: char| fields.stones.iter().filter(move |(_, p)| *p == piece).map(|(at, _)| Cell::new(*at));
        let runners: Vec<Cell> = on('C').collect();
        let &[runner] = runners.as_slice() else {
            return Err(PositionError::Invalid(Invalid::Runners(runners.len())));
        };
        let phase = fields.checked_phase().map_err(PositionError::Invalid)?;
        let mut position = EcouteMoi::empty(runner, fields.to_move, phase, rules);
        on('x').for_each(|at| position.put_stone(at));
        match phase {
            Phase::Move(announcement) if !position.is_possible(announcement) => {
                Err(PositionError::Invalid(Invalid::Impossible(announcement)))
            }
            _ => Ok(position),
        }
    }

    fn write_position(&self) -> String {
        let stones = write_placement(SIZE, |at| self.piece_on(at).map(|piece| piece.letter));
        let side = self.to_move.lower_letter();
        match self.phase {
            Phase::Announce => format!("{stones} {side} a - -"),
            Phase::Move(announcement) => format!("{stones} {side} m {announcement} -"),
            Phase::Complement(announcement, distance) => format!("{stones} {side} c {announcement} {distance}"),
        }
    }

    fn end_reason(&self) -> &'static str {
        match self.joined {
            [true, true] => "all-sides",
            [false, false] => "no-announcement",
            _ => "chain",
        }
    }

    fn margin(&self, _: Outcome) -> Option<Points> {
        Some(self.points())
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("white_needs", self.needs(Colour::White).to_string()),
            ("black_needs", self.needs(Colour::Black).to_string()),
        ]
    }
}
