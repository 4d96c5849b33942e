//! How squares are connected for one arrangement of the platforms, both halves together, and lines
//! within one board: a fixed board, or a platform that adjoins no other one.
//!
//! The sixteen squares of a board (four of a platform) are numbered file by file, ranks ascending.
//! The attacks of a slider on its own board are looked up by the blockers between it and the edge.
//! The entries are squares of that board, and are shifted to its first square.

use super::tables::{
    BISHOP_PLANE_DIRECTIONS, HalfTables, NO_SQUARE, POSTS_PER_HALF, ROOK_PLANE_DIRECTIONS,
    VERTICAL_DIRECTIONS,
};
use crate::geometry::bits::{pdep_portable, pext};
use crate::geometry::staircase::FIXED_CELLS;
use crate::moves::Side;
use std::ops::Range;

/// The connections between squares that follow from where the platforms stand.
#[derive(Clone, Copy)]
pub(crate) struct PlatformLayout {
    halves: [&'static HalfTables; 2],
    /// The squares with another one straight above or below. Lines that leave their board are
    /// walked step by step.
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

    /// Returns the squares that a knight attacks.
    #[inline(always)]
    pub(crate) fn knight_attacks(&self, from: u8) -> u64 {
        self.union_of_halves(|half| half.knight_attacks[usize::from(from) % 64])
    }

    /// Returns the squares that a king attacks.
    #[inline(always)]
    pub(crate) fn king_attacks(&self, from: u8) -> u64 {
        self.union_of_halves(|half| half.king_attacks[usize::from(from) % 64])
    }

    /// Returns the squares that a bishop attacks by a triagonal step.
    #[inline(always)]
    pub(crate) fn triagonal_attacks(&self, from: u8) -> u64 {
        self.union_of_halves(|half| half.triagonal_attacks[usize::from(from) % 64])
    }

    /// Returns the squares that a pawn of a side attacks.
    #[inline(always)]
    pub(crate) fn pawn_attacks(&self, side: Side, from: u8) -> u64 {
        self.union_of_halves(|half| half.pawn_attacks[side.index()][usize::from(from) % 64])
    }

    /// Returns the next square in a direction, or [`NO_SQUARE`].
    #[inline(always)]
    pub(crate) fn step(&self, direction: usize, from: u8) -> u8 {
        let [left, right] =
            self.halves.map(|half| half.step[direction % 10][usize::from(from) % 64]);
        left.min(right)
    }

    /// Returns the squares from which a pawn of a side leaves its board by a step or a double step.
    #[inline(always)]
    pub(crate) fn pawn_steps_off_board(&self, side: Side) -> u64 {
        self.union_of_halves(|half| half.pawn_steps_off_board[side.index()])
    }

    /// Returns the squares from which a pawn of a side attacks other boards.
    #[inline(always)]
    pub(crate) fn pawns_attacking_off_board(&self, side: Side) -> u64 {
        self.union_of_halves(|half| half.pawns_attacking_off_board[side.index()])
    }

    /// Returns the squares that pawns of a side attack on other boards.
    #[inline(always)]
    pub(crate) fn off_board_pawn_attacks(&self, side: Side) -> u64 {
        self.union_of_halves(|half| half.off_board_pawn_attacks[side.index()])
    }

    /// Returns the squares of platforms on which pawns of a side promote.
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

    /// Returns the squares that a rook attacks.
    #[inline(always)]
    pub(crate) fn rook_attacks(&self, from: u8, occupied: u64) -> u64 {
        let mut squares = ROOK.attacks(from, occupied);
        if self.has_lines_off_board(from) {
            squares |= self.rook_attacks_off_board(from, occupied);
        }
        squares
    }

    /// Returns the squares that a bishop attacks.
    #[inline(always)]
    pub(crate) fn bishop_attacks(&self, from: u8, occupied: u64) -> u64 {
        let mut squares = BISHOP.attacks(from, occupied) | self.triagonal_attacks(from);
        if self.is_adjoining(from) {
            squares |= self.walk(BISHOP_PLANE_DIRECTIONS, from, occupied);
        }
        squares
    }

    /// Returns the squares that a queen attacks.
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

    /// Returns the squares that a rook attacks up and down, and in the plane if platforms adjoin.
    #[inline(never)]
    fn rook_attacks_off_board(&self, from: u8, occupied: u64) -> u64 {
        let mut squares = self.walk(VERTICAL_DIRECTIONS, from, occupied);
        if self.is_adjoining(from) {
            squares |= self.walk(ROOK_PLANE_DIRECTIONS, from, occupied);
        }
        squares
    }

    /// Returns the squares in these directions, each up to and including the first piece.
    #[inline(always)]
    fn walk(&self, directions: Range<usize>, from: u8, occupied: u64) -> u64 {
        directions.fold(0, |squares, direction| squares | self.ray(direction, from, occupied))
    }

    /// Returns the squares in one direction, up to and including the first piece.
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

/// Returns the lowest square of the board or platform of each square.
#[inline(always)]
const fn first_square(square: u8) -> u8 {
    if square < FIXED_CELLS as u8 { square & !15 } else { square & !3 }
}

/// The position of a square's entries in a table, and the blockers that select one.
#[derive(Clone, Copy)]
struct Index {
    mask: u64,
    offset: u16,
    shift: u8,
}

/// The attacks of a type of slider from every square.
pub(crate) struct AttackTable<const SIZE: usize> {
    index: [Index; 64],
    attacks: [u16; SIZE],
}

const ROOK_DIRECTIONS: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const BISHOP_DIRECTIONS: [(i8, i8); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];
const QUEEN_DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The attacks of a rook on its board.
pub(crate) static ROOK: AttackTable<{ table_size(&ROOK_DIRECTIONS) }> =
    AttackTable::new(&ROOK_DIRECTIONS);
/// The attacks of a bishop on its board.
pub(crate) static BISHOP: AttackTable<{ table_size(&BISHOP_DIRECTIONS) }> =
    AttackTable::new(&BISHOP_DIRECTIONS);
/// The attacks of a queen on its board.
pub(crate) static QUEEN: AttackTable<{ table_size(&QUEEN_DIRECTIONS) }> =
    AttackTable::new(&QUEEN_DIRECTIONS);

/// Walks from a square of a board of this width, in each direction up to and including the first
/// blocker. If `inner`, leaves out the last square before the edge.
const fn walk(from: u8, width: i8, directions: &[(i8, i8)], blockers: u16, inner: bool) -> u16 {
    let (mut set, mut direction) = (0, 0);
    while direction < directions.len() {
        let (files, ranks) = directions[direction];
        let (mut file, mut rank) = (from as i8 / width + files, from as i8 % width + ranks);
        while file >= 0 && file < width && rank >= 0 && rank < width {
            let bit = 1u16 << (file * width + rank);
            let (next_file, next_rank) = (file + files, rank + ranks);
            let last = next_file < 0 || next_file >= width || next_rank < 0 || next_rank >= width;
            if !(inner && last) {
                set |= bit;
            }
            if blockers & bit != 0 {
                break;
            }
            (file, rank) = (next_file, next_rank);
        }
        direction += 1;
    }
    set
}

/// Returns the square within its board and the width of the board. The numbers 0 to 15 are the
/// squares of a fixed board, 16 to 19 those of a platform.
const fn square_and_width(number: u8) -> (u8, i8) {
    if number < 16 { (number, 4) } else { (number - 16, 2) }
}

const fn table_size(directions: &[(i8, i8)]) -> usize {
    let (mut size, mut number) = (0, 0);
    while number < 20 {
        let (from, width) = square_and_width(number);
        size += 1 << walk(from, width, directions, 0, true).count_ones();
        number += 1;
    }
    size
}

impl<const SIZE: usize> AttackTable<SIZE> {
    const fn new(directions: &[(i8, i8)]) -> Self {
        let mut index = [Index { mask: 0, offset: 0, shift: 0 }; 64];
        let mut attacks = [0; SIZE];
        let (mut offset, mut number) = (0, 0);
        while number < 20 {
            let (from, width) = square_and_width(number);
            let mask = walk(from, width, directions, 0, true) as u64;
            let mut square = 0;
            while square < 64 {
                let first = first_square(square);
                let is_fixed = square < FIXED_CELLS as u8;
                if is_fixed == (width == 4) && square - first == from {
                    index[square as usize] = Index { mask, offset, shift: first };
                }
                square += 1;
            }
            let mut inner = 0;
            while inner < 1u64 << mask.count_ones() {
                let blockers = pdep_portable(inner, mask) as u16;
                attacks[offset as usize] = walk(from, width, directions, blockers, false);
                offset += 1;
                inner += 1;
            }
            number += 1;
        }
        AttackTable { index, attacks }
    }

    /// Returns the squares attacked from a square on its own board.
    #[inline(always)]
    pub(crate) fn attacks(&self, from: u8, occupied: u64) -> u64 {
        let Index { mask, offset, shift } = self.index[usize::from(from) % 64];
        let inner = pext(occupied >> shift, mask) as usize;
        // SAFETY: `mask` and `offset` come from `new`, which gives each square as many entries
        // as its mask can select.
        let attacks = unsafe { *self.attacks.get_unchecked(usize::from(offset) + inner) };
        u64::from(attacks) << shift
    }
}

/// For two squares in line on a fixed board the squares between them, and the ray from the first
/// through the second.
#[derive(Clone, Copy)]
struct Pair {
    between: u16,
    through: u16,
}

static PAIRS: [[Pair; 16]; 16] = {
    let mut table = [[Pair { between: 0, through: 0 }; 16]; 16];
    let mut from = 0;
    while from < 16 {
        let mut direction = 0;
        while direction < QUEEN_DIRECTIONS.len() {
            let ray = walk(from, 4, &[QUEEN_DIRECTIONS[direction]], 0, false);
            let mut to = 0;
            while to < 16 {
                if ray >> to & 1 != 0 {
                    let upto = walk(from, 4, &[QUEEN_DIRECTIONS[direction]], 1 << to, false);
                    table[from as usize][to as usize] =
                        Pair { between: upto & !(1 << to), through: ray };
                }
                to += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

#[inline(always)]
fn pair(a: u8, b: u8) -> Pair {
    PAIRS[usize::from(a) % 16][usize::from(b) % 16]
}

/// Returns the squares between two squares in line on one fixed board. Not for squares of a
/// platform, which never have one between them.
#[inline(always)]
pub(crate) fn between(a: u8, b: u8) -> u64 {
    u64::from(pair(a, b).between) << first_square(a)
}

/// Returns the ray from the first of two squares in line on one fixed board through the second.
#[inline(always)]
pub(crate) fn ray_through(a: u8, b: u8) -> u64 {
    u64::from(pair(a, b).through) << first_square(a)
}

#[cfg(test)]
mod tests {
    use super::super::tables::PAWN_CAPTURE_ORIGINS;
    use super::*;
    use crate::geometry::Place;
    use crate::geometry::staircase::cell_of_post;

    #[test]
    fn attack_tables_match_walks() {
        let mut word = 0x2545_f491_4f6c_dd1du64;
        for _ in 0..300 {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            for from in 0..64 {
                let first = first_square(from);
                let width = if from < FIXED_CELLS as u8 { 4 } else { 2 };
                let board = (1 << (width * width)) - 1;
                let blockers = (word >> first & board) as u16;
                let walked = |directions: &[(i8, i8)]| {
                    u64::from(walk(from - first, width, directions, blockers, false))
                };
                assert_eq!(ROOK.attacks(from, word), walked(&ROOK_DIRECTIONS) << first);
                assert_eq!(BISHOP.attacks(from, word), walked(&BISHOP_DIRECTIONS) << first);
                assert_eq!(QUEEN.attacks(from, word), walked(&QUEEN_DIRECTIONS) << first);
            }
        }
        assert_eq!(between(16, 31), 1 << 21 | 1 << 26);
        assert_eq!(ray_through(17, 18), 1 << 18 | 1 << 19);
    }

    #[test]
    fn pawns_capture_from_the_cells_that_attack() {
        let layouts = [
            [0, 5, 12, 17],
            [1, 4, 19, 20],
            [2, 3, 14, 23],
            [6, 11, 18, 22],
            [7, 8, 13, 15],
            [9, 10, 16, 21],
        ];
        for posts in layouts {
            let layout = PlatformLayout::new(posts);
            let live = (0..FIXED_CELLS as u16).chain(
                posts.into_iter().flat_map(|post| (0..4).map(move |i| cell_of_post(post, i))),
            );
            let cells: Vec<Place> = live.collect();
            for side in Side::ALL {
                for (square, &to) in (0..).zip(&cells) {
                    let origins = PAWN_CAPTURE_ORIGINS[side.index()][usize::from(to)];
                    let squares = cells.iter().map(|cell| u64::from(origins.contains(cell)));
                    let squares = (0..).zip(squares).fold(0, |set, (at, bit)| set | bit << at);
                    assert_eq!(squares, layout.pawn_attacks(side.other(), square));
                }
            }
        }
    }
}
