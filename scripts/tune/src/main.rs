//! Fits the weights of a game's evaluation: the engine plays itself from random openings, each position's features and the result of its game
//! are kept, and logistic regression finds the weights that foretell results best. Prints them as they stand in the game's `eval.rs`.
//!
//! What foretells best need not play best (it costs time, and the games it is fitted to are not those that it leads to): weights are taken
//! when a build with them has won a match against one without.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use clap::Parser;
use coureur::game::{Game, Method, Player, Rules, Turn};
use coureur::games::{GameVisitor, with_game};
use coureur::notation::Notation;
use coureur::record::Record;
use coureur::rng::Rng;
use coureur::search::{Limits, Settings, think};

/// Fit the weights of a game's evaluation to games of the engine against itself
#[derive(Parser)]
struct Arguments {
    /// Id of the game
    game: String,
    /// Games to play
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Nodes a turn
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Most random turns at the beginning of a game
    #[arg(long, default_value_t = 8)]
    random: u32,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seed of the first game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Longest game, in turns; what goes on longer is settled as it stands
    #[arg(long, default_value_t = 3000)]
    longest: usize,
    /// Nodes a turn of plain UCT, which then plays one of the seats: its games go where those of the engine against itself do not
    #[arg(long)]
    uct: Option<u64>,
    /// Keep the positions in this file, behind what it has
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Fit to positions kept before, without a game
    #[arg(long, conflicts_with_all = ["games", "keep"])]
    from: Option<PathBuf>,
}

/// A position and the result of its game for the side that was to move.
struct Seen<G> {
    position: G,
    result: f64,
}

/// The same, with what is weighed.
struct Sample {
    features: Vec<f64>,
    result: f64,
}

impl<G: Game> Seen<G> {
    fn sample(&self) -> Sample {
        Sample {
            features: self.position.features().iter().map(|&feature| f64::from(feature)).collect(),
            result: self.result,
        }
    }
}

struct Tune(Arguments);

impl GameVisitor for Tune {
    type Output = std::io::Result<()>;

    fn visit<G: Notation>(self) -> Self::Output {
        let arguments = &self.0;
        let seen: Vec<Seen<G>> = match &arguments.from {
            Some(file) => read(&std::fs::read_to_string(file)?)?,
            None => play_all(arguments),
        };
        if let Some(file) = &arguments.keep {
            let mut file = File::options().create(true).append(true).open(file)?;
            for Seen { position, result } in &seen {
                writeln!(file, "{result} {}", position.write_position())?;
            }
        }
        report(&seen.iter().map(Seen::sample).collect::<Vec<_>>());
        Ok(())
    }
}

/// What `--keep` has written.
fn read<G: Notation>(text: &str) -> std::io::Result<Vec<Seen<G>>> {
    text.lines()
        .map(|line| {
            let (result, position) = line.split_once(' ').ok_or(ErrorKind::InvalidData)?;
            let result = result.parse().map_err(|_| ErrorKind::InvalidData)?;
            let position = G::parse_position(position, rules::<G>()).map_err(|_| ErrorKind::InvalidData)?;
            Ok(Seen { position, result })
        })
        .collect()
}

fn play_all<G: Game>(arguments: &Arguments) -> Vec<Seen<G>> {
    let (next, seen) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.games {
                        break;
                    }
                    let game = play::<G>(arguments, arguments.seed + number);
                    seen.lock().expect("no thread has failed").extend(game);
                }
            });
        }
    });
    seen.into_inner().expect("no thread has failed")
}

/// The rules of matches.
fn rules<G: Game>() -> G::Rules {
    let mut rules = G::Rules::default();
    if let Some(option) = G::Rules::OPTIONS.iter().find(|option| option.name == "repetition") {
        (option.set)(&mut rules, 3);
    }
    rules
}

/// One game.
fn play<G: Game>(arguments: &Arguments, seed: u64) -> Vec<Seen<G>> {
    let mut rng = Rng::new(seed);
    let mut record = Record::new(G::start(rules::<G>()));
    for _ in 0..rng.below(arguments.random + 1) {
        let mut position = record.position().clone();
        let mut turn = Turn::<G>::new();
        while let Some(mv) = position.random_move(&mut rng) {
            position.play_unchecked(mv);
            turn.push(mv);
            if !position.in_turn() {
                break;
            }
        }
        if record.outcome().is_some() || turn.is_empty() {
            return Vec::new();
        }
        record.play(turn);
    }
    let (stop, mut seen) = (AtomicBool::new(false), Vec::new());
    let uct_seat = if seed % 2 == 0 { Player::First } else { Player::Second };
    while record.outcome().is_none() && record.len() < arguments.longest {
        let position = record.position();
        let to_move = position.to_move();
        seen.push((to_move, position.clone()));
        let stranger = arguments.uct.filter(|_| to_move == uct_seat);
        let limits = Limits { nodes: stranger.or(Some(arguments.nodes)), ..Limits::default() };
        let method = stranger.map(|_| Method::Uct);
        let settings = Settings { seed, hash: 8 << 20, method, ..Settings::default() };
        let Some(report) = think(&record, &limits, &settings, &stop, &mut |_| {}) else { break };
        record.play(report.best());
    }
    let outcome = record.outcome().unwrap_or_else(|| record.position().settle());
    seen.into_iter().map(|(player, position)| Seen { position, result: f64::from(outcome.value_for(player)) }).collect()
}

/// The scale on which 400 is odds of ten to one.
const SCALE: f64 = std::f64::consts::LN_10 / 400.0;

fn chance(weights: &[f64], features: &[f64]) -> f64 {
    let value: f64 = weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
    1.0 / (1.0 + (-value * SCALE).exp())
}

/// Logistic regression by gradient descent with momentum, features brought to the same size, small weights preferred.
fn fit(samples: &[Sample]) -> Vec<f64> {
    let width = samples.first().map_or(0, |sample| sample.features.len());
    let count = samples.len() as f64;
    let size: Vec<f64> = (0..width)
        .map(|i| (samples.iter().map(|sample| sample.features[i].powi(2)).sum::<f64>() / count).sqrt().max(1e-6))
        .collect();
    let mut weights = vec![0.0; width];
    let mut speed = vec![0.0; width];
    for _ in 0..1500 {
        let mut slope = vec![0.0; width];
        for sample in samples {
            let error = sample.result - chance(&weights, &sample.features);
            for i in 0..width {
                slope[i] += error * sample.features[i] / size[i];
            }
        }
        for i in 0..width {
            let pull = 2e-6 * weights[i] * size[i];
            speed[i] = 0.9 * speed[i] + 120.0 * (slope[i] / count - pull);
            weights[i] += speed[i] / size[i];
        }
    }
    weights
}

fn report(samples: &[Sample]) {
    let weights = fit(samples);
    let loss = |weights: &[f64]| {
        let all = samples.iter().map(|sample| {
            let chance = chance(weights, &sample.features).clamp(1e-9, 1.0 - 1e-9);
            -(sample.result * chance.ln() + (1.0 - sample.result) * (1.0 - chance).ln())
        });
        all.sum::<f64>() / samples.len().max(1) as f64
    };
    println!("{} positions, loss {:.4} (without knowledge {:.4})", samples.len(), loss(&weights), loss(&[]));
    let rounded: Vec<String> = weights.iter().map(|weight| format!("{weight:.0}")).collect();
    println!("[{}]", rounded.join(", "));
}

fn main() {
    let arguments = Arguments::parse();
    let game = arguments.game.clone();
    let failure = match with_game(&game, Tune(arguments)) {
        Some(Ok(())) => return,
        Some(Err(error)) => error.to_string(),
        None => format!("unknown game: {game}"),
    };
    eprintln!("tune: {failure}");
    std::process::exit(2);
}
