//! The [`Rules`] of every game on a [`StaircaseState`]: most methods read the state or forward to
//! [`MakeMove`] and [`MoveGenerator`].

use super::geometry::StaircaseBoard;
use super::keys::KEYS;
use super::make_move::MakeMove;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::post_place;
use crate::geometry::{Place, PlaceSet};
use crate::moves::{Move, MoveList, MoveType, Piece, PieceTable, PieceType, Side};
use crate::rules::generate::MoveGenerator;
use crate::rules::see::{Exchange, see_ge};
use crate::rules::{ColorSymmetry, CorrectionKeys, EndReason, GenType, Observer, Outcome, Rules};

/// What a game on a [`super::StaircaseState`] adds to get [`Rules`].
pub(crate) trait StaircaseRules:
    StaircaseBoard + MakeMove + MoveGenerator + Send + Sync + 'static
{
    /// The values of pawn, knight, bishop, rook and queen; see [`Rules::PIECES`].
    const VALUES: [i32; 5];
    /// Whether platforms have owners.
    const OWNED_PLATFORMS: bool;
    /// The symmetry between the colors; see [`Rules::COLOR_SYMMETRY`].
    const SYMMETRY: Option<ColorSymmetry>;
    /// Whether the files can be mirrored; see [`Rules::FILE_SYMMETRY`].
    const SYMMETRIC_FILES: bool;
    /// The rule set of the networks; see [`Rules::NETWORK_VARIANT`].
    const NETWORKS: &'static str = Self::RULE_SET;

    /// See [`Rules::MAX_MOVES`]. On 64 cells k pieces have at most k (64 - k) destinations, 1024.
    /// Castling, promotions and platform moves cannot double that.
    const LONGEST_LIST: usize = 2048;

    /// Returns the start position.
    fn start_board() -> Self;
    /// Returns whether the generator gives this move, also if it leaves the king attacked unless
    /// `legal`. Takes any move.
    fn is_generated(&self, mv: Move, legal: bool) -> bool;
    /// Returns whether a move is legal; see [`Rules::is_legal_with`].
    fn is_legal_move(&self, info: &Self::CheckInfo, mv: Move) -> bool;
    /// Returns whether the king of that side is attacked.
    fn is_king_attacked(&self, side: Side) -> bool;
    /// Returns the squares of the pieces that give check to the side to move.
    fn checker_squares(&self) -> u64;
    /// Returns the squares that the pieces of a side attack.
    fn attacked_squares(&self, info: &Self::CheckInfo, by: Side) -> u64;
    /// Returns those of `pieces` that attack a square, or some of them with the least valuable one.
    /// Pieces on `occupied` squares block the lines; see [`Exchange::capturers`].
    fn attackers_among(&self, info: &Self::CheckInfo, at: u8, occupied: u64, pieces: u64) -> u64;
    /// Returns whether the static exchange evaluation of a move is at least `threshold`.
    fn exchange_ge(&self, info: &Self::CheckInfo, mv: Move, threshold: i32) -> bool {
        see_ge(self, info, mv, threshold)
    }

    /// Returns false only if a move gives no check; see [`Rules::may_give_check`].
    #[inline(always)]
    fn may_check(&self, _mv: Move) -> bool {
        true
    }

    /// Counts the legal moves after each of these legal moves, all together; see
    /// [`Rules::count_replies`].
    #[inline]
    fn count_after(&self, moves: &[Move]) -> u64 {
        moves.iter().map(|&mv| self.make(mv, &mut ()).count_all()).sum()
    }

    /// Writes the board after a legal move to `child`.
    #[inline(always)]
    fn write_child<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        self.apply_move(mv, child, observer);
    }

    /// Returns the cell of a pawn that promotes at the beginning of the move; see
    /// [`Rules::waiting_pawn`].
    #[inline(always)]
    fn waiting_cell(&self) -> Option<Place> {
        None
    }

    /// Returns whether the search may pass the move; see [`Rules::has_non_pawn_material`].
    #[inline(always)]
    fn may_pass(&self) -> bool {
        self.state().has_non_pawn_material()
    }
}

impl<B: StaircaseRules> Rules for B {
    const PIECES: PieceTable = PieceTable(&PieceTable::chess(B::VALUES));
    const COLOR_SYMMETRY: Option<ColorSymmetry> = B::SYMMETRY;
    const FILE_SYMMETRY: bool = B::SYMMETRIC_FILES;
    const NETWORK_VARIANT: &'static str = B::NETWORKS;
    const MAX_MOVES: usize = B::LONGEST_LIST;

    fn startpos() -> Self {
        Self::start_board()
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.state().side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.state().key
    }

    fn compute_key(&self) -> u64 {
        self.compute_zobrist_key()
    }

    #[inline(always)]
    fn likely_key_after(&self, mv: Move) -> Option<u64> {
        if mv.kind() != MoveType::Normal {
            return None;
        }
        let state = self.state();
        let codes = [mv.from(), mv.to()].map(|cell| state.code(state.square(cell)));
        Some(state.key ^ KEYS.pieces.change_by_move(mv, state.side, codes) ^ KEYS.black)
    }

    #[inline]
    fn correction_keys(&self) -> CorrectionKeys {
        self.state().correction_keys()
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.state().halfmove_clock)
    }

    fn fullmove_number(&self) -> u32 {
        u32::from(self.state().fullmove_number)
    }

    #[inline(always)]
    fn piece_at(&self, cell: Place) -> Option<Piece> {
        self.state().piece_at(cell)
    }

    fn is_live(&self, cell: Place) -> bool {
        self.state().live_square(cell).is_some()
    }

    fn platforms(&self) -> Vec<(Place, Option<Side>)> {
        let owner = |slot| B::OWNED_PLATFORMS.then(|| self.state().owner(slot));
        let slots = self.state().posts.into_iter().enumerate();
        slots.map(|(slot, post)| (post_place(post), owner(slot))).collect()
    }

    fn king_cell(&self, side: Side) -> Place {
        self.state().king_cell(side)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.state().side)
    }

    fn checkers(&self) -> Vec<Place> {
        BitIter(self.checker_squares()).map(|square| self.state().cell(square)).collect()
    }

    #[inline]
    fn attacked_cells(&self, info: &Self::CheckInfo, by: Side) -> PlaceSet {
        self.state().cells_of(self.attacked_squares(info, by))
    }

    #[inline]
    fn generate_with(&self, info: &Self::CheckInfo, gen_type: GenType, list: &mut MoveList) {
        self.generate_list(info, gen_type, list);
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        self.count_all()
    }

    #[inline]
    fn count_replies(&self, moves: &[Move]) -> u64 {
        self.count_after(moves)
    }

    fn is_legal_with(&self, info: &Self::CheckInfo, mv: Move) -> bool {
        Self::has_places(mv) && self.is_legal_move(info, mv)
    }

    fn is_pseudo_legal(&self, mv: Move) -> bool {
        Self::has_places(mv) && self.is_generated(mv, false)
    }

    #[inline]
    fn may_give_check(&self, mv: Move) -> bool {
        self.may_check(mv)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        self.write_child(mv, child, observer);
    }

    fn make_null(&self) -> Self {
        self.after_null_move()
    }

    fn without_piece(&self, cell: Place) -> Self {
        self.after_removal(cell)
    }

    #[inline]
    fn moved_piece(&self, mv: Move) -> PieceType {
        self.state().moved_piece(mv)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        self.state().captured(mv)
    }

    fn see_ge(&self, info: &Self::CheckInfo, mv: Move, threshold: i32) -> bool {
        self.exchange_ge(info, mv, threshold)
    }

    #[inline(always)]
    fn waiting_pawn(&self) -> Option<Place> {
        self.waiting_cell()
    }

    fn has_non_pawn_material(&self) -> bool {
        self.may_pass()
    }

    fn variant_outcome(&self) -> Option<Outcome> {
        let outcome = Outcome { winner: None, reason: EndReason::DeadPosition };
        self.state().has_only_kings().then_some(outcome)
    }
}

impl<B: StaircaseRules> Exchange for B {
    type Pieces = u64;

    #[inline(always)]
    fn pieces_beside(&self, mv: Move) -> u64 {
        let state = self.state();
        let captured = state.captured(mv).map_or(0, |(_, cell)| 1 << state.square(cell));
        state.occupied() & !(1 << state.square(mv.from()) | captured)
    }

    #[inline(always)]
    fn capturers(&self, info: &Self::CheckInfo, mv: Move, pieces: u64, side: Side) -> u64 {
        let state = self.state();
        self.attackers_among(info, state.square(mv.to()), pieces, pieces & state.pieces(side))
    }

    #[inline(always)]
    fn least_valuable(&self, pieces: u64) -> Option<(u64, PieceType)> {
        self.state().pieces.least_valuable(pieces)
    }
}
