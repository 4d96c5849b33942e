//! [`Rules`] for `meder`.

use super::board::{Board, Lines};
use super::legality::CheckInfo;
use crate::geometry::{Place, PlaceSet};
use crate::moves::{Move, MoveType, Piece, PieceTable, PieceType, Side};
use crate::rules::see::see_ge;
use crate::rules::staircase::{
    MakeMove, PAWN_ATTACKS, StaircaseBoard, staircase_exchange, staircase_rules,
};
use crate::rules::{
    BulkCount, Checks, ColorSymmetry, CorrectionKeys, EndReason, Exchange, Observer, Outcome, Rules,
};

impl Rules for Board {
    const PIECES: PieceTable = PieceTable(&PieceTable::chess([100, 300, 330, 540, 920]));
    const COLOR_SYMMETRY: Option<ColorSymmetry> = None;
    const FILE_SYMMETRY: bool = false;
    /// Every move exists four times while a pawn waits. The bound of 1024 destinations, which no
    /// position comes near, then is 4096. A hill-climbing search for the largest number found 1432.
    const MAX_MOVES: usize = 4096;

    staircase_rules!();

    #[inline]
    fn attacked_cells(&self, info: &CheckInfo, by: Side) -> PlaceSet {
        self.state.cells_of(self.squares_attacked_by(&info.lines(), by))
    }

    #[inline]
    fn may_give_check(&self, mv: Move) -> bool {
        mv.kind() != MoveType::Normal
            || mv.is_promotion()
            || self.state.may_attack_king(mv, &PAWN_ATTACKS[self.state.side.index()])
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        if mv.is_promotion() && self.waiting_square().is_some() {
            return self.make_with_waiting(mv, child, observer);
        }
        self.apply_move(mv, child, observer);
    }

    /// The promotion of a waiting pawn comes first: the piece takes part in the exchange, and its
    /// gain is added. Castling and platform moves have the value 0 as always.
    fn see_ge(&self, info: &CheckInfo, mv: Move, threshold: i32) -> bool {
        if mv.is_promotion()
            && matches!(mv.kind(), MoveType::Normal | MoveType::EnPassant)
            && let Some((board, plain)) = self.after_waiting(mv, &mut ())
        {
            let kind = mv.second_promotion().or(mv.promotion());
            let value = |kind| Self::PIECES.value(kind);
            let gain = kind.map_or(0, |kind| value(kind) - value(PieceType::PAWN));
            return see_ge(&board, &board.check_info(), plain, threshold - gain);
        }
        see_ge(self, info, mv, threshold)
    }

    /// A corner's square is its cell.
    #[inline(always)]
    fn waiting_pawn(&self) -> Option<Place> {
        self.waiting_square().map(Place::from)
    }

    /// The promotion of a waiting pawn cannot be passed.
    fn has_non_pawn_material(&self) -> bool {
        self.state.has_non_pawn_material() && self.waiting_square().is_none()
    }
}

impl Exchange for Board {
    staircase_exchange!();

    #[inline(always)]
    fn capturers(&self, info: &CheckInfo, mv: Move, pieces: u64, side: Side) -> u64 {
        let layout = info.lines().layout;
        let column = layout.column(self.state.square(mv.to()));
        self.attackers(&Lines::new(layout, pieces), column, pieces & self.state.pieces(side))
    }
}

impl BulkCount for Board {}

impl Board {
    /// Returns the squares of the pieces that give check to the side to move.
    fn checker_squares(&self) -> u64 {
        let state = &self.state;
        let layout = self.layout();
        let lines = Lines::new(&layout, state.occupied());
        let king = layout.column(state.king_square(state.side));
        self.attackers(&lines, king, state.pieces(state.side.other()))
    }

    #[cold]
    #[inline(never)]
    fn make_with_waiting<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        if let Some((board, mv)) = self.after_waiting(mv, observer) {
            board.apply_move(mv, child, observer);
            child.state.halfmove_clock = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MoveList;
    use crate::rules::{BoardText, GenType, Rules};

    #[test]
    fn move_list_holds_moves_of_many_queens_with_a_waiting_pawn() {
        let crowded = "PQ1Q/3Q/Q3/2QQ|Q2Q/2QQ/QQ2/3Q|QQ2/3Q/QQ2/2Q1 \
             b12+w:NN/k1,b42+b:2/Q1,b56+b:Q1/KQ,b64+w:2/1Q w - - - 0 9";
        let board = Board::from_fen(crowded).expect("a valid position");
        let mut list = MoveList::new();
        board.generate(GenType::All, &mut list);
        assert_eq!(list.len() as u64, board.count_legal_moves());
        assert!(list.len() > 1000 && list.len() < Board::MAX_MOVES / 2);
    }
}
