//! Who attacks whom; checks and pins.

use super::board::Board;
use super::pawns;
use crate::geometry::bits::BitIter;
use crate::geometry::plane::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, rook_attacks, rook_rays,
};
use crate::moves::Side;

/// What decides legality for the side to move.
pub struct Legality {
    /// Where its king stands.
    pub king: usize,
    /// The enemy's men that attack it.
    pub checkers: u64,
    /// Its men that alone stand between the king and an enemy slider.
    pub pinned: u64,
    /// The cells to which a man other than the king may go, as far as checks are concerned.
    pub evasions: u64,
}

impl Board {
    /// The men of both sides that attack a cell, lines seen over these blockers.
    #[inline(always)]
    pub(super) fn attackers(&self, at: usize, blockers: u64) -> u64 {
        let men = &self.pieces;
        let pawns = men.pawns();
        let [white, black] = Side::ALL.map(|side| men.by_side(side) & pawns);
        knight_attacks(at) & men.knights()
            | king_attacks(at) & men.kings()
            | pawns::attacks(Side::Black, at) & white
            | pawns::attacks(Side::White, at) & black
            | self.slider_attackers(at, blockers)
    }

    /// The sliders of both sides that attack a cell over these blockers.
    #[inline(always)]
    pub(super) fn slider_attackers(&self, at: usize, blockers: u64) -> u64 {
        rook_attacks(at, blockers) & self.pieces.rooks_and_queens()
            | bishop_attacks(at, blockers) & self.pieces.bishops_and_queens()
    }

    /// Does a man of that side attack a cell, lines seen over these blockers?
    #[inline(always)]
    pub(super) fn is_attacked(&self, at: usize, blockers: u64, by: Side) -> bool {
        let (men, enemy) = (&self.pieces, self.pieces.by_side(by));
        let leapers = knight_attacks(at) & men.knights()
            | king_attacks(at) & men.kings()
            | pawns::attacks(by.other(), at) & men.pawns();
        leapers & enemy != 0 || self.is_attacked_by_slider(at, blockers, enemy)
    }

    /// Does one of these sliders attack a cell, lines seen over these blockers?
    #[inline(always)]
    fn is_attacked_by_slider(&self, at: usize, blockers: u64, sliders: u64) -> bool {
        let (lines, diagonals) =
            (self.pieces.rooks_and_queens() & sliders, self.pieces.bishops_and_queens() & sliders);
        rook_rays(at) & lines != 0 && rook_attacks(at, blockers) & lines != 0
            || bishop_rays(at) & diagonals != 0 && bishop_attacks(at, blockers) & diagonals != 0
    }

    /// Does the king of that side stand attacked?
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        self.is_attacked(self.king_cell(side).into(), self.pieces.occupied(), side.other())
    }

    /// Checks and pins of the side to move.
    #[inline(always)]
    pub(super) fn legality(&self) -> Legality {
        let men = &self.pieces;
        let (own, occupied) = (men.by_side(self.side), men.occupied());
        let enemy = occupied & !own;
        let king_cell = usize::from(self.king_cell(self.side));
        let leapers = knight_attacks(king_cell) & men.knights()
            | pawns::attacks(self.side, king_cell) & men.pawns();
        let mut checkers = leapers & enemy;
        let mut pinned = 0;
        let sliders = rook_rays(king_cell) & men.rooks_and_queens()
            | bishop_rays(king_cell) & men.bishops_and_queens();
        for slider in BitIter(sliders & enemy) {
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

    /// Of these cells, those that the king of the side to move can go to without being attacked.
    #[inline(always)]
    pub(super) fn safe_for_king(&self, king_cell: usize, mut cells: u64) -> u64 {
        let men = &self.pieces;
        let by = self.side.other();
        let enemy = men.by_side(by);
        cells &= !pawns::attacks_of(by, men.pawns() & enemy);
        cells &= !king_attacks((men.kings() & enemy).trailing_zeros() as usize);
        // The king does not hide what lies behind it.
        let blockers = men.occupied() & !(1 << king_cell);
        let knights = men.knights() & enemy;
        for cell in BitIter(cells) {
            if knight_attacks(cell.into()) & knights != 0
                || self.is_attacked_by_slider(cell.into(), blockers, enemy)
            {
                cells &= !(1 << cell);
            }
        }
        cells
    }
}
