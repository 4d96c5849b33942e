//! What the legal moves of a position lead to by the tables of endings, for a thread that does not
//! search.

use crate::endings::{EndingBoard, EndingTables, EndingValue};
use crate::moves::Move;
use crate::sync::lock;
use std::sync::{Arc, Mutex};

/// A copy of the tables that the searches of a pool have made. Another thread may read it while the
/// pool searches.
#[derive(Clone)]
pub(crate) struct MadeEndings(Arc<Mutex<Option<EndingTables>>>);

impl MadeEndings {
    /// Returns no tables.
    pub(super) fn new() -> Self {
        MadeEndings(Arc::new(Mutex::new(None)))
    }

    /// Replaces the copy. It keeps the memory of its tables, so a pool that makes others sets
    /// `None` meanwhile.
    pub(super) fn set(&self, tables: Option<&EndingTables>) {
        *lock(&self.0) = tables.cloned();
    }

    /// Returns the legal moves of a position with what they lead to for the side that moves, in
    /// plies from the position. `None` if its table has not been made.
    pub(crate) fn values(
        &self,
        board: &dyn EndingBoard,
        moves: &[Move],
    ) -> Option<Vec<(Move, EndingValue)>> {
        let tables = lock(&self.0);
        let tables = tables.as_ref()?;
        tables.probe(board)?;
        let value = |mv| tables.probe(&*board.child(mv)).map(EndingValue::one_ply_before);
        moves.iter().map(|&mv| Some((mv, value(mv)?))).collect()
    }
}
