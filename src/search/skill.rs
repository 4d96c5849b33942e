//! Playing below full strength: levels from a beginner's to the engine's own.
//!
//! A weaker player looks at fewer positions and judges each of them worse. So a level has a number
//! of nodes for each move and a *blur*: an error of judgement that belongs to the position, the
//! same whenever it is looked at in one game and another in the next, so that the same win does not
//! work twice. Errors of many positions meet in a search, and the largest one prevails: that is how
//! weak players go wrong, and it needs no blunders by dice. What can go wrong: scores that are
//! blurred get into table, histories and corrections, so a change of level begins with empty ones.

/// How well to play: 0 is a beginner, [`Skill::FULL`] the engine without restraint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skill(u8);

/// An error of judgement for every position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalNoise {
    /// The standard deviation in centipawns.
    pub std_dev: i32,
    /// Tells the errors of one game from those of another.
    pub seed: u64,
}

impl Skill {
    /// No restraint.
    pub const FULL: Skill = Skill(LEVELS.len() as u8);

    /// The level of that number; `None` above the highest.
    pub fn new(level: u64) -> Option<Skill> {
        u8::try_from(level).ok().map(Skill).filter(|skill| *skill <= Skill::FULL)
    }

    /// Its number.
    pub const fn level(self) -> u8 {
        self.0
    }

    fn limits(self) -> Option<LevelLimits> {
        LEVELS.get(usize::from(self.0)).copied()
    }

    /// The most nodes for a move; `None` at full strength.
    pub fn nodes(self) -> Option<u64> {
        self.limits().map(|limits| limits.nodes)
    }

    /// The blur in a game of that seed.
    pub fn noise(self, seed: u64) -> Option<EvalNoise> {
        let amount = self.limits().map_or(0, |limits| limits.noise_std_dev);
        (amount > 0).then_some(EvalNoise { std_dev: amount, seed })
    }
}

/// What a level is limited to.
#[derive(Clone, Copy)]
struct LevelLimits {
    /// For a move.
    nodes: u64,
    /// The standard deviation of the blur in centipawns.
    noise_std_dev: i32,
}

/// The levels below full strength, spaced so that matches show steps of a size: few nodes decide much,
/// so that they rise slowly at first.
const LEVELS: [LevelLimits; 20] = {
    const fn level(nodes: u64, blur: i32) -> LevelLimits {
        LevelLimits { nodes, noise_std_dev: blur }
    }
    [
        level(40, 390),
        level(75, 280),
        level(108, 230),
        level(137, 204),
        level(175, 177),
        level(208, 160),
        level(265, 140),
        level(328, 124),
        level(405, 108),
        level(505, 92),
        level(627, 78),
        level(830, 64),
        level(1080, 52),
        level(1400, 40),
        level(2000, 28),
        level(3000, 14),
        level(4000, 0),
        level(7000, 0),
        level(13_000, 0),
        level(30_000, 0),
    ]
};

/// What levels are worth: the Elo of every fourth one, from the lowest to full strength, rising.
/// Those between are taken to lie evenly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EloTable(pub [i32; NAMED_LEVELS.len()]);

/// The levels that have a name, a rung each.
pub const NAMED_LEVELS: [(&str, Skill); 6] = [
    ("cadet", Skill(0)),
    ("ensign", Skill(4)),
    ("lieutenant", Skill(8)),
    ("commander", Skill(12)),
    ("captain", Skill(16)),
    ("admiral", Skill::FULL),
];

impl EloTable {
    /// What the level is worth.
    pub fn elo(self, skill: Skill) -> i32 {
        let mut steps = self.0.windows(2).zip(NAMED_LEVELS.windows(2));
        let within = steps.find_map(|(elo, rungs)| match (elo, rungs) {
            (&[low, high], &[(_, below), (_, above)]) if skill <= above => {
                let (height, all) = (skill.0 - below.0, above.0 - below.0);
                Some(low + (high - low) * i32::from(height) / i32::from(all))
            }
            _ => None,
        });
        let [.., highest] = self.0;
        within.unwrap_or(highest)
    }

    /// The level whose worth is nearest to that.
    pub fn skill(self, elo: i32) -> Skill {
        let levels = (0..=Skill::FULL.0).map(Skill);
        levels.min_by_key(|&skill| self.elo(skill).abs_diff(elo)).unwrap_or(Skill::FULL)
    }
}

/// How well to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// At this level.
    Level(Skill),
    /// At the level that is nearest to so much Elo, by the ladder of the rule set.
    Elo(i32),
}

impl Strength {
    /// The level by this ladder.
    pub fn skill(self, ladder: EloTable) -> Skill {
        match self {
            Strength::Level(skill) => skill,
            Strength::Elo(elo) => ladder.skill(elo),
        }
    }
}

/// Blurred or not, an evaluation stays below this magnitude, and so is no mate.
const MAX_NOISY_EVAL: i32 = 20_000;

impl EvalNoise {
    /// The evaluation of the position of this key as a weak player sees it.
    #[inline(never)]
    pub fn apply(self, evaluation: i32, key: u64) -> i32 {
        // The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
        let mut bits = key ^ self.seed;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        // Four even numbers add up to nearly a normal one: each has a variance of 2^32/12, the sum a
        // standard deviation of 2^16/√3.
        let sum: i64 = (0..4).map(|part| ((bits >> (16 * part)) & 0xffff) as i64 - 0x7fff).sum();
        let error = sum * i64::from(self.std_dev) / SUM_STD_DEV;
        (evaluation + error as i32).clamp(-MAX_NOISY_EVAL, MAX_NOISY_EVAL)
    }
}

/// 2^16/√3.
const SUM_STD_DEV: i64 = 37_837;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_have_looser_limits() {
        for level in 0..Skill::FULL.level() {
            let (here, above) = (Skill(level), Skill(level + 1));
            assert!(above.nodes().is_none_or(|nodes| Some(nodes) > here.nodes()));
            let amount = |skill: Skill| skill.noise(1).map_or(0, |blur| blur.std_dev);
            assert!(amount(here) >= amount(above));
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
        let ladder = EloTable([400, 800, 1300, 1700, 2200, 2600]);
        for ((_, skill), elo) in NAMED_LEVELS.into_iter().zip(ladder.0) {
            assert_eq!(ladder.elo(skill), elo);
            assert_eq!(ladder.skill(elo), skill);
        }
        assert_eq!(ladder.elo(Skill(6)), 1050);
        assert_eq!((ladder.skill(-500), ladder.skill(9999)), (Skill(0), Skill::FULL));
        assert_eq!(Strength::Elo(1049).skill(ladder), Skill(6));
        assert_eq!(Strength::Level(Skill(3)).skill(ladder), Skill(3));
    }

    #[test]
    fn noise_has_stated_standard_deviation() {
        let blur = EvalNoise { std_dev: 200, seed: 42 };
        let errors: Vec<f64> = (0..20_000u64)
            .map(|n| f64::from(blur.apply(0, n.wrapping_mul(0x9e37_79b9_7f4a_7c15))))
            .collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let variance = errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64;
        assert!(mean.abs() < 10.0, "{mean}");
        assert!((variance.sqrt() - 200.0).abs() < 10.0, "{}", variance.sqrt());
        assert_eq!(blur.apply(50, 3), blur.apply(50, 3), "the same position, the same error");
        assert_ne!(blur.apply(50, 3), EvalNoise { seed: 43, ..blur }.apply(50, 3));
    }
}
