//! The log-likelihood ratio and the bounds.

use super::{assert_near, tallies_without_spread, tally_from_pairs};
use triskelion::tournament::statistics::sprt::{SprtError, SprtParameters};
use triskelion::tournament::statistics::{EloModel, Sprt, Tally, Verdict};

pub(super) fn new_sprt(model: EloModel, elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Sprt {
    Sprt::try_from(SprtParameters { model, elo0, elo1, alpha, beta }).expect("valid parameters")
}

fn llr(model: EloModel, (elo0, elo1): (f64, f64), tally: Tally) -> f64 {
    new_sprt(model, elo0, elo1, 0.05, 0.05).log_likelihood_ratio(&tally)
}

#[test]
fn bounds_match_wald() {
    // ln 19 = 2.9444; ln(0.1/0.95) = −2.2513 and ln(0.9/0.05) = 2.8904.
    let (lower, upper) = new_sprt(EloModel::Logistic, 0.0, 5.0, 0.05, 0.05).bounds();
    assert_near(lower, -2.9444, 1e-4);
    assert_near(upper, 2.9444, 1e-4);
    let sprt = new_sprt(EloModel::Logistic, 0.0, 5.0, 0.05, 0.1);
    assert_near(sprt.bounds().0, -2.2513, 1e-4);
    assert_near(sprt.bounds().1, 2.8904, 1e-4);
    assert_eq!(sprt.verdict(2.9), Verdict::H1);
    assert_eq!(sprt.verdict(2.8), Verdict::Continue);
    assert_eq!(sprt.verdict(-2.3), Verdict::H0);
}

#[test]
fn llr_without_draws_is_binomial() {
    // 60 wins, 40 losses; the expected scores are 0.5 and, at 100 Elo, 0.640065:
    // 60·ln(0.640065/0.5) + 40·ln(0.359935/0.5) = 14.8177 − 13.1474 = 1.670.
    let found = llr(EloModel::Logistic, (0.0, 100.0), Tally::from_games(60, 0, 40));
    assert_near(found, 1.670, 0.005);
}

#[test]
fn llr_matches_normal_approximation() {
    // N·(s₁ − s₀)(2s − s₀ − s₁)/(2σ²), from M. Van den Bergh's note on the GSPRT's approximation:
    // pairs 100, 400, 950, 450, 100 have s = 0.50625 and σ² = 0.0515625 − 0.00625² = 0.0515234; s₁
    // at 5 Elo is 0.507195, s₀ is 0.5: 2000·0.007195·0.005305/0.103047 = 0.741.
    let found = llr(EloModel::Logistic, (0.0, 5.0), tally_from_pairs([100, 400, 950, 450, 100]));
    assert_near(found, 0.741, 0.005);
}

#[test]
fn llr_matches_fastchess() {
    // The expected values of the tests of fastchess 1.8 for the same counts
    // (app/tests/sprt_test.cpp), to two decimal places, or to 0.1 % where it iterates less.
    let games = Tally::from_games;
    let expected = [
        (EloModel::Logistic, (0.5, 2.5), games(21404, 40708, 21184), -1.57),
        (EloModel::Logistic, (0.0, 2.0), games(57433, 106_593, 57030), -2.59),
        (EloModel::Logistic, (0.5, 2.5), tally_from_pairs([223, 9863, 21279, 10037, 246]), -3.07),
        (EloModel::Logistic, (0.0, 2.0), tally_from_pairs([871, 26175, 55983, 26678, 821]), -4.98),
        (EloModel::Normalized, (0.0, 2.0), games(36433, 68692, 36027), 0.92),
        (EloModel::Normalized, (-1.75, 0.25), games(10871, 20431, 10650), 2.30),
        (EloModel::Normalized, (0.0, 10.0), games(4250, 0, 0), 120.56),
        (EloModel::Normalized, (0.0, 2.0), tally_from_pairs([365, 16618, 36229, 16974, 390]), 2.25),
        (
            EloModel::Normalized,
            (-1.75, 0.25),
            tally_from_pairs([127, 4883, 10712, 5150, 104]),
            3.01,
        ),
        (EloModel::Normalized, (0.0, 5.0), tally_from_pairs([0, 0, 0, 0, 5550]), 111.82),
    ];
    for (model, hypotheses, tally, ratio_of_fastchess) in expected {
        let tolerance = f64::abs(ratio_of_fastchess).max(10.0) / 1000.0;
        assert_near(llr(model, hypotheses, tally), ratio_of_fastchess, tolerance);
    }
}

#[test]
fn reversed_players_and_hypotheses_negate_llr() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        for tally in [tally_from_pairs([3, 40, 51, 80, 2]), Tally::from_games(17, 5, 44)] {
            let found = llr(model, (-3.0, 12.0), tally);
            let reversed = llr(model, (-12.0, 3.0), tally.reversed());
            assert_near(found, -reversed, 1e-6);
        }
    }
}

#[test]
fn llr_without_spread_is_finite_with_correct_sign() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        for tally in tallies_without_spread() {
            for hypotheses in [(0.0, 5.0), (-5.0, 0.0), (-600.0, 600.0), (-600.0, -500.0)] {
                let found = llr(model, hypotheses, tally);
                assert!(found.is_finite(), "{model:?} {hypotheses:?} {tally:?}: {found}");
            }
            let found = llr(model, (-5.0, 5.0), tally);
            let sign = (2.0 * tally.points()).partial_cmp(&(tally.games() as f64));
            let tolerance = 1e-6;
            match sign.expect("numbers") {
                std::cmp::Ordering::Equal => assert_near(found, 0.0, tolerance),
                std::cmp::Ordering::Less => assert!(found < -tolerance, "{tally:?}: {found}"),
                std::cmp::Ordering::Greater => assert!(found > tolerance, "{tally:?}: {found}"),
            }
        }
    }
}

#[test]
fn even_pairs_reject_progress() {
    // 1000 pairs with one point and no spread reject 10 Elo.
    let found = llr(EloModel::Logistic, (0.0, 10.0), tally_from_pairs([0, 0, 1000, 0, 0]));
    assert!(found < -2.95, "{found}");
}

#[test]
fn invalid_parameters_are_rejected() {
    let error = |elo0, elo1, alpha, beta| {
        let model = EloModel::Logistic;
        Sprt::try_from(SprtParameters { model, elo0, elo1, alpha, beta })
            .expect_err("invalid parameters")
    };
    assert_eq!(error(5.0, 5.0, 0.05, 0.05), SprtError::Hypotheses(5.0, 5.0));
    assert!(matches!(error(f64::NAN, 5.0, 0.05, 0.05), SprtError::Hypotheses(_, _)));
    assert_eq!(error(0.0, f64::INFINITY, 0.05, 0.05), SprtError::TooFar(f64::INFINITY));
    assert_eq!(error(0.0, 5.0, 0.0, 0.05), SprtError::Rate("alpha", 0.0));
    assert!(matches!(error(0.0, 5.0, 0.05, f64::NAN), SprtError::Rate("beta", _)));
    assert_eq!(error(0.0, 5.0, 0.5, 0.5), SprtError::Rates(0.5, 0.5));
    let text = r#"{"model":"normalized","elo0":3.0,"elo1":0.0,"alpha":0.05,"beta":0.05}"#;
    assert!(serde_json::from_str::<Sprt>(text).is_err());
}
