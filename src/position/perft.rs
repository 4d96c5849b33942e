//! Perft: the number of legal move sequences of a length, to check and to time generators.

use crate::moves::{Move, MoveList};
use crate::rules::{GenType, Rules};
use rayon::prelude::*;
use std::hint::black_box;

/// How perft counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftMode {
    /// The moves of the last ply are counted, not made.
    Bulk,
    /// Every move is listed by the generator that the search uses, and made, its key kept.
    NoBulk,
}

/// The number of legal sequences of `depth` moves.
pub fn perft<B: Rules>(board: &B, depth: u32, counting: PerftMode) -> u64 {
    match counting {
        _ if depth == 0 => 1,
        PerftMode::Bulk => sequences::<B, true>(board, depth),
        PerftMode::NoBulk => sequences::<B, false>(board, depth),
    }
}

/// The sequences of one move or more, each way of counting with a loop of its own.
fn sequences<B: Rules, const IN_BULK: bool>(board: &B, depth: u32) -> u64 {
    if IN_BULK && depth == 1 {
        return board.count_legal_moves();
    }
    let mut moves = MoveList::new();
    board.generate(GenType::All, &mut moves);
    let mut nodes = 0;
    for &mv in &moves {
        let mut child = *board;
        board.make_into(mv, &mut child, &mut ());
        nodes += if !IN_BULK && depth == 1 {
            // The board is wanted whole, though nobody looks at it.
            black_box(&child);
            1
        } else {
            sequences::<B, IN_BULK>(&child, depth - 1)
        };
    }
    nodes
}

/// The count below each legal move, in the order of the generator, the work shared out over a
/// pool of that many threads.
///
/// # Errors
/// If the threads cannot be started.
pub fn divide<B: Rules>(
    board: &B,
    depth: u32,
    counting: PerftMode,
    threads: usize,
) -> Result<Vec<(Move, u64)>, rayon::ThreadPoolBuildError> {
    let mut moves = MoveList::new();
    board.generate(GenType::All, &mut moves);
    let Some(below) = depth.checked_sub(1) else {
        return Ok(Vec::new());
    };
    if threads <= 1 || below < 2 {
        let count = |mv| (mv, perft(&board.make(mv, &mut ()), below, counting));
        return Ok(moves.into_iter().map(count).collect());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    // Two plies make enough pieces of work to keep every thread busy to the end.
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
            .map(|(index, board)| (*index, perft(board, below - 1, counting)))
            .collect()
    });
    let mut totals: Vec<(Move, u64)> = moves.into_iter().map(|mv| (mv, 0)).collect();
    for (index, count) in counts {
        totals[index].1 += count;
    }
    Ok(totals)
}
