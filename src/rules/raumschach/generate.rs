//! The legal move generator: checks and pins first, then the moves of each piece. Each king move is
//! tested for attacks.

use super::board::Board;
use super::legality::{AttackingPieces, Legality};
use super::pawns::{BlackPawns, PawnTargets, WhitePawns};
use crate::geometry::cube::{
    ALL, CELLS, bishop_attacks, cells, contains, for_each_cell, king_attacks, knight_attacks,
    rook_attacks, set_of, unicorn_attacks,
};
use crate::moves::{Move, MoveList, MoveType, Side};
use crate::rules::GenType;
use crate::rules::generate::{GenFilter, MoveGenerator};
use crate::rules::sinks::{MoveCollector, MoveCounter, MoveProbe, MoveSink, PieceMoves};

impl Board {
    #[inline(always)]
    fn generate_into<S: MoveSink<u128>>(
        &self,
        legality: &Legality,
        filter: GenFilter<u128>,
        sink: &mut S,
    ) {
        if self.has_only_kings() {
            return;
        }
        let occupied = self.occupied();
        let own = self.pieces(self.side);
        let enemy = occupied & !own;
        let attackers = self.attacking_pieces(self.side.other(), enemy);
        let captures = if filter.noisy { enemy } else { 0 };
        let steps = if filter.quiet { ALL & !occupied } else { 0 };
        self.king_moves(captures | steps, occupied, &attackers, filter, sink);
        if legality.evasions == 0 {
            return;
        }
        let sources = own & filter.sources;
        let pawn_targets =
            PawnTargets { empty: !occupied & legality.evasions, enemy: enemy & legality.evasions };
        match self.side {
            Side::White => {
                self.pawn_moves::<WhitePawns, S>(sources, legality, filter, &pawn_targets, sink);
            }
            Side::Black => {
                self.pawn_moves::<BlackPawns, S>(sources, legality, filter, &pawn_targets, sink);
            }
        }
        let targets = (captures | steps) & legality.evasions;
        self.piece_moves(sources, occupied, targets, legality, sink);
    }

    /// Generates the moves of knights and sliders; a queen moves as rook, bishop and unicorn.
    #[inline(always)]
    fn piece_moves<S: MoveSink<u128>>(
        &self,
        sources: u128,
        occupied: u128,
        targets: u128,
        legality: &Legality,
        sink: &mut S,
    ) {
        let free = sources & !legality.pinned;
        for_each_cell(self.knights() & free, |from| {
            sink.moves(PieceMoves(from, knight_attacks(from) & targets));
        });
        for_each_cell(self.bishops_and_queens() & free, |from| {
            sink.moves(PieceMoves(from, bishop_attacks(from, occupied) & targets));
        });
        for_each_cell(self.rooks_and_queens() & free, |from| {
            sink.moves(PieceMoves(from, rook_attacks(from, occupied) & targets));
        });
        for_each_cell(self.unicorns_and_queens() & free, |from| {
            sink.moves(PieceMoves(from, unicorn_attacks(from, occupied) & targets));
        });
        let pinned = sources & legality.pinned;
        if pinned != 0 {
            self.pinned_piece_moves(pinned, occupied, targets, sink);
        }
    }

    /// Generates the moves of pinned sliders. A pinned knight cannot move.
    #[inline(never)]
    fn pinned_piece_moves<S: MoveSink<u128>>(
        &self,
        pinned: u128,
        occupied: u128,
        targets: u128,
        sink: &mut S,
    ) {
        for from in cells(pinned & self.bishops_and_queens()) {
            sink.moves(PieceMoves(
                from,
                bishop_attacks(from, occupied) & targets & self.pin_mask(from),
            ));
        }
        for from in cells(pinned & self.rooks_and_queens()) {
            sink.moves(PieceMoves(
                from,
                rook_attacks(from, occupied) & targets & self.pin_mask(from),
            ));
        }
        for from in cells(pinned & self.unicorns_and_queens()) {
            sink.moves(PieceMoves(
                from,
                unicorn_attacks(from, occupied) & targets & self.pin_mask(from),
            ));
        }
    }

    #[inline(always)]
    fn king_moves<S: MoveSink<u128>>(
        &self,
        targets: u128,
        occupied: u128,
        enemy: &AttackingPieces,
        filter: GenFilter<u128>,
        sink: &mut S,
    ) {
        let from = self.king_cell(self.side);
        let mut candidates = king_attacks(from) & targets;
        if !contains(filter.sources, from) || candidates == 0 {
            return;
        }
        if filter.legal {
            // The king does not shield the cells behind it from a slider in line with it.
            let behind = occupied & !set_of(from);
            for_each_cell(candidates, |to| {
                if enemy.attack(to, behind) {
                    candidates &= !set_of(to);
                }
            });
        }
        sink.moves(PieceMoves(from, candidates));
    }
}

impl MoveGenerator for Board {
    type Cells = u128;
    const ALL_CELLS: u128 = ALL;

    #[inline(always)]
    fn list_moves(&self, info: &Legality, filter: GenFilter<u128>, list: &mut MoveList) {
        self.generate_into(info, filter, &mut MoveCollector(list));
    }

    #[inline(always)]
    fn count_moves(&self, filter: GenFilter<u128>) -> u64 {
        let mut counter = MoveCounter(0);
        self.generate_into(&self.legality(), filter, &mut counter);
        counter.0
    }

    #[inline]
    fn is_generated(&self, legality: &Legality, mv: Move, legal: bool) -> bool {
        if usize::from(mv.from().max(mv.to())) >= CELLS || mv.kind() != MoveType::Normal {
            return false;
        }
        let sources = set_of(mv.from()) & self.pieces(self.side);
        if sources == 0 {
            return false;
        }
        let mut probe = MoveProbe::new(mv, set_of(mv.to()));
        let filter = GenFilter { legal, ..GenFilter::new(GenType::All, sources) };
        self.generate_into(legality, filter, &mut probe);
        probe.found
    }
}
