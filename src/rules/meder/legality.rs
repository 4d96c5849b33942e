//! Checks and pins, and sets of squares counted by column.
//!
//! A line to the king is blocked by any piece in a column between. A piece is pinned if it alone
//! blocks a line of an enemy slider: it may move within the columns of that line, or capture the
//! slider. If two sliders in one column pin it, capturing one of them is not enough.

use super::board::{Lines, Meder};
use crate::geometry::bits::{BitIter, pdep};
use crate::geometry::columns::{COLUMNS, RayOrigin, between};
use crate::geometry::staircase::FIXED_CELLS;
use crate::moves::Side;
use crate::rules::Checks;
use crate::rules::staircase::{
    COLUMN_SQUARES, HIGH, KING_COLUMNS, KNIGHT_ATTACKS, KNIGHT_COLUMNS, LOW, MID, PAWN_ATTACKS,
    PlatformLayout, columns_attacked_by_pawns,
};
use std::array::from_fn;

/// The checks and pins of the side to move.
pub(crate) struct Legality {
    /// The pinned pieces.
    pub(crate) pinned: u64,
    /// The squares where a piece other than the king may go to answer the checks.
    pub(crate) evasions: u64,
    /// The columns where a piece may go to block the checks.
    pub(crate) blocks: u64,
    /// Whether the king is attacked.
    pub(crate) in_check: bool,
    /// Whether an enemy slider is in line with the king.
    pub(crate) in_line: bool,
}

impl Legality {
    /// Every move is legal.
    pub(crate) const UNRESTRICTED: Legality = Legality {
        pinned: 0,
        evasions: u64::MAX,
        blocks: u64::MAX,
        in_check: false,
        in_line: false,
    };
}

/// The checks and pins of the side to move, and what lines depend on. If a pawn waits, they are
/// those before its promotion, from which no move follows.
pub struct CheckInfo {
    layout: PlatformLayout,
    blockers: u64,
    pub(super) legality: Legality,
}

impl CheckInfo {
    /// Returns the platforms and the occupied columns.
    #[inline(always)]
    pub(super) fn lines(&self) -> Lines<'_> {
        Lines { layout: &self.layout, blockers: self.blockers }
    }
}

/// The destinations that the pins of a piece leave.
pub(crate) struct PinMask {
    /// The squares where it may go.
    pub(crate) squares: u64,
    /// The columns of its line, without that of the slider.
    pub(crate) columns: u64,
}

impl Checks for Meder {
    type CheckInfo = CheckInfo;

    #[inline]
    fn check_info(&self) -> CheckInfo {
        let layout = self.layout();
        let lines = Lines::new(&layout, self.state.occupied());
        let (legality, blockers) = (self.legality(&lines), lines.blockers);
        CheckInfo { layout, blockers, legality }
    }

    fn unrestricted_info(&self) -> CheckInfo {
        CheckInfo { legality: Legality::UNRESTRICTED, ..self.check_info() }
    }
}

impl Meder {
    /// Returns whether the king of a side is attacked.
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        let layout = self.layout();
        let lines = Lines::new(&layout, self.state.occupied());
        self.is_attacked(&lines, layout.column(self.state.king_square(side)), side.other())
    }

    /// Returns the squares that the pieces of a side attack.
    pub(super) fn squares_attacked_by(&self, lines: &Lines, by: Side) -> u64 {
        let (state, layout) = (&self.state, lines.layout);
        let pieces = state.pieces(by);
        let column = |from: u8| layout.column(from) % COLUMNS;
        let mut columns = columns_attacked_by_pawns(by, layout.columns_of(state.pawns() & pieces))
            | KING_COLUMNS[column(state.king_square(by))];
        for from in BitIter(state.knights() & pieces) {
            columns |= KNIGHT_COLUMNS[column(from)];
        }
        for from in BitIter(state.bishops_and_queens() & pieces) {
            columns |= RayOrigin::new(column(from)).bishop_attacks(lines.blockers);
        }
        for from in BitIter(state.rooks_and_queens() & pieces) {
            columns |= RayOrigin::new(column(from)).rook_attacks(lines.blockers);
        }
        layout.squares_at(columns)
    }

    /// Computes the checks and pins of the side to move.
    #[inline(always)]
    pub(super) fn legality(&self, lines: &Lines) -> Legality {
        let (state, layout) = (&self.state, lines.layout);
        let (side, rows) = (state.side, layout.table_rows);
        let enemy = side.other();
        let king = layout.column(state.king_square(side));
        let leapers = (KNIGHT_ATTACKS.at(king, rows) & state.knights()
            | PAWN_ATTACKS[enemy.index()].at(king, rows) & state.pawns())
            & state.pieces(enemy);
        let mut legality = Legality::UNRESTRICTED;
        if leapers != 0 {
            // Against two leapers only the king can move.
            legality.evasions = if leapers & (leapers - 1) == 0 { leapers } else { 0 };
            legality.blocks = 0;
            legality.in_check = true;
        }
        for slider in BitIter(self.sliders_in_line_of(layout, king, enemy)) {
            legality.in_line = true;
            let between = between(king, layout.column(slider));
            let blocking = between & lines.blockers;
            if blocking == 0 {
                legality.in_check = true;
                legality.blocks &= between;
                legality.evasions &= layout.squares_at(between) | 1 << slider;
            } else if blocking & (blocking - 1) == 0 {
                let column = blocking.trailing_zeros() as usize;
                let pieces = COLUMN_SQUARES.at(column, rows) & state.occupied();
                if pieces & (pieces - 1) == 0 {
                    legality.pinned |= pieces & state.pieces(side);
                }
            }
        }
        legality
    }

    /// Returns where a pinned piece may go.
    #[inline(never)]
    pub(super) fn pin_mask(&self, lines: &Lines, square: u8) -> PinMask {
        let layout = lines.layout;
        let king = layout.column(self.state.king_square(self.state.side));
        let column = 1 << layout.column(square);
        let mut mask = PinMask { squares: u64::MAX, columns: u64::MAX };
        for slider in BitIter(self.sliders_in_line_of(layout, king, self.state.side.other())) {
            let between = between(king, layout.column(slider));
            if between & lines.blockers == column {
                mask.squares &= layout.squares_at(between) | 1 << slider;
                mask.columns &= between;
            }
        }
        mask
    }

    /// Returns the squares where a piece may go, as far as it is pinned.
    #[inline(always)]
    pub(super) fn pin_squares(&self, lines: &Lines, legality: &Legality, square: u8) -> u64 {
        if legality.pinned >> square & 1 == 0 {
            u64::MAX
        } else {
            self.pin_mask(lines, square).squares
        }
    }
}

/// The columns of a set of squares on each fixed board and on the platform of each slot.
#[derive(Clone, Copy)]
pub(crate) struct BoardColumns {
    low: u64,
    mid: u64,
    high: u64,
    platforms: [u64; 4],
}

impl BoardColumns {
    /// Returns the columns of these squares.
    #[inline(always)]
    pub(crate) fn new(layout: &PlatformLayout, squares: u64) -> BoardColumns {
        BoardColumns {
            low: pdep(squares, LOW),
            mid: pdep(squares >> 16, MID),
            high: pdep(squares >> 32, HIGH),
            platforms: layout.columns_by_slot(squares >> FIXED_CELLS),
        }
    }

    /// Returns the columns of all squares.
    #[inline(always)]
    pub(crate) fn live(layout: &PlatformLayout) -> BoardColumns {
        BoardColumns { low: LOW, mid: MID, high: HIGH, platforms: layout.platform_columns() }
    }

    /// Combines two sets board by board.
    #[inline(always)]
    pub(crate) fn zip(self, other: BoardColumns, combine: impl Fn(u64, u64) -> u64) -> Self {
        BoardColumns {
            low: combine(self.low, other.low),
            mid: combine(self.mid, other.mid),
            high: combine(self.high, other.high),
            platforms: from_fn(|slot| combine(self.platforms[slot], other.platforms[slot])),
        }
    }

    /// Returns the squares of this set that are not in another.
    #[inline(always)]
    pub(crate) fn without(self, other: BoardColumns) -> BoardColumns {
        self.zip(other, |columns, removed| columns & !removed)
    }
}

/// How many squares of a set lie in each column: tier i has the columns with more than i of them.
/// No column has more than four live cells: of two fixed boards, and of two platforms.
#[derive(Clone, Copy)]
pub(crate) struct ColumnTiers([u64; 4]);

impl ColumnTiers {
    /// Counts the squares of a set.
    #[inline(always)]
    fn new(columns: &BoardColumns) -> ColumnTiers {
        // The low and the high board have no column in common.
        let (outer, mid) = (columns.low | columns.high, columns.mid);
        let (fixed, fixed_twice) = (outer | mid, outer & mid);
        let [a, b, c, d] = columns.platforms;
        let (left, right) = (a | b, c | d);
        let platforms = left | right;
        let platforms_twice = a & b | c & d | left & right;
        ColumnTiers([
            fixed | platforms,
            fixed_twice | fixed & platforms | platforms_twice,
            fixed_twice & platforms | fixed & platforms_twice,
            fixed_twice & platforms_twice,
        ])
    }

    /// Returns the columns with at least one of the squares.
    #[inline(always)]
    pub(crate) fn columns(&self) -> u64 {
        self.0[0]
    }

    /// Counts the squares in these columns.
    #[inline(always)]
    pub(crate) fn count_in(&self, columns: u64) -> u64 {
        let count = |tier: usize| u64::from((self.0[tier] & columns).count_ones());
        let first = count(0) + count(1);
        if self.0[2] == 0 { first } else { first + count(2) + count(3) }
    }
}

/// Destinations, as squares and counted by column.
#[derive(Clone, Copy)]
pub(crate) struct Targets {
    /// The squares.
    pub(crate) squares: u64,
    /// The squares counted by column.
    pub(crate) tiers: ColumnTiers,
}

impl Targets {
    /// Returns these squares as destinations.
    #[inline(always)]
    pub(crate) fn new(layout: &PlatformLayout, squares: u64) -> Targets {
        Targets::from_columns(squares, &BoardColumns::new(layout, squares))
    }

    /// Returns squares with these columns as destinations.
    #[inline(always)]
    pub(crate) fn from_columns(squares: u64, columns: &BoardColumns) -> Targets {
        Targets { squares, tiers: ColumnTiers::new(columns) }
    }
}
