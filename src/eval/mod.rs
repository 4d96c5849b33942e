//! Static evaluation: the value of a quiet position in centipawns, from the side to move.
//!
//! [`Evaluate`] is the hand-made evaluation, one for all games. Its tables are computed from the
//! rules: `survey` plays random games and counts what the pieces can do, `tables` makes values of
//! it. The values of the pieces are summed incrementally in an [`Accumulator`], by the features of
//! the board (`features`); the other terms are computed from the board at each call. It teaches the
//! first network of a game, explains positions, and stands in where no network is and against a
//! bare king.
//!
//! The search asks [`EvalStack`], which uses a [`network::Network`] if there is one.

mod accumulator;
pub mod breakdown;
mod features;
mod hand_made;
pub mod network;
mod stack;
mod sums;
mod survey;
mod tables;
mod tapered;

pub use accumulator::Accumulator;
pub use features::{
    FeatureChanges, active_features, feature_count, file_mirrored_features, mirrored_features,
    piece_feature, platform_feature,
};
pub use hand_made::Evaluate;
pub use stack::EvalStack;
