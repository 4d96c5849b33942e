//! Constant tables of `meder`: platform moves, promotion.

use crate::geometry::columns::column;
use crate::geometry::staircase::{POST_COUNT, corner_of_post};
use crate::rules::staircase::Space;

/// M5: the posts to which an empty platform may go from a post, as a set of post numbers. All posts
/// are above a corner.
pub(crate) static PLATFORM_STEPS: [u32; POST_COUNT] = {
    let (mut table, mut from) = ([0; POST_COUNT], 0);
    while from < POST_COUNT {
        let mut to = 0;
        while to < POST_COUNT {
            table[from] |= (is_platform_step(from, to) as u32) << to;
            to += 1;
        }
        from += 1;
    }
    table
};

/// By side: the posts to which a platform with a piece of that side aboard may go from a post:
/// forward or across.
pub(crate) static LOADED_PLATFORM_STEPS: [[u32; POST_COUNT]; 2] = {
    let (mut table, mut from) = ([[0; POST_COUNT]; 2], 0);
    while from < POST_COUNT {
        let mut to = 0;
        while to < POST_COUNT {
            if is_platform_step(from, to) {
                let (here, there) = (corner_rank(from), corner_rank(to));
                table[0][from] |= ((there >= here) as u32) << to;
                table[1][from] |= ((there <= here) as u32) << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// Returns the rank of a post's corner.
const fn corner_rank(post: usize) -> u8 {
    Space::POSTS[post].corner.rank
}

/// M1: the number of a pin, 1 to 6 along each side of the board: the near corner of each fixed
/// board and then the far one.
const fn pin(post: usize) -> u8 {
    let corner = corner_of_post(post);
    1 + 2 * corner.board as u8 + (corner.rank > 0) as u8
}

/// Returns whether an empty platform may go from post to post: to a pin at most two away on the
/// same side of the board, or straight across.
const fn is_platform_step(from: usize, to: usize) -> bool {
    let (here, there) = (corner_of_post(from), corner_of_post(to));
    if from == to || !here.above || !there.above {
        return false;
    }
    let distance = pin(from).abs_diff(pin(to));
    if here.file == there.file { distance <= 2 } else { distance == 0 }
}

/// A corner where a pawn promotes only while no platform stands above it.
#[derive(Clone, Copy)]
pub(crate) struct PromotionCorner {
    /// The post above it.
    pub(crate) post: u8,
    /// Its square, which is also its cell.
    pub(crate) square: u8,
}

/// The two such corners of each side: b8 and e8 for White's pawns, b1 and e1 for Black's.
pub(crate) static CORNERS: [[PromotionCorner; 2]; 2] = [
    [PromotionCorner { post: 10, square: 35 }, PromotionCorner { post: 22, square: 47 }],
    [PromotionCorner { post: 0, square: 0 }, PromotionCorner { post: 12, square: 12 }],
];

/// The squares of each side's corners.
pub(crate) const CORNER_SQUARES: [u64; 2] = [1 << 35 | 1 << 47, 1 << 0 | 1 << 12];
/// The posts above each side's corners: on their platforms its pawns reach the last rank.
pub(crate) const CORNER_POSTS: [u32; 2] = [1 << 10 | 1 << 22, 1 << 0 | 1 << 12];
/// The squares of a platform on the rank that is the last one above a corner, for each side.
pub(crate) const LAST_RANK_OF_PLATFORM: [u64; 2] = [0b1010, 0b0101];

/// By side: the columns on which its pawns promote, but for the corners.
pub(crate) const FURTHEST_COLUMNS: [u64; 2] = [furthest_columns(8, 9), furthest_columns(1, 0)];

/// Returns the columns of a rank on files c and d, and those of the next one on the other files.
const fn furthest_columns(inner: usize, outer: usize) -> u64 {
    1 << column(0, outer)
        | 1 << column(1, outer)
        | 1 << column(2, inner)
        | 1 << column(3, inner)
        | 1 << column(4, outer)
        | 1 << column(5, outer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::bits::BitIter;
    use crate::geometry::staircase::post_place;

    #[test]
    fn corners_are_those_of_the_rules() {
        let names = |side: usize| {
            let [left, right] = CORNERS[side];
            [left, right].map(|corner| {
                assert_eq!(
                    Space::place_name(post_place(corner.post)),
                    format!("{}+", Space::place_name(corner.square.into()))
                );
                Space::place_name(corner.square.into())
            })
        };
        assert_eq!(names(0), ["b86", "e86"]);
        assert_eq!(names(1), ["b12", "e12"]);
        for side in 0..2 {
            let (squares, posts) = CORNERS[side].iter().fold((0, 0), |(squares, posts), corner| {
                (squares | 1 << corner.square, posts | 1 << corner.post)
            });
            assert_eq!((CORNER_SQUARES[side], CORNER_POSTS[side]), (squares, posts));
        }
    }

    #[test]
    fn platform_steps_are_those_of_the_rules() {
        let ranks = |posts: u32, file: u8| {
            let posts =
                BitIter(u64::from(posts)).map(|post| Space::POSTS[usize::from(post)].corner);
            posts.filter(|corner| corner.file == file).map(|corner| corner.rank).collect::<Vec<_>>()
        };
        let expected: [(u8, &[u8]); 6] = [
            (1, &[3, 4]),
            (3, &[1, 4, 5, 6]),
            (4, &[1, 3, 6]),
            (5, &[3, 6, 8]),
            (6, &[3, 4, 5, 8]),
            (8, &[5, 6]),
        ];
        for (index, (rank, to)) in expected.into_iter().enumerate() {
            let post = 2 * index;
            assert_eq!(corner_rank(post), rank);
            assert_eq!(ranks(PLATFORM_STEPS[post], 1), to);
            assert_eq!(ranks(PLATFORM_STEPS[post], 4), [rank]);
            let forward: Vec<u8> = to.iter().copied().filter(|&other| other > rank).collect();
            assert_eq!(ranks(LOADED_PLATFORM_STEPS[0][post], 1), forward);
            let backward: Vec<u8> = to.iter().copied().filter(|&other| other < rank).collect();
            assert_eq!(ranks(LOADED_PLATFORM_STEPS[1][post], 1), backward);
            assert_eq!(ranks(LOADED_PLATFORM_STEPS[1][post], 4), [rank]);
        }
    }
}
