//! Legal moves: checks and pins first, then each man's squares.
//!
//! The king tries each of its squares. Platform moves change the lines themselves and are tried
//! out wherever a line to the king could touch them. En passant takes two men off the lines and is
//! tried out too.

use super::Board;
use super::ceilings::CeilingBlockers;
use super::legality::Legality;
use super::pawns::{BlackPawns, PawnTargets, WhitePawns};
use super::sinks::{MoveCollector, MoveCounter, MoveProbe, MoveSink, Targets};
use super::tables::{
    BISHOP_STEP, CASTLINGS, COLUMN_OF, KING_ATTACKS, KNIGHT_ATTACKS, MUST_BE_EMPTY, PLATFORM_STEPS,
    PROMOTION_COLUMNS, PROMOTION_POSTS, ROOK_STEP, post_columns,
};
use crate::geometry::Place;
use crate::geometry::bits::{BitIter, pdep};
use crate::geometry::staircase::{FIXED_CELLS, post_place};
use crate::moves::{Move, MoveList, MoveType, PieceType, Side};
use crate::rules::staircase::{GenFilter, MakeMove, NO_CELL, SLOTS};
use crate::rules::{GenType, Rules};

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    #[inline(always)]
    fn generate_into<S: MoveSink>(&self, wanted: GenFilter, sink: &mut S) {
        if self.has_only_kings() {
            return;
        }
        let shape = self.layout();
        let scene = CeilingBlockers::new(&shape, self.occupied());
        let legality = if wanted.legal { self.legality(&scene) } else { Legality::new(false) };
        let (own, occupied) = (self.pieces(self.side), self.occupied());
        let mut squares = 0;
        if wanted.noisy {
            squares |= occupied & !own;
        }
        if wanted.quiet {
            squares |= !occupied;
        }
        self.king_moves(&scene, &legality, squares, wanted, sink);
        if legality.evasions != 0 {
            let mut pawn_targets = PawnTargets {
                empty: Targets::from_empty_squares(&scene, !occupied),
                enemy: Targets::new(scene.layout, occupied & !own),
            };
            if legality.evasions != u64::MAX {
                let evasions = legality.evasions;
                pawn_targets.empty = Targets::new(scene.layout, !occupied & evasions);
                pawn_targets.enemy = Targets::new(scene.layout, occupied & !own & evasions);
            }
            match self.side {
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
        if wanted.quiet && self.castling != 0 && !legality.in_check {
            self.castling_moves(&scene, wanted, sink);
        }
        if wanted.noisy && self.ep_cell != NO_CELL {
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
        for from in BitIter(self.knights() & sources) {
            let squares = KNIGHT_ATTACKS.at(shape.column_and_level(from).0, shape.table_rows);
            sink.piece_moves(shape, from, squares & targets.squares & pin_mask(from));
        }
        let (lines, diagonals) = (self.rooks_and_queens(), self.bishops_and_queens());
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
        let from = self.king_square(self.side);
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
                if self.is_attacked(scene, shape.column_and_level(to), self.side.other()) {
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
        let ours = match self.side {
            Side::White => 0..2,
            Side::Black => 2..4,
        };
        for right in ours {
            if self.castling >> right & 1 == 0 {
                continue;
            }
            let castling = &CASTLINGS[right];
            let occupied = self.occupied();
            if let Some(cell) = MUST_BE_EMPTY[right]
                && occupied >> self.square(cell) & 1 != 0
            {
                continue;
            }
            let king = self.square(castling.king);
            if wanted.sources >> king & 1 == 0 {
                continue;
            }
            let enemy = self.side.other();
            // Castling with the king's rook is a swap, which no line notices.
            let attacked = if castling.king_to == castling.rook {
                self.is_attacked(
                    scene,
                    scene.layout.column_and_level(self.square(castling.rook)),
                    enemy,
                )
            } else {
                let bit = |cell: Place| 1u64 << self.square(cell);
                let left = 1 << king | bit(castling.rook);
                let after = occupied & !left | bit(castling.king_to) | bit(castling.rook_to);
                let goal = scene.layout.column_and_level(self.square(castling.king_to));
                self.is_attacked(&CeilingBlockers::new(scene.layout, after), goal, enemy)
            };
            if !wanted.legal || !attacked {
                sink.one_move(Move::new(castling.king, castling.rook, MoveType::Castling));
            }
        }
    }

    fn en_passant_moves<S: MoveSink>(&self, wanted: GenFilter, sink: &mut S) {
        let column = COLUMN_OF[usize::from(self.ep_cell)];
        let promotes = PROMOTION_COLUMNS[self.side.index()] >> column & 1 != 0;
        for mv in self.ep_captures() {
            if wanted.sources >> self.square(mv.from()) & 1 == 0
                || wanted.legal && self.after_en_passant(mv).is_king_attacked(self.side)
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
        let side = self.side;
        let pawns = self.pawns() & self.pieces(side);
        if pawns == 0 || legality.leaper_check || !(wanted.platforms || wanted.noisy) {
            return;
        }
        // A platform with any man but a pawn of its owner stays.
        let others = (self.occupied() & !pawns) >> FIXED_CELLS;
        let others = others | others >> 1;
        let others = (others | others >> 2) & SLOTS;
        let black_owned = pdep(u64::from(self.black_owned), SLOTS);
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
        let from = self.posts[slot];
        let held = self.posts.iter().fold(0u32, |held, &post| held | 1 << post);
        let mut to = PLATFORM_STEPS[usize::from(from)] & !held;
        let promoting = if piloted { PROMOTION_POSTS[self.side.index()] } else { 0 };
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
        self.make(mv, &mut ()).is_king_attacked(self.side)
    }

    /// The number of legal moves.
    #[inline(never)]
    pub(super) fn count_legal_moves(&self) -> u64 {
        let mut counter = MoveCounter::new();
        self.generate_into(GenFilter::ALL, &mut counter);
        counter.total()
    }

    /// Adds the legal moves of that part to the list. Each part has a copy of the generator of its
    /// own, without what it does not want.
    #[inline]
    pub(super) fn generate_list(&self, part: GenType, list: &mut MoveList) {
        match part {
            GenType::All => self.generate_all(list),
            GenType::Noisy => self.generate_noisy(list),
            GenType::Quiet => self.generate_quiet(list),
            GenType::Platforms => self.generate_platforms(list),
        }
    }

    #[inline(never)]
    fn generate_all(&self, list: &mut MoveList) {
        self.generate_into(GenFilter::ALL, &mut MoveCollector(list));
    }

    #[inline(never)]
    fn generate_noisy(&self, list: &mut MoveList) {
        self.generate_into(GenFilter::NOISY, &mut MoveCollector(list));
    }

    #[inline(never)]
    fn generate_quiet(&self, list: &mut MoveList) {
        self.generate_into(GenFilter::QUIET, &mut MoveCollector(list));
    }

    #[inline(never)]
    fn generate_platforms(&self, list: &mut MoveList) {
        if !self.has_only_kings() {
            let shape = self.layout();
            let legality = self.legality(&CeilingBlockers::new(&shape, self.occupied()));
            self.platform_moves(&legality, GenFilter::PLATFORMS, &mut MoveCollector(list));
        }
    }

    /// Would [`Board::list`] give this move (if `legal` is false, but for a king left attacked)?
    /// Takes any move whatever.
    pub(super) fn is_generated(&self, mv: Move, legal: bool) -> bool {
        let to = if mv.kind() == MoveType::Normal { self.live_square(mv.to()) } else { None };
        let mut finder = MoveProbe { mv, to: to.map_or(0, |to| 1 << to), found: false };
        let sources = match self.live_square(mv.from()) {
            Some(from) => 1 << from,
            None if mv.is_platform_move() => 0,
            None => return false,
        };
        let wanted =
            GenFilter { platforms: mv.is_platform_move(), sources, legal, ..GenFilter::ALL };
        self.generate_into(wanted, &mut finder);
        finder.found
    }
}
