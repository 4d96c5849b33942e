//! Pawn moves, set-wise.

use super::Board;
use super::generate::Wanted;
use super::legality::Legality;
use super::sinks::Sink;
use super::tables::{PAWNS, Pawns};
use crate::geometry::plane::{SIDE, east, north, rank_of, south, west};
use crate::geometry::stack::{Cells, LEVELS, MIDDLE, square_of};
use crate::moves::Side;

/// Where pawns may go.
pub struct PawnTargets {
    /// The empty cells: what they may pass.
    pub empty: Cells,
    /// Those of them to which they may go.
    pub goals: Cells,
    /// The men whom they may take.
    pub enemy: Cells,
}

/// Who moves, known at compile time so that steps are constants.
pub trait Mover {
    /// The side.
    const SIDE: Side;
    /// Its pawns.
    const PAWNS: Pawns = PAWNS[Self::SIDE as usize];

    /// One rank ahead.
    #[inline(always)]
    fn ahead(squares: u64) -> u64 {
        match Self::SIDE {
            Side::White => north(squares),
            Side::Black => south(squares),
        }
    }

    /// One level on.
    #[inline(always)]
    fn rise(Cells([bottom, middle, top]): Cells) -> Cells {
        match Self::SIDE {
            Side::White => Cells([0, bottom, middle]),
            Side::Black => Cells([middle, top, 0]),
        }
    }
}

/// White moves.
pub struct White;
/// Black moves.
pub struct Black;

impl Mover for White {
    const SIDE: Side = Side::White;
}

impl Mover for Black {
    const SIDE: Side = Side::Black;
}

#[inline(always)]
fn each(Cells(words): Cells, step: impl Fn(u64) -> u64) -> Cells {
    Cells(words.map(step))
}

/// Where the fresh pawns of a side stand on their home level and on the middle one.
#[inline(always)]
fn fresh_pawns<M: Mover>(fresh: u64) -> [u64; 2] {
    let fresh = fresh >> (M::SIDE.index() * 2 * SIDE);
    let row = |index: usize| {
        let rank = const {
            [rank_of(square_of(M::PAWNS.starts[0])), rank_of(square_of(M::PAWNS.starts[SIDE]))]
        };
        (fresh >> (SIDE * index) & 0xff) << (SIDE * rank[index])
    };
    [row(0), row(1)]
}

impl Board {
    /// The moves of the pawns, en passant apart: in one go but for those that a pin holds.
    #[inline(always)]
    pub(super) fn pawn_moves<M: Mover, S: Sink>(
        &self,
        legality: &Legality,
        wanted: Wanted,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        let pawns = self.pawns() & self.men(M::SIDE) & wanted.sources;
        let free = pawns & !legality.pinned;
        let fresh = fresh_pawns::<M>(self.fresh);
        pawn_group::<M, S>(free, fresh, wanted, targets, sink);
        let pinned = pawns & legality.pinned;
        if !pinned.is_empty() {
            self.pinned_pawns::<M, S>(pinned, fresh, wanted, targets, sink);
        }
    }

    #[inline(never)]
    fn pinned_pawns<M: Mover, S: Sink>(
        &self,
        pinned: Cells,
        fresh: [u64; 2],
        wanted: Wanted,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        for from in pinned.iter() {
            let mask = self.pin_mask(from);
            let targets = PawnTargets {
                empty: targets.empty,
                goals: targets.goals & mask,
                enemy: targets.enemy & mask,
            };
            pawn_group::<M, S>(Cells::of(from), fresh, wanted, &targets, sink);
        }
    }
}

/// The moves of a group of pawns; `fresh` are the side's fresh pawns, in the group or not.
#[inline(always)]
fn pawn_group<M: Mover, S: Sink>(
    group: Cells,
    fresh: [u64; 2],
    wanted: Wanted,
    targets: &PawnTargets,
    sink: &mut S,
) {
    let (quiet, noisy) = (wanted.quiet, wanted.noisy);
    let (ahead, rise) = (each(group, M::ahead), M::rise(group));
    let (by_ahead, by_rise) = const { (M::PAWNS.ahead, M::PAWNS.rise) };
    let promoting = !(group & const { M::PAWNS.near_promotion }).is_empty();
    let mut go = |to: Cells, by: i16, plain: bool, promotions: bool| {
        if !promoting {
            if plain {
                sink.pawns(to, by);
            }
            return;
        }
        let (may, must) = const { (M::PAWNS.may_promote, M::PAWNS.must_promote) };
        if plain {
            sink.pawns(to & !must, by);
        }
        if promotions {
            sink.promotions(to & (may | must), by);
        }
    };
    go(ahead & targets.goals, by_ahead, quiet, noisy);
    go(rise & targets.goals, by_rise, quiet, noisy);
    if noisy {
        for (to, by) in [(ahead, by_ahead), (rise, by_rise)] {
            go(each(to, west) & targets.enemy, by - 1, true, true);
            go(each(to, east) & targets.enemy, by + 1, true, true);
        }
    }
    if quiet {
        let [home, middle] = fresh;
        let home = home & group.0[const { M::PAWNS.home }];
        let middle = middle & group.0[MIDDLE];
        runs::<M, S>(home, middle, targets, sink);
    }
}

/// S5, first moves of two and three steps, of fresh pawns on the home level and on the middle one.
/// Two pawns of one file may come to the same cell, but not by the same difference.
#[inline(always)]
fn runs<M: Mover, S: Sink>(home: u64, middle: u64, targets: &PawnTargets, sink: &mut S) {
    let (bottom, top) = const { (M::PAWNS.home, M::PAWNS.beyond) };
    let (by_ahead, by_rise) = const { (M::PAWNS.ahead, M::PAWNS.rise) };
    let empty = |level: usize| targets.empty.0[level];
    let mut go = |to: u64, level: usize, ahead: i16, rise: i16| {
        let mut cells = Cells([0; LEVELS]);
        cells.0[level] = to & targets.goals.0[level];
        sink.pawns(cells, ahead * by_ahead + rise * by_rise);
    };
    let one = M::ahead(home) & empty(bottom);
    let two = M::ahead(one) & empty(bottom);
    let three = M::ahead(two) & empty(bottom);
    go(two, bottom, 2, 0);
    go(three, bottom, 3, 0);
    let up = home & empty(MIDDLE);
    let up_one = (M::ahead(up) | one) & empty(MIDDLE);
    let up_two = (M::ahead(up_one) | two) & empty(MIDDLE);
    go(up_one, MIDDLE, 1, 1);
    go(up_two, MIDDLE, 2, 1);
    let up_up = up & empty(top);
    let up_up_one = (M::ahead(up_up) | up_one) & empty(top);
    go(up_up, top, 0, 2);
    go(up_up_one, top, 1, 2);

    let one = M::ahead(middle) & empty(MIDDLE);
    let two = M::ahead(one) & empty(MIDDLE);
    let three = M::ahead(two) & empty(MIDDLE);
    go(two, MIDDLE, 2, 0);
    go(three, MIDDLE, 3, 0);
    let up = middle & empty(top);
    let up_one = (M::ahead(up) | one) & empty(top);
    let up_two = (M::ahead(up_one) | two) & empty(top);
    go(up_one, top, 1, 1);
    go(up_two, top, 2, 1);
}

/// The cells that pawns of that side attack.
pub fn attacks(side: Side, pawns: Cells) -> Cells {
    let (ahead, rise) = match side {
        Side::White => (each(pawns, White::ahead), White::rise(pawns)),
        Side::Black => (each(pawns, Black::ahead), Black::rise(pawns)),
    };
    let to = ahead | rise;
    each(to, west) | each(to, east)
}
