//! The evaluation of Space Chess.
//!
//! Material and cell values are kept from move to move; mobility, king safety and pawns are computed
//! afresh. The game looks the same from both sides once the stack is turned upside down and back to
//! front, and so do the weights.
//!
//! Every step of a pawn, ahead or up, brings it one nearer to promotion: from its start cells seven
//! steps lead there, whichever way it takes.

use super::attack_view::{impl_attack_view, mobility_and_king_attack, pawn_shelter};
use super::{Evaluate, Psqt, PsqtAccumulator, Tapered};
use crate::geometry::Place;
use crate::geometry::stack::{CELLS, CellSet, cell, square_of};
use crate::moves::{Piece, PieceType, Side};
use crate::rules::Rules;
use crate::rules::spacechess::{Board, EvalView};

/// What a man is worth, by kind. A bishop slides in twelve directions, though on half the cells
/// only; a knight has up to sixteen leaps; a rook gains hardly anything over ordinary chess.
const MATERIAL: [Tapered; PieceType::COUNT] = [
    Tapered::new(80, 130),
    Tapered::new(370, 350),
    Tapered::new(420, 420),
    Tapered::new(480, 520),
    Tapered::new(1150, 1200),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];

/// The steps from a start cell to promotion.
const STEPS_TO_PROMOTION: usize = 7;
/// A pawn by steps made.
const ADVANCE: [Tapered; STEPS_TO_PROMOTION + 2] = [
    Tapered::new(0, 0),
    Tapered::new(0, 4),
    Tapered::new(4, 10),
    Tapered::new(10, 20),
    Tapered::new(20, 36),
    Tapered::new(36, 60),
    Tapered::new(70, 110),
    Tapered::new(70, 110),
    Tapered::new(70, 110),
];
/// A pawn that no enemy pawn can stop or take on its way, by steps made.
const PASSED: [Tapered; STEPS_TO_PROMOTION + 2] = [
    Tapered::new(0, 0),
    Tapered::new(0, 6),
    Tapered::new(4, 14),
    Tapered::new(10, 28),
    Tapered::new(20, 50),
    Tapered::new(40, 90),
    Tapered::new(70, 140),
    Tapered::new(70, 140),
    Tapered::new(70, 140),
];
/// A pawn that another of its side defends.
const DEFENDED: Tapered = Tapered::new(6, 6);

/// For each step from the middle of the boards, 0 to 6, levels apart.
const KNIGHT_OFF_CENTER: Tapered = Tapered::new(-7, -6);
const BISHOP_OFF_CENTER: Tapered = Tapered::new(-3, -3);
const QUEEN_OFF_CENTER: Tapered = Tapered::new(-1, -4);
const KING_OFF_CENTER: Tapered = Tapered::new(6, -10);
/// A king on its own end of its home level.
const KING_AT_HOME: Tapered = Tapered::new(30, 0);

/// For each cell that a man attacks, no man of its side holds and no enemy pawn attacks, over an
/// average number.
const MOBILITY: [(Tapered, i32); PieceType::COUNT] = [
    (Tapered::new(0, 0), 0),
    (Tapered::new(4, 4), 8),
    (Tapered::new(4, 4), 10),
    (Tapered::new(3, 4), 9),
    (Tapered::new(1, 3), 20),
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
];
/// For each cell next to the enemy king that a man attacks, by kind.
const KING_ATTACK: [i32; PieceType::COUNT] = [0, 6, 6, 7, 9, 0, 0];
/// For each own pawn next to the king.
const KING_SHELTER: Tapered = Tapered::new(7, 0);
/// For each step that the king of a side without any other man is off the middle, and for each by
/// which the other king is nearer than it could be.
const MOP_UP: i32 = 12;

/// For the side to move.
const TEMPO: i32 = 12;

/// Steps from the middle of the boards, 0 to 6.
const fn off_center(cell: Place) -> i32 {
    let square = square_of(cell) as i32;
    let (file, rank) = (square % 8 * 2 - 7, square / 8 * 2 - 7);
    (file.abs() + rank.abs()) / 2 - 1
}

/// Ranks and levels walked from a side's own end, from 0.
const fn relative_rank_and_level(side: Side, cell: Place) -> (usize, usize) {
    let (rank, level) = (square_of(cell) / 8, cell as usize / 64);
    match side {
        Side::White => (rank, level),
        Side::Black => (7 - rank, 2 - level),
    }
}

/// The steps that a pawn has made towards promotion.
const fn steps_made(side: Side, cell: Place) -> usize {
    let (rank, level) = relative_rank_and_level(side, cell);
    // A start cell is one step from the corner; a pawn set up behind them has made none.
    (rank + level).saturating_sub(1)
}

/// The material and cell values of Space Chess.
pub struct Values;

static PSQT: [[[Tapered; CELLS]; PieceType::COUNT]; 2] = {
    let mut table = [[[Tapered::new(0, 0); CELLS]; PieceType::COUNT]; 2];
    let mut cell = 0;
    while cell < CELLS {
        let off_centre = off_center(cell as Place);
        let mut index = 0;
        while index < 2 {
            let side = Side::ALL[index];
            let mut kind = 0;
            while kind < PieceType::COUNT {
                let per_step = match kind {
                    1 => KNIGHT_OFF_CENTER,
                    2 => BISHOP_OFF_CENTER,
                    4 => QUEEN_OFF_CENTER,
                    5 => KING_OFF_CENTER,
                    _ => Tapered::new(0, 0),
                };
                let extra = match (kind, relative_rank_and_level(side, cell as Place)) {
                    (0, _) => ADVANCE[steps_made(side, cell as Place)],
                    (5, (0, 0)) => KING_AT_HOME,
                    _ => Tapered::new(0, 0),
                };
                table[index][kind][cell] = Tapered::new(
                    MATERIAL[kind].mg + extra.mg + per_step.mg * off_centre,
                    MATERIAL[kind].eg + extra.eg + per_step.eg * off_centre,
                );
                kind += 1;
            }
            index += 1;
        }
        cell += 1;
    }
    table
};

impl Psqt for Values {
    #[inline(always)]
    fn value(man: Piece, cell: Place) -> Tapered {
        PSQT[man.side.index()][man.kind.index()][usize::from(cell)]
    }
}

/// By side and cell: where an enemy pawn could still stop or take a pawn of that side.
static PASSED_PAWN_SPAN: [[CellSet; CELLS]; 2] = {
    let mut table = [[CellSet::EMPTY; CELLS]; 2];
    let mut from = 0;
    while from < CELLS {
        let mut to = 0;
        while to < CELLS {
            let files = (from % 8).abs_diff(to % 8);
            let mut index = 0;
            while index < 2 {
                let side = Side::ALL[index];
                let (here, there) = (
                    relative_rank_and_level(side, from as Place),
                    relative_rank_and_level(side, to as Place),
                );
                if files <= 1 && here.0 <= there.0 && here.1 <= there.1 {
                    table[index][from].0[to / 64] |= 1 << (to % 64);
                }
                index += 1;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// The terms computed afresh, White's less Black's.
#[derive(Clone, Copy, Default)]
struct Terms {
    mobility: Tapered,
    king_safety: Tapered,
    pawns: Tapered,
    mop_up: Tapered,
}

impl Terms {
    fn new(view: &EvalView) -> Terms {
        let mut terms = Terms::default();
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            let free = !(view.pieces(side) | view.pawn_attacks(side.other()));
            let (mobility, attack) =
                mobility_and_king_attack(view, side, free, &MOBILITY, &KING_ATTACK);
            terms.mobility += mobility * sign;
            terms.king_safety += (attack + KING_SHELTER * pawn_shelter(view, side)) * sign;
            terms.pawns += pawns(view, side) * sign;
            terms.mop_up += mop_up(view, side) * sign;
        }
        terms
    }

    fn total(self) -> Tapered {
        self.mobility + self.king_safety + self.pawns + self.mop_up
    }
}

#[inline(always)]
fn pawns(view: &EvalView, side: Side) -> Tapered {
    let (own, enemy) = (view.pawns(side), view.pawns(side.other()));
    let mut value = DEFENDED * (own & view.pawn_attacks(side)).count() as i32;
    own.for_each(|pawn| {
        if (PASSED_PAWN_SPAN[side.index()][usize::from(pawn)] & enemy).is_empty() {
            value += PASSED[steps_made(side, pawn)];
        }
    });
    value
}

/// What a side gains from where the kings stand when the enemy has nothing but his: mate is
/// given at the edge, with the help of the other king.
#[inline(always)]
fn mop_up(view: &EvalView, side: Side) -> Tapered {
    let enemy = side.other();
    if view.pieces(enemy).count() > 1 {
        return Tapered::default();
    }
    let (own, driven) = (view.king_cell(side), view.king_cell(enemy));
    let (here, there) = (relative_rank_and_level(side, own), relative_rank_and_level(side, driven));
    let files = (own % 8).abs_diff(driven % 8);
    let apart = here.0.abs_diff(there.0).max(here.1.abs_diff(there.1)).max(files.into()) as i32;
    let value = MOP_UP * (off_center(driven) + 7 - apart);
    Tapered::new(value, value)
}

impl_attack_view!(EvalView<'_>, CellSet);

impl Evaluate for Board {
    type Accumulator = PsqtAccumulator<Values>;

    fn new_accumulator(&self) -> PsqtAccumulator<Values> {
        PsqtAccumulator::new(self)
    }

    fn evaluate(&self, sums: &PsqtAccumulator<Values>) -> i32 {
        let terms = Terms::new(&self.eval_view());
        let white = (sums.psqt + terms.total()).at(sums.phase);
        TEMPO + if self.side_to_move() == Side::White { white } else { -white }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let sums = self.new_accumulator();
        let terms = Terms::new(&self.eval_view());
        let tempo = if self.side_to_move() == Side::White { TEMPO } else { -TEMPO };
        let at = |term: Tapered| term.at(sums.phase);
        vec![
            ("material and cells", at(sums.psqt)),
            ("mobility", at(terms.mobility)),
            ("king safety", at(terms.king_safety)),
            ("pawns", at(terms.pawns)),
            ("driving", at(terms.mop_up)),
            ("tempo", tempo),
        ]
    }
}

// Pawns start one step from their side's corner of ranks and levels, and promote seven on.
const _: () = assert!(
    steps_made(Side::White, cell(0, 8)) == 0
        && steps_made(Side::White, cell(1, 0)) == 0
        && steps_made(Side::White, cell(1, 56)) == STEPS_TO_PROMOTION
        && steps_made(Side::Black, cell(0, 8)) == STEPS_TO_PROMOTION
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::BoardText;

    /// The position upside down and back to front, with the colours exchanged.
    fn mirrored(position: &str) -> String {
        let swap = |text: &str| -> String {
            let swapped = |letter: char| match letter.is_ascii_uppercase() {
                true => letter.to_ascii_lowercase(),
                false => letter.to_ascii_uppercase(),
            };
            text.chars().map(swapped).collect()
        };
        let (boards, rest) = position.split_once(' ').expect("boards and more");
        let level = |level: &str| level.rsplit('/').collect::<Vec<_>>().join("/");
        let boards = boards.rsplit('|').map(level).collect::<Vec<_>>().join("|");
        let rest = match rest.strip_prefix("w ") {
            Some(rest) => format!("b {rest}"),
            None => rest.replacen("b ", "w ", 1),
        };
        format!("{} {rest}", swap(&boards))
    }

    #[test]
    fn evaluation_is_symmetric() {
        for position in [
            "rnbqkbnr/pppppppp/8/8/8/8/8/8|pppppppp/8/8/8/8/8/8/PPPPPPPP|8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq * - 0 1",
            "1n3rk1/3p4/1pp5/6p1/8/3P4/3P4/P5P1|p1p3pp/1p3p2/p2p1p2/8/BP4P1/8/8/2P1PP1P|8/7p/8/8/8/P5N1/1NP1KP1P/RQ3B1b b - * - 1 22",
            "8/5NK1/8/8/8/3N4/8/8|5Q2/5B2/ppp5/p7/3k4/5P2/8/PPPPPPPP|4p3/7p/2p3p1/4p3/8/8/PPP1P1PP/R4R2 w - * - 2 37",
            "8/8/8/8/2P5/4PPP1/8/8|7R/8/8/k7/7P/8/1K6/8|8/4p3/8/5p2/2P4P/p7/8/8 w - - - 0 74",
            "8/8/8/3k4/8/8/8/8|8/8/8/8/8/8/3q4/K7|8/8/8/8/8/8/8/8 b - - - 5 103",
        ] {
            let read =
                |text: &str| Board::from_fen(text).unwrap_or_else(|faults| panic!("{faults:?}"));
            let (board, turned) = (read(position), read(&mirrored(position)));
            assert_eq!(board.count_legal_moves(), turned.count_legal_moves(), "{position}");
            let value = |board: &Board| board.evaluate(&board.new_accumulator());
            assert_eq!(value(&board), value(&turned), "{position}");
        }
    }
}
