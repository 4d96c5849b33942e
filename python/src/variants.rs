//! The games by name, and games from files and texts.
//!
//! A name keeps its meaning as long as the process runs. Of two games from files with one name, the
//! first one loaded has the name; the other is `NAME@CHECKSUM`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use triskelion::registry::{Variant, VariantError};
use triskelion::rules::fixed::{AnyGame, GameText};

/// What another process needs to load a game that is not part of the program: the file that it came
/// from, its text, and the texts that it inherits from by name.
#[derive(Clone, FromPyObject, IntoPyObject)]
pub(crate) struct Source(Option<PathBuf>, String, BTreeMap<String, String>);

/// The games that have been used so far.
#[derive(Default)]
struct Known {
    by_name: HashMap<String, Variant>,
    sources: HashMap<Variant, (String, Source)>,
}

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

fn known() -> MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Converts an error to a `ValueError` with its text.
pub(crate) fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the game of this name, or loads the file of this path.
pub(crate) fn find(name: &str) -> PyResult<Variant> {
    if let Some(&variant) = known().by_name.get(name) {
        return Ok(variant);
    }
    let lower = name.to_lowercase();
    match find_name(&lower) {
        Ok(variant) => Ok(variant),
        Err(_) if name.ends_with(".toml") || Path::new(name).is_file() => {
            load_file(Path::new(name)).map(|(_, variant)| variant)
        }
        Err(error) => Err(value_error(error)),
    }
}

/// Returns the game of this name, which is in lower case.
fn find_name(name: &str) -> Result<Variant, VariantError> {
    if let Some(&variant) = known().by_name.get(name) {
        return Ok(variant);
    }
    let variant = Variant::from_name(name)?;
    known().by_name.insert(name.to_owned(), variant);
    Ok(variant)
}

/// Returns the name by which [`find`] finds a game.
pub(crate) fn name_of(variant: Variant) -> String {
    let known = known();
    known.sources.get(&variant).map_or_else(|| variant.name().to_owned(), |(name, _)| name.clone())
}

/// Returns what another process needs to load a game; `None` if it is part of the program.
pub(crate) fn source_of(variant: Variant) -> Option<Source> {
    known().sources.get(&variant).map(|(_, source)| source.clone())
}

/// Gives a loaded game a name. Returns the name.
fn register(variant: Variant, source: Source) -> String {
    if find_name(variant.name()).is_ok_and(|other| other == variant) {
        return name_of(variant);
    }
    let mut known = known();
    if let Some((name, _)) = known.sources.get(&variant) {
        return name.clone();
    }
    let plain = variant.name().to_owned();
    let name = match (known.by_name.contains_key(&plain), variant.game().rules) {
        (true, Some(rules)) => format!("{plain}@{rules}"),
        _ => plain,
    };
    known.by_name.insert(name.clone(), variant);
    known.sources.insert(variant, (name.clone(), source));
    name
}

/// Loads the game of a file. Returns its name.
fn load_file(path: &Path) -> PyResult<(String, Variant)> {
    // A short look at the text finds its name and the texts that it inherits from. `from_file`
    // reports its errors.
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let bases = RefCell::new(BTreeMap::new());
    let find_base = |name: &str| {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if !name.chars().all(is_name) {
            return None;
        }
        let base = std::fs::read_to_string(path.with_file_name(format!("{name}.toml"))).ok()?;
        bases.borrow_mut().insert(name.to_owned(), base.clone());
        Some(base)
    };
    if let Ok(game) = GameText::parse("", &text, &find_base) {
        // A game of the program keeps its name, although `from_file` prefers the file from now on.
        let _ = find_name(&game.spec.name);
    }
    let variant = Variant::from_file(path).map_err(value_error)?;
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    Ok((register(variant, Source(Some(path), text, bases.into_inner())), variant))
}

/// Loads a game that another process has described. Returns the game.
pub(crate) fn restore(name: &str, source: Option<Source>) -> PyResult<Variant> {
    let Some(source) = source else { return find(name) };
    let Source(path, text, bases) = source.clone();
    let variant = if bases.is_empty() {
        Variant::from_text(&text).map_err(|errors| value_error(VariantError::Invalid(errors)))?
    } else {
        let find_base = |name: &str| bases.get(name).cloned();
        let game = AnyGame::load("", &text, &find_base);
        Variant::FromFile(game.map_err(|errors| value_error(VariantError::Invalid(errors)))?)
    };
    register(variant, source);
    // The file again, if it is there and has not changed: a network may lie beside it.
    if let Some(path) = path
        && std::fs::read_to_string(&path).is_ok_and(|read| read == text)
    {
        let _ = load_file(&path);
    }
    Ok(variant)
}

/// Returns the names of all games of the program.
///
/// >>> import triskelion
/// >>> triskelion.variants()[0]
/// 'federation'
/// >>> "dragonchess" in triskelion.variants()
/// True
#[pyfunction]
fn variants() -> Vec<&'static str> {
    Variant::names()
}

/// Loads the game of a file and returns its name, the argument `variant` of `Board`.
///
/// The name is that of the game, or `NAME@CHECKSUM` if another game has it. The file `NAME.net`
/// beside the file has the evaluation network. Raises `ValueError` with all errors of the file.
#[pyfunction]
fn load_game(path: PathBuf) -> PyResult<String> {
    load_file(&path).map(|(name, _)| name)
}

/// Loads the game of a text and returns its name, the argument `variant` of `Board`.
///
/// The text may inherit from a game of the program.
///
/// >>> import triskelion
/// >>> text = '''
/// ... name = "short-raumschach"
/// ... title = "Raumschach with a limit of thirty plies"
/// ... inherits = "raumschach"
/// ... move_limit = 30
/// ... '''
/// >>> triskelion.load_game_text(text)
/// 'short-raumschach'
/// >>> triskelion.Board("short-raumschach").ply()
/// 0
#[pyfunction]
fn load_game_text(text: &str) -> PyResult<String> {
    let variant = Variant::from_text(text);
    let variant = variant.map_err(|errors| value_error(VariantError::Invalid(errors)))?;
    Ok(register(variant, Source(None, text.to_owned(), BTreeMap::new())))
}

/// Adds the functions of this file to the module.
pub(crate) fn register_functions(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(variants, m)?)?;
    m.add_function(wrap_pyfunction!(load_game, m)?)?;
    m.add_function(wrap_pyfunction!(load_game_text, m)?)
}
