//! `info string`: messages for people, and two kinds that a program may want to parse.

use crate::ProtocolError;
use crate::tokens::Tokens;
use std::fmt;
use std::str::FromStr;

/// The size and the start position of a rule set, sent when the rule set changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantInfo {
    /// The rule set, as `UCI_Variant` names it.
    pub variant: String,
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// The number of levels.
    pub levels: usize,
    /// The FEN of the start position.
    pub startpos: String,
}

/// An `info string` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InfoString {
    /// An error in a command.
    Error(String),
    /// The new rule set.
    Variant(VariantInfo),
    /// Any other message.
    Message(String),
}

impl FromStr for VariantInfo {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<VariantInfo, ProtocolError> {
        let mut tokens = Tokens::new(text);
        let place = "info string variant";
        tokens.literal(place, "variant")?;
        let variant = tokens.parse_value(place, "the name of a rule set")?;
        tokens.literal(place, "files")?;
        let files = tokens.parse_value(place, "the number of files")?;
        tokens.literal(place, "ranks")?;
        let ranks = tokens.parse_value(place, "the number of ranks")?;
        tokens.literal(place, "levels")?;
        let levels = tokens.parse_value(place, "the number of levels")?;
        tokens.literal(place, "startpos")?;
        Ok(VariantInfo { variant, files, ranks, levels, startpos: tokens.rest().to_owned() })
    }
}

impl FromStr for InfoString {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<InfoString, ProtocolError> {
        let mut tokens = Tokens::new(line);
        tokens.literal("info", "info")?;
        tokens.literal("info", "string")?;
        let text = tokens.rest();
        if let Some(error) = text.strip_prefix("error:") {
            return Ok(InfoString::Error(error.trim_start().to_owned()));
        }
        Ok(match text.parse() {
            Ok(variant) => InfoString::Variant(variant),
            Err(_) => InfoString::Message(text.to_owned()),
        })
    }
}

impl fmt::Display for VariantInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let VariantInfo { variant, files, ranks, levels, startpos } = self;
        write!(
            f,
            "variant {variant} files {files} ranks {ranks} levels {levels} startpos {startpos}"
        )
    }
}

impl fmt::Display for InfoString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InfoString::Error(error) => write!(f, "info string error: {error}"),
            InfoString::Variant(variant) => write!(f, "info string {variant}"),
            InfoString::Message(text) => write!(f, "info string {text}"),
        }
    }
}
