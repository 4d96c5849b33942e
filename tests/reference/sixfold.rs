//! `sixfold`, rules X1 to X5: straight lines in space, and six platforms without owners.

use super::board::{Board, PieceType, Side};
use super::fen::{parse_staircase, write_staircase};
use super::kobayashi::{can_slide, signs};
use super::space::{Cell, INVERTED_STAIRCASE, Post, Space};
use super::{Child, Game};

static SPACE: Space = Space {
    boards: &INVERTED_STAIRCASE,
    has_posts_below: true,
    pawn_starts: ["a17 b17 e17 f17 b26 c26 d26 e26", "a81 b81 e81 f81 b72 c72 d72 e72"],
};

/// The rule set.
pub(crate) const SIXFOLD: Game = Game {
    name: "sixfold",
    startpos: "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4 \
            b16+:PP/RQ,b34+:2/2,b82-:rk/pp,e16+:PP/KR,e64-:2/2,e82-:qr/pp w - * * 0 1",
    from_fen: |text| parse_staircase(text, &SPACE, true),
    to_fen: |board| write_staircase(board, true),
    attacks,
    pseudo_legal_moves,
    is_over: has_bare_king,
    end_reason: Some("bare-king"),
};

/// X5: returns whether a side has only its king.
fn has_bare_king(board: &Board) -> bool {
    [Side::White, Side::Black].into_iter().any(|side| board.pieces_of(side).count() == 1)
}

/// X3: returns the vertical direction toward the enemy, who is below White and above Black.
fn toward_enemy(side: Side) -> i8 {
    -side.forward()
}

/// X2, X3: returns whether the piece on `from` attacks `to`.
fn attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    let vector = from.vector_to(to);
    let direction = signs(vector);
    let lengths = [vector.0, vector.1, vector.2].map(i8::abs);
    let changed = lengths.iter().filter(|length| **length != 0).count();
    // Orthogonals and vertical diagonals.
    let rook = changed == 1 || changed == 2 && direction.2 != 0;
    // Planar diagonals and triagonals.
    let bishop = changed == 3 || changed == 2 && direction.2 == 0;
    let slides = || can_slide(board, from, to, direction);
    let reaches = match piece.kind {
        PieceType::King => vector != (0, 0, 0) && vector == direction,
        PieceType::Knight => lengths.iter().sum::<i8>() == 3 && changed == 2,
        PieceType::Unicorn => false,
        PieceType::Rook => rook && slides(),
        PieceType::Bishop => bishop && slides(),
        PieceType::Queen => (rook || bishop) && slides(),
        PieceType::Pawn => {
            let level = vector.2 == 0 || direction.2 == toward_enemy(piece.side);
            lengths[0] == 1 && vector.1 == piece.side.forward() && level
        }
    };
    reaches && board.is_live(to)
}

/// X3: returns the promotion rank, six ranks ahead of the pawn's start rank.
fn promotion_rank(early: bool, side: Side) -> i8 {
    match (side, early) {
        (Side::White, true) => 7,
        (Side::White, false) => 8,
        (Side::Black, true) => 2,
        (Side::Black, false) => 1,
    }
}

/// Returns the children of a possible move of a piece. X3: a sideways step is a pawn move and
/// resets the clock, although it can be reversed.
fn children_of_move(board: &Board, from: Cell, to: Cell) -> Vec<Child> {
    let piece = board.piece_at(from).expect("a piece to move");
    let mut after = board.next_turn();
    after.move_piece(from, to);
    let promoting = piece.kind == PieceType::Pawn
        && to.rank == promotion_rank(board.early.contains(&from), piece.side);
    let pawns = if promoting { vec![to] } else { Vec::new() };
    after.promotions(format!("{from}{to}"), &pawns, &[PieceType::Queen])
}

/// X3: returns whether the cell lies on the last rank of its board, from this side.
fn is_on_last_rank(board: &Board, cell: Cell, side: Side) -> bool {
    let fixed = board.space.boards.iter().find(|fixed| fixed.covers(cell));
    let (first, last) = match fixed {
        Some(fixed) => (fixed.rank, fixed.rank + fixed.size - 1),
        None => {
            let platform = board.platforms.iter().find(|platform| platform.post.covers(cell));
            let near = platform.expect("a live cell is on some board").post.min_rank();
            (near, near + 1)
        }
    };
    match side {
        Side::White => cell.rank == last,
        Side::Black => cell.rank == first,
    }
}

/// X3: returns steps forward, double steps of unmoved pawns, and sideways steps on the last rank of
/// a board.
fn pawn_steps(board: &Board, from: Cell) -> Vec<Child> {
    let side = board.side_to_move;
    let mut children = Vec::new();
    for direction in [(0, side.forward(), 0), (0, side.forward(), toward_enemy(side))] {
        let once = from.step(direction);
        let twice = once.step(direction);
        if board.is_vacant(once) {
            children.extend(children_of_move(board, from, once));
            if board.unmoved_pawns.contains(&from) && board.is_vacant(twice) {
                children.extend(children_of_move(board, from, twice));
            }
        }
    }
    if is_on_last_rank(board, from, side) {
        for to in [from.step((1, 0, 0)), from.step((-1, 0, 0))] {
            if board.is_vacant(to) {
                children.extend(children_of_move(board, from, to));
            }
        }
    }
    children
}

/// X4: returns whether both posts cover the same ranks.
fn same_ranks(from: Post, to: Post) -> bool {
    from.min_rank() == to.min_rank()
}

/// X4: returns platform moves.
fn platform_moves(board: &Board) -> Vec<Child> {
    let mut children = Vec::new();
    for platform in &board.platforms {
        let from = platform.post;
        let carried = board.pieces_on(from);
        let ours = carried.iter().all(|(_, piece)| piece.side == board.side_to_move);
        let carries = |kind| carried.iter().any(|(_, piece)| piece.kind == kind);
        if carried.is_empty() || !ours || carries(PieceType::King) {
            continue;
        }
        for to in board.space.posts().into_iter().filter(|post| !board.has_platform(*post)) {
            if !carries(PieceType::Pawn) || same_ranks(from, to) {
                let mut after = board.next_turn();
                after.move_platform(from, to, false);
                children.push((format!("{from}{to}"), after));
            }
        }
    }
    children
}

/// X2 to X4: returns all moves.
fn pseudo_legal_moves(board: &Board) -> Vec<Child> {
    let pieces: Vec<(Cell, PieceType)> = board.pieces_of(board.side_to_move).collect();
    let mut children = Vec::new();
    for (from, kind) in pieces {
        for to in board.cells().into_iter().filter(|to| attacks(board, from, *to)) {
            let captures = board.is_occupied_by(to, board.side_to_move.other());
            if captures || kind != PieceType::Pawn && board.is_vacant(to) {
                children.extend(children_of_move(board, from, to));
            }
        }
        if kind == PieceType::Pawn {
            children.extend(pawn_steps(board, from));
        }
    }
    children.extend(platform_moves(board));
    children
}
