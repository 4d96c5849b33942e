//! The set-wise generator of pawn moves.

use super::board::Board;
use super::ceilings::CeilingBlockers;
use super::legality::Legality;
use super::sinks::{ColumnSink, PawnGroup, Targets};
use super::tables::{
    INWARD, LEFT_HALF, LEFTMOST, PROMOTION_COLUMNS, PawnSteps, RIGHTMOST, pawn_steps,
};
use crate::geometry::bits::{BitIter, pdep};
use crate::geometry::lanes::U64x8;
use crate::moves::Side;
use crate::rules::generate::GenFilter;
use crate::rules::staircase::{HIGH, LOW, Step, columns_attacked_by_pawns, shift, shift_lanes};

/// The squares where pawns may go as far as checks allow.
pub(crate) struct PawnTargets {
    /// Empty squares, for steps.
    pub(crate) empty: Targets,
    /// Squares of enemy pieces, for captures.
    pub(crate) enemy: Targets,
}

/// The side whose pawns move, a type so that the steps are constants.
pub(crate) trait PawnSide {
    /// The side.
    const SIDE: Side;
    /// Its pawns' steps.
    const STEPS: PawnSteps = pawn_steps(Self::SIDE);
    /// The columns on which its pawns promote.
    const PROMOTION_COLUMNS: u64 = PROMOTION_COLUMNS[Self::SIDE as usize];
    /// The level of the fixed board on which its pawns start; the others start one level above.
    const START_LEVEL: usize;
}

/// White's pawns.
pub(crate) struct WhitePawns;
/// Black's pawns.
pub(crate) struct BlackPawns;

impl PawnSide for WhitePawns {
    const SIDE: Side = Side::White;
    const START_LEVEL: usize = 2;
}

impl PawnSide for BlackPawns {
    const SIDE: Side = Side::Black;
    const START_LEVEL: usize = 6;
}

/// Shifts the columns of the outermost files: those of the leftmost file by the first step, those
/// of the rightmost by the second.
#[inline(always)]
const fn shift_outermost(columns: u64, steps: &[Step; 2]) -> u64 {
    shift(columns & LEFTMOST, steps[0]) | shift(columns & RIGHTMOST, steps[1])
}

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// Returns the columns that the pawns of a side in these columns attack.
    #[inline(always)]
    pub(super) fn pawn_targets(side: Side, columns: u64) -> u64 {
        const BACKWARD: [[Step; 2]; 2] = [WhitePawns::STEPS.backward, BlackPawns::STEPS.backward];
        let ahead = columns_attacked_by_pawns(side, columns);
        if ROOK_PAWNS { ahead | shift_outermost(columns, side.select(&BACKWARD)) } else { ahead }
    }

    /// Generates the moves of the pawns, except en passant: of all together, but one by one for
    /// pinned pawns and for the third pawn of a column.
    #[inline(always)]
    pub(super) fn pawn_moves<M: PawnSide, S: ColumnSink>(
        &self,
        ceilings: &CeilingBlockers,
        legality: &Legality,
        filter: GenFilter,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        let pawns = self.state.pawns() & self.state.pieces(M::SIDE) & filter.sources;
        let mut group = PawnGroup::new(ceilings.layout, pawns & !legality.pinned);
        if group.columns.count_ones() != group.movers.count_ones() {
            group.find_shared_columns();
        }
        self.pawn_group_moves::<M, S>(&group, targets, ceilings, filter, sink);
        for from in BitIter(pawns & !group.movers) {
            let mask = self.pin_mask(ceilings, legality, from);
            self.single_pawn_moves::<M, S>(from, mask, ceilings, filter, targets, sink);
        }
    }

    #[inline(never)]
    fn single_pawn_moves<M: PawnSide, S: ColumnSink>(
        &self,
        from: u8,
        mask: u64,
        ceilings: &CeilingBlockers,
        filter: GenFilter,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        let targets = PawnTargets {
            empty: Targets::new(ceilings.layout, targets.empty.squares & mask),
            enemy: Targets::new(ceilings.layout, targets.enemy.squares & mask),
        };
        let group = PawnGroup::new(ceilings.layout, 1 << from);
        self.pawn_group_moves::<M, S>(&group, &targets, ceilings, filter, sink);
    }

    /// Generates the moves of a group of pawns.
    #[inline(always)]
    fn pawn_group_moves<M: PawnSide, S: ColumnSink>(
        &self,
        group: &PawnGroup,
        targets: &PawnTargets,
        ceilings: &CeilingBlockers,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let PawnTargets { empty, enemy } = targets;
        let steps = const { &M::STEPS };
        let ahead = steps.ahead;
        let sides = group.columns & (LEFTMOST | RIGHTMOST);
        let (quiet, noisy) = (filter.quiet, filter.noisy);
        let to = group.map_columns(|columns| shift(columns, ahead));
        pawn_steps_to::<M, S>(group, to, empty, [ahead.by; 2], (quiet, noisy), sink);
        if ROOK_PAWNS && sides != 0 {
            let to = group.map_columns(|columns| shift_outermost(columns, &INWARD));
            let by = INWARD.map(|step| step.by);
            pawn_steps_to::<M, S>(group, to, empty, by, (quiet, noisy), sink);
        }
        if noisy {
            for step in steps.captures {
                let to = group.map_columns(|columns| shift(columns, step));
                pawn_steps_to::<M, S>(group, to, enemy, [step.by; 2], (true, true), sink);
            }
            if ROOK_PAWNS && sides != 0 {
                let to = group.map_columns(|columns| shift_outermost(columns, &steps.backward));
                let by = steps.backward.map(|step| step.by);
                pawn_steps_to::<M, S>(group, to, enemy, by, (true, true), sink);
            }
        }
        let unmoved = group.movers & self.state.unmoved_pawns;
        if quiet && unmoved != 0 {
            let group = PawnGroup { movers: unmoved, ..*group };
            double_steps::<ROOK_PAWNS, M, S>(&group, ceilings, empty, sink);
        }
    }
}

/// Generates the double steps of a group of unmoved pawns.
#[inline(always)]
fn double_steps<const ROOK_PAWNS: bool, M: PawnSide, S: ColumnSink>(
    group: &PawnGroup,
    ceilings: &CeilingBlockers,
    empty: &Targets,
    sink: &mut S,
) {
    let ahead = const { M::STEPS.ahead };
    let unmoved = group.movers;
    let (on_board, above) = (
        match M::SIDE {
            Side::White => pdep(unmoved, LOW),
            Side::Black => pdep(unmoved >> 32, HIGH),
        },
        group.layout.platform_columns_of(unmoved),
    );
    let over = ceilings.passable_columns::<M>(shift(on_board, ahead), shift(above, ahead));
    let reach = shift_lanes(over, ahead);
    sink.double_steps(group, &reach, empty, [2 * ahead.by; 2]);
    let sides = above & (LEFTMOST | RIGHTMOST);
    if ROOK_PAWNS && sides != 0 {
        let over = ceilings.passable_columns::<M>(0, shift_outermost(sides, &INWARD));
        let left = over & U64x8::splat(LEFT_HALF);
        let right = over & U64x8::splat(!LEFT_HALF);
        let reach = shift_lanes(left, INWARD[0]) | shift_lanes(right, INWARD[1]);
        sink.double_steps(group, &reach, empty, INWARD.map(|step| 2 * step.by));
    }
}

/// Passes moves of pawns to these columns to the sink, those to the second set once more. The column
/// decides whether a pawn promotes.
#[inline(always)]
fn pawn_steps_to<M: PawnSide, S: ColumnSink>(
    group: &PawnGroup,
    to: [u64; 2],
    targets: &Targets,
    by: [i8; 2],
    (plain, promotions): (bool, bool),
    sink: &mut S,
) {
    if plain {
        sink.pawn_moves(group, to.map(|columns| columns & !M::PROMOTION_COLUMNS), targets, by);
    }
    if promotions && to[0] & M::PROMOTION_COLUMNS != 0 {
        sink.promotions(group, to.map(|columns| columns & M::PROMOTION_COLUMNS), targets, by);
    }
}

impl CeilingBlockers<'_> {
    /// Returns which of the columns that double steps pass over are free on the way to each level:
    /// of pawns on the fixed board where they start, and of those one level above.
    #[inline(always)]
    fn passable_columns<M: PawnSide>(&self, on_board: u64, above: u64) -> U64x8 {
        let blocked = |from| self.blocked_on_both_paths(from);
        U64x8::splat(on_board) & !blocked(M::START_LEVEL)
            | U64x8::splat(above) & !blocked(M::START_LEVEL + 1)
    }
}
