//! The evaluation of `chess`.
//!
//! The weights stand at the top of the file. Both sides have the same weights, counted from their
//! own end, and so have both wings. Pawn structure is computed on whole sets of squares; only passed
//! pawns are visited one by one.

use super::psqt::Psqt;
use super::tapered::Tapered;
use super::terms::{LinearEval, Term, white_minus_black};
use crate::eval::kinds::{CHESS_KINDS, EVAL_KINDS, eval_row};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::plane::{self, SQUARES, WIDTH, east, file_of, file_squares, rank_of, west};
use crate::moves::{Piece, PieceType, Side};
use crate::rules::chess::{Board, EvalView};

/// Shorthand for a weight.
const fn w(mg: i32, eg: i32) -> Tapered {
    Tapered::new(mg, eg)
}

/// Material by piece type.
const MATERIAL: [Tapered; EVAL_KINDS] =
    [w(84, 112), w(0, 0), w(345, 312), w(358, 330), w(478, 560), w(1015, 1030), w(0, 0), w(0, 0)];

/// Piece-square bonus by piece type, in the order of [`CHESS_KINDS`], and rank, counted from the piece's own end.
const BY_RANK: [[Tapered; WIDTH]; 6] = [
    [w(0, 0), w(-2, 2), w(-3, -4), w(4, -2), w(10, 8), w(22, 30), w(44, 60), w(0, 0)],
    [w(-24, -14), w(-8, -8), w(2, 0), w(8, 8), w(16, 10), w(18, 2), w(2, -6), w(-26, -12)],
    [w(-8, -6), w(4, -4), w(6, 2), w(6, 4), w(6, 4), w(6, 2), w(-6, 0), w(-14, -2)],
    [w(-4, -4), w(-8, -6), w(-8, -4), w(-6, 0), w(0, 4), w(6, 6), w(16, 8), w(6, 6)],
    [w(0, -24), w(4, -14), w(2, -2), w(-2, 8), w(-4, 16), w(0, 14), w(-6, 12), w(0, 4)],
    [w(16, -36), w(2, -14), w(-26, 0), w(-48, 12), w(-54, 22), w(-40, 26), w(-30, 16), w(-30, -14)],
];

/// Piece-square bonus by piece type and file, from the edge to the center.
const BY_FILE: [[Tapered; WIDTH / 2]; 6] = [
    [w(-8, 4), w(0, 4), w(-2, 0), w(8, -4)],
    [w(-24, -16), w(-6, -4), w(6, 4), w(10, 8)],
    [w(-4, -4), w(2, 0), w(0, 2), w(2, 2)],
    [w(-4, 2), w(-2, 2), w(2, 0), w(6, -2)],
    [w(-4, -12), w(-2, -2), w(2, 4), w(2, 8)],
    [w(14, -16), w(20, 0), w(-8, 8), w(-18, 12)],
];

/// By piece type: the value of each attacked square in the mobility area, and the average number of
/// such squares. The area excludes own pawns, the own king and the attacks of enemy pawns.
const MOBILITY: [(Tapered, i32); 6] =
    [(w(0, 0), 0), (w(0, 0), 0), (w(6, 6), 4), (w(6, 7), 6), (w(3, 6), 6), (w(2, 5), 12)];

/// A pawn with an own pawn ahead on its file.
const DOUBLED: Tapered = w(-8, -20);
/// A pawn without an own pawn on the adjacent files.
const ISOLATED: Tapered = w(-12, -14);
/// A pawn whose stop square an enemy pawn attacks and no own pawn can ever defend.
const BACKWARD: Tapered = w(-10, -10);
/// A pawn with an own pawn beside it or defending it.
const CONNECTED: Tapered = w(8, 5);
/// A passed pawn by rank from its own end: no enemy pawn ahead on its file or the adjacent files.
const PASSED: [Tapered; WIDTH] =
    [w(0, 0), w(0, 10), w(0, 14), w(6, 32), w(24, 58), w(54, 98), w(92, 150), w(0, 0)];
/// A passed pawn whose stop square is empty, by rank.
const PASSED_FREE: [Tapered; WIDTH] =
    [w(0, 0), w(0, 0), w(0, 0), w(2, 8), w(4, 16), w(8, 34), w(14, 58), w(0, 0)];
/// A passed pawn, for each king step from the enemy king to the stop square, times rank − 2.
const PASSED_ENEMY_KING: Tapered = w(0, 5);
/// A passed pawn, for each king step from the own king to the stop square, times rank − 2.
const PASSED_OWN_KING: Tapered = w(0, -3);

/// The bishop pair.
const BISHOP_PAIR: Tapered = w(28, 48);
/// A rook on an open file: without pawns.
const ROOK_OPEN: Tapered = w(28, 10);
/// A rook on a half-open file: without own pawns.
const ROOK_HALF_OPEN: Tapered = w(12, 8);
/// A knight or bishop on an outpost: in the enemy half, defended by a pawn, and no enemy pawn can
/// ever attack it.
const OUTPOST: Tapered = w(22, 12);

/// An enemy piece other than a pawn, attacked by a pawn.
const PAWN_THREAT: Tapered = w(44, 36);
/// An enemy rook or queen attacked by a knight or bishop.
const MINOR_THREAT: Tapered = w(36, 30);
/// An enemy piece other than a pawn, attacked and not defended.
const HANGING: Tapered = w(20, 24);

/// Attack units by piece type, for each attacked square in the enemy king's zone.
const KING_ATTACK: [i32; 6] = [0, 0, 10, 9, 12, 16];
/// Attack units by piece type, for each square from which a safe check is possible, at most two.
const SAFE_CHECK: [i32; 6] = [0, 0, 26, 18, 30, 28];
/// Attack units for each file without own pawns, of the king's file and the adjacent ones.
const OPEN_KING_FILE: i32 = 16;
/// The number of attack units that costs nothing.
const DANGER_THRESHOLD: i32 = 24;
/// Divides the square of the attack units above the threshold to give centipawns.
const DANGER_DIVISOR: i32 = 110;
/// The largest cost of king danger, in centipawns.
const MAX_DANGER: i32 = 500;
/// An own pawn on one of the three files around the king, one rank and two ranks ahead of it.
const SHELTER: [Tapered; 2] = [w(16, 0), w(8, 0)];

/// The full endgame value, to which the drawish scales compare.
const FULL_SCALE: i32 = 16;
/// The scale of an advantage of less than a rook without pawns.
const NO_PAWNS_SCALE: i32 = 3;
/// The scale of an advantage with kings, pawns and one bishop each, on squares of opposite colors.
const OPPOSITE_BISHOPS_SCALE: i32 = 9;

/// The piece-square tables of `chess`.
pub struct Values;

static PSQT: [[[Tapered; SQUARES]; EVAL_KINDS]; 2] = {
    let mut table = [[[w(0, 0); SQUARES]; EVAL_KINDS]; 2];
    let mut square = 0;
    while square < SQUARES {
        let file = file_of(square);
        let from_edge = if file < WIDTH / 2 { file } else { WIDTH - 1 - file };
        let mut side = 0;
        while side < 2 {
            let rank = relative_rank(side, square);
            let mut row = 0;
            while row < CHESS_KINDS.len() {
                let kind = eval_row(CHESS_KINDS[row]);
                let (material, by_rank, by_file) =
                    (MATERIAL[kind], BY_RANK[row][rank], BY_FILE[row][from_edge]);
                table[side][kind][square] =
                    w(material.mg + by_rank.mg + by_file.mg, material.eg + by_rank.eg + by_file.eg);
                row += 1;
            }
            side += 1;
        }
        square += 1;
    }
    table
};

/// Returns the rank of a square, counted from 0 at that side's own end.
const fn relative_rank(side: usize, square: usize) -> usize {
    if side == 0 { rank_of(square) } else { WIDTH - 1 - rank_of(square) }
}

impl Psqt for Values {
    #[inline(always)]
    fn value(piece: Piece, square: Place) -> Tapered {
        PSQT[piece.side.index()][eval_row(piece.kind)][usize::from(square) % SQUARES]
    }
}

/// Returns the squares ahead of these on their files, from that side's point of view.
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

/// Shifts a set one rank ahead.
#[inline(always)]
fn step(side: Side, set: u64) -> u64 {
    if side == Side::White { plane::north(set) } else { plane::south(set) }
}

/// Returns all squares of the files that hold any of these squares.
#[inline(always)]
fn file_fill(set: u64) -> u64 {
    let up = set | front_span(Side::White, set);
    up | front_span(Side::Black, up)
}

/// Returns the number of king steps between two squares.
#[inline(always)]
fn distance(a: usize, b: usize) -> i32 {
    file_of(a).abs_diff(file_of(b)).max(rank_of(a).abs_diff(rank_of(b))) as i32
}

/// Returns the size of a set as a factor.
#[inline(always)]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The ranks on which a side can have outposts.
const OUTPOST_RANKS: [u64; 2] = [0x00ff_ffff_0000_0000, 0x0000_0000_ffff_ff00];

/// The attacks of one side.
struct Attacks {
    /// The attacks of the pawns.
    pawns: u64,
    /// The attacks of the knights and bishops.
    minors: u64,
    /// The attacks of all pieces, the king included.
    all: u64,
    mobility: Tapered,
    /// Attack units against the enemy king, without those for safe checks.
    attack_units: i32,
    /// The attacks of the knights, bishops, rooks and queens, by piece type.
    by_piece_type: [u64; 6],
}

impl Attacks {
    #[inline(always)]
    fn new(view: &EvalView, side: Side) -> Attacks {
        let pawns = view.pawn_attacks(side);
        let blocked = view.pawns(side) | 1 << view.king_cell(side);
        let area = !(blocked | view.pawn_attacks(side.other()));
        let king_zone = view.king_zone(side.other()) | 1 << view.king_cell(side.other());
        let mut attacks = Attacks {
            pawns,
            minors: 0,
            all: pawns | view.king_zone(side),
            mobility: w(0, 0),
            attack_units: 0,
            by_piece_type: [0; 6],
        };
        view.for_each_attack(side, |kind, attacked| {
            let (weight, average) = MOBILITY[eval_row(kind)];
            attacks.mobility += weight * (count(attacked & area) - average);
            attacks.attack_units += KING_ATTACK[eval_row(kind)] * count(attacked & king_zone);
            attacks.by_piece_type[eval_row(kind)] |= attacked;
        });
        let [_, _, knights, bishops, rooks, queens] = attacks.by_piece_type;
        attacks.minors = knights | bishops;
        attacks.all |= attacks.minors | rooks | queens;
        attacks
    }
}

/// The terms of one side.
#[inline(always)]
fn side_terms(view: &EvalView, side: Side, attacks: &[Attacks; 2]) -> [Term; 6] {
    let (own, enemy) = (&attacks[side.index()], &attacks[side.other().index()]);
    [
        ("mobility", own.mobility),
        ("king safety", pawn_shelter(view, side) - king_danger(view, side, own, enemy)),
        ("pawns", pawns(view, side, own, enemy)),
        ("passed pawns", passed_pawns(view, side)),
        ("pieces", pieces(view, side, own)),
        ("threats", threats(view, side, own, enemy)),
    ]
}

/// The cost of the enemy's attack on a side's king: quadratic in the attack units.
#[inline(always)]
fn king_danger(view: &EvalView, side: Side, own: &Attacks, enemy: &Attacks) -> Tapered {
    let king = view.king_cell(side);
    let safe = !own.all & !view.pieces(side.other());
    let [rook_checks, bishop_checks] = view.rook_and_bishop_attacks(king);
    let mut units = enemy.attack_units;
    for (kind, check_squares) in [
        (PieceType::KNIGHT, plane::knight_attacks(king)),
        (PieceType::BISHOP, bishop_checks),
        (PieceType::ROOK, rook_checks),
        (PieceType::QUEEN, rook_checks | bishop_checks),
    ] {
        let checks = enemy.by_piece_type[eval_row(kind)] & check_squares & safe;
        units += SAFE_CHECK[eval_row(kind)] * count(checks).min(2);
    }
    let king_files = file_squares(file_of(king))
        | east(file_squares(file_of(king)))
        | west(file_squares(file_of(king)));
    units += OPEN_KING_FILE * (count(king_files & !file_fill(view.pawns(side))) / WIDTH as i32);
    let excess = (units - DANGER_THRESHOLD).max(0);
    let cost = (excess * excess / DANGER_DIVISOR).min(MAX_DANGER);
    // Without a queen most attacks fail.
    let cost = if view.queens(side.other()) == 0 { cost / 4 } else { cost };
    w(cost, cost / 8)
}

/// Own pawns ahead of the king.
#[inline(always)]
fn pawn_shelter(view: &EvalView, side: Side) -> Tapered {
    let king = 1u64 << view.king_cell(side);
    let ahead = step(side, king | east(king) | west(king));
    let pawns = view.pawns(side);
    SHELTER[0] * count(ahead & pawns) + SHELTER[1] * count(step(side, ahead) & pawns)
}

/// Doubled, isolated, backward and connected pawns.
#[inline(always)]
fn pawns(view: &EvalView, side: Side, own: &Attacks, enemy: &Attacks) -> Tapered {
    let pawns = view.pawns(side);
    let own_files = file_fill(pawns);
    let doubled = pawns & front_span(side.other(), pawns);
    let isolated = pawns & !(east(own_files) | west(own_files));
    // The squares that own pawns attack now or can attack later.
    let attack_span = own.pawns | front_span(side, own.pawns);
    let denied_stops = enemy.pawns & !attack_span;
    let backward = pawns & step(side.other(), denied_stops) & !isolated;
    let connected = pawns & (own.pawns | east(pawns) | west(pawns));
    DOUBLED * count(doubled)
        + ISOLATED * count(isolated)
        + BACKWARD * count(backward)
        + CONNECTED * count(connected)
}

/// Passed pawns. Of two on a file only the front one counts.
#[inline(always)]
fn passed_pawns(view: &EvalView, side: Side) -> Tapered {
    let enemy = view.pawns(side.other());
    let enemy_span = front_span(side.other(), enemy | east(enemy) | west(enemy));
    let pawns = view.pawns(side);
    let passed = pawns & !enemy_span & !front_span(side.other(), pawns);
    let mut value = w(0, 0);
    for pawn in BitIter(passed) {
        let rank = relative_rank(side.index(), pawn.into());
        value += PASSED[rank];
        let stop = step(side, 1 << pawn);
        if stop & view.occupied() == 0 {
            value += PASSED_FREE[rank];
        }
        let stop = stop.trailing_zeros() as usize;
        let kings = PASSED_ENEMY_KING * distance(view.king_cell(side.other()), stop)
            + PASSED_OWN_KING * distance(view.king_cell(side), stop);
        value += kings * (rank as i32 - 2).max(0);
    }
    value
}

/// Bishop pair, rooks on open files, outposts.
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
    let enemy_attack_span = front_span(side.other(), east(enemy) | west(enemy));
    let outposts = own.pawns & OUTPOST_RANKS[side.index()] & !enemy_attack_span;
    value + OUTPOST * count((view.knights(side) | view.bishops(side)) & outposts)
}

/// Attacks on enemy pieces other than pawns.
#[inline(always)]
fn threats(view: &EvalView, side: Side, own: &Attacks, enemy: &Attacks) -> Tapered {
    let other = side.other();
    let targets = view.pieces(other) & !view.pawns(other);
    let majors = view.rooks(other) | view.queens(other);
    PAWN_THREAT * count(targets & own.pawns)
        + MINOR_THREAT * count(majors & own.minors)
        + HANGING * count(targets & own.all & !enemy.all)
}

/// Returns the scale of the endgame value `eg`, of [`FULL_SCALE`].
#[inline(always)]
fn endgame_scale(view: &EvalView, eg: i32) -> i32 {
    let stronger = if eg >= 0 { Side::White } else { Side::Black };
    if view.pawns(stronger) == 0 {
        return if eg.abs() < 450 { NO_PAWNS_SCALE } else { FULL_SCALE };
    }
    if view.has_opposite_bishops() { OPPOSITE_BISHOPS_SCALE } else { FULL_SCALE }
}

impl LinearEval for Board {
    type Psqt = Values;
    const TEMPO: i32 = 14;

    #[inline(always)]
    fn positional_terms(&self) -> impl IntoIterator<Item = Term> {
        let view = self.eval_view();
        let attacks = Side::ALL.map(|side| Attacks::new(&view, side));
        white_minus_black(|side| side_terms(&view, side, &attacks))
    }

    #[inline(always)]
    fn scale_drawish(&self, total: Tapered) -> Option<Tapered> {
        let scale = endgame_scale(&self.eval_view(), total.eg);
        Some(w(total.mg, total.eg * scale / FULL_SCALE))
    }
}
