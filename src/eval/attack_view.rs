//! What men see, as evaluations weigh it: mobility, attacks on kings, shelter.

use super::Tapered;
use crate::geometry::stack;
use crate::moves::{PieceType, Side};
use crate::rules::sixfold;
use std::ops::BitAnd;

/// A set of whatever squares or cells a board has.
pub trait Bitset: Copy + BitAnd<Output = Self> {
    /// The number of its members.
    fn count(self) -> u32;
}

impl Bitset for u64 {
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
}

impl Bitset for stack::CellSet {
    #[inline(always)]
    fn count(self) -> u32 {
        self.count()
    }
}

impl Bitset for sixfold::CellSet {
    #[inline(always)]
    fn count(self) -> u32 {
        self.count()
    }
}

/// A board whose attacks an evaluation can look at.
pub trait AttackView {
    /// Its sets.
    type Set: Bitset;
    /// The pawns of a side.
    fn pawns(&self, side: Side) -> Self::Set;
    /// The surroundings of the king of a side.
    fn king_zone(&self, side: Side) -> Self::Set;
    /// Calls `visit` with kind and attacked squares of every knight, bishop, rook and queen.
    fn for_each_attack(&self, side: Side, visit: impl FnMut(PieceType, Self::Set));
}

/// Makes [`Sight`] of a rule set's view that has methods of the same names.
macro_rules! impl_attack_view {
    ($view:ty, $set:ty) => {
        impl super::attack_view::AttackView for $view {
            type Set = $set;

            #[inline(always)]
            fn pawns(&self, side: Side) -> $set {
                self.pawns(side)
            }

            #[inline(always)]
            fn king_zone(&self, side: Side) -> $set {
                self.king_zone(side)
            }

            #[inline(always)]
            fn for_each_attack(&self, side: Side, visit: impl FnMut(PieceType, $set)) {
                self.for_each_attack(side, visit);
            }
        }
    };
}
pub(super) use impl_attack_view;

/// What the men of a side reach, and how many squares around the enemy king they attack.
///
/// `mobility` has for each kind what a square of `free` is worth, and how many such squares are as
/// good as none; `king_attack` what each square around the king is worth.
#[inline(always)]
pub fn mobility_and_king_attack<S: AttackView>(
    sight: &S,
    side: Side,
    free: S::Set,
    mobility: &[(Tapered, i32); PieceType::COUNT],
    king_attack: &[i32; PieceType::COUNT],
) -> (Tapered, Tapered) {
    let zone = sight.king_zone(side.other());
    let (mut reached, mut attack) = (Tapered::default(), 0);
    sight.for_each_attack(side, |kind, squares| {
        let (each, average) = mobility[kind.index()];
        reached += each * ((squares & free).count() as i32 - average);
        attack += king_attack[kind.index()] * (squares & zone).count() as i32;
    });
    // Attackers together are worth more than one by one.
    (reached, Tapered::new(attack + attack * attack / 256, attack / 4))
}

/// The number of own pawns around the king.
#[inline(always)]
pub fn pawn_shelter<S: AttackView>(sight: &S, side: Side) -> i32 {
    (sight.king_zone(side) & sight.pawns(side)).count() as i32
}
