//! Conversions of the game to protocol messages.

use crate::endings::EndingValue;
use crate::engine::{Engine, Evaluation};
use crate::game::{Game, result_of};
use crate::moves::Side;
use crate::rules::{Notation, Outcome};
use std::fmt::Write;
use triskelion_protocol::{GameResult, Query, QueryResponse, VariantInfo, json};

fn side_to_json(side: Side) -> json::Side {
    match side {
        Side::White => json::Side::White,
        Side::Black => json::Side::Black,
    }
}

fn game_result(outcome: Option<Outcome>) -> GameResult {
    outcome.map_or(GameResult::Ongoing, |outcome| result_of(outcome.winner))
}

/// Returns the reply to `query`.
pub(super) fn query_response(game: &dyn Game, query: Query) -> QueryResponse {
    let outcome = game.outcome();
    match query {
        Query::GameOver => QueryResponse::Bool(outcome.is_some()),
        Query::P1Turn => QueryResponse::Bool(game.side_to_move() == Side::White),
        Query::Result => QueryResponse::Result(game_result(outcome)),
        Query::Reason => match outcome {
            Some(outcome) => QueryResponse::Reason(outcome.reason.to_string()),
            None => QueryResponse::Result(GameResult::Ongoing),
        },
    }
}

/// Returns the `info string variant` line of the rule set.
pub(super) fn variant_info(game: &dyn Game) -> VariantInfo {
    let json::Geometry { variant, files, ranks, levels, startpos, .. } = game.geometry();
    VariantInfo { variant, files, ranks, levels, startpos }
}

/// Returns the reply to `board`.
pub(super) fn board(game: &dyn Game, notation: Notation) -> json::Board {
    let outcome = game.outcome();
    let platforms = game.platforms().into_iter();
    json::Board {
        variant: game.variant().name().to_owned(),
        fen: game.fen(),
        pieces: game.pieces().into_iter().collect(),
        platforms: platforms.map(|(post, owner)| (post, owner.map(side_to_json))).collect(),
        side_to_move: side_to_json(game.side_to_move()),
        in_check: game.in_check(),
        checkers: game.checkers(),
        last_move: game.last_move(Notation::Uci),
        last_move_display: game.last_move(notation),
        result: game_result(outcome).to_string(),
        reason: outcome.map(|outcome| outcome.reason.to_string()),
    }
}

/// Returns the reply to `eval json`.
pub(super) fn evaluation(engine: &Engine) -> json::Evaluation {
    let Evaluation { value, terms, pieces, .. } = engine.evaluation();
    let term = |(name, score): (&str, i32)| json::Term { name: name.to_owned(), score };
    json::Evaluation {
        score: if engine.game().side_to_move() == Side::White { value } else { -value },
        terms: terms.into_iter().map(term).collect(),
        pieces: pieces.into_iter().collect(),
    }
}

/// Returns the reply to `endings`.
pub(super) fn endings(engine: &Engine) -> json::Endings {
    let game = engine.game();
    let ending_move = |(mv, value)| {
        let (result, plies) = match value {
            EndingValue::Win(plies) => (json::EndingResult::Win, Some(plies)),
            EndingValue::Draw => (json::EndingResult::Draw, None),
            EndingValue::Loss(plies) => (json::EndingResult::Loss, Some(plies)),
        };
        json::EndingMove { uci: game.move_text(mv, Notation::Uci), result, plies }
    };
    let moves = engine.ending_moves();
    let mut moves: Option<Vec<_>> = moves.map(|it| it.into_iter().map(ending_move).collect());
    moves.iter_mut().for_each(|it| it.sort_by(|a, b| a.uci.cmp(&b.uci)));
    json::Endings { moves }
}

/// Returns the reply to `eval`: the worth of each piece on the board, one line per term from
/// White's point of view, then the sum from the side to move.
pub(super) fn evaluation_text(engine: &Engine) -> String {
    let Evaluation { value, terms, diagram, .. } = engine.evaluation();
    let mut text = format!("The worth of each piece, in pawns for White:\n{diagram}");
    for (name, centipawns) in terms {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<24}{centipawns:>8} cp for White");
    }
    let _ = write!(text, "{:<24}{value:>8} cp for the side to move", "evaluation");
    text
}
