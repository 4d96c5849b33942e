//! One thread's search: what it owns, what it shares, and the making and taking back of moves.
//!
//! What can go wrong: a stopped search leaves the position somewhere in the tree, so whoever
//! catches `Stopped` calls [`Search::return_to_root`] before anything else.

use super::Stopped;
use super::history::{ContinuationIndex, CorrectionHistory, History};
use super::limits::SearchLimits;
use super::parameters::CHECK_INTERVAL;
use super::pv::PvTable;
use super::signals::Signals;
use crate::moves::Move;
use crate::position::Position;
use crate::registry::RuleSet;
use crate::score::{DRAW, INFINITE, MAX_PLY, clamp_eval, mate_in, mated_in};
use crate::search::table::TranspositionTable;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// An arbitrary constant; see [`Search::table_key`].
const MATE_SEARCH_SALT: u64 = 0xd6e8_feb8_6659_fd93;

/// The nodes that a thread has searched, for the others to read; on a cache line of its own.
#[repr(align(128))]
#[derive(Default)]
pub(crate) struct NodeCounter(AtomicU64);

/// What all threads of a search see.
pub(crate) struct SharedState<'a> {
    pub table: &'a TranspositionTable,
    pub signals: &'a Signals,
    pub limits: SearchLimits,
    pub counters: &'a [NodeCounter],
    /// The first thread has ended its search: the others end theirs.
    pub finished: AtomicBool,
}

impl<'a> SharedState<'a> {
    /// Shares these for one search. Sets the node counters to zero here, before any thread starts:
    /// a thread that starts late must not leave the count of the last search in the sum.
    pub fn new(
        table: &'a TranspositionTable,
        signals: &'a Signals,
        limits: SearchLimits,
        counters: &'a [NodeCounter],
    ) -> Self {
        for counter in counters {
            counter.0.store(0, Ordering::Relaxed);
        }
        SharedState { table, signals, limits, counters, finished: AtomicBool::new(false) }
    }

    /// The nodes of all threads, as of their last look at the clock.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }
}

/// What a thread keeps for a ply of the tree.
#[derive(Clone, Copy)]
pub(super) struct StackEntry<A> {
    pub accumulator: A,
    /// Quiet moves that have lately cut off at this ply, the latest first.
    pub killers: [Option<Move>; 2],
    /// The static evaluation, corrected; minus infinity in check.
    pub static_eval: i32,
    /// What is known of moves after the one that is being searched here.
    pub continuation: ContinuationIndex,
    /// The table move, while the node is searched without it.
    pub excluded: Option<Move>,
    /// How many moves up to and with this one are searched two plies deeper.
    pub double_extensions: i32,
}

impl<A> StackEntry<A> {
    /// Nothing known.
    fn new(accumulator: A) -> Self {
        StackEntry {
            accumulator,
            killers: [None; 2],
            static_eval: -INFINITE,
            continuation: ContinuationIndex::NONE,
            excluded: None,
            double_extensions: 0,
        }
    }
}

/// What a thread keeps from search to search.
pub(crate) struct ThreadData<B: RuleSet> {
    pub(super) history: History,
    pub(super) corrections: CorrectionHistory,
    pub(super) stack: Vec<StackEntry<B::Accumulator>>,
    pub(super) pv_table: PvTable,
}

impl<B: RuleSet> ThreadData<B> {
    /// Without experience.
    pub fn new() -> Self {
        let step = StackEntry::new(B::startpos().new_accumulator());
        ThreadData {
            history: History::new(B::CELLS, B::POSTS),
            corrections: CorrectionHistory::new(),
            stack: vec![step; MAX_PLY + 2],
            pv_table: PvTable::new(),
        }
    }

    /// Forgets what was learnt.
    pub fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }
}

/// One thread's search.
pub(crate) struct Worker<'a, B: RuleSet> {
    pub(super) shared: &'a SharedState<'a>,
    /// The number of the thread; the first one, 0, watches the clock and reports.
    pub(super) thread_index: usize,
    pub(super) position: Position<B>,
    pub(super) thread_data: &'a mut ThreadData<B>,
    pub(super) nodes: u64,
    /// The deepest ply reached in this iteration.
    pub(super) seldepth: usize,
    /// The depth of this iteration.
    pub(super) root_depth: usize,
    /// While a null move is verified, the ply from which on there may be others; else 0.
    pub(super) nmp_min_ply: usize,
    /// A mate is asked for: no move is left out, and no node given up unseen.
    pub(super) mate_search: bool,
    /// Sets the table keys of mate searches apart; 0 in other searches.
    key_salt: u64,
    /// How many plies lie before the root.
    root_ply_count: usize,
    /// The node count at which to look at the clock next.
    next_check: u64,
}

impl<'a, B: RuleSet> Worker<'a, B> {
    /// A search of this position on that thread.
    pub fn new(
        shared: &'a SharedState<'a>,
        thread: usize,
        position: &Position<B>,
        memory: &'a mut ThreadData<B>,
    ) -> Self {
        let mut position = position.clone();
        position.reserve(MAX_PLY + 2);
        let accumulator = position.board().new_accumulator();
        for step in &mut memory.stack {
            *step = StackEntry::new(accumulator);
        }
        let before_root = position.ply_count();
        let mut search = Worker {
            shared,
            thread_index: thread,
            position,
            thread_data: memory,
            nodes: 0,
            seldepth: 0,
            root_depth: 0,
            nmp_min_ply: 0,
            mate_search: shared.limits.mate.is_some(),
            key_salt: if shared.limits.mate.is_some() { MATE_SEARCH_SALT } else { 0 },
            root_ply_count: before_root,
            next_check: 0,
        };
        search.next_check = search.next_check_at();
        search
    }

    /// The node count of the next check: soon, and never beyond the limit of a single thread.
    fn next_check_at(&self) -> u64 {
        let soon = self.nodes + CHECK_INTERVAL;
        match (self.shared.limits.nodes, self.shared.counters.len()) {
            (Some(limit), 1) => soon.min(limit.max(self.nodes + 1)),
            _ => soon,
        }
    }

    /// The key of the position in the table. A mate search has keys of its own: an entry of a
    /// search that prunes must not cut off one that does not.
    #[inline(always)]
    pub(super) fn table_key(&self) -> u64 {
        self.position.board().key() ^ self.key_salt
    }

    /// Makes the node count of this thread known to the others.
    pub(super) fn publish_nodes(&self) {
        self.shared.counters[self.thread_index].0.store(self.nodes, Ordering::Relaxed);
    }

    /// Counts a node; now and then, looks whether the search is to end.
    #[inline(always)]
    fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        self.publish_nodes();
        let shared = self.shared;
        if shared.signals.is_stopped() || shared.finished.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        if self.thread_index == 0 {
            // While pondering, neither nodes nor time end the search.
            if let Some(used) = shared.signals.clock_elapsed() {
                let nodes_spent = shared.limits.nodes.is_some_and(|limit| shared.nodes() >= limit);
                if nodes_spent || shared.limits.time.is_some_and(|time| used >= time.hard) {
                    return Err(Stopped);
                }
            }
        }
        self.next_check = self.next_check_at();
        Ok(())
    }

    /// Makes a legal move.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, ply: usize) -> Result<(), Stopped> {
        self.count()?;
        let step = &mut self.thread_data.stack[ply];
        step.continuation = self.thread_data.history.continuation(self.position.board(), mv);
        let mut accumulator = step.accumulator;
        self.position.make(mv, &mut accumulator);
        self.shared.table.prefetch(self.table_key());
        self.thread_data.stack[ply + 1].accumulator = accumulator;
        Ok(())
    }

    /// Passes the move.
    #[inline]
    pub(super) fn make_null(&mut self, ply: usize) -> Result<(), Stopped> {
        self.count()?;
        self.thread_data.stack[ply].continuation = ContinuationIndex::NONE;
        self.position.make_null();
        self.shared.table.prefetch(self.table_key());
        self.thread_data.stack[ply + 1].accumulator = self.thread_data.stack[ply].accumulator;
        Ok(())
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn unmake(&mut self) {
        self.position.unmake();
    }

    /// What is known of moves after those one and two plies before this ply.
    #[inline]
    pub(super) fn continuations(&self, ply: usize) -> [ContinuationIndex; 2] {
        [1, 2].map(|plies| match ply.checked_sub(plies) {
            Some(ply) => self.thread_data.stack[ply].continuation,
            None => ContinuationIndex::NONE,
        })
    }

    /// Takes back all moves that a stopped search has left, and what it was about.
    pub(super) fn unwind_to_root(&mut self) {
        self.nmp_min_ply = 0;
        for step in &mut self.thread_data.stack {
            step.excluded = None;
        }
        while self.position.ply_count() > self.root_ply_count {
            self.position.unmake();
        }
    }

    /// The static evaluation of the position at this ply.
    #[inline]
    pub(super) fn evaluate(&self, ply: usize) -> i32 {
        let evaluation = self.position.board().evaluate(&self.thread_data.stack[ply].accumulator);
        clamp_eval(match self.shared.limits.noise {
            None => evaluation,
            Some(blur) => blur.apply(evaluation, self.position.board().key()),
        })
    }

    /// The score of a game that is over at this ply by repetition, the fifty-move rule or the
    /// position itself.
    #[inline]
    pub(super) fn game_over_score(&self, ply: usize) -> Option<i32> {
        if let Some(ending) = self.position.board().variant_outcome() {
            return Some(match ending.winner {
                None => DRAW,
                Some(winner) if winner == self.position.side_to_move() => mate_in(ply),
                Some(_) => mated_in(ply),
            });
        }
        self.position.is_draw(ply).then_some(DRAW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluate;
    use crate::rules::{BoardText, Rules, chess, spacechess};
    use crate::score::{Bound, MIN_MATE_SCORE, is_mate_score};
    use crate::search::node::NonPv;
    use crate::search::table::TtData;
    use std::time::Instant;

    #[test]
    fn node_count_starts_at_zero_before_any_thread_runs() {
        let table = TranspositionTable::new(1).expect("a mebibyte");
        let signals = Signals::new(Instant::now(), false, false);
        let counters: Vec<NodeCounter> =
            (0..3).map(|_| NodeCounter(AtomicU64::new(1 << 40))).collect();
        let goal = SearchLimits::default();
        assert_eq!(SharedState::new(&table, &signals, goal, &counters).nodes(), 0);
    }

    /// 46 queens are worth more than a mate score, and more than 16 bits hold.
    #[test]
    fn evaluations_stay_below_mate_scores() {
        let queens = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQ2/8/7K";
        for side in ["w", "b"] {
            let fen = format!("kp6/pp6/8/8/8/8/8/8|pp6/pp6/8/8/8/8/8/8|{queens} {side} - - - 0 1");
            let board = spacechess::Board::from_fen(&fen).expect("a legal position");
            assert!(board.evaluate(&board.new_accumulator()).abs() > MIN_MATE_SCORE);
            let table = TranspositionTable::new(1).expect("a mebibyte");
            let signals = Signals::new(Instant::now(), false, false);
            let counters = [NodeCounter::default()];
            let shared = SharedState::new(&table, &signals, SearchLimits::default(), &counters);
            let mut memory = ThreadData::new();
            let mut search = Worker::new(&shared, 0, &Position::new(board), &mut memory);
            assert!(!is_mate_score(search.evaluate(0)));
            let (raw, _, still) = search.corrected_eval(None, 0);
            assert!(!is_mate_score(still) && i16::try_from(raw).is_ok());
            assert!(search.quiescence::<NonPv>(-1, 0, 0).is_ok());
        }
    }

    /// A table entry does not hold the fifty-move counter, so its score is wrong near the limit.
    #[test]
    fn quiescence_ignores_table_scores_near_the_fifty_move_limit() {
        for (clock, trusted) in [(10, true), (95, false)] {
            let fen = format!("8/8/8/4k3/8/4K3/4P3/8 w - - {clock} 80");
            let board = chess::Board::from_fen(&fen).expect("a legal position");
            let table = TranspositionTable::new(1).expect("a mebibyte");
            let bound = Bound::Lower;
            let content = TtData { mv: None, score: 900, bound, raw_eval: None, depth: 3 };
            table.store(board.key(), content);
            let signals = Signals::new(Instant::now(), false, false);
            let counters = [NodeCounter::default()];
            let shared = SharedState::new(&table, &signals, SearchLimits::default(), &counters);
            let mut memory = ThreadData::new();
            let mut search = Worker::new(&shared, 0, &Position::new(board), &mut memory);
            let score = search.quiescence::<NonPv>(799, 800, 0).expect("not stopped");
            assert_eq!(score == 900, trusted, "clock {clock}: {score}");
        }
    }
}
