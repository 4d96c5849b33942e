//! One file: its header, and the number of a position.

use super::layout::{Layout, View, leading_file};
use super::mapping::Mapping;
use super::material::{Code, Material, Pieces};
use super::pairs::Pairs;
use super::reader::{Reader, read_u16};
use super::wdl::Wdl;
use crate::geometry::plane::WIDTH;
use crate::moves::Side;
use std::io;
use std::path::Path;

/// What a file contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TableKind {
    /// Results.
    Wdl,
    /// Distances.
    Dtz,
}

impl TableKind {
    /// Returns the extension of the files.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            TableKind::Wdl => "rtbw",
            TableKind::Dtz => "rtbz",
        }
    }

    /// Returns the first bytes of the files.
    const fn magic(self) -> [u8; 4] {
        match self {
            TableKind::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            TableKind::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// Flags of a file: it has a part for each side to move.
const SPLIT: u8 = 1;
/// Its pieces have pawns.
const HAS_PAWNS: u8 = 2;

/// Flags of a part of distances: the side to move is the second one.
const SIDE: u8 = 1;
/// The numbers are mapped to distances by a list.
const MAPPED: u8 = 2;
/// The distances of wins are in plies, not in moves.
const WIN_PLIES: u8 = 4;
/// The distances of losses are in plies.
const LOSS_PLIES: u8 = 8;
/// The numbers of the list have two bytes.
const WIDE: u8 = 16;

/// The size of a file is a multiple of 64, and this many bytes of a checksum.
const CHECKSUM_LEN: u64 = 16;

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub(super) enum TableError {
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Its size is not that of a table.
    #[error(
        "{0} bytes read, a multiple of 64 and {CHECKSUM_LEN} more expected; the file is incomplete"
    )]
    Size(u64),
    /// It begins with other bytes.
    #[error("{read:02x?} read, {expected:02x?} expected as the first bytes")]
    Magic {
        /// The first bytes.
        read: [u8; 4],
        /// Those of a table.
        expected: [u8; 4],
    },
    /// Its header describes no table of its pieces.
    #[error("the header describes no table of these pieces; the file is damaged")]
    Header,
}

/// A file.
#[derive(Debug)]
pub(super) struct Table {
    mapping: Mapping,
    is_symmetric: bool,
    /// The code of the leading pawns; `None` without pawns.
    pawn: Option<Code>,
    /// By file of the leading pawn, or one without pawns: a part for each side to move, or one for
    /// both.
    files: Vec<Vec<Part>>,
}

/// A part of a file.
#[derive(Debug)]
struct Part {
    layout: Layout,
    pairs: Pairs,
    /// The offsets of the lists of distances, by class of result.
    lists: [usize; 4],
}

/// The distance of a position to the next capture or pawn move on the way to its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// The plies, at least 1. A file that counts in moves may have one ply too few.
    Plies(u32),
    /// The file has the positions of the other side to move alone.
    OtherSide,
}

/// Checks the size and the first bytes of a file.
pub(super) fn check_file(path: &Path, kind: TableKind) -> Result<(), TableError> {
    let mut file = std::fs::File::open(path)?;
    let size = file.metadata()?.len();
    if size % 64 != CHECKSUM_LEN {
        return Err(TableError::Size(size));
    }
    let mut read = [0; 4];
    io::Read::read_exact(&mut file, &mut read)?;
    let expected = kind.magic();
    if read == expected { Ok(()) } else { Err(TableError::Magic { read, expected }) }
}

impl Table {
    /// Maps a file and reads its header.
    pub(super) fn open(
        path: &Path,
        kind: TableKind,
        material: &Material,
    ) -> Result<Table, TableError> {
        check_file(path, kind)?;
        let mapping = Mapping::open(path)?;
        let header = read_header(mapping.bytes(), kind, material).ok_or(TableError::Header)?;
        let (pawn, files) = header;
        Ok(Table { is_symmetric: material.is_symmetric(), mapping, pawn, files })
    }

    /// Returns the result of a position. `is_swapped` is whether Black has the pieces of the first
    /// side.
    pub(super) fn wdl(&self, pieces: &Pieces, is_swapped: bool) -> Option<Wdl> {
        let (view, side) = self.view(pieces, is_swapped);
        let sides = self.files.get(self.file(pieces, view)?)?;
        let part = sides.get(if sides.len() > 1 { side } else { 0 })?;
        Wdl::from_number(part.get(self.mapping.bytes(), pieces, view)?)
    }

    /// Returns the distance of a position with this result.
    pub(super) fn distance(&self, pieces: &Pieces, is_swapped: bool, wdl: Wdl) -> Option<Distance> {
        let (view, side) = self.view(pieces, is_swapped);
        let part = self.files.get(self.file(pieces, view)?)?.first()?;
        let flags = part.pairs.flags;
        if usize::from(flags & SIDE) != side && !self.is_symmetric {
            return Some(Distance::OtherSide);
        }
        let bytes = self.mapping.bytes();
        let mut number = part.get(bytes, pieces, view)?;
        // The lists are of wins, losses, cursed wins and blessed losses.
        let (list, in_plies) = match wdl {
            Wdl::Win => (0, flags & WIN_PLIES != 0),
            Wdl::Loss => (1, flags & LOSS_PLIES != 0),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss => (3, false),
            Wdl::Draw => return None,
        };
        if flags & MAPPED != 0 {
            let (start, index) = (part.lists[list], usize::from(number));
            number = match flags & WIDE {
                0 => (*bytes.get(start + index)?).into(),
                _ => read_u16(bytes, start + 2 * index)?,
            };
        }
        let number = u32::from(number);
        Some(Distance::Plies(1 + if in_plies { number } else { 2 * number }))
    }

    /// Returns how to look at a position so that its pieces are those of the file, and the side to
    /// move, 0 or 1. With the same pieces on both sides the first one is to move.
    fn view(&self, pieces: &Pieces, is_swapped: bool) -> (View, usize) {
        let is_black = pieces.side_to_move == Side::Black;
        match self.is_symmetric {
            true => (View::new(is_black), 0),
            false => (View::new(is_swapped), usize::from(is_black != is_swapped)),
        }
    }

    /// Returns the file of the leading pawn; 0 without pawns.
    fn file(&self, pieces: &Pieces, view: View) -> Option<usize> {
        self.pawn.map_or(Some(0), |pawn| leading_file(pieces, pawn, view))
    }
}

impl Part {
    /// Returns the number of a position in the bytes of the file.
    fn get(&self, bytes: &[u8], pieces: &Pieces, view: View) -> Option<u16> {
        self.pairs.get(bytes, self.layout.number(pieces, view)?)
    }
}

/// Reads the header of a file: the code of the leading pawns, and the parts.
fn read_header(
    bytes: &[u8],
    kind: TableKind,
    material: &Material,
) -> Option<(Option<Code>, Vec<Vec<Part>>)> {
    let mut reader = Reader::new(bytes);
    reader.take(kind.magic().len())?;
    let flags = reader.byte()?;
    let (is_split, has_pawns) = (flags & SPLIT != 0, flags & HAS_PAWNS != 0);
    if has_pawns != material.has_pawns() || is_split == material.is_symmetric() {
        return None;
    }
    let side_count = if kind == TableKind::Wdl && is_split { 2 } else { 1 };
    let file_count = if has_pawns { WIDTH / 2 } else { 1 };
    let mut layouts = Vec::new();
    let mut pawn = None;
    for file in 0..file_count {
        let sides = read_layouts(&mut reader, material, file, side_count)?;
        pawn = has_pawns.then(|| sides[0].first_code());
        layouts.push(sides);
    }
    reader.align(2)?;
    let mut files: Vec<Vec<Part>> = Vec::new();
    for layouts in layouts {
        let mut parts = Vec::new();
        for layout in layouts {
            let pairs = Pairs::read(&mut reader, layout.len())?;
            parts.push(Part { layout, pairs, lists: [0; 4] });
        }
        files.push(parts);
    }
    if kind == TableKind::Dtz {
        for part in files.iter_mut().flatten() {
            part.lists = read_lists(&mut reader, part.pairs.flags)?;
        }
        reader.align(2)?;
    }
    for part in files.iter_mut().flatten() {
        part.pairs.read_sparse_index(&mut reader)?;
    }
    for part in files.iter_mut().flatten() {
        part.pairs.read_lengths(&mut reader)?;
    }
    for part in files.iter_mut().flatten() {
        part.pairs.read_blocks(&mut reader)?;
    }
    Some((pawn, files))
}

/// Reads the order of the pieces for each side to move: the low half of each byte, or the high one.
fn read_layouts(
    reader: &mut Reader,
    material: &Material,
    file: usize,
    side_count: usize,
) -> Option<Vec<Layout>> {
    let order_len = if material.has_pawns_of_both() { 2 } else { 1 };
    let (orders, codes) = (reader.take(order_len)?, reader.take(material.count())?);
    (0..side_count)
        .map(|side| {
            let half = |byte: u8| byte >> (4 * side) & 0xf;
            let order = [0, 1].map(|index| orders.get(index).map_or(0xf, |&byte| half(byte)));
            let codes: Vec<Code> = codes.iter().map(|&byte| half(byte)).collect();
            if Material::of_codes(&codes)? != *material {
                return None;
            }
            Layout::new(&codes, order.map(usize::from), file)
        })
        .collect()
}

/// Reads the lists of distances of a part, if it has them. Returns where each begins.
fn read_lists(reader: &mut Reader, flags: u8) -> Option<[usize; 4]> {
    let mut lists = [0; 4];
    if flags & MAPPED != 0 {
        if flags & WIDE != 0 {
            reader.align(2)?;
        }
        for list in &mut lists {
            let len = match flags & WIDE {
                0 => reader.byte()?.into(),
                _ => 2 * usize::from(reader.u16()?),
            };
            *list = reader.offset();
            reader.take(len)?;
        }
    }
    Some(lists)
}
