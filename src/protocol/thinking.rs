//! Commands that think, and those about time.

use std::time::{Duration, Instant};

use super::clock::{Overtime, TimeControl};
use super::command::{GivenLimits, parse_analysis, parse_limits, parse_number, parse_seconds};
use super::commands::{Reply, Request};
use super::engine::Engine;
use super::error::CommandError;
use super::gogui;
use super::handlers::{check_turn, leading_side, syntax};
use super::insight::Insight;
use super::options::Options;
use super::session::{Question, Thought};
use crate::notation::{ParseError, quote};
use crate::search::{Limits, MOST_CONTEMPT, Settings};

/// Expected results below this, for the side to move, are reason to resign.
const HOPELESS: f32 = 0.02;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// To find the turn and play it.
    Play,
    /// To find the turn that would be played.
    Suggest,
    /// To judge the position, as it is to both sides.
    Judge,
}

pub(super) fn genmove(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let given = read(engine, request, parse_limits)?;
    find_turn(engine, request, given, Aim::Play)
}

pub(super) fn reg_genmove(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let given = read(engine, request, parse_limits)?;
    find_turn(engine, request, given, Aim::Suggest)
}

pub(super) fn analyze(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let given = read(engine, request, parse_analysis)?;
    if let Some(reason) = engine.session()?.game_over() {
        return Err(CommandError::GameOver(format!("{reason}: there is nothing to analyze")));
    }
    report(engine, request, given, Aim::Judge)
}

pub(super) fn genmove_analyze(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let given = read(engine, request, parse_analysis)?;
    report(engine, request, given, Aim::Play)
}

/// The limits of a thinking command, once its side is known to be the one to move.
fn read(
    engine: &mut Engine,
    request: &Request<'_>,
    parse: fn(&str) -> Result<GivenLimits, ParseError>,
) -> Result<GivenLimits, CommandError> {
    let (side, text) = leading_side(engine, request.arguments, true)?;
    let given = parse(text).map_err(|error| match (side, error.column) {
        (None, 1) => CommandError::Syntax(format!("expected a side or limits, found {}", quote(text))),
        _ => syntax(error),
    })?;
    engine.session()?;
    side.map_or(Ok(()), |side| check_turn(engine, side))?;
    Ok(given)
}

/// The turn alone.
fn find_turn(engine: &mut Engine, request: &Request<'_>, given: GivenLimits, aim: Aim) -> Reply {
    if engine.clicks {
        let play = aim == Aim::Play;
        let settings = settings(&engine.options, &given, aim);
        let limits = begin(engine, request, given);
        let session = engine.session()?;
        let seat = session.seat_to_move().filter(|_| play);
        let game = session.by_clicks_mut();
        let click = game.think_click(&limits, &settings, request.stop, play);
        let is_complete = game.half_made().is_empty();
        if let Some(clock) = seat.and_then(|seat| engine.clock(seat)) {
            let time = request.since.elapsed();
            if is_complete { clock.spend(time) } else { clock.run(time) }
        }
        return Ok(gogui::answer(click));
    }
    Ok(think(engine, request, given, aim, &mut |_| {})?.turn)
}

/// The turn, and what was seen on the way to it.
fn report(engine: &mut Engine, request: &Request<'_>, given: GivenLimits, aim: Aim) -> Reply {
    let mut told: Vec<Insight> = Vec::new();
    let emit = |lines: &[Insight]| {
        lines.iter().for_each(|line| (request.emit)(&if given.json { line.json() } else { line.to_string() }));
    };
    let mut watch = |lines: &[Insight]| {
        emit(lines);
        told = lines.to_vec();
    };
    let thought = think(engine, request, given, aim, &mut watch)?;
    // The last word is that of the whole search, unless it has been said.
    let said =
        |line: &Insight, other: &Insight| (&line.pv, line.score, line.depth) == (&other.pv, other.score, other.depth);
    let is_said =
        told.len() == thought.lines.len() && told.iter().zip(&thought.lines).all(|(line, other)| said(line, other));
    if !is_said {
        emit(&thought.lines);
    }
    let word = if aim == Aim::Play { "play" } else { "bestmove" };
    let turn = thought.turn;
    Ok(if given.json { serde_json::json!({ word: turn }).to_string() } else { format!("{word} {turn}") })
}

/// Thinks, plays if asked to, and runs the clock.
fn think(
    engine: &mut Engine,
    request: &Request<'_>,
    given: GivenLimits,
    aim: Aim,
    watch: &mut dyn FnMut(&[Insight]),
) -> Result<Thought, CommandError> {
    let limits = begin(engine, request, given);
    let question = Question { limits, settings: settings(&engine.options, &given, aim), stop: request.stop };
    let session = engine.session()?;
    let seat = session.seat_to_move();
    let Some(thought) = session.think(&question, watch) else {
        return Ok(Thought { turn: "pass".to_owned(), lines: Vec::new() });
    };
    if aim != Aim::Play {
        return Ok(thought);
    }
    let hopeless = thought.lines.first().is_some_and(|best| best.winrate <= HOPELESS);
    if hopeless && engine.options.resign == 1 {
        return Ok(Thought { turn: "resign".to_owned(), ..thought });
    }
    engine.session()?.play_thought()?;
    if let Some(clock) = seat.and_then(|seat| engine.clock(seat)) {
        clock.spend(request.since.elapsed());
    }
    Ok(thought)
}

/// The limits that hold, once it is known whether anything else than a line ends the search.
fn begin(engine: &mut Engine, request: &Request<'_>, given: GivenLimits) -> Limits {
    let limits = effective_limits(engine, given, request.since);
    // A depth alone ends nothing.
    if limits.movetime.is_none() && limits.nodes.is_none() {
        request.inbox.until_next_line();
    }
    limits
}

/// The limits given, or the clock's, or the option's; the overhead is kept back from all times, and what has gone by `since` then.
pub(super) fn effective_limits(engine: &mut Engine, given: GivenLimits, since: Instant) -> Limits {
    let overhead = Duration::from_millis(engine.options.overhead) + since.elapsed();
    let grace = Duration::from_millis(engine.options.overhead) / 2;
    let mut limits = Limits { grace, ..given.limits };
    let endless = limits.movetime.is_none() && limits.nodes.is_none();
    if endless && !given.infinite {
        let seat = engine.session().ok().and_then(|session| session.seat_to_move());
        if let Some(clock) = seat.and_then(|seat| engine.clock(seat)) {
            return Limits { depth: limits.depth, grace, ..clock.limits(overhead) };
        }
        limits.movetime = Some(Duration::from_millis(engine.options.movetime));
    }
    limits.movetime = limits.movetime.map(|time| time.saturating_sub(overhead));
    limits
}

/// How to search, as the options and the command say.
pub(super) fn settings(options: &Options, given: &GivenLimits, aim: Aim) -> Settings {
    let contempt = if aim == Aim::Judge { 0 } else { options.contempt };
    Settings {
        seed: options.seed,
        hash: usize::try_from(options.hash << 20).unwrap_or(usize::MAX),
        threads: usize::try_from(options.threads).unwrap_or(1),
        method: options.method(),
        level: options.level(),
        lines: given.lines.unwrap_or(1),
        interval: given.interval,
        contempt: contempt.try_into().unwrap_or(MOST_CONTEMPT),
    }
}

pub(super) fn explain_last_move(engine: &mut Engine, _: &Request<'_>) -> Reply {
    let nothing = "the engine has not searched for a turn of this game yet";
    Ok(engine.session()?.explain_last().unwrap_or_else(|| nothing.to_owned()))
}

pub(super) fn time_settings(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let [main, period, stones] = three(request)?;
    let (main, period) = (seconds(main)?, seconds(period)?);
    let stones = parse_number(stones, u32::MAX, "a number of turns").map_err(syntax)?;
    // So the Go Text Protocol says that there is no limit.
    if stones == 0 && period > Duration::ZERO {
        engine.set_clocks(None);
        return Ok(String::new());
    }
    let overtime = if stones > 0 { Overtime::Stones { period, stones } } else { Overtime::None };
    engine.set_clocks(Some(TimeControl { main, increment: Duration::ZERO, overtime }));
    Ok(String::new())
}

/// Names of the time controls of `kata-time_settings`, and what follows each.
const CONTROLS: [(&str, usize, &str); 5] = [
    ("none", 0, "none"),
    ("absolute", 1, "absolute MAIN"),
    ("fischer", 2, "fischer MAIN INCREMENT"),
    ("canadian", 3, "canadian MAIN PERIOD TURNS"),
    ("byoyomi", 3, "byoyomi MAIN PERIOD PERIODS"),
];

pub(super) fn kata_time_settings(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let expected = || {
        let forms: Vec<&str> = CONTROLS.iter().map(|(_, _, form)| *form).collect();
        CommandError::Syntax(format!("{}: expected one of: {}", quote(request.arguments), forms.join(", ")))
    };
    let (kind, numbers) = request.words.split_first().ok_or_else(expected)?;
    let known = CONTROLS.iter().find(|(name, count, _)| name.eq_ignore_ascii_case(kind) && numbers.len() == *count);
    let (name, ..) = known.ok_or_else(expected)?;
    let time = |index: usize| numbers.get(index).map_or(Ok(Duration::ZERO), |text| seconds(text));
    let count = |index: usize| match numbers.get(index) {
        Some(text) => parse_number(text, u32::MAX, "a number from 1").map_err(syntax),
        None => Ok(0),
    };
    let mut control = TimeControl { main: time(0)?, ..TimeControl::default() };
    match *name {
        "none" => {
            engine.set_clocks(None);
            return Ok(String::new());
        }
        "fischer" => control.increment = time(1)?,
        "canadian" => control.overtime = Overtime::Stones { period: time(1)?, stones: count(2)?.max(1) },
        "byoyomi" => control.overtime = Overtime::Periods { period: time(1)?, periods: count(2)?.max(1) },
        _ => {}
    }
    engine.set_clocks(Some(control));
    Ok(String::new())
}

pub(super) fn time_left(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let [side, left, count] = three(request)?;
    let left = seconds(left)?;
    let count = parse_number(count, u32::MAX, "a number of turns or periods").map_err(syntax)?;
    let unknown = || CommandError::Syntax(format!("expected a side, found {}", quote(side)));
    let named = engine.side(side)?.ok_or_else(unknown)?;
    let seat = engine.session()?.seat(named)?;
    if engine.clock(seat).is_none() {
        engine.set_clocks(Some(TimeControl { main: left, ..TimeControl::default() }));
    }
    if let Some(clock) = engine.clock(seat) {
        clock.set(left, count);
    }
    Ok(String::new())
}

fn three<'a>(request: &Request<'a>) -> Result<[&'a str; 3], CommandError> {
    <[&str; 3]>::try_from(request.words).map_err(|_| CommandError::Syntax("expected three arguments".to_owned()))
}

fn seconds(text: &str) -> Result<Duration, CommandError> {
    parse_seconds(text).map_err(syntax)
}
