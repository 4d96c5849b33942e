//! The scene: what lines see, derived from where the platforms and the men stand.
//!
//! Rule F2 looks straight down under a *ceiling*: at every column the highest live cell at or
//! below it. `blockers[h]` is the set of columns that stop a path under ceiling h, because that
//! cell is occupied or because there is none. A man on level s reaches a cell on level t exactly
//! where a ray over `blockers[max(s, t)]` reaches the column, or, if that ceiling is a fixed
//! board's, a ray over the next one (path B). The two paths are whole: their reach is united,
//! never their blockers. Single steps have nothing between and are free to any level.

use super::tables::{COLUMN_SQUARES, Footing, HIGH, LOW, MID, PLACE_OF, Rows, footing, row};
use crate::geometry::bits::{Bits, deposit, extract};
use crate::geometry::columns::{Origin, between, rays};
use crate::geometry::lanes::{LANES, Lanes, WIDE};
use crate::geometry::staircase::{FIXED, cell_of_post};
use crate::moves::Place;

/// The levels, 1 to 7, with room for index 0; a lane each.
pub const LEVELS: usize = LANES;

/// Where the platforms stand.
pub struct Shape {
    platforms: [&'static Footing; 4],
    /// The rows of the tables by column.
    pub rows: Rows,
    /// The first cell of each group of four squares.
    cells: [Place; 16],
    /// The live columns by level.
    live: Lanes,
}

impl Shape {
    /// The shape with platforms on these posts, slot by slot.
    #[inline(always)]
    pub fn new(posts: [u8; 4]) -> Shape {
        let platforms = posts.map(footing);
        let [w, x, y, z] = posts.map(|post| cell_of_post(post, 0));
        let [a, b, c, d] = platforms.map(|platform| platform.by_level);
        let live = const { Lanes::new([0, 0, LOW, 0, MID, 0, HIGH, 0]) } | (a | b) | (c | d);
        Shape {
            platforms,
            rows: Self::rows(posts),
            cells: [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, w, x, y, z],
            live,
        }
    }

    /// The rows of the tables by column for platforms on these posts.
    #[inline(always)]
    pub fn rows([a, b, c, d]: [u8; 4]) -> Rows {
        [row(a, b), row(c, d)]
    }

    /// The cell of a square.
    #[inline(always)]
    pub fn cell(&self, square: u8) -> Place {
        self.cells[usize::from(square) / 4 % 16] + square % 4
    }

    /// Column and level of a square.
    #[inline(always)]
    pub fn place(&self, square: u8) -> (usize, usize) {
        let place = usize::from(PLACE_OF[usize::from(self.cell(square))]);
        (place % 256, place / 256)
    }

    /// The squares at these columns, a set of them for each level.
    #[inline(always)]
    pub fn squares(&self, reach: &Lanes) -> u64 {
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
        let mut squares = extract(low, LOW) | extract(mid, MID) << 16 | extract(high, HIGH) << 32;
        for (slot, platform) in self.platforms.iter().enumerate() {
            squares |= extract(on(platform.level), platform.columns) << (FIXED + 4 * slot);
        }
        squares
    }

    /// The columns of these squares, by level.
    #[inline(always)]
    pub fn columns(&self, squares: u64) -> Lanes {
        let mut columns = Lanes::ZERO
            .put::<2>(deposit(squares, LOW))
            .put::<4>(deposit(squares >> 16, MID))
            .put::<6>(deposit(squares >> 32, HIGH));
        for (slot, platform) in self.platforms.iter().enumerate() {
            let here = deposit(squares >> (FIXED + 4 * slot), platform.columns);
            columns = columns | Lanes::splat(here) & platform.by_level;
        }
        columns
    }

    /// The columns of these squares, all levels together.
    #[inline(always)]
    pub fn columns_of(&self, squares: u64) -> u64 {
        let fixed =
            deposit(squares, LOW) | deposit(squares >> 16, MID) | deposit(squares >> 32, HIGH);
        fixed | self.platform_columns_of(squares)
    }

    /// The columns of those of these squares that are on platforms.
    #[inline(always)]
    pub fn platform_columns_of(&self, squares: u64) -> u64 {
        let slots = self.platforms.iter().enumerate();
        slots.fold(0, |columns, (slot, platform)| {
            columns | deposit(squares >> (FIXED + 4 * slot), platform.columns)
        })
    }
}

/// The ceiling of path A from a level to each level.
static PATH_A: [Lanes; LEVELS] = ceilings(0);
/// The ceiling of path B: above a fixed board's level the next one, else that of path A.
static PATH_B: [Lanes; LEVELS] = ceilings(1);

const fn ceilings(path: u64) -> [Lanes; LEVELS] {
    let (mut table, mut from) = ([Lanes::ZERO; LEVELS], 0);
    while from < LEVELS {
        let (mut ceilings, mut to) = ([0; LEVELS], 0);
        while to < LEVELS {
            ceilings[to] = if to > from { to } else { from } as u64 | path;
            to += 1;
        }
        table[from] = Lanes::new(ceilings);
        from += 1;
    }
    table
}

/// What lines see.
pub struct Scene<'a> {
    /// Where the platforms stand.
    pub shape: &'a Shape,
    blockers: Lanes,
}

impl<'a> Scene<'a> {
    /// The scene of these platforms with men on these squares.
    #[inline(always)]
    pub fn new(shape: &'a Shape, occupied: u64) -> Self {
        Scene { shape, blockers: shape.columns(occupied).cascade(!shape.live) }
    }

    /// The scene without the man on this cell.
    #[inline(always)]
    pub fn without(&self, (column, level): (usize, usize)) -> Self {
        // It is seen under every ceiling from its own up to the next cell above it.
        let column = 1 << column;
        let above = u32::from(self.shape.live.touching(column)) >> (level + 1);
        let ceilings = above.trailing_zeros().min(7) + 1;
        let hidden = ((1u32 << ceilings) - 1) << level;
        Scene { shape: self.shape, blockers: self.blockers.clear(column, hidden as u8) }
    }

    /// The empty cells by level, as columns.
    #[inline(always)]
    pub fn empty(&self) -> Lanes {
        self.shape.live & !self.blockers
    }

    /// The columns that block under a ceiling.
    #[inline(always)]
    pub fn blockers(&self, ceiling: usize) -> u64 {
        self.blockers.words()[ceiling % LEVELS]
    }

    /// The columns that block both paths from a level to each level.
    #[inline(always)]
    pub fn blocked_both_ways(&self, from: usize) -> Lanes {
        self.blockers.pick(PATH_A[from]) & self.blockers.pick(PATH_B[from])
    }

    /// Hands on what a slider attacks from a column and level, along a rook's lines, a bishop's, or
    /// both: columns by level, beyond those that are live.
    #[inline(always)]
    pub fn slide<const ROOK: bool, const BISHOP: bool>(
        &self,
        (column, level): (usize, usize),
        visit: impl FnOnce(Lanes),
    ) {
        if WIDE {
            let mut reach = Lanes::ZERO;
            if ROOK {
                reach = reach | rays(column, true, self.blockers);
            }
            if BISHOP {
                reach = reach | rays(column, false, self.blockers);
            }
            let level = level % LEVELS;
            return visit(reach.pick(PATH_A[level]) | reach.pick(PATH_B[level]));
        }
        let origin = Origin::new(column);
        let ray = |blockers: u64| match (ROOK, BISHOP) {
            (true, true) => origin.rook(blockers) | origin.bishop(blockers),
            (true, false) => origin.rook(blockers),
            _ => origin.bishop(blockers),
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
        let origin = Origin::new(place.0);
        let mut reach = [0; LEVELS];
        for (level, columns) in reach.iter_mut().enumerate().skip(1) {
            let ceiling = level.max(place.1);
            for blockers in [self.blockers(ceiling), self.blockers(ceiling | 1)] {
                *columns |= if rook { origin.rook(blockers) } else { 0 };
                *columns |= if bishop { origin.bishop(blockers) } else { 0 };
            }
        }
        self.shape.squares(&Lanes::new(reach))
    }

    #[inline(always)]
    fn reach<const FROM: usize>(&self, ray: impl Fn(u64) -> u64) -> Lanes {
        let (blockers, live) = (self.blockers.words(), self.shape.live.words());
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
        Lanes::new(reach)
    }

    /// Is there a second path under this ceiling: a fixed board's, with platforms just above it?
    #[inline(always)]
    pub fn has_path_b(&self, ceiling: usize) -> bool {
        ceiling.is_multiple_of(2) && self.shape.live.words()[(ceiling | 1) % LEVELS] != 0
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
    pub fn top(&self, column: usize, ceiling: usize) -> Option<u8> {
        let squares = COLUMN_SQUARES.at(column, self.shape.rows);
        let levels = Bits(squares).map(|square| (self.shape.place(square).1, square));
        levels.filter(|&(level, _)| level <= ceiling).max().map(|(_, square)| square)
    }

    /// The squares that a path under this ceiling passes over at these columns, or `None` if there
    /// is no such path, since a column has no live cell that low.
    pub fn path(&self, columns: u64, ceiling: usize) -> Option<u64> {
        let (mut reach, live) = ([0; LEVELS], self.shape.live.words());
        let mut rest = columns;
        for level in (1..=ceiling).rev() {
            reach[level] = rest & live[level];
            rest &= !live[level];
        }
        (rest == 0).then(|| self.shape.squares(&Lanes::new(reach)))
    }
}
