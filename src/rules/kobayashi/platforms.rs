//! Platform moves: who commands where, what is promoted, and whether the king is safe.

use super::Board;
use super::half::Commander;
use super::legality::Legality;
use super::shape::{Shape, is_fixed};
use super::sinks::Sink;
use super::tables::{FAR_POSTS, FAR_RANK, NEAR_POSTS, NEAR_SQUARES, OPENING_POSTS};
use crate::geometry::bits::Bits;
use crate::geometry::staircase::{FIXED, cell_of_post};
use crate::moves::{Place, Side};
use crate::rules::staircase::{SLOTS, Wanted};

/// Is there a man of this set on a platform?
#[inline(always)]
fn any(men: u64, slot: usize) -> usize {
    usize::from(men >> (FIXED + 4 * slot) & 0b1111 != 0)
}

impl Board {
    /// The moves of the platforms that hold a commander and no enemy.
    #[inline(always)]
    pub(super) fn platform_moves<S: Sink>(
        &self,
        shape: &Shape,
        legality: &Legality,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let own = self.men(self.side);
        let enemy = self.occupied() & !own;
        let gathered = |men: u64| {
            let pairs = men >> FIXED | men >> (FIXED + 1);
            (pairs | pairs >> 2) & SLOTS
        };
        for bit in Bits(gathered(own & !self.pawns()) & !gathered(enemy)) {
            self.moves_of_platform(usize::from(bit) / 4, shape, legality, wanted, sink);
        }
    }

    /// Who commands the platform of a slot; see [`Commander`].
    #[inline(always)]
    fn commanders(&self, slot: usize) -> usize {
        let commanders = [
            (self.on_lines(), Commander::Rook),
            (self.on_diagonals(), Commander::Bishop),
            (self.knights(), Commander::Knight),
            (self.kings(), Commander::King),
        ];
        commanders.into_iter().fold(0, |all, (men, one)| all | (any(men, slot) * one as usize))
    }

    #[inline(always)]
    fn moves_of_platform<S: Sink>(
        &self,
        slot: usize,
        shape: &Shape,
        legality: &Legality,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let (side, from) = (self.side, self.posts[slot]);
        let mut to = shape.commands(slot, self.commanders(slot));
        let pawns = self.pawns() >> (FIXED + 4 * slot) & FAR_RANK[side.index()];
        let far = if pawns != 0 { FAR_POSTS[side.index()] } else { 0 };
        if !wanted.noisy {
            to &= !far;
        }
        if !wanted.platforms {
            to &= far;
        }
        if wanted.legal {
            to = self.safe(slot, to, legality);
        }
        sink.platforms(from, to & !far, 0);
        if to & far != 0 {
            sink.platforms(from, to & far, pawns.count_ones());
        }
    }

    /// The posts of a set to which the platform may go without leaving the king attacked.
    #[inline(always)]
    fn safe(&self, slot: usize, to: u32, legality: &Legality) -> u32 {
        let king = self.king_square(self.side);
        let carried = !is_fixed(king) && usize::from(king - FIXED as u8) / 4 == slot;
        let doubtful = if carried || legality.checkers != 0 {
            to
        } else {
            to & OPENING_POSTS[usize::from(self.cell(king))]
        };
        if doubtful == 0 {
            return to;
        }
        to & !self.exposing(slot, doubtful, carried, legality.checkers != 0)
    }

    /// The posts of a set on which the platform of a slot would leave the king attacked, who may
    /// be carried by it, and may be in check now.
    #[inline(never)]
    fn exposing(&self, slot: usize, to: u32, carried: bool, in_check: bool) -> u32 {
        let king = self.cell(self.king_square(self.side));
        let enemy = self.men(self.side.other());
        let held = (0..4).filter(|&slot| any(enemy, slot) != 0);
        let held = held.fold(0, |set, slot| set | 1u32 << self.posts[slot]);
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
            child.reorder(slot, *post);
            child.is_king_attacked(self.side)
        };
        Bits(u64::from(to)).filter(exposes).fold(0, |set, post| set | 1 << post)
    }

    /// Why no man commands the platform of a slot to go to a post; for messages.
    pub(super) fn why_not_commanded(&self, slot: usize, side: Side) -> &'static str {
        let enemy = self.men(side.other());
        if any(enemy, slot) != 0 {
            "it holds a man of the other side"
        } else if self.commanders(slot) == 0 {
            "it holds no rook, knight, bishop, queen or king of the side to move"
        } else {
            "nobody on it commands such a move"
        }
    }
}
