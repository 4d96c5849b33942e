//! A game with its tags, moves and comments.

use crate::game::result_of;
use crate::moves::Side;
use crate::registry::Variant;
use crate::rules::{CastlingMode, Notation, OtherRules, RulesChecksum};
use crate::tournament::game_end::{GameEnd, result_text};
use std::fmt;
use std::time::Duration;
use triskelion_protocol::{GameResult, Score};

/// The tag with the checksum of the rules of a game from a file.
pub(super) const RULES_TAG: &str = "Rules";

/// A game as a PGN file stores it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The name of the match or tournament.
    pub event: String,
    /// The place; `?` if unknown.
    pub site: String,
    /// The date, such as `2026.11.21`.
    pub date: String,
    /// The round; in our matches `12.1` for the first game of the twelfth pair.
    pub round: String,
    /// The names of White and Black.
    pub players: [String; 2],
    /// The rule set.
    pub variant: Variant,
    /// The checksum of the rules by which the game was played, if the file says it.
    pub rules: Option<RulesChecksum>,
    /// Whether the game is Chess960; only in ordinary chess.
    pub castling_mode: CastlingMode,
    /// The FEN of the first position; `None` for the start position.
    pub start_fen: Option<String>,
    /// The end of the game; `None` if the game is unfinished or only its result is known.
    pub end: Option<GameEnd>,
    /// The result; used only if `end` is `None`.
    pub result: GameResult,
    /// The time controls of White and Black; `?` if unknown.
    pub time_control: [String; 2],
    /// The notation of the moves; `None` for any notation of the rule set.
    pub notation: Option<Notation>,
    /// The moves.
    pub plies: Vec<RecordedMove>,
    /// Other tags, in order: name and value.
    pub tags: Vec<(String, String)>,
}

/// A move and the statistics that its player reported.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordedMove {
    /// The text of the move.
    pub mv: String,
    /// The score, from the mover's point of view.
    pub score: Option<Score>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The time of the move, written in milliseconds.
    pub time: Option<Duration>,
    /// The nodes searched.
    pub nodes: Option<u64>,
}

/// The number of a move as PGN writes it: `12.` for White, `12...` for Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNumber(pub u32, pub Side);

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, if self.1 == Side::White { "." } else { "..." })
    }
}

/// A game with the PGN values for unknown tags.
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
            rules: None,
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
    /// Checks that the game was played by the rules of the rule set that has its name.
    ///
    /// # Errors
    /// [`OtherRules`]; the moves may be legal all the same.
    pub fn check_rules(&self) -> Result<(), OtherRules> {
        self.variant.game().check_rules(self.rules)
    }

    /// Returns the result of the game.
    pub fn game_result(&self) -> GameResult {
        self.end.map_or(self.result, |end| result_of(end.winner))
    }

    /// Returns the side that moves first and the number of that move. In the FEN of every rule set
    /// the move number is the last field, and the first field that is `w` or `b` is the side.
    pub fn first_move(&self) -> (Side, u32) {
        let fields = || self.start_fen.iter().flat_map(|fen| fen.split_ascii_whitespace());
        let side = match fields().find(|field| matches!(*field, "w" | "b")) {
            Some("b") => Side::Black,
            _ => Side::White,
        };
        let number = fields().last().and_then(|number| number.parse().ok());
        (side, number.unwrap_or(1))
    }
}

/// Returns the date in UTC, as the tag `Date` has it.
pub fn today() -> String {
    let date = time::OffsetDateTime::now_utc().date();
    format!("{}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}

/// Parses a result in PGN.
pub(super) fn parse_result(text: &str) -> Option<GameResult> {
    [GameResult::FirstWins, GameResult::SecondWins, GameResult::Draw, GameResult::Ongoing]
        .into_iter()
        .find(|&result| result_text(result) == text)
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
