//! The report of a match, in the shape that users of other match runners know.

use std::fmt;

use super::results::Ending;
use super::sprt::Sprt;
use super::tally::{Tally, Times};

/// A report: a count, and what is to be read from it.
pub struct Report<'a> {
    /// The count.
    pub tally: &'a Tally,
    /// The game and its rule options, in a few words.
    pub title: &'a str,
    /// The test, if there is one.
    pub sprt: Option<&'a Sprt>,
}

fn percent(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { 100.0 * part / whole } else { 0.0 }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { names: [first, second], .. } = self.tally;
        writeln!(f, "Results of {first} vs {second} ({}):", self.title)?;
        if self.tally.games() == 0 {
            return writeln!(f, "no games");
        }
        self.strength(f)?;
        self.score(f)?;
        self.course(f)?;
        self.endings(f)?;
        self.oddities(f)
    }
}

impl Report<'_> {
    fn strength(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(estimate) = self.tally.estimate() else { return Ok(()) };
        let pairs = self.tally.pentanomial();
        let [lost, less, level, more, won] = pairs;
        let draws = percent(level as f64, pairs.iter().sum::<u64>() as f64);
        writeln!(f, "Elo: {}, nElo: {}", estimate.elo, estimate.normalised)?;
        write!(f, "LOS: {:.2} %, DrawRatio: {draws:.2} %, PairsRatio: ", 100.0 * estimate.superiority)?;
        match (more + won, lost + less) {
            (better, 0) => writeln!(f, "{better}:0"),
            (better, worse) => writeln!(f, "{:.2}", better as f64 / worse as f64),
        }
    }

    fn score(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (games, points) = (self.tally.games(), self.tally.points());
        let [losses, draws, wins] = self.tally.results;
        let share = percent(points, games as f64);
        writeln!(
            f,
            "Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points:.1} ({share:.2} %)"
        )?;
        let pairs = self.tally.pentanomial();
        let unpaired = games - 2 * pairs.iter().sum::<u64>();
        write!(f, "Ptnml(0-2): {pairs:?}")?;
        if unpaired > 0 {
            write!(f, ", games without their pair: {unpaired}")?;
        }
        writeln!(f)?;
        match self.sprt {
            Some(sprt) => writeln!(f, "LLR: {}", sprt.describe(sprt.llr(pairs))),
            None => Ok(()),
        }
    }

    fn course(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { lengths, names: [first, second], times: [first_times, second_times], .. } = self.tally;
        let games = self.tally.games();
        let mean = lengths.sum as f64 / games as f64;
        writeln!(f, "Turns: mean {mean:.1}, shortest {}, longest {}", lengths.shortest, lengths.longest)?;
        let times = |times: &Times| format!("mean {:.1} ms, longest {:.1} ms", times.mean(), times.longest);
        writeln!(f, "Time a turn: {first} {}; {second} {}", times(first_times), times(second_times))?;
        let seat = percent(self.tally.first_seat as f64, 2.0 * games as f64);
        writeln!(f, "First seat: {seat:.2} % of the points")
    }

    /// The ways in which games ended, with the rules and the engines at fault behind each.
    fn endings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ways: Vec<(Ending, u64, Vec<String>)> = Vec::new();
        for ((ending, detail), count) in &self.tally.endings {
            let detail = format!("{detail} {count}");
            match ways.last_mut() {
                Some((last, sum, details)) if last == ending => {
                    *sum += count;
                    details.push(detail);
                }
                _ => ways.push((*ending, *count, vec![detail])),
            }
        }
        let ways: Vec<String> =
            ways.iter().map(|(ending, count, details)| format!("{ending} {count} ({})", details.join(", "))).collect();
        writeln!(f, "Endings: {}", ways.join(", "))
    }

    fn oddities(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { exit_codes, disputed, repeated, .. } = self.tally;
        if !exit_codes.is_empty() {
            let codes: Vec<String> =
                exit_codes.iter().map(|((engine, code), count)| format!("{engine} {code} ({count})")).collect();
            writeln!(f, "Exit codes of crashes: {}", codes.join(", "))?;
        }
        let identical = self.tally.identical();
        if identical > 0 {
            writeln!(
                f,
                "Identical games: {identical} of {} repeat another one turn by turn; more openings make them differ",
                self.tally.games()
            )?;
        }
        if *disputed > 0 {
            writeln!(f, "Disputed results: {disputed} games of which an engine claims another result")?;
        }
        if *repeated > 0 {
            writeln!(f, "Given more than once: {repeated} games, counted once")?;
        }
        Ok(())
    }
}
