//! `sixfold`: Star Trek 3-D chess with six platforms, on the staircase turned upside down.
//!
//! A [`Board`] is two cache lines. Men stand on physical cells, 144 of them, 72 live at a time: all
//! tables are constant, and a platform that moves takes its four bits along. How the cells lie in
//! words is told in `cells`, why lines are cheap in `lines`.
//!
//! Each man is a three-bit code, one bit a plane; an early pawn (one that began the game on a
//! platform, and promotes a rank sooner for life) is a man of its own:
//!
//! | code | 1 | 2 | 3 | 4 | 5 | 6 | 7 |
//! |---|---|---|---|---|---|---|---|
//! | man | pawn | knight | king | early pawn | bishop | rook | queen |
//!
//! The top plane but for the early pawns is the sliders, with the low bit those of a bishop's lines,
//! with the middle bit those of a rook's.

mod cell_set;
mod generate;
mod legality;
mod lines;
mod make;
mod platforms;
mod see;
mod sinks;
mod tables;
mod text;
mod view;

use crate::geometry::Place;
use crate::geometry::Point;
use crate::geometry::bits::{BitIter, pdep};
use crate::geometry::staircase::{CELL_COUNT, POST_COUNT, cell_of_post, post_place};
use crate::moves::{Move, MoveList, MoveType, Piece, PieceType, Side};
use crate::rules::zobrist::hash_words;
use crate::rules::{CorrectionKeys, EndReason, GenType, Geometry, Observer, Outcome, Rules};
pub use cell_set::CellSet;
use cell_set::{DUPLICATES, LEFT, POST_LOW_BITS, RIGHT, word_and_bit};
use tables::Space;
pub use view::EvalView;

/// A position without its history; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Board {
    /// For each word of cells the codes of the men, bit by bit, and which men are White's.
    pieces: [[u64; 4]; 3],
    key: u64,
    /// The posts on which platforms stand, as a set of numbers.
    posts: u32,
    /// The pawns that may still make their first-move step, by start cell.
    unmoved_pawns: u16,
    halfmove_clock: u16,
    fullmove_number: u16,
    side: Side,
}

const _: () = assert!(size_of::<Board>() == 128);

/// The plane that tells White's men.
const WHITE_PLANE: usize = 3;

/// The number of platforms.
const PLATFORM_COUNT: usize = 6;

/// The code of a pawn that began the game on a fixed board.
const PAWN: usize = 1;
/// The code of one that began on a platform.
const EARLY_PAWN: usize = 4;
/// The code of a queen, what pawns promote to.
const QUEEN: usize = 7;

const PIECE_TYPE_OF_CODE: [Option<PieceType>; 8] = [
    None,
    Some(PieceType::Pawn),
    Some(PieceType::Knight),
    Some(PieceType::King),
    Some(PieceType::Pawn),
    Some(PieceType::Bishop),
    Some(PieceType::Rook),
    Some(PieceType::Queen),
];

/// The code of a man; a pawn's is that of a late one.
const fn code_of(kind: PieceType) -> usize {
    match kind {
        PieceType::Pawn => PAWN,
        PieceType::Knight => 2,
        PieceType::King => 3,
        PieceType::Bishop => 5,
        PieceType::Rook => 6,
        PieceType::Queen => QUEEN,
        PieceType::Platform => 0,
    }
}

impl Board {
    /// A board without men, White to move: platforms on these posts.
    fn empty(posts: u32) -> Self {
        Board {
            pieces: [[0; 4]; 3],
            key: 0,
            posts,
            unmoved_pawns: 0,
            halfmove_clock: 0,
            fullmove_number: 1,
            side: Side::White,
        }
    }

    /// The set that each word's planes give.
    #[inline(always)]
    fn cells_from_planes(&self, of_planes: impl Fn(&[u64; 4]) -> u64) -> CellSet {
        CellSet([
            of_planes(&self.pieces[0]),
            of_planes(&self.pieces[1]),
            of_planes(&self.pieces[2]),
        ])
    }

    #[inline(always)]
    fn occupied(&self) -> CellSet {
        self.cells_from_planes(|[a, b, c, _]| a | b | c)
    }

    #[inline(always)]
    fn pieces(&self, side: Side) -> CellSet {
        match side {
            Side::White => self.cells_from_planes(|planes| planes[WHITE_PLANE]),
            Side::Black => self.cells_from_planes(|[a, b, c, white]| (a | b | c) & !white),
        }
    }

    /// Pawns, late and early.
    #[inline(always)]
    fn pawns(&self) -> CellSet {
        self.cells_from_planes(|[a, b, c, _]| (a ^ c) & !b)
    }

    #[inline(always)]
    fn early_pawns(&self) -> CellSet {
        self.cells_from_planes(|[a, b, c, _]| c & !a & !b)
    }

    #[inline(always)]
    fn knights(&self) -> CellSet {
        self.cells_from_planes(|[a, b, c, _]| b & !a & !c)
    }

    #[inline(always)]
    fn kings(&self) -> CellSet {
        self.cells_from_planes(|[a, b, c, _]| a & b & !c)
    }

    /// Bishops and queens.
    #[inline(always)]
    fn bishops_and_queens(&self) -> CellSet {
        self.cells_from_planes(|[a, _, c, _]| a & c)
    }

    /// Rooks and queens.
    #[inline(always)]
    fn rooks_and_queens(&self) -> CellSet {
        self.cells_from_planes(|[_, b, c, _]| b & c)
    }

    /// The live cells.
    #[inline(always)]
    fn live(&self) -> CellSet {
        let wing = |posts: u32| (pdep(u64::from(posts), POST_LOW_BITS) * 0b1111) | DUPLICATES;
        let mut live = CellSet::ALL;
        live.0[LEFT] = wing(self.posts & 0xfff);
        live.0[RIGHT] = wing(self.posts >> 12);
        live
    }

    /// The code of the man on a cell, 0 for none.
    #[inline(always)]
    fn code(&self, cell: Place) -> usize {
        let (word, bit) = word_and_bit(cell);
        let [a, b, c, _] = self.pieces[word];
        let bit = |plane: u64| (plane >> bit & 1) as usize;
        bit(a) | bit(b) << 1 | bit(c) << 2
    }

    /// Is the man on this cell White's? False for an empty cell.
    #[inline(always)]
    fn is_white(&self, cell: Place) -> bool {
        let (word, bit) = word_and_bit(cell);
        self.pieces[word][WHITE_PLANE] >> bit & 1 != 0
    }

    #[inline(always)]
    fn king_cell(&self, side: Side) -> Place {
        (self.kings() & self.pieces(side)).first()
    }

    /// Does a platform stand on this post?
    #[inline(always)]
    fn has_platform(&self, post: u8) -> bool {
        self.posts >> post & 1 != 0
    }

    /// Rule X5: has the side nothing left but its king?
    #[inline(always)]
    fn is_bare_king(&self, side: Side) -> bool {
        (self.pieces(side) & !self.kings()).is_empty()
    }

    /// Rule X5: is the game over, since a side has nothing left but its king?
    #[inline(always)]
    fn has_bare_king(&self) -> bool {
        self.is_bare_king(Side::White) || self.is_bare_king(Side::Black)
    }
}

impl Geometry for Board {
    const NAME: &'static str = "sixfold";
    const FILES: usize = 6;
    const RANKS: usize = 10;
    const LEVELS: usize = 7;
    const CELLS: usize = CELL_COUNT;
    const POSTS: usize = POST_COUNT;

    fn point(cell: Place) -> Point {
        Space::CELLS[usize::from(cell)]
    }

    fn cell_at(point: Point) -> Option<Place> {
        Space::cell_at(point)
    }

    fn place_name(place: Place) -> String {
        Space::place_name(place)
    }

    fn place_from_name(text: &str) -> Option<Place> {
        Space::place_from_name(text)
    }

    fn covered_cells(post: Place) -> Vec<Place> {
        (0..4).map(|within| cell_of_post(post - CELL_COUNT as Place, within)).collect()
    }
}

impl Rules for Board {
    const PIECE_VALUES: [i32; PieceType::COUNT] = [100, 300, 260, 480, 900, 0, 0];

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
        let pawns = |[a, b, c, white]: &[u64; 4]| {
            let pawns = (a ^ c) & !b;
            [pawns & white, pawns & !white]
        };
        let others = |side: Side| {
            let own = self.pieces(side) & !self.pawns();
            let words = self.pieces.iter().zip(own.0);
            hash_words(words.flat_map(|([a, b, c, _], own)| [a & own, b & own, c & own]))
        };
        CorrectionKeys {
            pawn: hash_words(self.pieces.iter().flat_map(pawns)),
            non_pawn: Side::ALL.map(others),
            platform: hash_words([u64::from(self.posts)]),
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
        if usize::from(cell) >= CELL_COUNT {
            return None;
        }
        let kind = PIECE_TYPE_OF_CODE[self.code(cell)]?;
        let side = if self.is_white(cell) { Side::White } else { Side::Black };
        Some(Piece { kind, side })
    }

    fn is_live(&self, cell: Place) -> bool {
        usize::from(cell) < CELL_COUNT && self.live().contains(cell)
    }

    fn platforms(&self) -> Vec<(Place, Option<Side>)> {
        BitIter(u64::from(self.posts)).map(|post| (post_place(post), None)).collect()
    }

    fn king_cell(&self, side: Side) -> Place {
        self.king_cell(side)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let attackers = self.attackers(self.king_cell(self.side), &self.blockers());
        (attackers & self.pieces(self.side.other())).iter().collect()
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
        let mut child = *self;
        child.apply_null_move();
        child
    }

    #[inline]
    fn moved_piece(&self, mv: Move) -> PieceType {
        if mv.is_platform_move() {
            return PieceType::Platform;
        }
        PIECE_TYPE_OF_CODE[self.code(mv.from())].unwrap_or(PieceType::Pawn)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        match mv.kind() {
            MoveType::Normal => PIECE_TYPE_OF_CODE[self.code(mv.to())].map(|kind| (kind, mv.to())),
            _ => None,
        }
    }

    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.see_ge(mv, threshold)
    }

    fn has_non_pawn_material(&self) -> bool {
        !(self.pieces(self.side) & !self.pawns() & !self.kings()).is_empty()
    }

    /// A pawn's step sideways sets the clock to zero and can be taken back.
    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        let rank = |cell: Place| Space::CELLS[usize::from(cell)].rank;
        self.is_noisy(mv) || rank(mv.from()) != rank(mv.to())
    }

    fn variant_outcome(&self) -> Option<Outcome> {
        let winner = match Side::ALL.map(|side| self.is_bare_king(side)) {
            [false, false] => return None,
            [true, true] => None,
            [true, false] => Some(Side::Black),
            [false, true] => Some(Side::White),
        };
        Some(Outcome { winner, reason: EndReason::BareKing })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MAX_MOVES;
    use crate::rules::BoardText;

    #[test]
    fn move_list_holds_moves_of_many_queens() {
        let crowded = "Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1N1/1Q1Q/Q1Q1/1Q1Q \
             b16+:1Q/Q1,b34+:Q1/1Q,b52-:1Q/2,e16+:Q1/1K,e34-:1Q/Q1,e82-:kr/rr w - - - 0 1";
        let board = Board::from_fen(crowded).expect("a valid position");
        let mut list = MoveList::new();
        board.generate(GenType::All, &mut list);
        assert_eq!(list.len() as u64, board.count_legal_moves());
        assert!(list.len() < MAX_MOVES / 2);
    }
}
