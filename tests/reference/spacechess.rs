//! `spacechess`, rules S1 to S5: three full boards, an elevator, and triple steps of pawns.

use super::board::{Board, PieceType, Side};
use super::fen::{
    parse_boards, parse_castling, parse_cells, parse_en_passant, pawns_at_home, write_boards,
    write_castling, write_cells, write_en_passant,
};
use super::kobayashi::{can_slide, signs};
use super::space::{Cell, FixedBoard, Space};
use super::{Child, Game, has_only_kings};
use std::collections::BTreeSet;

const fn full_board(level: i8) -> FixedBoard {
    FixedBoard { level, file: 0, rank: 1, size: 8 }
}

static SPACE: Space = Space {
    boards: &[full_board(3), full_board(2), full_board(1)],
    has_posts_below: false,
    pawn_starts: [
        "a21 b21 c21 d21 e21 f21 g21 h21 a12 b12 c12 d12 e12 f12 g12 h12",
        "a73 b73 c73 d73 e73 f73 g73 h73 a82 b82 c82 d82 e82 f82 g82 h82",
    ],
};

/// The rule set.
pub(crate) const SPACECHESS: Game = Game {
    name: "spacechess",
    startpos: "rnbqkbnr/pppppppp/8/8/8/8/8/8|pppppppp/8/8/8/8/8/8/PPPPPPPP|\
            8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq * - 0 1",
    from_fen,
    to_fen,
    attacks,
    pseudo_legal_moves,
    is_over: has_only_kings,
    end_reason: Some("dead-position"),
};

fn from_fen(text: &str) -> Board {
    let mut board = Board::empty(&SPACE);
    let fields: Vec<&str> = text.split(' ').collect();
    let [levels, side, castling, unmoved, en_passant, clock, number] = fields[..] else {
        panic!("{text}: seven fields are expected")
    };
    parse_boards(&mut board, levels);
    board.side_to_move = Side::from_letter(side);
    board.castling = parse_castling(castling);
    board.unmoved_pawns = parse_cells(unmoved, pawns_at_home(&board, |_| true));
    board.en_passant = parse_en_passant(en_passant);
    board.halfmove_clock = clock.parse().expect("a half-move clock");
    board.fullmove_number = number.parse().expect("a move number");
    board
}

fn to_fen(board: &Board) -> String {
    format!(
        "{} {} {} {} {} {} {}",
        write_boards(board),
        board.side_to_move.letter(),
        write_castling(board),
        write_cells(&board.unmoved_pawns, &pawns_at_home(board, |_| true)),
        write_en_passant(board),
        board.halfmove_clock,
        board.fullmove_number
    )
}

/// S2, S5: returns whether the piece on `from` attacks `to`.
fn attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    let vector = from.vector_to(to);
    let direction = signs(vector);
    let lengths = [vector.0, vector.1, vector.2].map(i8::abs);
    let changed = lengths.iter().filter(|length| **length != 0).count();
    let slides = || can_slide(board, from, to, direction);
    let reaches = match piece.kind {
        PieceType::King => vector == direction && (changed == 1 || changed == 2),
        PieceType::Knight => changed == 2 && lengths.iter().sum::<i8>() == 3,
        PieceType::Unicorn => false,
        PieceType::Rook => changed == 1 && slides(),
        PieceType::Bishop => changed == 2 && slides(),
        PieceType::Queen => (changed == 1 || changed == 2) && slides(),
        PieceType::Pawn => {
            let forward = piece.side.forward();
            lengths[0] == 1
                && ((vector.1, vector.2) == (forward, 0) || (vector.1, vector.2) == (0, forward))
        }
    };
    reaches && board.is_live(to)
}

/// Returns whether a piece of the side attacks the cell.
fn is_attacked(board: &Board, cell: Cell, by: Side) -> bool {
    board.pieces_of(by).any(|(from, _)| attacks(board, from, cell))
}

/// S4: the letter of a castling right, the cells of king and rook, and their destinations.
const HOMES: [(char, &str, &str, &str, &str); 4] = [
    ('K', "e11", "h11", "g11", "f11"),
    ('Q', "e11", "a11", "c11", "d11"),
    ('k', "e83", "h83", "g83", "f83"),
    ('q', "e83", "a83", "c83", "d83"),
];

/// S4: removes a right when its king or rook leaves home, or when the rook is captured there.
fn update_castling_rights(board: &mut Board, cell: Cell) {
    for (letter, king, rook, _, _) in HOMES {
        if cell == Cell::from_name(king) || cell == Cell::from_name(rook) {
            board.castling.remove(&letter);
        }
    }
}

/// S5: returns whether a pawn may promote on the cell, and whether it may stay a pawn.
fn promotion_options(cell: Cell, side: Side) -> (bool, bool) {
    let (rank, level) = match side {
        Side::White => (cell.rank, cell.level),
        // Mirrors Black's cells onto White's.
        Side::Black => (9 - cell.rank, 4 - cell.level),
    };
    match (rank, level) {
        (8, 3) => (true, false),
        (8, 2) | (7, 3) => (true, true),
        _ => (false, true),
    }
}

/// Returns the children of a possible move of a piece.
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
    let text = format!("{from}{to}");
    if piece.kind != PieceType::Pawn {
        return vec![(text, after)];
    }
    let (promotes, stays) = promotion_options(to, piece.side);
    let mut children = Vec::new();
    if promotes {
        children.extend(after.clone().promotions(text.clone(), &[to], &PieceType::PROMOTIONS));
    }
    if stays {
        children.push((text, after));
    }
    children
}

/// S5: returns whether some order of these steps forward and up is unobstructed, and the cells
/// strictly passed all such orders. The last cell is not included.
fn run_cells(board: &Board, from: Cell, forward: i8, up: i8) -> (bool, BTreeSet<Cell>) {
    let direction = board.side_to_move.forward();
    if forward + up == 0 {
        return (true, BTreeSet::new());
    }
    let (mut possible, mut passed) = (false, BTreeSet::new());
    for (step, forward, up) in
        [((0, direction, 0), forward - 1, up), ((0, 0, direction), forward, up - 1)]
    {
        if forward < 0 || up < 0 {
            continue;
        }
        let next = from.step(step);
        if !board.is_vacant(next) {
            continue;
        }
        let (rest_possible, rest) = run_cells(board, next, forward, up);
        if rest_possible {
            possible = true;
            passed.extend(rest);
            if forward + up > 0 {
                passed.insert(next);
            }
        }
    }
    (possible, passed)
}

/// S5: returns single steps, and up to three steps of unmoved pawns in any mix.
fn pawn_steps(board: &Board, from: Cell) -> Vec<Child> {
    let direction = board.side_to_move.forward();
    let max_steps = if board.unmoved_pawns.contains(&from) { 3 } else { 1 };
    let mut children = Vec::new();
    for forward in 0..=max_steps {
        for up in 0..=max_steps - forward {
            if forward + up == 0 {
                continue;
            }
            let (possible, passed) = run_cells(board, from, forward, up);
            if possible {
                let to = from.step((0, forward * direction, up * direction));
                let ep_cells: Vec<Cell> = passed.into_iter().collect();
                children.extend(children_of_move(board, from, to, None, &ep_cells));
            }
        }
    }
    children
}

/// S2, S3: returns whether the king may move there without a ride. It captures on 18 cells. Without
/// a capture it moves on its level or straight up (Black: down).
fn can_king_step(board: &Board, from: Cell, to: Cell) -> bool {
    let vector = from.vector_to(to);
    board.piece_at(to).is_some() || vector.2 == 0 || vector == (0, 0, board.side_to_move.forward())
}

/// S3: returns the elevator rides after a possible move to the elevator.
fn elevator_rides(board: &Board, from: Cell, elevator: Cell) -> Vec<Child> {
    let mut children = Vec::new();
    for (_, stepped) in children_of_move(board, from, elevator, None, &[]) {
        if is_attacked(&stepped, elevator, board.side_to_move.other()) {
            continue;
        }
        for level in 1..=3 {
            let end = Cell { level, ..elevator };
            // The king already stands on the elevator, so the cell that it left is vacant, but it
            // is not a destination.
            if end != elevator && end != from && stepped.is_vacant(end) {
                let mut after = stepped.clone();
                after.move_piece(elevator, end);
                after.halfmove_clock = stepped.halfmove_clock;
                update_castling_rights(&mut after, end);
                children.push((format!("{from}{elevator}{end}"), after));
            }
        }
    }
    children
}

/// S2 to S5: returns the moves of one piece.
fn piece_moves(board: &Board, from: Cell, kind: PieceType) -> Vec<Child> {
    let elevator = Cell::from_name(match board.side_to_move {
        Side::White => "f83",
        Side::Black => "f11",
    });
    let mut children = Vec::new();
    for to in board.cells().into_iter().filter(|to| attacks(board, from, *to)) {
        match board.piece_at(to) {
            Some(piece) if piece.side == board.side_to_move => continue,
            _ if kind == PieceType::King && !can_king_step(board, from, to) => continue,
            None if kind == PieceType::Pawn => match &board.en_passant {
                Some((ep_pawn, cells)) if cells.contains(&to) => {
                    children.extend(children_of_move(board, from, to, Some(*ep_pawn), &[]));
                }
                _ => {}
            },
            _ => {
                children.extend(children_of_move(board, from, to, None, &[]));
                if kind == PieceType::King && to == elevator {
                    children.extend(elevator_rides(board, from, to));
                }
            }
        }
    }
    if kind == PieceType::Pawn {
        children.extend(pawn_steps(board, from));
    }
    children
}

/// S4: returns castling moves. Every cell between king and rook is empty and not attacked.
fn castling(board: &Board) -> Vec<Child> {
    let mut children = Vec::new();
    for (letter, king, rook, king_to, rook_to) in HOMES {
        let ours = letter.is_ascii_uppercase() == (board.side_to_move == Side::White);
        let [king, rook, king_to, rook_to] = [king, rook, king_to, rook_to].map(Cell::from_name);
        let enemy = board.side_to_move.other();
        let between = king.file.min(rook.file) + 1..king.file.max(rook.file);
        let free = || {
            between.into_iter().all(|file| {
                let cell = Cell { file, ..king };
                board.is_vacant(cell) && !is_attacked(board, cell, enemy)
            })
        };
        if ours && board.castling.contains(&letter) && !is_attacked(board, king, enemy) && free() {
            let mut after = board.next_turn();
            after.move_piece(king, king_to);
            after.move_piece(rook, rook_to);
            update_castling_rights(&mut after, king);
            children.push((format!("{king}{rook}"), after));
        }
    }
    children
}

/// S2 to S5: returns all moves.
fn pseudo_legal_moves(board: &Board) -> Vec<Child> {
    let pieces: Vec<(Cell, PieceType)> = board.pieces_of(board.side_to_move).collect();
    let mut children: Vec<Child> =
        pieces.into_iter().flat_map(|(from, kind)| piece_moves(board, from, kind)).collect();
    children.extend(castling(board));
    children
}
