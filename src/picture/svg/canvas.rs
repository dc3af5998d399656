//! The elements that pictures are made of.

use quick_xml::escape::escape;

use super::super::{Rgb, Style};
use super::{BLACK, WHITE};

/// A place on the canvas: from the left, and from the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point(pub(super) f32, pub(super) f32);

impl Point {
    pub(super) fn plus(self, right: f32, down: f32) -> Point {
        Point(self.0 + right, self.1 + down)
    }

    /// The direction to another place, of length 1.
    pub(super) fn towards(self, other: Point) -> (f32, f32) {
        let (x, y) = (other.0 - self.0, other.1 - self.1);
        let length = x.hypot(y).max(f32::MIN_POSITIVE);
        (x / length, y / length)
    }
}

/// Names and values.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a str)];

/// A picture as it grows.
pub(super) struct Canvas {
    out: String,
    depth: usize,
}

/// A number as short as it can be told from its neighbours on paper.
fn short(number: f32) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Canvas {
    pub(super) fn new(width: f32, height: f32, title: &str) -> Self {
        let mut canvas = Canvas { out: String::new(), depth: 0 };
        let (width, height) = (short(width), short(height));
        canvas.open(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg"),
                ("viewBox", &format!("0 0 {width} {height}")),
                ("width", &width),
                ("height", &height),
                ("font-family", "'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"),
                ("role", "img"),
            ],
        );
        canvas.line(&format!("<title>{}</title>", escape(title)));
        canvas
    }

    /// The gradients of a style.
    pub(super) fn style(&mut self, style: &Style) {
        let [white, black] = style.pieces;
        self.open("defs", &[]);
        // Notes lie on whatever page the picture stands on.
        self.line("<style>.note{fill:#222}@media(prefers-color-scheme:dark){.note{fill:#ddd}}</style>");
        self.gradient("white", "35%", [white.mixed(WHITE, 60), white, white.mixed(BLACK, 28)]);
        self.gradient("black", "35%", [black.mixed(WHITE, 45), black.mixed(WHITE, 12), black]);
        let ground = style.grounds.first().copied().unwrap_or(style.frame);
        self.gradient("hollow", "60%", [ground.mixed(BLACK, 22), ground.mixed(BLACK, 34), ground.mixed(BLACK, 48)]);
        self.close("defs");
    }

    /// A gradient from a point in the upper left (or the lower right) outwards.
    fn gradient(&mut self, id: &str, centre: &str, colours: [Rgb; 3]) {
        self.open("radialGradient", &[("id", id), ("cx", centre), ("cy", centre), ("r", "70%")]);
        for (offset, colour) in ["0", "0.55", "1"].into_iter().zip(colours) {
            self.leaf("stop", &[("offset", offset), ("stop-color", &colour.to_string())]);
        }
        self.close("radialGradient");
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(&"  ".repeat(self.depth));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn tag(name: &str, attributes: Attributes<'_>) -> String {
        let attributes = attributes.iter().map(|(name, value)| format!(" {name}=\"{}\"", escape(*value)));
        format!("<{name}{}", attributes.collect::<String>())
    }

    /// Begins an element that holds others.
    pub(super) fn open(&mut self, name: &str, attributes: Attributes<'_>) {
        self.line(&format!("{}>", Self::tag(name, attributes)));
        self.depth += 1;
    }

    /// Ends it.
    pub(super) fn close(&mut self, name: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(&format!("</{name}>"));
    }

    /// An element that holds nothing.
    pub(super) fn leaf(&mut self, name: &str, attributes: Attributes<'_>) {
        self.line(&format!("{}/>", Self::tag(name, attributes)));
    }

    pub(super) fn rect(&mut self, Point(x, y): Point, (width, height): (f32, f32), attributes: Attributes<'_>) {
        let [x, y, width, height] = [x, y, width, height].map(short);
        let place = [("x", &*x), ("y", &*y), ("width", &*width), ("height", &*height)];
        self.leaf("rect", &[&place, attributes].concat());
    }

    pub(super) fn circle(&mut self, Point(x, y): Point, radius: f32, attributes: Attributes<'_>) {
        let [x, y, radius] = [x, y, radius].map(short);
        self.leaf("circle", &[&[("cx", &*x), ("cy", &*y), ("r", &*radius)], attributes].concat());
    }

    pub(super) fn polygon(&mut self, points: &[Point], attributes: Attributes<'_>) {
        let points = points.iter().map(|Point(x, y)| format!("{},{}", short(*x), short(*y))).collect::<Vec<_>>();
        self.leaf("polygon", &[&[("points", &*points.join(" "))], attributes].concat());
    }

    pub(super) fn path(&mut self, path: &str, attributes: Attributes<'_>) {
        self.leaf("path", &[&[("d", path)], attributes].concat());
    }

    /// Text whose baseline begins at, or is centred on, a place.
    pub(super) fn text(&mut self, Point(x, y): Point, text: &str, size: f32, attributes: Attributes<'_>) {
        let [x, y, size] = [x, y, size].map(short);
        let place = [("x", &*x), ("y", &*y), ("font-size", &*size)];
        let tag = Self::tag("text", &[&place, attributes].concat());
        self.line(&format!("{tag}>{}</text>", escape(text)));
    }

    /// The picture.
    pub(super) fn finish(mut self) -> String {
        self.close("svg");
        self.out
    }
}
