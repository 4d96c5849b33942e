//! The computation of a network.
//!
//! The loops over units have no constant length, because the compiler unrolls short constant loops
//! before it vectorizes, and then computes one unit after the other.

use super::format::{NetworkBase, NetworkData, NetworkError, color_count};
use crate::eval::Accumulator;
use crate::eval::features::{FeatureChanges, active_features, feature_count, mirrored_features};
use crate::moves::Side;
use crate::rules::{AnyBoard, GameInfo};

/// An activation of 1 in the hidden layer, and so the clip of the activations.
pub const HIDDEN_SCALE: i16 = 255;

/// An output weight of 1.
pub const OUTPUT_SCALE: i16 = 64;

/// The largest magnitude of a quantized output weight: its product with an activation fits an
/// `i16`.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;

/// The sum over this many units fits an `i32`.
const BLOCK: usize = 256;

const _: () = {
    let activation = HIDDEN_SCALE as i64;
    assert!(activation * MAX_OUTPUT_WEIGHT as i64 <= i16::MAX as i64);
    let sum = BLOCK as i64 * activation * activation * MAX_OUTPUT_WEIGHT as i64;
    assert!(sum <= i32::MAX as i64);
};

/// A network, ready to compute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The checksum of its file.
    checksum: u32,
    base: NetworkBase,
    /// The number of units of both hidden layers together. White's come first in every list.
    units: usize,
    buckets: usize,
    scale: i32,
    /// The biases of the hidden layers.
    initial: Vec<i16>,
    /// The weights of the hidden layers, by feature and unit.
    weights: Vec<i16>,
    /// The weights of the output, by side to move, bucket and unit.
    output_weights: Vec<i16>,
    /// The biases of the output, by side to move and bucket.
    output_biases: Vec<i32>,
}

impl Network {
    /// Parses a file for the rule set of `B`.
    pub fn parse(game: &GameInfo, bytes: &[u8]) -> Result<Network, NetworkError> {
        let (data, checksum) = NetworkData::parse(game, bytes)?;
        Ok(Network::new(game, &data, checksum))
    }

    /// Arranges the weights of a file: White's units first, and Black's weights also where the file
    /// has only White's.
    pub(crate) fn new(game: &GameInfo, data: &NetworkData, checksum: u32) -> Network {
        let (hidden, colors) = (data.hidden, color_count(game));
        let features = feature_count(game);
        let mirrored = game.color_symmetry.map(|it| mirrored_features(game, it));
        let row = |index: usize| &data.hidden_weights[index * hidden..][..hidden];
        let mut weights = Vec::with_capacity(2 * hidden * features);
        for feature in 0..features {
            let black = mirrored.as_ref().map_or(features + feature, |it| usize::from(it[feature]));
            weights.extend_from_slice(row(feature));
            weights.extend_from_slice(row(black));
        }
        let biases = &data.hidden_biases;
        let outputs = Side::ALL.iter().flat_map(|&side| {
            (0..data.buckets).flat_map(move |bucket| {
                let index = (side.index() % colors) * data.buckets + bucket;
                let (own, enemy) =
                    data.output_weights[index * 2 * hidden..][..2 * hidden].split_at(hidden);
                match side {
                    Side::White => [own, enemy].concat(),
                    Side::Black => [enemy, own].concat(),
                }
            })
        });
        Network {
            checksum,
            base: data.base,
            units: 2 * hidden,
            buckets: data.buckets,
            scale: data.scale,
            initial: [&biases[..hidden], &biases[biases.len() - hidden..]].concat(),
            weights,
            output_weights: outputs.collect(),
            output_biases: data.output_biases.repeat(2 / colors),
        }
    }

    /// Returns the name of the network: the checksum of its file.
    pub fn name(&self) -> String {
        format!("{:08x}", self.checksum)
    }

    /// Returns what the output is added to.
    #[inline(always)]
    pub(crate) fn base(&self) -> NetworkBase {
        self.base
    }

    /// Returns the number of output buckets.
    #[inline(always)]
    pub(in crate::eval) fn buckets(&self) -> usize {
        self.buckets
    }

    /// Returns the number of units of both hidden layers.
    #[inline(always)]
    pub(in crate::eval) fn units(&self) -> usize {
        self.units
    }

    /// Computes the hidden layers of a board.
    pub(in crate::eval) fn compute(&self, board: &dyn AnyBoard, layers: &mut [i16]) {
        let features = active_features(board);
        self.add_features(&self.initial, layers, &features, &[]);
    }

    /// Computes the hidden layers after a move from those before it.
    #[inline]
    pub(in crate::eval) fn update(
        &self,
        before: &[i16],
        after: &mut [i16],
        changes: &FeatureChanges,
    ) {
        let FeatureChanges { added, removed, .. } = changes;
        self.add_features(before, after, added, removed);
    }

    /// Returns the output in centipawns, without the base.
    #[inline(always)]
    pub(in crate::eval) fn output(&self, layers: &[i16], side: Side, bucket: usize) -> i32 {
        let index = side.index() * self.buckets + bucket;
        let sum = dot(&self.output_weights[index * self.units..][..self.units], layers);
        let (hidden, output) = (i32::from(HIDDEN_SCALE), i32::from(OUTPUT_SCALE));
        // A file may have any bias, so this sum does not always fit an `i32`.
        let output_sum = sum / i64::from(hidden) + i64::from(self.output_biases[index]);
        (output_sum * i64::from(self.scale) / i64::from(hidden * output)) as i32
    }

    /// Returns the output for a list of features, in centipawns and without the base. `bucket` is
    /// that of [`output_bucket`].
    pub fn output_of(&self, features: &[u16], side: Side, bucket: usize) -> i32 {
        let mut layers = vec![0; self.units];
        self.add_features(&self.initial, &mut layers, features, &[]);
        self.output(&layers, side, bucket)
    }

    /// Computes hidden layers from others by adding and subtracting the weights of features. The
    /// sums wrap around on boards with many more pieces than a game has, as on all machines.
    #[inline(always)]
    fn add_features(&self, before: &[i16], after: &mut [i16], added: &[u16], removed: &[u16]) {
        let row = |&feature: &u16| &self.weights[usize::from(feature) * self.units..][..self.units];
        // Nearly every move removes and adds a feature: one pass over the units for both.
        let (added, removed) = match (added, removed) {
            ([first_added, added @ ..], [first_removed, removed @ ..]) => {
                let weights = row(first_added).iter().zip(row(first_removed));
                for ((unit, &before), (&plus, &minus)) in after.iter_mut().zip(before).zip(weights)
                {
                    *unit = before.wrapping_add(plus).wrapping_sub(minus);
                }
                (added, removed)
            }
            _ => {
                after.copy_from_slice(before);
                (added, removed)
            }
        };
        for weights in removed.iter().map(row) {
            for (unit, &weight) in after.iter_mut().zip(weights) {
                *unit = unit.wrapping_sub(weight);
            }
        }
        for weights in added.iter().map(row) {
            for (unit, &weight) in after.iter_mut().zip(weights) {
                *unit = unit.wrapping_add(weight);
            }
        }
    }
}

/// Returns the output bucket of a board: by phase, the last one with all pieces.
#[inline(always)]
pub fn output_bucket(accumulator: &Accumulator, buckets: usize) -> usize {
    (accumulator.phase() * buckets as i32 / (accumulator.full_phase() + 1)) as usize
}

/// Returns the sum of the squared clipped activations times the output weights.
#[inline(always)]
fn dot(weights: &[i16], layers: &[i16]) -> i64 {
    let blocks = weights.chunks(BLOCK).zip(layers.chunks(BLOCK));
    blocks.map(|(weights, layers)| i64::from(dot_of_block(weights, layers))).sum()
}

/// Returns this sum for at most [`BLOCK`] units.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
#[inline(always)]
fn dot_of_block(weights: &[i16], layers: &[i16]) -> i32 {
    let mut sum = 0;
    for (&unit, &weight) in layers.iter().zip(weights) {
        let activation = unit.clamp(0, HIDDEN_SCALE);
        // The product fits an `i16`, so this is one multiplication of sixteen bits.
        sum += i32::from(activation.wrapping_mul(weight)) * i32::from(activation);
    }
    sum
}

/// Returns this sum for at most [`BLOCK`] units, sixteen to a register; the compiler takes eight.
/// Their number is a multiple of sixteen: two layers of a size in `HIDDEN_SIZES`.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(always)]
fn dot_of_block(weights: &[i16], layers: &[i16]) -> i32 {
    use std::arch::x86_64::*;
    let (weights, layers) = (weights.as_chunks::<16>().0, layers.as_chunks::<16>().0);
    // SAFETY: the build targets AVX2. A load reads the 32 bytes of an array, at any alignment, and
    // the last result has the size of an array of eight `i32`.
    unsafe {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(HIDDEN_SCALE));
        let mut sums = zero;
        for (units, weights) in layers.iter().zip(weights) {
            let units = _mm256_loadu_si256(units.as_ptr().cast());
            let weights = _mm256_loadu_si256(weights.as_ptr().cast());
            let activations = _mm256_min_epi16(_mm256_max_epi16(units, zero), one);
            let products = _mm256_mullo_epi16(activations, weights);
            sums = _mm256_add_epi32(sums, _mm256_madd_epi16(products, activations));
        }
        std::mem::transmute::<__m256i, [i32; 8]>(sums).iter().sum()
    }
}
