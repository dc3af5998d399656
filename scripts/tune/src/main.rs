//! Fits the weights of a game's evaluation: the engine plays itself from random openings, each position's features and the result of its game
//! are kept, and logistic regression finds the weights that foretell results best. Prints them as they stand in the game's `eval.rs`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use clap::Parser;
use coureur::game::{Game, Outcome, Player, Rules, Turn};
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
    /// Longest game, in turns; what goes on longer is left out
    #[arg(long, default_value_t = 400)]
    longest: usize,
}

/// A position's features and the result of its game for the side that was to move.
struct Sample {
    features: Vec<f64>,
    result: f64,
}

struct Tune(Arguments);

impl GameVisitor for Tune {
    type Output = ();

    fn visit<G: Notation>(self) {
        let arguments = &self.0;
        let (next, samples) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..arguments.threads {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= arguments.games {
                            break;
                        }
                        let game = play::<G>(arguments, arguments.seed + number);
                        samples.lock().expect("no thread has failed").extend(game);
                    }
                });
            }
        });
        let samples = samples.into_inner().expect("no thread has failed");
        report(&samples);
    }
}

/// One game of the engine against itself.
fn play<G: Game>(arguments: &Arguments, seed: u64) -> Vec<Sample> {
    let mut rng = Rng::new(seed);
    let mut rules = G::Rules::default();
    if let Some(option) = G::Rules::OPTIONS.iter().find(|option| option.name == "repetition") {
        (option.set)(&mut rules, 3);
    }
    let mut record = Record::new(G::start(rules));
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
    while record.outcome().is_none() && record.len() < arguments.longest {
        let position = record.position();
        seen.push((position.to_move(), position.features()));
        let limits = Limits { nodes: Some(arguments.nodes), ..Limits::default() };
        let settings = Settings { seed, hash: 8 << 20, ..Settings::default() };
        let Some(report) = think(&record, &limits, &settings, &stop, &mut |_| {}) else { break };
        record.play(report.best());
    }
    let Some(outcome) = record.outcome() else { return Vec::new() };
    let result = |player: Player| f64::from(Outcome::value_for(outcome, player));
    seen.into_iter()
        .map(|(player, features)| Sample {
            features: features.iter().map(|&feature| f64::from(feature)).collect(),
            result: result(player),
        })
        .collect()
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
    if with_game(&game, Tune(arguments)).is_none() {
        eprintln!("tune: unknown game: {game}");
        std::process::exit(2);
    }
}
