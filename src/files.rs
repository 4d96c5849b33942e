//! Files that survive a killed process and a full disk.
//!
//! An `AppendFile` grows record by record. Each record is one write, so a killed process leaves
//! at most one incomplete record, at the end. [`replace`] writes a whole file in one step.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", .path.display())]
pub struct FileError<E> {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub cause: E,
}

impl<E> FileError<E> {
    /// Names the file of an error.
    pub fn new(path: &Path, cause: E) -> FileError<E> {
        FileError { path: path.to_owned(), cause }
    }
}

/// Returns the text of an error in the first line of a file, which is one line of JSON. The place
/// of a wrong value in it says nothing to the user; that of a syntax error is left in the text.
pub(crate) fn header_error(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).filter(|_| error.is_data()).unwrap_or(&text).to_owned()
}

/// Writes a file in one step: the old contents stay until the new ones are complete. A device or a
/// pipe is written directly.
///
/// # Errors
/// If `path` with the extension `new` added cannot be written, or not be renamed.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(path, bytes);
    }
    let new = path.with_added_extension("new");
    let replaced = fs::write(&new, bytes).and_then(|()| fs::rename(&new, path));
    if replaced.is_err() {
        // An incomplete file is of no use. The first error is the one to report.
        let _ = fs::remove_file(&new);
    }
    replaced
}

/// Checks that [`replace`] can write a file. Leaves the file as it is.
///
/// # Errors
/// If `path` is a folder, or if `path` with the extension `new` added cannot be written.
pub fn check_replaceable(path: &Path) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        // A device or a pipe: opening a pipe would wait for its reader.
        Ok(metadata) if !metadata.is_file() => return Ok(()),
        _ => {}
    }
    let new = path.with_added_extension("new");
    File::create(&new)?;
    fs::remove_file(&new)
}

/// Removes a file that is of no use. A device stays. An error is not reported: that which made the
/// file useless matters more.
pub(crate) fn discard(path: &Path) {
    if path.is_file() {
        let _ = fs::remove_file(path);
    }
}

/// A file that is open for more records and locked against other writers.
#[derive(Debug)]
pub(crate) struct AppendFile {
    file: File,
    path: PathBuf,
    /// The length of the complete records in bytes.
    length: u64,
}

impl AppendFile {
    /// Creates a file with this first record. An existing file is not touched, except for an empty
    /// one: a process that is killed before its first record leaves one.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] if the file exists, [`ErrorKind::WouldBlock`] if another
    /// process writes it, or any other error. If the record cannot be written, there is no file.
    pub(crate) fn create(path: &Path, first: &[u8]) -> io::Result<AppendFile> {
        let mut created = AppendFile::open_or_create(path)?;
        if created.length > 0 {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let written = created.append(first);
        if written.is_err() {
            // A file without its first record could be neither resumed nor created again.
            discard(path);
        }
        written.map(|()| created)
    }

    /// Opens a file for reading and, after [`AppendFile::truncate`], for appending.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] if another process writes the file, or any other error.
    pub(crate) fn open(path: &Path) -> io::Result<AppendFile> {
        AppendFile::from_file(File::options().read(true).write(true).open(path)?, path)
    }

    /// Opens a file as [`AppendFile::open`] does, but creates an empty one if there is none.
    pub(crate) fn open_or_create(path: &Path) -> io::Result<AppendFile> {
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        AppendFile::from_file(options.open(path)?, path)
    }

    fn from_file(file: File, path: &Path) -> io::Result<AppendFile> {
        let mut opened = AppendFile { file, path: path.to_owned(), length: 0 };
        opened.lock()?;
        // No other process changes the length of a locked file.
        opened.length = opened.file.metadata()?.len();
        Ok(opened)
    }

    fn lock(&self) -> io::Result<()> {
        self.file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                io::Error::new(ErrorKind::WouldBlock, "another process writes this file")
            }
            TryLockError::Error(error) => error,
        })
    }

    /// Returns the file, for reading.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Cuts off everything after the first `length` bytes. Appending continues there.
    pub(crate) fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length))?;
        self.length = length;
        Ok(())
    }

    /// Appends a record, without buffering. If it cannot be written completely, nothing of it stays
    /// in the file.
    ///
    /// # Errors
    /// If the record cannot be written, or if the file was removed or replaced. The records are
    /// written to a new file of the name if there is none.
    pub(crate) fn append(&mut self, record: &[u8]) -> io::Result<()> {
        if !self.is_at_path() {
            return Err(self.restore());
        }
        match self.file.write_all(record) {
            Ok(()) => {
                self.length += record.len() as u64;
                Ok(())
            }
            Err(error) => {
                // A full disk must not leave half a record in front of a later one.
                let _ = self.truncate(self.length);
                Err(error)
            }
        }
    }

    /// Returns whether the path still leads to the open file.
    #[cfg(unix)]
    fn is_at_path(&self) -> bool {
        use std::os::unix::fs::MetadataExt;
        let identity = |metadata: &fs::Metadata| (metadata.dev(), metadata.ino());
        let (open, named) = (self.file.metadata(), fs::metadata(&self.path));
        matches!((&open, &named), (Ok(open), Ok(named)) if identity(open) == identity(named))
    }

    /// Returns whether there is a file at the path.
    #[cfg(not(unix))]
    fn is_at_path(&self) -> bool {
        self.path.exists()
    }

    /// Writes the records to a new file of the name. Returns the error for the user.
    fn restore(&mut self) -> io::Error {
        let mut copy = || {
            let mut new =
                File::options().read(true).write(true).create_new(true).open(&self.path)?;
            self.file.seek(SeekFrom::Start(0))?;
            io::copy(&mut (&self.file).take(self.length), &mut new)?;
            self.file = new;
            self.lock()
        };
        match copy() {
            Ok(()) => io::Error::other(
                "the file was removed while it was in use; its records are in a new file of this name",
            ),
            Err(error) => io::Error::other(format!(
                "the file was removed or replaced while it was in use, and its records could not be \
                 written again: {error}"
            )),
        }
    }
}

impl Drop for AppendFile {
    /// Unlocks explicitly: a child process inherits the open file until it executes its program, so
    /// closing the file here might not release the lock.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that is removed at the end of a test.
    struct TempDir(PathBuf);

    impl TempDir {
        fn new(name: &str) -> TempDir {
            let name = format!("triskelion-files-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::create_dir_all(&path).expect("a folder");
            TempDir(path)
        }
    }

    impl Drop for TempDir {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[cfg(unix)]
    #[test]
    fn removed_file_is_written_again() {
        let dir = TempDir::new("removed");
        let path = dir.0.join("records");
        let mut file = AppendFile::create(&path, b"first\n").expect("a new file");
        file.append(b"second\n").expect("room");
        fs::remove_file(&path).expect("the file");
        let error = file.append(b"third\n").expect_err("no file").to_string();
        assert!(error.contains("was removed") && error.contains("a new file"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("a new file"), "first\nsecond\n");
        let busy = AppendFile::open(&path).expect_err("a locked file");
        assert_eq!(busy.kind(), ErrorKind::WouldBlock);
        file.append(b"third\n").expect("room");
        assert_eq!(fs::read_to_string(&path).expect("a new file"), "first\nsecond\nthird\n");
    }

    #[cfg(unix)]
    #[test]
    fn foreign_file_is_not_touched() {
        let dir = TempDir::new("replaced");
        let path = dir.0.join("records");
        let mut file = AppendFile::create(&path, b"first\n").expect("a new file");
        fs::remove_file(&path).expect("the file");
        fs::write(&path, "foreign").expect("room");
        let error = file.append(b"second\n").expect_err("another file").to_string();
        assert!(error.contains("replaced"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("the other file"), "foreign");
    }

    #[test]
    fn place_of_a_syntax_error_stays() {
        let error = |json| header_error(&serde_json::from_str::<[u32; 2]>(json).expect_err(json));
        assert_eq!(error("[1]"), "invalid length 1, expected an array of length 2");
        assert_eq!(error("[1"), "EOF while parsing a list at line 1 column 2");
    }

    #[test]
    fn only_empty_files_are_created_again() {
        let dir = TempDir::new("empty");
        let path = dir.0.join("records");
        fs::write(&path, "").expect("room");
        drop(AppendFile::create(&path, b"first\n").expect("an empty file"));
        let exists = AppendFile::create(&path, b"other\n").expect_err("a file with a record");
        assert_eq!(exists.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).expect("the file"), "first\n");
    }

    #[test]
    fn replaced_file_is_old_or_new() {
        let dir = TempDir::new("whole");
        let path = dir.0.join("network");
        check_replaceable(&path).expect("a folder that can be written");
        assert!(!path.exists());
        replace(&path, b"old").expect("room");
        // A folder in the way of the new file.
        fs::create_dir(dir.0.join("network.new")).expect("a folder");
        check_replaceable(&path).expect_err("no file");
        replace(&path, b"new").expect_err("no file");
        assert_eq!(fs::read(&path).expect("the old file"), b"old");
        fs::remove_dir(dir.0.join("network.new")).expect("the folder");
        replace(&path, b"new").expect("room");
        assert_eq!(fs::read(&path).expect("the new file"), b"new");
    }
}
