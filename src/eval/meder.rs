//! The evaluation of `meder`.
//!
//! Both sides have the same weights, and a pawn counts the ranks left to the last one of its file.
//! The start array has no other symmetry, so nothing else is mirrored.

use super::attack_view::{impl_attack_view, mobility_and_king_attack, pawn_shelter};
use super::psqt::Psqt;
use super::staircase::{PsqtTable, psqt_table};
use super::tapered::Tapered;
use super::terms::{LinearEval, Term, white_minus_black};
use crate::eval::kinds::{EVAL_KINDS, eval_row};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{CELL_COUNT, POST_COUNT, Staircase};
use crate::moves::{Piece, PieceType, Side};
use crate::rules::meder::{Board, EvalView};

/// Material by piece type. Rooks and queens run along ten ranks, and every column reached offers all
/// of its levels; bishops have short diagonals on six files.
const MATERIAL: [Tapered; EVAL_KINDS] = [
    Tapered::new(80, 120),
    Tapered::new(0, 0),
    Tapered::new(300, 280),
    Tapered::new(310, 300),
    Tapered::new(500, 560),
    Tapered::new(980, 1040),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];

/// A pawn by the number of ranks left to the last one of its file, corners taken for uncovered.
const PAWN_ADVANCE: [Tapered; 10] = [
    Tapered::new(0, 0),
    Tapered::new(70, 100),
    Tapered::new(40, 60),
    Tapered::new(24, 36),
    Tapered::new(14, 20),
    Tapered::new(6, 10),
    Tapered::new(2, 4),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];
/// By piece type, for each step away from the center of the board.
const OFF_CENTER: [Tapered; EVAL_KINDS] = [
    Tapered::new(0, 0),
    Tapered::new(0, 0),
    Tapered::new(-8, -6),
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
    (Tapered::new(4, 4), 6),
    (Tapered::new(2, 3), 10),
    (Tapered::new(1, 2), 16),
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
];
/// By piece type, for each attacked square next to the enemy king.
const KING_ATTACK: [i32; EVAL_KINDS] = [0, 0, 7, 7, 9, 12, 0, 0];
/// For each own pawn next to the king.
const KING_SHELTER: Tapered = Tapered::new(9, 0);

/// For each pawn that shares its file, on any level, with another pawn of its side.
const DOUBLED: Tapered = Tapered::new(-8, -14);
/// A passed pawn by the number of ranks left to the last one of its file: no enemy pawn is ahead of
/// it on its file or the adjacent files, on any level.
const PASSED: [Tapered; 10] = [
    Tapered::new(0, 0),
    Tapered::new(70, 130),
    Tapered::new(40, 80),
    Tapered::new(24, 46),
    Tapered::new(12, 26),
    Tapered::new(6, 14),
    Tapered::new(2, 8),
    Tapered::new(0, 4),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];
/// A pawn with no cell ahead of it: it needs a platform to go on.
const STRANDED: Tapered = Tapered::new(-14, -24);

/// A pawn on the last rank of its file, which promotes with the next move.
const WAITING: Tapered = Tapered::new(700, 800);

/// A platform that a side may move: its own empty one, or one with only a piece of that side.
const MOVABLE_PLATFORM: Tapered = Tapered::new(8, 8);
/// A pawn alone on a platform, by the number of moves until it promotes aboard, or by a step from
/// where the platform has brought it.
const PILOT: [Tapered; 5] = [
    Tapered::new(0, 0),
    Tapered::new(90, 120),
    Tapered::new(40, 60),
    Tapered::new(18, 30),
    Tapered::new(8, 14),
];

/// The piece-square tables of `meder`.
pub struct Values;

static PSQT: PsqtTable = {
    let no_advance = [Tapered::new(0, 0); 10];
    let mut table = psqt_table(&MATERIAL, &no_advance, &OFF_CENTER, KING_AT_HOME);
    let mut cell = 0;
    while cell < CELL_COUNT {
        let point = Staircase::<false>::CELLS[cell];
        let mut side = 0;
        while side < 2 {
            let rank = if side == 0 { point.rank } else { 9 - point.rank };
            let advance = PAWN_ADVANCE[ranks_left(point.file, rank, false)];
            let pawn = &mut table[side][eval_row(PieceType::PAWN)][cell];
            *pawn = Tapered::new(pawn.mg + advance.mg, pawn.eg + advance.eg);
            side += 1;
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

/// Returns the number of ranks that a pawn is from the last one of its file. `rank` counts from the
/// pawn's own end; `covered` says whether a platform stands above the corner of the file.
const fn ranks_left(file: u8, rank: u8, covered: bool) -> usize {
    let last = match file {
        0 | 5 => 9,
        1 | 4 if covered => 9,
        _ => 8,
    };
    if rank < last { (last - rank) as usize } else { 0 }
}

/// By side and post: the number of platform moves until a platform is above the far corners.
static PILOT_DISTANCE: [[u8; POST_COUNT]; 2] = {
    let mut table = [[0; POST_COUNT]; 2];
    let mut post = 0;
    while post < POST_COUNT {
        // The corners lie on ranks 1, 3, 4, 5, 6 and 8, which are the pins 1, 3, 2, 5, 4 and 6. A
        // platform moves two pins at most.
        let corner = post % 12 / 2;
        table[0][post] = [3, 2, 2, 1, 1, 0][corner];
        table[1][post] = [0, 1, 1, 2, 2, 3][corner];
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

/// Doubled, passed, stranded and waiting pawns.
#[inline(always)]
fn pawns(view: &EvalView, side: Side) -> Tapered {
    let own = view.count_by_file(view.pawns(side));
    let enemy = view.files_and_ranks(view.pawns(side.other()));
    let live = view.files_and_ranks(u64::MAX);
    let mut value = Tapered::default();
    for square in BitIter(view.pawns(side)) {
        let point = view.point(square);
        let (file, rank) = (usize::from(point.file), point.rank);
        if own[file + 1] > 1 {
            value += DOUBLED;
        }
        let (ahead, next) = match side {
            Side::White => (!0u16 << (rank + 1), 1u16 << (rank + 1)),
            Side::Black => ((1u16 << rank) - 1, (1u16 << rank) >> 1),
        };
        let relative_rank = if side == Side::White { rank } else { 9 - rank };
        let last = if side == Side::White { 9 } else { 0 };
        let covered = live[file + 1] >> last & 1 != 0;
        let ranks_left = ranks_left(point.file, relative_rank, covered);
        if ranks_left == 0 {
            value += WAITING;
        } else if live[file + 1] & next == 0 {
            value += STRANDED;
        } else if (enemy[file] | enemy[file + 1] | enemy[file + 2]) & ahead == 0 {
            value += PASSED[ranks_left];
        }
    }
    value
}

/// Platforms that the side may move, and pawns that are alone on one.
#[inline(always)]
fn platforms(view: &EvalView, side: Side) -> Tapered {
    let mut value = Tapered::default();
    for platform in view.platforms() {
        let pieces = platform.pieces;
        let movable = match pieces.count_ones() {
            0 => platform.owner == side,
            1 => pieces & view.pieces(side) != 0,
            _ => false,
        };
        if !movable {
            continue;
        }
        value += MOVABLE_PLATFORM;
        if pieces & view.pawns(side) != 0 {
            // On the rear rank of the platform one step is left after its last move.
            let rear = if side == Side::White { 0x5555 << 48 } else { 0xaaaa << 48 };
            let steps = u8::from(pieces & rear != 0);
            let distance = PILOT_DISTANCE[side.index()][usize::from(platform.post)] + steps;
            value += PILOT[usize::from(distance)];
        }
    }
    value
}

impl_attack_view!(EvalView<'_>, u64);

impl LinearEval for Board {
    type Psqt = Values;
    const TEMPO: i32 = 12;

    #[inline(always)]
    fn positional_terms(&self) -> impl IntoIterator<Item = Term> {
        self.eval_view(|view| white_minus_black(|side| side_terms(view, side)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluate;
    use crate::rules::BoardText;

    fn term(name: &str, boards: &str, platforms: &str) -> i32 {
        let board = Board::from_fen(&format!("{boards} {platforms} w - - - 0 9"))
            .expect("a legal position");
        let terms = board.terms();
        terms.iter().find(|(term, _)| *term == name).expect("a term of that name").1
    }

    /// A pawn on the a file goes on only where a platform gives it a cell.
    #[test]
    fn stranded_pawn_is_worth_less() {
        let boards = "k3/4/4/4|4/4/4/4|4/4/4/K3";
        let ahead = term("pawns", boards, "b34+w:P1/2,b42+b:2/2,e12+w:2/2,e86+b:2/2");
        let stranded = term("pawns", boards, "b34+w:P1/2,b86+b:2/2,e12+w:2/2,e86+b:2/2");
        assert!(stranded < ahead, "{stranded} {ahead}");
    }

    /// A pawn alone on a platform is worth more the fewer moves are left.
    #[test]
    fn pilots_are_worth_more_near_the_last_rank() {
        let boards = "3k/4/4/4|4/4/4/4|4/4/4/K3";
        let values = ["b12+w:P1/2,b86+b:2/2", "b34+w:P1/2,b86+b:2/2", "b64+w:P1/2,b86+b:2/2"]
            .map(|left| term("platforms", boards, &format!("{left},e12+w:2/2,e86+b:2/2")));
        assert!(values.is_sorted_by(|a, b| a < b), "{values:?}");
    }
}
