//! `federation`: Federation Revised Standard 5.0 on the staircase, and `federation-plain`, which
//! is the same without the rook-pawn rule.
//!
//! A [`Board`] is a [`Placement`], on 64 logical squares, and the rules that read it.

mod generate;
mod legality;
mod make;
mod pawns;
mod scene;
mod sinks;
mod tables;
mod text;
mod view;

use crate::geometry::bits::Bits;
use crate::geometry::staircase::{CELLS, POSTS, cell_of_post, post_place};
use crate::moves::{Kind, Man, Manner, Move, MoveList, Place, Side};
use crate::rules::staircase::{self, Placement, Turn};
use crate::rules::{Aspects, Ending, Geometry, Observer, Part, Play, Point, Reason};
use scene::{Scene, Shape};
use std::ops::{Deref, DerefMut};
use tables::{Rows, Space, Squares};
pub use view::View;

/// `federation`, the default game.
pub type Federation = Board<true>;
/// `federation-plain`: no rook-pawn rule.
pub type FederationPlain = Board<false>;

/// A position without its history.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board<const ROOK_PAWNS: bool>(Placement);

impl<const ROOK_PAWNS: bool> Deref for Board<ROOK_PAWNS> {
    type Target = Placement;

    #[inline(always)]
    fn deref(&self) -> &Placement {
        &self.0
    }
}

impl<const ROOK_PAWNS: bool> DerefMut for Board<ROOK_PAWNS> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Placement {
        &mut self.0
    }
}

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    #[inline(always)]
    fn shape(&self) -> Shape {
        Shape::new(self.posts)
    }

    /// The rows of the tables by column.
    #[inline(always)]
    fn rows(&self) -> Rows {
        Shape::rows(self.posts)
    }

    /// The squares from which that side's pawns attack a column.
    #[inline(always)]
    fn pawn_attacks(side: Side) -> &'static Squares {
        let tables =
            if ROOK_PAWNS { &tables::ROOK_PAWN_ATTACKS } else { &tables::PLAIN_PAWN_ATTACKS };
        &tables[side.index()]
    }
}

impl<const ROOK_PAWNS: bool> Geometry for Board<ROOK_PAWNS> {
    const NAME: &'static str = if ROOK_PAWNS { "federation" } else { "federation-plain" };
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

impl<const ROOK_PAWNS: bool> Play for Board<ROOK_PAWNS> {
    const VALUES: [i32; Kind::COUNT] = [100, 280, 300, 550, 1050, 0, 0];

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
        (0..4).map(|slot| (post_place(self.posts[slot]), Some(self.owner(slot)))).collect()
    }

    fn king(&self, side: Side) -> Place {
        self.cell(self.king_square(side))
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let shape = self.shape();
        let scene = Scene::new(&shape, self.occupied());
        let king = shape.place(self.king_square(self.side));
        let attackers = self.attackers(&scene, king, self.occupied());
        Bits(attackers & self.men(self.side.other())).map(|square| self.cell(square)).collect()
    }

    #[inline]
    fn generate(&self, part: Part, list: &mut MoveList) {
        self.list(part, list);
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
            // Several men of a column may stand on a path: lines are looked at afresh.
            let scene = Scene::new(&shape, occupied | 1 << to);
            self.attackers(&scene, shape.place(to), occupied)
        })
    }

    fn null_is_sound(&self) -> bool {
        self.men(self.side) & !self.pawns() & !self.kings() != 0
    }

    fn dead(&self) -> Option<Ending> {
        self.only_kings().then_some(Ending { winner: None, reason: Reason::DeadPosition })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MOST_MOVES;
    use crate::rules::Text;

    #[test]
    fn a_board_full_of_queens_fits_the_list() {
        let crowded = "Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q \
             b12+w:2/QK,b86+b:2/2,e12+w:2/2,e86+b:rk/pp w - - - 0 1";
        let board = Federation::parse(crowded).expect("a valid position");
        let mut list = MoveList::new();
        board.generate(Part::All, &mut list);
        assert_eq!(list.len() as u64, board.count());
        assert!(list.len() < MOST_MOVES / 2);
    }
}
