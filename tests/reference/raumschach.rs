//! `raumschach`, rules R1 to R5: a cube of five boards, and the unicorn.

use super::board::{Board, PieceType, Side};
use super::fen::{parse_boards, write_boards};
use super::kobayashi::{can_slide, signs};
use super::space::{Cell, FixedBoard, Space};
use super::{Child, Game, has_only_kings};

const fn full_board(level: i8) -> FixedBoard {
    FixedBoard { level, file: 0, rank: 1, size: 5 }
}

static SPACE: Space = Space {
    boards: &[full_board(5), full_board(4), full_board(3), full_board(2), full_board(1)],
    has_posts_below: false,
    pawn_starts: [
        "a21 b21 c21 d21 e21 a22 b22 c22 d22 e22",
        "a44 b44 c44 d44 e44 a45 b45 c45 d45 e45",
    ],
};

/// The rule set.
pub(crate) const RAUMSCHACH: Game = Game {
    name: "raumschach",
    startpos: "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|5/5/5/PPPPP/BUQBU|\
            5/5/5/PPPPP/RNKNR w 0 1",
    from_fen,
    to_fen,
    attacks,
    pseudo_legal_moves,
    is_over: has_only_kings,
    end_reason: Some("dead-position"),
};

/// R3: the types that a pawn promotes to.
const PROMOTIONS: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Unicorn, PieceType::Knight];

/// R5.
fn from_fen(text: &str) -> Board {
    let mut board = Board::empty(&SPACE);
    let fields: Vec<&str> = text.split(' ').collect();
    let [levels, side, clock, number] = fields[..] else {
        panic!("{text}: four fields are expected")
    };
    parse_boards(&mut board, levels);
    board.side_to_move = Side::from_letter(side);
    board.halfmove_clock = clock.parse().expect("a half-move clock");
    board.fullmove_number = number.parse().expect("a move number");
    board
}

/// R5.
fn to_fen(board: &Board) -> String {
    format!(
        "{} {} {} {}",
        write_boards(board),
        board.side_to_move.letter(),
        board.halfmove_clock,
        board.fullmove_number
    )
}

/// R3: returns whether a pawn captures along this vector: an edge step that goes back neither in
/// rank nor in level.
fn is_pawn_capture(vector: (i8, i8, i8), side: Side) -> bool {
    let forward = side.forward();
    [(1, forward, 0), (-1, forward, 0), (1, 0, forward), (-1, 0, forward), (0, forward, forward)]
        .contains(&vector)
}

/// R2, R3: returns whether the piece on `from` attacks `to`.
fn attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    let vector = from.vector_to(to);
    let direction = signs(vector);
    let lengths = [vector.0, vector.1, vector.2].map(i8::abs);
    let changed = lengths.iter().filter(|length| **length != 0).count();
    let slides = || can_slide(board, from, to, direction);
    let reaches = match piece.kind {
        PieceType::King => changed > 0 && vector == direction,
        PieceType::Knight => changed == 2 && lengths.iter().sum::<i8>() == 3,
        PieceType::Unicorn => changed == 3 && slides(),
        PieceType::Bishop => changed == 2 && slides(),
        PieceType::Rook => changed == 1 && slides(),
        PieceType::Queen => changed > 0 && slides(),
        PieceType::Pawn => is_pawn_capture(vector, piece.side),
    };
    reaches && board.is_live(to)
}

/// R3: returns whether a pawn of the side promotes on the cell.
fn is_promotion_cell(cell: Cell, side: Side) -> bool {
    match side {
        Side::White => (cell.rank, cell.level) == (5, 5),
        Side::Black => (cell.rank, cell.level) == (1, 1),
    }
}

/// Returns the children of a possible move of a piece: one, or one for each promotion.
fn children_of_move(board: &Board, from: Cell, to: Cell) -> Vec<Child> {
    let piece = board.piece_at(from).expect("a piece to move");
    let mut after = board.next_turn();
    after.move_piece(from, to);
    let promoting = piece.kind == PieceType::Pawn && is_promotion_cell(to, piece.side);
    let pawns = if promoting { vec![to] } else { Vec::new() };
    after.promotions(format!("{from}{to}"), &pawns, &PROMOTIONS)
}

/// R2, R3: returns all moves.
fn pseudo_legal_moves(board: &Board) -> Vec<Child> {
    let forward = board.side_to_move.forward();
    let mut children = Vec::new();
    for (from, kind) in board.pieces_of(board.side_to_move) {
        for to in board.cells().into_iter().filter(|to| attacks(board, from, *to)) {
            let captures = board.is_occupied_by(to, board.side_to_move.other());
            if captures || kind != PieceType::Pawn && board.is_vacant(to) {
                children.extend(children_of_move(board, from, to));
            }
        }
        if kind == PieceType::Pawn {
            for to in [from.step((0, forward, 0)), from.step((0, 0, forward))] {
                if board.is_vacant(to) {
                    children.extend(children_of_move(board, from, to));
                }
            }
        }
    }
    children
}
