//! Making moves: updates the pieces, the counters and the key.

use super::board::{Board, half_of};
use crate::geometry::Place;
use crate::geometry::cube::cells;
use crate::moves::{Move, PieceType, Side};
use crate::rules::Observer;
use crate::rules::piece_codes::code_of;
use crate::rules::quad_bitboards::piece_from_code;
use crate::rules::zobrist::{PieceNumbers, fill};

const PAWN: usize = code_of(PieceType::PAWN);
const KING: usize = code_of(PieceType::KING);

/// The length of a row of [`Keys::pieces`].
const ROW: usize = 128;

/// The numbers that make up a key.
struct Keys {
    pieces: PieceNumbers<ROW, { 15 * ROW + 256 }>,
    /// Black to move.
    black: u64,
}

static KEYS: Keys = {
    let (state, pieces) = PieceNumbers::fill(0x7261_756d_7363_6861, ROW);
    let (_, [black]) = fill(state);
    Keys { pieces, black }
};

impl Board {
    /// Makes a legal move on this board.
    #[inline(always)]
    pub(super) fn apply_move<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let (side, from, to) = (self.side, mv.from(), mv.to());
        let (code, captured) = (self.code(from), self.code(to));
        self.pass();
        self.remove_piece(side, code, from, observer);
        if captured != 0 {
            self.remove_piece(side.other(), captured, to, observer);
        }
        self.put_piece(side, mv.promotion().map_or(code, code_of), to, observer);
        if captured != 0 || code == PAWN {
            self.halfmove_clock = 0;
        }
    }

    /// Switches the side to move and counts the move: a null move.
    #[inline(always)]
    pub(super) fn pass(&mut self) {
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(self.side.index() as u16);
        self.side = self.side.other();
        self.key ^= KEYS.black;
    }

    /// Removes a piece of that code.
    #[inline(always)]
    fn remove_piece<O: Observer>(
        &mut self,
        side: Side,
        code: usize,
        cell: Place,
        observer: &mut O,
    ) {
        self.halves[half_of(cell)].clear(1 << (cell % 64));
        self.key ^= KEYS.pieces.get(side, code, cell);
        observer.piece_removed(piece_from_code(side, code), cell);
    }

    /// Puts a piece of that code on an empty cell.
    #[inline(always)]
    pub(super) fn put_piece<O: Observer>(
        &mut self,
        side: Side,
        code: usize,
        cell: Place,
        observer: &mut O,
    ) {
        self.halves[half_of(cell)].put(side, code, cell % 64);
        self.key ^= KEYS.pieces.get(side, code, cell);
        observer.piece_added(piece_from_code(side, code), cell);
        if code == KING {
            self.kings[side.index()] = cell;
        }
    }
}

/// Returns the key after a normal move without promotion that changes no right.
#[inline(always)]
pub(super) fn likely_key_after(board: &Board, mv: Move) -> u64 {
    let codes = [mv.from(), mv.to()].map(|cell| board.code(cell));
    board.key ^ KEYS.pieces.change_by_move(mv, board.side, codes) ^ KEYS.black
}

/// Computes the key from scratch.
pub(super) fn compute_key(board: &Board) -> u64 {
    let mut key = if board.side == Side::Black { KEYS.black } else { 0 };
    for side in Side::ALL {
        for cell in cells(board.pieces(side)) {
            key ^= KEYS.pieces.get(side, board.code(cell), cell);
        }
    }
    key
}
