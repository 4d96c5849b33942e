//! Static exchange evaluation (SEE): the gain of a sequence of captures on one cell. Each side
//! captures with its least valuable piece and may stop at any time.

use crate::moves::PieceType;

/// The next piece to capture on the cell.
pub(crate) struct Attacker {
    /// The least valuable piece that attacks the cell.
    pub kind: PieceType,
    /// Whether the other side attacks the cell too, and could recapture. Read only for a king.
    pub defended: bool,
}

/// Returns whether the exchange that a move starts gives the mover at least a threshold.
///
/// `gain` is the immediate gain of the move minus the threshold, in centipawns. `standing` is the
/// piece on the cell after the move. `values` are the piece values by [`PieceType::index`].
/// `next_attacker` returns the next capturing piece and removes it from the board; the two sides
/// alternate, beginning with the opponent of the mover.
pub(crate) fn see_ge_with(
    gain: i32,
    standing: PieceType,
    values: &[i32; PieceType::COUNT],
    mut next_attacker: impl FnMut() -> Option<Attacker>,
) -> bool {
    if gain < 0 {
        return false;
    }
    let value = |kind: PieceType| values[kind.index()];
    // The amount that the side to capture must win back. If it is zero or less, the mover passes
    // even if the piece is lost.
    let mut owed = value(standing) - gain;
    if owed <= 0 && standing != PieceType::King {
        return true;
    }
    let mut passes = true;
    while let Some(Attacker { kind, defended }) = next_attacker() {
        passes = !passes;
        if kind == PieceType::King {
            // The king cannot capture a defended piece.
            return passes ^ defended;
        }
        owed = value(kind) - owed;
        if owed < i32::from(passes) {
            return passes;
        }
    }
    passes
}
