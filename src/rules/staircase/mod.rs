//! What the games on the staircase share: the placement of men and platforms and how it changes, and
//! the text of set-ups and moves.
//!
//! Reading a string is done in two steps: [`Setup::parse`] reads what every staircase game has and
//! finds the faults of the text; the rule set then asks whether its own rules allow the set-up.

mod gen_filter;
mod keys;
mod make_move;
mod see;
mod setup;
mod state;
mod text;
mod update;

pub use gen_filter::{GenFilter, SLOTS};
pub use keys::KEYS;
pub use make_move::MakeMove;
pub use see::see_ge;
pub use setup::Setup;
pub use state::{NO_CELL, StaircaseState};
pub use text::{
    PawnStarts, castling_errors, move_to_uci, parse_ep_field, parse_uci_move, pawns_at_start,
};
pub use update::Castling;
