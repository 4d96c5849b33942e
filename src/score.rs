//! Scores: their values in the search, their bounds, and their conversion for the user.
//!
//! Inside the search a score is an `i32` in centipawns from the side to move. Scores from
//! `MIN_MATE_SCORE` on encode the distance to mate in plies from the root, those from
//! `MIN_DECISIVE_SCORE` on the distance to a position that a table says is won.
//!
//! A mate score in the transposition table may be read at another distance from the root than it
//! was written. `score_to_tt` and `score_from_tt` therefore convert it to the distance from the
//! node.

pub use triskelion_protocol::{Bound, Score};

/// The score of a mate in zero plies.
pub(crate) const MATE: i32 = 32_000;

/// Larger than every score: the bound of a full window.
pub(crate) const INFINITE: i32 = 32_001;

/// The deepest ply that the search can reach from its root.
pub(crate) const MAX_PLY: usize = 240;

/// Scores of at least this magnitude are mates; smaller ones are results from tables of endings and
/// evaluations.
pub(crate) const MIN_MATE_SCORE: i32 = MATE - 1000;

/// The counterpart of [`MIN_MATE_SCORE`] for the mated side.
pub(crate) const MAX_MATED_SCORE: i32 = -MIN_MATE_SCORE;

/// The score of a position that a table of endings with results alone, without distances, says is
/// won: just below the mate scores, less a point for each ply from the root.
pub(crate) const TABLE_WIN: i32 = MIN_MATE_SCORE - 1;

/// Scores of at least this magnitude are mates or results from tables; smaller ones are
/// evaluations.
pub(crate) const MIN_DECISIVE_SCORE: i32 = TABLE_WIN - MAX_PLY as i32;

/// The counterpart of [`MIN_DECISIVE_SCORE`] for the side that loses.
pub(crate) const MAX_LOST_SCORE: i32 = -MIN_DECISIVE_SCORE;

/// The largest evaluation: just below the decisive scores.
pub(crate) const MAX_EVAL: i32 = MIN_DECISIVE_SCORE - 1;

/// Limits an evaluation to the range below the decisive scores, so that no material is reported as
/// a mate and every score fits the 16 bits of a table entry.
#[inline(always)]
pub(crate) fn clamp_eval(eval: i32) -> i32 {
    eval.clamp(-MAX_EVAL, MAX_EVAL)
}

/// Returns a score above beta moved towards it by a share in 1024ths. Decisive scores stay.
#[inline(always)]
pub(crate) fn blend(score: i32, beta: i32, share: i32) -> i32 {
    match is_decisive_score(score) || is_decisive_score(beta) {
        true => score,
        false => score - (score - beta) * share / 1024,
    }
}

/// The score of a draw.
pub(crate) const DRAW: i32 = 0;

/// Returns the score of a side to move that is mated, `ply` plies below the root.
#[inline(always)]
pub(crate) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Returns the score of a mate that the side to move gives with the move to ply `ply`.
#[inline(always)]
pub(crate) const fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Returns whether a score is a mate for either side.
#[inline(always)]
pub(crate) const fn is_mate_score(score: i32) -> bool {
    score.abs() >= MIN_MATE_SCORE
}

/// Returns whether a score is a mate or a result from a table, for either side.
#[inline(always)]
pub(crate) const fn is_decisive_score(score: i32) -> bool {
    score.abs() >= MIN_DECISIVE_SCORE
}

/// Converts the score of a node at `ply` for the transposition table: mates and results from tables
/// count from the node.
#[inline(always)]
pub(crate) const fn score_to_tt(score: i32, ply: usize) -> i32 {
    match score {
        MIN_DECISIVE_SCORE.. => score + ply as i32,
        ..=MAX_LOST_SCORE => score - ply as i32,
        _ => score,
    }
}

/// Converts a score of the transposition table for a node at `ply`; the inverse of [`score_to_tt`].
#[inline(always)]
pub(crate) const fn score_from_tt(score: i32, ply: usize) -> i32 {
    match score {
        MIN_DECISIVE_SCORE.. => score - ply as i32,
        ..=MAX_LOST_SCORE => score + ply as i32,
        _ => score,
    }
}

/// Converts a score of the search for the user.
pub fn to_protocol(score: i32) -> Score {
    match score {
        MIN_MATE_SCORE.. => Score::Mate(((MATE - score + 1) / 2).into()),
        ..=MAX_MATED_SCORE => Score::Mate((-((MATE + score) / 2)).into()),
        _ => Score::Centipawns(score.into()),
    }
}

/// Returns the bound of the best score of a search with the window from `alpha` to `beta`.
#[inline(always)]
pub(crate) const fn window_bound(best: i32, alpha: i32, beta: i32) -> Bound {
    if best >= beta {
        Bound::Lower
    } else if best > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// Returns whether a score with this bound replaces a search with the window from `alpha` to
/// `beta`.
#[inline(always)]
pub(crate) const fn is_cutoff(score: i32, bound: Bound, alpha: i32, beta: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    }
}

/// Returns whether a score with this bound is a better estimate of the true score than `estimate`.
#[inline(always)]
pub(crate) const fn is_better_estimate(score: i32, bound: Bound, estimate: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score > estimate,
        Bound::Upper => score < estimate,
    }
}

/// Maps a score to WDL: P(win) = 1/(1 + e^((midpoint − s)/scale)), P(loss) is the same at −s, and a
/// draw takes the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WdlModel {
    /// The score in centipawns at which a win has probability one half.
    pub midpoint: i32,
    /// The width of the transition in centipawns; above 0.
    pub scale: i32,
}

impl WdlModel {
    /// Returns the probabilities of win, draw and loss for a score of the search, from the side to
    /// move. They are in permille and add up to 1000.
    pub fn wdl(self, score: i32) -> [u64; 3] {
        let (midpoint, scale) = (f64::from(self.midpoint), f64::from(self.scale));
        let win_rate = |score: f64| 1000.0 / (1.0 + ((midpoint - score) / scale).exp());
        let win = win_rate(f64::from(score)).round() as u64;
        let loss = (win_rate(f64::from(-score)).round() as u64).min(1000 - win);
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_scores_convert_to_full_moves() {
        assert_eq!(to_protocol(mate_in(1)), Score::Mate(1));
        assert_eq!(to_protocol(mate_in(3)), Score::Mate(2));
        assert_eq!(to_protocol(mated_in(0)), Score::Mate(0));
        assert_eq!(to_protocol(mated_in(2)), Score::Mate(-1));
        assert_eq!(to_protocol(mated_in(4)), Score::Mate(-2));
        assert_eq!(to_protocol(-35), Score::Centipawns(-35));
    }

    #[test]
    fn tt_scores_count_mates_from_node() {
        for score in [mate_in(9), mated_in(9), 0, 500, -500, MAX_EVAL, TABLE_WIN - 9] {
            assert_eq!(score_from_tt(score_to_tt(score, 5), 5), score);
        }
        assert_eq!(score_to_tt(mate_in(9), 5), mate_in(4));
        assert_eq!(score_to_tt(mated_in(9), 5), mated_in(4));
        assert_eq!(score_to_tt(TABLE_WIN - 9, 5), TABLE_WIN - 4);
        assert_eq!(score_to_tt(MAX_EVAL, 5), MAX_EVAL);
    }

    #[test]
    fn wdl_sums_to_1000() {
        let model = WdlModel { midpoint: 120, scale: 60 };
        for score in [-32_000, -700, -120, -1, 0, 1, 90, 3000, 32_000] {
            let (wdl, opposite) = (model.wdl(score), model.wdl(-score));
            assert_eq!(wdl.iter().sum::<u64>(), 1000);
            assert_eq!(wdl[0], opposite[2]);
        }
        assert_eq!(model.wdl(MATE)[0], 1000);
    }
}
