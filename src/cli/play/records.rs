//! Games in files: PGN in both directions, and the games that Roth's program saves.
//!
//! Such a game has no tags: `1. Pb2(2)-b4(2) Nb8(6)-c6(4) 2. …`, on one line or several. It belongs
//! to the first rule set in which all its moves are legal, the present one first.

use super::game::{GameStart, PlayedGame};
use crate::moves::Side;
use crate::registry::Variant;
use crate::rules::Notation;
use crate::tournament::pgn::replay::{ReplayError, replay_with, with_notation};
use crate::tournament::pgn::{GameRecord, PgnError, PgnItem, PgnReader, RecordedMove, today};
use triskelion_protocol::GameResult;

/// A game from a file.
pub(super) struct LoadedGame {
    pub game: PlayedGame,
    /// Whether the file has more games.
    pub has_more: bool,
    /// What differs between the rules of the record and those of the rule set.
    pub warning: Option<String>,
}

/// Reads the first game of a file. `present` is the rule set to try first for a game without tags.
pub(super) fn parse(text: &str, present: Variant) -> Result<LoadedGame, String> {
    let text = text.trim_start_matches('\u{feff}');
    let is_bare = !text.lines().any(|line| line.trim_start().starts_with('['));
    // A bare game may lack the result, which is how the reader finds the end of a game.
    let ended = if is_bare { format!("{text}\n*\n") } else { text.to_owned() };
    let mut games = PgnReader::new(ended.as_bytes()).filter_map(|item| match item {
        Ok(PgnItem::Game(record)) => Some(Ok(*record)),
        Ok(PgnItem::Escape(_)) => None,
        Err(error) => Some(Err(describe(&error))),
    });
    let record = games.next().unwrap_or_else(|| Err("there is no game".to_owned()))?;
    if is_bare {
        if record.plies.is_empty() {
            return Err("there is no game".to_owned());
        }
        let has_more = games.any(|game| game.is_ok_and(|game| !game.plies.is_empty()));
        return Ok(LoadedGame { game: from_bare(record, present)?, has_more, warning: None });
    }
    let game = from_record(&record).map_err(|error| error.to_string())?;
    let warning = record.check_rules().err().map(|error| format!("Warning: {error}."));
    Ok(LoadedGame { game, has_more: games.next().is_some(), warning })
}

fn describe(error: &PgnError) -> String {
    match error {
        PgnError::Truncated { line, .. } => {
            format!("line {line}: the game that starts here has no result at its end")
        }
        error => error.to_string(),
    }
}

/// Finds the rule set of a game without tags.
fn from_bare(record: GameRecord, present: Variant) -> Result<PlayedGame, String> {
    let mut furthest: Option<(usize, Variant, ReplayError)> = None;
    for variant in [present].into_iter().chain(Variant::ALL) {
        let record = GameRecord { variant, ..record.clone() };
        let mut legal = 0;
        match replay_with(&record, |_| legal += 1) {
            Ok(_) => return from_record(&record).map_err(|error| error.to_string()),
            Err(error) if furthest.as_ref().is_none_or(|(best, ..)| legal > *best) => {
                furthest = Some((legal, variant, error));
            }
            Err(_) => {}
        }
    }
    Err(match furthest {
        Some((_, variant, error)) => format!("in {variant}: {error}"),
        None => "there is no game".to_owned(),
    })
}

fn from_record(record: &GameRecord) -> Result<PlayedGame, ReplayError> {
    let mut moves = Vec::with_capacity(record.plies.len());
    replay_with(record, |position| moves.extend(position.last_move(Notation::Uci)))?;
    let start = GameStart {
        variant: record.variant,
        castling_mode: record.castling_mode,
        fen: record.start_fen.as_deref(),
    };
    let mut game = PlayedGame::new(start, moves).map_err(ReplayError::Start)?;
    let winner = match record.game_result() {
        GameResult::Ongoing => return Ok(game),
        GameResult::FirstWins => Some(Side::White),
        GameResult::SecondWins => Some(Side::Black),
        GameResult::Draw => None,
    };
    let text = match record.end {
        Some(end) => end.to_string(),
        None => "The record ends here".to_owned(),
    };
    game.declare_end(winner, text);
    Ok(game)
}

/// Writes the game as PGN, with its moves in this notation.
pub(super) fn format(
    game: &PlayedGame,
    players: [String; 2],
    notation: Notation,
) -> Result<String, String> {
    let ply = |mv: &String| RecordedMove { mv: mv.clone(), ..RecordedMove::default() };
    let end = game.end_by_rules();
    let mut record = GameRecord {
        event: "Casual game".to_owned(),
        date: today(),
        players,
        variant: game.position().variant(),
        castling_mode: game.castling_mode(),
        start_fen: game.start_fen().map(str::to_owned),
        end,
        result: game.end().map_or(GameResult::Ongoing, |(_, result)| result),
        plies: game.moves().iter().map(ply).collect(),
        ..GameRecord::default()
    };
    if end.is_none() && record.result != GameResult::Ongoing {
        // Resignation and agreement are normal ends, of which the standard has no more precise
        // names.
        record.tags.push(("Termination".to_owned(), "normal".to_owned()));
    }
    let record = with_notation(&record, notation).map_err(|error| error.to_string())?;
    Ok(record.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROTH: &str = "1. Pb2(2)-b4(2) Nb8(6)-c6(4)\r\n2. ... Ke0(3)-d1(2)";

    fn error(text: &str, present: Variant) -> String {
        parse(text, present).err().expect("an error")
    }

    #[test]
    fn bare_game_finds_its_rule_set() {
        for (text, present, variant, plies) in [
            ("1. Pb2(2)-b4(2) Nb8(6)-c6(4)", Variant::Federation, Variant::Federation, 2),
            ("1. Pb2(2)-b4(2)\n1... Nb8(6)-c6(4)\n", Variant::Chess, Variant::Federation, 2),
            ("\u{feff}Pb2(2)-b4(2)", Variant::FederationPlain, Variant::FederationPlain, 1),
            ("1. e4 e5 2. Nf3 1-0", Variant::Federation, Variant::Chess, 3),
        ] {
            let loaded = parse(text, present).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(loaded.game.position().variant(), variant, "{text}");
            assert_eq!(loaded.game.moves().len(), plies, "{text}");
        }
    }

    #[test]
    fn errors_name_the_move_or_the_line() {
        let illegal = error("1. Pb2(2)-b4(2) Nb8(6)-c6(4) 2. Pb4(2)-b9(2)", Variant::Chess);
        assert!(illegal.starts_with("in federation: move 2. Pb4(2)-b9(2): "), "{illegal}");
        assert!(error(ROTH, Variant::Federation).contains("move 2. Ke0(3)-d1(2)"));
        for text in ["", "  \n", "[Event \"x\"]\n\n1. e4"] {
            assert!(parse(text, Variant::Chess).is_err(), "{text}");
        }
    }

    #[test]
    fn written_game_is_read_again() {
        let start = GameStart {
            fen: Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"),
            ..GameStart::of(Variant::Chess)
        };
        let mut game = PlayedGame::new(start, vec!["e2e4".into()]).expect("a game");
        game.declare_end(None, "Draw by agreement".into());
        let text = format(&game, ["a".into(), "b".into()], Notation::San).expect("a record");
        assert!(text.contains("\n30. e4 1/2-1/2\n"), "{text}");
        let read = parse(&format!("{text}{text}"), Variant::Federation).expect("a game");
        assert!(read.has_more);
        assert_eq!((read.game.moves(), read.game.start_fen()), (game.moves(), game.start_fen()));
        assert_eq!(read.game.end().map(|(_, result)| result), Some(GameResult::Draw));
    }
}
