//! The result of a position.

use std::ops::Neg;

/// The result of a position for the side to move, both sides at their best, with the fifty-move
/// rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// It loses.
    Loss = -2,
    /// It loses, but the fifty-move rule draws.
    BlessedLoss = -1,
    /// Neither side can win.
    Draw = 0,
    /// It wins, but the fifty-move rule draws.
    CursedWin = 1,
    /// It wins.
    Win = 2,
}

impl Wdl {
    /// All results, the worst first: the order of the numbers in a file.
    const ALL: [Wdl; 5] = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];

    /// Returns the result of a number in a file.
    pub(super) fn from_number(number: u16) -> Option<Wdl> {
        Wdl::ALL.get(usize::from(number)).copied()
    }

    /// 1 for a win, -1 for a loss, cursed or not; 0 for a draw.
    pub fn sign(self) -> i32 {
        (self as i32).signum()
    }

    /// Returns whether the fifty-move rule draws a game that could be won.
    pub fn is_cursed(self) -> bool {
        matches!(self, Wdl::CursedWin | Wdl::BlessedLoss)
    }
}

/// The result for the other side.
impl Neg for Wdl {
    type Output = Wdl;

    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }
}
