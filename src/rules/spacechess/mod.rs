//! `spacechess`: Peterson's Space Chess on three full boards.
//!
//! A [`Board`] is two cache lines. Cells are numbered by level, rank and file (see
//! [`crate::geometry::stack`]); a set of cells is a word for each level, and so each level has its
//! [`Men`].
//!
//! What the game has of its own: pawns that run up to three steps ahead and up (`pawns`), and are
//! then captured en passant on any cell of any free order of the steps (`make`); the elevator
//! (`generate`); a king that attacks 18 cells but goes without capture to nine of them at most.

mod generate;
mod keys;
mod legality;
mod make;
mod pawns;
mod see;
mod sinks;
mod tables;
#[cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]
mod text;
mod view;

use crate::geometry::Place;
use crate::geometry::Point;
use crate::geometry::plane::{WIDTH, file_of, rank_of, square};
use crate::geometry::stack::{CELLS, CellSet, LEVELS, cell, level_of, square_of};
use crate::moves::{Move, MoveList, MoveType, Piece, PieceType, Side};
use crate::rules::piece_codes::PIECE_TYPE_OF_CODE;
use crate::rules::quad_bitboards::QuadBitboards;
use crate::rules::zobrist::hash_words;
use crate::rules::{CorrectionKeys, EndReason, GenType, Geometry, Observer, Outcome, Rules};
use tables::ELEVATORS;
pub use view::EvalView;

/// A position without its history; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Board {
    levels: [QuadBitboards; LEVELS],
    key: u64,
    /// The pawns that may still make their first move; see [`tables::FRESH_BIT`].
    unmoved_pawns: u64,
    /// By side.
    kings: [Place; 2],
    /// Castling rights, bits in the order `KQkq`.
    castling: u8,
    /// The cell of the pawn that has just run two or three steps, and the cell it started from.
    ep_pawn: Place,
    ep_origin: Place,
    /// The cells that it passed, bits in the order of [`tables::PASSABLE`].
    ep_cells: u8,
    /// Those of them on which a legal move captures it: what the key tells.
    capturable: u8,
    side: Side,
    halfmove_clock: u16,
    fullmove_number: u16,
}

const _: () = assert!(size_of::<Board>() == 128);

/// No cell.
const NO_CELL: Place = Place::MAX;

impl Board {
    /// A board without men, White to move.
    const EMPTY: Board = Board {
        levels: [QuadBitboards::EMPTY; LEVELS],
        key: 0,
        unmoved_pawns: 0,
        kings: [NO_CELL; 2],
        castling: 0,
        ep_pawn: NO_CELL,
        ep_origin: NO_CELL,
        ep_cells: 0,
        capturable: 0,
        side: Side::White,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The set that the men of each level give.
    #[inline(always)]
    fn cells_from_levels(&self, of: impl Fn(&QuadBitboards) -> u64) -> CellSet {
        let [bottom, middle, top] = &self.levels;
        CellSet([of(bottom), of(middle), of(top)])
    }

    #[inline(always)]
    fn occupied(&self) -> CellSet {
        self.cells_from_levels(QuadBitboards::occupied)
    }

    #[inline(always)]
    fn pieces(&self, side: Side) -> CellSet {
        // Asked level by level, the side would be looked at three times.
        match side {
            Side::White => self.cells_from_levels(|men| men.by_side(Side::White)),
            Side::Black => self.cells_from_levels(|men| men.by_side(Side::Black)),
        }
    }

    #[inline(always)]
    fn pawns(&self) -> CellSet {
        self.cells_from_levels(QuadBitboards::pawns)
    }

    #[inline(always)]
    fn knights(&self) -> CellSet {
        self.cells_from_levels(QuadBitboards::knights)
    }

    #[inline(always)]
    fn kings(&self) -> CellSet {
        self.cells_from_levels(QuadBitboards::kings)
    }

    /// Bishops and queens.
    #[inline(always)]
    fn bishops_and_queens(&self) -> CellSet {
        self.cells_from_levels(QuadBitboards::bishops_and_queens)
    }

    /// Rooks and queens.
    #[inline(always)]
    fn rooks_and_queens(&self) -> CellSet {
        self.cells_from_levels(QuadBitboards::rooks_and_queens)
    }

    /// The code of the man on a cell, 0 for none.
    #[inline(always)]
    fn code(&self, cell: Place) -> usize {
        self.levels[level_of(cell) % LEVELS].code(square_of(cell) as u8)
    }

    #[inline(always)]
    fn king_cell(&self, side: Side) -> Place {
        self.kings[side.index()]
    }

    /// Rule: king against king is over at once.
    #[inline(always)]
    fn has_only_kings(&self) -> bool {
        self.cells_from_levels(QuadBitboards::non_kings).is_empty()
    }
}

impl Geometry for Board {
    const NAME: &'static str = "spacechess";
    const FILES: usize = WIDTH;
    const RANKS: usize = WIDTH;
    const LEVELS: usize = LEVELS;
    const CELLS: usize = CELLS;
    const POSTS: usize = 0;

    fn point(cell: Place) -> Point {
        let square = square_of(cell);
        let (file, rank) = (file_of(square) as u8, rank_of(square) as u8 + 1);
        Point { file, rank, level: level_of(cell) as u8 + 1 }
    }

    fn cell_at(point: Point) -> Option<Place> {
        let on_board = |number: u8, most| (1..=most).contains(&usize::from(number));
        let exists = usize::from(point.file) < WIDTH
            && on_board(point.rank, WIDTH)
            && on_board(point.level, LEVELS);
        let square = || square(point.file.into(), usize::from(point.rank - 1));
        exists.then(|| cell(usize::from(point.level - 1), square()))
    }

    fn place_name(place: Place) -> String {
        let Point { file, rank, level } = Self::point(place);
        format!("{}{rank}{level}", (b'a' + file) as char)
    }

    fn place_from_name(text: &str) -> Option<Place> {
        let &[file, rank, level] = text.as_bytes() else { return None };
        let file = file.checked_sub(b'a')?;
        let (rank, level) = (rank.checked_sub(b'0')?, level.checked_sub(b'0')?);
        Self::cell_at(Point { file, rank, level })
    }

    fn covered_cells(_: Place) -> Vec<Place> {
        Vec::new()
    }
}

impl Rules for Board {
    const PIECE_VALUES: [i32; PieceType::COUNT] = [100, 400, 450, 500, 1000, 0, 0];

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
        let others = |side| hash_words(self.levels.iter().flat_map(|men| men.non_pawn_words(side)));
        CorrectionKeys {
            pawn: hash_words(self.levels.iter().flat_map(QuadBitboards::pawn_words)),
            non_pawn: Side::ALL.map(others),
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
        self.levels.get(level_of(cell))?.piece_at(square_of(cell) as u8)
    }

    fn is_live(&self, cell: Place) -> bool {
        usize::from(cell) < CELLS
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
        let attackers = self.attackers(self.king_cell(self.side), &self.occupied());
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
        self.after_null_move()
    }

    #[inline]
    fn moved_piece(&self, mv: Move) -> PieceType {
        PIECE_TYPE_OF_CODE[self.code(mv.from())].unwrap_or(PieceType::Pawn)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        let on = |cell| Some((PIECE_TYPE_OF_CODE[self.code(cell)]?, cell));
        match mv.kind() {
            MoveType::Normal => on(mv.to()),
            MoveType::EnPassant => Some((PieceType::Pawn, self.ep_pawn)),
            MoveType::ElevatorRide => on(ELEVATORS[self.side.index()]),
            MoveType::Castling | MoveType::Platform => None,
        }
    }

    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.see_ge(mv, threshold)
    }

    fn has_non_pawn_material(&self) -> bool {
        !(self.pieces(self.side) & !self.pawns() & !self.kings()).is_empty()
    }

    fn variant_outcome(&self) -> Option<Outcome> {
        self.has_only_kings().then_some(Outcome { winner: None, reason: EndReason::DeadPosition })
    }
}
