//! `go perft` and `bench`, on a thread of their own.
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
        let job = BackgroundJob { lines, stop: stop.clone() };
        let spawned =
            thread::Builder::new().name("background".into()).spawn(move || work(&stop, &sender));
        spawned.ok().map(|_| job)
    }

    /// Starts `go perft`: the number of leaf nodes for each legal move. Returns `None` if no
    /// thread can be started.
    pub(super) fn perft(game: Box<dyn Game>, depth: u32, threads: usize) -> Option<BackgroundJob> {
        BackgroundJob::start(move |stop, lines| {
            let mut total = u64::from(depth == 0);
            let mut moves = if depth == 0 { Vec::new() } else { game.legal_moves(Notation::Uci) };
            moves.sort_by(|a, b| a.uci.cmp(&b.uci));
            let fen = game.fen();
            for mv in moves {
                let mut child = game.box_clone();
                if child.set_position(Some(&fen), &[&mv.uci]).is_err()
                    || stop.load(Ordering::Relaxed)
                {
                    break;
                }
                let count = child.perft(depth - 1, threads, PerftMode::Bulk);
                total += count;
                if lines.send(EngineMessage::PerftCount(mv.uci, count).to_string()).is_err() {
                    // The session has ended.
                    return;
                }
            }
            let _ = lines.send(String::new());
            let _ = lines.send(EngineMessage::NodesSearched(total).to_string());
        })
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
