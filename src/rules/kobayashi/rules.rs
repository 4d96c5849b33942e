//! [`Rules`] for `kobayashi`, and what [`MakeMove`] requires of it.

use super::board::Kobayashi;
use super::legality::CheckInfo;
use super::tables::{
    CASTLINGS, PAWN_CAPTURE_ORIGINS, PAWN_STEPS, PROMOTION_RANK, RIGHTS_KEPT_BY_POST,
};
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{FIXED_CELLS, cell_of_post, post_number};
use crate::geometry::{Place, PlaceSet, byte_index};
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::checking::CheckingSquares;
use crate::rules::quad_bitboards::{code_of, piece_from_code_and_color};
use crate::rules::staircase::{
    Castling, KEYS, MakeMove, NO_CELL, StaircaseState, staircase_exchange, staircase_rules,
};
use crate::rules::{CorrectionKeys, EndReason, Exchange, Observer, Outcome, Rules};

impl Rules for Kobayashi {
    staircase_rules!();

    fn checkers(&self) -> Vec<Place> {
        let state = &self.state;
        let king = state.king_square(state.side);
        let attackers = self.attackers(&self.layout(), king, state.occupied());
        state.cells(attackers & state.pieces(state.side.other())).collect()
    }

    #[inline]
    fn attacked_cells(&self, info: &CheckInfo, by: Side) -> PlaceSet {
        self.state.cells_of(self.squares_attacked_by(&info.layout, by))
    }

    #[inline]
    fn check_filter(&self) -> impl Fn(Move) -> bool {
        let (state, layout, side) = (&self.state, self.layout(), self.state.side);
        let king = state.king_square(side.other());
        let checking = CheckingSquares::new(
            [
                layout.pawn_attacks(side.other(), king),
                layout.knight_attacks(king),
                layout.bishop_attacks(king, 0),
                layout.rook_attacks(king, 0),
            ],
            [state.bishops_and_queens(), state.rooks_and_queens()],
            state.pieces(side),
        );
        let square = |cell| state.square(cell).into();
        move |mv| checking.may_give_check(mv, state.moved_piece(mv), square)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        self.apply_move(mv, child, observer);
    }

    fn has_non_pawn_material(&self) -> bool {
        self.state.has_non_pawn_material()
    }
}

impl Exchange for Kobayashi {
    staircase_exchange!();

    #[inline(always)]
    fn capturers(&self, info: &CheckInfo, mv: Move, pieces: u64, side: Side) -> u64 {
        let own = pieces & self.state.pieces(side);
        self.attackers(&info.layout, self.state.square(mv.to()), pieces) & own
    }
}

impl MakeMove for Kobayashi {
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
        PAWN_STEPS[self.state.side.index()].iter().find_map(|next| {
            let over = next[usize::from(mv.from())];
            (over != NO_CELL && next[usize::from(over)] == mv.to()).then_some(over)
        })
    }

    fn make_en_passant<O: Observer>(&mut self, mv: Move, ep_pawn: Place, observer: &mut O) {
        self.state.capture_ep(mv, ep_pawn, observer);
    }

    /// The pieces on a platform go along. Pawns on its far rank may promote at the new post.
    fn make_platform<O: Observer>(&mut self, mv: Move, before: &Self, observer: &mut O) {
        let (from, to) = (post_number(mv.from()), post_number(mv.to()));
        let slot = before.state.insertion_slot(from);
        let numbers = &KEYS.platform[0];
        self.state.key ^= numbers[usize::from(from)] ^ numbers[usize::from(to)];
        observer.platform_removed(None, mv.from());
        observer.platform_added(None, mv.to());
        self.state.key ^= before.carry(slot, from, to, observer);
        let slot = self.relocate_platform(slot, from, to);
        if mv.is_promotion() {
            self.promote_on_arrival(mv, slot, observer);
        }
    }

    #[inline(never)]
    fn has_legal_ep(&self) -> bool {
        self.ep_captures().any(|mv| self.is_legal_ep(mv))
    }
}

impl Kobayashi {
    /// Moves the platform of a slot, with its pieces, from post to post and returns its new slot.
    /// Of the key it updates only the castling rights.
    #[inline(always)]
    pub(super) fn relocate_platform(&mut self, slot: usize, from: u8, to: u8) -> usize {
        self.state.keep_rights(RIGHTS_KEPT_BY_POST[usize::from(from)]);
        self.state.sort_slots(slot, to)
    }

    /// Returns how the key changes when the platform of a slot carries its pieces from post to
    /// post. The key is computed without a branch, since which squares have a piece is hard to
    /// predict.
    #[inline(always)]
    fn carry<O: Observer>(&self, slot: usize, from: u8, to: u8, observer: &mut O) -> u64 {
        let first = FIXED_CELLS + 4 * slot;
        // Shifted once, so that the four squares have constant numbers.
        let mut pieces = self.state.pieces;
        pieces.permute(|plane| plane >> first);
        let unmoved = self.state.unmoved_pawns >> first;
        let mut key = 0;
        for within in 0..4 {
            let [old, new] = [from, to].map(|post| cell_of_post(post, within));
            let piece = pieces.code_and_color(within.into());
            let is_unmoved = (unmoved >> within & 1).wrapping_neg();
            for cell in [old, new] {
                // The number of an empty square is 0.
                key ^= KEYS.pieces.get_by_code_and_color(piece, cell)
                    ^ KEYS.unmoved_pawns[byte_index(cell)] & is_unmoved;
            }
            if let Some(piece) = piece_from_code_and_color(piece) {
                observer.piece_removed(piece, old);
                observer.piece_added(piece, new);
            }
        }
        key
    }

    /// Promotes the pawns on the far rank of a platform that has arrived as the move says.
    fn promote_on_arrival<O: Observer>(&mut self, mv: Move, slot: usize, observer: &mut O) {
        let (side, post) = (self.state.side, post_number(mv.to()));
        let promotion = PROMOTION_RANK[side.index()] << (FIXED_CELLS + 4 * slot);
        let pawns = self.state.pawns() & promotion;
        for (square, kind) in BitIter(pawns).zip(mv.promotions()) {
            let cell = cell_of_post(post, square % 4);
            self.state.remove_piece(side, square, cell, observer);
            self.state.put_piece(side, code_of(kind), square, cell, observer);
        }
        self.state.halfmove_clock = 0;
    }

    /// Returns the pseudo-legal en passant captures, without promotions.
    #[inline(always)]
    pub(super) fn ep_captures(&self) -> impl Iterator<Item = Move> + '_ {
        let (state, to) = (&self.state, self.state.ep_cell);
        let pawns = state.pawns() & state.pieces(state.side);
        let is_pawn = move |&cell: &Place| {
            state.live_square(cell).is_some_and(|square| pawns >> square & 1 != 0)
        };
        let origins = PAWN_CAPTURE_ORIGINS[state.side.index()][byte_index(to)];
        origins
            .into_iter()
            .filter(is_pawn)
            .map(move |from| Move::new(from, to, MoveType::EnPassant))
    }

    /// Returns whether a pseudo-legal en passant capture leaves the king safe.
    #[inline(never)]
    pub(super) fn is_legal_ep(&self, mv: Move) -> bool {
        !self.after_en_passant(mv).is_king_attacked(self.state.side)
    }
}
