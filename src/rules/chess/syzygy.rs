//! Positions of `chess` in Syzygy tables.
//!
//! A table may have any number where a capture is best, and knows no capture en passant. So the
//! captures are searched first, to the end, and the table decides about the other moves.

use super::board::Chess;
use crate::moves::{Move, MoveList, Side};
use crate::rules::{GenType, Rules};
use crate::syzygy::{Distance, Pieces, Tables, Wdl};

/// Which moves are searched before the table is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Searched {
    /// Captures.
    Captures,
    /// Captures and pawn moves: those that reset the halfmove clock.
    Zeroing,
}

/// The result of a position.
struct Probe {
    wdl: Wdl,
    /// Whether a move that was searched wins or loses as well as the best move.
    by_searched_move: bool,
}

/// Returns the result of a position with the halfmove clock at 0.
pub(super) fn wdl(board: &Chess, tables: &Tables) -> Option<Wdl> {
    if board.castling != 0 {
        return None;
    }
    Some(search(board, tables, Searched::Captures)?.wdl)
}

/// Returns the plies to the next capture or pawn move on the way to the result of a position with
/// the halfmove clock at 0: above 0 if the side to move wins, below 0 if it loses, 0 for a draw.
/// With 100 more plies the fifty-move rule draws.
pub(super) fn dtz(board: &Chess, tables: &Tables) -> Option<i32> {
    // The result of a draw may be known where that of a promotion is not.
    if wdl(board, tables)? == Wdl::Draw {
        return Some(0);
    }
    let Probe { wdl, by_searched_move } = search(board, tables, Searched::Zeroing)?;
    if by_searched_move {
        return Some(dtz_by_zeroing(wdl));
    }
    match tables.distance(&pieces(board), wdl)? {
        Distance::Plies(plies) => {
            let plies = plies as i32 + if wdl.is_cursed() { 100 } else { 0 };
            Some(plies * wdl.sign())
        }
        Distance::OtherSide => dtz_by_moves(board, tables, wdl),
    }
}

/// Returns the distance of a position with this result, which the move that is made next reaches.
fn dtz_by_zeroing(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Draw => 0,
        _ => wdl.sign() * if wdl.is_cursed() { 101 } else { 1 },
    }
}

/// Returns the distance of a position with this result from those after its moves: the side that
/// wins takes the shortest way, the other the longest.
fn dtz_by_moves(board: &Chess, tables: &Tables, wdl: Wdl) -> Option<i32> {
    let mut best: Option<i32> = None;
    for &mv in legal_moves(board, GenType::All).iter() {
        let child = board.make(mv, &mut ());
        let plies = match is_zeroing(board, mv) {
            true => dtz_by_zeroing(-search(&child, tables, Searched::Captures)?.wdl),
            false if child.in_check() && child.count_legal_moves() == 0 => 1,
            false => {
                let plies = -dtz(&child, tables)?;
                plies + plies.signum()
            }
        };
        if plies.signum() == wdl.sign() && best.is_none_or(|best| plies < best) {
            best = Some(plies);
        }
    }
    // Without a move the side is mated.
    Some(best.unwrap_or(-1))
}

/// Searches captures, or all moves that reset the clock, and asks the table about the others.
fn search(board: &Chess, tables: &Tables, searched: Searched) -> Option<Probe> {
    let moves = match searched {
        Searched::Captures => legal_moves(board, GenType::Noisy),
        Searched::Zeroing => legal_moves(board, GenType::All),
    };
    let is_searched = |mv: &&Move| match searched {
        Searched::Captures => board.captured(**mv).is_some(),
        Searched::Zeroing => is_zeroing(board, **mv),
    };
    let (mut best, mut count) = (None, 0);
    for &mv in moves.iter().filter(is_searched) {
        let child = board.make(mv, &mut ());
        let wdl = -search(&child, tables, Searched::Captures)?.wdl;
        count += 1;
        best = best.max(Some(wdl));
        if wdl == Wdl::Win {
            return Some(Probe { wdl, by_searched_move: true });
        }
    }
    if let Some(wdl) = best
        && count == board.count_legal_moves()
    {
        return Some(Probe { wdl, by_searched_move: true });
    }
    let table = tables.wdl(&pieces(board))?;
    Some(match best {
        Some(wdl) if wdl >= table => Probe { wdl, by_searched_move: wdl > Wdl::Draw },
        _ => Probe { wdl: table, by_searched_move: false },
    })
}

/// Returns whether a move resets the halfmove clock.
fn is_zeroing(board: &Chess, mv: Move) -> bool {
    board.captured(mv).is_some() || board.pieces.pawns() >> mv.from() & 1 != 0
}

fn legal_moves(board: &Chess, gen_type: GenType) -> MoveList {
    let mut list = MoveList::new();
    board.generate(gen_type, &mut list);
    list
}

/// Returns the pieces as tables take them.
fn pieces(board: &Chess) -> Pieces {
    let pieces = &board.pieces;
    let queens = pieces.bishops_and_queens() & pieces.rooks_and_queens();
    let kinds = [
        pieces.pawns(),
        pieces.knights(),
        pieces.bishops_and_queens() & !queens,
        pieces.rooks_and_queens() & !queens,
        queens,
        pieces.kings(),
    ];
    let squares = Side::ALL.map(|side| kinds.map(|kind| kind & pieces.by_side(side)));
    Pieces { squares, side_to_move: board.side }
}
