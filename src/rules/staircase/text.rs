//! FENs of the staircase games.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::make_move::MakeMove;
use super::state::{NO_CELL, StaircaseState};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::post_number;
use crate::moves::{Piece, PieceType, Side};
use crate::rules::fen::{self, CASTLING_LETTERS, field};
use crate::rules::quad_bitboards::code_of;
use crate::rules::{FenFormat, ParseError, Rules, Setup};

/// The start cells of each side's pawns.
pub(crate) type PawnStarts = [[Place; 8]; 2];

/// Returns the form of the FENs of a staircase game with four platforms.
pub(crate) const fn fen_format(has_owners: bool) -> FenFormat {
    FenFormat {
        fields: &[
            field::BOARDS,
            field::PLATFORMS,
            field::SIDE,
            field::CASTLING,
            field::UNMOVED_PAWNS,
            field::EN_PASSANT,
            field::HALFMOVE_CLOCK,
            field::MOVE_NUMBER,
        ],
        platforms: 4,
        has_owners,
        castling_letters: CASTLING_LETTERS,
    }
}

/// Returns a state with the pieces, platforms, side to move and counters of a setup.
pub(crate) fn state_from_setup(setup: &Setup) -> StaircaseState {
    let mut posts = [0; 4];
    let mut black_owned = 0;
    for (slot, (place, &(post, owner))) in posts.iter_mut().zip(&setup.platforms).enumerate() {
        *place = post_number(post);
        black_owned |= u8::from(owner == Some(Side::Black)) << slot;
    }
    let mut state = StaircaseState::empty(posts);
    state.black_owned = black_owned;
    state.side = setup.side;
    state.halfmove_clock = setup.halfmove_clock;
    state.fullmove_number = setup.fullmove_number;
    for (cell, Piece { kind, side }) in setup.placed_pieces() {
        state.put_piece(side, code_of(kind), state.square(cell), cell, &mut ());
    }
    state
}

/// Sets the castling rights and the unmoved pawns of a setup and returns the errors of these
/// fields. `explain_impossible` says why a pawn of that side on a cell cannot be unmoved.
pub(crate) fn set_rights<B: MakeMove + Rules>(
    board: &mut B,
    setup: &Setup,
    starts: &PawnStarts,
    explain_impossible: &dyn Fn(Side, Place) -> Option<String>,
) -> Vec<ParseError> {
    let mut errors = Vec::new();
    let is_at_home = |right: usize| {
        let side = if right < 2 { Side::White } else { Side::Black };
        let stands = |kind, cell| board.piece_at(cell) == Some(Piece { kind, side });
        B::CASTLINGS.get(right).is_some_and(|castling| {
            stands(PieceType::KING, castling.king) && stands(PieceType::ROOK, castling.rook)
        })
    };
    let text = setup.text(field::CASTLING);
    let castling = fen::parse_castling(board.game(), text, &is_at_home, &mut errors);
    let at_start = fen::pawns_at_start(board, starts);
    let unmoved = fen::parse_pawns(
        board,
        setup,
        field::UNMOVED_PAWNS,
        &at_start,
        explain_impossible,
        &mut errors,
    );
    let state = board.state_mut();
    state.castling = castling.iter().fold(0, |rights, right| rights | 1 << right);
    state.unmoved_pawns = unmoved.iter().fold(0, |pawns, &cell| pawns | 1 << state.square(cell));
    errors
}

/// Parses the en passant field of a game in which a double step passes one cell: the cell of the
/// pawn and the cell that it passed.
pub(crate) fn parse_ep<B: Rules>(board: &B, text: &str) -> Result<(Place, Place), String> {
    let (pawn, passed) = fen::parse_ep_pawn(board, text)?;
    Ok((pawn, fen::parse_live_cell(board, passed, text)?))
}

/// Returns the text of a field: castling rights, unmoved pawns, or the right to capture en passant
/// of a pawn that has passed one cell.
pub(crate) fn format_field<B: MakeMove + Rules>(
    board: &B,
    field: &str,
    starts: &PawnStarts,
) -> String {
    let state = board.state();
    match field {
        field::CASTLING => fen::format_castling(state.castling),
        field::UNMOVED_PAWNS => {
            let unmoved: Vec<Place> =
                BitIter(state.unmoved_pawns).map(|square| state.cell(square)).collect();
            fen::format_cells(board.game(), &unmoved, &fen::pawns_at_start(board, starts))
        }
        _ if state.ep_pawn == NO_CELL => "-".into(),
        _ => fen::format_ep(board.game(), state.ep_pawn, &[state.ep_cell]),
    }
}
