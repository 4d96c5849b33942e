//! The files of some folders, each mapped when a position needs it.

use super::material::{Material, Pieces};
use super::table::{Distance, Table, TableKind, check_file};
use super::wdl::Wdl;
use crate::sync::lock;
use fxhash::FxHashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

/// Separates the folders of a path.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Why a folder or a file is not used.
#[derive(Debug, thiserror::Error)]
pub enum SyzygyError {
    /// A folder cannot be read.
    #[error("{}: {cause}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// A file is not the table that its name says.
    #[error("{}: {cause}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// None of the folders has a table.
    #[error("{0:?}: no file such as KQvK.rtbw in it")]
    NoTables(String),
}

/// Tables that have been found, and what was wrong with others.
#[derive(Debug)]
pub struct OpenedTables {
    /// The tables; `None` if there are none.
    pub tables: Option<Tables>,
    /// The folders that cannot be read, and the files that are not used.
    pub errors: Vec<SyzygyError>,
}

/// The tables of some folders.
#[derive(Debug)]
pub struct Tables {
    endings: FxHashMap<Material, EndingFiles>,
    most_pieces: usize,
    /// The errors of files that were mapped in a search.
    errors: Mutex<Vec<SyzygyError>>,
}

/// The files of an ending.
#[derive(Debug, Default)]
struct EndingFiles {
    wdl: Option<TableFile>,
    dtz: Option<TableFile>,
}

/// A file, mapped when it is needed.
#[derive(Debug)]
struct TableFile {
    path: PathBuf,
    /// `None` in it if the file is damaged.
    table: OnceLock<Option<Table>>,
}

impl Tables {
    /// Finds the tables of these folders, which `:` separates, or `;` on Windows. A file of an
    /// earlier folder precedes one of the same name. Of each file the size and the first bytes are
    /// checked.
    pub fn open(folders: &str) -> OpenedTables {
        let mut tables =
            Tables { endings: FxHashMap::default(), most_pieces: 0, errors: Mutex::default() };
        let mut errors = Vec::new();
        for folder in folders.split(SEPARATOR).filter(|folder| !folder.is_empty()) {
            let folder = Path::new(folder);
            if let Err(cause) = tables.add_folder(folder, &mut errors) {
                errors.push(SyzygyError::Folder { path: folder.to_owned(), cause });
            }
        }
        if tables.most_pieces == 0 && errors.is_empty() {
            errors.push(SyzygyError::NoTables(folders.to_owned()));
        }
        OpenedTables { tables: (tables.most_pieces > 0).then_some(tables), errors }
    }

    fn add_folder(&mut self, folder: &Path, errors: &mut Vec<SyzygyError>) -> io::Result<()> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            paths.push(entry?.path());
        }
        paths.sort();
        for path in paths {
            let Some((kind, material)) = parse_name(&path) else { continue };
            match check_file(&path, kind) {
                Ok(()) => self.add_file(path, kind, material),
                Err(cause) => errors.push(SyzygyError::File { path, cause: cause.to_string() }),
            }
        }
        Ok(())
    }

    fn add_file(&mut self, path: PathBuf, kind: TableKind, material: Material) {
        let ending = self.endings.entry(material).or_default();
        let file = match kind {
            TableKind::Wdl => &mut ending.wdl,
            TableKind::Dtz => &mut ending.dtz,
        };
        file.get_or_insert(TableFile { path, table: OnceLock::new() });
        if kind == TableKind::Wdl {
            self.most_pieces = self.most_pieces.max(material.count());
        }
    }

    /// Returns the largest number of pieces of a result, with the kings.
    pub fn most_pieces(&self) -> usize {
        self.most_pieces
    }

    /// Returns the number of files of results and of those of distances.
    pub fn counts(&self) -> [usize; 2] {
        let endings = || self.endings.values();
        [
            endings().filter(|ending| ending.wdl.is_some()).count(),
            endings().filter(|ending| ending.dtz.is_some()).count(),
        ]
    }

    /// Returns the result of a position, which has no castling rights; `None` if no file has it. If
    /// the best move is a capture, the result may be worse than the true one.
    pub fn wdl(&self, pieces: &Pieces) -> Option<Wdl> {
        let material = Material::of(pieces);
        if material.has_kings_only() {
            return Some(Wdl::Draw);
        }
        let (ending, material, is_swapped) = self.ending(material)?;
        self.table(ending.wdl.as_ref()?, TableKind::Wdl, &material)?.wdl(pieces, is_swapped)
    }

    /// Returns the distance of a position with this result, in which neither a capture nor a pawn
    /// move is the best move. `None` if no file has it, or for a draw.
    pub fn distance(&self, pieces: &Pieces, wdl: Wdl) -> Option<Distance> {
        let (ending, material, is_swapped) = self.ending(Material::of(pieces))?;
        let table = self.table(ending.dtz.as_ref()?, TableKind::Dtz, &material)?;
        table.distance(pieces, is_swapped, wdl)
    }

    /// Returns the errors of files that positions have needed since the last call.
    pub fn take_errors(&self) -> Vec<SyzygyError> {
        std::mem::take(&mut *lock(&self.errors))
    }

    /// Returns the ending of a material, its material, and whether Black has the pieces of its
    /// first side.
    fn ending(&self, material: Material) -> Option<(&EndingFiles, Material, bool)> {
        if let Some(ending) = self.endings.get(&material) {
            return Some((ending, material, false));
        }
        let swapped = material.swapped();
        self.endings.get(&swapped).map(|ending| (ending, swapped, true))
    }

    /// Returns the table of a file.
    fn table<'a>(
        &self,
        file: &'a TableFile,
        kind: TableKind,
        material: &Material,
    ) -> Option<&'a Table> {
        let open = || match Table::open(&file.path, kind, material) {
            Ok(table) => Some(table),
            Err(cause) => {
                let (path, cause) = (file.path.clone(), cause.to_string());
                let mut errors = lock(&self.errors);
                errors.push(SyzygyError::File { path, cause });
                None
            }
        };
        file.table.get_or_init(open).as_ref()
    }
}

/// Returns the content and the pieces of a file by its name; `None` of another file.
fn parse_name(path: &Path) -> Option<(TableKind, Material)> {
    let extension = path.extension()?.to_str()?;
    let kind =
        [TableKind::Wdl, TableKind::Dtz].into_iter().find(|kind| kind.extension() == extension)?;
    Some((kind, Material::from_name(path.file_stem()?.to_str()?)?))
}
