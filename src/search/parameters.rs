//! The figures that the search is tuned by, each with its meaning. Scores are in centipawns,
//! depths in plies.

/// Nodes between two looks at the clock and the stop flag: about a millisecond.
pub const CHECK_INTERVAL: u64 = 1024;

/// The first iteration that trusts the last one's score for a narrow window.
pub const ASPIRATION_DEPTH: i32 = 5;
/// Half the width of that window at first.
pub const ASPIRATION_WIDTH: i32 = 25;

/// What the static evaluation is moved by at most for one aspect of a position, times
/// [`CORRECTION_DIVISOR`].
pub const CORRECTION_MOST: i32 = 1024;
/// So many parts of the sum of all corrections are a centipawn.
pub const CORRECTION_DIVISOR: i32 = 32;

/// The greatest depth at which an evaluation far below alpha is left to quiescence.
pub const RAZORING_DEPTH: i32 = 3;
/// How far below alpha it must be …
pub const RAZORING_MARGIN: i32 = 200;
/// … and how much more for the square of the depth.
pub const RAZORING_SLOPE: i32 = 200;

/// The greatest depth at which an evaluation far above beta is taken for a cut-off.
pub const REVERSE_FUTILITY_DEPTH: i32 = 6;
/// How far above beta it must be, for each ply of depth …
pub const REVERSE_FUTILITY_MARGIN: i32 = 90;
/// … and how much less in all if the side to move is doing better than before.
pub const REVERSE_FUTILITY_IMPROVING: i32 = 40;

/// The least depth at which passing the move is tried.
pub const NULL_DEPTH: i32 = 3;
/// How far above beta the static evaluation must be …
pub const NULL_MARGIN: i32 = 150;
/// … less this for each ply of depth.
pub const NULL_SLOPE: i32 = 20;
/// How many plies a null move saves at least.
pub const NULL_REDUCTION: i32 = 3;
/// One ply more for so many plies of depth.
pub const NULL_DEPTH_DIVISOR: i32 = 4;
/// One ply more for so many centipawns that the evaluation is above beta …
pub const NULL_SURPLUS_DIVISOR: i32 = 200;
/// … but not more than this for them.
pub const NULL_SURPLUS_MOST: i32 = 2;
/// The least depth at which moves must confirm what passing has shown.
pub const NULL_VERIFIED_DEPTH: i32 = 12;

/// The least depth at which a node without a table move is searched a ply less deep.
pub const UNKNOWN_DEPTH: i32 = 4;

/// The greatest depth at which the number of quiet moves is limited.
pub const MEN_DEPTH: i32 = 8;
/// The limit, before the square of the depth is added and a share of both taken.
pub const MEN_AT_LEAST: i32 = 3;
/// Quiet moves with a history worse than this for each ply of depth are not made …
pub const EXPERIENCE_SLOPE: i32 = 4500;
/// … if less than this depth is left to them.
pub const EXPERIENCE_DEPTH: i32 = 4;
/// Quiet moves that have less depth left than this may be futile.
pub const FUTILITY_DEPTH: i32 = 8;
/// How far below alpha the evaluation must be for that …
pub const FUTILITY_MARGIN: i32 = 120;
/// … and how much more for each ply of depth left.
pub const FUTILITY_SLOPE: i32 = 80;
/// What a quiet move may lose by static exchange for the square of the depth left to it.
pub const QUIET_LOSS: i32 = 30;
/// What a noisy move may lose for each ply of depth …
pub const NOISY_LOSS: i32 = 110;
/// … and a centipawn more for so much history.
pub const NOISY_LOSS_DIVISOR: i32 = 128;

/// The least depth at which it is asked whether the table move is the only good one.
pub const SINGULAR_DEPTH: i32 = 7;
/// The table must know it from a search that was not more plies shallower than this.
pub const SINGULAR_STALENESS: i32 = 3;
/// How far the others must be below, in 16ths of a centipawn for each ply of depth.
pub const SINGULAR_SLOPE: i32 = 24;
/// How much farther for two plies more rather than one …
pub const SINGULAR_DOUBLE_MARGIN: i32 = 20;
/// … which happens at most so often on the way from the root.
pub const DOUBLED_MOST: i32 = 9;

/// The least depth at which late moves are reduced.
pub const LATE_DEPTH: i32 = 3;
/// The number of moves that are searched in full before.
pub const LATE_MOVES: usize = 2;
/// The reduction of the first move, in 1024ths of a ply as all that follow.
pub const LATE_BASE: i32 = 512;
/// What ln(depth) × ln(moves) is divided by, in 1024ths.
pub const LATE_DIVISOR: i32 = 2500;
/// One ply of reduction less for so much history (of at most thrice [`HISTORY_MOST`]), or one
/// more.
pub const LATE_HISTORY_DIVISOR: i32 = 7168;
/// How much less a noisy move is reduced than a quiet one …
pub const LATE_NOISY: i32 = 1536;
/// … and one ply less, or more, for so much history of its own.
pub const LATE_NOISY_HISTORY_DIVISOR: i32 = 8192;
/// How much less is reduced at PV nodes.
pub const LATE_PV: i32 = 1024;
/// How much more at nodes that are expected to cut.
pub const LATE_CUT: i32 = 1536;
/// How much less in check, and for moves that give check.
pub const LATE_CHECK: i32 = 1024;
/// How much more where the side to move is doing worse than before.
pub const LATE_WORSENING: i32 = 850;
/// How much less for killers.
pub const LATE_KILLER: i32 = 1024;
/// A capture in quiescence may bring so much more than what it takes.
pub const QUIESCENCE_MARGIN: i32 = 150;

/// The bounds of a history value.
pub const HISTORY_MOST: i32 = 16_384;
/// A move that cuts off gains so much for each ply of depth …
pub const HISTORY_SLOPE: i32 = 280;
/// … less this …
pub const HISTORY_OFFSET: i32 = 80;
/// … but not more than this at once; those that were tried before it lose as much.
pub const HISTORY_BONUS_MOST: i32 = 1600;

/// Beyond this clock of the fifty-move rule the table's scores are not trusted.
pub const TABLE_CLOCK: u32 = 90;

/// The figures that differ by rule set: boards differ in how many moves they offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// How many quiet moves of men a node near the horizon makes, in per cent of the square of
    /// its depth and a little more.
    pub late_men: i32,
    /// The same for platforms.
    pub late_platforms: i32,
}

impl Tuning {
    /// Those of a board with some forty moves.
    pub const USUAL: Tuning = Tuning { late_men: 150, late_platforms: 60 };
}
