//! Boards as vector pictures, each in the style that its game gives.

mod canvas;
mod pieces;

use std::fmt;

use canvas::{Canvas, Point};
use pieces::{draw_bridge, draw_lands, draw_piece};

use super::{Note, Picture, Rgb, Shape, Stroke, Surface};
use crate::geometry::{Square, file_letter};
use crate::notation::Colour;

/// The side of a square.
const UNIT: f32 = 40.0;
/// The frame with the coordinates.
const FRAME: f32 = 34.0;
/// How much of the frame the sides take up where they are owned.
const SIDE: f32 = 9.0;
/// The height of a line of notes.
const LINE: f32 = 23.0;
/// The room that a letter of the notes takes up, about.
const LETTER: f32 = 7.6;
/// The most letters in a line of notes.
const WIDEST: usize = 36;
/// From piece to piece beside the board.
const PITCH: f32 = 19.0;
/// The first note stands out.
const HEADING: f32 = 1.12;
/// What a turn leaves behind.
const MARK: Rgb = Rgb(0xd8, 0x3c, 0x1c);
const BLACK: Rgb = Rgb(0, 0, 0);
const WHITE: Rgb = Rgb(0xff, 0xff, 0xff);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Draws a picture; `title` is what those get told who cannot see it.
pub fn draw(picture: &Picture, title: &str) -> String {
    let board = Board { picture };
    let (width, height) = board.extent();
    let mut canvas = Canvas::new(board.width() + notes_width(picture), height, title);
    canvas.style(picture.style);
    canvas.rect(Point(0.0, 0.0), (width, height), &[("rx", "7"), ("fill", &picture.style.frame.to_string())]);
    board.coordinates(&mut canvas);
    board.sides(&mut canvas);
    board.grounds(&mut canvas);
    board.surface(&mut canvas);
    board.marks(&mut canvas);
    board.rights(&mut canvas);
    draw_lands(&mut canvas, &board);
    for bridge in &picture.bridges {
        draw_bridge(&mut canvas, &board, bridge);
    }
    for (at, piece) in picture.pieces() {
        draw_piece(&mut canvas, board.centre(at), UNIT, piece, picture.style);
    }
    board.rings(&mut canvas);
    board.ways(&mut canvas);
    notes(&mut canvas, picture, width);
    canvas.finish()
}

/// A note's words, line by line: columns cannot be kept, and long notes are broken.
fn words(note: &Note) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in note.text.split_whitespace() {
        match lines.last_mut().filter(|line| line.chars().count() + word.chars().count() < WIDEST) {
            Some(line) => line.extend([" ", word]),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The room that the notes need.
fn notes_width(picture: &Picture) -> f32 {
    let width = |(index, note): (usize, &Note)| {
        let letters = words(note).iter().map(|line| line.chars().count()).max().unwrap_or_default();
        let words = letters as f32 * LETTER * if index == 0 { HEADING } else { 1.0 };
        words.max(note.pieces.map_or(0.0, |(_, count)| count as f32 * PITCH))
    };
    let widest = picture.notes.iter().enumerate().map(width).fold(0.0, f32::max);
    if widest > 0.0 { widest.ceil() + 30.0 } else { 0.0 }
}

/// The notes, to the right of the board.
fn notes(canvas: &mut Canvas, picture: &Picture, left: f32) {
    let left = left + 18.0;
    let mut y = FRAME + LINE * 0.7;
    for (index, note) in picture.notes.iter().enumerate() {
        let (size, weight) = if index == 0 { (15.0 * HEADING, "bold") } else { (15.0, "normal") };
        for line in words(note) {
            canvas.text(Point(left, y), &line, size, &[("font-weight", weight), ("class", "note")]);
            y += LINE;
        }
        if let Some((piece, count)) = note.pieces.filter(|(_, count)| *count > 0) {
            for place in 0..count {
                draw_piece(canvas, Point(left + (place as f32 + 0.5) * PITCH, y - 5.0), LINE, piece, picture.style);
            }
            y += LINE * 1.2;
        }
        y += LINE * if note.text.is_empty() { 0.5 } else { 0.2 };
    }
}

/// A board on the canvas.
struct Board<'a> {
    picture: &'a Picture,
}

impl Board<'_> {
    fn width(&self) -> f32 {
        f32::from(self.picture.size.files) * UNIT + 2.0 * FRAME
    }

    /// Width and height with the frame.
    fn extent(&self) -> (f32, f32) {
        (self.width(), f32::from(self.picture.size.ranks) * UNIT + 2.0 * FRAME)
    }

    /// The upper left corner of a square.
    fn corner(&self, at: Square) -> Point {
        let down = f32::from(self.picture.size.ranks) - 1.0 - f32::from(at.rank);
        Point(FRAME + f32::from(at.file) * UNIT, FRAME + down * UNIT)
    }

    fn centre(&self, at: Square) -> Point {
        self.corner(at).plus(UNIT / 2.0, UNIT / 2.0)
    }

    /// Letters and numbers on all four sides.
    fn coordinates(&self, canvas: &mut Canvas) {
        let ink = self.picture.style.ink.to_string();
        let (width, height) = self.extent();
        let near = (FRAME - if self.picture.sides.is_some() { SIDE } else { 0.0 }) / 2.0;
        canvas.open("g", &[("fill", &ink), ("text-anchor", "middle")]);
        for file in 0..self.picture.size.files {
            let Point(x, _) = self.centre(Square::new(file, 0));
            for y in [near, height - near] {
                canvas.text(Point(x, y + 5.0), &file_letter(file).to_string(), 14.0, &[]);
            }
        }
        for rank in 0..self.picture.size.ranks {
            let Point(_, y) = self.centre(Square::new(0, rank));
            for x in [near, width - near] {
                canvas.text(Point(x, y + 5.0), &(u16::from(rank) + 1).to_string(), 14.0, &[]);
            }
        }
        canvas.close("g");
    }

    /// Strips along sides that are owned; they meet in the corners, which belong to both.
    fn sides(&self, canvas: &mut Canvas) {
        let Some([level, upright]) = self.picture.sides else { return };
        let (width, height) = self.extent();
        let (inner, outer) = (FRAME, FRAME - SIDE);
        let strips = [
            (level, [(outer, outer), (width - outer, outer), (width - inner, inner), (inner, inner)]),
            (
                level,
                [
                    (outer, height - outer),
                    (width - outer, height - outer),
                    (width - inner, height - inner),
                    (inner, height - inner),
                ],
            ),
            (upright, [(outer, outer), (inner, inner), (inner, height - inner), (outer, height - outer)]),
            (
                upright,
                [
                    (width - outer, outer),
                    (width - inner, inner),
                    (width - inner, height - inner),
                    (width - outer, height - outer),
                ],
            ),
        ];
        for (owner, corners) in strips {
            let colour = if owner == Colour::White { WHITE } else { Rgb(0x1a, 0x1a, 0x1a) };
            let fill = [("fill", colour.to_string()), ("stroke", self.picture.style.frame.to_string())];
            canvas.polygon(&corners.map(|(x, y)| Point(x, y)), &fill.each_ref().map(|(name, value)| (*name, &**value)));
        }
    }

    /// What the squares are painted with: squares of one colour side by side as one.
    fn grounds(&self, canvas: &mut Canvas) {
        let size = self.picture.size;
        for rank in (0..size.ranks).rev() {
            let mut file = 0;
            while file < size.files {
                let first = Square::new(file, rank);
                let ground = self.picture.ground(first);
                let same = |&next: &u8| self.picture.ground(Square::new(next, rank)) == ground;
                let end = (file..size.files).take_while(same).count() as u8 + file;
                let width = f32::from(end - file) * UNIT;
                canvas.rect(self.corner(first), (width, UNIT), &[("fill", &ground.to_string())]);
                file = end;
            }
        }
    }

    fn surface(&self, canvas: &mut Canvas) {
        match self.picture.style.surface {
            Surface::Fields => self.lines(canvas, "0.8"),
            Surface::Hollows => self.hollows(canvas),
            Surface::Water => self.water(canvas),
        }
    }

    /// Lines between the squares, and round them all.
    fn lines(&self, canvas: &mut Canvas, width: &str) {
        let (right, bottom) = (self.width() - FRAME, self.extent().1 - FRAME);
        let mut path = String::new();
        for file in 0..=self.picture.size.files {
            path.push_str(&format!("M{0} {FRAME}V{bottom}", FRAME + f32::from(file) * UNIT));
        }
        for rank in 0..=self.picture.size.ranks {
            path.push_str(&format!("M{FRAME} {0}H{right}", FRAME + f32::from(rank) * UNIT));
        }
        let lines = self.picture.style.lines.to_string();
        canvas.path(&path, &[("fill", "none"), ("stroke", &lines), ("stroke-width", width)]);
    }

    /// Grain, and a hollow for each stone.
    fn hollows(&self, canvas: &mut Canvas) {
        let (width, height) = (self.width() - 2.0 * FRAME, self.extent().1 - 2.0 * FRAME);
        let grain: String = (1..)
            .map(|line| line as f32 * 11.0)
            .take_while(|down| *down < height)
            .enumerate()
            .map(|(index, down)| {
                // Bent a little, and no two lines alike.
                let bend = [5.0, -4.0, 3.0, -6.0, 2.0, -3.0, 4.0][index % 7];
                format!("M{FRAME} {}q{} {bend} {} 0t{} 0", FRAME + down, width / 4.0, width / 2.0, width / 2.0)
            })
            .collect();
        let lines = self.picture.style.lines.to_string();
        canvas
            .path(&grain, &[("fill", "none"), ("stroke", &lines), ("stroke-opacity", "0.28"), ("stroke-width", "1.2")]);
        for at in self.picture.size.squares() {
            canvas.circle(self.centre(at), UNIT * 0.41, &[("fill", "url(#hollow)")]);
        }
    }

    /// Faint lines between the squares, and waves on them.
    fn water(&self, canvas: &mut Canvas) {
        let waves: String = self
            .picture
            .size
            .squares()
            .filter(|at| (at.file + 2 * at.rank) % 3 == 0)
            .map(|at| {
                let Point(x, y) = self.corner(at);
                let (x, y) = (x + 9.0, y + 14.0 + f32::from((at.file * 3 + at.rank) % 4) * 3.0);
                format!("M{x} {y}q3.5 -4 7 0t7 0t7 0")
            })
            .collect();
        let attributes = [("fill", "none"), ("stroke", "#ffffff"), ("stroke-opacity", "0.28"), ("stroke-width", "1.4")];
        canvas.path(&waves, &attributes);
        self.lines(canvas, "0.7");
    }

    /// The grounds of squares on which the last turn has put something.
    fn marks(&self, canvas: &mut Canvas) {
        let fill = MARK.to_string();
        let attributes = [("fill", fill.as_str()), ("fill-opacity", "0.5")];
        for at in self.marked() {
            match self.picture.style.surface {
                Surface::Hollows => canvas.circle(self.centre(at), UNIT * 0.47, &attributes),
                Surface::Fields => canvas.rect(self.corner(at).plus(0.5, 0.5), (UNIT - 1.0, UNIT - 1.0), &attributes),
                Surface::Water => {}
            }
        }
    }

    /// Dots on squares that are left to one side alone.
    fn rights(&self, canvas: &mut Canvas) {
        for at in self.picture.size.squares() {
            let Some(cell) = self.picture.cell(at) else { continue };
            if let Some(side) = cell.only.filter(|_| cell.piece.is_none()) {
                let fill = self.picture.style.of(side).to_string();
                canvas.circle(self.centre(at), 3.5, &[("fill", &fill), ("fill-opacity", "0.75")]);
            }
        }
    }

    /// The same for land, which covers its square.
    fn rings(&self, canvas: &mut Canvas) {
        let stroke = MARK.to_string();
        if self.picture.style.surface == Surface::Water {
            for at in self.marked() {
                let attributes = [("fill", "none"), ("stroke", stroke.as_str()), ("stroke-width", "3")];
                canvas.circle(self.centre(at), UNIT * 0.25, &attributes);
            }
        }
    }

    fn marked(&self) -> impl Iterator<Item = Square> {
        self.picture.size.squares().filter(|&at| self.picture.is_marked(at))
    }

    /// The ways of pieces in the last turn, and what they took.
    fn ways(&self, canvas: &mut Canvas) {
        let mark = MARK.to_string();
        for stroke in &self.picture.strokes {
            match stroke {
                Stroke::Way(squares) => self.way(canvas, squares, &mark),
                Stroke::Taken(at) => {
                    let Point(x, y) = self.centre(*at);
                    let path = format!("M{} {}l16 16m0 -16l-16 16", x - 8.0, y - 8.0);
                    let attributes = [("stroke", mark.as_str()), ("stroke-width", "3.4"), ("stroke-linecap", "round")];
                    canvas.path(&path, &attributes);
                }
                Stroke::Put(_) => {}
            }
        }
    }

    /// A line from where a piece stood, with a head that stops short of where it stands now.
    fn way(&self, canvas: &mut Canvas, squares: &[Square], colour: &str) {
        let mut points: Vec<Point> = squares.iter().map(|&at| self.centre(at)).collect();
        let [.., before, end] = points.as_mut_slice() else { return };
        let (along_x, along_y) = end.towards(*before);
        let tip = end.plus(along_x * UNIT * 0.33, along_y * UNIT * 0.33);
        *end = tip.plus(along_x * 8.0, along_y * 8.0);
        let neck = *end;
        if let Some(start) = points.first().copied() {
            canvas.circle(start, 4.0, &[("fill", colour)]);
        }
        let line = points.iter().map(|Point(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ");
        let attributes = [("fill", "none"), ("stroke", colour), ("stroke-width", "3"), ("stroke-linejoin", "round")];
        canvas.leaf("polyline", &[&[("points", line.as_str())], &attributes[..]].concat());
        let (wide_x, wide_y) = (along_y * 5.5, along_x * 5.5);
        canvas.polygon(&[tip, neck.plus(wide_x, -wide_y), neck.plus(-wide_x, wide_y)], &[("fill", colour)]);
    }

    /// Whether two squares hold land that hangs together.
    fn joined(&self, at: Square, files: i8, ranks: i8) -> bool {
        let land = |at: Square| self.picture.piece(at).filter(|p| matches!(p.shape, Shape::Sandbank | Shape::Island));
        let other = at.offset(files, ranks).and_then(land);
        land(at).is_some_and(|piece| other.is_some_and(|other| other.colour == piece.colour))
    }
}
