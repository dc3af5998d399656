//! The running count of a match: everything that its report says, without keeping the games themselves.

use std::collections::{BTreeMap, HashMap};

use super::hash_of;
use super::results::{Ending, GameRecord};
use super::statistics::{Counts, Estimate, estimate};

/// Times that an engine took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    turns: u64,
    sum: f64,
    /// The longest, in milliseconds.
    pub longest: f64,
}

impl Times {
    fn add(&mut self, milliseconds: f64) {
        self.turns += 1;
        self.sum += milliseconds;
        self.longest = self.longest.max(milliseconds);
    }

    /// The mean in milliseconds, 0 without turns.
    pub fn mean(&self) -> f64 {
        self.sum / self.turns.max(1) as f64
    }
}

/// The lengths of games, in turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// All together.
    pub sum: usize,
    /// The shortest game.
    pub shortest: usize,
    /// The longest one.
    pub longest: usize,
}

/// The count.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The two engines, in the order of the match.
    pub names: [String; 2],
    /// Half points of the first engine in the games of each pair, by the pair's number from 0.
    pairs: BTreeMap<u64, [Option<u8>; 2]>,
    /// Games that the first engine has lost, drawn and won.
    pub results: [u64; 3],
    /// Half points of the first seat, whoever sat there.
    pub first_seat: u64,
    /// Turns of games.
    pub lengths: Lengths,
    /// Times of each engine.
    pub times: [Times; 2],
    /// How games ended: the way, and the rule or the engine at fault.
    pub endings: BTreeMap<(Ending, String), u64>,
    /// Exit codes of engines that ended in the middle of a game, by engine.
    pub exit_codes: BTreeMap<(String, i32), u64>,
    /// How often each sequence of turns was played.
    sequences: HashMap<u64, u64>,
    /// Games of which an engine claimed another result.
    pub disputed: u64,
    /// Games that were given twice and counted once.
    pub repeated: u64,
}

impl Tally {
    /// A count of nothing yet.
    pub fn new(names: [String; 2]) -> Self {
        Tally {
            names,
            pairs: BTreeMap::new(),
            results: [0; 3],
            first_seat: 0,
            lengths: Lengths::default(),
            times: [Times::default(); 2],
            endings: BTreeMap::new(),
            exit_codes: BTreeMap::new(),
            sequences: HashMap::new(),
            disputed: 0,
            repeated: 0,
        }
    }

    /// Counts a game; one with a number that has been counted is left out, and `false` said.
    pub fn add(&mut self, record: &GameRecord) -> bool {
        let [first, _] = &self.names;
        let half_points = record.half_points(first);
        let index = record.game.saturating_sub(1);
        let pair = self.pairs.entry(index / 2).or_default();
        let slot = if index.is_multiple_of(2) { &mut pair[0] } else { &mut pair[1] };
        if slot.is_some() {
            self.repeated += 1;
            return false;
        }
        *slot = Some(half_points);
        if let Some(count) = self.results.get_mut(usize::from(half_points)) {
            *count += 1;
        }
        let [first_seat, _] = &record.seats;
        self.first_seat += u64::from(record.half_points(first_seat));
        self.add_turns(record);
        let detail = match (record.ending, &record.fault) {
            (Ending::Rules | Ending::Adjudication, _) | (_, None) => &record.reason,
            (_, Some(engine)) => engine,
        };
        *self.endings.entry((record.ending, detail.clone())).or_default() += 1;
        if let (Some(engine), Some(code)) = (&record.fault, record.exit_code) {
            *self.exit_codes.entry((engine.clone(), code)).or_default() += 1;
        }
        self.disputed += u64::from(!record.disputes.is_empty());
        true
    }

    fn add_turns(&mut self, record: &GameRecord) {
        let turns = record.turns();
        let Lengths { sum, shortest, longest } = self.lengths;
        let shortest = if self.games() == 1 { turns } else { shortest.min(turns) };
        self.lengths = Lengths { sum: sum + turns, shortest, longest: longest.max(turns) };
        let sequence = hash_of(record.opening.iter().chain(&record.moves).map(String::as_str));
        *self.sequences.entry(sequence).or_default() += 1;
        let [name, _] = &self.names;
        let [first, second] = &mut self.times;
        for (seat, times) in record.seats.iter().zip(&record.times_ms) {
            let engine = if seat == name { &mut *first } else { &mut *second };
            times.iter().for_each(|&time| engine.add(time));
        }
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Whether this game has been counted.
    pub fn has(&self, game: u64) -> bool {
        let index = game.saturating_sub(1);
        let pair = self.pairs.get(&(index / 2));
        pair.and_then(|games| games.get((index % 2) as usize).copied().flatten()).is_some()
    }

    /// Points of the first engine.
    pub fn points(&self) -> f64 {
        let [_, draws, wins] = self.results;
        wins as f64 + draws as f64 / 2.0
    }

    /// Complete pairs, by the points that they brought the first engine: 0, ½, 1, 1½, 2.
    pub fn pentanomial(&self) -> [u64; 5] {
        let mut counts = [0; 5];
        for games in self.pairs.values() {
            if let [Some(one), Some(other)] = games
                && let Some(count) = counts.get_mut(usize::from(one + other))
            {
                *count += 1;
            }
        }
        counts
    }

    /// What the results say about the difference: from pairs, or from games while no pair is complete.
    pub fn estimate(&self) -> Option<Estimate> {
        estimate(&Counts::new(self.pentanomial()), 2).or_else(|| estimate(&Counts::new(self.results), 1))
    }

    /// Games that are the same, turn by turn, as one before them.
    pub fn identical(&self) -> u64 {
        self.sequences.values().map(|count| count - 1).sum()
    }
}
