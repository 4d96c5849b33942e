//! Adjudication by tables of endings, which the games of a match share.

use super::cancel::CancelToken;
use super::game_end::{GameEnd, Termination};
use crate::endings::{EndingTables, EndingValue, Material};
use crate::profiles::RuleSet;
use crate::search::SearchOptions;
use crate::sync::lock;
use std::sync::Mutex;

/// The memory for all tables in MiB.
const MEMORY: u64 = SearchOptions::DEFAULT_ENDGAME_MEMORY;

/// The tables that the games have needed so far.
pub(super) struct SharedTables<B>(Mutex<Option<EndingTables<B>>>);

impl<B: RuleSet> SharedTables<B> {
    /// Returns no tables yet.
    pub(super) fn new() -> Self {
        SharedTables(Mutex::new(None))
    }

    /// Returns the end to which a position leads, both sides at their best. Makes its table, on one
    /// thread. `None` if there is no table, or if the fifty-move rule comes before the mate.
    pub(super) fn end(&self, board: &B, cancel_token: &CancelToken) -> Option<GameEnd> {
        let pieces = board.placed_pieces().into_iter().map(|(piece, _)| piece);
        let material = Material::new(board.game(), pieces)?;
        let mut tables = lock(&self.0);
        let tables = match &mut *tables {
            Some(tables) if tables.fit(board, MEMORY) => tables,
            tables => tables.insert(EndingTables::new(*board, MEMORY)),
        };
        if tables.get(&material).is_none() {
            let control = |_: f64| !cancel_token.is_canceled();
            tables.make_on(1, &material, &control).ok()?;
        }
        let side = board.side_to_move();
        let winner = match tables.probe(board)? {
            EndingValue::Win(_) => Some(side),
            EndingValue::Draw => None,
            EndingValue::Loss(_) => Some(side.other()),
        };
        let end = GameEnd { winner, termination: Termination::EndgameAdjudication };
        tables.ends_in_time(board).then_some(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BuiltIn, Chess};

    #[test]
    fn ends_of_three_pieces() {
        let tables = SharedTables::<Chess>::new();
        let end = |fen| {
            let board = Chess::from_fen(fen).expect("a legal position");
            let end = tables.end(&board, &CancelToken::default());
            end.map(|end| (end.result(), end.termination.name()))
        };
        let name = "endgame-adjudication";
        assert_eq!(end("8/8/8/8/8/2k5/8/K6R w - - 0 1"), Some(("1-0", name)));
        assert_eq!(end("8/8/8/8/8/2K5/8/k6r b - - 0 1"), Some(("0-1", name)));
        assert_eq!(end("8/8/8/8/8/2k5/1R6/K7 b - - 0 1"), Some(("1-0", name)));
        assert_eq!(end("8/8/8/8/8/1k6/1R6/K7 b - - 0 1"), Some(("1-0", name)));
        assert_eq!(end("8/8/8/8/k7/P7/8/K7 w - - 0 1"), Some(("1/2-1/2", name)));
        // The mate takes longer than the moves that are left.
        assert_eq!(end("8/8/8/8/8/2k5/8/K6R w - - 95 60"), None);
    }
}
