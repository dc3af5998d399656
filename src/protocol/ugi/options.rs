//! Options as this interface lists and names them: the engine's, the game, and the rules of every game as `GAME.RULE`.

use super::Refusal;
use super::table::Table;
use crate::games::GAMES;
use crate::notation::quote;
use crate::protocol::command::{MOST_LINES, parse_number};
use crate::protocol::error::CommandError;
use crate::protocol::options::{Kind, OPTIONS, OptionSpec};
use crate::protocol::session::open;

const GAME: &str = "Game";
/// The value of the option that chooses the game while there is none.
const NO_GAME: &str = "none";
const MULTI_PV: &str = "MultiPV";

/// The engine's options but for that to resign, for which this interface has no word.
fn engine_options() -> impl Iterator<Item = &'static OptionSpec> {
    OPTIONS.iter().filter(|spec| spec.name != "resign")
}

/// Names are written with a capital, as is usual here, and read in any case.
fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn combo(name: &str, value: &str, choices: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let choices: String = choices.into_iter().flat_map(|c| [" var ".to_owned(), c.as_ref().to_owned()]).collect();
    format!("option name {name} type combo default {value}{choices}")
}

fn spin(name: &str, value: &str, min: u64, max: u64) -> String {
    format!("option name {name} type spin default {value} min {min} max {max}")
}

/// All options, a line each, with the values they have.
pub(super) fn list(table: &Table) -> Result<Vec<String>, CommandError> {
    let games = [NO_GAME].into_iter().chain(GAMES.iter().map(|game| game.id));
    let mut lines = vec![
        combo(GAME, table.game().unwrap_or(NO_GAME), games),
        spin(MULTI_PV, &table.lines.to_string(), 1, u64::from(MOST_LINES)),
    ];
    lines.extend(engine_options().map(|spec| {
        let (name, value) = (title(spec.name), spec.show(&table.engine.options));
        match spec.kind {
            Kind::Integer(min, max) => spin(&name, &value, min, max),
            Kind::Word(words) => combo(&name, &value, words),
        }
    }));
    for game in GAMES {
        let rules = open(game.id, &table.rules_of(game.id))?.rules();
        lines.extend(rules.iter().map(|rule| combo(&format!("{}.{}", game.id, rule.name), &rule.value, &rule.choices)));
    }
    Ok(lines)
}

/// Sets one option; nothing changes when the name or the value is wrong.
pub(super) fn set(table: &mut Table, name: &str, value: &str) -> Result<(), Refusal> {
    if name.eq_ignore_ascii_case(GAME) {
        let game = (!value.eq_ignore_ascii_case(NO_GAME)).then_some(value);
        return Ok(table.choose(game)?);
    }
    if name.eq_ignore_ascii_case(MULTI_PV) {
        let count = parse_number(value, MOST_LINES, "a number").ok().filter(|&count| count > 0);
        let wrong = || format!("{MULTI_PV}={}: expected a whole number from 1 to {MOST_LINES}", quote(value));
        table.lines = count.ok_or_else(|| CommandError::InvalidValue(wrong()))? as usize;
        return Ok(());
    }
    if let Some(spec) = engine_options().find(|spec| spec.name.eq_ignore_ascii_case(name)) {
        return Ok(spec.set(&mut table.engine.options, value)?);
    }
    let rule = name.split_once('.').and_then(|(id, rule)| {
        let game = GAMES.iter().find(|game| game.id.eq_ignore_ascii_case(id))?;
        Some((game.id, rule))
    });
    let (game, rule) = rule.ok_or_else(|| unknown(name))?;
    Ok(table.set_rule(game, rule, value)?)
}

fn unknown(name: &str) -> CommandError {
    let names: Vec<String> = engine_options().map(|spec| title(spec.name)).collect();
    let names = format!("{GAME}, {MULTI_PV}, {}", names.join(", "));
    CommandError::UnknownOption(format!("{}: expected one of {names}, or GAME.RULE", quote(name)))
}
