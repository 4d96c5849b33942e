//! The position of the staircase games with four platforms, and its Zobrist keys.
//!
//! A [`StaircaseState`] is one cache line. Pieces stand on 64 logical *squares*: 48 fixed ones, and
//! four for each platform, slot by slot. The slots are always in post order. A platform that moves
//! takes its squares along. Outside a rule set all names are those of physical cells and posts.
//!
//! Code that changes a field must update the key too; the methods in `make_move` do both.

use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS, POST_COUNT, cell_of_post, post_place};
use crate::geometry::{Place, PlaceSet, byte_index};
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::CorrectionKeys;
use crate::rules::quad_bitboards::QuadBitboards;
use crate::rules::zobrist::{PieceNumbers, fill, hash_words};

/// Pieces, platforms, rights and counters; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct StaircaseState {
    /// The pieces, by square.
    pub(crate) pieces: QuadBitboards,
    /// The pawns that may still make their double step.
    pub(crate) unmoved_pawns: u64,
    /// The Zobrist key.
    pub(crate) key: u64,
    /// The posts of the four slots, ascending.
    pub(crate) posts: [u8; 4],
    /// The slots that Black owns, one bit each; 0 where platforms have no owners.
    pub(crate) black_owned: u8,
    /// Castling rights, bits in the order `KQkq`.
    pub(crate) castling: u8,
    /// The cell of the pawn that has just made a double step, or [`NO_CELL`].
    pub(crate) ep_pawn: Place,
    /// The cell that it passed over, or [`NO_CELL`].
    pub(crate) ep_cell: Place,
    /// The side to move.
    pub(crate) side: Side,
    /// Whether the key includes the right to capture en passant.
    pub(crate) ep_in_key: bool,
    /// Half-moves since the last capture, pawn move or promotion.
    pub(crate) halfmove_clock: u16,
    /// The number of the current move, from 1.
    pub(crate) fullmove_number: u16,
}

const _: () = assert!(size_of::<StaircaseState>() == 64);

/// The platform as what moves: the type after the last piece.
pub(crate) const PLATFORM: PieceType = PieceType::new(6);

/// Stands for no cell.
pub(crate) const NO_CELL: Place = Place::MAX;

/// The lowest square of each slot's four, with the fixed squares shifted out.
pub(crate) const SLOTS: u64 = 0x1111;

impl StaircaseState {
    /// Returns a board without pieces, White to move, with platforms on these posts (ascending).
    pub(crate) fn empty(posts: [u8; 4]) -> Self {
        StaircaseState {
            pieces: QuadBitboards::EMPTY,
            unmoved_pawns: 0,
            key: 0,
            posts,
            black_owned: 0,
            castling: 0,
            ep_pawn: NO_CELL,
            ep_cell: NO_CELL,
            side: Side::White,
            ep_in_key: false,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Returns the occupied squares.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.pieces.occupied()
    }

    /// Returns the pieces of a side.
    #[inline(always)]
    pub(crate) fn pieces(&self, side: Side) -> u64 {
        self.pieces.by_side(side)
    }

    /// Returns the pawns of both sides.
    #[inline(always)]
    pub(crate) fn pawns(&self) -> u64 {
        self.pieces.pawns()
    }

    /// Returns the knights of both sides.
    #[inline(always)]
    pub(crate) fn knights(&self) -> u64 {
        self.pieces.knights()
    }

    /// Both kings.
    #[inline(always)]
    pub(crate) fn kings(&self) -> u64 {
        self.pieces.kings()
    }

    /// Bishops and queens.
    #[inline(always)]
    pub(crate) fn bishops_and_queens(&self) -> u64 {
        self.pieces.bishops_and_queens()
    }

    /// Rooks and queens.
    #[inline(always)]
    pub(crate) fn rooks_and_queens(&self) -> u64 {
        self.pieces.rooks_and_queens()
    }

    /// Returns the code of the piece on a square, 0 for none.
    #[inline(always)]
    pub(crate) fn code(&self, square: u8) -> usize {
        self.pieces.code(square.into())
    }

    /// Returns the type of the piece on a square.
    #[inline(always)]
    pub(crate) fn piece_type_on_square(&self, square: u8) -> Option<PieceType> {
        self.pieces.piece_type_at(square.into())
    }

    /// Returns the piece on a square.
    #[inline(always)]
    pub(crate) fn piece_on_square(&self, square: u8) -> Option<Piece> {
        self.pieces.piece_at(square.into())
    }

    /// Returns the slot that holds this post, or the slot of the first post after it; the last slot
    /// if there is none.
    #[inline(always)]
    pub(crate) fn insertion_slot(&self, post: u8) -> usize {
        let [a, b, c, _] = self.posts;
        usize::from(post > a) + usize::from(post > b) + usize::from(post > c)
    }

    /// Returns the slot of the platform on this post.
    #[inline(always)]
    pub(crate) fn slot_of_post(&self, post: u8) -> Option<usize> {
        let slot = self.insertion_slot(post);
        (self.posts[slot] == post).then_some(slot)
    }

    /// Returns the square of a live cell.
    #[inline(always)]
    pub(crate) fn square(&self, cell: Place) -> u8 {
        let cell = cell as u8;
        if cell < FIXED_CELLS as u8 {
            return cell;
        }
        let slot = self.insertion_slot((cell - FIXED_CELLS as u8) / 4);
        FIXED_CELLS as u8 + 4 * slot as u8 + cell % 4
    }

    /// Returns the square of a place; `None` unless it is a live cell.
    pub(crate) fn live_square(&self, cell: Place) -> Option<u8> {
        if usize::from(cell) >= CELL_COUNT {
            return None;
        }
        let cell = cell as u8;
        if cell < FIXED_CELLS as u8 {
            return Some(cell);
        }
        let slot = self.slot_of_post((cell - FIXED_CELLS as u8) / 4)?;
        Some(FIXED_CELLS as u8 + 4 * slot as u8 + cell % 4)
    }

    /// Returns the cell of a square.
    #[inline(always)]
    pub(crate) fn cell(&self, square: u8) -> Place {
        if square < FIXED_CELLS as u8 {
            return square.into();
        }
        cell_of_post(self.posts[usize::from(square - FIXED_CELLS as u8) / 4], square % 4)
    }

    /// Iterates over the cells of these squares.
    pub(crate) fn cells(&self, squares: u64) -> impl Iterator<Item = Place> {
        BitIter(squares).map(|square| self.cell(square))
    }

    /// Returns the platforms in post order: the post, and the owner if platforms are `owned`.
    pub(crate) fn platforms(&self, owned: bool) -> Vec<(Place, Option<Side>)> {
        let slots = self.posts.into_iter().enumerate();
        slots.map(|(slot, post)| (post_place(post), owned.then(|| self.owner(slot)))).collect()
    }

    /// Predicts the key after a move; see [`Rules::likely_key_after`](crate::rules::Rules).
    #[inline(always)]
    pub(crate) fn likely_key_after(&self, mv: Move) -> Option<u64> {
        if mv.kind() != MoveType::Normal {
            return None;
        }
        let at = |cell| self.pieces.code_and_color(self.square(cell).into());
        let codes = [at(mv.from()), at(mv.to())];
        Some(self.key ^ KEYS.pieces.change_by_move(mv, codes) ^ KEYS.black)
    }

    /// Returns the cells of these squares.
    #[inline(always)]
    pub(crate) fn cells_of(&self, squares: u64) -> PlaceSet {
        let mut words = [squares & !(u64::MAX << FIXED_CELLS), 0, 0];
        for (slot, &post) in self.posts.iter().enumerate() {
            // A platform's cells follow each other and never lie in two words.
            let first = cell_of_post(post, 0);
            let on_platform = squares >> (FIXED_CELLS + 4 * slot) & 0b1111;
            words[usize::from(first) / 64 % 3] |= on_platform << (first % 64);
        }
        PlaceSet::from_words(words)
    }

    /// Returns the square of the king of a side.
    #[inline(always)]
    pub(crate) fn king_square(&self, side: Side) -> u8 {
        (self.kings() & self.pieces(side)).trailing_zeros() as u8
    }

    /// Returns the owner of the platform in a slot, where platforms have owners.
    #[inline(always)]
    pub(crate) fn owner(&self, slot: usize) -> Side {
        if self.black_owned >> slot & 1 != 0 { Side::Black } else { Side::White }
    }

    /// Hashes the parts of the position. Squares serve as well as cells, since the posts of the
    /// platforms determine the cells.
    #[inline]
    pub(crate) fn correction_keys(&self) -> CorrectionKeys {
        let posts = u64::from(u32::from_le_bytes(self.posts));
        CorrectionKeys {
            pawn: hash_words(self.pieces.pawn_words()),
            non_pawn: Side::ALL.map(|side| hash_words(self.pieces.non_pawn_words(side))),
            platform: hash_words([posts | u64::from(self.black_owned) << 32]),
        }
    }

    /// Returns the piece on a cell; `None` for an empty or missing cell and for a post.
    #[inline(always)]
    pub(crate) fn piece_at(&self, cell: Place) -> Option<Piece> {
        self.piece_on_square(self.live_square(cell)?)
    }

    /// Returns the cell of the king of a side.
    pub(crate) fn king_cell(&self, side: Side) -> Place {
        self.cell(self.king_square(side))
    }

    /// Returns what a move moves.
    #[inline]
    pub(crate) fn moved_piece(&self, mv: Move) -> PieceType {
        if mv.is_platform_move() {
            return PLATFORM;
        }
        self.piece_type_on_square(self.square(mv.from())).unwrap_or(PieceType::PAWN)
    }

    /// Returns what a move captures, and on which cell.
    #[inline]
    pub(crate) fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        match mv.kind() {
            MoveType::Normal => Some((self.piece_type_on_square(self.square(mv.to()))?, mv.to())),
            MoveType::EnPassant => Some((PieceType::PAWN, self.ep_pawn)),
            MoveType::Castling | MoveType::Platform | MoveType::Special => None,
        }
    }

    /// Returns whether the side to move has more than its king and pawns.
    pub(crate) fn has_non_pawn_material(&self) -> bool {
        self.pieces(self.side) & !self.pawns() & !self.kings() != 0
    }

    /// Returns whether only the kings are left.
    #[inline(always)]
    pub(crate) fn has_only_kings(&self) -> bool {
        self.pieces.non_kings() == 0
    }

    /// Returns the key of the right to capture en passant.
    pub(crate) fn ep_key(&self) -> u64 {
        KEYS.ep_pawn[byte_index(self.ep_pawn)] ^ KEYS.ep_cell[byte_index(self.ep_cell)]
    }
}

/// The numbers that make up a position's key. Tables by cell have an entry for any byte.
pub(crate) struct Keys {
    pub(crate) pieces: PieceNumbers,
    /// By cell: the pawn there may still make its double step.
    pub(crate) unmoved_pawns: [u64; 256],
    /// By cell: the pawn there can be captured en passant.
    pub(crate) ep_pawn: [u64; 256],
    /// By cell: the en passant target.
    pub(crate) ep_cell: [u64; 256],
    /// By owner and post.
    pub(crate) platform: [[u64; POST_COUNT]; 2],
    /// By castling rights.
    pub(crate) castling: [u64; 16],
    /// Black is to move.
    pub(crate) black: u64,
}

/// The Zobrist keys of the staircase games.
pub(crate) static KEYS: Keys = {
    let (state, pieces) = PieceNumbers::fill(0x7472_6973_6b65_6c69, CELL_COUNT);
    let (state, unmoved_pawns) = fill(state);
    let (state, ep_pawn) = fill(state);
    let (state, ep_cell) = fill(state);
    let (state, white) = fill(state);
    let (state, black) = fill(state);
    let (state, castling) = fill(state);
    let (_, [side]) = fill(state);
    let platform = [white, black];
    Keys { pieces, unmoved_pawns, ep_pawn, ep_cell, platform, castling, black: side }
};
