//! Set-wise pawn moves.

use super::board::{Board, GAME};
use super::legality::Legality;
use crate::geometry::Place;
use crate::geometry::cube::{
    WIDTH, cell, cells, contains, down, east, north, set_of, south, up, west,
};
use crate::moves::Side;
use crate::rules::generate::GenFilter;
use crate::rules::sinks::{MoveSink, PawnMoves};

/// The cells that pawns may move to.
pub(super) struct PawnTargets {
    /// The empty cells.
    pub empty: u128,
    /// The enemy pieces.
    pub enemy: u128,
}

/// The side of the pawns as a type, so that their steps are constants (rule R3). Black sees the
/// cube upside down and from the other end.
pub(super) trait PawnSide {
    /// A step of one rank ahead, as a difference of cell numbers.
    const BY_AHEAD: i16;
    /// A step of one level up, as a difference of cell numbers.
    const BY_UP: i16;
    /// The cells on which pawns promote, and must.
    const PROMOTION: u128;
    /// A pawn on any other cell cannot promote by its next move.
    const NEAR_PROMOTION: u128;

    /// Moves cells one rank ahead.
    fn ahead(set: u128) -> u128;
    /// Moves cells one level up, as the side sees it.
    fn up(set: u128) -> u128;
}

/// The pawns of White.
pub(super) struct WhitePawns;
/// The pawns of Black.
pub(super) struct BlackPawns;

/// The last rank of White.
const FAR: usize = WIDTH - 1;

impl PawnSide for WhitePawns {
    const BY_AHEAD: i16 = WIDTH as i16;
    const BY_UP: i16 = (WIDTH * WIDTH) as i16;
    const PROMOTION: u128 = row(FAR, FAR);
    const NEAR_PROMOTION: u128 = row(FAR - 1, FAR) | row(FAR, FAR - 1) | row(FAR - 1, FAR - 1);

    #[inline(always)]
    fn ahead(set: u128) -> u128 {
        north(set)
    }

    #[inline(always)]
    fn up(set: u128) -> u128 {
        up(set)
    }
}

impl PawnSide for BlackPawns {
    const BY_AHEAD: i16 = -WhitePawns::BY_AHEAD;
    const BY_UP: i16 = -WhitePawns::BY_UP;
    const PROMOTION: u128 = row(0, 0);
    const NEAR_PROMOTION: u128 = row(1, 0) | row(0, 1) | row(1, 1);

    #[inline(always)]
    fn ahead(set: u128) -> u128 {
        south(set)
    }

    #[inline(always)]
    fn up(set: u128) -> u128 {
        down(set)
    }
}

/// Returns the cells of a rank of a level.
const fn row(rank: usize, level: usize) -> u128 {
    0b11111 << cell(0, rank, level)
}

impl Board {
    /// Generates the pawn moves: unpinned pawns set-wise, pinned ones one by one.
    #[inline(always)]
    pub(super) fn pawn_moves<M: PawnSide, S: MoveSink<u128>>(
        &self,
        sources: u128,
        legality: &Legality,
        filter: GenFilter<u128>,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        let pawns = self.pawns() & sources;
        pawn_group_moves::<M, S>(pawns & !legality.pinned, filter, targets, sink);
        let pinned = pawns & legality.pinned;
        if pinned != 0 {
            self.pinned_pawn_moves::<M, S>(pinned, filter, targets, sink);
        }
    }

    #[inline(never)]
    fn pinned_pawn_moves<M: PawnSide, S: MoveSink<u128>>(
        &self,
        pinned: u128,
        filter: GenFilter<u128>,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        for from in cells(pinned) {
            let mask = self.pin_mask(from);
            let targets = PawnTargets { empty: targets.empty & mask, enemy: targets.enemy & mask };
            pawn_group_moves::<M, S>(set_of(from), filter, &targets, sink);
        }
    }
}

/// Generates the moves of a group of pawns.
#[inline(always)]
fn pawn_group_moves<M: PawnSide, S: MoveSink<u128>>(
    group: u128,
    filter: GenFilter<u128>,
    targets: &PawnTargets,
    sink: &mut S,
) {
    let (ahead, up) = (M::ahead(group), M::up(group));
    let may_promote = group & M::NEAR_PROMOTION != 0;
    let mut add = |to: u128, by: i16, normal: bool| {
        if !may_promote {
            if normal {
                sink.moves(PawnMoves(to, by));
            }
            return;
        }
        if normal {
            sink.moves(PawnMoves(to & !M::PROMOTION, by));
        }
        if filter.noisy {
            sink.promotions(PawnMoves(to & M::PROMOTION, by), GAME.promotions);
        }
    };
    add(ahead & targets.empty, M::BY_AHEAD, filter.quiet);
    add(up & targets.empty, M::BY_UP, filter.quiet);
    if filter.noisy {
        for (to, by) in [(ahead, M::BY_AHEAD), (up, M::BY_UP)] {
            add(west(to) & targets.enemy, by - 1, true);
            add(east(to) & targets.enemy, by + 1, true);
        }
        add(M::up(ahead) & targets.enemy, M::BY_AHEAD + M::BY_UP, true);
    }
}

/// Returns whether a pawn of that side promotes on a cell.
pub(super) fn is_promotion_cell(side: Side, cell: Place) -> bool {
    let cells = *side.select(&[WhitePawns::PROMOTION, BlackPawns::PROMOTION]);
    contains(cells, cell)
}

/// Returns the cells that pawns of that side attack.
#[inline(always)]
pub(super) fn pawn_attacks(side: Side, pawns: u128) -> u128 {
    match side {
        Side::White => attacks::<WhitePawns>(pawns),
        Side::Black => attacks::<BlackPawns>(pawns),
    }
}

#[inline(always)]
fn attacks<M: PawnSide>(pawns: u128) -> u128 {
    let (ahead, up) = (M::ahead(pawns), M::up(pawns));
    west(ahead | up) | east(ahead | up) | M::up(ahead)
}
