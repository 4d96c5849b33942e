//! `chess`: the FIDE laws, on a single level. Cells are written without it.
//!
//! Published perft counts go on in dead positions, so nothing is over by the position itself here.

use super::board::{Board, Kind, Side};
use super::kobayashi::{signs, slides};
use super::space::{Cell, Fixed, Space};
use super::strings::{read_boards, read_castling, write_boards, write_castling};
use super::{Child, Game};

static SPACE: Space = Space {
    boards: &[Fixed { level: 1, file: 0, rank: 1, size: 8 }],
    pawns: ["a21 b21 c21 d21 e21 f21 g21 h21", "a71 b71 c71 d71 e71 f71 g71 h71"],
};

/// The rule set.
pub const CHESS: Game = Game {
    name: "chess",
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    read,
    write,
    attacks,
    candidates,
    over: |_| false,
};

/// The name of a cell: file and rank.
fn name(cell: Cell) -> String {
    cell.to_string()[..2].to_owned()
}

fn read(text: &str) -> Board {
    let mut board = Board::empty(&SPACE);
    let fields: Vec<&str> = text.split(' ').collect();
    let [men, side, castling, passed, clock, number] = fields[..] else {
        panic!("{text}: six fields are expected")
    };
    read_boards(&mut board, men);
    board.side = Side::of_letter(side);
    board.castling = read_castling(castling);
    board.fresh = super::strings::at_home(&board, |_| true);
    if passed != "-" {
        let cell = Cell::named(&format!("{passed}1"));
        board.passed = Some((cell.step((0, -board.side.forward(), 0)), vec![cell]));
    }
    board.clock = clock.parse().expect("a half-move clock");
    board.number = number.parse().expect("a move number");
    board
}

fn write(board: &Board) -> String {
    let passed = match &board.passed {
        Some((_, cells)) => name(cells[0]),
        None => "-".to_owned(),
    };
    format!(
        "{} {} {} {passed} {} {}",
        write_boards(board),
        board.side.letter(),
        write_castling(board),
        board.clock,
        board.number
    )
}

/// Does the man on the one cell attack the other?
fn attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let Some(man) = board.at(from) else { return false };
    let vector = from.to(to);
    let way = signs(vector);
    let straight = (vector.0 == 0) != (vector.1 == 0);
    let diagonal = vector.0.abs() == vector.1.abs() && vector.0 != 0;
    match man.kind {
        Kind::King => vector == way && vector != (0, 0, 0),
        Kind::Knight => vector.0.abs() * vector.1.abs() == 2,
        Kind::Rook => straight && slides(board, from, to, way),
        Kind::Bishop => diagonal && slides(board, from, to, way),
        Kind::Queen => (straight || diagonal) && slides(board, from, to, way),
        Kind::Pawn => vector.0.abs() == 1 && vector.1 == man.side.forward(),
    }
}

/// The letter of a right, its king and its rook, and where both go.
const HOMES: [(char, &str, &str, &str, &str); 4] = [
    ('K', "e11", "h11", "g11", "f11"),
    ('Q', "e11", "a11", "c11", "d11"),
    ('k', "e81", "h81", "g81", "f81"),
    ('q', "e81", "a81", "c81", "d81"),
];

/// A right is lost when its king or rook leaves home or the rook is captured there.
fn touch(board: &mut Board, cell: Cell) {
    for (letter, king, rook, _, _) in HOMES {
        if cell == Cell::named(king) || cell == Cell::named(rook) {
            board.castling.remove(&letter);
        }
    }
}

/// A man's own move, by now known to be possible: the child, or one for each promotion.
fn moves(board: &Board, from: Cell, to: Cell, victim: Option<Cell>, passed: &[Cell]) -> Vec<Child> {
    let man = board.at(from).expect("a man moves");
    let mut after = board.turned();
    if let Some(victim) = victim {
        after.remove(victim);
    }
    after.shift(from, to);
    touch(&mut after, from);
    touch(&mut after, to);
    if !passed.is_empty() {
        after.passed = Some((to, passed.to_vec()));
    }
    let promoting = man.kind == Kind::Pawn && (to.rank == 1 || to.rank == 8);
    let pawns = if promoting { vec![to] } else { Vec::new() };
    after.promotions(name(from) + &name(to), &pawns, &Kind::PROMOTIONS)
}

/// One step ahead, or two from the second rank.
fn pawn_steps(board: &Board, from: Cell) -> Vec<Child> {
    let way = (0, board.side.forward(), 0);
    let once = from.step(way);
    let twice = once.step(way);
    let mut children = Vec::new();
    if board.vacant(once) {
        children.extend(moves(board, from, once, None, &[]));
        if board.fresh.contains(&from) && board.vacant(twice) {
            children.extend(moves(board, from, twice, None, &[once]));
        }
    }
    children
}

/// King and rook unmoved, nothing between them, and the king neither starts, passes nor ends on
/// an attacked cell (the end is looked at with all other moves).
fn castling(board: &Board) -> Vec<Child> {
    let mut children = Vec::new();
    for (letter, king, rook, king_to, rook_to) in HOMES {
        let ours = letter.is_ascii_uppercase() == (board.side == Side::White);
        let [king, rook, king_to, rook_to] = [king, rook, king_to, rook_to].map(Cell::named);
        let between = king.file.min(rook.file) + 1..king.file.max(rook.file);
        let free = between.into_iter().all(|file| board.vacant(Cell { file, ..king }));
        let attacked = [king, rook_to]
            .into_iter()
            .any(|cell| board.of(board.side.other()).any(|(from, _)| attacks(board, from, cell)));
        if ours && board.castling.contains(&letter) && free && !attacked {
            let mut after = board.turned();
            after.shift(king, king_to);
            after.shift(rook, rook_to);
            touch(&mut after, king);
            children.push((name(king) + &name(king_to), after));
        }
    }
    children
}

/// Everything.
fn candidates(board: &Board) -> Vec<Child> {
    let men: Vec<(Cell, Kind)> = board.of(board.side).collect();
    let mut children = Vec::new();
    for (from, kind) in men {
        for to in board.cells().into_iter().filter(|to| attacks(board, from, *to)) {
            match board.at(to) {
                Some(man) if man.side == board.side => {}
                None if kind == Kind::Pawn => match &board.passed {
                    Some((runner, cells)) if cells.contains(&to) => {
                        children.extend(moves(board, from, to, Some(*runner), &[]));
                    }
                    _ => {}
                },
                _ => children.extend(moves(board, from, to, None, &[])),
            }
        }
        if kind == Kind::Pawn {
            children.extend(pawn_steps(board, from));
        }
    }
    children.extend(castling(board));
    children
}
