//! What becomes of the moves that the generator finds: counted or listed.

use super::cells::{CELL_OF_WING, Cells, FIXED_BOARDS};
use super::tables::Reach;
use crate::geometry::bits::Bits;
use crate::geometry::staircase::post_place;
use crate::moves::{Kind, Manner, Move, MoveList, Place};

/// What takes the moves that are found.
pub trait Sink {
    /// Are moves only counted? A pawn that promotes has one move, to a queen, so that a count need
    /// not know of promotions.
    const COUNTS: bool;

    /// A man other than a pawn may go to these cells, those on a wing being of that word.
    fn men(&mut self, from: Place, to: Reach, wing: usize);
    /// A pawn may go to these cells; on those of `goal` it promotes.
    fn pawn(&mut self, from: Place, to: Reach, wing: usize, goal: &Cells);
    /// A pawn may make a first move of two.
    fn double_step(&mut self, from: Place, to: Place);
    /// A platform may go from a post to any of these (a set of numbers).
    fn platforms(&mut self, from: u8, to: u32);
}

/// Counts.
pub struct Counter(pub u64);

impl Sink for Counter {
    const COUNTS: bool = true;

    #[inline(always)]
    fn men(&mut self, _: Place, to: Reach, _: usize) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn pawn(&mut self, _: Place, to: Reach, _: usize, _: &Cells) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn double_step(&mut self, _: Place, _: Place) {
        self.0 += 1;
    }
    #[inline(always)]
    fn platforms(&mut self, _: u8, to: u32) {
        self.0 += u64::from(to.count_ones());
    }
}

/// Lists.
pub struct Lister<'a>(pub &'a mut MoveList);

impl Sink for Lister<'_> {
    const COUNTS: bool = false;

    #[inline(always)]
    fn men(&mut self, from: Place, to: Reach, wing: usize) {
        each_cell(to, wing, |to| self.0.push(Move::new(from, to, Manner::Plain)));
    }
    #[inline(always)]
    fn pawn(&mut self, from: Place, to: Reach, wing: usize, goal: &Cells) {
        let promoting = to.within(goal, wing);
        let plain = Reach { fixed: to.fixed ^ promoting.fixed, wing: to.wing ^ promoting.wing };
        self.men(from, plain, wing);
        each_cell(promoting, wing, |to| {
            self.0.push(Move::new(from, to, Manner::Plain).promoting(Kind::Queen, None));
        });
    }
    #[inline(always)]
    fn double_step(&mut self, from: Place, to: Place) {
        self.0.push(Move::new(from, to, Manner::Plain));
    }
    #[inline(always)]
    fn platforms(&mut self, from: u8, to: u32) {
        for to in Bits(u64::from(to)) {
            self.0.push(Move::new(post_place(from), post_place(to), Manner::Platform));
        }
    }
}

/// Visits the cells of a reach.
#[inline(always)]
fn each_cell(reach: Reach, wing: usize, mut visit: impl FnMut(Place)) {
    for cell in Bits(reach.fixed) {
        visit(cell);
    }
    debug_assert_ne!(wing, FIXED_BOARDS);
    let cells = &CELL_OF_WING[(wing - 1) % 2];
    for bit in Bits(reach.wing) {
        visit(cells[usize::from(bit) % 64]);
    }
}
