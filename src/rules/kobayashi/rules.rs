//! [`Rules`] for `kobayashi`: every method forwards to the file that holds the work.

use super::board::Board;
use super::text::START_FEN;
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::post_place;
use crate::moves::{Move, MoveList, Piece, PieceType, Side};
use crate::rules::generate::MoveGenerator;
use crate::rules::staircase::{self, MakeMove, StaircaseState};
use crate::rules::{BoardText, CorrectionKeys, EndReason, GenType, Observer, Outcome, Rules};

impl Rules for Board {
    const PIECE_VALUES: [i32; PieceType::COUNT] = [100, 260, 280, 420, 780, 0, 0];

    fn startpos() -> Self {
        let empty = Board { state: StaircaseState::empty([1, 10, 13, 22]) };
        Self::from_fen(START_FEN).unwrap_or(empty)
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.state.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.state.key
    }

    fn compute_key(&self) -> u64 {
        self.compute_zobrist_key()
    }

    #[inline]
    fn correction_keys(&self) -> CorrectionKeys {
        self.state.correction_keys()
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.state.halfmove_clock)
    }

    fn fullmove_number(&self) -> u32 {
        u32::from(self.state.fullmove_number)
    }

    #[inline(always)]
    fn piece_at(&self, cell: Place) -> Option<Piece> {
        self.state.piece_at(cell)
    }

    fn is_live(&self, cell: Place) -> bool {
        self.state.live_square(cell).is_some()
    }

    fn platforms(&self) -> Vec<(Place, Option<Side>)> {
        self.state.posts.map(|post| (post_place(post), None)).to_vec()
    }

    fn king_cell(&self, side: Side) -> Place {
        self.state.king_cell(side)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.state.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let state = &self.state;
        let king = state.king_square(state.side);
        let attackers = self.attackers(&self.layout(), king, state.occupied());
        let checkers = attackers & state.pieces(state.side.other());
        BitIter(checkers).map(|square| state.cell(square)).collect()
    }

    #[inline]
    fn generate(&self, gen_type: GenType, list: &mut MoveList) {
        self.generate_list(gen_type, list);
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        self.count_all()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.is_generated(mv, true)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        self.apply_move(mv, child, observer);
    }

    fn make_null(&self) -> Self {
        self.after_null_move()
    }

    #[inline]
    fn moved_piece(&self, mv: Move) -> PieceType {
        self.state.moved_piece(mv)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        self.state.captured(mv)
    }

    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let layout = self.layout();
        staircase::see_ge(self, &self.state, mv, threshold, |to, occupied| {
            self.attackers(&layout, to, occupied)
        })
    }

    fn has_non_pawn_material(&self) -> bool {
        self.state.has_non_pawn_material()
    }

    fn variant_outcome(&self) -> Option<Outcome> {
        let outcome = Outcome { winner: None, reason: EndReason::DeadPosition };
        self.state.has_only_kings().then_some(outcome)
    }
}
