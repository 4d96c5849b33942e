//! Pawn moves, set-wise.

use super::Board;
use super::generate::Wanted;
use super::legality::Legality;
use super::scene::{ByLevel, LEVELS, Scene, Shape};
use super::sinks::{Pawns, Sink, Targets};
use super::tables::{FAR_COLUMNS, HIGH, LOW};
use super::tables::{INWARD, LEFT_HALF, LEFTMOST, PawnSteps, RIGHTMOST, Step, pawn_steps, shift};
use crate::geometry::bits::{Bits, deposit};
use crate::moves::Side;

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
    /// The moves of the pawns, en passant apart: those that no pin holds in one go, but for pawns
    /// that share a column, which come in another; pinned ones one by one.
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
        let mut rest = pawns & !legality.pinned;
        while rest != 0 {
            let columns = scene.shape.columns_of(rest);
            let mut movers = rest;
            if columns.count_ones() != rest.count_ones() {
                movers = first_in_columns(scene.shape, rest);
            }
            let group = Pawns { shape: scene.shape, movers };
            self.pawn_group::<M, S>(&group, columns, targets, scene, wanted, sink);
            rest &= !movers;
        }
        for from in Bits(pawns & legality.pinned) {
            let mask = self.pin_mask(scene, legality, from);
            self.pinned_pawn::<M, S>(from, mask, scene, wanted, targets, sink);
        }
    }

    #[inline(never)]
    fn pinned_pawn<M: Mover, S: Sink>(
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
        let group = Pawns { shape: scene.shape, movers: 1 << from };
        let column = 1 << scene.shape.place(from).0;
        self.pawn_group::<M, S>(&group, column, &targets, scene, wanted, sink);
    }

    /// The moves of pawns in these columns.
    #[inline(always)]
    fn pawn_group<M: Mover, S: Sink>(
        &self,
        group: &Pawns,
        columns: u64,
        targets: &PawnTargets,
        scene: &Scene,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let PawnTargets { empty, enemy } = targets;
        let steps = const { &M::STEPS };
        let ahead = steps.ahead;
        let sides = columns & (LEFTMOST | RIGHTMOST);
        let mut emit = |to, targets: &Targets, by, plain| {
            step::<M, S>(group, to, targets, by, plain, wanted.noisy, sink);
        };
        emit(shift(columns, ahead), empty, [ahead.by; 2], wanted.quiet);
        if ROOK_PAWNS && sides != 0 {
            emit(from_sides(sides, &INWARD), empty, INWARD.map(|step| step.by), wanted.quiet);
        }
        if wanted.noisy {
            for step in steps.takes {
                emit(shift(columns, step), enemy, [step.by; 2], true);
            }
            if ROOK_PAWNS && sides != 0 {
                let by = steps.backward.map(|step| step.by);
                emit(from_sides(sides, &steps.backward), enemy, by, true);
            }
        }
        let fresh = group.movers & self.fresh;
        if wanted.quiet && fresh != 0 {
            self.double_steps::<M, S>(group, fresh, scene, empty, sink);
        }
    }

    /// First moves of two.
    #[inline(always)]
    fn double_steps<M: Mover, S: Sink>(
        &self,
        group: &Pawns,
        fresh: u64,
        scene: &Scene,
        empty: &Targets,
        sink: &mut S,
    ) {
        let ahead = const { M::STEPS.ahead };
        let (on_board, above) = (
            match M::SIDE {
                Side::White => deposit(fresh, LOW),
                Side::Black => deposit(fresh >> 32, HIGH),
            },
            group.shape.platform_columns_of(fresh),
        );
        let over = scene.over_by::<M>(shift(on_board, ahead), shift(above, ahead));
        let reach = over.map(|columns| shift(columns, ahead));
        sink.doubles(group, &reach, empty, [2 * ahead.by; 2]);
        let sides = above & (LEFTMOST | RIGHTMOST);
        if ROOK_PAWNS && sides != 0 {
            let over = scene.over_by::<M>(0, from_sides(sides, &INWARD));
            let reach = over.map(|columns| {
                shift(columns & LEFT_HALF, INWARD[0]) | shift(columns & !LEFT_HALF, INWARD[1])
            });
            sink.doubles(group, &reach, empty, INWARD.map(|step| 2 * step.by));
        }
    }
}

/// Of these squares the lowest in each column.
fn first_in_columns(shape: &Shape, squares: u64) -> u64 {
    let mut seen = 0;
    let first = shape.columns(squares).map(|columns| {
        let first = columns & !seen;
        seen |= columns;
        first
    });
    shape.squares(&first) & squares
}

/// Pawns step to these columns; promoting is a matter of the rank, hence of the column.
#[inline(always)]
fn step<M: Mover, S: Sink>(
    group: &Pawns,
    to: u64,
    targets: &Targets,
    by: [i8; 2],
    plain: bool,
    promotions: bool,
    sink: &mut S,
) {
    if plain {
        sink.pawns(group, to & !M::FAR, targets, by);
    }
    if promotions && to & M::FAR != 0 {
        sink.promotions(group, group.shape.squares_at(to & M::FAR) & targets.squares, by);
    }
}

impl Scene<'_> {
    /// Of the columns that fresh pawns would step over, those they can on the way to each level:
    /// pawns from the fixed board that they start on, and from the level above it.
    #[inline(always)]
    fn over_by<M: Mover>(&self, on_board: u64, above: u64) -> ByLevel {
        let mut reach = [0; LEVELS];
        let low = on_board & !self.blocked_both_ways(M::START)
            | above & !self.blocked_both_ways(M::START + 1);
        for (level, columns) in reach.iter_mut().enumerate().skip(1) {
            let high = || (on_board | above) & !self.blocked_both_ways(level);
            *columns = if level <= M::START { low } else { high() };
        }
        reach
    }
}
