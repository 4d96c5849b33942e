//! The tables that a program has made, and the making of more.

use super::board::EndingBoard;
use super::ending::{Ending, look_up};
use super::layout::Layout;
use super::material::Material;
use super::model::Model;
use super::solve::{Control, solve};
use super::value::EndingValue;
use crate::moves::Piece;
use crate::parallel;
use rayon::ThreadPoolBuilder;
use std::ptr;
use std::sync::Arc;

/// Why a table cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EndingError {
    /// The rules do not allow it.
    #[error("no table of {ending} can be made: {reason}")]
    Impossible {
        /// The ending.
        ending: String,
        /// Why.
        reason: &'static str,
    },
    /// It needs too much memory.
    #[error(
        "the table of {ending} needs {needed} MiB, {limit} MiB are allowed (EndgameMemory, --memory)"
    )]
    Memory {
        /// The ending.
        ending: String,
        /// The mebibytes that it needs, with the tables to which it leads.
        needed: u64,
        /// The mebibytes that are allowed.
        limit: u64,
    },
    /// The caller has stopped it.
    #[error("stopped")]
    Stopped,
}

/// The tables of endings of one game, on one arrangement of its platforms.
#[derive(Clone)]
pub struct EndingTables {
    /// A board with the platforms.
    pub(super) board: Arc<dyn EndingBoard>,
    endings: Vec<Arc<Ending>>,
    /// The endings whose tables are being made, each for the one before it.
    pending: Vec<Material>,
    /// The number of mebibytes for all tables.
    memory: u64,
}

/// The number of bytes that a position takes while its table is made, in excess of those
/// afterwards: two for the code, and one for the lists of positions that have just been decided.
const BYTES_IN_WORK: u128 = 3;

impl EndingTables {
    /// Returns no tables yet. `board` gives the platforms, `memory` is in mebibytes.
    pub fn new(board: &dyn EndingBoard, memory: u64) -> Self {
        let (board, endings) = (board.boxed().into(), Vec::new());
        EndingTables { board, endings, pending: Vec::new(), memory }
    }

    /// Returns the table of an ending, if it has been made.
    pub fn get(&self, material: &Material) -> Option<&Arc<Ending>> {
        self.endings.iter().find(|ending| ending.material() == material)
    }

    /// Returns the largest number of pieces of a table; 0 without tables.
    pub fn most_pieces(&self) -> usize {
        self.endings.iter().map(|ending| ending.material().pieces().len()).max().unwrap_or(0)
    }

    /// Returns whether the tables are of the arrangement of a board and have this memory.
    pub fn fit(&self, board: &dyn EndingBoard, memory: u64) -> bool {
        self.memory == memory && self.has_platforms_of(board)
    }

    /// Makes the table of an ending, and those to which it leads. `control` is given the share of
    /// the work that is done on one of them, and returns false to stop.
    ///
    /// # Errors
    /// [`EndingError`]. Tables that are complete stay.
    pub fn make(
        &mut self,
        material: &Material,
        control: &Control,
    ) -> Result<Arc<Ending>, EndingError> {
        if let Some(ending) = self.get(material) {
            return Ok(ending.clone());
        }
        let game = self.board.game();
        let ending = material.text(game);
        let is_pending = self.pending.contains(material);
        let circle = is_pending.then_some("kinds of pieces promote to each other");
        if let Some(reason) = self.board.no_endings(material.pieces()).or(circle) {
            return Err(EndingError::Impossible { ending, reason });
        }
        self.pending.push(material.clone());
        let exits = self.exits(material);
        let exits = exits.iter().map(|exit| self.make(exit, control));
        let exits: Result<Vec<Arc<Ending>>, EndingError> = exits.collect();
        self.pending.pop();
        let exits = exits?;
        let layout = Layout::new(&*self.board, material.pieces());
        let needed = |kept: usize| layout.len() * (1 + BYTES_IN_WORK) + kept as u128;
        if needed(self.bytes()) > self.limit() {
            // Only the tables of this ending and of those that wait for it are kept.
            let pending: Vec<Material> =
                self.pending.iter().flat_map(|pending| self.exits(pending)).collect();
            self.endings.retain(|ending| {
                pending.contains(ending.material())
                    || exits.iter().any(|it| Arc::ptr_eq(it, ending))
            });
        }
        let needed = needed(self.bytes());
        if needed > self.limit() || layout.len() > u128::from(u32::MAX) {
            let needed = needed.div_ceil(1 << 20) as u64;
            return Err(EndingError::Memory { ending, needed, limit: self.memory });
        }
        let model = Model::new(self.board.boxed(), material.clone(), layout, exits);
        let ending = Arc::new(solve(model, control).ok_or(EndingError::Stopped)?);
        self.endings.push(ending.clone());
        Ok(ending)
    }

    /// Makes the table of an ending as [`EndingTables::make`] does, on a number of threads of its
    /// own, or on this thread where there are no others.
    ///
    /// # Errors
    /// [`EndingError`].
    pub fn make_on(
        &mut self,
        threads: usize,
        material: &Material,
        control: &Control,
    ) -> Result<Arc<Ending>, EndingError> {
        match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => {
                let mut made = Err(EndingError::Stopped);
                parallel::install(&pool, &mut || made = self.make(material, control));
                made
            }
            Err(_) => self.make(material, control),
        }
    }

    /// Returns the number of bytes of all tables.
    fn bytes(&self) -> usize {
        self.endings.iter().map(|ending| ending.bytes()).sum()
    }

    /// Returns the number of bytes that are allowed.
    fn limit(&self) -> u128 {
        u128::from(self.memory) << 20
    }

    /// Returns the endings to which a capture or a promotion leads.
    fn exits(&self, material: &Material) -> Vec<Material> {
        let game = self.board.game();
        let pieces = || material.pieces().iter().copied().enumerate();
        let mut captures: Vec<Option<usize>> = vec![None];
        captures.extend(pieces().filter(|(_, piece)| piece.kind != game.king).map(|it| Some(it.0)));
        let mut promotions: Vec<Option<(usize, Piece)>> = vec![None];
        for (number, piece) in pieces() {
            let new = self.board.promotions(piece).into_iter();
            promotions.extend(new.map(|kind| Some((number, Piece { kind, ..piece }))));
        }
        let mut exits: Vec<Material> = Vec::new();
        for &captured in &captures {
            for &promoted in &promotions {
                let is_same = captured.is_none() && promoted.is_none();
                let captures_own = captured.zip(promoted).is_some_and(|(captured, (pawn, _))| {
                    material.pieces()[captured].side == material.pieces()[pawn].side
                });
                let exit = material.after(game, captured, promoted);
                if let Some(exit) = exit.filter(|_| !is_same && !captures_own)
                    && !exits.contains(&exit)
                {
                    exits.push(exit);
                }
            }
        }
        exits
    }

    /// Returns what a position leads to, if it has no rights and its table has been made.
    pub fn probe(&self, board: &dyn EndingBoard) -> Option<EndingValue> {
        let mut pieces = board.placed_pieces();
        let value = look_up(&self.endings, board.game(), &mut pieces, board.side_to_move())?;
        (!board.has_rights(&pieces) && self.has_platforms_of(board)).then_some(value)
    }

    /// Returns whether a board is of the game of the tables, with its platforms where theirs are.
    fn has_platforms_of(&self, board: &dyn EndingBoard) -> bool {
        let posts = |board: &dyn EndingBoard| board.platforms().into_iter().map(|(post, _)| post);
        ptr::eq(board.game(), self.board.game()) && posts(board).eq(posts(&*self.board))
    }
}
