//! Tuning search parameters by matches with simultaneous perturbation stochastic approximation
//! (SPSA).
//!
//! Each iteration moves every parameter up or down by its perturbation, at random. The engine with
//! these values plays two games from one opening against the engine with the opposite perturbation,
//! and all parameters move a little towards the winner. Source: J. Spall, *Multivariate Stochastic
//! Approximation Using a Simultaneous Perturbation Gradient Approximation* (1992). The gain
//! sequences are those of fishtest, which defines them by their values at the end: `c_end` and
//! `r_end`.
//!
//! The change of the parameters in an iteration depends only on its number and its result, and the
//! bounds apply only where a value is used. So the result is a sum over iterations, in any order
//! and from any machine. A journal of iteration numbers and results is the only state: tuning
//! resumes from it, and journals of shards can be combined.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The exponents of the gain sequences, as Spall recommends.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// The stability constant as a share of the iterations. It limits the gain of the first iterations.
const STABILITY: f64 = 0.1;

/// A parameter to tune.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The UCI option that sets it.
    pub name: String,
    /// The initial value.
    pub value: f64,
    /// The minimum.
    pub min: f64,
    /// The maximum.
    pub max: f64,
    /// The perturbation in the last iteration.
    pub c_end: f64,
    /// The change per point in the last iteration, as a share of `c_end`.
    #[serde(default = "default_r_end")]
    pub r_end: f64,
}

fn default_r_end() -> f64 {
    0.002
}

/// An error in the parameters of SPSA.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SpsaError {
    /// There are no parameters or no iterations.
    #[error("tune: expected at least one parameter and one iteration")]
    Empty,
    /// A parameter stands twice; the option that it sets has one value.
    #[error("tune: the parameter {0} is there twice")]
    Repeated(String),
    /// The values of a parameter are inconsistent.
    #[error("tune: {0}: expected min < max, value from min to max, c_end > 0 and r_end > 0")]
    Parameter(String),
}

/// The parameters to tune and the number of iterations.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Spsa {
    parameters: Vec<Parameter>,
    iterations: u64,
    seed: u64,
}

/// The values of the two players of an iteration, in the order of the parameters.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PerturbedValues {
    /// The values with the perturbation added.
    pub plus: Vec<i64>,
    /// The values with the perturbation subtracted.
    pub minus: Vec<i64>,
}

impl Spsa {
    /// Creates and checks the parameters.
    pub(super) fn new(
        parameters: Vec<Parameter>,
        iterations: u64,
        seed: u64,
    ) -> Result<Spsa, SpsaError> {
        if parameters.is_empty() || iterations == 0 {
            return Err(SpsaError::Empty);
        }
        let mut names = BTreeSet::new();
        for parameter in &parameters {
            if !names.insert(parameter.name.to_ascii_lowercase()) {
                return Err(SpsaError::Repeated(parameter.name.clone()));
            }
            let Parameter { value, min, max, c_end, r_end, .. } = *parameter;
            let is_bounded = min < max && (min..=max).contains(&value);
            let is_positive = |number: f64| number > 0.0 && number.is_finite();
            if !(is_bounded && is_positive(c_end) && is_positive(r_end)) {
                return Err(SpsaError::Parameter(parameter.name.clone()));
            }
        }
        Ok(Spsa { parameters, iterations, seed })
    }

    /// Returns the parameters with their initial values.
    pub(super) fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Returns the number of iterations.
    pub(super) fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Returns the random sign of each parameter in this iteration.
    fn signs(&self, iteration: u64) -> impl Iterator<Item = f64> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(iteration);
        std::iter::repeat_with(move || if rng.random::<bool>() { 1.0 } else { -1.0 })
    }

    /// Returns the perturbation of the parameter in an iteration, counted from 0.
    fn perturbation(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let (number, all) = ((iteration + 1) as f64, self.iterations as f64);
        parameter.c_end * (all / number).powf(GAMMA)
    }

    /// Returns the change of the parameter per point in an iteration.
    fn gain(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let (number, all) = ((iteration + 1) as f64, self.iterations as f64);
        let stability = STABILITY * all;
        let decay = ((stability + all) / (stability + number)).powf(ALPHA);
        let last = parameter.r_end * parameter.c_end * parameter.c_end;
        last * decay / self.perturbation(parameter, iteration)
    }

    /// Returns the tuned values, not limited to the bounds. `results` has the points of the plus
    /// player minus those of the minus player, by iteration.
    pub(super) fn values(&self, results: &BTreeMap<u64, i32>) -> Vec<f64> {
        let mut values: Vec<f64> =
            self.parameters.iter().map(|parameter| parameter.value).collect();
        for (&iteration, &result) in results {
            let moves = values.iter_mut().zip(&self.parameters).zip(self.signs(iteration));
            for ((value, parameter), sign) in moves {
                *value += self.gain(parameter, iteration) * f64::from(result) * sign;
            }
        }
        values
    }

    /// Returns the values within the bounds.
    pub(super) fn clamped(&self, values: &[f64]) -> Vec<f64> {
        let bounded = values.iter().zip(&self.parameters);
        bounded.map(|(value, parameter)| value.clamp(parameter.min, parameter.max)).collect()
    }

    /// Rounds values to integers within the bounds.
    pub(super) fn rounded(&self, values: &[f64]) -> Vec<i64> {
        self.clamped(values).into_iter().map(|value| value.round() as i64).collect()
    }

    /// Returns the values of both players of an iteration, around the current values.
    pub(super) fn perturbed_values(&self, values: &[f64], iteration: u64) -> PerturbedValues {
        let perturbed = |direction: f64| {
            let all =
                self.clamped(values).into_iter().zip(&self.parameters).zip(self.signs(iteration));
            let perturbed = all.map(|((value, parameter), sign)| {
                value + direction * sign * self.perturbation(parameter, iteration)
            });
            self.rounded(&perturbed.collect::<Vec<f64>>())
        };
        PerturbedValues { plus: perturbed(1.0), minus: perturbed(-1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spsa(iterations: u64) -> Spsa {
        let parameter = |name: &str, value: f64| Parameter {
            name: name.to_owned(),
            value,
            min: 0.0,
            max: 1000.0,
            c_end: 20.0,
            r_end: 0.05,
        };
        Spsa::new(vec![parameter("A", 300.0), parameter("B", 700.0)], iterations, 5)
            .expect("valid parameters")
    }

    #[test]
    fn a_parameter_may_not_stand_twice() {
        let mut parameters = spsa(1).parameters;
        parameters[1].name = "a".into();
        assert_eq!(Spsa::new(parameters, 1, 5), Err(SpsaError::Repeated("a".into())));
    }

    /// Simulates two games with an optimum at 500 and 500: the player closer to it wins more often.
    fn result(players: &PerturbedValues, rng: &mut ChaCha8Rng) -> i32 {
        let distance = |values: &[i64]| {
            values.iter().map(|value| ((value - 500) as f64 / 100.0).powi(2)).sum::<f64>()
        };
        let advantage = distance(&players.minus) - distance(&players.plus);
        let win_probability = 1.0 / (1.0 + (-advantage).exp());
        (0..2).map(|_| if rng.random::<f64>() < win_probability { 1 } else { -1 }).sum()
    }

    #[test]
    fn spsa_converges_to_the_optimum() {
        let spsa = spsa(400);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut results = BTreeMap::new();
        for iteration in 0..400 {
            let players = spsa.perturbed_values(&spsa.values(&results), iteration);
            results.insert(iteration, result(&players, &mut rng));
        }
        let values = spsa.values(&results);
        for value in &values {
            assert!((value - 500.0).abs() < 60.0, "{values:?}");
        }
    }

    #[test]
    fn values_are_independent_of_result_order() {
        let spsa = spsa(100);
        let results: BTreeMap<u64, i32> = (0..100).map(|k| (k, (k % 5) as i32 - 2)).collect();
        let (even, odd): (BTreeMap<_, _>, BTreeMap<_, _>) =
            results.clone().into_iter().partition(|(iteration, _)| iteration % 2 == 0);
        let whole = spsa.values(&results);
        let start = spsa.values(&BTreeMap::new());
        let parts = [spsa.values(&even), spsa.values(&odd)];
        for (index, value) in whole.iter().enumerate() {
            let sum = parts[0][index] + parts[1][index] - start[index];
            assert!((value - sum).abs() < 1e-9);
        }
    }

    #[test]
    fn perturbed_values_are_symmetric_and_bounded() {
        let spsa = spsa(1000);
        for iteration in [0, 1, 500, 999] {
            let players = spsa.perturbed_values(&[500.0, 990.0], iteration);
            assert_eq!(players.plus[0] - 500, 500 - players.minus[0]);
            assert_ne!(players.plus[0], players.minus[0]);
            assert!(
                players.plus.iter().chain(&players.minus).all(|value| (0..=1000).contains(value))
            );
        }
    }

    #[test]
    fn invalid_input_is_rejected() {
        assert_eq!(Spsa::new(Vec::new(), 5, 1), Err(SpsaError::Empty));
        let good = spsa(5).parameters;
        assert_eq!(Spsa::new(good.clone(), 0, 1), Err(SpsaError::Empty));
        let bad = Parameter { value: 2000.0, ..good[0].clone() };
        assert_eq!(Spsa::new(vec![bad], 5, 1), Err(SpsaError::Parameter("A".to_owned())));
    }
}
