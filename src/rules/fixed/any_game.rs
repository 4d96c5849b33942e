//! Games that are played: loaded once each, and never freed.

use super::outlines::outline_number;
use super::spec::{GameError, GameSpec, GameText, Measured};
use super::tables::GameTables;
use crate::rules::GameInfo;
use crate::sync::lock;
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex, MutexGuard};

/// A loaded game, on a board of the number of words that it needs. Games are equal if they are the
/// same one.
#[derive(Clone, Copy)]
pub enum AnyGame {
    /// A board of at most 128 cells.
    Two(&'static GameTables<2>),
    /// A board of at most 192 cells.
    Three(&'static GameTables<3>),
    /// A board of at most 512 cells.
    Eight(&'static GameTables<8>),
}

/// Evaluates an expression for the game, on whatever board it is.
macro_rules! on_any_board {
    ($any:expr, |$game:ident| $value:expr) => {
        match $any {
            AnyGame::Two($game) => $value,
            AnyGame::Three($game) => $value,
            AnyGame::Eight($game) => $value,
        }
    };
}

/// The built-in games.
pub(super) static RAUMSCHACH_GAME: LazyLock<AnyGame> =
    LazyLock::new(|| AnyGame::load_built_in(include_str!("../../../games/raumschach.toml")));
pub(super) static SPACECHESS_GAME: LazyLock<AnyGame> =
    LazyLock::new(|| AnyGame::load_built_in(include_str!("../../../games/spacechess.toml")));

/// The games that have been loaded.
static LOADED: Mutex<Vec<AnyGame>> = Mutex::new(Vec::new());

impl AnyGame {
    /// Loads the game of a text. A text that says the same as one that has been loaded before, or
    /// as that of a built-in game, gives the same game. `file` is the name of the file in
    /// errors; `find` returns the text of a game that another one inherits from, by its name.
    ///
    /// # Errors
    /// Every error of the text.
    pub fn load(
        file: &str,
        text: &str,
        find: &dyn Fn(&str) -> Option<String>,
    ) -> Result<AnyGame, Vec<GameError>> {
        let text = GameText::parse(file, text, find)?;
        let is_same = |game: &AnyGame| *game.spec() == text.spec;
        if let Some(game) = Self::built_in(&text.spec.name).filter(is_same) {
            return Ok(game);
        }
        let mut loaded = loaded();
        if let Some(game) = loaded.iter().copied().find(is_same) {
            return Ok(game);
        }
        let game = Self::new(text, true)?;
        loaded.push(game);
        Ok(game)
    }

    /// Checks a text as [`AnyGame::load`] does, and keeps no tables. Returns what it says, and what
    /// the positions of the game would share, which is never freed.
    ///
    /// # Errors
    /// Every error of the text.
    pub fn check(
        file: &str,
        text: &str,
        find: &dyn Fn(&str) -> Option<String>,
    ) -> Result<(GameSpec, &'static GameInfo), Vec<GameError>> {
        let text = GameText::parse(file, text, find)?;
        fn parts<const W: usize>(game: GameTables<W>) -> (GameSpec, &'static GameInfo) {
            (game.spec, game.info)
        }
        match text.spec.cells().div_ceil(64) {
            0..=2 => GameTables::<2>::new(text).map(parts),
            3 => GameTables::<3>::new(text).map(parts),
            _ => GameTables::<8>::new(text).map(parts),
        }
    }

    /// Loads a built-in game, whose file has no errors.
    pub(super) fn load_built_in(text: &str) -> AnyGame {
        let game = GameText::parse("a built-in game", text, &|_| None)
            .and_then(|text| Self::new(text, false))
            .unwrap_or_else(|errors| unreachable!("{errors:?}"));
        loaded().push(game);
        game
    }

    fn new(text: GameText, is_file: bool) -> Result<AnyGame, Vec<GameError>> {
        // Each width compiles the search and all above it once more, so small boards use two words.
        Ok(match text.spec.cells().div_ceil(64) {
            0..=2 => AnyGame::Two(keep(text, is_file)?),
            3 => AnyGame::Three(keep(text, is_file)?),
            _ => AnyGame::Eight(keep(text, is_file)?),
        })
    }

    /// Returns the built-in game of that name.
    pub fn built_in(name: &str) -> Option<AnyGame> {
        match name {
            "raumschach" => Some(*RAUMSCHACH_GAME),
            "spacechess" => Some(*SPACECHESS_GAME),
            _ => None,
        }
    }

    /// Returns what the text says.
    pub fn spec(self) -> &'static GameSpec {
        on_any_board!(self, |game| &game.spec)
    }

    /// Returns what the positions of the game share.
    pub fn info(self) -> &'static GameInfo {
        on_any_board!(self, |game| game.info)
    }

    /// Returns the number of the constant outline of the game, by which a board with code of its
    /// own is chosen; 0 if the game has none.
    pub fn outline(self) -> usize {
        on_any_board!(self, |game| outline_number(game))
    }

    /// Returns the address, by which games are distinguished.
    fn address(self) -> usize {
        std::ptr::from_ref(self.info()).addr()
    }

    fn as_any(&self) -> &'static dyn Any {
        on_any_board!(*self, |game| game)
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
fn keep<const W: usize>(
    text: GameText,
    is_file: bool,
) -> Result<&'static GameTables<W>, Vec<GameError>> {
    let mut game = GameTables::new(text)?;
    if !is_file {
        // Records of built-in games need no checksum.
        game.info = Box::leak(Box::new(GameInfo { rules: None, ..*game.info }));
    }
    Ok(Box::leak(Box::new(game)))
}

fn loaded() -> MutexGuard<'static, Vec<AnyGame>> {
    // Whatever panicked while it held the lock, the list has only complete games.
    lock(&LOADED)
}

/// Returns what has been measured in the game to which this information belongs.
pub fn measured(info: &GameInfo) -> Measured {
    let game = loaded().iter().copied().find(|game| std::ptr::eq(game.info(), info));
    game.map_or(Measured::default(), |game| game.spec().measured)
}

/// Returns the loaded game to which this information belongs.
///
/// # Panics
/// If it belongs to none on boards of this size.
pub(super) fn game_of<const W: usize>(info: &'static GameInfo) -> &'static GameTables<W> {
    let loaded = loaded();
    let game = loaded.iter().find(|game| std::ptr::eq(game.info(), info));
    let game = game.and_then(|game| game.as_any().downcast_ref());
    game.unwrap_or_else(|| panic!("{} is no game of a file on {W} words", info.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fixed::outlines::{RAUMSCHACH, SPACECHESS};

    #[test]
    fn outlines_of_the_program_are_those_of_the_tables() {
        assert_eq!(RAUMSCHACH_GAME.outline(), RAUMSCHACH);
        assert_eq!(SPACECHESS_GAME.outline(), SPACECHESS);
    }

    #[test]
    fn the_file_of_a_built_in_game_is_that_game() {
        for (text, game) in [
            (include_str!("../../../games/raumschach.toml"), *RAUMSCHACH_GAME),
            (include_str!("../../../games/spacechess.toml"), *SPACECHESS_GAME),
        ] {
            assert_eq!(AnyGame::load("a file", text, &|_| None).ok(), Some(game));
        }
    }
}
