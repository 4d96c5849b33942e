//! Plays the games of a run on several threads and writes them to its file.
//!
//! Each thread takes the next game that is missing. The calling thread writes the games in the
//! order in which they end, so the order differs from run to run and the games do not.

use super::config::DatagenConfig;
use super::game_file::{GameFile, GameFileError};
use super::game_record::TrainingGame;
use super::self_play::play_game;
use crate::eval::network::Network;
use crate::hash_table::OutOfMemory;
use crate::parallel;
use crate::profiles::{EvalSourceError, RuleSet, load_network};
use crate::registry::Visitor;
use crate::rules::GameInfo;
use crate::search::threads::{SearchPool, ThreadSpawnError, thread_pool};
use crate::sync::lock;
use crossbeam_channel::{Sender, bounded};
use fxhash::FxHashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Why a run ended before its last game.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadSpawnError),
    /// A transposition table could not be allocated.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The network could not be read.
    #[error(transparent)]
    Network(#[from] EvalSourceError),
    /// The file could not be written.
    #[error(transparent)]
    File(#[from] GameFileError),
}

/// Plays the games that are not in `done` and appends them to `file`, until all are played or
/// `cancel` is set. Calls `progress` after every game.
pub fn run(
    config: &DatagenConfig,
    file: &mut GameFile,
    done: &FxHashSet<u64>,
    threads: usize,
    cancel: &AtomicBool,
    progress: &mut dyn FnMut(&TrainingGame),
) -> Result<(), DatagenError> {
    let network = load_network(config.variant.game(), &config.eval_file, None)?;
    let threads = threads.max(1);
    let pool = thread_pool(threads, "self-play")?;
    let missing =
        (0..config.games).filter(|&index| config.contains(index) && !done.contains(&index));
    let missing = Mutex::new(missing);
    let next = || lock(&missing).next().filter(|_| !cancel.load(Ordering::Relaxed));
    let (sender, games) = bounded(4 * threads);
    std::thread::scope(|scope| {
        let workers = scope.spawn(|| {
            // Dropping the only sender left ends the loop below.
            let games = sender;
            let results = parallel::on_each_thread(&pool, &|_| {
                let (network, next, games) = (network.clone(), &next, &games);
                config.variant.visit(PlayGames { config, network, next, cancel, games })
            });
            results.into_iter().collect::<Result<(), OutOfMemory>>()
        });
        let mut written = Ok(());
        for game in games {
            if written.is_ok() {
                written = file.append(&game);
                match &written {
                    Ok(()) => progress(&game),
                    Err(_) => cancel.store(true, Ordering::Relaxed),
                }
            }
        }
        match workers.join() {
            Ok(played) => played?,
            Err(panic) => std::panic::resume_unwind(panic),
        }
        Ok(written?)
    })
}

/// Plays games on one thread until none is missing.
struct PlayGames<'a> {
    config: &'a DatagenConfig,
    network: Option<Arc<Network>>,
    /// Takes the number of the next game.
    next: &'a dyn Fn() -> Option<u64>,
    cancel: &'a AtomicBool,
    games: &'a Sender<TrainingGame>,
}

impl Visitor for PlayGames<'_> {
    type Output = Result<(), OutOfMemory>;

    fn visit<B: RuleSet>(self, game: &'static GameInfo) -> Self::Output {
        let mut pool = SearchPool::<B>::new(game, self.config.hash_mib)?;
        pool.set_network(self.network);
        let is_canceled = || self.cancel.load(Ordering::Relaxed);
        while let Some(index) = (self.next)()
            && let Some(game) = play_game(self.config, index, &mut pool, &is_canceled)
            && self.games.send(game).is_ok()
        {}
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::new_game;
    use crate::registry::Variant;
    use crate::tournament::config::Shard;
    use crate::training::game_file;
    use crate::training::statistics::GameStatistics;
    use std::fs::{self, OpenOptions};
    use std::path::{Path, PathBuf};

    /// A folder that is removed at the end of a test.
    struct TempDir(PathBuf);

    impl TempDir {
        fn new(name: &str) -> TempDir {
            let dir =
                std::env::temp_dir().join(format!("triskelion-{name}-{}", std::process::id()));
            fs::create_dir_all(&dir).expect("a folder");
            TempDir(dir)
        }

        fn file(&self, name: &str) -> PathBuf {
            self.0.join(name)
        }
    }

    impl Drop for TempDir {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn config(variant: Variant) -> DatagenConfig {
        DatagenConfig {
            soft_nodes: 60,
            hard_nodes: 200,
            max_plies: 60,
            hash_mib: 1,
            ..DatagenConfig::new(variant, 5, 3)
        }
    }

    fn play(config: &DatagenConfig, path: &Path, threads: usize) {
        let mut file = GameFile::create(path, config).expect("a new file");
        let (done, cancel) = (FxHashSet::default(), AtomicBool::new(false));
        run(config, &mut file, &done, threads, &cancel, &mut |_| {}).expect("games");
    }

    /// Returns the games of a file by number.
    fn games(path: &Path) -> Vec<TrainingGame> {
        let reader = game_file::open(path).expect("a file of games");
        let mut games: Vec<TrainingGame> = reader.map(|game| game.expect("a game")).collect();
        games.sort_by_key(|game| game.index);
        games
    }

    #[test]
    fn games_are_valid_and_independent_of_threads() {
        let dir = TempDir::new("datagen-threads");
        for variant in Variant::ALL {
            let config = config(variant);
            let paths = [1, 3].map(|threads| {
                let path = dir.file(&format!("{variant}-{threads}"));
                play(&config, &path, threads);
                path
            });
            let [one, three] = paths.map(|path| games(&path));
            assert_eq!(one, three, "{variant}");
            assert_eq!(one.len(), 5);
            let mut statistics = GameStatistics::default();
            for game in &one {
                let valid = statistics.add(variant, game);
                assert_eq!(valid, Ok(()), "{variant}, game {}", game.index);
            }
            assert!(statistics.quiet > 0 && statistics.quiet <= statistics.scored);
            assert_eq!(statistics.games, 5);
            if new_game(variant).platforms().is_empty() {
                let random_plies = |game: &TrainingGame| {
                    game.plies.iter().filter(|ply| ply.score.is_none()).count()
                };
                assert!(one.iter().all(|game| (8..=12).contains(&random_plies(game))), "{variant}");
            }
        }
    }

    #[test]
    fn interrupted_run_resumes() {
        let dir = TempDir::new("datagen-resume");
        let config = config(Variant::Kobayashi);
        let (whole, cut) = (dir.file("whole"), dir.file("cut"));
        play(&config, &whole, 1);
        let length = fs::metadata(&whole).expect("the file").len();
        for missing in [1, length / 2] {
            fs::copy(&whole, &cut).expect("a copy");
            let file = OpenOptions::new().write(true).open(&cut).expect("the copy");
            file.set_len(length - missing).expect("a shorter file");
            drop(file);
            let (mut file, read_config, done) = GameFile::resume(&cut).expect("a file of games");
            assert_eq!(read_config, config);
            assert!(done.len() < 5);
            let cancel = AtomicBool::new(false);
            run(&config, &mut file, &done, 2, &cancel, &mut |_| {}).expect("games");
            drop(file);
            assert_eq!(games(&cut), games(&whole), "{missing} bytes missing");
        }
    }

    #[test]
    fn merged_shards_equal_the_whole_run() {
        let dir = TempDir::new("datagen-shards");
        let config = config(Variant::Federation);
        let (whole, merged) = (dir.file("whole"), dir.file("merged"));
        play(&config, &whole, 2);
        let shards = [1, 2].map(|index| {
            let path = dir.file(&format!("shard-{index}"));
            let shard = Some(Shard { index, count: 2 });
            play(&DatagenConfig { shard, ..config.clone() }, &path, 1);
            path
        });
        assert_eq!(GameFile::merge(&shards, &merged).expect("a merged file"), (5, 5));
        assert_eq!(games(&merged), games(&whole));
        let twice = [shards[0].clone(), shards[0].clone()];
        assert!(GameFile::merge(&twice, &dir.file("twice")).is_err());
        let other = dir.file("other");
        play(&DatagenConfig { seed: 9, ..config.clone() }, &other, 1);
        assert!(GameFile::merge(&[shards[0].clone(), other], &dir.file("twice")).is_err());
        assert!(!dir.file("twice").exists());
        // A file that was there before stays.
        let error = GameFile::merge(&shards, &merged).expect_err("an existing file").to_string();
        assert!(error.ends_with(": the file exists"), "{error}");
        assert_eq!(games(&merged), games(&whole));
    }

    #[test]
    fn canceled_run_stops() {
        let dir = TempDir::new("datagen-cancel");
        let config = config(Variant::Chess);
        let path = dir.file("games");
        let mut file = GameFile::create(&path, &config).expect("a new file");
        let (done, cancel) = (FxHashSet::default(), AtomicBool::new(true));
        run(&config, &mut file, &done, 2, &cancel, &mut |_| {}).expect("no games");
        drop(file);
        assert_eq!(games(&path), []);
        assert!(GameFile::create(&path, &config).is_err(), "the file exists");
    }
}
