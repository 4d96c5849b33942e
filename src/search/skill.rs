//! Playing below full strength: levels from a beginner's to the engine's own.
//!
//! A weaker player looks at fewer positions and judges each of them worse. So a level has a number
//! of nodes for each move and a *blur*: an error of judgement that belongs to the position, the
//! same whenever it is looked at in one game and another in the next, so that the same win does not
//! work twice. Errors of many positions meet in a search, and the largest one prevails: that is how
//! weak players go wrong, and it needs no blunders by dice. What can go wrong: scores that are
//! blurred get into the table, so a change of level begins with an empty one.

/// How well to play: 0 is a beginner, [`Skill::FULL`] the engine without restraint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skill(u8);

/// An error of judgement for every position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blur {
    /// The standard deviation in centipawns.
    pub amount: i32,
    /// Tells the errors of one game from those of another.
    pub seed: u64,
}

impl Skill {
    /// No restraint.
    pub const FULL: Skill = Skill(20);

    /// The level of that number; `None` above the highest.
    pub fn new(level: u64) -> Option<Skill> {
        u8::try_from(level).ok().map(Skill).filter(|skill| *skill <= Skill::FULL)
    }

    /// Its number.
    pub const fn level(self) -> u8 {
        self.0
    }

    /// The most nodes for a move; `None` at full strength. Each level has 1.6 times those of the
    /// one below.
    pub fn nodes(self) -> Option<u64> {
        let power = |nodes: u64| (0..self.0).fold(nodes, |nodes, _| nodes * 8 / 5);
        (self != Skill::FULL).then(|| power(LEAST_NODES))
    }

    /// The blur in a game of that seed.
    pub fn blur(self, seed: u64) -> Option<Blur> {
        let short = i32::from(CLEAR_LEVEL.saturating_sub(self.0));
        let clear = i32::from(CLEAR_LEVEL);
        let amount = LARGEST_BLUR * short * short / (clear * clear);
        (amount > 0).then_some(Blur { amount, seed })
    }
}

/// The nodes of the lowest level.
const LEAST_NODES: u64 = 25;

/// The blur of the lowest level, in centipawns.
const LARGEST_BLUR: i32 = 500;

/// From this level on judgement is not blurred.
const CLEAR_LEVEL: u8 = 16;

/// Blurred or not, an evaluation stays below this magnitude, and so is no mate.
const FURTHEST: i32 = 20_000;

impl Blur {
    /// The evaluation of the position of this key as a weak player sees it.
    #[inline(never)]
    pub fn of(self, evaluation: i32, key: u64) -> i32 {
        // The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
        let mut bits = key ^ self.seed;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        // Four even numbers add up to nearly a normal one: each has a variance of 2^32/12, the sum a
        // standard deviation of 2^16/√3.
        let sum: i64 = (0..4).map(|part| ((bits >> (16 * part)) & 0xffff) as i64 - 0x7fff).sum();
        let error = sum * i64::from(self.amount) / DEVIATION;
        (evaluation + error as i32).clamp(-FURTHEST, FURTHEST)
    }
}

/// 2^16/√3.
const DEVIATION: i64 = 37_837;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise() {
        for level in 0..Skill::FULL.level() {
            let (here, above) = (Skill(level), Skill(level + 1));
            assert!(above.nodes().is_none_or(|nodes| Some(nodes) > here.nodes()));
            let amount = |skill: Skill| skill.blur(1).map_or(0, |blur| blur.amount);
            assert!(amount(here) >= amount(above));
        }
        assert_eq!((Skill::FULL.nodes(), Skill::FULL.blur(7)), (None, None));
        assert_eq!((Skill::new(20), Skill::new(21)), (Some(Skill::FULL), None));
    }

    #[test]
    fn errors_have_the_size_that_is_said() {
        let blur = Blur { amount: 200, seed: 42 };
        let errors: Vec<f64> = (0..20_000u64)
            .map(|n| f64::from(blur.of(0, n.wrapping_mul(0x9e37_79b9_7f4a_7c15))))
            .collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let variance = errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64;
        assert!(mean.abs() < 10.0, "{mean}");
        assert!((variance.sqrt() - 200.0).abs() < 10.0, "{}", variance.sqrt());
        assert_eq!(blur.of(50, 3), blur.of(50, 3), "the same position, the same error");
        assert_ne!(blur.of(50, 3), Blur { seed: 43, ..blur }.of(50, 3));
    }
}
