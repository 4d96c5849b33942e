//! Making a move: the child board, its key and its rights, in one go.

use super::Board;
use super::tables::{CASTLINGS, FAR_RANK, RIGHTS_KEPT_BY_POST, passed_over};
use crate::geometry::bits::Bits;
use crate::geometry::staircase::{CELLS, FIXED, cell_of_post};
use crate::moves::{Manner, Move, Place};
use crate::rules::Observer;
use crate::rules::codes::code_of;
use crate::rules::men::man_of;
use crate::rules::staircase::{Castling, KEYS, NONE, Turn};

impl Turn for Board {
    const CASTLINGS: [Castling; 4] = CASTLINGS;

    #[inline(always)]
    fn make_plain<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        let moved = self.move_man(mv, child, observer);
        if moved.was_fresh
            && let Some(passed) = passed_over(self.side, mv.from(), mv.to())
        {
            child.runner = mv.to();
            child.passed = passed;
        }
        let kept = |cell: Place| Self::RIGHTS_KEPT[usize::from(cell)];
        child.keep_rights(kept(mv.from()) & kept(mv.to()));
    }

    fn make_en_passant<O: Observer>(&mut self, mv: Move, runner: Place, observer: &mut O) {
        self.capture_runner(mv, runner, observer);
    }

    /// All that stands on a platform goes along; pawns on its far rank may be promoted there.
    fn make_platform<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let (from, to) = (mv.from() - CELLS as Place, mv.to() - CELLS as Place);
        let slot = self.slot_near(from);
        let on_slot = |word: u64, slot: usize| word >> (FIXED + 4 * slot) & 0b1111;
        let (aboard, fresh) = (on_slot(self.occupied(), slot), on_slot(self.fresh, slot));
        let numbers = &KEYS.platform[0];
        self.key ^= numbers[usize::from(from)] ^ numbers[usize::from(to)];
        observer.lift_platform(None, mv.from());
        observer.place_platform(None, mv.to());
        for within in Bits(aboard) {
            let code = self.code(FIXED as u8 + 4 * slot as u8 + within);
            let [old, new] = [from, to].map(|post| cell_of_post(post, within));
            self.carry(code, old, new, fresh >> within & 1 != 0, observer);
        }
        let slot = self.reorder(slot, to);
        if mv.promotes() {
            self.promote_on_arrival(mv, slot, observer);
        }
        self.keep_rights(RIGHTS_KEPT_BY_POST[usize::from(from)]);
    }

    #[inline(never)]
    fn can_capture_runner(&self) -> bool {
        let mut captors = self.runner_captors();
        captors.any(|mv| !self.child_of_en_passant(mv).is_king_attacked(self.side))
    }
}

impl Board {
    /// Tells key and observer that a man of the side to move is carried from cell to cell.
    fn carry<O: Observer>(
        &mut self,
        code: usize,
        old: Place,
        new: Place,
        is_fresh: bool,
        observer: &mut O,
    ) {
        self.key ^= KEYS.man(self.side, code, old) ^ KEYS.man(self.side, code, new);
        if is_fresh {
            self.key ^= KEYS.fresh[usize::from(old)] ^ KEYS.fresh[usize::from(new)];
        }
        observer.lift(man_of(self.side, code), old);
        observer.place(man_of(self.side, code), new);
    }

    /// The pawns on the far rank of the platform that has arrived become what the move says.
    fn promote_on_arrival<O: Observer>(&mut self, mv: Move, slot: usize, observer: &mut O) {
        let (side, post) = (self.side, mv.to() - CELLS as Place);
        let promotions = [mv.promotion(), mv.second_promotion()].into_iter().flatten();
        let far = FAR_RANK[side.index()] << (FIXED + 4 * slot);
        let pawns = self.pawns() & far;
        for (square, kind) in Bits(pawns).zip(promotions) {
            let cell = cell_of_post(post, square % 4);
            self.lift(side, square, cell, observer);
            self.put(side, code_of(kind), square, cell, observer);
        }
        self.clock = 0;
    }

    /// The captures of the runner that its attackers could make, legal or not, unpromoted.
    pub(super) fn runner_captors(&self) -> impl Iterator<Item = Move> + '_ {
        let captors = if self.passed == NONE {
            0
        } else {
            let passed = self.square(self.passed);
            self.shape().pawn(self.side.other(), passed) & self.pawns() & self.men(self.side)
        };
        Bits(captors).map(|from| Move::new(self.cell(from), self.passed, Manner::EnPassant))
    }
}
