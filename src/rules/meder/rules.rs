//! What `meder` adds to the rules that the staircase games share.

use super::board::{Board, Lines};
use super::legality::CheckInfo;
use crate::geometry::Place;
use crate::moves::{Move, MoveType, PieceType, Side};
use crate::rules::see::see_ge;
use crate::rules::staircase::{MakeMove, PAWN_ATTACKS, StaircaseRules};
use crate::rules::text::start_position;
use crate::rules::{Checks, ColorSymmetry, Observer};

impl StaircaseRules for Board {
    const VALUES: [i32; 5] = [100, 300, 330, 540, 920];
    const OWNED_PLATFORMS: bool = true;
    const SYMMETRY: Option<ColorSymmetry> = None;
    const SYMMETRIC_FILES: bool = false;
    /// Every move exists four times while a pawn waits. The bound of 1024 destinations, which no
    /// position comes near, then is 4096. A hill-climbing search for the largest number found 1432.
    const LONGEST_LIST: usize = 4096;

    fn start_board() -> Self {
        start_position()
    }

    fn is_generated(&self, mv: Move, legal: bool) -> bool {
        match self.waiting_pawn() {
            None => self.is_generated_without_waiting(mv, legal),
            Some(_) => self
                .after_waiting(mv, &mut ())
                .is_some_and(|(board, mv)| board.is_generated_without_waiting(mv, legal)),
        }
    }

    #[inline]
    fn may_check(&self, mv: Move) -> bool {
        mv.kind() != MoveType::Normal
            || mv.is_promotion()
            || self.state.may_attack_king(mv, &PAWN_ATTACKS[self.state.side.index()])
    }

    fn is_legal_move(&self, info: &CheckInfo, mv: Move) -> bool {
        match self.waiting_pawn() {
            None => self.is_generated_with(info, mv, true),
            Some(_) => self.is_generated(mv, true),
        }
    }

    #[inline]
    fn is_king_attacked(&self, side: Side) -> bool {
        let layout = self.layout();
        let lines = Lines::new(&layout, self.state.occupied());
        self.is_attacked(&lines, layout.column(self.state.king_square(side)), side.other())
    }

    fn checker_squares(&self) -> u64 {
        let state = &self.state;
        let layout = self.layout();
        let lines = Lines::new(&layout, state.occupied());
        let king = layout.column(state.king_square(state.side));
        self.attackers(&lines, king, state.pieces(state.side.other()))
    }

    #[inline]
    fn attacked_squares(&self, info: &CheckInfo, by: Side) -> u64 {
        self.squares_attacked_by(&info.lines(), by)
    }

    /// The promotion of a waiting pawn comes first: the piece takes part in the exchange, and its
    /// gain is added. Castling and platform moves have the value 0 as always.
    fn exchange_ge(&self, info: &CheckInfo, mv: Move, threshold: i32) -> bool {
        if mv.is_promotion()
            && matches!(mv.kind(), MoveType::Normal | MoveType::EnPassant)
            && let Some((board, plain)) = self.after_waiting(mv, &mut ())
        {
            let kind = mv.second_promotion().or(mv.promotion());
            let value = |kind: PieceType| Self::VALUES[kind.index()];
            let gain = kind.map_or(0, |kind| value(kind) - value(PieceType::PAWN));
            return see_ge(&board, &board.check_info(), plain, threshold - gain);
        }
        see_ge(self, info, mv, threshold)
    }

    #[inline(always)]
    fn attackers_among(&self, info: &CheckInfo, at: u8, occupied: u64, pieces: u64) -> u64 {
        let layout = info.lines().layout;
        self.attackers(&Lines::new(layout, occupied), layout.column(at), pieces)
    }

    #[inline(always)]
    fn write_child<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        if mv.is_promotion() && self.waiting_pawn().is_some() {
            return self.make_with_waiting(mv, child, observer);
        }
        self.apply_move(mv, child, observer);
    }

    /// A corner's square is its cell.
    #[inline(always)]
    fn waiting_cell(&self) -> Option<Place> {
        self.waiting_pawn().map(Place::from)
    }

    /// The promotion of a waiting pawn cannot be passed.
    #[inline(always)]
    fn may_pass(&self) -> bool {
        self.state.has_non_pawn_material() && self.waiting_pawn().is_none()
    }
}

impl Board {
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
