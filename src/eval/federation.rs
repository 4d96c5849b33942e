//! A first, hand-made evaluation of `federation`.
//!
//! Material and cells come from the accumulator; mobility, king safety, pawns and platforms are
//! computed afresh. The two sides' weights are the same up to the rank, counted from each side's
//! own end; the start array is not symmetric otherwise, so nothing else is mirrored.

use super::attack_view::{impl_attack_view, mobility_and_king_attack, pawn_shelter};
use super::staircase::{PsqtTable, psqt_table};
use super::{Evaluate, FULL_PHASE, Psqt, PsqtAccumulator, Tapered};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::POST_COUNT;
use crate::moves::{Piece, PieceType, Side};
use crate::rules::federation::{Board, EvalView};

/// What a man is worth, by kind.
const MATERIAL: [Tapered; PieceType::COUNT] = [
    Tapered::new(80, 120),
    Tapered::new(290, 270),
    Tapered::new(300, 290),
    Tapered::new(500, 560),
    Tapered::new(1020, 1080),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];

/// A pawn by ranks walked from its own end of the board (0 to 9; it promotes on the eighth).
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
/// By kind, for each step away from the middle of the board.
const OFF_CENTER: [Tapered; PieceType::COUNT] = [
    Tapered::new(0, 0),
    Tapered::new(-9, -7),
    Tapered::new(-4, -4),
    Tapered::new(0, 0),
    Tapered::new(-1, -4),
    Tapered::new(6, -12),
    Tapered::new(0, 0),
];
/// A king at its own end of the board.
const KING_AT_HOME: Tapered = Tapered::new(20, 0);

/// For each square that a man attacks and no man of its side holds, over an average number.
const MOBILITY: [(Tapered, i32); PieceType::COUNT] = [
    (Tapered::new(0, 0), 0),
    (Tapered::new(4, 4), 6),
    (Tapered::new(4, 4), 8),
    (Tapered::new(2, 3), 10),
    (Tapered::new(1, 2), 18),
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
];
/// For each square next to the enemy king that a man attacks, by kind.
const KING_ATTACK: [i32; PieceType::COUNT] = [0, 7, 7, 9, 12, 0, 0];
/// For each own pawn next to the king.
const KING_SHELTER: Tapered = Tapered::new(9, 0);

/// For each pawn that shares its file, on any level, with another pawn of its side.
const DOUBLED: Tapered = Tapered::new(-8, -14);
/// A pawn with no enemy pawn ahead on its file or the next ones, by ranks walked.
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

/// For each platform that a side owns while it has a pawn to move it.
const PLATFORM_OWNED: Tapered = Tapered::new(12, 8);
/// A pawn alone on a platform of its side, by the platform moves that it is from promoting.
const PILOT: [Tapered; 5] = [
    Tapered::new(0, 0),
    Tapered::new(140, 170),
    Tapered::new(60, 80),
    Tapered::new(25, 40),
    Tapered::new(10, 20),
];

/// For the side to move.
const TEMPO: i32 = 12;

/// The material and cell values of `federation`.
pub struct Values;

static PSQT: PsqtTable = psqt_table(&MATERIAL, &PAWN_ADVANCE, &OFF_CENTER, KING_AT_HOME);

impl Psqt for Values {
    #[inline(always)]
    fn value(man: Piece, cell: Place) -> Tapered {
        PSQT[man.side.index()][man.kind.index()][usize::from(cell)]
    }
}

/// How many platform moves a post is from where its pilot promotes, by side.
static PILOT_DISTANCE: [[u8; POST_COUNT]; 2] = {
    let mut table = [[0; POST_COUNT]; 2];
    let mut post = 0;
    while post < POST_COUNT {
        // By corner rank 1, 3, 4, 5, 6, 8; a platform goes at most two ranks at once.
        let step = post % 12 / 2;
        table[0][post] = [4, 3, 2, 2, 1, 0][step];
        table[1][post] = [0, 1, 2, 2, 3, 4][step];
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
            terms.pawns += pawns(view, side) * sign;
            terms.platforms += platforms(view, side) * sign;
        }
        terms
    }

    fn total(self) -> Tapered {
        self.mobility + self.king_safety + self.pawns + self.platforms
    }
}

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
            let walked = if side == Side::White { rank } else { 9 - rank };
            value += PASSED[usize::from(walked)];
        }
    }
    value
}

#[inline(always)]
fn platforms(view: &EvalView, side: Side) -> Tapered {
    if view.pawns(side) == 0 {
        return Tapered::default();
    }
    let mut value = Tapered::default();
    for (post, men) in view.owned_platforms(side) {
        value += PLATFORM_OWNED;
        if men.count_ones() == 1 && men & view.pawns(side) != 0 {
            let distance = PILOT_DISTANCE[side.index()][usize::from(post)];
            value += PILOT[usize::from(distance)];
        }
    }
    value
}

impl_attack_view!(EvalView<'_>, u64);

impl<const ROOK_PAWNS: bool> Evaluate for Board<ROOK_PAWNS> {
    type Accumulator = PsqtAccumulator<Values>;

    fn new_accumulator(&self) -> PsqtAccumulator<Values> {
        PsqtAccumulator::new(self)
    }

    fn evaluate(&self, sums: &PsqtAccumulator<Values>) -> i32 {
        let terms = self.eval_view(Terms::new);
        let white = (sums.psqt + terms.total()).at(sums.phase);
        TEMPO + if crate::rules::Rules::side_to_move(self) == Side::White { white } else { -white }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let sums = self.new_accumulator();
        let terms = self.eval_view(Terms::new);
        let tempo =
            if crate::rules::Rules::side_to_move(self) == Side::White { TEMPO } else { -TEMPO };
        let at = |term: Tapered| term.at(sums.phase);
        vec![
            ("material and cells", at(sums.psqt)),
            ("mobility", at(terms.mobility)),
            ("king safety", at(terms.king_safety)),
            ("pawns", at(terms.pawns)),
            ("platforms", at(terms.platforms)),
            ("tempo", tempo),
        ]
    }
}

const _: () = assert!(FULL_PHASE == 2 * (2 + 2 + 2 * 2 + 4));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::BoardText;
    use crate::rules::federation::Federation;

    /// Two pawns on a file are doubled on different ranks and on one rank of different levels.
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
