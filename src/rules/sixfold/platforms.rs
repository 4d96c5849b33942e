//! Platforms: which may go where, and what their going does to lines (rule X4).
//!
//! A platform that leaves makes four cells missing, which opens no line; one that arrives may
//! complete a line that nothing but its own missing cells had stopped. It never carries a king or an
//! enemy, and never comes to stand between men that see each other.

use super::board::Board;
use super::cell_set::{CellSet, FIXED_BOARDS, LEFT, ON_POSTS, POST_LOW_BITS, RIGHT};
use super::legality::Legality;
use super::sinks::MoveSink;
use super::tables::SAME_RANKS;
use crate::geometry::bits::{BitIter, pext};
use crate::geometry::staircase::{POST_COUNT, post_place};
use crate::moves::{Move, MoveType};
use crate::rules::generate::GenFilter;

/// All posts.
const ALL_POSTS: u32 = (1 << POST_COUNT) - 1;

/// The posts (a set of numbers) to whose cells these bits of a word belong.
#[inline(always)]
pub fn posts_of(word: usize, bits: u64) -> u32 {
    let bits = bits & ON_POSTS;
    let pairs = bits | bits >> 1;
    let posts = pext(pairs | pairs >> 2, POST_LOW_BITS) as u32;
    match word {
        FIXED_BOARDS => 0,
        LEFT => posts,
        _ => posts << 12,
    }
}

/// The posts to whose cells the cells of a set belong.
#[inline(always)]
fn posts_with(set: CellSet) -> u32 {
    posts_of(LEFT, set.0[LEFT]) | posts_of(RIGHT, set.0[RIGHT])
}

impl Board {
    /// The posts whose platforms the side to move may move: at least one man of its own, none of
    /// the enemy's, no king.
    #[inline(always)]
    pub(super) fn movable_platforms(&self) -> u32 {
        let own = self.pieces(self.side);
        let others = self.pieces(self.side.other()) | self.kings();
        posts_with(own) & !posts_with(others)
    }

    /// The posts to which the platform of a post may go: any that is vacant, with a pawn aboard
    /// those that cover the same ranks.
    #[inline(always)]
    pub(super) fn platform_targets(&self, from: u8, with_pawns: u32) -> u32 {
        let vacant = !self.posts & ALL_POSTS;
        if with_pawns >> from & 1 != 0 { vacant & SAME_RANKS[usize::from(from)] } else { vacant }
    }

    /// The posts whose platforms hold pawns.
    #[inline(always)]
    pub(super) fn platforms_with_pawns(&self) -> u32 {
        posts_with(self.pawns())
    }

    #[inline(always)]
    pub(super) fn platform_moves<S: MoveSink>(
        &self,
        legality: &Legality,
        wanted: GenFilter<()>,
        sink: &mut S,
    ) {
        if !wanted.platforms {
            return;
        }
        let movable = self.movable_platforms() & legality.departure_posts;
        if movable == 0 {
            return;
        }
        let with_pawns = self.platforms_with_pawns();
        for from in BitIter(u64::from(movable)) {
            let mut to = self.platform_targets(from, with_pawns);
            for post in BitIter(u64::from(to & legality.completing_posts)) {
                if self.exposes_king(from, post) {
                    to &= !(1 << post);
                }
            }
            sink.platform_moves(from, to);
        }
    }

    /// Is the king attacked after a platform has gone from post to post?
    #[inline(never)]
    pub(super) fn exposes_king(&self, from: u8, to: u8) -> bool {
        let mv = Move::new(post_place(from), post_place(to), MoveType::Platform);
        let mut after = *self;
        after.apply_move(mv, &mut ());
        after.is_king_attacked(self.side)
    }
}
