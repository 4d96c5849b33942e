//! Simulated matches: verdicts are wrong as seldom as a test promises.

use super::sprt::new_sprt;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use triskelion::tournament::statistics::elo::{NORMALIZED_SCALE, to_score};
use triskelion::tournament::statistics::{EloModel, PlayerResult, Tally, Verdict};

/// Simulated matches for each hypothesis.
const MATCHES: u64 = 10_000;

/// Shares of pairs scored 0, ½, 1, 1½ and 2 between equal players.
const EQUAL: [f64; 5] = [0.05, 0.2, 0.5, 0.2, 0.05];

/// The variance of their score: 2·0.05·0.25 + 2·0.2·0.0625.
const VARIANCE: f64 = 0.05;

/// Shares of pairs by score, with a mean so far above ½. What is taken from one side is given to
/// the other, which leaves the mean square around ½ as it was.
fn shares(above: f64) -> [f64; 5] {
    // The mean moves by 0.5·moved between the ends and 0.25·moved between the inner ones, twice.
    let shape = [-1.0, -2.0, 0.0, 2.0, 1.0];
    std::array::from_fn(|index| EQUAL[index] + above / 2.0 * shape[index])
}

/// How far above ½ the mean is at a difference on the model's scale.
fn mean_above_half(model: EloModel, elo: f64) -> f64 {
    match model {
        EloModel::Logistic => to_score(elo) - 0.5,
        EloModel::Normalized => {
            // m = t·σ with σ² = VARIANCE − m², and t by pair is √2 times that by game.
            let t = 2_f64.sqrt() * elo / NORMALIZED_SCALE;
            t * (VARIANCE / (1.0 + t * t)).sqrt()
        }
    }
}

/// A pair with the wanted score.
fn pair_results(half_points: usize) -> (PlayerResult, PlayerResult) {
    match half_points {
        0 => (PlayerResult::Loss, PlayerResult::Loss),
        1 => (PlayerResult::Draw, PlayerResult::Loss),
        2 => (PlayerResult::Win, PlayerResult::Loss),
        3 => (PlayerResult::Win, PlayerResult::Draw),
        _ => (PlayerResult::Win, PlayerResult::Win),
    }
}

/// The share of wrong verdicts in tests of `hypotheses` when the difference is one of them.
fn error_rate(model: EloModel, hypotheses: (f64, f64), rates: (f64, f64), truth: Verdict) -> f64 {
    let sprt = new_sprt(model, hypotheses.0, hypotheses.1, rates.0, rates.1);
    let elo = if truth == Verdict::H0 { hypotheses.0 } else { hypotheses.1 };
    let shares = shares(mean_above_half(model, elo));
    assert!(shares.iter().all(|&share| share > 0.0));
    let verdict = |seed| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut tally = Tally::default();
        loop {
            let mut left: f64 = random.random();
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

/// Fails if more verdicts are wrong than promised and chance explains (three standard deviations),
/// or so few that the test must be far longer than it has to be.
fn check_error_rates(model: EloModel, hypotheses: (f64, f64), (alpha, beta): (f64, f64)) {
    for (truth, promised) in [(Verdict::H0, alpha), (Verdict::H1, beta)] {
        let found = error_rate(model, hypotheses, (alpha, beta), truth);
        println!("{model:?} {hypotheses:?}, {truth:?} true: {found} wrong, {promised} promised");
        let deviation = (promised * (1.0 - promised) / MATCHES as f64).sqrt();
        assert!(found <= promised + 3.0 * deviation, "{model:?}, {truth:?} true: {found} wrong");
        assert!(found >= promised / 2.0, "{model:?}, {truth:?} true: only {found} wrong");
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
