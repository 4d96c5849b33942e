//! Perft: counts the legal move sequences of a given length, to verify and time move generators.

use crate::moves::{Move, MoveList};
use crate::rules::{GenType, Rules};
use rayon::prelude::*;
use std::hint::black_box;

/// Whether perft makes the moves of the last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftMode {
    /// Counts the moves of the last ply without making them (CPW: bulk counting).
    Bulk,
    /// Generates every move with the generator of the search and makes it, including its key.
    NoBulk,
}

/// Returns the number of legal sequences of `depth` moves.
pub fn perft<B: Rules>(board: &B, depth: u32, mode: PerftMode) -> u64 {
    match mode {
        _ if depth == 0 => 1,
        PerftMode::Bulk => sequences::<B, true>(board, depth),
        PerftMode::NoBulk => sequences::<B, false>(board, depth),
    }
}

/// Counts the sequences of one move or more. The mode is a constant, so each has its own loop.
fn sequences<B: Rules, const BULK: bool>(board: &B, depth: u32) -> u64 {
    if BULK && depth == 1 {
        return board.count_legal_moves();
    }
    let mut moves = MoveList::new();
    board.generate(GenType::All, &mut moves);
    let mut nodes = 0;
    for &mv in &moves {
        let mut child = *board;
        board.make_into(mv, &mut child, &mut ());
        nodes += if !BULK && depth == 1 {
            // Keep the optimizer from dropping a board that is never read.
            black_box(&child);
            1
        } else {
            sequences::<B, BULK>(&child, depth - 1)
        };
    }
    nodes
}

/// Returns the count below each legal move, in the order of the generator, computed on a pool of
/// `threads` threads.
///
/// # Errors
/// If the threads cannot be started.
pub fn divide<B: Rules>(
    board: &B,
    depth: u32,
    mode: PerftMode,
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
    let work: Vec<(usize, B)> = (0..)
        .zip(&moves)
        .flat_map(|(index, &mv)| {
            let child = board.make(mv, &mut ());
            let mut replies = MoveList::new();
            child.generate(GenType::All, &mut replies);
            replies.into_iter().map(move |reply| (index, child.make(reply, &mut ())))
        })
        .collect();
    let counts: Vec<(usize, u64)> = pool.install(|| {
        work.par_iter()
            .with_max_len(1)
            .map(|(index, board)| (*index, perft(board, below - 1, mode)))
            .collect()
    });
    let mut totals: Vec<(Move, u64)> = moves.into_iter().map(|mv| (mv, 0)).collect();
    for (index, count) in counts {
        totals[index].1 += count;
    }
    Ok(totals)
}
