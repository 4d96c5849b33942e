//! What `federation` adds to the rules that the staircase games share.

use super::board::Board;
use super::ceilings::CeilingBlockers;
use super::legality::CheckInfo;
use crate::moves::{Move, MoveType, Side};
use crate::rules::ColorSymmetry;
use crate::rules::staircase::StaircaseRules;
use crate::rules::text::start_position;

impl<const ROOK_PAWNS: bool> StaircaseRules for Board<ROOK_PAWNS> {
    const VALUES: [i32; 5] = [100, 280, 300, 550, 1050];
    const OWNED_PLATFORMS: bool = true;
    const SYMMETRY: Option<ColorSymmetry> = None;
    const SYMMETRIC_FILES: bool = true;
    const NETWORKS: &'static str = "federation";

    fn start_board() -> Self {
        start_position()
    }

    fn is_generated(&self, mv: Move, legal: bool) -> bool {
        self.is_generated(mv, legal)
    }

    fn is_legal_move(&self, info: &CheckInfo, mv: Move) -> bool {
        self.is_generated_with(info, mv, true)
    }

    #[inline]
    fn is_king_attacked(&self, side: Side) -> bool {
        self.is_king_attacked(side)
    }

    #[inline]
    fn may_check(&self, mv: Move) -> bool {
        mv.kind() != MoveType::Normal
            || self.state.may_attack_king(mv, Self::pawn_attacks(self.state.side))
    }

    fn count_after(&self, moves: &[Move]) -> u64 {
        self.count_after(moves)
    }

    fn checker_squares(&self) -> u64 {
        let state = &self.state;
        let layout = self.layout();
        let ceilings = CeilingBlockers::new(&layout, state.occupied());
        let king = layout.column_and_level(state.king_square(state.side));
        self.attackers(&ceilings, king, state.occupied()) & state.pieces(state.side.other())
    }

    #[inline]
    fn attacked_squares(&self, info: &CheckInfo, by: Side) -> u64 {
        self.squares_attacked_by(&info.ceilings(), by)
    }

    #[inline(always)]
    fn attackers_among(&self, info: &CheckInfo, at: u8, occupied: u64, pieces: u64) -> u64 {
        let layout = info.layout();
        let place = layout.column_and_level(at);
        let cheapest = self.pawn_and_knight_attackers(layout, place.0) & pieces;
        if cheapest != 0 {
            return cheapest;
        }
        // Several pieces of a column may stand on a path, so each capture needs new blockers.
        let ceilings = CeilingBlockers::new(layout, occupied | 1 << at);
        self.attackers(&ceilings, place, pieces)
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
