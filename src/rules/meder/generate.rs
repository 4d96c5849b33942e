//! The legal move generator: checks and pins first, then the moves of each piece, those of pawns
//! set by set.
//!
//! Each column that the king may go to is tested for attacks. En passant captures remove two pieces
//! from the lines, and are made and tested.

use super::board::{Lines, Meder};
use super::legality::{BoardColumns, CheckInfo, Legality, Targets};
use super::tables::{CORNER_SQUARES, CORNERS};
use crate::geometry::bits::BitIter;
use crate::geometry::columns::{COLUMNS, RayOrigin, rank_columns};
use crate::geometry::{Place, byte_index};
use crate::moves::{Move, MoveList, MoveType, PieceType, Side};
use crate::rules::generate::{GenFilter, MoveGenerator};
use crate::rules::quad_bitboards::code_of;
use crate::rules::sinks::{MoveCollector, MoveCounter, MoveProbe, MoveSet, MoveSink};
use crate::rules::staircase::{
    BlackPawns, CASTLINGS, COLUMN_OF, COLUMN_SQUARES, KING_COLUMNS, KNIGHT_COLUMNS, MUST_BE_EMPTY,
    NO_CELL, PAWN_AHEAD, PAWN_CAPTURES, PawnSide, PawnTargets, PlatformLayout, SquareMoves, Step,
    WhitePawns, filter_for_move, shift,
};
use crate::rules::{CHESS_PROMOTIONS, Checks, Observer};

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

impl Meder {
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

impl MoveGenerator for Meder {
    const HAS_PLATFORMS: bool = true;

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

/// The columns from which a pawn of each side may reach its last rank.
const NEAR_PROMOTION: [u64; 2] =
    [rank_columns(7) | rank_columns(8), rank_columns(2) | rank_columns(1)];

impl Meder {
    /// Generates the moves of the pawns, except en passant: of all together, but one by one for
    /// pinned pawns and for those that share a column with another.
    #[inline(always)]
    pub(super) fn pawn_moves<M: PawnSide, S: MoveSink<u64>>(
        &self,
        lines: &Lines,
        legality: &Legality,
        filter: GenFilter,
        targets: &PawnTargets<Targets>,
        sink: &mut S,
    ) {
        let pawns = self.state.pawns() & self.state.pieces(M::SIDE) & filter.sources;
        let mut group = pawns & !legality.pinned;
        let mut columns = lines.layout.columns_of(group);
        if columns.count_ones() != group.count_ones() {
            group = one_per_column(lines.layout, group);
            columns = lines.layout.columns_of(group);
        }
        self.pawn_group_moves::<M, S>((group, columns), lines, filter, targets, sink);
        for from in BitIter(pawns & !group) {
            self.single_pawn_moves::<M, S>(from, lines, legality, filter, targets, sink);
        }
    }

    #[inline(never)]
    fn single_pawn_moves<M: PawnSide, S: MoveSink<u64>>(
        &self,
        from: u8,
        lines: &Lines,
        legality: &Legality,
        filter: GenFilter,
        targets: &PawnTargets<Targets>,
        sink: &mut S,
    ) {
        let mask = self.pin_squares(lines, legality, from);
        let targets = PawnTargets {
            empty: Targets::new(lines.layout, targets.empty.squares & mask),
            enemy: Targets::new(lines.layout, targets.enemy.squares & mask),
        };
        let group = (1 << from, 1 << lines.layout.column(from));
        self.pawn_group_moves::<M, S>(group, lines, filter, &targets, sink);
    }

    /// Generates the moves of pawns, no two of which share a column, given as squares and columns.
    #[inline(always)]
    fn pawn_group_moves<M: PawnSide, S: MoveSink<u64>>(
        &self,
        (movers, columns): (u64, u64),
        lines: &Lines,
        filter: GenFilter,
        targets: &PawnTargets<Targets>,
        sink: &mut S,
    ) {
        let (ahead, layout) = (*M::SIDE.select(&PAWN_AHEAD), lines.layout);
        let promotion = if columns & M::SIDE.select(&NEAR_PROMOTION) == 0 {
            0
        } else {
            self.promotion_columns(M::SIDE)
        };
        let group = PawnGroup { layout, movers, columns, promotion };
        let PawnTargets { empty, enemy } = targets;
        group.step(ahead, empty, (filter.quiet, filter.noisy), sink);
        if filter.noisy {
            for &step in M::SIDE.select(&PAWN_CAPTURES) {
                group.step(step, enemy, (true, true), sink);
            }
        }
        let unmoved = movers & self.state.unmoved_pawns;
        if filter.quiet && unmoved != 0 {
            let over = shift(layout.columns_of(unmoved), ahead) & !lines.blockers;
            let columns = shift(over, ahead);
            let by = 2 * ahead.by;
            sink.moves(ColumnPawnMoves { layout, movers: unmoved, columns, by, targets: empty });
        }
    }
}

/// The moves of pawns by one step to the targets in a set of columns. No two of the pawns share a
/// column.
struct ColumnPawnMoves<'a> {
    layout: &'a PlatformLayout,
    movers: u64,
    columns: u64,
    /// The difference between the numbers of the columns.
    by: i8,
    targets: &'a Targets,
}

impl MoveSet for ColumnPawnMoves<'_> {
    type Cells = u64;

    #[inline(always)]
    fn targets(&self) -> u64 {
        self.layout.squares_at(self.columns) & self.targets.squares
    }
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Place, Place)) {
        for to in BitIter(self.targets()) {
            let to = self.layout.cell(to);
            let origin = (COLUMN_OF[byte_index(to)] as i8 - self.by) as usize;
            let origins = COLUMN_SQUARES.at(origin, self.layout.table_rows) & self.movers;
            for from in BitIter(origins) {
                visit(self.layout.cell(from), to);
            }
        }
    }
    #[inline(always)]
    fn count(&self) -> u64 {
        self.targets.tiers.count_in(self.columns)
    }
}

/// Pawns that step together, no two of them in a column.
struct PawnGroup<'a> {
    layout: &'a PlatformLayout,
    movers: u64,
    columns: u64,
    /// The columns on which they promote.
    promotion: u64,
}

impl PawnGroup<'_> {
    /// Generates one step: to columns where the pawns do not promote, and to those where they do.
    #[inline(always)]
    fn step<S: MoveSink<u64>>(
        &self,
        step: Step,
        targets: &Targets,
        (plain, promotions): (bool, bool),
        sink: &mut S,
    ) {
        let reached = shift(self.columns, step);
        let moves = |columns: u64| ColumnPawnMoves {
            layout: self.layout,
            movers: self.movers,
            columns,
            by: step.by,
            targets,
        };
        if plain {
            sink.moves(moves(reached & !self.promotion));
        }
        if promotions && reached & self.promotion != 0 {
            sink.promotions(moves(reached & self.promotion), &CHESS_PROMOTIONS);
        }
    }
}

/// Returns one pawn of each column.
#[cold]
#[inline(never)]
fn one_per_column(layout: &PlatformLayout, pawns: u64) -> u64 {
    let mut columns = 0u64;
    BitIter(pawns).fold(0, |group, square| {
        let column = 1 << layout.column(square);
        let is_first = columns & column == 0;
        columns |= column;
        group | u64::from(is_first) << square
    })
}

impl Meder {
    /// Returns the square of the pawn that waits.
    #[inline(always)]
    pub(super) fn waiting_square(&self) -> Option<u8> {
        let side = self.state.side;
        let pawns = self.state.pawns() & self.state.pieces(side) & CORNER_SQUARES[side.index()];
        if pawns == 0 { None } else { self.uncovered_pawn(pawns) }
    }

    #[cold]
    #[inline(never)]
    fn uncovered_pawn(&self, pawns: u64) -> Option<u8> {
        let held = self.held_posts();
        let mut corners = CORNERS[self.state.side.index()].iter();
        let uncovered =
            corners.find(|corner| pawns >> corner.square & 1 != 0 && held >> corner.post & 1 == 0);
        uncovered.map(|corner| corner.square)
    }

    /// Returns the board after the pawn on a corner has promoted, with the same side to move.
    pub(super) fn with_promotion<O: Observer>(
        &self,
        square: u8,
        kind: PieceType,
        observer: &mut O,
    ) -> Meder {
        let mut board = *self;
        let side = self.state.side;
        board.state.remove_piece(side, square, square.into(), observer);
        board.state.put_piece(side, code_of(kind), square, square.into(), observer);
        board
    }

    /// Returns the board after the waiting pawn's promotion and the move without its letter, if a
    /// pawn waits and the move has a letter for it.
    pub(super) fn after_waiting<O: Observer>(
        &self,
        mv: Move,
        observer: &mut O,
    ) -> Option<(Meder, Move)> {
        let square = self.waiting_square()?;
        let (mv, kind) = split_letter(mv)?;
        Some((self.with_promotion(square, kind, observer), mv))
    }

    /// Adds all legal moves to the list.
    #[cold]
    #[inline(never)]
    pub(super) fn list_with_waiting(&self, square: u8, list: &mut MoveList) {
        for kind in CHESS_PROMOTIONS {
            let listed = list.len();
            let board = self.with_promotion(square, kind, &mut ());
            board.generate_without_info(Self::ALL_MOVES, &mut MoveCollector(list));
            for mv in &mut list[listed..] {
                *mv = with_letter(*mv, kind);
            }
        }
    }

    /// Counts all legal moves.
    #[cold]
    #[inline(never)]
    pub(super) fn count_with_waiting(&self, square: u8) -> u64 {
        let mut counter = MoveCounter(0);
        for kind in CHESS_PROMOTIONS {
            let board = self.with_promotion(square, kind, &mut ());
            board.generate_without_info(Self::ALL_MOVES, &mut counter);
        }
        counter.0
    }
}

/// Adds the letter of a waiting pawn to a move.
fn with_letter(mv: Move, kind: PieceType) -> Move {
    match mv.promotion() {
        None => mv.with_promotions(kind, None),
        Some(first) => mv.with_promotions(first, Some(kind)),
    }
}

/// Splits a move into the move without the letter of the waiting pawn, and that letter.
fn split_letter(mv: Move) -> Option<(Move, PieceType)> {
    let first = mv.promotion()?;
    let (mv, kind) = match mv.second_promotion() {
        None => (mv.without_promotions(), first),
        Some(second) => (mv.with_promotions(first, None), second),
    };
    CHESS_PROMOTIONS.contains(&kind).then_some((mv, kind))
}
