//! The board of `meder`.

use super::tables::{CORNERS, FURTHEST_COLUMNS};
use crate::geometry::bits::BitIter;
use crate::geometry::columns::between;
use crate::moves::{PieceTable, Side};
use crate::rules::staircase::{
    self, BISHOP_RAY_SQUARES, COLUMN_OF, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS,
    PlatformLayout, ROOK_RAY_SQUARES, START_FEN, StaircaseSpace, StaircaseState,
};
use crate::rules::{BuiltIn, GameInfo, Notation, fen_texts};

/// A position without its history.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Meder {
    pub(super) state: StaircaseState,
}

/// What the positions of `meder` share.
pub(super) static GAME: GameInfo = GameInfo {
    pieces: PieceTable(&PieceTable::chess([100, 300, 330, 540, 920])),
    // Every move exists four times while a pawn waits. The bound of 1024 destinations, which no
    // position comes near, then is 4096. A hill-climbing search for the largest number found 1432.
    max_moves: 4096,
    fen: staircase::fen_format(true),
    start_fen: START_FEN,
    notations: &[Notation::Meder, Notation::Roth, Notation::Smith],
    ..StaircaseSpace::<false> { has_hanging_posts: false }.game("meder")
};

impl BuiltIn for Meder {
    fn game_info() -> &'static GameInfo {
        &GAME
    }
}

fen_texts! { Meder }

/// The platforms and the occupied columns, as far as lines depend on them.
pub(crate) struct Lines<'a> {
    /// The layout of the platforms.
    pub(crate) layout: &'a PlatformLayout,
    /// The columns that hold a piece on any level.
    pub(crate) blockers: u64,
}

impl<'a> Lines<'a> {
    /// Returns the lines over these occupied squares.
    #[inline(always)]
    pub(crate) fn new(layout: &'a PlatformLayout, occupied: u64) -> Lines<'a> {
        Lines { layout, blockers: layout.columns_of(occupied) }
    }

    /// Returns the columns that block the line between two columns on a common line.
    #[inline(always)]
    pub(crate) fn blocking(&self, a: usize, b: usize) -> u64 {
        between(a, b) & self.blockers
    }
}

impl Meder {
    /// Returns what follows from where the platforms stand.
    #[inline(always)]
    pub(super) fn layout(&self) -> PlatformLayout {
        PlatformLayout::new(self.state.posts)
    }

    /// Returns the posts with a platform, as a set of post numbers.
    #[inline(always)]
    pub(super) fn held_posts(&self) -> u32 {
        self.state.posts.iter().fold(0, |held, &post| held | 1 << post)
    }

    /// M4: the columns on which pawns of that side promote. A corner counts while no platform
    /// stands above it; a column that only the platform would reach has no cell then.
    #[inline(always)]
    pub(super) fn promotion_columns(&self, side: Side) -> u64 {
        let held = self.held_posts();
        CORNERS[side.index()].iter().fold(FURTHEST_COLUMNS[side.index()], |columns, corner| {
            let uncovered = held >> corner.post & 1 == 0;
            columns | u64::from(uncovered) << COLUMN_OF[usize::from(corner.square)]
        })
    }

    /// Returns the pieces of both sides on lines with a column that move along such lines.
    #[inline(always)]
    fn sliders_in_line(&self, layout: &PlatformLayout, column: usize) -> u64 {
        let rows = layout.table_rows;
        ROOK_RAY_SQUARES.at(column, rows) & self.state.rooks_and_queens()
            | BISHOP_RAY_SQUARES.at(column, rows) & self.state.bishops_and_queens()
    }

    /// Returns the sliders of a side on lines with a column, whether the lines are free or not.
    #[inline(always)]
    pub(super) fn sliders_in_line_of(
        &self,
        layout: &PlatformLayout,
        column: usize,
        side: Side,
    ) -> u64 {
        self.sliders_in_line(layout, column) & self.state.pieces(side)
    }

    /// Returns those of `pieces`, of both sides, that attack a column.
    pub(super) fn attackers(&self, lines: &Lines, column: usize, pieces: u64) -> u64 {
        let rows = lines.layout.table_rows;
        let mut attackers = KNIGHT_ATTACKS.at(column, rows) & self.state.knights()
            | KING_ATTACKS.at(column, rows) & self.state.kings();
        for side in Side::ALL {
            let pawns = self.state.pawns() & self.state.pieces(side);
            attackers |= PAWN_ATTACKS[side.index()].at(column, rows) & pawns;
        }
        for square in BitIter(self.sliders_in_line(lines.layout, column) & pieces) {
            if lines.blocking(column, lines.layout.column(square)) == 0 {
                attackers |= 1 << square;
            }
        }
        attackers & pieces
    }

    /// Returns whether a piece of that side attacks a column. No piece attacks its own column.
    #[inline(always)]
    pub(super) fn is_attacked(&self, lines: &Lines, column: usize, by: Side) -> bool {
        let rows = lines.layout.table_rows;
        let pieces = self.state.pieces(by);
        let leapers = KNIGHT_ATTACKS.at(column, rows) & self.state.knights()
            | KING_ATTACKS.at(column, rows) & self.state.kings()
            | PAWN_ATTACKS[by.index()].at(column, rows) & self.state.pawns();
        leapers & pieces != 0
            || BitIter(self.sliders_in_line_of(lines.layout, column, by))
                .any(|square| lines.blocking(column, lines.layout.column(square)) == 0)
    }
}
