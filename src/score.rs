//! Scores: what a node is worth to the side to move, and how that is told to people.
//!
//! Inside the search a score is an `i32`: centipawns, and beyond [`MATE_BOUND`] the distance to
//! mate in plies from the root of the search. What can go wrong: a mate score read from the table
//! was written at another distance from the root, so [`to_table`] and [`from_table`] count it from
//! the node itself.

/// The score of mating on the spot.
pub const MATE: i32 = 32_000;

/// Beyond every score: the widest window.
pub const INFINITE: i32 = 32_001;

/// The deepest ply that the search can reach from its root.
pub const MAX_PLY: usize = 240;

/// Scores of this magnitude and beyond are mates; those below are evaluations.
pub const MIN_MATE_SCORE: i32 = MATE - 1000;

/// The same for the mated side.
pub const MAX_MATED_SCORE: i32 = -MIN_MATE_SCORE;

/// The largest evaluation: just below the mate scores.
pub const MAX_EVAL: i32 = MIN_MATE_SCORE - 1;

/// Limits an evaluation to the range below the mate scores, so that no material is reported as a
/// mate and every score fits the 16 bits of a table entry.
#[inline(always)]
pub fn clamp_eval(eval: i32) -> i32 {
    eval.clamp(-MAX_EVAL, MAX_EVAL)
}

/// The score of a draw.
pub const DRAW: i32 = 0;

/// The side to move is mated, `ply` plies below the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// The side to move mates with the move that leads `ply` plies below the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Is it a mate, for either side?
#[inline(always)]
pub const fn is_mate_score(score: i32) -> bool {
    score.abs() >= MIN_MATE_SCORE
}

/// The score of a node `ply` plies below the root as the table keeps it: mates counted from the
/// node.
#[inline(always)]
pub const fn score_to_tt(score: i32, ply: usize) -> i32 {
    match score {
        MIN_MATE_SCORE.. => score + ply as i32,
        ..=MAX_MATED_SCORE => score - ply as i32,
        _ => score,
    }
}

/// The reverse of [`to_table`], for a node at this ply.
#[inline(always)]
pub const fn score_from_tt(score: i32, ply: usize) -> i32 {
    match score {
        MIN_MATE_SCORE.. => score - ply as i32,
        ..=MAX_MATED_SCORE => score + ply as i32,
        _ => score,
    }
}

/// A score as it is told to the user, from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// In centipawns.
    Centipawns(i32),
    /// Mate in so many full moves: positive if the side to move mates, negative or zero if it is
    /// mated (zero on the spot).
    Mate(i32),
}

impl From<i32> for Score {
    fn from(score: i32) -> Score {
        match score {
            MIN_MATE_SCORE.. => Score::Mate((MATE - score + 1) / 2),
            ..=MAX_MATED_SCORE => Score::Mate(-((MATE + score) / 2)),
            _ => Score::Centipawns(score),
        }
    }
}

/// What a score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

impl Bound {
    /// What the best score that a search with the window from `alpha` to `beta` found says.
    #[inline(always)]
    pub const fn from_window(best: i32, alpha: i32, beta: i32) -> Bound {
        if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Is a score of this bound all that a search with the window from `alpha` to `beta` would
    /// have to find out?
    #[inline(always)]
    pub const fn is_cutoff(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }

    /// Does a score of this bound show that a guess at the true one was wrong?
    #[inline(always)]
    pub const fn refines(self, score: i32, guess: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > guess,
            Bound::Upper => score < guess,
        }
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

/// Win, draw and loss in permille, from the side to move; they add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// Of winning.
    pub win: u32,
    /// Of a draw.
    pub draw: u32,
    /// Of losing.
    pub loss: u32,
}

impl Wdl {
    /// The chances that go with a score in the search's terms.
    pub fn from_score(score: i32, model: WdlModel) -> Wdl {
        let (even, spread) = (f64::from(model.midpoint), f64::from(model.scale));
        let chance = |score: f64| 1000.0 / (1.0 + ((even - score) / spread).exp());
        let win = chance(f64::from(score)).round() as u32;
        let loss = (chance(f64::from(-score)).round() as u32).min(1000 - win);
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_scores_convert_to_full_moves() {
        assert_eq!(Score::from(mate_in(1)), Score::Mate(1));
        assert_eq!(Score::from(mate_in(3)), Score::Mate(2));
        assert_eq!(Score::from(mated_in(0)), Score::Mate(0));
        assert_eq!(Score::from(mated_in(2)), Score::Mate(-1));
        assert_eq!(Score::from(mated_in(4)), Score::Mate(-2));
        assert_eq!(Score::from(-35), Score::Centipawns(-35));
    }

    #[test]
    fn tt_scores_count_mates_from_node() {
        for score in [mate_in(9), mated_in(9), 0, 500, -500, MIN_MATE_SCORE - 1] {
            assert_eq!(score_from_tt(score_to_tt(score, 5), 5), score);
        }
        assert_eq!(score_to_tt(mate_in(9), 5), mate_in(4));
        assert_eq!(score_to_tt(mated_in(9), 5), mated_in(4));
    }

    #[test]
    fn wdl_sums_to_1000() {
        let model = WdlModel { midpoint: 120, scale: 60 };
        for score in [-32_000, -700, -120, -1, 0, 1, 90, 3000, 32_000] {
            let (here, there) = (Wdl::from_score(score, model), Wdl::from_score(-score, model));
            assert_eq!(here.win + here.draw + here.loss, 1000);
            assert_eq!(here.win, there.loss);
        }
        assert_eq!(Wdl::from_score(MATE, model).win, 1000);
    }
}
