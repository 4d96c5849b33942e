//! [`Rules`] for `sixfold`, and the making of moves: updates the pieces, the platforms, the unmoved
//! pawns and the key.

use super::board::{EARLY_PAWN, PAWN, QUEEN, Sixfold};
use super::cell_set::{CellSet, LEFT, RIGHT, SINGLE_CELL, word_and_bit};
use super::legality::CheckInfo;
use super::lines::{
    BISHOP_RAYS, KNIGHT_ATTACKS, PAWN_ATTACKERS, ROOK_RAYS, START_BIT, Space, start_cell, wing_of,
};
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{CELL_COUNT, cell_of_post, post_number, post_place};
use crate::geometry::{Place, PlaceSet, byte_index};
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::checking::CheckingSquares;
use crate::rules::quad_bitboards::{
    PIECE_TYPE_OF_CODE, WHITE_PLANE, by_increasing_value, piece_from_code,
    piece_from_code_and_color,
};
use crate::rules::see::{Exchange, first_among};
use crate::rules::staircase::{KEYS, PLATFORM};
use crate::rules::zobrist::hash_words;
use crate::rules::{CorrectionKeys, EndReason, Observer, Outcome, Rules, getters};

impl Rules for Sixfold {
    getters!(self => self);

    fn compute_key(&self) -> u64 {
        let mut key = 0;
        for cell in self.occupied().iter() {
            key ^= KEYS.pieces.get_by_code_and_color(self.code_and_color(cell), cell);
        }
        for index in BitIter(u64::from(self.unmoved_pawns)) {
            key ^= KEYS.unmoved_pawns[usize::from(start_cell(index))];
        }
        for post in BitIter(u64::from(self.posts)) {
            key ^= KEYS.platform[0][usize::from(post)];
        }
        if self.side == Side::Black {
            key ^= KEYS.black;
        }
        key
    }

    #[inline(always)]
    fn likely_key_after(&self, mv: Move) -> Option<u64> {
        if mv.kind() != MoveType::Normal {
            return None;
        }
        let codes = [mv.from(), mv.to()].map(|cell| self.code_and_color(cell));
        Some(self.key ^ KEYS.pieces.change_by_move(mv, codes) ^ KEYS.black)
    }

    #[inline]
    fn correction_keys(&self) -> CorrectionKeys {
        let pawns = |[a, b, c, white]: &[u64; 4]| {
            let pawns = (a ^ c) & !b;
            [pawns & white, pawns & !white]
        };
        let others = |side: Side| {
            let own = self.pieces(side) & !self.pawns();
            let words = self.pieces.iter().zip(own.0);
            hash_words(words.flat_map(|([a, b, c, _], own)| [a & own, b & own, c & own]))
        };
        CorrectionKeys {
            pawn: hash_words(self.pieces.iter().flat_map(pawns)),
            non_pawn: Side::ALL.map(others),
            platform: hash_words([u64::from(self.posts)]),
        }
    }

    #[inline(always)]
    fn piece_at(&self, cell: Place) -> Option<Piece> {
        if usize::from(cell) >= CELL_COUNT {
            return None;
        }
        piece_from_code_and_color(self.code_and_color(cell))
    }

    fn is_live(&self, cell: Place) -> bool {
        usize::from(cell) < CELL_COUNT && self.live().contains(cell)
    }

    fn platforms(&self) -> Vec<(Place, Option<Side>)> {
        BitIter(u64::from(self.posts)).map(|post| (post_place(post), None)).collect()
    }

    fn king_cell(&self, side: Side) -> Place {
        self.king_cell(side)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let attackers = self.attackers(self.king_cell(self.side), &self.blockers());
        (attackers & self.pieces(self.side.other())).iter().collect()
    }

    #[inline]
    fn attacked_cells(&self, _info: &CheckInfo, by: Side) -> PlaceSet {
        self.attacked_by(by).to_places()
    }

    #[inline]
    fn check_filter(&self) -> impl Fn(Move) -> bool {
        let king = self.king_cell(self.side.other());
        let (cell, wing) = (byte_index(king), wing_of(king));
        let checking = CheckingSquares::new(
            [
                PAWN_ATTACKERS[self.side.index()][cell].to_set(wing),
                KNIGHT_ATTACKS[cell],
                BISHOP_RAYS[cell].to_set(wing),
                ROOK_RAYS[cell].to_set(wing),
            ],
            [self.bishops_and_queens(), self.rooks_and_queens()],
            self.pieces(self.side),
        );
        move |mv| checking.may_give_check(mv, self.moved_piece(mv), |cell| cell)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        *child = *self;
        child.apply_move(mv, observer);
    }

    fn make_null(&self) -> Self {
        let mut child = *self;
        child.halfmove_clock = child.halfmove_clock.saturating_add(1);
        child.switch_side();
        child
    }

    fn without_piece(&self, cell: Place) -> Self {
        let mut board = *self;
        board.replace(SINGLE_CELL[byte_index(cell)], CellSet::EMPTY, &[0; 4]);
        board.unmoved_pawns &= !START_BIT[byte_index(cell)];
        board.key = board.compute_key();
        board
    }

    #[inline]
    fn moved_piece(&self, mv: Move) -> PieceType {
        if mv.is_platform_move() {
            return PLATFORM;
        }
        PIECE_TYPE_OF_CODE[self.code(mv.from())].unwrap_or(PieceType::PAWN)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        match mv.kind() {
            MoveType::Normal => PIECE_TYPE_OF_CODE[self.code(mv.to())].map(|kind| (kind, mv.to())),
            _ => None,
        }
    }

    fn has_non_pawn_material(&self) -> bool {
        !(self.pieces(self.side) & !self.pawns() & !self.kings()).is_empty()
    }

    /// A pawn's sideways step resets the clock although it can be taken back.
    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        let rank = |cell: Place| Space::CELLS[usize::from(cell)].rank;
        self.is_noisy(mv) || rank(mv.from()) != rank(mv.to())
    }

    fn variant_outcome(&self) -> Option<Outcome> {
        let winner = match Side::ALL.map(|side| self.is_bare_king(side)) {
            [false, false] => return None,
            [true, true] => None,
            [true, false] => Some(Side::Black),
            [false, true] => Some(Side::White),
        };
        Some(Outcome { winner, reason: EndReason::BareKing })
    }
}

impl Exchange for Sixfold {
    type Pieces = CellSet;

    /// Missing cells count as pieces, since they block lines.
    #[inline(always)]
    fn pieces_beside(&self, mv: Move) -> CellSet {
        self.blockers() & !SINGLE_CELL[byte_index(mv.from())]
    }

    #[inline(always)]
    fn capturers(&self, _: &CheckInfo, mv: Move, pieces: CellSet, side: Side) -> CellSet {
        self.attackers(mv.to(), &pieces) & self.pieces(side)
    }

    #[inline(always)]
    fn least_valuable(&self, pieces: CellSet) -> Option<(CellSet, PieceType)> {
        let sliders = [self.rooks_and_queens(), self.bishops_and_queens()];
        let mut sets = by_increasing_value(self.pawns(), self.knights(), sliders, self.kings());
        // A bishop is worth less than a knight in this game, so it captures first.
        sets.swap(1, 2);
        let (set, kind) = first_among(sets, pieces)?;
        Some((SINGLE_CELL[byte_index(set.first())], kind))
    }
}

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

impl Sixfold {
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

    /// Switches the side to move.
    #[inline(always)]
    fn switch_side(&mut self) {
        self.fullmove_number = self.fullmove_number.saturating_add(self.side.index() as u16);
        self.side = self.side.other();
        self.key ^= KEYS.black;
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
        observer.piece_added(piece_from_code(side, code), cell);
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
        let codes = [from, to].map(|cell| self.code_and_color(cell));
        let [code, captured] = codes.map(|both| both % 8);
        let placed = if mv.is_promotion() { QUEEN } else { code };
        self.replace(SINGLE_CELL[from_cell], SINGLE_CELL[to_cell], &PLANES[side.index()][placed]);
        self.key ^= KEYS.pieces.change_by_move(mv, codes);
        if mv.is_promotion() {
            self.key ^= KEYS.pieces.get(side, code, to) ^ KEYS.pieces.get(side, QUEEN, to);
        }
        observer.piece_removed(piece_from_code(side, code), from);
        if captured != 0 {
            observer.piece_removed(piece_from_code(side.other(), captured), to);
        }
        observer.piece_added(piece_from_code(side, placed), to);
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
            // The key changes without a branch: which corners have a piece is hard to predict, and
            // the key of an empty cell (code 0) is 0.
            self.key ^= KEYS.pieces.get(side, code, old) ^ KEYS.pieces.get(side, code, new);
            moved |= self.unmoved_pawns & START_BIT[byte_index(old)];
            if code != 0 {
                observer.piece_removed(piece_from_code(side, code), old);
                observer.piece_added(piece_from_code(side, code), new);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::BuiltIn;

    #[test]
    fn move_list_holds_moves_of_many_queens() {
        let crowded = "Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1N1/1Q1Q/Q1Q1/1Q1Q \
             b16+:1Q/Q1,b34+:Q1/1Q,b52-:1Q/2,e16+:Q1/1K,e34-:1Q/Q1,e82-:kr/rr w - - - 0 1";
        let board = Sixfold::from_fen(crowded).expect("a valid position");
        let list = board.legal_moves();
        assert_eq!(list.len() as u64, board.count_legal_moves());
        assert!(list.len() < Sixfold::game_info().max_moves / 2);
    }
}
