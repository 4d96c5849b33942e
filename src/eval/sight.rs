//! What men see, as evaluations weigh it: mobility, attacks on kings, shelter.

use super::Tapered;
use crate::moves::{Kind, Side};

/// A board whose attacks an evaluation can look at. Sets are of whatever squares the board has.
pub trait Sight {
    /// The men of a side.
    fn men(&self, side: Side) -> u64;
    /// The pawns of a side.
    fn pawns(&self, side: Side) -> u64;
    /// The squares next to the king of a side.
    fn king_zone(&self, side: Side) -> u64;
    /// Calls `visit` with kind and attacked squares of every knight, bishop, rook and queen.
    fn for_each_attack(&self, side: Side, visit: impl FnMut(Kind, u64));
}

/// What the men of a side reach, and how many squares around the enemy king they attack.
///
/// `mobility` has for each kind what a square is worth that no man of its side holds, and how
/// many such squares are as good as none; `king_attack` what each square next to the king is
/// worth.
#[inline(always)]
pub fn mobility_and_attack<S: Sight>(
    sight: &S,
    side: Side,
    mobility: &[(Tapered, i32); Kind::COUNT],
    king_attack: &[i32; Kind::COUNT],
) -> (Tapered, Tapered) {
    let free = !sight.men(side);
    let zone = sight.king_zone(side.other());
    let (mut reached, mut attack) = (Tapered::default(), 0);
    sight.for_each_attack(side, |kind, squares| {
        let (each, average) = mobility[kind.index()];
        reached += each * ((squares & free).count_ones() as i32 - average);
        attack += king_attack[kind.index()] * (squares & zone).count_ones() as i32;
    });
    // Attackers together are worth more than one by one.
    (reached, Tapered::new(attack + attack * attack / 256, attack / 4))
}

/// The number of own pawns next to the king.
#[inline(always)]
pub fn shelter<S: Sight>(sight: &S, side: Side) -> i32 {
    (sight.king_zone(side) & sight.pawns(side)).count_ones() as i32
}
