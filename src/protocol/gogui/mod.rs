//! Commands for GoGui, and the click mode in which it plays.
//!
//! GoGui shows a board of black and white stones, and sends one `play COLOUR POINT` for each click. Its letters leave out I.

mod clicking;
mod gfx;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::satisfy;
use nom::combinator::{map, map_opt, value, verify};
use nom::error::context;

use super::commands::{Reply, Request};
use super::engine::Engine;
use super::error::CommandError;
use crate::clicks::Click;
use crate::geometry::{Size, Square};
use crate::notation::{Colour, Expected, ParseError, Parsed, fold_case, number, parse_all, quote};

pub(super) use clicking::ClickMemory;
pub use clicking::{ByClicks, NextClick};
pub(super) use gfx::{board_gfx, last_turn, legal_points};

/// The commands that GoGui offers for the board as it is: type, label, command.
const ANALYZE_COMMANDS: &[&str] = &[
    "gfx/Last Turn/gogui-last_turn",
    "gfx/Legal Points/gogui-legal_points",
    "pstring/Best Point/reg_genmove %m",
    "string/Score/score",
    "string/History/history",
    "string/Position/position",
    "string/Explain Turn/explain %s",
    "string/Side to Move/side_to_move",
    "string/Rules/rules",
    "string/Show Board/showboard",
];

/// The letter of a file where I is left out.
fn go_letter(file: u8) -> char {
    char::from(b'A'.saturating_add(file).saturating_add(u8::from(file >= 8)))
}

/// A point as GoGui names it, or `PASS`.
fn point_name(click: Click) -> String {
    match click {
        Click::On(square) => format!("{}{}", go_letter(square.file), u16::from(square.rank) + 1),
        Click::Pass => "PASS".to_owned(),
    }
}

/// A file by its letter in lower case.
fn a_file(input: &str) -> Parsed<'_, u8> {
    map(satisfy(|c| c.is_ascii_lowercase() && c != 'i'), |c| c as u8 - b'a' - u8::from(c > 'i')).parse(input)
}

/// What is clicked on a board of this size, in lower case.
fn a_click<'a>(size: Size) -> impl Parser<&'a str, Output = Click, Error = Expected<'a>> {
    let rank = map_opt(number(u32::from(u8::MAX)), |n| u8::try_from(n).ok()?.checked_sub(1));
    let square = (a_file, rank).map(|(file, rank)| Square::new(file, rank));
    let on_board = verify(square, move |&square| size.contains(square));
    let click = alt((map(on_board, Click::On), value(Click::Pass, tag("pass"))));
    context("a point of the board such as C3 (there is no I), or pass", click)
}

/// Reads what GoGui sends for a click.
fn parse_click(text: &str, size: Size) -> Result<Click, ParseError> {
    parse_all(&fold_case(text), a_click(size))
}

/// Plays a click in click mode.
pub(super) fn play(engine: &mut Engine, text: &str) -> Reply {
    let session = engine.session()?;
    if text.eq_ignore_ascii_case("resign") {
        return Ok(String::new());
    }
    let click = parse_click(text, session.info().size)
        .map_err(|error| CommandError::IllegalMove(format!("{}: {error}", quote(text))))?;
    session.by_clicks_mut().click(click)?;
    Ok(String::new())
}

/// The answer of `genmove` in click mode.
pub(super) fn answer(click: Option<Click>) -> String {
    click.map_or("pass".to_owned(), point_name)
}

/// The board as it is shown: square in click mode, since GoGui knows no others.
fn shown_size(engine: &mut Engine) -> Result<Size, CommandError> {
    let square = engine.clicks;
    let Size { files, ranks } = engine.session()?.info().size;
    let longest = files.max(ranks);
    Ok(if square { Size::new(longest, longest) } else { Size::new(files, ranks) })
}

pub(super) fn game_id(engine: &mut Engine, _: &Request<'_>) -> Reply {
    let id = engine.session()?.info().id;
    let mut word = id.replace('-', "");
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    Ok(word)
}

pub(super) fn board_size(engine: &mut Engine, _: &Request<'_>) -> Reply {
    let Size { files, ranks } = shown_size(engine)?;
    Ok(if files == ranks { files.to_string() } else { format!("{files} {ranks}") })
}

pub(super) fn board(engine: &mut Engine, _: &Request<'_>) -> Reply {
    let shown = shown_size(engine)?;
    let session = engine.session()?;
    let size = session.info().size;
    let game = session.by_clicks();
    let point = |at: Square| match game.stone_on(at).filter(|_| size.contains(at)) {
        _ if !size.contains(at) => "?",
        Some(Colour::White) => "O",
        Some(Colour::Black) => "X",
        None => ".",
    };
    let row = |rank| (0..shown.files).map(|file| point(Square::new(file, rank))).collect::<Vec<_>>().join(" ");
    Ok((0..shown.ranks).rev().map(row).collect::<Vec<_>>().join("\n"))
}

pub(super) fn legal_moves(engine: &mut Engine, _: &Request<'_>) -> Reply {
    let next = engine.session()?.by_clicks().next_clicks();
    // The word for a pass is in lower case here, as GoGui looks for it.
    let name = |(click, _)| if click == Click::Pass { "pass".to_owned() } else { point_name(click) };
    Ok(next.into_iter().map(name).collect::<Vec<_>>().join(" "))
}

pub(super) fn side_to_move(engine: &mut Engine, _: &Request<'_>) -> Reply {
    Ok(match engine.session()?.by_clicks().colour_to_move() {
        Colour::White => "white",
        Colour::Black => "black",
    }
    .to_owned())
}

pub(super) fn final_result(engine: &mut Engine, _: &Request<'_>) -> Reply {
    let result = engine.session()?.by_clicks().result();
    result.ok_or_else(|| CommandError::CannotScore("the game is not over, see score".to_owned()))
}

pub(super) fn analyze_commands(_: &mut Engine, _: &Request<'_>) -> Reply {
    Ok(ANALYZE_COMMANDS.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_leave_out_i() {
        let size = Size::new(16, 16);
        for file in 0..16 {
            let click = Click::On(Square::new(file, 15));
            let name = point_name(click);
            assert!(!name.contains('I'), "{name}");
            assert_eq!(parse_click(&name, size), Ok(click));
            assert_eq!(parse_click(&name.to_lowercase(), size), Ok(click));
        }
        assert_eq!(point_name(Click::On(Square::new(8, 0))), "J1");
        assert_eq!(parse_click("PASS", size), Ok(Click::Pass));
    }

    #[test]
    fn what_is_no_point_of_the_board_is_said() {
        for text in ["i1", "r1", "a17", "a0", "", "a", "1", "a1b", "a1-b2", "passs", "é1"] {
            let error = parse_click(text, Size::new(16, 16)).unwrap_err().to_string();
            assert!(
                error.starts_with("expected a point of the board such as C3") || error.starts_with("expected the end"),
                "{error}"
            );
        }
    }
}
