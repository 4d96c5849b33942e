//! The tables of steps and leaps for one half of the board, by where its platforms stand.
//!
//! Levels are connected only through platforms, and the neighbors of a platform lie in files a to c
//! or in files d to f. No step, leap or knight path touches platforms of both halves, so each half
//! has its own tables, and the moves from a square are the union of both. The tables of a half (a
//! few hundred arrangements, some thousand bytes each) are computed at first use from the wording
//! of the rules on coordinates.

use super::tables::{KNIGHT_COMMANDS, PROMOTION_POSTS, Space};
use crate::geometry::Point;
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS, POST_COUNT, cell_of_post};
use crate::moves::Side;
use std::sync::OnceLock;

/// The number of posts of a half.
pub(crate) const POSTS_PER_HALF: usize = POST_COUNT / 2;

/// No square, in tables of steps.
pub(crate) const NO_SQUARE: u8 = 64;

/// The directions of lines as (files, ranks, levels): a rook's six, then a bishop's four in the
/// plane. Opposite directions are adjacent.
pub(crate) const DIRECTIONS: [(i8, i8, i8); 10] = [
    (0, 1, 0),
    (0, -1, 0),
    (1, 0, 0),
    (-1, 0, 0),
    (0, 0, 1),
    (0, 0, -1),
    (1, 1, 0),
    (-1, -1, 0),
    (1, -1, 0),
    (-1, 1, 0),
];
/// The indices in [`DIRECTIONS`] of a rook's directions in the plane.
pub(crate) const ROOK_PLANE_DIRECTIONS: std::ops::Range<usize> = 0..4;
/// The indices of straight up and straight down.
pub(crate) const VERTICAL_DIRECTIONS: std::ops::Range<usize> = 4..6;
/// The indices of a bishop's directions in the plane.
pub(crate) const BISHOP_PLANE_DIRECTIONS: std::ops::Range<usize> = 6..10;

/// The tables of a half. Squares are numbered as on the whole board.
pub(crate) struct HalfTables {
    /// The squares that a knight attacks.
    pub(crate) knight_attacks: [u64; 64],
    /// The squares that a king attacks.
    pub(crate) king_attacks: [u64; 64],
    /// The squares that a bishop attacks by a triagonal step.
    pub(crate) triagonal_attacks: [u64; 64],
    /// The squares that a pawn of each side attacks.
    pub(crate) pawn_attacks: [[u64; 64]; 2],
    /// The next square in each direction (see [`DIRECTIONS`]), or [`NO_SQUARE`].
    pub(crate) step: [[u8; 64]; 10],
    /// The squares with another one straight above or below.
    pub(crate) vertical: u64,
    /// The squares of platforms that adjoin another one on their level.
    pub(crate) adjoining: u64,
    /// The squares from which a pawn of each side leaves its board or platform, by a step or by the
    /// second half of a double step.
    pub(crate) pawn_steps_off_board: [u64; 2],
    /// The squares from which a pawn of each side attacks another board or platform.
    pub(crate) pawns_attacking_off_board: [u64; 2],
    /// The squares on other boards or platforms that those pawns attack.
    pub(crate) off_board_pawn_attacks: [u64; 2],
    /// The squares of platforms on which a side's pawns promote.
    pub(crate) promotion: [u64; 2],
    /// For each slot and set of [`Commander`]s the posts where the platform may go, as a set of post
    /// numbers of the whole board.
    commands: [[u32; 16]; 4],
}

/// A piece that commands a platform, as a bit of a set. A queen commands as rook and bishop.
#[derive(Clone, Copy)]
pub(crate) enum Commander {
    /// Along rows and columns of the grid.
    Rook = 1,
    /// Along its diagonals.
    Bishop = 2,
    /// By the table of leaps.
    Knight = 4,
    /// One step along a row, column or diagonal.
    King = 8,
}

impl Commander {
    const ALL: [Commander; 4] =
        [Commander::Rook, Commander::Bishop, Commander::Knight, Commander::King];
}

/// The posts of a half as a set of the numbers 0 to 11.
type PostSet = u16;

static HALVES: [[OnceLock<Box<HalfTables>>; 1 << POSTS_PER_HALF]; 2] =
    [const { [const { OnceLock::new() }; 1 << POSTS_PER_HALF] }; 2];

impl HalfTables {
    /// Returns the tables of the left (0) or right (1) half for platforms on these posts, numbered
    /// from the first of the half.
    #[inline(always)]
    pub(crate) fn get(right: usize, posts: u32) -> &'static HalfTables {
        HALVES[right][posts as usize % (1 << POSTS_PER_HALF)]
            .get_or_init(|| Box::new(HalfTables::new(right == 1, posts as PostSet)))
    }

    /// Returns where these commanders may send a platform, as a set of post numbers.
    #[inline(always)]
    pub(crate) fn commands(&self, slot: usize, commanders: usize) -> u32 {
        self.commands[slot % 4][commanders % 16]
    }

    #[inline(never)]
    fn new(right: bool, posts: PostSet) -> HalfTables {
        let layout = HalfLayout::new(right, posts);
        let mut half = HalfTables {
            knight_attacks: [0; 64],
            king_attacks: [0; 64],
            triagonal_attacks: [0; 64],
            pawn_attacks: [[0; 64]; 2],
            step: [[NO_SQUARE; 64]; 10],
            vertical: 0,
            adjoining: 0,
            pawn_steps_off_board: [0; 2],
            pawns_attacking_off_board: [0; 2],
            off_board_pawn_attacks: [0; 2],
            promotion: [0; 2],
            commands: [[0; 16]; 4],
        };
        for &(square, _) in &layout.squares {
            half.set_square(&layout, square);
        }
        for side in Side::ALL {
            half.set_pawns(&layout, side);
        }
        for (&post, commands) in layout.posts.iter().zip(&mut half.commands[layout.first_slot..]) {
            let alone = Commander::ALL.map(|commander| layout.command_targets(post, commander));
            for (commanders, to) in commands.iter_mut().enumerate() {
                let theirs = |i: &usize| commanders & Commander::ALL[*i] as usize != 0;
                *to = (0..4).filter(theirs).fold(0, |to, i| to | alone[i]);
            }
        }
        half
    }

    /// Fills in the entries of one square, except those for pawns.
    fn set_square(&mut self, layout: &HalfLayout, square: u8) {
        let from = usize::from(square);
        let bit = 1 << square;
        for (step, direction) in self.step.iter_mut().zip(DIRECTIONS) {
            step[from] = layout.offset_square(square, direction).unwrap_or(NO_SQUARE);
        }
        for (direction, step) in self.step.iter().enumerate() {
            let to = step[from];
            if to == NO_SQUARE {
                continue;
            }
            self.king_attacks[from] |= 1 << to;
            if VERTICAL_DIRECTIONS.contains(&direction) {
                self.vertical |= bit;
            } else if layout.board_of(square) != layout.board_of(to) {
                self.adjoining |= 0b1111 << (square & !3);
            }
        }
        for files in [-1, 1] {
            for ranks in [-1, 1] {
                for levels in [-1, 1] {
                    let to = layout.offset_square(square, (files, ranks, levels));
                    self.triagonal_attacks[from] |= to.map_or(0, |to| 1 << to);
                }
            }
        }
        self.king_attacks[from] |= self.triagonal_attacks[from];
        self.knight_attacks[from] = layout.knight_attacks(square);
    }

    fn set_pawns(&mut self, layout: &HalfLayout, side: Side) {
        let forward = if side == Side::White { 1 } else { -1 };
        let index = side.index();
        for &(square, point) in &layout.squares {
            let from = usize::from(square);
            let bit = 1 << square;
            for files in [-1, 1] {
                for levels in [0, forward] {
                    let Some(to) = layout.offset_square(square, (files, forward, levels)) else {
                        continue;
                    };
                    self.pawn_attacks[index][from] |= 1 << to;
                    if layout.board_of(square) != layout.board_of(to) {
                        self.pawns_attacking_off_board[index] |= bit;
                        self.off_board_pawn_attacks[index] |= 1 << to;
                    }
                }
            }
            for direction in [(0, forward, 0), (0, 0, forward)] {
                let once = layout.offset_square(square, direction);
                let twice = once.and_then(|once| layout.offset_square(once, direction));
                let leaves = |to| layout.board_of(to) != layout.board_of(square);
                if once.is_some_and(leaves) || twice.is_some_and(leaves) {
                    self.pawn_steps_off_board[index] |= bit;
                }
            }
            if let Some(post) = layout.post_of(square) {
                let far_rank = if side == Side::White { 9 } else { 0 };
                if PROMOTION_POSTS[index] >> post & 1 != 0 && point.rank == far_rank {
                    self.promotion[index] |= bit;
                }
            }
        }
    }
}

/// The live cells of a half, and all fixed cells.
struct HalfLayout {
    /// The square and the coordinates of each cell.
    squares: Vec<(u8, Point)>,
    /// The square at each file, rank and level, or [`NO_SQUARE`].
    square_at: [[[u8; 8]; 10]; 6],
    /// The posts, by number on the whole board, ascending.
    posts: Vec<u8>,
    /// The slot of the first post.
    first_slot: usize,
    /// The number of the first post of this half.
    first_post: u8,
}

impl HalfLayout {
    fn new(right: bool, set: PostSet) -> HalfLayout {
        let first_post = if right { POSTS_PER_HALF as u8 } else { 0 };
        let posts: Vec<u8> = (0..POSTS_PER_HALF as u8)
            .filter(|post| set >> post & 1 != 0)
            .map(|post| first_post + post)
            .collect();
        // The right half's platforms have the last slots.
        let first_slot = if right { 4usize.saturating_sub(posts.len()) } else { 0 };
        let fixed =
            (0..FIXED_CELLS as u8).map(|square| (square, Space::CELLS[usize::from(square)]));
        let on_platforms = posts.iter().zip(first_slot..).flat_map(|(&post, slot)| {
            (0..4u8).map(move |within| {
                let cell = usize::from(cell_of_post(post, within));
                (FIXED_CELLS as u8 + 4 * slot as u8 + within, Space::CELLS[cell])
            })
        });
        let squares: Vec<(u8, Point)> = fixed.chain(on_platforms).collect();
        let mut square_at = [[[NO_SQUARE; 8]; 10]; 6];
        for &(square, Point { file, rank, level }) in &squares {
            square_at[usize::from(file)][usize::from(rank)][usize::from(level)] = square;
        }
        HalfLayout { squares, square_at, posts, first_slot, first_post }
    }

    fn point(&self, square: u8) -> Option<Point> {
        // The fixed squares come first, then those of the slots in one run.
        let first = FIXED_CELLS as u8 + 4 * self.first_slot as u8;
        let at =
            if square < FIXED_CELLS as u8 { square } else { square - first + FIXED_CELLS as u8 };
        self.squares.get(usize::from(at)).map(|(_, point)| *point)
    }

    /// Returns the square at this distance from a point.
    fn square_from_point(&self, from: Point, (files, ranks, levels): (i8, i8, i8)) -> Option<u8> {
        let file = self.square_at.get(usize::from(from.file.checked_add_signed(files)?))?;
        let rank = file.get(usize::from(from.rank.checked_add_signed(ranks)?))?;
        let square = *rank.get(usize::from(from.level.checked_add_signed(levels)?))?;
        (square != NO_SQUARE).then_some(square)
    }

    fn offset_square(&self, from: u8, vector: (i8, i8, i8)) -> Option<u8> {
        self.square_from_point(self.point(from)?, vector)
    }

    /// Returns the post of a square on a platform.
    fn post_of(&self, square: u8) -> Option<u8> {
        let slot = usize::from(square.checked_sub(FIXED_CELLS as u8)? / 4);
        self.posts.get(slot.checked_sub(self.first_slot)?).copied()
    }

    /// Returns a number for the fixed board or platform of a square.
    fn board_of(&self, square: u8) -> u8 {
        if square < FIXED_CELLS as u8 { square / 16 } else { square / 4 }
    }

    /// K3: returns where a knight's leaps lead: over orthogonally connected cells, and in any way
    /// between the two platforms of one corner.
    fn knight_attacks(&self, from: u8) -> u64 {
        const AXES: [[i8; 3]; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        let along = |axis: [i8; 3], by: i8| (axis[0] * by, axis[1] * by, axis[2] * by);
        let sum = |a: (i8, i8, i8), b: (i8, i8, i8)| (a.0 + b.0, a.1 + b.1, a.2 + b.2);
        // The numbers of the posts above and below a corner follow each other.
        let corner = |square| self.post_of(square).map(|post| post / 2);
        let mut squares = 0;
        for (long, short) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
            for (far, near) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let (far, near) = (along(AXES[long], far), along(AXES[short], near));
                let Some(to) = self.offset_square(from, sum(sum(far, far), near)) else { continue };
                let orders = [[far, far, near], [far, near, far], [near, far, far]];
                let connected = orders.into_iter().any(|steps| {
                    let mut square = Some(from);
                    for step in steps {
                        square = square.and_then(|square| self.offset_square(square, step));
                    }
                    square.is_some()
                });
                let of_one_corner = corner(from).is_some() && corner(from) == corner(to);
                if connected || of_one_corner {
                    squares |= 1 << to;
                }
            }
        }
        squares
    }

    /// K5: returns where this commander may send a platform from a post.
    fn command_targets(&self, from: u8, commander: Commander) -> u32 {
        let along = [(1, 0), (-1, 0), (0, 2), (0, -2)];
        let diagonal = [(1, 2), (1, -2), (-1, 2), (-1, -2)];
        let slides = |directions: [(i8, i8); 4], steps: usize| {
            let posts = directions
                .into_iter()
                .flat_map(|direction| self.posts_along(from, direction).take(steps));
            posts.fold(0, |set, post| set | 1 << post)
        };
        match commander {
            Commander::Rook => slides(along, POSTS_PER_HALF),
            Commander::Bishop => slides(diagonal, POSTS_PER_HALF),
            Commander::King => slides(along, 1) | slides(diagonal, 1),
            Commander::Knight => {
                let held = self.posts.iter().fold(0, |set, post| set | 1u32 << post);
                let leaps = u32::from(KNIGHT_COMMANDS[usize::from(from - self.first_post)]);
                leaps << self.first_post & !held
            }
        }
    }

    /// Returns the vacant posts in one direction over the grid of rank blocks and levels, up to the
    /// first that is occupied or missing.
    fn posts_along(&self, from: u8, (blocks, levels): (i8, i8)) -> impl Iterator<Item = u8> {
        let grid = |post: u8| {
            let Point { rank, level, .. } = Space::POSTS[usize::from(post)].origin;
            (rank as i8 / 2, level as i8)
        };
        let mut at = grid(from);
        std::iter::from_fn(move || {
            at = (at.0 + blocks, at.1 + levels);
            let mut half = self.first_post..self.first_post + POSTS_PER_HALF as u8;
            half.find(|&post| grid(post) == at).filter(|post| !self.posts.contains(post))
        })
    }
}

const _: () = assert!(CELL_COUNT == FIXED_CELLS + 8 * POSTS_PER_HALF);
