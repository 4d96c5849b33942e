//! Where men and platforms stand on the staircase, and what else a position consists of: the data
//! that the games with four platforms share.
//!
//! A [`Placement`] is one cache line. Men stand on 64 logical *squares*: 48 fixed ones, and four
//! for each platform, slot by slot, the slots always in post order; a platform that moves takes
//! its squares along. Outside a rule set everything is told in physical cells and posts.
//!
//! Whoever changes the fields keeps the key in step; `changes` has the ways to do that.

use super::keys::KEYS;
use crate::geometry::staircase::{CELLS, FIXED, cell_of_post};
use crate::moves::{Kind, Man, Place, Side};
use crate::rules::Aspects;
use crate::rules::men::Men;
use crate::rules::zobrist::hash;

/// Men, platforms, rights and counters; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Placement {
    /// The men, by square.
    pub men: Men,
    /// The pawns that may still make their first-move step.
    pub fresh: u64,
    /// The Zobrist key.
    pub key: u64,
    /// The posts of the four slots, ascending.
    pub posts: [u8; 4],
    /// The slots that Black owns, a bit each; none where platforms have no owners.
    pub black_owned: u8,
    /// Castling rights, bits in the order `KQkq`.
    pub castling: u8,
    /// The cell of the pawn that has just made a step of two, or [`NONE`].
    pub runner: Place,
    /// The cell that it passed over, or [`NONE`].
    pub passed: Place,
    /// The side to move.
    pub side: Side,
    /// Does the key tell that the runner can be captured?
    pub runner_in_key: bool,
    /// Half-moves since the last capture, pawn move or promotion.
    pub clock: u16,
    /// The number of the move, from 1.
    pub move_number: u16,
}

const _: () = assert!(size_of::<Placement>() == 64);

/// No cell.
pub const NONE: Place = Place::MAX;

impl Placement {
    /// A board without men, White to move: platforms on these posts (ascending).
    pub fn empty(posts: [u8; 4]) -> Self {
        Placement {
            men: Men::NONE,
            fresh: 0,
            key: 0,
            posts,
            black_owned: 0,
            castling: 0,
            runner: NONE,
            passed: NONE,
            side: Side::White,
            runner_in_key: false,
            clock: 0,
            move_number: 1,
        }
    }

    /// The squares on which men stand.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.men.occupied()
    }

    /// The men of a side.
    #[inline(always)]
    pub fn men(&self, side: Side) -> u64 {
        self.men.of(side)
    }

    /// The pawns of both sides.
    #[inline(always)]
    pub fn pawns(&self) -> u64 {
        self.men.pawns()
    }

    /// The knights of both sides.
    #[inline(always)]
    pub fn knights(&self) -> u64 {
        self.men.knights()
    }

    /// Both kings.
    #[inline(always)]
    pub fn kings(&self) -> u64 {
        self.men.kings()
    }

    /// Bishops and queens.
    #[inline(always)]
    pub fn on_diagonals(&self) -> u64 {
        self.men.on_diagonals()
    }

    /// Rooks and queens.
    #[inline(always)]
    pub fn on_lines(&self) -> u64 {
        self.men.on_lines()
    }

    /// The code of the man on a square, 0 for none.
    #[inline(always)]
    pub fn code(&self, square: u8) -> usize {
        self.men.code(square)
    }

    /// The kind of the man on a square.
    #[inline(always)]
    pub fn kind_on(&self, square: u8) -> Option<Kind> {
        self.men.kind_at(square)
    }

    /// The man on a square.
    #[inline(always)]
    pub fn man_on(&self, square: u8) -> Option<Man> {
        self.men.at(square)
    }

    /// The slot that holds this post or would come before it.
    #[inline(always)]
    pub fn slot_near(&self, post: u8) -> usize {
        let [a, b, c, _] = self.posts;
        usize::from(post > a) + usize::from(post > b) + usize::from(post > c)
    }

    /// The slot of the platform on this post.
    #[inline(always)]
    pub fn slot_on(&self, post: u8) -> Option<usize> {
        let slot = self.slot_near(post);
        (self.posts[slot] == post).then_some(slot)
    }

    /// The square of a live cell.
    #[inline(always)]
    pub fn square(&self, cell: Place) -> u8 {
        if cell < FIXED as u8 {
            return cell;
        }
        let slot = self.slot_near((cell - FIXED as u8) / 4);
        FIXED as u8 + 4 * slot as u8 + cell % 4
    }

    /// The square of any place, if it is a cell and live.
    pub fn live_square(&self, cell: Place) -> Option<u8> {
        if cell < FIXED as u8 {
            return Some(cell);
        }
        if usize::from(cell) >= CELLS {
            return None;
        }
        let slot = self.slot_on((cell - FIXED as u8) / 4)?;
        Some(FIXED as u8 + 4 * slot as u8 + cell % 4)
    }

    /// The cell of a square.
    #[inline(always)]
    pub fn cell(&self, square: u8) -> Place {
        if square < FIXED as u8 {
            return square;
        }
        cell_of_post(self.posts[usize::from(square - FIXED as u8) / 4], square % 4)
    }

    /// The square of the king of a side.
    #[inline(always)]
    pub fn king_square(&self, side: Side) -> u8 {
        (self.kings() & self.men(side)).trailing_zeros() as u8
    }

    /// The owner of the platform in a slot, where platforms have owners.
    #[inline(always)]
    pub fn owner(&self, slot: usize) -> Side {
        if self.black_owned >> slot & 1 != 0 { Side::Black } else { Side::White }
    }

    /// The hashes of the parts of the position. Squares do: with the posts of the platforms they
    /// tell the cells.
    #[inline]
    pub fn aspects(&self) -> Aspects {
        let posts = u64::from(u32::from_le_bytes(self.posts));
        Aspects {
            pawns: hash(self.men.words_of_pawns()),
            men: Side::ALL.map(|side| hash(self.men.words_of_others(side))),
            platforms: hash([posts | u64::from(self.black_owned) << 32]),
        }
    }

    /// King against king.
    #[inline(always)]
    pub fn only_kings(&self) -> bool {
        self.men.but_kings() == 0
    }

    /// The key number of the right to capture the runner.
    pub fn runner_key(&self) -> u64 {
        KEYS.runner[usize::from(self.runner)] ^ KEYS.passed[usize::from(self.passed)]
    }
}
