//! The evaluation of `spacechess`.
//!
//! The game is symmetric under reversing the ranks and the levels, and so are the weights.
//!
//! Every pawn step, ahead or up, brings the pawn one step nearer to promotion. From a start cell
//! promotion is seven steps away on every path.

use super::attack_view::{impl_attack_view, mobility_and_king_attack, pawn_shelter};
use super::mop_up::mop_up;
use super::psqt::Psqt;
use super::tapered::Tapered;
use super::terms::{LinearEval, Term, white_minus_black};
use crate::eval::kinds::{ALL_KINDS, EVAL_KINDS, eval_row};
use crate::geometry::Place;
use crate::geometry::plane::WIDTH;
use crate::geometry::stack::{CELLS, CellSet, cell, level_of, square_of};
use crate::moves::{Piece, PieceType, Side};
use crate::rules::spacechess::{Board, EvalView};

/// Material by piece type. A bishop slides in twelve directions, though only on half of the cells.
/// A knight has up to sixteen leaps. A rook gains little compared with ordinary chess.
const MATERIAL: [Tapered; EVAL_KINDS] = [
    Tapered::new(80, 130),
    Tapered::new(0, 0),
    Tapered::new(370, 350),
    Tapered::new(420, 420),
    Tapered::new(480, 520),
    Tapered::new(1150, 1200),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];

/// The number of steps from a start cell to promotion.
const STEPS_TO_PROMOTION: usize = 7;
/// A pawn by the number of steps it has made.
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
/// A passed pawn, which no enemy pawn can block or capture on its way, by the number of steps made.
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
/// A pawn defended by a pawn.
const DEFENDED: Tapered = Tapered::new(6, 6);

// For each step away from the center of a board, 0 to 6; the level does not count.
const KNIGHT_OFF_CENTER: Tapered = Tapered::new(-7, -6);
const BISHOP_OFF_CENTER: Tapered = Tapered::new(-3, -3);
const QUEEN_OFF_CENTER: Tapered = Tapered::new(-1, -4);
const KING_OFF_CENTER: Tapered = Tapered::new(6, -10);
/// A king on its home rank of its home level.
const KING_AT_HOME: Tapered = Tapered::new(30, 0);

/// By piece type: the value of each attacked cell that holds no piece of the same side and that no
/// enemy pawn attacks, and the average number of such cells.
const MOBILITY: [(Tapered, i32); EVAL_KINDS] = [
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
    (Tapered::new(4, 4), 8),
    (Tapered::new(4, 4), 10),
    (Tapered::new(3, 4), 9),
    (Tapered::new(1, 3), 20),
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
];
/// By piece type, for each attacked cell next to the enemy king.
const KING_ATTACK: [i32; EVAL_KINDS] = [0, 0, 6, 6, 7, 9, 0, 0];
/// For each own pawn next to the king.
const KING_SHELTER: Tapered = Tapered::new(7, 0);

/// Returns the steps of a cell away from the center of its board, 0 to 6.
const fn off_center(cell: Place) -> i32 {
    let square = square_of(cell) as i32;
    let (file, rank) = (square % 8 * 2 - 7, square / 8 * 2 - 7);
    (file.abs() + rank.abs()) / 2 - 1
}

/// Returns the rank and the level of a cell, both counted from 0 at a side's own end.
const fn relative_rank_and_level(side: Side, cell: Place) -> (usize, usize) {
    let (rank, level) = (square_of(cell) / 8, cell as usize / 64);
    match side {
        Side::White => (rank, level),
        Side::Black => (7 - rank, 2 - level),
    }
}

/// Returns the number of steps that a pawn has made towards promotion.
const fn steps_made(side: Side, cell: Place) -> usize {
    let (rank, level) = relative_rank_and_level(side, cell);
    // Start cells have rank + level = 1. A pawn set up behind them counts as on its start cell.
    (rank + level).saturating_sub(1)
}

/// The piece-square tables of `spacechess`.
pub struct Values;

static PSQT: [[[Tapered; CELLS]; EVAL_KINDS]; 2] = {
    let mut table = [[[Tapered::new(0, 0); CELLS]; EVAL_KINDS]; 2];
    let mut cell = 0;
    while cell < CELLS {
        let steps = off_center(cell as Place);
        let mut index = 0;
        while index < 2 {
            let side = Side::ALL[index];
            let mut piece = 0;
            while piece < ALL_KINDS.len() {
                let kind = ALL_KINDS[piece];
                let per_step = match kind {
                    PieceType::KNIGHT => KNIGHT_OFF_CENTER,
                    PieceType::BISHOP => BISHOP_OFF_CENTER,
                    PieceType::QUEEN => QUEEN_OFF_CENTER,
                    PieceType::KING => KING_OFF_CENTER,
                    _ => Tapered::new(0, 0),
                };
                let extra = match (kind, relative_rank_and_level(side, cell as Place)) {
                    (PieceType::PAWN, _) => ADVANCE[steps_made(side, cell as Place)],
                    (PieceType::KING, (0, 0)) => KING_AT_HOME,
                    _ => Tapered::new(0, 0),
                };
                let material = MATERIAL[eval_row(kind)];
                table[index][eval_row(kind)][cell] = Tapered::new(
                    material.mg + extra.mg + per_step.mg * steps,
                    material.eg + extra.eg + per_step.eg * steps,
                );
                piece += 1;
            }
            index += 1;
        }
        cell += 1;
    }
    table
};

impl Psqt for Values {
    #[inline(always)]
    fn value(piece: Piece, cell: Place) -> Tapered {
        PSQT[piece.side.index()][eval_row(piece.kind)][usize::from(cell)]
    }
}

/// By side and cell: the cells from which an enemy pawn could still block or capture a pawn of that
/// side on that cell.
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
                let (pawn, enemy) = (
                    relative_rank_and_level(side, from as Place),
                    relative_rank_and_level(side, to as Place),
                );
                if files <= 1 && pawn.0 <= enemy.0 && pawn.1 <= enemy.1 {
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

/// The terms of one side.
#[inline(always)]
fn side_terms(view: &EvalView, side: Side) -> [Term; 4] {
    let area = !(view.pieces(side) | view.pawn_attacks(side.other()));
    let (mobility, king_attack) =
        mobility_and_king_attack(view, side, area, &MOBILITY, &KING_ATTACK);
    [
        ("mobility", mobility),
        ("king safety", king_attack + KING_SHELTER * pawn_shelter(view, side)),
        ("pawns", pawns(view, side)),
        ("mop-up", against_bare_king(view, side)),
    ]
}

/// Defended and passed pawns.
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

/// The bonus against a bare king.
#[inline(always)]
fn against_bare_king(view: &EvalView, side: Side) -> Tapered {
    let enemy = side.other();
    if view.pieces(enemy).count() > 1 {
        return Tapered::default();
    }
    let at = |cell| [square_of(cell) % WIDTH, square_of(cell) / WIDTH, level_of(cell)];
    let (own, bare) = (view.king_cell(side), view.king_cell(enemy));
    mop_up(at(own), at(bare), off_center(bare), WIDTH)
}

impl_attack_view!(EvalView<'_>, CellSet);

impl LinearEval for Board {
    type Psqt = Values;
    const TEMPO: i32 = 12;

    #[inline(always)]
    fn positional_terms(&self) -> impl IntoIterator<Item = Term> {
        let view = self.eval_view();
        white_minus_black(|side| side_terms(&view, side))
    }
}

// Pawns have made no step on their start cells and seven where they promote.
const _: () = assert!(
    steps_made(Side::White, cell(0, 8)) == 0
        && steps_made(Side::White, cell(1, 0)) == 0
        && steps_made(Side::White, cell(1, 56)) == STEPS_TO_PROMOTION
        && steps_made(Side::Black, cell(0, 8)) == STEPS_TO_PROMOTION
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluate;
    use crate::rules::{BoardText, Rules};

    /// Reverses the ranks and the levels of a FEN and exchanges the colors.
    fn mirrored(fen: &str) -> String {
        let swap = |text: &str| -> String {
            let swapped = |letter: char| match letter.is_ascii_uppercase() {
                true => letter.to_ascii_lowercase(),
                false => letter.to_ascii_uppercase(),
            };
            text.chars().map(swapped).collect()
        };
        let (boards, rest) = fen.split_once(' ').expect("boards and other fields");
        let reverse_ranks = |level: &str| level.rsplit('/').collect::<Vec<_>>().join("/");
        let boards = boards.rsplit('|').map(reverse_ranks).collect::<Vec<_>>().join("|");
        let rest = match rest.strip_prefix("w ") {
            Some(rest) => format!("b {rest}"),
            None => rest.replacen("b ", "w ", 1),
        };
        format!("{} {rest}", swap(&boards))
    }

    #[test]
    fn evaluation_is_symmetric() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/8/8|pppppppp/8/8/8/8/8/8/PPPPPPPP|8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq * - 0 1",
            "1n3rk1/3p4/1pp5/6p1/8/3P4/3P4/P5P1|p1p3pp/1p3p2/p2p1p2/8/BP4P1/8/8/2P1PP1P|8/7p/8/8/8/P5N1/1NP1KP1P/RQ3B1b b - * - 1 22",
            "8/5NK1/8/8/8/3N4/8/8|5Q2/5B2/ppp5/p7/3k4/5P2/8/PPPPPPPP|4p3/7p/2p3p1/4p3/8/8/PPP1P1PP/R4R2 w - * - 2 37",
            "8/8/8/8/2P5/4PPP1/8/8|7R/8/8/k7/7P/8/1K6/8|8/4p3/8/5p2/2P4P/p7/8/8 w - - - 0 74",
            "8/8/8/3k4/8/8/8/8|8/8/8/8/8/8/3q4/K7|8/8/8/8/8/8/8/8 b - - - 5 103",
        ] {
            let parse =
                |text: &str| Board::from_fen(text).unwrap_or_else(|errors| panic!("{errors:?}"));
            let (board, mirror) = (parse(fen), parse(&mirrored(fen)));
            assert_eq!(board.count_legal_moves(), mirror.count_legal_moves(), "{fen}");
            let value = |board: &Board| board.evaluate(&board.new_accumulator());
            assert_eq!(value(&board), value(&mirror), "{fen}");
        }
    }
}
