//! The engine's side of the comparisons: small questions asked of any rule set.

use rand::Rng;
use rand::RngExt;
use std::collections::BTreeMap;
use triskelion::moves::{Man, Manner, Move, MoveList, Place};
use triskelion::rules::{Part, Play, Text};

/// The board of that position string.
pub fn board<B: Text>(text: &str) -> B {
    match B::parse(text) {
        Ok(board) => board,
        Err(faults) => panic!("{text}: {}", listed(&faults)),
    }
}

/// The faults, one after the other.
pub fn listed(faults: &[triskelion::rules::Fault]) -> String {
    faults.iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join("; ")
}

/// The legal moves.
pub fn legal<B: Play>(board: &B) -> MoveList {
    part(board, Part::All)
}

/// The legal moves of one part.
pub fn part<B: Play>(board: &B, part: Part) -> MoveList {
    let mut list = MoveList::new();
    board.generate(part, &mut list);
    list
}

/// The texts of the legal moves, sorted.
pub fn texts<B: Text>(board: &B) -> Vec<String> {
    let mut texts: Vec<String> = legal(board).iter().map(|mv| board.move_text(*mv)).collect();
    texts.sort();
    texts
}

/// The men by cell.
pub fn men<B: Play>(board: &B) -> BTreeMap<Place, Man> {
    (0..B::CELLS).filter_map(|cell| Some((cell as Place, board.man_at(cell as Place)?))).collect()
}

/// A random legal move, the rare kinds preferred; `None` where there is none.
pub fn random_move<B: Play, R: Rng>(board: &B, random: &mut R) -> Option<Move> {
    let list = legal(board);
    let weight = |mv: &Move| match mv.manner() {
        Manner::EnPassant => 200,
        Manner::Castling => 60,
        Manner::Ride => 60,
        Manner::Platform if mv.promotes() => 30,
        Manner::Platform => 3,
        Manner::Plain if mv.promotes() => 15,
        Manner::Plain if board.captured(*mv).is_some() => 3,
        Manner::Plain => 1,
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
pub fn walks<B: Text, R: Rng>(
    starts: &[String],
    games: usize,
    plies: usize,
    random: &mut R,
) -> Vec<B> {
    let mut boards = Vec::new();
    for _ in 0..games {
        let mut present: B = match random.random_bool(0.5) {
            true => B::start(),
            false => board(&starts[random.random_range(0..starts.len())]),
        };
        for _ in 0..plies {
            boards.push(present);
            if present.dead().is_some() {
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
