//! The options of the engine: name, type, default and range, one table for all front ends.
//!
//! The session declares and sets them by the protocol, the command line by `--option`, and a match
//! sets them for its in-process players. [`parse`] turns a name and a text into an
//! [`EngineSetting`], which [`Engine::set`](super::Engine::set) applies.

use super::settings::{EngineSetting, Settings};
use crate::profiles::EvalSource;
use crate::registry::Variant;
use crate::rules::{CastlingMode, Notation};
use crate::search::skill::{EloTable, Skill};
use crate::search::{SearchOptions, SyzygyOptions};
use triskelion_protocol::{OptionDeclaration, OptionType, OptionValue, ProtocolError};

/// The option that names the rule set.
pub const UCI_VARIANT: &str = "UCI_Variant";

/// The option that names a file with a game, or a folder of such files.
pub const VARIANT_PATH: &str = "VariantPath";

/// The highest skill level.
const MAX_SKILL_LEVEL: u64 = Skill::FULL.level() as u64;

/// Converts a value to a setting: one variant for each option type, so that the table cannot pair
/// a number with a text.
#[derive(Clone, Copy)]
enum Converter {
    Check(fn(bool) -> EngineSetting),
    Spin(fn(u64) -> EngineSetting),
    Combo(fn(&str) -> Result<EngineSetting, String>),
    Button(fn() -> EngineSetting),
    String(fn(String) -> EngineSetting),
    #[cfg(feature = "tuning")]
    Tunable(usize),
}

/// An option of the table.
#[derive(Clone)]
pub struct EngineOption {
    /// The declaration that `uci` prints.
    pub declaration: OptionDeclaration,
    converter: Converter,
}

fn engine_option(name: &str, kind: OptionType, converter: Converter) -> EngineOption {
    EngineOption { declaration: OptionDeclaration { name: name.to_owned(), kind }, converter }
}

fn check(name: &str, default: bool, converter: fn(bool) -> EngineSetting) -> EngineOption {
    engine_option(name, OptionType::Check { default }, Converter::Check(converter))
}

/// Returns an option whose value is a number, never negative.
fn spin(
    name: &str,
    default: u64,
    min: u64,
    max: u64,
    converter: fn(u64) -> EngineSetting,
) -> EngineOption {
    let [default, min, max] = [default, min, max].map(u64::cast_signed);
    engine_option(name, OptionType::Spin { default, min, max }, Converter::Spin(converter))
}

/// The option for the notation of displayed moves.
pub const NOTATION: &str = "Notation";

/// The option for the notation of the moves that a search reports.
pub const UCI_NOTATION: &str = "UCI_Notation";

/// Returns the type of an option for a notation with the choices of a rule set.
pub fn notation_type(default: Notation, choices: &[Notation]) -> OptionType {
    let choices = choices.iter().map(|notation| notation.name().to_owned()).collect();
    OptionType::Combo { default: default.name().to_owned(), choices }
}

/// Returns an option for a notation, with all choices; the session declares those of its rule set.
fn notation(name: &str, setting: fn(&str) -> Result<EngineSetting, String>) -> EngineOption {
    engine_option(name, notation_type(Notation::Uci, &Notation::ALL), Converter::Combo(setting))
}

/// Returns all options, in the order in which `uci` prints them.
pub fn all_options() -> Vec<EngineOption> {
    #[cfg(feature = "tuning")]
    return standard_options().into_iter().chain(tunable_options()).collect();
    #[cfg(not(feature = "tuning"))]
    standard_options()
}

/// Returns the search parameters as options.
#[cfg(feature = "tuning")]
fn tunable_options() -> impl Iterator<Item = EngineOption> {
    let tunables = crate::search::TUNABLES.iter().enumerate();
    tunables.map(|(index, tunable)| {
        let [default, min, max] = [tunable.value, tunable.min, tunable.max].map(i64::from);
        let kind = OptionType::Spin { default, min, max };
        engine_option(tunable.name, kind, Converter::Tunable(index))
    })
}

/// Returns the options of every build. Without files there are no Syzygy tables.
#[rustfmt::skip]
fn standard_options() -> Vec<EngineOption> {
    use EngineSetting as Set;
    let variants = OptionType::Combo {
        default: Variant::default().name().to_owned(),
        choices: Variant::names().into_iter().map(str::to_owned).collect(),
    };
    let default_evaluation = OptionType::String { default: EvalSource::Default.to_string() };
    let no_file = OptionType::String { default: String::new() };
    let (min_hash, max_hash) = (EngineSetting::MIN_HASH as u64, EngineSetting::MAX_HASH as u64);
    let syzygy = SyzygyOptions::default();
    let (min_elo, max_elo) = (EloTable::MIN as u64, EloTable::MAX as u64);
    let mut options = vec![
        spin("Threads", 1, 1, EngineSetting::MAX_THREADS as u64, |count| Set::Threads(count as usize)),
        spin("Hash", Settings::DEFAULT_HASH as u64, min_hash, max_hash, |mib| Set::Hash(mib as usize)),
        engine_option("Clear Hash", OptionType::Button, Converter::Button(|| Set::ClearHash)),
        spin("MultiPV", 1, 1, EngineSetting::MAX_MULTI_PV as u64, |lines| Set::MultiPv(lines as usize)),
        check("Ponder", false, Set::Ponder),
        spin("Move Overhead", SearchOptions::DEFAULT_MOVE_OVERHEAD, 0, 5000, Set::MoveOverhead),
        spin("Skill Level", MAX_SKILL_LEVEL, 0, MAX_SKILL_LEVEL, |level| {
            Set::SkillLevel(Skill::new(level).unwrap_or(Skill::FULL))
        }),
        check("UCI_LimitStrength", false, Set::LimitStrength),
        spin("UCI_Elo", Settings::DEFAULT_ELO as u64, min_elo, max_elo, |elo| {
            Set::Elo(elo as i32)
        }),
        engine_option(VARIANT_PATH, no_file.clone(), Converter::String(Set::VariantPath)),
        engine_option(UCI_VARIANT, variants, Converter::Combo(|name| {
            Variant::from_name(name).map(Set::Variant).map_err(|error| format!("{error}"))
        })),
        check("UCI_Chess960", false, |enabled| {
            Set::CastlingMode(CastlingMode::from_chess960(enabled))
        }),
        engine_option("EvalFile", default_evaluation, Converter::String(|text| {
            let Ok(source) = text.parse();
            Set::EvalFile(source)
        })),
        check("Endgames", false, Set::Endgames),
        spin("EndgameMemory", SearchOptions::DEFAULT_ENDGAME_MEMORY, 1, max_hash, Set::EndgameMemory),
        engine_option("SyzygyPath", no_file.clone(), Converter::String(Set::SyzygyPath)),
        spin("SyzygyProbeDepth", syzygy.probe_depth, 1, SyzygyOptions::MAX_PROBE_DEPTH, Set::SyzygyProbeDepth),
        check("Syzygy50MoveRule", syzygy.fifty_move_rule, Set::Syzygy50MoveRule),
        spin("SyzygyProbeLimit", syzygy.probe_limit, 0, SyzygyOptions::MAX_PROBE_LIMIT, Set::SyzygyProbeLimit),
        notation(NOTATION, |name| {
            name.parse().map(Set::Notation).map_err(|error| format!("{error}"))
        }),
        notation(UCI_NOTATION, |name| {
            name.parse().map(Set::UciNotation).map_err(|error| format!("{error}"))
        }),
        check("UCI_ShowWDL", false, Set::ShowWdl),
        engine_option("Debug Log File", no_file, Converter::String(Set::DebugLogFile)),
    ];
    if cfg!(target_family = "wasm") {
        options.retain(|option| !option.declaration.name.starts_with("Syzygy"));
    }
    options
}

impl EngineOption {
    /// Parses a value of this option. The error names the option, the text read and the values
    /// expected.
    pub fn parse(&self, text: Option<&str>) -> Result<EngineSetting, String> {
        let value = self.declaration.parse_value(text).map_err(|error| error.to_string())?;
        match (self.converter, value) {
            (Converter::Check(convert), OptionValue::Check(on)) => Ok(convert(on)),
            (Converter::Spin(convert), OptionValue::Spin(number)) => {
                Ok(convert(number.cast_unsigned()))
            }
            (Converter::Combo(convert), OptionValue::Combo(word)) => convert(&word),
            (Converter::Button(convert), OptionValue::Button) => Ok(convert()),
            (Converter::String(convert), OptionValue::String(text)) => Ok(convert(text)),
            #[cfg(feature = "tuning")]
            (Converter::Tunable(index), OptionValue::Spin(value)) => {
                // The declared range lies within `i32`.
                Ok(EngineSetting::Tunable { index, value: value as i32 })
            }
            // The table pairs each declaration with a converter of its type.
            (_, value) => Err(format!("{value:?} has another type")),
        }
        .map_err(|error| format!("option {}: {error}", self.declaration.name))
    }
}

/// An option and its value as text: `NAME=VALUE`, or `NAME` for a button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionAssignment {
    /// The option.
    pub name: String,
    /// Its value.
    pub value: Option<String>,
}

/// Parses `NAME=VALUE` and checks that the option exists and accepts the value. The value of
/// `UCI_Variant` may be the name of a game of `VariantPath`, which the session checks.
pub fn parse_assignment(text: &str) -> Result<OptionAssignment, String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (text.trim(), None),
    };
    let option = find(name)?;
    if option.declaration.name != UCI_VARIANT {
        option.parse(value)?;
    }
    Ok(OptionAssignment { name: option.declaration.name, value: value.map(str::to_owned) })
}

/// Parses the value of the option with this name.
pub fn parse(name: &str, value: Option<&str>) -> Result<EngineSetting, String> {
    find(name)?.parse(value)
}

fn find(name: &str) -> Result<EngineOption, String> {
    let mut options = all_options().into_iter();
    options.find(|option| option.declaration.is_named(name)).ok_or_else(|| unknown_option(name))
}

/// Returns the error for a name that no option has. It lists all names.
pub fn unknown_option(name: &str) -> String {
    let names: Vec<String> =
        all_options().into_iter().map(|option| option.declaration.name).collect();
    let expected = format!("one of {}", names.join(", "));
    ProtocolError::unexpected("option name", Some(name), expected).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_defaults_parse() {
        for option in all_options() {
            let default = match &option.declaration.kind {
                OptionType::Check { default } => Some(default.to_string()),
                OptionType::Spin { default, .. } => Some(default.to_string()),
                OptionType::Combo { default, .. } | OptionType::String { default } => {
                    Some(default.clone())
                }
                OptionType::Button => None,
            };
            let name = &option.declaration.name;
            assert!(option.parse(default.as_deref()).is_ok(), "{name}");
        }
    }

    #[test]
    fn assignment_is_checked() {
        let assignment = parse_assignment("move overhead = 50").expect("a valid assignment");
        assert_eq!(assignment.name, "Move Overhead");
        assert_eq!(assignment.value.as_deref(), Some("50"));
        assert_eq!(parse("HASH", Some("8")), Ok(EngineSetting::Hash(8)));
        assert!(parse_assignment("Hash").is_err());
        assert!(parse_assignment("Hash=0").is_err());
        let error = parse_assignment("Contempt=1").expect_err("no such option");
        assert!(
            error.starts_with("option name: read 'Contempt', expected one of Threads"),
            "{error}"
        );
    }
}
