//! The compressed numbers of a table: pairs of symbols that stand for two others, down to single
//! numbers (recursive pairing), and a canonical Huffman code of the symbols, in blocks.

use super::reader::{Reader, read_u16, read_u32};

/// The flag of a table in which all numbers are the same.
const SINGLE_VALUE: u8 = 128;
/// The right half of a symbol that stands for one number.
const NO_SYMBOL: u16 = 0xfff;
/// The longest code of a symbol in bits: what is left of a word after a refill.
const MAX_CODE_LEN: u8 = 32;
/// The bytes of an entry of the sparse index: a block, and the place of a number in it.
const SPARSE_ENTRY: usize = 6;

/// A symbol: a number if `right` is [`NO_SYMBOL`], else two symbols.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    left: u16,
    right: u16,
    /// The count of numbers that it stands for.
    len: u32,
}

/// The numbers of a table.
#[derive(Debug)]
pub(super) struct Pairs {
    /// The flags of the table.
    pub(super) flags: u8,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// All numbers are this one.
    Single(u16),
    Blocks(Blocks),
}

#[derive(Debug)]
struct Blocks {
    /// The bytes of a block.
    block_size: usize,
    /// The count of numbers for each entry of the sparse index.
    span: u64,
    sparse_entries: usize,
    /// The count of blocks, and of those with a length; the latter are more, for padding.
    block_count: usize,
    length_count: usize,
    /// The length in bits of the shortest code.
    min_len: u32,
    /// By length from the shortest: the lowest symbol, and the lowest code at the high end of a
    /// word.
    lowest: Vec<(u16, u64)>,
    symbols: Vec<Symbol>,
    /// The offsets in the file.
    sparse: usize,
    lengths: usize,
    data: usize,
}

impl Pairs {
    /// Reads the description of the compression of `len` numbers; `None` if it cannot be one.
    pub(super) fn read(reader: &mut Reader, len: u64) -> Option<Pairs> {
        let flags = reader.byte()?;
        if flags & SINGLE_VALUE != 0 {
            return Some(Pairs { flags, content: Content::Single(reader.byte()?.into()) });
        }
        let block_size = 1_usize.checked_shl(reader.byte()?.into())?;
        let span = 1_u64.checked_shl(reader.byte()?.into())?;
        let sparse_entries = usize::try_from(len.div_ceil(span)).ok()?;
        let padding = usize::from(reader.byte()?);
        let block_count = usize::try_from(reader.u32()?).ok()?;
        let length_count = block_count.checked_add(padding)?;
        let (max_len, min_len) = (reader.byte()?, reader.byte()?);
        if min_len == 0 || min_len > max_len || max_len > MAX_CODE_LEN || block_size < 8 {
            return None;
        }
        let lowest = read_codes(reader, min_len, max_len)?;
        let symbols = read_symbols(reader)?;
        Some(Pairs {
            flags,
            content: Content::Blocks(Blocks {
                block_size,
                span,
                sparse_entries,
                block_count,
                length_count,
                min_len: min_len.into(),
                lowest,
                symbols,
                sparse: 0,
                lengths: 0,
                data: 0,
            }),
        })
    }

    /// Skips the sparse index, which comes after the descriptions of all parts of a file.
    pub(super) fn read_sparse_index(&mut self, reader: &mut Reader) -> Option<()> {
        if let Content::Blocks(blocks) = &mut self.content {
            blocks.sparse = reader.offset();
            reader.take(blocks.sparse_entries.checked_mul(SPARSE_ENTRY)?)?;
        }
        Some(())
    }

    /// Skips the lengths of the blocks, which come after all sparse indices.
    pub(super) fn read_lengths(&mut self, reader: &mut Reader) -> Option<()> {
        if let Content::Blocks(blocks) = &mut self.content {
            blocks.lengths = reader.offset();
            reader.take(blocks.length_count.checked_mul(2)?)?;
        }
        Some(())
    }

    /// Skips the blocks, which come last.
    pub(super) fn read_blocks(&mut self, reader: &mut Reader) -> Option<()> {
        reader.align(64)?;
        if let Content::Blocks(blocks) = &mut self.content {
            blocks.data = reader.offset();
            reader.take(blocks.block_count.checked_mul(blocks.block_size)?)?;
        }
        Some(())
    }

    /// Returns the number at this index, from the bytes of the file.
    pub(super) fn get(&self, file: &[u8], index: u64) -> Option<u16> {
        match &self.content {
            Content::Single(number) => Some(*number),
            Content::Blocks(blocks) => blocks.get(file, index),
        }
    }
}

/// Reads the lowest symbol of each length of a code, and computes the lowest code of each.
fn read_codes(reader: &mut Reader, min_len: u8, max_len: u8) -> Option<Vec<(u16, u64)>> {
    let mut lowest = Vec::new();
    for _ in min_len..=max_len {
        lowest.push((reader.u16()?, 0));
    }
    // Shorter codes follow the longer ones: the lowest code of a length is that after the last one
    // of the next length, without its last bit.
    for index in (0..lowest.len() - 1).rev() {
        let (symbol, next_symbol) = (u64::from(lowest[index].0), u64::from(lowest[index + 1].0));
        let next: u64 = lowest[index + 1].1;
        lowest[index].1 = next.checked_add(symbol)?.checked_sub(next_symbol)? / 2;
    }
    for (index, (_, code)) in lowest.iter_mut().enumerate() {
        *code = code.checked_mul(1 << (64 - index as u32 - u32::from(min_len)))?;
    }
    Some(lowest)
}

/// Reads the symbols, each of three bytes.
fn read_symbols(reader: &mut Reader) -> Option<Vec<Symbol>> {
    let count = usize::from(reader.u16()?);
    let bytes = reader.take(count * 3)?;
    let mut symbols: Vec<Symbol> = bytes
        .chunks_exact(3)
        .map(|bytes| {
            let [low, middle, high] = [0, 1, 2].map(|index| u16::from(bytes[index]));
            Symbol { left: (middle & 0xf) << 8 | low, right: high << 4 | middle >> 4, len: 0 }
        })
        .collect();
    reader.take(count % 2)?;
    for index in 0..count {
        measure(&mut symbols, index)?;
    }
    Some(symbols)
}

/// Sets the length of a symbol and of those that it stands for; `None` if it stands for itself.
fn measure(symbols: &mut [Symbol], index: usize) -> Option<()> {
    let mut pending = vec![index];
    while let Some(&index) = pending.last() {
        let Symbol { left, right, len } = *symbols.get(index)?;
        if len > 0 {
            pending.pop();
            continue;
        }
        if right == NO_SYMBOL {
            symbols[index].len = 1;
            continue;
        }
        let halves = [left, right].map(usize::from);
        let mut len = 0_u32;
        let mut is_ready = true;
        for half in halves {
            let half_len = symbols.get(half)?.len;
            if half_len == 0 {
                pending.push(half);
                is_ready = false;
            }
            len = len.checked_add(half_len)?;
        }
        // More waiting symbols than there are halves: one waits for itself.
        if pending.len() > 2 * symbols.len() + 1 {
            return None;
        }
        if is_ready {
            symbols[index].len = len;
        }
    }
    Some(())
}

impl Blocks {
    fn get(&self, file: &[u8], index: u64) -> Option<u16> {
        let (block, offset) = self.find(file, index)?;
        let start = self.data.checked_add(block.checked_mul(self.block_size)?)?;
        let data = file.get(start..start.checked_add(self.block_size)?)?;
        self.decode(data, offset)
    }

    /// Returns the block of a number and its place in it: the sparse index leads near it, the
    /// lengths of the blocks to it.
    fn find(&self, file: &[u8], index: u64) -> Option<(usize, u64)> {
        let entry = usize::try_from(index / self.span).ok()?;
        if entry >= self.sparse_entries {
            return None;
        }
        let at = self.sparse + entry * SPARSE_ENTRY;
        let mut block = usize::try_from(read_u32(file, at)?).ok()?;
        let mut offset = i64::from(read_u16(file, at + 4)?);
        offset += (index % self.span).cast_signed() - (self.span / 2).cast_signed();
        // The count of numbers of a block, less one.
        let length = |block: usize| -> Option<i64> {
            (block < self.length_count).then_some(())?;
            Some(read_u16(file, self.lengths + 2 * block)?.into())
        };
        while offset < 0 {
            block = block.checked_sub(1)?;
            offset += length(block)? + 1;
        }
        loop {
            let length = length(block)?;
            if offset <= length {
                return Some((block, offset.cast_unsigned()));
            }
            offset -= length + 1;
            block += 1;
        }
    }

    /// Returns the number at this place of a block.
    fn decode(&self, data: &[u8], offset: u64) -> Option<u16> {
        let mut offset = u32::try_from(offset).ok()?;
        let (first, rest) = data.split_first_chunk()?;
        let (mut word, mut word_len) = (u64::from_be_bytes(*first), 64);
        let mut rest = rest.chunks_exact(4);
        let mut symbol = loop {
            let step = self.lowest.iter().position(|&(_, lowest)| word >= lowest)?;
            let (lowest_symbol, lowest_code) = self.lowest[step];
            let len = self.min_len + step as u32;
            let number = (word - lowest_code) >> (64 - len);
            let number = usize::from(lowest_symbol).checked_add(usize::try_from(number).ok()?)?;
            let symbol = *self.symbols.get(number)?;
            if offset < symbol.len {
                break symbol;
            }
            offset -= symbol.len;
            word <<= len;
            word_len -= len;
            if word_len <= 32 {
                word_len += 32;
                let next = rest.next().and_then(|bytes| bytes.first_chunk()).copied();
                word |= u64::from(u32::from_be_bytes(next.unwrap_or_default())) << (64 - word_len);
            }
        };
        while symbol.right != NO_SYMBOL {
            let left = *self.symbols.get(usize::from(symbol.left))?;
            if offset < left.len {
                symbol = left;
            } else {
                offset -= left.len;
                symbol = *self.symbols.get(usize::from(symbol.right))?;
            }
        }
        Some(symbol.left)
    }
}
