//! Answers that need no search: the game and its space in the words of the protocol.

use crate::engine;
use crate::game::{Game, MoveInfo};
use crate::moves::Side;
use crate::rules::{Ending, Notation};
use std::fmt::Write;
use triskelion_protocol::{Bound, Info, Outcome, Question, Response, Score, VariantLine, json};

fn side(side: Side) -> json::Side {
    match side {
        Side::White => json::Side::White,
        Side::Black => json::Side::Black,
    }
}

fn outcome(ending: Option<Ending>) -> Outcome {
    match ending {
        None => Outcome::None,
        Some(Ending { winner: None, .. }) => Outcome::Draw,
        Some(Ending { winner: Some(Side::White), .. }) => Outcome::FirstWins,
        Some(Ending { winner: Some(Side::Black), .. }) => Outcome::SecondWins,
    }
}

/// The answer to `query`.
pub fn response(game: &dyn Game, question: Question) -> Response {
    let ending = game.ending();
    match question {
        Question::GameOver => Response::Truth(ending.is_some()),
        Question::P1Turn => Response::Truth(game.side() == Side::White),
        Question::Result => Response::Outcome(outcome(ending)),
        Question::Reason => match ending {
            Some(ending) => Response::Reason(ending.reason.to_string()),
            None => Response::Outcome(Outcome::None),
        },
    }
}

/// The line that tells a GUI the space of the rule set.
pub fn variant_line(game: &dyn Game) -> VariantLine {
    let space = game.geometry();
    VariantLine {
        variant: game.variant().name().to_owned(),
        files: space.files,
        ranks: space.ranks,
        levels: space.levels,
        startpos: space.start,
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
            .map(|(name, at)| json::Cell { name, x: at.file, y: at.rank, z: at.level })
            .collect(),
        posts: posts.map(|(name, covers)| json::Post { name, covers }).collect(),
        startpos: space.start,
    }
}

/// The answer to `board`.
pub fn board(game: &dyn Game, notation: Notation) -> json::Board {
    let ending = game.ending();
    let platforms = game.platforms().into_iter();
    json::Board {
        variant: game.variant().name().to_owned(),
        position: game.position_string(),
        men: game.men().into_iter().map(|(cell, man)| (cell, man.letter())).collect(),
        platforms: platforms.map(|(post, owner)| (post, owner.map(side))).collect(),
        side: side(game.side()),
        check: game.in_check(),
        checkers: game.checkers(),
        lastmove: game.last_move(Notation::Wire),
        lastnotation: game.last_move(notation),
        result: outcome(ending).to_string(),
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
    let mut moves = game.moves(notation);
    if let Some(from) = from {
        let space = game.geometry();
        let known = space.cells.iter().any(|(name, _)| name == from)
            || space.posts.iter().any(|(name, _)| name == from);
        if !known {
            return Err(format!(
                "moves: read {}, expected 'json', a cell or a post",
                triskelion_protocol::clip(from)
            ));
        }
        moves.retain(|mv| mv.from == from);
    }
    moves.sort_by(|one, other| one.text.cmp(&other.text));
    Ok(moves)
}

/// A legal move for `moves json`.
pub fn legal_move(mv: MoveInfo) -> json::Move {
    json::Move {
        text: mv.text,
        notation: mv.notation,
        from: mv.from,
        to: mv.to,
        captured: mv.captured,
        promotion: mv.promotions.iter().map(|kind| kind.letter()).collect(),
        platform: mv.platform,
    }
}

/// What the engine has found, as the protocol tells it.
pub fn info(info: engine::Info) -> Info {
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
