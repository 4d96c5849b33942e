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
use crate::files::AppendFile;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
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
    file: AppendFile,
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
        let header = format!("%{HEADER_PREFIX}{line}\n\n");
        let created = AppendFile::create(path, header.as_bytes());
        Ok(Journal { file: created.map_err(|cause| file_error(path, cause))? })
    }

    /// Reads a file and opens it for appending. Removes a truncated last game.
    pub fn resume(path: &Path) -> Result<(Journal, JournalContents), JournalError> {
        let failed = |cause| file_error(path, cause);
        let mut file = AppendFile::open(path).map_err(failed)?;
        let contents = read_file(file.file(), path)?;
        let missing = missing_line_feeds(file.file(), contents.valid_len).map_err(failed)?;
        file.truncate(contents.valid_len).map_err(failed)?;
        file.append(missing.as_bytes()).map_err(failed)?;
        Ok((Journal { file }, contents))
    }

    /// Appends a game.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        let written = self.file.append(record.to_string().as_bytes());
        written.map_err(|cause| file_error(self.path(), cause))
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

/// Reads a match file without locking it. Ignores a truncated last game.
pub fn read(path: &Path) -> Result<JournalContents, JournalError> {
    let file =
        File::open(path).map_err(|cause| JournalError::File { path: path.to_owned(), cause })?;
    read_file(&file, path)
}

/// Returns the error of a match file for an error of the system.
fn file_error(path: &Path, cause: io::Error) -> JournalError {
    let path = path.to_owned();
    match cause.kind() {
        io::ErrorKind::AlreadyExists => JournalError::Exists(path),
        io::ErrorKind::WouldBlock => JournalError::Busy(path),
        _ => JournalError::File { path, cause },
    }
}

/// Returns the line feeds that are missing after the first `length` bytes. The last game can be
/// complete except for the empty line after it.
fn missing_line_feeds(mut file: &File, length: u64) -> io::Result<&'static str> {
    let mut last = [0; 2];
    file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
    file.read_exact(&mut last)?;
    Ok(match last {
        [b'\n', b'\n'] => "",
        [_, b'\n'] => "\n",
        _ => "\n\n",
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
