//! The file of an unfinished training run.
//!
//! The first line is `%triskelion training ` and the settings and losses as JSON. Four lists of
//! little-endian `f32` follow: the parameters, the two of the optimizer, the best parameters; then
//! the CRC-32 (IEEE) of everything before it.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::adamw::AdamW;
use super::config::TrainConfig;
use super::trainer::{EpochLoss, TrainState, Trainer};
use crate::files::{self, FileError};
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use triskelion_protocol::escape_control;

/// The first line begins with this.
const PREFIX: &str = "%triskelion training ";

/// Why a checkpoint cannot be written or used.
pub type CheckpointError = FileError<CheckpointErrorKind>;

/// What is wrong with a checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointErrorKind {
    /// The operating system reports an error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The first line is no header.
    #[error("expected a first line that begins with `{PREFIX}`")]
    MissingHeader,
    /// The settings and losses in the first line are not valid.
    #[error("first line: {}", escape_control(.0))]
    Header(String),
    /// The file is damaged.
    #[error("damaged: the checksum does not agree")]
    Checksum,
    /// The lists of weights do not fit the settings.
    #[error("the weights are not those of a network of its settings")]
    Shape,
}

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Header {
    config: TrainConfig,
    scale: f32,
    steps: u64,
    losses: Vec<EpochLoss>,
}

/// A checkpoint that has been read.
pub struct Checkpoint {
    path: PathBuf,
    config: TrainConfig,
    state: TrainState,
}

impl Checkpoint {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let read = || {
            let (config, state) = parse(&fs::read(path)?)?;
            Ok(Checkpoint { path: path.to_owned(), config, state })
        };
        read().map_err(|cause| FileError::new(path, cause))
    }

    /// Returns the settings of the run.
    pub fn config(&self) -> &TrainConfig {
        &self.config
    }

    /// Returns whether the run is finished, as [`Trainer::is_finished`] does.
    pub fn is_finished(&self) -> bool {
        self.state.is_finished(&self.config)
    }

    /// Continues the run.
    pub fn resume(self, threads: ThreadPool) -> Result<Trainer, CheckpointError> {
        let Checkpoint { path, config, state } = self;
        let trainer = Trainer::resume(config, state, threads);
        trainer.ok_or(FileError { path, cause: CheckpointErrorKind::Shape })
    }
}

impl Trainer {
    /// Writes a checkpoint. A file of that name is replaced in one step.
    pub fn write_checkpoint(&self, path: &Path) -> Result<(), CheckpointError> {
        let write = || Ok(files::replace(path, &to_bytes(self.config(), self.state())?)?);
        write().map_err(|cause| FileError::new(path, cause))
    }
}

fn to_bytes(config: &TrainConfig, state: &TrainState) -> Result<Vec<u8>, CheckpointErrorKind> {
    let TrainState { scale, parameters, optimizer, best, losses } = state;
    let header = Header {
        config: config.clone(),
        scale: *scale,
        steps: optimizer.steps,
        losses: losses.clone(),
    };
    let json = serde_json::to_string(&header);
    let json = json.map_err(|error| CheckpointErrorKind::Header(error.to_string()))?;
    let mut bytes = format!("{PREFIX}{json}\n").into_bytes();
    for list in [parameters, &optimizer.mean, &optimizer.variance, best] {
        bytes.extend(list.iter().flat_map(|value| value.to_le_bytes()));
    }
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    Ok(bytes)
}

fn parse(bytes: &[u8]) -> Result<(TrainConfig, TrainState), CheckpointErrorKind> {
    let rest = bytes.strip_prefix(PREFIX.as_bytes());
    let rest = rest.ok_or(CheckpointErrorKind::MissingHeader)?;
    let (content, stored) = bytes.split_last_chunk().ok_or(CheckpointErrorKind::MissingHeader)?;
    if crc32fast::hash(content) != u32::from_le_bytes(*stored) {
        return Err(CheckpointErrorKind::Checksum);
    }
    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    let (json, values) = rest.split_at(end);
    let header: Header = serde_json::from_slice(json)
        .map_err(|error| CheckpointErrorKind::Header(files::header_error(&error)))?;
    let Header { config, scale, steps, losses } = header;
    config.check().map_err(CheckpointErrorKind::Header)?;
    let values = values.get(1..values.len().saturating_sub(4)).unwrap_or_default();
    let values: Vec<f32> =
        values.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    let mut lists = values.chunks(values.len().div_ceil(4).max(1)).map(<[f32]>::to_vec);
    let mut next = || lists.next().unwrap_or_default();
    let parameters = next();
    let optimizer = AdamW { mean: next(), variance: next(), steps };
    let state = TrainState { scale, parameters, optimizer, best: next(), losses };
    Ok((config, state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::NetworkBase;
    use crate::registry::Variant;
    use crate::rules::Chess;
    use crate::training::network::SampleSet;
    use rayon::ThreadPoolBuilder;

    fn config() -> TrainConfig {
        let config = TrainConfig::new(Variant::Chess);
        TrainConfig {
            hidden: 8,
            base: NetworkBase::Material,
            buckets: 2,
            epochs: 4,
            batch: 16,
            ..config
        }
    }

    fn threads(count: usize) -> ThreadPool {
        ThreadPoolBuilder::new().num_threads(count).build().expect("threads")
    }

    /// Returns the same samples for every call.
    fn samples() -> [SampleSet; 2] {
        [100, 10].map(SampleSet::random::<Chess>)
    }

    /// A run that is resumed after each epoch, with another number of threads, gives the same
    /// weights as one that is not interrupted.
    #[test]
    fn resumed_run_equals_whole_run() {
        let sets = samples();
        let mut whole = Trainer::new(config(), None, &sets[0], threads(1));
        let mut resumed = Trainer::new(config(), None, &sets[0], threads(1));
        for count in [2, 1, 3] {
            whole.run_epoch(&sets, |_| ());
            resumed.run_epoch(&sets, |_| ());
            let bytes = to_bytes(resumed.config(), resumed.state()).expect("a checkpoint");
            let (config, state) = parse(&bytes).expect("the same checkpoint");
            assert_eq!((&config, &state), (whole.config(), whole.state()));
            let trainer = Trainer::resume(config, state, threads(count));
            resumed = trainer.expect("weights of this shape");
        }
        let [first, .., last] = whole.losses() else { panic!("three epochs") };
        assert!(last.training < first.training, "{first:?} {last:?}");
    }

    #[test]
    fn damaged_checkpoints_are_rejected() {
        let sets = samples();
        let trainer = Trainer::new(config(), None, &sets[0], threads(1));
        let bytes = to_bytes(trainer.config(), trainer.state()).expect("a checkpoint");
        for index in (0..bytes.len()).step_by(997).chain([bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[index] ^= 0x10;
            assert!(parse(&damaged).is_err(), "byte {index}");
            assert!(parse(&bytes[..index]).is_err(), "{index} bytes");
        }
        let mut wide = trainer.config().clone();
        wide.hidden = 16;
        let state = trainer.state().clone();
        assert!(Trainer::resume(wide, state, threads(1)).is_none());
    }
}
