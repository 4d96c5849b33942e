//! Legal moves: checks and pins first, then each man's squares.
//!
//! The king tries each of its squares. Platform moves change the lines themselves and are tried
//! out wherever a line to the king could touch them. En passant takes two men off the lines and is
//! tried out too.

use super::board::Board;
use super::ceilings::CeilingBlockers;
use super::legality::Legality;
use super::pawns::{BlackPawns, PawnTargets, WhitePawns};
use super::sinks::{MoveCollector, MoveCounter, MoveSink, Targets};
use super::tables::{
    BISHOP_STEP, CASTLINGS, COLUMN_OF, KING_ATTACKS, KNIGHT_ATTACKS, MUST_BE_EMPTY, PLATFORM_STEPS,
    PROMOTION_COLUMNS, PROMOTION_POSTS, ROOK_STEP, post_columns,
};
use crate::geometry::Place;
use crate::geometry::bits::{BitIter, pdep};
use crate::geometry::staircase::{FIXED_CELLS, post_place};
use crate::moves::{Move, MoveList, MoveType, PieceType, Side};
use crate::rules::Rules;
use crate::rules::generate::{GenFilter, MoveGenerator, MoveProbe};
use crate::rules::staircase::{MakeMove, NO_CELL, SLOTS, filter_for_move};

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    #[inline(always)]
    fn generate_into<S: MoveSink>(&self, wanted: GenFilter, sink: &mut S) {
        if self.state.has_only_kings() {
            return;
        }
        let shape = self.layout();
        let scene = CeilingBlockers::new(&shape, self.state.occupied());
        let legality = if wanted.legal { self.legality(&scene) } else { Legality::new(false) };
        let (own, occupied) = (self.state.pieces(self.state.side), self.state.occupied());
        let mut squares = 0;
        if wanted.noisy {
            squares |= occupied & !own;
        }
        if wanted.quiet {
            squares |= !occupied;
        }
        self.king_moves(&scene, &legality, squares, wanted, sink);
        if (wanted.noisy || wanted.quiet) && legality.evasions != 0 {
            let mut pawn_targets = PawnTargets {
                empty: Targets::from_empty_squares(&scene, !occupied),
                enemy: Targets::new(scene.layout, occupied & !own),
            };
            if legality.evasions != u64::MAX {
                let evasions = legality.evasions;
                pawn_targets.empty = Targets::new(scene.layout, !occupied & evasions);
                pawn_targets.enemy = Targets::new(scene.layout, occupied & !own & evasions);
            }
            match self.state.side {
                Side::White => {
                    self.pawn_moves::<WhitePawns, S>(
                        &scene,
                        &legality,
                        wanted,
                        &pawn_targets,
                        sink,
                    );
                }
                Side::Black => {
                    self.pawn_moves::<BlackPawns, S>(
                        &scene,
                        &legality,
                        wanted,
                        &pawn_targets,
                        sink,
                    );
                }
            }
            let targets = match (wanted.noisy, wanted.quiet) {
                (true, true) => pawn_targets.empty.union(&pawn_targets.enemy),
                (true, false) => pawn_targets.enemy,
                _ => pawn_targets.empty,
            };
            self.piece_moves(&scene, own, own & wanted.sources, &targets, &legality, sink);
        }
        if wanted.quiet && self.state.castling != 0 && !legality.in_check {
            self.castling_moves(&scene, wanted, sink);
        }
        if wanted.noisy && self.state.ep_cell != NO_CELL {
            self.en_passant_moves(wanted, sink);
        }
        self.platform_moves(&legality, wanted, sink);
    }

    /// Knights and sliders.
    #[inline(always)]
    fn piece_moves<S: MoveSink>(
        &self,
        scene: &CeilingBlockers,
        own: u64,
        sources: u64,
        targets: &Targets,
        legality: &Legality,
        sink: &mut S,
    ) {
        let shape = scene.layout;
        let pin_mask = |from| self.pin_mask(scene, legality, from);
        for from in BitIter(self.state.knights() & sources) {
            let squares = KNIGHT_ATTACKS.at(shape.column_and_level(from).0, shape.table_rows);
            sink.piece_moves(shape, from, squares & targets.squares & pin_mask(from));
        }
        let (lines, diagonals) = (self.state.rooks_and_queens(), self.state.bishops_and_queens());
        for from in BitIter(lines & !diagonals & sources) {
            self.slider_moves::<true, false, S>(scene, from, own, targets, legality, sink);
        }
        for from in BitIter(diagonals & !lines & sources) {
            self.slider_moves::<false, true, S>(scene, from, own, targets, legality, sink);
        }
        for from in BitIter(diagonals & lines & sources) {
            self.slider_moves::<true, true, S>(scene, from, own, targets, legality, sink);
        }
    }

    /// A slider's moves; a pinned one's are few, and worth the squares.
    #[inline(always)]
    fn slider_moves<const ROOK: bool, const BISHOP: bool, S: MoveSink>(
        &self,
        scene: &CeilingBlockers,
        from: u8,
        own: u64,
        targets: &Targets,
        legality: &Legality,
        sink: &mut S,
    ) {
        let shape = scene.layout;
        let place = shape.column_and_level(from);
        let next = match (ROOK, BISHOP) {
            (true, false) => &ROOK_STEP,
            (false, true) => &BISHOP_STEP,
            _ => &KING_ATTACKS,
        };
        // What a slider passes over next to it is a cell that it could stop on.
        if next.at(place.0, shape.table_rows) & !own == 0 {
            return;
        }
        if legality.pinned >> from & 1 == 0 {
            scene.with_slider_attacks::<ROOK, BISHOP>(place, |reach| {
                sink.slider_moves(shape, from, &reach, targets);
            });
        } else {
            let mask = self.pin_mask(scene, legality, from) & targets.squares;
            sink.piece_moves(shape, from, scene.squares_reached(place, ROOK, BISHOP) & mask);
        }
    }

    #[inline(always)]
    fn king_moves<S: MoveSink>(
        &self,
        scene: &CeilingBlockers,
        legality: &Legality,
        targets: u64,
        wanted: GenFilter,
        sink: &mut S,
    ) {
        let from = self.state.king_square(self.state.side);
        if wanted.sources >> from & 1 == 0 {
            return;
        }
        let shape = scene.layout;
        let mut candidates =
            KING_ATTACKS.at(shape.column_and_level(from).0, shape.table_rows) & targets;
        if candidates == 0 {
            return;
        }
        if wanted.legal {
            // The king does not hide the cells behind it from a slider in line with it.
            let without;
            let scene = if legality.in_line {
                without = scene.without_piece(shape.column_and_level(from));
                &without
            } else {
                scene
            };
            for to in BitIter(candidates) {
                if self.is_attacked(scene, shape.column_and_level(to), self.state.side.other()) {
                    candidates &= !(1 << to);
                }
            }
        }
        sink.piece_moves(shape, from, candidates);
    }

    #[inline(always)]
    fn castling_moves<S: MoveSink>(
        &self,
        scene: &CeilingBlockers,
        wanted: GenFilter,
        sink: &mut S,
    ) {
        let ours = match self.state.side {
            Side::White => 0..2,
            Side::Black => 2..4,
        };
        for right in ours {
            if self.state.castling >> right & 1 == 0 {
                continue;
            }
            let castling = &CASTLINGS[right];
            let occupied = self.state.occupied();
            if let Some(cell) = MUST_BE_EMPTY[right]
                && occupied >> self.state.square(cell) & 1 != 0
            {
                continue;
            }
            let king = self.state.square(castling.king);
            if wanted.sources >> king & 1 == 0 {
                continue;
            }
            let enemy = self.state.side.other();
            // Castling with the king's rook is a swap, which no line notices.
            let attacked = if castling.king_to == castling.rook {
                self.is_attacked(
                    scene,
                    scene.layout.column_and_level(self.state.square(castling.rook)),
                    enemy,
                )
            } else {
                let bit = |cell: Place| 1u64 << self.state.square(cell);
                let left = 1 << king | bit(castling.rook);
                let after = occupied & !left | bit(castling.king_to) | bit(castling.rook_to);
                let goal = scene.layout.column_and_level(self.state.square(castling.king_to));
                self.is_attacked(&CeilingBlockers::new(scene.layout, after), goal, enemy)
            };
            if !wanted.legal || !attacked {
                sink.one_move(Move::new(castling.king, castling.rook, MoveType::Castling));
            }
        }
    }

    fn en_passant_moves<S: MoveSink>(&self, wanted: GenFilter, sink: &mut S) {
        let column = COLUMN_OF[usize::from(self.state.ep_cell)];
        let promotes = PROMOTION_COLUMNS[self.state.side.index()] >> column & 1 != 0;
        for mv in self.ep_captures() {
            if wanted.sources >> self.state.square(mv.from()) & 1 == 0
                || wanted.legal && self.after_en_passant(mv).is_king_attacked(self.state.side)
            {
                continue;
            }
            if promotes {
                PieceType::PROMOTIONS
                    .into_iter()
                    .for_each(|kind| sink.one_move(mv.with_promotions(kind, None)));
            } else {
                sink.one_move(mv);
            }
        }
    }

    #[inline(always)]
    fn platform_moves<S: MoveSink>(&self, legality: &Legality, wanted: GenFilter, sink: &mut S) {
        let side = self.state.side;
        let pawns = self.state.pawns() & self.state.pieces(side);
        if pawns == 0 || legality.leaper_check || !(wanted.platforms || wanted.noisy) {
            return;
        }
        // A platform with any man but a pawn of its owner stays.
        let others = (self.state.occupied() & !pawns) >> FIXED_CELLS;
        let others = others | others >> 1;
        let others = (others | others >> 2) & SLOTS;
        let black_owned = pdep(u64::from(self.state.black_owned), SLOTS);
        let owned = if side == Side::Black { black_owned } else { !black_owned };
        for bit in BitIter(SLOTS & owned & !others) {
            let pilots = pawns >> (FIXED_CELLS as u8 + bit) & 0b1111;
            if pilots & pilots.wrapping_sub(1) == 0 {
                let slot = usize::from(bit) / 4;
                self.moves_of_platform(slot, pilots != 0, legality, wanted, sink);
            }
        }
    }

    fn moves_of_platform<S: MoveSink>(
        &self,
        slot: usize,
        piloted: bool,
        legality: &Legality,
        wanted: GenFilter,
        sink: &mut S,
    ) {
        let from = self.state.posts[slot];
        let held = self.state.posts.iter().fold(0u32, |held, &post| held | 1 << post);
        let mut to = PLATFORM_STEPS[usize::from(from)] & !held;
        let promoting = if piloted { PROMOTION_POSTS[self.state.side.index()] } else { 0 };
        if !wanted.noisy {
            to &= !promoting;
        }
        if !wanted.platforms {
            to &= promoting;
        }
        // Where no line to the king runs over the columns left or taken, nothing changes.
        if wanted.legal && (legality.in_check || legality.king_lines != 0) {
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

    /// Is the king attacked after a platform has gone from post to post?
    #[inline(never)]
    fn exposes_king(&self, from: u8, to: u8) -> bool {
        let mv = Move::new(post_place(from), post_place(to), MoveType::Platform);
        self.make(mv, &mut ()).is_king_attacked(self.state.side)
    }

    /// Returns whether the generator gives this move, also if it leaves the king attacked unless
    /// `legal`. Takes any move.
    pub(super) fn is_generated(&self, mv: Move, legal: bool) -> bool {
        let Some((filter, to)) = filter_for_move(&self.state, mv, legal) else {
            return false;
        };
        let mut probe = MoveProbe::new(mv, to);
        self.generate_into(filter, &mut probe);
        probe.found
    }
}

impl<const ROOK_PAWNS: bool> MoveGenerator for Board<ROOK_PAWNS> {
    type Cells = u64;
    const ALL_CELLS: u64 = u64::MAX;

    #[inline(always)]
    fn list_moves(&self, filter: GenFilter, list: &mut MoveList) {
        self.generate_into(filter, &mut MoveCollector(list));
    }

    #[inline(always)]
    fn count_moves(&self, filter: GenFilter) -> u64 {
        let mut counter = MoveCounter::new();
        self.generate_into(filter, &mut counter);
        counter.total()
    }
}
