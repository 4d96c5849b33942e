//! The settings of a data generation run. They stand in the first line of its file.

use super::game_record::MoveFormat;
use crate::profiles::EvalSource;
use crate::registry::Variant;
use crate::tournament::config::Shard;
use crate::tournament::openings::PlyRange;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Which games to play. The same settings give the same games on every machine with any number of
/// threads: game `n` depends on the settings and on `n` alone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DatagenConfig {
    /// The rule set.
    pub variant: Variant,
    /// The number of games, all shards together.
    pub games: u64,
    /// The seed of the random openings.
    pub seed: u64,
    /// A move's search ends with the iteration that reaches this number of nodes.
    pub soft_nodes: u64,
    /// A move's search stops at this number of nodes.
    pub hard_nodes: u64,
    /// The number of random plies before the first searched move.
    #[serde(with = "as_text")]
    pub random_plies: PlyRange,
    /// The share of openings that prefer to empty and move one platform, 0 to 1.
    pub platform_share: f64,
    /// An opening is dropped if its first search gives more than this, in centipawns.
    pub max_opening_score: i32,
    /// The game is won when every score of the last `win_plies` plies reaches this, in centipawns.
    pub win_score: i32,
    /// See `win_score`.
    pub win_plies: u32,
    /// The game is drawn when no score of the last `draw_plies` plies exceeds this, in centipawns.
    pub draw_score: i32,
    /// See `draw_score`.
    pub draw_plies: u32,
    /// The first ply at which a draw can be adjudicated.
    pub draw_from_ply: u32,
    /// The game is drawn after this number of plies.
    pub max_plies: u32,
    /// The evaluation that plays.
    #[serde(default, skip_serializing_if = "is_default", with = "as_text")]
    pub eval_file: EvalSource,
    /// The size of the transposition table of each thread, in MiB.
    pub hash_mib: usize,
    /// The part of the games that this file holds; all of them without it.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "as_optional_text")]
    pub shard: Option<Shard>,
    /// How the moves are packed.
    #[serde(default)]
    pub move_format: MoveFormat,
    /// The version of the program, because another search plays other games.
    pub version: Cow<'static, str>,
}

impl DatagenConfig {
    /// Returns the default settings for a rule set.
    pub const fn new(variant: Variant, games: u64, seed: u64) -> DatagenConfig {
        DatagenConfig {
            variant,
            games,
            seed,
            soft_nodes: 500,
            hard_nodes: 4_000,
            random_plies: PlyRange::new(8, 12),
            platform_share: 0.3,
            max_opening_score: 600,
            win_score: 2_500,
            win_plies: 8,
            draw_score: 10,
            draw_plies: 16,
            draw_from_ply: 80,
            max_plies: 400,
            eval_file: EvalSource::Default,
            hash_mib: 4,
            shard: None,
            move_format: MoveFormat::Bits29,
            version: Cow::Borrowed(env!("CARGO_PKG_VERSION")),
        }
    }

    /// Returns whether game `index` belongs to this file.
    pub fn contains(&self, index: u64) -> bool {
        index < self.games && self.shard.is_none_or(|shard| shard.contains(index))
    }

    /// Returns how many games belong to this file.
    pub fn games_in_file(&self) -> u64 {
        (0..self.games).filter(|&game| self.contains(game)).count() as u64
    }

    /// Returns the same settings for all shards together, in a file that is written now.
    #[must_use]
    pub fn unsharded(&self) -> DatagenConfig {
        DatagenConfig { shard: None, move_format: MoveFormat::Bits29, ..self.clone() }
    }

    /// Returns what makes the settings unusable.
    pub fn check(&self) -> Result<(), String> {
        if self.soft_nodes == 0 || self.hard_nodes < self.soft_nodes {
            let (soft, hard) = (self.soft_nodes, self.hard_nodes);
            return Err(format!(
                "node limits: read {soft} (soft) and {hard} (hard), expected 0 < soft <= hard"
            ));
        }
        if !(0.0..=1.0).contains(&self.platform_share) {
            return Err(format!("platform-share: read {}, expected 0 to 1", self.platform_share));
        }
        if self.max_plies > MAX_PLIES {
            return Err(format!(
                "max-plies: read {}, expected at most {MAX_PLIES}",
                self.max_plies
            ));
        }
        Ok(())
    }
}

fn is_default(source: &EvalSource) -> bool {
    *source == EvalSource::Default
}

/// The longest game that a file can hold.
pub const MAX_PLIES: u32 = 10_000;

/// A value that is written as its `Display` text.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub(super) fn serialize<S: Serializer>(
        value: &impl Display,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, D, T>(deserializer: D) -> Result<T, D::Error>
    where
        D: Deserializer<'de>,
        T: FromStr<Err: Display>,
    {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The same for a value that may be missing.
mod as_optional_text {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub(super) fn serialize<S: Serializer>(
        value: &Option<impl Display>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.collect_str(value),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        D: Deserializer<'de>,
        T: FromStr<Err: Display>,
    {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn config_round_trips_through_json() {
        let mut config = DatagenConfig::new(Variant::Kobayashi, 1000, 7);
        for shard in [None, Some(Shard { index: 2, count: 5 })] {
            config.shard = shard;
            let json = serde_json::to_string(&config).expect("JSON");
            let read: DatagenConfig = serde_json::from_str(&json).expect("the same config");
            assert_eq!(read, config);
        }
    }

    #[test]
    fn shards_split_the_games() {
        let mut config = DatagenConfig::new(Variant::Chess, 10, 1);
        let mut owners = [0; 12];
        for index in 1..=3 {
            config.shard = Some(Shard { index, count: 3 });
            for (game, owner) in owners.iter_mut().enumerate() {
                *owner += i32::from(config.contains(game as u64));
            }
        }
        assert_eq!(owners, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    }

    #[test]
    fn unusable_settings_are_rejected() {
        let good = DatagenConfig::new(Variant::Chess, 10, 1);
        assert_eq!(good.check(), Ok(()));
        let bad = DatagenConfig { hard_nodes: 10, ..good.clone() };
        assert!(bad.check().expect_err("hard below soft").contains("node limits"));
        let bad = DatagenConfig { platform_share: 1.5, ..good.clone() };
        assert!(bad.check().expect_err("not a share").contains("platform-share"));
        let bad = DatagenConfig { max_plies: MAX_PLIES + 1, ..good };
        assert!(bad.check().expect_err("too long").contains("max-plies"));
    }
}
