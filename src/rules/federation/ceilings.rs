//! Lines of sight, computed from where the platforms and the pieces stand.
//!
//! Rule F2 looks straight down under a *ceiling*: in each column only the highest live cell at or
//! below the ceiling counts. `blockers[h]` is the set of columns that block a path under ceiling h:
//! that cell is occupied, or there is none. A slider on level s attacks a cell on level t if and
//! only if a ray over `blockers[max(s, t)]` reaches the column (path A), or, under the ceiling of a
//! fixed board, a ray over the next set of blockers does (path B). Each path must be free as a
//! whole, so their attacks are united, never their blockers. Single steps pass over nothing and
//! reach any level.
//!
//! The constant tables of attacks of pawns, platform moves and promotion follow.

use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::columns::{
    COLUMNS, FILES, RayOrigin, between, file_columns, file_of, rank_columns, rays,
};
use crate::geometry::lanes::{HAS_AVX512, LANES, U64x8};
use crate::geometry::staircase::{FIXED_CELLS, POST_COUNT};
use crate::moves::Side;
use crate::rules::staircase::{
    COLUMN_SQUARES, PAWN_CAPTURES, PlatformLayout, Space, SquareTable, Step, shift,
};

/// The levels, 1 to 7, and an unused index 0; one lane each.
pub(crate) const LEVELS: usize = LANES;

/// The ceiling of path A from a level to each level.
static PATH_A: [U64x8; LEVELS] = ceilings(0);
/// The ceiling of path B: the next one if that of path A is a fixed board's, else the same.
static PATH_B: [U64x8; LEVELS] = ceilings(1);

const fn ceilings(path: u64) -> [U64x8; LEVELS] {
    let (mut table, mut from) = ([U64x8::ZERO; LEVELS], 0);
    while from < LEVELS {
        let (mut ceilings, mut to) = ([0; LEVELS], 0);
        while to < LEVELS {
            ceilings[to] = if to > from { to } else { from } as u64 | path;
            to += 1;
        }
        table[from] = U64x8::new(ceilings);
        from += 1;
    }
    table
}

/// The columns that block lines under each ceiling.
pub(crate) struct CeilingBlockers<'a> {
    /// The layout of the platforms.
    pub(crate) layout: &'a PlatformLayout,
    blockers: U64x8,
}

impl<'a> CeilingBlockers<'a> {
    /// Computes the blockers for these platforms and occupied squares.
    #[inline(always)]
    pub(crate) fn new(layout: &'a PlatformLayout, occupied: u64) -> Self {
        CeilingBlockers {
            layout,
            blockers: layout.columns_by_level(occupied).cascade(!layout.live),
        }
    }

    /// Returns blockers that were computed before, for the same board.
    #[inline(always)]
    pub(crate) fn from_parts(layout: &'a PlatformLayout, blockers: U64x8) -> Self {
        CeilingBlockers { layout, blockers }
    }

    /// Returns the columns that block lines under each ceiling.
    #[inline(always)]
    pub(crate) fn by_ceiling(&self) -> U64x8 {
        self.blockers
    }

    /// Returns the blockers without the piece on this cell.
    #[inline(always)]
    pub(crate) fn without_piece(&self, (column, level): (usize, usize)) -> Self {
        // The piece blocks under every ceiling from its own level up to the next cell above it.
        let column = 1 << column;
        let above = u32::from(self.layout.live.lanes_intersecting(column)) >> (level + 1);
        let ceilings = above.trailing_zeros().min(7) + 1;
        let hidden = ((1u32 << ceilings) - 1) << level;
        CeilingBlockers { layout: self.layout, blockers: self.blockers.clear(column, hidden as u8) }
    }

    /// Returns the columns of the empty cells, by level.
    #[inline(always)]
    pub(crate) fn empty_columns(&self) -> U64x8 {
        self.layout.live & !self.blockers
    }

    /// Returns the columns that block under a ceiling.
    #[inline(always)]
    pub(crate) fn blockers(&self, ceiling: usize) -> u64 {
        self.blockers.words()[ceiling % LEVELS]
    }

    /// Returns the columns that block under every ceiling.
    #[inline(always)]
    pub(crate) fn blocked_under_all(&self) -> u64 {
        self.blockers.words()[1..].iter().fold(u64::MAX, |all, &columns| all & columns)
    }

    /// Returns the columns that block both paths from a level to each level.
    #[inline(always)]
    pub(crate) fn blocked_on_both_paths(&self, from: usize) -> U64x8 {
        self.blockers.permute(PATH_A[from]) & self.blockers.permute(PATH_B[from])
    }

    /// Computes what a slider attacks from a column and level, along a rook's lines, a bishop's, or
    /// both, and passes it to `visit`: columns by level, also where a level has no live cell.
    #[inline(always)]
    pub(crate) fn with_slider_attacks<const ROOK: bool, const BISHOP: bool>(
        &self,
        (column, level): (usize, usize),
        visit: impl FnOnce(U64x8),
    ) {
        if HAS_AVX512 {
            let mut reach = U64x8::ZERO;
            if ROOK {
                reach = reach | rays(column, true, self.blockers);
            }
            if BISHOP {
                reach = reach | rays(column, false, self.blockers);
            }
            let level = level % LEVELS;
            return visit(reach.permute(PATH_A[level]) | reach.permute(PATH_B[level]));
        }
        let origin = RayOrigin::new(column);
        let ray = |blockers: u64| match (ROOK, BISHOP) {
            (true, true) => origin.rook_attacks(blockers) | origin.bishop_attacks(blockers),
            (true, false) => origin.rook_attacks(blockers),
            _ => origin.bishop_attacks(blockers),
        };
        // `visit` is inlined into every arm, so that the sets stay in registers.
        match level {
            1 => visit(self.reach::<1>(ray)),
            2 => visit(self.reach::<2>(ray)),
            3 => visit(self.reach::<3>(ray)),
            4 => visit(self.reach::<4>(ray)),
            5 => visit(self.reach::<5>(ray)),
            6 => visit(self.reach::<6>(ray)),
            _ => visit(self.reach::<7>(ray)),
        }
    }

    /// Returns the squares that a slider attacks. Slower: for pinned sliders only.
    #[inline(never)]
    pub(crate) fn squares_reached(&self, place: (usize, usize), rook: bool, bishop: bool) -> u64 {
        let origin = RayOrigin::new(place.0);
        let mut reach = [0; LEVELS];
        for (level, columns) in reach.iter_mut().enumerate().skip(1) {
            let ceiling = level.max(place.1);
            for blockers in [self.blockers(ceiling), self.blockers(ceiling | 1)] {
                *columns |= if rook { origin.rook_attacks(blockers) } else { 0 };
                *columns |= if bishop { origin.bishop_attacks(blockers) } else { 0 };
            }
        }
        self.layout.squares(&U64x8::new(reach))
    }

    #[inline(always)]
    fn reach<const FROM: usize>(&self, ray: impl Fn(u64) -> u64) -> U64x8 {
        let (blockers, live) = (self.blockers.words(), self.layout.live.words());
        let mut rays = [0; LEVELS];
        rays[FROM] = ray(blockers[FROM]);
        for ceiling in FROM + 1..LEVELS {
            // A level without cells has the same blockers as the one below.
            let seen_before = ceiling % 2 == 1 && live[ceiling] == 0;
            rays[ceiling] = if seen_before { rays[ceiling - 1] } else { ray(blockers[ceiling]) };
        }
        let mut reach = [0; LEVELS];
        for (level, columns) in reach.iter_mut().enumerate().skip(1) {
            // Path A; and path B if the ceiling is a fixed board's.
            let ceiling = level.max(FROM);
            *columns = rays[ceiling] | rays[ceiling | 1];
        }
        U64x8::new(reach)
    }

    /// Returns whether there is a path B: the ceiling is a fixed board's, with platforms just
    /// above.
    #[inline(always)]
    pub(crate) fn has_path_b(&self, ceiling: usize) -> bool {
        ceiling.is_multiple_of(2) && self.layout.live.words()[(ceiling | 1) % LEVELS] != 0
    }

    /// Returns whether a path between two cells in line is free.
    #[inline(always)]
    pub(crate) fn is_free(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let between = between(a.0, b.0);
        let ceiling = a.1.max(b.1);
        between & self.blockers(ceiling) == 0 || between & self.blockers(ceiling | 1) == 0
    }

    /// Returns the highest square of a column at or below this ceiling.
    #[inline(always)]
    pub(crate) fn top_square(&self, column: usize, ceiling: usize) -> Option<u8> {
        let squares = COLUMN_SQUARES.at(column, self.layout.table_rows);
        let levels =
            BitIter(squares).map(|square| (self.layout.column_and_level(square).1, square));
        levels.filter(|&(level, _)| level <= ceiling).max().map(|(_, square)| square)
    }

    /// Returns the squares that a path under this ceiling passes over in these columns. Returns
    /// `None` if a column has no live cell that low, so that there is no such path.
    pub(crate) fn path_squares(&self, columns: u64, ceiling: usize) -> Option<u64> {
        let (mut reach, live) = ([0; LEVELS], self.layout.live.words());
        let mut rest = columns;
        for level in (1..=ceiling).rev() {
            reach[level] = rest & live[level];
            rest &= !live[level];
        }
        (rest == 0).then(|| self.layout.squares(&U64x8::new(reach)))
    }
}

/// The squares from which a pawn of each side attacks a column, under the rook-pawn rule.
pub(crate) static ROOK_PAWN_ATTACKS: [SquareTable; 2] =
    [rook_pawn_table(Side::White), rook_pawn_table(Side::Black)];

const fn rook_pawn_table(side: Side) -> SquareTable {
    let ([left, right], backward) = (PAWN_CAPTURES[side as usize], BACKWARD[side as usize]);
    let mut attacked_from = [0; COLUMNS];
    let mut from = 0;
    while from < COLUMNS {
        let mut captures = shift(1 << from, left) | shift(1 << from, right);
        if file_of(from) == 0 {
            captures |= shift(1 << from, backward[0]);
        }
        if file_of(from) == FILES - 1 {
            captures |= shift(1 << from, backward[1]);
        }
        let mut to = 0;
        while to < COLUMNS {
            attacked_from[to] |= (captures >> to & 1) << from;
            to += 1;
        }
        from += 1;
    }
    SquareTable::new(&attacked_from)
}

/// The posts to which a platform may go from a post, as a set of post numbers: on the same file,
/// with corners at most two ranks apart, upright or inverted, but not the same post.
pub(crate) static PLATFORM_STEPS: [u32; POST_COUNT] = {
    let mut table = [0; POST_COUNT];
    let mut from = 0;
    while from < POST_COUNT {
        let mut to = 0;
        while to < POST_COUNT {
            let (here, there) = (Space::POSTS[from].corner, Space::POSTS[to].corner);
            if from != to && here.file == there.file && here.rank.abs_diff(there.rank) <= 2 {
                table[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// The columns on which a side's pawns promote, at any level.
pub(crate) const PROMOTION_COLUMNS: [u64; 2] =
    [rank_columns(8) | rank_columns(9), rank_columns(0) | rank_columns(1)];

/// The posts on whose platforms a side's pawns promote, as a set of post numbers.
pub(crate) static PROMOTION_POSTS: [u32; 2] = {
    let (mut table, mut post) = ([0; 2], 0);
    while post < POST_COUNT {
        match Space::POSTS[post].origin.rank {
            8 => table[0] |= 1 << post,
            0 => table[1] |= 1 << post,
            _ => {}
        }
        post += 1;
    }
    table
};

/// The highest fixed cell of each column at or below each level, or `Place::MAX`.
pub(crate) static TOP_FIXED: [[Place; 8]; COLUMNS] = {
    let mut table = [[Place::MAX; 8]; COLUMNS];
    // The lowest board comes first, so that higher cells overwrite lower ones.
    let mut cell = 0;
    while cell < FIXED_CELLS {
        let mut level = Space::CELLS[cell].level as usize;
        while level < 8 {
            table[Space::COLUMN[cell] as usize][level] = cell as Place;
            level += 1;
        }
        cell += 1;
    }
    table
};

/// The columns of the leftmost file, from which a rook pawn may step inward.
pub(crate) const LEFTMOST: u64 = file_columns(0);
/// The columns of the rightmost file; see [`LEFTMOST`].
pub(crate) const RIGHTMOST: u64 = file_columns(FILES - 1);

/// One file inward, from the a file and from the f file.
pub(crate) const INWARD: [Step; 2] = [Step::new(1, 0), Step::new(-1, 0)];
/// The backward captures of each side's rook pawns, inward from the a file and from the f file.
pub(crate) const BACKWARD: [[Step; 2]; 2] =
    [[Step::new(1, -1), Step::new(-1, -1)], [Step::new(1, 1), Step::new(-1, 1)]];

/// The left half of the board.
pub(crate) const LEFT_HALF: u64 = (1 << (COLUMNS / 2)) - 1;
