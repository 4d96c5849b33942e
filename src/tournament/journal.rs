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
use crate::files::{AppendFile, FileError};
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// The start of the first line, after the `%`.
const HEADER_PREFIX: &str = "triskelion match ";

/// Why a match file cannot be used.
pub type JournalError = FileError<JournalErrorKind>;

/// What is wrong with a match file.
#[derive(Debug, thiserror::Error)]
pub enum JournalErrorKind {
    /// The file of a new match exists.
    #[error("the file exists")]
    Exists,
    /// The operating system reports an error.
    #[error(transparent)]
    Io(io::Error),
    /// Another process has locked the file.
    #[error("another process is playing this match")]
    Busy,
    /// The first line is not the configuration of a match.
    #[error("line 1: expected the configuration of a match (%{HEADER_PREFIX}…)")]
    MissingConfig,
    /// The configuration is invalid.
    #[error(transparent)]
    Config(#[from] MatchConfigError),
    /// A game cannot be parsed.
    #[error(transparent)]
    Record(#[from] PgnError),
    /// The game with this PGN tag `Round` does not belong to the match or is unfinished.
    #[error("round {0} is not a finished game of this match")]
    UnknownGame(String),
    /// The game with this PGN tag `Round` occurs twice.
    #[error("round {0} occurs twice in this file or in two of the files")]
    DuplicateGame(String),
}

impl From<io::Error> for JournalErrorKind {
    fn from(error: io::Error) -> JournalErrorKind {
        match error.kind() {
            ErrorKind::AlreadyExists => JournalErrorKind::Exists,
            ErrorKind::WouldBlock => JournalErrorKind::Busy,
            _ => JournalErrorKind::Io(error),
        }
    }
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
        let create = || {
            let header = format!("%{HEADER_PREFIX}{}\n\n", config.to_json()?);
            Ok(Journal { file: AppendFile::create(path, header.as_bytes())? })
        };
        create().map_err(|cause: JournalErrorKind| FileError::new(path, cause))
    }

    /// Reads a file and opens it for appending. Removes a truncated last game.
    pub fn resume(path: &Path) -> Result<(Journal, JournalContents), JournalError> {
        let resume = || {
            let mut file = AppendFile::open(path)?;
            let contents = read_file(file.file())?;
            let missing = missing_line_feeds(file.file(), contents.valid_len)?;
            file.truncate(contents.valid_len)?;
            file.append(missing.as_bytes())?;
            Ok((Journal { file }, contents))
        };
        resume().map_err(|cause: JournalErrorKind| FileError::new(path, cause))
    }

    /// Appends a game.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        let written = self.file.append(record.to_string().as_bytes());
        written.map_err(|error| FileError::new(self.path(), error.into()))
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

/// Reads a match file without locking it. Ignores a truncated last game.
pub fn read(path: &Path) -> Result<JournalContents, JournalError> {
    let read = || read_file(&File::open(path)?);
    read().map_err(|cause: JournalErrorKind| FileError::new(path, cause))
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

fn read_file(file: &File) -> Result<JournalContents, JournalErrorKind> {
    let mut reader = PgnReader::new(BufReader::new(file));
    let Some(PgnItem::Escape(line)) = reader.next().transpose()? else {
        return Err(JournalErrorKind::MissingConfig);
    };
    let json = line.strip_prefix(HEADER_PREFIX).ok_or(JournalErrorKind::MissingConfig)?;
    let config = MatchConfig::from_json(json)?;
    let mut games = Vec::new();
    loop {
        match reader.next() {
            None | Some(Err(PgnError::Truncated { .. })) => break,
            Some(Ok(PgnItem::Escape(_))) => {}
            Some(Ok(PgnItem::Game(record))) => {
                let (game, end) = identify_game(&config, &record)
                    .ok_or_else(|| JournalErrorKind::UnknownGame(record.round.clone()))?;
                games.push((game, end, *record));
            }
            Some(Err(error)) => return Err(error.into()),
        }
    }
    Ok(JournalContents { config, games, valid_len: reader.offset() })
}

/// Returns the scheduled game that the record belongs to, and its end; `None` if the record is not
/// a finished game of this match.
fn identify_game(config: &MatchConfig, record: &GameRecord) -> Option<(ScheduledGame, GameEnd)> {
    let game = config.scheduled_game(ScheduledGame::parse_pgn_round(&record.round)?)?;
    let names = game.players.map(|player| Some(&config.players.get(player)?.name));
    let is_in_shard = config.shard.is_none_or(|shard| shard.contains(game.pair()));
    let matches = is_in_shard
        && record.players.each_ref().map(Some) == names
        && record.variant == config.variant;
    Some((game, record.end.filter(|_| matches)?))
}
