//! Replaying games: checks that every move is legal and that the recorded end is correct.
//!
//! A game with a [`Termination`] is checked strictly. If it ended by the rules, the rules must end
//! it at the last move and not before. Otherwise the game must not be over. A game from another
//! program has only a result. It may continue after a draw that has to be claimed over the board,
//! and it may stop early because a player resigned, but checkmate must agree with the result.

use super::record::{GameRecord, MoveNumber};
use crate::game::{Game, SetPositionError, new_game};
use crate::moves::Side;
use crate::registry::Variant;
use crate::rules::{EndReason, Notation, Outcome, ParseError};
use crate::tournament::game_end::{GameEnd, Termination, result_text};
use triskelion_protocol::GameResult;

/// The result of replaying a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayResult {
    /// The number of moves.
    pub plies: usize,
    /// The outcome by the rules after the last move.
    pub outcome: Option<Outcome>,
}

/// The reason why a game record is not valid under the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The start position is invalid.
    #[error(transparent)]
    Start(SetPositionError),
    /// A move is illegal.
    #[error("move {at} {text}: {}", .error.message)]
    Move {
        /// The number of the move.
        at: MoveNumber,
        /// The move.
        text: String,
        /// The reason why the move is illegal.
        error: ParseError,
    },
    /// A move comes after the end of the game.
    #[error("move {at} {text}: the game is already over: {end}")]
    AfterEnd {
        /// The number of the move.
        at: MoveNumber,
        /// The move.
        text: String,
        /// The end by the rules.
        end: GameEnd,
    },
    /// The record has an end by the rules, but the game is not over.
    #[error("recorded as {}, but the game is not over", format_tags(.recorded))]
    NotOver {
        /// The end in the record.
        recorded: GameEnd,
    },
    /// The recorded end differs from the end by the rules.
    #[error("recorded as {}; by the rules: {found}, {}", format_tags(.recorded), .found.result())]
    EndMismatch {
        /// The end in the record.
        recorded: GameEnd,
        /// The end by the rules.
        found: GameEnd,
    },
    /// The recorded result differs from the result by the rules.
    #[error("recorded as {recorded}; by the rules: {found}, {}", .found.result())]
    ResultMismatch {
        /// The result in the record.
        recorded: &'static str,
        /// The end by the rules.
        found: GameEnd,
    },
    /// The recorded termination cannot have the recorded result.
    #[error("a game that ends by {} cannot have the result {}", .recorded.termination.name(), .recorded.result())]
    Impossible {
        /// The end in the record.
        recorded: GameEnd,
    },
    /// The rule set does not support the requested notation.
    #[error("{variant} has no notation {notation}")]
    UnsupportedNotation {
        /// The rule set.
        variant: Variant,
        /// The notation.
        notation: Notation,
    },
}

/// Formats an end as the tags that record it.
fn format_tags(end: &GameEnd) -> String {
    format!("[Result \"{}\"] [Reason \"{}\"]", end.result(), end.termination.name())
}

/// Replays a game and checks it.
pub fn replay(record: &GameRecord) -> Result<ReplayResult, ReplayError> {
    replay_with(record, |_| {})
}

/// Replays a game and calls `on_move` with the game after each move.
pub fn replay_with(
    record: &GameRecord,
    mut on_move: impl FnMut(&dyn Game),
) -> Result<ReplayResult, ReplayError> {
    let mut game = new_game(record.variant);
    game.set_castling_mode(record.castling_mode);
    game.set_position(record.start_fen.as_deref(), &[]).map_err(ReplayError::Start)?;
    let (_, mut number) = record.first_move();
    for ply in &record.plies {
        let at = MoveNumber(number, game.side_to_move());
        let text = || ply.mv.clone();
        // Our referee ends a game as soon as it is over. Elsewhere some draws must be claimed.
        if let (Some(_), Some(outcome)) = (record.end, game.outcome()) {
            return Err(ReplayError::AfterEnd { at, text: text(), end: outcome.into() });
        }
        game.play(&ply.mv).map_err(|error| ReplayError::Move { at, text: text(), error })?;
        number = number.saturating_add(u32::from(at.1 == Side::Black));
        on_move(&*game);
    }
    let outcome = game.outcome();
    match record.end {
        Some(recorded) => check_end(recorded, outcome, game.side_to_move())?,
        None => check_result(record.result, outcome)?,
    }
    Ok(ReplayResult { plies: record.plies.len(), outcome })
}

/// Returns the same game with its moves in another notation.
pub fn with_notation(record: &GameRecord, notation: Notation) -> Result<GameRecord, ReplayError> {
    if !new_game(record.variant).notations().contains(&notation) {
        return Err(ReplayError::UnsupportedNotation { variant: record.variant, notation });
    }
    let mut texts = Vec::with_capacity(record.plies.len());
    replay_with(record, |game| texts.extend(game.last_move(notation)))?;
    let mut record = GameRecord { notation: Some(notation), ..record.clone() };
    for (ply, text) in record.plies.iter_mut().zip(texts) {
        ply.mv = text;
    }
    Ok(record)
}

/// Checks the recorded end against the outcome by the rules, with `side` to move.
fn check_end(recorded: GameEnd, outcome: Option<Outcome>, side: Side) -> Result<(), ReplayError> {
    let is_possible = match recorded.termination {
        Termination::DrawAdjudication
        | Termination::MaximumLength
        | Termination::Rules(
            EndReason::DeadPosition | EndReason::Repetition | EndReason::FiftyMoves,
        ) => recorded.winner.is_none(),
        Termination::WinAdjudication | Termination::Rules(EndReason::Checkmate) => {
            recorded.winner.is_some()
        }
        // Only the side to move sends moves and lines.
        Termination::IllegalMove | Termination::InvalidLine => {
            recorded.winner == Some(side.other())
        }
        _ => true,
    };
    if !is_possible {
        return Err(ReplayError::Impossible { recorded });
    }
    match outcome.map(GameEnd::from) {
        Some(found) if found == recorded => Ok(()),
        Some(found) => Err(ReplayError::EndMismatch { recorded, found }),
        None if recorded.termination.is_by_rules() => Err(ReplayError::NotOver { recorded }),
        None => Ok(()),
    }
}

/// Checks a result without a termination against the outcome by the rules.
fn check_result(recorded: GameResult, outcome: Option<Outcome>) -> Result<(), ReplayError> {
    let Some(found) = outcome.map(GameEnd::from) else { return Ok(()) };
    let by_claim = matches!(
        found.termination,
        Termination::Rules(EndReason::Repetition | EndReason::FiftyMoves)
    );
    let recorded = result_text(recorded);
    if by_claim || recorded == "*" || recorded == found.result() {
        return Ok(());
    }
    Err(ReplayError::ResultMismatch { recorded, found })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::result_of;
    use crate::tournament::pgn::RecordedMove;

    const FOOLS_MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

    /// Returns a game of ordinary chess.
    fn game(moves: &[&str], winner: Option<Side>, termination: Option<Termination>) -> GameRecord {
        let ply = |mv: &&str| RecordedMove { mv: (*mv).to_owned(), ..RecordedMove::default() };
        let result = result_of(winner);
        let end = termination.map(|termination| GameEnd { winner, termination });
        GameRecord { plies: moves.iter().map(ply).collect(), end, result, ..GameRecord::default() }
    }

    #[test]
    fn recorded_end_must_match_the_rules() {
        let (white, black) = (Some(Side::White), Some(Side::Black));
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
        let continued = [&shuffle[..], &["e2e4"]].concat();
        let mate = &FOOLS_MATE[..];
        for (moves, winner, termination, expected) in [
            (mate, black, Some(Termination::Rules(EndReason::Checkmate)), ""),
            (mate, black, None, ""),
            (
                mate,
                white,
                Some(Termination::Rules(EndReason::Checkmate)),
                "recorded as [Result \"1-0\"] [Reason \"checkmate\"]; by the rules: Black mates, 0-1",
            ),
            (mate, white, None, "recorded as 1-0; by the rules: Black mates, 0-1"),
            (mate, None, None, "recorded as 1/2-1/2; by the rules: Black mates, 0-1"),
            (
                mate,
                black,
                Some(Termination::WinAdjudication),
                "recorded as [Result \"0-1\"] [Reason \"win-adjudication\"]; by the rules: ",
            ),
            (
                mate,
                black,
                Some(Termination::TimeForfeit),
                "recorded as [Result \"0-1\"] [Reason \"time-forfeit\"]; by",
            ),
            (
                &mate[..3],
                black,
                Some(Termination::Rules(EndReason::Checkmate)),
                "recorded as [Result \"0-1\"] [Reason \"checkmate\"], but the game",
            ),
            (&mate[..3], black, None, ""),
            (&mate[..3], black, Some(Termination::WinAdjudication), ""),
            (&mate[..3], None, Some(Termination::MaximumLength), ""),
            (
                &mate[..3],
                None,
                Some(Termination::WinAdjudication),
                "a game that ends by win-adjudication cannot have the result 1/2-1/2",
            ),
            (
                &mate[..3],
                white,
                Some(Termination::MaximumLength),
                "a game that ends by maximum-length cannot have the result 1-0",
            ),
            (&mate[..3], white, Some(Termination::IllegalMove), ""),
            (
                &mate[..3],
                black,
                Some(Termination::IllegalMove),
                "a game that ends by illegal-move cannot have the result 0-1",
            ),
            (&mate[..3], black, Some(Termination::Disconnect), ""),
            (
                &mate[..3],
                white,
                Some(Termination::Rules(EndReason::FiftyMoves)),
                "a game that ends by fifty-moves cannot have the result 1-0",
            ),
            (
                mate,
                None,
                Some(Termination::Rules(EndReason::Checkmate)),
                "a game that ends by checkmate cannot have the result 1/2-1/2",
            ),
            (&shuffle, None, Some(Termination::Rules(EndReason::Repetition)), ""),
            (
                &shuffle,
                None,
                Some(Termination::Rules(EndReason::FiftyMoves)),
                "recorded as [Result \"1/2-1/2\"] [Reason \"fifty-moves\"]; by the rules: ",
            ),
            (&shuffle, white, None, ""),
            (&continued, white, None, ""),
            (
                &continued,
                white,
                Some(Termination::WinAdjudication),
                "move 5. e2e4: the game is already over",
            ),
        ] {
            let record = game(moves, winner, termination);
            let found = replay(&record).map_or_else(|error| error.to_string(), |_| String::new());
            assert!(found.starts_with(expected), "{record:?}: {found}");
            assert_eq!(found.is_empty(), expected.is_empty(), "{record:?}: {found}");
        }
    }

    #[test]
    fn unfinished_game_may_stop_anywhere() {
        for length in 0..=FOOLS_MATE.len() {
            let record = GameRecord {
                result: GameResult::Ongoing,
                ..game(&FOOLS_MATE[..length], None, None)
            };
            assert_eq!(replay(&record).map(|replayed| replayed.plies), Ok(length));
        }
    }

    #[test]
    fn illegal_move_error_names_its_number() {
        let mut record = game(&["g8f6", "e2e4", "e2e4"], None, None);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 12";
        record.start_fen = Some(start.to_owned());
        let error = replay(&record).expect_err("e2 is empty").to_string();
        assert!(error.starts_with("move 13... e2e4: "), "{error}");
        record.start_fen = Some("8/8".to_owned());
        let error = replay(&record).expect_err("no position").to_string();
        assert!(error.starts_with("FEN: "), "{error}");
    }

    #[test]
    fn with_notation_accepts_only_supported_notations() {
        let record =
            game(&FOOLS_MATE, Some(Side::Black), Some(Termination::Rules(EndReason::Checkmate)));
        let san = with_notation(&record, Notation::San).expect("a game");
        let moves: Vec<&str> = san.plies.iter().map(|ply| ply.mv.as_str()).collect();
        assert_eq!(moves, ["f3", "e5", "g4", "Qh4#"]);
        let uci = with_notation(&san, Notation::Uci).expect("a game");
        assert_eq!(uci.plies, record.plies);
        let error = with_notation(&record, Notation::Roth).expect_err("chess has one level");
        assert_eq!(error.to_string(), "chess has no notation roth");
    }
}
