//! A slow, plain reference for Ponte del Diavolo. Everything is worked out from the board each time it is asked for,
//! so that each rule can be held beside its sentence in the rules file; comments name the section meant.

use crate::games::testkit::Reference;

/// Squares along each edge (rules: Board and sides).
const SIZE: usize = 10;
/// Number of squares. Square number = file * 10 + rank, both from 0, so that number order is "by file, then rank".
const SQUARES: usize = SIZE * SIZE;
/// Stones in an island, and the most a group may have (rules: Where a stone may stand).
const ISLAND: usize = 4;

/// The two colours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colour {
    /// Also called white, `o` on the board.
    Light,
    /// Also called black, `x` on the board.
    Dark,
}

use Colour::{Dark, Light};

impl Colour {
    /// The sign of a stone or bridge of this colour (rules: Position string).
    fn sign(self) -> char {
        if self == Light { 'o' } else { 'x' }
    }

    /// The letter of this colour in the fields TURN and SEAT (rules: Position string).
    fn letter(self) -> char {
        if self == Light { 'l' } else { 'd' }
    }
}

/// A bridge: its colour, its lower and its higher square.
type Bridge = (Colour, usize, usize);

/// A position together with the rule options.
#[derive(Clone)]
pub(super) struct Slow {
    /// Rule option `tiles`: stones a colour, 0 = no limit.
    tiles: usize,
    /// Rule option `bridges`: bridges of both colours together, 0 = no limit.
    stock: usize,
    /// Rule option `opening=fixed`.
    fixed: bool,
    /// Rule option `tiebreak=islands`.
    islands_first: bool,
    /// The stones.
    board: [Option<Colour>; SQUARES],
    /// The bridges, in the order they were built.
    bridges: Vec<Bridge>,
    /// The side to move, field TURN; `None` while the second seat is to choose its colour (rules: Opening, 2).
    turn: Option<Colour>,
    /// The first seat's colour; `None` while the choice is open.
    first_seat: Option<Colour>,
    /// The last side that ended the game by a pass, field PASSED.
    passed: Option<Colour>,
}

/// The name of a square: `a1`, `j10`.
fn name(square: usize) -> String {
    let file = (b'a' + (square / SIZE) as u8) as char;
    format!("{file}{}", square % SIZE + 1)
}

/// The square of a name.
fn square(name: &str) -> Option<usize> {
    (0..SQUARES).find(|&s| self::name(s) == name)
}

/// File and rank of a square, counted from 0.
fn file_rank(square: usize) -> (i32, i32) {
    ((square / SIZE) as i32, (square % SIZE) as i32)
}

/// The squares one step away, with the diagonal ones if `diagonal`.
fn neighbours(square: usize, diagonal: bool) -> impl Iterator<Item = usize> {
    let (file, rank) = file_rank(square);
    // The square of a step's length is 1 along a file or rank, 2 on a diagonal, 0 for no step.
    let lengths = if diagonal { 1..=2 } else { 1..=1 };
    let inside = |x: i32| (0..SIZE as i32).contains(&x);
    (-1..=1)
        .flat_map(|df: i32| (-1..=1).map(move |dr: i32| (df, dr)))
        .filter(move |&(df, dr)| lengths.contains(&(df * df + dr * dr)))
        .map(move |(df, dr)| (file + df, rank + dr))
        .filter(move |&(f, r)| inside(f) && inside(r))
        .map(|(f, r)| f as usize * SIZE + r as usize)
}

/// The squares under a bridge from `a` to `b`, or `None` if no bridge has that shape (rules: Bridges).
fn under(a: usize, b: usize) -> Option<Vec<usize>> {
    let (fa, ra, fb, rb) = (a / SIZE, a % SIZE, b / SIZE, b % SIZE);
    let (mid_file, mid_rank) = ((fa + fb) / 2, (ra + rb) / 2);
    match (fa.abs_diff(fb), ra.abs_diff(rb)) {
        (2, 0) | (0, 2) | (2, 2) => Some(vec![mid_file * SIZE + mid_rank]),
        // a1-c2: the middle file, on the ranks of both ends (b1 and b2).
        (2, 1) => Some(vec![mid_file * SIZE + ra, mid_file * SIZE + rb]),
        // a1-b3: the middle rank, on the files of both ends (a2 and b2).
        (1, 2) => Some(vec![fa * SIZE + mid_rank, fb * SIZE + mid_rank]),
        _ => None,
    }
}

/// On which side of the line from `a` to `b` the centre of `c` lies: 1, -1, or 0 on the line.
fn side_of_line(a: usize, b: usize, c: usize) -> i32 {
    let ((ax, ay), (bx, by), (cx, cy)) = (file_rank(a), file_rank(b), file_rank(c));
    ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).signum()
}

/// Whether the centre of `c` lies on the segment from `a` to `b`, ends included.
fn on_segment(a: usize, b: usize, c: usize) -> bool {
    let ((ax, ay), (bx, by), (cx, cy)) = (file_rank(a), file_rank(b), file_rank(c));
    let between = |x: i32, y: i32, z: i32| x.min(y) <= z && z <= x.max(y);
    side_of_line(a, b, c) == 0 && between(ax, bx, cx) && between(ay, by, cy)
}

/// Whether the segments between the centres of `a` and `b` and of `c` and `d` have a point in common
/// (rules: Bridges, "never cross").
fn segments_meet(a: usize, b: usize, c: usize, d: usize) -> bool {
    let parted_by_ab = side_of_line(a, b, c) * side_of_line(a, b, d) < 0;
    let parted_by_cd = side_of_line(c, d, a) * side_of_line(c, d, b) < 0;
    (parted_by_ab && parted_by_cd)
        || on_segment(a, b, c)
        || on_segment(a, b, d)
        || on_segment(c, d, a)
        || on_segment(c, d, b)
}

impl Slow {
    /// The start position under options (rules: Variants).
    fn with_options(options: &[(&str, &str)]) -> Slow {
        let mut slow = Slow {
            tiles: 0,
            stock: 0,
            fixed: false,
            islands_first: false,
            board: [None; SQUARES],
            bridges: Vec::new(),
            turn: Some(Light),
            first_seat: None,
            passed: None,
        };
        for &(option, value) in options {
            match (option, value) {
                ("tiles", n) => slow.tiles = n.parse().expect("tiles is a number"),
                ("bridges", n) => slow.stock = n.parse().expect("bridges is a number"),
                ("opening", "swap" | "fixed") => slow.fixed = value == "fixed",
                ("tiebreak", "bridges" | "islands") => slow.islands_first = value == "islands",
                _ => panic!("no option {option}={value}"),
            }
        }
        // rules: Variants, `fixed`: the first seat has light, nothing stays open.
        if slow.fixed {
            slow.first_seat = Some(Light);
        }
        slow
    }

    /// The group of the stone on `start`: all own stones orthogonally connected with it.
    fn group(&self, start: usize) -> Vec<usize> {
        let mut group = vec![start];
        let mut next = 0;
        while next < group.len() {
            for s in neighbours(group[next], false) {
                if self.board[s] == self.board[start] && !group.contains(&s) {
                    group.push(s);
                }
            }
            next += 1;
        }
        group
    }

    /// Whether the group of the stone on `start` is allowed: at most four stones, and when it is an island, no other
    /// own stone in the eight squares round any of its stones (rules: Where a stone may stand).
    fn group_allowed(&self, start: usize) -> bool {
        let group = self.group(start);
        let touched = || {
            (group.iter())
                .flat_map(|&stone| neighbours(stone, true))
                .any(|s| self.board[s] == self.board[start] && !group.contains(&s))
        };
        group.len() < ISLAND || group.len() == ISLAND && !touched()
    }

    /// Whether no stone is on `square` and no bridge above it.
    fn open_square(&self, square: usize) -> bool {
        let spanned = |&(_, a, b): &Bridge| under(a, b).is_some_and(|u| u.contains(&square));
        self.board[square].is_none() && !self.bridges.iter().any(spanned)
    }

    /// Whether `colour` may put a stone on the open square `square`: with the stone there, its own group and each own
    /// group round about it must be allowed. Groups further off are as they were.
    fn stone_allowed(&mut self, colour: Colour, square: usize) -> bool {
        self.board[square] = Some(colour);
        let allowed = self.group_allowed(square)
            && neighbours(square, true).filter(|&s| self.board[s] == Some(colour)).all(|s| self.group_allowed(s));
        self.board[square] = None;
        allowed
    }

    /// Squares on which `colour` may put one stone, looked at alone.
    fn single_squares(&self, colour: Colour) -> Vec<usize> {
        let mut copy = self.clone();
        (0..SQUARES).filter(|&s| self.open_square(s) && copy.stone_allowed(colour, s)).collect()
    }

    /// Whether `colour` has two stones left (rules: Variants, `tiles`).
    fn has_two_stones(&self, colour: Colour) -> bool {
        self.tiles == 0 || self.stones(colour) + 2 <= self.tiles
    }

    /// Stones of a colour on the board.
    fn stones(&self, colour: Colour) -> usize {
        self.board.iter().filter(|&&s| s == Some(colour)).count()
    }

    /// Passes each pair of squares on which `colour` may place two stones to `found`, lower square first; stops when
    /// `found` answers false. The second stone is checked with the first on the board; the order does not matter, for
    /// what is wrong with one stone stays wrong with two (rules: Where a stone may stand, last point).
    fn each_pair(&self, colour: Colour, mut found: impl FnMut(usize, usize) -> bool) {
        if !self.has_two_stones(colour) {
            return;
        }
        let singles = self.single_squares(colour);
        let mut copy = self.clone();
        for (i, &first) in singles.iter().enumerate() {
            copy.board[first] = Some(colour);
            for &second in &singles[i + 1..] {
                if copy.stone_allowed(colour, second) && !found(first, second) {
                    return;
                }
            }
            copy.board[first] = None;
        }
    }

    /// Whether `colour` can place two stones.
    fn can_place_two(&self, colour: Colour) -> bool {
        let mut any = false;
        self.each_pair(colour, |_, _| {
            any = true;
            false
        });
        any
    }

    /// What is wrong with a bridge of `colour` between `a` and `b` beside those in `others`, if anything
    /// (rules: Bridges). The stock is not looked at here.
    fn bridge_fault(&self, colour: Colour, a: usize, b: usize, others: &[Bridge]) -> Option<&str> {
        if self.board[a] != Some(colour) || self.board[b] != Some(colour) {
            return Some("a bridge joins two own stones");
        }
        let Some(below) = under(a, b) else {
            return Some("no bridge has that shape");
        };
        if below.iter().any(|&s| self.board[s].is_some()) {
            return Some("a stone stands under the bridge");
        }
        let ends_here = |&(_, c, d): &Bridge| [c, d].contains(&a) || [c, d].contains(&b);
        if others.iter().any(ends_here) {
            return Some("a stone carries one bridge end at most");
        }
        if others.iter().any(|&(_, c, d)| segments_meet(a, b, c, d)) {
            return Some("bridges never cross");
        }
        None
    }

    /// All bridges `colour` may build, lower square first.
    fn possible_bridges(&self, colour: Colour) -> Vec<(usize, usize)> {
        // rules: Variants, `bridges`: one stock for both sides.
        if self.stock > 0 && self.bridges.len() >= self.stock {
            return Vec::new();
        }
        let mut found = Vec::new();
        for a in 0..SQUARES {
            for b in a + 1..SQUARES {
                let own = self.board[a] == Some(colour) && self.board[b] == Some(colour);
                if own && self.bridge_fault(colour, a, b, &self.bridges).is_none() {
                    found.push((a, b));
                }
            }
        }
        found
    }

    /// Whether the game is over (rules: End).
    fn over(&self) -> bool {
        match (self.passed, self.turn) {
            // Dark has passed: over at once.
            (Some(Dark), _) => true,
            // Light has passed and dark has had its one more turn.
            (Some(Light), Some(Light)) => true,
            // Dark can do nothing: over at once, without a pass.
            (_, Some(Dark)) => !self.can_place_two(Dark) && self.possible_bridges(Dark).is_empty(),
            _ => false,
        }
    }

    /// All stones joined with the one on `start` by own groups and own bridges (rules: Score).
    fn network(&self, start: usize) -> Vec<usize> {
        let mut network = vec![start];
        let mut next = 0;
        while next < network.len() {
            let here = network[next];
            let mut joined = self.group(here);
            for &(_, a, b) in &self.bridges {
                if a == here {
                    joined.push(b);
                } else if b == here {
                    joined.push(a);
                }
            }
            for s in joined {
                if !network.contains(&s) {
                    network.push(s);
                }
            }
            next += 1;
        }
        network
    }

    /// Number of islands among some whole groups.
    fn islands_among(&self, stones: &[usize]) -> usize {
        let in_islands = |&&s: &&usize| self.group(s).len() == ISLAND;
        stones.iter().filter(in_islands).count() / ISLAND
    }

    /// Points (of all networks together), islands and bridges of a colour (rules: Score).
    fn count(&self, colour: Colour) -> [usize; 3] {
        let mut seen = Vec::new();
        let (mut points, mut islands) = (0, 0);
        for s in 0..SQUARES {
            if self.board[s] == Some(colour) && !seen.contains(&s) {
                let network = self.network(s);
                let n = self.islands_among(&network);
                points += n * (n + 1) / 2;
                islands += n;
                seen.extend(network);
            }
        }
        let own = |bridge: &&Bridge| bridge.0 == colour;
        let bridges = self.bridges.iter().filter(own).count();
        [points, islands, bridges]
    }

    /// `first`, `second` or `-`: who has a colour.
    fn seat(&self, colour: Colour) -> String {
        let seat = match self.first_seat {
            None => "-",
            Some(c) if c == colour => "first",
            Some(_) => "second",
        };
        seat.to_string()
    }

    /// Reads a position string and makes all its checks (rules: Position string).
    pub(super) fn read(position: &str, options: &[(&str, &str)]) -> Result<Slow, String> {
        let mut slow = Slow::with_options(options);
        let fields: Vec<&str> = position.split(' ').collect();
        let &[ranks, bridges, turn, seat, passed] = fields.as_slice() else {
            return Err("five fields with single blanks between them".into());
        };
        slow.read_ranks(ranks)?;
        for word in bridges.split(',').filter(|_| bridges != "-") {
            slow.bridges.push(read_bridge(word).ok_or(format!("no bridge: {word}"))?);
        }
        slow.turn = read_letter(turn, ["l", "d", "c"])?;
        slow.first_seat = read_letter(seat, ["l", "d", "?"])?;
        slow.passed = read_letter(passed, ["p", "x", "-"])?;
        slow.check()?;
        Ok(slow)
    }

    /// Reads the field RANKS: ranks 10 to 1, files a to j in each.
    fn read_ranks(&mut self, ranks: &str) -> Result<(), String> {
        let rows: Vec<&str> = ranks.split('/').collect();
        if rows.len() != SIZE {
            return Err("ten ranks".into());
        }
        for (from_top, row) in rows.into_iter().enumerate() {
            let rank = SIZE - 1 - from_top;
            let mut squares = Vec::new();
            let mut after_number = false;
            for c in row.chars() {
                match c {
                    'o' => squares.push(Some(Light)),
                    'x' => squares.push(Some(Dark)),
                    // `10` alone is the one number of two digits; any other pair is two numbers side by side.
                    '0' if row == "10" => squares.resize(SIZE, None),
                    '1'..='9' if !after_number => {
                        squares.resize(squares.len() + (c as usize - '0' as usize), None);
                    }
                    _ => return Err(format!("neither stones nor empty squares: {row}")),
                }
                after_number = c.is_ascii_digit();
            }
            if squares.len() != SIZE {
                return Err(format!("rank {} has not ten squares", rank + 1));
            }
            for (file, stone) in squares.into_iter().enumerate() {
                self.board[file * SIZE + rank] = stone;
            }
        }
        Ok(())
    }

    /// The checks of a position (rules: Position string, last point), one after the other.
    fn check(&self) -> Result<(), String> {
        let fail = |text: &str| Err(text.to_string());
        for s in (0..SQUARES).filter(|&s| self.board[s].is_some()) {
            if !self.group_allowed(s) {
                return fail("a group is too large or an island touched");
            }
        }
        for (i, &(colour, a, b)) in self.bridges.iter().enumerate() {
            if let Some(fault) = self.bridge_fault(colour, a, b, &self.bridges[..i]) {
                return fail(fault);
            }
        }
        let (light, dark) = (self.stones(Light), self.stones(Dark));
        if self.tiles > 0 && light.max(dark) > self.tiles {
            return fail("more stones than the stock has");
        }
        if self.stock > 0 && self.bridges.len() > self.stock {
            return fail("more bridges than the stock has");
        }
        let nothing_else = self.bridges.is_empty() && self.passed.is_none();
        let choice = self.turn.is_none();
        if choice && !(light == 2 && dark == 0 && nothing_else) {
            return fail("the choice comes after the first two light stones");
        }
        let at_start = light + dark == 0 && self.turn == Some(Light) && nothing_else;
        // rules: Position string: `?` while the colours are open, that is at the start and during the choice;
        // Variants: under `fixed` they never are, and the first seat has light.
        if self.fixed && (choice || self.first_seat != Some(Light)) {
            return fail("without the choice the first seat has light");
        }
        if !self.fixed && self.first_seat.is_none() != (choice || at_start) {
            return fail("the colours are open at the start and during the choice, and only then");
        }
        if self.passed.is_some_and(|colour| self.can_place_two(colour)) {
            return fail("only a side that cannot place two stones can have passed");
        }
        Ok(())
    }

    /// The field RANKS.
    fn ranks(&self) -> String {
        let row = |rank: usize| {
            let square = |file: usize| self.board[file * SIZE + rank].map_or('.', Colour::sign);
            let mut text: String = (0..SIZE).map(square).collect();
            // The longest runs first, so that none is written as two numbers.
            for run in (1..=SIZE).rev() {
                text = text.replace(&".".repeat(run), &run.to_string());
            }
            text
        };
        (0..SIZE).rev().map(row).collect::<Vec<_>>().join("/")
    }
}

/// Reads one of the last three fields: the letters for light, for dark and for neither.
fn read_letter(field: &str, letters: [&str; 3]) -> Result<Option<Colour>, String> {
    let at = letters.iter().position(|&letter| letter == field);
    at.map(|i| [Some(Light), Some(Dark), None][i]).ok_or(format!("unknown letter: {field}"))
}

/// Reads a bridge of the position string: `oa1-c2`.
fn read_bridge(word: &str) -> Option<Bridge> {
    let (colour, ends) = match word.split_at_checked(1)? {
        ("o", ends) => (Light, ends),
        ("x", ends) => (Dark, ends),
        _ => return None,
    };
    let (a, b) = ends.split_once('-')?;
    let (a, b) = (square(a)?, square(b)?);
    Some((colour, a.min(b), a.max(b)))
}

impl Reference for Slow {
    fn start(options: &[(&str, &str)]) -> Self {
        Slow::with_options(options)
    }

    fn at(position: &str, options: &[(&str, &str)]) -> Self {
        Slow::read(position, options).unwrap_or_else(|why| panic!("{position}: {why}"))
    }

    fn position(&self) -> String {
        let mut bridges = self.bridges.clone();
        bridges.sort_by_key(|&(colour, a, b)| (colour == Dark, a, b));
        let word = |&(c, a, b): &Bridge| -> String { format!("{}{}-{}", c.sign(), name(a), name(b)) };
        let bridges = match bridges.as_slice() {
            [] => "-".to_string(),
            some => some.iter().map(word).collect::<Vec<_>>().join(","),
        };
        let turn = self.turn.map_or('c', Colour::letter);
        let seat = self.first_seat.map_or('?', Colour::letter);
        let passed = self.passed.map_or('-', |c| if c == Light { 'p' } else { 'x' });
        format!("{} {bridges} {turn} {seat} {passed}", self.ranks())
    }

    fn turns(&self) -> Vec<String> {
        let Some(colour) = self.turn else {
            return vec!["choose-dark".to_string(), "choose-light".to_string()];
        };
        if self.over() {
            return Vec::new();
        }
        let names: Vec<String> = (0..SQUARES).map(name).collect();
        let mut turns = Vec::new();
        self.each_pair(colour, |a, b| {
            turns.push([names[a].as_str(), names[b].as_str()].join(","));
            true
        });
        // rules: A turn, 3: only a side that cannot place two may pass, bridge or not.
        if turns.is_empty() {
            turns.push("pass".to_string());
        }
        for (a, b) in self.possible_bridges(colour) {
            turns.push(format!("{}-{}", names[a], names[b]));
        }
        turns
    }

    fn play(&mut self, turn: &str) {
        let known = |name: &str| square(name).unwrap_or_else(|| panic!("no turn: {turn}"));
        let Some(colour) = self.turn else {
            // rules: Opening, 2 and 3: the second seat takes the colour it names; dark moves first.
            self.first_seat = Some(if turn == "choose-dark" { Light } else { Dark });
            self.turn = Some(Dark);
            return;
        };
        if turn == "pass" {
            self.passed = Some(colour);
        } else if let Some((a, b)) = turn.split_once(',') {
            self.board[known(a)] = Some(colour);
            self.board[known(b)] = Some(colour);
        } else {
            let (a, b) = turn.split_once('-').unwrap_or_else(|| panic!("no turn: {turn}"));
            self.bridges.push((colour, known(a), known(b)));
        }
        self.turn = match (self.first_seat, colour) {
            // Only the very first turn is played while the colours are open.
            (None, _) => None,
            (Some(_), Light) => Some(Dark),
            (Some(_), Dark) => Some(Light),
        };
    }

    fn final_score(&self) -> Option<String> {
        if !self.over() {
            return None;
        }
        let ([lp, li, lb], [dp, di, db]) = (self.count(Light), self.count(Dark));
        let winner = |light_wins: bool| if light_wins { 'W' } else { 'B' };
        if lp != dp {
            return Some(format!("{}+{}", winner(lp > dp), lp.abs_diff(dp)));
        }
        // rules: Variants, `tiebreak`: islands are looked at only under that option, and then before bridges.
        if self.islands_first && li != di {
            return Some(format!("{}+0.5", winner(li > di)));
        }
        if lb != db {
            return Some(format!("{}+0.5", winner(lb > db)));
        }
        Some("0".to_string())
    }

    fn score(&self) -> Vec<(&'static str, String)> {
        let (light, dark) = (self.count(Light), self.count(Dark));
        vec![
            ("light_points", light[0].to_string()),
            ("dark_points", dark[0].to_string()),
            ("light_islands", light[1].to_string()),
            ("dark_islands", dark[1].to_string()),
            ("light_bridges", light[2].to_string()),
            ("dark_bridges", dark[2].to_string()),
            ("light_seat", self.seat(Light)),
            ("dark_seat", self.seat(Dark)),
        ]
    }
}
