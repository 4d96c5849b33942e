//! The games of texts, which the command `game` checks: somebody who writes a game sends it with
//! every change.

use crate::game::geometry;
use crate::geometry::Place;
use crate::moves::Side;
use crate::registry::Variant;
use crate::rules::fixed::spec::{GameSpec, Reach};
use std::collections::BTreeSet;
use triskelion_protocol::{self as protocol, json, quote_clipped};

/// The most games that a session loads. The tables of a game are never freed.
const MAX_LOADED: usize = 100;
/// The most texts that a session checks. Some kilobytes of each without errors are never freed.
const MAX_CHECKED: usize = 20_000;

/// The texts of a session.
#[derive(Default)]
pub(super) struct Drafts {
    /// The last text without errors.
    last: Option<Draft>,
    /// The games that have been played, with the values of `UCI_Variant` that select them.
    loaded: Vec<(String, Variant)>,
    /// The number of texts without errors.
    checked: usize,
}

/// A text without errors.
struct Draft {
    /// The value of `UCI_Variant` that selects its game.
    variant: String,
    text: String,
    spec: GameSpec,
}

impl Drafts {
    /// Checks a text and keeps it if it has no errors.
    pub(super) fn check(&mut self, text: &str) -> json::GameCheck {
        let errors = |errors| json::GameCheck { errors, ..json::GameCheck::default() };
        if self.checked >= MAX_CHECKED {
            let message = format!("{MAX_CHECKED} games read, a new session expected");
            return errors(vec![json::GameError {
                file: String::new(),
                line: 1,
                key: String::new(),
                message,
            }]);
        }
        match Variant::check_text(text) {
            Ok((spec, info)) => {
                self.checked += 1;
                let variant = format!("{}@{}", spec.name, spec.rules_checksum());
                let check = json::GameCheck {
                    variant: Some(variant.clone()),
                    errors: Vec::new(),
                    notes: spec.notes(),
                    rules: spec.to_json(info),
                    geometry: Some(geometry(info, &spec.title)),
                };
                self.last = Some(Draft { variant, text: text.to_owned(), spec });
                check
            }
            Err(found) => errors(
                found
                    .into_iter()
                    .map(|error| json::GameError {
                        file: error.file,
                        line: error.line,
                        key: error.key,
                        message: error.message,
                    })
                    .collect(),
            ),
        }
    }

    /// Returns the game of the last text, or of one that has been played, that a value of
    /// `UCI_Variant` names; `None` if it names another rule set.
    pub(super) fn load(&mut self, value: &str) -> Option<Result<Variant, String>> {
        if let Some(Draft { variant, text, .. }) = &self.last
            && variant == value
        {
            let known = self.loaded.iter().any(|(other, _)| other == value);
            if !known && self.loaded.len() >= MAX_LOADED {
                return Some(Err(format!("{MAX_LOADED} games loaded, a new session expected")));
            }
            // A text with the same rules may have other words.
            let loaded = Variant::from_text(text).ok()?;
            self.loaded.retain(|(other, _)| other != value);
            self.loaded.push((value.to_owned(), loaded));
        }
        self.loaded.iter().find(|(other, _)| other == value).map(|&(_, variant)| Ok(variant))
    }

    /// Returns the cells that a piece reaches in the game of the last text.
    pub(super) fn reach(&self, piece: &protocol::Reach) -> Result<json::Reach, String> {
        let Draft { spec, .. } =
            self.last.as_ref().ok_or("no text of `game` without errors yet")?;
        let letter = piece.letter.to_ascii_uppercase();
        let kind = spec.kinds.iter().find(|kind| kind.letter == letter);
        let kind =
            kind.ok_or_else(|| format!("`{}` read, the letter of a piece expected", piece.letter))?;
        let cell = |name: &String| {
            spec.cell_from_name(name)
                .ok_or_else(|| format!("{} read, a cell expected", quote_clipped(name)))
        };
        let cells = |names: &[String]| names.iter().map(cell).collect::<Result<Vec<Place>, _>>();
        let side = if piece.letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let (own, enemy) = (cells(&piece.own)?, cells(&piece.enemy)?);
        let Reach { moves, captures, threats, stopped } =
            spec.reach(side, kind, cell(&piece.cell)?, &own, &enemy);
        let names =
            |cells: BTreeSet<Place>| cells.into_iter().map(|at| spec.cell_name(at)).collect();
        Ok(json::Reach {
            moves: names(moves),
            captures: names(captures),
            threats: names(threats),
            stopped: names(stopped),
        })
    }
}
