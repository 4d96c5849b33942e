//! What replies depend on where lines run over columns, for perft.

use super::layout::{COLUMN_OF, column_bit};
use super::moves::{Step, columns_attacked_by_pawns, shift};
use super::start_array::{CASTLINGS, MUST_BE_EMPTY};
use super::state::StaircaseState;
use crate::geometry::bits::BitIter;
use crate::geometry::columns::{COLUMNS, KING_STEPS, KNIGHT_STEPS, RayOrigin, between, step_table};
use crate::geometry::{Place, byte_index};
use crate::moves::{Move, Side};

/// The columns from which a king, a knight or a pawn may attack each column.
static LEAPS: [u64; COLUMNS] = {
    let (kings, knights) = (step_table(&KING_STEPS), step_table(&KNIGHT_STEPS));
    let (mut table, mut column) = ([0; COLUMNS], 0);
    while column < COLUMNS {
        table[column] = kings[column] | knights[column];
        column += 1;
    }
    table
};

/// Returns the column that a pawn's move passes over: one for a double step, else none.
#[inline(always)]
pub(crate) fn column_passed(from: Place, to: Place) -> u64 {
    between(usize::from(COLUMN_OF[byte_index(from)]), usize::from(COLUMN_OF[byte_index(to)]))
}

/// Returns the columns where a normal move changes what the replies may be: that of an en passant
/// target is one, too.
#[inline(always)]
pub(crate) fn changed_columns(state: &StaircaseState, mv: Move) -> u64 {
    let changed = column_bit(mv.from()) | column_bit(mv.to());
    if state.unmoved_pawns >> state.square(mv.from()) & 1 == 0 {
        return changed;
    }
    changed | column_passed(mv.from(), mv.to())
}

/// Returns the columns that the moves of a side's pawns in these columns depend on.
#[inline(always)]
pub(crate) fn pawn_columns(side: Side, pawns: u64) -> u64 {
    const AHEAD: [Step; 2] = [Step::new(0, 1), Step::new(0, -1)];
    let ahead = *side.select(&AHEAD);
    let once = shift(pawns, ahead);
    once | shift(once, ahead) | columns_attacked_by_pawns(side, pawns)
}

/// Returns the squares that the castlings of the side to move depend on: those that must be empty, and
/// those that the king enters.
pub(crate) fn castling_squares(state: &StaircaseState) -> [u64; 2] {
    let (own, first) = (state.pieces(state.side), 2 * state.side.index());
    let mut squares = [0; 2];
    for right in (first..first + 2).filter(|right| state.castling >> right & 1 != 0) {
        let empty = MUST_BE_EMPTY[right].map_or(0, |cell| 1 << state.square(cell));
        if empty & own == 0 {
            squares[0] |= empty;
            squares[1] |= 1 << state.square(CASTLINGS[right].king_to);
        }
    }
    squares
}

/// Returns the columns that the safety of a king depends on: in its own column, where a piece behind
/// the first one may pin that, and in the columns that it may enter.
#[inline(always)]
pub(crate) fn king_columns(king: usize, entered: u64, blockers: u64) -> u64 {
    // The king does not shield the columns behind it.
    let blockers = blockers & !(1 << king);
    let attacking = |column: usize, blockers: u64| {
        let origin = RayOrigin::new(column);
        LEAPS[column % COLUMNS] | origin.rook_attacks(blockers) | origin.bishop_attacks(blockers)
    };
    let near = attacking(king, blockers);
    let columns = entered | near | attacking(king, blockers & !near);
    BitIter(entered).fold(columns, |columns, column| columns | attacking(column.into(), blockers))
}
