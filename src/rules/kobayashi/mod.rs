//! `kobayashi`: ST3D chess, the Kobayashi Maru variant, on the staircase.
//!
//! A [`Board`] is a [`Placement`], on 64 logical squares, and the rules that read it. Levels
//! matter here: men move in the plane, or change level through a platform. So lines are those of
//! single boards, and what connects boards are steps and leaps that depend only on where the
//! platforms stand: tables of each half of the board tell them (`half`).

mod generate;
mod half;
mod legality;
mod lines;
mod make;
mod pawns;
mod platforms;
mod shape;
mod sinks;
mod tables;
mod text;
mod view;

use crate::geometry::bits::Bits;
use crate::geometry::staircase::{CELLS, POSTS, cell_of_post, post_place};
use crate::moves::{Kind, Man, Manner, Move, MoveList, Place, Side};
use crate::rules::staircase::{self, Placement, Turn};
use crate::rules::{Aspects, Ending, Geometry, Observer, Part, Play, Point, Reason};
use shape::Shape;
use std::ops::{Deref, DerefMut};
use tables::Space;
pub use view::View;

/// A position without its history.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board(Placement);

impl Deref for Board {
    type Target = Placement;

    #[inline(always)]
    fn deref(&self) -> &Placement {
        &self.0
    }
}

impl DerefMut for Board {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Placement {
        &mut self.0
    }
}

impl Board {
    #[inline(always)]
    fn shape(&self) -> Shape {
        Shape::new(self.posts)
    }
}

impl Geometry for Board {
    const NAME: &'static str = "kobayashi";
    const FILES: usize = 6;
    const RANKS: usize = 10;
    const LEVELS: usize = 7;
    const CELLS: usize = CELLS;
    const POSTS: usize = POSTS;

    fn point(cell: Place) -> Point {
        Space::CELLS[usize::from(cell)]
    }

    fn cell_at(point: Point) -> Option<Place> {
        Space::cell_at(point)
    }

    fn place_name(place: Place) -> String {
        Space::name(place)
    }

    fn place_named(text: &str) -> Option<Place> {
        Space::named(text)
    }

    fn covered(post: Place) -> Vec<Place> {
        (0..4).map(|within| cell_of_post(post - CELLS as Place, within)).collect()
    }
}

impl Play for Board {
    const VALUES: [i32; Kind::COUNT] = [100, 260, 280, 420, 780, 0, 0];

    fn start() -> Self {
        Self::start_position()
    }

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_afresh(&self) -> u64 {
        self.compute_key()
    }

    #[inline]
    fn aspects(&self) -> Aspects {
        self.0.aspects()
    }

    #[inline(always)]
    fn clock(&self) -> u32 {
        u32::from(self.clock)
    }

    fn move_number(&self) -> u32 {
        u32::from(self.move_number)
    }

    #[inline(always)]
    fn man_at(&self, cell: Place) -> Option<Man> {
        self.man_on(self.live_square(cell)?)
    }

    fn is_live(&self, cell: Place) -> bool {
        self.live_square(cell).is_some()
    }

    fn platforms(&self) -> Vec<(Place, Option<Side>)> {
        self.posts.map(|post| (post_place(post), None)).to_vec()
    }

    fn king(&self, side: Side) -> Place {
        self.cell(self.king_square(side))
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let king = self.king_square(self.side);
        let attackers = self.attackers(&self.shape(), king, self.occupied());
        Bits(attackers & self.men(self.side.other())).map(|square| self.cell(square)).collect()
    }

    #[inline]
    fn generate(&self, part: Part, list: &mut MoveList) {
        self.list_part(part, list);
    }

    #[inline]
    fn count(&self) -> u64 {
        self.count_legal()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.would_list(mv, true)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        self.advance(mv, child, observer);
    }

    fn make_null(&self) -> Self {
        self.null_child()
    }

    #[inline]
    fn moved(&self, mv: Move) -> Kind {
        if mv.is_platform() {
            return Kind::Platform;
        }
        self.kind_on(self.square(mv.from())).unwrap_or(Kind::Pawn)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(Kind, Place)> {
        match mv.manner() {
            Manner::Plain => Some((self.kind_on(self.square(mv.to()))?, mv.to())),
            Manner::EnPassant => Some((Kind::Pawn, self.runner)),
            Manner::Castling | Manner::Platform | Manner::Ride => None,
        }
    }

    fn exchange_at_least(&self, mv: Move, threshold: i32) -> bool {
        let shape = self.shape();
        staircase::exchange_at_least(self, self, mv, threshold, |to, occupied| {
            self.attackers(&shape, to, occupied)
        })
    }

    fn null_is_sound(&self) -> bool {
        self.men(self.side) & !self.pawns() & !self.kings() != 0
    }

    fn dead(&self) -> Option<Ending> {
        self.only_kings().then_some(Ending { winner: None, reason: Reason::DeadPosition })
    }
}
