//! Attacks, checks and pins.
//!
//! Two cells are in line in at most one direction, and only sliders can be blocked. Pins and blocks
//! are therefore those of chess: a piece may block a check or capture the checker, and a pinned
//! piece may move along its line. Lines that leave a board, upward, downward or to an adjoining
//! platform, are walked step by step.

use super::board::Kobayashi;
use super::layout::{BISHOP, PlatformLayout, ROOK, between, is_fixed, ray_through};
use super::tables::{
    BISHOP_PLANE_DIRECTIONS, DIRECTIONS, ROOK_PLANE_DIRECTIONS, VERTICAL_DIRECTIONS,
};
use crate::geometry::bits::BitIter;
use crate::moves::Side;
use crate::rules::Checks;

/// The checks and pins of the side to move.
pub(crate) struct Legality {
    /// The pieces that give check.
    pub(crate) checkers: u64,
    /// The squares where a piece other than the king may go to answer the checks.
    pub(crate) evasions: u64,
    /// The pinned pieces; [`Kobayashi::pin_mask`] returns where one may go.
    pub(crate) pinned: u64,
}

/// The checks and pins of the side to move, and the platforms that lines depend on.
pub struct CheckInfo {
    pub(super) layout: PlatformLayout,
    pub(super) legality: Legality,
}

impl Legality {
    /// No checks and no pins.
    pub(crate) const UNRESTRICTED: Legality =
        Legality { checkers: 0, evasions: u64::MAX, pinned: 0 };

    #[inline(always)]
    fn add_check(&mut self, checker: u64, evasions: u64) {
        self.checkers |= checker;
        self.evasions &= evasions | checker;
    }

    /// Adds checks and pins by sliders on other boards than the king's. `sliders` are the enemies
    /// that move along lines and along diagonals.
    #[inline(never)]
    fn add_off_board(
        &mut self,
        layout: &PlatformLayout,
        king: u8,
        own: u64,
        occupied: u64,
        sliders: [u64; 2],
    ) {
        let [lines, diagonals] = sliders;
        let mut check_line = |direction: usize, sliders: u64| {
            let ray = layout.ray(direction, king, occupied);
            let first = ray & occupied;
            if first & sliders != 0 {
                self.add_check(first, ray);
            } else if first & own != 0 {
                let behind = layout.ray(direction, king, occupied & !first);
                if behind & occupied & !first & sliders != 0 {
                    self.pinned |= first;
                }
            }
        };
        VERTICAL_DIRECTIONS.for_each(|direction| check_line(direction, lines));
        if layout.is_adjoining(king) {
            ROOK_PLANE_DIRECTIONS.for_each(|direction| check_line(direction, lines));
            BISHOP_PLANE_DIRECTIONS.for_each(|direction| check_line(direction, diagonals));
        }
    }
}

impl Checks for Kobayashi {
    type CheckInfo = CheckInfo;

    #[inline]
    fn check_info(&self) -> CheckInfo {
        let layout = self.layout();
        CheckInfo { layout, legality: self.legality(&layout) }
    }

    fn unrestricted_info(&self) -> CheckInfo {
        CheckInfo { layout: self.layout(), legality: Legality::UNRESTRICTED }
    }
}

impl Kobayashi {
    /// Returns the squares that the pieces of a side attack.
    pub(super) fn squares_attacked_by(&self, layout: &PlatformLayout, by: Side) -> u64 {
        let (state, occupied) = (&self.state, self.state.occupied());
        let own = state.pieces(by);
        let mut squares = layout.king_attacks(state.king_square(by));
        for from in BitIter(state.pawns() & own) {
            squares |= layout.pawn_attacks(by, from);
        }
        for from in BitIter(state.knights() & own) {
            squares |= layout.knight_attacks(from);
        }
        let (lines, diagonals) = (state.rooks_and_queens() & own, state.bishops_and_queens() & own);
        for from in BitIter(diagonals) {
            squares |= layout.bishop_attacks(from, occupied);
        }
        for from in BitIter(lines) {
            squares |= layout.rook_attacks(from, occupied);
        }
        squares
    }

    /// Returns the pieces of both sides that attack a square, among those on these occupied
    /// squares, which also block lines.
    #[inline(always)]
    pub(super) fn attackers(&self, layout: &PlatformLayout, at: u8, occupied: u64) -> u64 {
        let pawns = self.state.pawns();
        let pawns_of =
            |side: Side| layout.pawn_attacks(side.other(), at) & self.state.pieces(side) & pawns;
        let attackers = layout.knight_attacks(at) & self.state.knights()
            | layout.king_attacks(at) & self.state.kings()
            | pawns_of(Side::White)
            | pawns_of(Side::Black)
            | layout.rook_attacks(at, occupied) & self.state.rooks_and_queens()
            | layout.bishop_attacks(at, occupied) & self.state.bishops_and_queens();
        attackers & occupied
    }

    /// Returns whether a piece of that side attacks a square; `occupied` blocks the lines.
    #[inline(always)]
    pub(super) fn is_attacked(
        &self,
        layout: &PlatformLayout,
        at: u8,
        by: Side,
        occupied: u64,
    ) -> bool {
        let attackers = layout.knight_attacks(at) & self.state.knights()
            | layout.king_attacks(at) & self.state.kings()
            | layout.pawn_attacks(by.other(), at) & self.state.pawns()
            | layout.rook_attacks(at, occupied) & self.state.rooks_and_queens()
            | layout.bishop_attacks(at, occupied) & self.state.bishops_and_queens();
        attackers & self.state.pieces(by) != 0
    }

    /// Returns whether the king of that side is attacked.
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        let king = self.state.king_square(side);
        self.is_attacked(&self.layout(), king, side.other(), self.state.occupied())
    }

    /// Computes the checks and pins of the side to move.
    #[inline(always)]
    pub(super) fn legality(&self, layout: &PlatformLayout) -> Legality {
        let side = self.state.side;
        let king = self.state.king_square(side);
        let (own, enemy, occupied) =
            (self.state.pieces(side), self.state.pieces(side.other()), self.state.occupied());
        let mut legality = Legality::UNRESTRICTED;
        let (lines, diagonals) =
            (self.state.rooks_and_queens() & enemy, self.state.bishops_and_queens() & enemy);
        let leapers = layout.knight_attacks(king) & self.state.knights() & enemy
            | layout.pawn_attacks(side, king) & self.state.pawns() & enemy
            | layout.triagonal_attacks(king) & diagonals;
        if leapers != 0 {
            // Against two leapers only the king can move.
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
        if layout.has_lines_off_board(king) {
            legality.add_off_board(layout, king, own, occupied, [lines, diagonals]);
        }
        legality
    }

    /// Returns the squares where the pin of a piece lets it go.
    #[inline(always)]
    pub(super) fn pin_mask(&self, layout: &PlatformLayout, legality: &Legality, square: u8) -> u64 {
        if legality.pinned >> square & 1 == 0 {
            u64::MAX
        } else {
            pin_ray(layout, self.state.king_square(self.state.side), square)
        }
    }
}

/// Returns the line from the king through a pinned piece.
#[inline(never)]
fn pin_ray(layout: &PlatformLayout, king: u8, square: u8) -> u64 {
    if is_fixed(king) && is_fixed(square) && king / 16 == square / 16 {
        return ray_through(king, square);
    }
    let mut rays = (0..DIRECTIONS.len()).map(|direction| layout.ray(direction, king, 0));
    rays.find(|ray| ray >> square & 1 != 0).unwrap_or(0)
}
