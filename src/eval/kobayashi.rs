//! The evaluation of `kobayashi`.
//!
//! The boards are small, and pieces change level only on platforms. Sliders are therefore worth
//! less than in the other rule sets. A platform with its commander is worth more: it carries an
//! attack, and it carries pawns to where they promote.

use super::attack_view::{impl_attack_view, mobility_and_king_attack, pawn_shelter};
use super::psqt::Psqt;
use super::staircase::{PsqtTable, psqt_table};
use super::tapered::Tapered;
use super::terms::{LinearEval, Term, white_minus_black};
use crate::eval::kinds::{EVAL_KINDS, eval_row};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{POST_COUNT, Staircase};
use crate::moves::{Piece, PieceType, Side};
use crate::rules::kobayashi::{Board, EvalView};

/// Material by piece type.
const MATERIAL: [Tapered; EVAL_KINDS] = [
    Tapered::new(80, 110),
    Tapered::new(0, 0),
    Tapered::new(265, 255),
    Tapered::new(280, 270),
    Tapered::new(410, 430),
    Tapered::new(760, 800),
    Tapered::new(0, 0),
    Tapered::new(0, 0),
];
/// A pawn by its rank, counted from its own end of the board.
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
/// By piece type, for each step away from the center of the board.
const OFF_CENTER: [Tapered; EVAL_KINDS] = [
    Tapered::new(0, 0),
    Tapered::new(0, 0),
    Tapered::new(-7, -6),
    Tapered::new(-4, -4),
    Tapered::new(0, 0),
    Tapered::new(-1, -4),
    Tapered::new(6, -12),
    Tapered::new(0, 0),
];
/// A king on the first two ranks of its own end.
const KING_AT_HOME: Tapered = Tapered::new(16, 0);

/// By piece type: the value of each attacked square that holds no piece of the same side, and the
/// average number of such squares.
const MOBILITY: [(Tapered, i32); EVAL_KINDS] = [
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
    (Tapered::new(5, 5), 4),
    (Tapered::new(5, 5), 4),
    (Tapered::new(4, 5), 5),
    (Tapered::new(2, 3), 9),
    (Tapered::new(0, 0), 0),
    (Tapered::new(0, 0), 0),
];
/// By piece type, for each attacked square next to the enemy king.
const KING_ATTACK: [i32; EVAL_KINDS] = [0, 0, 7, 7, 9, 12, 0, 0];
/// For each own pawn next to the king.
const KING_SHELTER: Tapered = Tapered::new(8, 0);

/// For each enemy piece, pawns excluded, that a pawn attacks.
const THREAT_BY_PAWN: Tapered = Tapered::new(24, 28);
/// For each platform that a side may move.
const COMMANDED: Tapered = Tapered::new(10, 10);
/// For a pawn on the front rank of such a platform, by the distance from the platform to the block
/// of ranks where the pawn promotes, in blocks of two ranks.
const CARRIED: [Tapered; 5] = [
    Tapered::new(90, 130),
    Tapered::new(55, 85),
    Tapered::new(30, 50),
    Tapered::new(14, 24),
    Tapered::new(4, 8),
];

/// The value of what drives a nearly bare king to where it is mated.
const BARE_KING: BareKing = BareKing {
    max_pieces: 2,
    free_square: -60,
    flight: -80,
    grounded: 200,
    guest: 40,
    step: -15,
    max_steps: 5,
};

/// Weights against a nearly bare king. On a platform without an enemy it flies on from post to post,
/// and only there: it is mated after a guarded piece has stepped onto its platform.
struct BareKing {
    /// The largest number of pieces of its side, itself included.
    max_pieces: u32,
    /// For each square that it can go to.
    free_square: i32,
    /// For each post to which it can take its platform without being attacked there.
    flight: i32,
    /// If it cannot move a platform.
    grounded: i32,
    /// For each enemy on its platform.
    guest: i32,
    /// For each step between it and an enemy other than a pawn, up to `max_steps`.
    step: i32,
    max_steps: i32,
}

/// The piece-square tables of `kobayashi`.
pub struct Values;

static PSQT: PsqtTable = psqt_table(&MATERIAL, &PAWN_ADVANCE, &OFF_CENTER, KING_AT_HOME);

impl Psqt for Values {
    #[inline(always)]
    fn value(piece: Piece, cell: Place) -> Tapered {
        PSQT[piece.side.index()][eval_row(piece.kind)][usize::from(cell)]
    }
}

/// By side and post: the distance to the block of ranks where the pawns of a platform promote, in
/// blocks of two ranks.
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

/// The terms of one side.
#[inline(always)]
fn side_terms(view: &EvalView, side: Side) -> [Term; 5] {
    let area = !view.pieces(side);
    let (mobility, king_attack) =
        mobility_and_king_attack(view, side, area, &MOBILITY, &KING_ATTACK);
    let enemies = view.pieces(side.other()) & !view.pawns(side.other());
    let threatened = view.pawn_attacks(side) & enemies;
    [
        ("mobility", mobility),
        ("king safety", king_attack + KING_SHELTER * pawn_shelter(view, side)),
        ("threats by pawns", THREAT_BY_PAWN * threatened.count_ones() as i32),
        ("platforms", platforms(view, side)),
        ("bare king", against_bare_king(view, side)),
    ]
}

/// Platforms that the side may move, and the pawns that they carry.
#[inline(always)]
fn platforms(view: &EvalView, side: Side) -> Tapered {
    let mut value = Tapered::default();
    for (post, pieces) in view.commanded_platforms(side) {
        value += COMMANDED;
        let blocks = BLOCKS_TO_PROMOTION[side.index()][usize::from(post)];
        let is_front_rank = |rank: u8| rank % 2 == u8::from(side == Side::White);
        for pawn in BitIter(pieces & view.pawns(side)) {
            if is_front_rank(view.point(pawn).rank) {
                value += CARRIED[usize::from(blocks)];
            }
        }
    }
    value
}

/// Drives a nearly bare king to where the side with more pieces mates it; see [`BareKing`].
#[inline(always)]
fn against_bare_king(view: &EvalView, side: Side) -> Tapered {
    let bare = side.other();
    let [count, bare_count] = [side, bare].map(|side| view.pieces(side).count_ones());
    if bare_count > BARE_KING.max_pieces || bare_count >= count {
        return Tapered::default();
    }
    let mut controlled = view.king_zone(side) | view.pawn_attacks(side);
    view.for_each_attack(side, |_, attacked| controlled |= attacked);
    let free = (view.king_zone(bare) & !controlled).count_ones() as i32;
    let king = view.point(view.king(bare));
    let steps = BitIter(view.pieces(side) & !view.pawns(side)).map(|square| {
        let at = view.point(square);
        let steps = [(at.file, king.file), (at.rank, king.rank), (at.level, king.level)];
        let furthest = steps.into_iter().map(|(a, b)| i32::from(a.abs_diff(b))).max();
        furthest.unwrap_or(0).min(BARE_KING.max_steps)
    });
    let flights = match view.king_flights(bare) {
        Some(flights) => BARE_KING.flight * flights as i32,
        None => BARE_KING.grounded,
    };
    let value = BARE_KING.free_square * free
        + flights
        + BARE_KING.guest * view.guests_of_king(side).count_ones() as i32
        + BARE_KING.step * steps.sum::<i32>();
    Tapered::new(value, value)
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
