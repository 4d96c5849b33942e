//! [`Rules`] for `federation`.

use super::board::Board;
use super::ceilings::CeilingBlockers;
use super::legality::CheckInfo;
use crate::geometry::{Place, PlaceSet};
use crate::moves::{Move, MoveType, Piece, PieceTable, PieceType, Side};
use crate::rules::staircase::{
    self, MakeMove, StaircaseBoard, staircase_exchange, staircase_rules,
};
use crate::rules::{
    BulkCount, ColorSymmetry, CorrectionKeys, EndReason, Exchange, Observer, Outcome, Rules,
};

impl<const ROOK_PAWNS: bool> Rules for Board<ROOK_PAWNS> {
    const PIECES: PieceTable = PieceTable(&PieceTable::chess([100, 280, 300, 550, 1050]));
    const COLOR_SYMMETRY: Option<ColorSymmetry> = None;
    const FILE_SYMMETRY: bool = true;
    const NETWORK_VARIANT: &'static str = "federation";
    const MAX_MOVES: usize = staircase::MAX_MOVES;

    staircase_rules!();

    #[inline]
    fn attacked_cells(&self, info: &CheckInfo, by: Side) -> PlaceSet {
        self.state.cells_of(self.squares_attacked_by(&info.ceilings(), by))
    }

    #[inline]
    fn may_give_check(&self, mv: Move) -> bool {
        mv.kind() != MoveType::Normal
            || self.state.may_attack_king(mv, Self::pawn_attacks(self.state.side))
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        self.apply_move(mv, child, observer);
    }

    fn has_non_pawn_material(&self) -> bool {
        self.state.has_non_pawn_material()
    }
}

impl<const ROOK_PAWNS: bool> Exchange for Board<ROOK_PAWNS> {
    staircase_exchange!();

    #[inline(always)]
    fn capturers(&self, info: &CheckInfo, mv: Move, pieces: u64, side: Side) -> u64 {
        let layout = info.layout();
        let at = self.state.square(mv.to());
        let place = layout.column_and_level(at);
        let own = pieces & self.state.pieces(side);
        let cheapest = self.pawn_and_knight_attackers(layout, place.0) & own;
        if cheapest != 0 {
            return cheapest;
        }
        // Several pieces of a column may stand on a path, so each capture needs new blockers.
        let ceilings = CeilingBlockers::new(layout, pieces | 1 << at);
        self.attackers(&ceilings, place, own)
    }
}

impl<const ROOK_PAWNS: bool> BulkCount for Board<ROOK_PAWNS> {
    #[inline]
    fn count_replies(&self, moves: &[Move]) -> u64 {
        self.count_after(moves)
    }
}

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// Returns the squares of the pieces that give check to the side to move.
    fn checker_squares(&self) -> u64 {
        let state = &self.state;
        let layout = self.layout();
        let ceilings = CeilingBlockers::new(&layout, state.occupied());
        let king = layout.column_and_level(state.king_square(state.side));
        self.attackers(&ceilings, king, state.occupied()) & state.pieces(state.side.other())
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Federation;
    use crate::moves::MoveList;
    use crate::rules::{BoardText, GenType, Rules};

    #[test]
    fn move_list_holds_moves_of_many_queens() {
        let crowded = "Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q \
             b12+w:2/QK,b86+b:2/2,e12+w:2/2,e86+b:rk/pp w - - - 0 1";
        let board = Federation::from_fen(crowded).expect("a valid position");
        let mut list = MoveList::new();
        board.generate(GenType::All, &mut list);
        assert_eq!(list.len() as u64, board.count_legal_moves());
        assert!(list.len() < Federation::MAX_MOVES / 2);
    }
}
