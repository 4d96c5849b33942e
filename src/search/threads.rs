//! The search threads of an engine: a thread pool, the transposition table, and the data that each
//! thread keeps between searches.
//!
//! Lazy SMP: every thread searches the same root, and the threads help each other through the
//! transposition table. At the end they vote for the best move. A single thread is the thread of
//! the caller. Several threads belong to a rayon pool of their own, and the caller waits.
//!
//! The search recurses once for each ply, so a thread that searches needs a stack of
//! [`STACK_SIZE`]. That includes the caller of [`SearchPool::search`].

use super::deepening::{Deepening, line_info};
use super::ending_moves::MadeEndings;
use super::endings::{RootAnswer, SearchEndings};
use super::request::SearchRequest;
use super::root::{RootMove, root_moves};
use super::signals::Signals;
use super::syzygy::SyzygyProbe;
use super::syzygy_root::RankedRoot;
use super::table::TranspositionTable;
use super::time::TimeBudget;
use super::worker::{
    NodeCounter, Pause, SharedState, ThreadData, Worker, outcome_score, stalemate_score,
};
use crate::eval::network::Network;
use crate::hash_table::OutOfMemory;
use crate::moves::Move;
use crate::parallel;
use crate::position::Position;
use crate::profiles::{RuleSet, default_network};
use crate::rules::GameInfo;
use crate::score::{Bound, MIN_MATE_SCORE, mated_in, to_protocol};
use crate::sync::lock;
use crate::syzygy::Tables;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::marker::PhantomData;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use triskelion_protocol::Info;

/// The stack size of a search thread in bytes: several times the need of the deepest tree.
pub const STACK_SIZE: usize = 32 << 20;

/// Use one thread below this node limit: more threads would overshoot it before all have started.
const SMP_MIN_NODES: u64 = 1 << 16;

/// The threads could not be started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("could not start {count} threads: {cause}")]
pub struct ThreadSpawnError {
    /// The requested number of threads.
    pub count: usize,
    /// The error of the system.
    pub cause: String,
}

/// Starts threads that can search. Their names are `name` and a number.
pub(crate) fn thread_pool(
    count: usize,
    name: &'static str,
) -> Result<ThreadPool, ThreadSpawnError> {
    ThreadPoolBuilder::new()
        .num_threads(count)
        .stack_size(STACK_SIZE)
        .thread_name(move |index| format!("{name} {index}"))
        .build()
        .map_err(|error| ThreadSpawnError { count, cause: error.to_string() })
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The best move; `None` if the game is over at the root.
    pub best: Option<Move>,
    /// The move to ponder on: legal after `best`, and it does not end the game.
    pub ponder: Option<Move>,
    /// The score from the side to move, as in [`crate::score`].
    pub score: i32,
    /// The depth of the last iteration that found or confirmed the best move.
    pub depth: u64,
    /// The node count of all threads.
    pub nodes: u64,
}

/// Search threads with their data and their transposition table.
pub struct SearchPool<B: RuleSet> {
    pub(super) game: &'static GameInfo,
    table: TranspositionTable,
    network: Option<Arc<Network>>,
    /// `None` for a single thread.
    threads: Option<ThreadPool>,
    thread_data: Vec<Mutex<ThreadData>>,
    counters: Vec<NodeCounter>,
    endings: SearchEndings,
    made_endings: MadeEndings,
    syzygy: Option<Arc<Tables>>,
    /// Scores the moves of levels with noise, once one has played; see
    /// [`noiseless`](super::noiseless).
    pub(super) noiseless: Option<Box<SearchPool<B>>>,
    rule_set: PhantomData<B>,
}

impl<B: RuleSet> SearchPool<B> {
    /// Creates a pool of one thread for a game, with a table of `hash_mib` MiB and the default
    /// evaluation.
    pub fn new(game: &'static GameInfo, hash_mib: usize) -> Result<Self, OutOfMemory> {
        Ok(SearchPool {
            game,
            table: TranspositionTable::new(hash_mib)?,
            network: default_network(game),
            threads: None,
            thread_data: vec![Mutex::new(ThreadData::new(game))],
            counters: vec![NodeCounter::default()],
            endings: SearchEndings::NONE,
            made_endings: MadeEndings::new(),
            syzygy: None,
            noiseless: None,
            rule_set: PhantomData,
        })
    }

    /// Returns the tables of endings that the searches have made.
    pub(crate) fn made_endings(&self) -> &MadeEndings {
        &self.made_endings
    }

    /// Returns the number of threads.
    pub fn thread_count(&self) -> usize {
        self.thread_data.len()
    }

    /// Sets the number of threads, at least one. Remaining threads keep their data. On an error
    /// nothing changes.
    pub fn set_threads(&mut self, count: usize) -> Result<(), ThreadSpawnError> {
        let count = count.max(1);
        if count == self.thread_count() {
            return Ok(());
        }
        self.threads = match count {
            1 => None,
            _ => Some(thread_pool(count, "search")?),
        };
        self.thread_data.resize_with(count, || Mutex::new(ThreadData::new(self.game)));
        self.counters.resize_with(count, NodeCounter::default);
        Ok(())
    }

    /// Sets the size of the table in MiB and clears it. On an error the table is cleared and keeps
    /// its size.
    pub fn set_hash(&mut self, hash_mib: usize) -> Result<(), OutOfMemory> {
        let old_mib = self.table.size_mib();
        if hash_mib == old_mib {
            self.clear_table();
            return Ok(());
        }
        // Free the old table first, since there may not be enough memory for both.
        self.table = TranspositionTable::new(1)?;
        let threads = self.threads.as_ref();
        match TranspositionTable::new_on(threads, hash_mib) {
            Ok(table) => {
                self.table = table;
                Ok(())
            }
            Err(error) => {
                if let Ok(table) = TranspositionTable::new_on(threads, old_mib) {
                    self.table = table;
                }
                Err(error)
            }
        }
    }

    /// Sets the evaluation network; without one the hand-made evaluation stands alone. Clears the
    /// table and the histories, whose scores belong to the old evaluation.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network;
        self.clear();
    }

    /// Returns the evaluation network.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// Sets the Syzygy tables. A rule set that has none does not use them.
    pub fn set_syzygy(&mut self, tables: Option<Arc<Tables>>) {
        self.syzygy = tables.filter(|_| B::HAS_SYZYGY_TABLES);
    }

    /// Returns the Syzygy tables.
    pub fn syzygy(&self) -> Option<&Tables> {
        self.syzygy.as_deref()
    }

    /// Clears the table.
    pub fn clear_table(&mut self) {
        self.table.clear_on(self.threads.as_ref());
    }

    /// Clears the table and the histories of all threads.
    pub fn clear(&mut self) {
        self.noiseless = None;
        self.clear_table();
        for thread_data in &mut self.thread_data {
            thread_data.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }

    /// Searches until a limit is reached or the search is stopped. Thread 0 reports; if another
    /// thread is chosen at the end, there is one more report of its line. Without `report` the
    /// search is slightly faster. The score of a level with noise is that without it.
    pub fn search(
        &mut self,
        request: &SearchRequest<'_, B>,
        signals: &Signals,
        report: Option<&mut (dyn FnMut(Info) + Send)>,
    ) -> SearchResult {
        if request.needs_noiseless_score() {
            let played = self.search_with_noise(request, signals, None);
            let mut report = report;
            let mut report = |info| {
                if let Some(report) = &mut report {
                    report(info);
                }
            };
            return self.noiseless_result(request, signals, played, &mut report);
        }
        self.search_with_noise(request, signals, report)
    }

    /// Searches with the noise of the level, if it has any.
    fn search_with_noise(
        &mut self,
        request: &SearchRequest<'_, B>,
        signals: &Signals,
        report: Option<&mut (dyn FnMut(Info) + Send)>,
    ) -> SearchResult {
        let moves = searched_moves(request);
        if moves.is_empty() {
            return game_over_result(request.position, report.map(|report| report as _));
        }
        let root = match self.ask_tables(request, signals, moves) {
            Ok(root) => root,
            Err(answer) => {
                let report = report.map(|report| report as _);
                return self.ending_result(request, signals, answer, report);
            }
        };
        let RankedRoot { moves, hits, probes_nodes, is_known_draw } = root;
        self.table.new_search();
        let single = request.max_nodes().is_some_and(|limit| limit < SMP_MIN_NODES);
        let threads = self.threads.as_ref().filter(|_| !single);
        let counters = if single { &self.counters[..1] } else { &self.counters };
        let network = self.network.as_deref();
        let mut shared = SharedState::new(&self.table, signals, network, request, counters);
        shared.is_known_draw = is_known_draw;
        shared.table_hits.store(hits, Ordering::Relaxed);
        let syzygy = request.syzygy_probe(self.syzygy()).filter(|_| probes_nodes);
        let report = Mutex::new(report);
        let run = |index| self.run_thread(index, request, &moves, &shared, syzygy, &report);
        let results = match threads {
            None => vec![run(0)],
            Some(threads) => parallel::on_each_thread(threads, &run),
        };
        // With a depth limit or several lines, the result is what thread 0 has reported.
        let vote = request.options.multipv == 1 && request.limits.depth.is_none();
        let chosen = if vote { best_thread(&results) } else { 0 };
        let ThreadResult { best, depth, reported_depth } = &results[chosen];
        if chosen == 0 {
            return self.result(request, best, *reported_depth, shared.nodes());
        }
        if let Some(report) = lock(&report).as_mut() {
            report(line_info(&shared, request.position.board(), best, 0, *depth));
        }
        self.result(request, best, *depth, shared.nodes())
    }

    /// Searches on the calling thread until the search ends or `pause` returns true, and returns
    /// `None` after a pause. Call it again with the same request and the same `paused`, which is
    /// `None` at first, and without another search in between.
    ///
    /// `pause` is called every few hundred nodes. A pause costs some nodes: the search continues at
    /// the root move that it has left, and finds the nodes below it in the transposition table. If
    /// it hardly gets on in this way, it ignores `pause` for up to 300 ms.
    pub fn search_slice(
        &mut self,
        request: &SearchRequest<'_, B>,
        signals: &Signals,
        paused: &mut Option<PausedSearch>,
        pause: &mut dyn FnMut() -> bool,
        report: &mut dyn FnMut(Info),
    ) -> Option<SearchResult> {
        if request.needs_noiseless_score() {
            let played = self.slice_with_noise(request, signals, paused, pause, &mut |_| {})?;
            return Some(self.noiseless_result(request, signals, played, report));
        }
        self.slice_with_noise(request, signals, paused, pause, report)
    }

    /// Searches a slice with the noise of the level, if it has any.
    fn slice_with_noise(
        &mut self,
        request: &SearchRequest<'_, B>,
        signals: &Signals,
        paused: &mut Option<PausedSearch>,
        pause: &mut dyn FnMut() -> bool,
        report: &mut dyn FnMut(Info),
    ) -> Option<SearchResult> {
        let is_start = paused.is_none();
        let mut search = match paused.take() {
            Some(search) => search,
            None => {
                let moves = searched_moves(request);
                if moves.is_empty() {
                    return Some(game_over_result(request.position, Some(report)));
                }
                let root = match self.ask_tables(request, signals, moves) {
                    Ok(root) => root,
                    Err(answer) => {
                        return Some(self.ending_result(request, signals, answer, Some(report)));
                    }
                };
                let RankedRoot { moves, hits, probes_nodes, is_known_draw } = root;
                self.table.new_search();
                let deepening = Deepening::new(moves, request.options.multipv);
                let position = (0, 0, 0, 0);
                let (nodes, nodes_before) = (0, 0);
                PausedSearch {
                    deepening,
                    is_known_draw,
                    probes_nodes,
                    table_hits: hits,
                    nodes,
                    position,
                    nodes_before,
                }
            }
        };
        let counters = &self.counters[..1];
        let tables = self.syzygy.as_deref();
        let syzygy = request.syzygy_probe(tables).filter(|_| search.probes_nodes);
        let thread_data = self.thread_data[0].get_mut().unwrap_or_else(PoisonError::into_inner);
        let network = self.network.as_deref();
        let mut shared = SharedState::new(&self.table, signals, network, request, counters);
        shared.is_known_draw = search.is_known_draw;
        shared.table_hits.store(search.table_hits, Ordering::Relaxed);
        let endings = self.endings.tables().filter(|_| request.uses_endings());
        let mut worker = match is_start {
            true => Worker::new(&shared, 0, request.position, thread_data),
            false => Worker::resume(&shared, 0, request.position, thread_data, search.nodes),
        };
        let elapsed = signals.elapsed();
        let delay =
            if search.is_stuck() { (elapsed / 8).min(MAX_PAUSE_DELAY) } else { Duration::ZERO };
        let earliest = elapsed + delay;
        worker.pause = Some(Pause { decide: pause, earliest });
        worker.report = Some(report);
        worker.endings = endings;
        worker.syzygy = syzygy;
        let is_end = worker.iterative_deepening(&mut search.deepening);
        search.update(worker.nodes);
        search.table_hits = shared.table_hits.load(Ordering::Relaxed);
        if is_end {
            let Deepening { moves, reported_depth, .. } = &search.deepening;
            return Some(self.result(request, &moves[0], *reported_depth, search.nodes));
        }
        *paused = Some(search);
        None
    }

    /// Makes the tables of endings that the search may use. Returns what the table of the root
    /// says.
    fn ask_endings(
        &mut self,
        request: &SearchRequest<'_, B>,
        signals: &Signals,
        moves: &[RootMove],
    ) -> Option<RootAnswer> {
        if !request.uses_endings() {
            return None;
        }
        let SearchRequest { position, limits, options, messages } = request;
        let time = TimeBudget::new(limits, position.side_to_move(), options.move_overhead_ms);
        let threads = self.thread_count();
        self.made_endings.set(None);
        self.endings.prepare(position.board(), options.endgame_memory, threads, time, signals);
        self.made_endings.set(self.endings.tables());
        self.endings.answer(position.board(), moves.to_vec(), *messages)
    }

    /// Returns the moves to search by what tables say of the root.
    ///
    /// # Errors
    /// The answer of its table of endings, if it is won or lost.
    fn ask_tables(
        &mut self,
        request: &SearchRequest<'_, B>,
        signals: &Signals,
        moves: Vec<RootMove>,
    ) -> Result<RankedRoot, RootAnswer> {
        match self.ask_endings(request, signals, &moves) {
            Some(answer) if !answer.is_draw => return Err(answer),
            Some(answer) => {
                return Ok(RankedRoot {
                    is_known_draw: true,
                    ..RankedRoot::unranked(answer.moves)
                });
            }
            None => {}
        }
        let probe = request.syzygy_probe(self.syzygy());
        let ranked = probe.and_then(|probe| probe.rank_root(request.position, &moves));
        Ok(ranked.unwrap_or_else(|| RankedRoot::unranked(moves)))
    }

    /// Reports and returns what the table of a root that is won or lost says.
    fn ending_result(
        &self,
        request: &SearchRequest<'_, B>,
        signals: &Signals,
        answer: RootAnswer,
        mut report: Option<&mut dyn FnMut(Info)>,
    ) -> SearchResult {
        let RootAnswer { mut moves, hits, .. } = answer;
        let board = request.position.board();
        let counters = &self.counters[..1];
        let shared = SharedState::new(&self.table, signals, None, request, counters);
        shared.table_hits.store(hits, Ordering::Relaxed);
        let lines = request.options.multipv.clamp(1, moves.len());
        for (index, root_move) in moves[..lines].iter_mut().enumerate() {
            root_move.pv = self.endings.line(board, root_move.mv);
            root_move.seldepth = root_move.pv.len();
            if let Some(report) = &mut report {
                report(line_info(&shared, board, root_move, index, root_move.seldepth as i32));
            }
        }
        self.result(request, &moves[0], moves[0].seldepth as i32, 0)
    }

    /// Returns the result of a search whose best root move is `best`.
    fn result(
        &self,
        request: &SearchRequest<'_, B>,
        best: &RootMove,
        depth: i32,
        nodes: u64,
    ) -> SearchResult {
        let ponder = ponder_move(request.position, &best.pv, &self.table);
        let (best, (score, _)) = (Some(best.mv), best.reported_score());
        SearchResult { best, ponder, score, depth: depth as u64, nodes }
    }

    /// Runs the search of one thread. Thread 0 ends the search of all threads when it is done.
    fn run_thread(
        &self,
        index: usize,
        request: &SearchRequest<'_, B>,
        moves: &[RootMove],
        shared: &SharedState<'_>,
        syzygy: Option<SyzygyProbe<'_>>,
        report: &Mutex<Option<&mut (dyn FnMut(Info) + Send)>>,
    ) -> ThreadResult {
        let mut thread_data = lock(&self.thread_data[index]);
        let mut report = (index == 0).then(|| lock(report));
        let mut deepening = Deepening::new(moves.to_vec(), request.options.multipv);
        let mut worker = Worker::new(shared, index, request.position, &mut thread_data);
        if let Some(Some(report)) = report.as_deref_mut() {
            worker.report = Some(&mut **report);
        }
        worker.endings = self.endings.tables().filter(|_| request.uses_endings());
        worker.syzygy = syzygy;
        worker.iterative_deepening(&mut deepening);
        if index == 0 {
            shared.finished.store(true, Ordering::Relaxed);
        }
        let Deepening { mut moves, completed_depth, reported_depth, .. } = deepening;
        ThreadResult { best: moves.swap_remove(0), depth: completed_depth, reported_depth }
    }
}

/// A search that [`SearchPool::search_slice`] has paused.
pub struct PausedSearch {
    deepening: Deepening,
    /// Whether the root is a draw by its table.
    is_known_draw: bool,
    /// As [`RankedRoot::probes_nodes`].
    probes_nodes: bool,
    /// The number of positions that tables have answered.
    table_hits: u64,
    nodes: u64,
    /// The root move that is being searched, as in [`Deepening::position`].
    position: (i32, usize, i32, usize),
    /// The nodes before the first pause in this root move.
    nodes_before: u64,
}

impl PausedSearch {
    /// Updates the counts after a pause.
    fn update(&mut self, nodes: u64) {
        let position = self.deepening.position();
        if position != self.position {
            self.position = position;
            self.nodes_before = nodes;
        }
        self.nodes = nodes;
    }

    /// Returns whether the search of this root move takes suspiciously many nodes. Near the
    /// fifty-move limit, where the transposition table gives no cutoffs, all the nodes of a root
    /// move may be searched again after each pause.
    fn is_stuck(&self) -> bool {
        const MIN_NODES: u64 = 1 << 14;
        self.nodes > STUCK_NODE_RATIO * self.nodes_before.max(MIN_NODES)
    }
}

/// The longest time for which a search that is stuck ignores `pause`.
const MAX_PAUSE_DELAY: Duration = Duration::from_millis(300);

/// See [`PausedSearch::is_stuck`]. An iteration seldom has more nodes than three times all before.
const STUCK_NODE_RATIO: u64 = 4;

/// Returns the root moves of a search; none if the game is over.
fn searched_moves<B: RuleSet>(request: &SearchRequest<'_, B>) -> Vec<RootMove> {
    match request.position.board().variant_outcome() {
        Some(_) => Vec::new(),
        None => root_moves(request.position, &request.limits.searchmoves),
    }
}

/// The result of one thread.
struct ThreadResult {
    best: RootMove,
    /// The depth of the last completed iteration.
    depth: i32,
    reported_depth: i32,
}

/// Returns the index of the thread whose move is played.
///
/// Each thread votes for its move with its depth times the margin of its score above the worst
/// score. A mate that a thread has found wins without a vote, the shortest first. A helper thread
/// that has completed no iteration is not chosen, because it has no depth to report.
fn best_thread(results: &[ThreadResult]) -> usize {
    let worst_score = results.iter().map(|result| result.best.score).min().unwrap_or(0);
    let vote = |result: &ThreadResult| {
        i64::from(result.depth) * i64::from(result.best.score - worst_score + VOTE_OFFSET)
    };
    let votes =
        |mv: Move| results.iter().filter(|result| result.best.mv == mv).map(vote).sum::<i64>();
    let rank = |result: &ThreadResult| match result.best.score {
        mate @ MIN_MATE_SCORE.. => (i64::from(mate), 0, 0),
        _ => (0, votes(result.best.mv), vote(result)),
    };
    // `max_by_key` returns the last maximum, so reverse the order to get the first one.
    (0..results.len())
        .rev()
        .filter(|&index| index == 0 || results[index].depth > 0)
        .max_by_key(|&index| rank(&results[index]))
        .unwrap_or(0)
}

/// The margin of the worst score in the vote, in centipawns.
const VOTE_OFFSET: i32 = 15;

/// Reports and returns the result of a search without root moves.
fn game_over_result<B: RuleSet>(
    position: &Position<B>,
    report: Option<&mut dyn FnMut(Info)>,
) -> SearchResult {
    let board = position.board();
    let score = match board.variant_outcome() {
        Some(outcome) => outcome_score(outcome, board.side_to_move(), 0),
        None if board.in_check() => mated_in(0),
        None => stalemate_score(board.game().end_rules.stalemate, 0),
    };
    if let Some(report) = report {
        let score = Some((to_protocol(score), Bound::Exact));
        report(Info { depth: Some(0), score, ..Info::default() });
    }
    SearchResult { best: None, ponder: None, score, depth: 0, nodes: 0 }
}

/// Returns the second move of the line, or else the table move after the first one, if it is legal
/// and neither move ends the game.
fn ponder_move<B: RuleSet>(
    position: &Position<B>,
    pv: &[Move],
    table: &TranspositionTable,
) -> Option<Move> {
    let mut position = position.clone();
    position.make(*pv.first()?, &mut ());
    let tt_move = || table.probe(position.board().key()).and_then(|data| data.mv);
    let reply = pv.get(1).copied().or_else(tt_move)?;
    if position.outcome().is_some() || !position.board().is_legal(reply) {
        return None;
    }
    position.make(reply, &mut ());
    position.outcome().is_none().then_some(reply)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Place;
    use crate::moves::MoveType;
    use crate::rules::{BuiltIn, Chess, Rules};
    use crate::score::{INFINITE, mate_in};
    use crate::search::table::TtData;
    use std::time::Instant;
    use triskelion_protocol::Limits;

    fn thread_result(to: Place, score: i32, depth: i32) -> ThreadResult {
        let mv = Move::new(1, to, MoveType::Normal);
        let best = RootMove {
            mv,
            score,
            previous_score: score,
            bound: Bound::Exact,
            pv: vec![mv],
            nodes: 1,
            seldepth: 1,
            table_score: None,
        };
        ThreadResult { best, depth, reported_depth: depth }
    }

    #[test]
    fn best_thread_weights_votes_by_depth() {
        assert_eq!(best_thread(&[thread_result(2, 10, 8)]), 0);
        assert_eq!(
            best_thread(&[thread_result(2, 10, 8), thread_result(3, 10, 8)]),
            0,
            "the first of equals"
        );
        assert_eq!(
            best_thread(&[thread_result(2, 10, 8), thread_result(3, 10, 9)]),
            1,
            "the deeper thread"
        );
        assert_eq!(
            best_thread(&[thread_result(2, 10, 8), thread_result(3, 30, 8)]),
            1,
            "the higher score"
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
            "the shorter mate"
        );
    }

    /// A search that prunes may have stored that every first move draws. A mate search must not use
    /// such entries.
    #[test]
    fn mate_search_ignores_entries_of_pruned_searches() {
        let board = Chess::from_fen("7k/8/5K2/8/8/8/8/6R1 w - - 0 1").expect("a legal position");
        let position = Position::new(board);
        let mut pool = SearchPool::<Chess>::new(Chess::game_info(), 1).expect("enough memory");
        for &mv in position.legal_moves().iter() {
            let key = board.make(mv, &mut ()).key();
            let bound = Bound::Exact;
            let data = TtData { mv: None, score: 0, bound, raw_eval: None, depth: 100 };
            pool.table.store(key, data);
        }
        let limits = Limits { mate: Some(2), nodes: Some(100_000), ..Limits::default() };
        let request = SearchRequest::new(&position, &limits);
        let signals = Signals::new(Instant::now(), false, false);
        let result = pool.search(&request, &signals, None);
        assert_eq!(result.score, mate_in(3));
    }

    #[test]
    fn thread_without_completed_iteration_is_not_chosen() {
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
