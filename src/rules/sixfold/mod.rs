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

mod cells;
mod exchange;
mod generate;
mod legality;
mod lines;
mod make;
mod platforms;
mod sinks;
mod tables;
mod text;
mod view;

use crate::geometry::bits::{Bits, deposit};
use crate::geometry::staircase::{CELLS, POSTS, cell_of_post, post_place};
use crate::moves::{Kind, Man, Manner, Move, MoveList, Place, Side};
use crate::rules::zobrist::hash;
use crate::rules::{Aspects, Ending, Geometry, Observer, Part, Play, Point, Reason};
pub use cells::Cells;
use cells::{DOUBLES, FIRST_OF_EACH, LEFT, RIGHT, place_in_word};
use tables::Space;
pub use view::View;

/// A position without its history; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Board {
    /// For each word of cells the codes of the men, bit by bit, and which men are White's.
    men: [[u64; 4]; 3],
    key: u64,
    /// The posts on which platforms stand, as a set of numbers.
    posts: u32,
    /// The pawns that may still make their first-move step, by start cell.
    fresh: u16,
    clock: u16,
    move_number: u16,
    side: Side,
}

const _: () = assert!(size_of::<Board>() == 128);

/// The plane that tells White's men.
const WHITE: usize = 3;

/// The number of platforms.
const PLATFORMS: usize = 6;

/// The code of a pawn that began the game on a fixed board.
const PAWN: usize = 1;
/// The code of one that began on a platform.
const EARLY_PAWN: usize = 4;
/// The code of a queen, what pawns promote to.
const QUEEN: usize = 7;

const KIND_OF_CODE: [Option<Kind>; 8] = [
    None,
    Some(Kind::Pawn),
    Some(Kind::Knight),
    Some(Kind::King),
    Some(Kind::Pawn),
    Some(Kind::Bishop),
    Some(Kind::Rook),
    Some(Kind::Queen),
];

/// The code of a man; a pawn's is that of a late one.
const fn code_of(kind: Kind) -> usize {
    match kind {
        Kind::Pawn => PAWN,
        Kind::Knight => 2,
        Kind::King => 3,
        Kind::Bishop => 5,
        Kind::Rook => 6,
        Kind::Queen => QUEEN,
        Kind::Platform => 0,
    }
}

impl Board {
    /// A board without men, White to move: platforms on these posts.
    fn empty(posts: u32) -> Self {
        Board {
            men: [[0; 4]; 3],
            key: 0,
            posts,
            fresh: 0,
            clock: 0,
            move_number: 1,
            side: Side::White,
        }
    }

    /// The set that each word's planes give.
    #[inline(always)]
    fn set(&self, of_planes: impl Fn(&[u64; 4]) -> u64) -> Cells {
        Cells([of_planes(&self.men[0]), of_planes(&self.men[1]), of_planes(&self.men[2])])
    }

    #[inline(always)]
    fn occupied(&self) -> Cells {
        self.set(|[a, b, c, _]| a | b | c)
    }

    #[inline(always)]
    fn men(&self, side: Side) -> Cells {
        match side {
            Side::White => self.set(|planes| planes[WHITE]),
            Side::Black => self.set(|[a, b, c, white]| (a | b | c) & !white),
        }
    }

    /// Pawns, late and early.
    #[inline(always)]
    fn pawns(&self) -> Cells {
        self.set(|[a, b, c, _]| (a ^ c) & !b)
    }

    #[inline(always)]
    fn early_pawns(&self) -> Cells {
        self.set(|[a, b, c, _]| c & !a & !b)
    }

    #[inline(always)]
    fn knights(&self) -> Cells {
        self.set(|[a, b, c, _]| b & !a & !c)
    }

    #[inline(always)]
    fn kings(&self) -> Cells {
        self.set(|[a, b, c, _]| a & b & !c)
    }

    /// Bishops and queens.
    #[inline(always)]
    fn on_diagonals(&self) -> Cells {
        self.set(|[a, _, c, _]| a & c)
    }

    /// Rooks and queens.
    #[inline(always)]
    fn on_lines(&self) -> Cells {
        self.set(|[_, b, c, _]| b & c)
    }

    /// The live cells.
    #[inline(always)]
    fn live(&self) -> Cells {
        let wing = |posts: u32| (deposit(u64::from(posts), FIRST_OF_EACH) * 0b1111) | DOUBLES;
        let mut live = Cells::ALL;
        live.0[LEFT] = wing(self.posts & 0xfff);
        live.0[RIGHT] = wing(self.posts >> 12);
        live
    }

    /// The code of the man on a cell, 0 for none.
    #[inline(always)]
    fn code(&self, cell: Place) -> usize {
        let (word, bit) = place_in_word(cell);
        let [a, b, c, _] = self.men[word];
        let bit = |plane: u64| (plane >> bit & 1) as usize;
        bit(a) | bit(b) << 1 | bit(c) << 2
    }

    /// Is the man on this cell White's? False for an empty cell.
    #[inline(always)]
    fn is_white(&self, cell: Place) -> bool {
        let (word, bit) = place_in_word(cell);
        self.men[word][WHITE] >> bit & 1 != 0
    }

    #[inline(always)]
    fn king_cell(&self, side: Side) -> Place {
        (self.kings() & self.men(side)).first()
    }

    /// Does a platform stand on this post?
    #[inline(always)]
    fn is_held(&self, post: u8) -> bool {
        self.posts >> post & 1 != 0
    }

    /// Rule X5: has the side nothing left but its king?
    #[inline(always)]
    fn is_bare(&self, side: Side) -> bool {
        (self.men(side) & !self.kings()).is_empty()
    }

    /// Rule X5: is the game over, since a side has nothing left but its king?
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.is_bare(Side::White) || self.is_bare(Side::Black)
    }
}

impl Geometry for Board {
    const NAME: &'static str = "sixfold";
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

impl Play for Board {
    const VALUES: [i32; Kind::COUNT] = [100, 300, 260, 480, 900, 0, 0];

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
        let pawns = |[a, b, c, white]: &[u64; 4]| {
            let pawns = (a ^ c) & !b;
            [pawns & white, pawns & !white]
        };
        let others = |side: Side| {
            let own = self.men(side) & !self.pawns();
            let words = self.men.iter().zip(own.0);
            hash(words.flat_map(|([a, b, c, _], own)| [a & own, b & own, c & own]))
        };
        Aspects {
            pawns: hash(self.men.iter().flat_map(pawns)),
            men: Side::ALL.map(others),
            platforms: hash([u64::from(self.posts)]),
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
        if usize::from(cell) >= CELLS {
            return None;
        }
        let kind = KIND_OF_CODE[self.code(cell)]?;
        let side = if self.is_white(cell) { Side::White } else { Side::Black };
        Some(Man { kind, side })
    }

    fn is_live(&self, cell: Place) -> bool {
        usize::from(cell) < CELLS && self.live().holds(cell)
    }

    fn platforms(&self) -> Vec<(Place, Option<Side>)> {
        Bits(u64::from(self.posts)).map(|post| (post_place(post), None)).collect()
    }

    fn king(&self, side: Side) -> Place {
        self.king_cell(side)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let attackers = self.attackers(self.king_cell(self.side), &self.blockers());
        (attackers & self.men(self.side.other())).each().collect()
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
        self.allows(mv, true)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        *child = *self;
        child.advance(mv, observer);
    }

    fn make_null(&self) -> Self {
        let mut child = *self;
        child.pass_turn();
        child
    }

    #[inline]
    fn moved(&self, mv: Move) -> Kind {
        if mv.is_platform() {
            return Kind::Platform;
        }
        KIND_OF_CODE[self.code(mv.from())].unwrap_or(Kind::Pawn)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(Kind, Place)> {
        match mv.manner() {
            Manner::Plain => KIND_OF_CODE[self.code(mv.to())].map(|kind| (kind, mv.to())),
            _ => None,
        }
    }

    fn exchange_at_least(&self, mv: Move, threshold: i32) -> bool {
        self.exchange(mv, threshold)
    }

    fn null_is_sound(&self) -> bool {
        !(self.men(self.side) & !self.pawns() & !self.kings()).is_empty()
    }

    /// A pawn's step sideways sets the clock to zero and can be taken back.
    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        let rank = |cell: Place| Space::CELLS[usize::from(cell)].rank;
        self.is_noisy(mv) || rank(mv.from()) != rank(mv.to())
    }

    fn dead(&self) -> Option<Ending> {
        let winner = match Side::ALL.map(|side| self.is_bare(side)) {
            [false, false] => return None,
            [true, true] => None,
            [true, false] => Some(Side::Black),
            [false, true] => Some(Side::White),
        };
        Some(Ending { winner, reason: Reason::BareKing })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MOST_MOVES;
    use crate::rules::Text;

    #[test]
    fn a_board_full_of_queens_fits_the_list() {
        let crowded = "Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1N1/1Q1Q/Q1Q1/1Q1Q \
             b16+:1Q/Q1,b34+:Q1/1Q,b52-:1Q/2,e16+:Q1/1K,e34-:1Q/Q1,e82-:kr/rr w - - - 0 1";
        let board = Board::parse(crowded).expect("a valid position");
        let mut list = MoveList::new();
        board.generate(Part::All, &mut list);
        assert_eq!(list.len() as u64, board.count());
        assert!(list.len() < MOST_MOVES / 2);
    }
}
