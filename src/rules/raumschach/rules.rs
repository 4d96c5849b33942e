//! [`Rules`] for `raumschach`, and the making of moves: updates the pieces, the counters and the key.

use super::board::{Board, half_of};
use super::legality::Legality;
use super::pawns::pawn_attacks;
use crate::geometry::cube::{
    CELLS, bishop_attacks, cells, for_each_cell, king_attacks, knight_attacks, rook_attacks,
    set_of, unicorn_attacks,
};
use crate::geometry::{Place, PlaceSet};
use crate::moves::{Move, Piece, PieceType, Side};
use crate::rules::quad_bitboards::{
    PIECE_TYPE_OF_CODE, QuadBitboards, UNICORN, code_of, piece_from_code,
};
use crate::rules::see::{Exchange, first_among};
use crate::rules::zobrist::{PieceNumbers, fill, hash_words};
use crate::rules::{BulkCount, CorrectionKeys, EndReason, Observer, Outcome, Rules, getters};

impl Rules for Board {
    getters!(self => self);

    fn compute_key(&self) -> u64 {
        compute_key(self)
    }

    #[inline(always)]
    fn likely_key_after(&self, mv: Move) -> Option<u64> {
        Some(likely_key_after(self, mv))
    }

    #[inline]
    fn correction_keys(&self) -> CorrectionKeys {
        let others =
            |side| hash_words(self.halves.iter().flat_map(|pieces| pieces.non_pawn_words(side)));
        CorrectionKeys {
            pawn: hash_words(self.halves.iter().flat_map(QuadBitboards::pawn_words)),
            non_pawn: Side::ALL.map(others),
            platform: 0,
        }
    }

    #[inline(always)]
    fn piece_at(&self, cell: Place) -> Option<Piece> {
        self.halves.get(usize::from(cell) / 64)?.piece_at(cell % 64)
    }

    fn is_live(&self, cell: Place) -> bool {
        usize::from(cell) < CELLS
    }

    fn king_cell(&self, side: Side) -> Place {
        self.king_cell(side)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let attackers = self.attackers(self.king_cell(self.side), self.occupied());
        cells(attackers & self.pieces(self.side.other())).collect()
    }

    #[inline]
    fn attacked_cells(&self, _info: &Legality, by: Side) -> PlaceSet {
        let (own, occupied) = (self.pieces(by), self.occupied());
        let mut attacked = king_attacks(self.king_cell(by)) | pawn_attacks(by, self.pawns() & own);
        for_each_cell(self.knights() & own, |from| attacked |= knight_attacks(from));
        for_each_cell(self.bishops_and_queens() & own, |from| {
            attacked |= bishop_attacks(from, occupied);
        });
        for_each_cell(self.rooks_and_queens() & own, |from| {
            attacked |= rook_attacks(from, occupied);
        });
        for_each_cell(self.unicorns_and_queens() & own, |from| {
            attacked |= unicorn_attacks(from, occupied);
        });
        PlaceSet::from_words([attacked as u64, (attacked >> 64) as u64])
    }

    #[inline(always)]
    fn may_give_check(&self, mv: Move) -> bool {
        self.may_attack_king(mv)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        *child = *self;
        child.apply_move(mv, observer);
    }

    fn make_null(&self) -> Self {
        let mut child = *self;
        child.pass();
        child
    }

    fn without_piece(&self, cell: Place) -> Self {
        let mut board = *self;
        board.halves[half_of(cell)].clear(1 << (cell % 64));
        board.key = board.compute_key();
        board
    }

    #[inline]
    fn moved_piece(&self, mv: Move) -> PieceType {
        PIECE_TYPE_OF_CODE[self.code(mv.from())].unwrap_or(PieceType::PAWN)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        Some((PIECE_TYPE_OF_CODE[self.code(mv.to())]?, mv.to()))
    }

    fn has_non_pawn_material(&self) -> bool {
        self.pieces(self.side) & !self.pawns() & !self.kings() != 0
    }

    fn variant_outcome(&self) -> Option<Outcome> {
        self.has_only_kings().then_some(Outcome { winner: None, reason: EndReason::DeadPosition })
    }
}

impl BulkCount for Board {}

impl Exchange for Board {
    type Pieces = u128;

    #[inline(always)]
    fn pieces_beside(&self, mv: Move) -> u128 {
        self.occupied() & !(set_of(mv.from()) | set_of(mv.to()))
    }

    #[inline(always)]
    fn capturers(&self, _: &Legality, mv: Move, pieces: u128, side: Side) -> u128 {
        self.attackers(mv.to(), pieces) & self.pieces(side)
    }

    #[inline(always)]
    fn least_valuable(&self, pieces: u128) -> Option<(u128, PieceType)> {
        let (lines, edges) = (self.rooks_and_queens(), self.bishops_and_queens());
        let by_increasing_value = [
            (self.pawns(), PieceType::PAWN),
            (self.unicorns_and_queens() & !lines, UNICORN),
            (self.knights(), PieceType::KNIGHT),
            (edges & !lines, PieceType::BISHOP),
            (lines & !edges, PieceType::ROOK),
            (lines & edges, PieceType::QUEEN),
            (self.kings(), PieceType::KING),
        ];
        let (set, kind) = first_among(by_increasing_value, pieces)?;
        Some((set & set.wrapping_neg(), kind))
    }
}

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
