//! Constant tables: castlings, start cells, promotion, knight commands, and the posts from which a
//! king can come under attack.

use crate::geometry::Place;
use crate::geometry::Point;
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS, POST_COUNT, Staircase};
use crate::moves::Side;
use crate::rules::staircase::{Castling, NO_CELL, PawnStarts};

/// The staircase of `kobayashi`, White's board lowest.
pub(crate) type Space = Staircase<false>;

/// The cell at each file, rank and level, or [`NO_CELL`].
const CELL_AT: [[[Place; 8]; 10]; 6] = {
    let mut table = [[[NO_CELL; 8]; 10]; 6];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let Point { file, rank, level } = Space::CELLS[cell];
        table[file as usize][rank as usize][level as usize] = cell as Place;
        cell += 1;
    }
    table
};

/// The cell at these coordinates, or [`NO_CELL`].
const fn cell_at(file: i8, rank: i8, level: i8) -> Place {
    if file < 0 || file > 5 || rank < 0 || rank > 9 || level < 1 || level > 7 {
        return NO_CELL;
    }
    CELL_AT[file as usize][rank as usize][level as usize]
}

/// Returns the cell at this distance from another one, live or not.
const fn offset_cell(from: Place, by: [i8; 3]) -> Place {
    if from == NO_CELL {
        return NO_CELL;
    }
    let Point { file, rank, level } = Space::CELLS[from as usize];
    cell_at(file as i8 + by[0], rank as i8 + by[1], level as i8 + by[2])
}

const fn cell(file: u8, rank: u8, level: u8) -> Place {
    let cell = cell_at(file as i8, rank as i8, level as i8);
    assert!(cell != NO_CELL);
    cell
}

/// The castlings in the order of the letters `KQkq`.
pub(crate) const CASTLINGS: [Castling; 4] = {
    let ([king, queen], [black_king, black_queen]) = (castlings(0, 1, 1, 2), castlings(9, 7, 8, 6));
    [king, queen, black_king, black_queen]
};

const fn castlings(far: u8, level: u8, near: u8, board: u8) -> [Castling; 2] {
    let king = cell(3, near, board);
    [
        Castling {
            king,
            rook: cell(5, far, level),
            king_to: cell(4, far, level),
            rook_to: cell(4, near, board),
        },
        Castling {
            king,
            rook: cell(0, far, level),
            king_to: cell(1, far, level),
            rook_to: cell(1, near, board),
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
        cell(0, 1, 1),
        cell(1, 1, 1),
        cell(1, 2, 2),
        cell(2, 2, 2),
        cell(3, 2, 2),
        cell(4, 1, 1),
        cell(4, 2, 2),
        cell(5, 1, 1),
    ],
    [
        cell(0, 8, 7),
        cell(1, 7, 6),
        cell(1, 8, 7),
        cell(2, 7, 6),
        cell(3, 7, 6),
        cell(4, 7, 6),
        cell(4, 8, 7),
        cell(5, 8, 7),
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

/// Returns the cell that a pawn of that side passes over, if the move is a double step.
#[inline(always)]
pub(crate) fn double_step_ep_cell(side: Side, from: Place, to: Place) -> Option<Place> {
    PAWN_STEPS[side.index()].iter().find_map(|next| {
        let over = next[usize::from(from)];
        (over != NO_CELL && next[usize::from(over)] == to).then_some(over)
    })
}

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
