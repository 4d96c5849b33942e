//! The steps of a piece to empty cells, in the numbers of a layout, and where it has other moves.

use super::board::EndingBoard;
use super::layout::{Cell, Cells, Layout};
use crate::moves::Piece;
use crate::rules::{Promotes, WayKind};

/// A move of a piece to an empty cell, seen from one of its ends.
pub(super) struct Step {
    /// The other end.
    pub(super) cell: Cell,
    /// Whether it is a move where [`Steps::is_free`] says so, if the king is safe then. Otherwise
    /// the generator must be asked.
    pub(super) is_exact: bool,
    /// The part of [`Steps::over`] that must be empty.
    over: [u32; 2],
}

/// The steps of a piece by one of their ends.
pub(super) struct Steps {
    /// The steps of a cell are those from one start to the next. Alternatives are neighbors.
    starts: Vec<u32>,
    steps: Vec<Step>,
    over: Vec<Cell>,
}

/// The other end of a step, whether it is exact, and the cells that must be empty.
type FullStep = (Cell, bool, Vec<Cell>);

impl Steps {
    fn new(by_cell: Vec<Vec<FullStep>>) -> Steps {
        let mut steps = Steps { starts: vec![0], steps: Vec::new(), over: Vec::new() };
        for mut of_cell in by_cell {
            of_cell.sort_unstable();
            for (cell, is_exact, over) in of_cell {
                let start = steps.over.len() as u32;
                steps.over.extend(over);
                let over = [start, steps.over.len() as u32];
                steps.steps.push(Step { cell, is_exact, over });
            }
            steps.starts.push(steps.steps.len() as u32);
        }
        steps
    }

    /// Returns the steps of a cell.
    pub(super) fn of(&self, cell: Cell) -> &[Step] {
        let [start, end] = [0, 1].map(|next| self.starts[usize::from(cell) + next] as usize);
        &self.steps[start..end]
    }

    /// Returns whether the cells that must be empty are.
    pub(super) fn is_free(&self, step: &Step, cells: &Cells) -> bool {
        let over = &self.over[step.over[0] as usize..step.over[1] as usize];
        !over.iter().any(|cell| cells.contains(cell))
    }
}

/// The steps of a piece.
pub(super) struct PieceSteps {
    /// The steps by the cell where they begin.
    pub(super) forward: Steps,
    /// The steps by the cell where they end.
    pub(super) back: Steps,
    /// By cell: whether a step from there is not exact or a promotion.
    is_special: Vec<bool>,
    /// By cell and cell: whether the piece may capture from one on the other.
    captures: Vec<bool>,
}

impl PieceSteps {
    /// `may_freeze`: a piece of the other side may keep this one from moving.
    pub(super) fn new(
        board: &dyn EndingBoard,
        piece: Piece,
        layout: &Layout,
        may_freeze: bool,
    ) -> PieceSteps {
        let count = layout.places.len();
        let (mut forward, mut back) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        let mut is_special = vec![false; count];
        let mut captures = vec![false; count * count];
        for (from, &place) in layout.places.iter().enumerate() {
            for way in board.ways(piece, place) {
                let to = layout.number(way.to);
                let is_exact = way.is_exact && !may_freeze;
                is_special[from] |= !is_exact || way.promotes != Promotes::No;
                match way.kind {
                    WayKind::Capture | WayKind::FromAfar => {
                        captures[from * count + usize::from(to)] = true;
                    }
                    WayKind::Step if way.promotes != Promotes::Must => {
                        let over = way.over.iter().map(|&cell| layout.number(cell));
                        let over: Vec<Cell> = over.collect();
                        forward[from].push((to, is_exact, over.clone()));
                        back[usize::from(to)].push((from as Cell, is_exact, over));
                    }
                    WayKind::Step | WayKind::Freeze => {}
                }
            }
        }
        let [forward, back] = [forward, back].map(Steps::new);
        PieceSteps { forward, back, is_special, captures }
    }

    /// Returns whether all moves of the piece from a cell are exact steps, if the enemies stand on
    /// these cells.
    pub(super) fn has_only_steps(
        &self,
        from: Cell,
        mut enemies: impl Iterator<Item = Cell>,
    ) -> bool {
        let from = usize::from(from);
        let captures = &self.captures[from * self.is_special.len()..][..self.is_special.len()];
        !self.is_special[from] && !enemies.any(|cell| captures[usize::from(cell)])
    }
}
