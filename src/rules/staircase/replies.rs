//! What replies depend on where lines run over columns, for perft.

use super::layout::{KING_COLUMNS, KNIGHT_COLUMNS, column_bit};
use super::moves::{PAWN_AHEAD, column_passed, shift};
use super::start_array::{CASTLINGS, MUST_BE_EMPTY};
use super::state::StaircaseState;
use crate::geometry::bits::BitIter;
use crate::geometry::columns::{COLUMNS, RayOrigin};
use crate::moves::{Move, Side};

/// Returns the columns that a normal move changes, with that which a double step passes.
#[inline(always)]
pub(crate) fn changed_columns(state: &StaircaseState, mv: Move) -> u64 {
    let changed = column_bit(mv.from()) | column_bit(mv.to());
    if state.unmoved_pawns >> state.square(mv.from()) & 1 == 0 {
        return changed;
    }
    changed | column_passed(mv).map_or(0, |column| 1 << column)
}

/// Returns the columns of the steps and double steps of a side's pawns in these columns.
#[inline(always)]
pub(crate) fn pawn_steps(side: Side, pawns: u64) -> u64 {
    let ahead = *side.select(&PAWN_AHEAD);
    let once = shift(pawns, ahead);
    once | shift(once, ahead)
}

/// Returns the squares that the castlings of the side to move depend on: those that must be empty,
/// and those that the king enters. Castlings that an own piece prevents have none.
#[inline(always)]
pub(crate) fn castling_squares(state: &StaircaseState) -> (u64, u64) {
    let (own, first) = (state.pieces(state.side), 2 * state.side.index());
    let (mut empty, mut entered) = (0, 0);
    for right in (first..first + 2).filter(|right| state.castling >> right & 1 != 0) {
        let needed = MUST_BE_EMPTY[right].map_or(0, |cell| 1 << state.square(cell));
        if needed & own == 0 {
            empty |= needed;
            entered |= 1 << state.square(CASTLINGS[right].king_to);
        }
    }
    (empty, entered)
}

/// Returns the columns that the safety of a king depends on, in its own column and in those that it
/// may enter. A slider behind the first piece on a line to the king may pin that piece.
#[inline(always)]
pub(crate) fn king_columns(king: usize, entered: u64, blockers: u64) -> u64 {
    // The king does not shield the columns behind it.
    let blockers = blockers & !(1 << king);
    let attacking = |column: usize, blockers: u64| {
        let origin = RayOrigin::new(column);
        // A pawn attacks from columns of the king's steps.
        let leaps = KING_COLUMNS[column % COLUMNS] | KNIGHT_COLUMNS[column % COLUMNS];
        leaps | origin.rook_attacks(blockers) | origin.bishop_attacks(blockers)
    };
    let near = attacking(king, blockers);
    let columns = entered | near | attacking(king, blockers & !near);
    BitIter(entered).fold(columns, |columns, column| columns | attacking(column.into(), blockers))
}
