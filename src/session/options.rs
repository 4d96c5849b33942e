//! The options: name, type, default, range and effect, each in one row of one table.

use super::Session;
use crate::engine::{Engine, Skill};
use crate::registry::Variant;
use crate::rules::{CastlingMode, Notation};
use triskelion_protocol::{OptionDeclaration, OptionType, OptionValue, ProtocolError};

/// The option that names the rule set.
pub const UCI_VARIANT: &str = "UCI_Variant";

/// The highest skill level.
const MAX_SKILL_LEVEL: u64 = Skill::FULL.level() as u64;

/// What an effect may find impossible, in words.
type SetResult = Result<(), String>;

/// What setting an option does. A type of its own for each type of option, so that the table
/// cannot pair a number with a text.
enum Setter {
    Check(fn(&mut Session, bool) -> SetResult),
    Spin(fn(&mut Session, u64) -> SetResult),
    Combo(fn(&mut Session, &str) -> SetResult),
    Button(fn(&mut Session) -> SetResult),
    String(fn(&mut Session, &str) -> SetResult),
    /// A figure of the search, by its place in the list.
    #[cfg(feature = "tuning")]
    Tunable(usize),
}

/// An option and its effect.
pub struct EngineOption {
    /// As `uci` shows it. The default is what was given on the command line, if anything was.
    pub declaration: OptionDeclaration,
    setter: Setter,
}

fn check(name: &str, default: bool, effect: fn(&mut Session, bool) -> SetResult) -> EngineOption {
    engine_option(name, OptionType::Check { default }, Setter::Check(effect))
}

/// A number, never negative.
fn spin(
    name: &str,
    default: u64,
    min: u64,
    max: u64,
    effect: fn(&mut Session, u64) -> SetResult,
) -> EngineOption {
    let [default, min, max] = [default, min, max].map(u64::cast_signed);
    engine_option(name, OptionType::Spin { default, min, max }, Setter::Spin(effect))
}

fn engine_option(name: &str, kind: OptionType, effect: Setter) -> EngineOption {
    EngineOption { declaration: OptionDeclaration { name: name.to_owned(), kind }, setter: effect }
}

/// The option that names the notation for people, as a rule set has it.
pub fn notation_declaration(default: Notation, choices: &[Notation]) -> OptionDeclaration {
    let choices = choices.iter().map(|notation| notation.name().to_owned()).collect();
    let kind = OptionType::Combo { default: default.name().to_owned(), choices };
    OptionDeclaration { name: "Notation".to_owned(), kind }
}

/// The table of options, in the order in which `uci` shows them.
pub fn all_options() -> Vec<EngineOption> {
    #[cfg(feature = "tuning")]
    return standard_options().into_iter().chain(tunable_options()).collect();
    #[cfg(not(feature = "tuning"))]
    standard_options()
}

/// The figures of the search.
#[cfg(feature = "tuning")]
fn tunable_options() -> impl Iterator<Item = EngineOption> {
    let rows = crate::search::TUNABLES.iter().enumerate();
    rows.map(|(place, figure)| {
        let [default, min, max] = [figure.value, figure.min, figure.max].map(i64::from);
        engine_option(figure.name, OptionType::Spin { default, min, max }, Setter::Tunable(place))
    })
}

/// The options of any build.
#[rustfmt::skip]
fn standard_options() -> Vec<EngineOption> {
    let variants = OptionType::Combo {
        default: Variant::default().name().to_owned(),
        choices: Variant::ALL.iter().map(|variant| variant.name().to_owned()).collect(),
    };
    let no_file = OptionType::String { default: String::new() };
    vec![
        // The number of search threads.
        spin("Threads", 1, 1, Engine::MAX_THREADS as u64, Session::set_threads),
        // The transposition table in MiB.
        spin("Hash", Engine::DEFAULT_HASH as u64, Engine::MIN_HASH as u64, Engine::MAX_HASH as u64, |session, mebibytes| {
            session.engine.set_hash(mebibytes as usize).map_err(|error| error.to_string())
        }),
        engine_option("Clear Hash", OptionType::Button, Setter::Button(|session| {
            session.engine.clear_hash();
            Ok(())
        })),
        // How many of the best lines to show.
        spin("MultiPV", 1, 1, Engine::MAX_MULTI_PV as u64, |session, lines| {
            session.engine.set_multi_pv(lines as usize);
            Ok(())
        }),
        // Tells the engine that it may be sent `go ponder`; it is ready for that at any time.
        check("Ponder", false, |_, _| Ok(())),
        // Milliseconds that a move loses between engine and clock.
        spin("Move Overhead", Engine::DEFAULT_MOVE_OVERHEAD, 0, Engine::MAX_MOVE_OVERHEAD, |session, milliseconds| {
            session.engine.set_move_overhead(milliseconds);
            Ok(())
        }),
        // How well to play, from a beginner's strength to the engine's own.
        spin("Skill Level", MAX_SKILL_LEVEL, 0, MAX_SKILL_LEVEL, |session, level| {
            session.strength.skill_level = Skill::new(level).unwrap_or(Skill::FULL);
            session.apply_strength()
        }),
        // Play as well as UCI_Elo says, whatever the skill level.
        check("UCI_LimitStrength", false, |session, limited| {
            session.strength.limit_strength = limited;
            session.apply_strength()
        }),
        // How well, by the ladder of the rule set: its levels, measured by matches.
        spin("UCI_Elo", 1500, 400, 4500, |session, elo| {
            session.strength.elo = elo as i32;
            session.apply_strength()
        }),
        // The rule set. Setting it starts a new game from its start position.
        engine_option(UCI_VARIANT, variants, Setter::Combo(Session::set_variant)),
        // Castling as the king taking the rook, from wherever they stand. A change starts a new game.
        check("UCI_Chess960", false, |session, chess960| {
            if session.engine.set_castling_mode(CastlingMode::from_chess960(chess960)) {
                session.position_error = None;
            }
            Ok(())
        }),
        // What people are shown of moves. The session offers what its rule set has.
        EngineOption {
            declaration: notation_declaration(Notation::Uci, &Notation::ALL),
            setter: Setter::Combo(Session::set_notation),
        },
        // Show the chances of win, draw and loss beside each score.
        check("UCI_ShowWDL", false, |session, show| {
            session.engine.set_show_wdl(show);
            Ok(())
        }),
        // Append both directions of the protocol to this file.
        engine_option("Debug Log File", no_file, Setter::String(|session, name| {
            session.output.set_log(name).map_err(|error| error.to_string())
        })),
    ]
}

impl EngineOption {
    /// Reads the value and has its effect; the error says what was read and what was expected.
    pub fn set(&self, session: &mut Session, value: Option<&str>) -> SetResult {
        let setting = self.declaration.parse_value(value).map_err(|fault| fault.to_string())?;
        let done = match (&self.setter, &setting) {
            (Setter::Check(effect), OptionValue::Check(on)) => effect(session, *on),
            (Setter::Spin(effect), OptionValue::Spin(number)) => {
                effect(session, number.cast_unsigned())
            }
            #[cfg(feature = "tuning")]
            (Setter::Tunable(place), OptionValue::Spin(number)) => {
                // In range, as the declaration has seen to.
                crate::search::set_tunable(*place, *number as i32);
                Ok(())
            }
            (Setter::Combo(effect), OptionValue::Combo(word)) => effect(session, word),
            (Setter::Button(effect), OptionValue::Button) => effect(session),
            (Setter::String(effect), OptionValue::String(text)) => effect(session, text),
            // The setting was read by the declaration beside the effect: never another type.
            _ => Ok(()),
        };
        done.map_err(|error| format!("option {}: {error}", self.declaration.name))
    }
}

/// A name and a value as the command line gives them: `NAME=VALUE`, or `NAME` for a button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionAssignment {
    /// The option.
    pub name: String,
    /// Its value.
    pub value: Option<String>,
}

/// Reads `NAME=VALUE` and makes sure that there is such an option and that it takes the value.
pub fn parse_assignment(text: &str) -> Result<OptionAssignment, String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (text.trim(), None),
    };
    let row = all_options().into_iter().find(|row| row.declaration.is_named(name));
    let row = row.ok_or_else(|| unknown_option(name))?;
    row.declaration.parse_value(value).map_err(|fault| fault.to_string())?;
    Ok(OptionAssignment { name: row.declaration.name, value: value.map(str::to_owned) })
}

/// There is no such option: says which there are.
pub fn unknown_option(name: &str) -> String {
    let names: Vec<String> = all_options().into_iter().map(|row| row.declaration.name).collect();
    let expected = format!("one of {}", names.join(", "));
    ProtocolError::unexpected("setoption name", Some(name), expected).to_string()
}
