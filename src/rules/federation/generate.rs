//! Legal moves: checks and pins first, then each man's squares.
//!
//! The king tries each of its squares. Platform moves change the lines themselves and are tried
//! out wherever a line to the king could touch them. En passant takes two men off the lines and is
//! tried out too.

use super::Board;
use super::legality::Legality;
use super::pawns::{Black, PawnTargets, White};
use super::scene::Scene;
use super::sinks::{Counter, Finder, Lister, Sink, Targets};
use super::tables::{
    BISHOP_STEP, CASTLINGS, COLUMN_OF, FAR_COLUMNS, FAR_POSTS, KING, KNIGHT, MUST_BE_EMPTY,
    PLATFORM_STEPS, ROOK_STEP, footing,
};
use crate::geometry::bits::{Bits, deposit};
use crate::geometry::staircase::{FIXED, post_place};
use crate::moves::{Kind, Manner, Move, MoveList, Place, Side};
use crate::rules::staircase::{NONE, SLOTS, Turn, Wanted};
use crate::rules::{Part, Play};

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    #[inline(always)]
    fn generate_into<S: Sink>(&self, wanted: Wanted, sink: &mut S) {
        if self.only_kings() {
            return;
        }
        let shape = self.shape();
        let scene = Scene::new(&shape, self.occupied());
        let legality = if wanted.legal { self.legality(&scene) } else { Legality::new(false) };
        let (own, occupied) = (self.men(self.side), self.occupied());
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
                empty: Targets::empty(&scene, !occupied),
                enemy: Targets::new(scene.shape, occupied & !own),
            };
            if legality.evasions != u64::MAX {
                let evasions = legality.evasions;
                pawn_targets.empty = Targets::new(scene.shape, !occupied & evasions);
                pawn_targets.enemy = Targets::new(scene.shape, occupied & !own & evasions);
            }
            match self.side {
                Side::White => {
                    self.pawn_moves::<White, S>(&scene, &legality, wanted, &pawn_targets, sink);
                }
                Side::Black => {
                    self.pawn_moves::<Black, S>(&scene, &legality, wanted, &pawn_targets, sink);
                }
            }
            let targets = match (wanted.noisy, wanted.quiet) {
                (true, true) => pawn_targets.empty.and(&pawn_targets.enemy),
                (true, false) => pawn_targets.enemy,
                _ => pawn_targets.empty,
            };
            self.men_moves(&scene, own, own & wanted.sources, &targets, &legality, sink);
        }
        if wanted.quiet && self.castling != 0 && !legality.in_check {
            self.castling_moves(&scene, wanted, sink);
        }
        if wanted.noisy && self.passed != NONE {
            self.en_passant_moves(wanted, sink);
        }
        self.platform_moves(&legality, wanted, sink);
    }

    /// Knights and sliders.
    #[inline(always)]
    fn men_moves<S: Sink>(
        &self,
        scene: &Scene,
        own: u64,
        sources: u64,
        targets: &Targets,
        legality: &Legality,
        sink: &mut S,
    ) {
        let shape = scene.shape;
        let pin_mask = |from| self.pin_mask(scene, legality, from);
        for from in Bits(self.knights() & sources) {
            let squares = KNIGHT.at(shape.place(from).0, shape.rows);
            sink.men(shape, from, squares & targets.squares & pin_mask(from));
        }
        let (lines, diagonals) = (self.on_lines(), self.on_diagonals());
        for from in Bits(lines & !diagonals & sources) {
            self.slides::<true, false, S>(scene, from, own, targets, legality, sink);
        }
        for from in Bits(diagonals & !lines & sources) {
            self.slides::<false, true, S>(scene, from, own, targets, legality, sink);
        }
        for from in Bits(diagonals & lines & sources) {
            self.slides::<true, true, S>(scene, from, own, targets, legality, sink);
        }
    }

    /// A slider's moves; a pinned one's are few, and worth the squares.
    #[inline(always)]
    fn slides<const ROOK: bool, const BISHOP: bool, S: Sink>(
        &self,
        scene: &Scene,
        from: u8,
        own: u64,
        targets: &Targets,
        legality: &Legality,
        sink: &mut S,
    ) {
        let shape = scene.shape;
        let place = shape.place(from);
        let next = match (ROOK, BISHOP) {
            (true, false) => &ROOK_STEP,
            (false, true) => &BISHOP_STEP,
            _ => &KING,
        };
        // What a slider passes over next to it is a cell that it could stop on.
        if next.at(place.0, shape.rows) & !own == 0 {
            return;
        }
        if legality.pinned >> from & 1 == 0 {
            scene.slide::<ROOK, BISHOP>(place, |reach| {
                sink.slides(shape, from, &reach, targets);
            });
        } else {
            let mask = self.pin_mask(scene, legality, from) & targets.squares;
            sink.men(shape, from, scene.squares_reached(place, ROOK, BISHOP) & mask);
        }
    }

    #[inline(always)]
    fn king_moves<S: Sink>(
        &self,
        scene: &Scene,
        legality: &Legality,
        targets: u64,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let from = self.king_square(self.side);
        if wanted.sources >> from & 1 == 0 {
            return;
        }
        let shape = scene.shape;
        let mut candidates = KING.at(shape.place(from).0, shape.rows) & targets;
        if candidates == 0 {
            return;
        }
        if wanted.legal {
            // The king does not hide the cells behind it from a slider in line with it.
            let without;
            let scene = if legality.in_line {
                without = scene.without(shape.place(from));
                &without
            } else {
                scene
            };
            for to in Bits(candidates) {
                if self.is_attacked(scene, shape.place(to), self.side.other()) {
                    candidates &= !(1 << to);
                }
            }
        }
        sink.men(shape, from, candidates);
    }

    #[inline(always)]
    fn castling_moves<S: Sink>(&self, scene: &Scene, wanted: Wanted, sink: &mut S) {
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
                self.is_attacked(scene, scene.shape.place(self.square(castling.rook)), enemy)
            } else {
                let bit = |cell: Place| 1u64 << self.square(cell);
                let left = 1 << king | bit(castling.rook);
                let after = occupied & !left | bit(castling.king_to) | bit(castling.rook_to);
                let goal = scene.shape.place(self.square(castling.king_to));
                self.is_attacked(&Scene::new(scene.shape, after), goal, enemy)
            };
            if !wanted.legal || !attacked {
                sink.single(Move::new(castling.king, castling.rook, Manner::Castling));
            }
        }
    }

    fn en_passant_moves<S: Sink>(&self, wanted: Wanted, sink: &mut S) {
        let column = COLUMN_OF[usize::from(self.passed)];
        let promotes = FAR_COLUMNS[self.side.index()] >> column & 1 != 0;
        for mv in self.runner_captors() {
            if wanted.sources >> self.square(mv.from()) & 1 == 0
                || wanted.legal && self.child_of_en_passant(mv).is_king_attacked(self.side)
            {
                continue;
            }
            if promotes {
                Kind::PROMOTIONS.into_iter().for_each(|kind| sink.single(mv.promoting(kind, None)));
            } else {
                sink.single(mv);
            }
        }
    }

    #[inline(always)]
    fn platform_moves<S: Sink>(&self, legality: &Legality, wanted: Wanted, sink: &mut S) {
        let side = self.side;
        let pawns = self.pawns() & self.men(side);
        if pawns == 0 || legality.leaper_check || !(wanted.platforms || wanted.noisy) {
            return;
        }
        // A platform with any man but a pawn of its owner stays.
        let others = (self.occupied() & !pawns) >> FIXED;
        let others = others | others >> 1;
        let others = (others | others >> 2) & SLOTS;
        let black_owned = deposit(u64::from(self.black_owned), SLOTS);
        let owned = if side == Side::Black { black_owned } else { !black_owned };
        for bit in Bits(SLOTS & owned & !others) {
            let pilots = pawns >> (FIXED as u8 + bit) & 0b1111;
            if pilots & pilots.wrapping_sub(1) == 0 {
                let slot = usize::from(bit) / 4;
                self.moves_of_platform(slot, pilots != 0, legality, wanted, sink);
            }
        }
    }

    fn moves_of_platform<S: Sink>(
        &self,
        slot: usize,
        piloted: bool,
        legality: &Legality,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let from = self.posts[slot];
        let held = self.posts.iter().fold(0u32, |held, &post| held | 1 << post);
        let mut to = PLATFORM_STEPS[usize::from(from)] & !held;
        let promoting = if piloted { FAR_POSTS[self.side.index()] } else { 0 };
        if !wanted.noisy {
            to &= !promoting;
        }
        if !wanted.platforms {
            to &= promoting;
        }
        // Where no line to the king runs over the columns left or taken, nothing changes.
        if wanted.legal && (legality.in_check || legality.king_lines != 0) {
            let here = footing(from).columns;
            for post in Bits(u64::from(to)) {
                let touched = (here | footing(post).columns) & legality.king_lines;
                if (legality.in_check || touched != 0) && self.exposes_king(from, post) {
                    to &= !(1 << post);
                }
            }
        }
        sink.platforms(from, to & !promoting, false);
        if to & promoting != 0 {
            sink.platforms(from, to & promoting, true);
        }
    }

    /// Is the king attacked after a platform has gone from post to post?
    #[inline(never)]
    fn exposes_king(&self, from: u8, to: u8) -> bool {
        let mv = Move::new(post_place(from), post_place(to), Manner::Platform);
        self.make(mv, &mut ()).is_king_attacked(self.side)
    }

    /// The number of legal moves.
    #[inline(never)]
    pub(super) fn count_legal(&self) -> u64 {
        let mut counter = Counter::new();
        self.generate_into(Wanted::ALL, &mut counter);
        counter.total()
    }

    /// Adds the legal moves of that part to the list. Each part has a copy of the generator of its
    /// own, without what it does not want.
    #[inline]
    pub(super) fn list(&self, part: Part, list: &mut MoveList) {
        match part {
            Part::All => self.list_all(list),
            Part::Noisy => self.list_noisy(list),
            Part::Quiet => self.list_quiet(list),
            Part::Platforms => self.list_platforms(list),
        }
    }

    #[inline(never)]
    fn list_all(&self, list: &mut MoveList) {
        self.generate_into(Wanted::ALL, &mut Lister(list));
    }

    #[inline(never)]
    fn list_noisy(&self, list: &mut MoveList) {
        self.generate_into(Wanted::NOISY, &mut Lister(list));
    }

    #[inline(never)]
    fn list_quiet(&self, list: &mut MoveList) {
        self.generate_into(Wanted::QUIET, &mut Lister(list));
    }

    #[inline(never)]
    fn list_platforms(&self, list: &mut MoveList) {
        if !self.only_kings() {
            let shape = self.shape();
            let legality = self.legality(&Scene::new(&shape, self.occupied()));
            self.platform_moves(&legality, Wanted::PLATFORMS, &mut Lister(list));
        }
    }

    /// Would [`Board::list`] give this move (if `legal` is false, but for a king left attacked)?
    /// Takes any move whatever.
    pub(super) fn would_list(&self, mv: Move, legal: bool) -> bool {
        let to = if mv.manner() == Manner::Plain { self.live_square(mv.to()) } else { None };
        let mut finder = Finder { mv, to: to.map_or(0, |to| 1 << to), found: false };
        let sources = match self.live_square(mv.from()) {
            Some(from) => 1 << from,
            None if mv.is_platform() => 0,
            None => return false,
        };
        let wanted = Wanted { platforms: mv.is_platform(), sources, legal, ..Wanted::ALL };
        self.generate_into(wanted, &mut finder);
        finder.found
    }
}
