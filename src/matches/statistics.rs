//! What a score proves: Elo, normalised Elo and their errors, from pairs of games.
//!
//! The two games of a pair share their opening, so they are not independent; pairs are. A match is therefore counted in pairs by the points
//! that they brought, 0, ½, 1, 1½ or 2: five classes, the *pentanomial* model. Only while no pair is complete are games counted.

use std::f64::consts::LN_10;
use std::fmt;

/// Half the width of a 95 % interval, in standard errors.
const Z95: f64 = 1.959_963_984_540_054;
/// What a one-sided bound may be wrong by.
const ONE_SIDED: f64 = 0.05;
/// Normalised Elo of a game's expectation that is one standard deviation above ½: the same scale as Elo in a game without draws.
pub const NORMALISED: f64 = 800.0 / LN_10;

/// Results in classes: what an item of each class scores, from 0 to 1, and how many there are.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts<const N: usize> {
    /// The score of each class, equal steps from 0 to 1.
    pub scores: [f64; N],
    /// How many items each class has.
    pub counts: [f64; N],
}

impl<const N: usize> Counts<N> {
    /// Classes in equal steps from 0 to 1.
    pub fn new(counts: [u64; N]) -> Self {
        let last = (N.max(2) - 1) as f64;
        Counts { scores: std::array::from_fn(|index| index as f64 / last), counts: counts.map(|count| count as f64) }
    }

    /// How many items there are.
    pub fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    fn expectation(&self, of: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = self.scores.iter().zip(&self.counts).map(|(&score, count)| count * of(score)).sum();
        sum / self.total()
    }

    /// Mean and variance of the score. There has to be an item.
    pub fn mean_and_variance(&self) -> (f64, f64) {
        let mean = self.expectation(|score| score);
        (mean, self.expectation(|score| (score - mean).powi(2)))
    }
}

/// A strength difference with the 95 % interval around it. A side that the data leave open has no bound; a clean sweep has no value
/// but a bound, then one-sided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The estimate, where it is finite.
    pub value: Option<f64>,
    /// The lower bound.
    pub low: Option<f64>,
    /// The upper bound.
    pub high: Option<f64>,
}

/// A value as it may be printed with two digits: never "-0.00".
pub fn tidy(value: f64) -> f64 {
    if value.abs() < 0.005 { 0.0 } else { value }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value.map(tidy), self.low.map(tidy), self.high.map(tidy)) {
            (Some(value), Some(low), Some(high)) => write!(f, "{value:.2} +/- {:.2}", (high - low) / 2.0),
            (Some(value), Some(low), None) => write!(f, "{value:.2}, above {low:.2}"),
            (Some(value), None, Some(high)) => write!(f, "{value:.2}, below {high:.2}"),
            (Some(value), None, None) => write!(f, "{value:.2}, no bounds yet"),
            (None, Some(low), _) => write!(f, "above {low:.2} (one-sided)"),
            (None, None, Some(high)) => write!(f, "below {high:.2} (one-sided)"),
            (None, None, None) => f.write_str("unknown, no spread"),
        }
    }
}

/// What counts say about the difference of two engines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Elo by the logistic curve.
    pub elo: Difference,
    /// Normalised Elo: what the mean is worth in standard deviations of a game.
    pub normalised: Difference,
    /// Likelihood of superiority: the probability, given the results, that the first engine is the better one; 0 to 1.
    pub superiority: f64,
}

/// Elo of an expected score, if that is finite.
fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// The normal distribution function.
fn normal(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// The estimate from items of `games` games each; `None` without items.
pub fn estimate<const N: usize>(counts: &Counts<N>, games: u32) -> Option<Estimate> {
    let total = counts.total();
    if total <= 0.0 {
        return None;
    }
    let (mean, variance) = counts.mean_and_variance();
    if variance <= 0.0 {
        return Some(without_spread(mean, total, games));
    }
    let error = (variance / total).sqrt();
    let per_game = (variance * f64::from(games)).sqrt();
    let normalised = |score: f64| (score - 0.5) / per_game * NORMALISED;
    let (low, high) = (mean - Z95 * error, mean + Z95 * error);
    Some(Estimate {
        elo: Difference { value: elo(mean), low: elo(low), high: elo(high) },
        normalised: Difference {
            value: Some(normalised(mean)),
            low: Some(normalised(low)),
            high: Some(normalised(high)),
        },
        superiority: normal((mean - 0.5) / error),
    })
}

/// All items alike: the variance says nothing, but how many there are does. With 95 % confidence at most a share `1 - 0.05^(1/n)` of all
/// items would come out differently; the bounds put those at the worst and at the best score.
fn without_spread(mean: f64, total: f64, games: u32) -> Estimate {
    let sure = ONE_SIDED.powf(1.0 / total);
    let lead = (2.0 * mean - 1.0) * total * f64::from(games);
    // The sign test with as many decided games as the lead has.
    let superiority = if lead == 0.0 { 0.5 } else { normal(lead / lead.abs().sqrt()) };
    Estimate {
        elo: Difference { value: elo(mean), low: elo(mean * sure), high: elo(1.0 - (1.0 - mean) * sure) },
        normalised: Difference { value: None, low: None, high: None },
        superiority,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Option<f64>, expected: f64, within: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < within), "{found:?}, expected {expected}");
    }

    fn half_width(difference: Difference) -> Option<f64> {
        Some((difference.high? - difference.low?) / 2.0)
    }

    /// Values computed apart from this code, with the formulas of the normal interval.
    #[test]
    fn pairs_give_elo_and_normalised_elo() {
        let found = estimate(&Counts::new([379, 10_170, 21_828, 10_640, 343]), 2).unwrap();
        close(found.elo.value, 1.594_561, 1e-6);
        close(half_width(found.elo), 1.208_750, 1e-6);
        close(found.normalised.value, 3.050_530, 1e-6);
        close(half_width(found.normalised), 2.312_399, 1e-6);
        close(Some(found.superiority), 0.995_139, 1e-6);

        let found = estimate(&Counts::new([10, 60, 100, 80, 20]), 2).unwrap();
        close(found.elo.value, 25.783_196, 1e-6);
        close(half_width(found.elo), 20.234_714, 1e-5);
        close(found.normalised.value, 37.519_517, 1e-6);
        close(half_width(found.normalised), 29.303_906, 1e-5);
        close(Some(found.superiority), 0.993_954, 1e-6);
    }

    /// Published by another match runner for the same counts: losses, draws and wins; and pairs.
    #[test]
    fn known_results_of_another_runner() {
        let found = estimate(&Counts::new([96, 111, 136]), 1).unwrap();
        close(found.normalised.value, 49.77, 0.01);
        close(half_width(found.normalised), 36.77, 0.01);
        close(found.elo.value, 40.70, 0.01);
        close(half_width(found.elo), 30.43, 0.01);
        close(Some(found.superiority), 0.9960, 1e-4);

        let found = estimate(&Counts::new([34, 54, 63, 64, 75]), 2).unwrap();
        close(found.normalised.value, 57.94, 0.01);
        close(half_width(found.normalised), 28.28, 0.01);
        close(found.elo.value, 55.58, 0.01);
        close(half_width(found.elo), 27.65, 0.01);
    }

    #[test]
    fn a_clean_sweep_has_a_one_sided_bound() {
        let found = estimate(&Counts::new([0, 0, 0, 0, 10]), 2).unwrap();
        assert_eq!((found.elo.value, found.elo.high), (None, None));
        // 0.05^(1/10) = 0.741134; 400 log10(0.741134 / 0.258866) = 182.73.
        close(found.elo.low, 182.73, 0.01);
        assert_eq!(found.elo.to_string(), "above 182.73 (one-sided)");
        assert!(found.superiority > 0.999 && found.superiority < 1.0);

        let lost = estimate(&Counts::new([10, 0, 0, 0, 0]), 2).unwrap();
        assert_eq!(lost.elo.to_string(), "below -182.73 (one-sided)");
        close(Some(lost.superiority), 1.0 - found.superiority, 1e-9);
    }

    #[test]
    fn nothing_is_ever_infinite_or_no_number() {
        let classes = [0, 1, 2, 50];
        let all = |index: usize| classes[index % 4];
        for n in 0..4usize.pow(5) {
            let counts = [all(n), all(n / 4), all(n / 16), all(n / 64), all(n / 256)];
            let Some(found) = estimate(&Counts::new(counts), 2) else {
                assert_eq!(counts, [0; 5]);
                continue;
            };
            let values = [found.elo, found.normalised].map(|d| [d.value, d.low, d.high]).concat();
            assert!(
                values.into_iter().flatten().chain([found.superiority]).all(f64::is_finite),
                "{counts:?}: {found:?}"
            );
            assert!((0.0..=1.0).contains(&found.superiority));
            let text = format!("{} {}", found.elo, found.normalised);
            assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
        }
    }

    #[test]
    fn equal_pairs_leave_room_for_others() {
        let found = estimate(&Counts::new([0, 0, 8, 0, 0]), 2).unwrap();
        close(found.elo.value, 0.0, 1e-9);
        assert!(half_width(found.elo).unwrap() > 50.0, "{}", found.elo);
        assert_eq!((found.superiority, found.normalised.to_string().as_str()), (0.5, "unknown, no spread"));
    }
}
