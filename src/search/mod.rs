//! The search: one for all rule sets, generic in the board.

pub mod score;
