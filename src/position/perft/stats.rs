//! What perft counts besides the nodes: the columns of published perft tables.

use crate::moves::{Move, MoveList, MoveType};
use crate::parallel;
use crate::rules::{AnyBoard, GenType, Rules};
use std::ops::AddAssign;

/// A column of a perft table. Every count is one of sequences of moves; what it says is true of the
/// last move, or of the position after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// All sequences.
    Nodes,
    /// The move captures, en passant included.
    Captures,
    /// The move captures en passant.
    EnPassant,
    /// The move castles.
    Castles,
    /// A pawn promotes, or two do.
    Promotions,
    /// The move gives check, mates included.
    Checks,
    /// The only piece that gives check was neither moved, nor carried, nor promoted by the move.
    DiscoveredChecks,
    /// Two or more pieces give check.
    DoubleChecks,
    /// The position is checkmate.
    Checkmates,
    /// The position is stalemate.
    Stalemates,
    /// A platform moves.
    PlatformMoves,
    /// A platform moves, and a pawn promotes.
    PlatformPromotions,
    /// The move is one that only its game has: a ride of the elevator in `spacechess`.
    SpecialMoves,
}

impl Column {
    /// All columns. The last three count what few rule sets have.
    pub const ALL: [Column; 13] = [
        Column::Nodes,
        Column::Captures,
        Column::EnPassant,
        Column::Castles,
        Column::Promotions,
        Column::Checks,
        Column::DiscoveredChecks,
        Column::DoubleChecks,
        Column::Checkmates,
        Column::Stalemates,
        Column::PlatformMoves,
        Column::PlatformPromotions,
        Column::SpecialMoves,
    ];

    /// Returns the heading of the column.
    pub const fn name(self) -> &'static str {
        match self {
            Column::Nodes => "nodes",
            Column::Captures => "captures",
            Column::EnPassant => "e.p.",
            Column::Castles => "castles",
            Column::Promotions => "promotions",
            Column::Checks => "checks",
            Column::DiscoveredChecks => "discovered",
            Column::DoubleChecks => "double",
            Column::Checkmates => "mates",
            Column::Stalemates => "stalemates",
            Column::PlatformMoves => "platform moves",
            Column::PlatformPromotions => "by platform",
            Column::SpecialMoves => "special moves",
        }
    }

    /// Returns whether published tables have the column even if all its counts are zero.
    pub const fn is_standard(self) -> bool {
        (self as usize) < Column::PlatformMoves as usize
    }
}

/// The counts of all columns for the sequences of one length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PerftStats([u64; Column::ALL.len()]);

impl PerftStats {
    /// Returns the count of a column.
    pub const fn get(&self, column: Column) -> u64 {
        self.0[column as usize]
    }

    fn add(&mut self, column: Column, is_counted: bool) {
        self.0[column as usize] += u64::from(is_counted);
    }

    /// Counts a move from one board to another.
    fn record<B: Rules>(&mut self, before: &B, mv: Move, after: &B) {
        self.record_move(mv, before.captured(mv).is_some());
        let in_check = after.in_check();
        if in_check {
            self.record_check(before, after);
        }
        if after.count_legal_moves() == 0 && after.variant_outcome().is_none() {
            self.add(if in_check { Column::Checkmates } else { Column::Stalemates }, true);
        }
    }

    fn record_move(&mut self, mv: Move, is_capture: bool) {
        self.add(Column::Nodes, true);
        self.add(Column::Captures, is_capture);
        self.add(Column::EnPassant, mv.kind() == MoveType::EnPassant);
        self.add(Column::Castles, mv.kind() == MoveType::Castling);
        self.add(Column::Promotions, mv.is_promotion());
        self.add(Column::PlatformMoves, mv.is_platform_move());
        self.add(Column::PlatformPromotions, mv.is_platform_move() && mv.is_promotion());
        self.add(Column::SpecialMoves, mv.kind() == MoveType::Special);
    }

    fn record_check(&mut self, before: &dyn AnyBoard, after: &dyn AnyBoard) {
        let checkers = after.checkers();
        self.add(Column::Checks, true);
        self.add(Column::DoubleChecks, checkers.len() > 1);
        // A piece that moved, was carried or promoted stands where it did not stand before.
        let is_discovered = |cell| before.piece_at(cell) == after.piece_at(cell);
        let is_single = checkers.len() == 1;
        self.add(Column::DiscoveredChecks, is_single && checkers.into_iter().all(is_discovered));
    }
}

impl AddAssign for PerftStats {
    fn add_assign(&mut self, other: PerftStats) {
        for (sum, count) in self.0.iter_mut().zip(other.0) {
            *sum += count;
        }
    }
}

/// Returns the statistics for each depth from 1 to `depth`, computed on a pool of `threads`
/// threads. Every move of the last ply is made and its position examined.
///
/// # Errors
/// If the threads cannot be started.
pub fn perft_stats<B: Rules>(
    board: &B,
    depth: usize,
    threads: usize,
) -> Result<Vec<PerftStats>, rayon::ThreadPoolBuildError> {
    if threads <= 1 {
        return Ok(split_stats(board, depth, 0));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    // Split the work after two plies: enough items to keep all threads busy to the end.
    let mut stats = Vec::new();
    parallel::install(&pool, &mut || stats = split_stats(board, depth, 2));
    Ok(stats)
}

/// Returns the statistics by depth, computed in parallel for each move of the next `split` plies.
fn split_stats<B: Rules>(board: &B, depth: usize, split: u32) -> Vec<PerftStats> {
    let mut sums = vec![PerftStats::default(); depth];
    if split == 0 || depth == 0 {
        add_stats(board, &mut sums);
        return sums;
    }
    let mut moves = MoveList::new();
    board.generate(GenType::All, &mut moves);
    let below = parallel::map(moves.len(), |number| {
        let mv = moves[number];
        let child = board.make(mv, &mut ());
        let mut stats = PerftStats::default();
        stats.record(board, mv, &child);
        (stats, split_stats(&child, depth - 1, split - 1))
    });
    for (stats, deeper) in below {
        for (sum, stats) in sums.iter_mut().zip([stats].into_iter().chain(deeper)) {
            *sum += stats;
        }
    }
    sums
}

/// Adds the statistics of the moves of a board to the first element, of the replies to the second,
/// and so on.
fn add_stats<B: Rules>(board: &B, sums: &mut [PerftStats]) {
    let Some((first, deeper)) = sums.split_first_mut() else { return };
    let mut moves = MoveList::new();
    board.generate(GenType::All, &mut moves);
    for &mv in &moves {
        let child = board.make(mv, &mut ());
        first.record(board, mv, &child);
        add_stats(&child, deeper);
    }
}
