//! Consumers of generated moves: one counts them, one lists them, one looks for a single move.
//!
//! The generator hands out moves in sets, so that they can be counted without being listed.

use crate::geometry::Place;
use crate::geometry::bits::{BitIter, Bitboard};
use crate::geometry::staircase::post_place;
use crate::moves::{Move, MoveList, MoveType, PieceType};
use crate::rules::CHESS_PROMOTIONS;

/// Normal moves of a piece, or of pawns by the same step.
pub(crate) trait MoveSet {
    /// A set of destinations.
    type Cells: Bitboard;

    /// Returns the destinations.
    fn targets(&self) -> Self::Cells;
    /// Calls `visit` with the origin and the destination of each move.
    fn for_each(&self, visit: impl FnMut(Place, Place));
    /// Returns the origin of one of the moves.
    #[inline(always)]
    fn an_origin(&self) -> Option<Place> {
        let mut origin = None;
        self.for_each(|from, _| origin = Some(from));
        origin
    }
    /// Counts the moves.
    #[inline(always)]
    fn count(&self) -> u64 {
        u64::from(self.targets().count())
    }
}

/// The moves of the piece on a cell to each of a set of cells.
pub(crate) struct PieceMoves<C>(pub(crate) Place, pub(crate) C);

impl<C: Bitboard> MoveSet for PieceMoves<C> {
    type Cells = C;

    #[inline(always)]
    fn targets(&self) -> C {
        self.1
    }
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Place, Place)) {
        self.1.for_each(|to| visit(self.0, to));
    }
    #[inline(always)]
    fn an_origin(&self) -> Option<Place> {
        Some(self.0)
    }
}

/// The moves of pawns to a set of cells, one to each, whose cell numbers differ from those of the
/// origins by a constant.
pub(crate) struct PawnMoves<C>(pub(crate) C, pub(crate) i16);

impl<C: Bitboard> MoveSet for PawnMoves<C> {
    type Cells = C;

    #[inline(always)]
    fn targets(&self) -> C {
        self.0
    }
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Place, Place)) {
        self.0.for_each(|to| visit(to.wrapping_add_signed(-self.1), to));
    }
}

/// Takes the moves that the generator finds.
pub(crate) trait MoveSink<C> {
    /// Whether the sink counts moves, so that it does not matter which of them promote.
    const COUNTS: bool = false;

    /// Takes moves without promotion.
    fn moves(&mut self, moves: impl MoveSet<Cells = C>);
    /// Takes moves that promote a pawn to each of these types.
    fn promotions(&mut self, moves: impl MoveSet<Cells = C>, types: &[PieceType]);
    /// Takes a single move.
    fn one_move(&mut self, mv: Move);
    /// Takes the moves of a platform from a post to each of a set of posts. `promoting` pawns on it
    /// promote, at most two.
    #[inline(always)]
    fn platform_moves(&mut self, from: u8, to: u32, promoting: u32) {
        for_each_platform_move(from, to, promoting, |mv| self.one_move(mv));
    }
}

/// Visits the moves of a platform from a post to each of a set of posts. `promoting` pawns on it
/// promote, at most two.
#[inline]
pub(crate) fn for_each_platform_move(
    from: u8,
    to: u32,
    promoting: u32,
    mut visit: impl FnMut(Move),
) {
    for post in BitIter(u64::from(to)) {
        let mv = Move::new(post_place(from), post_place(post), MoveType::Platform);
        match promoting {
            0 => visit(mv),
            1 => {
                CHESS_PROMOTIONS.into_iter().for_each(|kind| visit(mv.with_promotions(kind, None)))
            }
            _ => {
                for first in CHESS_PROMOTIONS {
                    for second in CHESS_PROMOTIONS {
                        visit(mv.with_promotions(first, Some(second)));
                    }
                }
            }
        }
    }
}

/// Counts moves.
#[derive(Default)]
pub(crate) struct MoveCounter(pub(crate) u64);

impl<C> MoveSink<C> for MoveCounter {
    const COUNTS: bool = true;

    #[inline(always)]
    fn moves(&mut self, moves: impl MoveSet<Cells = C>) {
        self.0 += moves.count();
    }
    #[inline(always)]
    fn promotions(&mut self, moves: impl MoveSet<Cells = C>, types: &[PieceType]) {
        self.0 += types.len() as u64 * moves.count();
    }
    #[inline(always)]
    fn one_move(&mut self, _: Move) {
        self.0 += 1;
    }
    #[inline(always)]
    fn platform_moves(&mut self, _: u8, to: u32, promoting: u32) {
        self.0 += u64::from(to.count_ones()) << (2 * promoting);
    }
}

/// Lists moves.
pub(crate) struct MoveCollector<'a>(pub(crate) &'a mut MoveList);

impl MoveCollector<'_> {
    /// Lists moves to a large set. The code is long, so that it is not inlined.
    #[inline(never)]
    fn large(&mut self, moves: impl MoveSet) {
        moves.for_each(|from, to| self.0.push(Move::new(from, to, MoveType::Normal)));
    }
}

impl<C: Bitboard> MoveSink<C> for MoveCollector<'_> {
    #[inline(always)]
    fn moves(&mut self, moves: impl MoveSet<Cells = C>) {
        if C::IS_LARGE {
            if !moves.targets().is_empty() {
                self.large(moves);
            }
            return;
        }
        moves.for_each(|from, to| self.0.push(Move::new(from, to, MoveType::Normal)));
    }
    #[inline(always)]
    fn promotions(&mut self, moves: impl MoveSet<Cells = C>, types: &[PieceType]) {
        moves.for_each(|from, to| {
            let mv = Move::new(from, to, MoveType::Normal);
            for &kind in types {
                self.0.push(mv.with_promotions(kind, None));
            }
        });
    }
    #[inline(always)]
    fn one_move(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

/// Looks for one move. The filter of the generator must admit only the moves of that move's own
/// piece, since sets of destinations are compared without their origin.
pub(crate) struct MoveProbe<C> {
    mv: Move,
    /// The destination as a set; empty unless the move is a normal one.
    to: C,
    /// Whether the generator has given the move.
    pub(crate) found: bool,
}

impl<C> MoveProbe<C> {
    /// Looks for a move with this destination.
    pub(crate) fn new(mv: Move, to: C) -> Self {
        MoveProbe { mv, to, found: false }
    }
}

impl<C: Bitboard> MoveSink<C> for MoveProbe<C> {
    fn moves(&mut self, moves: impl MoveSet<Cells = C>) {
        self.found |= !(moves.targets() & self.to).is_empty() && !self.mv.is_promotion();
    }
    fn promotions(&mut self, moves: impl MoveSet<Cells = C>, types: &[PieceType]) {
        let is_promotion = self.mv.promotion().is_some_and(|kind| types.contains(&kind))
            && self.mv.second_promotion().is_none();
        self.found |= is_promotion && !(moves.targets() & self.to).is_empty();
    }
    fn one_move(&mut self, mv: Move) {
        self.found |= mv == self.mv;
    }
}
