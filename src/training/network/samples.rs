//! Positions of recorded games as samples: features, value and result.

use super::super::game_file::{self, GameFileError, GameFileErrorKind};
use super::super::game_record::TrainingGame;
use super::super::verify::{VerifyError, replay};
use super::config::TrainConfig;
use crate::clock::Instant;
use crate::eval::network::{Network, NetworkBase, output_bucket};
use crate::eval::{EvalStack, active_features, file_mirrored_features};
use crate::hash_table::OutOfMemory;
use crate::moves::Side;
use crate::parallel;
use crate::position::Position;
use crate::profiles::RuleSet;
use crate::registry::{Variant, Visitor};
use crate::rules::GameInfo;
use crate::search::threads::SearchPool;
use crate::search::{SearchRequest, Signals};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPool;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use triskelion_protocol::Limits;

/// Scores of this magnitude and more are left out: they are mates, or as good as won.
const MAX_SCORE: i32 = 10_000;

/// The number of games whose samples are made before they are joined with the others.
const GAMES_AT_A_TIME: usize = 1024;

/// One game of this many is held out.
const HELD_OUT_INTERVAL: u64 = 10;

/// Samples, the features of all in one list.
#[derive(Default, PartialEq, Debug)]
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
    /// The score of the search, in centipawns; for a position of no game, that of the teacher.
    pub score: f32,
    /// The result of the game: 1 won, 0.5 drawn, 0 lost; `None` for a position of no game.
    pub result: Option<f32>,
}

impl SampleSet {
    /// Returns the number of samples.
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

    /// Appends the samples of another set.
    fn append(&mut self, other: &SampleSet) {
        let start = self.features.len() as u32;
        self.features.extend_from_slice(&other.features);
        self.ends.extend(other.ends.iter().map(|end| start + end));
        self.samples.extend_from_slice(&other.samples);
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
    /// The transposition table of a teacher could not be allocated.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
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
/// the games held out, one game of ten. Where the files are symmetric, each position for training
/// is there twice, once with its files mirrored. The samples do not depend on the number of
/// threads.
///
/// The search meets positions that no good move leads to. To learn from some, each position of the
/// games for training is followed by [`TrainConfig::children`] others after one or two random
/// moves. Their score is the evaluation by `teacher`, or that of a search with it, of
/// [`TrainConfig::child_nodes`].
pub fn read_samples(
    config: &TrainConfig,
    teacher: Option<Arc<Network>>,
    threads: &ThreadPool,
) -> Result<[SampleSet; 2], SampleError> {
    let rules = config.variant.game();
    let mirrored = rules.file_symmetry.then(|| file_mirrored_features(rules));
    let mirrored = mirrored.as_deref();
    let mut sets = [SampleSet::default(), SampleSet::default()];
    for (path, file) in config.games.iter().zip(0..) {
        for games in read_file(path, rules.name)?.chunks(GAMES_AT_A_TIME) {
            let teacher = teacher.clone();
            let reader = GameReader { config, path, file, games, mirrored, teacher, threads };
            for read in config.variant.visit(reader) {
                let (held_out, samples) = read?;
                sets[usize::from(held_out)].append(&samples);
            }
        }
    }
    Ok(sets)
}

/// Turns games of a file into samples, in their order; with each, whether the game is held out.
struct GameReader<'a> {
    config: &'a TrainConfig,
    path: &'a Path,
    /// The number of the file.
    file: u64,
    games: &'a [TrainingGame],
    /// As in [`GameSampler`].
    mirrored: Option<&'a [u16]>,
    teacher: Option<Arc<Network>>,
    threads: &'a ThreadPool,
}

impl Visitor for GameReader<'_> {
    type Output = Vec<Result<(bool, SampleSet), SampleError>>;

    fn visit<B: RuleSet>(self, rules: &'static GameInfo) -> Self::Output {
        let GameReader { config, path, file, games, mirrored, .. } = self;
        let sample = |teacher: &mut Result<Teacher<B>, OutOfMemory>, number: usize| {
            let game = &games[number];
            let mut random = ChaCha8Rng::seed_from_u64(config.seed);
            random.set_stream(game.index << 8 | file);
            let mut sampler = GameSampler {
                config,
                mirrored,
                teacher: teacher.as_mut().map_err(|error| *error)?,
                random,
                held_out: game.index.is_multiple_of(HELD_OUT_INTERVAL),
                samples: SampleSet::default(),
            };
            match sampler.add_game(rules, game) {
                Ok(()) => Ok((sampler.held_out, sampler.samples)),
                Err(error) => {
                    Err(SampleError::Game { path: path.to_owned(), index: game.index, error })
                }
            }
        };
        let new = || Teacher::new(rules, self.teacher.clone(), config.child_nodes);
        parallel::map_with(self.threads, games.len(), new, sample)
    }
}

/// Gives the positions of no game their scores.
struct Teacher<B: RuleSet> {
    /// The nodes of a search; 0 for the evaluation alone.
    nodes: u64,
    network: Option<Arc<Network>>,
    stack: EvalStack,
    pool: SearchPool<B>,
}

impl<B: RuleSet> Teacher<B> {
    fn new(
        rules: &'static GameInfo,
        network: Option<Arc<Network>>,
        nodes: u64,
    ) -> Result<Self, OutOfMemory> {
        let mut pool = SearchPool::new(rules, 1)?;
        pool.set_network(network.clone());
        Ok(Teacher { nodes, network, stack: EvalStack::new(rules, 1), pool })
    }

    /// Returns the score from the side to move; `None` if the best move found is not quiet, or the
    /// position is check or the end of the game.
    fn score(&mut self, board: &B) -> Option<i32> {
        if board.in_check() {
            return None;
        }
        if self.nodes == 0 {
            return Some(self.stack.evaluate_fresh(self.network.as_deref(), board));
        }
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let signals = Signals::new(Instant::now(), false, false);
        let position = Position::new(*board);
        let result = self.pool.search(&SearchRequest::new(&position, &limits), &signals, None);
        let is_quiet = result.best.is_some_and(|mv| !board.is_noisy(mv));
        (is_quiet && result.score.abs() < MAX_SCORE).then_some(result.score)
    }
}

/// Turns a game into samples.
struct GameSampler<'a, B: RuleSet> {
    config: &'a TrainConfig,
    /// By feature, the one with the files mirrored, where they are symmetric.
    mirrored: Option<&'a [u16]>,
    teacher: &'a mut Teacher<B>,
    random: ChaCha8Rng,
    /// Whether the game is held out.
    held_out: bool,
    samples: SampleSet,
}

impl<B: RuleSet> GameSampler<'_, B> {
    /// Adds the positions of the game.
    fn add_game(
        &mut self,
        rules: &'static GameInfo,
        game: &TrainingGame,
    ) -> Result<(), VerifyError> {
        if self.config.child_nodes > 0 {
            self.teacher.pool.clear();
        }
        replay::<B>(rules, game, &mut |ply, position| {
            let recorded = game.plies[ply];
            let score = recorded.score.map_or(0, i32::from);
            let board = position.board();
            if recorded.is_quiet && score.abs() < MAX_SCORE {
                let result = match game.end.winner {
                    None => 0.5,
                    Some(winner) => f32::from(u8::from(winner == board.side_to_move())),
                };
                self.add(board, score, Some(result));
            }
            if !self.held_out {
                for _ in 0..self.config.children {
                    self.add_child(board);
                }
            }
        })
    }

    /// Adds the position after a random move, or after two in one case of three, unless the teacher
    /// has no score for it.
    fn add_child(&mut self, board: &B) {
        let mut child = *board;
        for _ in 0..1 + usize::from(self.random.random_ratio(1, 3)) {
            let moves = child.legal_moves();
            let Some(&mv) = moves.choose(&mut self.random) else { return };
            child = child.make(mv, &mut ());
        }
        if let Some(score) = self.teacher.score(&child) {
            self.add(&child, score, None);
        }
    }

    /// Adds a position. One of a game for training is there twice where the files are symmetric.
    fn add(&mut self, board: &B, score: i32, result: Option<f32>) {
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
        self.samples.push(sample, &features);
        if !self.held_out
            && result.is_some()
            && let Some(mirrored) = self.mirrored
        {
            features.iter_mut().for_each(|feature| *feature = mirrored[usize::from(*feature)]);
            self.samples.push(sample, &features);
        }
    }
}

/// Reads the games of a file, which must be of this rule set.
fn read_file(path: &Path, rule_set: &'static str) -> Result<Vec<TrainingGame>, SampleError> {
    let reader = game_file::open(path)?;
    let read = reader.config.variant;
    if read.name() != rule_set {
        return Err(SampleError::OtherRuleSet { path: path.to_owned(), read, expected: rule_set });
    }
    let games = reader.collect::<Result<_, GameFileErrorKind>>();
    Ok(games.map_err(|cause| GameFileError { path: path.to_owned(), cause })?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::default_network;
    use crate::training::config::DatagenConfig;
    use crate::training::datagen;
    use crate::training::game_file::GameFile;
    use fxhash::FxHashSet;
    use rayon::ThreadPoolBuilder;
    use std::sync::atomic::AtomicBool;

    /// Positions after random moves follow the recorded ones, by evaluation and by search, the same
    /// with any number of threads. A search leaves out those whose best move is not quiet.
    #[test]
    fn positions_after_random_moves_do_not_depend_on_threads() {
        let path = std::env::temp_dir().join(format!("triskelion-samples-{}", std::process::id()));
        let games = DatagenConfig {
            soft_nodes: 40,
            hard_nodes: 100,
            max_plies: 40,
            hash_mib: 1,
            ..DatagenConfig::new(Variant::Chess, 6, 3)
        };
        let mut file = GameFile::create(&path, &games).expect("a new file");
        let (done, cancel) = (FxHashSet::default(), AtomicBool::new(false));
        datagen::run(&games, &mut file, &done, 2, &cancel, &mut |_| {}).expect("games");
        let read = |children, child_nodes, threads| {
            let config = TrainConfig {
                games: vec![path.clone()],
                children,
                child_nodes,
                ..TrainConfig::new(Variant::Chess)
            };
            let threads = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            read_samples(&config, default_network(config.variant.game()), &threads)
                .expect("samples")
        };
        let counts = [(0, 0), (2, 0), (2, 30)].map(|(children, child_nodes)| {
            let sets = read(children, child_nodes, 1);
            assert_eq!(sets, read(children, child_nodes, 3), "{children} {child_nodes}");
            sets.map(|set| set.len())
        });
        let [recorded, evaluated, searched] = counts;
        assert!(recorded[0] < searched[0] && searched[0] < evaluated[0], "{counts:?}");
        assert!(recorded[1] == evaluated[1] && recorded[1] == searched[1], "{counts:?}");
        let _ = std::fs::remove_file(&path);
    }
}
