//! Attacks, checks and pins.
//!
//! Lines in the king's level work as in chess. A line from another level has at most one cell
//! between king and slider, on the middle level, so a piece pinned there can only capture the
//! slider.

use super::board::Board;
use super::tables::PAWN_ATTACKERS;
use crate::geometry::bits::BitIter;
use crate::geometry::plane::between;
use crate::geometry::stack::{
    self, CELLS, CellSet, LEVELS, between_cells, bishop_rays, cell, king_attacks, knight_attacks,
    level_of, rook_rays, square_of,
};
use crate::geometry::{Place, byte_index};
use crate::moves::{Move, PieceType, Side};
use crate::rules::{Checks, Rules};

/// The checks and pins of the side to move.
pub struct Legality {
    /// The pinned pieces; [`Board::pin_mask`] gives the cells that one may move to.
    pub(super) pinned: CellSet,
    /// The cells to which a piece other than the king may move without leaving a check.
    pub(super) evasions: CellSet,
    /// Whether the king is attacked.
    pub(super) in_check: bool,
}

impl Legality {
    /// No check and no pin.
    pub(super) const UNRESTRICTED: Legality =
        Legality { pinned: CellSet::EMPTY, evasions: CellSet::ALL, in_check: false };
}

/// Returns the cells from which a pawn of that side attacks a cell.
#[inline(always)]
pub(super) fn pawn_attackers(side: Side, cell: Place) -> CellSet {
    PAWN_ATTACKERS[side.index()][byte_index(cell) % CELLS]
}

impl Checks for Board {
    type CheckInfo = Legality;

    #[inline(always)]
    fn check_info(&self) -> Legality {
        self.legality()
    }

    fn unrestricted_info(&self) -> Legality {
        Legality::UNRESTRICTED
    }
}

impl Board {
    /// Returns the pieces of both sides that attack a cell. Only those on `occupied` cells attack
    /// and block.
    #[inline]
    pub(super) fn attackers(&self, cell: Place, occupied: &CellSet) -> CellSet {
        let mut attackers =
            knight_attacks(cell) & self.knights() | king_attacks(cell) & self.kings();
        for side in Side::ALL {
            attackers |= pawn_attackers(side, cell) & self.pawns() & self.pieces(side);
        }
        attackers |= stack::rook_attacks(cell, occupied).to_set() & self.rooks_and_queens();
        attackers |= stack::bishop_attacks(cell, occupied).to_set() & self.bishops_and_queens();
        attackers & *occupied
    }

    /// Returns whether any of `pieces`, which are of the side `by`, attacks a cell. Lines end at
    /// `occupied` cells.
    #[inline(always)]
    pub(super) fn is_attacked(
        &self,
        cell: Place,
        by: Side,
        pieces: &CellSet,
        occupied: &CellSet,
    ) -> bool {
        let leapers = knight_attacks(cell) & self.knights()
            | king_attacks(cell) & self.kings()
            | pawn_attackers(by, cell) & self.pawns();
        if !(leapers & *pieces).is_empty() {
            return true;
        }
        let (lines, diagonals) =
            (self.rooks_and_queens() & *pieces, self.bishops_and_queens() & *pieces);
        if (rook_rays(cell) & lines | bishop_rays(cell) & diagonals).is_empty() {
            return false;
        }
        stack::rook_attacks(cell, occupied).count(&lines)
            + stack::bishop_attacks(cell, occupied).count(&diagonals)
            != 0
    }

    /// Returns whether the king of a side is attacked.
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        let by = side.other();
        self.is_attacked(self.king_cell(side), by, &self.pieces(by), &self.occupied())
    }

    /// Returns whether a normal move can attack the enemy king, if nothing blocks the lines: the moved
    /// piece reaches it, or a slider is in line with it behind the origin.
    #[inline]
    pub(super) fn may_attack_king(&self, mv: Move) -> bool {
        let king = self.king_cell(self.side.other());
        let (lines, diagonals) = (rook_rays(king), bishop_rays(king));
        let attacked_from = match mv.promotion().unwrap_or_else(|| self.moved_piece(mv)) {
            PieceType::PAWN => pawn_attackers(self.side, king),
            PieceType::KNIGHT => knight_attacks(king),
            PieceType::BISHOP => diagonals,
            PieceType::ROOK => lines,
            PieceType::QUEEN => lines | diagonals,
            _ => CellSet::EMPTY,
        };
        if attacked_from.contains(mv.to()) {
            return true;
        }
        if !(lines | diagonals).contains(mv.from()) {
            return false;
        }
        let sliders = lines & self.rooks_and_queens() | diagonals & self.bishops_and_queens();
        let others = self.pieces(self.side) & !CellSet::from_cell(mv.from());
        !(sliders & others).is_empty()
    }

    /// Returns the checks and pins of the side to move.
    #[inline(always)]
    pub(super) fn legality(&self) -> Legality {
        let own = self.pieces(self.side);
        let enemy = self.occupied() & !own;
        let mut legality = Legality::UNRESTRICTED;
        let at = self.king_cell(self.side);
        let leapers = knight_attacks(at) & self.knights()
            | pawn_attackers(self.side.other(), at) & self.pawns();
        let leapers = leapers & enemy;
        if !leapers.is_empty() {
            legality.in_check = true;
            // Only a king move evades two leapers.
            legality.evasions = leapers.single().map_or(CellSet::EMPTY, CellSet::from_cell);
        }
        let aligned = self.aligned_with_king(&enemy);
        if !aligned.is_empty() {
            self.add_checks_and_pins(aligned, &own, &mut legality);
        }
        legality
    }

    /// Returns the enemy sliders in line with the king of the side to move.
    #[inline(always)]
    fn aligned_with_king(&self, enemy: &CellSet) -> CellSet {
        let at = self.king_cell(self.side);
        let sliders =
            rook_rays(at) & self.rooks_and_queens() | bishop_rays(at) & self.bishops_and_queens();
        sliders & *enemy
    }

    /// Adds the checks and pins by sliders in line with the king.
    #[inline(always)]
    fn add_checks_and_pins(&self, aligned: CellSet, own: &CellSet, legality: &mut Legality) {
        let at = self.king_cell(self.side);
        let (level, square) = (level_of(at) % LEVELS, square_of(at));
        let occupied = self.occupied();
        let mut add_check = |between: CellSet, slider: Place| {
            legality.in_check = true;
            legality.evasions = legality.evasions & (between | CellSet::from_cell(slider));
        };
        for other in 0..LEVELS {
            for slider in BitIter(aligned.0[other]) {
                let slider = cell(other, slider.into());
                if other == level {
                    let between = between(square, square_of(slider));
                    let blocking = between & occupied.0[level];
                    if blocking == 0 {
                        let mut cells = CellSet::EMPTY;
                        cells.0[level] = between;
                        add_check(cells, slider);
                    } else if blocking & (blocking - 1) == 0 {
                        legality.pinned.0[level] |= blocking & own.0[level];
                    }
                } else {
                    let between = between_cells(at, slider);
                    if (between & occupied).is_empty() {
                        add_check(between, slider);
                    } else {
                        legality.pinned |= between & *own;
                    }
                }
            }
        }
    }

    /// Returns the cells that a pinned piece may move to: the line to the pinning slider, and the
    /// slider.
    #[inline(never)]
    pub(super) fn pin_mask(&self, piece: Place) -> CellSet {
        let (at, occupied) = (self.king_cell(self.side), self.occupied());
        let mut mask = CellSet::ALL;
        self.aligned_with_king(&self.pieces(self.side.other())).for_each(|slider| {
            let between = between_cells(at, slider);
            if (between & occupied) == CellSet::from_cell(piece) {
                mask = between | CellSet::from_cell(slider);
            }
        });
        mask
    }
}
