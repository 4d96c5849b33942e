//! Quiescence search: searches noisy moves at the horizon until the position is quiet enough for
//! the static evaluation. In check it searches all evasions, so that its mate scores are right.

use super::node_type::NodeType;
use super::parameters::qs_futility_margin;
use super::picker::MovePicker;
use super::table::TtData;
use super::worker::{Stopped, Worker};
use crate::moves::Move;
use crate::profiles::RuleSet;
use crate::score::{
    Bound, DRAW, INFINITE, MAX_LOST_SCORE, MAX_PLY, clamp_eval, mated_in, window_bound,
};

impl<B: RuleSet> Worker<'_, B> {
    /// Searches the noisy moves of the node at `ply` and returns its score (fail-soft).
    pub(super) fn quiescence<N: NodeType>(
        &mut self,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, Stopped> {
        self.enter_node::<N>(ply);

        // 1. The game may be over, or the maximum ply reached.
        if let Some(score) = self.game_over_score(ply) {
            return Ok(score);
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY {
            return Ok(if in_check { DRAW } else { self.evaluate(ply) });
        }

        // 2. Transposition table cutoff: every entry is at least as deep as quiescence.
        let key = self.table_key();
        let tt_data = self.shared.table.probe(key);
        if let Some(data) = tt_data.filter(|_| !N::PV)
            && let Some(score) = self.tt_cutoff(data, alpha, beta, ply)
        {
            return Ok(score);
        }

        // 3. Stand pat: unless in check, the side to move may decline all noisy moves. The table
        //    score is the better estimate where it bounds the evaluation.
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut raw_eval = None;
        let mut futility_base = -INFINITE;
        if !in_check {
            let (raw, _, static_eval) = self.corrected_eval(tt_data, ply);
            raw_eval = Some(raw);
            best = self.refine_by_table(static_eval, tt_data);
            futility_base = clamp_eval(static_eval + qs_futility_margin());
            if best >= beta {
                if tt_data.is_none() {
                    let bound = Bound::Lower;
                    let data = TtData { mv: None, score: best, bound, raw_eval, depth: 0 };
                    self.store(key, ply, data);
                }
                return Ok(best);
            }
            alpha = alpha.max(best);
        }

        // 4. Search the table move if it is noisy, and the noisy moves with SEE of at least 0; in
        //    check all moves.
        let mut best_move = None;
        let tt_move = tt_data.and_then(|data| data.mv);
        let info = self.position.board().check_info();
        let lists = &self.thread_data.move_lists;
        let mut picker = MovePicker::new_qsearch(in_check, tt_move, lists);
        if in_check {
            picker.set_continuations(self.continuations(ply));
        }
        while let Some(mv) = self.next_move(&mut picker, &info) {
            self.prefetch_after(mv);
            if !in_check
                && best > MAX_LOST_SCORE
                && let Some(max_score) = self.qs_futility(&info, mv, futility_base, alpha)
            {
                best = best.max(max_score);
                continue;
            }

            self.make(mv, ply)?;
            let score = -self.quiescence::<N>(-beta, -alpha, ply + 1)?;
            self.unmake();
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
        }

        // 6. In check without an evasion: mate.
        if best == -INFINITE {
            return Ok(mated_in(ply));
        }

        // 7. Store the node in the transposition table.
        let bound = window_bound(best, old_alpha, beta);
        self.store(key, ply, TtData { mv: best_move, score: best, bound, raw_eval, depth: 0 });
        Ok(best)
    }

    /// 5. Futility pruning: returns the maximum expected score of a capture that is not
    ///    expected to reach alpha. Either its victim is worth too little and it gives no check, or
    ///    it wins no material by SEE and the evaluation is too low.
    #[inline(always)]
    fn qs_futility(
        &self,
        info: &B::CheckInfo,
        mv: Move,
        futility_base: i32,
        alpha: i32,
    ) -> Option<i32> {
        if mv.is_promotion() {
            return None;
        }
        let board = self.position.board();
        let captured = board.captured(mv).map_or(0, |(kind, _)| board.game().pieces.value(kind));
        let max_score = clamp_eval(futility_base + captured);
        if max_score <= alpha && !board.gives_check(mv) {
            return Some(max_score);
        }
        (futility_base <= alpha && !board.see_ge(info, mv, 1)).then_some(futility_base)
    }
}
