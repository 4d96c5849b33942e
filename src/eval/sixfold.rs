//! The evaluation of `sixfold`.
//!
//! The game is symmetric under a half turn, so both sides have the same weights: by rank counted
//! from the own end and by distance from the center. A side with a bare king has lost, so an
//! advantage is worth more the fewer pieces the other side has.

use super::attack_view::{impl_attack_view, mobility_and_king_attack, pawn_shelter};
use super::psqt::Psqt;
use super::staircase::{PsqtTable, psqt_table};
use super::tapered::Tapered;
use super::terms::{LinearEval, Term, white_minus_black};
use crate::eval::kinds::{EVAL_KINDS, eval_row};
use crate::geometry::Place;
use crate::geometry::staircase::Staircase;
use crate::moves::{Piece, PieceType, Side};
use crate::rules::sixfold::{Board, CellSet, EvalView};

type Space = Staircase<true>;

/// Material by piece type.
const MATERIAL: [Tapered; EVAL_KINDS] = [
    Tapered::new(80, 110),
    Tapered::new(0, 0),
    Tapered::new(300, 290),
    Tapered::new(260, 250),
    Tapered::new(470, 500),
    Tapered::new(880, 940),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];

/// A pawn by the number of ranks to its promotion rank.
const PAWN_BY_PROMOTION_DISTANCE: [Tapered; 10] = [
    Tapered::new(0, 0),
    Tapered::new(110, 170),
    Tapered::new(55, 100),
    Tapered::new(28, 55),
    Tapered::new(12, 28),
    Tapered::new(4, 10),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];
/// A pawn on file c or d on the last rank of its board, which has no way ahead and loses time.
const PAWN_AT_DEAD_END: Tapered = Tapered::new(-12, -16);

/// By piece type, for each step away from the center of the board.
const OFF_CENTER: [Tapered; EVAL_KINDS] = [
    Tapered::new(-1, 0),
    Tapered::new(0, 0),
    Tapered::new(-9, -7),
    Tapered::new(-5, -4),
    Tapered::new(-2, -3),
    Tapered::new(-1, -4),
    Tapered::new(6, -10),
    Tapered::new(0, 0),
];
/// A king on the first two ranks of its own end.
const KING_AT_HOME: Tapered = Tapered::new(16, 0);

/// By piece type: the value of each attacked live cell that holds no piece of the same side, and
/// the average number of such cells.
const MOBILITY: [(Tapered, i32); EVAL_KINDS] = [
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
    (Tapered::new(5, 5), 5),
    (Tapered::new(5, 5), 5),
    (Tapered::new(3, 4), 8),
    (Tapered::new(2, 3), 13),
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
];
/// By piece type, for each attacked cell next to the enemy king.
const KING_ATTACK: [i32; EVAL_KINDS] = [0, 0, 8, 8, 9, 11, 0, 0];
/// For each own pawn next to the king.
const KING_SHELTER: Tapered = Tapered::new(8, 0);

/// For each platform on which a side has pieces: it may move the platform or deny it to the enemy.
const PLATFORM_HELD: Tapered = Tapered::new(6, 6);

/// The piece-square tables of `sixfold`.
pub struct Values;

/// No bonus by rank: [`PAWN_BY_PROMOTION_DISTANCE`] replaces it, since the promotion rank differs
/// from pawn to pawn.
const PAWN_ADVANCE: [Tapered; 10] = [Tapered::new(0, 0); 10];

static PSQT: PsqtTable = psqt_table(&MATERIAL, &PAWN_ADVANCE, &OFF_CENTER, KING_AT_HOME);

impl Psqt for Values {
    #[inline(always)]
    fn value(piece: Piece, cell: Place) -> Tapered {
        PSQT[piece.side.index()][eval_row(piece.kind)][usize::from(cell)]
    }
}

/// The terms of one side.
#[inline(always)]
fn side_terms(view: &EvalView, side: Side) -> [Term; 4] {
    let area = view.live() & !view.pieces(side);
    let (mobility, king_attack) =
        mobility_and_king_attack(view, side, area, &MOBILITY, &KING_ATTACK);
    let held_platforms = view.platforms_under(view.pieces(side)) as i32;
    [
        ("mobility", mobility),
        ("king safety", king_attack + KING_SHELTER * pawn_shelter(view, side)),
        ("pawns", pawns(view, side)),
        ("platforms", PLATFORM_HELD * held_platforms),
    ]
}

/// The distances of the pawns of a side from promotion.
#[inline(always)]
fn pawns(view: &EvalView, side: Side) -> Tapered {
    let mut value = Tapered::default();
    for pawn in view.pawns(side).iter() {
        let point = Space::CELLS[usize::from(pawn)];
        let relative_rank = if side == Side::White { point.rank } else { 9 - point.rank };
        let promotion_rank = if view.is_early(pawn) { 7 } else { 8 };
        let distance = promotion_rank - relative_rank.min(promotion_rank);
        value += PAWN_BY_PROMOTION_DISTANCE[usize::from(distance)];
        // A fixed board has four ranks and the stack lies upside down, so the level of a board
        // gives its last rank.
        let last_rank = match side {
            Side::White => 10 - point.level,
            Side::Black => 2 + point.level,
        };
        if matches!(point.file, 2 | 3) && relative_rank == last_rank {
            value += PAWN_AT_DEAD_END;
        }
    }
    value
}

impl_attack_view!(EvalView, CellSet);

impl LinearEval for Board {
    type Psqt = Values;
    const TEMPO: i32 = 12;

    #[inline(always)]
    fn positional_terms(&self) -> impl IntoIterator<Item = Term> {
        let view = self.eval_view();
        white_minus_black(|side| side_terms(&view, side))
    }
}
