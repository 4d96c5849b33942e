//! FENs: the fields that rule sets share, and the eight fields of the staircase.

use super::board::{Board, Piece, Platform, Side};
use super::space::{Cell, Post, Space};
use std::collections::BTreeSet;

/// Parses one rank and places its pieces. A digit is a run of empty cells.
pub(crate) fn parse_rank(board: &mut Board, text: &str, mut cell: Cell) {
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(run) => cell.file += run as i8,
            None => {
                board.pieces.insert(cell, Piece::from_letter(letter));
                cell.file += 1;
            }
        }
    }
}

/// Formats one rank of `files` files.
pub(crate) fn write_rank(board: &Board, cell: Cell, files: i8) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for file in 0..files {
        match board.piece_at(cell.step((file, 0, 0))) {
            None => run += 1,
            Some(piece) => {
                if run > 0 {
                    text += &run.to_string();
                    run = 0;
                }
                text.push(piece.letter());
            }
        }
    }
    if run > 0 {
        text += &run.to_string();
    }
    text
}

/// Parses the fixed boards, separated by `|`, each from its highest rank down.
pub(crate) fn parse_boards(board: &mut Board, text: &str) {
    for (fixed, text) in board.space.boards.iter().zip(text.split('|')) {
        for (down, text) in (1..).zip(text.split('/')) {
            let rank = fixed.rank + fixed.size - down;
            parse_rank(board, text, Cell { file: fixed.file, rank, level: fixed.level });
        }
    }
}

/// Formats the fixed boards.
pub(crate) fn write_boards(board: &Board) -> String {
    let format_board = |fixed: &super::space::FixedBoard| {
        let ranks = (fixed.rank..fixed.rank + fixed.size).rev();
        let text = |rank| {
            let cell = Cell { file: fixed.file, rank, level: fixed.level };
            write_rank(board, cell, fixed.size)
        };
        ranks.map(text).collect::<Vec<_>>().join("/")
    };
    board.space.boards.iter().map(format_board).collect::<Vec<_>>().join("|")
}

/// Returns the pawns on the start cells of their own color for which the condition holds.
pub(crate) fn pawns_at_home(board: &Board, condition: impl Fn(Cell) -> bool) -> BTreeSet<Cell> {
    let mut home = BTreeSet::new();
    for (names, side) in board.space.pawn_starts.iter().zip([Side::White, Side::Black]) {
        for cell in names.split(' ').map(Cell::from_name) {
            if condition(cell) && board.has_piece(cell, super::PieceType::Pawn, side) {
                home.insert(cell);
            }
        }
    }
    home
}

/// Parses a set of cells: `*` for all, `-` for none, else a list.
pub(crate) fn parse_cells(text: &str, all: BTreeSet<Cell>) -> BTreeSet<Cell> {
    match text {
        "*" => all,
        "-" => BTreeSet::new(),
        list => Cell::parse_list(list).into_iter().collect(),
    }
}

/// Formats a set of cells in ascending order, or as `*` if it equals `all`.
pub(crate) fn write_cells(cells: &BTreeSet<Cell>, all: &BTreeSet<Cell>) -> String {
    match cells {
        cells if cells.is_empty() => "-".to_owned(),
        cells if cells == all => "*".to_owned(),
        cells => cells.iter().map(Cell::to_string).collect(),
    }
}

/// Parses the castling letters.
pub(crate) fn parse_castling(text: &str) -> BTreeSet<char> {
    text.chars().filter(|letter| *letter != '-').collect()
}

/// Formats the castling letters in the order `KQkq`.
pub(crate) fn write_castling(board: &Board) -> String {
    let held: String = "KQkq".chars().filter(|letter| board.castling.contains(letter)).collect();
    if held.is_empty() { "-".to_owned() } else { held }
}

/// Parses the en-passant field: the pawn and the cells that it passed, `b42:b32`.
pub(crate) fn parse_en_passant(text: &str) -> Option<(Cell, Vec<Cell>)> {
    let (ep_pawn, cells) = text.split_once(':')?;
    Some((Cell::from_name(ep_pawn), Cell::parse_list(cells)))
}

/// Formats the en-passant field.
pub(crate) fn write_en_passant(board: &Board) -> String {
    match &board.en_passant {
        None => "-".to_owned(),
        Some((ep_pawn, cells)) => {
            format!("{ep_pawn}:{}", cells.iter().map(Cell::to_string).collect::<String>())
        }
    }
}

/// Parses the eight fields of a staircase FEN. With `early` the sixth field lists early pawns.
pub(crate) fn parse_staircase(text: &str, space: &'static Space, early: bool) -> Board {
    let mut board = Board::empty(space);
    let fields: Vec<&str> = text.split(' ').collect();
    let [boards, platforms, side, castling, unmoved, sixth, clock, number] = fields[..] else {
        panic!("{text}: eight fields are expected")
    };
    parse_boards(&mut board, boards);
    for platform in platforms.split(',') {
        let (place, pieces) = platform.split_once(':').expect("a colon after the post");
        let post = Post::from_name(&place[..4]);
        let owner = (place.len() > 4).then(|| Side::from_letter(&place[4..]));
        board.platforms.push(Platform { post, owner });
        for (rank, pieces) in
            [post.min_rank() + 1, post.min_rank()].into_iter().zip(pieces.split('/'))
        {
            parse_rank(
                &mut board,
                pieces,
                Cell { file: post.min_file(), rank, level: post.level() },
            );
        }
    }
    board.side_to_move = Side::from_letter(side);
    board.castling = parse_castling(castling);
    board.unmoved_pawns = parse_cells(unmoved, pawns_at_home(&board, |_| true));
    match early {
        true => board.early = parse_cells(sixth, pawns_at_home(&board, is_early_start)),
        false => board.en_passant = parse_en_passant(sixth),
    }
    board.halfmove_clock = clock.parse().expect("a half-move clock");
    board.fullmove_number = number.parse().expect("a move number");
    board
}

/// Formats the eight fields of a staircase FEN.
pub(crate) fn write_staircase(board: &Board, early: bool) -> String {
    let mut platforms = board.platforms.clone();
    platforms.sort_by_key(|platform| platform.post);
    let platform = |platform: &Platform| {
        let post = platform.post;
        let [far, near] = [post.min_rank() + 1, post.min_rank()].map(|rank| {
            write_rank(board, Cell { file: post.min_file(), rank, level: post.level() }, 2)
        });
        let owner = platform.owner.map(Side::letter).map(String::from).unwrap_or_default();
        format!("{post}{owner}:{far}/{near}")
    };
    let platforms: Vec<String> = platforms.iter().map(platform).collect();
    let sixth = match early {
        true => write_cells(&board.early, &pawns_at_home(board, is_early_start)),
        false => write_en_passant(board),
    };
    format!(
        "{} {} {} {} {} {sixth} {} {}",
        write_boards(board),
        platforms.join(","),
        board.side_to_move.letter(),
        write_castling(board),
        write_cells(&board.unmoved_pawns, &pawns_at_home(board, |_| true)),
        board.halfmove_clock,
        board.fullmove_number
    )
}

/// Returns whether a pawn that starts here starts on a platform. Platforms are on odd levels.
fn is_early_start(cell: Cell) -> bool {
    cell.level % 2 == 1
}
