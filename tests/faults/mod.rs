//! Faults of the machine: killed processes, full disks, removed files, and too large requests.
//!
//! `TRISKELION_FAULTS` sets the number of kills of each run; without it, a few.

mod full_disk;
mod killed_engines;
mod killed_runs;
mod removed_files;
mod requests;

use crate::support::processes::{TIMEOUT, wait_until};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use triskelion::training::game_file;
use triskelion::training::game_record::TrainingGame;

const PROGRAM: &str = env!("CARGO_BIN_EXE_triskelion");

/// Returns a path as text.
fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Returns the arguments of a match with so many games in this file.
fn match_arguments<'a>(path: &'a Path, games: &'a str) -> Vec<&'a str> {
    #[rustfmt::skip]
    let arguments = vec![
        "match", "--variant", "chess", "--seed", "3", "--max-moves", "30", "--concurrency", "2",
        "--force-concurrency", "--player", "name=A nodes=150 jitter=9 option.Hash=1",
        "--player", "name=B nodes=100 jitter=9 option.Hash=1", "--games", games, "--out", text(path),
    ];
    arguments
}

/// Returns the arguments that resume the match of a file.
fn resume_arguments(path: &Path) -> Vec<&str> {
    vec!["match", "--resume", text(path), "--concurrency", "2", "--force-concurrency"]
}

/// Returns the arguments of a run of self-play games into this file.
fn datagen_arguments<'a>(path: &'a Path, games: &'a str) -> Vec<&'a str> {
    #[rustfmt::skip]
    let arguments = vec![
        "datagen", "--variant", "chess", "--seed", "5", "--soft-nodes", "100", "--threads", "2",
        "--games", games, "--out", text(path),
    ];
    arguments
}

/// Runs the program until it exits.
fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

/// Runs the program, which must succeed.
fn run_whole(arguments: &[&str]) -> Output {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", error_text(&output));
    output
}

fn error_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Checks that the program has failed with an error that contains these texts.
fn assert_failed(output: &Output, expected: &[&str]) {
    let error = error_text(output);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("error: "), "{error}");
    for expected in expected {
        assert!(error.contains(expected), "{expected}: {error}");
    }
}

/// A process that writes its output to files. It is killed on drop.
struct Process {
    child: Child,
    log: PathBuf,
}

impl Process {
    /// Starts the program. Its output goes to `log`, its errors to the same file.
    fn start(arguments: &[&str], log: &Path) -> Process {
        let output = File::create(log).expect("a file");
        let errors = output.try_clone().expect("the same file");
        let mut command = Command::new(PROGRAM);
        command.args(arguments).stdin(Stdio::null()).stdout(output).stderr(errors);
        Process { child: command.spawn().expect("the program starts"), log: log.to_owned() }
    }

    /// What it has printed so far.
    fn printed(&self) -> String {
        fs::read_to_string(&self.log).expect("the log")
    }

    /// Waits until the process ends, at most for this time.
    fn wait_for(&mut self, limit: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            let status = self.child.try_wait().expect("the status of the child");
            if status.is_some() || start.elapsed() >= limit {
                return status;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Sends a keyboard interrupt.
    #[cfg(unix)]
    fn interrupt(&self) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args(["-INT", &id]).status();
        assert!(status.expect("the command is there").success());
    }

    /// Waits until the process ends.
    fn finish(&mut self) -> ExitStatus {
        self.wait_for(TIMEOUT).expect("the program ends before the timeout")
    }

    /// Waits until the process has printed a line that begins so.
    fn wait_for_line(&mut self, start: &str) {
        wait_until(start, || self.printed().lines().any(|line| line.starts_with(start)));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns whether a file has its first line. A process that is killed before may leave an empty
/// file.
fn has_records(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0)
}

/// The numbers of the games that a match says to have finished.
fn finished_games(printed: &str) -> Vec<u64> {
    let lines = printed.lines().filter_map(|line| line.strip_prefix("Finished game "));
    // The last line may be incomplete.
    lines.filter_map(|line| line.split_once(' ')?.0.parse().ok()).collect()
}

/// The games of a file of self-play games, by number. Checks that every game occurs once.
fn self_play_games(path: &Path) -> Vec<TrainingGame> {
    let reader = game_file::open(path).expect("a file of games");
    let mut games: Vec<TrainingGame> = reader.map(|game| game.expect("a game")).collect();
    games.sort_by_key(|game| game.index);
    assert!(games.windows(2).all(|two| two[0].index < two[1].index), "a game occurs twice");
    games
}

/// Writes the configuration of a tuning run, and returns its path.
fn tune_config(folder: &Path) -> PathBuf {
    let path = folder.join("tune.toml");
    let config = r#"
        variant = "chess"
        iterations = 12
        seed = 3
        player = { nodes = 200, jitter = 5.0, option = { Hash = "1" } }

        [[parameter]]
        name = "Skill Level"
        value = 10
        min = 0
        max = 20
        c_end = 6.0
        r_end = 0.1
    "#;
    fs::write(&path, config).expect("a file");
    path
}

/// Returns the arguments of a training run on this file of games.
fn train_arguments<'a>(games: &'a Path, network: &'a Path, epochs: &'a str) -> Vec<&'a str> {
    #[rustfmt::skip]
    let arguments = vec![
        "train", text(games), "--variant", "chess", "--out", text(network), "--epochs", epochs,
        "--hidden", "8", "--base", "material", "--buckets", "1", "--children", "1", "--batch", "64",
        "--threads", "2",
    ];
    arguments
}
