//! Elo and related estimates with their errors.
//!
//! Sources: A. Elo, *The Rating of Chessplayers* (1978), with the logistic curve that federations
//! and engine matches use; M. Van den Bergh, *Comments on normalized Elo*
//! (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).

use super::sample::ScoreDistribution;
use super::tally::Tally;
use serde::Serialize;
use std::f64::consts::{FRAC_1_SQRT_2, LN_10};

/// The 97.5 % quantile of the normal distribution: 95 % of the values lie within this many standard
/// deviations of the mean.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// The normalized Elo of a mean one standard deviation above ½: 800/ln 10. With this scale Elo and
/// normalized Elo agree for nearly equal players that never draw.
pub const NORMALIZED_SCALE: f64 = 800.0 / LN_10;

/// A value and half the width of its 95 % interval. Either may be infinite.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The maximum likelihood value.
    pub value: f64,
    /// Half the width of the interval that contains the true value with 95 % probability.
    pub error: f64,
}

/// Returns the Elo difference with this expected score: 400·log₁₀(s/(1 − s)), infinite at 0 and 1.
/// Scores outside of 0 to 1 are clamped.
#[must_use]
pub fn from_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score.log10() - (1.0 - score).log10())
}

/// Returns the expected score at an Elo difference.
#[must_use]
pub fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the mean score, 0 to 1; ½ without games. The error is infinite with a single trial.
#[must_use]
pub fn score(tally: &Tally) -> Estimate {
    let sample = ScoreDistribution::from_tally(tally);
    let is_known = sample.trials >= 2.0;
    let error = if is_known { Z_95 * sample.standard_error() } else { f64::INFINITY };
    Estimate { value: sample.mean(), error }
}

/// Returns the Elo difference.
///
/// The error is half the width of the score interval converted to Elo. It is infinite if an end of
/// that interval is not a valid score, as with almost only wins, and with a single trial. If all of
/// several trials have the same score, the spread is zero and so is the error, which indicates a
/// defect of the match rather than a precise result.
#[must_use]
pub fn elo(tally: &Tally) -> Estimate {
    let score = score(tally);
    let value = from_score(score.value);
    if value.is_infinite() || score.error.is_infinite() {
        return Estimate { value, error: f64::INFINITY };
    }
    let (low, high) =
        (from_score(score.value - score.error), from_score(score.value + score.error));
    Estimate { value, error: (high - low) / 2.0 }
}

/// Returns the normalized Elo difference: (s − ½)/σ · 800/ln 10, where σ is the standard deviation
/// of a game's score, √2 times that of a pair's mean.
///
/// The error does not depend on σ: 1.96 · 800/(ln 10 · √games), infinite with a single trial.
/// Without spread the value is 0 for a score of ½ and infinite otherwise.
#[must_use]
pub fn normalized_elo(tally: &Tally) -> Estimate {
    let sample = ScoreDistribution::from_tally(tally);
    let above_half = sample.mean() - 0.5;
    let deviation = (sample.games_in_trial * sample.variance()).sqrt();
    let games = sample.games_in_trial * sample.trials;
    let value = NORMALIZED_SCALE * deviations(above_half, deviation);
    let error =
        if sample.trials > 1.0 { Z_95 * NORMALIZED_SCALE / games.sqrt() } else { f64::INFINITY };
    Estimate { value, error }
}

/// Returns the likelihood of superiority (LOS), 0 to 1: the probability that the first player is
/// stronger, Φ((s − ½)/σₛ) with the standard deviation σₛ of the mean score and a flat prior.
/// Without spread it is ½ for a score of ½, else 0 or 1.
#[must_use]
pub fn likelihood_of_superiority(tally: &Tally) -> f64 {
    let sample = ScoreDistribution::from_tally(tally);
    let deviations = deviations(sample.mean() - 0.5, sample.standard_error());
    // Φ(x) = erfc(−x/√2)/2.
    libm::erfc(-deviations * FRAC_1_SQRT_2) / 2.0
}

/// Converts a distance to standard deviations. If the deviation is 0, a distance of 0 gives 0 and
/// any other distance gives infinity.
fn deviations(distance: f64, deviation: f64) -> f64 {
    if distance == 0.0 {
        0.0
    } else if deviation == 0.0 {
        f64::INFINITY.copysign(distance)
    } else {
        distance / deviation
    }
}

/// Returns the share of drawn trials, 0 to 1: pairs with a score of 1, or drawn games; 0 without
/// games.
#[must_use]
pub fn draw_ratio(tally: &Tally) -> f64 {
    let sample = ScoreDistribution::from_tally(tally);
    sample.bins[sample.bins.len() / 2].share
}
