//! The threads of an engine: one pool, one table, and what each thread keeps between searches.
//!
//! Lazy SMP: every thread searches the same root by itself; they help each other through the
//! table and vote for the move. One thread searches on the caller's; more are those of a rayon pool of
//! the engine's own, and the caller waits. What can go wrong: recursion is as deep as the tree, so
//! the pool's threads have [`STACK_SIZE`], and the caller's must have as much.

use crate::moves::Move;
use crate::position::Position;
use crate::registry::RuleSet;
use crate::score::{Bound, DRAW, MATE, MIN_MATE_SCORE};
use crate::search::table::{OutOfMemory, TranspositionTable};
use crate::search::{
    NodeCounter, Report, RootMove, SearchLimits, SharedState, Signals, ThreadData, Worker,
    root_moves,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// Bytes of stack for a thread that searches: room for the deepest tree several times over.
pub const STACK_SIZE: usize = 32 << 20;

/// Fewer nodes than this are searched by one thread: several would be through before they are all
/// awake, and go beyond the limit besides.
const SMP_MIN_NODES: u64 = 1 << 16;

/// The threads could not be started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("could not start {count} threads: {cause}")]
pub struct ThreadSpawnError {
    /// The number asked for.
    pub count: usize,
    /// What the system said.
    pub cause: String,
}

/// What to search.
pub struct SearchRequest<'a, B> {
    /// The root, with the positions that led to it.
    pub position: &'a Position<B>,
    /// Where to stop.
    pub limits: SearchLimits,
    /// The moves to search; all if there is none.
    pub moves: &'a [Move],
    /// How many lines to report.
    pub multipv: usize,
}

/// What a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchResult {
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
pub struct SearchPool<B: RuleSet> {
    table: TranspositionTable,
    /// None for a single thread.
    threads: Option<ThreadPool>,
    thread_data: Vec<Mutex<ThreadData<B>>>,
    counters: Vec<NodeCounter>,
}

impl<B: RuleSet> SearchPool<B> {
    /// One thread, and a table of that many MiB.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(SearchPool {
            table: TranspositionTable::new(mebibytes)?,
            threads: None,
            thread_data: vec![Mutex::new(ThreadData::new())],
            counters: vec![NodeCounter::default()],
        })
    }

    /// The number of threads.
    pub fn thread_count(&self) -> usize {
        self.thread_data.len()
    }

    /// Searches with so many threads from now on (at least one). Threads that stay keep their
    /// memory; on an error all stays as it was.
    pub fn set_threads(&mut self, count: usize) -> Result<(), ThreadSpawnError> {
        let count = count.max(1);
        if count == self.thread_count() {
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
                    .map_err(|error| ThreadSpawnError { count, cause: error.to_string() })?,
            ),
        };
        self.thread_data.resize_with(count, || Mutex::new(ThreadData::new()));
        self.counters.resize_with(count, NodeCounter::default);
        Ok(())
    }

    /// Gives the table that size in MiB, empty; on an error it is emptied and keeps its size.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        // The old table goes first: there may not be room for both.
        let old = self.table.size_mib();
        self.table = TranspositionTable::new(1)?;
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

    fn new_table(&self, mebibytes: usize) -> Result<TranspositionTable, OutOfMemory> {
        match &self.threads {
            None => TranspositionTable::new(mebibytes),
            Some(threads) => threads.install(|| TranspositionTable::new(mebibytes)),
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
    pub fn clear(&mut self) {
        self.clear_table();
        for memory in &mut self.thread_data {
            memory.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }

    /// Searches, and returns when the task is done or the search stopped. Reports come from the
    /// first thread.
    pub fn search(
        &mut self,
        task: &SearchRequest<'_, B>,
        signals: &Signals,
        report: &mut (dyn FnMut(&Report<'_>) + Send),
    ) -> SearchResult {
        let moves = match task.position.board().variant_outcome() {
            Some(_) => Vec::new(),
            None => root_moves(task.position, task.moves),
        };
        if moves.is_empty() {
            return game_over_result(task.position, signals, report);
        }
        self.table.new_search();
        let alone = task.limits.nodes.is_some_and(|limit| limit < SMP_MIN_NODES);
        let threads = self.threads.as_ref().filter(|_| !alone);
        let counters = if alone { &self.counters[..1] } else { &self.counters };
        let shared = SharedState::new(&self.table, signals, task.limits, counters);
        let all = moves.len() == task.position.legal_moves().len();
        let report = Mutex::new(report);
        let work = |thread: usize| -> ThreadResult {
            let mut memory = lock(&self.thread_data[thread]);
            let mut moves = moves.clone();
            let mut search = Worker::new(&shared, thread, task.position, &mut memory);
            let depth = if thread == 0 {
                let depth =
                    search.iterative_deepening(&mut moves, task.multipv, all, *lock(&report));
                shared.finished.store(true, Ordering::Relaxed);
                depth
            } else {
                search.iterative_deepening(&mut moves, task.multipv, all, &mut |_| {})
            };
            ThreadResult { best: moves.swap_remove(0), depth }
        };
        let found = match threads {
            None => vec![work(0)],
            Some(threads) => threads.broadcast(|context| work(context.index())),
        };
        // Whoever asks for a depth or for several lines wants to have what the first thread told.
        let votes = task.multipv == 1 && task.limits.depth.is_none();
        let elected = if votes { best_thread(&found) } else { 0 };
        let ThreadResult { best, depth } = &found[elected];
        if elected > 0 {
            lock(&report)(&Report {
                depth: *depth,
                seldepth: best.seldepth as u32,
                multipv: 1,
                score: best.score,
                bound: best.bound,
                nodes: shared.nodes(),
                elapsed: signals.elapsed(),
                hashfull: self.table.hashfull(),
                pv: &best.pv,
            });
        }
        let ponder = expected_reply(task.position, &best.pv, &self.table);
        SearchResult { best: Some(best.mv), ponder, score: best.score, nodes: shared.nodes() }
    }
}

/// What one thread has found.
struct ThreadResult {
    best: RootMove,
    /// The depth of the last iteration that came to an end.
    depth: u32,
}

/// The thread whose move is played. Each votes for its own with the depth that it has reached
/// times what its score is above the worst one; a mate that is found needs no vote, and the
/// shortest is played. A helper that has completed no iteration is not chosen: it has no depth to
/// report.
fn best_thread(found: &[ThreadResult]) -> usize {
    let worst = found.iter().map(|found| found.best.score).min().unwrap_or(0);
    let vote = |found: &ThreadResult| {
        i64::from(found.depth) * i64::from(found.best.score - worst + VOTE_OFFSET)
    };
    let votes = |mv: Move| found.iter().filter(|found| found.best.mv == mv).map(vote).sum::<i64>();
    let rank = |found: &ThreadResult| match found.best.score {
        mate @ MIN_MATE_SCORE.. => (i64::from(mate), 0, 0),
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
const VOTE_OFFSET: i32 = 15;

/// A panic of another thread has ended the program or the search; the data stay usable.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The outcome where there is no move to search.
fn game_over_result<B: RuleSet>(
    position: &Position<B>,
    signals: &Signals,
    report: &mut (dyn FnMut(&Report<'_>) + Send),
) -> SearchResult {
    let board = position.board();
    let score = match board.variant_outcome() {
        Some(ending) => match ending.winner {
            None => DRAW,
            Some(winner) if winner == board.side_to_move() => MATE,
            Some(_) => -MATE,
        },
        None if board.in_check() => -MATE,
        None => DRAW,
    };
    report(&Report {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        elapsed: signals.elapsed(),
        hashfull: 0,
        pv: &[],
    });
    SearchResult { best: None, ponder: None, score, nodes: 0 }
}

/// The reply that the line expects, or failing that the table, if it may be pondered on.
fn expected_reply<B: RuleSet>(
    position: &Position<B>,
    line: &[Move],
    table: &TranspositionTable,
) -> Option<Move> {
    let mut position = position.clone();
    position.make(*line.first()?, &mut ());
    let known = || table.probe(position.board().key()).and_then(|known| known.mv);
    let reply = line.get(1).copied().or_else(known)?;
    if position.outcome().is_some() || !position.board().is_legal(reply) {
        return None;
    }
    position.make(reply, &mut ());
    position.outcome().is_none().then_some(reply)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MoveType;
    use crate::rules::{BoardText, Rules, chess};
    use crate::score::{INFINITE, mate_in};
    use crate::search::table::TtData;
    use std::time::Instant;

    fn thread_result(to: u8, score: i32, depth: u32) -> ThreadResult {
        let mv = Move::new(1, to, MoveType::Normal);
        let best = RootMove {
            mv,
            score,
            previous_score: score,
            bound: Bound::Exact,
            pv: vec![mv],
            nodes: 1,
            seldepth: 1,
        };
        ThreadResult { best, depth }
    }

    #[test]
    fn best_thread_weights_votes_by_depth() {
        assert_eq!(best_thread(&[thread_result(2, 10, 8)]), 0);
        assert_eq!(
            best_thread(&[thread_result(2, 10, 8), thread_result(3, 10, 8)]),
            0,
            "of equals the first"
        );
        assert_eq!(
            best_thread(&[thread_result(2, 10, 8), thread_result(3, 10, 9)]),
            1,
            "the deeper one"
        );
        assert_eq!(
            best_thread(&[thread_result(2, 10, 8), thread_result(3, 30, 8)]),
            1,
            "the more hopeful one"
        );
        assert_eq!(
            best_thread(&[
                thread_result(2, 10, 9),
                thread_result(3, 10, 6),
                thread_result(3, 10, 7)
            ]),
            2,
            "two of three"
        );
        assert_eq!(
            best_thread(&[thread_result(2, mate_in(9), 9), thread_result(3, mate_in(5), 7)]),
            1,
            "sooner mate"
        );
    }

    /// The entries say that no first move leads to more than a draw. A search that prunes may have
    /// stored them; a mate search must not believe them.
    #[test]
    fn mate_search_ignores_entries_of_pruned_searches() {
        let board = chess::Board::from_fen("7k/8/5K2/8/8/8/8/6R1 w - - 0 1").expect("a position");
        let position = Position::new(board);
        let mut pool = SearchPool::<chess::Board>::new(1).expect("a mebibyte");
        for &mv in position.legal_moves().iter() {
            let key = board.make(mv, &mut ()).key();
            let bound = Bound::Exact;
            let content = TtData { mv: None, score: 0, bound, raw_eval: None, depth: 100 };
            pool.table.store(key, content);
        }
        let goal = SearchLimits { mate: Some(2), nodes: Some(100_000), ..SearchLimits::default() };
        let task = SearchRequest { position: &position, limits: goal, moves: &[], multipv: 1 };
        let signals = Signals::new(Instant::now(), false, false);
        let outcome = pool.search(&task, &signals, &mut |_| {});
        assert_eq!(outcome.score, mate_in(3));
    }

    #[test]
    fn a_thread_without_a_completed_iteration_is_not_chosen() {
        assert_eq!(best_thread(&[thread_result(2, 10, 8), thread_result(3, mate_in(5), 0)]), 0);
        assert_eq!(
            best_thread(&[
                thread_result(2, -400, 0),
                thread_result(3, 300, 0),
                thread_result(4, 100, 1)
            ]),
            2
        );
    }

    #[test]
    fn threads_without_result_do_not_vote() {
        assert_eq!(best_thread(&[thread_result(2, -400, 3), thread_result(3, -INFINITE, 0)]), 0);
    }
}
