//! The standings of a match: text in the format of fastchess, and JSON.

use super::config::{MatchConfig, ScheduledGame};
use super::game_end::Termination;
use super::scoreboard::Scoreboard;
use super::statistics::summary::{Ranking, SprtConclusion, SprtProgress, Summary};
use super::statistics::{Estimate, Ratings, Tally, elo};
use serde_json::{Value, json};
use std::fmt;

/// The line that fastchess prints above and below results.
pub const SEPARATOR: &str = "--------------------------------------------------";

/// The standings of a match: the head-to-head result of two players, or the ranking and the
/// crosstable of more. `Display` writes several lines without a final line feed.
#[derive(Clone, Copy)]
pub struct Standings<'a> {
    /// The match.
    pub config: &'a MatchConfig,
    /// The results so far.
    pub scoreboard: &'a Scoreboard,
}

impl Standings<'_> {
    fn names(&self) -> Vec<String> {
        self.config.players.iter().map(|player| player.name.clone()).collect()
    }

    /// Formats limits, threads and hash size of the players, and the openings.
    fn settings(&self) -> String {
        let join = |format: &dyn Fn(usize) -> String| {
            let mut texts: Vec<String> = (0..self.config.players.len()).map(format).collect();
            texts.dedup();
            texts.join(" - ")
        };
        let players = &self.config.players;
        let limits = join(&|index| players[index].limit_text().to_string());
        let threads = join(&|index| format!("{}t", players[index].threads()));
        let hash = join(&|index| format!("{}MB", players[index].option("Hash").unwrap_or("16")));
        format!("{limits}, {threads}, {hash}, {}", self.config.openings)
    }

    /// Returns the progress of the SPRT, if the match has one.
    fn sprt_progress(&self) -> Option<SprtProgress> {
        let test = self.config.sprt?;
        Some(SprtProgress {
            test,
            ratio: test.log_likelihood_ratio(&self.scoreboard.head_to_head()),
        })
    }

    /// Returns the conclusion of the SPRT, if the match has one.
    pub fn sprt_conclusion(&self) -> Option<SprtConclusion> {
        let SprtProgress { test, ratio } = self.sprt_progress()?;
        Some(SprtConclusion { test, verdict: test.verdict(ratio) })
    }

    /// Formats how often each termination occurred, and the faults of each player. Has no final
    /// line feed, and is empty if no game has finished.
    pub fn termination_counts(&self) -> String {
        let counts = self.scoreboard.terminations().iter();
        let counts: Vec<String> = counts.map(|(name, count)| format!("{name} {count}")).collect();
        if counts.is_empty() {
            return String::new();
        }
        let mut text = format!("Terminations: {}", counts.join(", "));
        for (index, player) in self.config.players.iter().enumerate() {
            let count = |fault| self.scoreboard.faults(index, fault);
            let faults = Termination::ALL.into_iter().filter(|&fault| fault.is_fault());
            let faults: Vec<String> = faults
                .filter(|&fault| count(fault) > 0)
                .map(|fault| format!("{} {}", fault.name(), count(fault)))
                .collect();
            if !faults.is_empty() {
                text.push_str(&format!("\nFaults of {}: {}", player.name, faults.join(", ")));
            }
        }
        text
    }

    /// Returns the standings as JSON.
    pub fn to_json(&self) -> Value {
        let players = &self.config.players;
        let pairings = (0..players.len())
            .flat_map(|first| (first + 1..players.len()).map(move |second| (first, second)));
        let table = self.scoreboard.table();
        let pairings: Vec<Value> = pairings
            .map(|(first, second)| (first, second, table.between(first, second)))
            .filter(|(.., tally)| tally.games() > 0)
            .map(|(first, second, tally)| {
                pairing_to_json(&players[first].name, &players[second].name, &tally)
            })
            .collect();
        let mut value = json!({
            "variant": self.config.variant.name(),
            "games": self.scoreboard.games(),
            "total_games": self.config.total_games(),
            "pairings": pairings,
            "terminations": self.scoreboard.terminations(),
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

/// Infinite values become `null`, since JSON cannot represent them.
fn estimate_to_json(estimate: Estimate) -> Value {
    json!({ "value": estimate.value, "error": estimate.error })
}

fn pairing_to_json(first: &str, second: &str, tally: &Tally) -> Value {
    json!({
        "players": [first, second],
        "wins": tally.wins(),
        "draws": tally.draws(),
        "losses": tally.losses(),
        "pentanomial": tally.pairs(),
        "score": elo::score(tally).value,
        "elo": estimate_to_json(elo::elo(tally)),
        "nelo": estimate_to_json(elo::normalized_elo(tally)),
        "los": elo::likelihood_of_superiority(tally),
    })
}

impl fmt::Display for Standings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.names();
        if let [first, second] = &names[..] {
            writeln!(f, "Results of {first} vs {second} ({}):", self.settings())?;
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
            f.write_str(
                "\nSome players have a perfect score; the ratings add one draw per player.",
            )?;
        }
        f.write_str("\n\nCrosstable (wins-draws-losses):")?;
        for (player, name) in names.iter().enumerate() {
            write!(f, "\n{:>3} {name}:", player + 1)?;
            for opponent in (0..names.len()).filter(|&opponent| opponent != player) {
                let tally = table.between(player, opponent);
                let (wins, draws, losses) = (tally.wins(), tally.draws(), tally.losses());
                if tally.games() > 0 {
                    write!(f, "  {}: {wins}-{draws}-{losses}", opponent + 1)?;
                }
            }
        }
        Ok(())
    }
}

/// The label of a game: `game 3 of 200 (A vs B)`, or `game 3 (A vs B)`.
pub struct GameLabel<'a> {
    /// The match.
    pub config: &'a MatchConfig,
    /// The game.
    pub scheduled_game: ScheduledGame,
    /// Whether to show the total number of games, if it is known.
    pub show_total: bool,
}

impl fmt::Display for GameLabel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] =
            self.scheduled_game.players.map(|player| &self.config.players[player].name);
        write!(f, "game {}", self.scheduled_game.game + 1)?;
        if let Some(total) = self.config.total_games().filter(|_| self.show_total) {
            write!(f, " of {total}")?;
        }
        write!(f, " ({white} vs {black})")
    }
}
