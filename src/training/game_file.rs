//! The file of a data generation run: its settings in the first line, then the games.
//!
//! The first line is `%triskelion games ` and the settings as JSON. Each game follows as a block:
//! the length of its [binary form](super::game_record) and its CRC-32 (both as four little-endian
//! bytes), then the binary form. A block is written with one call, so a process that is killed
//! leaves at most one incomplete block, at the end of the file; resuming cuts it off and plays the
//! game again. Games stand in the order in which they ended.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::config::DatagenConfig;
use super::game_record::{DecodeError, MoveFormat, TrainingGame};
use crate::files::{self, AppendFile, FileError};
use fxhash::FxHashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use triskelion_protocol::escape_control;

/// The first line begins with this.
const HEADER_PREFIX: &str = "%triskelion games ";

/// The longest first line that is read.
const MAX_HEADER_BYTES: u64 = 1 << 16;

/// The longest block: more than the longest game needs.
const MAX_BLOCK_BYTES: usize = 1 << 18;

/// Why a file of games cannot be used.
pub type GameFileError = FileError<GameFileErrorKind>;

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum GameFileErrorKind {
    /// The operating system reports an error.
    #[error(transparent)]
    Io(io::Error),
    /// The file of a new run exists.
    #[error("the file exists")]
    Exists,
    /// Another process writes the file.
    #[error("another process is writing this file")]
    Busy,
    /// The first line is no header.
    #[error("expected a first line that begins with `{HEADER_PREFIX}`")]
    MissingHeader,
    /// The settings in the first line are not valid.
    #[error("settings in the first line: {}", escape_control(.0))]
    Config(String),
    /// A block is damaged.
    #[error("byte {offset}: {message}")]
    Damaged {
        /// The offset of the block.
        offset: u64,
        /// What is wrong with it.
        message: String,
    },
    /// The settings differ from those of the other files in more than the shard.
    #[error("the file belongs to another run: its settings differ in more than the shard")]
    OtherRun,
    /// The moves of an interrupted run are packed as they were before.
    #[error("an older version wrote the file; it can be read, but its run cannot be continued")]
    OldFormat,
    /// A game does not belong to the run, or stands there twice.
    #[error("game {0} is in the file twice or does not belong to it")]
    UnexpectedGame(u64),
}

impl From<io::Error> for GameFileErrorKind {
    fn from(error: io::Error) -> GameFileErrorKind {
        match error.kind() {
            ErrorKind::AlreadyExists => GameFileErrorKind::Exists,
            ErrorKind::WouldBlock => GameFileErrorKind::Busy,
            _ => GameFileErrorKind::Io(error),
        }
    }
}

impl GameFileErrorKind {
    /// Names the file.
    fn at(self, path: &Path) -> GameFileError {
        FileError::new(path, self)
    }
}

/// A file that is open for more games and locked against other writers.
pub struct GameFile {
    file: AppendFile,
    block: Vec<u8>,
}

impl GameFile {
    /// Creates the file of a new run. An existing file is not touched.
    pub fn create(path: &Path, config: &DatagenConfig) -> Result<GameFile, GameFileError> {
        let create = || {
            let json = serde_json::to_string(config);
            let json = json.map_err(|error| GameFileErrorKind::Config(error.to_string()))?;
            let file = AppendFile::create(path, format!("{HEADER_PREFIX}{json}\n").as_bytes())?;
            Ok(GameFile { file, block: Vec::new() })
        };
        create().map_err(|error: GameFileErrorKind| error.at(path))
    }

    /// Opens the file of an interrupted run, cuts off an incomplete last block, and returns the
    /// settings and the numbers of the games in it.
    pub fn resume(path: &Path) -> Result<(GameFile, DatagenConfig, FxHashSet<u64>), GameFileError> {
        let open = || {
            let mut file = AppendFile::open(path)?;
            let mut reader = GameReader::from_file(file.file().try_clone()?)?;
            if reader.config.move_format != MoveFormat::Bits29 {
                return Err(GameFileErrorKind::OldFormat);
            }
            let mut done = FxHashSet::default();
            for game in &mut reader {
                let index = game?.index;
                if !done.insert(index) {
                    return Err(GameFileErrorKind::UnexpectedGame(index));
                }
            }
            let config = reader.config;
            if let Some(&index) = done.iter().find(|&&index| !config.contains(index)) {
                return Err(GameFileErrorKind::UnexpectedGame(index));
            }
            file.truncate(reader.offset)?;
            Ok((GameFile { file, block: Vec::new() }, config, done))
        };
        open().map_err(|error: GameFileErrorKind| error.at(path))
    }

    /// Writes the games of these files, which must be shards of one run, into a new file. Returns
    /// their number, and that of the run. After an error there is no new file.
    pub fn merge(paths: &[PathBuf], out: &Path) -> Result<(u64, u64), GameFileError> {
        let mut merged = None;
        let result = GameFile::merge_into(&mut merged, paths, out);
        let is_created = merged.take().is_some();
        if result.is_err() && is_created {
            files::discard(out);
        }
        result
    }

    /// Merges files as [`GameFile::merge`] does, but leaves the new file after an error. `merged`
    /// is that file once there is one.
    fn merge_into(
        merged: &mut Option<(GameFile, DatagenConfig)>,
        paths: &[PathBuf],
        out: &Path,
    ) -> Result<(u64, u64), GameFileError> {
        let mut done = FxHashSet::default();
        for path in paths {
            let reader = open(path)?;
            let config = reader.config.unsharded();
            let (file, expected) = match &mut *merged {
                Some(merged) => merged,
                None => merged.insert((GameFile::create(out, &config)?, config.clone())),
            };
            if *expected != config {
                return Err(GameFileErrorKind::OtherRun.at(path));
            }
            for game in reader {
                let game = game.map_err(|error| error.at(path))?;
                if !done.insert(game.index) || !config.contains(game.index) {
                    return Err(GameFileErrorKind::UnexpectedGame(game.index).at(path));
                }
                file.append(&game)?;
            }
        }
        Ok((done.len() as u64, merged.as_ref().map_or(0, |(_, config)| config.games)))
    }

    /// Appends a game.
    pub fn append(&mut self, game: &TrainingGame) -> Result<(), GameFileError> {
        self.block.clear();
        self.block.extend([0; 8]);
        game.encode(&mut self.block);
        if let Some((head, payload)) = self.block.split_first_chunk_mut::<8>() {
            let length = (payload.len() as u32).to_le_bytes();
            let checksum = crc32fast::hash(payload).to_le_bytes();
            head.copy_from_slice(&[length, checksum].concat());
        }
        let written = self.file.append(&self.block);
        written.map_err(|error| GameFileErrorKind::from(error).at(self.file.path()))
    }
}

/// Reads the games of a file one by one. An incomplete block at the end ends the iteration.
pub struct GameReader<R> {
    /// The settings of the run.
    pub config: DatagenConfig,
    /// The number of bytes that are complete so far.
    offset: u64,
    input: R,
    payload: Vec<u8>,
}

/// Opens a file for reading.
pub fn open(path: &Path) -> Result<GameReader<BufReader<File>>, GameFileError> {
    let open = || GameReader::from_file(File::open(path)?);
    open().map_err(|error: GameFileErrorKind| error.at(path))
}

impl GameReader<BufReader<File>> {
    fn from_file(file: File) -> Result<Self, GameFileErrorKind> {
        GameReader::new(BufReader::with_capacity(1 << 20, file))
    }
}

impl<R: BufRead> GameReader<R> {
    /// Reads the first line.
    pub fn new(mut input: R) -> Result<Self, GameFileErrorKind> {
        let mut header = Vec::new();
        input.by_ref().take(MAX_HEADER_BYTES).read_until(b'\n', &mut header)?;
        let json = header.strip_prefix(HEADER_PREFIX.as_bytes());
        let json = json.and_then(|json| json.strip_suffix(b"\n"));
        let json = json.ok_or(GameFileErrorKind::MissingHeader)?;
        let config: DatagenConfig = serde_json::from_slice(json)
            .map_err(|error| GameFileErrorKind::Config(files::header_error(&error)))?;
        config.check().map_err(GameFileErrorKind::Config)?;
        Ok(GameReader { config, offset: header.len() as u64, input, payload: Vec::new() })
    }

    /// Reads a block; `None` at the end of the file or of its complete part.
    fn read_block(&mut self) -> Result<Option<TrainingGame>, GameFileErrorKind> {
        let Some(length) = self.read_u32()? else { return Ok(None) };
        let Some(checksum) = self.read_u32()? else { return Ok(None) };
        let damaged = |message: String| GameFileErrorKind::Damaged { offset: self.offset, message };
        let length = length as usize;
        if length > MAX_BLOCK_BYTES {
            return Err(damaged(format!(
                "a block of {length} bytes; expected at most {MAX_BLOCK_BYTES}"
            )));
        }
        self.payload.clear();
        let read = self.input.by_ref().take(length as u64).read_to_end(&mut self.payload)?;
        if read < length {
            return Ok(None);
        }
        if crc32fast::hash(&self.payload) != checksum {
            return Err(damaged("the checksum of the block is wrong".to_owned()));
        }
        let game = TrainingGame::decode(&self.payload, self.config.move_format);
        let game = game.map_err(|error: DecodeError| damaged(error.to_string()))?;
        self.offset += 8 + length as u64;
        Ok(Some(game))
    }

    fn read_u32(&mut self) -> Result<Option<u32>, GameFileErrorKind> {
        let mut bytes = [0; 4];
        match self.input.read_exact(&mut bytes) {
            Ok(()) => Ok(Some(u32::from_le_bytes(bytes))),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl<R: BufRead> Iterator for GameReader<R> {
    type Item = Result<TrainingGame, GameFileErrorKind>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read_block().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::{Move, MoveType};
    use crate::registry::Variant;
    use crate::tournament::{GameEnd, Termination};
    use crate::training::game_record::RecordedPly;

    fn game(index: u64) -> TrainingGame {
        let mv = Move::new(1, 2, MoveType::Normal);
        let ply = RecordedPly { mv, score: Some(index as i16), is_quiet: true };
        let end = GameEnd { winner: None, termination: Termination::MaximumLength };
        TrainingGame { index, end, plies: vec![ply; index as usize + 1] }
    }

    fn bytes(games: u64) -> Vec<u8> {
        let config = DatagenConfig::new(Variant::Chess, 100, 1);
        let json = serde_json::to_string(&config).expect("JSON");
        let mut bytes = format!("{HEADER_PREFIX}{json}\n").into_bytes();
        for index in 0..games {
            let mut payload = Vec::new();
            game(index).encode(&mut payload);
            bytes.extend((payload.len() as u32).to_le_bytes());
            bytes.extend(crc32fast::hash(&payload).to_le_bytes());
            bytes.extend(payload);
        }
        bytes
    }

    #[test]
    fn truncated_file_keeps_complete_games() {
        let whole = bytes(3);
        let header = bytes(0).len();
        for length in header..=whole.len() {
            let reader = GameReader::new(&whole[..length]).expect("a header");
            let games: Vec<TrainingGame> = reader.map(|game| game.expect("a game")).collect();
            assert!((0..).map(game).zip(&games).all(|(expected, read)| expected == *read));
            assert_eq!(games.len() == 3, length == whole.len(), "{length} bytes");
        }
    }

    /// A file of before has no `move-format` in its settings, and moves of 24 bits.
    #[test]
    fn file_with_old_moves_is_read_and_not_continued() {
        let current = bytes(0);
        let json = String::from_utf8_lossy(&current).replace("\"move-format\":\"29-bit\",", "");
        assert!(json.len() < current.len());
        let mut payload = Vec::new();
        game(0).encode(&mut payload);
        // The move 1-2 of the only ply.
        payload.splice(12..16, [1, 2, 0]);
        let mut old = json.into_bytes();
        old.extend((payload.len() as u32).to_le_bytes());
        old.extend(crc32fast::hash(&payload).to_le_bytes());
        old.extend(&payload);
        let reader = GameReader::new(&old[..]).expect("a header");
        assert_eq!(reader.config.move_format, MoveFormat::Bits24);
        assert_eq!(reader.config.unsharded().move_format, MoveFormat::Bits29);
        assert_eq!(reader.map(|read| read.expect("a game")).collect::<Vec<_>>(), [game(0)]);

        let name = format!("triskelion-old-moves-{}.games", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, &old).expect("a file");
        let error = GameFile::resume(&path).err().expect("an old file").to_string();
        assert!(error.contains("cannot be continued"), "{error}");
        assert_eq!(std::fs::read(&path).expect("a file"), old);
        std::fs::remove_file(&path).expect("a file");
    }

    #[test]
    fn damaged_blocks_are_errors() {
        let header = bytes(0).len();
        let whole = bytes(3);
        for index in header + 4..bytes(2).len() {
            let mut damaged = whole.clone();
            damaged[index] ^= 0x40;
            let reader = GameReader::new(&damaged[..]).expect("a header");
            let games: Vec<_> = reader.collect();
            assert!(games.len() < 3 || games.iter().any(Result::is_err), "byte {index}");
        }
    }

    #[test]
    fn files_without_valid_header_are_rejected() {
        for text in ["", "%triskelion games", "%triskelion games {}\n", "%triskelion match {}\n"] {
            assert!(GameReader::new(text.as_bytes()).is_err(), "{text}");
        }
    }
}
