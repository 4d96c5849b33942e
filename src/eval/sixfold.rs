//! A first, hand-made evaluation of `sixfold`.
//!
//! Material and cells come from the accumulator; mobility, king safety, pawns and platforms are
//! computed afresh. The game is the same turned by half a turn, so both sides have the same weights,
//! by ranks walked and by distance from the middle.
//!
//! A side left with its king alone has lost, so that being ahead counts for more the fewer men the
//! other side has.

use super::attack_view::{impl_attack_view, mobility_and_king_attack, pawn_shelter};
use super::staircase::{PsqtTable, psqt_table};
use super::{Evaluate, FULL_PHASE, Psqt, PsqtAccumulator, Tapered};
use crate::geometry::Place;
use crate::geometry::staircase::Staircase;
use crate::moves::{Piece, PieceType, Side};
use crate::rules::Rules;
use crate::rules::sixfold::{Board, CellSet, EvalView};

type Space = Staircase<true>;

/// What a man is worth, by kind.
const MATERIAL: [Tapered; PieceType::COUNT] = [
    Tapered::new(80, 110),
    Tapered::new(300, 290),
    Tapered::new(260, 250),
    Tapered::new(470, 500),
    Tapered::new(880, 940),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];

/// A pawn by ranks that it is from its goal.
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
/// A pawn on a file without a way ahead, c or d at the end of its board, loses time.
const PAWN_AT_DEAD_END: Tapered = Tapered::new(-12, -16);

/// By kind, for each step away from the middle of the board.
const OFF_CENTER: [Tapered; PieceType::COUNT] = [
    Tapered::new(-1, 0),
    Tapered::new(-9, -7),
    Tapered::new(-5, -4),
    Tapered::new(-2, -3),
    Tapered::new(-1, -4),
    Tapered::new(6, -10),
    Tapered::new(0, 0),
];
/// A king at its own end of the board.
const KING_AT_HOME: Tapered = Tapered::new(16, 0);

/// For each live cell that a man attacks and no man of its side holds, over an average number.
const MOBILITY: [(Tapered, i32); PieceType::COUNT] = [
    (Tapered::new(0, 0), 0),
    (Tapered::new(5, 5), 5),
    (Tapered::new(5, 5), 5),
    (Tapered::new(3, 4), 8),
    (Tapered::new(2, 3), 13),
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
];
/// For each cell next to the enemy king that a man attacks, by kind.
const KING_ATTACK: [i32; PieceType::COUNT] = [0, 8, 8, 9, 11, 0, 0];
/// For each own pawn next to the king.
const KING_SHELTER: Tapered = Tapered::new(8, 0);

/// For each platform on which a side has men, and which it may carry off or hold against the enemy.
const PLATFORM_HELD: Tapered = Tapered::new(6, 6);

/// For the side to move.
const TEMPO: i32 = 12;

/// The material and cell values of `sixfold`.
pub struct Values;

/// What a pawn gains by its way counts from its goal ([`PAWN_TO_GO`]), which not all have on one rank.
const PAWN_ADVANCE: [Tapered; 10] = [Tapered::new(0, 0); 10];

static PSQT: PsqtTable = psqt_table(&MATERIAL, &PAWN_ADVANCE, &OFF_CENTER, KING_AT_HOME);

impl Psqt for Values {
    #[inline(always)]
    fn value(man: Piece, cell: Place) -> Tapered {
        PSQT[man.side.index()][man.kind.index()][usize::from(cell)]
    }
}

/// The terms computed afresh, White's less Black's.
#[derive(Clone, Copy, Default)]
struct Terms {
    mobility: Tapered,
    king_safety: Tapered,
    pawns: Tapered,
    platforms: Tapered,
}

impl Terms {
    fn new(view: &EvalView) -> Terms {
        let mut terms = Terms::default();
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            let free = view.live() & !view.pieces(side);
            let (mobility, attack) =
                mobility_and_king_attack(view, side, free, &MOBILITY, &KING_ATTACK);
            terms.mobility += mobility * sign;
            terms.king_safety += (attack + KING_SHELTER * pawn_shelter(view, side)) * sign;
            terms.pawns += pawns(view, side) * sign;
            let held = view.platforms_under(view.pieces(side)) as i32;
            terms.platforms += PLATFORM_HELD * held * sign;
        }
        terms
    }

    fn total(self) -> Tapered {
        self.mobility + self.king_safety + self.pawns + self.platforms
    }
}

/// How far the pawns of a side are from promoting.
#[inline(always)]
fn pawns(view: &EvalView, side: Side) -> Tapered {
    let mut value = Tapered::default();
    for pawn in view.pawns(side).iter() {
        let point = Space::CELLS[usize::from(pawn)];
        let walked = if side == Side::White { point.rank } else { 9 - point.rank };
        let goal = if view.is_early(pawn) { 7 } else { 8 };
        value += PAWN_BY_PROMOTION_DISTANCE[usize::from(goal - walked.min(goal))];
        // Boards of four ranks with White's board highest: a board's far rank by its level.
        let end = match side {
            Side::White => 10 - point.level,
            Side::Black => 2 + point.level,
        };
        if matches!(point.file, 2 | 3) && walked == end {
            value += PAWN_AT_DEAD_END;
        }
    }
    value
}

impl_attack_view!(EvalView, CellSet);

impl Evaluate for Board {
    type Accumulator = PsqtAccumulator<Values>;

    fn new_accumulator(&self) -> PsqtAccumulator<Values> {
        PsqtAccumulator::new(self)
    }

    fn evaluate(&self, sums: &PsqtAccumulator<Values>) -> i32 {
        let white = (sums.psqt + Terms::new(&self.eval_view()).total()).at(sums.phase);
        TEMPO + if self.side_to_move() == Side::White { white } else { -white }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let sums = self.new_accumulator();
        let terms = Terms::new(&self.eval_view());
        let at = |term: Tapered| term.at(sums.phase);
        vec![
            ("material and cells", at(sums.psqt)),
            ("mobility", at(terms.mobility)),
            ("king safety", at(terms.king_safety)),
            ("pawns", at(terms.pawns)),
            ("platforms", at(terms.platforms)),
            ("tempo", if self.side_to_move() == Side::White { TEMPO } else { -TEMPO }),
        ]
    }
}

const _: () = assert!(FULL_PHASE == 2 * (2 + 2 + 2 * 2 + 4));
