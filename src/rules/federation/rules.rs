//! [`Rules`] for `federation`: every method forwards to the file that holds the work.

use super::board::Board;
use super::ceilings::CeilingBlockers;
use super::text::START_FEN;
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::post_place;
use crate::moves::{Move, MoveList, Piece, PieceType, Side};
use crate::rules::generate::MoveGenerator;
use crate::rules::staircase::{self, MakeMove, StaircaseState};
use crate::rules::{BoardText, CorrectionKeys, EndReason, GenType, Observer, Outcome, Rules};

impl<const ROOK_PAWNS: bool> Rules for Board<ROOK_PAWNS> {
    const PIECE_VALUES: [i32; PieceType::COUNT] = [100, 280, 300, 550, 1050, 0, 0];

    fn startpos() -> Self {
        let empty = Board { state: StaircaseState::empty([0, 10, 12, 22]) };
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
        let post_and_owner = |(slot, post)| (post_place(post), Some(self.state.owner(slot)));
        self.state.posts.into_iter().enumerate().map(post_and_owner).collect()
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
        let layout = self.layout();
        let ceilings = CeilingBlockers::new(&layout, state.occupied());
        let king = layout.column_and_level(state.king_square(state.side));
        let attackers = self.attackers(&ceilings, king, state.occupied());
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
            // Several pieces of a column may stand on a path, so each capture needs new blockers.
            let ceilings = CeilingBlockers::new(&layout, occupied | 1 << to);
            self.attackers(&ceilings, layout.column_and_level(to), occupied)
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

#[cfg(test)]
mod tests {
    use super::super::board::Federation;
    use super::*;
    use crate::moves::MAX_MOVES;

    #[test]
    fn move_list_holds_moves_of_many_queens() {
        let crowded = "Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q \
             b12+w:2/QK,b86+b:2/2,e12+w:2/2,e86+b:rk/pp w - - - 0 1";
        let board = Federation::from_fen(crowded).expect("a valid position");
        let mut list = MoveList::new();
        board.generate(GenType::All, &mut list);
        assert_eq!(list.len() as u64, board.count_legal_moves());
        assert!(list.len() < MAX_MOVES / 2);
    }
}
