//! Legal moves: checks and pins first, then each man's cells.

use super::board::{Board, NO_CELL};
use super::legality::Legality;
use super::pawns;
use super::sinks::{MoveCollector, MoveCounter, MoveSink};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::plane::{
    SQUARES, bishop_attacks, bishop_rays, king_attacks, knight_attacks, rook_attacks, rook_rays,
};
use crate::moves::{Move, MoveList, MoveType};
use crate::rules::GenType;
use crate::rules::generate::{GenFilter, MoveGenerator, MoveProbe};

impl Board {
    #[inline(always)]
    fn generate_into<S: MoveSink>(&self, wanted: GenFilter, sink: &mut S) {
        let (own, occupied) = (self.pieces.by_side(self.side), self.pieces.occupied());
        let legality = if wanted.legal {
            self.legality()
        } else {
            let king = self.king_cell(self.side).into();
            Legality { king, checkers: 0, pinned: 0, evasions: u64::MAX }
        };
        let mut targets = 0;
        if wanted.noisy {
            targets |= occupied & !own;
        }
        if wanted.quiet {
            targets |= !occupied;
        }

        let from = legality.king;
        if wanted.sources >> from & 1 != 0 {
            let mut cells = king_attacks(from) & targets;
            if wanted.legal && cells != 0 {
                cells = self.safe_for_king(from, cells);
            }
            sink.piece_moves(from as Place, cells);
            if wanted.quiet && legality.checkers == 0 {
                self.castling_moves(wanted.legal, |mv| sink.one_move(mv));
            }
        }
        // Against two checkers only the king can help.
        if legality.evasions == 0 {
            return;
        }
        self.pawn_moves(&legality, wanted, sink);
        self.piece_moves(own & wanted.sources, targets & legality.evasions, &legality, sink);
        if wanted.noisy && self.ep_cell != NO_CELL {
            self.en_passant_moves(wanted, sink);
        }
    }

    /// Knights and sliders; queens go as rooks and as bishops.
    #[inline(always)]
    fn piece_moves<S: MoveSink>(
        &self,
        sources: u64,
        targets: u64,
        legality: &Legality,
        sink: &mut S,
    ) {
        let men = &self.pieces;
        let occupied = men.occupied();
        let free = sources & !legality.pinned;
        for from in BitIter(men.knights() & free) {
            sink.piece_moves(from, knight_attacks(from.into()) & targets);
        }
        for from in BitIter(men.bishops_and_queens() & free) {
            sink.piece_moves(from, bishop_attacks(from.into(), occupied) & targets);
        }
        for from in BitIter(men.rooks_and_queens() & free) {
            sink.piece_moves(from, rook_attacks(from.into(), occupied) & targets);
        }
        let pinned = sources & legality.pinned;
        if pinned != 0 {
            // Two cells on a line have no other line of the same kind in common.
            let (straight, slanting) = (rook_rays(legality.king), bishop_rays(legality.king));
            for from in BitIter(men.bishops_and_queens() & pinned & slanting) {
                sink.piece_moves(from, bishop_attacks(from.into(), occupied) & slanting & targets);
            }
            for from in BitIter(men.rooks_and_queens() & pinned & straight) {
                sink.piece_moves(from, rook_attacks(from.into(), occupied) & straight & targets);
            }
        }
    }

    #[inline(never)]
    fn en_passant_moves<S: MoveSink>(&self, wanted: GenFilter, sink: &mut S) {
        for mv in self.ep_captures() {
            if wanted.sources >> mv.from() & 1 != 0 && (!wanted.legal || self.is_legal_ep(mv)) {
                sink.one_move(mv);
            }
        }
    }

    /// The captures en passant, legal or not.
    #[inline(always)]
    pub(super) fn ep_captures(&self) -> impl Iterator<Item = Move> + '_ {
        let pawns = self.pieces.pawns() & self.pieces.by_side(self.side);
        let captors = pawns::attacks(self.side.other(), self.ep_cell.into()) & pawns;
        BitIter(captors).map(|from| Move::new(from, self.ep_cell, MoveType::EnPassant))
    }

    /// Does a capture en passant leave the king of the mover unattacked? It takes two men off
    /// their lines at once.
    pub(super) fn is_legal_ep(&self, mv: Move) -> bool {
        let king = self.king_cell(self.side).into();
        let enemy = self.pieces.by_side(self.side.other());
        let runner = 1 << self.ep_pawn();
        let blockers = self.pieces.occupied() & !(1 << mv.from()) & !runner | 1 << mv.to();
        let leapers = knight_attacks(king) & self.pieces.knights()
            | pawns::attacks(self.side, king) & self.pieces.pawns() & !runner;
        (leapers | self.slider_attackers(king, blockers)) & enemy == 0
    }

    /// Would [`Board::list`] give this move (if `legal` is false, but for a king left attacked)?
    /// Takes any move whatever.
    pub(super) fn is_generated(&self, mv: Move, legal: bool) -> bool {
        let (from, to) = (usize::from(mv.from()), usize::from(mv.to()));
        if from >= SQUARES || to >= SQUARES || self.pieces.by_side(self.side) >> from & 1 == 0 {
            return false;
        }
        let to = if mv.kind() == MoveType::Normal { 1 << to } else { 0 };
        let mut finder = MoveProbe::new(mv, to);
        self.generate_into(
            GenFilter { legal, ..GenFilter::new(GenType::All, 1 << from) },
            &mut finder,
        );
        finder.found
    }
}

impl MoveGenerator for Board {
    type Cells = u64;
    const ALL_CELLS: u64 = u64::MAX;

    #[inline(always)]
    fn list_moves(&self, filter: GenFilter, list: &mut MoveList) {
        self.generate_into(filter, &mut MoveCollector(list));
    }

    #[inline(always)]
    fn count_moves(&self, filter: GenFilter) -> u64 {
        let mut counter = MoveCounter(0);
        self.generate_into(filter, &mut counter);
        counter.0
    }
}
