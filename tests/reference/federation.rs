//! `federation` and `federation-plain`, rules F1 to F5. The path of a slider runs over the highest
//! live cells below a ceiling.

use super::board::{Board, PieceType, Side};
use super::fen::{parse_staircase, write_staircase};
use super::space::{Cell, Post, STAIRCASE, Space};
use super::{Child, Game, has_only_kings};

static SPACE: Space = Space {
    boards: &STAIRCASE,
    has_posts_below: true,
    pawn_starts: ["a13 b13 e13 f13 b22 c22 d22 e22", "a87 b87 e87 f87 b76 c76 d76 e76"],
};

/// The rule set with the rook-pawn rule.
pub(crate) const FEDERATION: Game = game::<true>("federation");

/// The rule set without the rook-pawn rule.
pub(crate) const FEDERATION_PLAIN: Game = game::<false>("federation-plain");

const fn game<const INWARD: bool>(name: &'static str) -> Game {
    Game {
        name,
        startpos: "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN \
                b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp w KQkq * - 0 1",
        from_fen: |text| parse_staircase(text, &SPACE, false),
        to_fen: |board| write_staircase(board, false),
        attacks: attacks::<INWARD>,
        pseudo_legal_moves: pseudo_legal_moves::<INWARD>,
        is_over: has_only_kings,
        end_reason: Some("dead-position"),
    }
}

/// F2: returns the highest live cell of a column at or below the ceiling.
fn highest_cell(board: &Board, file: i8, rank: i8, ceiling: i8) -> Option<Cell> {
    (1..=ceiling).rev().map(|level| Cell { file, rank, level }).find(|cell| board.is_live(*cell))
}

/// F2: returns the columns strictly between two columns; `None` if they are not in line or are the
/// same.
pub(crate) fn columns_between(from: Cell, to: Cell) -> Option<Vec<(i8, i8)>> {
    let (files, ranks, _) = from.vector_to(to);
    let length = files.abs().max(ranks.abs());
    let in_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    if length == 0 || !in_line {
        return None;
    }
    let (file, rank) = (files.signum(), ranks.signum());
    Some((1..length).map(|step| (from.file + file * step, from.rank + rank * step)).collect())
}

/// F2: returns the cells of the path under a ceiling; `None` if a column has no cell there or a
/// piece blocks it.
fn path_cells(board: &Board, columns: &[(i8, i8)], ceiling: i8) -> Option<Vec<Cell>> {
    let over = |&(file, rank): &(i8, i8)| {
        highest_cell(board, file, rank, ceiling).filter(|cell| board.piece_at(*cell).is_none())
    };
    columns.iter().map(over).collect()
}

/// F2: returns the cells passed: those of path A if it is free, else those of path B.
fn free_path(board: &Board, from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let columns = columns_between(from, to)?;
    let height = from.level.max(to.level);
    let path_b = || if height % 2 == 0 { path_cells(board, &columns, height + 1) } else { None };
    path_cells(board, &columns, height).or_else(path_b)
}

/// F2: returns whether the cells are in line but path A is blocked, so that only path B may be
/// free.
pub(crate) fn needs_path_b(board: &Board, from: Cell, to: Cell) -> bool {
    let path_a = |columns: Vec<_>| path_cells(board, &columns, from.level.max(to.level));
    columns_between(from, to).is_some_and(|columns| path_a(columns).is_none())
}

/// F3: returns the direction in which a pawn on a rook file moves inward.
fn inward_direction(file: i8) -> Option<i8> {
    match file {
        0 => Some(1),
        5 => Some(-1),
        _ => None,
    }
}

/// F2, F3: returns whether the piece on `from` attacks `to`.
fn attacks<const INWARD: bool>(board: &Board, from: Cell, to: Cell) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    let (files, ranks, _) = from.vector_to(to);
    let straight = files == 0 || ranks == 0;
    let reaches = match piece.kind {
        PieceType::King => files.abs().max(ranks.abs()) == 1,
        PieceType::Knight => files.abs().min(ranks.abs()) == 1 && files.abs().max(ranks.abs()) == 2,
        PieceType::Unicorn => false,
        PieceType::Rook => straight && free_path(board, from, to).is_some(),
        PieceType::Bishop => !straight && free_path(board, from, to).is_some(),
        PieceType::Queen => free_path(board, from, to).is_some(),
        PieceType::Pawn => {
            let ahead = files.abs() == 1 && ranks == piece.side.forward();
            let back = Some(files) == inward_direction(from.file) && ranks == -piece.side.forward();
            ahead || (INWARD && back)
        }
    };
    reaches && board.is_live(to)
}

/// F3: returns whether a pawn may move there without a capture; if so, the cell that a double step
/// passes.
fn pawn_step<const INWARD: bool>(board: &Board, from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let (files, ranks, _) = from.vector_to(to);
    let ahead = files == 0 && ranks.signum() == board.side_to_move.forward();
    let inward = INWARD && ranks == 0 && Some(files.signum()) == inward_direction(from.file);
    let columns = files.abs() + ranks.abs();
    let far_enough = columns == 1 || columns == 2 && board.unmoved_pawns.contains(&from);
    if !(ahead || inward) || !far_enough || !board.is_vacant(to) {
        return None;
    }
    free_path(board, from, to)
}

/// F3: returns whether a pawn of the side promotes on the cell.
fn is_promotion_cell(cell: Cell, side: Side) -> bool {
    match side {
        Side::White => cell.rank >= 8,
        Side::Black => cell.rank <= 1,
    }
}

/// F4: captures a piece. The platform passes to the capturing side with its owner's last piece.
fn capture(board: &mut Board, cell: Cell, by: Side) {
    board.remove(cell);
    board.halfmove_clock = 0;
    for at in 0..board.platforms.len() {
        let platform = board.platforms[at];
        let defended =
            platform.post.cells().iter().any(|&cell| board.is_occupied_by(cell, by.other()));
        if platform.post.covers(cell) && platform.owner == Some(by.other()) && !defended {
            board.platforms[at].owner = Some(by);
        }
    }
}

/// F5: removes a right when its king or rook leaves home, or when the rook is captured there.
pub(crate) fn update_castling_rights(board: &mut Board, cell: Cell) {
    for (letter, [king, rook]) in HOMES {
        if cell == Cell::from_name(king) || cell == Cell::from_name(rook) {
            board.castling.remove(&letter);
        }
    }
}

/// F5: the letter of a castling right, and the start cells of king and rook.
const HOMES: [(char, [&str; 2]); 4] =
    [('K', ["e03", "f03"]), ('Q', ["e03", "a03"]), ('k', ["e97", "f97"]), ('q', ["e97", "a97"])];

/// Returns the children of a possible move of a piece: one, or one for each promotion.
fn children_of_move(
    board: &Board,
    from: Cell,
    to: Cell,
    victim: Option<Cell>,
    ep_cells: &[Cell],
) -> Vec<Child> {
    let piece = board.piece_at(from).expect("a piece to move");
    let mut after = board.next_turn();
    if let Some(victim) = victim {
        capture(&mut after, victim, piece.side);
    }
    after.move_piece(from, to);
    update_castling_rights(&mut after, from);
    update_castling_rights(&mut after, to);
    if !ep_cells.is_empty() {
        after.en_passant = Some((to, ep_cells.to_vec()));
    }
    let promoting = piece.kind == PieceType::Pawn && is_promotion_cell(to, piece.side);
    let pawns = if promoting { vec![to] } else { Vec::new() };
    after.promotions(format!("{from}{to}"), &pawns, &PieceType::PROMOTIONS)
}

/// F2, F3: returns the moves of one piece.
fn piece_moves<const INWARD: bool>(board: &Board, from: Cell, kind: PieceType) -> Vec<Child> {
    let mut children = Vec::new();
    for to in board.cells() {
        let attacked = attacks::<INWARD>(board, from, to);
        match board.piece_at(to) {
            Some(piece) if piece.side == board.side_to_move => {}
            Some(_) if attacked => {
                children.extend(children_of_move(board, from, to, Some(to), &[]))
            }
            Some(_) => {}
            None if kind != PieceType::Pawn => {
                if attacked {
                    children.extend(children_of_move(board, from, to, None, &[]));
                }
            }
            None => {
                if let Some(ep_cells) = pawn_step::<INWARD>(board, from, to) {
                    children.extend(children_of_move(board, from, to, None, &ep_cells));
                }
                match &board.en_passant {
                    Some((ep_pawn, cells)) if attacked && cells.contains(&to) => {
                        children.extend(children_of_move(board, from, to, Some(*ep_pawn), &[]));
                    }
                    _ => {}
                }
            }
        }
    }
    children
}

/// F4: returns whether the other post is near enough: on the same file, at most two ranks away.
fn can_reach_post(from: Post, to: Post) -> bool {
    from != to
        && from.corner.file == to.corner.file
        && (from.corner.rank - to.corner.rank).abs() <= 2
}

/// F4: returns platform moves.
fn platform_moves(board: &Board) -> Vec<Child> {
    let mut children = Vec::new();
    let has_pawn = board.pieces_of(board.side_to_move).any(|(_, kind)| kind == PieceType::Pawn);
    for platform in
        board.platforms.iter().filter(|platform| platform.owner == Some(board.side_to_move))
    {
        let from = platform.post;
        let movable = match board.pieces_on(from)[..] {
            [] => true,
            [(_, piece)] => piece.kind == PieceType::Pawn && piece.side == board.side_to_move,
            _ => false,
        };
        if !has_pawn || !movable {
            continue;
        }
        for to in board.space.posts() {
            if !can_reach_post(from, to) || board.has_platform(to) {
                continue;
            }
            let mut after = board.next_turn();
            after.move_platform(from, to, false);
            let arrived = after.pieces_on(to).into_iter().map(|(cell, _)| cell);
            let pawns: Vec<Cell> =
                arrived.filter(|cell| is_promotion_cell(*cell, board.side_to_move)).collect();
            children.extend(after.promotions(
                format!("{from}{to}"),
                &pawns,
                &PieceType::PROMOTIONS,
            ));
        }
    }
    children
}

/// F5, M6: returns castling moves. The caller rejects those that leave the king attacked.
pub(crate) fn castling(board: &Board, attacks: fn(&Board, Cell, Cell) -> bool) -> Vec<Child> {
    let castlings = match board.side_to_move {
        Side::White => [('K', "e03", "f03", "f03", "e03"), ('Q', "e03", "a03", "b03", "e03")],
        Side::Black => [('k', "e97", "f97", "f97", "e97"), ('q', "e97", "a97", "b97", "e97")],
    };
    let mut children = Vec::new();
    for (letter, king, rook, king_to, rook_to) in castlings {
        let [king, rook, king_to, rook_to] = [king, rook, king_to, rook_to].map(Cell::from_name);
        let is_long = king_to != rook;
        let in_the_way = is_long && !board.is_vacant(king_to);
        let in_check =
            board.pieces_of(board.side_to_move.other()).any(|(from, _)| attacks(board, from, king));
        if !board.castling.contains(&letter) || in_the_way || in_check {
            continue;
        }
        let mut after = board.next_turn();
        let [king_piece, rook_piece] =
            [king, rook].map(|cell| board.piece_at(cell).expect("at home"));
        after.pieces.remove(&king);
        after.pieces.remove(&rook);
        after.pieces.insert(king_to, king_piece);
        after.pieces.insert(rook_to, rook_piece);
        update_castling_rights(&mut after, king);
        children.push((format!("{king}{rook}"), after));
    }
    children
}

/// F2 to F5: returns all moves.
fn pseudo_legal_moves<const INWARD: bool>(board: &Board) -> Vec<Child> {
    let pieces: Vec<(Cell, PieceType)> = board.pieces_of(board.side_to_move).collect();
    let mut children: Vec<Child> = pieces
        .into_iter()
        .flat_map(|(from, kind)| piece_moves::<INWARD>(board, from, kind))
        .collect();
    children.extend(platform_moves(board));
    children.extend(castling(board, attacks::<INWARD>));
    children
}
