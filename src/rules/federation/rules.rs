//! [`Rules`] for `federation`, and what [`MakeMove`] requires of it.

use super::board::FederationBoard;
use super::ceilings::{CeilingBlockers, TOP_FIXED};
use super::legality::CheckInfo;
use crate::geometry::bits::BitIter;
use crate::geometry::columns::COLUMNS;
use crate::geometry::staircase::{FIXED_CELLS, cell_of_post, post_number, post_place};
use crate::geometry::{Place, PlaceSet, byte_index};
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::quad_bitboards::code_of;
use crate::rules::staircase::{
    CASTLINGS, COLUMN_OF, COLUMN_SQUARES, Castling, KEYS, LEVEL_OF, MakeMove, NO_CELL,
    StaircaseState, column_passed, staircase_exchange, staircase_rules,
};
use crate::rules::{CorrectionKeys, EndReason, Exchange, Observer, Outcome, Rules};

impl<const ROOK_PAWNS: bool> Rules for FederationBoard<ROOK_PAWNS> {
    staircase_rules!();

    fn checkers(&self) -> Vec<Place> {
        let (state, layout) = (&self.state, self.layout());
        let ceilings = CeilingBlockers::new(&layout, state.occupied());
        let king = layout.column_and_level(state.king_square(state.side));
        let attackers = self.attackers(&ceilings, king, state.occupied());
        state.cells(attackers & state.pieces(state.side.other())).collect()
    }

    #[inline]
    fn attacked_cells(&self, info: &CheckInfo, by: Side) -> PlaceSet {
        self.state.cells_of(self.squares_attacked_by(&info.ceilings(), by))
    }

    #[inline]
    fn check_filter(&self) -> impl Fn(Move) -> bool {
        self.state.check_filter(Self::pawn_attacks(self.state.side))
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        self.apply_move(mv, child, observer);
    }

    fn has_non_pawn_material(&self) -> bool {
        self.state.has_non_pawn_material()
    }
}

impl<const ROOK_PAWNS: bool> Exchange for FederationBoard<ROOK_PAWNS> {
    staircase_exchange!();

    #[inline(always)]
    fn capturers(&self, info: &CheckInfo, mv: Move, pieces: u64, side: Side) -> u64 {
        let layout = info.layout();
        let at = self.state.square(mv.to());
        let place = layout.column_and_level(at);
        let own = pieces & self.state.pieces(side);
        let cheapest = self.pawn_and_knight_attackers(layout, place.0) & own;
        if cheapest != 0 {
            return cheapest;
        }
        // Several pieces of a column may stand on a path, so each capture needs new blockers.
        let ceilings = CeilingBlockers::new(layout, pieces | 1 << at);
        self.attackers(&ceilings, place, own)
    }
}

impl<const ROOK_PAWNS: bool> MakeMove for FederationBoard<ROOK_PAWNS> {
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
        column_passed(mv).map(|column| self.cell_passed(mv, column))
    }

    #[inline(always)]
    fn after_capture<O: Observer>(&mut self, square: u8, side: Side, observer: &mut O) {
        if square >= FIXED_CELLS as u8 {
            self.claim_platform(square, side, observer);
        }
    }

    fn make_en_passant<O: Observer>(&mut self, mv: Move, ep_pawn: Place, observer: &mut O) {
        let side = self.state.side;
        let gone = self.state.capture_ep(mv, ep_pawn, observer);
        self.after_capture(gone, side, observer);
    }

    fn make_platform<O: Observer>(&mut self, mv: Move, before: &Self, observer: &mut O) {
        let side = before.state.side;
        let (from, to) = (post_number(mv.from()), post_number(mv.to()));
        let slot = before.state.insertion_slot(from);
        let pilot = BitIter(before.state.occupied() >> (FIXED_CELLS + 4 * slot) & 0b1111).next();
        let mut landing = None;
        if let Some(within) = pilot {
            let square = FIXED_CELLS as u8 + 4 * slot as u8 + within;
            self.state.remove_piece(side, square, cell_of_post(from, within), observer);
            landing = Some(within);
        }
        let numbers = &KEYS.platform[side.index()];
        self.state.key ^= numbers[usize::from(from)] ^ numbers[usize::from(to)];
        observer.platform_removed(Some(side), mv.from());
        observer.platform_added(Some(side), mv.to());
        let slot = self.state.sort_slots(slot, to);
        if let Some(within) = landing {
            let square = FIXED_CELLS as u8 + 4 * slot as u8 + within;
            let code = code_of(mv.promotion().unwrap_or(PieceType::PAWN));
            self.state.put_piece(side, code, square, cell_of_post(to, within), observer);
            if mv.is_promotion() {
                self.state.halfmove_clock = 0;
            }
        }
    }

    #[inline(always)]
    fn has_legal_ep(&self) -> bool {
        self.ep_attackers() != 0 && self.is_any_ep_legal()
    }
}

impl<const ROOK_PAWNS: bool> FederationBoard<ROOK_PAWNS> {
    /// Returns the cell in `column` that the double step passes over: on path A if that is free,
    /// else on path B.
    #[inline(never)]
    fn cell_passed(&self, mv: Move, column: usize) -> Place {
        let [from, to] = [mv.from(), mv.to()].map(|cell| LEVEL_OF[byte_index(cell)]);
        let (ceiling, column) = (from.max(to), column % COLUMNS);
        let squares = COLUMN_SQUARES.at(column, self.table_rows());
        if squares >> FIXED_CELLS == 0 {
            // Without platforms in the column there is one path.
            return TOP_FIXED[column][usize::from(ceiling) % 8];
        }
        // The highest cell under the ceiling, and the cell one level above the ceiling, if any.
        let (mut highest, mut above) = ((0, 0, NO_CELL), NO_CELL);
        for square in BitIter(squares) {
            let cell = self.state.cell(square);
            let level = LEVEL_OF[byte_index(cell)];
            if level <= ceiling && level > highest.0 {
                highest = (level, square, cell);
            }
            if level == ceiling | 1 {
                above = cell;
            }
        }
        let (level, square, cell) = highest;
        let path_a_is_free = level > 0 && self.state.occupied() >> square & 1 == 0;
        if path_a_is_free { cell } else { above }
    }

    /// Returns whether an en passant capture leaves the king safe.
    #[inline(never)]
    fn is_any_ep_legal(&self) -> bool {
        let mut captures = self.ep_captures();
        captures.any(|mv| !self.after_en_passant(mv).is_king_attacked(self.state.side))
    }

    /// Returns the pawns of the side to move that attack the en passant target.
    #[inline(always)]
    fn ep_attackers(&self) -> u64 {
        let column = usize::from(COLUMN_OF[byte_index(self.state.ep_cell)]);
        Self::pawn_attacks(self.state.side).at(column, self.table_rows())
            & self.state.pawns()
            & self.state.pieces(self.state.side)
    }

    /// Returns the pseudo-legal en passant captures, without promotions.
    pub(super) fn ep_captures(&self) -> impl Iterator<Item = Move> + '_ {
        BitIter(if self.state.ep_cell == NO_CELL { 0 } else { self.ep_attackers() })
            .map(|from| Move::new(self.state.cell(from), self.state.ep_cell, MoveType::EnPassant))
    }

    /// Gives a platform to `side`, which has captured on this square of it, if its owner has no
    /// piece left on it.
    #[inline(never)]
    fn claim_platform<O: Observer>(&mut self, square: u8, side: Side, observer: &mut O) {
        let slot = usize::from(square - FIXED_CELLS as u8) / 4;
        let owner = self.state.owner(slot);
        let cells = 0b1111 << (FIXED_CELLS + 4 * slot);
        if owner != side && self.state.pieces(owner) & cells == 0 {
            let post = self.state.posts[slot];
            let numbers = &KEYS.platform;
            self.state.key ^= numbers[0][usize::from(post)] ^ numbers[1][usize::from(post)];
            self.state.black_owned ^= 1 << slot;
            observer.platform_removed(Some(owner), post_place(post));
            observer.platform_added(Some(side), post_place(post));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Federation;
    use crate::rules::{BuiltIn, Rules};

    #[test]
    fn move_list_holds_moves_of_many_queens() {
        let crowded = "Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q|Q1Q1/1Q1Q/Q1Q1/1Q1Q \
             b12+w:2/QK,b86+b:2/2,e12+w:2/2,e86+b:rk/pp w - - - 0 1";
        let board = Federation::from_fen(crowded).expect("a valid position");
        let list = board.legal_moves();
        assert_eq!(list.len() as u64, board.count_legal_moves());
        assert!(list.len() < Federation::game_info().max_moves / 2);
    }
}
