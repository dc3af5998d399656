//! The board: water, land and bridges, and what a side has built.

use super::bits::{bit, squares};
use super::moves::Move;
use super::notation::{stone_letter, word};
use super::{Ponte, SIZE, groups};
use crate::geometry::Square;
use crate::notation::Colour;
use crate::picture::{Bridge, Cell, Key, Note, Picture, Pictured, Piece, Rgb, Shape, Stroke, Style, Surface};

const STYLE: Style = Style {
    surface: Surface::Water,
    grounds: &[Rgb(0x5b, 0xa3, 0xc4)],
    lines: Rgb(0x3a, 0x7f, 0xa3),
    frame: Rgb(0x1f, 0x4a, 0x66),
    ink: Rgb(0xe4, 0xf1, 0xf7),
    pieces: [Rgb(0xf6, 0xe4, 0xb4), Rgb(0x6d, 0x3f, 0x28)],
};

fn land(colour: Colour, island: bool) -> Piece {
    let letter = stone_letter(colour);
    match island {
        true => Piece { shape: Shape::Island, colour, letter: letter.to_ascii_uppercase() },
        false => Piece { shape: Shape::Sandbank, colour, letter },
    }
}

impl Ponte {
    fn cell(&self, at: Square) -> Cell {
        let set = bit(at);
        let piece = self.owner(set).map(|colour| land(colour, groups::islands(self.stones_of(colour)) & set != 0));
        let (empty, only) = match self.room.map(|room| room & set != 0) {
            _ if self.bridges.under & set != 0 => ('=', None),
            [true, true] => ('.', None),
            [true, false] => ('+', Some(Colour::White)),
            [false, true] => ('-', Some(Colour::Black)),
            [false, false] => (':', None),
        };
        Cell { piece, empty, ground: 0, only }
    }

    fn side_notes(&self, colour: Colour) -> [Note; 2] {
        let tally = self.tally(colour);
        let seat = match self.seat_word(colour) {
            "-" => String::new(),
            seat => format!(" ({seat})"),
        };
        let stock = match self.rules.tiles {
            0 => String::new(),
            _ => format!(", stones left {}", self.stones_left(colour)),
        };
        let letter = stone_letter(colour);
        let heading = |sign| format!("{}{sign}{seat}: points {}", word(colour), tally.points);
        [
            Note { letters: Some(heading(format!(" {letter}"))), ..heading(String::new()).into() },
            format!("  islands {}, sandbanks {}, bridges {}{stock}", tally.islands, tally.sandbanks, tally.bridges)
                .into(),
        ]
    }
}

impl Pictured for Ponte {
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(SIZE, &STYLE, |at| self.cell(at));
        picture.notes = vec![self.turn_note().into(), "".into()];
        picture.notes.extend([Colour::White, Colour::Black].into_iter().flat_map(|colour| self.side_notes(colour)));
        picture.notes.push(match self.rules.bridges {
            0 => "".into(),
            _ => format!("bridges left {}", self.bridges_left()).into(),
        });
        let symbols = vec![
            (land(Colour::White, false), "light"),
            (land(Colour::White, true), "its islands"),
            (land(Colour::Black, false), "dark"),
            (land(Colour::Black, true), "its islands"),
        ];
        picture.key = vec![
            Key { letters: "O X stones of islands, o x other stones, = under a bridge", symbols },
            Key { letters: "a stone may stand: . of either side, + of light only,", symbols: Vec::new() },
            Key { letters: "                   - of dark only, : of neither", symbols: Vec::new() },
        ];
        for colour in [Colour::White, Colour::Black] {
            let bridges: Vec<_> = self.bridges_of(colour).collect();
            if !bridges.is_empty() {
                let names: Vec<String> = bridges.iter().map(|bridge| bridge.to_string()).collect();
                picture.below.push(format!("{} bridges: {}", word(colour), names.join(" ")));
            }
            picture.bridges.extend(bridges.into_iter().map(|bridge| Bridge {
                ends: [bridge.lower, bridge.upper],
                under: squares(bridge.under()).collect(),
                colour,
            }));
        }
        picture
    }

    fn trace(&self, turn: &[Move]) -> Vec<Stroke> {
        let put = |&mv: &Move| match mv {
            Move::First(at) | Move::Second(at) => vec![Stroke::Put(at)],
            Move::Bridge { from, to } => vec![Stroke::Put(from), Stroke::Put(to)],
            Move::Pass | Move::Choose(_) => Vec::new(),
        };
        turn.iter().flat_map(put).collect()
    }
}
