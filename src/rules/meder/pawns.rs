//! The set-wise generator of pawn moves.

use super::board::{Board, Lines};
use super::legality::Legality;
use super::tables::PawnSteps;
use super::targets::Targets;
use crate::geometry::bits::BitIter;
use crate::geometry::columns::rank_columns;
use crate::geometry::{Place, byte_index};
use crate::moves::Side;
use crate::rules::CHESS_PROMOTIONS;
use crate::rules::generate::GenFilter;
use crate::rules::sinks::{MoveSet, MoveSink};
use crate::rules::staircase::{COLUMN_OF, COLUMN_SQUARES, PlatformLayout, Step, shift};

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
    const STEPS: PawnSteps = PawnSteps::new(Self::SIDE);
    /// The columns from which a pawn may reach its last rank.
    const NEAR_PROMOTION: u64;
}

/// White's pawns.
pub(crate) struct WhitePawns;
/// Black's pawns.
pub(crate) struct BlackPawns;

impl PawnSide for WhitePawns {
    const SIDE: Side = Side::White;
    const NEAR_PROMOTION: u64 = rank_columns(7) | rank_columns(8);
}

impl PawnSide for BlackPawns {
    const SIDE: Side = Side::Black;
    const NEAR_PROMOTION: u64 = rank_columns(2) | rank_columns(1);
}

impl Board {
    /// Generates the moves of the pawns, except en passant: of all together, but one by one for
    /// pinned pawns and for those that share a column with another.
    #[inline(always)]
    pub(super) fn pawn_moves<M: PawnSide, S: MoveSink<u64>>(
        &self,
        lines: &Lines,
        legality: &Legality,
        filter: GenFilter,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        let pawns = self.state.pawns() & self.state.pieces(M::SIDE) & filter.sources;
        let mut group = pawns & !legality.pinned;
        let mut columns = lines.layout.columns_of(group);
        if columns.count_ones() != group.count_ones() {
            group = one_per_column(lines.layout, group);
            columns = lines.layout.columns_of(group);
        }
        self.pawn_group_moves::<M, S>((group, columns), lines, filter, targets, sink);
        for from in BitIter(pawns & !group) {
            self.single_pawn_moves::<M, S>(from, lines, legality, filter, targets, sink);
        }
    }

    #[inline(never)]
    fn single_pawn_moves<M: PawnSide, S: MoveSink<u64>>(
        &self,
        from: u8,
        lines: &Lines,
        legality: &Legality,
        filter: GenFilter,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        let mask = self.pin_squares(lines, legality, from);
        let targets = PawnTargets {
            empty: Targets::new(lines.layout, targets.empty.squares & mask),
            enemy: Targets::new(lines.layout, targets.enemy.squares & mask),
        };
        let group = (1 << from, 1 << lines.layout.column(from));
        self.pawn_group_moves::<M, S>(group, lines, filter, &targets, sink);
    }

    /// Generates the moves of pawns, no two of which share a column, given as squares and columns.
    #[inline(always)]
    fn pawn_group_moves<M: PawnSide, S: MoveSink<u64>>(
        &self,
        (movers, columns): (u64, u64),
        lines: &Lines,
        filter: GenFilter,
        targets: &PawnTargets,
        sink: &mut S,
    ) {
        let (steps, layout) = (const { &M::STEPS }, lines.layout);
        let promotion = if columns & const { M::NEAR_PROMOTION } == 0 {
            0
        } else {
            self.promotion_columns(M::SIDE)
        };
        let group = PawnGroup { layout, movers, columns, promotion };
        let PawnTargets { empty, enemy } = targets;
        group.step(steps.ahead, empty, (filter.quiet, filter.noisy), sink);
        if filter.noisy {
            group.step(steps.captures[0], enemy, (true, true), sink);
            group.step(steps.captures[1], enemy, (true, true), sink);
        }
        let unmoved = movers & self.state.unmoved_pawns;
        if filter.quiet && unmoved != 0 {
            let over = shift(layout.columns_of(unmoved), steps.ahead) & !lines.blockers;
            let columns = shift(over, steps.ahead);
            let by = 2 * steps.ahead.by;
            sink.moves(PawnMoves { layout, movers: unmoved, columns, by, targets: empty });
        }
    }
}

/// The moves of pawns by one step to the targets in a set of columns. No two of the pawns share a
/// column.
struct PawnMoves<'a> {
    layout: &'a PlatformLayout,
    movers: u64,
    columns: u64,
    /// The difference between the numbers of the columns.
    by: i8,
    targets: &'a Targets,
}

impl MoveSet for PawnMoves<'_> {
    type Cells = u64;

    #[inline(always)]
    fn targets(&self) -> u64 {
        self.layout.squares_at(self.columns) & self.targets.squares
    }
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Place, Place)) {
        for to in BitIter(self.targets()) {
            let to = self.layout.cell(to);
            let origin = (COLUMN_OF[byte_index(to)] as i8 - self.by) as usize;
            let origins = COLUMN_SQUARES.at(origin, self.layout.table_rows) & self.movers;
            for from in BitIter(origins) {
                visit(self.layout.cell(from), to);
            }
        }
    }
    #[inline(always)]
    fn count(&self) -> u64 {
        self.targets.tiers.count_in(self.columns)
    }
}

/// Pawns that step together, no two of them in a column.
struct PawnGroup<'a> {
    layout: &'a PlatformLayout,
    movers: u64,
    columns: u64,
    /// The columns on which they promote.
    promotion: u64,
}

impl PawnGroup<'_> {
    /// Generates one step: to columns where the pawns do not promote, and to those where they do.
    #[inline(always)]
    fn step<S: MoveSink<u64>>(
        &self,
        step: Step,
        targets: &Targets,
        (plain, promotions): (bool, bool),
        sink: &mut S,
    ) {
        let reached = shift(self.columns, step);
        let moves = |columns: u64| PawnMoves {
            layout: self.layout,
            movers: self.movers,
            columns,
            by: step.by,
            targets,
        };
        if plain {
            sink.moves(moves(reached & !self.promotion));
        }
        if promotions && reached & self.promotion != 0 {
            sink.promotions(moves(reached & self.promotion), &CHESS_PROMOTIONS);
        }
    }
}

/// Returns one pawn of each column.
#[cold]
#[inline(never)]
fn one_per_column(layout: &PlatformLayout, pawns: u64) -> u64 {
    let mut columns = 0u64;
    BitIter(pawns).fold(0, |group, square| {
        let column = 1 << layout.column(square);
        let is_first = columns & column == 0;
        columns |= column;
        group | u64::from(is_first) << square
    })
}
