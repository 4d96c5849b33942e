//! [`Rules`] for `kobayashi`.

use super::board::Board;
use super::legality::CheckInfo;
use crate::geometry::{Place, PlaceSet};
use crate::moves::{Move, Piece, PieceTable, PieceType, Side};
use crate::rules::staircase::{
    self, MakeMove, StaircaseBoard, staircase_exchange, staircase_rules,
};
use crate::rules::{
    BulkCount, ColorSymmetry, CorrectionKeys, EndReason, Exchange, Observer, Outcome, Rules,
};

impl Rules for Board {
    const PIECES: PieceTable = PieceTable(&PieceTable::chess([100, 260, 280, 420, 780]));
    const COLOR_SYMMETRY: Option<ColorSymmetry> = Some(ColorSymmetry::RanksAndLevels);
    const FILE_SYMMETRY: bool = true;
    const MAX_MOVES: usize = staircase::MAX_MOVES;

    staircase_rules!();

    #[inline]
    fn attacked_cells(&self, info: &CheckInfo, by: Side) -> PlaceSet {
        self.state.cells_of(self.squares_attacked_by(&info.layout, by))
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        self.apply_move(mv, child, observer);
    }

    fn has_non_pawn_material(&self) -> bool {
        self.state.has_non_pawn_material()
    }
}

impl Exchange for Board {
    staircase_exchange!();

    #[inline(always)]
    fn capturers(&self, info: &CheckInfo, mv: Move, pieces: u64, side: Side) -> u64 {
        let own = pieces & self.state.pieces(side);
        self.attackers(&info.layout, self.state.square(mv.to()), pieces) & own
    }
}

impl BulkCount for Board {
    #[inline]
    fn count_replies(&self, moves: &[Move]) -> u64 {
        self.count_after(moves)
    }
}

impl Board {
    /// Returns the squares of the pieces that give check to the side to move.
    fn checker_squares(&self) -> u64 {
        let state = &self.state;
        let king = state.king_square(state.side);
        self.attackers(&self.layout(), king, state.occupied()) & state.pieces(state.side.other())
    }
}
