//! Games in writing: records in the form of PGN, for every rule set.
//!
//! A [`Record`] is written by its `Display` and read back by a [`Reader`]; [`replay`] plays it over
//! under the rules. The form is that of the *Portable Game Notation Specification and
//! Implementation Guide* (1994): tags, moves with comments, the result. What is added:
//!
//! | tag | what it says |
//! |---|---|
//! | `Variant` | the rule set as `UCI_Variant` names it, or `Chess960`; without it, ordinary chess |
//! | `Reason` | how the game ended, the name of a [`Cause`](super::Cause); `Termination` has the like in fewer words |
//! | `Notation` | how the moves are written: `wire`, `roth`, `smith`, `san` |
//!
//! A comment behind a move tells what the mover thought, score and depth, time, and nodes:
//! `{+0.23/14 0.519s 12034n}`, `{-M3/20 …}` if it is mated in three moves.
//!
//! What can go wrong: anything, since files come from elsewhere or end where a program was killed.
//! Reading is forgiving in form and never panics; a game that cannot be read is told, and the next
//! one is read all the same; a game that the file breaks off in is told apart, by
//! [`ReadError::Truncated`].

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod comment;
mod lexer;
mod read;
pub mod replay;
mod tags;
mod write;

pub use read::{PgnError, PgnItem, PgnReader};
pub use write::MoveNumber;

use super::GameEnd;
use crate::moves::Side;
use crate::registry::Variant;
use crate::rules::{CastlingMode, Notation};
use std::time::Duration;
use triskelion_protocol::{GameResult, Score};

/// A game as it is written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The match that the game is of.
    pub event: String,
    /// Where it was played; `?` if nobody knows.
    pub site: String,
    /// The day, as `2026.11.21`.
    pub date: String,
    /// Which game of the match it is: `12.1` for the first of the twelfth pair.
    pub round: String,
    /// The names of White and Black.
    pub players: [String; 2],
    /// The rule set.
    pub variant: Variant,
    /// How its texts are written; in `chess`, whether it is Chess960.
    pub castling_mode: CastlingMode,
    /// The position string, where the game does not begin at the start position.
    pub start_fen: Option<String>,
    /// How the game ended; `None` if it is unfinished, or if only its result is known.
    pub end: Option<GameEnd>,
    /// The result of a game that says no more of its end; read only where `end` is `None`.
    pub result: GameResult,
    /// The time control of White and Black; `?` if nobody knows.
    pub time_control: [String; 2],
    /// How the moves are written; `None` for any notation of the rule set.
    pub notation: Option<Notation>,
    /// The moves.
    pub plies: Vec<RecordedMove>,
    /// Further tags, in order: name and value.
    pub tags: Vec<(String, String)>,
}

/// A move, and what its player said of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordedMove {
    /// The move.
    pub mv: String,
    /// The score, from the mover's point of view.
    pub score: Option<Score>,
    /// Plies searched to the end.
    pub depth: Option<u32>,
    /// The time it took; milliseconds are written.
    pub time: Option<Duration>,
    /// Nodes searched.
    pub nodes: Option<u64>,
}

/// A game of which nothing is known, in the signs that PGN has for that.
impl Default for GameRecord {
    fn default() -> GameRecord {
        let unknown = || "?".to_owned();
        GameRecord {
            event: unknown(),
            site: unknown(),
            date: "????.??.??".to_owned(),
            round: unknown(),
            players: [unknown(), unknown()],
            variant: Variant::Chess,
            castling_mode: CastlingMode::Standard,
            start_fen: None,
            end: None,
            result: GameResult::Ongoing,
            time_control: [unknown(), unknown()],
            notation: None,
            plies: Vec::new(),
            tags: Vec::new(),
        }
    }
}

impl GameRecord {
    /// How the game came out.
    pub fn game_result(&self) -> GameResult {
        match self.end {
            None => self.result,
            Some(GameEnd { winner: None, .. }) => GameResult::Draw,
            Some(GameEnd { winner: Some(Side::White), .. }) => GameResult::FirstWins,
            Some(GameEnd { winner: Some(Side::Black), .. }) => GameResult::SecondWins,
        }
    }

    /// The side that moves first, and the number of that move. Read off the position string, whose
    /// fields of every rule set end with the number of the move, after one that is the side's
    /// letter.
    pub fn first_move(&self) -> (Side, u32) {
        let fields = || self.start_fen.iter().flat_map(|start| start.split_ascii_whitespace());
        let side = match fields().find(|field| matches!(*field, "w" | "b")) {
            Some("b") => Side::Black,
            _ => Side::White,
        };
        let number = fields().last().and_then(|number| number.parse().ok());
        (side, number.unwrap_or(1))
    }
}

/// The result as PGN writes it.
const fn result_text(outcome: GameResult) -> &'static str {
    match outcome {
        GameResult::FirstWins => "1-0",
        GameResult::SecondWins => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Ongoing => "*",
    }
}

/// The result that PGN writes so.
fn parse_result(text: &str) -> Option<GameResult> {
    [GameResult::FirstWins, GameResult::SecondWins, GameResult::Draw, GameResult::Ongoing]
        .into_iter()
        .find(|&outcome| result_text(outcome) == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::new_game;

    #[test]
    fn first_move_is_parsed_from_any_fen() {
        for variant in Variant::ALL {
            let mut game = new_game(variant);
            for (side, number) in
                [(Side::White, 1), (Side::Black, 1), (Side::White, 2), (Side::Black, 2)]
            {
                let record = GameRecord { start_fen: Some(game.fen()), ..GameRecord::default() };
                assert_eq!(record.first_move(), (side, number), "{}", game.fen());
                let first = game.legal_moves(Notation::Uci)[0].uci.clone();
                game.play(&first).expect("a legal move");
            }
        }
        assert_eq!(GameRecord::default().first_move(), (Side::White, 1));
    }
}
