//! `federation`: Federation Revised Standard 5.0 on the staircase, and `federation-plain`, which
//! is the same without the rook-pawn rule.
//!
//! A [`Board`] is one cache line. Men stand on 64 logical *squares*: 48 fixed ones, and four for
//! each platform, slot by slot, the slots always in post order; a platform that moves takes its
//! squares along. Outside this module everything is told in physical cells and posts.
//!
//! Each man is a code of three bits, one bit a plane: see [`crate::rules::codes`].

mod exchange;
mod generate;
mod keys;
mod legality;
mod make;
mod pawns;
mod scene;
mod sinks;
mod tables;
mod text;
mod view;

use crate::geometry::bits::Bits;
use crate::geometry::staircase::{CELLS, FIXED, POSTS, cell_of_post, post_place};
use crate::moves::{Kind, Man, Manner, Move, MoveList, Place, Side};
use crate::rules::codes::KIND_OF_CODE;
use crate::rules::{Ending, Geometry, Observer, Part, Play, Point, Reason};
use keys::KEYS;
use scene::{Scene, Shape};
use tables::{Rows, Space, Squares};
pub use view::View;

/// `federation`, the default game.
pub type Federation = Board<true>;
/// `federation-plain`: no rook-pawn rule.
pub type FederationPlain = Board<false>;

/// A position without its history; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Board<const ROOK_PAWNS: bool> {
    /// The codes of the men, bit by bit.
    planes: [u64; 3],
    /// Which of the men are White's.
    white: u64,
    /// The pawns that may still make their first-move step.
    fresh: u64,
    key: u64,
    /// The posts of the four slots, ascending.
    posts: [u8; 4],
    /// The slots that Black owns, a bit each.
    black_owned: u8,
    /// Castling rights, bits in the order `KQkq`.
    castling: u8,
    /// The cell of the pawn that has just made a step of two, and the cell it passed over.
    runner: Place,
    passed: Place,
    side: Side,
    /// Does the key tell that the runner can be captured?
    runner_in_key: bool,
    clock: u16,
    move_number: u16,
}

const _: () = assert!(size_of::<Board<true>>() == 64);

/// No cell.
const NONE: Place = Place::MAX;

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// A board without men, White to move: platforms on these posts (ascending).
    fn empty(posts: [u8; 4]) -> Self {
        Board {
            planes: [0; 3],
            white: 0,
            fresh: 0,
            key: 0,
            posts,
            black_owned: 0,
            castling: 0,
            runner: NONE,
            passed: NONE,
            side: Side::White,
            runner_in_key: false,
            clock: 0,
            move_number: 1,
        }
    }

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    #[inline(always)]
    fn men(&self, side: Side) -> u64 {
        match side {
            Side::White => self.white,
            Side::Black => self.occupied() & !self.white,
        }
    }

    #[inline(always)]
    fn pawns(&self) -> u64 {
        self.planes[0] & !self.planes[1] & !self.planes[2]
    }

    #[inline(always)]
    fn knights(&self) -> u64 {
        self.planes[1] & !self.planes[0] & !self.planes[2]
    }

    #[inline(always)]
    fn kings(&self) -> u64 {
        self.planes[0] & self.planes[1] & !self.planes[2]
    }

    /// Bishops and queens.
    #[inline(always)]
    fn on_diagonals(&self) -> u64 {
        self.planes[2] & self.planes[0]
    }

    /// Rooks and queens.
    #[inline(always)]
    fn on_lines(&self) -> u64 {
        self.planes[2] & self.planes[1]
    }

    /// The code of the man on a square, 0 for none.
    #[inline(always)]
    fn code(&self, square: u8) -> usize {
        let bit = |plane: u64| (plane >> square & 1) as usize;
        bit(self.planes[0]) | bit(self.planes[1]) << 1 | bit(self.planes[2]) << 2
    }

    #[inline(always)]
    fn shape(&self) -> Shape {
        Shape::new(self.posts)
    }

    /// The rows of the tables by column.
    #[inline(always)]
    fn rows(&self) -> Rows {
        Shape::rows(self.posts)
    }

    /// The slot that holds this post or would come before it.
    #[inline(always)]
    fn slot_near(&self, post: u8) -> usize {
        let [a, b, c, _] = self.posts;
        usize::from(post > a) + usize::from(post > b) + usize::from(post > c)
    }

    /// The slot of the platform on this post.
    #[inline(always)]
    fn slot_on(&self, post: u8) -> Option<usize> {
        let slot = self.slot_near(post);
        (self.posts[slot] == post).then_some(slot)
    }

    /// The square of a live cell.
    #[inline(always)]
    fn square(&self, cell: Place) -> u8 {
        if cell < FIXED as u8 {
            return cell;
        }
        let slot = self.slot_near((cell - FIXED as u8) / 4);
        FIXED as u8 + 4 * slot as u8 + cell % 4
    }

    /// The square of any place, if it is a cell and live.
    fn live_square(&self, cell: Place) -> Option<u8> {
        if cell < FIXED as u8 {
            return Some(cell);
        }
        if usize::from(cell) >= CELLS {
            return None;
        }
        let slot = self.slot_on((cell - FIXED as u8) / 4)?;
        Some(FIXED as u8 + 4 * slot as u8 + cell % 4)
    }

    /// The cell of a square.
    #[inline(always)]
    fn cell(&self, square: u8) -> Place {
        if square < FIXED as u8 {
            return square;
        }
        cell_of_post(self.posts[usize::from(square - FIXED as u8) / 4], square % 4)
    }

    #[inline(always)]
    fn king_square(&self, side: Side) -> u8 {
        (self.kings() & self.men(side)).trailing_zeros() as u8
    }

    /// The owner of the platform in a slot.
    #[inline(always)]
    fn owner(&self, slot: usize) -> Side {
        if self.black_owned >> slot & 1 != 0 { Side::Black } else { Side::White }
    }

    /// The squares from which that side's pawns attack a column.
    #[inline(always)]
    fn pawn_attacks(side: Side) -> &'static Squares {
        let tables =
            if ROOK_PAWNS { &tables::ROOK_PAWN_ATTACKS } else { &tables::PLAIN_PAWN_ATTACKS };
        &tables[side.index()]
    }

    /// Rule: king against king is over at once.
    #[inline(always)]
    fn only_kings(&self) -> bool {
        self.occupied() == self.kings()
    }

    /// The key number of the right to capture the runner.
    fn runner_key(&self) -> u64 {
        KEYS.runner[usize::from(self.runner)] ^ KEYS.passed[usize::from(self.passed)]
    }
}

impl<const ROOK_PAWNS: bool> Geometry for Board<ROOK_PAWNS> {
    const NAME: &'static str = if ROOK_PAWNS { "federation" } else { "federation-plain" };
    const FILES: usize = 6;
    const RANKS: usize = 10;
    const LEVELS: usize = 7;
    const CELLS: usize = CELLS;
    const POSTS: usize = POSTS;

    fn point(cell: Place) -> Point {
        Space::CELLS[usize::from(cell)]
    }

    fn cell_at(point: Point) -> Option<Place> {
        Space::cell_at(point)
    }

    fn place_name(place: Place) -> String {
        Space::name(place)
    }

    fn place_named(text: &str) -> Option<Place> {
        Space::named(text)
    }

    fn covered(post: Place) -> Vec<Place> {
        (0..4).map(|within| cell_of_post(post - CELLS as Place, within)).collect()
    }
}

impl<const ROOK_PAWNS: bool> Play for Board<ROOK_PAWNS> {
    const VALUES: [i32; Kind::COUNT] = [100, 280, 300, 550, 1050, 0, 0];

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

    #[inline(always)]
    fn clock(&self) -> u32 {
        u32::from(self.clock)
    }

    fn move_number(&self) -> u32 {
        u32::from(self.move_number)
    }

    #[inline(always)]
    fn man_at(&self, cell: Place) -> Option<Man> {
        let square = self.live_square(cell)?;
        let kind = KIND_OF_CODE[self.code(square)]?;
        let side = if self.white >> square & 1 != 0 { Side::White } else { Side::Black };
        Some(Man { kind, side })
    }

    fn is_live(&self, cell: Place) -> bool {
        self.live_square(cell).is_some()
    }

    fn platforms(&self) -> Vec<(Place, Option<Side>)> {
        (0..4).map(|slot| (post_place(self.posts[slot]), Some(self.owner(slot)))).collect()
    }

    fn king(&self, side: Side) -> Place {
        self.cell(self.king_square(side))
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let shape = self.shape();
        let scene = Scene::new(&shape, self.occupied());
        let king = shape.place(self.king_square(self.side));
        let attackers = self.attackers(&scene, king, self.occupied());
        Bits(attackers & self.men(self.side.other())).map(|square| self.cell(square)).collect()
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

    fn gives_check(&self, mv: Move) -> bool {
        self.make(mv, &mut ()).in_check()
    }

    #[inline(always)]
    fn apply<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        self.advance(mv, observer);
    }

    fn make_null(&self) -> Self {
        self.null_child()
    }

    #[inline]
    fn moved(&self, mv: Move) -> Kind {
        if mv.is_platform() {
            return Kind::Platform;
        }
        KIND_OF_CODE[self.code(self.square(mv.from()))].unwrap_or(Kind::Pawn)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(Kind, Place)> {
        match mv.manner() {
            Manner::Plain => {
                let kind = KIND_OF_CODE[self.code(self.square(mv.to()))]?;
                Some((kind, mv.to()))
            }
            Manner::EnPassant => Some((Kind::Pawn, self.runner)),
            Manner::Castling | Manner::Platform | Manner::Ride => None,
        }
    }

    fn exchange_at_least(&self, mv: Move, threshold: i32) -> bool {
        self.exchange(mv, threshold)
    }

    fn null_is_sound(&self) -> bool {
        self.men(self.side) & !self.pawns() & !self.kings() != 0
    }

    fn dead(&self) -> Option<Ending> {
        self.only_kings().then_some(Ending { winner: None, reason: Reason::DeadPosition })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MOST_MOVES;
    use crate::rules::Text;

    #[test]
    fn a_board_full_of_queens_fits_the_list() {
        let crowded = "Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q \
             b12+w:2/QK,b86+b:2/2,e12+w:2/2,e86+b:rk/pp w - - - 0 1";
        let board = Federation::parse(crowded).expect("a valid position");
        let mut list = MoveList::new();
        board.generate(Part::All, &mut list);
        assert_eq!(list.len() as u64, board.count());
        assert!(list.len() < MOST_MOVES / 2);
    }
}
