//! [`Rules`] for `chess`, and the making of moves: updates the pieces, the castling and en passant
//! rights and the key.

use super::board::{Chess, LIGHT_SQUARES, NO_CELL};
use super::legality::{Legality, castling_targets, home_rank};
use super::pawns;
use crate::geometry::bits::places;
use crate::geometry::plane::SQUARES;
use crate::geometry::{Place, PlaceSet, byte_index, plane};
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::quad_bitboards::{code_of, piece_from_code};
use crate::rules::see::Exchange;
use crate::rules::zobrist::{PieceNumbers, fill, hash_words};
use crate::rules::{CorrectionKeys, EndReason, Observer, Outcome, Rules, getters};

impl Rules for Chess {
    getters!(self => self);

    fn compute_key(&self) -> u64 {
        let mut key = 0;
        for cell in places(self.pieces.occupied()) {
            key ^= KEYS.pieces.get_by_code_and_color(self.pieces.code_and_color(cell), cell);
        }
        for rook in places(self.castling) {
            key ^= KEYS.castling[byte_index(rook)];
        }
        if self.side == Side::Black {
            key ^= KEYS.black;
        }
        if self.ep_cell != NO_CELL && self.has_legal_ep() {
            key ^= KEYS.ep_cell[byte_index(self.ep_cell)];
        }
        key
    }

    #[inline(always)]
    fn likely_key_after(&self, mv: Move) -> Option<u64> {
        let codes = [mv.from(), mv.to()].map(|cell| self.pieces.code_and_color(cell));
        Some(self.key ^ KEYS.pieces.change_by_move(mv, codes) ^ KEYS.black)
    }

    #[inline]
    fn correction_keys(&self) -> CorrectionKeys {
        CorrectionKeys {
            pawn: hash_words(self.pieces.pawn_words()),
            non_pawn: Side::ALL.map(|side| hash_words(self.pieces.non_pawn_words(side))),
            platform: 0,
        }
    }

    #[inline(always)]
    fn piece_at(&self, cell: Place) -> Option<Piece> {
        if usize::from(cell) < plane::SQUARES { self.pieces.piece_at(cell) } else { None }
    }

    fn is_live(&self, cell: Place) -> bool {
        usize::from(cell) < plane::SQUARES
    }

    fn king_cell(&self, side: Side) -> Place {
        self.king_cell(side)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let king = self.king_cell(self.side);
        let attackers = self.attackers(king.into(), self.pieces.occupied());
        places(attackers & self.pieces.by_side(self.side.other())).collect()
    }

    #[inline]
    fn attacked_cells(&self, _info: &Legality, by: Side) -> PlaceSet {
        PlaceSet::from_words([self.attacked_by(by)])
    }

    #[inline]
    fn check_filter(&self) -> impl Fn(Move) -> bool {
        let checking = self.checking_squares();
        move |mv| checking.may_give_check(mv, self.moved_piece(mv), |cell| cell)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        *child = *self;
        child.apply_move(mv, observer);
    }

    fn make_null(&self) -> Self {
        let mut child = *self;
        child.begin();
        child.finish();
        child
    }

    fn without_piece(&self, cell: Place) -> Self {
        let mut board = *self;
        board.pieces.clear(1 << cell);
        board.castling &= !(1 << cell);
        board.ep_cell = NO_CELL;
        board.update_key();
        board
    }

    #[inline]
    fn moved_piece(&self, mv: Move) -> PieceType {
        self.pieces.piece_type_at(mv.from()).unwrap_or(PieceType::PAWN)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        match mv.kind() {
            MoveType::Normal => Some((self.pieces.piece_type_at(mv.to())?, mv.to())),
            MoveType::EnPassant => Some((PieceType::PAWN, self.ep_pawn())),
            MoveType::Castling | MoveType::Platform | MoveType::Special => None,
        }
    }

    fn has_non_pawn_material(&self) -> bool {
        self.pieces.by_side(self.side) & !self.pieces.pawns() & !self.pieces.kings() != 0
    }

    /// Dead are king against king, with one knight, or with bishops on squares of one color only.
    #[inline]
    fn variant_outcome(&self) -> Option<Outcome> {
        let pieces = &self.pieces;
        if pieces.pawns() | pieces.rooks_and_queens() != 0 {
            return None;
        }
        let (knights, bishops) = (pieces.knights(), pieces.bishops_and_queens());
        let one_color = bishops & LIGHT_SQUARES == 0 || bishops & !LIGHT_SQUARES == 0;
        let is_dead = match knights.count_ones() {
            0 => one_color,
            1 => bishops == 0,
            _ => false,
        };
        is_dead.then_some(Outcome { winner: None, reason: EndReason::DeadPosition })
    }
}

impl Exchange for Chess {
    type Pieces = u64;

    #[inline(always)]
    fn pieces_beside(&self, mv: Move) -> u64 {
        let captured = self.captured(mv).map_or(0, |(_, cell)| 1 << cell);
        self.pieces.occupied() & !(1 << mv.from() | captured)
    }

    #[inline(always)]
    fn capturers(&self, _: &Legality, mv: Move, pieces: u64, side: Side) -> u64 {
        self.attackers(mv.to().into(), pieces) & pieces & self.pieces.by_side(side)
    }

    #[inline(always)]
    fn least_valuable(&self, pieces: u64) -> Option<(u64, PieceType)> {
        self.pieces.least_valuable(pieces)
    }
}

const PAWN: usize = code_of(PieceType::PAWN);
const KING: usize = code_of(PieceType::KING);
const ROOK: usize = code_of(PieceType::ROOK);

/// The numbers that make up a key. Tables by cell have an entry for every [`byte_index`].
struct Keys {
    pieces: PieceNumbers,
    /// By cell of a rook with a castling right.
    castling: [u64; 256],
    /// By cell on which a pawn can be captured en passant.
    ep_cell: [u64; 256],
    /// Black to move.
    black: u64,
}

static KEYS: Keys = {
    let (state, pieces) = PieceNumbers::fill(0x6f72_7468_6f64_6f78, SQUARES);
    let (state, castling) = fill(state);
    let (state, ep_cell) = fill(state);
    let (_, [black]) = fill(state);
    Keys { pieces, castling, ep_cell, black }
};

impl Chess {
    /// Makes a legal move on this board.
    #[inline(always)]
    pub(super) fn apply_move<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let ep_cell = self.ep_cell;
        self.begin();
        match mv.kind() {
            MoveType::EnPassant => self.make_en_passant(mv, ep_cell, observer),
            MoveType::Castling => self.make_castling(mv, observer),
            // Chess generates no moves of the last two types.
            MoveType::Normal | MoveType::Platform | MoveType::Special => {
                self.make_normal(mv, observer)
            }
        }
        self.finish();
    }

    /// The first step of every move: clears the en passant right and counts the clock.
    #[inline(always)]
    fn begin(&mut self) {
        if self.ep_in_key {
            self.key ^= KEYS.ep_cell[byte_index(self.ep_cell)];
            self.ep_in_key = false;
        }
        self.ep_cell = NO_CELL;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
    }

    /// The last step of every move: switches the side to move and sets the en passant key.
    #[inline(always)]
    fn finish(&mut self) {
        self.fullmove_number = self.fullmove_number.saturating_add(self.side.index() as u16);
        self.side = self.side.other();
        self.key ^= KEYS.black;
        if self.ep_cell != NO_CELL && self.has_legal_ep() {
            self.ep_in_key = true;
            self.key ^= KEYS.ep_cell[byte_index(self.ep_cell)];
        }
    }

    /// Returns whether the side to move has a legal en passant capture.
    #[inline(always)]
    fn has_legal_ep(&self) -> bool {
        let pawns = self.pieces.pawns() & self.pieces.by_side(self.side);
        pawns::attacks(self.side.other(), self.ep_cell.into()) & pawns != 0
            && self.ep_captures().any(|mv| self.is_legal_ep(mv))
    }

    #[inline(always)]
    fn make_normal<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let (side, from, to) = (self.side, mv.from(), mv.to());
        let codes = [from, to].map(|cell| self.pieces.code_and_color(cell));
        let [code, captured] = codes.map(|both| both % 8);
        self.pieces = self.pieces.with_move(from, to);
        self.key ^= KEYS.pieces.change_by_move(mv, codes);
        observer.piece_removed(piece_from_code(side, code), from);
        if captured != 0 {
            observer.piece_removed(piece_from_code(side.other(), captured), to);
            self.halfmove_clock = 0;
        }
        let mut placed = code;
        if code == PAWN {
            self.halfmove_clock = 0;
            if let Some(kind) = mv.promotion() {
                placed = code_of(kind);
                self.pieces.change_code(to, code, placed);
                self.key ^= KEYS.pieces.get(side, code, to) ^ KEYS.pieces.get(side, placed, to);
            } else if let Some(ep_cell) = pawns::double_step_ep_cell(side, from, to) {
                self.ep_cell = ep_cell;
            }
        }
        observer.piece_added(piece_from_code(side, placed), to);
        let mut changed = 1 << from | 1 << to;
        if code == KING {
            changed |= home_rank(side);
        }
        self.remove_rights(changed);
    }

    /// Removes the castling rights of rooks on these cells.
    #[inline(always)]
    fn remove_rights(&mut self, cells: u64) {
        if self.castling & cells != 0 {
            for rook in places(self.castling & cells) {
                self.key ^= KEYS.castling[byte_index(rook)];
            }
            self.castling &= !cells;
        }
    }

    /// Removes a piece of that code.
    fn remove_piece<O: Observer>(
        &mut self,
        side: Side,
        code: usize,
        cell: Place,
        observer: &mut O,
    ) {
        self.pieces.clear(1 << cell);
        self.key ^= KEYS.pieces.get(side, code, cell);
        observer.piece_removed(piece_from_code(side, code), cell);
    }

    /// Puts a piece of that code on an empty cell.
    pub(super) fn put_piece<O: Observer>(
        &mut self,
        side: Side,
        code: usize,
        cell: Place,
        observer: &mut O,
    ) {
        self.pieces.put(side, code, cell);
        self.key ^= KEYS.pieces.get(side, code, cell);
        observer.piece_added(piece_from_code(side, code), cell);
    }

    #[inline(never)]
    fn make_en_passant<O: Observer>(&mut self, mv: Move, ep_cell: Place, observer: &mut O) {
        let side = self.side;
        self.remove_piece(side, PAWN, mv.from(), observer);
        self.remove_piece(side.other(), PAWN, pawns::behind(side, ep_cell), observer);
        self.put_piece(side, PAWN, mv.to(), observer);
        self.halfmove_clock = 0;
    }

    #[inline(never)]
    fn make_castling<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let targets = castling_targets(mv.from(), mv.to());
        self.remove_piece(side, KING, mv.from(), observer);
        self.remove_piece(side, ROOK, mv.to(), observer);
        self.put_piece(side, KING, targets.king, observer);
        self.put_piece(side, ROOK, targets.rook, observer);
        self.remove_rights(home_rank(side));
    }

    /// Sets the key and [`Chess::ep_in_key`] after the other fields have been set.
    pub(super) fn update_key(&mut self) {
        self.ep_in_key = self.ep_cell != NO_CELL && self.has_legal_ep();
        self.key = self.compute_key();
    }
}
