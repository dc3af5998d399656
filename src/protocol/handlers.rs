//! What each command of the table does.

use cpu_time::ProcessTime;

use super::command::{key_values, parse_number};
use super::commands::{Reply, Request, SECTIONS, all, find};
use super::engine::Engine;
use super::error::CommandError;
use super::gogui;
use super::options::{self, OPTIONS};
use super::session::{Side, open};
use crate::games::GAMES;
use crate::geometry::Size;
use crate::notation::{ParseError, quote};
use crate::picture::text;

pub(super) fn syntax(error: ParseError) -> CommandError {
    CommandError::Syntax(error.to_string())
}

/// A list of lines as an answer.
fn lines(lines: impl IntoIterator<Item = String>) -> Reply {
    Ok(lines.into_iter().collect::<Vec<_>>().join("\n"))
}

pub(super) fn protocol_version(_: &mut Engine, _: &Request<'_>) -> Reply {
    Ok("2".to_owned())
}

pub(super) fn name(_: &mut Engine, _: &Request<'_>) -> Reply {
    Ok(env!("CARGO_PKG_NAME").to_owned())
}

pub(super) fn version(_: &mut Engine, _: &Request<'_>) -> Reply {
    Ok(env!("CARGO_PKG_VERSION").to_owned())
}

pub(super) fn list_commands(_: &mut Engine, _: &Request<'_>) -> Reply {
    lines(all().map(|command| command.name.to_owned()))
}

pub(super) fn known_command(_: &mut Engine, request: &Request<'_>) -> Reply {
    let known = request.words.first().is_some_and(|name| find(name).is_some());
    Ok(known.to_string())
}

pub(super) fn help(_: &mut Engine, request: &Request<'_>) -> Reply {
    if let Some(name) = request.words.first() {
        let command =
            find(name).ok_or_else(|| CommandError::UnknownCommand(format!("{}: see list_commands", quote(name))))?;
        return Ok(format!("{}: {}", command.synopsis(), command.about));
    }
    let width = all().map(|command| command.synopsis().len()).max().unwrap_or_default();
    let sections = SECTIONS.iter().flat_map(|section| {
        let commands = section.commands.iter();
        let entries = commands.map(move |command| format!("  {:width$}  {}", command.synopsis(), command.about));
        std::iter::once(section.title.to_owned()).chain(entries)
    });
    lines(std::iter::once(String::new()).chain(sections))
}

pub(super) fn echo(_: &mut Engine, request: &Request<'_>) -> Reply {
    Ok(request.arguments.to_owned())
}

pub(super) fn quit(engine: &mut Engine, _: &Request<'_>) -> Reply {
    engine.quit = true;
    Ok(String::new())
}

/// For commands whose whole effect lies in when they are answered, or in the reader.
pub(super) fn done(_: &mut Engine, _: &Request<'_>) -> Reply {
    Ok(String::new())
}

pub(super) fn list_games(_: &mut Engine, _: &Request<'_>) -> Reply {
    lines(GAMES.iter().map(|game| format!("{} {} {}", game.id, game.size, game.title)))
}

pub(super) fn new_game(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let (id, options) = request.arguments.split_once(' ').unwrap_or((request.arguments, ""));
    let session = open(id, &key_values(options).map_err(syntax)?)?;
    engine.set_session(session);
    engine.restart_clocks();
    Ok(String::new())
}

pub(super) fn clear_board(engine: &mut Engine, _: &Request<'_>) -> Reply {
    engine.session()?.clear();
    engine.restart_clocks();
    Ok(String::new())
}

pub(super) fn rules(engine: &mut Engine, _: &Request<'_>) -> Reply {
    let rules = engine.session()?.rules();
    lines(rules.into_iter().map(|rule| format!("{} {} {} {}", rule.name, rule.value, rule.values, rule.about)))
}

pub(super) fn boardsize(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let Size { files, ranks } = engine.session()?.info().size;
    let numbers: Vec<u32> = request
        .words
        .iter()
        .map(|word| parse_number(word, u32::MAX, "a number of squares").map_err(syntax))
        .collect::<Result<_, _>>()?;
    // One number is the width, as clients with square boards in mind send it.
    let fits = match numbers.as_slice() {
        [width] => *width == u32::from(files),
        [width, height] => *width == u32::from(files) && *height == u32::from(ranks),
        _ => false,
    };
    if fits {
        return Ok(String::new());
    }
    Err(CommandError::UnacceptableSize(format!("{}: expected {files} {ranks}", request.words.join(" "))))
}

pub(super) fn komi(engine: &mut Engine, request: &Request<'_>) -> Reply {
    engine.session()?;
    match request.arguments.parse::<f64>() {
        Ok(0.0) => Ok(String::new()),
        _ => Err(CommandError::InvalidValue(format!(
            "{}: these games know no komi, expected 0",
            quote(request.arguments)
        ))),
    }
}

/// Splits a side off the front of the arguments, if a side stands there and more follows or none need to.
pub(super) fn leading_side<'a>(
    engine: &mut Engine,
    arguments: &'a str,
    alone: bool,
) -> Result<(Option<Side>, &'a str), CommandError> {
    let (word, rest) = match arguments.split_once(' ') {
        Some((word, rest)) => (word, rest.trim_start()),
        None if alone => (arguments, ""),
        None => return Ok((None, arguments)),
    };
    Ok(match engine.side(word)? {
        Some(side) => (Some(side), rest),
        None => (None, arguments),
    })
}

pub(super) fn check_turn(engine: &mut Engine, side: Side) -> Result<(), CommandError> {
    let clicks = engine.clicks;
    let session = engine.session()?;
    if clicks { session.by_clicks().check_clicker(side) } else { session.check_turn(side) }
}

pub(super) fn play(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let (side, text) = leading_side(engine, request.arguments, false)?;
    if let Some(side) = side.filter(|_| !text.eq_ignore_ascii_case("resign")) {
        check_turn(engine, side)?;
    }
    if engine.clicks {
        return gogui::play(engine, text);
    }
    engine.session()?.play(text)?;
    Ok(String::new())
}

pub(super) fn moves(engine: &mut Engine, request: &Request<'_>) -> Reply {
    engine.session()?.play_all(request.words)?;
    Ok(String::new())
}

pub(super) fn undo(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let clicks = engine.clicks;
    let session = engine.session()?;
    let count = match request.words.first() {
        Some(word) => parse_number(word, u32::MAX, "a number of turns").map_err(syntax)?,
        None => 1,
    };
    if clicks {
        session.by_clicks_mut().undo_clicks(count as usize)?;
    } else {
        session.undo(count as usize)?;
    }
    Ok(String::new())
}

pub(super) fn legal_moves(engine: &mut Engine, _: &Request<'_>) -> Reply {
    Ok(engine.session()?.legal_turns()?.join(" "))
}

pub(super) fn explain(engine: &mut Engine, request: &Request<'_>) -> Reply {
    Ok(engine.session()?.explain(request.arguments))
}

pub(super) fn side_to_move(engine: &mut Engine, _: &Request<'_>) -> Reply {
    Ok(engine.session()?.side_to_move())
}

pub(super) fn game_over(engine: &mut Engine, _: &Request<'_>) -> Reply {
    Ok(engine.session()?.game_over().map_or("false".to_owned(), |reason| format!("true {reason}")))
}

pub(super) fn history(engine: &mut Engine, _: &Request<'_>) -> Reply {
    Ok(engine.session()?.history().join(" "))
}

pub(super) fn showboard(engine: &mut Engine, _: &Request<'_>) -> Reply {
    let look = engine.look;
    Ok(format!("\n{}", text::draw(&engine.session()?.picture(), look)))
}

pub(super) fn score(engine: &mut Engine, _: &Request<'_>) -> Reply {
    Ok(engine.session()?.score())
}

pub(super) fn final_score(engine: &mut Engine, _: &Request<'_>) -> Reply {
    let by_seat = engine.seats;
    let score = engine.session()?.final_score(by_seat);
    score.ok_or_else(|| CommandError::CannotScore("the game is not over, see score".to_owned()))
}

pub(super) fn position(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let session = engine.session()?;
    if request.arguments.is_empty() {
        return Ok(session.position());
    }
    session.set_position(request.arguments)?;
    Ok(String::new())
}

pub(super) fn options(engine: &mut Engine, _: &Request<'_>) -> Reply {
    let describe = |spec: &options::OptionSpec| {
        format!("{} {} {} {}", spec.name, spec.kind, spec.show(&engine.options), spec.about)
    };
    lines(OPTIONS.iter().map(describe))
}

pub(super) fn option(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let mut words = request.words.iter();
    let spec = options::find(words.next().copied().unwrap_or_default())?;
    match words.next() {
        None => Ok(spec.show(&engine.options)),
        Some(value) => spec.set(&mut engine.options, value).map(|()| String::new()),
    }
}

pub(super) fn perft(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let stopped = || "stopped".to_owned();
    let session = engine.session()?;
    let mut words = request.words.iter();
    let depth = parse_number(words.next().copied().unwrap_or_default(), 99, "a depth from 0 to 99").map_err(syntax)?;
    match words.next() {
        None => Ok(session.perft(depth, request.stop).map_or_else(stopped, |count| count.to_string())),
        Some(word) if word.eq_ignore_ascii_case("divide") => {
            let Some(counts) = session.divide(depth, request.stop)? else { return Ok(stopped()) };
            let total: u64 = counts.iter().map(|(_, count)| count).sum();
            let turns = counts.into_iter().map(|(turn, count)| format!("{turn} {count}"));
            lines(turns.chain([format!("total {total}")]))
        }
        Some(word) => {
            Err(CommandError::Syntax(format!("expected divide or nothing after the depth, found {}", quote(word))))
        }
    }
}

pub(super) fn cputime(_: &mut Engine, _: &Request<'_>) -> Reply {
    Ok(format!("{:.3}", ProcessTime::now().as_duration().as_secs_f64()))
}
