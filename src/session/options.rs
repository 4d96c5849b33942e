//! The effect of options on the session and its engine.

use super::Session;
use crate::engine::options::{self, EngineSetting};
use crate::registry::Variant;
use crate::rules::Notation;

impl Session {
    /// Sets an option. Returns the setting, or an error that names the option, the text read and
    /// the values expected.
    pub(super) fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<EngineSetting, String> {
        let option = self.options.iter().find(|option| option.declaration.is_named(name));
        let option = option.ok_or_else(|| options::unknown_option(name))?;
        let setting = option.parse(value)?;
        let name = option.declaration.name.clone();
        self.apply(&setting).map_err(|error| format!("option {name}: {error}"))?;
        Ok(setting)
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

    fn apply(&mut self, setting: &EngineSetting) -> Result<(), String> {
        match *setting {
            EngineSetting::Threads(count) => {
                self.engine.set_threads(count).map_err(|error| error.to_string())?;
                self.threads = count;
            }
            EngineSetting::Hash(hash_mib) => {
                self.engine.set_hash(hash_mib).map_err(|error| error.to_string())?;
            }
            EngineSetting::ClearHash => self.engine.clear_hash(),
            EngineSetting::MultiPv(lines) => self.engine.set_multi_pv(lines),
            // The session accepts `go ponder` at any time.
            EngineSetting::Ponder(_) => {}
            EngineSetting::MoveOverhead(milliseconds) => {
                self.engine.set_move_overhead(milliseconds);
            }
            EngineSetting::SkillLevel(skill_level) => {
                self.strength.skill_level = skill_level;
                self.engine.set_strength(self.strength.strength());
            }
            EngineSetting::LimitStrength(limit) => {
                self.strength.limit_strength = limit;
                self.engine.set_strength(self.strength.strength());
            }
            EngineSetting::Elo(elo) => {
                self.strength.elo = elo;
                self.engine.set_strength(self.strength.strength());
            }
            EngineSetting::Variant(variant) => self.set_variant(variant),
            EngineSetting::CastlingMode(castling_mode) => {
                if self.engine.set_castling_mode(castling_mode) {
                    self.position_error = None;
                }
            }
            EngineSetting::EvalFile(ref source) => {
                let set = self.engine.set_eval_source(source.clone());
                set.map_err(|error| error.to_string())?;
            }
            EngineSetting::Notation(notation) => self.chosen_notation = Some(notation),
            EngineSetting::ShowWdl(show) => self.engine.set_show_wdl(show),
            EngineSetting::DebugLogFile(ref name) => {
                let opened = self.output.set_log(name);
                opened.map_err(|error| format!("{name}: {error}"))?;
            }
            #[cfg(feature = "tuning")]
            EngineSetting::Tunable { index, value } => {
                crate::search::set_tunable(index, value);
            }
        }
        Ok(())
    }

    fn set_variant(&mut self, variant: Variant) {
        self.engine.set_variant(variant);
        self.position_error = None;
        self.declare_notations();
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
