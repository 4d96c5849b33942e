//! Who attacks whom; checks and pins.
//!
//! A slider's check allows the other men what stops it: to stand between, or to take the checker;
//! a man pinned on a line may move along it. Two cells are in line in one way at most, and no man
//! but a slider cares what stands between: pins and blocks are those of ordinary chess. What can
//! go wrong is a line that leads beyond one board, up, down or to a platform that adjoins: these
//! are walked.

use super::board::Board;
use super::half_tables::{
    BISHOP_PLANE_DIRECTIONS, DIRECTIONS, ROOK_PLANE_DIRECTIONS, VERTICAL_DIRECTIONS,
};
use super::layout::{PlatformLayout, is_fixed};
use super::lines::{BISHOP, ROOK, between, ray_through};
use crate::geometry::bits::BitIter;
use crate::moves::Side;

/// What decides legality for the side to move.
pub struct Legality {
    /// The men that give check.
    pub checkers: u64,
    /// The squares to which a man other than the king may go, as far as checks are concerned.
    pub evasions: u64,
    /// The pinned men; [`Board::pin_mask`] tells where one may go.
    pub pinned: u64,
}

impl Legality {
    /// Nothing stands in the way.
    pub const UNRESTRICTED: Legality = Legality { checkers: 0, evasions: u64::MAX, pinned: 0 };

    #[inline(always)]
    fn add_check(&mut self, checker: u64, evasions: u64) {
        self.checkers |= checker;
        self.evasions &= evasions | checker;
    }
}

impl Board {
    /// The men of both sides that attack a square, lines seen over these occupied squares.
    #[inline(always)]
    pub(super) fn attackers(&self, shape: &PlatformLayout, at: u8, occupied: u64) -> u64 {
        let pawns = self.state.pawns();
        let pawns_of =
            |side: Side| shape.pawn_attacks(side.other(), at) & self.state.pieces(side) & pawns;
        let attackers = shape.knight_attacks(at) & self.state.knights()
            | shape.king_attacks(at) & self.state.kings()
            | pawns_of(Side::White)
            | pawns_of(Side::Black)
            | shape.rook_attacks(at, occupied) & self.state.rooks_and_queens()
            | shape.bishop_attacks(at, occupied) & self.state.bishops_and_queens();
        attackers & occupied
    }

    /// Does a man of that side attack a square, lines seen over these occupied squares?
    #[inline(always)]
    pub(super) fn is_attacked(
        &self,
        shape: &PlatformLayout,
        at: u8,
        by: Side,
        occupied: u64,
    ) -> bool {
        let attackers = shape.knight_attacks(at) & self.state.knights()
            | shape.king_attacks(at) & self.state.kings()
            | shape.pawn_attacks(by.other(), at) & self.state.pawns()
            | shape.rook_attacks(at, occupied) & self.state.rooks_and_queens()
            | shape.bishop_attacks(at, occupied) & self.state.bishops_and_queens();
        attackers & self.state.pieces(by) != 0
    }

    /// Does the king of that side stand attacked?
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        let king = self.state.king_square(side);
        self.is_attacked(&self.layout(), king, side.other(), self.state.occupied())
    }

    /// Checks and pins of the side to move.
    #[inline(always)]
    pub(super) fn legality(&self, shape: &PlatformLayout) -> Legality {
        let side = self.state.side;
        let king = self.state.king_square(side);
        let (own, enemy, occupied) =
            (self.state.pieces(side), self.state.pieces(side.other()), self.state.occupied());
        let mut legality = Legality::UNRESTRICTED;
        let (lines, diagonals) =
            (self.state.rooks_and_queens() & enemy, self.state.bishops_and_queens() & enemy);
        let leapers = shape.knight_attacks(king) & self.state.knights() & enemy
            | shape.pawn_attacks(side, king) & self.state.pawns() & enemy
            | shape.triagonal_attacks(king) & diagonals;
        if leapers != 0 {
            // Two of them leave nothing but a king move.
            legality.checkers = leapers;
            legality.evasions = if leapers & (leapers - 1) == 0 { leapers } else { 0 };
        }
        let in_line = ROOK.attacks(king, 0) & lines | BISHOP.attacks(king, 0) & diagonals;
        for slider in BitIter(in_line) {
            let between = if is_fixed(king) { between(king, slider) } else { 0 };
            let blocking = between & occupied;
            if blocking == 0 {
                legality.add_check(1 << slider, between);
            } else if blocking & (blocking - 1) == 0 {
                legality.pinned |= blocking & own;
            }
        }
        if shape.has_lines_off_board(king) {
            self.add_off_board_checks_and_pins(shape, king, &mut legality);
        }
        legality
    }

    /// Checks and pins from beyond the king's own board.
    #[inline(never)]
    fn add_off_board_checks_and_pins(
        &self,
        shape: &PlatformLayout,
        king: u8,
        legality: &mut Legality,
    ) {
        let side = self.state.side;
        let (own, enemy, occupied) =
            (self.state.pieces(side), self.state.pieces(side.other()), self.state.occupied());
        let mut look = |way: usize, sliders: u64| {
            let ray = shape.ray(way, king, occupied);
            let first = ray & occupied;
            if first & sliders != 0 {
                legality.add_check(first, ray);
            } else if first & own != 0 {
                let behind = shape.ray(way, king, occupied & !first);
                if behind & occupied & !first & sliders != 0 {
                    legality.pinned |= first;
                }
            }
        };
        let (lines, diagonals) =
            (self.state.rooks_and_queens() & enemy, self.state.bishops_and_queens() & enemy);
        VERTICAL_DIRECTIONS.for_each(|way| look(way, lines));
        if shape.is_adjoining(king) {
            ROOK_PLANE_DIRECTIONS.for_each(|way| look(way, lines));
            BISHOP_PLANE_DIRECTIONS.for_each(|way| look(way, diagonals));
        }
    }

    /// The squares that a man may go to as far as pins are concerned.
    #[inline(always)]
    pub(super) fn pin_mask(&self, shape: &PlatformLayout, legality: &Legality, square: u8) -> u64 {
        if legality.pinned >> square & 1 == 0 { u64::MAX } else { self.pin_ray(shape, square) }
    }

    /// The line from the king through a pinned man.
    #[inline(never)]
    fn pin_ray(&self, shape: &PlatformLayout, square: u8) -> u64 {
        let king = self.state.king_square(self.state.side);
        if is_fixed(king) && is_fixed(square) && king / 16 == square / 16 {
            return ray_through(king, square);
        }
        let mut rays = (0..DIRECTIONS.len()).map(|way| shape.ray(way, king, 0));
        rays.find(|ray| ray >> square & 1 != 0).unwrap_or(0)
    }
}
