//! What tables of endings need of `federation`: without pawns no platform moves.

use super::board::FederationBoard;
use crate::geometry::Place;
use crate::moves::{Piece, PieceType, Side};
use crate::rules::endings::chess_directions;
use crate::rules::quad_bitboards::code_of;
use crate::rules::staircase::StaircaseState;
use crate::rules::{BoardText, Endings, Promotes, Rules, Way, WayKind};

impl<const ROOK_PAWNS: bool> Endings for FederationBoard<ROOK_PAWNS> {
    fn no_endings(&self, pieces: &[Piece]) -> Option<&'static str> {
        let has_pawns = pieces.iter().any(|piece| piece.kind == PieceType::PAWN);
        has_pawns.then_some("pawns move the platforms")
    }

    fn ways(&self, piece: Piece, from: Place) -> Vec<Way> {
        let (directions, most) = chess_directions(piece.kind);
        directions.iter().flat_map(|&by| self.ways_along(from, by, most)).collect()
    }

    fn piece_count(&self) -> usize {
        self.state.occupied().count_ones() as usize
    }

    fn with_pieces(&self, pieces: &[(Piece, Place)], side: Side) -> Self {
        let mut state = StaircaseState::empty(self.state.posts);
        state.side = side;
        state.black_owned = self.state.black_owned;
        for &(Piece { kind, side }, cell) in pieces {
            state.put_piece(side, code_of(kind), state.square(cell), cell, &mut ());
        }
        let mut board = FederationBoard { state };
        board.finish_setup();
        board
    }
}

impl<const ROOK_PAWNS: bool> FederationBoard<ROOK_PAWNS> {
    /// Returns the live cells of a column, the highest first.
    fn column(&self, file: i32, rank: i32) -> Vec<Place> {
        let game = self.game();
        let is_here = |&cell: &Place| {
            let point = game.space.point(cell);
            self.is_live(cell) && (point.file.into(), point.rank.into()) == (file, rank)
        };
        let mut cells: Vec<Place> = game.cells().filter(is_here).collect();
        cells.sort_by_key(|&cell| std::cmp::Reverse(game.space.point(cell).level));
        cells
    }

    /// Returns the ways over at most `most` columns in a direction (F2). A way and another one
    /// above it are alternatives.
    fn ways_along(&self, from: Place, (files, ranks): (i32, i32), most: usize) -> Vec<Way> {
        let level = |cell: Place| self.game().space.point(cell).level;
        let start = self.game().space.point(from);
        let (mut file, mut rank) = (i32::from(start.file), i32::from(start.rank));
        let (mut ways, mut columns) = (Vec::new(), Vec::<Vec<Place>>::new());
        while columns.len() < most {
            (file, rank) = (file + files, rank + ranks);
            if !((0..6).contains(&file) && (0..10).contains(&rank)) {
                break;
            }
            let column = self.column(file, rank);
            for &to in &column {
                let height = level(from).max(level(to));
                let ceilings = if height % 2 == 0 { height..=height + 1 } else { height..=height };
                for ceiling in ceilings {
                    let highest = |column: &Vec<Place>| {
                        column.iter().copied().find(|&cell| level(cell) <= ceiling)
                    };
                    let Some(over) = columns.iter().map(highest).collect::<Option<Vec<_>>>() else {
                        continue;
                    };
                    for kind in [WayKind::Step, WayKind::Capture] {
                        let over = over.clone();
                        ways.push(Way { to, kind, promotes: Promotes::No, over, is_exact: true });
                    }
                }
            }
            columns.push(column);
        }
        ways
    }
}
