//! The moves of an ending, forward and back, in the numbers of its layout.

use super::board::{EndingBoard, Pieces};
use super::ending::{Ending, look_up};
use super::layout::{Cell, Cells, Layout};
use super::material::Material;
use super::steps::{PieceSteps, Steps};
use super::value::{EndingValue, Index};
use crate::geometry::Place;
use crate::moves::{Move, MoveList, MoveType, Piece, Side};
use crate::rules::WayKind;
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
pub(super) struct Model {
    board: Box<dyn EndingBoard>,
    pub(super) material: Material,
    pub(super) layout: Layout,
    steps: Vec<PieceSteps>,
    /// Whether a FEN may have a piece on a cell, by the numbers of both.
    stands_on: Vec<Vec<bool>>,
    /// By the number of a cell: those where no other piece may stand if one stands there.
    excluded: Vec<Vec<Cell>>,
    /// The tables of the endings to which captures and promotions lead.
    exits: Vec<Arc<Ending>>,
    /// By side: whether it can capture or promote.
    has_exits: [bool; 2],
}

/// Memory for the positions at which one thread looks.
pub(super) struct Memory {
    /// A board for each side to move.
    pub(super) boards: [Box<dyn EndingBoard>; 2],
    /// The pieces on them.
    pieces: Pieces,
    moves: MoveList,
    pieces_after: Pieces,
}

impl Model {
    pub(super) fn new(
        board: Box<dyn EndingBoard>,
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
            PieceSteps::new(&*board, piece, &layout, freezers.contains(&piece.side.other()))
        };
        let steps: Vec<PieceSteps> = material.pieces().iter().map(steps).collect();
        let stands_on = |&piece: &Piece| {
            layout.places.iter().map(|&place| board.can_stand(piece, place)).collect()
        };
        let stands_on = material.pieces().iter().map(stands_on).collect();
        let excluded = |&cell: &Place| {
            let others = (0..).zip(&layout.places);
            let excluded = others.filter(|&(_, &it)| !board.can_stand_together([it, cell]));
            excluded.map(|(number, _)| number).collect()
        };
        let excluded = layout.places.iter().map(excluded).collect();
        let is_exit = |piece: &Piece, side: Side| match piece.side == side {
            true => !board.promotions(*piece).is_empty(),
            false => piece.kind != board.game().king,
        };
        let pieces = material.pieces();
        let has_exits = Side::ALL.map(|side| pieces.iter().any(|piece| is_exit(piece, side)));
        Model { board, material, layout, steps, stands_on, excluded, exits, has_exits }
    }

    /// Returns whether a move of a side can lead out of the ending.
    pub(super) fn has_exits(&self, side: Side) -> bool {
        *side.select(&self.has_exits)
    }

    /// Returns whether a FEN may have the pieces on these cells, apart from checks.
    pub(super) fn can_stand(&self, cells: &Cells) -> bool {
        let can_stand = |(number, &cell): (usize, &Cell)| {
            let (others, excluded) = (&cells[..number], &self.excluded[usize::from(cell)]);
            self.stands_on[number][usize::from(cell)]
                && !others.contains(&cell)
                && !excluded.iter().any(|cell| others.contains(cell))
        };
        cells.iter().enumerate().all(can_stand)
    }

    /// Returns new memory for a thread.
    pub(super) fn memory(&self) -> Memory {
        let boards = [self.board.boxed(), self.board.boxed()];
        let (pieces, pieces_after) = (Pieces::new(), Pieces::new());
        Memory { boards, pieces, moves: MoveList::new(), pieces_after }
    }

    /// Sets the boards of these sides to a position.
    pub(super) fn set_boards(&self, cells: &Cells, sides: &[Side], memory: &mut Memory) {
        memory.pieces.clear();
        for (&piece, &cell) in self.material.pieces().iter().zip(cells) {
            memory.pieces.push((piece, self.layout.places[usize::from(cell)]));
        }
        for side in sides {
            memory.boards[side.index()].set_pieces(&memory.pieces, *side);
        }
    }

    /// Finds what the legal moves of the position lead to that the board of the side to move is set
    /// to. Returns whether there are any.
    pub(super) fn successors(
        &self,
        (cells, index): (&Cells, Index),
        memory: &mut Memory,
        found: &mut Successors,
    ) -> bool {
        let Memory { boards, pieces, moves, pieces_after } = memory;
        let board = &*boards[index as usize % 2];
        let exits = board.list_moves(moves);
        let (exits, inside) = moves.split_at(exits);
        let value_after = |&mv: &Move| self.value_after(board, pieces, mv, pieces_after);
        found.exits.clear();
        found.exits.extend(exits.iter().map(value_after).map(EndingValue::one_ply_before));
        found.inside.clear();
        let mut has_duplicates = self.layout.has_symmetries();
        for &mv in inside {
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
    /// `after` is memory for its pieces.
    fn value_after(
        &self,
        board: &dyn EndingBoard,
        pieces: &[(Piece, Place)],
        mv: Move,
        after: &mut Pieces,
    ) -> EndingValue {
        let side = board.pieces_after(mv, pieces, after);
        let value = look_up(&self.exits, board.game(), after, side);
        value.unwrap_or_else(|| unreachable!("no table of {}", board.after(mv).to_fen()))
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
    pub(super) fn predecessors(&self, index: Index, memory: &mut Memory, found: &mut Vec<Index>) {
        let (cells, side) = self.layout.position(index);
        let mover = side.other();
        let leads_here = |number: usize, from: Cell| {
            let mut before = cells.clone();
            before[number] = from;
            self.leads_to(&before, mover, &cells, memory)
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
        mut is_move: impl FnMut(usize, Cell) -> bool,
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

    /// Returns whether a move without capture or promotion leads from one position to another.
    fn leads_to(&self, before: &Cells, side: Side, after: &Cells, memory: &mut Memory) -> bool {
        self.set_boards(before, &[side], memory);
        let Memory { boards, moves, .. } = memory;
        let exits = boards[side.index()].list_moves(moves);
        moves[exits..].iter().any(|mv| {
            let [from, to] = [mv.from(), mv.to()].map(|place| self.layout.number(place));
            let leads = |(&at, &then)| then == if at == from { to } else { at };
            before.iter().zip(after).all(leads)
        })
    }
}
