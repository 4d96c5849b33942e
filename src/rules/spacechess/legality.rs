//! Who attacks whom; checks and pins.
//!
//! A line within the king's level is blocked and parried as in ordinary chess. One that comes from
//! another level has at most one cell between, on the middle level: a man pinned there can do
//! nothing but take the pinner.

use super::Board;
use super::tables::PAWN_SOURCES;
use crate::geometry::bits::Bits;
use crate::geometry::plane::between;
use crate::geometry::stack::{
    self, CELLS, Cells, LEVELS, between_cells, bishop_lines, cell, king, knight, level_of,
    rook_lines, square_of,
};
use crate::moves::{Place, Side};

/// What decides legality for the side to move.
pub struct Legality {
    /// The pinned men; [`Board::pin_mask`] tells where one may go.
    pub pinned: Cells,
    /// The cells to which a man other than the king may go, as far as checks are concerned.
    pub evasions: Cells,
    /// Is the king attacked?
    pub in_check: bool,
}

impl Legality {
    /// Nothing stands in the way.
    pub const FREE: Legality =
        Legality { pinned: Cells::NONE, evasions: Cells::ALL, in_check: false };
}

/// The cells from which a pawn of that side attacks a cell.
#[inline(always)]
pub fn pawn_sources(side: Side, cell: Place) -> Cells {
    PAWN_SOURCES[side.index()][usize::from(cell) % CELLS]
}

impl Board {
    /// The men of both sides that attack a cell, when these cells are occupied.
    #[inline]
    pub(super) fn attackers(&self, cell: Place, occupied: &Cells) -> Cells {
        let mut attackers = knight(cell) & self.knights() | king(cell) & self.kings();
        for side in Side::ALL {
            attackers |= pawn_sources(side, cell) & self.pawns() & self.men(side);
        }
        attackers |= stack::rook(cell, occupied).cells() & self.on_lines();
        attackers |= stack::bishop(cell, occupied).cells() & self.on_diagonals();
        attackers & *occupied
    }

    /// Does any of these men, which are all of one side, attack a cell when these are occupied?
    #[inline(always)]
    pub(super) fn is_attacked(&self, cell: Place, by: Side, men: &Cells, occupied: &Cells) -> bool {
        let leapers = knight(cell) & self.knights()
            | king(cell) & self.kings()
            | pawn_sources(by, cell) & self.pawns();
        if !(leapers & *men).is_empty() {
            return true;
        }
        let (lines, diagonals) = (self.on_lines() & *men, self.on_diagonals() & *men);
        if (rook_lines(cell) & lines | bishop_lines(cell) & diagonals).is_empty() {
            return false;
        }
        stack::rook(cell, occupied).count(&lines) + stack::bishop(cell, occupied).count(&diagonals)
            != 0
    }

    /// Does the king of that side stand attacked?
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        let by = side.other();
        self.is_attacked(self.king_cell(side), by, &self.men(by), &self.occupied())
    }

    /// Checks and pins of the side to move; `own` and `enemy` are the men of the two.
    #[inline(always)]
    pub(super) fn legality(&self, own: &Cells, enemy: &Cells) -> Legality {
        let mut legality = Legality::FREE;
        let at = self.king_cell(self.side);
        let leapers =
            knight(at) & self.knights() | pawn_sources(self.side.other(), at) & self.pawns();
        let leapers = leapers & *enemy;
        if !leapers.is_empty() {
            legality.in_check = true;
            // Two leapers leave nothing but a king move.
            legality.evasions = leapers.only().map_or(Cells::NONE, Cells::of);
        }
        let aligned = self.aligned_with_king(enemy);
        if !aligned.is_empty() {
            self.look_along(aligned, own, &mut legality);
        }
        legality
    }

    /// The enemy's sliders in line with the king of the side to move.
    #[inline(always)]
    fn aligned_with_king(&self, enemy: &Cells) -> Cells {
        let at = self.king_cell(self.side);
        let sliders = rook_lines(at) & self.on_lines() | bishop_lines(at) & self.on_diagonals();
        sliders & *enemy
    }

    /// Adds the checks and pins of sliders in line with the king.
    #[inline(always)]
    fn look_along(&self, aligned: Cells, own: &Cells, legality: &mut Legality) {
        let at = self.king_cell(self.side);
        let (level, square) = (level_of(at) % LEVELS, square_of(at));
        let occupied = self.occupied();
        let mut parry = |between: Cells, slider: Place| {
            legality.in_check = true;
            legality.evasions = legality.evasions & (between | Cells::of(slider));
        };
        for other in 0..LEVELS {
            for slider in Bits(aligned.0[other]) {
                let slider = cell(other, slider.into());
                if other == level {
                    let between = between(square, square_of(slider));
                    let blocking = between & occupied.0[level];
                    if blocking == 0 {
                        let mut cells = Cells::NONE;
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
    pub(super) fn pin_mask(&self, man: Place) -> Cells {
        let (at, occupied) = (self.king_cell(self.side), self.occupied());
        let mut mask = Cells::ALL;
        self.aligned_with_king(&self.men(self.side.other())).for_each(|slider| {
            let between = between_cells(at, slider);
            if (between & occupied) == Cells::of(man) {
                mask = between | Cells::of(slider);
            }
        });
        mask
    }
}
