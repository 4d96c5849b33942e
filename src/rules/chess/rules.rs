//! [`Rules`] for `chess`.

use super::board::{Board, LIGHT_SQUARES};
use super::legality::Legality;
use super::make;
use crate::geometry::bits::places;
use crate::geometry::plane;
use crate::geometry::{Place, PlaceSet};
use crate::moves::{Move, MoveType, Piece, PieceTable, PieceType, Side};
use crate::rules::see::Exchange;
use crate::rules::text::start_position;
use crate::rules::zobrist::hash_words;
use crate::rules::{
    BulkCount, ColorSymmetry, CorrectionKeys, EndReason, Observer, Outcome, Rules, getters,
};

impl Rules for Board {
    const PIECES: PieceTable = PieceTable(&PieceTable::chess([100, 320, 330, 500, 950]));
    const COLOR_SYMMETRY: Option<ColorSymmetry> = Some(ColorSymmetry::RanksAndLevels);
    const FILE_SYMMETRY: bool = true;
    /// On 64 squares k pieces have at most k (64 - k) destinations, 1024. Castling and promotions
    /// cannot double that.
    const MAX_MOVES: usize = 2048;

    getters!(self => self);

    fn startpos() -> Self {
        start_position()
    }

    fn compute_key(&self) -> u64 {
        make::compute_key(self)
    }

    #[inline(always)]
    fn likely_key_after(&self, mv: Move) -> Option<u64> {
        Some(make::likely_key_after(self, mv))
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
        PlaceSet::from_words([self.attacked_by(by), 0, 0])
    }

    #[inline]
    fn may_give_check(&self, mv: Move) -> bool {
        mv.kind() != MoveType::Normal || self.is_checking_move(mv)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        *child = *self;
        child.apply_move(mv, observer);
    }

    fn make_null(&self) -> Self {
        self.after_null_move()
    }

    fn without_piece(&self, cell: Place) -> Self {
        self.after_removal(cell)
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

impl BulkCount for Board {
    #[inline]
    fn count_replies(&self, moves: &[Move]) -> u64 {
        self.count_after(moves)
    }
}

impl Exchange for Board {
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
