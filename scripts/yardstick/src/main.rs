//! The engine's speed beside that of known crates, measured in turn within one run, so that only the ratios count: random playouts against
//! Ataxx 7×7 of `board-game`, counting of turns against chess perft of `cozy-chess`.
//!
//! `cargo run --release --manifest-path scripts/yardstick/Cargo.toml [GAME ...]`

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use board_game::ai::mcts::mcts_build_tree;
use board_game::board::Board as _;
use board_game::games::ataxx::AtaxxBoard;
use coureur::bench::random_games_of;
use coureur::protocol::session::{Session, open};
use cozy_chess::Board;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Rounds in which everything is measured once; the median round counts.
const ROUNDS: usize = 5;

/// About how long one measurement takes.
const SLICE: Duration = Duration::from_millis(400);

/// Repeats work until the slice is over; gives units of work per second.
fn rate(mut work: impl FnMut() -> u64) -> f64 {
    let begun = Instant::now();
    let mut done = 0;
    while begun.elapsed() < SLICE {
        done += work();
    }
    done as f64 / begun.elapsed().as_secs_f64()
}

fn ataxx_playouts() -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    rate(|| {
        for _ in 0..100 {
            let mut board = AtaxxBoard::diagonal(7);
            while board.play_random_available_move(&mut rng).is_ok() {}
        }
        100
    })
}

fn ataxx_mcts() -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    rate(|| {
        mcts_build_tree(&AtaxxBoard::diagonal(7), 2000, 1.4, &mut rng);
        2000
    })
}

fn chess_perft(board: &Board, depth: u8) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                count += chess_perft(&next, depth - 1);
            }
        }
        false
    });
    count
}

/// Nanoseconds that one parent of chess leaves takes.
fn chess_parent() -> f64 {
    let board = Board::default();
    let parents = chess_perft(&board, 3);
    1e9 / rate(|| if chess_perft(&board, 4) > 0 { parents } else { 0 })
}

fn session(game: &str, rules: &[(&str, &str)], turns: &str) -> Box<dyn Session> {
    let mut session = open(game, rules).expect("a registered game");
    session.play_all(&turns.split_whitespace().collect::<Vec<_>>()).expect("legal turns");
    session
}

fn count(session: &dyn Session, depth: u32) -> u64 {
    session.perft(depth, &AtomicBool::new(false)).expect("nobody stops it")
}

/// Whether a figure is better when it is greater, or when it is smaller.
#[derive(Clone, Copy)]
enum Better {
    Greater,
    Smaller,
}

/// One row: what is measured, its yardstick, and what was set out for.
struct Row {
    game: &'static str,
    name: &'static str,
    unit: &'static str,
    goal: f64,
    better: Better,
    /// Measures the figure and its yardstick, one straight after the other.
    measure: Box<dyn Fn() -> (f64, f64)>,
    /// Whether the goal is for the ratio to the yardstick, or for the figure itself.
    is_ratio: bool,
}

fn playouts(id: &'static str, name: &'static str, goal: f64) -> Row {
    let measure = move || {
        let ours = rate(|| {
            let games = random_games_of(id, 200).expect("a registered game");
            games.count
        });
        (ours, ataxx_playouts())
    };
    Row {
        game: id,
        name,
        unit: "playouts/s",
        goal,
        better: Better::Greater,
        measure: Box::new(measure),
        is_ratio: true,
    }
}

/// Perft with bulk counting, as the time of one parent.
fn parents(game: &'static str, name: &'static str, depth: u32, goal: f64) -> Row {
    let measure = move || {
        let session = session(game, &[], "");
        let parents = count(session.as_ref(), depth - 1);
        (1e9 / rate(|| if count(session.as_ref(), depth) > 0 { parents } else { 0 }), chess_parent())
    };
    Row { game, name, unit: "ns/parent", goal, better: Better::Smaller, measure: Box::new(measure), is_ratio: false }
}

/// Perft with bulk counting, as turns counted per second.
fn turns(game: &'static str, name: &'static str, rules: &'static [(&str, &str)], line: &'static str, goal: f64) -> Row {
    let measure = move || {
        let session = session(game, rules, line);
        (rate(|| count(session.as_ref(), 2)) / 1e9, chess_parent())
    };
    Row { game, name, unit: "G turns/s", goal, better: Better::Greater, measure: Box::new(measure), is_ratio: false }
}

const PONTE_LATE: &str = "j6,d9 choose-dark b2,g5 c1,j10 c7,h9 h3,i4 d2,a5 i4-j6 f1,f9 b4,d5 f9-h9 e2,d7 a5-c7 i3,b5 i7,g8 h8,i10 \
    b2-d2 d5-d7 f3,c9 d1,a6 j2,d3 g1,b8 c4,a9 h8-j10 f3-g5 e7,g7 h5,f6 c3,j4 g2,e8 g1-i3 h5-i7";

fn rows() -> Vec<Row> {
    vec![
        playouts("yote", "Yoté playouts", 5.8),
        playouts("ponte", "Ponte playouts", 1.1),
        playouts("walking-purchase", "Walking Purchase playouts", 0.5),
        playouts("ecoute-moi", "Écoute-moi! playouts", 3.3),
        parents("yote", "Yoté perft 5", 5, 30.0),
        parents("walking-purchase", "Walking Purchase perft 3", 3, 130.0),
        turns("ponte", "Ponte perft 2, early", &[("opening", "fixed")], "", 0.8),
        turns("ponte", "Ponte perft 2, late", &[], PONTE_LATE, 0.26),
    ]
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let mcts = median((0..ROUNDS).map(|_| ataxx_mcts() / ataxx_playouts()).collect());
    println!("board-game, Ataxx 7x7: its tree search makes {mcts:.2} of its playout rate");
    println!("{:<26}{:>14} {:<11}{:>14}{:>8}  goal", "", "median", "", "yardstick", "ratio");
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let rows: Vec<Row> =
        rows().into_iter().filter(|row| wanted.is_empty() || wanted.iter().any(|game| game == row.game)).collect();
    let mut measured: Vec<Vec<(f64, f64)>> = rows.iter().map(|_| Vec::new()).collect();
    for _ in 0..ROUNDS {
        rows.iter().zip(&mut measured).for_each(|(row, figures)| figures.push((row.measure)()));
    }
    for (row, figures) in rows.iter().zip(measured) {
        let ours = median(figures.iter().map(|(ours, _)| *ours).collect());
        let yardstick = median(figures.iter().map(|(_, yardstick)| *yardstick).collect());
        let ratio = median(figures.iter().map(|(ours, yardstick)| ours / yardstick).collect());
        let judged = if row.is_ratio { ratio } else { ours };
        let (sign, reached) = match row.better {
            Better::Greater => ("≥", judged >= row.goal),
            Better::Smaller => ("≤", judged <= row.goal),
        };
        let what = if row.is_ratio { "ratio" } else { row.unit };
        let verdict = if reached { "reached" } else { "missed" };
        println!(
            "{:<26}{ours:>14.2} {:<11}{yardstick:>14.2}{ratio:>8.2}  {what} {sign} {}: {verdict}",
            row.name, row.unit, row.goal
        );
    }
}
