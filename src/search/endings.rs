//! Tables of endings in the search: the root is answered by its table, and nodes below it by those
//! that have been made before.
//!
//! The table of a root of at most [`ROOT_PIECES`] pieces is made before the search, as far as the
//! clock allows. While a root of more pieces is searched, a thread makes the tables of three pieces
//! to which its captures lead; the next search has them.

use super::request::Messages;
use super::root::{RootMove, sort_root_moves};
use super::signals::Signals;
use super::time::TimeBudget;
use crate::endings::{EndingBoard, EndingTables, EndingValue, Material};
use crate::moves::{Move, Piece};
use crate::rules::GameInfo;
use crate::score::{DRAW, mate_in, mated_in};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

/// The largest number of pieces at a root that is answered by its table.
const ROOT_PIECES: usize = 4;
/// The largest number of pieces at a root before which tables are made.
const MAX_PIECES_BEFORE: usize = 8;

/// The tables of an engine.
pub(super) struct SearchEndings {
    tables: Option<EndingTables>,
    maker: Option<Maker>,
}

/// A thread that makes tables. It ends soon after this is dropped.
struct Maker {
    /// The mutex lets threads share the pool; nobody waits for it.
    made: Mutex<Receiver<EndingTables>>,
    is_stopped: Arc<AtomicBool>,
}

impl Drop for Maker {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

/// What its table says of a root.
pub(super) struct RootAnswer {
    /// The moves with their scores, the best first. Of a draw only those that keep it.
    pub(super) moves: Vec<RootMove>,
    /// Whether the root is a draw, so that the search may choose among these moves.
    pub(super) is_draw: bool,
    /// The number of positions that were looked up.
    pub(super) hits: u64,
}

impl SearchEndings {
    /// Returns no tables.
    pub(super) const NONE: Self = SearchEndings { tables: None, maker: None };

    /// Returns the tables that have been made.
    pub(super) fn tables(&self) -> Option<&EndingTables> {
        self.tables.as_ref()
    }

    /// Makes the table of a root on this number of threads, or lets a thread make those to which it
    /// leads. `memory` is in mebibytes.
    pub(super) fn prepare(
        &mut self,
        board: &dyn EndingBoard,
        memory: u64,
        threads: usize,
        time: Option<TimeBudget>,
        signals: &Signals,
    ) {
        let maker = self.maker.as_mut().and_then(|maker| maker.made.get_mut().ok());
        if let Some(made) = maker.and_then(|made| made.try_recv().ok()) {
            self.tables = Some(made);
            self.maker = None;
        }
        let pieces: Vec<Piece> = board.placed_pieces().into_iter().map(|it| it.0).collect();
        let count = pieces.len();
        if count > MAX_PIECES_BEFORE {
            return;
        }
        if !self.tables.as_ref().is_some_and(|it| it.fit(board, memory)) {
            (self.tables, self.maker) = (Some(EndingTables::new(board, memory)), None);
        }
        let Some(tables) = &mut self.tables else { return };
        let is_missing = |material: &Material| {
            tables.get(material).is_none() && board.no_endings(material.pieces()).is_none()
        };
        if count > ROOT_PIECES {
            let mut missing = endings_of_three(board.game(), &pieces);
            missing.retain(is_missing);
            if self.maker.is_none() && !missing.is_empty() {
                self.maker = start_maker(tables.clone(), missing);
            }
            return;
        }
        // A fixed time for a move is no reason to play it worse than it can be: the table is made
        // once.
        let deadline = time.filter(|time| time.soft.is_some()).map(|time| time.hard / 2);
        let control = |_: f64| {
            !signals.is_stopped() && deadline.is_none_or(|deadline| signals.elapsed() < deadline)
        };
        if let Some(material) = Material::new(board.game(), pieces).filter(is_missing) {
            // Without the table the search does what it can.
            let _ = tables.make_on(threads, &material, &control);
        }
    }

    /// Returns what its table says of a root; `None` without one, or if the fifty-move rule comes
    /// before the end. `messages` receives what a score does not say.
    pub(super) fn answer(
        &self,
        board: &dyn EndingBoard,
        mut moves: Vec<RootMove>,
        messages: &dyn Messages,
    ) -> Option<RootAnswer> {
        let tables = self.tables.as_ref()?;
        let value = tables.probe(board)?;
        if !tables.ends_in_time(board) {
            let moves = tables.line(board).len().div_ceil(2);
            messages.message(format!(
                "the game ends by the fifty-move rule before the mate in {moves} of the table, so the search decides"
            ));
            return None;
        }
        let hits = moves.len() as u64 + 1;
        for root_move in &mut moves {
            root_move.score = match tables.probe(&*board.child(root_move.mv))? {
                EndingValue::Draw => DRAW,
                EndingValue::Win(plies) => mated_in(plies as usize + 1),
                EndingValue::Loss(plies) => mate_in(plies as usize + 1),
            };
        }
        let is_draw = value == EndingValue::Draw;
        if is_draw {
            let pieces = board.placed_pieces().into_iter().map(|it| it.0);
            let ending =
                Material::new(board.game(), pieces).and_then(|it| tables.get(&it).cloned());
            if ending.is_some_and(|ending| !ending.has_wins()) {
                messages.message("neither side can win with these pieces".to_owned());
            }
            moves.retain(|root_move| root_move.score == DRAW);
        }
        sort_root_moves(&mut moves, false);
        Some(RootAnswer { moves, is_draw, hits })
    }

    /// Returns a move and the best moves after it.
    pub(super) fn line(&self, board: &dyn EndingBoard, mv: Move) -> Vec<Move> {
        let after = board.child(mv);
        let rest = self.tables.as_ref().map(|tables| tables.line(&*after)).unwrap_or_default();
        [mv].into_iter().chain(rest).collect()
    }
}

/// Returns the endings of three pieces to which captures lead.
fn endings_of_three(game: &GameInfo, pieces: &[Piece]) -> Vec<Material> {
    let kings = || pieces.iter().copied().filter(|piece| piece.kind == game.king);
    let mut endings = Vec::new();
    for &piece in pieces.iter().filter(|piece| piece.kind != game.king) {
        let ending = Material::new(game, kings().chain([piece]));
        endings.extend(ending.filter(|ending| !endings.contains(ending)));
    }
    endings
}

/// Lets a thread make tables; `None` where there are none.
fn start_maker(mut tables: EndingTables, missing: Vec<Material>) -> Option<Maker> {
    let (sender, made) = channel();
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stop = is_stopped.clone();
    let make = move || {
        let control = |_: f64| !stop.load(Ordering::Relaxed);
        for material in &missing {
            // One thread leaves the others to the search. A table that cannot be made does not keep
            // the others from it.
            let _ = tables.make_on(1, material, &control);
        }
        // The engine may have gone.
        let _ = sender.send(tables);
    };
    std::thread::Builder::new().spawn(make).ok()?;
    Some(Maker { made: Mutex::new(made), is_stopped })
}
