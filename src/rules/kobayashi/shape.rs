//! The shape: how squares are connected as the platforms stand, both halves together.

use super::half::{BISHOP_PLANE, Half, OFF, ROOK_PLANE, VERTICAL};
use super::lines::{BISHOP, QUEEN, ROOK};
use crate::geometry::staircase::FIXED;
use crate::moves::Side;
use std::ops::Range;

/// Where the platforms stand, and what follows from it.
#[derive(Clone, Copy)]
pub struct Shape {
    halves: [&'static Half; 2],
    /// Squares with a neighbour straight above or below. Lines that lead beyond their own board
    /// are walked.
    vertical: u64,
    /// The squares of platforms that adjoin another one on their level.
    joined: u64,
}

impl Shape {
    /// The shape with platforms on these posts.
    #[inline(always)]
    pub fn new(posts: [u8; 4]) -> Shape {
        let held = posts.iter().fold(0u32, |held, &post| held | 1 << (post & 31));
        let halves = [Half::of(0, held), Half::of(1, held >> super::half::HALF_POSTS)];
        let [left, right] = halves;
        Shape {
            halves,
            vertical: left.vertical | right.vertical,
            joined: left.joined | right.joined,
        }
    }

    #[inline(always)]
    fn either(&self, squares: impl Fn(&'static Half) -> u64) -> u64 {
        squares(self.halves[0]) | squares(self.halves[1])
    }

    /// What a knight attacks.
    #[inline(always)]
    pub fn knight(&self, from: u8) -> u64 {
        self.either(|half| half.knight[usize::from(from) % 64])
    }

    /// What a king attacks.
    #[inline(always)]
    pub fn king(&self, from: u8) -> u64 {
        self.either(|half| half.king[usize::from(from) % 64])
    }

    /// What a bishop attacks by a triagonal step.
    #[inline(always)]
    pub fn triagonal(&self, from: u8) -> u64 {
        self.either(|half| half.triagonal[usize::from(from) % 64])
    }

    /// What a pawn of a side attacks.
    #[inline(always)]
    pub fn pawn(&self, side: Side, from: u8) -> u64 {
        self.either(|half| half.pawn[side.index()][usize::from(from) % 64])
    }

    /// The next square that way, or [`OFF`].
    #[inline(always)]
    pub fn step(&self, way: usize, from: u8) -> u8 {
        let [left, right] = self.halves.map(|half| half.step[way % 10][usize::from(from) % 64]);
        left.min(right)
    }

    /// The squares from which a pawn of a side steps to another board, at once or by two steps.
    #[inline(always)]
    pub fn pawn_leaves(&self, side: Side) -> u64 {
        self.either(|half| half.pawn_leaves[side.index()])
    }

    /// The squares from which a pawn of a side attacks other boards.
    #[inline(always)]
    pub fn pawn_crosses(&self, side: Side) -> u64 {
        self.either(|half| half.pawn_crosses[side.index()])
    }

    /// What pawns of a side attack on other boards.
    #[inline(always)]
    pub fn pawn_crossings(&self, side: Side) -> u64 {
        self.either(|half| half.pawn_crossings[side.index()])
    }

    /// The squares of platforms on which pawns of a side promote.
    #[inline(always)]
    pub fn far(&self, side: Side) -> u64 {
        self.either(|half| half.far[side.index()])
    }

    /// Where the platform of a slot may go that such men command.
    #[inline(always)]
    pub fn commands(&self, slot: usize, commanders: usize) -> u32 {
        self.halves[0].commands(slot, commanders) | self.halves[1].commands(slot, commanders)
    }

    /// Can lines from a square lead beyond its own board?
    #[inline(always)]
    pub fn leads_beyond(&self, from: u8) -> bool {
        (self.vertical | self.joined) >> from & 1 != 0
    }

    /// Does the platform of a square adjoin another one on its level?
    #[inline(always)]
    pub fn is_joined(&self, square: u8) -> bool {
        self.joined >> square & 1 != 0
    }

    /// What a rook attacks.
    #[inline(always)]
    pub fn rook(&self, from: u8, occupied: u64) -> u64 {
        let mut squares = ROOK.attacks(from, occupied);
        if self.leads_beyond(from) {
            squares |= self.rook_beyond(from, occupied);
        }
        squares
    }

    /// What a bishop attacks.
    #[inline(always)]
    pub fn bishop(&self, from: u8, occupied: u64) -> u64 {
        let mut squares = BISHOP.attacks(from, occupied) | self.triagonal(from);
        if self.is_joined(from) {
            squares |= self.walk(BISHOP_PLANE, from, occupied);
        }
        squares
    }

    /// What a queen attacks.
    #[inline(always)]
    pub fn queen(&self, from: u8, occupied: u64) -> u64 {
        let mut squares = QUEEN.attacks(from, occupied) | self.triagonal(from);
        if self.leads_beyond(from) {
            squares |= self.rook_beyond(from, occupied);
            if self.is_joined(from) {
                squares |= self.walk(BISHOP_PLANE, from, occupied);
            }
        }
        squares
    }

    /// What a rook attacks up and down, and in the plane if platforms adjoin.
    #[inline(never)]
    fn rook_beyond(&self, from: u8, occupied: u64) -> u64 {
        let mut squares = self.walk(VERTICAL, from, occupied);
        if self.is_joined(from) {
            squares |= self.walk(ROOK_PLANE, from, occupied);
        }
        squares
    }

    /// The squares on these ways, each up to and including the first man.
    #[inline(always)]
    fn walk(&self, ways: Range<usize>, from: u8, occupied: u64) -> u64 {
        ways.fold(0, |squares, way| squares | self.ray(way, from, occupied))
    }

    /// The squares on one way, up to and including the first man.
    #[inline(always)]
    pub fn ray(&self, way: usize, from: u8, occupied: u64) -> u64 {
        let mut squares = 0;
        let mut at = self.step(way, from);
        while at != OFF {
            squares |= 1 << at;
            if occupied >> at & 1 != 0 {
                break;
            }
            at = self.step(way, at);
        }
        squares
    }
}

/// Is it a square of a fixed board?
#[inline(always)]
pub fn is_fixed(square: u8) -> bool {
    square < FIXED as u8
}
