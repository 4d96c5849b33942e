//! What an evaluation asks of a board: attacks and sets of men, computed once.

use super::Board;
use super::cells::{Cells, FIXED_BOARDS, LEFT, RIGHT};
use super::lines::{bishop, rook};
use super::platforms::posts_of;
use super::tables::{KING, KNIGHT, wing_of};
use crate::moves::{Kind, Place, Side};

/// A board with its lines seen.
pub struct View {
    blockers: Cells,
    men: [Cells; 2],
    pawns: Cells,
    early: Cells,
    knights: Cells,
    lines: Cells,
    diagonals: Cells,
    king_zones: [Cells; 2],
}

impl Board {
    /// Looks at the board.
    #[inline(always)]
    pub fn view(&self) -> View {
        let king_zone = |side| {
            let king = self.king_cell(side);
            KING[usize::from(king)].cells(wing_of(king)) & self.live()
        };
        View {
            blockers: self.blockers(),
            men: Side::ALL.map(|side| self.men(side)),
            pawns: self.pawns(),
            early: self.early_pawns(),
            knights: self.knights(),
            lines: self.on_lines(),
            diagonals: self.on_diagonals(),
            king_zones: Side::ALL.map(king_zone),
        }
    }
}

impl View {
    /// The men of a side.
    #[inline(always)]
    pub fn men(&self, side: Side) -> Cells {
        self.men[side.index()]
    }

    /// The pawns of a side.
    #[inline(always)]
    pub fn pawns(&self, side: Side) -> Cells {
        self.pawns & self.men(side)
    }

    /// Did the pawn on this cell begin the game on a platform?
    #[inline(always)]
    pub fn is_early(&self, pawn: Place) -> bool {
        self.early.holds(pawn)
    }

    /// The live cells.
    #[inline(always)]
    pub fn live(&self) -> Cells {
        !self.blockers | self.men[0] | self.men[1]
    }

    /// The live cells next to the king of a side.
    #[inline(always)]
    pub fn king_zone(&self, side: Side) -> Cells {
        self.king_zones[side.index()]
    }

    /// The number of platforms on which these men stand.
    #[inline(always)]
    pub fn platforms_under(&self, men: Cells) -> u32 {
        let [_, left, right] = men.0;
        (posts_of(LEFT, left) | posts_of(RIGHT, right)).count_ones()
    }

    /// Calls `visit` with kind and attacked cells, live or not, of every knight, bishop, rook and
    /// queen.
    #[inline(always)]
    pub fn for_each_attack(&self, side: Side, mut visit: impl FnMut(Kind, Cells)) {
        let men = self.men(side);
        for from in (self.knights & men).each() {
            let to = KNIGHT[usize::from(from)];
            visit(Kind::Knight, to | Cells::of_word(FIXED_BOARDS, to.0[FIXED_BOARDS]));
        }
        let sliders = (self.lines | self.diagonals) & men;
        for from in sliders.each() {
            let wing = wing_of(from);
            let (lines, diagonals) = (self.lines.holds(from), self.diagonals.holds(from));
            let mut reached = Cells::NONE;
            if lines {
                reached = reached | rook(from, &self.blockers).cells(wing);
            }
            if diagonals {
                reached = reached | bishop(from, &self.blockers).cells(wing);
            }
            let kind = match (lines, diagonals) {
                (true, true) => Kind::Queen,
                (true, false) => Kind::Rook,
                _ => Kind::Bishop,
            };
            visit(kind, reached);
        }
    }
}
