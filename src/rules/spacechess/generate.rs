//! The legal move generator: checks and pins first, then the moves of each piece.
//!
//! Each king move is tested for attacks, elevator rides (S3) included. En passant captures remove
//! two pieces from the lines; they were tested when the pawn made its multiple step.

use super::board::Board;
use super::legality::{Legality, pawn_attackers};
use super::pawns::{BlackPawns, PawnTargets, WhitePawns};
use super::tables::{CASTLINGS, ELEVATORS, elevator_column};
use crate::geometry::Place;
use crate::geometry::stack::{
    self, CellSet, LEVELS, cell, king_attacks, knight_attacks, level_of, square_of,
};
use crate::moves::{Move, MoveList, MoveType, Side};
use crate::rules::GenType;
use crate::rules::generate::{GenFilter, MoveGenerator};
use crate::rules::sinks::{MoveCollector, MoveCounter, MoveProbe, MoveSet, MoveSink, PieceMoves};

/// The destinations that the filter allows.
struct Targets {
    /// Cells of enemy pieces.
    enemy: CellSet,
    /// Empty cells.
    empty: CellSet,
}

/// The moves of a slider to the targets among the cells that it attacks.
struct SliderMoves<'a> {
    from: Place,
    reach: stack::SliderAttacks,
    targets: &'a CellSet,
}

impl MoveSet for SliderMoves<'_> {
    type Cells = CellSet;

    #[inline(always)]
    fn targets(&self) -> CellSet {
        self.reach.to_set() & *self.targets
    }
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Place, Place)) {
        self.targets().for_each(|to| visit(self.from, to));
    }
    #[inline(always)]
    fn count(&self) -> u64 {
        self.reach.count(self.targets).into()
    }
}

impl Board {
    #[inline(always)]
    fn generate_into<S: MoveSink<CellSet>>(
        &self,
        legality: &Legality,
        filter: GenFilter<CellSet>,
        sink: &mut S,
    ) {
        if self.has_only_kings() {
            return;
        }
        let occupied = self.occupied();
        let own = self.pieces(self.side);
        let enemy = occupied & !own;
        let targets = Targets {
            enemy: if filter.noisy { enemy } else { CellSet::EMPTY },
            empty: if filter.quiet { !occupied } else { CellSet::EMPTY },
        };
        self.king_moves(&targets, &occupied, &enemy, filter, sink);
        if !legality.evasions.is_empty() {
            let pawn_targets = PawnTargets {
                empty: !occupied,
                destinations: !occupied & legality.evasions,
                enemy: enemy & legality.evasions,
            };
            match self.side {
                Side::White => {
                    self.pawn_moves::<WhitePawns, S>(legality, filter, &pawn_targets, sink);
                }
                Side::Black => {
                    self.pawn_moves::<BlackPawns, S>(legality, filter, &pawn_targets, sink);
                }
            }
            let targets = (targets.enemy | targets.empty) & legality.evasions;
            self.piece_moves(own & filter.sources, &occupied, &targets, legality, sink);
        }
        if filter.quiet && self.castling != 0 && !legality.in_check {
            self.castling_moves(&occupied, &enemy, filter, sink);
        }
        let ep_cells = if filter.legal { self.capturable } else { self.ep_cells };
        if filter.noisy && ep_cells != 0 {
            self.en_passant_moves(ep_cells, filter, sink);
        }
    }

    /// Generates the moves of knights and sliders; a queen moves as rook and as bishop.
    #[inline(always)]
    fn piece_moves<S: MoveSink<CellSet>>(
        &self,
        sources: CellSet,
        occupied: &CellSet,
        targets: &CellSet,
        legality: &Legality,
        sink: &mut S,
    ) {
        let free = sources & !legality.pinned;
        (self.knights() & free)
            .for_each(|from| sink.moves(PieceMoves(from, knight_attacks(from) & *targets)));
        (self.bishops_and_queens() & free).for_each(|from| {
            sink.moves(SliderMoves { from, reach: stack::bishop_attacks(from, occupied), targets })
        });
        (self.rooks_and_queens() & free).for_each(|from| {
            sink.moves(SliderMoves { from, reach: stack::rook_attacks(from, occupied), targets })
        });
        let pinned = sources & legality.pinned;
        if !pinned.is_empty() {
            self.pinned_piece_moves(pinned, occupied, targets, sink);
        }
    }

    /// Generates the moves of pinned sliders. A pinned knight cannot move.
    #[inline(never)]
    fn pinned_piece_moves<S: MoveSink<CellSet>>(
        &self,
        pinned: CellSet,
        occupied: &CellSet,
        targets: &CellSet,
        sink: &mut S,
    ) {
        for from in (self.bishops_and_queens() & pinned).iter() {
            sink.moves(SliderMoves {
                from,
                reach: stack::bishop_attacks(from, occupied),
                targets: &(*targets & self.pin_mask(from)),
            });
        }
        for from in (self.rooks_and_queens() & pinned).iter() {
            sink.moves(SliderMoves {
                from,
                reach: stack::rook_attacks(from, occupied),
                targets: &(*targets & self.pin_mask(from)),
            });
        }
    }

    /// S2, S3: a king captures on 18 cells. Without a capture it goes to the cells next to it on its
    /// level, and one straight on to the next level.
    #[inline(always)]
    fn king_moves<S: MoveSink<CellSet>>(
        &self,
        targets: &Targets,
        occupied: &CellSet,
        enemy: &CellSet,
        filter: GenFilter<CellSet>,
        sink: &mut S,
    ) {
        let from = self.king_cell(self.side);
        if !filter.sources.contains(from) {
            return;
        }
        let steps = king_steps(from, self.side) & targets.empty;
        let mut candidates = king_attacks(from) & targets.enemy | steps;
        if candidates.is_empty() {
            return;
        }
        // The king does not shield the cells behind it from a slider in line with it.
        let behind = *occupied & !CellSet::from_cell(from);
        let by = self.side.other();
        if filter.legal {
            for level in 0..LEVELS {
                let mut left = candidates.0[level];
                while left != 0 {
                    let to = cell(level, left.trailing_zeros() as usize);
                    if self.is_attacked(to, by, enemy, &behind) {
                        candidates.0[level] &= !(left & left.wrapping_neg());
                    }
                    left &= left - 1;
                }
            }
        }
        sink.moves(PieceMoves(from, candidates));
        if candidates.contains(ELEVATORS[self.side.index()]) {
            self.ride_moves(from, &behind, enemy, filter, sink);
        }
    }

    /// S3: a king that steps onto the elevator may ride on to a vacant cell of its column that is not
    /// attacked, but not back to the cell that it came from.
    #[inline(never)]
    fn ride_moves<S: MoveSink<CellSet>>(
        &self,
        from: Place,
        behind: &CellSet,
        enemy: &CellSet,
        filter: GenFilter<CellSet>,
        sink: &mut S,
    ) {
        let elevator = CellSet::from_cell(ELEVATORS[self.side.index()]);
        // The king captures a piece on the elevator before it rides on.
        let (occupied, enemy) = (*behind & !elevator, *enemy & !elevator);
        let ends = elevator_column(self.side) & !(elevator | occupied | CellSet::from_cell(from));
        for end in ends.iter() {
            if !filter.legal || !self.is_attacked(end, self.side.other(), &enemy, &occupied) {
                sink.one_move(Move::new(from, end, MoveType::Special));
            }
        }
    }

    /// S4: generates castlings. Every cell between king and rook must be empty and not attacked.
    #[inline(always)]
    fn castling_moves<S: MoveSink<CellSet>>(
        &self,
        occupied: &CellSet,
        enemy: &CellSet,
        filter: GenFilter<CellSet>,
        sink: &mut S,
    ) {
        let first = 2 * self.side.index();
        for (right, castling) in CASTLINGS.iter().enumerate().skip(first).take(2) {
            if self.castling >> right & 1 != 0
                && (castling.between & *occupied).is_empty()
                && filter.sources.contains(castling.king)
                && !(filter.legal && self.is_any_attacked(castling.between, enemy, occupied))
            {
                sink.one_move(Move::new(castling.king, castling.rook, MoveType::Castling));
            }
        }
    }

    #[inline(never)]
    fn is_any_attacked(&self, cells: CellSet, enemy: &CellSet, occupied: &CellSet) -> bool {
        cells.iter().any(|cell| self.is_attacked(cell, self.side.other(), enemy, occupied))
    }

    /// S5: generates en passant captures on these of the passed cells, bits in the order of
    /// [`super::tables::PASSABLE`].
    #[inline(never)]
    fn en_passant_moves<S: MoveSink<CellSet>>(
        &self,
        on: u8,
        filter: GenFilter<CellSet>,
        sink: &mut S,
    ) {
        for to in self.ep_cells_from_bits(on) {
            for mv in self.ep_captures(to) {
                if filter.sources.contains(mv.from()) && (!filter.legal || self.is_legal_ep(mv)) {
                    sink.one_move(mv);
                }
            }
        }
    }

    /// Returns the pseudo-legal en passant captures on one of the passed cells.
    pub(super) fn ep_captures(&self, to: Place) -> impl Iterator<Item = Move> {
        let pawns = self.pawns() & self.pieces(self.side);
        let sources = pawn_attackers(self.side, to) & pawns;
        sources.iter().map(move |from| Move::new(from, to, MoveType::EnPassant))
    }

    /// Returns whether an en passant capture leaves the king safe.
    pub(super) fn is_legal_ep(&self, mv: Move) -> bool {
        let ep_pawn = CellSet::from_cell(self.ep_pawn);
        let gone = ep_pawn | CellSet::from_cell(mv.from());
        let occupied = self.occupied() & !gone | CellSet::from_cell(mv.to());
        let by = self.side.other();
        let enemy = self.pieces(by) & !ep_pawn;
        !self.is_attacked(self.king_cell(self.side), by, &enemy, &occupied)
    }
}

impl MoveGenerator for Board {
    type Cells = CellSet;
    const ALL_CELLS: CellSet = CellSet::ALL;

    #[inline(always)]
    fn list_moves(&self, info: &Legality, filter: GenFilter<CellSet>, list: &mut MoveList) {
        self.generate_into(info, filter, &mut MoveCollector(list));
    }

    #[inline(always)]
    fn count_moves(&self, filter: GenFilter<CellSet>) -> u64 {
        let mut counter = MoveCounter(0);
        self.generate_into(&self.legality(), filter, &mut counter);
        counter.0
    }

    #[inline]
    fn is_generated(&self, legality: &Legality, mv: Move, legal: bool) -> bool {
        let sources = CellSet::from_cell(mv.from()) & self.pieces(self.side);
        if sources.is_empty() {
            return false;
        }
        let to = if mv.kind() == MoveType::Normal {
            CellSet::from_cell(mv.to())
        } else {
            CellSet::EMPTY
        };
        let mut probe = MoveProbe::new(mv, to);
        let filter = GenFilter { legal, ..GenFilter::new(GenType::All, sources) };
        self.generate_into(legality, filter, &mut probe);
        probe.found
    }
}

/// S2: returns where a king may go without a capture.
#[inline(always)]
fn king_steps(from: Place, side: Side) -> CellSet {
    let (level, square) = (level_of(from), square_of(from));
    let mut cells = CellSet::EMPTY;
    cells.0[level % LEVELS] = crate::geometry::plane::king_attacks(square);
    let on = match side {
        Side::White => level + 1,
        Side::Black => level.wrapping_sub(1),
    };
    if on < LEVELS {
        cells.0[on] = 1 << square;
    }
    cells
}
