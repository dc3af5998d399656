//! The board: stones in the hollows of a piece of wood, and the hands beside it.

use super::moves::Move;
use super::{SIZE, Yote};
use crate::geometry::Square;
use crate::notation::{Colour, colour_word};
use crate::picture::{Cell, Key, Note, Picture, Pictured, Piece, Rgb, Shape, Stroke, Style, Surface};

const STYLE: Style = Style {
    surface: Surface::Hollows,
    grounds: &[Rgb(0xd3, 0x9b, 0x5c)],
    lines: Rgb(0x7a, 0x4c, 0x22),
    frame: Rgb(0x8a, 0x56, 0x2a),
    ink: Rgb(0xf7, 0xe6, 0xc8),
    pieces: [Rgb(0xf6, 0xef, 0xdf), Rgb(0x26, 0x22, 0x22)],
};

fn stone(colour: Colour) -> Piece {
    Piece { shape: Shape::Stone, colour, letter: colour.lower_letter() }
}

/// The square between the ends of a jump.
fn between(from: Square, to: Square) -> Square {
    Square::new((from.file + to.file) / 2, (from.rank + to.rank) / 2)
}

impl Yote {
    fn hand_note(&self, colour: Colour) -> Note {
        let side = self.side(colour);
        let (board, hand) = (side.on_board(), usize::from(side.hand));
        let text = format!("{:<5}  {board:>2} on the board, {hand:>2} in hand ", colour_word::<Self>(colour));
        Note { text, letters: None, pieces: Some((stone(colour), hand)) }
    }
}

impl Pictured for Yote {
    fn picture(&self) -> Picture {
        let cell = |at| Cell { piece: self.owner(at).map(stone), empty: '.', ground: 0, only: None };
        let mut picture = Picture::new(SIZE, &STYLE, cell);
        picture.notes = vec![
            format!("{} to move", colour_word::<Self>(self.to_move)).into(),
            "".into(),
            self.hand_note(Colour::White),
            self.hand_note(Colour::Black),
        ];
        let symbols = [Colour::White, Colour::Black].map(|colour| (stone(colour), colour_word::<Self>(colour)));
        picture.key = vec![Key { letters: "", symbols: symbols.into() }];
        picture
    }

    fn trace(&self, turn: &[Move]) -> Vec<Stroke> {
        let mut strokes = Vec::new();
        let mut way = Vec::new();
        for &mv in turn {
            match mv {
                Move::Drop(at) => strokes.push(Stroke::Put(at.square())),
                Move::Step { from, to } => way = vec![from.square(), to.square()],
                Move::Jump { from, to } => {
                    if way.is_empty() {
                        way.push(from.square());
                    }
                    way.push(to.square());
                    strokes.push(Stroke::Taken(between(from.square(), to.square())));
                }
                Move::Bonus(at) => strokes.push(Stroke::Taken(at.square())),
                Move::NoBonus | Move::Stop | Move::Pass => {}
            }
        }
        if !way.is_empty() {
            strokes.push(Stroke::Way(way));
        }
        strokes
    }
}
