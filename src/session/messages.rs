//! Answers that need no search: the game and its space in the words of the protocol.

use crate::engine;
use crate::game::{Game, MoveInfo};
use crate::moves::Side;
use crate::rules::{Notation, Outcome};
use std::fmt::Write;
use triskelion_protocol::{
    Bound, GameResult, Info, Query, QueryResponse, Score, VariantInfo, json,
};

fn side_to_json(side: Side) -> json::Side {
    match side {
        Side::White => json::Side::White,
        Side::Black => json::Side::Black,
    }
}

fn game_result(ending: Option<Outcome>) -> GameResult {
    match ending {
        None => GameResult::Ongoing,
        Some(Outcome { winner: None, .. }) => GameResult::Draw,
        Some(Outcome { winner: Some(Side::White), .. }) => GameResult::FirstWins,
        Some(Outcome { winner: Some(Side::Black), .. }) => GameResult::SecondWins,
    }
}

/// The answer to `query`.
pub fn query_response(game: &dyn Game, question: Query) -> QueryResponse {
    let ending = game.outcome();
    match question {
        Query::GameOver => QueryResponse::Bool(ending.is_some()),
        Query::P1Turn => QueryResponse::Bool(game.side_to_move() == Side::White),
        Query::Result => QueryResponse::Result(game_result(ending)),
        Query::Reason => match ending {
            Some(ending) => QueryResponse::Reason(ending.reason.to_string()),
            None => QueryResponse::Result(GameResult::Ongoing),
        },
    }
}

/// The line that tells a GUI the space of the rule set.
pub fn variant_info(game: &dyn Game) -> VariantInfo {
    let space = game.geometry();
    VariantInfo {
        variant: game.variant().name().to_owned(),
        files: space.files,
        ranks: space.ranks,
        levels: space.levels,
        startpos: space.startpos,
    }
}

/// The answer to `geometry`.
pub fn geometry(game: &dyn Game) -> json::Geometry {
    let space = game.geometry();
    let cells = space.cells.into_iter();
    let posts = space.posts.into_iter();
    json::Geometry {
        variant: game.variant().name().to_owned(),
        files: space.files,
        ranks: space.ranks,
        levels: space.levels,
        cells: cells
            .map(|(name, at)| json::Cell { name, file: at.file, rank: at.rank, level: at.level })
            .collect(),
        posts: posts.map(|(name, covers)| json::Post { name, covers }).collect(),
        startpos: space.startpos,
    }
}

/// The answer to `board`.
pub fn board(game: &dyn Game, notation: Notation) -> json::Board {
    let ending = game.outcome();
    let platforms = game.platforms().into_iter();
    json::Board {
        variant: game.variant().name().to_owned(),
        fen: game.fen(),
        pieces: game.pieces().into_iter().map(|(cell, man)| (cell, man.letter())).collect(),
        platforms: platforms.map(|(post, owner)| (post, owner.map(side_to_json))).collect(),
        side_to_move: side_to_json(game.side_to_move()),
        in_check: game.in_check(),
        checkers: game.checkers(),
        last_move: game.last_move(Notation::Uci),
        last_move_display: game.last_move(notation),
        result: game_result(ending).to_string(),
        reason: ending.map(|ending| ending.reason.to_string()),
    }
}

/// The legal moves, or those that leave one cell or post, in the order of their texts; the error
/// says that there is no such place.
pub fn moves(
    game: &dyn Game,
    notation: Notation,
    from: Option<&str>,
) -> Result<Vec<MoveInfo>, String> {
    let mut moves = game.legal_moves(notation);
    if let Some(from) = from {
        let space = game.geometry();
        let known = space.cells.iter().any(|(name, _)| name == from)
            || space.posts.iter().any(|(name, _)| name == from);
        if !known {
            return Err(format!(
                "moves: read {}, expected 'json', a cell or a post",
                triskelion_protocol::quote_clipped(from)
            ));
        }
        moves.retain(|mv| mv.from == from);
    }
    moves.sort_by(|one, other| one.uci.cmp(&other.uci));
    Ok(moves)
}

/// A legal move for `moves json`.
pub fn move_to_json(mv: MoveInfo) -> json::Move {
    json::Move {
        uci: mv.uci,
        display: mv.display,
        from: mv.from,
        to: mv.to,
        captured_cell: mv.captured_cell,
        promotion: mv.promotions.iter().map(|kind| kind.letter()).collect(),
        is_platform_move: mv.is_platform_move,
    }
}

/// What the engine has found, as the protocol tells it.
pub fn info(info: engine::SearchInfo) -> Info {
    let score = match info.score {
        engine::Score::Centipawns(centipawns) => Score::Centipawns(centipawns.into()),
        engine::Score::Mate(moves) => Score::Mate(moves.into()),
    };
    let bound = match info.bound {
        engine::Bound::Exact => Bound::Exact,
        engine::Bound::Lower => Bound::Lower,
        engine::Bound::Upper => Bound::Upper,
    };
    // A game that is over has nothing to report but its score.
    if info.pv.is_empty() && info.depth == 0 {
        return Info { depth: Some(0), score: Some((score, bound)), ..Info::default() };
    }
    Info {
        depth: Some(info.depth.into()),
        seldepth: Some(info.seldepth.into()),
        multipv: Some(info.multipv.into()),
        score: Some((score, bound)),
        wdl: info.wdl.map(|chances| [chances.win, chances.draw, chances.loss].map(u64::from)),
        nodes: Some(info.nodes),
        nps: Some(info.nps),
        hashfull: Some(info.hashfull.into()),
        time: Some(info.time),
        pv: info.pv,
        ..Info::default()
    }
}

/// The static evaluation for people: a line a term from White's side, then the sum from the side
/// to move.
pub fn evaluation(game: &dyn Game) -> String {
    let (value, terms) = game.evaluation();
    let mut text = String::new();
    for (name, centipawns) in terms {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<24}{centipawns:>8} cp for White");
    }
    let _ = write!(text, "{:<24}{value:>8} cp for the side to move", "evaluation");
    text
}
