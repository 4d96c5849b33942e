//! Sets of moves between squares, the filter that admits one move, whether one may give check,
//! steps for whole sets of columns or squares, and the sides of pawns.

use super::layout::{
    BISHOP_RAY_SQUARES, COLUMN_OF, KNIGHT_ATTACKS, PlatformLayout, ROOK_RAY_SQUARES, SquareTable,
};
use super::state::StaircaseState;
use crate::geometry::bits::BitIter;
use crate::geometry::columns::{COLUMNS, GRID, RANKS, column};
use crate::geometry::lanes::U64x8;
use crate::geometry::staircase::{FIXED_CELLS, post_number};
use crate::geometry::{Place, byte_index};
use crate::moves::{Move, MoveType, Side};
use crate::rules::GenType;
use crate::rules::checking::CheckingSquares;
use crate::rules::generate::GenFilter;
use crate::rules::sinks::MoveSet;

/// The numbering of squares for one arrangement of the platforms.
pub(crate) trait SquareCells {
    /// Returns the cell of a square.
    fn cell_of(&self, square: u8) -> Place;
}

impl SquareCells for StaircaseState {
    #[inline(always)]
    fn cell_of(&self, square: u8) -> Place {
        self.cell(square)
    }
}

impl SquareCells for PlatformLayout {
    #[inline(always)]
    fn cell_of(&self, square: u8) -> Place {
        self.cell(square)
    }
}

/// The moves of the piece on a square to each of a set of squares.
pub(crate) struct SquareMoves<'a, L>(pub(crate) &'a L, pub(crate) u8, pub(crate) u64);

impl<L: SquareCells> MoveSet for SquareMoves<'_, L> {
    type Cells = u64;

    #[inline(always)]
    fn targets(&self) -> u64 {
        self.2
    }
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Place, Place)) {
        let from = self.0.cell_of(self.1);
        BitIter(self.2).for_each(|to| visit(from, self.0.cell_of(to)));
    }
}

/// Returns a filter for the moves of the piece or platform that this move moves, and the
/// destination of a normal move as a set of squares; `None` if no piece of the side to move stands
/// there, or one stands on the destination.
#[inline(always)]
pub(crate) fn filter_for_move(
    state: &StaircaseState,
    mv: Move,
    legal: bool,
) -> Option<(GenFilter, u64)> {
    let own = state.pieces(state.side);
    let sources = match state.live_square(mv.from()) {
        Some(from) if own >> from & 1 != 0 => 1 << from,
        None if mv.is_platform_move() => 0,
        _ => return None,
    };
    let to = match mv.kind() {
        MoveType::Normal => Some(state.live_square(mv.to()).filter(|to| own >> to & 1 == 0)?),
        _ => None,
    };
    let filter = GenFilter {
        platforms: mv.is_platform_move(),
        legal,
        ..GenFilter::new(GenType::All, sources)
    };
    Some((filter, to.map_or(0, |to| 1 << to)))
}

impl StaircaseState {
    /// Returns whether pieces stand on the platform on a post.
    #[inline(always)]
    fn has_pieces_aboard(&self, post: Place) -> bool {
        let slot = self.insertion_slot(post_number(post));
        self.occupied() >> (FIXED_CELLS + 4 * slot) & 0b1111 != 0
    }

    /// Returns the test whether a move may give check where lines depend on columns. `pawn_attacks`
    /// has the squares from which the side's pawns attack a column.
    #[inline(always)]
    pub(crate) fn check_filter(&self, pawn_attacks: &SquareTable) -> impl Fn(Move) -> bool {
        let king = usize::from(COLUMN_OF[byte_index(self.king_cell(self.side.other()))]);
        let rows = PlatformLayout::table_rows(self.posts);
        let checking = CheckingSquares::new(
            [pawn_attacks, &KNIGHT_ATTACKS, &BISHOP_RAY_SQUARES, &ROOK_RAY_SQUARES]
                .map(|table| table.at(king, rows)),
            [self.bishops_and_queens(), self.rooks_and_queens()],
            self.pieces(self.side),
        );
        let square = |cell| self.square(cell).into();
        move |mv| match mv.kind() {
            // An empty platform changes at most what blocks a slider. `meder` tests promotions.
            MoveType::Platform => checking.has_sliders() || self.has_pieces_aboard(mv.from()),
            _ => checking.may_give_check(mv, self.moved_piece(mv), square),
        }
    }
}

/// Shifts columns or squares by a step. Drops those that leave the board.
#[inline(always)]
pub(crate) const fn shift(set: u64, step: Step) -> u64 {
    let kept = set & step.from;
    if step.by >= 0 { kept << step.by } else { kept >> -step.by }
}

/// Shifts the columns of all levels by a step in the plane.
#[inline(always)]
pub(crate) fn shift_lanes(columns: U64x8, step: Step) -> U64x8 {
    (columns & U64x8::splat(step.from)).rotate(step.by)
}

/// A step in the plane for sets of columns, or of squares.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The columns or squares from which the step stays on the board.
    pub(crate) from: u64,
    /// The difference between the numbers of the columns or squares.
    pub(crate) by: i8,
}

impl Step {
    /// Returns the step of columns by these numbers of files and ranks.
    pub(crate) const fn new(files: i32, ranks: i32) -> Step {
        let (mut from, mut column) = (0, 0);
        while column < COLUMNS {
            if GRID.step(column, (files, ranks)).is_some() {
                from |= 1 << column;
            }
            column += 1;
        }
        Step { from, by: (files * RANKS as i32 + ranks) as i8 }
    }
}

/// The step ahead of each side's pawns.
pub(crate) const PAWN_AHEAD: [Step; 2] = [Step::new(0, 1), Step::new(0, -1)];
/// The captures ahead of each side's pawns, to either side.
pub(crate) const PAWN_CAPTURES: [[Step; 2]; 2] =
    [[Step::new(-1, 1), Step::new(1, 1)], [Step::new(-1, -1), Step::new(1, -1)]];

/// The side whose pawns move, a type so that what depends on it is constant.
pub(crate) trait PawnSide {
    /// The side.
    const SIDE: Side;
}

/// White's pawns.
pub(crate) struct WhitePawns;
/// Black's pawns.
pub(crate) struct BlackPawns;

impl PawnSide for WhitePawns {
    const SIDE: Side = Side::White;
}

impl PawnSide for BlackPawns {
    const SIDE: Side = Side::Black;
}

/// The destinations of pawns as far as checks allow.
#[derive(Clone, Copy)]
pub(crate) struct PawnTargets<T> {
    /// Empty squares, for steps.
    pub(crate) empty: T,
    /// Squares of enemy pieces, for captures.
    pub(crate) enemy: T,
}

/// Returns the columns that the pawns of a side in these columns attack by captures ahead.
#[inline(always)]
pub(crate) fn columns_attacked_by_pawns(side: Side, columns: u64) -> u64 {
    let [left, right] = *side.select(&PAWN_CAPTURES);
    shift(columns, left) | shift(columns, right)
}

/// How far apart columns are that differ by two ranks.
const TWO_RANKS: usize = column(0, 2);
/// How far apart columns are that differ by two files.
const TWO_FILES: usize = column(2, 0);

/// Returns the column that a pawn's move passes over, if it is a double step. No other move of a
/// pawn joins columns that are two ranks or two files apart: the numbers of columns differ by 1 or
/// 10 for steps, by 9 or 11 for captures.
#[inline(always)]
pub(crate) fn column_passed(mv: Move) -> Option<usize> {
    let [from, to] = [mv.from(), mv.to()].map(|cell| usize::from(COLUMN_OF[byte_index(cell)]));
    // Ahead, or inward for pawns that move like rooks.
    let is_double_step = matches!(from.abs_diff(to), TWO_RANKS | TWO_FILES);
    is_double_step.then_some((from + to) / 2)
}
