//! Options: how an engine declares them, and what a text means as the value of one.

use crate::ProtocolError;
use crate::tokens::Tokens;
use std::fmt;
use std::str::FromStr;

/// The type of an option, with its default and its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionType {
    /// On or off.
    Check {
        /// What it is until it is set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// What it is until it is set.
        default: i64,
        /// The least it may be.
        min: i64,
        /// The most it may be.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// What it is until it is set.
        default: String,
        /// What it may be, as they are to be offered.
        choices: Vec<String>,
    },
    /// Something to press.
    Button,
    /// Any text.
    String {
        /// What it is until it is set; an empty text is written `<empty>`.
        default: String,
    },
}

/// An option as the engine declares it after `uci`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDeclaration {
    /// Its name; upper and lower case are the same.
    pub name: String,
    /// Its type.
    pub kind: OptionType,
}

/// A value that fits the type of its option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// Of a check.
    Check(bool),
    /// Of a spin, in range.
    Spin(i64),
    /// Of a combo, as the declaration spells it.
    Combo(String),
    /// A button was pressed.
    Button,
    /// Of a string.
    String(String),
}

/// How UCI writes a text that is empty.
const EMPTY: &str = "<empty>";

impl OptionDeclaration {
    /// Is this the name of the option?
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The text as a value of this option; the fault says what it should have been.
    pub fn parse_value(&self, value: Option<&str>) -> Result<OptionValue, ProtocolError> {
        let fault = |expected: String| {
            ProtocolError::unexpected(format!("option {}", self.name), value, expected)
        };
        match (&self.kind, value) {
            // A button has no value; one that is given is of no matter.
            (OptionType::Button, _) => Ok(OptionValue::Button),
            (OptionType::Check { .. }, Some(text)) if text.eq_ignore_ascii_case("true") => {
                Ok(OptionValue::Check(true))
            }
            (OptionType::Check { .. }, Some(text)) if text.eq_ignore_ascii_case("false") => {
                Ok(OptionValue::Check(false))
            }
            (OptionType::Check { .. }, _) => Err(fault("true or false".into())),
            (OptionType::Spin { min, max, .. }, text) => text
                .and_then(|text| text.parse().ok())
                .filter(|number| (min..=max).contains(&number))
                .map(OptionValue::Spin)
                .ok_or_else(|| fault(format!("a whole number from {min} to {max}"))),
            (OptionType::Combo { choices, .. }, text) => choices
                .iter()
                .find(|choice| text.is_some_and(|text| choice.eq_ignore_ascii_case(text)))
                .cloned()
                .map(OptionValue::Combo)
                .ok_or_else(|| fault(format!("one of {}", choices.join(", ")))),
            (OptionType::String { .. }, None | Some(EMPTY)) => {
                Ok(OptionValue::String(String::new()))
            }
            (OptionType::String { .. }, Some(text)) => Ok(OptionValue::String(text.to_owned())),
        }
    }

    /// Makes this setting the default that is declared; one of another type changes nothing.
    pub fn set_default(&mut self, setting: &OptionValue) {
        match (&mut self.kind, setting) {
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
                // Some engines leave the default out.
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

/// `default N min N max N`, in any order.
fn parse_spin(tokens: &mut Tokens) -> Result<OptionType, ProtocolError> {
    let (mut default, mut min, mut max) = (0, i64::MIN, i64::MAX);
    while let Some(word) = tokens.next() {
        let slot = match word {
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
        *slot = tokens.parse_value("option spin", "a whole number")?;
    }
    Ok(OptionType::Spin { default, min, max })
}
