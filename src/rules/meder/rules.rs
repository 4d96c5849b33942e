//! [`Rules`] for `meder`, and what [`MakeMove`] requires of it.

use super::board::{Lines, Meder};
use super::legality::CheckInfo;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{FIXED_CELLS, cell_of_post, post_number};
use crate::geometry::{Place, PlaceSet, byte_index};
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::quad_bitboards::code_of;
use crate::rules::see::see_ge;
use crate::rules::staircase::{
    CASTLINGS, COLUMN_OF, COLUMN_SQUARES, Castling, KEYS, MakeMove, PAWN_ATTACKS, PlatformLayout,
    StaircaseState, column_passed, staircase_exchange, staircase_rules,
};
use crate::rules::{Checks, CorrectionKeys, EndReason, Exchange, Observer, Outcome, Rules};

impl Rules for Meder {
    staircase_rules!();

    fn checkers(&self) -> Vec<Place> {
        let (state, layout) = (&self.state, self.layout());
        let lines = Lines::new(&layout, state.occupied());
        let king = layout.column(state.king_square(state.side));
        state.cells(self.attackers(&lines, king, state.pieces(state.side.other()))).collect()
    }

    #[inline]
    fn attacked_cells(&self, info: &CheckInfo, by: Side) -> PlaceSet {
        self.state.cells_of(self.squares_attacked_by(&info.lines(), by))
    }

    #[inline]
    fn check_filter(&self) -> impl Fn(Move) -> bool {
        let may_give_check = self.state.check_filter(&PAWN_ATTACKS[self.state.side.index()]);
        // The pawn that promotes need not be the piece that moves.
        move |mv| mv.is_promotion() || may_give_check(mv)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        if mv.is_promotion() && self.waiting_square().is_some() {
            return self.make_with_waiting(mv, child, observer);
        }
        self.apply_move(mv, child, observer);
    }

    /// A corner's square is its cell.
    #[inline(always)]
    fn waiting_pawn(&self) -> Option<Place> {
        self.waiting_square().map(Place::from)
    }

    /// The promotion of a waiting pawn cannot be passed.
    fn has_non_pawn_material(&self) -> bool {
        self.state.has_non_pawn_material() && self.waiting_square().is_none()
    }
}

impl Exchange for Meder {
    staircase_exchange!();

    #[inline(always)]
    fn capturers(&self, info: &CheckInfo, mv: Move, pieces: u64, side: Side) -> u64 {
        let layout = info.lines().layout;
        let column = layout.column(self.state.square(mv.to()));
        self.attackers(&Lines::new(layout, pieces), column, pieces & self.state.pieces(side))
    }

    /// The promotion of a waiting pawn comes first: the piece takes part in the exchange,
    /// and its gain is added. Castling and platform moves have the value 0 as always.
    fn see_ge(&self, info: &CheckInfo, mv: Move, threshold: i32) -> bool {
        if mv.is_promotion()
            && matches!(mv.kind(), MoveType::Normal | MoveType::EnPassant)
            && let Some((board, plain)) = self.after_waiting(mv, &mut ())
        {
            let kind = mv.second_promotion().or(mv.promotion());
            let value = |kind| self.game().pieces.value(kind);
            let gain = kind.map_or(0, |kind| value(kind) - value(PieceType::PAWN));
            return see_ge(&board, &board.check_info(), plain, threshold - gain);
        }
        see_ge(self, info, mv, threshold)
    }
}

impl Meder {
    #[cold]
    #[inline(never)]
    fn make_with_waiting<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        if let Some((board, mv)) = self.after_waiting(mv, observer) {
            board.apply_move(mv, child, observer);
            child.state.halfmove_clock = 0;
        }
    }
}

impl MakeMove for Meder {
    const CASTLINGS: [Castling; 4] = CASTLINGS;

    #[inline(always)]
    fn state(&self) -> &StaircaseState {
        &self.state
    }

    #[inline(always)]
    fn state_mut(&mut self) -> &mut StaircaseState {
        &mut self.state
    }

    #[inline(always)]
    fn double_step_ep_cell(&self, mv: Move) -> Option<Place> {
        column_passed(mv).map(|column| self.first_cell(column))
    }

    fn make_en_passant<O: Observer>(&mut self, mv: Move, ep_pawn: Place, observer: &mut O) {
        self.state.capture_ep(mv, ep_pawn, observer);
    }

    /// A pawn that reaches its last rank aboard promotes, or one that the platform uncovers: the
    /// only ways forward from above a corner lead to where no pawn promotes.
    fn make_platform<O: Observer>(&mut self, mv: Move, before: &Self, observer: &mut O) {
        let side = before.state.side;
        let (from, to) = (post_number(mv.from()), post_number(mv.to()));
        let slot = before.state.insertion_slot(from);
        let first_square = |slot: usize| (FIXED_CELLS + 4 * slot) as u8;
        let mut promotion = mv.promotion();
        if let Some(kind) = promotion
            && let Some(square) = before.corner_pawn_below(from, side)
        {
            *self = self.with_promotion(square, kind, observer);
            promotion = None;
        }
        let aboard = BitIter(before.state.occupied() >> first_square(slot) & 0b1111).next();
        let mut carried = 0;
        if let Some(within) = aboard {
            let square = first_square(slot) + within;
            carried = before.state.code(square);
            let cell = cell_of_post(from, within);
            self.state.remove_piece(side, square, cell, observer);
            self.state.keep_rights(Self::RIGHTS_KEPT[byte_index(cell)]);
        }
        let owner = before.state.owner(slot);
        let numbers = &KEYS.platform[owner.index()];
        self.state.key ^= numbers[usize::from(from)] ^ numbers[usize::from(to)];
        observer.platform_removed(Some(owner), mv.from());
        observer.platform_added(Some(owner), mv.to());
        let slot = self.state.sort_slots(slot, to);
        if let Some(within) = aboard {
            let code = promotion.map_or(carried, code_of);
            let cell = cell_of_post(to, within);
            self.state.put_piece(side, code, first_square(slot) + within, cell, observer);
        }
        if mv.is_promotion() {
            self.state.halfmove_clock = 0;
        }
    }

    #[inline(always)]
    fn has_legal_ep(&self) -> bool {
        let attackers = self.ep_attackers();
        attackers != 0 && BitIter(attackers).any(|from| self.is_legal_ep(from))
    }
}

impl Meder {
    /// Returns the live cell of a column with the lowest square; it stands for all cells of the
    /// column that a double step passes.
    #[inline(always)]
    pub(super) fn first_cell(&self, column: usize) -> Place {
        let rows = PlatformLayout::table_rows(self.state.posts);
        self.state.cell(COLUMN_SQUARES.at(column, rows).trailing_zeros() as u8 % 64)
    }

    /// Returns the pawns of the side to move that attack the column that the double step passed.
    #[inline(always)]
    pub(super) fn ep_attackers(&self) -> u64 {
        let (state, side) = (&self.state, self.state.side);
        let column = usize::from(COLUMN_OF[byte_index(state.ep_cell)]);
        let rows = PlatformLayout::table_rows(state.posts);
        PAWN_ATTACKS[side.index()].at(column, rows) & state.pawns() & state.pieces(side)
    }

    /// Returns the cells where a pawn captures en passant, by square.
    pub(super) fn ep_cells(&self) -> impl Iterator<Item = Place> + '_ {
        let column = usize::from(COLUMN_OF[byte_index(self.state.ep_cell)]);
        let squares = COLUMN_SQUARES.at(column, PlatformLayout::table_rows(self.state.posts));
        BitIter(squares).map(|square| self.state.cell(square))
    }

    /// Returns the en passant captures of a pawn that attacks the column passed.
    pub(super) fn ep_captures(&self, from: u8) -> impl Iterator<Item = Move> + '_ {
        let from = self.state.cell(from);
        self.ep_cells().map(move |to| Move::new(from, to, MoveType::EnPassant))
    }

    /// Returns whether the en passant captures of a pawn leave the king safe. They agree in that,
    /// since levels do not matter.
    #[inline(never)]
    pub(super) fn is_legal_ep(&self, from: u8) -> bool {
        let mv = Move::new(self.state.cell(from), self.state.ep_cell, MoveType::EnPassant);
        !self.after_en_passant(mv).is_king_attacked(self.state.side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BuiltIn, Rules};

    #[test]
    fn move_list_holds_moves_of_many_queens_with_a_waiting_pawn() {
        let crowded = "PQ1Q/3Q/Q3/2QQ|Q2Q/2QQ/QQ2/3Q|QQ2/3Q/QQ2/2Q1 \
             b12+w:NN/k1,b42+b:2/Q1,b56+b:Q1/KQ,b64+w:2/1Q w - - - 0 9";
        let board = Meder::from_fen(crowded).expect("a valid position");
        let list = board.legal_moves();
        assert_eq!(list.len() as u64, board.count_legal_moves());
        assert!(list.len() > 1000 && list.len() < Meder::game_info().max_moves / 2);
    }
}
