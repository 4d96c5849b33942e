//! Consumers of generated moves: one counts them by columns, one passes them on by squares.
//!
//! Counting works on columns, level by level, where a set costs three instructions. Only a list
//! needs squares.

use super::ceilings::CeilingBlockers;
use crate::geometry::bits::BitIter;
use crate::geometry::columns::COLUMNS;
use crate::geometry::lanes::{LaneCounter, U64x8};
use crate::geometry::{Place, byte_index};
use crate::moves::Move;
use crate::rules::CHESS_PROMOTIONS;
use crate::rules::sinks::{MoveSet, MoveSink};
use crate::rules::staircase::{COLUMN_OF, COLUMN_SQUARES, PlatformLayout, SquareMoves};

/// Destinations, as squares and as columns by level.
#[derive(Clone, Copy)]
pub(crate) struct Targets {
    /// The squares.
    pub(crate) squares: u64,
    columns: U64x8,
}

impl Targets {
    /// Returns these squares as destinations.
    #[inline(always)]
    pub(crate) fn new(layout: &PlatformLayout, squares: u64) -> Targets {
        Targets { squares, columns: layout.columns_by_level(squares) }
    }

    /// Returns the empty squares as destinations.
    #[inline(always)]
    pub(crate) fn from_empty_squares(ceilings: &CeilingBlockers, squares: u64) -> Targets {
        Targets { squares, columns: ceilings.empty_columns() }
    }

    /// Returns the union of two sets of destinations.
    #[inline(always)]
    pub(crate) fn union(&self, other: &Targets) -> Targets {
        Targets { squares: self.squares | other.squares, columns: self.columns | other.columns }
    }
}

/// Pawns that make the same steps, at most two in a column.
pub(crate) struct PawnGroup<'a> {
    /// The layout of the platforms.
    pub(crate) layout: &'a PlatformLayout,
    /// The squares of the pawns.
    pub(crate) movers: u64,
    /// The columns of the pawns.
    pub(crate) columns: u64,
    /// The columns that hold two of the pawns.
    pub(crate) shared_columns: u64,
}

impl<'a> PawnGroup<'a> {
    /// Returns the group of pawns on these squares, as if no two shared a column.
    #[inline(always)]
    pub(crate) fn new(layout: &'a PlatformLayout, movers: u64) -> Self {
        PawnGroup { layout, movers, columns: layout.columns_of(movers), shared_columns: 0 }
    }

    /// Finds the columns that hold two of the pawns. A third pawn in a column, which is rare,
    /// leaves the group.
    #[inline(never)]
    pub(crate) fn find_shared_columns(&mut self) {
        let (mut seen, mut more) = (0, 0);
        for &columns in self.layout.columns_by_level(self.movers).words() {
            more |= self.shared_columns & columns;
            self.shared_columns |= seen & columns;
            seen |= columns;
        }
        for column in BitIter(more) {
            let here = COLUMN_SQUARES.at(usize::from(column), self.layout.table_rows) & self.movers;
            let beyond_first = here & (here - 1);
            self.movers &= !(beyond_first & (beyond_first - 1));
        }
    }

    /// Returns the columns where a step leads, and the columns where it leads two pawns.
    #[inline(always)]
    pub(crate) fn map_columns(&self, step: impl Fn(u64) -> u64) -> [u64; 2] {
        [step(self.columns), step(self.shared_columns)]
    }

    /// Returns the pawns that reach a column by this step: the first one on the left half of the
    /// board, the second one on the right half (they differ for inward steps of rook pawns).
    #[inline(always)]
    fn origins(&self, to: usize, by: [i8; 2]) -> u64 {
        let by = if to < COLUMNS / 2 { by[0] } else { by[1] };
        COLUMN_SQUARES.at((to as i8 - by) as usize, self.layout.table_rows) & self.movers
    }
}

/// Takes the moves that the generator finds, in sets.
pub(crate) trait ColumnSink {
    /// A piece on a square may go to these squares.
    fn piece_moves(&mut self, layout: &PlatformLayout, from: u8, targets: u64);
    /// A slider attacks these columns by level, and may go to the targets among them.
    fn slider_moves(&mut self, layout: &PlatformLayout, from: u8, reach: &U64x8, targets: &Targets);
    /// Pawns go to the first set of columns, on every level that is a target; two pawns go to each
    /// column of the second set.
    fn pawn_moves(&mut self, group: &PawnGroup, columns: [u64; 2], targets: &Targets, by: [i8; 2]);
    /// Unmoved pawns, no two of them in a column, make double steps to these columns by level.
    fn double_steps(&mut self, group: &PawnGroup, reach: &U64x8, targets: &Targets, by: [i8; 2]);
    /// As [`ColumnSink::pawn_moves`], for pawns that promote.
    fn promotions(&mut self, group: &PawnGroup, columns: [u64; 2], targets: &Targets, by: [i8; 2]);
    /// A platform may go from a post to any of these posts (a set of numbers); `promoting` says
    /// whether its pilot promotes.
    fn platform_moves(&mut self, from: u8, to: u32, promoting: bool);
    /// A single move.
    fn one_move(&mut self, mv: Move);
}

/// Counts moves.
pub(crate) struct ColumnCounter {
    /// The moves counted in columns.
    columns: LaneCounter,
    /// The other moves.
    others: u64,
}

impl ColumnCounter {
    /// Returns a counter at zero.
    #[inline(always)]
    pub(crate) fn new() -> ColumnCounter {
        ColumnCounter { columns: LaneCounter::zero(), others: 0 }
    }

    /// Counts moves that were counted elsewhere.
    #[inline(always)]
    pub(crate) fn add(&mut self, count: u64) {
        self.others += count;
    }

    /// Returns the number of moves.
    #[inline(always)]
    pub(crate) fn total(&self) -> u64 {
        self.columns.total() + self.others
    }
}

impl ColumnSink for ColumnCounter {
    #[inline(always)]
    fn piece_moves(&mut self, _: &PlatformLayout, _: u8, targets: u64) {
        self.others += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn slider_moves(&mut self, _: &PlatformLayout, _: u8, reach: &U64x8, targets: &Targets) {
        self.columns.add(*reach & targets.columns);
    }
    #[inline(always)]
    fn pawn_moves(&mut self, _: &PawnGroup, columns: [u64; 2], targets: &Targets, _: [i8; 2]) {
        self.columns.add(U64x8::splat(columns[0]) & targets.columns);
        if columns[1] != 0 {
            self.columns.add(U64x8::splat(columns[1]) & targets.columns);
        }
    }
    #[inline(always)]
    fn double_steps(&mut self, _: &PawnGroup, reach: &U64x8, targets: &Targets, _: [i8; 2]) {
        self.columns.add(*reach & targets.columns);
    }
    #[inline(always)]
    fn promotions(&mut self, group: &PawnGroup, columns: [u64; 2], targets: &Targets, by: [i8; 2]) {
        for _ in CHESS_PROMOTIONS {
            self.pawn_moves(group, columns, targets, by);
        }
    }
    #[inline(always)]
    fn platform_moves(&mut self, _: u8, to: u32, promoting: bool) {
        self.others += u64::from(to.count_ones()) * if promoting { 4 } else { 1 };
    }
    #[inline(always)]
    fn one_move(&mut self, _: Move) {
        self.others += 1;
    }
}

/// The moves of a group of pawns by one step to each of a set of squares.
struct GroupMoves<'a> {
    group: &'a PawnGroup<'a>,
    squares: u64,
    by: [i8; 2],
}

impl MoveSet for GroupMoves<'_> {
    type Cells = u64;

    #[inline(always)]
    fn targets(&self) -> u64 {
        self.squares
    }
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Place, Place)) {
        let GroupMoves { group, squares, by } = *self;
        for to in BitIter(squares) {
            let to = group.layout.cell(to);
            for from in BitIter(group.origins(usize::from(COLUMN_OF[byte_index(to)]), by)) {
                visit(group.layout.cell(from), to);
            }
        }
    }
}

/// Passes the moves on to a sink that takes squares.
pub(crate) struct SquareSink<S>(pub(crate) S);

impl<S: MoveSink<u64>> ColumnSink for SquareSink<S> {
    #[inline(always)]
    fn piece_moves(&mut self, layout: &PlatformLayout, from: u8, targets: u64) {
        self.0.moves(SquareMoves(layout, from, targets));
    }
    #[inline(always)]
    fn slider_moves(
        &mut self,
        layout: &PlatformLayout,
        from: u8,
        reach: &U64x8,
        targets: &Targets,
    ) {
        self.piece_moves(layout, from, layout.squares(reach) & targets.squares);
    }
    #[inline(always)]
    fn pawn_moves(
        &mut self,
        group: &PawnGroup,
        [columns, _]: [u64; 2],
        targets: &Targets,
        by: [i8; 2],
    ) {
        let squares = group.layout.squares_at(columns) & targets.squares;
        self.0.moves(GroupMoves { group, squares, by });
    }
    #[inline(always)]
    fn double_steps(&mut self, group: &PawnGroup, reach: &U64x8, targets: &Targets, by: [i8; 2]) {
        let squares = group.layout.squares(reach) & targets.squares;
        self.0.moves(GroupMoves { group, squares, by });
    }
    #[inline(always)]
    fn promotions(
        &mut self,
        group: &PawnGroup,
        [columns, _]: [u64; 2],
        targets: &Targets,
        by: [i8; 2],
    ) {
        let squares = group.layout.squares_at(columns) & targets.squares;
        self.0.promotions(GroupMoves { group, squares, by }, &CHESS_PROMOTIONS);
    }
    #[inline(always)]
    fn platform_moves(&mut self, from: u8, to: u32, promoting: bool) {
        self.0.platform_moves(from, to, promoting.into());
    }
    #[inline(always)]
    fn one_move(&mut self, mv: Move) {
        self.0.one_move(mv);
    }
}
