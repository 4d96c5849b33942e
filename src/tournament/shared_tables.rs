//! Adjudication by tables of endings, which the games of a match share.

use super::cancel::CancelToken;
use super::game_end::{GameEnd, Termination};
use crate::endings::{EndingTables, EndingValue, Material};
use crate::game::Game;
use crate::search::SearchOptions;
use crate::sync::lock;
use std::sync::Mutex;

/// The memory for all tables in MiB.
const MEMORY: u64 = SearchOptions::DEFAULT_ENDGAME_MEMORY;

/// The tables that the games have needed so far.
pub(super) struct SharedTables {
    tables: Mutex<Option<EndingTables>>,
    /// The largest number of pieces of a position that is adjudicated.
    most_pieces: u32,
}

impl SharedTables {
    /// Returns no tables yet, for positions of up to `most_pieces` pieces.
    pub(super) fn new(most_pieces: u32) -> Self {
        SharedTables { tables: Mutex::new(None), most_pieces }
    }

    /// Returns the end to which the position of a game leads, both sides at their best. Makes its
    /// table, on one thread. `None` if it has too many pieces, if there is no table, or if the
    /// fifty-move rule comes before the mate.
    pub(super) fn end(&self, game: &dyn Game, cancel_token: &CancelToken) -> Option<GameEnd> {
        let board = game.ending_board();
        let pieces = board.placed_pieces();
        if pieces.len() > self.most_pieces as usize {
            return None;
        }
        let pieces = pieces.into_iter().map(|(piece, _)| piece);
        let material = Material::new(board.game(), pieces)?;
        let mut tables = lock(&self.tables);
        let tables = match &mut *tables {
            Some(tables) if tables.fit(board, MEMORY) => tables,
            tables => tables.insert(EndingTables::new(board, MEMORY)),
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
    use crate::game::new_game;
    use crate::registry::Variant;

    #[test]
    fn ends_of_three_pieces() {
        let tables = SharedTables::new(3);
        let end = |fen| {
            let mut game = new_game(Variant::Chess);
            game.set_position(Some(fen), &[]).expect("a legal position");
            let end = tables.end(&*game, &CancelToken::default());
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
