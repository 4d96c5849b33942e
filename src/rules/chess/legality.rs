//! Attacks, checks and pins, and castling from the classical start position and those of Chess960.
//!
//! In castling the king moves to the c or g file of its rank and the rook to the d or f file. No
//! other piece may stand on a cell that either of them passes or enters. No enemy piece may attack
//! a cell that the king leaves, passes or enters.

use super::board::Chess;
use super::pawns;
use crate::geometry::Place;
use crate::geometry::bits::places;
use crate::geometry::plane::{
    WIDTH, between, bishop_attacks, bishop_rays, file_of, king_attacks, knight_attacks, rank_of,
    rank_squares, rook_attacks, rook_rays, square,
};
use crate::moves::{Move, MoveType, Side};
use crate::rules::Checks;
use crate::rules::checking::CheckingSquares;

/// The checks and pins of the side to move.
pub struct Legality {
    /// The king's cell.
    pub(super) king: usize,
    /// The enemy pieces that attack the king.
    pub(super) checkers: u64,
    /// The own pieces that alone stand between the king and an enemy slider.
    pub(super) pinned: u64,
    /// The cells to which a piece other than the king may move without leaving a check.
    pub(super) evasions: u64,
}

impl Checks for Chess {
    type CheckInfo = Legality;

    #[inline(always)]
    fn check_info(&self) -> Legality {
        let pieces = &self.pieces;
        let (own, occupied) = (pieces.by_side(self.side), pieces.occupied());
        let enemy = occupied & !own;
        let king_cell = usize::from(self.king_cell(self.side));
        let leapers = knight_attacks(king_cell) & pieces.knights()
            | pawns::attacks(self.side, king_cell) & pieces.pawns();
        let mut checkers = leapers & enemy;
        let mut pinned = 0;
        let sliders = rook_rays(king_cell) & pieces.rooks_and_queens()
            | bishop_rays(king_cell) & pieces.bishops_and_queens();
        for slider in places(sliders & enemy) {
            let blocking = between(king_cell, slider.into()) & occupied;
            if blocking == 0 {
                checkers |= 1 << slider;
            } else if blocking & (blocking - 1) == 0 {
                pinned |= blocking & own;
            }
        }
        let evasions = match checkers.count_ones() {
            0 => u64::MAX,
            1 => checkers | between(king_cell, checkers.trailing_zeros() as usize),
            _ => 0,
        };
        Legality { king: king_cell, checkers, pinned, evasions }
    }

    fn unrestricted_info(&self) -> Legality {
        let king = self.king_cell(self.side).into();
        Legality { king, checkers: 0, pinned: 0, evasions: u64::MAX }
    }
}

impl Chess {
    /// Returns the pieces of both sides that attack a cell, with these blockers.
    #[inline(always)]
    pub(super) fn attackers(&self, at: usize, blockers: u64) -> u64 {
        let pieces = &self.pieces;
        let pawns = pieces.pawns();
        let [white, black] = Side::ALL.map(|side| pieces.by_side(side) & pawns);
        knight_attacks(at) & pieces.knights()
            | king_attacks(at) & pieces.kings()
            | pawns::attacks(Side::Black, at) & white
            | pawns::attacks(Side::White, at) & black
            | self.slider_attackers(at, blockers)
    }

    /// Returns the sliders of both sides that attack a cell, with these blockers.
    #[inline(always)]
    pub(super) fn slider_attackers(&self, at: usize, blockers: u64) -> u64 {
        rook_attacks(at, blockers) & self.pieces.rooks_and_queens()
            | bishop_attacks(at, blockers) & self.pieces.bishops_and_queens()
    }

    /// Returns the cells that the pieces of a side attack.
    pub(super) fn attacked_by(&self, side: Side) -> u64 {
        let (pieces, own) = (&self.pieces, self.pieces.by_side(side));
        let occupied = pieces.occupied();
        let mut cells = king_attacks(self.king_cell(side).into())
            | pawns::attacks_of(side, pieces.pawns() & own);
        for from in places(pieces.knights() & own) {
            cells |= knight_attacks(from.into());
        }
        for from in places(pieces.bishops_and_queens() & own) {
            cells |= bishop_attacks(from.into(), occupied);
        }
        for from in places(pieces.rooks_and_queens() & own) {
            cells |= rook_attacks(from.into(), occupied);
        }
        cells
    }

    /// Returns whether a side attacks a cell, with these blockers.
    #[inline(always)]
    pub(super) fn is_attacked(&self, at: usize, blockers: u64, by: Side) -> bool {
        let (pieces, enemy) = (&self.pieces, self.pieces.by_side(by));
        let leapers = knight_attacks(at) & pieces.knights()
            | king_attacks(at) & pieces.kings()
            | pawns::attacks(by.other(), at) & pieces.pawns();
        leapers & enemy != 0 || self.is_attacked_by_slider(at, blockers, enemy)
    }

    /// Returns whether one of these sliders attacks a cell, with these blockers.
    #[inline(always)]
    fn is_attacked_by_slider(&self, at: usize, blockers: u64, sliders: u64) -> bool {
        let (lines, diagonals) =
            (self.pieces.rooks_and_queens() & sliders, self.pieces.bishops_and_queens() & sliders);
        rook_rays(at) & lines != 0 && rook_attacks(at, blockers) & lines != 0
            || bishop_rays(at) & diagonals != 0 && bishop_attacks(at, blockers) & diagonals != 0
    }

    /// Returns whether the king of a side is attacked.
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        self.is_attacked(self.king_cell(side).into(), self.pieces.occupied(), side.other())
    }

    /// Returns the squares from which pieces of the side to move attack the enemy king.
    #[inline(always)]
    pub(super) fn checking_squares(&self) -> CheckingSquares<u64> {
        let king = usize::from(self.king_cell(self.side.other()));
        let pieces = &self.pieces;
        CheckingSquares::new(
            [
                pawns::attacks(self.side.other(), king),
                knight_attacks(king),
                bishop_rays(king),
                rook_rays(king),
            ],
            [pieces.bishops_and_queens(), pieces.rooks_and_queens()],
            pieces.by_side(self.side),
        )
    }

    /// Returns those of `cells` on which no enemy piece would attack the king of the side to move.
    #[inline(always)]
    pub(super) fn safe_for_king(&self, king_cell: usize, mut cells: u64) -> u64 {
        let pieces = &self.pieces;
        let by = self.side.other();
        let enemy = pieces.by_side(by);
        cells &= !pawns::attacks_of(by, pieces.pawns() & enemy);
        cells &= !king_attacks((pieces.kings() & enemy).trailing_zeros() as usize);
        // The moved king no longer shields the cells behind it.
        let blockers = pieces.occupied() & !(1 << king_cell);
        let knights = pieces.knights() & enemy;
        for cell in places(cells) {
            if knight_attacks(cell.into()) & knights != 0
                || self.is_attacked_by_slider(cell.into(), blockers, enemy)
            {
                cells &= !(1 << cell);
            }
        }
        cells
    }
}

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

/// Returns the cells that must be empty for king and rook to castle.
#[inline(always)]
pub(super) fn castling_path(king: Place, rook: Place) -> u64 {
    let files = EMPTY_FILES[file_of(king.into())][file_of(rook.into())];
    u64::from(files) << square(0, rank_of(king.into()))
}

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

impl Chess {
    /// Calls `visit` with each castling move of the king, which stands on this cell and is not in
    /// check. With `legal` false, includes castling into check and over attacked cells.
    #[inline(always)]
    pub(super) fn castling_moves(&self, king: Place, legal: bool, mut visit: impl FnMut(Move)) {
        for rook in places(self.castling & home_rank(self.side)) {
            let is_free = castling_path(king, rook) & self.pieces.occupied() == 0;
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
