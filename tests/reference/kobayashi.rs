//! `kobayashi`, rules K1 to K6: planar moves, and changes of level through a platform.

use super::board::{Board, PieceType, Side};
use super::fen::{parse_staircase, write_staircase};
use super::space::{Cell, Post, STAIRCASE, Space};
use super::{Child, Game, has_only_kings};

static SPACE: Space = Space {
    boards: &STAIRCASE,
    has_posts_below: true,
    pawn_starts: ["a11 b11 e11 f11 b22 c22 d22 e22", "a87 b87 e87 f87 b76 c76 d76 e76"],
};

/// The rule set.
pub(crate) const KOBAYASHI: Game = Game {
    name: "kobayashi",
    startpos: "bqkb/pppp/4/4|4/4/4/4|4/4/PPPP/BQKB \
            b12-:PP/RN,b86+:rn/pp,e12-:PP/NR,e86+:nr/pp w KQkq * - 0 1",
    from_fen: |text| parse_staircase(text, &SPACE, false),
    to_fen: |board| write_staircase(board, false),
    attacks,
    pseudo_legal_moves,
    is_over: has_only_kings,
    end_reason: Some("dead-position"),
};

/// K2: returns whether a slider that moves in this direction reaches the cell. A missing cell stops
/// it like a piece.
pub(crate) fn can_slide(board: &Board, from: Cell, to: Cell, direction: (i8, i8, i8)) -> bool {
    let mut cell = from.step(direction);
    while board.is_live(cell) {
        if cell == to {
            return true;
        }
        if board.piece_at(cell).is_some() {
            return false;
        }
        cell = cell.step(direction);
    }
    false
}

/// Returns the signs of a vector.
pub(crate) fn signs((files, ranks, levels): (i8, i8, i8)) -> (i8, i8, i8) {
    (files.signum(), ranks.signum(), levels.signum())
}

/// K2: rook lines are planar orthogonal or vertical: one coordinate changes.
fn rook_attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let direction = signs(from.vector_to(to));
    direction.0.abs() + direction.1.abs() + direction.2.abs() == 1
        && can_slide(board, from, to, direction)
}

/// K2: bishops move along planar diagonals, or one triagonal step.
fn bishop_attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let vector = from.vector_to(to);
    let direction = signs(vector);
    let triagonal = direction.0 != 0 && direction.1 != 0 && direction.2 != 0 && vector == direction;
    triagonal
        || direction.0 != 0
            && direction.1 != 0
            && direction.2 == 0
            && can_slide(board, from, to, direction)
}

/// K2: kings move one step, planar, vertical or triagonal.
fn king_attacks(from: Cell, to: Cell) -> bool {
    let vector = from.vector_to(to);
    let changed = [vector.0, vector.1, vector.2].iter().filter(|by| **by != 0).count();
    vector == signs(vector) && (changed == 1 || changed == 3 || changed == 2 && vector.2 == 0)
}

/// K3: knights move through orthogonally connected cells, or between the two platforms of one
/// corner.
fn knight_attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let (files, ranks, levels) = from.vector_to(to);
    let axes = [(files, 0, 0), (0, ranks, 0), (0, 0, levels)];
    let find = |length| axes.into_iter().find(|axis| (axis.0 + axis.1 + axis.2).abs() == length);
    let sum = files.abs() + ranks.abs() + levels.abs();
    let (Some(long), Some(short)) = (find(2), find(1)) else { return false };
    if sum != 3 {
        return false;
    }
    let long = signs(long);
    let orders = [[long, long, short], [long, short, long], [short, long, long]];
    let connected = orders.into_iter().any(|steps| {
        let mut cell = from;
        steps.into_iter().all(|step| {
            cell = cell.step(step);
            board.is_live(cell)
        })
    });
    let corner = |cell| {
        let platform = board.platforms.iter().find(|platform| platform.post.covers(cell));
        platform.map(|platform| platform.post.corner)
    };
    connected || levels.abs() == 2 && corner(from).is_some() && corner(from) == corner(to)
}

/// K2 to K4: returns whether the piece on `from` attacks `to`.
fn attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    let reaches = match piece.kind {
        PieceType::King => king_attacks(from, to),
        PieceType::Knight => knight_attacks(board, from, to),
        PieceType::Unicorn => false,
        PieceType::Rook => rook_attacks(board, from, to),
        PieceType::Bishop => bishop_attacks(board, from, to),
        PieceType::Queen => rook_attacks(board, from, to) || bishop_attacks(board, from, to),
        PieceType::Pawn => {
            let forward = piece.side.forward();
            let (files, ranks, levels) = from.vector_to(to);
            files.abs() == 1 && ranks == forward && (levels == 0 || levels == forward)
        }
    };
    reaches && board.is_live(to)
}

/// K4: returns the posts on whose last rank the side's pawns promote.
fn promotion_posts(side: Side) -> [Post; 2] {
    match side {
        Side::White => ["b86+", "e86+"].map(Post::from_name),
        Side::Black => ["b12-", "e12-"].map(Post::from_name),
    }
}

/// K4: returns whether a pawn of the side promotes on the cell.
fn is_promotion_cell(board: &Board, cell: Cell, side: Side) -> bool {
    let (board_rank, board_level, far_rank) = match side {
        Side::White => (8, 6, 9),
        Side::Black => (1, 2, 0),
    };
    let on_board = cell.rank == board_rank && cell.level == board_level;
    let on_post =
        promotion_posts(side).into_iter().any(|post| board.has_platform(post) && post.covers(cell));
    on_board || on_post && cell.rank == far_rank
}

/// K6: the letter of a castling right, the start cells of king and rook, and the rook's platform.
const HOMES: [(char, &str, &str, &str); 4] = [
    ('K', "d12", "f01", "e12-"),
    ('Q', "d12", "a01", "b12-"),
    ('k', "d86", "f97", "e86+"),
    ('q', "d86", "a97", "b86+"),
];

/// K6: removes a right when its king or rook leaves home, or when the rook is captured there.
fn update_castling_rights(board: &mut Board, cell: Cell) {
    for (letter, king, rook, _) in HOMES {
        if cell == Cell::from_name(king) || cell == Cell::from_name(rook) {
            board.castling.remove(&letter);
        }
    }
}

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
        after.remove(victim);
        after.halfmove_clock = 0;
    }
    after.move_piece(from, to);
    update_castling_rights(&mut after, from);
    update_castling_rights(&mut after, to);
    if !ep_cells.is_empty() {
        after.en_passant = Some((to, ep_cells.to_vec()));
    }
    let promoting = piece.kind == PieceType::Pawn && is_promotion_cell(board, to, piece.side);
    let pawns = if promoting { vec![to] } else { Vec::new() };
    after.promotions(format!("{from}{to}"), &pawns, &PieceType::PROMOTIONS)
}

/// K4: returns single steps forward or up, and double steps of unmoved pawns.
fn pawn_steps(board: &Board, from: Cell) -> Vec<Child> {
    let forward = board.side_to_move.forward();
    let mut children = Vec::new();
    for direction in [(0, forward, 0), (0, 0, forward)] {
        let once = from.step(direction);
        let twice = once.step(direction);
        if board.is_vacant(once) {
            children.extend(children_of_move(board, from, once, None, &[]));
            if board.unmoved_pawns.contains(&from) && board.is_vacant(twice) {
                children.extend(children_of_move(board, from, twice, None, &[once]));
            }
        }
    }
    children
}

/// K2 to K4: returns the moves of one piece.
fn piece_moves(board: &Board, from: Cell, kind: PieceType) -> Vec<Child> {
    let mut children = Vec::new();
    for to in board.cells().into_iter().filter(|to| attacks(board, from, *to)) {
        match board.piece_at(to) {
            Some(piece) if piece.side == board.side_to_move => {}
            Some(_) => children.extend(children_of_move(board, from, to, Some(to), &[])),
            None if kind != PieceType::Pawn => {
                children.extend(children_of_move(board, from, to, None, &[]))
            }
            None => match &board.en_passant {
                Some((ep_pawn, cells)) if cells.contains(&to) => {
                    children.extend(children_of_move(board, from, to, Some(*ep_pawn), &[]));
                }
                _ => {}
            },
        }
    }
    if kind == PieceType::Pawn {
        children.extend(pawn_steps(board, from));
    }
    children
}

/// K5: returns where a post lies on the grid of its side: rank block and level.
fn grid_position(post: Post) -> (i8, i8) {
    (post.min_rank() / 2, post.level())
}

/// K5: the knight's commands, listed in both directions.
const KNIGHT_COMMANDS: [(&str, &[&str]); 12] = [
    ("12-", &["42+"]),
    ("12+", &["42-", "56-"]),
    ("42-", &["12+", "34+", "64+"]),
    ("42+", &["12-", "86-"]),
    ("34-", &["56+", "64+"]),
    ("34+", &["64-", "42-"]),
    ("64-", &["34+", "56+"]),
    ("64+", &["34-", "42-"]),
    ("56-", &["12+", "86+"]),
    ("56+", &["34-", "64-", "86-"]),
    ("86-", &["42+", "56+"]),
    ("86+", &["56-"]),
];

/// K5: returns whether a command in this direction of the grid brings the platform to the post in
/// at most `steps` steps over existing, vacant posts.
fn can_command_along(
    board: &Board,
    from: Post,
    to: Post,
    direction: (i8, i8),
    steps: usize,
) -> bool {
    let (mut block, mut level) = grid_position(from);
    let posts = board.space.posts();
    for _ in 0..steps {
        (block, level) = (block + direction.0, level + direction.1);
        let is_here = |post: &&Post| {
            post.corner.file == from.corner.file && grid_position(**post) == (block, level)
        };
        match posts.iter().find(is_here) {
            Some(post) if board.has_platform(*post) => return false,
            Some(post) if *post == to => return true,
            Some(_) => {}
            None => return false,
        }
    }
    false
}

/// K5: returns whether a piece of this type commands its platform from post to post.
fn commands(board: &Board, kind: PieceType, from: Post, to: Post) -> bool {
    let rows_and_columns = [(1, 0), (-1, 0), (0, 2), (0, -2)];
    let diagonals = [(1, 2), (1, -2), (-1, 2), (-1, -2)];
    let along = |directions: &[(i8, i8)], steps| {
        directions.iter().any(|direction| can_command_along(board, from, to, *direction, steps))
    };
    match kind {
        PieceType::Rook => along(&rows_and_columns, 5),
        PieceType::Bishop => along(&diagonals, 5),
        PieceType::Queen => along(&rows_and_columns, 5) || along(&diagonals, 5),
        PieceType::King => along(&rows_and_columns, 1) || along(&diagonals, 1),
        PieceType::Knight => {
            let (from, to) = (from.to_string(), to.to_string());
            let row = KNIGHT_COMMANDS
                .iter()
                .find(|row| row.0 == &from[1..])
                .expect("every post has a row");
            from[..1] == to[..1] && row.1.contains(&&to[1..])
        }
        PieceType::Pawn | PieceType::Unicorn => false,
    }
}

/// K5: returns platform moves.
fn platform_moves(board: &Board) -> Vec<Child> {
    let mut children = Vec::new();
    for platform in &board.platforms {
        let from = platform.post;
        let carried = board.pieces_on(from);
        if carried.iter().any(|(_, piece)| piece.side != board.side_to_move) {
            continue;
        }
        for to in board.space.posts().into_iter().filter(|post| !board.has_platform(*post)) {
            if !carried.iter().any(|(_, piece)| commands(board, piece.kind, from, to)) {
                continue;
            }
            let mut after = board.next_turn();
            after.move_platform(from, to, true);
            for (letter, _, _, home) in HOMES {
                if from == Post::from_name(home) {
                    after.castling.remove(&letter);
                }
            }
            let arrived = after.pieces_on(to).into_iter();
            let pawns: Vec<Cell> = arrived
                .filter(|(cell, piece)| {
                    piece.kind == PieceType::Pawn && is_promotion_cell(&after, *cell, piece.side)
                })
                .map(|(cell, _)| cell)
                .collect();
            children.extend(after.promotions(
                format!("{from}{to}"),
                &pawns,
                &PieceType::PROMOTIONS,
            ));
        }
    }
    children
}

/// K6: returns castling moves. The table holds the cells that must be empty and not attacked, and
/// the destinations of king and rook.
fn castling(board: &Board) -> Vec<Child> {
    let paths = [
        ('K', "e12 e01", "e01", "e12"),
        ('Q', "c12 b12 b01", "b01", "b12"),
        ('k', "e86 e97", "e97", "e86"),
        ('q', "c86 b86 b97", "b97", "b86"),
    ];
    let mut children = Vec::new();
    for ((letter, king, rook, _), (_, free, king_to, rook_to)) in HOMES.into_iter().zip(paths) {
        let ours = letter.is_ascii_uppercase() == (board.side_to_move == Side::White);
        let [king, rook, king_to, rook_to] = [king, rook, king_to, rook_to].map(Cell::from_name);
        let attacked = |cell: Cell| {
            board.pieces_of(board.side_to_move.other()).any(|(from, _)| attacks(board, from, cell))
        };
        let safe = |name: &str| {
            let cell = Cell::from_name(name);
            board.is_vacant(cell) && !attacked(cell)
        };
        if !ours
            || !board.castling.contains(&letter)
            || attacked(king)
            || !free.split(' ').all(safe)
        {
            continue;
        }
        let mut after = board.next_turn();
        after.move_piece(king, king_to);
        after.move_piece(rook, rook_to);
        update_castling_rights(&mut after, king);
        children.push((format!("{king}{rook}"), after));
    }
    children
}

/// K2 to K6: returns all moves.
fn pseudo_legal_moves(board: &Board) -> Vec<Child> {
    let pieces: Vec<(Cell, PieceType)> = board.pieces_of(board.side_to_move).collect();
    let mut children: Vec<Child> =
        pieces.into_iter().flat_map(|(from, kind)| piece_moves(board, from, kind)).collect();
    children.extend(platform_moves(board));
    children.extend(castling(board));
    children
}
