//! Perft: counts the legal move sequences of a given length, to verify and time move generators.

mod stats;
mod table;

pub use stats::{Column, PerftStats, perft_stats};
pub use table::PerftTable;

use crate::moves::{Move, MoveList};
use crate::parallel;
use crate::rules::{BulkCount, GenType};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};

/// How perft counts. The counts are the same.
#[derive(Clone, Copy)]
pub enum PerftMode<'a> {
    /// Counts the moves of the last ply without making them (CPW: bulk counting).
    Bulk,
    /// Generates every move with the generator of the search and makes it, including its key.
    NoBulk,
    /// Counts in bulk, and each position and depth in the table only once.
    Hashed(&'a PerftTable),
    /// Counts in bulk until the flag is set. What is returned then is no count.
    BulkUntil(&'a AtomicBool),
}

/// The largest depth: each ply takes memory on the stack.
pub const MAX_DEPTH: u32 = 255;

/// Returns the number of legal sequences of `depth` moves, at most [`MAX_DEPTH`]; `u64::MAX` if
/// there are at least as many.
pub fn perft<B: BulkCount>(board: &B, depth: u32, mode: PerftMode<'_>) -> u64 {
    match mode {
        _ if depth == 0 => 1,
        PerftMode::Bulk => sequences::<B, true>(board, depth, &mut MoveList::new()),
        PerftMode::NoBulk => sequences::<B, false>(board, depth, &mut MoveList::new()),
        PerftMode::Hashed(table) => hashed_sequences(board, depth, table),
        PerftMode::BulkUntil(stop) => sequences_until(board, depth, stop),
    }
}

/// Returns the sum of counts; `u64::MAX` if it is larger.
pub(crate) fn total(counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(0, u64::saturating_add)
}

/// Counts the sequences of one move or more. The mode is a constant, so each has its own loop. The
/// moves of each ply are appended to `moves`, and removed at the end.
fn sequences<B: BulkCount, const BULK: bool>(board: &B, depth: u32, moves: &mut MoveList) -> u64 {
    if BULK && depth == 1 {
        return board.count_legal_moves();
    }
    let start = moves.len();
    board.generate(GenType::All, moves);
    let mut nodes = 0;
    if BULK && depth == 2 {
        nodes = board.count_replies(&moves[start..]);
        moves.truncate(start);
        return nodes;
    }
    for index in start..moves.len() {
        let mv = moves[index];
        let mut child = *board;
        board.make_into(mv, &mut child, &mut ());
        nodes += if !BULK && depth == 1 {
            // Keep the optimizer from dropping a board that is never read.
            black_box(&child);
            1
        } else {
            sequences::<B, BULK>(&child, depth - 1, moves)
        };
    }
    moves.truncate(start);
    nodes
}

/// Counts the sequences of one move or more with a table. The counts of one move are not stored: in
/// bulk they cost little more than a lookup, and they would fill the table.
fn hashed_sequences<B: BulkCount>(board: &B, depth: u32, table: &PerftTable) -> u64 {
    if depth == 1 {
        return board.count_legal_moves();
    }
    let key = table.key(board, depth);
    if let Some(nodes) = table.probe(key) {
        return nodes;
    }
    let mut moves = MoveList::new();
    board.generate(GenType::All, &mut moves);
    let count = |&mv| hashed_sequences(&board.make(mv, &mut ()), depth - 1, table);
    let nodes = match depth {
        2 => board.count_replies(&moves),
        _ => total(moves.iter().map(count)),
    };
    table.store(key, nodes);
    nodes
}

/// Counts the sequences of one move or more until the flag is set. The last plies do not look at
/// it.
fn sequences_until<B: BulkCount>(board: &B, depth: u32, stop: &AtomicBool) -> u64 {
    const LAST_PLIES: u32 = 3;
    if depth <= LAST_PLIES {
        return sequences::<B, true>(board, depth, &mut MoveList::new());
    }
    let moves = board.legal_moves();
    let moves = moves.iter().take_while(|_| !stop.load(Ordering::Relaxed));
    total(moves.map(|&mv| sequences_until(&board.make(mv, &mut ()), depth - 1, stop)))
}

/// Returns the count below each legal move, in the order of the generator, computed on a pool of
/// `threads` threads.
///
/// # Errors
/// If the threads cannot be started.
pub fn divide<B: BulkCount>(
    board: &B,
    depth: u32,
    mode: PerftMode<'_>,
    threads: usize,
) -> Result<Vec<(Move, u64)>, rayon::ThreadPoolBuildError> {
    let mut moves = MoveList::new();
    board.generate(GenType::All, &mut moves);
    let Some(below) = depth.checked_sub(1) else {
        return Ok(Vec::new());
    };
    if threads <= 1 || below < 2 {
        let count = |mv| (mv, perft(&board.make(mv, &mut ()), below, mode));
        return Ok(moves.into_iter().map(count).collect());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    // Split the work after two plies: enough items to keep all threads busy to the end.
    let mut work: Vec<(usize, B)> = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        let child = board.make(mv, &mut ());
        for &reply in &child.legal_moves() {
            work.push((index, child.make(reply, &mut ())));
        }
    }
    let count = |number: usize| perft(&work[number].1, below - 1, mode);
    let counts = parallel::map_on(&pool, work.len(), count);
    let mut totals: Vec<(Move, u64)> = moves.into_iter().map(|mv| (mv, 0)).collect();
    for ((index, _), count) in work.into_iter().zip(counts) {
        totals[index].1 = totals[index].1.saturating_add(count);
    }
    Ok(totals)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::rules::{
        BuiltIn, Chess, Federation, FederationPlain, Kobayashi, Meder, Raumschach, Sixfold,
        SpaceChess,
    };

    /// The answer does not depend on the size of the table: four entries and two threads.
    fn smallest_table_does_not_change_counts<B: BulkCount + BuiltIn>(depth: u32) {
        let game = B::game_info();
        let start = B::start(game);
        let expected = perft(&start, depth, PerftMode::Bulk);
        for threads in [1, 2] {
            let table = PerftTable::smallest();
            let counts = divide(&start, depth, PerftMode::Hashed(&table), threads);
            let counts = counts.expect("threads can be started");
            let sum: u64 = counts.iter().map(|(_, count)| count).sum();
            assert_eq!(sum, expected, "{} on {threads} threads", game.name);
        }
    }

    #[test]
    fn a_count_ends_when_the_flag_is_set() {
        let start = Federation::startpos();
        let count =
            |depth, stop| perft(&start, depth, PerftMode::BulkUntil(&AtomicBool::new(stop)));
        assert_eq!(count(5, false), perft(&start, 5, PerftMode::Bulk));
        assert_eq!(count(MAX_DEPTH, true), 0);
    }

    #[test]
    fn a_count_too_large_for_its_type_is_the_largest() {
        let kings_and_pawns = Chess::from_fen("4k3/8/8/p7/P7/8/8/4K3 w - - 0 1").expect("a FEN");
        let table = PerftTable::new(16).expect("memory for a table");
        assert_eq!(perft(&kings_and_pawns, 24, PerftMode::Hashed(&table)), u64::MAX);
    }

    #[test]
    fn smallest_table_does_not_change_counts_of_any_rule_set() {
        smallest_table_does_not_change_counts::<Federation>(5);
        smallest_table_does_not_change_counts::<FederationPlain>(5);
        smallest_table_does_not_change_counts::<Kobayashi>(5);
        smallest_table_does_not_change_counts::<Meder>(5);
        smallest_table_does_not_change_counts::<Sixfold>(5);
        smallest_table_does_not_change_counts::<SpaceChess>(3);
        smallest_table_does_not_change_counts::<Raumschach>(4);
        smallest_table_does_not_change_counts::<Chess>(5);
    }
}
