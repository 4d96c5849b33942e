//! The error rates of the SPRT in simulated matches.

use super::sprt::new_sprt;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use triskelion::tournament::statistics::elo::{NORMALIZED_SCALE, to_score};
use triskelion::tournament::statistics::{EloModel, PlayerResult, Tally, Verdict};

/// The number of simulated matches per hypothesis.
const MATCHES: u64 = 10_000;

/// The shares of pairs with 0, ½, 1, 1½ and 2 points between equal players.
const EQUAL: [f64; 5] = [0.05, 0.2, 0.5, 0.2, 0.05];

/// The variance of the pair score: 2·0.05·0.25 + 2·0.2·0.0625.
const VARIANCE: f64 = 0.05;

/// Returns the shares of pairs by score with a mean of ½ + `above`. The shares move symmetrically,
/// so the mean square around ½ does not change.
fn shares(above: f64) -> [f64; 5] {
    // The mean moves by the sum of weight·(score − ½), which is 2 for these weights.
    let weights = [-1.0, -2.0, 0.0, 2.0, 1.0];
    std::array::from_fn(|index| EQUAL[index] + above / 2.0 * weights[index])
}

/// Returns the mean above ½ at a difference on the scale of the model.
fn mean_above_half(model: EloModel, elo: f64) -> f64 {
    match model {
        EloModel::Logistic => to_score(elo) - 0.5,
        EloModel::Normalized => {
            // m = t·σ with σ² = VARIANCE − m², and t per pair is √2 times t per game.
            let t = 2_f64.sqrt() * elo / NORMALIZED_SCALE;
            t * (VARIANCE / (1.0 + t * t)).sqrt()
        }
    }
}

/// Returns a pair with this number of half points.
fn pair_results(half_points: usize) -> (PlayerResult, PlayerResult) {
    match half_points {
        0 => (PlayerResult::Loss, PlayerResult::Loss),
        1 => (PlayerResult::Draw, PlayerResult::Loss),
        2 => (PlayerResult::Win, PlayerResult::Loss),
        3 => (PlayerResult::Win, PlayerResult::Draw),
        _ => (PlayerResult::Win, PlayerResult::Win),
    }
}

/// Returns the share of wrong verdicts if the hypothesis `truth` is true.
fn error_rate(model: EloModel, hypotheses: (f64, f64), rates: (f64, f64), truth: Verdict) -> f64 {
    let sprt = new_sprt(model, hypotheses.0, hypotheses.1, rates.0, rates.1);
    let elo = if truth == Verdict::H0 { hypotheses.0 } else { hypotheses.1 };
    let shares = shares(mean_above_half(model, elo));
    assert!(shares.iter().all(|&share| share > 0.0));
    let verdict = |seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut tally = Tally::default();
        loop {
            let mut left: f64 = rng.random();
            let drawn = shares.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            let games = pair_results(drawn.unwrap_or(4));
            tally.count_game(games.0);
            tally.count_game(games.1);
            tally.count_pair(games);
            match sprt.verdict(sprt.log_likelihood_ratio(&tally)) {
                Verdict::Continue => {}
                verdict => break verdict,
            }
        }
    };
    let wrong = (0..MATCHES).into_par_iter().filter(|&seed| verdict(seed) != truth).count();
    wrong as f64 / MATCHES as f64
}

/// Panics if the error rate exceeds the nominal rate by more than three standard deviations, or is
/// less than half of it, which means that the test is longer than necessary.
fn check_error_rates(model: EloModel, hypotheses: (f64, f64), (alpha, beta): (f64, f64)) {
    for (truth, nominal) in [(Verdict::H0, alpha), (Verdict::H1, beta)] {
        let found = error_rate(model, hypotheses, (alpha, beta), truth);
        println!("{model:?} {hypotheses:?}, {truth:?} true: {found} wrong, {nominal} nominal");
        let deviation = (nominal * (1.0 - nominal) / MATCHES as f64).sqrt();
        assert!(found <= nominal + 3.0 * deviation, "{model:?}, {truth:?} true: {found} wrong");
        assert!(found >= nominal / 2.0, "{model:?}, {truth:?} true: only {found} wrong");
    }
}

#[test]
fn logistic_sprt_keeps_error_rates() {
    check_error_rates(EloModel::Logistic, (0.0, 30.0), (0.05, 0.05));
}

#[test]
fn normalized_sprt_keeps_error_rates() {
    check_error_rates(EloModel::Normalized, (-25.0, 25.0), (0.05, 0.1));
}
