//! Combining the shards of a match. The result equals the match played in one piece.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::config::{MatchConfig, ScheduledGame};
use super::game_end::GameEnd;
use super::journal::{Journal, JournalContents, JournalError, JournalErrorKind, read};
use super::pgn::GameRecord;
use super::scoreboard::Scoreboard;
use crate::files::{self, FileError};
use std::path::{Path, PathBuf};

/// The reason why files cannot be combined.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Two files belong to different matches.
    #[error("{} and {} belong to different matches: their configurations differ in more than the shard", .0.display(), .1.display())]
    DifferentMatches(PathBuf, PathBuf),
    /// No file was given.
    #[error("no files to merge; expected the files of the shards of a match")]
    NoFiles,
}

/// A match combined from its shards.
#[derive(Debug)]
pub struct MergedMatch {
    /// The configuration of the whole match.
    pub config: MatchConfig,
    /// The results so far.
    pub scoreboard: Scoreboard,
    /// The games, by number.
    pub games: Vec<(ScheduledGame, GameEnd, GameRecord)>,
}

/// Combines these files. A game that occurs in two of them is an error.
pub fn merge(paths: &[PathBuf]) -> Result<MergedMatch, MergeError> {
    let mut merged: Option<(MergedMatch, &PathBuf)> = None;
    for path in paths {
        let JournalContents { config, games, .. } = read(path)?;
        let config = config.unsharded();
        let (whole, first) = merged.get_or_insert_with(|| {
            let scoreboard = Scoreboard::new(&config);
            (MergedMatch { config: config.clone(), scoreboard, games: Vec::new() }, path)
        });
        if whole.config != config {
            return Err(MergeError::DifferentMatches((*first).clone(), path.clone()));
        }
        count_games(&mut whole.scoreboard, path, &games)?;
        whole.games.extend(games);
    }
    let (mut whole, _) = merged.ok_or(MergeError::NoFiles)?;
    whole.games.sort_by_key(|(game, ..)| game.game);
    Ok(whole)
}

/// Adds the games of a file to the scoreboard.
pub fn count_games(
    scoreboard: &mut Scoreboard,
    path: &Path,
    games: &[(ScheduledGame, GameEnd, GameRecord)],
) -> Result<(), JournalError> {
    for (game, end, record) in games {
        if !scoreboard.add(*game, *end) {
            let round = record.round.clone();
            return Err(FileError::new(path, JournalErrorKind::DuplicateGame(round)));
        }
    }
    Ok(())
}

impl MergedMatch {
    /// Writes the match file of the whole match. After an error there is no new file: one with a
    /// part of the games could be taken for a match that ended early.
    pub fn write(&self, path: &Path) -> Result<(), JournalError> {
        let mut journal = Journal::create(path, &self.config)?;
        let written = self.games.iter().try_for_each(|(.., record)| journal.append(record));
        if written.is_err() {
            files::discard(path);
        }
        written
    }
}
