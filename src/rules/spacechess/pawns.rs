//! Set-wise pawn moves.

use super::board::Board;
use super::legality::Legality;
use super::tables::{PAWN_RULES, PawnRules};
use crate::geometry::plane::{WIDTH, east, north, rank_of, south, west};
use crate::geometry::stack::{CellSet, LEVELS, MIDDLE, square_of};
use crate::moves::Side;
use crate::rules::CHESS_PROMOTIONS;
use crate::rules::generate::GenFilter;
use crate::rules::sinks::{MoveSink, PawnMoves};

/// The cells that limit pawn moves.
pub(super) struct PawnTargets {
    /// The empty cells, which pawns may pass.
    pub empty: CellSet,
    /// The empty cells to which they may move.
    pub destinations: CellSet,
    /// The enemy pieces that they may capture.
    pub enemy: CellSet,
}

/// The side of the pawns as a type, so that their steps are constants.
pub(super) trait PawnSide {
    /// The side.
    const SIDE: Side;
    /// The constants of its pawns.
    const RULES: PawnRules = PAWN_RULES[Self::SIDE as usize];

    /// Moves squares one rank ahead.
    #[inline(always)]
    fn ahead(squares: u64) -> u64 {
        match Self::SIDE {
            Side::White => north(squares),
            Side::Black => south(squares),
        }
    }

    /// Moves cells one level up, as the side sees it.
    #[inline(always)]
    fn up(CellSet([bottom, middle, top]): CellSet) -> CellSet {
        match Self::SIDE {
            Side::White => CellSet([0, bottom, middle]),
            Side::Black => CellSet([middle, top, 0]),
        }
    }
}

/// The pawns of White.
pub(super) struct WhitePawns;
/// The pawns of Black.
pub(super) struct BlackPawns;

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

/// Returns the squares of a side's unmoved pawns on the home level and on the middle one.
#[inline(always)]
fn unmoved_pawns<M: PawnSide>(unmoved_bits: u64) -> [u64; 2] {
    let own_bits = unmoved_bits >> (M::SIDE.index() * 2 * WIDTH);
    let row = |index: usize| {
        let rank = const {
            [rank_of(square_of(M::RULES.starts[0])), rank_of(square_of(M::RULES.starts[WIDTH]))]
        };
        (own_bits >> (WIDTH * index) & 0xff) << (WIDTH * rank[index])
    };
    [row(0), row(1)]
}

impl Board {
    /// Generates the pawn moves except en passant: unpinned pawns set-wise, pinned ones one by one.
    #[inline(always)]
    pub(super) fn pawn_moves<M: PawnSide, S: MoveSink<CellSet>>(
        &self,
        legality: &Legality,
        filter: GenFilter<CellSet>,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        let pawns = self.pawns() & self.pieces(M::SIDE) & filter.sources;
        let free = pawns & !legality.pinned;
        let unmoved = unmoved_pawns::<M>(self.unmoved_pawns);
        pawn_group_moves::<M, S>(free, unmoved, filter, targets, sink);
        let pinned = pawns & legality.pinned;
        if !pinned.is_empty() {
            self.pinned_pawn_moves::<M, S>(pinned, unmoved, filter, targets, sink);
        }
    }

    #[inline(never)]
    fn pinned_pawn_moves<M: PawnSide, S: MoveSink<CellSet>>(
        &self,
        pinned: CellSet,
        unmoved: [u64; 2],
        filter: GenFilter<CellSet>,
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
            pawn_group_moves::<M, S>(CellSet::from_cell(from), unmoved, filter, &targets, sink);
        }
    }
}

/// Generates the moves of a group of pawns. `unmoved` has the unmoved pawns of the side, in the
/// group or not, on the home level and on the middle one.
#[inline(always)]
fn pawn_group_moves<M: PawnSide, S: MoveSink<CellSet>>(
    group: CellSet,
    unmoved: [u64; 2],
    filter: GenFilter<CellSet>,
    targets: &PawnTargets,
    sink: &mut S,
) {
    let (quiet, noisy) = (filter.quiet, filter.noisy);
    let (ahead, up) = (map_levels(group, M::ahead), M::up(group));
    let (by_ahead, by_up) = const { (M::RULES.ahead, M::RULES.up) };
    let promoting = !(group & const { M::RULES.near_promotion }).is_empty();
    let mut add = |to: CellSet, by: i16, normal: bool, promotions: bool| {
        if !promoting {
            if normal {
                sink.moves(PawnMoves(to, by));
            }
            return;
        }
        let (may, must) = const { (M::RULES.may_promote, M::RULES.must_promote) };
        if normal {
            sink.moves(PawnMoves(to & !must, by));
        }
        if promotions {
            sink.promotions(PawnMoves(to & (may | must), by), &CHESS_PROMOTIONS);
        }
    };
    add(ahead & targets.destinations, by_ahead, quiet, noisy);
    add(up & targets.destinations, by_up, quiet, noisy);
    if noisy {
        for (to, by) in [(ahead, by_ahead), (up, by_up)] {
            add(map_levels(to, west) & targets.enemy, by - 1, true, true);
            add(map_levels(to, east) & targets.enemy, by + 1, true, true);
        }
    }
    if quiet {
        let [home, middle] = unmoved;
        let home = home & group.0[const { M::RULES.home_level }];
        let middle = middle & group.0[MIDDLE];
        run_moves::<M, S>(home, middle, targets, sink);
    }
}

/// Generates the first moves of two and three steps (rule S5) of unmoved pawns on the home level
/// and on the middle one. Two pawns of a file may reach the same cell, but not by the same
/// difference of cell numbers.
#[inline(always)]
fn run_moves<M: PawnSide, S: MoveSink<CellSet>>(
    home: u64,
    middle: u64,
    targets: &PawnTargets,
    sink: &mut S,
) {
    let (bottom, top) = const { (M::RULES.home_level, M::RULES.far_level) };
    let (by_ahead, by_up) = const { (M::RULES.ahead, M::RULES.up) };
    let empty = |level: usize| targets.empty.0[level];
    let mut add = |to: u64, level: usize, ahead: i16, up: i16| {
        let mut cells = CellSet([0; LEVELS]);
        cells.0[level] = to & targets.destinations.0[level];
        sink.moves(PawnMoves(cells, ahead * by_ahead + up * by_up));
    };
    let one = M::ahead(home) & empty(bottom);
    let two = M::ahead(one) & empty(bottom);
    let three = M::ahead(two) & empty(bottom);
    add(two, bottom, 2, 0);
    add(three, bottom, 3, 0);
    let up = home & empty(MIDDLE);
    let up_one = (M::ahead(up) | one) & empty(MIDDLE);
    let up_two = (M::ahead(up_one) | two) & empty(MIDDLE);
    add(up_one, MIDDLE, 1, 1);
    add(up_two, MIDDLE, 2, 1);
    let up_up = up & empty(top);
    let up_up_one = (M::ahead(up_up) | up_one) & empty(top);
    add(up_up, top, 0, 2);
    add(up_up_one, top, 1, 2);

    let one = M::ahead(middle) & empty(MIDDLE);
    let two = M::ahead(one) & empty(MIDDLE);
    let three = M::ahead(two) & empty(MIDDLE);
    add(two, MIDDLE, 2, 0);
    add(three, MIDDLE, 3, 0);
    let up = middle & empty(top);
    let up_one = (M::ahead(up) | one) & empty(top);
    let up_two = (M::ahead(up_one) | two) & empty(top);
    add(up_one, top, 1, 1);
    add(up_two, top, 2, 1);
}

/// Returns the cells that pawns of that side attack.
pub(super) fn pawn_attacks(side: Side, pawns: CellSet) -> CellSet {
    let (ahead, up) = match side {
        Side::White => (map_levels(pawns, WhitePawns::ahead), WhitePawns::up(pawns)),
        Side::Black => (map_levels(pawns, BlackPawns::ahead), BlackPawns::up(pawns)),
    };
    let to = ahead | up;
    map_levels(to, west) | map_levels(to, east)
}
