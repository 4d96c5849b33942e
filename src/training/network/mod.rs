//! Training of evaluation networks from recorded games.
//!
//! `samples` replays games into lists of features, `inputs` ties the weights of related features
//! together, `model` is the network in floating point with its gradient, `adamw` the optimizer,
//! `trainer` runs the epochs, and `checkpoint` keeps an unfinished run. Only `samples` and `inputs`
//! know the rule set, and these through its board type alone.

mod adamw;
mod checkpoint;
mod config;
mod inputs;
mod model;
mod samples;
mod trainer;

pub use checkpoint::{Checkpoint, CheckpointError, CheckpointErrorKind};
pub use config::TrainConfig;
pub use samples::{SampleError, SampleSet, read_samples};
pub use trainer::{EpochLoss, TrainReport, Trainer};
