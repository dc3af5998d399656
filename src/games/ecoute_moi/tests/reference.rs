//! A slow reference for Écoute-moi!: the rules as plain as possible, nothing cached, everything worked
//! out anew from the board each time. The remarks "rules: …" name the section of `rules/ecoute-moi.md` they follow.

use crate::games::testkit::Reference;

/// Files and ranks of the board (rules: Board and sides).
const SIZE: i32 = 13;

/// A square as (file, rank), both counted from 0; `a1` is (0, 0).
type Square = (i32, i32);

/// The two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    /// Owns the bottom and the top side, begins.
    White,
    /// Owns the left and the right side.
    Black,
}

/// The number announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    /// `un`: 1 or 3 squares.
    Un,
    /// `deux`: exactly 2 squares.
    Deux,
}

/// The line along which the runner goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    /// Along a rank (at right angles to Black's sides).
    Noir,
    /// Along a file (at right angles to White's sides).
    Blanc,
    /// Along a diagonal that rises to the right, like a1-m13.
    Positive,
    /// Along a diagonal that falls to the right, like a13-m1.
    Negative,
}

/// What is to be done next, with what has to be remembered for it (rules: A cycle).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Action 1: an announcement.
    Announce,
    /// Action 2: the move, under the announcement in force.
    Move(Number, Line),
    /// Action 3: the complementary move, after the announcement in force and the distance walked in action 2.
    Complement(Number, Line, i32),
}

/// One way for the runner to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Walk {
    /// Where the walk begins.
    start: Square,
    /// Where it ends.
    arrival: Square,
    /// Whether the runner was first lifted and put on `start`.
    lifted: bool,
}

/// The eight announcements.
const ANNOUNCEMENTS: [(Number, Line); 8] = [
    (Number::Un, Line::Noir),
    (Number::Un, Line::Blanc),
    (Number::Un, Line::Positive),
    (Number::Un, Line::Negative),
    (Number::Deux, Line::Noir),
    (Number::Deux, Line::Blanc),
    (Number::Deux, Line::Positive),
    (Number::Deux, Line::Negative),
];

/// A game of Écoute-moi! at one moment.
#[derive(Clone)]
pub(super) struct Slow {
    /// Whether `chain=literal` is in force (else `chain=eight`).
    literal: bool,
    /// `stones[rank][file]`.
    stones: [[bool; SIZE as usize]; SIZE as usize],
    /// The runner's square.
    runner: Square,
    /// Whose action it is (at the end of the game: whose it would be).
    side: Side,
    /// Which action it is.
    phase: Phase,
}

impl Side {
    /// The opponent.
    fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The letter used in a result.
    fn letter(self) -> char {
        match self {
            Side::White => 'W',
            Side::Black => 'B',
        }
    }
}

impl Line {
    /// One step along the line; the other way is its negative (rules: A cycle, 2).
    fn step(self) -> (i32, i32) {
        match self {
            Line::Noir => (1, 0),
            Line::Blanc => (0, 1),
            Line::Positive => (1, 1),
            Line::Negative => (1, -1),
        }
    }

    /// The line of the complementary move (rules: A cycle, 3).
    fn opposite(self) -> Line {
        match self {
            Line::Noir => Line::Blanc,
            Line::Blanc => Line::Noir,
            Line::Positive => Line::Negative,
            Line::Negative => Line::Positive,
        }
    }
}

/// The distances open in action 2 (rules: A cycle, 2).
fn distances(number: Number) -> Vec<i32> {
    match number {
        Number::Un => vec![1, 3],
        Number::Deux => vec![2],
    }
}

/// The one distance open in action 3 after `walked` in action 2 (rules: A cycle, 3).
fn complement(walked: i32) -> i32 {
    match walked {
        1 => 3,
        3 => 1,
        2 => 2,
        _ => panic!("no such distance: {walked}"),
    }
}

/// The announcement as it is written.
fn announcement_text(number: Number, line: Line) -> String {
    let number = match number {
        Number::Un => "un",
        Number::Deux => "deux",
    };
    let line = match line {
        Line::Noir => "noir",
        Line::Blanc => "blanc",
        Line::Positive => "positive",
        Line::Negative => "negative",
    };
    format!("{number}-{line}")
}

/// The announcement with this text.
fn announcement_from(text: &str) -> Option<(Number, Line)> {
    ANNOUNCEMENTS.into_iter().find(|&(number, line)| announcement_text(number, line) == text)
}

/// The name of a square.
fn square_text(square: Square) -> String {
    format!("{}{}", (b'a' + square.0 as u8) as char, square.1 + 1)
}

/// The square with this name.
fn square_from(text: &str) -> Square {
    let file = i32::from(text.as_bytes()[0]) - i32::from(b'a');
    let rank: i32 = text[1..].parse().expect("a rank");
    (file, rank - 1)
}

/// Whether the square is on the board.
fn on_board(square: Square) -> bool {
    (0..SIZE).contains(&square.0) && (0..SIZE).contains(&square.1)
}

/// All 169 squares.
fn all_squares() -> Vec<Square> {
    (0..SIZE).flat_map(|rank| (0..SIZE).map(move |file| (file, rank))).collect()
}

/// Walks as they are written (rules: Moving, notation).
fn walk_text(walk: Walk) -> String {
    let lift = if walk.lifted { "@" } else { "" };
    format!("{lift}{}-{}", square_text(walk.start), square_text(walk.arrival))
}

/// The value of the option `chain`: whether it is `literal` (rules: Variants).
fn literal_from(options: &[(&str, &str)]) -> bool {
    let mut literal = false;
    for &(name, value) in options {
        literal = match (name, value) {
            ("chain", "eight") => false,
            ("chain", "literal") => true,
            _ => panic!("unknown option {name}={value}"),
        };
    }
    literal
}

impl Slow {
    /// Whether a stone lies on the square. The runner is no stone.
    fn stone(&self, square: Square) -> bool {
        self.stones[square.1 as usize][square.0 as usize]
    }

    /// The arrival of a walk from `start` by `distance` single steps, or `None` where it cannot be made: each square
    /// passed over and the arrival must be on the board and without a stone (rules: Moving). Only the squares of the
    /// line itself are looked at, so stones beside a diagonal step do not matter.
    fn walk(&self, start: Square, step: (i32, i32), distance: i32) -> Option<Square> {
        let mut square = start;
        for _ in 0..distance {
            square = (square.0 + step.0, square.1 + step.1);
            if !on_board(square) || self.stone(square) {
                return None;
            }
        }
        Some(square)
    }

    /// All arrivals from `start` along the line, both ways, by one of the distances.
    fn arrivals(&self, start: Square, line: Line, distances: &[i32]) -> Vec<Square> {
        let (file, rank) = line.step();
        let mut found = Vec::new();
        for step in [(file, rank), (-file, -rank)] {
            for &distance in distances {
                found.extend(self.walk(start, step, distance));
            }
        }
        found
    }

    /// All walks open to an action along the line by one of the distances (rules: Moving).
    fn walks(&self, line: Line, distances: &[i32]) -> Vec<Walk> {
        let from = |start: Square, lifted: bool| -> Vec<Walk> {
            let arrivals = self.arrivals(start, line, distances);
            arrivals.into_iter().map(|arrival| Walk { start, arrival, lifted }).collect()
        };
        let direct = from(self.runner, false);
        if !direct.is_empty() {
            return direct;
        }
        // Blocked: from any free square where one of the moves is possible. The square the runner left needs no care:
        // it holds no stone, so it is free to be crossed.
        all_squares().into_iter().filter(|&square| !self.stone(square)).flat_map(|square| from(square, true)).collect()
    }

    /// Whether the announcement can be carried out, from the runner's square or from any other (rules: Cases, 1).
    fn can_be_carried_out(&self, number: Number, line: Line) -> bool {
        !self.walks(line, &distances(number)).is_empty()
    }

    /// The squares that count as adjacent in a chain (rules: End, and Variants).
    fn neighbours(&self, square: Square) -> Vec<Square> {
        let mut found = Vec::new();
        for rank in -1..=1 {
            for file in -1..=1 {
                let itself = file == 0 && rank == 0;
                let counts = !(file == 0 && self.literal);
                let next = (square.0 + file, square.1 + rank);
                if !itself && counts && on_board(next) {
                    found.push(next);
                }
            }
        }
        found
    }

    /// The fewest empty squares that, filled, complete a chain from one of the side's own sides to the other; 0 when
    /// they are joined (rules: Score). An empty square costs 1, the runner's too, a stone nothing; the costs are
    /// lowered over and over until nothing changes any more.
    fn needs(&self, side: Side) -> i32 {
        let cost = |square: Square| if self.stone(square) { 0 } else { 1 };
        // White's sides are the ranks 1 and 13, Black's the files a and m; the corners lie on both (rules: Board).
        let along = |square: Square| match side {
            Side::White => square.1,
            Side::Black => square.0,
        };
        let mut best = [[i32::MAX; SIZE as usize]; SIZE as usize];
        for square in all_squares().into_iter().filter(|&square| along(square) == 0) {
            best[square.1 as usize][square.0 as usize] = cost(square);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for square in all_squares() {
                let here = best[square.1 as usize][square.0 as usize];
                if here == i32::MAX {
                    continue;
                }
                for next in self.neighbours(square) {
                    let there = &mut best[next.1 as usize][next.0 as usize];
                    if here + cost(next) < *there {
                        *there = here + cost(next);
                        changed = true;
                    }
                }
            }
        }
        let far = all_squares().into_iter().filter(|&square| along(square) == SIZE - 1);
        far.map(|square| best[square.1 as usize][square.0 as usize]).min().expect("a far side")
    }

    /// The winner and the margin once the game is over.
    fn result(&self) -> Option<(Side, String)> {
        let white = self.needs(Side::White);
        let black = self.needs(Side::Black);
        match (white == 0, black == 0) {
            // Both pairs at once: the side that made the action loses, and so the side now named wins (rules: End).
            (true, true) => Some((self.side, "0.5".to_string())),
            // Whoever laid the last stone, the joined side wins what the other still needs (rules: End, Score).
            (true, false) => Some((Side::White, black.to_string())),
            (false, true) => Some((Side::Black, white.to_string())),
            (false, false) => {
                // No announcement left: lost by half a point (rules: Cases, 1).
                let stuck = self.phase == Phase::Announce && self.announcements().is_empty();
                stuck.then(|| (self.side.other(), "0.5".to_string()))
            }
        }
    }

    /// The announcements that can be carried out.
    fn announcements(&self) -> Vec<(Number, Line)> {
        ANNOUNCEMENTS.into_iter().filter(|&(number, line)| self.can_be_carried_out(number, line)).collect()
    }

    /// Carries out a walk: the runner goes, then a stone is put on the last square before the arrival; after a walk
    /// of 1 that is where the walk began (rules: Moving). Gives the distance back.
    fn carry_out(&mut self, walk: Walk) -> i32 {
        let file = walk.arrival.0 - walk.start.0;
        let rank = walk.arrival.1 - walk.start.1;
        let behind = (walk.arrival.0 - file.signum(), walk.arrival.1 - rank.signum());
        self.stones[behind.1 as usize][behind.0 as usize] = true;
        self.runner = walk.arrival;
        file.abs().max(rank.abs())
    }

    /// Reads a position string and checks it (rules: Position string).
    fn parse(position: &str, literal: bool) -> Result<Slow, String> {
        let fields: Vec<&str> = position.split(' ').collect();
        let [board, side, phase, announcement, distance] = fields[..] else {
            return Err("not five fields".to_string());
        };
        let (stones, runner) = parse_board(board)?;
        let side = match side {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return Err("no such side".to_string()),
        };
        let announcement = match announcement {
            "-" => None,
            text => Some(announcement_from(text).ok_or("no such announcement")?),
        };
        let distance = match distance {
            "-" => None,
            "1" => Some(1),
            "2" => Some(2),
            "3" => Some(3),
            _ => return Err("no such distance".to_string()),
        };
        let phase = match (phase, announcement, distance) {
            ("a", None, None) => Phase::Announce,
            ("m", Some((number, line)), None) => Phase::Move(number, line),
            ("c", Some((number, line)), Some(walked)) if distances(number).contains(&walked) => {
                Phase::Complement(number, line, walked)
            }
            _ => return Err("phase, announcement and distance do not fit".to_string()),
        };
        let slow = Slow { literal, stones, runner, side, phase };
        if let Phase::Move(number, line) = phase
            && !slow.can_be_carried_out(number, line)
        {
            return Err("the announcement cannot be carried out".to_string());
        }
        Ok(slow)
    }
}

/// Stones and runner of the first field of a position string.
type Board = ([[bool; SIZE as usize]; SIZE as usize], Square);

/// Reads the first field of a position string: 13 ranks from the top, each of exactly 13 squares, one runner in all.
fn parse_board(text: &str) -> Result<Board, String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != SIZE as usize {
        return Err("not 13 ranks".to_string());
    }
    let mut stones = [[false; SIZE as usize]; SIZE as usize];
    let mut runners = Vec::new();
    for (row, rank) in rows.into_iter().zip((0..SIZE).rev()) {
        let mut file = 0;
        let mut rest = row;
        while let Some(first) = rest.chars().next() {
            // A run of empty squares is one number with no 0 in front, so it is never 0 and never two numbers.
            let digits = rest.chars().take_while(char::is_ascii_digit).count();
            let (length, width) = match first {
                '0' => return Err("a number that begins with 0".to_string()),
                '1'..='9' => (digits, rest[..digits].parse().map_err(|_| "number too large")?),
                'x' | 'C' => (1, 1),
                _ => return Err("no such character in a rank".to_string()),
            };
            if width > SIZE - file {
                return Err("a rank of more than 13 squares".to_string());
            }
            match first {
                'x' => stones[rank as usize][file as usize] = true,
                'C' => runners.push((file, rank)),
                _ => {}
            }
            file += width;
            rest = &rest[length..];
        }
        if file != SIZE {
            return Err("a rank of fewer than 13 squares".to_string());
        }
    }
    match runners[..] {
        [runner] => Ok((stones, runner)),
        _ => Err("not exactly one runner".to_string()),
    }
}

impl Reference for Slow {
    fn start(options: &[(&str, &str)]) -> Self {
        Slow {
            literal: literal_from(options),
            stones: [[false; SIZE as usize]; SIZE as usize],
            runner: square_from("g7"),
            side: Side::White,
            phase: Phase::Announce,
        }
    }

    fn at(position: &str, options: &[(&str, &str)]) -> Self {
        Slow::parse(position, literal_from(options)).expect("a valid position")
    }

    fn position(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..SIZE).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..SIZE {
                let square = (file, rank);
                if !self.stone(square) && self.runner != square {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    row.push_str(&empty.to_string());
                    empty = 0;
                }
                row.push(if self.stone(square) { 'x' } else { 'C' });
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            rows.push(row);
        }
        let side = match self.side {
            Side::White => "w",
            Side::Black => "b",
        };
        let (phase, announcement, distance) = match self.phase {
            Phase::Announce => ("a", "-".to_string(), "-".to_string()),
            Phase::Move(number, line) => ("m", announcement_text(number, line), "-".to_string()),
            Phase::Complement(number, line, walked) => ("c", announcement_text(number, line), walked.to_string()),
        };
        format!("{} {side} {phase} {announcement} {distance}", rows.join("/"))
    }

    fn turns(&self) -> Vec<String> {
        if self.result().is_some() {
            return Vec::new();
        }
        match self.phase {
            Phase::Announce => {
                self.announcements().into_iter().map(|(number, line)| announcement_text(number, line)).collect()
            }
            Phase::Move(number, line) => self.walks(line, &distances(number)).into_iter().map(walk_text).collect(),
            Phase::Complement(_, line, walked) => {
                let walks = self.walks(line.opposite(), &[complement(walked)]);
                if walks.is_empty() {
                    // Possible from no square at all: the action is skipped (rules: Cases, 2).
                    return vec!["pass".to_string()];
                }
                walks.into_iter().map(walk_text).collect()
            }
        }
    }

    fn play(&mut self, turn: &str) {
        assert!(self.turns().iter().any(|legal| legal == turn), "not a legal turn: {turn}");
        let walk = turn.split_once('-').filter(|_| self.phase != Phase::Announce).map(|(start, arrival)| Walk {
            start: square_from(start.trim_start_matches('@')),
            arrival: square_from(arrival),
            lifted: start.starts_with('@'),
        });
        self.phase = match self.phase {
            Phase::Announce => {
                let (number, line) = announcement_from(turn).expect("an announcement");
                Phase::Move(number, line)
            }
            Phase::Move(number, line) => {
                let walked = self.carry_out(walk.expect("a walk"));
                Phase::Complement(number, line, walked)
            }
            Phase::Complement(..) => {
                // No walk: a pass, which puts no stone.
                if let Some(walk) = walk {
                    self.carry_out(walk);
                }
                Phase::Announce
            }
        };
        // The sides alternate action by action, whatever the action, so the announcer changes from cycle to cycle.
        self.side = self.side.other();
    }

    fn final_score(&self) -> Option<String> {
        self.result().map(|(winner, margin)| format!("{}+{margin}", winner.letter()))
    }

    fn score(&self) -> Vec<(&'static str, String)> {
        vec![("white_needs", self.needs(Side::White).to_string()), ("black_needs", self.needs(Side::Black).to_string())]
    }
}
