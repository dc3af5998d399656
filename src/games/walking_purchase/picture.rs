//! The board: rings of alternating shade, stones and runners, and what they are worth.

use super::moves::Move;
use super::score::{ring, value};
use super::{Edge, SIDE, SIZE, WalkingPurchase};
use crate::geometry::Square;
use crate::notation::{Colour, colour_word};
use crate::picture::{Cell, Key, Note, Picture, Pictured, Piece, Rgb, Shape, Stroke, Style, Surface};

/// The grounds are the light edge and the ring inside it, which alternate from there.
const STYLE: Style = Style {
    surface: Surface::Fields,
    grounds: &[Rgb(0xec, 0xdf, 0xbd), Rgb(0xb4, 0x92, 0x5f)],
    lines: Rgb(0x8b, 0x6f, 0x44),
    frame: Rgb(0x4f, 0x3a, 0x26),
    ink: Rgb(0xef, 0xe2, 0xc6),
    pieces: [Rgb(0xfb, 0xf8, 0xf1), Rgb(0x2b, 0x29, 0x2c)],
};

fn stone(colour: Colour) -> Piece {
    Piece { shape: Shape::Stone, colour, letter: colour.lower_letter() }
}

fn runner(colour: Colour) -> Piece {
    Piece { shape: Shape::Runner, colour, letter: colour.letter() }
}

impl WalkingPurchase {
    /// The piece on a square.
    pub(super) fn piece_on(&self, at: Square) -> Option<Piece> {
        let on = |colour| {
            let stone = self.has_stone(colour, at).then(|| stone(colour));
            self.runners_of(colour).contains(&at).then(|| runner(colour)).or(stone)
        };
        on(Colour::White).or_else(|| on(Colour::Black))
    }

    fn side_note(&self, colour: Colour) -> Note {
        let [first, second] = self.runners_of(colour);
        let count = self.stone_count(colour);
        let (points, prisoners) = (self.points_of(colour), self.prisoners_of(colour));
        let word = colour_word::<Self>(colour);
        format!("{word:<5}  runners {first} {second}, stones {count} worth {points}, prisoners {prisoners}").into()
    }
}

impl Pictured for WalkingPurchase {
    fn picture(&self) -> Picture {
        let cell = |at| {
            // The centre ring is dark, and the rings alternate from there.
            let ground = usize::from(ring(at) % 2);
            Cell { piece: self.piece_on(at), empty: if ground == 1 { ':' } else { '.' }, ground, only: None }
        };
        let edge = self.rules.edge;
        let values: Vec<String> =
            (0..SIDE / 2).map(|depth| value(edge, Square::new(depth, depth.max(1))).to_string()).collect();
        let corners = match edge {
            Edge::Two => "",
            Edge::One => " (corners 2)",
        };
        let mut picture = Picture::new(SIZE, &STYLE, cell);
        picture.notes = vec![
            format!("{} to move", colour_word::<Self>(self.to_move)).into(),
            "".into(),
            self.side_note(Colour::White),
            self.side_note(Colour::Black),
            format!("settled as it stands: {}", self.settlement().text()).into(),
            "".into(),
            format!("values from the edge inwards: {}{corners}", values.join(" ")).into(),
        ];
        let symbols = vec![
            (runner(Colour::White), "white runner"),
            (stone(Colour::White), "stone"),
            (runner(Colour::Black), "black runner"),
            (stone(Colour::Black), "stone"),
        ];
        let letters = "W B runners, w b stones, . : empty squares of alternating rings";
        picture.key = vec![Key { letters, symbols }];
        picture
    }

    fn trace(&self, turn: &[Move]) -> Vec<Stroke> {
        let mut strokes = Vec::new();
        let mut way = Vec::new();
        for &mv in turn {
            match mv {
                Move::Bend { from, turn } => {
                    way = vec![from, turn];
                    strokes.push(Stroke::Put(turn));
                }
                Move::Arrive(to) => way.push(to),
                Move::Jump { from, to } => {
                    if way.is_empty() {
                        way.push(from);
                    }
                    way.push(to);
                    strokes.push(Stroke::Taken(Square::new((from.file + to.file) / 2, (from.rank + to.rank) / 2)));
                }
                Move::Stop => {}
            }
        }
        strokes.push(Stroke::Way(way));
        strokes
    }
}
