//! GoGui's stream of commands, and games that are played by clicking.
//!
//! What GoGui 1.6 sends was written down while it ran. It starts two engine processes. The *ruler* tells it what is on the board and where may
//! be clicked; the *program* plays. For each click of a person it sends
//!
//! - to the ruler `gogui-rules_legal_moves` (is the game over, is the point among them, is a pass) and `gogui-rules_side_to_move`;
//! - to the program `play COLOUR POINT`, when it plays at all;
//! - to the ruler, to show the new board: `clear_board` and the questions about the board, then `clear_board`, `play` for every click of the game
//!   so far, the new one included, and the questions again;
//! - to the ruler **the same `play COLOUR POINT` once more**, and it ignores an error: this one has to be refused, or the ruler is one click ahead;
//! - to the ruler the whole replay again, and `gogui-rules_board_gfx`.
//!
//! Where the program is to move it gets `genmove b` or `genmove w`, and what it answers goes to the ruler in the same way. Going back sends `undo` for
//! each click to the program, and a replay to the ruler.

use coureur::games::GAMES;

use crate::engine::Engine;

/// A click as GoGui keeps it.
#[derive(Clone, Debug, PartialEq)]
struct Move {
    colour: char,
    point: String,
}

/// A stand-in for GoGui.
struct Gogui {
    program: Engine,
    ruler: Engine,
    moves: Vec<Move>,
}

/// A pseudo-random sequence.
struct Chance(u32);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % bound
    }
}

const QUESTIONS: [&str; 3] = ["gogui-rules_board", "gogui-rules_board_size", "gogui-rules_side_to_move"];

impl Gogui {
    /// Starts both processes, as GoGui does when a program is attached.
    fn attach(game: &str) -> Gogui {
        let mut arguments = vec!["--gogui", "--game", game];
        if ["yote", "walking-purchase"].contains(&game) {
            arguments.extend(["--rule", "repetition=3"]);
        }
        let mut program = Engine::start(&arguments);
        for line in
            ["name", "protocol_version", "version", "list_commands", "gogui-interrupt", "gogui-analyze_commands"]
        {
            assert!(program.ask(line).starts_with("= "), "{line}");
        }
        let mut ruler = Engine::start(&arguments);
        assert_eq!(ruler.ask("gogui-interrupt"), "= ");
        let id = program.get("gogui-rules_game_id");
        assert!(id.starts_with(|c: char| c.is_ascii_uppercase()) && id[1..].chars().all(|c| c.is_ascii_lowercase()));
        assert_eq!(ruler.get("gogui-rules_game_id"), id);
        let size: u32 =
            ruler.get("gogui-rules_board_size").parse().expect("one number: GoGui knows square boards only");
        assert_eq!(program.ask(&format!("boardsize {size}")), "= ");
        assert!(program.ask("komi 6.5").starts_with("? "));
        assert_eq!(program.ask("clear_board"), "= ");
        assert_eq!(program.ask("option movetime 0"), "= ");
        Gogui { program, ruler, moves: Vec::new() }
    }

    /// The points that may be clicked, as GoGui asks for them.
    fn legal(&mut self) -> Vec<String> {
        self.ruler.get("gogui-rules_legal_moves").split_whitespace().map(str::to_owned).collect()
    }

    fn side(&mut self) -> char {
        self.ruler.get("gogui-rules_side_to_move").chars().next().expect("never empty: GoGui looks at its first letter")
    }

    /// Replays the game on the ruler.
    fn replay(&mut self) {
        assert_eq!(self.ruler.ask("clear_board"), "= ");
        for question in QUESTIONS {
            self.ruler.get(question);
        }
        assert_eq!(self.ruler.ask("clear_board"), "= ");
        for Move { colour, point } in self.moves.clone() {
            let line = format!("play {colour} {point}");
            assert_eq!(self.ruler.ask(&line), "= ", "{line} in {:?}", self.moves);
        }
        for question in QUESTIONS {
            self.ruler.get(question);
        }
    }

    /// Shows a click on the board: with the replays if `replay`, else as the ruler sees it in the end.
    fn show(&mut self, point: &str, colour: char, replay: bool) {
        let point = point.to_uppercase();
        let line = format!("play {colour} {point}");
        self.moves.push(Move { colour, point });
        if replay {
            self.replay();
        } else {
            assert_eq!(self.ruler.ask(&line), "= ", "{:?}", self.moves);
        }
        let before = self.view();
        assert!(self.ruler.ask(&line).starts_with("? ") || before[1] == "= ", "played twice: {:?}", self.moves);
        assert_eq!(self.view(), before);
        if replay {
            self.replay();
            assert_eq!(self.view(), before);
        }
    }

    /// What the ruler tells about the board.
    fn view(&mut self) -> [String; 4] {
        let questions =
            ["gogui-rules_board", "gogui-rules_legal_moves", "gogui-rules_side_to_move", "gogui-rules_board_gfx"];
        questions.map(|question| self.ruler.ask(question))
    }

    /// A person clicks.
    fn click(&mut self, point: &str, replay: bool) {
        let colour = self.side().to_ascii_uppercase();
        let line = format!("play {colour} {}", point.to_uppercase());
        assert_eq!(self.program.ask(&line), "= ", "{:?}", self.moves);
        self.show(point, colour, replay);
        self.agree();
    }

    /// The program is to move; gives what it clicks.
    fn genmove(&mut self) -> String {
        let colour = self.side();
        let point = self.program.get(&format!("genmove {colour}"));
        assert!(self.legal().iter().any(|legal| legal.eq_ignore_ascii_case(&point)), "{point} after {:?}", self.moves);
        self.show(&point, colour.to_ascii_uppercase(), false);
        self.agree();
        point
    }

    /// The person goes back.
    fn undo(&mut self, clicks: usize) {
        for _ in 0..clicks {
            assert_eq!(self.program.ask("undo"), "= ");
            self.moves.pop();
        }
        self.replay();
        self.agree();
    }

    /// Both processes see the same.
    fn agree(&mut self) {
        for question in
            ["gogui-rules_board", "gogui-rules_legal_moves", "gogui-rules_side_to_move", "gogui-rules_board_gfx"]
        {
            assert_eq!(self.program.ask(question), self.ruler.ask(question), "{question} after {:?}", self.moves);
        }
    }

    fn turns(&mut self) -> usize {
        self.program.get("history").split_whitespace().count()
    }
}

#[test]
fn whole_games_are_clicked_in_two_processes_one_of_them_replayed() {
    for game in GAMES {
        let mut gogui = Gogui::attach(game.id);
        let mut chance = Chance(7);
        loop {
            let legal = gogui.legal();
            if legal.is_empty() {
                break;
            }
            let clicks = gogui.moves.len();
            gogui.click(&legal[chance.below(legal.len())], clicks < 12 || clicks.is_multiple_of(60));
        }
        let result = gogui.ruler.get("gogui-rules_final_result");
        assert!(result.contains(" wins") || result.starts_with("A draw"), "{result}");
        assert_eq!(gogui.program.get("gogui-rules_final_result"), result);
        assert_eq!(gogui.program.get("final_score"), gogui.ruler.get("final_score"));
        assert!(gogui.turns() > 10 && gogui.turns() <= gogui.moves.len());
        // GoGui asks whose turn it is even now.
        assert!(['b', 'w'].contains(&gogui.side()));
        assert!(gogui.program.ask("play b A1").starts_with("? "));
    }
}

#[test]
fn the_program_gives_one_point_at_a_time_until_its_turn_is_complete() {
    for game in GAMES {
        let mut gogui = Gogui::attach(game.id);
        let mut chance = Chance(1);
        while gogui.turns() < 40 && !gogui.legal().is_empty() {
            let (turns, side) = (gogui.turns(), gogui.side());
            if turns % 2 == 0 {
                let legal = gogui.legal();
                gogui.click(&legal[chance.below(legal.len())], false);
            } else {
                gogui.genmove();
            }
            assert!(
                gogui.turns() == turns + 1 || gogui.side() == side,
                "{}: the side stays while a turn is half made",
                game.id
            );
        }
    }
}

#[test]
fn a_turn_that_a_person_began_is_completed_by_the_program() {
    for game in ["walking-purchase", "ponte"] {
        let mut gogui = Gogui::attach(game);
        let first = gogui.legal()[0].clone();
        gogui.click(&first, true);
        while gogui.turns() == 0 {
            gogui.genmove();
        }
        assert_eq!(gogui.side(), 'b');
    }
}

#[test]
fn clicks_are_taken_back_one_by_one_into_the_turns_before() {
    for game in GAMES {
        let mut gogui = Gogui::attach(game.id);
        let mut chance = Chance(3);
        let mut views = vec![gogui.view()];
        for _ in 0..25 {
            let legal = gogui.legal();
            // The last ones first, so that stones are not put in the order in which turns are written.
            gogui.click(&legal[legal.len() - 1 - chance.below(legal.len().min(3))], false);
            views.push(gogui.view());
        }
        let refused = gogui.program.ask("undo 26");
        assert_eq!(refused, "? cannot undo: 26 clicks asked for, expected 1 to 25");
        for clicks in [1, 2, 1, 5, 1, 1, 9] {
            gogui.undo(clicks);
            assert_eq!(gogui.view(), views[gogui.moves.len()], "{}", game.id);
        }
        assert_eq!(gogui.program.ask("undo 5"), "= ");
        assert_eq!(
            gogui.program.ask("undo"),
            "? cannot undo: nothing has been clicked since the start or the set position"
        );
        assert!(gogui.program.ask("undo 0").starts_with("? cannot undo: "));
    }
}

#[test]
fn clicks_that_lead_nowhere_are_refused_and_change_nothing() {
    for game in GAMES {
        let mut gogui = Gogui::attach(game.id);
        let mut chance = Chance(11);
        for _ in 0..30 {
            let legal = gogui.legal();
            let (view, side) = (gogui.view(), gogui.side());
            let size = gogui.ruler.get("gogui-rules_board_size").parse::<u8>().unwrap();
            for _ in 0..20 {
                let file = b'A' + chance.below(usize::from(size) + 3) as u8;
                let point = format!("{}{}", file as char, chance.below(usize::from(size) + 3));
                if !legal.contains(&point) {
                    let answer = gogui.ruler.ask(&format!("play {side} {point}"));
                    assert!(answer.starts_with("? illegal move: "), "{point}: {answer}");
                }
            }
            if !legal.iter().any(|point| point == "pass") {
                assert!(gogui.ruler.ask(&format!("play {side} PASS")).starts_with("? illegal move: PASS: "));
            }
            let other = if side == 'b' { 'w' } else { 'b' };
            assert!(gogui.ruler.ask(&format!("play {other} {}", legal[0])).starts_with("? wrong side: "));
            assert!(gogui.ruler.ask(&format!("genmove {other}")).starts_with("? wrong side: "));
            assert_eq!(gogui.view(), view);
            gogui.click(&legal[chance.below(legal.len())], false);
        }
    }
}

/// The point that carries this label.
fn labelled(engine: &mut Engine, label: &str) -> String {
    let gfx = engine.get("gogui-rules_board_gfx");
    let labels = gfx.lines().find_map(|line| line.strip_prefix("LABEL ")).unwrap_or_default();
    let words: Vec<&str> = labels.split(' ').collect();
    let found = words.chunks(2).find(|pair| pair[1] == label);
    found.unwrap_or_else(|| panic!("{label} is not in {gfx}"))[0].to_owned()
}

#[test]
fn the_eight_announcements_are_squares_with_labels() {
    let mut gogui = Gogui::attach("ecoute-moi");
    let turns = [
        "un-noir",
        "un-blanc",
        "un-positive",
        "un-negative",
        "deux-noir",
        "deux-blanc",
        "deux-positive",
        "deux-negative",
    ];
    for (label, turn) in ["1-", "1|", "1/", "1\\", "2-", "2|", "2/", "2\\"].into_iter().zip(turns) {
        let point = labelled(&mut gogui.ruler, label);
        gogui.click(&point, true);
        assert_eq!(gogui.program.get("history"), turn);
        assert_eq!(gogui.side(), 'b');
        gogui.undo(1);
    }
    assert_eq!(gogui.legal().len(), 8);
    let point = labelled(&mut gogui.ruler, "2|");
    gogui.click(&point, true);
    gogui.click("G9", true);
    assert_eq!(gogui.program.get("history"), "deux-blanc g7-g9");
}

#[test]
fn the_runner_is_put_elsewhere_with_two_clicks_when_it_is_blocked() {
    let mut engine = Engine::start(&["--gogui", "--game", "ecoute-moi"]);
    assert_eq!(engine.ask("position 13/13/13/13/13/5xxx5/5xCx5/5xxx5/13/13/13/13/13 b m un-noir -"), "= ");
    assert_eq!(engine.ask("play b K3"), "= ");
    assert_eq!(engine.get("gogui-rules_side_to_move"), "black");
    assert_eq!(engine.get("gogui-rules_legal_moves"), "G3 J3 L3 N3");
    assert_eq!(engine.ask("play b L3"), "= ");
    assert_eq!(engine.get("history"), "@j3-k3");
}

#[test]
fn the_colour_is_chosen_by_a_click_on_one_of_the_two_stones() {
    for (label, turn) in [("light", "choose-light"), ("dark", "choose-dark")] {
        let mut gogui = Gogui::attach("ponte");
        gogui.click("K10", true);
        gogui.click("D4", true);
        assert_eq!(gogui.legal(), ["D4", "K10"]);
        assert_eq!(gogui.side(), 'b');
        let point = labelled(&mut gogui.ruler, label);
        gogui.click(&point, true);
        assert_eq!(gogui.program.get("history"), format!("d4,j10 {turn}"));
        assert_eq!(gogui.side(), 'b', "dark moves next, whichever seat has it");
    }
}

#[test]
fn passes_are_listed_and_taken_where_they_are_turns() {
    // Black's only stone is hemmed in, and its hand is empty.
    let mut engine = Engine::start(&["--gogui", "--game", "yote"]);
    assert_eq!(engine.ask("position 6/6/w5/w5/bww3 b 6 0"), "= ");
    assert_eq!(engine.get("gogui-rules_legal_moves"), "pass");
    assert_eq!(engine.get("reg_genmove b"), "PASS");
    assert_eq!(engine.ask("play B PASS"), "= ");
    assert_eq!(engine.get("gogui-rules_side_to_move"), "white");
    assert!(engine.ask("play B PASS").starts_with("? wrong side: "));
}

#[test]
fn second_stones_and_stops_have_squares_with_labels() {
    let mut engine = Engine::start(&["--gogui", "--game", "yote"]);
    assert_eq!(engine.ask("position 6/6/6/4b1/wb1b2 w 0 3"), "= ");
    for point in ["A1", "C1"] {
        assert_eq!(engine.ask(&format!("play w {point}")), "= ");
    }
    assert_eq!(engine.get("gogui-rules_legal_moves"), "B1 D1 E2");
    assert_eq!(labelled(&mut engine, "no"), "B1");
    assert_eq!(engine.ask("play w B1"), "= ");
    assert_eq!(labelled(&mut engine, "stop"), "A1");
    assert_eq!(engine.get("gogui-rules_legal_moves"), "A1 E1");
    assert_eq!(engine.ask("play w A1"), "= ");
    assert_eq!(engine.get("history"), "a1xc1");

    let mut engine = Engine::start(&["--gogui", "--game", "walking-purchase"]);
    let stones = "16/16/16/16/16/16/16/16/16/16/16/wb1b12/16/16/16/WW12BB w 0 0 -";
    assert_eq!(engine.ask(&format!("position {stones}")), "= ");
    for point in ["A5", "C5"] {
        assert_eq!(engine.ask(&format!("play w {point}")), "= ");
    }
    assert_eq!(engine.get("gogui-rules_legal_moves"), "A5 E5");
    assert_eq!(labelled(&mut engine, "stop"), "A5");
    assert_eq!(engine.ask("play w A5"), "= ");
    assert_eq!(engine.get("history"), "a5xc5");
}

#[test]
fn letters_leave_out_i_in_click_mode_only() {
    let mut clicks = Engine::start(&["--gogui", "--game", "ecoute-moi"]);
    assert_eq!(clicks.ask("position 13/13/13/13/13/13/6C6/13/13/13/13/13/13 b m deux-noir -"), "= ");
    assert_eq!(clicks.get("gogui-rules_legal_moves"), "E7 J7");
    assert!(clicks.ask("play b i7").starts_with("? illegal move: 'i7': expected a point of the board such as C3"));
    assert_eq!(clicks.ask("play b j7"), "= ");
    assert_eq!(clicks.get("history"), "g7-i7");

    let mut plain = Engine::start(&["--game", "ecoute-moi"]);
    assert_eq!(plain.ask("moves deux-noir g7-i7"), "= ");
    assert!(plain.get("gogui-rules_board").contains('O'));
}

#[test]
fn whole_turns_from_elsewhere_drop_a_turn_that_is_half_made() {
    let start = "W14B/16/16/16/16/16/16/16/16/16/16/16/16/16/16/B14W w 0 0 -";
    for line in ["clear_board", &format!("position {start}")] {
        let mut engine = Engine::start(&["--gogui", "--game", "walking-purchase"]);
        assert_eq!(engine.ask("play w Q1"), "= ");
        assert!(engine.ask("moves p1-h8(h) nonsense").starts_with("? "));
        assert_eq!(engine.get("gogui-rules_legal_moves").split(' ').count(), 28, "a failure changes nothing");
        assert_eq!(engine.ask(line), "= ");
        assert_eq!(engine.get("gogui-rules_legal_moves"), "A16 Q1");
    }
    let mut engine = Engine::start(&["--gogui", "--game", "walking-purchase"]);
    assert_eq!(engine.ask("play w Q1"), "= ");
    assert_eq!(engine.ask("moves p1-h8(h) a1-b5(a)"), "= ");
    // Turns that were not clicked are taken back by clicks too.
    assert_eq!(engine.ask("undo 2"), "= ");
    assert_eq!(engine.get("gogui-rules_side_to_move"), "black");
    assert!(engine.get("gogui-rules_board_gfx").contains("SQUARE A1"));
    assert_eq!(engine.get("history"), "p1-h8(h)");
}

#[test]
fn analysis_for_gogui_is_graphics() {
    let mut engine = Engine::start(&["--gogui", "--game", "walking-purchase"]);
    assert_eq!(engine.get("gogui-last_turn"), "TEXT no turn has been played");
    for point in ["Q1", "H1", "H8"] {
        assert_eq!(engine.ask(&format!("play w {point}")), "= ");
    }
    assert_eq!(engine.get("gogui-last_turn"), "LABEL Q1 1 H1 2 H8 3\nTEXT p1-h8(h)");
    assert!(engine.get("gogui-legal_points").ends_with("TEXT points that may be clicked: 2"));
    let commands = engine.get("list_commands");
    for line in engine.get("gogui-analyze_commands").lines() {
        let fields: Vec<&str> = line.split('/').collect();
        assert_eq!(fields.len(), 3, "{line}");
        assert!(commands.lines().any(|known| Some(known) == fields[2].split(' ').next()), "{line}");
    }
}

#[test]
fn gogui_mode_needs_a_game_and_excludes_seats() {
    for arguments in [&["--gogui"][..], &["--gogui", "--seats", "--game", "yote"]] {
        assert_eq!(crate::engine::run(arguments, "").code, Some(2), "{arguments:?}");
    }
}
