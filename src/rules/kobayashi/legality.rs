//! Who attacks whom; checks and pins.
//!
//! A slider's check allows the other men what stops it: to stand between, or to take the checker;
//! a man pinned on a line may move along it. Two cells are in line in one way at most, and no man
//! but a slider cares what stands between: pins and blocks are those of ordinary chess. What can
//! go wrong is a line that leads beyond one board, up, down or to a platform that adjoins: these
//! are walked.

use super::Board;
use super::half::{BISHOP_PLANE, ROOK_PLANE, VERTICAL, WAYS};
use super::lines::{BISHOP, ROOK, between, ray_through};
use super::shape::{Shape, is_fixed};
use crate::geometry::bits::Bits;
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
    pub const FREE: Legality = Legality { checkers: 0, evasions: u64::MAX, pinned: 0 };

    #[inline(always)]
    fn check(&mut self, checker: u64, evasions: u64) {
        self.checkers |= checker;
        self.evasions &= evasions | checker;
    }
}

impl Board {
    /// The men of both sides that attack a square, lines seen over these occupied squares.
    #[inline(always)]
    pub(super) fn attackers(&self, shape: &Shape, at: u8, occupied: u64) -> u64 {
        let pawns = self.pawns();
        let pawns_of = |side: Side| shape.pawn(side.other(), at) & self.men(side) & pawns;
        let attackers = shape.knight(at) & self.knights()
            | shape.king(at) & self.kings()
            | pawns_of(Side::White)
            | pawns_of(Side::Black)
            | shape.rook(at, occupied) & self.on_lines()
            | shape.bishop(at, occupied) & self.on_diagonals();
        attackers & occupied
    }

    /// Does a man of that side attack a square, lines seen over these occupied squares?
    #[inline(always)]
    pub(super) fn is_attacked(&self, shape: &Shape, at: u8, by: Side, occupied: u64) -> bool {
        let attackers = shape.knight(at) & self.knights()
            | shape.king(at) & self.kings()
            | shape.pawn(by.other(), at) & self.pawns()
            | shape.rook(at, occupied) & self.on_lines()
            | shape.bishop(at, occupied) & self.on_diagonals();
        attackers & self.men(by) != 0
    }

    /// Does the king of that side stand attacked?
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        let king = self.king_square(side);
        self.is_attacked(&self.shape(), king, side.other(), self.occupied())
    }

    /// Checks and pins of the side to move.
    #[inline(always)]
    pub(super) fn legality(&self, shape: &Shape) -> Legality {
        let side = self.side;
        let king = self.king_square(side);
        let (own, enemy, occupied) = (self.men(side), self.men(side.other()), self.occupied());
        let mut legality = Legality::FREE;
        let (lines, diagonals) = (self.on_lines() & enemy, self.on_diagonals() & enemy);
        let leapers = shape.knight(king) & self.knights() & enemy
            | shape.pawn(side, king) & self.pawns() & enemy
            | shape.triagonal(king) & diagonals;
        if leapers != 0 {
            // Two of them leave nothing but a king move.
            legality.checkers = leapers;
            legality.evasions = if leapers & (leapers - 1) == 0 { leapers } else { 0 };
        }
        let in_line = ROOK.attacks(king, 0) & lines | BISHOP.attacks(king, 0) & diagonals;
        for slider in Bits(in_line) {
            let between = if is_fixed(king) { between(king, slider) } else { 0 };
            let blocking = between & occupied;
            if blocking == 0 {
                legality.check(1 << slider, between);
            } else if blocking & (blocking - 1) == 0 {
                legality.pinned |= blocking & own;
            }
        }
        if shape.leads_beyond(king) {
            self.look_beyond(shape, king, &mut legality);
        }
        legality
    }

    /// Checks and pins from beyond the king's own board.
    #[inline(never)]
    fn look_beyond(&self, shape: &Shape, king: u8, legality: &mut Legality) {
        let side = self.side;
        let (own, enemy, occupied) = (self.men(side), self.men(side.other()), self.occupied());
        let mut look = |way: usize, sliders: u64| {
            let ray = shape.ray(way, king, occupied);
            let first = ray & occupied;
            if first & sliders != 0 {
                legality.check(first, ray);
            } else if first & own != 0 {
                let behind = shape.ray(way, king, occupied & !first);
                if behind & occupied & !first & sliders != 0 {
                    legality.pinned |= first;
                }
            }
        };
        let (lines, diagonals) = (self.on_lines() & enemy, self.on_diagonals() & enemy);
        VERTICAL.for_each(|way| look(way, lines));
        if shape.is_joined(king) {
            ROOK_PLANE.for_each(|way| look(way, lines));
            BISHOP_PLANE.for_each(|way| look(way, diagonals));
        }
    }

    /// The squares that a man may go to as far as pins are concerned.
    #[inline(always)]
    pub(super) fn pin_mask(&self, shape: &Shape, legality: &Legality, square: u8) -> u64 {
        if legality.pinned >> square & 1 == 0 { u64::MAX } else { self.mask_of_pin(shape, square) }
    }

    /// The line from the king through a pinned man.
    #[inline(never)]
    fn mask_of_pin(&self, shape: &Shape, square: u8) -> u64 {
        let king = self.king_square(self.side);
        if is_fixed(king) && is_fixed(square) && king / 16 == square / 16 {
            return ray_through(king, square);
        }
        let mut rays = (0..WAYS.len()).map(|way| shape.ray(way, king, 0));
        rays.find(|ray| ray >> square & 1 != 0).unwrap_or(0)
    }
}
