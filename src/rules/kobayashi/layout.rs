//! How squares are connected for one arrangement of the platforms, both halves together.

use super::half_tables::{
    BISHOP_PLANE_DIRECTIONS, HalfTables, NO_SQUARE, POSTS_PER_HALF, ROOK_PLANE_DIRECTIONS,
    VERTICAL_DIRECTIONS,
};
use super::lines::{BISHOP, QUEEN, ROOK};
use crate::geometry::staircase::FIXED_CELLS;
use crate::moves::Side;
use std::ops::Range;

/// The connections between squares that follow from where the platforms stand.
#[derive(Clone, Copy)]
pub(crate) struct PlatformLayout {
    halves: [&'static HalfTables; 2],
    /// The squares with another one straight above or below. Lines that leave their board are walked
    /// step by step.
    vertical: u64,
    /// The squares of platforms that adjoin another one on their level.
    adjoining: u64,
}

impl PlatformLayout {
    /// Returns the layout of platforms on these posts.
    #[inline(always)]
    pub(crate) fn new(posts: [u8; 4]) -> PlatformLayout {
        PlatformLayout::of_halves([half_of(posts, 0), half_of(posts, 1)])
    }

    /// Returns the layout after a platform has moved to a post; `posts` are those after the move. A
    /// platform stays in its half of the board.
    #[inline(always)]
    pub(crate) fn after_move(&self, to: u8, posts: [u8; 4]) -> PlatformLayout {
        let right = usize::from(usize::from(to) >= POSTS_PER_HALF);
        let mut halves = self.halves;
        halves[right] = half_of(posts, right);
        PlatformLayout::of_halves(halves)
    }

    #[inline(always)]
    fn of_halves(halves: [&'static HalfTables; 2]) -> PlatformLayout {
        let [left, right] = halves;
        PlatformLayout {
            halves,
            vertical: left.vertical | right.vertical,
            adjoining: left.adjoining | right.adjoining,
        }
    }

    #[inline(always)]
    fn union_of_halves(&self, squares: impl Fn(&'static HalfTables) -> u64) -> u64 {
        squares(self.halves[0]) | squares(self.halves[1])
    }

    /// The squares that a knight attacks.
    #[inline(always)]
    pub(crate) fn knight_attacks(&self, from: u8) -> u64 {
        self.union_of_halves(|half| half.knight_attacks[usize::from(from) % 64])
    }

    /// The squares that a king attacks.
    #[inline(always)]
    pub(crate) fn king_attacks(&self, from: u8) -> u64 {
        self.union_of_halves(|half| half.king_attacks[usize::from(from) % 64])
    }

    /// The squares that a bishop attacks by a triagonal step.
    #[inline(always)]
    pub(crate) fn triagonal_attacks(&self, from: u8) -> u64 {
        self.union_of_halves(|half| half.triagonal_attacks[usize::from(from) % 64])
    }

    /// The squares that a pawn of a side attacks.
    #[inline(always)]
    pub(crate) fn pawn_attacks(&self, side: Side, from: u8) -> u64 {
        self.union_of_halves(|half| half.pawn_attacks[side.index()][usize::from(from) % 64])
    }

    /// The next square in a direction, or [`NO_SQUARE`].
    #[inline(always)]
    pub(crate) fn step(&self, direction: usize, from: u8) -> u8 {
        let [left, right] =
            self.halves.map(|half| half.step[direction % 10][usize::from(from) % 64]);
        left.min(right)
    }

    /// The squares from which a pawn of a side leaves its board by a step or a double step.
    #[inline(always)]
    pub(crate) fn pawn_steps_off_board(&self, side: Side) -> u64 {
        self.union_of_halves(|half| half.pawn_steps_off_board[side.index()])
    }

    /// The squares from which a pawn of a side attacks other boards.
    #[inline(always)]
    pub(crate) fn pawns_attacking_off_board(&self, side: Side) -> u64 {
        self.union_of_halves(|half| half.pawns_attacking_off_board[side.index()])
    }

    /// The squares that pawns of a side attack on other boards.
    #[inline(always)]
    pub(crate) fn off_board_pawn_attacks(&self, side: Side) -> u64 {
        self.union_of_halves(|half| half.off_board_pawn_attacks[side.index()])
    }

    /// The squares of platforms on which pawns of a side promote.
    #[inline(always)]
    pub(crate) fn promotion(&self, side: Side) -> u64 {
        self.union_of_halves(|half| half.promotion[side.index()])
    }

    /// Returns where these commanders may send the platform of a slot, as a set of post numbers.
    #[inline(always)]
    pub(crate) fn commands(&self, slot: usize, commanders: usize) -> u32 {
        self.halves[0].commands(slot, commanders) | self.halves[1].commands(slot, commanders)
    }

    /// Returns whether a line from a square leaves its board.
    #[inline(always)]
    pub(crate) fn has_lines_off_board(&self, from: u8) -> bool {
        (self.vertical | self.adjoining) >> from & 1 != 0
    }

    /// Returns whether the platform of a square adjoins another one on its level.
    #[inline(always)]
    pub(crate) fn is_adjoining(&self, square: u8) -> bool {
        self.adjoining >> square & 1 != 0
    }

    /// The squares that a rook attacks.
    #[inline(always)]
    pub(crate) fn rook_attacks(&self, from: u8, occupied: u64) -> u64 {
        let mut squares = ROOK.attacks(from, occupied);
        if self.has_lines_off_board(from) {
            squares |= self.rook_attacks_off_board(from, occupied);
        }
        squares
    }

    /// The squares that a bishop attacks.
    #[inline(always)]
    pub(crate) fn bishop_attacks(&self, from: u8, occupied: u64) -> u64 {
        let mut squares = BISHOP.attacks(from, occupied) | self.triagonal_attacks(from);
        if self.is_adjoining(from) {
            squares |= self.walk(BISHOP_PLANE_DIRECTIONS, from, occupied);
        }
        squares
    }

    /// The squares that a queen attacks.
    #[inline(always)]
    pub(crate) fn queen_attacks(&self, from: u8, occupied: u64) -> u64 {
        let mut squares = QUEEN.attacks(from, occupied) | self.triagonal_attacks(from);
        if self.has_lines_off_board(from) {
            squares |= self.rook_attacks_off_board(from, occupied);
            if self.is_adjoining(from) {
                squares |= self.walk(BISHOP_PLANE_DIRECTIONS, from, occupied);
            }
        }
        squares
    }

    /// The squares that a rook attacks up and down, and in the plane if platforms adjoin.
    #[inline(never)]
    fn rook_attacks_off_board(&self, from: u8, occupied: u64) -> u64 {
        let mut squares = self.walk(VERTICAL_DIRECTIONS, from, occupied);
        if self.is_adjoining(from) {
            squares |= self.walk(ROOK_PLANE_DIRECTIONS, from, occupied);
        }
        squares
    }

    /// The squares in these directions, each up to and including the first piece.
    #[inline(always)]
    fn walk(&self, directions: Range<usize>, from: u8, occupied: u64) -> u64 {
        directions.fold(0, |squares, direction| squares | self.ray(direction, from, occupied))
    }

    /// The squares in one direction, up to and including the first piece.
    #[inline(always)]
    pub(crate) fn ray(&self, direction: usize, from: u8, occupied: u64) -> u64 {
        let mut squares = 0;
        let mut at = self.step(direction, from);
        while at != NO_SQUARE {
            squares |= 1 << at;
            if occupied >> at & 1 != 0 {
                break;
            }
            at = self.step(direction, at);
        }
        squares
    }
}

/// Returns the tables of the left (0) or right (1) half for platforms on these posts.
#[inline(always)]
fn half_of(posts: [u8; 4], right: usize) -> &'static HalfTables {
    let held = posts.iter().fold(0u32, |held, &post| held | 1 << (post & 31));
    HalfTables::get(right, held >> (right * POSTS_PER_HALF))
}

/// Returns whether a square is on a fixed board.
#[inline(always)]
pub(crate) fn is_fixed(square: u8) -> bool {
    square < FIXED_CELLS as u8
}
