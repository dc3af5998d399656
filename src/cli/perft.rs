//! `coureur perft`.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;

use super::Error;
use super::bar::bar;
use crate::game::{Game, Turn, for_each_turn};
use crate::games::{GAMES, GameVisitor, with_game};
use crate::notation::Notation;
use crate::perft::perft;

/// Count sequences of whole turns, depth by depth
#[derive(Args, Debug)]
pub(super) struct PerftArguments {
    /// Id of the game
    game: String,
    /// Number of turns
    #[arg(value_parser = clap::value_parser!(u32).range(0..=99))]
    depth: u32,
    /// Print the count behind each first turn
    #[arg(long)]
    divide: bool,
    /// A rule option of the game; may be repeated
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,
    /// A position string, one argument or several; the start when left out
    #[arg(value_name = "POSITION", trailing_var_arg = true)]
    position: Vec<String>,
}

/// Counts and prints.
pub(super) fn run(arguments: &PerftArguments, out: &mut impl Write) -> Result<(), Error> {
    struct Run<'a, W>(&'a PerftArguments, &'a mut W);
    impl<W: Write> GameVisitor for Run<'_, W> {
        type Output = Result<(), Error>;

        fn visit<G: Notation>(self) -> Self::Output {
            count::<G>(self.0, self.1)
        }
    }
    with_game(&arguments.game, Run(arguments, out)).unwrap_or_else(|| {
        let ids: Vec<&str> = GAMES.iter().map(|game| game.id).collect();
        Err(Error::Usage(format!("unknown game: '{}': expected one of {}", arguments.game, ids.join(", "))))
    })
}

fn count<G: Notation>(arguments: &PerftArguments, out: &mut impl Write) -> Result<(), Error> {
    let pairs = super::rule_pairs(&arguments.rules)?;
    let rules = crate::protocol::session::read_rules::<G>(&pairs).map_err(|error| Error::Usage(error.to_string()))?;
    let position = match arguments.position.join(" ").as_str() {
        "" => G::start(rules),
        text => G::parse_position(text, rules).map_err(|error| Error::Usage(format!("invalid position: {error}")))?,
    };
    let depths = if arguments.divide { arguments.depth..=arguments.depth } else { 0..=arguments.depth };
    for depth in depths {
        let begun = Instant::now();
        let total = count_with_progress(&position, depth, |turn, count| {
            if arguments.divide { writeln!(out, "{} {count}", position.write_turn(turn)) } else { Ok(()) }
        })?;
        let time = begun.elapsed();
        let speed = total as f64 / time.max(Duration::from_nanos(1)).as_secs_f64() / 1e6;
        writeln!(out, "depth {depth} turns {total} time {:.3} s speed {speed:.1} M/s", time.as_secs_f64())?;
    }
    Ok(())
}

/// Counts first turn by first turn, with a bar on standard error when that is a terminal.
fn count_with_progress<G: Game>(
    position: &G,
    depth: u32,
    mut each: impl FnMut(&Turn<G>, u64) -> io::Result<()>,
) -> io::Result<u64> {
    let never = AtomicBool::new(false);
    if depth == 0 {
        return Ok(1);
    }
    // Where there are so few it is over before it could be drawn.
    let bar = (depth > 1).then(|| bar(position.count_turns(u64::MAX), 0, format!("depth {depth}"))).flatten();
    let bar = bar.unwrap_or_else(ProgressBar::hidden);
    let mut total = 0u64;
    let flow = for_each_turn(position, &mut |turn, next| {
        let count = perft(next, depth - 1, &never).unwrap_or_default();
        total = total.saturating_add(count);
        bar.inc(1);
        match bar.suspend(|| each(&Turn::<G>::from_slice(turn), count)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    });
    bar.finish_and_clear();
    match flow {
        ControlFlow::Continue(()) => Ok(total),
        ControlFlow::Break(error) => Err(error),
    }
}
