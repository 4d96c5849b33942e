//! Tuning many figures of the search at once by matches: simultaneous perturbation stochastic
//! approximation.
//!
//! In each iteration every parameter is moved up or down by its step, at random; the engine so
//! changed plays two games from one opening against the engine changed the other way, and all
//! parameters are moved a little towards whoever won. Source: J. Spall, *Multivariate Stochastic
//! Approximation Using a Simultaneous Perturbation Gradient Approximation* (1992), with the
//! sequences of gains and the way of naming them by their values at the end that fishtest uses.
//!
//! What an iteration adds to the parameters depends on its number and its result alone, and bounds
//! hold only where a value is used; so the outcome is a sum over iterations, whoever played them
//! and in whatever order. A journal of numbers and results is all the state there is: it can be
//! gone on with after a kill, cut into shards, and added up.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The exponents of Spall's gain sequences, in the values that he recommends.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// The share of the iterations by which the first ones are held back.
const STABILITY: f64 = 0.1;

/// A figure to be tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The option of the engine that sets it.
    pub name: String,
    /// Where it begins.
    pub value: f64,
    /// The least it may be.
    pub min: f64,
    /// The most it may be.
    pub max: f64,
    /// How far it is moved up and down in the last iteration.
    pub c_end: f64,
    /// How much of the step a won game moves it in the last iteration.
    #[serde(default = "default_r_end")]
    pub r_end: f64,
}

fn default_r_end() -> f64 {
    0.002
}

/// What is wrong with a task.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SpsaError {
    /// There is nothing to tune.
    #[error("tune: no parameters, or no iterations")]
    Empty,
    /// A parameter's figures make no sense.
    #[error("tune: {0}: expected min < max, a value between, a step above 0 and a rate above 0")]
    Parameter(String),
}

/// What is to be tuned, and for how long.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    iterations: u64,
    seed: u64,
}

/// The two sides of an iteration: each parameter's value, in the order of the task.
#[derive(Clone, PartialEq, Debug)]
pub struct PerturbedValues {
    /// Moved one way.
    pub plus: Vec<i64>,
    /// Moved the other way.
    pub minus: Vec<i64>,
}

impl Spsa {
    /// A task; checks it.
    pub fn new(parameters: Vec<Parameter>, iterations: u64, seed: u64) -> Result<Spsa, SpsaError> {
        if parameters.is_empty() || iterations == 0 {
            return Err(SpsaError::Empty);
        }
        for parameter in &parameters {
            let Parameter { value, min, max, c_end: step, r_end: rate, .. } = *parameter;
            let within = min < max && (min..=max).contains(&value);
            if !(within && step > 0.0 && rate > 0.0 && step.is_finite() && rate.is_finite()) {
                return Err(SpsaError::Parameter(parameter.name.clone()));
            }
        }
        Ok(Spsa { parameters, iterations, seed })
    }

    /// The parameters as the task has them.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The number of iterations.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Up or down, for each parameter in this iteration.
    fn signs(&self, iteration: u64) -> impl Iterator<Item = f64> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(iteration);
        std::iter::repeat_with(move || if random.random::<bool>() { 1.0 } else { -1.0 })
    }

    /// How far the parameter is moved in this iteration, from 0.
    fn perturbation(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let (number, all) = ((iteration + 1) as f64, self.iterations as f64);
        parameter.c_end * (all / number).powf(GAMMA)
    }

    /// How much a point won in this iteration moves the parameter.
    fn gain(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let (number, all) = ((iteration + 1) as f64, self.iterations as f64);
        let held_back = STABILITY * all;
        let falling = ((held_back + all) / (held_back + number)).powf(ALPHA);
        let last = parameter.r_end * parameter.c_end * parameter.c_end;
        last * falling / self.perturbation(parameter, iteration)
    }

    /// What the parameters have come to, bounds apart. `results` has the points of the plus side
    /// less those of the minus side, by iteration.
    pub fn values(&self, results: &BTreeMap<u64, i32>) -> Vec<f64> {
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

    /// The values that an engine takes: whole numbers within their bounds.
    pub fn rounded(&self, values: &[f64]) -> Vec<i64> {
        let bounded = |(value, parameter): (&f64, &Parameter)| {
            value.clamp(parameter.min, parameter.max).round() as i64
        };
        values.iter().zip(&self.parameters).map(bounded).collect()
    }

    /// The two sides of an iteration, from where the parameters have come to.
    pub fn perturbed_values(&self, values: &[f64], iteration: u64) -> PerturbedValues {
        let moved = |way: f64| {
            let all = values.iter().zip(&self.parameters).zip(self.signs(iteration));
            let moved = all.map(|((value, parameter), sign)| {
                let within = value.clamp(parameter.min, parameter.max);
                within + way * sign * self.perturbation(parameter, iteration)
            });
            self.rounded(&moved.collect::<Vec<f64>>())
        };
        PerturbedValues { plus: moved(1.0), minus: moved(-1.0) }
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
            .expect("a task")
    }

    /// Plays a game whose best parameters are 500 and 500: the nearer side wins more often.
    fn result(sides: &PerturbedValues, random: &mut ChaCha8Rng) -> i32 {
        let badness = |values: &[i64]| {
            values.iter().map(|value| ((value - 500) as f64 / 100.0).powi(2)).sum::<f64>()
        };
        let better = badness(&sides.minus) - badness(&sides.plus);
        let chance = 1.0 / (1.0 + (-better).exp());
        (0..2).map(|_| if random.random::<f64>() < chance { 1 } else { -1 }).sum()
    }

    #[test]
    fn spsa_converges_to_the_optimum() {
        let task = spsa(400);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut results = BTreeMap::new();
        for iteration in 0..400 {
            let sides = task.perturbed_values(&task.values(&results), iteration);
            results.insert(iteration, result(&sides, &mut random));
        }
        let values = task.values(&results);
        for value in &values {
            assert!((value - 500.0).abs() < 60.0, "{values:?}");
        }
    }

    #[test]
    fn values_are_independent_of_result_order() {
        let task = spsa(100);
        let results: BTreeMap<u64, i32> = (0..100).map(|k| (k, (k % 5) as i32 - 2)).collect();
        let (even, odd): (BTreeMap<_, _>, BTreeMap<_, _>) =
            results.clone().into_iter().partition(|(iteration, _)| iteration % 2 == 0);
        let whole = task.values(&results);
        let start = task.values(&BTreeMap::new());
        let parts = [task.values(&even), task.values(&odd)];
        for (index, value) in whole.iter().enumerate() {
            let sum = parts[0][index] + parts[1][index] - start[index];
            assert!((value - sum).abs() < 1e-9);
        }
    }

    #[test]
    fn perturbed_values_are_symmetric_and_bounded() {
        let task = spsa(1000);
        for iteration in [0, 1, 500, 999] {
            let sides = task.perturbed_values(&[500.0, 990.0], iteration);
            assert_eq!(sides.plus[0] - 500, 500 - sides.minus[0]);
            assert_ne!(sides.plus[0], sides.minus[0]);
            assert!(sides.plus.iter().chain(&sides.minus).all(|value| (0..=1000).contains(value)));
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
