//! Static exchange evaluation: what the captures on one cell come to, each side taking with its
//! cheapest man and stopping when that is better.

use crate::moves::PieceType;

/// Who takes next on the cell.
pub struct Attacker {
    /// The cheapest man that can.
    pub kind: PieceType,
    /// Could the other side take it back?
    pub defended: bool,
}

/// Does the exchange that a move begins give the mover at least what was asked?
///
/// `gain` is what the move itself brings less what was asked, in centipawns; `standing` is the man
/// that then stands on the cell; `values` are by [`Kind::index`]. `next_taker` gives the cheapest man
/// of the side whose turn it is, the other side's first, and takes it off its cell.
pub fn see_ge_with(
    gain: i32,
    standing: PieceType,
    values: &[i32; PieceType::COUNT],
    mut next_taker: impl FnMut() -> Option<Attacker>,
) -> bool {
    if gain < 0 {
        return false;
    }
    let value = |kind: PieceType| values[kind.index()];
    // What the side that has just been taken from must win back; none is enough for the mover if
    // he can lose what stands there for nothing.
    let mut owed = value(standing) - gain;
    if owed <= 0 && standing != PieceType::King {
        return true;
    }
    let mut passes = true;
    while let Some(Attacker { kind, defended }) = next_taker() {
        passes = !passes;
        if kind == PieceType::King {
            // The king cannot take what is defended.
            return passes ^ defended;
        }
        owed = value(kind) - owed;
        if owed < i32::from(passes) {
            return passes;
        }
    }
    passes
}
