//! Scores as differences in rating, with their errors.
//!
//! Sources: A. Elo, *The Rating of Chessplayers* (1978), with the logistic curve that federations
//! and engine matches use; M. Van den Bergh, *Comments on normalized Elo*
//! (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).

use super::sample::Sample;
use super::tally::Tally;
use std::f64::consts::{FRAC_1_SQRT_2, LN_10};

/// The 97.5 % quantile of the normal distribution: so many standard deviations to either side hold
/// 95 %.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Normalised Elo for a mean of one standard deviation above ½: 800/ln 10, which makes Elo and
/// normalised Elo alike for players that are nearly equal and never draw.
pub const NORMALIZED_SCALE: f64 = 800.0 / LN_10;

/// A value and half the width of its 95 % interval. Either may be infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// Half the width of the interval that holds the true value 95 times in 100.
    pub error: f64,
}

/// The difference in Elo at which this score is to be expected: 400·log₁₀(s/(1 − s)), infinite at
/// 0 and 1. What is outside of 0 to 1 is taken for the nearer end.
#[must_use]
pub fn from_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score.log10() - (1.0 - score).log10())
}

/// The score to be expected at a difference in Elo.
#[must_use]
pub fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The mean score, 0 to 1; ½ if nothing was played.
#[must_use]
pub fn score(tally: &Tally) -> Estimate {
    let sample = Sample::from_tally(tally);
    Estimate { value: sample.mean(), error: Z_95 * sample.standard_error() }
}

/// The difference in Elo.
///
/// The error is half the width of the interval that the ends of the score's interval make in Elo;
/// it is infinite if one of them is no score, so with nothing or nearly nothing but wins. If all
/// trials scored alike, no spread was seen, and the error is 0: take that for a fault of the match
/// rather than for a result.
#[must_use]
pub fn elo(tally: &Tally) -> Estimate {
    let score = score(tally);
    let value = from_score(score.value);
    if value.is_infinite() {
        return Estimate { value, error: f64::INFINITY };
    }
    let (low, high) =
        (from_score(score.value - score.error), from_score(score.value + score.error));
    Estimate { value, error: (high - low) / 2.0 }
}

/// The difference in normalised Elo: (s − ½)/σ · 800/ln 10, where σ is the standard deviation of a
/// game's score, √2 times that of a pair's mean.
///
/// Its error does not depend on σ: 1.96 · 800/(ln 10 · √games). Without any spread, equal players
/// are at 0 and others infinitely far apart.
#[must_use]
pub fn normalized_elo(tally: &Tally) -> Estimate {
    let sample = Sample::from_tally(tally);
    let above = sample.mean() - 0.5;
    let deviation = (sample.games_in_trial * sample.variance()).sqrt();
    let games = sample.games_in_trial * sample.trials;
    let value = NORMALIZED_SCALE * deviations(above, deviation);
    let error = if games > 0.0 { Z_95 * NORMALIZED_SCALE / games.sqrt() } else { f64::INFINITY };
    Estimate { value, error }
}

/// The likelihood of superiority, 0 to 1: how sure it is that the first player is the stronger
/// one, Φ((s − ½)/σₛ) with the standard deviation σₛ of the mean score and a flat prior. Without
/// any spread it is ½ for equal players, else 0 or 1.
#[must_use]
pub fn likelihood_of_superiority(tally: &Tally) -> f64 {
    let sample = Sample::from_tally(tally);
    let deviations = deviations(sample.mean() - 0.5, sample.standard_error());
    // Φ(x) = erfc(−x/√2)/2.
    libm::erfc(-deviations * FRAC_1_SQRT_2) / 2.0
}

/// A distance in standard deviations; without any spread, a distance of 0 is 0 of them, any other
/// infinitely many.
fn deviations(distance: f64, deviation: f64) -> f64 {
    if distance == 0.0 {
        0.0
    } else if deviation == 0.0 {
        f64::INFINITY.copysign(distance)
    } else {
        distance / deviation
    }
}

/// The share of drawn trials, 0 to 1: of the pairs scored 1, or of the drawn games; 0 if nothing
/// was played.
#[must_use]
pub fn draw_ratio(tally: &Tally) -> f64 {
    let sample = Sample::from_tally(tally);
    sample.bins[sample.bins.len() / 2].share
}
