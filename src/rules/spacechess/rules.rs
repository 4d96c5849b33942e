//! [`Rules`] for `spacechess`.

use super::board::Board;
use super::legality::Legality;
use super::make;
use super::tables::ELEVATORS;
use crate::geometry::stack::{CELLS, CellSet, king_attacks, level_of, square_of};
use crate::geometry::{Place, PlaceSet};
use crate::moves::{Move, MoveType, Piece, PieceTable, PieceType, Side};
use crate::rules::piece_codes::PIECE_TYPE_OF_CODE;
use crate::rules::quad_bitboards::{QuadBitboards, by_increasing_value};
use crate::rules::see::{Exchange, first_among};
use crate::rules::text::start_position;
use crate::rules::zobrist::hash_words;
use crate::rules::{
    BulkCount, ColorSymmetry, CorrectionKeys, EndReason, Observer, Outcome, Rules, getters,
};

impl Rules for Board {
    const PIECES: PieceTable = PieceTable(&PieceTable::chess([100, 400, 450, 500, 1000]));
    const COLOR_SYMMETRY: Option<ColorSymmetry> = Some(ColorSymmetry::RanksAndLevels);
    const FILE_SYMMETRY: bool = false;
    /// Two bounds hold on 192 cells:
    ///
    /// - k pieces have at most 37 k moves, the maximum of a queen. (A pawn has few destinations, so it
    ///   has fewer moves even with all promotions, and so has a king with castling and rides.)
    /// - At most 34 pieces reach each of the 192 - k cells that the side does not occupy: one along
    ///   each of 18 lines and 16 by leaps. This leaves out four promotions for each of six pawns that
    ///   promote on a cell, on 24 cells; at most six runs for each of 16 unmoved pawns; castling and
    ///   rides: fewer than 736 in all.
    ///
    /// The smaller of 37 k and 34 (192 - k) + 736 stays below this.
    const MAX_MOVES: usize = 3800;

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
        Some(make::likely_key_after(self, mv))
    }

    #[inline]
    fn correction_keys(&self) -> CorrectionKeys {
        let others =
            |side| hash_words(self.levels.iter().flat_map(|pieces| pieces.non_pawn_words(side)));
        CorrectionKeys {
            pawn: hash_words(self.levels.iter().flat_map(QuadBitboards::pawn_words)),
            non_pawn: Side::ALL.map(others),
            platform: 0,
        }
    }

    #[inline(always)]
    fn piece_at(&self, cell: Place) -> Option<Piece> {
        self.levels.get(level_of(cell))?.piece_at(square_of(cell) as Place)
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
        let attackers = self.attackers(self.king_cell(self.side), &self.occupied());
        (attackers & self.pieces(self.side.other())).iter().collect()
    }

    #[inline]
    fn attacked_cells(&self, _info: &Legality, by: Side) -> PlaceSet {
        let view = self.eval_view();
        let mut cells = king_attacks(self.king_cell(by)) | view.pawn_attacks(by);
        view.for_each_attack(by, |_, attacked| cells |= attacked);
        PlaceSet::from_words(cells.0)
    }

    #[inline(always)]
    fn may_give_check(&self, mv: Move) -> bool {
        mv.kind() != MoveType::Normal || self.may_attack_king(mv)
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
        PIECE_TYPE_OF_CODE[self.code(mv.from())].unwrap_or(PieceType::PAWN)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        let on = |cell| Some((PIECE_TYPE_OF_CODE[self.code(cell)]?, cell));
        match mv.kind() {
            MoveType::Normal => on(mv.to()),
            MoveType::EnPassant => Some((PieceType::PAWN, self.ep_pawn)),
            MoveType::Special => on(ELEVATORS[self.side.index()]),
            MoveType::Castling | MoveType::Platform => None,
        }
    }

    fn has_non_pawn_material(&self) -> bool {
        !(self.pieces(self.side) & !self.pawns() & !self.kings()).is_empty()
    }

    fn variant_outcome(&self) -> Option<Outcome> {
        self.has_only_kings().then_some(Outcome { winner: None, reason: EndReason::DeadPosition })
    }
}

impl BulkCount for Board {}

impl Exchange for Board {
    type Pieces = CellSet;

    #[inline(always)]
    fn pieces_beside(&self, mv: Move) -> CellSet {
        let captured =
            self.captured(mv).map_or(CellSet::EMPTY, |(_, cell)| CellSet::from_cell(cell));
        self.occupied() & !(CellSet::from_cell(mv.from()) | captured)
    }

    #[inline(always)]
    fn capturers(&self, _: &Legality, mv: Move, pieces: CellSet, side: Side) -> CellSet {
        self.attackers(mv.to(), &pieces) & self.pieces(side)
    }

    #[inline(always)]
    fn least_valuable(&self, pieces: CellSet) -> Option<(CellSet, PieceType)> {
        let sliders = [self.rooks_and_queens(), self.bishops_and_queens()];
        let sets = by_increasing_value(self.pawns(), self.knights(), sliders, self.kings());
        let (set, kind) = first_among(sets, pieces)?;
        Some((CellSet::from_cell(set.iter().next()?), kind))
    }
}
