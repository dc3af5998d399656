//! The board: sides and their owners, the runner, the stones, and what has been announced.

use super::board::Cell as Place;
use super::moves::Move;
use super::{EcouteMoi, SIZE};
use crate::geometry::Square;
use crate::notation::Colour;
use crate::picture::{Cell, Key, Note, Picture, Pictured, Piece, Rgb, Shape, Stroke, Style, Surface};

const STYLE: Style = Style {
    surface: Surface::Fields,
    grounds: &[Rgb(0xe3, 0xd3, 0xa8)],
    lines: Rgb(0x9c, 0x86, 0x56),
    frame: Rgb(0x6e, 0x5a, 0x3c),
    ink: Rgb(0xf6, 0xec, 0xd4),
    pieces: [Rgb(0xfd, 0xfb, 0xf5), Rgb(0x2a, 0x28, 0x2a)],
};

const RUNNER: Piece = Piece { shape: Shape::Runner, colour: Colour::White, letter: 'C' };
const STONE: Piece = Piece { shape: Shape::Stone, colour: Colour::Black, letter: 'x' };

impl EcouteMoi {
    /// The piece on a square.
    pub(super) fn piece_on(&self, at: Square) -> Option<Piece> {
        let place = Place::new(at);
        if place == self.runner { Some(RUNNER) } else { (!self.free.contains(place)).then_some(STONE) }
    }

    fn side_note(&self, colour: Colour, sides: &str) -> Note {
        let owner = Self::colour_word(colour);
        match self.needs(colour) {
            0 => format!("{owner}: {sides}, joined"),
            needs => format!("{owner}: {sides}, stones still needed {needs}"),
        }
        .into()
    }
}

impl Pictured for EcouteMoi {
    fn picture(&self) -> Picture {
        let cell = |at| Cell { piece: self.piece_on(at), empty: '.', ground: 0, only: None };
        let mut picture = Picture::new(SIZE, &STYLE, cell);
        picture.sides = Some([Colour::White, Colour::Black]);
        picture.notes = vec![
            self.action_note().into(),
            "".into(),
            self.side_note(Colour::White, "top and bottom"),
            self.side_note(Colour::Black, "left and right"),
            "".into(),
        ];
        picture.key = vec![Key { letters: "C runner, x stones", symbols: vec![(RUNNER, "runner"), (STONE, "stones")] }];
        picture
    }

    fn trace(&self, turn: &[Move]) -> Vec<Stroke> {
        let run = |&mv: &Move| match mv {
            Move::Run { from, to } => {
                let (from, to) = (from.square(), to.square());
                let (files, ranks) = to.delta(from);
                let behind = to.offset(files.signum() as i8, ranks.signum() as i8);
                behind.map(Stroke::Put).into_iter().chain([Stroke::Way(vec![from, to])]).collect()
            }
            Move::Announce(_) | Move::Pass => Vec::new(),
        };
        turn.iter().flat_map(run).collect()
    }
}
