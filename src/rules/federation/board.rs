//! The board of `federation` and `federation-plain`.

use super::ceilings::ROOK_PAWN_ATTACKS;
use crate::moves::Side;
use crate::rules::staircase::{
    PAWN_ATTACKS, PlatformLayout, SquareTable, StaircaseBoard, StaircaseState, TableRows,
};

/// `federation`, the default game.
pub type Federation = Board<true>;
/// `federation-plain`: no rook-pawn rule.
pub type FederationPlain = Board<false>;

/// A position without its history.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board<const ROOK_PAWNS: bool> {
    pub(super) state: StaircaseState,
}

impl<const ROOK_PAWNS: bool> StaircaseBoard for Board<ROOK_PAWNS> {
    const RULE_SET: &'static str = if ROOK_PAWNS { "federation" } else { "federation-plain" };
    const UPSIDE_DOWN: bool = false;
    const OWNED_PLATFORMS: bool = true;
    const HANGING_POSTS: bool = true;
}

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// What follows from where the platforms stand.
    #[inline(always)]
    pub(super) fn layout(&self) -> PlatformLayout {
        PlatformLayout::new(self.state.posts)
    }

    /// The rows of the tables by column.
    #[inline(always)]
    pub(super) fn table_rows(&self) -> TableRows {
        PlatformLayout::table_rows(self.state.posts)
    }

    /// The squares from which that side's pawns attack a column.
    #[inline(always)]
    pub(super) fn pawn_attacks(side: Side) -> &'static SquareTable {
        let tables = if ROOK_PAWNS { &ROOK_PAWN_ATTACKS } else { &PAWN_ATTACKS };
        &tables[side.index()]
    }
}
