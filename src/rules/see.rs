//! Static exchange evaluation (SEE): the gain of a sequence of captures on one cell. Each side
//! captures with its least valuable piece and may stop at any time.
//!
//! Platforms take no part in an exchange.

use crate::geometry::bits::Bitboard;
use crate::moves::{Move, MoveType, PieceType, Side};
use crate::rules::Rules;

/// A board whose pieces capture each other on a cell.
pub trait Exchange: Rules {
    /// A set of pieces.
    type Pieces: Bitboard;

    /// Returns the pieces that can take part in an exchange after a move: neither the one that it
    /// moves nor the one that it captures.
    fn pieces_beside(&self, mv: Move) -> Self::Pieces;
    /// Returns those of a side's pieces among `pieces` that attack the destination of a move, or
    /// some of them with the least valuable one. `pieces` block the lines.
    fn capturers(
        &self,
        info: &Self::CheckInfo,
        mv: Move,
        pieces: Self::Pieces,
        side: Side,
    ) -> Self::Pieces;
    /// Returns the least valuable of these pieces, as a set of one, and its type; `None` of an
    /// empty set.
    fn least_valuable(&self, pieces: Self::Pieces) -> Option<(Self::Pieces, PieceType)>;

    /// Returns whether the static exchange evaluation of a move is at least `threshold` centipawns,
    /// with the values of [`GameInfo::pieces`](super::GameInfo::pieces). That of a platform move is
    /// 0.
    fn see_ge(&self, info: &Self::CheckInfo, mv: Move, threshold: i32) -> bool {
        see_ge(self, info, mv, threshold)
    }
}

/// Returns whether the exchange that a move starts gives the mover at least `threshold` centipawns;
/// see [`Exchange::see_ge`].
#[inline(always)]
pub(crate) fn see_ge<B: Exchange>(
    board: &B,
    info: &B::CheckInfo,
    mv: Move,
    threshold: i32,
) -> bool {
    let game = board.game();
    let value = |kind: PieceType| game.pieces.value(kind);
    let mut gain = board.captured(mv).map_or(0, |(kind, _)| value(kind)) - threshold;
    if matches!(mv.kind(), MoveType::Platform | MoveType::Castling | MoveType::Special) {
        // No piece captures a platform, nor a king after a legal move.
        return gain >= 0;
    }
    let mut standing = board.moved_piece(mv);
    if let Some(kind) = mv.promotion() {
        // A waiting pawn promotes before another piece moves.
        let pawn = board.waiting_pawn().map_or(standing, |_| PieceType::PAWN);
        gain += value(kind) - value(pawn);
        standing = kind;
    }
    if gain < 0 {
        return false;
    }
    // The amount that the side to capture must win back. If it is zero or less, the mover passes
    // even if the piece is lost.
    let mut owed = value(standing) - gain;
    if owed <= 0 && standing != game.king {
        return true;
    }
    let (mut pieces, mut side) = (board.pieces_beside(mv), board.side_to_move());
    let mut passes = true;
    loop {
        side = side.other();
        // The capturers are found anew after each capture, which may open a line.
        let capturers = board.capturers(info, mv, pieces, side);
        let Some((piece, kind)) = board.least_valuable(capturers) else { return passes };
        passes = !passes;
        if kind == game.king {
            // The king cannot capture a defended piece.
            let defenders = board.capturers(info, mv, pieces, side.other());
            return passes == defenders.is_empty();
        }
        pieces = pieces & !piece;
        owed = value(kind) - owed;
        if owed < i32::from(passes) {
            return passes;
        }
    }
}

/// Returns the first of some sets of pieces, by type in increasing order of value, that has one of
/// `pieces`, and what it has of them.
#[inline(always)]
pub(crate) fn first_among<S: Bitboard, const N: usize>(
    sets: [(S, PieceType); N],
    pieces: S,
) -> Option<(S, PieceType)> {
    let mut sets = sets.into_iter().map(|(set, kind)| (set & pieces, kind));
    sets.find(|&(set, _)| !set.is_empty())
}
