//! Commands that think, and those about time.

use std::time::{Duration, Instant};

use super::clock::{Clock, Overtime, TimeControl};
use super::command::{GivenLimits, parse_analysis, parse_limits, parse_number, parse_seconds};
use super::commands::{Reply, Request};
use super::engine::Engine;
use super::error::CommandError;
use super::gogui;
use super::handlers::{check_turn, leading_side, syntax};
use super::insight::Insight;
use super::options::Options;
use super::session::{Question, Side};
use crate::notation::quote;
use crate::search::{Limits, Settings};

/// Expected results below this, for the side to move, are reason to resign.
const HOPELESS: f32 = 0.02;

pub(super) fn genmove(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let (side, given) = read(engine, request, parse_limits)?;
    find_turn(engine, request, side, given, true)
}

pub(super) fn reg_genmove(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let (side, given) = read(engine, request, parse_limits)?;
    find_turn(engine, request, side, given, false)
}

pub(super) fn analyze(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let (side, given) = read(engine, request, parse_analysis)?;
    if let Some(reason) = engine.session()?.game_over() {
        return Err(CommandError::GameOver(format!("{reason}: there is nothing to analyze")));
    }
    report(engine, request, side, given, false)
}

pub(super) fn genmove_analyze(engine: &mut Engine, request: &Request<'_>) -> Reply {
    let (side, given) = read(engine, request, parse_analysis)?;
    report(engine, request, side, given, true)
}

/// The side and the limits of a thinking command.
fn read(
    engine: &mut Engine,
    request: &Request<'_>,
    parse: fn(&str) -> Result<GivenLimits, crate::notation::ParseError>,
) -> Result<(Option<Side>, GivenLimits), CommandError> {
    let (side, text) = leading_side(engine, request.arguments, true)?;
    let given = parse(text).map_err(|error| match (side, error.column) {
        (None, 1) => CommandError::Syntax(format!("expected a side or limits, found {}", quote(text))),
        _ => syntax(error),
    })?;
    if let Some(side) = side {
        check_turn(engine, side)?;
    }
    engine.session()?;
    Ok((side, given))
}

/// The turn alone.
fn find_turn(engine: &mut Engine, request: &Request<'_>, side: Option<Side>, given: GivenLimits, play: bool) -> Reply {
    if engine.clicks {
        let (limits, settings) = (begin(engine, request, given), settings(&engine.options, &given));
        let game = engine.session()?.by_clicks_mut();
        return Ok(gogui::answer(game.think_click(&limits, &settings, request.stop, play)));
    }
    think(engine, request, side, given, play, &mut |_| {})
}

/// The turn, and what was seen on the way to it.
fn report(engine: &mut Engine, request: &Request<'_>, side: Option<Side>, given: GivenLimits, play: bool) -> Reply {
    let (mut told, begun) = (None::<Vec<Insight>>, Instant::now());
    let mut last = Duration::ZERO;
    let emit = |lines: &[Insight]| {
        for line in lines {
            (request.emit)(&if given.json { line.json() } else { line.to_string() });
        }
    };
    let mut watch = |lines: &[Insight]| {
        // What is new is told at once, unless an interval was asked for.
        let due =
            given.interval.is_none_or(|interval| told.is_none() || begun.elapsed().saturating_sub(last) >= interval);
        if due {
            emit(lines);
            last = begun.elapsed();
            told = Some(lines.to_vec());
        }
    };
    let mut final_lines = Vec::new();
    let turn = think_on(engine, request, side, given, play, &mut watch, &mut final_lines)?;
    // The last word is always that of the whole search, unless it has been said.
    let same = |told: &Vec<Insight>| {
        told.len() == final_lines.len()
            && told.iter().zip(&final_lines).all(|(a, b)| (&a.pv, a.score, a.depth) == (&b.pv, b.score, b.depth))
    };
    if !told.as_ref().is_some_and(same) {
        emit(&final_lines);
    }
    let word = if play { "play" } else { "bestmove" };
    Ok(if given.json { serde_json::json!({ word: turn }).to_string() } else { format!("{word} {turn}") })
}

fn think(
    engine: &mut Engine,
    request: &Request<'_>,
    side: Option<Side>,
    given: GivenLimits,
    play: bool,
    watch: &mut dyn FnMut(&[Insight]),
) -> Reply {
    think_on(engine, request, side, given, play, watch, &mut Vec::new())
}

/// Thinks, plays if asked to, and runs the clock.
fn think_on(
    engine: &mut Engine,
    request: &Request<'_>,
    _: Option<Side>,
    given: GivenLimits,
    play: bool,
    watch: &mut dyn FnMut(&[Insight]),
    lines: &mut Vec<Insight>,
) -> Reply {
    let begun = Instant::now();
    let question = Question {
        limits: begin(engine, request, given),
        settings: settings(&engine.options, &given),
        stop: request.stop,
    };
    let resigns = engine.options.resign == 1;
    let seat = engine.session()?.seat_to_move();
    let Some(thought) = engine.session()?.think(&question, watch) else { return Ok("pass".to_owned()) };
    let hopeless = thought.lines.first().is_some_and(|best| best.winrate <= HOPELESS);
    *lines = thought.lines;
    if play && resigns && hopeless {
        return Ok("resign".to_owned());
    }
    if play {
        engine.session()?.play_thought()?;
        if let Some(clock) =
            seat.and_then(|seat| engine.clocks.as_mut().and_then(|clocks| clocks.get_mut(seat.index())))
        {
            clock.spend(begun.elapsed());
        }
    }
    Ok(thought.turn)
}

/// The limits that hold, once it is known whether anything else than a line ends the search.
fn begin(engine: &mut Engine, request: &Request<'_>, given: GivenLimits) -> Limits {
    let limits = effective_limits(engine, given);
    // A depth alone ends nothing.
    if limits.movetime.is_none() && limits.nodes.is_none() {
        request.inbox.until_next_line();
    }
    limits
}

/// The limits given, or the clock's, or the option's; the overhead is kept back from all times.
fn effective_limits(engine: &mut Engine, given: GivenLimits) -> Limits {
    let overhead = Duration::from_millis(engine.options.overhead);
    let mut limits = given.limits;
    let endless = limits.movetime.is_none() && limits.nodes.is_none();
    if endless && !given.infinite {
        let seat = engine.session().ok().and_then(|session| session.seat_to_move());
        let clock = seat.and_then(|seat| engine.clocks.as_ref().and_then(|clocks| clocks.get(seat.index())));
        if let Some(clock) = clock {
            return Limits { depth: limits.depth, ..clock.limits(overhead) };
        }
        limits.movetime = Some(Duration::from_millis(engine.options.movetime));
    }
    limits.movetime = limits.movetime.map(|time| time.saturating_sub(overhead));
    limits
}

fn settings(options: &Options, given: &GivenLimits) -> Settings {
    Settings {
        seed: options.seed,
        hash: usize::try_from(options.hash << 20).unwrap_or(usize::MAX),
        threads: usize::try_from(options.threads).unwrap_or(1),
        method: options.method(),
        level: options.level(),
        lines: given.lines.unwrap_or(1),
        interval: given.interval,
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
    let clocks = engine.clocks.get_or_insert_with(|| {
        let control = TimeControl { main: left, ..TimeControl::default() };
        [Clock::new(control); 2]
    });
    if let Some(clock) = clocks.get_mut(seat.index()) {
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
