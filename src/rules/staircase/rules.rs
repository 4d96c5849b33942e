//! What the [`Rules`](crate::rules::Rules) of the games on a [`StaircaseState`] share.
//!
//! [`StaircaseState`]: super::StaircaseState

/// The methods of [`Rules`](crate::rules::Rules) that read the state of the board or forward to
/// [`MakeMove`](super::MakeMove).
macro_rules! staircase_rules {
    () => {
        $crate::rules::getters!(self => self.state);

        fn compute_key(&self) -> u64 {
            self.compute_zobrist_key()
        }

        #[inline(always)]
        fn likely_key_after(&self, mv: Move) -> Option<u64> {
            self.state.likely_key_after(mv)
        }

        #[inline]
        fn correction_keys(&self) -> CorrectionKeys {
            self.state.correction_keys()
        }

        #[inline(always)]
        fn piece_at(&self, cell: Place) -> Option<Piece> {
            self.state.piece_at(cell)
        }

        fn is_live(&self, cell: Place) -> bool {
            self.state.live_square(cell).is_some()
        }

        fn platforms(&self) -> Vec<(Place, Option<Side>)> {
            self.state.platforms(self.game().fen.has_owners)
        }

        fn king_cell(&self, side: Side) -> Place {
            self.state.king_cell(side)
        }

        #[inline]
        fn in_check(&self) -> bool {
            self.is_king_attacked(self.state.side)
        }

        fn make_null(&self) -> Self {
            self.after_null_move()
        }

        fn without_piece(&self, cell: Place) -> Self {
            self.after_removal(cell)
        }

        #[inline]
        fn moved_piece(&self, mv: Move) -> PieceType {
            self.state.moved_piece(mv)
        }

        #[inline]
        fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
            self.state.captured(mv)
        }

        fn variant_outcome(&self) -> Option<Outcome> {
            let outcome = Outcome { winner: None, reason: EndReason::DeadPosition };
            self.state.has_only_kings().then_some(outcome)
        }
    };
}
pub(crate) use staircase_rules;

/// What does not depend on the lines of the game in [`Exchange`](crate::rules::Exchange).
macro_rules! staircase_exchange {
    () => {
        type Pieces = u64;

        #[inline(always)]
        fn pieces_beside(&self, mv: Move) -> u64 {
            let state = &self.state;
            let captured = state.captured(mv).map_or(0, |(_, cell)| 1 << state.square(cell));
            state.occupied() & !(1 << state.square(mv.from()) | captured)
        }

        #[inline(always)]
        fn least_valuable(&self, pieces: u64) -> Option<(u64, PieceType)> {
            self.state.pieces.least_valuable(pieces)
        }
    };
}
pub(crate) use staircase_exchange;

/// An upper bound on the number of moves of games where no pawn waits: on 64 cells k pieces have at
/// most k (64 - k) destinations, 1024. Castling, promotions and platform moves cannot double that.
pub(crate) const MAX_MOVES: usize = 2048;
