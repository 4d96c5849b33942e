//! What the games on the staircase share: the placement of men and platforms and how it changes, and
//! the text of set-ups and moves.
//!
//! Reading a string is done in two steps: [`Setup::parse`] reads what every staircase game has and
//! finds the faults of the text; the rule set then asks whether its own rules allow the set-up.

mod changes;
mod exchange;
mod keys;
mod placement;
mod setup;
mod text;
mod turn;
mod wanted;

pub use changes::Castling;
pub use exchange::exchange_at_least;
pub use keys::KEYS;
pub use placement::{NONE, Placement};
pub use setup::Setup;
pub use text::{PawnStarts, castling_faults, move_text, parse_move, pawns_at_start, read_runner};
pub use turn::Turn;
pub use wanted::{SLOTS, Wanted};
