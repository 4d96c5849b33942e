//! Syzygy tables below the root: a position after a capture or pawn move is answered by its result.

use crate::profiles::RuleSet;
use crate::score::{Bound, DRAW, TABLE_WIN};
use crate::syzygy::{Tables, Wdl};

/// How Syzygy tables are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyzygyOptions {
    /// The depth from which positions of the largest number of pieces are looked up. Those of fewer
    /// pieces always are.
    pub probe_depth: u64,
    /// The largest number of pieces of a position that is looked up.
    pub probe_limit: u64,
    /// Whether a win that the fifty-move rule draws counts as a draw.
    pub fifty_move_rule: bool,
}

impl SyzygyOptions {
    /// The largest value of [`SyzygyOptions::probe_depth`].
    pub const MAX_PROBE_DEPTH: u64 = 100;
    /// The largest value of [`SyzygyOptions::probe_limit`]: the pieces of the largest tables.
    pub const MAX_PROBE_LIMIT: u64 = 7;
}

impl Default for SyzygyOptions {
    fn default() -> Self {
        SyzygyOptions {
            probe_depth: 1,
            probe_limit: SyzygyOptions::MAX_PROBE_LIMIT,
            fifty_move_rule: true,
        }
    }
}

/// The tables of a search.
#[derive(Clone, Copy)]
pub(super) struct SyzygyProbe<'a> {
    pub(super) tables: &'a Tables,
    /// The largest number of pieces of a position that is looked up.
    pub(super) most_pieces: usize,
    probe_depth: i32,
    pub(super) fifty_move_rule: bool,
}

impl<'a> SyzygyProbe<'a> {
    /// Returns the tables with these options; `None` if no position may be looked up.
    pub(super) fn new(tables: &'a Tables, options: SyzygyOptions) -> Option<Self> {
        let most_pieces = tables.most_pieces().min(options.probe_limit as usize);
        (most_pieces > 0).then_some(SyzygyProbe {
            tables,
            most_pieces,
            probe_depth: options.probe_depth as i32,
            fifty_move_rule: options.fifty_move_rule,
        })
    }

    /// Returns the score of a node at `ply` that is searched to `depth`, and how it bounds the true
    /// one.
    #[inline(never)]
    pub(super) fn node_score<B: RuleSet>(
        &self,
        board: &B,
        depth: i32,
        ply: usize,
    ) -> Option<(i32, Bound)> {
        let count = board.piece_count();
        let is_probed =
            count < self.most_pieces || count == self.most_pieces && depth >= self.probe_depth;
        if board.halfmove_clock() > 0 || !is_probed {
            return None;
        }
        Some(score_of(board.syzygy_wdl(self.tables)?, ply, self.fifty_move_rule))
    }
}

/// Returns the score of a result `ply` plies below the root, and how it bounds the true one: a mate
/// may be found.
fn score_of(wdl: Wdl, ply: usize, fifty_move_rule: bool) -> (i32, Bound) {
    let win = TABLE_WIN - ply as i32;
    match wdl {
        Wdl::Draw => (DRAW, Bound::Exact),
        _ if wdl.is_cursed() && fifty_move_rule => (DRAW + 2 * wdl.sign(), Bound::Exact),
        Wdl::Win | Wdl::CursedWin => (win, Bound::Lower),
        Wdl::Loss | Wdl::BlessedLoss => (-win, Bound::Upper),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_follow_the_fifty_move_rule() {
        assert_eq!(score_of(Wdl::CursedWin, 3, true), (2, Bound::Exact));
        assert_eq!(score_of(Wdl::BlessedLoss, 3, true), (-2, Bound::Exact));
        assert_eq!(score_of(Wdl::CursedWin, 3, false), (TABLE_WIN - 3, Bound::Lower));
        assert_eq!(score_of(Wdl::BlessedLoss, 3, false), (3 - TABLE_WIN, Bound::Upper));
        assert_eq!(score_of(Wdl::Loss, 3, true), (3 - TABLE_WIN, Bound::Upper));
        assert_eq!(score_of(Wdl::Draw, 3, true), (DRAW, Bound::Exact));
    }
}
