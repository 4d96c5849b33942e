//! The scene: what lines see, derived from where the platforms and the men stand.
//!
//! Rule F2 looks straight down under a *ceiling*: at every column the highest live cell at or
//! below it. `blockers[h]` is the set of columns that stop a path under ceiling h, because that
//! cell is occupied or because there is none. A man on level s reaches a cell on level t exactly
//! where a ray over `blockers[max(s, t)]` reaches the column, or, if that ceiling is a fixed
//! board's, a ray over the next one (path B). The two paths are whole: their reach is united,
//! never their blockers. Single steps have nothing between and are free to any level.

use super::tables::{HIGH, LOW, MID, PAIR_LIVE, POST, pair};
use crate::geometry::bits::{deposit, extract};
use crate::geometry::columns::{BETWEEN, Origin};
use crate::geometry::staircase::FIXED;

/// The levels, 1 to 7, with room for index 0.
pub const LEVELS: usize = 8;

/// Where the platforms stand: the posts of the four slots, ascending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The post of each slot.
    pub posts: [u8; 4],
}

impl Shape {
    /// The pairs of posts that index the tables by column.
    #[inline(always)]
    pub fn pairs(self) -> [u16; 2] {
        let [a, b, c, d] = self.posts;
        [pair(a, b) as u16, pair(c, d) as u16]
    }

    /// The live columns of each level.
    #[inline(always)]
    pub fn live(self) -> [u64; LEVELS] {
        let [first, second] = self.pairs().map(|number| &PAIR_LIVE[number as usize]);
        let odd = |i: usize| first[i] | second[i];
        [0, odd(0), LOW, odd(1), MID, odd(2), HIGH, odd(3)]
    }
}

/// What lines see.
#[derive(Clone, Copy)]
pub struct Scene {
    shape: Shape,
    live: [u64; LEVELS],
    blockers: [u64; LEVELS],
}

impl Scene {
    /// The scene of these platforms with men on these squares.
    #[inline(always)]
    pub fn new(shape: Shape, occupied: u64) -> Scene {
        let live = shape.live();
        let mut on_level = [0; LEVELS];
        on_level[2] = deposit(occupied, LOW);
        on_level[4] = deposit(occupied >> 16, MID);
        on_level[6] = deposit(occupied >> 32, HIGH);
        for (slot, &post) in shape.posts.iter().enumerate() {
            let Post { level, columns, .. } = platform(post);
            on_level[level] |= deposit(occupied >> (FIXED + 4 * slot), columns);
        }
        let mut blockers = [u64::MAX; LEVELS];
        for ceiling in 1..LEVELS {
            blockers[ceiling] = blockers[ceiling - 1] & !live[ceiling] | on_level[ceiling];
        }
        Scene { shape, live, blockers }
    }

    /// Where the platforms stand.
    #[inline(always)]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The columns that block under a ceiling.
    #[inline(always)]
    pub fn blockers(&self, ceiling: usize) -> u64 {
        self.blockers[ceiling]
    }

    /// The squares at these columns, a set of them for each level.
    #[inline(always)]
    pub fn squares(&self, reach: &[u64; LEVELS]) -> u64 {
        let mut squares = extract(reach[2], LOW) | extract(reach[4], MID) << 16;
        squares |= extract(reach[6], HIGH) << 32;
        for (slot, &post) in self.shape.posts.iter().enumerate() {
            let Post { level, columns, .. } = platform(post);
            squares |= extract(reach[level], columns) << (FIXED + 4 * slot);
        }
        squares
    }

    /// The squares that a slider attacks from a column and level: a rook's lines, a bishop's, or
    /// both.
    #[inline(always)]
    pub fn slide<const ROOK: bool, const BISHOP: bool>(&self, column: usize, level: usize) -> u64 {
        let origin = Origin::new(column);
        let ray = |blockers: u64| match (ROOK, BISHOP) {
            (true, true) => origin.rook(blockers) | origin.bishop(blockers),
            (true, false) => origin.rook(blockers),
            _ => origin.bishop(blockers),
        };
        match level {
            1 => self.reach::<1>(ray),
            2 => self.reach::<2>(ray),
            3 => self.reach::<3>(ray),
            4 => self.reach::<4>(ray),
            5 => self.reach::<5>(ray),
            6 => self.reach::<6>(ray),
            _ => self.reach::<7>(ray),
        }
    }

    #[inline(always)]
    fn reach<const FROM: usize>(&self, ray: impl Fn(u64) -> u64) -> u64 {
        let mut rays = [0; LEVELS];
        rays[FROM] = ray(self.blockers[FROM]);
        for ceiling in FROM + 1..LEVELS {
            // A level without cells has the blockers of the one below.
            let seen_before = ceiling % 2 == 1 && self.live[ceiling] == 0;
            rays[ceiling] =
                if seen_before { rays[ceiling - 1] } else { ray(self.blockers[ceiling]) };
        }
        let mut reach = [0; LEVELS];
        for ceiling in FROM..LEVELS {
            // Path A, and path B under the ceiling of a fixed board.
            reach[ceiling] = rays[ceiling] | rays[ceiling | 1];
        }
        for level in 1..FROM {
            reach[level] = reach[FROM];
        }
        self.squares(&reach)
    }

    /// Is there a second path under this ceiling: a fixed board's, with platforms just above it?
    #[inline(always)]
    pub fn has_path_b(&self, ceiling: usize) -> bool {
        ceiling % 2 == 0 && self.live[ceiling | 1] != 0
    }

    /// Can a slider in line go from one cell to the other?
    #[inline(always)]
    pub fn is_free(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let between = BETWEEN[a.0][b.0];
        let ceiling = a.1.max(b.1);
        between & self.blockers[ceiling] == 0 || between & self.blockers[ceiling | 1] == 0
    }

    /// The squares that a path under this ceiling passes over at these columns, or `None` if there
    /// is no such path, since a column has no live cell that low.
    pub fn path(&self, columns: u64, ceiling: usize) -> Option<u64> {
        let mut reach = [0; LEVELS];
        let mut rest = columns;
        for level in (1..=ceiling).rev() {
            reach[level] = rest & self.live[level];
            rest &= !self.live[level];
        }
        (rest == 0).then(|| self.squares(&reach))
    }
}

/// A platform as the scene sees it.
struct Post {
    level: usize,
    columns: u64,
}

#[inline(always)]
fn platform(post: u8) -> Post {
    let post = &POST[post as usize];
    Post { level: post.origin.level as usize, columns: post.columns }
}
