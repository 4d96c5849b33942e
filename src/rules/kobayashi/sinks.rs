//! What becomes of the moves that the generator finds: counted, listed, or looked through for one.

use super::Board;
use crate::geometry::bits::Bits;
use crate::geometry::staircase::post_place;
use crate::moves::{Kind, Manner, Move, MoveList};

/// Squares that pawns go to.
#[derive(Clone, Copy)]
pub struct PawnSquares {
    /// The squares.
    pub to: u64,
    /// Those of them on which they promote.
    pub far: u64,
}

/// What takes the moves that are found.
pub trait Sink {
    /// A man on a square may go to these squares.
    fn men(&mut self, from: u8, targets: u64);
    /// Pawns go to these squares, each from the square whose number is less by this difference.
    fn pawns(&mut self, squares: PawnSquares, by: i8);
    /// One pawn may go to these squares.
    fn pawn(&mut self, from: u8, squares: PawnSquares);
    /// A platform goes from a post to any of these posts (a set of numbers), and so many pawns on
    /// it promote.
    fn platforms(&mut self, from: u8, to: u32, promoting: u32);
    /// A single move.
    fn single(&mut self, mv: Move);
}

/// Counts.
pub struct Counter(pub u64);

impl Sink for Counter {
    #[inline(always)]
    fn men(&mut self, _: u8, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn pawns(&mut self, PawnSquares { to, far }: PawnSquares, _: i8) {
        self.0 += u64::from(to.count_ones());
        if far != 0 {
            self.0 += 3 * u64::from(far.count_ones());
        }
    }
    #[inline(always)]
    fn pawn(&mut self, _: u8, squares: PawnSquares) {
        self.pawns(squares, 0);
    }
    #[inline(always)]
    fn platforms(&mut self, _: u8, to: u32, promoting: u32) {
        self.0 += u64::from(to.count_ones()) << (2 * promoting);
    }
    #[inline(always)]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Lists.
pub struct Lister<'a> {
    /// The board, for the cells of its squares.
    pub board: &'a Board,
    /// The list.
    pub list: &'a mut MoveList,
}

impl Sink for Lister<'_> {
    #[inline(always)]
    fn men(&mut self, from: u8, targets: u64) {
        let from = self.board.cell(from);
        for to in Bits(targets) {
            self.list.push(Move::new(from, self.board.cell(to), Manner::Plain));
        }
    }
    #[inline(always)]
    fn pawns(&mut self, PawnSquares { to, far }: PawnSquares, by: i8) {
        for to in Bits(to & !far) {
            self.men(to.wrapping_sub_signed(by), 1 << to);
        }
        for to in Bits(far) {
            self.pawn(to.wrapping_sub_signed(by), PawnSquares { to: 1 << to, far: 1 << to });
        }
    }
    #[inline(always)]
    fn pawn(&mut self, from: u8, PawnSquares { to, far }: PawnSquares) {
        self.men(from, to & !far);
        for to in Bits(far) {
            let mv = Move::new(self.board.cell(from), self.board.cell(to), Manner::Plain);
            self.list.extend(Kind::PROMOTIONS.map(|kind| mv.promoting(kind, None)));
        }
    }
    #[inline(always)]
    fn platforms(&mut self, from: u8, to: u32, promoting: u32) {
        each_platform_move(from, to, promoting, |mv| self.list.push(mv));
    }
    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.list.push(mv);
    }
}

/// Looks for one move; only moves of its own man may be offered.
pub struct Finder {
    /// The move.
    pub mv: Move,
    /// The square it goes to, as a set, if it is a plain move.
    pub to: u64,
    /// Has it been found?
    pub found: bool,
}

impl Sink for Finder {
    fn men(&mut self, _: u8, targets: u64) {
        self.found |= !self.mv.promotes() && targets & self.to != 0;
    }
    fn pawns(&mut self, PawnSquares { to, far }: PawnSquares, _: i8) {
        self.men(0, to & !far);
        let once = self.mv.promotes() && self.mv.second_promotion().is_none();
        self.found |= once && far & self.to != 0;
    }
    fn pawn(&mut self, _: u8, squares: PawnSquares) {
        self.pawns(squares, 0);
    }
    fn platforms(&mut self, from: u8, to: u32, promoting: u32) {
        each_platform_move(from, to, promoting, |mv| self.single(mv));
    }
    fn single(&mut self, mv: Move) {
        self.found |= mv == self.mv;
    }
}

fn each_platform_move(from: u8, to: u32, promoting: u32, mut visit: impl FnMut(Move)) {
    for post in Bits(u64::from(to)) {
        let mv = Move::new(post_place(from), post_place(post), Manner::Platform);
        match promoting {
            0 => visit(mv),
            1 => Kind::PROMOTIONS.into_iter().for_each(|kind| visit(mv.promoting(kind, None))),
            _ => {
                for first in Kind::PROMOTIONS {
                    for second in Kind::PROMOTIONS {
                        visit(mv.promoting(first, Some(second)));
                    }
                }
            }
        }
    }
}
