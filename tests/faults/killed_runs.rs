//! Runs that are killed at random moments and resumed equal a run that was not killed.

use super::{
    Process, datagen_arguments, finished_games, has_records, match_arguments, resume_arguments,
    run_whole, self_play_games, text, train_arguments, tune_config,
};
use crate::support::env_number;
use crate::support::processes::TIMEOUT;
use crate::tournament::{TempDir, timeless_games};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use triskelion::tournament::journal::read;

/// A run that can be killed.
struct Run<'a> {
    name: &'a str,
    /// The time that a run takes that is not killed.
    duration: Duration,
    log: &'a Path,
    /// The arguments of the next process, which starts or resumes a run.
    arguments: &'a dyn Fn() -> Vec<String>,
    /// Checks the files of a killed process, given what it has printed.
    check_killed: &'a dyn Fn(&str),
    /// Checks the files of a finished run and removes them.
    check_finished: &'a dyn Fn(),
}

/// Kills runs at random moments until that has happened often enough. A run ends early or late, so
/// several runs may pass.
fn kill_and_resume(run: &Run<'_>) {
    let Run { name, log, arguments, check_killed, check_finished, .. } = run;
    let mut random = ChaCha8Rng::seed_from_u64(17);
    let kills = env_number("TRISKELION_FAULTS", 3);
    let mut duration = run.duration;
    let (mut killed, mut finished) = (0, 0);
    let mut spent = Duration::ZERO;
    loop {
        let arguments = arguments();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let start = Instant::now();
        let mut process = Process::start(&arguments, log);
        let moment = match killed < kills {
            true => duration.mul_f64(random.random_range(0.0..1.0)),
            false => TIMEOUT,
        };
        let status = process.wait_for(moment);
        spent += start.elapsed();
        match status {
            Some(status) => {
                assert!(status.success(), "{name}: {status}: {}", process.printed());
                finished += 1;
                // The load of the machine changes.
                duration = spent;
                spent = Duration::ZERO;
                check_finished();
                if killed == kills {
                    break;
                }
            }
            None => {
                assert!(killed < kills, "{name}: the run does not end");
                drop(process);
                killed += 1;
                check_killed(&fs::read_to_string(log).expect("the log"));
            }
        }
    }
    println!("figures: {name}: {killed} kills, {finished} runs finished");
}

fn owned(arguments: &[&str]) -> Vec<String> {
    arguments.iter().map(|&argument| argument.to_owned()).collect()
}

#[test]
fn killed_match_loses_and_doubles_no_game() {
    let dir = TempDir::new("kill-match");
    let (whole, path) = (dir.file("whole.pgn"), dir.file("match.pgn"));
    let start = Instant::now();
    run_whole(&match_arguments(&whole, "12"));
    let whole = timeless_games(&read(&whole).expect("a match file"));
    assert_eq!(whole.len(), 12);
    kill_and_resume(&Run {
        name: "match",
        duration: start.elapsed(),
        log: &dir.file("log"),
        arguments: &|| match has_records(&path) {
            false => owned(&match_arguments(&path, "12")),
            true => owned(&resume_arguments(&path)),
        },
        check_killed: &|printed| {
            let saved: BTreeSet<u64> = match has_records(&path) {
                true => timeless_games(&read(&path).expect("a match file")),
                false => Vec::new(),
            }
            .iter()
            .map(|(game, _)| game + 1)
            .collect();
            for game in finished_games(printed) {
                assert!(saved.contains(&game), "game {game} is lost");
            }
        },
        check_finished: &|| {
            let games = timeless_games(&read(&path).expect("a match file"));
            assert!(games == whole, "the games differ");
            fs::remove_file(&path).expect("the file");
        },
    });
}

#[test]
fn killed_datagen_loses_and_doubles_no_game() {
    let dir = TempDir::new("kill-datagen");
    let (whole, path) = (dir.file("whole"), dir.file("games"));
    let start = Instant::now();
    run_whole(&datagen_arguments(&whole, "24"));
    let whole = self_play_games(&whole);
    assert_eq!(whole.len(), 24);
    kill_and_resume(&Run {
        name: "datagen",
        duration: start.elapsed(),
        log: &dir.file("log"),
        arguments: &|| match has_records(&path) {
            false => owned(&datagen_arguments(&path, "24")),
            true => owned(&["datagen", "--resume", text(&path), "--threads", "2"]),
        },
        check_killed: &|_| {
            if has_records(&path) {
                let games = self_play_games(&path);
                assert!(games.iter().all(|game| whole.contains(game)), "another game");
            }
        },
        check_finished: &|| {
            assert!(self_play_games(&path) == whole, "the games differ");
            fs::remove_file(&path).expect("the file");
        },
    });
}

#[test]
fn killed_training_gives_the_same_network() {
    let dir = TempDir::new("kill-train");
    let games = dir.file("games");
    run_whole(&datagen_arguments(&games, "24"));
    let (whole, network) = (dir.file("whole.net"), dir.file("killed.net"));
    let checkpoint = dir.file("killed.net.training");
    let start = Instant::now();
    run_whole(&train_arguments(&games, &whole, "12"));
    let whole = fs::read(&whole).expect("a network");
    kill_and_resume(&Run {
        name: "train",
        duration: start.elapsed(),
        log: &dir.file("log"),
        arguments: &|| match checkpoint.exists() {
            false => owned(&train_arguments(&games, &network, "12")),
            #[rustfmt::skip]
            true => owned(&[
                "train", "--resume", text(&checkpoint), "--out", text(&network), "--threads", "2",
            ]),
        },
        check_killed: &|_| {
            if let Ok(network) = fs::read(&network) {
                assert!(network == whole, "an incomplete network");
            }
        },
        check_finished: &|| {
            assert!(fs::read(&network).expect("a network") == whole, "the networks differ");
            fs::remove_file(&network).expect("the file");
            fs::remove_file(&checkpoint).expect("the file");
        },
    });
}

#[cfg(unix)]
#[test]
fn interrupted_runs_say_how_to_resume() {
    let dir = TempDir::new("interrupt");
    let [games, whole, network] = ["games", "whole", "net"].map(|name| dir.file(name));
    run_whole(&datagen_arguments(&whole, "24"));
    let has_game = || has_records(&games) && !self_play_games(&games).is_empty();
    let mut process = Process::start(&datagen_arguments(&games, "100000"), &dir.file("log"));
    crate::support::processes::wait_until("a game", has_game);
    process.interrupt();
    assert_eq!(process.finish().code(), Some(130));
    let expected = format!("Resume with: triskelion datagen --resume {}", games.display());
    assert!(process.printed().contains(&expected), "{}", process.printed());

    let endless = ["--patience", "1000000"];
    let arguments = [&train_arguments(&whole, &network, "1000000")[..], &endless].concat();
    let mut process = Process::start(&arguments, &dir.file("log"));
    process.wait_for_line("Epoch");
    process.interrupt();
    assert_eq!(process.finish().code(), Some(130));
    let command = format!("triskelion train --resume {}.training", network.display());
    let expected = format!("Resume with: {command}");
    assert!(process.printed().contains(&expected), "{}", process.printed());
    assert!(network.exists());
    // Another run does not replace this one.
    let saved = fs::read(dir.file("net.training")).expect("a checkpoint");
    let output = super::run(&train_arguments(&whole, &network, "1"));
    super::assert_failed(&output, &["net.training: the file has an unfinished run", &command]);
    assert!(fs::read(dir.file("net.training")).expect("a checkpoint") == saved);
}

#[cfg(unix)]
#[test]
fn interrupted_tuning_says_how_to_resume() {
    let dir = TempDir::new("interrupt-tune");
    let (config, journal) = (tune_config(&dir.file("")), dir.file("journal"));
    let endless = fs::read_to_string(&config).expect("a file").replace("= 12", "= 100000");
    fs::write(&config, endless).expect("a file");
    let arguments = ["tune", text(&config), "--journal", text(&journal)];
    let report = [&arguments[..], &["--report-only"]].concat();
    super::assert_failed(&super::run(&report), &[text(&journal)]);
    let each = [&arguments[..], &["--report-interval", "1"]].concat();
    let mut process = Process::start(&each, &dir.file("log"));
    process.wait_for_line("1 of 100000: ");
    process.interrupt();
    assert_eq!(process.finish().code(), Some(130));
    let printed = process.printed();
    let last = printed.lines().last().unwrap_or_default();
    assert!(last.starts_with("Interrupted: ") && last.ends_with("resumes"), "{printed}");
    assert!(run_whole(&report).stdout.ends_with(b"\n"));
}

/// The file to which a run would be saved is kept if it is damaged, or not a run at all.
#[test]
fn files_that_are_no_runs_are_not_replaced() {
    let dir = TempDir::new("no-run");
    let [games, network, checkpoint] = ["games", "net", "net.training"].map(|name| dir.file(name));
    run_whole(&datagen_arguments(&games, "24"));
    run_whole(&train_arguments(&games, &network, "1"));
    let mut damaged = fs::read(&checkpoint).expect("a checkpoint");
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    for (contents, error) in [
        (damaged, "the checksum does not agree"),
        (b"notes\n".to_vec(), "expected a first line that begins with `%triskelion training `"),
    ] {
        fs::write(&checkpoint, &contents).expect("a writable file");
        let output = super::run(&train_arguments(&games, &network, "2"));
        super::assert_failed(&output, &["net.training: ", error, "remove the file"]);
        assert!(fs::read(&checkpoint).expect("the file") == contents);
    }
    fs::remove_file(&checkpoint).expect("the file");
    run_whole(&train_arguments(&games, &network, "1"));
}

#[test]
fn killed_tuning_gives_the_same_values() {
    let dir = TempDir::new("kill-tune");
    let config = tune_config(&dir.file(""));
    let (whole, journal) = (dir.file("whole.jsonl"), dir.file("killed.jsonl"));
    // With one iteration at a time the values do not depend on the order of the results.
    let arguments =
        |journal| owned(&["tune", text(&config), "--journal", text(journal), "--concurrency", "1"]);
    let start = Instant::now();
    run_whole(&arguments(&whole).iter().map(String::as_str).collect::<Vec<_>>());
    let whole = fs::read_to_string(&whole).expect("a journal");
    assert_eq!(whole.lines().count(), 1 + 12);
    kill_and_resume(&Run {
        name: "tune",
        duration: start.elapsed(),
        log: &dir.file("log"),
        arguments: &|| arguments(&journal),
        check_killed: &|_| {
            let results = fs::read_to_string(&journal).unwrap_or_default();
            assert!(whole.starts_with(&results), "other results");
        },
        check_finished: &|| {
            assert_eq!(fs::read_to_string(&journal).expect("a journal"), whole);
            fs::remove_file(&journal).expect("the file");
        },
    });
}
