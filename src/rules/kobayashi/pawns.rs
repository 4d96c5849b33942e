//! Pawn moves: set-wise within each board, one by one from board to board.
//!
//! A board's squares are numbered file by file, ranks ascending, four ranks on a fixed board and
//! two on a platform: a step within a board is a shift.

use super::Board;
use super::half::OFF;
use super::legality::Legality;
use super::shape::Shape;
use super::sinks::{PawnSquares, Sink};
use super::tables::FAR_SQUARES;
use crate::geometry::bits::Bits;
use crate::moves::Side;
use crate::rules::staircase::Wanted;

/// The squares of the fixed boards.
const BOARDS: u64 = 0xffff_ffff_ffff;

/// A step within a board for sets of squares.
#[derive(Clone, Copy)]
struct Step {
    /// The squares from which it stays on the board.
    kept: u64,
    /// By how much the number of the square grows.
    by: i8,
}

impl Step {
    /// A step that stays on a fixed board from these squares of it, and so on a platform.
    const fn new(board: u64, platform: u64, by: i8) -> Step {
        let mut kept = board | board << 16 | board << 32;
        kept |= (platform | platform << 4 | platform << 8 | platform << 12) << 48;
        Step { kept, by }
    }

    #[inline(always)]
    const fn of(self, pawns: u64) -> u64 {
        let kept = pawns & self.kept;
        if self.by >= 0 { kept << self.by } else { kept >> -self.by }
    }
}

/// Who moves, known at compile time so that steps are constants.
trait Mover {
    /// The side.
    const SIDE: Side;
    /// One rank ahead, on boards and platforms alike.
    const AHEAD: Step;
    /// Captures ahead: to either side on a board, to either side on a platform.
    const TAKES: [Step; 4];
    /// The ways of its steps: ahead, and up or down.
    const WAYS: [usize; 2];
}

struct White;
struct Black;

impl Mover for White {
    const SIDE: Side = Side::White;
    const AHEAD: Step = Step::new(0x7777, 0b0101, 1);
    const TAKES: [Step; 4] = [
        Step::new(0x0777, 0, 5),
        Step::new(0x7770, 0, -3),
        Step::new(0, 0b0001, 3),
        Step::new(0, 0b0100, -1),
    ];
    const WAYS: [usize; 2] = [0, 4];
}

impl Mover for Black {
    const SIDE: Side = Side::Black;
    const AHEAD: Step = Step::new(0xeeee, 0b1010, -1);
    const TAKES: [Step; 4] = [
        Step::new(0x0eee, 0, 3),
        Step::new(0xeee0, 0, -5),
        Step::new(0, 0b0010, 1),
        Step::new(0, 0b1000, -3),
    ];
    const WAYS: [usize; 2] = [1, 5];
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
    pub(super) fn pawn_moves<S: Sink>(
        &self,
        shape: &Shape,
        legality: &Legality,
        wanted: Wanted,
        targets: PawnTargets,
        sink: &mut S,
    ) {
        match self.side {
            Side::White => self.moves_of::<White, S>(shape, legality, wanted, targets, sink),
            Side::Black => self.moves_of::<Black, S>(shape, legality, wanted, targets, sink),
        }
    }

    #[inline(always)]
    fn moves_of<M: Mover, S: Sink>(
        &self,
        shape: &Shape,
        legality: &Legality,
        wanted: Wanted,
        targets: PawnTargets,
        sink: &mut S,
    ) {
        let pawns = self.pawns() & self.men(M::SIDE) & wanted.sources;
        let far = FAR_SQUARES[M::SIDE.index()] | shape.far(M::SIDE);
        let vacant = !self.occupied();
        let free = pawns & !legality.pinned;
        // Whoever may leave its board is looked at alone, and so are the pinned.
        let alone = free & shape.pawn_leaves(M::SIDE);
        let together = free & !alone;
        let wants = |to: u64| match (wanted.quiet, wanted.noisy) {
            (true, true) => PawnSquares { to, far: to & far },
            (true, false) => PawnSquares { to: to & !far, far: 0 },
            _ => PawnSquares { to: to & far, far: to & far },
        };
        sink.pawns(wants(M::AHEAD.of(together) & targets.empty), M::AHEAD.by);
        let fresh = together & self.fresh & BOARDS;
        if wanted.quiet && fresh != 0 {
            // From start cells, hence never as far as where pawns promote.
            let once = M::AHEAD.of(fresh) & vacant;
            let to = M::AHEAD.of(once) & targets.empty;
            sink.pawns(PawnSquares { to, far: 0 }, 2 * M::AHEAD.by);
        }
        for from in Bits(alone) {
            sink.pawn(from, wants(self.steps_of::<M>(shape, from, wanted) & targets.empty));
        }
        if wanted.noisy && targets.enemy != 0 {
            let mut crossing = 0;
            if shape.pawn_crossings(M::SIDE) & targets.enemy != 0 {
                crossing = free & shape.pawn_crosses(M::SIDE);
            }
            for step in M::TAKES {
                let to = step.of(free & !crossing) & targets.enemy;
                sink.pawns(PawnSquares { to, far: to & far }, step.by);
            }
            for from in Bits(crossing) {
                let to = shape.pawn(M::SIDE, from) & targets.enemy;
                sink.pawn(from, PawnSquares { to, far: to & far });
            }
        }
        for from in Bits(pawns & legality.pinned) {
            let mask = self.pin_mask(shape, legality, from);
            let steps = self.steps_of::<M>(shape, from, wanted) & targets.empty & mask;
            sink.pawn(from, wants(steps));
            if wanted.noisy {
                let to = shape.pawn(M::SIDE, from) & targets.enemy & mask;
                sink.pawn(from, PawnSquares { to, far: to & far });
            }
        }
    }

    /// The empty squares that a pawn can step to, by one step or on its first move by two.
    #[inline(always)]
    fn steps_of<M: Mover>(&self, shape: &Shape, from: u8, wanted: Wanted) -> u64 {
        let occupied = self.occupied();
        let is_empty = |at: u8| at != OFF && occupied >> at & 1 == 0;
        let twice = wanted.quiet && self.fresh >> from & 1 != 0;
        let mut squares = 0;
        for way in M::WAYS {
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
    pub(super) fn is_far(&self, shape: &Shape, side: Side, square: u8) -> bool {
        (FAR_SQUARES[side.index()] | shape.far(side)) >> square & 1 != 0
    }
}
