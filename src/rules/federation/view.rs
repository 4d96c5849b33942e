//! What an evaluation asks of a board: attacks and sets of men, computed once.

use super::Board;
use super::scene::{Scene, Shape};
use super::tables::{KING, KNIGHT, Space};
use crate::geometry::bits::Bits;
use crate::geometry::staircase::FIXED;
use crate::moves::{Kind, Side};
use crate::rules::Point;

/// A board with its lines seen. Sets are of logical squares: they can be combined and counted, and
/// mean nothing outside this view.
pub struct View<'a> {
    scene: Scene<'a>,
    men: [u64; 2],
    pawns: u64,
    knights: u64,
    lines: u64,
    diagonals: u64,
    /// The squares next to each king.
    king_zones: [u64; 2],
    posts: [u8; 4],
    black_owned: u8,
}

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// Looks at the board.
    #[inline(always)]
    pub fn view<T>(&self, look: impl FnOnce(&View) -> T) -> T {
        let shape = self.shape();
        let king_zone = |side| KING.at(shape.place(self.king_square(side)).0, shape.rows);
        let king_zones = Side::ALL.map(king_zone);
        look(&View {
            scene: Scene::new(&shape, self.occupied()),
            men: Side::ALL.map(|side| self.men(side)),
            pawns: self.pawns(),
            knights: self.knights(),
            lines: self.on_lines(),
            diagonals: self.on_diagonals(),
            king_zones,
            posts: self.posts,
            black_owned: self.black_owned,
        })
    }
}

impl View<'_> {
    fn shape(&self) -> &Shape {
        self.scene.shape
    }

    /// The men of a side.
    #[inline(always)]
    pub fn men(&self, side: Side) -> u64 {
        self.men[side.index()]
    }

    /// The pawns of a side.
    #[inline(always)]
    pub fn pawns(&self, side: Side) -> u64 {
        self.pawns & self.men[side.index()]
    }

    /// The squares next to the king of a side, whatever their level.
    #[inline(always)]
    pub fn king_zone(&self, side: Side) -> u64 {
        self.king_zones[side.index()]
    }

    /// Where a square lies.
    #[inline(always)]
    pub fn point(&self, square: u8) -> Point {
        Space::CELLS[usize::from(self.shape().cell(square))]
    }

    /// Which ranks these squares hold on each file, with an empty file on either side: file a has
    /// index 1.
    #[inline(always)]
    pub fn files_and_ranks(&self, squares: u64) -> [u16; 8] {
        let columns = self.shape().columns_of(squares);
        let file = |file: usize| (columns >> (10 * file)) as u16 & 0x3ff;
        [0, file(0), file(1), file(2), file(3), file(4), file(5), 0]
    }

    /// The number of these squares on each file, over all levels, with an empty file on either
    /// side: file a has index 1.
    #[inline(always)]
    pub fn count_by_file(&self, squares: u64) -> [u8; 8] {
        let mut counts = [0; 8];
        for square in Bits(squares) {
            counts[usize::from(self.point(square).file) + 1] += 1;
        }
        counts
    }

    /// The platforms of a side: post number, and the squares of the men on it.
    #[inline(always)]
    pub fn owned_platforms(&self, side: Side) -> impl Iterator<Item = (u8, u64)> + '_ {
        let occupied = self.men[0] | self.men[1];
        let slots = self.posts.into_iter().enumerate();
        slots
            .filter(move |(slot, _)| self.black_owned >> slot & 1 == side.index() as u8)
            .map(move |(slot, post)| (post, occupied & 0b1111 << (FIXED + 4 * slot)))
    }

    /// Calls `visit` with kind and attacked squares of every knight, bishop, rook and queen.
    #[inline(always)]
    pub fn for_each_attack(&self, side: Side, mut visit: impl FnMut(Kind, u64)) {
        let shape = self.shape();
        let men = self.men[side.index()];
        for from in Bits(self.knights & men) {
            visit(Kind::Knight, KNIGHT.at(shape.place(from).0, shape.rows));
        }
        for from in Bits(self.diagonals & !self.lines & men) {
            visit(Kind::Bishop, self.squares::<false, true>(from));
        }
        for from in Bits(self.lines & !self.diagonals & men) {
            visit(Kind::Rook, self.squares::<true, false>(from));
        }
        for from in Bits(self.lines & self.diagonals & men) {
            visit(Kind::Queen, self.squares::<true, true>(from));
        }
    }

    fn squares<const ROOK: bool, const BISHOP: bool>(&self, from: u8) -> u64 {
        let mut squares = 0;
        self.scene.slide::<ROOK, BISHOP>(self.shape().place(from), |reach| {
            squares = self.shape().squares(&reach);
        });
        squares
    }
}
