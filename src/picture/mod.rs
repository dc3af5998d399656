//! What is to be seen of a game: a board as data, which [`text`] and [`svg`] draw.
//!
//! A game says what lies on its squares, what it looks like, and what belongs beside the board; how that is drawn is no game's business.

pub mod svg;
pub mod text;

use crate::geometry::{Size, Square};
use crate::notation::{Colour, Notation};

/// A game that can be looked at.
pub trait Pictured: Notation {
    /// The position, and what a player wants to know beside it.
    fn picture(&self) -> Picture;

    /// What a legal turn of this position does on the board.
    fn trace(&self, turn: &[Self::Move]) -> Vec<Stroke>;
}

/// Red, green and blue of the sRGB space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// How a game's things look.
#[derive(Debug)]
pub struct Style {
    /// What the squares are made of.
    pub surface: Surface,
    /// The colours that squares may have; see [`Cell::ground`].
    pub grounds: &'static [Rgb],
    /// Lines between squares, and dots on them.
    pub lines: Rgb,
    /// What the board is framed with.
    pub frame: Rgb,
    /// The coordinates on the frame.
    pub ink: Rgb,
    /// White's and Black's pieces.
    pub pieces: [Rgb; 2],
}

/// What squares are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// Fields with lines between them.
    Fields,
    /// Hollows in a piece of wood.
    Hollows,
    /// Open water.
    Water,
}

/// The form of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A round stone.
    Stone,
    /// A piece that walks.
    Runner,
    /// Bare land; tiles side by side hang together.
    Sandbank,
    /// Land that is complete.
    Island,
}

/// A piece on the board or beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its form.
    pub shape: Shape,
    /// Its colour, whoever owns it.
    pub colour: Colour,
    /// The letter that stands for it.
    pub letter: char,
}

/// A square and what is on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The piece on it.
    pub piece: Option<Piece>,
    /// The letter that stands for the square while no piece is on it.
    pub empty: char,
    /// Which of the style's grounds it shows.
    pub ground: usize,
    /// The only side that may still put something here, where the other one may not.
    pub only: Option<Colour>,
}

/// A bridge between two pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bridge {
    /// Its ends.
    pub ends: [Square; 2],
    /// The squares under it.
    pub under: Vec<Square>,
    /// Whose it is.
    pub colour: Colour,
}

/// What a turn does on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// A piece goes from the first square over the others to the last.
    Way(Vec<Square>),
    /// Something comes to lie here.
    Put(Square),
    /// What lay here is gone.
    Taken(Square),
}

/// A line beside the board: words, and pieces behind them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The words; none for a gap.
    pub text: String,
    /// Other words, where pieces are letters.
    pub letters: Option<String>,
    /// A piece, and how many of it.
    pub pieces: Option<(Piece, usize)>,
}

impl<T: Into<String>> From<T> for Note {
    fn from(text: T) -> Self {
        Note { text: text.into(), letters: None, pieces: None }
    }
}

/// A line that explains signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The line where pieces are letters.
    pub letters: &'static str,
    /// Pieces and their names, where pieces are symbols; none when the line for letters does for symbols too.
    pub symbols: Vec<(Piece, &'static str)>,
}

/// A board and what belongs to it.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The board.
    pub size: Size,
    /// How it looks.
    pub style: &'static Style,
    /// Who owns the top and bottom side, and who the left and right one, in games in which sides are owned.
    pub sides: Option<[Colour; 2]>,
    /// Bridges.
    pub bridges: Vec<Bridge>,
    /// What the last turn did.
    pub strokes: Vec<Stroke>,
    /// Facts beside the board: first who is to move.
    pub notes: Vec<Note>,
    /// What the signs stand for.
    pub key: Vec<Key>,
    /// Facts below the board, where words are all there is.
    pub below: Vec<String>,
    /// All squares in the order of [`Size::squares`].
    cells: Vec<Cell>,
}

impl Picture {
    /// A picture of these squares, without anything beside them.
    pub fn new(size: Size, style: &'static Style, cell: impl Fn(Square) -> Cell) -> Self {
        Picture {
            size,
            style,
            sides: None,
            bridges: Vec::new(),
            strokes: Vec::new(),
            notes: Vec::new(),
            key: Vec::new(),
            below: Vec::new(),
            cells: size.squares().map(cell).collect(),
        }
    }

    /// The board alone.
    pub fn bare(self) -> Self {
        Picture { notes: Vec::new(), key: Vec::new(), below: Vec::new(), ..self }
    }

    /// A square of the board.
    pub fn cell(&self, at: Square) -> Option<&Cell> {
        let index = usize::from(at.file) * usize::from(self.size.ranks) + usize::from(at.rank);
        self.cells.get(index).filter(|_| self.size.contains(at))
    }

    /// The piece on a square.
    pub fn piece(&self, at: Square) -> Option<Piece> {
        self.cell(at)?.piece
    }

    /// The squares of all pieces.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.size.squares().zip(&self.cells).filter_map(|(at, cell)| Some((at, cell.piece?)))
    }

    /// The colour of a square's ground.
    pub fn ground(&self, at: Square) -> Rgb {
        let ground = self.cell(at).and_then(|cell| self.style.grounds.get(cell.ground));
        ground.copied().unwrap_or(self.style.frame)
    }

    /// Whether the last turn has put something here.
    pub fn is_marked(&self, at: Square) -> bool {
        self.strokes.iter().any(|stroke| match stroke {
            Stroke::Way(squares) => squares.last() == Some(&at),
            Stroke::Put(square) => *square == at,
            Stroke::Taken(_) => false,
        })
    }
}

impl Style {
    /// The colour of a side's pieces.
    pub fn of(&self, colour: Colour) -> Rgb {
        let [white, black] = self.pieces;
        match colour {
            Colour::White => white,
            Colour::Black => black,
        }
    }
}

impl Rgb {
    /// This colour with so many hundredths of another in it.
    pub fn mixed(self, other: Rgb, percent: u16) -> Rgb {
        let mix = |a: u8, b: u8| {
            let share = u16::from(a) * (100 - percent.min(100)) + u16::from(b) * percent.min(100);
            u8::try_from(share / 100).unwrap_or(u8::MAX)
        };
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }
}
