//! The board of `kobayashi`.

use super::layout::PlatformLayout;
use crate::moves::PieceTable;
use crate::rules::staircase::{self, StaircaseSpace, StaircaseState};
use crate::rules::{BuiltIn, ColorSymmetry, GameInfo, Notation, fen_texts};

/// A position without its history.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kobayashi {
    pub(super) state: StaircaseState,
}

/// What the positions of `kobayashi` share.
static GAME: GameInfo = GameInfo {
    color_symmetry: Some(ColorSymmetry::RANKS_AND_LEVELS),
    pieces: PieceTable(&PieceTable::chess([100, 260, 280, 420, 780])),
    max_moves: staircase::MAX_MOVES,
    fen: staircase::fen_format(false),
    // Rule K1.
    start_fen: "bqkb/pppp/4/4|4/4/4/4|4/4/PPPP/BQKB \
         b12-:PP/RN,b86+:rn/pp,e12-:PP/NR,e86+:nr/pp w KQkq * - 0 1",
    notations: &[Notation::Roth, Notation::Smith, Notation::Meder],
    ..StaircaseSpace::<false> { has_hanging_posts: true }.game("kobayashi")
};

impl BuiltIn for Kobayashi {
    fn game_info() -> &'static GameInfo {
        &GAME
    }
}

fen_texts! { Kobayashi }

impl Kobayashi {
    /// Returns what follows from where the platforms stand.
    #[inline(always)]
    pub(super) fn layout(&self) -> PlatformLayout {
        PlatformLayout::new(self.state.posts)
    }
}
