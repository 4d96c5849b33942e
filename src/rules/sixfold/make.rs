//! Making moves: updates the pieces, the platforms, the unmoved pawns and the key.

use super::board::{Board, EARLY_PAWN, PAWN, PIECE_TYPE_OF_CODE, QUEEN, WHITE_PLANE};
use super::cell_set::{CellSet, LEFT, RIGHT, SINGLE_CELL, word_and_bit};
use super::tables::{START_BIT, start_cell};
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{cell_of_post, post_number};
use crate::geometry::{Place, byte_index};
use crate::moves::{Move, Piece, PieceType, Side};
use crate::rules::Observer;
use crate::rules::staircase::KEYS;

/// The planes of a piece by side and code: all ones or zero.
static PLANES: [[[u64; 4]; 8]; 2] = {
    let (mut table, mut index) = ([[[0; 4]; 8]; 2], 0);
    while index < 16 {
        let (side, code) = (index / 8, index % 8);
        let mut plane = 0;
        while plane < 3 {
            table[side][code][plane] = ((code as u64 >> plane) & 1).wrapping_neg();
            plane += 1;
        }
        table[side][code][WHITE_PLANE] =
            if side == Side::White as usize && code != 0 { u64::MAX } else { 0 };
        index += 1;
    }
    table
};

impl Board {
    /// Makes a legal move on this board.
    #[inline(always)]
    pub(super) fn apply_move<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if mv.is_platform_move() {
            self.make_platform(mv, observer);
        } else {
            self.make_normal(mv, observer);
        }
        self.switch_side();
    }

    /// Makes a null move on this board.
    pub(super) fn apply_null_move(&mut self) {
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.switch_side();
    }

    /// Switches the side to move.
    #[inline(always)]
    fn switch_side(&mut self) {
        self.fullmove_number = self.fullmove_number.saturating_add(self.side.index() as u16);
        self.side = self.side.other();
        self.key ^= KEYS.black;
    }

    #[inline(always)]
    fn piece_from_code(side: Side, code: usize) -> Piece {
        Piece { kind: PIECE_TYPE_OF_CODE[code].unwrap_or(PieceType::PAWN), side }
    }

    /// Puts a piece of that code on an empty cell.
    pub(super) fn put_piece<O: Observer>(
        &mut self,
        side: Side,
        code: usize,
        cell: Place,
        observer: &mut O,
    ) {
        self.replace(
            CellSet::EMPTY,
            SINGLE_CELL[byte_index(cell)],
            &PLANES[side.index()][code % 8],
        );
        self.key ^= KEYS.pieces.get(side, code, cell);
        observer.piece_added(Self::piece_from_code(side, code), cell);
    }

    /// Returns the board without a piece; see [`Rules::without_piece`](crate::rules::Rules).
    pub(super) fn after_removal(&self, cell: Place) -> Self {
        let mut board = *self;
        board.replace(SINGLE_CELL[byte_index(cell)], CellSet::EMPTY, &[0; 4]);
        board.unmoved_pawns &= !START_BIT[byte_index(cell)];
        board.key = compute_key(&board);
        board
    }

    /// Clears the cells of one set and puts a piece of these planes on those of the other.
    #[inline(always)]
    fn replace(&mut self, cleared: CellSet, filled: CellSet, planes: &[u64; 4]) {
        for (word, pieces) in self.pieces.iter_mut().enumerate() {
            for (plane, piece) in pieces.iter_mut().zip(planes) {
                *plane = *plane & !(cleared.0[word] | filled.0[word]) | filled.0[word] & piece;
            }
        }
    }

    #[inline(always)]
    fn make_normal<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let (from, to) = (mv.from(), mv.to());
        let (from_cell, to_cell) = (byte_index(from), byte_index(to));
        let (code, captured) = (self.code(from), self.code(to));
        let placed = if mv.is_promotion() { QUEEN } else { code };
        self.replace(SINGLE_CELL[from_cell], SINGLE_CELL[to_cell], &PLANES[side.index()][placed]);
        self.key ^= KEYS.pieces.get(side, code, from) ^ KEYS.pieces.get(side, placed, to);
        // The index is 0 if nothing is captured.
        self.key ^= KEYS.pieces.get(side.other(), captured, to);
        observer.piece_removed(Self::piece_from_code(side, code), from);
        if captured != 0 {
            observer.piece_removed(Self::piece_from_code(side.other(), captured), to);
        }
        observer.piece_added(Self::piece_from_code(side, placed), to);
        if captured != 0 || code == PAWN || code == EARLY_PAWN {
            self.halfmove_clock = 0;
        }
        let moved = self.unmoved_pawns & (START_BIT[from_cell] | START_BIT[to_cell]);
        if moved != 0 {
            self.clear_unmoved_pawns(moved);
        }
    }

    /// Marks these pawns as moved.
    #[inline(always)]
    fn clear_unmoved_pawns(&mut self, moved: u16) {
        self.unmoved_pawns &= !moved;
        for index in BitIter(u64::from(moved)) {
            self.key ^= KEYS.unmoved_pawns[usize::from(start_cell(index))];
        }
    }

    #[inline(never)]
    fn make_platform<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let (from, to) = (post_number(mv.from()), post_number(mv.to()));
        let numbers = &KEYS.platform[0];
        self.key ^= numbers[usize::from(from)] ^ numbers[usize::from(to)];
        self.posts ^= 1 << from | 1 << to;
        observer.platform_removed(None, mv.from());
        let mut moved = 0;
        for corner in 0..4 {
            let (old, new) = (cell_of_post(from, corner), cell_of_post(to, corner));
            let code = self.code(old);
            if code != 0 {
                self.key ^= KEYS.pieces.get(side, code, old) ^ KEYS.pieces.get(side, code, new);
                observer.piece_removed(Self::piece_from_code(side, code), old);
                observer.piece_added(Self::piece_from_code(side, code), new);
                moved |= self.unmoved_pawns & START_BIT[byte_index(old)];
            }
        }
        observer.platform_added(None, mv.to());
        // The pieces keep their places on the platform: four bits of each plane change posts.
        let ((word, shift), (to_word, to_shift)) =
            (word_and_bit(cell_of_post(from, 0)), word_and_bit(cell_of_post(to, 0)));
        debug_assert!(matches!((word, to_word), (LEFT | RIGHT, LEFT | RIGHT)));
        for plane in 0..4 {
            let pieces = self.pieces[word][plane] >> shift & 0b1111;
            self.pieces[word][plane] ^= pieces << shift;
            self.pieces[to_word][plane] |= pieces << to_shift;
        }
        if moved != 0 {
            self.clear_unmoved_pawns(moved);
        }
    }
}

/// Computes the key from scratch.
pub(super) fn compute_key(board: &Board) -> u64 {
    let mut key = 0;
    for cell in board.occupied().iter() {
        let side = if board.is_white(cell) { Side::White } else { Side::Black };
        key ^= KEYS.pieces.get(side, board.code(cell), cell);
    }
    for index in BitIter(u64::from(board.unmoved_pawns)) {
        key ^= KEYS.unmoved_pawns[usize::from(start_cell(index))];
    }
    for post in BitIter(u64::from(board.posts)) {
        key ^= KEYS.platform[0][usize::from(post)];
    }
    if board.side == Side::Black {
        key ^= KEYS.black;
    }
    key
}
