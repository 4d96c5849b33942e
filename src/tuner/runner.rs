//! The tuner at work: iterations of [`super::spsa`] played in the arena, several at a time.
//!
//! The journal is a file with a line of JSON for each iteration that is over, flushed one by one.

use super::spsa::{Parameter, Spsa, SpsaError};
use crate::tournament::config::{
    MatchConfig, MatchConfigError, OpeningSource, PlayerConfig, Shard,
};
use crate::tournament::opening_suite::OpeningSuite;
use crate::tournament::openings::BookError;
use crate::tournament::run::{Match, MatchError};
use crate::tournament::scoreboard::Scoreboard;
use crossbeam_channel::{Receiver, never, unbounded};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;

/// What is to be tuned and how it is played, as it is written in TOML.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneConfig {
    /// The rule set, by name.
    pub variant: String,
    /// How many iterations of two games.
    pub iterations: u64,
    /// Decides what is moved which way.
    #[serde(default)]
    pub seed: u64,
    /// Where games begin.
    #[serde(default = "default_openings")]
    pub openings: OpeningSource,
    /// The engine, its options, and what limits it.
    pub player: PlayerConfig,
    /// The parameters.
    #[serde(rename = "parameter")]
    pub parameters: Vec<Parameter>,
}

fn default_openings() -> OpeningSource {
    OpeningSource::Book
}

/// Why tuning cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The commission cannot be read.
    #[error("tune: {0}")]
    Syntax(String),
    /// It makes no sense.
    #[error(transparent)]
    Spsa(#[from] SpsaError),
    /// Its matches make no sense.
    #[error(transparent)]
    Config(#[from] MatchConfigError),
    /// Its openings cannot be read.
    #[error(transparent)]
    Openings(#[from] BookError),
    /// A match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The journal cannot be read or written.
    #[error("{}: {cause}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A whole line of the journal is no result.
    #[error("{}: line {line} is no result of an iteration of this task", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

/// A line of the journal.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct JournalLine {
    iteration: u64,
    /// Games won by the plus side less games won by the minus side.
    result: i32,
}

/// A tuner and what it knows so far.
pub struct Tuner {
    config: TuneConfig,
    spsa: Spsa,
    /// Results by iteration.
    pub results: BTreeMap<u64, i32>,
}

impl TuneConfig {
    /// Reads it from TOML.
    pub fn from_toml(text: &str) -> Result<TuneConfig, TuneError> {
        toml::from_str(text).map_err(|error| TuneError::Syntax(error.to_string()))
    }
}

impl Tuner {
    /// A tuner that knows nothing yet; checks the commission.
    pub fn new(commission: TuneConfig) -> Result<Tuner, TuneError> {
        let TuneConfig { parameters, iterations, seed, .. } = commission.clone();
        let task = Spsa::new(parameters, iterations, seed)?;
        let tuner = Tuner { config: commission, spsa: task, results: BTreeMap::new() };
        tuner.match_config(0)?;
        Ok(tuner)
    }

    /// Adds what a journal holds; of an iteration that is known already the first result stays. A
    /// last line that was cut off is left out.
    pub fn read(&mut self, path: &Path) -> Result<(), TuneError> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            text => text.map_err(|cause| TuneError::File { path: path.to_owned(), cause })?,
        };
        for (line, text) in
            (1..).zip(text.split_inclusive('\n')).filter(|(_, text)| text.ends_with('\n'))
        {
            let read = serde_json::from_str(text).ok();
            let read: JournalLine = read
                .filter(|read: &JournalLine| read.iteration < self.iterations())
                .ok_or_else(|| TuneError::Line { path: path.to_owned(), line })?;
            self.results.entry(read.iteration).or_insert(read.result);
        }
        Ok(())
    }

    /// The parameters and what they have come to.
    pub fn values(&self) -> Vec<(&str, f64, i64)> {
        let values = self.spsa.values(&self.results);
        let rounded = self.spsa.rounded(&values);
        let parameters = self.spsa.parameters().iter().zip(values).zip(rounded);
        parameters
            .map(|((parameter, value), round)| (parameter.name.as_str(), value, round))
            .collect()
    }

    /// The number of iterations of the whole task.
    pub fn iterations(&self) -> u64 {
        self.spsa.iterations()
    }

    /// The match of an iteration.
    fn match_config(&self, iteration: u64) -> Result<MatchConfig, TuneError> {
        let sides = self.spsa.perturbed_values(&self.spsa.values(&self.results), iteration);
        let player = |name: &str, values: &[i64]| {
            let mut player = PlayerConfig { name: name.to_owned(), ..self.config.player.clone() };
            for (parameter, value) in self.spsa.parameters().iter().zip(values) {
                player.option.insert(parameter.name.clone(), value.to_string());
            }
            player
        };
        let variant = self.config.variant.parse();
        let plan = MatchConfig {
            variant: variant.map_err(|error| TuneError::Syntax(format!("{error}")))?,
            // Another opening for each iteration, and other jitter.
            seed: self.config.seed.wrapping_add(iteration),
            games: Some(2),
            openings: self.config.openings.clone(),
            players: vec![player("plus", &sides.plus), player("minus", &sides.minus)],
            ..MatchConfig::default()
        };
        Ok(plan.with_defaults()?)
    }

    /// Plays the iterations of this shard that are not known yet, so many at a time, and appends
    /// them to the journal; ends early when interrupted. `report` is called after each.
    pub fn run(
        &mut self,
        journal: &Path,
        shard: Shard,
        concurrency: usize,
        interrupts: &Receiver<()>,
        report: &mut dyn FnMut(&Tuner),
    ) -> Result<(), TuneError> {
        let failed = |cause| TuneError::File { path: journal.to_owned(), cause };
        let mut file = open_at_end(journal).map_err(failed)?;
        let open: Vec<u64> = (0..self.iterations())
            .filter(|iteration| shard.contains(*iteration) && !self.results.contains_key(iteration))
            .collect();
        let mut open = open.into_iter();
        let (sender, played) = unbounded();
        thread::scope(|scope| {
            let mut running = 0;
            let mut outcome = Ok(());
            loop {
                while running < concurrency.max(1) && outcome.is_ok() && interrupts.is_empty() {
                    let Some(iteration) = open.next() else { break };
                    let plan = match self.match_config(iteration) {
                        Ok(plan) => plan,
                        Err(error) => {
                            outcome = Err(error);
                            break;
                        }
                    };
                    let sender = sender.clone();
                    running += 1;
                    scope.spawn(move || {
                        let _ = sender.send((iteration, play_iteration(&plan)));
                    });
                }
                if running == 0 {
                    return outcome;
                }
                let Ok((iteration, result)) = played.recv() else { return outcome };
                running -= 1;
                match result {
                    Ok(result) => {
                        self.results.insert(iteration, result);
                        let line = JournalLine { iteration, result };
                        let line = serde_json::to_string(&line).map_err(io::Error::other);
                        let kept = line.and_then(|line| file.write_all((line + "\n").as_bytes()));
                        report(self);
                        outcome = outcome.and(kept.map_err(failed));
                    }
                    Err(error) => outcome = outcome.and(Err(error)),
                }
            }
        })
    }
}

/// Opens a journal for more lines; a last line that was cut off is cut away.
fn open_at_end(journal: &Path) -> io::Result<File> {
    let mut file =
        OpenOptions::new().create(true).truncate(false).read(true).write(true).open(journal)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

/// Plays the two games of an iteration: points of the first player less those of the second.
fn play_iteration(plan: &MatchConfig) -> Result<i32, TuneError> {
    let beginnings = OpeningSuite::from_config(plan)?;
    let mut scoreboard = Scoreboard::new(plan);
    let contest =
        Match { config: plan, opening_suite: &beginnings, concurrency: 1, interrupts: never() };
    contest.play(&mut scoreboard, None, &mut |_| {})?;
    let tally = scoreboard.head_to_head();
    Ok(tally.wins() as i32 - tally.losses() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOML: &str = r#"
        variant = "chess"
        iterations = 6
        seed = 3
        player = { nodes = 200, jitter = 5.0, option = { Hash = "1" } }

        [[parameter]]
        name = "Skill Level"
        value = 10
        min = 0
        max = 20
        step = 6.0
        rate = 0.1
    "#;

    #[test]
    fn tuning_resumes_from_journal() {
        let path = std::env::temp_dir().join(format!("triskelion-tuner-{}", std::process::id()));
        let all = Shard { index: 1, count: 1 };
        let commission = TuneConfig::from_toml(TOML).expect("a commission");
        let mut tuner = Tuner::new(commission.clone()).expect("a tuner");
        for number in 1..=2 {
            let half = Shard { index: number, count: 2 };
            tuner.run(&path, half, 2, &never(), &mut |_| {}).expect("games");
        }
        assert_eq!(tuner.results.len(), 6);
        // As if the program had been killed while it wrote.
        let mut text = fs::read_to_string(&path).expect("a journal");
        text.push_str("{\"iteration\":5,\"res");
        fs::write(&path, text).expect("the journal is ours");
        let mut again = Tuner::new(commission).expect("a tuner");
        again.read(&path).expect("a good journal");
        assert_eq!(again.results, tuner.results);
        assert_eq!(again.values(), tuner.values());
        again.run(&path, all, 1, &never(), &mut |_| panic!("all is played")).expect("nothing");
        let text = fs::read_to_string(&path).expect("a journal");
        assert!(text.ends_with("}\n"), "{text}");
        fs::write(
            &path,
            r#"{"iteration":6,"result":1}
"#,
        )
        .expect("the journal is ours");
        let error = again.read(&path).expect_err("there are six, from 0").to_string();
        assert!(error.contains("line 1"), "{error}");
        fs::remove_file(&path).expect("the journal is ours");
    }

    #[test]
    fn errors_name_the_cause() {
        for (change, told) in [
            (("step = 6.0", "step = 0.0"), "Skill Level"),
            (("iterations = 6", "iterations = 0"), "no iterations"),
            (("\"chess\"", "\"checkers\""), "no rule set"),
            (("nodes = 200,", ""), "nothing limits"),
            (("seed = 3", "sede = 3"), "sede"),
        ] {
            let text = TOML.replace(change.0, change.1);
            let error = TuneConfig::from_toml(&text).and_then(Tuner::new).err().expect(change.1);
            assert!(error.to_string().contains(told), "{error}");
        }
    }
}
