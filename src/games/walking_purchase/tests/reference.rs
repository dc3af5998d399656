//! A slow and plain reference for Walking Purchase, to be held beside the rules file.
//!
//! Everything is recomputed from the bare board each time; nothing is kept up to date on the way.

use crate::games::testkit::Reference;

/// Files and ranks (rules: Board and sides).
const SIZE: usize = 16;

/// A square as (file, rank), both counted from 0: `a1` is (0, 0).
type Square = (usize, usize);

/// The board as `board[rank][file]`.
type Board = [[Content; SIZE]; SIZE];

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Begins; sits at the bottom.
    White,
    /// Sits at the left edge.
    Black,
}

impl Side {
    /// The opponent.
    fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// What stands on a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    /// Nothing.
    Empty,
    /// A runner of this side.
    Runner(Side),
    /// A territory stone of this side.
    Stone(Side),
}

/// The four pieces and their letters; an empty square has none, it is part of a run.
const LETTERS: [(char, Content); 4] = [
    ('W', Content::Runner(Side::White)),
    ('B', Content::Runner(Side::Black)),
    ('w', Content::Stone(Side::White)),
    ('b', Content::Stone(Side::Black)),
];

/// One whole turn.
enum Turn {
    /// A walk over `corner`; `named` says whether the notation has to name the corner's file.
    Walk { from: Square, corner: Square, to: Square, named: bool },
    /// A series of jumps: all squares visited, the first is the start.
    Capture { path: Vec<Square> },
}

impl Turn {
    /// The canonical notation (rules: Notation).
    fn notation(&self) -> String {
        match self {
            Turn::Walk { from, corner, to, named } => {
                let mut text = square_name(*from) + "-" + &square_name(*to);
                if *named {
                    text.push('(');
                    text.push(file_letter(*corner));
                    text.push(')');
                }
                text
            }
            Turn::Capture { path } => {
                let names: Vec<String> = path.iter().map(|s| square_name(*s)).collect();
                names.join("x")
            }
        }
    }
}

/// The reference: the whole state of a game, and its past for the option `repetition`.
#[derive(Clone)]
pub(super) struct Slow {
    /// What stands where.
    board: Board,
    /// Whose turn it is, also when that side is stuck.
    to_move: Side,
    /// Stones captured by White.
    white_prisoners: u32,
    /// Stones captured by Black.
    black_prisoners: u32,
    /// Who made the last turn, if anybody.
    last: Option<Side>,
    /// Option `edge`: 1 or 2.
    edge: i64,
    /// Option `repetition`: 0 is off.
    repetition: usize,
    /// Every position since the start or the set-up, the present one included (rules: End and score).
    history: Vec<(Board, Side)>,
}

impl Reference for Slow {
    fn start(options: &[(&str, &str)]) -> Self {
        // Rules: Board and sides; the option `corners` only places the second runners.
        let position = match option(options, "corners", "opposite") {
            "opposite" => "W14B/16/16/16/16/16/16/16/16/16/16/16/16/16/16/B14W w 0 0 -",
            "sides" => "B14W/16/16/16/16/16/16/16/16/16/16/16/16/16/16/B14W w 0 0 -",
            other => panic!("corners={other}"),
        };
        Slow::at(position, options)
    }

    fn at(position: &str, options: &[(&str, &str)]) -> Self {
        let edge = option(options, "edge", "2").parse().expect("edge");
        assert!(edge == 1 || edge == 2, "edge is 1 or 2");
        let repetition = option(options, "repetition", "0").parse();
        let repetition = repetition.expect("repetition");
        assert!(repetition != 1 && repetition <= 9, "repetition is 0, 2…9");

        let fields: Vec<&str> = position.split(' ').collect();
        assert_eq!(fields.len(), 5, "five fields");
        let board = read_board(fields[0]);
        for side in [Side::White, Side::Black] {
            let runners = squares_with(&board, Content::Runner(side)).len();
            assert_eq!(runners, 2, "two runners a side");
        }
        let to_move = read_side(fields[1]);
        let prisoners = |field: &str| -> u32 {
            let count = field.parse().expect("prisoners");
            assert!(count <= 65_535, "at most 65 535 prisoners");
            count
        };
        let last = match fields[4] {
            "-" => None,
            side => Some(read_side(side)),
        };
        assert!(last != Some(to_move), "the side to move did not just move");

        let slow = Slow {
            board,
            to_move,
            white_prisoners: prisoners(fields[2]),
            black_prisoners: prisoners(fields[3]),
            last,
            edge,
            repetition,
            history: vec![(board, to_move)],
        };
        assert_eq!(slow.position(), position, "not as it would be printed");
        slow
    }

    fn position(&self) -> String {
        let ranks: Vec<String> = self.board.iter().rev().map(write_rank).collect();
        format!(
            "{} {} {} {} {}",
            ranks.join("/"),
            side_letter(self.to_move),
            self.white_prisoners,
            self.black_prisoners,
            self.last.map_or('-', side_letter),
        )
    }

    fn turns(&self) -> Vec<String> {
        self.legal().iter().map(Turn::notation).collect()
    }

    fn play(&mut self, turn: &str) {
        let legal = self.legal();
        let chosen = legal.iter().find(|legal| legal.notation() == turn);
        match chosen.unwrap_or_else(|| panic!("{turn} is not legal")) {
            Turn::Walk { from, corner, to, .. } => {
                // Rules: A turn, 1: an own stone stays behind on the square of the turn.
                self.put(*from, Content::Empty);
                self.put(*corner, Content::Stone(self.to_move));
                self.put(*to, Content::Runner(self.to_move));
            }
            Turn::Capture { path } => {
                // The stone is lifted first and set down last, for it may end where it began.
                self.put(path[0], Content::Empty);
                for jump in path.windows(2) {
                    self.put(between(jump[0], jump[1]), Content::Empty);
                    match self.to_move {
                        Side::White => self.white_prisoners += 1,
                        Side::Black => self.black_prisoners += 1,
                    }
                }
                self.put(path[path.len() - 1], Content::Stone(self.to_move));
            }
        }
        self.last = Some(self.to_move);
        self.to_move = self.to_move.other();
        self.history.push((self.board, self.to_move));
    }

    fn final_score(&self) -> Option<String> {
        // Over when the side to move has no turn, or by repetition; settled alike (rules: End and score).
        self.legal().is_empty().then(|| self.settled())
    }

    fn score(&self) -> Vec<(&'static str, String)> {
        let stones = |side| squares_with(&self.board, Content::Stone(side)).len();
        vec![
            ("settled", self.settled()),
            ("white_points", show(4 * self.points(Side::White))),
            ("black_points", show(4 * self.points(Side::Black))),
            ("compensation", show(self.compensation_quarters())),
            ("white_prisoners", self.white_prisoners.to_string()),
            ("black_prisoners", self.black_prisoners.to_string()),
            ("white_stones", stones(Side::White).to_string()),
            ("black_stones", stones(Side::Black).to_string()),
        ]
    }
}

impl Slow {
    /// What stands on a square.
    fn content(&self, square: Square) -> Content {
        self.board[square.1][square.0]
    }

    /// Changes what stands on a square.
    fn put(&mut self, square: Square, content: Content) {
        self.board[square.1][square.0] = content;
    }

    /// All legal turns; none once the game is over.
    fn legal(&self) -> Vec<Turn> {
        let mut found = Vec::new();
        if !self.repeated() {
            for from in squares_with(&self.board, Content::Runner(self.to_move)) {
                self.add_walks(from, &mut found);
            }
            // Capturing is never compulsory, so captures simply stand beside the walks.
            for from in squares_with(&self.board, Content::Stone(self.to_move)) {
                self.add_captures(&mut vec![from], &mut found);
            }
        }
        found
    }

    /// All walks of one runner (rules: A turn, 1).
    fn add_walks(&self, from: Square, found: &mut Vec<Turn>) {
        for to in all_squares() {
            // Both legs are at least one square long, so file and rank both change.
            if to.0 == from.0 || to.1 == from.1 {
                continue;
            }
            // The turn is on the file of the start or on the file of the arrival.
            let corners = [(from.0, to.1), (to.0, from.1)];
            let open: Vec<Square> = corners
                .into_iter()
                .filter(|corner| self.leg_is_free(from, *corner) && self.leg_is_free(*corner, to))
                .collect();
            for corner in &open {
                found.push(Turn::Walk {
                    from,
                    corner: *corner,
                    to,
                    // Rules: Notation: parentheses exactly when both routes are open.
                    named: open.len() == 2,
                });
            }
        }
    }

    /// Whether all squares of a straight leg are free, its end included and its start left out.
    fn leg_is_free(&self, from: Square, to: Square) -> bool {
        let mut at = from;
        while at != to {
            at = (one_nearer(at.0, to.0), one_nearer(at.1, to.1));
            if self.content(at) != Content::Empty {
                return false;
            }
        }
        true
    }

    /// All ways to go on with a series of jumps, each prefix being a turn (rules: A turn, 2).
    fn add_captures(&self, path: &mut Vec<Square>, found: &mut Vec<Turn>) {
        let here = path[path.len() - 1];
        for (right, up) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (Some(over), Some(landing)) = (step(here, right, up), step(here, 2 * right, 2 * up)) else {
                continue;
            };
            // Only enemy stones are jumped, never runners, and each at most once.
            let enemy = self.content(over) == Content::Stone(self.to_move.other());
            let jumped = path.windows(2).any(|jump| between(jump[0], jump[1]) == over);
            // The square where the series began counts as empty. Jumped stones may be left
            // standing here: no jump can land on one (rules: parity of the coordinates).
            let empty = self.content(landing) == Content::Empty || landing == path[0];
            if enemy && !jumped && empty {
                path.push(landing);
                found.push(Turn::Capture { path: path.clone() });
                self.add_captures(path, found);
                path.pop();
            }
        }
    }

    /// Whether the option `repetition` has ended the game: prisoners are not compared.
    fn repeated(&self) -> bool {
        let now = (self.board, self.to_move);
        let occurrences = self.history.iter().filter(|then| **then == now).count();
        self.repetition != 0 && occurrences >= self.repetition
    }

    /// What a stone on this square is worth (rules: End and score).
    fn value(&self, square: Square) -> i64 {
        let (file, rank) = square;
        let file_from_edge = file.min(SIZE - 1 - file);
        let rank_from_edge = rank.min(SIZE - 1 - rank);
        // The literal reading of the text: corners count like two edge squares.
        if self.edge == 1 && file_from_edge == 0 && rank_from_edge == 0 {
            return 2;
        }
        let mut value = self.edge;
        for _ring in 0..file_from_edge.min(rank_from_edge) {
            value *= 2;
        }
        value
    }

    /// The worth of all stones of a side on the board; runners count nothing.
    fn points(&self, side: Side) -> i64 {
        let stones = squares_with(&self.board, Content::Stone(side));
        stones.iter().map(|square| self.value(*square)).sum()
    }

    /// What White loses for having moved first, in quarters of a point.
    fn compensation_quarters(&self) -> i64 {
        let stones = squares_with(&self.board, Content::Stone(Side::White));
        let best = stones.iter().map(|square| self.value(*square)).max();
        // No white stone: no compensation. A value of v points is 4v quarters; of these v are a
        // quarter of the value, 2v half of it.
        let Some(best) = best else { return 0 };
        let still_counts = match self.last {
            Some(Side::White) => best,
            _ => 2 * best,
        };
        4 * best - still_counts
    }

    /// The result if the game ended here, in the form of `final_score`.
    fn settled(&self) -> String {
        let white = self.points(Side::White) + i64::from(self.white_prisoners);
        let black = self.points(Side::Black) + i64::from(self.black_prisoners);
        let lead = 4 * white - self.compensation_quarters() - 4 * black;
        match lead {
            0 => "0".to_string(),
            1.. => format!("W+{}", show(lead)),
            _ => format!("B+{}", show(-lead)),
        }
    }
}

/// The value of a rule option, or its default.
fn option<'a>(options: &[(&str, &'a str)], name: &str, default: &'a str) -> &'a str {
    let given = options.iter().find(|(known, _)| *known == name);
    given.map_or(default, |(_, value)| value)
}

/// All squares, rank by rank from `a1`.
fn all_squares() -> Vec<Square> {
    let ranks = 0..SIZE;
    ranks.flat_map(|rank| (0..SIZE).map(move |file| (file, rank))).collect()
}

/// The squares on which this stands.
fn squares_with(board: &Board, content: Content) -> Vec<Square> {
    let mut squares = all_squares();
    squares.retain(|(file, rank)| board[*rank][*file] == content);
    squares
}

/// The square so far to the right and up (negative: left and down), if it is on the board.
fn step(from: Square, right: isize, up: isize) -> Option<Square> {
    let file = from.0.checked_add_signed(right)?;
    let rank = from.1.checked_add_signed(up)?;
    (file < SIZE && rank < SIZE).then_some((file, rank))
}

/// The square in the middle of a jump.
fn between(from: Square, to: Square) -> Square {
    ((from.0 + to.0) / 2, (from.1 + to.1) / 2)
}

/// A coordinate one step nearer to its goal, or the goal itself once it is reached.
fn one_nearer(at: usize, goal: usize) -> usize {
    match at.cmp(&goal) {
        std::cmp::Ordering::Less => at + 1,
        std::cmp::Ordering::Equal => at,
        std::cmp::Ordering::Greater => at - 1,
    }
}

/// The letter of a square's file.
fn file_letter(square: Square) -> char {
    "abcdefghijklmnop".as_bytes()[square.0] as char
}

/// A square as it is written, `a1` to `p16`.
fn square_name(square: Square) -> String {
    format!("{}{}", file_letter(square), square.1 + 1)
}

/// The letter of a side in the position string.
fn side_letter(side: Side) -> char {
    match side {
        Side::White => 'w',
        Side::Black => 'b',
    }
}

/// Reads a side's letter.
fn read_side(field: &str) -> Side {
    match field {
        "w" => Side::White,
        "b" => Side::Black,
        _ => panic!("no side: {field}"),
    }
}

/// Reads the board field: ranks from the top (rules: Position string).
fn read_board(field: &str) -> Board {
    let ranks: Vec<&str> = field.split('/').collect();
    assert_eq!(ranks.len(), SIZE, "sixteen ranks");
    let mut board = [[Content::Empty; SIZE]; SIZE];
    for (from_top, text) in ranks.iter().enumerate() {
        board[SIZE - 1 - from_top] = read_rank(text);
    }
    board
}

/// Reads one rank.
fn read_rank(text: &str) -> [Content; SIZE] {
    let mut squares = Vec::new();
    let mut run = 0;
    // The bar ends the last run.
    for symbol in text.chars().chain(['|']) {
        if let Some(digit) = symbol.to_digit(10) {
            run = 10 * run + digit as usize;
            assert!(run <= SIZE, "a run longer than a rank");
            continue;
        }
        squares.extend(vec![Content::Empty; run]);
        run = 0;
        if symbol != '|' {
            let known = LETTERS.iter().find(|(letter, _)| *letter == symbol);
            squares.push(known.expect("W, B, w, b or a number").1);
        }
    }
    squares.try_into().ok().expect("sixteen squares a rank")
}

/// Writes one rank.
fn write_rank(rank: &[Content; SIZE]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for content in rank {
        let known = LETTERS.iter().find(|(_, piece)| piece == content);
        let Some((letter, _)) = known else {
            run += 1;
            continue;
        };
        if run > 0 {
            text += &run.to_string();
            run = 0;
        }
        text.push(*letter);
    }
    if run > 0 {
        text += &run.to_string();
    }
    text
}

/// Writes a number of quarter points, not negative, without superfluous zeros.
fn show(quarters: i64) -> String {
    let fraction = ["", ".25", ".5", ".75"][(quarters % 4) as usize];
    format!("{}{fraction}", quarters / 4)
}
