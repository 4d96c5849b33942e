//! What a match has shown: from counted games to ratings, errors and verdicts.
//!
//! Pure functions of counts; whoever plays the games counts them in a [`Tally`], and tallies of
//! parts of a match add up to the tally of the whole, exactly.
//!
//! # Words
//!
//! *Score*: points by games, 0 to 1, a draw half a point; always of the *first* player. *Pair*: two
//! games from the same opening with colours reversed. *Trial*: what is drawn independently, a pair
//! or, where games are not paired, a game; the two games of a pair are not independent, since an
//! opening that is good for one side makes one of them likely won and the other likely lost.
//! *Pentanomial*, *trinomial*: counts of trials by score, of pairs (0, ½, 1, 1½, 2 points) or of
//! games (0, ½, 1). *Elo*: a difference in rating by the logistic curve, [`elo::from_score`].
//! *Normalised Elo*: the mean score above ½ in standard deviations of a game, on the same scale;
//! unlike Elo it says how many games are needed to show the difference, whatever the share of draws.
//!
//! # What can go wrong
//!
//! The formulas hold for many trials, and they divide by the spread of the trials, which is zero
//! when all ended alike (two equal deterministic players). Each place says what it does then;
//! nothing here divides by zero, and nothing is ever not a number. And the Elo at which a
//! [`sprt::Sprt`] stopped is no estimate of the difference: it stopped because it was extreme.

pub mod elo;
mod likelihood;
mod matrix;
pub mod ratings;
pub mod report;
mod sample;
pub mod sprt;
pub mod tally;

pub use elo::Estimate;
pub use ratings::{Crosstable, Rating, Ratings};
pub use sprt::{EloModel, Sprt, Verdict};
pub use tally::{PlayerResult, Tally};
