//! The scene: what lines see, derived from where the platforms and the men stand.
//!
//! Rule F2 looks straight down under a *ceiling*: at every column the highest live cell at or
//! below it. `blockers[h]` is the set of columns that stop a path under ceiling h, because that
//! cell is occupied or because there is none. A man on level s reaches a cell on level t exactly
//! where a ray over `blockers[max(s, t)]` reaches the column, or, if that ceiling is a fixed
//! board's, a ray over the next one (path B). The two paths are whole: their reach is united,
//! never their blockers. Single steps have nothing between and are free to any level.

use super::tables::{
    COLUMN_AND_LEVEL_OF, COLUMN_SQUARES, HIGH, LOW, MID, PostColumns, TableRows, post_columns,
    table_row,
};
use crate::geometry::Place;
use crate::geometry::bits::{BitIter, pdep, pext};
use crate::geometry::columns::{RayOrigin, between, rays};
use crate::geometry::lanes::{HAS_AVX512, LANES, U64x8};
use crate::geometry::staircase::{FIXED_CELLS, cell_of_post};

/// The levels, 1 to 7, with room for index 0; a lane each.
pub const LEVELS: usize = LANES;

/// Where the platforms stand.
pub struct PlatformLayout {
    platforms: [&'static PostColumns; 4],
    /// The rows of the tables by column.
    pub table_rows: TableRows,
    /// The first cell of each group of four squares.
    cells: [Place; 16],
    /// The live columns by level.
    live: U64x8,
}

impl PlatformLayout {
    /// The shape with platforms on these posts, slot by slot.
    #[inline(always)]
    pub fn new(posts: [u8; 4]) -> PlatformLayout {
        let platforms = posts.map(post_columns);
        let [w, x, y, z] = posts.map(|post| cell_of_post(post, 0));
        let [a, b, c, d] = platforms.map(|platform| platform.by_level);
        let live = const { U64x8::new([0, 0, LOW, 0, MID, 0, HIGH, 0]) } | (a | b) | (c | d);
        PlatformLayout {
            platforms,
            table_rows: Self::table_rows(posts),
            cells: [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, w, x, y, z],
            live,
        }
    }

    /// The rows of the tables by column for platforms on these posts.
    #[inline(always)]
    pub fn table_rows([a, b, c, d]: [u8; 4]) -> TableRows {
        [table_row(a, b), table_row(c, d)]
    }

    /// The cell of a square.
    #[inline(always)]
    pub fn cell(&self, square: u8) -> Place {
        self.cells[usize::from(square) / 4 % 16] + square % 4
    }

    /// Column and level of a square.
    #[inline(always)]
    pub fn column_and_level(&self, square: u8) -> (usize, usize) {
        let place = usize::from(COLUMN_AND_LEVEL_OF[usize::from(self.cell(square))]);
        (place % 256, place / 256)
    }

    /// The squares at these columns, a set of them for each level.
    #[inline(always)]
    pub fn squares(&self, reach: &U64x8) -> u64 {
        let reach = reach.words();
        self.gather(reach[2], reach[4], reach[6], |level| reach[level % LEVELS])
    }

    /// The squares at these columns, whatever the level.
    #[inline(always)]
    pub fn squares_at(&self, columns: u64) -> u64 {
        self.gather(columns, columns, columns, |_| columns)
    }

    #[inline(always)]
    fn gather(&self, low: u64, mid: u64, high: u64, on: impl Fn(usize) -> u64) -> u64 {
        let mut squares = pext(low, LOW) | pext(mid, MID) << 16 | pext(high, HIGH) << 32;
        for (slot, platform) in self.platforms.iter().enumerate() {
            squares |= pext(on(platform.level), platform.columns) << (FIXED_CELLS + 4 * slot);
        }
        squares
    }

    /// The columns of these squares, by level.
    #[inline(always)]
    pub fn columns_by_level(&self, squares: u64) -> U64x8 {
        let mut columns = U64x8::ZERO
            .with_lane::<2>(pdep(squares, LOW))
            .with_lane::<4>(pdep(squares >> 16, MID))
            .with_lane::<6>(pdep(squares >> 32, HIGH));
        for (slot, platform) in self.platforms.iter().enumerate() {
            let here = pdep(squares >> (FIXED_CELLS + 4 * slot), platform.columns);
            columns = columns | U64x8::splat(here) & platform.by_level;
        }
        columns
    }

    /// The columns of these squares, all levels together.
    #[inline(always)]
    pub fn columns_of(&self, squares: u64) -> u64 {
        let fixed = pdep(squares, LOW) | pdep(squares >> 16, MID) | pdep(squares >> 32, HIGH);
        fixed | self.platform_columns_of(squares)
    }

    /// The columns of those of these squares that are on platforms.
    #[inline(always)]
    pub fn platform_columns_of(&self, squares: u64) -> u64 {
        let slots = self.platforms.iter().enumerate();
        slots.fold(0, |columns, (slot, platform)| {
            columns | pdep(squares >> (FIXED_CELLS + 4 * slot), platform.columns)
        })
    }
}

/// The ceiling of path A from a level to each level.
static PATH_A: [U64x8; LEVELS] = ceilings(0);
/// The ceiling of path B: above a fixed board's level the next one, else that of path A.
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

/// What lines see.
pub struct CeilingBlockers<'a> {
    /// Where the platforms stand.
    pub layout: &'a PlatformLayout,
    blockers: U64x8,
}

impl<'a> CeilingBlockers<'a> {
    /// The scene of these platforms with men on these squares.
    #[inline(always)]
    pub fn new(layout: &'a PlatformLayout, occupied: u64) -> Self {
        CeilingBlockers {
            layout,
            blockers: layout.columns_by_level(occupied).cascade(!layout.live),
        }
    }

    /// The scene without the man on this cell.
    #[inline(always)]
    pub fn without_piece(&self, (column, level): (usize, usize)) -> Self {
        // It is seen under every ceiling from its own up to the next cell above it.
        let column = 1 << column;
        let above = u32::from(self.layout.live.lanes_intersecting(column)) >> (level + 1);
        let ceilings = above.trailing_zeros().min(7) + 1;
        let hidden = ((1u32 << ceilings) - 1) << level;
        CeilingBlockers { layout: self.layout, blockers: self.blockers.clear(column, hidden as u8) }
    }

    /// The empty cells by level, as columns.
    #[inline(always)]
    pub fn empty_columns(&self) -> U64x8 {
        self.layout.live & !self.blockers
    }

    /// The columns that block under a ceiling.
    #[inline(always)]
    pub fn blockers(&self, ceiling: usize) -> u64 {
        self.blockers.words()[ceiling % LEVELS]
    }

    /// The columns that block both paths from a level to each level.
    #[inline(always)]
    pub fn blocked_on_both_paths(&self, from: usize) -> U64x8 {
        self.blockers.permute(PATH_A[from]) & self.blockers.permute(PATH_B[from])
    }

    /// Hands on what a slider attacks from a column and level, along a rook's lines, a bishop's, or
    /// both: columns by level, beyond those that are live.
    #[inline(always)]
    pub fn with_slider_attacks<const ROOK: bool, const BISHOP: bool>(
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
        // The visitor goes into every arm, so that the sets stay in registers.
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

    /// The squares that a slider attacks; for the few that are pinned.
    #[inline(never)]
    pub fn squares_reached(&self, place: (usize, usize), rook: bool, bishop: bool) -> u64 {
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
            // A level without cells has the blockers of the one below.
            let seen_before = ceiling % 2 == 1 && live[ceiling] == 0;
            rays[ceiling] = if seen_before { rays[ceiling - 1] } else { ray(blockers[ceiling]) };
        }
        let mut reach = [0; LEVELS];
        for (level, columns) in reach.iter_mut().enumerate().skip(1) {
            // Path A, and path B under the ceiling of a fixed board.
            let ceiling = level.max(FROM);
            *columns = rays[ceiling] | rays[ceiling | 1];
        }
        U64x8::new(reach)
    }

    /// Is there a second path under this ceiling: a fixed board's, with platforms just above it?
    #[inline(always)]
    pub fn has_path_b(&self, ceiling: usize) -> bool {
        ceiling.is_multiple_of(2) && self.layout.live.words()[(ceiling | 1) % LEVELS] != 0
    }

    /// Can a slider in line go from one cell to the other?
    #[inline(always)]
    pub fn is_free(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let between = between(a.0, b.0);
        let ceiling = a.1.max(b.1);
        between & self.blockers(ceiling) == 0 || between & self.blockers(ceiling | 1) == 0
    }

    /// The square that is seen at a column under this ceiling, if there is one.
    #[inline(always)]
    pub fn top_square(&self, column: usize, ceiling: usize) -> Option<u8> {
        let squares = COLUMN_SQUARES.at(column, self.layout.table_rows);
        let levels =
            BitIter(squares).map(|square| (self.layout.column_and_level(square).1, square));
        levels.filter(|&(level, _)| level <= ceiling).max().map(|(_, square)| square)
    }

    /// The squares that a path under this ceiling passes over at these columns, or `None` if there
    /// is no such path, since a column has no live cell that low.
    pub fn path_squares(&self, columns: u64, ceiling: usize) -> Option<u64> {
        let (mut reach, live) = ([0; LEVELS], self.layout.live.words());
        let mut rest = columns;
        for level in (1..=ceiling).rev() {
            reach[level] = rest & live[level];
            rest &= !live[level];
        }
        (rest == 0).then(|| self.layout.squares(&U64x8::new(reach)))
    }
}
