//! What a position leads to, and its code in a table.

/// What a position leads to, both sides at their best, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndingValue {
    /// Neither side can win.
    Draw,
    /// It wins in this number of plies.
    Win(u32),
    /// It loses in this number of plies.
    Loss(u32),
}

/// A position as a side to move, and the number of the placement.
pub(super) type Index = u32;

/// The code of a position that is a draw.
pub(super) const DRAW: u16 = 0;
/// The code of a position that is not legal, or that another index stands for.
pub(super) const NONE: u16 = 1;
/// The lowest code of a position that is won or lost: twice the number of plies, and one if it is
/// won.
pub(super) const FIRST: u16 = 2;
/// The largest number of plies.
pub(super) const MAX_PLIES: u32 = 8000;

impl EndingValue {
    /// Returns the value of a move to a position of this value, for the side that makes it.
    pub fn one_ply_before(self) -> EndingValue {
        match self {
            EndingValue::Draw => EndingValue::Draw,
            EndingValue::Win(plies) => EndingValue::Loss(plies + 1),
            EndingValue::Loss(plies) => EndingValue::Win(plies + 1),
        }
    }

    pub(super) fn code(self) -> u16 {
        match self {
            EndingValue::Draw => DRAW,
            EndingValue::Win(plies) => FIRST + 2 * plies as u16 + 1,
            EndingValue::Loss(plies) => FIRST + 2 * plies as u16,
        }
    }

    /// Returns the value of a code; `None` of [`NONE`].
    pub(super) fn from_code(code: u16) -> Option<EndingValue> {
        Some(match code {
            DRAW => EndingValue::Draw,
            NONE => return None,
            _ if (code - FIRST) % 2 == 1 => EndingValue::Win(u32::from((code - FIRST) / 2)),
            _ => EndingValue::Loss(u32::from((code - FIRST) / 2)),
        })
    }
}
