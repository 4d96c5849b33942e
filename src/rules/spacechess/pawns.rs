//! Pawn moves, set-wise.

use super::board::Board;
use super::legality::Legality;
use super::sinks::MoveSink;
use super::tables::{PAWN_RULES, PawnRules};
use crate::geometry::plane::{WIDTH, east, north, rank_of, south, west};
use crate::geometry::stack::{CellSet, LEVELS, MIDDLE, square_of};
use crate::moves::Side;
use crate::rules::generate::GenFilter;

/// Where pawns may go.
pub struct PawnTargets {
    /// The empty cells: what they may pass.
    pub empty: CellSet,
    /// Those of them to which they may go.
    pub destinations: CellSet,
    /// The men whom they may take.
    pub enemy: CellSet,
}

/// Who moves, known at compile time so that steps are constants.
pub trait PawnSide {
    /// The side.
    const SIDE: Side;
    /// Its pawns.
    const RULES: PawnRules = PAWN_RULES[Self::SIDE as usize];

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
    fn up(CellSet([bottom, middle, top]): CellSet) -> CellSet {
        match Self::SIDE {
            Side::White => CellSet([0, bottom, middle]),
            Side::Black => CellSet([middle, top, 0]),
        }
    }
}

/// White moves.
pub struct WhitePawns;
/// Black moves.
pub struct BlackPawns;

impl PawnSide for WhitePawns {
    const SIDE: Side = Side::White;
}

impl PawnSide for BlackPawns {
    const SIDE: Side = Side::Black;
}

#[inline(always)]
fn map_levels(CellSet(words): CellSet, step: impl Fn(u64) -> u64) -> CellSet {
    CellSet(words.map(step))
}

/// Where the fresh pawns of a side stand on their home level and on the middle one.
#[inline(always)]
fn unmoved_pawns<M: PawnSide>(fresh: u64) -> [u64; 2] {
    let fresh = fresh >> (M::SIDE.index() * 2 * WIDTH);
    let row = |index: usize| {
        let rank = const {
            [rank_of(square_of(M::RULES.starts[0])), rank_of(square_of(M::RULES.starts[WIDTH]))]
        };
        (fresh >> (WIDTH * index) & 0xff) << (WIDTH * rank[index])
    };
    [row(0), row(1)]
}

impl Board {
    /// The moves of the pawns, en passant apart: in one go but for those that a pin holds.
    #[inline(always)]
    pub(super) fn pawn_moves<M: PawnSide, S: MoveSink>(
        &self,
        legality: &Legality,
        wanted: GenFilter<CellSet>,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        let pawns = self.pawns() & self.pieces(M::SIDE) & wanted.sources;
        let free = pawns & !legality.pinned;
        let fresh = unmoved_pawns::<M>(self.unmoved_pawns);
        pawn_group_moves::<M, S>(free, fresh, wanted, targets, sink);
        let pinned = pawns & legality.pinned;
        if !pinned.is_empty() {
            self.pinned_pawn_moves::<M, S>(pinned, fresh, wanted, targets, sink);
        }
    }

    #[inline(never)]
    fn pinned_pawn_moves<M: PawnSide, S: MoveSink>(
        &self,
        pinned: CellSet,
        fresh: [u64; 2],
        wanted: GenFilter<CellSet>,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        for from in pinned.iter() {
            let mask = self.pin_mask(from);
            let targets = PawnTargets {
                empty: targets.empty,
                destinations: targets.destinations & mask,
                enemy: targets.enemy & mask,
            };
            pawn_group_moves::<M, S>(CellSet::from_cell(from), fresh, wanted, &targets, sink);
        }
    }
}

/// The moves of a group of pawns; `fresh` are the side's fresh pawns, in the group or not.
#[inline(always)]
fn pawn_group_moves<M: PawnSide, S: MoveSink>(
    group: CellSet,
    fresh: [u64; 2],
    wanted: GenFilter<CellSet>,
    targets: &PawnTargets,
    sink: &mut S,
) {
    let (quiet, noisy) = (wanted.quiet, wanted.noisy);
    let (ahead, rise) = (map_levels(group, M::ahead), M::up(group));
    let (by_ahead, by_rise) = const { (M::RULES.ahead, M::RULES.up) };
    let promoting = !(group & const { M::RULES.near_promotion }).is_empty();
    let mut go = |to: CellSet, by: i16, plain: bool, promotions: bool| {
        if !promoting {
            if plain {
                sink.pawn_moves(to, by);
            }
            return;
        }
        let (may, must) = const { (M::RULES.may_promote, M::RULES.must_promote) };
        if plain {
            sink.pawn_moves(to & !must, by);
        }
        if promotions {
            sink.promotions(to & (may | must), by);
        }
    };
    go(ahead & targets.destinations, by_ahead, quiet, noisy);
    go(rise & targets.destinations, by_rise, quiet, noisy);
    if noisy {
        for (to, by) in [(ahead, by_ahead), (rise, by_rise)] {
            go(map_levels(to, west) & targets.enemy, by - 1, true, true);
            go(map_levels(to, east) & targets.enemy, by + 1, true, true);
        }
    }
    if quiet {
        let [home, middle] = fresh;
        let home = home & group.0[const { M::RULES.home_level }];
        let middle = middle & group.0[MIDDLE];
        run_moves::<M, S>(home, middle, targets, sink);
    }
}

/// S5, first moves of two and three steps, of fresh pawns on the home level and on the middle one.
/// Two pawns of one file may come to the same cell, but not by the same difference.
#[inline(always)]
fn run_moves<M: PawnSide, S: MoveSink>(
    home: u64,
    middle: u64,
    targets: &PawnTargets,
    sink: &mut S,
) {
    let (bottom, top) = const { (M::RULES.home_level, M::RULES.far_level) };
    let (by_ahead, by_rise) = const { (M::RULES.ahead, M::RULES.up) };
    let empty = |level: usize| targets.empty.0[level];
    let mut go = |to: u64, level: usize, ahead: i16, rise: i16| {
        let mut cells = CellSet([0; LEVELS]);
        cells.0[level] = to & targets.destinations.0[level];
        sink.pawn_moves(cells, ahead * by_ahead + rise * by_rise);
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
pub fn pawn_attacks(side: Side, pawns: CellSet) -> CellSet {
    let (ahead, rise) = match side {
        Side::White => (map_levels(pawns, WhitePawns::ahead), WhitePawns::up(pawns)),
        Side::Black => (map_levels(pawns, BlackPawns::ahead), BlackPawns::up(pawns)),
    };
    let to = ahead | rise;
    map_levels(to, west) | map_levels(to, east)
}
