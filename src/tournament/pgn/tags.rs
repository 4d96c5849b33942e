//! The tags of a game that is read: what they mean, and whether they agree with each other and with
//! the moves.

use super::{GameRecord, PgnError, RecordedMove, parse_result, result_text};
use crate::moves::Side;
use crate::registry::Variant;
use crate::rules::CastlingMode;
use crate::tournament::{GameEnd, Termination};
use triskelion_protocol::GameResult;

struct Tag {
    name: String,
    value: String,
    line: u64,
}

/// The tags of a game, in order.
#[derive(Default)]
pub struct Tags(Vec<Tag>);

/// What other programs call ordinary chess.
const CHESS_NAMES: [&str; 6] =
    ["chess", "standard", "normal", "classic", "classical", "from position"];

/// And chess with castling from other starts.
const CHESS960_NAMES: [&str; 5] =
    ["chess960", "fischerandom", "fischerrandom", "chess 960", "fischer random"];

impl Tags {
    /// A tag behind the others.
    pub fn add(&mut self, name: String, value: String, line: u64) {
        self.0.push(Tag { name, value, line });
    }

    /// The first of that name, which is no longer there then.
    fn take(&mut self, name: &str) -> Option<Tag> {
        let at = self.0.iter().position(|tag| tag.name == name)?;
        Some(self.0.remove(at))
    }

    /// Sets what a tag gives, if it is there.
    fn fill(&mut self, name: &str, field: &mut String) {
        if let Some(tag) = self.take(name) {
            *field = tag.value;
        }
    }

    /// The game of these tags and moves, with the result that stands behind them in that line.
    pub fn into_record(
        mut self,
        plies: Vec<RecordedMove>,
        result: GameResult,
        line: u64,
    ) -> Result<GameRecord, PgnError> {
        let mut record = GameRecord { plies, result, ..GameRecord::default() };
        self.fill("Event", &mut record.event);
        self.fill("Site", &mut record.site);
        self.fill("Date", &mut record.date);
        self.fill("Round", &mut record.round);
        let [white, black] = &mut record.players;
        self.fill("White", white);
        self.fill("Black", black);
        if let Some(tag) = self.take("Result") {
            let behind = result_text(result);
            if parse_result(&tag.value) != Some(result) {
                return Err(tag.unexpected(format!("{behind}, the result behind the moves")));
            }
        }
        if let Some(tag) = self.take("Variant") {
            (record.variant, record.castling_mode) = tag.parse_variant()?;
        }
        self.take("SetUp");
        record.start_fen = self.take("FEN").map(|tag| tag.value);
        if let Some(tag) = self.take("TimeControl") {
            record.time_control = [tag.value.clone(), tag.value];
        }
        let [white, black] = &mut record.time_control;
        self.fill("WhiteTimeControl", white);
        self.fill("BlackTimeControl", black);
        if let Some(tag) = self.take("Reason") {
            record.end = Some(self.parse_game_end(&tag, result, line)?);
            record.result = GameResult::Ongoing;
        } else if result == GameResult::Ongoing {
            // What goes without saying when the record is written again.
            self.0.retain(|tag| tag.name != "Termination" || tag.value != "unterminated");
        }
        if let Some(tag) = self.take("PlyCount")
            && tag.value.parse() != Ok(record.plies.len())
        {
            return Err(tag.unexpected(format!("{}, the number of moves", record.plies.len())));
        }
        // Another program may have a tag of that name.
        let notation = self.0.iter().position(|tag| tag.name == "Notation");
        if let Some(at) = notation {
            record.notation = self.0.get(at).and_then(|tag| tag.value.parse().ok());
            if record.notation.is_some() {
                self.0.remove(at);
            }
        }
        record.tags = self.0.into_iter().map(|tag| (tag.name, tag.value)).collect();
        Ok(record)
    }

    /// The end of a game whose tag `Reason` this is.
    fn parse_game_end(
        &mut self,
        reason: &Tag,
        result: GameResult,
        line: u64,
    ) -> Result<GameEnd, PgnError> {
        let Some(cause) = Termination::from_name(&reason.value) else {
            let names = Termination::ALL.map(Termination::name).join(", ");
            return Err(reason.unexpected(format!("one of {names}")));
        };
        let winner = match result {
            GameResult::FirstWins => Some(Side::White),
            GameResult::SecondWins => Some(Side::Black),
            GameResult::Draw => None,
            GameResult::Ongoing => {
                let expected = format!("the result of a game that ended by {}", cause.name());
                return Err(PgnError::unexpected(line, result_text(result), expected));
            }
        };
        match self.take("Termination") {
            Some(tag) if tag.value != cause.pgn_termination() => {
                let (expected, name) = (cause.pgn_termination(), cause.name());
                Err(tag.unexpected(format!("\"{expected}\", which goes with {name}")))
            }
            _ => Ok(GameEnd { winner, termination: cause }),
        }
    }
}

impl Tag {
    /// Its value is not what it should be.
    fn unexpected(&self, expected: String) -> PgnError {
        let read = format!("[{} \"{}\"]", self.name, self.value);
        PgnError::unexpected(self.line, &read, expected)
    }

    /// The rule set that it names.
    fn parse_variant(&self) -> Result<(Variant, CastlingMode), PgnError> {
        let is_one_of =
            |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(&self.value));
        if is_one_of(&CHESS_NAMES) {
            return Ok((Variant::Chess, CastlingMode::Standard));
        }
        if is_one_of(&CHESS960_NAMES) {
            return Ok((Variant::Chess, CastlingMode::Chess960));
        }
        let variant = self.value.parse::<Variant>();
        variant.map(|variant| (variant, CastlingMode::Standard)).map_err(|_| {
            let names = Variant::ALL.map(Variant::name).join(", ");
            self.unexpected(format!("a rule set: {names}, Chess960"))
        })
    }
}
