//! What the rule sets on the staircase share: the geometry, the state of the board and its changes,
//! static exchange evaluation, and the text of FENs and moves.
//!
//! A FEN is read in two steps. [`Setup::from_fen`] parses what every staircase game has and reports
//! the errors of the text. The rule set then checks the setup against its own rules.

mod geometry;
mod keys;
mod make_move;
mod platform_moves;
mod see;
mod setup;
mod state;
mod text;
mod update;

pub(crate) use geometry::StaircaseBoard;
pub(crate) use keys::KEYS;
pub(crate) use make_move::MakeMove;
pub(crate) use platform_moves::{filter_for_move, for_each_platform_move};
pub(crate) use see::see_ge;
pub(crate) use setup::Setup;
pub(crate) use state::{NO_CELL, SLOTS, StaircaseState};
pub(crate) use text::{
    PawnStarts, castling_errors, move_to_uci, parse_ep_field, parse_uci_move, pawns_at_start,
};
pub(crate) use update::Castling;
