//! What becomes of the moves that the generator finds: counted, listed, or looked through for one.
//!
//! Counting stays in columns, level by level, where a set costs three instructions; only a list
//! needs squares.

use super::scene::{Scene, Shape};
use super::tables::{COLUMN_OF, COLUMN_SQUARES};
use crate::geometry::bits::Bits;
use crate::geometry::columns::COLUMNS;
use crate::geometry::lanes::{Lanes, Tally};
use crate::geometry::staircase::post_place;
use crate::moves::{Kind, Manner, Move, MoveList};

/// Squares that moves may go to, and the same as columns by level.
#[derive(Clone, Copy)]
pub struct Targets {
    /// The squares.
    pub squares: u64,
    columns: Lanes,
}

impl Targets {
    /// These squares.
    #[inline(always)]
    pub fn new(shape: &Shape, squares: u64) -> Targets {
        Targets { squares, columns: shape.columns(squares) }
    }

    /// The empty squares of a scene.
    #[inline(always)]
    pub fn empty(scene: &Scene, squares: u64) -> Targets {
        Targets { squares, columns: scene.empty() }
    }

    /// These squares and others.
    #[inline(always)]
    pub fn and(&self, other: &Targets) -> Targets {
        Targets { squares: self.squares | other.squares, columns: self.columns | other.columns }
    }
}

/// Pawns that move alike, at most two in a column.
pub struct Pawns<'a> {
    /// Where the platforms stand.
    pub shape: &'a Shape,
    /// Their squares.
    pub movers: u64,
    /// Their columns.
    pub columns: u64,
    /// The columns that hold two of them.
    pub twice: u64,
}

impl<'a> Pawns<'a> {
    /// Pawns on these squares, taken to stand in columns of their own.
    #[inline(always)]
    pub fn new(shape: &'a Shape, movers: u64) -> Self {
        Pawns { shape, movers, columns: shape.columns_of(movers), twice: 0 }
    }

    /// Finds the columns that hold two of them; a third in a column, which hardly ever comes
    /// about, leaves the group.
    #[inline(never)]
    pub fn find_crowded(&mut self) {
        let (mut seen, mut more) = (0, 0);
        for &columns in self.shape.columns(self.movers).words() {
            more |= self.twice & columns;
            self.twice |= seen & columns;
            seen |= columns;
        }
        for column in Bits(more) {
            let here = COLUMN_SQUARES.at(usize::from(column), self.shape.rows) & self.movers;
            let beyond_first = here & (here - 1);
            self.movers &= !(beyond_first & (beyond_first - 1));
        }
    }

    /// Where a step leads them: their columns, and those to which two of them come.
    #[inline(always)]
    pub fn moved(&self, step: impl Fn(u64) -> u64) -> [u64; 2] {
        [step(self.columns), step(self.twice)]
    }

    /// The pawns that come to a column by this step: the first on the left half of the board, the
    /// second on the right half (they differ where rook pawns step inward).
    #[inline(always)]
    fn from(&self, to: usize, by: [i8; 2]) -> u64 {
        let by = if to < COLUMNS / 2 { by[0] } else { by[1] };
        COLUMN_SQUARES.at((to as i8 - by) as usize, self.shape.rows) & self.movers
    }
}

/// What takes the moves that are found.
pub trait Sink {
    /// A man on a square may go to these squares.
    fn men(&mut self, shape: &Shape, from: u8, targets: u64);
    /// A slider on a square reaches these columns by level and may go where the targets allow.
    fn slides(&mut self, shape: &Shape, from: u8, reach: &Lanes, targets: &Targets);
    /// Pawns step to the first columns, whatever the level; two of them to each of the second.
    fn pawns(&mut self, group: &Pawns, columns: [u64; 2], targets: &Targets, by: [i8; 2]);
    /// Fresh pawns, no two of which share a column, step to these columns by level.
    fn doubles(&mut self, group: &Pawns, reach: &Lanes, targets: &Targets, by: [i8; 2]);
    /// The same as `pawns`, and they promote.
    fn promotions(&mut self, group: &Pawns, columns: [u64; 2], targets: &Targets, by: [i8; 2]);
    /// A platform goes from a post to any of these posts (a set of numbers); its pilot promotes.
    fn platforms(&mut self, from: u8, to: u32, promoting: bool);
    /// A single move.
    fn single(&mut self, mv: Move);
}

/// Counts.
pub struct Counter {
    /// What has been found in columns.
    columns: Tally,
    /// What else has been found.
    others: u64,
}

impl Counter {
    /// Nothing has been found.
    #[inline(always)]
    pub fn new() -> Counter {
        Counter { columns: Tally::zero(), others: 0 }
    }

    /// The number of moves.
    #[inline(always)]
    pub fn total(&self) -> u64 {
        self.columns.total() + self.others
    }
}

impl Sink for Counter {
    #[inline(always)]
    fn men(&mut self, _: &Shape, _: u8, targets: u64) {
        self.others += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn slides(&mut self, _: &Shape, _: u8, reach: &Lanes, targets: &Targets) {
        self.columns.add(*reach & targets.columns);
    }
    #[inline(always)]
    fn pawns(&mut self, _: &Pawns, columns: [u64; 2], targets: &Targets, _: [i8; 2]) {
        self.columns.add(Lanes::splat(columns[0]) & targets.columns);
        if columns[1] != 0 {
            self.columns.add(Lanes::splat(columns[1]) & targets.columns);
        }
    }
    #[inline(always)]
    fn doubles(&mut self, _: &Pawns, reach: &Lanes, targets: &Targets, _: [i8; 2]) {
        self.columns.add(*reach & targets.columns);
    }
    #[inline(always)]
    fn promotions(&mut self, group: &Pawns, columns: [u64; 2], targets: &Targets, by: [i8; 2]) {
        for _ in Kind::PROMOTIONS {
            self.pawns(group, columns, targets, by);
        }
    }
    #[inline(always)]
    fn platforms(&mut self, _: u8, to: u32, promoting: bool) {
        self.others += u64::from(to.count_ones()) * if promoting { 4 } else { 1 };
    }
    #[inline(always)]
    fn single(&mut self, _: Move) {
        self.others += 1;
    }
}

/// Lists.
pub struct Lister<'a>(pub &'a mut MoveList);

impl Lister<'_> {
    #[inline(always)]
    fn pawn_moves(&mut self, group: &Pawns, targets: u64, by: [i8; 2], promoting: bool) {
        for to in Bits(targets) {
            let to = group.shape.cell(to);
            for from in Bits(group.from(usize::from(COLUMN_OF[usize::from(to)]), by)) {
                let mv = Move::new(group.shape.cell(from), to, Manner::Plain);
                if promoting {
                    Kind::PROMOTIONS
                        .into_iter()
                        .for_each(|kind| self.0.push(mv.promoting(kind, None)));
                } else {
                    self.0.push(mv);
                }
            }
        }
    }
}

impl Sink for Lister<'_> {
    #[inline(always)]
    fn men(&mut self, shape: &Shape, from: u8, targets: u64) {
        let from = shape.cell(from);
        for to in Bits(targets) {
            self.0.push(Move::new(from, shape.cell(to), Manner::Plain));
        }
    }
    #[inline(always)]
    fn slides(&mut self, shape: &Shape, from: u8, reach: &Lanes, targets: &Targets) {
        self.men(shape, from, shape.squares(reach) & targets.squares);
    }
    #[inline(always)]
    fn pawns(&mut self, group: &Pawns, [columns, _]: [u64; 2], targets: &Targets, by: [i8; 2]) {
        self.pawn_moves(group, group.shape.squares_at(columns) & targets.squares, by, false);
    }
    #[inline(always)]
    fn doubles(&mut self, group: &Pawns, reach: &Lanes, targets: &Targets, by: [i8; 2]) {
        self.pawn_moves(group, group.shape.squares(reach) & targets.squares, by, false);
    }
    #[inline(always)]
    fn promotions(
        &mut self,
        group: &Pawns,
        [columns, _]: [u64; 2],
        targets: &Targets,
        by: [i8; 2],
    ) {
        self.pawn_moves(group, group.shape.squares_at(columns) & targets.squares, by, true);
    }
    #[inline(always)]
    fn platforms(&mut self, from: u8, to: u32, promoting: bool) {
        each_platform_move(from, to, promoting, |mv| self.0.push(mv));
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
    /// The square it goes to, as a set, if it is a plain move.
    pub to: u64,
    /// Has it been found?
    pub found: bool,
}

impl Sink for Finder {
    fn men(&mut self, _: &Shape, _: u8, targets: u64) {
        self.found |= !self.mv.promotes() && targets & self.to != 0;
    }
    fn slides(&mut self, shape: &Shape, from: u8, reach: &Lanes, targets: &Targets) {
        self.men(shape, from, shape.squares(reach) & targets.squares);
    }
    fn pawns(&mut self, group: &Pawns, [columns, _]: [u64; 2], targets: &Targets, _: [i8; 2]) {
        self.men(group.shape, 0, group.shape.squares_at(columns) & targets.squares);
    }
    fn doubles(&mut self, group: &Pawns, reach: &Lanes, targets: &Targets, _: [i8; 2]) {
        self.slides(group.shape, 0, reach, targets);
    }
    fn promotions(&mut self, group: &Pawns, [columns, _]: [u64; 2], targets: &Targets, _: [i8; 2]) {
        let once = self.mv.promotes() && self.mv.second_promotion().is_none();
        let squares = group.shape.squares_at(columns) & targets.squares;
        self.found |= once && squares & self.to != 0;
    }
    fn platforms(&mut self, from: u8, to: u32, promoting: bool) {
        each_platform_move(from, to, promoting, |mv| self.single(mv));
    }
    fn single(&mut self, mv: Move) {
        self.found |= mv == self.mv;
    }
}

#[inline(always)]
fn each_platform_move(from: u8, to: u32, promoting: bool, mut visit: impl FnMut(Move)) {
    for post in Bits(u64::from(to)) {
        let mv = Move::new(post_place(from), post_place(post), Manner::Platform);
        if promoting {
            Kind::PROMOTIONS.into_iter().for_each(|kind| visit(mv.promoting(kind, None)));
        } else {
            visit(mv);
        }
    }
}
