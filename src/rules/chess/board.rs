//! The board of `chess`, and the facts of the game.

use super::pawns;
use crate::geometry::Place;
use crate::geometry::plane::WIDTH;
use crate::moves::{PieceTable, Side};
use crate::rules::fen::field;
use crate::rules::quad_bitboards::QuadBitboards;
use crate::rules::{
    Block, BuiltIn, CastlingMode, ColorSymmetry, FenFormat, GameInfo, Notation, fen_texts,
};

/// A position without its history; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Chess {
    pub(super) pieces: QuadBitboards,
    pub(super) key: u64,
    /// The rooks that may still castle with their king.
    pub(super) castling: u64,
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
    /// The square that a pawn has just passed over with a double step.
    pub(super) ep_cell: Place,
    pub(super) side: Side,
    /// Whether the key includes the right to capture en passant.
    pub(super) ep_in_key: bool,
    /// How castling moves are written.
    pub(super) castling_mode: CastlingMode,
}

/// What the positions of `chess` share.
pub(super) static GAME: GameInfo = GameInfo {
    color_symmetry: Some(ColorSymmetry::RANKS_AND_LEVELS),
    pieces: PieceTable(&PieceTable::chess([100, 320, 330, 500, 950])),
    // On 64 squares k pieces have at most k (64 - k) destinations, 1024. Castling and promotions
    // cannot double that.
    max_moves: 2048,
    fen: FenFormat {
        fields: &[
            field::BOARD,
            field::SIDE,
            field::CASTLING,
            field::EN_PASSANT,
            field::HALFMOVE_CLOCK,
            field::MOVE_NUMBER,
        ],
        platforms: 0,
        has_owners: false,
        castling_letters: "KQkqABCDEFGHabcdefgh",
    },
    start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    notations: &[Notation::San],
    ..Block { files: WIDTH, ranks: WIDTH, levels: 1 }.game("chess")
};

impl BuiltIn for Chess {
    fn game_info() -> &'static GameInfo {
        &GAME
    }
}

fen_texts! { Chess }

const _: () = assert!(size_of::<Chess>() == 64);

/// Stands for no square.
pub(super) const NO_CELL: Place = Place::MAX;

/// The light squares.
pub(super) const LIGHT_SQUARES: u64 = 0x55aa_55aa_55aa_55aa;

impl Chess {
    /// Returns a board without pieces, White to move.
    pub(super) fn empty() -> Self {
        Chess {
            pieces: QuadBitboards::EMPTY,
            key: 0,
            castling: 0,
            halfmove_clock: 0,
            fullmove_number: 1,
            ep_cell: NO_CELL,
            side: Side::White,
            ep_in_key: false,
            castling_mode: CastlingMode::Standard,
        }
    }

    #[inline(always)]
    pub(super) fn king_cell(&self, side: Side) -> Place {
        (self.pieces.kings() & self.pieces.by_side(side)).trailing_zeros() as Place
    }

    /// Returns the square of the pawn that has just passed over [`Chess::ep_cell`].
    #[inline(always)]
    pub(super) fn ep_pawn(&self) -> Place {
        pawns::behind(self.side, self.ep_cell)
    }
}
