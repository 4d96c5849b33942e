//! What the generator's moves go into: a count, a list, or the answer whether one move is there.

use crate::geometry::bits::Bits;
use crate::moves::{Kind, Manner, Move, MoveList, Place};

/// What takes the moves that are found.
pub trait Sink {
    /// A man may go to these cells.
    fn man(&mut self, from: Place, targets: u64);
    /// Pawns come to these cells by a step of so many cells.
    fn pawns(&mut self, targets: u64, by: i8);
    /// The same, and they promote.
    fn promotions(&mut self, targets: u64, by: i8);
    /// A single move.
    fn single(&mut self, mv: Move);
}

/// Counts.
pub struct Counter(pub u64);

impl Sink for Counter {
    #[inline(always)]
    fn man(&mut self, _: Place, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn pawns(&mut self, targets: u64, _: i8) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, _: i8) {
        self.0 += Kind::PROMOTIONS.len() as u64 * u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

#[inline(always)]
const fn origin(to: Place, by: i8) -> Place {
    to.wrapping_sub(by as Place)
}

/// Lists.
pub struct Lister<'a>(pub &'a mut MoveList);

impl Sink for Lister<'_> {
    #[inline(always)]
    fn man(&mut self, from: Place, targets: u64) {
        for to in Bits(targets) {
            self.0.push(Move::new(from, to, Manner::Plain));
        }
    }
    #[inline(always)]
    fn pawns(&mut self, targets: u64, by: i8) {
        for to in Bits(targets) {
            self.0.push(Move::new(origin(to, by), to, Manner::Plain));
        }
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, by: i8) {
        for to in Bits(targets) {
            let mv = Move::new(origin(to, by), to, Manner::Plain);
            Kind::PROMOTIONS.into_iter().for_each(|kind| self.0.push(mv.promoting(kind, None)));
        }
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
    /// The cell it goes to, as a set, if it is a plain move.
    pub to: u64,
    /// Has it been found?
    pub found: bool,
}

impl Sink for Finder {
    fn man(&mut self, _: Place, targets: u64) {
        self.found |= !self.mv.promotes() && targets & self.to != 0;
    }
    fn pawns(&mut self, targets: u64, _: i8) {
        self.man(0, targets);
    }
    fn promotions(&mut self, targets: u64, _: i8) {
        let once = self.mv.promotes() && self.mv.second_promotion().is_none();
        self.found |= once && targets & self.to != 0;
    }
    fn single(&mut self, mv: Move) {
        self.found |= mv == self.mv;
    }
}
