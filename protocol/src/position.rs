//! `position`: the start of a game and its moves.

use crate::ProtocolError;
use crate::tokens::Tokens;
use std::fmt;

/// The position at the start of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BasePosition {
    /// The start position of the rule set.
    StartPos,
    /// A FEN. Its fields are separated by single spaces.
    Fen(String),
}

/// A position, given by the start of the game and its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// The position at the start.
    pub base: BasePosition,
    /// The moves in any notation of the rule set, without spaces.
    pub moves: Vec<String>,
}

impl PositionCommand {
    /// Parses the rest of the line after `position`. Any error rejects the whole line: a truncated
    /// position is another position.
    pub(crate) fn parse(tokens: &mut Tokens) -> Result<PositionCommand, ProtocolError> {
        let base = match tokens.next() {
            Some("startpos") => BasePosition::StartPos,
            Some("fen") => {
                let fields = tokens.until(|word| word == "moves");
                if fields.is_empty() {
                    let place = "position fen";
                    return Err(ProtocolError::unexpected(place, tokens.peek(), "a FEN"));
                }
                BasePosition::Fen(fields.join(" "))
            }
            read => return Err(ProtocolError::unexpected("position", read, "'startpos' or 'fen'")),
        };
        let mut moves = Vec::new();
        match tokens.next() {
            None => {}
            Some("moves") => {
                tokens.append_moves(&mut moves, |_| false);
            }
            read => return Err(ProtocolError::unexpected("position startpos", read, "'moves'")),
        }
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
