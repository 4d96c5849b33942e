//! The search parameters. Scores are in centipawns, depths in plies, reductions in 1024ths of a
//! ply if they do not say plies.
//!
//! A parameter of `tunables!` is a function, defined in one line with its value, its range and the
//! final SPSA perturbation. It returns a constant unless the program is built with the feature
//! `tuning`, which makes it a UCI option. Such a value applies to the whole process, not to one
//! engine.

use super::tunable::tunables;

/// The nodes between two checks of the clock and the stop flag: about a sixth of a millisecond.
pub(super) const CHECK_INTERVAL: u64 = 256;

/// The minimum depth of aspiration windows.
pub(super) const ASPIRATION_MIN_DEPTH: i32 = 5;

/// The maximum value of a correction history entry.
pub(super) const CORRECTION_MAX: i32 = 1024;

/// The maximum number of plies that an aspiration search loses after fail highs.
pub(super) const MAX_ASPIRATION_REDUCTION: i32 = 3;

/// The plies by which a result of a Syzygy table is worth more in the transposition table than the
/// search that it replaces.
pub(super) const SYZYGY_TT_DEPTH: i32 = 6;

/// The maximum depth of razoring.
pub(super) const RAZORING_MAX_DEPTH: i32 = 3;

/// The minimum depth of null move pruning.
pub(super) const NMP_MIN_DEPTH: i32 = 3;

/// The minimum depth at which null move pruning is verified.
pub(super) const NMP_VERIFY_DEPTH: i32 = 12;

/// The maximum depth of late move pruning.
pub(super) const LMP_MAX_DEPTH: i32 = 8;

/// The limit of moves of late move pruning at depth 0, before the percentages that apply to it.
pub(super) const LMP_BASE: i32 = 3;

/// A singular search needs a table entry that is at most this much shallower than the node.
pub(super) const SINGULAR_TT_DEPTH_GAP: i32 = 3;

/// The maximum number of double extensions between the root and a node.
pub(super) const MAX_DOUBLE_EXTENSIONS: i32 = 9;

/// The minimum depth of late move reductions.
pub(super) const LMR_MIN_DEPTH: i32 = 3;

/// The number of moves before the first late move reduction.
pub(super) const LMR_FULL_MOVES: usize = 1;

/// The maximum magnitude of a history value.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// The maximum change of the evaluation that the history of a move learns from, in centipawns.
pub(super) const EVAL_CHANGE_MAX: i32 = 130;

/// The loss of evaluation that neither rewards nor penalizes a move, in centipawns.
pub(super) const USUAL_EVAL_LOSS: i32 = 10;

/// There are no table cutoffs within this many plies of the limit of plies without progress.
pub(super) const TT_CUTOFF_CLOCK_MARGIN: u32 = 10;

tunables! {
    /// The initial half width of the aspiration window.
    aspiration_width = 10, 8..=80, 5;

    /// The weight of the correction history of the pawns, in 2048ths of a centipawn.
    correction_pawns = 77, 0..=192, 10;
    /// The weight of that of the other pieces of each side.
    correction_pieces = 102, 0..=192, 10;
    /// The weight of that of the platforms.
    correction_platforms = 54, 0..=192, 10;
    /// The correction history learns from an error times the depth, divided by this.
    correction_divisor = 4, 3..=16, 1;

    /// The razoring margin below alpha.
    razoring_margin = 282, 50..=500, 30;
    /// The increase of the razoring margin, times the square of the depth.
    razoring_slope = 202, 50..=500, 30;

    /// The maximum depth of reverse futility pruning.
    reverse_futility_depth = 7, 3..=12, 1;
    /// The reverse futility margin above beta for each ply of depth.
    reverse_futility_margin = 72, 30..=200, 10;
    /// The decrease of the reverse futility margin if the evaluation is improving.
    reverse_futility_improving = 40, 0..=150, 10;
    /// The margin above beta of a table score that is one ply too shallow for a cutoff.
    shallow_cutoff_margin = 105, 20..=300, 20;

    /// The margin above beta that the static evaluation needs for null move pruning.
    nmp_margin = 133, 0..=400, 20;
    /// The decrease of this margin for each ply of depth.
    nmp_slope = 25, 0..=60, 4;
    /// The minimum reduction of a null move, in 1024ths of a ply.
    nmp_base = 3233, 2048..=5120, 250;
    /// The increase of this reduction for each ply of depth.
    nmp_depth = 363, 128..=600, 30;
    /// The evaluation above beta that adds one ply to the null move reduction.
    nmp_eval_divisor = 132, 60..=500, 25;
    /// The maximum that the evaluation adds to the null move reduction, in plies.
    nmp_eval_max = 2, 1..=5, 1;

    /// A node whose previous move was reduced by this many plies gets one back if the evaluation
    /// has fallen.
    hindsight_extension = 5, 1..=6, 1;
    /// A node whose previous move was reduced by this many plies loses another one if the
    /// evaluation has risen.
    hindsight_reduction = 2, 1..=6, 1;
    /// The minimum rise for this.
    hindsight_margin = 132, 40..=400, 25;

    /// The minimum depth of internal iterative reductions.
    iir_min_depth = 3, 2..=8, 1;

    /// Late move pruning: the increase of the limit of moves, in percent of the square of the
    /// depth.
    lmp_slope = 104, 40..=200, 10;
    /// History pruning: prune quiet moves with a history below minus this for each ply of depth.
    history_pruning_slope = 3113, 1500..=9000, 500;
    /// History pruning applies only if the reduced depth is below this.
    history_pruning_depth = 3, 2..=8, 1;
    /// Futility pruning applies only if the reduced depth is below this.
    futility_depth = 8, 4..=12, 1;
    /// The futility margin below alpha.
    futility_margin = 59, 0..=300, 20;
    /// The increase of the futility margin for each ply of reduced depth.
    futility_slope = 67, 30..=200, 12;
    /// The history that adds one centipawn to the futility margin.
    futility_history_divisor = 180, 100..=2000, 50;
    /// SEE pruning: the maximum loss of a quiet move, times the square of the reduced depth.
    see_quiet_margin = 31, 8..=90, 5;
    /// SEE pruning: the maximum loss of a noisy move for each ply of depth.
    see_noisy_margin = 125, 40..=250, 15;
    /// SEE pruning: the history that adds one centipawn to the maximum loss of a noisy move.
    see_history_divisor = 140, 32..=512, 25;

    /// The minimum depth of check extensions.
    check_extension_depth = 4, 2..=8, 1;

    /// The minimum depth of singular extensions.
    singular_depth = 5, 5..=10, 1;
    /// The singular margin below the table score, in 16ths of a centipawn for each ply of depth.
    singular_margin = 19, 8..=80, 5;
    /// The additional margin of a double extension.
    singular_double_margin = 27, 0..=80, 6;

    /// Late move reduction: the base.
    lmr_base = 580, 0..=1500, 80;
    /// Late move reduction: ln(depth) × ln(move count), in 1024ths each, is divided by this.
    lmr_divisor = 2764, 1400..=4500, 180;
    /// The history of a quiet move that changes the reduction by one ply. A history is at most
    /// three times [`HISTORY_MAX`].
    lmr_history_divisor = 7900, 2500..=20000, 900;
    /// The decrease of the reduction for noisy moves.
    lmr_noisy = 1231, 0..=3500, 180;
    /// The history of a noisy move that changes the reduction by one ply.
    lmr_noisy_history_divisor = 6948, 2500..=24000, 1000;
    /// The decrease of the reduction at the root.
    lmr_root = 527, 0..=1500, 140;
    /// The decrease of the reduction at PV nodes.
    lmr_pv = 1197, 0..=2500, 140;
    /// The increase of the reduction of quiet moves at cut nodes.
    lmr_cut_node = 1594, 0..=3500, 180;
    /// The increase of the reduction of quiet moves if the table move is noisy.
    lmr_noisy_tt_move = 1042, 0..=2000, 120;
    /// The decrease of the reduction of quiet moves in check, and of moves that give check, except
    /// platform moves.
    lmr_check = 1021, 0..=2500, 140;
    /// The increase of the reduction of quiet moves if the evaluation is not improving.
    lmr_not_improving = 1250, 0..=2500, 140;
    /// The decrease of the reduction for killers.
    lmr_killer = 898, 0..=2500, 140;
    /// The share of beta in the score of a node that fails high, in 1024ths.
    fail_high_blend = 343, 0..=1024, 80;
    /// Quiescence: the futility margin, added to the value of the captured piece.
    qs_futility_margin = 165, 30..=400, 20;

    /// The history bonus for each ply of depth.
    history_bonus_slope = 450, 80..=600, 30;
    /// The offset that is subtracted from the history bonus.
    history_bonus_offset = 51, 0..=300, 20;
    /// The maximum history bonus, and the maximum penalty.
    history_bonus_max = 1923, 600..=4000, 180;
    /// The penalty of the quiet moves before a noisy best move, in 1024ths of the history bonus.
    noisy_best_penalty = 700, 0..=1024, 80;
    /// The history bonus for each centipawn by which a move changes the static evaluation.
    eval_change_bonus = 6, 0..=12, 1;
}
