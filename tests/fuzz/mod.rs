//! Fuzzing: every parser of outside input, and whole conversations, with corrupted seeds.
//!
//! The environment variable `TRISKELION_FUZZ_TEXTS` sets the number of texts that each harness
//! gives to parsers, and `TRISKELION_SEED` the seed of the corruption: another seed gives other
//! texts. An input that fails is written to a file; keep it under `tests/fuzz/seeds/` as a
//! regression test.

pub(crate) mod harness;
mod mutator;
mod seeds;

use crate::support::{env_number, random_seed};
use harness::TARGETS;
use mutator::Mutator;
use std::fs;
use std::panic::{catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// An input that takes longer is reported as a hang. A process that runs only when nothing else
/// does may wait for minutes.
const HANG: Duration = Duration::from_secs(1800);

/// The input that a harness is checking, and since when.
type Current = Arc<Mutex<Option<(Instant, Vec<u8>)>>>;

/// Writes an input that failed to a file.
fn save(target: &str, input: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{target}"));
    fs::write(&path, input).expect("a file for the input");
    path
}

/// Ends the process if an input hangs; a thread cannot be ended.
fn watch(target: &'static str, current: &Current) {
    let current = Arc::downgrade(current);
    thread::spawn(move || {
        while let Some(current) = current.upgrade() {
            let guard = current.lock().expect("no harness panics while it holds the lock");
            if let Some((started, input)) = &*guard
                && started.elapsed() > HANG
            {
                eprintln!("fuzz {target}: hangs on {}", save(target, input).display());
                std::process::exit(101);
            }
            drop(guard);
            drop(current);
            thread::sleep(Duration::from_millis(200));
        }
    });
}

/// Calls a harness with its seeds and with random changes of them.
fn run(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a harness");
    let quick_texts = target.quick_inputs * target.texts;
    let inputs = env_number("TRISKELION_FUZZ_TEXTS", quick_texts).div_ceil(target.texts);
    let current = Current::default();
    watch(target.name, &current);
    let seeds = seeds::seeds(name);
    let mut mutator = Mutator::new(seeds.clone(), random_seed(1));
    let mutated = (0..inputs).map(|_| mutator.next_input());
    let started = Instant::now();
    for input in seeds.into_iter().chain(mutated) {
        *current.lock().expect("the watch does not panic") = Some((Instant::now(), input.clone()));
        if let Err(panic) = catch_unwind(|| (target.check)(&input)) {
            eprintln!("fuzz {name}: fails on {}", save(name, &input).display());
            resume_unwind(panic);
        }
    }
    println!("figures: {name}: {inputs} inputs in {:.1} s", started.elapsed().as_secs_f64());
}

/// Writes the seeds to a folder of their own for each harness, for a coverage-guided fuzzer.
#[test]
#[ignore = "writes files"]
fn write_seeds() {
    for target in &TARGETS {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz-seeds").join(target.name);
        fs::create_dir_all(&folder).expect("a folder");
        for (index, seed) in seeds::seeds(target.name).iter().enumerate() {
            fs::write(folder.join(index.to_string()), seed).expect("a file");
        }
        println!("{}", folder.display());
    }
}

macro_rules! fuzz_tests {
    ($($target:ident)*) => {
        $(
            #[test]
            fn $target() {
                run(stringify!($target));
            }
        )*

        #[test]
        fn every_harness_has_a_test() {
            let tests = [$(stringify!($target)),*];
            assert_eq!(tests, TARGETS.map(|target| target.name));
        }
    };
}

fuzz_tests! {
    fen moves protocol line_filter conversation pgn openings training_games network checkpoint plan journal
    game_file game_fen game_moves game_session
}
