//! What each kind of piece can do with its king against a bare king, for a survey.

use crate::endings::{EndingTables, Material, SideSummary};
use crate::profiles::RuleSet;
use crate::registry::{Variant, Visitor};
use crate::rules::GameInfo;
use serde::Serialize;

/// The memory for the tables in MiB.
const MEMORY: u64 = 512;

/// What a kind of piece can do with its king against a bare king.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PieceEnding {
    /// The letter, a capital.
    pub letter: char,
    /// The name.
    pub name: &'static str,
    /// The share of the positions with its side to move that this side wins, 0 to 1.
    pub won: f64,
    /// The moves in which it wins at most; `None` if it never does.
    pub moves: Option<u32>,
}

/// Returns what the kinds of pieces can do; leaves out those whose tables cannot be made, and those
/// that are left when `go_on` returns false.
pub fn piece_endings(variant: Variant, go_on: &(dyn Fn() -> bool + Sync)) -> Vec<PieceEnding> {
    struct NewTables;
    impl Visitor for NewTables {
        type Output = EndingTables;

        fn visit<B: RuleSet>(self, game: &'static GameInfo) -> EndingTables {
            EndingTables::new(&B::start(game), MEMORY)
        }
    }
    let (mut tables, game) = (variant.visit(NewTables), variant.game());
    let endings = Material::all_of_three(game);
    let of_material = |material| of_material(&mut tables, game, material, go_on);
    endings.iter().filter_map(of_material).collect()
}

fn of_material(
    tables: &mut EndingTables,
    game: &'static GameInfo,
    material: &Material,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Option<PieceEnding> {
    let ending = tables.make(material, &|_| go_on()).ok()?;
    let piece = material.pieces().iter().find(|piece| piece.kind != game.king)?;
    let [SideSummary { legal, white_wins, longest, .. }, _] = ending.summary(tables);
    Some(PieceEnding {
        letter: game.pieces.piece_letter(*piece),
        name: game.pieces.name(piece.kind),
        won: white_wins as f64 / legal.max(1) as f64,
        moves: longest.map(|longest| longest.plies.div_ceil(2)),
    })
}
