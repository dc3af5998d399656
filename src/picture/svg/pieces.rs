//! Stones, runners, land and bridges.

use super::super::{Bridge, Piece, Rgb, Shape, Style};
use super::canvas::{Canvas, Point};
use super::{BLACK, Board, UNIT, WHITE};
use crate::geometry::Square;
use crate::notation::Colour;

/// What grows on islands.
const GREEN: Rgb = Rgb(0x5c, 0x8a, 0x3a);
/// How far land stays off the edge of its square.
const COAST: f32 = 3.0;
/// How far what grows on an island stays off that.
const MEADOW: f32 = 9.5;

/// A piece on a square, or beside the board, of this size. Land is drawn by [`draw_lands`].
pub(super) fn draw_piece(canvas: &mut Canvas, at: Point, size: f32, piece: Piece, style: &Style) {
    let fill = match piece.colour {
        Colour::White => "url(#white)",
        Colour::Black => "url(#black)",
    };
    let edge = edge_of(style.of(piece.colour)).to_string();
    let attributes = [("fill", fill), ("stroke", &edge), ("stroke-width", "1")];
    match piece.shape {
        Shape::Stone => {
            canvas.circle(at.plus(size * 0.025, size * 0.05), size * 0.36, &[("fill-opacity", "0.3")]);
            canvas.circle(at, size * 0.36, &attributes);
        }
        Shape::Runner => {
            let s = size / 40.0;
            let Point(x, y) = at;
            // A pawn, in a square of 40.
            let line = |points: [(f32, f32); 3]| {
                points.map(|(right, down)| format!("{:.1} {:.1}", x + right * s, y + down * s)).join(" ")
            };
            let [foot, left, right] = [
                [(-12.0, 15.0), (12.0, 15.0), (12.0, 15.0)],
                [(12.0, 7.0), (5.0, 7.0), (4.0, -3.0)],
                [(-5.0, 7.0), (-12.0, 7.0), (-12.0, 15.0)],
            ]
            .map(line);
            let neck = format!("{:.1} {:.1}", x - 4.0 * s, y - 3.0 * s);
            let pawn = format!("M{foot}C{left}L{neck}C{right}Z");
            canvas.path(&pawn, &attributes);
            canvas.circle(Point(x, y - 8.0 * s), 7.0 * s, &attributes);
        }
        Shape::Sandbank | Shape::Island => {}
    }
}

/// The line round a piece.
fn edge_of(colour: Rgb) -> Rgb {
    colour.mixed(BLACK, 55)
}

/// Sandbanks and islands: what hangs together is drawn as one.
pub(super) fn draw_lands(canvas: &mut Canvas, board: &Board<'_>) {
    for colour in [Colour::White, Colour::Black] {
        let tiles: Vec<(Square, Piece)> = board.picture.pieces().filter(|(_, piece)| piece.colour == colour).collect();
        let of = |shapes: &[Shape]| -> Vec<Square> {
            tiles.iter().filter(|(_, piece)| shapes.contains(&piece.shape)).map(|(at, _)| *at).collect()
        };
        let (all, islands) = (of(&[Shape::Sandbank, Shape::Island]), of(&[Shape::Island]));
        let sand = board.picture.style.of(colour);
        let edge = edge_of(sand).to_string();
        land(canvas, board, &all, COAST, &[("fill", &edge), ("stroke", &edge), ("stroke-width", "2.4")]);
        land(canvas, board, &all, COAST, &[("fill", &sand.to_string())]);
        let meadow = sand.mixed(GREEN, 58).to_string();
        land(canvas, board, &islands, MEADOW, &[("fill", &meadow)]);
    }
}

/// Tiles that stay off the edges of their squares, except towards those that they hang together with.
fn land(canvas: &mut Canvas, board: &Board<'_>, tiles: &[Square], inset: f32, attributes: &[(&str, &str)]) {
    if tiles.is_empty() {
        return;
    }
    canvas.open("g", attributes);
    for &at in tiles {
        let corner = board.corner(at);
        let inside = UNIT - 2.0 * inset;
        canvas.rect(corner.plus(inset, inset), (inside, inside), &[("rx", "6")]);
        let (right, up) = (board.joined(at, 1, 0), board.joined(at, 0, 1));
        // Half of a tile to half of the next.
        if right {
            canvas.rect(corner.plus(UNIT / 2.0, inset), (UNIT, inside), &[]);
        }
        if up {
            canvas.rect(corner.plus(inset, -UNIT / 2.0), (inside, UNIT), &[]);
        }
        if right && up && board.joined(at, 1, 1) {
            canvas.rect(corner.plus(UNIT / 2.0, -UNIT / 2.0), (UNIT, UNIT), &[]);
        }
    }
    canvas.close("g");
}

/// A bridge as an arch: its shadow on the water, its sides, its planks.
pub(super) fn draw_bridge(canvas: &mut Canvas, board: &Board<'_>, bridge: &Bridge) {
    let [from, to] = bridge.ends.map(|at| board.centre(at));
    let (x, y) = from.towards(to);
    // From the shores, not from the middle of the land.
    let (from, to) = (from.plus(x * 5.0, y * 5.0), to.plus(-x * 5.0, -y * 5.0));
    // Arches rise to the top of the picture, upright ones to its left.
    let (over_x, over_y) = if x.abs() < 0.1 { (-1.0, 0.0) } else { (y * x.signum(), -x.abs()) };
    let rise = 15.0;
    let middle = Point((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    let curve = |rise: f32| {
        let top = middle.plus(over_x * rise, over_y * rise);
        format!("M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", from.0, from.1, top.0, top.1, to.0, to.1)
    };
    let colour = board.picture.style.of(bridge.colour);
    let deck = match bridge.colour {
        Colour::White => colour.mixed(WHITE, 35),
        Colour::Black => colour.mixed(BLACK, 12),
    };
    canvas.open("g", &[("fill", "none")]);
    canvas.path(&curve(0.0), &[("stroke", "#000000"), ("stroke-opacity", "0.28"), ("stroke-width", "8")]);
    let arch = curve(rise);
    for (width, stroke, dashes) in
        [("11", edge_of(colour).mixed(BLACK, 30), "none"), ("7.5", deck, "none"), ("7.5", edge_of(colour), "1.2 4")]
    {
        let stroke = stroke.to_string();
        canvas.path(&arch, &[("stroke", &stroke), ("stroke-width", width), ("stroke-dasharray", dashes)]);
    }
    canvas.close("g");
}
