//! Positions of recorded games as samples: features, value and result.

use super::super::game_file::{self, GameFileError, GameFileErrorKind};
use super::super::game_record::GameRecord;
use super::super::verify::{VerifyError, replay};
use crate::eval::network::{NetworkBase, active_features, file_mirrored_features, output_bucket};
use crate::moves::Side;
use crate::profiles::RuleSet;
use crate::registry::Variant;
use crate::rules::GameInfo;
use std::path::{Path, PathBuf};

/// Scores of this magnitude and more are left out: they are mates, or as good as won.
const MAX_SCORE: i32 = 10_000;

/// One game of this many is held out.
const HELD_OUT_INTERVAL: u64 = 10;

/// Samples, the features of all in one list.
#[derive(Default)]
pub struct SampleSet {
    features: Vec<u16>,
    /// By sample, the end of its features.
    ends: Vec<u32>,
    samples: Vec<Sample>,
}

/// One position, without its features. Values are from the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sample {
    /// The side to move.
    pub side: Side,
    /// The output bucket.
    pub bucket: u8,
    /// The base of the network, in centipawns.
    pub base: f32,
    /// The score of the search, in centipawns.
    pub score: f32,
    /// The result of the game: 1 won, 0.5 drawn, 0 lost.
    pub result: f32,
}

impl SampleSet {
    /// The number of samples.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Returns whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// All samples, without their features.
    pub(super) fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Returns a sample and its features.
    #[inline]
    pub(super) fn get(&self, index: usize) -> (Sample, &[u16]) {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        (self.samples[index], &self.features[start..self.ends[index] as usize])
    }

    /// Returns random samples of random games, for tests: the same at each call.
    #[cfg(test)]
    pub(super) fn random<B: RuleSet + crate::rules::BuiltIn>(count: usize) -> SampleSet {
        use crate::position::Position;
        use rand::{RngExt, SeedableRng};
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(9);
        let (mut set, mut position) = (SampleSet::default(), Position::new(B::startpos()));
        while set.len() < count {
            let moves = position.legal_moves();
            if moves.is_empty() || position.ply_count() > 60 {
                position = Position::new(B::startpos());
                continue;
            }
            position.make(moves[random.random_range(0..moves.len())], &mut ());
            let board = position.board();
            let sample = Sample {
                side: board.side_to_move(),
                bucket: random.random_range(0..2),
                base: random.random_range(-200.0..200.0),
                score: random.random_range(-200.0..200.0),
                result: 0.5 * random.random_range(0..3) as f32,
            };
            set.push(sample, &active_features(board));
        }
        set
    }

    /// Appends a sample.
    fn push(&mut self, sample: Sample, features: &[u16]) {
        self.features.extend_from_slice(features);
        self.ends.push(self.features.len() as u32);
        self.samples.push(sample);
    }

    /// Appends the quiet positions of a game, each also with its features replaced by `mirrored` if
    /// there is such a list.
    fn add_game<B: RuleSet>(
        &mut self,
        rules: &'static GameInfo,
        game: &GameRecord,
        base: NetworkBase,
        buckets: usize,
        mirrored: Option<&[u16]>,
    ) -> Result<(), VerifyError> {
        replay::<B>(rules, game, |ply, position| {
            let recorded = game.plies[ply];
            let score = recorded.score.map_or(0, i32::from);
            if !recorded.is_quiet || score.abs() >= MAX_SCORE {
                return;
            }
            let board = position.board();
            let accumulator = board.new_accumulator();
            let base = match base {
                NetworkBase::None => 0,
                NetworkBase::Material => board.material(&accumulator),
                NetworkBase::HandMade => board.evaluate(&accumulator),
            };
            let side = board.side_to_move();
            let result = match game.end.winner {
                None => 0.5,
                Some(winner) => f32::from(u8::from(winner == side)),
            };
            let sample = Sample {
                side,
                bucket: output_bucket(&accumulator, buckets) as u8,
                base: base as f32,
                score: score as f32,
                result,
            };
            let mut features = active_features(board);
            self.push(sample, &features);
            if let Some(mirrored) = mirrored {
                features.iter_mut().for_each(|feature| *feature = mirrored[usize::from(*feature)]);
                self.push(sample, &features);
            }
        })
    }
}

/// Why games cannot be read as samples.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] GameFileError),
    /// A file holds games of another rule set.
    #[error("{}: games of {read}, expected {expected}", .path.display())]
    OtherRuleSet {
        /// The file.
        path: PathBuf,
        /// Its rule set.
        read: Variant,
        /// The rule set of the network.
        expected: &'static str,
    },
    /// A game is not valid.
    #[error("{}: game {index}: {error}", .path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The number of the game.
        index: u64,
        /// What is wrong.
        error: VerifyError,
    },
}

/// Reads the quiet positions of files of games. Returns the samples for training and those of the
/// games held out, one game of ten. Where the files are symmetric, each position for training is
/// there twice, once with its files mirrored.
pub fn read_samples<B: RuleSet>(
    rules: &'static GameInfo,
    paths: &[PathBuf],
    base: NetworkBase,
    buckets: usize,
) -> Result<[SampleSet; 2], SampleError> {
    let mirrored = rules.file_symmetry.then(|| file_mirrored_features(rules));
    let [mut training, mut held_out] = [SampleSet::default(), SampleSet::default()];
    for path in paths {
        read_file(path, rules.name, &mut |game| {
            let (set, mirrored) = match game.index % HELD_OUT_INTERVAL {
                0 => (&mut held_out, None),
                _ => (&mut training, mirrored.as_deref()),
            };
            set.add_game::<B>(rules, game, base, buckets, mirrored)
        })?;
    }
    Ok([training, held_out])
}

/// Reads the games of a file, which must be of this rule set.
fn read_file(
    path: &Path,
    rule_set: &'static str,
    add: &mut dyn FnMut(&GameRecord) -> Result<(), VerifyError>,
) -> Result<(), SampleError> {
    let reader = game_file::open(path)?;
    let read = reader.config.variant;
    if read.name() != rule_set {
        return Err(SampleError::OtherRuleSet { path: path.to_owned(), read, expected: rule_set });
    }
    for game in reader {
        let game = game.map_err(|cause: GameFileErrorKind| {
            SampleError::File(GameFileError { path: path.to_owned(), cause })
        })?;
        add(&game).map_err(|error| SampleError::Game {
            path: path.to_owned(),
            index: game.index,
            error,
        })?;
    }
    Ok(())
}
