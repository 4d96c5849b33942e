//! The legal move generator: checks and pins first, then the moves of each piece, those of pawns
//! set by set.
//!
//! Each king move is tested for attacks. Platform moves change the lines, and are made and tested
//! where they touch a line to the king. En passant captures remove two pieces from the lines, and
//! are made and tested too.

use super::board::FederationBoard;
use super::ceilings::{
    BACKWARD, CeilingBlockers, INWARD, LEFT_HALF, LEFTMOST, PLATFORM_STEPS, PROMOTION_COLUMNS,
    PROMOTION_POSTS, RIGHTMOST,
};
use super::legality::{CheckInfo, Legality};
use super::sinks::{ColumnCounter, ColumnSink, PawnGroup, SquareSink, Targets};
use crate::geometry::bits::{BitIter, pdep};
use crate::geometry::byte_index;
use crate::geometry::lanes::U64x8;
use crate::geometry::staircase::{FIXED_CELLS, post_place};
use crate::moves::{Move, MoveList, MoveType, Side};
use crate::rules::generate::{GenFilter, MoveGenerator};
use crate::rules::sinks::{MoveCollector, MoveProbe};
use crate::rules::staircase::{
    BISHOP_STEP, BlackPawns, CASTLINGS, COLUMN_OF, Castling, HIGH, KING_ATTACKS, KNIGHT_ATTACKS,
    LOW, MUST_BE_EMPTY, MakeMove, NO_CELL, PAWN_AHEAD, PAWN_CAPTURES, PawnSide, PawnTargets,
    ROOK_STEP, SLOTS, Step, WhitePawns, column_and_level_of, columns_attacked_by_pawns,
    filter_for_move, post_columns, shift, shift_lanes,
};
use crate::rules::{CHESS_PROMOTIONS, Rules};

impl<const ROOK_PAWNS: bool> FederationBoard<ROOK_PAWNS> {
    #[inline(always)]
    pub(super) fn generate_into<S: ColumnSink>(
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
        let squares = filter.targets(occupied & !own, !occupied);
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
        // A slider can stop on the adjacent cell of each line: it has no move if own pieces hold
        // all.
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
}

impl<const ROOK_PAWNS: bool> MoveGenerator for FederationBoard<ROOK_PAWNS> {
    const HAS_PLATFORMS: bool = true;

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

/// The level of the fixed board on which each side's pawns start; the others start one level above.
const START_LEVELS: [usize; 2] = [2, 6];

/// Shifts the columns of the outermost files: those of the leftmost file by the first step, those
/// of the rightmost by the second.
#[inline(always)]
const fn shift_outermost(columns: u64, steps: &[Step; 2]) -> u64 {
    shift(columns & LEFTMOST, steps[0]) | shift(columns & RIGHTMOST, steps[1])
}

impl<const ROOK_PAWNS: bool> FederationBoard<ROOK_PAWNS> {
    /// Returns the columns that the pawns of a side in these columns attack.
    #[inline(always)]
    pub(super) fn pawn_targets(side: Side, columns: u64) -> u64 {
        let ahead = columns_attacked_by_pawns(side, columns);
        if ROOK_PAWNS { ahead | shift_outermost(columns, side.select(&BACKWARD)) } else { ahead }
    }

    /// Generates the moves of the pawns, except en passant: of all together, but one by one for
    /// pinned pawns and for the third pawn of a column.
    #[inline(always)]
    pub(super) fn pawn_moves<M: PawnSide, S: ColumnSink>(
        &self,
        ceilings: &CeilingBlockers,
        legality: &Legality,
        filter: GenFilter,
        targets: &PawnTargets<Targets>,
        sink: &mut S,
    ) {
        let pawns = self.state.pawns() & self.state.pieces(M::SIDE) & filter.sources;
        let mut group = PawnGroup::new(ceilings.layout, pawns & !legality.pinned);
        if group.columns.count_ones() != group.movers.count_ones() {
            group.find_shared_columns();
        }
        self.pawn_group_moves::<M, S>(&group, targets, ceilings, filter, sink);
        for from in BitIter(pawns & !group.movers) {
            let mask = self.pin_mask(ceilings, legality, from);
            self.single_pawn_moves::<M, S>(from, mask, ceilings, filter, targets, sink);
        }
    }

    #[inline(never)]
    fn single_pawn_moves<M: PawnSide, S: ColumnSink>(
        &self,
        from: u8,
        mask: u64,
        ceilings: &CeilingBlockers,
        filter: GenFilter,
        targets: &PawnTargets<Targets>,
        sink: &mut S,
    ) {
        let targets = PawnTargets {
            empty: Targets::new(ceilings.layout, targets.empty.squares & mask),
            enemy: Targets::new(ceilings.layout, targets.enemy.squares & mask),
        };
        let group = PawnGroup::new(ceilings.layout, 1 << from);
        self.pawn_group_moves::<M, S>(&group, &targets, ceilings, filter, sink);
    }

    /// Generates the moves of a group of pawns.
    #[inline(always)]
    fn pawn_group_moves<M: PawnSide, S: ColumnSink>(
        &self,
        group: &PawnGroup,
        targets: &PawnTargets<Targets>,
        ceilings: &CeilingBlockers,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let PawnTargets { empty, enemy } = targets;
        let ahead = *M::SIDE.select(&PAWN_AHEAD);
        let sides = group.columns & (LEFTMOST | RIGHTMOST);
        let (quiet, noisy) = (filter.quiet, filter.noisy);
        let to = group.map_columns(|columns| shift(columns, ahead));
        pawn_steps_to::<M, S>(group, to, empty, [ahead.by; 2], (quiet, noisy), sink);
        if ROOK_PAWNS && sides != 0 {
            let to = group.map_columns(|columns| shift_outermost(columns, &INWARD));
            let by = INWARD.map(|step| step.by);
            pawn_steps_to::<M, S>(group, to, empty, by, (quiet, noisy), sink);
        }
        if noisy {
            for &step in M::SIDE.select(&PAWN_CAPTURES) {
                let to = group.map_columns(|columns| shift(columns, step));
                pawn_steps_to::<M, S>(group, to, enemy, [step.by; 2], (true, true), sink);
            }
            if ROOK_PAWNS && sides != 0 {
                let backward = M::SIDE.select(&BACKWARD);
                let to = group.map_columns(|columns| shift_outermost(columns, backward));
                let by = backward.map(|step| step.by);
                pawn_steps_to::<M, S>(group, to, enemy, by, (true, true), sink);
            }
        }
        let unmoved = group.movers & self.state.unmoved_pawns;
        if quiet && unmoved != 0 {
            let group = PawnGroup { movers: unmoved, ..*group };
            double_steps::<ROOK_PAWNS, M, S>(&group, ceilings, empty, sink);
        }
    }
}

/// Generates the double steps of a group of unmoved pawns.
#[inline(always)]
fn double_steps<const ROOK_PAWNS: bool, M: PawnSide, S: ColumnSink>(
    group: &PawnGroup,
    ceilings: &CeilingBlockers,
    empty: &Targets,
    sink: &mut S,
) {
    let ahead = *M::SIDE.select(&PAWN_AHEAD);
    let unmoved = group.movers;
    let (on_board, above) = (
        match M::SIDE {
            Side::White => pdep(unmoved, LOW),
            Side::Black => pdep(unmoved >> 32, HIGH),
        },
        group.layout.platform_columns_of(unmoved),
    );
    let over = ceilings.passable_columns::<M>(shift(on_board, ahead), shift(above, ahead));
    let reach = shift_lanes(over, ahead);
    sink.double_steps(group, &reach, empty, [2 * ahead.by; 2]);
    let sides = above & (LEFTMOST | RIGHTMOST);
    if ROOK_PAWNS && sides != 0 {
        let over = ceilings.passable_columns::<M>(0, shift_outermost(sides, &INWARD));
        let left = over & U64x8::splat(LEFT_HALF);
        let right = over & U64x8::splat(!LEFT_HALF);
        let reach = shift_lanes(left, INWARD[0]) | shift_lanes(right, INWARD[1]);
        sink.double_steps(group, &reach, empty, INWARD.map(|step| 2 * step.by));
    }
}

/// Passes moves of pawns to these columns to the sink, those to the second set once more. The
/// column decides whether a pawn promotes.
#[inline(always)]
fn pawn_steps_to<M: PawnSide, S: ColumnSink>(
    group: &PawnGroup,
    to: [u64; 2],
    targets: &Targets,
    by: [i8; 2],
    (plain, promotions): (bool, bool),
    sink: &mut S,
) {
    let promotion = *M::SIDE.select(&PROMOTION_COLUMNS);
    if plain {
        sink.pawn_moves(group, to.map(|columns| columns & !promotion), targets, by);
    }
    if promotions && to[0] & promotion != 0 {
        sink.promotions(group, to.map(|columns| columns & promotion), targets, by);
    }
}

impl CeilingBlockers<'_> {
    /// Returns which of the columns that double steps pass over are free on the way to each level:
    /// of pawns on the fixed board where they start, and of those one level above.
    #[inline(always)]
    fn passable_columns<M: PawnSide>(&self, on_board: u64, above: u64) -> U64x8 {
        let blocked = |from| self.blocked_on_both_paths(from);
        let level = *M::SIDE.select(&START_LEVELS);
        U64x8::splat(on_board) & !blocked(level) | U64x8::splat(above) & !blocked(level + 1)
    }
}
