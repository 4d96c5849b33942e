//! What becomes of the moves that the generator finds: counted, listed, or looked through for one.
//!
//! Counting stays in columns, level by level, where a set costs three instructions; only a list
//! needs squares.

use super::ceilings::{CeilingBlockers, PlatformLayout};
use super::tables::{COLUMN_OF, COLUMN_SQUARES};
use crate::geometry::bits::BitIter;
use crate::geometry::columns::COLUMNS;
use crate::geometry::lanes::{LaneCounter, U64x8};
use crate::moves::{Move, MoveList, MoveType, PieceType};
use crate::rules::generate::MoveProbe;
use crate::rules::staircase::for_each_platform_move;

/// Squares that moves may go to, and the same as columns by level.
#[derive(Clone, Copy)]
pub struct Targets {
    /// The squares.
    pub squares: u64,
    columns: U64x8,
}

impl Targets {
    /// These squares.
    #[inline(always)]
    pub fn new(shape: &PlatformLayout, squares: u64) -> Targets {
        Targets { squares, columns: shape.columns_by_level(squares) }
    }

    /// The empty squares of a scene.
    #[inline(always)]
    pub fn from_empty_squares(scene: &CeilingBlockers, squares: u64) -> Targets {
        Targets { squares, columns: scene.empty_columns() }
    }

    /// These squares and others.
    #[inline(always)]
    pub fn union(&self, other: &Targets) -> Targets {
        Targets { squares: self.squares | other.squares, columns: self.columns | other.columns }
    }
}

/// Pawns that move alike, at most two in a column.
pub struct PawnGroup<'a> {
    /// Where the platforms stand.
    pub layout: &'a PlatformLayout,
    /// Their squares.
    pub movers: u64,
    /// Their columns.
    pub columns: u64,
    /// The columns that hold two of them.
    pub shared_columns: u64,
}

impl<'a> PawnGroup<'a> {
    /// Pawns on these squares, taken to stand in columns of their own.
    #[inline(always)]
    pub fn new(layout: &'a PlatformLayout, movers: u64) -> Self {
        PawnGroup { layout, movers, columns: layout.columns_of(movers), shared_columns: 0 }
    }

    /// Finds the columns that hold two of them; a third in a column, which hardly ever comes
    /// about, leaves the group.
    #[inline(never)]
    pub fn find_shared_columns(&mut self) {
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

    /// Where a step leads them: their columns, and those to which two of them come.
    #[inline(always)]
    pub fn map_columns(&self, step: impl Fn(u64) -> u64) -> [u64; 2] {
        [step(self.columns), step(self.shared_columns)]
    }

    /// The pawns that come to a column by this step: the first on the left half of the board, the
    /// second on the right half (they differ where rook pawns step inward).
    #[inline(always)]
    fn origins(&self, to: usize, by: [i8; 2]) -> u64 {
        let by = if to < COLUMNS / 2 { by[0] } else { by[1] };
        COLUMN_SQUARES.at((to as i8 - by) as usize, self.layout.table_rows) & self.movers
    }
}

/// What takes the moves that are found.
pub trait MoveSink {
    /// A man on a square may go to these squares.
    fn piece_moves(&mut self, shape: &PlatformLayout, from: u8, targets: u64);
    /// A slider on a square reaches these columns by level and may go where the targets allow.
    fn slider_moves(&mut self, shape: &PlatformLayout, from: u8, reach: &U64x8, targets: &Targets);
    /// Pawns step to the first columns, whatever the level; two of them to each of the second.
    fn pawn_moves(&mut self, group: &PawnGroup, columns: [u64; 2], targets: &Targets, by: [i8; 2]);
    /// Fresh pawns, no two of which share a column, step to these columns by level.
    fn double_steps(&mut self, group: &PawnGroup, reach: &U64x8, targets: &Targets, by: [i8; 2]);
    /// The same as `pawns`, and they promote.
    fn promotions(&mut self, group: &PawnGroup, columns: [u64; 2], targets: &Targets, by: [i8; 2]);
    /// A platform goes from a post to any of these posts (a set of numbers); its pilot promotes.
    fn platform_moves(&mut self, from: u8, to: u32, promoting: bool);
    /// A single move.
    fn one_move(&mut self, mv: Move);
}

/// Counts.
pub struct MoveCounter {
    /// What has been found in columns.
    columns: LaneCounter,
    /// What else has been found.
    others: u64,
}

impl MoveCounter {
    /// Nothing has been found.
    #[inline(always)]
    pub fn new() -> MoveCounter {
        MoveCounter { columns: LaneCounter::zero(), others: 0 }
    }

    /// The number of moves.
    #[inline(always)]
    pub fn total(&self) -> u64 {
        self.columns.total() + self.others
    }
}

impl MoveSink for MoveCounter {
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
        for _ in PieceType::PROMOTIONS {
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

/// Lists.
pub struct MoveCollector<'a>(pub &'a mut MoveList);

impl MoveCollector<'_> {
    #[inline(always)]
    fn push_pawn_moves(&mut self, group: &PawnGroup, targets: u64, by: [i8; 2], promoting: bool) {
        for to in BitIter(targets) {
            let to = group.layout.cell(to);
            for from in BitIter(group.origins(usize::from(COLUMN_OF[usize::from(to)]), by)) {
                let mv = Move::new(group.layout.cell(from), to, MoveType::Normal);
                if promoting {
                    PieceType::PROMOTIONS
                        .into_iter()
                        .for_each(|kind| self.0.push(mv.with_promotions(kind, None)));
                } else {
                    self.0.push(mv);
                }
            }
        }
    }
}

impl MoveSink for MoveCollector<'_> {
    #[inline(always)]
    fn piece_moves(&mut self, shape: &PlatformLayout, from: u8, targets: u64) {
        let from = shape.cell(from);
        for to in BitIter(targets) {
            self.0.push(Move::new(from, shape.cell(to), MoveType::Normal));
        }
    }
    #[inline(always)]
    fn slider_moves(&mut self, shape: &PlatformLayout, from: u8, reach: &U64x8, targets: &Targets) {
        self.piece_moves(shape, from, shape.squares(reach) & targets.squares);
    }
    #[inline(always)]
    fn pawn_moves(
        &mut self,
        group: &PawnGroup,
        [columns, _]: [u64; 2],
        targets: &Targets,
        by: [i8; 2],
    ) {
        self.push_pawn_moves(group, group.layout.squares_at(columns) & targets.squares, by, false);
    }
    #[inline(always)]
    fn double_steps(&mut self, group: &PawnGroup, reach: &U64x8, targets: &Targets, by: [i8; 2]) {
        self.push_pawn_moves(group, group.layout.squares(reach) & targets.squares, by, false);
    }
    #[inline(always)]
    fn promotions(
        &mut self,
        group: &PawnGroup,
        [columns, _]: [u64; 2],
        targets: &Targets,
        by: [i8; 2],
    ) {
        self.push_pawn_moves(group, group.layout.squares_at(columns) & targets.squares, by, true);
    }
    #[inline(always)]
    fn platform_moves(&mut self, from: u8, to: u32, promoting: bool) {
        for_each_platform_move(from, to, promoting.into(), |mv| self.0.push(mv));
    }
    #[inline(always)]
    fn one_move(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

impl MoveSink for MoveProbe {
    fn piece_moves(&mut self, _: &PlatformLayout, _: u8, targets: u64) {
        self.record_moves(targets & self.to != 0);
    }
    fn slider_moves(&mut self, shape: &PlatformLayout, from: u8, reach: &U64x8, targets: &Targets) {
        self.piece_moves(shape, from, shape.squares(reach) & targets.squares);
    }
    fn pawn_moves(
        &mut self,
        group: &PawnGroup,
        [columns, _]: [u64; 2],
        targets: &Targets,
        _: [i8; 2],
    ) {
        self.piece_moves(group.layout, 0, group.layout.squares_at(columns) & targets.squares);
    }
    fn double_steps(&mut self, group: &PawnGroup, reach: &U64x8, targets: &Targets, _: [i8; 2]) {
        self.slider_moves(group.layout, 0, reach, targets);
    }
    fn promotions(
        &mut self,
        group: &PawnGroup,
        [columns, _]: [u64; 2],
        targets: &Targets,
        _: [i8; 2],
    ) {
        let squares = group.layout.squares_at(columns) & targets.squares;
        self.record_promotions(squares & self.to != 0);
    }
    fn platform_moves(&mut self, from: u8, to: u32, promoting: bool) {
        for_each_platform_move(from, to, promoting.into(), |mv| self.one_move(mv));
    }
    fn one_move(&mut self, mv: Move) {
        self.record_move(mv);
    }
}
