//! Consumers of generated moves: count them, collect them, or test for one move.

use crate::geometry::bits::BitIter;
use crate::moves::{Move, MoveList, MoveType, PieceType};
use crate::rules::generate::MoveProbe;
use crate::rules::staircase::{StaircaseState, for_each_platform_move};

/// Destinations of pawns.
#[derive(Clone, Copy)]
pub(crate) struct PawnSquares {
    /// All destinations.
    pub(crate) to: u64,
    /// The destinations on which the pawns promote.
    pub(crate) promotion: u64,
}

/// Takes the moves that the generator finds, in sets.
pub(crate) trait MoveSink {
    /// A piece on a square may go to these squares.
    fn piece_moves(&mut self, from: u8, targets: u64);
    /// Pawns go to these squares, one to each; square numbers differ by `by`.
    fn pawn_moves(&mut self, squares: PawnSquares, by: i8);
    /// One pawn may go to these squares.
    fn pawn_move(&mut self, from: u8, squares: PawnSquares);
    /// A platform may go from a post to any of these posts (a set of numbers); `promoting` pawns on
    /// it promote.
    fn platform_moves(&mut self, from: u8, to: u32, promoting: u32);
    /// A single move.
    fn one_move(&mut self, mv: Move);
}

/// Counts moves.
pub(crate) struct MoveCounter(pub(crate) u64);

impl MoveSink for MoveCounter {
    #[inline(always)]
    fn piece_moves(&mut self, _: u8, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn pawn_moves(&mut self, PawnSquares { to, promotion }: PawnSquares, _: i8) {
        self.0 += u64::from(to.count_ones());
        if promotion != 0 {
            self.0 += 3 * u64::from(promotion.count_ones());
        }
    }
    #[inline(always)]
    fn pawn_move(&mut self, _: u8, squares: PawnSquares) {
        self.pawn_moves(squares, 0);
    }
    #[inline(always)]
    fn platform_moves(&mut self, _: u8, to: u32, promoting: u32) {
        self.0 += u64::from(to.count_ones()) << (2 * promoting);
    }
    #[inline(always)]
    fn one_move(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Lists moves.
pub(crate) struct MoveCollector<'a> {
    /// The state of the board, for the cells of its squares.
    pub(crate) state: &'a StaircaseState,
    /// The list.
    pub(crate) list: &'a mut MoveList,
}

impl MoveSink for MoveCollector<'_> {
    #[inline(always)]
    fn piece_moves(&mut self, from: u8, targets: u64) {
        let from = self.state.cell(from);
        for to in BitIter(targets) {
            self.list.push(Move::new(from, self.state.cell(to), MoveType::Normal));
        }
    }
    #[inline(always)]
    fn pawn_moves(&mut self, PawnSquares { to, promotion }: PawnSquares, by: i8) {
        for to in BitIter(to & !promotion) {
            self.piece_moves(to.wrapping_sub_signed(by), 1 << to);
        }
        for to in BitIter(promotion) {
            self.pawn_move(
                to.wrapping_sub_signed(by),
                PawnSquares { to: 1 << to, promotion: 1 << to },
            );
        }
    }
    #[inline(always)]
    fn pawn_move(&mut self, from: u8, PawnSquares { to, promotion }: PawnSquares) {
        self.piece_moves(from, to & !promotion);
        for to in BitIter(promotion) {
            let mv = Move::new(self.state.cell(from), self.state.cell(to), MoveType::Normal);
            self.list.extend(PieceType::PROMOTIONS.map(|kind| mv.with_promotions(kind, None)));
        }
    }
    #[inline(always)]
    fn platform_moves(&mut self, from: u8, to: u32, promoting: u32) {
        for_each_platform_move(from, to, promoting, |mv| self.list.push(mv));
    }
    #[inline(always)]
    fn one_move(&mut self, mv: Move) {
        self.list.push(mv);
    }
}

impl MoveSink for MoveProbe {
    fn piece_moves(&mut self, _: u8, targets: u64) {
        self.record_moves(targets & self.to != 0);
    }
    fn pawn_moves(&mut self, PawnSquares { to, promotion }: PawnSquares, _: i8) {
        self.piece_moves(0, to & !promotion);
        self.record_promotions(&PieceType::PROMOTIONS, promotion & self.to != 0);
    }
    fn pawn_move(&mut self, _: u8, squares: PawnSquares) {
        self.pawn_moves(squares, 0);
    }
    fn platform_moves(&mut self, from: u8, to: u32, promoting: u32) {
        for_each_platform_move(from, to, promoting, |mv| self.one_move(mv));
    }
    fn one_move(&mut self, mv: Move) {
        self.record_move(mv);
    }
}
