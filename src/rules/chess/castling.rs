//! Castling, from the classical start position and from those of Chess960.
//!
//! The king moves to the c or g file of its rank and the rook to the d or f file. No other piece
//! may stand on a cell that either of them passes or enters. No enemy piece may attack a cell that
//! the king leaves, passes or enters.

use super::board::Board;
use crate::geometry::Place;
use crate::geometry::bits::places;
use crate::geometry::plane::{WIDTH, between, file_of, rank_of, rank_squares, square};
use crate::moves::{Move, MoveType, Side};

/// The cells that king and rook move to.
#[derive(Clone, Copy)]
pub(super) struct CastlingTargets {
    /// The king's new cell.
    pub king: Place,
    /// The rook's new cell.
    pub rook: Place,
}

/// Returns the new cells of king and rook when they castle from these cells of one rank.
#[inline(always)]
pub(super) const fn castling_targets(king: Place, rook: Place) -> CastlingTargets {
    let rank = rank_of(king as usize);
    let (king_file, rook_file) = if rook > king { (6, 5) } else { (2, 3) };
    CastlingTargets {
        king: square(king_file, rank) as Place,
        rook: square(rook_file, rank) as Place,
    }
}

/// By file of king and rook, the files that must be empty for them to castle: those that either of
/// them passes or enters, but for their own.
static EMPTY_FILES: [[u8; WIDTH]; WIDTH] = {
    let mut table = [[0; WIDTH]; WIDTH];
    let mut king = 0;
    while king < WIDTH {
        let mut rook = 0;
        while rook < WIDTH {
            let targets = castling_targets(king as Place, rook as Place);
            let files =
                files_up_to(king, targets.king as usize) | files_up_to(rook, targets.rook as usize);
            table[king][rook] = files & !(1 << king | 1 << rook);
            rook += 1;
        }
        king += 1;
    }
    table
};

/// Returns the files from one to another, both included.
const fn files_up_to(a: usize, b: usize) -> u8 {
    let (first, last) = if a < b { (a, b) } else { (b, a) };
    ((1u16 << (last + 1)) - (1 << first)) as u8
}

/// Returns the rank on which a side castles.
#[inline(always)]
pub(super) const fn home_rank(side: Side) -> u64 {
    match side {
        Side::White => rank_squares(0),
        Side::Black => rank_squares(7),
    }
}

/// Returns whether king and rook stand on files of the classical start position.
pub(super) fn is_classical(king: Place, rook: Place) -> bool {
    file_of(king.into()) == 4 && matches!(file_of(rook.into()), 0 | 7)
}

impl Board {
    /// Calls `visit` with each castling move of the king, which stands on this cell and is not in
    /// check. With `legal` false, includes castling into check and over attacked cells.
    #[inline(always)]
    pub(super) fn castling_moves(&self, king: Place, legal: bool, mut visit: impl FnMut(Move)) {
        for rook in places(self.castling & home_rank(self.side)) {
            let files = EMPTY_FILES[file_of(king.into())][file_of(rook.into())];
            let cells = u64::from(files) << square(0, rank_of(king.into()));
            let is_free = cells & self.pieces.occupied() == 0;
            if is_free && (!legal || self.is_castling_safe(king, rook)) {
                visit(Move::new(king, rook, MoveType::Castling));
            }
        }
    }

    /// Returns whether no enemy piece attacks a cell that the castling king passes or enters.
    #[inline(always)]
    fn is_castling_safe(&self, king: Place, rook: Place) -> bool {
        let targets = castling_targets(king, rook);
        let (king_bit, rook_bit) = (1 << king, 1 << rook);
        let path = between(king.into(), targets.king.into()) | 1 << targets.king;
        let entered = path & !king_bit;
        if self.safe_for_king(king.into(), entered) != entered {
            return false;
        }
        // The rook may have shielded the king's new cell from a slider on its rank.
        let others = self.pieces.occupied() & !king_bit & !rook_bit;
        let after = others | 1 << targets.king | 1 << targets.rook;
        let enemy = self.pieces.by_side(self.side.other());
        self.slider_attackers(targets.king.into(), after) & enemy == 0
    }
}
