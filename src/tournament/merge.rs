//! The parts of a match, put together: the standing is that of the match played in one go.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::GameEnd;
use super::config::{MatchConfig, ScheduledGame};
use super::journal::{Journal, JournalContents, JournalError, read};
use super::pgn::GameRecord;
use super::scoreboard::Scoreboard;
use std::path::{Path, PathBuf};

/// Why files do not make a match.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// One of them is of no use.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// They are of two matches.
    #[error("{} and {} are of different matches: their plans differ in more than the shard", .0.display(), .1.display())]
    DifferentMatches(PathBuf, PathBuf),
    /// There is no file.
    #[error("nothing to merge; expected the files of a match's shards")]
    NoFiles,
}

/// A match put together.
#[derive(Debug)]
pub struct MergedMatch {
    /// The plan of the whole.
    pub config: MatchConfig,
    /// Its games so far.
    pub scoreboard: Scoreboard,
    /// Their records, by number.
    pub games: Vec<(ScheduledGame, GameEnd, GameRecord)>,
}

/// Adds up these files. A game that stands in two of them is an error, not counted twice.
pub fn merge(paths: &[PathBuf]) -> Result<MergedMatch, MergeError> {
    let mut merged: Option<(MergedMatch, &PathBuf)> = None;
    for path in paths {
        let JournalContents { config: plan, games, .. } = read(path)?;
        let plan = plan.unsharded();
        let (whole, first) = merged.get_or_insert_with(|| {
            let scoreboard = Scoreboard::new(&plan);
            (MergedMatch { config: plan.clone(), scoreboard, games: Vec::new() }, path)
        });
        if whole.config != plan {
            return Err(MergeError::DifferentMatches((*first).clone(), path.clone()));
        }
        count_games(&mut whole.scoreboard, path, &games)?;
        whole.games.extend(games);
    }
    let (mut whole, _) = merged.ok_or(MergeError::NoFiles)?;
    whole.games.sort_by_key(|(fixture, ..)| fixture.game);
    Ok(whole)
}

/// Counts the games of a file.
pub fn count_games(
    scoreboard: &mut Scoreboard,
    path: &Path,
    games: &[(ScheduledGame, GameEnd, GameRecord)],
) -> Result<(), JournalError> {
    for (fixture, end, record) in games {
        if !scoreboard.add(*fixture, *end) {
            let round = record.round.clone();
            return Err(JournalError::DuplicateGame { path: path.to_owned(), round });
        }
    }
    Ok(())
}

impl MergedMatch {
    /// Writes the file of the whole match.
    pub fn write(&self, path: &Path) -> Result<(), JournalError> {
        let mut journal = Journal::create(path, &self.config)?;
        self.games.iter().try_for_each(|(.., record)| journal.append(record))
    }
}
