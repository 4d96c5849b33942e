//! Piece-square tables for the rule sets on the staircase.

use super::tapered::Tapered;
use crate::eval::kinds::{ALL_KINDS, EVAL_KINDS, eval_row};
use crate::geometry::staircase::{CELL_COUNT, Staircase};
use crate::moves::PieceType;

/// The value of a piece by side, piece type and cell, from the point of view of its own side.
pub(crate) type PsqtTable = [[[Tapered; CELL_COUNT]; EVAL_KINDS]; 2];

/// Builds the table from
///
/// - `material`: the value of each piece type on any cell,
/// - `pawn_advance`: a pawn's bonus by its rank, counted from its own end (0 to 9),
/// - `off_center`: the bonus of each piece type for each step away from the center, which lies
///   between files c and d and between ranks 4 and 5,
/// - `king_at_home`: a king's bonus on the first two ranks of its own end.
pub(crate) const fn psqt_table(
    material: &[Tapered; EVAL_KINDS],
    pawn_advance: &[Tapered; 10],
    off_center: &[Tapered; EVAL_KINDS],
    king_at_home: Tapered,
) -> PsqtTable {
    let mut table = [[[Tapered::new(0, 0); CELL_COUNT]; EVAL_KINDS]; 2];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let point = Staircase::<false>::CELLS[cell];
        // Twice the distance from the center, which keeps it an integer.
        let (file, rank) = (point.file as i32 * 2 - 5, point.rank as i32 * 2 - 9);
        let steps = (file.abs() + rank.abs()) / 2;
        let mut side = 0;
        while side < 2 {
            let relative_rank = if side == 0 { point.rank } else { 9 - point.rank };
            let mut piece = 0;
            while piece < ALL_KINDS.len() {
                let kind = ALL_KINDS[piece];
                let extra = match kind {
                    PieceType::PAWN => pawn_advance[relative_rank as usize],
                    PieceType::KING if relative_rank <= 1 => king_at_home,
                    _ => Tapered::new(0, 0),
                };
                let kind = eval_row(kind);
                table[side][kind][cell] = Tapered::new(
                    material[kind].mg + extra.mg + off_center[kind].mg * steps,
                    material[kind].eg + extra.eg + off_center[kind].eg * steps,
                );
                piece += 1;
            }
            side += 1;
        }
        cell += 1;
    }
    table
}
