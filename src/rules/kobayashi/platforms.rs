//! Platform moves: who commands where, what is promoted, and whether the king is safe.

use super::board::Board;
use super::half_tables::Commander;
use super::layout::{PlatformLayout, is_fixed};
use super::legality::Legality;
use super::sinks::MoveSink;
use super::tables::{EXPOSING_POSTS, NEAR_POSTS, NEAR_SQUARES, PROMOTION_POSTS, PROMOTION_RANK};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{FIXED_CELLS, cell_of_post};
use crate::moves::Side;
use crate::rules::generate::GenFilter;
use crate::rules::staircase::SLOTS;

/// Is there a man of this set on a platform?
#[inline(always)]
fn any_on_platform(men: u64, slot: usize) -> usize {
    usize::from(men >> (FIXED_CELLS + 4 * slot) & 0b1111 != 0)
}

impl Board {
    /// The moves of the platforms that hold a commander and no enemy.
    #[inline(always)]
    pub(super) fn platform_moves<S: MoveSink>(
        &self,
        shape: &PlatformLayout,
        legality: &Legality,
        wanted: GenFilter,
        sink: &mut S,
    ) {
        let own = self.state.pieces(self.state.side);
        let enemy = self.state.occupied() & !own;
        let gathered = |men: u64| {
            let pairs = men >> FIXED_CELLS | men >> (FIXED_CELLS + 1);
            (pairs | pairs >> 2) & SLOTS
        };
        for bit in BitIter(gathered(own & !self.state.pawns()) & !gathered(enemy)) {
            self.moves_of_platform(usize::from(bit) / 4, shape, legality, wanted, sink);
        }
    }

    /// Who commands the platform of a slot; see [`Commander`].
    #[inline(always)]
    fn commanders(&self, slot: usize) -> usize {
        let commanders = [
            (self.state.rooks_and_queens(), Commander::Rook),
            (self.state.bishops_and_queens(), Commander::Bishop),
            (self.state.knights(), Commander::Knight),
            (self.state.kings(), Commander::King),
        ];
        commanders
            .into_iter()
            .fold(0, |all, (men, one)| all | (any_on_platform(men, slot) * one as usize))
    }

    #[inline(always)]
    fn moves_of_platform<S: MoveSink>(
        &self,
        slot: usize,
        shape: &PlatformLayout,
        legality: &Legality,
        wanted: GenFilter,
        sink: &mut S,
    ) {
        let (side, from) = (self.state.side, self.state.posts[slot]);
        let mut to = shape.commands(slot, self.commanders(slot));
        let pawns = self.state.pawns() >> (FIXED_CELLS + 4 * slot) & PROMOTION_RANK[side.index()];
        let far = if pawns != 0 { PROMOTION_POSTS[side.index()] } else { 0 };
        if !wanted.noisy {
            to &= !far;
        }
        if !wanted.platforms {
            to &= far;
        }
        if wanted.legal {
            to = self.safe_posts(slot, to, legality);
        }
        sink.platform_moves(from, to & !far, 0);
        if to & far != 0 {
            sink.platform_moves(from, to & far, pawns.count_ones());
        }
    }

    /// The posts of a set to which the platform may go without leaving the king attacked.
    #[inline(always)]
    fn safe_posts(&self, slot: usize, to: u32, legality: &Legality) -> u32 {
        let king = self.state.king_square(self.state.side);
        let carried = !is_fixed(king) && usize::from(king - FIXED_CELLS as u8) / 4 == slot;
        let doubtful = if carried || legality.checkers != 0 {
            to
        } else {
            to & EXPOSING_POSTS[usize::from(self.state.cell(king))]
        };
        if doubtful == 0 {
            return to;
        }
        to & !self.posts_exposing_king(slot, doubtful, carried, legality.checkers != 0)
    }

    /// The posts of a set on which the platform of a slot would leave the king attacked, who may
    /// be carried by it, and may be in check now.
    #[inline(never)]
    fn posts_exposing_king(&self, slot: usize, to: u32, carried: bool, in_check: bool) -> u32 {
        let king = self.state.cell(self.state.king_square(self.state.side));
        let enemy = self.state.pieces(self.state.side.other());
        let held = (0..4).filter(|&slot| any_on_platform(enemy, slot) != 0);
        let held = held.fold(0, |set, slot| set | 1u32 << self.state.posts[slot]);
        // Most kings have no enemy anywhere near, and that is cheap to see.
        let is_near = |cell: Place| {
            let cell = usize::from(cell);
            enemy & NEAR_SQUARES[cell] != 0 || held & NEAR_POSTS[cell] != 0
        };
        if !carried && !is_near(king) {
            // A check within the king's board is no platform's business.
            return if in_check { to } else { 0 };
        }
        let exposes = |post: &u8| {
            if carried && !is_near(cell_of_post(*post, king % 4)) {
                return false;
            }
            // As far as lines are concerned: neither key nor promotions matter.
            let mut child = *self;
            child.state.sort_slots(slot, *post);
            child.is_king_attacked(self.state.side)
        };
        BitIter(u64::from(to)).filter(exposes).fold(0, |set, post| set | 1 << post)
    }

    /// Why no man commands the platform of a slot to go to a post; for messages.
    pub(super) fn explain_missing_command(&self, slot: usize, side: Side) -> &'static str {
        let enemy = self.state.pieces(side.other());
        if any_on_platform(enemy, slot) != 0 {
            "it holds a man of the other side"
        } else if self.commanders(slot) == 0 {
            "it holds no rook, knight, bishop, queen or king of the side to move"
        } else {
            "nobody on it commands such a move"
        }
    }
}
