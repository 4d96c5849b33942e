//! The moves of an ending, forward and back, in the numbers of its layout.

use super::ending::Ending;
use super::layout::{Cell, Cells, Layout};
use super::material::{MAX_PIECES, Material, order};
use super::steps::{PieceSteps, Steps};
use super::value::{EndingValue, Index};
use crate::geometry::Place;
use crate::moves::{Move, MoveList, MoveType, Piece, Side};
use crate::rules::{Endings, GenType, WayKind};
use arrayvec::ArrayVec;
use std::sync::Arc;

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
    steps: Vec<PieceSteps>,
    /// Whether a FEN may have a piece on a cell, by the numbers of both.
    stands_on: Vec<Vec<bool>>,
    /// The tables of the endings to which captures and promotions lead.
    exits: Vec<Arc<Ending>>,
    /// By side: whether it can capture or promote.
    has_exits: [bool; 2],
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
        let steps = |&piece: &Piece| {
            PieceSteps::new(&board, piece, &layout, freezers.contains(&piece.side.other()))
        };
        let steps: Vec<PieceSteps> = material.pieces().iter().map(steps).collect();
        let stands_on = |&piece: &Piece| {
            layout.places.iter().map(|&place| board.can_stand(piece, place)).collect()
        };
        let stands_on = material.pieces().iter().map(stands_on).collect();
        let is_exit = |piece: &Piece, side: Side| match piece.side == side {
            true => !board.promotions(*piece).is_empty(),
            false => piece.kind != board.game().king,
        };
        let pieces = material.pieces();
        let has_exits = Side::ALL.map(|side| pieces.iter().any(|piece| is_exit(piece, side)));
        Model { board, material, layout, steps, stands_on, exits, has_exits }
    }

    /// Returns whether a move of a side can lead out of the ending.
    pub(super) fn has_exits(&self, side: Side) -> bool {
        *side.select(&self.has_exits)
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
                found.exits.push(self.value_after(board, cells, mv).one_ply_before());
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

    /// Returns whether every move of a side is a step that needs no generator: no capture, no
    /// promotion, no rule that the ways leave out.
    pub(super) fn has_only_steps(&self, cells: &Cells, side: Side) -> bool {
        let pieces = || self.material.pieces().iter().zip(cells).enumerate();
        let enemies = || pieces().filter(|(_, (piece, _))| piece.side != side).map(|it| *it.1.1);
        let mut own = pieces().filter(|(_, (piece, _))| piece.side == side);
        own.all(|(number, (_, &cell))| self.steps[number].has_only_steps(cell, enemies()))
    }

    /// Finds each position to which such moves lead, once. Some of them are not legal.
    pub(super) fn steps(&self, (cells, index): (&Cells, Index), found: &mut Vec<Index>) {
        let mover = Side::ALL[index as usize % 2];
        self.follow((cells, index), mover, |steps| &steps.forward, |_, _| true, found);
    }

    /// Finds each position from which a move without capture or promotion leads to a position,
    /// once. Some of them are not legal.
    pub(super) fn predecessors(&self, index: Index, found: &mut Vec<Index>) {
        let (cells, side) = self.layout.position(index);
        let mover = side.other();
        let leads_here = |number: usize, from: Cell| {
            let mut before = cells.clone();
            before[number] = from;
            self.leads_to(&before, mover, &cells)
        };
        self.follow((&cells, index), mover, |steps| &steps.back, leads_here, found);
    }

    /// Finds each position that differs by a step of a side, once. `is_move` decides those that are
    /// not exact, by the number of the piece and its other cell.
    fn follow(
        &self,
        (cells, index): (&Cells, Index),
        side: Side,
        steps_of: impl Fn(&PieceSteps) -> &Steps,
        is_move: impl Fn(usize, Cell) -> bool,
        found: &mut Vec<Index>,
    ) {
        found.clear();
        for (number, piece) in self.material.pieces().iter().enumerate() {
            if piece.side != side {
                continue;
            }
            let steps = steps_of(&self.steps[number]);
            let mut last = None;
            for step in steps.of(cells[number]) {
                let is_other = last != Some(step.cell) && !cells.contains(&step.cell);
                if !is_other
                    || !steps.is_free(step, cells)
                    || !step.is_exact && !is_move(number, step.cell)
                {
                    continue;
                }
                last = Some(step.cell);
                let to = usize::from(step.cell);
                found.push(self.layout.index_after(cells, [number, to], index));
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
        let moves = board.legal_moves();
        moves.iter().any(|&mv| {
            let [from, to] = [mv.from(), mv.to()].map(|place| self.layout.number(place));
            let leads = |(&at, &then)| then == if at == from { to } else { at };
            board.captured(mv).is_none()
                && !mv.is_promotion()
                && before.iter().zip(after).all(leads)
        })
    }
}
