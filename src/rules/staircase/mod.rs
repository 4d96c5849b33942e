//! What the games on the staircase share: the text of a set-up.
//!
//! Reading a string is done in two steps: [`Setup::parse`] reads what every staircase game has and
//! finds the faults of the text; the rule set then asks whether its own rules allow the set-up.

mod setup;

pub use setup::Setup;
