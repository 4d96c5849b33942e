//! The generator of platform moves: who commands a platform, who promotes, and king safety.

use super::board::Kobayashi;
use super::layout::{PlatformLayout, is_fixed};
use super::legality::Legality;
use super::tables::{
    Commander, EXPOSING_POSTS, NEAR_POSTS, NEAR_SQUARES, PROMOTION_POSTS, PROMOTION_RANK,
};
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{FIXED_CELLS, cell_of_post};
use crate::geometry::{Place, byte_index};
use crate::rules::generate::{GenFilter, MoveGenerator};
use crate::rules::sinks::{MoveCounter, MoveSink};
use crate::rules::staircase::SLOTS;

/// Returns 1 if a piece of this set stands on the platform of a slot, else 0.
#[inline(always)]
fn any_on_platform(pieces: u64, slot: usize) -> usize {
    usize::from(pieces >> (FIXED_CELLS + 4 * slot) & 0b1111 != 0)
}

/// Returns the slots of the platforms that hold one of these pieces, each by the lowest of its four
/// bits.
#[inline(always)]
pub(super) fn slots_with(pieces: u64) -> u64 {
    let pairs = pieces >> FIXED_CELLS | pieces >> (FIXED_CELLS + 1);
    (pairs | pairs >> 2) & SLOTS
}

impl Kobayashi {
    /// Returns the slots of the platforms that hold a commander and no enemy, each by the lowest of
    /// its four bits.
    #[inline(always)]
    pub(super) fn commanded_slots(&self) -> u64 {
        let own = self.state.pieces(self.state.side);
        let enemy = self.state.occupied() & !own;
        slots_with(own & !self.state.pawns()) & !slots_with(enemy)
    }

    /// Generates the moves of the platforms in `slots`, a subset of [`Kobayashi::commanded_slots`].
    #[inline(always)]
    pub(super) fn platform_moves<S: MoveSink<u64>>(
        &self,
        slots: u64,
        layout: &PlatformLayout,
        legality: &Legality,
        filter: GenFilter,
        sink: &mut S,
    ) {
        for bit in BitIter(slots) {
            self.moves_of_platform(usize::from(bit) / 4, layout, legality, filter, sink);
        }
    }

    /// Returns the number of moves of those platforms that cannot expose the king of the side to
    /// move, and the slots of the other commanded platforms. Valid only out of check.
    pub(super) fn count_safe_platform_moves(&self, layout: &PlatformLayout) -> (u64, u64) {
        let (mut counter, mut others) = (MoveCounter(0), 0);
        for bit in BitIter(self.commanded_slots()) {
            let slot = usize::from(bit) / 4;
            let to = layout.commands(slot, self.commanders(slot));
            if self.doubtful_posts(slot, to, false) != 0 {
                others |= 1 << bit;
            } else {
                let legality = &Legality::UNRESTRICTED;
                self.moves_of_platform(slot, layout, legality, Self::ALL_MOVES, &mut counter);
            }
        }
        (counter.0, others)
    }

    /// Returns the set of [`Commander`]s on the platform of a slot.
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
            .fold(0, |all, (pieces, one)| all | (any_on_platform(pieces, slot) * one as usize))
    }

    #[inline(always)]
    fn moves_of_platform<S: MoveSink<u64>>(
        &self,
        slot: usize,
        layout: &PlatformLayout,
        legality: &Legality,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let (side, from) = (self.state.side, self.state.posts[slot]);
        let mut to = layout.commands(slot, self.commanders(slot));
        let pawns = self.state.pawns() >> (FIXED_CELLS + 4 * slot) & PROMOTION_RANK[side.index()];
        let promotion = if pawns != 0 { PROMOTION_POSTS[side.index()] } else { 0 };
        if !filter.noisy {
            to &= !promotion;
        }
        if !filter.platforms {
            to &= promotion;
        }
        if filter.legal {
            to = self.safe_posts(slot, to, legality);
        }
        sink.platform_moves(from, to & !promotion, 0);
        if to & promotion != 0 {
            sink.platform_moves(from, to & promotion, pawns.count_ones());
        }
    }

    /// Returns those posts of a set where the platform does not leave the king attacked.
    #[inline(always)]
    fn safe_posts(&self, slot: usize, to: u32, legality: &Legality) -> u32 {
        let in_check = legality.checkers != 0;
        let doubtful = self.doubtful_posts(slot, to, in_check);
        if doubtful == 0 { to } else { to & !self.posts_exposing_king(slot, doubtful, in_check) }
    }

    /// Returns whether the platform of a slot carries the king of the side to move.
    #[inline(always)]
    fn carries_king(&self, slot: usize) -> bool {
        let king = self.state.king_square(self.state.side);
        !is_fixed(king) && usize::from(king - FIXED_CELLS as u8) / 4 == slot
    }

    /// Returns those posts of a set where the platform of a slot may leave the king attacked.
    #[inline(always)]
    fn doubtful_posts(&self, slot: usize, to: u32, in_check: bool) -> u32 {
        if in_check || self.carries_king(slot) {
            return to;
        }
        to & EXPOSING_POSTS[byte_index(self.state.king_cell(self.state.side))]
    }

    /// Returns those posts of a set where the platform of a slot leaves the king attacked.
    /// `in_check` says whether the king is in check now.
    #[inline(never)]
    pub(super) fn posts_exposing_king(&self, slot: usize, to: u32, in_check: bool) -> u32 {
        let carried = self.carries_king(slot);
        let king = self.state.king_cell(self.state.side);
        let enemy = self.state.pieces(self.state.side.other());
        let held = (0..4).filter(|&slot| any_on_platform(enemy, slot) != 0);
        let held = held.fold(0, |set, slot| set | 1u32 << self.state.posts[slot]);
        // Most kings have no enemy near them, which is a cheap test.
        let is_near = |cell: Place| {
            let cell = byte_index(cell);
            enemy & NEAR_SQUARES[cell] != 0 || held & NEAR_POSTS[cell] != 0
        };
        if !carried && !is_near(king) {
            // Without an enemy near, a check comes from the king's own board: no platform parries
            // it.
            return if in_check { to } else { 0 };
        }
        let exposes = |post: &u8| {
            if carried && !is_near(cell_of_post(*post, (king % 4) as u8)) {
                return false;
            }
            // Only lines matter here, so key and promotions are left out.
            let mut child = *self;
            child.state.sort_slots(slot, *post);
            child.is_king_attacked(self.state.side)
        };
        BitIter(u64::from(to)).filter(exposes).fold(0, |set, post| set | 1 << post)
    }
}
