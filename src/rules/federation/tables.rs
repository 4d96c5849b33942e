//! Constant tables of `federation`: attacks of pawns, platform moves, promotion.

use crate::geometry::Place;
use crate::geometry::columns::{COLUMNS, FILES, file_columns, file_of, rank_columns};
use crate::geometry::staircase::{FIXED_CELLS, POST_COUNT};
use crate::moves::Side;
use crate::rules::staircase::{PAWN_CAPTURES, Space, SquareTable, Step, shift};

/// The squares from which a pawn of each side attacks a column, under the rook-pawn rule.
pub(crate) static ROOK_PAWN_ATTACKS: [SquareTable; 2] =
    [rook_pawn_table(Side::White), rook_pawn_table(Side::Black)];

const fn rook_pawn_table(side: Side) -> SquareTable {
    let steps = pawn_steps(side);
    let mut attacked_from = [0; COLUMNS];
    let mut from = 0;
    while from < COLUMNS {
        let mut captures =
            shift(1 << from, steps.captures[0]) | shift(1 << from, steps.captures[1]);
        if file_of(from) == 0 {
            captures |= shift(1 << from, steps.backward[0]);
        }
        if file_of(from) == FILES - 1 {
            captures |= shift(1 << from, steps.backward[1]);
        }
        let mut to = 0;
        while to < COLUMNS {
            attacked_from[to] |= (captures >> to & 1) << from;
            to += 1;
        }
        from += 1;
    }
    SquareTable::new(&attacked_from)
}

/// The posts to which a platform may go from a post, as a set of post numbers: on the same file,
/// with corners at most two ranks apart, upright or inverted, but not the same post.
pub(crate) static PLATFORM_STEPS: [u32; POST_COUNT] = {
    let mut table = [0; POST_COUNT];
    let mut from = 0;
    while from < POST_COUNT {
        let mut to = 0;
        while to < POST_COUNT {
            let (here, there) = (Space::POSTS[from].corner, Space::POSTS[to].corner);
            if from != to && here.file == there.file && here.rank.abs_diff(there.rank) <= 2 {
                table[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// The columns on which a side's pawns promote, at any level.
pub(crate) const PROMOTION_COLUMNS: [u64; 2] =
    [rank_columns(8) | rank_columns(9), rank_columns(0) | rank_columns(1)];

/// The posts on whose platforms a side's pawns promote, as a set of post numbers.
pub(crate) static PROMOTION_POSTS: [u32; 2] = {
    let (mut table, mut post) = ([0; 2], 0);
    while post < POST_COUNT {
        match Space::POSTS[post].origin.rank {
            8 => table[0] |= 1 << post,
            0 => table[1] |= 1 << post,
            _ => {}
        }
        post += 1;
    }
    table
};

/// The highest fixed cell of each column at or below each level, or `Place::MAX`.
pub(crate) static TOP_FIXED: [[Place; 8]; COLUMNS] = {
    let mut table = [[Place::MAX; 8]; COLUMNS];
    // The lowest board comes first, so that higher cells overwrite lower ones.
    let mut cell = 0;
    while cell < FIXED_CELLS {
        let mut level = Space::CELLS[cell].level as usize;
        while level < 8 {
            table[Space::COLUMN[cell] as usize][level] = cell as Place;
            level += 1;
        }
        cell += 1;
    }
    table
};

/// The columns of the leftmost file, from which a rook pawn may step inward.
pub(crate) const LEFTMOST: u64 = file_columns(0);
/// The columns of the rightmost file; see [`LEFTMOST`].
pub(crate) const RIGHTMOST: u64 = file_columns(FILES - 1);

/// The steps of a side's pawns.
pub(crate) struct PawnSteps {
    /// One rank ahead.
    pub(crate) ahead: Step,
    /// A capture ahead, to either side.
    pub(crate) captures: [Step; 2],
    /// A rook pawn's backward capture, inward from the a file and from the f file.
    pub(crate) backward: [Step; 2],
}

/// Returns the steps of a side's pawns.
pub(crate) const fn pawn_steps(side: Side) -> PawnSteps {
    let ahead = match side {
        Side::White => 1,
        Side::Black => -1,
    };
    PawnSteps {
        ahead: Step::new(0, ahead),
        captures: PAWN_CAPTURES[side as usize],
        backward: [Step::new(1, -ahead), Step::new(-1, -ahead)],
    }
}

/// One file inward, from the a file and from the f file.
pub(crate) const INWARD: [Step; 2] = [Step::new(1, 0), Step::new(-1, 0)];

/// The left half of the board.
pub(crate) const LEFT_HALF: u64 = (1 << (COLUMNS / 2)) - 1;
