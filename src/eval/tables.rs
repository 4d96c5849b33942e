//! The tables of the evaluation, computed from the rules of a game when it is first evaluated.
//!
//! A piece is worth what it can do: [`Survey`] counts its moves. The weights below are the same for
//! every game.

use super::features::{feature_count, piece_feature};
use super::sums::Sums;
use super::survey::{MOVE_UNITS, Survey};
use super::tapered::Tapered;
use crate::geometry::Point;
use crate::moves::{Piece, PieceType, Side};
use crate::rules::{AnyBoard, GameInfo, Rules};
use crate::sync::lock;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

/// A pawn that is far from promotion.
const PAWN: Tapered = Tapered::new(80, 110);

/// A pawn by the number of moves to promotion, from one on.
const PAWN_NEAR_PROMOTION: [Tapered; 6] = [
    Tapered::new(100, 160),
    Tapered::new(55, 95),
    Tapered::new(30, 55),
    Tapered::new(14, 28),
    Tapered::new(6, 12),
    Tapered::new(2, 4),
];

/// A piece without moves, and each move that it has on average where a pawn has one.
const PIECE: (i32, i32) = (100, 55);

/// The endgame value of a piece in percent of its middlegame value.
const ENDGAME_PERCENT: i32 = 105;

/// Each move that a piece has on a cell beyond its average on all cells.
const CELL_MOVE: i32 = 4;

/// A king for each rank between it and its first one, up to four, and for each step away from the
/// center of the board.
const KING: [Tapered; 2] = [Tapered::new(-8, 0), Tapered::new(3, -10)];

/// What the evaluation of a game looks up.
pub(super) struct Tables {
    /// By feature: what it adds to the sums.
    sums: Vec<Sums>,
    /// By kind: the value of each move that a piece has.
    pub(super) move_values: [i32; PieceType::MAX_COUNT],
    /// The phase with all pieces on the board.
    pub(super) full_phase: i32,
    /// By cell: the number of steps away from the center.
    pub(super) off_center: Vec<i32>,
}

impl Tables {
    /// Returns the tables of a game on boards of the type `B`.
    pub(super) fn of<B: Rules>(game: &'static GameInfo) -> &'static Tables {
        Tables::made_once(game, &|| Tables::new(game, &Survey::new::<B>(game), &B::start(game)))
    }

    fn made_once(game: &'static GameInfo, make: &dyn Fn() -> Tables) -> &'static Tables {
        // By the address of the game: a game from a file may have the name of another one.
        static TABLES: LazyLock<Mutex<HashMap<usize, &'static Tables>>> =
            LazyLock::new(Mutex::default);
        let mut tables = lock(&TABLES);
        // There are as many tables as games, so they may stay to the end of the program.
        let address = std::ptr::from_ref(game).addr();
        tables.entry(address).or_insert_with(|| Box::leak(Box::new(make())))
    }

    /// Returns the tables of a game from what its survey has shown and its start position.
    fn new(game: &GameInfo, survey: &Survey, start: &dyn AnyBoard) -> Tables {
        let off_center = steps_off_center(game);
        let mut move_values = [0; PieceType::MAX_COUNT];
        for kind in game.pieces.kinds() {
            if kind != game.king && !game.pawns.contains(&kind) {
                // A further move is worth less to a piece that has many.
                let mean = survey.mean_moves(kind);
                move_values[kind.index()] = 2 + 20 * MOVE_UNITS / (mean + 2 * MOVE_UNITS);
            }
        }
        // Games without platforms may have as many kinds as there are entries.
        if let Some(platform) = move_values.get_mut(game.pieces.count()) {
            *platform = 1;
        }
        let mut sums = vec![Sums::default(); feature_count(game)];
        // Without pawns the measure is one that has a move.
        let pawn_moves = game.pawns.first().map_or(MOVE_UNITS, |&pawn| survey.mean_moves(pawn));
        for side in Side::ALL {
            let home = game.space.point(start.king_cell(side));
            let sign = if side == Side::White { 1 } else { -1 };
            for kind in game.pieces.kinds() {
                let mobility = move_values[kind.index()] * survey.mean_moves(kind) / MOVE_UNITS;
                for cell in game.cells() {
                    let value = if kind == game.king {
                        king(home, game.space.point(cell), off_center[usize::from(cell)])
                    } else if game.pawns.contains(&kind) {
                        pawn(survey.pawn_distance(side, cell))
                    } else {
                        let moves = survey.moves_on(side, kind, cell);
                        piece(pawn_moves, survey.mean_moves(kind), moves)
                    };
                    let mut counts = [0; 2];
                    counts[side.index()] = 1;
                    sums[usize::from(piece_feature(game, Piece { kind, side }, cell))] = Sums {
                        pieces: value * sign,
                        mean_mobility: mobility * sign,
                        phase: game.pieces.phase(kind),
                        counts,
                    };
                }
            }
        }
        let pieces = game.cells().filter_map(|cell| start.piece_at(cell));
        let full_phase: i32 = pieces.map(|piece| game.pieces.phase(piece.kind)).sum();
        Tables {
            sums,
            move_values,
            // A game may begin with kings and pawns only.
            full_phase: full_phase.max(1),
            off_center,
        }
    }

    /// Returns what a feature adds to the sums.
    #[inline(always)]
    pub(super) fn sums(&self, feature: u16) -> &Sums {
        &self.sums[usize::from(feature)]
    }
}

fn pawn(distance: usize) -> Tapered {
    PAWN + PAWN_NEAR_PROMOTION.get(distance - 1).copied().unwrap_or_default()
}

fn king(home: Point, at: Point, off_center: i32) -> Tapered {
    let ranks = i32::from(home.rank.abs_diff(at.rank)).min(4);
    KING[0] * ranks + KING[1] * off_center
}

/// Pawns are the measure: where they have more moves, the moves of a piece are worth less.
fn piece(pawn_moves: i32, mean_moves: i32, moves_on_cell: i32) -> Tapered {
    let value = PIECE.0 + PIECE.1 * 2 * mean_moves / (MOVE_UNITS + pawn_moves);
    let cell = CELL_MOVE * (moves_on_cell - mean_moves) / MOVE_UNITS;
    Tapered::new(value + cell, value * ENDGAME_PERCENT / 100 + cell)
}

/// Returns by cell the number of steps away from the center along files, ranks and levels together.
fn steps_off_center(game: &GameInfo) -> Vec<i32> {
    let points: Vec<Point> = game.cells().map(|cell| game.space.point(cell)).collect();
    let doubled = |coordinate: fn(&Point) -> u8| -> Vec<i32> {
        let values = || points.iter().map(coordinate).map(i32::from);
        let ends = values().min().unwrap_or(0) + values().max().unwrap_or(0);
        values().map(|value| (2 * value - ends).abs()).collect()
    };
    let [files, ranks, levels] =
        [doubled(|point| point.file), doubled(|point| point.rank), doubled(|point| point.level)];
    (0..game.cell_count).map(|cell| (files[cell] + ranks[cell] + levels[cell]) / 2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        BuiltIn, Chess, Federation, Kobayashi, Meder, Raumschach, Sixfold, SpaceChess,
    };

    /// Returns the mean value of a kind of piece over all cells.
    fn value<B: Rules>(game: &'static GameInfo, kind: PieceType) -> i32 {
        let piece = Piece { kind, side: Side::White };
        let features = game.cells().map(|cell| piece_feature(game, piece, cell));
        let values = features.map(|feature| Tables::of::<B>(game).sums(feature).pieces.mg);
        values.sum::<i32>() / game.cell_count as i32
    }

    /// The values that games were tuned with before are near those that the rules give.
    fn pieces_have_known_values<B: BuiltIn>() {
        let game = B::game_info();
        let start = B::start(game);
        let pieces = game.cells().filter_map(|cell| start.piece_at(cell));
        for kind in pieces.map(|piece| piece.kind).filter(|kind| *kind != PieceType::KING) {
            let (computed, known) = (value::<B>(game, kind), game.pieces.value(kind));
            let percent = 100 * computed / known;
            assert!((45..=150).contains(&percent), "{} {kind:?}: {computed}, {known}", game.name);
        }
    }

    #[test]
    fn pieces_have_known_values_in_every_game() {
        pieces_have_known_values::<Federation>();
        pieces_have_known_values::<Kobayashi>();
        pieces_have_known_values::<Meder>();
        pieces_have_known_values::<Sixfold>();
        pieces_have_known_values::<SpaceChess>();
        pieces_have_known_values::<Raumschach>();
        pieces_have_known_values::<Chess>();
    }

    #[test]
    fn pawns_are_worth_more_near_promotion() {
        let value = |name: &str| {
            let game = Chess::game_info();
            let piece = Piece { kind: PieceType::PAWN, side: Side::White };
            let cell = game.space.place_from_name(name).expect("a square");
            Tables::of::<Chess>(game).sums(piece_feature(game, piece, cell)).pieces.eg
        };
        let values = ["e2", "e4", "e5", "e6", "e7"].map(value);
        assert!(values.is_sorted_by(|near, far| near < far), "{values:?}");
    }
}
