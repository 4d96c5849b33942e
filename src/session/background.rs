//! `go perft`, `survey` and `bench`, on a thread of their own. Without threads the caller runs the
//! first two step by step.
//!
//! A job sends its output line by line. The session defers all other commands until the job ends,
//! so that replies come in the order of the commands; only `isready` and `stop` are executed at
//! once.

use crate::bench;
use crate::game::Game;
use crate::moves::Move;
use crate::position::perft::PerftMode;
use crate::rules::Notation;
use crate::search::threads::STACK_SIZE;
#[cfg(feature = "tournament")]
use crate::training::survey::SurveyRun;
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
    steps: Option<(Box<dyn SteppedWork>, Sender<String>)>,
}

impl BackgroundJob {
    /// Asks the job to end: perft at once, without threads after the current root move, `bench`
    /// after the current position, `survey` after the current move, or without a thread after the
    /// current game.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn start(
        work: impl FnOnce(&AtomicBool, &Sender<String>) + Send + 'static,
    ) -> Option<BackgroundJob> {
        let (sender, lines) = unbounded();
        let stop = Arc::new(AtomicBool::new(false));
        let job = BackgroundJob { lines, stop: stop.clone(), steps: None };
        let builder = thread::Builder::new().name("background".into()).stack_size(STACK_SIZE);
        builder.spawn(move || work(&stop, &sender)).ok().map(|_| job)
    }

    /// Starts work on a thread, or, if `sliced`, without one: the caller runs it with
    /// [`BackgroundJob::step`]. Returns `None` if no thread can be started.
    fn start_steps(mut work: Box<dyn SteppedWork>, sliced: bool) -> Option<BackgroundJob> {
        if !sliced {
            return BackgroundJob::start(move |stop, lines| while work.step(stop, lines) {});
        }
        let (sender, lines) = unbounded();
        Some(BackgroundJob { lines, stop: Arc::default(), steps: Some((work, sender)) })
    }

    /// Starts `go perft`: the number of leaf nodes for each legal move.
    pub(super) fn perft(
        game: Box<dyn Game>,
        depth: u32,
        threads: usize,
        sliced: bool,
    ) -> Option<BackgroundJob> {
        BackgroundJob::start_steps(Box::new(Perft::new(game, depth, threads)), sliced)
    }

    /// Starts `survey`.
    #[cfg(feature = "tournament")]
    pub(super) fn survey(run: SurveyRun, sliced: bool) -> Option<BackgroundJob> {
        BackgroundJob::start_steps(Box::new(run), sliced)
    }

    /// Runs the next part of a job without a thread.
    pub(super) fn step(&mut self) {
        if let Some((work, lines)) = &mut self.steps
            && !work.step(&self.stop, lines)
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

/// Work in parts.
trait SteppedWork: Send {
    /// Does the next part and sends its lines. Returns whether there is more to do.
    fn step(&mut self, stop: &AtomicBool, lines: &Sender<String>) -> bool;
}

/// `survey`, one game after the other.
#[cfg(feature = "tournament")]
impl SteppedWork for SurveyRun {
    fn step(&mut self, stop: &AtomicBool, lines: &Sender<String>) -> bool {
        let goes_on = self.play_game(&|| stop.load(Ordering::Relaxed));
        // Sending fails if the session has ended.
        lines.send(EngineMessage::Survey(self.report_json()).to_string()).is_ok() && goes_on
    }
}

/// `go perft`, one root move after the other.
struct Perft {
    game: Box<dyn Game>,
    /// The root moves that are left, with their names.
    moves: std::vec::IntoIter<(String, Move)>,
    depth: u32,
    threads: usize,
    total: u64,
}

impl Perft {
    fn new(game: Box<dyn Game>, depth: u32, threads: usize) -> Perft {
        let moves = if depth == 0 { Vec::new() } else { game.moves() };
        let with_name = |mv| (game.move_text(mv, Notation::Uci), mv);
        let mut moves: Vec<(String, Move)> = moves.into_iter().map(with_name).collect();
        moves.sort();
        Perft { game, moves: moves.into_iter(), depth, threads, total: u64::from(depth == 0) }
    }
}

impl SteppedWork for Perft {
    /// Counts below the next root move, or sends the total.
    fn step(&mut self, stop: &AtomicBool, lines: &Sender<String>) -> bool {
        if let Some((name, mv)) = self.moves.next()
            && !stop.load(Ordering::Relaxed)
            && self.game.make(mv).is_ok()
        {
            let count = self.game.perft(self.depth - 1, self.threads, PerftMode::BulkUntil(stop));
            self.game.undo();
            // The count of a move that was not counted to its end says nothing.
            if !stop.load(Ordering::Relaxed) {
                self.total = self.total.saturating_add(count);
                // Sending fails if the session has ended.
                return lines.send(EngineMessage::PerftCount(name, count).to_string()).is_ok();
            }
        }
        let _ = lines.send(String::new());
        let _ = lines.send(EngineMessage::NodesSearched(self.total).to_string());
        false
    }
}
