//! Platform moves (rule X4): which platforms may move, their targets, and their effect on lines.
//!
//! A leaving platform makes four cells missing, which opens no line. An arriving platform may
//! complete a line that only its missing cells had blocked. It cannot block an open line, since all
//! cells of that line exist already. It never carries a king or an enemy piece.

use super::board::Board;
use super::cell_set::{CellSet, LEFT, RIGHT, posts_of};
use super::legality::Legality;
use super::tables::SAME_RANKS;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{POST_COUNT, post_place};
use crate::moves::{Move, MoveType};
use crate::rules::generate::GenFilter;
use crate::rules::sinks::MoveSink;

/// All posts, as a bit set.
const ALL_POSTS: u32 = (1 << POST_COUNT) - 1;

/// Returns the posts whose cells a set contains.
#[inline(always)]
fn posts_with(set: CellSet) -> u32 {
    posts_of(LEFT, set.0[LEFT]) | posts_of(RIGHT, set.0[RIGHT])
}

impl Board {
    /// Returns the posts of the platforms that the side to move may move: those with a piece of its
    /// own, without enemy pieces and kings.
    #[inline(always)]
    pub(super) fn movable_platforms(&self) -> u32 {
        let own = self.pieces(self.side);
        let others = self.pieces(self.side.other()) | self.kings();
        posts_with(own) & !posts_with(others)
    }

    /// Returns the posts that the platform on a post may move to: the vacant ones; with a pawn on
    /// it, only those that cover the same ranks.
    #[inline(always)]
    pub(super) fn platform_targets(&self, from: u8, with_pawns: u32) -> u32 {
        let vacant = !self.posts & ALL_POSTS;
        if with_pawns >> from & 1 != 0 { vacant & SAME_RANKS[usize::from(from)] } else { vacant }
    }

    /// Returns the posts of the platforms with pawns.
    #[inline(always)]
    pub(super) fn platforms_with_pawns(&self) -> u32 {
        posts_with(self.pawns())
    }

    /// Generates the platform moves.
    #[inline(always)]
    pub(super) fn platform_moves<S: MoveSink<CellSet>>(
        &self,
        legality: &Legality,
        filter: GenFilter<()>,
        sink: &mut S,
    ) {
        if !filter.platforms {
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
            sink.platform_moves(from, to, 0);
        }
    }

    /// Returns whether a platform move leaves the king of the side to move attacked.
    #[inline(never)]
    pub(super) fn exposes_king(&self, from: u8, to: u8) -> bool {
        let mv = Move::new(post_place(from), post_place(to), MoveType::Platform);
        let mut after = *self;
        after.apply_move(mv, &mut ());
        after.is_king_attacked(self.side)
    }
}
