//! Legal moves: checks and pins first, then each man's squares.
//!
//! The king tries each of its squares; en passant takes two men off the lines and is tried out.

use super::Board;
use super::legality::Legality;
use super::pawns::PawnTargets;
use super::shape::Shape;
use super::sinks::{Counter, Finder, Lister, Sink};
use super::tables::{CASTLING_PATHS, CASTLINGS};
use crate::geometry::bits::Bits;
use crate::moves::{Kind, Manner, Move, MoveList, Side};
use crate::rules::Part;
use crate::rules::staircase::{NONE, Turn, Wanted};

impl Board {
    #[inline(always)]
    fn generate_into<S: Sink>(&self, wanted: Wanted, sink: &mut S) {
        if self.only_kings() {
            return;
        }
        let shape = self.shape();
        let legality = if wanted.legal { self.legality(&shape) } else { Legality::FREE };
        let (own, occupied) = (self.men(self.side), self.occupied());
        let mut squares = 0;
        if wanted.noisy {
            squares |= occupied & !own;
        }
        if wanted.quiet {
            squares |= !occupied;
        }
        self.king_moves(&shape, squares, wanted, sink);
        let evasions = legality.evasions;
        if evasions != 0 {
            let targets =
                PawnTargets { empty: !occupied & evasions, enemy: occupied & !own & evasions };
            self.pawn_moves(&shape, &legality, wanted, targets, sink);
            self.men_moves(&shape, own & wanted.sources, squares & evasions, &legality, sink);
        }
        if wanted.quiet && self.castling != 0 && legality.checkers == 0 {
            self.castling_moves(&shape, wanted, sink);
        }
        if wanted.noisy && self.passed != NONE {
            self.en_passant_moves(&shape, wanted, sink);
        }
        if wanted.platforms || wanted.noisy {
            self.platform_moves(&shape, &legality, wanted, sink);
        }
    }

    /// Knights and sliders.
    #[inline(always)]
    fn men_moves<S: Sink>(
        &self,
        shape: &Shape,
        sources: u64,
        targets: u64,
        legality: &Legality,
        sink: &mut S,
    ) {
        let occupied = self.occupied();
        let pinned = legality.pinned;
        let mask = |from| targets & self.pin_mask(shape, legality, from);
        // A pinned knight never moves along the line.
        for from in Bits(self.knights() & sources & !pinned) {
            sink.men(from, shape.knight(from) & targets);
        }
        let (lines, diagonals) = (self.on_lines(), self.on_diagonals());
        for from in Bits(diagonals & !lines & sources) {
            sink.men(from, shape.bishop(from, occupied) & mask(from));
        }
        for from in Bits(lines & !diagonals & sources) {
            sink.men(from, shape.rook(from, occupied) & mask(from));
        }
        for from in Bits(diagonals & lines & sources) {
            sink.men(from, shape.queen(from, occupied) & mask(from));
        }
    }

    #[inline(always)]
    fn king_moves<S: Sink>(&self, shape: &Shape, targets: u64, wanted: Wanted, sink: &mut S) {
        let from = self.king_square(self.side);
        if wanted.sources >> from & 1 == 0 {
            return;
        }
        let mut candidates = shape.king(from) & targets;
        if wanted.legal {
            // The king does not hide the squares behind it.
            let occupied = self.occupied() & !(1 << from);
            for to in Bits(candidates) {
                if self.is_attacked(shape, to, self.side.other(), occupied) {
                    candidates &= !(1 << to);
                }
            }
        }
        sink.men(from, candidates);
    }

    #[inline(always)]
    fn castling_moves<S: Sink>(&self, shape: &Shape, wanted: Wanted, sink: &mut S) {
        let ours = match self.side {
            Side::White => 0..2,
            Side::Black => 2..4,
        };
        for right in ours {
            if self.castling >> right & 1 != 0 {
                self.castling_move(shape, right, wanted, sink);
            }
        }
    }

    /// K6: squares that are empty and not attacked. Nothing that castling opens leads to where the
    /// king goes: at the end of its board there is no line through the king's or the rook's cell.
    #[inline(always)]
    fn castling_move<S: Sink>(&self, shape: &Shape, right: usize, wanted: Wanted, sink: &mut S) {
        let castling = &CASTLINGS[right];
        let path = CASTLING_PATHS[right].map(|cell| self.square(cell));
        let occupied = self.occupied();
        if path.iter().any(|square| occupied >> square & 1 != 0)
            || wanted.sources >> self.square(castling.king) & 1 == 0
        {
            return;
        }
        let attacked = |square| self.is_attacked(shape, square, self.side.other(), occupied);
        if !wanted.legal || !path.into_iter().any(attacked) {
            sink.single(Move::new(castling.king, castling.rook, Manner::Castling));
        }
    }

    #[inline(never)]
    fn en_passant_moves<S: Sink>(&self, shape: &Shape, wanted: Wanted, sink: &mut S) {
        let promotes = self.is_far(shape, self.side, self.square(self.passed));
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

    /// The number of legal moves.
    #[inline(never)]
    pub(super) fn count_legal(&self) -> u64 {
        let mut counter = Counter(0);
        self.generate_into(Wanted::ALL, &mut counter);
        counter.0
    }

    /// Adds the legal moves of that part to the list. Each part has a copy of the generator of its
    /// own, without what it does not want.
    #[inline]
    pub(super) fn list_part(&self, part: Part, list: &mut MoveList) {
        match part {
            Part::All => self.list_all(list),
            Part::Noisy => self.list_noisy(list),
            Part::Quiet => self.list_quiet(list),
            Part::Platforms => self.list_platforms(list),
        }
    }

    #[inline(never)]
    fn list_all(&self, list: &mut MoveList) {
        self.generate_into(Wanted::ALL, &mut Lister { board: self, list });
    }

    #[inline(never)]
    fn list_noisy(&self, list: &mut MoveList) {
        self.generate_into(Wanted::NOISY, &mut Lister { board: self, list });
    }

    #[inline(never)]
    fn list_quiet(&self, list: &mut MoveList) {
        self.generate_into(Wanted::QUIET, &mut Lister { board: self, list });
    }

    #[inline(never)]
    fn list_platforms(&self, list: &mut MoveList) {
        if !self.only_kings() {
            let shape = self.shape();
            let legality = self.legality(&shape);
            let sink = &mut Lister { board: self, list };
            self.platform_moves(&shape, &legality, Wanted::PLATFORMS, sink);
        }
    }

    /// Would [`Board::list_part`] give this move (if `legal` is false, but for a king left
    /// attacked)? Takes any move whatever.
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
