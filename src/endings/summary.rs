//! What a table says of its ending as a whole, and the best moves from a position.

use super::board::EndingBoard;
use super::ending::Ending;
use super::layout::orders;
use super::tables::EndingTables;
use super::value::{EndingValue, Index};
use crate::moves::{Move, Side};
use crate::notation::format_line;
use crate::rules::Notation;
use rayon::prelude::*;
use std::cmp::Reverse;

/// What becomes of the positions of an ending with one side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideSummary {
    /// The side to move.
    pub to_move: Side,
    /// The number of legal positions.
    pub legal: u64,
    /// The number of those that White wins.
    pub white_wins: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of those that Black wins.
    pub black_wins: u64,
    /// The longest win, if there is any.
    pub longest: Option<Longest>,
}

/// A position whose win takes longest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Longest {
    /// The number of plies to the end, both sides at their best.
    pub plies: u32,
    /// The position.
    pub fen: String,
    /// The moves to the end, in UCI notation.
    pub line: Vec<String>,
}

/// Counts of positions, and the longest win: its plies and the index of the first such position.
#[derive(Clone, Copy, Default)]
struct Counts {
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    longest: Option<(u32, Index)>,
}

impl Counts {
    fn merge(self, other: Counts) -> Counts {
        let longer = |(plies, index): (u32, Index)| (plies, Reverse(index));
        Counts {
            white_wins: self.white_wins + other.white_wins,
            draws: self.draws + other.draws,
            black_wins: self.black_wins + other.black_wins,
            longest: match (self.longest, other.longest) {
                (Some(one), Some(other)) => {
                    if longer(other) > longer(one) {
                        Some(other)
                    } else {
                        Some(one)
                    }
                }
                (one, other) => one.or(other),
            },
        }
    }
}

impl Ending {
    /// Returns what becomes of the positions, White to move first. `tables` are those with this
    /// one.
    pub fn summary(&self, tables: &EndingTables) -> [SideSummary; 2] {
        Side::ALL.map(|side| {
            let counts = self.counts(side);
            let labelled = orders(self.material().pieces()).len() as u64;
            let [white_wins, draws, black_wins] =
                [counts.white_wins, counts.draws, counts.black_wins].map(|count| count / labelled);
            SideSummary {
                to_move: side,
                legal: white_wins + draws + black_wins,
                white_wins,
                draws,
                black_wins,
                longest: counts.longest.map(|(plies, index)| {
                    let board = tables.board_of(self, index);
                    let line = format_line(&*board, &tables.line(&*board), Notation::Uci);
                    Longest { plies, fen: board.to_fen(), line }
                }),
            }
        })
    }

    fn counts(&self, side: Side) -> Counts {
        let placements = (self.layout.len() / 2) as Index;
        let count = |mut counts: Counts, placement: Index| {
            let index = 2 * placement + side.index() as Index;
            let Some(value) = EndingValue::from_code(self.code(index)) else { return counts };
            let images = self.layout.images(&self.layout.position(index).0, index) as u64;
            let (number, plies) = match value {
                EndingValue::Draw => (&mut counts.draws, None),
                EndingValue::Win(plies) if side == Side::White => {
                    (&mut counts.white_wins, Some(plies))
                }
                EndingValue::Loss(plies) if side == Side::Black => {
                    (&mut counts.white_wins, Some(plies))
                }
                EndingValue::Win(plies) | EndingValue::Loss(plies) => {
                    (&mut counts.black_wins, Some(plies))
                }
            };
            *number += images;
            let longest = plies.map(|plies| (plies, index));
            counts.merge(Counts { longest, ..Counts::default() })
        };
        let parts = (0..placements).into_par_iter().fold(Counts::default, count);
        parts.reduce(Counts::default, Counts::merge)
    }
}

impl EndingTables {
    /// Returns the position of an index of a table.
    fn board_of(&self, ending: &Ending, index: Index) -> Box<dyn EndingBoard> {
        let (cells, side) = ending.layout.position(index);
        let pieces = ending.material().pieces().iter().copied();
        let placed: Vec<_> = pieces.zip(ending.layout.places_of(&cells)).collect();
        let mut board = self.board.boxed();
        board.set_pieces(&placed, side);
        board
    }

    /// Returns the moves to the end of the game, both sides at their best, from a position whose
    /// table has been made; none of a draw.
    pub fn line(&self, board: &dyn EndingBoard) -> Vec<Move> {
        let (mut board, mut line) = (board.boxed(), Vec::new());
        while let Some(mv) = self.best_move(&*board) {
            line.push(mv);
            board = board.child(mv);
        }
        line
    }

    /// Returns whether the best line from a position ends the game before the fifty-move rule does.
    pub fn ends_in_time(&self, board: &dyn EndingBoard) -> bool {
        let limit = board.game().end_rules.move_limit;
        let mut board = board.boxed();
        limit == 0
            || self.line(&*board).into_iter().all(|mv| {
                let is_in_time = board.halfmove_clock() < limit;
                board = board.child(mv);
                is_in_time
            })
    }

    /// Returns the first move that wins in the fewest plies or loses in the most; `None` if the
    /// position is drawn or has no table.
    pub fn best_move(&self, board: &dyn EndingBoard) -> Option<Move> {
        let after = match self.probe(board)? {
            EndingValue::Win(plies) => EndingValue::Loss(plies.checked_sub(1)?),
            EndingValue::Loss(plies) => EndingValue::Win(plies.checked_sub(1)?),
            EndingValue::Draw => return None,
        };
        board.legal_moves().into_iter().find(|&mv| self.probe(&*board.child(mv)) == Some(after))
    }
}
