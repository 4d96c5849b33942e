//! What becomes of the moves that the generator finds: counted, listed, or looked through for one.

use crate::geometry::stack::{Cells, Reach};
use crate::moves::{Kind, Manner, Move, MoveList, Place};

/// What takes the moves that are found.
pub trait Sink {
    /// A man may go to these cells.
    fn men(&mut self, from: Place, targets: Cells);
    /// A slider reaches these cells and may go where the targets allow.
    fn slides(&mut self, from: Place, reach: Reach, targets: &Cells);
    /// Pawns come to these cells, one to each, by a step of that difference in cell numbers.
    fn pawns(&mut self, targets: Cells, by: i16);
    /// The same, and they promote.
    fn promotions(&mut self, targets: Cells, by: i16);
    /// A single move.
    fn single(&mut self, mv: Move);
}

/// Counts.
pub struct Counter(pub u32);

impl Sink for Counter {
    #[inline(always)]
    fn men(&mut self, _: Place, targets: Cells) {
        self.0 += targets.count();
    }
    #[inline(always)]
    fn slides(&mut self, _: Place, reach: Reach, targets: &Cells) {
        self.0 += reach.count(targets);
    }
    #[inline(always)]
    fn pawns(&mut self, targets: Cells, _: i16) {
        self.0 += targets.count();
    }
    #[inline(always)]
    fn promotions(&mut self, targets: Cells, _: i16) {
        self.0 += Kind::PROMOTIONS.len() as u32 * targets.count();
    }
    #[inline(always)]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Lists.
pub struct Lister<'a>(pub &'a mut MoveList);

impl Lister<'_> {
    #[inline(always)]
    fn push(&mut self, from: Place, to: Place) {
        self.0.push(Move::new(from, to, Manner::Plain));
    }
}

impl Sink for Lister<'_> {
    #[inline(always)]
    fn men(&mut self, from: Place, targets: Cells) {
        targets.for_each(|to| self.push(from, to));
    }
    #[inline(always)]
    fn slides(&mut self, from: Place, reach: Reach, targets: &Cells) {
        self.men(from, reach.cells() & *targets);
    }
    #[inline(always)]
    fn pawns(&mut self, targets: Cells, by: i16) {
        targets.for_each(|to| self.push((i16::from(to) - by) as Place, to));
    }
    #[inline(always)]
    fn promotions(&mut self, targets: Cells, by: i16) {
        targets.for_each(|to| {
            let mv = Move::new((i16::from(to) - by) as Place, to, Manner::Plain);
            Kind::PROMOTIONS.into_iter().for_each(|kind| self.0.push(mv.promoting(kind, None)));
        });
    }
    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

/// Looks for one move; only moves of its own man may be offered.
pub struct Finder {
    /// The move.
    pub mv: Move,
    /// The cell it goes to, if it is a plain move.
    pub to: Cells,
    /// Has it been found?
    pub found: bool,
}

impl Sink for Finder {
    fn men(&mut self, _: Place, targets: Cells) {
        self.found |= !self.mv.promotes() && !(targets & self.to).is_empty();
    }
    fn slides(&mut self, from: Place, reach: Reach, targets: &Cells) {
        self.men(from, reach.cells() & *targets);
    }
    fn pawns(&mut self, targets: Cells, _: i16) {
        self.men(0, targets);
    }
    fn promotions(&mut self, targets: Cells, _: i16) {
        let once = self.mv.promotes() && self.mv.second_promotion().is_none();
        self.found |= once && !(targets & self.to).is_empty();
    }
    fn single(&mut self, mv: Move) {
        self.found |= mv == self.mv;
    }
}
