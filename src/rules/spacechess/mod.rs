//! `spacechess`: Peterson's Space Chess on three full boards.
//!
//! A [`Board`] is two cache lines. Cells are numbered by level, rank and file (see
//! [`crate::geometry::stack`]); a set of cells is a word for each level, and so each level has its
//! [`Men`].
//!
//! What the game has of its own: pawns that run up to three steps ahead and up (`pawns`), and are
//! then captured en passant on any cell of any free order of the steps (`make`); the elevator
//! (`generate`); a king that attacks 18 cells but goes without capture to nine of them at most.

mod exchange;
mod generate;
mod keys;
mod legality;
mod make;
mod pawns;
mod sinks;
mod tables;
#[cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]
mod text;
mod view;

use crate::geometry::plane::{SIDE, file_of, rank_of, square};
use crate::geometry::stack::{CELLS, Cells, LEVELS, cell, level_of, square_of};
use crate::moves::{Kind, Man, Manner, Move, MoveList, Place, Side};
use crate::rules::codes::KIND_OF_CODE;
use crate::rules::men::Men;
use crate::rules::zobrist::hash;
use crate::rules::{Aspects, Ending, Geometry, Observer, Part, Play, Point, Reason};
use tables::ELEVATORS;
pub use view::View;

/// A position without its history; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Board {
    levels: [Men; LEVELS],
    key: u64,
    /// The pawns that may still make their first move; see [`tables::FRESH_BIT`].
    fresh: u64,
    /// By side.
    kings: [Place; 2],
    /// Castling rights, bits in the order `KQkq`.
    castling: u8,
    /// The cell of the pawn that has just run two or three steps, and the cell it started from.
    runner: Place,
    start: Place,
    /// The cells that it passed, bits in the order of [`tables::PASSABLE`].
    passed: u8,
    /// Those of them on which a legal move captures it: what the key tells.
    capturable: u8,
    side: Side,
    clock: u16,
    move_number: u16,
}

const _: () = assert!(size_of::<Board>() == 128);

/// No cell.
const NONE: Place = Place::MAX;

impl Board {
    /// A board without men, White to move.
    const EMPTY: Board = Board {
        levels: [Men::NONE; LEVELS],
        key: 0,
        fresh: 0,
        kings: [NONE; 2],
        castling: 0,
        runner: NONE,
        start: NONE,
        passed: 0,
        capturable: 0,
        side: Side::White,
        clock: 0,
        move_number: 1,
    };

    /// The set that the men of each level give.
    #[inline(always)]
    fn cells(&self, of: impl Fn(&Men) -> u64) -> Cells {
        let [bottom, middle, top] = &self.levels;
        Cells([of(bottom), of(middle), of(top)])
    }

    #[inline(always)]
    fn occupied(&self) -> Cells {
        self.cells(Men::occupied)
    }

    #[inline(always)]
    fn men(&self, side: Side) -> Cells {
        // Asked level by level, the side would be looked at three times.
        match side {
            Side::White => self.cells(|men| men.of(Side::White)),
            Side::Black => self.cells(|men| men.of(Side::Black)),
        }
    }

    #[inline(always)]
    fn pawns(&self) -> Cells {
        self.cells(Men::pawns)
    }

    #[inline(always)]
    fn knights(&self) -> Cells {
        self.cells(Men::knights)
    }

    #[inline(always)]
    fn kings(&self) -> Cells {
        self.cells(Men::kings)
    }

    /// Bishops and queens.
    #[inline(always)]
    fn on_diagonals(&self) -> Cells {
        self.cells(Men::on_diagonals)
    }

    /// Rooks and queens.
    #[inline(always)]
    fn on_lines(&self) -> Cells {
        self.cells(Men::on_lines)
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
    fn only_kings(&self) -> bool {
        self.cells(Men::but_kings).is_empty()
    }
}

impl Geometry for Board {
    const NAME: &'static str = "spacechess";
    const FILES: usize = SIDE;
    const RANKS: usize = SIDE;
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
        let exists = usize::from(point.file) < SIDE
            && on_board(point.rank, SIDE)
            && on_board(point.level, LEVELS);
        let square = || square(point.file.into(), usize::from(point.rank - 1));
        exists.then(|| cell(usize::from(point.level - 1), square()))
    }

    fn place_name(place: Place) -> String {
        let Point { file, rank, level } = Self::point(place);
        format!("{}{rank}{level}", (b'a' + file) as char)
    }

    fn place_named(text: &str) -> Option<Place> {
        let &[file, rank, level] = text.as_bytes() else { return None };
        let file = file.checked_sub(b'a')?;
        let (rank, level) = (rank.checked_sub(b'0')?, level.checked_sub(b'0')?);
        Self::cell_at(Point { file, rank, level })
    }

    fn covered(_: Place) -> Vec<Place> {
        Vec::new()
    }
}

impl Play for Board {
    const VALUES: [i32; Kind::COUNT] = [100, 400, 450, 500, 1000, 0, 0];

    fn start() -> Self {
        Self::start_position()
    }

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_afresh(&self) -> u64 {
        self.compute_key()
    }

    #[inline]
    fn aspects(&self) -> Aspects {
        let others = |side| hash(self.levels.iter().flat_map(|men| men.words_of_others(side)));
        Aspects {
            pawns: hash(self.levels.iter().flat_map(Men::words_of_pawns)),
            men: Side::ALL.map(others),
            platforms: 0,
        }
    }

    #[inline(always)]
    fn clock(&self) -> u32 {
        u32::from(self.clock)
    }

    fn move_number(&self) -> u32 {
        u32::from(self.move_number)
    }

    #[inline(always)]
    fn man_at(&self, cell: Place) -> Option<Man> {
        self.levels.get(level_of(cell))?.at(square_of(cell) as u8)
    }

    fn is_live(&self, cell: Place) -> bool {
        usize::from(cell) < CELLS
    }

    fn platforms(&self) -> Vec<(Place, Option<Side>)> {
        Vec::new()
    }

    fn king(&self, side: Side) -> Place {
        self.king_cell(side)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let attackers = self.attackers(self.king_cell(self.side), &self.occupied());
        (attackers & self.men(self.side.other())).iter().collect()
    }

    #[inline]
    fn generate(&self, part: Part, list: &mut MoveList) {
        self.list(part, list);
    }

    #[inline]
    fn count(&self) -> u64 {
        self.count_legal()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.would_list(mv, true)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        *child = *self;
        child.advance(mv, observer);
    }

    fn make_null(&self) -> Self {
        self.null_child()
    }

    #[inline]
    fn moved(&self, mv: Move) -> Kind {
        KIND_OF_CODE[self.code(mv.from())].unwrap_or(Kind::Pawn)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(Kind, Place)> {
        let on = |cell| Some((KIND_OF_CODE[self.code(cell)]?, cell));
        match mv.manner() {
            Manner::Plain => on(mv.to()),
            Manner::EnPassant => Some((Kind::Pawn, self.runner)),
            Manner::Ride => on(ELEVATORS[self.side.index()]),
            Manner::Castling | Manner::Platform => None,
        }
    }

    fn exchange_at_least(&self, mv: Move, threshold: i32) -> bool {
        self.exchange(mv, threshold)
    }

    fn null_is_sound(&self) -> bool {
        !(self.men(self.side) & !self.pawns() & !self.kings()).is_empty()
    }

    fn dead(&self) -> Option<Ending> {
        self.only_kings().then_some(Ending { winner: None, reason: Reason::DeadPosition })
    }
}
