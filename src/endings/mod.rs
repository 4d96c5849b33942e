//! Tables of endings: what every position of a few pieces leads to, computed when it is needed.
//!
//! A table holds for each placement of its pieces and each side to move whether the side wins, and
//! in how many plies, both sides at their best. It is made by retrograde analysis: from the
//! positions in which the game has ended, back over the moves that lead to them. Captures and
//! promotions lead to tables with fewer or other pieces, which are made first.
//!
//! The positions have no rights: castling, first moves and captures en passant are left out, and so
//! are the counters, the fifty-move rule and repetitions. The legal moves are those of the rule
//! set; only the moves back are known from its [`Way`](crate::rules::Way)s.

mod board;
mod ending;
mod layout;
mod material;
mod model;
mod solve;
mod steps;
mod summary;
mod tables;
mod value;

pub use board::EndingBoard;
pub use ending::Ending;
pub use material::{MAX_PIECES, Material, MaterialError};
pub use summary::{Longest, SideSummary};
pub use tables::{EndingError, EndingTables};
pub use value::EndingValue;
