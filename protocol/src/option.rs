//! Options: their declarations and their values.

use crate::ProtocolError;
use crate::tokens::Tokens;
use std::fmt;
use std::str::FromStr;

/// The type of an option with its default and its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionType {
    /// On or off.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: String,
        /// The choices, in display order.
        choices: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Any text.
    String {
        /// The default; the empty text is printed as `<empty>`.
        default: String,
    },
}

/// The declaration of an option in the reply to `uci`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDeclaration {
    /// The name; case does not matter.
    pub name: String,
    /// The type.
    pub kind: OptionType,
}

/// A value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// The value of a check option.
    Check(bool),
    /// The value of a spin option, in range.
    Spin(i64),
    /// The value of a combo option, in the case of the declaration.
    Combo(String),
    /// The action of a button.
    Button,
    /// The value of a string option.
    String(String),
}

/// The empty text in UCI.
const EMPTY: &str = "<empty>";

impl OptionDeclaration {
    /// Returns whether this is the name of the option, ignoring case.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Parses a value of this option. The error describes the valid values.
    pub fn parse_value(&self, value: Option<&str>) -> Result<OptionValue, ProtocolError> {
        let error = |expected: String| {
            ProtocolError::unexpected(format!("option {}", self.name), value, expected)
        };
        match (&self.kind, value) {
            // A value after a button is ignored.
            (OptionType::Button, _) => Ok(OptionValue::Button),
            (OptionType::Check { .. }, Some(text)) if text.eq_ignore_ascii_case("true") => {
                Ok(OptionValue::Check(true))
            }
            (OptionType::Check { .. }, Some(text)) if text.eq_ignore_ascii_case("false") => {
                Ok(OptionValue::Check(false))
            }
            (OptionType::Check { .. }, _) => Err(error("true or false".into())),
            (OptionType::Spin { min, max, .. }, text) => text
                .and_then(|text| text.parse().ok())
                .filter(|number| (min..=max).contains(&number))
                .map(OptionValue::Spin)
                .ok_or_else(|| error(format!("a whole number from {min} to {max}"))),
            (OptionType::Combo { choices, .. }, text) => choices
                .iter()
                .find(|choice| text.is_some_and(|text| choice.eq_ignore_ascii_case(text)))
                .cloned()
                .map(OptionValue::Combo)
                .ok_or_else(|| error(format!("one of {}", choices.join(", ")))),
            (OptionType::String { .. }, None | Some(EMPTY)) => {
                Ok(OptionValue::String(String::new()))
            }
            (OptionType::String { .. }, Some(text)) => Ok(OptionValue::String(text.to_owned())),
        }
    }

    /// Sets the declared default. A value of another type changes nothing.
    pub fn set_default(&mut self, value: &OptionValue) {
        match (&mut self.kind, value) {
            (OptionType::Check { default }, OptionValue::Check(value)) => *default = *value,
            (OptionType::Spin { default, .. }, OptionValue::Spin(value)) => *default = *value,
            (OptionType::Combo { default, .. }, OptionValue::Combo(value))
            | (OptionType::String { default }, OptionValue::String(value)) => {
                default.clone_from(value)
            }
            _ => {}
        }
    }
}

impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionType::Check { default } => write!(f, "check default {default}"),
            OptionType::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionType::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionType::Button => f.write_str("button"),
            OptionType::String { default } if default.is_empty() => {
                write!(f, "string default {EMPTY}")
            }
            OptionType::String { default } => write!(f, "string default {default}"),
        }
    }
}

impl FromStr for OptionDeclaration {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<OptionDeclaration, ProtocolError> {
        let mut tokens = Tokens::new(line);
        tokens.literal("option", "option")?;
        tokens.literal("option", "name")?;
        let name = tokens.until(|word| word == "type").join(" ");
        tokens.next();
        let kind = match tokens.next() {
            Some("check") => {
                tokens.literal("option check", "default")?;
                OptionType::Check { default: tokens.parse_value("option check", "true or false")? }
            }
            Some("spin") => parse_spin(&mut tokens)?,
            Some("combo") => {
                tokens.literal("option combo", "default")?;
                let default = tokens.until(|word| word == "var").join(" ");
                let mut choices = Vec::new();
                while tokens.next().is_some() {
                    choices.push(tokens.until(|word| word == "var").join(" "));
                }
                OptionType::Combo { default, choices }
            }
            Some("button") => OptionType::Button,
            Some("string") => {
                // Some engines omit the default.
                let default = tokens.next().map(|_| tokens.rest()).filter(|text| *text != EMPTY);
                let default = default.unwrap_or_default().to_owned();
                tokens.by_ref().for_each(drop);
                OptionType::String { default }
            }
            read => {
                let expected = "check, spin, combo, button or string";
                return Err(ProtocolError::unexpected("option type", read, expected));
            }
        };
        tokens.end("option")?;
        Ok(OptionDeclaration { name, kind })
    }
}

/// Parses `default N min N max N`, in any order.
fn parse_spin(tokens: &mut Tokens) -> Result<OptionType, ProtocolError> {
    let (mut default, mut min, mut max) = (0, i64::MIN, i64::MAX);
    while let Some(word) = tokens.next() {
        let field = match word {
            "default" => &mut default,
            "min" => &mut min,
            "max" => &mut max,
            _ => {
                return Err(ProtocolError::unexpected(
                    "option spin",
                    Some(word),
                    "default, min or max",
                ));
            }
        };
        *field = tokens.parse_value("option spin", "a whole number")?;
    }
    Ok(OptionType::Spin { default, min, max })
}
