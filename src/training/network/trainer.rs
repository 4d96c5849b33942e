//! The epochs of a training run.

use super::adamw::AdamW;
use super::config::TrainConfig;
use super::inputs::InputMap;
use super::model::{Shape, Target, sigmoid};
use super::samples::SampleSet;
use crate::eval::network::{Network, NetworkData};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};
use std::f32::consts::PI;

/// The last learning rate, as a share of the first.
const LAST_RATE: f32 = 1.0 / 30.0;

/// The mean squared errors of an epoch, in expected results.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct EpochLoss {
    /// Of the samples for training, while the weights changed.
    pub training: f64,
    /// Of the held-out games, after the epoch.
    pub held_out: f64,
}

/// What changes during a run.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TrainState {
    /// Centipawns for an output of 1, and for the logistic function of scores.
    pub scale: f32,
    pub parameters: Vec<f32>,
    pub optimizer: AdamW,
    /// The parameters of the epoch that is kept.
    pub best: Vec<f32>,
    pub losses: Vec<EpochLoss>,
}

impl TrainState {
    /// Returns the epoch whose network is kept, from 0: the last one, or that with the smallest
    /// error of the held-out games.
    fn kept_epoch(&self, config: &TrainConfig) -> Option<usize> {
        if config.keep_last {
            return self.losses.len().checked_sub(1);
        }
        let losses = self.losses.iter().enumerate();
        losses.min_by(|a, b| a.1.held_out.total_cmp(&b.1.held_out)).map(|(epoch, _)| epoch)
    }

    /// Returns whether the run has made its epochs, or no longer learns.
    pub(super) fn is_finished(&self, config: &TrainConfig) -> bool {
        let epochs = self.losses.len();
        let since_best = self.kept_epoch(config).map_or(0, |kept| epochs - 1 - kept);
        epochs >= config.epochs || since_best >= config.patience
    }
}

/// A training run.
pub struct Trainer {
    config: TrainConfig,
    shape: Shape,
    state: TrainState,
    threads: ThreadPool,
}

/// What a finished network is like on the held-out games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainReport {
    /// Centipawns for an output of 1, fitted to the results of the games.
    pub scale: f32,
    /// The mean squared error of the base alone.
    pub base_loss: f64,
    /// The mean squared error of the network.
    pub network_loss: f64,
    /// The mean magnitude of the scores of the searches, in centipawns.
    pub score_magnitude: f64,
    /// The mean magnitude of the evaluation by the network, in centipawns.
    pub network_magnitude: f64,
    /// The largest difference between the network in integers and in floating point, in
    /// centipawns.
    pub quantization_error: f64,
}

impl Trainer {
    /// Begins a run, from the weights of a network that fits the settings, by
    /// [`TrainConfig::check_start`], or from random ones.
    pub fn new(
        config: TrainConfig,
        start: Option<&NetworkData>,
        samples: &SampleSet,
        threads: ThreadPool,
    ) -> Trainer {
        let (shape, scale) = (shape(&config), fit_scale(samples));
        let mut random = ChaCha8Rng::seed_from_u64(config.seed);
        let parameters = match start {
            None => shape.initial_parameters(&mut random),
            Some(network) => shape.parameters_of(network, scale, &mut random),
        };
        let state = TrainState {
            scale,
            optimizer: AdamW::new(parameters.len()),
            best: parameters.clone(),
            parameters,
            losses: Vec::new(),
        };
        Trainer { config, shape, state, threads }
    }

    /// Continues a run; `None` if the state is not one of these settings.
    pub(super) fn resume(
        config: TrainConfig,
        state: TrainState,
        threads: ThreadPool,
    ) -> Option<Trainer> {
        let shape = shape(&config);
        let count = shape.parameter_count();
        let TrainState { parameters, optimizer, best, .. } = &state;
        let lists = [parameters, &optimizer.mean, &optimizer.variance, best];
        let is_valid = lists.into_iter().all(|list| list.len() == count);
        is_valid.then_some(Trainer { config, shape, state, threads })
    }

    /// Returns the settings.
    pub fn config(&self) -> &TrainConfig {
        &self.config
    }

    /// Returns the state, for a checkpoint.
    pub(super) fn state(&self) -> &TrainState {
        &self.state
    }

    /// Returns the errors of the epochs so far.
    pub fn losses(&self) -> &[EpochLoss] {
        &self.state.losses
    }

    /// Returns the epoch whose network is kept, from 0.
    pub fn kept_epoch(&self) -> Option<usize> {
        self.state.kept_epoch(&self.config)
    }

    /// Returns whether the run has made its epochs, or no longer learns.
    pub fn is_finished(&self) -> bool {
        self.state.is_finished(&self.config)
    }

    fn target(&self) -> Target {
        Target { scale: self.state.scale, score_share: self.config.score_share }
    }

    /// Runs the next epoch. `progress` is called with the number of samples after each step.
    pub fn run_epoch(
        &mut self,
        [training, held_out]: &[SampleSet; 2],
        mut progress: impl FnMut(usize),
    ) -> EpochLoss {
        let target = self.target();
        let epoch = self.state.losses.len();
        let mut random = ChaCha8Rng::seed_from_u64(self.config.seed);
        random.set_stream(epoch as u64 + 1);
        let mut order: Vec<u32> = (0..training.len() as u32).collect();
        order.shuffle(&mut random);
        let steps = training.len().div_ceil(self.config.batch) * self.config.epochs;
        let mut sum = 0.0;
        for batch in order.chunks(self.config.batch) {
            let state = &mut self.state;
            let (loss, gradient) = self
                .threads
                .install(|| self.shape.gradient(&state.parameters, training, batch, target));
            sum += loss * batch.len() as f64;
            let share = state.optimizer.steps as f32 / steps as f32;
            let cosine = 0.5 * (1.0 + libm::cosf(PI * share));
            let rate = self.config.learning_rate * (LAST_RATE + (1.0 - LAST_RATE) * cosine);
            let decay = self.config.weight_decay;
            state.optimizer.step(&mut state.parameters, &gradient, rate, decay);
            self.shape.clamp(&mut state.parameters);
            progress(batch.len());
        }
        let merged = self.shape.merge(&self.state.parameters);
        let held_out_loss =
            mean(self.shape.error(&merged, held_out, 0..held_out.len(), target), held_out.len());
        let loss = EpochLoss { training: mean(sum, training.len()), held_out: held_out_loss };
        self.state.losses.push(loss);
        if self.kept_epoch() == Some(epoch) {
            self.state.best.clone_from(&self.state.parameters);
        }
        loss
    }

    /// Returns the network of the epoch that is kept.
    pub fn network(&self, held_out: &SampleSet) -> (NetworkData, TrainReport) {
        let merged = self.shape.merge(&self.state.best);
        let data = self.shape.quantize(&merged, self.config.base, self.state.scale as i32);
        let report =
            self.report(&Network::new(self.config.variant.game(), &data, 0), &merged, held_out);
        (data, report)
    }

    /// Compares the network in integers and in floating point, `merged`, on the held-out games.
    fn report(&self, integers: &Network, merged: &[f32], held_out: &SampleSet) -> TrainReport {
        let scale = self.state.scale;
        let (mut scores, mut network, mut base_error) = (0.0, 0.0, 0.0);
        let mut quantization_error = 0.0f64;
        for (index, sample) in held_out.samples().iter().enumerate() {
            let (_, features) = held_out.get(index);
            let output = self.shape.output(merged, sample, features);
            let target = self.target().of(sample);
            base_error += f64::from((sigmoid(sample.base / scale) - target).powi(2));
            scores += f64::from(sample.score.abs());
            network += f64::from((sample.base + scale * output).abs());
            let integer = integers.output_of(features, sample.side, usize::from(sample.bucket));
            let difference = scale.trunc() * output - integer as f32;
            quantization_error = quantization_error.max(f64::from(difference.abs()));
        }
        let count = held_out.len();
        let loss = self.shape.error(merged, held_out, 0..count, self.target());
        TrainReport {
            scale,
            base_loss: mean(base_error, count),
            network_loss: mean(loss, count),
            score_magnitude: mean(scores, count),
            network_magnitude: mean(network, count),
            quantization_error,
        }
    }
}

fn shape(config: &TrainConfig) -> Shape {
    let inputs = InputMap::new(config.variant.game());
    Shape { inputs, hidden: config.hidden, buckets: config.buckets }
}

fn mean(sum: f64, count: usize) -> f64 {
    sum / count.max(1) as f64
}

/// Returns the scale in centipawns with which the logistic function of the scores is nearest to the
/// results, by golden section search.
fn fit_scale(samples: &SampleSet) -> f32 {
    let error = |logarithm: f32| -> f64 {
        let scale = libm::expf(logarithm);
        let errors = samples.samples().iter().filter_map(|sample| {
            let error = sigmoid(sample.score / scale) - sample.result?;
            Some(f64::from(error * error))
        });
        errors.sum()
    };
    const GOLDEN: f32 = 0.618_034;
    let (mut low, mut high) = (libm::logf(20.0), libm::logf(5000.0));
    for _ in 0..25 {
        let (left, right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        if error(left) < error(right) { high = right } else { low = left }
    }
    libm::expf((low + high) / 2.0).round()
}
