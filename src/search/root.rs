//! The root node: its moves and one iteration over them.
//!
//! Root moves keep the order of the previous iteration, the best first, instead of using the move
//! picker. A move that was only proved no better than another has no score of its own.

use super::history::QuietContext;
use super::node_type::{NonPv, Pv};
use super::parameters::{LMR_FULL_MOVES, LMR_MIN_DEPTH, lmr_history_divisor, lmr_root};
use super::reduction::late_move_reduction;
use super::table::TtData;
use super::worker::{Stopped, Worker};
use crate::moves::Move;
use crate::notation::parse_move;
use crate::position::Position;
use crate::profiles::RuleSet;
use crate::rules::BoardText;
use crate::score::{Bound, INFINITE, is_mate_score, window_bound};
use std::cmp::Reverse;

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// The move.
    pub(super) mv: Move,
    /// The score in this iteration; minus infinity if the move was only proved no better than
    /// another, or has not been searched yet.
    pub(super) score: i32,
    /// The score in the previous iteration.
    pub(super) previous_score: i32,
    /// Whether `score` is exact or a bound.
    pub(super) bound: Bound,
    /// The principal variation, starting with this move.
    pub(super) pv: Vec<Move>,
    /// The nodes spent on this move since the search started.
    pub(super) nodes: u64,
    /// The deepest ply reached below this move.
    pub(super) seldepth: usize,
    /// The score of the result of this move by a table without distances to mate.
    pub(super) table_score: Option<i32>,
}

impl RootMove {
    /// Returns the score to report and its bound: that of the table, unless the search has found a
    /// mate.
    pub(super) fn reported_score(&self) -> (i32, Bound) {
        match self.table_score {
            Some(score) if !is_mate_score(self.score) => (score, Bound::Exact),
            _ => (self.score, self.bound),
        }
    }
}

/// Returns the legal moves in generation order. The legal moves of `searchmoves` restrict them, if
/// there are any.
pub(super) fn root_moves<B: BoardText>(
    position: &Position<B>,
    searchmoves: &[String],
) -> Vec<RootMove> {
    let searchmoves = searchmoves.iter().filter_map(|text| parse_move(position.board(), text).ok());
    let searchmoves: Vec<Move> = searchmoves.collect();
    position
        .legal_moves()
        .iter()
        .filter(|mv| searchmoves.is_empty() || searchmoves.contains(mv))
        .map(|&mv| RootMove {
            mv,
            score: -INFINITE,
            previous_score: -INFINITE,
            bound: Bound::Exact,
            pv: vec![mv],
            nodes: 0,
            seldepth: 0,
            table_score: None,
        })
        .collect()
}

/// Sorts root moves by their scores, the best first, and moves of the same score by their nodes if
/// `by_nodes`. Otherwise these keep their order. The function is not generic, because each instance
/// of a stable sort takes much code.
pub(super) fn sort_root_moves(moves: &mut [RootMove], by_nodes: bool) {
    moves.sort_by_key(|root_move| {
        (-root_move.score, Reverse(if by_nodes { root_move.nodes } else { 0 }))
    });
}

/// The progress of one search of the root moves. After a pause the search continues at the root
/// move that it has left.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootProgress {
    /// The window at the start of the search.
    alpha: i32,
    beta: i32,
    /// The index of the root move to search next.
    index: usize,
    best: i32,
    best_move: Option<Move>,
}

impl RootProgress {
    /// Returns the start of a search with this window.
    pub(super) fn new(alpha: i32, beta: i32) -> Self {
        RootProgress { alpha, beta, index: 0, best: -INFINITE, best_move: None }
    }

    /// Returns the index of the root move to search next.
    pub(super) fn index(&self) -> usize {
        self.index
    }
}

impl<B: RuleSet> Worker<'_, B> {
    /// Searches `moves` from `progress` on and returns the best score. Stores the root in the
    /// transposition table if they are all the legal moves.
    pub(super) fn search_root(
        &mut self,
        moves: &mut [RootMove],
        progress: &mut RootProgress,
        depth: i32,
    ) -> Result<i32, Stopped> {
        let RootProgress { alpha: old_alpha, beta, .. } = *progress;
        let in_check = self.position.in_check();
        if progress.index == 0 {
            self.thread_data.stack[1].killers = [None; 2];
        }
        self.root_depth = depth as usize;
        let node_eval = self.evaluate_node(None, in_check, 0);
        let board = self.position.board();
        let info = board.check_info();
        let threats = board.attacked_cells(&info, board.side_to_move().other());
        self.thread_data.stack[0].context = QuietContext { threats, ..QuietContext::NONE };
        for (index, root_move) in moves.iter_mut().enumerate().skip(progress.index) {
            let mv = root_move.mv;
            let alpha = old_alpha.max(progress.best);
            let nodes_before = self.nodes;
            let reduction = self.root_reduction(mv, index, depth, in_check);
            let result = self.search_root_move(mv, index == 0, alpha, beta, depth, reduction);
            root_move.nodes += self.nodes - nodes_before;
            let score = result?;
            progress.index += 1;

            if index == 0 || score > alpha {
                root_move.score = score;
                root_move.seldepth = root_move.seldepth.max(self.seldepth);
                root_move.bound = window_bound(score, alpha, beta);
                // A fail low has no line, so the old one stays.
                if score > alpha {
                    root_move.pv.clear();
                    root_move.pv.push(mv);
                    root_move.pv.extend_from_slice(self.thread_data.pv_table.line(1));
                }
            } else {
                root_move.score = -INFINITE;
            }
            if score > progress.best {
                progress.best = score;
                if score > alpha {
                    progress.best_move = Some(mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }

        let RootProgress { best, best_move, .. } = *progress;
        if moves.len() == self.position.legal_moves().len() {
            let bound = window_bound(best, old_alpha, beta);
            let raw_eval = node_eval.raw;
            let data = TtData { mv: best_move, score: best, bound, raw_eval, depth };
            self.store(self.table_key(), 0, data);
        }
        Ok(best)
    }

    /// Returns the late move reduction of the root move with this index, in plies.
    fn root_reduction(&self, mv: Move, index: usize, depth: i32, in_check: bool) -> i32 {
        if depth < LMR_MIN_DEPTH
            || index < LMR_FULL_MOVES
            || in_check
            || self.mate_search
            || self.position.board().is_noisy(mv)
        {
            return 0;
        }
        let context = &self.thread_data.stack[0].context;
        let history = self.thread_data.history.quiet(self.position.board(), mv, context);
        let reduction = late_move_reduction(depth, index + 1)
            - lmr_root()
            - history * 1024 / lmr_history_divisor();
        (reduction / 1024).clamp(0, depth - 1)
    }

    /// Searches one root move: the first with the full window, the others with a zero window
    /// first, as in step 15 of `search_node`.
    fn search_root_move(
        &mut self,
        mv: Move,
        is_first: bool,
        alpha: i32,
        beta: i32,
        depth: i32,
        reduction: i32,
    ) -> Result<i32, Stopped> {
        self.seldepth = 1;
        self.thread_data.pv_table.clear(1);
        self.thread_data.stack[0].reduction = 0;
        self.make(mv, 0)?;
        let depth = depth - 1;
        let mut score = -INFINITE;
        if !is_first {
            score = -self.search_node::<NonPv>(-alpha - 1, -alpha, depth - reduction, 1, true)?;
            if reduction > 0 && score > alpha {
                score = -self.search_node::<NonPv>(-alpha - 1, -alpha, depth, 1, false)?;
            }
        }
        if is_first || score > alpha && score < beta {
            score = -self.search_node::<Pv>(-beta, -alpha, depth, 1, false)?;
        }
        self.unmake();
        Ok(score)
    }
}
