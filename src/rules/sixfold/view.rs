//! The board as the evaluation sees it: sets of pieces and attacks.

use super::board::Board;
use super::cell_set::{CellSet, FIXED_BOARDS, LEFT, RIGHT, posts_of};
use super::lines::{
    KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, bishop_attacks, rook_attacks, wing_of,
};
use crate::geometry::{Place, byte_index};
use crate::moves::{PieceType, Side};

/// The sets of a board that an evaluation uses, computed once.
pub(crate) struct EvalView {
    blockers: CellSet,
    pieces: [CellSet; 2],
    pawns: CellSet,
    early_pawns: CellSet,
    knights: CellSet,
    rooks_and_queens: CellSet,
    bishops_and_queens: CellSet,
    king_zones: [CellSet; 2],
}

impl Board {
    /// Returns the view for the evaluation.
    #[inline(always)]
    pub(crate) fn eval_view(&self) -> EvalView {
        let king_zone = |side| {
            let king = self.king_cell(side);
            KING_ATTACKS[byte_index(king)].to_set(wing_of(king)) & self.live()
        };
        EvalView {
            blockers: self.blockers(),
            pieces: Side::ALL.map(|side| self.pieces(side)),
            pawns: self.pawns(),
            early_pawns: self.early_pawns(),
            knights: self.knights(),
            rooks_and_queens: self.rooks_and_queens(),
            bishops_and_queens: self.bishops_and_queens(),
            king_zones: Side::ALL.map(king_zone),
        }
    }
}

impl EvalView {
    /// The pieces of a side.
    #[inline(always)]
    pub(crate) fn pieces(&self, side: Side) -> CellSet {
        self.pieces[side.index()]
    }

    /// The pawns of a side.
    #[inline(always)]
    pub(crate) fn pawns(&self, side: Side) -> CellSet {
        self.pawns & self.pieces(side)
    }

    /// Returns whether the pawn on this cell is an early one, which began the game on a platform.
    #[inline(always)]
    pub(crate) fn is_early(&self, pawn: Place) -> bool {
        self.early_pawns.contains(pawn)
    }

    /// The live cells.
    #[inline(always)]
    pub(crate) fn live(&self) -> CellSet {
        !self.blockers | self.pieces[0] | self.pieces[1]
    }

    /// The live cells around the king of a side.
    #[inline(always)]
    pub(crate) fn king_zone(&self, side: Side) -> CellSet {
        self.king_zones[side.index()]
    }

    /// Counts the platforms on which these pieces stand.
    #[inline(always)]
    pub(crate) fn platforms_under(&self, pieces: CellSet) -> u32 {
        let [_, left, right] = pieces.0;
        (posts_of(LEFT, left) | posts_of(RIGHT, right)).count_ones()
    }

    /// The cells, live or not, that the pawns of a side attack.
    #[inline(always)]
    pub(crate) fn pawn_attacks(&self, side: Side) -> CellSet {
        self.pawns(side).iter().fold(CellSet::EMPTY, |cells, from| {
            cells | PAWN_ATTACKS[side.index()][byte_index(from)].to_set(wing_of(from))
        })
    }

    /// Calls `visit` with the type and the attacked cells, live or not, of each knight, bishop,
    /// rook and queen.
    #[inline(always)]
    pub(crate) fn for_each_attack(&self, side: Side, mut visit: impl FnMut(PieceType, CellSet)) {
        let own = self.pieces(side);
        for from in (self.knights & own).iter() {
            let to = KNIGHT_ATTACKS[byte_index(from)];
            visit(PieceType::KNIGHT, to | CellSet::from_word(FIXED_BOARDS, to.0[FIXED_BOARDS]));
        }
        let sliders = (self.rooks_and_queens | self.bishops_and_queens) & own;
        for from in sliders.iter() {
            let wing = wing_of(from);
            let (lines, diagonals) =
                (self.rooks_and_queens.contains(from), self.bishops_and_queens.contains(from));
            let mut attacks = CellSet::EMPTY;
            if lines {
                attacks = attacks | rook_attacks(from, &self.blockers).to_set(wing);
            }
            if diagonals {
                attacks = attacks | bishop_attacks(from, &self.blockers).to_set(wing);
            }
            let kind = match (lines, diagonals) {
                (true, true) => PieceType::QUEEN,
                (true, false) => PieceType::ROOK,
                _ => PieceType::BISHOP,
            };
            visit(kind, attacks);
        }
    }
}
