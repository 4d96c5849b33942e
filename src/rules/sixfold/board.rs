//! The board of `sixfold` and the sets of pieces that its planes give.

use super::cell_set::{CellSet, DUPLICATES, LEFT, POST_LOW_BITS, RIGHT, word_and_bit};
use crate::geometry::Place;
use crate::geometry::bits::{bits_at, pdep};
use crate::moves::{PieceTable, PieceType, Side};
use crate::rules::fen::{CASTLING_LETTERS, field};
use crate::rules::quad_bitboards::{WHITE_PLANE, code_of};
use crate::rules::staircase::StaircaseSpace;
use crate::rules::{BuiltIn, ColorSymmetry, FenFormat, GameInfo, Notation, fen_texts};

/// A position without its history; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Sixfold {
    /// For each word of cells the planes of the piece codes, and the plane of White's pieces.
    pub(super) pieces: [[u64; 4]; 3],
    pub(super) key: u64,
    /// The posts on which platforms stand, as a set of numbers.
    pub(super) posts: u32,
    /// The pawns that may still make their double step, by start cell.
    pub(super) unmoved_pawns: u16,
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
    pub(super) side: Side,
}

/// What the positions of `sixfold` share.
pub(super) static GAME: GameInfo = GameInfo {
    color_symmetry: Some(ColorSymmetry::ALL),
    pieces: PieceTable(&PieceTable::chess([100, 300, 260, 480, 900])),
    // On 72 live cells k pieces have at most k (72 - k) destinations, 1296. Promotions and platform
    // moves cannot double that.
    max_moves: 2592,
    fen: FenFormat {
        fields: &[
            field::BOARDS,
            field::PLATFORMS,
            field::SIDE,
            field::CASTLING,
            field::UNMOVED_PAWNS,
            field::EARLY_PAWNS,
            field::HALFMOVE_CLOCK,
            field::MOVE_NUMBER,
        ],
        platforms: PLATFORM_COUNT,
        has_owners: false,
        castling_letters: CASTLING_LETTERS,
    },
    // Rule X1.
    start_fen: "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4 \
         b16+:PP/RQ,b34+:2/2,b82-:rk/pp,e16+:PP/KR,e64-:2/2,e82-:qr/pp w - * * 0 1",
    notations: &[Notation::Roth, Notation::Smith, Notation::Meder],
    ..StaircaseSpace::<true> { has_hanging_posts: true }.game("sixfold")
};

impl BuiltIn for Sixfold {
    fn game_info() -> &'static GameInfo {
        &GAME
    }
}

fen_texts! { Sixfold }

const _: () = assert!(size_of::<Sixfold>() == 128);

/// The number of platforms.
pub(super) const PLATFORM_COUNT: usize = 6;

/// The code of a pawn that began the game on a fixed board.
pub(super) const PAWN: usize = code_of(PieceType::PAWN);
/// The code of a pawn that began on a platform.
pub(super) const EARLY_PAWN: usize = 4;
/// The code of a queen, to which pawns promote.
pub(super) const QUEEN: usize = code_of(PieceType::QUEEN);

impl Sixfold {
    /// Returns a board without pieces, White to move, with platforms on these posts.
    pub(super) fn empty(posts: u32) -> Self {
        Sixfold {
            pieces: [[0; 4]; 3],
            key: 0,
            posts,
            unmoved_pawns: 0,
            halfmove_clock: 0,
            fullmove_number: 1,
            side: Side::White,
        }
    }

    /// Builds a set of cells from the planes of each word.
    #[inline(always)]
    pub(super) fn cells_from_planes(&self, of_planes: impl Fn(&[u64; 4]) -> u64) -> CellSet {
        CellSet([
            of_planes(&self.pieces[0]),
            of_planes(&self.pieces[1]),
            of_planes(&self.pieces[2]),
        ])
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> CellSet {
        self.cells_from_planes(|[a, b, c, _]| a | b | c)
    }

    #[inline(always)]
    pub(super) fn pieces(&self, side: Side) -> CellSet {
        match side {
            Side::White => self.cells_from_planes(|planes| planes[WHITE_PLANE]),
            Side::Black => self.cells_from_planes(|[a, b, c, white]| (a | b | c) & !white),
        }
    }

    /// Pawns, late and early.
    #[inline(always)]
    pub(super) fn pawns(&self) -> CellSet {
        self.cells_from_planes(|[a, b, c, _]| (a ^ c) & !b)
    }

    #[inline(always)]
    pub(super) fn early_pawns(&self) -> CellSet {
        self.cells_from_planes(|[a, b, c, _]| c & !a & !b)
    }

    #[inline(always)]
    pub(super) fn knights(&self) -> CellSet {
        self.cells_from_planes(|[a, b, c, _]| b & !a & !c)
    }

    #[inline(always)]
    pub(super) fn kings(&self) -> CellSet {
        self.cells_from_planes(|[a, b, c, _]| a & b & !c)
    }

    /// Bishops and queens.
    #[inline(always)]
    pub(super) fn bishops_and_queens(&self) -> CellSet {
        self.cells_from_planes(|[a, _, c, _]| a & c)
    }

    /// Rooks and queens.
    #[inline(always)]
    pub(super) fn rooks_and_queens(&self) -> CellSet {
        self.cells_from_planes(|[_, b, c, _]| b & c)
    }

    /// Returns the live cells.
    #[inline(always)]
    pub(super) fn live(&self) -> CellSet {
        let wing = |posts: u32| (pdep(u64::from(posts), POST_LOW_BITS) * 0b1111) | DUPLICATES;
        let mut live = CellSet::ALL;
        live.0[LEFT] = wing(self.posts & 0xfff);
        live.0[RIGHT] = wing(self.posts >> 12);
        live
    }

    /// Returns the code of the piece on a cell, 0 for none.
    #[inline(always)]
    pub(super) fn code(&self, cell: Place) -> usize {
        self.code_and_color(cell) % 8
    }

    /// Returns the code of the piece on a cell, plus 8 for one of White's; 0 for none.
    #[inline(always)]
    pub(super) fn code_and_color(&self, cell: Place) -> usize {
        let (word, bit) = word_and_bit(cell);
        bits_at(&self.pieces[word], bit.into())
    }

    /// Returns whether a cell holds a piece of White's.
    #[inline(always)]
    pub(super) fn is_white(&self, cell: Place) -> bool {
        self.code_and_color(cell) >> WHITE_PLANE & 1 != 0
    }

    #[inline(always)]
    pub(super) fn king_cell(&self, side: Side) -> Place {
        (self.kings() & self.pieces(side)).first()
    }

    /// Returns whether a platform stands on this post.
    #[inline(always)]
    pub(super) fn has_platform(&self, post: u8) -> bool {
        self.posts >> post & 1 != 0
    }

    /// Rule X5: returns whether a side has only its king left.
    #[inline(always)]
    pub(super) fn is_bare_king(&self, side: Side) -> bool {
        (self.pieces(side) & !self.kings()).is_empty()
    }

    /// Rule X5: returns whether the game is over because a side has only its king left.
    #[inline(always)]
    pub(super) fn has_bare_king(&self) -> bool {
        self.is_bare_king(Side::White) || self.is_bare_king(Side::Black)
    }
}
