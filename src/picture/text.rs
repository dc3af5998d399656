//! Boards in text: letters for programs and plain terminals, or symbols, in colour where that can be had.

use anstyle::{Color, RgbColor, Style};

use super::{Cell, Note, Picture, Piece, Rgb, Shape};
use crate::geometry::{Square, file_letter};
use crate::notation::Colour;

/// Colours that a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// The 256 of xterm.
    Xterm,
    /// All.
    All,
}

/// What a board is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Symbols for pieces instead of letters.
    pub symbols: bool,
    /// Whether what the last turn has put down stands in parentheses.
    pub marks: bool,
    /// Colours, if any.
    pub colours: Option<Colours>,
}

impl Look {
    /// Letters alone: the board of `showboard`, as programs get it.
    pub const PLAIN: Look = Look { symbols: false, marks: false, colours: None };
}

impl Default for Look {
    fn default() -> Self {
        Look::PLAIN
    }
}

const BLACK: Rgb = Rgb(0x10, 0x10, 0x10);
const WHITE: Rgb = Rgb(0xf8, 0xf8, 0xf8);

/// Draws a picture in lines without a final line feed and without empty lines: coordinates on all four sides, each square one sign with a blank
/// between, notes and the key to the signs to the right of the ranks, the first beside the top rank.
pub fn draw(picture: &Picture, look: Look) -> String {
    let pen = Pen { picture, look };
    let files = pen.files();
    let mut lines = vec![files.clone()];
    let mut notes = pen.notes().into_iter();
    for rank in (0..picture.size.ranks).rev() {
        let mut line = pen.rank(rank);
        if let Some(note) = notes.next().filter(|note| !note.is_empty()) {
            let label_width = if rank < 9 { 1 } else { 2 };
            line.push_str(&" ".repeat(5 - label_width));
            line.push_str(&note);
        }
        lines.push(line);
    }
    lines.push(files);
    // More notes than ranks.
    let indent = " ".repeat(2 * usize::from(picture.size.files) + 8);
    lines.extend(notes.filter(|note| !note.is_empty()).map(|note| format!("{indent}{note}")));
    lines.extend(picture.below.iter().cloned());
    lines.join("\n")
}

/// The sign of a piece.
fn symbol(piece: Piece, coloured: bool) -> char {
    // Where there are colours the signs are filled, and their colour tells the sides apart.
    let filled = coloured || piece.colour == Colour::Black;
    match (piece.shape, filled) {
        (Shape::Stone | Shape::Sandbank, true) => '●',
        (Shape::Stone | Shape::Sandbank, false) => '○',
        (Shape::Runner, true) => '▲',
        (Shape::Runner, false) => '△',
        (Shape::Island, true) => '■',
        (Shape::Island, false) => '□',
    }
}

/// A picture and the way to draw it.
struct Pen<'a> {
    picture: &'a Picture,
    look: Look,
}

impl Pen<'_> {
    /// Text in colours, where there are any.
    fn paint(&self, text: &str, fore: Rgb, back: Option<Rgb>) -> String {
        let Some(colours) = self.look.colours else { return text.to_owned() };
        let colour = |Rgb(red, green, blue)| {
            let colour = RgbColor(red, green, blue);
            match colours {
                Colours::All => Color::Rgb(colour),
                Colours::Xterm => Color::Ansi256(anstyle_lossy::rgb_to_xterm(colour)),
            }
        };
        let style = Style::new().fg_color(Some(colour(fore))).bg_color(back.map(colour));
        format!("{style}{text}{style:#}")
    }

    /// The letters of the files.
    fn files(&self) -> String {
        let letters: String = (0..self.picture.size.files).flat_map(|file| [' ', file_letter(file)]).collect();
        match self.picture.sides {
            Some([owner, _]) if self.look.colours.is_some() => {
                format!("  {}", self.on_side(owner, &format!("{letters} ")))
            }
            _ => format!("  {letters}"),
        }
    }

    fn on_side(&self, owner: Colour, text: &str) -> String {
        match owner {
            Colour::White => self.paint(text, BLACK, Some(WHITE)),
            Colour::Black => self.paint(text, WHITE, Some(BLACK)),
        }
    }

    /// A rank with its number on both sides, without blanks behind it.
    fn rank(&self, rank: u8) -> String {
        let number = u16::from(rank) + 1;
        let label = |text: String| match self.picture.sides {
            Some([_, owner]) => self.on_side(owner, &text),
            None => text,
        };
        let mut line = label(format!("{number:>2}"));
        for file in 0..=self.picture.size.files {
            let at = Square::new(file, rank);
            line.push_str(&self.gap(at));
            if let Some(cell) = self.picture.cell(at) {
                line.push_str(&self.cell(at, cell));
            }
        }
        line + &label(number.to_string())
    }

    /// What stands before a square: half a pair of parentheses where something lies beside it that the last turn has put there.
    fn gap(&self, at: Square) -> String {
        let left = at.offset(-1, 0);
        let marked = |square: Option<Square>| self.look.marks && square.is_some_and(|at| self.picture.is_marked(at));
        let sign = match (marked(left), marked(Some(at))) {
            (false, false) => " ",
            (true, false) => ")",
            (false, true) => "(",
            (true, true) => "|",
        };
        // Behind the last square the ground is the last one's.
        let ground = if self.picture.size.contains(at) { at } else { left.unwrap_or(at) };
        self.paint(sign, Rgb(0xd0, 0x10, 0x10), Some(self.picture.ground(ground)))
    }

    fn cell(&self, at: Square, cell: &Cell) -> String {
        let style = self.picture.style;
        let bridge = self.picture.bridges.iter().find(|bridge| bridge.under.contains(&at));
        let (sign, colour) = match (cell.piece, bridge) {
            (Some(piece), _) if self.look.symbols => {
                (symbol(piece, self.look.colours.is_some()), style.of(piece.colour))
            }
            (Some(piece), _) => (piece.letter, style.of(piece.colour)),
            (None, Some(bridge)) if self.look.symbols => (span(bridge.ends), style.of(bridge.colour)),
            (None, _) if self.look.symbols && cell.empty == '.' => ('·', style.lines),
            (None, _) => (cell.empty, cell.only.map_or(style.lines, |side| style.of(side))),
        };
        self.paint(sign.encode_utf8(&mut [0; 4]), colour, Some(self.picture.ground(at)))
    }

    /// The notes, and the key to the signs.
    fn notes(&self) -> Vec<String> {
        let key = self.picture.key.iter().map(|key| {
            if !self.look.symbols || key.symbols.is_empty() {
                return key.letters.to_owned();
            }
            let names = key.symbols.iter().map(|(piece, name)| format!("{} {name}", self.sample(*piece)));
            names.collect::<Vec<_>>().join(", ")
        });
        self.picture.notes.iter().map(|note| self.note(note)).chain(key).collect()
    }

    fn note(&self, note: &Note) -> String {
        let text = note.letters.as_ref().filter(|_| !self.look.symbols).unwrap_or(&note.text);
        let pieces = note.pieces.map(|(piece, count)| match self.look.symbols {
            true => self.paint_piece(piece, &symbol(piece, self.look.colours.is_some()).to_string().repeat(count)),
            false => piece.letter.to_string().repeat(count),
        });
        format!("{text}{}", pieces.unwrap_or_default())
    }

    fn sample(&self, piece: Piece) -> String {
        self.paint_piece(piece, &symbol(piece, self.look.colours.is_some()).to_string())
    }

    /// Signs of a piece beside the board, on the ground of the board.
    fn paint_piece(&self, piece: Piece, signs: &str) -> String {
        let style = self.picture.style;
        self.paint(signs, style.of(piece.colour), style.grounds.first().copied())
    }
}

/// A piece of a bridge's deck.
fn span([from, to]: [Square; 2]) -> char {
    match from.delta(to) {
        (_, 0) => '─',
        (0, _) => '│',
        (files, ranks) if (files > 0) == (ranks > 0) => '╱',
        _ => '╲',
    }
}
