//! The file of a match: its plan in the first line, then the record of each game as it ends.
//!
//! There is no other state. Games are appended and flushed one by one, so a match that was
//! interrupted, or killed while it wrote, goes on from what stands in the file: a game that is cut
//! off at its end is cut away and played again. The first line begins with `%`, which readers of
//! PGN skip.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::GameEnd;
use super::config::{MatchConfig, MatchConfigError, ScheduledGame};
use super::pgn::{GameRecord, PgnError, PgnItem, PgnReader};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What the first line begins with, behind the `%`.
const HEADER_PREFIX: &str = "triskelion match ";

/// Why the file of a match is of no use.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It is there already.
    #[error("{}: the file is there already; go on with its match by --resume, or name another by --out", .0.display())]
    Exists(PathBuf),
    /// It cannot be read or written.
    #[error("{}: {cause}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// Another process plays the match.
    #[error("{}: another process is playing this match; wait for its end, or interrupt it", .0.display())]
    Busy(PathBuf),
    /// It begins with no plan.
    #[error("{}: expected the plan of a match in its first line (%{HEADER_PREFIX}…)", .0.display())]
    MissingConfig(PathBuf),
    /// Its plan is at fault.
    #[error("{}: {error}", .path.display())]
    Config {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: MatchConfigError,
    },
    /// A record in it cannot be read.
    #[error("{}: {error}", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: PgnError,
    },
    /// A game in it is none of the match.
    #[error("{}: round {round} is no finished game of this match", .path.display())]
    UnknownGame {
        /// The file.
        path: PathBuf,
        /// The tag `Round`.
        round: String,
    },
    /// A game stands in it twice.
    #[error("{}: round {round} stands there twice, or in two of the files", .path.display())]
    DuplicateGame {
        /// The file.
        path: PathBuf,
        /// The tag `Round`.
        round: String,
    },
}

/// A match's file, open for more games, and locked against anybody else who would add some.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// What stands in a match's file.
#[derive(Debug)]
pub struct JournalContents {
    /// The plan.
    pub config: MatchConfig,
    /// The games that are over, in the order of the file.
    pub games: Vec<(ScheduledGame, GameEnd, GameRecord)>,
    /// So many bytes are whole; what follows was cut off.
    pub valid_len: u64,
}

impl Journal {
    /// Begins the file of a match. One that is there already is not touched.
    pub fn create(path: &Path, plan: &MatchConfig) -> Result<Journal, JournalError> {
        let line = plan.to_json();
        let line =
            line.map_err(|fault| JournalError::Config { path: path.to_owned(), error: fault })?;
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

    /// Reads a file and opens it for more; what was cut off at its end is cut away.
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

    /// What has to come before the next game of a file that ends after so many bytes, where the
    /// writer stands then: the last game may be whole but for the empty line behind it.
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

    /// Adds a game.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        self.write(&record.to_string())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// In one piece, so that nothing of it lingers in this process.
    fn write(&mut self, text: &str) -> Result<(), JournalError> {
        let path = || self.path.clone();
        self.file
            .write_all(text.as_bytes())
            .map_err(|cause| JournalError::File { path: path(), cause })
    }
}

impl Drop for Journal {
    /// Closing the file would do, but for a child process that is being started meanwhile: it has
    /// the file open, too, until it becomes another program.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// Reads the file of a match. A game that is cut off at the end is left out.
pub fn read(path: &Path) -> Result<JournalContents, JournalError> {
    let file =
        File::open(path).map_err(|cause| JournalError::File { path: path.to_owned(), cause })?;
    read_file(&file, path)
}

/// Takes the file for this process alone, for as long as it is open.
fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => JournalError::Busy(path.to_owned()),
        TryLockError::Error(cause) => JournalError::File { path: path.to_owned(), cause },
    })
}

fn read_file(file: &File, path: &Path) -> Result<JournalContents, JournalError> {
    let owned = || path.to_owned();
    let mut reader = PgnReader::new(BufReader::new(file));
    let faulty = |fault| JournalError::Record { path: path.to_owned(), error: fault };
    let plan = match reader.next().transpose().map_err(faulty)? {
        Some(PgnItem::Escape(line)) => line,
        _ => return Err(JournalError::MissingConfig(owned())),
    };
    let plan =
        plan.strip_prefix(HEADER_PREFIX).ok_or_else(|| JournalError::MissingConfig(owned()))?;
    let plan = MatchConfig::from_json(plan)
        .map_err(|fault| JournalError::Config { path: owned(), error: fault })?;
    let mut games = Vec::new();
    loop {
        match reader.next() {
            None => break,
            Some(Ok(PgnItem::Escape(_))) => {}
            Some(Ok(PgnItem::Game(record))) => {
                let (fixture, end) = identify_game(&plan, &record).ok_or_else(|| {
                    JournalError::UnknownGame { path: owned(), round: record.round.clone() }
                })?;
                games.push((fixture, end, *record));
            }
            Some(Err(PgnError::Truncated { .. })) => break,
            Some(Err(fault)) => return Err(faulty(fault)),
        }
    }
    Ok(JournalContents { config: plan, games, valid_len: reader.offset() })
}

/// Which game of the match the record is, and its end; `None` if it is none of its games.
fn identify_game(plan: &MatchConfig, record: &GameRecord) -> Option<(ScheduledGame, GameEnd)> {
    let game = ScheduledGame::parse_pgn_round(&record.round)?;
    let fixture = plan.scheduled_game(game)?;
    let names = fixture.players.map(|player| Some(&plan.players.get(player)?.name));
    let mine = plan.shard.is_none_or(|shard| shard.contains(fixture.pair()));
    let fits =
        mine && record.players.each_ref().map(Some) == names && record.variant == plan.variant;
    Some((fixture, record.end.filter(|_| fits)?))
}
