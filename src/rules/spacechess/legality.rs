//! Who attacks whom; checks and pins.
//!
//! A line within the king's level is blocked and parried as in ordinary chess. One that comes from
//! another level has at most one cell between, on the middle level: a man pinned there can do
//! nothing but take the pinner.

use super::board::Board;
use super::tables::PAWN_ATTACKERS;
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::plane::between;
use crate::geometry::stack::{
    self, CELLS, CellSet, LEVELS, between_cells, bishop_rays, cell, king_attacks, knight_attacks,
    level_of, rook_rays, square_of,
};
use crate::moves::Side;

/// What decides legality for the side to move.
pub struct Legality {
    /// The pinned men; [`Board::pin_mask`] tells where one may go.
    pub pinned: CellSet,
    /// The cells to which a man other than the king may go, as far as checks are concerned.
    pub evasions: CellSet,
    /// Is the king attacked?
    pub in_check: bool,
}

impl Legality {
    /// Nothing stands in the way.
    pub const UNRESTRICTED: Legality =
        Legality { pinned: CellSet::EMPTY, evasions: CellSet::ALL, in_check: false };
}

/// The cells from which a pawn of that side attacks a cell.
#[inline(always)]
pub fn pawn_attackers(side: Side, cell: Place) -> CellSet {
    PAWN_ATTACKERS[side.index()][usize::from(cell) % CELLS]
}

impl Board {
    /// The men of both sides that attack a cell, when these cells are occupied.
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

    /// Does any of these men, which are all of one side, attack a cell when these are occupied?
    #[inline(always)]
    pub(super) fn is_attacked(
        &self,
        cell: Place,
        by: Side,
        men: &CellSet,
        occupied: &CellSet,
    ) -> bool {
        let leapers = knight_attacks(cell) & self.knights()
            | king_attacks(cell) & self.kings()
            | pawn_attackers(by, cell) & self.pawns();
        if !(leapers & *men).is_empty() {
            return true;
        }
        let (lines, diagonals) = (self.rooks_and_queens() & *men, self.bishops_and_queens() & *men);
        if (rook_rays(cell) & lines | bishop_rays(cell) & diagonals).is_empty() {
            return false;
        }
        stack::rook_attacks(cell, occupied).count(&lines)
            + stack::bishop_attacks(cell, occupied).count(&diagonals)
            != 0
    }

    /// Does the king of that side stand attacked?
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        let by = side.other();
        self.is_attacked(self.king_cell(side), by, &self.pieces(by), &self.occupied())
    }

    /// Checks and pins of the side to move; `own` and `enemy` are the men of the two.
    #[inline(always)]
    pub(super) fn legality(&self, own: &CellSet, enemy: &CellSet) -> Legality {
        let mut legality = Legality::UNRESTRICTED;
        let at = self.king_cell(self.side);
        let leapers = knight_attacks(at) & self.knights()
            | pawn_attackers(self.side.other(), at) & self.pawns();
        let leapers = leapers & *enemy;
        if !leapers.is_empty() {
            legality.in_check = true;
            // Two leapers leave nothing but a king move.
            legality.evasions = leapers.single().map_or(CellSet::EMPTY, CellSet::from_cell);
        }
        let aligned = self.aligned_with_king(enemy);
        if !aligned.is_empty() {
            self.add_checks_and_pins(aligned, own, &mut legality);
        }
        legality
    }

    /// The enemy's sliders in line with the king of the side to move.
    #[inline(always)]
    fn aligned_with_king(&self, enemy: &CellSet) -> CellSet {
        let at = self.king_cell(self.side);
        let sliders =
            rook_rays(at) & self.rooks_and_queens() | bishop_rays(at) & self.bishops_and_queens();
        sliders & *enemy
    }

    /// Adds the checks and pins of sliders in line with the king.
    #[inline(always)]
    fn add_checks_and_pins(&self, aligned: CellSet, own: &CellSet, legality: &mut Legality) {
        let at = self.king_cell(self.side);
        let (level, square) = (level_of(at) % LEVELS, square_of(at));
        let occupied = self.occupied();
        let mut parry = |between: CellSet, slider: Place| {
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
                        parry(cells, slider);
                    } else if blocking & (blocking - 1) == 0 {
                        legality.pinned.0[level] |= blocking & own.0[level];
                    }
                } else {
                    let between = between_cells(at, slider);
                    if (between & occupied).is_empty() {
                        parry(between, slider);
                    } else {
                        legality.pinned |= between & *own;
                    }
                }
            }
        }
    }

    /// The cells that a pinned man may go to.
    #[inline(never)]
    pub(super) fn pin_mask(&self, man: Place) -> CellSet {
        let (at, occupied) = (self.king_cell(self.side), self.occupied());
        let mut mask = CellSet::ALL;
        self.aligned_with_king(&self.pieces(self.side.other())).for_each(|slider| {
            let between = between_cells(at, slider);
            if (between & occupied) == CellSet::from_cell(man) {
                mask = between | CellSet::from_cell(slider);
            }
        });
        mask
    }
}
