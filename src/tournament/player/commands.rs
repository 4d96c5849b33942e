//! The UCI commands for a game and for a search. Reports of faults quote them as well.

use super::messages::GameMoves;
use crate::engine::Limits;
use triskelion_protocol::{BasePosition, Command, Go, PositionCommand};

/// Returns the command that sets the position of this game.
pub(crate) fn position_command(game: &GameMoves) -> Command {
    let base = game.start_fen.clone().map_or(BasePosition::StartPos, BasePosition::Fen);
    Command::Position(PositionCommand { base, moves: game.moves.clone() })
}

/// Returns the command that starts a search with these limits.
pub(crate) fn go_command(limits: &Limits) -> Go {
    // UCI does not define a clock of zero.
    let clock = |time: Option<u64>| time.map(|time| time.max(1));
    Go {
        wtime: clock(limits.wtime),
        btime: clock(limits.btime),
        winc: limits.winc,
        binc: limits.binc,
        movestogo: limits.movestogo.map(u64::from),
        movetime: limits.movetime,
        depth: limits.depth.map(u64::from),
        nodes: limits.nodes,
        ..Go::default()
    }
}
