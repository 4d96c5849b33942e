//! Making a move: the child board, its key and its rights, in one go.

use super::castling::{goals, home_rank};
use super::keys::KEYS;
use super::{Board, NONE, pawns};
use crate::geometry::bits::Bits;
use crate::moves::{Kind, Manner, Move, Place, Side};
use crate::rules::Observer;
use crate::rules::codes::code_of;
use crate::rules::men::man_of;

const PAWN: usize = code_of(Kind::Pawn);
const KING: usize = code_of(Kind::King);
const ROOK: usize = code_of(Kind::Rook);

impl Board {
    /// Makes a legal move on this board.
    #[inline(always)]
    pub(super) fn advance<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let passed = self.passed;
        self.begin();
        match mv.manner() {
            Manner::EnPassant => self.make_en_passant(mv, passed, observer),
            Manner::Castling => self.make_castling(mv, observer),
            // Nothing else is ever legal here.
            Manner::Plain | Manner::Platform | Manner::Ride => self.make_plain(mv, observer),
        }
        self.finish();
    }

    /// The board after passing.
    pub(super) fn null_child(&self) -> Self {
        let mut child = *self;
        child.begin();
        child.finish();
        child
    }

    /// What every move does first: the right to capture en passant is gone.
    #[inline(always)]
    fn begin(&mut self) {
        if self.passed_in_key {
            self.key ^= KEYS.passed[usize::from(self.passed)];
            self.passed_in_key = false;
        }
        self.passed = NONE;
        self.clock = self.clock.saturating_add(1);
    }

    /// What every move does last: the other side is to move.
    #[inline(always)]
    fn finish(&mut self) {
        self.move_number = self.move_number.saturating_add(self.side.index() as u16);
        self.side = self.side.other();
        self.key ^= KEYS.black;
        if self.passed != NONE && self.can_capture_en_passant() {
            self.passed_in_key = true;
            self.key ^= KEYS.passed[usize::from(self.passed)];
        }
    }

    /// Can the side to move capture en passant by a legal move?
    #[inline(always)]
    fn can_capture_en_passant(&self) -> bool {
        let pawns = self.men.pawns() & self.men.of(self.side);
        pawns::attacks(self.side.other(), self.passed.into()) & pawns != 0
            && self.captors().any(|mv| self.is_safe_capture(mv))
    }

    #[inline(always)]
    fn make_plain<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let (side, from, to) = (self.side, mv.from(), mv.to());
        let (code, captured) = (self.men.code(from), self.men.code(to));
        self.men = self.men.shifted(side, from, to);
        self.key ^= KEYS.man(side, code, from) ^ KEYS.man(side, code, to);
        // No man captured: zero.
        self.key ^= KEYS.man(side.other(), captured, to);
        observer.lift(man_of(side, code), from);
        if captured != 0 {
            observer.lift(man_of(side.other(), captured), to);
            self.clock = 0;
        }
        let mut placed = code;
        if code == PAWN {
            self.clock = 0;
            if let Some(kind) = mv.promotion() {
                placed = code_of(kind);
                self.men.turn(to, code, placed);
                self.key ^= KEYS.man(side, code, to) ^ KEYS.man(side, placed, to);
            } else if let Some(passed) = pawns::passed_over(side, from, to) {
                self.passed = passed;
            }
        }
        observer.place(man_of(side, placed), to);
        let mut moved = 1 << from | 1 << to;
        if code == KING {
            moved |= home_rank(side);
        }
        self.lose_rights(moved);
    }

    /// Rooks on these cells can no longer castle.
    #[inline(always)]
    fn lose_rights(&mut self, cells: u64) {
        if self.castling & cells != 0 {
            for rook in Bits(self.castling & cells) {
                self.key ^= KEYS.castling[usize::from(rook)];
            }
            self.castling &= !cells;
        }
    }

    /// Takes a man of that code off.
    fn lift<O: Observer>(&mut self, side: Side, code: usize, cell: Place, observer: &mut O) {
        self.men.clear(1 << cell);
        self.key ^= KEYS.man(side, code, cell);
        observer.lift(man_of(side, code), cell);
    }

    /// Puts a man of that code on an empty cell.
    pub(super) fn put<O: Observer>(
        &mut self,
        side: Side,
        code: usize,
        cell: Place,
        observer: &mut O,
    ) {
        self.men.put(side, code, cell);
        self.key ^= KEYS.man(side, code, cell);
        observer.place(man_of(side, code), cell);
    }

    #[inline(never)]
    fn make_en_passant<O: Observer>(&mut self, mv: Move, passed: Place, observer: &mut O) {
        let side = self.side;
        self.lift(side, PAWN, mv.from(), observer);
        self.lift(side.other(), PAWN, pawns::behind(side, passed), observer);
        self.put(side, PAWN, mv.to(), observer);
        self.clock = 0;
    }

    #[inline(never)]
    fn make_castling<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let goals = goals(mv.from(), mv.to());
        self.lift(side, KING, mv.from(), observer);
        self.lift(side, ROOK, mv.to(), observer);
        self.put(side, KING, goals.king, observer);
        self.put(side, ROOK, goals.rook, observer);
        self.lose_rights(home_rank(side));
    }

    /// The key, computed afresh.
    pub(super) fn compute_key(&self) -> u64 {
        let mut key = 0;
        for side in Side::ALL {
            for cell in Bits(self.men.of(side)) {
                key ^= KEYS.man(side, self.men.code(cell), cell);
            }
        }
        for rook in Bits(self.castling) {
            key ^= KEYS.castling[usize::from(rook)];
        }
        if self.side == Side::Black {
            key ^= KEYS.black;
        }
        if self.passed != NONE && self.can_capture_en_passant() {
            key ^= KEYS.passed[usize::from(self.passed)];
        }
        key
    }

    /// Sets key and what goes with it, after the fields have been filled in.
    pub(super) fn settle(&mut self) {
        self.passed_in_key = self.passed != NONE && self.can_capture_en_passant();
        self.key = self.compute_key();
    }
}
