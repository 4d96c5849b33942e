//! Options: how an engine declares them, and what a text means as the value of one.

use crate::Fault;
use crate::tokens::Tokens;
use std::fmt;
use std::str::FromStr;

/// The type of an option, with its default and its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
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
pub struct Declaration {
    /// Its name; upper and lower case are the same.
    pub name: String,
    /// Its type.
    pub kind: OptionKind,
}

/// A value that fits the type of its option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
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

impl Declaration {
    /// Is this the name of the option?
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The text as a value of this option; the fault says what it should have been.
    pub fn setting(&self, value: Option<&str>) -> Result<Setting, Fault> {
        let fault =
            |expected: String| Fault::unexpected(format!("option {}", self.name), value, expected);
        match (&self.kind, value) {
            // A button has no value; one that is given is of no matter.
            (OptionKind::Button, _) => Ok(Setting::Button),
            (OptionKind::Check { .. }, Some(text)) if text.eq_ignore_ascii_case("true") => {
                Ok(Setting::Check(true))
            }
            (OptionKind::Check { .. }, Some(text)) if text.eq_ignore_ascii_case("false") => {
                Ok(Setting::Check(false))
            }
            (OptionKind::Check { .. }, _) => Err(fault("true or false".into())),
            (OptionKind::Spin { min, max, .. }, text) => text
                .and_then(|text| text.parse().ok())
                .filter(|number| (min..=max).contains(&number))
                .map(Setting::Spin)
                .ok_or_else(|| fault(format!("a whole number from {min} to {max}"))),
            (OptionKind::Combo { choices, .. }, text) => choices
                .iter()
                .find(|choice| text.is_some_and(|text| choice.eq_ignore_ascii_case(text)))
                .cloned()
                .map(Setting::Combo)
                .ok_or_else(|| fault(format!("one of {}", choices.join(", ")))),
            (OptionKind::String { .. }, None | Some(EMPTY)) => Ok(Setting::String(String::new())),
            (OptionKind::String { .. }, Some(text)) => Ok(Setting::String(text.to_owned())),
        }
    }

    /// Makes this setting the default that is declared; one of another type changes nothing.
    pub fn set_default(&mut self, setting: &Setting) {
        match (&mut self.kind, setting) {
            (OptionKind::Check { default }, Setting::Check(value)) => *default = *value,
            (OptionKind::Spin { default, .. }, Setting::Spin(value)) => *default = *value,
            (OptionKind::Combo { default, .. }, Setting::Combo(value))
            | (OptionKind::String { default }, Setting::String(value)) => default.clone_from(value),
            _ => {}
        }
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } if default.is_empty() => {
                write!(f, "string default {EMPTY}")
            }
            OptionKind::String { default } => write!(f, "string default {default}"),
        }
    }
}

impl FromStr for Declaration {
    type Err = Fault;

    fn from_str(line: &str) -> Result<Declaration, Fault> {
        let mut tokens = Tokens::new(line);
        tokens.literal("option", "option")?;
        tokens.literal("option", "name")?;
        let name = tokens.until(|word| word == "type").join(" ");
        tokens.next();
        let kind = match tokens.next() {
            Some("check") => {
                tokens.literal("option check", "default")?;
                OptionKind::Check { default: tokens.value("option check", "true or false")? }
            }
            Some("spin") => read_spin(&mut tokens)?,
            Some("combo") => {
                tokens.literal("option combo", "default")?;
                let default = tokens.until(|word| word == "var").join(" ");
                let mut choices = Vec::new();
                while tokens.next().is_some() {
                    choices.push(tokens.until(|word| word == "var").join(" "));
                }
                OptionKind::Combo { default, choices }
            }
            Some("button") => OptionKind::Button,
            Some("string") => {
                // Some engines leave the default out.
                let default = tokens.next().map(|_| tokens.rest()).filter(|text| *text != EMPTY);
                let default = default.unwrap_or_default().to_owned();
                tokens.by_ref().for_each(drop);
                OptionKind::String { default }
            }
            read => {
                let expected = "check, spin, combo, button or string";
                return Err(Fault::unexpected("option type", read, expected));
            }
        };
        tokens.end("option")?;
        Ok(Declaration { name, kind })
    }
}

/// `default N min N max N`, in any order.
fn read_spin(tokens: &mut Tokens) -> Result<OptionKind, Fault> {
    let (mut default, mut min, mut max) = (0, i64::MIN, i64::MAX);
    while let Some(word) = tokens.next() {
        let slot = match word {
            "default" => &mut default,
            "min" => &mut min,
            "max" => &mut max,
            _ => return Err(Fault::unexpected("option spin", Some(word), "default, min or max")),
        };
        *slot = tokens.value("option spin", "a whole number")?;
    }
    Ok(OptionKind::Spin { default, min, max })
}
