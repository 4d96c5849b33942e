//! The board of `federation` and `federation-plain`.

use super::ceilings::ROOK_PAWN_ATTACKS;
use crate::moves::{PieceTable, Side};
use crate::rules::staircase::{
    self, PAWN_ATTACKS, PlatformLayout, START_FEN, SquareTable, StaircaseSpace, StaircaseState,
    TableRows,
};
use crate::rules::{BuiltIn, GameInfo, Notation, fen_texts};

/// `federation`, the default game.
pub type Federation = FederationBoard<true>;
/// `federation-plain`: no rook-pawn rule.
pub type FederationPlain = FederationBoard<false>;

/// A position without its history.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FederationBoard<const ROOK_PAWNS: bool> {
    pub(super) state: StaircaseState,
}

/// What the positions of both games share, with the name of the first.
const FEDERATION: GameInfo = GameInfo {
    pieces: PieceTable(&PieceTable::chess([100, 280, 300, 550, 1050])),
    max_moves: staircase::MAX_MOVES,
    fen: staircase::fen_format(true),
    start_fen: START_FEN,
    notations: &[Notation::Roth, Notation::Smith, Notation::Meder],
    ..StaircaseSpace::<false> { has_hanging_posts: true }.game("federation")
};

/// What the positions of `federation` share.
pub(super) static GAME: GameInfo = FEDERATION;

/// What the positions of `federation-plain` share.
pub(super) static PLAIN_GAME: GameInfo =
    GameInfo { name: "federation-plain", networks_of: Some(FEDERATION.name), ..FEDERATION };

impl<const ROOK_PAWNS: bool> BuiltIn for FederationBoard<ROOK_PAWNS> {
    fn game_info() -> &'static GameInfo {
        if ROOK_PAWNS { &GAME } else { &PLAIN_GAME }
    }
}

fen_texts! { Federation FederationPlain }

impl<const ROOK_PAWNS: bool> FederationBoard<ROOK_PAWNS> {
    /// Returns what follows from where the platforms stand.
    #[inline(always)]
    pub(super) fn layout(&self) -> PlatformLayout {
        PlatformLayout::new(self.state.posts)
    }

    /// Returns the rows of the tables by column.
    #[inline(always)]
    pub(super) fn table_rows(&self) -> TableRows {
        PlatformLayout::table_rows(self.state.posts)
    }

    /// Returns the squares from which that side's pawns attack a column.
    #[inline(always)]
    pub(super) fn pawn_attacks(side: Side) -> &'static SquareTable {
        let tables = if ROOK_PAWNS { &ROOK_PAWN_ATTACKS } else { &PAWN_ATTACKS };
        &tables[side.index()]
    }
}
