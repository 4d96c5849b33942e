//! `kobayashi`: ST3D chess, the Kobayashi Maru variant, on the staircase.
//!
//! A [`Board`] is a [`Placement`], on 64 logical squares, and the rules that read it. Levels
//! matter here: men move in the plane, or change level through a platform. So lines are those of
//! single boards, and what connects boards are steps and leaps that depend only on where the
//! platforms stand: tables of each half of the board tell them (`half`).

mod generate;
mod half_tables;
mod layout;
mod legality;
mod lines;
mod make;
mod pawns;
mod platforms;
mod sinks;
mod tables;
mod text;
mod view;

use crate::geometry::Place;
use crate::geometry::Point;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{CELL_COUNT, POST_COUNT, cell_of_post, post_place};
use crate::moves::{Move, MoveList, MoveType, Piece, PieceType, Side};
use crate::rules::staircase::{self, MakeMove, StaircaseState};
use crate::rules::{CorrectionKeys, EndReason, GenType, Geometry, Observer, Outcome, Rules};
use layout::PlatformLayout;
use std::ops::{Deref, DerefMut};
use tables::Space;
pub use view::EvalView;

/// A position without its history.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board(StaircaseState);

impl Deref for Board {
    type Target = StaircaseState;

    #[inline(always)]
    fn deref(&self) -> &StaircaseState {
        &self.0
    }
}

impl DerefMut for Board {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut StaircaseState {
        &mut self.0
    }
}

impl Board {
    #[inline(always)]
    fn layout(&self) -> PlatformLayout {
        PlatformLayout::new(self.posts)
    }
}

impl Geometry for Board {
    const NAME: &'static str = "kobayashi";
    const FILES: usize = 6;
    const RANKS: usize = 10;
    const LEVELS: usize = 7;
    const CELLS: usize = CELL_COUNT;
    const POSTS: usize = POST_COUNT;

    fn point(cell: Place) -> Point {
        Space::CELLS[usize::from(cell)]
    }

    fn cell_at(point: Point) -> Option<Place> {
        Space::cell_at(point)
    }

    fn place_name(place: Place) -> String {
        Space::place_name(place)
    }

    fn place_from_name(text: &str) -> Option<Place> {
        Space::place_from_name(text)
    }

    fn covered_cells(post: Place) -> Vec<Place> {
        (0..4).map(|within| cell_of_post(post - CELL_COUNT as Place, within)).collect()
    }
}

impl Rules for Board {
    const PIECE_VALUES: [i32; PieceType::COUNT] = [100, 260, 280, 420, 780, 0, 0];

    fn startpos() -> Self {
        Self::startpos()
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn compute_key(&self) -> u64 {
        self.compute_zobrist_key()
    }

    #[inline]
    fn correction_keys(&self) -> CorrectionKeys {
        self.0.correction_keys()
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.halfmove_clock)
    }

    fn fullmove_number(&self) -> u32 {
        u32::from(self.fullmove_number)
    }

    #[inline(always)]
    fn piece_at(&self, cell: Place) -> Option<Piece> {
        self.piece_on_square(self.live_square(cell)?)
    }

    fn is_live(&self, cell: Place) -> bool {
        self.live_square(cell).is_some()
    }

    fn platforms(&self) -> Vec<(Place, Option<Side>)> {
        self.posts.map(|post| (post_place(post), None)).to_vec()
    }

    fn king_cell(&self, side: Side) -> Place {
        self.cell(self.king_square(side))
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let king = self.king_square(self.side);
        let attackers = self.attackers(&self.layout(), king, self.occupied());
        BitIter(attackers & self.pieces(self.side.other()))
            .map(|square| self.cell(square))
            .collect()
    }

    #[inline]
    fn generate(&self, part: GenType, list: &mut MoveList) {
        self.generate_list(part, list);
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        self.count_legal_moves()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.is_generated(mv, true)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        self.apply_move(mv, child, observer);
    }

    fn make_null(&self) -> Self {
        self.after_null_move()
    }

    #[inline]
    fn moved_piece(&self, mv: Move) -> PieceType {
        if mv.is_platform_move() {
            return PieceType::Platform;
        }
        self.piece_type_on_square(self.square(mv.from())).unwrap_or(PieceType::Pawn)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        match mv.kind() {
            MoveType::Normal => Some((self.piece_type_on_square(self.square(mv.to()))?, mv.to())),
            MoveType::EnPassant => Some((PieceType::Pawn, self.ep_pawn)),
            MoveType::Castling | MoveType::Platform | MoveType::ElevatorRide => None,
        }
    }

    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let shape = self.layout();
        staircase::see_ge(self, self, mv, threshold, |to, occupied| {
            self.attackers(&shape, to, occupied)
        })
    }

    fn has_non_pawn_material(&self) -> bool {
        self.pieces(self.side) & !self.pawns() & !self.kings() != 0
    }

    fn variant_outcome(&self) -> Option<Outcome> {
        self.has_only_kings().then_some(Outcome { winner: None, reason: EndReason::DeadPosition })
    }
}
