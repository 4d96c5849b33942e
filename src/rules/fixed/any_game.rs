//! Games that are played: loaded once each, and never freed.

use super::board::FixedBoard;
use super::spec::{GameError, GameSpec, GameText};
use super::tables::Game;
use std::sync::{Mutex, PoisonError};

/// A game on a board of the number of words that it needs.
#[derive(Clone, Copy)]
pub enum AnyGame {
    /// A board of at most 64 cells.
    One(&'static Game<1>),
    /// A board of at most 128 cells.
    Two(&'static Game<2>),
    /// A board of at most 192 cells.
    Three(&'static Game<3>),
    /// A board of at most 320 cells.
    Five(&'static Game<5>),
    /// A board of at most 512 cells.
    Eight(&'static Game<8>),
}

/// The games that have been loaded.
static LOADED: Mutex<Vec<AnyGame>> = Mutex::new(Vec::new());

impl AnyGame {
    /// Loads the game of a text. A text that says the same as one that has been loaded before gives
    /// the same game. `find` returns the text of a game that another one inherits from, by its name.
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
        let game = match text.spec.cells().div_ceil(64) {
            0..=1 => AnyGame::One(keep(text)?),
            2 => AnyGame::Two(keep(text)?),
            3 => AnyGame::Three(keep(text)?),
            4..=5 => AnyGame::Five(keep(text)?),
            _ => AnyGame::Eight(keep(text)?),
        };
        loaded.push(game);
        Ok(game)
    }

    /// What the text says.
    pub fn spec(&self) -> &'static GameSpec {
        match self {
            AnyGame::One(game) => &game.spec,
            AnyGame::Two(game) => &game.spec,
            AnyGame::Three(game) => &game.spec,
            AnyGame::Five(game) => &game.spec,
            AnyGame::Eight(game) => &game.spec,
        }
    }
}

/// Computes the tables of a game and keeps them.
fn keep<const W: usize>(text: GameText) -> Result<&'static Game<W>, Vec<GameError>> {
    Ok(Box::leak(Box::new(Game::new(text)?)))
}

impl<const W: usize> Game<W> {
    /// Returns the start position.
    pub fn start_board(&'static self) -> FixedBoard<W> {
        FixedBoard::start(self)
    }
}
