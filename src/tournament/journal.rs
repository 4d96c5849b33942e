//! The file of a match: the configuration in the first line, then each game in PGN as it ends.
//!
//! The file is the only state of a match. Games are appended one by one in a single write each, so
//! a match that was interrupted or killed resumes from its file: a truncated last game is removed
//! and played again. The first line starts with `%`, so PGN readers skip it.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::config::{MatchConfig, MatchConfigError, ScheduledGame};
use super::game_end::GameEnd;
use super::pgn::{GameRecord, PgnError, PgnItem, PgnReader};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The start of the first line, after the `%`.
const HEADER_PREFIX: &str = "triskelion match ";

/// An error of a match file.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file already exists.
    #[error("{}: the file already exists; use --resume to resume its match, or --out to write another file", .0.display())]
    Exists(PathBuf),
    /// The file cannot be read or written.
    #[error("{}: {cause}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// Another process has locked the file.
    #[error("{}: another process is playing this match", .0.display())]
    Busy(PathBuf),
    /// The first line is not the configuration of a match.
    #[error("{}: line 1: expected the configuration of a match (%{HEADER_PREFIX}…)", .0.display())]
    MissingConfig(PathBuf),
    /// The configuration is invalid.
    #[error("{}: {error}", .path.display())]
    Config {
        /// The file.
        path: PathBuf,
        /// The error in the configuration.
        error: MatchConfigError,
    },
    /// A game cannot be parsed.
    #[error("{}: {error}", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// The error in the game.
        error: PgnError,
    },
    /// A game does not belong to the match or is unfinished.
    #[error("{}: round {round} is not a finished game of this match", .path.display())]
    UnknownGame {
        /// The file.
        path: PathBuf,
        /// The PGN tag `Round`.
        round: String,
    },
    /// A game occurs twice.
    #[error("{}: round {round} occurs twice in this file or in two of the files", .path.display())]
    DuplicateGame {
        /// The file.
        path: PathBuf,
        /// The PGN tag `Round`.
        round: String,
    },
}

/// A match file that is open and locked for appending games.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// The contents of a match file.
#[derive(Debug)]
pub struct JournalContents {
    /// The configuration of the match.
    pub config: MatchConfig,
    /// The finished games, in the order of the file.
    pub games: Vec<(ScheduledGame, GameEnd, GameRecord)>,
    /// The length of the valid part in bytes; a truncated game may follow it.
    pub(crate) valid_len: u64,
}

impl Journal {
    /// Creates the file of a match. Fails if the file exists.
    pub fn create(path: &Path, config: &MatchConfig) -> Result<Journal, JournalError> {
        let line = config
            .to_json()
            .map_err(|error| JournalError::Config { path: path.to_owned(), error })?;
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.map_err(|cause| match cause.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => JournalError::File { path: path.to_owned(), cause },
        })?;
        lock(&file, path)?;
        let mut journal = Journal { file, path: path.to_owned() };
        journal.write(&format!("%{HEADER_PREFIX}{line}\n\n"))?;
        Ok(journal)
    }

    /// Reads a file and opens it for appending. Removes a truncated last game.
    pub fn resume(path: &Path) -> Result<(Journal, JournalContents), JournalError> {
        let failed = |cause| JournalError::File { path: path.to_owned(), cause };
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(failed)?;
        lock(&file, path)?;
        let contents = read_file(&file, path)?;
        file.set_len(contents.valid_len).map_err(failed)?;
        let mut journal = Journal { file, path: path.to_owned() };
        let missing = journal.missing_line_feeds(contents.valid_len).map_err(failed)?;
        journal.write(missing)?;
        Ok((journal, contents))
    }

    /// Returns the line feeds that are missing at the end of a file of this length, and seeks to the
    /// end. The last game can be complete except for the empty line after it.
    fn missing_line_feeds(&mut self, length: u64) -> io::Result<&'static str> {
        let mut last = [0; 2];
        self.file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
        self.file.read_exact(&mut last)?;
        Ok(match last {
            [b'\n', b'\n'] => "",
            [_, b'\n'] => "\n",
            _ => "\n\n",
        })
    }

    /// Appends a game.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        self.write(&record.to_string())
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes without buffering, so that no text is lost if the process is killed.
    fn write(&mut self, text: &str) -> Result<(), JournalError> {
        let path = || self.path.clone();
        self.file
            .write_all(text.as_bytes())
            .map_err(|cause| JournalError::File { path: path(), cause })
    }
}

impl Drop for Journal {
    /// Unlocks explicitly: a child process inherits the open file until it executes its program, so
    /// closing the file here might not release the lock.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// Reads a match file without locking it. Ignores a truncated last game.
pub fn read(path: &Path) -> Result<JournalContents, JournalError> {
    let file =
        File::open(path).map_err(|cause| JournalError::File { path: path.to_owned(), cause })?;
    read_file(&file, path)
}

/// Locks the file for this process.
fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => JournalError::Busy(path.to_owned()),
        TryLockError::Error(cause) => JournalError::File { path: path.to_owned(), cause },
    })
}

fn read_file(file: &File, path: &Path) -> Result<JournalContents, JournalError> {
    let owned = || path.to_owned();
    let mut reader = PgnReader::new(BufReader::new(file));
    let record_error = |error| JournalError::Record { path: owned(), error };
    let line = match reader.next().transpose().map_err(record_error)? {
        Some(PgnItem::Escape(line)) => line,
        _ => return Err(JournalError::MissingConfig(owned())),
    };
    let json =
        line.strip_prefix(HEADER_PREFIX).ok_or_else(|| JournalError::MissingConfig(owned()))?;
    let config = MatchConfig::from_json(json)
        .map_err(|error| JournalError::Config { path: owned(), error })?;
    let mut games = Vec::new();
    loop {
        match reader.next() {
            None => break,
            Some(Ok(PgnItem::Escape(_))) => {}
            Some(Ok(PgnItem::Game(record))) => {
                let (game, end) = identify_game(&config, &record).ok_or_else(|| {
                    JournalError::UnknownGame { path: owned(), round: record.round.clone() }
                })?;
                games.push((game, end, *record));
            }
            Some(Err(PgnError::Truncated { .. })) => break,
            Some(Err(error)) => return Err(record_error(error)),
        }
    }
    Ok(JournalContents { config, games, valid_len: reader.offset() })
}

/// Returns the scheduled game that the record belongs to, and its end; `None` if the record is not a
/// finished game of this match.
fn identify_game(config: &MatchConfig, record: &GameRecord) -> Option<(ScheduledGame, GameEnd)> {
    let game = config.scheduled_game(ScheduledGame::parse_pgn_round(&record.round)?)?;
    let names = game.players.map(|player| Some(&config.players.get(player)?.name));
    let is_in_shard = config.shard.is_none_or(|shard| shard.contains(game.pair()));
    let matches = is_in_shard
        && record.players.each_ref().map(Some) == names
        && record.variant == config.variant;
    Some((game, record.end.filter(|_| matches)?))
}
