//! The effect of options on the session and its engine.

use super::Session;
use crate::engine::EngineSetting;
use crate::engine::options;
use crate::rules::Notation;

impl Session {
    /// Sets an option. The error names the option, the text read and the values expected.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let option = self.options.iter().find(|option| option.declaration.is_named(name));
        let option = option.ok_or_else(|| options::unknown_option(name))?;
        let setting = option.parse(value)?;
        let name = option.declaration.name.clone();
        self.apply(setting).map_err(|error| format!("option {name}: {error}"))
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
            setting => {
                if self.engine.set(setting).map_err(|error| error.to_string())? {
                    self.position_error = None;
                    self.declare_notations();
                }
            }
        }
        Ok(())
    }

    /// Declares the notations of the rule set, with the current one as the default.
    pub(super) fn declare_notations(&mut self) {
        let declaration =
            options::notation_declaration(self.notation(), &self.engine.game().notations());
        for option in self.options.iter_mut() {
            if option.declaration.is_named(&declaration.name) {
                option.declaration.clone_from(&declaration);
            }
        }
    }

    /// The notation of displayed moves: the chosen one if the rule set has it, else the first of
    /// the rule set.
    pub(super) fn notation(&self) -> Notation {
        let notations = self.engine.game().notations();
        let chosen = self.chosen_notation.filter(|chosen| notations.contains(chosen));
        chosen.or(notations.first().copied()).unwrap_or(Notation::Uci)
    }
}
