//! Quiescence: at the horizon, noisy moves go on until the position is quiet enough to be
//! evaluated. In check all evasions are searched, so that a mate is seen and none is imagined.

use super::Stopped;
use super::node::{NodeKind, NonPv, Pv};
use super::parameters::{TABLE_CLOCK, quiescence_margin};
use super::picker::Picker;
use super::score::{
    Bound, DRAW, INFINITE, MATED_BOUND, MAX_PLY, clamp_eval, from_table, mated_at, to_table,
};
use super::worker::Search;
use crate::eval::Evaluate;
use crate::table::Content;

impl<B: Evaluate> Search<'_, B> {
    /// The score of the position `ply` plies below the root with noisy moves played out.
    pub(super) fn quiescence<K: NodeKind>(
        &mut self,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, Stopped> {
        self.enter::<K>(ply);

        // 1. The game may be over, or the tree too deep.
        if let Some(score) = self.ended(ply) {
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
            && self.position.board().clock() < TABLE_CLOCK
        {
            let score = from_table(known.score, ply);
            if known.bound.settles(score, alpha, beta) {
                return Ok(score);
            }
        }

        // 3. Stand pat: unless in check, the side to move may decline all noisy moves.
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut raw = None;
        let mut hope = -INFINITE;
        if !in_check {
            let (evaluation, _, still) = self.evaluate_still(known, ply);
            raw = Some(evaluation);
            best = still;
            hope = clamp_eval(still + quiescence_margin());
            if best >= beta {
                if known.is_none() {
                    let score = to_table(best, ply);
                    let bound = Bound::Lower;
                    let content = Content { mv: None, score, bound, evaluation: raw, depth: 0 };
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
        let mut picker = Picker::noisy(in_check, table_move).after(self.rows(ply));
        while let Some(mv) = picker.next(self.position.board(), &self.memory.history) {
            // 5. Futility: a capture that will not reach alpha, unless it gives check. +27
            //    ± 28.
            if !in_check && best > MATED_BOUND && !mv.promotes() {
                let board = self.position.board();
                let taken = board.captured(mv).map_or(0, |(kind, _)| B::VALUES[kind.index()]);
                let hope_with_capture = clamp_eval(hope + taken);
                if hope_with_capture <= alpha && !board.gives_check(mv) {
                    best = best.max(hope_with_capture);
                    continue;
                }
                if hope <= alpha && !board.exchange_at_least(mv, 1) {
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
                        self.memory.lines.lead(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }

        // 6. In check without an evasion: mate.
        if best == -INFINITE {
            return Ok(mated_at(ply));
        }

        // 7. Remember the node.
        let bound = Bound::of(best, old_alpha, beta);
        let score = to_table(best, ply);
        let content = Content { mv: best_move, score, bound, evaluation: raw, depth: 0 };
        self.shared.table.store(key, content);
        Ok(best)
    }
}
