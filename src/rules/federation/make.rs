//! Making a move: the child board, its key and its rights, in one go.

use super::Board;
use super::tables::{CASTLINGS, COLUMN_OF, COLUMN_SQUARES, LEVEL_OF, TOP_FIXED};
use crate::geometry::bits::Bits;
use crate::geometry::columns::{COLUMNS, between};
use crate::geometry::staircase::{CELLS, FIXED, cell_of_post};
use crate::moves::{Kind, Manner, Move, Place};
use crate::rules::Observer;
use crate::rules::codes::code_of;
use crate::rules::staircase::{Castling, KEYS, NONE, Turn};

/// The column that a pawn's move steps over: one for a first move of two, else none.
#[inline(always)]
fn stepped_over(from: Place, to: Place) -> u64 {
    between(usize::from(COLUMN_OF[usize::from(from)]), usize::from(COLUMN_OF[usize::from(to)]))
}

impl<const ROOK_PAWNS: bool> Turn for Board<ROOK_PAWNS> {
    const CASTLINGS: [Castling; 4] = CASTLINGS;

    #[inline(always)]
    fn make_plain<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        let moved = self.move_man(mv, child, observer);
        if moved.was_fresh && stepped_over(mv.from(), mv.to()) != 0 {
            child.runner = mv.to();
            child.passed = self.passed_cell(mv.from(), mv.to());
        }
        if moved.captured && moved.to >= FIXED as u8 {
            child.claim_platform(moved.to, observer);
        }
        let kept = |cell: Place| Self::RIGHTS_KEPT[usize::from(cell)];
        child.keep_rights(kept(mv.from()) & kept(mv.to()));
    }

    fn make_en_passant<O: Observer>(&mut self, mv: Move, runner: Place, observer: &mut O) {
        let gone = self.capture_runner(mv, runner, observer);
        if gone >= FIXED as u8 {
            self.claim_platform(gone, observer);
        }
    }

    fn make_platform<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let (from, to) = (mv.from() - CELLS as Place, mv.to() - CELLS as Place);
        let slot = self.slot_near(from);
        let pilot = Bits(self.occupied() >> (FIXED + 4 * slot) & 0b1111).next();
        let mut landing = None;
        if let Some(within) = pilot {
            let square = FIXED as u8 + 4 * slot as u8 + within;
            self.lift(side, square, cell_of_post(from, within), observer);
            landing = Some(within);
        }
        let numbers = &KEYS.platform[side.index()];
        self.key ^= numbers[usize::from(from)] ^ numbers[usize::from(to)];
        observer.lift_platform(Some(side), mv.from());
        observer.place_platform(Some(side), mv.to());
        let slot = self.reorder(slot, to);
        if let Some(within) = landing {
            let square = FIXED as u8 + 4 * slot as u8 + within;
            let code = code_of(mv.promotion().unwrap_or(Kind::Pawn));
            self.put(side, code, square, cell_of_post(to, within), observer);
            if mv.promotes() {
                self.clock = 0;
            }
        }
    }

    #[inline(always)]
    fn can_capture_runner(&self) -> bool {
        self.runner_attackers() != 0 && self.a_captor_is_legal()
    }
}

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// The one cell that a step of two passed over: on path A if that was free, else on path B.
    #[inline(never)]
    pub(super) fn passed_cell(&self, from: Place, to: Place) -> Place {
        let ceiling = LEVEL_OF[usize::from(from)].max(LEVEL_OF[usize::from(to)]);
        let column = stepped_over(from, to).trailing_zeros() as usize % COLUMNS;
        let squares = COLUMN_SQUARES.at(column, self.rows());
        if squares >> FIXED == 0 {
            // Without platforms there is one path.
            return TOP_FIXED[column][usize::from(ceiling) % 8];
        }
        // The highest cell under the ceiling, and the one just above it if there is one.
        let (mut highest, mut above) = ((0, 0, NONE), NONE);
        for square in Bits(squares) {
            let cell = self.cell(square);
            let level = LEVEL_OF[usize::from(cell)];
            if level <= ceiling && level > highest.0 {
                highest = (level, square, cell);
            }
            if level == ceiling | 1 {
                above = cell;
            }
        }
        let (level, square, cell) = highest;
        let path_a_is_free = level > 0 && self.occupied() >> square & 1 == 0;
        if path_a_is_free { cell } else { above }
    }

    /// Can the runner be captured without leaving the king attacked?
    #[inline(never)]
    fn a_captor_is_legal(&self) -> bool {
        let mut captors = self.runner_captors();
        captors.any(|mv| !self.child_of_en_passant(mv).is_king_attacked(self.side))
    }

    /// The pawns of the side to move that attack the cell that the runner passed.
    #[inline(always)]
    fn runner_attackers(&self) -> u64 {
        let column = usize::from(COLUMN_OF[usize::from(self.passed)]);
        Self::pawn_attacks(self.side).at(column, self.rows()) & self.pawns() & self.men(self.side)
    }

    /// The captures of the runner that its attackers could make, legal or not, unpromoted.
    pub(super) fn runner_captors(&self) -> impl Iterator<Item = Move> + '_ {
        Bits(if self.passed == NONE { 0 } else { self.runner_attackers() })
            .map(|from| Move::new(self.cell(from), self.passed, Manner::EnPassant))
    }

    /// After a capture on this square of a platform: if the last man of its owner is gone, it
    /// passes to the capturing side.
    #[inline(never)]
    fn claim_platform<O: Observer>(&mut self, square: u8, observer: &mut O) {
        let slot = usize::from(square - FIXED as u8) / 4;
        let (side, owner) = (self.side, self.owner(slot));
        let cells = 0b1111 << (FIXED + 4 * slot);
        if owner != side && self.men(owner) & cells == 0 {
            let post = self.posts[slot];
            let numbers = &KEYS.platform;
            self.key ^= numbers[0][usize::from(post)] ^ numbers[1][usize::from(post)];
            self.black_owned ^= 1 << slot;
            observer.lift_platform(Some(owner), CELLS as Place + post);
            observer.place_platform(Some(side), CELLS as Place + post);
        }
    }
}
