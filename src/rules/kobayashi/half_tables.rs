//! What moves one half of the board allows, as its platforms stand.
//!
//! Levels are connected only through platforms, and a platform's neighbours lie in files a to c
//! or in files d to f: no step, leap or path of a knight touches platforms of both halves, so each
//! half has tables of its own and a square's moves are the union of the two. The tables of a
//! half (a few hundred arrangements, some thousand bytes each) are made when they are first
//! asked for, straight from the wording of the rules on coordinates.

use super::tables::{KNIGHT_COMMANDS, PROMOTION_POSTS, Space};
use crate::geometry::Point;
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS, POST_COUNT, cell_of_post};
use crate::moves::Side;
use std::sync::OnceLock;

/// The number of posts of a half.
pub const POSTS_PER_HALF: usize = POST_COUNT / 2;

/// No square, in tables of steps.
pub const NO_SQUARE: u8 = 64;

/// The ways a line can go, as (files, ranks, levels): a rook's six, then a bishop's four in the
/// plane. Opposite ways are neighbours.
pub const DIRECTIONS: [(i8, i8, i8); 10] = [
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
/// The ways of a rook in the plane, among [`WAYS`].
pub const ROOK_PLANE_DIRECTIONS: std::ops::Range<usize> = 0..4;
/// Straight up and straight down.
pub const VERTICAL_DIRECTIONS: std::ops::Range<usize> = 4..6;
/// The ways of a bishop in the plane.
pub const BISHOP_PLANE_DIRECTIONS: std::ops::Range<usize> = 6..10;

/// The tables of a half; squares are those of the whole board.
pub struct HalfTables {
    /// What a knight attacks.
    pub knight_attacks: [u64; 64],
    /// What a king attacks.
    pub king_attacks: [u64; 64],
    /// What a bishop attacks by a triagonal step.
    pub triagonal_attacks: [u64; 64],
    /// What a pawn of each side attacks.
    pub pawn_attacks: [[u64; 64]; 2],
    /// The next square each way (see [`WAYS`]), or [`OFF`].
    pub step: [[u8; 64]; 10],
    /// Squares with a neighbour straight above or below.
    pub vertical: u64,
    /// The squares of platforms that adjoin another one on their level.
    pub adjoining: u64,
    /// Squares from which a pawn of each side steps to another board or platform, at once or by
    /// the second step of two.
    pub pawn_steps_off_board: [u64; 2],
    /// Squares from which a pawn of each side attacks a square of another board or platform.
    pub pawns_attacking_off_board: [u64; 2],
    /// What those pawns attack.
    pub off_board_pawn_attacks: [u64; 2],
    /// The squares of platforms on which a side's pawns promote.
    pub promotion: [u64; 2],
    /// For each slot and set of [`Commander`]s where the platform may go: a set of post numbers of
    /// the whole board.
    commands: [[u32; 16]; 4],
}

/// Who commands a platform, as a bit: several add up. A queen commands as rook and bishop.
#[derive(Clone, Copy)]
pub enum Commander {
    /// Along rows and columns of the grid.
    Rook = 1,
    /// Along its diagonals.
    Bishop = 2,
    /// By the table of leaps.
    Knight = 4,
    /// One step either way.
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
    /// The tables of the left (0) or right (1) half with platforms on these posts, numbered from
    /// the half's first.
    #[inline(always)]
    pub fn get(right: usize, posts: u32) -> &'static HalfTables {
        HALVES[right][posts as usize % (1 << POSTS_PER_HALF)]
            .get_or_init(|| Box::new(HalfTables::new(right == 1, posts as PostSet)))
    }

    /// Where a platform may go that such men command, as a set of post numbers.
    #[inline(always)]
    pub fn commands(&self, slot: usize, commanders: usize) -> u32 {
        self.commands[slot % 4][commanders % 16]
    }

    #[inline(never)]
    fn new(right: bool, posts: PostSet) -> HalfTables {
        let plan = HalfLayout::new(right, posts);
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
        for &(square, _) in &plan.squares {
            half.set_square(&plan, square);
        }
        for side in Side::ALL {
            half.set_pawns(&plan, side);
        }
        for (&post, commands) in plan.posts.iter().zip(&mut half.commands[plan.first_slot..]) {
            let alone = Commander::ALL.map(|commander| plan.command_targets(post, commander));
            for (commanders, to) in commands.iter_mut().enumerate() {
                let theirs = |i: &usize| commanders & Commander::ALL[*i] as usize != 0;
                *to = (0..4).filter(theirs).fold(0, |to, i| to | alone[i]);
            }
        }
        half
    }

    /// Everything about one square but for pawns.
    fn set_square(&mut self, plan: &HalfLayout, square: u8) {
        let from = usize::from(square);
        let bit = 1 << square;
        for (step, way) in self.step.iter_mut().zip(DIRECTIONS) {
            step[from] = plan.offset_square(square, way).unwrap_or(NO_SQUARE);
        }
        for (way, step) in self.step.iter().enumerate() {
            let to = step[from];
            if to == NO_SQUARE {
                continue;
            }
            self.king_attacks[from] |= 1 << to;
            if VERTICAL_DIRECTIONS.contains(&way) {
                self.vertical |= bit;
            } else if plan.board_of(square) != plan.board_of(to) {
                self.adjoining |= 0b1111 << (square & !3);
            }
        }
        for files in [-1, 1] {
            for ranks in [-1, 1] {
                for levels in [-1, 1] {
                    let to = plan.offset_square(square, (files, ranks, levels));
                    self.triagonal_attacks[from] |= to.map_or(0, |to| 1 << to);
                }
            }
        }
        self.king_attacks[from] |= self.triagonal_attacks[from];
        self.knight_attacks[from] = plan.knight_attacks(square);
    }

    fn set_pawns(&mut self, plan: &HalfLayout, side: Side) {
        let forward = if side == Side::White { 1 } else { -1 };
        let index = side.index();
        for &(square, point) in &plan.squares {
            let from = usize::from(square);
            let bit = 1 << square;
            for files in [-1, 1] {
                for levels in [0, forward] {
                    let Some(to) = plan.offset_square(square, (files, forward, levels)) else {
                        continue;
                    };
                    self.pawn_attacks[index][from] |= 1 << to;
                    if plan.board_of(square) != plan.board_of(to) {
                        self.pawns_attacking_off_board[index] |= bit;
                        self.off_board_pawn_attacks[index] |= 1 << to;
                    }
                }
            }
            for way in [(0, forward, 0), (0, 0, forward)] {
                let once = plan.offset_square(square, way);
                let twice = once.and_then(|once| plan.offset_square(once, way));
                let leaves = |to| plan.board_of(to) != plan.board_of(square);
                if once.is_some_and(leaves) || twice.is_some_and(leaves) {
                    self.pawn_steps_off_board[index] |= bit;
                }
            }
            if let Some(post) = plan.post_of(square) {
                let far_rank = if side == Side::White { 9 } else { 0 };
                if PROMOTION_POSTS[index] >> post & 1 != 0 && point.rank == far_rank {
                    self.promotion[index] |= bit;
                }
            }
        }
    }
}

/// The cells of a half that are live, with all fixed ones.
struct HalfLayout {
    /// Square and place of each cell.
    squares: Vec<(u8, Point)>,
    /// The square at each file, rank and level, or [`OFF`].
    square_at: [[[u8; 8]; 10]; 6],
    /// The posts, by number on the whole board, ascending.
    posts: Vec<u8>,
    /// The slot of the first of them.
    first_slot: usize,
    /// The first post of this half.
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

    /// The square at the end of a vector from a point.
    fn square_from_point(&self, from: Point, (files, ranks, levels): (i8, i8, i8)) -> Option<u8> {
        let file = self.square_at.get(usize::from(from.file.checked_add_signed(files)?))?;
        let rank = file.get(usize::from(from.rank.checked_add_signed(ranks)?))?;
        let square = *rank.get(usize::from(from.level.checked_add_signed(levels)?))?;
        (square != NO_SQUARE).then_some(square)
    }

    fn offset_square(&self, from: u8, vector: (i8, i8, i8)) -> Option<u8> {
        self.square_from_point(self.point(from)?, vector)
    }

    /// The post of a square on a platform.
    fn post_of(&self, square: u8) -> Option<u8> {
        let slot = usize::from(square.checked_sub(FIXED_CELLS as u8)? / 4);
        self.posts.get(slot.checked_sub(self.first_slot)?).copied()
    }

    /// A number for the fixed board or platform of a square.
    fn board_of(&self, square: u8) -> u8 {
        if square < FIXED_CELLS as u8 { square / 16 } else { square / 4 }
    }

    /// K3: a knight's vectors through orthogonally connected spaces; and any between the two
    /// platforms of one corner.
    fn knight_attacks(&self, from: u8) -> u64 {
        const AXES: [[i8; 3]; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        let along = |axis: [i8; 3], by: i8| (axis[0] * by, axis[1] * by, axis[2] * by);
        let sum = |a: (i8, i8, i8), b: (i8, i8, i8)| (a.0 + b.0, a.1 + b.1, a.2 + b.2);
        // The post below a corner has the next number after the one above it.
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

    /// K5: where a platform on this post may go that such a man commands.
    fn command_targets(&self, from: u8, commander: Commander) -> u32 {
        let along = [(1, 0), (-1, 0), (0, 2), (0, -2)];
        let diagonal = [(1, 2), (1, -2), (-1, 2), (-1, -2)];
        let slides = |ways: [(i8, i8); 4], steps: usize| {
            let posts = ways.into_iter().flat_map(|way| self.posts_along(from, way).take(steps));
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

    /// The vacant posts one after the other on the way over the grid of rank blocks and levels.
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
