//! The effect of options on the session and its engine.

use super::Session;
use crate::engine::EngineSetting;
use crate::engine::options::{self, NOTATION, UCI_NOTATION, UCI_VARIANT};
use crate::registry::Variant;
use crate::rules::Notation;
use std::io;
use std::path::Path;
use triskelion_protocol::OptionType;

impl Session {
    /// Sets an option. The error names the option, the text read and the values expected.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let loaded = value.and_then(|value| self.loaded_variant(name, value));
        let option = self.options.iter().find(|option| option.declaration.is_named(name));
        let option = option.ok_or_else(|| options::unknown_option(name))?;
        let name = option.declaration.name.clone();
        let setting = match loaded {
            Some(variant) => EngineSetting::Variant(variant?),
            None => option.parse(value)?,
        };
        self.apply(setting).map_err(|error| format!("option {name}: {error}"))
    }

    /// Returns the game of a loaded file, or of a text, that a value of `UCI_Variant` names. Such a
    /// game precedes a rule set of the program with the same name. It is an error if too many texts
    /// have been loaded.
    fn loaded_variant(&mut self, option: &str, value: &str) -> Option<Result<Variant, String>> {
        if !option.eq_ignore_ascii_case(UCI_VARIANT) {
            return None;
        }
        let mut variants = self.loaded_variants.iter().copied();
        let found = variants.find(|variant| variant.name().eq_ignore_ascii_case(value));
        found.map(Ok).or_else(|| self.drafts.load(value))
    }

    /// Loads the game of a file, or those of a folder, in place of those loaded before, and
    /// declares them as rule sets. Files with errors are left out; if no file has a game, nothing
    /// changes. Returns the errors.
    fn load_variants(&mut self, path: &str) -> Result<(), String> {
        let (variants, errors) = if path.is_empty() {
            Default::default()
        } else {
            load_games(Path::new(path)).map_err(|error| format!("{path}: {error}"))?
        };
        if !variants.is_empty() || path.is_empty() {
            self.loaded_variants = variants;
            self.declare_variants();
        } else if errors.is_empty() {
            return Err(format!("{path}: a folder without files `*.toml`"));
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.join("\n")) }
    }

    /// Declares the rule sets of the program and the loaded ones, with the present one as the
    /// default.
    pub(super) fn declare_variants(&mut self) {
        let mut choices: Vec<String> = Variant::names().into_iter().map(str::to_owned).collect();
        for variant in self.loaded_variants.iter().chain(&[self.engine.variant()]) {
            let name = variant.name().to_owned();
            if !choices.contains(&name) {
                choices.push(name);
            }
        }
        let default = self.engine.variant().name().to_owned();
        for option in self.options.iter_mut().filter(|it| it.declaration.is_named(UCI_VARIANT)) {
            option.declaration.kind =
                OptionType::Combo { default: default.clone(), choices: choices.clone() };
        }
    }

    /// Sets an option and declares the value as its default.
    pub(super) fn set_default(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        self.set_option(name, value)?;
        self.declare_default(name, value);
        Ok(())
    }

    /// Declares a value as the default of an option.
    pub(super) fn declare_default(&mut self, name: &str, value: Option<&str>) {
        for option in self.options.iter_mut().filter(|it| it.declaration.is_named(name)) {
            if let Ok(value) = option.declaration.parse_value(value) {
                option.declaration.set_default(&value);
            }
        }
    }

    fn apply(&mut self, setting: EngineSetting) -> Result<(), String> {
        match setting {
            EngineSetting::Notation(notation) => self.chosen_notation = Some(notation),
            EngineSetting::DebugLogFile(name) => {
                let opened = self.output.set_log(&name);
                opened.map_err(|error| format!("{name}: {error}"))?;
            }
            EngineSetting::VariantPath(path) => self.load_variants(&path)?,
            setting => {
                if self.engine.set(setting).map_err(|error| error.to_string())? {
                    self.position_error = None;
                    self.declare_notations();
                }
            }
        }
        Ok(())
    }

    /// Declares the notations of the rule set, with the current ones as the defaults.
    pub(super) fn declare_notations(&mut self) {
        let notations = self.engine.game().notations();
        let displayed = self.notation();
        let reported = self.engine.notation();
        let reported = if notations.contains(&reported) { reported } else { Notation::Uci };
        for option in self.options.iter_mut() {
            for (name, default) in [(NOTATION, displayed), (UCI_NOTATION, reported)] {
                if option.declaration.is_named(name) {
                    option.declaration.kind = options::notation_type(default, &notations);
                }
            }
        }
    }

    /// Returns the notation of displayed moves: the chosen one if the rule set has it, else the
    /// first of the rule set.
    pub(super) fn notation(&self) -> Notation {
        let notations = self.engine.game().notations();
        let chosen = self.chosen_notation.filter(|chosen| notations.contains(chosen));
        chosen.or(notations.first().copied()).unwrap_or(Notation::Uci)
    }
}

/// Loads the game of a file or the games of a folder. Returns those without errors, and the errors
/// of the others.
fn load_games(path: &Path) -> io::Result<(Vec<Variant>, Vec<String>)> {
    let games = match path.is_dir() {
        true => Variant::from_folder(path)?.into_iter().map(|(_, game)| game).collect(),
        false => vec![Variant::from_file(path)],
    };
    let (mut variants, mut errors) = (Vec::new(), Vec::new());
    for game in games {
        match game {
            Ok(variant) => variants.push(variant),
            Err(error) => errors.push(error.to_string()),
        }
    }
    Ok((variants, errors))
}
