//! Reads the parts of a file in their order.

/// A place in the bytes of a file. Every method returns `None` past the end.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Returns the start of the bytes.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, at: 0 }
    }

    /// Returns the offset of the next byte.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Returns the next bytes.
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(count)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    /// Returns the next byte.
    pub(super) fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    /// Returns the next two bytes as a number.
    pub(super) fn u16(&mut self) -> Option<u16> {
        read_u16(self.take(2)?, 0)
    }

    /// Returns the next four bytes as a number.
    pub(super) fn u32(&mut self) -> Option<u32> {
        read_u32(self.take(4)?, 0)
    }

    /// Skips bytes to an offset that is a multiple of `unit`.
    pub(super) fn align(&mut self, unit: usize) -> Option<()> {
        self.take(self.at.next_multiple_of(unit) - self.at).map(|_| ())
    }
}

/// Returns the number of two bytes, the low one first.
pub(super) fn read_u16(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Returns the number of four bytes, the lowest first.
pub(super) fn read_u32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
