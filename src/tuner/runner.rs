//! The tuner: plays the iterations of `spsa` as matches, several at the same time.
//!
//! The journal is a file of lines of JSON: what the iterations depend on, then the result of each
//! finished one, as it ends.

use super::spsa::{Parameter, Spsa, SpsaError};
use crate::files::{AppendFile, FileError};
use crate::registry::Variant;
use crate::tournament::config::{
    DrawRule, MatchConfig, MatchConfigError, OpeningSource, PlayerConfig, ResignRule, Shard,
};
use crate::tournament::opening_suite::OpeningSuite;
use crate::tournament::openings::BookError;
use crate::tournament::run::{Match, MatchError};
use crate::tournament::scoreboard::Scoreboard;
use crossbeam_channel::{Receiver, never, unbounded};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;

/// The configuration of a tuning run, written in TOML.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneConfig {
    /// The rule sets.
    #[serde(rename = "variant")]
    pub variants: Variants,
    /// The number of iterations of two games.
    pub iterations: u64,
    /// The seed of the perturbations, the openings and the node jitter.
    #[serde(default)]
    pub seed: u64,
    /// The openings.
    #[serde(default = "default_openings")]
    pub openings: OpeningSource,
    /// The rule by which games are adjudicated as wins.
    pub resign: Option<ResignRule>,
    /// The rule by which games are adjudicated as draws.
    pub draw: Option<DrawRule>,
    /// The engine, its options and its search limits.
    pub player: PlayerConfig,
    /// The parameters.
    #[serde(rename = "parameter")]
    pub parameters: Vec<Parameter>,
}

/// The rule sets of a tuning run, by name: the iterations play them in turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected the name of a rule set, or a list of names")]
pub enum Variants {
    /// All iterations play this one.
    One(String),
    /// Iteration `n` plays that with the index `n` modulo their number.
    Several(Vec<String>),
}

impl Variants {
    /// Returns the names.
    fn names(&self) -> &[String] {
        match self {
            Variants::One(name) => std::slice::from_ref(name),
            Variants::Several(names) => names,
        }
    }
}

fn default_openings() -> OpeningSource {
    OpeningSource::Book
}

/// An error that ends tuning.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The configuration cannot be parsed.
    #[error("tune: {0}")]
    Syntax(String),
    /// The parameters are invalid.
    #[error(transparent)]
    Spsa(#[from] SpsaError),
    /// The configuration of the matches is invalid.
    #[error(transparent)]
    Config(#[from] MatchConfigError),
    /// The openings cannot be read.
    #[error(transparent)]
    Openings(#[from] BookError),
    /// A match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The journal cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError<io::Error>),
    /// The journal is that of another configuration, or no journal.
    #[error(
        "{}: line 1: expected a journal of this configuration (variants, iterations, seed and \
         parameters)",
        .0.display()
    )]
    Header(PathBuf),
    /// A line of the journal is invalid.
    #[error("{}: line {line}: expected the result of an iteration of this configuration", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

/// The first line of the journal: what its results depend on.
#[derive(Serialize)]
struct JournalHeader<'a> {
    variants: &'a [String],
    iterations: u64,
    seed: u64,
    parameters: &'a [Parameter],
}

/// Another line of the journal.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct JournalLine {
    iteration: u64,
    /// Games won by the plus player minus games won by the minus player.
    result: i32,
}

/// A tuner with the results so far.
pub struct Tuner {
    config: TuneConfig,
    spsa: Spsa,
    /// Results by iteration.
    pub results: BTreeMap<u64, i32>,
}

impl TuneConfig {
    /// Parses a configuration written in TOML.
    pub fn from_toml(text: &str) -> Result<TuneConfig, TuneError> {
        toml::from_str(text).map_err(|error| TuneError::Syntax(error.to_string()))
    }
}

impl Tuner {
    /// Creates a tuner without results. Checks the configuration.
    pub fn new(config: TuneConfig) -> Result<Tuner, TuneError> {
        let spsa = Spsa::new(config.parameters.clone(), config.iterations, config.seed)?;
        let tuner = Tuner { config, spsa, results: BTreeMap::new() };
        let variants = tuner.config.variants.names().len();
        if variants == 0 {
            return Err(TuneError::Syntax("variant: at least one rule set expected".into()));
        }
        for iteration in 0..variants as u64 {
            tuner.match_config(iteration)?;
        }
        Ok(tuner)
    }

    /// Adds the results of a journal. Keeps the first result of an iteration, and ignores a
    /// truncated last line.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a journal of this configuration.
    pub fn read(&mut self, path: &Path) -> Result<(), TuneError> {
        let failed = |cause| FileError::new(path, cause);
        // A device may have no end.
        if !fs::metadata(path).map_err(failed)?.is_file() {
            return Err(failed(io::Error::other("not a regular file")).into());
        }
        let text = fs::read_to_string(path).map_err(failed)?;
        let whole_lines = text.split_inclusive('\n').filter(|text| text.ends_with('\n'));
        let mut lines = (1..).zip(whole_lines);
        if lines.next().is_some_and(|(_, header)| header != self.journal_header()) {
            return Err(TuneError::Header(path.to_owned()));
        }
        for (line, text) in lines {
            let JournalLine { iteration, result } = serde_json::from_str(text)
                .ok()
                .filter(|entry: &JournalLine| entry.iteration < self.iterations())
                .ok_or_else(|| TuneError::Line { path: path.to_owned(), line })?;
            self.results.entry(iteration).or_insert(result);
        }
        Ok(())
    }

    /// Returns the first line of the journal.
    fn journal_header(&self) -> String {
        let header = JournalHeader {
            variants: self.config.variants.names(),
            iterations: self.iterations(),
            seed: self.config.seed,
            parameters: self.spsa.parameters(),
        };
        json_line(&header)
    }

    /// Returns name, tuned value within its bounds and rounded value of each parameter.
    pub fn values(&self) -> Vec<(&str, f64, i64)> {
        let values = self.spsa.clamped(&self.spsa.values(&self.results));
        let rounded = self.spsa.rounded(&values);
        let parameters = self.spsa.parameters().iter().zip(values).zip(rounded);
        parameters
            .map(|((parameter, value), round)| (parameter.name.as_str(), value, round))
            .collect()
    }

    /// Returns the total number of iterations.
    pub fn iterations(&self) -> u64 {
        self.spsa.iterations()
    }

    /// Returns the iterations of a shard that have no result.
    pub fn remaining(&self, shard: Shard) -> Vec<u64> {
        (0..self.iterations())
            .filter(|iteration| shard.contains(*iteration) && !self.results.contains_key(iteration))
            .collect()
    }

    /// Returns the rule set of an iteration.
    fn variant(&self, iteration: u64) -> Result<Variant, TuneError> {
        let names = self.config.variants.names();
        let index = iteration.checked_rem(names.len() as u64).unwrap_or(0) as usize;
        let name = names.get(index).map_or("", String::as_str);
        name.parse().map_err(|error| TuneError::Syntax(format!("{error}")))
    }

    /// Returns the configuration of the match of an iteration.
    fn match_config(&self, iteration: u64) -> Result<MatchConfig, TuneError> {
        let perturbed = self.spsa.perturbed_values(&self.spsa.values(&self.results), iteration);
        let player = |name: &str, values: &[i64]| {
            let mut player = PlayerConfig { name: name.to_owned(), ..self.config.player.clone() };
            for (parameter, value) in self.spsa.parameters().iter().zip(values) {
                player.option.insert(parameter.name.clone(), value.to_string());
            }
            player
        };
        let variant = self.variant(iteration)?;
        let config = MatchConfig {
            variant,
            // Each iteration has its own opening and jitter.
            seed: self.config.seed.wrapping_add(iteration),
            games: Some(2),
            openings: self.config.openings.clone(),
            resign: self.config.resign,
            draw: self.config.draw,
            players: vec![player("plus", &perturbed.plus), player("minus", &perturbed.minus)],
            ..MatchConfig::default()
        };
        Ok(config.with_defaults()?)
    }

    /// Plays the iterations of this shard that have no result, `concurrency` at the same time, and
    /// appends their results to the journal. Calls `report` after each. An interrupt starts no new
    /// iterations.
    pub fn run(
        &mut self,
        journal: &Path,
        shard: Shard,
        concurrency: usize,
        interrupts: &Receiver<()>,
        report: &mut dyn FnMut(&Tuner),
    ) -> Result<(), TuneError> {
        let failed = |cause| TuneError::File(FileError::new(journal, cause));
        let mut file = open_at_end(journal, &self.journal_header()).map_err(failed)?;
        let mut remaining = self.remaining(shard).into_iter();
        let (sender, finished) = unbounded();
        thread::scope(|scope| {
            let mut running = 0;
            let mut status = Ok(());
            loop {
                while running < concurrency.max(1) && status.is_ok() && interrupts.is_empty() {
                    let Some(iteration) = remaining.next() else { break };
                    let config = match self.match_config(iteration) {
                        Ok(config) => config,
                        Err(error) => {
                            status = Err(error);
                            break;
                        }
                    };
                    let sender = sender.clone();
                    running += 1;
                    scope.spawn(move || {
                        let _ = sender.send((iteration, play_iteration(&config)));
                    });
                }
                if running == 0 {
                    return status;
                }
                let Ok((iteration, result)) = finished.recv() else { return status };
                running -= 1;
                match result {
                    Ok(result) => {
                        self.results.insert(iteration, result);
                        let line = json_line(&JournalLine { iteration, result });
                        let written = file.append(line.as_bytes());
                        report(self);
                        status = status.and(written.map_err(failed));
                    }
                    Err(error) => status = status.and(Err(error)),
                }
            }
        })
    }
}

/// Returns a line of the journal. Its values can always be written as JSON.
fn json_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Opens a journal for appending. Removes a truncated last line. A new journal gets its header.
fn open_at_end(journal: &Path, header: &str) -> io::Result<AppendFile> {
    let mut file = AppendFile::open_or_create(journal)?;
    let mut bytes = Vec::new();
    file.file().read_to_end(&mut bytes)?;
    let valid_len = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    file.truncate(valid_len as u64)?;
    if valid_len == 0 {
        file.append(header.as_bytes())?;
    }
    Ok(file)
}

/// Plays the two games of an iteration. Returns the wins of the first player minus those of the
/// second.
fn play_iteration(config: &MatchConfig) -> Result<i32, TuneError> {
    let opening_suite = &OpeningSuite::from_config(config)?;
    let mut scoreboard = Scoreboard::new(config);
    let match_ =
        Match { config, opening_suite, concurrency: 1, interrupts: never(), stop_file: None };
    match_.play(&mut scoreboard, None, &mut |_| {})?;
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
        c_end = 6.0
        r_end = 0.1
    "#;

    #[test]
    fn tuning_resumes_from_journal() {
        let path = std::env::temp_dir().join(format!("triskelion-tuner-{}", std::process::id()));
        let all = Shard { index: 1, count: 1 };
        let config = TuneConfig::from_toml(TOML).expect("a config");
        let mut tuner = Tuner::new(config.clone()).expect("a tuner");
        for index in 1..=2 {
            let half = Shard { index, count: 2 };
            tuner.run(&path, half, 2, &never(), &mut |_| {}).expect("games");
        }
        assert_eq!(tuner.results.len(), 6);
        // Truncate the last line, as a killed program does.
        let mut text = fs::read_to_string(&path).expect("a journal");
        text.push_str("{\"iteration\":5,\"res");
        fs::write(&path, text).expect("a writable file");
        let mut resumed = Tuner::new(config).expect("a tuner");
        resumed.read(&path).expect("a valid journal");
        assert_eq!(resumed.results, tuner.results);
        assert_eq!(resumed.values(), tuner.values());
        resumed
            .run(&path, all, 1, &never(), &mut |_| panic!("no iteration is left"))
            .expect("nothing to play");
        let text = fs::read_to_string(&path).expect("a journal");
        assert!(text.ends_with("}\n"), "{text}");
        fs::write(&path, text + "{\"iteration\":6,\"result\":1}\n").expect("a writable file");
        let error = resumed.read(&path).expect_err("iterations 0 to 5").to_string();
        assert!(error.contains("line 8"), "{error}");
        fs::remove_file(&path).expect("a writable file");
        // A folder is no regular file either; a device might have no end.
        for path in [&path, &std::env::temp_dir()] {
            let error = resumed.read(path).expect_err("no file");
            assert!(matches!(error, TuneError::File(_)), "{error}");
        }
    }

    /// The signs of an iteration depend on the seed, so its result means nothing with another one.
    #[test]
    fn journals_of_other_configurations_are_refused() {
        let name = format!("triskelion-tuner-other-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let tuner =
            |text: &str| TuneConfig::from_toml(text).and_then(Tuner::new).expect("a configuration");
        let header = tuner(TOML).journal_header();
        fs::write(&path, &header).expect("a writable file");
        tuner(TOML).read(&path).expect("its own journal");
        for (old, new) in [
            ("seed = 3", "seed = 4"),
            ("iterations = 6", "iterations = 7"),
            ("\"chess\"", "\"meder\""),
            ("Skill Level", "Move Overhead"),
        ] {
            let error = tuner(&TOML.replace(old, new)).read(&path).expect_err(new);
            assert!(matches!(error, TuneError::Header(_)), "{error}");
        }
        fs::write(&path, "{\"iteration\":0,\"result\":1}\n").expect("a writable file");
        let error = tuner(TOML).read(&path).expect_err("no header");
        assert!(matches!(error, TuneError::Header(_)), "{error}");
        fs::remove_file(&path).expect("a writable file");
    }

    #[test]
    fn iterations_play_the_rule_sets_in_turn() {
        let several = TOML.replace("\"chess\"", "[\"chess\", \"meder\", \"sixfold\"]");
        let config = TuneConfig::from_toml(&several).expect("a config");
        let tuner = Tuner::new(config).expect("a tuner");
        let variants = [0, 1, 2, 3].map(|iteration| tuner.variant(iteration).expect("a rule set"));
        assert_eq!(variants, [Variant::Chess, Variant::Meder, Variant::Sixfold, Variant::Chess]);
    }

    #[test]
    fn errors_name_the_cause() {
        for (change, expected) in [
            (("c_end = 6.0", "c_end = 0.0"), "Skill Level"),
            (("iterations = 6", "iterations = 0"), "one iteration"),
            (("\"chess\"", "\"checkers\""), "no rule set"),
            (("\"chess\"", "[\"chess\", \"checkers\"]"), "no rule set"),
            (("\"chess\"", "[]"), "variant: at least one rule set expected"),
            (("\"chess\"", "7"), "a list of names"),
            (("nodes = 200,", ""), "no search limit"),
            (("seed = 3", "sede = 3"), "sede"),
        ] {
            let text = TOML.replace(change.0, change.1);
            let error = TuneConfig::from_toml(&text).and_then(Tuner::new).err().expect(change.1);
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
