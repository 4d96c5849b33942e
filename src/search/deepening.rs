//! Iterative deepening: searches the root with increasing depth until a limit is reached.
//!
//! Each iteration gives the next one its move order and the center of its aspiration window. A
//! stopped iteration has searched only some of the moves: keep a move that it proved better than
//! the previous best move, and discard the rest.

use super::parameters::{ASPIRATION_MIN_DEPTH, MAX_ASPIRATION_REDUCTION, aspiration_width};
use super::root::{RootMove, RootProgress, sort_root_moves};
use super::time::{self, SearchProgress};
use super::worker::{SharedState, Worker};
use crate::moves::Move;
use crate::notation::format_line;
use crate::profiles::RuleSet;
use crate::score::{
    Bound, DRAW, INFINITE, MATE, MAX_PLY, Score, is_decisive_score, is_mate_score, to_protocol,
};
use std::sync::atomic::Ordering;
use std::time::Duration;
use triskelion_protocol::Info;

/// Report fail highs and fail lows only after this time, to keep the output short.
const REPORT_BOUNDS_AFTER: Duration = Duration::from_secs(3);

/// Above this half width, the aspiration window is opened fully.
const MAX_ASPIRATION_WIDTH: i32 = 600;

/// The state of a search between iterations, and within one while the search is paused.
pub(super) struct Deepening {
    /// The root moves, of which there is at least one, with the best first.
    pub(super) moves: Vec<RootMove>,
    /// The depth of the last completed iteration.
    pub(super) completed_depth: i32,
    /// The depth of the last report.
    pub(super) reported_depth: i32,
    /// The number of moves that get a score and a line each.
    multipv: usize,
    /// The depth of the last iteration that was started.
    depth: i32,
    progress: SearchProgress,
    /// The move and the bound of the last report of an iteration.
    reported: Option<(Move, Bound)>,
    /// The iteration that was paused.
    paused: Option<Iteration>,
}

impl Deepening {
    /// Returns the start of a search for the best `multipv` of `moves`, which are not empty.
    pub(super) fn new(moves: Vec<RootMove>, multipv: usize) -> Self {
        Deepening {
            multipv: multipv.clamp(1, moves.len()),
            moves,
            completed_depth: 0,
            reported_depth: 0,
            depth: 0,
            progress: SearchProgress::default(),
            reported: None,
            paused: None,
        }
    }

    /// Returns the depth, the line, the width of the window and the index of the root move where
    /// the search is paused.
    pub(super) fn position(&self) -> (i32, usize, i32, usize) {
        let iteration = self.paused.as_ref();
        let aspiration = iteration.and_then(|iteration| iteration.aspiration.as_ref());
        let (width, index) = aspiration.map_or((0, 0), |it| (it.width, it.root.index()));
        (self.depth, iteration.map_or(0, |iteration| iteration.pv_index), width, index)
    }

    /// Starts the next iteration.
    fn next_iteration(&mut self) -> Iteration {
        self.depth += 1;
        for root_move in &mut self.moves {
            root_move.previous_score = root_move.score;
        }
        Iteration { previous_best: self.moves[0].mv, pv_index: 0, aspiration: None }
    }
}

/// The progress of an iteration.
struct Iteration {
    /// The best move of the previous iteration.
    previous_best: Move,
    /// The index of the line that is being searched.
    pv_index: usize,
    /// The aspiration search of this line; `None` before its start.
    aspiration: Option<Aspiration>,
}

/// The progress of an aspiration search.
struct Aspiration {
    width: i32,
    alpha: i32,
    beta: i32,
    /// The plies by which the search is shallower than its iteration. After a fail high the best
    /// move is known, and a less deep search confirms it faster.
    reduction: i32,
    root: RootProgress,
}

impl Aspiration {
    /// Starts a search with a narrow window around the score of the previous iteration.
    fn new(previous: i32, depth: i32) -> Self {
        let width = aspiration_width();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= ASPIRATION_MIN_DEPTH && previous > -INFINITE && !is_mate_score(previous) {
            (alpha, beta) = (previous - width, previous + width);
        }
        Aspiration { width, alpha, beta, reduction: 0, root: RootProgress::new(alpha, beta) }
    }

    /// Widens the window on the side where `score` lies outside of it.
    fn widen(&mut self, score: i32) {
        self.width *= 3;
        if score <= self.alpha {
            self.beta = (self.alpha + self.beta) / 2;
            self.alpha = score - self.width;
            self.reduction = 0;
        } else {
            self.beta = score + self.width;
            if !is_mate_score(score) {
                self.reduction = (self.reduction + 1).min(MAX_ASPIRATION_REDUCTION);
            }
        }
        // Open the full window for decisive scores; widening it in steps does not help.
        if self.width > MAX_ASPIRATION_WIDTH || is_decisive_score(score) {
            (self.alpha, self.beta) = (-INFINITE, INFINITE);
        }
        self.root = RootProgress::new(self.alpha, self.beta);
    }
}

impl<B: RuleSet> Worker<'_, B> {
    /// Searches until a limit is reached or the search is stopped or paused. Returns whether the
    /// search has ended; a paused one continues with the same `state`.
    ///
    /// A paused search continues at the root move that it has left. The transposition table has
    /// the nodes below it that were completed, so they are hardly searched again.
    pub(super) fn iterative_deepening(&mut self, state: &mut Deepening) -> bool {
        let multipv = state.multipv;
        let max_depth = self.shared.limits.depth.unwrap_or(u64::MAX);
        let max_depth = max_depth.clamp(1, MAX_PLY as u64) as i32;
        // Every other helper thread searches one ply deeper, so that the threads differ.
        let depth_offset = (self.thread_index & 1) as i32;
        loop {
            let mut iteration = match state.paused.take() {
                Some(iteration) => iteration,
                None if state.depth < max_depth => state.next_iteration(),
                None => break,
            };
            let depth = state.depth;
            let search_depth = (depth + depth_offset).min(max_depth);
            let finished =
                self.search_depth(&mut state.moves, multipv, &mut iteration, search_depth);
            if self.paused {
                self.publish_nodes();
                state.paused = Some(iteration);
                return false;
            }
            if !finished {
                break;
            }
            state.completed_depth = search_depth;
            self.publish_nodes();
            if self.thread_index == 0 {
                for (pv_index, root_move) in state.moves[..multipv].iter().enumerate() {
                    self.report_line(root_move, pv_index, depth);
                }
                state.reported_depth = depth;
                let best = &state.moves[0];
                state.reported = Some((best.mv, best.bound));
                let node_permille = (best.nodes * 1000 / self.nodes.max(1)) as u32;
                let is_stable = best.mv == iteration.previous_best;
                state.progress.update(is_stable, node_permille, best.score);
                if self.should_stop(&state.moves, depth, state.progress) {
                    break;
                }
            }
        }
        self.publish_nodes();
        // The last report is about the move that will be played.
        let best = &mut state.moves[0];
        if self.thread_index == 0 && state.reported != Some((best.mv, best.bound)) {
            if best.score == -INFINITE {
                best.score = self.fallback_score(best);
            }
            state.reported_depth = state.depth.max(1);
            self.report_line(best, 0, state.reported_depth);
        }
        true
    }

    /// Returns the score to report for a move that the stopped iteration did not score: the score
    /// of the previous iteration, or the static evaluation if there was none.
    fn fallback_score(&mut self, best: &RootMove) -> i32 {
        match best.previous_score {
            previous if previous > -INFINITE => previous,
            _ if self.position.in_check() => 0,
            _ => self.evaluate(0),
        }
    }

    /// Runs one iteration, or the rest of a paused one. Returns false if it was stopped or paused.
    /// After a stop, `moves` holds its partial result.
    fn search_depth(
        &mut self,
        moves: &mut [RootMove],
        multipv: usize,
        iteration: &mut Iteration,
        depth: i32,
    ) -> bool {
        while iteration.pv_index < multipv {
            let pv_index = iteration.pv_index;
            let aspiration = iteration.aspiration.get_or_insert_with(|| {
                for root_move in &mut moves[pv_index..] {
                    root_move.score = -INFINITE;
                }
                Aspiration::new(moves[pv_index].previous_score, depth)
            });
            let report_bounds = multipv == 1;
            let finished =
                self.aspiration_search(moves, pv_index, aspiration, depth, report_bounds);
            if !finished {
                self.unwind_to_root();
            }
            if self.paused {
                return false;
            }
            // Moves without a score follow by their nodes: a move that is hard to refute is likely
            // to become the best. After a stop they keep their order, so that the best stays first.
            sort_root_moves(&mut moves[pv_index..], finished);
            if !finished {
                for root_move in moves.iter_mut().filter(|mv| mv.score == -INFINITE) {
                    root_move.score = root_move.previous_score;
                }
                return false;
            }
            iteration.pv_index += 1;
            iteration.aspiration = None;
        }
        // A later line may have a higher score than an earlier one.
        sort_root_moves(&mut moves[..multipv], false);
        true
    }

    /// Searches the moves from `pv_index` on with the window of `aspiration`. After a fail high or
    /// fail low, widens the window and searches again. Returns false if the search was stopped or
    /// paused.
    fn aspiration_search(
        &mut self,
        moves: &mut [RootMove],
        pv_index: usize,
        aspiration: &mut Aspiration,
        depth: i32,
        report_bounds: bool,
    ) -> bool {
        loop {
            let root = &mut aspiration.root;
            let search_depth = (depth - aspiration.reduction).max(1);
            let Ok(score) = self.search_root(&mut moves[pv_index..], root, search_depth) else {
                return false;
            };
            if score > aspiration.alpha && score < aspiration.beta {
                return true;
            }
            sort_root_moves(&mut moves[pv_index..], false);
            self.publish_nodes();
            if report_bounds && self.shared.signals.elapsed() > REPORT_BOUNDS_AFTER {
                self.report_line(&moves[pv_index], pv_index, depth);
            }
            for root_move in &mut moves[pv_index + 1..] {
                root_move.score = -INFINITE;
            }
            aspiration.widen(score);
        }
    }

    /// Returns whether to stop after an iteration: the requested mate was found, or another
    /// iteration is not worth the time.
    fn should_stop(&self, moves: &[RootMove], depth: i32, progress: SearchProgress) -> bool {
        let shared = self.shared;
        let best = &moves[0];
        if let (Some(limit), Score::Mate(distance)) = (shared.limits.mate, to_protocol(best.score))
            && distance > 0
            && distance as u64 <= limit
        {
            return true;
        }
        if shared.options.soft_nodes.is_some_and(|limit| self.nodes >= limit) {
            return true;
        }
        let (Some(elapsed), Some(time)) = (shared.signals.clock_elapsed(), shared.time) else {
            return false;
        };
        let Some(soft_limit) = time.soft else { return elapsed >= time.hard };
        // Stop with a single legal move, and after a search deeper than the mate that was found.
        if moves.len() == 1 || is_mate_score(best.score) && depth > MATE - best.score.abs() {
            return true;
        }
        let scale = time::soft_limit_scale(progress);
        // The time spent pondering counts toward the soft limit.
        shared.signals.elapsed() >= soft_limit * scale / 1000 || elapsed >= time.hard
    }

    /// Reports the line of a root move.
    fn report_line(&mut self, root_move: &RootMove, pv_index: usize, depth: i32) {
        if let Some(report) = &mut self.report {
            let board = self.position.board();
            report(line_info(self.shared, board, root_move, pv_index, depth));
        }
    }
}

/// Returns the report of the line of a root move.
pub(super) fn line_info<B: RuleSet>(
    shared: &SharedState<'_>,
    board: &B,
    root_move: &RootMove,
    pv_index: usize,
    depth: i32,
) -> Info {
    let (nodes, elapsed) = (shared.nodes(), shared.signals.elapsed());
    let (score, bound) = match shared.is_known_draw {
        true => (DRAW, root_move.bound),
        false => root_move.reported_score(),
    };
    let is_draw = shared.is_known_draw || root_move.table_score == Some(DRAW) && score == DRAW;
    let table_hits = shared.table_hits.load(Ordering::Relaxed);
    Info {
        depth: Some(depth as u64),
        seldepth: Some(root_move.seldepth.max(1) as u64),
        multipv: Some(pv_index as u64 + 1),
        score: Some((to_protocol(score), bound)),
        wdl: shared.options.show_wdl.then(|| match is_draw {
            true => [0, 1000, 0],
            false => shared.profile.wdl_model.wdl(score),
        }),
        nodes: Some(nodes),
        nps: Some((u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1)) as u64),
        hashfull: Some(shared.table.hashfull().into()),
        tbhits: (table_hits > 0).then_some(table_hits),
        time: Some(elapsed.as_millis() as u64),
        pv: format_line(board, &root_move.pv, shared.options.notation),
        ..Info::default()
    }
}
