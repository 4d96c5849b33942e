//! Records played over under the rules: is every move legal, and does the game end as it says?
//!
//! What the record gives as a [`Cause`] is held against the rules without mercy: an end by the rules
//! must come, at that move and no earlier, and any other end must find the game still going on. A
//! record from elsewhere gives only the result. It may go on after what is a draw by claim over the
//! board, and stop early, since people resign; but who mates wins.

use super::{GameRecord, MoveNumber, result_text};
use crate::game::{Game, SetPositionError, new_game};
use crate::moves::Side;
use crate::registry::Variant;
use crate::rules::{EndReason, Notation, Outcome, ParseError};
use crate::tournament::{GameEnd, Termination};
use triskelion_protocol::GameResult;

/// What a game turned out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayResult {
    /// The number of moves.
    pub plies: usize,
    /// How the game stands by the rules after the last of them.
    pub outcome: Option<Outcome>,
}

/// Why a record is not that of a game under the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// There is no such start position.
    #[error(transparent)]
    Start(SetPositionError),
    /// A move is not legal where it stands.
    #[error("move {at} {text}: {}", .error.message)]
    Move {
        /// Its number, as it stands before the move: `12...`.
        at: MoveNumber,
        /// The move.
        text: String,
        /// Why there is no such move.
        error: ParseError,
    },
    /// A move comes after the end of the game.
    #[error("move {at} {text}: the game was over before it: {end}")]
    AfterEnd {
        /// Its number.
        at: MoveNumber,
        /// The move.
        text: String,
        /// How the game had ended.
        end: GameEnd,
    },
    /// The game is not over by the rules, though the record says so.
    #[error("recorded as \"{recorded}\", but the game is not over")]
    NotOver {
        /// The end in the record.
        recorded: GameEnd,
    },
    /// The game is over by the rules in another way than the record says.
    #[error("recorded as \"{recorded}\", {}; by the rules: {found}, {}", .recorded.result(), .found.result())]
    EndMismatch {
        /// The end in the record.
        recorded: GameEnd,
        /// The end by the rules.
        found: GameEnd,
    },
    /// The result is not that of the position at the end.
    #[error("recorded as {recorded}; by the rules: {found}, {}", .found.result())]
    ResultMismatch {
        /// The result in the record.
        recorded: &'static str,
        /// The end by the rules.
        found: GameEnd,
    },
    /// No game that ends in this way has this result.
    #[error("{} does not give {}", .recorded.termination.name(), .recorded.result())]
    Impossible {
        /// The end in the record.
        recorded: GameEnd,
    },
    /// The rule set has not got the notation that was asked for.
    #[error("{variant} has no notation {notation}")]
    UnsupportedNotation {
        /// The rule set.
        variant: Variant,
        /// The notation.
        notation: Notation,
    },
}

/// Plays a game over; the error says what is wrong with it.
pub fn replay(record: &GameRecord) -> Result<ReplayResult, ReplayError> {
    replay_with(record, |_| {})
}

/// The same, with a look at the game after each move.
pub fn replay_with(
    record: &GameRecord,
    mut look: impl FnMut(&dyn Game),
) -> Result<ReplayResult, ReplayError> {
    let mut game = new_game(record.variant);
    game.set_castling_mode(record.castling_mode);
    game.set_position(record.start_fen.as_deref(), &[]).map_err(ReplayError::Start)?;
    let (_, mut number) = record.first_move();
    for ply in &record.plies {
        let at = MoveNumber(number, game.side_to_move());
        let text = || ply.mv.clone();
        // The referee ends a game as soon as it is over. Elsewhere draws may have to be claimed.
        if let (Some(_), Some(ending)) = (record.end, game.outcome()) {
            return Err(ReplayError::AfterEnd { at, text: text(), end: ending.into() });
        }
        game.play(&ply.mv).map_err(|fault| ReplayError::Move { at, text: text(), error: fault })?;
        number = number.saturating_add(u32::from(at.1 == Side::Black));
        look(&*game);
    }
    let ending = game.outcome();
    match record.end {
        Some(recorded) => check_end(recorded, ending, game.side_to_move())?,
        None => check_result(record.result, ending)?,
    }
    Ok(ReplayResult { plies: record.plies.len(), outcome: ending })
}

/// The same game with its moves in another notation.
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

/// Holds the recorded end against that of the rules, if there is one, with this side to move.
fn check_end(recorded: GameEnd, ending: Option<Outcome>, side: Side) -> Result<(), ReplayError> {
    let found = ending.map(GameEnd::from);
    match found {
        Some(found) if found == recorded => return Ok(()),
        Some(found) => return Err(ReplayError::EndMismatch { recorded, found }),
        None if recorded.termination.is_by_rules() => {
            return Err(ReplayError::NotOver { recorded });
        }
        None => {}
    }
    let is_possible = match recorded.termination {
        Termination::DrawAdjudication | Termination::MaximumLength => recorded.winner.is_none(),
        Termination::WinAdjudication => recorded.winner.is_some(),
        // It was the mover who had to move.
        Termination::IllegalMove => recorded.winner == Some(side.other()),
        _ => true,
    };
    if is_possible { Ok(()) } else { Err(ReplayError::Impossible { recorded }) }
}

/// Holds a result without a reason against the end by the rules, if there is one.
fn check_result(recorded: GameResult, ending: Option<Outcome>) -> Result<(), ReplayError> {
    let Some(found) = ending.map(GameEnd::from) else { return Ok(()) };
    let by_claim = matches!(
        found.termination,
        Termination::Rules(EndReason::Repetition) | Termination::Rules(EndReason::FiftyMoves)
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
    use crate::tournament::pgn::RecordedMove;

    const FOOLS_MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

    /// A game of ordinary chess.
    fn game(moves: &[&str], winner: Option<Side>, cause: Option<Termination>) -> GameRecord {
        let ply = |mv: &&str| RecordedMove { mv: (*mv).to_owned(), ..RecordedMove::default() };
        let result = match winner {
            Some(Side::White) => GameResult::FirstWins,
            Some(Side::Black) => GameResult::SecondWins,
            None => GameResult::Draw,
        };
        let end = cause.map(|cause| GameEnd { winner, termination: cause });
        GameRecord { plies: moves.iter().map(ply).collect(), end, result, ..GameRecord::default() }
    }

    #[test]
    fn recorded_end_must_match_the_rules() {
        let (white, black) = (Some(Side::White), Some(Side::Black));
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
        let beyond = [&shuffle[..], &["e2e4"]].concat();
        let mate = &FOOLS_MATE[..];
        for (moves, winner, cause, wrong) in [
            (mate, black, Some(Termination::Rules(EndReason::Checkmate)), ""),
            (mate, black, None, ""),
            (
                mate,
                white,
                Some(Termination::Rules(EndReason::Checkmate)),
                "recorded as \"White mates\", 1-0; by the rules: ",
            ),
            (mate, white, None, "recorded as 1-0; by the rules: Black mates, 0-1"),
            (mate, None, None, "recorded as 1/2-1/2; by the rules: Black mates, 0-1"),
            (
                mate,
                black,
                Some(Termination::WinAdjudication),
                "recorded as \"Black wins by adjudication\"",
            ),
            (mate, black, Some(Termination::TimeForfeit), "recorded as \"White loses on time\""),
            (
                &mate[..3],
                black,
                Some(Termination::Rules(EndReason::Checkmate)),
                "recorded as \"Black mates\", but the game",
            ),
            (&mate[..3], black, None, ""),
            (&mate[..3], black, Some(Termination::WinAdjudication), ""),
            (&mate[..3], None, Some(Termination::MaximumLength), ""),
            (
                &mate[..3],
                None,
                Some(Termination::WinAdjudication),
                "win-adjudication does not give 1/2-1/2",
            ),
            (
                &mate[..3],
                white,
                Some(Termination::MaximumLength),
                "maximum-length does not give 1-0",
            ),
            (&mate[..3], white, Some(Termination::IllegalMove), ""),
            (&mate[..3], black, Some(Termination::IllegalMove), "illegal-move does not give 0-1"),
            (&mate[..3], black, Some(Termination::Disconnect), ""),
            (&shuffle, None, Some(Termination::Rules(EndReason::Repetition)), ""),
            (
                &shuffle,
                None,
                Some(Termination::Rules(EndReason::FiftyMoves)),
                "recorded as \"Draw by fifty moves rule\"",
            ),
            (&shuffle, white, None, ""),
            (&beyond, white, None, ""),
            (
                &beyond,
                white,
                Some(Termination::WinAdjudication),
                "move 5. e2e4: the game was over before",
            ),
        ] {
            let record = game(moves, winner, cause);
            let found = replay(&record).map_or_else(|error| error.to_string(), |_| String::new());
            assert!(found.starts_with(wrong), "{record:?}: {found}");
            assert_eq!(found.is_empty(), wrong.is_empty(), "{record:?}: {found}");
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
        let wire = with_notation(&san, Notation::Uci).expect("a game");
        assert_eq!(wire.plies, record.plies);
        let error = with_notation(&record, Notation::Roth).expect_err("chess has one level");
        assert_eq!(error.to_string(), "chess has no notation roth");
    }
}
