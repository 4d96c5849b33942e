//! The generator of pawn moves: set-wise within each board, one by one from board to board.
//!
//! The squares of a board are numbered file by file, ranks ascending, with four ranks on a fixed
//! board and two on a platform. A step within a board is a shift.

use super::board::Board;
use super::half_tables::NO_SQUARE;
use super::layout::PlatformLayout;
use super::legality::Legality;
use super::tables::PROMOTION_SQUARES;
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::moves::Side;
use crate::rules::CHESS_PROMOTIONS;
use crate::rules::generate::GenFilter;
use crate::rules::sinks::{MoveSet, MoveSink};
use crate::rules::staircase::{SquareMoves, StaircaseState};

/// The squares of the fixed boards.
const FIXED_BOARD_SQUARES: u64 = 0xffff_ffff_ffff;

/// A step within a board for sets of squares.
#[derive(Clone, Copy)]
struct Step {
    /// The squares from which the step stays on the board.
    from: u64,
    /// The difference between the numbers of the squares.
    by: i8,
}

impl Step {
    /// Returns the step that stays on its board from these squares of a fixed board or a platform.
    const fn new(board: u64, platform: u64, by: i8) -> Step {
        let mut from = board | board << 16 | board << 32;
        from |= (platform | platform << 4 | platform << 8 | platform << 12) << 48;
        Step { from, by }
    }

    #[inline(always)]
    const fn apply(self, pawns: u64) -> u64 {
        let kept = pawns & self.from;
        if self.by >= 0 { kept << self.by } else { kept >> -self.by }
    }
}

/// The side whose pawns move, a type so that the steps are constants.
trait PawnSide {
    /// The side.
    const SIDE: Side;
    /// One rank ahead, on boards and on platforms.
    const AHEAD: Step;
    /// Captures to either side on a fixed board, then those on a platform.
    const CAPTURES: [Step; 4];
    /// The directions of its steps: ahead, and up for White or down for Black.
    const DIRECTIONS: [usize; 2];
}

struct WhitePawns;
struct BlackPawns;

impl PawnSide for WhitePawns {
    const SIDE: Side = Side::White;
    const AHEAD: Step = Step::new(0x7777, 0b0101, 1);
    const CAPTURES: [Step; 4] = [
        Step::new(0x0777, 0, 5),
        Step::new(0x7770, 0, -3),
        Step::new(0, 0b0001, 3),
        Step::new(0, 0b0100, -1),
    ];
    const DIRECTIONS: [usize; 2] = [0, 4];
}

impl PawnSide for BlackPawns {
    const SIDE: Side = Side::Black;
    const AHEAD: Step = Step::new(0xeeee, 0b1010, -1);
    const CAPTURES: [Step; 4] = [
        Step::new(0x0eee, 0, 3),
        Step::new(0xeee0, 0, -5),
        Step::new(0, 0b0010, 1),
        Step::new(0, 0b1000, -3),
    ];
    const DIRECTIONS: [usize; 2] = [1, 5];
}

/// The squares where pawns may go as far as checks allow.
#[derive(Clone, Copy)]
pub(crate) struct PawnTargets {
    /// Empty squares, for steps.
    pub(crate) empty: u64,
    /// Squares of enemy pieces, for captures.
    pub(crate) enemy: u64,
}

impl Board {
    /// Generates the moves of the pawns, except en passant.
    #[inline(always)]
    pub(super) fn pawn_moves<S: MoveSink<u64>>(
        &self,
        layout: &PlatformLayout,
        legality: &Legality,
        filter: GenFilter,
        targets: PawnTargets,
        sink: &mut S,
    ) {
        match self.state.side {
            Side::White => {
                self.pawn_moves_for::<WhitePawns, S>(layout, legality, filter, targets, sink)
            }
            Side::Black => {
                self.pawn_moves_for::<BlackPawns, S>(layout, legality, filter, targets, sink)
            }
        }
    }

    #[inline(always)]
    fn pawn_moves_for<M: PawnSide, S: MoveSink<u64>>(
        &self,
        layout: &PlatformLayout,
        legality: &Legality,
        filter: GenFilter,
        targets: PawnTargets,
        sink: &mut S,
    ) {
        let pawns = self.state.pawns() & self.state.pieces(M::SIDE) & filter.sources;
        let promotion = PROMOTION_SQUARES[M::SIDE.index()] | layout.promotion(M::SIDE);
        let vacant = !self.state.occupied();
        let free = pawns & !legality.pinned;
        // Pawns that may leave their board, and pinned ones, are handled one by one.
        let single = free & layout.pawn_steps_off_board(M::SIDE);
        let grouped = free & !single;
        let pawn_squares = |to: u64| match (filter.quiet, filter.noisy) {
            (true, true) => PawnSquares { to, promotion: to & promotion },
            (true, false) => PawnSquares { to: to & !promotion, promotion: 0 },
            _ => PawnSquares { to: to & promotion, promotion: to & promotion },
        };
        pass_steps(
            &self.state,
            pawn_squares(M::AHEAD.apply(grouped) & targets.empty),
            M::AHEAD.by,
            sink,
        );
        let unmoved = grouped & self.state.unmoved_pawns & FIXED_BOARD_SQUARES;
        if filter.quiet && unmoved != 0 {
            // Double steps start from start cells, so they never reach a promotion cell.
            let once = M::AHEAD.apply(unmoved) & vacant;
            let to = M::AHEAD.apply(once) & targets.empty;
            pass_steps(&self.state, PawnSquares { to, promotion: 0 }, 2 * M::AHEAD.by, sink);
        }
        for from in BitIter(single) {
            pass_moves(
                &self.state,
                from,
                pawn_squares(self.pawn_steps_from::<M>(layout, from, filter) & targets.empty),
                sink,
            );
        }
        if filter.noisy && targets.enemy != 0 {
            let mut leaving = 0;
            if layout.off_board_pawn_attacks(M::SIDE) & targets.enemy != 0 {
                leaving = free & layout.pawns_attacking_off_board(M::SIDE);
            }
            for step in M::CAPTURES {
                let to = step.apply(free & !leaving) & targets.enemy;
                pass_steps(
                    &self.state,
                    PawnSquares { to, promotion: to & promotion },
                    step.by,
                    sink,
                );
            }
            for from in BitIter(leaving) {
                let to = layout.pawn_attacks(M::SIDE, from) & targets.enemy;
                pass_moves(&self.state, from, PawnSquares { to, promotion: to & promotion }, sink);
            }
        }
        for from in BitIter(pawns & legality.pinned) {
            let mask = self.pin_mask(layout, legality, from);
            let steps = self.pawn_steps_from::<M>(layout, from, filter) & targets.empty & mask;
            pass_moves(&self.state, from, pawn_squares(steps), sink);
            if filter.noisy {
                let to = layout.pawn_attacks(M::SIDE, from) & targets.enemy & mask;
                pass_moves(&self.state, from, PawnSquares { to, promotion: to & promotion }, sink);
            }
        }
    }

    /// Returns the empty squares to which a pawn can step, also by a double step if it is unmoved.
    #[inline(always)]
    fn pawn_steps_from<M: PawnSide>(
        &self,
        layout: &PlatformLayout,
        from: u8,
        filter: GenFilter,
    ) -> u64 {
        let occupied = self.state.occupied();
        let is_empty = |at: u8| at != NO_SQUARE && occupied >> at & 1 == 0;
        let twice = filter.quiet && self.state.unmoved_pawns >> from & 1 != 0;
        let mut squares = 0;
        for direction in M::DIRECTIONS {
            let once = layout.step(direction, from);
            if !is_empty(once) {
                continue;
            }
            squares |= 1 << once;
            if twice {
                let to = layout.step(direction, once);
                if is_empty(to) {
                    squares |= 1 << to;
                }
            }
        }
        squares
    }

    /// Returns whether a pawn of that side promotes on a square.
    pub(super) fn is_promotion_cell(
        &self,
        layout: &PlatformLayout,
        side: Side,
        square: u8,
    ) -> bool {
        (PROMOTION_SQUARES[side.index()] | layout.promotion(side)) >> square & 1 != 0
    }
}

/// The destinations of pawns.
#[derive(Clone, Copy)]
struct PawnSquares {
    /// All destinations.
    to: u64,
    /// Those on which they promote.
    promotion: u64,
}

/// The moves of pawns by one step within a board to each of a set of squares.
struct SquareSteps<'a>(&'a StaircaseState, u64, i8);

impl MoveSet for SquareSteps<'_> {
    type Cells = u64;

    #[inline(always)]
    fn targets(&self) -> u64 {
        self.1
    }
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Place, Place)) {
        let SquareSteps(state, squares, by) = *self;
        let squares = BitIter(squares);
        squares.for_each(|to| visit(state.cell(to.wrapping_sub_signed(by)), state.cell(to)));
    }
}

/// Passes the moves of pawns by one step.
#[inline(always)]
fn pass_steps<S: MoveSink<u64>>(
    state: &StaircaseState,
    PawnSquares { to, promotion }: PawnSquares,
    by: i8,
    sink: &mut S,
) {
    sink.moves(SquareSteps(state, to & !promotion, by));
    if promotion != 0 {
        sink.promotions(SquareSteps(state, promotion, by), &CHESS_PROMOTIONS);
    }
}

/// Passes the moves of one pawn.
#[inline(always)]
fn pass_moves<S: MoveSink<u64>>(
    state: &StaircaseState,
    from: u8,
    PawnSquares { to, promotion }: PawnSquares,
    sink: &mut S,
) {
    sink.moves(SquareMoves(state, from, to & !promotion));
    if promotion != 0 {
        sink.promotions(SquareMoves(state, from, promotion), &CHESS_PROMOTIONS);
    }
}
