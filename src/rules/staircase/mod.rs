//! What the games on the staircase share: the text of a set-up, and the drawing of a board.
//!
//! Reading a string is done in two steps: [`Setup::parse`] reads what every staircase game has and
//! finds the faults of the text; the rule set then asks whether its own rules allow the set-up.

mod draw;
mod setup;

pub use draw::draw;
pub use setup::{Setup, parse_marks, write_marks};
