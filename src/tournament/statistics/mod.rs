//! Match statistics: Elo, likelihood of superiority, SPRT and ratings from counted games.
//!
//! All functions are pure functions of a [`Tally`]. Tallies of parts of a match add up exactly to
//! the tally of the whole match.
//!
//! # Terms
//!
//! - *Score*: points per game, 0 to 1, with half a point for a draw; always of the *first* player.
//! - *Pair*: two games from the same opening with colors reversed.
//! - *Trial*: an independent sample: a pair, or a game if games are not paired. The two games of a
//!   pair are not independent, because an opening that favors one side makes one of them a likely
//!   win and the other a likely loss.
//! - *Pentanomial*, *trinomial*: counts of trials by score, of pairs (0, ½, 1, 1½, 2 points) or of
//!   games (0, ½, 1).
//! - *Elo*: a rating difference on the logistic curve, [`elo::from_score`].
//! - *Normalized Elo*: the mean score above ½ in standard deviations of a game, on the same scale.
//!   Unlike Elo it determines the number of games needed to measure the difference, for any draw
//!   ratio.
//!
//! # Limits
//!
//! The formulas hold for many trials. They divide by the spread of the trials, which is zero if all
//! trials have the same score (two equal deterministic players). Each function documents its result
//! in that case; none divides by zero or returns NaN. The Elo at which a [`sprt::Sprt`] stops is a
//! biased estimate, because the test stops at an extreme value.

pub mod elo;
mod likelihood;
mod matrix;
pub mod ratings;
pub mod regression;
mod sample;
pub mod sprt;
pub mod summary;
pub mod tally;

pub use elo::Estimate;
pub use ratings::{Crosstable, Rating, Ratings};
pub use regression::{Observation, Regression};
pub use sprt::{EloModel, Sprt, Verdict};
pub use tally::{PlayerResult, Tally};
