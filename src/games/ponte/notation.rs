//! Reading and writing turns and positions (rules: A turn, Position string), and the drawing of the board.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, space0};
use nom::combinator::{cut, map, value};
use nom::error::context;
use nom::multi::separated_list1;
use nom::sequence::{preceded, terminated};

use super::board::{BOARD, Cell, SIZE, Set, Span, around};
use super::groups::{Groups, group};
use super::moves::Move;
use super::{Passed, Phase, Ponte, PonteRules};
use crate::game::{Game, Outcome, Player, Turn};
use crate::geometry::{Size, Square};
use crate::notation::{
    Colour, MoveError, Notation, ParseError, Parsed, Points, PositionError, blank, colour_word, draw_board, parse_all,
    placement, write_placement,
};

/// A turn as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// `c3,f7`, in either order.
    Stones(Square, Square),
    /// `c3-e4`, in either order.
    Bridge(Square, Square),
    /// `choose-light` or `choose-dark`.
    Choose(Colour),
    /// `pass`.
    Pass,
}

/// Why a turn is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the case means")]
pub enum Refusal {
    #[error("the second seat has to choose a colour first: choose-dark or choose-light")]
    ChoiceOpen,
    #[error("there is no colour to choose now")]
    NoChoice,
    #[error("the two stones need two different squares")]
    SameSquare,
    #[error("{0} is taken")]
    Taken(Square),
    #[error("{0} is under a bridge")]
    UnderBridge(Square),
    #[error("a {colour} stone on {at} would make a group of {size}: expected 4 at most")]
    TooLarge { colour: &'static str, at: Square, size: u32 },
    #[error(
        "a {colour} stone on {at} would touch the island with {island}: an island touches no other stone of its colour"
    )]
    TouchesIsland { colour: &'static str, at: Square, island: Square },
    #[error(
        "{at} would complete an island that touches the {colour} stone on {touched}: an island touches no other stone of its colour"
    )]
    IslandTouches { colour: &'static str, at: Square, touched: Square },
    #[error("only {left} {colour} stones are left: expected two")]
    NoTiles { colour: &'static str, left: u32 },
    #[error("no bridge is left")]
    NoBridgeTiles,
    #[error("no {colour} stone on {at}")]
    NoStone { colour: &'static str, at: Square },
    #[error(
        "a bridge has one square between its ends, straight, diagonal or as a knight moves, and {from} to {to} does not"
    )]
    NoSpan { from: Square, to: Square },
    #[error("{0} carries a bridge already")]
    SecondEnd(Square),
    #[error("{0} would be under the bridge and is taken")]
    StoneUnder(Square),
    #[error("it would cross the bridge {0}")]
    Crosses(String),
    #[error("{0} can place two stones, and only who cannot may pass")]
    NoPass(&'static str),
}

/// The validity checks of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the case means")]
pub enum Invalid {
    #[error("the {colour} group with {at} has {size} stones: expected 4 at most")]
    GroupSize { colour: &'static str, at: Square, size: u32 },
    #[error("the {colour} island with {island} touches {touched}: expected no contact with its colour")]
    IslandContact { colour: &'static str, island: Square, touched: Square },
    #[error("the bridge {0} has none of the shapes of a bridge")]
    BridgeShape(String),
    #[error("the bridge {bridge} needs {colour} stones at both ends")]
    BridgeColour { bridge: String, colour: &'static str },
    #[error("{0} carries two ends of bridges: expected one at most")]
    TwoEnds(Square),
    #[error("a stone stands under the bridge {0}")]
    StoneUnder(String),
    #[error("the bridge {0} crosses another")]
    Crossing(String),
    #[error("turn c needs exactly two light stones and nothing else, and no choice is made with opening=fixed")]
    Choice,
    #[error("the first seat's colour is {given}: expected {expected}")]
    Seat { given: char, expected: &'static str },
    #[error("light has passed (p), but can place two stones")]
    LightPassed,
    #[error("dark has passed (x), but can place two stones")]
    DarkPassed,
    #[error("nobody passes before the colours are settled: expected -")]
    PassedBeforeChoice,
    #[error("after dark's pass it is light's turn: expected l")]
    TurnAfterDark,
    #[error("{colour} has {count} stones: expected {most} at most")]
    Tiles { colour: &'static str, count: u32, most: u8 },
    #[error("there are {count} bridges: expected {most} at most")]
    Bridges { count: u32, most: u8 },
}

fn a_square(input: &str) -> Parsed<'_, Square> {
    crate::notation::square(SIZE, "a square from a1 to j10").parse(input)
}

fn a_turn(input: &str) -> Parsed<'_, Written> {
    let comma = (space0, char(','), space0);
    let stones = map((a_square, comma, cut(a_square)), |(a, _, b)| Written::Stones(a, b));
    let bridge = map((a_square, char('-'), cut(a_square)), |(a, _, b)| Written::Bridge(a, b));
    context(
        "two stones such as c3,f7, a bridge such as c3-e4, pass, choose-dark or choose-light",
        alt((
            stones,
            bridge,
            value(Written::Choose(Colour::White), tag("choose-light")),
            value(Written::Choose(Colour::Black), tag("choose-dark")),
            value(Written::Pass, tag("pass")),
        )),
    )
    .parse(input)
}

/// Whose turn a position string says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnField {
    Of(Colour),
    Choice,
}

/// The fields of a position string.
struct Fields {
    stones: Vec<(Square, char)>,
    bridges: Vec<(Colour, Square, Square)>,
    turn: TurnField,
    first_seat: Option<Colour>,
    passed: Passed,
}

fn a_side(input: &str) -> Parsed<'_, Colour> {
    alt((value(Colour::White, char('l')), value(Colour::Black, char('d')))).parse(input)
}

fn bridges(input: &str) -> Parsed<'_, Vec<(Colour, Square, Square)>> {
    let owner = alt((value(Colour::White, char('o')), value(Colour::Black, char('x'))));
    let bridge = map((owner, a_square, char('-'), cut(a_square)), |(owner, a, _, b)| (owner, a, b));
    let one = context("a bridge such as oa1-c2 or xd4-f4", bridge);
    context("bridges such as oa1-c2,xd4-f4, or -", alt((value(Vec::new(), char('-')), separated_list1(char(','), one))))
        .parse(input)
}

fn fields(input: &str) -> Parsed<'_, Fields> {
    let turn = alt((map(a_side, TurnField::Of), value(TurnField::Choice, char('c'))));
    let seat = alt((map(a_side, Some), value(None, char('?'))));
    let passed =
        alt((value(Passed::Nobody, char('-')), value(Passed::Light, char('p')), value(Passed::Dark, char('x'))));
    map(
        (
            terminated(placement(SIZE, "ox"), blank),
            terminated(bridges, blank),
            terminated(context("whose turn it is, l, d or c", turn), blank),
            context("the first seat's colour, l, d or ?", seat),
            preceded(blank, context("who has passed, -, p or x", passed)),
        ),
        |(stones, bridges, turn, first_seat, passed)| Fields { stones, bridges, turn, first_seat, passed },
    )
    .parse(input)
}

fn first_square(set: Set) -> Square {
    Cell::new(set.trailing_zeros() as u8).square()
}

fn span_text(span: Span) -> String {
    format!("{}-{}", span.lower().square(), span.upper().square())
}

impl Ponte {
    fn word(&self, colour: Colour) -> &'static str {
        colour_word::<Self>(colour)
    }

    fn is_taken(&self, set: Set) -> bool {
        (self.stones_of(Colour::White) | self.stones_of(Colour::Black)) & set != 0
    }

    /// Why a stone may not stand on a square beside `own`, which are legal.
    fn stone_refusal(&self, own: Set, at: Square) -> Option<Refusal> {
        let bit = Cell::on(at).bit();
        let colour = self.word(self.turn);
        if self.is_taken(bit) || own & bit != 0 {
            return Some(Refusal::Taken(at));
        }
        if self.under & bit != 0 {
            return Some(Refusal::UnderBridge(at));
        }
        let joined = group(own | bit, bit);
        let size = joined.count_ones();
        if size > 4 {
            return Some(Refusal::TooLarge { colour, at, size });
        }
        let islands = Groups::of(own).fours & around(bit);
        if islands != 0 {
            return Some(Refusal::TouchesIsland { colour, at, island: first_square(islands) });
        }
        let touched = around(joined) & own & !joined;
        (size == 4 && touched != 0).then(|| Refusal::IslandTouches { colour, at, touched: first_square(touched) })
    }

    fn resolve_stones(&self, a: Square, b: Square) -> Result<Turn<Self>, Refusal> {
        if a == b {
            return Err(Refusal::SameSquare);
        }
        let own = self.stones_of(self.turn);
        if !self.has_two_tiles(self.turn) {
            let left = u32::from(self.rules.tiles).saturating_sub(own.count_ones());
            return Err(Refusal::NoTiles { colour: self.word(self.turn), left });
        }
        let first = self.stone_refusal(own, a);
        let refusal = first.or_else(|| self.stone_refusal(own | Cell::on(a).bit(), b));
        let (lower, upper) = if a < b { (a, b) } else { (b, a) };
        match refusal {
            Some(refusal) => Err(refusal),
            None => Ok([Move::First(Cell::on(lower)), Move::Second(Cell::on(upper))].into_iter().collect()),
        }
    }

    fn resolve_bridge(&self, from: Square, to: Square) -> Result<Turn<Self>, Refusal> {
        for at in [from, to] {
            if self.stones_of(self.turn) & Cell::on(at).bit() == 0 {
                return Err(Refusal::NoStone { colour: self.word(self.turn), at });
            }
        }
        let span = Span::joining(from, to).ok_or(Refusal::NoSpan { from, to })?;
        if !self.has_a_bridge_tile() {
            return Err(Refusal::NoBridgeTiles);
        }
        let carrying = self.ends & span.ends();
        if carrying != 0 {
            return Err(Refusal::SecondEnd(first_square(carrying)));
        }
        let (stones, under) = (self.stones_of(Colour::White) | self.stones_of(Colour::Black), span.under());
        if stones & under != 0 {
            return Err(Refusal::StoneUnder(first_square(stones & under)));
        }
        match self.crossing(span) {
            Some(other) => Err(Refusal::Crosses(span_text(other))),
            None => Ok([Move::Bridge(span)].into_iter().collect()),
        }
    }

    /// A bridge that stands and that this one would meet.
    fn crossing(&self, span: Span) -> Option<Span> {
        let mut met = None;
        span.for_each_crossing(|shape, lower| {
            if self.bridges.get(shape).is_some_and(|lowers| lowers & lower.bit() != 0) {
                met = Some(Span::new(lower, shape));
            }
        });
        met
    }

    fn resolve_turn(&self, written: Written) -> Result<Turn<Self>, Refusal> {
        let choosing = self.phase == Phase::Choice;
        match written {
            Written::Choose(colour) if choosing => Ok([Move::Choose(colour)].into_iter().collect()),
            _ if choosing => Err(Refusal::ChoiceOpen),
            Written::Choose(_) => Err(Refusal::NoChoice),
            Written::Stones(a, b) => self.resolve_stones(a, b),
            Written::Bridge(from, to) => self.resolve_bridge(from, to),
            Written::Pass if self.can_place_two(self.turn) => Err(Refusal::NoPass(self.word(self.turn))),
            Written::Pass => Ok([Move::Pass].into_iter().collect()),
        }
    }

    /// Checks groups and contacts (rules: Where a stone may stand).
    fn check_stones(&self, colour: Colour) -> Result<(), Invalid> {
        let own = self.stones_of(colour);
        let word = self.word(colour);
        let mut left = own;
        while left != 0 {
            let at = first_square(left);
            let island = group(own, Cell::on(at).bit());
            let size = island.count_ones();
            if size > 4 {
                return Err(Invalid::GroupSize { colour: word, at, size });
            }
            let touched = around(island) & own & !island;
            if size == 4 && touched != 0 {
                return Err(Invalid::IslandContact { colour: word, island: at, touched: first_square(touched) });
            }
            left &= !island;
        }
        let (count, most) = (own.count_ones(), self.rules.tiles);
        if most > 0 && count > u32::from(most) {
            return Err(Invalid::Tiles { colour: word, count, most });
        }
        Ok(())
    }

    /// Lays the bridges of a position string, checking each (rules: Bridges).
    fn lay_bridges(&mut self, bridges: &[(Colour, Square, Square)]) -> Result<(), Invalid> {
        for &(owner, a, b) in bridges {
            let text = format!("{a}-{b}");
            let Some(span) = Span::joining(a, b) else { return Err(Invalid::BridgeShape(text)) };
            if self.stones_of(owner) & span.ends() != span.ends() {
                return Err(Invalid::BridgeColour { bridge: text, colour: self.word(owner) });
            }
            if self.ends & span.ends() != 0 {
                return Err(Invalid::TwoEnds(first_square(self.ends & span.ends())));
            }
            if self.is_taken(span.under()) {
                return Err(Invalid::StoneUnder(text));
            }
            if self.crossing(span).is_some() {
                return Err(Invalid::Crossing(text));
            }
            self.add_bridge(span);
        }
        let (count, most) = (self.bridge_count(), self.rules.bridges);
        if most > 0 && count > u32::from(most) {
            return Err(Invalid::Bridges { count, most });
        }
        Ok(())
    }

    /// Sets and checks what is not on the board.
    fn set_state(&mut self, fields: &Fields) -> Result<(), Invalid> {
        let [light, dark] = [Colour::White, Colour::Black].map(|colour| self.stones_of(colour).count_ones());
        let nothing_else = dark == 0 && self.bridge_count() == 0;
        match fields.turn {
            TurnField::Of(colour) => self.turn = colour,
            TurnField::Choice if light == 2 && nothing_else && !self.rules.fixed => self.phase = Phase::Choice,
            TurnField::Choice => return Err(Invalid::Choice),
        }
        let start = light == 0 && nothing_else && self.turn == Colour::White && self.phase == Phase::Start;
        let expected = match (self.rules.fixed, self.phase == Phase::Choice || start) {
            (true, _) => "l",
            (false, true) => "?",
            (false, false) => "l or d",
        };
        let given = match fields.first_seat {
            None => '?',
            Some(Colour::White) => 'l',
            Some(Colour::Black) => 'd',
        };
        if !expected.contains(given) {
            return Err(Invalid::Seat { given, expected });
        }
        self.first_seat = fields.first_seat;
        self.passed = fields.passed;
        let opening = self.first_seat.is_none();
        match self.passed {
            Passed::Nobody => Ok(()),
            _ if opening => Err(Invalid::PassedBeforeChoice),
            Passed::Light if self.can_place_two(Colour::White) => Err(Invalid::LightPassed),
            Passed::Dark if self.can_place_two(Colour::Black) => Err(Invalid::DarkPassed),
            Passed::Dark if self.turn == Colour::Black => Err(Invalid::TurnAfterDark),
            _ => Ok(()),
        }
    }

    fn piece_on(&self, at: Square) -> Option<char> {
        let bit = Cell::on(at).bit();
        if self.stones_of(Colour::White) & bit != 0 {
            Some('o')
        } else if self.stones_of(Colour::Black) & bit != 0 {
            Some('x')
        } else {
            None
        }
    }

    /// Bridges as text: light's first, by lower end, then upper end.
    fn bridge_texts(&self, colour: Colour) -> Vec<String> {
        let owned = self.spans_built().filter(|(owner, _)| *owner == colour);
        let mut ends: Vec<(Cell, Cell)> = owned.map(|(_, span)| (span.lower(), span.upper())).collect();
        ends.sort_unstable();
        ends.into_iter().map(|(lower, upper)| format!("{}-{}", lower.square(), upper.square())).collect()
    }

    fn side_note(&self, colour: Colour) -> String {
        let count = self.count_of(colour);
        let bridges = self.bridge_texts(colour);
        let bridges = if bridges.is_empty() { "none".to_owned() } else { bridges.join(" ") };
        format!(
            "{:<5} {} points, {} islands, {} sandbanks, bridges: {bridges}",
            self.word(colour),
            count.points,
            count.islands,
            count.sandbanks
        )
    }

    fn turn_note(&self) -> String {
        let seat = self.to_move();
        match (self.phase, self.passed) {
            (Phase::Choice, _) => "second seat to choose light or dark".to_owned(),
            (_, Passed::Nobody) => format!("{} to move ({seat} seat)", self.word(self.turn)),
            (_, Passed::Light) if self.turn == Colour::Black => {
                format!("light has passed, dark ({seat} seat) has one more turn")
            }
            (_, Passed::Light) => "light has passed, and dark has had its last turn".to_owned(),
            (_, Passed::Dark) => "dark has passed".to_owned(),
        }
    }
}

impl Notation for Ponte {
    const ID: &'static str = "ponte";
    const TITLE: &'static str = "Ponte del Diavolo";
    const SIZE: Size = SIZE;
    const COLOURS: [&'static [&'static str]; 2] = [&["light", "l"], &["dark", "d"]];

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
        match turn {
            [Move::First(first), Move::Second(second)] => format!("{},{}", first.square(), second.square()),
            [Move::Bridge(span)] => span_text(*span),
            [Move::Choose(colour)] => format!("choose-{}", self.word(*colour)),
            _ => "pass".to_owned(),
        }
    }

    fn parse_position(text: &str, rules: PonteRules) -> Result<Self, PositionError<Invalid>> {
        let fields = parse_all(text, fields)?;
        let mut position = Ponte::empty(rules);
        let of =
            |piece| fields.stones.iter().filter(|(_, p)| *p == piece).fold(0, |set, (at, _)| set | Cell::on(*at).bit());
        position.stones = [of('o'), of('x')];
        let checked = [Colour::White, Colour::Black].into_iter().try_for_each(|colour| position.check_stones(colour));
        checked
            .and_then(|()| position.lay_bridges(&fields.bridges))
            .and_then(|()| position.set_state(&fields))
            .map_err(PositionError::Invalid)?;
        Ok(position)
    }

    fn write_position(&self) -> String {
        let stones = write_placement(SIZE, |at| self.piece_on(at));
        let light = self.bridge_texts(Colour::White).into_iter().map(|bridge| format!("o{bridge}"));
        let dark = self.bridge_texts(Colour::Black).into_iter().map(|bridge| format!("x{bridge}"));
        let bridges: Vec<String> = light.chain(dark).collect();
        let bridges = if bridges.is_empty() { "-".to_owned() } else { bridges.join(",") };
        let side = |colour| if colour == Colour::White { 'l' } else { 'd' };
        let turn = if self.phase == Phase::Choice { 'c' } else { side(self.turn) };
        let passed = match self.passed {
            Passed::Nobody => '-',
            Passed::Light => 'p',
            Passed::Dark => 'x',
        };
        format!("{stones} {bridges} {turn} {} {passed}", self.first_seat.map_or('?', side))
    }

    fn draw(&self) -> String {
        let [light, dark] = [Colour::White, Colour::Black].map(|colour| Groups::of(self.stones_of(colour)).fours);
        let [for_light, for_dark] = [Colour::White, Colour::Black].map(|colour| self.singles(colour));
        let cell = |at: Square| {
            let bit = Cell::on(at).bit() & BOARD;
            match self.piece_on(at) {
                Some('o') if light & bit != 0 => 'O',
                Some('x') if dark & bit != 0 => 'X',
                Some(piece) => piece,
                None if self.under & bit != 0 => '=',
                None => match (for_light & bit != 0, for_dark & bit != 0) {
                    (true, true) => '.',
                    (true, false) => '\'',
                    (false, true) => ',',
                    (false, false) => '#',
                },
            }
        };
        let notes = [
            self.turn_note(),
            String::new(),
            self.side_note(Colour::White),
            self.side_note(Colour::Black),
            String::new(),
            "o light, x dark, O X islands, = under a bridge".to_owned(),
            ". open to both, ' to light, , to dark, # to neither".to_owned(),
        ];
        draw_board(SIZE, cell, &notes)
    }

    fn colour_of(&self, seat: Player) -> Option<Colour> {
        // The first two stones are light whoever will have light in the end.
        let opening = self.first_seat.is_none() && self.phase != Phase::Choice && seat == Player::First;
        if opening { Some(Colour::White) } else { self.colour_of_seat(seat) }
    }

    fn end_reason(&self) -> &'static str {
        match self.passed {
            Passed::Light if self.turn == Colour::White => "light-passed",
            Passed::Dark => "dark-passed",
            _ => "dark-stuck",
        }
    }

    fn margin(&self, _: Outcome) -> Option<Points> {
        Some(self.result().margin)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let [light, dark] = [Colour::White, Colour::Black].map(|colour| self.count_of(colour));
        let seat = |colour| self.seat_of_colour(colour).map_or("-".to_owned(), |seat| seat.to_string());
        vec![
            ("light_points", light.points.to_string()),
            ("dark_points", dark.points.to_string()),
            ("light_islands", light.islands.to_string()),
            ("dark_islands", dark.islands.to_string()),
            ("light_bridges", light.bridges.to_string()),
            ("dark_bridges", dark.bridges.to_string()),
            ("light_seat", seat(Colour::White)),
            ("dark_seat", seat(Colour::Black)),
        ]
    }
}
