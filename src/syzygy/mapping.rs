//! The bytes of a file, mapped to memory: a file may be larger than the memory, and a probe reads a
//! few pages of it.
//!
//! # What can go wrong
//!
//! If another program shortens a file while it is in use, the system ends this program with SIGBUS.
//! Every program that maps tables has this risk.

use std::io;
use std::path::Path;

/// The bytes of a file.
#[cfg(not(target_family = "wasm"))]
#[derive(Debug)]
pub(super) struct Mapping(memmap2::Mmap);

#[cfg(not(target_family = "wasm"))]
impl Mapping {
    /// Maps a file.
    pub(super) fn open(path: &Path) -> io::Result<Mapping> {
        let file = std::fs::File::open(path)?;
        // SAFETY: the map is read only, and this program writes to no table. The bytes can change
        // only if another program writes to the file; they are read as plain numbers, each checked
        // before it is used, so any bytes will do.
        let map = unsafe { memmap2::Mmap::map(&file)? };
        // A probe reads a few bytes in places far apart. The advice is for speed alone.
        #[cfg(unix)]
        let _ = map.advise(memmap2::Advice::Random);
        Ok(Mapping(map))
    }

    /// Returns the bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// In WebAssembly there are no files.
#[cfg(target_family = "wasm")]
#[derive(Debug)]
pub(super) enum Mapping {}

#[cfg(target_family = "wasm")]
impl Mapping {
    /// Returns an error.
    pub(super) fn open(_: &Path) -> io::Result<Mapping> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns the bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        match *self {}
    }
}
