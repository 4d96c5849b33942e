//! The sequential probability ratio test: a match that is played until it has shown enough.
//!
//! Two hypotheses on the difference, H0: `elo0` and H1: `elo1`; after each trial the log-likelihood
//! ratio of H1 to H0 is compared with two bounds, and the first one reached decides. Sources:
//! A. Wald, *Sequential Tests of Statistical Hypotheses* (1945), for the bounds; X. Li, J. Liu,
//! Z. Ying, *Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses*
//! (2014), for hypotheses that leave parameters open; [`super::elo`] for the two scales.
//!
//! Wald's bounds neglect by how much the last trial oversteps one, which makes wrong verdicts a
//! little rarer than asked for. The trials' distribution is estimated as they come, so the promise
//! holds for tests of hundreds of pairs, not of ten.

use super::elo::{NORMALIZED_SCALE, to_score};
use super::likelihood::{loss_at_deviations, loss_at_mean};
use super::sample::Sample;
use super::tally::Tally;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// No hypothesis is further from 0, in Elo of either kind: at 695 normalised Elo and more the
/// likeliest distribution could no longer be found as it is here, and who is that much better needs
/// no test.
pub const MAX_ELO: f64 = 600.0;

/// The scale of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// In Elo: on the mean score.
    Logistic,
    /// In normalised Elo: on the mean above ½ in standard deviations, so that the length of the
    /// test does not depend on how many games are drawn.
    Normalized,
}

/// What the test says of a log-likelihood ratio.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Not enough is known: play on.
    Continue,
    /// The difference is `elo0` or less.
    H0,
    /// The difference is `elo1` or more.
    H1,
}

/// What is wrong with the parameters of a test.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SprtError {
    /// The hypotheses are the wrong way round, or the same, or no numbers.
    #[error("elo0 ({0}) has to be less than elo1 ({1})")]
    Hypotheses(f64, f64),
    /// A hypothesis is too far away.
    #[error("{0} is further from 0 than {MAX_ELO} Elo")]
    TooFar(f64),
    /// An error rate is none.
    #[error("{0} ({1}) has to be above 0 and below 1")]
    Rate(&'static str, f64),
    /// The bounds are the wrong way round.
    #[error("alpha and beta ({0} and {1}) have to add up to less than 1")]
    Rates(f64, f64),
}

/// A test: hypotheses, their scale, and the rates of wrong verdicts.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "SprtParameters", into = "SprtParameters")]
pub struct Sprt(SprtParameters);

/// A test's parameters as written, not yet looked at.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtParameters {
    /// The scale of the hypotheses.
    pub model: EloModel,
    /// The difference that H0 says.
    pub elo0: f64,
    /// The difference that H1 says.
    pub elo1: f64,
    /// How often the verdict may be H1 if H0 is true.
    pub alpha: f64,
    /// How often the verdict may be H0 if H1 is true.
    pub beta: f64,
}

impl TryFrom<SprtParameters> for Sprt {
    type Error = SprtError;

    fn try_from(parameters: SprtParameters) -> Result<Self, SprtError> {
        let SprtParameters { elo0, elo1, alpha, beta, .. } = parameters;
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(rate > 0.0 && rate < 1.0) {
                return Err(SprtError::Rate(name, rate));
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::Rates(alpha, beta));
        }
        if elo0.is_nan() || elo1.is_nan() || elo0 >= elo1 {
            return Err(SprtError::Hypotheses(elo0, elo1));
        }
        match [elo0, elo1].into_iter().find(|elo| elo.abs() > MAX_ELO) {
            Some(far) => Err(SprtError::TooFar(far)),
            None => Ok(Self(parameters)),
        }
    }
}

impl From<Sprt> for SprtParameters {
    fn from(test: Sprt) -> Self {
        test.0
    }
}

impl Sprt {
    /// The log-likelihood ratio at which H0 is accepted and the one at which H1 is:
    /// ln(β/(1 − α)) and ln((1 − β)/α).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let SprtParameters { alpha, beta, .. } = self.0;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The generalised log-likelihood ratio of H1 to H0, from the pairs, or from the games where
    /// they are not paired. Scores that did not occur are counted as a thousandth of a trial,
    /// which keeps it finite; without any trial it is 0.
    #[must_use]
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        let sample = Sample::regularized(tally);
        let loss = |elo| match self.0.model {
            EloModel::Logistic => loss_at_mean(&sample, to_score(elo)),
            EloModel::Normalized => {
                let deviations = elo / NORMALIZED_SCALE * sample.games_in_trial.sqrt();
                loss_at_deviations(&sample, deviations)
            }
        };
        sample.trials * (loss(self.0.elo0) - loss(self.0.elo1))
    }

    /// The verdict at a log-likelihood ratio.
    #[must_use]
    pub fn verdict(&self, ratio: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Verdict::H1
        } else if ratio <= lower {
            Verdict::H0
        } else {
            Verdict::Continue
        }
    }
}
