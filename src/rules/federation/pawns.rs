//! Pawn moves, set-wise.

use super::Board;
use super::legality::Legality;
use super::scene::Scene;
use super::sinks::{Pawns, Sink, Targets};
use super::tables::{FAR_COLUMNS, HIGH, LOW};
use super::tables::{
    INWARD, LEFT_HALF, LEFTMOST, PawnSteps, RIGHTMOST, Step, pawn_steps, shift, shift_lanes,
};
use crate::geometry::bits::{Bits, deposit};
use crate::geometry::lanes::Lanes;
use crate::moves::Side;
use crate::rules::staircase::Wanted;

/// Where pawns may go: what is empty and what can be captured, as far as checks allow.
pub struct PawnTargets {
    /// Empty squares.
    pub empty: Targets,
    /// The enemy's men.
    pub enemy: Targets,
}

/// Who moves, known at compile time so that steps are constants.
pub trait Mover {
    /// The side.
    const SIDE: Side;
    /// Its pawns' steps.
    const STEPS: PawnSteps = pawn_steps(Self::SIDE);
    /// The columns on which its pawns promote.
    const FAR: u64 = FAR_COLUMNS[Self::SIDE as usize];
    /// The level of the fixed board that its pawns start on; the others start one level above.
    const START: usize;
}

/// White moves.
pub struct White;
/// Black moves.
pub struct Black;

impl Mover for White {
    const SIDE: Side = Side::White;
    const START: usize = 2;
}

impl Mover for Black {
    const SIDE: Side = Side::Black;
    const START: usize = 6;
}

/// Each outermost column moved by its own step: the leftmost by the first, the rightmost by the
/// second.
#[inline(always)]
const fn from_sides(columns: u64, steps: &[Step; 2]) -> u64 {
    shift(columns & LEFTMOST, steps[0]) | shift(columns & RIGHTMOST, steps[1])
}

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// The moves of the pawns, en passant apart: in one go but for those that a pin holds or that
    /// are the third in their column.
    #[inline(always)]
    pub(super) fn pawn_moves<M: Mover, S: Sink>(
        &self,
        scene: &Scene,
        legality: &Legality,
        wanted: Wanted,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        let pawns = self.pawns() & self.men(M::SIDE) & wanted.sources;
        let mut group = Pawns::new(scene.shape, pawns & !legality.pinned);
        if group.columns.count_ones() != group.movers.count_ones() {
            group.find_crowded();
        }
        self.pawn_group::<M, S>(&group, targets, scene, wanted, sink);
        for from in Bits(pawns & !group.movers) {
            let mask = self.pin_mask(scene, legality, from);
            self.single_pawn::<M, S>(from, mask, scene, wanted, targets, sink);
        }
    }

    #[inline(never)]
    fn single_pawn<M: Mover, S: Sink>(
        &self,
        from: u8,
        mask: u64,
        scene: &Scene,
        wanted: Wanted,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        let targets = PawnTargets {
            empty: Targets::new(scene.shape, targets.empty.squares & mask),
            enemy: Targets::new(scene.shape, targets.enemy.squares & mask),
        };
        let group = Pawns::new(scene.shape, 1 << from);
        self.pawn_group::<M, S>(&group, &targets, scene, wanted, sink);
    }

    /// The moves of a group of pawns.
    #[inline(always)]
    fn pawn_group<M: Mover, S: Sink>(
        &self,
        group: &Pawns,
        targets: &PawnTargets,
        scene: &Scene,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let PawnTargets { empty, enemy } = targets;
        let steps = const { &M::STEPS };
        let ahead = steps.ahead;
        let sides = group.columns & (LEFTMOST | RIGHTMOST);
        let (quiet, noisy) = (wanted.quiet, wanted.noisy);
        let to = group.moved(|columns| shift(columns, ahead));
        pawn_steps_to::<M, S>(group, to, empty, [ahead.by; 2], (quiet, noisy), sink);
        if ROOK_PAWNS && sides != 0 {
            let to = group.moved(|columns| from_sides(columns, &INWARD));
            let by = INWARD.map(|step| step.by);
            pawn_steps_to::<M, S>(group, to, empty, by, (quiet, noisy), sink);
        }
        if noisy {
            for step in steps.takes {
                let to = group.moved(|columns| shift(columns, step));
                pawn_steps_to::<M, S>(group, to, enemy, [step.by; 2], (true, true), sink);
            }
            if ROOK_PAWNS && sides != 0 {
                let to = group.moved(|columns| from_sides(columns, &steps.backward));
                let by = steps.backward.map(|step| step.by);
                pawn_steps_to::<M, S>(group, to, enemy, by, (true, true), sink);
            }
        }
        let fresh = group.movers & self.fresh;
        if quiet && fresh != 0 {
            let group = Pawns { movers: fresh, ..*group };
            double_steps::<ROOK_PAWNS, M, S>(&group, scene, empty, sink);
        }
    }
}

/// First moves of two, of a group of fresh pawns.
#[inline(always)]
fn double_steps<const ROOK_PAWNS: bool, M: Mover, S: Sink>(
    group: &Pawns,
    scene: &Scene,
    empty: &Targets,
    sink: &mut S,
) {
    let ahead = const { M::STEPS.ahead };
    let fresh = group.movers;
    let (on_board, above) = (
        match M::SIDE {
            Side::White => deposit(fresh, LOW),
            Side::Black => deposit(fresh >> 32, HIGH),
        },
        group.shape.platform_columns_of(fresh),
    );
    let over = scene.over_by::<M>(shift(on_board, ahead), shift(above, ahead));
    let reach = shift_lanes(over, ahead);
    sink.doubles(group, &reach, empty, [2 * ahead.by; 2]);
    let sides = above & (LEFTMOST | RIGHTMOST);
    if ROOK_PAWNS && sides != 0 {
        let over = scene.over_by::<M>(0, from_sides(sides, &INWARD));
        let left = over & Lanes::splat(LEFT_HALF);
        let right = over & Lanes::splat(!LEFT_HALF);
        let reach = shift_lanes(left, INWARD[0]) | shift_lanes(right, INWARD[1]);
        sink.doubles(group, &reach, empty, INWARD.map(|step| 2 * step.by));
    }
}

/// Pawns step to these columns, of the second set two; promoting is a matter of the rank, hence of
/// the column.
#[inline(always)]
fn pawn_steps_to<M: Mover, S: Sink>(
    group: &Pawns,
    to: [u64; 2],
    targets: &Targets,
    by: [i8; 2],
    (plain, promotions): (bool, bool),
    sink: &mut S,
) {
    if plain {
        sink.pawns(group, to.map(|columns| columns & !M::FAR), targets, by);
    }
    if promotions && to[0] & M::FAR != 0 {
        sink.promotions(group, to.map(|columns| columns & M::FAR), targets, by);
    }
}

impl Scene<'_> {
    /// Of the columns that fresh pawns would step over, those they can on the way to each level:
    /// pawns from the fixed board that they start on, and from the level above it.
    #[inline(always)]
    fn over_by<M: Mover>(&self, on_board: u64, above: u64) -> Lanes {
        let blocked = |from| self.blocked_both_ways(from);
        Lanes::splat(on_board) & !blocked(M::START) | Lanes::splat(above) & !blocked(M::START + 1)
    }
}
