//! The figures that the search is tuned by, each with its meaning. Scores are in centipawns,
//! depths in plies.
//!
//! Those that a tuner may move are functions, each in one line with its value, its range and the
//! tuner's step; they are constants unless the program is built with the feature `tuning`, which makes
//! them options of the protocol. They are the whole process's then, not an engine's.

use super::tunable::tunables;

/// Nodes between two looks at the clock and the stop flag: about a sixth of a millisecond.
pub const CHECK_INTERVAL: u64 = 256;

/// The first iteration that trusts the last one's score for a narrow window.
pub const ASPIRATION_MIN_DEPTH: i32 = 5;

/// What the static evaluation is moved by at most for one aspect of a position, times
/// [`correction_divisor`].
pub const CORRECTION_MAX: i32 = 1024;

/// The greatest depth at which an evaluation far below alpha is left to quiescence.
pub const RAZORING_MAX_DEPTH: i32 = 3;

/// The least depth at which passing the move is tried.
pub const NMP_MIN_DEPTH: i32 = 3;

/// How many plies a null move saves at least.
pub const NMP_BASE_REDUCTION: i32 = 3;

/// The least depth at which moves must confirm what passing has shown.
pub const NMP_VERIFY_DEPTH: i32 = 12;

/// The greatest depth at which the number of quiet moves is limited.
pub const LMP_MAX_DEPTH: i32 = 8;

/// The limit, before the square of the depth is added and a share of both taken.
pub const LMP_BASE: i32 = 3;

/// The table must know it from a search that was not more plies shallower than this.
pub const SINGULAR_TT_DEPTH_GAP: i32 = 3;

/// … which happens at most so often on the way from the root.
pub const MAX_DOUBLE_EXTENSIONS: i32 = 9;

/// The least depth at which late moves are reduced.
pub const LMR_MIN_DEPTH: i32 = 3;

/// The number of moves that are searched in full before.
pub const LMR_FULL_MOVES: usize = 2;

/// The bounds of a history value.
pub const HISTORY_MAX: i32 = 16_384;

/// Beyond this clock of the fifty-move rule the table's scores are not trusted.
pub const TT_CUTOFF_MAX_CLOCK: u32 = 90;

tunables! {
    /// Half the width of that window at first.
    aspiration_width = 25, 8..=80, 5;

    /// So many parts of the sum of all corrections are a centipawn.
    correction_divisor = 32, 16..=128, 6;

    /// How far below alpha it must be …
    razoring_margin = 200, 50..=500, 30;
    /// … and how much more for the square of the depth.
    razoring_slope = 200, 50..=500, 30;

    /// The greatest depth at which an evaluation far above beta is taken for a cut-off.
    reverse_futility_depth = 6, 3..=12, 1;
    /// How far above beta it must be, for each ply of depth …
    reverse_futility_margin = 90, 30..=200, 10;
    /// … and how much less in all if the side to move is doing better than before.
    reverse_futility_improving = 40, 0..=150, 10;

    /// How far above beta the static evaluation must be …
    nmp_margin = 110, 0..=400, 20;
    /// … less this for each ply of depth.
    nmp_slope = 20, 0..=60, 4;
    /// One ply more for so many plies of depth.
    nmp_depth_divisor = 3, 2..=8, 1;
    /// One ply more for so many centipawns that the evaluation is above beta …
    nmp_eval_divisor = 150, 60..=500, 25;
    /// … but not more than this for them.
    nmp_eval_max = 2, 1..=5, 1;

    /// The least depth at which a node without a table move is searched a ply less deep.
    iir_min_depth = 4, 2..=8, 1;

    /// Quiet moves with a history worse than this for each ply of depth are not made …
    history_pruning_slope = 4500, 1500..=9000, 500;
    /// … if less than this depth is left to them.
    history_pruning_depth = 4, 2..=8, 1;
    /// Quiet moves that have less depth left than this may be futile.
    futility_depth = 8, 4..=12, 1;
    /// How far below alpha the evaluation must be for that …
    futility_margin = 120, 0..=300, 20;
    /// … and how much more for each ply of depth left.
    futility_slope = 80, 30..=200, 12;
    /// What a quiet move may lose by static exchange for the square of the depth left to it.
    see_quiet_margin = 30, 8..=90, 5;
    /// What a noisy move may lose for each ply of depth …
    see_noisy_margin = 110, 40..=250, 15;
    /// … and a centipawn more for so much history.
    see_history_divisor = 128, 32..=512, 25;

    /// The least depth at which it is asked whether the table move is the only good one.
    singular_depth = 7, 5..=10, 1;
    /// How far the others must be below, in 16ths of a centipawn for each ply of depth.
    singular_margin = 24, 8..=80, 5;
    /// How much farther for two plies more rather than one …
    singular_double_margin = 20, 0..=80, 6;

    /// The reduction of the first move, in 1024ths of a ply as all that follow.
    lmr_base = 700, 0..=1500, 80;
    /// What ln(depth) × ln(moves) is divided by, in 1024ths.
    lmr_divisor = 2500, 1400..=4500, 180;
    /// One ply of reduction less for so much history (of at most thrice [`HISTORY_MOST`]), or one
    /// more.
    lmr_history_divisor = 7168, 2500..=20000, 900;
    /// How much less a noisy move is reduced than a quiet one …
    lmr_noisy = 1536, 0..=3500, 180;
    /// … and one ply less, or more, for so much history of its own.
    lmr_noisy_history_divisor = 8192, 2500..=24000, 1000;
    /// How much less is reduced at PV nodes.
    lmr_pv = 1024, 0..=2500, 140;
    /// How much more at nodes that are expected to cut.
    lmr_cut_node = 1536, 0..=3500, 180;
    /// How much less in check, and for moves that give check.
    lmr_check = 1024, 0..=2500, 140;
    /// How much more where the side to move is doing worse than before.
    lmr_not_improving = 1150, 0..=2500, 140;
    /// How much less for killers.
    lmr_killer = 1024, 0..=2500, 140;
    /// A capture in quiescence may bring so much more than what it takes.
    qs_futility_margin = 150, 30..=400, 20;

    /// A move that cuts off gains so much for each ply of depth …
    history_bonus_slope = 320, 80..=600, 30;
    /// … less this …
    history_bonus_offset = 80, 0..=300, 20;
    /// … but not more than this at once; those that were tried before it lose as much.
    history_bonus_max = 1600, 600..=4000, 180;
}
