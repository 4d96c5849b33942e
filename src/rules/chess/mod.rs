//! `chess`: the laws of FIDE on a single level, with castling from any start (Chess960) as a
//! convention that can be chosen.
//!
//! A [`Board`] is one cache line: the men in four words, the rooks that may still castle as a set
//! of cells, and what a position string tells besides. Nothing that could be computed is kept but
//! the key. A cell is its place: rank × 8 + file.
//!
//! Castling is the move from the king's cell to the rook's, whatever its text. Published counts
//! go on in dead positions, so the generator does too; only [`Play::dead`] tells of them.

mod castling;
mod generate;
mod keys;
mod legality;
mod make;
mod pawns;
mod see;
mod sinks;
mod text;
mod view;

use crate::geometry::Place;
use crate::geometry::Point;
use crate::geometry::bits::BitIter;
use crate::geometry::plane::{self, file_of, rank_of};
use crate::moves::{Move, MoveList, MoveType, Piece, PieceType, Side};
use crate::rules::quad_bitboards::QuadBitboards;
use crate::rules::zobrist::hash_words;
use crate::rules::{CorrectionKeys, EndReason, GenType, Geometry, Observer, Outcome, Rules};
pub use view::EvalView;

/// A position without its history; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Board {
    pieces: QuadBitboards,
    key: u64,
    /// The rooks that may still castle with their king.
    castling: u64,
    halfmove_clock: u16,
    fullmove_number: u16,
    /// The cell that a pawn has just passed over with its first move.
    ep_cell: Place,
    side: Side,
    /// Does the key tell that the pawn that passed can be captured?
    ep_in_key: bool,
    /// Is castling written as the king taking the rook?
    king_takes_rook: bool,
}

const _: () = assert!(size_of::<Board>() == 64);

/// No cell.
const NO_CELL: Place = Place::MAX;

/// The light cells.
const LIGHT_SQUARES: u64 = 0x55aa_55aa_55aa_55aa;

impl Board {
    /// A board without men, White to move.
    fn empty() -> Self {
        Board {
            pieces: QuadBitboards::EMPTY,
            key: 0,
            castling: 0,
            halfmove_clock: 0,
            fullmove_number: 1,
            ep_cell: NO_CELL,
            side: Side::White,
            ep_in_key: false,
            king_takes_rook: false,
        }
    }

    #[inline(always)]
    fn king_cell(&self, side: Side) -> u8 {
        (self.pieces.kings() & self.pieces.by_side(side)).trailing_zeros() as u8
    }

    /// The cell of the pawn that has just passed over [`Board::passed`].
    #[inline(always)]
    fn ep_pawn(&self) -> Place {
        pawns::behind(self.side, self.ep_cell)
    }
}

impl Geometry for Board {
    const NAME: &'static str = "chess";
    const FILES: usize = plane::WIDTH;
    const RANKS: usize = plane::WIDTH;
    const LEVELS: usize = 1;
    const CELLS: usize = plane::SQUARES;
    const POSTS: usize = 0;

    fn point(cell: Place) -> Point {
        let cell = usize::from(cell);
        Point { file: file_of(cell) as u8, rank: rank_of(cell) as u8 + 1, level: 1 }
    }

    fn cell_at(point: Point) -> Option<Place> {
        let Point { file: file @ 0..8, rank: rank @ 1..=8, level: 1 } = point else { return None };
        Some(plane::square(file.into(), usize::from(rank) - 1) as Place)
    }

    fn place_name(place: Place) -> String {
        let Point { file, rank, .. } = Self::point(place);
        format!("{}{rank}", (b'a' + file) as char)
    }

    fn place_from_name(text: &str) -> Option<Place> {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else { return None };
        Self::cell_at(Point { file: file - b'a', rank: rank - b'0', level: 1 })
    }

    fn covered_cells(_: Place) -> Vec<Place> {
        Vec::new()
    }
}

impl Rules for Board {
    const PIECE_VALUES: [i32; PieceType::COUNT] = [100, 320, 330, 500, 950, 0, 0];

    fn startpos() -> Self {
        Self::startpos()
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn compute_key(&self) -> u64 {
        self.compute_key()
    }

    #[inline]
    fn correction_keys(&self) -> CorrectionKeys {
        CorrectionKeys {
            pawn: hash_words(self.pieces.pawn_words()),
            non_pawn: Side::ALL.map(|side| hash_words(self.pieces.non_pawn_words(side))),
            platform: 0,
        }
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.halfmove_clock)
    }

    fn fullmove_number(&self) -> u32 {
        u32::from(self.fullmove_number)
    }

    #[inline(always)]
    fn piece_at(&self, cell: Place) -> Option<Piece> {
        if usize::from(cell) < plane::SQUARES { self.pieces.piece_at(cell) } else { None }
    }

    fn is_live(&self, cell: Place) -> bool {
        usize::from(cell) < plane::SQUARES
    }

    fn platforms(&self) -> Vec<(Place, Option<Side>)> {
        Vec::new()
    }

    fn king_cell(&self, side: Side) -> Place {
        self.king_cell(side)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let king = self.king_cell(self.side);
        let attackers = self.attackers(king.into(), self.pieces.occupied());
        BitIter(attackers & self.pieces.by_side(self.side.other())).collect()
    }

    #[inline]
    fn generate(&self, part: GenType, list: &mut MoveList) {
        self.generate_list(part, list);
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        self.count_legal_moves()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.is_generated(mv, true)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        *child = *self;
        child.apply_move(mv, observer);
    }

    fn make_null(&self) -> Self {
        self.after_null_move()
    }

    #[inline]
    fn moved_piece(&self, mv: Move) -> PieceType {
        self.pieces.piece_type_at(mv.from()).unwrap_or(PieceType::Pawn)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        match mv.kind() {
            MoveType::Normal => Some((self.pieces.piece_type_at(mv.to())?, mv.to())),
            MoveType::EnPassant => Some((PieceType::Pawn, self.ep_pawn())),
            MoveType::Castling | MoveType::Platform | MoveType::ElevatorRide => None,
        }
    }

    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.see_ge(mv, threshold)
    }

    fn has_non_pawn_material(&self) -> bool {
        self.pieces.by_side(self.side) & !self.pieces.pawns() & !self.pieces.kings() != 0
    }

    /// Neither side has more than a knight, or only bishops that all go on cells of one colour.
    #[inline]
    fn variant_outcome(&self) -> Option<Outcome> {
        let men = &self.pieces;
        if men.pawns() | men.rooks_and_queens() != 0 {
            return None;
        }
        let (knights, bishops) = (men.knights(), men.bishops_and_queens());
        let one_colour = bishops & LIGHT_SQUARES == 0 || bishops & !LIGHT_SQUARES == 0;
        let dead = match knights.count_ones() {
            0 => one_colour,
            1 => bishops == 0,
            _ => false,
        };
        dead.then_some(Outcome { winner: None, reason: EndReason::DeadPosition })
    }
}
