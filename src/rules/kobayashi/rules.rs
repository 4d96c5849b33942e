//! What `kobayashi` adds to the rules that the staircase games share.

use super::board::Board;
use super::legality::CheckInfo;
use crate::moves::{Move, Side};
use crate::rules::ColorSymmetry;
use crate::rules::staircase::StaircaseRules;
use crate::rules::text::start_position;

impl StaircaseRules for Board {
    const VALUES: [i32; 5] = [100, 260, 280, 420, 780];
    const OWNED_PLATFORMS: bool = false;
    const SYMMETRY: Option<ColorSymmetry> = Some(ColorSymmetry::RanksAndLevels);
    const SYMMETRIC_FILES: bool = true;

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
    fn count_after(&self, moves: &[Move]) -> u64 {
        self.count_after(moves)
    }

    fn checker_squares(&self) -> u64 {
        let state = &self.state;
        let king = state.king_square(state.side);
        self.attackers(&self.layout(), king, state.occupied()) & state.pieces(state.side.other())
    }

    #[inline]
    fn attacked_squares(&self, info: &CheckInfo, by: Side) -> u64 {
        self.squares_attacked_by(&info.layout, by)
    }

    #[inline(always)]
    fn attackers_among(&self, info: &CheckInfo, at: u8, occupied: u64, pieces: u64) -> u64 {
        self.attackers(&info.layout, at, occupied) & pieces
    }
}
