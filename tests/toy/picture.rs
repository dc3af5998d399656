//! The board.

use super::{Domineering, Domino, SIZE};
use crate::notation::{Colour, colour_word};
use crate::picture::{Cell, Picture, Pictured, Piece, Rgb, Shape, Stroke, Style, Surface};

const STYLE: Style = Style {
    surface: Surface::Fields,
    grounds: &[Rgb(0xd8, 0xd8, 0xc8)],
    lines: Rgb(0x80, 0x80, 0x70),
    frame: Rgb(0x40, 0x48, 0x50),
    ink: Rgb(0xf0, 0xf0, 0xf0),
    pieces: [Rgb(0xf8, 0xf8, 0xf0), Rgb(0x20, 0x20, 0x28)],
};

impl Pictured for Domineering {
    fn picture(&self) -> Picture {
        let stone = |colour: Colour| Piece { shape: Shape::Stone, colour, letter: colour.lower_letter() };
        let cell = |at| Cell { piece: self.owner(at).map(stone), empty: '.', ground: 0, only: None };
        let mut picture = Picture::new(SIZE, &STYLE, cell);
        picture.notes = vec![format!("{} to move", colour_word::<Self>(self.to_move)).into()];
        picture
    }

    fn trace(&self, turn: &[Domino]) -> Vec<Stroke> {
        turn.iter().flat_map(|domino| domino.squares().map(Stroke::Put)).collect()
    }
}
