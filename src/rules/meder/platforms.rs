//! M5: the moves of platforms.
//!
//! A platform move changes the lines only by the piece aboard: it leaves one column and arrives in
//! another. An empty platform changes none, since a column without a cell blocks nothing.

use super::board::{Lines, Meder};
use super::legality::Legality;
use super::tables::{
    CORNER_POSTS, CORNERS, LAST_RANK_OF_PLATFORM, LOADED_PLATFORM_STEPS, PLATFORM_STEPS,
};
use crate::geometry::bits::BitIter;
use crate::geometry::byte_index;
use crate::geometry::columns::{BISHOP_RAYS, ROOK_RAYS, between};
use crate::geometry::staircase::{FIXED_CELLS, cell_of_post};
use crate::moves::Side;
use crate::rules::generate::GenFilter;
use crate::rules::sinks::MoveSink;
use crate::rules::staircase::{COLUMN_OF, KNIGHT_COLUMNS, SLOTS};

/// Returns the column of a cell of a platform on a post.
#[inline(always)]
fn column_on_post(post: u8, within: u8) -> usize {
    usize::from(COLUMN_OF[byte_index(cell_of_post(post, within))])
}

impl Meder {
    /// Generates the moves of all platforms.
    #[inline(always)]
    pub(super) fn platform_moves<S: MoveSink<u64>>(
        &self,
        lines: &Lines,
        legality: &Legality,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let aboard = self.state.occupied() >> FIXED_CELLS;
        // The number of pieces on each platform, in the four bits of its slot.
        let pairs = aboard - (aboard >> 1 & 0x5555);
        let counts = (pairs & 0x3333) + (pairs >> 2 & 0x3333);
        // From two on, adding 6 sets the high bit.
        let crowded = (counts + 6 * SLOTS) >> 3 & SLOTS;
        for bit in BitIter(SLOTS & !crowded) {
            self.moves_of_platform(usize::from(bit) / 4, lines, legality, filter, sink);
        }
    }

    /// Generates the moves of a platform that holds at most one piece.
    fn moves_of_platform<S: MoveSink<u64>>(
        &self,
        slot: usize,
        lines: &Lines,
        legality: &Legality,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let (state, side) = (&self.state, self.state.side);
        let from = state.posts[slot];
        let first_square = (FIXED_CELLS + 4 * slot) as u8;
        let aboard = state.occupied() >> first_square & 0b1111;
        let mut promoting = 0;
        let mut to = if aboard == 0 {
            // Moving an empty platform answers no check.
            if state.owner(slot) != side || legality.in_check {
                return;
            }
            PLATFORM_STEPS[usize::from(from)]
        } else {
            let square = first_square + aboard.trailing_zeros() as u8;
            if state.pieces(side) >> square & 1 == 0 {
                return;
            }
            if state.pawns() >> square & 1 != 0 && aboard & LAST_RANK_OF_PLATFORM[side.index()] != 0
            {
                promoting = CORNER_POSTS[side.index()];
            }
            LOADED_PLATFORM_STEPS[side.index()][usize::from(from)]
        };
        to &= !self.held_posts();
        if self.corner_pawn_below(from, side).is_some() {
            promoting = u32::MAX;
        }
        if !filter.noisy {
            to &= !promoting;
        }
        if !filter.platforms {
            to &= promoting;
        }
        if filter.legal {
            if aboard != 0 {
                to = self.safe_posts(
                    first_square + aboard.trailing_zeros() as u8,
                    to,
                    lines,
                    legality,
                );
            }
            if self.corner_pawn_below(from, side.other()).is_some() {
                to = self.posts_safe_from_promotion(slot, to, lines);
            }
        }
        if to & !promoting != 0 {
            sink.platform_moves(from, to & !promoting, 0);
        }
        if to & promoting != 0 {
            sink.platform_moves(from, to & promoting, 1);
        }
    }

    /// Returns the square of the pawn of that side that promotes when the platform leaves this
    /// post.
    #[inline(always)]
    pub(super) fn corner_pawn_below(&self, post: u8, side: Side) -> Option<u8> {
        let pawns = self.state.pawns() & self.state.pieces(side);
        let corner = CORNERS[side.index()].iter().find(|corner| corner.post == post)?;
        (pawns >> corner.square & 1 != 0).then_some(corner.square)
    }

    /// Returns those of the posts to which a platform may carry the piece on a square without
    /// leaving the king attacked.
    #[inline(always)]
    fn safe_posts(&self, square: u8, to: u32, lines: &Lines, legality: &Legality) -> u32 {
        let is_king = self.state.kings() >> square & 1 != 0;
        let is_pinned = legality.pinned >> square & 1 != 0;
        if !is_king && !is_pinned && !legality.in_check {
            return to;
        }
        self.compute_safe_posts(square, to, lines, legality)
    }

    #[inline(never)]
    fn compute_safe_posts(&self, square: u8, to: u32, lines: &Lines, legality: &Legality) -> u32 {
        let keep = |is_safe: &dyn Fn(usize) -> bool| {
            let safe = |&post: &u8| is_safe(column_on_post(post, square % 4));
            BitIter(u64::from(to)).filter(safe).fold(0, |set, post| set | 1u32 << post)
        };
        if self.state.kings() >> square & 1 != 0 {
            // The king leaves its column, where another piece may stand.
            let lines = Lines::new(lines.layout, self.state.occupied() & !(1 << square));
            let enemy = self.state.side.other();
            return keep(&|column| !self.is_attacked(&lines, column, enemy));
        }
        let mut allowed = legality.blocks;
        if legality.pinned >> square & 1 != 0 {
            allowed &= self.pin_mask(lines, square).columns;
        }
        keep(&|column| allowed >> column & 1 != 0)
    }

    /// M4: returns those of the posts to which the platform of a slot may go although it uncovers
    /// an enemy pawn: neither a queen nor a knight in place of the pawn may attack the king then.
    #[inline(never)]
    fn posts_safe_from_promotion(&self, slot: usize, to: u32, lines: &Lines) -> u32 {
        let (state, side) = (&self.state, self.state.side);
        let enemy = side.other();
        let Some(corner) = self.corner_pawn_below(state.posts[slot], enemy) else { return to };
        let corner = usize::from(COLUMN_OF[usize::from(corner)]);
        let aboard = state.occupied() & 0b1111 << (FIXED_CELLS + 4 * slot);
        let staying = Lines::new(lines.layout, state.occupied() & !aboard);
        let is_safe = |&post: &u8| {
            let mut king = lines.layout.column(state.king_square(side));
            let mut blockers = staying.blockers;
            if aboard != 0 {
                let column = column_on_post(post, aboard.trailing_zeros() as u8 % 4);
                blockers |= 1 << column;
                if aboard & state.kings() != 0 {
                    king = column;
                }
            }
            !is_attacked_from(corner, king, blockers)
        };
        BitIter(u64::from(to)).filter(is_safe).fold(0, |set, post| set | 1 << post)
    }
}

/// Returns whether a queen or a knight in a column attacks another column.
pub(super) fn is_attacked_from(from: usize, to: usize, blockers: u64) -> bool {
    let in_line = (ROOK_RAYS[from] | BISHOP_RAYS[from]) >> to & 1 != 0;
    KNIGHT_COLUMNS[from] >> to & 1 != 0 || in_line && between(from, to) & blockers == 0
}
