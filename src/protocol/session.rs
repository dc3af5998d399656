//! A game at the table, spoken to in text: one virtual call a command, everything below it compiled for the game.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::error::CommandError;
use super::gogui::{ByClicks, ClickMemory};
use super::insight::{Insight, explain};
use crate::clicks::Clicks;
use crate::game::{Game, Outcome, Player, RuleOption, Rules, Turn, for_each_turn};
use crate::games::{GameInfo, GameVisitor, with_game};
use crate::notation::{Colour, MoveError, Points, colour_word, fold_case, quote, read_colour, read_turn, seat_of};
use crate::perft::perft;
use crate::picture::Picture;
use crate::record::Record;
use crate::search::{self, Limits, Settings};

/// Most turns that are listed.
pub const MAX_LISTED: u64 = 100_000;

/// A side as named in a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A seat at the table.
    Seat(Player),
    /// A colour of the game.
    Colour(Colour),
}

/// One rule option and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleState {
    /// Name of the option.
    pub name: &'static str,
    /// Its value in this game.
    pub value: String,
    /// The values it may have, as people are told them.
    pub values: String,
    /// The same one by one.
    pub choices: Vec<String>,
    /// What it decides.
    pub about: &'static str,
}

/// What a search is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// When to stop.
    pub limits: Limits,
    /// How to search.
    pub settings: Settings,
    /// Raised when the search is to end with what it has.
    pub stop: &'a Arc<AtomicBool>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The turn to play.
    pub turn: String,
    /// What is to be said of it, and of further turns if they were asked for.
    pub lines: Vec<Insight>,
}

/// A game being played. Whatever fails has changed nothing.
pub trait Session {
    /// Which game it is.
    fn info(&self) -> GameInfo;
    /// The rule options in force.
    fn rules(&self) -> Vec<RuleState>;
    /// Back to the start, under the same rules.
    fn clear(&mut self);
    /// The side that this word names, if it names one in this game.
    fn side(&self, word: &str) -> Option<Side>;
    /// Fails unless it is this side's turn, or the game is over.
    fn check_turn(&self, side: Side) -> Result<(), CommandError>;
    /// Plays a turn of the side to move.
    fn play(&mut self, text: &str) -> Result<(), CommandError>;
    /// Plays several turns, all or none.
    fn play_all(&mut self, texts: &[&str]) -> Result<(), CommandError>;
    /// Takes back turns, all or none.
    fn undo(&mut self, count: usize) -> Result<(), CommandError>;
    /// The legal turns, sorted by their text.
    fn legal_turns(&self) -> Result<Vec<String>, CommandError>;
    /// Up to `most` legal turns, in no order.
    fn first_turns(&self, most: usize) -> Vec<String>;
    /// How a turn is said aloud, in games in which that differs from how it is written.
    fn say(&self, text: &str) -> Option<String>;
    /// `legal`, or the rule that a turn breaks.
    fn explain(&self, text: &str) -> String;
    /// Colour and seat of the side to move.
    fn side_to_move(&self) -> String;
    /// Why the game is over, if it is.
    fn game_over(&self) -> Option<&'static str>;
    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The turns played.
    fn history(&self) -> Vec<String>;
    /// The board, the last turn, and what else a player wants to see.
    fn picture(&self) -> Picture;
    /// The result and the game's own counts as words `key=value`.
    fn score(&self) -> String;
    /// The result in GTP form, once the game is over; with `by_seat` B stands for the first seat and W for the second.
    fn final_score(&self, by_seat: bool) -> Option<String>;
    /// The position string.
    fn position(&self) -> String;
    /// Begins anew from a position string, under the same rules.
    fn set_position(&mut self, text: &str) -> Result<(), CommandError>;
    /// Counts turn sequences; `None` when stopped.
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64>;
    /// Counts turn sequences by their first turn, sorted by its text; `None` when stopped.
    fn divide(&self, depth: u32, stop: &AtomicBool) -> Result<Option<Vec<(String, u64)>>, CommandError>;
    /// The seat to move, unless the game is over.
    fn seat_to_move(&self) -> Option<Player>;
    /// The seat of a side; fails while the colours are not settled.
    fn seat(&self, side: Side) -> Result<Player, CommandError>;
    /// Thinks about the next turn, telling `watch` what has been found so far. `None` when the game is over.
    fn think(&mut self, question: &Question<'_>, watch: &mut dyn FnMut(&[Insight])) -> Option<Thought>;
    /// Plays the turn that was thought of last, if nothing has happened since.
    fn play_thought(&mut self) -> Result<(), CommandError>;
    /// What was expected of the turn that was thought of last, and why.
    fn explain_last(&self) -> Option<String>;
    /// The same game, seen click by click.
    fn by_clicks(&self) -> &dyn ByClicks;
    /// The same game, played click by click.
    fn by_clicks_mut(&mut self) -> &mut dyn ByClicks;
    /// What searches keep from one to the next, of whichever game.
    fn memory(&mut self) -> &mut search::Memory;
}

/// Opens a game by its id, with options given as name and value.
pub fn open(id: &str, options: &[(&str, &str)]) -> Result<Box<dyn Session>, CommandError> {
    struct Open<'a>(&'a [(&'a str, &'a str)]);
    impl GameVisitor for Open<'_> {
        type Output = Result<Box<dyn Session>, CommandError>;

        fn visit<G: Clicks>(self) -> Self::Output {
            Ok(Box::new(GameSession::<G>::open(self.0)?))
        }
    }
    with_game(id, Open(options)).unwrap_or_else(|| {
        let ids: Vec<&str> = crate::games::GAMES.iter().map(|game| game.id).collect();
        Err(CommandError::UnknownGame(format!("{}: expected one of {}", quote(id), ids.join(", "))))
    })
}

/// The session of a game `G`.
pub(super) struct GameSession<G: Clicks> {
    pub(super) record: Record<G>,
    /// A turn that is half made, in click mode. The other methods see the position before it, and those that change the game drop it.
    pub(super) clicks: ClickMemory<G>,
    last_thought: Option<LastThought<G>>,
    pub(super) memory: search::Memory,
}

/// What was thought last, and of which position.
struct LastThought<G: Game> {
    position: G,
    turn: Turn<G>,
    report: search::Report<G>,
}

impl<G: Clicks> GameSession<G> {
    fn open(options: &[(&str, &str)]) -> Result<Self, CommandError> {
        let rules = read_rules::<G>(options)?;
        G::prepare();
        Ok(GameSession {
            record: Record::new(G::start(rules)),
            clicks: ClickMemory::default(),
            last_thought: None,
            memory: search::Memory::default(),
        })
    }

    fn position(&self) -> &G {
        self.record.position()
    }

    fn resolve(position: &G, text: &str) -> Result<Turn<G>, CommandError> {
        read_turn(position, text).map_err(|error| match error {
            MoveError::Ambiguous(_) => CommandError::AmbiguousMove(error.to_string()),
            MoveError::Unreadable(_) | MoveError::Illegal(_) => {
                CommandError::IllegalMove(format!("{}: {error}", shorten(text)))
            }
        })
    }

    /// Plays on a record; `pass` after the end and `resign` at any time before it are accepted and change nothing.
    fn play_on(record: &mut Record<G>, text: &str) -> Result<(), CommandError> {
        let word = fold_case(text);
        if record.outcome().is_some() {
            return match word.as_str() {
                "pass" => Ok(()),
                _ => Err(CommandError::GameOver(format!("{}: no turn but pass is accepted", Self::end_of(record)))),
            };
        }
        if word != "resign" {
            let turn = Self::resolve(record.position(), text)?;
            record.play(turn);
        }
        Ok(())
    }

    pub(super) fn end_of(record: &Record<G>) -> &'static str {
        let position = record.position();
        if position.outcome().is_some() { position.end_reason() } else { "repetition" }
    }

    fn word_for(&self, seat: Player) -> &'static str {
        self.position().colour_of(seat).map_or("-", colour_word::<G>)
    }

    pub(super) fn winner(&self, outcome: Outcome) -> Option<Colour> {
        match outcome {
            Outcome::Win(seat) => self.position().colour_of(seat),
            Outcome::Draw => None,
        }
    }

    pub(super) fn margin(&self, outcome: Outcome) -> Option<Points> {
        self.position().margin(outcome)
    }
}

/// The rules that options given as name and value make.
pub fn read_rules<G: Game>(options: &[(&str, &str)]) -> Result<G::Rules, CommandError> {
    let mut rules = G::Rules::default();
    for (index, &(name, value)) in options.iter().enumerate() {
        let option = find_option::<G>(name)?;
        if options.iter().take(index).any(|(earlier, _)| earlier.eq_ignore_ascii_case(name)) {
            return Err(CommandError::Syntax(format!("{} is given twice: expected each option once", option.name)));
        }
        let number = option.values.parse(value).ok_or_else(|| {
            CommandError::InvalidValue(format!("{}={}: expected {}", option.name, shorten(value), option.values))
        })?;
        (option.set)(&mut rules, number);
    }
    Ok(rules)
}

fn find_option<G: Game>(name: &str) -> Result<&'static RuleOption<G::Rules>, CommandError> {
    let options = G::Rules::OPTIONS;
    options.iter().find(|option| option.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names: Vec<&str> = options.iter().map(|option| option.name).collect();
        CommandError::UnknownOption(format!("{}: expected one of {}", quote(name), names.join(", ")))
    })
}

/// A turn's text as it may stand in a message.
fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

impl<G: Clicks> Session for GameSession<G> {
    fn info(&self) -> GameInfo {
        GameInfo::of::<G>()
    }

    fn rules(&self) -> Vec<RuleState> {
        let rules = self.position().rules();
        G::Rules::OPTIONS
            .iter()
            .map(|option| RuleState {
                name: option.name,
                value: option.values.show((option.get)(&rules)),
                values: option.values.to_string(),
                choices: option.values.all().map(|value| option.values.show(value)).collect(),
                about: option.about,
            })
            .collect()
    }

    fn clear(&mut self) {
        self.record = Record::new(G::start(self.position().rules()));
        self.clicks.forget();
        self.last_thought = None;
    }

    fn side(&self, word: &str) -> Option<Side> {
        let word = fold_case(word);
        let seat = Player::ALL.into_iter().find(|seat| seat.to_string() == word).map(Side::Seat);
        seat.or_else(|| read_colour::<G>(&word).map(Side::Colour))
    }

    fn check_turn(&self, side: Side) -> Result<(), CommandError> {
        if self.record.outcome().is_some() {
            return Ok(());
        }
        let position = self.position();
        let seat = self.seat(side)?;
        if seat == position.to_move() {
            return Ok(());
        }
        let to_move = match (side, position.colour_of(position.to_move())) {
            (Side::Colour(_), Some(colour)) => colour_word::<G>(colour).to_owned(),
            _ => position.to_move().to_string(),
        };
        Err(CommandError::WrongSide(format!("{to_move} to move")))
    }

    fn play(&mut self, text: &str) -> Result<(), CommandError> {
        Self::play_on(&mut self.record, text)
    }

    fn play_all(&mut self, texts: &[&str]) -> Result<(), CommandError> {
        let before = self.record.clone();
        let played = texts.iter().try_for_each(|text| Self::play_on(&mut self.record, text));
        match played {
            Ok(()) => self.clicks.forget(),
            Err(_) => self.record = before,
        }
        played
    }

    fn undo(&mut self, count: usize) -> Result<(), CommandError> {
        if count > 0 && self.record.undo(count) {
            return Ok(());
        }
        Err(CommandError::CannotUndo(match self.record.len() {
            0 => "no turn has been played since the start or the set position".to_owned(),
            played => format!("{count} turns asked for, expected 1 to {played}"),
        }))
    }

    fn legal_turns(&self) -> Result<Vec<String>, CommandError> {
        if self.record.outcome().is_some() {
            return Ok(Vec::new());
        }
        let position = self.position();
        let mut texts = Vec::new();
        let flow = for_each_turn(position, &mut |turn, _| {
            texts.push(position.write_turn(turn));
            if texts.len() as u64 > MAX_LISTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if flow.is_break() {
            return Err(CommandError::TooManyMoves(MAX_LISTED));
        }
        texts.sort_unstable();
        Ok(texts)
    }

    fn first_turns(&self, most: usize) -> Vec<String> {
        let mut texts = Vec::new();
        if self.record.outcome().is_none() {
            let position = self.position();
            let _ = for_each_turn(position, &mut |turn, _| {
                texts.push(position.write_turn(turn));
                if texts.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        texts
    }

    fn say(&self, text: &str) -> Option<String> {
        G::say(&G::parse_turn(&fold_case(text)).ok()?)
    }

    fn explain(&self, text: &str) -> String {
        let word = fold_case(text);
        let over = self.record.outcome().is_some();
        if (over && word == "pass") || (!over && word == "resign") {
            return "legal".to_owned();
        }
        if over {
            return format!("illegal: the game is over ({})", Self::end_of(&self.record));
        }
        match read_turn(self.position(), text) {
            Ok(_) => "legal".to_owned(),
            Err(error @ MoveError::Ambiguous(_)) => format!("ambiguous: {error}"),
            Err(error) => format!("illegal: {error}"),
        }
    }

    fn side_to_move(&self) -> String {
        if self.record.outcome().is_some() {
            return "none".to_owned();
        }
        let seat = self.position().to_move();
        format!("{} {seat}", self.word_for(seat))
    }

    fn game_over(&self) -> Option<&'static str> {
        self.record.outcome().map(|_| Self::end_of(&self.record))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn history(&self) -> Vec<String> {
        self.record.turns().map(|(before, turn)| before.write_turn(turn)).collect()
    }

    fn picture(&self) -> Picture {
        let mut picture = self.position().picture();
        if let Some((before, turn)) = self.record.turns().next_back() {
            picture.strokes = before.trace(turn);
        }
        if let Some(outcome) = self.record.outcome() {
            let result = self.winner(outcome).map_or("a draw", colour_word::<G>);
            let verb = if outcome == Outcome::Draw { "" } else { " wins" };
            picture.below.push(format!("game over ({}): {result}{verb}", Self::end_of(&self.record)));
        }
        picture
    }

    fn score(&self) -> String {
        let mut words = Vec::new();
        match self.record.outcome() {
            None => words.push("result=unfinished".to_owned()),
            Some(outcome) => {
                let result = self.winner(outcome).map_or("draw", colour_word::<G>);
                words.push(format!("result={result}"));
                words.extend(self.margin(outcome).map(|margin| format!("margin={margin}")));
                words.push(format!("reason={}", Self::end_of(&self.record)));
            }
        }
        words.extend(self.position().facts().into_iter().map(|(name, value)| format!("{name}={value}")));
        words.join(" ")
    }

    fn final_score(&self, by_seat: bool) -> Option<String> {
        let outcome = self.record.outcome()?;
        let letter = match outcome {
            Outcome::Win(Player::First) if by_seat => Some(Colour::Black.letter()),
            Outcome::Win(Player::Second) if by_seat => Some(Colour::White.letter()),
            outcome => self.winner(outcome).map(Colour::letter),
        };
        let margin = self.margin(outcome).unwrap_or(Points::whole(1));
        Some(letter.map_or("0".to_owned(), |letter| format!("{letter}+{margin}")))
    }

    fn position(&self) -> String {
        self.position().write_position()
    }

    fn set_position(&mut self, text: &str) -> Result<(), CommandError> {
        let position = G::parse_position(text, self.position().rules())
            .map_err(|error| CommandError::InvalidPosition(error.to_string()))?;
        self.record = Record::new(position);
        self.clicks.forget();
        self.last_thought = None;
        Ok(())
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        if depth > 0 && self.record.outcome().is_some() {
            return Some(0);
        }
        perft(self.position(), depth, stop)
    }

    fn divide(&self, depth: u32, stop: &AtomicBool) -> Result<Option<Vec<(String, u64)>>, CommandError> {
        let position = self.position();
        if self.record.outcome().is_some() || depth == 0 {
            return Ok(Some(Vec::new()));
        }
        if position.count_turns(MAX_LISTED + 1) > MAX_LISTED {
            return Err(CommandError::TooManyMoves(MAX_LISTED));
        }
        let mut counts = Vec::new();
        let flow = for_each_turn(position, &mut |turn, next| match perft(next, depth - 1, stop) {
            Some(count) => {
                counts.push((position.write_turn(turn), count));
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        });
        counts.sort_unstable();
        Ok(flow.is_continue().then_some(counts))
    }

    fn seat_to_move(&self) -> Option<Player> {
        self.record.outcome().is_none().then(|| self.position().to_move())
    }

    fn seat(&self, side: Side) -> Result<Player, CommandError> {
        match side {
            Side::Seat(seat) => Ok(seat),
            Side::Colour(colour) => seat_of(self.position(), colour).ok_or_else(|| {
                let seats = "name the seat, first or second, or no side";
                CommandError::WrongSide(format!("the colours are not settled yet: {seats}"))
            }),
        }
    }

    fn think(&mut self, question: &Question<'_>, watch: &mut dyn FnMut(&[Insight])) -> Option<Thought> {
        let position = self.position().clone();
        let Question { limits, settings, stop } = question;
        let mut tell = |report: &search::Report<G>| watch(&Insight::of(&position, report));
        let report = self.memory.think(&self.record, limits, settings, stop, &mut tell)?;
        let lines = Insight::of(&position, &report);
        let turn = report.best();
        let thought = Thought { turn: position.write_turn(&turn), lines };
        self.last_thought = Some(LastThought { position, turn, report });
        Some(thought)
    }

    fn play_thought(&mut self) -> Result<(), CommandError> {
        let thought = self.last_thought.as_ref().filter(|thought| thought.position == *self.record.position());
        let turn = thought.map(|thought| thought.turn.clone()).ok_or(CommandError::NoGame)?;
        self.record.play(turn);
        self.clicks.forget();
        Ok(())
    }

    fn explain_last(&self) -> Option<String> {
        self.last_thought.as_ref().map(|thought| explain(&thought.position, &thought.report))
    }

    fn by_clicks(&self) -> &dyn ByClicks {
        self
    }

    fn memory(&mut self) -> &mut search::Memory {
        &mut self.memory
    }

    fn by_clicks_mut(&mut self) -> &mut dyn ByClicks {
        self
    }
}
