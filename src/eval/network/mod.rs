//! Evaluation networks: small networks over the pieces and platforms of a board, trained on games
//! of the engine (`docs/training.md`).
//!
//! The inputs are features: a piece of one side on a cell, a platform of an owner on a post. Each
//! color has a hidden layer of the same width, which sees the board from its side. Where the rules
//! have a symmetry between the colors, the two layers share their weights. The output is the sum of
//! a base, which the hand-made evaluation gives, and of the squared clipped activations times the
//! weights of the side to move.
//!
//! All arithmetic is in integers, so every build computes the same values. The loops are plain; the
//! compiler turns them into vector instructions of the target.
//!
//! `format` reads and writes the files, `layers` computes.

mod format;
mod layers;

#[cfg(test)]
pub(in crate::eval) use format::color_count;
pub use format::{HIDDEN_SIZES, NetworkBase, NetworkData, NetworkError};
pub use layers::{HIDDEN_SCALE, MAX_OUTPUT_WEIGHT, Network, OUTPUT_SCALE, output_bucket};
