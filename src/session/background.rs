//! Long work that is no search, perft and bench, on a thread of its own.
//!
//! It sends its answer line by line. The session holds back all other commands until the end of
//! it, so that the answers come in the order of the questions; `isready` and `stop` are heard.

use crate::bench;
use crate::game::Game;
use crate::rules::Notation;
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use triskelion_protocol::EngineMessage;

/// Work under way.
pub struct BackgroundJob {
    /// Its lines; closed when it is done.
    pub lines: Receiver<String>,
    stop: Arc<AtomicBool>,
}

impl BackgroundJob {
    /// Has the work end at the next point where it can.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn start(
        work: impl FnOnce(&AtomicBool, &Sender<String>) + Send + 'static,
    ) -> Option<BackgroundJob> {
        let (sender, lines) = unbounded();
        let stop = Arc::new(AtomicBool::new(false));
        let job = BackgroundJob { lines, stop: stop.clone() };
        let spawned = thread::Builder::new().name("job".into()).spawn(move || work(&stop, &sender));
        spawned.ok().map(|_| job)
    }

    /// Counts the leaves below each legal move; `None` if no thread can be had.
    pub fn perft(game: Box<dyn Game>, depth: u32, threads: usize) -> Option<BackgroundJob> {
        BackgroundJob::start(move |stop, lines| {
            // Nobody listens any more if sending fails: the work is then of no use.
            let mut total = u64::from(depth == 0);
            let mut moves = if depth == 0 { Vec::new() } else { game.legal_moves(Notation::Uci) };
            moves.sort_by(|one, other| one.uci.cmp(&other.uci));
            let position = game.fen();
            for mv in moves {
                let mut child = game.box_clone();
                if child.set_position(Some(&position), &[&mv.uci]).is_err()
                    || stop.load(Ordering::Relaxed)
                {
                    break;
                }
                let count = child.perft(depth - 1, threads, true);
                total += count;
                if lines.send(EngineMessage::PerftCount(mv.uci, count).to_string()).is_err() {
                    return;
                }
            }
            let _ = lines.send(String::new());
            let _ = lines.send(EngineMessage::NodesSearched(total).to_string());
        })
    }

    /// Runs the benchmark of all rule sets; `None` if no thread can be had.
    pub fn bench() -> Option<BackgroundJob> {
        BackgroundJob::start(|stop, lines| {
            let total =
                bench::run(&bench::BENCH_VARIANTS, bench::BenchOptions::default(), stop, |row| {
                    let _ = lines.send(row.to_string());
                });
            let _ = lines.send(total.to_string());
        })
    }
}
