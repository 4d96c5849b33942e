//! Making a move: the child board and its key, in one go.

use super::cells::{Cells, LEFT, RIGHT, SINGLE, place_in_word};
use super::tables::{START_BIT, start_cell};
use super::{Board, EARLY_PAWN, KIND_OF_CODE, PAWN, QUEEN, WHITE};
use crate::geometry::bits::Bits;
use crate::geometry::staircase::{CELLS, cell_of_post};
use crate::moves::{Kind, Man, Move, Place, Side};
use crate::rules::Observer;
use crate::rules::staircase::KEYS;

/// For each side and code the planes that a man is in.
static PLANES: [[[u64; 4]; 8]; 2] = {
    let (mut table, mut number) = ([[[0; 4]; 8]; 2], 0);
    while number < 16 {
        let (side, code) = (number / 8, number % 8);
        let mut plane = 0;
        while plane < 3 {
            table[side][code][plane] = ((code as u64 >> plane) & 1).wrapping_neg();
            plane += 1;
        }
        table[side][code][WHITE] =
            if side == Side::White as usize && code != 0 { u64::MAX } else { 0 };
        number += 1;
    }
    table
};

impl Board {
    /// Makes a legal move on this board.
    #[inline(always)]
    pub(super) fn advance<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        self.clock = self.clock.saturating_add(1);
        if mv.is_platform() {
            self.make_platform(mv, observer);
        } else {
            self.make_plain(mv, observer);
        }
        self.turn();
    }

    /// Passes the move.
    pub(super) fn pass_turn(&mut self) {
        self.clock = self.clock.saturating_add(1);
        self.turn();
    }

    /// The other side is to move.
    #[inline(always)]
    fn turn(&mut self) {
        self.move_number = self.move_number.saturating_add(self.side.index() as u16);
        self.side = self.side.other();
        self.key ^= KEYS.black;
    }

    #[inline(always)]
    fn man(side: Side, code: usize) -> Man {
        Man { kind: KIND_OF_CODE[code].unwrap_or(Kind::Pawn), side }
    }

    /// Puts a man of that code on an empty cell.
    pub(super) fn put<O: Observer>(
        &mut self,
        side: Side,
        code: usize,
        cell: Place,
        observer: &mut O,
    ) {
        self.replace(Cells::NONE, SINGLE[usize::from(cell)], &PLANES[side.index()][code % 8]);
        self.key ^= KEYS.man(side, code, cell);
        observer.place(Self::man(side, code), cell);
    }

    /// Clears the cells of one set and fills those of the other with a man of these planes.
    #[inline(always)]
    fn replace(&mut self, cleared: Cells, filled: Cells, planes: &[u64; 4]) {
        for (word, men) in self.men.iter_mut().enumerate() {
            for (plane, man) in men.iter_mut().zip(planes) {
                *plane = *plane & !(cleared.0[word] | filled.0[word]) | filled.0[word] & man;
            }
        }
    }

    #[inline(always)]
    fn make_plain<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let (from, to) = (mv.from(), mv.to());
        let (from_cell, to_cell) = (usize::from(from), usize::from(to));
        let (code, captured) = (self.code(from), self.code(to));
        let placed = if mv.promotes() { QUEEN } else { code };
        self.replace(SINGLE[from_cell], SINGLE[to_cell], &PLANES[side.index()][placed]);
        self.key ^= KEYS.man(side, code, from) ^ KEYS.man(side, placed, to);
        // No man captured: zero.
        self.key ^= KEYS.man(side.other(), captured, to);
        observer.lift(Self::man(side, code), from);
        if captured != 0 {
            observer.lift(Self::man(side.other(), captured), to);
        }
        observer.place(Self::man(side, placed), to);
        if captured != 0 || code == PAWN || code == EARLY_PAWN {
            self.clock = 0;
        }
        let gone = self.fresh & (START_BIT[from_cell] | START_BIT[to_cell]);
        if gone != 0 {
            self.lose_first_moves(gone);
        }
    }

    /// These pawns may not make their first move any more.
    #[inline(always)]
    fn lose_first_moves(&mut self, gone: u16) {
        self.fresh &= !gone;
        for number in Bits(u64::from(gone)) {
            self.key ^= KEYS.fresh[usize::from(start_cell(number))];
        }
    }

    #[inline(never)]
    fn make_platform<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let (from, to) = (mv.from() - CELLS as Place, mv.to() - CELLS as Place);
        let numbers = &KEYS.platform[0];
        self.key ^= numbers[usize::from(from)] ^ numbers[usize::from(to)];
        self.posts ^= 1 << from | 1 << to;
        observer.lift_platform(None, mv.from());
        let mut gone = 0;
        for within in 0..4 {
            let (here, there) = (cell_of_post(from, within), cell_of_post(to, within));
            let code = self.code(here);
            if code != 0 {
                self.key ^= KEYS.man(side, code, here) ^ KEYS.man(side, code, there);
                observer.lift(Self::man(side, code), here);
                observer.place(Self::man(side, code), there);
                gone |= self.fresh & START_BIT[usize::from(here)];
            }
        }
        observer.place_platform(None, mv.to());
        // The men keep their places on the platform: four bits go from post to post.
        let ((word, shift), (to_word, to_shift)) =
            (place_in_word(cell_of_post(from, 0)), place_in_word(cell_of_post(to, 0)));
        debug_assert!(matches!((word, to_word), (LEFT | RIGHT, LEFT | RIGHT)));
        for plane in 0..4 {
            let men = self.men[word][plane] >> shift & 0b1111;
            self.men[word][plane] ^= men << shift;
            self.men[to_word][plane] |= men << to_shift;
        }
        if gone != 0 {
            self.lose_first_moves(gone);
        }
    }

    /// The key, computed afresh.
    pub(super) fn compute_key(&self) -> u64 {
        let mut key = 0;
        for cell in self.occupied().each() {
            let side = if self.is_white(cell) { Side::White } else { Side::Black };
            key ^= KEYS.man(side, self.code(cell), cell);
        }
        for number in Bits(u64::from(self.fresh)) {
            key ^= KEYS.fresh[usize::from(start_cell(number))];
        }
        for post in Bits(u64::from(self.posts)) {
            key ^= KEYS.platform[0][usize::from(post)];
        }
        if self.side == Side::Black {
            key ^= KEYS.black;
        }
        key
    }
}
