//! What the legal moves of a position lead to by the tables of endings, for a thread that does not
//! search.

use crate::endings::{EndingTables, EndingValue};
use crate::moves::Move;
use crate::position::Position;
use crate::profiles::RuleSet;
use crate::sync::lock;
use std::sync::{Arc, Mutex};

/// A copy of the tables that the searches of a pool have made. Another thread may read it while the
/// pool searches.
pub(crate) struct MadeEndings<B>(Arc<Mutex<Option<EndingTables<B>>>>);

impl<B> Clone for MadeEndings<B> {
    fn clone(&self) -> Self {
        MadeEndings(Arc::clone(&self.0))
    }
}

impl<B: RuleSet> MadeEndings<B> {
    /// Returns no tables.
    pub(super) fn new() -> Self {
        MadeEndings(Arc::new(Mutex::new(None)))
    }

    /// Replaces the copy. It keeps the memory of its tables, so a pool that makes others sets
    /// `None` meanwhile.
    pub(super) fn set(&self, tables: Option<&EndingTables<B>>) {
        *lock(&self.0) = tables.cloned();
    }

    /// Returns the legal moves with what they lead to for the side that moves, in plies from the
    /// position. `None` if the table of the position has not been made.
    pub(crate) fn moves(&self, position: &Position<B>) -> Option<Vec<(Move, EndingValue)>> {
        let tables = lock(&self.0);
        let (tables, board) = (tables.as_ref()?, position.board());
        tables.probe(board)?;
        let value = |mv| tables.probe(&board.make(mv, &mut ())).map(EndingValue::one_ply_before);
        position.legal_moves().iter().map(|&mv| Some((mv, value(mv)?))).collect()
    }
}
