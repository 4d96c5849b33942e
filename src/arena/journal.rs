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

use super::End;
use super::plan::{Fixture, Plan, PlanError};
use super::record::{Item, ReadError, Reader, Record};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What the first line begins with, behind the `%`.
const SIGN: &str = "triskelion match ";

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
    #[error("{}: expected the plan of a match in its first line (%{SIGN}…)", .0.display())]
    NoPlan(PathBuf),
    /// Its plan is at fault.
    #[error("{}: {fault}", .path.display())]
    Plan {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: PlanError,
    },
    /// A record in it cannot be read.
    #[error("{}: {fault}", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: ReadError,
    },
    /// A game in it is none of the match.
    #[error("{}: round {round} is no finished game of this match", .path.display())]
    Stranger {
        /// The file.
        path: PathBuf,
        /// The tag `Round`.
        round: String,
    },
    /// A game stands in it twice.
    #[error("{}: round {round} stands there twice, or in two of the files", .path.display())]
    Twice {
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
pub struct Contents {
    /// The plan.
    pub plan: Plan,
    /// The games that are over, in the order of the file.
    pub games: Vec<(Fixture, End, Record)>,
    /// So many bytes are whole; what follows was cut off.
    pub whole: u64,
}

impl Journal {
    /// Begins the file of a match. One that is there already is not touched.
    pub fn create(path: &Path, plan: &Plan) -> Result<Journal, JournalError> {
        let line = plan.to_json();
        let line = line.map_err(|fault| JournalError::Plan { path: path.to_owned(), fault })?;
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.map_err(|cause| match cause.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => JournalError::File { path: path.to_owned(), cause },
        })?;
        lock(&file, path)?;
        let mut journal = Journal { file, path: path.to_owned() };
        journal.write(&format!("%{SIGN}{line}\n\n"))?;
        Ok(journal)
    }

    /// Reads a file and opens it for more; what was cut off at its end is cut away.
    pub fn resume(path: &Path) -> Result<(Journal, Contents), JournalError> {
        let failed = |cause| JournalError::File { path: path.to_owned(), cause };
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(failed)?;
        lock(&file, path)?;
        let contents = read_file(&file, path)?;
        file.set_len(contents.whole).map_err(failed)?;
        let mut journal = Journal { file, path: path.to_owned() };
        let missing = journal.missing_line_feeds(contents.whole).map_err(failed)?;
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
    pub fn append(&mut self, record: &Record) -> Result<(), JournalError> {
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
pub fn read(path: &Path) -> Result<Contents, JournalError> {
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

fn read_file(file: &File, path: &Path) -> Result<Contents, JournalError> {
    let owned = || path.to_owned();
    let mut reader = Reader::new(BufReader::new(file));
    let faulty = |fault| JournalError::Record { path: path.to_owned(), fault };
    let plan = match reader.next().transpose().map_err(faulty)? {
        Some(Item::Escape(line)) => line,
        _ => return Err(JournalError::NoPlan(owned())),
    };
    let plan = plan.strip_prefix(SIGN).ok_or_else(|| JournalError::NoPlan(owned()))?;
    let plan =
        Plan::from_json(plan).map_err(|fault| JournalError::Plan { path: owned(), fault })?;
    let mut games = Vec::new();
    loop {
        match reader.next() {
            None => break,
            Some(Ok(Item::Escape(_))) => {}
            Some(Ok(Item::Game(record))) => {
                let (fixture, end) = place(&plan, &record).ok_or_else(|| {
                    JournalError::Stranger { path: owned(), round: record.round.clone() }
                })?;
                games.push((fixture, end, *record));
            }
            Some(Err(ReadError::Truncated { .. })) => break,
            Some(Err(fault)) => return Err(faulty(fault)),
        }
    }
    Ok(Contents { plan, games, whole: reader.offset() })
}

/// Which game of the match the record is, and its end; `None` if it is none of its games.
fn place(plan: &Plan, record: &Record) -> Option<(Fixture, End)> {
    let game = Fixture::game_of_round(&record.round)?;
    let fixture = plan.fixture(game)?;
    let names = fixture.players.map(|player| Some(&plan.players.get(player)?.name));
    let mine = plan.shard.is_none_or(|shard| shard.has(fixture.pair()));
    let fits =
        mine && record.players.each_ref().map(Some) == names && record.variant == plan.variant;
    Some((fixture, record.end.filter(|_| fits)?))
}
