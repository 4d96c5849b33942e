//! Values by cell for the games on the upright staircase.

use super::Tapered;
use crate::geometry::staircase::{CELL_COUNT, Staircase};
use crate::moves::PieceType;

/// What a man is worth by side, kind and cell, from its own side's point of view.
pub type PsqtTable = [[[Tapered; CELL_COUNT]; PieceType::COUNT]; 2];

/// The table made of what each kind is worth anywhere, of what a pawn gains by the ranks it has
/// walked from its own end (0 to 9), of what each kind gains by each step away from the middle
/// between files c and d and ranks 4 and 5, and of what a king gains on its first two ranks.
pub const fn psqt_table(
    material: &[Tapered; PieceType::COUNT],
    pawn_advance: &[Tapered; 10],
    off_centre: &[Tapered; PieceType::COUNT],
    king_at_home: Tapered,
) -> PsqtTable {
    let mut table = [[[Tapered::new(0, 0); CELL_COUNT]; PieceType::COUNT]; 2];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let point = Staircase::<false>::CELLS[cell];
        // Twice the distance from the middle.
        let (file, rank) = (point.file as i32 * 2 - 5, point.rank as i32 * 2 - 9);
        let steps = (file.abs() + rank.abs()) / 2;
        let mut side = 0;
        while side < 2 {
            let walked = if side == 0 { point.rank } else { 9 - point.rank };
            let mut kind = 0;
            while kind < PieceType::COUNT {
                let extra = match kind {
                    0 => pawn_advance[walked as usize],
                    5 if walked <= 1 => king_at_home,
                    _ => Tapered::new(0, 0),
                };
                table[side][kind][cell] = Tapered::new(
                    material[kind].mg + extra.mg + off_centre[kind].mg * steps,
                    material[kind].eg + extra.eg + off_centre[kind].eg * steps,
                );
                kind += 1;
            }
            side += 1;
        }
        cell += 1;
    }
    table
}
