//! `go perft` and `bench`, on a thread of their own. Without threads the caller runs `go perft` step
//! by step.
//!
//! A job sends its output line by line. The session defers all other commands until the job ends,
//! so that replies come in the order of the commands; only `isready` and `stop` are executed at
//! once.

use crate::bench;
use crate::game::Game;
use crate::position::perft::PerftMode;
use crate::rules::Notation;
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use triskelion_protocol::EngineMessage;

/// A running job.
pub(super) struct BackgroundJob {
    /// The lines of output. The channel closes when the job ends.
    pub lines: Receiver<String>,
    stop: Arc<AtomicBool>,
    /// The work of a job without a thread.
    steps: Option<(Perft, Sender<String>)>,
}

impl BackgroundJob {
    /// Asks the job to end: perft after the current root move, `bench` after the current position.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn start(
        work: impl FnOnce(&AtomicBool, &Sender<String>) + Send + 'static,
    ) -> Option<BackgroundJob> {
        let (sender, lines) = unbounded();
        let stop = Arc::new(AtomicBool::new(false));
        let job = BackgroundJob { lines, stop: stop.clone(), steps: None };
        let spawned =
            thread::Builder::new().name("background".into()).spawn(move || work(&stop, &sender));
        spawned.ok().map(|_| job)
    }

    /// Starts `go perft`: the number of leaf nodes for each legal move. Returns `None` if no
    /// thread can be started.
    pub(super) fn perft(game: Box<dyn Game>, depth: u32, threads: usize) -> Option<BackgroundJob> {
        BackgroundJob::start(move |stop, lines| {
            let mut perft = Perft::new(game, depth, threads);
            while perft.step(stop, lines) {}
        })
    }

    /// Starts `go perft` without a thread: the caller runs it with [`BackgroundJob::step`].
    pub(super) fn perft_in_steps(game: Box<dyn Game>, depth: u32) -> BackgroundJob {
        let (sender, lines) = unbounded();
        let steps = Some((Perft::new(game, depth, 1), sender));
        BackgroundJob { lines, stop: Arc::default(), steps }
    }

    /// Runs the next part of a job without a thread.
    pub(super) fn step(&mut self) {
        if let Some((perft, lines)) = &mut self.steps
            && !perft.step(&self.stop, lines)
        {
            // Closes the channel.
            self.steps = None;
        }
    }

    /// Starts the benchmark of all rule sets. Returns `None` if no thread can be started.
    pub(super) fn bench() -> Option<BackgroundJob> {
        BackgroundJob::start(|stop, lines| {
            let total = bench::run(
                &bench::BENCH_VARIANTS,
                bench::BenchOptions::default(),
                stop,
                |result| {
                    let _ = lines.send(result.to_string());
                },
            );
            let _ = lines.send(total.to_string());
        })
    }
}

/// `go perft`, one root move after the other.
struct Perft {
    game: Box<dyn Game>,
    fen: String,
    /// The root moves that are left.
    moves: std::vec::IntoIter<String>,
    depth: u32,
    threads: usize,
    total: u64,
}

impl Perft {
    fn new(game: Box<dyn Game>, depth: u32, threads: usize) -> Perft {
        let moves = if depth == 0 { Vec::new() } else { game.legal_moves(Notation::Uci) };
        let mut moves: Vec<String> = moves.into_iter().map(|mv| mv.uci).collect();
        moves.sort();
        let fen = game.fen();
        Perft { game, fen, moves: moves.into_iter(), depth, threads, total: u64::from(depth == 0) }
    }

    /// Counts below the next root move, or sends the total. Returns whether there is more to do.
    fn step(&mut self, stop: &AtomicBool, lines: &Sender<String>) -> bool {
        if let Some(mv) = self.moves.next().filter(|_| !stop.load(Ordering::Relaxed)) {
            let mut child = self.game.box_clone();
            if child.set_position(Some(&self.fen), &[&mv]).is_ok() {
                let count = child.perft(self.depth - 1, self.threads, PerftMode::Bulk);
                self.total += count;
                // Sending fails if the session has ended.
                return lines.send(EngineMessage::PerftCount(mv, count).to_string()).is_ok();
            }
        }
        let _ = lines.send(String::new());
        let _ = lines.send(EngineMessage::NodesSearched(self.total).to_string());
        false
    }
}
