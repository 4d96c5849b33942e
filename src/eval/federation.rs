//! The evaluation of `federation`.
//!
//! Both sides have the same weights, and a pawn counts its ranks from its own end. The start array
//! has no other symmetry, so nothing else is mirrored.

use super::attack_view::{impl_attack_view, mobility_and_king_attack, pawn_shelter};
use super::psqt::Psqt;
use super::staircase::{PsqtTable, psqt_table};
use super::tapered::Tapered;
use super::terms::{LinearEval, Term, white_minus_black};
use crate::eval::kinds::{EVAL_KINDS, eval_row};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::POST_COUNT;
use crate::moves::{Piece, PieceType, Side};
use crate::rules::federation::{Board, EvalView};

/// Material by piece type.
const MATERIAL: [Tapered; EVAL_KINDS] = [
    Tapered::new(80, 120),
    Tapered::new(0, 0),
    Tapered::new(290, 270),
    Tapered::new(300, 290),
    Tapered::new(500, 560),
    Tapered::new(1020, 1080),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];

/// A pawn by its rank, counted from its own end of the board (0 to 9; it promotes on rank 8).
const PAWN_ADVANCE: [Tapered; 10] = [
    Tapered::new(0, 0),
    Tapered::new(0, 0),
    Tapered::new(2, 4),
    Tapered::new(6, 10),
    Tapered::new(14, 20),
    Tapered::new(24, 36),
    Tapered::new(40, 60),
    Tapered::new(70, 100),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];
/// By piece type, for each step away from the center of the board.
const OFF_CENTER: [Tapered; EVAL_KINDS] = [
    Tapered::new(0, 0),
    Tapered::new(0, 0),
    Tapered::new(-9, -7),
    Tapered::new(-4, -4),
    Tapered::new(0, 0),
    Tapered::new(-1, -4),
    Tapered::new(6, -12),
    Tapered::new(0, 0),
];
/// A king on the first two ranks of its own end.
const KING_AT_HOME: Tapered = Tapered::new(20, 0);

/// By piece type: the value of each attacked square that holds no piece of the same side, and the
/// average number of such squares.
const MOBILITY: [(Tapered, i32); EVAL_KINDS] = [
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
    (Tapered::new(4, 4), 6),
    (Tapered::new(4, 4), 8),
    (Tapered::new(2, 3), 10),
    (Tapered::new(1, 2), 18),
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
];
/// By piece type, for each attacked square next to the enemy king.
const KING_ATTACK: [i32; EVAL_KINDS] = [0, 0, 7, 7, 9, 12, 0, 0];
/// For each own pawn next to the king.
const KING_SHELTER: Tapered = Tapered::new(9, 0);

/// For each pawn that shares its file, on any level, with another pawn of its side.
const DOUBLED: Tapered = Tapered::new(-8, -14);
/// A passed pawn by its rank, counted from its own end: no enemy pawn is ahead of it on its file or
/// the adjacent files, on any level.
const PASSED: [Tapered; 10] = [
    Tapered::new(0, 0),
    Tapered::new(0, 4),
    Tapered::new(2, 8),
    Tapered::new(6, 14),
    Tapered::new(12, 26),
    Tapered::new(24, 46),
    Tapered::new(40, 80),
    Tapered::new(70, 130),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];

/// For each platform that a side owns, as long as it has a pawn.
const PLATFORM_OWNED: Tapered = Tapered::new(12, 8);
/// A pawn alone on a platform of its side, by the number of platform moves until it promotes.
const PILOT: [Tapered; 5] = [
    Tapered::new(0, 0),
    Tapered::new(140, 170),
    Tapered::new(60, 80),
    Tapered::new(25, 40),
    Tapered::new(10, 20),
];

/// The piece-square tables of `federation`.
pub struct Values;

static PSQT: PsqtTable = psqt_table(&MATERIAL, &PAWN_ADVANCE, &OFF_CENTER, KING_AT_HOME);

impl Psqt for Values {
    #[inline(always)]
    fn value(piece: Piece, cell: Place) -> Tapered {
        PSQT[piece.side.index()][eval_row(piece.kind)][usize::from(cell)]
    }
}

/// By side and post: the number of platform moves until a pawn on the platform promotes.
static PILOT_DISTANCE: [[u8; POST_COUNT]; 2] = {
    let mut table = [[0; POST_COUNT]; 2];
    let mut post = 0;
    while post < POST_COUNT {
        // The corners lie on ranks 1, 3, 4, 5, 6 and 8. A platform moves two ranks at most.
        let corner = post % 12 / 2;
        table[0][post] = [4, 3, 2, 2, 1, 0][corner];
        table[1][post] = [0, 1, 2, 2, 3, 4][corner];
        post += 1;
    }
    table
};

/// The terms of one side.
#[inline(always)]
fn side_terms(view: &EvalView, side: Side) -> [Term; 4] {
    let area = !view.pieces(side);
    let (mobility, king_attack) =
        mobility_and_king_attack(view, side, area, &MOBILITY, &KING_ATTACK);
    [
        ("mobility", mobility),
        ("king safety", king_attack + KING_SHELTER * pawn_shelter(view, side)),
        ("pawns", pawns(view, side)),
        ("platforms", platforms(view, side)),
    ]
}

/// Doubled and passed pawns.
#[inline(always)]
fn pawns(view: &EvalView, side: Side) -> Tapered {
    let own = view.count_by_file(view.pawns(side));
    let enemy = view.files_and_ranks(view.pawns(side.other()));
    let mut value = Tapered::default();
    for square in BitIter(view.pawns(side)) {
        let point = view.point(square);
        let (file, rank) = (usize::from(point.file), point.rank);
        if own[file + 1] > 1 {
            value += DOUBLED;
        }
        let ahead = match side {
            Side::White => !0u16 << (rank + 1),
            Side::Black => (1u16 << rank) - 1,
        };
        if (enemy[file] | enemy[file + 1] | enemy[file + 2]) & ahead == 0 {
            let relative_rank = if side == Side::White { rank } else { 9 - rank };
            value += PASSED[usize::from(relative_rank)];
        }
    }
    value
}

/// Owned platforms and their pilots: pawns that are alone on a platform.
#[inline(always)]
fn platforms(view: &EvalView, side: Side) -> Tapered {
    if view.pawns(side) == 0 {
        return Tapered::default();
    }
    let mut value = Tapered::default();
    for (post, pieces) in view.owned_platforms(side) {
        value += PLATFORM_OWNED;
        if pieces.count_ones() == 1 && pieces & view.pawns(side) != 0 {
            let distance = PILOT_DISTANCE[side.index()][usize::from(post)];
            value += PILOT[usize::from(distance)];
        }
    }
    value
}

impl_attack_view!(EvalView<'_>, u64);

impl<const ROOK_PAWNS: bool> LinearEval for Board<ROOK_PAWNS> {
    type Psqt = Values;
    const TEMPO: i32 = 12;

    #[inline(always)]
    fn positional_terms(&self) -> impl IntoIterator<Item = Term> {
        self.eval_view(|view| white_minus_black(|side| side_terms(view, side)))
    }
}

#[cfg(test)]
mod tests {
    use crate::eval::Evaluate;
    use crate::rules::BoardText;
    use crate::rules::federation::Federation;

    /// Pawns on one file are doubled whether their ranks or only their levels differ.
    #[test]
    fn pawns_above_each_other_are_doubled() {
        let pawn_term = |middle_board: &str| {
            let fen = format!(
                "k3/p3/4/4|{middle_board}|4/P3/4/K3 \
                 b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - * - 0 1"
            );
            let board = Federation::from_fen(&fen).expect("a legal position");
            let terms = board.terms();
            terms.iter().find(|(name, _)| *name == "pawns").expect("a pawn term").1
        };
        let doubled = pawn_term("4/4/4/P3");
        assert_eq!(doubled, pawn_term("4/4/P3/4"), "b3 on levels 2 and 4, b3 and b4");
        assert!(doubled < pawn_term("4/4/4/2P1"));
    }
}
