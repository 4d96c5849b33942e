//! Attacks, checks and pins.
//!
//! A slider may give check along two paths at once. An evasion by another piece than the king must
//! block every open path, or capture the checker. A piece is pinned on a path if it alone blocks
//! it: it may move along the cells of the path or capture the slider. The masks of several pins of
//! one piece are intersected.

use super::board::FederationBoard;
use super::ceilings::CeilingBlockers;
use crate::geometry::bits::BitIter;
use crate::geometry::columns::between;
use crate::geometry::lanes::U64x8;
use crate::moves::Side;
use crate::rules::Checks;
use crate::rules::staircase::{
    BISHOP_RAY_SQUARES, KING_ATTACKS, KNIGHT_ATTACKS, PlatformLayout, ROOK_RAY_SQUARES,
};

/// The checks and pins of the side to move.
pub(crate) struct Legality {
    /// The pinned pieces; [`FederationBoard::pin_mask`] returns where one may go.
    pub(crate) pinned: u64,
    /// The squares where a piece other than the king may go to answer the checks.
    pub(crate) evasions: u64,
    /// Whether the king is attacked.
    pub(crate) in_check: bool,
    /// Whether a knight or pawn gives check, which no platform move can parry.
    pub(crate) leaper_check: bool,
    /// Whether an enemy slider is in line with the king.
    pub(crate) in_line: bool,
    /// The columns between the king and the sliders in line with it.
    pub(crate) king_lines: u64,
}

impl Legality {
    /// Returns a legality without restrictions but for the check of a knight or pawn.
    #[inline(always)]
    pub(crate) fn new(leaper_check: bool) -> Legality {
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

/// The checks and pins of the side to move, and the lines of sight that they follow from.
pub struct CheckInfo {
    layout: PlatformLayout,
    blockers: U64x8,
    pub(super) legality: Legality,
}

impl CheckInfo {
    /// Returns the lines of sight.
    #[inline(always)]
    pub(super) fn ceilings(&self) -> CeilingBlockers<'_> {
        CeilingBlockers::from_parts(&self.layout, self.blockers)
    }

    /// Returns what follows from where the platforms stand.
    #[inline(always)]
    pub(super) fn layout(&self) -> &PlatformLayout {
        &self.layout
    }
}

impl<const ROOK_PAWNS: bool> Checks for FederationBoard<ROOK_PAWNS> {
    type CheckInfo = CheckInfo;

    #[inline]
    fn check_info(&self) -> CheckInfo {
        let layout = self.layout();
        let ceilings = CeilingBlockers::new(&layout, self.state.occupied());
        let (legality, blockers) = (self.legality(&ceilings), ceilings.by_ceiling());
        CheckInfo { layout, blockers, legality }
    }

    fn unrestricted_info(&self) -> CheckInfo {
        CheckInfo { legality: Legality::new(false), ..self.check_info() }
    }
}

/// A path from an enemy slider to the king that at most one column blocks.
struct SliderLine {
    /// The blocked columns between them: none or one.
    blocking: u64,
    /// The columns between them.
    between: u64,
    ceiling: usize,
    slider: u8,
}

impl<const ROOK_PAWNS: bool> FederationBoard<ROOK_PAWNS> {
    /// Returns those of `pieces`, of both sides, that attack a column and level over these
    /// blockers.
    #[inline(always)]
    pub(super) fn attackers(
        &self,
        ceilings: &CeilingBlockers,
        at: (usize, usize),
        pieces: u64,
    ) -> u64 {
        let rows = ceilings.layout.table_rows;
        let mut attackers = self.pawn_and_knight_attackers(ceilings.layout, at.0);
        attackers |= KING_ATTACKS.at(at.0, rows) & self.state.kings();
        let sliders = ROOK_RAY_SQUARES.at(at.0, rows) & self.state.rooks_and_queens()
            | BISHOP_RAY_SQUARES.at(at.0, rows) & self.state.bishops_and_queens();
        for square in BitIter(sliders & pieces) {
            if ceilings.is_free(at, ceilings.layout.column_and_level(square)) {
                attackers |= 1 << square;
            }
        }
        attackers & pieces
    }

    /// Returns the pawns and knights of both sides that attack a column.
    #[inline(always)]
    pub(super) fn pawn_and_knight_attackers(&self, layout: &PlatformLayout, column: usize) -> u64 {
        let rows = layout.table_rows;
        let mut attackers = KNIGHT_ATTACKS.at(column, rows) & self.state.knights();
        for side in Side::ALL {
            let pawns = self.state.pawns() & self.state.pieces(side);
            attackers |= Self::pawn_attacks(side).at(column, rows) & pawns;
        }
        attackers
    }

    /// Returns the squares that the pieces of a side attack.
    pub(super) fn squares_attacked_by(&self, ceilings: &CeilingBlockers, by: Side) -> u64 {
        let (state, layout) = (&self.state, ceilings.layout);
        let (pieces, rows) = (state.pieces(by), layout.table_rows);
        let pawns = layout.columns_of(state.pawns() & pieces);
        let king = layout.column_and_level(state.king_square(by)).0;
        let mut squares = layout.squares_at(Self::pawn_targets(by, pawns));
        squares |= KING_ATTACKS.at(king, rows);
        for from in BitIter(state.knights() & pieces) {
            squares |= KNIGHT_ATTACKS.at(layout.column_and_level(from).0, rows);
        }
        let mut reach = U64x8::ZERO;
        for from in BitIter(state.bishops_and_queens() & pieces) {
            let place = layout.column_and_level(from);
            ceilings.with_slider_attacks::<false, true>(place, |attacked| reach = reach | attacked);
        }
        for from in BitIter(state.rooks_and_queens() & pieces) {
            let place = layout.column_and_level(from);
            ceilings.with_slider_attacks::<true, false>(place, |attacked| reach = reach | attacked);
        }
        squares | layout.squares(&reach)
    }

    /// Returns whether a piece of that side attacks a column and level. No piece attacks its own
    /// column.
    #[inline(always)]
    pub(super) fn is_attacked(
        &self,
        ceilings: &CeilingBlockers,
        at: (usize, usize),
        by: Side,
    ) -> bool {
        let rows = ceilings.layout.table_rows;
        let pieces = self.state.pieces(by);
        let leapers = KNIGHT_ATTACKS.at(at.0, rows) & self.state.knights()
            | KING_ATTACKS.at(at.0, rows) & self.state.kings()
            | Self::pawn_attacks(by).at(at.0, rows) & self.state.pawns();
        if leapers & pieces != 0 {
            return true;
        }
        let sliders = ROOK_RAY_SQUARES.at(at.0, rows) & self.state.rooks_and_queens()
            | BISHOP_RAY_SQUARES.at(at.0, rows) & self.state.bishops_and_queens();
        BitIter(sliders & pieces)
            .any(|square| ceilings.is_free(at, ceilings.layout.column_and_level(square)))
    }

    /// Returns whether the king of that side is attacked.
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        let layout = self.layout();
        let ceilings = CeilingBlockers::new(&layout, self.state.occupied());
        self.is_attacked(
            &ceilings,
            layout.column_and_level(self.state.king_square(side)),
            side.other(),
        )
    }

    /// Computes the checks and pins of the side to move.
    #[inline(always)]
    pub(super) fn legality(&self, ceilings: &CeilingBlockers) -> Legality {
        let side = self.state.side;
        let rows = ceilings.layout.table_rows;
        let king = ceilings.layout.column_and_level(self.state.king_square(side));
        let (own, enemy) = (self.state.pieces(side), self.state.pieces(side.other()));
        let leapers = enemy
            & (KNIGHT_ATTACKS.at(king.0, rows) & self.state.knights()
                | Self::pawn_attacks(side.other()).at(king.0, rows) & self.state.pawns());
        let mut legality = Legality::new(leapers != 0);
        if leapers != 0 {
            // Against two leapers only the king can move.
            legality.evasions = if leapers & (leapers - 1) == 0 { leapers } else { 0 };
        }
        let (in_line, king_lines) = self.for_each_slider_line(ceilings, king, |line| {
            if line.blocking == 0 {
                let Some(cells) = ceilings.path_squares(line.between, line.ceiling) else { return };
                legality.in_check = true;
                legality.evasions &= cells | 1 << line.slider;
            } else {
                // A column without a cell blocks too, and pins nothing.
                let column = line.blocking.trailing_zeros() as usize;
                let top = ceilings.top_square(column, line.ceiling);
                legality.pinned |= top.map_or(0, |square| 1 << square) & own;
            }
        });
        legality.in_line = in_line;
        legality.king_lines = king_lines;
        legality
    }

    /// Visits every path from an enemy slider to the king of the side to move that at most one
    /// column blocks. Returns whether a slider is in line with the king, and the columns between
    /// the king and all such sliders.
    #[inline(always)]
    fn for_each_slider_line(
        &self,
        ceilings: &CeilingBlockers,
        king: (usize, usize),
        mut visit: impl FnMut(SliderLine),
    ) -> (bool, u64) {
        let rows = ceilings.layout.table_rows;
        let sliders = ROOK_RAY_SQUARES.at(king.0, rows) & self.state.rooks_and_queens()
            | BISHOP_RAY_SQUARES.at(king.0, rows) & self.state.bishops_and_queens();
        let sliders = sliders & self.state.pieces(self.state.side.other());
        let mut lines = 0;
        for slider in BitIter(sliders) {
            let place = ceilings.layout.column_and_level(slider);
            let between = between(king.0, place.0);
            lines |= between;
            let ceiling = king.1.max(place.1);
            let mut check_path = |ceiling: usize| {
                let blocking = between & ceilings.blockers(ceiling);
                if blocking & blocking.wrapping_sub(1) == 0 {
                    visit(SliderLine { blocking, between, ceiling, slider });
                }
            };
            check_path(ceiling);
            if ceilings.has_path_b(ceiling) {
                check_path(ceiling | 1);
            }
        }
        (sliders != 0, lines)
    }

    /// Returns the squares where the pins of a piece let it go.
    #[inline(always)]
    pub(super) fn pin_mask(
        &self,
        ceilings: &CeilingBlockers,
        legality: &Legality,
        square: u8,
    ) -> u64 {
        if legality.pinned >> square & 1 == 0 {
            u64::MAX
        } else {
            self.compute_pin_mask(ceilings, square)
        }
    }

    #[inline(never)]
    fn compute_pin_mask(&self, ceilings: &CeilingBlockers, square: u8) -> u64 {
        let mut mask = u64::MAX;
        let king = ceilings.layout.column_and_level(self.state.king_square(self.state.side));
        self.for_each_slider_line(ceilings, king, |line| {
            let cells = ceilings.path_squares(line.between, line.ceiling).unwrap_or(0);
            if cells >> square & 1 != 0 {
                mask &= cells | 1 << line.slider;
            }
        });
        mask
    }
}
