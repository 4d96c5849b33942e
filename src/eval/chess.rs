//! The evaluation of `chess`: hand-made linear terms.
//!
//! Material and cell values are summed up as men come and go; pawn structure, mobility, king
//! safety and threats are computed afresh, pawn by pawn only where the pawn is passed. The two
//! sides' weights are the same, counted from each side's own end, and so are the two wings'. All
//! weights stand at the top of the file.

use super::{Evaluate, Psqt, PsqtAccumulator, Tapered};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::plane::{self, SQUARES, WIDTH, east, file_of, file_squares, rank_of, west};
use crate::moves::{Piece, PieceType, Side};
use crate::rules::Rules;
use crate::rules::chess::{Board, EvalView};

/// A weight.
const fn w(middle: i32, end: i32) -> Tapered {
    Tapered::new(middle, end)
}

/// What a man is worth, by kind.
const MATERIAL: [Tapered; PieceType::COUNT] =
    [w(84, 112), w(345, 312), w(358, 330), w(478, 560), w(1015, 1030), w(0, 0), w(0, 0)];

/// By kind: what the rank of a man adds, from its own end.
const BY_RANK: [[Tapered; WIDTH]; 6] = [
    [w(0, 0), w(-2, 2), w(-3, -4), w(4, -2), w(10, 8), w(22, 30), w(44, 60), w(0, 0)],
    [w(-24, -14), w(-8, -8), w(2, 0), w(8, 8), w(16, 10), w(18, 2), w(2, -6), w(-26, -12)],
    [w(-8, -6), w(4, -4), w(6, 2), w(6, 4), w(6, 4), w(6, 2), w(-6, 0), w(-14, -2)],
    [w(-4, -4), w(-8, -6), w(-8, -4), w(-6, 0), w(0, 4), w(6, 6), w(16, 8), w(6, 6)],
    [w(0, -24), w(4, -14), w(2, -2), w(-2, 8), w(-4, 16), w(0, 14), w(-6, 12), w(0, 4)],
    [w(16, -36), w(2, -14), w(-26, 0), w(-48, 12), w(-54, 22), w(-40, 26), w(-30, 16), w(-30, -14)],
];

/// By kind: what the file of a man adds, from the edge to the middle.
const BY_FILE: [[Tapered; WIDTH / 2]; 6] = [
    [w(-8, 4), w(0, 4), w(-2, 0), w(8, -4)],
    [w(-24, -16), w(-6, -4), w(6, 4), w(10, 8)],
    [w(-4, -4), w(2, 0), w(0, 2), w(2, 2)],
    [w(-4, 2), w(-2, 2), w(2, 0), w(6, -2)],
    [w(-4, -12), w(-2, -2), w(2, 4), w(2, 8)],
    [w(14, -16), w(20, 0), w(-8, 8), w(-18, 12)],
];

/// For each cell that a man attacks in its mobility area, over an average number: not held by the
/// side's own pawns or king, and not attacked by enemy pawns.
const MOBILITY: [(Tapered, i32); 5] =
    [(w(0, 0), 0), (w(6, 6), 4), (w(6, 7), 6), (w(3, 6), 6), (w(2, 5), 12)];

/// A pawn with another of its side ahead on its file.
const DOUBLED: Tapered = w(-8, -20);
/// A pawn without one of its side on the files beside it.
const ISOLATED: Tapered = w(-12, -14);
/// A pawn that cannot step without being taken by a pawn, and that no pawn can come to support.
const BACKWARD: Tapered = w(-10, -10);
/// A pawn with one of its side beside or behind it to support it.
const CONNECTED: Tapered = w(8, 5);
/// A pawn that no enemy pawn can stop, by rank from its own end.
const PASSED: [Tapered; WIDTH] =
    [w(0, 0), w(0, 10), w(0, 14), w(6, 32), w(24, 58), w(54, 98), w(92, 150), w(0, 0)];
/// The same, from the fourth rank on, if nothing stands before it.
const PASSED_FREE: [Tapered; WIDTH] =
    [w(0, 0), w(0, 0), w(0, 0), w(2, 8), w(4, 16), w(8, 34), w(14, 58), w(0, 0)];
/// The same for each step that the enemy king is from the cell ahead, times rank − 2.
const PASSED_ENEMY_KING: Tapered = w(0, 5);
/// The same for each step that its own king is from it.
const PASSED_OWN_KING: Tapered = w(0, -3);

/// Both bishops.
const BISHOP_PAIR: Tapered = w(28, 48);
/// A rook on a file without pawns.
const ROOK_OPEN: Tapered = w(28, 10);
/// A rook on a file without pawns of its side.
const ROOK_HALF_OPEN: Tapered = w(12, 8);
/// A knight or bishop that a pawn protects beyond the middle, where no pawn can drive it off.
const OUTPOST: Tapered = w(22, 12);

/// An enemy man (no pawn) attacked by a pawn.
const PAWN_THREAT: Tapered = w(44, 36);
/// An enemy rook or queen attacked by a knight or bishop.
const MINOR_THREAT: Tapered = w(36, 30);
/// An enemy man (no pawn) attacked, and protected by none.
const HANGING: Tapered = w(20, 24);

/// For each cell around the enemy king that a man attacks, by kind, in units of danger.
const KING_ATTACK: [i32; 5] = [0, 10, 9, 12, 16];
/// For each cell from which a man could give check without being taken, by kind, likewise.
const SAFE_CHECK: [i32; 5] = [0, 26, 18, 30, 28];
/// For each file beside or under the king without a pawn of its side, likewise.
const OPEN_KING_FILE: i32 = 16;
/// The danger with which nothing is amiss …
const DANGER_THRESHOLD: i32 = 24;
/// … and what the square of what is above it is divided by to make centipawns.
const DANGER_DIVISOR: i32 = 110;
/// The most that danger can cost.
const MAX_DANGER: i32 = 500;
/// A pawn of its side right before the king or beside that, and one a step further.
const SHELTER: [Tapered; 2] = [w(16, 0), w(8, 0)];

/// For the side to move.
const TEMPO: i32 = 14;

/// What the advantage of a side without pawns is worth that is ahead by less than a rook, and any
/// with bishops alone on cells of different colours, of 16.
const NO_PAWNS_SCALE: i32 = 3;
const OPPOSITE_BISHOPS_SCALE: i32 = 9;

/// The material and cell values of `chess`.
pub struct Values;

static PSQT: [[[Tapered; SQUARES]; PieceType::COUNT]; 2] = {
    let mut table = [[[w(0, 0); SQUARES]; PieceType::COUNT]; 2];
    let mut cell = 0;
    while cell < SQUARES {
        let file = file_of(cell);
        let from_edge = if file < WIDTH / 2 { file } else { WIDTH - 1 - file };
        let mut side = 0;
        while side < 2 {
            let rank = relative_rank(side, cell);
            let mut kind = 0;
            while kind < 6 {
                let (material, by_rank, by_file) =
                    (MATERIAL[kind], BY_RANK[kind][rank], BY_FILE[kind][from_edge]);
                table[side][kind][cell] =
                    w(material.mg + by_rank.mg + by_file.mg, material.eg + by_rank.eg + by_file.eg);
                kind += 1;
            }
            side += 1;
        }
        cell += 1;
    }
    table
};

/// The rank of a cell, counted from 0 at that side's own end.
const fn relative_rank(side: usize, cell: usize) -> usize {
    if side == 0 { rank_of(cell) } else { WIDTH - 1 - rank_of(cell) }
}

impl Psqt for Values {
    #[inline(always)]
    fn value(man: Piece, cell: Place) -> Tapered {
        PSQT[man.side.index()][man.kind.index()][usize::from(cell) % SQUARES]
    }
}

/// All cells ahead of these on their files, as that side sees it.
#[inline(always)]
fn front_span(side: Side, mut set: u64) -> u64 {
    match side {
        Side::White => {
            set = plane::north(set);
            set |= set << 8;
            set |= set << 16;
            set | set << 32
        }
        Side::Black => {
            set = plane::south(set);
            set |= set >> 8;
            set |= set >> 16;
            set | set >> 32
        }
    }
}

/// One step ahead.
#[inline(always)]
fn step(side: Side, set: u64) -> u64 {
    if side == Side::White { plane::north(set) } else { plane::south(set) }
}

/// The files that hold any of these cells, whole.
#[inline(always)]
fn file_fill(set: u64) -> u64 {
    let up = set | front_span(Side::White, set);
    up | front_span(Side::Black, up)
}

/// The steps of a king between two cells.
#[inline(always)]
fn distance(a: usize, b: usize) -> i32 {
    file_of(a).abs_diff(file_of(b)).max(rank_of(a).abs_diff(rank_of(b))) as i32
}

/// A set's size, as a factor.
#[inline(always)]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The ranks beyond the middle, where outposts are, by side.
const OUTPOST_RANKS: [u64; 2] = [0x00ff_ffff_0000_0000, 0x0000_0000_ffff_ff00];

/// What one look at the board tells of each side.
struct Attacks {
    /// What pawns attack.
    pawns: u64,
    /// What knights and bishops attack.
    minors: u64,
    /// What anything attacks.
    all: u64,
    mobility: Tapered,
    /// In units of danger to the enemy king, checks apart.
    attack_units: i32,
    /// What the knights, bishops, rooks and queens attack, by kind.
    by_piece_type: [u64; 5],
}

impl Attacks {
    #[inline(always)]
    fn new(view: &EvalView, side: Side) -> Attacks {
        let pawns = view.pawn_attacks(side);
        let held = view.pawns(side) | 1 << view.king_cell(side);
        let area = !(held | view.pawn_attacks(side.other()));
        let king = view.king_zone(side.other()) | 1 << view.king_cell(side.other());
        let mut attacks = Attacks {
            pawns,
            minors: 0,
            all: pawns | view.king_zone(side),
            mobility: w(0, 0),
            attack_units: 0,
            by_piece_type: [0; 5],
        };
        view.for_each_attack(side, |kind, cells| {
            let (each, average) = MOBILITY[kind.index()];
            attacks.mobility += each * (count(cells & area) - average);
            attacks.attack_units += KING_ATTACK[kind.index()] * count(cells & king);
            attacks.by_piece_type[kind.index()] |= cells;
        });
        let [_, knights, bishops, rooks, queens] = attacks.by_piece_type;
        attacks.minors = knights | bishops;
        attacks.all |= attacks.minors | rooks | queens;
        attacks
    }
}

/// The terms computed afresh, White's less Black's.
#[derive(Clone, Copy, Default)]
struct Terms {
    mobility: Tapered,
    king_safety: Tapered,
    pawns: Tapered,
    passed_pawns: Tapered,
    pieces: Tapered,
    threats: Tapered,
}

impl Terms {
    #[inline(always)]
    fn new(view: &EvalView) -> Terms {
        let attacks = Side::ALL.map(|side| Attacks::new(view, side));
        let mut terms = Terms::default();
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            let (own, enemy) = (&attacks[side.index()], &attacks[side.other().index()]);
            terms.mobility += own.mobility * sign;
            terms.king_safety += (pawn_shelter(view, side) - danger(view, side, own, enemy)) * sign;
            terms.pawns += pawns(view, side, own, enemy) * sign;
            terms.passed_pawns += passed_pawns(view, side) * sign;
            terms.pieces += pieces(view, side, own) * sign;
            terms.threats += threats(view, side, own, enemy) * sign;
        }
        terms
    }

    fn total(self) -> Tapered {
        self.mobility
            + self.king_safety
            + self.pawns
            + self.passed_pawns
            + self.pieces
            + self.threats
    }
}

/// What the enemy's attack on a side's king costs it.
#[inline(always)]
fn danger(view: &EvalView, side: Side, own: &Attacks, enemy: &Attacks) -> Tapered {
    let king = view.king_cell(side);
    let safe = !own.all & !view.pieces(side.other());
    let [lines, diagonals] = view.rook_and_bishop_attacks(king);
    let mut danger = enemy.attack_units;
    for (kind, from) in [
        (PieceType::Knight, plane::knight_attacks(king)),
        (PieceType::Bishop, diagonals),
        (PieceType::Rook, lines),
        (PieceType::Queen, lines | diagonals),
    ] {
        let checks = enemy.by_piece_type[kind.index()] & from & safe;
        danger += SAFE_CHECK[kind.index()] * count(checks).min(2);
    }
    let around = file_squares(file_of(king))
        | east(file_squares(file_of(king)))
        | west(file_squares(file_of(king)));
    danger += OPEN_KING_FILE * (count(around & !file_fill(view.pawns(side))) / WIDTH as i32);
    let above = (danger - DANGER_THRESHOLD).max(0);
    let cost = (above * above / DANGER_DIVISOR).min(MAX_DANGER);
    // Without queens most attacks come to nothing.
    let cost = if view.queens(side.other()) == 0 { cost / 4 } else { cost };
    w(cost, cost / 8)
}

#[inline(always)]
fn pawn_shelter(view: &EvalView, side: Side) -> Tapered {
    let king = 1u64 << view.king_cell(side);
    let near = step(side, king | east(king) | west(king));
    let pawns = view.pawns(side);
    SHELTER[0] * count(near & pawns) + SHELTER[1] * count(step(side, near) & pawns)
}

#[inline(always)]
fn pawns(view: &EvalView, side: Side, own: &Attacks, enemy: &Attacks) -> Tapered {
    let pawns = view.pawns(side);
    let on_files = file_fill(pawns);
    let doubled = pawns & front_span(side.other(), pawns);
    let isolated = pawns & !(east(on_files) | west(on_files));
    // What pawns attack now or may come to attack.
    let supportable = own.pawns | front_span(side, own.pawns);
    let stopped = step(side.other(), enemy.pawns) & !step(side.other(), supportable);
    let backward = pawns & stopped & !isolated;
    let connected = pawns & (own.pawns | east(pawns) | west(pawns));
    DOUBLED * count(doubled)
        + ISOLATED * count(isolated)
        + BACKWARD * count(backward)
        + CONNECTED * count(connected)
}

#[inline(always)]
fn passed_pawns(view: &EvalView, side: Side) -> Tapered {
    let enemy = view.pawns(side.other());
    let stopping = front_span(side.other(), enemy | east(enemy) | west(enemy));
    let pawns = view.pawns(side);
    let passed = pawns & !stopping & !front_span(side.other(), pawns);
    let mut value = w(0, 0);
    for pawn in BitIter(passed) {
        let rank = relative_rank(side.index(), pawn.into());
        value += PASSED[rank];
        let next = step(side, 1 << pawn);
        if next & view.occupied() == 0 {
            value += PASSED_FREE[rank];
        }
        let near = next.trailing_zeros() as usize;
        let steps = PASSED_ENEMY_KING * distance(view.king_cell(side.other()), near)
            + PASSED_OWN_KING * distance(view.king_cell(side), near);
        value += steps * (rank as i32 - 2).max(0);
    }
    value
}

/// Bishop pair, open files, outposts.
#[inline(always)]
fn pieces(view: &EvalView, side: Side, own: &Attacks) -> Tapered {
    let enemy = view.pawns(side.other());
    let mut value = w(0, 0);
    if count(view.bishops(side)) > 1 {
        value += BISHOP_PAIR;
    }
    let rooks = view.rooks(side) & !file_fill(view.pawns(side));
    let open = rooks & !file_fill(enemy);
    value += ROOK_OPEN * count(open) + ROOK_HALF_OPEN * count(rooks & !open);
    let assailable = front_span(side.other(), east(enemy) | west(enemy));
    let outposts = own.pawns & OUTPOST_RANKS[side.index()] & !assailable;
    value + OUTPOST * count((view.knights(side) | view.bishops(side)) & outposts)
}

#[inline(always)]
fn threats(view: &EvalView, side: Side, own: &Attacks, enemy: &Attacks) -> Tapered {
    let other = side.other();
    let men = view.pieces(other) & !view.pawns(other);
    let heavy = view.rooks(other) | view.queens(other);
    PAWN_THREAT * count(men & own.pawns)
        + MINOR_THREAT * count(heavy & own.minors)
        + HANGING * count(men & own.all & !enemy.all)
}

/// What an advantage in the endgame is worth, of 16.
#[inline(always)]
fn scale(view: &EvalView, balance: Tapered) -> i32 {
    let stronger = if balance.eg >= 0 { Side::White } else { Side::Black };
    if view.pawns(stronger) == 0 {
        return if balance.eg.abs() < 450 { NO_PAWNS_SCALE } else { 16 };
    }
    if view.has_opposite_bishops() { OPPOSITE_BISHOPS_SCALE } else { 16 }
}

impl Board {
    /// White's advantage.
    #[inline(always)]
    fn advantage(&self, sums: &PsqtAccumulator<Values>) -> i32 {
        let view = self.eval_view();
        let mut total = sums.psqt + Terms::new(&view).total();
        total.eg = total.eg * scale(&view, total) / 16;
        total.at(sums.phase)
    }
}

impl Evaluate for Board {
    type Accumulator = PsqtAccumulator<Values>;

    fn new_accumulator(&self) -> PsqtAccumulator<Values> {
        PsqtAccumulator::new(self)
    }

    fn evaluate(&self, sums: &PsqtAccumulator<Values>) -> i32 {
        let white = self.advantage(sums);
        TEMPO + if self.side_to_move() == Side::White { white } else { -white }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let sums = self.new_accumulator();
        let terms = Terms::new(&self.eval_view());
        let tempo = if self.side_to_move() == Side::White { TEMPO } else { -TEMPO };
        let at = |term: Tapered| term.at(sums.phase);
        let sum = at(sums.psqt + terms.total());
        vec![
            ("material and cells", at(sums.psqt)),
            ("mobility", at(terms.mobility)),
            ("king safety", at(terms.king_safety)),
            ("pawns", at(terms.pawns)),
            ("passed pawns", at(terms.passed_pawns)),
            ("bishops, rooks, outposts", at(terms.pieces)),
            ("threats", at(terms.threats)),
            ("drawish endings", self.advantage(&sums) - sum),
            ("tempo", tempo),
        ]
    }
}
