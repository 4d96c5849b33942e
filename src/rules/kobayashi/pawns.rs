//! Pawn moves: set-wise within each board, one by one from board to board.
//!
//! A board's squares are numbered file by file, ranks ascending, four ranks on a fixed board and
//! two on a platform: a step within a board is a shift.

use super::board::Board;
use super::half_tables::NO_SQUARE;
use super::layout::PlatformLayout;
use super::legality::Legality;
use super::sinks::{MoveSink, PawnSquares};
use super::tables::PROMOTION_SQUARES;
use crate::geometry::bits::BitIter;
use crate::moves::Side;
use crate::rules::generate::GenFilter;

/// The squares of the fixed boards.
const FIXED_BOARD_SQUARES: u64 = 0xffff_ffff_ffff;

/// A step within a board for sets of squares.
#[derive(Clone, Copy)]
struct Step {
    /// The squares from which it stays on the board.
    from: u64,
    /// By how much the number of the square grows.
    by: i8,
}

impl Step {
    /// A step that stays on a fixed board from these squares of it, and so on a platform.
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

/// Who moves, known at compile time so that steps are constants.
trait PawnSide {
    /// The side.
    const SIDE: Side;
    /// One rank ahead, on boards and platforms alike.
    const AHEAD: Step;
    /// Captures ahead: to either side on a board, to either side on a platform.
    const CAPTURES: [Step; 4];
    /// The ways of its steps: ahead, and up or down.
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

/// Where pawns may go, as far as checks allow.
#[derive(Clone, Copy)]
pub struct PawnTargets {
    /// Empty squares.
    pub empty: u64,
    /// The enemy's men.
    pub enemy: u64,
}

impl Board {
    /// The moves of the pawns, en passant apart.
    #[inline(always)]
    pub(super) fn pawn_moves<S: MoveSink>(
        &self,
        shape: &PlatformLayout,
        legality: &Legality,
        wanted: GenFilter,
        targets: PawnTargets,
        sink: &mut S,
    ) {
        match self.state.side {
            Side::White => {
                self.pawn_moves_for::<WhitePawns, S>(shape, legality, wanted, targets, sink)
            }
            Side::Black => {
                self.pawn_moves_for::<BlackPawns, S>(shape, legality, wanted, targets, sink)
            }
        }
    }

    #[inline(always)]
    fn pawn_moves_for<M: PawnSide, S: MoveSink>(
        &self,
        shape: &PlatformLayout,
        legality: &Legality,
        wanted: GenFilter,
        targets: PawnTargets,
        sink: &mut S,
    ) {
        let pawns = self.state.pawns() & self.state.pieces(M::SIDE) & wanted.sources;
        let far = PROMOTION_SQUARES[M::SIDE.index()] | shape.promotion(M::SIDE);
        let vacant = !self.state.occupied();
        let free = pawns & !legality.pinned;
        // Whoever may leave its board is looked at alone, and so are the pinned.
        let alone = free & shape.pawn_steps_off_board(M::SIDE);
        let together = free & !alone;
        let wants = |to: u64| match (wanted.quiet, wanted.noisy) {
            (true, true) => PawnSquares { to, promotion: to & far },
            (true, false) => PawnSquares { to: to & !far, promotion: 0 },
            _ => PawnSquares { to: to & far, promotion: to & far },
        };
        sink.pawn_moves(wants(M::AHEAD.apply(together) & targets.empty), M::AHEAD.by);
        let fresh = together & self.state.unmoved_pawns & FIXED_BOARD_SQUARES;
        if wanted.quiet && fresh != 0 {
            // From start cells, hence never as far as where pawns promote.
            let once = M::AHEAD.apply(fresh) & vacant;
            let to = M::AHEAD.apply(once) & targets.empty;
            sink.pawn_moves(PawnSquares { to, promotion: 0 }, 2 * M::AHEAD.by);
        }
        for from in BitIter(alone) {
            sink.pawn_move(
                from,
                wants(self.pawn_steps_from::<M>(shape, from, wanted) & targets.empty),
            );
        }
        if wanted.noisy && targets.enemy != 0 {
            let mut crossing = 0;
            if shape.off_board_pawn_attacks(M::SIDE) & targets.enemy != 0 {
                crossing = free & shape.pawns_attacking_off_board(M::SIDE);
            }
            for step in M::CAPTURES {
                let to = step.apply(free & !crossing) & targets.enemy;
                sink.pawn_moves(PawnSquares { to, promotion: to & far }, step.by);
            }
            for from in BitIter(crossing) {
                let to = shape.pawn_attacks(M::SIDE, from) & targets.enemy;
                sink.pawn_move(from, PawnSquares { to, promotion: to & far });
            }
        }
        for from in BitIter(pawns & legality.pinned) {
            let mask = self.pin_mask(shape, legality, from);
            let steps = self.pawn_steps_from::<M>(shape, from, wanted) & targets.empty & mask;
            sink.pawn_move(from, wants(steps));
            if wanted.noisy {
                let to = shape.pawn_attacks(M::SIDE, from) & targets.enemy & mask;
                sink.pawn_move(from, PawnSquares { to, promotion: to & far });
            }
        }
    }

    /// The empty squares that a pawn can step to, by one step or on its first move by two.
    #[inline(always)]
    fn pawn_steps_from<M: PawnSide>(
        &self,
        shape: &PlatformLayout,
        from: u8,
        wanted: GenFilter,
    ) -> u64 {
        let occupied = self.state.occupied();
        let is_empty = |at: u8| at != NO_SQUARE && occupied >> at & 1 == 0;
        let twice = wanted.quiet && self.state.unmoved_pawns >> from & 1 != 0;
        let mut squares = 0;
        for way in M::DIRECTIONS {
            let once = shape.step(way, from);
            if !is_empty(once) {
                continue;
            }
            squares |= 1 << once;
            if twice {
                let to = shape.step(way, once);
                if is_empty(to) {
                    squares |= 1 << to;
                }
            }
        }
        squares
    }

    /// Is it a square on which a pawn of that side promotes?
    pub(super) fn is_promotion_cell(&self, shape: &PlatformLayout, side: Side, square: u8) -> bool {
        (PROMOTION_SQUARES[side.index()] | shape.promotion(side)) >> square & 1 != 0
    }
}
