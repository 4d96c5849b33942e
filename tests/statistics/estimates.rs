//! Elo, its error, normalized Elo and the likelihood of superiority.

use super::{assert_near, tallies_without_spread, tally_from_pairs};
use triskelion::tournament::statistics::elo::{
    draw_ratio, elo, from_score, likelihood_of_superiority, normalized_elo, score, to_score,
};
use triskelion::tournament::statistics::{Estimate, Tally};

#[test]
fn score_and_elo_are_inverse() {
    // 400·log₁₀ 3 = 190.85; a score of 1/11 is 10 to 1: −400.
    assert_near(from_score(0.75), 190.848_5, 1e-4);
    assert_near(from_score(1.0 / 11.0), -400.0, 1e-9);
    for elo in [-700.0, -35.0, 0.0, 0.1, 190.0] {
        assert_near(from_score(to_score(elo)), elo, 1e-9);
    }
}

#[test]
fn game_estimates_match_hand_computation() {
    // 40 wins, 40 draws, 20 losses: score 0.6; variance 0.4·0.4² + 0.4·0.1² + 0.2·0.6² = 0.14, of
    // the mean 0.0014, its root 0.037417. So 0.6 ± 0.073335: from 0.526665 (18.55 Elo) to 0.673335
    // (125.65 Elo), around 400·log₁₀ 1.5 = 70.44. Normalized: 0.1/√0.14 · 347.436 = 92.86, with
    // 1.96·347.436/10 = 68.10. Superiority: Φ(0.1/0.037417) = Φ(2.6726) = 0.99624.
    let tally = Tally::from_games(40, 40, 20);
    assert_near(score(&tally).value, 0.6, 1e-12);
    assert_near(score(&tally).error, 0.073_335, 1e-6);
    assert_near(elo(&tally).value, 70.44, 0.005);
    assert_near(elo(&tally).error, (125.65 - 18.55) / 2.0, 0.01);
    assert_near(normalized_elo(&tally).value, 92.86, 0.005);
    assert_near(normalized_elo(&tally).error, 68.10, 0.005);
    assert_near(likelihood_of_superiority(&tally), 0.996_24, 1e-5);
    assert_near(draw_ratio(&tally), 0.4, 1e-12);
}

#[test]
fn pair_estimates_match_hand_computation() {
    // Pairs 1, 2, 4, 2, 1: score ½; variance of a pair's score (2·0.25 + 4·0.0625)/10 = 0.075, of
    // the mean 0.0075, its root 0.086603; 1.96 of them are 0.169738, and 400·log₁₀(0.669738 /
    // 0.330262) = 122.82. Twenty games: 1.96·347.436/√20 = 152.27.
    let tally = tally_from_pairs([1, 2, 4, 2, 1]);
    assert_near(score(&tally).error, 0.169_738, 1e-6);
    assert_eq!(elo(&tally).value, 0.0);
    assert_near(elo(&tally).error, 122.82, 0.01);
    assert_near(normalized_elo(&tally).error, 152.27, 0.01);
    assert_near(likelihood_of_superiority(&tally), 0.5, 1e-12);
    assert_near(draw_ratio(&tally), 0.4, 1e-12);
}

#[test]
fn estimates_match_fastchess() {
    // The expected values of the tests of fastchess 1.8 for the same counts
    // (app/tests/elo_test.cpp).
    let expected = [
        (Tally::from_games(136, 111, 96), (40.70, 30.43), (49.77, 36.77), 0.9960),
        (tally_from_pairs([34, 54, 63, 64, 75]), (55.58, 27.65), (57.94, 28.28), 1.0),
        (tally_from_pairs([332, 433, 498, 333, 334]), (-8.64, 10.33), (-9.17, 10.96), 0.0505),
        (tally_from_pairs([7895, 8757, 5685, 568, 9999]), (-21.04, 2.95), (-19.01, 2.65), 0.0),
    ];
    for (tally, (value, error), (normalized, normalized_error), los) in expected {
        assert_near(elo(&tally).value, value, 0.01);
        assert_near(elo(&tally).error, error, 0.01);
        assert_near(normalized_elo(&tally).value, normalized, 0.01);
        assert_near(normalized_elo(&tally).error, normalized_error, 0.01);
        assert_near(likelihood_of_superiority(&tally), los, 1e-4);
    }
}

#[test]
fn independent_pairs_match_their_games() {
    // ¼ wins, ¼ losses and ½ draws in independent pairs give pairs in the ratio 1 : 4 : 6 : 4 : 1.
    let by_pairs = tally_from_pairs([100, 400, 600, 400, 100]);
    let by_games = Tally::from_games(800, 1600, 800);
    assert_near(elo(&by_pairs).error, elo(&by_games).error, 1e-9);
    assert_near(normalized_elo(&by_pairs).error, normalized_elo(&by_games).error, 1e-9);
}

#[test]
fn reversed_tally_negates_estimates() {
    for tally in [tally_from_pairs([3, 40, 51, 80, 2]), Tally::from_games(17, 5, 44)] {
        let other = tally.reversed();
        for estimate in [elo, normalized_elo] {
            assert_near(estimate(&tally).value, -estimate(&other).value, 1e-9);
            assert_near(estimate(&tally).error, estimate(&other).error, 1e-9);
        }
        assert_near(
            likelihood_of_superiority(&tally) + likelihood_of_superiority(&other),
            1.0,
            1e-12,
        );
        assert_near(draw_ratio(&tally), draw_ratio(&other), 1e-12);
    }
}

#[test]
fn estimates_without_spread_are_not_nan() {
    for tally in tallies_without_spread() {
        for Estimate { value, error } in [score(&tally), elo(&tally), normalized_elo(&tally)] {
            assert!(!value.is_nan() && error >= 0.0, "{tally:?}: {value} ± {error}");
        }
        let sign = score(&tally).value - 0.5;
        let certain = if sign == 0.0 { 0.5 } else { f64::from(sign > 0.0) };
        assert_eq!(likelihood_of_superiority(&tally), certain, "{tally:?}");
        assert!(draw_ratio(&tally) <= 1.0);
    }
    assert_eq!(elo(&tally_from_pairs([0, 0, 0, 0, 3])).value, f64::INFINITY);
    assert_eq!(elo(&tally_from_pairs([3, 0, 0, 0, 0])).value, f64::NEG_INFINITY);
    assert_eq!(elo(&Tally::default()), Estimate { value: 0.0, error: f64::INFINITY });
}

#[test]
fn one_trial_says_nothing_about_the_error() {
    for tally in [Tally::from_games(1, 0, 0), Tally::from_games(0, 1, 0)] {
        assert!(score(&tally).error.is_infinite() && elo(&tally).error.is_infinite(), "{tally:?}");
    }
    assert!(score(&Tally::from_games(1, 1, 0)).error.is_finite());
}
