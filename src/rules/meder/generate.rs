//! The legal move generator: checks and pins first, then the moves of each piece.
//!
//! Each column that the king may go to is tested for attacks. En passant captures remove two pieces
//! from the lines, and are made and tested.

use super::board::{Board, Lines};
use super::legality::{CheckInfo, Legality};
use super::pawns::{BlackPawns, PawnTargets, WhitePawns};
use super::tables::{KING_COLUMNS, KNIGHT_COLUMNS};
use super::targets::{BoardColumns, Targets};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::columns::{COLUMNS, RayOrigin};
use crate::moves::{Move, MoveList, MoveType, Side};
use crate::rules::Checks;
use crate::rules::generate::{GenFilter, MoveGenerator};
use crate::rules::sinks::{MoveCollector, MoveCounter, MoveProbe, MoveSet, MoveSink};
use crate::rules::staircase::{
    CASTLINGS, MUST_BE_EMPTY, NO_CELL, PlatformLayout, SquareMoves, filter_for_move,
};

/// The moves of a piece to the targets in a set of columns.
struct ColumnMoves<'a> {
    layout: &'a PlatformLayout,
    from: u8,
    columns: u64,
    targets: &'a Targets,
}

impl MoveSet for ColumnMoves<'_> {
    type Cells = u64;

    #[inline(always)]
    fn targets(&self) -> u64 {
        self.layout.squares_at(self.columns) & self.targets.squares
    }
    #[inline(always)]
    fn for_each(&self, visit: impl FnMut(Place, Place)) {
        SquareMoves(self.layout, self.from, self.targets()).for_each(visit);
    }
    #[inline(always)]
    fn count(&self) -> u64 {
        self.targets.tiers.count_in(self.columns)
    }
}

impl Board {
    /// Generates the moves as if no pawn waited.
    #[inline(always)]
    pub(super) fn generate_into<S: MoveSink<u64>>(
        &self,
        lines: &Lines,
        legality: &Legality,
        filter: GenFilter,
        sink: &mut S,
    ) {
        if self.state.has_only_kings() {
            return;
        }
        let layout = lines.layout;
        let (own, occupied) = (self.state.pieces(self.state.side), self.state.occupied());
        let own_columns = BoardColumns::new(layout, own);
        let occupied_columns = BoardColumns::new(layout, occupied);
        let live = BoardColumns::live(layout);
        let empty = (!occupied, live.without(occupied_columns));
        let enemy = (occupied & !own, occupied_columns.without(own_columns));
        let (squares, columns) = match (filter.noisy, filter.quiet) {
            (true, true) => (!own, live.without(own_columns)),
            (true, false) => enemy,
            _ => empty,
        };
        let mut targets = Targets::from_columns(squares, &columns);
        let moves_pieces = filter.noisy || filter.quiet;
        if moves_pieces {
            self.king_moves(lines, legality, &targets, filter, sink);
        }
        let evasions = legality.evasions;
        if moves_pieces && evasions != 0 {
            let mut pawn_targets = PawnTargets {
                empty: Targets::from_columns(empty.0, &empty.1),
                enemy: Targets::from_columns(enemy.0, &enemy.1),
            };
            if evasions != u64::MAX {
                targets = Targets::new(layout, squares & evasions);
                pawn_targets.empty = Targets::new(layout, empty.0 & evasions);
                pawn_targets.enemy = Targets::new(layout, enemy.0 & evasions);
            }
            match self.state.side {
                Side::White => {
                    self.pawn_moves::<WhitePawns, S>(lines, legality, filter, &pawn_targets, sink);
                }
                Side::Black => {
                    self.pawn_moves::<BlackPawns, S>(lines, legality, filter, &pawn_targets, sink);
                }
            }
            self.piece_moves(lines, own & filter.sources, &targets, legality, sink);
        }
        if filter.quiet && self.state.castling != 0 && !legality.in_check {
            self.castling_moves(lines, filter, sink);
        }
        if filter.noisy && self.state.ep_cell != NO_CELL {
            self.en_passant_moves(filter, sink);
        }
        if filter.platforms || filter.noisy {
            self.platform_moves(lines, legality, filter, sink);
        }
    }

    /// Generates the moves of knights and sliders.
    #[inline(always)]
    fn piece_moves<S: MoveSink<u64>>(
        &self,
        lines: &Lines,
        sources: u64,
        targets: &Targets,
        legality: &Legality,
        sink: &mut S,
    ) {
        let layout = lines.layout;
        // A pinned knight cannot stay on its line.
        for from in BitIter(self.state.knights() & sources & !legality.pinned) {
            sink.moves(ColumnMoves {
                layout,
                from,
                columns: KNIGHT_COLUMNS[layout.column(from) % COLUMNS],
                targets,
            });
        }
        let mut pass = |from: u8, columns: u64| {
            if legality.pinned >> from & 1 == 0 {
                sink.moves(ColumnMoves { layout, from, columns, targets });
            } else {
                let mask = self.pin_squares(lines, legality, from) & targets.squares;
                sink.moves(SquareMoves(layout, from, layout.squares_at(columns) & mask));
            }
        };
        let (straight, diagonal) =
            (self.state.rooks_and_queens() & sources, self.state.bishops_and_queens() & sources);
        let origin = |from: u8| RayOrigin::new(layout.column(from));
        for from in BitIter(straight & !diagonal) {
            pass(from, origin(from).rook_attacks(lines.blockers));
        }
        for from in BitIter(diagonal & !straight) {
            pass(from, origin(from).bishop_attacks(lines.blockers));
        }
        for from in BitIter(diagonal & straight) {
            let origin = origin(from);
            let columns =
                origin.rook_attacks(lines.blockers) | origin.bishop_attacks(lines.blockers);
            pass(from, columns);
        }
    }

    #[inline(always)]
    fn king_moves<S: MoveSink<u64>>(
        &self,
        lines: &Lines,
        legality: &Legality,
        targets: &Targets,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let from = self.state.king_square(self.state.side);
        if filter.sources >> from & 1 == 0 {
            return;
        }
        let layout = lines.layout;
        let mut columns = KING_COLUMNS[layout.column(from) % COLUMNS] & targets.tiers.columns();
        if columns == 0 {
            return;
        }
        if filter.legal {
            // The king does not shield the columns behind it from a slider in line with it.
            let without;
            let lines = if legality.in_line {
                without = Lines::new(layout, self.state.occupied() & !(1 << from));
                &without
            } else {
                lines
            };
            for column in BitIter(columns) {
                if self.is_attacked(lines, usize::from(column), self.state.side.other()) {
                    columns &= !(1 << column);
                }
            }
        }
        sink.moves(ColumnMoves { layout, from, columns, targets });
    }

    /// M6: generates castlings. The cells of king and rook are alone in their columns, and castling
    /// opens no line to the king's destination.
    #[inline(always)]
    fn castling_moves<S: MoveSink<u64>>(&self, lines: &Lines, filter: GenFilter, sink: &mut S) {
        let state = &self.state;
        if state.fullmove_number <= 1 {
            return;
        }
        let rights = match state.side {
            Side::White => 0..2,
            Side::Black => 2..4,
        };
        for right in rights {
            let castling = &CASTLINGS[right];
            if state.castling >> right & 1 == 0
                || MUST_BE_EMPTY[right]
                    .is_some_and(|cell| state.occupied() >> state.square(cell) & 1 != 0)
                || filter.sources >> state.square(castling.king) & 1 == 0
            {
                continue;
            }
            let king_to = lines.layout.column(state.square(castling.king_to));
            if !filter.legal || !self.is_attacked(lines, king_to, state.side.other()) {
                sink.one_move(Move::new(castling.king, castling.rook, MoveType::Castling));
            }
        }
    }

    #[inline(never)]
    fn en_passant_moves<S: MoveSink<u64>>(&self, filter: GenFilter, sink: &mut S) {
        for from in BitIter(self.ep_attackers() & filter.sources) {
            if !filter.legal || self.is_legal_ep(from) {
                self.ep_captures(from).for_each(|mv| sink.one_move(mv));
            }
        }
    }

    /// Generates the moves as if no pawn waited, with checks and pins of its own.
    #[inline(always)]
    pub(super) fn generate_without_info<S: MoveSink<u64>>(&self, filter: GenFilter, sink: &mut S) {
        let layout = self.layout();
        let lines = Lines::new(&layout, self.state.occupied());
        self.generate_into(&lines, &self.legality(&lines), filter, sink);
    }

    /// Returns whether the generator gives this move as if no pawn waited; see
    /// [`MoveGenerator::is_generated`].
    pub(super) fn is_generated_without_waiting(
        &self,
        info: &CheckInfo,
        mv: Move,
        legal: bool,
    ) -> bool {
        let Some((filter, to)) = filter_for_move(&self.state, mv, legal) else {
            return false;
        };
        let mut probe = MoveProbe::new(mv, to);
        self.generate_into(&info.lines(), &info.legality, filter, &mut probe);
        probe.found
    }
}

impl MoveGenerator for Board {
    type Cells = u64;
    const ALL_CELLS: u64 = u64::MAX;

    #[inline(always)]
    fn list_moves(&self, info: &CheckInfo, filter: GenFilter, list: &mut MoveList) {
        match self.waiting_square() {
            None => {
                let mut collector = MoveCollector(list);
                self.generate_into(&info.lines(), &info.legality, filter, &mut collector);
            }
            // All moves promote the pawn that waits.
            Some(square) if filter.noisy => self.list_with_waiting(square, list),
            Some(_) => {}
        }
    }

    #[inline(always)]
    fn count_moves(&self, filter: GenFilter) -> u64 {
        if let Some(square) = self.waiting_square() {
            return self.count_with_waiting(square);
        }
        let mut counter = MoveCounter(0);
        self.generate_without_info(filter, &mut counter);
        counter.0
    }

    fn is_generated(&self, info: &CheckInfo, mv: Move, legal: bool) -> bool {
        if self.waiting_square().is_none() {
            return self.is_generated_without_waiting(info, mv, legal);
        }
        self.after_waiting(mv, &mut ()).is_some_and(|(board, mv)| {
            let info = if legal { board.check_info() } else { board.unrestricted_info() };
            board.is_generated_without_waiting(&info, mv, legal)
        })
    }
}
