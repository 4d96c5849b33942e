//! The file of a network.
//!
//! The first line is `%triskelion network ` and the header as JSON. The weights follow as
//! little-endian integers, then the CRC-32 (IEEE) of everything before it:
//!
//! | integers | content |
//! |---|---|
//! | `i16` | biases of the hidden layer, by color and unit |
//! | `i16` | weights of the hidden layer, by color, feature and unit |
//! | `i16` | weights of the output, by side to move, bucket, own or enemy layer, and unit |
//! | `i32` | biases of the output, by side to move and bucket |
//!
//! Where the rules have a symmetry between the colors, the file has only White's weights. The
//! checksum is the name of the network.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use crate::eval::features::feature_count;
use crate::rules::{GameInfo, OtherRules, RulesChecksum};
use serde::{Deserialize, Serialize};
use std::fmt;
use triskelion_protocol::escape_control;

/// The first line begins with this.
const PREFIX: &str = "%triskelion network ";

/// The longest first line that is read.
const MAX_HEADER_BYTES: usize = 4096;

/// The numbers of units that a hidden layer may have.
pub const HIDDEN_SIZES: [usize; 6] = [8, 16, 32, 64, 128, 256];

/// The most output buckets.
const MAX_BUCKETS: usize = 16;

/// What the output of a network is added to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NetworkBase {
    /// Nothing.
    None,
    /// The values of the pieces on their cells in the hand-made evaluation.
    Material,
    /// The hand-made evaluation.
    HandMade,
}

/// The name in files and on the command line.
impl fmt::Display for NetworkBase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NetworkBase::None => "none",
            NetworkBase::Material => "material",
            NetworkBase::HandMade => "hand-made",
        })
    }
}

/// The first line of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Header {
    /// The rule set.
    variant: String,
    /// The checksum of the rules of a game from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<RulesChecksum>,
    /// The letters of the pieces, in the order of the features.
    pieces: String,
    base: NetworkBase,
    /// The number of units of each hidden layer.
    hidden: usize,
    /// The number of output buckets, by phase.
    buckets: usize,
    /// Centipawns for an output of 1.
    scale: i32,
}

/// The contents of a network file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkData {
    /// What the output is added to.
    pub base: NetworkBase,
    /// The number of units of each hidden layer: one of [`HIDDEN_SIZES`].
    pub hidden: usize,
    /// The number of output buckets, by phase.
    pub buckets: usize,
    /// Centipawns for an output of 1.
    pub scale: i32,
    /// Biases of the hidden layer, by color and unit.
    pub hidden_biases: Vec<i16>,
    /// Weights of the hidden layer, by color, feature and unit.
    pub hidden_weights: Vec<i16>,
    /// Weights of the output, by side to move, bucket, own or enemy layer, and unit.
    pub output_weights: Vec<i16>,
    /// Biases of the output, by side to move and bucket.
    pub output_biases: Vec<i32>,
}

/// Why bytes are not a network of the rule set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// The first line is no header.
    #[error("expected a first line that begins with `{PREFIX}`")]
    MissingHeader,
    /// The header is not valid.
    #[error("first line: {}", escape_control(.0))]
    Header(String),
    /// The network belongs to another rule set.
    #[error("a network of the rule set {}, expected {expected}", escape_control(.read))]
    OtherRuleSet {
        /// The rule set in the header.
        read: String,
        /// The rule set of the networks that were asked for.
        expected: &'static str,
    },
    /// The network belongs to other rules of a game with the same name.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// The network has other pieces than the rule set.
    #[error("pieces: read {}, expected {expected}", escape_control(.read))]
    OtherPieces {
        /// The letters in the header.
        read: String,
        /// The letters of the pieces of the rule set.
        expected: String,
    },
    /// The file has another size than its header says.
    #[error("{read} bytes, expected {expected}")]
    Size {
        /// The size in bytes.
        read: usize,
        /// The size by the header.
        expected: usize,
    },
    /// The checksum does not agree.
    #[error("damaged: the checksum is {computed:08x}, expected {stored:08x}")]
    Checksum {
        /// The checksum of the bytes.
        computed: u32,
        /// The checksum at the end of the file.
        stored: u32,
    },
}

/// Returns the number of colors with weights of their own.
pub(in crate::eval) const fn color_count(game: &GameInfo) -> usize {
    if game.color_symmetry.is_some() { 1 } else { 2 }
}

/// Returns the letters of the pieces, by index.
fn letters(game: &GameInfo) -> String {
    game.pieces.kinds().map(|kind| game.pieces.letter(kind)).collect()
}

impl Header {
    /// Checks the numbers.
    fn check(&self, game: &GameInfo) -> Result<(), NetworkError> {
        if self.variant != game.network_name() {
            let (read, expected) = (self.variant.clone(), game.network_name());
            return Err(NetworkError::OtherRuleSet { read, expected });
        }
        game.check_rules(self.rules)?;
        let expected = letters(game);
        if self.pieces != expected {
            return Err(NetworkError::OtherPieces { read: self.pieces.clone(), expected });
        }
        let number = |field: &str, read: i64, expected: String| {
            Err(NetworkError::Header(format!("{field}: read {read}, expected {expected}")))
        };
        if !HIDDEN_SIZES.contains(&self.hidden) {
            return number("hidden", self.hidden as i64, format!("one of {HIDDEN_SIZES:?}"));
        }
        if !(1..=MAX_BUCKETS).contains(&self.buckets) {
            return number("buckets", self.buckets as i64, format!("1 to {MAX_BUCKETS}"));
        }
        if !(1..=10_000).contains(&self.scale) {
            return number("scale", i64::from(self.scale), "1 to 10000".to_owned());
        }
        Ok(())
    }

    /// Returns the numbers of the four lists of weights.
    fn lengths(&self, game: &GameInfo) -> [usize; 4] {
        let colors = color_count(game);
        let hidden = colors * self.hidden;
        [
            hidden,
            feature_count(game) * hidden,
            colors * self.buckets * 2 * self.hidden,
            colors * self.buckets,
        ]
    }
}

impl NetworkData {
    /// Returns whether a file begins as a network of any rule set does.
    pub fn has_header(bytes: &[u8]) -> bool {
        bytes.starts_with(PREFIX.as_bytes())
    }

    /// Parses a file for the rule set of `B`. Returns the network and its checksum.
    pub fn parse(game: &GameInfo, bytes: &[u8]) -> Result<(NetworkData, u32), NetworkError> {
        let rest = bytes.strip_prefix(PREFIX.as_bytes()).ok_or(NetworkError::MissingHeader)?;
        let line = rest.iter().take(MAX_HEADER_BYTES).position(|&byte| byte == b'\n');
        let (json, rest) = line.and_then(|end| rest.split_at_checked(end)).ok_or_else(|| {
            NetworkError::Header(format!("no end of line in {MAX_HEADER_BYTES} bytes"))
        })?;
        let header: Header = serde_json::from_slice(json)
            .map_err(|error| NetworkError::Header(error.to_string()))?;
        header.check(game)?;
        let lengths = header.lengths(game);
        let [hidden_biases, hidden_weights, output_weights, output_biases] = lengths;
        let payload = 2 * (hidden_biases + hidden_weights + output_weights) + 4 * output_biases;
        let weights = rest.get(1..).unwrap_or_default();
        let (weights, stored) = match weights.split_last_chunk::<4>() {
            Some((weights, stored)) if weights.len() == payload => {
                (weights, u32::from_le_bytes(*stored))
            }
            _ => {
                let expected = bytes.len() - weights.len() + payload + 4;
                return Err(NetworkError::Size { read: bytes.len(), expected });
            }
        };
        let content = bytes.get(..bytes.len() - 4).unwrap_or_default();
        let computed = crc32fast::hash(content);
        if computed != stored {
            return Err(NetworkError::Checksum { computed, stored });
        }
        let (shorts, longs) = weights.split_at(payload - 4 * output_biases);
        let mut shorts = shorts.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let mut take = |count: usize| shorts.by_ref().take(count).collect();
        let data = NetworkData {
            base: header.base,
            hidden: header.hidden,
            buckets: header.buckets,
            scale: header.scale,
            hidden_biases: take(hidden_biases),
            hidden_weights: take(hidden_weights),
            output_weights: take(output_weights),
            output_biases: longs
                .as_chunks()
                .0
                .iter()
                .map(|&bytes| i32::from_le_bytes(bytes))
                .collect(),
        };
        Ok((data, computed))
    }

    /// Returns the bytes of the file for the rule set of `B`.
    pub fn to_bytes(&self, game: &GameInfo) -> Vec<u8> {
        let header = Header {
            variant: game.network_name().to_owned(),
            rules: game.rules,
            pieces: letters(game),
            base: self.base,
            hidden: self.hidden,
            buckets: self.buckets,
            scale: self.scale,
        };
        // A struct of numbers and names is always JSON.
        let json = serde_json::to_string(&header).unwrap_or_default();
        let mut bytes = format!("{PREFIX}{json}\n").into_bytes();
        for weights in [&self.hidden_biases, &self.hidden_weights, &self.output_weights] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

#[cfg(test)]
impl NetworkData {
    /// Creates a network with random weights.
    pub(in crate::eval) fn random(
        game: &GameInfo,
        hidden: usize,
        buckets: usize,
        base: NetworkBase,
        random: &mut rand_chacha::ChaCha8Rng,
    ) -> NetworkData {
        use rand::RngExt;

        let mut weights = |count: usize, max: i16| -> Vec<i16> {
            (0..count).map(|_| random.random_range(-max..=max)).collect()
        };
        let colors = color_count(game);
        NetworkData {
            base,
            hidden,
            buckets,
            scale: 300,
            hidden_biases: weights(colors * hidden, 200),
            hidden_weights: weights(feature_count(game) * colors * hidden, 120),
            output_weights: weights(colors * buckets * 2 * hidden, 127),
            output_biases: weights(colors * buckets, 5000).into_iter().map(i32::from).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BuiltIn, Chess, Federation, FederationPlain};

    fn data(game: &GameInfo) -> NetworkData {
        let header = Header {
            variant: game.name.to_owned(),
            rules: None,
            pieces: letters(game),
            base: NetworkBase::Material,
            hidden: 8,
            buckets: 2,
            scale: 400,
        };
        let mut number = 0i16;
        let mut next = |count: usize| -> Vec<i16> {
            (0..count)
                .map(|_| {
                    number = number.wrapping_add(257);
                    number
                })
                .collect()
        };
        let [hidden_biases, hidden_weights, output_weights, output_biases] =
            header.lengths(game).map(&mut next);
        NetworkData {
            base: header.base,
            hidden: header.hidden,
            buckets: header.buckets,
            scale: header.scale,
            hidden_biases,
            hidden_weights,
            output_weights,
            output_biases: output_biases.into_iter().map(|bias| i32::from(bias) << 8).collect(),
        }
    }

    #[test]
    fn network_round_trips_through_its_file() {
        let (symmetric, other) = (data(Chess::game_info()), data(Federation::game_info()));
        let read = NetworkData::parse(Chess::game_info(), &symmetric.to_bytes(Chess::game_info()));
        assert_eq!(read.map(|(data, _)| data), Ok(symmetric));
        let bytes = other.to_bytes(Federation::game_info());
        let read = NetworkData::parse(Federation::game_info(), &bytes);
        assert_eq!(read.map(|(data, _)| data), Ok(other));
    }

    #[test]
    fn damaged_files_are_rejected() {
        let bytes = data(Chess::game_info()).to_bytes(Chess::game_info());
        let parse = |bytes: &[u8]| NetworkData::parse(Chess::game_info(), bytes);
        for index in (0..200).chain((200..bytes.len()).step_by(311)).chain([bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[index] ^= 0x04;
            assert!(parse(&damaged).is_err(), "byte {index}");
            assert!(parse(&bytes[..index]).is_err(), "{index} bytes");
        }
        let long = [&bytes[..], &[0]].concat();
        let (read, expected) = (long.len(), bytes.len());
        assert_eq!(parse(&long), Err(NetworkError::Size { read, expected }));
    }

    #[test]
    fn network_of_another_rule_set_is_rejected() {
        let bytes = data(Chess::game_info()).to_bytes(Chess::game_info());
        let error = NetworkData::parse(Federation::game_info(), &bytes).expect_err("chess");
        assert_eq!(error.to_string(), "a network of the rule set chess, expected federation");
    }

    #[test]
    fn network_of_other_pieces_is_rejected() {
        let bytes = data(Chess::game_info()).to_bytes(Chess::game_info());
        let at = bytes.windows(6).position(|letters| letters == b"pnbrqk").expect("letters");
        let other = [&bytes[..at], b"pnbrqx", &bytes[at + 6..]].concat();
        let error = NetworkData::parse(Chess::game_info(), &other).expect_err("x");
        assert_eq!(error.to_string(), "pieces: read pnbrqx, expected pnbrqk");
    }

    #[test]
    fn federation_plain_shares_the_networks_of_federation() {
        let data = data(Federation::game_info());
        let read = NetworkData::parse(
            FederationPlain::game_info(),
            &data.to_bytes(Federation::game_info()),
        );
        assert_eq!(read.map(|(read, _)| read), Ok(data));
    }

    #[test]
    fn numbers_out_of_range_are_rejected() {
        let good = data(Chess::game_info());
        for bad in [
            NetworkData { hidden: 7, ..good.clone() },
            NetworkData { hidden: 1 << 40, ..good.clone() },
            NetworkData { buckets: 0, ..good.clone() },
            NetworkData { buckets: usize::MAX, ..good.clone() },
            NetworkData { scale: -1, ..good },
        ] {
            let error = NetworkData::parse(Chess::game_info(), &bad.to_bytes(Chess::game_info()));
            assert!(matches!(error, Err(NetworkError::Header(_))), "{error:?}");
        }
    }
}
