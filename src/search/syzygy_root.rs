//! Syzygy tables at the root: the moves are ranked by their distance to the next capture or pawn
//! move, and the search chooses among those of the best rank: all that win before the fifty-move
//! rule draws, all that draw, or all that lose. Where files of distances are missing, the results
//! rank the moves.
//!
//! Where distances have ranked the moves, no position below the root is looked up: results alone
//! show no way to the end, which the search has to find.

use super::root::RootMove;
use super::syzygy::SyzygyProbe;
use crate::position::Position;
use crate::profiles::RuleSet;
use crate::score::{DRAW, TABLE_WIN};
use crate::syzygy::Wdl;

/// What tables say of a root that is searched.
pub(super) struct RankedRoot {
    /// The moves to search: those of the best rank, each with the score of its result.
    pub(super) moves: Vec<RootMove>,
    /// The number of positions that were looked up.
    pub(super) hits: u64,
    /// Whether results below the root help the search.
    pub(super) probes_nodes: bool,
    /// Whether the root is a draw by its table of endings.
    pub(super) is_known_draw: bool,
}

/// The rank of a move that wins before the fifty-move rule draws; minus this of one that loses. A
/// win or a loss that may come too late is nearer to [`LATE_RANK`] the fewer plies it takes.
const SURE_RANK: i32 = 1 << 18;
/// See [`SURE_RANK`].
const LATE_RANK: i32 = SURE_RANK / 2;
/// The lowest rank of a win that comes in time, unless a position is repeated on the way.
const WIN_RANK: i32 = LATE_RANK - 100;
/// The fifty-move rule in plies.
const RULE_PLIES: i32 = 100;

impl RankedRoot {
    /// Returns moves that no table has ranked.
    pub(super) fn unranked(moves: Vec<RootMove>) -> RankedRoot {
        RankedRoot { moves, hits: 0, probes_nodes: true, is_known_draw: false }
    }
}

impl SyzygyProbe<'_> {
    /// Ranks the moves of a root; `None` if the tables do not have it or a position after it.
    pub(super) fn rank_root<B: RuleSet>(
        &self,
        position: &Position<B>,
        moves: &[RootMove],
    ) -> Option<RankedRoot> {
        if position.board().piece_count() > self.most_pieces {
            return None;
        }
        let by_distance = self.ranks_by_distance(position, moves);
        let is_by_distance = by_distance.is_some();
        let ranks = by_distance.or_else(|| self.ranks_by_result(position, moves))?;
        let best = *ranks.iter().max()?;
        let hits = moves.len() as u64;
        let moves = moves.iter().zip(ranks).filter(|&(_, rank)| rank == best);
        let table_score = Some(root_score(best, self.fifty_move_rule));
        let moves = moves.map(|(root_move, _)| RootMove { table_score, ..root_move.clone() });
        let probes_nodes = !is_by_distance && best > 0;
        Some(RankedRoot { moves: moves.collect(), hits, probes_nodes, is_known_draw: false })
    }

    /// Ranks moves by distance.
    fn ranks_by_distance<B: RuleSet>(
        &self,
        position: &Position<B>,
        moves: &[RootMove],
    ) -> Option<Vec<i32>> {
        let (clock, is_repeated) = (position.board().halfmove_clock(), has_repetition(position));
        let rank = |root_move: &RootMove| {
            let dtz = self.dtz_after(position, root_move)?;
            Some(rank_by_distance(dtz, clock as i32, is_repeated))
        };
        moves.iter().map(rank).collect()
    }

    /// Returns the plies to the next capture or pawn move from a root move on, that move included;
    /// see [`Endings::syzygy_dtz`](crate::rules::Endings::syzygy_dtz).
    fn dtz_after<B: RuleSet>(&self, position: &Position<B>, root_move: &RootMove) -> Option<i32> {
        let mut position = position.clone();
        position.make(root_move.mv, &mut ());
        let board = position.board();
        if board.halfmove_clock() == 0 {
            let wdl = -board.syzygy_wdl(self.tables)?;
            return Some(wdl.sign() * if wdl.is_cursed() { RULE_PLIES + 1 } else { 1 });
        }
        if position.in_check() && board.count_legal_moves() == 0 {
            return Some(1);
        }
        if position.is_draw(1) {
            return Some(0);
        }
        let dtz = -board.syzygy_dtz(self.tables)?;
        Some(dtz + dtz.signum())
    }

    /// Ranks moves by result.
    fn ranks_by_result<B: RuleSet>(
        &self,
        position: &Position<B>,
        moves: &[RootMove],
    ) -> Option<Vec<i32>> {
        let rank = |root_move: &RootMove| {
            let mut position = position.clone();
            position.make(root_move.mv, &mut ());
            let wdl = match position.is_draw(1) {
                true => Wdl::Draw,
                false => -position.board().syzygy_wdl(self.tables)?,
            };
            Some(wdl.sign() * if wdl.is_cursed() { LATE_RANK - RULE_PLIES - 1 } else { SURE_RANK })
        };
        moves.iter().map(rank).collect()
    }
}

/// Returns the score of a root whose best move has this rank. What the fifty-move rule draws is a
/// few centipawns, fewer the longer it would take.
fn root_score(rank: i32, fifty_move_rule: bool) -> i32 {
    let size = rank.abs();
    let score = match rank {
        0 => DRAW,
        _ if size >= WIN_RANK || !fifty_move_rule => TABLE_WIN,
        _ => (size - (LATE_RANK - 2 * RULE_PLIES)).max(2) / 2,
    };
    score * rank.signum()
}

/// Returns the rank of a root move with this distance. `clock` is the halfmove clock at the root.
///
/// The last moves before the fifty-move rule must be exact, and after a repetition the search has
/// shown that it finds no way: then fewer plies rank higher.
fn rank_by_distance(dtz: i32, clock: i32, is_repeated: bool) -> i32 {
    match dtz.signum() {
        1 if dtz + clock < RULE_PLIES && !is_repeated => SURE_RANK,
        1 => LATE_RANK - (dtz + clock),
        -1 if -2 * dtz + clock < RULE_PLIES => -SURE_RANK,
        -1 => -LATE_RANK + (clock - dtz),
        _ => 0,
    }
}

/// Returns whether a position has been repeated since the last capture or pawn move.
fn has_repetition<B: RuleSet>(position: &Position<B>) -> bool {
    let mut position = position.clone();
    loop {
        if position.repetitions() > 0 {
            return true;
        }
        if position.board().halfmove_clock() == 0 || position.ply_count() == 0 {
            return false;
        }
        position.unmake();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A win in time precedes a cursed one, which precedes a draw, which precedes a blessed loss.
    #[test]
    fn ranks_follow_the_fifty_move_rule() {
        let rank = |dtz, clock| rank_by_distance(dtz, clock, false);
        assert_eq!(rank(1, 0), SURE_RANK);
        assert_eq!(rank(40, 59), SURE_RANK, "99 plies are in time");
        assert!(rank(40, 60) < WIN_RANK + 1 && rank(40, 60) > rank(42, 60) && rank(42, 60) > 0);
        assert!(rank(101, 0) > rank(130, 0) && rank(130, 0) > rank(0, 0));
        assert_eq!(rank(0, 99), 0);
        assert!(rank(-130, 0) < 0 && rank(-101, 0) < rank(-130, 0), "a longer loss is better");
        assert_eq!(rank(-20, 10), -SURE_RANK);
        assert!(rank(-20, 10) < rank(-20, 90), "the clock may save it");
        assert!(rank_by_distance(4, 2, true) > rank_by_distance(6, 2, true), "after a repetition");
    }

    #[test]
    fn scores_follow_the_fifty_move_rule() {
        let cursed = rank_by_distance(120, 0, false);
        assert_eq!(root_score(SURE_RANK, true), TABLE_WIN);
        assert_eq!(root_score(-SURE_RANK, true), -TABLE_WIN);
        assert_eq!(root_score(rank_by_distance(30, 40, true), true), TABLE_WIN);
        assert!((1..=50).contains(&root_score(cursed, true)));
        assert_eq!(root_score(-cursed, true), -root_score(cursed, true));
        assert_eq!(root_score(cursed, false), TABLE_WIN);
        assert_eq!(root_score(0, false), DRAW);
    }
}
