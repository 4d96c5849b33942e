//! Quiescence: at the horizon, noisy moves go on until the position is quiet enough to be
//! evaluated. In check all evasions are searched, so that a mate is seen and none is imagined.

use super::Stopped;
use super::node::{NodeType, NonPv, Pv};
use super::parameters::{TT_CUTOFF_MAX_CLOCK, qs_futility_margin};
use super::picker::MovePicker;
use super::worker::Worker;
use crate::registry::RuleSet;
use crate::score::{
    Bound, DRAW, INFINITE, MAX_MATED_SCORE, MAX_PLY, clamp_eval, mated_in, score_from_tt,
    score_to_tt,
};
use crate::search::table::TtData;

impl<B: RuleSet> Worker<'_, B> {
    /// The score of the position `ply` plies below the root with noisy moves played out.
    pub(super) fn quiescence<K: NodeType>(
        &mut self,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, Stopped> {
        self.enter::<K>(ply);

        // 1. The game may be over, or the tree too deep.
        if let Some(score) = self.game_over_score(ply) {
            return Ok(score);
        }
        let in_check = self.position.board().in_check();
        if ply >= MAX_PLY {
            return Ok(if in_check { DRAW } else { self.evaluate(ply) });
        }

        // 2. Table: whatever it knows was searched at least as deep. Near the fifty-move limit the
        //    score depends on the path, as in `node`.
        let key = self.table_key();
        let known = self.shared.table.probe(key);
        if let Some(known) = known.filter(|_| !K::PV)
            && self.position.board().halfmove_clock() < TT_CUTOFF_MAX_CLOCK
        {
            let score = score_from_tt(known.score, ply);
            if known.bound.is_cutoff(score, alpha, beta) {
                return Ok(score);
            }
        }

        // 3. Stand pat: unless in check, the side to move may decline all noisy moves.
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut raw = None;
        let mut hope = -INFINITE;
        if !in_check {
            let (evaluation, _, still) = self.corrected_eval(known, ply);
            raw = Some(evaluation);
            best = still;
            hope = clamp_eval(still + qs_futility_margin());
            if best >= beta {
                if known.is_none() {
                    let score = score_to_tt(best, ply);
                    let bound = Bound::Lower;
                    let content = TtData { mv: None, score, bound, raw_eval: raw, depth: 0 };
                    self.shared.table.store(key, content);
                }
                return Ok(best);
            }
            alpha = alpha.max(best);
        }

        // 4. The table move if it is noisy, and noisy moves that do not lose by static exchange;
        //    in check all moves.
        let mut best_move = None;
        let table_move = known.and_then(|known| known.mv);
        let mut picker = MovePicker::new_qsearch(in_check, table_move)
            .with_continuations(self.continuations(ply));
        while let Some(mv) = picker.next(self.position.board(), &self.thread_data.history) {
            // 5. Futility: a capture that will not reach alpha, unless it gives check. +27
            //    ± 28.
            if !in_check && best > MAX_MATED_SCORE && !mv.is_promotion() {
                let board = self.position.board();
                let taken = board.captured(mv).map_or(0, |(kind, _)| B::PIECE_VALUES[kind.index()]);
                let hope_with_capture = clamp_eval(hope + taken);
                if hope_with_capture <= alpha && !board.gives_check(mv) {
                    best = best.max(hope_with_capture);
                    continue;
                }
                if hope <= alpha && !board.see_ge(mv, 1) {
                    best = best.max(hope);
                    continue;
                }
            }

            self.make(mv, ply)?;
            let score = match K::PV {
                true => -self.quiescence::<Pv>(-beta, -alpha, ply + 1)?,
                false => -self.quiescence::<NonPv>(-beta, -alpha, ply + 1)?,
            };
            self.unmake();
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
        }

        // 6. In check without an evasion: mate.
        if best == -INFINITE {
            return Ok(mated_in(ply));
        }

        // 7. Remember the node.
        let bound = Bound::from_window(best, old_alpha, beta);
        let score = score_to_tt(best, ply);
        let content = TtData { mv: best_move, score, bound, raw_eval: raw, depth: 0 };
        self.shared.table.store(key, content);
        Ok(best)
    }
}
