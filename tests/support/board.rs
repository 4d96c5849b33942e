//! Short queries of boards of any rule set.

use rand::Rng;
use rand::RngExt;
use std::collections::BTreeMap;
use triskelion::geometry::Place;
use triskelion::moves::{Move, MoveList, MoveType, Piece};
use triskelion::rules::{BoardText, GenType, Rules};

/// Parses a FEN; panics if it is malformed.
pub(crate) fn parse_fen<B: BoardText>(text: &str) -> B {
    match B::from_fen(text) {
        Ok(board) => board,
        Err(errors) => panic!("{text}: {}", join_errors(&errors)),
    }
}

/// Joins the errors of a FEN.
pub(crate) fn join_errors(errors: &[triskelion::rules::ParseError]) -> String {
    errors.iter().map(|error| error.to_string()).collect::<Vec<_>>().join("; ")
}

/// Returns the legal moves.
pub(crate) fn legal_moves<B: Rules>(board: &B) -> MoveList {
    generate_moves(board, GenType::All)
}

/// Returns the legal moves of one generation type.
pub(crate) fn generate_moves<B: Rules>(board: &B, gen_type: GenType) -> MoveList {
    let mut list = MoveList::new();
    board.generate(gen_type, &mut list);
    list
}

/// Returns the legal moves in UCI notation, sorted.
pub(crate) fn uci_moves<B: BoardText>(board: &B) -> Vec<String> {
    let mut texts: Vec<String> =
        legal_moves(board).iter().map(|mv| board.move_to_uci(*mv)).collect();
    texts.sort();
    texts
}

/// Returns the pieces by cell.
pub(crate) fn pieces<B: Rules>(board: &B) -> BTreeMap<Place, Piece> {
    (0..B::CELLS).filter_map(|cell| Some((cell as Place, board.piece_at(cell as Place)?))).collect()
}

/// Returns a random legal move that is more likely to be of a rare kind; `None` if there is none.
pub(crate) fn random_move<B: Rules, R: Rng>(board: &B, random: &mut R) -> Option<Move> {
    let list = legal_moves(board);
    let weight = |mv: &Move| match mv.kind() {
        MoveType::EnPassant => 200,
        MoveType::Castling => 60,
        MoveType::ElevatorRide => 60,
        MoveType::Platform if mv.is_promotion() => 30,
        MoveType::Platform => 3,
        MoveType::Normal if mv.is_promotion() => 15,
        MoveType::Normal if board.captured(*mv).is_some() => 3,
        MoveType::Normal => 1,
    };
    let total: u32 = list.iter().map(weight).sum();
    let mut chosen = if total == 0 { return None } else { random.random_range(0..total) };
    for mv in &list {
        if chosen < weight(mv) {
            return Some(*mv);
        }
        chosen -= weight(mv);
    }
    None
}

/// Returns all boards of random games, half of them from the start position, half from `starts`.
pub(crate) fn random_game_boards<B: BoardText, R: Rng>(
    starts: &[String],
    games: usize,
    plies: usize,
    random: &mut R,
) -> Vec<B> {
    let mut boards = Vec::new();
    for _ in 0..games {
        let mut board: B = match random.random_bool(0.5) {
            true => B::startpos(),
            false => parse_fen(&starts[random.random_range(0..starts.len())]),
        };
        for _ in 0..plies {
            boards.push(board);
            if board.variant_outcome().is_some() {
                break;
            }
            match random_move(&board, random) {
                Some(mv) => board = board.make(mv, &mut ()),
                None => break,
            }
        }
    }
    boards
}
