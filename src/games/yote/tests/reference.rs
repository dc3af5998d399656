//! A slow and plain Yoté, to be read beside the rules file. Nothing is kept that can be worked out
//! again from the board, and a turn is played by looking it up among all turns written out.

use crate::games::testkit::Reference;

/// Number of files, a to f (rules: Board and sides).
const FILES: i32 = 6;
/// Number of ranks, 1 to 5 (rules: Board and sides).
const RANKS: i32 = 5;
/// Stones of each side, all in hand at the start (rules: Board and sides).
const STONES: usize = 12;
/// The four directions of steps and jumps as (file, rank); none is diagonal (rules: A turn, 2 and 3).
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// A square as (file, rank), both counted from 0: a1 is (0, 0), f5 is (5, 4).
type Square = (i32, i32);

/// The two sides.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    /// The side that starts.
    White,
    /// The other side.
    Black,
}

/// The rule option `bonus` (rules: Variants).
#[derive(Clone, Copy, PartialEq)]
enum Bonus {
    /// The bonus may be taken or left.
    Optional,
    /// The bonus must be taken if an enemy stone is on the board.
    Forced,
    /// There is no bonus.
    Never,
}

/// All that a position string holds: board, side to move, hands. Two positions are the same for the
/// option `repetition` if these are the same.
#[derive(Clone, PartialEq)]
struct Position {
    /// The stones, by rank and file.
    board: [[Option<Side>; FILES as usize]; RANKS as usize],
    /// The side whose turn it is.
    to_move: Side,
    /// White's stones not yet dropped.
    white_hand: usize,
    /// Black's stones not yet dropped.
    black_hand: usize,
}

/// A whole turn as it is written, with the position after it. While the turn is still being made,
/// its own side stays the side to move.
type Turn = (String, Position);

/// The slow reference.
#[derive(Clone)]
pub(super) struct Slow {
    /// The position now.
    now: Position,
    /// All positions since the start or the set-up, the first and the present one included.
    seen: Vec<Position>,
    /// Rule option `bonus`.
    bonus: Bonus,
    /// Rule option `multijump`.
    multijump: bool,
    /// Rule option `repetition`, 0 when off.
    repetition: usize,
}

/// The enemy of a side.
fn enemy(side: Side) -> Side {
    match side {
        Side::White => Side::Black,
        Side::Black => Side::White,
    }
}

/// The name of a square.
fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// The square some paces from another, or `None` beyond the edge.
fn paces((file, rank): Square, direction: (i32, i32), count: i32) -> Option<Square> {
    let square = (file + count * direction.0, rank + count * direction.1);
    let inside = (0..FILES).contains(&square.0) && (0..RANKS).contains(&square.1);
    inside.then_some(square)
}

impl Position {
    /// What stands on a square.
    fn get(&self, (file, rank): Square) -> Option<Side> {
        self.board[rank as usize][file as usize]
    }

    /// Puts a stone on a square, or clears it.
    fn set(&mut self, (file, rank): Square, stone: Option<Side>) {
        self.board[rank as usize][file as usize] = stone;
    }

    /// All squares with this content, from a1 to f5.
    fn squares_with(&self, content: Option<Side>) -> Vec<Square> {
        let mut found = Vec::new();
        for rank in 0..RANKS {
            for file in 0..FILES {
                if self.get((file, rank)) == content {
                    found.push((file, rank));
                }
            }
        }
        found
    }

    /// Stones of a side on the board.
    fn on_board(&self, side: Side) -> usize {
        self.squares_with(Some(side)).len()
    }

    /// Stones of a side in hand.
    fn in_hand(&self, side: Side) -> usize {
        match side {
            Side::White => self.white_hand,
            Side::Black => self.black_hand,
        }
    }

    /// Stones a side has left: board and hand (rules: End, 1 and 2).
    fn left(&self, side: Side) -> usize {
        self.on_board(side) + self.in_hand(side)
    }

    /// All drops of a side (rules: A turn, 1): a stone from the hand, if there is one, on any empty square.
    fn drops(&self, side: Side) -> Vec<Turn> {
        let mut found = Vec::new();
        if self.in_hand(side) > 0 {
            for square in self.squares_with(None) {
                let mut after = self.clone();
                after.set(square, Some(side));
                match side {
                    Side::White => after.white_hand -= 1,
                    Side::Black => after.black_hand -= 1,
                }
                found.push((name(square), after));
            }
        }
        found
    }

    /// All steps of a side (rules: A turn, 2): an own stone goes to an empty neighbouring square.
    fn steps(&self, side: Side) -> Vec<Turn> {
        let mut found = Vec::new();
        for from in self.squares_with(Some(side)) {
            for direction in DIRECTIONS {
                if let Some(to) = paces(from, direction, 1)
                    && self.get(to).is_none()
                {
                    let mut after = self.clone();
                    after.set(from, None);
                    after.set(to, Some(side));
                    found.push((format!("{}-{}", name(from), name(to)), after));
                }
            }
        }
        found
    }

    /// All single jumps of the stone on a square (rules: A turn, 3): over a neighbouring enemy stone to
    /// the empty square directly behind it; the jumped stone is off at once. Each with its landing square.
    fn jumps(&self, from: Square) -> Vec<(Square, Position)> {
        let side = self.get(from).expect("a stone jumps");
        let mut found = Vec::new();
        for direction in DIRECTIONS {
            if let Some(over) = paces(from, direction, 1)
                && let Some(landing) = paces(from, direction, 2)
                && self.get(over) == Some(enemy(side))
                && self.get(landing).is_none()
            {
                let mut after = self.clone();
                after.set(from, None);
                after.set(over, None);
                after.set(landing, Some(side));
                found.push((landing, after));
            }
        }
        found
    }

    /// Whether a side has a capture, whoever is to move (rules: End, 2).
    fn has_capture(&self, side: Side) -> bool {
        let stones = self.squares_with(Some(side));
        stones.iter().any(|&from| !self.jumps(from).is_empty())
    }

    /// Whether a side has any action: drop, step or capture (rules: pass; End, 3).
    fn can_act(&self, side: Side) -> bool {
        !self.drops(side).is_empty() || !self.steps(side).is_empty() || self.has_capture(side)
    }
}

impl Slow {
    /// A game that begins in a position, which is the first of those seen (rules: repetition).
    fn new(now: Position, options: &[(&str, &str)]) -> Slow {
        let mut slow = Slow { seen: vec![now.clone()], now, bonus: Bonus::Optional, multijump: true, repetition: 0 };
        for &(option, value) in options {
            match (option, value) {
                ("bonus", "optional") => slow.bonus = Bonus::Optional,
                ("bonus", "forced") => slow.bonus = Bonus::Forced,
                ("bonus", "none") => slow.bonus = Bonus::Never,
                ("multijump", "on") => slow.multijump = true,
                ("multijump", "off") => slow.multijump = false,
                ("repetition", "0" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9") => {
                    slow.repetition = value.parse().expect("a digit");
                }
                _ => panic!("no such rule option: {option}={value}"),
            }
        }
        slow
    }

    /// What may follow a jump before the next one (rules: A turn, 3, first point): no bonus, or one enemy
    /// stone off the board. `written` is the turn up to and with the jump, `jumped` the position after it.
    fn bonus_choices(&self, written: &str, jumped: &Position) -> Vec<Turn> {
        let mut found = Vec::new();
        let targets = jumped.squares_with(Some(enemy(jumped.to_move)));
        if self.bonus != Bonus::Forced || targets.is_empty() {
            found.push((written.to_string(), jumped.clone()));
        }
        if self.bonus != Bonus::Never {
            for target in targets {
                let mut after = jumped.clone();
                after.set(target, None);
                found.push((format!("{written}({})", name(target)), after));
            }
        }
        found
    }

    /// All ways to go on jumping with the stone on a square, the turn so far being `written`. The order
    /// is jump, bonus or none, next jump and so on; stopping is allowed after any jump (rules: A turn, 3).
    fn chains(&self, position: &Position, from: Square, written: &str) -> Vec<Turn> {
        let mut found = Vec::new();
        for (landing, jumped) in position.jumps(from) {
            let with_jump = format!("{written}x{}", name(landing));
            for (turn, after) in self.bonus_choices(&with_jump, &jumped) {
                found.push((turn.clone(), after.clone()));
                // The turn ends with the last enemy stone (rules: End, 1).
                let goes_on = after.left(enemy(after.to_move)) > 0;
                if self.multijump && goes_on {
                    found.extend(self.chains(&after, landing, &turn));
                }
            }
        }
        found
    }

    /// Every legal turn with the position after it; none when the game is over.
    fn all_turns(&self) -> Vec<Turn> {
        if self.final_score().is_some() {
            return Vec::new();
        }
        let side = self.now.to_move;
        let mut found = self.now.drops(side);
        found.extend(self.now.steps(side));
        for from in self.now.squares_with(Some(side)) {
            found.extend(self.chains(&self.now, from, &name(from)));
        }
        // Passing is for a side without any action while the other has one (rules: pass).
        if found.is_empty() && self.now.can_act(enemy(side)) {
            found.push(("pass".to_string(), self.now.clone()));
        }
        for (_, after) in &mut found {
            after.to_move = enemy(side);
        }
        found
    }

    /// How often the present position, with the same side to move, has been there so far, this time included.
    fn occurrences(&self) -> usize {
        self.seen.iter().filter(|seen| **seen == self.now).count()
    }
}

impl Reference for Slow {
    fn start(options: &[(&str, &str)]) -> Self {
        let empty = Position {
            board: [[None; FILES as usize]; RANKS as usize],
            to_move: Side::White,
            white_hand: STONES,
            black_hand: STONES,
        };
        Slow::new(empty, options)
    }

    fn at(position: &str, options: &[(&str, &str)]) -> Self {
        let fields: Vec<&str> = position.split(' ').collect();
        assert_eq!(fields.len(), 4, "board, side to move and two hands");
        let ranks: Vec<&str> = fields[0].split('/').collect();
        assert_eq!(ranks.len(), RANKS as usize, "number of ranks");
        let mut slow = Slow::start(options);
        for (from_top, rank) in ranks.iter().enumerate() {
            let mut file = 0;
            for sign in rank.chars() {
                let stone = match sign {
                    'w' => Some(Side::White),
                    'b' => Some(Side::Black),
                    _ => None,
                };
                if stone.is_some() {
                    assert!(file < FILES, "rank too long");
                    slow.now.set((file, RANKS - 1 - from_top as i32), stone);
                    file += 1;
                } else {
                    file += sign.to_digit(10).expect("w, b or a digit") as i32;
                }
            }
            assert_eq!(file, FILES, "squares in a rank");
        }
        slow.now.to_move = match fields[1] {
            "w" => Side::White,
            "b" => Side::Black,
            _ => panic!("the side to move is w or b"),
        };
        slow.now.white_hand = fields[2].parse().expect("White's hand");
        slow.now.black_hand = fields[3].parse().expect("Black's hand");
        assert!(slow.now.left(Side::White) <= STONES, "too many white stones");
        assert!(slow.now.left(Side::Black) <= STONES, "too many black stones");
        // A position has one spelling: this finds the digit 0, two numbers side by side and the like.
        assert_eq!(slow.position(), position, "not spelt as it is printed");
        Slow::new(slow.now, options)
    }

    fn position(&self) -> String {
        let mut ranks = Vec::new();
        for rank in (0..RANKS).rev() {
            let mut text = String::new();
            let mut empty = 0;
            for file in 0..FILES {
                let sign = match self.now.get((file, rank)) {
                    None => {
                        empty += 1;
                        continue;
                    }
                    Some(Side::White) => 'w',
                    Some(Side::Black) => 'b',
                };
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                text.push(sign);
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            ranks.push(text);
        }
        let side = match self.now.to_move {
            Side::White => 'w',
            Side::Black => 'b',
        };
        format!("{} {side} {} {}", ranks.join("/"), self.now.white_hand, self.now.black_hand)
    }

    fn turns(&self) -> Vec<String> {
        self.all_turns().into_iter().map(|(turn, _)| turn).collect()
    }

    fn play(&mut self, turn: &str) {
        let all = self.all_turns();
        let (_, after) = all.iter().find(|(written, _)| written == turn).expect("a legal turn");
        self.now = after.clone();
        self.seen.push(self.now.clone());
    }

    fn final_score(&self) -> Option<String> {
        let (white, black) = (Side::White, Side::Black);
        let decided = |text: &str| Some(text.to_string());
        // Rules: End, 1. A side without any stone, on the board or in hand, has lost. That both are without
        // can only be set up; both have lost then, which is taken for a draw.
        match (self.now.left(white), self.now.left(black)) {
            (0, 0) => return decided("0"),
            (0, _) => return decided("B+1"),
            (_, 0) => return decided("W+1"),
            _ => {}
        }
        // Rules: End, 2. Three stones or fewer each, and nobody has a capture: a draw.
        let few = self.now.left(white) <= 3 && self.now.left(black) <= 3;
        if few && !self.now.has_capture(white) && !self.now.has_capture(black) {
            return decided("0");
        }
        // Rules: End, 3. Nobody has any action: the stones on the board decide.
        if !self.now.can_act(white) && !self.now.can_act(black) {
            let (w, b) = (self.now.on_board(white), self.now.on_board(black));
            return decided(if w > b {
                "W+1"
            } else if b > w {
                "B+1"
            } else {
                "0"
            });
        }
        // Rules: repetition. The N-th occurrence is a draw.
        if self.repetition > 0 && self.occurrences() >= self.repetition {
            return decided("0");
        }
        None
    }

    fn score(&self) -> Vec<(&'static str, String)> {
        vec![
            ("white_board", self.now.on_board(Side::White).to_string()),
            ("white_hand", self.now.white_hand.to_string()),
            ("black_board", self.now.on_board(Side::Black).to_string()),
            ("black_hand", self.now.black_hand.to_string()),
        ]
    }
}
