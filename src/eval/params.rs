//! Figures that a rule set brings for the search and for its users, beside its evaluation.

/// How chances go with scores: a win at score s has the chance 1/(1 + e^((even − s)/spread)), a loss
/// the same at −s, and what is left is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WdlModel {
    /// The score in centipawns at which winning is as likely as not.
    pub midpoint: i32,
    /// How far about it the outcome is open, in centipawns; above 0.
    pub scale: i32,
}

/// The figures that differ by rule set: boards differ in how many moves they offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchTuning {
    /// How many quiet moves of men a node near the horizon makes, in per cent of the square of
    /// its depth and a little more.
    pub lmp_percent: i32,
    /// The same for platforms.
    pub platform_lmp_percent: i32,
}

impl SearchTuning {
    /// Those of a board with some forty moves.
    pub const DEFAULT: SearchTuning = SearchTuning { lmp_percent: 150, platform_lmp_percent: 60 };
}
