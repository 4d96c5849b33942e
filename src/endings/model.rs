//! The moves of an ending, forward and back, in the numbers of its layout.

use super::ending::Ending;
use super::layout::{Cell, Cells, Layout};
use super::material::{MAX_PIECES, Material, order};
use super::value::{EndingValue, Index};
use crate::geometry::Place;
use crate::moves::{Move, MoveList, MoveType, Piece, Side};
use crate::rules::{Endings, GenType, Promotes, WayKind};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// A way of a piece back to a cell from which it can have moved.
struct WayBack {
    from: Cell,
    is_exact: bool,
    /// The part of [`WaysBack::over`] that must be empty.
    over: [u32; 2],
}

/// The moves of a piece without capture or promotion, by the cell where they end.
struct WaysBack {
    /// The ways to a cell are those from one start to the next. Alternatives are neighbors.
    starts: Vec<u32>,
    ways: Vec<WayBack>,
    over: Vec<Cell>,
}

impl WaysBack {
    /// `may_freeze`: a piece of the other side may keep this one from moving.
    fn new<B: Endings>(board: &B, piece: Piece, layout: &Layout, may_freeze: bool) -> WaysBack {
        let number = |place: Place| layout.number(place);
        let mut by_end = vec![Vec::new(); layout.places.len()];
        for (from, &place) in (0..).zip(&layout.places) {
            for way in board.ways(piece, place) {
                if way.kind == WayKind::Step && way.promotes != Promotes::Must {
                    let over: Vec<Cell> = way.over.iter().map(|&cell| number(cell)).collect();
                    by_end[usize::from(number(way.to))].push((
                        from,
                        way.is_exact && !may_freeze,
                        over,
                    ));
                }
            }
        }
        let mut back = WaysBack { starts: vec![0], ways: Vec::new(), over: Vec::new() };
        for mut ways in by_end {
            ways.sort_unstable();
            for (from, is_exact, over) in ways {
                let start = back.over.len() as u32;
                back.over.extend(over);
                let over = [start, back.over.len() as u32];
                back.ways.push(WayBack { from, is_exact, over });
            }
            back.starts.push(back.ways.len() as u32);
        }
        back
    }

    /// Returns the ways to a cell.
    fn to(&self, cell: Cell) -> &[WayBack] {
        let [start, end] = [0, 1].map(|next| self.starts[usize::from(cell) + next] as usize);
        &self.ways[start..end]
    }

    fn is_free(&self, way: &WayBack, cells: &Cells) -> bool {
        let over = &self.over[way.over[0] as usize..way.over[1] as usize];
        !over.iter().any(|cell| cells.contains(cell))
    }
}

/// What the legal moves of a position lead to.
#[derive(Default)]
pub(super) struct Successors {
    /// The positions of the ending, each once.
    pub(super) inside: Vec<Index>,
    /// The values of captures and promotions for the side that makes them.
    pub(super) exits: Vec<EndingValue>,
}

/// An ending: its pieces and how they move.
pub(super) struct Model<B> {
    board: B,
    pub(super) material: Material,
    pub(super) layout: Layout,
    ways_back: Vec<WaysBack>,
    /// Whether a FEN may have a piece on a cell, by the numbers of both.
    stands_on: Vec<Vec<bool>>,
    /// The tables of the endings to which captures and promotions lead.
    exits: Vec<Arc<Ending>>,
}

impl<B: Endings> Model<B> {
    pub(super) fn new(
        board: B,
        material: Material,
        layout: Layout,
        exits: Vec<Arc<Ending>>,
    ) -> Self {
        let freezes = |piece: &Piece| {
            let mut ways = layout.places.iter().flat_map(|&cell| board.ways(*piece, cell));
            ways.any(|way| way.kind == WayKind::Freeze)
        };
        let freezers: Vec<Side> =
            material.pieces().iter().filter(|piece| freezes(piece)).map(|it| it.side).collect();
        let ways_back = |&piece: &Piece| {
            WaysBack::new(&board, piece, &layout, freezers.contains(&piece.side.other()))
        };
        let ways_back: Vec<WaysBack> = material.pieces().iter().map(ways_back).collect();
        let stands_on = |&piece: &Piece| {
            layout.places.iter().map(|&place| board.can_stand(piece, place)).collect()
        };
        let stands_on = material.pieces().iter().map(stands_on).collect();
        Model { board, material, layout, ways_back, stands_on, exits }
    }

    /// Returns whether a move of a side can lead out of the ending.
    pub(super) fn has_exits(&self, side: Side) -> bool {
        let king = self.board.game().king;
        let is_exit = |&piece: &Piece| match piece.side == side {
            true => !self.board.promotions(piece).is_empty(),
            false => piece.kind != king,
        };
        self.material.pieces().iter().any(is_exit)
    }

    /// Returns whether a FEN may have the pieces on these cells, apart from checks.
    pub(super) fn can_stand(&self, cells: &Cells) -> bool {
        let can_stand = |(number, &cell): (usize, &Cell)| {
            self.stands_on[number][usize::from(cell)] && !cells[..number].contains(&cell)
        };
        cells.iter().enumerate().all(can_stand)
            && cells.iter().enumerate().all(|(number, &cell)| {
                let place = self.layout.places[usize::from(cell)];
                let mut others = cells[..number].iter();
                others.all(|&other| {
                    self.board.can_stand_together([self.layout.places[usize::from(other)], place])
                })
            })
    }

    /// Returns the board of a position.
    pub(super) fn board(&self, cells: &Cells, side: Side) -> B {
        let mut placed: ArrayVec<(Piece, Place), MAX_PIECES> = ArrayVec::new();
        for (&piece, &cell) in self.material.pieces().iter().zip(cells) {
            placed.push((piece, self.layout.places[usize::from(cell)]));
        }
        self.board.with_pieces(&placed, side)
    }

    /// Finds what the legal moves of a position lead to. Returns whether there are any. `moves` is
    /// memory for them.
    pub(super) fn successors(
        &self,
        board: &B,
        (cells, index): (&Cells, Index),
        moves: &mut MoveList,
        found: &mut Successors,
    ) -> bool {
        moves.clear();
        found.inside.clear();
        found.exits.clear();
        board.generate(GenType::All, moves);
        let mut has_duplicates = self.layout.has_symmetries();
        for &mv in moves.iter() {
            if board.captured(mv).is_some() || mv.is_promotion() {
                found.exits.push(before(self.value_after(board, cells, mv)));
                continue;
            }
            let from = self.layout.number(mv.from());
            let moved = cells.iter().position(|&cell| cell == from).unwrap_or_default();
            let to = usize::from(self.layout.number(mv.to()));
            found.inside.push(self.layout.index_after(cells, [moved, to], index));
            // A ride may end where a step does.
            has_duplicates |= mv.kind() == MoveType::Special;
        }
        if has_duplicates {
            found.inside.sort_unstable();
            found.inside.dedup();
        }
        !moves.is_empty()
    }

    /// Returns the value of the position after a capture or promotion for the side to move there.
    fn value_after(&self, board: &B, cells: &Cells, mv: Move) -> EndingValue {
        let child = board.make(mv, &mut ());
        let captured = board.captured(mv).map(|(_, cell)| cell);
        let mut pieces: ArrayVec<(Piece, Place), { MAX_PIECES }> = ArrayVec::new();
        for (&piece, place) in self.material.pieces().iter().zip(self.layout.places_of(cells)) {
            if Some(place) == captured {
                continue;
            }
            // A piece that captures from afar stays.
            let is_moved = place == mv.from()
                && child.piece_at(mv.to()).is_some_and(|it| it.side == piece.side);
            let place = if is_moved { mv.to() } else { place };
            pieces.extend(child.piece_at(place).map(|piece| (piece, place)));
        }
        let game = board.game();
        pieces.sort_unstable_by_key(|(piece, _)| order(game, piece));
        let is_here = |ending: &&Arc<Ending>| {
            ending.material().pieces().iter().eq(pieces.iter().map(|(piece, _)| piece))
        };
        let places: ArrayVec<Place, { MAX_PIECES }> =
            pieces.iter().map(|&(_, place)| place).collect();
        let ending = self.exits.iter().find(is_here);
        let value = ending.and_then(|ending| ending.value(&places, child.side_to_move()));
        value.unwrap_or_else(|| unreachable!("no table of {}", child.to_fen()))
    }

    /// Passes each position from which a move without capture or promotion leads to a position, once.
    /// Some of them are not legal.
    pub(super) fn predecessors(&self, index: Index, found: &mut Vec<Index>) {
        found.clear();
        let (cells, side) = self.layout.position(index);
        let mover = side.other();
        let mut before = cells.clone();
        for (number, piece) in self.material.pieces().iter().enumerate() {
            if piece.side != mover {
                continue;
            }
            let back = &self.ways_back[number];
            let mut last = None;
            for way in back.to(cells[number]) {
                if last == Some(way.from) || cells.contains(&way.from) || !back.is_free(way, &cells)
                {
                    continue;
                }
                if !way.is_exact {
                    before[number] = way.from;
                    let leads = self.leads_to(&before, mover, &cells);
                    before[number] = cells[number];
                    if !leads {
                        continue;
                    }
                }
                last = Some(way.from);
                let from = usize::from(way.from);
                found.push(self.layout.index_after(&cells, [number, from], index));
            }
        }
        if self.layout.has_symmetries() {
            found.sort_unstable();
            found.dedup();
        }
    }

    /// Returns whether a move leads from one position to another.
    fn leads_to(&self, before: &Cells, side: Side, after: &Cells) -> bool {
        let board = self.board(before, side);
        let mut moves = MoveList::new();
        board.generate(GenType::All, &mut moves);
        moves.iter().any(|&mv| {
            let [from, to] = [mv.from(), mv.to()].map(|place| self.layout.number(place));
            let leads = |(&at, &then)| then == if at == from { to } else { at };
            board.captured(mv).is_none()
                && !mv.is_promotion()
                && before.iter().zip(after).all(leads)
        })
    }
}

/// Returns the value of a move for its side. `after` is that of the position after it.
fn before(after: EndingValue) -> EndingValue {
    match after {
        EndingValue::Draw => EndingValue::Draw,
        EndingValue::Win(plies) => EndingValue::Loss(plies + 1),
        EndingValue::Loss(plies) => EndingValue::Win(plies + 1),
    }
}
