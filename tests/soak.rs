//! Many searches in one process: its memory stays the same, and no thread is left over.
//!
//! `TRISKELION_SOAK` sets the number of searches; without it, some hundred.
#![cfg(target_os = "linux")]

use crate::protocol::program::Program;
use crate::support::env_number;
use crate::support::processes::{resident_kib, thread_count};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::thread;
use std::time::{Duration, Instant};
use triskelion::registry::Variant;

/// The sizes of the table in MiB.
const HASH_SIZES: [u32; 3] = [1, 4, 8];
/// The most search threads.
const MAX_THREADS: u32 = 3;
/// The memory that may come and go in KiB: the allocator keeps parts of what is freed.
const TOLERANCE_KIB: u64 = 8 << 10;

/// The threads of a process without a search: the session, its input, and the backend.
const RESTING_THREADS: usize = 3;

/// Plays one search with settings that differ from those of the last one.
fn search(program: &mut Program, random: &mut ChaCha8Rng) {
    let variant = Variant::ALL[random.random_range(0..Variant::ALL.len())].name();
    let hash = HASH_SIZES[random.random_range(0..HASH_SIZES.len())];
    let threads = random.random_range(1..=MAX_THREADS);
    program.send(&format!("setoption name UCI_Variant value {variant}"));
    program.send(&format!("setoption name Hash value {hash}"));
    program.send(&format!("setoption name Threads value {threads}"));
    program.send("ucinewgame\nposition startpos");
    // One search in four is stopped, and the others end by themselves.
    match random.random_range(0..4) {
        0 => program.send("go infinite\nstop"),
        1 => program.send("go movetime 5"),
        _ => program.send("go nodes 3000"),
    }
    program.read_until(|line| line.starts_with("bestmove "));
}

/// Returns the memory and the number of threads at rest, with all settings at their defaults.
fn at_rest(program: &mut Program) -> (u64, usize) {
    program.send("setoption name UCI_Variant value chess\nsetoption name Hash value 1");
    program.send("setoption name Threads value 1\nucinewgame\nisready");
    program.read_until(|line| line == "readyok");
    let id = program.id();
    // The threads of a pool end some time after it.
    let start = Instant::now();
    while thread_count(id) > RESTING_THREADS && start.elapsed() < Duration::from_secs(10) {
        thread::sleep(Duration::from_millis(5));
    }
    (resident_kib(id), thread_count(id))
}

#[test]
fn memory_and_threads_stay_the_same() {
    let mut program = Program::start(&[]);
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let searches = env_number("TRISKELION_SOAK", 400);
    let mut measured = Vec::new();
    // The first quarter is the warm-up: tables that are built once, and every size of the table.
    for _ in 0..4 {
        (0..searches / 4).for_each(|_| search(&mut program, &mut random));
        measured.push(at_rest(&mut program));
    }
    println!(
        "figures: soak: memory in KiB and threads after each quarter of {searches} searches: {measured:?}"
    );
    let (first, _) = measured[0];
    for &(memory, threads) in &measured {
        assert!(memory <= first + TOLERANCE_KIB, "{measured:?}");
        assert_eq!(threads, RESTING_THREADS, "{measured:?}");
    }
    program.send("quit");
    assert!(program.finish().success());
}
