//! An inner node of the tree: principal variation search with a transposition table, pruning,
//! reductions and extensions.
//!
//! The steps are numbered. A comment gives the idea of a step; `docs/search.md` has what it was
//! worth in matches. `node_pruning` has the steps that prune a node before its moves are generated,
//! `move_pruning` those that prune single moves.

use super::history_update::SearchedMoves;
use super::move_pruning::{MovePruner, PruningCandidate};
use super::node_type::{NodeType, NonPv, Pv};
use super::parameters::*;
use super::picker::MovePicker;
use super::reduction::{hindsight_correction, late_move_reduction};
use super::singular::SingularResult;
use super::table::TtData;
use super::worker::{StackEntry, Stopped, Worker, stalemate_score};
use crate::profiles::RuleSet;
use crate::score::{
    Bound, DRAW, INFINITE, MAX_LOST_SCORE, MAX_PLY, blend, is_better_estimate, is_cutoff,
    is_decisive_score, mate_in, mated_in, window_bound,
};

impl<B: RuleSet> Worker<'_, B> {
    /// Searches the node at `ply` to `depth` and returns its score (fail-soft): exact inside the
    /// window, otherwise a bound. `cut_node` is whether a non-PV node is expected to fail high.
    pub(super) fn search_node<N: NodeType>(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Result<i32, Stopped> {
        // 1. Quiescence at the horizon.
        if depth <= 0 {
            return self.quiescence::<N>(alpha, beta, ply);
        }
        self.enter_node::<N>(ply);

        // 2. The game may be over by a variant rule, repetition or the fifty-move rule, or the
        //    table of endings may know the score.
        if let Some(score) = self.game_over_score(ply) {
            return Ok(score);
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY {
            return Ok(if in_check { DRAW } else { self.evaluate(ply) });
        }

        // 3. Mate distance pruning: no score here can beat a shorter mate found elsewhere.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return Ok(alpha);
        }

        // 4. Transposition table lookup and cutoff. PV nodes do not cut off, to keep their line. A
        //    singular search (step 13) excludes the table move, so it neither probes nor stores.
        let key = self.table_key();
        let excluded = self.thread_data.stack[ply].excluded;
        let tt_data = match excluded {
            None => self.shared.table.probe(key),
            Some(_) => None,
        };
        if let Some(data) = tt_data.filter(|data| !N::PV && data.depth >= depth)
            && let Some(score) = self.tt_cutoff(data, alpha, beta, ply)
        {
            return Ok(score);
        }
        let tt_move = tt_data.and_then(|data| data.mv);

        //    Then the Syzygy tables. A result that does not cut off bounds the score of a PV node.
        let (mut best, mut max_score) = (-INFINITE, INFINITE);
        if excluded.is_none()
            && let Some((score, bound)) = self.syzygy_score(depth, ply)
        {
            if is_cutoff(score, bound, alpha, beta) {
                let depth = (depth + SYZYGY_TT_DEPTH).min(MAX_PLY as i32);
                self.store(key, ply, TtData { mv: None, score, bound, raw_eval: None, depth });
                return Ok(score);
            }
            if N::PV && bound == Bound::Lower {
                best = score;
                alpha = alpha.max(score);
            } else if N::PV {
                max_score = score;
            }
        }

        // 5. Static evaluation, corrected by the correction history, and whether it is improving.
        let node_eval = match excluded {
            None => self.evaluate_node(tt_data, in_check, ply),
            Some(_) => self.stored_eval(ply),
        };

        // The static evaluation also shows what the previous move was worth: its history learns
        // from that, and a reduction that was too large or too small is corrected.
        if excluded.is_none() && !in_check && ply > 0 {
            let StackEntry { static_eval: before, reduction, .. } = self.thread_data.stack[ply - 1];
            if before > -INFINITE {
                self.update_by_eval_change(before, node_eval.static_eval, ply);
                depth += hindsight_correction(reduction, before + node_eval.static_eval);
            }
        }

        // 6 to 8. Razoring, reverse futility pruning and cutoff by a shallower table score, null
        //     move pruning.
        let may_prune_node = !N::PV
            && !in_check
            && !is_decisive_score(beta)
            && excluded.is_none()
            && !self.mate_search;
        if may_prune_node
            && let Some(score) = self.prune_node(beta, depth, ply, cut_node, tt_data, &node_eval)?
        {
            return Ok(score);
        }

        // 9. Internal iterative reduction: without a table move the move order is poor, so search
        //    one ply less; the next iteration will have a table move.
        if depth >= iir_min_depth()
            && tt_move.is_none()
            && excluded.is_none()
            && (N::PV || cut_node)
        {
            depth -= 1;
        }

        // 10. Loop over the moves in the order of the move picker. All of them share the checks and
        //     pins of the node.
        let info = self.position.board().check_info();
        self.thread_data.stack[ply + 1].killers = [None; 2];
        let side = self.position.side_to_move();
        let double_extensions = self.double_extensions_before(ply);
        let killers = self.thread_data.stack[ply].killers;
        let may_prune_moves = !self.mate_search && self.position.board().has_non_pawn_material();
        let old_alpha = alpha;
        let mut best_move = None;
        let mut move_count = 0;
        let mut searched = SearchedMoves::default();
        let mut tt_move_is_noisy = false;
        let mut pruner =
            MovePruner::new(self.shared.profile.search, depth, ply, in_check, &node_eval);
        let mut picker = MovePicker::new(in_check, tt_move, killers, &self.thread_data.move_lists);
        picker.set_continuations(self.continuations(ply));
        while let Some(mv) = self.next_move(&mut picker, &info) {
            if Some(mv) == excluded {
                continue;
            }
            move_count += 1;
            self.prefetch_after(mv);
            let board = self.position.board();
            let quiet = !board.is_noisy(mv);
            let history = match quiet {
                true => {
                    let context = picker.context(board, &info);
                    self.thread_data.stack[ply].context = *context;
                    self.thread_data.history.quiet(board, mv, context)
                }
                false => self.thread_data.history.noisy(board, mv),
            };

            // 11. Late move reduction: reduce the depth more for later moves and for moves with a
            //     worse history, in 1024ths of a ply. Reduce quiet moves more at cut nodes, and
            //     more if the table move is noisy.
            let mut reduction = late_move_reduction(depth, move_count);
            reduction -= if N::PV { lmr_pv() } else { 0 };
            if quiet {
                reduction -= history * 1024 / lmr_history_divisor();
                reduction += if cut_node { lmr_cut_node() } else { 0 };
                reduction -= if in_check { lmr_check() } else { 0 };
                reduction += if node_eval.improving { 0 } else { lmr_not_improving() };
                reduction -= if killers.contains(&Some(mv)) { lmr_killer() } else { 0 };
                reduction += if tt_move_is_noisy { lmr_noisy_tt_move() } else { 0 };
            } else {
                reduction -= lmr_noisy() + history * 1024 / lmr_noisy_history_divisor();
            }

            // 12. Move pruning, mostly at low depth. Prune only after one move avoids mate;
            //     otherwise a pruned move could hide the defense.
            let reduced_depth = (depth - 1 - (reduction / 1024).max(0)).max(0);
            let candidate = PruningCandidate { mv, quiet, history, depth: reduced_depth };
            if best > MAX_LOST_SCORE
                && may_prune_moves
                && pruner.should_prune(board, &info, &mut picker, &candidate, alpha, &node_eval)
            {
                continue;
            }
            pruner.count(&candidate);

            // 13. Singular extension: extend a table move that is much better than the others, and
            //     reduce one that is not.
            let mut extension = 0;
            if let Some(data) = tt_data.filter(|_| Some(mv) == tt_move) {
                tt_move_is_noisy = !quiet;
                match self.singular_extension::<N>(mv, data, beta, depth, ply, cut_node)? {
                    SingularResult::Extend(plies) => extension = plies,
                    SingularResult::MultiCut(score) => return Ok(score),
                }
            }

            self.thread_data.stack[ply].double_extensions =
                double_extensions + i32::from(extension > 1);

            self.make(mv, ply)?;
            let mut new_depth = depth - 1 + extension;
            if self.position.in_check() {
                // 14. Check extension: extend a check that loses no material by SEE.
                if extension == 0
                    && !self.mate_search
                    && depth >= check_extension_depth()
                    && ply < 2 * self.root_depth
                    && self
                        .position
                        .previous_board()
                        .is_some_and(|board| board.see_ge(&info, mv, 0))
                {
                    new_depth += 1;
                }
                // The history says little about a platform move that gives check: do not reduce it.
                reduction -= if mv.is_platform_move() { reduction } else { lmr_check() };
            }
            let may_reduce =
                depth >= LMR_MIN_DEPTH && move_count > LMR_FULL_MOVES && !self.mate_search;
            let reduction = match may_reduce {
                true => (reduction / 1024).clamp(0, (new_depth - 1).max(0)),
                false => 0,
            };

            // 15. Principal variation search: the first move with the full window, the others with
            //     a zero window. Search again at full depth after a reduced fail high, and with the
            //     full window if the score lies inside it.
            if N::PV {
                // A child that is not searched as a PV node leaves no line.
                self.thread_data.pv_table.clear(ply + 1);
            }
            let mut score = -INFINITE;
            let mut full_window = N::PV && move_count == 1;
            if !full_window {
                let child_cut_node = reduction > 0 || N::PV || !cut_node;
                self.thread_data.stack[ply].reduction = reduction;
                score = -self.search_node::<NonPv>(
                    -alpha - 1,
                    -alpha,
                    new_depth - reduction,
                    ply + 1,
                    child_cut_node,
                )?;
                self.thread_data.stack[ply].reduction = 0;
                if reduction > 0 && score > alpha {
                    score = -self.search_node::<NonPv>(
                        -alpha - 1,
                        -alpha,
                        new_depth,
                        ply + 1,
                        !cut_node,
                    )?;
                }
                full_window = N::PV && score > alpha && score < beta;
            }
            if full_window {
                score = -self.search_node::<Pv>(-beta, -alpha, new_depth, ply + 1, false)?;
            }
            self.unmake();

            // 16. A new best move, and a cutoff at beta.
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if N::PV {
                        self.thread_data.pv_table.update(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
            searched.add(mv, quiet);
        }

        // 17. No legal move: mate or stalemate. In a singular search, no move but the table move.
        if move_count == 0 {
            return Ok(match (excluded, in_check) {
                (Some(_), _) => alpha,
                (None, true) => mated_in(ply),
                (None, false) => {
                    stalemate_score(self.position.board().game().end_rules.stalemate, ply)
                }
            });
        }

        // A cutoff proves beta, but seldom how far the score lies above it: move it towards beta.
        best = best.min(max_score);
        if best >= beta {
            best = blend(best, beta, fail_high_blend());
        }

        // 18. History updates: of the searched moves, or after a fail low of the previous move.
        //     Then the correction history, unless the best move is noisy, or the score is decisive
        //     or only bounds the evaluation from the wrong side.
        match best_move {
            Some(mv) => {
                let is_cutoff = best >= beta;
                self.update_histories(mv, &searched, depth, ply, is_cutoff);
            }
            None if excluded.is_none() && ply > 0 => self.reward_previous_move(depth, ply),
            None => {}
        }
        if excluded.is_some() {
            return Ok(best);
        }
        let bound = window_bound(best, old_alpha, beta);
        let noisy = best_move.is_some_and(|mv| self.position.board().is_noisy(mv));
        if let Some(indices) = node_eval.correction.filter(|_| !noisy && !is_decisive_score(best))
            && is_better_estimate(best, bound, node_eval.static_eval)
        {
            let error = best - node_eval.static_eval;
            self.thread_data.corrections.update(side, indices, error, depth);
        }

        // 19. Store the node in the transposition table.
        let raw_eval = node_eval.raw;
        self.store(key, ply, TtData { mv: best_move, score: best, bound, raw_eval, depth });
        Ok(best)
    }

    /// Updates the selective depth and clears the line of a PV node.
    #[inline(always)]
    pub(super) fn enter_node<N: NodeType>(&mut self, ply: usize) {
        self.seldepth = self.seldepth.max(ply);
        if N::PV {
            self.thread_data.pv_table.clear(ply);
        }
    }
}
