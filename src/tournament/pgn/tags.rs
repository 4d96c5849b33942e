//! The tags of a game: their interpretation, and the checks that they agree with each other and
//! with the moves.

use super::error::PgnError;
use super::record::{GameRecord, RULES_TAG, RecordedMove, parse_result};
use crate::moves::Side;
use crate::registry::{FILE_HINT, Variant};
use crate::rules::{CastlingMode, RulesChecksum};
use crate::tournament::game_end::{GameEnd, Termination, result_text};
use triskelion_protocol::GameResult;

struct Tag {
    name: String,
    value: String,
    line: u64,
}

/// The tags of a game, in order.
#[derive(Default)]
pub(super) struct Tags(Vec<Tag>);

/// Names of ordinary chess in other programs.
const CHESS_NAMES: [&str; 6] =
    ["chess", "standard", "normal", "classic", "classical", "from position"];

/// Names of Chess960 in other programs.
const CHESS960_NAMES: [&str; 5] =
    ["chess960", "fischerandom", "fischerrandom", "chess 960", "fischer random"];

impl Tags {
    /// Adds a tag.
    pub(super) fn add(&mut self, name: String, value: String, line: u64) {
        self.0.push(Tag { name, value, line });
    }

    /// Removes and returns the first tag with this name.
    fn take(&mut self, name: &str) -> Option<Tag> {
        let index = self.0.iter().position(|tag| tag.name == name)?;
        Some(self.0.remove(index))
    }

    /// Moves the value of a tag to a field, if the tag is present.
    fn take_into(&mut self, name: &str, field: &mut String) {
        if let Some(tag) = self.take(name) {
            *field = tag.value;
        }
    }

    /// Builds the game from these tags, the moves, and the result that ends the moves in line
    /// `line`. `variant` is the rule set of a game that names none.
    pub(super) fn into_record(
        mut self,
        variant: Variant,
        plies: Vec<RecordedMove>,
        result: GameResult,
        line: u64,
    ) -> Result<GameRecord, PgnError> {
        let mut record = GameRecord { variant, plies, result, ..GameRecord::default() };
        self.take_into("Event", &mut record.event);
        self.take_into("Site", &mut record.site);
        self.take_into("Date", &mut record.date);
        self.take_into("Round", &mut record.round);
        let [white, black] = &mut record.players;
        self.take_into("White", white);
        self.take_into("Black", black);
        if let Some(tag) = self.take("Result")
            && parse_result(&tag.value) != Some(result)
        {
            let expected = result_text(result);
            return Err(tag.unexpected(format!("{expected}, the result after the moves")));
        }
        if let Some(tag) = self.take("Variant") {
            record.rules = self.take_rules();
            (record.variant, record.castling_mode) = tag.parse_variant(record.rules)?;
        }
        self.0.retain(|tag| tag.name != "SetUp");
        record.start_fen = self.take("FEN").map(|tag| tag.value);
        if let Some(tag) = self.take("TimeControl") {
            record.time_control = [tag.value.clone(), tag.value];
        }
        let [white, black] = &mut record.time_control;
        self.take_into("WhiteTimeControl", white);
        self.take_into("BlackTimeControl", black);
        if let Some(tag) = self.take("Reason") {
            record.end = Some(self.parse_game_end(&tag, result, line)?);
            record.result = GameResult::Ongoing;
        } else if result == GameResult::Ongoing {
            // Writing an unfinished game adds this tag again.
            self.0.retain(|tag| tag.name != "Termination" || tag.value != "unterminated");
        }
        if let Some(tag) = self.take("PlyCount")
            && tag.value.parse() != Ok(record.plies.len())
        {
            return Err(tag.unexpected(format!("{}, the number of moves", record.plies.len())));
        }
        // Keep a tag `Notation` of another program with an unknown value.
        let index = self.0.iter().position(|tag| tag.name == "Notation");
        if let Some(index) = index {
            record.notation = self.0.get(index).and_then(|tag| tag.value.parse().ok());
            if record.notation.is_some() {
                self.0.remove(index);
            }
        }
        record.tags = self.0.into_iter().map(|tag| (tag.name, tag.value)).collect();
        Ok(record)
    }

    /// Removes and returns the checksum of the rules. Another program may have a tag of this name.
    fn take_rules(&mut self) -> Option<RulesChecksum> {
        let index = self.0.iter().position(|tag| tag.name == RULES_TAG)?;
        let rules = self.0.get(index)?.value.parse().ok()?;
        self.0.remove(index);
        Some(rules)
    }

    /// Parses the tag `Reason` and checks it against the result and the tag `Termination`.
    fn parse_game_end(
        &mut self,
        reason: &Tag,
        result: GameResult,
        line: u64,
    ) -> Result<GameEnd, PgnError> {
        let Some(termination) = Termination::from_name(&reason.value) else {
            let names = Termination::ALL.map(Termination::name).join(", ");
            return Err(reason.unexpected(format!("one of {names}")));
        };
        let winner = match result {
            GameResult::FirstWins => Some(Side::White),
            GameResult::SecondWins => Some(Side::Black),
            GameResult::Draw => None,
            GameResult::Ongoing => {
                let expected = format!("the result of a game that ended by {}", termination.name());
                return Err(PgnError::unexpected(line, result_text(result), expected));
            }
        };
        match self.take("Termination") {
            Some(tag) if tag.value != termination.pgn_termination() => {
                let (expected, name) = (termination.pgn_termination(), termination.name());
                Err(tag.unexpected(format!("\"{expected}\", which belongs to {name}")))
            }
            _ => Ok(GameEnd { winner, termination }),
        }
    }
}

impl Tag {
    /// Returns the error for an unexpected value.
    fn unexpected(&self, expected: String) -> PgnError {
        let read = format!("[{} \"{}\"]", self.name, self.value);
        PgnError::unexpected(self.line, &read, expected)
    }

    /// Parses the value of `Variant` in a game that was played by rules with this checksum.
    fn parse_variant(
        &self,
        rules: Option<RulesChecksum>,
    ) -> Result<(Variant, CastlingMode), PgnError> {
        let is_one_of =
            |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(&self.value));
        if is_one_of(&CHESS_NAMES) {
            return Ok((Variant::Chess, CastlingMode::Standard));
        }
        if is_one_of(&CHESS960_NAMES) {
            return Ok((Variant::Chess, CastlingMode::Chess960));
        }
        // A record must not make the program open files.
        let variant =
            Variant::of_record(&self.value, rules).or_else(|_| Variant::from_name(&self.value));
        variant.map(|variant| (variant, CastlingMode::Standard)).map_err(|_| {
            // Only games from files have a checksum.
            let hint = rules.map_or(String::new(), |_| format!("; {FILE_HINT}"));
            let names = Variant::names().join(", ");
            self.unexpected(format!("a rule set: {names}, Chess960{hint}"))
        })
    }
}
