//! A node of the tree: principal variation search with a table, forward pruning, late-move pruning
//! and reductions, and singular extensions. The steps are numbered, each with its idea and what it
//! has been found to be worth: the Elo that the whole loses without it, in `federation` at 4,000
//! nodes a move (a trial of some 700 pairs of games in which every step was on or off by lot). See
//! `forward` for those that give a node up before its moves are looked at, and `late` for those
//! about single moves.

use super::history_update::SearchedMoves;
use super::move_pruning::{MovePruner, PruningCandidate};
use super::parameters::*;
use super::picker::MovePicker;
use super::singular::SingularResult;
use super::worker::Worker;
use super::{Stopped, reduction};
use crate::registry::RuleSet;
use crate::score::{
    Bound, DRAW, INFINITE, MAX_MATED_SCORE, MAX_PLY, is_mate_score, mate_in, mated_in,
    score_from_tt, score_to_tt,
};
use crate::search::table::TtData;

/// A node kind, as a marker.
pub(super) trait NodeType {
    /// Its true score may lie inside the window; its line is kept.
    const PV: bool;
}

/// A PV node.
pub(super) struct Pv;
/// A cut node or an all node: the window has width one.
pub(super) struct NonPv;

impl NodeType for Pv {
    const PV: bool = true;
}

impl NodeType for NonPv {
    const PV: bool = false;
}

impl<B: RuleSet> Worker<'_, B> {
    /// The score of the position `ply` plies below the root, searched `depth` plies deep: the
    /// true one if inside the window, else a bound. `expect_cut` tells which of the other two
    /// kinds a node is taken for.
    pub(super) fn search_node<K: NodeType>(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        expect_cut: bool,
    ) -> Result<i32, Stopped> {
        // 1. At the horizon only noisy moves go on.
        if depth <= 0 {
            return self.quiescence::<K>(alpha, beta, ply);
        }
        self.enter::<K>(ply);

        // 2. The game may be over by repetition, the fifty-move rule or lack of men.
        if let Some(score) = self.game_over_score(ply) {
            return Ok(score);
        }
        let in_check = self.position.board().in_check();
        if ply >= MAX_PLY {
            return Ok(if in_check { DRAW } else { self.evaluate(ply) });
        }

        // 3. Mate distance: no score here can beat a shorter mate that is known already.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return Ok(alpha);
        }

        // 4. Table: another path, or an earlier iteration, may have settled this position. Near
        //    the fifty-move rule the path matters, and PV nodes are searched for their line. A
        //    node that is searched without its table move (step 13) is not the table's.
        let key = self.table_key();
        let excluded = self.thread_data.stack[ply].excluded;
        let known = match excluded {
            None => self.shared.table.probe(key),
            Some(_) => None,
        };
        if let Some(known) = known.filter(|known| !K::PV && known.depth >= depth)
            && self.position.board().halfmove_clock() < TT_CUTOFF_MAX_CLOCK
        {
            let score = score_from_tt(known.score, ply);
            if known.bound.is_cutoff(score, alpha, beta) {
                return Ok(score);
            }
        }
        let table_move = known.and_then(|known| known.mv);

        // 5. Static evaluation, corrected by what was learnt of its errors (+13 ± 18), and whether
        //    it has become better since the last turn (+40 ± 27 for all that goes by it).
        let outlook = match excluded {
            None => self.evaluate_node(known, in_check, ply),
            Some(_) => self.stored_eval(ply),
        };

        // 6 to 8. Forward pruning: razoring, reverse futility, null move.
        let forward =
            !K::PV && !in_check && !is_mate_score(beta) && excluded.is_none() && !self.mate_search;
        if forward && let Some(score) = self.prune_node(beta, depth, ply, expect_cut, &outlook)? {
            return Ok(score);
        }

        // 9. Internal iterative reduction: where the table knows no move, the order of moves is
        //    poor, and a shallower search will do until it knows one. +7 ± 18.
        if depth >= iir_min_depth()
            && table_move.is_none()
            && excluded.is_none()
            && (K::PV || expect_cut)
        {
            depth -= 1;
        }

        // 10. The moves, in the order of the picker.
        self.thread_data.stack[ply + 1].killers = [None; 2];
        let side = self.position.side_to_move();
        let rows = self.continuations(ply);
        let doubled = self.double_extensions_before(ply);
        let killers = self.thread_data.stack[ply].killers;
        let prunable = !self.mate_search && self.position.board().has_non_pawn_material();
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut tried = SearchedMoves::default();
        let mut late = MovePruner::new::<B>(depth, in_check, &outlook);
        let mut picker = MovePicker::new(in_check, table_move, killers).with_continuations(rows);
        while let Some(mv) = picker.next(self.position.board(), &self.thread_data.history) {
            if Some(mv) == excluded {
                continue;
            }
            number += 1;
            let board = self.position.board();
            let quiet = !board.is_noisy(mv);
            let experience = match quiet {
                true => self.thread_data.history.quiet(board, mv, rows),
                false => self.thread_data.history.noisy(board, mv),
            };

            // 11. Late-move reduction: moves are searched less deep, the less the later they come
            //     and the worse their history is. In 1024ths of a ply. More at cut nodes: +25 ± 23.
            let mut reduction = reduction::late_move_reduction(depth, number);
            reduction -= if K::PV { lmr_pv() } else { 0 };
            if quiet {
                reduction -= experience * 1024 / lmr_history_divisor();
                reduction += if expect_cut { lmr_cut_node() } else { 0 };
                reduction -= if in_check { lmr_check() } else { 0 };
                reduction += if outlook.improving { 0 } else { lmr_not_improving() };
                reduction -= if killers.contains(&Some(mv)) { lmr_killer() } else { 0 };
            } else {
                reduction -= lmr_noisy() + experience * 1024 / lmr_noisy_history_divisor();
            }

            // 12. Late-move pruning: near the horizon most moves need not be made at all. Not
            //     before one has been found that is not mated: what has not been seen proves no
            //     mate.
            let reduced = (depth - 1 - (reduction / 1024).max(0)).max(0);
            let candidate = PruningCandidate { mv, quiet, history: experience, depth: reduced };
            if best > MAX_MATED_SCORE
                && prunable
                && late.should_prune(board, &mut picker, &candidate, alpha, &outlook)
            {
                continue;
            }
            late.count(&candidate);

            // 13. Singular extension: a table move without rivals is searched deeper, one with
            //     many less deep. -2 ± 19: it wants deeper searches than those.
            let mut extension = 0;
            if let Some(known) = known.filter(|_| Some(mv) == table_move) {
                match self.singular_extension::<K>(mv, known, beta, depth, ply, expect_cut)? {
                    SingularResult::Extend(plies) => extension = plies,
                    SingularResult::MultiCut(score) => return Ok(score),
                }
            }

            self.thread_data.stack[ply].double_extensions = doubled + i32::from(extension > 1);

            self.make(mv, ply)?;
            let deep = depth - 1 + extension;
            if self.position.board().in_check() {
                // A platform that gives check does more than its history can tell.
                reduction -= if mv.is_platform_move() { reduction } else { lmr_check() };
            }
            let late_enough =
                depth >= LMR_MIN_DEPTH && number > LMR_FULL_MOVES && !self.mate_search;
            let reduction = match late_enough {
                true => (reduction / 1024).clamp(0, (deep - 1).max(0)),
                false => 0,
            };

            // 14. Principal variation search: the first move with the whole window, the others
            //     to show that they are no better; those that might be are searched again.
            if K::PV {
                // A child that is not searched as a PV node has no line.
                self.thread_data.pv_table.clear(ply + 1);
            }
            let mut score = -INFINITE;
            let mut undecided = K::PV && number == 1;
            if !undecided {
                let cut = reduction > 0 || K::PV || !expect_cut;
                score = -self.search_node::<NonPv>(
                    -alpha - 1,
                    -alpha,
                    deep - reduction,
                    ply + 1,
                    cut,
                )?;
                if reduction > 0 && score > alpha {
                    score = -self.search_node::<NonPv>(
                        -alpha - 1,
                        -alpha,
                        deep,
                        ply + 1,
                        !expect_cut,
                    )?;
                }
                undecided = K::PV && score > alpha && score < beta;
            }
            if undecided {
                score = -self.search_node::<Pv>(-beta, -alpha, deep, ply + 1, false)?;
            }
            self.unmake();

            // 15. A better move than before; at beta the opponent would not come here.
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if K::PV {
                        self.thread_data.pv_table.update(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
            tried.add(mv, quiet);
        }

        // 16. No legal move: mate or stalemate; or none but the table move.
        if number == 0 {
            return Ok(match (excluded, in_check) {
                (Some(_), _) => alpha,
                (None, true) => mated_in(ply),
                (None, false) => DRAW,
            });
        }

        // 17. Experience: with the moves that were tried, or with the one that led here
        //     (+15 ± 19).
        match best_move {
            Some(mv) => self.update_histories(mv, &tried, rows, depth, ply, best >= beta),
            None if excluded.is_none() && ply > 0 => self.reward_previous_move(depth, ply),
            None => {}
        }
        if excluded.is_some() {
            return Ok(best);
        }
        let bound = Bound::from_window(best, old_alpha, beta);
        let noisy = best_move.is_some_and(|mv| self.position.board().is_noisy(mv));
        if let Some(parts) = outlook.correction.filter(|_| !noisy && !is_mate_score(best))
            && bound.refines(best, outlook.static_eval)
        {
            self.thread_data.corrections.update(side, parts, best - outlook.static_eval, depth);
        }

        // 18. Remember the node.
        let score = score_to_tt(best, ply);
        let content = TtData { mv: best_move, score, bound, raw_eval: outlook.raw, depth };
        self.shared.table.store(key, content);
        Ok(best)
    }

    /// Book-keeping common to all nodes.
    #[inline(always)]
    pub(super) fn enter<K: NodeType>(&mut self, ply: usize) {
        self.seldepth = self.seldepth.max(ply);
        if K::PV {
            self.thread_data.pv_table.clear(ply);
        }
    }
}
