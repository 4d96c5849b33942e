//! The rule sets by name, and the dispatch from a name to a board type.
//!
//! Generic code is called through [`Variant::visit`], which compiles the visitor once for each
//! board type. This module is the only one that lists the rule sets of the program. A file in
//! `games/` is one more, without a line of Rust. To add one in Rust, add a variant to [`Variant`],
//! its name and an arm of `visit`.

use crate::profiles::{Profile, RuleSet, load_network_beside, offer_network};
use crate::rules::fixed::spec::MAX_TEXT;
use crate::rules::fixed::{AnyGame, FixedBoard, GameError, GameSpec};
use crate::rules::{
    BuiltIn, Chess, GameInfo, Kobayashi, Meder, OtherRules, Raumschach, RulesChecksum, Sixfold,
    SpaceChess,
};
use crate::rules::{Federation, FederationPlain};
use crate::sync::lock;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Federation Revised Standard 5.0, with the rook-pawn rule.
    #[default]
    Federation,
    /// Federation Revised Standard 5.0 without the rook-pawn rule.
    FederationPlain,
    /// ST3D chess, the Kobayashi Maru variant.
    Kobayashi,
    /// Jens Meder's tournament rules.
    Meder,
    /// Star Trek 3-D chess with six platforms.
    Sixfold,
    /// Peterson's Space Chess.
    SpaceChess,
    /// Maack's Raumschach.
    Raumschach,
    /// Ordinary chess by the FIDE laws.
    Chess,
    /// A game from a file.
    FromFile(AnyGame),
}

/// An operation that is generic in the rule set.
pub trait Visitor {
    /// The result of the operation.
    type Output;

    /// Runs the operation for the rule set with the board type `B`.
    fn visit<B: RuleSet>(self, game: &'static GameInfo) -> Self::Output;
}

impl Variant {
    /// The rule sets of the program, the default first.
    pub const ALL: [Variant; 8] = [
        Variant::Federation,
        Variant::FederationPlain,
        Variant::Kobayashi,
        Variant::Meder,
        Variant::Sixfold,
        Variant::SpaceChess,
        Variant::Raumschach,
        Variant::Chess,
    ];

    /// Returns the name of the rule set, which is its value of the option `UCI_Variant`.
    pub fn name(self) -> &'static str {
        match self {
            // Their tables take a while to compute.
            Variant::SpaceChess => "spacechess",
            Variant::Raumschach => "raumschach",
            _ => self.game().name,
        }
    }

    /// Returns the name of the rule set for people: for a rule set of the program
    /// [`Variant::name`].
    pub fn title(self) -> &'static str {
        match self {
            Variant::FromFile(game) => &game.spec().title,
            _ => self.name(),
        }
    }

    /// Returns what the file of the rule set says; `None` if it has none.
    pub fn spec(self) -> Option<&'static GameSpec> {
        match self {
            Variant::FromFile(game) => Some(game.spec()),
            _ => AnyGame::built_in(self.name()).map(AnyGame::spec),
        }
    }

    /// Returns what the positions of the rule set share.
    pub fn game(self) -> &'static GameInfo {
        match self {
            Variant::Federation => Federation::game_info(),
            Variant::FederationPlain => FederationPlain::game_info(),
            Variant::Kobayashi => Kobayashi::game_info(),
            Variant::Meder => Meder::game_info(),
            Variant::Sixfold => Sixfold::game_info(),
            Variant::SpaceChess => SpaceChess::game_info(),
            Variant::Raumschach => Raumschach::game_info(),
            Variant::Chess => Chess::game_info(),
            Variant::FromFile(game) => game.info(),
        }
    }

    /// Returns the profile of the rule set.
    pub fn profile(self) -> Profile {
        Profile::of(self.game())
    }

    /// Runs the visitor for the board type of this rule set.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        let game = self.game();
        match self {
            Variant::Federation => visitor.visit::<Federation>(game),
            Variant::FederationPlain => visitor.visit::<FederationPlain>(game),
            Variant::Kobayashi => visitor.visit::<Kobayashi>(game),
            Variant::Meder => visitor.visit::<Meder>(game),
            Variant::Sixfold => visitor.visit::<Sixfold>(game),
            Variant::SpaceChess => visitor.visit::<SpaceChess>(game),
            Variant::Raumschach => visitor.visit::<Raumschach>(game),
            Variant::Chess => visitor.visit::<Chess>(game),
            Variant::FromFile(file) => match (file, file.outline()) {
                // A game that differs from one of the program in numbers only has its code.
                (AnyGame::Two(_), Raumschach::NUMBER) => visitor.visit::<Raumschach>(game),
                (AnyGame::Three(_), SpaceChess::NUMBER) => visitor.visit::<SpaceChess>(game),
                (AnyGame::Two(_), _) => visitor.visit::<FixedBoard<2>>(game),
                (AnyGame::Three(_), _) => visitor.visit::<FixedBoard<3>>(game),
                (AnyGame::Eight(_), _) => visitor.visit::<FixedBoard<8>>(game),
            },
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Variant {
    /// Loads the game of a file. A file that says the same as one that has been loaded before, or
    /// as that of a rule set of the program, gives the same rule set. A game that it inherits from
    /// is a file beside it, `NAME.toml`. A file `NAME.net` beside it has the network; see
    /// [`load_network_beside`].
    ///
    /// # Errors
    /// [`VariantError::Unreadable`], or [`VariantError::Invalid`] with all errors of the text.
    pub fn from_file(path: &Path) -> Result<Variant, VariantError> {
        let unreadable = |error| VariantError::Unreadable { path: path.to_owned(), error };
        let text = read_text(path).map_err(unreadable)?;
        let find = |name: &str| {
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
            let base = path.with_file_name(format!("{name}.toml"));
            // A name must not lead to another folder.
            let beside = if name.chars().all(is_name) { read_text(&base).ok() } else { None };
            beside.or_else(|| ProgramGame::text_of(name))
        };
        let loaded = AnyGame::load(&path.display().to_string(), &text, &find);
        let game = loaded.map_err(VariantError::Invalid)?;
        let variant = Variant::of_loaded(game);
        if variant != Variant::FromFile(game) {
            return Ok(variant);
        }
        load_network_beside(game.info(), path);
        // The game may be one of the program, which has its network.
        Variant::from_program_text(game.info().name);
        let mut files = lock(&FILES);
        if !files.iter().any(|(other, _)| *other == game) {
            files.push((game, path.display().to_string().leak()));
        }
        Ok(variant)
    }

    /// Loads the games of a folder: of the files `*.toml`, sorted by name, as
    /// [`Variant::from_file`] does. Of several games with one name, all but the first are errors.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn from_folder(folder: &Path) -> io::Result<Vec<(PathBuf, Result<Variant, VariantError>)>> {
        let mut files = Vec::new();
        for entry in folder.read_dir()? {
            let file = entry?.path();
            if file.extension().is_some_and(|extension| extension == "toml") {
                files.push(file);
            }
        }
        files.sort();
        let mut first_files: BTreeMap<&str, PathBuf> = BTreeMap::new();
        let load = |path: PathBuf| {
            let game = Variant::from_file(&path).and_then(|variant| {
                let name = variant.name();
                match first_files.get(name).cloned() {
                    Some(other) => Err(VariantError::SameName { path: path.clone(), name, other }),
                    None => {
                        first_files.insert(name, path.clone());
                        Ok(variant)
                    }
                }
            });
            (path, game)
        };
        Ok(files.into_iter().map(load).collect())
    }

    /// Checks the text of a game, which may inherit from one in `games/`, as [`AnyGame::check`]
    /// does.
    ///
    /// # Errors
    /// Every error of the text. The name of the file is empty in those that stand in the text
    /// itself.
    pub fn check_text(text: &str) -> Result<(GameSpec, &'static GameInfo), Vec<GameError>> {
        AnyGame::check("", text, &ProgramGame::text_of)
    }

    /// Loads the game of a text, which may inherit from one in `games/`. [`Variant::from_name`]
    /// does not find it.
    ///
    /// # Errors
    /// As [`Variant::check_text`].
    pub fn from_text(text: &str) -> Result<Variant, Vec<GameError>> {
        let game = AnyGame::load("", text, &ProgramGame::text_of)?;
        // The game may be one of the program, which has its network.
        Variant::from_program_text(game.info().name);
        Ok(Variant::of_loaded(game))
    }

    /// Returns the rule set of a game that has been loaded.
    fn of_loaded(game: AnyGame) -> Variant {
        let info = game.info();
        let own = if info.is_from_file() { None } else { Variant::from_name(info.name).ok() };
        own.unwrap_or(Variant::FromFile(game))
    }

    /// Returns the rule set of that name, ignoring case: one of [`Variant::ALL`], or one whose file
    /// has been loaded, or a game in `games/`.
    ///
    /// # Errors
    /// [`VariantError::Unknown`].
    pub fn from_name(name: &str) -> Result<Variant, VariantError> {
        let files = lock(&FILES);
        let loaded = files.iter().rev().map(|&(game, _)| Variant::FromFile(game));
        let mut known = Variant::ALL.into_iter().chain(loaded);
        let found = known.find(|variant| variant.name().eq_ignore_ascii_case(name));
        drop(files);
        found
            .or_else(|| Variant::from_program_text(name))
            .ok_or_else(|| VariantError::Unknown { name: name.to_owned() })
    }

    /// Loads a game in `games/` and its network.
    fn from_program_text(name: &str) -> Option<Variant> {
        let ProgramGame { text, network, .. } = ProgramGame::find(name)?;
        let game = AnyGame::load(&format!("{name}.toml"), text, &ProgramGame::text_of).ok()?;
        if let Some(network) = network {
            offer_network(game.info(), network);
        }
        Some(Variant::FromFile(game))
    }

    /// Returns the book of openings of the rule set, as a file of FENs; empty if it has none.
    pub fn book(self) -> &'static str {
        match self {
            Variant::FromFile(_) if Variant::from_program_text(self.name()) == Some(self) => {
                ProgramGame::find(self.name()).map_or("", |game| game.book)
            }
            _ => self.profile().book,
        }
    }

    /// Returns the names of all rule sets of the program: [`Variant::ALL`], then the others in
    /// `games/`.
    pub fn names() -> Vec<&'static str> {
        let mut names = Variant::ALL.map(Variant::name).to_vec();
        let others = PROGRAM_GAMES.iter().map(|game| game.name);
        let others: Vec<&str> = others.filter(|name| !names.contains(name)).collect();
        names.extend(others);
        names
    }

    /// Returns the rule set to which something with this name and this checksum of its rules
    /// belongs: a game from a file with these rules, or without a checksum the rule set of that
    /// name.
    ///
    /// # Errors
    /// [`VariantError::Unknown`], or [`VariantError::OtherRules`] if the rule set of that name has
    /// other rules.
    pub fn of_record(name: &str, rules: Option<RulesChecksum>) -> Result<Variant, VariantError> {
        let files = lock(&FILES);
        let has_rules = |game: &AnyGame| {
            rules.is_some() && game.info().rules == rules && game.info().name == name
        };
        if let Some(&(game, _)) = files.iter().find(|(game, _)| has_rules(game)) {
            return Ok(Variant::FromFile(game));
        }
        let named = |&(game, _): &(AnyGame, _)| (game.info().name == name).then_some(game);
        let file = files.iter().rev().find_map(named).filter(|_| rules.is_some());
        drop(files);
        let variant = file.map_or_else(|| Variant::from_name(name), |it| Ok(Variant::FromFile(it)));
        let variant = variant?;
        variant.game().check_rules(rules)?;
        Ok(variant)
    }

    /// Returns whether this is a game from a file, and the program has one of that name with other
    /// rules.
    pub fn has_name_of_other(self) -> bool {
        let name = self.name();
        let has_other_rules = |other: Variant| other.game().rules != self.game().rules;
        matches!(self, Variant::FromFile(_))
            && Variant::names().contains(&name)
            && Variant::from_program_text(name).is_none_or(has_other_rules)
    }

    /// Returns the text that [`Variant::from_str`] reads in another process as this rule set: its
    /// name, or its file.
    pub fn source(self) -> &'static str {
        self.file().unwrap_or_else(|| self.name())
    }

    /// Returns the file of the rule set; `None` if it was not loaded from one.
    pub fn file(self) -> Option<&'static str> {
        let Variant::FromFile(game) = self else { return None };
        let files = lock(&FILES);
        files.iter().find(|(other, _)| *other == game).map(|&(_, file)| file)
    }
}

/// A game in `games/`.
struct ProgramGame {
    name: &'static str,
    /// The file.
    text: &'static str,
    /// The book of openings, as in [`Profile::book`].
    book: &'static str,
    /// The network file, as in [`Profile::network`].
    network: Option<&'static [u8]>,
}

/// The games in `games/`, sorted by name.
const PROGRAM_GAMES: &[ProgramGame] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

impl ProgramGame {
    /// Returns the game of that name, ignoring case.
    fn find(name: &str) -> Option<&'static ProgramGame> {
        PROGRAM_GAMES.iter().find(|game| game.name.eq_ignore_ascii_case(name))
    }

    /// Returns the file of the game of that name.
    fn text_of(name: &str) -> Option<String> {
        program_game_text(name).map(str::to_owned)
    }
}

/// Returns the text of the file of a game in `games/`, all of which are part of the program.
pub(crate) fn program_game_text(name: &str) -> Option<&'static str> {
    ProgramGame::find(name).map(|game| game.text)
}

/// The games from files, and the file from which each was loaded first.
static FILES: Mutex<Vec<(AnyGame, &'static str)>> = Mutex::new(Vec::new());

/// Reads a text file. Of a file that is too long for a game it reads no more than shows this.
fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MAX_TEXT as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}

/// Why a text names no rule set.
#[derive(Debug, thiserror::Error)]
pub enum VariantError {
    /// No rule set has this name.
    #[error("no rule set named \"{name}\" (expected one of {}, or a file)", Variant::names().join(", "))]
    Unknown {
        /// The name that was read.
        name: String,
    },
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why it cannot be read.
        error: io::Error,
    },
    /// Another file of the folder has a game of this name.
    #[error("{}: name: `{name}` read, which is the name in {}; another name expected", path.display(), other.display())]
    SameName {
        /// The file.
        path: PathBuf,
        /// The name of its game.
        name: &'static str,
        /// The other file.
        other: PathBuf,
    },
    /// Something was made for other rules of the game.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// The file describes no game.
    #[error("the file describes no game\n{}", lines(_0))]
    Invalid(Vec<GameError>),
}

/// What to do about the name of a rule set in the file of a match or a run that is unknown.
pub(crate) const FILE_HINT: &str = "if it is a game from a file, give the file as `--variant FILE`";

/// Returns the errors, one a line.
fn lines(errors: &[GameError]) -> String {
    errors.iter().map(GameError::to_string).collect::<Vec<_>>().join("\n")
}

impl FromStr for Variant {
    type Err = VariantError;

    /// Reads a name, as [`Variant::from_name`] does, or `NAME@CHECKSUM`, as [`Variant::of_record`]
    /// does, or loads a file: a text that ends in `.toml` or is the path of one that exists.
    fn from_str(text: &str) -> Result<Variant, VariantError> {
        let path = Path::new(text);
        if let Some((name, rules)) = text.split_once('@')
            && let Ok(rules) = rules.parse()
        {
            return Variant::of_record(name, Some(rules));
        }
        match Variant::from_name(text) {
            Err(_) if text.ends_with(".toml") || path.is_file() => Variant::from_file(path),
            found => found,
        }
    }
}

/// Writes the name, and of a game from a file the checksum of its rules: `NAME@CHECKSUM`.
impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.game().rules {
            Some(rules) => serializer.collect_str(&format_args!("{self}@{rules}")),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Variant, D::Error> {
        let parsed = String::deserialize(deserializer)?.parse();
        parsed.map_err(|error: VariantError| match error {
            VariantError::Unknown { .. } => D::Error::custom(format_args!("{error}; {FILE_HINT}")),
            _ => D::Error::custom(error),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_str_accepts_every_name() {
        for name in Variant::names() {
            let variant: Variant = name.parse().expect("a rule set");
            assert_eq!(variant.name(), name);
            assert_eq!(name.to_uppercase().parse::<Variant>().ok(), Some(variant));
            assert_eq!(variant.source().parse::<Variant>().ok(), Some(variant));
        }
        let error = "checkers".parse::<Variant>().expect_err("no such rule set");
        assert!(error.to_string().contains("federation-plain"));
        let error = serde_json::from_str::<Variant>("\"checkers\"").expect_err("no such rule set");
        assert!(error.to_string().contains(FILE_HINT), "{error}");
    }
}
