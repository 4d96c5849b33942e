//! What most programs that use the library need: `use triskelion::prelude::*;`.

pub use crate::engine::{Engine, EngineMessage, EngineSetting, Info, Limits, Score};
pub use crate::game::{Game, new_game};
pub use crate::moves::{Move, Piece, Side};
pub use crate::registry::Variant;
pub use crate::rules::{EndReason, Notation, Outcome};
