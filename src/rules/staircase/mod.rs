//! What the rule sets on the staircase share: the geometry, the tables by column, the state of the
//! board and its changes, static exchange evaluation, what replies depend on, and the text of
//! FENs.

mod geometry;
mod layout;
mod make_move;
mod moves;
mod replies;
mod rules;
mod start_array;
mod state;
mod text;

pub(crate) use geometry::StaircaseSpace;
pub(crate) use layout::{
    BISHOP_RAY_SQUARES, BISHOP_STEP, COLUMN_OF, COLUMN_SQUARES, HIGH, KING_ATTACKS, KING_COLUMNS,
    KNIGHT_ATTACKS, KNIGHT_COLUMNS, LEVEL_OF, LOW, MID, PAWN_ATTACKS, PlatformLayout,
    ROOK_RAY_SQUARES, ROOK_STEP, Space, SquareTable, TableRows, column_and_level_of, post_columns,
};
pub(crate) use make_move::{Castling, MakeMove};
pub(crate) use moves::{
    BlackPawns, PAWN_AHEAD, PAWN_CAPTURES, PawnSide, PawnTargets, SquareMoves, Step, WhitePawns,
    column_passed, columns_attacked_by_pawns, filter_for_move, shift, shift_lanes,
};
pub(crate) use replies::{castling_squares, changed_columns, king_columns, pawn_steps};
pub(crate) use rules::{MAX_MOVES, staircase_exchange, staircase_rules};
pub(crate) use start_array::{CASTLINGS, MUST_BE_EMPTY, PAWN_STARTS, START_FEN};
pub(crate) use state::{KEYS, NO_CELL, PLATFORM, SLOTS, StaircaseState};
pub(crate) use text::{
    PawnStarts, fen_format, format_field, parse_ep, set_rights, state_from_setup,
};
