//! The engine's side of the comparisons: small questions asked of any rule set.

use rand::Rng;
use rand::RngExt;
use std::collections::BTreeMap;
use triskelion::geometry::Place;
use triskelion::moves::{Move, MoveList, MoveType, Piece};
use triskelion::rules::{BoardText, GenType, Rules};

/// The board of that position string.
pub fn parse_fen<B: BoardText>(text: &str) -> B {
    match B::from_fen(text) {
        Ok(board) => board,
        Err(faults) => panic!("{text}: {}", join_errors(&faults)),
    }
}

/// The faults, one after the other.
pub fn join_errors(faults: &[triskelion::rules::ParseError]) -> String {
    faults.iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join("; ")
}

/// The legal moves.
pub fn legal_moves<B: Rules>(board: &B) -> MoveList {
    generate_moves(board, GenType::All)
}

/// The legal moves of one part.
pub fn generate_moves<B: Rules>(board: &B, part: GenType) -> MoveList {
    let mut list = MoveList::new();
    board.generate(part, &mut list);
    list
}

/// The texts of the legal moves, sorted.
pub fn uci_moves<B: BoardText>(board: &B) -> Vec<String> {
    let mut texts: Vec<String> =
        legal_moves(board).iter().map(|mv| board.move_to_uci(*mv)).collect();
    texts.sort();
    texts
}

/// The men by cell.
pub fn pieces<B: Rules>(board: &B) -> BTreeMap<Place, Piece> {
    (0..B::CELLS).filter_map(|cell| Some((cell as Place, board.piece_at(cell as Place)?))).collect()
}

/// A random legal move, the rare kinds preferred; `None` where there is none.
pub fn random_move<B: Rules, R: Rng>(board: &B, random: &mut R) -> Option<Move> {
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

/// Boards of random games from random positions of the list: every board passed through.
pub fn random_game_boards<B: BoardText, R: Rng>(
    starts: &[String],
    games: usize,
    plies: usize,
    random: &mut R,
) -> Vec<B> {
    let mut boards = Vec::new();
    for _ in 0..games {
        let mut present: B = match random.random_bool(0.5) {
            true => B::startpos(),
            false => parse_fen(&starts[random.random_range(0..starts.len())]),
        };
        for _ in 0..plies {
            boards.push(present);
            if present.variant_outcome().is_some() {
                break;
            }
            match random_move(&present, random) {
                Some(mv) => present = present.make(mv, &mut ()),
                None => break,
            }
        }
    }
    boards
}
