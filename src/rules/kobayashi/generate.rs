//! The legal move generator: checks and pins first, then the moves of each piece. Those of pawns
//! are generated set by set within each board, one by one from board to board.
//!
//! Each king move is tested for attacks. En passant captures remove two pieces from the lines, and
//! are made and tested.
//!
//! The squares of a board are numbered file by file, ranks ascending, with four ranks on a fixed
//! board and two on a platform. A step within a board is a shift.

use super::board::Kobayashi;
use super::layout::PlatformLayout;
use super::legality::{CheckInfo, Legality};
use super::tables::{CASTLING_PATHS, CASTLINGS, NO_SQUARE, PROMOTION_SQUARES};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::moves::{Move, MoveList, MoveType, Side};
use crate::rules::CHESS_PROMOTIONS;
use crate::rules::generate::{GenFilter, MoveGenerator};
use crate::rules::sinks::{MoveCollector, MoveCounter, MoveProbe, MoveSet, MoveSink};
use crate::rules::staircase::{
    BlackPawns, NO_CELL, PawnSide, PawnTargets, SquareMoves, StaircaseState, Step, WhitePawns,
    filter_for_move, shift,
};

impl Kobayashi {
    #[inline(always)]
    fn generate_into<S: MoveSink<u64>>(
        &self,
        layout: &PlatformLayout,
        legality: &Legality,
        filter: GenFilter,
        sink: &mut S,
    ) {
        if self.state.has_only_kings() {
            return;
        }
        self.generate_piece_moves(layout, legality, filter, sink);
        if filter.platforms || filter.noisy {
            self.platform_moves(self.commanded_slots(), layout, legality, filter, sink);
        }
    }

    /// Generates the moves of pieces.
    #[inline(always)]
    pub(super) fn generate_piece_moves<S: MoveSink<u64>>(
        &self,
        layout: &PlatformLayout,
        legality: &Legality,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let (own, occupied) = (self.state.pieces(self.state.side), self.state.occupied());
        let squares = filter.targets(occupied & !own, !occupied);
        self.king_moves(layout, squares, filter, sink);
        let evasions = legality.evasions;
        if (filter.noisy || filter.quiet) && evasions != 0 {
            let targets =
                PawnTargets { empty: !occupied & evasions, enemy: occupied & !own & evasions };
            self.pawn_moves(layout, legality, filter, targets, sink);
            self.piece_moves(layout, own & filter.sources, squares & evasions, legality, sink);
        }
        if filter.quiet && self.state.castling != 0 && legality.checkers == 0 {
            self.castling_moves(layout, filter, sink);
        }
        if filter.noisy && self.state.ep_cell != NO_CELL {
            // Called on a copy: the call takes its address, which would put the board itself into
            // memory.
            let board = *self;
            board.en_passant_moves(layout, filter, sink);
        }
    }

    /// Generates the moves of knights and sliders.
    #[inline(always)]
    fn piece_moves<S: MoveSink<u64>>(
        &self,
        layout: &PlatformLayout,
        sources: u64,
        targets: u64,
        legality: &Legality,
        sink: &mut S,
    ) {
        let occupied = self.state.occupied();
        let pinned = legality.pinned;
        let mask = |from| targets & self.pin_mask(layout, legality, from);
        // A knight cannot move along the line of its pin.
        for from in BitIter(self.state.knights() & sources & !pinned) {
            sink.moves(SquareMoves(&self.state, from, layout.knight_attacks(from) & targets));
        }
        let (lines, diagonals) = (self.state.rooks_and_queens(), self.state.bishops_and_queens());
        for from in BitIter(diagonals & !lines & sources) {
            sink.moves(SquareMoves(
                &self.state,
                from,
                layout.bishop_attacks(from, occupied) & mask(from),
            ));
        }
        for from in BitIter(lines & !diagonals & sources) {
            sink.moves(SquareMoves(
                &self.state,
                from,
                layout.rook_attacks(from, occupied) & mask(from),
            ));
        }
        for from in BitIter(diagonals & lines & sources) {
            sink.moves(SquareMoves(
                &self.state,
                from,
                layout.queen_attacks(from, occupied) & mask(from),
            ));
        }
    }

    #[inline(always)]
    fn king_moves<S: MoveSink<u64>>(
        &self,
        layout: &PlatformLayout,
        targets: u64,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let from = self.state.king_square(self.state.side);
        if filter.sources >> from & 1 == 0 {
            return;
        }
        let mut candidates = layout.king_attacks(from) & targets;
        if filter.legal {
            // The king does not shield the squares behind it.
            let occupied = self.state.occupied() & !(1 << from);
            for to in BitIter(candidates) {
                if self.is_attacked(layout, to, self.state.side.other(), occupied) {
                    candidates &= !(1 << to);
                }
            }
        }
        sink.moves(SquareMoves(&self.state, from, candidates));
    }

    #[inline(always)]
    fn castling_moves<S: MoveSink<u64>>(
        &self,
        layout: &PlatformLayout,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let rights = match self.state.side {
            Side::White => 0..2,
            Side::Black => 2..4,
        };
        for right in rights {
            if self.state.castling >> right & 1 != 0 {
                self.castling_move(layout, right, filter, sink);
            }
        }
    }

    /// K6: generates a castling if its squares are empty and not attacked. Castling opens no line
    /// to the king's destination, since no line through the king's or the rook's cell leads there.
    #[inline(always)]
    fn castling_move<S: MoveSink<u64>>(
        &self,
        layout: &PlatformLayout,
        right: usize,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let castling = &CASTLINGS[right];
        let path = CASTLING_PATHS[right].map(|cell| self.state.square(cell));
        let occupied = self.state.occupied();
        if path.iter().any(|square| occupied >> square & 1 != 0)
            || filter.sources >> self.state.square(castling.king) & 1 == 0
        {
            return;
        }
        let attacked = |square| self.is_attacked(layout, square, self.state.side.other(), occupied);
        if !filter.legal || !path.into_iter().any(attacked) {
            sink.one_move(Move::new(castling.king, castling.rook, MoveType::Castling));
        }
    }

    #[inline(never)]
    fn en_passant_moves<S: MoveSink<u64>>(
        &self,
        layout: &PlatformLayout,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let promotes =
            self.is_promotion_cell(layout, self.state.side, self.state.square(self.state.ep_cell));
        for mv in self.ep_captures() {
            if filter.sources >> self.state.square(mv.from()) & 1 == 0
                || filter.legal && !self.is_legal_ep(mv)
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
}

impl MoveGenerator for Kobayashi {
    const HAS_PLATFORMS: bool = true;

    type Cells = u64;
    const ALL_CELLS: u64 = u64::MAX;

    #[inline(always)]
    fn list_moves(&self, info: &CheckInfo, filter: GenFilter, list: &mut MoveList) {
        let mut collector = MoveCollector(list);
        self.generate_into(&info.layout, &info.legality, filter, &mut collector);
    }

    #[inline(always)]
    fn count_moves(&self, filter: GenFilter) -> u64 {
        let mut counter = MoveCounter(0);
        let layout = self.layout();
        self.generate_into(&layout, &self.legality(&layout), filter, &mut counter);
        counter.0
    }

    fn is_generated(&self, info: &CheckInfo, mv: Move, legal: bool) -> bool {
        let Some((filter, to)) = filter_for_move(&self.state, mv, legal) else {
            return false;
        };
        let mut probe = MoveProbe::new(mv, to);
        self.generate_into(&info.layout, &info.legality, filter, &mut probe);
        probe.found
    }
}

/// The squares of the fixed boards.
const FIXED_BOARD_SQUARES: u64 = 0xffff_ffff_ffff;

/// Returns the step that stays on its board from these squares of a fixed board or a platform.
const fn step(board: u64, platform: u64, by: i8) -> Step {
    let mut from = board | board << 16 | board << 32;
    from |= (platform | platform << 4 | platform << 8 | platform << 12) << 48;
    Step { from, by }
}

/// The step of each side's pawns one rank ahead, on boards and on platforms.
pub(super) const AHEAD: [Step; 2] = [step(0x7777, 0b0101, 1), step(0xeeee, 0b1010, -1)];
/// The captures of each side's pawns to either side on a fixed board, then those on a platform.
pub(super) const CAPTURES: [[Step; 4]; 2] = [
    [step(0x0777, 0, 5), step(0x7770, 0, -3), step(0, 0b0001, 3), step(0, 0b0100, -1)],
    [step(0x0eee, 0, 3), step(0xeee0, 0, -5), step(0, 0b0010, 1), step(0, 0b1000, -3)],
];
/// The directions of the steps of each side's pawns: ahead, and up for White or down for Black.
pub(super) const STEP_DIRECTIONS: [[usize; 2]; 2] = [[0, 4], [1, 5]];

impl Kobayashi {
    /// Generates the moves of the pawns, except en passant.
    #[inline(always)]
    pub(super) fn pawn_moves<S: MoveSink<u64>>(
        &self,
        layout: &PlatformLayout,
        legality: &Legality,
        filter: GenFilter,
        targets: PawnTargets<u64>,
        sink: &mut S,
    ) {
        match self.state.side {
            Side::White => {
                self.pawn_moves_for::<WhitePawns, S>(layout, legality, filter, targets, sink)
            }
            Side::Black => {
                self.pawn_moves_for::<BlackPawns, S>(layout, legality, filter, targets, sink)
            }
        }
    }

    #[inline(always)]
    fn pawn_moves_for<M: PawnSide, S: MoveSink<u64>>(
        &self,
        layout: &PlatformLayout,
        legality: &Legality,
        filter: GenFilter,
        targets: PawnTargets<u64>,
        sink: &mut S,
    ) {
        let pawns = self.state.pawns() & self.state.pieces(M::SIDE) & filter.sources;
        let promotion = PROMOTION_SQUARES[M::SIDE.index()] | layout.promotion(M::SIDE);
        let vacant = !self.state.occupied();
        let free = pawns & !legality.pinned;
        let ahead = *M::SIDE.select(&AHEAD);
        // Pawns that may leave their board, and pinned ones, are handled one by one.
        let single = free & layout.pawn_steps_off_board(M::SIDE);
        let grouped = free & !single;
        let pawn_squares = |to: u64| match (filter.quiet, filter.noisy) {
            (true, true) => PawnSquares { to, promotion: to & promotion },
            (true, false) => PawnSquares { to: to & !promotion, promotion: 0 },
            _ => PawnSquares { to: to & promotion, promotion: to & promotion },
        };
        pass_steps(
            &self.state,
            pawn_squares(shift(grouped, ahead) & targets.empty),
            ahead.by,
            sink,
        );
        let unmoved = grouped & self.state.unmoved_pawns & FIXED_BOARD_SQUARES;
        if filter.quiet && unmoved != 0 {
            // Double steps start from start cells, so they never reach a promotion cell.
            let once = shift(unmoved, ahead) & vacant;
            let to = shift(once, ahead) & targets.empty;
            pass_steps(&self.state, PawnSquares { to, promotion: 0 }, 2 * ahead.by, sink);
        }
        for from in BitIter(single) {
            pass_moves(
                &self.state,
                from,
                pawn_squares(self.pawn_steps_from::<M>(layout, from, filter) & targets.empty),
                sink,
            );
        }
        if filter.noisy && targets.enemy != 0 {
            let mut leaving = 0;
            if layout.off_board_pawn_attacks(M::SIDE) & targets.enemy != 0 {
                leaving = free & layout.pawns_attacking_off_board(M::SIDE);
            }
            for &step in M::SIDE.select(&CAPTURES) {
                let to = shift(free & !leaving, step) & targets.enemy;
                pass_steps(
                    &self.state,
                    PawnSquares { to, promotion: to & promotion },
                    step.by,
                    sink,
                );
            }
            for from in BitIter(leaving) {
                let to = layout.pawn_attacks(M::SIDE, from) & targets.enemy;
                pass_moves(&self.state, from, PawnSquares { to, promotion: to & promotion }, sink);
            }
        }
        for from in BitIter(pawns & legality.pinned) {
            let mask = self.pin_mask(layout, legality, from);
            let steps = self.pawn_steps_from::<M>(layout, from, filter) & targets.empty & mask;
            pass_moves(&self.state, from, pawn_squares(steps), sink);
            if filter.noisy {
                let to = layout.pawn_attacks(M::SIDE, from) & targets.enemy & mask;
                pass_moves(&self.state, from, PawnSquares { to, promotion: to & promotion }, sink);
            }
        }
    }

    /// Returns the empty squares to which a pawn can step, also by a double step if it is unmoved.
    #[inline(always)]
    fn pawn_steps_from<M: PawnSide>(
        &self,
        layout: &PlatformLayout,
        from: u8,
        filter: GenFilter,
    ) -> u64 {
        let occupied = self.state.occupied();
        let is_empty = |at: u8| at != NO_SQUARE && occupied >> at & 1 == 0;
        let twice = filter.quiet && self.state.unmoved_pawns >> from & 1 != 0;
        let mut squares = 0;
        for &direction in M::SIDE.select(&STEP_DIRECTIONS) {
            let once = layout.step(direction, from);
            if !is_empty(once) {
                continue;
            }
            squares |= 1 << once;
            if twice {
                let to = layout.step(direction, once);
                if is_empty(to) {
                    squares |= 1 << to;
                }
            }
        }
        squares
    }

    /// K4: returns whether a pawn of that side promotes on a square.
    pub(super) fn is_promotion_cell(
        &self,
        layout: &PlatformLayout,
        side: Side,
        square: u8,
    ) -> bool {
        (PROMOTION_SQUARES[side.index()] | layout.promotion(side)) >> square & 1 != 0
    }
}

/// The destinations of pawns.
#[derive(Clone, Copy)]
struct PawnSquares {
    /// All destinations.
    to: u64,
    /// Those on which they promote.
    promotion: u64,
}

/// The moves of pawns by one step within a board to each of a set of squares.
struct SquareSteps<'a>(&'a StaircaseState, u64, i8);

impl MoveSet for SquareSteps<'_> {
    type Cells = u64;

    #[inline(always)]
    fn targets(&self) -> u64 {
        self.1
    }
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Place, Place)) {
        let SquareSteps(state, squares, by) = *self;
        let squares = BitIter(squares);
        squares.for_each(|to| visit(state.cell(to.wrapping_sub_signed(by)), state.cell(to)));
    }
}

/// Passes the moves of pawns by one step.
#[inline(always)]
fn pass_steps<S: MoveSink<u64>>(
    state: &StaircaseState,
    PawnSquares { to, promotion }: PawnSquares,
    by: i8,
    sink: &mut S,
) {
    sink.moves(SquareSteps(state, to & !promotion, by));
    if promotion != 0 {
        sink.promotions(SquareSteps(state, promotion, by), &CHESS_PROMOTIONS);
    }
}

/// Passes the moves of one pawn.
#[inline(always)]
fn pass_moves<S: MoveSink<u64>>(
    state: &StaircaseState,
    from: u8,
    PawnSquares { to, promotion }: PawnSquares,
    sink: &mut S,
) {
    sink.moves(SquareMoves(state, from, to & !promotion));
    if promotion != 0 {
        sink.promotions(SquareMoves(state, from, promotion), &CHESS_PROMOTIONS);
    }
}
