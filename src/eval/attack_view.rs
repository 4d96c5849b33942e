//! Terms computed from attacks: mobility, king attack and pawn shelter, for any kind of board.

use super::tapered::Tapered;
use crate::eval::kinds::{EVAL_KINDS, eval_row};
use crate::geometry::stack;
use crate::moves::{PieceType, Side};
use crate::rules::sixfold;
use std::ops::BitAnd;

/// A set of squares or cells, whichever the board uses.
pub(crate) trait Bitset: Copy + BitAnd<Output = Self> {
    /// The number of its members.
    fn count(self) -> u32;
}

impl Bitset for u64 {
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
}

impl Bitset for u128 {
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

/// The attacks on a board, as the evaluation reads them.
pub(crate) trait AttackView {
    /// The type of its sets.
    type Set: Bitset;
    /// The pawns of a side.
    fn pawns(&self, side: Side) -> Self::Set;
    /// The cells next to the king of a side.
    fn king_zone(&self, side: Side) -> Self::Set;
    /// Calls `visit` with the type and the attacks of every piece but kings and pawns.
    fn for_each_attack(&self, side: Side, visit: impl FnMut(PieceType, Self::Set));
}

/// Implements [`AttackView`] for the evaluation view of a rule set that has methods of these names.
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

/// Returns the mobility of a side and its attack on the enemy king.
///
/// `mobility` has for each piece type the value of an attacked member of `area`, and the average
/// number of them, which is worth nothing. `king_attack` has for each piece type the value of an
/// attacked member of the enemy king's zone.
#[inline(always)]
pub(crate) fn mobility_and_king_attack<V: AttackView>(
    view: &V,
    side: Side,
    area: V::Set,
    mobility: &[(Tapered, i32); EVAL_KINDS],
    king_attack: &[i32; EVAL_KINDS],
) -> (Tapered, Tapered) {
    let zone = view.king_zone(side.other());
    let (mut mobility_sum, mut attack) = (Tapered::default(), 0);
    view.for_each_attack(side, |kind, attacked| {
        let (weight, average) = mobility[eval_row(kind)];
        mobility_sum += weight * ((attacked & area).count() as i32 - average);
        attack += king_attack[eval_row(kind)] * (attacked & zone).count() as i32;
    });
    // The square makes several attackers together worth more than their sum.
    (mobility_sum, Tapered::new(attack + attack * attack / 256, attack / 4))
}

/// Returns the number of pawns of a side next to its king.
#[inline(always)]
pub(crate) fn pawn_shelter<V: AttackView>(view: &V, side: Side) -> i32 {
    (view.king_zone(side) & view.pawns(side)).count() as i32
}
