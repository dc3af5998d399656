//! Lines that go out.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use crate::protocol::insight::{Insight, Proven};

/// The only writer to standard output, shared by the worker and the reader, which answers `isready` while the worker thinks.
pub(super) struct Out<W: Write>(Mutex<W>);

impl<W: Write> Out<W> {
    pub(super) fn new(out: W) -> Self {
        Out(Mutex::new(out))
    }

    /// Writes one whole line, and flushes it.
    pub(super) fn line(&self, text: &str) -> io::Result<()> {
        let printable: String = text.chars().filter(|c| !c.is_control()).collect();
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(format!("{}\n", printable.trim_end()).as_bytes())?;
        out.flush()
    }
}

/// The line that tells what the search has found. Mates are counted in turns of both sides.
pub(super) fn info(insight: &Insight, ranked: bool) -> String {
    let Insight { depth, score, nodes, nps, time, hashfull, multipv, .. } = insight;
    let rank = if ranked { format!(" multipv {multipv}") } else { String::new() };
    let score = match insight.proven {
        Some(Proven::Win(turns)) => format!("mate {turns}"),
        Some(Proven::Loss(turns)) => format!("mate -{turns}"),
        Some(Proven::Draw) => "cp 0".to_owned(),
        None => format!("cp {score}"),
    };
    let pv = insight.pv.join(" ");
    format!("info depth {depth}{rank} score {score} nodes {nodes} nps {nps} time {time} hashfull {hashfull} pv {pv}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insight(proven: Option<Proven>) -> Insight {
        Insight {
            turn: "c3".to_owned(),
            multipv: 2,
            score: -31,
            winrate: 0.4,
            depth: 3,
            nodes: 10,
            nps: 1000,
            time: 10,
            hashfull: 1,
            proven,
            pv: vec!["c3".to_owned(), "c4".to_owned()],
        }
    }

    #[test]
    fn certain_results_are_mates() {
        let line = |score: &str| format!("info depth 3 score {score} nodes 10 nps 1000 time 10 hashfull 1 pv c3 c4");
        for (proven, score) in [
            (None, "cp -31"),
            (Some(Proven::Draw), "cp 0"),
            (Some(Proven::Win(5)), "mate 5"),
            (Some(Proven::Loss(4)), "mate -4"),
        ] {
            assert_eq!(info(&insight(proven), false), line(score));
        }
        assert!(info(&insight(None), true).starts_with("info depth 3 multipv 2 score cp -31 "));
    }

    #[test]
    fn a_line_is_one_line() {
        let mut written = Vec::new();
        Out::new(&mut written).line("info string a\nb\r \u{7}").unwrap();
        assert_eq!(written, b"info string ab\n");
    }
}
