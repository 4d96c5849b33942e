//! The scene: what lines see, derived from where the platforms and the men stand.
//!
//! Rule F2 looks straight down under a *ceiling*: at every column the highest live cell at or
//! below it. `blockers[h]` is the set of columns that stop a path under ceiling h, because that
//! cell is occupied or because there is none. A man on level s reaches a cell on level t exactly
//! where a ray over `blockers[max(s, t)]` reaches the column, or, if that ceiling is a fixed
//! board's, a ray over the next one (path B). The two paths are whole: their reach is united,
//! never their blockers. Single steps have nothing between and are free to any level.

use super::tables::{Footing, HIGH, LOW, MID, PLACE_OF, Rows, footing, row};
use crate::geometry::bits::{deposit, extract};
use crate::geometry::columns::{Origin, between};
use crate::geometry::staircase::{FIXED, cell_of_post};
use crate::moves::Place;

/// The levels, 1 to 7, with room for index 0.
pub const LEVELS: usize = 8;

/// For each level a set of columns.
pub type ByLevel = [u64; LEVELS];

/// Where the platforms stand.
pub struct Shape {
    platforms: [&'static Footing; 4],
    /// The rows of the tables by column.
    pub rows: Rows,
    /// The first cell of each group of four squares.
    cells: [Place; 16],
    live: ByLevel,
}

impl Shape {
    /// The shape with platforms on these posts, slot by slot.
    #[inline(always)]
    pub fn new(posts: [u8; 4]) -> Shape {
        let platforms = posts.map(footing);
        let [w, x, y, z] = posts.map(|post| cell_of_post(post, 0));
        let mut live = [0, 0, LOW, 0, MID, 0, HIGH, 0];
        for platform in platforms {
            live[platform.level % LEVELS] |= platform.columns;
        }
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

    /// Do no two platforms cover the same column? So it is but for posts above or below others.
    #[inline(always)]
    pub fn is_apart(&self) -> bool {
        let all = self.platforms.iter().fold(0, |all, platform| all | platform.columns);
        all.count_ones() == 16
    }

    /// The squares at these columns, a set of them for each level.
    #[inline(always)]
    pub fn squares(&self, reach: &ByLevel) -> u64 {
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

    /// The columns of these squares, for each level.
    #[inline(always)]
    pub fn columns(&self, squares: u64) -> ByLevel {
        let mut columns = [0; LEVELS];
        self.gather_columns(squares, &mut columns);
        columns
    }

    /// Writes the columns of these squares where they are wanted, over an empty set.
    #[inline(always)]
    pub fn gather_columns(&self, squares: u64, columns: &mut ByLevel) {
        for (slot, platform) in self.platforms.iter().enumerate() {
            columns[platform.level % LEVELS] |=
                deposit(squares >> (FIXED + 4 * slot), platform.columns);
        }
        columns[2] = deposit(squares, LOW);
        columns[4] = deposit(squares >> 16, MID);
        columns[6] = deposit(squares >> 32, HIGH);
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

/// What lines see.
pub struct Scene<'a> {
    /// Where the platforms stand.
    pub shape: &'a Shape,
    blockers: ByLevel,
}

impl<'a> Scene<'a> {
    /// The scene of these platforms with men on these squares.
    #[inline(always)]
    pub fn new(shape: &'a Shape, occupied: u64) -> Self {
        let mut scene = Scene { shape, blockers: [0; LEVELS] };
        shape.gather_columns(occupied, &mut scene.blockers);
        let mut below = u64::MAX;
        for (blockers, live) in scene.blockers.iter_mut().zip(&shape.live).skip(1) {
            below = below & !live | *blockers;
            *blockers = below;
        }
        scene
    }

    /// The empty cells of a level, as columns.
    #[inline(always)]
    pub fn empty(&self, level: usize) -> u64 {
        self.shape.live[level] & !self.blockers[level]
    }

    /// The columns that block under a ceiling.
    #[inline(always)]
    pub fn blockers(&self, ceiling: usize) -> u64 {
        self.blockers[ceiling % LEVELS]
    }

    /// The columns that block a pawn's step of two under a ceiling: both paths.
    #[inline(always)]
    pub fn blocked_both_ways(&self, ceiling: usize) -> u64 {
        self.blockers(ceiling) & self.blockers(ceiling | 1)
    }

    /// Hands on what a slider attacks from a column and level, along a rook's lines, a bishop's, or
    /// both: columns by level, beyond those that are live.
    #[inline(always)]
    pub fn slide<const ROOK: bool, const BISHOP: bool>(
        &self,
        (column, level): (usize, usize),
        visit: impl FnOnce(ByLevel),
    ) {
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
        self.shape.squares(&reach)
    }

    #[inline(always)]
    fn reach<const FROM: usize>(&self, ray: impl Fn(u64) -> u64) -> ByLevel {
        let mut rays = [0; LEVELS];
        rays[FROM] = ray(self.blockers[FROM]);
        for ceiling in FROM + 1..LEVELS {
            // A level without cells has the blockers of the one below.
            let seen_before = ceiling % 2 == 1 && self.shape.live[ceiling] == 0;
            rays[ceiling] =
                if seen_before { rays[ceiling - 1] } else { ray(self.blockers[ceiling]) };
        }
        let mut reach = [0; LEVELS];
        for (level, columns) in reach.iter_mut().enumerate().skip(1) {
            // Path A, and path B under the ceiling of a fixed board.
            let ceiling = level.max(FROM);
            *columns = rays[ceiling] | rays[ceiling | 1];
        }
        reach
    }

    /// Is there a second path under this ceiling: a fixed board's, with platforms just above it?
    #[inline(always)]
    pub fn has_path_b(&self, ceiling: usize) -> bool {
        ceiling.is_multiple_of(2) && self.shape.live[(ceiling | 1) % LEVELS] != 0
    }

    /// Can a slider in line go from one cell to the other?
    #[inline(always)]
    pub fn is_free(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let between = between(a.0, b.0);
        let ceiling = a.1.max(b.1);
        between & self.blockers(ceiling) == 0 || between & self.blockers(ceiling | 1) == 0
    }

    /// The squares that a path under this ceiling passes over at these columns, or `None` if there
    /// is no such path, since a column has no live cell that low.
    pub fn path(&self, columns: u64, ceiling: usize) -> Option<u64> {
        let mut reach = [0; LEVELS];
        let mut rest = columns;
        for level in (1..=ceiling).rev() {
            reach[level] = rest & self.shape.live[level];
            rest &= !self.shape.live[level];
        }
        (rest == 0).then(|| self.shape.squares(&reach))
    }
}
