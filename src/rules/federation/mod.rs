//! `federation`: Federation Revised Standard 5.0 on the staircase, and `federation-plain`, which
//! is the same without the rook-pawn rule.
//!
//! A [`Board`] is a [`Placement`], on 64 logical squares, and the rules that read it.

mod ceilings;
mod generate;
mod legality;
mod make;
mod pawns;
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
use ceilings::{CeilingBlockers, PlatformLayout};
use std::ops::{Deref, DerefMut};
use tables::{Space, SquareTable, TableRows};
pub use view::EvalView;

/// `federation`, the default game.
pub type Federation = Board<true>;
/// `federation-plain`: no rook-pawn rule.
pub type FederationPlain = Board<false>;

/// A position without its history.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board<const ROOK_PAWNS: bool>(StaircaseState);

impl<const ROOK_PAWNS: bool> Deref for Board<ROOK_PAWNS> {
    type Target = StaircaseState;

    #[inline(always)]
    fn deref(&self) -> &StaircaseState {
        &self.0
    }
}

impl<const ROOK_PAWNS: bool> DerefMut for Board<ROOK_PAWNS> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut StaircaseState {
        &mut self.0
    }
}

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    #[inline(always)]
    fn layout(&self) -> PlatformLayout {
        PlatformLayout::new(self.posts)
    }

    /// The rows of the tables by column.
    #[inline(always)]
    fn table_rows(&self) -> TableRows {
        PlatformLayout::table_rows(self.posts)
    }

    /// The squares from which that side's pawns attack a column.
    #[inline(always)]
    fn pawn_attacks(side: Side) -> &'static SquareTable {
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

impl<const ROOK_PAWNS: bool> Rules for Board<ROOK_PAWNS> {
    const PIECE_VALUES: [i32; PieceType::COUNT] = [100, 280, 300, 550, 1050, 0, 0];

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
        (0..4).map(|slot| (post_place(self.posts[slot]), Some(self.owner(slot)))).collect()
    }

    fn king_cell(&self, side: Side) -> Place {
        self.cell(self.king_square(side))
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let shape = self.layout();
        let scene = CeilingBlockers::new(&shape, self.occupied());
        let king = shape.column_and_level(self.king_square(self.side));
        let attackers = self.attackers(&scene, king, self.occupied());
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
            // Several men of a column may stand on a path: lines are looked at afresh.
            let scene = CeilingBlockers::new(&shape, occupied | 1 << to);
            self.attackers(&scene, shape.column_and_level(to), occupied)
        })
    }

    fn has_non_pawn_material(&self) -> bool {
        self.pieces(self.side) & !self.pawns() & !self.kings() != 0
    }

    fn variant_outcome(&self) -> Option<Outcome> {
        self.has_only_kings().then_some(Outcome { winner: None, reason: EndReason::DeadPosition })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MAX_MOVES;
    use crate::rules::BoardText;

    #[test]
    fn move_list_holds_moves_of_many_queens() {
        let crowded = "Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q \
             b12+w:2/QK,b86+b:2/2,e12+w:2/2,e86+b:rk/pp w - - - 0 1";
        let board = Federation::from_fen(crowded).expect("a valid position");
        let mut list = MoveList::new();
        board.generate(GenType::All, &mut list);
        assert_eq!(list.len() as u64, board.count_legal_moves());
        assert!(list.len() < MAX_MOVES / 2);
    }
}
