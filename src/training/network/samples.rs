//! Positions of recorded games as samples: features, value and result.

use super::super::game_file::{self, GameFileError, GameFileErrorKind};
use super::super::game_record::GameRecord;
use super::super::verify::{VerifyError, replay};
use super::config::TrainConfig;
use crate::eval::network::{
    Network, NetworkBase, NetworkStack, active_features, file_mirrored_features, output_bucket,
};
use crate::moves::{MoveList, Side};
use crate::profiles::{RuleSet, default_network};
use crate::registry::Variant;
use crate::rules::{GameInfo, GenType};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// The score of the search, in centipawns; for a position of no game, its evaluation.
    pub score: f32,
    /// The result of the game: 1 won, 0.5 drawn, 0 lost; `None` for a position of no game.
    pub result: Option<f32>,
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
                result: Some(0.5 * random.random_range(0..3) as f32),
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

/// Reads the quiet positions of the files of games. Returns the samples for training and those of
/// the games held out, one game of ten. Where the files are symmetric, each position for training is
/// there twice, once with its files mirrored.
///
/// The search meets positions that no good move leads to. To learn from some, each position of the
/// games for training is followed by [`TrainConfig::children`] others after one or two random moves.
/// Their score is the evaluation in the program.
pub fn read_samples<B: RuleSet>(config: &TrainConfig) -> Result<[SampleSet; 2], SampleError> {
    let rules = config.variant.game();
    let mut reader = SampleReader::<B> {
        config,
        rules,
        mirrored: rules.file_symmetry.then(|| file_mirrored_features(rules)),
        teacher: default_network(rules),
        teacher_stack: NetworkStack::new(rules, 1),
        random: ChaCha8Rng::seed_from_u64(config.seed),
        sets: [SampleSet::default(), SampleSet::default()],
        board: PhantomData,
    };
    for path in &config.games {
        read_file(path, rules.name, &mut |game| reader.add_game(game))?;
    }
    Ok(reader.sets)
}

/// Turns games into samples.
struct SampleReader<'a, B> {
    config: &'a TrainConfig,
    rules: &'static GameInfo,
    /// By feature, the one with the files mirrored, where they are symmetric.
    mirrored: Option<Vec<u16>>,
    /// The network in the program, which evaluates the positions after random moves.
    teacher: Option<Arc<Network>>,
    teacher_stack: NetworkStack,
    random: ChaCha8Rng,
    /// The samples for training, and those held out.
    sets: [SampleSet; 2],
    board: PhantomData<fn() -> B>,
}

impl<B: RuleSet> SampleReader<'_, B> {
    /// Adds the positions of a game.
    fn add_game(&mut self, game: &GameRecord) -> Result<(), VerifyError> {
        let held_out = game.index.is_multiple_of(HELD_OUT_INTERVAL);
        replay::<B>(self.rules, game, |ply, position| {
            let recorded = game.plies[ply];
            let score = recorded.score.map_or(0, i32::from);
            let board = position.board();
            if recorded.is_quiet && score.abs() < MAX_SCORE {
                let result = match game.end.winner {
                    None => 0.5,
                    Some(winner) => f32::from(u8::from(winner == board.side_to_move())),
                };
                self.add(held_out, board, score, Some(result));
            }
            if !held_out {
                for _ in 0..self.config.children {
                    self.add_child(board);
                }
            }
        })
    }

    /// Adds the position after a random move, or after two in one case of three, unless it is check
    /// or the game is over.
    fn add_child(&mut self, board: &B) {
        let mut child = *board;
        for _ in 0..1 + usize::from(self.random.random_ratio(1, 3)) {
            let mut moves = MoveList::new();
            child.generate(GenType::All, &mut moves);
            let Some(&mv) = moves.choose(&mut self.random) else { return };
            child = child.make(mv, &mut ());
        }
        if !child.in_check() {
            let value = self.teacher_stack.evaluate_fresh(self.teacher.as_deref(), &child);
            self.add(false, &child, value, None);
        }
    }

    /// Adds a position. One of a game for training is there twice where the files are symmetric.
    fn add(&mut self, held_out: bool, board: &B, score: i32, result: Option<f32>) {
        let accumulator = board.new_accumulator();
        let base = match self.config.base {
            NetworkBase::None => 0,
            NetworkBase::Material => board.material(&accumulator),
            NetworkBase::HandMade => board.evaluate(&accumulator),
        };
        let sample = Sample {
            side: board.side_to_move(),
            bucket: output_bucket(&accumulator, self.config.buckets) as u8,
            base: base as f32,
            score: score as f32,
            result,
        };
        let mut features = active_features(board);
        let set = &mut self.sets[usize::from(held_out)];
        set.push(sample, &features);
        if !held_out
            && result.is_some()
            && let Some(mirrored) = &self.mirrored
        {
            features.iter_mut().for_each(|feature| *feature = mirrored[usize::from(*feature)]);
            set.push(sample, &features);
        }
    }
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
