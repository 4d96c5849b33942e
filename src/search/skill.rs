//! Skill levels: play below full strength.
//!
//! A level limits the nodes for each move and adds noise to the evaluation. The noise is a function
//! of the position and of a seed for each game, so a position keeps its error within a game but has
//! another one in the next, and the same line does not win twice. The search maximizes over many
//! noisy evaluations, so the largest error decides. Random blunders are not needed.
//!
//! Noisy scores enter the transposition table and the histories. Clear them when the level changes.

/// A skill level: 0 is a beginner, [`Skill::FULL`] the engine at full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skill(u8);

/// Noise added to evaluations: an error for each position, which is the same in a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalNoise {
    /// The standard deviation of the error in centipawns.
    pub std_dev: i32,
    /// The seed of the game.
    pub seed: u64,
}

impl Skill {
    /// Full strength.
    pub const FULL: Skill = Skill(LEVELS.len() as u8);

    /// Returns the level with this number, or `None` above the highest.
    pub fn new(level: u64) -> Option<Skill> {
        u8::try_from(level).ok().map(Skill).filter(|skill| *skill <= Skill::FULL)
    }

    /// Returns the number of the level.
    pub const fn level(self) -> u8 {
        self.0
    }

    /// Returns the maximum number of nodes for a move; `None` at full strength.
    pub fn nodes(self) -> Option<u64> {
        LEVELS.get(usize::from(self.0)).map(|&(nodes, _)| nodes)
    }

    /// Returns the evaluation noise in a game with this seed; `None` at high levels.
    pub fn noise(self, seed: u64) -> Option<EvalNoise> {
        let std_dev = LEVELS.get(usize::from(self.0)).map_or(0, |&(_, std_dev)| std_dev);
        (std_dev > 0).then_some(EvalNoise { std_dev, seed })
    }
}

/// The maximum number of nodes for a move and the standard deviation of the evaluation noise in
/// centipawns of each level below full strength. The levels are spaced for equal Elo steps in
/// matches. At few nodes, each additional node counts most, so the node limits rise slowly at
/// first.
const LEVELS: [(u64, i32); 20] = [
    (40, 390),
    (75, 280),
    (108, 230),
    (137, 204),
    (175, 177),
    (208, 160),
    (265, 140),
    (328, 124),
    (405, 108),
    (505, 92),
    (627, 78),
    (830, 64),
    (1080, 52),
    (1400, 40),
    (2000, 28),
    (3000, 14),
    (4000, 0),
    (7000, 0),
    (13_000, 0),
    (30_000, 0),
];

/// The Elo of each level of [`NAMED_LEVELS`], in increasing order. The Elo of the other levels is
/// interpolated linearly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EloTable(pub [i32; NAMED_LEVELS.len()]);

/// The levels with a name: every fourth level.
pub const NAMED_LEVELS: [(&str, Skill); 6] = [
    ("cadet", Skill(0)),
    ("ensign", Skill(4)),
    ("lieutenant", Skill(8)),
    ("commander", Skill(12)),
    ("captain", Skill(16)),
    ("admiral", Skill::FULL),
];

impl EloTable {
    /// The Elo of level 0 in every rule set, by definition.
    pub const MIN: i32 = 400;
    /// No level of a rule set has a higher Elo.
    pub const MAX: i32 = 5000;

    /// Returns the Elo of a level.
    pub fn elo(self, skill: Skill) -> i32 {
        let mut intervals = self.0.windows(2).zip(NAMED_LEVELS.windows(2));
        let interpolated = intervals.find_map(|(elo, levels)| match (elo, levels) {
            (&[low, high], &[(_, below), (_, above)]) if skill <= above => {
                let (offset, width) = (skill.0 - below.0, above.0 - below.0);
                Some(low + (high - low) * i32::from(offset) / i32::from(width))
            }
            _ => None,
        });
        let [.., max] = self.0;
        interpolated.unwrap_or(max)
    }

    /// Returns the level with the nearest Elo.
    pub fn skill(self, elo: i32) -> Skill {
        let levels = (0..=Skill::FULL.0).map(Skill);
        levels.min_by_key(|&skill| self.elo(skill).abs_diff(elo)).unwrap_or(Skill::FULL)
    }
}

/// A playing strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// A skill level.
    Level(Skill),
    /// The level with the nearest Elo, by the table of the rule set.
    Elo(i32),
}

impl Strength {
    /// Returns the skill level, by the Elo table of the rule set.
    pub fn skill(self, elo_table: EloTable) -> Skill {
        match self {
            Strength::Level(skill) => skill,
            Strength::Elo(elo) => elo_table.skill(elo),
        }
    }
}

/// The maximum magnitude of a noisy evaluation, well below the mate scores.
const MAX_NOISY_EVAL: i32 = 20_000;

impl EvalNoise {
    /// Adds the error of the position with this key to its evaluation.
    #[inline(never)]
    pub fn apply(self, eval: i32, key: u64) -> i32 {
        // The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
        let mut bits = key ^ self.seed;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        // The sum of four uniform variables is nearly normal. Each has a variance of 2^32/12, so
        // the standard deviation of the sum is 2^16/√3.
        let sum: i64 = (0..4).map(|part| ((bits >> (16 * part)) & 0xffff) as i64 - 0x7fff).sum();
        let error = sum * i64::from(self.std_dev) / SUM_STD_DEV;
        (eval + error as i32).clamp(-MAX_NOISY_EVAL, MAX_NOISY_EVAL)
    }
}

/// The standard deviation of the sum in [`EvalNoise::apply`]: 2^16/√3.
const SUM_STD_DEV: i64 = 37_837;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_have_looser_limits() {
        for level in 0..Skill::FULL.level() {
            let (here, above) = (Skill(level), Skill(level + 1));
            assert!(above.nodes().is_none_or(|nodes| Some(nodes) > here.nodes()));
            let std_dev = |skill: Skill| skill.noise(1).map_or(0, |noise| noise.std_dev);
            assert!(std_dev(here) >= std_dev(above));
        }
        assert_eq!((Skill::FULL.nodes(), Skill::FULL.noise(7)), (None, None));
        assert_eq!((Skill::new(20), Skill::new(21)), (Some(Skill::FULL), None));
    }

    #[test]
    fn docs_list_named_levels() {
        let rows =
            include_str!("../../docs/matches.md").lines().filter(|line| line.starts_with("| "));
        let rows: Vec<String> = rows.map(|row| row.replace(',', "")).collect();
        for (name, skill) in NAMED_LEVELS {
            let nodes = skill.nodes().map_or(String::new(), |nodes| format!("{nodes} "));
            let row = format!("| {} | {name} | {nodes}|", skill.level());
            assert!(rows.iter().any(|found| found.starts_with(&row)), "{row}");
        }
    }

    #[test]
    fn elo_table_converts_both_ways() {
        let table = EloTable([400, 800, 1300, 1700, 2200, 2600]);
        for ((_, skill), elo) in NAMED_LEVELS.into_iter().zip(table.0) {
            assert_eq!(table.elo(skill), elo);
            assert_eq!(table.skill(elo), skill);
        }
        assert_eq!(table.elo(Skill(6)), 1050);
        assert_eq!((table.skill(-500), table.skill(9999)), (Skill(0), Skill::FULL));
        assert_eq!(Strength::Elo(1049).skill(table), Skill(6));
        assert_eq!(Strength::Level(Skill(3)).skill(table), Skill(3));
    }

    #[test]
    fn noise_has_stated_standard_deviation() {
        let noise = EvalNoise { std_dev: 200, seed: 42 };
        let errors: Vec<f64> = (0..20_000u64)
            .map(|n| f64::from(noise.apply(0, n.wrapping_mul(0x9e37_79b9_7f4a_7c15))))
            .collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let variance = errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64;
        assert!(mean.abs() < 10.0, "{mean}");
        assert!((variance.sqrt() - 200.0).abs() < 10.0, "{}", variance.sqrt());
        assert_eq!(noise.apply(50, 3), noise.apply(50, 3), "the same position, the same error");
        assert_ne!(noise.apply(50, 3), EvalNoise { seed: 43, ..noise }.apply(50, 3));
    }
}
