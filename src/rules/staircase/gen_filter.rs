//! What is asked of a generator.

/// Which moves are wanted.
#[derive(Clone, Copy)]
pub struct GenFilter {
    /// Captures and promotions.
    pub noisy: bool,
    /// What men do else.
    pub quiet: bool,
    /// Platform moves that promote nothing.
    pub platforms: bool,
    /// The squares of the men whose moves are wanted.
    pub sources: u64,
    /// Only legal moves; else the king may be left attacked.
    pub legal: bool,
}

impl GenFilter {
    /// Every legal move.
    pub const ALL: GenFilter =
        GenFilter { noisy: true, quiet: true, platforms: true, sources: u64::MAX, legal: true };
    /// Captures and promotions.
    pub const NOISY: GenFilter = GenFilter { quiet: false, platforms: false, ..GenFilter::ALL };
    /// What men do else.
    pub const QUIET: GenFilter = GenFilter { noisy: false, platforms: false, ..GenFilter::ALL };
    /// Platform moves that promote nothing.
    pub const PLATFORMS: GenFilter = GenFilter { noisy: false, quiet: false, ..GenFilter::ALL };
}

/// The lowest bit of each slot's four squares, slot squares shifted down.
pub const SLOTS: u64 = 0x1111;
