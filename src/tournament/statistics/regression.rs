//! Logistic regression of results on other numbers, with errors that hold where the observations of
//! a game depend on each other.
//!
//! The expected result is 1/(1 + exp(−Σ coefficient · input)). A draw counts as half a win and half
//! a loss. Each coefficient has a normal prior with mean 0 and a deviation of 5, so that the
//! estimate exists also where an input decides every game. The errors come from the spread between
//! the groups (the sandwich estimator for clusters: K.-Y. Liang and S. Zeger, *Longitudinal Data
//! Analysis Using Generalized Linear Models*, 1986).

use super::elo::{Estimate, Z_95};
use super::matrix::Matrix;

/// The weight of the prior: 1/5².
const PRIOR: f64 = 0.04;

/// The maximum number of Newton steps.
const MAX_STEPS: usize = 100;

/// A number of equal observations.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation {
    /// The number of them.
    pub count: f64,
    /// What the result may depend on.
    pub inputs: Vec<f64>,
    /// The result, 0 to 1.
    pub result: f64,
}

/// The coefficients of a regression.
#[derive(Clone, PartialEq, Debug)]
pub struct Regression {
    coefficients: Vec<f64>,
    /// `None` if there are too few groups to know it.
    covariance: Option<Matrix>,
}

impl Regression {
    /// Fits the coefficients of this number of inputs. The observations of a group, such as a game,
    /// may depend on each other.
    #[must_use]
    pub fn fit(inputs: usize, groups: &[Vec<Observation>]) -> Regression {
        let mut coefficients = vec![0.0; inputs];
        for _ in 0..MAX_STEPS {
            let (gradients, information) = derivatives(&coefficients, groups);
            let mut gradient: Vec<f64> = coefficients.iter().map(|value| -PRIOR * value).collect();
            gradients.iter().for_each(|group| add(&mut gradient, group));
            let step = information.inverse().times_vector(&gradient);
            // A long step may lead to where every result is certain.
            let longest = step.iter().fold(1.0_f64, |longest, value| longest.max(value.abs()));
            for (value, step) in coefficients.iter_mut().zip(&step) {
                *value += step / longest;
            }
            if step.iter().all(|step| step.abs() < 1e-9) {
                break;
            }
        }
        let (gradients, information) = derivatives(&coefficients, groups);
        let inverse = information.inverse();
        // As many coefficients as groups fit every result.
        if groups.len() <= inputs {
            return Regression { coefficients, covariance: None };
        }
        let mut scatter = Matrix::filled(inputs, 0.0);
        for gradient in gradients {
            for row in 0..inputs {
                for column in 0..inputs {
                    scatter[(row, column)] += gradient[row] * gradient[column];
                }
            }
        }
        let covariance = inverse.times(&scatter).times(&inverse);
        Regression { coefficients, covariance: Some(covariance) }
    }

    /// Returns a coefficient. The error is infinite if there are no more groups than inputs.
    #[must_use]
    pub fn coefficient(&self, input: usize) -> Estimate {
        let variance = self.covariance.as_ref().map(|covariance| covariance[(input, input)]);
        let error = variance.map_or(f64::INFINITY, |variance| Z_95 * variance.max(0.0).sqrt());
        Estimate { value: self.coefficients[input], error }
    }

    /// Returns a coefficient divided by another one. The error is that of the first order; it holds
    /// where the error of the divisor is small.
    #[must_use]
    pub fn ratio(&self, input: usize, divisor: usize) -> Estimate {
        let value = self.coefficients[input] / self.coefficients[divisor];
        let Some(covariance) = &self.covariance else {
            return Estimate { value, error: f64::INFINITY };
        };
        let covariance = |a: usize, b: usize| covariance[(a, b)];
        let variance = covariance(input, input) - 2.0 * value * covariance(input, divisor)
            + value * value * covariance(divisor, divisor);
        let deviation = variance.max(0.0).sqrt() / self.coefficients[divisor].abs();
        Estimate { value, error: Z_95 * deviation }
    }
}

/// Returns the gradient of the log-likelihood of each group, and the information of all with that
/// of the prior.
fn derivatives(coefficients: &[f64], groups: &[Vec<Observation>]) -> (Vec<Vec<f64>>, Matrix) {
    let inputs = coefficients.len();
    let mut information = Matrix::filled(inputs, 0.0);
    (0..inputs).for_each(|input| information[(input, input)] = PRIOR);
    let mut gradients = Vec::with_capacity(groups.len());
    for group in groups {
        let mut gradient = vec![0.0; inputs];
        for Observation { count, inputs: values, result } in group {
            let sum: f64 = values.iter().zip(coefficients).map(|(a, b)| a * b).sum();
            let expected = 1.0 / (1.0 + (-sum).exp());
            let residual = count * (result - expected);
            let weight = count * expected * (1.0 - expected);
            for (row, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                gradient[row] += residual * value;
                for (column, &other) in values.iter().enumerate() {
                    information[(row, column)] += weight * value * other;
                }
            }
        }
        gradients.push(gradient);
    }
    (gradients, information)
}

/// Adds a vector to another one.
fn add(sum: &mut [f64], values: &[f64]) {
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observation(count: f64, input: f64, result: f64) -> Observation {
        Observation { count, inputs: vec![1.0, input], result }
    }

    /// Without an input the coefficient is the log-odds of the mean result; each input of 1 has its
    /// own.
    #[test]
    fn coefficients_are_the_logarithms_of_the_odds() {
        let mut groups = Vec::new();
        for game in 0..1000 {
            groups.push(vec![observation(1.0, 0.0, f64::from(game % 2))]);
            groups.push(vec![observation(1.0, 1.0, f64::from(game % 4 != 0))]);
        }
        let fit = Regression::fit(2, &groups);
        let [constant, slope] = [0, 1].map(|input| fit.coefficient(input));
        assert!(constant.value.abs() < 1e-3, "{constant:?}");
        assert!((slope.value - 3.0_f64.ln()).abs() < 1e-3, "{slope:?}");
        // The textbook errors of independent observations: 1.96/√(n·p·(1 − p)).
        assert!((constant.error - 1.96 / 250.0_f64.sqrt()).abs() < 1e-3, "{constant:?}");
        let error = 1.96 * (1.0 / 250.0 + 1.0 / 187.5_f64).sqrt();
        assert!((slope.error - error).abs() < 1e-3, "{slope:?}");
    }

    /// Ten equal positions of a game tell no more than one.
    #[test]
    fn positions_of_a_game_are_not_independent() {
        let groups = |count: f64| {
            let games = (0..400).map(|game| {
                let result = f64::from((game * 7 % 10 < 6) as u8);
                vec![observation(count, f64::from(game % 3), result)]
            });
            games.collect::<Vec<_>>()
        };
        let [one, ten] = [1.0, 10.0].map(|count| Regression::fit(2, &groups(count)));
        for input in [0, 1] {
            let (one, ten) = (one.coefficient(input), ten.coefficient(input));
            assert!((one.value - ten.value).abs() < 0.01, "{one:?} {ten:?}");
            assert!((one.error - ten.error).abs() < 0.01, "{one:?} {ten:?}");
        }
    }

    #[test]
    fn errors_of_few_groups_are_unknown() {
        let groups = [vec![observation(1.0, 1.0, 1.0)], vec![observation(1.0, 0.0, 0.0)]];
        let fit = Regression::fit(2, &groups);
        assert!(fit.coefficient(1).error.is_infinite() && fit.ratio(0, 1).error.is_infinite());
    }

    #[test]
    fn decided_games_have_a_finite_estimate() {
        let groups: Vec<_> = (0..100)
            .map(|game| {
                vec![observation(1.0, f64::from(game % 2) * 2.0 - 1.0, f64::from(game % 2))]
            })
            .collect();
        let fit = Regression::fit(2, &groups);
        let slope = fit.coefficient(1);
        assert!(slope.value > 3.0 && slope.value < 20.0 && slope.error.is_finite(), "{slope:?}");
        let ratio = fit.ratio(1, 1);
        assert!((ratio.value - 1.0).abs() < 1e-12 && ratio.error < 1e-6, "{ratio:?}");
    }
}
