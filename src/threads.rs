//! The threads of an engine: one pool, one table, and what each thread keeps between searches.
//!
//! Lazy SMP: every thread searches the same root by itself; they help each other through the
//! table and vote for the move. One thread searches on the caller's; more are those of a rayon pool of
//! the engine's own, and the caller waits. What can go wrong: recursion is as deep as the tree, so
//! the pool's threads have [`STACK_SIZE`], and the caller's must have as much.

use crate::eval::Evaluate;
use crate::moves::Move;
use crate::position::Position;
use crate::search::score::{Bound, DRAW, MATE, MATE_BOUND};
use crate::search::{Counter, Goal, Memory, Report, RootMove, Search, Shared, Signals, root_moves};
use crate::table::{OutOfMemory, Table};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// Bytes of stack for a thread that searches: room for the deepest tree several times over.
pub const STACK_SIZE: usize = 32 << 20;

/// Fewer nodes than this are searched by one thread: several would be through before they are all
/// awake, and go beyond the limit besides.
const WORTH_THREADS: u64 = 1 << 16;

/// The threads could not be started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("could not start {count} threads: {cause}")]
pub struct NoThreads {
    /// The number asked for.
    pub count: usize,
    /// What the system said.
    pub cause: String,
}

/// What to search.
pub struct Task<'a, B> {
    /// The root, with the positions that led to it.
    pub position: &'a Position<B>,
    /// Where to stop.
    pub goal: Goal,
    /// The moves to search; all if there is none.
    pub moves: &'a [Move],
    /// How many lines to report.
    pub lines: usize,
}

/// What a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The best move; none if the game is over at the root.
    pub best: Option<Move>,
    /// The reply to expect: legal after `best`, and not the end of the game.
    pub ponder: Option<Move>,
    /// The score from the side to move, in the search's terms.
    pub score: i32,
    /// Nodes searched by all threads.
    pub nodes: u64,
}

/// Threads, their memory and their table.
pub struct Pool<B: Evaluate> {
    table: Table,
    /// None for a single thread.
    threads: Option<ThreadPool>,
    memories: Vec<Mutex<Memory<B>>>,
    counters: Vec<Counter>,
}

impl<B: Evaluate> Pool<B> {
    /// One thread, and a table of that many MiB.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Pool {
            table: Table::new(mebibytes)?,
            threads: None,
            memories: vec![Mutex::new(Memory::new())],
            counters: vec![Counter::default()],
        })
    }

    /// The number of threads.
    pub fn count(&self) -> usize {
        self.memories.len()
    }

    /// Searches with so many threads from now on (at least one). Threads that stay keep their
    /// memory; on an error all stays as it was.
    pub fn resize(&mut self, count: usize) -> Result<(), NoThreads> {
        let count = count.max(1);
        if count == self.count() {
            return Ok(());
        }
        self.threads = match count {
            1 => None,
            _ => Some(
                ThreadPoolBuilder::new()
                    .num_threads(count)
                    .stack_size(STACK_SIZE)
                    .thread_name(|index| format!("search {index}"))
                    .build()
                    .map_err(|error| NoThreads { count, cause: error.to_string() })?,
            ),
        };
        self.memories.resize_with(count, || Mutex::new(Memory::new()));
        self.counters.resize_with(count, Counter::default);
        Ok(())
    }

    /// Gives the table that size in MiB, empty; on an error it is emptied and keeps its size.
    pub fn resize_table(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        // The old table goes first: there may not be room for both.
        let old = self.table.mebibytes();
        self.table = Table::new(1)?;
        let mut sized = self.new_table(mebibytes);
        let outcome = sized.as_ref().map(drop).map_err(|&error| error);
        if sized.is_err() {
            sized = self.new_table(old);
        }
        if let Ok(table) = sized {
            self.table = table;
        }
        outcome
    }

    fn new_table(&self, mebibytes: usize) -> Result<Table, OutOfMemory> {
        match &self.threads {
            None => Table::new(mebibytes),
            Some(threads) => threads.install(|| Table::new(mebibytes)),
        }
    }

    /// Empties the table.
    pub fn clear_table(&mut self) {
        let table = &mut self.table;
        match &self.threads {
            None => table.clear(),
            Some(threads) => threads.install(|| table.clear()),
        }
    }

    /// Forgets all that earlier searches have taught.
    pub fn forget(&mut self) {
        self.clear_table();
        for memory in &mut self.memories {
            memory.get_mut().unwrap_or_else(PoisonError::into_inner).forget();
        }
    }

    /// Searches, and returns when the task is done or the search stopped. Reports come from the
    /// first thread.
    pub fn search(
        &mut self,
        task: &Task<'_, B>,
        signals: &Signals,
        report: &mut (dyn FnMut(&Report<'_>) + Send),
    ) -> Outcome {
        let moves = match task.position.board().dead() {
            Some(_) => Vec::new(),
            None => root_moves(task.position, task.moves),
        };
        if moves.is_empty() {
            return over(task.position, signals, report);
        }
        self.table.grow_older();
        let alone = task.goal.nodes.is_some_and(|limit| limit < WORTH_THREADS);
        let threads = self.threads.as_ref().filter(|_| !alone);
        let counters = if alone { &self.counters[..1] } else { &self.counters };
        let shared = Shared::new(&self.table, signals, task.goal, counters);
        let all = moves.len() == task.position.legal_moves().len();
        let report = Mutex::new(report);
        let work = |thread: usize| -> Found {
            let mut memory = lock(&self.memories[thread]);
            let mut moves = moves.clone();
            let mut search = Search::new(&shared, thread, task.position, &mut memory);
            let depth = if thread == 0 {
                let depth = search.deepen(&mut moves, task.lines, all, *lock(&report));
                shared.finished.store(true, Ordering::Relaxed);
                depth
            } else {
                search.deepen(&mut moves, task.lines, all, &mut |_| {})
            };
            Found { best: moves.swap_remove(0), depth }
        };
        let found = match threads {
            None => vec![work(0)],
            Some(threads) => threads.broadcast(|context| work(context.index())),
        };
        // Whoever asks for a depth or for several lines wants to have what the first thread told.
        let votes = task.lines == 1 && task.goal.depth.is_none();
        let elected = if votes { elect(&found) } else { 0 };
        let Found { best, depth } = &found[elected];
        if elected > 0 {
            lock(&report)(&Report {
                depth: *depth,
                selective_depth: best.selective_depth as u32,
                rank: 1,
                score: best.score,
                bound: best.bound,
                nodes: shared.nodes(),
                elapsed: signals.elapsed(),
                permille_full: self.table.permille_full(),
                line: &best.line,
            });
        }
        let ponder = expected_reply(task.position, &best.line, &self.table);
        Outcome { best: Some(best.mv), ponder, score: best.score, nodes: shared.nodes() }
    }
}

/// What one thread has found.
struct Found {
    best: RootMove,
    /// The depth of the last iteration that came to an end.
    depth: u32,
}

/// The thread whose move is played. Each votes for its own with the depth that it has reached
/// times what its score is above the worst one; a mate that is found needs no vote, and the
/// shortest is played. A helper that has completed no iteration is not chosen: it has no depth to
/// report.
fn elect(found: &[Found]) -> usize {
    let worst = found.iter().map(|found| found.best.score).min().unwrap_or(0);
    let vote = |found: &Found| i64::from(found.depth) * i64::from(found.best.score - worst + VOTE);
    let votes = |mv: Move| found.iter().filter(|found| found.best.mv == mv).map(vote).sum::<i64>();
    let rank = |found: &Found| match found.best.score {
        mate @ MATE_BOUND.. => (i64::from(mate), 0, 0),
        _ => (0, votes(found.best.mv), vote(found)),
    };
    // Of equals the first.
    (0..found.len())
        .rev()
        .filter(|&thread| thread == 0 || found[thread].depth > 0)
        .max_by_key(|&thread| rank(&found[thread]))
        .unwrap_or(0)
}

/// What the worst score counts for when threads vote, in centipawns.
const VOTE: i32 = 15;

/// A panic of another thread has ended the program or the search; the data stay usable.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The outcome where there is no move to search.
fn over<B: Evaluate>(
    position: &Position<B>,
    signals: &Signals,
    report: &mut (dyn FnMut(&Report<'_>) + Send),
) -> Outcome {
    let board = position.board();
    let score = match board.dead() {
        Some(ending) => match ending.winner {
            None => DRAW,
            Some(winner) if winner == board.side() => MATE,
            Some(_) => -MATE,
        },
        None if board.in_check() => -MATE,
        None => DRAW,
    };
    report(&Report {
        depth: 0,
        selective_depth: 0,
        rank: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        elapsed: signals.elapsed(),
        permille_full: 0,
        line: &[],
    });
    Outcome { best: None, ponder: None, score, nodes: 0 }
}

/// The reply that the line expects, or failing that the table, if it may be pondered on.
fn expected_reply<B: Evaluate>(
    position: &Position<B>,
    line: &[Move],
    table: &Table,
) -> Option<Move> {
    let mut position = position.clone();
    position.make(*line.first()?, &mut ());
    let known = || table.probe(position.board().key()).and_then(|known| known.mv);
    let reply = line.get(1).copied().or_else(known)?;
    if position.ending().is_some() || !position.board().is_legal(reply) {
        return None;
    }
    position.make(reply, &mut ());
    position.ending().is_none().then_some(reply)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Manner;
    use crate::rules::{Play, Text, chess};
    use crate::search::score::{INFINITE, mate_at};
    use crate::table::Content;
    use std::time::Instant;

    fn found(to: u8, score: i32, depth: u32) -> Found {
        let mv = Move::new(1, to, Manner::Plain);
        let best = RootMove {
            mv,
            score,
            previous: score,
            bound: Bound::Exact,
            line: vec![mv],
            nodes: 1,
            selective_depth: 1,
        };
        Found { best, depth }
    }

    #[test]
    fn threads_elect_what_most_depth_speaks_for() {
        assert_eq!(elect(&[found(2, 10, 8)]), 0);
        assert_eq!(elect(&[found(2, 10, 8), found(3, 10, 8)]), 0, "of equals the first");
        assert_eq!(elect(&[found(2, 10, 8), found(3, 10, 9)]), 1, "the deeper one");
        assert_eq!(elect(&[found(2, 10, 8), found(3, 30, 8)]), 1, "the more hopeful one");
        assert_eq!(elect(&[found(2, 10, 9), found(3, 10, 6), found(3, 10, 7)]), 2, "two of three");
        assert_eq!(elect(&[found(2, mate_at(9), 9), found(3, mate_at(5), 7)]), 1, "sooner mate");
    }

    /// The entries say that no first move leads to more than a draw. A search that prunes may have
    /// stored them; a mate search must not believe them.
    #[test]
    fn mate_search_ignores_entries_of_pruned_searches() {
        let board = chess::Board::parse("7k/8/5K2/8/8/8/8/6R1 w - - 0 1").expect("a position");
        let position = Position::new(board);
        let mut pool = Pool::<chess::Board>::new(1).expect("a mebibyte");
        for &mv in position.legal_moves().iter() {
            let key = board.make(mv, &mut ()).key();
            let bound = Bound::Exact;
            let content = Content { mv: None, score: 0, bound, evaluation: None, depth: 100 };
            pool.table.store(key, content);
        }
        let goal = Goal { mate: Some(2), nodes: Some(100_000), ..Goal::default() };
        let task = Task { position: &position, goal, moves: &[], lines: 1 };
        let signals = Signals::new(Instant::now(), false, false);
        let outcome = pool.search(&task, &signals, &mut |_| {});
        assert_eq!(outcome.score, mate_at(3));
    }

    #[test]
    fn a_thread_without_a_completed_iteration_is_not_chosen() {
        assert_eq!(elect(&[found(2, 10, 8), found(3, mate_at(5), 0)]), 0);
        assert_eq!(elect(&[found(2, -400, 0), found(3, 300, 0), found(4, 100, 1)]), 2);
    }

    #[test]
    fn threads_that_found_nothing_have_no_voice() {
        assert_eq!(elect(&[found(2, -400, 3), found(3, -INFINITE, 0)]), 0);
    }
}
