//! Who attacks whom; checks and pins.
//!
//! A check along a path allows the other men only what stops every open path at once: to stand on
//! a cell of the path, or to take the checker. A man pinned on a path (the only one on it) may move
//! along its cells or take the pinner; several pins meet.

use super::board::Board;
use super::ceilings::CeilingBlockers;
use super::tables::{BISHOP_RAY_SQUARES, KING_ATTACKS, KNIGHT_ATTACKS, ROOK_RAY_SQUARES};
use crate::geometry::bits::BitIter;
use crate::geometry::columns::between;
use crate::moves::Side;

/// What decides legality for the side to move.
pub struct Legality {
    /// The pinned men; [`Board::pin_mask`] tells where one may go.
    pub pinned: u64,
    /// The squares to which a man other than the king may go, as far as checks are concerned.
    pub evasions: u64,
    /// Is the king attacked?
    pub in_check: bool,
    /// A knight or pawn gives check, which no platform move can parry.
    pub leaper_check: bool,
    /// Is an enemy slider in line with the king?
    pub in_line: bool,
    /// The columns that lie between the king and the sliders in line with it.
    pub king_lines: u64,
}

impl Legality {
    /// Nothing stands in the way but a leaper's check, if there is one.
    #[inline(always)]
    pub fn new(leaper_check: bool) -> Legality {
        Legality {
            pinned: 0,
            evasions: u64::MAX,
            in_check: leaper_check,
            leaper_check,
            in_line: false,
            king_lines: 0,
        }
    }
}

/// A path from an enemy slider to the king that at most one man blocks.
struct SliderLine {
    /// The columns between that are blocked: none or one.
    blocking: u64,
    /// The columns between.
    between: u64,
    ceiling: usize,
    slider: u8,
}

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// The men of both sides that attack a place, lines seen in this scene, of those on `men`.
    #[inline(always)]
    pub(super) fn attackers(&self, scene: &CeilingBlockers, at: (usize, usize), men: u64) -> u64 {
        let rows = scene.layout.table_rows;
        let mut attackers = KNIGHT_ATTACKS.at(at.0, rows) & self.state.knights();
        attackers |= KING_ATTACKS.at(at.0, rows) & self.state.kings();
        for side in Side::ALL {
            let pawns = self.state.pawns() & self.state.pieces(side);
            attackers |= Self::pawn_attacks(side).at(at.0, rows) & pawns;
        }
        let sliders = ROOK_RAY_SQUARES.at(at.0, rows) & self.state.rooks_and_queens()
            | BISHOP_RAY_SQUARES.at(at.0, rows) & self.state.bishops_and_queens();
        for square in BitIter(sliders & men) {
            if scene.is_free(at, scene.layout.column_and_level(square)) {
                attackers |= 1 << square;
            }
        }
        attackers & men
    }

    /// Does a man of that side attack a place? A man's own column is never attacked by it.
    #[inline(always)]
    pub(super) fn is_attacked(
        &self,
        scene: &CeilingBlockers,
        at: (usize, usize),
        by: Side,
    ) -> bool {
        let rows = scene.layout.table_rows;
        let men = self.state.pieces(by);
        let leapers = KNIGHT_ATTACKS.at(at.0, rows) & self.state.knights()
            | KING_ATTACKS.at(at.0, rows) & self.state.kings()
            | Self::pawn_attacks(by).at(at.0, rows) & self.state.pawns();
        if leapers & men != 0 {
            return true;
        }
        let sliders = ROOK_RAY_SQUARES.at(at.0, rows) & self.state.rooks_and_queens()
            | BISHOP_RAY_SQUARES.at(at.0, rows) & self.state.bishops_and_queens();
        BitIter(sliders & men)
            .any(|square| scene.is_free(at, scene.layout.column_and_level(square)))
    }

    /// Does the king of that side stand attacked?
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        let shape = self.layout();
        let scene = CeilingBlockers::new(&shape, self.state.occupied());
        self.is_attacked(&scene, shape.column_and_level(self.state.king_square(side)), side.other())
    }

    /// Checks and pins of the side to move.
    #[inline(always)]
    pub(super) fn legality(&self, scene: &CeilingBlockers) -> Legality {
        let side = self.state.side;
        let rows = scene.layout.table_rows;
        let king = scene.layout.column_and_level(self.state.king_square(side));
        let (own, enemy) = (self.state.pieces(side), self.state.pieces(side.other()));
        let leapers = enemy
            & (KNIGHT_ATTACKS.at(king.0, rows) & self.state.knights()
                | Self::pawn_attacks(side.other()).at(king.0, rows) & self.state.pawns());
        let mut legality = Legality::new(leapers != 0);
        if leapers != 0 {
            // Two leapers leave nothing but a king move.
            legality.evasions = if leapers & (leapers - 1) == 0 { leapers } else { 0 };
        }
        let (in_line, king_lines) = self.for_each_slider_line(scene, king, |sight| {
            if sight.blocking == 0 {
                let Some(cells) = scene.path_squares(sight.between, sight.ceiling) else { return };
                legality.in_check = true;
                legality.evasions &= cells | 1 << sight.slider;
            } else {
                // A column without a cell blocks as well, and pins nobody.
                let column = sight.blocking.trailing_zeros() as usize;
                let top = scene.top_square(column, sight.ceiling);
                legality.pinned |= top.map_or(0, |square| 1 << square) & own;
            }
        });
        legality.in_line = in_line;
        legality.king_lines = king_lines;
        legality
    }

    /// Calls `visit` for every path from an enemy slider to the king of the side to move that at
    /// most one column blocks. Tells whether a slider is in line with the king at all, and the
    /// columns that lie between.
    #[inline(always)]
    fn for_each_slider_line(
        &self,
        scene: &CeilingBlockers,
        king: (usize, usize),
        mut visit: impl FnMut(SliderLine),
    ) -> (bool, u64) {
        let rows = scene.layout.table_rows;
        let sliders = ROOK_RAY_SQUARES.at(king.0, rows) & self.state.rooks_and_queens()
            | BISHOP_RAY_SQUARES.at(king.0, rows) & self.state.bishops_and_queens();
        let sliders = sliders & self.state.pieces(self.state.side.other());
        let mut lines = 0;
        for slider in BitIter(sliders) {
            let place = scene.layout.column_and_level(slider);
            let between = between(king.0, place.0);
            lines |= between;
            let ceiling = king.1.max(place.1);
            let mut look = |ceiling: usize| {
                let blocking = between & scene.blockers(ceiling);
                if blocking & blocking.wrapping_sub(1) == 0 {
                    visit(SliderLine { blocking, between, ceiling, slider });
                }
            };
            look(ceiling);
            if scene.has_path_b(ceiling) {
                look(ceiling | 1);
            }
        }
        (sliders != 0, lines)
    }

    /// The squares that a man may go to as far as pins are concerned.
    #[inline(always)]
    pub(super) fn pin_mask(&self, scene: &CeilingBlockers, legality: &Legality, square: u8) -> u64 {
        if legality.pinned >> square & 1 == 0 {
            u64::MAX
        } else {
            self.compute_pin_mask(scene, square)
        }
    }

    #[inline(never)]
    fn compute_pin_mask(&self, scene: &CeilingBlockers, square: u8) -> u64 {
        let mut mask = u64::MAX;
        let king = scene.layout.column_and_level(self.state.king_square(self.state.side));
        self.for_each_slider_line(scene, king, |sight| {
            let cells = scene.path_squares(sight.between, sight.ceiling).unwrap_or(0);
            if cells >> square & 1 != 0 {
                mask &= cells | 1 << sight.slider;
            }
        });
        mask
    }
}
