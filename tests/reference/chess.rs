//! `chess`: the FIDE laws, on a single level, which names of squares omit.
//!
//! Published perft counts continue after dead positions, so no position is over here.

use super::board::{Board, PieceType, Side};
use super::fen::{parse_boards, parse_castling, write_boards, write_castling};
use super::kobayashi::{can_slide, signs};
use super::space::{Cell, FixedBoard, Space};
use super::{Child, Game};

static SPACE: Space = Space {
    boards: &[FixedBoard { level: 1, file: 0, rank: 1, size: 8 }],
    has_posts_below: false,
    pawn_starts: ["a21 b21 c21 d21 e21 f21 g21 h21", "a71 b71 c71 d71 e71 f71 g71 h71"],
};

/// The rule set.
pub(crate) const CHESS: Game = Game {
    name: "chess",
    startpos: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    from_fen,
    to_fen,
    attacks,
    pseudo_legal_moves,
    is_over: |_| false,
    end_reason: None,
};

/// Returns the name of a square: file and rank.
fn square_name(cell: Cell) -> String {
    cell.to_string()[..2].to_owned()
}

fn from_fen(text: &str) -> Board {
    let mut board = Board::empty(&SPACE);
    let fields: Vec<&str> = text.split(' ').collect();
    let [ranks, side, castling, en_passant, clock, number] = fields[..] else {
        panic!("{text}: six fields are expected")
    };
    parse_boards(&mut board, ranks);
    board.side_to_move = Side::from_letter(side);
    board.castling = parse_castling(castling);
    board.unmoved_pawns = super::fen::pawns_at_home(&board, |_| true);
    if en_passant != "-" {
        let cell = Cell::from_name(&format!("{en_passant}1"));
        board.en_passant = Some((cell.step((0, -board.side_to_move.forward(), 0)), vec![cell]));
    }
    board.halfmove_clock = clock.parse().expect("a half-move clock");
    board.fullmove_number = number.parse().expect("a move number");
    board
}

fn to_fen(board: &Board) -> String {
    let en_passant = match &board.en_passant {
        Some((_, cells)) => square_name(cells[0]),
        None => "-".to_owned(),
    };
    format!(
        "{} {} {} {en_passant} {} {}",
        write_boards(board),
        board.side_to_move.letter(),
        write_castling(board),
        board.halfmove_clock,
        board.fullmove_number
    )
}

/// Returns whether the piece on `from` attacks `to`.
fn attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    let vector = from.vector_to(to);
    let direction = signs(vector);
    let straight = (vector.0 == 0) != (vector.1 == 0);
    let diagonal = vector.0.abs() == vector.1.abs() && vector.0 != 0;
    match piece.kind {
        PieceType::King => vector == direction && vector != (0, 0, 0),
        PieceType::Knight => vector.0.abs() * vector.1.abs() == 2,
        PieceType::Unicorn => false,
        PieceType::Rook => straight && can_slide(board, from, to, direction),
        PieceType::Bishop => diagonal && can_slide(board, from, to, direction),
        PieceType::Queen => (straight || diagonal) && can_slide(board, from, to, direction),
        PieceType::Pawn => vector.0.abs() == 1 && vector.1 == piece.side.forward(),
    }
}

/// The letter of a castling right, the squares of king and rook, and their destinations.
const HOMES: [(char, &str, &str, &str, &str); 4] = [
    ('K', "e11", "h11", "g11", "f11"),
    ('Q', "e11", "a11", "c11", "d11"),
    ('k', "e81", "h81", "g81", "f81"),
    ('q', "e81", "a81", "c81", "d81"),
];

/// Removes a right when its king or rook leaves home, or when the rook is captured there.
fn update_castling_rights(board: &mut Board, cell: Cell) {
    for (letter, king, rook, _, _) in HOMES {
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
    }
    after.move_piece(from, to);
    update_castling_rights(&mut after, from);
    update_castling_rights(&mut after, to);
    if !ep_cells.is_empty() {
        after.en_passant = Some((to, ep_cells.to_vec()));
    }
    let promoting = piece.kind == PieceType::Pawn && (to.rank == 1 || to.rank == 8);
    let pawns = if promoting { vec![to] } else { Vec::new() };
    after.promotions(square_name(from) + &square_name(to), &pawns, &PieceType::PROMOTIONS)
}

/// Returns single and double steps.
fn pawn_steps(board: &Board, from: Cell) -> Vec<Child> {
    let direction = (0, board.side_to_move.forward(), 0);
    let once = from.step(direction);
    let twice = once.step(direction);
    let mut children = Vec::new();
    if board.is_vacant(once) {
        children.extend(children_of_move(board, from, once, None, &[]));
        if board.unmoved_pawns.contains(&from) && board.is_vacant(twice) {
            children.extend(children_of_move(board, from, twice, None, &[once]));
        }
    }
    children
}

/// Returns castling moves: king and rook are unmoved, the path between them is empty, and the king
/// neither starts nor passes on an attacked square. The caller rejects an attacked destination.
fn castling(board: &Board) -> Vec<Child> {
    let mut children = Vec::new();
    for (letter, king, rook, king_to, rook_to) in HOMES {
        let ours = letter.is_ascii_uppercase() == (board.side_to_move == Side::White);
        let [king, rook, king_to, rook_to] = [king, rook, king_to, rook_to].map(Cell::from_name);
        let between = king.file.min(rook.file) + 1..king.file.max(rook.file);
        let free = between.into_iter().all(|file| board.is_vacant(Cell { file, ..king }));
        let attacked = [king, rook_to].into_iter().any(|cell| {
            board.pieces_of(board.side_to_move.other()).any(|(from, _)| attacks(board, from, cell))
        });
        if ours && board.castling.contains(&letter) && free && !attacked {
            let mut after = board.next_turn();
            after.move_piece(king, king_to);
            after.move_piece(rook, rook_to);
            update_castling_rights(&mut after, king);
            children.push((square_name(king) + &square_name(king_to), after));
        }
    }
    children
}

/// Returns all moves.
fn pseudo_legal_moves(board: &Board) -> Vec<Child> {
    let pieces: Vec<(Cell, PieceType)> = board.pieces_of(board.side_to_move).collect();
    let mut children = Vec::new();
    for (from, kind) in pieces {
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
    }
    children.extend(castling(board));
    children
}
