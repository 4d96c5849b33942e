//! The settings of a training run.

use crate::eval::network::{HIDDEN_SIZES, NetworkBase, NetworkData};
use crate::registry::Variant;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The settings of a training run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TrainConfig {
    /// The rule set.
    pub variant: Variant,
    /// The files of games.
    pub games: Vec<PathBuf>,
    /// What the output of the network is added to.
    pub base: NetworkBase,
    /// The network whose weights are the first ones; random weights without one.
    #[serde(default)]
    pub start: Option<PathBuf>,
    /// The number of units of each hidden layer: one of [`HIDDEN_SIZES`].
    pub hidden: usize,
    /// The number of output buckets, by phase.
    pub buckets: usize,
    /// The largest number of epochs.
    pub epochs: usize,
    /// The run ends after this number of epochs without a smaller error of the held-out games.
    pub patience: usize,
    /// Whether the network of the last epoch is kept, not that with the smallest error of the
    /// held-out games.
    #[serde(default)]
    pub keep_last: bool,
    /// The number of positions after random moves that are added for each recorded one; see
    /// [`read_samples`](super::read_samples).
    #[serde(default)]
    pub children: usize,
    /// The nodes of the search that gives an added position its score; 0 for its evaluation.
    #[serde(default)]
    pub child_nodes: u64,
    /// The number of samples of a step.
    pub batch: usize,
    /// The learning rate of the first step; it falls to a thirtieth by a cosine.
    pub learning_rate: f32,
    /// The share of each weight that a step of learning rate 1 removes.
    pub weight_decay: f32,
    /// The share of the search score in the target, 0 to 1; the rest is the result of the game.
    pub score_share: f32,
    /// The seed of the first weights and of the order of the samples.
    pub seed: u64,
}

impl TrainConfig {
    /// Returns the default settings for a rule set.
    pub const fn new(variant: Variant) -> TrainConfig {
        TrainConfig {
            variant,
            games: Vec::new(),
            base: NetworkBase::HandMade,
            start: None,
            hidden: 32,
            buckets: 1,
            epochs: 6,
            patience: 3,
            keep_last: false,
            children: 0,
            child_nodes: 0,
            batch: 4096,
            learning_rate: 2e-3,
            weight_decay: 1.0,
            score_share: 0.9,
            seed: 1,
        }
    }

    /// Returns what makes the settings unusable.
    pub fn check(&self) -> Result<(), String> {
        let range = |name: &str, read: String, expected: &str| {
            Err(format!("{name}: read {read}, expected {expected}"))
        };
        if !HIDDEN_SIZES.contains(&self.hidden) {
            return range("hidden", self.hidden.to_string(), &format!("one of {HIDDEN_SIZES:?}"));
        }
        if !(1..=16).contains(&self.buckets) {
            return range("buckets", self.buckets.to_string(), "1 to 16");
        }
        if self.batch == 0 || self.epochs == 0 || self.patience == 0 {
            return Err("batch, epochs and patience: expected at least 1".to_owned());
        }
        if !(0.0..=1.0).contains(&self.score_share) {
            return range("score-share", self.score_share.to_string(), "0 to 1");
        }
        if !(self.learning_rate > 0.0 && self.learning_rate <= 1.0) {
            return range(
                "learning-rate",
                self.learning_rate.to_string(),
                "more than 0, at most 1",
            );
        }
        if !(0.0..=10.0).contains(&self.weight_decay) {
            return range("weight-decay", self.weight_decay.to_string(), "0 to 10");
        }
        Ok(())
    }

    /// Returns why a run of these settings cannot start from a network.
    pub fn check_start(&self, network: &NetworkData) -> Result<(), String> {
        if network.base == self.base
            && self.hidden.is_multiple_of(network.hidden)
            && self.buckets.is_multiple_of(network.buckets)
        {
            return Ok(());
        }
        Err(format!(
            "start: a network with --base {}, --hidden {} and --buckets {} read, --base {} and \
             divisors of {} and {} expected",
            network.base, network.hidden, network.buckets, self.base, self.hidden, self.buckets
        ))
    }
}
