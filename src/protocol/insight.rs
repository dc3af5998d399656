//! What a search found, in text: the lines that analysis prints, and the JSON that says the same.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::game::{Outcome, Player};
use crate::notation::Notation;
use crate::search::{Line, Proof, Report};

/// One line of analysis. Values are from the side to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Insight {
    /// The turn.
    #[serde(rename = "move")]
    pub turn: String,
    /// Its place among the turns reported on, from 1; the best is the first.
    pub multipv: usize,
    /// Its value, 400 being odds of ten to one.
    pub score: i32,
    /// Expected result: 0 a loss, 1 a win.
    #[serde(serialize_with = "rounded")]
    pub winrate: f32,
    /// How many turns the search looks ahead.
    pub depth: u32,
    /// Positions looked at, or games simulated.
    pub nodes: u64,
    /// The same a second.
    pub nps: u64,
    /// Milliseconds since the search began.
    pub time: u64,
    /// How full the table or the tree is, in thousandths.
    pub hashfull: u32,
    /// The result with best play, when it has been proven.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_text")]
    pub proven: Option<Proven>,
    /// The turns that are expected, this one first.
    pub pv: Vec<String>,
}

/// A result that is certain with best play, for the side to move; with how many turns, of both sides, it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    /// The side to move wins.
    Win(u32),
    /// It loses.
    Loss(u32),
    /// Nobody wins.
    Draw,
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (result, turns) = match self {
            Proven::Draw => return f.write_str("draw"),
            Proven::Win(turns) => ("win", turns),
            Proven::Loss(turns) => ("loss", turns),
        };
        write!(f, "{result} in {turns} turn{}", if *turns == 1 { "" } else { "s" })
    }
}

impl Proven {
    fn of(proof: Proof, mover: Player) -> Self {
        match proof.outcome {
            Outcome::Draw => Proven::Draw,
            Outcome::Win(winner) if winner == mover => Proven::Win(proof.turns),
            Outcome::Win(_) => Proven::Loss(proof.turns),
        }
    }
}

fn as_text<S: serde::Serializer>(value: &Option<Proven>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&value.map(|proven| proven.to_string()).unwrap_or_default())
}

fn rounded<S: serde::Serializer>(value: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((f64::from(*value) * 10_000.0).round() / 10_000.0)
}

impl fmt::Display for Insight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "info move {} score {} winrate {:.4} depth {} nodes {} nps {} time {} hashfull {}",
            self.turn, self.score, self.winrate, self.depth, self.nodes, self.nps, self.time, self.hashfull
        )?;
        if self.multipv > 1 {
            write!(f, " multipv {}", self.multipv)?;
        }
        if let Some(proven) = &self.proven {
            write!(f, " proven={proven}")?;
        }
        write!(f, " pv {}", self.pv.join(" "))
    }
}

impl Insight {
    /// The same as one JSON object.
    pub fn json(&self) -> String {
        // Strings and numbers: there is nothing in it that could not be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The lines of a report on `position`.
    pub fn of<G: Notation>(position: &G, report: &Report<G>) -> Vec<Insight> {
        let line = |(index, line): (usize, &Line<G>)| {
            let pv = write_turns(position, line);
            Insight {
                turn: pv.first().cloned().unwrap_or_default(),
                multipv: index + 1,
                score: line.score,
                winrate: line.winrate,
                depth: report.depth,
                nodes: report.nodes,
                nps: per_second(report.nodes, report.time),
                time: u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
                hashfull: report.hashfull,
                proven: line.proven.map(|proof| Proven::of(proof, position.to_move())),
                pv,
            }
        };
        report.lines.iter().enumerate().map(line).collect()
    }
}

fn per_second(count: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    u64::try_from(u128::from(count) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// The turns of a line.
pub(super) fn write_turns<G: Notation>(position: &G, line: &Line<G>) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for turn in &line.turns {
        texts.push(position.write_turn(turn));
        turn.iter().for_each(|&mv| position.play_unchecked(mv));
    }
    texts
}

/// Judgements that change less than this are not worth a word.
const WORTH_A_WORD: i32 = 8;

/// What a search expected, and which judgements speak for it: how they differ between the position and the end of the principal variation.
pub(super) fn explain<G: Notation>(position: &G, report: &Report<G>) -> String {
    let mut lines: Vec<String> = Vec::new();
    if let Some(best) = Insight::of(position, report).first() {
        let Insight { turn, score, winrate, depth, nodes, .. } = best;
        lines.push(format!("{turn}: score {score} winrate {winrate:.4} depth {depth} nodes {nodes}"));
        lines.extend(best.proven.iter().map(|proven| format!("proven={proven}")));
        lines.push(format!("expected: {}", best.pv.join(" ")));
    }
    if let Some(line) = report.lines.first().filter(|line| line.proven.is_none()) {
        let changes = changes(position, line);
        let list = |better: bool| {
            let words = changes.iter().filter(|(_, change)| (*change > 0) == better);
            words.take(3).map(|(name, change)| format!("{name} {change:+}")).collect::<Vec<_>>().join(", ")
        };
        let (gains, losses) = (list(true), list(false));
        lines.extend((!gains.is_empty()).then(|| format!("for it: {gains}")));
        lines.extend((!losses.is_empty()).then(|| format!("against it: {losses}")));
    }
    lines.join("\n")
}

/// How much each judgement changes along a line, for the side to move, the greatest changes first.
fn changes<G: Notation>(position: &G, line: &Line<G>) -> Vec<(&'static str, i32)> {
    let mut end = position.clone();
    line.turns.iter().flatten().for_each(|&mv| end.play_unchecked(mv));
    if position.in_turn() || end.in_turn() || end.outcome().is_some() {
        return Vec::new();
    }
    let sign = if end.to_move() == position.to_move() { 1 } else { -1 };
    let (before, after) = (position.features(), end.features());
    let judged = G::JUDGEMENTS.iter().zip(G::WEIGHTS).zip(before.iter().zip(&after));
    let mut changes: Vec<(&str, i32)> = judged
        .map(|((name, weight), (before, after))| (*name, weight * (sign * after - before)))
        .filter(|(_, change)| change.abs() >= WORTH_A_WORD)
        .collect();
    changes.sort_by_key(|(_, change)| -change.abs());
    changes
}
