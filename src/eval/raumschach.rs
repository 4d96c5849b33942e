//! The evaluation of `raumschach`.
//!
//! The legal moves do not change when files are mirrored, when rank and level change places, or when
//! the cube is turned end for end and the colors are exchanged. Neither do the weights.
//!
//! Every pawn step, ahead or up, brings the pawn one step nearer to promotion.

use super::attack_view::{impl_attack_view, mobility_and_king_attack, pawn_shelter};
use super::mop_up::mop_up;
use super::psqt::{PHASE, Psqt};
use super::tapered::{FULL_PHASE, Tapered};
use super::terms::{LinearEval, Term, white_minus_black};
use crate::eval::kinds::{ALL_KINDS, EVAL_KINDS, eval_row};
use crate::geometry::Place;
use crate::geometry::cube::{
    CELLS, WIDTH, cell, file_of, for_each_cell, level_of, rank_of, set_of,
};
use crate::moves::{Piece, PieceType, Side};
use crate::rules::quad_bitboards::UNICORN;
use crate::rules::raumschach::{Board, EvalView};

/// Material by piece type. On an empty board a queen reaches 33 cells on average, a bishop 14, a
/// rook and a knight 12, a unicorn 6. A bishop is bound to half of the cells, a unicorn to a
/// quarter.
const MATERIAL: [Tapered; EVAL_KINDS] = [
    Tapered::new(80, 130),
    Tapered::new(230, 210),
    Tapered::new(370, 350),
    Tapered::new(400, 400),
    Tapered::new(450, 490),
    Tapered::new(1050, 1100),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];

/// The number of steps from the corner cells of a side's first rank and level to promotion.
const STEPS_TO_PROMOTION: usize = 2 * (WIDTH - 1);
/// A pawn by the number of steps from the first rank and level. Start cells have one or two.
const ADVANCE: [Tapered; STEPS_TO_PROMOTION + 1] = [
    Tapered::new(0, 0),
    Tapered::new(0, 0),
    Tapered::new(0, 4),
    Tapered::new(4, 10),
    Tapered::new(10, 20),
    Tapered::new(20, 36),
    Tapered::new(36, 60),
    Tapered::new(70, 110),
    Tapered::new(70, 110),
];
/// A passed pawn, which no enemy pawn can block or capture on its way, by the number of steps.
const PASSED: [Tapered; STEPS_TO_PROMOTION + 1] = [
    Tapered::new(0, 0),
    Tapered::new(0, 0),
    Tapered::new(0, 6),
    Tapered::new(4, 14),
    Tapered::new(10, 28),
    Tapered::new(20, 50),
    Tapered::new(40, 90),
    Tapered::new(70, 140),
    Tapered::new(70, 140),
];
/// A pawn defended by a pawn.
const DEFENDED: Tapered = Tapered::new(6, 6);

/// By piece type, for each step away from the center of the cube, 0 to 6.
const OFF_CENTER: [Tapered; EVAL_KINDS] = [
    Tapered::new(0, 0),
    Tapered::new(-3, -3),
    Tapered::new(-7, -6),
    Tapered::new(-3, -3),
    Tapered::new(0, 0),
    Tapered::new(-1, -4),
    Tapered::new(6, -10),
    Tapered::new(0, 0),
];
/// A king on its home rank of its home level.
const KING_AT_HOME: Tapered = Tapered::new(20, 0);

/// By piece type: the value of each attacked cell that holds no piece of the same side and that no
/// enemy pawn attacks, and the average number of such cells.
const MOBILITY: [(Tapered, i32); EVAL_KINDS] = [
    (Tapered::new(0, 0), 0),
    (Tapered::new(4, 4), 4),
    (Tapered::new(4, 4), 8),
    (Tapered::new(4, 4), 9),
    (Tapered::new(3, 4), 7),
    (Tapered::new(1, 3), 20),
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
];
/// By piece type, for each attacked cell next to the enemy king.
const KING_ATTACK: [i32; EVAL_KINDS] = [0, 5, 5, 5, 6, 7, 0, 0];
/// For each own pawn next to the king.
const KING_SHELTER: Tapered = Tapered::new(7, 0);

/// Returns the steps of a cell away from the center of the cube, 0 to 6.
const fn off_center(cell: Place) -> i32 {
    const CENTER: usize = WIDTH / 2;
    let steps = file_of(cell).abs_diff(CENTER)
        + rank_of(cell).abs_diff(CENTER)
        + level_of(cell).abs_diff(CENTER);
    steps as i32
}

/// Returns the rank and the level of a cell, both counted from 0 at a side's own end.
const fn relative_rank_and_level(side: Side, cell: Place) -> (usize, usize) {
    let (rank, level) = (rank_of(cell), level_of(cell));
    match side {
        Side::White => (rank, level),
        Side::Black => (WIDTH - 1 - rank, WIDTH - 1 - level),
    }
}

/// Returns the number of steps of a pawn from the first rank and level.
const fn steps_made(side: Side, cell: Place) -> usize {
    let (rank, level) = relative_rank_and_level(side, cell);
    rank + level
}

/// The piece-square tables of `raumschach`.
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
                let extra = match (kind, relative_rank_and_level(side, cell as Place)) {
                    (PieceType::PAWN, _) => ADVANCE[steps_made(side, cell as Place)],
                    (PieceType::KING, (0, 0)) => KING_AT_HOME,
                    _ => Tapered::new(0, 0),
                };
                let (material, per_step) = (MATERIAL[eval_row(kind)], OFF_CENTER[eval_row(kind)]);
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
    const FULL_PHASE: i32 = FULL_PHASE + 4 * PHASE[eval_row(UNICORN)];

    #[inline(always)]
    fn value(piece: Piece, cell: Place) -> Tapered {
        PSQT[piece.side.index()][eval_row(piece.kind)][usize::from(cell)]
    }
}

/// By side and cell: the cells from which an enemy pawn could still block or capture a pawn of that
/// side on that cell.
static PASSED_PAWN_SPAN: [[u128; CELLS]; 2] = {
    let mut table = [[0; CELLS]; 2];
    let mut from = 0;
    while from < CELLS as Place {
        let mut to = 0;
        while to < CELLS as Place {
            let mut index = 0;
            while index < 2 {
                let side = Side::ALL[index];
                let pawn = relative_rank_and_level(side, from);
                let enemy = relative_rank_and_level(side, to);
                let is_near = file_of(from).abs_diff(file_of(to)) <= 1;
                if is_near && pawn.0 <= enemy.0 && pawn.1 <= enemy.1 {
                    table[index][from as usize] |= set_of(to);
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
    let mut value = DEFENDED * (own & view.pawn_attacks(side)).count_ones() as i32;
    for_each_cell(own, |pawn| {
        if PASSED_PAWN_SPAN[side.index()][usize::from(pawn)] & enemy == 0 {
            value += PASSED[steps_made(side, pawn)];
        }
    });
    value
}

/// The bonus against a bare king.
#[inline(always)]
fn against_bare_king(view: &EvalView, side: Side) -> Tapered {
    let enemy = side.other();
    if view.pieces(enemy).count_ones() > 1 {
        return Tapered::default();
    }
    let at = |cell| [file_of(cell), rank_of(cell), level_of(cell)];
    let (own, bare) = (view.king_cell(side), view.king_cell(enemy));
    mop_up(at(own), at(bare), off_center(bare), WIDTH)
}

impl_attack_view!(EvalView<'_>, u128);

impl LinearEval for Board {
    type Psqt = Values;
    const TEMPO: i32 = 12;

    #[inline(always)]
    fn positional_terms(&self) -> impl IntoIterator<Item = Term> {
        let view = self.eval_view();
        white_minus_black(|side| side_terms(&view, side))
    }
}

// White's pawns start on its second rank, of its first and second level.
const _: () = assert!(
    steps_made(Side::White, cell(0, 1, 0)) == 1
        && steps_made(Side::White, cell(0, 1, 1)) == 2
        && steps_made(Side::White, cell(0, WIDTH - 1, WIDTH - 1)) == STEPS_TO_PROMOTION
        && steps_made(Side::Black, cell(0, 0, 0)) == STEPS_TO_PROMOTION
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluate;
    use crate::rules::{BoardText, Rules};

    /// Reverses all three coordinates of a FEN and exchanges the colors.
    fn turned(fen: &str) -> String {
        let (boards, rest) = fen.split_once(' ').expect("boards and other fields");
        let swapped = |letter: char| match letter.is_ascii_uppercase() {
            true => letter.to_ascii_lowercase(),
            false => letter.to_ascii_uppercase(),
        };
        let boards: String = boards.chars().rev().map(swapped).collect();
        let rest = match rest.strip_prefix("w ") {
            Some(rest) => format!("b {rest}"),
            None => rest.replacen("b ", "w ", 1),
        };
        format!("{boards} {rest}")
    }

    /// Mirrors the files of a FEN.
    fn mirrored(fen: &str) -> String {
        let (boards, rest) = fen.split_once(' ').expect("boards and other fields");
        let mirror = |level: &str| {
            let ranks = level.split('/').map(|rank| rank.chars().rev().collect::<String>());
            ranks.collect::<Vec<_>>().join("/")
        };
        format!("{} {rest}", boards.split('|').map(mirror).collect::<Vec<_>>().join("|"))
    }

    /// Exchanges the ranks and the levels of a FEN.
    fn transposed(fen: &str) -> String {
        let (boards, rest) = fen.split_once(' ').expect("boards and other fields");
        let levels: Vec<Vec<&str>> =
            boards.split('|').map(|level| level.split('/').collect()).collect();
        let transpose =
            |rank: usize| levels.iter().map(|level| level[rank]).collect::<Vec<_>>().join("/");
        format!("{} {rest}", (0..WIDTH).map(transpose).collect::<Vec<_>>().join("|"))
    }

    #[test]
    fn evaluation_is_symmetric() {
        for fen in [
            "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR w 0 1",
            "4k/p3p/2pp1/PUB2/4B|ur1ur/2p2/1p3/pn2N/3R1|5/P1bP1/4p/2U1P/1p3|2qb1/3n1/1PPp1/1P3/4R|4Q/N4/4P/2PP1/2K2 b 13 78",
            "1k3/p2P1/5/4n/4p|uN3/3p1/1R3/1Pp1p/r2U1|4P/1p1p1/p1pP1/2P2/2B1R|2Pu1/rQ3/PpUbK/5/b4|5/PP3/N4/B3P/5 w 1 101",
            "5/5/2k2/5/5|5/5/5/5/5|5/5/3q1/5/5|5/5/5/5/5|5/5/5/5/K4 b 5 103",
        ] {
            let parse =
                |text: &str| Board::from_fen(text).unwrap_or_else(|errors| panic!("{errors:?}"));
            let board = parse(fen);
            for image in [turned(fen), mirrored(fen), transposed(fen)].map(|text| parse(&text)) {
                assert_eq!(board.count_legal_moves(), image.count_legal_moves(), "{fen}");
                let value = |board: &Board| board.evaluate(&board.new_accumulator());
                assert_eq!(value(&board), value(&image), "{fen}");
            }
        }
    }
}
