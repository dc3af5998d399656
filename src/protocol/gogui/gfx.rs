//! What GoGui draws on the board beside the stones: lines of its graphics commands.

use super::super::commands::{Reply, Request};
use super::super::engine::Engine;
use super::{ByClicks, point_name, shown_size};
use crate::clicks::{Click, Mark};
use crate::notation::Colour;

/// The background of points that may be clicked next.
const NEXT: &str = "#98d098";

/// So many points are shown even before the first click of a turn.
const FEW: usize = 12;

/// The background of points that GoGui's square board has and the game's has not.
const NO_BOARD: &str = "#907050";

/// Lines of graphics commands.
#[derive(Default)]
struct Drawing {
    /// Points by background, in the order in which the backgrounds came up.
    tints: Vec<(&'static str, Vec<Click>)>,
    labels: Vec<(Click, String)>,
    squares: Vec<Click>,
    ghosts: Vec<Click>,
    text: String,
}

impl Drawing {
    fn tint(&mut self, at: Click, colour: &'static str) {
        match self.tints.iter_mut().find(|(known, _)| *known == colour) {
            Some((_, points)) => points.push(at),
            None => self.tints.push((colour, vec![at])),
        }
    }

    fn mark(&mut self, mark: Mark) {
        match mark {
            Mark::Label(at, text) => self.labels.push((Click::On(at), text)),
            Mark::Tint(at, colour) => self.tint(Click::On(at), colour),
            Mark::Ghost(at) => self.ghosts.push(Click::On(at)),
        }
    }

    /// The clicks of a turn that is half made, and where it may go on.
    fn half_made(&mut self, game: &dyn ByClicks) {
        let clicks = game.half_made();
        let shows_stone = |click: &Click| matches!(*click, Click::On(at) if game.stone_on(at).is_some());
        self.ghosts.extend(game.open_clicks().into_iter().filter(|click| !shows_stone(click)));
        if !clicks.is_empty() || game.next_clicks().len() <= FEW {
            self.next(game);
        }
        self.squares.extend(clicks.into_iter().filter(shows_stone));
    }

    fn next(&mut self, game: &dyn ByClicks) {
        let points = game.next_clicks().into_iter().map(|(click, _)| click).filter(|&click| click != Click::Pass);
        points.for_each(|click| self.tint(click, NEXT));
    }

    /// The words for clicks that a square does not explain.
    fn words(&mut self, game: &dyn ByClicks) {
        let words = game.next_clicks().into_iter();
        self.labels.extend(words.filter_map(|(click, word)| Some((click, word?.to_owned()))));
    }

    /// The lines; later ones are drawn over earlier ones.
    fn lines(self, to_move: Colour) -> String {
        let named = |points: &[Click]| points.iter().map(|&at| point_name(at)).collect::<Vec<_>>().join(" ");
        let colour = to_move.lower_letter();
        let mut lines: Vec<String> =
            self.tints.iter().map(|(colour, points)| format!("COLOR {colour} {}", named(points))).collect();
        if !self.squares.is_empty() {
            lines.push(format!("SQUARE {}", named(&self.squares)));
        }
        lines.extend(self.ghosts.iter().map(|&at| format!("VAR {colour} {}", point_name(at))));
        if !self.labels.is_empty() {
            let labels = self.labels.iter().map(|(at, text)| format!("{} {text}", point_name(*at)));
            lines.push(format!("LABEL {}", labels.collect::<Vec<_>>().join(" ")));
        }
        lines.push(format!("TEXT {}", self.text));
        lines.join("\n")
    }
}

pub(in super::super) fn board_gfx(engine: &mut Engine, _: &Request<'_>) -> Reply {
    let shown = shown_size(engine)?;
    let session = engine.session()?;
    let size = session.info().size;
    let game = session.by_clicks();
    let mut drawing = Drawing { text: game.note(), ..Drawing::default() };
    let outside = shown.squares().filter(|&at| !size.contains(at));
    outside.for_each(|at| drawing.mark(Mark::Tint(at, NO_BOARD)));
    let visible = game.marks().into_iter().filter(|mark| shown.contains(mark.square()));
    visible.for_each(|mark| drawing.mark(mark));
    drawing.half_made(game);
    drawing.words(game);
    Ok(drawing.lines(game.colour_to_move()))
}

pub(in super::super) fn legal_points(engine: &mut Engine, _: &Request<'_>) -> Reply {
    let game = engine.session()?.by_clicks();
    let next = game.next_clicks();
    let pass = if next.iter().any(|&(click, _)| click == Click::Pass) { ", pass among them" } else { "" };
    let text = format!("points that may be clicked: {}{pass}", next.len());
    let mut drawing = Drawing { text, ..Drawing::default() };
    drawing.next(game);
    drawing.words(game);
    Ok(drawing.lines(game.colour_to_move()))
}

pub(in super::super) fn last_turn(engine: &mut Engine, _: &Request<'_>) -> Reply {
    let game = engine.session()?.by_clicks();
    let Some((text, clicks)) = game.last_turn() else { return Ok("TEXT no turn has been played".to_owned()) };
    let on_board = clicks.into_iter().filter(|&click| click != Click::Pass);
    let labels = on_board.zip(1..).map(|(click, number): (Click, u32)| (click, number.to_string())).collect();
    Ok(Drawing { text, labels, ..Drawing::default() }.lines(game.colour_to_move()))
}
