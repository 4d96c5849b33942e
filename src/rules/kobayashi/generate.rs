//! Legal moves: checks and pins first, then each man's squares.
//!
//! The king tries each of its squares; en passant takes two men off the lines and is tried out.

use super::Board;
use super::layout::PlatformLayout;
use super::legality::Legality;
use super::pawns::PawnTargets;
use super::sinks::{MoveCollector, MoveCounter, MoveProbe, MoveSink};
use super::tables::{CASTLING_PATHS, CASTLINGS};
use crate::geometry::bits::BitIter;
use crate::moves::{Move, MoveList, MoveType, PieceType, Side};
use crate::rules::GenType;
use crate::rules::staircase::{GenFilter, MakeMove, NO_CELL};

impl Board {
    #[inline(always)]
    fn generate_into<S: MoveSink>(&self, wanted: GenFilter, sink: &mut S) {
        if self.has_only_kings() {
            return;
        }
        let shape = self.layout();
        let legality = if wanted.legal { self.legality(&shape) } else { Legality::UNRESTRICTED };
        let (own, occupied) = (self.pieces(self.side), self.occupied());
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
            self.piece_moves(&shape, own & wanted.sources, squares & evasions, &legality, sink);
        }
        if wanted.quiet && self.castling != 0 && legality.checkers == 0 {
            self.castling_moves(&shape, wanted, sink);
        }
        if wanted.noisy && self.ep_cell != NO_CELL {
            self.en_passant_moves(&shape, wanted, sink);
        }
        if wanted.platforms || wanted.noisy {
            self.platform_moves(&shape, &legality, wanted, sink);
        }
    }

    /// Knights and sliders.
    #[inline(always)]
    fn piece_moves<S: MoveSink>(
        &self,
        shape: &PlatformLayout,
        sources: u64,
        targets: u64,
        legality: &Legality,
        sink: &mut S,
    ) {
        let occupied = self.occupied();
        let pinned = legality.pinned;
        let mask = |from| targets & self.pin_mask(shape, legality, from);
        // A pinned knight never moves along the line.
        for from in BitIter(self.knights() & sources & !pinned) {
            sink.piece_moves(from, shape.knight_attacks(from) & targets);
        }
        let (lines, diagonals) = (self.rooks_and_queens(), self.bishops_and_queens());
        for from in BitIter(diagonals & !lines & sources) {
            sink.piece_moves(from, shape.bishop_attacks(from, occupied) & mask(from));
        }
        for from in BitIter(lines & !diagonals & sources) {
            sink.piece_moves(from, shape.rook_attacks(from, occupied) & mask(from));
        }
        for from in BitIter(diagonals & lines & sources) {
            sink.piece_moves(from, shape.queen_attacks(from, occupied) & mask(from));
        }
    }

    #[inline(always)]
    fn king_moves<S: MoveSink>(
        &self,
        shape: &PlatformLayout,
        targets: u64,
        wanted: GenFilter,
        sink: &mut S,
    ) {
        let from = self.king_square(self.side);
        if wanted.sources >> from & 1 == 0 {
            return;
        }
        let mut candidates = shape.king_attacks(from) & targets;
        if wanted.legal {
            // The king does not hide the squares behind it.
            let occupied = self.occupied() & !(1 << from);
            for to in BitIter(candidates) {
                if self.is_attacked(shape, to, self.side.other(), occupied) {
                    candidates &= !(1 << to);
                }
            }
        }
        sink.piece_moves(from, candidates);
    }

    #[inline(always)]
    fn castling_moves<S: MoveSink>(&self, shape: &PlatformLayout, wanted: GenFilter, sink: &mut S) {
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
    fn castling_move<S: MoveSink>(
        &self,
        shape: &PlatformLayout,
        right: usize,
        wanted: GenFilter,
        sink: &mut S,
    ) {
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
            sink.one_move(Move::new(castling.king, castling.rook, MoveType::Castling));
        }
    }

    #[inline(never)]
    fn en_passant_moves<S: MoveSink>(
        &self,
        shape: &PlatformLayout,
        wanted: GenFilter,
        sink: &mut S,
    ) {
        let promotes = self.is_promotion_cell(shape, self.side, self.square(self.ep_cell));
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

    /// The number of legal moves.
    #[inline(never)]
    pub(super) fn count_legal_moves(&self) -> u64 {
        let mut counter = MoveCounter(0);
        self.generate_into(GenFilter::ALL, &mut counter);
        counter.0
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
        self.generate_into(GenFilter::ALL, &mut MoveCollector { board: self, list });
    }

    #[inline(never)]
    fn generate_noisy(&self, list: &mut MoveList) {
        self.generate_into(GenFilter::NOISY, &mut MoveCollector { board: self, list });
    }

    #[inline(never)]
    fn generate_quiet(&self, list: &mut MoveList) {
        self.generate_into(GenFilter::QUIET, &mut MoveCollector { board: self, list });
    }

    #[inline(never)]
    fn generate_platforms(&self, list: &mut MoveList) {
        if !self.has_only_kings() {
            let shape = self.layout();
            let legality = self.legality(&shape);
            let sink = &mut MoveCollector { board: self, list };
            self.platform_moves(&shape, &legality, GenFilter::PLATFORMS, sink);
        }
    }

    /// Would [`Board::list_part`] give this move (if `legal` is false, but for a king left
    /// attacked)? Takes any move whatever.
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
