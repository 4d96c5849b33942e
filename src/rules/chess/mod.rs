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
mod exchange;
mod generate;
mod keys;
mod legality;
mod make;
mod pawns;
mod sinks;
mod text;
mod view;

use crate::geometry::bits::Bits;
use crate::geometry::plane::{self, file_of, rank_of};
use crate::moves::{Kind, Man, Manner, Move, MoveList, Place, Side};
use crate::rules::men::Men;
use crate::rules::zobrist::hash;
use crate::rules::{Aspects, Ending, Geometry, Observer, Part, Play, Point, Reason};
pub use view::View;

/// A position without its history; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Board {
    men: Men,
    key: u64,
    /// The rooks that may still castle with their king.
    castling: u64,
    clock: u16,
    move_number: u16,
    /// The cell that a pawn has just passed over with its first move.
    passed: Place,
    side: Side,
    /// Does the key tell that the pawn that passed can be captured?
    passed_in_key: bool,
    /// Is castling written as the king taking the rook?
    king_takes_rook: bool,
}

const _: () = assert!(size_of::<Board>() == 64);

/// No cell.
const NONE: Place = Place::MAX;

/// The light cells.
const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;

impl Board {
    /// A board without men, White to move.
    fn empty() -> Self {
        Board {
            men: Men::NONE,
            key: 0,
            castling: 0,
            clock: 0,
            move_number: 1,
            passed: NONE,
            side: Side::White,
            passed_in_key: false,
            king_takes_rook: false,
        }
    }

    #[inline(always)]
    fn king_cell(&self, side: Side) -> u8 {
        (self.men.kings() & self.men.of(side)).trailing_zeros() as u8
    }

    /// The cell of the pawn that has just passed over [`Board::passed`].
    #[inline(always)]
    fn runner(&self) -> Place {
        pawns::behind(self.side, self.passed)
    }
}

impl Geometry for Board {
    const NAME: &'static str = "chess";
    const FILES: usize = plane::SIDE;
    const RANKS: usize = plane::SIDE;
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

    fn place_named(text: &str) -> Option<Place> {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else { return None };
        Self::cell_at(Point { file: file - b'a', rank: rank - b'0', level: 1 })
    }

    fn covered(_: Place) -> Vec<Place> {
        Vec::new()
    }
}

impl Play for Board {
    const VALUES: [i32; Kind::COUNT] = [100, 320, 330, 500, 950, 0, 0];

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
        Aspects {
            pawns: hash(self.men.words_of_pawns()),
            men: Side::ALL.map(|side| hash(self.men.words_of_others(side))),
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
        if usize::from(cell) < plane::SQUARES { self.men.at(cell) } else { None }
    }

    fn is_live(&self, cell: Place) -> bool {
        usize::from(cell) < plane::SQUARES
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
        let king = self.king_cell(self.side);
        let attackers = self.attackers(king.into(), self.men.occupied());
        Bits(attackers & self.men.of(self.side.other())).collect()
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
        self.men.kind_at(mv.from()).unwrap_or(Kind::Pawn)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(Kind, Place)> {
        match mv.manner() {
            Manner::Plain => Some((self.men.kind_at(mv.to())?, mv.to())),
            Manner::EnPassant => Some((Kind::Pawn, self.runner())),
            Manner::Castling | Manner::Platform | Manner::Ride => None,
        }
    }

    fn exchange_at_least(&self, mv: Move, threshold: i32) -> bool {
        self.exchange(mv, threshold)
    }

    fn null_is_sound(&self) -> bool {
        self.men.of(self.side) & !self.men.pawns() & !self.men.kings() != 0
    }

    /// Neither side has more than a knight, or only bishops that all go on cells of one colour.
    #[inline]
    fn dead(&self) -> Option<Ending> {
        let men = &self.men;
        if men.pawns() | men.on_lines() != 0 {
            return None;
        }
        let (knights, bishops) = (men.knights(), men.on_diagonals());
        let one_colour = bishops & LIGHT == 0 || bishops & !LIGHT == 0;
        let dead = match knights.count_ones() {
            0 => one_colour,
            1 => bishops == 0,
            _ => false,
        };
        dead.then_some(Ending { winner: None, reason: Reason::DeadPosition })
    }
}
