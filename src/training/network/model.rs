//! A network in floating point, its error on samples, and the gradient of the error.

use super::inputs::InputMap;
use super::samples::{Sample, SampleSet};
use crate::eval::network::{
    HIDDEN_SCALE, MAX_OUTPUT_WEIGHT, NetworkBase, NetworkData, OUTPUT_SCALE,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::ops::Range;

/// The largest magnitude of an output weight, and of a weight of the hidden layer: sixty pieces
/// cannot leave the range of an `i16`.
const MAX_WEIGHT: f32 = MAX_OUTPUT_WEIGHT as f32 / OUTPUT_SCALE as f32;

/// What the error of a sample compares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Target {
    /// Centipawns for an output of 1, and for the logistic function of scores.
    pub scale: f32,
    /// The share of the search score; the rest is the result of the game.
    pub score_share: f32,
}

impl Target {
    /// Returns the expected result that the network learns.
    #[inline(always)]
    pub(super) fn of(self, sample: &Sample) -> f32 {
        let by_score = sigmoid(sample.score / self.scale);
        let by_result = sample.result.unwrap_or(by_score);
        self.score_share * by_score + (1.0 - self.score_share) * by_result
    }
}

/// Returns the logistic function.
#[inline(always)]
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

/// The shape of a network, and where its parameters stand in one list.
pub(super) struct Shape {
    pub inputs: InputMap,
    /// The units of each hidden layer.
    pub hidden: usize,
    pub buckets: usize,
}

impl Shape {
    /// Returns the rows of hidden weights by color and feature.
    fn rows(&self) -> usize {
        self.inputs.colors * self.inputs.features
    }

    /// Returns the weights of the hidden layers, by color, feature and unit.
    fn hidden_weights(&self) -> Range<usize> {
        0..self.rows() * self.hidden
    }

    /// Returns the biases of the hidden layers, by color and unit.
    fn hidden_biases(&self) -> Range<usize> {
        let start = self.hidden_weights().end;
        start..start + self.inputs.colors * self.hidden
    }

    /// Returns the weights of the output, by side to move, bucket, own or enemy layer, and unit.
    fn output_weights(&self) -> Range<usize> {
        let start = self.hidden_biases().end;
        start..start + self.inputs.colors * self.buckets * 2 * self.hidden
    }

    /// Returns the biases of the output, by side to move and bucket.
    fn output_biases(&self) -> Range<usize> {
        let start = self.output_weights().end;
        start..start + self.inputs.colors * self.buckets
    }

    /// Returns the number of weights of a network in play.
    fn merged_count(&self) -> usize {
        self.output_biases().end
    }

    /// Returns the weights of the factors, by factor and unit, after those of the network.
    fn factor_weights(&self) -> Range<usize> {
        let start = self.merged_count();
        start..start + self.inputs.factors * self.hidden
    }

    /// Returns the number of parameters that are trained.
    pub(super) fn parameter_count(&self) -> usize {
        self.factor_weights().end
    }

    /// Returns random parameters.
    pub(super) fn initial_parameters(&self, random: &mut ChaCha8Rng) -> Vec<f32> {
        let mut parameters = vec![0.0; self.parameter_count()];
        let mut fill = |range: Range<usize>, center: f32, spread: f32| {
            for parameter in &mut parameters[range] {
                *parameter = center + spread * (2.0 * random.random::<f32>() - 1.0);
            }
        };
        fill(self.hidden_weights(), 0.0, 0.02);
        fill(self.factor_weights(), 0.0, 0.05);
        fill(self.hidden_biases(), 0.3, 0.1);
        fill(self.output_weights(), 0.0, 0.3);
        parameters
    }

    /// Returns the parameters of a network for this scale, whose units and buckets divide those of
    /// this shape. Each unit becomes several, which differ by a little noise and share its output.
    pub(super) fn parameters_of(
        &self,
        network: &NetworkData,
        scale: f32,
        random: &mut ChaCha8Rng,
    ) -> Vec<f32> {
        let mut parameters = vec![0.0; self.parameter_count()];
        let copies = self.hidden / network.hidden;
        let noise = if copies > 1 { 0.01 } else { 0.0 };
        let (hidden, output) = (f32::from(HIDDEN_SCALE), f32::from(OUTPUT_SCALE));
        let mut copy_units = |range: Range<usize>, from: &[i16]| {
            let rows = parameters[range].chunks_mut(self.hidden);
            for (to, from) in rows.zip(from.chunks(network.hidden)) {
                for (weight, value) in to.iter_mut().zip(from.iter().cycle()) {
                    let noise = noise * (2.0 * random.random::<f32>() - 1.0);
                    *weight = f32::from(*value) / hidden + noise;
                }
            }
        };
        copy_units(self.hidden_weights(), &network.hidden_weights);
        copy_units(self.hidden_biases(), &network.hidden_biases);
        let ratio = network.scale as f32 / scale;
        let output_row = |row: usize| {
            let (side, bucket) = (row / self.buckets, row % self.buckets);
            side * network.buckets + bucket * network.buckets / self.buckets
        };
        let rows = parameters[self.output_weights()].chunks_mut(self.hidden).enumerate();
        for (row, to) in rows {
            let from = 2 * output_row(row / 2) + row % 2;
            let from = network.output_weights[from * network.hidden..][..network.hidden].iter();
            for (weight, value) in to.iter_mut().zip(from.cycle()) {
                *weight = f32::from(*value) / output * ratio / copies as f32;
            }
        }
        for (row, to) in parameters[self.output_biases()].iter_mut().enumerate() {
            *to = network.output_biases[output_row(row)] as f32 / (hidden * output) * ratio;
        }
        parameters
    }

    /// Returns the weights in play: the factors added to the weights of their features.
    pub(super) fn merge(&self, parameters: &[f32]) -> Vec<f32> {
        let mut merged = parameters[..self.merged_count()].to_vec();
        let factors = &parameters[self.factor_weights()];
        self.for_each_factor(|row, factor| {
            let from = &factors[factor * self.hidden..][..self.hidden];
            for (weight, factor) in merged[row * self.hidden..].iter_mut().zip(from) {
                *weight += factor;
            }
        });
        merged
    }

    /// Returns the gradient of the parameters from that of the weights in play.
    fn unmerge(&self, mut gradient: Vec<f32>) -> Vec<f32> {
        gradient.resize(self.parameter_count(), 0.0);
        let (merged, factors) = gradient.split_at_mut(self.merged_count());
        self.for_each_factor(|row, factor| {
            let from = &merged[row * self.hidden..][..self.hidden];
            for (sum, weight) in factors[factor * self.hidden..].iter_mut().zip(from) {
                *sum += weight;
            }
        });
        gradient
    }

    fn for_each_factor(&self, mut visit: impl FnMut(usize, usize)) {
        for row in 0..self.rows() {
            let (color, feature) = (row / self.inputs.features, row % self.inputs.features);
            for &factor in self.inputs.factors_of(color, feature) {
                visit(row, usize::from(factor));
            }
        }
    }

    /// Keeps the output weights in the range of their quantized form.
    pub(super) fn clamp(&self, parameters: &mut [f32]) {
        for weight in &mut parameters[self.output_weights()] {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }

    /// Returns the network of these weights in integers.
    pub(super) fn quantize(&self, merged: &[f32], base: NetworkBase, scale: i32) -> NetworkData {
        let (hidden, output) = (f32::from(HIDDEN_SCALE), f32::from(OUTPUT_SCALE));
        let quantized = |range: Range<usize>, scale: f32| {
            let weights = merged[range].iter();
            weights
                .map(|weight| (weight.clamp(-MAX_WEIGHT, MAX_WEIGHT) * scale).round() as i16)
                .collect()
        };
        let biases = merged[self.output_biases()].iter();
        NetworkData {
            base,
            hidden: self.hidden,
            buckets: self.buckets,
            scale,
            hidden_biases: quantized(self.hidden_biases(), hidden),
            hidden_weights: quantized(self.hidden_weights(), hidden),
            output_weights: quantized(self.output_weights(), output),
            output_biases: biases.map(|bias| (bias * hidden * output).round() as i32).collect(),
        }
    }

    /// Returns the output of the network for a sample, without the base: 1 for `scale` centipawns.
    pub(super) fn output(&self, merged: &[f32], sample: &Sample, features: &[u16]) -> f32 {
        match self.hidden {
            8 => self.forward::<8>(merged, sample, features).output,
            16 => self.forward::<16>(merged, sample, features).output,
            32 => self.forward::<32>(merged, sample, features).output,
            64 => self.forward::<64>(merged, sample, features).output,
            128 => self.forward::<128>(merged, sample, features).output,
            _ => self.forward::<256>(merged, sample, features).output,
        }
    }

    /// Adds up the squared errors of samples.
    pub(super) fn error(
        &self,
        merged: &[f32],
        set: &SampleSet,
        indices: impl Iterator<Item = usize>,
        target: Target,
    ) -> f64 {
        let mut sum = 0.0;
        for index in indices {
            let (sample, features) = set.get(index);
            let output = self.output(merged, &sample, features);
            let error = sigmoid(sample.base / target.scale + output) - target.of(&sample);
            sum += f64::from(error * error);
        }
        sum
    }

    /// Returns the sum of the squared errors of samples and its gradient by the parameters in play.
    fn merged_gradient(
        &self,
        merged: &[f32],
        set: &SampleSet,
        indices: &[u32],
        target: Target,
    ) -> (f64, Vec<f32>) {
        match self.hidden {
            8 => self.sum_gradients::<8>(merged, set, indices, target),
            16 => self.sum_gradients::<16>(merged, set, indices, target),
            32 => self.sum_gradients::<32>(merged, set, indices, target),
            64 => self.sum_gradients::<64>(merged, set, indices, target),
            128 => self.sum_gradients::<128>(merged, set, indices, target),
            _ => self.sum_gradients::<256>(merged, set, indices, target),
        }
    }

    /// Returns the computation of [`Shape::output`], with what its gradient needs.
    #[inline(always)]
    fn forward<const H: usize>(
        &self,
        merged: &[f32],
        sample: &Sample,
        features: &[u16],
    ) -> Forward<H> {
        let rows = merged[self.hidden_weights()].as_chunks::<H>().0;
        let biases = merged[self.hidden_biases()].as_chunks::<H>().0;
        let mut layers = [biases[0], biases[biases.len() - 1]];
        for &feature in features {
            for (layer, row) in layers.iter_mut().zip(self.inputs.rows(feature)) {
                for (unit, weight) in layer.iter_mut().zip(&rows[row]) {
                    *unit += weight;
                }
            }
        }
        let side = sample.side.index();
        let output_row = side % self.inputs.colors * self.buckets + usize::from(sample.bucket);
        let weights = merged[self.output_weights()].as_chunks::<H>().0;
        let weights = [weights[2 * output_row], weights[2 * output_row + 1]];
        let mut output = merged[self.output_biases()][output_row];
        // The own layer comes first.
        for (layer, weights) in [layers[side], layers[1 - side]].iter().zip(&weights) {
            let mut lanes = [0.0; H];
            for ((lane, unit), weight) in lanes.iter_mut().zip(layer).zip(weights) {
                let activation = unit.clamp(0.0, 1.0);
                *lane = activation * activation * weight;
            }
            output += lanes.iter().sum::<f32>();
        }
        Forward { layers, output, output_row, weights }
    }

    fn sum_gradients<const H: usize>(
        &self,
        merged: &[f32],
        set: &SampleSet,
        indices: &[u32],
        target: Target,
    ) -> (f64, Vec<f32>) {
        let mut gradient = vec![0.0f32; self.merged_count()];
        let mut sum = 0.0;
        let colors = self.inputs.colors;
        let (hidden_biases, output_weights, output_biases) =
            (self.hidden_biases(), self.output_weights(), self.output_biases());
        for &index in indices {
            let (sample, features) = set.get(index as usize);
            let forward = self.forward::<H>(merged, &sample, features);
            let predicted = sigmoid(sample.base / target.scale + forward.output);
            let error = predicted - target.of(&sample);
            sum += f64::from(error * error);
            // The derivative by the output.
            let slope = 2.0 * error * predicted * (1.0 - predicted);
            gradient[output_biases.start + forward.output_row] += slope;
            let side = sample.side.index();
            let mut slopes = [[0.0; H]; 2];
            for part in 0..2 {
                let color = if part == 0 { side } else { 1 - side };
                let by_weight = &mut gradient[output_weights.clone()]
                    [(2 * forward.output_row + part) * H..][..H];
                let units = forward.layers[color].iter().zip(&forward.weights[part]);
                for (((unit, weight), by_weight), by_unit) in
                    units.zip(by_weight).zip(&mut slopes[color])
                {
                    let activation = unit.clamp(0.0, 1.0);
                    *by_weight += slope * activation * activation;
                    let is_inside = activation == *unit;
                    *by_unit = if is_inside { 2.0 * slope * weight * activation } else { 0.0 };
                }
            }
            for (color, slopes) in slopes.iter().enumerate() {
                let start = hidden_biases.start + color % colors * H;
                for (bias, slope) in gradient[start..][..H].iter_mut().zip(slopes) {
                    *bias += slope;
                }
            }
            let rows = gradient[..hidden_biases.start].as_chunks_mut::<H>().0;
            for &feature in features {
                for (slopes, row) in slopes.iter().zip(self.inputs.rows(feature)) {
                    for (weight, slope) in rows[row].iter_mut().zip(slopes) {
                        *weight += slope;
                    }
                }
            }
        }
        (sum, gradient)
    }

    /// Returns the mean squared error of a batch and its gradient by the parameters. The batch is
    /// split into a fixed number of parts, so the result does not depend on the number of threads.
    pub(super) fn gradient(
        &self,
        parameters: &[f32],
        set: &SampleSet,
        batch: &[u32],
        target: Target,
    ) -> (f64, Vec<f32>) {
        let merged = self.merge(parameters);
        let part = batch.len().div_ceil(PARTS).max(1);
        let parts: Vec<(f64, Vec<f32>)> = batch
            .par_chunks(part)
            .map(|indices| self.merged_gradient(&merged, set, indices, target))
            .collect();
        let mut parts = parts.into_iter();
        let (mut sum, mut gradient) = parts.next().unwrap_or_default();
        for (part_sum, part) in parts {
            sum += part_sum;
            for (total, value) in gradient.iter_mut().zip(part) {
                *total += value;
            }
        }
        let scale = 1.0 / batch.len().max(1) as f32;
        for value in &mut gradient {
            *value *= scale;
        }
        (sum / batch.len().max(1) as f64, self.unmerge(gradient))
    }
}

/// The number of parts of a batch.
const PARTS: usize = 8;

/// The values of a network for one sample.
struct Forward<const H: usize> {
    /// The hidden layers of White and Black before the activation.
    layers: [[f32; H]; 2],
    output: f32,
    output_row: usize,
    /// The output weights of the own and the enemy layer.
    weights: [[f32; H]; 2],
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::active_features;
    use crate::eval::network::Network;
    use crate::moves::Side;
    use crate::profiles::RuleSet;
    use crate::rules::{BuiltIn, Federation, SpaceChess};
    use rand::SeedableRng;

    const TARGET: Target = Target { scale: 300.0, score_share: 0.6 };

    /// Returns a shape with random parameters, the hidden ones large enough to leave the linear
    /// range.
    fn random_network<B: BuiltIn>(buckets: usize, random: &mut ChaCha8Rng) -> (Shape, Vec<f32>) {
        let shape = Shape { inputs: InputMap::new(B::game_info()), hidden: 8, buckets };
        let mut parameters = shape.initial_parameters(random);
        for parameter in &mut parameters {
            *parameter += 0.2 * (2.0 * random.random::<f32>() - 1.0);
        }
        (shape, parameters)
    }

    /// How many parameters have a gradient depends on how many units a random network leaves in
    /// their range, so two networks are compared.
    fn gradient_equals_finite_differences<B: RuleSet + BuiltIn>() {
        let checked: usize = [1, 2].map(compare_gradient::<B>).into_iter().sum();
        assert!(checked > 200, "{checked}");
    }

    /// Compares the gradient of a random network and returns the number of parameters compared.
    fn compare_gradient<B: RuleSet + BuiltIn>(seed: u64) -> usize {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (shape, mut parameters) = random_network::<B>(2, &mut random);
        let set = SampleSet::random::<B>(60);
        let batch: Vec<u32> = (0..set.len() as u32).collect();
        let (_, gradient) = shape.gradient(&parameters, &set, &batch, TARGET);
        let mean_error = |parameters: &[f32]| {
            shape.error(&shape.merge(parameters), &set, 0..set.len(), TARGET) / set.len() as f64
        };
        let mut checked = 0;
        for index in 0..parameters.len() {
            // Most weights belong to cells without pieces; take one of a few with a gradient.
            if gradient[index].abs() < 1e-4 || random.random_range(0..4) > 0 {
                continue;
            }
            const STEP: f32 = 5e-4;
            let value = parameters[index];
            let [below, here, above] = [-STEP, 0.0, STEP].map(|step| {
                parameters[index] = value + step;
                mean_error(&parameters)
            });
            parameters[index] = value;
            let (left, right) = (here - below, above - here);
            // Where an activation reaches 1, the clip has no derivative.
            if (left - right).abs() > 0.1 * (left.abs() + right.abs()) {
                continue;
            }
            let difference = (left + right) / f64::from(2.0 * STEP);
            let error = (difference - f64::from(gradient[index])).abs();
            assert!(
                error <= 0.1 * difference.abs() + 2e-4,
                "parameter {index}: {difference} by differences, {} computed",
                gradient[index]
            );
            checked += 1;
        }
        checked
    }

    #[test]
    fn gradient_is_right_with_symmetric_colors() {
        gradient_equals_finite_differences::<SpaceChess>();
    }

    #[test]
    fn gradient_is_right_with_different_colors() {
        gradient_equals_finite_differences::<Federation>();
    }

    /// The integers of a network give its value in floating point. Each weight is wrong by half a
    /// step at most, and the errors are independent: with these weights, which are larger than
    /// those of a trained network, and 400 centipawns for an output of 1, the mean error is below
    /// 10 centipawns and no error is above 50.
    fn quantized_network_equals_float<B: RuleSet + BuiltIn>() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let (shape, parameters) = random_network::<B>(2, &mut random);
        let set = SampleSet::random::<B>(60);
        let merged = shape.merge(&parameters);
        let data = shape.quantize(&merged, NetworkBase::None, 400);
        let network = Network::parse(B::game_info(), &data.to_bytes(B::game_info()))
            .expect("a valid network");
        let mut sum = 0.0;
        for index in 0..set.len() {
            let (sample, features) = set.get(index);
            let float = 400.0 * shape.output(&merged, &sample, features);
            let integer = network.output_of(features, sample.side, usize::from(sample.bucket));
            let error = (float - integer as f32).abs();
            assert!(error <= 50.0, "{float} and {integer}");
            sum += error;
        }
        assert!(sum / set.len() as f32 <= 10.0, "{sum}");
    }

    #[test]
    fn quantized_networks_equal_float_networks() {
        quantized_network_equals_float::<SpaceChess>();
        quantized_network_equals_float::<Federation>();
    }

    /// A run that starts from a network begins with its values: as wide as it, or twice as wide
    /// with twice the buckets and another scale.
    fn start_has_values_of_network<B: RuleSet + BuiltIn>() {
        let mut random = ChaCha8Rng::seed_from_u64(4);
        let (shape, parameters) = random_network::<B>(2, &mut random);
        let set = SampleSet::random::<B>(60);
        let data = shape.quantize(&shape.merge(&parameters), NetworkBase::None, 400);
        let network = Network::new(B::game_info(), &data, 0);
        for (hidden, buckets, scale, tolerance) in [(8, 2, 400.0, 4.0), (16, 4, 300.0, 25.0)] {
            let wide = Shape { inputs: InputMap::new(B::game_info()), hidden, buckets };
            let start = wide.merge(&wide.parameters_of(&data, scale, &mut random));
            for index in 0..set.len() {
                let (sample, features) = set.get(index);
                let bucket = usize::from(sample.bucket);
                let expected = network.output_of(features, sample.side, bucket) as f32;
                // The buckets of the wide network that were made from this one.
                let sample = Sample { bucket: sample.bucket * (buckets / 2) as u8, ..sample };
                let value = scale * wide.output(&start, &sample, features);
                assert!((value - expected).abs() <= tolerance, "{value} and {expected}");
            }
        }
    }

    #[test]
    fn runs_start_with_the_values_of_a_network() {
        start_has_values_of_network::<SpaceChess>();
        start_has_values_of_network::<Federation>();
    }

    #[test]
    fn both_sides_see_themselves_where_colors_are_symmetric() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let (shape, parameters) = random_network::<SpaceChess>(1, &mut random);
        let merged = shape.merge(&parameters);
        let start = SpaceChess::startpos();
        let sample =
            Sample { side: Side::White, bucket: 0, base: 0.0, score: 0.0, result: Some(0.5) };
        let features = active_features(&start);
        let white = shape.output(&merged, &sample, &features);
        let black = shape.output(&merged, &Sample { side: Side::Black, ..sample }, &features);
        // The sums add the features in another order.
        assert!((white - black).abs() < 1e-4, "{white} {black}");
    }
}
