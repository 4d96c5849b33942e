//! The legal move generator: checks and pins first, then the moves of each piece.
//!
//! Each king move is tested for attacks. Platform moves change the lines, and are made and tested
//! where they touch a line to the king. En passant captures remove two pieces from the lines, and
//! are made and tested too.

use super::board::Board;
use super::ceilings::CeilingBlockers;
use super::legality::{CheckInfo, Legality};
use super::pawns::{BlackPawns, PawnTargets, WhitePawns};
use super::sinks::{ColumnCounter, ColumnSink, SquareSink, Targets};
use super::tables::{PLATFORM_STEPS, PROMOTION_COLUMNS, PROMOTION_POSTS};
use crate::geometry::bits::{BitIter, pdep};
use crate::geometry::byte_index;
use crate::geometry::staircase::{FIXED_CELLS, post_place};
use crate::moves::{Move, MoveList, MoveType, Side};
use crate::rules::generate::{GenFilter, MoveGenerator};
use crate::rules::sinks::{MoveCollector, MoveProbe};
use crate::rules::staircase::{
    BISHOP_STEP, CASTLINGS, COLUMN_OF, Castling, KING_ATTACKS, KNIGHT_ATTACKS, MUST_BE_EMPTY,
    MakeMove, NO_CELL, ROOK_STEP, SLOTS, column_and_level_of, filter_for_move, post_columns,
};
use crate::rules::{CHESS_PROMOTIONS, GenType, Rules};

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    #[inline(always)]
    fn generate_into<S: ColumnSink>(
        &self,
        ceilings: &CeilingBlockers,
        legality: &Legality,
        filter: GenFilter,
        sink: &mut S,
    ) {
        if self.state.has_only_kings() {
            return;
        }
        let (own, occupied) = (self.state.pieces(self.state.side), self.state.occupied());
        let mut squares = 0;
        if filter.noisy {
            squares |= occupied & !own;
        }
        if filter.quiet {
            squares |= !occupied;
        }
        self.king_moves(ceilings, legality, squares, filter, sink);
        if (filter.noisy || filter.quiet) && legality.evasions != 0 {
            let mut pawn_targets = PawnTargets {
                empty: Targets::from_empty_squares(ceilings, !occupied),
                enemy: Targets::new(ceilings.layout, occupied & !own),
            };
            if legality.evasions != u64::MAX {
                let evasions = legality.evasions;
                pawn_targets.empty = Targets::new(ceilings.layout, !occupied & evasions);
                pawn_targets.enemy = Targets::new(ceilings.layout, occupied & !own & evasions);
            }
            match self.state.side {
                Side::White => {
                    self.pawn_moves::<WhitePawns, S>(
                        ceilings,
                        legality,
                        filter,
                        &pawn_targets,
                        sink,
                    );
                }
                Side::Black => {
                    self.pawn_moves::<BlackPawns, S>(
                        ceilings,
                        legality,
                        filter,
                        &pawn_targets,
                        sink,
                    );
                }
            }
            let targets = match (filter.noisy, filter.quiet) {
                (true, true) => pawn_targets.empty.union(&pawn_targets.enemy),
                (true, false) => pawn_targets.enemy,
                _ => pawn_targets.empty,
            };
            self.piece_moves(ceilings, own, own & filter.sources, &targets, legality, sink);
        }
        if filter.quiet && self.state.castling != 0 && !legality.in_check {
            self.castling_moves(ceilings, filter, sink);
        }
        if filter.noisy && self.state.ep_cell != NO_CELL {
            self.en_passant_moves(filter, sink);
        }
        self.platform_moves(legality, filter, sink);
    }

    /// Generates the moves of knights and sliders.
    #[inline(always)]
    fn piece_moves<S: ColumnSink>(
        &self,
        ceilings: &CeilingBlockers,
        own: u64,
        sources: u64,
        targets: &Targets,
        legality: &Legality,
        sink: &mut S,
    ) {
        let layout = ceilings.layout;
        let pin_mask = |from| self.pin_mask(ceilings, legality, from);
        for from in BitIter(self.state.knights() & sources) {
            let squares = KNIGHT_ATTACKS.at(layout.column_and_level(from).0, layout.table_rows);
            sink.piece_moves(layout, from, squares & targets.squares & pin_mask(from));
        }
        let (lines, diagonals) = (self.state.rooks_and_queens(), self.state.bishops_and_queens());
        for from in BitIter(lines & !diagonals & sources) {
            self.slider_moves::<true, false, S>(ceilings, from, own, targets, legality, sink);
        }
        for from in BitIter(diagonals & !lines & sources) {
            self.slider_moves::<false, true, S>(ceilings, from, own, targets, legality, sink);
        }
        for from in BitIter(diagonals & lines & sources) {
            self.slider_moves::<true, true, S>(ceilings, from, own, targets, legality, sink);
        }
    }

    /// Generates the moves of a slider.
    #[inline(always)]
    fn slider_moves<const ROOK: bool, const BISHOP: bool, S: ColumnSink>(
        &self,
        ceilings: &CeilingBlockers,
        from: u8,
        own: u64,
        targets: &Targets,
        legality: &Legality,
        sink: &mut S,
    ) {
        let layout = ceilings.layout;
        let place = layout.column_and_level(from);
        let next = match (ROOK, BISHOP) {
            (true, false) => &ROOK_STEP,
            (false, true) => &BISHOP_STEP,
            _ => &KING_ATTACKS,
        };
        // A slider can stop on the adjacent cell of each line: it has no move if own pieces hold all.
        if next.at(place.0, layout.table_rows) & !own == 0 {
            return;
        }
        if legality.pinned >> from & 1 == 0 {
            ceilings.with_slider_attacks::<ROOK, BISHOP>(place, |reach| {
                sink.slider_moves(layout, from, &reach, targets);
            });
        } else {
            let mask = self.pin_mask(ceilings, legality, from) & targets.squares;
            sink.piece_moves(layout, from, ceilings.squares_reached(place, ROOK, BISHOP) & mask);
        }
    }

    #[inline(always)]
    fn king_moves<S: ColumnSink>(
        &self,
        ceilings: &CeilingBlockers,
        legality: &Legality,
        targets: u64,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let from = self.state.king_square(self.state.side);
        if filter.sources >> from & 1 == 0 {
            return;
        }
        let layout = ceilings.layout;
        let mut candidates =
            KING_ATTACKS.at(layout.column_and_level(from).0, layout.table_rows) & targets;
        if candidates == 0 {
            return;
        }
        if filter.legal {
            // The king does not shield the cells behind it from a slider in line with it.
            let without;
            let ceilings = if legality.in_line {
                without = ceilings.without_piece(layout.column_and_level(from));
                &without
            } else {
                ceilings
            };
            for to in BitIter(candidates) {
                if self.is_attacked(ceilings, layout.column_and_level(to), self.state.side.other())
                {
                    candidates &= !(1 << to);
                }
            }
        }
        sink.piece_moves(layout, from, candidates);
    }

    #[inline(always)]
    fn castling_moves<S: ColumnSink>(
        &self,
        ceilings: &CeilingBlockers,
        filter: GenFilter,
        sink: &mut S,
    ) {
        match self.state.side {
            Side::White => {
                self.castling_move::<0, S>(ceilings, filter, sink);
                self.castling_move::<1, S>(ceilings, filter, sink);
            }
            Side::Black => {
                self.castling_move::<2, S>(ceilings, filter, sink);
                self.castling_move::<3, S>(ceilings, filter, sink);
            }
        }
    }

    /// Generates the castling of one right, a constant so that its columns are constants.
    #[inline(always)]
    fn castling_move<const RIGHT: usize, S: ColumnSink>(
        &self,
        ceilings: &CeilingBlockers,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let Castling { king, rook, king_to, .. } = const { CASTLINGS[RIGHT] };
        let is_occupied = |cell| self.state.occupied() >> self.state.square(cell) & 1 != 0;
        if self.state.castling >> RIGHT & 1 == 0
            || const { MUST_BE_EMPTY[RIGHT] }.is_some_and(is_occupied)
            || filter.sources >> self.state.king_square(self.state.side) & 1 == 0
        {
            return;
        }
        if filter.legal {
            let (to, enemy) = (column_and_level_of(king_to), self.state.side.other());
            // The rook that takes the king's cell blocks the same lines there. With the king's rook
            // that is all; the queen's rook leaves a cell empty.
            let attacked = if king_to == rook {
                self.is_attacked(ceilings, to, enemy)
            } else {
                let without_rook = ceilings.without_piece(column_and_level_of(rook));
                self.is_attacked(&without_rook, to, enemy)
            };
            if attacked {
                return;
            }
        }
        sink.one_move(Move::new(king, rook, MoveType::Castling));
    }

    fn en_passant_moves<S: ColumnSink>(&self, filter: GenFilter, sink: &mut S) {
        let column = COLUMN_OF[byte_index(self.state.ep_cell)];
        let promotes = PROMOTION_COLUMNS[self.state.side.index()] >> column & 1 != 0;
        for mv in self.ep_captures() {
            if filter.sources >> self.state.square(mv.from()) & 1 == 0
                || filter.legal && self.after_en_passant(mv).is_king_attacked(self.state.side)
            {
                continue;
            }
            if promotes {
                CHESS_PROMOTIONS
                    .into_iter()
                    .for_each(|kind| sink.one_move(mv.with_promotions(kind, None)));
            } else {
                sink.one_move(mv);
            }
        }
    }

    #[inline(always)]
    fn platform_moves<S: ColumnSink>(&self, legality: &Legality, filter: GenFilter, sink: &mut S) {
        let side = self.state.side;
        let pawns = self.state.pawns() & self.state.pieces(side);
        if pawns == 0 || legality.leaper_check || !(filter.platforms || filter.noisy) {
            return;
        }
        // A platform that holds any piece but a pawn of its owner cannot move.
        let others = (self.state.occupied() & !pawns) >> FIXED_CELLS;
        let others = others | others >> 1;
        let others = (others | others >> 2) & SLOTS;
        let black_owned = pdep(u64::from(self.state.black_owned), SLOTS);
        let owned = if side == Side::Black { black_owned } else { !black_owned };
        for bit in BitIter(SLOTS & owned & !others) {
            let pilots = pawns >> (FIXED_CELLS as u8 + bit) & 0b1111;
            if pilots & pilots.wrapping_sub(1) == 0 {
                let slot = usize::from(bit) / 4;
                self.moves_of_platform(slot, pilots != 0, legality, filter, sink);
            }
        }
    }

    fn moves_of_platform<S: ColumnSink>(
        &self,
        slot: usize,
        piloted: bool,
        legality: &Legality,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let from = self.state.posts[slot];
        let held = self.state.posts.iter().fold(0u32, |held, &post| held | 1 << post);
        let mut to = PLATFORM_STEPS[usize::from(from)] & !held;
        let promoting = if piloted { PROMOTION_POSTS[self.state.side.index()] } else { 0 };
        if !filter.noisy {
            to &= !promoting;
        }
        if !filter.platforms {
            to &= promoting;
        }
        // The lines to the king change only if one passes over a column of either post.
        if filter.legal && (legality.in_check || legality.king_lines != 0) {
            let here = post_columns(from).columns;
            for post in BitIter(u64::from(to)) {
                let touched = (here | post_columns(post).columns) & legality.king_lines;
                if (legality.in_check || touched != 0) && self.exposes_king(from, post) {
                    to &= !(1 << post);
                }
            }
        }
        sink.platform_moves(from, to & !promoting, false);
        if to & promoting != 0 {
            sink.platform_moves(from, to & promoting, true);
        }
    }

    /// Returns whether a platform move leaves the king attacked.
    #[inline(never)]
    fn exposes_king(&self, from: u8, to: u8) -> bool {
        let mv = Move::new(post_place(from), post_place(to), MoveType::Platform);
        self.make(mv, &mut ()).is_king_attacked(self.state.side)
    }

    /// Counts the legal moves after each of these legal moves. Only a platform move changes the
    /// layout.
    #[inline(never)]
    pub(super) fn count_after(&self, moves: &[Move]) -> u64 {
        let layout = self.layout();
        let mut counter = ColumnCounter::new();
        for &mv in moves {
            let mut child = *self;
            self.apply_move(mv, &mut child, &mut ());
            let changed;
            let layout = if mv.is_platform_move() {
                changed = child.layout();
                &changed
            } else {
                &layout
            };
            let filter = const { GenFilter::new(GenType::All, u64::MAX) };
            let ceilings = CeilingBlockers::new(layout, child.state.occupied());
            child.generate_into(&ceilings, &child.legality(&ceilings), filter, &mut counter);
        }
        counter.total()
    }
}

impl<const ROOK_PAWNS: bool> MoveGenerator for Board<ROOK_PAWNS> {
    type Cells = u64;
    const ALL_CELLS: u64 = u64::MAX;

    #[inline(always)]
    fn list_moves(&self, info: &CheckInfo, filter: GenFilter, list: &mut MoveList) {
        let mut collector = SquareSink(MoveCollector(list));
        self.generate_into(&info.ceilings(), &info.legality, filter, &mut collector);
    }

    #[inline(always)]
    fn count_moves(&self, filter: GenFilter) -> u64 {
        let mut counter = ColumnCounter::new();
        let layout = self.layout();
        let ceilings = CeilingBlockers::new(&layout, self.state.occupied());
        self.generate_into(&ceilings, &self.legality(&ceilings), filter, &mut counter);
        counter.total()
    }

    fn is_generated(&self, info: &CheckInfo, mv: Move, legal: bool) -> bool {
        let Some((filter, to)) = filter_for_move(&self.state, mv, legal) else {
            return false;
        };
        let mut probe = SquareSink(MoveProbe::new(mv, to));
        self.generate_into(&info.ceilings(), &info.legality, filter, &mut probe);
        probe.0.found
    }
}
