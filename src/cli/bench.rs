//! `coureur bench`.

use std::io::{self, Write};

use crate::bench::{GameBench, Rate, run};

/// Runs the benchmark and prints its table and the node signature.
pub(super) fn bench(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<18}{:>9}{:>11}{:>13}{:>10}{:>16}{:>7}{:>13}  signature",
        "game", "nodes", "nodes/s", "playouts/s", "moves", "perft", "depth", "perft/s"
    )?;
    let mut failed = None;
    let signature = run(|game| {
        let written = writeln!(out, "{}", row(game)).and_then(|()| out.flush());
        failed = failed.take().or(written.err());
    });
    match failed {
        Some(error) => Err(error),
        None => writeln!(out, "node signature {signature:016x}"),
    }
}

fn row(game: &GameBench) -> String {
    let rate = |rate: &Rate| match rate.per_second() {
        fast if fast >= 1e9 => format!("{:.2} G", fast / 1e9),
        fast if fast >= 1e6 => format!("{:.1} M", fast / 1e6),
        slow => format!("{:.1} k", slow / 1e3),
    };
    format!(
        "{:<18}{:>9}{:>11}{:>13}{:>10}{:>16}{:>7}{:>13}  {:016x}",
        game.game.id,
        game.search.count,
        rate(&game.search),
        rate(&game.playouts),
        game.moves / game.playouts.count.max(1),
        game.perft.count,
        game.perft_depth,
        rate(&game.perft),
        game.signature
    )
}
