//! `position`: where the game began and what was played since.

use crate::ProtocolError;
use crate::tokens::Tokens;
use std::fmt;

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BasePosition {
    /// The start position of the rule set.
    StartPos,
    /// A position string, its fields parted by single spaces.
    Fen(String),
}

/// A position by its beginning and the moves made since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// Where the game begins.
    pub base: BasePosition,
    /// The moves since, in any notation that the engine reads; without blanks.
    pub moves: Vec<String>,
}

impl PositionCommand {
    /// Reads what follows `position`. Anything unexpected refuses the whole: half a position is
    /// another position.
    pub(crate) fn parse(tokens: &mut Tokens) -> Result<PositionCommand, ProtocolError> {
        let base = match tokens.next() {
            Some("startpos") => BasePosition::StartPos,
            Some("fen") => {
                let fields = tokens.until(|word| word == "moves");
                if fields.is_empty() {
                    let place = "position fen";
                    return Err(ProtocolError::unexpected(
                        place,
                        tokens.peek(),
                        "a position string",
                    ));
                }
                BasePosition::Fen(fields.join(" "))
            }
            read => return Err(ProtocolError::unexpected("position", read, "'startpos' or 'fen'")),
        };
        let moves = match tokens.next() {
            None => Vec::new(),
            Some("moves") => tokens.moves(|_| false),
            read => return Err(ProtocolError::unexpected("position startpos", read, "'moves'")),
        };
        Ok(PositionCommand { base, moves })
    }
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.base {
            BasePosition::StartPos => f.write_str("position startpos")?,
            BasePosition::Fen(fen) => write!(f, "position fen {fen}")?,
        }
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}
