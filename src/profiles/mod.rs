//! The profile of each rule set: measured values that belong to neither its rules nor its
//! evaluation.
//!
//! `docs/matches.md` lists the commands that measure them. A change of search or evaluation shifts
//! the WDL model and the Elo of the skill levels, so measure them again after one.

mod networks;

pub use networks::{
    EvalSource, EvalSourceError, default_network, default_network_error, is_network_file,
    load_network, load_network_beside, offer_network, read_network,
};

use crate::eval::Evaluate;
use crate::rules::fixed::{Measured, measured};
use crate::rules::{BoardText, BulkCount, Endings, Exchange, GameInfo};
use crate::score::{MAX_PLY, WdlModel};

/// The values of one rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Maps scores to win, draw and loss probabilities; fitted to games by `triskelion wdl`.
    pub wdl_model: WdlModel,
    /// The Elo of the skill levels 0, 4, 8, 12, 16 and 20, measured by matches between levels two
    /// apart. Level 0 has 400 by definition.
    pub skill_elo: [i32; 6],
    /// The file of the evaluation network in the program; `None` if the hand-made evaluation stands
    /// alone, or without the feature `networks`. Its name is that of the rule set and the checksum
    /// at its end.
    pub network: Option<&'static [u8]>,
    /// The book of openings in the program, as a file of FENs; empty without the feature
    /// `tournament`.
    pub book: &'static str,
    /// Search parameters that depend on the number of moves that a board offers.
    pub search: SearchTuning,
}

impl Profile {
    /// The profile of a game that nobody has measured: that of ordinary chess, without network and
    /// book.
    const UNMEASURED: Profile = Profile {
        wdl_model: WdlModel { midpoint: 123, scale: 118 },
        skill_elo: [400, 1490, 2365, 3265, 3880, 4555],
        network: None,
        book: "",
        search: SearchTuning::DEFAULT,
    };

    /// Returns the profile of a game.
    pub fn of(game: &GameInfo) -> Profile {
        if game.is_from_file() {
            let Measured { wdl, skill, .. } = measured(game);
            return Profile {
                wdl_model: wdl.unwrap_or(Self::UNMEASURED.wdl_model),
                skill_elo: skill.unwrap_or(Self::UNMEASURED.skill_elo),
                ..Self::UNMEASURED
            };
        }
        let profile = PROFILES.iter().find(|(name, _)| *name == game.name);
        profile.map_or(Self::UNMEASURED, |&(_, profile)| profile)
    }
}

/// Search parameters that differ between rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchTuning {
    /// The number of quiet piece moves searched at low depth, in percent of the late-move-pruning
    /// formula.
    pub lmp_percent: i32,
    /// The same for platform moves.
    pub platform_lmp_percent: i32,
    /// Futility pruning spares checks less than this many plies from the root.
    pub spared_checks_plies: usize,
}

impl SearchTuning {
    /// The values for a board with about forty moves.
    pub const DEFAULT: SearchTuning =
        SearchTuning { lmp_percent: 150, platform_lmp_percent: 60, spared_checks_plies: MAX_PLY };

    /// The values for `federation` and `meder`, where checks far from the root are not worth their
    /// nodes.
    const FEW_CHECKS: SearchTuning =
        SearchTuning { spared_checks_plies: 7, ..SearchTuning::DEFAULT };
}

/// A board type with all that the search and everything above it need.
pub trait RuleSet: BoardText + Endings + Exchange + BulkCount + Evaluate {}

impl<B: BoardText + Endings + Exchange + BulkCount + Evaluate> RuleSet for B {}

/// The network file of that name.
macro_rules! network {
    ($name:literal) => {
        if cfg!(feature = "networks") {
            Some(include_bytes!(concat!("networks/", $name)))
        } else {
            None
        }
    };
}

/// The book of openings of a rule set.
macro_rules! book {
    ($name:literal) => {
        if cfg!(feature = "tournament") {
            include_str!(concat!("books/", $name, ".txt"))
        } else {
            ""
        }
    };
}

/// The measured profiles, by the names of the games.
static PROFILES: [(&str, Profile); 8] = [
    (
        "federation",
        Profile {
            wdl_model: WdlModel { midpoint: 94, scale: 137 },
            skill_elo: [400, 875, 1605, 2530, 3135, 3810],
            network: network!("federation-e9f3b8a0.net"),
            book: book!("federation"),
            search: SearchTuning::FEW_CHECKS,
        },
    ),
    (
        "federation-plain",
        Profile {
            wdl_model: WdlModel { midpoint: 96, scale: 144 },
            skill_elo: [400, 875, 1605, 2530, 3135, 3810],
            network: network!("federation-e9f3b8a0.net"),
            book: book!("federation-plain"),
            search: SearchTuning::FEW_CHECKS,
        },
    ),
    (
        "kobayashi",
        Profile {
            wdl_model: WdlModel { midpoint: 1149, scale: 503 },
            skill_elo: [400, 1125, 1615, 2040, 2505, 2965],
            network: network!("kobayashi-36b854f2.net"),
            book: book!("kobayashi"),
            search: SearchTuning::DEFAULT,
        },
    ),
    (
        "meder",
        Profile {
            wdl_model: WdlModel { midpoint: 168, scale: 208 },
            skill_elo: [400, 1215, 2050, 2950, 3520, 4135],
            network: network!("meder-4a98965e.net"),
            book: book!("meder"),
            search: SearchTuning::FEW_CHECKS,
        },
    ),
    (
        "sixfold",
        Profile {
            wdl_model: WdlModel { midpoint: 98, scale: 192 },
            skill_elo: [400, 1430, 2490, 3460, 4180, 4930],
            network: network!("sixfold-997612a4.net"),
            book: book!("sixfold"),
            search: SearchTuning::DEFAULT,
        },
    ),
    (
        "spacechess",
        Profile {
            wdl_model: WdlModel { midpoint: 117, scale: 257 },
            skill_elo: [400, 820, 1725, 2680, 3455, 4300],
            network: network!("spacechess-3aa04ba8.net"),
            book: book!("spacechess"),
            // At 150 a mate in one goes unseen in a few games of 2,000 nodes a move.
            search: SearchTuning { lmp_percent: 300, ..SearchTuning::DEFAULT },
        },
    ),
    (
        "raumschach",
        Profile {
            wdl_model: WdlModel { midpoint: 258, scale: 278 },
            skill_elo: [400, 795, 1640, 2450, 3155, 3755],
            network: network!("raumschach-75d42ad3.net"),
            book: book!("raumschach"),
            search: SearchTuning::DEFAULT,
        },
    ),
    (
        "chess",
        Profile {
            network: network!("chess-629af94d.net"),
            book: book!("chess"),
            ..Profile::UNMEASURED
        },
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::skill::EloTable;

    #[test]
    fn skill_levels_rise_within_the_range_of_elo() {
        for (name, profile) in &PROFILES {
            let elo = profile.skill_elo;
            assert!(elo.is_sorted_by(|low, high| low < high), "{name}: {elo:?}");
            assert_eq!(elo.first(), Some(&EloTable::MIN), "{name}");
            assert!(elo.last() <= Some(&EloTable::MAX), "{name}: {elo:?}");
        }
    }
}
