//! The tables of steps and leaps for one half of the board, by where its platforms stand, and the
//! constant tables: castlings, start cells, promotion, knight commands, and the posts from which a
//! king can come under attack.
//!
//! Levels are connected only through platforms, and the neighbors of a platform lie in files a to c
//! or in files d to f. No step, leap or knight path touches platforms of both halves, so each half
//! has its own tables, and the moves from a square are the union of both. The tables of a half (a
//! few hundred arrangements, some thousand bytes each) are computed at first use from the wording
//! of the rules on coordinates.

use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS, POST_COUNT, cell_of_post};
use crate::geometry::{Place, Point};
use crate::moves::Side;
use crate::rules::staircase::{Castling, NO_CELL, PawnStarts, Space};
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
    /// For each slot and set of [`Commander`]s the posts where the platform may go, as a set of
    /// post numbers of the whole board.
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

/// Returns the cell at this distance from another one, live or not; [`NO_CELL`] if there is none.
const fn offset_cell(from: Place, [files, ranks, levels]: [i8; 3]) -> Place {
    if from == NO_CELL {
        return NO_CELL;
    }
    match Space::offset(from, (files, ranks, levels)) {
        Some(cell) => cell,
        None => NO_CELL,
    }
}

/// The castlings in the order of the letters `KQkq`.
pub(crate) const CASTLINGS: [Castling; 4] = {
    let ([king, queen], [black_king, black_queen]) = (castlings(0, 1, 1, 2), castlings(9, 7, 8, 6));
    [king, queen, black_king, black_queen]
};

const fn castlings(far: u8, level: u8, near: u8, board: u8) -> [Castling; 2] {
    let king = Space::cell(3, near, board);
    [
        Castling {
            king,
            rook: Space::cell(5, far, level),
            king_to: Space::cell(4, far, level),
            rook_to: Space::cell(4, near, board),
        },
        Castling {
            king,
            rook: Space::cell(0, far, level),
            king_to: Space::cell(1, far, level),
            rook_to: Space::cell(1, near, board),
        },
    ]
}

/// For each castling the cells that must be empty and not attacked. The king's side has two such
/// cells, and lists the second one twice.
pub(crate) static CASTLING_PATHS: [[Place; 3]; 4] = {
    let mut table = [[0; 3]; 4];
    let mut right = 0;
    while right < 4 {
        let Castling { king, king_to, rook_to, .. } = CASTLINGS[right];
        let queen_side = right % 2 == 1;
        let beside = if queen_side { offset_cell(king, [-1, 0, 0]) } else { king_to };
        table[right] = [rook_to, king_to, beside];
        right += 1;
    }
    table
};

/// The castling rights that outlast a move of the platform on this post.
pub(crate) static RIGHTS_KEPT_BY_POST: [u8; POST_COUNT] = {
    let mut table = [0b1111; POST_COUNT];
    let mut right = 0;
    while right < 4 {
        let post = (CASTLINGS[right].rook as usize - FIXED_CELLS) / 4;
        table[post] &= !(1 << right);
        right += 1;
    }
    table
};

/// The start cells of each side's pawns.
pub(crate) static PAWN_STARTS: PawnStarts = [
    [
        Space::cell(0, 1, 1),
        Space::cell(1, 1, 1),
        Space::cell(1, 2, 2),
        Space::cell(2, 2, 2),
        Space::cell(3, 2, 2),
        Space::cell(4, 1, 1),
        Space::cell(4, 2, 2),
        Space::cell(5, 1, 1),
    ],
    [
        Space::cell(0, 8, 7),
        Space::cell(1, 7, 6),
        Space::cell(1, 8, 7),
        Space::cell(2, 7, 6),
        Space::cell(3, 7, 6),
        Space::cell(4, 7, 6),
        Space::cell(4, 8, 7),
        Space::cell(5, 8, 7),
    ],
];

/// For a pawn of each side the next cell forward, and the next one straight up (Black: down), live
/// or not; [`NO_CELL`] if there is none.
pub(crate) static PAWN_STEPS: [[[Place; 256]; 2]; 2] = {
    let mut table = [[[NO_CELL; 256]; 2]; 2];
    let mut cell = 0;
    while cell < CELL_COUNT {
        table[0][0][cell] = offset_cell(cell as Place, [0, 1, 0]);
        table[0][1][cell] = offset_cell(cell as Place, [0, 0, 1]);
        table[1][0][cell] = offset_cell(cell as Place, [0, -1, 0]);
        table[1][1][cell] = offset_cell(cell as Place, [0, 0, -1]);
        cell += 1;
    }
    table
};

/// For each side the cells, live or not, from which its pawns capture on a cell; [`NO_CELL`] where
/// there is none.
pub(crate) static PAWN_CAPTURE_ORIGINS: [[[Place; 4]; 256]; 2] = {
    let mut table = [[[NO_CELL; 4]; 256]; 2];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let to = cell as Place;
        let mut side = 0;
        while side < 2 {
            let back = if side == 0 { -1 } else { 1 };
            table[side][cell] = [
                offset_cell(to, [-1, back, 0]),
                offset_cell(to, [1, back, 0]),
                offset_cell(to, [-1, back, back]),
                offset_cell(to, [1, back, back]),
            ];
            side += 1;
        }
        cell += 1;
    }
    table
};

/// The squares of the fixed boards on which a side's pawns promote.
pub(crate) const PROMOTION_SQUARES: [u64; 2] = [0x8888 << 32, 0x1111];

/// The far rank of a platform for White's pawns and for Black's, as a set of its four squares.
pub(crate) const PROMOTION_RANK: [u64; 2] = [0b1010, 0b0101];

/// The posts on whose far rank a side's pawns promote, as a set of post numbers.
pub(crate) static PROMOTION_POSTS: [u32; 2] = {
    let (mut table, mut post) = ([0; 2], 0);
    while post < POST_COUNT {
        match Space::POSTS[post].origin {
            Point { rank: 8, level: 7, .. } => table[0] |= 1 << post,
            Point { rank: 0, level: 1, .. } => table[1] |= 1 << post,
            _ => {}
        }
        post += 1;
    }
    table
};

/// K5, the table of knight commands: for each post of a half, in post order, the set of posts to
/// which the platform may leap; bit 0 is the first post of the half. The rows are in the order of
/// the corner ranks 1, 3, 4, 5, 6 and 8, the post above a corner before the one below.
pub(crate) static KNIGHT_COMMANDS: [u16; POST_COUNT / 2] = {
    const POST: [&[usize]; POST_COUNT / 2] = {
        const fn above(corner: usize) -> usize {
            match corner {
                12 => 0,
                34 => 2,
                42 => 4,
                56 => 6,
                64 => 8,
                _ => 10,
            }
        }
        const fn below(corner: usize) -> usize {
            above(corner) + 1
        }
        [
            &[below(42), below(56)],
            &[above(42)],
            &[below(64), below(42)],
            &[above(56), above(64)],
            &[below(12), below(86)],
            &[above(12), above(34), above(64)],
            &[below(34), below(64), below(86)],
            &[above(12), above(86)],
            &[below(34), below(42)],
            &[above(34), above(56)],
            &[below(56)],
            &[above(42), above(56)],
        ]
    };
    let mut table = [0; POST_COUNT / 2];
    let mut from = 0;
    while from < POST_COUNT / 2 {
        let mut i = 0;
        while i < POST[from].len() {
            table[from] |= 1 << POST[from][i];
            i += 1;
        }
        from += 1;
    }
    table
};

/// Returns the post of a cell on a platform, or `usize::MAX` for a fixed cell.
const fn post_of(cell: Place) -> usize {
    if cell == NO_CELL || (cell as usize) < FIXED_CELLS {
        usize::MAX
    } else {
        (cell as usize - FIXED_CELLS) / 4
    }
}

/// For a king on each cell the posts where an arriving platform can complete an attack on it,
/// because a knight path or a line passes over the platform's cells. A leaving platform completes
/// none, since a missing cell blocks, and the pieces that arrive are those of the king's side.
pub(crate) static EXPOSING_POSTS: [u32; 256] = {
    let (mut table, mut cell) = ([0; 256], 0);
    while cell < CELL_COUNT {
        table[cell] = knight_path_posts(cell as Place) | line_posts(cell as Place);
        cell += 1;
    }
    table
};

const fn knight_path_posts(king: Place) -> u32 {
    let mut posts = 0;
    let mut number = 0;
    // Two signs, and two different axes.
    while number < 36 {
        let (long, short) = (number / 4 % 3, number / 12);
        if long != short {
            let (mut far, mut near) = ([0; 3], [0; 3]);
            far[long] = if number & 1 == 0 { 1 } else { -1 };
            near[short] = if number & 2 == 0 { 1 } else { -1 };
            let orders = [[far, far, near], [far, near, far], [near, far, far]];
            let mut order = 0;
            while order < 3 {
                let first = offset_cell(king, orders[order][0]);
                let second = offset_cell(first, orders[order][1]);
                let knight = offset_cell(second, orders[order][2]);
                if knight != NO_CELL {
                    posts |= exposing_post(first, knight) | exposing_post(second, knight);
                }
                order += 1;
            }
        }
        number += 1;
    }
    posts
}

/// Returns the post of a cell on a knight path as a set, unless the knight stands on that post.
const fn exposing_post(over: Place, attacker: Place) -> u32 {
    let post = post_of(over);
    if post == usize::MAX || post == post_of(attacker) { 0 } else { 1 << post }
}

const fn line_posts(king: Place) -> u32 {
    let mut posts = 0;
    let Point { file, rank, level } = Space::CELLS[king as usize];
    let mut cell = FIXED_CELLS;
    while cell < CELL_COUNT {
        let other = Space::CELLS[cell];
        let column = other.file == file && other.rank == rank && other.level != level;
        let plane = other.level == level && (other.file < 3) == (file < 3);
        if column || plane {
            posts |= 1 << post_of(cell as Place);
        }
        cell += 1;
    }
    posts
}

/// For a king on each cell the squares of fixed boards from which a piece could attack it, for some
/// arrangement of the platforms, other than within a fixed board.
pub(crate) static NEAR_SQUARES: [u64; 256] = {
    let (mut table, mut cell) = ([0; 256], 0);
    while cell < CELL_COUNT {
        let mut other = 0;
        while other < FIXED_CELLS {
            table[cell] |= (is_near(cell, other) as u64) << other;
            other += 1;
        }
        cell += 1;
    }
    table
};

/// For a king on each cell the posts from whose platforms a piece could attack it.
pub(crate) static NEAR_POSTS: [u32; 256] = {
    let (mut table, mut cell) = ([0; 256], 0);
    while cell < CELL_COUNT {
        let mut other = FIXED_CELLS;
        while other < CELL_COUNT {
            table[cell] |= (is_near(cell, other) as u32) << post_of(other as Place);
            other += 1;
        }
        cell += 1;
    }
    table
};

/// Returns whether a piece on one of two cells could attack the other, except within a fixed board:
/// up and down or along a level at any distance, else by a step or a knight's leap.
const fn is_near(one: usize, other: usize) -> bool {
    let (a, b) = (Space::CELLS[one], Space::CELLS[other]);
    let files = a.file.abs_diff(b.file);
    let ranks = a.rank.abs_diff(b.rank);
    let levels = a.level.abs_diff(b.level);
    let within_board = one < FIXED_CELLS && other < FIXED_CELLS && levels == 0;
    let in_line = files == 0 && ranks == 0 || levels == 0 && (files < 2 || files == ranks);
    let in_reach = files <= 2 && ranks <= 2 && levels <= 2 && files + ranks + levels <= 3;
    !within_board && (in_line || in_reach)
}
