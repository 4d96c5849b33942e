//! The legal move generator: checks and pins first, then the moves of each piece, those of pawns
//! set by set.

use super::board::{Chess, NO_CELL};
use super::legality::Legality;
use super::pawns;
use super::pawns::{PawnStep, STEPS};
use crate::geometry::Place;
use crate::geometry::bits::places;
use crate::geometry::plane::{
    SQUARES, bishop_attacks, bishop_rays, king_attacks, knight_attacks, rook_attacks, rook_rays,
};
use crate::moves::{Move, MoveList, MoveType};
use crate::rules::generate::{GenFilter, MoveGenerator};
use crate::rules::sinks::{MoveCollector, MoveCounter, MoveProbe, MoveSink, PawnMoves, PieceMoves};
use crate::rules::{CHESS_PROMOTIONS, Checks, GenType};

impl Chess {
    #[inline(always)]
    pub(super) fn generate_into<S: MoveSink<u64>>(
        &self,
        legality: &Legality,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let (own, occupied) = (self.pieces.by_side(self.side), self.pieces.occupied());
        let targets = filter.targets(occupied & !own, !occupied);

        self.king_moves(targets, legality, filter, sink);
        // Against two checkers only the king can move.
        if legality.evasions == 0 {
            return;
        }
        self.pawn_moves(legality, filter, sink);
        self.piece_moves(own & filter.sources, targets & legality.evasions, legality, sink);
        if filter.noisy && self.ep_cell != NO_CELL {
            self.en_passant_moves(filter, sink);
        }
    }

    /// Generates the moves of the king, and castling.
    #[inline(always)]
    fn king_moves<S: MoveSink<u64>>(
        &self,
        targets: u64,
        legality: &Legality,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let from = legality.king;
        if filter.sources >> from & 1 != 0 {
            let mut cells = king_attacks(from) & targets;
            if filter.legal && cells != 0 {
                cells = self.safe_for_king(from, cells);
            }
            sink.moves(PieceMoves(from as Place, cells));
            if filter.quiet && legality.checkers == 0 {
                self.castling_moves(from as Place, filter.legal, |mv| sink.one_move(mv));
            }
        }
    }

    /// Generates the moves of knights and sliders; queens move as rooks and as bishops.
    #[inline(always)]
    fn piece_moves<S: MoveSink<u64>>(
        &self,
        sources: u64,
        targets: u64,
        legality: &Legality,
        sink: &mut S,
    ) {
        let pieces = &self.pieces;
        let occupied = pieces.occupied();
        let free = sources & !legality.pinned;
        for from in places(pieces.knights() & free) {
            sink.moves(PieceMoves(from, knight_attacks(from.into()) & targets));
        }
        for from in places(pieces.bishops_and_queens() & free) {
            sink.moves(PieceMoves(from, bishop_attacks(from.into(), occupied) & targets));
        }
        for from in places(pieces.rooks_and_queens() & free) {
            sink.moves(PieceMoves(from, rook_attacks(from.into(), occupied) & targets));
        }
        let pinned = sources & legality.pinned;
        if pinned != 0 {
            // Two squares on a line share no other line of the same type.
            let (orthogonals, diagonals) = (rook_rays(legality.king), bishop_rays(legality.king));
            for from in places(pieces.bishops_and_queens() & pinned & diagonals) {
                sink.moves(PieceMoves(
                    from,
                    bishop_attacks(from.into(), occupied) & diagonals & targets,
                ));
            }
            for from in places(pieces.rooks_and_queens() & pinned & orthogonals) {
                sink.moves(PieceMoves(
                    from,
                    rook_attacks(from.into(), occupied) & orthogonals & targets,
                ));
            }
        }
    }

    #[inline(always)]
    fn en_passant_moves<S: MoveSink<u64>>(&self, filter: GenFilter, sink: &mut S) {
        for mv in self.ep_captures() {
            if filter.sources >> mv.from() & 1 != 0 && (!filter.legal || self.is_legal_ep(mv)) {
                sink.one_move(mv);
            }
        }
    }

    /// Returns the pseudo-legal en passant captures.
    #[inline(always)]
    pub(super) fn ep_captures(&self) -> impl Iterator<Item = Move> + '_ {
        let pawns = self.pieces.pawns() & self.pieces.by_side(self.side);
        let attackers = pawns::attacks(self.side.other(), self.ep_cell.into()) & pawns;
        places(attackers).map(|from| Move::new(from, self.ep_cell, MoveType::EnPassant))
    }

    /// Returns whether an en passant capture leaves the king safe. It removes two pieces from their
    /// lines at once.
    pub(super) fn is_legal_ep(&self, mv: Move) -> bool {
        let king = self.king_cell(self.side).into();
        let enemy = self.pieces.by_side(self.side.other());
        let ep_pawn = 1 << self.ep_pawn();
        let blockers = self.pieces.occupied() & !(1 << mv.from()) & !ep_pawn | 1 << mv.to();
        let leapers = knight_attacks(king) & self.pieces.knights()
            | pawns::attacks(self.side, king) & self.pieces.pawns() & !ep_pawn;
        (leapers | self.slider_attackers(king, blockers)) & enemy == 0
    }
}

impl MoveGenerator for Chess {
    type Cells = u64;
    const ALL_CELLS: u64 = u64::MAX;

    #[inline(always)]
    fn list_moves(&self, info: &Legality, filter: GenFilter, list: &mut MoveList) {
        self.generate_into(info, filter, &mut MoveCollector(list));
    }

    #[inline(always)]
    fn count_moves(&self, filter: GenFilter) -> u64 {
        let mut counter = MoveCounter(0);
        self.generate_into(&self.check_info(), filter, &mut counter);
        counter.0
    }

    #[inline]
    fn is_generated(&self, legality: &Legality, mv: Move, legal: bool) -> bool {
        let (from, to) = (usize::from(mv.from()), usize::from(mv.to()));
        if from >= SQUARES || to >= SQUARES || self.pieces.by_side(self.side) >> from & 1 == 0 {
            return false;
        }
        let to = if mv.kind() == MoveType::Normal { 1 << to } else { 0 };
        let mut probe = MoveProbe::new(mv, to);
        let filter = GenFilter { legal, ..GenFilter::new(GenType::All, 1 << from) };
        self.generate_into(legality, filter, &mut probe);
        probe.found
    }
}

impl Chess {
    /// Generates the pawn moves except en passant. A pinned pawn may move only along the line
    /// through it and the king.
    #[inline(always)]
    pub(super) fn pawn_moves<S: MoveSink<u64>>(
        &self,
        legality: &Legality,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let steps = &STEPS[self.side.index()];
        let occupied = self.pieces.occupied();
        let pawns = self.pieces.pawns() & self.pieces.by_side(self.side) & filter.sources;
        let king = legality.king % SQUARES;
        let movable = |step: &PawnStep| pawns & (!legality.pinned | step.line[king]);
        let promoting = pawns & steps.before_promotion != 0;

        let once = steps.ahead.targets(movable(&steps.ahead)) & !occupied;
        let one = once & legality.evasions;
        if filter.quiet {
            let two = steps.ahead.targets(once & steps.first) & !occupied & legality.evasions;
            sink.moves(PawnMoves(one & !steps.promotion, steps.ahead.by.into()));
            sink.moves(PawnMoves(two, 2 * i16::from(steps.ahead.by)));
        }
        if filter.noisy {
            if promoting {
                sink.promotions(
                    PawnMoves(one & steps.promotion, steps.ahead.by.into()),
                    &CHESS_PROMOTIONS,
                );
            }
            let enemy = occupied & !self.pieces.by_side(self.side) & legality.evasions;
            for step in &steps.captures {
                let captures = step.targets(movable(step)) & enemy;
                sink.moves(PawnMoves(captures & !steps.promotion, step.by.into()));
                if promoting {
                    sink.promotions(
                        PawnMoves(captures & steps.promotion, step.by.into()),
                        &CHESS_PROMOTIONS,
                    );
                }
            }
        }
    }
}
