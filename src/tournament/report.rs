//! A match in writing: its standing for people, in the words of fastchess, and for programs, as
//! JSON.

use super::Termination;
use super::config::{MatchConfig, ScheduledGame};
use super::scoreboard::Scoreboard;
use super::statistics::report::{Ranking, SprtConclusion, SprtProgress, Summary};
use super::statistics::{Estimate, Ratings, Tally, elo};
use serde_json::{Value, json};
use std::fmt;

/// The line that fastchess draws above and below results.
pub const SEPARATOR: &str = "--------------------------------------------------";

/// The standing of a match, in several lines, without a last line break: of two players what one
/// has done against the other, of more their ranking and who scored what against whom.
#[derive(Clone, Copy)]
pub struct Standings<'a> {
    /// The match.
    pub config: &'a MatchConfig,
    /// Its games so far.
    pub scoreboard: &'a Scoreboard,
}

impl Standings<'_> {
    fn names(&self) -> Vec<String> {
        self.config.players.iter().map(|player| player.name.clone()).collect()
    }

    /// The limits of the players, their threads and tables, and the openings.
    fn settings(&self) -> String {
        let each = |show: &dyn Fn(usize) -> String| {
            let mut texts: Vec<String> = (0..self.config.players.len()).map(show).collect();
            texts.dedup();
            texts.join(" - ")
        };
        let players = &self.config.players;
        let limits = each(&|index| players[index].limit_text().to_string());
        let threads = each(&|index| format!("{}t", players[index].threads()));
        let hash = each(&|index| format!("{}MB", players[index].option("Hash").unwrap_or("16")));
        format!("{limits}, {threads}, {hash}, {}", self.config.openings)
    }

    /// The sequential test as it stands.
    fn sprt_progress(&self) -> Option<SprtProgress> {
        let test = self.config.sprt?;
        Some(SprtProgress {
            test,
            ratio: test.log_likelihood_ratio(&self.scoreboard.head_to_head()),
        })
    }

    /// The verdict of the sequential test.
    pub fn sprt_conclusion(&self) -> Option<SprtConclusion> {
        let SprtProgress { test, ratio } = self.sprt_progress()?;
        Some(SprtConclusion { test, verdict: test.verdict(ratio) })
    }

    /// How games have ended, and what the players did wrong; without a last line break.
    pub fn termination_counts(&self) -> String {
        let causes = self.scoreboard.terminations().iter();
        let causes: Vec<String> = causes.map(|(name, count)| format!("{name} {count}")).collect();
        let mut text = format!("Ends: {}", causes.join(", "));
        for (index, player) in self.config.players.iter().enumerate() {
            let count = |cause| self.scoreboard.faults(index, cause);
            let faults = Termination::ALL.into_iter().filter(|&cause| cause.is_fault());
            let faults: Vec<String> = faults
                .filter(|&cause| count(cause) > 0)
                .map(|cause| format!("{} {}", cause.name(), count(cause)))
                .collect();
            if !faults.is_empty() {
                text.push_str(&format!("\nFaults of {}: {}", player.name, faults.join(", ")));
            }
        }
        text
    }

    /// The same for programs.
    pub fn to_json(&self) -> Value {
        let players = &self.config.players;
        let pairings = (0..players.len())
            .flat_map(|one| (one + 1..players.len()).map(move |other| (one, other)));
        let table = self.scoreboard.table();
        let duels: Vec<Value> = pairings
            .map(|(one, other)| (one, other, table.between(one, other)))
            .filter(|(.., tally)| tally.games() > 0)
            .map(|(one, other, tally)| {
                pairing_to_json(&players[one].name, &players[other].name, &tally)
            })
            .collect();
        let mut value = json!({
            "variant": self.config.variant.name(),
            "games": self.scoreboard.games(),
            "of": self.config.total_games(),
            "duels": duels,
            "ends": self.scoreboard.terminations(),
        });
        if players.len() > 2 {
            let ratings = Ratings::fit(table, 0.0);
            let rated = self.names().into_iter().zip(&ratings.players);
            value["ratings"] = rated
                .map(|(name, rating)| json!({ "name": name, "elo": estimate_to_json(*rating) }))
                .collect();
        }
        if let (Some(progress), Some(conclusion)) = (self.sprt_progress(), self.sprt_conclusion()) {
            let (lower, upper) = progress.test.bounds();
            value["sprt"] = json!({
                "llr": progress.ratio,
                "bounds": [lower, upper],
                "verdict": format!("{:?}", conclusion.verdict).to_lowercase(),
            });
        }
        value
    }
}

/// Infinite values, which JSON has not got, are null.
fn estimate_to_json(estimate: Estimate) -> Value {
    json!({ "value": estimate.value, "error": estimate.error })
}

fn pairing_to_json(one: &str, other: &str, tally: &Tally) -> Value {
    json!({
        "players": [one, other],
        "wins": tally.wins(),
        "draws": tally.draws(),
        "losses": tally.losses(),
        "pairs": tally.pairs(),
        "score": elo::score(tally).value,
        "elo": estimate_to_json(elo::elo(tally)),
        "nelo": estimate_to_json(elo::normalized_elo(tally)),
        "los": elo::likelihood_of_superiority(tally),
    })
}

impl fmt::Display for Standings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.names();
        if let [one, other] = &names[..] {
            writeln!(f, "Results of {one} vs {other} ({}):", self.settings())?;
            write!(f, "{}", Summary(self.scoreboard.head_to_head()))?;
            if let Some(progress) = self.sprt_progress() {
                write!(f, "\n{progress}")?;
            }
            return Ok(());
        }
        let table = self.scoreboard.table();
        let ratings = Ratings::fit(table, 0.0);
        writeln!(f, "Results ({}):", self.settings())?;
        write!(f, "{}", Ranking { names: &names, table, ratings: &ratings })?;
        if ratings.has_prior_draws {
            f.write_str("\nSomebody took every point; each player was lent a draw.")?;
        }
        f.write_str("\n\nWins-draws-losses of each against each:")?;
        for (one, name) in names.iter().enumerate() {
            write!(f, "\n{:>3} {name}:", one + 1)?;
            for other in (0..names.len()).filter(|&other| other != one) {
                let tally = table.between(one, other);
                let (wins, draws, losses) = (tally.wins(), tally.draws(), tally.losses());
                if tally.games() > 0 {
                    write!(f, "  {}: {wins}-{draws}-{losses}", other + 1)?;
                }
            }
        }
        Ok(())
    }
}

/// `game 3 of 200 (A vs B)`, or without the number of all where nothing bounds it.
pub struct GameLabel<'a> {
    /// The match.
    pub config: &'a MatchConfig,
    /// The game.
    pub scheduled_game: ScheduledGame,
    /// Say how many there are.
    pub show_total: bool,
}

impl fmt::Display for GameLabel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] =
            self.scheduled_game.players.map(|player| &self.config.players[player].name);
        write!(f, "game {}", self.scheduled_game.game + 1)?;
        if let Some(length) = self.config.total_games().filter(|_| self.show_total) {
            write!(f, " of {length}")?;
        }
        write!(f, " ({white} vs {black})")
    }
}
