//! What tables of endings need of `chess`.

use super::board::Chess;
use super::{pawns, syzygy};
use crate::geometry::Place;
use crate::geometry::plane::{GRID, rank_of};
use crate::moves::{Piece, PieceType, Side};
use crate::rules::endings::chess_directions;
use crate::rules::{Endings, Promotes, Way, WayKind};
use crate::syzygy::{Tables, Wdl};

impl Endings for Chess {
    const HAS_SYZYGY_TABLES: bool = true;

    fn no_endings(&self, pieces: &[Piece]) -> Option<&'static str> {
        let pawn = |side: Side| pieces.contains(&Piece { kind: PieceType::PAWN, side });
        Side::ALL.into_iter().all(pawn).then_some("pawns of both sides can capture en passant")
    }

    fn ways(&self, piece: Piece, from: Place) -> Vec<Way> {
        if piece.kind == PieceType::PAWN {
            return pawn_ways(piece.side, from);
        }
        let (directions, most) = chess_directions(piece.kind);
        let mut ways = Vec::new();
        for &by in directions {
            let (mut at, mut over) = (usize::from(from), Vec::new());
            while over.len() < most
                && let Some(next) = GRID.step(at, by)
            {
                for kind in [WayKind::Step, WayKind::Capture] {
                    ways.push(way(next as Place, kind, Promotes::No, &over));
                }
                over.push(next as Place);
                at = next;
            }
        }
        ways
    }

    fn piece_count(&self) -> usize {
        self.pieces.occupied().count_ones() as usize
    }

    fn syzygy_wdl(&self, tables: &Tables) -> Option<Wdl> {
        syzygy::wdl(self, tables)
    }

    fn syzygy_dtz(&self, tables: &Tables) -> Option<i32> {
        syzygy::dtz(self, tables)
    }
}

fn way(to: Place, kind: WayKind, promotes: Promotes, over: &[Place]) -> Way {
    Way { to, kind, promotes, over: over.to_vec(), is_exact: true }
}

fn pawn_ways(side: Side, from: Place) -> Vec<Way> {
    let ahead = if side == Side::White { 1 } else { -1 };
    let mut ways = Vec::new();
    let mut add = |by: (i32, i32), kind, over: &[Place]| {
        let Some(to) = GRID.step(from.into(), by) else { return };
        let promotes = match rank_of(to) {
            0 | 7 => Promotes::Must,
            _ => Promotes::No,
        };
        ways.push(way(to as Place, kind, promotes, over));
    };
    add((0, ahead), WayKind::Step, &[]);
    if pawns::start_cell(side, usize::from(from) % 8) == from {
        add((0, 2 * ahead), WayKind::Step, &[pawns::ahead(side, from)]);
    }
    add((-1, ahead), WayKind::Capture, &[]);
    add((1, ahead), WayKind::Capture, &[]);
    ways
}
