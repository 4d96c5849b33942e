//! The hand-made evaluation: the value of the pieces on their cells, mobility, and what drives a
//! bare king to where it is mated. It is the same for every game; the tables come from the rules.

use super::accumulator::Accumulator;
use super::tables::Tables;
use super::tapered::Tapered;
use crate::geometry::Place;
use crate::moves::Side;
use crate::rules::Rules;

/// The bonus for the side to move.
const TEMPO: i32 = 12;

/// A bare king for each move that it has, platform moves included, up to a number of moves.
const BARE_KING_MOVE: (i32, i32) = (-30, 10);
/// A bare king for each step away from the center.
const BARE_KING_OFF_CENTER: i32 = 12;
/// Each step between a bare king and a piece of the other side, up to a number of steps.
const BARE_KING_STEP: (i32, i32) = (-12, 6);

/// A board with a hand-made evaluation: that of any game.
pub trait Evaluate: Rules {
    /// Computes the accumulator of this board from scratch.
    fn new_accumulator(&self) -> Accumulator {
        Accumulator::new(Tables::of::<Self>(self.game()), self)
    }

    /// Returns the value of the position in centipawns, from the point of view of the side to move.
    /// `accumulator` must belong to this board. The search clamps the value to the range below the
    /// mate scores.
    fn evaluate(&self, accumulator: &Accumulator) -> i32 {
        let total = terms(self, accumulator).into_iter().map(|(_, value)| value);
        TEMPO
            + self.for_side_to_move(total.fold(Tapered::default(), |sum, it| sum + it), accumulator)
    }

    /// Returns the part of the value that the pieces on their cells make up.
    fn material(&self, accumulator: &Accumulator) -> i32 {
        TEMPO + self.for_side_to_move(accumulator.sums.pieces, accumulator)
    }

    /// Returns the terms for the `eval` command: names and centipawns, from White's point of view.
    /// Up to rounding, they add up to the evaluation.
    fn terms(&self) -> Vec<(&'static str, i32)> {
        let accumulator = self.new_accumulator();
        let tempo = if self.side_to_move() == Side::White { TEMPO } else { -TEMPO };
        named_terms(terms(self, &accumulator), tempo, &accumulator)
    }

    /// Interpolates a value of White for the phase and turns it to the side to move.
    #[doc(hidden)]
    fn for_side_to_move(&self, value: Tapered, accumulator: &Accumulator) -> i32 {
        let value = value.at(accumulator.phase(), accumulator.full_phase());
        if self.side_to_move() == Side::White { value } else { -value }
    }
}

impl<B: Rules> Evaluate for B {}

/// Returns the terms but the tempo: White's minus Black's.
fn terms<B: Rules>(board: &B, accumulator: &Accumulator) -> [(&'static str, Tapered); 3] {
    let mobility = mobility(board, accumulator);
    let bare_king = match accumulator.side_against_bare_king() {
        None => 0,
        Some(Side::White) => against_bare_king(board, accumulator, Side::White),
        Some(Side::Black) => -against_bare_king(board, accumulator, Side::Black),
    };
    [
        ("material and cells", accumulator.sums.pieces),
        ("mobility", Tapered::new(mobility, mobility)),
        ("bare king", Tapered::new(bare_king, bare_king)),
    ]
}

/// Interpolates the terms for the phase and adds the tempo.
fn named_terms(
    terms: [(&'static str, Tapered); 3],
    tempo: i32,
    accumulator: &Accumulator,
) -> Vec<(&'static str, i32)> {
    let (phase, full_phase) = (accumulator.phase(), accumulator.full_phase());
    let terms = terms.into_iter().map(|(name, value)| (name, value.at(phase, full_phase)));
    terms.chain([("tempo", tempo)]).collect()
}

/// Returns the value of White's moves minus that of Black's. In check there is none: the other side
/// has no moves to compare.
fn mobility<B: Rules>(board: &B, accumulator: &Accumulator) -> i32 {
    if board.in_check() {
        return 0;
    }
    let values = &accumulator.tables.move_values;
    let difference = board.mobility(values) - board.make_null().mobility(values);
    let for_white = if board.side_to_move() == Side::White { difference } else { -difference };
    for_white - accumulator.sums.mean_mobility
}

/// Returns the value of a position for the side against a bare king: the king has few moves, stands
/// at the edge, and the pieces are near.
fn against_bare_king<B: Rules>(board: &B, accumulator: &Accumulator, side: Side) -> i32 {
    let game = board.game();
    let bare = board.king_cell(side.other());
    let moves = if board.side_to_move() != side {
        board.count_legal_moves()
    } else if board.in_check() {
        0
    } else {
        board.make_null().count_legal_moves()
    };
    let at = game.space.point(bare);
    let steps = |cell: Place| {
        let from = game.space.point(cell);
        let steps = [(at.file, from.file), (at.rank, from.rank), (at.level, from.level)];
        let furthest = steps.into_iter().map(|(a, b)| i32::from(a.abs_diff(b))).max();
        furthest.unwrap_or(0).min(BARE_KING_STEP.1)
    };
    let pieces =
        game.cells().filter(|&cell| board.piece_at(cell).is_some_and(|piece| piece.side == side));
    BARE_KING_MOVE.0 * (moves as i32).min(BARE_KING_MOVE.1)
        + BARE_KING_OFF_CENTER * accumulator.tables.off_center[usize::from(bare)]
        + BARE_KING_STEP.0 * pieces.map(steps).sum::<i32>()
}
