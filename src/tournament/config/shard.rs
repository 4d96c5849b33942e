//! Parts of a match that are played on different machines.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One of [`count`](Self::count) parts of a match: every `count`th pair of games, starting with
/// pair `index`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// The part, from 1 to `count`.
    pub index: u64,
    /// The number of parts.
    pub count: u64,
}

impl Shard {
    /// Returns whether this part plays the pair of games `pair`, counted from 0.
    pub fn contains(self, pair: u64) -> bool {
        pair % self.count == self.index - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Parses `3/40`: the third of forty parts.
    fn from_str(text: &str) -> Result<Shard, String> {
        let shard = text.split_once('/').and_then(|(index, count)| {
            let shard = Shard { index: index.parse().ok()?, count: count.parse().ok()? };
            (1..=shard.count).contains(&shard.index).then_some(shard)
        });
        shard.ok_or_else(|| {
            format!("read \"{text}\", expected K/N with K from 1 to N, such as 3/40")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_belongs_to_one_shard() {
        for pair in 0..100 {
            let shards = (1..=7).map(|index| Shard { index, count: 7 });
            assert_eq!(shards.filter(|shard| shard.contains(pair)).count(), 1);
        }
    }

    #[test]
    fn shards_are_parsed_and_invalid_ones_rejected() {
        assert_eq!("3/40".parse(), Ok(Shard { index: 3, count: 40 }));
        for text in ["0/3", "4/3", "3", "a/b", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
