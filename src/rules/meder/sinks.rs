//! Consumers of generated moves: count them, collect them, or test for one move.
//!
//! Counting works on columns. Only a list needs squares.

use super::targets::Targets;
use crate::geometry::bits::BitIter;
use crate::moves::{Move, MoveList, MoveType, PieceType};
use crate::rules::generate::MoveProbe;
use crate::rules::staircase::{COLUMN_OF, COLUMN_SQUARES, PlatformLayout, for_each_platform_move};

/// Pawns that make the same step, no two of them from the same column.
pub(crate) struct PawnMoves<'a> {
    /// The layout of the platforms.
    pub(crate) layout: &'a PlatformLayout,
    /// The squares of the pawns, and of others in columns from which the step does not lead to
    /// `columns`.
    pub(crate) movers: u64,
    /// The columns where the step leads.
    pub(crate) columns: u64,
    /// The difference between the numbers of the columns.
    pub(crate) by: i8,
}

impl PawnMoves<'_> {
    /// The destinations.
    #[inline(always)]
    fn squares(&self, targets: &Targets) -> u64 {
        self.layout.squares_at(self.columns) & targets.squares
    }

    /// Visits every move.
    #[inline(always)]
    fn for_each(&self, targets: &Targets, mut visit: impl FnMut(Move)) {
        for to in BitIter(self.squares(targets)) {
            let to = self.layout.cell(to);
            let origin = (COLUMN_OF[usize::from(to)] as i8 - self.by) as usize;
            let origins = COLUMN_SQUARES.at(origin, self.layout.table_rows) & self.movers;
            for from in BitIter(origins) {
                visit(Move::new(self.layout.cell(from), to, MoveType::Normal));
            }
        }
    }
}

/// Takes the moves that the generator finds, in sets.
pub(crate) trait MoveSink {
    /// A piece on a square may go to these squares.
    fn piece_moves(&mut self, layout: &PlatformLayout, from: u8, targets: u64);
    /// A piece on a square attacks these columns, and may go to the targets in them.
    fn column_moves(&mut self, layout: &PlatformLayout, from: u8, columns: u64, targets: &Targets);
    /// Pawns go to targets.
    fn pawn_moves(&mut self, moves: &PawnMoves, targets: &Targets);
    /// As [`MoveSink::pawn_moves`], for pawns that promote.
    fn promotions(&mut self, moves: &PawnMoves, targets: &Targets);
    /// A platform may go from a post to any of these posts (a set of numbers); `promoting` says
    /// whether a pawn promotes by it.
    fn platform_moves(&mut self, from: u8, to: u32, promoting: bool);
    /// A single move.
    fn one_move(&mut self, mv: Move);
}

/// Counts moves.
pub(crate) struct MoveCounter(pub(crate) u64);

impl MoveSink for MoveCounter {
    #[inline(always)]
    fn piece_moves(&mut self, _: &PlatformLayout, _: u8, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn column_moves(&mut self, _: &PlatformLayout, _: u8, columns: u64, targets: &Targets) {
        self.0 += targets.tiers.count_in(columns);
    }
    #[inline(always)]
    fn pawn_moves(&mut self, moves: &PawnMoves, targets: &Targets) {
        self.0 += targets.tiers.count_in(moves.columns);
    }
    #[inline(always)]
    fn promotions(&mut self, moves: &PawnMoves, targets: &Targets) {
        self.0 += 4 * targets.tiers.count_in(moves.columns);
    }
    #[inline(always)]
    fn platform_moves(&mut self, _: u8, to: u32, promoting: bool) {
        self.0 += u64::from(to.count_ones()) * if promoting { 4 } else { 1 };
    }
    #[inline(always)]
    fn one_move(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Lists moves.
pub(crate) struct MoveCollector<'a>(pub(crate) &'a mut MoveList);

impl MoveSink for MoveCollector<'_> {
    #[inline(always)]
    fn piece_moves(&mut self, layout: &PlatformLayout, from: u8, targets: u64) {
        let from = layout.cell(from);
        for to in BitIter(targets) {
            self.0.push(Move::new(from, layout.cell(to), MoveType::Normal));
        }
    }
    #[inline(always)]
    fn column_moves(&mut self, layout: &PlatformLayout, from: u8, columns: u64, targets: &Targets) {
        self.piece_moves(layout, from, layout.squares_at(columns) & targets.squares);
    }
    #[inline(always)]
    fn pawn_moves(&mut self, moves: &PawnMoves, targets: &Targets) {
        moves.for_each(targets, |mv| self.0.push(mv));
    }
    #[inline(always)]
    fn promotions(&mut self, moves: &PawnMoves, targets: &Targets) {
        moves.for_each(targets, |mv| {
            self.0.extend(PieceType::PROMOTIONS.map(|kind| mv.with_promotions(kind, None)));
        });
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
    fn column_moves(&mut self, layout: &PlatformLayout, _: u8, columns: u64, targets: &Targets) {
        self.record_moves(layout.squares_at(columns) & targets.squares & self.to != 0);
    }
    fn pawn_moves(&mut self, moves: &PawnMoves, targets: &Targets) {
        self.record_moves(moves.squares(targets) & self.to != 0);
    }
    fn promotions(&mut self, moves: &PawnMoves, targets: &Targets) {
        self.record_promotions(&PieceType::PROMOTIONS, moves.squares(targets) & self.to != 0);
    }
    fn platform_moves(&mut self, from: u8, to: u32, promoting: bool) {
        for_each_platform_move(from, to, promoting.into(), |mv| self.one_move(mv));
    }
    fn one_move(&mut self, mv: Move) {
        self.record_move(mv);
    }
}
