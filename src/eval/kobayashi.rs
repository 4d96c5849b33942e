//! A first, hand-made evaluation of `kobayashi`.
//!
//! Boards are small and men change level only through platforms, so that sliders are worth less
//! than elsewhere and a platform with its commander more: it carries an attack, and pawns to
//! where they promote. Material and cells come from the accumulator; the rest is computed afresh.

use super::attack_view::{impl_attack_view, mobility_and_king_attack, pawn_shelter};
use super::staircase::{PsqtTable, psqt_table};
use super::{Evaluate, Psqt, PsqtAccumulator, Tapered};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{POST_COUNT, Staircase};
use crate::moves::{Piece, PieceType, Side};
use crate::rules::Rules;
use crate::rules::kobayashi::{Board, EvalView};

/// What a man is worth, by kind.
const MATERIAL: [Tapered; PieceType::COUNT] = [
    Tapered::new(80, 110),
    Tapered::new(265, 255),
    Tapered::new(280, 270),
    Tapered::new(410, 430),
    Tapered::new(760, 800),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];
/// A pawn by ranks walked from its own end of the board.
const PAWN_ADVANCE: [Tapered; 10] = [
    Tapered::new(0, 0),
    Tapered::new(0, 0),
    Tapered::new(2, 4),
    Tapered::new(6, 10),
    Tapered::new(10, 16),
    Tapered::new(20, 30),
    Tapered::new(32, 50),
    Tapered::new(60, 90),
    Tapered::new(40, 60),
    Tapered::new(0, 0),
];
/// By kind, for each step away from the middle of the board.
const OFF_CENTER: [Tapered; PieceType::COUNT] = [
    Tapered::new(0, 0),
    Tapered::new(-7, -6),
    Tapered::new(-4, -4),
    Tapered::new(0, 0),
    Tapered::new(-1, -4),
    Tapered::new(6, -12),
    Tapered::new(0, 0),
];
/// A king at its own end of the board.
const KING_AT_HOME: Tapered = Tapered::new(16, 0);

/// For each square that a man attacks and no man of its side holds, over an average number.
const MOBILITY: [(Tapered, i32); PieceType::COUNT] = [
    (Tapered::new(0, 0), 0),
    (Tapered::new(5, 5), 4),
    (Tapered::new(5, 5), 4),
    (Tapered::new(4, 5), 5),
    (Tapered::new(2, 3), 9),
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
];
/// For each square next to the enemy king that a man attacks, by kind.
const KING_ATTACK: [i32; PieceType::COUNT] = [0, 7, 7, 9, 12, 0, 0];
/// For each own pawn next to the king.
const KING_SHELTER: Tapered = Tapered::new(8, 0);

/// For each man of the other side that pawns attack.
const THREAT_BY_PAWN: Tapered = Tapered::new(24, 28);
/// For each platform that a side may move.
const COMMANDED: Tapered = Tapered::new(10, 10);
/// For a pawn on the far rank of such a platform, by the blocks of ranks to where it promotes.
const CARRIED: [Tapered; 5] = [
    Tapered::new(90, 130),
    Tapered::new(55, 85),
    Tapered::new(30, 50),
    Tapered::new(14, 24),
    Tapered::new(4, 8),
];

/// For the side to move.
const TEMPO: i32 = 12;

/// The material and cell values of `kobayashi`.
pub struct Values;

static PSQT: PsqtTable = psqt_table(&MATERIAL, &PAWN_ADVANCE, &OFF_CENTER, KING_AT_HOME);

impl Psqt for Values {
    #[inline(always)]
    fn value(man: Piece, cell: Place) -> Tapered {
        PSQT[man.side.index()][man.kind.index()][usize::from(cell)]
    }
}

/// How many blocks of two ranks a post is from where its pawns promote, by side.
static BLOCKS_TO_PROMOTION: [[u8; POST_COUNT]; 2] = {
    let mut table = [[0; POST_COUNT]; 2];
    let mut post = 0;
    while post < POST_COUNT {
        let block = Staircase::<false>::POSTS[post].origin.rank / 2;
        table[0][post] = 4 - block;
        table[1][post] = block;
        post += 1;
    }
    table
};

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
            let free = !view.pieces(side);
            let (mobility, attack) =
                mobility_and_king_attack(view, side, free, &MOBILITY, &KING_ATTACK);
            terms.mobility += mobility * sign;
            terms.king_safety += (attack + KING_SHELTER * pawn_shelter(view, side)) * sign;
            let enemies = view.pieces(side.other()) & !view.pawns(side.other());
            let threatened = view.pawn_attacks(side) & enemies;
            terms.pawns += THREAT_BY_PAWN * (threatened.count_ones() as i32 * sign);
            terms.platforms += platforms(view, side) * sign;
        }
        terms
    }

    fn total(self) -> Tapered {
        self.mobility + self.king_safety + self.pawns + self.platforms
    }
}

#[inline(always)]
fn platforms(view: &EvalView, side: Side) -> Tapered {
    let mut value = Tapered::default();
    for (post, men) in view.commanded_platforms(side) {
        value += COMMANDED;
        let blocks = BLOCKS_TO_PROMOTION[side.index()][usize::from(post)];
        let far = |rank: u8| rank % 2 == u8::from(side == Side::White);
        for pawn in BitIter(men & view.pawns(side)) {
            if far(view.point(pawn).rank) {
                value += CARRIED[usize::from(blocks)];
            }
        }
    }
    value
}

impl_attack_view!(EvalView<'_>, u64);

impl Evaluate for Board {
    type Accumulator = PsqtAccumulator<Values>;

    fn new_accumulator(&self) -> PsqtAccumulator<Values> {
        PsqtAccumulator::new(self)
    }

    fn evaluate(&self, sums: &PsqtAccumulator<Values>) -> i32 {
        let terms = self.eval_view(Terms::new);
        let white = (sums.psqt + terms.total()).at(sums.phase);
        TEMPO + if Rules::side_to_move(self) == Side::White { white } else { -white }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let sums = self.new_accumulator();
        let terms = self.eval_view(Terms::new);
        let tempo = if Rules::side_to_move(self) == Side::White { TEMPO } else { -TEMPO };
        let at = |term: Tapered| term.at(sums.phase);
        vec![
            ("material and cells", at(sums.psqt)),
            ("mobility", at(terms.mobility)),
            ("king safety", at(terms.king_safety)),
            ("threats by pawns", at(terms.pawns)),
            ("platforms", at(terms.platforms)),
            ("tempo", tempo),
        ]
    }
}
