//! The computation of a network.

use super::features::{FeatureChanges, active_features, feature_count, mirrored_features};
use super::format::{MAX_UNITS, NetworkBase, NetworkData, NetworkError, color_count};
use crate::moves::Side;
use crate::rules::Rules;

/// An activation of 1 in the hidden layer, and so the clip of the activations.
pub const HIDDEN_SCALE: i16 = 255;

/// An output weight of 1.
pub const OUTPUT_SCALE: i16 = 64;

/// The largest magnitude of a quantized output weight: its product with an activation fits an
/// `i16`.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;

// The sum over the units of both colors fits an `i32`.
const _: () = {
    let activation = HIDDEN_SCALE as i64;
    assert!(activation * MAX_OUTPUT_WEIGHT as i64 <= i16::MAX as i64);
    let sum = 2 * MAX_UNITS as i64 * activation * activation * MAX_OUTPUT_WEIGHT as i64;
    assert!(sum <= i32::MAX as i64);
};

/// The number of units of a lane.
const LANE: usize = 16;

/// Sixteen units of the hidden layers. White's units come first, then Black's.
#[repr(align(32))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Lane([i16; LANE]);

/// A network, ready to compute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The checksum of its file.
    checksum: u32,
    base: NetworkBase,
    /// The number of lanes of both hidden layers: 1, 2, 4 or 8.
    lanes: usize,
    buckets: usize,
    scale: i32,
    /// The biases of the hidden layers.
    initial: Vec<Lane>,
    /// The weights of the hidden layers, by feature and lane.
    weights: Vec<Lane>,
    /// The weights of the output, by side to move, bucket and lane.
    output_weights: Vec<Lane>,
    /// The biases of the output, by side to move and bucket.
    output_biases: Vec<i32>,
}

/// Calls a function that is generic in the number of lanes, which the compiler then knows.
macro_rules! with_lanes {
    ($lanes:expr, $function:ident($($argument:expr),*)) => {
        match $lanes {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            4 => $function::<4>($($argument),*),
            _ => $function::<8>($($argument),*),
        }
    };
}

impl Network {
    /// Parses a file for the rule set of `B`.
    pub fn parse<B: Rules>(bytes: &[u8]) -> Result<Network, NetworkError> {
        let (data, checksum) = NetworkData::parse::<B>(bytes)?;
        Ok(Network::new::<B>(&data, checksum))
    }

    /// Arranges the weights of a file: White's units first, and Black's weights also where the file
    /// has only White's.
    pub(crate) fn new<B: Rules>(data: &NetworkData, checksum: u32) -> Network {
        let (hidden, colors) = (data.hidden, color_count::<B>());
        let features = feature_count::<B>();
        let mirrored = B::COLOR_SYMMETRY.map(mirrored_features::<B>);
        let units = |index: usize| &data.hidden_weights[index * hidden..][..hidden];
        let row = |feature: usize| match &mirrored {
            Some(mirrored) => [units(feature), units(usize::from(mirrored[feature]))].concat(),
            None => [units(feature), units(features + feature)].concat(),
        };
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
            lanes: 2 * hidden / LANE,
            buckets: data.buckets,
            scale: data.scale,
            initial: lanes([&biases[..hidden], &biases[biases.len() - hidden..]].concat()),
            weights: lanes((0..features).flat_map(row)),
            output_weights: lanes(outputs),
            output_biases: data.output_biases.repeat(2 / colors),
        }
    }

    /// The name of the network: the checksum of its file.
    pub fn name(&self) -> String {
        format!("{:08x}", self.checksum)
    }

    /// What the output is added to.
    #[inline(always)]
    pub(crate) fn base(&self) -> NetworkBase {
        self.base
    }

    /// The number of output buckets.
    #[inline(always)]
    pub(super) fn buckets(&self) -> usize {
        self.buckets
    }

    /// The number of lanes of both hidden layers.
    #[inline(always)]
    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }

    /// Computes the hidden layers of a board.
    pub(super) fn compute<B: Rules>(&self, board: &B, layers: &mut [Lane]) {
        let features = active_features(board);
        with_lanes!(self.lanes, update(&self.weights, &self.initial, layers, &features, &[]));
    }

    /// Computes the hidden layers after a move from those before it.
    #[inline]
    pub(super) fn update<B>(
        &self,
        before: &[Lane],
        after: &mut [Lane],
        changes: &FeatureChanges<B>,
    ) {
        let FeatureChanges { added, removed, .. } = changes;
        with_lanes!(self.lanes, update(&self.weights, before, after, added, removed));
    }

    /// Returns the output in centipawns, without the base.
    #[inline]
    pub(super) fn output(&self, layers: &[Lane], side: Side, bucket: usize) -> i32 {
        let index = side.index() * self.buckets + bucket;
        let sum = with_lanes!(self.lanes, dot(&self.output_weights, layers, index));
        let (hidden, output) = (i32::from(HIDDEN_SCALE), i32::from(OUTPUT_SCALE));
        // A file may have any bias, so this sum does not always fit an `i32`.
        let output_sum = i64::from(sum / hidden) + i64::from(self.output_biases[index]);
        (output_sum * i64::from(self.scale) / i64::from(hidden * output)) as i32
    }

    /// Returns the output for a list of features, in centipawns and without the base. `bucket` is
    /// that of [`output_bucket`](super::output_bucket).
    pub fn output_of(&self, features: &[u16], side: Side, bucket: usize) -> i32 {
        let mut layers = vec![Lane::default(); self.lanes];
        with_lanes!(self.lanes, update(&self.weights, &self.initial, &mut layers, features, &[]));
        self.output(&layers, side, bucket)
    }
}

/// Groups units into lanes. Their number is a multiple of [`LANE`].
fn lanes(units: impl IntoIterator<Item = i16>) -> Vec<Lane> {
    let units: Vec<i16> = units.into_iter().collect();
    units.as_chunks().0.iter().map(|&lane| Lane(lane)).collect()
}

/// Adds and subtracts the weights of features. The sums wrap around on boards with many more pieces
/// than a game has, as on all machines.
#[inline(always)]
fn update<const L: usize>(
    weights: &[Lane],
    before: &[Lane],
    after: &mut [Lane],
    added: &[u16],
    removed: &[u16],
) {
    let weights = weights.as_chunks::<L>().0;
    let ([before], [after]) = (before.as_chunks::<L>().0, after.as_chunks_mut::<L>().0) else {
        return;
    };
    let mut layers = *before;
    for &feature in removed {
        for (lane, weight) in layers.iter_mut().zip(&weights[usize::from(feature)]) {
            for (unit, &weight) in lane.0.iter_mut().zip(&weight.0) {
                *unit = unit.wrapping_sub(weight);
            }
        }
    }
    for &feature in added {
        for (lane, weight) in layers.iter_mut().zip(&weights[usize::from(feature)]) {
            for (unit, &weight) in lane.0.iter_mut().zip(&weight.0) {
                *unit = unit.wrapping_add(weight);
            }
        }
    }
    *after = layers;
}

/// Returns the sum of the squared clipped activations times the output weights.
#[inline(always)]
fn dot<const L: usize>(weights: &[Lane], layers: &[Lane], index: usize) -> i32 {
    let weights = &weights.as_chunks::<L>().0[index];
    let mut sum = 0;
    for (lane, weight) in layers.iter().zip(weights) {
        for (&unit, &weight) in lane.0.iter().zip(&weight.0) {
            let activation = unit.clamp(0, HIDDEN_SCALE);
            // The product fits an `i16`, so this is one multiplication of sixteen bits.
            sum += i32::from(activation.wrapping_mul(weight)) * i32::from(activation);
        }
    }
    sum
}
