//! The search of one thread: its state, the state shared with other threads, making and unmaking
//! moves, and the scores of positions where the game is over.
//!
//! A stopped search leaves the position somewhere inside the tree. A caller that catches
//! [`Stopped`] must call [`Worker::unwind_to_root`] before using the position again.

use super::history::{ContinuationIndex, CorrectionHistory, History, QuietContext};
use super::parameters::{CHECK_INTERVAL, TT_CUTOFF_CLOCK_MARGIN};
use super::picker::{MoveLists, MovePicker};
use super::pv::PvTable;
use super::request::{SearchOptions, SearchRequest};
use super::signals::Signals;
use super::skill::EvalNoise;
use super::syzygy::SyzygyProbe;
use super::table::{TranspositionTable, TtData};
use super::time::TimeBudget;
use crate::endings::{EndingTables, EndingValue};
use crate::eval::EvalStack;
use crate::eval::network::Network;
use crate::moves::{Move, Side};
use crate::position::Position;
use crate::profiles::{Profile, RuleSet};
use crate::rules::{GameInfo, Outcome, Stalemate};
use crate::score::{
    Bound, DRAW, INFINITE, MAX_PLY, clamp_eval, is_cutoff, mate_in, mated_in, score_from_tt,
    score_to_tt,
};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use triskelion_protocol::{Info, Limits};

/// An arbitrary constant; see [`Worker::table_key`].
const MATE_SEARCH_SALT: u64 = 0xd6e8_feb8_6659_fd93;

/// The search was stopped or paused, or has used up its nodes or time. Discard the scores of the
/// nodes that it was searching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// The node count of a thread, which other threads read. It has cache lines of its own, so that
/// threads do not share one (false sharing).
#[repr(align(128))]
#[derive(Default)]
pub(super) struct NodeCounter(AtomicU64);

/// The state shared by all threads of a search.
pub(super) struct SharedState<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) signals: &'a Signals,
    /// The evaluation network; without one the hand-made evaluation stands alone.
    pub(super) network: Option<&'a Network>,
    pub(super) limits: &'a Limits,
    pub(super) options: SearchOptions,
    /// The limits of time; `None` without any.
    pub(super) time: Option<TimeBudget>,
    /// The maximum node count of all threads together; exact with one thread.
    max_nodes: Option<u64>,
    /// The profile of the game.
    pub(super) profile: Profile,
    /// The evaluation noise of the skill level.
    noise: Option<EvalNoise>,
    counters: &'a [NodeCounter],
    /// Set when thread 0 has finished. The other threads then stop.
    pub(super) finished: AtomicBool,
    /// Whether the root is a draw by its table of endings.
    pub(super) is_known_draw: bool,
    /// The number of positions that tables of endings and Syzygy tables have answered.
    pub(super) table_hits: AtomicU64,
}

impl<'a> SharedState<'a> {
    /// Creates the shared state of one search. Resets the node counters here, before any thread
    /// starts, because a thread that starts late would leave the count of the last search in the
    /// sum.
    pub(super) fn new<B: RuleSet>(
        table: &'a TranspositionTable,
        signals: &'a Signals,
        network: Option<&'a Network>,
        request: &SearchRequest<'a, B>,
        counters: &'a [NodeCounter],
    ) -> Self {
        for counter in counters {
            counter.0.store(0, Ordering::Relaxed);
        }
        let SearchRequest { position, limits, options, .. } = *request;
        SharedState {
            table,
            signals,
            network,
            limits,
            options,
            time: TimeBudget::new(limits, position.side_to_move(), options.move_overhead_ms),
            max_nodes: request.max_nodes(),
            profile: Profile::of(position.board().game()),
            noise: request.skill().noise(options.seed),
            counters,
            finished: AtomicBool::new(false),
            is_known_draw: false,
            table_hits: AtomicU64::new(0),
        }
    }

    /// Returns the node count of all threads, as of the last check of each.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }
}

/// An entry of the search stack: the state of one ply.
#[derive(Clone, Copy)]
pub(super) struct StackEntry {
    /// The last two quiet moves that caused a cutoff at this ply, the latest first.
    pub(super) killers: [Option<Move>; 2],
    /// The corrected static evaluation; minus infinity in check.
    pub(super) static_eval: i32,
    /// The continuation history of the move that is being searched at this ply.
    pub(super) continuation: ContinuationIndex,
    /// What the history of the quiet moves at this ply depends on, once the picker has yielded one.
    pub(super) context: QuietContext,
    /// The excluded move of a singular search of this node.
    pub(super) excluded: Option<Move>,
    /// The double extensions from the root up to and including the current move.
    pub(super) double_extensions: i32,
    /// The plies by which the search of the current move is reduced.
    pub(super) reduction: i32,
}

impl StackEntry {
    const EMPTY: StackEntry = StackEntry {
        killers: [None; 2],
        static_eval: -INFINITE,
        continuation: ContinuationIndex::NONE,
        context: QuietContext::NONE,
        excluded: None,
        double_extensions: 0,
        reduction: 0,
    };
}

/// The data that a thread keeps between searches.
pub(super) struct ThreadData {
    pub(super) history: History,
    pub(super) corrections: CorrectionHistory,
    pub(super) stack: Vec<StackEntry>,
    pub(super) eval_stack: EvalStack,
    pub(super) pv_table: PvTable,
    pub(super) move_lists: MoveLists,
}

impl ThreadData {
    /// Creates thread data with empty histories.
    pub(super) fn new(game: &'static GameInfo) -> ThreadData {
        ThreadData {
            history: History::new(game),
            corrections: CorrectionHistory::new(),
            stack: vec![StackEntry::EMPTY; MAX_PLY + 2],
            eval_stack: EvalStack::new(game, MAX_PLY + 2),
            pv_table: PvTable::new(),
            move_lists: MoveLists::new(game),
        }
    }

    /// Clears the histories.
    pub(super) fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }
}

/// The decision whether to pause a search.
pub(super) struct Pause<'a> {
    /// Returns whether to pause now.
    pub(super) decide: &'a mut dyn FnMut() -> bool,
    /// The time since the start of the search before which it does not pause.
    pub(super) earliest: Duration,
}

/// The search of one thread.
pub(super) struct Worker<'a, B: RuleSet> {
    pub(super) shared: &'a SharedState<'a>,
    /// Thread 0 checks the limits and reports.
    pub(super) thread_index: usize,
    pub(super) position: Position<B>,
    pub(super) thread_data: &'a mut ThreadData,
    pub(super) nodes: u64,
    /// The selective depth: the deepest ply reached below the current root move.
    pub(super) seldepth: usize,
    /// The depth of this iteration.
    pub(super) root_depth: usize,
    /// The first ply that may try a null move again while one is being verified; otherwise 0.
    pub(super) nmp_min_ply: usize,
    /// Whether the search is for a mate. Above quiescence such a search prunes no node and no move,
    /// and it has no late move reductions and no extensions.
    pub(super) mate_search: bool,
    /// Separates the table keys of mate searches; 0 in other searches.
    key_salt: u64,
    /// Decides whether to pause; `None` for a search without pauses.
    pub(super) pause: Option<Pause<'a>>,
    /// The tables of endings to look up nodes in.
    pub(super) endings: Option<&'a EndingTables>,
    /// The Syzygy tables to look up nodes in.
    pub(super) syzygy: Option<SyzygyProbe<'a>>,
    /// Receives the reports; `None` if nobody reads them.
    pub(super) report: Option<&'a mut dyn FnMut(Info)>,
    /// Whether the search was stopped only for a pause.
    pub(super) paused: bool,
    /// The plies played before the root.
    root_ply_count: usize,
    /// The node count at which to check the limits next.
    next_check: u64,
}

impl<'a, B: RuleSet> Worker<'a, B> {
    /// Creates the search of `position` by one thread.
    pub(super) fn new(
        shared: &'a SharedState<'a>,
        thread_index: usize,
        position: &Position<B>,
        thread_data: &'a mut ThreadData,
    ) -> Self {
        thread_data.stack.fill(StackEntry::EMPTY);
        thread_data.eval_stack.begin(shared.network, position.board());
        Worker::resume(shared, thread_index, position, thread_data, 0)
    }

    /// Creates the continuation of a paused search: the stack is kept, and `nodes` are counted
    /// already.
    pub(super) fn resume(
        shared: &'a SharedState<'a>,
        thread_index: usize,
        position: &Position<B>,
        thread_data: &'a mut ThreadData,
        nodes: u64,
    ) -> Self {
        let mut position = position.clone();
        position.reserve(MAX_PLY + 2);
        let root_ply_count = position.ply_count();
        let mate_search = shared.limits.mate.is_some();
        let mut worker = Worker {
            shared,
            thread_index,
            position,
            thread_data,
            nodes,
            seldepth: 0,
            root_depth: 0,
            nmp_min_ply: 0,
            mate_search,
            key_salt: if mate_search { MATE_SEARCH_SALT } else { 0 },
            pause: None,
            endings: None,
            syzygy: None,
            report: None,
            paused: false,
            root_ply_count,
            next_check: 0,
        };
        worker.next_check = worker.next_check_at();
        worker.publish_nodes();
        worker
    }

    /// Returns the node count of the next check. A single thread checks exactly at its node limit.
    fn next_check_at(&self) -> u64 {
        let next = self.nodes + CHECK_INTERVAL;
        match (self.shared.max_nodes, self.shared.counters.len()) {
            (Some(limit), 1) => next.min(limit.max(self.nodes + 1)),
            _ => next,
        }
    }

    /// Returns the key of the position in the transposition table. A mate search has keys of its
    /// own, so that entries stored by a search that prunes cannot cut it off.
    #[inline(always)]
    pub(super) fn table_key(&self) -> u64 {
        self.position.board().key() ^ self.key_salt
    }

    /// Returns whether scores of the table hold in this position. Near the fifty-move limit they
    /// depend on the path, which the key does not include.
    #[inline(always)]
    pub(super) fn has_valid_table_scores(&self) -> bool {
        let board = self.position.board();
        let limit = board.game().end_rules.move_limit;
        limit == 0 || board.halfmove_clock() + TT_CUTOFF_CLOCK_MARGIN < limit
    }

    /// Returns the score of a table entry if it causes a cutoff.
    #[inline(always)]
    pub(super) fn tt_cutoff(
        &self,
        tt_data: TtData,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Option<i32> {
        let score = score_from_tt(tt_data.score, ply);
        (self.has_valid_table_scores() && is_cutoff(score, tt_data.bound, alpha, beta))
            .then_some(score)
    }

    /// Stores a node in the transposition table. Its score counts mates from the root.
    #[inline(always)]
    pub(super) fn store(&self, key: u64, ply: usize, data: TtData) {
        self.shared.table.store(key, TtData { score: score_to_tt(data.score, ply), ..data });
    }

    /// Publishes the node count of this thread to the others.
    pub(super) fn publish_nodes(&self) {
        self.shared.counters[self.thread_index].0.store(self.nodes, Ordering::Relaxed);
    }

    /// Counts a node, and checks the limits at intervals.
    #[inline(always)]
    fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Checks the signals and limits.
    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        self.publish_nodes();
        let shared = self.shared;
        if shared.signals.is_stopped() || shared.finished.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        if self.thread_index == 0 {
            // While pondering, neither nodes nor time end the search.
            if let Some(elapsed) = shared.signals.clock_elapsed() {
                let nodes_spent = shared.max_nodes.is_some_and(|limit| shared.nodes() >= limit);
                if nodes_spent || shared.time.is_some_and(|time| elapsed >= time.hard) {
                    return Err(Stopped);
                }
            }
            if let Some(pause) = &mut self.pause
                && (pause.decide)()
                && shared.signals.elapsed() >= pause.earliest
            {
                self.paused = true;
                return Err(Stopped);
            }
        }
        self.next_check = self.next_check_at();
        Ok(())
    }

    /// Prefetches the table entry of the node after a move, if the rule set can predict its key.
    /// [`Worker::make`] prefetches by the exact key, in case the prediction is wrong or missing.
    #[inline(always)]
    pub(super) fn prefetch_after(&self, mv: Move) {
        if let Some(key) = self.position.board().likely_key_after(mv) {
            self.shared.table.prefetch(key ^ self.key_salt);
        }
    }

    /// Makes a legal move.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, ply: usize) -> Result<(), Stopped> {
        self.count()?;
        let entry = &mut self.thread_data.stack[ply];
        entry.continuation = self.thread_data.history.continuation(self.position.board(), mv);
        let changes = self.thread_data.eval_stack.next_changes(ply);
        let (table, key_salt) = (&self.shared.table, self.key_salt);
        self.position.make_with(mv, changes, |key| table.prefetch(key ^ key_salt));
        Ok(())
    }

    /// Returns the next move of the node that the picker belongs to.
    #[inline(always)]
    pub(super) fn next_move(
        &mut self,
        picker: &mut MovePicker,
        info: &B::CheckInfo,
    ) -> Option<Move> {
        let ThreadData { history, move_lists, .. } = &mut *self.thread_data;
        picker.next(self.position.board(), info, history, move_lists)
    }

    /// Makes a null move.
    #[inline]
    pub(super) fn make_null(&mut self, ply: usize) -> Result<(), Stopped> {
        self.count()?;
        let double_extensions = self.double_extensions_before(ply);
        let entry = &mut self.thread_data.stack[ply];
        (entry.continuation, entry.double_extensions) =
            (ContinuationIndex::NONE, double_extensions);
        self.thread_data.eval_stack.next_changes(ply);
        self.position.make_null();
        self.shared.table.prefetch(self.table_key());
        Ok(())
    }

    /// Unmakes the last move or null move.
    #[inline]
    pub(super) fn unmake(&mut self) {
        self.position.unmake();
    }

    /// Returns the continuation histories of the moves one and two plies before `ply`.
    #[inline]
    pub(super) fn continuations(&self, ply: usize) -> [ContinuationIndex; 2] {
        [1, 2].map(|plies| match ply.checked_sub(plies) {
            Some(ply) => self.thread_data.stack[ply].continuation,
            None => ContinuationIndex::NONE,
        })
    }

    /// Unmakes all moves that a stopped search has left, and ends singular searches, reductions and
    /// null move verification.
    pub(super) fn unwind_to_root(&mut self) {
        self.nmp_min_ply = 0;
        self.thread_data.move_lists.clear();
        for entry in &mut self.thread_data.stack {
            entry.excluded = None;
            entry.reduction = 0;
        }
        while self.position.ply_count() > self.root_ply_count {
            self.position.unmake();
        }
    }

    /// Evaluates the position at `ply`, with the noise of the skill level.
    #[inline]
    pub(super) fn evaluate(&mut self, ply: usize) -> i32 {
        let (network, board) = (self.shared.network, self.position.board());
        let eval = self.thread_data.eval_stack.evaluate(network, board, ply);
        clamp_eval(match self.shared.noise {
            None => eval,
            Some(noise) => noise.apply(eval, self.position.board().key()),
        })
    }

    /// Returns the score if the game is over at `ply` by a variant rule, repetition or the
    /// fifty-move rule, or if the table of endings knows it.
    #[inline]
    pub(super) fn game_over_score(&self, ply: usize) -> Option<i32> {
        if let Some(outcome) = self.position.board().variant_outcome() {
            return Some(outcome_score(outcome, self.position.side_to_move(), ply));
        }
        if self.position.is_draw(ply) {
            return Some(DRAW);
        }
        self.endings.and_then(|tables| self.ending_score(tables, ply))
    }

    /// Returns the score of a node at `ply` by its table of endings.
    #[cold]
    fn ending_score(&self, tables: &EndingTables, ply: usize) -> Option<i32> {
        let board = self.position.board();
        if board.piece_count() > tables.most_pieces() {
            return None;
        }
        let value = tables.probe(board)?;
        let limit = board.game().end_rules.move_limit;
        let is_in_time = |plies: u32| limit == 0 || board.halfmove_clock() + plies <= limit;
        let score = match value {
            EndingValue::Draw => DRAW,
            EndingValue::Win(plies) if is_in_time(plies) => mate_in(ply + plies as usize),
            EndingValue::Loss(plies) if is_in_time(plies) => mated_in(ply + plies as usize),
            _ => return None,
        };
        self.shared.table_hits.fetch_add(1, Ordering::Relaxed);
        Some(score)
    }

    /// Returns the score of a node at `ply` by Syzygy tables; see [`SyzygyProbe::node_score`].
    #[inline(always)]
    pub(super) fn syzygy_score(&self, depth: i32, ply: usize) -> Option<(i32, Bound)> {
        if !B::HAS_SYZYGY_TABLES {
            return None;
        }
        let probed = self.syzygy.as_ref()?.node_score(self.position.board(), depth, ply)?;
        self.shared.table_hits.fetch_add(1, Ordering::Relaxed);
        Some(probed)
    }
}

/// Returns the score of an end of the game at `ply` with this side to move.
pub(super) fn outcome_score(outcome: Outcome, side: Side, ply: usize) -> i32 {
    match outcome.winner {
        None => DRAW,
        Some(winner) if winner == side => mate_in(ply),
        Some(_) => mated_in(ply),
    }
}

/// Returns the score of a stalemate at `ply`.
pub(super) fn stalemate_score(stalemate: Stalemate, ply: usize) -> i32 {
    match stalemate {
        Stalemate::Draw => DRAW,
        Stalemate::Win => mate_in(ply),
        Stalemate::Loss => mated_in(ply),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluate;
    use crate::rules::{BuiltIn, Chess, Rules, SpaceChess};
    use crate::score::{MIN_MATE_SCORE, is_mate_score};
    use crate::search::node_type::NonPv;
    use std::time::Instant;

    #[test]
    fn node_count_starts_at_zero_before_any_thread_runs() {
        let table = TranspositionTable::new(1).expect("enough memory");
        let signals = Signals::new(Instant::now(), false, false);
        let counters: Vec<NodeCounter> =
            (0..3).map(|_| NodeCounter(AtomicU64::new(1 << 40))).collect();
        let (position, limits) = (Position::new(Chess::startpos()), Limits::default());
        let request = SearchRequest::new(&position, &limits);
        assert_eq!(SharedState::new(&table, &signals, None, &request, &counters).nodes(), 0);
    }

    /// The evaluation of 46 queens is above the mate scores and does not fit 16 bits.
    #[test]
    fn evaluations_stay_below_mate_scores() {
        let queens = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQ2/8/7K";
        for side in ["w", "b"] {
            let fen = format!("kp6/pp6/8/8/8/8/8/8|pp6/pp6/8/8/8/8/8/8|{queens} {side} - - - 0 1");
            let board = SpaceChess::from_fen(&fen).expect("a legal position");
            assert!(board.evaluate(&board.new_accumulator()).abs() > MIN_MATE_SCORE);
            let table = TranspositionTable::new(1).expect("enough memory");
            let signals = Signals::new(Instant::now(), false, false);
            let counters = [NodeCounter::default()];
            let (position, limits) = (Position::new(board), Limits::default());
            let request = SearchRequest::new(&position, &limits);
            let shared = SharedState::new(&table, &signals, None, &request, &counters);
            let mut thread_data = ThreadData::new(SpaceChess::game_info());
            let mut worker = Worker::new(&shared, 0, &position, &mut thread_data);
            assert!(!is_mate_score(worker.evaluate(0)));
            let (raw, _, static_eval) = worker.corrected_eval(None, 0);
            assert!(!is_mate_score(static_eval) && i16::try_from(raw).is_ok());
            assert!(worker.quiescence::<NonPv>(-1, 0, 0).is_ok());
        }
    }

    /// A table entry does not contain the fifty-move counter, so its score is wrong near the limit.
    #[test]
    fn quiescence_ignores_table_scores_near_the_fifty_move_limit() {
        for (clock, trusted) in [(10, true), (95, false)] {
            let fen = format!("8/8/8/4k3/8/4K3/4P3/8 w - - {clock} 80");
            let board = Chess::from_fen(&fen).expect("a legal position");
            let table = TranspositionTable::new(1).expect("enough memory");
            let bound = Bound::Lower;
            let data = TtData { mv: None, score: 900, bound, raw_eval: None, depth: 3 };
            table.store(board.key(), data);
            let signals = Signals::new(Instant::now(), false, false);
            let counters = [NodeCounter::default()];
            let (position, limits) = (Position::new(board), Limits::default());
            let request = SearchRequest::new(&position, &limits);
            let shared = SharedState::new(&table, &signals, None, &request, &counters);
            let mut thread_data = ThreadData::new(Chess::game_info());
            let mut worker = Worker::new(&shared, 0, &position, &mut thread_data);
            let score = worker.quiescence::<NonPv>(799, 800, 0).expect("not stopped");
            assert_eq!(score == 900, trusted, "clock {clock}: {score}");
        }
    }
}
