//! The boards of the built-in games among those from files.

use super::any_game::{RAUMSCHACH_GAME, SPACECHESS_GAME};
use super::board::FixedBoard;
use super::outlines::{RAUMSCHACH, SPACECHESS};
use crate::rules::{BuiltIn, GameInfo, fen_texts};

/// The board of `raumschach`: Maack's Raumschach on five boards of 5×5.
pub type Raumschach = FixedBoard<2, RAUMSCHACH>;
/// The board of `spacechess`: Peterson's Space Chess on three boards of 8×8.
pub type SpaceChess = FixedBoard<3, SPACECHESS>;

impl BuiltIn for Raumschach {
    fn game_info() -> &'static GameInfo {
        RAUMSCHACH_GAME.info()
    }
}

impl BuiltIn for SpaceChess {
    fn game_info() -> &'static GameInfo {
        SPACECHESS_GAME.info()
    }
}

fen_texts! { Raumschach SpaceChess }
