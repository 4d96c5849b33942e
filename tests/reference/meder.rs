//! `meder`, rules M1 to M8: lines over columns, platforms moved by the piece on them, and pawns
//! that promote when a platform leaves their corner.

use super::board::{Board, PieceType, Side};
use super::federation::{castling, columns_between, update_castling_rights};
use super::fen::{parse_staircase, write_staircase};
use super::space::{Cell, Post, STAIRCASE, Space};
use super::{Child, Game, has_only_kings};

static SPACE: Space = Space {
    boards: &STAIRCASE,
    has_posts_below: false,
    pawn_starts: ["a13 b13 e13 f13 b22 c22 d22 e22", "a87 b87 e87 f87 b76 c76 d76 e76"],
};

/// The rule set.
pub(crate) const MEDER: Game = Game {
    name: "meder",
    startpos: "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN \
            b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp w KQkq * - 0 1",
    from_fen: |text| parse_staircase(text, &SPACE, false),
    to_fen: |board| write_staircase(board, false),
    attacks,
    pseudo_legal_moves,
    is_over: has_only_kings,
    end_reason: Some("dead-position"),
};

/// Returns whether a piece stands on any level of the column.
fn is_column_occupied(board: &Board, (file, rank): (i8, i8)) -> bool {
    board.pieces.keys().any(|cell| (cell.file, cell.rank) == (file, rank))
}

/// M3: returns whether no piece stands in the columns strictly between two columns in line. Columns
/// without a live cell block nothing.
fn is_line_free(board: &Board, from: Cell, to: Cell) -> bool {
    columns_between(from, to)
        .is_some_and(|columns| !columns.into_iter().any(|column| is_column_occupied(board, column)))
}

/// M3, M4: returns whether the piece on `from` attacks `to`. Levels do not matter.
fn attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    let (files, ranks, _) = from.vector_to(to);
    let straight = files == 0 || ranks == 0;
    let reaches = match piece.kind {
        PieceType::King => files.abs().max(ranks.abs()) == 1,
        PieceType::Knight => files.abs() * ranks.abs() == 2,
        PieceType::Unicorn => false,
        PieceType::Rook => straight && is_line_free(board, from, to),
        PieceType::Bishop => !straight && is_line_free(board, from, to),
        PieceType::Queen => is_line_free(board, from, to),
        PieceType::Pawn => files.abs() == 1 && ranks == piece.side.forward(),
    };
    reaches && board.is_live(to)
}

/// M4: returns the rank on which the side's pawns of this file promote.
fn furthest_rank(board: &Board, file: i8, side: Side) -> i8 {
    let (on_board, beyond, corner) = match side {
        Side::White => (8, 9, Cell { file, rank: 8, level: 6 }),
        Side::Black => (1, 0, Cell { file, rank: 1, level: 2 }),
    };
    match file {
        0 | 5 => beyond,
        1 | 4 if board.has_platform(Post { corner, below: false }) => beyond,
        _ => on_board,
    }
}

/// M4: returns whether the side's pawn promotes on the cell, with the platforms where they stand.
fn is_promotion_cell(board: &Board, cell: Cell, side: Side) -> bool {
    cell.rank == furthest_rank(board, cell.file, side)
}

/// M4: returns whether a pawn of the side on the cell has to promote.
fn must_promote(board: &Board, cell: Cell, side: Side) -> bool {
    board.has_piece(cell, PieceType::Pawn, side) && is_promotion_cell(board, cell, side)
}

/// Returns the children of a possible move of a piece: one, or one for each promotion.
fn children_of_move(
    board: &Board,
    from: Cell,
    to: Cell,
    victim: Option<Cell>,
    ep_cells: &[Cell],
) -> Vec<Child> {
    let side = board.side_to_move;
    let mut after = board.next_turn();
    if let Some(victim) = victim {
        after.remove(victim);
        after.halfmove_clock = 0;
    }
    after.move_piece(from, to);
    update_castling_rights(&mut after, from);
    update_castling_rights(&mut after, to);
    if !ep_cells.is_empty() {
        after.en_passant = Some((to, ep_cells.to_vec()));
    }
    let pawns = if must_promote(&after, to, side) { vec![to] } else { Vec::new() };
    after.promotions(format!("{from}{to}"), &pawns, &PieceType::PROMOTIONS)
}

/// M4: returns single steps, and double steps of unmoved pawns. The cells passed by a double step
/// are all live cells of the column between.
fn pawn_steps(board: &Board, from: Cell) -> Vec<Child> {
    let forward = board.side_to_move.forward();
    let in_column = |rank| {
        let cells = board.cells().into_iter();
        let mut column: Vec<Cell> =
            cells.filter(|cell| (cell.file, cell.rank) == (from.file, rank)).collect();
        column.sort();
        column
    };
    let [once, twice] = [1, 2].map(|steps| in_column(from.rank + steps * forward));
    let mut children = Vec::new();
    for to in once.iter().filter(|to| board.is_vacant(**to)) {
        children.extend(children_of_move(board, from, *to, None, &[]));
    }
    if board.unmoved_pawns.contains(&from) && once.iter().all(|cell| board.is_vacant(*cell)) {
        for to in twice.iter().filter(|to| board.is_vacant(**to)) {
            children.extend(children_of_move(board, from, *to, None, &once));
        }
    }
    children
}

/// M3, M4: returns the moves of one piece.
fn piece_moves(board: &Board, from: Cell, kind: PieceType) -> Vec<Child> {
    let mut children = Vec::new();
    for to in board.cells().into_iter().filter(|to| attacks(board, from, *to)) {
        match board.piece_at(to) {
            Some(piece) if piece.side == board.side_to_move => {}
            None if kind == PieceType::Pawn => match &board.en_passant {
                Some((ep_pawn, cells)) if cells.contains(&to) => {
                    children.extend(children_of_move(board, from, to, Some(*ep_pawn), &[]));
                }
                _ => {}
            },
            _ => children.extend(children_of_move(board, from, to, None, &[])),
        }
    }
    if kind == PieceType::Pawn {
        children.extend(pawn_steps(board, from));
    }
    children
}

/// M5: the rank of a corner, and the ranks of the corners on its side that a platform reaches from
/// it.
const REACH: [(i8, &[i8]); 6] = [
    (1, &[3, 4]),
    (3, &[1, 4, 5, 6]),
    (4, &[1, 3, 6]),
    (5, &[3, 6, 8]),
    (6, &[3, 4, 5, 8]),
    (8, &[5, 6]),
];

/// M5: returns whether a platform can go from post to post: along its side, or straight across.
fn can_reach_post(from: Post, to: Post) -> bool {
    let reach = REACH.iter().find(|row| row.0 == from.corner.rank).expect("a row for each corner");
    match from.corner.file == to.corner.file {
        true => reach.1.contains(&to.corner.rank),
        false => from.corner.rank == to.corner.rank,
    }
}

/// M5: returns whether the side to move moves a platform with these pieces aboard: its own empty
/// one, or any that holds exactly one piece of the side.
fn is_movable(side: Side, owner: Option<Side>, aboard: &[(Cell, super::board::Piece)]) -> bool {
    match aboard {
        [] => owner == Some(side),
        [(_, piece)] => piece.side == side,
        _ => false,
    }
}

/// M4: returns whether a waiting pawn on the cell would attack the other side's king as a queen or
/// as a knight.
fn threatens_king(board: &Board, pawn: Cell, side: Side) -> bool {
    [PieceType::Queen, PieceType::Knight].into_iter().any(|kind| {
        let mut promoted = board.clone();
        promoted.promote(pawn, kind);
        attacks(&promoted, pawn, board.king_cell(side.other()))
    })
}

/// M5: returns platform moves. M4: the platform may carry a pawn to its furthest rank, or leave the
/// corner of a pawn of either side.
fn platform_moves(board: &Board) -> Vec<Child> {
    let side = board.side_to_move;
    let mut children = Vec::new();
    for platform in &board.platforms {
        let from = platform.post;
        let aboard = board.pieces_on(from);
        if !is_movable(side, platform.owner, &aboard) {
            continue;
        }
        for to in board.space.posts() {
            let ahead = (to.corner.rank - from.corner.rank) * side.forward();
            let backward = ahead < 0 && !aboard.is_empty();
            if board.has_platform(to) || !can_reach_post(from, to) || backward {
                continue;
            }
            let mut after = board.next_turn();
            after.move_platform(from, to, false);
            for (cell, _) in &aboard {
                update_castling_rights(&mut after, *cell);
            }
            if must_promote(&after, from.corner, side.other())
                && threatens_king(&after, from.corner, side.other())
            {
                continue;
            }
            let arrived = aboard.iter().map(|(cell, _)| from.carried_cell(*cell, to));
            let pawns: Vec<Cell> = arrived
                .chain([from.corner])
                .filter(|cell| must_promote(&after, *cell, side))
                .collect();
            assert!(pawns.len() <= 1, "a platform move promotes one pawn at most");
            children.extend(after.promotions(
                format!("{from}{to}"),
                &pawns,
                &PieceType::PROMOTIONS,
            ));
        }
    }
    children
}

/// M3 to M6: returns all moves of a side without a waiting pawn.
fn moves_without_waiting_pawn(board: &Board) -> Vec<Child> {
    let mut children: Vec<Child> = board
        .pieces_of(board.side_to_move)
        .flat_map(|(from, kind)| piece_moves(board, from, kind))
        .collect();
    children.extend(platform_moves(board));
    // M6: not while the move number is 1.
    if board.fullmove_number > 1 {
        children.extend(castling(board, attacks));
    }
    children
}

/// M4: returns the pawn of the side to move that waits for its promotion.
fn waiting_pawn(board: &Board) -> Option<Cell> {
    let side = board.side_to_move;
    board.pieces_of(side).map(|(cell, _)| cell).find(|cell| must_promote(board, *cell, side))
}

/// M3 to M6: returns all moves. M4: each exists once for each promotion of a waiting pawn, whose
/// letter is the last of the text.
fn pseudo_legal_moves(board: &Board) -> Vec<Child> {
    let Some(pawn) = waiting_pawn(board) else { return moves_without_waiting_pawn(board) };
    let mut children = Vec::new();
    for kind in PieceType::PROMOTIONS {
        let mut promoted = board.clone();
        promoted.promote(pawn, kind);
        for (text, mut after) in moves_without_waiting_pawn(&promoted) {
            after.halfmove_clock = 0;
            children.push((format!("{text}{}", kind.letter()), after));
        }
    }
    children
}
