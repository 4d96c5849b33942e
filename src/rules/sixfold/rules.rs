//! [`Rules`] for `sixfold`.

use super::board::{Board, PIECE_TYPE_OF_CODE};
use super::cell_set::{CellSet, SINGLE_CELL};
use super::legality::CheckInfo;
use super::make;
use super::tables::Space;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{CELL_COUNT, post_place};
use crate::geometry::{Place, PlaceSet, byte_index};
use crate::moves::{Move, MoveType, Piece, PieceTable, PieceType, Side};
use crate::rules::quad_bitboards::by_increasing_value;
use crate::rules::see::{Exchange, first_among};
use crate::rules::staircase::{KEYS, PLATFORM};
use crate::rules::text::start_position;
use crate::rules::zobrist::hash_words;
use crate::rules::{
    BulkCount, ColorSymmetry, CorrectionKeys, EndReason, Observer, Outcome, Rules, getters,
};

impl Rules for Board {
    const PIECES: PieceTable = PieceTable(&PieceTable::chess([100, 300, 260, 480, 900]));
    const COLOR_SYMMETRY: Option<ColorSymmetry> = Some(ColorSymmetry::All);
    const FILE_SYMMETRY: bool = true;
    /// On 72 live cells k pieces have at most k (72 - k) destinations, 1296. Promotions and platform
    /// moves cannot double that.
    const MAX_MOVES: usize = 2592;

    getters!(self => self);

    fn startpos() -> Self {
        start_position()
    }

    fn compute_key(&self) -> u64 {
        make::compute_key(self)
    }

    #[inline(always)]
    fn likely_key_after(&self, mv: Move) -> Option<u64> {
        if mv.kind() != MoveType::Normal {
            return None;
        }
        let codes = [mv.from(), mv.to()].map(|cell| self.code(cell));
        Some(self.key ^ KEYS.pieces.change_by_move(mv, self.side, codes) ^ KEYS.black)
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
        let kind = PIECE_TYPE_OF_CODE[self.code(cell)]?;
        let side = if self.is_white(cell) { Side::White } else { Side::Black };
        Some(Piece { kind, side })
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
        let view = self.eval_view();
        let mut cells = view.king_zone(by) | view.pawn_attacks(by);
        view.for_each_attack(by, |_, attacked| cells = cells | attacked);
        cells.to_places()
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        *child = *self;
        child.apply_move(mv, observer);
    }

    fn make_null(&self) -> Self {
        let mut child = *self;
        child.apply_null_move();
        child
    }

    fn without_piece(&self, cell: Place) -> Self {
        self.after_removal(cell)
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

impl BulkCount for Board {}

impl Exchange for Board {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MoveList;
    use crate::rules::{BoardText, GenType};

    #[test]
    fn move_list_holds_moves_of_many_queens() {
        let crowded = "Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1N1/1Q1Q/Q1Q1/1Q1Q \
             b16+:1Q/Q1,b34+:Q1/1Q,b52-:1Q/2,e16+:Q1/1K,e34-:1Q/Q1,e82-:kr/rr w - - - 0 1";
        let board = Board::from_fen(crowded).expect("a valid position");
        let mut list = MoveList::new();
        board.generate(GenType::All, &mut list);
        assert_eq!(list.len() as u64, board.count_legal_moves());
        assert!(list.len() < Board::MAX_MOVES / 2);
    }
}
