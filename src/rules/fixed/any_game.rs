//! Games that are played: loaded once each, and never freed.

use super::spec::{GameError, GameSpec, GameText};
use super::tables::Game;
use crate::rules::GameInfo;
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// A loaded game, on a board of the number of words that it needs. Games are equal if they are the
/// same one.
#[derive(Clone, Copy)]
pub enum AnyGame {
    /// A board of at most 128 cells.
    Two(&'static Game<2>),
    /// A board of at most 192 cells.
    Three(&'static Game<3>),
    /// A board of at most 512 cells.
    Eight(&'static Game<8>),
}

/// The games that have been loaded.
static LOADED: Mutex<Vec<AnyGame>> = Mutex::new(Vec::new());

impl AnyGame {
    /// Loads the game of a text. A text that says the same as one that has been loaded before gives
    /// the same game. `file` is the name of the file in errors; `find` returns the text of a game
    /// that another one inherits from, by its name.
    ///
    /// # Errors
    /// Every error of the text.
    pub fn load(
        file: &str,
        text: &str,
        find: &dyn Fn(&str) -> Option<String>,
    ) -> Result<AnyGame, Vec<GameError>> {
        let text = GameText::parse(file, text, find)?;
        let is_same = |game: &&AnyGame| *game.spec() == text.spec;
        // Whatever panicked while it held the lock, the list has only complete games.
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = loaded.iter().find(is_same) {
            return Ok(*game);
        }
        // Each width compiles the search and all above it once more, so small boards use two words.
        let game = match text.spec.cells().div_ceil(64) {
            0..=2 => AnyGame::Two(keep(text)?),
            3 => AnyGame::Three(keep(text)?),
            _ => AnyGame::Eight(keep(text)?),
        };
        loaded.push(game);
        Ok(game)
    }

    /// What the text says.
    pub fn spec(self) -> &'static GameSpec {
        match self {
            AnyGame::Two(game) => &game.spec,
            AnyGame::Three(game) => &game.spec,
            AnyGame::Eight(game) => &game.spec,
        }
    }

    /// What the positions of the game share.
    pub fn info(self) -> &'static GameInfo {
        match self {
            AnyGame::Two(game) => game.info,
            AnyGame::Three(game) => game.info,
            AnyGame::Eight(game) => game.info,
        }
    }

    /// The address, by which games are distinguished.
    fn address(self) -> usize {
        std::ptr::from_ref(self.info()).addr()
    }

    fn as_any(&self) -> &'static dyn Any {
        match *self {
            AnyGame::Two(game) => game,
            AnyGame::Three(game) => game,
            AnyGame::Eight(game) => game,
        }
    }
}

impl PartialEq for AnyGame {
    fn eq(&self, other: &AnyGame) -> bool {
        self.address() == other.address()
    }
}

impl Eq for AnyGame {}

impl Hash for AnyGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.address().hash(state);
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.info().name)
    }
}

/// Computes the tables of a game and keeps them.
fn keep<const W: usize>(text: GameText) -> Result<&'static Game<W>, Vec<GameError>> {
    Ok(Box::leak(Box::new(Game::new(text)?)))
}

/// Returns the loaded game to which this information belongs.
///
/// # Panics
/// If it belongs to none on boards of this size.
pub(super) fn game_of<const W: usize>(info: &'static GameInfo) -> &'static Game<W> {
    let loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let game = loaded.iter().find(|game| std::ptr::eq(game.info(), info));
    let game = game.and_then(|game| game.as_any().downcast_ref());
    game.unwrap_or_else(|| panic!("{} is no game of a file on {W} words", info.name))
}
